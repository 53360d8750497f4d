/// From carved triangles to cells and portals.
#ifndef CW_NAVMESH_CARVE_EXTRACT_H
#define CW_NAVMESH_CARVE_EXTRACT_H

#include "navmesh/carve/carver.h"

/// Fills vertices, cells, adjacency and heights of a zeroed mesh. Every sector of the carver must
/// be convex.
cw_status cw_cells_extract(cw_carver *carver, cw_navmesh *mesh);

#endif
