/// The search for the shortest path of a point, decided on the lattice (points.c).
#ifndef CW_PATH_POINTS_H
#define CW_PATH_POINTS_H

#include "path/heap.h"
#include "path/tangent.h"

struct cw_taut;

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
    uint32_t bridge : 1;   ///< it may lead away from the goal, see cw_taut_side
    uint32_t uncut : 1;    ///< behind it lies a cell with dents that could not be cut
    uint32_t right_on : 1; ///< the next side of that piece at its right end is a door as well
    uint32_t left_on : 1;  ///< and that at its left end
    uint32_t right_corner, left_corner; ///< at its ends, or CW_NONE
} cw_point_door;

/// A corner, and the best ways to it in the search at hand. Fills one line of the cache.
typedef struct cw_point_corner {
    cw_vec2 out, back;            ///< where its walls go, see cw_taut_cone
    uint32_t out_edge, back_edge; ///< that start at the ends of these walls
    double reached;               ///< length of the shortest path that comes to it
    uint32_t root[2]; ///< of the best turns around it: with the corner on the left, and on the
                      ///< right; or CW_NONE
    uint32_t stamp;   ///< of the search that these belong to
    uint32_t wide;    ///< more than a full turn of floor
} cw_point_corner;

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

/// Cross products of the ways along the lines of a node with those from its root to the right and
/// the left end of its portal.
typedef struct cw_point_sides {
    double right_from, right_to, left_from, left_to;
} cw_point_sides;

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
static_assert(sizeof(cw_point_door) == CW_LINE && sizeof(cw_point_corner) == CW_LINE,
              "doors and corners fill a line each");

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

typedef struct cw_points {
    uint32_t *cell_piece;            ///< per cell: its first piece; one more at the end
    CW_ARRAY(cw_point_piece) pieces; ///< one more at the end
    CW_ARRAY(cw_taut_line) sides;    ///< of pieces that are no whole cells
    cw_point_door *doors;
    uint32_t door_count;
    cw_point_corner *corners; ///< of the clearance
    char *lines;              ///< the block that doors and corners stand in, each in a line
    size_t line_bytes;
    uint32_t *ends;    ///< per end of a door: the edge of its cell that starts there
    uint32_t *touched; ///< per end of a door: the search in which a ray from the start touched it
    uint32_t *opened;  ///< per edge of the mesh: the last search through a corridor that it is in
    CW_ARRAY(cw_point_doors) around; ///< of the pieces of a point
    CW_ARRAY(cw_point_goal) goals;
    CW_ARRAY(cw_point_root) roots;
    CW_ARRAY(cw_point_node) nodes;
    double error;        ///< metres by which the vector between two vertices may be off, with room
    double doubt;        ///< cross products of such vectors are off by less
    uint32_t goal_first; ///< the doors of the first piece that the goal lies in
    bool crowded;        ///< two vertices that are joined have one position in doubles
    bool many;           ///< there are several goals
    bool used;           ///< by the search at hand
    uint32_t found;      ///< the node of the goal that was found
} cw_points;

/// Makes pieces, doors and corners ready, and gives them back (points_ready.c).
cw_status cw_points_create(struct cw_taut *search);
void cw_points_free(struct cw_taut *search);
size_t cw_points_bytes(const struct cw_taut *search);
/// Forgets which corners were come to in searches before.
void cw_points_forget(struct cw_taut *search);

/// Finds the pieces that a point, which was found in a cell, lies in or on the border of:
/// points.around (points_pieces.c).
cw_status cw_points_find_pieces(struct cw_taut *search, uint32_t cell, cw_vec2 point);

/// The line from the start of an edge to that of another. Its direction comes from the lattice, as
/// those of sides do (points_pieces.c).
cw_taut_line cw_points_line(const struct cw_taut *search, uint32_t from, uint32_t to);
/// How far before a door a point lies, in metres (points_pieces.c).
double cw_points_before(const struct cw_taut *search, uint32_t door, cw_vec2 point);
/// Whether a point all but lies on a door (points_pieces.c).
bool cw_points_lie_on(const struct cw_taut *search, uint32_t door, cw_vec2 point);

/// Whether a cell with dents could not be cut into convex pieces.
bool cw_points_is_uncut(const struct cw_taut *search, uint32_t cell);

/// Whether a search from a point in a cell can be decided on the lattice, as far as can be told
/// before.
bool cw_points_suit(const struct cw_taut *search, uint32_t cell);

/// Starts the search of a point, which was found in a cell, in all pieces around it.
cw_status cw_points_begin(struct cw_taut *search, cw_vec2 start, uint32_t cell);

/// Goes on from a node. `over` when the search is: with search->found, or, at a cell that could
/// not be cut, without an answer.
cw_status cw_points_expand(struct cw_taut *search, uint32_t index, bool *over);

/// Adds what a root sees through a portal, unless that surely is of no use (points_see.c). The node
/// stands behind the others already, see cw_points_next().
cw_status cw_points_see(struct cw_taut *search, const cw_point_node *node,
                        const cw_point_sides *sides);
/// Adds a node to those that wait (points_see.c).
cw_status cw_points_add(struct cw_taut *search, const cw_point_node *node, double estimate);
/// Adds the goals in a piece, given by its doors, that a root sees right there (points_see.c).
cw_status cw_points_see_goals(struct cw_taut *search, uint32_t first, uint32_t root,
                              uint32_t parent);
/// Adds the goals that are seen through a portal in line with its root (points_see.c).
cw_status cw_points_see_along(struct cw_taut *search, const cw_point_node *node, uint32_t index);

/// Finds out whether a path may turn around the corner at an end of the portal of a node, up to
/// which it is seen; then that is a root, and the turn is open (points_turn.c).
cw_status cw_points_open(struct cw_taut *search, const cw_point_node *node, uint32_t index,
                         cw_point_turn *turn);
/// Looks from the corner of an open turn at a door of the piece at hand (points_turn.c).
cw_status cw_points_look_around(struct cw_taut *search, const cw_point_turn *turn, uint32_t door);
/// Puts off an open turn behind the piece that a door leads to, and goes on with it; `uncut` where
/// it comes to a cell that could not be cut (points_turn.c).
cw_status cw_points_put_off(struct cw_taut *search, const cw_point_turn *turn, uint32_t entered);
cw_status cw_points_turn_on(struct cw_taut *search, uint32_t index, bool *uncut);

/// Tells the path to a goal node by roots and nodes of a search with rays, where that is how it is
/// gone along (points_tell.c).
cw_status cw_points_tell(struct cw_taut *search, const cw_point_node *found);

#endif
