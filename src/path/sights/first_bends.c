/// From each cell, the bends that a path can come to first: part of making sights.
///
/// A path that comes to a bend straight from its start is, seen the other way round, one that
/// leaves the opposite bend of the same corner and sees the start. So these are the bends whose
/// opposites see the cell. Where a bend is not open, or on some of its parts only, that is not
/// known. Whatever a disc sees, a point at the corner sees too: the disc sweeps a strip that is
/// free, convex, and touches the corner. So all cells that such a corner sees are murky: paths that
/// start there do not rely on the lists.
#include "path/sights/explore.h"
#include <stdlib.h>

/// Whether all is known of a corner: what its bends see, or that no path turns there.
static bool is_known(const cw_sights *sights, uint32_t corner) {
    const cw_outlook *outlooks = &sights->outlooks[2 * corner];
    return outlooks->dead || (outlooks[0].open && outlooks[1].open && !outlooks->split);
}

/// Marks the cells that a point at a corner sees.
static cw_status mark_murky(cw_taut *search, cw_sights *sights, uint32_t corner) {
    bool all;
    CW_TRY(cw_explorer_look_from(search, &sights->clearance->corners[corner], &all));
    for (uint32_t i = 0; i < search->nodes.count && all; i++) {
        sights->murky[search->nodes.items[i].cell] = true;
    }
    for (uint32_t c = 0; c < sights->clearance->mesh->cell_count && !all; c++) {
        sights->murky[c] = true;
    }
    return CW_OK;
}

static cw_status find_murky(cw_taut *search, cw_sights *sights) {
    for (uint32_t c = 0; c < sights->clearance->mesh->cell_count; c++) {
        sights->murky[c] = !cw_taut_is_convex(search, c);
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

/// Of sights for any radius, both bends of a corner see the same: they are listed as one.
static uint32_t list_step(const cw_sights *sights) {
    return sights->radius == CW_ANY_RADIUS ? 2 : 1;
}

/// Counts how many bends see each cell, into the entry behind its own.
static void count_openers(cw_sights *sights) {
    uint32_t bends = 2 * sights->clearance->corner_count;
    for (uint32_t bend = 0; bend < bends; bend += list_step(sights)) {
        const cw_outlook *outlook = &sights->outlooks[bend];
        for (uint32_t i = 0; i < outlook->cell_count; i++) {
            sights->opener_first[sights->cells.items[outlook->cell_first + i] + 1]++;
        }
        sights->opener_count += outlook->cell_count;
    }
}

static int door_by_door(const void *a, const void *b) {
    const cw_opener *one = a, *other = b;
    return one->door != other->door ? (one->door > other->door ? 1 : -1)
                                    : (one->bend > other->bend) - (one->bend < other->bend);
}

cw_status cw_sights_list_openers(cw_sights *sights, const uint32_t *doors) {
    uint32_t cells = sights->clearance->mesh->cell_count;
    CW_TRY(CW_ALLOCATE(sights->context, sights->murky, cells));
    CW_TRY(CW_ALLOCATE(sights->context, sights->opener_first, (size_t)cells + 1));
    count_openers(sights);
    CW_TRY(CW_ALLOCATE(sights->context, sights->openers, sights->opener_count));
    uint32_t *first = sights->opener_first;
    for (uint32_t c = 0; c < cells; c++) {
        first[c + 1] += first[c];
    }
    // Filling moves the start of each list to its end, which is the start of the next.
    uint32_t bends = 2 * sights->clearance->corner_count;
    for (uint32_t bend = 0; bend < bends; bend += list_step(sights)) {
        const cw_outlook *outlook = &sights->outlooks[bend];
        for (uint32_t i = 0; i < outlook->cell_count; i++) {
            uint32_t at = outlook->cell_first + i, cell = sights->cells.items[at];
            sights->openers[first[cell]++] =
                (cw_opener){cw_bend_back(bend), doors == NULL ? CW_NONE : doors[at]};
        }
    }
    for (uint32_t c = cells; c > 0; c--) {
        first[c] = first[c - 1];
    }
    first[0] = 0;
    for (uint32_t c = 0; c < cells && sights->opener_count > 0; c++) {
        qsort(&sights->openers[first[c]], first[c + 1] - first[c], sizeof *sights->openers,
              door_by_door);
    }
    return CW_OK;
}

cw_status cw_sights_find_openers(cw_taut *search, cw_sights *sights) {
    CW_TRY(cw_sights_list_openers(sights, NULL));
    return find_murky(search, sights);
}
