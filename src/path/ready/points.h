/// What the search for points reads of a mesh, and what it notes (path/point/).
#ifndef CW_PATH_READY_POINTS_H
#define CW_PATH_READY_POINTS_H

#include "path/ready/heap.h"
#include "path/ready/tangent.h"

struct cw_path_search;

/// A portal, or a cut between two pieces of a cell with dents, as seen from the piece that is left
/// through it, with all that entering the one behind it takes; fills one line of the cache. A cell
/// without dents is one piece. An `end` of a door is told as one number: twice that of the door,
/// and one more for its left end.
typedef struct cw_point_door {
    cw_vec2 from, to;      ///< right and left end
    double inverse_square; ///< 1 / squared length
    uint32_t edge;         ///< of the mesh, or CW_NONE for a cut
    uint32_t twin;         ///< the same door in the list of the piece behind
    uint32_t first;        ///< the doors of that piece
    uint32_t count : 28;   ///< how many
    uint32_t bridge : 1;   ///< it may lead away from the goal, see cw_mesh_side
    uint32_t uncut : 1;    ///< behind it lies a cell with dents that could not be cut
    uint32_t right_on : 1; ///< the next side of that piece at its right end is a door as well
    uint32_t left_on : 1;  ///< and that at its left end
    uint32_t right_corner, left_corner; ///< at its ends, or CW_NONE
} cw_point_door;

/// A corner.
typedef struct cw_point_corner {
    cw_vec2 out, back;            ///< where its walls go, see cw_mesh_cone
    uint32_t out_edge, back_edge; ///< that start at the ends of these walls
    uint32_t wide;                ///< more than a full turn of floor
} cw_point_corner;

/// The best ways to a corner in one search.
typedef struct cw_point_arrival {
    double reached;   ///< length of the shortest path that comes to it
    uint32_t root[2]; ///< of the best turns around it: with the corner on the left, and on the
                      ///< right; or CW_NONE
    uint32_t stamp;   ///< of the search that these belong to
} cw_point_arrival;

/// The start, which is the first root, or a corner at which a path turns.
typedef struct cw_point_root {
    cw_vec2 at;
    double length;   ///< of the path up to it
    uint32_t end;    ///< of a door, at the corner; CW_NONE for the start
    uint32_t parent; ///< root before, or CW_NONE
    int8_t hand;     ///< 1: the corner is left of the path, -1: right, 0: the start
    bool outdone;    ///< a better way to the corner has been found since
} cw_point_root;

/// A line from a root through an end of a door.
typedef struct cw_point_line {
    uint32_t root, end;
} cw_point_line;

typedef enum cw_point_kind {
    CW_POINT_PORTAL, ///< what a root sees through a portal, between two lines
    CW_POINT_TURN,   ///< a turn around a corner, behind the piece where it begins
    CW_POINT_GOAL,   ///< a goal that is seen
} cw_point_kind;

typedef struct cw_point_node {
    cw_vec2 right_way, left_way; ///< along the two lines
    cw_point_line right, left;   ///< of a turn, the right one is that on which the path comes
    uint32_t root;
    uint32_t parent;          ///< node before, or CW_NONE
    uint32_t door;            ///< the portal, of a turn that where it begins; of a goal, its number
    uint8_t kind;             ///< cw_point_kind
    bool right_end, left_end; ///< the portal is seen up to its ends, through which the lines go
    bool flat;                ///< the portal lies in line with the root: only its ends are seen
} cw_point_node;

typedef enum cw_point_turn_state {
    CW_POINT_CLOSED,  ///< a path may not turn there
    CW_POINT_UNASKED, ///< whether it may has not been asked yet
    CW_POINT_OPEN,    ///< it may
} cw_point_turn_state;

/// A turn around the corner at an end of the portal of a node, from piece to piece.
typedef struct cw_point_turn {
    uint8_t state;   ///< cw_point_turn_state
    bool to_left;    ///< around the left end
    bool behind;     ///< the piece at hand lies behind the line on which the path comes: the turn
                     ///< has come around to where the line goes on
    uint32_t root;   ///< the corner
    uint32_t parent; ///< the node through which the piece at hand is come to
    cw_point_line line; ///< on which the path comes
    cw_vec2 at, way;    ///< the corner, and the way to it from the root before
    double length;      ///< of the path up to it
} cw_point_turn;

/// Bytes of a line of the cache.
#define CW_LINE 64
static_assert(sizeof(cw_point_door) == CW_LINE, "a door fills a line");

/// A convex piece of a cell.
typedef struct cw_point_piece {
    uint32_t door; ///< its first; that of the next piece is behind its last
    uint32_t side; ///< likewise
} cw_point_piece;

/// The doors of a piece, and its cell.
typedef struct cw_point_doors {
    uint32_t first, count, cell;
} cw_point_doors;

/// A goal, in a piece that is given by its first door.
typedef struct cw_point_goal {
    uint32_t first;
    uint32_t goal;
} cw_point_goal;

/// What is constant for a mesh, and shared by all its searches.
typedef struct cw_point_tables {
    uint32_t *cell_piece;            ///< per cell: its first piece; one more at the end
    CW_ARRAY(cw_point_piece) pieces; ///< one more at the end
    CW_ARRAY(cw_mesh_line) sides;    ///< of pieces that are no whole cells
    cw_point_door *doors;
    uint32_t door_count;
    cw_point_corner *corners; ///< of the clearance
    char *lines;              ///< the block that doors stand in, each in a line of the cache
    size_t line_bytes;
    uint32_t *ends; ///< per end of a door: the edge of its cell that starts there
    double error;   ///< metres by which the vector between two vertices may be off, with room
    double doubt;   ///< cross products of such vectors are off by less
    bool crowded;   ///< two vertices that are joined have one position in doubles
} cw_point_tables;

/// What one search notes.
typedef struct cw_points {
    cw_point_arrival *arrivals; ///< per corner
    uint32_t *touched; ///< per end of a door: the search in which a ray from the start touched it
    uint32_t *opened;  ///< per edge of the mesh: the last search through a corridor that it is in
    CW_ARRAY(cw_point_doors) around; ///< of the pieces of a point
    CW_ARRAY(cw_point_goal) goals;
    CW_ARRAY(cw_point_root) roots;
    CW_ARRAY(cw_point_node) nodes;
    uint32_t goal_first; ///< the doors of the first piece that the goal lies in
    bool many;           ///< there are several goals
    bool used;           ///< by the search at hand
    bool barred;         ///< some portals may not be taken
    bool straight;       ///< paths may not turn
    uint32_t found;      ///< the node of the goal that was found
} cw_points;

#endif
