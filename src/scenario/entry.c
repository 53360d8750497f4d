/// Coming onto the floor: by region, at a random place with room; by positions, each in turn. Who
/// is due and finds no room waits outside, and with him those of his group behind him.
#include "scenario/simulation.h"

#include <math.h>
#include <stdio.h>

/// Random places that are tried for one agent: at the start, and in each later step.
enum { START_TRIES = 1000, STEP_TRIES = 20 };
/// Bytes of a reason in a message.
enum { REASON_SIZE = 256 };
/// Draws in a row that miss the region itself before giving up: regions are not that much smaller
/// than their boxes, unless they are very thin; and corners of the region that are looked at, for
/// each place that is tried, so that regions of very many corners do not hang a run.
enum { MISS_LIMIT = 1000, CORNER_LIMIT = 50000 };
/// Metres kept free to walls beyond the radius by random places, far above the rounding of
/// positions; places that were given may touch a wall to rounding.
static const double WALL_GAP = 1e-6, GIVEN_GAP = -1e-9;
/// Seconds by which a start may lie after a step and still belong to it: sums of steps round.
static const double DUE_TOLERANCE = 1e-9;

static bool in_polygon(const cw_vec3 *points, uint32_t count, double x, double y) {
    bool inside = false;
    for (uint32_t i = 0, k = count - 1; i < count; k = i++) {
        const cw_vec3 *a = &points[i], *b = &points[k];
        if ((a->y > y) != (b->y > y) && x < (b->x - a->x) * (y - a->y) / (b->y - a->y) + a->x) {
            inside = !inside;
        }
    }
    return inside;
}

/// A random place of a region; false where the draw missed it.
static bool draw_place(const cw_simulation *simulation, const cw_scenario_region *region,
                       const double box[4], uint32_t agent, uint32_t draw, cw_vec3 *place) {
    const cw_scenario *scenario = simulation->scenario;
    const cw_vec3 *points = scenario->points + region->point_first;
    uint64_t id = (uint64_t)agent + 1, count = 2 * (uint64_t)draw;
    double u = cw_random_share(scenario->seed, id, CW_PURPOSE_PLACE, count);
    double v = cw_random_share(scenario->seed, id, CW_PURPOSE_PLACE, count + 1);
    if (region->kind == CW_TARGET_SEGMENT) {
        *place = (cw_vec3){points[0].x + u * (points[1].x - points[0].x),
                           points[0].y + u * (points[1].y - points[0].y),
                           points[0].z + u * (points[1].z - points[0].z)};
        return true;
    }
    *place = (cw_vec3){box[0] + u * (box[2] - box[0]), box[1] + v * (box[3] - box[1]), points[0].z};
    if (region->kind == CW_TARGET_POINT) {
        double dx = place->x - points[0].x, dy = place->y - points[0].y;
        return dx * dx + dy * dy <= region->radius * region->radius;
    }
    return in_polygon(points, region->point_count, place->x, place->y);
}

static bool clears_walls(cw_simulation *simulation, cw_vec3 place, double room) {
    double distance = 0;
    return cw_query_wall(simulation->query, place, &distance, NULL) == CW_OK && distance >= room;
}

static bool has_room(cw_simulation *simulation, cw_vec3 *place, double radius, double gap) {
    if (!clears_walls(simulation, *place, radius + gap)) {
        return false;
    }
    const cw_navmesh *mesh = simulation->clearance->mesh;
    uint32_t cell = cw_navmesh_locate(mesh, *place);
    place->z = cw_navmesh_height(mesh, cell, (cw_vec2){place->x, place->y});
    return cw_bodies_free_at(&simulation->bodies, *place, radius,
                             simulation->scenario->crowd.body_height);
}

/// A place in the region of a group with room for an agent.
static bool find_place(cw_simulation *simulation, uint32_t group, uint32_t agent, uint32_t tries,
                       cw_vec3 *place) {
    const cw_scenario *scenario = simulation->scenario;
    cw_gate_queue *queue = &simulation->queues[group];
    const cw_scenario_region *region = &scenario->regions[scenario->groups[group].region];
    double radius = simulation->agents[agent].radius;
    uint64_t corners = 0, most = (uint64_t)tries * CORNER_LIMIT;
    for (uint32_t i = 0, missed = 0; i < tries && missed < MISS_LIMIT && corners < most;) {
        corners += region->point_count;
        if (!draw_place(simulation, region, queue->box, agent, queue->tries++, place)) {
            missed++;
            continue;
        }
        missed = 0;
        if (has_room(simulation, place, radius, WALL_GAP)) {
            queue->tries = 0;
            return true;
        }
        i++;
    }
    return false;
}

static cw_status too_small(const cw_simulation *simulation, uint32_t group) {
    const cw_scenario *scenario = simulation->scenario;
    const cw_gate_queue *queue = &simulation->queues[group];
    uint32_t due = 0;
    while (due < queue->count && simulation->entries[queue->first + due].due <= DUE_TOLERANCE) {
        due++;
    }
    return cw_fail(simulation->context, CW_ERROR_INPUT,
                   "groups[%u].count: the region \"%s\" is too small for %u at once: %u fit, "
                   "found by %d random places for each",
                   group, cw_names_get(&scenario->region_names, scenario->groups[group].region),
                   due, queue->head, START_TRIES);
}

/// Which position an agent of a group takes.
static uint32_t turn_of(const cw_simulation *simulation, uint32_t group, uint32_t agent) {
    return (agent - simulation->queues[group].first) %
           simulation->scenario->groups[group].position_count;
}

static cw_status add_agent(cw_simulation *simulation, uint32_t group, uint32_t agent, double time,
                           cw_vec3 place) {
    const cw_scenario *scenario = simulation->scenario;
    const cw_scenario_group *kind = &scenario->groups[group];
    cw_track_agent *own = &simulation->agents[agent];
    cw_agent_config config = cw_agent_config_default();
    config.position = place;
    config.radius = own->radius;
    config.speed = own->speed;
    config.max_speed = own->max_speed;
    config.at_end = kind->at_end;
    config.group = (uint16_t)group;
    config.serial = own->id;
    if (kind->model != CW_NONE) {
        const cw_scenario_model *model = &scenario->models[kind->model];
        config.model = model->type;
        config.goal_rule = model->goal_rule;
        config.time_gap = model->time_gap;
        config.spread = model->spread;
    }
    CW_TRY(cw_simulation_journey_of(simulation, group, agent, &config.journey));
    cw_agent handle;
    cw_status status = cw_crowd_add(simulation->crowd, &config, &handle);
    if (status == CW_ERROR_INPUT && kind->region == CW_NONE) {
        char reason[REASON_SIZE]; // copied: the message is printed into where it comes from
        (void)snprintf(reason, sizeof reason, "%s", cw_context_message(simulation->context));
        return cw_fail(simulation->context, status, "groups[%u].positions[%u]: %s", group,
                       turn_of(simulation, group, agent), reason);
    }
    CW_TRY(status);
    own->start = time;
    own->end = time - 1;
    simulation->last[agent] = place;
    simulation->started++;
    CW_TRY(cw_bodies_add(simulation->context, &simulation->bodies, place, own->radius));
    return CW_ARRAY_PUSH(simulation->context, &simulation->changed, agent);
}

/// The position that an agent of a group takes, on its floor.
static bool take_position(cw_simulation *simulation, uint32_t group, uint32_t agent, bool at_start,
                          cw_vec3 *place) {
    const cw_scenario *scenario = simulation->scenario;
    *place =
        scenario
            ->points[scenario->groups[group].position_first + turn_of(simulation, group, agent)];
    // Places that were given are taken at the start, even if they overlap: bodies part.
    return at_start || has_room(simulation, place, simulation->agents[agent].radius, GIVEN_GAP);
}

static cw_status check_positions(cw_simulation *simulation, uint32_t group) {
    const cw_gate_queue *queue = &simulation->queues[group];
    for (uint32_t i = queue->head; i < queue->count; i++) {
        uint32_t agent = simulation->entries[queue->first + i].agent;
        double radius = simulation->agents[agent].radius;
        cw_vec3 place;
        take_position(simulation, group, agent, true, &place);
        if (!clears_walls(simulation, place, radius + GIVEN_GAP)) {
            return cw_fail(simulation->context, CW_ERROR_INPUT,
                           "groups[%u].positions[%u]: is off the floor, or closer to a wall than "
                           "the radius of agent %u, %g m",
                           group, turn_of(simulation, group, agent), agent + 1, radius);
        }
    }
    return CW_OK;
}

static cw_status check_later(cw_simulation *simulation, uint32_t group) {
    const cw_scenario *scenario = simulation->scenario;
    const cw_gate_queue *queue = &simulation->queues[group];
    uint32_t region = scenario->groups[group].region;
    if (region == CW_NONE) {
        return check_positions(simulation, group);
    }
    uint32_t agent = simulation->entries[queue->first + queue->head].agent;
    double radius = simulation->agents[agent].radius;
    for (uint32_t i = 0; i < START_TRIES; i++) {
        cw_vec3 place;
        if (draw_place(simulation, &scenario->regions[region], queue->box, agent, i, &place) &&
            clears_walls(simulation, place, radius + WALL_GAP)) {
            return CW_OK;
        }
    }
    return cw_fail(simulation->context, CW_ERROR_INPUT,
                   "groups[%u].region: the region \"%s\" has no place for agent %u of radius %g m, "
                   "found by %d random places",
                   group, cw_names_get(&scenario->region_names, region), agent + 1, radius,
                   START_TRIES);
}

static cw_status let_group_in(cw_simulation *simulation, uint32_t group, double time,
                              bool at_start) {
    const cw_scenario_group *kind = &simulation->scenario->groups[group];
    cw_gate_queue *queue = &simulation->queues[group];
    while (queue->head < queue->count) {
        const cw_entry *entry = &simulation->entries[queue->first + queue->head];
        if (entry->due > time + DUE_TOLERANCE) {
            break;
        }
        cw_vec3 place;
        uint32_t tries = at_start ? START_TRIES : STEP_TRIES;
        bool found = kind->region != CW_NONE
                         ? find_place(simulation, group, entry->agent, tries, &place)
                         : take_position(simulation, group, entry->agent, at_start, &place);
        if (!found) {
            return at_start ? too_small(simulation, group) : CW_OK;
        }
        CW_TRY(add_agent(simulation, group, entry->agent, time, place));
        queue->head++;
    }
    return CW_OK;
}

static bool anybody_due(const cw_simulation *simulation, double time) {
    for (uint32_t i = 0; i < simulation->scenario->group_count; i++) {
        const cw_gate_queue *queue = &simulation->queues[i];
        if (queue->head < queue->count &&
            simulation->entries[queue->first + queue->head].due <= time + DUE_TOLERANCE) {
            return true;
        }
    }
    return false;
}

cw_status cw_simulation_let_in(cw_simulation *simulation, double time, bool at_start) {
    if (!anybody_due(simulation, time)) {
        return CW_OK;
    }
    cw_crowd_agents view;
    cw_crowd_view(simulation->crowd, &view);
    double side = 2 * simulation->radius_limit;
    CW_TRY(
        cw_bodies_reset(simulation->context, &simulation->bodies, simulation->agent_count, side));
    for (uint32_t i = 0; i < view.count; i++) {
        CW_TRY(cw_bodies_add(simulation->context, &simulation->bodies,
                             cw_crowd_position(simulation->crowd, i), view.radius[i]));
    }
    for (uint32_t i = 0; i < simulation->leavers.count; i++) { // the frame shows them, too
        const cw_track_point *leaver = &simulation->leavers.items[i];
        CW_TRY(cw_bodies_add(simulation->context, &simulation->bodies, leaver->position,
                             simulation->agents[leaver->agent].radius));
    }
    for (uint32_t i = 0; i < simulation->scenario->group_count; i++) {
        CW_TRY(let_group_in(simulation, i, time, at_start));
    }
    return CW_OK;
}

cw_status cw_simulation_check_later(cw_simulation *simulation) {
    for (uint32_t i = 0; i < simulation->scenario->group_count; i++) {
        if (simulation->queues[i].head < simulation->queues[i].count) {
            CW_TRY(check_later(simulation, i));
        }
    }
    return CW_OK;
}
