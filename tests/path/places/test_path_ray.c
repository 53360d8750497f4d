/// Rays and discs that go straight ahead along the surface, compared with brute force.
#include "made.h"
#include "path_setup.h"
#include "query_world.h"
#include "test.h"
#include "test_owned.h"

static void check_ray(query_world *world, cw_vec3 from, cw_vec2 to, double radius) {
    double margin, length = hypot(to.x - from.x, to.y - from.y);
    double expected =
        query_oracle_ray(&world->mesh, (cw_vec2){from.x, from.y}, to, radius, &margin);
    cw_ray ray = query_world_ray(world, from, to, radius);
    if (margin < 1e-7) {
        return;
    }
    path_assert_near(ray.distance, expected, 1e-7);
    assert_int_equal(ray.hit, expected < length);
    path_assert_near(hypot(ray.point.x - from.x, ray.point.y - from.y), ray.distance, 1e-8);
    assert_true(ray.cell < world->mesh.cell_count);
    if (ray.hit) {
        path_assert_near(hypot(ray.touched.x - ray.point.x, ray.touched.y - ray.point.y), radius,
                         1e-8);
        assert_true(query_oracle_wall(&world->mesh, ray.touched) < 1e-8);
        assert_int_equal(world->mesh.edge_twin[ray.wall], CW_NONE);
        path_assert_near(hypot(ray.normal.x, ray.normal.y), 1, 1e-12);
        double against = ray.normal.x * (to.x - from.x) + ray.normal.y * (to.y - from.y);
        assert_true(against < 1e-6 * length);
    }
}

static void check_rays(query_world *world, cw_random *random) {
    for (int i = 0; i < 100; i++) {
        cw_vec3 from;
        if (!query_world_place(world, random, &from)) {
            return;
        }
        cw_vec3 to = query_world_point(world, random, i % 4 == 0 ? 50 : 2);
        check_ray(world, from, (cw_vec2){to.x, to.y}, 0);
        double room = query_oracle_wall(&world->mesh, (cw_vec2){from.x, from.y});
        double radius = cw_random_range(random, 0, 1) * room;
        if (radius > 1e-3) {
            check_ray(world, from, (cw_vec2){to.x, to.y}, radius);
        }
    }
}

TEST(rays_and_discs_on_plans_stop_where_brute_force_says) {
    query_world_for_plans(check_rays, 80, 1);
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

/// B35 (recastnavigation#436): a ray went round and round a vertex.
TEST(rays_through_vertices_and_along_edges_go_on) {
    for (int hole = 0; hole < 2; hole++) {
        OWNED(query_world) world;
        query_world_small(&world, hole != 0 ? SMALL_RING : SMALL_GRID);
        for (int i = 0; i < 49 * 49; i++) {
            cw_vec3 from = {(i % 7) / 2.0, (i / 7 % 7) / 2.0, 0};
            cw_vec2 to = {(i / 49 % 7) / 2.0, (i / 343) / 2.0};
            if (hole != 0 && from.x == 1.5 && from.y == 1.5) {
                continue;
            }
            double share = hole != 0 ? enters_square((cw_vec2){from.x, from.y}, to) : 1;
            double length = hypot(to.x - from.x, to.y - from.y);
            cw_ray ray = query_world_ray(&world, from, to, 0);
            path_assert_near(ray.distance, share * length, 1e-12);
            assert_int_equal(ray.hit, share < 1);
            cw_vec2 beyond = {from.x + 3 * (to.x - from.x), from.y + 3 * (to.y - from.y)};
            ray = query_world_ray(&world, from, beyond, 0);
            assert_true(ray.distance >= share * length - 1e-12);
            assert_true(ray.point.x >= 0 && ray.point.x <= 3);
            assert_true(ray.point.y >= 0 && ray.point.y <= 3);
        }
    }
}

TEST(a_ray_to_where_it_starts_goes_nowhere_and_hits_nothing) {
    OWNED(query_world) world;
    query_world_small(&world, SMALL_GRID);
    cw_ray ray = query_world_ray(&world, (cw_vec3){1, 1, 0}, (cw_vec2){1, 1}, 0);
    assert_false(ray.hit);
    assert_true(ray.distance == 0);
    assert_int_equal(ray.wall, CW_NONE);
    ray = query_world_ray(&world, (cw_vec3){1, 1, 0}, (cw_vec2){1, 1}, 1.5);
    assert_true(ray.hit);
    assert_true(ray.distance == 0);
}

/// B37 (recastnavigation#377), for rays.
TEST(nothing_passes_from_floor_to_floor_through_a_point_that_they_share) {
    static const cw_vec3 positions[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                        {2, 1, 0}, {2, 2, 0}, {1, 2, 0}};
    static const uint32_t first[] = {0, 4, 8}, vertices[] = {0, 1, 2, 3, 2, 4, 5, 6};
    cw_polygons polygons = polygons_of(7, positions, 2, first, vertices);
    OWNED(query_world) world;
    query_world_polygons(&world, &polygons);
    cw_ray ray = query_world_ray(&world, (cw_vec3){0.5, 0.5, 0}, (cw_vec2){1.5, 1.5}, 0);
    assert_true(ray.hit);
    path_assert_near(ray.distance, sqrt(0.5), 1e-12);
    ray = query_world_ray(&world, (cw_vec3){1.5, 1.5, 0}, (cw_vec2){0.5, 0.5}, 0);
    assert_true(ray.hit);
    path_assert_near(ray.distance, sqrt(0.5), 1e-12);
}

TEST(a_disc_slides_along_a_wall_that_it_touches) {
    OWNED(query_world) world;
    query_world_small(&world, SMALL_RING);
    cw_ray ray = query_world_ray(&world, (cw_vec3){0.5, 0.5, 0}, (cw_vec2){2.5, 0.5}, 0.5);
    assert_false(ray.hit);
    path_assert_near(ray.distance, 2, 1e-12);
    ray = query_world_ray(&world, (cw_vec3){0.5, 0.5, 0}, (cw_vec2){9, 0.5}, 0.5);
    assert_true(ray.hit);
    path_assert_near(ray.distance, 2, 1e-12);
    ray = query_world_ray(&world, (cw_vec3){0.5, 0.5, 0}, (cw_vec2){0.5, 0.2}, 0.5);
    assert_true(ray.hit);
    path_assert_near(ray.distance, 0, 1e-12);
    ray = query_world_ray(&world, (cw_vec3){0.5, 0.5, 0}, (cw_vec2){2.5, 0.5},
                          0.5 + 2 * CW_EXACT_FIT);
    assert_true(ray.hit);
    assert_true(ray.distance == 0);
}

TEST(a_goal_beyond_every_coordinate_is_a_direction) {
    OWNED(query_world) world;
    query_world_small(&world, SMALL_GRID);
    static const double FAR[] = {4, 1e7, 1e15, 1e300};
    for (int i = 0; i < 4; i++) {
        cw_ray ray = query_world_ray(&world, (cw_vec3){1.5, 0.5, 0}, (cw_vec2){FAR[i], 0.5}, 0);
        assert_true(ray.hit);
        path_assert_near(ray.distance, 1.5, 1e-12);
        ray = query_world_ray(&world, (cw_vec3){1.5, 0.5, 0}, (cw_vec2){FAR[i], FAR[i] - 1}, 0.25);
        assert_true(ray.hit);
        path_assert_near(ray.point.x, 2.75, FAR[i] < 1e4 ? 1e-9 : 1);
        ray = query_world_ray(&world, (cw_vec3){1.5, 0.5, 0}, (cw_vec2){1.5, -FAR[i]}, 0);
        path_assert_near(ray.distance, 0.5, 1e-12);
    }
}

TEST(a_ray_up_a_ramp_stays_on_its_floor) {
    for (int terrain = 0; terrain <= QUERY_HILLS; terrain++) {
        OWNED(query_world) world;
        query_world_terrain(&world, (query_terrain)terrain);
        uint64_t seed = 5;
        cw_random random = {6};
        for (int i = 0; i < 300; i++) {
            cw_vec3 from, to = query_world_point(&world, &random, 1);
            double radius = i % 2 == 0 ? 0 : 0.2;
            assert_int_equal(cw_query_random(world.query, &seed, radius, &from), CW_OK);
            cw_ray ray = query_world_ray(&world, from, (cw_vec2){to.x, to.y}, radius);
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
                path_assert_near(height, z, 0.3);
                z = height;
                assert_true(cw_clearance_at(&world.clearance, cell,
                                            cw_clearance_local(&world.mesh, plan),
                                            NULL) >= radius - 1e-9);
            }
            path_assert_near(ray.point.z, z, 0.3);
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
    }
}

TEST(a_ray_back_from_where_it_went_returns) {
    OWNED(query_world) world;
    query_world_plan(&world, CW_SCENE_DEGENERATE, 200, 4, 0);
    cw_random random = {8};
    for (int i = 0; i < 500; i++) {
        cw_vec3 from;
        assert_true(query_world_place(&world, &random, &from));
        cw_vec3 to = query_world_point(&world, &random, 1);
        cw_ray ray = query_world_ray(&world, from, (cw_vec2){to.x, to.y}, 0);
        if (!ray.hit) {
            cw_ray back = query_world_ray(&world, ray.point, (cw_vec2){from.x, from.y}, 0);
            assert_false(back.hit);
            path_assert_near(back.distance, ray.distance, 1e-9);
        }
    }
}

/// Where a straight line from a place on the floor meets the first wall, by brute force.
static double first_wall(const oracle_plane *plane, cw_vec2 from, cw_vec2 to) {
    double first = plane_distance(from, to);
    cw_vec2 along = plane_sub(to, from);
    for (uint32_t i = 0; i < plane->wall_count; i++) {
        cw_vec2 p = plane->walls[i].from, wall = plane_sub(plane->walls[i].to, p);
        double across = plane_cross(along, wall);
        double share = plane_cross(plane_sub(p, from), wall) / across;
        double place = plane_cross(plane_sub(p, from), along) / across;
        if (across != 0 && share >= 0 && place >= 0 && place <= 1) {
            first = fmin(first, share * plane_length(along));
        }
    }
    return first;
}

TEST(rays_over_needles_and_slits_end_where_the_first_wall_is) {
    for (uint64_t number = 0; number < 44; number++) {
        OWNED(path_world) world;
        cw_random random = {number};
        if (!path_world_random(11 * number + CW_SCENE_DEGENERATE, 80, &world)) {
            continue;
        }
        for (uint32_t i = 0; i < 40; i++) {
            path_spot a = path_spot_random(&world.floor, &random);
            path_spot b = path_spot_random(&world.floor, &random);
            cw_ray ray = ray_of(world.query, a.world, (cw_vec2){b.world.x, b.world.y}, 0);
            double expected = first_wall(&world.floor.plane, a.local, b.local);
            if (fabs(ray.distance - expected) > 1e-7) {
                path_describe(&world, 0, &a, &b, "ray");
                fail_msg("ray of %.12g m, by brute force %.12g m", ray.distance, expected);
            }
            assert_int_equal(ray.hit, expected < plane_distance(a.local, b.local) - 1e-9);
        }
    }
}

TEST_GROUP(make_context, free_context);
