/// The nearest place of the mesh, for a point and for a disc, and the nearest wall, compared with
/// brute force.
#include "high_floors.h"
#include "path_setup.h"
#include "query_world.h"
#include "test.h"
#include "test_owned.h"

/// What a nearest point promises of itself.
static void check_nearest(query_world *world, cw_vec3 point, double radius, cw_nearest n) {
    const cw_navmesh *mesh = &world->mesh;
    assert_true(n.place.cell < mesh->cell_count);
    assert_int_not_equal(cw_navmesh_locate(mesh, n.point), CW_NONE);
    cw_vec2 plan = cw_clearance_plan(mesh, n.place.position);
    path_assert_near(plan.x, n.point.x, 1e-9);
    path_assert_near(plan.y, n.point.y, 1e-9);
    path_assert_near(cw_navmesh_height(mesh, n.place.cell, plan), n.point.z, 1e-9);
    double dx = n.point.x - point.x, dy = n.point.y - point.y, dz = n.point.z - point.z;
    path_assert_near(n.distance, sqrt(dx * dx + dy * dy + dz * dz), 1e-9);
    double room = cw_clearance_at(&world->clearance, n.place.cell, n.place.position, NULL);
    assert_true(room >= radius - 1e-9);
}

static void check_nearest_on_plan(query_world *world, cw_random *random) {
    for (int i = 0; i < 60; i++) {
        cw_vec3 point = query_world_point(world, random, 3);
        point.z = i % 3 == 0 ? cw_random_range(random, -2, 2) : 0;
        cw_nearest n = query_world_nearest(world, point, 0, 1e6);
        check_nearest(world, point, 0, n);
        path_assert_near(n.distance, query_oracle_nearest(&world->mesh, point, 0), 1e-8);
    }
}

TEST(nearest_points_of_plans_agree_with_brute_force) {
    query_world_for_plans(check_nearest_on_plan, 60, 2);
}

static void check_nearest_with_radius(query_world *world, cw_random *random) {
    static const double RADII[] = {0.05, 0.2, 0.5, 1, 2};
    for (int i = 0; i < 20; i++) {
        cw_vec3 point = query_world_point(world, random, 2);
        double radius = RADII[i % 5] * cw_random_range(random, 0.9, 1.1);
        double expected = query_oracle_nearest(&world->mesh, point, radius);
        cw_nearest n = query_world_nearest(world, point, radius, 1e6);
        if (!isfinite(expected)) {
            assert_int_equal(n.place.cell, CW_NONE);
            continue;
        }
        check_nearest(world, point, radius, n);
        assert_true(query_oracle_wall(&world->mesh, (cw_vec2){n.point.x, n.point.y}) >=
                    radius - 1e-9);
        path_assert_near(n.distance, expected, 1e-7);
        n = query_world_nearest(world, point, radius, expected + 1e-6);
        assert_int_not_equal(n.place.cell, CW_NONE);
        if (expected > 1e-6) {
            n = query_world_nearest(world, point, radius, expected - 1e-6);
            assert_int_equal(n.place.cell, CW_NONE);
        }
    }
}

TEST(nearest_places_for_discs_agree_with_brute_force) {
    query_world_for_plans(check_nearest_with_radius, 40, 1);
}

/// No sampled place for the disc is nearer than the one found.
static void check_no_sample_nearer(query_world *world, cw_random *random, cw_vec3 point,
                                   double radius, cw_nearest n) {
    const cw_navmesh *mesh = &world->mesh;
    for (int i = 0; i < 300; i++) {
        double reach = n.distance * (i % 2 == 0 ? 1 : 0.1);
        cw_vec3 middle = i % 2 == 0 ? point : n.point;
        cw_vec3 p = {middle.x + cw_random_range(random, -reach, reach),
                     middle.y + cw_random_range(random, -reach, reach), middle.z};
        uint32_t cell = cw_navmesh_locate(mesh, p);
        cw_vec2 plan = {p.x, p.y};
        if (cell == CW_NONE || cw_clearance_at(&world->clearance, cell,
                                               cw_clearance_local(mesh, plan), NULL) < radius) {
            continue;
        }
        double dz = cw_navmesh_height(mesh, cell, plan) - point.z;
        double distance =
            sqrt((p.x - point.x) * (p.x - point.x) + (p.y - point.y) * (p.y - point.y) + dz * dz);
        assert_true(distance >= n.distance - 1e-7);
    }
}

TEST(nearest_points_in_space_are_right_on_ramp_bridge_and_hills) {
    for (int terrain = 0; terrain <= QUERY_HILLS; terrain++) {
        OWNED(query_world) world;
        query_world_terrain(&world, (query_terrain)terrain);
        cw_random random = {7 + (uint64_t)terrain};
        for (int i = 0; i < 200; i++) {
            cw_vec3 point = query_world_point(&world, &random, 2);
            point.z = cw_random_range(&random, -3, 12);
            cw_nearest n = query_world_nearest(&world, point, 0, 1e6);
            check_nearest(&world, point, 0, n);
            path_assert_near(n.distance, query_oracle_nearest_in_space(&world.mesh, point), 1e-6);
            double radius = cw_random_range(&random, 0.05, 0.6);
            n = query_world_nearest(&world, point, radius, 1e6);
            if (n.place.cell != CW_NONE) {
                check_nearest(&world, point, radius, n);
                check_no_sample_nearer(&world, &random, point, radius, n);
            }
        }
    }
}

/// B41 (recastnavigation#417): a large search box found the wrong floor.
TEST(a_large_reach_finds_the_floor_that_is_nearest_in_height) {
    OWNED(query_world) world;
    query_world_small(&world, SMALL_FLOORS);
    for (double z = -5; z <= 8; z += 0.37) {
        for (double reach = 10; reach <= 1e6; reach *= 100) {
            cw_vec3 point = {3, 3, z};
            cw_nearest n = query_world_nearest(&world, point, 0, reach);
            path_assert_near(n.distance, fmin(fabs(z), fabs(z - 3)), 1e-12);
            path_assert_near(n.point.z, z < 1.5 ? 0 : 3, 1e-12);
            n = query_world_nearest(&world, point, 0.5, reach);
            path_assert_near(n.distance, fmin(fabs(z), fabs(z - 3)), 1e-12);
        }
    }
    assert_int_equal(query_world_nearest(&world, (cw_vec3){3, 3, 1.5}, 0, 1.49).place.cell,
                     CW_NONE);
    assert_int_equal(query_world_nearest(&world, (cw_vec3){3, 3, -7}, 0, 6.9).place.cell, CW_NONE);
}

TEST(a_point_on_the_mesh_with_room_is_its_own_nearest_point) {
    OWNED(query_world) world;
    query_world_plan(&world, CW_SCENE_ROOMS, 200, 3, 0);
    cw_random random = {11};
    for (int i = 0; i < 500; i++) {
        cw_vec3 point = query_world_point(&world, &random, 0);
        uint32_t cell = cw_navmesh_locate(&world.mesh, point);
        if (cell != CW_NONE) {
            cw_nearest n = query_world_nearest(&world, point, 0, 0);
            assert_int_equal(n.place.cell, cell);
            assert_memory_equal(&n.point, &point, sizeof point);
            assert_true(n.distance == 0);
        }
    }
}

/// B42 (recastnavigation#529): a target off the mesh led anywhere.
TEST(a_target_off_the_mesh_is_brought_to_a_point_that_is_on_it) {
    OWNED(query_world) world;
    query_world_plan(&world, CW_SCENE_CIRCLE, 400, 2, 0);
    cw_random random = {12};
    for (int i = 0; i < 500; i++) {
        cw_vec3 point = query_world_point(&world, &random, i % 10 == 0 ? 1e6 : 5);
        cw_nearest n = query_world_nearest(&world, point, 0, 1e8);
        assert_int_not_equal(cw_navmesh_locate(&world.mesh, n.point), CW_NONE);
        cw_nearest again = query_world_nearest(&world, n.point, 0, 0);
        assert_memory_equal(&again.point, &n.point, sizeof n.point);
    }
}

TEST(where_no_disc_fits_there_is_no_nearest_place) {
    OWNED(query_world) world;
    query_world_small(&world, SMALL_SQUARE);
    assert_int_equal(query_world_nearest(&world, (cw_vec3){1, 1, 0}, 1.001, 1e6).place.cell,
                     CW_NONE);
    cw_nearest n = query_world_nearest(&world, (cw_vec3){-4, 0.3, 0}, 1, 1e6);
    path_assert_near(n.point.x, 1, 1e-8);
    path_assert_near(n.point.y, 1, 1e-8);
}

/// B41 (recastnavigation#417 and others), against brute force.
TEST(the_nearest_place_of_stacked_floors_is_that_of_brute_force) {
    for (int kind = 0; kind < 2; kind++) {
        cw_scene_triangles scene;
        path_floor floor;
        OWNED(path_world) world;
        if (kind == 0) {
            assert_int_equal(cw_scene_ramp(context, 4, 16, &scene), CW_OK);
        } else {
            assert_int_equal(cw_scene_bridge(context, &scene), CW_OK);
        }
        path_floor_of_triangles(context, &scene, &floor);
        path_world_make(&floor, &world);
        cw_random random = {41};
        for (uint32_t i = 0; i < 200; i++) {
            cw_vec3 point = {cw_random_range(&random, -14, 34), cw_random_range(&random, -7, 22),
                             cw_random_range(&random, -3, 15)};
            static const double reaches[] = {2, 10, 1e6};
            double reach = reaches[i % 3],
                   expected = query_oracle_nearest_in_space(&world.floor.mesh, point);
            cw_nearest nearest = nearest_of(world.query, point, 0, reach);
            if (expected > reach) {
                assert_int_equal(nearest.place.cell, CW_NONE);
            } else {
                assert_int_not_equal(nearest.place.cell, CW_NONE);
                path_assert_near(nearest.distance, expected, 1e-7);
                path_assert_near(query_oracle_nearest_in_space(&world.floor.mesh, nearest.point), 0,
                                 1e-7);
            }
        }
    }
}

/// A place in the air between two vertices of a mesh, or near one.
static cw_vec3 place_between(const cw_navmesh *mesh, cw_random *random) {
    cw_vec3 a = mesh->positions[cw_random_below(random, mesh->vertex_count)];
    cw_vec3 b = mesh->positions[cw_random_below(random, mesh->vertex_count)];
    double t = cw_random_range(random, 0, 1), away = cw_random_range(random, 0, 0.5);
    t = t < 0.5 ? 0 : t;
    return (cw_vec3){a.x + t * (b.x - a.x) + away, a.y + t * (b.y - a.y) - away,
                     a.z + t * (b.z - a.z) + cw_random_range(random, -away, away)};
}

/// Cells that end in a needle have slivers of triangles there, whose planes once seemed to pass by
/// everywhere.
TEST(slivers_of_the_floor_are_not_nearer_than_they_are) {
    static const uint64_t seeds[] = {108, 138, 144};
    for (int i = 0; i < 3; i++) {
        cw_scene_triangles scene;
        path_floor floor;
        OWNED(path_world) world;
        assert_true(high_floor_make(context, HIGH_ROUGH, seeds[i], &scene));
        path_floor_of_triangles(context, &scene, &floor);
        path_world_make(&floor, &world);
        cw_random random = {seeds[i]};
        for (int k = 0; k < 400; k++) {
            cw_vec3 point = place_between(&world.floor.mesh, &random);
            double expected = query_oracle_nearest_in_space(&world.floor.mesh, point);
            cw_nearest nearest = nearest_of(world.query, point, 0, 1e6);
            path_assert_near(nearest.distance, expected, 1e-5);
        }
    }
}

static void check_walls(query_world *world, cw_random *random) {
    for (int i = 0; i < 50; i++) {
        cw_vec3 point;
        if (!query_world_place(world, random, &point)) {
            return;
        }
        double distance;
        cw_vec2 nearest;
        assert_int_equal(cw_query_wall(world->query, point, &distance, &nearest), CW_OK);
        path_assert_near(distance, query_oracle_wall(&world->mesh, (cw_vec2){point.x, point.y}),
                         1e-9);
        path_assert_near(hypot(nearest.x - point.x, nearest.y - point.y), distance, 1e-8);
        assert_true(query_oracle_wall(&world->mesh, nearest) < 1e-8);
    }
}

TEST(the_nearest_wall_is_the_one_of_brute_force) {
    query_world_for_plans(check_walls, 100, 1);
}

TEST_GROUP(make_context, free_context);
