/// Disjoint sets of items 0 .. count - 1, by the parent of each item; a root is its own parent.
#ifndef CW_BASE_SETS_H
#define CW_BASE_SETS_H

#include <stdint.h>

/// Sets of one item each.
static inline void cw_sets_begin(uint32_t *parents, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        parents[i] = i;
    }
}

/// The root of the set that an item belongs to. Halves the way there, for those who ask next.
static inline uint32_t cw_find_root(uint32_t *parents, uint32_t item) {
    while (parents[item] != item) {
        parents[item] = parents[parents[item]];
        item = parents[item];
    }
    return item;
}

/// Joins the sets of two items; the lower of their roots becomes the root of both.
static inline void cw_sets_join(uint32_t *parents, uint32_t item, uint32_t other) {
    uint32_t a = cw_find_root(parents, item), b = cw_find_root(parents, other);
    parents[a > b ? a : b] = a < b ? a : b;
}

#endif
