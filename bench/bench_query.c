/// Benchmark `query`: the questions beside paths, at random points of a mesh of about 10,000 cells.
#include "ground.h"

#include <math.h>
#include <stdlib.h>

/// Questions of one run, runs of which the median is taken, and how many fewer questions the slow
/// ones get.
enum { QUESTIONS = 100000, QUICK_QUESTIONS = 1000, RUNS = 5, SLOW_SHARE = 100 };

static const cw_bench_scene scene = {.family = CW_SCENE_RECT, .vertices = 24000};
static const cw_bench_scene quick_scene = {.family = CW_SCENE_RECT, .vertices = 1000};

/// Metres: the disc of the questions that have one, how far rays are sent, how far off the mesh a
/// point may be, and how far cells are looked for.
static const double disc_radius = 0.3, ray_length = 10, reach = 5, walk = 10;

/// What is asked: points on the mesh, at least `disc_radius` from every wall, and points anywhere.
typedef struct questions {
    cw_query *query;
    uint32_t count;
    cw_vec3 *on_mesh, *anywhere;
    cw_vec2 *targets; ///< of rays
    uint64_t seed;
    double checksum; ///< so that no answer is dropped
} questions;

static void ask_wall(questions *all, uint32_t i) {
    double distance = 0;
    cw_vec2 nearest;
    cw_query_wall(all->query, all->on_mesh[i], &distance, &nearest);
    all->checksum += distance;
}

static void ask_ray(questions *all, uint32_t i) {
    cw_ray ray;
    cw_query_ray(all->query, all->on_mesh[i], all->targets[i], 0, &ray);
    all->checksum += ray.distance;
}

static void ask_disc_ray(questions *all, uint32_t i) {
    cw_ray ray;
    cw_query_ray(all->query, all->on_mesh[i], all->targets[i], disc_radius, &ray);
    all->checksum += ray.distance;
}

static void ask_nearest(questions *all, uint32_t i) {
    cw_nearest nearest;
    cw_query_nearest(all->query, all->anywhere[i], 0, reach, &nearest);
    all->checksum += nearest.distance;
}

static void ask_disc_nearest(questions *all, uint32_t i) {
    cw_nearest nearest;
    cw_query_nearest(all->query, all->anywhere[i], disc_radius, reach, &nearest);
    all->checksum += nearest.distance;
}

static void ask_random(questions *all, uint32_t i) {
    (void)i;
    cw_vec3 point = {0, 0, 0};
    cw_query_random(all->query, &all->seed, 0, &point);
    all->checksum += point.x;
}

static void ask_disc_random(questions *all, uint32_t i) {
    (void)i;
    cw_vec3 point = {0, 0, 0};
    cw_query_random(all->query, &all->seed, disc_radius, &point);
    all->checksum += point.x;
}

static void ask_reachable(questions *all, uint32_t i) {
    bool reachable = false;
    cw_query_reachable(all->query, all->on_mesh[i], all->on_mesh[all->count - 1 - i], disc_radius,
                       &reachable);
    all->checksum += reachable;
}

static void ask_widest(questions *all, uint32_t i) {
    cw_gate gate = {0};
    cw_query_widest(all->query, all->on_mesh[i], all->on_mesh[all->count - 1 - i], &gate);
    all->checksum += gate.radius;
}

static void ask_cells(questions *all, uint32_t i) {
    uint32_t cells[64], count = 0;
    cw_query_cells_within(all->query, all->on_mesh[i], 0, walk, cells, 64, &count);
    all->checksum += count;
}

static const struct kind {
    const char *name;
    void (*ask)(questions *all, uint32_t index);
    bool slow;
} kinds[] = {
    {"distance to the nearest wall", ask_wall, false},
    {"ray of 10 m", ask_ray, false},
    {"disc of 0.3 m cast 10 m", ask_disc_ray, false},
    {"nearest point", ask_nearest, false},
    {"nearest place for 0.3 m", ask_disc_nearest, false},
    {"random point", ask_random, false},
    {"random place for 0.3 m", ask_disc_random, false},
    {"reachable for 0.3 m", ask_reachable, false},
    {"widest way", ask_widest, false},
    {"cells within 10 m", ask_cells, true},
};

static void questions_free(questions *all) {
    free(all->on_mesh);
    free(all->anywhere);
    free(all->targets);
}

static cw_status questions_make(cw_bench_ground *ground, uint32_t count, questions *all) {
    *all = (questions){.query = ground->query, .count = count, .seed = 1};
    all->on_mesh = malloc(count * sizeof *all->on_mesh);
    all->anywhere = malloc(count * sizeof *all->anywhere);
    all->targets = malloc(count * sizeof *all->targets);
    if (all->on_mesh == NULL || all->anywhere == NULL || all->targets == NULL) {
        return CW_ERROR_MEMORY;
    }
    cw_draw_bounds box = cw_draw_navmesh_bounds(&ground->mesh);
    cw_random random = {1};
    cw_status status = CW_OK;
    for (uint32_t i = 0; status == CW_OK && i < count; i++) {
        all->anywhere[i].x = cw_random_range(&random, box.low.x, box.high.x);
        all->anywhere[i].y = cw_random_range(&random, box.low.y, box.high.y);
        all->anywhere[i].z = 0;
        status = cw_query_random(ground->query, &all->seed, disc_radius, &all->on_mesh[i]);
        double angle = cw_random_range(&random, 0, 6.283185307179586);
        all->targets[i].x = all->on_mesh[i].x + ray_length * cos(angle);
        all->targets[i].y = all->on_mesh[i].y + ray_length * sin(angle);
    }
    return status;
}

/// Nanoseconds of CPU time per question.
static double measure_kind(const struct kind *asked, questions *all, uint32_t runs) {
    double seconds[RUNS];
    uint32_t count = asked->slow ? all->count / SLOW_SHARE : all->count;
    for (uint32_t run = 0; run < runs; run++) {
        cw_bench_time start = cw_bench_now();
        for (uint32_t i = 0; i < count; i++) {
            asked->ask(all, i);
        }
        seconds[run] = cw_bench_since(start).cpu;
    }
    return cw_bench_median(seconds, runs) / count * 1e9;
}

static cw_status measure_kinds(cw_bench_report *report, cw_bench_ground *ground) {
    questions all;
    cw_status status = questions_make(ground, report->quick ? QUICK_QUESTIONS : QUESTIONS, &all);
    for (uint32_t i = 0; status == CW_OK && i < sizeof kinds / sizeof kinds[0]; i++) {
        double nanoseconds = measure_kind(&kinds[i], &all, report->quick ? 1 : RUNS);
        cw_bench_tell(report, kinds[i].name, "CPU time per query", nanoseconds, "ns", INFINITY,
                      NULL);
        status = report->stopped() ? CW_ERROR_CANCELLED : CW_OK;
    }
    if (status == CW_OK) {
        cw_bench_tell(report, "query object", "memory", (double)cw_query_bytes(ground->query) / 1e3,
                      "kB", INFINITY, NULL);
    }
    questions_free(&all);
    return status;
}

static cw_status measure_all(cw_bench_report *report, cw_context *context) {
    cw_bench_ground ground;
    cw_status status =
        cw_bench_ground_open(context, report->quick ? &quick_scene : &scene, &ground);
    if (status == CW_OK) {
        status = measure_kinds(report, &ground);
    }
    cw_bench_ground_free(&ground);
    return status;
}

cw_status cw_bench_query(cw_bench_report *report) {
    return cw_bench_run(report, measure_all);
}
