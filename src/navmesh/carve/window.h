/// Fewer cells by solving windows of the mesh to the optimum.
#ifndef CW_NAVMESH_CARVE_WINDOW_H
#define CW_NAVMESH_CARVE_WINDOW_H

#include "navmesh/carve/carver.h"

/// How long to look for fewer cells. All limits are counts, so the result does not depend on the
/// machine.
typedef struct cw_window_budget {
    uint32_t first_cells, last_cells; ///< in a window; doubled from pass to pass
    uint64_t window_work;             ///< steps of the dynamic program in one window
    uint64_t work;                    ///< in all, about 5 nanoseconds each
    uint64_t scans;                   ///< of chains, in all, about a nanosecond each; 0: no limit
} cw_window_budget;

/// Takes groups of neighbouring cells, opens the portals between them and puts the fewest possible
/// portals back (of those the shortest), for windows around every portal.
cw_status cw_windows_solve(cw_carver *carver, const cw_window_budget *budget);

#endif
