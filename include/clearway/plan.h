/// \file plan.h
/// A floor plan: rings and barriers exactly as the caller has them, valid or not.
#ifndef CLEARWAY_PLAN_H
#define CLEARWAY_PLAN_H

#include "clearway/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a ring means. A point is inside a ring when the ring winds around it at all (non-zero
/// winding), so orientation does not matter.
typedef enum cw_ring_kind {
    CW_RING_OUTER = 0, ///< encloses the floor of its polygon
    CW_RING_HOLE,      ///< cuts its own polygon only
    CW_RING_OBSTACLE,  ///< cuts every polygon
    CW_RING_BARRIER,   ///< an open polyline: a wall without thickness
    CW_RING_ZONE,      ///< gives the floor inside an area type; no wall
} cw_ring_kind;

/// A run of points of the plan.
typedef struct cw_ring {
    uint32_t first; ///< index of the first point
    uint32_t count; ///< number of points; a closing point equal to the first may be left out
    /// The polygon that an outer ring or hole belongs to; the area type of a zone, 1 to 255.
    uint32_t polygon;
    cw_ring_kind kind;
} cw_ring;

/// The name of an area type, in UTF-8, ended and filled up with zeros.
typedef struct cw_area_name {
    char text[64];
} cw_area_name;

/// A floor plan. The walkable floor is the union over polygons of (outer rings minus holes), minus
/// every obstacle, cut by the barriers. Rings may cross, touch, repeat or nest in any way. Of zones
/// that overlap, the one of the highest area type counts.
typedef struct cw_plan {
    cw_vec2 *points; ///< metres
    uint32_t point_count, point_capacity;
    cw_ring *rings;
    uint32_t ring_count, ring_capacity;
    cw_area_name *names; ///< of area types 1, 2, ...; may be fewer than there are types
    uint32_t name_count, name_capacity;
} cw_plan;

/// Appends a ring of `count` points, which are copied. `polygon` is ignored for obstacles and
/// barriers. Any number of points is taken here; what has no area disappears when the surface is
/// built.
CW_API cw_status cw_plan_add(cw_context *context, cw_plan *plan, cw_ring_kind kind,
                             uint32_t polygon, const cw_vec2 *points, uint32_t count);

/// The area type that has a name, for zones: a new one, the lowest without a name, where no type
/// has it yet. A name has 1 to 63 bytes, and 255 types may have one.
CW_API cw_status cw_plan_name(cw_context *context, cw_plan *plan, const char *name, uint32_t *area);

/// Frees a plan; safe on a zeroed struct and safe twice.
CW_API void cw_plan_free(cw_context *context, cw_plan *plan);

#ifdef __cplusplus
}
#endif

#endif
