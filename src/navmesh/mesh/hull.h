/// The convex hulls of cells with dents: a cell is its hull minus pockets, which are parts of
/// dropped wall runs.
#ifndef CW_NAVMESH_MESH_HULL_H
#define CW_NAVMESH_MESH_HULL_H

#include "geom/order.h"
#include "navmesh/navmesh.h"

/// Room for one cell; vertices are numbered from its first edge.
typedef struct cw_hull_maker {
    const cw_navmesh *mesh;
    uint32_t first, degree; ///< of the current cell
    uint32_t capacity;
    cw_keyed *order; ///< with room for as many to sort
    uint32_t *hull;  ///< corners of the hull, counter-clockwise, the first one again at the end
    uint32_t hull_count;
} cw_hull_maker;

cw_status cw_hull_maker_create(cw_context *context, const cw_navmesh *mesh, cw_hull_maker *maker);
void cw_hull_maker_free(cw_context *context, cw_hull_maker *maker);

/// Whether a cell turns right anywhere.
bool cw_navmesh_has_dent(const cw_navmesh *mesh, uint32_t cell);

/// Makes the hull of a cell.
void cw_hull_make(cw_hull_maker *maker, uint32_t cell);

/// The depth of the deepest dent of the cell whose hull was made last, in metres: how far a vertex
/// lies from the edge of the hull that it stands behind.
double cw_hull_depth(const cw_hull_maker *maker);

#endif
