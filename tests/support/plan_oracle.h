/// What a plan and a surface mean at a place, found the slow way: ring by ring, triangle by
/// triangle.
#ifndef CW_TESTS_PLAN_ORACLE_H
#define CW_TESTS_PLAN_ORACLE_H

#include "clearway/surface.h"

#include <geos_c.h>

/// How often a ring winds around a place that is on no ring.
int plan_winding(const cw_plan *plan, uint32_t ring, cw_vec2 place);
/// The rule of cw_plan: in some polygon's outer rings, in none of its holes, in no obstacle.
bool plan_is_floor(const cw_plan *plan, cw_vec2 place);
/// Distance to the nearest ring or barrier.
double plan_clearance(const cw_plan *plan, cw_vec2 place);
/// Length of all rings and barriers.
double plan_length(const cw_plan *plan);
/// The box of all points.
void plan_box(const cw_plan *plan, cw_vec2 *low, cw_vec2 *high);
/// The area of the floor: GEOS nodes all rings and makes faces of them, each is judged by a point.
double plan_floor_area(GEOSContextHandle_t geos, const cw_plan *plan);

/// How many triangles have a point strictly inside them; `touching` counts those that have it on
/// their border.
uint32_t surface_cover(const cw_surface *surface, cw_point point, uint32_t *touching);
/// Length of the walls that have floor on both sides, each side counted, in metres.
double surface_thin_wall_length(const cw_surface *surface);
/// Vertices minus edges plus triangles.
int64_t surface_euler(const cw_surface *surface);
/// Number of parts of the floor that are joined by open edges.
uint32_t surface_islands(const cw_surface *surface);

#endif
