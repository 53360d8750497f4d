/// The skeleton of every family of scenes, straight and turned, and of patterns where much meets in
/// one point, judged by the validator, by areas of insets, and by damage that has to be noticed.
#include "failing_allocator.h"
#include "made.h"
#include "test.h"
#include "test_owned.h"

/// Builds and validates the skeleton of a plan; fails with the words of the library.
static cw_skeleton build(const cw_plan *plan, double miter, cw_surface *surface, const char *what) {
    cw_skeleton skeleton = {0};
    cw_skeleton_config config = {.miter = miter};
    if (cw_surface_from_plan(context, plan, NULL, surface) != CW_OK ||
        cw_skeleton_build(context, surface, &config, &skeleton) != CW_OK ||
        cw_skeleton_validate(context, surface, &skeleton) != CW_OK) {
        fail_msg("%s, miter %g: %s", what, miter, cw_context_message(context));
    }
    return skeleton;
}

static void check_plan(cw_plan *plan, const char *what) {
    static const double miters[] = {0, 1.2};
    for (size_t i = 0; i < 2; i++) {
        OWNED(cw_surface) surface = {0};
        OWNED(cw_skeleton) skeleton = build(plan, miters[i], &surface, what);
    }
    cw_plan_free(context, plan);
}

TEST(every_family_has_a_skeleton_however_it_is_turned) {
    static const double turns[] = {0, 0.1, 0.7853981633974483, 0.24};
    for (int family = 0; family < CW_SCENE_FAMILY_COUNT; family++) {
        for (uint32_t i = 0; i < 40; i++) {
            cw_scene_config config = cw_scene_config_default();
            config.family = (cw_scene_family)family;
            config.vertices = i % 3 == 0 ? 250 : 60;
            config.seed = 1000 + i;
            config.rotation = turns[i % 4];
            cw_plan plan = plan_of_scene(context, &config);
            check_plan(&plan, cw_scene_family_name(config.family));
        }
    }
}

TEST(the_office_has_a_skeleton) {
    cw_plan plan = {0};
    assert_int_equal(cw_scene_office(context, &plan), CW_OK);
    check_plan(&plan, "office");
}

/// Integer points turned exactly by the lattice vector (c, s).
static void add_turned(cw_plan *plan, cw_ring_kind kind, const cw_vec2 *points, uint32_t count,
                       double c, double s) {
    cw_vec2 turned[600];
    for (uint32_t i = 0; i < count; i++) {
        turned[i] = (cw_vec2){c * points[i].x - s * points[i].y, s * points[i].x + c * points[i].y};
    }
    put_ring(context, plan, kind, turned, count);
}

static void box(cw_plan *plan, cw_ring_kind kind, double x, double y, double w, double h, double c,
                double s) {
    cw_vec2 points[4] = {{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}};
    add_turned(plan, kind, points, 4, c, s);
}

static const double exact_turns[][2] = {{1, 0}, {1, 1}, {3, 4}, {5, 12}, {20, 21}, {1, 2}, {2, 7}};

TEST(corridors_of_one_width_meet_all_at_once) {
    for (size_t i = 0; i < sizeof exact_turns / sizeof *exact_turns; i++) {
        double c = exact_turns[i][0], s = exact_turns[i][1];
        cw_plan grid = {0};
        box(&grid, CW_RING_OUTER, 0, 0, 41, 41, c, s);
        for (int k = 0; k < 100; k++) {
            box(&grid, CW_RING_HOLE, 1 + 4 * (k % 10), 1 + 4 * (k / 10), 3, 3, c, s);
        }
        check_plan(&grid, "grid of blocks");
    }
}

TEST(crosses_and_letters_turned_exactly) {
    static const cw_vec2 cross[] = {{2, 0}, {4, 0}, {4, 2}, {6, 2}, {6, 4}, {4, 4},
                                    {4, 6}, {2, 6}, {2, 4}, {0, 4}, {0, 2}, {2, 2}};
    static const cw_vec2 letter_h[] = {{0, 0},  {2, 0},  {2, 4}, {6, 4}, {6, 0},  {8, 0},
                                       {8, 10}, {6, 10}, {6, 6}, {2, 6}, {2, 10}, {0, 10}};
    static const cw_vec2 letter_t[] = {{0, 6}, {3, 6}, {3, 0}, {5, 0},
                                       {5, 6}, {8, 6}, {8, 8}, {0, 8}};
    for (size_t i = 0; i < sizeof exact_turns / sizeof *exact_turns; i++) {
        cw_plan plans[3] = {{0}};
        double c = exact_turns[i][0], s = exact_turns[i][1];
        add_turned(&plans[0], CW_RING_OUTER, cross, 12, c, s);
        add_turned(&plans[1], CW_RING_OUTER, letter_h, 12, c, s);
        add_turned(&plans[2], CW_RING_OUTER, letter_t, 8, c, s);
        check_plan(&plans[0], "cross");
        check_plan(&plans[1], "H");
        check_plan(&plans[2], "T");
    }
}

TEST(round_things_end_in_one_node) {
    cw_vec2 points[600];
    for (uint32_t count = 3; count <= 300; count = count * 2 + 1) {
        cw_plan plan = {0}, star = {0};
        for (uint32_t i = 0; i < count; i++) {
            double angle = 6.283185307179586 * i / count, next = angle + 3.14159265358979 / count;
            points[i] = (cw_vec2){10 * cos(angle), 10 * sin(angle)};
            points[300 + i] = (cw_vec2){i % 2 == 0 ? 10 * cos(next) : 4 * cos(next),
                                        i % 2 == 0 ? 10 * sin(next) : 4 * sin(next)};
        }
        add_turned(&plan, CW_RING_OUTER, points, count, 1, 0);
        check_plan(&plan, "regular polygon");
        add_turned(&star, CW_RING_OUTER, points + 300, count, 1, 0);
        check_plan(&star, "star");
    }
    cw_plan discs = {0};
    box(&discs, CW_RING_OUTER, 0, 0, 40, 40, 1, 0);
    for (int k = 0; k < 64; k++) {
        for (uint32_t i = 0; i < 16; i++) {
            double angle = 6.283185307179586 * i / 16;
            points[i] = (cw_vec2){3 + 4.85 * (k % 8) + cos(angle), 3 + 4.85 * (k / 8) + sin(angle)};
        }
        add_turned(&discs, CW_RING_HOLE, points, 16, 1, 0);
    }
    check_plan(&discs, "grid of discs");
}

TEST(ends_of_barriers_are_capped) {
    cw_plan plan = {0};
    cw_vec2 wall[] = {{2, 5}, {8, 5}}, bent[] = {{2, 2}, {5, 3}, {8, 2}};
    box(&plan, CW_RING_OUTER, 0, 0, 10, 10, 1, 0);
    add_turned(&plan, CW_RING_BARRIER, wall, 2, 1, 0);
    add_turned(&plan, CW_RING_BARRIER, bent, 3, 1, 0);
    OWNED(cw_surface) surface = {0};
    OWNED(cw_skeleton) skeleton = build(&plan, 0, &surface, "barriers");
    uint32_t caps = 0;
    for (uint32_t i = 0; i < skeleton.wall_count; i++) {
        caps += skeleton.walls[i].cap;
    }
    assert_int_equal(caps, 4);
    check_plan(&plan, "barriers");
}

TEST(floors_above_floors_have_one_skeleton_each) {
    cw_scene_triangles scenes[2] = {{0}};
    assert_int_equal(cw_scene_ramp(context, 3, 16, &scenes[0]), CW_OK);
    assert_int_equal(cw_scene_bridge(context, &scenes[1]), CW_OK);
    for (int i = 0; i < 2; i++) {
        OWNED(cw_surface) surface = {0};
        OWNED(cw_skeleton) skeleton = {0};
        assert_ok(cw_surface_from_triangles(context, scenes[i].positions, scenes[i].position_count,
                                            scenes[i].corners, scenes[i].triangle_count, NULL,
                                            &surface));
        assert_int_equal(cw_skeleton_build(context, &surface, NULL, &skeleton), CW_OK);
        if (cw_skeleton_validate(context, &surface, &skeleton) != CW_OK) {
            fail_msg("floors %d: %s", i, cw_context_message(context));
        }
        cw_scene_triangles_free(context, &scenes[i]);
    }
}

/// Area of what is left of a plan at a distance, by its surface; 0 where nothing is.
static double inset_area(const cw_skeleton *skeleton, double distance) {
    OWNED(cw_plan) plan = {0};
    OWNED(cw_surface) surface = {0};
    assert_int_equal(cw_skeleton_offset(context, skeleton, distance, &plan), CW_OK);
    double area = 0;
    if (plan.ring_count > 0 && cw_surface_from_plan(context, &plan, NULL, &surface) == CW_OK) {
        area = cw_surface_area(&surface);
    }
    return area;
}

TEST(an_inset_of_a_room_with_a_pillar_has_the_area_one_computes) {
    OWNED(cw_plan) plan = {0};
    OWNED(cw_surface) surface = {0};
    box(&plan, CW_RING_OUTER, 0, 0, 20, 10, 1, 0);
    box(&plan, CW_RING_HOLE, 9, 4, 2, 2, 1, 0);
    OWNED(cw_skeleton) skeleton = build(&plan, 0, &surface, "room");
    for (double d = 0.25; d < 2; d += 0.25) {
        double rest = (20 - 2 * d) * (10 - 2 * d) - (2 + 2 * d) * (2 + 2 * d);
        assert_true(fabs(inset_area(&skeleton, d) - rest) < 1e-6);
    }
    double halves = 2 * (9 - 2 * 2.5) * (10 - 2 * 2.5); // the pillar has met both long walls
    assert_true(fabs(inset_area(&skeleton, 2.5) - halves) < 1e-6);
    assert_true(inset_area(&skeleton, 6) == 0);
    cw_plan none = {0};
    assert_int_equal(cw_skeleton_offset(context, &skeleton, 0, &none), CW_ERROR_ARGUMENT);
    assert_int_equal(cw_skeleton_offset(context, &skeleton, NAN, &none), CW_ERROR_ARGUMENT);
}

TEST(insets_of_insets_are_insets) {
    OWNED(cw_plan) plan = {0}, inner = {0};
    OWNED(cw_surface) surface = {0}, rest = {0};
    assert_int_equal(cw_scene_office(context, &plan), CW_OK);
    OWNED(cw_skeleton) skeleton = build(&plan, 0, &surface, "office");
    assert_int_equal(cw_skeleton_offset(context, &skeleton, 0.3, &inner), CW_OK);
    OWNED(cw_skeleton) again = build(&inner, 0, &rest, "inner office");
    assert_true(fabs(inset_area(&again, 0.2) - inset_area(&skeleton, 0.5)) < 1e-4);
}

TEST(damage_is_noticed) {
    OWNED(cw_plan) plan = {0};
    OWNED(cw_surface) surface = {0};
    box(&plan, CW_RING_OUTER, 0, 0, 20, 10, 1, 0);
    box(&plan, CW_RING_HOLE, 9, 4, 2, 2, 1, 0);
    OWNED(cw_skeleton) skeleton = build(&plan, 0, &surface, "room");
    uint64_t hash = cw_skeleton_hash(&skeleton);
    cw_skeleton_node *last = &skeleton.nodes[skeleton.node_count - 1];
    last->position.x += 1e-5;
    assert_int_equal(cw_skeleton_validate(context, &surface, &skeleton), CW_ERROR_INVALID);
    assert_true(cw_skeleton_hash(&skeleton) != hash);
    last->position.x -= 1e-5;
    last->offset += 1e-5;
    assert_int_equal(cw_skeleton_validate(context, &surface, &skeleton), CW_ERROR_INVALID);
    last->offset -= 1e-5;
    uint32_t left = skeleton.arcs[0].left;
    skeleton.arcs[0].left = skeleton.arcs[0].right;
    assert_int_equal(cw_skeleton_validate(context, &surface, &skeleton), CW_ERROR_INVALID);
    skeleton.arcs[0].left = left;
    uint32_t node = skeleton.face_nodes[2];
    skeleton.face_nodes[2] = skeleton.face_nodes[0];
    assert_int_equal(cw_skeleton_validate(context, &surface, &skeleton), CW_ERROR_INVALID);
    skeleton.face_nodes[2] = skeleton.node_count;
    assert_int_equal(cw_skeleton_validate(context, &surface, &skeleton), CW_ERROR_INVALID);
    skeleton.face_nodes[2] = node;
    skeleton.walls[0].surface_vertex = surface.vertex_count;
    assert_int_equal(cw_skeleton_validate(context, &surface, &skeleton), CW_ERROR_INVALID);
}

TEST(a_miter_below_one_is_refused) {
    OWNED(cw_plan) plan = {0};
    OWNED(cw_skeleton) skeleton;
    cw_skeleton_config config = {.miter = 0.5};
    box(&plan, CW_RING_OUTER, 0, 0, 2, 1, 1, 0);
    OWNED(cw_surface) surface = surface_of_plan(context, &plan);
    assert_int_equal(cw_skeleton_build(context, &surface, &config, &skeleton), CW_ERROR_ARGUMENT);
}

TEST(a_lack_of_memory_leaves_nothing_behind) {
    OWNED(cw_plan) plan = {0};
    tight_memory tight;
    box(&plan, CW_RING_OUTER, 0, 0, 20, 10, 1, 0);
    box(&plan, CW_RING_HOLE, 9, 4, 2, 2, 1, 0);
    OWNED(cw_surface) surface = surface_of_plan(context, &plan);
    tight_open(&tight);
    while (tight_next(&tight)) {
        cw_skeleton skeleton = {0};
        cw_plan rest = {0};
        cw_context *frugal = tight.context;
        cw_status status = cw_skeleton_build(frugal, &surface, NULL, &skeleton);
        status = status != CW_OK ? status : cw_skeleton_validate(frugal, &surface, &skeleton);
        status = status != CW_OK ? status : cw_skeleton_offset(frugal, &skeleton, 1, &rest);
        cw_plan_free(frugal, &rest);
        cw_skeleton_free(frugal, &skeleton);
        tight_tried(&tight, status);
    }
    tight_close(&tight, 10);
}

TEST_GROUP(make_context, free_context);
