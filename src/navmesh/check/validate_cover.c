/// Every wall of one list lies on walls of another, and the other way round, up to rounding.
///
/// A wall is followed from end to end: each wall of the other list that runs the same way and near
/// it covers an interval of it, and the intervals have to leave no gap. Walls are found in a tree:
/// ordered along the Hilbert curve by their middles, the middle one of a range is the root of the
/// range, and has the box of all of it.
///
/// Cost: O(n log n) on usual walls; a long wall visits the boxes along it.
#include "geom/order.h"
#include "navmesh/check/validate.h"

#include <math.h>

/// Gaps that the ends of two walls may leave, in units of the rounding: each end may have moved.
static const double GAP_ROUNDINGS = 2.0;

/// A wall in metres.
typedef struct wall {
    cw_vec2 from, to;
} wall;

typedef struct box {
    cw_vec2 low, high;
} box;

/// The tree over the walls of one list.
typedef struct wall_tree {
    wall *walls; ///< in the order of the tree
    box *boxes;  ///< per wall: the box of the range it is the middle of
    uint32_t count;
} wall_tree;

/// A wall being followed.
typedef struct follower {
    cw_context *context;
    const wall_tree *tree;
    double rounding; ///< metres
    cw_vec2 from, along;
    double length;
    CW_ARRAY(cw_keyed) starts; ///< of the intervals that are covered
    CW_ARRAY(cw_keyed) scratch;
    CW_ARRAY(double) ends;
    cw_status status;
} follower;

static cw_vec2 middle_of(const wall *w) {
    return (cw_vec2){(w->from.x + w->to.x) / 2, (w->from.y + w->to.y) / 2};
}

static box box_of(const wall *w) {
    return (box){{fmin(w->from.x, w->to.x), fmin(w->from.y, w->to.y)},
                 {fmax(w->from.x, w->to.x), fmax(w->from.y, w->to.y)}};
}

static void include_box(box *b, const box *other) {
    b->low = (cw_vec2){fmin(b->low.x, other->low.x), fmin(b->low.y, other->low.y)};
    b->high = (cw_vec2){fmax(b->high.x, other->high.x), fmax(b->high.y, other->high.y)};
}

/// Fills in the boxes of a range; the box of all of it.
static box make_boxes(wall_tree *tree, uint32_t begin, uint32_t end) {
    uint32_t middle = begin + (end - begin) / 2;
    box b = box_of(&tree->walls[middle]);
    if (begin < middle) {
        box before = make_boxes(tree, begin, middle);
        include_box(&b, &before);
    }
    if (middle + 1 < end) {
        box after = make_boxes(tree, middle + 1, end);
        include_box(&b, &after);
    }
    return tree->boxes[middle] = b;
}

/// The walls of a list in metres; their box.
static box convert_walls(const cw_wall_source *source, wall *walls) {
    box all = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (uint32_t i = 0; i < source->walls->count; i++) {
        walls[i].from = cw_lattice_to_plan(source->lattice, source->walls->items[i].from);
        walls[i].to = cw_lattice_to_plan(source->lattice, source->walls->items[i].to);
        box b = box_of(&walls[i]);
        include_box(&all, &b);
    }
    return all;
}

/// Orders walls along the Hilbert curve.
static void order_walls(const wall *walls, const box *all, cw_keyed *order, wall_tree *tree) {
    double size = fmax(all->high.x - all->low.x, all->high.y - all->low.y);
    double scale = ldexp(1, CW_LATTICE_COARSE_BITS - 1) / size;
    for (uint32_t i = 0; i < tree->count; i++) {
        cw_vec2 middle = middle_of(&walls[i]);
        cw_point cell = {(int64_t)((middle.x - all->low.x) * scale),
                         (int64_t)((middle.y - all->low.y) * scale)};
        order[i] = (cw_keyed){cw_hilbert_key(cell), i};
    }
    cw_keyed_sort_in_place(order, tree->count);
    for (uint32_t i = 0; i < tree->count; i++) {
        tree->walls[i] = walls[order[i].item];
    }
}

static cw_status plant(cw_context *context, const cw_wall_source *source, wall_tree *tree) {
    wall *walls = NULL;
    cw_keyed *order = NULL;
    tree->count = source->walls->count;
    cw_status status = CW_ALLOCATE(context, walls, tree->count);
    status = status != CW_OK ? status : CW_ALLOCATE(context, order, 2 * (size_t)tree->count);
    status = status != CW_OK ? status : CW_ALLOCATE(context, tree->walls, tree->count);
    status = status != CW_OK ? status : CW_ALLOCATE(context, tree->boxes, tree->count);
    if (status == CW_OK && tree->count > 0) {
        box all = convert_walls(source, walls);
        order_walls(walls, &all, order, tree);
        make_boxes(tree, 0, tree->count);
    }
    CW_RELEASE(context, walls, tree->count);
    CW_RELEASE(context, order, 2 * (size_t)tree->count);
    return status;
}

static void fell(cw_context *context, wall_tree *tree) {
    CW_RELEASE(context, tree->walls, tree->count);
    CW_RELEASE(context, tree->boxes, tree->count);
}

/// A place as seen from the wall: x along it, y to its left.
static cw_vec2 seen_from(const follower *f, cw_vec2 place) {
    double x = place.x - f->from.x, y = place.y - f->from.y;
    return (cw_vec2){f->along.x * x + f->along.y * y, f->along.x * y - f->along.y * x};
}

/// False when nothing in a box is near the wall.
static bool is_near(const follower *f, const box *b) {
    cw_vec2 half = {(b->high.x - b->low.x) / 2, (b->high.y - b->low.y) / 2};
    cw_vec2 middle = seen_from(f, (cw_vec2){b->low.x + half.x, b->low.y + half.y});
    double along = fabs(f->along.x) * half.x + fabs(f->along.y) * half.y + f->rounding;
    double across = fabs(f->along.y) * half.x + fabs(f->along.x) * half.y + f->rounding;
    return fabs(middle.y) <= across && middle.x >= -along && middle.x <= f->length + along;
}

/// The parts t in [0, 1] of a segment where low <= a + t (b - a) <= high; false when there is none.
static bool clip(double a, double b, double low, double high, double *first, double *last) {
    if (a == b) {
        return a >= low && a <= high;
    }
    double s = (low - a) / (b - a), t = (high - a) / (b - a);
    *first = fmax(*first, fmin(s, t));
    *last = fmin(*last, fmax(s, t));
    return *first <= *last;
}

/// Notes the interval of the wall that another wall covers.
static void cover(follower *f, const wall *other) {
    cw_vec2 a = seen_from(f, other->from), b = seen_from(f, other->to);
    double first = 0, last = 1, slack = f->rounding;
    bool short_one = fabs(b.x - a.x) <= slack && fabs(b.y - a.y) <= slack;
    if ((b.x <= a.x && !short_one) || !clip(a.y, b.y, -slack, slack, &first, &last) ||
        !clip(a.x, b.x, -slack, f->length + slack, &first, &last)) {
        return;
    }
    double s = a.x + first * (b.x - a.x), t = a.x + last * (b.x - a.x);
    cw_keyed start = {cw_double_key(fmax(fmin(s, t), 0)), f->ends.count};
    if (CW_ARRAY_PUSH(f->context, &f->starts, start) != CW_OK ||
        CW_ARRAY_PUSH(f->context, &f->ends, fmax(s, t)) != CW_OK) {
        f->status = CW_ERROR_MEMORY;
    }
}

static void search_range(follower *f, uint32_t begin, uint32_t end) {
    uint32_t middle = begin + (end - begin) / 2;
    if (begin == end || !is_near(f, &f->tree->boxes[middle])) {
        return;
    }
    cover(f, &f->tree->walls[middle]);
    search_range(f, begin, middle);
    search_range(f, middle + 1, end);
}

/// How far the intervals cover the wall from its start without a gap.
static double covered_length(follower *f) {
    double reach = 0, gap = GAP_ROUNDINGS * f->rounding;
    cw_keyed_sort(f->starts.items, f->scratch.items, f->starts.count);
    for (uint32_t i = 0; i < f->starts.count; i++) {
        if (f->starts.items[i].key > cw_double_key(reach + gap)) {
            break;
        }
        reach = fmax(reach, f->ends.items[f->starts.items[i].item]);
    }
    return reach;
}

/// Where a wall is not covered by walls of the tree. False when it is.
static bool find_gap(follower *f, const wall *w, cw_vec2 *place) {
    double x = w->to.x - w->from.x, y = w->to.y - w->from.y;
    f->length = sqrt(x * x + y * y);
    if (f->length <= f->rounding) { // covered by what covers its neighbours
        return false;
    }
    f->from = w->from;
    f->along = (cw_vec2){x / f->length, y / f->length};
    f->starts.count = f->ends.count = 0;
    search_range(f, 0, f->tree->count);
    if (f->status == CW_OK) {
        f->status = CW_ARRAY_RESERVE(f->context, &f->scratch, f->starts.count);
    }
    if (f->status != CW_OK) {
        return false;
    }
    double covered = covered_length(f);
    *place = (cw_vec2){w->from.x + covered * f->along.x, w->from.y + covered * f->along.y};
    return covered + GAP_ROUNDINGS * f->rounding < f->length;
}

/// Every wall of one tree lies on walls of another.
static cw_status compare_trees(cw_context *context, const wall_tree *walls, const wall_tree *others,
                               double rounding, const char *whose) {
    follower f = {.context = context, .tree = others, .rounding = rounding};
    cw_vec2 place = {0, 0};
    bool gap = false;
    for (uint32_t i = 0; i < walls->count && f.status == CW_OK && !gap; i++) {
        gap = find_gap(&f, &walls->walls[i], &place);
    }
    CW_ARRAY_FREE(context, &f.starts);
    CW_ARRAY_FREE(context, &f.scratch);
    CW_ARRAY_FREE(context, &f.ends);
    if (f.status != CW_OK) {
        return f.status;
    }
    return !gap ? CW_OK
                : CW_VIOLATED(context, "walls", "only the %s has a wall at (%.9g, %.9g)", whose,
                              place.x, place.y);
}

cw_status cw_validate_cover(cw_context *context, const cw_wall_source *mesh,
                            const cw_wall_source *surface, double rounding) {
    wall_tree ours = {0}, theirs = {0};
    cw_status status = plant(context, mesh, &ours);
    if (status == CW_OK) {
        status = plant(context, surface, &theirs);
    }
    if (status == CW_OK) {
        status = compare_trees(context, &ours, &theirs, rounding, "mesh");
    }
    if (status == CW_OK) {
        status = compare_trees(context, &theirs, &ours, rounding, "surface");
    }
    fell(context, &ours);
    fell(context, &theirs);
    return status;
}
