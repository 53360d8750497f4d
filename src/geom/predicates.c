/// The predicates that are too long to stand in the header.
#include "geom/predicates.h"

#include <math.h>

/// Bound of the relative rounding error of the in-circle determinant in double arithmetic: 10 eps
/// from Shewchuk 1997 for exact inputs, and three more roundings per input because 61-bit
/// differences do not fit a double; 32 eps covers both with room to spare.
static const double INCIRCLE_ERROR = 32.0 * 0x1p-53;

int cw_incircle(cw_point a, cw_point b, cw_point c, cw_point d) {
    int64_t ax = a.x - d.x, ay = a.y - d.y;
    int64_t bx = b.x - d.x, by = b.y - d.y;
    int64_t cx = c.x - d.x, cy = c.y - d.y;
    int64_t a_lift = ax * ax + ay * ay, b_lift = bx * bx + by * by, c_lift = cx * cx + cy * cy;
    cw_wide determinant = (cw_wide)a_lift * (bx * cy - by * cx) +
                          (cw_wide)b_lift * (cx * ay - cy * ax) +
                          (cw_wide)c_lift * (ax * by - ay * bx);
    return cw_sign(determinant);
}

bool cw_inside_circle(cw_point a, cw_point b, cw_point c, cw_point d) {
    return cw_incircle(a, b, c, d) > 0;
}

bool cw_incircle_surely(cw_point a, cw_point b, cw_point c, cw_point d) {
    double ax = (double)(a.x - d.x), ay = (double)(a.y - d.y);
    double bx = (double)(b.x - d.x), by = (double)(b.y - d.y);
    double cx = (double)(c.x - d.x), cy = (double)(c.y - d.y);
    double a_lift = ax * ax + ay * ay, b_lift = bx * bx + by * by, c_lift = cx * cx + cy * cy;
    double determinant =
        a_lift * (bx * cy - by * cx) + b_lift * (cx * ay - cy * ax) + c_lift * (ax * by - ay * bx);
    double magnitude = a_lift * (fabs(bx * cy) + fabs(by * cx)) +
                       b_lift * (fabs(cx * ay) + fabs(cy * ax)) +
                       c_lift * (fabs(ax * by) + fabs(ay * bx));
    return determinant > INCIRCLE_ERROR * magnitude;
}

cw_point cw_round_crossing(cw_point a, cw_point b, cw_point c, cw_point d) {
    cw_point ab = cw_point_sub(b, a), cd = cw_point_sub(d, c);
    cw_wide along = cw_cross(cw_point_sub(c, a), cd);
    cw_wide whole = cw_cross(ab, cd);
    if (whole < 0) {
        along = -along;
        whole = -whole;
    }
    return (cw_point){a.x + cw_floor_divide(2 * along * ab.x + whole, 2 * whole),
                      a.y + cw_floor_divide(2 * along * ab.y + whole, 2 * whole)};
}
