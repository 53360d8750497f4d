/// Disjoint sets of items 0 .. count - 1, by the parent of each item; a root is its own parent.
#ifndef CW_BASE_SETS_H
#define CW_BASE_SETS_H

#include <stdint.h>

/// The root of the set that an item belongs to. Halves the way there, for those who ask next.
static inline uint32_t cw_find_root(uint32_t *parents, uint32_t item) {
    while (parents[item] != item) {
        parents[item] = parents[parents[item]];
        item = parents[item];
    }
    return item;
}

#endif
