/// Builds a fixed list of scenes and prints one line for each: its name, the number of cells, the
/// hash of the mesh, and a hash of its saved bytes. The lines must be the same for every compiler,
/// optimisation level, worker count and machine; same_bytes.sh compares them.
///
///   driver [WORKERS]
#include "scenes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { SEEDS = 3, EFFORTS = 3, VERTICES = 200 };

static void stop(cw_context *context, const char *name, cw_status status) {
    fprintf(stderr, "%s: %s: %s\n", name, cw_status_string(status), cw_context_message(context));
    exit(1);
}

/// FNV-1a.
static uint64_t hash_bytes(const uint8_t *bytes, size_t size) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    }
    return hash;
}

static void print_mesh(cw_context *context, const char *name, const cw_surface *surface,
                       const cw_navmesh_config *config) {
    cw_navmesh mesh;
    uint8_t *bytes = NULL;
    size_t size = 0;
    cw_status status = cw_navmesh_build(context, surface, config, &mesh);
    if (status == CW_OK) {
        status = cw_navmesh_save(context, &mesh, &bytes, &size);
    }
    if (status != CW_OK) {
        stop(context, name, status);
    }
    printf("%-14s effort %" PRIu32 " alpha %d cells %5" PRIu32 " hash %016" PRIx64
           " bytes %016" PRIx64 "\n",
           name, config->effort, config->alpha > 0, mesh.cell_count, cw_navmesh_hash(&mesh),
           hash_bytes(bytes, size));
    cw_context_release(context, bytes, size);
    cw_navmesh_free(context, &mesh);
}

/// Every effort on a surface, and a relaxed mesh, whose angles go through libm. Frees the surface.
static void print_surface(cw_context *context, const char *name, cw_surface *surface) {
    cw_navmesh_config config = cw_navmesh_config_default();
    for (config.effort = 0; config.effort < EFFORTS; config.effort++) {
        print_mesh(context, name, surface, &config);
    }
    config.effort = 1;
    config.alpha = 0.3;
    config.tau = 0.1;
    print_mesh(context, name, surface, &config);
    cw_surface_free(context, surface);
}

static void print_plan(cw_context *context, const char *name, cw_plan *plan) {
    cw_surface surface;
    cw_status status = cw_surface_from_plan(context, plan, NULL, &surface);
    if (status != CW_OK) {
        stop(context, name, status);
    }
    cw_plan_free(context, plan);
    print_surface(context, name, &surface);
}

static void print_triangles(cw_context *context, const char *name, cw_scene_triangles *scene) {
    cw_surface surface;
    cw_status status =
        cw_surface_from_triangles(context, scene->positions, scene->position_count, scene->corners,
                                  scene->triangle_count, NULL, &surface);
    if (status != CW_OK) {
        stop(context, name, status);
    }
    cw_scene_triangles_free(context, scene);
    print_surface(context, name, &surface);
}

static void print_families(cw_context *context) {
    cw_scene_config config = cw_scene_config_default();
    config.vertices = VERTICES;
    for (int family = 0; family < CW_SCENE_FAMILY_COUNT; family++) {
        config.family = (cw_scene_family)family;
        for (config.seed = 1; config.seed <= SEEDS; config.seed++) {
            config.rotation = 0.1 * (double)(config.seed - 1);
            char name[64];
            snprintf(name, sizeof name, "%s-%" PRIu64, cw_scene_family_name(config.family),
                     config.seed);
            cw_plan plan = {0};
            cw_status status = cw_scene_make(context, &config, &plan);
            if (status != CW_OK) {
                stop(context, name, status);
            }
            print_plan(context, name, &plan);
        }
    }
}

static void print_named(cw_context *context) {
    cw_plan office = {0};
    cw_status status = cw_scene_office(context, &office);
    if (status != CW_OK) {
        stop(context, "office", status);
    }
    print_plan(context, "office", &office);
    for (int kind = 0; kind < 3; kind++) {
        static const char *const names[] = {"ramp", "bridge", "hills"};
        cw_scene_triangles scene = {0};
        status = kind == 0   ? cw_scene_ramp(context, 3, 16, &scene)
                 : kind == 1 ? cw_scene_bridge(context, &scene)
                             : cw_scene_hills(context, 16, 1, &scene);
        if (status != CW_OK) {
            stop(context, names[kind], status);
        }
        print_triangles(context, names[kind], &scene);
    }
}

int main(int argument_count, char **arguments) {
    cw_context_config config = cw_context_config_default();
    config.workers = argument_count > 1 ? (uint32_t)strtoul(arguments[1], NULL, 10) : 1;
    cw_context *context;
    cw_status status = cw_context_create(&config, &context);
    if (status != CW_OK) {
        fprintf(stderr, "context: %s\n", cw_status_string(status));
        return 1;
    }
    print_families(context);
    print_named(context);
    cw_context_free(context);
    return 0;
}
