/// What a path query promises beside the path itself: slices, several goals, partial paths, reach,
/// places that cannot be stood on, costs, refusals, and how it treats memory.
#include "failing_allocator.h"
#include "path_world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static cw_context *context;

static int set_up(void **state) {
    (void)state;
    return cw_context_create(NULL, &context) == CW_OK ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    cw_context_free(context);
    return 0;
}

/// The square from (0, 0) to (20, 20) with a wall of 1 m across it, a door of 2 m in that wall, and
/// a pillar behind the door.
static void make_two_rooms(path_world *world) {
    static const cw_vec2 outer[] = {{0, 0}, {20, 0}, {20, 20}, {0, 20}};
    static const cw_vec2 south[] = {{9, 0}, {10, 0}, {10, 9}, {9, 9}};
    static const cw_vec2 north[] = {{9, 11}, {10, 11}, {10, 20}, {9, 20}};
    static const cw_vec2 pillar[] = {{13, 9}, {15, 9}, {15, 11}, {13, 11}};
    cw_plan plan = {0};
    path_floor floor;
    assert_int_equal(cw_plan_add(context, &plan, CW_RING_OUTER, 0, outer, 4), CW_OK);
    assert_int_equal(cw_plan_add(context, &plan, CW_RING_OBSTACLE, 0, south, 4), CW_OK);
    assert_int_equal(cw_plan_add(context, &plan, CW_RING_OBSTACLE, 0, north, 4), CW_OK);
    assert_int_equal(cw_plan_add(context, &plan, CW_RING_OBSTACLE, 0, pillar, 4), CW_OK);
    path_floor_of_plan(context, &plan, NULL, &floor);
    path_world_make(&floor, world);
}

static const cw_vec3 west = {4, 5, 0}, east = {17, 10, 0};

static cw_path_request ask(const cw_vec3 *start, const cw_vec3 *goal, double radius) {
    cw_path_request request = cw_path_request_default();
    request.start = *start;
    request.goals = goal;
    request.goal_count = 1;
    request.radius = radius;
    return request;
}

static void must_find(path_world *world, const cw_path_request *request, cw_path *path) {
    if (cw_query_find(world->query, request, path) != CW_OK) {
        fail_msg("%s", cw_context_message(context));
    }
}

/// Radii from tiny to more than fits anywhere, and 0.
static double pick_radius(cw_random *random) {
    if (cw_random_below(random, 4) == 0) {
        return 0;
    }
    return 0.01 * exp(cw_random_unit(random) * log(400));
}

// --- Asking --------------------------------------------------------------------------------------

static void a_place_is_no_way_from_itself(void **state) {
    (void)state;
    path_world world;
    make_two_rooms(&world);
    for (int method = 0; method < 2; method++) {
        cw_path path = path_world_find(&world, west, west, 0.5,
                                       method == 0 ? CW_PATH_SHORTEST : CW_PATH_CORRIDOR);
        assert_int_equal(path.status, CW_PATH_FOUND);
        assert_true(path.length == 0);
        assert_int_equal(path.cell_count, 1);
        assert_int_equal(path.portal_count, 0);
    }
    path_world_free(&world);
}

static void slices_give_the_same_bytes_as_one_go(void **state) {
    (void)state;
    static const uint32_t budgets[] = {1, 2, 7};
    for (uint64_t number = 0; number < 33; number++) {
        path_floor floor;
        path_world world;
        cw_random random = {number + 5};
        if (!path_floor_random(context, number, 60, &floor)) {
            continue;
        }
        path_world_make(&floor, &world);
        for (uint32_t i = 0; i < 12; i++) {
            path_spot a = path_spot_random(&world.floor, &random);
            path_spot b = path_spot_random(&world.floor, &random);
            cw_path_request request = ask(&a.world, &b.world, pick_radius(&random) / 4);
            request.method = i % 2 == 0 ? CW_PATH_SHORTEST : CW_PATH_CORRIDOR;
            cw_path path;
            must_find(&world, &request, &path);
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
        path_world_free(&world);
    }
}

static void a_query_that_is_begun_again_forgets_the_old_one(void **state) {
    (void)state;
    path_world world;
    make_two_rooms(&world);
    cw_path_request there = ask(&west, &east, 0.5), back = ask(&east, &west, 0.25);
    cw_path path;
    must_find(&world, &back, &path);
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
    path_world_free(&world);
}

static void of_several_goals_the_nearest_by_way_is_taken(void **state) {
    (void)state;
    for (uint64_t number = 0; number < 33; number++) {
        path_floor floor;
        path_world world;
        cw_random random = {number + 6};
        if (!path_floor_random(context, number, 40, &floor)) {
            continue;
        }
        path_world_make(&floor, &world);
        for (uint32_t i = 0; i < 6; i++) {
            path_spot start = path_spot_random(&world.floor, &random), spots[5];
            cw_vec3 goals[5];
            double radius = pick_radius(&random) / 4, least = INFINITY;
            for (uint32_t k = 0; k < 5; k++) {
                spots[k] = path_spot_random(&world.floor, &random);
                goals[k] = spots[k].world;
                cw_path one =
                    path_world_find(&world, start.world, goals[k], radius, CW_PATH_SHORTEST);
                least = one.status == CW_PATH_FOUND ? fmin(least, one.length) : least;
            }
            cw_path_request request = ask(&start.world, goals, radius);
            request.goal_count = 5;
            cw_path path;
            must_find(&world, &request, &path);
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
        path_world_free(&world);
    }
}

static void a_blocked_path_names_the_gate_and_how_wide_it_is(void **state) {
    (void)state;
    path_world world;
    make_two_rooms(&world);
    for (int method = 0; method < 2; method++) {
        cw_path path = path_world_find(&world, west, east, 1.25,
                                       method == 0 ? CW_PATH_SHORTEST : CW_PATH_CORRIDOR);
        assert_int_equal(path.status, CW_PATH_BLOCKED);
        path_assert_near(path.gate.radius, 1, 1e-9);
        cw_vec2 at = cw_clearance_plan(&world.floor.mesh, path.gate.position);
        assert_true(at.x > 9 - 1e-9 && at.x < 10 + 1e-9);
        path_assert_near(at.y, 10, 1e-9);
    }
    path_world_free(&world);
}

static void a_partial_path_goes_as_near_as_it_can(void **state) {
    (void)state;
    uint32_t partial = 0;
    for (uint64_t number = 0; number < 33; number++) {
        path_floor floor;
        path_world world;
        path_raster raster;
        cw_random random = {number + 8};
        if (!path_floor_random(context, number, 30, &floor)) {
            continue;
        }
        path_world_make(&floor, &world);
        path_raster_make(&world.floor.plane, 80, &raster);
        double error = path_raster_error(&raster);
        for (uint32_t i = 0; i < 10; i++) {
            path_spot a = path_spot_random(&world.floor, &random);
            path_spot b = path_spot_random(&world.floor, &random);
            double radius = pick_radius(&random) / 2;
            cw_path_request request = ask(&a.world, &b.world, radius);
            request.partial = true;
            cw_path path;
            must_find(&world, &request, &path);
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
        path_world_free(&world);
    }
    print_message("%u partial paths\n", partial);
    assert_true(partial > 20);
}

static void reach_moves_start_and_goal_to_a_valid_place(void **state) {
    (void)state;
    path_world world;
    make_two_rooms(&world);
    cw_vec3 tight = {0.25, 5, 0}, outside = {21, 10, 0};
    cw_path_request request = ask(&tight, &outside, 0.5);
    cw_path path;
    must_find(&world, &request, &path);
    assert_true(path.status == CW_PATH_START_TOO_TIGHT || path.status == CW_PATH_GOAL_OFF_MESH);
    request.reach = 2;
    must_find(&world, &request, &path);
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
    must_find(&world, &request, &path);
    assert_int_not_equal(path.status, CW_PATH_FOUND);
    path_world_free(&world);
}

/// Start and goal that no disc of the radius can stand on: a status, and the nearest place where it
/// could.
static void off_the_mesh_and_too_tight_are_told_with_the_nearest_place(void **state) {
    (void)state;
    path_world world;
    make_two_rooms(&world);
    const struct {
        cw_vec3 start, goal;
        cw_path_status status;
        cw_vec3 nearest;
    } cases[] = {
        {{-3, 5, 0}, east, CW_PATH_START_OFF_MESH, {0.5, 5, 0}},
        {west, {23, 5, 0}, CW_PATH_GOAL_OFF_MESH, {19.5, 5, 0}},
        {{0.125, 5, 0}, east, CW_PATH_START_TOO_TIGHT, {0.5, 5, 0}},
        {west, {19.75, 5, 0}, CW_PATH_GOAL_TOO_TIGHT, {19.5, 5, 0}},
        {{8.75, 8, 0}, east, CW_PATH_START_TOO_TIGHT, {8.5, 8, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cw_path path =
            path_world_find(&world, cases[i].start, cases[i].goal, 0.5, CW_PATH_SHORTEST);
        assert_int_equal(path.status, cases[i].status);
        bool start =
            path.status == CW_PATH_START_OFF_MESH || path.status == CW_PATH_START_TOO_TIGHT;
        cw_vec3 nearest = start ? path.start : path.goal;
        path_assert_near(nearest.x, cases[i].nearest.x, 1e-9);
        path_assert_near(nearest.y, cases[i].nearest.y, 1e-9);
    }
    path_world_free(&world);
}

static void costs_of_one_change_nothing(void **state) {
    (void)state;
    for (uint64_t number = 0; number < 22; number++) {
        path_floor floor;
        path_world world;
        cw_random random = {number + 9};
        if (!path_floor_random(context, number, 40, &floor)) {
            continue;
        }
        path_world_make(&floor, &world);
        uint8_t *areas = calloc(world.floor.mesh.cell_count, 1);
        assert_non_null(areas);
        static const double ones[] = {1};
        for (uint32_t i = 0; i < 8; i++) {
            path_spot a = path_spot_random(&world.floor, &random);
            path_spot b = path_spot_random(&world.floor, &random);
            cw_path_request request = ask(&a.world, &b.world, pick_radius(&random) / 4);
            request.method = CW_PATH_CORRIDOR;
            cw_path path;
            must_find(&world, &request, &path);
            uint64_t plain = path_hash(&path);
            request.cell_area = areas;
            request.area_cost = ones;
            request.area_count = 1;
            must_find(&world, &request, &path);
            path_assert_near(path.cost, path.length, 1e-9); // a sum over cells rounds otherwise
            path.cost = path.length;
            if (path_hash(&path) != plain) {
                path_describe(&world, request.radius, &a, &b, "costs of one change the path");
                fail();
            }
        }
        free(areas);
        path_world_free(&world);
    }
}

/// A ring of four cells: the near way round is forbidden, or dear.
static void costs_lead_round_dear_and_forbidden_areas(void **state) {
    (void)state;
    static const cw_vec2 outer[] = {{0, 0}, {20, 0}, {20, 20}, {0, 20}};
    static const cw_vec2 block[] = {{5, 5}, {15, 5}, {15, 15}, {5, 15}};
    cw_plan plan = {0};
    path_floor floor;
    path_world world;
    assert_int_equal(cw_plan_add(context, &plan, CW_RING_OUTER, 0, outer, 4), CW_OK);
    assert_int_equal(cw_plan_add(context, &plan, CW_RING_OBSTACLE, 0, block, 4), CW_OK);
    path_floor_of_plan(context, &plan, NULL, &floor);
    path_world_make(&floor, &world);
    uint8_t areas[64] = {0};
    cw_vec3 start = {2, 6, 0}, goal = {18, 6, 0}, below = {10, 2, 0};
    uint32_t dear = cw_navmesh_locate(&world.floor.mesh, below);
    assert_true(world.floor.mesh.cell_count <= 64);
    assert_int_not_equal(dear, cw_navmesh_locate(&world.floor.mesh, start));
    assert_int_not_equal(dear, cw_navmesh_locate(&world.floor.mesh, goal));
    areas[dear] = 1;
    cw_path_request request = ask(&start, &goal, 0.5);
    cw_path path;
    must_find(&world, &request, &path);
    double direct = path.length;
    request.cell_area = areas;
    request.area_count = 2;
    const double costs[][2] = {{1, 1.01}, {1, 1000}, {1, INFINITY}};
    for (int i = 0; i < 3; i++) {
        request.area_cost = costs[i];
        must_find(&world, &request, &path);
        assert_int_equal(path.status, CW_PATH_FOUND);
        assert_int_equal(path.guarantee, CW_PATH_CORRIDOR);
        bool enters = false;
        for (uint32_t k = 0; k < path.cell_count; k++) {
            enters |= path.cells[k] == dear;
        }
        assert_int_equal(enters, i == 0);
        if (i == 0) {
            path_assert_near(path.length, direct, 1e-6);
            assert_true(path.cost > path.length && path.cost <= 1.01 * path.length);
        } else {
            assert_true(path.length > direct + 1);
            path_assert_near(path.cost, path.length, 1e-9);
        }
    }
    request.goals = &below; // where everything is forbidden
    must_find(&world, &request, &path);
    assert_int_not_equal(path.status, CW_PATH_FOUND);
    request.start = below; // but the start's own cell may be left
    request.goals = &goal;
    must_find(&world, &request, &path);
    assert_int_equal(path.status, CW_PATH_FOUND);
    path_world_free(&world);
}

static void numbers_out_of_range_are_refused(void **state) {
    (void)state;
    path_world world;
    make_two_rooms(&world);
    cw_path path;
    const double bad[] = {NAN, INFINITY, -1};
    for (int i = 0; i < 3; i++) {
        cw_path_request request = ask(&west, &east, bad[i]);
        assert_int_equal(cw_query_find(world.query, &request, &path), CW_ERROR_ARGUMENT);
        request = ask(&west, &east, 0.5);
        request.reach = bad[i];
        if (i != 1) { /* as far as you like is a distance */
            assert_int_equal(cw_query_find(world.query, &request, &path), CW_ERROR_ARGUMENT);
        }
        if (i < 2) {
            cw_vec3 nowhere = {bad[i], 1, 0};
            request = ask(&nowhere, &east, 0.5);
            assert_int_equal(cw_query_find(world.query, &request, &path), CW_ERROR_ARGUMENT);
            request = ask(&west, &nowhere, 0.5);
            assert_int_equal(cw_query_find(world.query, &request, &path), CW_ERROR_ARGUMENT);
        }
    }
    cw_path_request request = ask(&west, &east, 0.5);
    request.goal_count = 0;
    assert_int_equal(cw_query_find(world.query, &request, &path), CW_ERROR_ARGUMENT);
    uint8_t areas[64] = {0};
    double cheap[] = {0.5};
    request = ask(&west, &east, 0.5);
    request.cell_area = areas;
    request.area_cost = cheap;
    request.area_count = 1;
    assert_int_equal(cw_query_find(world.query, &request, &path), CW_ERROR_ARGUMENT);
    cw_path_request good = ask(&west, &east, 0.5); // and the query still works
    must_find(&world, &good, &path);
    assert_int_equal(path.status, CW_PATH_FOUND);
    path_world_free(&world);
}

// --- Memory --------------------------------------------------------------------------------------

/// The same plan for every round.
static void make_maze(cw_context *with, cw_navmesh *mesh) {
    cw_scene_config scene = cw_scene_config_default();
    scene.family = CW_SCENE_MAZE;
    scene.vertices = 120;
    cw_plan plan;
    cw_surface surface;
    assert_int_equal(cw_scene_make(with, &scene, &plan), CW_OK);
    assert_int_equal(cw_surface_from_plan(with, &plan, NULL, &surface), CW_OK);
    assert_int_equal(cw_navmesh_build(with, &surface, NULL, mesh), CW_OK);
    cw_surface_free(with, &surface);
    cw_plan_free(with, &plan);
}

/// Asks a fixed series of questions of all kinds; false when memory ran out.
static bool ask_all(cw_query *query, const cw_navmesh *mesh, uint32_t count) {
    cw_random random = {4};
    for (uint32_t i = 0; i < count; i++) {
        cw_vec3 ends[2];
        for (int k = 0; k < 2; k++) {
            uint32_t cell = cw_random_below(&random, mesh->cell_count);
            uint32_t first = mesh->cell_first[cell], degree = mesh->cell_first[cell + 1] - first;
            cw_vec3 middle = {0, 0, 0};
            for (uint32_t e = 0; e < degree; e++) {
                cw_vec3 at = mesh->positions[mesh->edge_vertex[first + e]];
                middle = (cw_vec3){middle.x + at.x / degree, middle.y + at.y / degree, 0};
            }
            ends[k] = middle;
        }
        cw_path_request request = ask(&ends[0], &ends[1], 0.1 * (i % 5));
        request.method = i % 2 ? CW_PATH_CORRIDOR : CW_PATH_SHORTEST;
        request.partial = i % 3 == 0;
        cw_path path;
        cw_nearest nearest;
        cw_gate gate;
        cw_ray ray;
        cw_status status = cw_query_find(query, &request, &path);
        status = status != CW_OK ? status : cw_query_nearest(query, ends[0], 0.2, 5, &nearest);
        status = status != CW_OK ? status : cw_query_widest(query, ends[0], ends[1], &gate);
        status = status != CW_OK
                     ? status
                     : cw_query_ray(query, ends[0], (cw_vec2){ends[1].x, ends[1].y}, 0.0, &ray);
        if (status != CW_OK) {
            assert_int_equal(status, CW_ERROR_MEMORY);
            return false;
        }
    }
    return true;
}

static void nothing_is_allocated_after_warming_up(void **state) {
    (void)state;
    failing_allocator memory = {0};
    cw_context_config config = failing_allocator_config(&memory);
    cw_context *counted;
    cw_navmesh mesh;
    cw_clearance clearance;
    cw_query *query;
    assert_int_equal(cw_context_create(&config, &counted), CW_OK);
    make_maze(counted, &mesh);
    assert_int_equal(cw_clearance_build(counted, &mesh, &clearance), CW_OK);
    assert_int_equal(cw_query_create(counted, &clearance, &query), CW_OK);
    assert_true(ask_all(query, &mesh, 60));
    failing_allocator_fail_at(&memory, 0); // starts counting anew
    assert_true(ask_all(query, &mesh, 60));
    assert_int_equal(memory.requests, 0);
    cw_query_free(query);
    cw_clearance_free(counted, &clearance);
    cw_navmesh_free(counted, &mesh);
    cw_context_free(counted);
    assert_int_equal(memory.live_blocks, 0);
    assert_int_equal(memory.wrong_sizes, 0);
}

static void a_lack_of_memory_is_survived_at_every_request(void **state) {
    (void)state;
    failing_allocator memory = {0};
    cw_context_config config = failing_allocator_config(&memory);
    cw_context *counted;
    cw_navmesh mesh;
    assert_int_equal(cw_context_create(&config, &counted), CW_OK);
    make_maze(counted, &mesh);
    size_t before = memory.live_blocks;
    for (size_t nth = 1;; nth++) {
        cw_clearance clearance = {0};
        cw_query *query = NULL;
        failing_allocator_fail_at(&memory, nth);
        cw_status status = cw_clearance_build(counted, &mesh, &clearance);
        if (status == CW_OK) {
            status = cw_query_create(counted, &clearance, &query);
        } else {
            static const cw_clearance zeroed;
            assert_memory_equal(&clearance, &zeroed, sizeof clearance);
        }
        bool asked = status == CW_OK && ask_all(query, &mesh, 12);
        bool refused = memory.requests >= nth;
        assert_true(status == CW_OK || (status == CW_ERROR_MEMORY && refused));
        assert_true(asked || refused);
        if (status == CW_OK && !asked) { /* and then it works again */
            failing_allocator_fail_at(&memory, 0);
            assert_true(ask_all(query, &mesh, 12));
        }
        cw_query_free(query);
        cw_clearance_free(counted, &clearance);
        assert_int_equal(memory.live_blocks, before);
        if (!refused) {
            break;
        }
    }
    failing_allocator_fail_at(&memory, 0);
    cw_navmesh_free(counted, &mesh);
    cw_context_free(counted);
    assert_int_equal(memory.live_blocks, 0);
    assert_int_equal(memory.wrong_sizes, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_place_is_no_way_from_itself),
        cmocka_unit_test(slices_give_the_same_bytes_as_one_go),
        cmocka_unit_test(a_query_that_is_begun_again_forgets_the_old_one),
        cmocka_unit_test(of_several_goals_the_nearest_by_way_is_taken),
        cmocka_unit_test(a_blocked_path_names_the_gate_and_how_wide_it_is),
        cmocka_unit_test(a_partial_path_goes_as_near_as_it_can),
        cmocka_unit_test(reach_moves_start_and_goal_to_a_valid_place),
        cmocka_unit_test(off_the_mesh_and_too_tight_are_told_with_the_nearest_place),
        cmocka_unit_test(costs_of_one_change_nothing),
        cmocka_unit_test(costs_lead_round_dear_and_forbidden_areas),
        cmocka_unit_test(numbers_out_of_range_are_refused),
        cmocka_unit_test(nothing_is_allocated_after_warming_up),
        cmocka_unit_test(a_lack_of_memory_is_survived_at_every_request),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
