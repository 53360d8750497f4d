/// The config of sampling: what it is unless the caller says otherwise, and its ranges.
#include "layers/sampling.h"

#include <math.h>

cw_layers_config cw_layers_config_default(void) {
    return (cw_layers_config){
        .pixel = 0.1, .pixel_error = 1, .height_error = 0.05, .ceiling = INFINITY};
}

static cw_status check_range(cw_context *context, const char *name, double value, double low,
                             double high) {
    return value >= low && value <= high
               ? CW_OK
               : cw_fail(context, CW_ERROR_ARGUMENT, "%s is %g and has to be within %g and %g",
                         name, value, low, high);
}

cw_status cw_layers_check(cw_context *context, const cw_layers_config *config) {
    CW_TRY(check_range(context, "pixel", config->pixel, 0.001, 100));
    CW_TRY(check_range(context, "pixel_error", config->pixel_error, 0, 4));
    CW_TRY(check_range(context, "height_error", config->height_error, 0.001, 100));
    return isnan(config->ceiling) ? cw_fail(context, CW_ERROR_ARGUMENT, "ceiling is not a number")
                                  : CW_OK;
}
