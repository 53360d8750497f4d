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

#define SINE_STEPS 64

/// A little more than the sine of an eighth of a turn, for vectors whose length is rounded.
#define MOST_SINE 0.7072

/// The cosine of the angle whose sine is i / SINE_STEPS, and the angle, up to an eighth of a turn.
static const double sines[][2] = {
    {1, 0},
    {0x1.ffefffbffdfffp-1, 0x1.0002aabdde94cp-6},
    {0x1.ffbffbff7fec0p-1, 0x1.000aabde0b9c8p-5},
    {0x1.ff6febba4bfeap-1, 0x1.8024091fdb0a9p-5},
    {0x1.feffbfdfebf1fp-1, 0x1.002abde953619p-4},
    {0x1.fe6f634576477p-1, 0x1.405390240e6fdp-4},
    {0x1.fdbeba917c3f5p-1, 0x1.809092913e52ep-4},
    {0x1.fceda421efdb5p-1, 0x1.c0e5e80f7172dp-4},
    {0x1.fbfbf7ebc755fp-1, 0x1.00abe0c129e1ep-3},
    {0x1.fae987541497fp-1, 0x1.20f530308cc20p-3},
    {0x1.f9b61d0237250p-1, 0x1.41510cb011423p-3},
    {0x1.f8617caabd6f6p-1, 0x1.61c1ab9d55d30p-3},
    {0x1.f6eb62d27730dp-1, 0x1.82494ed0e78fcp-3},
    {0x1.f553848924e81p-1, 0x1.a2ea462b4998ep-3},
    {0x1.f3998f1b1886cp-1, 0x1.c3a6f13aae84bp-3},
    {0x1.f1bd27b9002c4p-1, 0x1.e481c0fce7134p-3},
    {0x1.efbdeb14f4edap-1, 0x1.02be9ce0b87cdp-2},
    {0x1.ed9b6cf3c4663p-1, 0x1.134dfa9805147p-2},
    {0x1.eb5537b1434dap-1, 0x1.23f0523c5dc2bp-2},
    {0x1.e8eacbb648910p-1, 0x1.34a709597aab1p-2},
    {0x1.e65b9edeba38ep-1, 0x1.457393b90e2aap-2},
    {0x1.e3a71bcdd63dep-1, 0x1.565774cb66f02p-2},
    {0x1.e0cca12e97895p-1, 0x1.675441329986ep-2},
    {0x1.ddcb80ddc085bp-1, 0x1.786ba074fef93p-2},
    {0x1.daa2fefaae1d8p-1, 0x1.899f4edc962d3p-2},
    {0x1.d75250db9c792p-1, 0x1.9af11f89ba61cp-2},
    {0x1.d3d89be176072p-1, 0x1.ac62fec0b2a92p-2},
    {0x1.d034f42698214p-1, 0x1.bdf6f47ae6904p-2},
    {0x1.cc665b0328622p-1, 0x1.cfaf27460fe9fp-2},
    {0x1.c86bbd609a260p-1, 0x1.e18ddf7da106bp-2},
    {0x1.c443f1d4d22afp-1, 0x1.f3958aecddef4p-2},
    {0x1.bfedb67be13b3p-1, 0x1.02e46075785a1p-1},
    {0x1.bb67ae8584caap-1, 0x1.0c152382d7366p-1},
    {0x1.b6b05f6966b9bp-1, 0x1.155e8b2a00052p-1},
    {0x1.b1c62db2564fep-1, 0x1.1ec230c714a96p-1},
    {0x1.aca7594d44cbdp-1, 0x1.2841ce0862975p-1},
    {0x1.a751f9447b724p-1, 0x1.31df40fbd31cdp-1},
    {0x1.a1c3f6ca01f29p-1, 0x1.3b9c90c43296dp-1},
    {0x1.9bfb076d236ebp-1, 0x1.457bf318fe517p-1},
    {0x1.95f4a64decda8p-1, 0x1.4f7fd2bc2fb34p-1},
    {0x1.8fae0c15ad38ap-1, 0x1.59aad71ced00fp-1},
    {0x1.8924256bf4545p-1, 0x1.63ffed6d198f6p-1},
    {0x1.8253878ae2e09p-1, 0x1.6e825383cc40bp-1},
    {0x1.7b386279d7bf3p-1, 0x1.7935a501afa78p-1},
    {0x1.73ce704fb7b23p-1, 0x1.841deb5114bb4p-1},
    {0x1.6c10e0a9e5d65p-1, 0x1.8f3fb14e496b4p-1},
};

/// Where an angle is counted from, and in which direction: by whether it is steep, whether it is
/// more than a quarter turn, and whether it goes to the right. Looked up, since branches could not
/// be foreseen.
static const double ends[] = {0, CW_PI / 2, CW_PI, CW_PI / 2, 0, -CW_PI / 2, -CW_PI, -CW_PI / 2};
static const double signs[] = {1, -1, -1, 1, -1, 1, 1, -1};

double cw_unit_angle(double x, double y) {
    double across = fabs(y), along = fabs(x);
    double cosine = across > along ? across : along, sine = across < along ? across : along;
    int nearest = sine < MOST_SINE ? (int)(sine * SINE_STEPS + 0.5) : (int)(MOST_SINE * SINE_STEPS);
    // The sine of what the angle is more; at most 1 / 80, so the next term is below 1e-19.
    double rest = sine * sines[nearest][0] - cosine * (nearest * (1.0 / SINE_STEPS));
    double z = rest * rest;
    double series = 1 + z * (1.0 / 6 + z * (3.0 / 40 + z * (5.0 / 112 + z * (35.0 / 1152))));
    double angle = sines[nearest][1] + rest * series;
    int octant = (across > along) + 2 * (x < 0) + 4 * (y < 0);
    return ends[octant] + signs[octant] * angle;
}

double cw_turn_angle(cw_point u, cw_point v) {
    return cw_angle(cw_wide_double(cw_dot(u, v)), cw_wide_double(cw_cross(u, v)));
}
