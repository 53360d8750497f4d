/// Benchmark `cells`: how few cells, on the scene families and on three polygons of the literature.
#include "measure.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

/// Cells per notch that are asked of a family of 10,000 vertices at the default effort.
typedef struct family_limit {
    cw_scene_family family;
    double cells_per_notch;
} family_limit;

static const family_limit families[] = {
    {CW_SCENE_RECT, 0.42},   {CW_SCENE_MIX, 0.43},  {CW_SCENE_STAR, 0.64},
    {CW_SCENE_CIRCLE, 0.49}, {CW_SCENE_MAZE, 0.50},
};

enum { FAMILY_VERTICES = 10000, DEFAULT_EFFORT = 1, HIGHEST_EFFORT = 2 };

/// A polygon and what is asked: cells at the default and the highest effort, with strictly convex
/// cells and with corners of up to 185 degrees; the highest effort may take the time that CGAL
/// takes for its optimum without Steiner points.
typedef struct polygon {
    const char *name;
    double strict_limit[2], relaxed_limit[2];
    double optimum_seconds;
    const char *strict_note, *relaxed_note;
} polygon;

static const polygon polygons[] = {
    {"bird",
     {82, 75},
     {72, 66},
     1.1,
     "CGAL optimal 75, Hertel-Mehlhorn 136, bound 68",
     "thesis 100, bound 52"},
    {"funny",
     {36, 34},
     {36, 33},
     0.2,
     "fewest possible 36, CGAL optimal 36, Hertel-Mehlhorn 51",
     "fewest possible 34, thesis 53"},
    {"nazca_monkey",
     {385, 340},
     {275, 255},
     16,
     "CGAL optimal 340, Hertel-Mehlhorn 517, bound 290",
     "thesis 361, bound 188"},
};

static const double relaxed_alpha = 5 * 3.14159265358979323846 / 180;

static cw_status measure_family(cw_bench_report *report, cw_context *context,
                                const family_limit *family, const cw_plan *plan) {
    for (uint32_t effort = 0; effort <= HIGHEST_EFFORT; effort++) {
        cw_navmesh_config config = cw_navmesh_config_default();
        config.effort = effort;
        cw_bench_result result = {0};
        uint32_t runs = effort < HIGHEST_EFFORT ? 3 : 1;
        cw_status status = cw_bench_measure(context, plan, &config, 0, runs, &result, NULL);
        if (status != CW_OK) {
            return status;
        }
        char name[40];
        snprintf(name, sizeof name, "%s 10k, effort %u", cw_scene_family_name(family->family),
                 effort);
        double limit = effort == 0 ? INFINITY : family->cells_per_notch;
        cw_bench_tell(report, name, "cells", result.cells, "", INFINITY, NULL);
        cw_bench_tell(report, name, "cells per notch", (double)result.cells / result.notches, "",
                      limit, NULL);
        cw_bench_tell(report, name, "CPU time", result.time.cpu * 1e3, "ms", INFINITY, NULL);
    }
    return CW_OK;
}

static cw_status measure_families(cw_bench_report *report, cw_context *context) {
    cw_status status = CW_OK;
    for (uint32_t i = 0; status == CW_OK && i < sizeof families / sizeof families[0]; i++) {
        cw_scene_config scene = cw_scene_config_default();
        scene.family = families[i].family;
        scene.vertices = FAMILY_VERTICES;
        cw_plan plan = {0};
        status = cw_scene_make(context, &scene, &plan);
        if (status == CW_OK) {
            status = measure_family(report, context, &families[i], &plan);
        }
        cw_plan_free(context, &plan);
    }
    return status;
}

static cw_status measure_polygon(cw_bench_report *report, cw_context *context, const polygon *shape,
                                 const cw_plan *plan) {
    for (uint32_t i = 0; i < 4; i++) {
        bool relaxed = i >= 2;
        uint32_t effort = DEFAULT_EFFORT + i % 2;
        cw_navmesh_config config = cw_navmesh_config_default();
        config.effort = effort;
        config.alpha = relaxed ? relaxed_alpha : 0;
        cw_bench_result result = {0};
        uint32_t runs = effort == DEFAULT_EFFORT ? 9 : 1;
        cw_status status = cw_bench_measure(context, plan, &config, 0, runs, &result, NULL);
        if (status != CW_OK) {
            return status;
        }
        char name[40];
        snprintf(name, sizeof name, "%s%s, effort %u", shape->name, relaxed ? " alpha 5" : "",
                 effort);
        const double *limits = relaxed ? shape->relaxed_limit : shape->strict_limit;
        cw_bench_tell(report, name, "cells", result.cells, "", limits[i % 2],
                      relaxed ? shape->relaxed_note : shape->strict_note);
        cw_bench_tell(report, name, "CPU time", result.time.cpu * 1e3, "ms",
                      effort == DEFAULT_EFFORT ? INFINITY : shape->optimum_seconds * 1e3, NULL);
    }
    return CW_OK;
}

static cw_status measure_polygons(cw_bench_report *report, cw_context *context) {
    cw_status status = CW_OK;
    for (uint32_t i = 0; status == CW_OK && i < sizeof polygons / sizeof polygons[0]; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/polygons/%s.dat", report->data, polygons[i].name);
        if (access(path, R_OK) != 0) {
            char message[1200];
            snprintf(message, sizeof message, "%s is not there: %s left out", path,
                     polygons[i].name);
            report->skip(report->user, message);
            continue;
        }
        cw_plan plan = {0};
        status = cw_plan_read(context, path, &plan);
        if (status == CW_OK) {
            status = measure_polygon(report, context, &polygons[i], &plan);
        }
        cw_plan_free(context, &plan);
    }
    return status;
}

static cw_status measure_all(cw_bench_report *report, cw_context *context) {
    cw_status status = measure_polygons(report, context);
    return status == CW_OK ? measure_families(report, context) : status;
}

cw_status cw_bench_cells(cw_bench_report *report) {
    return cw_bench_run(report, measure_all);
}
