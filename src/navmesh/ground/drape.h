/// Heights inside cells: the terrain, cut to each cell.
#ifndef CW_NAVMESH_GROUND_DRAPE_H
#define CW_NAVMESH_GROUND_DRAPE_H

#include "clearway/navmesh.h"

/// Gives every cell that is not flat the triangles of the terrain inside it. cell_terrain[c] is a
/// terrain triangle along a wall of cell c, or CW_NONE for a cell without walls. Does nothing for a
/// surface without terrain.
cw_status cw_cells_drape(cw_context *context, const cw_surface *surface,
                         const uint32_t *cell_terrain, cw_navmesh *mesh);

#endif
