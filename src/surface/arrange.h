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

/// Makes the arrangement of all sides, also those of barriers. `vertex_of` receives the vertex of
/// every point. On failure, too, the arrangement has to be freed. Sides that cross more often than
/// `crossing_limit` are CW_ERROR_LIMIT.
cw_status cw_plan_arrange(cw_context *context, const cw_plan *plan, const cw_lattice *lattice,
                          uint32_t crossing_limit, cw_arrangement *arrangement,
                          uint32_t *vertex_of);

#endif
