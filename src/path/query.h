/// The query object: what every query of clearway/path.h works with.
#ifndef CW_PATH_QUERY_H
#define CW_PATH_QUERY_H

#include "clearance/gates.h"
#include "clearway/path.h"
#include "path/corridor.h"
#include "path/sights.h"
#include "path/trace.h"
#include "path/walk.h"

/// What a path query does next.
typedef enum cw_query_phase {
    CW_QUERY_DONE = 0,
    CW_QUERY_CORRIDOR, ///< looks for a corridor
    CW_QUERY_TAUT,     ///< looks for the shortest path, in the corridor or everywhere
} cw_query_phase;

struct cw_query {
    cw_context *context;
    const cw_clearance *clearance;
    cw_walk walk;

    cw_path_request request;
    cw_query_phase phase;
    cw_place start;
    cw_cells around; ///< the cells around a point
    bool partial;    ///< the goal at hand stands in for one that cannot be reached
    /// Where set, nearest points have to be reachable from there; else its cell is CW_NONE.
    cw_place anchor;
    cw_taut taut;
    CW_ARRAY(const cw_sights *) sights; ///< that may be used
    bool plain;                         ///< the query at hand does without sights
    bool unchecked;                     ///< whether the goal can be reached has not been asked yet
    cw_trace trace;
    cw_corridor corridor;
    cw_widest_scratch widest;

    /// The parts of the last path.
    cw_cells cells;
    CW_ARRAY(cw_path_portal) portals;
    CW_ARRAY(cw_path_leg) legs;
    cw_path path;
};

/// Fills query->path from the goal node that the search found (result.c). `told` is false when the
/// portals of a path over sights cannot be told.
cw_status cw_query_report(cw_query *query, bool *told);

/// Whether a place has room for a disc. One that touches a wall has, whatever rounding makes of it:
/// positions on shortest paths do.
static inline bool cw_query_has_room(const cw_query *query, cw_place place, double radius) {
    return cw_clearance_at(query->clearance, place.cell, place.position, NULL) >= radius - CW_GRAZE;
}

/// Whether a disc can go from query->anchor to a place of the mesh; true where there is no anchor.
cw_status cw_query_allows(cw_query *query, cw_place place, double radius, bool *allowed);

#endif
