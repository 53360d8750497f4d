/// Random numbers and distributions of scenarios.
///
/// Normal numbers by Box and Muller, 1958; gamma by Marsaglia and Tsang, "A simple method for
/// generating gamma variables", 2000; Weibull by inversion. Only functions with the same bits on
/// every machine are used.
#include "scenario/random.h"

#include "base/elementary.h"
#include "clearway/scenario.h"

#include <math.h>

static const char *const names[] = {"constant",  "uniform", "normal",
                                    "lognormal", "gamma",   "weibull"};

const char *cw_distribution_name(cw_distribution_kind kind) {
    return (unsigned)kind < sizeof names / sizeof names[0] ? names[kind] : NULL;
}

cw_distribution cw_distribution_constant(double value) {
    return (cw_distribution){
        .kind = CW_DISTRIBUTION_CONSTANT, .a = value, .low = -INFINITY, .high = INFINITY};
}

/// The finalizer of SplitMix64 (Steele, Lea, Flood, 2014): every bit depends on every bit.
static uint64_t mix(uint64_t word) {
    word += 0x9e3779b97f4a7c15u;
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9u;
    word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
    return word ^ (word >> 31);
}

double cw_random_share(uint64_t seed, uint64_t agent, uint64_t purpose, uint64_t count) {
    uint64_t word = mix(mix(mix(mix(seed) ^ agent) ^ purpose) ^ count);
    return (double)(word >> 11) * 0x1p-53;
}

/// A stream of shares for one number.
typedef struct stream {
    uint64_t seed, agent, purpose, count;
} stream;

static double next_share(stream *source) {
    return cw_random_share(source->seed, source->agent, source->purpose, source->count++);
}

/// A share above 0, so that it has a logarithm.
static double next_positive(stream *source) {
    return next_share(source) + 0x1p-54;
}

static double next_normal(stream *source) {
    double length = sqrt(-2 * cw_logarithm(next_positive(source)));
    return length * cw_cos_turn(next_share(source));
}

static double next_gamma(stream *source, double shape) {
    double boost = 1;
    if (shape < 1) {
        boost = cw_exponential(cw_logarithm(next_positive(source)) / shape);
        shape += 1;
    }
    double d = shape - 1.0 / 3, c = 1 / sqrt(9 * d);
    for (int i = 0; i < CW_DISTRIBUTION_TRIES; i++) {
        double x = next_normal(source), v = 1 + c * x;
        double u = next_positive(source);
        v = v * v * v;
        if (v > 0 && cw_logarithm(u) < 0.5 * x * x + d - d * v + d * cw_logarithm(v)) {
            return boost * d * v;
        }
    }
    return boost * d;
}

static double draw_once(const cw_distribution *made, stream *source) {
    switch (made->kind) {
    case CW_DISTRIBUTION_CONSTANT: return made->a;
    case CW_DISTRIBUTION_UNIFORM: return made->a + (made->b - made->a) * next_share(source);
    case CW_DISTRIBUTION_NORMAL: return made->a + made->b * next_normal(source);
    case CW_DISTRIBUTION_LOGNORMAL: return cw_exponential(made->a + made->b * next_normal(source));
    case CW_DISTRIBUTION_GAMMA: return made->b * next_gamma(source, made->a);
    case CW_DISTRIBUTION_WEIBULL: break;
    }
    double height = -cw_logarithm(next_positive(source));
    return height > 0 ? made->b * cw_exponential(cw_logarithm(height) / made->a) : 0;
}

double cw_distribution_draw(const cw_distribution *distribution, uint64_t seed, uint64_t agent,
                            uint64_t purpose) {
    stream source = {seed, agent, purpose, 0};
    double value = 0;
    for (int i = 0; i < CW_DISTRIBUTION_TRIES; i++) {
        value = draw_once(distribution, &source);
        if (value >= distribution->low && value <= distribution->high) {
            return value;
        }
    }
    return value < distribution->low ? distribution->low : distribution->high;
}
