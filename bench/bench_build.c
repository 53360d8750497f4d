/// Benchmark `build`: from a plan in memory to a mesh, one worker, default effort.
#include "child.h"

#include <math.h>
#include <stdio.h>

/// A plan of 10,000 vertices is asked in 60 ms, 100,000 in 0.8 s, a million in 10 s and 1 GB; a
/// vertex may cost at most twice as much in a million as in ten thousand.
static const double ratio_limit = 2;

/// One size of plans.
typedef struct size_class {
    const char *name;
    uint32_t vertices;
    uint32_t warm_ups, runs;
    double milliseconds_limit, megabytes_limit;
} size_class;

static const size_class sizes[] = {
    {"10k", 10000, 2, 9, 60, INFINITY},
    {"100k", 100000, 1, 5, 800, INFINITY},
    {"1M", 1000000, 0, 3, 10000, 1000},
};

/// One family and the sizes it is measured at.
typedef struct subject {
    cw_scene_family family;
    uint32_t size_count;
} subject;

static const subject subjects[] = {
    {CW_SCENE_RECT, 3},   {CW_SCENE_MIX, 3},  {CW_SCENE_STAR, 1},
    {CW_SCENE_CIRCLE, 1}, {CW_SCENE_MAZE, 1},
};

static cw_status measure_size(cw_bench_report *report, cw_scene_family family,
                              const size_class *size, double *vertex_cost) {
    cw_bench_job job = {.scene = cw_scene_config_default()};
    job.scene.family = family;
    job.scene.vertices = size->vertices;
    job.warm_ups = size->warm_ups;
    job.runs = size->runs;
    cw_bench_sample sample;
    cw_status status = cw_bench_run_child(report, &job, &sample);
    if (status != CW_OK) {
        return status;
    }
    const cw_bench_result *result = &sample.result;
    char name[40];
    snprintf(name, sizeof name, "%s %s", cw_scene_family_name(family), size->name);
    *vertex_cost = result->time.cpu / result->vertices;
    cw_bench_tell(report, name, "vertices", result->vertices, "", INFINITY, NULL);
    cw_bench_tell(report, name, "cells", result->cells, "", INFINITY, NULL);
    cw_bench_tell(report, name, "CPU time", result->time.cpu * 1e3, "ms", size->milliseconds_limit,
                  NULL);
    cw_bench_tell(report, name, "wall time", result->time.wall * 1e3, "ms", INFINITY, NULL);
    cw_bench_tell(report, name, "CPU time per vertex", *vertex_cost * 1e6, "us", INFINITY, NULL);
    cw_bench_tell(report, name, "peak memory", sample.peak_bytes / 1e6, "MB", size->megabytes_limit,
                  NULL);
    return CW_OK;
}

cw_status cw_bench_build(cw_bench_report *report) {
    for (uint32_t i = 0; i < sizeof subjects / sizeof subjects[0]; i++) {
        double first = 0, last = 0;
        for (uint32_t k = 0; k < subjects[i].size_count; k++) {
            cw_status status = measure_size(report, subjects[i].family, &sizes[k], &last);
            if (status != CW_OK) {
                return status;
            }
            first = k == 0 ? last : first;
        }
        if (subjects[i].size_count > 1) {
            char name[40];
            snprintf(name, sizeof name, "%s %s / %s", cw_scene_family_name(subjects[i].family),
                     sizes[subjects[i].size_count - 1].name, sizes[0].name);
            cw_bench_tell(report, name, "ratio of cost per vertex", last / first, "", ratio_limit,
                          NULL);
        }
    }
    return CW_OK;
}
