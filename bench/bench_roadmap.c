/// Benchmark `roadmap`: skeletons and roadmaps of large plans, routes over those of a town, and the
/// experiments of the paper.
///
/// M. Haciomeroglu, R. G. Laycock and A. M. Day, Virtual agent navigation in open spaces using
/// iterative shrinking polygons (2007): a town of 500 m x 500 m with 1000 people, and a square. The
/// same plans beside CGAL: bench/peers_skeleton.cpp.
#include "crowd/runs.h"
#include "roadmap/ground_map.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// How far ahead of its walls a corner may run, as in `clearway roadmap`.
static const double MITER = 1.2;
/// Seconds for a skeleton of 50,000 and of a million vertices; how much more memory a vertex may
/// take in the larger one.
static const double SECONDS_50K = 0.6, SECONDS_1M = 15, MEMORY_RATIO = 1.5;
/// Microseconds for a route in the town, and to publish 1000 edges.
static const double FIND_LIMIT = 50, PUBLISH_LIMIT = 1;
/// How much more of the square lanes have to use, and their cost in percent of a step.
static const double SPACE_LIMIT = 2;

cw_status cw_ground_map_build(cw_context *context, const cw_plan *plan,
                              const cw_roadmap_config *config, cw_ground_map *map) {
    *map = (cw_ground_map){.context = context};
    cw_skeleton_config shape = {.miter = MITER};
    cw_status status = cw_surface_from_plan(context, plan, NULL, &map->surface);
    status = status != CW_OK ? status
                             : cw_skeleton_build(context, &map->surface, &shape, &map->skeleton);
    status = status != CW_OK ? status : cw_navmesh_build(context, &map->surface, NULL, &map->mesh);
    status = status != CW_OK ? status : cw_clearance_build(context, &map->mesh, &map->clearance);
    return status != CW_OK
               ? status
               : cw_roadmap_build(context, &map->skeleton, &map->clearance, config, &map->roadmap);
}

void cw_ground_map_free(cw_ground_map *map) {
    cw_roadmap_free(map->context, &map->roadmap);
    cw_clearance_free(map->context, &map->clearance);
    cw_navmesh_free(map->context, &map->mesh);
    cw_skeleton_free(map->context, &map->skeleton);
    cw_surface_free(map->context, &map->surface);
}

/// --- large plans --------------------------------------------------------------------------------

/// Bytes that are handed out, and the most there were.
typedef struct counter {
    size_t bytes, most;
} counter;

static void *count_resize(void *user, void *memory, size_t old_size, size_t new_size) {
    counter *count = user;
    void *moved = NULL;
    if (new_size == 0) {
        free(memory);
    } else if ((moved = realloc(memory, new_size)) == NULL) {
        return NULL;
    }
    count->bytes += new_size - old_size;
    count->most = count->bytes > count->most ? count->bytes : count->most;
    return moved;
}

/// What a skeleton came to.
typedef struct skeleton_run {
    double seconds, bytes, vertices;
} skeleton_run;

static cw_status run_skeleton(cw_context *context, const cw_surface *surface, skeleton_run *run) {
    counter count = {0, 0};
    cw_context_config config = cw_context_config_default();
    config.allocator = (cw_allocator){.resize = count_resize, .user = &count};
    cw_context *counting = NULL;
    cw_skeleton skeleton = {0};
    cw_status status = cw_context_create(&config, &counting);
    size_t before = count.bytes;
    cw_bench_time start = cw_bench_now();
    status = status != CW_OK ? status : cw_skeleton_build(counting, surface, NULL, &skeleton);
    *run = (skeleton_run){cw_bench_since(start).cpu, (double)(count.most - before),
                          surface->vertex_count};
    if (status == CW_OK) {
        status = cw_skeleton_validate(context, surface, &skeleton);
        cw_skeleton_free(counting, &skeleton);
    }
    cw_context_free(counting);
    return status;
}

static cw_status measure_size(cw_bench_report *report, cw_context *context, cw_scene_family family,
                              uint32_t vertices, double rotation, double limit,
                              double *vertex_bytes) {
    cw_scene_config config = cw_scene_config_default();
    config.family = family;
    config.vertices = vertices;
    config.rotation = rotation;
    cw_plan plan = {0};
    cw_surface surface = {0};
    skeleton_run run = {0};
    cw_status status = cw_scene_make(context, &config, &plan);
    status = status != CW_OK ? status : cw_surface_from_plan(context, &plan, NULL, &surface);
    status = status != CW_OK ? status : run_skeleton(context, &surface, &run);
    if (status == CW_OK) {
        char name[40];
        snprintf(name, sizeof name, "%s %s%s", cw_scene_family_name(family),
                 vertices >= 1000000 ? "1M" : "50k", rotation != 0 ? ", turned" : "");
        *vertex_bytes = run.bytes / run.vertices;
        cw_bench_tell(report, name, "skeleton, CPU time", run.seconds, "s", limit, NULL);
        cw_bench_tell(report, name, "memory per vertex", *vertex_bytes, "bytes", INFINITY, NULL);
    }
    cw_surface_free(context, &surface);
    cw_plan_free(context, &plan);
    return status;
}

static cw_status measure_sizes(cw_bench_report *report, cw_context *context) {
    static const cw_scene_family families[] = {CW_SCENE_MIX, CW_SCENE_STAR, CW_SCENE_MAZE,
                                               CW_SCENE_ROOMS, CW_SCENE_SIMPLE};
    cw_status status = CW_OK;
    double small = 0, bytes = 0;
    for (size_t i = 0; i < sizeof families / sizeof *families && status == CW_OK; i++) {
        for (int turned = 0; turned < (report->quick ? 1 : 2) && status == CW_OK; turned++) {
            status = measure_size(report, context, families[i], 50000, turned * 0.1, SECONDS_50K,
                                  &bytes);
            small = i == 0 && turned == 0 ? bytes : small;
        }
    }
    if (status == CW_OK && !report->quick) {
        status = measure_size(report, context, CW_SCENE_MIX, 1000000, 0, SECONDS_1M, &bytes);
        cw_bench_tell(report, "mix 1M / 50k", "ratio of memory per vertex", bytes / small, "",
                      MEMORY_RATIO, NULL);
    }
    return status;
}

/// --- the roadmap of the town --------------------------------------------------------------------

/// A thousand people are put on the routes of the first questions; the others are timed.
static cw_status measure_finds(cw_bench_report *report, const cw_ground_map *map, const char *name,
                               double limit) {
    enum { PEOPLE = 1000, QUESTIONS = 2000 };
    cw_context *context = map->context;
    cw_roadmap_query *query = NULL;
    cw_query *places = NULL;
    cw_roadmap_traffic traffic = {0};
    uint64_t seed = 5;
    double seconds = 0, found = 0, expansions = 0;
    cw_status status = cw_roadmap_query_create(context, &map->roadmap, &map->clearance, &query);
    status = status != CW_OK ? status : cw_query_create(context, &map->clearance, &places);
    status = status != CW_OK ? status : cw_roadmap_traffic_create(context, &map->roadmap, &traffic);
    for (uint32_t i = 0; i < PEOPLE + QUESTIONS && status == CW_OK; i++) {
        cw_vec3 ends[2] = {{0, 0, 0}, {0, 0, 0}};
        cw_roadmap_request request = cw_roadmap_request_default();
        cw_roadmap_route route = {0};
        request.radius = 0.25;
        for (int k = 0; k < 2 && status == CW_OK; k++) {
            status = cw_query_random(places, &seed, request.radius, &ends[k]);
            cw_place *place = k == 0 ? &request.start : &request.goal;
            place->cell = cw_navmesh_locate(&map->mesh, ends[k]);
            place->position = cw_clearance_local(&map->mesh, (cw_vec2){ends[k].x, ends[k].y});
        }
        cw_bench_time start = cw_bench_now();
        status = status != CW_OK ? status : cw_roadmap_find(query, &request, &traffic, &route);
        if (i >= PEOPLE) {
            seconds += cw_bench_since(start).cpu;
            found += route.found;
            expansions += route.expansions;
        } else if (status == CW_OK && route.found) {
            cw_roadmap_move(&traffic, CW_NONE, route.lanes[7 * i % route.lane_count]);
            cw_roadmap_publish(&traffic);
        }
    }
    if (status == CW_OK) {
        cw_bench_tell(report, name, "route, CPU time, mean", seconds / QUESTIONS * 1e6, "us", limit,
                      NULL);
        cw_bench_tell(report, name, "routes found", found / QUESTIONS * 100, "%", INFINITY, NULL);
        cw_bench_tell(report, name, "nodes looked at", expansions / QUESTIONS, "", INFINITY, NULL);
    }
    cw_roadmap_traffic_free(context, &traffic);
    cw_roadmap_query_free(query);
    cw_query_free(places);
    return status;
}

/// In a step of 0.1 s one of ten moves on to another lane.
static cw_status measure_publish(cw_bench_report *report, const cw_ground_map *map,
                                 const char *name) {
    enum { ROUNDS = 400, PEOPLE = 1000 };
    cw_roadmap_traffic traffic = {0};
    cw_status status = cw_roadmap_traffic_create(map->context, &map->roadmap, &traffic);
    double seconds = 0;
    cw_random random = {3};
    uint32_t lanes[PEOPLE];
    for (uint32_t i = 0; i < PEOPLE; i++) {
        lanes[i] = CW_NONE;
    }
    for (uint32_t round = 0; round < ROUNDS && status == CW_OK; round++) {
        for (uint32_t i = round % 10; i < PEOPLE; i += round < 10 ? 1 : 10) {
            uint32_t next = cw_random_below(&random, traffic.lane_count);
            cw_roadmap_move(&traffic, lanes[i], next);
            lanes[i] = next;
        }
        cw_bench_time start = cw_bench_now();
        cw_roadmap_publish(&traffic);
        seconds += cw_bench_since(start).cpu;
    }
    if (status == CW_OK) {
        double thousands = map->roadmap.edge_count / 1000.0;
        cw_bench_tell(report, name, "publish 1000 edges", seconds / ROUNDS / thousands * 1e6, "us",
                      PUBLISH_LIMIT, "100 of 1000 people move on");
    }
    cw_roadmap_traffic_free(map->context, &traffic);
    return status;
}

static cw_status measure_map(cw_bench_report *report, cw_context *context, const cw_plan *plan,
                             const cw_roadmap_config *config, const char *name) {
    cw_ground_map map = {.context = context};
    cw_status status = cw_ground_map_build(context, plan, config, &map);
    if (status == CW_OK) {
        double own = map.roadmap.seconds - map.skeleton.seconds;
        cw_bench_tell(report, name, "skeleton", map.skeleton.seconds * 1e3, "ms", INFINITY, NULL);
        cw_bench_tell(report, name, "lanes, spaces and clearance", own * 1e3, "ms", INFINITY, NULL);
        status = measure_finds(report, &map, name, FIND_LIMIT);
    }
    status = status != CW_OK ? status : measure_publish(report, &map, name);
    cw_ground_map_free(&map);
    return status;
}

static cw_status measure_maps(cw_bench_report *report, cw_context *context) {
    const cw_roadmap_config paper = {.spacing = 3, .levels = 3};
    cw_plan plan = {0};
    cw_status status = cw_scene_town(context, 1, &plan);
    status = status != CW_OK
                 ? status
                 : measure_map(report, context, &plan, &paper, "town, 3 lanes 3 m apart");
    status = status != CW_OK
                 ? status
                 : measure_map(report, context, &plan, NULL, "town, all lanes 0.7 m apart");
    cw_plan_free(context, &plan);
    return status;
}

/// --- the square -------------------------------------------------------------------------------

static cw_status measure_square(cw_bench_report *report, cw_context *context) {
    cw_run_result runs[2];
    cw_stage stage;
    cw_status status = cw_stage_open(context, "square", &stage);
    if (status != CW_OK) {
        return status;
    }
    for (int i = 0; i < 2 && status == CW_OK; i++) {
        stage.scenario.roadmap.levels = i == 0 ? 0 : UINT16_MAX;
        status = cw_stage_run(report, &stage, report->quick ? 1 : CW_RUN_SEEDS, 0, &runs[i]);
    }
    if (status == CW_OK) {
        cw_bench_tell(report, "square of 60 m, level 0", "space used", runs[0].space, "m2",
                      INFINITY, NULL);
        cw_bench_tell(report, "square of 60 m, all lanes", "space used", runs[1].space, "m2",
                      INFINITY, NULL);
        // Limits are upper ones: what level 0 uses of the floor that lanes use.
        cw_bench_tell(report, "square of 60 m", "level 0 / all lanes",
                      runs[0].space / runs[1].space, "", 1 / SPACE_LIMIT, NULL);
    }
    cw_stage_close(&stage);
    return status;
}

static cw_status run_roadmap(cw_bench_report *report, cw_context *context) {
    cw_status status = measure_sizes(report, context);
    status = status != CW_OK ? status : measure_maps(report, context);
    status = status != CW_OK ? status : measure_square(report, context);
    return status != CW_OK ? status : cw_bench_roadmap_town(report, context);
}

cw_status cw_bench_roadmap(cw_bench_report *report) {
    return cw_bench_run(report, run_roadmap);
}
