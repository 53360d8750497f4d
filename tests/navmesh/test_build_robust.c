/// The decomposition and the world around it: memory that gives out, a caller who cancels, configs
/// out of range; and plans that once went wrong.
#include "failing_allocator.h"
#include "made.h"
#include "plan_oracle.h"
#include "test.h"

static const double DEGREE = 3.14159265358979323846 / 180;

static const cw_surface NO_SURFACE;
static const cw_navmesh NO_MESH;

/// A small plan with crossings, holes, a barrier and round walls.
static cw_status make_plan(cw_context *context, cw_plan *plan) {
    const cw_vec2 outer[] = {{0, 0}, {20, 0}, {20, 12}, {0, 12}},
                  wing[] = {{15, 8}, {28, 6}, {24, 16}};
    const cw_vec2 hole[] = {{3, 3}, {6, 3}, {7, 5}, {6, 7}, {3, 6}},
                  wall[] = {{9, 0}, {9, 7}, {12, 9}};
    cw_vec2 pillar[40];
    for (int i = 0; i < 40; i++) {
        pillar[i] = (cw_vec2){15 + 2 * cos(PI * i / 20), 4 + 2 * sin(PI * i / 20)};
    }
    *plan = (cw_plan){0};
    cw_status status = cw_plan_add(context, plan, CW_RING_OUTER, 0, outer, 4);
    status = status != CW_OK ? status : cw_plan_add(context, plan, CW_RING_OUTER, 1, wing, 3);
    status = status != CW_OK ? status : cw_plan_add(context, plan, CW_RING_HOLE, 0, hole, 5);
    status = status != CW_OK ? status : cw_plan_add(context, plan, CW_RING_BARRIER, 0, wall, 3);
    return status != CW_OK ? status : cw_plan_add(context, plan, CW_RING_OBSTACLE, 0, pillar, 40);
}

/// From plan to mesh; whatever fails, nothing is left behind.
static cw_status make_all(cw_context *context, const cw_navmesh_config *config) {
    cw_plan plan;
    cw_surface surface = NO_SURFACE;
    cw_navmesh mesh = NO_MESH;
    cw_status status = make_plan(context, &plan);
    if (status == CW_OK) {
        status = cw_surface_from_plan(context, &plan, NULL, &surface);
        assert_true(status == CW_OK || memcmp(&surface, &NO_SURFACE, sizeof surface) == 0);
    }
    if (status == CW_OK) {
        status = cw_navmesh_build(context, &surface, config, &mesh);
        assert_true(status == CW_OK || memcmp(&mesh, &NO_MESH, sizeof mesh) == 0);
    }
    if (status == CW_OK) {
        status = cw_navmesh_validate(context, &mesh);
    }
    if (status == CW_OK) {
        status = cw_navmesh_validate_against(context, &mesh, &surface);
    }
    cw_navmesh_free(context, &mesh);
    cw_surface_free(context, &surface);
    cw_plan_free(context, &plan);
    return status;
}

TEST(a_lack_of_memory_anywhere_leaves_no_leak) {
    for (uint32_t effort = 0; effort < 3; effort++) {
        cw_navmesh_config build = {.tau = 0.1, .turn = PI / 4, .effort = effort};
        tight_memory tight;
        tight_open(&tight);
        while (tight_next(&tight)) {
            cw_status status = make_all(tight.context, &build);
            assert_true(status == CW_OK || cw_context_message(tight.context)[0] != '\0');
            tight_tried(&tight, status);
        }
        tight_close(&tight, 60);
    }
}

TEST(notches_survive_a_lack_of_memory) {
    cw_plan plan;
    cw_surface surface;
    tight_memory tight;
    tight_open(&tight);
    assert_int_equal(make_plan(tight.context, &plan), CW_OK);
    assert_int_equal(cw_surface_from_plan(tight.context, &plan, NULL, &surface), CW_OK);
    while (tight_next(&tight)) {
        cw_notch *notches;
        uint32_t count;
        cw_status status = cw_navmesh_notches(tight.context, &surface, NULL, &notches, &count);
        assert_true(status == CW_OK ||
                    (status == CW_ERROR_MEMORY && notches == NULL && count == 0));
        cw_context_release(tight.context, notches, count * sizeof *notches);
        tight_tried(&tight, status);
    }
    cw_surface_free(tight.context, &surface);
    cw_plan_free(tight.context, &plan);
    tight_close(&tight, 5);
}

// --- cancelling
// --------------------------------------------------------------------------------------

typedef struct patience {
    uint32_t calls, cancel_at;
    double last;
} patience;

static bool on_progress(void *user, const char *stage, double fraction) {
    patience *caller = user;
    assert_non_null(stage);
    assert_true(stage[0] != '\0');
    assert_true(fraction >= 0 && fraction <= 1);
    return ++caller->calls != caller->cancel_at;
}

TEST(a_caller_who_cancels_is_obeyed_at_once_without_a_leak) {
    for (uint32_t effort = 0; effort < 3; effort++) {
        failing_allocator memory = {0};
        patience caller = {0};
        cw_context_config config = failing_allocator_config(&memory);
        config.progress = on_progress;
        config.user = &caller;
        cw_navmesh_config build = cw_navmesh_config_default();
        build.effort = effort;
        cw_context *context;
        assert_int_equal(cw_context_create(&config, &context), CW_OK);
        size_t before = memory.live_bytes;
        assert_int_equal(make_all(context, &build), CW_OK);
        uint32_t calls = caller.calls;
        assert_true(calls >= 2);
        for (uint32_t n = 1; n <= calls; n++) {
            caller = (patience){.cancel_at = n};
            assert_int_equal(make_all(context, &build), CW_ERROR_CANCELLED);
            assert_int_equal(caller.calls, n);
            assert_int_equal(memory.live_bytes, before);
            assert_non_null(strstr(cw_context_message(context), "cancelled"));
        }
        cw_context_free(context);
    }
}

/// Walls are arranged in one long loop, which has to ask the caller now and then.
TEST(a_large_plan_can_be_cancelled_while_its_walls_are_arranged) {
    failing_allocator memory = {0};
    patience caller = {0};
    cw_context_config config = failing_allocator_config(&memory);
    config.progress = on_progress;
    config.user = &caller;
    cw_context *context;
    cw_scene_config scene = cw_scene_config_default();
    scene.vertices = 70000;
    assert_int_equal(cw_context_create(&config, &context), CW_OK);
    cw_plan plan = plan_of_scene(context, &scene);
    size_t before = memory.live_bytes;
    caller = (patience){0};
    cw_surface surface = surface_of_plan(context, &plan);
    cw_surface_free(context, &surface);
    uint32_t calls = caller.calls;
    assert_true(calls >= 2);
    for (uint32_t n = 1; n <= calls; n++) {
        caller = (patience){.cancel_at = n};
        assert_int_equal(cw_surface_from_plan(context, &plan, NULL, &surface), CW_ERROR_CANCELLED);
        assert_memory_equal(&surface, &NO_SURFACE, sizeof surface);
        assert_int_equal(memory.live_bytes, before);
    }
    cw_plan_free(context, &plan);
    cw_counted_end(&memory, context);
}

// --- configs
// -------------------------------------------------------------------------------------------

static void expect_refusal(cw_context *context, const cw_surface *surface,
                           const cw_navmesh_config *config, const char *field) {
    cw_navmesh mesh;
    cw_notch *notches;
    uint32_t count;
    assert_int_equal(cw_navmesh_build(context, surface, config, &mesh), CW_ERROR_ARGUMENT);
    assert_memory_equal(&mesh, &NO_MESH, sizeof mesh);
    assert_non_null(strstr(cw_context_message(context), field));
    assert_int_equal(cw_navmesh_notches(context, surface, config, &notches, &count),
                     CW_ERROR_ARGUMENT);
    assert_non_null(strstr(cw_context_message(context), field));
    assert_null(notches);
}

TEST(a_config_out_of_range_names_its_field) {
    cw_context *context;
    cw_plan plan;
    assert_int_equal(cw_context_create(NULL, &context), CW_OK);
    assert_int_equal(make_plan(context, &plan), CW_OK);
    cw_surface surface = surface_of_plan(context, &plan);
    const double bad[] = {NAN, INFINITY, -INFINITY, -1, -5e-324, 1e308, 2.2e7};
    const char *names[] = {"alpha", "tau", "turn"};
    for (size_t i = 0; i < 3 * sizeof bad / sizeof *bad; i++) {
        cw_navmesh_config config = cw_navmesh_config_default();
        double *fields[] = {&config.alpha, &config.tau, &config.turn};
        *fields[i % 3] = bad[i / 3];
        expect_refusal(context, &surface, &config, names[i % 3]);
    }
    cw_navmesh_config effort = cw_navmesh_config_default();
    for (effort.effort = 3; effort.effort != 0; effort.effort *= 2) {
        expect_refusal(context, &surface, &effort, "effort");
    }
    cw_navmesh_config edges[] = {{0, 0, 0, 0},
                                 {5e-324, 5e-324, 5e-324, 1},
                                 {PI / 2, CW_COORDINATE_LIMIT, 2 * PI, 1},
                                 {PI / 2, 0, 2 * PI, 2}};
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
        assert_int_equal(make_all(context, &edges[i]), CW_OK);
    }
    assert_int_equal(make_all(context, NULL), CW_OK);
    cw_surface_free(context, &surface);
    cw_plan_free(context, &plan);
    cw_context_free(context);
}

// --- plans that once went wrong
// --------------------------------------------------------------------------

typedef struct former_ring {
    cw_ring_kind kind;
    uint32_t polygon, count;
    cw_vec2 points[12];
} former_ring;

/// A plan that once failed, reduced.
typedef struct former_failure {
    const char *what;
    cw_navmesh_config config; ///< all efforts are tried
    former_ring rings[4];
} former_failure;

static const former_failure FORMER_FAILURES[] = {
    {"two anchors dropped each other in turn, without end",
     {.alpha = 90, .tau = 3, .turn = 180},
     {{CW_RING_OUTER, 0, 6, {{16, 0}, {12, 15}, {12, 11.75}, {11, 12}, {8, 12}, {0, 12}}}}},
    {"corners that came back were not counted as notches",
     {.alpha = 5, .tau = 3, .turn = 360},
     {{CW_RING_OUTER, 0, 3, {{10.25, 0}, {12, 17}, {0, 16}}},
      {CW_RING_OUTER, 1, 4, {{8, 15}, {11.75, 19.75}, {0, 15}, {0, 20}}}}},
    {"corners that came back were not counted as notches",
     {.alpha = 20, .tau = 100, .turn = 180},
     {{CW_RING_OUTER, 0, 7, {{16, 0}, {0, -16}, {0, 0}, {8, -12}, {8, -8}, {16, -16}, {0, -15}}}}},
    {"corners that came back were not counted as notches",
     {.alpha = 0, .tau = 100, .turn = 360},
     {{CW_RING_OUTER, 0, 3, {{0, 0}, {20, -5}, {4, 16}}},
      {CW_RING_HOLE, 0, 3, {{4, 16}, {8, 0}, {7, 0}}},
      {CW_RING_HOLE, 0, 5, {{17, -3}, {12, 4}, {14, -3}, {15, -3.01171875}, {16, 0}}}}},
};

static void check_former_failure(cw_context *context, const former_failure *former) {
    cw_plan plan = {0};
    for (int r = 0; r < 4 && former->rings[r].count > 0; r++) {
        const former_ring *ring = &former->rings[r];
        assert_ok(
            cw_plan_add(context, &plan, ring->kind, ring->polygon, ring->points, ring->count));
    }
    cw_surface surface = surface_of_plan(context, &plan);
    for (uint32_t effort = 0; effort < 3; effort++) {
        cw_navmesh_config config = former->config;
        config.alpha *= DEGREE;
        config.turn *= DEGREE;
        config.effort = effort;
        cw_navmesh mesh;
        if (cw_navmesh_build(context, &surface, &config, &mesh) != CW_OK ||
            cw_navmesh_validate(context, &mesh) != CW_OK ||
            cw_navmesh_validate_against(context, &mesh, &surface) != CW_OK) {
            fail_msg("%s: %s", former->what, cw_context_message(context));
        }
        if ((int64_t)mesh.cell_count > 2 * (int64_t)mesh.stats.notches + surface_euler(&surface)) {
            fail_msg("%s: %u cells, %u notches", former->what, mesh.cell_count, mesh.stats.notches);
        }
        cw_navmesh_free(context, &mesh);
    }
    cw_surface_free(context, &surface);
    cw_plan_free(context, &plan);
}

TEST(plans_that_once_went_wrong_go_well) {
    cw_context *context;
    assert_int_equal(cw_context_create(NULL, &context), CW_OK);
    for (size_t i = 0; i < sizeof FORMER_FAILURES / sizeof *FORMER_FAILURES; i++) {
        check_former_failure(context, &FORMER_FAILURES[i]);
    }
    cw_context_free(context);
}
