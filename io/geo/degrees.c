/// Plans in degrees of longitude and latitude (WGS 84), as OpenStreetMap and indoor maps have them.
///
/// Projection: each point is put on the ellipsoid, and from there straight onto the plane that
/// touches it in the middle of the plan (orthographic, as in surveying's east-north-up frames): x
/// is east and y is north of that middle, in metres. Lengths shrink by 3e-7 of themselves 5 km away
/// from the middle and by 3e-5 50 km away. The results are rounded to GRID, so that the last bits
/// of a C library's sine do not decide about the bytes of a mesh.
///
/// A plan in degrees that is taken for metres is a building of half a millimetre. So a GeoJSON
/// whose numbers can be degrees, whose size is below a metre (or, in degrees, 111 km), and which
/// does not lie at the origin (in degrees, in the sea off Africa) is refused.
#include "degrees.h"

#include <math.h>

static const double radians_per_degree = 3.14159265358979323846 / 180;
/// WGS 84: half of the longer axis in metres, and the square of the eccentricity.
static const double equator_radius = 6378137.0, eccentricity_squared = 6.69437999014e-3;
/// Metres, a power of two: a micrometre, far below what maps know.
static const double grid = 1.0 / (1 << 20);
/// Degrees along a side of the plan: beyond, the plane is no good model of the ground.
static const double largest_extent = 1.0;
/// Metres: a plan of metres is larger than this, or at most this far from the origin.
static const double smallest_plan = 1.0;

/// A box of the points of a plan.
typedef struct box {
    double low_x, low_y, high_x, high_y;
} box;

static box box_of(const cw_plan *plan) {
    box b = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (uint32_t i = 0; i < plan->point_count; i++) {
        cw_vec2 p = plan->points[i];
        b.low_x = fmin(b.low_x, p.x);
        b.low_y = fmin(b.low_y, p.y);
        b.high_x = fmax(b.high_x, p.x);
        b.high_y = fmax(b.high_y, p.y);
    }
    return b;
}

static bool can_be_degrees(box b) {
    return b.low_x >= -180 && b.high_x <= 180 && b.low_y >= -90 && b.high_y <= 90;
}

cw_status cw_degrees_refuse(const cw_source *source, const cw_plan *plan) {
    box b = box_of(plan);
    double x = (b.low_x + b.high_x) / 2, y = (b.low_y + b.high_y) / 2;
    double width = b.high_x - b.low_x, height = b.high_y - b.low_y;
    if (plan->point_count == 0 || !can_be_degrees(b) || !(width < smallest_plan) ||
        !(height < smallest_plan) || !(hypot(x, y) > smallest_plan)) {
        return CW_OK;
    }
    return cw_source_fail(source, NULL, CW_ERROR_INPUT,
                          "these are degrees, by the looks of them: taken as metres, the plan is "
                          "%.3g m by %.3g m; have them projected (--degrees), or give metres (as "
                          ".wkt, if it is as small as that)",
                          width, height);
}

/// A point of the ellipsoid, from the middle of the earth, in metres.
static cw_vec3 on_ellipsoid(double longitude, double latitude) {
    double s = sin(latitude * radians_per_degree), c = cos(latitude * radians_per_degree);
    double across = equator_radius / sqrt(1 - eccentricity_squared * s * s);
    return (cw_vec3){across * c * cos(longitude * radians_per_degree),
                     across * c * sin(longitude * radians_per_degree),
                     across * (1 - eccentricity_squared) * s};
}

static double on_grid(double metres) {
    return round(metres / grid) * grid;
}

static void project(cw_plan *plan, double longitude, double latitude) {
    cw_vec3 middle = on_ellipsoid(longitude, latitude);
    double sin_x = sin(longitude * radians_per_degree), cos_x = cos(longitude * radians_per_degree);
    double sin_y = sin(latitude * radians_per_degree), cos_y = cos(latitude * radians_per_degree);
    for (uint32_t i = 0; i < plan->point_count; i++) {
        cw_vec3 p = on_ellipsoid(plan->points[i].x, plan->points[i].y);
        double x = p.x - middle.x, y = p.y - middle.y, z = p.z - middle.z;
        plan->points[i] = (cw_vec2){on_grid(-sin_x * x + cos_x * y),
                                    on_grid(-sin_y * cos_x * x - sin_y * sin_x * y + cos_y * z)};
    }
}

cw_status cw_degrees_project(const cw_source *source, cw_plan *plan) {
    box b = box_of(plan);
    if (plan->point_count > 0 && !can_be_degrees(b)) {
        return cw_source_fail(source, NULL, CW_ERROR_INPUT,
                              "these are no degrees: they go from %.9g to %.9g and from %.9g to "
                              "%.9g, not from -180 to 180 and from -90 to 90",
                              b.low_x, b.high_x, b.low_y, b.high_y);
    }
    if (b.high_x - b.low_x > largest_extent || b.high_y - b.low_y > largest_extent) {
        return cw_source_fail(source, NULL, CW_ERROR_LIMIT,
                              "a plan of degrees spans at most %g either way, not %.9g by %.9g",
                              largest_extent, b.high_x - b.low_x, b.high_y - b.low_y);
    }
    project(plan, (b.low_x + b.high_x) / 2, (b.low_y + b.high_y) / 2);
    return CW_OK;
}
