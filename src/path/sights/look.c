/// What a point sees from a corner: the search for points looks through all the portals it reaches,
/// without a goal and without a turn.
#include "path/point/sides.h"
#include "path/sights/explore.h"

/// Most parts of portals that are looked through from one place. A bend that looks through more is
/// closed.
#define MOST_PARTS 4096

/// Puts a number into a list.
static cw_status insert(cw_context *context, cw_cells *list, uint32_t at, uint32_t number) {
    CW_TRY(CW_ARRAY_PUSH(context, list, number));
    for (uint32_t i = list->count - 1; i > at; i--) {
        list->items[i] = list->items[i - 1];
    }
    list->items[at] = number;
    return CW_OK;
}

/// Adds a cell that is looked into through an edge of it, or CW_NONE where the corner is.
static cw_status note_cell(cw_context *context, cw_explorer *seen, uint32_t cell, uint32_t door) {
    uint32_t at = seen->cells->count;
    while (at > seen->first && seen->cells->items[at - 1] >= cell) {
        at--;
    }
    if (at < seen->cells->count && seen->cells->items[at] == cell) {
        uint32_t *known = &seen->doors.items[at];
        *known = *known == door ? door : CW_NONE;
        return CW_OK;
    }
    CW_TRY(insert(context, seen->cells, at, cell));
    return insert(context, &seen->doors, at, door);
}

/// Notes the corner at an end of a door that is seen.
static cw_status note_corner(cw_explorer *seen, const cw_path_search *search, uint32_t end) {
    uint32_t corner = cw_point_corner_of(search, end);
    if (corner == CW_NONE || seen->noted[corner] == seen->looks) {
        return CW_OK;
    }
    seen->noted[corner] = seen->looks;
    return CW_ARRAY_PUSH(search->context, &seen->corners, corner);
}

/// Notes the pieces around the corner. Doors that end at it are not looked through, but it sees
/// along them.
static cw_status note_around(cw_path_search *search, cw_explorer *seen) {
    const cw_points *points = &search->points;
    for (uint32_t i = 0; i < points->around.count; i++) {
        cw_point_doors piece = points->around.items[i];
        CW_TRY(note_cell(search->context, seen, piece.cell, CW_NONE));
        for (uint32_t end = 2 * piece.first; end < 2 * (piece.first + piece.count); end++) {
            CW_TRY(note_corner(seen, search, end));
        }
    }
    return CW_OK;
}

/// Notes what is seen through a door.
static cw_status note_node(cw_path_search *search, cw_explorer *seen, const cw_point_node *node) {
    if (node->right_end) {
        CW_TRY(note_corner(seen, search, 2 * node->door));
    }
    if (node->left_end) {
        CW_TRY(note_corner(seen, search, 2 * node->door + 1));
    }
    if (!cw_point_is_portal(search, node)) {
        return CW_OK;
    }
    const cw_mesh_side *side = &search->mesh.sides[search->mesh.points.doors[node->door].edge];
    return note_cell(search->context, seen, side->behind, side->twin);
}

cw_status cw_explorer_look_from(cw_path_search *search, uint32_t corner, cw_explorer *seen,
                                bool *all) {
    const cw_corner *from = &search->clearance->corners[corner];
    uint32_t cell = search->clearance->mesh->edge_cell[from->outgoing];
    seen->first = seen->cells->count;
    seen->noted[corner] = ++seen->looks; /* it does not see itself */
    CW_TRY(cw_points_see_all(search, from->position, cell, MOST_PARTS, all));
    CW_TRY(note_around(search, seen));
    for (uint32_t i = 0; i < search->points.nodes.count; i++) {
        CW_TRY(note_node(search, seen, &search->points.nodes.items[i]));
    }
    return CW_OK;
}
