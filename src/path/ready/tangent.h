/// Rays that touch circles: the plan geometry of shortest disc paths. Positions are local.
///
/// A circle of signed radius s around c stands left of a ray (at, along) at distance s when
/// c = at + s * left(along); right of it for a negative s. A point is a circle of radius 0. The ray
/// from one circle to another is then one formula for inner and outer tangents, and for points:
/// with v = c2 - c1 and k = s2 - s1, v . along = sqrt(|v|^2 - k^2) and v . left(along) = k.
#ifndef CW_PATH_READY_TANGENT_H
#define CW_PATH_READY_TANGENT_H

#include "clearance/clearance.h"

/// Half of pi: an arc of at most half a circle is no longer than this times its chord.
#define CW_HALF_PI 1.5707963267948968

/// A ray: it touches the circle it comes from at `at`.
typedef struct cw_tangent {
    cw_vec2 at;
    cw_vec2 along; ///< unit
} cw_tangent;

static inline cw_vec2 cw_left(cw_vec2 v) {
    return (cw_vec2){-v.y, v.x};
}

static inline cw_vec2 cw_heading(cw_vec2 v) {
    double scale = 1 / cw_vec2_length(v);
    return (cw_vec2){v.x * scale, v.y * scale};
}

/// A line that has a cell, or a piece of one, on its left.
typedef struct cw_mesh_line {
    cw_vec2 from;
    cw_vec2 along; ///< unit
} cw_mesh_line;

/// The ray that leaves a circle in a direction.
static inline cw_tangent cw_tangent_leaving(cw_vec2 center, double s, cw_vec2 along) {
    return (cw_tangent){{center.x + s * along.y, center.y - s * along.x}, along};
}

/// The ray from circle (c1, s1) to circle (c2, s2), and the length between the points where it
/// touches them. False when one circle is inside the other, or they overlap and it should pass
/// between them; an overlap of less than CW_GRAZE is none.
static inline bool cw_tangent_between(cw_vec2 c1, double s1, cw_vec2 c2, double s2,
                                      cw_tangent *tangent, double *length) {
    cw_vec2 v = {c2.x - c1.x, c2.y - c1.y};
    double k = s2 - s1, square = v.x * v.x + v.y * v.y;
    double rest = square - k * k;
    if (rest < 0) {
        if (rest < -4 * CW_GRAZE * fabs(k) || square == 0) {
            return false;
        }
        k = k < 0 ? -sqrt(square) : sqrt(square);
        rest = 0;
    } else if (square == 0) {
        return false;
    }
    double l = sqrt(rest), scale = 1 / square;
    cw_vec2 along = {(l * v.x + k * v.y) * scale, (l * v.y - k * v.x) * scale};
    *tangent = cw_tangent_leaving(c1, s1, along);
    *length = l;
    return true;
}

/// Signed distance of a point left of a ray.
static inline double cw_tangent_side(const cw_tangent *tangent, cw_vec2 point) {
    return tangent->along.x * (point.y - tangent->at.y) -
           tangent->along.y * (point.x - tangent->at.x);
}

/// How far along a ray the foot of a point is.
static inline double cw_tangent_depth(const cw_tangent *tangent, cw_vec2 point) {
    return tangent->along.x * (point.x - tangent->at.x) +
           tangent->along.y * (point.y - tangent->at.y);
}

/// The places where a line, through a point in a unit direction, crosses a circle, in metres from
/// the point; false where it passes by or touches.
static inline bool cw_line_meets_circle(cw_vec2 from, cw_vec2 along, cw_vec2 center, double radius,
                                        double meets[2]) {
    cw_vec2 u = cw_vec2_sub(center, from);
    double middle = cw_vec2_dot(u, along), off = cw_vec2_cross(along, u);
    double square = radius * radius - off * off;
    if (square <= 0) {
        return false;
    }
    double half = sqrt(square);
    meets[0] = middle - half;
    meets[1] = middle + half;
    return true;
}

/// Whether a ray, between two depths, goes through a disc.
static inline bool cw_tangent_hits(const cw_tangent *tangent, double from, double to,
                                   cw_vec2 center, double radius) {
    double side = cw_tangent_side(tangent, center);
    double inner = radius - CW_GRAZE;
    if (side >= inner || -side >= inner) {
        return false;
    }
    double depth = cw_tangent_depth(tangent, center);
    double half = sqrt(inner * inner - side * side);
    return depth - half < to - CW_GRAZE && depth + half > from + CW_GRAZE;
}

/// A measure of the turn to the left from one vector to another, in [0, 4): 1 for a quarter, 2 for
/// half a turn. Grows with the angle, needs no trigonometry, and small turns are told as well as
/// large ones: it is the way along the border of a square that stands on its tip.
static inline double cw_turn_measure(cw_vec2 from, cw_vec2 to) {
    double dot = cw_vec2_dot(from, to), cross = cw_vec2_cross(from, to);
    double sum = fabs(dot) + fabs(cross);
    if (cross >= 0) {
        return dot > 0 ? cross / sum : sum > 0 ? 1 - dot / sum : 0;
    }
    return dot < 0 ? 2 - cross / sum : 3 + dot / sum;
}

/// Turn measures this close are the same on a large circle, by rounding.
#define CW_TURN_ROUNDING 1e-9

/// What CW_GRAZE may add to that on a small circle, at the most.
#define CW_TURN_GRAZE 0.05

/// A measure this close below a full turn stands for a small turn back.
#define CW_TURN_BACK 5e-5

/// Turn measures this close are the same: a ray may cut a circle by CW_GRAZE, which on a small
/// circle is a large turn.
static inline double cw_turn_slack(double radius) {
    double graze = radius > 0 ? cw_least(2 * CW_GRAZE / radius, CW_TURN_GRAZE) : 0;
    return CW_TURN_ROUNDING + graze;
}

/// No arc turns more than this: beyond, rounding has put its end before its start.
static inline double cw_turn_most(double slack) {
    return 4 - CW_TURN_BACK - slack;
}

#endif
