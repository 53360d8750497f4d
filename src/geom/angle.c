/// The arc tangent by a table and a short series. The C library's differs from machine to machine
/// in the last bit, which could decide a threshold differently.
#include "geom/angle.h"
#include "geom/predicates.h"

#include <math.h>

#define STEPS 16

/// atan(i / STEPS)
static const double table[STEPS + 1] = {
    0,
    0x1.ff55bb72cfdeap-5,
    0x1.fd5ba9aac2f6ep-4,
    0x1.7b97b4bce5b02p-3,
    0x1.f5b75f92c80ddp-3,
    0x1.362773707ebccp-2,
    0x1.6f61941e4def1p-2,
    0x1.a64eec3cc23fdp-2,
    0x1.dac670561bb4fp-2,
    0x1.0657e94db30d0p-1,
    0x1.1e00babdefeb4p-1,
    0x1.345f01cce37bbp-1,
    0x1.4978fa3269ee1p-1,
    0x1.5d58987169b18p-1,
    0x1.700a7c5784634p-1,
    0x1.819d0b7158a4dp-1,
    0x1.921fb54442d18p-1,
};

/// atan(t) for 0 <= t <= 1: from the nearest c in the table it is atan((t - c) / (1 + t c)) more.
static inline double arc_tangent(double t) {
    int nearest = (int)(t * STEPS + 0.5);
    double c = nearest * (1.0 / STEPS), rest = (t - c) / (1 + t * c);
    double z = rest * rest; /* at most 1 / 1024, so the next term is below 1e-19 */
    double series =
        1 - z * (1.0 / 3 - z * (1.0 / 5 - z * (1.0 / 7 - z * (1.0 / 9 - z * (1.0 / 11)))));
    return table[nearest] + rest * series;
}

double cw_angle(double x, double y) {
    double across = fabs(y), along = fabs(x);
    bool steep = across > along;
    double most = steep ? across : along, least = steep ? along : across;
    if (most == 0) {
        return 0;
    }
    double angle = arc_tangent(least / most);
    angle = steep ? CW_PI / 2 - angle : angle;
    angle = x < 0 ? CW_PI - angle : angle;
    return y < 0 ? -angle : angle;
}

double cw_turn_angle(cw_point u, cw_point v) {
    return cw_angle(cw_wide_double(cw_dot(u, v)), cw_wide_double(cw_cross(u, v)));
}
