/// From each cell, the bends that a path can come to first: part of making sights.
///
/// A path that comes to a bend straight from its start is, seen the other way round, one that
/// leaves the opposite bend of the same corner and sees the start. So these are the bends whose
/// opposites see the cell. Both bends of a corner see the same: they are listed as one.
#include "path/sights/explore.h"
#include <stdlib.h>

/// Counts how many bends see each cell, into the entry behind its own.
static void count_openers(cw_sights *sights) {
    uint32_t bends = 2 * sights->clearance->corner_count;
    for (uint32_t bend = 0; bend < bends; bend += 2) {
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
    CW_TRY(CW_ALLOCATE(sights->context, sights->opener_first, (size_t)cells + 1));
    count_openers(sights);
    CW_TRY(CW_ALLOCATE(sights->context, sights->openers, sights->opener_count));
    uint32_t *first = sights->opener_first;
    for (uint32_t c = 0; c < cells; c++) {
        first[c + 1] += first[c];
    }
    // Filling moves the start of each list to its end, which is the start of the next.
    uint32_t bends = 2 * sights->clearance->corner_count;
    for (uint32_t bend = 0; bend < bends; bend += 2) {
        const cw_outlook *outlook = &sights->outlooks[bend];
        for (uint32_t i = 0; i < outlook->cell_count; i++) {
            uint32_t at = outlook->cell_first + i, cell = sights->cells.items[at];
            sights->openers[first[cell]++] = (cw_opener){cw_bend_back(bend), doors[at]};
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
