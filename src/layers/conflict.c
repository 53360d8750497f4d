/// Whether straight parts of outlines get in each other's way.
#include "layers/outline.h"

/// Steps that a vertex has to stay away from a stretch that does not end in it: points that are
/// put on a stretch later are rounded by less than one.
static const double CLEAR_STEPS = 4;

static bool on_layer(const cw_chain *chain, uint32_t layer) {
    return layer != CW_NONE && (chain->left == layer || chain->right == layer);
}

bool cw_chains_share(const cw_chain *a, const cw_chain *b) {
    return on_layer(a, b->left) || on_layer(a, b->right);
}

/// Widens a range by the heights on both sides of a node.
static void widen_heights(const cw_outline_node *node, int64_t *low, int64_t *high) {
    *low = node->left < *low ? node->left : *low;
    *high = node->left > *high ? node->left : *high;
    if (node->opposite != CW_NONE) {
        *low = node->right < *low ? node->right : *low;
        *high = node->right > *high ? node->right : *high;
    }
}

/// Whether two stretches are so close in height that the floors beside them must not overlap.
static bool are_near(const cw_outline *outline, const cw_stretch *a, const cw_stretch *b) {
    const cw_outline_node *nodes = outline->nodes.items;
    int64_t low[2] = {INT64_MAX, INT64_MAX}, high[2] = {INT64_MIN, INT64_MIN};
    for (int k = 0; k < 2; k++) {
        widen_heights(&nodes[k == 0 ? a->from : b->from], &low[k], &high[k]);
        widen_heights(&nodes[k == 0 ? a->to : b->to], &low[k], &high[k]);
    }
    return low[0] < high[1] + outline->height && low[1] < high[0] + outline->height;
}

/// Whether two stretches pass over the same corners of pixels, and are the same line.
static bool are_same(const cw_outline *outline, const cw_stretch *a, const cw_stretch *b) {
    const cw_outline_node *one = &outline->nodes.items[a->from],
                          *other = &outline->nodes.items[b->from];
    uint32_t count = a->to - a->from;
    if (count != b->to - b->from || !cw_point_equal(one->place, other->place) ||
        !cw_point_equal(one[count].place, other[count].place)) {
        return false;
    }
    for (uint32_t k = 0; k <= count; k++) {
        if (one[k].i != other[k].i || one[k].j != other[k].j) {
            return false;
        }
    }
    return true;
}

bool cw_stretches_clash(const cw_outline *outline, const cw_stretch *a, const cw_stretch *b) {
    return cw_chains_share(&outline->chains.items[a->chain], &outline->chains.items[b->chain]) ||
           (are_near(outline, a, b) && !are_same(outline, a, b));
}

static bool is_close(cw_point p, cw_point a, cw_point b) {
    double dx = (double)(b.x - a.x), dy = (double)(b.y - a.y);
    double px = (double)(p.x - a.x), py = (double)(p.y - a.y);
    double length = dx * dx + dy * dy, along = px * dx + py * dy, across = px * dy - py * dx;
    if (along < 0 || along > length) {
        double qx = along < 0 ? px : px - dx, qy = along < 0 ? py : py - dy;
        return qx * qx + qy * qy < CLEAR_STEPS * CLEAR_STEPS;
    }
    return across * across < CLEAR_STEPS * CLEAR_STEPS * length;
}

static bool do_cross(cw_point a, cw_point b, cw_point c, cw_point d) {
    return cw_orient(a, b, c) * cw_orient(a, b, d) < 0 &&
           cw_orient(c, d, a) * cw_orient(c, d, b) < 0;
}

bool cw_stretches_meet(const cw_outline *outline, const cw_stretch *first,
                       const cw_stretch *second) {
    const cw_outline_node *nodes = outline->nodes.items;
    cw_point a = nodes[first->from].place, b = nodes[first->to].place;
    cw_point c = nodes[second->from].place, d = nodes[second->to].place;
    bool ac = cw_point_equal(a, c), ad = cw_point_equal(a, d), bc = cw_point_equal(b, c),
         bd = cw_point_equal(b, d);
    if (ac + ad + bc + bd >= 2) {
        return true;
    }
    return (!ac && !ad && is_close(a, c, d)) || (!bc && !bd && is_close(b, c, d)) ||
           (!ac && !bc && is_close(c, a, b)) || (!ad && !bd && is_close(d, a, b)) ||
           do_cross(a, b, c, d);
}

static void widen(cw_box3 *box, cw_point p) {
    int32_t place[2] = {(int32_t)p.x, (int32_t)p.y};
    for (int axis = 0; axis < 2; axis++) {
        box->low[axis] = place[axis] < box->low[axis] ? place[axis] : box->low[axis];
        box->high[axis] = place[axis] > box->high[axis] ? place[axis] : box->high[axis];
    }
}

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

cw_box3 cw_stretch_box(const cw_outline *outline, const cw_stretch *stretch, bool path) {
    const cw_outline_node *nodes = outline->nodes.items;
    const cw_chain *chain = &outline->chains.items[stretch->chain];
    uint32_t right = chain->right != CW_NONE ? chain->right : chain->left;
    int64_t low = least(outline->lowest[chain->left], outline->lowest[right]),
            high = -least(-outline->highest[chain->left], -outline->highest[right]),
            reach = path ? outline->height : 0;
    cw_box3 box = {{INT32_MAX, INT32_MAX, (int32_t)-least(INT32_MAX, reach - low)},
                   {INT32_MIN, INT32_MIN, (int32_t)least(INT32_MAX, high + reach)}};
    widen(&box, nodes[stretch->from].place);
    widen(&box, nodes[stretch->to].place);
    for (uint32_t n = stretch->from; path && n <= stretch->to; n++) {
        widen(&box, cw_node_corner(outline->layers, &nodes[n]));
    }
    return box;
}

cw_status cw_stretches_index(cw_context *context, const cw_outline *outline, int32_t wide,
                             cw_scene_tree *tree) {
    cw_box3 *boxes = NULL;
    uint32_t count = outline->stretches.count;
    CW_TRY(CW_ALLOCATE(context, boxes, count));
    for (uint32_t i = 0; i < count; i++) {
        boxes[i] = cw_stretch_box(outline, &outline->stretches.items[i], false);
        for (int axis = 0; axis < 2; axis++) {
            boxes[i].low[axis] -= wide;
            boxes[i].high[axis] += wide;
        }
    }
    cw_status status = cw_scene_tree_build(context, boxes, count, tree);
    CW_RELEASE(context, boxes, count);
    return status;
}
