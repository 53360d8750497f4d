/// Builds a fixed list of scenes and prints one line for each: its name, the number of cells, the
/// hash of the mesh, and a hash of its saved bytes; then one line with the hash of its clearance
/// tables and of the radii of all its cell crosses, and two for paths of discs between random
/// points of it, without sights and with them, and one for a crowd that walks for a while. The
/// lines must be the same for every compiler, optimisation level, worker count and machine;
/// same_bytes.sh compares them.
///
///   driver [WORKERS]
///   driver corner       one path around a corner: the bits of its length and the hash of its legs
#include "scenes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 3, EFFORTS = 3, VERTICES = 200, PATHS = 24, AGENTS = 60, CROWD_STEPS = 40 };

static const uint64_t HASH_START = 0xcbf29ce484222325u;

static void stop(cw_context *context, const char *name, cw_status status) {
    fprintf(stderr, "%s: %s: %s\n", name, cw_status_string(status), cw_context_message(context));
    exit(1);
}

/// FNV-1a.
static uint64_t hash_bytes(uint64_t hash, const void *data, size_t size) {
    const uint8_t *bytes = data;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    }
    return hash;
}

/// The numbers of all legs, field by field, since the space between fields has no meaning.
static uint64_t hash_legs(uint64_t hash, const cw_path *path) {
    for (uint32_t i = 0; i < path->leg_count; i++) {
        const cw_path_leg *leg = &path->legs[i];
        const uint8_t kind[2] = {leg->arc, leg->ccw};
        hash = hash_bytes(hash, &leg->from, sizeof leg->from);
        hash = hash_bytes(hash, &leg->to, sizeof leg->to);
        hash = hash_bytes(hash, kind, sizeof kind);
        if (leg->arc) {
            hash = hash_bytes(hash, &leg->center, sizeof leg->center);
        }
    }
    return hash;
}

/// Adds the path between two random points, or what stands in its way, to a hash.
static cw_status hash_path(cw_query *query, uint64_t *seed, int index, uint64_t *hash,
                           uint32_t *found) {
    static const double radii[] = {0, 0.05, 0.2, 0.5};
    cw_vec3 start = {0, 0, 0}, goal = {0, 0, 0};
    cw_status status = cw_query_random(query, seed, 0, &start);
    if (status == CW_OK) {
        status = cw_query_random(query, seed, 0, &goal);
    }
    cw_path_request request = cw_path_request_default();
    request.start = start;
    request.goals = &goal;
    request.goal_count = 1;
    request.radius = radii[index % 4];
    request.reach = 1;
    cw_path path;
    if (status == CW_OK) {
        status = cw_query_find(query, &request, &path);
    }
    if (status != CW_OK) {
        return status;
    }
    const uint32_t numbers[] = {path.status, path.leg_count, path.cell_count, path.expansions};
    *hash = hash_bytes(*hash, numbers, sizeof numbers);
    *hash = hash_bytes(*hash, &path.length, sizeof path.length);
    *hash = hash_bytes(*hash, &path.gate.radius, sizeof path.gate.radius);
    *hash = hash_legs(*hash, &path);
    *found += path.status == CW_PATH_FOUND;
    return CW_OK;
}

/// Makes sights and lets a query use them.
static cw_status use_sights(cw_context *context, const cw_clearance *clearance, cw_query *query,
                            cw_sights **sights) {
    cw_status status = cw_sights_build_any(context, clearance, sights);
    return status == CW_OK ? cw_query_use_sights(query, (const cw_sights *const *)sights, 1)
                           : status;
}

static void print_paths(cw_context *context, const char *name, const cw_clearance *clearance,
                        bool sighted) {
    cw_query *query = NULL;
    cw_sights *sights = NULL;
    cw_status status = cw_query_create(context, clearance, &query);
    if (status == CW_OK && sighted) {
        status = use_sights(context, clearance, query, &sights);
    }
    uint64_t seed = 1, hash = HASH_START;
    uint32_t found = 0;
    for (int i = 0; i < PATHS && status == CW_OK; i++) {
        status = hash_path(query, &seed, i, &hash, &found);
    }
    if (status != CW_OK) {
        stop(context, name, status);
    }
    printf("%-14s paths %2" PRIu32 " of %d %s sights, bytes %016" PRIx64 "\n", name, found, PATHS,
           sighted ? "with" : "without", hash);
    cw_query_free(query);
    cw_sights_free(sights);
}

/// The critical radii of all cell crosses.
static uint64_t hash_crosses(const cw_clearance *clearance) {
    const cw_navmesh *mesh = clearance->mesh;
    uint64_t hash = HASH_START;
    for (uint32_t entry = 0; entry < mesh->edge_count; entry++) {
        uint32_t cell = mesh->edge_cell[entry];
        for (uint32_t exit = entry + 1; exit < mesh->cell_first[cell + 1]; exit++) {
            if (mesh->edge_twin[entry] != CW_NONE && mesh->edge_twin[exit] != CW_NONE) {
                double radius = cw_clearance_cross(clearance, entry, exit, NULL);
                hash = hash_bytes(hash, &radius, sizeof radius);
            }
        }
    }
    return hash;
}

/// Adds an agent of each model with a random place and goal of its own.
static cw_status add_agents(cw_query *query, cw_crowd *crowd, uint64_t *seed) {
    for (uint32_t i = 0; i < AGENTS; i++) {
        cw_agent_config config = cw_agent_config_default();
        cw_vec3 point = {0, 0, 0};
        cw_crowd_target target = {CW_TARGET_POINT, &point, 1, 0.3};
        uint32_t index = 0;
        cw_crowd_goal goal = {&index, 1, 0};
        config.radius = 0.05 + 0.01 * (i % 8);
        config.model = (cw_model)(i % 4);
        config.spread = i % 3 * 0.25;
        config.time_gap = i % 5 == 0 ? 0.5 : 0;
        cw_agent agent;
        if (cw_query_random(query, seed, config.radius, &config.position) != CW_OK ||
            cw_query_random(query, seed, config.radius, &point) != CW_OK) {
            continue; // nothing is wide enough
        }
        cw_status status = cw_crowd_add_target(crowd, &target, &index);
        if (status == CW_OK) {
            status = cw_crowd_add_journey(crowd, &goal, 1, &config.journey);
        }
        if (status == CW_OK) {
            status = cw_crowd_add(crowd, &config, &agent);
        }
        if (status != CW_OK) {
            return status;
        }
    }
    return CW_OK;
}

static void print_crowd(cw_context *context, const char *name, const cw_clearance *clearance) {
    cw_query *query = NULL;
    cw_crowd *crowd = NULL;
    uint64_t seed = 1;
    cw_status status = cw_query_create(context, clearance, &query);
    if (status == CW_OK) {
        status = cw_crowd_create(context, clearance, NULL, &crowd);
    }
    if (status == CW_OK) {
        status = add_agents(query, crowd, &seed);
    }
    for (int i = 0; i < CROWD_STEPS && status == CW_OK; i++) {
        status = cw_crowd_step(crowd, 0.1);
    }
    if (status != CW_OK) {
        stop(context, name, status);
    }
    cw_crowd_agents agents;
    cw_crowd_view(crowd, &agents);
    printf("%-14s crowd %3" PRIu32 " of %d, state %016" PRIx64 "\n", name, agents.count, AGENTS,
           cw_crowd_hash(crowd));
    cw_crowd_free(crowd);
    cw_query_free(query);
}

static void print_tables(cw_context *context, const char *name, const cw_navmesh *mesh) {
    cw_clearance clearance;
    cw_status status = cw_clearance_build(context, mesh, &clearance);
    if (status != CW_OK) {
        stop(context, name, status);
    }
    printf("%-14s tables %016" PRIx64 " crosses %016" PRIx64 "\n", name,
           cw_clearance_hash(&clearance), hash_crosses(&clearance));
    print_paths(context, name, &clearance, false);
    print_paths(context, name, &clearance, true);
    print_crowd(context, name, &clearance);
    cw_clearance_free(context, &clearance);
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
           hash_bytes(HASH_START, bytes, size));
    cw_context_release(context, bytes, size);
    if (config->effort == 1) {
        print_tables(context, name, &mesh);
    }
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

/// Soups, exactly and by sampling.
static void print_soups(cw_context *context) {
    for (int sampled = 0; sampled < 2; sampled++) {
        const char *name = sampled ? "soup by layers" : "soup";
        cw_scene scene = {0};
        cw_surface surface;
        cw_layers_config layers = cw_layers_config_default();
        layers.snap = true;
        cw_status status = cw_scene_boxes(context, 12, 14, 4, &scene);
        status = status != CW_OK ? status : cw_scene_stair(context, CW_STAIR_CRACKED, 0.3, &scene);
        status = status != CW_OK ? status : cw_scene_soup(context, 40, 12, 5, 4, &scene);
        status = status != CW_OK ? status
                 : sampled ? cw_surface_sample_scene(context, &scene, NULL, &layers, &surface, NULL)
                           : cw_surface_from_scene(context, &scene, NULL, &surface, NULL);
        if (status != CW_OK) {
            stop(context, name, status);
        }
        cw_scene_free(context, &scene);
        print_surface(context, name, &surface);
    }
}

/// The L and the path that run.mjs finds through the exports of clearway.wasm.
static void print_corner(cw_context *context) {
    static const cw_vec2 ring[] = {{0, 0}, {4, 0}, {4, 2}, {2, 2}, {2, 4}, {0, 4}};
    const cw_vec3 goal = {1.25, 3.5, 0};
    cw_plan plan = {0};
    cw_surface surface = {0};
    cw_navmesh mesh = {0};
    cw_clearance clearance = {0};
    cw_query *query = NULL;
    cw_path path = {0};
    cw_path_request request = cw_path_request_default();
    request.start = (cw_vec3){3.5, 1, 0};
    request.goals = &goal;
    request.goal_count = 1;
    request.radius = 0.5;
    if (cw_plan_add(context, &plan, CW_RING_OUTER, 0, ring, 6) != CW_OK ||
        cw_surface_from_plan(context, &plan, NULL, &surface) != CW_OK ||
        cw_navmesh_build(context, &surface, NULL, &mesh) != CW_OK ||
        cw_clearance_build(context, &mesh, &clearance) != CW_OK ||
        cw_query_create(context, &clearance, &query) != CW_OK ||
        cw_query_find(query, &request, &path) != CW_OK || path.status != CW_PATH_FOUND) {
        stop(context, "corner", CW_ERROR_INPUT);
    }
    uint64_t length;
    memcpy(&length, &path.length, sizeof length);
    printf("%016" PRIx64 " %016" PRIx64 "\n", length, hash_legs(HASH_START, &path));
    cw_query_free(query);
    cw_clearance_free(context, &clearance);
    cw_navmesh_free(context, &mesh);
    cw_surface_free(context, &surface);
    cw_plan_free(context, &plan);
}

int main(int argument_count, char **arguments) {
    const bool corner = argument_count > 1 && strcmp(arguments[1], "corner") == 0;
    cw_context_config config = cw_context_config_default();
    config.workers = argument_count > 1 && !corner ? (uint32_t)strtoul(arguments[1], NULL, 10) : 1;
    cw_context *context;
    cw_status status = cw_context_create(&config, &context);
    if (status != CW_OK) {
        fprintf(stderr, "context: %s\n", cw_status_string(status));
        return 1;
    }
    if (corner) {
        print_corner(context);
    } else {
        print_families(context);
        print_named(context);
        print_soups(context);
    }
    cw_context_free(context);
    return 0;
}
