/// Simplifying outlines.
///
/// Ramer, "An iterative procedure for the polygonal approximation of plane curves" (1972), and
/// Douglas and Peucker (1973), for each chain between its junctions; then rounds over all
/// straight parts: one that meets another on the same layer, or that leaves a vertex of another on
/// its wrong side, is split where it is farthest from its pixels. Sides of pixels never meet but in
/// corners, so this ends. A loop keeps three nodes at least, and a small one stays closer to its
/// pixels.
#include "layers/outline.h"

#include <math.h>

/// A loop stays within this share of its size.
static const double LOOP_SHARE = 0.25;

typedef struct simplifying {
    cw_context *context;
    cw_outline *outline;
    CW_ARRAY(cw_stretch) stack;
    CW_ARRAY(uint32_t) split; ///< nodes that come back
} simplifying;

/// How far a node is from the line between two others, in pixels; from the first where they are the
/// same.
static double distance(const cw_outline_node *nodes, uint32_t from, uint32_t to, uint32_t n) {
    double dx = (double)nodes[to].i - nodes[from].i, dy = (double)nodes[to].j - nodes[from].j;
    double px = (double)nodes[n].i - nodes[from].i, py = (double)nodes[n].j - nodes[from].j;
    double length = sqrt(dx * dx + dy * dy), along = px * dx + py * dy;
    if (length == 0 || along < 0) {
        return sqrt(px * px + py * py);
    }
    if (along > length * length) {
        return sqrt((px - dx) * (px - dx) + (py - dy) * (py - dy));
    }
    return fabs(px * dy - py * dx) / length;
}

/// The node between two others that is farthest from their line, or CW_NONE if there is none.
static uint32_t farthest(const cw_outline_node *nodes, uint32_t from, uint32_t to, double *far) {
    uint32_t found = CW_NONE;
    *far = 0;
    for (uint32_t n = from + 1; n < to; n++) {
        double apart = distance(nodes, from, to, n);
        if (found == CW_NONE || apart > *far) {
            found = n;
            *far = apart;
        }
    }
    return found;
}

static cw_status reduce(simplifying *all, uint32_t chain, uint32_t from, uint32_t to,
                        double error) {
    cw_outline_node *nodes = all->outline->nodes.items;
    CW_TRY(CW_ARRAY_PUSH(all->context, &all->stack, (cw_stretch){chain, from, to}));
    while (all->stack.count > 0) {
        cw_stretch part = all->stack.items[--all->stack.count];
        double far;
        uint32_t n = farthest(nodes, part.from, part.to, &far);
        if (n != CW_NONE && far > error) {
            nodes[n].kept = true;
            CW_TRY(CW_ARRAY_PUSH(all->context, &all->stack, (cw_stretch){chain, part.from, n}));
            CW_TRY(CW_ARRAY_PUSH(all->context, &all->stack, (cw_stretch){chain, n, part.to}));
        }
    }
    return CW_OK;
}

/// How far a loop reaches along the narrower axis, in pixels.
static double loop_size(const cw_outline_node *nodes, uint32_t first, uint32_t last) {
    uint32_t low_i = nodes[first].i, high_i = low_i, low_j = nodes[first].j, high_j = low_j;
    for (uint32_t n = first; n <= last; n++) {
        low_i = nodes[n].i < low_i ? nodes[n].i : low_i;
        high_i = nodes[n].i > high_i ? nodes[n].i : high_i;
        low_j = nodes[n].j < low_j ? nodes[n].j : low_j;
        high_j = nodes[n].j > high_j ? nodes[n].j : high_j;
    }
    return fmin((double)(high_i - low_i), (double)(high_j - low_j));
}

static cw_status simplify_chain(simplifying *all, uint32_t c) {
    const cw_chain *chain = &all->outline->chains.items[c];
    cw_outline_node *nodes = all->outline->nodes.items;
    uint32_t first = chain->first, last = chain->first + chain->count - 1;
    double error = all->outline->config.pixel_error, far;
    for (uint32_t n = first + 1; n < last; n++) {
        nodes[n].kept = false;
    }
    if (!chain->loop) {
        return reduce(all, c, first, last, error);
    }
    error = fmin(error, LOOP_SHARE * loop_size(nodes, first, last));
    uint32_t middle = farthest(nodes, first, last, &far);
    double before = 0, after = 0;
    uint32_t one = farthest(nodes, first, middle, &before),
             other = farthest(nodes, middle, last, &after);
    nodes[middle].kept = true;
    nodes[before >= after ? one : other].kept = true;
    CW_TRY(reduce(all, c, first, middle, error));
    return reduce(all, c, middle, last, error);
}

/// Whether a place is on or inside the ring of a stretch and the pixel corners it passes over; in
/// pixels.
static bool is_enclosed(const cw_outline *outline, const cw_stretch *stretch, cw_point place) {
    const cw_outline_node *nodes = outline->nodes.items;
    uint32_t count = stretch->to - stretch->from + 1;
    bool inside = false;
    for (uint32_t k = 0; k < count; k++) {
        const cw_outline_node *from = &nodes[stretch->from + k],
                              *to = &nodes[stretch->from + (k + 1) % count];
        cw_point a = cw_node_corner(outline->layers, from), b = cw_node_corner(outline->layers, to);
        int side = cw_orient(a, b, place);
        if (side == 0 && cw_dot(cw_point_sub(place, a), cw_point_sub(place, b)) <= 0) {
            return true;
        }
        if ((a.y > place.y) != (b.y > place.y) && (side > 0) == (b.y > a.y)) {
            inside = !inside;
        }
    }
    return inside;
}

/// Whether the end of a stretch is on the wrong side of another one, which has this box.
static bool is_passed(const cw_outline *outline, const cw_stretch *stretch, const cw_box3 *box,
                      cw_point place) {
    const cw_outline_node *nodes = outline->nodes.items;
    bool near = place.x >= box->low[0] && place.x <= box->high[0] && place.y >= box->low[1] &&
                place.y <= box->high[1];
    return near && stretch->to - stretch->from > 1 &&
           !cw_point_equal(place, nodes[stretch->from].place) &&
           !cw_point_equal(place, nodes[stretch->to].place) && is_enclosed(outline, stretch, place);
}

static cw_status split(simplifying *all, const cw_stretch *stretch) {
    double far;
    uint32_t n = farthest(all->outline->nodes.items, stretch->from, stretch->to, &far);
    return n != CW_NONE ? CW_ARRAY_PUSH(all->context, &all->split, n) : CW_OK;
}

/// Compares a stretch with those around it.
static cw_status check_stretch(simplifying *all, const cw_scene_tree *tree, uint32_t index) {
    const cw_outline *outline = all->outline;
    const cw_stretch *own = &outline->stretches.items[index];
    cw_box3 box = cw_stretch_box(outline, own, true);
    cw_scene_walk walk = cw_scene_walk_begin(tree, box);
    while (cw_scene_walk_next(&walk)) {
        const cw_stretch *other = &outline->stretches.items[walk.item];
        if (walk.item == index || !cw_stretches_clash(outline, own, other)) {
            continue;
        }
        const cw_outline_node *nodes = outline->nodes.items;
        if (is_passed(outline, own, &box, nodes[other->from].place) ||
            is_passed(outline, own, &box, nodes[other->to].place)) {
            return split(all, own);
        }
        if (walk.item < index && cw_stretches_meet(outline, own, other)) {
            CW_TRY(split(all, own));
            CW_TRY(split(all, other));
        }
    }
    return CW_OK;
}

/// One round; returns without splits when nothing is in the way any more.
static cw_status check_all(simplifying *all) {
    cw_scene_tree tree = {0};
    all->split.count = 0;
    CW_TRY(cw_outline_list(all->context, all->outline));
    cw_status status = cw_stretches_index(all->context, all->outline, 4, &tree);
    for (uint32_t i = 0; i < all->outline->stretches.count && status == CW_OK; i++) {
        status = check_stretch(all, &tree, i);
    }
    cw_scene_tree_free(all->context, &tree);
    for (uint32_t i = 0; i < all->split.count; i++) {
        all->outline->nodes.items[all->split.items[i]].kept = true;
    }
    return status;
}

cw_status cw_outline_simplify(cw_context *context, cw_outline *outline) {
    simplifying all = {.context = context, .outline = outline};
    cw_status status = cw_progress(context, "simplifying outlines", 0);
    for (uint32_t c = 0; c < outline->chains.count && status == CW_OK; c++) {
        status = simplify_chain(&all, c);
    }
    do {
        status = status != CW_OK ? status : check_all(&all);
    } while (status == CW_OK && all.split.count > 0);
    CW_ARRAY_FREE(context, &all.stack);
    CW_ARRAY_FREE(context, &all.split);
    return status;
}
