/// The lists of sights that follow from other lists, seen from the other side: of each corner the
/// cells to which it matters, and of each cell the bends that a path can come to first.
///
/// A path that comes to a bend straight from its start is, seen the other way round, one that
/// leaves the opposite bend of the same corner and sees the start. So these are the bends whose
/// opposites see the cell. Both bends of a corner see the same: they are listed as one.
///
/// Both are sorted by a key whose upper half is the number of the list. Cost: linear.
#include "geom/order.h"
#include "path/sights/explore.h"

static uint64_t key_of(uint32_t list, uint32_t order) {
    return (uint64_t)list << 32 | order;
}

/// Sorts entries, of which there is room for twice as many, and tells where each list starts.
static void sort(cw_keyed *entries, uint32_t count, uint32_t *first, uint32_t lists) {
    cw_keyed_sort_in_place(entries, count);
    for (uint32_t i = 0; i < count; i++) {
        first[(entries[i].key >> 32) + 1] = i + 1;
    }
    for (uint32_t i = 0; i < lists; i++) {
        first[i + 1] = first[i + 1] > first[i] ? first[i + 1] : first[i];
    }
}

cw_status cw_sights_list_near(cw_sights *sights) {
    const cw_clearance *clearance = sights->clearance;
    const uint32_t *near = clearance->near_corner_first;
    uint32_t corners = clearance->corner_count, cells = clearance->mesh->cell_count;
    uint32_t count = near[cells];
    CW_TRY(CW_ALLOCATE(sights->context, sights->near_first, (size_t)corners + 1));
    CW_TRY(CW_ALLOCATE(sights->context, sights->near_cells, count));
    CW_TRY(CW_ALLOCATE(sights->context, sights->near_items, count));
    cw_keyed *entries;
    CW_TRY(CW_ALLOCATE(sights->context, entries, 2 * (size_t)count));
    for (uint32_t c = 0; c < cells; c++) {
        for (uint32_t i = near[c]; i < near[c + 1]; i++) {
            entries[i] = (cw_keyed){key_of(clearance->near_corners[i].corner, c), i};
        }
    }
    sort(entries, count, sights->near_first, corners);
    for (uint32_t i = 0; i < count; i++) {
        sights->near_cells[i] = (uint32_t)entries[i].key;
        sights->near_items[i] = entries[i].item;
    }
    CW_RELEASE(sights->context, entries, 2 * (size_t)count);
    return CW_OK;
}

cw_status cw_sights_list_openers(cw_sights *sights, const uint32_t *doors) {
    uint32_t cells = sights->clearance->mesh->cell_count, count = sights->cells.count;
    CW_TRY(CW_ALLOCATE(sights->context, sights->opener_first, (size_t)cells + 1));
    CW_TRY(CW_ALLOCATE(sights->context, sights->openers, count));
    sights->opener_count = count;
    cw_keyed *entries;
    CW_TRY(CW_ALLOCATE(sights->context, entries, 2 * (size_t)count));
    for (uint32_t bend = 0; bend < 2 * sights->clearance->corner_count; bend += 2) {
        const cw_outlook *outlook = &sights->outlooks[bend];
        for (uint32_t i = outlook->cell_first; i < outlook->cell_first + outlook->cell_count; i++) {
            uint64_t key = key_of(sights->cells.items[i], doors[i]);
            entries[i] = (cw_keyed){key, cw_bend_back(bend)};
        }
    }
    sort(entries, count, sights->opener_first, cells);
    for (uint32_t i = 0; i < count; i++) {
        sights->openers[i] = (cw_opener){entries[i].item, (uint32_t)entries[i].key};
    }
    CW_RELEASE(sights->context, entries, 2 * (size_t)count);
    return CW_OK;
}
