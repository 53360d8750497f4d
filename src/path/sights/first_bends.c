/// From each cell, the bends that a path can come to first: part of making sights.
///
/// A path that comes to a bend straight from its start is, seen the other way round, one that
/// leaves the opposite bend of the same corner and sees the start. So these are the bends whose
/// opposites see the cell. Both bends of a corner see the same: they are listed as one.
#include "path/sights/explore.h"
#include <stdlib.h>

static int compare(uint32_t a, uint32_t b) {
    return (a > b) - (a < b);
}

static int door_by_door(const void *a, const void *b) {
    const cw_opener *one = a, *other = b;
    int order = compare(one->door, other->door);
    return order != 0 ? order : compare(one->bend, other->bend);
}

cw_status cw_sights_list_openers(cw_sights *sights, const uint32_t *doors) {
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
    // Filling moves the end of each list, which is the start of the next, to its start.
    for (uint32_t bend = 0; bend < 2 * sights->clearance->corner_count; bend += 2) {
        const cw_outlook *outlook = &sights->outlooks[bend];
        for (uint32_t i = outlook->cell_first; i < outlook->cell_first + outlook->cell_count; i++) {
            uint32_t at = --first[sights->cells.items[i] + 1];
            sights->openers[at] = (cw_opener){cw_bend_back(bend), doors[i]};
        }
    }
    for (uint32_t c = 0; c < cells; c++) {
        first[c] = first[c + 1];
    }
    first[cells] = count;
    for (uint32_t c = 0; c < cells && count > 0; c++) {
        qsort(&sights->openers[first[c]], first[c + 1] - first[c], sizeof *sights->openers,
              door_by_door);
    }
    return CW_OK;
}
