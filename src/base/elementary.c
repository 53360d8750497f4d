/// Elementary functions from sums, products and exact scaling alone.
///
/// Powers of two are taken out exactly (frexp, ldexp). What is left is a Taylor series of fixed
/// length, summed from its small end: for the logarithm that of the area tangent in
/// (m - 1) / (m + 1), |.| < 0.172; for the exponential up to |r| < 0.347; for the cosine up to an
/// eighth of a turn. Terms left out are below 1e-17.
#include "base/elementary.h"

#include <math.h>
#include <stdbool.h>

static const double LN2_HIGH =
    6.93147180369123816490e-01; ///< ln 2 in 33 bits, so that k times it is exact
static const double LN2_LOW = 1.90821492927058770002e-10; ///< the rest
static const double HALF_ROOT = 0.70710678118654752440;   ///< sqrt(1/2)
static const double FULL_TURN = 6.28318530717958647693;
/// Beyond these exponents the result is not a double.
static const double EXP_HIGH = 709.8, EXP_LOW = -745.2;

enum { LOG_TERMS = 14, EXP_TERMS = 17, TURN_TERMS = 11 };

double cw_logarithm(double x) {
    int exponent;
    double m = frexp(x, &exponent);
    if (m < HALF_ROOT) {
        m *= 2;
        exponent--;
    }
    double s = (m - 1) / (m + 1), square = s * s, sum = 0;
    for (int i = LOG_TERMS; i > 0; i--) {
        sum = (sum + 1.0 / (2 * i + 1)) * square;
    }
    return exponent * LN2_HIGH + (2 * s + (2 * s * sum + exponent * LN2_LOW));
}

double cw_exponential(double x) {
    if (!(x < EXP_HIGH)) {
        return x >= EXP_HIGH ? INFINITY : x;
    }
    if (x < EXP_LOW) {
        return 0;
    }
    double k = floor(x / (LN2_HIGH + LN2_LOW) + 0.5);
    double r = (x - k * LN2_HIGH) - k * LN2_LOW, sum = 0;
    for (int i = EXP_TERMS; i > 0; i--) {
        sum = (sum + 1) * (r / i);
    }
    return ldexp(1 + sum, (int)k);
}

/// Cosine, or sine, of at most an eighth of a turn.
static double series(double angle, int first) {
    double square = angle * angle, sum = 0;
    for (int i = TURN_TERMS; i > 0; i--) {
        int n = 2 * i + first;
        sum = (sum + 1) * (-square / (n * (n - 1)));
    }
    return first == 0 ? 1 + sum : angle + angle * sum;
}

double cw_cos_turn(double share) {
    share = share > 0.5 ? 1 - share : share;
    bool negative = share > 0.25;
    share = negative ? 0.5 - share : share;
    double value =
        share <= 0.125 ? series(share * FULL_TURN, 0) : series((0.25 - share) * FULL_TURN, 1);
    return negative ? -value : value;
}
