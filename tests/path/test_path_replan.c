/// A path that is asked for anew from a position on it is the rest of it. Characters do so in
/// every frame; on a shortest path they touch walls and corners, and stand on portals.
///
///   CW_PATH_CASES=1000 tests/test_path_replan     more floors
#include "made.h"
#include "path_setup.h"
#include "test.h"
#include "test_owned.h"

#include <float.h>

/// Metres by which the rest of a path may differ, as promised.
#define SAME 1e-6

/// Metres by which a position on a path may be too close to a wall.
#define OFF_WALL 1e-9

/// Metres by which positions are moved along x and y: rounding that counts as touching a wall, also
/// on the path of a disc that fits exactly, which comes 1.5e-10 m closer to walls.
#define NUDGE 1e-10

/// Metres: exact fits of smaller discs are left out.
#define LEAST_FIT 0.01

#define MOST_STOPS 600

/// A position on a path.
typedef struct stop {
    cw_vec3 at;
    double walked; ///< up to there, in metres
    cw_vec2 ahead; ///< the end of its straight leg, or itself on an arc
} stop;

typedef struct replan {
    path_world *world;
    cw_query *queries[2]; ///< without sights, with them
    cw_sights *sights;
    double radius, length;
    cw_vec3 ends[2];
    stop stops[MOST_STOPS];
    uint32_t count;
    uint64_t asked, wrong;
} replan;

static double turn_of(const cw_path_leg *leg) {
    cw_vec2 a = {leg->from.x - leg->center.x, leg->from.y - leg->center.y};
    cw_vec2 b = {leg->to.x - leg->center.x, leg->to.y - leg->center.y};
    double turn = atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y);
    if (leg->ccw && turn < -1e-6) {
        turn += 2 * acos(-1);
    } else if (!leg->ccw && turn > 1e-6) {
        turn -= 2 * acos(-1);
    }
    return turn;
}

static double length_of(const cw_path_leg *leg, double radius) {
    return leg->arc ? radius * fabs(turn_of(leg))
                    : hypot(leg->to.x - leg->from.x, leg->to.y - leg->from.y);
}

/// The point at a share of a leg.
static cw_vec3 point_of(const cw_path_leg *leg, double share) {
    cw_vec3 at = {leg->from.x + share * (leg->to.x - leg->from.x),
                  leg->from.y + share * (leg->to.y - leg->from.y),
                  leg->from.z + share * (leg->to.z - leg->from.z)};
    if (leg->arc) {
        double turn = share * turn_of(leg), c = cos(turn), s = sin(turn);
        cw_vec2 v = {leg->from.x - leg->center.x, leg->from.y - leg->center.y};
        at.x = leg->center.x + v.x * c - v.y * s;
        at.y = leg->center.y + v.x * s + v.y * c;
    }
    return share == 1 ? leg->to : at;
}

static void add_stop(replan *test, const cw_path_leg *leg, double share, double before) {
    if (test->count < MOST_STOPS) {
        stop made = {.at = point_of(leg, share),
                     .walked = before + share * length_of(leg, test->radius),
                     .ahead = {leg->to.x, leg->to.y}};
        if (leg->arc) {
            made.ahead = (cw_vec2){made.at.x, made.at.y};
        }
        test->stops[test->count++] = made;
    }
}

/// Where a straight leg crosses the portals of its path.
static void add_crossings(replan *test, const cw_path *path, const cw_path_leg *leg,
                          double before) {
    double dx = leg->to.x - leg->from.x, dy = leg->to.y - leg->from.y;
    for (uint32_t i = 0; i < path->portal_count && !leg->arc; i++) {
        cw_vec3 a = path->portals[i].right, b = path->portals[i].left;
        double facing = dx * (b.y - a.y) - dy * (b.x - a.x);
        double share =
            ((a.x - leg->from.x) * (b.y - a.y) - (a.y - leg->from.y) * (b.x - a.x)) / facing;
        if (facing > 0 && share > 0 && share < 1) {
            add_stop(test, leg, share, before);
        }
    }
}

/// The stops of a path: ends and middles of its legs, random points, crossings of portals.
static void choose_stops(replan *test, const cw_path *path, cw_random *random) {
    double walked = 0;
    test->count = 0;
    test->length = path->length;
    for (uint32_t i = 0; i < path->leg_count; i++) {
        const cw_path_leg *leg = &path->legs[i];
        add_stop(test, leg, 1, walked);
        add_stop(test, leg, 0.5, walked);
        add_stop(test, leg, cw_random_unit(random), walked);
        add_crossings(test, path, leg, walked);
        walked += length_of(leg, test->radius);
    }
}

static void complain(replan *test, cw_vec3 from, cw_vec3 to, const char *wrong) {
    path_spot a = path_spot_at(&test->world->floor, from);
    path_spot b = path_spot_at(&test->world->floor, to);
    if (test->wrong++ < 5) {
        path_describe(test->world, test->radius, &a, &b, wrong);
    }
}

static void must_be_as_long(replan *test, cw_vec3 from, cw_vec3 to, double length) {
    for (uint32_t i = 0; i < 2; i++) {
        cw_path_request request = path_ask(&from, &to, test->radius);
        char text[120];
        cw_path path = path_asked(test->queries[i], &request);
        test->asked++;
        if (path.status != CW_PATH_FOUND || !(fabs(path.length - length) <= SAME)) {
            snprintf(text, sizeof text, "%s, %.9g m, and should be %.9g m, query %u",
                     cw_path_status_string(path.status), path.length, length, i);
            complain(test, from, to, text);
        }
    }
}

static void must_be_reachable(replan *test, cw_vec3 from, cw_vec3 to) {
    bool reachable = reachable_by(test->queries[0], from, to, test->radius);
    if (!reachable) {
        complain(test, from, to, "a path is found, but reachable says no");
    }
}

/// The other questions agree that a disc may be where a path leads, and walk along its leg.
static void must_be_valid(replan *test, const stop *here) {
    double rest = hypot(here->ahead.x - here->at.x, here->ahead.y - here->at.y);
    cw_nearest nearest = nearest_of(test->queries[0], here->at, test->radius, 1);
    double rounding = 2 * DBL_EPSILON * fabs(here->at.x);
    if (nearest.place.cell == CW_NONE || nearest.distance > OFF_WALL + rounding) {
        complain(test, here->at, here->at, "the nearest valid point is another");
    }
    cw_ray ray = ray_of(test->queries[0], here->at, here->ahead, test->radius);
    if (ray.distance < rest - SAME) {
        complain(test, here->at, test->ends[1], "a disc cast does not follow the leg");
    }
}

/// A position that a caller's own arithmetic has moved a little.
static cw_vec3 nudged(cw_vec3 at, cw_random *random) {
    at.x += cw_random_range(random, -NUDGE, NUDGE);
    at.y += cw_random_range(random, -NUDGE, NUDGE);
    return at;
}

static void check_stop(replan *test, const stop *here) {
    double rest = test->length - here->walked;
    must_be_as_long(test, here->at, test->ends[1], rest);
    must_be_as_long(test, test->ends[1], here->at, rest);
    must_be_as_long(test, here->at, test->ends[0], here->walked);
    must_be_as_long(test, test->ends[0], here->at, here->walked);
    must_be_reachable(test, here->at, test->ends[1]);
    must_be_reachable(test, test->ends[0], here->at);
    if (test->radius > 0) {
        must_be_valid(test, here);
    }
}

static void replan_between(replan *test, cw_vec3 from, cw_vec3 to, cw_random *random) {
    test->ends[0] = from;
    test->ends[1] = to;
    cw_path_request request = path_ask(&from, &to, test->radius);
    cw_path path = path_asked(test->queries[0], &request);
    if (path.status != CW_PATH_FOUND) {
        return;
    }
    choose_stops(test, &path, random);
    for (uint32_t i = 0; i < test->count; i++) {
        check_stop(test, &test->stops[i]);
        if (test->radius > 0) {
            test->stops[i].at = nudged(test->stops[i].at, random);
            check_stop(test, &test->stops[i]);
        }
    }
}

/// Opens the queries of a radius.
static void open_queries(replan *test, path_world *world, double radius) {
    test->world = world;
    test->radius = radius;
    assert_int_equal(cw_sights_build_any(context, &world->clearance, &test->sights), CW_OK);
    for (uint32_t i = 0; i < 2; i++) {
        cw_query **query = &test->queries[i];
        assert_int_equal(cw_query_create(context, &world->clearance, query), CW_OK);
        if (i > 0) {
            const cw_sights *used = test->sights;
            assert_int_equal(cw_query_use_sights(*query, &used, 1), CW_OK);
        }
    }
}

static void close_queries(replan *test) {
    cw_query_free(test->queries[0]);
    cw_query_free(test->queries[1]);
    cw_sights_free(test->sights);
}

/// A radius that fits exactly between two places.
static double exact_fit(path_world *world, cw_random *random, cw_vec3 *from, cw_vec3 *to) {
    *from = path_spot_random(&world->floor, random).world;
    *to = path_spot_random(&world->floor, random).world;
    cw_gate gate = widest_of(world->query, *from, *to);
    return gate.radius;
}

/// Walks along paths of two radii on a floor, and of one that fits exactly; frees it.
static void replan_on(replan *test, path_world *world, cw_random *random, bool point) {
    cw_vec3 from, to;
    for (uint32_t i = 0; i < 2; i++) {
        open_queries(test, world, point && i == 0 ? 0 : cw_random_range(random, 0.05, 0.8));
        for (uint32_t k = 0; k < 4; k++) {
            from = path_spot_random(&world->floor, random).world;
            to = path_spot_random(&world->floor, random).world;
            replan_between(test, from, to, random);
        }
        close_queries(test);
    }
    double radius = exact_fit(world, random, &from, &to);
    if (radius >= LEAST_FIT) {
        open_queries(test, world, radius);
        replan_between(test, from, to, random);
        close_queries(test);
    }
    path_world_free(world);
}

static void must_be_right(const replan *test, uint64_t least) {
    print_message("%u paths\n", (unsigned)test->asked);
    if (test->wrong > 0) {
        fail_msg("%u wrong of %u paths", (unsigned)test->wrong, (unsigned)test->asked);
    }
    assert_true(test->asked >= least);
}

TEST(a_path_from_a_position_on_a_path_is_the_rest_of_it) {
    replan *test = calloc(1, sizeof *test);
    uint64_t count = path_number_from("CW_PATH_CASES", 176);
    for (uint64_t number = 0; number < count; number++) {
        path_world world, triangles;
        cw_random random = {number * 31 + 7};
        if (!path_world_random(number, 12 + (uint32_t)(number * 7 % 60), &world)) {
            continue;
        }
        if (number % 3 == 0) {
            path_floor floor;
            path_floor_triangulated(&world.floor, &floor);
            path_world_make(&floor, &triangles);
            replan_on(test, &triangles, &random, number % 4 == 0);
        }
        replan_on(test, &world, &random, number % 4 == 0);
    }
    must_be_right(test, 300 * count);
    free(test);
}

/// Far from the origin, positions of the world are rounded to 2e-9 m.
TEST(so_it_is_nine_thousand_kilometres_away) {
    replan *test = calloc(1, sizeof *test);
    uint64_t count = path_number_from("CW_PATH_CASES", 44);
    for (uint64_t number = 0; number < count; number++) {
        path_world world;
        cw_random random = {number * 31 + 7};
        cw_scene_config scene = cw_scene_config_default();
        scene.family = (cw_scene_family)(number % CW_SCENE_FAMILY_COUNT);
        scene.vertices = 40;
        scene.seed = number;
        cw_plan plan = plan_of_scene(context, &scene);
        for (uint32_t i = 0; i < plan.point_count; i++) {
            plan.points[i].x += 9e6;
            plan.points[i].y -= 9e6;
        }
        path_world_of_plan(&plan, &world);
        replan_on(test, &world, &random, false);
    }
    must_be_right(test, 100 * count);
    free(test);
}

/// A square with one hole, at whose corners portals end.
static void make_one_hole(path_world *world) {
    static const cw_vec2 hole[] = {{6.5, 9.5}, {8, 9.5}, {8, 12}, {6.5, 12}};
    cw_plan plan = {0};
    put_box(context, &plan, CW_RING_OUTER, 0, 0, 20, 20);
    put_ring(context, &plan, CW_RING_OBSTACLE, hole, 4);
    path_world_of_plan(&plan, world);
}

/// A start beside the hole, which it touches to the last bit, is as far from the goal as one that
/// is a hair farther away from it.
TEST(a_start_that_touches_a_corner_on_a_portal_goes_the_short_way) {
    static const double sides[4][4] = {
        {6.5, 9.5, -1, 0}, {6.5, 12, 0, 1}, {8, 12, 1, 0}, {8, 9.5, 0, -1}};
    OWNED(path_world) world;
    cw_random random = {3};
    make_one_hole(&world);
    for (uint32_t i = 0; i < 4000; i++) {
        const double *side = sides[i % 4];
        double radius = cw_random_range(&random, 0.02, 1.5), away = radius + 1e-8;
        cw_vec3 goal = {cw_random_range(&random, 2, 18), i % 8 < 4 ? 3.1 : 18.2, 0};
        cw_vec3 at = {side[0] + radius * side[2], side[1] + radius * side[3], 0};
        cw_vec3 off = {side[0] + away * side[2], side[1] + away * side[3], 0};
        double lengths[3];
        lengths[0] = path_world_find(&world, at, goal, radius).length;
        lengths[1] = path_world_find(&world, goal, at, radius).length;
        lengths[2] = path_world_find(&world, off, goal, radius).length;
        path_assert_near(lengths[0], lengths[2], SAME);
        path_assert_near(lengths[1], lengths[2], SAME);
    }
}

TEST_GROUP(make_context, free_context);
