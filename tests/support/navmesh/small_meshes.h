/// Meshes of a few cells, written by hand: one for every thing that a mesh can have.
#ifndef CW_TESTS_SMALL_MESHES_H
#define CW_TESTS_SMALL_MESHES_H

#include "clearway/navmesh.h"

typedef enum small_mesh {
    SMALL_SQUARE = 0, ///< one cell
    SMALL_GRID,       ///< 3 x 3 squares: closed fans around four vertices
    SMALL_RING,       ///< the same without the middle: one hole
    SMALL_ISLANDS,    ///< two squares apart
    SMALL_FLOORS,     ///< a floor, a deck above it, and a ramp down from the deck
    SMALL_DENT,       ///< two cells, the first with a dent of 0.25 m in a wall
    SMALL_SLIT,       ///< a square with a wall without thickness that stands in it
    SMALL_HILL,       ///< a pyramid on four triangles, and a flat cell beside it
    SMALL_LINKS,      ///< two squares with a step, a drop and a jump between them
    SMALL_MESH_COUNT
} small_mesh;

/// Name of a small mesh, fit for a file.
const char *small_mesh_name(small_mesh kind);

/// The cells of a small mesh; the arrays are constant.
cw_polygons small_mesh_polygons(small_mesh kind);

/// A small mesh, made of its cells; the test fails where that fails.
cw_navmesh small_mesh_make(cw_context *context, small_mesh kind);

/// How many of its wall corners have more than half a turn of floor.
uint32_t small_mesh_reflex(small_mesh kind);

#endif
