/// Scenes: from triangles to cells, exactly and by sampling, beside Recast on the same triangles in
/// the same run.
///
/// The settings are those of Recast's demo: headroom 2 m, steps of 0.9 m, 45 degrees, radius 0.
/// Islands below 0.64 square metres go, and borders are relaxed by 0.13 m in runs that turn by a
/// right angle, as Recast's own filters come to at voxels of 0.1 m.
#include "level.h"
#include "measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double STEP = 0.9, ISLAND = 0.64;
/// Height of Recast's voxels, metres: it has no finer heights without a detail mesh.
static const double VOXEL_HEIGHT = 0.2;
/// Sides of voxels, metres.
static const double VOXELS[] = {0.3, 0.1};
/// Sides of Recast's tiles, in voxels: what its sample starts with, and what is quicker here.
static const uint32_t TILES[] = {32, 128};

static cw_status fill_scene(cw_context *context, const cw_recast_level *level, cw_scene *scene) {
    cw_status status = CW_OK;
    for (uint32_t i = 0; i < level->vertex_count && status == CW_OK; i++) {
        const float *p = level->positions + 3 * (size_t)i;
        cw_vec3 place = {p[0], -(double)p[2], p[1]};
        status = cw_scene_add_positions(context, scene, &place, 1, NULL);
    }
    for (uint32_t t = 0; t < level->triangle_count && status == CW_OK; t++) {
        const int *c = level->corners + 3 * (size_t)t;
        uint32_t corners[3] = {(uint32_t)c[0], (uint32_t)c[1], (uint32_t)c[2]};
        status = cw_scene_add_triangles(context, scene, CW_NONE, corners, 1, 0);
    }
    return status;
}

/// What one way from triangles to cells came to.
typedef struct scene_run {
    double extraction, decomposition; ///< CPU seconds
    uint32_t cells;
    cw_extraction_report report;
} scene_run;

/// The mesh is kept where `kept` is not NULL.
static cw_status run_once(cw_context *context, const cw_scene *scene, scene_run *run,
                          cw_navmesh *kept) {
    cw_extraction_config config = cw_extraction_config_default();
    cw_navmesh_config cells = cw_navmesh_config_for_scenes();
    cw_surface surface = {0};
    cw_navmesh mesh = {0};
    config.step = STEP;
    config.min_island = ISLAND;
    cw_bench_time start = cw_bench_now();
    cw_status status = cw_surface_from_scene(context, scene, &config, &surface, &run->report);
    run->extraction = cw_bench_since(start).cpu;
    start = cw_bench_now();
    status = status != CW_OK ? status : cw_navmesh_build(context, &surface, &cells, &mesh);
    run->decomposition = cw_bench_since(start).cpu;
    run->cells = mesh.cell_count;
    if (kept != NULL && status == CW_OK) {
        *kept = mesh;
    } else {
        cw_navmesh_free(context, &mesh);
    }
    cw_surface_free(context, &surface);
    return status;
}

/// `kept` receives the mesh and `seconds` the time of the whole, where they are not NULL.
static cw_status measure(cw_bench_report *report, cw_context *context, const char *name,
                         const cw_scene *scene, uint32_t runs, cw_navmesh *kept, double *seconds) {
    double extraction[CW_BENCH_RUNS], decomposition[CW_BENCH_RUNS];
    scene_run run = {0};
    for (uint32_t i = 0; i < runs; i++) {
        cw_status status = run_once(context, scene, &run, i + 1 == runs ? kept : NULL);
        if (status != CW_OK) {
            return status;
        }
        extraction[i] = run.extraction;
        decomposition[i] = run.decomposition;
    }
    double first = cw_bench_median(extraction, runs), second = cw_bench_median(decomposition, runs);
    cw_bench_tell(report, name, "extraction", 1e3 * first, "ms", INFINITY, NULL);
    cw_bench_tell(report, name, "cells, CPU time", 1e3 * second, "ms", INFINITY, NULL);
    if (seconds != NULL) {
        *seconds = first + second;
    }
    cw_bench_tell(report, name, "cells", run.cells, "", INFINITY, NULL);
    cw_bench_tell(report, name, "walkable area", run.report.area, "m2", INFINITY, NULL);
    cw_bench_tell(report, name, "parts", run.report.component_count, "", INFINITY, NULL);
    return CW_OK;
}

/// Islands and relaxed borders by sampling: as Recast's filters come to at voxels of that size.
static cw_status sample_once(cw_context *context, const cw_scene *scene, double pixel,
                             scene_run *run) {
    cw_extraction_config config = cw_extraction_config_default();
    cw_layers_config sampling = cw_layers_config_default();
    cw_navmesh_config cells = cw_navmesh_config_for_scenes();
    cw_surface surface = {0};
    cw_navmesh mesh = {0};
    config.step = STEP;
    config.min_island = ISLAND * (pixel / 0.1) * (pixel / 0.1);
    sampling.pixel = pixel;
    sampling.height_error = VOXEL_HEIGHT;
    cells.tau = 1.3 * pixel;
    cw_bench_time start = cw_bench_now();
    cw_status status =
        cw_surface_sample_scene(context, scene, &config, &sampling, &surface, &run->report);
    run->extraction = cw_bench_since(start).cpu;
    start = cw_bench_now();
    status = status != CW_OK ? status : cw_navmesh_build(context, &surface, &cells, &mesh);
    run->decomposition = cw_bench_since(start).cpu;
    run->cells = mesh.cell_count;
    cw_navmesh_free(context, &mesh);
    cw_surface_free(context, &surface);
    return status;
}

/// Bytes that a context holds, and held at most.
typedef struct held_bytes {
    size_t now, most;
} held_bytes;

static void *count_resize(void *user, void *memory, size_t old_size, size_t new_size) {
    held_bytes *held = user;
    void *moved = NULL;
    if (new_size == 0) {
        free(memory);
    } else {
        moved = realloc(memory, new_size);
    }
    if (new_size == 0 || moved != NULL) {
        held->now += new_size - old_size;
        held->most = held->now > held->most ? held->now : held->most;
    }
    return moved;
}

/// What sampling and cells hold at most beside the scene, in a run of its own.
static cw_status tell_memory(cw_bench_report *report, const cw_scene *scene, const char *subject,
                             double pixel) {
    held_bytes held = {0, 0};
    cw_context_config config = cw_context_config_default();
    cw_context *own = NULL;
    scene_run run = {0};
    config.allocator = (cw_allocator){&held, count_resize};
    cw_status status = cw_context_create(&config, &own);
    status = status != CW_OK ? status : sample_once(own, scene, pixel, &run);
    cw_context_free(own);
    if (status == CW_OK) {
        cw_bench_tell(report, subject, "memory", 1e-6 * (double)held.most, "MB", INFINITY, NULL);
    }
    return status;
}

/// By how much an area differs from that of the exact way with the same islands.
static cw_status tell_area(cw_bench_report *report, cw_context *context, const cw_scene *scene,
                           const char *subject, double pixel, double area) {
    cw_extraction_config config = cw_extraction_config_default();
    cw_extraction_report exact;
    cw_surface surface = {0};
    config.step = STEP;
    config.min_island = ISLAND * (pixel / 0.1) * (pixel / 0.1);
    cw_status status = cw_surface_from_scene(context, scene, &config, &surface, &exact);
    cw_surface_free(context, &surface);
    if (status == CW_OK) {
        cw_bench_tell(report, subject, "area error", 100 * (area / exact.area - 1), "%", INFINITY,
                      NULL);
    }
    return status;
}

static cw_status measure_layers(cw_bench_report *report, cw_context *context, const char *name,
                                const cw_scene *scene, uint32_t runs) {
    cw_status status = CW_OK;
    for (size_t i = 0; i < sizeof VOXELS / sizeof *VOXELS && status == CW_OK; i++) {
        char subject[40];
        double seconds[CW_BENCH_RUNS];
        scene_run run = {0};
        snprintf(subject, sizeof subject, "%s, layers %g", name, VOXELS[i]);
        for (uint32_t k = 0; k < runs && status == CW_OK; k++) {
            status = sample_once(context, scene, VOXELS[i], &run);
            seconds[k] = run.extraction + run.decomposition;
        }
        if (status == CW_OK) {
            cw_bench_tell(report, subject, "CPU time", 1e3 * cw_bench_median(seconds, runs), "ms",
                          INFINITY, NULL);
            cw_bench_tell(report, subject, "cells", run.cells, "", INFINITY, NULL);
            status = tell_area(report, context, scene, subject, VOXELS[i], run.report.area);
            status = status != CW_OK ? status : tell_memory(report, scene, subject, VOXELS[i]);
        }
    }
    return status;
}

/// Metres by which a wall may lie higher or lower than a border to be the same one.
static const double SAME_FLOOR = 1.0;

static double segment_distance(cw_vec2 p, cw_vec3 a, cw_vec3 b) {
    double x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
    double share = square > 0 ? ((p.x - a.x) * x + (p.y - a.y) * y) / square : 0;
    share = fmin(fmax(share, 0), 1);
    return hypot(a.x + share * x - p.x, a.y + share * y - p.y);
}

/// How far a place is from the nearest wall of its floor.
static double wall_distance(const cw_navmesh *truth, cw_vec3 place) {
    double nearest = INFINITY;
    for (uint32_t e = 0; e < truth->edge_count; e++) {
        uint32_t cell = truth->edge_cell[e], next = e + 1;
        next = next < truth->cell_first[cell + 1] ? next : truth->cell_first[cell];
        cw_vec3 a = truth->positions[truth->edge_vertex[e]],
                b = truth->positions[truth->edge_vertex[next]];
        if (truth->edge_twin[e] == CW_NONE && fmin(a.z, b.z) - SAME_FLOOR < place.z &&
            fmax(a.z, b.z) + SAME_FLOOR > place.z) {
            nearest = fmin(nearest, segment_distance((cw_vec2){place.x, place.y}, a, b));
        }
    }
    return nearest;
}

/// What voxels made of a level.
typedef struct voxel_result {
    double area;         ///< square metres in plan
    double worst, mean;  ///< distance of the corners of the border from the true one, metres
    uint32_t components; ///< connected parts
} voxel_result;

static uint32_t root_of(uint32_t *parents, uint32_t item) {
    while (parents[item] != item) {
        item = parents[item] = parents[parents[item]];
    }
    return item;
}

static voxel_result judge_voxels(const cw_polygons *polygons, cw_vec3 origin, double voxel,
                                 const cw_navmesh *truth) {
    voxel_result result = {.components = polygons->cell_count};
    uint32_t *parents = calloc(polygons->cell_count, sizeof *parents), corners = 0;
    for (uint32_t c = 0; parents != NULL && c < polygons->cell_count; c++) {
        parents[c] = c;
    }
    for (uint32_t c = 0; parents != NULL && c < polygons->cell_count; c++) {
        uint32_t first = polygons->cell_first[c], end = polygons->cell_first[c + 1];
        for (uint32_t e = first; e < end; e++) {
            cw_vec3 a = polygons->positions[polygons->edge_vertex[e]];
            cw_vec3 b = polygons->positions[polygons->edge_vertex[e + 1 < end ? e + 1 : first]];
            result.area += 0.5 * (a.x * b.y - a.y * b.x) * voxel * voxel;
            uint32_t behind = polygons->edge_neighbor[e];
            if (behind != CW_NONE) {
                uint32_t i = root_of(parents, c), k = root_of(parents, behind);
                result.components -= i != k;
                parents[i] = k;
                continue;
            }
            cw_vec3 place = {origin.x + voxel * a.x, origin.y + voxel * a.y,
                             origin.z + voxel * a.z};
            double distance = wall_distance(truth, place);
            if (!isinf(distance)) {
                result.worst = fmax(result.worst, distance);
                result.mean += distance;
                corners++;
            }
        }
    }
    result.mean /= corners > 0 ? corners : 1;
    free(parents);
    return result;
}

static void measure_recast(cw_bench_report *report, cw_context *context, const char *name,
                           const cw_scene *scene, const cw_recast_level *level,
                           const cw_navmesh *truth) {
    for (size_t i = 0; i < sizeof VOXELS / sizeof *VOXELS; i++) {
        char subject[40];
        cw_recast_settings settings = {VOXELS[i], 0};
        cw_recast *baked = cw_recast_bake_level(level, &settings);
        snprintf(subject, sizeof subject, "%s, Recast %g", name, VOXELS[i]);
        if (baked != NULL) {
            cw_polygons polygons = {0};
            cw_vec3 origin;
            cw_recast_polygons(baked, &polygons, &origin);
            cw_bench_tell(report, subject, "CPU time", 1e3 * cw_recast_seconds(baked), "ms",
                          INFINITY, NULL);
            cw_bench_tell(report, subject, "memory", 1e-6 * cw_recast_peak(baked), "MB", INFINITY,
                          NULL);
            cw_bench_tell(report, subject, "polygons", polygons.cell_count, "", INFINITY, NULL);
            voxel_result result = judge_voxels(&polygons, origin, VOXELS[i], truth);
            cw_bench_tell(report, subject, "walkable area", result.area, "m2", INFINITY, NULL);
            cw_bench_tell(report, subject, "parts", result.components, "", INFINITY, NULL);
            cw_bench_tell(report, subject, "border, worst", result.worst, "m", INFINITY, NULL);
            cw_bench_tell(report, subject, "border, mean", result.mean, "m", INFINITY, NULL);
            tell_area(report, context, scene, subject, VOXELS[i], result.area);
        }
        cw_recast_free(baked);
    }
}

/// A level of somebody else, and metres per unit of its file.
typedef struct level_file {
    const char *name;
    float scale;
} level_file;

static cw_status measure_level(cw_bench_report *report, cw_context *context,
                               const level_file *which) {
    char path[512];
    const char *name = which->name;
    cw_navmesh mesh = {0};
    cw_recast_level level;
    cw_scene scene = {0};
    cw_status status = CW_OK;
    snprintf(path, sizeof path, "%s/meshes/%s.obj", report->data, name);
    if (!cw_bench_level_read(path, &level)) {
        report->skip(report->user, path);
    } else {
        for (uint32_t i = 0; i < 3 * level.vertex_count; i++) {
            level.positions[i] *= which->scale;
        }
        status = fill_scene(context, &level, &scene);
        uint32_t runs = report->quick ? 1 : 7;
        status =
            status != CW_OK ? status : measure(report, context, name, &scene, runs, &mesh, NULL);
        status = status != CW_OK
                     ? status
                     : measure_layers(report, context, name, &scene, report->quick ? 1 : 3);
        if (status == CW_OK && cw_recast_is_here()) {
            measure_recast(report, context, name, &scene, &level, &mesh);
        }
        cw_navmesh_free(context, &mesh);
    }
    cw_scene_free(context, &scene);
    cw_bench_level_free(&level);
    return status;
}

/// A scene as Recast takes it, y up; false where there is no memory.
static bool level_of(const cw_scene *scene, cw_recast_level *level) {
    *level = (cw_recast_level){.vertex_count = scene->position_count,
                               .triangle_count = scene->triangle_count};
    level->positions = malloc(3 * (size_t)scene->position_count * sizeof *level->positions);
    level->corners = malloc(3 * (size_t)scene->triangle_count * sizeof *level->corners);
    if (level->positions == NULL || level->corners == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < scene->position_count; i++) {
        cw_vec3 p = scene->positions[i];
        float place[3] = {(float)p.x, (float)p.z, (float)-p.y};
        memcpy(level->positions + 3 * (size_t)i, place, sizeof place);
    }
    for (size_t i = 0; i < 3 * (size_t)scene->triangle_count; i++) {
        level->corners[i] = (int)scene->corners[i];
    }
    return true;
}

/// Recast tile by tile, as large scenes are built, and its time over that of ours.
static void measure_tiles(cw_bench_report *report, const char *name, const cw_scene *scene,
                          double ours) {
    cw_recast_settings settings = {VOXELS[0], 0};
    cw_recast_level level;
    cw_recast_tiles tiles;
    for (size_t i = 0; i < sizeof TILES / sizeof *TILES; i++) {
        char subject[96];
        snprintf(subject, sizeof subject, "%s, Recast %g, tiles of %u", name, VOXELS[0], TILES[i]);
        if (level_of(scene, &level) && cw_recast_bake_tiles(&level, &settings, TILES[i], &tiles)) {
            cw_bench_tell(report, subject, "CPU time", 1e3 * tiles.seconds, "ms", INFINITY, NULL);
            cw_bench_tell(report, subject, "memory", 1e-6 * tiles.peak, "MB", INFINITY, NULL);
            cw_bench_tell(report, subject, "polygons", tiles.polygons, "", INFINITY, NULL);
            cw_bench_tell(report, subject, "time over ours", tiles.seconds / ours, "times",
                          INFINITY, NULL);
        }
        cw_bench_level_free(&level);
    }
}

static cw_status measure_boxes(cw_bench_report *report, cw_context *context, uint32_t count) {
    char subject[40];
    cw_scene scene = {0};
    double ours = 0;
    snprintf(subject, sizeof subject, "%u boxes", count);
    cw_status status = cw_scene_boxes(context, count, 9.5 * sqrt(count), 1, &scene);
    status = status != CW_OK ? status : measure(report, context, subject, &scene, 3, NULL, &ours);
    if (status == CW_OK && cw_recast_is_here()) {
        measure_tiles(report, subject, &scene, ours);
    }
    cw_scene_free(context, &scene);
    return status;
}

static cw_status run_scenes(cw_bench_report *report, cw_context *context) {
    static const level_file levels[] = {{"nav_test", 1},
                                        {"dungeon", 1},
                                        {"undulating", 1},
                                        {"maps/tesseract-complex", 0.125f},
                                        {"maps/tesseract-ot", 0.125f},
                                        {"maps/tesseract-turbine", 0.125f}};
    cw_status status = CW_OK;
    for (size_t i = 0; i < sizeof levels / sizeof *levels && status == CW_OK; i++) {
        status = measure_level(report, context, &levels[i]);
    }
    status = status != CW_OK ? status : measure_boxes(report, context, 1000);
    if (status == CW_OK && !report->quick) {
        status = measure_boxes(report, context, 10000);
    }
    return status;
}

cw_status cw_bench_extraction(cw_bench_report *report) {
    return cw_bench_run(report, run_scenes);
}
