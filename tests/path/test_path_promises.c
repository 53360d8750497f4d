/// How a path can be asked for: in slices, again, and for several goals at once.
#include "path_setup.h"
#include "test.h"
#include "test_owned.h"

TEST(a_place_is_no_way_from_itself) {
    OWNED(path_world) world;
    path_world_two_rooms(&world);
    cw_path path = path_world_find(&world, path_west, path_west, 0.5);
    assert_int_equal(path.status, CW_PATH_FOUND);
    assert_true(path.length == 0);
    assert_int_equal(path.cell_count, 1);
    assert_int_equal(path.portal_count, 0);
}

TEST(a_path_names_the_mesh_it_was_found_on) {
    OWNED(path_world) rooms, other;
    path_world_two_rooms(&rooms);
    assert_true(path_world_random(CW_SCENE_RECT, 100, &other));
    uint64_t version = cw_navmesh_hash(&rooms.floor.mesh);
    cw_path path = path_world_find(&rooms, path_west, path_west, 0.5);
    cw_path refused = path_world_find(&rooms, (cw_vec3){1e4, 1e4, 0}, path_west, 0.5);
    assert_int_equal(path.status, CW_PATH_FOUND);
    assert_int_equal(refused.status, CW_PATH_START_OFF_MESH);
    assert_true(path.mesh_version == version && refused.mesh_version == version);
    cw_vec3 start = other.floor.mesh.positions[0];
    path = path_world_find(&other, start, start, 0);
    assert_true(path.mesh_version == cw_navmesh_hash(&other.floor.mesh));
    assert_true(path.mesh_version != version);
}

/// The same request with a slack.
static cw_path find_with_slack(path_world *world, cw_path_request request, double slack) {
    request.slack = slack;
    cw_path path = path_must_find(world, &request);
    assert_true(path.status != CW_PATH_FOUND || path.slack == slack);
    return path;
}

/// Among many obstacles there are many ways that are nearly as short.
TEST(a_slack_saves_work) {
    OWNED(path_world) world;
    assert_true(path_world_random(CW_SCENE_RECT, 2000, &world));
    cw_random random = {3};
    uint64_t exact = 0, slack = 0;
    for (uint32_t i = 0; i < 50; i++) {
        path_spot a = path_spot_random(&world.floor, &random);
        path_spot b = path_spot_random(&world.floor, &random);
        cw_path_request request = path_ask(&a.world, &b.world, 0.1);
        exact += find_with_slack(&world, request, 0).expansions;
        slack += find_with_slack(&world, request, 0.02).expansions;
    }
    assert_true(slack < exact * 2 / 3);
}

TEST(slices_give_the_same_bytes_as_one_go) {
    static const uint32_t budgets[] = {1, 2, 7};
    for (uint64_t number = 0; number < 33; number++) {
        OWNED(path_world) world;
        cw_random random = {number + 5};
        if (!path_world_random(number, 60, &world)) {
            continue;
        }
        for (uint32_t i = 0; i < 12; i++) {
            path_spot a = path_spot_random(&world.floor, &random);
            path_spot b = path_spot_random(&world.floor, &random);
            cw_path_request request = path_ask(&a.world, &b.world, path_radius_random(&random) / 4);
            cw_path path = path_must_find(&world, &request);
            uint64_t whole = path_hash(&path);
            for (uint32_t k = 0; k < 3; k++) {
                uint32_t steps = 0;
                assert_int_equal(cw_query_begin(world.query, &request, &path), CW_OK);
                while (path.status == CW_PATH_RUNNING && steps++ < 100000) {
                    assert_int_equal(cw_query_step(world.query, budgets[k], &path), CW_OK);
                }
                if (path_hash(&path) != whole) {
                    path_describe(&world, request.radius, &a, &b, "differs in slices");
                    fail();
                }
            }
        }
    }
}

TEST(a_query_that_is_begun_again_forgets_the_old_one) {
    OWNED(path_world) world;
    path_world_two_rooms(&world);
    cw_path_request there = path_ask(&path_west, &path_east, 0.5),
                    back = path_ask(&path_east, &path_west, 0.25);
    cw_path path = path_must_find(&world, &back);
    uint64_t expected = path_hash(&path);
    assert_int_equal(cw_query_begin(world.query, &there, &path), CW_OK);
    if (path.status == CW_PATH_RUNNING) {
        assert_int_equal(cw_query_step(world.query, 1, &path), CW_OK);
    }
    assert_int_equal(cw_query_begin(world.query, &back, &path), CW_OK);
    while (path.status == CW_PATH_RUNNING) {
        assert_int_equal(cw_query_step(world.query, 1, &path), CW_OK);
    }
    assert_true(path_hash(&path) == expected);
}

TEST(of_several_goals_the_nearest_by_way_is_taken) {
    for (uint64_t number = 0; number < 33; number++) {
        OWNED(path_world) world;
        cw_random random = {number + 6};
        if (!path_world_random(number, 40, &world)) {
            continue;
        }
        for (uint32_t i = 0; i < 6; i++) {
            path_spot start = path_spot_random(&world.floor, &random), spots[5];
            cw_vec3 goals[5];
            double radius = path_radius_random(&random) / 4, least = INFINITY;
            for (uint32_t k = 0; k < 5; k++) {
                spots[k] = path_spot_random(&world.floor, &random);
                goals[k] = spots[k].world;
                cw_path one = path_world_find(&world, start.world, goals[k], radius);
                least = one.status == CW_PATH_FOUND ? fmin(least, one.length) : least;
            }
            cw_path_request request = path_ask(&start.world, goals, radius);
            request.goal_count = 5;
            cw_path path = path_must_find(&world, &request);
            if ((path.status == CW_PATH_FOUND) != isfinite(least) ||
                (isfinite(least) && fabs(path.length - least) > 1e-9)) {
                path_describe(&world, radius, &start, &spots[0], "not the nearest goal");
                fail_msg("%s: %.12f, the nearest has %.12f", cw_path_status_string(path.status),
                         path.length, least);
            }
            if (isfinite(least)) {
                const char *wrong = path_check(&world.floor, &path, &start, goals[path.goal_index]);
                if (wrong != NULL) {
                    path_describe(&world, radius, &start, &spots[path.goal_index], wrong);
                    fail();
                }
            }
        }
    }
}

TEST_GROUP(make_context, free_context);
