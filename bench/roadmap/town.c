/// Experiment: a thousand people in a town, on shortest paths, over level 0 and over all lanes.
///
/// Starts and goals are random places, as in the paper, which tells 5387 edges of level 0 and 1908
/// of lanes on its map, and 35 frames a second with level 0, 4 to 5 fewer with lanes. Told here:
/// the share of the floor that somebody walked on (squares of half a metre), how many people there
/// are around a person, times of travel, and what routing takes of a step.
#include "roadmap/ground_map.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { PEOPLE = 1000, BINS = 400 };
/// Metres: a side of the town, of a square of floor, and the radius in which people are counted.
static const double SIDE = 500, SQUARE = 0.5, AROUND = 1.5;
/// Seconds: a step, between two counts, and the longest run.
static const double STEP = 0.1, COUNT_EVERY = 5, LONGEST = 900;
/// Percent of a step that routing may take.
static const double ROUTING_LIMIT = 5;

/// One way to route everybody.
typedef struct variant {
    const char *name;
    bool roadmap;
    cw_roadmap_config config;
    cw_roadmap_weight weight;
} variant;

typedef struct town {
    cw_bench_report *report;
    const variant *variant;
    cw_ground_map map;
    cw_crowd *crowd;
    uint8_t *visited;  ///< per square
    double bins[BINS]; ///< people around a person, how often
    double density_sum, density_count;
    double started[PEOPLE];
    double seconds; ///< of stepping
    double ratio_sum, arrived;
} town;

static cw_status add_people(town *t) {
    cw_context *context = t->map.context;
    cw_query *places = NULL;
    uint64_t seed = 11;
    cw_status status = cw_query_create(context, &t->map.clearance, &places);
    for (uint32_t i = 0; i < PEOPLE && status == CW_OK; i++) {
        cw_agent_config agent = cw_agent_config_default();
        cw_agent handle;
        cw_vec3 goal;
        uint32_t target;
        agent.radius = 0.25;
        agent.spread = 0.5;
        do {
            status = cw_query_random(places, &seed, agent.radius, &agent.position);
        } while (status == CW_OK && !cw_crowd_has_room(t->crowd, agent.position, agent.radius));
        status = status != CW_OK ? status : cw_query_random(places, &seed, agent.radius, &goal);
        cw_crowd_target point = {CW_TARGET_POINT, &goal, 1, 0.5};
        status = status != CW_OK ? status : cw_crowd_add_target(t->crowd, &point, &target);
        cw_crowd_goal stop = {&target, 1, 0};
        status =
            status != CW_OK ? status : cw_crowd_add_journey(t->crowd, &stop, 1, &agent.journey);
        status = status != CW_OK ? status : cw_crowd_add(t->crowd, &agent, &handle);
    }
    cw_query_free(places);
    return status;
}

static void visit(town *t, const cw_crowd_agents *view) {
    uint32_t across = (uint32_t)(SIDE / SQUARE);
    for (uint32_t i = 0; i < view->count; i++) {
        cw_vec3 at = cw_crowd_position(t->crowd, i);
        uint32_t x = (uint32_t)(at.x / SQUARE), y = (uint32_t)(at.y / SQUARE);
        if (x < across && y < across) {
            t->visited[(size_t)y * across + x] = 1;
        }
    }
}

static void count_around(town *t, const cw_crowd_agents *view) {
    for (uint32_t i = 0; i < view->count; i++) {
        cw_vec3 at = cw_crowd_position(t->crowd, i);
        uint32_t count = 0;
        for (uint32_t k = 0; k < view->count; k++) {
            cw_vec3 other = cw_crowd_position(t->crowd, k);
            double x = other.x - at.x, y = other.y - at.y;
            count += x * x + y * y <= AROUND * AROUND;
        }
        t->bins[count < BINS ? count : BINS - 1]++;
        t->density_sum += count;
        t->density_count++;
    }
}

/// Those who have arrived since the last look: their time over that of the shortest way.
static void note_arrivals(town *t) {
    uint32_t count;
    const cw_crowd_event *events = cw_crowd_events(t->crowd, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t serial = events[i].serial;
        if (events[i].kind == CW_EVENT_ARRIVED && serial <= PEOPLE && t->started[serial - 1] > 0) {
            t->ratio_sum += events[i].time / t->started[serial - 1];
            t->arrived++;
        }
    }
}

/// Keeps the seconds that the shortest way of everybody takes.
static void keep_shortest(town *t, const cw_crowd_agents *view) {
    for (uint32_t i = 0; i < view->count; i++) {
        if (view->serial[i] <= PEOPLE && view->shortest[i] > 0) {
            t->started[view->serial[i] - 1] = view->shortest[i] / cw_agent_config_default().speed;
        }
    }
}

static cw_status walk(town *t) {
    cw_status status = CW_OK;
    double next_count = COUNT_EVERY;
    cw_crowd_agents view;
    cw_crowd_view(t->crowd, &view);
    while (status == CW_OK && view.count > 0 && cw_crowd_time(t->crowd) < LONGEST) {
        cw_bench_time start = cw_bench_now();
        status = t->report->stopped() ? CW_ERROR_CANCELLED : cw_crowd_step(t->crowd, STEP);
        t->seconds += cw_bench_since(start).wall;
        note_arrivals(t);
        cw_crowd_view(t->crowd, &view);
        keep_shortest(t, &view);
        visit(t, &view);
        if (cw_crowd_time(t->crowd) >= next_count) {
            next_count += COUNT_EVERY;
            count_around(t, &view);
        }
        if (t->report->quick && cw_crowd_time(t->crowd) > 30) {
            break;
        }
    }
    return status;
}

static double share_of_floor(const town *t) {
    uint32_t across = (uint32_t)(SIDE / SQUARE);
    double visited = 0, floor = 0;
    for (uint32_t i = 0; i < across * across; i++) {
        cw_vec3 at = {(i % across + 0.5) * SQUARE, (i / across + 0.5) * SQUARE, 0};
        floor += cw_navmesh_locate(&t->map.mesh, at) != CW_NONE;
        visited += t->visited[i];
    }
    return visited / floor;
}

static double percentile(const town *t, double share) {
    double sum = 0;
    uint32_t bin = 0;
    while (bin + 1 < BINS && (sum += t->bins[bin]) < share * t->density_count) {
        bin++;
    }
    return bin;
}

static void tell(town *t) {
    const char *name = t->variant->name;
    cw_bench_report *report = t->report;
    uint32_t lanes = 0;
    for (uint32_t i = 0; i < t->map.roadmap.edge_count; i++) {
        lanes += t->map.roadmap.edges[i].level > 0;
    }
    cw_crowd_routing routing = cw_crowd_get_routing(t->crowd);
    double area = 3.14159265358979 * AROUND * AROUND;
    if (t->variant->roadmap) {
        cw_bench_tell(report, name, "edges of level 0", t->map.roadmap.edge_count - lanes, "",
                      INFINITY, "paper: 5387");
        cw_bench_tell(report, name, "edges of lanes", lanes, "", INFINITY, "paper: 1908");
        cw_bench_tell(report, name, "searches", (double)routing.searches, "", INFINITY, NULL);
        cw_bench_tell(report, name, "routing, of a step", 100 * routing.seconds / t->seconds, "%",
                      ROUTING_LIMIT, "paper: 11 to 14 % of a frame more with lanes");
    }
    cw_bench_tell(report, name, "stepping", t->seconds, "s", INFINITY, NULL);
    cw_bench_tell(report, name, "floor walked on", 100 * share_of_floor(t), "%", INFINITY, NULL);
    cw_bench_tell(report, name, "density, mean", t->density_sum / t->density_count / area,
                  "people/m2", INFINITY, NULL);
    cw_bench_tell(report, name, "density, 95 of 100", percentile(t, 0.95) / area, "people/m2",
                  INFINITY, NULL);
    if (t->arrived > 0) {
        cw_bench_tell(report, name, "not arrived", PEOPLE - t->arrived, "",
                      report->quick ? INFINITY : 0, NULL);
        cw_bench_tell(report, name, "time / shortest", t->ratio_sum / t->arrived, "", INFINITY,
                      NULL);
    }
}

static cw_status run_variant(town *t, const cw_plan *plan) {
    cw_context *context = t->map.context;
    cw_crowd_config config = cw_crowd_config_default();
    cw_status status = cw_ground_map_build(context, plan, &t->variant->config, &t->map);
    status =
        status != CW_OK ? status : cw_crowd_create(context, &t->map.clearance, &config, &t->crowd);
    if (status == CW_OK && t->variant->roadmap) {
        status = cw_crowd_use_roadmap(t->crowd, &t->map.roadmap, t->variant->weight);
    }
    status = status != CW_OK ? status : add_people(t);
    status = status != CW_OK ? status : walk(t);
    if (status == CW_OK) {
        tell(t);
    }
    cw_crowd_free(t->crowd);
    cw_ground_map_free(&t->map);
    return status;
}

cw_status cw_bench_roadmap_town(cw_bench_report *report, cw_context *context) {
    const cw_roadmap_config lanes = cw_roadmap_config_default();
    const variant variants[] = {
        {"town, shortest paths", false, {.spacing = 0.7}, CW_ROADMAP_DENSITY},
        {"town, level 0", true, {.spacing = 3}, CW_ROADMAP_DENSITY},
        {"town, 3 lanes 3 m apart", true, {.spacing = 3, .levels = 3}, CW_ROADMAP_DENSITY},
        {"town, the paper's weight", true, {.spacing = 3, .levels = 3}, CW_ROADMAP_SEED},
        {"town, all lanes 0.7 m apart", true, lanes, CW_ROADMAP_DENSITY},
    };
    cw_plan plan = {0};
    size_t squares = (size_t)(SIDE / SQUARE) * (size_t)(SIDE / SQUARE);
    cw_status status = cw_scene_town(context, 1, &plan);
    for (size_t i = 0; i < sizeof variants / sizeof *variants && status == CW_OK; i++) {
        town *t = calloc(1, sizeof *t);
        if (t == NULL || (t->visited = calloc(squares, 1)) == NULL) {
            free(t);
            status = CW_ERROR_MEMORY;
            break;
        }
        t->report = report;
        t->variant = &variants[i];
        t->map.context = context;
        status = run_variant(t, &plan);
        free(t->visited);
        free(t);
    }
    cw_plan_free(context, &plan);
    return status;
}
