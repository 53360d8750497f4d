/// Nearest points, rays, walls, cells within a distance and random points, compared with brute
/// force.
#include "query_world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void assert_near(double value, double expected, double slack) {
    if (!(fabs(value - expected) <= slack)) {
        fail_msg("%.17g is not %.17g", value, expected);
    }
}

static cw_nearest nearest_of(query_world *world, cw_vec3 point, double radius, double reach) {
    cw_nearest nearest;
    assert_int_equal(cw_query_nearest(world->query, point, radius, reach, &nearest), CW_OK);
    return nearest;
}

static cw_ray ray_of(query_world *world, cw_vec3 from, cw_vec2 to, double radius) {
    cw_ray ray;
    assert_int_equal(cw_query_ray(world->query, from, to, radius, &ray), CW_OK);
    return ray;
}

/// What a nearest point promises of itself.
static void check_nearest(query_world *world, cw_vec3 point, double radius, cw_nearest n) {
    const cw_navmesh *mesh = &world->mesh;
    assert_true(n.place.cell < mesh->cell_count);
    assert_int_not_equal(cw_navmesh_locate(mesh, n.point), CW_NONE);
    cw_vec2 plan = cw_clearance_plan(mesh, n.place.position);
    assert_near(plan.x, n.point.x, 1e-9);
    assert_near(plan.y, n.point.y, 1e-9);
    assert_near(cw_navmesh_height(mesh, n.place.cell, plan), n.point.z, 1e-9);
    double dx = n.point.x - point.x, dy = n.point.y - point.y, dz = n.point.z - point.z;
    assert_near(n.distance, sqrt(dx * dx + dy * dy + dz * dz), 1e-9);
    double room = cw_clearance_at(&world->clearance, n.place.cell, n.place.position, NULL);
    assert_true(room >= radius - 1e-9);
}

/// Calls a check with plans of every family, with convex and with relaxed cells.
static void for_plans(void (*check)(query_world *world, cw_random *random), uint32_t vertices,
                      uint64_t seeds) {
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        for (int family = 0; family < CW_SCENE_FAMILY_COUNT; family++) {
            for (int relaxed = 0; relaxed < 2; relaxed++) {
                query_world world;
                query_world_plan(&world, (cw_scene_family)family, vertices, seed,
                                 relaxed != 0 ? 0.3 : 0);
                cw_random random = {seed * 100 + (uint64_t)family};
                check(&world, &random);
                query_world_free(&world);
            }
        }
    }
}

// --- nearest
// --------------------------------------------------------------------------------------

static void check_nearest_on_plan(query_world *world, cw_random *random) {
    for (int i = 0; i < 60; i++) {
        cw_vec3 point = query_world_point(world, random, 3);
        point.z = i % 3 == 0 ? cw_random_range(random, -2, 2) : 0;
        cw_nearest n = nearest_of(world, point, 0, 1e6);
        check_nearest(world, point, 0, n);
        assert_near(n.distance, oracle_nearest(&world->mesh, point, 0), 1e-8);
    }
}

static void nearest_points_of_plans_agree_with_brute_force(void **state) {
    (void)state;
    for_plans(check_nearest_on_plan, 60, 2);
}

static void check_nearest_with_radius(query_world *world, cw_random *random) {
    static const double RADII[] = {0.05, 0.2, 0.5, 1, 2};
    for (int i = 0; i < 20; i++) {
        cw_vec3 point = query_world_point(world, random, 2);
        double radius = RADII[i % 5] * cw_random_range(random, 0.9, 1.1);
        double expected = oracle_nearest(&world->mesh, point, radius);
        cw_nearest n = nearest_of(world, point, radius, 1e6);
        if (!isfinite(expected)) {
            assert_int_equal(n.place.cell, CW_NONE);
            continue;
        }
        check_nearest(world, point, radius, n);
        assert_true(oracle_wall(&world->mesh, (cw_vec2){n.point.x, n.point.y}) >= radius - 1e-9);
        assert_near(n.distance, expected, 1e-7);
        n = nearest_of(world, point, radius, expected + 1e-6);
        assert_int_not_equal(n.place.cell, CW_NONE);
        if (expected > 1e-6) {
            n = nearest_of(world, point, radius, expected - 1e-6);
            assert_int_equal(n.place.cell, CW_NONE);
        }
    }
}

static void nearest_places_for_discs_agree_with_brute_force(void **state) {
    (void)state;
    for_plans(check_nearest_with_radius, 40, 1);
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

static void nearest_points_in_space_are_right_on_ramp_bridge_and_hills(void **state) {
    (void)state;
    for (int terrain = 0; terrain <= QUERY_HILLS; terrain++) {
        query_world world;
        query_world_terrain(&world, (query_terrain)terrain);
        cw_random random = {7 + (uint64_t)terrain};
        for (int i = 0; i < 200; i++) {
            cw_vec3 point = query_world_point(&world, &random, 2);
            point.z = cw_random_range(&random, -3, 12);
            cw_nearest n = nearest_of(&world, point, 0, 1e6);
            check_nearest(&world, point, 0, n);
            assert_near(n.distance, oracle_nearest_in_space(&world.mesh, point), 1e-6);
            double radius = cw_random_range(&random, 0.05, 0.6);
            n = nearest_of(&world, point, radius, 1e6);
            if (n.place.cell != CW_NONE) {
                check_nearest(&world, point, radius, n);
                check_no_sample_nearer(&world, &random, point, radius, n);
            }
        }
        query_world_free(&world);
    }
}

static void a_large_reach_finds_the_floor_that_is_nearest_in_height(void **state) {
    (void)state;
    query_world world;
    query_world_small(&world, SMALL_FLOORS);
    for (double z = -5; z <= 8; z += 0.37) {
        for (double reach = 10; reach <= 1e6; reach *= 100) {
            cw_vec3 point = {3, 3, z};
            cw_nearest n = nearest_of(&world, point, 0, reach);
            assert_near(n.distance, fmin(fabs(z), fabs(z - 3)), 1e-12);
            assert_near(n.point.z, z < 1.5 ? 0 : 3, 1e-12);
            n = nearest_of(&world, point, 0.5, reach);
            assert_near(n.distance, fmin(fabs(z), fabs(z - 3)), 1e-12);
        }
    }
    assert_int_equal(nearest_of(&world, (cw_vec3){3, 3, 1.5}, 0, 1.49).place.cell, CW_NONE);
    assert_int_equal(nearest_of(&world, (cw_vec3){3, 3, -7}, 0, 6.9).place.cell, CW_NONE);
    query_world_free(&world);
}

static void a_point_on_the_mesh_with_room_is_its_own_nearest_point(void **state) {
    (void)state;
    query_world world;
    query_world_plan(&world, CW_SCENE_ROOMS, 200, 3, 0);
    cw_random random = {11};
    for (int i = 0; i < 500; i++) {
        cw_vec3 point = query_world_point(&world, &random, 0);
        uint32_t cell = cw_navmesh_locate(&world.mesh, point);
        if (cell != CW_NONE) {
            cw_nearest n = nearest_of(&world, point, 0, 0);
            assert_int_equal(n.place.cell, cell);
            assert_memory_equal(&n.point, &point, sizeof point);
            assert_true(n.distance == 0);
        }
    }
    query_world_free(&world);
}

static void a_target_off_the_mesh_is_brought_to_a_point_that_is_on_it(void **state) {
    (void)state;
    query_world world;
    query_world_plan(&world, CW_SCENE_CIRCLE, 400, 2, 0);
    cw_random random = {12};
    for (int i = 0; i < 500; i++) {
        cw_vec3 point = query_world_point(&world, &random, i % 10 == 0 ? 1e6 : 5);
        cw_nearest n = nearest_of(&world, point, 0, 1e8);
        assert_int_not_equal(cw_navmesh_locate(&world.mesh, n.point), CW_NONE);
        cw_nearest again = nearest_of(&world, n.point, 0, 0);
        assert_memory_equal(&again.point, &n.point, sizeof n.point);
    }
    query_world_free(&world);
}

static void where_no_disc_fits_there_is_no_nearest_place(void **state) {
    (void)state;
    query_world world;
    query_world_small(&world, SMALL_SQUARE);
    assert_int_equal(nearest_of(&world, (cw_vec3){1, 1, 0}, 1.001, 1e6).place.cell, CW_NONE);
    cw_nearest n = nearest_of(&world, (cw_vec3){-4, 0.3, 0}, 1, 1e6);
    assert_near(n.point.x, 1, 1e-8);
    assert_near(n.point.y, 1, 1e-8);
    query_world_free(&world);
}

// --- rays
// -----------------------------------------------------------------------------------------

static bool random_place(query_world *world, cw_random *random, cw_vec3 *point) {
    for (int i = 0; i < 100; i++) {
        *point = query_world_point(world, random, 0);
        point->z = world->mesh.positions[0].z;
        if (cw_navmesh_locate(&world->mesh, *point) != CW_NONE) {
            return true;
        }
    }
    return false;
}

static void check_ray(query_world *world, cw_vec3 from, cw_vec2 to, double radius) {
    double margin, length = hypot(to.x - from.x, to.y - from.y);
    double expected = oracle_ray(&world->mesh, (cw_vec2){from.x, from.y}, to, radius, &margin);
    cw_ray ray = ray_of(world, from, to, radius);
    if (margin < 1e-7) {
        return;
    }
    assert_near(ray.distance, expected, 1e-7);
    assert_int_equal(ray.hit, expected < length);
    assert_near(hypot(ray.point.x - from.x, ray.point.y - from.y), ray.distance, 1e-8);
    assert_true(ray.cell < world->mesh.cell_count);
    if (ray.hit) {
        assert_near(hypot(ray.touched.x - ray.point.x, ray.touched.y - ray.point.y), radius, 1e-8);
        assert_true(oracle_wall(&world->mesh, ray.touched) < 1e-8);
        assert_int_equal(world->mesh.edge_twin[ray.wall], CW_NONE);
        assert_near(hypot(ray.normal.x, ray.normal.y), 1, 1e-12);
        double against = ray.normal.x * (to.x - from.x) + ray.normal.y * (to.y - from.y);
        assert_true(against < 1e-6 * length);
    }
}

static void check_rays(query_world *world, cw_random *random) {
    for (int i = 0; i < 100; i++) {
        cw_vec3 from;
        if (!random_place(world, random, &from)) {
            return;
        }
        cw_vec3 to = query_world_point(world, random, i % 4 == 0 ? 50 : 2);
        check_ray(world, from, (cw_vec2){to.x, to.y}, 0);
        double room = oracle_wall(&world->mesh, (cw_vec2){from.x, from.y});
        double radius = cw_random_range(random, 0, 1) * room;
        if (radius > 1e-3) {
            check_ray(world, from, (cw_vec2){to.x, to.y}, radius);
        }
    }
}

static void rays_and_discs_on_plans_stop_where_brute_force_says(void **state) {
    (void)state;
    for_plans(check_rays, 80, 1);
}

/// Share of the way from a to b at which a segment enters the open square (1, 2) x (1, 2), 1 when
/// it does not.
static double enters_square(cw_vec2 a, cw_vec2 b) {
    double low = 0, high = 1;
    double from[2] = {a.x, a.y}, way[2] = {b.x - a.x, b.y - a.y};
    for (int i = 0; i < 2; i++) {
        if (way[i] == 0) {
            if (from[i] <= 1 || from[i] >= 2) {
                return 1;
            }
            continue;
        }
        double s = (1 - from[i]) / way[i], t = (2 - from[i]) / way[i];
        low = fmax(low, fmin(s, t));
        high = fmin(high, fmax(s, t));
    }
    return low < high ? low : 1;
}

static void rays_through_vertices_and_along_edges_go_on(void **state) {
    (void)state;
    for (int hole = 0; hole < 2; hole++) {
        query_world world;
        query_world_small(&world, hole != 0 ? SMALL_RING : SMALL_GRID);
        for (int i = 0; i < 49 * 49; i++) {
            cw_vec3 from = {(i % 7) / 2.0, (i / 7 % 7) / 2.0, 0};
            cw_vec2 to = {(i / 49 % 7) / 2.0, (i / 343) / 2.0};
            if (hole != 0 && from.x == 1.5 && from.y == 1.5) {
                continue;
            }
            double share = hole != 0 ? enters_square((cw_vec2){from.x, from.y}, to) : 1;
            double length = hypot(to.x - from.x, to.y - from.y);
            cw_ray ray = ray_of(&world, from, to, 0);
            assert_near(ray.distance, share * length, 1e-12);
            assert_int_equal(ray.hit, share < 1);
            cw_vec2 beyond = {from.x + 3 * (to.x - from.x), from.y + 3 * (to.y - from.y)};
            ray = ray_of(&world, from, beyond, 0);
            assert_true(ray.distance >= share * length - 1e-12);
            assert_true(ray.point.x >= 0 && ray.point.x <= 3);
            assert_true(ray.point.y >= 0 && ray.point.y <= 3);
        }
        query_world_free(&world);
    }
}

static void a_ray_to_where_it_starts_goes_nowhere_and_hits_nothing(void **state) {
    (void)state;
    query_world world;
    query_world_small(&world, SMALL_GRID);
    cw_ray ray = ray_of(&world, (cw_vec3){1, 1, 0}, (cw_vec2){1, 1}, 0);
    assert_false(ray.hit);
    assert_true(ray.distance == 0);
    assert_int_equal(ray.wall, CW_NONE);
    ray = ray_of(&world, (cw_vec3){1, 1, 0}, (cw_vec2){1, 1}, 1.5);
    assert_true(ray.hit);
    assert_true(ray.distance == 0);
    query_world_free(&world);
}

static void nothing_passes_from_floor_to_floor_through_a_point_that_they_share(void **state) {
    (void)state;
    static const cw_vec3 positions[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                        {2, 1, 0}, {2, 2, 0}, {1, 2, 0}};
    static const uint32_t first[] = {0, 4, 8}, vertices[] = {0, 1, 2, 3, 2, 4, 5, 6};
    cw_polygons polygons = {.vertex_count = 7,
                            .positions = positions,
                            .cell_count = 2,
                            .cell_first = first,
                            .edge_vertex = vertices};
    query_world world;
    query_world_polygons(&world, &polygons);
    cw_ray ray = ray_of(&world, (cw_vec3){0.5, 0.5, 0}, (cw_vec2){1.5, 1.5}, 0);
    assert_true(ray.hit);
    assert_near(ray.distance, sqrt(0.5), 1e-12);
    ray = ray_of(&world, (cw_vec3){1.5, 1.5, 0}, (cw_vec2){0.5, 0.5}, 0);
    assert_true(ray.hit);
    assert_near(ray.distance, sqrt(0.5), 1e-12);
    query_world_free(&world);
}

static void a_disc_slides_along_a_wall_that_it_touches(void **state) {
    (void)state;
    query_world world;
    query_world_small(&world, SMALL_RING);
    cw_ray ray = ray_of(&world, (cw_vec3){0.5, 0.5, 0}, (cw_vec2){2.5, 0.5}, 0.5);
    assert_false(ray.hit);
    assert_near(ray.distance, 2, 1e-12);
    ray = ray_of(&world, (cw_vec3){0.5, 0.5, 0}, (cw_vec2){9, 0.5}, 0.5);
    assert_true(ray.hit);
    assert_near(ray.distance, 2, 1e-12);
    ray = ray_of(&world, (cw_vec3){0.5, 0.5, 0}, (cw_vec2){0.5, 0.2}, 0.5);
    assert_true(ray.hit);
    assert_near(ray.distance, 0, 1e-12);
    ray = ray_of(&world, (cw_vec3){0.5, 0.5, 0}, (cw_vec2){2.5, 0.5}, 0.5 + 1e-6);
    assert_true(ray.hit);
    assert_true(ray.distance == 0);
    query_world_free(&world);
}

static void a_goal_beyond_every_coordinate_is_a_direction(void **state) {
    (void)state;
    query_world world;
    query_world_small(&world, SMALL_GRID);
    static const double FAR[] = {4, 1e7, 1e15, 1e300};
    for (int i = 0; i < 4; i++) {
        cw_ray ray = ray_of(&world, (cw_vec3){1.5, 0.5, 0}, (cw_vec2){FAR[i], 0.5}, 0);
        assert_true(ray.hit);
        assert_near(ray.distance, 1.5, 1e-12);
        ray = ray_of(&world, (cw_vec3){1.5, 0.5, 0}, (cw_vec2){FAR[i], FAR[i] - 1}, 0.25);
        assert_true(ray.hit);
        assert_near(ray.point.x, 2.75, FAR[i] < 1e4 ? 1e-9 : 1);
        ray = ray_of(&world, (cw_vec3){1.5, 0.5, 0}, (cw_vec2){1.5, -FAR[i]}, 0);
        assert_near(ray.distance, 0.5, 1e-12);
    }
    query_world_free(&world);
}

static void a_ray_up_a_ramp_stays_on_its_floor(void **state) {
    (void)state;
    for (int terrain = 0; terrain <= QUERY_HILLS; terrain++) {
        query_world world;
        query_world_terrain(&world, (query_terrain)terrain);
        uint64_t seed = 5;
        cw_random random = {6};
        for (int i = 0; i < 300; i++) {
            cw_vec3 from, to = query_world_point(&world, &random, 1);
            double radius = i % 2 == 0 ? 0 : 0.2;
            assert_int_equal(cw_query_random(world.query, &seed, radius, &from), CW_OK);
            cw_ray ray = ray_of(&world, from, (cw_vec2){to.x, to.y}, radius);
            double length = hypot(to.x - from.x, to.y - from.y);
            assert_true(ray.hit || ray.distance > length - 1e-12);
            assert_true(!ray.hit || ray.distance < length + 1e-12);
            double z = from.z;
            for (double s = 0; s < ray.distance; s += 0.05) {
                cw_vec3 p = {from.x + s / length * (to.x - from.x),
                             from.y + s / length * (to.y - from.y), z};
                uint32_t cell = cw_navmesh_locate(&world.mesh, p);
                assert_int_not_equal(cell, CW_NONE);
                cw_vec2 plan = {p.x, p.y};
                double height = cw_navmesh_height(&world.mesh, cell, plan);
                assert_near(height, z, 0.3);
                z = height;
                assert_true(cw_clearance_at(&world.clearance, cell,
                                            cw_clearance_local(&world.mesh, plan),
                                            NULL) >= radius - 1e-9);
            }
            assert_near(ray.point.z, z, 0.3);
            if (ray.hit && ray.distance > 0) { // a little further on there is no room
                double s = (ray.distance + 1e-5) / length;
                cw_vec3 p = {from.x + s * (to.x - from.x), from.y + s * (to.y - from.y), z};
                uint32_t cell = cw_navmesh_locate(&world.mesh, p);
                if (cell != CW_NONE) {
                    cw_vec2 plan = {p.x, p.y};
                    double height = cw_navmesh_height(&world.mesh, cell, plan);
                    assert_true(fabs(height - z) > 0.3 ||
                                cw_clearance_at(&world.clearance, cell,
                                                cw_clearance_local(&world.mesh, plan),
                                                NULL) < radius);
                }
            }
        }
        query_world_free(&world);
    }
}

static void a_ray_back_from_where_it_went_returns(void **state) {
    (void)state;
    query_world world;
    query_world_plan(&world, CW_SCENE_DEGENERATE, 200, 4, 0);
    cw_random random = {8};
    for (int i = 0; i < 500; i++) {
        cw_vec3 from;
        assert_true(random_place(&world, &random, &from));
        cw_vec3 to = query_world_point(&world, &random, 1);
        cw_ray ray = ray_of(&world, from, (cw_vec2){to.x, to.y}, 0);
        if (!ray.hit) {
            cw_ray back = ray_of(&world, ray.point, (cw_vec2){from.x, from.y}, 0);
            assert_false(back.hit);
            assert_near(back.distance, ray.distance, 1e-9);
        }
    }
    query_world_free(&world);
}

// --- walls
// ----------------------------------------------------------------------------------------

static void check_walls(query_world *world, cw_random *random) {
    for (int i = 0; i < 50; i++) {
        cw_vec3 point;
        if (!random_place(world, random, &point)) {
            return;
        }
        double distance;
        cw_vec2 nearest;
        assert_int_equal(cw_query_wall(world->query, point, &distance, &nearest), CW_OK);
        assert_near(distance, oracle_wall(&world->mesh, (cw_vec2){point.x, point.y}), 1e-9);
        assert_near(hypot(nearest.x - point.x, nearest.y - point.y), distance, 1e-8);
        assert_true(oracle_wall(&world->mesh, nearest) < 1e-8);
    }
}

static void the_nearest_wall_is_the_one_of_brute_force(void **state) {
    (void)state;
    for_plans(check_walls, 100, 1);
}

// --- cells within
// ---------------------------------------------------------------------------------

static double segment_gap(const query_world *world, cw_vec2 p, uint32_t edge) {
    const cw_navmesh *mesh = &world->mesh;
    uint32_t cell = mesh->edge_cell[edge];
    uint32_t next = edge + 1 < mesh->cell_first[cell + 1] ? edge + 1 : mesh->cell_first[cell];
    cw_vec2 a = world->clearance.points[mesh->edge_vertex[edge]];
    cw_vec2 b = world->clearance.points[mesh->edge_vertex[next]];
    double x = b.x - a.x, y = b.y - a.y;
    double t = ((p.x - a.x) * x + (p.y - a.y) * y) / (x * x + y * y);
    t = fmin(fmax(t, 0), 1);
    return hypot(p.x - a.x - t * x, p.y - a.y - t * y);
}

static double edge_gap(const query_world *world, uint32_t e, uint32_t f) {
    const cw_navmesh *mesh = &world->mesh;
    double least = INFINITY;
    for (int i = 0; i < 2; i++) {
        uint32_t from = i == 0 ? e : f, to = i == 0 ? f : e, cell = mesh->edge_cell[from];
        uint32_t next = from + 1 < mesh->cell_first[cell + 1] ? from + 1 : mesh->cell_first[cell];
        least =
            fmin(least, segment_gap(world, world->clearance.points[mesh->edge_vertex[from]], to));
        least =
            fmin(least, segment_gap(world, world->clearance.points[mesh->edge_vertex[next]], to));
    }
    return least;
}

/// Bounds of the way into each cell, by going over all portals until nothing changes.
static double *oracle_bounds(const query_world *world, cw_vec2 start, uint32_t cell) {
    const cw_navmesh *mesh = &world->mesh;
    double *ways = malloc(mesh->edge_count * sizeof *ways);
    double *cells = malloc(mesh->cell_count * sizeof *cells);
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        bool own = mesh->edge_cell[e] == cell && mesh->edge_twin[e] != CW_NONE;
        ways[e] = own ? segment_gap(world, start, e) : INFINITY;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t e = 0; e < mesh->edge_count; e++) {
            if (!isfinite(ways[e])) {
                continue;
            }
            uint32_t twin = mesh->edge_twin[e], next = mesh->edge_cell[twin];
            for (uint32_t f = mesh->cell_first[next]; f < mesh->cell_first[next + 1]; f++) {
                if (f != twin && mesh->edge_twin[f] != CW_NONE) {
                    double way =
                        fmax(ways[e] + edge_gap(world, twin, f), segment_gap(world, start, f));
                    if (way < ways[f] - 1e-12) {
                        ways[f] = way;
                        changed = true;
                    }
                }
            }
        }
    }
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        cells[c] = c == cell ? 0 : INFINITY;
    }
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        if (mesh->edge_twin[e] != CW_NONE) {
            uint32_t next = mesh->edge_cell[mesh->edge_twin[e]];
            cells[next] = fmin(cells[next], ways[e]);
        }
    }
    free(ways);
    return cells;
}

static void check_cells_within(query_world *world, cw_random *random) {
    const cw_navmesh *mesh = &world->mesh;
    uint32_t *cells = malloc(mesh->cell_count * sizeof *cells), count, few[3];
    for (int i = 0; i < 5; i++) {
        cw_vec3 point;
        if (!random_place(world, random, &point)) {
            break;
        }
        double distance = i == 4 ? 1e9 : cw_random_range(random, 0, 12);
        uint32_t start = cw_navmesh_locate(mesh, point);
        cw_vec2 local = cw_clearance_local(mesh, (cw_vec2){point.x, point.y});
        double *bounds = oracle_bounds(world, local, start);
        assert_int_equal(
            cw_query_cells_within(world->query, point, distance, cells, mesh->cell_count, &count),
            CW_OK);
        assert_int_equal(cells[0], start);
        uint32_t expected = 0;
        for (uint32_t c = 0; c < mesh->cell_count; c++) {
            expected += bounds[c] <= distance;
            assert_true(i < 4 ||
                        (bounds[c] < 1e9) == (mesh->cell_island[c] == mesh->cell_island[start]));
        }
        assert_int_equal(count, expected);
        for (uint32_t k = 0; k + 1 < count; k++) {
            double a = bounds[cells[k]], b = bounds[cells[k + 1]];
            assert_true(a <= b + 1e-9);
            assert_true(a != b || cells[k] < cells[k + 1]);
        }
        uint32_t total;
        assert_int_equal(cw_query_cells_within(world->query, point, distance, few, 3, &total),
                         CW_OK);
        assert_int_equal(total, count);
        assert_memory_equal(few, cells, (count < 3 ? count : 3) * sizeof *few);
        assert_int_equal(cw_query_cells_within(world->query, point, distance, NULL, 0, &total),
                         CW_OK);
        assert_int_equal(total, count);
        free(bounds);
    }
    free(cells);
}

static void cells_within_a_distance_come_nearest_first(void **state) {
    (void)state;
    for_plans(check_cells_within, 80, 1);
}

static void a_cell_that_is_seen_within_the_distance_is_among_them(void **state) {
    (void)state;
    query_world world;
    query_world_plan(&world, CW_SCENE_MIX, 300, 9, 0);
    cw_random random = {21};
    uint32_t *cells = malloc(world.mesh.cell_count * sizeof *cells), count;
    for (int i = 0; i < 300; i++) {
        cw_vec3 from;
        assert_true(random_place(&world, &random, &from));
        cw_vec3 to = query_world_point(&world, &random, 0);
        cw_ray ray = ray_of(&world, from, (cw_vec2){to.x, to.y}, 0);
        assert_int_equal(cw_query_cells_within(world.query, from, ray.distance + 1e-9, cells,
                                               world.mesh.cell_count, &count),
                         CW_OK);
        bool found = false;
        for (uint32_t k = 0; k < count; k++) {
            found |= cells[k] == ray.cell;
        }
        assert_true(found);
    }
    free(cells);
    query_world_free(&world);
}

// --- random points
// --------------------------------------------------------------------------------

/// Throws points and compares how many fall into each square of a grid with the area there, found
/// by counting the points of a fine raster that have room.
static void check_uniform(query_world *world, double radius, int draws) {
    enum { SIDE = 6, FINE = 60 };
    double area[SIDE * SIDE] = {0}, total = 0, counts[SIDE * SIDE] = {0};
    double width = world->high_x - world->low_x, height = world->high_y - world->low_y;
    for (int i = 0; i < SIDE * FINE * SIDE * FINE; i++) {
        int column = i % (SIDE * FINE), row = i / (SIDE * FINE);
        cw_vec3 p = {world->low_x + width * (column + 0.5) / (SIDE * FINE),
                     world->low_y + height * (row + 0.5) / (SIDE * FINE), 0};
        uint32_t cell = cw_navmesh_locate(&world->mesh, p);
        if (cell != CW_NONE &&
            cw_clearance_at(&world->clearance, cell,
                            cw_clearance_local(&world->mesh, (cw_vec2){p.x, p.y}),
                            NULL) >= radius) {
            area[row / FINE * SIDE + column / FINE] += 1;
            total += 1;
        }
    }
    uint64_t seed = 42;
    for (int i = 0; i < draws; i++) {
        cw_vec3 p;
        assert_int_equal(cw_query_random(world->query, &seed, radius, &p), CW_OK);
        int column = (int)fmin((p.x - world->low_x) / width * SIDE, SIDE - 1);
        int row = (int)fmin((p.y - world->low_y) / height * SIDE, SIDE - 1);
        counts[row * SIDE + column] += 1;
    }
    double square = 0, freedom = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        double expected = draws * area[i] / total;
        if (expected > 20) {
            square += (counts[i] - expected) * (counts[i] - expected) / expected;
            freedom += 1;
        }
    }
    // Wilson and Hilferty: six standard deviations, and one more in a hundred for the raster.
    double spread = 2 / (9 * freedom), bar = 1 - spread + 6 * sqrt(spread);
    assert_true(freedom > 3);
    assert_true(square < 1.01 * freedom * bar * bar * bar + 0.0005 * draws);
}

static void random_points_are_uniform_by_area(void **state) {
    (void)state;
    static const cw_scene_family FAMILIES[] = {CW_SCENE_RECT, CW_SCENE_CIRCLE, CW_SCENE_SIMPLE};
    for (int i = 0; i < 6; i++) {
        query_world world;
        query_world_plan(&world, FAMILIES[i / 2], 80, 5, i % 2 == 0 ? 0 : 0.4);
        check_uniform(&world, 0, 20000);
        check_uniform(&world, 0.3, 20000);
        query_world_free(&world);
    }
}

static void random_points_of_dented_and_slit_cells_are_uniform(void **state) {
    (void)state;
    query_world world;
    query_world_small(&world, SMALL_DENT);
    check_uniform(&world, 0, 20000);
    check_uniform(&world, 0.4, 20000);
    query_world_free(&world);
    query_world_small(&world, SMALL_SLIT);
    check_uniform(&world, 0, 20000);
    check_uniform(&world, 0.4, 20000);
    query_world_free(&world);
}

static void random_points_of_a_radius_that_hardly_fits_are_found_and_uniform(void **state) {
    (void)state;
    query_world world;
    query_world_small(&world, SMALL_GRID);
    uint64_t seed = 3;
    double left = 0, low = 0;
    for (int i = 0; i < 2000; i++) { // a square of 0.004 by 0.004 in the middle
        cw_vec3 p;
        assert_int_equal(cw_query_random(world.query, &seed, 1.498, &p), CW_OK);
        assert_true(fabs(p.x - 1.5) <= 0.002 && fabs(p.y - 1.5) <= 0.002);
        left += p.x < 1.5;
        low += p.y < 1.5;
    }
    assert_near(left, 1000, 150);
    assert_near(low, 1000, 150);
    cw_vec3 p = {1, 2, 3};
    assert_int_equal(cw_query_random(world.query, &seed, 1.51, &p), CW_ERROR_LIMIT);
    assert_true(p.x == 0 && p.y == 0 && p.z == 0);
    query_world_free(&world);
}

static void the_same_seed_gives_the_same_points_on_the_mesh(void **state) {
    (void)state;
    for (int terrain = 0; terrain <= QUERY_HILLS; terrain++) {
        query_world world;
        query_world_terrain(&world, (query_terrain)terrain);
        uint64_t seed = 77, again = 77;
        cw_query *other;
        assert_int_equal(cw_query_create(world.context, &world.clearance, &other), CW_OK);
        for (int i = 0; i < 200; i++) {
            cw_vec3 p, q;
            assert_int_equal(cw_query_random(world.query, &seed, 0.25, &p), CW_OK);
            assert_int_equal(cw_query_random(other, &again, 0.25, &q), CW_OK);
            assert_memory_equal(&p, &q, sizeof p);
            uint32_t cell = cw_navmesh_locate(&world.mesh, p);
            assert_int_not_equal(cell, CW_NONE);
            assert_near(cw_navmesh_height(&world.mesh, cell, (cw_vec2){p.x, p.y}), p.z, 1e-9);
            double distance;
            assert_int_equal(cw_query_wall(world.query, p, &distance, NULL), CW_OK);
            assert_true(distance >= 0.25 - 1e-9);
        }
        cw_query_free(other);
        query_world_free(&world);
    }
}

// --- bad calls, memory
// ----------------------------------------------------------------------------

static void numbers_that_are_none_are_refused(void **state) {
    (void)state;
    query_world world;
    query_world_small(&world, SMALL_GRID);
    static const double BAD[] = {NAN, INFINITY, -INFINITY};
    cw_vec3 good = {1, 1, 0}, point;
    cw_nearest nearest;
    cw_ray ray;
    double distance;
    uint32_t count, cell;
    uint64_t seed = 1;
    for (int i = 0; i < 4; i++) {
        double bad = i < 3 ? BAD[i] : -1;
        cw_query *q = world.query;
        assert_int_equal(cw_query_nearest(q, good, bad, 1, &nearest), CW_ERROR_ARGUMENT);
        assert_int_equal(nearest.place.cell, CW_NONE);
        assert_int_equal(cw_query_nearest(q, good, 0, bad, &nearest), CW_ERROR_ARGUMENT);
        assert_int_equal(cw_query_ray(q, good, (cw_vec2){2, 2}, bad, &ray), CW_ERROR_ARGUMENT);
        assert_int_equal(cw_query_cells_within(q, good, bad, &cell, 1, &count), CW_ERROR_ARGUMENT);
        assert_int_equal(cw_query_random(q, &seed, bad, &point), CW_ERROR_ARGUMENT);
        for (int axis = 0; axis < 3 && i < 3; axis++) {
            cw_vec3 p = {axis == 0 ? bad : 1, axis == 1 ? bad : 1, axis == 2 ? bad : 0};
            assert_int_equal(cw_query_nearest(q, p, 0, 1, &nearest), CW_ERROR_ARGUMENT);
            assert_int_equal(cw_query_ray(q, p, (cw_vec2){2, 2}, 0, &ray), CW_ERROR_ARGUMENT);
            assert_int_equal(cw_query_wall(q, p, &distance, NULL), CW_ERROR_ARGUMENT);
            assert_int_equal(cw_query_cells_within(q, p, 1, &cell, 1, &count), CW_ERROR_ARGUMENT);
            if (axis < 2) {
                assert_int_equal(cw_query_ray(q, good, (cw_vec2){p.x, p.y}, 0, &ray),
                                 CW_ERROR_ARGUMENT);
            }
        }
    }
    assert_int_equal(cw_query_wall(world.query, (cw_vec3){9, 9, 0}, &distance, NULL),
                     CW_ERROR_INPUT);
    assert_int_equal(cw_query_ray(world.query, (cw_vec3){9, 9, 0}, (cw_vec2){1, 1}, 0, &ray),
                     CW_ERROR_INPUT);
    assert_int_equal(cw_query_cells_within(world.query, (cw_vec3){9, 9, 0}, 1, &cell, 1, &count),
                     CW_ERROR_INPUT);
    static const double HUGE_NUMBERS[] = {1e8, 1e20, 1e154, 1e308};
    for (int i = 0; i < 4; i++) {
        cw_vec3 p = {HUGE_NUMBERS[i], -HUGE_NUMBERS[i], HUGE_NUMBERS[i]};
        assert_int_equal(cw_query_nearest(world.query, p, 0.1, 1, &nearest), CW_OK);
        assert_int_equal(nearest.place.cell, CW_NONE);
        assert_int_equal(cw_query_nearest(world.query, p, 0, 1e300, &nearest), CW_OK);
        assert_int_equal(cw_query_wall(world.query, p, &distance, NULL), CW_ERROR_INPUT);
    }
    query_world_free(&world);
}

/// Every kind of query once. The first status that is not CW_OK.
static cw_status ask_everything(cw_query *query, cw_vec3 point) {
    cw_nearest nearest;
    cw_ray ray;
    double distance;
    uint32_t count, cells[4];
    uint64_t seed = 5;
    cw_vec3 off = {point.x - 30, point.y - 30, 1}, random;
    cw_status status = cw_query_nearest(query, off, 0.3, 1e4, &nearest);
    status = status != CW_OK ? status : cw_query_nearest(query, off, 0, 1e4, &nearest);
    status = status != CW_OK ? status : cw_query_ray(query, point, (cw_vec2){0, 0}, 0.1, &ray);
    status = status != CW_OK ? status : cw_query_wall(query, point, &distance, NULL);
    status = status != CW_OK ? status : cw_query_cells_within(query, point, 1e6, cells, 4, &count);
    status = status != CW_OK ? status : cw_query_random(query, &seed, 0, &random);
    status = status != CW_OK ? status : cw_query_random(query, &seed, 1.2, &random);
    return status == CW_ERROR_LIMIT ? CW_OK : status;
}

static void queries_survive_a_lack_of_memory(void **state) {
    (void)state;
    query_world world;
    query_world_plan(&world, CW_SCENE_RECT, 60, 2, 0);
    cw_random random = {5};
    cw_vec3 point;
    assert_true(random_place(&world, &random, &point));
    size_t n = 0;
    for (cw_status status = CW_ERROR_MEMORY; status != CW_OK; n++) {
        size_t before = world.memory.live_bytes;
        cw_query *query;
        failing_allocator_fail_at(&world.memory, n + 1);
        status = cw_query_create(world.context, &world.clearance, &query);
        if (status == CW_OK) {
            status = ask_everything(query, point);
            assert_true(status == CW_OK || status == CW_ERROR_MEMORY);
            failing_allocator_fail_at(&world.memory, 0);
            assert_int_equal(ask_everything(query, point), CW_OK);
            cw_query_free(query);
        }
        failing_allocator_fail_at(&world.memory, 0);
        assert_int_equal(world.memory.live_bytes, before);
    }
    assert_true(n > 5);
    query_world_free(&world);
}

static void queries_allocate_nothing_once_warm(void **state) {
    (void)state;
    query_world world;
    query_world_plan(&world, CW_SCENE_MIX, 300, 2, 0);
    cw_random random = {5};
    cw_vec3 points[20];
    for (int i = 0; i < 20; i++) {
        assert_true(random_place(&world, &random, &points[i]));
        assert_int_equal(ask_everything(world.query, points[i]), CW_OK);
    }
    size_t bytes = cw_query_bytes(world.query);
    assert_true(bytes > 0);
    failing_allocator_fail_at(&world.memory, 0);
    for (int i = 0; i < 20; i++) {
        assert_int_equal(ask_everything(world.query, points[i]), CW_OK);
    }
    assert_int_equal(world.memory.requests, 0);
    assert_int_equal(cw_query_bytes(world.query), bytes);
    query_world_free(&world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nearest_points_of_plans_agree_with_brute_force),
        cmocka_unit_test(nearest_places_for_discs_agree_with_brute_force),
        cmocka_unit_test(nearest_points_in_space_are_right_on_ramp_bridge_and_hills),
        cmocka_unit_test(a_large_reach_finds_the_floor_that_is_nearest_in_height),
        cmocka_unit_test(a_point_on_the_mesh_with_room_is_its_own_nearest_point),
        cmocka_unit_test(a_target_off_the_mesh_is_brought_to_a_point_that_is_on_it),
        cmocka_unit_test(where_no_disc_fits_there_is_no_nearest_place),
        cmocka_unit_test(rays_and_discs_on_plans_stop_where_brute_force_says),
        cmocka_unit_test(rays_through_vertices_and_along_edges_go_on),
        cmocka_unit_test(a_ray_to_where_it_starts_goes_nowhere_and_hits_nothing),
        cmocka_unit_test(nothing_passes_from_floor_to_floor_through_a_point_that_they_share),
        cmocka_unit_test(a_disc_slides_along_a_wall_that_it_touches),
        cmocka_unit_test(a_goal_beyond_every_coordinate_is_a_direction),
        cmocka_unit_test(a_ray_up_a_ramp_stays_on_its_floor),
        cmocka_unit_test(a_ray_back_from_where_it_went_returns),
        cmocka_unit_test(the_nearest_wall_is_the_one_of_brute_force),
        cmocka_unit_test(cells_within_a_distance_come_nearest_first),
        cmocka_unit_test(a_cell_that_is_seen_within_the_distance_is_among_them),
        cmocka_unit_test(random_points_are_uniform_by_area),
        cmocka_unit_test(random_points_of_dented_and_slit_cells_are_uniform),
        cmocka_unit_test(random_points_of_a_radius_that_hardly_fits_are_found_and_uniform),
        cmocka_unit_test(the_same_seed_gives_the_same_points_on_the_mesh),
        cmocka_unit_test(numbers_that_are_none_are_refused),
        cmocka_unit_test(queries_survive_a_lack_of_memory),
        cmocka_unit_test(queries_allocate_nothing_once_warm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
