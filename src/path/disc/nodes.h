/// A search and the tables that it reads: making them, and the nodes of disc_search.h.
#ifndef CW_PATH_DISC_NODES_H
#define CW_PATH_DISC_NODES_H

#include "path/disc/disc_search.h"

/// The tables of a mesh. To be freed after a failure too.
cw_status cw_mesh_tables_make(cw_context *context, const cw_clearance *clearance,
                              cw_mesh_tables *tables);
void cw_mesh_tables_free(cw_mesh_tables *tables);
size_t cw_mesh_tables_bytes(const cw_mesh_tables *tables);

/// A search that reads tables, which must outlive it.
cw_status cw_path_search_create(cw_context *context, const cw_mesh_tables *tables,
                                cw_path_search *search);
void cw_path_search_free(cw_path_search *search);
size_t cw_path_search_bytes(const cw_path_search *search);

/// Adds the node of a root (queue.c).
cw_status cw_disc_push_root(cw_path_search *search, uint32_t root, const cw_entrance *where);

/// Whether a root is reached better by another one, from a number on (queue.c).
bool cw_disc_is_beaten(cw_path_search *search, const cw_root *root, uint32_t from);

/// The radius of the search for a disc, see CW_GIVE.
static inline double cw_path_search_radius_for(double asked) {
    return asked < CW_SMALLEST_RADIUS ? 0 : asked - CW_GIVE;
}

/// Sets the radius of the search.
static inline void cw_path_search_set_radius(cw_path_search *search, double radius) {
    search->radius = radius;
    search->disc.turn_slack = cw_turn_slack(radius);
}

/// The cells that a point lies in or on the border of, from the one where it was found
/// (start.c).
cw_status cw_path_search_find_around(const cw_path_search *search, cw_vec2 point, uint32_t cell,
                                     cw_cells *around);

/// Makes the path that was found that of a disc of the radius that was asked for (full_radius.c);
/// the search is over.
void cw_disc_widen(cw_path_search *search, double radius);

#endif
