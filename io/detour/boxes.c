/// The bounding tree of a Detour tile: halves by the middle of boxes along the longer side, as
/// Detour's own builder does it. Depth is logarithmic; cost is O(n log^2 n).
#include "boxes.h"

#include <stdlib.h>

static cw_detour_node around(const cw_detour_node *leaves, uint32_t count) {
    cw_detour_node box = leaves[0];
    for (uint32_t i = 1; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            box.low[k] = leaves[i].low[k] < box.low[k] ? leaves[i].low[k] : box.low[k];
            box.high[k] = leaves[i].high[k] > box.high[k] ? leaves[i].high[k] : box.high[k];
        }
    }
    return box;
}

/// By twice the middle along an axis; ties by index, so that the order is one.
static int compare(const cw_detour_node *a, const cw_detour_node *b, int axis) {
    int first = a->low[axis] + a->high[axis], second = b->low[axis] + b->high[axis];
    if (first != second) {
        return first < second ? -1 : 1;
    }
    return a->index < b->index ? -1 : a->index > b->index;
}

static int compare_x(const void *a, const void *b) {
    return compare(a, b, 0);
}

static int compare_y(const void *a, const void *b) {
    return compare(a, b, 1);
}

static int compare_z(const void *a, const void *b) {
    return compare(a, b, 2);
}

static uint32_t make(cw_detour_node *leaves, uint32_t count, cw_detour_node *nodes) {
    static int (*const orders[])(const void *, const void *) = {compare_x, compare_y, compare_z};
    nodes[0] = around(leaves, count);
    if (count == 1) {
        return 1;
    }
    int longest = 0;
    for (int k = 1; k < 3; k++) {
        if (nodes[0].high[k] - nodes[0].low[k] > nodes[0].high[longest] - nodes[0].low[longest]) {
            longest = k;
        }
    }
    qsort(leaves, count, sizeof *leaves, orders[longest]);
    uint32_t half = count / 2, made = 1;
    made += make(leaves, half, nodes + made);
    made += make(leaves + half, count - half, nodes + made);
    nodes[0].index = -(int32_t)made;
    return made;
}

void cw_detour_tree(cw_detour_node *leaves, uint32_t count, cw_detour_node *nodes) {
    make(leaves, count, nodes);
}
