/// Convexity relaxation: which corners are ignored.
#ifndef CW_NAVMESH_CARVE_RELAX_H
#define CW_NAVMESH_CARVE_RELAX_H

#include "navmesh/carve/carver.h"

/// Marks the corners that the config's alpha, tau and turn, and the rounding of the lattice, allow
/// to ignore.
cw_status cw_corners_drop(cw_carver *carver);

#endif
