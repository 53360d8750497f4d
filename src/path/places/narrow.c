/// Whether a cell is too narrow for a disc, without looking for a place: the clearance changes by
/// no more than the way one goes, so a cell has no room where that of a few of its points, and the
/// way from them to all others, come to less than the radius. The cell is cut into slices across
/// its longer axis, and each of them is asked at its middle.
#include "path/places/facet.h"

/// Most slices of a cell; longer ones are taken to have room.
enum { MOST_SLICES = 64 };

/// Metres that rounding may take from a clearance.
static const double ROUNDING = CW_CLEARANCE_TOLERANCE;

typedef struct span {
    double low, high;
} span;

static double along(cw_vec2 p, bool upright) {
    return upright ? p.y : p.x;
}

static span join(span all, double value) {
    return (span){cw_least(all.low, value), cw_most(all.high, value)};
}

/// How far a cell reaches across between two lines at a right angle to an axis.
static span reach_across(const cw_facet *cell, bool upright, double from, double to) {
    span all = {INFINITY, -INFINITY};
    cw_vec2 a = cw_facet_corner(cell, cell->count - 1);
    for (uint32_t i = 0; i < cell->count; i++) {
        cw_vec2 b = cw_facet_corner(cell, i);
        double s = along(a, upright), t = along(b, upright);
        double u = along(a, !upright), v = along(b, !upright);
        if (t >= from && t <= to) {
            all = join(all, v);
        }
        if ((s < from) != (t < from)) {
            all = join(all, u + (from - s) / (t - s) * (v - u));
        }
        if ((s < to) != (t < to)) {
            all = join(all, u + (to - s) / (t - s) * (v - u));
        }
        a = b;
    }
    return all;
}

/// Whether a disc surely fits nowhere between two lines.
static bool is_slice_narrow(const cw_facet *cell, bool upright, double from, double to,
                            double radius) {
    double middle = (from + to) / 2;
    span all = reach_across(cell, upright, from, to);
    span here = reach_across(cell, upright, middle, middle);
    double height = (here.low + here.high) / 2;
    cw_vec2 point = upright ? (cw_vec2){height, middle} : (cw_vec2){middle, height};
    double up = cw_most(all.high - height, height - all.low), side = (to - from) / 2;
    double way = sqrt(up * up + side * side);
    return way < radius && cw_facet_contains(cell, point) &&
           cw_clearance_at(cell->clearance, cell->cell, point, NULL) + way < radius - ROUNDING;
}

bool cw_facet_is_narrow(const cw_facet *cell, double radius) {
    cw_box box = cw_facet_box(cell);
    bool upright = box.high.y - box.low.y > box.high.x - box.low.x;
    double low = along(box.low, upright), length = along(box.high, upright) - low,
           slices = 2 * length / radius + 1;
    if (!(slices < MOST_SLICES)) {
        return false;
    }
    uint32_t count = (uint32_t)slices;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_slice_narrow(cell, upright, low + length * i / count,
                             low + length * (i + 1) / count, radius)) {
            return false;
        }
    }
    return true;
}
