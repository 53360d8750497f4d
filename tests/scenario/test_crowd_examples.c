/// The scenarios of examples/crowd, checked frame by frame without any code of the crowd: no disc
/// in a wall or in another, none outside, nobody faster than its maximum; at the shortest and the
/// longest step, with every model. They run for a few seconds each; with CW_LONG_TESTS set in the
/// environment to their end, where everybody has to arrive.
#include "run_check.h"
#include "test.h"
#include "test_owned.h"

static const char *const names[] = {"16-blocks", "infinity", "dungeon",    "donut",
                                    "cross",     "ring",     "bottleneck", "ill-conditioned"};
enum { NAMES = sizeof names / sizeof names[0] };

static void open_example(run_world *world, uint32_t index) {
    char path[512];
    snprintf(path, sizeof path, "%s/examples/crowd/%s.json", CW_SOURCE_DIR, names[index]);
    run_world_open(world, context, path);
    world->scenario.crowd.contact = CW_CONTACT_HARD;
}

/// Runs for `seconds`, or to the end when there is time.
static void run_some(run_world *world, double seconds) {
    bool whole = getenv("CW_LONG_TESTS") != NULL;
    world->scenario.duration = whole ? world->scenario.duration : seconds;
    cw_metrics_summary sum = run_world_run(world, NULL);
    assert_true(sum.frames >= 41);
    assert_int_equal(sum.collisions, 0);
    assert_int_equal(sum.wall_collisions, 0);
    assert_int_equal(sum.stuck, 0);
    assert_true(!whole || sum.arrived == sum.agents || world->scenario.duration <= 120);
}

TEST(every_scenario_keeps_what_is_promised) {
    for (uint32_t i = 0; i < NAMES; i++) {
        OWNED(run_world) world;
        open_example(&world, i);
        run_some(&world, 8);
    }
}

TEST(every_model_keeps_it_at_the_shortest_and_the_longest_step) {
    static const double steps[] = {0.01, 0.2};
    for (uint32_t i = 0; i < NAMES; i++) {
        for (uint32_t k = 0; k < 2; k++) {
            OWNED(run_world) world;
            open_example(&world, i);
            // Each scene takes another model at each step; all pairs come in a long run.
            world.scenario.models[0].type = (cw_model)((i + 2 * k + i / 4) % 4);
            world.scenario.step = world.scenario.crowd.max_substep = steps[k];
            world.scenario.fps = k == 0 ? 20 : 5;
            run_some(&world, k == 0 ? 2 : 8);
        }
    }
}

TEST(runners_of_10_metres_a_second_keep_it) {
    for (uint32_t i = 0; i < 3; i++) {
        OWNED(run_world) world;
        open_example(&world, i);
        for (uint32_t k = 0; k < world.scenario.group_count; k++) {
            world.scenario.groups[k].speed = cw_distribution_constant(9);
            world.scenario.groups[k].max_speed = cw_distribution_constant(10);
            world.scenario.groups[k].max_speed_is_factor = false;
        }
        world.scenario.step = world.scenario.crowd.max_substep = 0.2;
        world.scenario.fps = 5;
        run_some(&world, 8);
    }
}

TEST_GROUP(make_context, free_context);
