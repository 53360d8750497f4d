/// \file surface.h
/// The walkable surface: oriented triangles, locally one-to-one in plan, with walls and open edges.
#ifndef CLEARWAY_SURFACE_H
#define CLEARWAY_SURFACE_H

#include "clearway/plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Fine lattice steps in one coarse step, as a power of two.
#define CW_LATTICE_FINE_BITS 31

/// Coarse coordinates are below two to this power.
#define CW_LATTICE_COARSE_BITS 30

/// The integer lattice under the plan. A lattice point (x, y) lies at
/// origin + (x, y) * step / 2^CW_LATTICE_FINE_BITS.
typedef struct cw_lattice {
    double origin_x, origin_y; ///< metres, multiples of `step`
    double step;               ///< coarse step in metres, a power of two
} cw_lattice;

/// A point of the fine lattice; input vertices are multiples of 2^CW_LATTICE_FINE_BITS.
typedef struct cw_point {
    int64_t x, y;
} cw_point;

/// The plan position of a lattice point in metres, rounded to double.
CW_API cw_vec2 cw_lattice_to_plan(const cw_lattice *lattice, cw_point point);

/// The fine lattice point nearest to a plan position; false if it lies outside the lattice.
CW_API bool cw_lattice_from_plan(const cw_lattice *lattice, cw_vec2 position, cw_point *point);

/// How an edge of a surface triangle behaves.
typedef enum cw_edge_kind {
    CW_EDGE_OPEN = 0,   ///< walkable on both sides, of no meaning
    CW_EDGE_WALL = 1,   ///< nothing passes; has no twin
    CW_EDGE_PORTAL = 2, ///< walkable on both sides, separates two cells
} cw_edge_kind;

/// Triangles that carry the heights of a surface that is not flat.
typedef struct cw_terrain {
    uint32_t vertex_count;
    cw_vec3 *positions; ///< metres
    uint32_t triangle_count;
    uint32_t *corners; ///< 3 vertices per triangle, counter-clockwise in plan
    uint32_t *twins;   ///< per corner: the same edge seen from the other triangle, or CW_NONE
} cw_terrain;

/// The walkable surface. Half-edge 3t+k runs from corner k of triangle t to corner k+1, with the
/// triangle on its left. Every vertex has exactly one fan of triangles, which starts at the wall
/// half-edge vertex_wall[v]; where two parts of the floor touch in a point, that point has several
/// vertices with the same `vertex_source`.
typedef struct cw_surface {
    cw_lattice lattice;
    uint32_t vertex_count;
    cw_point *points;        ///< exact plan positions
    cw_vec3 *positions;      ///< the caller's coordinates, in metres
    uint32_t *vertex_source; ///< equal for vertices that are the same point of the input
    uint32_t *vertex_wall;   ///< the wall half-edge that leaves the vertex
    uint32_t source_count;   ///< number of different values in vertex_source
    uint32_t triangle_count;
    uint32_t *corners;        ///< 3 vertices per triangle, counter-clockwise in plan
    uint32_t *twins;          ///< per half-edge: the same edge seen from the other side, or CW_NONE
    uint8_t *edges;           ///< per half-edge: a cw_edge_kind
    cw_terrain terrain;       ///< empty for a flat floor plan
    uint32_t *vertex_terrain; ///< per vertex: terrain half-edge along its wall; NULL when flat
} cw_surface;

/// How a surface is made. Start from cw_surface_config_default().
typedef struct cw_surface_config {
    /// Coarse lattice step in metres, a power of two, or 0 for the smallest that fits the input.
    double step;
    /// Lattice origin in metres, a multiple of `step`; used only when `step` is given, so that the
    /// tiles of one world share a lattice.
    double origin_x, origin_y;
} cw_surface_config;

/// A step chosen from the extent of the input.
CW_API cw_surface_config cw_surface_config_default(void);

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

/// Walkable area in square metres, seen in plan.
CW_API double cw_surface_area(const cw_surface *surface);

/// Length of all walls in metres, seen in plan; a barrier counts on both sides.
CW_API double cw_surface_wall_length(const cw_surface *surface);

/// Frees a surface; safe on a zeroed struct and safe twice.
CW_API void cw_surface_free(cw_context *context, cw_surface *surface);

#ifdef __cplusplus
}
#endif

#endif
