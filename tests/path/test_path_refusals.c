/// Numbers that no query can work with: those that are none, out of range, or beyond the mesh and
/// all lattices.
#include "path_setup.h"
#include "query_world.h"
#include "test.h"
#include "test_owned.h"

TEST(numbers_that_are_none_are_refused) {
    OWNED(query_world) world;
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
        assert_int_equal(cw_query_cells_within(q, good, 0, bad, &cell, 1, &count),
                         CW_ERROR_ARGUMENT);
        assert_int_equal(cw_query_cells_within(q, good, bad, 1, &cell, 1, &count),
                         CW_ERROR_ARGUMENT);
        assert_int_equal(cw_query_random(q, &seed, bad, &point), CW_ERROR_ARGUMENT);
        for (int axis = 0; axis < 3 && i < 3; axis++) {
            cw_vec3 p = {axis == 0 ? bad : 1, axis == 1 ? bad : 1, axis == 2 ? bad : 0};
            assert_int_equal(cw_query_nearest(q, p, 0, 1, &nearest), CW_ERROR_ARGUMENT);
            assert_int_equal(cw_query_ray(q, p, (cw_vec2){2, 2}, 0, &ray), CW_ERROR_ARGUMENT);
            assert_int_equal(cw_query_wall(q, p, &distance, NULL), CW_ERROR_ARGUMENT);
            assert_int_equal(cw_query_cells_within(q, p, 0, 1, &cell, 1, &count),
                             CW_ERROR_ARGUMENT);
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
    assert_int_equal(cw_query_cells_within(world.query, (cw_vec3){9, 9, 0}, 0, 1, &cell, 1, &count),
                     CW_ERROR_INPUT);
    static const double HUGE_NUMBERS[] = {1e8, 1e20, 1e154, 1e308};
    for (int i = 0; i < 4; i++) {
        cw_vec3 p = {HUGE_NUMBERS[i], -HUGE_NUMBERS[i], HUGE_NUMBERS[i]};
        assert_int_equal(cw_query_nearest(world.query, p, 0.1, 1, &nearest), CW_OK);
        assert_int_equal(nearest.place.cell, CW_NONE);
        assert_int_equal(cw_query_nearest(world.query, p, 0, 1e300, &nearest), CW_OK);
        assert_int_equal(cw_query_wall(world.query, p, &distance, NULL), CW_ERROR_INPUT);
    }
}

TEST(numbers_out_of_range_are_refused) {
    OWNED(path_world) world;
    path_world_two_rooms(&world);
    cw_path path;
    const double bad[] = {NAN, INFINITY, -1};
    for (int i = 0; i < 3; i++) {
        cw_path_request request = path_ask(&path_west, &path_east, bad[i]);
        assert_int_equal(cw_query_find(world.query, &request, &path), CW_ERROR_ARGUMENT);
        request = path_ask(&path_west, &path_east, 0.5);
        request.reach = bad[i];
        if (i != 1) { /* as far as you like is a distance */
            assert_int_equal(cw_query_find(world.query, &request, &path), CW_ERROR_ARGUMENT);
        }
        request = path_ask(&path_west, &path_east, 0.5);
        request.slack = bad[i];
        assert_int_equal(cw_query_find(world.query, &request, &path), CW_ERROR_ARGUMENT);
        if (i < 2) {
            cw_vec3 nowhere = {bad[i], 1, 0};
            request = path_ask(&nowhere, &path_east, 0.5);
            assert_int_equal(cw_query_find(world.query, &request, &path), CW_ERROR_ARGUMENT);
            request = path_ask(&path_west, &nowhere, 0.5);
            assert_int_equal(cw_query_find(world.query, &request, &path), CW_ERROR_ARGUMENT);
        }
    }
    cw_path_request request = path_ask(&path_west, &path_east, 0.5);
    request.goal_count = 0;
    assert_int_equal(cw_query_find(world.query, &request, &path), CW_ERROR_ARGUMENT);
    uint8_t areas[64] = {0};
    double cheap[] = {0.5};
    request = path_ask(&path_west, &path_east, 0.5);
    request.cell_area = areas;
    request.area_cost = cheap;
    request.area_count = 1;
    assert_int_equal(cw_query_find(world.query, &request, &path), CW_ERROR_ARGUMENT);
    request.cell_area = NULL; // also on a mesh without areas
    assert_int_equal(cw_query_find(world.query, &request, &path), CW_ERROR_ARGUMENT);
    request.area_cost = NULL;
    assert_int_equal(cw_query_find(world.query, &request, &path), CW_ERROR_ARGUMENT);
    cw_path_request good = path_ask(&path_west, &path_east, 0.5); // and the query still works
    path = path_must_find(&world, &good);
    assert_int_equal(path.status, CW_PATH_FOUND);
}

/// B42 (godot#3374): such a target ended the process.
TEST(a_target_beyond_all_numbers_ends_no_process) {
    OWNED(path_world) world;
    assert_true(path_world_random(CW_SCENE_ROOMS, 40, &world));
    cw_random random = {1};
    path_spot start = path_spot_random(&world.floor, &random);
    static const double far[] = {1e7, -1e7, 1e300, -1e300};
    for (int i = 0; i < 4; i++) {
        cw_vec3 goal = {far[i], far[i], far[i]};
        cw_path_request request = path_ask(&start.world, &goal, 0);
        cw_path path = {0};
        cw_status status = cw_query_find(world.query, &request, &path);
        assert_true(status == CW_ERROR_ARGUMENT || path.status == CW_PATH_GOAL_OFF_MESH);
        cw_nearest nearest;
        status = cw_query_nearest(world.query, goal, 0, 1e9, &nearest);
        assert_true(status == CW_OK || status == CW_ERROR_ARGUMENT);
        goal.z = start.world.z; // at the height of the floor, too
        assert_int_equal(cw_navmesh_locate(&world.floor.mesh, goal), CW_NONE);
        status = cw_query_find(world.query, &request, &path);
        assert_true(status == CW_ERROR_ARGUMENT || path.status == CW_PATH_GOAL_OFF_MESH);
        cw_ray ray;
        status = cw_query_ray(world.query, start.world, (cw_vec2){far[i], far[i]}, 0, &ray);
        assert_true(status == CW_ERROR_ARGUMENT || (status == CW_OK && ray.hit));
    }
}

TEST_GROUP(make_context, free_context);
