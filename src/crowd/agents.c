/// Agents come, change and leave.
#include "crowd/crowd.h"

#include <string.h>

/// Metres within which the nearest valid place is looked for, for messages and to move people.
static const double NEAREST_REACH = 100;
/// How much faster than it likes an agent may be, unless it is told.
static const double DEFAULT_FACTOR = 1.3;

/// Agents of a crowd: places in the grid have 31 bits (neighbours.c).
static const uint32_t MOST_AGENTS = INT32_MAX;

static const char *const model_names[] = {"way-portals", "orca", "way-points",
                                          "collision-free-speed"};
enum { MODEL_COUNT = sizeof model_names / sizeof *model_names };

const char *cw_model_name(cw_model model) {
    return (unsigned)model < MODEL_COUNT ? model_names[model] : "unknown";
}

bool cw_model_from_name(const char *name, cw_model *model) {
    for (unsigned i = 0; i < MODEL_COUNT; i++) {
        if (strcmp(name, model_names[i]) == 0) {
            *model = (cw_model)i;
            return true;
        }
    }
    return false;
}

cw_agent_config cw_agent_config_default(void) {
    return (cw_agent_config){.radius = 0.2, .speed = 1.34, .journey = CW_NONE};
}

static cw_status check(cw_context *context, const char *name, double value, double low,
                       double high) {
    if (value >= low && value <= high) {
        return CW_OK;
    }
    return cw_fail(context, CW_ERROR_ARGUMENT, "%s is %g, but has to be %g to %g", name, value, low,
                   high);
}

static double top_speed(const cw_agent_config *config) {
    return config->max_speed == 0 ? DEFAULT_FACTOR * config->speed : config->max_speed;
}

/// What cw_crowd_set_model takes.
static cw_status check_manner(cw_context *context, const cw_agent_config *config) {
    CW_TRY(check(context, "speed", config->speed, 0, 100));
    CW_TRY(check(context, "max_speed", top_speed(config), config->speed, 200));
    CW_TRY(check(context, "time_gap", config->time_gap, 0, 60));
    CW_TRY(check(context, "spread", config->spread, 0, 1));
    if ((unsigned)config->model >= MODEL_COUNT ||
        (unsigned)config->goal_rule > CW_GOAL_SIMPLE_SHRINK) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "the model or goal rule is none of those known");
    }
    return CW_OK;
}

static bool is_used(const cw_crowd *crowd, uint64_t serial) {
    for (uint32_t i = 0; i < crowd->agents.count; i++) {
        if (crowd->agents.serial[i] == serial) {
            return true;
        }
    }
    return false;
}

cw_status cw_crowd_check_serial(const cw_crowd *crowd, uint64_t serial) {
    // Numbers are given out in order, so that only smaller ones can be taken.
    if (serial <= crowd->last_serial && is_used(crowd, serial)) {
        return cw_fail(crowd->context, CW_ERROR_ARGUMENT, "serial %llu is taken",
                       (unsigned long long)serial);
    }
    return CW_OK;
}

static cw_status check_agent(const cw_crowd *crowd, const cw_agent_config *config) {
    cw_context *context = crowd->context;
    CW_TRY(check_manner(context, config));
    CW_TRY(check(context, "radius", config->radius, 0.01, 100));
    CW_TRY(check(context, "start_time", config->start_time, -1e9, 1e9));
    CW_TRY(check(context, "velocity.x", config->velocity.x, -200, 200));
    CW_TRY(check(context, "velocity.y", config->velocity.y, -200, 200));
    double limit = CW_COORDINATE_LIMIT;
    CW_TRY(check(context, "position.x", config->position.x, -limit, limit));
    CW_TRY(check(context, "position.y", config->position.y, -limit, limit));
    CW_TRY(check(context, "position.z", config->position.z, -limit, limit));
    if ((unsigned)config->at_end > CW_AT_END_STAY) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "at_end is neither leave nor stay");
    }
    if (config->journey != CW_NONE && config->journey >= crowd->journeys.count) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "there is no journey %u", config->journey);
    }
    return config->serial != 0 ? cw_crowd_check_serial(crowd, config->serial) : CW_OK;
}

/// Explains where an agent that cannot stand where it should could stand.
static cw_status refuse(cw_crowd *crowd, const cw_agent_config *config, uint64_t serial,
                        cw_vec3 local, bool off) {
    cw_nearest nearest;
    CW_TRY(cw_query_nearest(crowd->query, local, config->radius, NEAREST_REACH, &nearest));
    const char *what = off ? "is off the mesh" : "is closer to a wall than its radius";
    cw_vec3 p = config->position;
    if (nearest.place.cell == CW_NONE) {
        return cw_fail(crowd->context, CW_ERROR_INPUT,
                       "agent %llu of radius %g at (%g, %g, %g) %s, and no place for it is within "
                       "%g m",
                       (unsigned long long)serial, config->radius, p.x, p.y, p.z, what,
                       NEAREST_REACH);
    }
    cw_vec3 q = cw_crowd_plan(crowd, nearest.point);
    return cw_fail(crowd->context, CW_ERROR_INPUT,
                   "agent %llu of radius %g at (%g, %g, %g) %s; the nearest place for it is (%.9g, "
                   "%.9g, %.9g)",
                   (unsigned long long)serial, config->radius, p.x, p.y, p.z, what, q.x, q.y, q.z);
}

/// Finds the cell of a new agent. One that touches a wall to rounding stands there.
static cw_status find_place(cw_crowd *crowd, const cw_agent_config *config, uint64_t serial,
                            cw_vec3 *local, uint32_t *cell) {
    *local = cw_crowd_local(crowd, config->position);
    *cell = cw_navmesh_locate(&crowd->mesh, *local);
    if (*cell == CW_NONE) {
        return refuse(crowd, config, serial, *local, true);
    }
    double wall = cw_clearance_at(&crowd->clearance, *cell, (cw_vec2){local->x, local->y}, NULL);
    if (wall >= config->radius) {
        return CW_OK;
    }
    cw_nearest nearest;
    local->z = cw_crowd_height(crowd, *cell, (cw_vec2){local->x, local->y});
    CW_TRY(cw_query_nearest(crowd->query, *local, config->radius,
                            2 * CW_CLEARANCE_TOLERANCE * crowd->clearance.coarseness, &nearest));
    if (nearest.place.cell == CW_NONE) {
        return refuse(crowd, config, serial, *local, false);
    }
    *cell = nearest.place.cell;
    *local = nearest.point;
    return CW_OK;
}

static cw_status take_slot(cw_crowd *crowd, uint32_t *slot) {
    cw_context *context = crowd->context;
    if (crowd->free_slots.count > 0) {
        *slot = crowd->free_slots.items[--crowd->free_slots.count];
        return CW_OK;
    }
    size_t needed = (size_t)crowd->slots.count + 1;
    CW_TRY(CW_ARRAY_RESERVE(context, &crowd->slots, needed));
    CW_TRY(CW_ARRAY_RESERVE(context, &crowd->generations, needed));
    CW_TRY(CW_ARRAY_RESERVE(context, &crowd->free_slots, needed));
    *slot = crowd->slots.count++;
    crowd->generations.items[crowd->generations.count++] = 0;
    return CW_OK;
}

static void take_manner(cw_crowd_columns *agents, uint32_t index, const cw_agent_config *config) {
    agents->speed[index] = config->speed;
    agents->max_speed[index] = top_speed(config);
    agents->time_gap[index] = config->time_gap;
    agents->spread[index] = config->spread;
    agents->model[index] = (uint8_t)config->model;
    agents->goal_rule[index] = (uint8_t)config->goal_rule;
}

/// Nobody is faster than its maximum, not even before its first step.
static void limit_velocity(cw_crowd_columns *agents, uint32_t i) {
    cw_vec2 v = {agents->vx[i], agents->vy[i]};
    double speed = cw_vec2_length(v), most = agents->max_speed[i];
    if (speed > most) {
        agents->vx[i] = v.x * (most / speed);
        agents->vy[i] = v.y * (most / speed);
    }
}

static void clear_columns(cw_crowd_columns *agents, uint32_t i) {
#define CLEAR(type, name) memset(&agents->name[i], 0, sizeof agents->name[i]);
    CW_CROWD_COLUMNS(CLEAR)
#undef CLEAR
}

static void fill(cw_crowd *crowd, uint32_t i, const cw_agent_config *config, uint64_t serial,
                 cw_vec3 local, uint32_t cell) {
    cw_crowd_columns *agents = &crowd->agents;
    clear_columns(agents, i);
    take_manner(agents, i, config);
    agents->x[i] = local.x;
    agents->y[i] = local.y;
    agents->z[i] = cw_crowd_height(crowd, cell, (cw_vec2){local.x, local.y});
    agents->vx[i] = config->velocity.x;
    agents->vy[i] = config->velocity.y;
    limit_velocity(agents, i);
    agents->radius[i] = config->radius;
    agents->kth[i] = INFINITY;
    agents->start_time[i] = config->start_time;
    agents->serial[i] = serial;
    agents->cell[i] = cell;
    agents->path_first[i] = CW_NONE;
    agents->table[i] = CW_NONE;
    agents->target[i] = CW_NONE;
    agents->choice[i] = CW_NONE;
    agents->home[i] = CW_NONE;
    agents->journey[i] = config->journey;
    agents->group[i] = config->group;
    agents->at_end[i] = (uint8_t)config->at_end;
    agents->flags[i] = config->wait_for_room ? CW_FLAG_WAIT_FOR_ROOM : 0;
    agents->state[i] = CW_AGENT_OUTSIDE;
}

cw_status cw_crowd_new_row(cw_crowd *crowd, uint32_t *index, uint32_t *slot) {
    *index = crowd->agents.count;
    if (*index == MOST_AGENTS) {
        return cw_fail(crowd->context, CW_ERROR_LIMIT, "a crowd has at most %u agents", *index);
    }
    CW_TRY(cw_crowd_reserve_agents(crowd, *index + 1));
    CW_TRY(CW_ARRAY_RESERVE(crowd->context, &crowd->events, 2 * ((size_t)*index + 1)));
    return take_slot(crowd, slot);
}

cw_agent cw_crowd_enlist(cw_crowd *crowd, uint32_t index, uint32_t slot) {
    uint64_t serial = crowd->agents.serial[index];
    crowd->agents.count = index + 1;
    crowd->slots.items[slot] = index;
    cw_agent agent = {slot, ++crowd->generations.items[slot]};
    crowd->agents.agent[index] = agent;
    crowd->unsorted = crowd->unsorted || serial < crowd->last_serial;
    crowd->last_serial = serial > crowd->last_serial ? serial : crowd->last_serial;
    return agent;
}

cw_status cw_crowd_add(cw_crowd *crowd, const cw_agent_config *config, cw_agent *agent) {
    CW_ASSERT(crowd != NULL && config != NULL && agent != NULL);
    *agent = (cw_agent){0};
    CW_TRY(check_agent(crowd, config));
    uint64_t serial = config->serial != 0 ? config->serial : crowd->last_serial + 1;
    cw_vec3 local;
    uint32_t index, cell, slot;
    CW_TRY(find_place(crowd, config, serial, &local, &cell));
    CW_TRY(cw_crowd_new_row(crowd, &index, &slot));
    fill(crowd, index, config, serial, local, cell);
    *agent = cw_crowd_enlist(crowd, index, slot);
    return CW_OK;
}

cw_status cw_crowd_tell(cw_crowd *crowd, cw_crowd_event_kind kind, uint32_t index) {
    const cw_crowd_columns *agents = &crowd->agents;
    cw_vec3 local = {agents->x[index], agents->y[index], agents->z[index]};
    return CW_ARRAY_PUSH(crowd->context, &crowd->events,
                         (cw_crowd_event){.kind = kind,
                                          .target = agents->target[index],
                                          .time = crowd->time,
                                          .serial = agents->serial[index],
                                          .agent = agents->agent[index],
                                          .position = cw_crowd_plan(crowd, local),
                                          .walked = agents->walked[index],
                                          .group = agents->group[index]});
}

void cw_crowd_drop(cw_crowd *crowd, uint32_t index) {
    cw_crowd_columns *agents = &crowd->agents;
    uint32_t slot = agents->agent[index].slot;
    cw_crowd_release_path(crowd, index);
    cw_crowd_unwant_path(crowd, index);
    agents->flags[index] = CW_FLAG_GONE;
    agents->state[index] = CW_AGENT_OUTSIDE;
    crowd->slots.items[slot] = CW_NONE;
    crowd->generations.items[slot] += crowd->generations.items[slot] == UINT32_MAX;
    crowd->free_slots.items[crowd->free_slots.count++] = slot;
    crowd->gone = true;
}

/// The index of an agent, settled or not.
static uint32_t index_of(const cw_crowd *crowd, cw_agent agent) {
    if (agent.generation == 0 || agent.slot >= crowd->slots.count ||
        crowd->generations.items[agent.slot] != agent.generation) {
        return CW_NONE;
    }
    return crowd->slots.items[agent.slot];
}

static cw_status demand(const cw_crowd *crowd, cw_agent agent, uint32_t *index) {
    *index = index_of(crowd, agent);
    if (*index == CW_NONE) {
        return cw_fail(crowd->context, CW_ERROR_ARGUMENT, "the handle {%u, %u} names no agent",
                       agent.slot, agent.generation);
    }
    return CW_OK;
}

uint32_t cw_crowd_find(cw_crowd *crowd, cw_agent agent) {
    CW_ASSERT(crowd != NULL);
    cw_crowd_settle(crowd);
    return index_of(crowd, agent);
}

cw_status cw_crowd_remove(cw_crowd *crowd, cw_agent agent) {
    CW_ASSERT(crowd != NULL);
    uint32_t index;
    CW_TRY(demand(crowd, agent, &index));
    CW_TRY(cw_crowd_tell(crowd, CW_EVENT_REMOVED, index));
    cw_crowd_drop(crowd, index);
    return CW_OK;
}

static void forget_path(cw_crowd *crowd, uint32_t index) {
    cw_crowd_columns *agents = &crowd->agents;
    cw_crowd_release_path(crowd, index);
    cw_crowd_unwant_path(crowd, index);
    agents->goal[index] = 0;
    agents->target[index] = CW_NONE;
    agents->choice[index] = CW_NONE;
    agents->home[index] = CW_NONE;
    agents->choose_time[index] = 0;
    agents->flags[index] &= (uint8_t) ~(CW_FLAG_STUCK | CW_FLAG_AIMED | CW_FLAG_SEES_GOAL);
}

cw_status cw_crowd_set_journey(cw_crowd *crowd, cw_agent agent, uint32_t journey) {
    CW_ASSERT(crowd != NULL);
    uint32_t index;
    CW_TRY(demand(crowd, agent, &index));
    if (journey != CW_NONE && journey >= crowd->journeys.count) {
        return cw_fail(crowd->context, CW_ERROR_ARGUMENT, "there is no journey %u", journey);
    }
    cw_crowd_columns *agents = &crowd->agents;
    forget_path(crowd, index);
    agents->journey[index] = journey;
    agents->led_x[index] = 0;
    agents->led_y[index] = 0;
    if (agents->state[index] != CW_AGENT_OUTSIDE) {
        agents->state[index] = journey == CW_NONE ? CW_AGENT_LED : CW_AGENT_SEARCHING;
        if (journey != CW_NONE) {
            cw_crowd_want_path(crowd, index);
        }
    }
    return CW_OK;
}

cw_status cw_crowd_set_velocity(cw_crowd *crowd, cw_agent agent, cw_vec2 velocity) {
    CW_ASSERT(crowd != NULL);
    uint32_t index;
    CW_TRY(demand(crowd, agent, &index));
    if (!isfinite(velocity.x) || !isfinite(velocity.y)) {
        return cw_fail(crowd->context, CW_ERROR_ARGUMENT, "the velocity has to be finite");
    }
    if (crowd->agents.journey[index] != CW_NONE) {
        CW_TRY(cw_crowd_set_journey(crowd, agent, CW_NONE));
    }
    crowd->agents.led_x[index] = velocity.x;
    crowd->agents.led_y[index] = velocity.y;
    return CW_OK;
}

cw_status cw_crowd_set_model(cw_crowd *crowd, cw_agent agent, const cw_agent_config *config) {
    CW_ASSERT(crowd != NULL && config != NULL);
    uint32_t index;
    CW_TRY(demand(crowd, agent, &index));
    CW_TRY(check_manner(crowd->context, config));
    take_manner(&crowd->agents, index, config);
    limit_velocity(&crowd->agents, index);
    return CW_OK;
}

bool cw_crowd_has_room(cw_crowd *crowd, cw_vec3 position, double radius) {
    CW_ASSERT(crowd != NULL);
    cw_vec3 local = cw_crowd_local(crowd, position);
    uint32_t cell = cw_navmesh_locate(&crowd->mesh, local);
    cw_vec2 at = {local.x, local.y};
    if (cell == CW_NONE || !cw_clearance_has_room(&crowd->clearance, cell, at, radius)) {
        return false;
    }
    const cw_crowd_columns *agents = &crowd->agents;
    double z = cw_crowd_height(crowd, cell, at);
    for (uint32_t i = 0; i < agents->count; i++) {
        cw_vec2 way = cw_vec2_sub(cw_crowd_at(crowd, i), at);
        double touch = radius + agents->radius[i];
        if (cw_crowd_on_floor(crowd, i) && cw_vec2_dot(way, way) < touch * touch &&
            fabs(agents->z[i] - z) < crowd->config.body_height) {
            return false;
        }
    }
    return true;
}
