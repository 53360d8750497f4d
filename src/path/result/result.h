/// From what a search found to a path.
#ifndef CW_PATH_RESULT_RESULT_H
#define CW_PATH_RESULT_RESULT_H

#include "path/query/query.h"

/// Legs shorter than this many metres are left out.
#define CW_SHORTEST_LEG CW_ROUNDED

/// A point in plan.
static inline cw_vec2 cw_query_plan(cw_vec3 p) {
    return (cw_vec2){p.x, p.y};
}

/// Forgets the parts of the last path (result.c).
void cw_query_clear_way(cw_query *query);
/// Keeps the stretch of a path that the search found, up to a knot, or a straight one (result.c).
cw_status cw_query_keep_stretch(cw_query *query, const cw_knot *knot);
cw_status cw_query_keep_straight(cw_query *query, cw_vec2 from, const cw_knot *knot);
/// Makes one arc of two around one corner, where a stretch was added from the leg `seam` on
/// (joins.c).
void cw_query_close_seam(cw_query *query, uint32_t seam);
/// Fills query->path from stretches that lead to a goal (result.c).
cw_status cw_query_report_stretches(cw_query *query, const cw_goal *goal);

/// Adds a leg between local positions, unless it is too short, around a root or straight (NULL).
/// Leg ends are local until a walk has made them world positions with heights (collect.c).
cw_status cw_query_add_leg(cw_query *query, cw_vec2 from, cw_vec2 to, const cw_root *around,
                           bool *added);
/// Adds the legs and the portals of the path that the search found: `turned` from its start to its
/// goal, else as they are collected, from the goal. Without costs, legs of points end in the world
/// (collect.c).
cw_status cw_query_collect_way(cw_query *query, bool turned);

/// Fills query->path from the goal node that the search found (result.c). `told` is false when the
/// portals of a path over sights cannot be told.
cw_status cw_query_report(cw_query *query, bool *told);

#endif
