/// The checks behind cw_navmesh_validate: one stage each, and the exact geometry that they use,
/// which is their own, so that a mistake of the builder's geometry cannot hide itself.
#ifndef CW_NAVMESH_CHECK_VALIDATE_H
#define CW_NAVMESH_CHECK_VALIDATE_H

#include "navmesh/navmesh.h"

/// Fails with "invariant NAME violated at cell K: REASON". NAME and REASON are literals.
#define CW_VIOLATED_AT(context, cell, name, reason, ...)                                    \
    cw_fail((context), CW_ERROR_INVALID, "invariant " name " violated at cell %u: " reason, \
            (cell), __VA_ARGS__)
/// Fails with "invariant NAME violated: REASON".
#define CW_VIOLATED(context, name, reason, ...) \
    cw_fail((context), CW_ERROR_INVALID, "invariant " name " violated: " reason, __VA_ARGS__)

/// Every cell is counter-clockwise and convex up to dents of allowed depth in runs of walls.
cw_status cw_validate_shapes(cw_context *context, const cw_navmesh *mesh);
/// Edges know their cells, portals have two sides, fans do not overlap themselves, islands and
/// holes.
cw_status cw_validate_topology(cw_context *context, const cw_navmesh *mesh);
/// The triangles of cells that are not flat.
cw_status cw_validate_heights(cw_context *context, const cw_navmesh *mesh);
/// No two cells of one floor overlap.
cw_status cw_validate_overlap(cw_context *context, const cw_navmesh *mesh);

/// True when every vertex that is not on the coarse lattice stands inside a straight wall: then
/// none was rounded.
bool cw_walls_unrounded(const cw_navmesh *mesh);
/// stats.notches and stats.dropped are what the corners of the walls can have.
cw_status cw_validate_notches(cw_context *context, const cw_navmesh *mesh);

/// Walls seen in plan, each with the floor on its left.
typedef struct cw_segment {
    cw_point from, to;
} cw_segment;
typedef CW_ARRAY(cw_segment) cw_segments;

/// Walls and the lattice they lie on.
typedef struct cw_wall_source {
    const cw_segments *walls;
    const cw_lattice *lattice;
} cw_wall_source;

/// The walls of a mesh are those of a surface: exactly, or up to rounding.
cw_status cw_validate_walls(cw_context *context, const cw_navmesh *mesh, const cw_surface *surface,
                            bool exact);
/// Each wall of a mesh lies on walls of a surface and the other way round, up to a distance in
/// metres.
cw_status cw_validate_cover(cw_context *context, const cw_wall_source *mesh,
                            const cw_wall_source *surface, double rounding);

/// Difference vector from a to b.
static inline cw_point vector_to(cw_point a, cw_point b) {
    return (cw_point){b.x - a.x, b.y - a.y};
}

/// Exact u.x * v.y - u.y * v.x: positive when v points left of u.
static inline cw_wide wedge(cw_point u, cw_point v) {
    return (cw_wide)u.x * v.y - (cw_wide)u.y * v.x;
}

static inline int sign_of(cw_wide value) {
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

/// 1 when c lies left of the line from a to b, -1 right, 0 on it.
static inline int side_of(cw_point a, cw_point b, cw_point c) {
    return sign_of(wedge(vector_to(a, b), vector_to(a, c)));
}

static inline bool same_point(cw_point a, cw_point b) {
    return a.x == b.x && a.y == b.y;
}

/// True when v points along u or away from it on the same ray.
static inline bool same_direction(cw_point u, cw_point v) {
    return wedge(u, v) == 0 && (cw_wide)u.x * v.x + (cw_wide)u.y * v.y > 0;
}

/// True when c, known to lie on the line through a and b, lies between them or on one of them.
static inline bool is_between(cw_point a, cw_point b, cw_point c) {
    return (a.x <= c.x ? c.x <= b.x : b.x <= c.x) && (a.y <= c.y ? c.y <= b.y : b.y <= c.y);
}

/// The inner side of a corner: the directions met when turning counter-clockwise from the edge that
/// leaves to the edge that arrives. Equal directions mean a full turn.
typedef struct cw_opening {
    cw_point from, to;
} cw_opening;

/// True when a direction lies in an opening or on its first side.
bool cw_opening_has(cw_opening opening, cw_point direction);

/// Point k of a cell's corners, k below its degree.
static inline cw_opening corner_opening(const cw_navmesh *mesh, uint32_t cell, uint32_t edge) {
    cw_point here = cw_navmesh_point(mesh, edge);
    cw_point before = cw_navmesh_point(mesh, cw_navmesh_previous(mesh, cell, edge));
    cw_point after = cw_navmesh_point(mesh, cw_navmesh_next(mesh, cell, edge));
    return (cw_opening){vector_to(here, after), vector_to(here, before)};
}

#endif
