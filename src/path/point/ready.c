/// What the search for points needs of a mesh: convex pieces of its cells, the doors between them
/// with all that entering a piece takes, each in one line of the cache, and its corners with their
/// walls. What a search notes of them stands apart, since other queries read the same tables.
///
/// Phases:
///   1. cells with dents are cut into pieces (navmesh/pieces.h), and sides that are doors listed;
///   2. doors and corners are made ready.
#include "navmesh/mesh/pieces.h"
#include "path/point/sides.h"

/// More than any cell has: the count of a door has 28 bits.
#define MOST_DOORS 0xfffffff

/// A side of a piece that is a door.
typedef struct outline {
    uint32_t edge;    ///< CW_NONE for a cut
    uint32_t ends[2]; ///< edges that start at its right and its left end
    uint32_t piece;
    uint32_t twin;          ///< of a cut
    bool goes_on, comes_on; ///< the next side of the piece is a door as well, and that before
} outline;

typedef struct outlines {
    CW_ARRAY(outline) doors;
    uint32_t *of_edge; ///< per edge of the mesh: its door
    uint32_t *corners; ///< per edge of the mesh: the corner at its start, or CW_NONE
    uint32_t *of_side; ///< per side of the pieces of a cell: its door
} outlines;

static bool is_portal(const cw_mesh_tables *tables, uint32_t edge) {
    return tables->sides[edge].twin != CW_NONE;
}

static cw_status start_piece(cw_mesh_tables *tables, const outlines *list) {
    cw_point_tables *points = &tables->points;
    cw_point_piece piece = {list->doors.count, points->sides.count};
    return CW_ARRAY_PUSH(tables->context, &points->pieces, piece);
}

/// Lists the doors of a cell that is one piece.
static cw_status list_cell(cw_mesh_tables *tables, uint32_t cell, outlines *list) {
    const cw_navmesh *mesh = tables->clearance->mesh;
    CW_TRY(start_piece(tables, list));
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        if (!is_portal(tables, e)) {
            continue;
        }
        uint32_t next = tables->sides[e].next;
        list->of_edge[e] = list->doors.count;
        outline door = {.edge = e,
                        .ends = {e, next},
                        .piece = tables->points.pieces.count - 1,
                        .goes_on = is_portal(tables, next),
                        .comes_on = is_portal(tables, cw_navmesh_previous(mesh, cell, e))};
        CW_TRY(CW_ARRAY_PUSH(tables->context, &list->doors, door));
    }
    return CW_OK;
}

/// Whether a side of a piece is a door: a cut, or a portal.
static bool is_door(const cw_mesh_tables *tables, const cw_piece_side *side) {
    return side->twin != CW_NONE || is_portal(tables, side->start);
}

static cw_status list_side(cw_mesh_tables *tables, const cw_cutter *cutter, uint32_t index,
                           outlines *list) {
    const cw_piece_side *side = &cutter->sides[index], *next = &cutter->sides[side->next];
    cw_mesh_line line = cw_points_line(tables, side->start, next->start);
    CW_TRY(CW_ARRAY_PUSH(tables->context, &tables->points.sides, line));
    if (!is_door(tables, side)) {
        return CW_OK;
    }
    bool is_cut = side->twin != CW_NONE;
    *(is_cut ? &list->of_side[index] : &list->of_edge[side->start]) = list->doors.count;
    outline door = {.edge = is_cut ? CW_NONE : side->start,
                    .ends = {side->start, next->start},
                    .piece = tables->points.pieces.count - 1,
                    .twin = side->twin,
                    .goes_on = is_door(tables, next),
                    .comes_on = is_door(tables, &cutter->sides[side->previous])};
    return CW_ARRAY_PUSH(tables->context, &list->doors, door);
}

/// Lists the doors of the pieces that a cell was cut into.
static cw_status list_pieces(cw_mesh_tables *tables, const cw_cutter *cutter, outlines *list) {
    uint32_t before = list->doors.count;
    for (uint32_t i = 0; i < cutter->piece_count; i++) {
        CW_TRY(start_piece(tables, list));
        uint32_t first = cutter->first[i], side = first;
        do {
            CW_TRY(list_side(tables, cutter, side, list));
            side = cutter->sides[side].next;
        } while (side != first);
    }
    for (uint32_t i = before; i < list->doors.count; i++) {
        outline *door = &list->doors.items[i];
        if (door->edge == CW_NONE) {
            door->twin = list->of_side[door->twin];
        }
    }
    return CW_OK;
}

static cw_status list_cells(cw_mesh_tables *tables, cw_cutter *cutter, outlines *list) {
    uint32_t cells = tables->clearance->mesh->cell_count;
    for (uint32_t c = 0; c < cells; c++) {
        tables->points.cell_piece[c] = tables->points.pieces.count;
        bool cut = tables->dented[c] && cw_cutter_cut(cutter, c);
        CW_TRY(cut ? list_pieces(tables, cutter, list) : list_cell(tables, c, list));
    }
    tables->points.cell_piece[cells] = tables->points.pieces.count;
    return start_piece(tables, list);
}

static cw_point_door ready_door(const cw_mesh_tables *tables, const outlines *list,
                                uint32_t index) {
    const cw_mesh_side *sides = tables->sides;
    const outline *door = &list->doors.items[index];
    bool is_cut = door->edge == CW_NONE;
    uint32_t twin = is_cut ? door->twin : list->of_edge[sides[door->edge].twin];
    const outline *behind = &list->doors.items[twin];
    const cw_point_piece *piece = &tables->points.pieces.items[behind->piece];
    cw_vec2 from = sides[door->ends[0]].from, to = sides[door->ends[1]].from;
    cw_vec2 along = cw_vec2_sub(to, from);
    return (cw_point_door){.from = from,
                           .to = to,
                           .inverse_square = 1 / cw_vec2_dot(along, along),
                           .edge = door->edge,
                           .twin = twin,
                           .first = piece[0].door,
                           .count = (piece[1].door - piece[0].door) & MOST_DOORS,
                           .bridge = !is_cut && sides[door->edge].bridge != 0,
                           .uncut = !is_cut && cw_points_is_uncut(tables, sides[door->edge].behind),
                           .right_on = behind->goes_on,
                           .left_on = behind->comes_on,
                           .right_corner = list->corners[door->ends[0]],
                           .left_corner = list->corners[door->ends[1]]};
}

/// Makes room for doors, from the first whole line of a block on, and for corners.
static cw_status make_room(cw_mesh_tables *tables, uint32_t doors, uint32_t corners) {
    cw_point_tables *points = &tables->points;
    size_t bytes = ((size_t)doors + 1) * CW_LINE;
    CW_TRY(CW_ALLOCATE(tables->context, points->lines, bytes));
    points->line_bytes = bytes;
    points->door_count = doors;
    CW_TRY(CW_ALLOCATE(tables->context, points->ends, 2 * (size_t)doors));
    CW_TRY(CW_ALLOCATE(tables->context, points->corners, corners));
    size_t off = (uintptr_t)points->lines % CW_LINE;
    points->doors = (cw_point_door *)(void *)(points->lines + (CW_LINE - off) % CW_LINE);
    return CW_OK;
}

/// Whether a corner has more than a full turn of floor, if only by a rounding, as where two walls
/// that lie in line meet at the landing of a stair. With more than half a turn in any case, the
/// wall that ends there then lies left of the one that starts.
static bool is_wide(const cw_mesh_tables *tables, uint32_t index) {
    const cw_navmesh *mesh = tables->clearance->mesh;
    const cw_corner *corner = &tables->clearance->corners[index];
    cw_point at = cw_navmesh_point(mesh, corner->outgoing);
    cw_point out = cw_navmesh_point(mesh, tables->sides[corner->outgoing].next);
    return tables->cones[index].wide ||
           cw_orient(at, out, cw_navmesh_point(mesh, corner->incoming)) > 0;
}

static void ready_corners(cw_mesh_tables *tables, outlines *list) {
    const cw_clearance *clearance = tables->clearance;
    for (uint32_t e = 0; e < clearance->mesh->edge_count; e++) {
        list->corners[e] = CW_NONE;
    }
    for (uint32_t i = 0; i < clearance->corner_count; i++) {
        const cw_mesh_cone *cone = &tables->cones[i];
        const cw_corner *corner = &clearance->corners[i];
        uint32_t edge = corner->outgoing;
        for (; edge != CW_NONE; edge = cw_navmesh_around(clearance->mesh, edge)) {
            list->corners[edge] = i;
        }
        tables->points.corners[i] =
            (cw_point_corner){.out = cone->out,
                              .back = cone->back,
                              .out_edge = tables->sides[corner->outgoing].next,
                              .back_edge = corner->incoming,
                              .wide = is_wide(tables, i)};
    }
}

/// Whether two vertices that are joined by an edge have one position in doubles.
static bool is_crowded(const cw_mesh_tables *tables) {
    for (uint32_t e = 0; e < tables->clearance->mesh->edge_count; e++) {
        const cw_mesh_side *side = &tables->sides[e];
        if (cw_points_same(side->from, tables->sides[side->next].from)) {
            return true;
        }
    }
    return false;
}

static cw_status make_ready(cw_mesh_tables *tables, cw_cutter *cutter, outlines *list) {
    cw_context *context = tables->context;
    const cw_navmesh *mesh = tables->clearance->mesh;
    CW_TRY(cw_cutter_create(context, mesh, cutter));
    CW_TRY(CW_ALLOCATE(context, list->of_edge, mesh->edge_count));
    CW_TRY(CW_ALLOCATE(context, list->corners, mesh->edge_count));
    CW_TRY(CW_ALLOCATE(context, list->of_side, (size_t)cutter->capacity * 3));
    CW_TRY(list_cells(tables, cutter, list));
    CW_TRY(make_room(tables, list->doors.count, tables->clearance->corner_count));
    ready_corners(tables, list);
    tables->points.crowded = is_crowded(tables);
    for (uint32_t i = 0; i < list->doors.count; i++) {
        tables->points.doors[i] = ready_door(tables, list, i);
        tables->points.ends[2 * i] = list->doors.items[i].ends[0];
        tables->points.ends[2 * i + 1] = list->doors.items[i].ends[1];
    }
    return CW_OK;
}

cw_status cw_points_create(cw_mesh_tables *tables) {
    cw_context *context = tables->context;
    const cw_navmesh *mesh = tables->clearance->mesh;
    tables->points.error = CW_POINT_ROUNDING * tables->extent;
    tables->points.doubt = tables->points.error * 2 * CW_POINT_LONGEST * tables->extent;
    CW_TRY(CW_ALLOCATE(context, tables->points.cell_piece, (size_t)mesh->cell_count + 1));
    cw_cutter cutter = {0};
    outlines list = {0};
    cw_status status = make_ready(tables, &cutter, &list);
    CW_ARRAY_FREE(context, &list.doors);
    CW_RELEASE(context, list.of_edge, mesh->edge_count);
    CW_RELEASE(context, list.corners, mesh->edge_count);
    CW_RELEASE(context, list.of_side, (size_t)cutter.capacity * 3);
    cw_cutter_free(context, &cutter);
    return status;
}

void cw_points_free(cw_mesh_tables *tables) {
    cw_point_tables *points = &tables->points;
    cw_context *context = tables->context;
    CW_ARRAY_FREE(context, &points->pieces);
    CW_ARRAY_FREE(context, &points->sides);
    CW_RELEASE(context, points->cell_piece, (size_t)tables->clearance->mesh->cell_count + 1);
    CW_RELEASE(context, points->ends, 2 * (size_t)points->door_count);
    CW_RELEASE(context, points->corners, tables->clearance->corner_count);
    CW_RELEASE(context, points->lines, points->line_bytes);
}

size_t cw_points_bytes(const cw_mesh_tables *tables) {
    const cw_point_tables *points = &tables->points;
    const cw_clearance *clearance = tables->clearance;
    return CW_ARRAY_BYTES(&points->pieces) + CW_ARRAY_BYTES(&points->sides) + points->line_bytes +
           (clearance->mesh->cell_count + (size_t)1) * sizeof *points->cell_piece +
           clearance->corner_count * sizeof *points->corners +
           2 * (size_t)points->door_count * sizeof *points->ends;
}

cw_status cw_points_make_state(cw_path_search *search) {
    cw_points *points = &search->points;
    cw_context *context = search->context;
    CW_TRY(CW_ALLOCATE(context, points->arrivals, search->clearance->corner_count));
    CW_TRY(CW_ALLOCATE(context, points->touched, 2 * (size_t)search->mesh.points.door_count));
    return CW_ALLOCATE(context, points->opened, search->clearance->mesh->edge_count);
}

void cw_points_free_state(cw_path_search *search) {
    cw_points *points = &search->points;
    cw_context *context = search->context;
    CW_ARRAY_FREE(context, &points->roots);
    CW_ARRAY_FREE(context, &points->nodes);
    CW_ARRAY_FREE(context, &points->around);
    CW_ARRAY_FREE(context, &points->goals);
    CW_RELEASE(context, points->arrivals, search->clearance->corner_count);
    CW_RELEASE(context, points->touched, 2 * (size_t)search->mesh.points.door_count);
    CW_RELEASE(context, points->opened, search->clearance->mesh->edge_count);
}

size_t cw_points_state_bytes(const cw_path_search *search) {
    const cw_points *points = &search->points;
    return search->clearance->corner_count * sizeof *points->arrivals +
           2 * (size_t)search->mesh.points.door_count * sizeof *points->touched +
           search->clearance->mesh->edge_count * sizeof *points->opened +
           CW_ARRAY_BYTES(&points->roots) + CW_ARRAY_BYTES(&points->nodes) +
           CW_ARRAY_BYTES(&points->around) + CW_ARRAY_BYTES(&points->goals);
}
