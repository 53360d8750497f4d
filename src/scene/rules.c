/// How faces lie, and what upright ones bar.
#include "scene/rules.h"

#include <math.h>

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

cw_slant cw_slant_of(cw_spot a, cw_spot b, cw_spot c, double flat) {
    int64_t ux = (int64_t)b.x - a.x, uy = (int64_t)b.y - a.y, uz = (int64_t)b.z - a.z;
    int64_t vx = (int64_t)c.x - a.x, vy = (int64_t)c.y - a.y, vz = (int64_t)c.z - a.z;
    int64_t area = ux * vy - uy * vx;
    if (area == 0) {
        return (cw_slant){.kind = CW_FACE_UPRIGHT};
    }
    double nx = (double)(uy * vz - uz * vy), ny = (double)(uz * vx - ux * vz), nz = (double)area;
    cw_slant slant = {.up = area > 0, .slope_x = -nx / nz, .slope_y = -ny / nz};
    slant.gentle = nz * nz >= flat * (nx * nx + ny * ny + nz * nz);
    slant.kind = area < 0 ? CW_FACE_CEILING : slant.gentle ? CW_FACE_FLOOR : CW_FACE_STEEP;
    return slant;
}

void cw_wall_range(const cw_extraction *work, const cw_face *wall, double x, double y, double *low,
                   double *high) {
    cw_spot c[3];
    double along[3];
    for (uint32_t k = 0; k < 3; k++) {
        c[k] = work->spots[wall->corners[k]];
    }
    double dx = (double)c[2].x - c[0].x, dy = (double)c[2].y - c[0].y;
    for (uint32_t k = 0; k < 3; k++) {
        along[k] = ((double)c[k].x - c[0].x) * dx + ((double)c[k].y - c[0].y) * dy;
    }
    double place = (x - c[0].x) * dx + (y - c[0].y) * dy;
    place = place < 0 ? 0 : place > along[2] ? along[2] : place;
    double across = c[0].z + place / along[2] * ((double)c[2].z - c[0].z);
    double start = place <= along[1] ? 0 : along[1], end = place <= along[1] ? along[1] : along[2];
    cw_spot from = place <= along[1] ? c[0] : c[1], to = place <= along[1] ? c[1] : c[2];
    double share = end > start ? (place - start) / (end - start) : 1;
    double bent = from.z + share * ((double)to.z - from.z);
    *low = fmin(across, bent);
    *high = fmax(across, bent);
}
