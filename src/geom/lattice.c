/// The two-level integer lattice.
///
/// The coarse step is a power of two, so scaling between metres and steps is exact, and input
/// coordinates that are already multiples of it do not change at all. The origin is a multiple of
/// the step, so moving an input by whole steps moves its lattice with it and changes nothing else.
#include "geom/lattice.h"
#include "base/memory.h"

#include <math.h>

/// Coarse steps left free around the input: the triangulation puts a box there.
static const double MARGIN_STEPS = 4.0;
/// Smallest coarse step: an input of under a nanometre collapses to a point.
static const int SMALLEST_EXPONENT = -60;

static double coarse_extent(void) {
    return ldexp(1.0, CW_LATTICE_COARSE_BITS) - 2.0 * MARGIN_STEPS;
}

static bool in_range(double value) {
    return value >= -CW_COORDINATE_LIMIT && value <= CW_COORDINATE_LIMIT;
}

cw_status cw_lattice_fit(cw_context *context, cw_vec2 low, cw_vec2 high, cw_lattice *lattice) {
    *lattice = (cw_lattice){0};
    if (!in_range(low.x) || !in_range(low.y) || !in_range(high.x) || !in_range(high.y)) {
        return cw_fail(context, CW_ERROR_INPUT,
                       "coordinate out of range: it has to be finite and within %g metres",
                       CW_COORDINATE_LIMIT);
    }
    double extent = fmax(high.x - low.x, high.y - low.y);
    double magnitude = fmax(fmax(fabs(low.x), fabs(high.x)), fmax(fabs(low.y), fabs(high.y)));
    int exponent;
    frexp(extent / coarse_extent(), &exponent);
    int unit;
    frexp(magnitude, &unit);
    if (exponent < unit - 53) {
        exponent = unit - 53;
    }
    if (exponent < SMALLEST_EXPONENT) {
        exponent = SMALLEST_EXPONENT;
    }
    if (ldexp(extent, -(exponent - 1)) <= coarse_extent() && exponent - 1 >= unit - 53 &&
        exponent - 1 >= SMALLEST_EXPONENT) {
        exponent -= 1;
    }
    double step = ldexp(1.0, exponent);
    lattice->step = step;
    lattice->origin_x = (floor(low.x / step) - MARGIN_STEPS) * step;
    lattice->origin_y = (floor(low.y / step) - MARGIN_STEPS) * step;
    return CW_OK;
}

static cw_status check_config(cw_context *context, const cw_surface_config *config) {
    int exponent;
    if (!(config->step > 0 && config->step <= CW_COORDINATE_LIMIT) ||
        frexp(config->step, &exponent) != 0.5) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "step has to be a power of two in metres");
    }
    if (!in_range(config->origin_x) || !in_range(config->origin_y) ||
        floor(config->origin_x / config->step) * config->step != config->origin_x ||
        floor(config->origin_y / config->step) * config->step != config->origin_y) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "origin has to be a multiple of step");
    }
    return CW_OK;
}

cw_status cw_lattice_choose(cw_context *context, cw_vec2 low, cw_vec2 high,
                            const cw_surface_config *config, cw_lattice *lattice) {
    cw_lattice fitted;
    CW_TRY(cw_lattice_fit(context, low, high, &fitted));
    if (config == NULL || config->step == 0) {
        *lattice = fitted;
        return CW_OK;
    }
    CW_TRY(check_config(context, config));
    double most = ldexp(1.0, CW_LATTICE_COARSE_BITS) - MARGIN_STEPS;
    double margin = MARGIN_STEPS * config->step;
    if (low.x < config->origin_x + margin || low.y < config->origin_y + margin ||
        (high.x - config->origin_x) / config->step > most ||
        (high.y - config->origin_y) / config->step > most) {
        return cw_fail(context, CW_ERROR_INPUT,
                       "the input does not fit the given lattice: step %g, origin (%g, %g)",
                       config->step, config->origin_x, config->origin_y);
    }
    *lattice = (cw_lattice){config->origin_x, config->origin_y, config->step};
    return CW_OK;
}

cw_vec2 cw_lattice_place(const cw_lattice *lattice, cw_vec2 position) {
    return (cw_vec2){(position.x - lattice->origin_x) / lattice->step,
                     (position.y - lattice->origin_y) / lattice->step};
}

cw_point cw_lattice_snap(const cw_lattice *lattice, cw_vec2 position) {
    cw_vec2 place = cw_lattice_place(lattice, position);
    double x = floor(place.x + 0.5), y = floor(place.y + 0.5);
    return (cw_point){(int64_t)x * CW_COARSE_UNIT, (int64_t)y * CW_COARSE_UNIT};
}

cw_vec2 cw_lattice_to_plan(const cw_lattice *lattice, cw_point point) {
    double fine = ldexp(lattice->step, -CW_LATTICE_FINE_BITS);
    return (cw_vec2){lattice->origin_x + (double)point.x * fine,
                     lattice->origin_y + (double)point.y * fine};
}

/// The nearest fine coordinate. Adding a half before rounding down would round twice above 2^52.
static int64_t nearest_fine(double coarse) {
    double fine = coarse * (double)CW_COARSE_UNIT, whole = floor(fine);
    return (int64_t)whole + (fine - whole >= 0.5);
}

bool cw_lattice_from_plan(const cw_lattice *lattice, cw_vec2 position, cw_point *point) {
    double x = (position.x - lattice->origin_x) / lattice->step;
    double y = (position.y - lattice->origin_y) / lattice->step;
    double most = (double)((int64_t)1 << CW_LATTICE_COARSE_BITS);
    *point = (cw_point){0, 0};
    if (!(x >= 0 && x < most && y >= 0 && y < most)) {
        return false;
    }
    point->x = nearest_fine(x);
    point->y = nearest_fine(y);
    return true;
}

cw_surface_config cw_surface_config_default(void) {
    return (cw_surface_config){0};
}
