/// Every wall of one list lies on walls of another, and the other way round, up to rounding.
///
/// A wall is followed from end to end: each wall of the other list that runs the same way and near
/// it covers an interval of it, and the intervals have to leave no gap. Walls are found in a tree
/// of boxes.
///
/// Cost: O(n log n) on usual walls; a long wall visits the boxes along it.
#include "geom/boxes.h"
#include "navmesh/check/validate.h"

#include <math.h>

/// Gaps that the ends of two walls may leave, in units of the rounding: each end may have moved.
static const double GAP_ROUNDINGS = 2.0;

/// A wall in metres.
typedef struct wall {
    cw_vec2 from, to;
} wall;

/// The walls of one list, and a tree of their boxes.
typedef struct wall_tree {
    wall *walls;
    uint32_t count;
    cw_box_tree tree;
} wall_tree;

/// A wall being followed.
typedef struct follower {
    cw_context *context;
    const wall_tree *tree;
    double rounding; ///< metres
    cw_vec2 from, along;
    double length;
    CW_ARRAY(cw_keyed) starts; ///< of the intervals that are covered; with room for as many to sort
    CW_ARRAY(double) ends;
    cw_status status;
} follower;

static cw_status plant(cw_context *context, const cw_wall_source *source, wall_tree *tree) {
    cw_box *boxes = NULL;
    tree->count = source->walls->count;
    CW_TRY(CW_ALLOCATE(context, tree->walls, tree->count));
    CW_TRY(CW_ALLOCATE(context, boxes, tree->count));
    for (uint32_t i = 0; i < tree->count; i++) {
        tree->walls[i] = (wall){cw_lattice_to_plan(source->lattice, source->walls->items[i].from),
                                cw_lattice_to_plan(source->lattice, source->walls->items[i].to)};
        boxes[i] = cw_box_of(tree->walls[i].from, tree->walls[i].to);
    }
    cw_status status = cw_box_tree_sort(context, boxes, tree->count, &tree->tree);
    CW_RELEASE(context, boxes, tree->count);
    return status;
}

static void fell(cw_context *context, wall_tree *tree) {
    CW_RELEASE(context, tree->walls, tree->count);
    cw_box_tree_free(context, &tree->tree);
}

/// A place as seen from the wall: x along it, y to its left.
static cw_vec2 seen_from(const follower *f, cw_vec2 place) {
    double x = place.x - f->from.x, y = place.y - f->from.y;
    return (cw_vec2){f->along.x * x + f->along.y * y, f->along.x * y - f->along.y * x};
}

/// False when nothing in a box is near the wall.
static bool is_near(const follower *f, const cw_box *b) {
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

static void cover_by_all(follower *f) {
    const cw_box_tree *tree = &f->tree->tree;
    for (uint32_t i = 0; i < tree->nodes.count;) {
        const cw_box_node *node = &tree->nodes.items[i];
        if (!is_near(f, &node->box)) {
            i = node->skip;
            continue;
        }
        for (uint32_t k = node->begin; node->skip == i + 1 && k < node->end; k++) {
            cover(f, &f->tree->walls[tree->items.items[k].item]);
        }
        i++;
    }
}

/// How far the intervals cover the wall from its start without a gap.
static double covered_length(follower *f) {
    double reach = 0, gap = GAP_ROUNDINGS * f->rounding;
    cw_keyed_sort_in_place(f->starts.items, f->starts.count);
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
    cover_by_all(f);
    if (f->status == CW_OK) {
        f->status = CW_ARRAY_RESERVE(f->context, &f->starts, 2 * (size_t)f->starts.count);
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
