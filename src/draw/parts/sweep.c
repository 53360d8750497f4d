/// The area that a disc sweeps.
///
/// A segment sweeps a rectangle, an arc around a corner a sector (the inner side of the disc stays
/// at the corner), and half a disc closes each end. Legs are tangent to each other, so these pieces
/// meet in common edges and never overlap on one floor: together they are one area, even-odd. A
/// path that passes above itself is cut into several such areas, found by separating axes. Cost:
/// linear in the legs, and the square of their number for the boxes.
#include "draw/parts/sweep.h"

#include <math.h>

/// Pieces overlap if they do by more than this share of the radius; rounding is far below.
static const double TOUCHING = 1e-3;

static cw_status end_piece(cw_context *context, cw_draw_sweep *sweep, uint32_t first) {
    const cw_draw_curve *points = &sweep->points;
    cw_draw_piece piece = {first, points->count, points->items[first], points->items[first]};
    for (uint32_t i = first; i < points->count; ++i) {
        piece.low.x = fmin(piece.low.x, points->items[i].x);
        piece.low.y = fmin(piece.low.y, points->items[i].y);
        piece.high.x = fmax(piece.high.x, points->items[i].x);
        piece.high.y = fmax(piece.high.y, points->items[i].y);
    }
    return CW_ARRAY_PUSH(context, &sweep->pieces, piece);
}

static cw_status copy_points(cw_context *context, cw_draw_curve *to, const cw_draw_curve *from,
                             uint32_t first) {
    for (uint32_t i = first; i < from->count; ++i) {
        CW_TRY(CW_ARRAY_PUSH(context, to, from->items[i]));
    }
    return CW_OK;
}

/// The piece between the parts of both sides that were added last: right forth, left back.
static cw_status add_between(cw_context *context, cw_draw_sweep *sweep, uint32_t right,
                             uint32_t left) {
    uint32_t first = sweep->points.count;
    CW_TRY(copy_points(context, &sweep->points, &sweep->right, right));
    for (uint32_t i = sweep->left.count; i-- > left;) {
        CW_TRY(CW_ARRAY_PUSH(context, &sweep->points, sweep->left.items[i]));
    }
    return end_piece(context, sweep, first);
}

static cw_status sweep_segment(cw_context *context, cw_draw_sweep *sweep, cw_vec2 from, cw_vec2 to,
                               double radius) {
    cw_vec2 way = cw_draw_direction(from, to, NULL);
    cw_vec2 normal = {-way.y, way.x};
    CW_TRY(CW_ARRAY_PUSH(context, &sweep->left, cw_vec2_along(from, radius, normal)));
    CW_TRY(CW_ARRAY_PUSH(context, &sweep->left, cw_vec2_along(to, radius, normal)));
    CW_TRY(CW_ARRAY_PUSH(context, &sweep->right, cw_vec2_along(from, -radius, normal)));
    return CW_ARRAY_PUSH(context, &sweep->right, cw_vec2_along(to, -radius, normal));
}

static cw_status sweep_arc(cw_context *context, cw_draw_sweep *sweep, cw_draw_arc arc,
                           double radius, double error) {
    cw_draw_arc outer = arc, inner = arc;
    outer.radius += radius;
    inner.radius = fmax(0, arc.radius - radius);
    cw_draw_curve *outside = arc.ccw ? &sweep->right : &sweep->left;
    cw_draw_curve *inside = arc.ccw ? &sweep->left : &sweep->right;
    CW_TRY(cw_draw_curve_arc(context, outside, outer, error));
    if (inner.radius > error) {
        return cw_draw_curve_arc(context, inside, inner, error);
    }
    return CW_ARRAY_PUSH(context, inside, arc.center);
}

static cw_status sweep_leg(cw_context *context, cw_draw_sweep *sweep, const cw_path_leg *leg,
                           double radius, double error) {
    uint32_t right = sweep->right.count, left = sweep->left.count;
    cw_vec2 from = cw_draw_plan_of(leg->from), to = cw_draw_plan_of(leg->to);
    if (leg->arc) {
        CW_TRY(sweep_arc(context, sweep, cw_draw_leg_arc(leg), radius, error));
    } else if (from.x == to.x && from.y == to.y) {
        return CW_OK;
    } else {
        CW_TRY(sweep_segment(context, sweep, from, to, radius));
    }
    return add_between(context, sweep, right, left);
}

/// Half a disc, counter-clockwise from one point of its rim through the far side to the opposite.
static cw_status sweep_end(cw_context *context, cw_draw_sweep *sweep, cw_vec2 center, cw_vec2 rim,
                           double radius, double error) {
    cw_vec2 from = cw_draw_direction(center, rim, NULL);
    cw_draw_arc arc = {center, from, {-from.x, -from.y}, radius, true};
    uint32_t first = sweep->points.count;
    CW_TRY(cw_draw_curve_arc(context, &sweep->points, arc, error));
    return end_piece(context, sweep, first);
}

cw_status cw_draw_sweep_make(cw_context *context, const cw_path *path, double error,
                             cw_draw_sweep *sweep) {
    sweep->points.count = sweep->pieces.count = sweep->left.count = sweep->right.count = 0;
    cw_vec2 start = cw_draw_plan_of(path->start), goal = cw_draw_plan_of(path->goal);
    for (uint32_t i = 0; i < path->leg_count; ++i) {
        CW_TRY(sweep_leg(context, sweep, &path->legs[i], path->radius, error));
    }
    // A path without length sweeps the disc itself.
    cw_vec2 east = {start.x + 1, start.y}, west = {goal.x - 1, goal.y};
    bool moves = sweep->left.count > 0;
    CW_TRY(
        sweep_end(context, sweep, start, moves ? sweep->left.items[0] : east, path->radius, error));
    return sweep_end(context, sweep, goal,
                     moves ? sweep->right.items[sweep->right.count - 1] : west, path->radius,
                     error);
}

/// How far the points of a piece reach along a direction.
static void reach(const cw_draw_sweep *sweep, const cw_draw_piece *piece, cw_vec2 way, double *low,
                  double *high) {
    *low = INFINITY;
    *high = -INFINITY;
    for (uint32_t i = piece->first; i < piece->end; ++i) {
        double at = sweep->points.items[i].x * way.x + sweep->points.items[i].y * way.y;
        *low = fmin(*low, at);
        *high = fmax(*high, at);
    }
}

/// Whether a line along an edge of `a` has `b` on its other side.
static bool separates(const cw_draw_sweep *sweep, const cw_draw_piece *a, const cw_draw_piece *b,
                      double slack) {
    for (uint32_t i = a->first; i < a->end; ++i) {
        uint32_t next = i + 1 < a->end ? i + 1 : a->first;
        cw_vec2 way = cw_draw_direction(sweep->points.items[i], sweep->points.items[next], NULL);
        cw_vec2 normal = {-way.y, way.x};
        double low_a, high_a, low_b, high_b;
        reach(sweep, a, normal, &low_a, &high_a);
        reach(sweep, b, normal, &low_b, &high_b);
        bool real = way.x != 0 || way.y != 0;
        if (real && (low_b >= high_a - slack || low_a >= high_b - slack)) {
            return true;
        }
    }
    return false;
}

static bool overlap(const cw_draw_sweep *sweep, const cw_draw_piece *a, const cw_draw_piece *b,
                    double slack) {
    bool boxes = a->low.x < b->high.x - slack && b->low.x < a->high.x - slack &&
                 a->low.y < b->high.y - slack && b->low.y < a->high.y - slack;
    return boxes && !separates(sweep, a, b, slack) && !separates(sweep, b, a, slack);
}

static cw_status fill_pieces(cw_context *context, cw_draw_sweep *sweep, uint32_t from, uint32_t to,
                             const cw_draw_sink *sink, const cw_draw_style *style) {
    sweep->first.count = 0;
    for (uint32_t i = from; i < to; ++i) {
        CW_TRY(CW_ARRAY_PUSH(context, &sweep->first, sweep->pieces.items[i].first));
    }
    CW_TRY(CW_ARRAY_PUSH(context, &sweep->first, sweep->pieces.items[to - 1].end));
    cw_draw_area(sink, sweep->points.items, sweep->first.items, to - from, style);
    return CW_OK;
}

cw_status cw_draw_sweep_fill(cw_context *context, cw_draw_sweep *sweep, double radius,
                             const cw_draw_sink *sink, const cw_draw_style *style) {
    uint32_t from = 0;
    for (uint32_t i = 1; i < sweep->pieces.count; ++i) {
        bool covered = false;
        for (uint32_t k = from; !covered && k < i; ++k) {
            covered =
                overlap(sweep, &sweep->pieces.items[k], &sweep->pieces.items[i], TOUCHING * radius);
        }
        if (covered) {
            CW_TRY(fill_pieces(context, sweep, from, i, sink, style));
            from = i;
        }
    }
    return sweep->pieces.count > 0
               ? fill_pieces(context, sweep, from, sweep->pieces.count, sink, style)
               : CW_OK;
}

void cw_draw_sweep_free(cw_context *context, cw_draw_sweep *sweep) {
    CW_ARRAY_FREE(context, &sweep->points);
    CW_ARRAY_FREE(context, &sweep->pieces);
    CW_ARRAY_FREE(context, &sweep->first);
    CW_ARRAY_FREE(context, &sweep->left);
    CW_ARRAY_FREE(context, &sweep->right);
}
