/// A triangle mesh that can be changed: the one structure behind triangulation and decomposition.
///
/// Half-edge 3t+k runs from corner k of triangle t to corner k+1 with the triangle on its left.
/// Triangles are counter-clockwise in plan with positive area; neighbours lie on opposite sides of
/// their common edge. The mesh need not be one-to-one in plan as a whole: all operations are local.
#ifndef CW_GEOM_TRIMESH_H
#define CW_GEOM_TRIMESH_H

#include "base/memory.h"
#include "geom/predicates.h"

/// Tells whether the edge between triangles (a, b, c) and (b, a, d) should be flipped: d in the
/// circle of a, b, c.
typedef bool cw_flip_test(cw_point a, cw_point b, cw_point c, cw_point d);

/// A half-edge of a cavity border: what was on its other side.
typedef struct cw_cavity_side {
    uint32_t vertex; ///< where the border edge ends, walking along the chain
    uint32_t old;    ///< the half-edge it was in the removed triangles, or CW_NONE for a new edge
    uint32_t twin;   ///< half-edge outside the cavity
    uint32_t edge;   ///< its label
    bool hanging;    ///< the other side belongs to the same cavity
} cw_cavity_side;

/// A moved half-edge of an edge that hangs into a cavity.
typedef struct cw_cavity_move {
    uint32_t before, after;
} cw_cavity_move;

typedef struct cw_trimesh {
    cw_point *points;
    uint32_t *vertex_edge; ///< a half-edge that leaves the vertex; its wall where walls_lead is set
    uint32_t vertex_count, vertex_capacity;
    uint32_t *corners, *twins;
    uint32_t *edges; ///< label of each half-edge: 0 is an edge that may be flipped away
    uint8_t *marks;  ///< per triangle: inside the cavity that is being filled
    uint32_t triangle_count, triangle_capacity;
    /// Label that vertex_edge has to point to, or 0 when any half-edge will do.
    uint32_t leading_label;
    cw_flip_test *flip_test;
    CW_ARRAY(uint32_t) crossed; ///< result of cw_trimesh_march
    CW_ARRAY(uint32_t) pending; ///< half-edges waiting for the flip test
    CW_ARRAY(cw_cavity_side) left_chain, right_chain, stack;
    CW_ARRAY(cw_cavity_move) moves;
} cw_trimesh;

static inline uint32_t cw_next(uint32_t half_edge) {
    return half_edge % 3 == 2 ? half_edge - 2 : half_edge + 1;
}

static inline uint32_t cw_previous(uint32_t half_edge) {
    return half_edge % 3 == 0 ? half_edge + 2 : half_edge - 1;
}

static inline uint32_t cw_origin(const cw_trimesh *mesh, uint32_t half_edge) {
    return mesh->corners[half_edge];
}

static inline uint32_t cw_target(const cw_trimesh *mesh, uint32_t half_edge) {
    return mesh->corners[cw_next(half_edge)];
}

/// The corner opposite to a half-edge in its own triangle.
static inline uint32_t cw_apex(const cw_trimesh *mesh, uint32_t half_edge) {
    return mesh->corners[cw_previous(half_edge)];
}

/// The next half-edge counter-clockwise around the origin, or CW_NONE at the end of a fan.
static inline uint32_t cw_rotate(const cw_trimesh *mesh, uint32_t half_edge) {
    return mesh->twins[cw_previous(half_edge)];
}

/// What a march along a segment came to.
typedef enum cw_march_end {
    CW_MARCH_REACHED, ///< the target was reached; `crossed` lists the edges on the way
    CW_MARCH_EDGE,    ///< a labelled edge or the border is in the way
    CW_MARCH_VERTEX,  ///< another vertex lies exactly on the segment
} cw_march_end;

cw_status cw_trimesh_reserve(cw_context *context, cw_trimesh *mesh, size_t vertices,
                             size_t triangles);
void cw_trimesh_free(cw_context *context, cw_trimesh *mesh);

/// Appends a vertex; room must have been reserved.
uint32_t cw_trimesh_add_vertex(cw_trimesh *mesh, cw_point point);

/// Sets the label of an edge on both sides.
void cw_trimesh_label(cw_trimesh *mesh, uint32_t half_edge, uint32_t label);

/// Puts a vertex into a triangle (1 -> 3) and restores the flip test around it.
cw_status cw_trimesh_split_triangle(cw_context *context, cw_trimesh *mesh, uint32_t triangle,
                                    uint32_t vertex);

/// Puts a vertex on an edge (2 -> 4, or 1 -> 2 at the border). Both halves keep the label.
cw_status cw_trimesh_split_edge(cw_context *context, cw_trimesh *mesh, uint32_t half_edge,
                                uint32_t vertex);

/// Walks from the origin of `first` towards vertex `target` through the triangle of `first`, whose
/// far edge the segment must cross. Lists the crossed half-edges, seen from the near side, in
/// mesh->crossed.
cw_status cw_trimesh_march(cw_context *context, cw_trimesh *mesh, uint32_t first, uint32_t target,
                           cw_march_end *end);

/// Replaces the edges that the last march crossed by one edge from origin to target with a label.
cw_status cw_trimesh_insert(cw_context *context, cw_trimesh *mesh, uint32_t origin, uint32_t target,
                            uint32_t label);

/// Flips unlabelled edges from the pending list until the flip test holds everywhere around them.
cw_status cw_trimesh_settle(cw_context *context, cw_trimesh *mesh);

/// Flips the edge of a half-edge; its two triangles must form a strictly convex quadrilateral.
void cw_trimesh_flip(cw_trimesh *mesh, uint32_t half_edge);

/// Writes triangle t with corners a, b, c; `sides` are the half-edges outside its edges a-b, b-c,
/// c-a (or CW_NONE) and `labels` their labels. Links the twins both ways.
void cw_trimesh_write(cw_trimesh *mesh, uint32_t t, const uint32_t corners[3],
                      const uint32_t sides[3], const uint32_t labels[3]);

#endif
