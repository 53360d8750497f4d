/// Shared by the sources of the clearance tables: the phases of building, and plain plan geometry
/// in doubles. Positions are local (see clearway/clearance.h).
#ifndef CW_CLEARANCE_CLEARANCE_H
#define CW_CLEARANCE_CLEARANCE_H

#include "base/memory.h"
#include "clearway/clearance.h"
#include "navmesh/navmesh.h"

#include <math.h>

/// Phase 1: the corners, and the corners and walls that matter to each cell (near.c).
cw_status cw_clearance_find_near(cw_context *context, cw_clearance *clearance);
/// Phase 2: the summits and critical radii of portals (summit.c).
cw_status cw_clearance_find_summits(cw_context *context, cw_clearance *clearance);
/// Phase 3: the bands of portals (band.c).
cw_status cw_clearance_find_bands(cw_context *context, cw_clearance *clearance);
/// Phase 4: the gates of each cell (gates.c).
cw_status cw_clearance_find_gates(cw_context *context, cw_clearance *clearance);
/// Phase 5: the merge tree of all gates (tree.c).
cw_status cw_clearance_join(cw_context *context, cw_clearance *clearance);

/// The least and the most of two numbers; unlike fmin and fmax, a single instruction.
static inline double cw_least(double a, double b) {
    return a < b ? a : b;
}

static inline double cw_most(double a, double b) {
    return a > b ? a : b;
}

static inline cw_vec2 cw_vec2_add(cw_vec2 a, cw_vec2 b) {
    return (cw_vec2){a.x + b.x, a.y + b.y};
}

static inline cw_vec2 cw_vec2_sub(cw_vec2 a, cw_vec2 b) {
    return (cw_vec2){a.x - b.x, a.y - b.y};
}

/// a + t * b
static inline cw_vec2 cw_vec2_along(cw_vec2 a, double t, cw_vec2 b) {
    return (cw_vec2){a.x + t * b.x, a.y + t * b.y};
}

static inline double cw_vec2_dot(cw_vec2 a, cw_vec2 b) {
    return a.x * b.x + a.y * b.y;
}

static inline double cw_vec2_cross(cw_vec2 a, cw_vec2 b) {
    return a.x * b.y - a.y * b.x;
}

static inline double cw_vec2_length(cw_vec2 a) {
    return sqrt(a.x * a.x + a.y * a.y);
}

static inline double cw_vec2_distance(cw_vec2 a, cw_vec2 b) {
    return cw_vec2_length(cw_vec2_sub(a, b));
}

/// The unit vector along an edge: from its lattice points, so it is exact to rounding however short
/// the edge is. (Ends of portals on one wall may be closer than doubles can tell.)
static inline cw_vec2 cw_clearance_along(const cw_navmesh *mesh, uint32_t edge) {
    uint32_t next = cw_navmesh_next(mesh, mesh->edge_cell[edge], edge);
    cw_point side = cw_point_sub(cw_navmesh_point(mesh, next), cw_navmesh_point(mesh, edge));
    double x = (double)side.x, y = (double)side.y, length = sqrt(x * x + y * y);
    return (cw_vec2){x / length, y / length};
}

/// Local position of the start of an edge.
static inline cw_vec2 cw_clearance_from(const cw_clearance *clearance, uint32_t edge) {
    return clearance->points[clearance->mesh->edge_vertex[edge]];
}

/// Local position of the end of an edge.
static inline cw_vec2 cw_clearance_to(const cw_clearance *clearance, uint32_t edge) {
    const cw_navmesh *mesh = clearance->mesh;
    return cw_clearance_from(clearance, cw_navmesh_next(mesh, mesh->edge_cell[edge], edge));
}

#endif
