/// Portals that resolve two notches at once.
#ifndef CW_NAVMESH_CARVE_MUTUAL_PAIRS_H
#define CW_NAVMESH_CARVE_MUTUAL_PAIRS_H

#include "navmesh/carve/carver.h"

/// Finds pairs of notches that lie in each other's area of interest and makes portals between them,
/// shortest first, skipping notches that are resolved and portals that would cross.
cw_status cw_pairs_make(cw_carver *carver, const uint32_t *notches, uint32_t notch_count);

#endif
