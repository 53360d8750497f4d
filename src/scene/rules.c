/// How faces lie, and what upright ones bar.
#include "scene/rules.h"

#include <math.h>
#include <stdlib.h>

/// Widest part of a face, in steps along x and y, that rounding may pinch: both of its sides go
/// through nodes that are up to half as far off.
static const double PINCH_STEPS = CW_PIXEL_HALVES;
/// Share of the square of the cosine by which a face may be steeper than the slope asked for,
/// 0.0003 degrees at 45: a ramp of 45 degrees is one, though its corners were rounded to single
/// precision by a file (4 micrometres at 50 m), and to the lattice.
static const double SLOPE_SLACK = 1e-5;

/// The square of the cosine, by its series: the same bits everywhere.
double cw_flat_of(double slope) {
    double square = slope * slope, term = 1, sum = 1;
    for (int k = 1; k < 16; k++) {
        term *= -square / ((2.0 * k - 1.0) * (2.0 * k));
        sum += term;
    }
    return sum * sum * (1 - SLOPE_SLACK);
}

static int64_t reach(cw_spot a, cw_spot b) {
    return llabs((int64_t)b.x - a.x) + llabs((int64_t)b.y - a.y);
}

bool cw_side_is_longest(cw_spot a, cw_spot b, cw_spot c) {
    return reach(a, b) > reach(a, c) && reach(a, b) >= reach(b, c);
}

cw_slant cw_slant_of(cw_spot a, cw_spot b, cw_spot c, double flat) {
    int64_t ux = (int64_t)b.x - a.x, uy = (int64_t)b.y - a.y, uz = (int64_t)b.z - a.z;
    int64_t vx = (int64_t)c.x - a.x, vy = (int64_t)c.y - a.y, vz = (int64_t)c.z - a.z;
    int64_t area = ux * vy - uy * vx;
    int64_t longest = reach(a, b);
    longest = longest > reach(b, c) ? longest : reach(b, c);
    longest = longest > reach(c, a) ? longest : reach(c, a);
    if (2 * llabs(area) <= CW_PIXEL_HALVES * longest) {
        return (cw_slant){.kind = CW_FACE_UPRIGHT};
    }
    double nx = (double)(uy * vz - uz * vy), ny = (double)(uz * vx - ux * vz), nz = (double)area;
    cw_slant slant = {.up = area > 0, .slope_x = -nx / nz, .slope_y = -ny / nz};
    slant.gentle = nz * nz >= flat * (nx * nx + ny * ny + nz * nz);
    slant.kind = area < 0 ? CW_FACE_CEILING : slant.gentle ? CW_FACE_FLOOR : CW_FACE_STEEP;
    return slant;
}

bool cw_wall_range(const cw_extraction *work, const cw_face *wall, double x, double y, double *low,
                   double *high) {
    cw_spot c[3];
    double along[3], across[3], left = -INFINITY, right = INFINITY;
    uint32_t from = 0;
    for (uint32_t k = 0; k < 3; k++) {
        c[k] = work->spots[wall->corners[k]];
        from = reach(c[k], work->spots[wall->corners[(k + 1) % 3]]) >
                       reach(c[from], work->spots[wall->corners[(from + 1) % 3]])
                   ? k
                   : from;
    }
    cw_spot to = c[(from + 1) % 3];
    double dx = (double)to.x - c[from].x, dy = (double)to.y - c[from].y;
    for (uint32_t k = 0; k < 3; k++) {
        double off_x = (double)c[k].x - c[from].x, off_y = (double)c[k].y - c[from].y;
        along[k] = off_x * dx + off_y * dy;
        across[k] = dx * off_y - dy * off_x;
    }
    double place = (x - c[from].x) * dx + (y - c[from].y) * dy;
    place = fmin(fmax(place, 0), dx * dx + dy * dy);
    *low = INFINITY;
    *high = -INFINITY;
    for (uint32_t k = 0, j = 2; k < 3; j = k++) {
        double start = fmin(along[j], along[k]), end = fmax(along[j], along[k]);
        double share = start < end ? (place - along[j]) / (along[k] - along[j]) : 0;
        if (place >= start && place <= end) {
            double z = c[j].z + share * ((double)c[k].z - c[j].z);
            double off = across[j] + share * (across[k] - across[j]);
            *low = fmin(*low, z);
            *high = fmax(*high, z);
            left = fmax(left, off);
            right = fmin(right, off);
        }
    }
    return left - right <= PINCH_STEPS * (fabs(dx) + fabs(dy));
}
