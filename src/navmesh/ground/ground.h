/// Which triangles of the terrain lie under a cell.
#ifndef CW_NAVMESH_GROUND_GROUND_H
#define CW_NAVMESH_GROUND_GROUND_H

#include "base/memory.h"
#include "geom/predicates.h"
#include "navmesh/navmesh.h"

/// What floods of all cells share.
typedef struct cw_ground {
    cw_context *context;
    const cw_terrain *terrain;
    const cw_navmesh *mesh;
    cw_point *points;         ///< per terrain vertex: its exact place in plan
    uint32_t *seed;           ///< per cell: a terrain triangle that reaches into it, or CW_NONE
    CW_ARRAY(uint32_t) queue; ///< cells with a seed, in the order in which they got it
} cw_ground;

/// A terrain triangle that reaches into a cell.
typedef struct cw_ground_seed {
    uint32_t cell, triangle;
} cw_ground_seed;

/// Room for one cell after the other.
typedef struct cw_ground_flood {
    cw_context *context;
    const cw_ground *ground;
    uint32_t *stamp;                ///< per terrain triangle: 1 + the last cell flooded there
    CW_ARRAY(uint32_t) triangles;   ///< under the cell that was flooded last
    CW_ARRAY(cw_point) touched;     ///< places where the current edge touches the border of a cell
    CW_ARRAY(cw_ground_seed) seeds; ///< found for neighbours without one
} cw_ground_flood;

/// Begins with the cells that have a wall: cell_terrain[c] is a terrain triangle along a wall of
/// cell c, or CW_NONE. To be freed also when this fails.
cw_status cw_ground_begin(cw_context *context, const cw_surface *surface, const cw_navmesh *mesh,
                          const uint32_t *cell_terrain, cw_ground *ground);
/// Gives a seed to cells that have none, and puts them into the queue.
cw_status cw_ground_sow(cw_ground *ground, const cw_ground_seed *seeds, uint32_t count);
void cw_ground_free(cw_ground *ground);

/// To be freed also when this fails.
cw_status cw_ground_flood_begin(cw_context *context, const cw_ground *ground,
                                cw_ground_flood *flood);
void cw_ground_flood_free(cw_ground_flood *flood);

/// Finds the triangles under a cell that has a seed, and seeds for neighbours without one.
cw_status cw_ground_flood_cell(cw_ground_flood *flood, uint32_t cell);

#endif
