/// Options that shape the cells. Degrees end here; the library has radians.
#include "shape.h"

static const double radians_per_degree = 3.14159265358979323846 / 180;

/// 90 and 360 degrees have to give exactly the largest value that the library takes.
static double radians(double degrees, double largest_degrees) {
    double limit = largest_degrees * radians_per_degree;
    double angle = degrees * radians_per_degree;
    return angle < limit ? angle : limit;
}

cw_navmesh_config cw_shape_config(const cw_options *options, bool extracted, double pixel) {
    cw_navmesh_config config =
        extracted ? cw_navmesh_config_for_scenes() : cw_navmesh_config_default();
    if (extracted && pixel > config.tau) {
        config.tau = pixel;
    }
    if (!extracted || cw_options_given(options, "alpha")) {
        config.alpha = radians(cw_options_number(options, "alpha"), 90);
    }
    if (!extracted || cw_options_given(options, "tau")) {
        config.tau = cw_options_number(options, "tau");
    }
    if (!extracted || cw_options_given(options, "turn")) {
        config.turn = radians(cw_options_number(options, "turn"), 360);
    }
    config.effort = (uint32_t)cw_options_number(options, "effort");
    return config;
}
