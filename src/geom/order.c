/// Radix sort, Hilbert keys and a mixer.
#include "geom/order.h"

#include <string.h>

enum { DIGIT_BITS = 11, DIGITS = 6, BUCKETS = 1 << DIGIT_BITS };

/// One pass of the radix sort; returns false when every key has the same digit, and nothing moved.
static bool sort_pass(const cw_keyed *from, cw_keyed *to, size_t count, unsigned shift) {
    size_t start[BUCKETS];
    memset(start, 0, sizeof start);
    for (size_t i = 0; i < count; i++) {
        start[(from[i].key >> shift) & (BUCKETS - 1)]++;
    }
    if (start[(from[0].key >> shift) & (BUCKETS - 1)] == count) {
        return false;
    }
    size_t sum = 0;
    for (size_t b = 0; b < BUCKETS; b++) {
        size_t size = start[b];
        start[b] = sum;
        sum += size;
    }
    for (size_t i = 0; i < count; i++) {
        to[start[(from[i].key >> shift) & (BUCKETS - 1)]++] = from[i];
    }
    return true;
}

static void insertion_sort(cw_keyed *entries, size_t count) {
    for (size_t i = 1; i < count; i++) {
        cw_keyed moving = entries[i];
        size_t j = i;
        for (; j > 0 && entries[j - 1].key > moving.key; j--) {
            entries[j] = entries[j - 1];
        }
        entries[j] = moving;
    }
}

void cw_keyed_sort(cw_keyed *entries, cw_keyed *scratch, size_t count) {
    if (count < 64) { /* below this a radix pass costs more than it saves */
        insertion_sort(entries, count);
        return;
    }
    cw_keyed *from = entries, *to = scratch;
    for (unsigned digit = 0; digit < DIGITS; digit++) {
        if (sort_pass(from, to, count, digit * DIGIT_BITS)) {
            cw_keyed *swap = from;
            from = to;
            to = swap;
        }
    }
    if (from != entries) {
        memcpy(entries, from, count * sizeof *entries);
    }
}

uint64_t cw_hilbert_key(cw_point coarse) {
    uint32_t x = (uint32_t)coarse.x, y = (uint32_t)coarse.y;
    uint64_t key = 0;
    for (uint32_t side = 1u << (CW_LATTICE_COARSE_BITS - 1); side > 0; side >>= 1) {
        uint32_t right = (x & side) != 0, up = (y & side) != 0;
        key = key << 2 | ((3 * right) ^ up);
        if (!up) {
            if (right) {
                x = ~x;
                y = ~y;
            }
            uint32_t swap = x;
            x = y;
            y = swap;
        }
    }
    return key;
}

uint64_t cw_double_key(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

uint64_t cw_mix(uint64_t value) {
    value += 0x9e3779b97f4a7c15u;
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
    value = (value ^ value >> 27) * 0x94d049bb133111ebu;
    return value ^ value >> 31;
}
