/// Benchmark `clearance`: what the tables of a mesh of about 10,000 cells cost in time and memory,
/// and what it costs to read them, at random portals, crosses and radii.
#include "ground.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// Times the tables are built, and times of which the fastest counts for readings.
enum { BUILDS = 5, READINGS = 1000000, QUICK_READINGS = 10000, RUNS = 7 };

/// The tables of 10,000 cells are asked in 0.3 s, a portal in 50 ns.
static const double milliseconds_limit = 300, nanoseconds_limit = 50;

/// Radii of the readings run from 0 to this, metres.
static const double largest_radius = 1.5;

static const cw_bench_scene scenes[] = {
    {.family = CW_SCENE_RECT, .vertices = 24000}, {.family = CW_SCENE_MIX, .vertices = 24000},
    {.family = CW_SCENE_STAR, .vertices = 33000}, {.family = CW_SCENE_CIRCLE, .vertices = 21000},
    {.family = CW_SCENE_MAZE, .vertices = 40000}, {.family = CW_SCENE_ROOMS, .vertices = 40000},
};
static const cw_bench_scene quick_scene = {.family = CW_SCENE_RECT, .vertices = 1000};

/// What is read: portals with radii, and crosses.
typedef struct readings {
    const cw_clearance *clearance;
    uint32_t count;
    uint32_t *edges;   ///< portals
    uint32_t *partner; ///< another portal of the same cell, or the same
    double *radii;
    double checksum; ///< so that no answer is dropped
} readings;

static void read_portal(readings *all, uint32_t i) {
    cw_interval parts[4];
    uint32_t count = cw_clearance_portal(all->clearance, all->edges[i], all->radii[i], parts, 4);
    all->checksum += count > 0 ? parts[0].to : 0;
}

static void read_cross(readings *all, uint32_t i) {
    all->checksum += cw_clearance_cross(all->clearance, all->edges[i], all->partner[i], NULL);
}

static void read_joined(readings *all, uint32_t i) {
    cw_joined_interval parts[16];
    uint32_t cell = all->clearance->mesh->edge_cell[all->edges[i]];
    all->checksum += cw_clearance_joined(all->clearance, cell, all->radii[i], parts, 16);
}

static const struct kind {
    const char *quantity;
    void (*read)(readings *all, uint32_t index);
    double limit;      ///< nanoseconds
    uint32_t fraction; ///< one in so many readings is made, where they are slow
} kinds[] = {
    {"free parts of a portal", read_portal, nanoseconds_limit, 1},
    {"radius of a cross", read_cross, INFINITY, 10},
    {"joined parts of a cell", read_joined, INFINITY, 10},
};

static void readings_free(readings *all) {
    free(all->edges);
    free(all->partner);
    free(all->radii);
}

/// The portal of the same cell that follows an edge, or the edge itself.
static uint32_t next_portal(const cw_navmesh *mesh, uint32_t edge) {
    uint32_t cell = mesh->edge_cell[edge], next = edge;
    do {
        next = cw_navmesh_next(mesh, cell, next);
    } while (next != edge && mesh->edge_twin[next] == CW_NONE);
    return next;
}

static cw_status readings_make(const cw_clearance *clearance, uint32_t count, readings *all) {
    *all = (readings){.clearance = clearance, .count = count};
    all->edges = malloc(count * sizeof *all->edges);
    all->partner = malloc(count * sizeof *all->partner);
    all->radii = malloc(count * sizeof *all->radii);
    if (all->edges == NULL || all->partner == NULL || all->radii == NULL) {
        return CW_ERROR_MEMORY;
    }
    const cw_navmesh *mesh = clearance->mesh;
    cw_random random = {1};
    for (uint32_t i = 0; i < count; i++) {
        do {
            all->edges[i] = cw_random_below(&random, mesh->edge_count);
        } while (mesh->edge_twin[all->edges[i]] == CW_NONE);
        all->partner[i] = next_portal(mesh, all->edges[i]);
        all->radii[i] = cw_random_range(&random, 0, largest_radius);
    }
    return CW_OK;
}

/// Nanoseconds of CPU time per reading, tables warm.
static double measure_kind(const struct kind *asked, readings *all, uint32_t runs) {
    double best = INFINITY;
    uint32_t count = all->count / asked->fraction;
    for (uint32_t run = 0; run < runs; run++) {
        cw_bench_time start = cw_bench_now();
        for (uint32_t i = 0; i < count; i++) {
            asked->read(all, i);
        }
        double seconds = cw_bench_since(start).cpu;
        best = seconds < best ? seconds : best;
    }
    return best / count * 1e9;
}

static cw_status measure_readings(cw_bench_report *report, const char *name,
                                  const cw_clearance *clearance) {
    readings all;
    cw_status status = readings_make(clearance, report->quick ? QUICK_READINGS : READINGS, &all);
    for (uint32_t i = 0; status == CW_OK && i < sizeof kinds / sizeof kinds[0]; i++) {
        double nanoseconds = measure_kind(&kinds[i], &all, report->quick ? 2 : RUNS);
        cw_bench_tell(report, name, kinds[i].quantity, nanoseconds, "ns", kinds[i].limit, NULL);
        status = report->stopped() ? CW_ERROR_CANCELLED : CW_OK;
    }
    readings_free(&all);
    return status;
}

/// Builds the tables a few times and leaves the last.
static cw_status measure_builds(cw_context *context, const cw_navmesh *mesh, uint32_t builds,
                                cw_clearance *clearance, double *seconds) {
    double cpu[BUILDS];
    cw_status status = CW_OK;
    for (uint32_t i = 0; status == CW_OK && i < builds; i++) {
        cw_clearance_free(context, clearance);
        cw_bench_time start = cw_bench_now();
        status = cw_clearance_build(context, mesh, clearance);
        cpu[i] = cw_bench_since(start).cpu;
    }
    *seconds = status == CW_OK ? cw_bench_median(cpu, builds) : 0;
    return status;
}

static cw_status measure_tables(cw_bench_report *report, cw_context *context,
                                const cw_bench_scene *scene, const cw_navmesh *mesh) {
    cw_clearance clearance = {0};
    double seconds = 0;
    cw_status status =
        measure_builds(context, mesh, report->quick ? 1 : BUILDS, &clearance, &seconds);
    if (status == CW_OK) {
        char name[40];
        snprintf(name, sizeof name, "%s, %u cells", cw_bench_scene_name(scene), mesh->cell_count);
        double bytes = (double)cw_clearance_bytes(&clearance), cells = mesh->cell_count;
        double corners = clearance.near_corner_first[mesh->cell_count];
        double walls = clearance.near_wall_first[mesh->cell_count];
        cw_bench_tell(report, name, "CPU time of the tables", seconds * 1e3, "ms",
                      milliseconds_limit * cells / 10000, NULL);
        cw_bench_tell(report, name, "memory of the tables", bytes / 1e6, "MB", INFINITY, NULL);
        cw_bench_tell(report, name, "memory per cell", bytes / cells, "B", INFINITY, NULL);
        cw_bench_tell(report, name, "near corners per cell", corners / cells, "", INFINITY, NULL);
        cw_bench_tell(report, name, "near walls per cell", walls / cells, "", INFINITY, NULL);
        status = measure_readings(report, name, &clearance);
    }
    cw_clearance_free(context, &clearance);
    return status;
}

static cw_status measure_scenes(cw_bench_report *report, cw_context *context) {
    cw_status status = CW_OK;
    uint32_t count = report->quick ? 1 : sizeof scenes / sizeof scenes[0];
    for (uint32_t i = 0; status == CW_OK && i < count; i++) {
        const cw_bench_scene *scene = report->quick ? &quick_scene : &scenes[i];
        cw_navmesh mesh = {0};
        status = cw_bench_scene_build(context, scene, &mesh);
        if (status == CW_OK) {
            status = measure_tables(report, context, scene, &mesh);
        }
        cw_navmesh_free(context, &mesh);
    }
    return status;
}

cw_status cw_bench_clearance(cw_bench_report *report) {
    return cw_bench_run(report, measure_scenes);
}
