/// Radix sort, merge sort for few entries, Hilbert keys and a mixer.
#include "geom/order.h"

#include <string.h>

enum { DIGIT_BITS = 11, DIGITS = 6, BUCKETS = 1 << DIGIT_BITS };

/// The bits in which not all keys agree.
static uint64_t differing_bits(const cw_keyed *entries, size_t count) {
    uint64_t bits = 0;
    for (size_t i = 1; i < count; i++) {
        bits |= entries[i].key ^ entries[0].key;
    }
    return bits;
}

/// One pass of the radix sort.
static void sort_pass(const cw_keyed *from, cw_keyed *to, size_t count, unsigned shift) {
    size_t start[BUCKETS];
    memset(start, 0, sizeof start);
    for (size_t i = 0; i < count; i++) {
        start[(from[i].key >> shift) & (BUCKETS - 1)]++;
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
}

/// Counts below this are merged: the buckets of a radix pass cost more than they save.
enum { FEW = 512, RUN = 16 };

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

/// Merges two sorted runs, one behind the other.
static void merge(const cw_keyed *from, size_t first, size_t count, cw_keyed *to) {
    size_t i = 0, j = first;
    for (size_t k = 0; k < count; k++) {
        bool take_first = i < first && (j == count || from[i].key <= from[j].key);
        to[k] = from[take_first ? i++ : j++];
    }
}

static void merge_sort(cw_keyed *entries, cw_keyed *scratch, size_t count) {
    for (size_t i = 0; i < count; i += RUN) {
        insertion_sort(entries + i, count - i < RUN ? count - i : RUN);
    }
    cw_keyed *from = entries, *to = scratch;
    for (size_t run = RUN; run < count; run *= 2) {
        for (size_t i = 0; i < count; i += 2 * run) {
            size_t both = count - i < 2 * run ? count - i : 2 * run;
            merge(from + i, both < run ? both : run, both, to + i);
        }
        cw_keyed *swap = from;
        from = to;
        to = swap;
    }
    if (from != entries) {
        memcpy(entries, from, count * sizeof *entries);
    }
}

void cw_keyed_sort(cw_keyed *entries, cw_keyed *scratch, size_t count) {
    if (count < FEW) {
        merge_sort(entries, scratch, count);
        return;
    }
    cw_keyed *from = entries, *to = scratch;
    uint64_t differing = differing_bits(entries, count);
    for (unsigned digit = 0; digit < DIGITS; digit++) {
        if ((differing >> digit * DIGIT_BITS & (BUCKETS - 1)) != 0) {
            sort_pass(from, to, count, digit * DIGIT_BITS);
            cw_keyed *swap = from;
            from = to;
            to = swap;
        }
    }
    if (from != entries) {
        memcpy(entries, from, count * sizeof *entries);
    }
}

/// Two levels of the curve at once. Index: how the current square is turned (2: x and y exchanged,
/// 1: both reversed), two bits of x, two bits of y. Value: how the small square is turned, and four
/// bits of the key.
static const uint8_t HILBERT_STEPS[64] = {
    0x00, 0x13, 0x24, 0x05, 0x21, 0x22, 0x37, 0x06, 0x3e, 0x3d, 0x28, 0x09, 0x0f, 0x1c, 0x3b, 0x0a,
    0x1a, 0x2b, 0x0c, 0x1f, 0x19, 0x38, 0x2d, 0x2e, 0x16, 0x27, 0x32, 0x31, 0x15, 0x34, 0x03, 0x10,
    0x20, 0x01, 0x1e, 0x2f, 0x33, 0x02, 0x1d, 0x3c, 0x04, 0x17, 0x08, 0x1b, 0x25, 0x26, 0x29, 0x2a,
    0x3a, 0x39, 0x36, 0x35, 0x0b, 0x18, 0x07, 0x14, 0x2c, 0x0d, 0x12, 0x23, 0x3f, 0x0e, 0x11, 0x30};

uint64_t cw_hilbert_key(cw_point coarse) {
    uint32_t x = (uint32_t)coarse.x, y = (uint32_t)coarse.y, turned = 0;
    uint64_t key = 0;
    for (int shift = CW_LATTICE_COARSE_BITS - 2; shift >= 0; shift -= 2) {
        uint32_t step = HILBERT_STEPS[turned | (x >> shift & 3) << 2 | (y >> shift & 3)];
        key = key << 4 | (step & 15);
        turned = step & 0x30;
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
