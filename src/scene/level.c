/// Planes of faces and shares along edges.
#include "scene/level.h"

/// Two shares that differ by more are told apart by their doubles: each is off by a few roundings.
static const double SURE_DIFFERENCE = 0x1p-48;

cw_level cw_level_of(const cw_extraction *work, const cw_face *face) {
    cw_spot a = work->spots[face->corners[0]], b = work->spots[face->corners[1]],
            c = work->spots[face->corners[2]];
    cw_level level = {.face = face, .origin = a};
    level.ux = (int64_t)b.x - a.x;
    level.uy = (int64_t)b.y - a.y;
    level.uz = (int64_t)b.z - a.z;
    level.vx = (int64_t)c.x - a.x;
    level.vy = (int64_t)c.y - a.y;
    level.vz = (int64_t)c.z - a.z;
    level.area = level.ux * level.vy - level.uy * level.vx;
    return level;
}

__extension__ typedef unsigned __int128 wide_unsigned;

/// A product of two numbers of up to 128 bits, not negative.
typedef struct product {
    wide_unsigned high, low;
} product;

static product multiply(cw_wide a, cw_wide b) {
    uint64_t a0 = (uint64_t)a, a1 = (uint64_t)(a >> 64), b0 = (uint64_t)b, b1 = (uint64_t)(b >> 64);
    wide_unsigned low = (wide_unsigned)a0 * b0, middle = (wide_unsigned)a1 * b0;
    wide_unsigned other = (wide_unsigned)a0 * b1, high = (wide_unsigned)a1 * b1;
    middle += low >> 64;
    wide_unsigned sum = middle + other;
    high += ((wide_unsigned)(sum < middle) << 64) + (sum >> 64);
    return (product){high, sum << 64 | (uint64_t)low};
}

int cw_share_compare(const cw_share *a, const cw_share *b) {
    double difference = a->value - b->value;
    if (difference > SURE_DIFFERENCE || difference < -SURE_DIFFERENCE) {
        return difference > 0 ? 1 : -1;
    }
    product left = multiply(a->part, b->whole), right = multiply(b->part, a->whole);
    if (left.high != right.high) {
        return left.high > right.high ? 1 : -1;
    }
    return (left.low > right.low) - (left.low < right.low);
}

cw_point cw_share_place(cw_share share, cw_spot from, cw_spot to) {
    int64_t dx = (int64_t)to.x - from.x, dy = (int64_t)to.y - from.y;
    return (cw_point){from.x + cw_floor_divide(2 * share.part * dx + share.whole, 2 * share.whole),
                      from.y + cw_floor_divide(2 * share.part * dy + share.whole, 2 * share.whole)};
}
