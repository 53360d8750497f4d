/// Plain distances in the plane, for oracles: points, segments, arcs of circles. Slow and obvious,
/// with the C library's trigonometry.
#ifndef CW_TESTS_PLANE_H
#define CW_TESTS_PLANE_H

#include "check.h"
#include "clearway/base.h"

#define PLANE_TURN (2 * PI)

static inline cw_vec2 plane_add(cw_vec2 a, cw_vec2 b) {
    return (cw_vec2){a.x + b.x, a.y + b.y};
}

static inline cw_vec2 plane_sub(cw_vec2 a, cw_vec2 b) {
    return (cw_vec2){a.x - b.x, a.y - b.y};
}

static inline cw_vec2 plane_scale(cw_vec2 a, double by) {
    return (cw_vec2){by * a.x, by * a.y};
}

static inline double plane_dot(cw_vec2 a, cw_vec2 b) {
    return a.x * b.x + a.y * b.y;
}

static inline double plane_cross(cw_vec2 a, cw_vec2 b) {
    return a.x * b.y - a.y * b.x;
}

/// By a root: hypot() takes ten times as long, for lengths that there are none of here.
static inline double plane_length(cw_vec2 a) {
    return sqrt(plane_dot(a, a));
}

static inline double plane_distance(cw_vec2 a, cw_vec2 b) {
    return plane_length(plane_sub(a, b));
}

/// The angle of a vector in (-pi, pi].
static inline double plane_angle(cw_vec2 a) {
    return atan2(a.y, a.x);
}

/// The place at a distance and angle from another.
static inline cw_vec2 plane_polar(cw_vec2 center, double radius, double angle) {
    return (cw_vec2){center.x + radius * cos(angle), center.y + radius * sin(angle)};
}

/// The same angle in [low, low + a full turn).
static inline double plane_wrap(double angle, double low) {
    double turned = angle - PLANE_TURN * floor((angle - low) / PLANE_TURN);
    return turned >= low + PLANE_TURN ? low : turned;
}

double plane_point_segment(cw_vec2 x, cw_vec2 p, cw_vec2 q);
double plane_segment_segment(cw_vec2 a, cw_vec2 b, cw_vec2 p, cw_vec2 q);

/// A segment, or an arc from the angle `start` by `sweep` (counter-clockwise when positive, at most
/// a full turn).
typedef struct plane_piece {
    bool arc;
    cw_vec2 from, to;
    cw_vec2 center; ///< of an arc
    double radius, start, sweep;
} plane_piece;

plane_piece plane_piece_segment(cw_vec2 from, cw_vec2 to);
plane_piece plane_piece_arc(cw_vec2 center, double radius, double start, double sweep);
double plane_piece_length(const plane_piece *piece);
/// The place at a share in [0, 1] of the way along a piece.
cw_vec2 plane_piece_at(const plane_piece *piece, double share);
/// Distance between a piece and a segment, exact but for rounding.
double plane_piece_distance(const plane_piece *piece, cw_vec2 p, cw_vec2 q);

/// The angles of the places on the circle around `center` that are nearer than its radius to a
/// segment, as intervals within [low, low + a full turn]. Returns how many, at most 8.
typedef struct plane_range {
    double from, to;
} plane_range;
uint32_t plane_circle_blocked(cw_vec2 center, double radius, cw_vec2 p, cw_vec2 q, double low,
                              plane_range blocked[8]);

#endif
