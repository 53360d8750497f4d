/// \file crowd.h
/// Crowds: many discs of any mix of sizes that walk on one mesh, each on its own path.
///
/// With hard contact no disc enters a wall or another disc by more than a micrometre (discs that
/// overlap when they are added part), no center leaves the mesh, and nobody is faster than its
/// maximum. Same calls, same bytes: for any number of workers, on every machine, wherever the plan
/// lies, and in whatever order agents with the same serial numbers were added.
#ifndef CLEARWAY_CROWD_H
#define CLEARWAY_CROWD_H

#include "clearway/routing.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A crowd on one mesh.
typedef struct cw_crowd cw_crowd;

/// An agent. All zero is nobody; the handle of an agent that has left names nobody.
typedef struct cw_agent {
    uint32_t slot;
    uint32_t generation; ///< above 0
} cw_agent;

/// What happens when bodies meet.
typedef enum cw_crowd_contact {
    CW_CONTACT_HARD = 0, ///< nobody enters a wall or a body
    CW_CONTACT_SOFT,     ///< nobody enters a wall; bodies may overlap, so that overlaps are counted
} cw_crowd_contact;

/// To which side people turn a little when they walk.
typedef enum cw_crowd_side {
    CW_SIDE_RIGHT = 0,
    CW_SIDE_LEFT,
    CW_SIDE_NONE, ///< straight on; symmetric meetings then take long to resolve
} cw_crowd_side;

/// How a crowd is made. Start from cw_crowd_config_default().
typedef struct cw_crowd_config {
    /// Metres within which others are seen, (0, 100]; 5. Those who are about to touch are seen
    /// always.
    double sight;
    uint32_t neighbours; ///< most others that one reacts to, 1 to 16; 10
    double tau;          ///< seconds for which others are avoided in advance, (0, 60]; 2
    double tau_wall;     ///< seconds for which walls are avoided in advance, (0, 60]; 0.5
    double max_substep;  ///< seconds, [0.001, 1]: longer steps are cut into equal parts; 0.05
    /// Expansions that path searches may take in one substep, at least 1; agents wait until their
    /// path is found. 20,000: about 10 milliseconds.
    uint32_t path_budget;
    double body_height; ///< metres: others this much above or below are on another floor; 1.8
    cw_crowd_contact contact;
    cw_crowd_side side;
    uint64_t seed;
    /// One search backwards serves all agents of about the same size (classes of 1 cm) with the
    /// same goal, so that they start at once; it does not count in path_budget. For very many
    /// agents and few goals. Routes are corridors, not always the shortest.
    bool shared_routes;
} cw_crowd_config;

/// The values above; hard contact, right-hand side, seed 1, own routes.
CW_API cw_crowd_config cw_crowd_config_default(void);

/// Makes an empty crowd at time 0. `config` may be NULL. The tables and their mesh must outlive the
/// crowd or be exchanged before they go (cw_crowd_set_place); the context must outlive it too.
CW_API cw_status cw_crowd_create(cw_context *context, const cw_clearance *clearance,
                                 const cw_crowd_config *config, cw_crowd **crowd);
/// Frees a crowd; NULL is fine.
CW_API void cw_crowd_free(cw_crowd *crowd);

// --- Goals ---------------------------------------------------------------------------------------

typedef enum cw_crowd_target_kind {
    CW_TARGET_POINT = 0, ///< come within `radius` of points[0]
    CW_TARGET_SEGMENT,   ///< cross from points[0] to points[1]; on a wall: touch it
    CW_TARGET_REGION,    ///< enter a simple polygon
} cw_crowd_target_kind;

/// Somewhere to go, registered once and shared. Heights choose the floor.
typedef struct cw_crowd_target {
    cw_crowd_target_kind kind;
    const cw_vec3 *points; ///< metres; 1, 2, or 3 and more of them; copied
    uint32_t point_count;
    double radius; ///< of a point: metres within which it is reached, >= 0; 0 for 0.5 m, and never
                   ///< less than the own radius
} cw_crowd_target;

/// Registers a target; `index` receives its number, from 0. CW_ERROR_INPUT when no part of it is on
/// the mesh.
CW_API cw_status cw_crowd_add_target(cw_crowd *crowd, const cw_crowd_target *target,
                                     uint32_t *index);

/// One stop of a journey: the nearest by way of one or more targets, then a wait. A slow
/// agent chooses again every 5 s, and goes to another of them if that saves a fifth of the time.
typedef struct cw_crowd_goal {
    const uint32_t *targets; ///< copied
    uint32_t target_count;
    double wait; ///< seconds to stand there before going on, >= 0
} cw_crowd_goal;

/// Registers a list of goals in order, to be shared by agents; `journey` receives its number.
CW_API cw_status cw_crowd_add_journey(cw_crowd *crowd, const cw_crowd_goal *goals,
                                      uint32_t goal_count, uint32_t *journey);

// --- Agents --------------------------------------------------------------------------------------

/// How an agent avoids others.
typedef enum cw_model {
    CW_MODEL_WAY_PORTALS = 0,      ///< heads for the usable part of the next portal; ORCA
    CW_MODEL_ORCA,                 ///< heads for the next bend of the shortest path; ORCA
    CW_MODEL_WAY_POINTS,           ///< heads for a point on the next portal; rules of steering
    CW_MODEL_COLLISION_FREE_SPEED, ///< Tordeux, Chraibi and Seyfried, 2016
} cw_model;
CW_API const char *
cw_model_name(cw_model model); ///< as in scenarios: "way-portals", ...; never NULL
/// The model of a name; false when there is none.
CW_API bool cw_model_from_name(const char *name, cw_model *model);

/// What an agent heads for; the last two are the seeds' baselines, for comparison.
typedef enum cw_goal_rule {
    CW_GOAL_BY_MODEL = 0,
    CW_GOAL_PORTAL_CENTERS, ///< the middle of the next portal's usable part
    CW_GOAL_SIMPLE_SHRINK,  ///< portals cut by the radius at both ends, whatever walls are beside
                            ///< them
} cw_goal_rule;

/// What becomes of an agent at the end of its journey.
typedef enum cw_at_end {
    CW_AT_END_LEAVE = 0, ///< it is removed
    CW_AT_END_STAY,      ///< it stands there and yields to everybody
} cw_at_end;

/// An agent to be added. Start from cw_agent_config_default().
typedef struct cw_agent_config {
    cw_vec3 position; ///< metres; z chooses the floor
    cw_vec2 velocity; ///< metres per second before its first step, cut to its maximum; 0
    double radius;    ///< metres, [0.01, 100]; 0.2
    double speed;     ///< metres per second it likes to walk, [0, 100]; 1.34
    double max_speed; ///< metres per second, [speed, 100]; 0 for 1.3 times its speed; 0
    double time_gap;  ///< seconds kept to whom is ahead, [0, 60]; 0 for none (way portals, ORCA); 0
                      ///< stands for 1 in collision-free speed
    double spread;    ///< how much it keeps a place of its own in portals, [0, 1]; 0
    double start_time; ///< seconds of the crowd's clock from which it is there; 0
    cw_model model;
    cw_goal_rule goal_rule;
    cw_at_end at_end;
    /// Waits outside, beyond its start time, while somebody stands there.
    bool wait_for_room;
    uint16_t group;   ///< any number of the caller's
    uint64_t serial;  ///< its number for life, above 0 and not used before; 0 for the next free one
    uint32_t journey; ///< CW_NONE: it walks as cw_crowd_set_velocity says
} cw_agent_config;
CW_API cw_agent_config cw_agent_config_default(void);

/// Adds an agent; `agent` receives its handle. CW_ERROR_INPUT when the position is off the mesh or
/// closer to a wall than the radius; the message names the agent and the nearest valid place.
CW_API cw_status cw_crowd_add(cw_crowd *crowd, const cw_agent_config *config, cw_agent *agent);
/// Removes an agent. CW_ERROR_ARGUMENT when the handle names nobody, here and below.
CW_API cw_status cw_crowd_remove(cw_crowd *crowd, cw_agent agent);
/// Gives an agent another journey, from its first goal; CW_NONE to be led by velocities.
CW_API cw_status cw_crowd_set_journey(cw_crowd *crowd, cw_agent agent, uint32_t journey);
/// The velocity an agent without a journey would like to have, in metres per second, until it is
/// set again; others and walls are still avoided. An agent with a journey loses it.
CW_API cw_status cw_crowd_set_velocity(cw_crowd *crowd, cw_agent agent, cw_vec2 velocity);
/// Changes how an agent walks: model, goal rule, time gap, spread, speed and maximum speed of
/// `config` are taken, everything else is left alone.
CW_API cw_status cw_crowd_set_model(cw_crowd *crowd, cw_agent agent, const cw_agent_config *config);
/// The index of an agent in the arrays of cw_crowd_view(), or CW_NONE.
CW_API uint32_t cw_crowd_find(cw_crowd *crowd, cw_agent agent);
/// Whether a disc could stand at a place without touching a wall or anybody.
CW_API bool cw_crowd_has_room(cw_crowd *crowd, cw_vec3 position, double radius);

// --- Stepping ------------------------------------------------------------------------------------

/// Advances the crowd by `dt` > 0 seconds (up to 3600) in equal substeps of at most
/// config.max_substep. After CW_ERROR_MEMORY the crowd is as it was before the substep that failed.
CW_API cw_status cw_crowd_step(cw_crowd *crowd, double dt);

/// Seconds since the crowd was made.
CW_API double cw_crowd_time(const cw_crowd *crowd);

typedef enum cw_crowd_event_kind {
    CW_EVENT_STARTED = 0, ///< it is on the floor now
    CW_EVENT_REACHED,     ///< a goal that is not its last
    CW_EVENT_ARRIVED,     ///< its last goal; it has left or stays, as its journey says
    CW_EVENT_NO_WAY,      ///< its goal cannot be reached; it stays where it is
    CW_EVENT_STUCK,       ///< it came no nearer to its goal for 30 s
    CW_EVENT_MOVED,       ///< the place was exchanged, and it was moved to the nearest valid place
    CW_EVENT_REMOVED,     ///< cw_crowd_remove, or there was no place for it on the new mesh
} cw_crowd_event_kind;

/// What happened to an agent.
typedef struct cw_crowd_event {
    cw_crowd_event_kind kind;
    uint32_t target; ///< of REACHED and ARRIVED
    double time;     ///< seconds
    uint64_t serial;
    cw_agent agent; ///< names nobody when it has left
    cw_vec3 position;
    double walked; ///< metres up to then
    uint16_t group;
} cw_crowd_event;

/// What happened in the last cw_crowd_step() and since, in order of time and serial number; holds
/// until the next call that changes the crowd.
CW_API const cw_crowd_event *cw_crowd_events(const cw_crowd *crowd, uint32_t *count);

typedef enum cw_agent_state {
    CW_AGENT_OUTSIDE = 0, ///< has not started, touches nobody
    CW_AGENT_SEARCHING,   ///< stands until its path is found
    CW_AGENT_WALKING,
    CW_AGENT_WAITING, ///< at a goal
    CW_AGENT_ARRIVED, ///< stays at its last goal
    CW_AGENT_NO_WAY,  ///< its goal cannot be reached
    CW_AGENT_LED,     ///< has no journey: walks by cw_crowd_set_velocity
} cw_agent_state;

/// The crowd as arrays over its agents, in order of serial numbers. Read only; holds until the next
/// call that changes the crowd. Positions are local to the mesh, see cw_clearance_plan().
typedef struct cw_crowd_agents {
    uint32_t count;
    double time;                   ///< seconds
    const cw_agent *agent;         ///< handles
    const uint64_t *serial;        ///< rising
    const double *x, *y;           ///< metres, local
    const double *z;               ///< metres: height of the floor there
    const double *vx, *vy;         ///< metres per second, as moved in the last substep
    const double *wish_x, *wish_y; ///< metres per second: where it would go if it were alone
    const double *radius;          ///< metres
    const double *speed, *max_speed;
    const double *remaining;  ///< metres left to the present goal along the path
    const double *walked;     ///< metres
    const double *shortest;   ///< metres: of the paths found from the start and from each goal on
    const double *start_time; ///< seconds
    const uint32_t *cell;     ///< of the mesh
    const uint32_t *goal;     ///< how many goals of its journey have been reached
    const uint8_t *state;     ///< cw_agent_state
    const uint8_t *model;     ///< cw_model
    const uint16_t *group;
} cw_crowd_agents;
CW_API void cw_crowd_view(cw_crowd *crowd, cw_crowd_agents *agents);

/// Where the agent with an index of the view stands, in metres; NaN for an index beyond it.
CW_API cw_vec3 cw_crowd_position(cw_crowd *crowd, uint32_t index);

/// A portal of an agent's corridor. It outlives the search that found it. Before a segment on a
/// wall it lies where the center gets to.
typedef struct cw_crowd_portal {
    cw_vec2 right, left; ///< ends of the part that the agent can use, local
    uint32_t edge;       ///< of the mesh; CW_NONE for a target's segment, or the goal itself
    uint32_t cell;       ///< behind it
    double rest;         ///< metres from there to the goal
} cw_crowd_portal;
/// The portals still before the agent with an index of the view, and in `goal` the local position
/// it goes to; on shared routes and lanes the goal, or its segment, is the last portal. Holds as
/// the view does; NULL and 0 without a path, or for an index beyond the view.
CW_API const cw_crowd_portal *cw_crowd_corridor(cw_crowd *crowd, uint32_t index, uint32_t *count,
                                                cw_vec2 *goal);

/// Exchanges the place while the crowd walks: agents and targets are located anew by plan position
/// and height, keep their goals and search their paths again. An agent without floor under its
/// whole disc moves to the nearest valid place; `moved` (may be NULL) receives how many. Without
/// one within 100 m it is removed. The new tables must outlive the crowd; the old ones may go.
CW_API cw_status cw_crowd_set_place(cw_crowd *crowd, const cw_clearance *clearance,
                                    uint32_t *moved);

// --- Roadmaps ------------------------------------------------------------------------------------

/// From now on agents go over the lanes of a roadmap, chosen by how crowded they are, wherever it
/// has a way for their radius; elsewhere on the shortest path. The roadmap must have been built
/// with the tables of the crowd, and outlive it or be taken away with NULL. cw_crowd_set_place()
/// takes it away. `shortest` of an agent stays that of the shortest path.
CW_API cw_status cw_crowd_use_roadmap(cw_crowd *crowd, const cw_roadmap *roadmap,
                                      cw_roadmap_weight weight);

/// What routing has done since the crowd uses the roadmap.
typedef struct cw_crowd_routing {
    uint32_t on_map;    ///< agents on lanes
    uint64_t searches;  ///< for routes
    uint64_t switches;  ///< to a better one on the way
    uint64_t fallbacks; ///< to the shortest path
    double seconds;     ///< that all this took
} cw_crowd_routing;
/// All zero without a roadmap.
CW_API cw_crowd_routing cw_crowd_get_routing(const cw_crowd *crowd);

// --- Checking ------------------------------------------------------------------------------------

/// Counts since the crowd was made.
typedef struct cw_crowd_stats {
    uint64_t substeps;
    uint64_t agent_steps; ///< substeps of agents that were on the floor
    uint64_t searches;    ///< for paths
    uint64_t expansions;  ///< of these
    uint64_t casts;       ///< of discs against walls
    uint64_t wall_hits;   ///< casts that were stopped by a wall
    uint64_t infeasible;  ///< programs without a solution before right of way
    uint64_t violated;    ///< and after it
} cw_crowd_stats;
CW_API cw_crowd_stats cw_crowd_get_stats(const cw_crowd *crowd);

/// Checks the crowd by brute force, without the code of the step: every disc against all others and
/// all walls, centers in their cells, speeds, handles and corridors. `overlaps` says whether
/// discs that overlap are allowed, as in soft contact and after overlapping ones were added.
CW_API cw_status cw_crowd_validate(cw_context *context, cw_crowd *crowd, bool overlaps);

/// A 64-bit hash of the state of all agents in order of serial numbers.
CW_API uint64_t cw_crowd_hash(cw_crowd *crowd);
/// Memory held by the crowd, in bytes.
CW_API size_t cw_crowd_bytes(const cw_crowd *crowd);

#ifdef __cplusplus
}
#endif

#endif
