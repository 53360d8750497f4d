/// From each cell, the bends that a path can come to first: part of making sights.
///
/// A path that comes to a bend straight from its start is, seen the other way round, one that
/// leaves the opposite bend of the same corner and sees the start. So these are the bends whose
/// opposites see the cell. Both bends of a corner see the same: they are listed as one.
#include "path/sights/explore.h"
#include <stdlib.h>

/// An opener of a cell.
typedef struct entry {
    uint32_t cell;
    cw_opener opener;
} entry;

static int compare(uint32_t a, uint32_t b) {
    return (a > b) - (a < b);
}

/// Cell by cell, and door by door.
static int in_order(const void *a, const void *b) {
    const entry *one = a, *other = b;
    int by_cell = compare(one->cell, other->cell);
    int by_door = compare(one->opener.door, other->opener.door);
    return by_cell != 0   ? by_cell
           : by_door != 0 ? by_door
                          : compare(one->opener.bend, other->opener.bend);
}

cw_status cw_sights_list_openers(cw_sights *sights, const uint32_t *doors) {
    uint32_t cells = sights->clearance->mesh->cell_count, count = sights->cells.count;
    uint32_t bends = 2 * sights->clearance->corner_count;
    entry *entries;
    CW_TRY(CW_ALLOCATE(sights->context, sights->opener_first, (size_t)cells + 1));
    CW_TRY(CW_ALLOCATE(sights->context, sights->openers, count));
    sights->opener_count = count;
    CW_TRY(CW_ALLOCATE(sights->context, entries, count));
    for (uint32_t bend = 0; bend < bends; bend += 2) {
        const cw_outlook *outlook = &sights->outlooks[bend];
        for (uint32_t i = outlook->cell_first; i < outlook->cell_first + outlook->cell_count; i++) {
            entries[i] = (entry){sights->cells.items[i], {cw_bend_back(bend), doors[i]}};
        }
    }
    if (count > 1) {
        qsort(entries, count, sizeof *entries, in_order);
    }
    for (uint32_t i = 0; i < count; i++) {
        sights->openers[i] = entries[i].opener;
        sights->opener_first[entries[i].cell + 1]++;
    }
    for (uint32_t c = 0; c < cells; c++) {
        sights->opener_first[c + 1] += sights->opener_first[c];
    }
    CW_RELEASE(sights->context, entries, count);
    return CW_OK;
}
