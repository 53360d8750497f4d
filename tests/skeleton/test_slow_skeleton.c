/// Many random plans of all families, turned by exact and by inexact angles, and large ones.
/// With CW_LONG_TESTS set in the environment there are 100,000 of them.
#include "made.h"
#include "sample.h"
#include "test.h"
#include "test_owned.h"

/// Whole numbers that turn a plan without any rounding: by (c, s) times its size.
static const double exact_turns[][2] = {{1, 1}, {3, 4}, {5, 12}, {20, 21},
                                        {1, 2}, {2, 7}, {8, 1},  {5, 3}};
enum { EXACT_TURNS = sizeof exact_turns / sizeof *exact_turns };

/// Puts a plan on a grid of 1/64 m and turns it exactly: many things happen at the same time, at
/// places that no double holds.
static void turn_exactly(cw_plan *plan, const double turn[2]) {
    for (uint32_t i = 0; i < plan->point_count; i++) {
        double x = floor(64 * plan->points[i].x) / 64, y = floor(64 * plan->points[i].y) / 64;
        plan->points[i] = (cw_vec2){turn[0] * x - turn[1] * y, turn[1] * x + turn[0] * y};
    }
}

/// `turn`: an exact one, or NULL.
static void check_scene(const cw_scene_config *config, const double *turn, double miter) {
    OWNED(cw_surface) surface = {0};
    OWNED(cw_skeleton) skeleton = {0};
    cw_skeleton_config shape = {.miter = miter};
    OWNED(cw_plan) plan = plan_of_scene(context, config);
    if (turn != NULL) {
        turn_exactly(&plan, turn);
    }
    if (cw_surface_from_plan(context, &plan, NULL, &surface) != CW_OK ||
        cw_skeleton_build(context, &surface, &shape, &skeleton) != CW_OK ||
        cw_skeleton_validate(context, &surface, &skeleton) != CW_OK) {
        fail_msg("%s, %u vertices, seed %llu, turned %g (%g, %g), miter %g: %s",
                 cw_scene_family_name(config->family), config->vertices,
                 (unsigned long long)config->seed, config->rotation, turn != NULL ? turn[0] : 1,
                 turn != NULL ? turn[1] : 0, miter, cw_context_message(context));
    }
}

TEST(thousands_of_plans_have_skeletons) {
    static const double miters[] = {0, 1.2, 1.05};
    cw_random random = {.state = 17};
    uint32_t count = getenv("CW_LONG_TESTS") != NULL ? 100000 : (uint32_t)sample_of(4000);
    for (uint32_t i = 0; i < count; i++) {
        cw_scene_config config = cw_scene_config_default();
        config.family = (cw_scene_family)(i % CW_SCENE_FAMILY_COUNT);
        config.vertices = 30 + cw_random_below(&random, 200);
        config.seed = cw_random_next(&random);
        bool exact = i % 5 < 2;
        config.rotation = exact ? 0 : cw_random_range(&random, -3, 3);
        const double *turn = i % 5 == 1 ? exact_turns[i / 5 % EXACT_TURNS] : NULL;
        check_scene(&config, turn, miters[i % 3]);
    }
}

TEST(large_plans_have_skeletons) {
    for (int family = 0; family < CW_SCENE_FAMILY_COUNT; family++) {
        cw_scene_config config = cw_scene_config_default();
        config.family = (cw_scene_family)family;
        config.vertices = 20000;
        config.rotation = family % 2 == 0 ? 0.1 : 0.7;
        check_scene(&config, NULL, 0);
    }
}

TEST_GROUP(make_context, free_context);
