/// Plain plan geometry in doubles.
#ifndef CW_GEOM_VECTORS_H
#define CW_GEOM_VECTORS_H

#include "clearway/base.h"

#include <math.h>

/// The least and the most of two numbers; unlike fmin and fmax, a single instruction.
static inline double cw_least(double a, double b) {
    return a < b ? a : b;
}

static inline double cw_most(double a, double b) {
    return a > b ? a : b;
}

static inline cw_vec2 cw_vec2_add(cw_vec2 a, cw_vec2 b) {
    return (cw_vec2){a.x + b.x, a.y + b.y};
}

static inline cw_vec2 cw_vec2_sub(cw_vec2 a, cw_vec2 b) {
    return (cw_vec2){a.x - b.x, a.y - b.y};
}

/// a + t * b
static inline cw_vec2 cw_vec2_along(cw_vec2 a, double t, cw_vec2 b) {
    return (cw_vec2){a.x + t * b.x, a.y + t * b.y};
}

static inline double cw_vec2_dot(cw_vec2 a, cw_vec2 b) {
    return a.x * b.x + a.y * b.y;
}

static inline double cw_vec2_cross(cw_vec2 a, cw_vec2 b) {
    return a.x * b.y - a.y * b.x;
}

static inline double cw_vec2_length(cw_vec2 a) {
    return sqrt(a.x * a.x + a.y * a.y);
}

static inline double cw_vec2_distance(cw_vec2 a, cw_vec2 b) {
    return cw_vec2_length(cw_vec2_sub(a, b));
}

/// Square of the distance from a point to a segment.
static inline double cw_segment_square(cw_vec2 point, cw_vec2 from, cw_vec2 to) {
    cw_vec2 along = cw_vec2_sub(to, from), offset = cw_vec2_sub(point, from);
    double t = cw_vec2_dot(offset, along), all = cw_vec2_dot(along, along);
    offset = cw_vec2_along(offset, t <= 0 ? 0 : t >= all ? -1 : -t / all, along);
    return cw_vec2_dot(offset, offset);
}

/// The distance itself; the segment may be a point.
static inline double cw_segment_distance(cw_vec2 point, cw_vec2 from, cw_vec2 to) {
    cw_vec2 along = cw_vec2_sub(to, from);
    double square = cw_vec2_dot(along, along);
    double t = square > 0 ? cw_vec2_dot(cw_vec2_sub(point, from), along) / square : 0;
    return cw_vec2_distance(point, cw_vec2_along(from, cw_least(cw_most(t, 0), 1), along));
}

#endif
