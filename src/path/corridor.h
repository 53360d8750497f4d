/// A* over cell crosses: which portals to take, before the exact path through them is known.
#ifndef CW_PATH_CORRIDOR_H
#define CW_PATH_CORRIDOR_H

#include "clearance/widest.h"
#include "clearway/path.h"
#include "path/taut.h"

/// A crossing of a portal by one of its parts in one direction: two per summit.
typedef struct cw_crossing {
    uint32_t stamp;
    uint32_t parent; ///< crossing before, or CW_NONE
    double cost;     ///< up to `at`
    cw_vec2 at;      ///< where the portal is crossed
    bool closed;
} cw_crossing;

/// A place where a goal can be reached from a summit of its cell.
typedef struct cw_landing {
    uint32_t summit, goal;
} cw_landing;

/// A summit of a cell, and the edge of the cell that it lies on.
typedef struct cw_joined {
    uint32_t summit, edge;
} cw_joined;

typedef CW_ARRAY(cw_joined) cw_summits;

typedef struct cw_corridor {
    cw_crossing *crossings;
    uint32_t crossing_count;
    uint32_t stamp;
    cw_heap heap;
    CW_ARRAY(cw_landing) landings;
    cw_summits joined;        ///< of the cell at hand
    CW_ARRAY(uint32_t) edges; ///< the portals of the best way, on the side that is left
    CW_ARRAY(cw_vec2) places; ///< where it crosses them
    double best;              ///< cost of the best way so far
    uint32_t best_crossing;   ///< its last crossing, CW_NONE for a way without portals
    uint32_t best_goal;       ///< CW_NONE while there is no way
    uint32_t expansions;
} cw_corridor;

/// What a corridor is searched for. The goals are those of the taut search.
typedef struct cw_corridor_task {
    cw_context *context;
    const cw_clearance *clearance;
    cw_widest_scratch *scratch;
    const cw_path_request *request;
    cw_place start;
    const cw_goal *goals;
    uint32_t goal_count;
} cw_corridor_task;

/// The summits of a cell that a disc can reach from one of them, itself among them, inside the cell
/// (joined.c).
cw_status cw_joined_with(const cw_corridor_task *task, uint32_t cell, uint32_t summit,
                         cw_summits *joined);
/// The same from a place.
cw_status cw_joined_place(const cw_corridor_task *task, cw_place place, cw_summits *joined);
/// Whether a disc can go between two places of a cell inside it.
cw_status cw_joined_directly(const cw_corridor_task *task, cw_place a, cw_place b, bool *joined);

/// Makes room for the crossings of a mesh and forgets what they held.
cw_status cw_corridor_reserve(cw_context *context, cw_corridor *corridor,
                              const cw_clearance *clearance);
cw_status cw_corridor_begin(cw_corridor *corridor, const cw_corridor_task *task);
/// Goes on for at most `budget` crossings. When done, best_goal says whether there is a way, and
/// `edges` holds its portals.
cw_status cw_corridor_step(cw_corridor *corridor, const cw_corridor_task *task, uint32_t budget,
                           bool *done);
void cw_corridor_free(cw_context *context, cw_corridor *corridor);

#endif
