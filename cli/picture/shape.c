/// Options that shape the cells. Degrees end here; the library has radians.
#include "shape.h"

static const double radians_per_degree = 3.14159265358979323846 / 180;

/// Degrees and metres that count for 3D scenes.
static const double SCENE_ALPHA = 15, SCENE_TAU = 0.13, SCENE_TURN = 90;

/// 90 and 360 degrees have to give exactly the largest value that the library takes.
static double radians(double degrees, double largest_degrees) {
    double limit = largest_degrees * radians_per_degree;
    double angle = degrees * radians_per_degree;
    return angle < limit ? angle : limit;
}

/// A number that was given, or one of its own for scenes.
static double number_for(const cw_options *options, const char *name, bool extracted,
                         double scene_number) {
    bool own = extracted && !cw_options_given(options, name);
    return own ? scene_number : cw_options_number(options, name);
}

cw_navmesh_config cw_shape_config(const cw_options *options, bool extracted, double pixel) {
    cw_navmesh_config config = cw_navmesh_config_default();
    config.alpha = radians(number_for(options, "alpha", extracted, SCENE_ALPHA), 90);
    config.tau = number_for(options, "tau", extracted, pixel > SCENE_TAU ? pixel : SCENE_TAU);
    config.turn = radians(number_for(options, "turn", extracted, SCENE_TURN), 360);
    config.effort = (uint32_t)cw_options_number(options, "effort");
    return config;
}
