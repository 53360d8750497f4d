/// Making a mesh ready for Polyanya. In order: the corners that paths can bend at, the portals of
/// each cell in one list, the dead ends. Linear in the size of the mesh.
///
/// Walls are in no list, since a search has nothing to do at them. A dead end is a cell with one
/// portal, or one whose other portals all lead into dead ends: the paper's rule, carried on.
#include "clearway/edges.h"
#include "polyanya_parts.h"

#include <stdlib.h>

static uint32_t next_edge(const cw_navmesh *mesh, uint32_t edge) {
    uint32_t cell = mesh->edge_cell[edge];
    return cw_navmesh_next(mesh, cell, edge);
}

/// Where a shortest path may bend: at walls. Those that do not stand in count as well, as in the
/// authors' program: a ray that passes within epsilon of such a vertex has its end there, and what
/// is beyond must stay in reach.
static void find_corners(const cw_navmesh *mesh, bool *bends) {
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        if (mesh->edge_twin[e] == CW_NONE) {
            bends[mesh->edge_vertex[e]] = bends[mesh->edge_vertex[next_edge(mesh, e)]] = true;
        }
    }
}

/// The number of each portal in the list, and where each cell's begin.
static void number_portals(const cw_navmesh *mesh, uint32_t *number, cw_polyanya_mesh *made) {
    uint32_t count = 0;
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        made->cell_first[c] = count;
        for (uint32_t e = cw_navmesh_cell_begin(mesh, c); e < cw_navmesh_cell_end(mesh, c); e++) {
            number[e] = mesh->edge_twin[e] != CW_NONE ? count++ : CW_NONE;
        }
    }
    made->cell_first[mesh->cell_count] = made->portal_count = count;
}

static cw_polyanya_portal portal_of(const cw_navmesh *mesh, uint32_t edge, const bool *bends,
                                    const uint32_t *number, const cw_polyanya_mesh *made) {
    uint32_t right = mesh->edge_vertex[edge], left = mesh->edge_vertex[next_edge(mesh, edge)];
    uint32_t twin = mesh->edge_twin[edge], cell = mesh->edge_cell[twin];
    cw_polyanya_portal portal = {.right = cw_polyanya_place(mesh, right),
                                 .left = cw_polyanya_place(mesh, left)};
    cw_vec2 along = cw_polyanya_from(portal.right, portal.left);
    portal.inverse_square = 1 / (along.x * along.x + along.y * along.y);
    portal.right_corner = bends[right] ? right : CW_NONE;
    portal.left_corner = bends[left] ? left : CW_NONE;
    portal.cell = cell;
    portal.twin = number[twin];
    portal.first = made->cell_first[cell];
    portal.last = made->cell_first[cell + 1] & INT32_MAX;
    return portal;
}

static bool list_portals(const cw_navmesh *mesh, const bool *bends, cw_polyanya_mesh *made) {
    uint32_t *number = malloc(((size_t)mesh->edge_count + 1) * sizeof *number);
    if (number != NULL) {
        number_portals(mesh, number, made);
        made->portals = calloc((size_t)made->portal_count + 1, sizeof *made->portals);
    }
    for (uint32_t e = 0; made->portals != NULL && e < mesh->edge_count; e++) {
        if (number[e] != CW_NONE) {
            made->portals[number[e]] = portal_of(mesh, e, bends, number, made);
        }
    }
    free(number);
    return made->portals != NULL;
}

/// The only cell that a dead end leads to: behind its one portal that leads into no dead end.
static uint32_t only_way_out(const cw_polyanya_mesh *made, uint32_t cell) {
    for (uint32_t p = made->cell_first[cell]; p < made->cell_first[cell + 1]; p++) {
        if (!made->portals[p].dead_end) {
            return made->portals[p].cell;
        }
    }
    return CW_NONE;
}

/// Closes a dead end: nobody goes there, and the cell before it may have become one.
static uint32_t close_dead_end(cw_polyanya_mesh *made, uint32_t *open, uint32_t cell) {
    uint32_t out = only_way_out(made, cell);
    made->way_out[cell] = out;
    for (uint32_t p = made->cell_first[cell]; p < made->cell_first[cell + 1]; p++) {
        if (!made->portals[p].dead_end) {
            made->portals[made->portals[p].twin].dead_end = 1;
        }
    }
    open[cell] = 0;
    return --open[out] == 1 ? out : CW_NONE;
}

static bool find_dead_ends(const cw_navmesh *mesh, cw_polyanya_mesh *made) {
    uint32_t *open = malloc(((size_t)mesh->cell_count + 1) * sizeof *open);
    if (open == NULL) {
        return false;
    }
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        open[c] = made->cell_first[c + 1] - made->cell_first[c];
        made->way_out[c] = CW_NONE;
    }
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        uint32_t cell = open[c] == 1 ? c : CW_NONE;
        while (cell != CW_NONE) {
            cell = close_dead_end(made, open, cell);
        }
    }
    free(open);
    return true;
}

cw_status cw_polyanya_mesh_make(const cw_navmesh *mesh, cw_polyanya_mesh *made) {
    *made = (cw_polyanya_mesh){0};
    made->cell_first = malloc(((size_t)mesh->cell_count + 1) * sizeof *made->cell_first);
    made->way_out = malloc(((size_t)mesh->cell_count + 1) * sizeof *made->way_out);
    bool *bends = calloc((size_t)mesh->vertex_count + 1, sizeof *bends);
    bool good = made->cell_first != NULL && made->way_out != NULL && bends != NULL;
    if (good) {
        find_corners(mesh, bends);
        good = list_portals(mesh, bends, made) && find_dead_ends(mesh, made);
    }
    free(bends);
    return good ? CW_OK : CW_ERROR_MEMORY;
}

void cw_polyanya_mesh_free(cw_polyanya_mesh *made) {
    free(made->portals);
    free(made->cell_first);
    free(made->way_out);
    *made = (cw_polyanya_mesh){0};
}
