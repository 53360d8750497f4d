/// The phases of one request without links.
#ifndef CW_PATH_REQUEST_REQUEST_H
#define CW_PATH_REQUEST_REQUEST_H

#include "path/result/result.h"

/// Checks a request and starts it; goes on with it; and tells what it came to so far (request.c).
cw_status cw_query_begin_request(cw_query *query, const cw_path_request *request);
cw_status cw_query_step_request(cw_query *query, uint32_t budget);
cw_status cw_query_finish(cw_query *query, cw_status status, cw_path *path);

/// Goes on where areas have costs, after the search for the shortest path, or for a cheap way
/// (costs.c); the phase is CW_QUERY_SETTLED when that is all.
cw_status cw_query_end_plain(cw_query *query);
cw_status cw_query_end_cheap(cw_query *query);
/// Ends with the path that is kept, if there is one (cost_legs.c).
void cw_query_settle(cw_query *query);

/// Follows the corridor in stretches (cost_legs.c), and goes on after the search for one.
cw_status cw_query_begin_stretches(cw_query *query);
cw_status cw_query_end_stretch(cw_query *query);

/// Ties knots where a stretch of the corridor, from a place on before the portal `first` up to a
/// knot, bends at vertices on no wall: the last first, behind the other knots. `bends` is false
/// when the straight line leads through all of its portals (cost_turns.c).
cw_status cw_query_tie_knots(cw_query *query, cw_vec2 from, uint32_t first, cw_knot knot,
                             bool *bends);

#endif
