/// The search for the shortest path of a point, decided on the lattice (points.c).
#ifndef CW_PATH_POINTS_H
#define CW_PATH_POINTS_H

#include "path/heap.h"

struct cw_taut;

/// The start, or a corner at which a path turns.
typedef struct cw_point_root {
    cw_vec2 at;
    double length;   ///< of the path up to it
    double hand;     ///< 1: the corner is left of the path, -1: right, 0: the start
    uint32_t edge;   ///< of the mesh, that starts at the corner; CW_NONE for the start
    uint32_t parent; ///< root before, or CW_NONE
} cw_point_root;

/// A line from a root through the vertex where an edge starts.
typedef struct cw_point_line {
    uint32_t root, edge;
} cw_point_line;

typedef enum cw_point_kind {
    CW_POINT_PORTAL, ///< what a root sees through a portal, between two lines
    CW_POINT_TURN,   ///< a corner at which the path turns
    CW_POINT_GOAL,   ///< a goal that is seen
} cw_point_kind;

typedef struct cw_point_node {
    cw_point_line right, left;
    uint32_t root;
    uint32_t parent; ///< node before, or CW_NONE
    uint32_t edge;   ///< the portal, on the side that is left; of a turn, starts at the corner, in
                     ///< the cell where the path comes to it
    uint32_t goal;   ///< of a goal
    uint8_t kind;    ///< cw_point_kind
    bool right_end, left_end; ///< the portal is seen up to its ends
    bool flat;                ///< the portal lies in line with the root: only its ends are seen
} cw_point_node;

typedef struct cw_points {
    CW_ARRAY(cw_point_root) roots;
    CW_ARRAY(cw_point_node) nodes;
    double error;   ///< metres by which the vector between two vertices may be off, with room
    bool used;      ///< by the search at hand
    uint32_t found; ///< the node of the goal that was found
} cw_points;

/// Whether a search can be decided on the lattice, as far as can be told before.
bool cw_points_suit(const struct cw_taut *search, cw_vec2 start);

/// Starts the search of a point in all cells around it.
cw_status cw_points_begin(struct cw_taut *search, cw_vec2 start);

/// Goes on from a node. `over` when the search is: with search->found, or, where cells have dents,
/// without an answer.
cw_status cw_points_expand(struct cw_taut *search, uint32_t index, bool *over);

/// Tells the path to a goal node by roots and nodes of a search with rays, where that is how it is
/// gone along (points_tell.c).
cw_status cw_points_tell(struct cw_taut *search, const cw_point_node *found);

#endif
