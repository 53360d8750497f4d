/// The parts of near.c: corners of the walls, and the flood of what one of them sees.
#ifndef CW_CLEARANCE_NEAR_H
#define CW_CLEARANCE_NEAR_H

#include "clearance/clearance.h"

/// The corners of a mesh into clearance->corners (corners.c).
cw_status cw_clearance_find_corners(cw_context *context, cw_clearance *clearance);

/// A wall feature seen from a cell.
typedef struct cw_sighting {
    uint32_t cell;
    uint32_t entry;   ///< edge of the cell through which it is seen, or CW_NONE
    uint32_t feature; ///< a corner, or a wall edge
    double distance;
} cw_sighting;

typedef CW_ARRAY(cw_sighting) cw_sightings;

/// What a feature sees through a part of an edge: the edge belongs to the cell that is entered.
typedef struct cw_window {
    uint32_t entry;
    bool bounded;        ///< by two rays: see flood.c
    cw_vec2 right, left; ///< the rays, as seen from the feature
    double distance;     ///< from the feature to the window
} cw_window;

/// Memory of the flood of what features see (flood.c).
typedef struct cw_flood {
    const cw_clearance *clearance;
    double step; ///< of the fine lattice, in metres
    /// Per vertex: an upper bound of its distance to the nearest wall along the surface.
    double *bounds;
    CW_ARRAY(cw_window) stack;
} cw_flood;

cw_status cw_flood_init(cw_context *context, const cw_clearance *clearance, cw_flood *flood);
void cw_flood_free(cw_context *context, cw_flood *flood);

/// Appends the cells where a corner or a wall edge may be the nearest wall.
cw_status cw_flood_corner(cw_context *context, cw_flood *flood, uint32_t corner,
                          cw_sightings *sightings);
cw_status cw_flood_wall(cw_context *context, cw_flood *flood, uint32_t edge,
                        cw_sightings *sightings);

#endif
