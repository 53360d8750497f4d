/// Shapes that several makers use, and the sine and cosine they are made with.
///
/// The C library's sine differs between machines in the last bit, so it is replaced: the angle is
/// brought to an eighth of a turn around a multiple of the right angle, in two parts to keep the
/// bits that cancel, and the Taylor series is summed there. Its first term left out is below 1e-19.
#include "sketch.h"

#include <math.h>

/// A right angle, split so that a multiple of the first part is exact for up to 2^20 right angles.
#define RIGHT_ANGLE_HIGH 1.57079632673412561417e+00
#define RIGHT_ANGLE_LOW 6.07710050650619224932e-11

/// Terms of the series after the first.
#define SERIES_TERMS 9

cw_vec2 cw_unit_vector(double angle) {
    double quarters = angle / (RIGHT_ANGLE_HIGH + RIGHT_ANGLE_LOW);
    int64_t quarter = (int64_t)(quarters < 0 ? quarters - 0.5 : quarters + 0.5);
    double rest = angle - (double)quarter * RIGHT_ANGLE_HIGH - (double)quarter * RIGHT_ANGLE_LOW;
    double square = rest * rest, cosine = 1, sine = 1;
    for (int term = SERIES_TERMS; term > 0; term--) {
        cosine = 1 - square / (2 * term * (2 * term - 1)) * cosine;
        sine = 1 - square / (2 * term * (2 * term + 1)) * sine;
    }
    sine *= rest;
    switch (quarter & 3) {
    case 0: return (cw_vec2){cosine, sine};
    case 1: return (cw_vec2){-sine, cosine};
    case 2: return (cw_vec2){-cosine, -sine};
    default: return (cw_vec2){sine, -cosine};
    }
}

/// Two sums, not a difference beside a sum: where it may use FMA instructions, gcc 12 makes one
/// fused instruction of such a pair even with -ffp-contract=off.
cw_vec2 cw_turn_vector(cw_vec2 turn, cw_vec2 vector) {
    double minus_sine = -turn.y;
    return (cw_vec2){turn.x * vector.x + minus_sine * vector.y,
                     turn.y * vector.x + turn.x * vector.y};
}

uint32_t cw_floor_root(uint32_t value) {
    return (uint32_t)sqrt((double)value); // exact: a square root of 32 bits rounds below the next
}

uint32_t cw_grid_columns(uint32_t count) {
    uint32_t root = cw_floor_root(count);
    return root * root < count ? root + 1 : root;
}

void *cw_sketch_allocate(cw_sketch *sketch, size_t count, size_t item_size) {
    void *memory = cw_context_resize(sketch->context, NULL, 0, count * item_size);
    if (memory == NULL) {
        cw_context_fail(sketch->context, CW_ERROR_MEMORY, "out of memory: %zu bytes",
                        count * item_size);
    }
    return memory;
}

void cw_sketch_release(cw_sketch *sketch, void *memory, size_t count, size_t item_size) {
    cw_context_release(sketch->context, memory, count * item_size);
}

cw_status cw_sketch_ring(cw_sketch *sketch, cw_ring_kind kind, uint32_t polygon,
                         const cw_vec2 *points, uint32_t count) {
    return cw_plan_add(sketch->context, sketch->plan, kind, polygon, points, count);
}

cw_status cw_sketch_box(cw_sketch *sketch, cw_ring_kind kind, uint32_t polygon, cw_vec2 low,
                        cw_vec2 high) {
    cw_vec2 corners[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
    return cw_sketch_ring(sketch, kind, polygon, corners, 4);
}

void cw_sketch_circle(cw_vec2 center, double radius, double phase, uint32_t count,
                      cw_vec2 *points) {
    for (uint32_t i = 0; i < count; i++) {
        cw_vec2 direction = cw_unit_vector(phase + CW_FULL_TURN * i / count);
        points[i].x = center.x + radius * direction.x;
        points[i].y = center.y + radius * direction.y;
    }
}

void cw_sketch_spiral(cw_vec2 center, double pitch, double width, uint32_t legs, cw_vec2 *points) {
    static const cw_vec2 directions[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    double half = width / 2;
    cw_vec2 at = center;
    uint32_t last = 2 * legs + 1;
    for (uint32_t leg = 0; leg <= legs; leg++) {
        // The way in and the way out of this corner; at the two ends there is one of them only.
        cw_vec2 in = leg > 0 ? directions[(leg - 1) & 3] : (cw_vec2){0, 0};
        cw_vec2 out = leg < legs ? directions[leg & 3] : (cw_vec2){0, 0};
        cw_vec2 right = {half * (in.y + out.y), -half * (in.x + out.x)};
        points[leg] = (cw_vec2){at.x + right.x, at.y + right.y};
        points[last - leg] = (cw_vec2){at.x - right.x, at.y - right.y};
        double length = pitch * (1 + leg / 2);
        at = (cw_vec2){at.x + out.x * length, at.y + out.y * length};
    }
}
