/// Running scenarios; see runs.h.
#include "crowd/runs.h"

#include <math.h>
#include <string.h>

// clang-format off
#define EXAMPLE(name) extern const char cw_example_##name[]; extern const size_t cw_example_##name##_size
EXAMPLE(16_blocks); EXAMPLE(infinity); EXAMPLE(dungeon); EXAMPLE(donut); EXAMPLE(cross);
EXAMPLE(ill_conditioned); EXAMPLE(ill_conditioned_mesh); EXAMPLE(bottleneck); EXAMPLE(ring);
EXAMPLE(square);
#undef EXAMPLE

static const struct example {
    const char *name, *text;
    const size_t *size;
} examples[] = {
#define EXAMPLE(name, variable) {name, cw_example_##variable, &cw_example_##variable##_size}
    EXAMPLE("16-blocks", 16_blocks), EXAMPLE("infinity", infinity), EXAMPLE("dungeon", dungeon),
    EXAMPLE("donut", donut), EXAMPLE("cross", cross), EXAMPLE("bottleneck", bottleneck),
    EXAMPLE("ill-conditioned", ill_conditioned), EXAMPLE("ring", ring),
    EXAMPLE("square", square),
    EXAMPLE("ill-conditioned-mesh.json", ill_conditioned_mesh),
#undef EXAMPLE
};
// clang-format on

static const struct example *find_example(const char *name) {
    for (uint32_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        if (strcmp(examples[i].name, name) == 0) {
            return &examples[i];
        }
    }
    return NULL;
}

/// Also the skeleton, with caps as in `clearway roadmap`, where it is asked for.
static cw_status build_plan(cw_context *context, const char *name, const char *wkt,
                            cw_navmesh *mesh, cw_skeleton *skeleton) {
    cw_plan plan = {0};
    cw_surface surface = {0};
    cw_status status = cw_plan_parse(context, CW_FILE_WKT, name, wkt, strlen(wkt), &plan);
    if (status == CW_OK) {
        status = cw_surface_from_plan(context, &plan, NULL, &surface);
    }
    if (status == CW_OK) {
        status = cw_navmesh_build(context, &surface, NULL, mesh);
    }
    if (status == CW_OK && skeleton != NULL) {
        cw_skeleton_config config = {.miter = 1.2};
        status = cw_skeleton_build(context, &surface, &config, skeleton);
    }
    cw_surface_free(context, &surface);
    cw_plan_free(context, &plan);
    return status;
}

static cw_status build_place(cw_context *context, const char *name, const cw_scenario_place *place,
                             cw_navmesh *mesh, cw_skeleton *skeleton) {
    if (place->wkt != NULL) {
        return build_plan(context, name, place->wkt, mesh, skeleton);
    }
    const struct example *file = find_example(place->path);
    return file != NULL ? cw_navmesh_parse(context, CW_FILE_JSON, file->name,
                                           (const uint8_t *)file->text, *file->size, mesh)
                        : CW_ERROR_INPUT;
}

cw_status cw_stage_open(cw_context *context, const char *name, cw_stage *stage) {
    *stage = (cw_stage){.context = context};
    const struct example *file = find_example(name);
    cw_scenario_place place = {0};
    cw_status status = file != NULL ? cw_scenario_parse(context, name, file->text, *file->size,
                                                        &stage->scenario, &place)
                                    : CW_ERROR_INPUT;
    if (status == CW_OK) {
        bool roadmap = stage->scenario.route == CW_ROUTE_ROADMAP;
        status = build_place(context, name, &place, &stage->mesh,
                             roadmap ? &stage->scenario.skeleton : NULL);
    }
    if (status == CW_OK) {
        status = cw_clearance_build(context, &stage->mesh, &stage->clearance);
    }
    cw_scenario_place_free(context, &place);
    if (status != CW_OK) {
        cw_stage_close(stage);
    }
    return status;
}

void cw_stage_close(cw_stage *stage) {
    cw_scenario_free(stage->context, &stage->scenario);
    cw_clearance_free(stage->context, &stage->clearance);
    cw_navmesh_free(stage->context, &stage->mesh);
}

void cw_stage_set_count(cw_stage *stage, uint32_t count) {
    uint32_t groups = stage->scenario.group_count;
    for (uint32_t i = 0; i < groups; i++) {
        stage->scenario.groups[i].count = count / groups + (i < count % groups ? 1 : 0);
    }
}

void cw_stage_set_model(cw_stage *stage, cw_model type, cw_goal_rule rule) {
    for (uint32_t i = 0; i < stage->scenario.model_count; i++) {
        stage->scenario.models[i].type = type;
        stage->scenario.models[i].goal_rule = rule;
    }
}

void cw_stage_set_step(cw_stage *stage, double step, double substep) {
    stage->scenario.step = step;
    stage->scenario.crowd.max_substep = substep;
    stage->scenario.fps = step > 0.1 ? 1 / step : 10;
}

/// Adds what a run came to, divided where it is a rate.
static void add_result(cw_run_result *sum, const cw_metrics_summary *run,
                       const cw_crowd_stats *stats, double dt, double seconds) {
    double frames = run->frames, time = (double)stats->agent_steps * dt;
    sum->last_low = sum->runs > 0 ? fmin(sum->last_low, run->time_last) : run->time_last;
    sum->last_high = fmax(sum->last_high, run->time_last);
    sum->runs += 1;
    sum->agents += run->agents;
    sum->arrived += run->arrived;
    sum->stuck += run->stuck;
    sum->last += run->time_last;
    sum->space += run->space;
    sum->speed += run->speed_mean;
    sum->pairs += (double)run->collisions / frames;
    sum->wall_touches += (double)run->wall_contacts / frames;
    sum->wall_hits += (double)stats->wall_hits / time;
    sum->step_time += seconds / (double)stats->agent_steps * 1e6;
}

static cw_status add_run(cw_bench_report *report, cw_stage *stage, double from,
                         cw_run_result *sum) {
    cw_context *context = stage->context;
    cw_simulation *simulation = NULL;
    cw_metrics *metrics = NULL;
    const cw_scenario *scenario = &stage->scenario;
    cw_status status = cw_simulation_create(context, scenario, &stage->clearance, &simulation);
    if (status == CW_OK) {
        status = cw_metrics_create(context, scenario, &stage->clearance, scenario->fps, &metrics);
    }
    uint32_t count = 0;
    double seconds = 0, last = 0;
    for (bool done = false; status == CW_OK && !done;) {
        cw_frame frame;
        cw_bench_time start = cw_bench_now();
        status = cw_simulation_next(simulation, &frame, &done);
        seconds += cw_bench_since(start).cpu;
        const cw_track_agent *agents = cw_simulation_agents(simulation, &count);
        if (status == CW_OK && !done && frame.time >= from) {
            status = cw_metrics_add(metrics, &frame, agents, count);
            last = frame.time;
        }
        status = report->stopped() ? CW_ERROR_CANCELLED : status;
    }
    cw_metrics_summary run;
    if (status == CW_OK) {
        status = cw_metrics_result(metrics, cw_simulation_agents(simulation, &count), count, &run);
    }
    if (status == CW_OK) {
        cw_crowd_stats stats = cw_crowd_get_stats(cw_simulation_crowd(simulation));
        double simulated = cw_simulation_state(simulation).time;
        add_result(sum, &run, &stats, simulated / (double)stats.substeps, seconds);
        for (uint32_t i = 0; i < run.measure_count; i++) {
            sum->crossings += ((double)run.measures[i].forward - run.measures[i].backward) /
                              (last - from) / run.measure_count;
        }
    }
    cw_metrics_free(metrics);
    cw_simulation_free(simulation);
    return status;
}

cw_status cw_stage_run(cw_bench_report *report, cw_stage *stage, uint32_t seeds, double from,
                       cw_run_result *mean) {
    *mean = (cw_run_result){0};
    cw_status status = CW_OK;
    for (uint32_t seed = 1; seed <= seeds && status == CW_OK; seed++) {
        stage->scenario.seed = seed;
        status = add_run(report, stage, from, mean);
    }
    double *values[] = {&mean->agents,    &mean->arrived,   &mean->stuck,     &mean->last,
                        &mean->space,     &mean->pairs,     &mean->wall_hits, &mean->wall_touches,
                        &mean->crossings, &mean->step_time, &mean->speed};
    for (uint32_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        *values[i] /= seeds;
    }
    return status;
}
