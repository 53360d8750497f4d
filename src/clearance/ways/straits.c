/// The narrowest of a range of straits, in constant time: a sparse table over blocks of straits.
#include "clearance/ways/widest.h"

enum { BLOCK = 16 }; /* straits; scanning one costs as much as a look into the table */

/// The narrower of two straits, of equal ones the one that joined later.
static uint32_t narrower(const cw_clearance *clearance, uint32_t a, uint32_t b) {
    return clearance->strait_rank[b] > clearance->strait_rank[a] ? b : a;
}

static uint32_t narrowest_in(const cw_clearance *clearance, uint32_t begin, uint32_t end) {
    uint32_t best = begin;
    for (uint32_t i = begin + 1; i < end; i++) {
        best = narrower(clearance, best, i);
    }
    return best;
}

static uint32_t strait_count(const cw_clearance *clearance) {
    return clearance->summit_count - 1;
}

static uint32_t block_count(const cw_clearance *clearance) {
    return (strait_count(clearance) + BLOCK - 1) / BLOCK;
}

/// Row k of the table holds, for each block, the narrowest strait of the 2^k blocks from there on.
cw_status cw_straits_index(cw_context *context, cw_clearance *clearance) {
    uint32_t straits = strait_count(clearance), blocks = block_count(clearance), rows = 0;
    while (blocks >> rows != 0) {
        rows++;
    }
    CW_TRY(CW_ALLOCATE(context, clearance->strait_table, (size_t)blocks * rows));
    clearance->strait_table_count = blocks * rows;
    uint32_t *table = clearance->strait_table;
    for (uint32_t i = 0; i < blocks; i++) {
        uint32_t end = (i + 1) * BLOCK < straits ? (i + 1) * BLOCK : straits;
        table[i] = narrowest_in(clearance, i * BLOCK, end);
    }
    for (uint32_t k = 1; k < rows; k++) {
        uint32_t half = 1u << (k - 1), *row = table + (size_t)k * blocks;
        const uint32_t *halves = row - blocks; /* the row before */
        for (uint32_t i = 0; i < blocks; i++) {
            uint32_t other = i + half < blocks ? i + half : i;
            row[i] = narrower(clearance, halves[i], halves[other]);
        }
    }
    return CW_OK;
}

uint32_t cw_clearance_strait(const cw_clearance *clearance, uint32_t summit, uint32_t other) {
    uint32_t begin = clearance->summit_place[summit], end = clearance->summit_place[other];
    if (begin > end) {
        uint32_t swap = begin;
        begin = end;
        end = swap;
    }
    uint32_t first = (begin + BLOCK - 1) / BLOCK, last = end / BLOCK; /* whole blocks between */
    if (first >= last) {
        return narrowest_in(clearance, begin, end);
    }
    uint32_t k = 0;
    while ((last - first) >> (k + 1) != 0) {
        k++;
    }
    const uint32_t *row = clearance->strait_table + (size_t)k * block_count(clearance);
    uint32_t best = narrower(clearance, row[first], row[last - (1u << k)]);
    if (begin < first * BLOCK) {
        best = narrower(clearance, narrowest_in(clearance, begin, first * BLOCK), best);
    }
    if (last * BLOCK < end) {
        best = narrower(clearance, best, narrowest_in(clearance, last * BLOCK, end));
    }
    return best;
}
