/// A crowd walks: everybody arrives, and nobody enters a wall or anybody else.
#include "crowd_world.h"
#include "test.h"
#include "test_owned.h"

static const cw_model MODELS[] = {CW_MODEL_WAY_PORTALS, CW_MODEL_ORCA, CW_MODEL_WAY_POINTS,
                                  CW_MODEL_COLLISION_FREE_SPEED};

TEST(one_agent_walks_around_a_corner) {
    for (int m = 0; m < 4; m++) {
        OWNED(crowd_world) world = {.context = context};
        crowd_two_rooms(&world, 1, (cw_vec2){0, 0});
        crowd_build(&world, NULL);
        cw_agent_config config = cw_agent_config_default();
        config.model = MODELS[m];
        config.journey = crowd_journey_to_point(&world, 18, 2, 0.5);
        crowd_add(&world, &config, 2, 1);
        assert_int_equal(crowd_run(&world, 0.1, 60, false), 1);
        double time = cw_crowd_time(world.crowd);
        // 17 m or so at 1.34 m/s
        if (time < 11 || time > 16) {
            fail_msg("%s took %g s", cw_model_name(MODELS[m]), time);
        }
    }
}

TEST(a_crowd_leaves_through_a_door) {
    for (int m = 0; m < 4; m++) {
        OWNED(crowd_world) world = {.context = context};
        crowd_two_rooms(&world, 1.2, (cw_vec2){0, 0});
        crowd_build(&world, NULL);
        cw_agent_config config = cw_agent_config_default();
        config.model = MODELS[m];
        config.journey = crowd_journey_over(&world, (cw_vec2){20.25, 3}, (cw_vec2){20.25, 7});
        assert_int_equal(crowd_fill(&world, &config, 1, 1, 9, 9, 0.9, 60), 60);
        uint32_t arrived = crowd_run(&world, 0.05, 200, false);
        if (arrived != 60) {
            fail_msg("%s: %u of 60 after %g s", cw_model_name(MODELS[m]), arrived,
                     cw_crowd_time(world.crowd));
        }
        printf("%s: last %g s\n", cw_model_name(MODELS[m]), cw_crowd_time(world.crowd));
    }
}

TEST_GROUP(make_context, free_context);
