/// Convex pieces of cells with dents: the polygon of a cell, cut from vertex to vertex.
#ifndef CW_NAVMESH_MESH_PIECES_H
#define CW_NAVMESH_MESH_PIECES_H

#include "navmesh/navmesh.h"

/// A side of a piece: an edge of the cell, or one side of a cut.
typedef struct cw_piece_side {
    uint32_t start;          ///< edge of the cell that starts where this side does
    uint32_t next, previous; ///< around the piece
    uint32_t twin;           ///< the other side of a cut; CW_NONE for an edge of the cell
    uint32_t piece;          ///< CW_NONE for a cut that was taken back
} cw_piece_side;

/// Room for one cell. Its edges are the first sides, in their order.
typedef struct cw_cutter {
    const cw_navmesh *mesh;
    uint32_t capacity; ///< most edges of a cell
    uint32_t degree;   ///< of the current cell
    cw_piece_side *sides;
    uint32_t side_count;
    uint32_t *first; ///< per piece: one of its sides
    uint32_t piece_count;
    uint32_t *dents; ///< vertices where what is left is not convex, and some that were such
    uint32_t dent_count;
    bool *convex;         ///< per vertex: what is left turns left there
    uint32_t *in_the_way; ///< per vertex: a vertex for which it could not be cut off, or CW_NONE
} cw_cutter;

cw_status cw_cutter_create(cw_context *context, const cw_navmesh *mesh, cw_cutter *cutter);
void cw_cutter_free(cw_context *context, cw_cutter *cutter);

/// Cuts a cell into convex pieces. False where its sides cross by a rounding, so that it cannot be.
bool cw_cutter_cut(cw_cutter *cutter, uint32_t cell);

#endif
