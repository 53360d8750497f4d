/// The arc tangent by halving the angle four times and a short series. The C library's differs from
/// machine to machine in the last bit, which could decide a threshold differently.
#include "geom/angle.h"
#include "geom/predicates.h"

#include <math.h>

/// atan(t) for 0 <= t <= 1.
static double arc_tangent(double t) {
    for (int i = 0; i < 4; i++) {
        t = t / (1 + sqrt(1 + t * t)); /* now at most tan(pi / 64) = 0.0492 */
    }
    double square = t * t, term = t, sum = 0;
    for (int k = 0; k < 8; k++) { /* the next term is below 1e-22 of the first */
        sum += term / (2 * k + 1);
        term = -term * square;
    }
    return 16 * sum;
}

double cw_angle(double x, double y) {
    double across = fabs(y), along = fabs(x);
    if (across == 0 && along == 0) {
        return 0;
    }
    double angle =
        across <= along ? arc_tangent(across / along) : CW_PI / 2 - arc_tangent(along / across);
    angle = x < 0 ? CW_PI - angle : angle;
    return y < 0 ? -angle : angle;
}

double cw_turn_angle(cw_point u, cw_point v) {
    return cw_angle(cw_wide_double(cw_dot(u, v)), cw_wide_double(cw_cross(u, v)));
}
