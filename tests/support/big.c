/// Schoolbook arithmetic on signed magnitudes.
#include "big.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Numbers that outgrow their room would make every comparison meaningless.
static void require(bool condition) {
    if (!condition) {
        abort();
    }
}

static int compare_magnitudes(const big *a, const big *b) {
    for (int i = BIG_LIMBS; i-- > 0;) {
        if (a->limbs[i] != b->limbs[i]) {
            return a->limbs[i] < b->limbs[i] ? -1 : 1;
        }
    }
    return 0;
}

static big add_magnitudes(const big *a, const big *b) {
    big sum = {.sign = 1};
    uint64_t carry = 0;
    for (int i = 0; i < BIG_LIMBS; i++) {
        carry += (uint64_t)a->limbs[i] + b->limbs[i];
        sum.limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    require(carry == 0);
    return sum;
}

/// a - b for a >= b in magnitude.
static big subtract_magnitudes(const big *a, const big *b) {
    big difference = {.sign = 1};
    int64_t borrow = 0;
    for (int i = 0; i < BIG_LIMBS; i++) {
        int64_t limb = (int64_t)a->limbs[i] - b->limbs[i] + borrow;
        borrow = limb < 0 ? -1 : 0;
        difference.limbs[i] = (uint32_t)(limb - borrow * ((int64_t)1 << 32));
    }
    return difference;
}

big big_from(int64_t value) {
    big result = {.sign = (value > 0) - (value < 0)};
    uint64_t magnitude = value < 0 ? -(uint64_t)value : (uint64_t)value;
    result.limbs[0] = (uint32_t)magnitude;
    result.limbs[1] = (uint32_t)(magnitude >> 32);
    return result;
}

big big_from_double(double value, int shift) {
    int exponent;
    double fraction = frexp(value, &exponent);
    big result = big_from((int64_t)ldexp(fraction, 53));
    int up = exponent - 53 + shift;
    for (; up > 0; up--) {
        result = big_add(result, result);
    }
    for (; up < 0 && result.sign != 0; up++) {
        require((result.limbs[0] & 1) == 0);
        for (int i = 0; i < BIG_LIMBS; i++) {
            uint32_t above = i + 1 < BIG_LIMBS ? result.limbs[i + 1] : 0;
            result.limbs[i] = result.limbs[i] >> 1 | above << 31;
        }
    }
    return result;
}

big big_add(big a, big b) {
    if (a.sign == 0 || b.sign == 0) {
        return a.sign == 0 ? b : a;
    }
    if (a.sign == b.sign) {
        big sum = add_magnitudes(&a, &b);
        sum.sign = a.sign;
        return sum;
    }
    int order = compare_magnitudes(&a, &b);
    if (order == 0) {
        return (big){.sign = 0};
    }
    big difference = order > 0 ? subtract_magnitudes(&a, &b) : subtract_magnitudes(&b, &a);
    difference.sign = order > 0 ? a.sign : b.sign;
    return difference;
}

big big_sub(big a, big b) {
    b.sign = -b.sign;
    return big_add(a, b);
}

big big_mul(big a, big b) {
    big product = {.sign = a.sign * b.sign};
    for (int i = 0; i < BIG_LIMBS && product.sign != 0; i++) {
        uint64_t carry = 0;
        for (int j = 0; a.limbs[i] != 0 && j < BIG_LIMBS; j++) {
            if (i + j >= BIG_LIMBS) {
                require(b.limbs[j] == 0 && carry == 0);
                continue;
            }
            carry += (uint64_t)a.limbs[i] * b.limbs[j] + product.limbs[i + j];
            product.limbs[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    return product;
}

int big_compare(big a, big b) {
    return big_sub(a, b).sign;
}

int big_orient(const big a[2], const big b[2], const big c[2]) {
    big left = big_mul(big_sub(b[0], a[0]), big_sub(c[1], a[1]));
    big right = big_mul(big_sub(b[1], a[1]), big_sub(c[0], a[0]));
    return big_compare(left, right);
}

/// (p.x^2 + p.y^2) * (q.x * r.y - q.y * r.x).
static big lifted_minor(const big p[2], const big q[2], const big r[2]) {
    big lift = big_add(big_mul(p[0], p[0]), big_mul(p[1], p[1]));
    return big_mul(lift, big_sub(big_mul(q[0], r[1]), big_mul(q[1], r[0])));
}

int big_incircle(const big a[2], const big b[2], const big c[2], const big d[2]) {
    big u[2], v[2], w[2];
    for (int i = 0; i < 2; i++) {
        u[i] = big_sub(a[i], d[i]);
        v[i] = big_sub(b[i], d[i]);
        w[i] = big_sub(c[i], d[i]);
    }
    big sum = big_add(lifted_minor(u, v, w), lifted_minor(v, w, u));
    return big_add(sum, lifted_minor(w, u, v)).sign;
}

int big_orient_points(cw_point a, cw_point b, cw_point c) {
    return big_orient((big[2]){big_from(a.x), big_from(a.y)},
                      (big[2]){big_from(b.x), big_from(b.y)},
                      (big[2]){big_from(c.x), big_from(c.y)});
}

int big_incircle_points(cw_point a, cw_point b, cw_point c, cw_point d) {
    return big_incircle(
        (big[2]){big_from(a.x), big_from(a.y)}, (big[2]){big_from(b.x), big_from(b.y)},
        (big[2]){big_from(c.x), big_from(c.y)}, (big[2]){big_from(d.x), big_from(d.y)});
}
