/// What bends see at the radius at hand, with sights for any radius (at_radius.c).
#ifndef CW_PATH_SIGHTS_AT_RADIUS_H
#define CW_PATH_SIGHTS_AT_RADIUS_H

#include "path/sights/sights.h"

/// Where a path comes to a bend.
typedef struct cw_arrived {
    double turn;   ///< negative where that is not known to be free
    uint32_t part; ///< of the bend that is free there, or CW_NONE for the whole of it
} cw_arrived;

/// Takes up what is known at the radius at hand (radius_cache.c).
cw_status cw_views_begin(cw_path_search *search);

/// Makes room for all that can be known at the radii that are kept, with sights that have so many
/// vistas.
cw_status cw_views_reserve(cw_path_search *search, uint32_t vistas);
void cw_views_free(cw_path_search *search);
size_t cw_views_bytes(const cw_path_search *search);

/// Turns of a bend.
typedef struct cw_turns {
    double low, high;
} cw_turns;

/// The sights of a bend, in search->over_sights.views.sights: all that leave it at these turns, and
/// perhaps others.
cw_status cw_views_see(cw_path_search *search, uint32_t bend, cw_turns turns, cw_bend_view *view);

/// Tells where a path comes to a bend at a turn.
cw_arrived cw_views_arrive(cw_path_search *search, uint32_t bend, double turn);

/// The turn up to which a part of a bend is free.
double cw_views_high(const cw_path_search *search, uint32_t bend, uint32_t part);

/// Finds the free part of a bend that a disc has come to over a sight, unless that cannot be told.
cw_status cw_views_find_part(cw_path_search *search, const cw_sight *sight);

#endif
