/// Turning around a vertex of the mesh from cell to cell, like a point that stands on it.
#ifndef CW_PATH_PIVOT_H
#define CW_PATH_PIVOT_H

#include "path/trace.h"

/// A cell at a vertex. The cell lies between its two edges there, counter-clockwise from the one
/// that starts at the vertex to the one that ends there.
typedef struct cw_pivot {
    uint32_t cell;
    uint32_t out; ///< starts at the vertex
    uint32_t in;  ///< ends there
} cw_pivot;

/// Stands at the vertex where an edge starts. False in a cell with dents: it has more than its two
/// edges to look at.
static inline bool cw_pivot_begin(const cw_taut *search, uint32_t out, cw_pivot *pivot) {
    const cw_navmesh *mesh = search->clearance->mesh;
    uint32_t cell = mesh->edge_cell[out];
    *pivot = (cw_pivot){cell, out, cw_navmesh_previous(mesh, cell, out)};
    return !search->dented[cell];
}

/// Whether a direction leads from the vertex into the cell.
static inline bool cw_pivot_leads(const cw_taut *search, const cw_pivot *pivot, cw_vec2 along) {
    cw_vec2 out = search->sides[pivot->out].along, in = search->sides[pivot->in].along;
    // What runs along both edges leads into a needle, or away from its tip.
    return cw_vec2_cross(out, along) >= -CW_ALONG_EDGE &&
           cw_vec2_cross(in, along) >= -CW_ALONG_EDGE &&
           (cw_vec2_dot(out, along) > -0.5 || cw_vec2_dot(in, along) < 0.5);
}

/// The edge of the cell on one side of the vertex, seen from the cell.
static inline uint32_t cw_pivot_edge(const cw_pivot *pivot, bool left) {
    return left ? pivot->in : pivot->out;
}

/// Goes on to the next cell around the vertex on one side; false at a wall and at a cell with
/// dents.
static inline bool cw_pivot_move(const cw_taut *search, cw_pivot *pivot, bool left) {
    uint32_t twin = search->sides[cw_pivot_edge(pivot, left)].twin;
    return twin != CW_NONE && cw_pivot_begin(search, left ? twin : search->sides[twin].next, pivot);
}

#endif
