/// Plans as GEOS geometries, to check them with code that is not ours.
#ifndef CW_TESTS_PLAN_GEOS_H
#define CW_TESTS_PLAN_GEOS_H

#include "clearway/plan.h"

#include <geos_c.h>

/// The polygon that one ring encloses; the ring must have three points or more.
GEOSGeometry *plan_ring_polygon(GEOSContextHandle_t geos, const cw_plan *plan, uint32_t ring);

/// One polygon of the plan as it stands: its first outer ring and all its holes, valid or not.
GEOSGeometry *plan_polygon(GEOSContextHandle_t geos, const cw_plan *plan, uint32_t polygon);

/// The union of the areas of all holes and obstacles.
GEOSGeometry *plan_solids(GEOSContextHandle_t geos, const cw_plan *plan);

#endif
