/// Double-double numbers: the unevaluated sum of two doubles, about 106 bits.
///
/// Dekker, A floating-point technique for extending the available precision (1971), and Knuth's
/// two-sum. Only + - * / and sqrt of doubles are used, without contraction, so that every machine
/// gives the same bits. Numbers stay far below 2^900, so that splitting never overflows.
#ifndef CW_SKELETON_DD_H
#define CW_SKELETON_DD_H

#include "geom/predicates.h"

#include <math.h>

typedef struct cw_dd {
    double hi, lo;
} cw_dd;

/// A vector or position.
typedef struct cw_dd2 {
    cw_dd x, y;
} cw_dd2;

/// Splits a double into two halves of 26 bits: 2^27 + 1.
#define CW_DD_SPLITTER 134217729.0

static inline cw_dd cw_dd_of(double value) {
    return (cw_dd){value, 0};
}

/// a + b, exact; |a| >= |b|.
static inline cw_dd cw_dd_quick_sum(double a, double b) {
    double sum = a + b;
    return (cw_dd){sum, b - (sum - a)};
}

/// a + b, exact.
static inline cw_dd cw_dd_two_sum(double a, double b) {
    double sum = a + b;
    double part = sum - a;
    return (cw_dd){sum, (a - (sum - part)) + (b - part)};
}

/// a * b, exact.
static inline cw_dd cw_dd_two_product(double a, double b) {
    double product = a * b;
    double wide_a = CW_DD_SPLITTER * a, wide_b = CW_DD_SPLITTER * b;
    double high_a = wide_a - (wide_a - a), high_b = wide_b - (wide_b - b);
    double low_a = a - high_a, low_b = b - high_b;
    double error = ((high_a * high_b - product) + high_a * low_b + low_a * high_b) + low_a * low_b;
    return (cw_dd){product, error};
}

static inline cw_dd cw_dd_neg(cw_dd a) {
    return (cw_dd){-a.hi, -a.lo};
}

static inline cw_dd cw_dd_add(cw_dd a, cw_dd b) {
    cw_dd high = cw_dd_two_sum(a.hi, b.hi);
    cw_dd low = cw_dd_two_sum(a.lo, b.lo);
    high = cw_dd_quick_sum(high.hi, high.lo + low.hi);
    return cw_dd_quick_sum(high.hi, high.lo + low.lo);
}

static inline cw_dd cw_dd_sub(cw_dd a, cw_dd b) {
    return cw_dd_add(a, cw_dd_neg(b));
}

static inline cw_dd cw_dd_mul(cw_dd a, cw_dd b) {
    cw_dd product = cw_dd_two_product(a.hi, b.hi);
    return cw_dd_quick_sum(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
}

/// b is not zero.
static inline cw_dd cw_dd_div(cw_dd a, cw_dd b) {
    double first = a.hi / b.hi;
    cw_dd rest = cw_dd_sub(a, cw_dd_mul(b, cw_dd_of(first)));
    double second = rest.hi / b.hi;
    rest = cw_dd_sub(rest, cw_dd_mul(b, cw_dd_of(second)));
    cw_dd sum = cw_dd_quick_sum(first, second);
    return cw_dd_add(sum, cw_dd_of(rest.hi / b.hi));
}

/// The square root of a number >= 0.
static inline cw_dd cw_dd_sqrt(cw_dd a) {
    if (a.hi <= 0) {
        return cw_dd_of(0);
    }
    double root = sqrt(a.hi);
    cw_dd rest = cw_dd_sub(a, cw_dd_two_product(root, root));
    return cw_dd_quick_sum(root, rest.hi / (2 * root));
}

static inline bool cw_dd_less(cw_dd a, cw_dd b) {
    return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo);
}

/// The nearest number to a wide integer; exact below 2^106.
static inline cw_dd cw_dd_of_wide(cw_wide value) {
    double high = cw_wide_double(value);
    double low = cw_wide_double(value - (cw_wide)high);
    return cw_dd_quick_sum(high, low);
}

static inline cw_dd2 cw_dd2_of(double x, double y) {
    return (cw_dd2){cw_dd_of(x), cw_dd_of(y)};
}

static inline cw_dd2 cw_dd2_add(cw_dd2 a, cw_dd2 b) {
    return (cw_dd2){cw_dd_add(a.x, b.x), cw_dd_add(a.y, b.y)};
}

static inline cw_dd2 cw_dd2_sub(cw_dd2 a, cw_dd2 b) {
    return (cw_dd2){cw_dd_sub(a.x, b.x), cw_dd_sub(a.y, b.y)};
}

static inline cw_dd2 cw_dd2_scale(cw_dd2 a, cw_dd factor) {
    return (cw_dd2){cw_dd_mul(a.x, factor), cw_dd_mul(a.y, factor)};
}

static inline cw_dd cw_dd2_dot(cw_dd2 a, cw_dd2 b) {
    return cw_dd_add(cw_dd_mul(a.x, b.x), cw_dd_mul(a.y, b.y));
}

static inline cw_dd cw_dd2_cross(cw_dd2 a, cw_dd2 b) {
    return cw_dd_sub(cw_dd_mul(a.x, b.y), cw_dd_mul(a.y, b.x));
}

/// The length of a vector as a double.
static inline double cw_dd2_length(cw_dd2 a) {
    return sqrt(a.x.hi * a.x.hi + a.y.hi * a.y.hi);
}

#endif
