/// The second half of cw_surface_validate.
#ifndef CW_SURFACE_VALIDATE_H
#define CW_SURFACE_VALIDATE_H

#include "base/memory.h"
#include "clearway/surface.h"

/// Checks the terrain of a surface that is sound otherwise; a flat surface has none.
cw_status cw_surface_validate_terrain(cw_context *context, const cw_surface *surface);

#endif
