/// What touches before points move to the lattice: corners on sides, and corners on corners.
#ifndef CW_GEOM_TOUCH_H
#define CW_GEOM_TOUCH_H

#include "geom/delaunay.h"

/// A vertex on a segment.
typedef struct cw_touch {
    double along; ///< grows along the segment, or falls if the segment was turned to look at it
    uint32_t vertex;
} cw_touch;

/// The points of a plan where they were before rounding, and the triangulation of where they are.
/// All zero for a plan that lies on the lattice: nothing is found then.
typedef struct cw_touches {
    cw_trimesh *mesh;    ///< Delaunay, no edge labelled yet; its marks are used and left clear
    cw_vec2 *places;     ///< per point, in coarse steps; owned
    uint32_t *vertex_of; ///< per point
    uint32_t point_count;
    uint32_t vertex_count;
    double tolerance;      ///< how far apart things may be that touch, in coarse steps
    uint32_t *first_point; ///< per vertex: a point that became it, or CW_NONE
    uint32_t *next_point;  ///< per point: another one of the same vertex in another place
    double *nearest;       ///< per vertex: distance of the nearest other vertex, in coarse steps
    CW_ARRAY(uint32_t) waiting; ///< half-edges by which a search enters triangles
    CW_ARRAY(uint32_t) seen;    ///< triangles of a search
    CW_ARRAY(cw_touch) found;   ///< result of cw_touches_find
} cw_touches;

/// Takes the places over, and joins points that touch each other but were rounded to different
/// vertices: vertex_of changes for them. On failure, too, cw_touches_free has to be called.
cw_status cw_touches_prepare(cw_context *context, cw_trimesh *mesh, cw_vec2 *places, uint32_t count,
                             double tolerance, uint32_t *vertex_of, cw_touches *touches);

/// Lists the vertices of points that lie on the segment between two points, ends excluded, from the
/// first end to the second.
cw_status cw_touches_find(cw_context *context, cw_touches *touches, uint32_t from, uint32_t to);

void cw_touches_free(cw_context *context, cw_touches *touches);

/// The second half of cw_touches_prepare (weld.c): moves points to the vertices of those they
/// touch; tells whether any was moved.
cw_status cw_touches_weld(cw_context *context, cw_touches *touches, bool *moved);

#endif
