/// Shared by the sources of the clearance tables: the phases of building, and plain plan geometry
/// in doubles. Positions are local (see clearway/clearance.h). What is where:
///   building  build.c, which calls the phases below
///     1.      near.c: corners.c; flood.c with bounds.c and edges.c; needles.c
///     2.      summit.c: features.c; envelope.c with curve.c and envelope_summits.c
///     3.      band.c
///     4.      gates.c: region.c; region_gates.c with meet.c
///     5.      tree.c: cell_tree.c; straits.c
///   answers   at.c; portal.c with pieces.c; cross.c; widest.c with reach.c and, where cells have
///             to be divided, attach.c and divide.c; scratch.c is their memory
///   checks    validate.c, which calls the others; hash.c
///   files     keep.c, which keeps what phases 1, 2 and 4 made
/// Trees of boxes (geom/boxes.c) serve wherever there are many of something.
#ifndef CW_CLEARANCE_CLEARANCE_H
#define CW_CLEARANCE_CLEARANCE_H

#include "base/memory.h"
#include "clearance/tolerance.h"
#include "geom/vectors.h"
#include "navmesh/navmesh.h"

/// Before all phases: where vertices are, and how long edges (build.c).
cw_status cw_clearance_describe(cw_context *context, cw_clearance *clearance);
/// Phase 1: the corners, and the corners and walls that matter to each cell (near.c).
cw_status cw_clearance_find_near(cw_context *context, cw_clearance *clearance);
/// Phase 2: the summits and critical radii of portals (summit.c).
cw_status cw_clearance_find_summits(cw_context *context, cw_clearance *clearance);
/// Phase 3: the bands of portals (band.c).
cw_status cw_clearance_find_bands(cw_context *context, cw_clearance *clearance);
/// Makes room for the gates of each cell, when the summits are known (gates.c).
cw_status cw_clearance_place_gates(cw_context *context, cw_clearance *clearance);
/// Phase 4: the gates of each cell (gates.c).
cw_status cw_clearance_find_gates(cw_context *context, cw_clearance *clearance);
/// Phase 5: the merge tree of all gates (tree.c).
cw_status cw_clearance_join(cw_context *context, cw_clearance *clearance);

/// Metres, and steps of the lattice: a wall end nearer to its corner than either may be the work of
/// snapping, and the next one is looked at too. From 60 m on the steps are more.
#define CW_SNAPPED CW_SURE
#define CW_SNAPPED_STEPS 16

static inline double cw_snapped_within(const cw_clearance *clearance) {
    return cw_most(CW_SNAPPED, CW_SNAPPED_STEPS * clearance->mesh->lattice.step);
}

/// Most walls that are looked at on each side of a corner.
#define CW_SNAPPED_WALLS 8

/// The ends of the walls at a corner, from its position, on the side of its incoming wall or of its
/// outgoing one; stops at the first that is not all but at the corner. Snapping leaves walls of a
/// few lattice steps, whose direction means nothing beyond their length. Returns how many
/// (corners.c).
uint32_t cw_corner_wall_ends(const cw_clearance *clearance, const cw_corner *corner, bool incoming,
                             cw_vec2 ends[CW_SNAPPED_WALLS]);

/// Narrows from .. to to where low <= value + slope * x <= high; false when nothing is left.
static inline bool cw_clip_linear(double value, double slope, double low, double high, double *from,
                                  double *to) {
    if (slope == 0) {
        return value >= low && value <= high && *from <= *to;
    }
    double x = (low - value) / slope, y = (high - value) / slope;
    if (slope < 0) {
        double swap = x;
        x = y;
        y = swap;
    }
    *from = x > *from ? x : *from;
    *to = y < *to ? y : *to;
    return *from <= *to;
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

/// All of a wall, as it matters to a cell.
static inline cw_near_wall cw_near_wall_of(const cw_clearance *clearance, uint32_t edge,
                                           uint32_t entry, double distance) {
    return (cw_near_wall){.from = cw_clearance_from(clearance, edge),
                          .to = cw_clearance_to(clearance, edge),
                          .along = cw_clearance_along(clearance->mesh, edge),
                          .distance = distance,
                          .edge = edge,
                          .entry = entry};
}

/// Tolerances in metres, here and in the sources, are for meshes within CW_CLEARANCE_REACH: they
/// are always taken times the coarseness of the tables, unless they are far above any rounding.

/// Metres by which the foot of a point may lie beyond the end of a wall and still count: the
/// borders of neighbouring slabs are rounded, and corners of less than FAN_ANGLE (flood.c) are not
/// listed everywhere, so slabs have to overlap. Walls this far beyond their end are too near by
/// less than that, and from a metre away by less than 1e-20.
#define CW_SLAB_SLACK CW_APART

static inline double cw_slab_slack(const cw_clearance *clearance) {
    return CW_SLAB_SLACK * clearance->coarseness;
}

/// Metres by which a point may lie behind a wall for which the wall still counts: portals may run
/// through dents that rounding to the lattice made. Its distance is then that to the wall's line,
/// not 0: behind a wall that is a side of a needle, where nothing is wrong, the other side of the
/// needle is nearer.
static inline double cw_behind_slack(const cw_clearance *clearance) {
    return cw_slab_slack(clearance) + CW_NOISE_STEPS * clearance->mesh->lattice.step;
}

/// Metres by which a point may lie outside of a view and still be in it: far above rounding, so
/// that nothing is lost between views that have a ray in common. What is seen so is as near as what
/// is at the side of the view.
#define CW_VIEW_SLACK CW_CLEARANCE_TOLERANCE

static inline double cw_view_slack(const cw_clearance *clearance) {
    return CW_VIEW_SLACK * clearance->coarseness;
}

/// Whether a place, given from a corner, is in a view of the corner, or off it by no more than a
/// slack.
static inline bool cw_in_view(const cw_near_view *view, cw_vec2 place, double slack) {
    return cw_vec2_cross(view->right, place) >= -slack &&
           cw_vec2_cross(place, view->left) >= -slack;
}

/// Whether a near corner, given by its index, counts for a point of its cell.
static inline bool cw_corner_counts(const cw_clearance *clearance, uint32_t near,
                                    cw_vec2 position) {
    return clearance->near_views == NULL ||
           cw_in_view(&clearance->near_views[near],
                      cw_vec2_sub(position, clearance->near_corners[near].position),
                      cw_view_slack(clearance));
}

/// As cw_clearance_at, and names the wall edge.
double cw_clearance_nearest(const cw_clearance *clearance, uint32_t cell, cw_vec2 position,
                            cw_vec2 *nearest, uint32_t *edge);

/// Whether cw_clearance_at is no less than a radius.
bool cw_clearance_has_room(const cw_clearance *clearance, uint32_t cell, cw_vec2 position,
                           double radius);

#endif
