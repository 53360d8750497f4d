/// What a point sees from a corner: the search for points looks through all the portals it reaches,
/// without a goal and without a turn.
#include "clearance/near/features.h"
#include "path/point/sides.h"
#include "path/sights/explore.h"

#include <stdlib.h>

/// Most parts of portals that are looked through from one place. A bend that looks through more is
/// closed.
#define MOST_PARTS 4096

/// Notes the corner at an end of a door that is seen.
static cw_status note_corner(cw_explorer *explorer, const cw_path_search *search, uint32_t end) {
    uint32_t corner = cw_point_corner_of(search, end);
    return corner == CW_NONE ? CW_OK : CW_ARRAY_PUSH(search->context, &explorer->corners, corner);
}

/// Puts what was noted again and again in order, each once.
static void sort_once(cw_cells *noted) {
    uint32_t count = 0;
    if (noted->count > 1) {
        qsort(noted->items, noted->count, sizeof *noted->items, cw_index_order);
    }
    for (uint32_t i = 0; i < noted->count; i++) {
        if (i == 0 || noted->items[i] != noted->items[i - 1]) {
            noted->items[count++] = noted->items[i];
        }
    }
    noted->count = count;
}

/// Notes the pieces around the corner. Doors that end at it are not looked through, but it sees
/// along them.
static cw_status note_around(cw_path_search *search, cw_explorer *explorer) {
    const cw_points *points = &search->points;
    for (uint32_t i = 0; i < points->around.count; i++) {
        cw_point_doors piece = points->around.items[i];
        CW_TRY(CW_ARRAY_PUSH(search->context, &explorer->cells, piece.cell));
        for (uint32_t end = 2 * piece.first; end < 2 * (piece.first + piece.count); end++) {
            CW_TRY(note_corner(explorer, search, end));
        }
    }
    return CW_OK;
}

/// Notes what is seen through a door.
static cw_status note_node(cw_path_search *search, cw_explorer *explorer,
                           const cw_point_node *node) {
    if (node->right_end) {
        CW_TRY(note_corner(explorer, search, 2 * node->door));
    }
    if (node->left_end) {
        CW_TRY(note_corner(explorer, search, 2 * node->door + 1));
    }
    if (!cw_point_is_portal(search, node)) {
        return CW_OK;
    }
    const cw_mesh_side *side = &search->mesh.sides[search->mesh.points.doors[node->door].edge];
    return CW_ARRAY_PUSH(search->context, &explorer->cells, side->behind);
}

cw_status cw_explorer_look_from(cw_path_search *search, const cw_corner *corner,
                                cw_explorer *explorer, bool *all) {
    uint32_t cell = search->clearance->mesh->edge_cell[corner->outgoing];
    explorer->cells.count = explorer->corners.count = 0;
    CW_TRY(cw_points_see_all(search, corner->position, cell, MOST_PARTS, all));
    CW_TRY(note_around(search, explorer));
    for (uint32_t i = 0; i < search->points.nodes.count; i++) {
        CW_TRY(note_node(search, explorer, &search->points.nodes.items[i]));
    }
    sort_once(&explorer->cells);
    sort_once(&explorer->corners);
    return CW_OK;
}
