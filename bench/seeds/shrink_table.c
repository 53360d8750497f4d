/// The seed's table of shrunk portals, to be compared with; see shrink.h.
///
/// R. Oliva's thesis, section 7.2: the result is stored by portal and radius, and looked up the
/// next time. Defect: the result of ExactShrink depends on the path (case 2), the table does not,
/// so another path gets an answer that is not its own. Open addressing over a power of two places,
/// at most half of them taken.
#include "seeds/shrink.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SMALLEST_TABLE = 64 };

/// Where an edge and a radius are, or the free place where they belong.
static uint32_t place_of(const cw_shrink_table *table, uint32_t edge, double radius) {
    uint64_t bits;
    memcpy(&bits, &radius, sizeof bits);
    uint64_t hash = (bits ^ ((uint64_t)edge << 32 | edge)) * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t mask = table->capacity - 1;
    uint32_t place = (uint32_t)(hash >> 32) & mask;
    while (table->entries[place].edge != CW_NONE &&
           (table->entries[place].edge != edge || table->entries[place].radius != radius)) {
        place = (place + 1) & mask;
    }
    return place;
}

static cw_status grow(cw_shrink_table *table) {
    cw_shrink_table larger = {.count = table->count,
                              .capacity =
                                  table->capacity > 0 ? 2 * table->capacity : SMALLEST_TABLE,
                              .hits = table->hits};
    larger.entries = calloc(larger.capacity, sizeof *larger.entries);
    if (larger.entries == NULL) {
        return CW_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < larger.capacity; i++) {
        larger.entries[i].edge = CW_NONE;
    }
    for (uint32_t i = 0; i < table->capacity; i++) {
        cw_shrink_entry entry = table->entries[i];
        if (entry.edge != CW_NONE) {
            larger.entries[place_of(&larger, entry.edge, entry.radius)] = entry;
        }
    }
    free(table->entries);
    *table = larger;
    return CW_OK;
}

/// Finds the entry of an edge and a radius; `known` tells whether it is filled.
static cw_status look_up(cw_shrink_table *table, uint32_t edge, double radius,
                         cw_shrink_entry **entry, bool *known) {
    if (2 * ((uint64_t)table->count + 1) > table->capacity) {
        cw_status status = grow(table);
        if (status != CW_OK) {
            return status;
        }
    }
    *entry = &table->entries[place_of(table, edge, radius)];
    *known = (*entry)->edge != CW_NONE;
    if (*known) {
        table->hits++;
    } else {
        table->count++;
        (*entry)->edge = edge;
        (*entry)->radius = radius;
    }
    return CW_OK;
}

cw_status cw_shrink_table_simple(cw_shrink_table *table, const cw_navmesh *mesh, uint32_t edge,
                                 double radius, cw_interval *part, bool *open) {
    *part = (cw_interval){0, 0};
    *open = false;
    cw_shrink_entry *entry;
    bool known;
    cw_status status = look_up(table, edge, radius, &entry, &known);
    if (status != CW_OK) {
        return status;
    }
    if (!known) {
        entry->open = cw_shrink_simple(mesh, edge, radius, &entry->part);
    }
    *part = entry->part;
    *open = entry->open;
    return CW_OK;
}

cw_status cw_shrink_table_exact(cw_shrink_table *table, const cw_navmesh *mesh,
                                const uint32_t *path, uint32_t path_count, uint32_t index,
                                double radius, cw_interval *part, bool *open) {
    assert(index < path_count);
    *part = (cw_interval){0, 0};
    *open = false;
    cw_shrink_entry *entry;
    bool known;
    cw_status status = look_up(table, path[index], radius, &entry, &known);
    if (status != CW_OK) {
        return status;
    }
    if (!known) {
        entry->open = cw_shrink_exact(mesh, path, path_count, index, radius, &entry->part);
    }
    *part = entry->part;
    *open = entry->open;
    return CW_OK;
}

void cw_shrink_table_free(cw_shrink_table *table) {
    free(table->entries);
    *table = (cw_shrink_table){0};
}
