/// The points of simplified outlines.
///
/// A straight part of an outline may go up and down: it gets more points, on the straight line,
/// where the floor on one of its sides would otherwise be off by half of the height error.
#include "layers/outline.h"

#include <math.h>

/// Points on a straight part are at least this share of a pixel apart.
static const double LEAST_APART = 0.25;

/// A node on a straight part: where along it, and which.
typedef struct height_mark {
    double share;
    uint32_t node;
} height_mark;

typedef struct part {
    height_mark from, to;
} part;

typedef struct finishing {
    cw_context *context;
    cw_outline *outline;
    CW_ARRAY(part) stack;
    CW_ARRAY(height_mark) marks; ///< of one stretch
} finishing;

/// Where along a stretch a node belongs, from 0 to 1.
static double share_of(const cw_outline *outline, const cw_stretch *stretch, uint32_t n) {
    const cw_outline_node *nodes = outline->nodes.items;
    cw_point a = nodes[stretch->from].place, b = nodes[stretch->to].place, p = nodes[n].place;
    double dx = (double)(b.x - a.x), dy = (double)(b.y - a.y);
    return ((double)(p.x - a.x) * dx + (double)(p.y - a.y) * dy) / (dx * dx + dy * dy);
}

static double off(int32_t from, int32_t to, int32_t at, double share) {
    return fabs(from + share * ((double)to - from) - at);
}

/// The node of a part that is most off, or CW_NONE.
static height_mark worst(const cw_outline *outline, const cw_stretch *stretch, const part *own,
                         double most, double apart) {
    const cw_outline_node *nodes = outline->nodes.items, *a = &nodes[own->from.node],
                          *b = &nodes[own->to.node];
    height_mark found = {0, CW_NONE};
    for (uint32_t n = own->from.node + 1; n < own->to.node; n++) {
        double share = share_of(outline, stretch, n);
        if (share < own->from.share + apart || share > own->to.share - apart) {
            continue;
        }
        double within = (share - own->from.share) / (own->to.share - own->from.share);
        double left = off(a->left, b->left, nodes[n].left, within);
        double right =
            nodes[n].opposite != CW_NONE ? off(a->right, b->right, nodes[n].right, within) : 0;
        if (fmax(left, right) > most) {
            most = fmax(left, right);
            found = (height_mark){share, n};
        }
    }
    return found;
}

/// Lists the nodes that a stretch needs for its heights, in order.
static cw_status mark_heights(finishing *all, const cw_stretch *stretch) {
    const cw_outline *outline = all->outline;
    const cw_outline_node *nodes = outline->nodes.items;
    cw_point a = nodes[stretch->from].place, b = nodes[stretch->to].place;
    double dx = (double)(b.x - a.x), dy = (double)(b.y - a.y);
    double apart = LEAST_APART * outline->layers->pixel / sqrt(dx * dx + dy * dy);
    double most = 0.5 * outline->config.height_error / outline->layers->lattice.step;
    all->marks.count = 0;
    CW_TRY(CW_ARRAY_PUSH(all->context, &all->stack, (part){{0, stretch->from}, {1, stretch->to}}));
    while (all->stack.count > 0) {
        part own = all->stack.items[--all->stack.count];
        height_mark mark = worst(outline, stretch, &own, most, apart);
        if (mark.node == CW_NONE) {
            CW_TRY(CW_ARRAY_PUSH(all->context, &all->marks, own.to));
            continue;
        }
        CW_TRY(CW_ARRAY_PUSH(all->context, &all->stack, (part){mark, own.to}));
        CW_TRY(CW_ARRAY_PUSH(all->context, &all->stack, (part){own.from, mark}));
    }
    return CW_OK;
}

static cw_status push_point(finishing *all, uint32_t n, cw_point place) {
    const cw_outline_node *node = &all->outline->nodes.items[n];
    return CW_ARRAY_PUSH(all->context, &all->outline->points,
                         (cw_outline_point){place, node->left, node->right});
}

static cw_status finish_stretch(finishing *all, const cw_stretch *stretch) {
    const cw_outline_node *nodes = all->outline->nodes.items;
    cw_point a = nodes[stretch->from].place, b = nodes[stretch->to].place;
    CW_TRY(mark_heights(all, stretch));
    for (uint32_t i = 0; i < all->marks.count; i++) {
        height_mark mark = all->marks.items[i];
        cw_point place = {a.x + (int64_t)floor(mark.share * (double)(b.x - a.x) + 0.5),
                          a.y + (int64_t)floor(mark.share * (double)(b.y - a.y) + 0.5)};
        CW_TRY(push_point(all, mark.node, place));
    }
    return CW_OK;
}

static cw_status finish(finishing *all) {
    cw_outline *outline = all->outline;
    CW_TRY(cw_outline_list(all->context, outline));
    uint32_t chain = CW_NONE;
    for (uint32_t i = 0; i < outline->stretches.count; i++) {
        cw_stretch stretch = outline->stretches.items[i];
        if (stretch.chain != chain) {
            chain = stretch.chain;
            outline->chains.items[chain].first_point = outline->points.count;
            CW_TRY(push_point(all, stretch.from, outline->nodes.items[stretch.from].place));
        }
        CW_TRY(finish_stretch(all, &stretch));
        outline->chains.items[chain].point_count =
            outline->points.count - outline->chains.items[chain].first_point;
    }
    return CW_OK;
}

cw_status cw_outline_finish(cw_context *context, cw_outline *outline) {
    finishing all = {.context = context, .outline = outline};
    cw_status status = finish(&all);
    CW_ARRAY_FREE(context, &all.stack);
    CW_ARRAY_FREE(context, &all.marks);
    return status;
}
