/// Meshes of a few cells, written by hand, on which the seeds' clearance is wrong: one for each
/// defect. They are also the files examples/clearance/NAME.json.
#ifndef CW_TESTS_CLEARANCE_MESHES_H
#define CW_TESTS_CLEARANCE_MESHES_H

#include "clearway/navmesh.h"

/// Unless said otherwise, cell 0 lies below the portal in question, which runs along y = 0, and
/// cell 1 above it.
typedef enum clearance_mesh {
    CLEARANCE_ZIGZAG = 0, ///< two walls come close across a portal (x = 0)
    CLEARANCE_CORRIDOR,   ///< a corridor 1.2 m wide, three cells along x
    CLEARANCE_SHELF,      ///< a wall parallel to the portal, half a metre away
    CLEARANCE_SPIKE,      ///< the tip of a spike behind a side portal
    CLEARANCE_WEDGE,      ///< a corner so near that its circle holds all of the portal
    CLEARANCE_FORK,       ///< a spike beside one end of the portal; ways left and right of it
    CLEARANCE_LATER,      ///< a corner behind the next portal
    CLEARANCE_DENT,       ///< a relaxed cell with a dent that points at the portal
    CLEARANCE_UPRIGHT,    ///< a wall without thickness that stands upright on the portal
    CLEARANCE_MESH_COUNT
} clearance_mesh;

/// Name of a mesh, fit for a file.
const char *clearance_mesh_name(clearance_mesh kind);

/// The cells of a mesh; the arrays are constant.
cw_polygons clearance_mesh_polygons(clearance_mesh kind);

#endif
