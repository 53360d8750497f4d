/// Points along curves, close enough for a picture.
#ifndef CW_DRAW_PARTS_CURVE_H
#define CW_DRAW_PARTS_CURVE_H

#include "base/memory.h"
#include "clearway/path.h"
#include "geom/vectors.h"

/// A polyline that grows.
typedef CW_ARRAY(cw_vec2) cw_draw_curve;

static inline cw_vec2 cw_draw_plan_of(cw_vec3 point) {
    return (cw_vec2){point.x, point.y};
}

/// The unit vector from one point to another, zero where they are the same; *length (may be NULL)
/// receives their distance.
cw_vec2 cw_draw_direction(cw_vec2 from, cw_vec2 to, double *length);

/// An arc around a center, from one unit direction to another. Both ends belong to it.
typedef struct cw_draw_arc {
    cw_vec2 center, from, to;
    double radius; ///< metres
    bool ccw;      ///< counter-clockwise
} cw_draw_arc;

/// Adds an arc; chords stay within `error` metres of it.
cw_status cw_draw_curve_arc(cw_context *context, cw_draw_curve *curve, cw_draw_arc arc,
                            double error);

/// Adds a cubic Bezier curve.
cw_status cw_draw_curve_bezier(cw_context *context, cw_draw_curve *curve, const cw_vec2 control[4]);

/// Adds a leg of a path, from its start to its end.
cw_status cw_draw_curve_leg(cw_context *context, cw_draw_curve *curve, const cw_path_leg *leg,
                            double error);

/// The arc of a leg that is one.
cw_draw_arc cw_draw_leg_arc(const cw_path_leg *leg);

#endif
