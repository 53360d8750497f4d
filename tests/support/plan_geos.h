/// Plans as GEOS geometries, to check them with code that is not ours.
#ifndef CW_TESTS_PLAN_GEOS_H
#define CW_TESTS_PLAN_GEOS_H

#include "clearway/plan.h"

#include <geos_c.h>

/// There, as is the context of the tests, between make_geos() and free_geos(), which are for
/// cmocka_run_group_tests().
extern GEOSContextHandle_t geos;
int make_geos(void **state);
int free_geos(void **state);

/// The polygon that one ring encloses; the ring must have three points or more.
GEOSGeometry *plan_ring_polygon(GEOSContextHandle_t with, const cw_plan *plan, uint32_t ring);

/// One polygon of the plan as it stands: its first outer ring and all its holes, valid or not.
GEOSGeometry *plan_polygon(GEOSContextHandle_t with, const cw_plan *plan, uint32_t polygon);

/// The union of the areas of all holes and obstacles.
GEOSGeometry *plan_solids(GEOSContextHandle_t with, const cw_plan *plan);

#endif
