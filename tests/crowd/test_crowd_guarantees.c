/// What holds in every model, at every step and speed: no wall entered, no body entered, nobody off
/// the mesh, nobody too fast. Checked after every step by cw_crowd_validate, which shares no code
/// with the step.
#include "clearway/io.h"
#include "crowd_world.h"
#include "made.h"
#include "test.h"
#include "test_owned.h"

static const double STEPS[] = {0.01, 0.05, 0.2};

TEST(a_jam_among_pillars_enters_nothing) {
    for (int s = 0; s < 3; s++) {
        for (int fast = 0; fast < 2; fast++) {
            OWNED(crowd_world) world = {.context = context};
            crowd_pillars(&world);
            cw_crowd_config crowd = cw_crowd_config_default();
            crowd.max_substep = 0.2;
            crowd_build(&world, &crowd);
            cw_agent_config config = cw_agent_config_default();
            config.speed = fast ? 10 : 1.5;
            config.max_speed = fast ? 10 : 2;
            for (int m = 0; m < 4; m++) {
                config.model = (cw_model)m;
                config.radius = 0.15 + 0.05 * m;
                config.journey = crowd_journey_to_point(&world, m % 2 ? 28 : 2, 2 + 4 * m, 0.3);
                config.at_end = CW_AT_END_STAY;
                crowd_fill(&world, &config, 1 + 7 * m, 1, 7 + 7 * m, 15, 0.8, 30);
            }
            crowd_run(&world, STEPS[s], STEPS[s] * 120, false);
        }
    }
}

static void pass_door(cw_model model, double width, cw_vec2 origin) {
    OWNED(crowd_world) world = {.context = context};
    crowd_two_rooms(&world, width, origin);
    crowd_build(&world, NULL);
    cw_agent_config config = cw_agent_config_default();
    config.radius = width / 2;
    config.model = model;
    config.journey = crowd_journey_to_point(&world, origin.x + 18, origin.y + 2, 0.5);
    crowd_add(&world, &config, origin.x + 3, origin.y + 1);
    if (crowd_run(&world, 0.1, 60, false) != 1) {
        cw_crowd_agents view = crowd_view(world.crowd);
        fail_msg("model %d, door %g: stands at (%.9f, %.9f)", model, width, view.x[0], view.y[0]);
    }
}

TEST(a_disc_as_wide_as_a_door_passes_it) {
    for (int m = 0; m < 4; m++) {
        pass_door((cw_model)m, 0.5, (cw_vec2){0, 0});
        for (int i = 0; i < 10; i++) { // its ends move when they are put on the lattice
            pass_door((cw_model)m, 0.3 + 0.07 * i, (cw_vec2){0.1 * i, 0.123 * i});
        }
    }
}

TEST(a_crowd_leaves_the_office) {
    OWNED(crowd_world) world = {.context = context};
    assert_ok(cw_plan_read(context, CW_SOURCE_DIR "/examples/office.wkt", &world.plan));
    crowd_build(&world, NULL);
    OWNED_HANDLE(cw_query) query = query_of(context, &world.clearance);
    cw_agent_config config = cw_agent_config_default();
    config.radius = 0.2;
    config.journey =
        crowd_journey_over(&world, (cw_vec2){17.5625, -0.25}, (cw_vec2){20.4375, -0.25});
    uint64_t seed = 1;
    uint32_t count = 0;
    while (count < 150) {
        cw_vec3 at = random_of(query, &seed, 0.2);
        if (at.y > 0 && cw_crowd_has_room(world.crowd, at, 0.2)) {
            config.start_time = -1;
            crowd_add(&world, &config, at.x, at.y);
            cw_crowd_step(world.crowd, 0.001);
            count++;
        }
    }
    assert_int_equal(crowd_run(&world, 0.1, 240, false), 150);
    printf("office: last after %g s\n", cw_crowd_time(world.crowd));
}

TEST(overlapping_discs_part_without_a_burst) {
    for (int m = 0; m < 4; m++) {
        OWNED(crowd_world) world;
        CROWD_BOXES(&world, NULL, 1, {0, 0, 10, 10});
        cw_agent_config config = cw_agent_config_default();
        config.model = (cw_model)m;
        for (int i = 0; i < 10; i++) {
            crowd_add(&world, &config, 5, 5); // all at one place, and standing
        }
        crowd_run(&world, 0.05, 3, true);
        cw_status status = cw_crowd_validate(context, world.crowd, false);
        if (status != CW_OK) {
            fail_msg("model %d after 3 s: %s", m, cw_context_message(context));
        }
    }
}

TEST(a_full_room_has_no_overlap_after_a_while) {
    OWNED(crowd_world) world;
    CROWD_BOXES(&world, NULL, 1, {0, 0, 10, 10});
    cw_agent_config config = cw_agent_config_default();
    config.radius = 0.25;
    config.at_end = CW_AT_END_STAY;
    uint64_t seed = 7;
    OWNED_HANDLE(cw_query) query = query_of(context, &world.clearance);
    for (int i = 0; i < 200; i++) {
        cw_vec3 at, goal;
        assert_int_equal(cw_query_random(query, &seed, 0.25, &at), CW_OK);
        assert_int_equal(cw_query_random(query, &seed, 0.25, &goal), CW_OK);
        config.journey = crowd_journey_to_point(&world, goal.x, goal.y, 0);
        crowd_add(&world, &config, at.x, at.y);
    }
    crowd_run(&world, 0.1, 8, true);
    crowd_run(&world, 0.1, 12, false);
}

TEST_GROUP(make_context, free_context);
