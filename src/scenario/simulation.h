/// A scenario at work: what its files share.
#ifndef CW_SCENARIO_SIMULATION_H
#define CW_SCENARIO_SIMULATION_H

#include "base/memory.h"
#include "clearway/scenario.h"
#include "scenario/random.h"

/// Who comes when: the agents of a group in the order they are due.
typedef struct cw_entry {
    double due;
    uint32_t agent;
} cw_entry;

/// A queue of a group: entries[first .. first + count - 1], of which `head` have come.
typedef struct cw_gate_queue {
    uint32_t first, count, head;
    uint32_t journey; ///< of all, or CW_NONE where each has its own
    uint32_t tries;   ///< for a place, so far
    double box[4];    ///< of its region: low x, low y, high x, high y
} cw_gate_queue;

/// Bodies by squares of the plan, chained by hash: who stands near a place.
typedef struct cw_bodies {
    double side; ///< metres
    uint32_t *heads;
    uint32_t head_count; ///< a power of two
    uint32_t *next;
    cw_vec3 *positions;
    double *radii;
    uint32_t count, capacity;
} cw_bodies;

struct cw_simulation {
    cw_context *context;
    const cw_scenario *scenario;
    const cw_clearance *clearance;
    cw_crowd *crowd;
    cw_query *query;
    cw_roadmap roadmap; ///< empty where everybody takes the shortest path
    cw_track_agent *agents;
    uint32_t agent_count;
    cw_vec3 *last; ///< per agent: where it was in the last frame
    cw_entry *entries;
    cw_gate_queue *queues;
    uint32_t *targets; ///< per region: its number in the crowd, or CW_NONE
    cw_bodies bodies;
    double radius_limit; ///< the largest radius of all

    uint32_t frame; ///< the next to be given
    uint32_t steps_per_frame;
    double dt; ///< of a step, seconds
    CW_ARRAY(cw_track_point) points;
    CW_ARRAY(cw_track_point) leavers; ///< those who arrive right on the frame
    CW_ARRAY(uint32_t) changed;
    uint32_t started, arrived, gone;
};

/// Draws what belongs to the agents for life, and when they are due (agents.c).
cw_status cw_simulation_draw_agents(cw_simulation *simulation);
/// Registers the goals and journeys of the groups with the crowd (agents.c).
cw_status cw_simulation_add_journeys(cw_simulation *simulation);
/// The journey of an agent of a group (agents.c).
cw_status cw_simulation_journey_of(cw_simulation *simulation, uint32_t group, uint32_t agent,
                                   uint32_t *journey);
/// Lets in who is due and finds room (entry.c). At the start, a region that is too small is an
/// error.
cw_status cw_simulation_let_in(cw_simulation *simulation, double time, bool at_start);
/// Whether everybody who comes later has a place between the walls; else he would wait outside for
/// ever.
cw_status cw_simulation_check_later(cw_simulation *simulation);

/// Bodies: emptied with room for `count`, added to, asked (bodies.c).
cw_status cw_bodies_reset(cw_context *context, cw_bodies *bodies, uint32_t count, double side);
cw_status cw_bodies_add(cw_context *context, cw_bodies *bodies, cw_vec3 position, double radius);
bool cw_bodies_free_at(const cw_bodies *bodies, cw_vec3 position, double radius, double height);
/// The bucket of a square of the plan.
uint32_t cw_bodies_bucket(const cw_bodies *bodies, double column, double row);
void cw_bodies_free(cw_context *context, cw_bodies *bodies);

#endif
