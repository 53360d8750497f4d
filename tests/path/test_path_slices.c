/// Searches that are spread over frames: what a slice costs, and what comes between two slices.
#include "made.h"
#include "path_setup.h"
#include "query_world.h"
#include "test.h"
#include "test_owned.h"

/// Most work of one slice with a budget of 1, in expansions: a slice ends after a whole place of a
/// cell, of which it may be asked whether it is reached.
#define MOST_OF_A_CELL 200

/// A place of a disc, as far from its walls as asked; false when none was found.
static bool place_disc(query_world *world, cw_random *random, double radius, cw_vec3 *point) {
    uint64_t seed = cw_random_next(random);
    return cw_query_random(world->query, &seed, radius, point) == CW_OK;
}

/// A question whose goal is cut off: the disc is a little too large for the way there.
static bool ask_for_too_much(query_world *world, cw_random *random, cw_vec3 ends[2],
                             cw_path_request *request) {
    cw_gate gate;
    if (!place_disc(world, random, 0.5, &ends[0]) || !place_disc(world, random, 0.5, &ends[1]) ||
        cw_query_widest(world->query, ends[0], ends[1], &gate) != CW_OK) {
        return false;
    }
    double rooms[2];
    for (int i = 0; i < 2; i++) {
        assert_int_equal(cw_query_wall(world->query, ends[i], &rooms[i], NULL), CW_OK);
    }
    *request = path_ask(&ends[0], &ends[1], 1.001 * gate.radius);
    request->partial = true;
    return gate.radius > 0 && request->radius < rooms[0] && request->radius < rooms[1];
}

/// Steps with a budget of 1; gives the number of steps.
static uint32_t walk_slowly(query_world *world, cw_path *path) {
    uint32_t steps = 0;
    for (; path->status == CW_PATH_RUNNING; steps++) {
        uint32_t before = path->expansions;
        assert_int_equal(cw_query_step(world->query, 1, path), CW_OK);
        assert_true(path->expansions - before <= MOST_OF_A_CELL);
    }
    return steps;
}

TEST(the_place_nearest_to_the_goal_is_looked_for_in_slices) {
    OWNED(query_world) world;
    query_world_plan(&world, CW_SCENE_ROOMS, 3000, 1, 0);
    cw_random random = {5};
    uint32_t asked = 0, steps = 0;
    for (uint32_t i = 0; i < 200 && asked < 12; i++) {
        cw_vec3 ends[2];
        cw_path_request request;
        if (!ask_for_too_much(&world, &random, ends, &request)) {
            continue;
        }
        asked++;
        cw_path path = path_asked(world.query, &request);
        assert_int_equal(path.status, CW_PATH_PARTIAL);
        uint64_t whole = path_hash(&path);
        assert_int_equal(cw_query_begin(world.query, &request, &path), CW_OK);
        assert_int_equal(path.status, CW_PATH_RUNNING);
        assert_true(path.expansions <= 1);
        assert_memory_equal(&path.goal, &ends[1], sizeof path.goal);
        steps += walk_slowly(&world, &path);
        assert_true(path_hash(&path) == whole);
    }
    assert_int_equal(asked, 12);
    assert_true(steps > 1000);
}

/// The goal lies in a room that a disc cannot enter, and so do half of all cells: they are passed
/// over without being looked at closely.
TEST(the_work_for_a_partial_path_is_that_of_passing_over_cells) {
    OWNED(query_world) world;
    query_world_plan(&world, CW_SCENE_ROOMS, 3000, 1, 0);
    cw_random random = {7};
    uint32_t asked = 0;
    for (uint32_t i = 0; i < 200 && asked < 12; i++) {
        cw_vec3 ends[2];
        cw_path_request request;
        cw_path path;
        if (ask_for_too_much(&world, &random, ends, &request)) {
            asked++;
            assert_int_equal(cw_query_begin(world.query, &request, &path), CW_OK);
            while (path.status == CW_PATH_RUNNING && !(path.goal.x != ends[1].x)) {
                assert_int_equal(cw_query_step(world.query, 1, &path), CW_OK);
            }
            assert_true(path.expansions < 2 * world.mesh.cell_count);
        }
    }
    assert_int_equal(asked, 12);
}

/// A radius for which there is hardly any room: all cells may have to be looked at.
TEST(the_nearest_valid_place_is_looked_for_in_slices) {
    OWNED(query_world) world;
    query_world_plan(&world, CW_SCENE_MAZE, 1000, 1, 0);
    cw_random random = {3};
    uint32_t steps = 0;
    for (uint32_t i = 0; i < 12; i++) {
        cw_vec3 ends[2];
        assert_true(query_world_place(&world, &random, &ends[0]) &&
                    query_world_place(&world, &random, &ends[1]));
        ends[1].x -= i % 2 == 0 ? 0 : 1000; // off the mesh
        cw_path_request request = path_ask(&ends[0], &ends[1], i % 2 == 0 ? 3 : 0);
        cw_path path = path_asked(world.query, &request);
        assert_int_equal(path.status, i % 2 == 0 ? CW_PATH_START_TOO_TIGHT : CW_PATH_GOAL_OFF_MESH);
        cw_path_status told = path.status;
        cw_vec3 places[2] = {path.start, path.goal};
        assert_int_equal(cw_query_begin(world.query, &request, &path), CW_OK);
        assert_int_equal(path.status, CW_PATH_RUNNING);
        assert_int_equal(path.expansions, 0);
        steps += walk_slowly(&world, &path);
        assert_int_equal(path.status, told);
        assert_memory_equal(&path.start, &places[0], sizeof places[0]);
        assert_memory_equal(&path.goal, &places[1], sizeof places[1]);
    }
    assert_true(steps > 500);
}

enum { SPOKES = 240 };

/// Barriers around an open middle, which is one cell with a portal for each of them.
static void make_fan(path_world *world) {
    const cw_vec2 middle = {0, 0};
    cw_plan plan = {0};
    put_box(context, &plan, CW_RING_OUTER, -12, -12, 12, 12);
    for (uint32_t i = 0; i < SPOKES; i++) {
        double angle = PLANE_TURN * i / SPOKES;
        const cw_vec2 spoke[] = {plane_polar(middle, 4, angle), plane_polar(middle, 10, angle)};
        put_ring(context, &plan, CW_RING_BARRIER, spoke, 2);
    }
    path_world_of_plan(&plan, world);
}

/// The most corners and walls near one cell.
static uint32_t most_near(const cw_clearance *clearance) {
    uint32_t most = 0;
    for (uint32_t c = 0; c < clearance->mesh->cell_count; c++) {
        uint32_t near = clearance->near_corner_first[c + 1] - clearance->near_corner_first[c] +
                        clearance->near_wall_first[c + 1] - clearance->near_wall_first[c];
        most = near > most ? near : most;
    }
    return most;
}

/// A disc that fits between the barriers, but not in; the goal lies behind them. One step tried all
/// places of the middle where circles meet, and divided it for each of many: 7,000 expansions.
TEST(a_step_in_a_very_large_cell_tries_one_place) {
    const cw_vec3 start = {2.8264867122771631, -0.66100009241097746, 0};
    const cw_vec3 goal = {3.7314520781860514, 10.347766202818896, 0};
    OWNED(path_world) world;
    make_fan(&world);
    cw_path_request request = path_ask(&start, &goal, 1.2 * 4 * PLANE_TURN / SPOKES / 2);
    request.partial = true;
    cw_path path = path_must_find(&world, &request);
    assert_int_equal(path.status, CW_PATH_PARTIAL);
    uint64_t whole = path_hash(&path);
    uint32_t most = most_near(&world.clearance) + MOST_OF_A_CELL;
    assert_true(most < 2000);
    assert_int_equal(cw_query_begin(world.query, &request, &path), CW_OK);
    while (path.status == CW_PATH_RUNNING) {
        uint32_t before = path.expansions;
        assert_int_equal(cw_query_step(world.query, 1, &path), CW_OK);
        assert_in_range(path.expansions - before, 0, most);
    }
    assert_true(path_hash(&path) == whole);
}

TEST(a_step_without_a_search_is_refused) {
    OWNED(query_world) world;
    query_world_plan(&world, CW_SCENE_RECT, 60, 2, 0);
    cw_path path = {0};
    assert_int_equal(cw_query_step(world.query, 5, &path), CW_ERROR_ARGUMENT);
    assert_int_equal(path.status, CW_PATH_FAILED);
    cw_random random = {5};
    cw_vec3 ends[2];
    assert_true(query_world_place(&world, &random, &ends[0]) &&
                query_world_place(&world, &random, &ends[1]));
    cw_path_request request = path_ask(&ends[0], &ends[1], 0);
    assert_int_equal(cw_query_find(world.query, &request, &path), CW_OK);
    uint64_t found = path_hash(&path);
    assert_int_equal(cw_query_step(world.query, 5, &path), CW_OK); // again, the same
    assert_true(path_hash(&path) == found);
    request.radius = NAN;
    assert_int_equal(cw_query_begin(world.query, &request, &path), CW_ERROR_ARGUMENT);
    assert_int_equal(path.status, CW_PATH_FAILED);
    assert_int_equal(cw_query_step(world.query, 5, &path), CW_ERROR_ARGUMENT);
    assert_int_equal(path.status, CW_PATH_FAILED);
    request.radius = 0;
    assert_int_equal(cw_query_begin(world.query, &request, &path), CW_OK);
    assert_int_equal(cw_query_use_sights(world.query, NULL, 0), CW_OK);
    assert_int_equal(cw_query_step(world.query, 5, &path), CW_ERROR_ARGUMENT);
}

enum { OTHER_QUESTIONS = 7 };

/// Asks one of the other questions.
static void ask_another(query_world *world, cw_vec3 a, cw_vec3 b, uint32_t which) {
    cw_query *query = world->query;
    cw_nearest nearest;
    cw_gate gate;
    cw_ray ray;
    double distance;
    uint32_t count;
    uint64_t seed = which;
    cw_vec3 point;
    bool reachable;
    cw_vec3 off = {a.x - 30, a.y - 30, 0};
    cw_status status = CW_OK;
    switch (which) {
    case 0: status = cw_query_nearest(query, off, 0.3, 1e4, &nearest); break;
    case 1: status = cw_query_ray(query, a, (cw_vec2){b.x, b.y}, 0.1, &ray); break;
    case 2: status = cw_query_wall(query, a, &distance, NULL); break;
    case 3: status = cw_query_cells_within(query, b, 0.2, 12, NULL, 0, &count); break;
    case 4: status = cw_query_random(query, &seed, 0.3, &point); break;
    case 5: status = cw_query_reachable(query, b, a, 0.3, &reachable); break;
    case 6: status = cw_query_widest(query, b, a, &gate); break;
    }
    assert_int_equal(status, CW_OK);
}

TEST(other_questions_do_not_disturb_a_search) {
    OWNED(query_world) world;
    query_world_plan(&world, CW_SCENE_ROOMS, 600, 4, 0);
    cw_random random = {11};
    for (uint32_t i = 0; i < 12 * OTHER_QUESTIONS; i++) {
        cw_vec3 ends[2];
        assert_true(place_disc(&world, &random, 0.25, &ends[0]));
        assert_true(place_disc(&world, &random, 0.25, &ends[1]));
        cw_vec3 outside = {ends[1].x - 200, ends[1].y, 0};
        cw_path_request request = path_ask(&ends[0], &ends[1], i % 3 == 0 ? 0.25 : 0.1);
        if (i % 5 == 0) { // cut off from the goal
            request.goals = &outside;
            request.partial = true;
        }
        cw_path path = path_asked(world.query, &request);
        uint64_t whole = path_hash(&path);
        uint32_t work = path.expansions;
        assert_int_equal(cw_query_begin(world.query, &request, &path), CW_OK);
        for (uint32_t step = 0; path.status == CW_PATH_RUNNING; step++) {
            assert_int_equal(cw_query_step(world.query, 2, &path), CW_OK);
            if (step % 8 == 0 && path.status == CW_PATH_RUNNING) {
                ask_another(&world, ends[0], ends[1], i / 12);
            }
        }
        assert_true(path_hash(&path) == whole);
        assert_int_equal(path.expansions, work);
    }
}

/// Over sights it is asked late whether the goal can be reached: after as much work as if the
/// search were not in slices. Two query objects are asked the same, since what is seen from corners
/// is remembered.
TEST(over_sights_slices_are_no_more_and_no_less_work) {
    OWNED(query_world) world;
    query_world_plan(&world, CW_SCENE_ROOMS, 3000, 1, 0);
    OWNED_HANDLE(cw_query) other;
    OWNED_HANDLE(cw_sights) sights = sights_of(world.context, &world.clearance);
    assert_int_equal(cw_query_create(world.context, &world.clearance, &other), CW_OK);
    const cw_sights *used[] = {sights};
    assert_int_equal(cw_query_use_sights(world.query, used, 1), CW_OK);
    assert_int_equal(cw_query_use_sights(other, used, 1), CW_OK);
    cw_random random = {17};
    uint32_t asked = 0, long_ones = 0;
    for (uint32_t i = 0; i < 400 && asked < 40; i++) {
        cw_vec3 ends[2];
        cw_path_request request;
        cw_path whole, path;
        if (!ask_for_too_much(&world, &random, ends, &request)) {
            continue;
        }
        asked++;
        request.partial = false;
        assert_int_equal(cw_query_find(other, &request, &whole), CW_OK);
        assert_int_equal(whole.status, CW_PATH_BLOCKED);
        long_ones += whole.expansions > 100;
        assert_int_equal(cw_query_begin(world.query, &request, &path), CW_OK);
        for (uint32_t step = 0; path.status == CW_PATH_RUNNING; step++) {
            assert_int_equal(cw_query_step(world.query, 1 + i % 4, &path), CW_OK);
            if (step % 8 == 0 && path.status == CW_PATH_RUNNING) {
                ask_another(&world, ends[0], ends[1], i % OTHER_QUESTIONS);
            }
        }
        assert_true(path_hash(&path) == path_hash(&whole));
        assert_int_equal(path.expansions, whole.expansions);
    }
    assert_true(asked == 40 && long_ones > 0 && long_ones < asked);
}

TEST_GROUP(make_context, free_context);
