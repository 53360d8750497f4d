/// From each cell, the bends that a path can come to first: part of making sights.
///
/// A path that comes to a bend straight from its start is, seen the other way round, one that
/// leaves the opposite bend of the same corner and sees the start. So these are the bends whose
/// opposites see the cell. Where a bend is not open, or on some of its parts only, that is not
/// known. Whatever a disc sees, a point at the corner sees too: the disc sweeps a strip that is
/// free, convex, and touches the corner. So all cells that such a corner sees are murky: paths that
/// start there do not rely on the lists.
#include "path/explore.h"

/// Whether all is known of a corner: what its bends see, or that no path turns there.
static bool is_known(const cw_sights *sights, uint32_t corner) {
    const cw_outlook *outlooks = &sights->outlooks[2 * corner];
    return outlooks->dead || (outlooks[0].open && outlooks[1].open && !outlooks->split);
}

/// Sends the rays of a point at a corner out and marks the cells they come to.
static cw_status mark_murky(cw_taut *search, cw_sights *sights, uint32_t corner_index) {
    const cw_corner *corner = &sights->clearance->corners[corner_index];
    const cw_navmesh *mesh = sights->clearance->mesh;
    cw_cells *around = &search->explorer->around;
    cw_root root = {.center = corner->position,
                    .at = corner->position,
                    .from = corner->position,
                    .corner = CW_NONE,
                    .parent = CW_NONE};
    bool all = true;
    CW_TRY(
        cw_taut_find_around(search, corner->position, mesh->edge_cell[corner->outgoing], around));
    for (uint32_t i = 0; i < around->count; i++) {
        all = all && !search->dented[around->items[i]];
    }
    if (all) {
        CW_TRY(cw_explorer_send(search, &root, around, &all));
    }
    for (uint32_t i = 0; i < search->nodes.count && all; i++) {
        sights->murky[search->nodes.items[i].cell] = true;
    }
    for (uint32_t c = 0; c < mesh->cell_count && !all; c++) {
        sights->murky[c] = true;
    }
    return CW_OK;
}

static cw_status find_murky(cw_taut *search, cw_sights *sights) {
    for (uint32_t c = 0; c < sights->clearance->mesh->cell_count; c++) {
        sights->murky[c] = search->dented[c];
    }
    cw_taut_set_radius(search, 0);
    for (uint32_t corner = 0; corner < sights->clearance->corner_count; corner++) {
        if (!is_known(sights, corner)) {
            CW_TRY(mark_murky(search, sights, corner));
        }
    }
    cw_taut_set_radius(search, sights->radius);
    return CW_OK;
}

/// Turns the lists of cells that bends see round.
static void list_openers(cw_sights *sights) {
    const cw_navmesh *mesh = sights->clearance->mesh;
    uint32_t bends = 2 * sights->clearance->corner_count, *first = sights->opener_first;
    for (uint32_t i = 0; i < sights->cells.count; i++) {
        first[sights->cells.items[i] + 1]++;
    }
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        first[c + 1] += first[c];
    }
    // Filling moves the start of each list to its end, which is the start of the next.
    for (uint32_t bend = 0; bend < bends; bend++) {
        const cw_outlook *outlook = &sights->outlooks[bend];
        for (uint32_t i = 0; i < outlook->cell_count; i++) {
            uint32_t cell = sights->cells.items[outlook->cell_first + i];
            sights->openers[first[cell]++] = cw_bend_back(bend);
        }
    }
    for (uint32_t c = mesh->cell_count; c > 0; c--) {
        first[c] = first[c - 1];
    }
    first[0] = 0;
}

cw_status cw_sights_find_openers(cw_taut *search, cw_sights *sights) {
    uint32_t cells = sights->clearance->mesh->cell_count;
    CW_TRY(CW_ALLOCATE(sights->context, sights->murky, cells));
    CW_TRY(CW_ALLOCATE(sights->context, sights->opener_first, (size_t)cells + 1));
    CW_TRY(CW_ALLOCATE(sights->context, sights->openers, sights->cells.count));
    sights->opener_count = sights->cells.count;
    list_openers(sights);
    return find_murky(search, sights);
}
