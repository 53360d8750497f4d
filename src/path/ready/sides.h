/// Edges, corners and dents of a mesh, ready for rays: constant.
#ifndef CW_PATH_READY_SIDES_H
#define CW_PATH_READY_SIDES_H

#include "path/ready/tangent.h"

/// An edge of the mesh, ready for rays.
typedef struct cw_mesh_side {
    cw_vec2 from;
    cw_vec2 along; ///< unit
    double length;
    uint32_t next; ///< edge of the cell, counter-clockwise
    uint32_t twin;
    uint32_t behind; ///< the cell on its other side, or CW_NONE
    /// A portal that has several free parts for some radius: an arc may go out through one of them
    /// and come back through another.
    bool splits;
    bool corner_from, corner_to; ///< of a wall: it starts, or ends, at a corner
    /// The corner at its start, in a cell without dents, or CW_NONE.
    uint32_t corner;
    /// A portal without which the mesh would fall apart: through it, a path goes to its goal or not
    /// at all. Behind it lie the cells visited at the times low .. high (1), or all others (-1).
    int8_t bridge;
    uint32_t low, high;
} cw_mesh_side;

/// A portal of a cell: most rays that leave it are found by these alone.
typedef struct cw_mesh_door {
    cw_vec2 from, to;
    uint32_t edge;
} cw_mesh_door;

/// Where the walls at a corner go, from its position.
typedef struct cw_mesh_cone {
    cw_vec2 out;  ///< to the end of the wall that starts at the corner
    cw_vec2 back; ///< to the start of the wall that ends there
    /// Where the walls are not snapped: directions of the last rays around the corner, with it on
    /// the left, and on the right.
    cw_vec2 last[2];
    /// Up to half of this, a disc can go all the way round the corner without meeting another wall.
    double gap;
    bool wide;
    bool snapped; ///< one of the walls is so short that the next ones count too
} cw_mesh_cone;

/// The direction in which an arc around a corner, on a hand, is left last: from there on the end of
/// a wall, given from the corner's position, reaches across the ray by more than CW_GRAZE.
static inline cw_vec2 cw_last_along(cw_vec2 end, double hand) {
    double length = cw_vec2_length(end), sine = CW_GRAZE / length;
    double cosine = sqrt(1 - sine * sine), side = hand * sine;
    cw_vec2 straight = {end.x / length, end.y / length};
    return (cw_vec2){cosine * straight.x - side * straight.y,
                     cosine * straight.y + side * straight.x};
}

/// The hulls of cells with dents (dents.c).
typedef struct cw_mesh_hulls {
    double *depth;   ///< per cell: of its deepest dent, in metres
    uint32_t *first; ///< per cell: where its lines start; one more at the end
    CW_ARRAY(cw_mesh_line) lines;
} cw_mesh_hulls;

#endif
