/// Whole numbers of a thousand bits, slow and obvious: what exact signs are compared with.
#ifndef CW_TESTS_BIG_H
#define CW_TESTS_BIG_H

#include "clearway/surface.h"

enum { BIG_LIMBS = 32 };

/// sign * sum of limbs[i] * 2^(32 i); the sign of zero is 0.
typedef struct big {
    int sign;
    uint32_t limbs[BIG_LIMBS];
} big;

big big_from(int64_t value);
/// value * 2^shift, which must be a whole number.
big big_from_double(double value, int shift);
big big_add(big a, big b);
big big_sub(big a, big b);
big big_mul(big a, big b);
/// -1, 0 or 1.
int big_compare(big a, big b);

/// The sign of the determinant |b - a, c - a|; coordinates are x, y.
int big_orient(const big a[2], const big b[2], const big c[2]);
/// 1 when d lies inside the circle through a, b, c, if those are counter-clockwise.
int big_incircle(const big a[2], const big b[2], const big c[2], const big d[2]);

/// The signs for lattice points.
int big_orient_points(cw_point a, cw_point b, cw_point c);
int big_incircle_points(cw_point a, cw_point b, cw_point c, cw_point d);

#endif
