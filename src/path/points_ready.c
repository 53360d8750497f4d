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

static cw_status make_doors(cw_taut *search) {
    cw_points *points = &search->points;
    const cw_navmesh *mesh = search->clearance->mesh;
    uint32_t *number;
    points->door_count = search->door_first[mesh->cell_count];
    CW_TRY(CW_ALLOCATE(search->context, points->doors, points->door_count));
    CW_TRY(CW_ALLOCATE(search->context, number, mesh->edge_count));
    for (uint32_t i = 0; i < points->door_count; i++) {
        number[search->doors[i].edge] = i;
    }
    for (uint32_t i = 0; i < points->door_count; i++) {
        points->doors[i] = ready_door(search, number, search->doors[i].edge);
    }
    CW_RELEASE(search->context, number, mesh->edge_count);
    return CW_OK;
}

cw_status cw_points_create(cw_taut *search) {
    cw_points *points = &search->points;
    uint32_t corners = search->clearance->corner_count;
    points->error = CW_POINT_ROUNDING * search->extent;
    points->doubt = points->error * 2 * CW_POINT_LONGEST * search->extent;
    CW_TRY(CW_ALLOCATE(search->context, points->corners, corners));
    for (uint32_t i = 0; i < corners; i++) {
        const cw_taut_cone *cone = &search->cones[i];
        points->corners[i] =
            (cw_point_corner){.out = cone->out, .back = cone->back, .wide = cone->wide};
    }
    return make_doors(search);
}

void cw_points_free(cw_taut *search) {
    cw_points *points = &search->points;
    CW_ARRAY_FREE(search->context, &points->roots);
    CW_ARRAY_FREE(search->context, &points->nodes);
    CW_RELEASE(search->context, points->doors, points->doors == NULL ? 0 : points->door_count);
    CW_RELEASE(search->context, points->corners,
               points->corners == NULL ? 0 : search->clearance->corner_count);
}

size_t cw_points_bytes(const cw_taut *search) {
    const cw_points *points = &search->points;
    size_t corners = points->corners == NULL ? 0 : search->clearance->corner_count;
    return CW_ARRAY_BYTES(&points->roots) + CW_ARRAY_BYTES(&points->nodes) +
           points->door_count * sizeof *points->doors + corners * sizeof *points->corners;
}

void cw_points_forget(cw_taut *search) {
    for (uint32_t i = 0; search->points.corners != NULL && i < search->clearance->corner_count;
         i++) {
        search->points.corners[i].stamp = 0;
    }
}
