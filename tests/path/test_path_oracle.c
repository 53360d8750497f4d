/// The oracles for paths, against each other and against what can be worked out by hand.
#include "made.h"
#include "path_setup.h"
#include "test.h"
#include "test_owned.h"

/// The square from (0, 0) to (10, 10) with a wall without thickness from (5, 0) to (5, 6).
static void make_half_wall(path_floor *made) {
    cw_plan plan = {0};
    static const cw_vec2 wall[] = {{5, 0}, {5, 6}};
    put_box(context, &plan, CW_RING_OUTER, 0, 0, 10, 10);
    put_ring(context, &plan, CW_RING_BARRIER, wall, 2);
    path_floor_of_plan(context, &plan, NULL, made);
}

TEST(a_disc_goes_round_the_end_of_a_wall_as_worked_out_by_hand) {
    OWNED(path_floor) floor;
    make_half_wall(&floor);
    path_spot start = path_spot_at(&floor, (cw_vec3){2, 2, 0});
    path_spot goal = path_spot_at(&floor, (cw_vec3){8, 2, 0});
    path_assert_near(path_floor_shortest(&floor, 0, &start, &goal), 10, 1e-12);
    // From (-3, -4) to a circle of radius 1 around the origin, round it, and the same again.
    double tangent_length = sqrt(25 - 1);
    double half = PI - atan2(3, 4) - acos(1.0 / 5);
    double expected = 2 * (tangent_length + half);
    path_assert_near(path_floor_shortest(&floor, 1, &start, &goal), expected, 1e-12);
    sheet_tangents tangents;
    sheet_tangents_make(&floor.sheet, 1, &tangents);
    path_assert_near(
        sheet_tangents_shortest(&tangents, start.triangle, start.local, goal.triangle, goal.local),
        expected, 1e-12);
    sheet_tangents_free(&tangents);
    assert_true(isfinite(path_floor_shortest(&floor, 1.999, &start, &goal)));
    assert_true(isinf(path_floor_shortest(&floor, 2.001, &start, &goal)));
}

/// On a ramp that turns three times round a pole, with a radius larger than the pole is thick, one
/// goes round the same corners three times; they are one above the other in plan.
TEST(a_screw_is_walked_round_and_round) {
    OWNED(path_floor) floor;
    path_floor_screw(context, 3, 8, 0.25, 5, &floor);
    path_spot start = path_spot_at(&floor, (cw_vec3){3 * sqrt(0.5), 3 * sqrt(0.5), 0.4});
    path_spot goal = path_spot_at(&floor, (cw_vec3){3 * sqrt(0.5), -3 * sqrt(0.5), 8.6});
    assert_true(start.triangle != CW_NONE && goal.triangle != CW_NONE);
    double radius = 1.5, pole = 0.25;
    double length = path_floor_shortest(&floor, radius, &start, &goal);
    // Between the ways round a circle that the polygon lies in, and one that it holds.
    double most = 0, least = 0;
    for (int i = 0; i < 2; i++) {
        double round = radius + (i == 0 ? pole : pole * cos(PI / 8));
        double around = 3 * PLANE_TURN - PI / 2 - 2 * acos(round / 3);
        double way = 2 * sqrt(9 - round * round) + round * around;
        least = i == 0 ? least : way;
        most = i == 0 ? way : most;
    }
    assert_true(length > least - 1e-9 && length < most + 1e-9);
}

static uint32_t compare_floor(path_floor *floor, uint64_t number, uint32_t *found) {
    cw_random random = {number + 1};
    static const double radii[] = {0.02, 0.1, 0.3, 0.6, 1, 2};
    double radius = radii[cw_random_below(&random, 6)];
    oracle_tangents plane;
    sheet_tangents walked;
    uint32_t compared = 0;
    oracle_tangents_make(&floor->plane, radius, &plane);
    sheet_tangents_make(&floor->sheet, radius, &walked);
    for (uint32_t i = 0; i < 20; i++) {
        path_spot a = path_spot_random(floor, &random), b = path_spot_random(floor, &random);
        double room = path_floor_wall_distance(floor, &a);
        path_assert_near(room, sheet_wall_distance(&floor->sheet, a.triangle, a.local), 1e-9);
        if (room < radius || path_floor_wall_distance(floor, &b) < radius) {
            continue;
        }
        double one = oracle_tangents_shortest(&plane, a.local, b.local);
        double two = sheet_tangents_shortest(&walked, a.triangle, a.local, b.triangle, b.local);
        compared++;
        *found += isfinite(one) ? 1 : 0;
        if (!(isinf(one) && isinf(two)) && !(fabs(one - two) < 1e-9)) {
            fail_msg("%s, radius %g, (%.17g, %.17g) to (%.17g, %.17g): %.12f by walls, %.12f by "
                     "walking",
                     floor->name, radius, a.world.x, a.world.y, b.world.x, b.world.y, one, two);
        }
    }
    oracle_tangents_free(&plane);
    sheet_tangents_free(&walked);
    return compared;
}

TEST(walls_alone_and_walking_agree_on_flat_floors) {
    uint64_t count = path_number_from("CW_PATH_CASES", 110);
    uint32_t compared = 0, found = 0;
    for (uint64_t number = 0; number < count; number++) {
        path_floor floor;
        if (path_floor_random(context, number, 10 + (uint32_t)(number * 7 % 40), &floor)) {
            compared += compare_floor(&floor, number, &found);
            path_floor_free(&floor);
        }
    }
    print_message("%u pairs compared, %u with a path\n", compared, found);
    assert_true(found > count);
}

/// As the radius goes to 0, so does the difference: by radius times what the path turns, nearly.
TEST(a_point_is_the_limit_of_small_discs) {
    uint64_t count = path_number_from("CW_PATH_CASES", 110);
    uint32_t compared = 0;
    for (uint64_t number = 0; number < count; number++) {
        OWNED(path_floor) floor;
        if (!path_floor_random(context, number, 10 + (uint32_t)(number * 7 % 40), &floor)) {
            continue;
        }
        cw_random random = {number + 5};
        for (uint32_t i = 0; i < 3; i++) {
            path_spot a = path_spot_random(&floor, &random), b = path_spot_random(&floor, &random);
            double radius = 1e-5;
            if (path_floor_wall_distance(&floor, &a) < 3 * radius ||
                path_floor_wall_distance(&floor, &b) < 3 * radius) {
                continue;
            }
            double once = path_floor_shortest(&floor, radius, &a, &b);
            double twice = path_floor_shortest(&floor, 2 * radius, &a, &b);
            double point = path_floor_shortest(&floor, 0, &a, &b);
            if (isfinite(twice) && !(fabs(point - (2 * once - twice)) < 1e-7)) {
                fail_msg("%s: (%.17g, %.17g) to (%.17g, %.17g): %.12f for a point, %.12f and %.12f",
                         floor.name, a.world.x, a.world.y, b.world.x, b.world.y, point, once,
                         twice);
            }
            assert_true(isinf(twice) || isfinite(point));
            assert_true(isinf(point) || point <= once + 1e-9);
            compared++;
        }
    }
    assert_true(compared > count);
}

TEST_GROUP(make_context, free_context);
