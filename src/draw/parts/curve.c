/// Points along curves.
///
/// An arc is halved until its chords are close enough. The direction in the middle of two others is
/// their sum, or the normal of their difference where they point away from each other; so no sines
/// are needed, and the points are the same on every machine.
#include "draw/parts/curve.h"

#include <math.h>

/// Halvings of an arc at most: 2^10 chords.
enum { DEEPEST = 10, BEZIER_STEPS = 24 };

/// Directions that differ by less are the same: a leg that does not turn at all.
static const double SAME_DIRECTION = 1e-6;

cw_vec2 cw_draw_direction(cw_vec2 from, cw_vec2 to, double *length) {
    double x = to.x - from.x, y = to.y - from.y, distance = sqrt(x * x + y * y);
    if (length != NULL) {
        *length = distance;
    }
    return distance > 0 ? (cw_vec2){x / distance, y / distance} : (cw_vec2){0, 0};
}

/// Adds the arc between two directions less than half a turn apart, without its start.
static cw_status halve(cw_context *context, cw_draw_curve *curve, const cw_draw_arc *arc,
                       cw_vec2 from, cw_vec2 to, double error, uint32_t depth) {
    cw_vec2 sum = {from.x + to.x, from.y + to.y};
    double length = sqrt(sum.x * sum.x + sum.y * sum.y);
    // The cosine of half the angle is half the length of the sum.
    if (depth == 0 || arc->radius * (1 - length / 2) <= error) {
        return CW_ARRAY_PUSH(context, curve, cw_vec2_along(arc->center, arc->radius, to));
    }
    cw_vec2 middle = {sum.x / length, sum.y / length};
    CW_TRY(halve(context, curve, arc, from, middle, error, depth - 1));
    return halve(context, curve, arc, middle, to, error, depth - 1);
}

cw_status cw_draw_curve_arc(cw_context *context, cw_draw_curve *curve, cw_draw_arc arc,
                            double error) {
    cw_vec2 u = arc.from, v = arc.to;
    double side = arc.ccw ? 1 : -1;
    cw_vec2 across = {side * (v.y - u.y), side * (u.x - v.x)};
    double gap = sqrt(across.x * across.x + across.y * across.y);
    CW_TRY(CW_ARRAY_PUSH(context, curve, cw_vec2_along(arc.center, arc.radius, u)));
    if (gap < SAME_DIRECTION) {
        return CW_ARRAY_PUSH(context, curve, cw_vec2_along(arc.center, arc.radius, v));
    }
    bool small = u.x * v.x + u.y * v.y > 0 && side * (u.x * v.y - u.y * v.x) >= 0;
    if (small) {
        return halve(context, curve, &arc, u, v, error, DEEPEST);
    }
    cw_vec2 middle = {across.x / gap, across.y / gap};
    CW_TRY(halve(context, curve, &arc, u, middle, error, DEEPEST));
    return halve(context, curve, &arc, middle, v, error, DEEPEST);
}

cw_status cw_draw_curve_bezier(cw_context *context, cw_draw_curve *curve,
                               const cw_vec2 control[4]) {
    for (uint32_t i = 0; i <= BEZIER_STEPS; ++i) {
        double t = (double)i / BEZIER_STEPS, s = 1 - t;
        double weight[4] = {s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t};
        cw_vec2 point = {0, 0};
        for (uint32_t k = 0; k < 4; ++k) {
            point = cw_vec2_along(point, weight[k], control[k]);
        }
        CW_TRY(CW_ARRAY_PUSH(context, curve, point));
    }
    return CW_OK;
}

cw_draw_arc cw_draw_leg_arc(const cw_path_leg *leg) {
    cw_draw_arc arc = {.center = leg->center, .ccw = leg->ccw};
    arc.from = cw_draw_direction(leg->center, cw_draw_plan_of(leg->from), &arc.radius);
    arc.to = cw_draw_direction(leg->center, cw_draw_plan_of(leg->to), NULL);
    return arc;
}

cw_status cw_draw_curve_leg(cw_context *context, cw_draw_curve *curve, const cw_path_leg *leg,
                            double error) {
    if (leg->arc) {
        return cw_draw_curve_arc(context, curve, cw_draw_leg_arc(leg), error);
    }
    CW_TRY(CW_ARRAY_PUSH(context, curve, cw_draw_plan_of(leg->from)));
    return CW_ARRAY_PUSH(context, curve, cw_draw_plan_of(leg->to));
}
