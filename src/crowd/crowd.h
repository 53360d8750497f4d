/// The inside of a crowd.
///
/// Everything is in the local coordinates of a twin of the mesh whose lattice has its origin at 0,
/// so that a plan that is moved gives the same bytes.
#ifndef CW_CROWD_CROWD_H
#define CW_CROWD_CROWD_H

#include "base/parallel.h"
#include "clearance/clearance.h"
#include "crowd/agents.h"
#include "crowd/grid.h"
#include "crowd/slabs.h"
#include "crowd/ways.h"

/// Where a crowd is within a substep.
typedef enum cw_crowd_phase {
    CW_PHASE_BETWEEN = 0, ///< two of them
    CW_PHASE_BEGUN,
    CW_PHASE_MOVING, ///< decided; colors move in turn
} cw_crowd_phase;

struct cw_crowd {
    cw_context *context;
    cw_crowd_config config;
    const cw_clearance *source; ///< as given
    cw_navmesh mesh;            ///< the twin: owns positions and facets only
    cw_clearance clearance;     ///< of the twin: owns nothing
    cw_slabs slabs;             ///< what is near in long cells
    bool level;                 ///< everything lies at one height
    double level_z;             ///< that height
    cw_query *query;

    double time;
    uint64_t step; ///< substeps so far
    cw_crowd_phase phase;
    uint32_t turn;  ///< colors that have moved
    double dt, end; ///< seconds of the present substep, and its end
    cw_vec2 tide;   ///< the direction with right of way where streams block each other
    cw_crowd_columns agents;
    uint64_t *spare;                ///< to reorder a column, as many as agents have room
    CW_ARRAY(cw_crowd_body) ghosts; ///< by serial number; agents of other crowds
    uint64_t last_serial;
    bool unsorted, gone;      ///< the columns have to be put in order; somebody was removed
    CW_ARRAY(uint32_t) slots; ///< index of each slot's agent, or CW_NONE
    CW_ARRAY(uint32_t) generations;
    CW_ARRAY(uint32_t) free_slots;
    CW_ARRAY(uint32_t) order; ///< scratch to sort by
    uint32_t searching;       ///< agents that want a path

    CW_ARRAY(cw_aim_target) targets;
    CW_ARRAY(cw_vec3) target_points;
    CW_ARRAY(cw_aim_places) places;
    CW_ARRAY(cw_vec3) place_points;
    CW_ARRAY(cw_journey) journeys;
    CW_ARRAY(cw_stop) stops;
    CW_ARRAY(uint32_t) stop_targets;

    cw_portal_pool pool;
    cw_crowd_grid grid;
    cw_crowd_search search;
    CW_ARRAY(cw_route_table) tables;    ///< of shared routes
    cw_widest_scratch widest;           ///< to take them
    CW_ARRAY(cw_crowd_portal) corridor; ///< of who was asked for last, when it is shared
    CW_ARRAY(uint32_t) moving;          ///< grid cells of a color that hold somebody
    CW_ARRAY(uint32_t) queues; ///< per target, by metres left: agents on their way (choose.c)
    bool choices;              ///< a goal has several targets
    CW_ARRAY(cw_crowd_event) events;
    cw_crowd_stats stats;
    struct cw_crowd_lanes *lanes; ///< NULL without a roadmap (lanes.h)
};

/// All arrays of a crowd that are freed and counted alike.
// clang-format off
#define CW_CROWD_ARRAYS(X)                                                                    \
    X(slots) X(generations) X(free_slots) X(order) X(ghosts) X(targets) X(target_points)      \
    X(places) X(place_points) X(journeys) X(stops) X(stop_targets) X(corridor) X(moving)      \
    X(pool.portals) X(pool.after) X(search.goals) X(search.targets) X(queues) X(events)
// clang-format on

static inline cw_vec2 cw_crowd_at(const cw_crowd *crowd, uint32_t index) {
    return (cw_vec2){crowd->agents.x[index], crowd->agents.y[index]};
}

static inline cw_vec2 cw_crowd_flat(cw_vec3 p) {
    return (cw_vec2){p.x, p.y};
}

/// Seconds: a time is reached in spite of rounding.
#define CW_TIME_ROUNDING 1e-9

/// The portal after one of an agent's way; path_count behind the last.
static inline uint32_t cw_crowd_after(const cw_crowd *crowd, uint32_t index, uint32_t portal) {
    uint32_t first = crowd->agents.path_first[index];
    uint32_t after = crowd->pool.after.items[first + portal];
    return after == CW_NONE ? crowd->agents.path_count[index] : after - first;
}

/// The nearest point of the usable part of a portal.
static inline cw_vec2 cw_portal_nearest(const cw_crowd_portal *portal, cw_vec2 at) {
    cw_vec2 side = cw_vec2_sub(portal->left, portal->right);
    double square = cw_vec2_dot(side, side);
    double t = square > 0 ? cw_vec2_dot(side, cw_vec2_sub(at, portal->right)) / square : 0;
    return cw_vec2_along(portal->right, cw_least(cw_most(t, 0), 1), side);
}

/// Whether an agent's body is on the floor.
static inline bool cw_crowd_on_floor(const cw_crowd *crowd, uint32_t index) {
    return crowd->agents.state[index] != CW_AGENT_OUTSIDE;
}

/// Whether an agent stands and yields to everybody.
static inline bool cw_crowd_stands(uint8_t state) {
    return state == CW_AGENT_WAITING || state == CW_AGENT_ARRIVED || state == CW_AGENT_NO_WAY;
}

/// Shell sort by a key: lists come nearly in order; recursion and memory are not wanted.
#define CW_CROWD_SORT(type, items, count, KEY)                                       \
    do {                                                                             \
        uint32_t gap = 1;                                                            \
        while (gap < (count) / 3) {                                                  \
            gap = 3 * gap + 1;                                                       \
        }                                                                            \
        for (; gap > 0; gap /= 3) {                                                  \
            for (uint32_t at = gap; at < (count); at++) {                            \
                type item = (items)[at];                                             \
                uint32_t to = at;                                                    \
                for (; to >= gap && KEY((items)[to - gap]) > KEY(item); to -= gap) { \
                    (items)[to] = (items)[to - gap];                                 \
                }                                                                    \
                (items)[to] = item;                                                  \
            }                                                                        \
        }                                                                            \
    } while (0)

/// Steele, Lea and Flood, 2014: the mixing function of splitmix64.
static inline uint64_t cw_crowd_mix(uint64_t z) {
    z += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/// Uniform in [0, 1), from three numbers.
static inline double cw_crowd_unit(uint64_t seed, uint64_t a, uint64_t b) {
    uint64_t bits = cw_crowd_mix(cw_crowd_mix(cw_crowd_mix(seed) ^ a) ^ b);
    return (double)(bits >> 11) * 0x1p-53;
}

/// Makes the twin of a mesh and its query (twin.c); what was there before is freed when all went
/// well.
cw_status cw_crowd_make_twin(cw_crowd *crowd, const cw_clearance *clearance);
void cw_crowd_free_twin(cw_crowd *crowd);
/// Height of the floor.
double cw_crowd_height(const cw_crowd *crowd, uint32_t cell, cw_vec2 at);
/// The local position of a plan one, and back.
cw_vec3 cw_crowd_local(const cw_crowd *crowd, cw_vec3 plan);
cw_vec3 cw_crowd_plan(const cw_crowd *crowd, cw_vec3 local);

/// Columns (columns.c).
cw_status cw_crowd_reserve_agents(cw_crowd *crowd, uint32_t count);
void cw_crowd_free_agents(cw_crowd *crowd);
size_t cw_crowd_agent_bytes(const cw_crowd *crowd);
/// Drops who is gone and puts the others in order of their serial numbers.
void cw_crowd_settle(cw_crowd *crowd);
uint64_t cw_crowd_hash_agents(const cw_crowd *crowd);

/// Adding an agent (agents.c): refuses a serial number that is taken; makes room for a row at the
/// end of the columns; and counts it in once it is filled.
cw_status cw_crowd_check_serial(const cw_crowd *crowd, uint64_t serial);
cw_status cw_crowd_new_row(cw_crowd *crowd, uint32_t *index, uint32_t *slot);
cw_agent cw_crowd_enlist(cw_crowd *crowd, uint32_t index, uint32_t slot);
/// Says goodbye to an agent: its handle names nobody from now on (agents.c).
void cw_crowd_drop(cw_crowd *crowd, uint32_t index);
cw_status cw_crowd_tell(cw_crowd *crowd, cw_crowd_event_kind kind, uint32_t index);

/// The way of an agent (ways.c): asks for a path from where it stands, or no longer does; ends the
/// search that runs, which was for an agent or CW_NONE; lets it walk to a target; gives its way
/// back.
void cw_crowd_want_path(cw_crowd *crowd, uint32_t index);
void cw_crowd_unwant_path(cw_crowd *crowd, uint32_t index);
void cw_crowd_end_search(cw_crowd *crowd, uint32_t index);
void cw_crowd_send(cw_crowd *crowd, uint32_t index, uint32_t target, double length);
/// Gives its own target back to who has turned round; its way leads elsewhere still.
void cw_crowd_turn_back(cw_crowd *crowd, uint32_t index);
void cw_crowd_release_path(cw_crowd *crowd, uint32_t index);
/// The goal of an agent, in crowd->stops.
uint32_t cw_crowd_stop_of(const cw_crowd *crowd, uint32_t index);

/// Portals of ways (pool.c): takes and gives back blocks of them.
void cw_pool_init(cw_portal_pool *pool);
cw_status cw_pool_take(cw_crowd *crowd, uint32_t count, uint32_t *first);
void cw_pool_give(cw_crowd *crowd, uint32_t first, uint32_t count);

/// Corridors (corridor.c).
cw_status cw_crowd_keep_path(cw_crowd *crowd, uint32_t index, const cw_path *path, uint32_t target);
/// The segment of a target, as far as walls leave it free around the goal, as the last portal of a
/// way there that comes from `from`.
void cw_crowd_add_segment(const cw_crowd *crowd, cw_vec2 from, const cw_aim_target *target,
                          cw_place goal, double radius, cw_crowd_portal *made);

/// Whether a portal of the pool is a segment to be crossed at the end of a way, not a point; and a
/// portal as it is crossed from a position: such a segment from either side.
bool cw_crowd_ends_at(const cw_crowd *crowd, uint32_t portal);
cw_crowd_portal cw_crowd_facing(const cw_crowd *crowd, uint32_t portal, cw_vec2 at);

/// Shared routes (routes.c): finds the way of an agent by the table of its goal, or of one target
/// of it, and sends an agent on it.
cw_status cw_crowd_find_route(cw_crowd *crowd, uint32_t index, uint32_t only, cw_route *route);
void cw_crowd_take_route(cw_crowd *crowd, uint32_t index, const cw_route *route);
/// The table of an agent's goal and size, made where it is not there yet.
cw_status cw_crowd_table_of(cw_crowd *crowd, uint32_t index, uint32_t only, uint32_t *table);
void cw_crowd_forget_routes(cw_crowd *crowd);
size_t cw_crowd_route_bytes(const cw_crowd *crowd);
/// Fills a table whose goals are known (spread.c).
cw_status cw_crowd_spread(cw_crowd *crowd, cw_route_table *table);

/// Runs searches until the budget of a substep is used up (search.c).
cw_status cw_crowd_search_paths(cw_crowd *crowd);

/// Targets (targets.c): the places a search may lead to, for a radius, and arrival.
cw_status cw_crowd_find_places(cw_crowd *crowd, uint32_t target, double radius,
                               cw_aim_places *places);
bool cw_crowd_is_there(const cw_crowd *crowd, uint32_t target, uint32_t index, cw_vec2 before);

/// Who stands in a queue looks for another target of its goal (choose.c): all who are due, and
/// whether a path to another target is worth it.
cw_status cw_crowd_choose_all(cw_crowd *crowd);
bool cw_crowd_is_worth_it(cw_crowd *crowd, uint32_t index, uint32_t target, double length,
                          double width);
/// The narrowest part of a path, and of the rest of a chain of portals in the pool, in metres
/// between walls.
double cw_crowd_path_width(const cw_path *path, double radius);
double cw_crowd_chain_width(const cw_crowd *crowd, uint32_t portal, double radius);

/// Runs a task over ranges of agents, on one thread when there are few (share.c).
cw_status cw_crowd_share(cw_crowd *crowd, uint32_t count, uint32_t grain, cw_range_task *task,
                         void *user);

/// Decides the velocity of agents (decide.c) and moves those of a color (move.c).
cw_status cw_crowd_decide_all(cw_crowd *crowd);
cw_status cw_crowd_move_all(cw_crowd *crowd, uint32_t turn);
/// After the move: cells, arrival, timers (track.c).
cw_status cw_crowd_track_all(cw_crowd *crowd);
/// Before it: who starts (start.c).
cw_status cw_crowd_start_all(cw_crowd *crowd);

#endif
