/// Benchmark `crowd`: CPU time per agent and substep, one thread; and the wall time of a substep of
/// very many on two workers, which tells nothing but on a machine that is otherwise idle.
///
/// The disc is that of RVO2's figures: agents of radius 1.5 m, 5 m apart, that all walk to the
/// other side, with 10 neighbours within 15 m; there are no walls near. Blocks and pillars have way
/// portals, walls and the hard move. Searches for paths are part of it.
#include "crowd/runs.h"

#include <math.h>
#include <stdio.h>

/// A place with a crowd.
typedef struct stage {
    cw_context *context;
    cw_plan plan;
    cw_surface surface;
    cw_navmesh mesh;
    cw_clearance clearance;
    cw_crowd *crowd;
    double wall; ///< seconds of a step that was measured, the median
} stage;

static cw_status add_box(stage *s, cw_ring_kind kind, double x, double y, double width,
                         double height) {
    const cw_vec2 ring[] = {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
    return cw_plan_add(s->context, &s->plan, kind, 0, ring, 4);
}

static cw_status build(stage *s, const cw_crowd_config *config) {
    cw_status status = cw_surface_from_plan(s->context, &s->plan, NULL, &s->surface);
    if (status == CW_OK) {
        status = cw_navmesh_build(s->context, &s->surface, NULL, &s->mesh);
    }
    if (status == CW_OK) {
        status = cw_clearance_build(s->context, &s->mesh, &s->clearance);
    }
    return status == CW_OK ? cw_crowd_create(s->context, &s->clearance, config, &s->crowd) : status;
}

static void strike(stage *s) {
    cw_crowd_free(s->crowd);
    cw_clearance_free(s->context, &s->clearance);
    cw_navmesh_free(s->context, &s->mesh);
    cw_surface_free(s->context, &s->surface);
    cw_plan_free(s->context, &s->plan);
}

/// Most steps that are measured.
enum { MOST_STEPS = 2000 };

/// Steps for a while, and tells the time per agent and substep.
static cw_status measure(cw_bench_report *report, stage *s, const char *name, int warm_up,
                         int steps, double dt, double limit, const char *note) {
    double wall[MOST_STEPS], seconds = 0;
    cw_status status = CW_OK;
    for (int i = 0; i < warm_up && status == CW_OK; i++) {
        status = cw_crowd_step(s->crowd, dt);
    }
    cw_crowd_stats before = cw_crowd_get_stats(s->crowd);
    for (int i = 0; i < steps && status == CW_OK; i++) {
        cw_bench_time start = cw_bench_now();
        status = report->stopped() ? CW_ERROR_CANCELLED : cw_crowd_step(s->crowd, dt);
        cw_bench_time spent = cw_bench_since(start);
        wall[i] = spent.wall;
        seconds += spent.cpu;
    }
    cw_crowd_stats after = cw_crowd_get_stats(s->crowd);
    double count = (double)(after.agent_steps - before.agent_steps);
    cw_crowd_agents view;
    cw_crowd_view(s->crowd, &view);
    if (status == CW_OK && count > 0) {
        s->wall = cw_bench_median(wall, (uint32_t)steps);
        cw_bench_tell(report, name, "CPU time per agent and substep", seconds / count * 1e6, "us",
                      limit, note);
        cw_bench_tell(report, name, "casts per agent and substep",
                      (double)(after.casts - before.casts) / count, "", INFINITY, NULL);
        cw_bench_tell(report, name, "memory per agent",
                      (double)cw_crowd_bytes(s->crowd) / view.count, "bytes", INFINITY, NULL);
    }
    return status;
}

/// Agents in a disc, each led to the other side.
static cw_status fill_disc(stage *s, uint32_t count) {
    const double spacing = 5;
    double radius = spacing * sqrt(count / 3.14159265358979323846), half = radius + 50;
    cw_crowd_config config = cw_crowd_config_default();
    config.sight = 15;
    config.tau = 10;
    config.max_substep = 0.25;
    cw_status status = add_box(s, CW_RING_OUTER, -half, -half, 2 * half, 2 * half);
    status = status == CW_OK ? build(s, &config) : status;
    cw_agent_config agent = cw_agent_config_default();
    agent.radius = 1.5;
    agent.speed = 1;
    agent.max_speed = 2;
    cw_random random = {1};
    int64_t half_count = (int64_t)(radius / spacing) + 1, across = 2 * half_count + 1;
    for (int64_t i = 0; i < across * across && status == CW_OK; i++) {
        cw_vec2 at = {
            spacing * (double)(i % across - half_count) + cw_random_range(&random, -0.9, 0.9),
            spacing * (double)(i / across - half_count) + cw_random_range(&random, -0.9, 0.9)};
        double far = sqrt(at.x * at.x + at.y * at.y);
        if (far > radius || far < 1) {
            continue;
        }
        cw_agent handle;
        agent.position = (cw_vec3){at.x, at.y, 0};
        status = cw_crowd_add(s->crowd, &agent, &handle);
        if (status == CW_OK) {
            status = cw_crowd_set_velocity(s->crowd, handle, (cw_vec2){-at.x / far, -at.y / far});
        }
    }
    return status;
}

static cw_status measure_discs(cw_bench_report *report, cw_context *context) {
    static const uint32_t counts[] = {1000, 5000, 20000, 100000};
    static const char *const notes[] = {"RVO2: 0.8 to 1.1", "RVO2: 0.7 to 1.0", "RVO2: 0.8 to 1.0",
                                        "RVO2: 0.8"};
    cw_status status = CW_OK;
    for (int i = 0; i < (report->quick ? 2 : 4) && status == CW_OK; i++) {
        stage s = {.context = context};
        char name[40];
        snprintf(name, sizeof name, "disc, %u agents", counts[i]);
        status = fill_disc(&s, counts[i]);
        if (status == CW_OK) {
            status = measure(report, &s, name, 20, 100, 0.25, 0.6, notes[i]);
        }
        strike(&s);
    }
    return status;
}

/// A journey over points of a radius, each its own target.
static cw_status add_tour(stage *s, const cw_vec2 *points, uint32_t count, double radius,
                          uint32_t rounds, uint32_t *journey) {
    uint32_t targets[64], goal_count = 0;
    cw_crowd_goal goals[64];
    for (uint32_t i = 0; i < count; i++) {
        cw_vec3 point = {points[i].x, points[i].y, 0};
        cw_crowd_target target = {CW_TARGET_POINT, &point, 1, radius};
        cw_status status = cw_crowd_add_target(s->crowd, &target, &targets[i]);
        if (status != CW_OK) {
            return status;
        }
    }
    for (uint32_t round = 0; round < rounds; round++) {
        for (uint32_t i = 0; i < count && goal_count < 64; i++) {
            goals[goal_count++] = (cw_crowd_goal){&targets[i], 1, 0};
        }
    }
    return cw_crowd_add_journey(s->crowd, goals, goal_count, journey);
}

/// The 16 blocks of the seeds' experiments, with 85 agents.
static cw_status measure_blocks(cw_bench_report *report, cw_context *context) {
    static const cw_vec2 tour[] = {{10.5, 10.5}, {10.5, 19.5}, {19.5, 19.5},
                                   {19.5, 10.5}, {28.5, 10.5}, {28.5, 28.5},
                                   {10.5, 28.5}, {10.5, 37.5}, {37.5, 37.5}};
    stage s = {.context = context};
    cw_status status = add_box(&s, CW_RING_OUTER, 0, 0, 39, 39);
    for (int i = 0; i < 16 && status == CW_OK; i++) {
        status = add_box(&s, CW_RING_OBSTACLE, 3 + 9 * (i % 4), 3 + 9 * (double)(i / 4), 6, 6);
    }
    status = status == CW_OK ? build(&s, NULL) : status;
    cw_agent_config agent = cw_agent_config_default();
    agent.speed = 1.3;
    status = status == CW_OK ? add_tour(&s, tour, 9, 2.2, 2, &agent.journey) : status;
    for (int i = 0; i < 85 && status == CW_OK; i++) {
        cw_agent handle;
        agent.position = (cw_vec3){0.4 + 0.65 * (i % 4), 0.5 + 0.65 * (double)(i / 4), 0};
        status = cw_crowd_add(s.crowd, &agent, &handle);
    }
    if (status == CW_OK) {
        status = measure(report, &s, "16 blocks, 85 agents", 100, 1900, 0.05, 1.6, NULL);
    }
    strike(&s);
    return status;
}

/// 18 round pillars, with 160 agents that walk to and fro between both sides.
static cw_status measure_pillars(cw_bench_report *report, cw_context *context) {
    static const cw_vec2 tours[2][2] = {{{28, 8}, {2, 8}}, {{2, 8}, {28, 8}}};
    stage s = {.context = context};
    cw_status status = add_box(&s, CW_RING_OUTER, 0, 0, 30, 16);
    for (int i = 0; i < 18 && status == CW_OK; i++) {
        cw_vec2 ring[24];
        double x = 6 + 3.5 * (i % 6), y = 4 + 4 * (double)(i / 6) + 0.5 * (i % 2);
        for (int k = 0; k < 24; k++) {
            double angle = k * 3.14159265358979323846 / 12;
            ring[k] = (cw_vec2){x + 0.8 * cos(angle), y + 0.8 * sin(angle)};
        }
        status = cw_plan_add(context, &s.plan, CW_RING_OBSTACLE, 0, ring, 24);
    }
    status = status == CW_OK ? build(&s, NULL) : status;
    uint32_t journeys[2] = {0, 0};
    for (int i = 0; i < 2 && status == CW_OK; i++) {
        status = add_tour(&s, tours[i], 2, 1.5, 30, &journeys[i]);
    }
    cw_agent_config agent = cw_agent_config_default();
    for (int i = 0; i < 160 && status == CW_OK; i++) {
        cw_agent handle;
        agent.journey = journeys[i & 1];
        agent.position = (cw_vec3){(i & 1 ? 28.5 : 0.5) - 0.6 * (i & 1 ? 1 : -1) * (i / 40),
                                   0.7 + 0.75 * (i / 2 % 20), 0};
        status = cw_crowd_add(s.crowd, &agent, &handle);
    }
    if (status == CW_OK) {
        status = measure(report, &s, "pillars, 160 agents", 100, 2000, 0.05, 2.0, NULL);
    }
    strike(&s);
    return status;
}

/// 60 by 60 blocks with 100,000 agents on their way to the four corners, by shared routes.
static cw_status fill_city(stage *s) {
    enum { BLOCKS = 60, AGENTS = 100000 };
    const double side = 9 * BLOCKS + 3;
    cw_crowd_config config = cw_crowd_config_default();
    config.shared_routes = true;
    config.max_substep = 0.1;
    cw_status status = add_box(s, CW_RING_OUTER, 0, 0, side, side);
    for (int i = 0; i < BLOCKS * BLOCKS && status == CW_OK; i++) {
        double x = 3 + 9 * (double)(i % BLOCKS), y = 3 + 9 * (double)(i / BLOCKS);
        status = add_box(s, CW_RING_OBSTACLE, x, y, 6, 6);
    }
    status = status == CW_OK ? build(s, &config) : status;
    uint32_t journeys[4] = {0};
    for (int i = 0; i < 4 && status == CW_OK; i++) {
        cw_vec2 corner = {i % 2 ? side - 1.5 : 1.5, i / 2 ? side - 1.5 : 1.5};
        status = add_tour(s, &corner, 1, 1, 1, &journeys[i]);
    }
    cw_random random = {1};
    cw_agent_config agent = cw_agent_config_default();
    for (uint32_t i = 0; i < AGENTS && status == CW_OK; i++) { // four abreast in all long streets
        double x = 1 + 1.3 * (i / 4 % 415), y = 9 * (double)(i / 4 / 415) + 0.6 + 0.6 * (i % 4);
        cw_agent handle;
        agent.journey = journeys[(uint32_t)cw_random_range(&random, 0, 3.999)];
        agent.position = (cw_vec3){x, y, 0};
        status = cw_crowd_add(s->crowd, &agent, &handle);
    }
    return status;
}

/// How long two workers take for a substep of 100,000 agents among walls: ten in a second.
static cw_status measure_city(cw_bench_report *report) {
    cw_context_config config = cw_context_config_default();
    config.workers = 2;
    stage s = {0};
    cw_status status = cw_context_create(&config, &s.context);
    if (status != CW_OK) {
        return status;
    }
    const char *name = "60 x 60 blocks, 100000 agents";
    status = fill_city(&s);
    status = status == CW_OK ? measure(report, &s, name, 10, 30, 0.1, INFINITY, NULL) : status;
    if (status == CW_OK) {
        cw_bench_tell(report, name, "wall time of a substep, two workers", s.wall, "s", 0.1,
                      "tells nothing where others keep the cores busy");
    }
    strike(&s);
    cw_context_free(s.context);
    return status;
}

static cw_status measure_all(cw_bench_report *report, cw_context *context) {
    cw_status status = measure_discs(report, context);
    status = status == CW_OK ? measure_blocks(report, context) : status;
    status = status == CW_OK ? measure_pillars(report, context) : status;
    status = status == CW_OK && !report->quick ? measure_city(report) : status;
    status = status == CW_OK ? cw_bench_crowd_steps(report, context) : status;
    return status == CW_OK ? cw_bench_crowd_goals(report, context) : status;
}

cw_status cw_bench_donut(cw_bench_report *report) {
    return cw_bench_run(report, cw_bench_crowd_donut);
}

cw_status cw_bench_density(cw_bench_report *report) {
    return cw_bench_run(report, cw_bench_crowd_density);
}

cw_status cw_bench_crowd(cw_bench_report *report) {
    return cw_bench_run(report, measure_all);
}
