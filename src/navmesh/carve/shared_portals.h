/// Local improvement: letting notches share portals.
#ifndef CW_NAVMESH_CARVE_SHARED_PORTALS_H
#define CW_NAVMESH_CARVE_SHARED_PORTALS_H

#include "navmesh/carve/carver.h"

/// Moves portals that serve one notch to places where another portal becomes unnecessary, until no
/// such move is left.
cw_status cw_portals_share(cw_carver *carver);

#endif
