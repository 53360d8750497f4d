/// From each cell, the bends that a path can come to first: part of making sights.
///
/// A path that comes to a bend straight from its start is, seen the other way round, one that
/// leaves the opposite bend of the same corner and sees the start. So these are the bends whose
/// opposites see the cell. Both bends of a corner see the same: they are listed as one.
#include "path/sights/explore.h"

cw_status cw_sights_list_openers(cw_sights *sights) {
    uint32_t cells = sights->clearance->mesh->cell_count, count = sights->cells.count;
    CW_TRY(CW_ALLOCATE(sights->context, sights->opener_first, (size_t)cells + 1));
    CW_TRY(CW_ALLOCATE(sights->context, sights->openers, count));
    sights->opener_count = count;
    uint32_t *first = sights->opener_first;
    for (uint32_t i = 0; i < count; i++) {
        first[sights->cells.items[i] + 1]++;
    }
    for (uint32_t c = 0; c < cells; c++) {
        first[c + 1] += first[c];
    }
    // Filling from the last bend on moves the end of each list, which is the start of the next, to
    // its start.
    for (uint32_t bend = 2 * sights->clearance->corner_count; bend > 0; bend -= 2) {
        const cw_outlook *outlook = &sights->outlooks[bend - 2];
        for (uint32_t i = outlook->cell_first; i < outlook->cell_first + outlook->cell_count; i++) {
            sights->openers[--first[sights->cells.items[i] + 1]] = cw_bend_back(bend - 2);
        }
    }
    for (uint32_t c = 0; c < cells; c++) {
        first[c] = first[c + 1];
    }
    first[cells] = count;
    return CW_OK;
}
