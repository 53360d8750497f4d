/// What the search for points needs of a mesh: its portals with all that entering a cell takes, and
/// its corners with their walls, each in one line of the cache.
#include "path/points_side.h"

/// More than any cell has: the count of a door has 28 bits.
#define MOST_DOORS 0xfffffff

static cw_point_door ready_door(const cw_taut *search, const uint32_t *number, uint32_t edge) {
    const cw_taut_side *sides = search->sides, *side = &sides[edge];
    cw_vec2 to = sides[side->next].from, along = cw_vec2_sub(to, side->from);
    uint32_t before = cw_navmesh_previous(search->clearance->mesh, side->behind, side->twin);
    uint32_t first = search->door_first[side->behind];
    uint32_t count = search->door_first[side->behind + 1] - first;
    return (cw_point_door){.from = side->from,
                           .to = to,
                           .inverse_square = 1 / cw_vec2_dot(along, along),
                           .edge = edge,
                           .twin = number[side->twin],
                           .first = first,
                           .count = count & MOST_DOORS,
                           .bridge = side->bridge != 0,
                           .dented = search->dented[side->behind] != 0,
                           .right_on = sides[sides[side->twin].next].twin != CW_NONE,
                           .left_on = sides[before].twin != CW_NONE,
                           .right_corner = sides[sides[side->twin].next].corner,
                           .left_corner = sides[side->twin].corner};
}

static cw_status make_doors(cw_taut *search, uint32_t count) {
    uint32_t *number, edges = search->clearance->mesh->edge_count;
    CW_TRY(CW_ALLOCATE(search->context, number, edges));
    for (uint32_t i = 0; i < count; i++) {
        number[search->doors[i].edge] = i;
    }
    for (uint32_t i = 0; i < count; i++) {
        search->points.doors[i] = ready_door(search, number, search->doors[i].edge);
    }
    CW_RELEASE(search->context, number, edges);
    return CW_OK;
}

/// Makes room for doors and corners, from the first whole line of a block on.
static cw_status make_room(cw_taut *search, uint32_t doors, uint32_t corners) {
    cw_points *points = &search->points;
    size_t bytes = ((size_t)doors + corners + 1) * CW_LINE;
    CW_TRY(CW_ALLOCATE(search->context, points->lines, bytes));
    points->line_bytes = bytes;
    CW_TRY(CW_ALLOCATE(search->context, points->touched, 2 * (size_t)doors));
    points->touched_count = 2 * (size_t)doors;
    size_t off = (uintptr_t)points->lines % CW_LINE;
    points->doors = (cw_point_door *)(void *)(points->lines + (CW_LINE - off) % CW_LINE);
    points->corners = (cw_point_corner *)(void *)(points->doors + doors);
    return CW_OK;
}

cw_status cw_points_create(cw_taut *search) {
    cw_points *points = &search->points;
    const cw_clearance *clearance = search->clearance;
    uint32_t doors = search->door_first[clearance->mesh->cell_count];
    points->error = CW_POINT_ROUNDING * search->extent;
    points->doubt = points->error * 2 * CW_POINT_LONGEST * search->extent;
    CW_TRY(make_room(search, doors, clearance->corner_count));
    for (uint32_t i = 0; i < clearance->corner_count; i++) {
        const cw_taut_cone *cone = &search->cones[i];
        const cw_corner *corner = &clearance->corners[i];
        points->corners[i] = (cw_point_corner){.out = cone->out,
                                               .back = cone->back,
                                               .out_edge = search->sides[corner->outgoing].next,
                                               .back_edge = corner->incoming,
                                               .wide = cone->wide};
    }
    return make_doors(search, doors);
}

void cw_points_free(cw_taut *search) {
    cw_points *points = &search->points;
    CW_ARRAY_FREE(search->context, &points->roots);
    CW_ARRAY_FREE(search->context, &points->nodes);
    CW_RELEASE(search->context, points->touched, points->touched_count);
    CW_RELEASE(search->context, points->lines, points->line_bytes);
}

size_t cw_points_bytes(const cw_taut *search) {
    const cw_points *points = &search->points;
    return CW_ARRAY_BYTES(&points->roots) + CW_ARRAY_BYTES(&points->nodes) + points->line_bytes +
           points->touched_count * sizeof *points->touched;
}

void cw_points_forget(cw_taut *search) {
    for (uint32_t i = 0; search->points.lines != NULL && i < search->clearance->corner_count; i++) {
        search->points.corners[i].stamp = 0;
    }
    for (size_t i = 0; i < search->points.touched_count; i++) {
        search->points.touched[i] = 0;
    }
}
