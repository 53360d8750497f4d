/// Benchmark `shrink`: the cost of exact over simple shrinking of portals, as in figure 7.15 of the
/// thesis (R. Oliva, 2015): the time of a query over the number of queries. A query is a random
/// cell, a random way through it and a radius of 0.5, 1 or 1.5 m, on a mesh of about as many
/// portals as there (208). The portal through which the cell is left gets shrunk.
///
/// SimpleShrink and ExactShrink are the thesis' methods, without (-) and with (+) its table of
/// portals that were shrunk before, which is empty at the start of each run. `this library` is the
/// true answer from its clearance tables, which were made before.
#include "ground.h"
#include "picture/chart.h"
#include "seeds/shrink.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// Most queries of a run, steps of their number, and runs of which the fastest counts.
enum { MOST_QUERIES = 6000, STEPS = 12, RUNS = 25, QUICK_RUNS = 2, METHODS = 5 };

static const uint32_t steps[STEPS] = {50,   100,  200,  500,  1000, 1500,
                                      2000, 2500, 3000, 4000, 5000, 6000};

/// About 208 portals.
static const cw_bench_scene scene = {.family = CW_SCENE_RECT, .vertices = 320};

static const double radii[] = {0.5, 1, 1.5};

/// A way through a cell: the portals in walking order, each as the edge of the cell that is left.
typedef struct crossing {
    uint32_t path[2];
    uint32_t path_count; ///< 1 in a cell with one portal: the way starts there
    double radius;
} crossing;

/// A run at work.
typedef struct shrinking {
    cw_bench_ground *ground;
    const crossing *crossings;
    cw_shrink_table table;
    cw_status status;
    double checksum; ///< so that no answer is dropped
} shrinking;

static void simple(shrinking *all, const crossing *way) {
    cw_interval part;
    cw_shrink_simple(&all->ground->mesh, way->path[way->path_count - 1], way->radius, &part);
    all->checksum += part.to;
}

static void simple_table(shrinking *all, const crossing *way) {
    cw_interval part = {0, 0};
    bool open;
    cw_status status = cw_shrink_table_simple(
        &all->table, &all->ground->mesh, way->path[way->path_count - 1], way->radius, &part, &open);
    all->status = status != CW_OK ? status : all->status;
    all->checksum += part.to;
}

static void exact(shrinking *all, const crossing *way) {
    cw_interval part;
    cw_shrink_exact(&all->ground->mesh, way->path, way->path_count, way->path_count - 1,
                    way->radius, &part);
    all->checksum += part.to;
}

static void exact_table(shrinking *all, const crossing *way) {
    cw_interval part = {0, 0};
    bool open;
    cw_status status =
        cw_shrink_table_exact(&all->table, &all->ground->mesh, way->path, way->path_count,
                              way->path_count - 1, way->radius, &part, &open);
    all->status = status != CW_OK ? status : all->status;
    all->checksum += part.to;
}

static void ours(shrinking *all, const crossing *way) {
    cw_interval parts[4];
    uint32_t count = cw_clearance_portal(&all->ground->clearance, way->path[way->path_count - 1],
                                         way->radius, parts, 4);
    all->checksum += count > 0 ? parts[0].to : 0;
}

static const struct method {
    const char *name;
    void (*shrink)(shrinking *all, const crossing *way);
} methods[METHODS] = {
    {"SimpleShrink (-)", simple}, {"SimpleShrink (+)", simple_table},
    {"ExactShrink (-)", exact},   {"ExactShrink (+)", exact_table},
    {"this library", ours},
};

/// Nanoseconds per query of the fastest of some runs.
static double measure(shrinking *all, const struct method *method, uint32_t queries,
                      uint32_t runs) {
    double best = INFINITY;
    for (uint32_t run = 0; run < runs; run++) {
        cw_shrink_table_free(&all->table);
        cw_bench_time start = cw_bench_now();
        for (uint32_t i = 0; i < queries; i++) {
            method->shrink(all, &all->crossings[i]);
        }
        double seconds = cw_bench_since(start).wall;
        best = seconds < best ? seconds : best;
    }
    return best / queries * 1e9;
}

/// Draws a portal of a cell other than `but`; CW_NONE where there is none.
static uint32_t draw_portal(cw_random *random, const cw_navmesh *mesh, uint32_t cell,
                            uint32_t but) {
    uint32_t found = CW_NONE, count = 0;
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        if (e != but && mesh->edge_twin[e] != CW_NONE && cw_random_below(random, ++count) == 0) {
            found = e;
        }
    }
    return found;
}

static void draw_crossings(const cw_navmesh *mesh, crossing *crossings) {
    cw_random random = {1};
    uint32_t made = 0;
    while (made < MOST_QUERIES) {
        uint32_t cell = cw_random_below(&random, mesh->cell_count);
        double radius = radii[cw_random_below(&random, 3)];
        uint32_t exit = draw_portal(&random, mesh, cell, CW_NONE);
        uint32_t entry = draw_portal(&random, mesh, cell, exit);
        if (exit != CW_NONE) {
            crossings[made++] = entry != CW_NONE
                                    ? (crossing){{mesh->edge_twin[entry], exit}, 2, radius}
                                    : (crossing){{exit, CW_NONE}, 1, radius};
        }
    }
}

static cw_status draw_chart(cw_bench_report *report, cw_context *context, cw_vec2 points[][STEPS]) {
    double high = 0.1;
    cw_chart_curve curves[METHODS];
    for (uint32_t m = 0; m < METHODS; m++) {
        curves[m] = (cw_chart_curve){.name = methods[m].name,
                                     .color = cw_chart_color(m < 4 ? m / 2 : 2),
                                     .dashed = m < 4 && m % 2 == 1,
                                     .markers = true,
                                     .points = points[m],
                                     .count = STEPS};
        for (uint32_t i = 0; i < STEPS; i++) {
            high = points[m][i].y > high ? points[m][i].y : high;
        }
    }
    cw_chart chart = {
        .title = "What shrinking a portal costs",
        .x = {.label = "queries", .low = 0, .high = MOST_QUERIES, .step = 1000},
        .y = {.label = "nanoseconds per query", .low = 1, .high = high * 1.1, .logarithmic = true},
        .curves = curves,
        .curve_count = METHODS,
    };
    return cw_chart_write(context, &chart, report->chart);
}

/// The rows of one number of queries.
static void tell_step(cw_bench_report *report, uint32_t queries, const double *nanoseconds) {
    char name[40];
    snprintf(name, sizeof name, "%u queries", queries);
    for (uint32_t m = 0; m < METHODS; m++) {
        cw_bench_tell(report, name, methods[m].name, nanoseconds[m], "ns", INFINITY, NULL);
    }
    const char *note = queries == 1000 ? "thesis 1.41" : queries == 2000 ? "thesis 1.2" : NULL;
    cw_bench_tell(report, name, "ExactShrink (+) over simple", nanoseconds[3] / nanoseconds[0], "",
                  INFINITY, note);
    cw_bench_tell(report, name, "this library over simple", nanoseconds[4] / nanoseconds[0], "",
                  INFINITY, NULL);
}

static cw_status measure_all(cw_bench_report *report, cw_bench_ground *ground,
                             const crossing *crossings) {
    shrinking all = {.ground = ground, .crossings = crossings};
    cw_vec2 points[METHODS][STEPS];
    for (uint32_t i = 0; i < STEPS && all.status == CW_OK; i++) {
        double nanoseconds[METHODS];
        for (uint32_t m = 0; m < METHODS; m++) {
            nanoseconds[m] =
                measure(&all, &methods[m], steps[i], report->quick ? QUICK_RUNS : RUNS);
            points[m][i] = (cw_vec2){steps[i], nanoseconds[m]};
        }
        if (steps[i] == 1000 || steps[i] == 2000 || steps[i] == MOST_QUERIES) {
            tell_step(report, steps[i], nanoseconds);
        }
        all.status = report->stopped() ? CW_ERROR_CANCELLED : all.status;
    }
    cw_shrink_table_free(&all.table);
    if (all.status == CW_OK && report->chart != NULL) {
        all.status = draw_chart(report, ground->context, points);
    }
    return all.status;
}

static cw_status measure_scene(cw_bench_report *report, cw_context *context) {
    cw_bench_ground ground;
    crossing *crossings = malloc(MOST_QUERIES * sizeof *crossings);
    cw_status status = cw_bench_ground_open(context, &scene, &ground);
    status = status == CW_OK && crossings == NULL ? CW_ERROR_MEMORY : status;
    if (status == CW_OK) {
        char name[40];
        snprintf(name, sizeof name, "rect, %u cells", ground.mesh.cell_count);
        cw_bench_tell(report, name, "portals", ground.mesh.stats.portals, "", INFINITY,
                      "thesis 208");
        draw_crossings(&ground.mesh, crossings);
        status = measure_all(report, &ground, crossings);
    }
    free(crossings);
    cw_bench_ground_free(&ground);
    return status;
}

cw_status cw_bench_shrink(cw_bench_report *report) {
    return cw_bench_run(report, measure_scene);
}
