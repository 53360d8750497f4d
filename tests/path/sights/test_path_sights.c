/// Paths over sights: whatever is asked, they are as short and as good as without them.
///
///   CW_PATH_CASES=1000 tests/test_path_sights     more floors; CW_PATH_FIRST starts at another one
#include "made.h"
#include "path_setup.h"
#include "test.h"
#include "test_owned.h"

/// Metres by which lengths with sights and without may differ, or for paths of tens of kilometres
/// this share, which is rounding.
#define SAME 1e-9
#define SAME_SHARE 1e-13

/// A floor that is asked without sights by its own query, and with sights by another.
typedef struct sighted {
    path_world *world;
    cw_sights *sights;
    cw_query *query;
    double radius;
    cw_random *random;
} sighted;

/// Opens a floor with its sights.
static void open_sights(path_world *world, double radius, cw_random *random, sighted *made) {
    cw_context *with = world->floor.context;
    *made = (sighted){.world = world, .radius = radius, .random = random};
    cw_status status = cw_sights_build_any(with, &world->clearance, &made->sights);
    if (status != CW_OK) {
        fail_msg("%s: %s", world->floor.name, cw_context_message(with));
    }
    const cw_sights *used = made->sights;
    assert_int_equal(cw_query_create(with, &world->clearance, &made->query), CW_OK);
    assert_int_equal(cw_query_use_sights(made->query, &used, 1), CW_OK);
}

static void close_sights(sighted *made) {
    cw_query_free(made->query);
    cw_sights_free(made->sights);
}

typedef void sight_check(sighted *pair);

/// Runs a check on a floor for a point and for two discs; frees the floor.
static void on_floor(path_floor *floor, uint64_t seed, sight_check *check) {
    OWNED(path_world) world;
    cw_random random = {seed};
    const double radii[3] = {0, cw_random_range(&random, 0.02, 0.2),
                             cw_random_range(&random, 0.2, 0.8)};
    path_world_make(floor, &world);
    for (uint32_t i = 0; i < 3; i++) {
        sighted pair;
        open_sights(&world, radii[i], &random, &pair);
        check(&pair);
        close_sights(&pair);
    }
}

/// Floor plans of all families, strict and relaxed; every third also as imported triangles.
static void on_plans(sight_check *check) {
    uint64_t first = path_number_from("CW_PATH_FIRST", 0);
    uint64_t count = path_number_from("CW_PATH_CASES", 44);
    for (uint64_t number = first; number < first + count; number++) {
        path_floor floor, triangles;
        if (!path_floor_random(context, number, 20 + (uint32_t)(number * 13 % 90), &floor)) {
            continue;
        }
        if (number % 3 == 0) {
            path_floor_triangulated(&floor, &triangles);
            on_floor(&triangles, number + 1, check);
        }
        on_floor(&floor, number, check);
    }
}

/// Surfaces that lie above themselves, and hills.
static void on_surfaces(sight_check *check) {
    for (uint64_t number = 0; number < 6; number++) {
        path_floor floor;
        cw_scene_triangles scene;
        if (number < 3) {
            path_floor_screw(context, 3, 9, 0.2 + 0.4 * (double)number, 5, &floor);
        } else {
            cw_status status = number == 3   ? cw_scene_ramp(context, 3, 24, &scene)
                               : number == 4 ? cw_scene_bridge(context, &scene)
                                             : cw_scene_hills(context, 12, 5, &scene);
            assert_int_equal(status, CW_OK);
            path_floor_of_triangles(context, &scene, &floor);
            snprintf(floor.name, sizeof floor.name, "surface %u", (unsigned)number);
        }
        on_floor(&floor, number, check);
    }
}

static cw_path ask(const sighted *pair, cw_query *query, const cw_path_request *request) {
    cw_path path;
    if (cw_query_find(query, request, &path) != CW_OK) {
        fail_msg("%s: %s", pair->world->floor.name, cw_context_message(pair->world->floor.context));
    }
    return path;
}

static void complain(const sighted *pair, const cw_path_request *request, const char *wrong) {
    path_spot start = path_spot_at(&pair->world->floor, request->start);
    path_spot goal = path_spot_at(&pair->world->floor, request->goals[0]);
    path_describe(pair->world, request->radius, &start, &goal, wrong);
    fail_msg("%s, %u goals, reach %g, slack %g", request->partial ? "partial" : "whole",
             request->goal_count, request->reach, request->slack);
}

/// What is wrong with a path, or NULL. Its ends are those that were asked for, unless they may be
/// moved.
static const char *find_wrong(const sighted *pair, const cw_path_request *request,
                              const cw_path *path) {
    path_floor *floor = &pair->world->floor;
    bool moved = path->status != CW_PATH_FOUND || request->reach > 0;
    path_spot start = path_spot_at(floor, request->reach > 0 ? path->start : request->start);
    return path_check(floor, path, &start, moved ? path->goal : request->goals[path->goal_index]);
}

/// A path is as good as without sights: where cells are needles, the check finds fault with both.
static void must_be_as_good(const sighted *pair, const cw_path_request *request,
                            const cw_path *with, const cw_path *without) {
    const char *wrong = find_wrong(pair, request, with);
    if (wrong != NULL && find_wrong(pair, request, without) == NULL) {
        wrong = find_wrong(pair, request, with); /* again: the text is that of the last call */
        char text[200];
        snprintf(text, sizeof text, "not as good as without sights: %s", wrong);
        complain(pair, request, text);
    }
}

/// Asks without sights and with them and compares: points have none, so that theirs are the same to
/// the last bit. Gives the path over sights.
static cw_path compare(const sighted *pair, const cw_path_request *request) {
    cw_path without = ask(pair, pair->world->query, request);
    cw_path with = ask(pair, pair->query, request);
    bool some = with.status == CW_PATH_FOUND || with.status == CW_PATH_PARTIAL;
    if (with.status != without.status || with.guarantee != without.guarantee) {
        complain(pair, request, cw_path_status_string(with.status));
    }
    double same = fmax(SAME, SAME_SHARE * without.length);
    if (some && request->slack == 0 && fabs(with.length - without.length) > same) {
        char text[100];
        snprintf(text, sizeof text, "%.15g m, without sights %.15g m", with.length, without.length);
        complain(pair, request, text);
    }
    if (request->radius == 0 && path_hash(&with) != path_hash(&without)) {
        complain(pair, request, "sights change the path of a point");
    }
    if (with.status == CW_PATH_BLOCKED && with.gate.radius != without.gate.radius) {
        complain(pair, request, "another gate");
    }
    if (some && !request->length_only) {
        must_be_as_good(pair, request, &with, &without);
    }
    return with;
}

static cw_vec3 spot(const sighted *pair) {
    return path_spot_random(&pair->world->floor, pair->random).world;
}

// --- One goal --------------------------------------------------------------------------------

static void check_one_goal(sighted *pair) {
    for (uint32_t i = 0; i < 12; i++) {
        cw_vec3 ends[2] = {spot(pair), spot(pair)};
        cw_path_request request = path_ask(&ends[0], &ends[1], pair->radius);
        cw_path path = compare(pair, &request);
        cw_path_status status = path.status;
        double length = path.length;
        request.length_only = true;
        path = compare(pair, &request);
        if (path.status != status || path.length != length || path.leg_count > 0) {
            complain(pair, &request, "the length alone is another");
        }
        request = path_ask(&ends[1], &ends[0], pair->radius);
        path = compare(pair, &request);
        if (status == CW_PATH_FOUND && !(fabs(path.length - length) <= SAME)) {
            complain(pair, &request, "back is farther than there");
        }
    }
}

TEST(paths_over_sights_are_as_short_as_without) {
    on_plans(check_one_goal);
}

TEST(sights_stay_on_their_floor) {
    on_surfaces(check_one_goal);
}

/// The plan of a scene, turned, with corners set at random into its straight walls: rounding makes
/// dents of them. Frees the plan.
static cw_plan stud_walls(cw_plan *plan, cw_random *random) {
    cw_plan studded = {0};
    for (uint32_t i = 0; i < plan->ring_count; i++) {
        const cw_ring *ring = &plan->rings[i];
        const cw_vec2 *corners = &plan->points[ring->first];
        cw_vec2 all[5 * 200];
        uint32_t count = 0;
        for (uint32_t k = 0; k < ring->count; k++) {
            cw_vec2 a = corners[k], b = corners[(k + 1) % ring->count];
            all[count++] = a;
            double share = cw_random_below(random, 3) == 0 ? 1e-4 * cw_random_unit(random) : 0;
            if (share > 0) { /* next to a corner */
                all[count++] = (cw_vec2){a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
            }
            for (uint32_t n = cw_random_below(random, 4); n > 0; n--) {
                share += (1 - share) * cw_random_range(random, 0.1, 0.6);
                all[count++] = (cw_vec2){a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
            }
        }
        assert_ok(cw_plan_add(context, &studded, ring->kind, ring->polygon, all, count));
    }
    cw_plan_free(context, plan);
    return studded;
}

static bool make_studded(uint64_t number, path_floor *floor) {
    cw_scene_config scene = cw_scene_config_default();
    cw_random random = {number};
    scene.family = (cw_scene_family[]){CW_SCENE_RECT, CW_SCENE_ROOMS, CW_SCENE_MAZE,
                                       CW_SCENE_SPIRAL, CW_SCENE_COMB}[number % 5];
    scene.vertices = 20 + (uint32_t)(number * 7 % 60);
    scene.seed = number;
    scene.rotation = 0.1 + (double)number;
    scene.scale = number % 4 == 3 ? 300 : 1;
    cw_plan plan = plan_of_scene(context, &scene);
    plan = stud_walls(&plan, &random);
    path_floor_of_plan(context, &plan, NULL, floor);
    snprintf(floor->name, sizeof floor->name, "studded floor %u", (unsigned)number);
    return floor->mesh.stats.relaxation_depth > 0;
}

/// Against brute force, and with fewer expansions than without sights: dents that a disc does
/// not fit into do not hinder them.
static void check_studded(sighted *pair, uint64_t *with, uint64_t *without) {
    for (uint32_t i = 0; i < 8; i++) {
        path_spot ends[2] = {path_spot_random(&pair->world->floor, pair->random),
                             path_spot_random(&pair->world->floor, pair->random)};
        cw_path_request request = path_ask(&ends[0].world, &ends[1].world, pair->radius);
        cw_path path = compare(pair, &request);
        *with += path.expansions;
        *without += ask(pair, pair->world->query, &request).expansions;
        if (path.status == CW_PATH_FOUND) {
            double shortest =
                path_floor_shortest(&pair->world->floor, pair->radius, &ends[0], &ends[1]);
            path_assert_near(path.length, shortest, 1e-6);
        }
    }
}

TEST(straight_walls_of_many_corners_hinder_no_sights) {
    uint64_t with = 0, without = 0, dented = 0;
    uint64_t first = path_number_from("CW_PATH_FIRST", 0);
    uint64_t count = path_number_from("CW_PATH_CASES", 60);
    for (uint64_t number = first; number < first + count; number++) {
        path_floor floor;
        OWNED(path_world) world;
        cw_random random = {number};
        dented += make_studded(number, &floor);
        path_world_make(&floor, &world);
        for (uint32_t i = 0; i < 4; i++) {
            sighted pair;
            open_sights(&world, cw_random_range(&random, 0.01, 0.7), &random, &pair);
            check_studded(&pair, &with, &without);
            close_sights(&pair);
        }
    }
    assert_true(2 * dented > count);
    assert_true(5 * with < 4 * without);
}

// --- Narrow mouths -------------------------------------------------------------------------------

/// Two barriers between whose tips a disc barely gets; behind, they open by an angle.
typedef struct wedge {
    cw_vec2 tips[2], ends[2];
    double length;
} wedge;

static wedge wedge_random(cw_random *random, bool parallel) {
    double mouth = cw_random_range(random, 0.4, 2), shift = cw_random_range(random, -0.3, 0.3);
    wedge made = {.tips = {{0, -mouth / 2}, {shift, mouth / 2}},
                  .length = cw_random_range(random, 3, 10)};
    for (int i = 0; i < 2; i++) {
        double angle = parallel ? 0 : cw_random_range(random, 0, 0.35);
        made.ends[i] = (cw_vec2){made.tips[i].x + made.length * cos(angle),
                                 made.tips[i].y + (2 * i - 1) * made.length * sin(angle)};
    }
    return made;
}

static void make_wedge_world(const wedge *two, path_world *world) {
    cw_plan plan = {0};
    put_box(context, &plan, CW_RING_OUTER, -20, -20, 20, 20);
    for (int i = 0; i < 2; i++) {
        const cw_vec2 wall[2] = {two->tips[i], two->ends[i]};
        put_ring(context, &plan, CW_RING_BARRIER, wall, 2);
    }
    path_world_of_plan(&plan, world);
}

/// Asks for ways into a wedge and out of it, for a radius that is less than its mouth by a share.
static void ask_through_mouth(path_world *world, const wedge *two, double share,
                              cw_random *random) {
    double side = cw_random_range(random, 8, 18) * (cw_random_next(random) % 2 == 0 ? 1 : -1);
    cw_vec3 ends[2] = {{cw_random_range(random, -10, 10), side, 0},
                       {0.7 * two->length, two->tips[1].x / 2, 0}};
    cw_gate widest = widest_of(world->query, ends[0], ends[1]);
    double mouth = hypot(two->tips[1].x - two->tips[0].x, two->tips[1].y - two->tips[0].y);
    double radius = fmin(mouth / 2, widest.radius) * (1 - share);
    sighted pair;
    open_sights(world, radius, random, &pair);
    for (int i = 0; i < 2; i++) {
        cw_path_request request = path_ask(&ends[i], &ends[1 - i], radius);
        compare(&pair, &request);
    }
    close_sights(&pair);
}

/// The direction from tip to tip turns by nearly a quarter there.
TEST(discs_that_barely_pass_between_two_tips_do) {
    for (uint64_t number = 0; number < 150; number++) {
        cw_random random = {number};
        OWNED(path_world) world;
        wedge two = wedge_random(&random, number % 4 == 0);
        make_wedge_world(&two, &world);
        for (int digits = 1; digits <= 8; digits++) {
            ask_through_mouth(&world, &two, pow(10, -digits), &random);
        }
    }
}

// --- Goals, partial paths, reach, slack ----------------------------------------------------------

/// A place off the floor, or too near to its walls, or neither.
static cw_vec3 spot_anywhere(const sighted *pair) {
    cw_vec3 place = spot(pair);
    place.x += cw_random_range(pair->random, -3, 3);
    place.y += cw_random_range(pair->random, -3, 3);
    return place;
}

static void check_many_goals(sighted *pair) {
    for (uint32_t i = 0; i < 8; i++) {
        cw_vec3 start = spot(pair), goals[6];
        for (uint32_t k = 0; k < 6; k++) {
            goals[k] = k % 3 == 2 ? spot_anywhere(pair) : spot(pair);
        }
        cw_path_request request = path_ask(&start, goals, pair->radius);
        request.goal_count = 2 + i % 5;
        compare(pair, &request);
    }
}

TEST(of_several_goals_the_nearest_is_as_near_as_without) {
    on_plans(check_many_goals);
    on_surfaces(check_many_goals);
}

static void check_partial_and_reach(sighted *pair) {
    for (uint32_t i = 0; i < 12; i++) {
        cw_vec3 start = i % 2 == 0 ? spot(pair) : spot_anywhere(pair);
        cw_vec3 goals[2] = {spot_anywhere(pair), spot_anywhere(pair)};
        cw_path_request request = path_ask(&start, goals, pair->radius);
        request.goal_count = 1 + i % 4 / 3;
        request.partial = i % 3 != 0;
        request.reach = i % 3 == 1 ? 0 : cw_random_range(pair->random, 0, 5);
        compare(pair, &request);
    }
}

TEST(partial_paths_and_moved_ends_are_those_without_sights) {
    on_plans(check_partial_and_reach);
    on_surfaces(check_partial_and_reach);
}

static void check_slack(sighted *pair) {
    static const double slacks[] = {0.01, 0.1, 1};
    for (uint32_t i = 0; i < 9; i++) {
        cw_vec3 ends[2] = {spot(pair), spot(pair)};
        cw_path_request request = path_ask(&ends[0], &ends[1], pair->radius);
        double shortest = ask(pair, pair->world->query, &request).length;
        request.slack = slacks[i % 3];
        cw_path path = compare(pair, &request);
        if (path.status == CW_PATH_FOUND &&
            (path.length < shortest - SAME || path.slack != request.slack ||
             path.length > (1 + request.slack) * shortest + SAME)) {
            complain(pair, &request, "does not keep its slack");
        }
    }
}

TEST(a_slack_is_kept_over_sights) {
    on_plans(check_slack);
    on_surfaces(check_slack);
}

// --- The same bytes ------------------------------------------------------------------------------

static uint64_t hash_of(const sighted *pair, const cw_path_request *request) {
    cw_path path = ask(pair, pair->query, request);
    return path_hash(&path);
}

static void check_slices(sighted *pair) {
    static const uint32_t budgets[] = {1, 2, 7};
    for (uint32_t i = 0; i < 9; i++) {
        cw_vec3 ends[2] = {spot(pair), spot(pair)};
        cw_path_request request = path_ask(&ends[0], &ends[1], pair->radius);
        request.slack = i % 3 == 0 ? 0.1 : 0;
        request.partial = i % 2 == 0;
        uint64_t whole = hash_of(pair, &request);
        cw_path path;
        assert_int_equal(cw_query_begin(pair->query, &request, &path), CW_OK);
        for (uint32_t steps = 0; path.status == CW_PATH_RUNNING && steps < 100000; steps++) {
            assert_int_equal(cw_query_step(pair->query, budgets[i % 3], &path), CW_OK);
        }
        if (path_hash(&path) != whole) {
            complain(pair, &request, "differs in slices");
        }
    }
}

TEST(slices_over_sights_give_the_same_bytes_as_one_go) {
    on_plans(check_slices);
    on_surfaces(check_slices);
}

/// Asks again after other questions, one of them given up half-way, and of another query object.
static void check_again(sighted *pair) {
    cw_vec3 ends[6];
    for (uint32_t i = 0; i < 6; i++) {
        ends[i] = spot(pair);
    }
    cw_path_request request = path_ask(&ends[0], &ends[1], pair->radius);
    uint64_t first = hash_of(pair, &request);
    for (uint32_t i = 0; i < 6; i++) {
        cw_path_request other = path_ask(&ends[2 + i % 4], &ends[i], i < 3 ? pair->radius : 0.05);
        other.partial = i % 2 == 0;
        cw_path path;
        hash_of(pair, &other);
        assert_int_equal(cw_query_begin(pair->query, &other, &path), CW_OK);
        if (path.status == CW_PATH_RUNNING) {
            assert_int_equal(cw_query_step(pair->query, 2, &path), CW_OK);
        }
        if (hash_of(pair, &request) != first) {
            complain(pair, &request, "differs after another question");
        }
    }
    sighted anew;
    open_sights(pair->world, pair->radius, pair->random, &anew);
    assert_int_equal(cw_sights_count(anew.sights), cw_sights_count(pair->sights));
    if (hash_of(&anew, &request) != first) {
        complain(pair, &request, "differs with sights that were made again");
    }
    close_sights(&anew);
}

TEST(the_same_question_has_the_same_bytes_whatever_was_asked_before) {
    on_plans(check_again);
    on_surfaces(check_again);
}

TEST_GROUP(make_context, free_context);
