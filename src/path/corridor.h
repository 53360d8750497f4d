/// A* over cell crosses: which portals to take, before the exact path through them is known.
#ifndef CW_PATH_CORRIDOR_H
#define CW_PATH_CORRIDOR_H

#include "clearance/gates.h"
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

typedef struct cw_corridor {
    cw_crossing *crossings;
    uint32_t crossing_count;
    uint32_t stamp;
    cw_heap heap;
    CW_ARRAY(cw_landing) landings;
    CW_ARRAY(uint32_t) edges; ///< the portals of the best way, on the side that is left
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
