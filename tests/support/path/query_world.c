#include "query_world.h"
#include "check.h"
#include "made.h"
#include "test_owned.h"

static void start_world(query_world *world) {
    *world = (query_world){0};
    cw_context_config config = failing_allocator_config(&world->memory);
    assert_int_equal(cw_context_create(&config, &world->context), CW_OK);
}

static void finish_world(query_world *world) {
    if (cw_clearance_build(world->context, &world->mesh, &world->clearance) != CW_OK) {
        fail_msg("clearance: %s", cw_context_message(world->context));
    }
    assert_int_equal(cw_query_create(world->context, &world->clearance, &world->query), CW_OK);
    world->low_x = world->low_y = INFINITY;
    world->high_x = world->high_y = -INFINITY;
    for (uint32_t e = 0; e < world->mesh.edge_count; e++) {
        cw_vec3 p = world->mesh.positions[world->mesh.edge_vertex[e]];
        world->low_x = fmin(world->low_x, p.x), world->high_x = fmax(world->high_x, p.x);
        world->low_y = fmin(world->low_y, p.y), world->high_y = fmax(world->high_y, p.y);
    }
}

void query_world_polygons(query_world *world, const cw_polygons *polygons) {
    start_world(world);
    if (cw_navmesh_from_polygons(world->context, polygons, &world->mesh) != CW_OK) {
        fail_msg("mesh: %s", cw_context_message(world->context));
    }
    finish_world(world);
}

void query_world_small(query_world *world, small_mesh kind) {
    cw_polygons polygons = small_mesh_polygons(kind);
    query_world_polygons(world, &polygons);
}

void query_world_plan(query_world *world, cw_scene_family family, uint32_t vertices, uint64_t seed,
                      double alpha) {
    start_world(world);
    cw_scene_config config = cw_scene_config_default();
    config.family = family;
    config.vertices = vertices;
    config.seed = seed;
    config.rotation = 0.1 * (double)(seed % 7);
    cw_plan plan;
    cw_navmesh_config build = cw_navmesh_config_default();
    build.alpha = alpha;
    build.tau = alpha;
    assert_int_equal(cw_scene_make(world->context, &config, &plan), CW_OK);
    world->mesh = mesh_of_plan(world->context, &plan, &build);
    cw_plan_free(world->context, &plan);
    finish_world(world);
}

void query_world_terrain(query_world *world, query_terrain terrain) {
    start_world(world);
    cw_scene_triangles scene;
    cw_status status = terrain == QUERY_RAMP     ? cw_scene_ramp(world->context, 3, 24, &scene)
                       : terrain == QUERY_BRIDGE ? cw_scene_bridge(world->context, &scene)
                                                 : cw_scene_hills(world->context, 12, 5, &scene);
    assert_int_equal(status, CW_OK);
    world->mesh = mesh_of_triangles(world->context, scene.positions, scene.position_count,
                                    scene.corners, scene.triangle_count, NULL);
    cw_scene_triangles_free(world->context, &scene);
    finish_world(world);
}

void query_world_free(query_world *world) {
    cw_query_free(world->query);
    cw_clearance_free(world->context, &world->clearance);
    cw_navmesh_free(world->context, &world->mesh);
    cw_context_free(world->context);
    assert_int_equal(world->memory.live_bytes, 0);
    assert_int_equal(world->memory.wrong_sizes, 0);
}

cw_vec3 query_world_point(const query_world *world, cw_random *random, double margin) {
    double x = cw_random_range(random, world->low_x - margin, world->high_x + margin);
    double y = cw_random_range(random, world->low_y - margin, world->high_y + margin);
    return (cw_vec3){x, y, 0};
}

bool query_world_place(query_world *world, cw_random *random, cw_vec3 *point) {
    for (int i = 0; i < 100; i++) {
        *point = query_world_point(world, random, 0);
        point->z = world->mesh.positions[0].z;
        if (cw_navmesh_locate(&world->mesh, *point) != CW_NONE) {
            return true;
        }
    }
    return false;
}

void query_world_for_plans(void (*check)(query_world *world, cw_random *random), uint32_t vertices,
                           uint64_t seeds) {
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        for (int family = 0; family < CW_SCENE_FAMILY_COUNT; family++) {
            for (int relaxed = 0; relaxed < 2; relaxed++) {
                OWNED(query_world) world;
                query_world_plan(&world, (cw_scene_family)family, vertices, seed,
                                 relaxed != 0 ? 0.3 : 0);
                cw_random random = {seed * 100 + (uint64_t)family};
                check(&world, &random);
            }
        }
    }
}

cw_nearest query_world_nearest(query_world *world, cw_vec3 point, double radius, double reach) {
    return nearest_of(world->query, point, radius, reach);
}

cw_ray query_world_ray(query_world *world, cw_vec3 from, cw_vec2 to, double radius) {
    return ray_of(world->query, from, to, radius);
}
