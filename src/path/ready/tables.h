/// Making what is constant for a mesh.
#ifndef CW_PATH_READY_TABLES_H
#define CW_PATH_READY_TABLES_H

#include "path/ready/search.h"

/// Makes edges, doors and corners ready, and gives them back (prepare.c).
cw_status cw_taut_make_edges(cw_taut *search);
void cw_taut_free_edges(cw_taut *search);
size_t cw_taut_edges_bytes(const cw_taut *search);

/// Finds out which cells have dents, and makes their hulls (dents.c).
cw_status cw_taut_make_hulls(cw_taut *search);
void cw_taut_free_hulls(cw_taut *search);
size_t cw_taut_hulls_bytes(const cw_taut *search);

/// Marks the bridges among the sides (bridges.c).
cw_status cw_taut_find_bridges(cw_taut *search);

#endif
