/// Where a path starts and ends when it cannot do so where it was asked to: off the mesh, too near
/// to a wall, or cut off from the goal.
#include "made.h"
#include "path_setup.h"
#include "test.h"
#include "test_owned.h"

TEST(a_blocked_path_names_the_gate_and_how_wide_it_is) {
    OWNED(path_world) world;
    path_world_two_rooms(&world);
    cw_path path = path_world_find(&world, path_west, path_east, 1.25);
    assert_int_equal(path.status, CW_PATH_BLOCKED);
    path_assert_near(path.gate.radius, 1, 1e-9);
    cw_vec2 at = path.gate.position; // in the coordinates of the plan
    assert_true(at.x > 9 - 1e-9 && at.x < 10 + 1e-9);
    path_assert_near(at.y, 10, 1e-9);
}

/// A start, and a goal, a hair too near to a wall are taken, above the floor as well.
TEST(the_height_of_an_end_only_chooses_its_floor) {
    OWNED(path_world) world;
    path_world_two_rooms(&world);
    for (int i = -1; i <= 1; i++) {
        cw_vec3 tight = {0.4 - 5e-10, 5, 0.001 * i};
        assert_int_equal(path_world_find(&world, tight, path_east, 0.4).status, CW_PATH_FOUND);
        assert_int_equal(path_world_find(&world, path_east, tight, 0.4).status, CW_PATH_FOUND);
        bool reachable = reachable_by(world.query, tight, path_east, 0.4);
        assert_true(reachable);
        tight.x -= 2 * CW_EXACT_FIT;
        assert_int_equal(path_world_find(&world, tight, path_east, 0.4).status,
                         CW_PATH_START_TOO_TIGHT);
    }
}

/// Corners of a turned plan lie beside their walls by rounding: what is found from there has a
/// width.
TEST(the_widest_way_starts_where_a_path_does) {
    OWNED(path_world) world;
    path_world_two_rooms(&world);
    cw_vec3 beside = {-5e-10, 5, 0}, off = {-0.1, 5, 0};
    for (int there = 0; there <= 1; there++) {
        cw_vec3 from = there == 0 ? beside : path_east, to = there == 0 ? path_east : beside;
        assert_int_equal(path_world_find(&world, from, to, 0).status, CW_PATH_FOUND);
        cw_gate gate = widest_of(world.query, from, to);
        path_assert_near(gate.radius, 0, 1e-9);
        assert_int_not_equal(gate.cell, CW_NONE);
        assert_int_equal(cw_query_widest(world.query, off, to, &gate), CW_OK);
        assert_true(gate.radius < 0);
    }
}

TEST(a_partial_path_goes_as_near_as_it_can) {
    uint32_t partial = 0;
    for (uint64_t number = 0; number < 33; number++) {
        OWNED(path_world) world;
        path_raster raster;
        cw_random random = {number + 8};
        if (!path_world_random(number, 30, &world)) {
            continue;
        }
        path_raster_make(&world.floor.plane, 80, &raster);
        double error = path_raster_error(&raster);
        for (uint32_t i = 0; i < 10; i++) {
            path_spot a = path_spot_random(&world.floor, &random);
            path_spot b = path_spot_random(&world.floor, &random);
            double radius = path_radius_random(&random) / 2;
            cw_path_request request = path_ask(&a.world, &b.world, radius);
            request.partial = true;
            cw_path path = path_must_find(&world, &request);
            if (path_floor_wall_distance(&world.floor, &a) < radius) {
                assert_int_equal(path.status, CW_PATH_START_TOO_TIGHT);
                continue;
            }
            const char *wrong = path_check(&world.floor, &path, &a, path.goal);
            cw_vec2 end = oracle_to_local(&world.floor.mesh, path.goal);
            partial += path.status == CW_PATH_PARTIAL;
            if (wrong == NULL && path.status == CW_PATH_PARTIAL &&
                path_raster_flood(&raster, a.local, radius + error) &&
                plane_distance(end, b.local) > path_raster_nearest(&raster, b.local) + 1e-6) {
                wrong = "could go nearer";
            }
            if (wrong != NULL) {
                path_describe(&world, radius, &a, &b, wrong);
                fail_msg("partial: goes to %.9f m, a raster place is at %.9f m",
                         plane_distance(end, b.local), path_raster_nearest(&raster, b.local));
            }
        }
        path_raster_free(&raster);
    }
    print_message("%u partial paths\n", partial);
    assert_true(partial > 20);
}

TEST(reach_moves_start_and_goal_to_a_valid_place) {
    OWNED(path_world) world;
    path_world_two_rooms(&world);
    cw_vec3 tight = {0.25, 5, 0}, outside = {21, 10, 0};
    cw_path_request request = path_ask(&tight, &outside, 0.5);
    cw_path path = path_must_find(&world, &request);
    assert_true(path.status == CW_PATH_START_TOO_TIGHT || path.status == CW_PATH_GOAL_OFF_MESH);
    request.reach = 2;
    path = path_must_find(&world, &request);
    assert_int_equal(path.status, CW_PATH_FOUND);
    path_assert_near(path.start.x, 0.5, 1e-9);
    path_assert_near(path.start.y, 5, 1e-9);
    path_assert_near(path.goal.x, 19.5, 1e-9);
    path_assert_near(path.goal.y, 10, 1e-9);
    path_spot start = path_spot_at(&world.floor, path.start);
    const char *wrong = path_check(&world.floor, &path, &start, path.goal);
    if (wrong != NULL) {
        fail_msg("%s", wrong);
    }
    request.reach = 0.2;
    path = path_must_find(&world, &request);
    assert_int_not_equal(path.status, CW_PATH_FOUND);
}

/// Start and goal that no disc of the radius can stand on: a status, and the nearest place where it
/// could.
/// B42 (recastnavigation#529): a status, and the nearest place.
TEST(off_the_mesh_and_too_tight_are_told_with_the_nearest_place) {
    OWNED(path_world) world;
    path_world_two_rooms(&world);
    const struct {
        cw_vec3 start, goal;
        cw_path_status status;
        cw_vec3 nearest;
    } cases[] = {
        {{-3, 5, 0}, path_east, CW_PATH_START_OFF_MESH, {0.5, 5, 0}},
        {path_west, {23, 5, 0}, CW_PATH_GOAL_OFF_MESH, {19.5, 5, 0}},
        {{0.125, 5, 0}, path_east, CW_PATH_START_TOO_TIGHT, {0.5, 5, 0}},
        {path_west, {19.75, 5, 0}, CW_PATH_GOAL_TOO_TIGHT, {19.5, 5, 0}},
        {{8.75, 8, 0}, path_east, CW_PATH_START_TOO_TIGHT, {8.5, 8, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cw_path path = path_world_find(&world, cases[i].start, cases[i].goal, 0.5);
        assert_int_equal(path.status, cases[i].status);
        bool start =
            path.status == CW_PATH_START_OFF_MESH || path.status == CW_PATH_START_TOO_TIGHT;
        cw_vec3 nearest = start ? path.start : path.goal;
        path_assert_near(nearest.x, cases[i].nearest.x, 1e-9);
        path_assert_near(nearest.y, cases[i].nearest.y, 1e-9);
    }
}

/// B42 (recastnavigation#529): a status, and the point it is moved to.
TEST(a_target_off_the_mesh_is_told_and_projected) {
    for (uint64_t number = 0; number < 33; number++) {
        OWNED(path_world) world;
        path_raster raster;
        cw_random random = {number + 42};
        if (!path_world_random(number, 30, &world)) {
            continue;
        }
        path_raster_make(&world.floor.plane, 60, &raster);
        const oracle_plane *plane = &world.floor.plane;
        const cw_lattice *lattice = &world.floor.mesh.lattice;
        for (uint32_t i = 0; i < 10; i++) {
            cw_vec2 off = {cw_random_range(&random, plane->low.x - 3, plane->high.x + 3),
                           cw_random_range(&random, plane->low.y - 3, plane->high.y + 3)};
            double radius = cw_random_range(&random, 0.01, 0.5);
            path_spot start = path_spot_random(&world.floor, &random);
            bool on = oracle_on_floor(plane, off);
            double room = on ? oracle_wall_distance(plane, off) : -1;
            if ((on && room >= radius) || path_floor_wall_distance(&world.floor, &start) < radius) {
                continue;
            }
            cw_vec3 target = {off.x + lattice->origin_x, off.y + lattice->origin_y, 0};
            cw_path path = path_world_find(&world, start.world, target, radius);
            assert_int_equal(path.status, on ? CW_PATH_GOAL_TOO_TIGHT : CW_PATH_GOAL_OFF_MESH);
            cw_vec2 nearest = oracle_to_local(&world.floor.mesh, path.goal);
            double moved = plane_distance(nearest, off);
            // A valid place, and no place of the raster is nearer.
            assert_true(oracle_on_floor(plane, nearest));
            assert_true(oracle_wall_distance(plane, nearest) >= radius - 1.001e-9);
            for (size_t k = 0; k < (size_t)raster.columns * raster.rows; k++) {
                cw_vec2 place = {raster.low.x + (double)(k % raster.columns) * raster.step,
                                 raster.low.y + (double)(k / raster.columns) * raster.step};
                if (raster.distance[k] >= radius && plane_distance(place, off) < moved - 1e-7) {
                    path_describe(&world, radius, &start, &start, "nearest place of a goal");
                    fail_msg("(%.12g, %.12g) goes to (%.12g, %.12g), %.9g m; (%.12g, %.12g) is at "
                             "%.9g m (all local)",
                             off.x, off.y, nearest.x, nearest.y, moved, place.x, place.y,
                             plane_distance(place, off));
                }
            }
        }
        path_raster_free(&raster);
    }
}

/// Whether a path is found, which reachable must say as well.
static bool must_agree(path_world *world, cw_vec3 from, cw_vec3 to, double radius) {
    cw_path path = path_world_find(world, from, to, radius);
    bool found = path.status == CW_PATH_FOUND, reachable;
    assert_int_equal(cw_query_reachable(world->query, from, to, radius, &reachable), CW_OK);
    if (found != reachable) {
        path_spot a = path_spot_at(&world->floor, from), b = path_spot_at(&world->floor, to);
        path_describe(world, radius, &a, &b, cw_path_status_string(path.status));
        fail_msg("reachable says %s", reachable ? "yes" : "no");
    }
    return found;
}

/// The nearest valid place of a point beside the mesh, or too near to a wall, touches that wall.
TEST(where_a_disc_touches_walls_reachable_agrees_with_paths) {
    uint32_t found = 0, tight = 0;
    for (uint64_t number = 0; number < 88; number++) {
        OWNED(path_world) world;
        cw_random random = {number + 5};
        if (!path_world_random(number, 30, &world)) {
            continue;
        }
        for (uint32_t i = 0; i < 10; i++) {
            double radius = cw_random_range(&random, 0.05, 0.8);
            cw_vec3 goal = path_spot_random(&world.floor, &random).world;
            cw_vec3 off = path_spot_random(&world.floor, &random).world;
            cw_nearest nearest = nearest_of(world.query, off, radius, 50);
            if (nearest.place.cell == CW_NONE || nearest.distance == 0) {
                continue;
            }
            found += must_agree(&world, nearest.point, goal, radius);
            must_agree(&world, goal, nearest.point, radius);
            tight += !must_agree(&world, nearest.point, goal, radius + 2e-9);
        }
    }
    assert_true(found > 100 && tight > 100);
}

/// Both ways between a place and the tip of a spike; a point gets into every tip.
static void must_reach_tip(path_world *world, cw_vec3 from, cw_vec2 tip) {
    cw_nearest nearest = nearest_of(world->query, (cw_vec3){tip.x, tip.y, 0}, 0, 1e-5);
    assert_true(must_agree(world, from, nearest.point, 0));
    cw_path there = path_world_find(world, from, nearest.point, 0);
    cw_path back = path_world_find(world, nearest.point, from, 0);
    assert_int_equal(back.status, CW_PATH_FOUND);
    path_assert_near(there.length, back.length, 1e-9);
}

/// A portal may end on the wall of a spike a millimetre from the corner where the spike begins: in
/// a plan of hundreds of metres, rounding turns the ray from the corner past that end by more than
/// the tip is wide.
TEST(a_point_gets_into_the_tips_of_long_spikes) {
    static const cw_vec2 spikes[] = {{74.71, 2.47},    {302.3, 54.74},   {70.86, 23.9},
                                     {256.58, 130.77}, {68.1, 48.36},    {43.92, 56.47},
                                     {-18.93, 86.41},  {-301.94, 104.2}, {228.67, -257.03}};
    cw_plan plan = {0};
    OWNED(path_world) world;
    put_ring(context, &plan, CW_RING_OUTER, spikes, 9);
    path_world_of_plan(&plan, &world);
    must_reach_tip(&world, (cw_vec3){102.7, 21, 0}, spikes[3]);
}

/// A star of spikes around the origin.
static void make_star(cw_random *random, cw_vec2 *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        double angle = 6.283185307179586 * i / count;
        bool tip = i % 2 == 0;
        double distance = cw_random_range(random, tip ? 150 : 50, tip ? 500 : 70);
        points[i] = (cw_vec2){distance * cos(angle), distance * sin(angle)};
    }
}

TEST(a_point_gets_into_the_tips_of_large_stars) {
    for (uint64_t number = 0; number < 40; number++) {
        cw_random random = {number + 1};
        cw_vec2 points[40];
        cw_plan plan = {0};
        OWNED(path_world) world;
        make_star(&random, points, 40);
        put_ring(context, &plan, CW_RING_OUTER, points, 40);
        path_world_of_plan(&plan, &world);
        for (uint32_t i = 0; i < 40; i += 2) {
            must_reach_tip(&world, path_spot_random(&world.floor, &random).world, points[i]);
        }
    }
}

TEST_GROUP(make_context, free_context);
