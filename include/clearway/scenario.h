/// \file scenario.h
/// What a crowd is to do: regions, models, groups with their distributions and goals, and what is
/// measured. Plain data; made by hand, or read from a file with libclearway-io.
#ifndef CLEARWAY_SCENARIO_H
#define CLEARWAY_SCENARIO_H

#include "clearway/trajectory.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How a number is drawn.
typedef enum cw_distribution_kind {
    CW_DISTRIBUTION_CONSTANT = 0, ///< `a`
    CW_DISTRIBUTION_UNIFORM,      ///< from `a` to `b`
    CW_DISTRIBUTION_NORMAL,       ///< mean `a`, standard deviation `b` >= 0
    CW_DISTRIBUTION_LOGNORMAL,    ///< of the logarithm: mean `a`, standard deviation `b` >= 0
    CW_DISTRIBUTION_GAMMA,        ///< shape `a` > 0, scale `b` > 0
    CW_DISTRIBUTION_WEIBULL,      ///< shape `a` > 0, scale `b` > 0
} cw_distribution_kind;
/// "constant", "uniform", ...; NULL beyond the last.
CW_API const char *cw_distribution_name(cw_distribution_kind kind);

/// A distribution. What falls outside [low, high] is drawn again, not clamped.
typedef struct cw_distribution {
    cw_distribution_kind kind;
    double a, b;
    double low, high; ///< may be infinite
} cw_distribution;

/// A constant without bounds.
CW_API cw_distribution cw_distribution_constant(double value);

/// A value of a distribution: the same for the same seed, agent and purpose on every
/// machine. After CW_DISTRIBUTION_TRIES draws outside the bounds the nearest bound is given.
CW_API double cw_distribution_draw(const cw_distribution *distribution, uint64_t seed,
                                   uint64_t agent, uint64_t purpose);
#define CW_DISTRIBUTION_TRIES 1000

/// A part of the plan with a name.
typedef struct cw_scenario_region {
    cw_crowd_target_kind kind; ///< a point has a radius; regions are simple polygons
    uint32_t point_first, point_count;
    double radius; ///< of a point, metres
} cw_scenario_region;

/// How members of a group walk.
typedef struct cw_scenario_model {
    cw_model type;
    cw_goal_rule goal_rule;
    double time_gap; ///< seconds, [0, 60]
    double spread;   ///< [0, 1]
} cw_scenario_model;

/// A stop on the way: the nearest of some regions.
typedef struct cw_scenario_goal {
    uint32_t region_first, region_count; ///< in cw_scenario.goal_regions
    bool own_wait;                       ///< `wait` holds here, not that of the group
    cw_distribution wait;                ///< seconds
} cw_scenario_goal;

/// Agents of one kind.
typedef struct cw_scenario_group {
    uint32_t count;
    uint32_t region;                         ///< where they start, or CW_NONE for `positions`
    uint32_t position_first, position_count; ///< in cw_scenario.points; taken in turn
    uint32_t model;
    cw_distribution radius, speed; ///< metres, metres per second
    cw_distribution max_speed;     ///< metres per second, or a factor of the own speed
    bool max_speed_is_factor;
    cw_distribution start; ///< seconds from which they are there
    double rate;           ///< per second, one after the other; 0 for none
    uint32_t goal_first, goal_count;
    cw_distribution wait; ///< seconds at each goal but the last
    cw_at_end at_end;
} cw_scenario_group;

/// What is counted: crossings of a line, or density and speed in a region.
typedef struct cw_scenario_measure {
    bool is_line;
    cw_vec3 line[2];
    uint32_t region;
} cw_scenario_measure;

/// How agents find their way.
typedef enum cw_scenario_route {
    CW_ROUTE_SHORTEST = 0, ///< everybody on the shortest path
    CW_ROUTE_ROADMAP,      ///< over the lanes of a roadmap, by how crowded they are
} cw_scenario_route;

/// A scenario. Names stand beside what they name: region_names[i] belongs to regions[i].
typedef struct cw_scenario {
    uint64_t seed;
    double step;     ///< seconds, [0.001, 1]; shortened so that frames fall on steps
    double duration; ///< seconds at most, (0, 1e6]
    double fps;      ///< frames per second, [0.01, 1000]
    cw_crowd_config crowd;
    cw_scenario_route route;
    cw_roadmap_config roadmap; ///< of CW_ROUTE_ROADMAP
    cw_roadmap_weight weight;
    cw_skeleton skeleton; ///< of the place, with CW_ROUTE_ROADMAP; belongs to the scenario

    cw_vec3 *points; ///< of regions and positions
    uint32_t point_count, point_capacity;
    cw_names region_names, model_names, group_names, measure_names;
    cw_scenario_region *regions;
    uint32_t region_count, region_capacity;
    cw_scenario_model *models;
    uint32_t model_count, model_capacity;
    cw_scenario_group *groups;
    uint32_t group_count, group_capacity;
    cw_scenario_goal *goals;
    uint32_t goal_count, goal_capacity;
    uint32_t *goal_regions;
    uint32_t goal_region_count, goal_region_capacity;
    cw_scenario_measure *measures;
    uint32_t measure_count, measure_capacity;
} cw_scenario;

/// Nobody anywhere: seed 1, step 0.05 s, 300 s, 10 frames per second.
CW_API cw_scenario cw_scenario_default(void);
/// A group of nobody: radius 0.2, speed 1.34, maximum 1.3 times that, start 0, no goals, leaves.
CW_API cw_scenario_group cw_scenario_group_default(void);

/// Each appends something; its number is the count before. Ranges are checked when it is run.
CW_API cw_status cw_scenario_add_points(cw_context *context, cw_scenario *scenario,
                                        const cw_vec3 *points, uint32_t count);
CW_API cw_status cw_scenario_add_region(cw_context *context, cw_scenario *scenario,
                                        const char *name, cw_crowd_target_kind kind,
                                        const cw_vec3 *points, uint32_t count, double radius);
CW_API cw_status cw_scenario_add_model(cw_context *context, cw_scenario *scenario, const char *name,
                                       const cw_scenario_model *model);
CW_API cw_status cw_scenario_add_goal(cw_context *context, cw_scenario *scenario,
                                      const uint32_t *regions, uint32_t count);
CW_API cw_status cw_scenario_add_group(cw_context *context, cw_scenario *scenario, const char *name,
                                       const cw_scenario_group *group);
CW_API cw_status cw_scenario_add_measure(cw_context *context, cw_scenario *scenario,
                                         const char *name, const cw_scenario_measure *measure);

/// Checks ranges and references; CW_ERROR_INPUT names the field as it is written in a file, such as
/// "groups[0].radius: must be 0.01 to 100".
CW_API cw_status cw_scenario_check(cw_context *context, const cw_scenario *scenario);

/// Frees a scenario; safe on a zeroed struct and safe twice.
CW_API void cw_scenario_free(cw_context *context, cw_scenario *scenario);

// --- Running it ----------------------------------------------------------------------------------

/// A scenario at work.
typedef struct cw_simulation cw_simulation;

/// Puts everybody in place who is there at the start. Scenario, tables and context must outlive the
/// simulation. CW_ERROR_INPUT where a region is too small: the message says how many fit.
CW_API cw_status cw_simulation_create(cw_context *context, const cw_scenario *scenario,
                                      const cw_clearance *clearance, cw_simulation **simulation);
/// Frees a simulation; NULL is fine.
CW_API void cw_simulation_free(cw_simulation *simulation);

/// The next frame: the first call gives frame 0. `done` says that there is none left, since
/// nobody is on the floor or to come, everybody left stands for good, or the time is up; then
/// `frame` is not filled. The frame holds until the next call.
CW_API cw_status cw_simulation_next(cw_simulation *simulation, cw_frame *frame, bool *done);

/// All agents of the scenario, in order of ids from 1, as they are now; those that have not come
/// yet start at a time after now.
CW_API const cw_track_agent *cw_simulation_agents(const cw_simulation *simulation, uint32_t *count);
/// The crowd itself, for those who want to look closer.
CW_API cw_crowd *cw_simulation_crowd(cw_simulation *simulation);

/// How far a run is, for people who wait.
typedef struct cw_simulation_progress {
    double time;       ///< seconds simulated
    uint32_t to_come;  ///< agents that have not started
    uint32_t present;  ///< on the floor
    uint32_t standing; ///< of these: for good, at their goal or stuck
    uint32_t arrived;  ///< have reached their last goal
} cw_simulation_progress;
CW_API cw_simulation_progress cw_simulation_state(const cw_simulation *simulation);

#ifdef __cplusplus
}
#endif

#endif
