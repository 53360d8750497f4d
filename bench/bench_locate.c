/// Benchmark `locate`: which cell a random point is in, on a mesh of about 10,000 cells.
#include "ground.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// Rectangles give 0.42 cells per vertex, so this many vertices give about 10,000 cells.
static const cw_bench_scene scene = {.family = CW_SCENE_RECT, .vertices = 24000};

enum { QUERIES = 1000000, RUNS = 7 };

static const double nanoseconds_limit = 300;

/// Random points in the box of a mesh, in random order.
static cw_vec3 *make_points(const cw_navmesh *mesh) {
    cw_vec3 *points = malloc(QUERIES * sizeof *points);
    cw_draw_bounds box = cw_draw_navmesh_bounds(mesh);
    cw_random random = {1};
    for (uint32_t i = 0; points != NULL && i < QUERIES; i++) {
        points[i].x = cw_random_range(&random, box.low.x, box.high.x);
        points[i].y = cw_random_range(&random, box.low.y, box.high.y);
        points[i].z = 0;
    }
    return points;
}

/// One pass over all points: seconds of CPU time, and how many lie on the mesh.
static double run_queries(const cw_navmesh *mesh, const cw_vec3 *points, uint32_t *found) {
    uint32_t hits = 0;
    cw_bench_time start = cw_bench_now();
    for (uint32_t i = 0; i < QUERIES; i++) {
        hits += cw_navmesh_locate(mesh, points[i]) != CW_NONE ? 1 : 0;
    }
    *found = hits;
    return cw_bench_since(start).cpu;
}

static cw_status measure_mesh(cw_bench_report *report, const cw_navmesh *mesh) {
    cw_vec3 *points = make_points(mesh);
    if (points == NULL) {
        return CW_ERROR_MEMORY;
    }
    double seconds[RUNS];
    uint32_t found = 0;
    run_queries(mesh, points, &found);
    for (uint32_t i = 0; i < RUNS && !report->stopped(); i++) {
        seconds[i] = run_queries(mesh, points, &found);
    }
    free(points);
    if (report->stopped()) {
        return CW_ERROR_CANCELLED;
    }
    char name[40];
    snprintf(name, sizeof name, "rect, %u cells", mesh->cell_count);
    cw_bench_tell(report, name, "CPU time per query",
                  cw_bench_median(seconds, RUNS) / QUERIES * 1e9, "ns", nanoseconds_limit, NULL);
    cw_bench_tell(report, name, "points on the mesh", 100.0 * found / QUERIES, "%", INFINITY, NULL);
    return CW_OK;
}

static cw_status measure_scene(cw_bench_report *report, cw_context *context) {
    cw_navmesh mesh = {0};
    cw_status status = cw_bench_scene_build(context, &scene, &mesh);
    if (status == CW_OK) {
        status = measure_mesh(report, &mesh);
    }
    cw_navmesh_free(context, &mesh);
    return status;
}

cw_status cw_bench_locate(cw_bench_report *report) {
    return cw_bench_run(report, measure_scene);
}
