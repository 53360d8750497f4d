/// A cheap way: which portals to take, before the exact path through them is known.
#ifndef CW_PATH_COSTS_CORRIDOR_H
#define CW_PATH_COSTS_CORRIDOR_H

#include "clearance/ways/widest.h"
#include "clearway/path.h"
#include "path/disc/disc_search.h"

/// A point of the usable part of a portal over which cheap ways are looked for (cost_search.c).
typedef struct cw_post {
    cw_vec2 at;
    double rest;     ///< no more than the cost from here to a goal
    double cost;     ///< of the best way here so far
    double sent;     ///< what that was when it was last gone on from here; infinite before
    uint32_t parent; ///< post before, or CW_NONE
    uint32_t cell;   ///< through which that way comes
} cw_post;

/// Most posts of a part of a portal.
enum { CW_POSTS = 9 };

/// The posts of a part of a portal, which is named by its summit.
typedef struct cw_post_row {
    uint32_t stamp;
    uint32_t count; ///< 0 where the radius cannot use it
    double key;     ///< least estimate of those to go on from, as it stands in the heap
} cw_post_row;

/// The best way to a goal.
typedef struct cw_goal_way {
    double cost;
    uint32_t post;   ///< the last, or CW_NONE
    uint32_t number; ///< in the goal's cell, of a summit that it is joined with, or CW_NONE
} cw_goal_way;

/// Metres by which a disc keeps off the ends of usable parts: right there it touches a wall, and
/// rounding would decide how it goes on.
#define CW_KNOT_INSET (CW_SURE / 10)

/// A crossing of a portal that is moved along it (refract.c).
typedef struct cw_bead {
    cw_vec2 from, along;          ///< of the portal; the crossing is s metres from there
    double s, low, high;          ///< where it is, and between which bounds it may be
    double loose_low, loose_high; ///< how far the bounds lie off vertices on no wall; else 0
    double cost;                  ///< per metre, before it
    double slope;                 ///< how the cost of the way grows with s
    double own, next;             ///< second derivatives: by s, by s and that of the next
    double step;                  ///< by which it moves
    bool held;                    ///< it stays at a bound
} cw_bead;

typedef struct cw_corridor {
    cw_heap heap;
    cw_post *posts; ///< CW_POSTS per summit
    cw_post_row *rows;
    uint32_t row_count;
    uint32_t row_stamp;
    double least_cost;               ///< per metre, of all areas
    CW_ARRAY(cw_goal_way) goal_ways; ///< per goal, of cheap ways
    double most;                     ///< ways that cost as much are not looked for
    CW_ARRAY(cw_bead) beads;
    CW_ARRAY(uint32_t) edges; ///< the portals of the best way, on the side that is left
    CW_ARRAY(cw_vec2) places; ///< where it crosses them
    double best;              ///< cost of the best way so far
    uint32_t expansions;
} cw_corridor;

/// What a corridor is searched for. The goals are those of the search for the shortest path.
typedef struct cw_corridor_task {
    cw_context *context;
    const cw_clearance *clearance;
    cw_widest_scratch *scratch;
    const cw_path_request *request;
    cw_place start;
    const cw_goal *goals;
    uint32_t goal_count;
    const cw_mesh_side *sides; ///< as in cw_path_search
    const uint32_t *door_first;
    const cw_mesh_door *doors;
} cw_corridor_task;

/// What a metre in a cell costs: 1 without costs. A start whose own area may not be entered leaves
/// it for 1.
static inline double cw_area_cost(const cw_path_request *request, uint32_t cell) {
    return request->cell_area == NULL ? 1 : request->area_cost[request->cell_area[cell]];
}
static inline double cw_area_leaving_cost(const cw_path_request *request, uint32_t cell) {
    double cost = cw_area_cost(request, cell);
    return isinf(cost) ? 1 : cost;
}

/// The free part of a portal around a place on it, in metres from its start.
static inline bool cw_corridor_part(const cw_clearance *clearance, uint32_t edge, double radius,
                                    double at, cw_interval *part) {
    return cw_parts_nearest(clearance, edge, radius, at, part) &&
           cw_part_distance(*part, at) <= CW_CLEARANCE_TOLERANCE;
}

/// The number, in the cell of a place, of a summit that a disc can reach from there inside the
/// cell, or CW_NONE: the gates of the cell tell with which others it is joined (corridor.c).
cw_status cw_corridor_attach(const cw_corridor_task *task, cw_place place, uint32_t *number);

/// Finds from where in its cell each goal can be reached, and the cheapest that can be reached
/// directly (corridor.c).
cw_status cw_corridor_find_landings(cw_corridor *corridor, const cw_corridor_task *task);

/// Takes a way to a goal over a post, or CW_NONE, if it is the best so far (corridor.c).
void cw_corridor_land(cw_corridor *corridor, double cost, uint32_t post, uint32_t goal);

/// Makes room for the posts of a mesh and forgets what they held (cost_search.c).
cw_status cw_cost_search_reserve(cw_context *context, cw_corridor *corridor,
                                 const cw_clearance *clearance);
/// Looks for the cheapest ways over posts, where areas have costs; one that costs `most` or more is
/// not looked for (cost_search.c). When done, goal_ways has the cheapest to each goal that costs
/// little more than the cheapest of all; those of others may be missing, or dearer than they need
/// be.
cw_status cw_cost_search_begin(cw_corridor *corridor, const cw_corridor_task *task, double most);
cw_status cw_cost_search_step(cw_corridor *corridor, const cw_corridor_task *task, uint32_t budget,
                              bool *done);
/// Fills `edges` and `places` with the portals of the way to a goal (cost_search.c).
cw_status cw_cost_search_trace(cw_corridor *corridor, const cw_corridor_task *task, uint32_t goal);

/// Moves the places where a corridor to a goal crosses its portals to where that costs least, and
/// gives what it then costs, going straight from one to the next (refract.c).
cw_status cw_corridor_refract(cw_corridor *corridor, const cw_corridor_task *task,
                              const cw_goal *goal, double *cost);

void cw_corridor_free(cw_context *context, cw_corridor *corridor);

#endif
