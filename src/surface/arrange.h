/// The sides of a plan's rings as an arrangement on the lattice.
#ifndef CW_SURFACE_ARRANGE_H
#define CW_SURFACE_ARRANGE_H

#include "clearway/surface.h"
#include "geom/arrangement.h"

/// Places in coarse steps, not yet rounded.
typedef CW_ARRAY(cw_vec2) cw_crossings;

/// Lists where sides cross each other in the input, of those that cross at the vertices of the
/// arrangement from `first` on. The list does not depend on the direction of sides. Some places
/// come more than once (crossings.c).
cw_status cw_crossings_find(cw_context *context, const cw_plan *plan, const cw_lattice *lattice,
                            const cw_arrangement *arrangement, uint32_t first, cw_crossings *found);

/// A part of a line that barriers lie along, which stands for all of them.
typedef struct cw_overlap_part {
    uint32_t from, to; ///< points of the plan
    uint32_t ring, side;
} cw_overlap_part;

typedef struct cw_overlaps {
    uint8_t *merged; ///< per point: the side from there is replaced by parts; NULL when none is
    uint32_t point_count;
    CW_ARRAY(cw_overlap_part) parts;
} cw_overlaps;

/// Finds barriers that lie along each other so often that they are better divided together
/// (overlaps.c). On failure, too, cw_overlaps_free has to be called.
cw_status cw_overlaps_find(cw_context *context, const cw_plan *plan, const cw_point *points,
                           const uint32_t *vertex_of, cw_overlaps *overlaps);
void cw_overlaps_free(cw_context *context, cw_overlaps *overlaps);

/// Makes the arrangement of all sides, also those of barriers. `vertex_of` receives the vertex of
/// every point. On failure, too, the arrangement has to be freed. Sides that cross more often than
/// `crossing_limit` are CW_ERROR_LIMIT.
cw_status cw_plan_arrange(cw_context *context, const cw_plan *plan, const cw_lattice *lattice,
                          uint32_t crossing_limit, cw_arrangement *arrangement,
                          uint32_t *vertex_of);

#endif
