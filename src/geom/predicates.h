/// Exact signs on lattice points. Every topological decision of the library ends here.
///
/// Bit budget: fine coordinates are below 2^61, so differences fit 62 bits with sign, products 122
/// bits, and a sum of two products a signed 128-bit integer. Coarse coordinates (below 2^30) make
/// the in-circle determinant fit 124 bits.
#ifndef CW_GEOM_PREDICATES_H
#define CW_GEOM_PREDICATES_H

#include "clearway/lattice.h"

/// Signed 128-bit integer (GCC and Clang, also for wasm32).
__extension__ typedef __int128 cw_wide;

static inline int cw_sign(cw_wide value) {
    return (value > 0) - (value < 0);
}

static inline cw_point cw_point_sub(cw_point a, cw_point b) {
    return (cw_point){a.x - b.x, a.y - b.y};
}

static inline bool cw_point_equal(cw_point a, cw_point b) {
    return a.x == b.x && a.y == b.y;
}

/// u.x * v.y - u.y * v.x of two difference vectors.
static inline cw_wide cw_cross(cw_point u, cw_point v) {
    return (cw_wide)u.x * v.y - (cw_wide)u.y * v.x;
}

/// u . v of two difference vectors.
static inline cw_wide cw_dot(cw_point u, cw_point v) {
    return (cw_wide)u.x * v.x + (cw_wide)u.y * v.y;
}

/// The double nearest to a wide integer. Compilers bring their own conversion, and not all of them
/// round to nearest; this one keeps 64 leading bits, the last one standing for all that follow,
/// which the hardware rounds correctly.
static inline double cw_wide_double(cw_wide value) {
    bool negative = value < 0;
    __extension__ unsigned __int128 rest =
        negative ? -(unsigned __int128)value : (unsigned __int128)value;
    double scale = 1;
    while (rest >> 64 != 0) {
        rest = rest >> 8 | ((rest & 0xff) != 0);
        scale *= 256;
    }
    double magnitude = (double)(uint64_t)rest * scale;
    return negative ? -magnitude : magnitude;
}

/// floor(numerator / denominator) for a positive denominator.
static inline int64_t cw_floor_divide(cw_wide numerator, cw_wide denominator) {
    cw_wide quotient = numerator / denominator;
    if (numerator < quotient * denominator) {
        quotient -= 1;
    }
    return (int64_t)quotient;
}

/// Sign of cw_cross(u, v).
static inline int cw_turn(cw_point u, cw_point v) {
    return cw_sign(cw_cross(u, v));
}

/// +1 when c lies left of the directed line a -> b, -1 right, 0 on it.
static inline int cw_orient(cw_point a, cw_point b, cw_point c) {
    return cw_turn(cw_point_sub(b, a), cw_point_sub(c, a));
}

/// +1 when d lies strictly inside the circle through a, b, c (counter-clockwise). Coarse points
/// only.
int cw_incircle(cw_point a, cw_point b, cw_point c, cw_point d);

/// Whether d lies strictly inside the circle through a, b, c: the flip test.
bool cw_inside_circle(cw_point a, cw_point b, cw_point c, cw_point d);

/// The flip test for fine points, in double arithmetic: true only when d is inside beyond any
/// rounding error. Decides the quality of triangles, never topology.
bool cw_incircle_surely(cw_point a, cw_point b, cw_point c, cw_point d);

/// The coarse point nearest to the crossing of the lines a-b and c-d, which must not be parallel.
/// Rounding is monotone: the result lies in the bounding boxes of both segments when they cross.
cw_point cw_round_crossing(cw_point a, cw_point b, cw_point c, cw_point d);

/// True when the open unit square around the coarse point u meets the segment a-b.
static inline bool cw_pixel_meets(cw_point u, cw_point a, cw_point b) {
    int64_t dx = b.x - a.x, dy = b.y - a.y;
    if ((u.x < a.x && u.x < b.x) || (u.x > a.x && u.x > b.x) || (u.y < a.y && u.y < b.y) ||
        (u.y > a.y && u.y > b.y)) {
        return false;
    }
    int64_t cross = dx * (u.y - a.y) - dy * (u.x - a.x);
    int64_t reach = (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
    return 2 * (cross < 0 ? -cross : cross) < reach;
}

#endif
