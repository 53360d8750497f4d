/// Orders in which to visit points or items: along a space-filling curve, by a 64-bit key.
#ifndef CW_GEOM_ORDER_H
#define CW_GEOM_ORDER_H

#include "clearway/lattice.h"

typedef struct cw_keyed {
    uint64_t key;
    uint32_t item;
} cw_keyed;

/// Sorts by key, stable, in linear time; `scratch` has room for `count` entries.
void cw_keyed_sort(cw_keyed *entries, cw_keyed *scratch, size_t count);

/// Sorts entries that have room for as many behind them.
static inline void cw_keyed_sort_in_place(cw_keyed *entries, size_t count) {
    if (count > 1) {
        cw_keyed_sort(entries, entries + count, count);
    }
}

/// Where the run of equal keys that begins at an entry of sorted ones ends.
static inline uint32_t cw_keyed_run_end(const cw_keyed *entries, uint32_t begin, uint32_t count) {
    uint32_t end = begin + 1;
    while (end < count && entries[end].key == entries[begin].key) {
        end++;
    }
    return end;
}

/// Position of a coarse point along the Hilbert curve of order 30, below 2^60.
uint64_t cw_hilbert_key(cw_point coarse);

/// A key that sorts doubles >= 0 like their values.
uint64_t cw_double_key(double value);

/// A well-mixed function of a 64-bit value (the finisher of splitmix64).
uint64_t cw_mix(uint64_t value);

#endif
