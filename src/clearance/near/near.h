/// The parts of near.c: corners of the walls, and the flood of what one of them sees.
#ifndef CW_CLEARANCE_NEAR_NEAR_H
#define CW_CLEARANCE_NEAR_NEAR_H

#include "clearance/clearance.h"
#include "geom/boxes.h"

/// The corners of a mesh into clearance->corners (corners.c).
cw_status cw_clearance_find_corners(cw_context *context, cw_clearance *clearance);

/// A wall feature seen from a cell.
typedef struct cw_sighting {
    uint32_t cell;
    uint32_t entry;   ///< edge of the cell through which it is seen, or CW_NONE
    uint32_t feature; ///< a corner, or a wall edge
    uint32_t view;    ///< of the flood: where in the cell it counts; CW_NONE for all of the cell
    double distance;
} cw_sighting;

typedef CW_ARRAY(cw_sighting) cw_sightings;

/// The distance of a feature that touches a cell but is not its own: a cell turns rays of radius 0
/// at its own corners only.
#define CW_LEAST_DISTANCE 0x1p-1000

/// What a feature sees through a part of an edge: the edge belongs to the cell that is entered.
typedef struct cw_window {
    uint32_t entry;
    bool bounded;        ///< by two rays: see flood.c
    cw_vec2 right, left; ///< the rays, as seen from the feature
    double distance;     ///< from the feature to the window
} cw_window;

/// A window that the feature of the moment has looked through.
typedef struct cw_passed_window {
    cw_window window;
    uint32_t next; ///< of the same entry, or CW_NONE
} cw_passed_window;

/// The edges of a large cell, for features that look around in it (edges.c).
typedef struct cw_cell_edges {
    cw_box_tree tree; ///< items count from the first edge of the cell
    /// Per node: what is further than this from all of the box is nowhere the nearest wall of a
    /// portal in it; metres.
    double *spans;
} cw_cell_edges;

/// Memory of the flood of what features see (flood.c).
typedef struct cw_flood {
    const cw_clearance *clearance;
    double step; ///< of the fine lattice, in metres
    /// Per vertex: an upper bound of its distance to the nearest wall along the surface.
    double *bounds;
    cw_cell_edges *large; ///< the edges of each large cell
    uint32_t large_count;
    uint32_t *cell_large; ///< per cell: its index in `large`, or CW_NONE
    CW_ARRAY(cw_window) stack;
    CW_ARRAY(cw_passed_window) passed;
    uint32_t *entry_passed; ///< per edge: the last one in `passed` that enters by it, or CW_NONE
    bool *stacked; ///< per cell: it lies above or below another one, so what is seen in its place
                   ///< in plan may be another floor, and its features count in view alone
    CW_ARRAY(cw_near_view) views; ///< of such features, and of walls: see cw_flood_wall
    uint64_t steps; ///< edges looked at, all in all: what tests hold against the size of the mesh
} cw_flood;

/// Finds the bounds of all vertices (bounds.c).
cw_status cw_flood_bound(cw_context *context, cw_flood *flood);
/// Makes the trees of large cells, when the bounds are known, and frees them (edges.c).
cw_status cw_flood_index(cw_context *context, cw_flood *flood);
void cw_flood_index_free(cw_context *context, cw_flood *flood);

cw_status cw_flood_init(cw_context *context, const cw_clearance *clearance, cw_flood *flood);
void cw_flood_free(cw_context *context, cw_flood *flood);

/// Appends the cells where a corner or a wall edge may be the nearest wall. The view of a wall has
/// its ends along the wall, in metres, in right.x and left.x.
cw_status cw_flood_corner(cw_context *context, cw_flood *flood, uint32_t corner,
                          cw_sightings *sightings);
cw_status cw_flood_wall(cw_context *context, cw_flood *flood, uint32_t edge,
                        cw_sightings *sightings);

/// Adds to the sightings of needles what their neighbors see, from the sightings sorted by cell;
/// the features are walls or corners (needles.c). How many were added is the answer.
cw_status cw_near_share(cw_context *context, const cw_clearance *clearance, bool walls,
                        const uint32_t *first, cw_sightings *sightings, uint32_t *added);

#endif
