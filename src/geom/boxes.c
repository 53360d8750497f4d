/// Trees of boxes: items are put in an order in which neighbours lie close to each other (that of
/// the list, or along Morton's curve), and halved until few are left. Cost: that of a sort.
#include "geom/boxes.h"

enum { LEAF = 8 }; /* items; to look at them costs as much as at a few boxes */

void cw_box_tree_free(cw_context *context, cw_box_tree *tree) {
    CW_ARRAY_FREE(context, &tree->nodes);
    CW_ARRAY_FREE(context, &tree->items);
}

size_t cw_box_tree_bytes(const cw_box_tree *tree) {
    return CW_ARRAY_BYTES(&tree->nodes) + CW_ARRAY_BYTES(&tree->items);
}

/// Appends the nodes of some items; there is room. Depth: the logarithm of their number.
static uint32_t grow(cw_box_tree *tree, const cw_box *boxes, uint32_t begin, uint32_t end) {
    uint32_t index = tree->nodes.count++;
    cw_box box = boxes[tree->items.items[begin].item];
    if (end - begin <= LEAF) {
        for (uint32_t i = begin + 1; i < end; i++) {
            box = cw_box_join(box, boxes[tree->items.items[i].item]);
        }
    } else {
        uint32_t middle = begin + (end - begin) / 2;
        uint32_t left = grow(tree, boxes, begin, middle);
        uint32_t right = grow(tree, boxes, middle, end);
        box = cw_box_join(tree->nodes.items[left].box, tree->nodes.items[right].box);
    }
    tree->nodes.items[index] = (cw_box_node){box, begin, end, tree->nodes.count};
    return index;
}

static cw_status make_nodes(cw_context *context, const cw_box *boxes, uint32_t count,
                            cw_box_tree *tree) {
    tree->nodes.count = 0;
    if (count > 0) {
        CW_TRY(CW_ARRAY_RESERVE(context, &tree->nodes, (size_t)count + 1));
        grow(tree, boxes, 0, count);
    }
    return CW_OK;
}

cw_status cw_box_tree_chain(cw_context *context, const cw_box *boxes, uint32_t count,
                            cw_box_tree *tree) {
    CW_TRY(CW_ARRAY_RESERVE(context, &tree->items, count));
    tree->items.count = count;
    for (uint32_t i = 0; i < count; i++) {
        tree->items.items[i] = (cw_keyed){0, i};
    }
    return make_nodes(context, boxes, count, tree);
}

/// Puts a zero bit before each of the lower 16 bits.
static uint64_t spread_bits(uint64_t bits) {
    bits = (bits | bits << 8) & 0x00ff00ff;
    bits = (bits | bits << 4) & 0x0f0f0f0f;
    bits = (bits | bits << 2) & 0x33333333;
    return (bits | bits << 1) & 0x55555555;
}

/// The place of the middle of a box along Morton's curve in a square of 2^16 by 2^16 steps.
static uint64_t morton_key(const cw_box *box, const cw_box *all, double scale) {
    double x = (box->low.x + box->high.x) / 2 - all->low.x;
    double y = (box->low.y + box->high.y) / 2 - all->low.y;
    return spread_bits((uint64_t)(x * scale)) | spread_bits((uint64_t)(y * scale)) << 1;
}

cw_status cw_box_tree_sort(cw_context *context, const cw_box *boxes, uint32_t count,
                           cw_box_tree *tree) {
    CW_TRY(CW_ARRAY_RESERVE(context, &tree->items, 2 * (size_t)count));
    tree->items.count = count;
    cw_box all = count > 0 ? boxes[0] : (cw_box){{0, 0}, {0, 0}};
    for (uint32_t i = 1; i < count; i++) {
        all = cw_box_join(all, boxes[i]);
    }
    double size = cw_most(all.high.x - all.low.x, all.high.y - all.low.y);
    double scale = size > 0 ? 65535 / size : 0;
    for (uint32_t i = 0; i < count; i++) {
        tree->items.items[i] = (cw_keyed){morton_key(&boxes[i], &all, scale), i};
    }
    cw_keyed_sort_in_place(tree->items.items, count);
    return make_nodes(context, boxes, count, tree);
}
