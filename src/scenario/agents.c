/// Who they are: what belongs to each agent for life is drawn when the scenario is loaded, from the
/// seed and the agent's number alone.
#include "scenario/simulation.h"

#include <math.h>
#include <stdlib.h>

static cw_track_agent draw_agent(const cw_scenario *scenario, uint32_t group, uint32_t number) {
    const cw_scenario_group *kind = &scenario->groups[group];
    uint64_t seed = scenario->seed, id = (uint64_t)number + 1;
    double radius = cw_distribution_draw(&kind->radius, seed, id, CW_PURPOSE_RADIUS);
    double speed = cw_distribution_draw(&kind->speed, seed, id, CW_PURPOSE_SPEED);
    speed = speed > 0 ? speed : 0;
    double most = cw_distribution_draw(&kind->max_speed, seed, id, CW_PURPOSE_MAX_SPEED);
    most = kind->max_speed_is_factor ? most * speed : fmax(most, 0);
    cw_model model = kind->model != CW_NONE ? scenario->models[kind->model].type : (cw_model)0;
    return (cw_track_agent){.id = (uint32_t)id,
                            .group = group,
                            .model = (uint32_t)model,
                            .radius = radius,
                            .speed = fmin(speed, most), // the maximum is hard
                            .max_speed = most,
                            .start = INFINITY};
}

static cw_status check_draw(cw_context *context, uint32_t group, const char *name, double value,
                            double low, double high) {
    if (value >= low && value <= high) {
        return CW_OK;
    }
    return cw_fail(context, CW_ERROR_INPUT,
                   "groups[%u].%s: %g was drawn, but has to be %g to %g; give \"min\" and \"max\"",
                   group, name, value, low, high);
}

/// What is drawn has to be what a crowd takes, since a distribution may have no bounds.
static cw_status check_agent(cw_context *context, const cw_track_agent *agent) {
    CW_TRY(check_draw(context, agent->group, "radius", agent->radius, 0.01, 100));
    CW_TRY(check_draw(context, agent->group, "speed", agent->speed, 0, 100));
    return check_draw(context, agent->group, "max_speed", agent->max_speed, 0, 200);
}

static int compare_entries(const void *left, const void *right) {
    const cw_entry *a = left, *b = right;
    if (a->due != b->due) {
        return a->due < b->due ? -1 : 1;
    }
    return a->agent < b->agent ? -1 : a->agent > b->agent;
}

/// The box of a group's region, where its places are drawn.
static void measure_region(const cw_scenario *scenario, uint32_t region, double box[4]) {
    if (region == CW_NONE) {
        return;
    }
    const cw_scenario_region *place = &scenario->regions[region];
    double extra = place->kind == CW_TARGET_POINT ? place->radius : 0;
    box[0] = box[1] = INFINITY;
    box[2] = box[3] = -INFINITY;
    for (uint32_t i = 0; i < place->point_count; i++) {
        const cw_vec3 *at = &scenario->points[place->point_first + i];
        box[0] = fmin(box[0], at->x - extra);
        box[1] = fmin(box[1], at->y - extra);
        box[2] = fmax(box[2], at->x + extra);
        box[3] = fmax(box[3], at->y + extra);
    }
}

cw_status cw_simulation_draw_agents(cw_simulation *simulation) {
    const cw_scenario *scenario = simulation->scenario;
    for (uint32_t i = 0; i < scenario->group_count; i++) {
        simulation->agent_count += scenario->groups[i].count;
    }
    uint32_t count = simulation->agent_count;
    CW_TRY(CW_ALLOCATE(simulation->context, simulation->agents, count));
    CW_TRY(CW_ALLOCATE(simulation->context, simulation->last, count));
    CW_TRY(CW_ALLOCATE(simulation->context, simulation->entries, count));
    CW_TRY(CW_ALLOCATE(simulation->context, simulation->queues, scenario->group_count));
    uint32_t number = 0;
    for (uint32_t i = 0; i < scenario->group_count; i++) {
        const cw_scenario_group *group = &scenario->groups[i];
        cw_gate_queue *queue = &simulation->queues[i];
        *queue = (cw_gate_queue){.first = number, .count = group->count, .journey = CW_NONE};
        measure_region(scenario, group->region, queue->box);
        for (uint32_t k = 0; k < group->count; k++, number++) {
            simulation->agents[number] = draw_agent(scenario, i, number);
            CW_TRY(check_agent(simulation->context, &simulation->agents[number]));
            double start = cw_distribution_draw(&group->start, scenario->seed, (uint64_t)number + 1,
                                                CW_PURPOSE_START);
            start = (start > 0 ? start : 0) + (group->rate > 0 ? k / group->rate : 0);
            simulation->entries[number] = (cw_entry){.due = start, .agent = number};
            double radius = simulation->agents[number].radius;
            simulation->radius_limit = fmax(simulation->radius_limit, radius);
        }
        if (group->count > 0) {
            qsort(simulation->entries + queue->first, group->count, sizeof(cw_entry),
                  compare_entries);
        }
    }
    return CW_OK;
}

/// Regions that are goals of somebody become targets of the crowd.
static cw_status add_targets(cw_simulation *simulation) {
    const cw_scenario *scenario = simulation->scenario;
    CW_TRY(CW_ALLOCATE(simulation->context, simulation->targets, scenario->region_count));
    for (uint32_t i = 0; i < scenario->region_count; i++) {
        simulation->targets[i] = CW_NONE;
    }
    for (uint32_t i = 0; i < scenario->goal_region_count; i++) {
        uint32_t region = scenario->goal_regions[i];
        if (simulation->targets[region] != CW_NONE) {
            continue;
        }
        const cw_scenario_region *place = &scenario->regions[region];
        cw_crowd_target target = {.kind = place->kind,
                                  .points = scenario->points + place->point_first,
                                  .point_count = place->point_count,
                                  .radius = place->radius};
        cw_status status =
            cw_crowd_add_target(simulation->crowd, &target, &simulation->targets[region]);
        if (status == CW_ERROR_INPUT) {
            return cw_fail(simulation->context, status,
                           "regions.%s: is a goal, but no part of it is on the floor",
                           cw_names_get(&scenario->region_names, region));
        }
        CW_TRY(status);
    }
    return CW_OK;
}

static const cw_distribution *wait_at(const cw_scenario_group *group,
                                      const cw_scenario_goal *goal) {
    return goal->own_wait ? &goal->wait : &group->wait;
}

/// Whether all of a group wait for the same times.
static bool waits_alike(const cw_scenario *scenario, const cw_scenario_group *group) {
    bool alike = true;
    for (uint32_t i = 0; i + 1 < group->goal_count; i++) {
        alike &= wait_at(group, &scenario->goals[group->goal_first + i])->kind ==
                 CW_DISTRIBUTION_CONSTANT;
    }
    return alike;
}

/// Registers the journey of an agent, or of all of a group whose waits are the same.
static cw_status add_journey(cw_simulation *simulation, const cw_scenario_group *group,
                             uint32_t agent, uint32_t *journey) {
    cw_context *context = simulation->context;
    const cw_scenario *scenario = simulation->scenario;
    CW_ARRAY(uint32_t) targets = {0};
    cw_crowd_goal *goals = NULL;
    cw_status status = CW_ALLOCATE(context, goals, group->goal_count);
    const cw_scenario_goal *first = scenario->goals + group->goal_first;
    for (uint32_t i = 0; status == CW_OK && i < group->goal_count; i++) {
        for (uint32_t k = 0; status == CW_OK && k < first[i].region_count; k++) {
            uint32_t region = scenario->goal_regions[first[i].region_first + k];
            status = CW_ARRAY_PUSH(context, &targets, simulation->targets[region]);
        }
    }
    for (uint32_t i = 0, at = 0; status == CW_OK && i < group->goal_count; i++) {
        double wait = cw_distribution_draw(wait_at(group, &first[i]), scenario->seed,
                                           (uint64_t)agent + 1, CW_PURPOSE_WAIT + i);
        goals[i] = (cw_crowd_goal){.targets = targets.items + at,
                                   .target_count = first[i].region_count,
                                   .wait = i + 1 < group->goal_count && wait > 0 ? wait : 0};
        at += first[i].region_count;
    }
    if (status == CW_OK) {
        status = cw_crowd_add_journey(simulation->crowd, goals, group->goal_count, journey);
    }
    CW_RELEASE(context, goals, group->goal_count);
    CW_ARRAY_FREE(context, &targets);
    return status;
}

cw_status cw_simulation_journey_of(cw_simulation *simulation, uint32_t group, uint32_t agent,
                                   uint32_t *journey) {
    const cw_scenario_group *kind = &simulation->scenario->groups[group];
    *journey = simulation->queues[group].journey;
    bool own = *journey == CW_NONE && kind->goal_count > 0;
    return own ? add_journey(simulation, kind, agent, journey) : CW_OK;
}

cw_status cw_simulation_add_journeys(cw_simulation *simulation) {
    const cw_scenario *scenario = simulation->scenario;
    CW_TRY(add_targets(simulation));
    for (uint32_t i = 0; i < scenario->group_count; i++) {
        const cw_scenario_group *group = &scenario->groups[i];
        if (group->goal_count > 0 && waits_alike(scenario, group)) {
            CW_TRY(add_journey(simulation, group, 0, &simulation->queues[i].journey));
        }
    }
    return CW_OK;
}
