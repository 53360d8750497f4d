/// A scenario at work: steps the crowd from frame to frame, lets agents in, and keeps the books.
///
/// A frame is a whole number of equal steps, none longer than the scenario's. An agent is in every
/// frame from its start to its arrival, that one included when both fall together.
#include "scenario/simulation.h"

#include <math.h>

/// Seconds by which the time of an arrival and of a frame may differ and still be the same.
static const double SAME_TIME = 1e-6;

static cw_status make_roadmap(cw_simulation *simulation) {
    const cw_scenario *scenario = simulation->scenario;
    if (scenario->route != CW_ROUTE_ROADMAP) {
        return CW_OK;
    }
    if (scenario->skeleton.wall_count == 0) {
        return cw_fail(simulation->context, CW_ERROR_INPUT,
                       "route: a roadmap is made of a plan or a scene, not of a mesh");
    }
    CW_TRY(cw_roadmap_build(simulation->context, &scenario->skeleton, simulation->clearance,
                            &scenario->roadmap, &simulation->roadmap));
    return cw_crowd_use_roadmap(simulation->crowd, &simulation->roadmap, scenario->weight);
}

static cw_status prepare(cw_simulation *simulation) {
    const cw_scenario *scenario = simulation->scenario;
    cw_context *context = simulation->context;
    CW_TRY(cw_scenario_check(context, scenario));
    CW_TRY(cw_query_create(context, simulation->clearance, &simulation->query));
    cw_crowd_config config = scenario->crowd;
    config.seed = scenario->seed;
    CW_TRY(cw_crowd_create(context, simulation->clearance, &config, &simulation->crowd));
    CW_TRY(make_roadmap(simulation));
    simulation->steps_per_frame = (uint32_t)ceil(1 / (scenario->fps * scenario->step) - SAME_TIME);
    simulation->steps_per_frame += simulation->steps_per_frame == 0 ? 1 : 0;
    simulation->dt = 1 / (scenario->fps * simulation->steps_per_frame);
    CW_TRY(cw_simulation_draw_agents(simulation));
    CW_TRY(cw_simulation_add_journeys(simulation));
    CW_TRY(cw_simulation_let_in(simulation, 0, true));
    return cw_simulation_check_later(simulation);
}

cw_status cw_simulation_create(cw_context *context, const cw_scenario *scenario,
                               const cw_clearance *clearance, cw_simulation **simulation) {
    *simulation = NULL;
    cw_simulation *made = NULL;
    CW_TRY(CW_ALLOCATE(context, made, 1));
    made->context = context;
    made->scenario = scenario;
    made->clearance = clearance;
    cw_status status = prepare(made);
    if (status != CW_OK) {
        cw_simulation_free(made);
        return status;
    }
    *simulation = made;
    return CW_OK;
}

void cw_simulation_free(cw_simulation *simulation) {
    if (simulation == NULL) {
        return;
    }
    cw_context *context = simulation->context;
    cw_crowd_free(simulation->crowd);
    cw_roadmap_free(context, &simulation->roadmap);
    cw_query_free(simulation->query);
    CW_RELEASE(context, simulation->agents, simulation->agent_count);
    CW_RELEASE(context, simulation->last, simulation->agent_count);
    CW_RELEASE(context, simulation->entries, simulation->agent_count);
    CW_RELEASE(context, simulation->queues, simulation->scenario->group_count);
    CW_RELEASE(context, simulation->targets, simulation->scenario->region_count);
    cw_bodies_free(context, &simulation->bodies);
    CW_ARRAY_FREE(context, &simulation->points);
    CW_ARRAY_FREE(context, &simulation->leavers);
    CW_ARRAY_FREE(context, &simulation->changed);
    CW_RELEASE(context, simulation, 1);
}

/// Somebody left right on a frame: the frame shows him where he arrived.
static cw_status keep_leaver(cw_simulation *simulation, const cw_crowd_event *event,
                             uint32_t agent) {
    cw_vec3 last = simulation->last[agent];
    cw_vec2 velocity = {(event->position.x - last.x) * simulation->scenario->fps,
                        (event->position.y - last.y) * simulation->scenario->fps};
    return CW_ARRAY_PUSH(
        simulation->context, &simulation->leavers,
        (cw_track_point){
            .agent = agent, .cell = CW_NONE, .position = event->position, .velocity = velocity});
}

static cw_status note_event(cw_simulation *simulation, const cw_crowd_event *event,
                            double step_time, double frame_time) {
    uint32_t agent = (uint32_t)(event->serial - 1);
    cw_track_agent *own = &simulation->agents[agent];
    own->walked = event->walked;
    bool leaves = simulation->scenario->groups[own->group].at_end == CW_AT_END_LEAVE;
    // The crowd adds up its steps; what they add up to is known better here.
    double time = fabs(event->time - step_time) < SAME_TIME ? step_time : event->time;
    switch (event->kind) {
    case CW_EVENT_ARRIVED:
        own->outcome = CW_OUTCOME_ARRIVED;
        own->end = time;
        simulation->arrived++;
        simulation->gone += leaves ? 1 : 0;
        if (leaves && fabs(time - frame_time) < SAME_TIME) {
            CW_TRY(keep_leaver(simulation, event, agent));
        }
        break;
    case CW_EVENT_NO_WAY:
    case CW_EVENT_STUCK: own->outcome = CW_OUTCOME_STUCK; break;
    case CW_EVENT_REMOVED:
        own->outcome = CW_OUTCOME_REMOVED;
        own->end = time;
        simulation->gone++;
        break;
    case CW_EVENT_STARTED:
    case CW_EVENT_REACHED:
    case CW_EVENT_MOVED: return CW_OK;
    }
    return CW_ARRAY_PUSH(simulation->context, &simulation->changed, agent);
}

static cw_status step_to_frame(cw_simulation *simulation) {
    double frame_time = simulation->frame / simulation->scenario->fps;
    double before = (simulation->frame - 1) / simulation->scenario->fps;
    for (uint32_t i = 0; i < simulation->steps_per_frame; i++) {
        if (i > 0) { // before that the frame was the time to come
            CW_TRY(cw_simulation_let_in(simulation, before + i * simulation->dt, false));
        }
        CW_TRY(cw_crowd_step(simulation->crowd, simulation->dt));
        double after =
            i + 1 < simulation->steps_per_frame ? before + (i + 1) * simulation->dt : frame_time;
        uint32_t count = 0;
        const cw_crowd_event *events = cw_crowd_events(simulation->crowd, &count);
        for (uint32_t k = 0; k < count; k++) {
            CW_TRY(note_event(simulation, &events[k], after, frame_time));
        }
    }
    return cw_simulation_let_in(simulation, frame_time, false);
}

/// Everybody on the floor, and who leaves right now, in order of ids.
static cw_status fill_frame(cw_simulation *simulation) {
    cw_crowd_agents view;
    cw_crowd_view(simulation->crowd, &view);
    size_t total = (size_t)view.count + simulation->leavers.count;
    CW_TRY(CW_ARRAY_RESERVE(simulation->context, &simulation->points, total));
    simulation->points.count = 0;
    uint32_t leaver = 0;
    for (uint32_t i = 0; i <= view.count; i++) {
        uint32_t agent = i < view.count ? (uint32_t)(view.serial[i] - 1) : CW_NONE;
        while (leaver < simulation->leavers.count &&
               simulation->leavers.items[leaver].agent < agent) {
            simulation->points.items[simulation->points.count++] =
                simulation->leavers.items[leaver++];
        }
        if (agent == CW_NONE) {
            break;
        }
        cw_vec3 position = cw_crowd_position(simulation->crowd, i);
        simulation->last[agent] = position;
        simulation->agents[agent].walked = view.walked[i];
        simulation->agents[agent].shortest = view.shortest[i];
        simulation->points.items[simulation->points.count++] =
            (cw_track_point){.agent = agent,
                             .cell = view.cell[i],
                             .position = position,
                             .velocity = {view.vx[i], view.vy[i]}};
    }
    return CW_OK;
}

cw_simulation_progress cw_simulation_state(const cw_simulation *simulation) {
    cw_simulation_progress state = {.time = cw_crowd_time(simulation->crowd),
                                    .to_come = simulation->agent_count - simulation->started,
                                    .present = simulation->started - simulation->gone,
                                    .arrived = simulation->arrived};
    cw_crowd_agents view;
    cw_crowd_view(simulation->crowd, &view);
    for (uint32_t i = 0; i < view.count; i++) {
        bool stands = view.state[i] == CW_AGENT_ARRIVED || view.state[i] == CW_AGENT_NO_WAY ||
                      view.state[i] == CW_AGENT_LED;
        state.standing += stands ? 1 : 0;
    }
    return state;
}

static bool is_over(const cw_simulation *simulation) {
    const cw_scenario *scenario = simulation->scenario;
    if (simulation->frame == 0) {
        return false;
    }
    if (simulation->frame / scenario->fps > scenario->duration + SAME_TIME) {
        return true;
    }
    cw_simulation_progress state = cw_simulation_state(simulation);
    return state.to_come == 0 && state.present == state.standing;
}

cw_status cw_simulation_next(cw_simulation *simulation, cw_frame *frame, bool *done) {
    *frame = (cw_frame){0};
    *done = is_over(simulation);
    if (*done) {
        return CW_OK;
    }
    if (simulation->frame > 0) {
        simulation->changed.count = 0;
        simulation->leavers.count = 0;
        CW_TRY(step_to_frame(simulation));
    }
    CW_TRY(fill_frame(simulation));
    *frame = (cw_frame){.index = simulation->frame,
                        .time = simulation->frame / simulation->scenario->fps,
                        .points = simulation->points.items,
                        .count = simulation->points.count,
                        .changed = simulation->changed.items,
                        .changed_count = simulation->changed.count};
    simulation->frame++;
    return CW_OK;
}

const cw_track_agent *cw_simulation_agents(const cw_simulation *simulation, uint32_t *count) {
    *count = simulation->agent_count;
    return simulation->agents;
}

cw_crowd *cw_simulation_crowd(cw_simulation *simulation) {
    return simulation->crowd;
}
