/// The search for the shortest path of a point, decided on the lattice (point_search.c).
#ifndef CW_PATH_POINT_POINT_SEARCH_H
#define CW_PATH_POINT_POINT_SEARCH_H

#include "path/ready/search.h"

/// Makes pieces, doors and corners ready, and gives them back (ready.c).
cw_status cw_points_create(cw_mesh_tables *tables);
void cw_points_free(cw_mesh_tables *tables);
size_t cw_points_bytes(const cw_mesh_tables *tables);
/// Makes room for what a search notes, and gives it back with all that it found.
cw_status cw_points_make_state(struct cw_path_search *search);
void cw_points_free_state(struct cw_path_search *search);
size_t cw_points_state_bytes(const struct cw_path_search *search);

/// Finds the pieces that a point, which was found in a cell, lies in or on the border of:
/// points.around. It may lie on portals only if `on_portal` (pieces.c).
cw_status cw_points_find_pieces(struct cw_path_search *search, uint32_t cell, cw_vec2 point,
                                bool on_portal);

/// The line from the start of an edge to that of another. Its direction comes from the lattice, as
/// those of sides do (pieces.c).
cw_mesh_line cw_points_line(const cw_mesh_tables *tables, uint32_t from, uint32_t to);
/// How far before a door a point lies, in metres (pieces.c).
double cw_points_before(const struct cw_path_search *search, uint32_t door, cw_vec2 point);
/// Whether a point all but lies on a door (pieces.c).
bool cw_points_lie_on(const struct cw_path_search *search, uint32_t door, cw_vec2 point);

/// Whether a cell with dents could not be cut into convex pieces.
static inline bool cw_points_is_uncut(const cw_mesh_tables *tables, uint32_t cell) {
    const uint32_t *piece = &tables->points.cell_piece[cell];
    return tables->dented[cell] && piece[1] - piece[0] == 1;
}

/// Whether a search from a point in a cell can be decided on the lattice, as far as can be told
/// before.
bool cw_points_suit(const struct cw_path_search *search, uint32_t cell);

/// Starts the search of a point, which was found in a cell, in all pieces around it.
cw_status cw_points_begin(struct cw_path_search *search, cw_vec2 start, uint32_t cell);

/// Looks from a point through all portals that it sees, without a turn; the nodes are what it sees.
/// `all` is false when they are more than `most`, or behind one lies a cell that could not be cut.
cw_status cw_points_see_all(struct cw_path_search *search, cw_vec2 start, uint32_t cell,
                            uint32_t most, bool *all);

/// Goes on from a node. `over` when the search is: with search->found, or, at a cell that could
/// not be cut, without an answer.
cw_status cw_points_step(struct cw_path_search *search, uint32_t index, bool *over);

/// Adds what a root sees through a portal, unless that surely is of no use (see.c). The node
/// stands behind the others already, see cw_points_next().
cw_status cw_points_see(struct cw_path_search *search, const cw_point_node *node);
/// The length of the shortest way to the part of a portal that is seen.
double cw_points_way_to(const struct cw_path_search *search, const cw_point_node *node);
/// Adds the goals in a piece, given by its doors, that a root sees right there (see.c).
cw_status cw_points_see_goals(struct cw_path_search *search, uint32_t first, uint32_t root,
                              uint32_t parent);
/// Adds the paths through the portal of a node to the goals behind it (see.c).
cw_status cw_points_reach_goals(struct cw_path_search *search, const cw_point_node *node,
                                uint32_t index);

/// Finds out whether a path may turn around the corner at an end of the portal of a node, up to
/// which it is seen; then that is a root, and the turn is open (turn.c).
cw_status cw_points_open(struct cw_path_search *search, const cw_point_node *node, uint32_t index,
                         cw_point_turn *turn);
/// Looks from the corner of an open turn at a door of the piece at hand (turn.c).
cw_status cw_points_look_around(struct cw_path_search *search, const cw_point_turn *turn,
                                uint32_t door);
/// Puts off an open turn behind the piece that a door leads to, and goes on with it; `uncut` where
/// it comes to a cell that could not be cut (turn.c).
cw_status cw_points_put_off(struct cw_path_search *search, const cw_point_turn *turn,
                            uint32_t entered);
cw_status cw_points_turn_on(struct cw_path_search *search, uint32_t index, bool *uncut);

/// A root of the search on the lattice.
static inline const cw_point_root *cw_point_root_at(const cw_path_search *search, uint32_t index) {
    return &search->points.roots.items[index];
}

#endif
