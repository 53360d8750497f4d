/// \file surface.h
/// The walkable surface: oriented triangles, locally one-to-one in plan, with walls and open edges.
#ifndef CLEARWAY_SURFACE_H
#define CLEARWAY_SURFACE_H

#include "clearway/lattice.h"
#include "clearway/plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How an edge of a surface triangle behaves.
typedef enum cw_edge_kind {
    CW_EDGE_OPEN = 0,   ///< walkable on both sides, of no meaning
    CW_EDGE_WALL = 1,   ///< nothing passes; has no twin
    CW_EDGE_PORTAL = 2, ///< walkable on both sides, separates two cells
} cw_edge_kind;

/// Triangles that carry the heights of a surface that is not flat. A step is an edge whose two
/// sides have different heights: its triangles are twins that have vertices of their own, at the
/// same places in plan and at most `step` apart in height.
typedef struct cw_terrain {
    uint32_t vertex_count;
    cw_vec3 *positions; ///< metres
    uint32_t triangle_count;
    uint32_t *corners; ///< 3 vertices per triangle, counter-clockwise in plan
    uint32_t *twins;   ///< per corner: the same edge seen from the other triangle, or CW_NONE
    uint8_t *areas;    ///< per triangle: its area type; NULL where all are 0
    double step;       ///< highest jump between the two sides of an edge in metres; 0 for none
    cw_area_name *area_names; ///< of area types 1, 2, ...; NULL where none has a name
    uint32_t area_name_count;
} cw_terrain;

/// The walkable surface. Half-edge 3t+k runs from corner k of triangle t to corner k+1, with the
/// triangle on its left. Every vertex has exactly one fan of triangles, which starts at the wall
/// half-edge vertex_wall[v]; where two parts of the floor touch in a point, that point has several
/// vertices with the same `vertex_source`.
typedef struct cw_surface {
    cw_lattice lattice;
    uint32_t vertex_count;
    cw_point *points; ///< exact plan positions
    /// The caller's coordinates, in metres. Where a step ends at a wall there are several heights:
    /// that of the terrain along the wall that leaves the vertex. Cells carry the others.
    cw_vec3 *positions;
    uint32_t *vertex_source; ///< equal for vertices that are the same point of the input
    uint32_t *vertex_wall;   ///< the wall half-edge that leaves the vertex
    uint32_t source_count;   ///< number of different values in vertex_source
    uint32_t triangle_count;
    uint32_t *corners;        ///< 3 vertices per triangle, counter-clockwise in plan
    uint32_t *twins;          ///< per half-edge: the same edge seen from the other side, or CW_NONE
    uint8_t *edges;           ///< per half-edge: a cw_edge_kind
    cw_terrain terrain;       ///< empty for a floor plan without zones
    uint32_t *vertex_terrain; ///< per vertex: terrain half-edge along its wall; NULL when flat
} cw_surface;

/// Makes the surface of a floor plan. Any rings at all give a valid surface, or CW_ERROR_INPUT when
/// nothing walkable is left. `config` may be NULL.
CW_API cw_status cw_surface_from_plan(cw_context *context, const cw_plan *plan,
                                      const cw_surface_config *config, cw_surface *surface);

/// Makes a surface of walkable triangles with heights. Floors may lie above each other; triangles
/// that share an edge (same two positions) and lie on opposite sides of it in plan are joined.
/// `corners` holds 3 indices into `positions` per triangle. `config` may be NULL.
CW_API cw_status cw_surface_from_triangles(cw_context *context, const cw_vec3 *positions,
                                           uint32_t position_count, const uint32_t *corners,
                                           uint32_t triangle_count, const cw_surface_config *config,
                                           cw_surface *surface);

/// Checks every promise made in the comment of cw_surface, without any of the builder's code.
/// CW_ERROR_INVALID with the reason in the context's message where one is broken.
CW_API cw_status cw_surface_validate(cw_context *context, const cw_surface *surface);

/// Walkable area in square metres, seen in plan, by the caller's coordinates.
CW_API double cw_surface_area(const cw_surface *surface);

/// Length of all walls in metres, seen in plan, by the caller's coordinates; a barrier counts on
/// both sides.
CW_API double cw_surface_wall_length(const cw_surface *surface);

/// Frees a surface; safe on a zeroed struct and safe twice.
CW_API void cw_surface_free(cw_context *context, cw_surface *surface);

#ifdef __cplusplus
}
#endif

#endif
