/// Surfaces of walkable triangles with heights: floors above each other, ramps, and what cannot be
/// a floor.
#include "failing_allocator.h"
#include "plan_oracle.h"
#include "test.h"
#include "test_owned.h"

static cw_status from_scene(cw_context *used, const cw_scene_triangles *scene,
                            cw_surface *surface) {
    return cw_surface_from_triangles(used, scene->positions, scene->position_count, scene->corners,
                                     scene->triangle_count, NULL, surface);
}

static cw_surface make(const cw_vec3 *positions, uint32_t position_count, const uint32_t *corners,
                       uint32_t triangle_count) {
    cw_surface surface;
    if (cw_surface_from_triangles(context, positions, position_count, corners, triangle_count, NULL,
                                  &surface) != CW_OK ||
        cw_surface_validate(context, &surface) != CW_OK) {
        fail_msg("%s", cw_context_message(context));
    }
    return surface;
}

/// The sum of the areas in plan of all triangles, whichever way they turn.
static double area_of(const cw_scene_triangles *scene) {
    double area = 0;
    for (uint32_t t = 0; t < scene->triangle_count; t++) {
        cw_vec3 a = scene->positions[scene->corners[3 * t]];
        cw_vec3 b = scene->positions[scene->corners[3 * t + 1]];
        cw_vec3 c = scene->positions[scene->corners[3 * t + 2]];
        area += fabs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)) / 2;
    }
    return area;
}

static void check_scene(cw_scene_triangles *scene, uint32_t islands, int64_t euler) {
    cw_surface surface =
        make(scene->positions, scene->position_count, scene->corners, scene->triangle_count);
    double expected = area_of(scene);
    assert_true(fabs(cw_surface_area(&surface) - expected) <= 1e-6 * expected);
    assert_int_equal(surface_islands(&surface), islands);
    if (euler != INT64_MAX) {
        assert_int_equal(surface_euler(&surface), euler);
    }
    assert_int_equal(surface.terrain.triangle_count, scene->triangle_count);
    cw_surface_free(context, &surface);
    cw_scene_triangles_free(context, scene);
}

TEST(a_ramp_of_any_turns_is_one_strip) {
    for (uint32_t turns = 1; turns <= 4; turns++) {
        for (uint32_t segments = 5; segments <= 40; segments += 7) {
            cw_scene_triangles scene;
            assert_int_equal(cw_scene_ramp(context, turns, segments, &scene), CW_OK);
            check_scene(&scene, 1, 1);
        }
    }
}

TEST(a_bridge_over_its_own_floor_is_one_floor) {
    cw_scene_triangles scene;
    assert_int_equal(cw_scene_bridge(context, &scene), CW_OK);
    check_scene(&scene, 1, INT64_MAX);
}

TEST(hills_keep_their_outline_and_their_heights) {
    for (uint64_t seed = 1; seed < 12; seed++) {
        cw_scene_triangles scene;
        assert_int_equal(cw_scene_hills(context, 4 + 3 * (uint32_t)seed, seed, &scene), CW_OK);
        check_scene(&scene, 1, INT64_MAX);
    }
}

TEST(triangles_that_turn_the_wrong_way_are_turned) {
    const cw_vec3 positions[] = {{0, 0, 0}, {4, 0, 1}, {4, 4, 2}, {0, 4, 3}};
    const uint32_t corners[] = {0, 2, 1, 0, 2, 3}; /* clockwise, counter-clockwise */
    OWNED(cw_surface) surface = make(positions, 4, corners, 2);
    assert_int_equal(surface_islands(&surface), 1);
    assert_int_equal(surface.vertex_count, 4);
    for (uint32_t v = 0; v < 4; v++) {
        assert_true(surface.positions[v].z == positions[v].z);
    }
}

TEST(corners_in_one_place_are_joined_and_floors_above_are_not) {
    const cw_vec3 positions[] = {{0, 0, 0}, {4, 0, 0}, {4, 4, -0.0}, {4, 4, 0}, {0, 4, 0},
                                 {0, 0, 0}, {0, 0, 3}, {4, 0, 3},    {4, 4, 3}, {9, 9, 9}};
    const uint32_t corners[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    OWNED(cw_surface) surface = make(positions, 10, corners, 3);
    assert_int_equal(surface_islands(&surface), 2);
    assert_int_equal(surface.vertex_count, 7);
    assert_true(fabs(cw_surface_area(&surface) - 24) < 1e-6);
}

/// Islands of two triangles side by side, 4 m wide, whose corners at the seam have their own
/// heights.
static uint32_t seam_islands(double left, double right, const cw_surface_config *config) {
    const cw_vec3 positions[] = {{0, 0, left},  {4, 0, left},  {4, 4, left},
                                 {4, 4, right}, {4, 0, right}, {8, 0, right}};
    const uint32_t corners[] = {0, 1, 2, 3, 4, 5};
    OWNED(cw_surface) surface;
    assert_ok(cw_surface_from_triangles(context, positions, 6, corners, 2, config, &surface));
    assert_int_equal(cw_surface_validate(context, &surface), CW_OK);
    return surface_islands(&surface);
}

TEST(corners_whose_heights_differ_in_the_last_digits_are_joined) {
    assert_int_equal(seam_islands(0, 1e-12, NULL), 1);
    assert_int_equal(seam_islands(0.1 + 0.2, 0.3, NULL), 1);
    assert_int_equal(seam_islands(-3.2, -3.2 - 1e-12, NULL), 1);
    assert_int_equal(seam_islands(9999999.9, nextafter(9999999.9, 0), NULL), 1);
    assert_int_equal(seam_islands(0, 1e-5, NULL), 2);
    cw_surface_config coarse = cw_surface_config_default();
    coarse.step = 1;
    coarse.origin_x = coarse.origin_y = -64;
    assert_int_equal(seam_islands(0, 1e-12, &coarse), 1);
    assert_int_equal(seam_islands(0, 0.01, &coarse), 2); // steps of plan are none of stairs
}

/// Three triangles at one edge: two on opposite sides are joined, the third stays apart.
TEST(a_third_triangle_at_an_edge_stays_apart) {
    const cw_vec3 positions[] = {{0, 0, 0}, {4, 0, 0}, {2, 3, 0}, {2, -3, 0}, {2, 3, 5}};
    const uint32_t corners[] = {0, 1, 2, 1, 0, 3, 0, 1, 4};
    OWNED(cw_surface) surface = make(positions, 5, corners, 3);
    assert_int_equal(surface_islands(&surface), 2);
}

TEST(the_same_triangle_twice_is_two_floors) {
    const cw_vec3 positions[] = {{0, 0, 0}, {4, 0, 0}, {2, 3, 0}};
    const uint32_t corners[] = {0, 1, 2, 1, 2, 0};
    OWNED(cw_surface) surface = make(positions, 3, corners, 2);
    assert_int_equal(surface_islands(&surface), 2);
    assert_int_equal(surface.source_count, 3);
}

static void keep_warning(void *user, const char *message) {
    snprintf(user, 512, "%s", message);
}

/// What is logged about triangles that make two islands.
static const char *warning_of(const cw_vec3 *positions, uint32_t count, const uint32_t *corners,
                              uint32_t triangles) {
    static char warning[512];
    cw_context_config config = cw_context_config_default();
    config.log = keep_warning;
    config.user = warning;
    warning[0] = 0;
    cw_context *logged;
    cw_surface surface;
    assert_int_equal(cw_context_create(&config, &logged), CW_OK);
    assert_ok(
        cw_surface_from_triangles(logged, positions, count, corners, triangles, NULL, &surface));
    assert_int_equal(surface_islands(&surface), 2);
    cw_surface_free(logged, &surface);
    cw_context_free(logged);
    return warning;
}

/// A quad of 10 x 10 m has three triangles at its lower side, with `corners` between them.
static void expect_warning(const cw_vec3 *corners, const char *expected) {
    const cw_vec3 positions[] = {{0, 0, 0},  {10, 0, 2}, {10, 10, 2}, {0, 10, 0},
                                 corners[0], corners[1], {5, -9, 1}};
    const uint32_t triangles[] = {0, 1, 2, 0, 2, 3, 0, 6, 4, 4, 6, 5, 5, 6, 1};
    assert_string_equal(warning_of(positions, 7, triangles, 5), expected);
}

TEST(corners_inside_sides_of_others_are_warned_of) {
    const cw_vec3 on[] = {{3, 0, 0.6}, {6, 0, 1.2}}, near[] = {{3, -0.01, 0.6}, {6, -1e-6, 1.2}};
    const cw_vec3 below[] = {{3, 0, 0.5}, {6, 0, 1}}, aside[] = {{3, -1, 0.6}, {6, -1, 1.2}};
    expect_warning(on, "2 corners lie inside sides of other faces, the first at (3, 0, 0.6); the "
                       "floor is not joined there");
    expect_warning(near, "1 corner lies inside the side of another face, at (6, -1e-06, 1.2); the "
                         "floor is not joined there");
    expect_warning(below, "");
    expect_warning(aside, "");
}

/// Two triangles have a side in common but for `off`, at one end or both.
static void expect_warning_beside(cw_vec3 off, bool both, const char *expected) {
    cw_vec3 other = both ? off : (cw_vec3){0, 0, 0};
    const cw_vec3 positions[] = {{0, 0, 0},
                                 {10, 0, 2},
                                 {5, 9, 0},
                                 {other.x, other.y, other.z},
                                 {10 + off.x, off.y, 2 + off.z},
                                 {5, -9, 1}};
    const uint32_t triangles[] = {0, 1, 2, 4, 3, 5};
    assert_string_equal(warning_of(positions, 6, triangles, 2), expected);
}

TEST(corners_next_to_those_of_others_are_warned_of) {
    static const char four[] = "4 corners lie next to those of other faces, but not on them, the "
                               "first at (0, 0, 0); the floor is not joined there";
    static const char two[] = "2 corners lie next to those of other faces, but not on them, the "
                              "first at (10, 0, 2); the floor is not joined there";
    expect_warning_beside((cw_vec3){0, 1e-7, 0}, true, four);
    expect_warning_beside((cw_vec3){1e-6, 0, 0}, true, four);
    expect_warning_beside((cw_vec3){0, 0, 1e-6}, true, four);
    expect_warning_beside((cw_vec3){0, 1e-7, 0}, false, two);
    expect_warning_beside((cw_vec3){0, 0, 0.01}, true, "");
    expect_warning_beside((cw_vec3){0, -0.01, 0}, true, "");
}

/// A hole whose corner touches a wall from inside is no division of the floor.
TEST(a_floor_that_touches_itself_is_not_warned_of) {
    const cw_vec3 positions[] = {{0, 0, 0}, {10, 0, 0}, {5, 0, 0}, {4, 3, 0},
                                 {6, 3, 0}, {5, 9, 0},  {9, -3, 0}};
    const uint32_t triangles[] = {2, 4, 3, 0, 1, 5, 0, 6, 1};
    assert_string_equal(warning_of(positions, 7, triangles, 3), "");
}

/// A fan of `turns` turns around one point, closed: more than one turn cannot lie in plan.
static cw_status make_fan(uint32_t turns, cw_surface *surface) {
    enum { SPOKES = 7 };
    cw_vec3 positions[1 + 3 * SPOKES];
    uint32_t corners[9 * SPOKES], count = turns * SPOKES;
    positions[0] = (cw_vec3){0, 0, 0};
    for (uint32_t i = 0; i < count; i++) {
        double angle = 2 * 3.14159265358979 * i / SPOKES;
        positions[1 + i] = (cw_vec3){10 * cos(angle), 10 * sin(angle), i / SPOKES};
        corners[3 * i] = 0;
        corners[3 * i + 1] = 1 + i;
        corners[3 * i + 2] = 1 + (i + 1) % count;
    }
    return cw_surface_from_triangles(context, positions, 1 + count, corners, count, NULL, surface);
}

TEST(a_floor_that_winds_twice_around_a_point_is_refused) {
    cw_surface surface;
    assert_int_equal(make_fan(1, &surface), CW_OK);
    assert_int_equal(cw_surface_validate(context, &surface), CW_OK);
    assert_int_equal(surface.vertex_count, 7); /* the middle is gone */
    assert_int_equal(surface.triangle_count, 5);
    cw_surface_free(context, &surface);
    for (uint32_t turns = 2; turns <= 3; turns++) {
        assert_refused(make_fan(turns, &surface), CW_ERROR_INPUT, "winds more than once");
        assert_null(surface.points);
        assert_null(surface.terrain.positions);
    }
}

TEST(upright_triangles_are_left_out) {
    const cw_vec3 positions[] = {{0, 0, 0}, {4, 0, 0}, {2, 3, 0}, {2, 0, 5}, {4, 0, 5}};
    const uint32_t corners[] = {0, 1, 3, 0, 1, 2, 0, 0, 1, 1, 4, 3};
    OWNED(cw_surface) surface = make(positions, 5, corners, 4);
    assert_int_equal(surface.triangle_count, 1);
}

static void expect_refusal(const cw_vec3 *positions, uint32_t position_count,
                           const uint32_t *corners, uint32_t triangle_count, const char *reason) {
    cw_surface surface;
    assert_int_equal(cw_surface_from_triangles(context, positions, position_count, corners,
                                               triangle_count, NULL, &surface),
                     CW_ERROR_INPUT);
    if (strstr(cw_context_message(context), reason) == NULL) {
        fail_msg("\"%s\" was expected, not \"%s\"", reason, cw_context_message(context));
    }
    static const cw_surface ZERO;
    assert_memory_equal(&surface, &ZERO, sizeof surface);
}

TEST(triangles_that_cannot_be_used_are_named) {
    const uint32_t corners[] = {0, 1, 2};
    const double bad[] = {NAN, INFINITY, -INFINITY, 1e30, 2.2e7};
    for (size_t i = 0; i < 3 * sizeof bad / sizeof *bad; i++) {
        cw_vec3 positions[] = {{0, 0, 0}, {4, 0, 0}, {2, 3, 0}};
        double *parts[] = {&positions[1].x, &positions[1].y, &positions[1].z};
        *parts[i % 3] = bad[i / 3];
        expect_refusal(positions, 3, corners, 1, "vertex 1");
    }
    const cw_vec3 good[] = {{0, 0, 0}, {4, 0, 0}, {2, 3, 0}, {8, 0, 1}};
    const uint32_t outside[] = {0, 1, 2, 1, 4, 2}, line[] = {0, 1, 3}, same[] = {0, 0, 0};
    expect_refusal(good, 4, outside, 2, "triangle 1");
    expect_refusal(good, 4, line, 1, "no walkable area");
    expect_refusal(good, 4, same, 1, "no walkable area");
    expect_refusal(good, 4, corners, 0, "no walkable area");
    expect_refusal(NULL, 0, NULL, 0, "no walkable area");
}

TEST(a_lack_of_memory_leaves_no_leak) {
    OWNED(cw_scene_triangles) scene;
    assert_int_equal(cw_scene_hills(context, 8, 3, &scene), CW_OK);
    tight_memory tight;
    tight_open(&tight);
    while (tight_next(&tight)) {
        cw_surface surface;
        cw_status status = from_scene(tight.context, &scene, &surface);
        assert_true(status == CW_OK || surface.points == NULL);
        cw_surface_free(tight.context, &surface);
        tight_tried(&tight, status);
    }
    tight_close(&tight, 10);
}

TEST_GROUP(make_context, free_context);
