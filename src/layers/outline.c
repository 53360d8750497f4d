/// Following the outlines of layers.
///
/// A side of a pixel is on an outline if one cannot walk over it (wall), if what is beyond belongs
/// to another layer (seam), or if the floor jumps there. Chains run along such sides from corner to
/// corner, with a sample of their layer on their left. They end at junctions: corners where not
/// exactly two sides of one kind meet, in either of the layers of a seam. So a seam is one chain
/// for both of its layers, a thin wall one for both of its sides, and nothing has to be matched
/// afterwards. All loops are closed and simple by construction. Thin walls of a pixel that hang on
/// another wall are left out.
#include "layers/outline.h"

void cw_outline_free(cw_context *context, cw_outline *outline) {
    CW_ARRAY_FREE(context, &outline->nodes);
    CW_ARRAY_FREE(context, &outline->chains);
    CW_ARRAY_FREE(context, &outline->stretches);
    CW_ARRAY_FREE(context, &outline->points);
    CW_RELEASE(context, outline->lowest, outline->layers->layer_count);
    CW_RELEASE(context, outline->highest, outline->layers->layer_count);
}

/// Height of the floor of a sample at one of its corners.
static int64_t corner_height(const cw_layers *layers, uint32_t sample, uint32_t corner) {
    const cw_sample *own = &layers->samples[sample];
    double half = 0.5 * layers->pixel;
    double x = corner == 1 || corner == 2 ? half : -half, y = corner >= 2 ? half : -half;
    double z = own->z + x * (double)own->slope_x + y * (double)own->slope_y;
    return (int64_t)(z < 0 ? 0 : z + 0.5);
}

/// Mean height of the pixels around a corner that no outline parts from one of them.
static int32_t sector_height(const cw_layers *layers, uint32_t sample, uint32_t corner) {
    int64_t sum = corner_height(layers, sample, corner), count = 1;
    uint32_t s = sample, c = corner;
    while (!cw_is_outline(layers, s, c) && count < 4) {
        s = cw_sample_next(layers, s, c);
        c = (c + 3) % 4;
        sum += corner_height(layers, s, c);
        count++;
    }
    s = sample;
    c = corner;
    while (!cw_is_outline(layers, s, (c + 3) % 4) && count < 4) {
        s = cw_sample_next(layers, s, (c + 3) % 4);
        c = (c + 1) % 4;
        sum += corner_height(layers, s, c);
        count++;
    }
    return (int32_t)((sum + count / 2) / count);
}

/// Appends the node from which a side starts.
static cw_status push_node(cw_context *context, cw_outline *outline, uint32_t sample,
                           uint32_t side) {
    cw_layers *layers = outline->layers;
    cw_outline_node node = {.sample = sample, .side = (uint8_t)side, .kept = true};
    cw_corner_of(layers, sample, side, &node.i, &node.j);
    node.opposite = cw_side_opposite(outline, sample, side);
    node.left = sector_height(layers, sample, side);
    node.place = cw_node_corner(layers, &node);
    layers->samples[sample].flags |= (uint32_t)CW_SAMPLE_SEEN << side;
    if (node.opposite != CW_NONE) {
        node.right = sector_height(layers, node.opposite, (side + 3) % 4);
        layers->samples[node.opposite].flags |= (uint32_t)CW_SAMPLE_SEEN << (side + 2) % 4;
    }
    return CW_ARRAY_PUSH(context, &outline->nodes, node);
}

/// Appends the node in which the last side of a chain ends.
static cw_status push_end(cw_context *context, cw_outline *outline) {
    const cw_layers *layers = outline->layers;
    cw_outline_node node = outline->nodes.items[outline->nodes.count - 1];
    uint32_t side = node.side;
    cw_corner_of(layers, node.sample, (side + 1) % 4, &node.i, &node.j);
    node.left = sector_height(layers, node.sample, (side + 1) % 4);
    if (node.opposite != CW_NONE) {
        node.right = sector_height(layers, node.opposite, (side + 2) % 4);
    }
    node.place = cw_node_corner(layers, &node);
    return CW_ARRAY_PUSH(context, &outline->nodes, node);
}

/// The side of an outline that follows another one, with the same floor on the left.
static void follow(const cw_layers *layers, uint32_t *sample, uint32_t *side) {
    uint32_t s = *sample, c = (*side + 1) % 4;
    while (!cw_is_outline(layers, s, c)) {
        s = cw_sample_next(layers, s, c);
        c = (c + 3) % 4;
    }
    *sample = s;
    *side = c;
}

static void swap_nodes(cw_outline_node *nodes, uint32_t low, uint32_t high) {
    for (; low < high; low++, high--) {
        cw_outline_node kept = nodes[low];
        nodes[low] = nodes[high];
        nodes[high] = kept;
    }
}

/// Lets a loop without junction start in a true corner of it: one that is farthest from another.
static void turn_loop(cw_outline *outline, const cw_chain *chain) {
    cw_outline_node *nodes = outline->nodes.items + chain->first;
    uint32_t count = chain->count - 1, start = 0;
    double best = -1;
    for (uint32_t n = 0; n < count; n++) {
        double x = (double)nodes[n].i - nodes[0].i, y = (double)nodes[n].j - nodes[0].j;
        if (x * x + y * y > best) {
            best = x * x + y * y;
            start = n;
        }
    }
    if (start > 0) { /* turning a part by turning its halves around, and then all of it */
        swap_nodes(nodes, 0, start - 1);
        swap_nodes(nodes, start, count - 1);
        swap_nodes(nodes, 0, count - 1);
    }
    nodes[count] = nodes[0];
}

static cw_status trace_chain(cw_context *context, cw_outline *outline, uint32_t sample,
                             uint32_t side) {
    const cw_layers *layers = outline->layers;
    uint32_t layer = layers->samples[sample].layer, kind = cw_side_kind(outline, sample, side), i,
             j;
    uint32_t s = sample, k = side;
    bool ended;
    cw_chain chain = {.first = outline->nodes.count, .left = layer, .right = CW_NONE};
    chain.kind = kind < CW_CHAIN_SEAM              ? (cw_chain_kind)kind
                 : (kind - CW_CHAIN_SEAM) % 3 == 0 ? CW_CHAIN_SEAM
                                                   : CW_CHAIN_WALL;
    for (;;) {
        CW_TRY(push_node(context, outline, s, k));
        cw_corner_of(layers, s, (k + 1) % 4, &i, &j);
        ended = cw_is_junction(outline, layer, i, j);
        if (!ended) {
            follow(layers, &s, &k);
        }
        if (ended || (s == sample && k == side)) {
            break;
        }
    }
    CW_TRY(push_end(context, outline));
    chain.count = outline->nodes.count - chain.first;
    const cw_outline_node *first = &outline->nodes.items[chain.first],
                          *last = &outline->nodes.items[outline->nodes.count - 1];
    chain.loop = first->i == last->i && first->j == last->j;
    chain.round = chain.loop && !ended;
    if (first->opposite != CW_NONE) {
        chain.right = layers->samples[first->opposite].layer;
    }
    if (chain.round) {
        turn_loop(outline, &chain);
    }
    return CW_ARRAY_PUSH(context, &outline->chains, chain);
}

/// Chains that start in junctions, or, in a second pass, what is left: loops.
static cw_status trace_pass(cw_context *context, cw_outline *outline, bool loops) {
    const cw_layers *layers = outline->layers;
    for (uint32_t s = 0; s < layers->sample_count; s++) {
        if ((layers->samples[s].flags & 15 * CW_SAMPLE_SIDE) == 0) {
            continue;
        }
        for (uint32_t side = 0; side < 4; side++) {
            uint32_t i, j, flags = layers->samples[s].flags;
            if ((flags & (uint32_t)CW_SAMPLE_SIDE << side) == 0 ||
                (flags & (uint32_t)CW_SAMPLE_SEEN << side) != 0 ||
                cw_side_follows(outline, s, side)) {
                continue;
            }
            cw_corner_of(layers, s, side, &i, &j);
            if (loops || cw_is_junction(outline, layers->samples[s].layer, i, j)) {
                CW_TRY(trace_chain(context, outline, s, side));
            }
        }
    }
    return CW_OK;
}

static void widen_layer(cw_outline *outline, uint32_t layer, int32_t z) {
    int32_t *low = &outline->lowest[layer], *high = &outline->highest[layer];
    *low = z < *low ? z : *low;
    *high = z > *high ? z : *high;
}

/// Tells between which heights each layer has its outlines.
static cw_status measure_layers(cw_context *context, cw_outline *outline) {
    uint32_t count = outline->layers->layer_count;
    CW_TRY(CW_ALLOCATE(context, outline->lowest, count));
    CW_TRY(CW_ALLOCATE(context, outline->highest, count));
    for (uint32_t l = 0; l < count; l++) {
        outline->lowest[l] = INT32_MAX;
    }
    for (uint32_t n = 0; n < outline->nodes.count; n++) {
        const cw_outline_node *node = &outline->nodes.items[n];
        widen_layer(outline, outline->layers->samples[node->sample].layer, node->left);
        if (node->opposite != CW_NONE) {
            widen_layer(outline, outline->layers->samples[node->opposite].layer, node->right);
        }
    }
    return CW_OK;
}

cw_status cw_outline_trace(cw_context *context, cw_outline *outline) {
    CW_TRY(cw_progress(context, "tracing outlines", 0));
    cw_sides_mark(outline);
    CW_TRY(trace_pass(context, outline, false));
    CW_TRY(trace_pass(context, outline, true));
    return measure_layers(context, outline);
}

cw_status cw_outline_list(cw_context *context, cw_outline *outline) {
    outline->stretches.count = 0;
    for (uint32_t c = 0; c < outline->chains.count; c++) {
        const cw_chain *chain = &outline->chains.items[c];
        uint32_t from = chain->first;
        for (uint32_t n = chain->first + 1; n < chain->first + chain->count; n++) {
            if (outline->nodes.items[n].kept) {
                CW_TRY(CW_ARRAY_PUSH(context, &outline->stretches, (cw_stretch){c, from, n}));
                from = n;
            }
        }
    }
    return CW_OK;
}
