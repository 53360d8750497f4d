/// Options that shape the cells. Degrees end here; the library has radians.
#include "shape.h"

static const double radians_per_degree = 3.14159265358979323846 / 180;

const char *const cw_up_words[] = {"y", "z", NULL};

/// 90 and 360 degrees have to give exactly the largest value that the library takes.
static double radians(double degrees, double largest_degrees) {
    double limit = largest_degrees * radians_per_degree;
    double angle = degrees * radians_per_degree;
    return angle < limit ? angle : limit;
}

cw_navmesh_config cw_shape_config(const cw_options *options) {
    cw_navmesh_config config = cw_navmesh_config_default();
    config.alpha = radians(cw_options_number(options, "alpha"), 90);
    config.tau = cw_options_number(options, "tau");
    config.turn = radians(cw_options_number(options, "turn"), 360);
    config.effort = (uint32_t)cw_options_number(options, "effort");
    return config;
}
