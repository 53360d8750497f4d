/// Delaunay triangulation of coarse lattice points.
#ifndef CW_GEOM_DELAUNAY_H
#define CW_GEOM_DELAUNAY_H

#include "geom/trimesh.h"

/// Vertices 0 to 3 of a triangulation are the corners of the box around it.
enum { CW_DELAUNAY_BOX = 4 };

/// Triangulates `count` points with coordinates in 1 .. 2^30 - 2 inside a box. vertex_of[i] becomes
/// the vertex of point i; equal points share one, numbered in the order of first appearance.
cw_status cw_delaunay_build(cw_context *context, const cw_point *points, uint32_t count,
                            cw_trimesh *mesh, uint32_t *vertex_of);

/// Where a point lies in a triangulation.
typedef struct cw_location {
    uint32_t half_edge; ///< a half-edge of the containing triangle
    bool on_edge;       ///< the point lies inside that edge
    bool on_vertex;     ///< the point is the origin of that half-edge
} cw_location;

/// Finds a point, walking from the triangle of `start`. Also works when edges are labelled.
cw_location cw_delaunay_locate(const cw_trimesh *mesh, uint32_t start, cw_point point);

#endif
