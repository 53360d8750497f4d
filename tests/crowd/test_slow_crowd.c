/// Whole scenes to the end, over seeds and steps: everybody arrives, every time.
#include "crowd_world.h"
#include "test.h"
#include "test_owned.h"

/// Steps until nobody is left; validates now and then; gives the time, or fails.
static double run_out(crowd_world *world, const char *name, double dt, double most) {
    cw_crowd_agents view = crowd_view(world->crowd);
    for (int i = 0; view.count > 0; i++) {
        assert_int_equal(cw_crowd_step(world->crowd, dt), CW_OK);
        if (i % 40 == 0 && cw_crowd_validate(context, world->crowd, false) != CW_OK) {
            fail_msg("%s: %s", name, cw_context_message(context));
        }
        cw_crowd_view(world->crowd, &view);
        if (view.time > most) {
            fail_msg("%s: %u are left after %g s, one at (%.3f, %.3f)", name, view.count, most,
                     view.x[0], view.y[0]);
        }
    }
    return view.time;
}

static void bottleneck(crowd_world *world, uint64_t seed) {
    *world = (crowd_world){.context = context};
    cw_crowd_config config = cw_crowd_config_default();
    config.seed = seed;
    crowd_rectangle(world, CW_RING_OUTER, 0, 0, 10, 10);
    crowd_rectangle(world, CW_RING_OUTER, 10, 4.5, 12, 5.5);
    crowd_rectangle(world, CW_RING_OUTER, 12, 0, 16, 10);
    crowd_build(world, &config);
    cw_agent_config agent = cw_agent_config_default();
    agent.radius = 0.2;
    agent.speed = 1.3;
    agent.journey = crowd_journey_over(world, (cw_vec2){16, 1}, (cw_vec2){16, 9});
    assert_int_equal(crowd_fill(world, &agent, 0.4, 0.4, 9.5, 9.5, 0.7, 150), 150);
}

TEST(a_bottleneck_never_jams_for_good) {
    for (uint64_t seed = 1; seed <= 5; seed++) {
        for (int s = 0; s < 2; s++) {
            OWNED(crowd_world) world;
            bottleneck(&world, seed);
            double time = run_out(&world, "bottleneck", s ? 0.1 : 0.05, 150);
            printf("bottleneck, seed %d: %g s\n", (int)seed, time);
        }
    }
}

static void blocks(crowd_world *world, double max_substep, uint64_t seed) {
    static const cw_vec2 tour[] = {{10.5, 10.5}, {10.5, 19.5}, {19.5, 19.5},
                                   {19.5, 10.5}, {28.5, 10.5}, {28.5, 28.5},
                                   {10.5, 28.5}, {10.5, 37.5}, {37.5, 37.5}};
    *world = (crowd_world){.context = context};
    crowd_rectangle(world, CW_RING_OUTER, 0, 0, 39, 39);
    for (int i = 0; i < 16; i++) {
        double x = 3 + 9 * (i % 4), y = 3 + 9 * (double)(i / 4);
        crowd_rectangle(world, CW_RING_OBSTACLE, x, y, x + 6, y + 6);
    }
    cw_crowd_config config = cw_crowd_config_default();
    config.max_substep = max_substep;
    config.seed = seed;
    crowd_build(world, &config);
    uint32_t targets[9];
    cw_crowd_goal goals[9];
    for (int i = 0; i < 9; i++) {
        cw_vec3 point = {tour[i].x, tour[i].y, 0};
        cw_crowd_target target = {CW_TARGET_POINT, &point, 1, 2.2};
        assert_int_equal(cw_crowd_add_target(world->crowd, &target, &targets[i]), CW_OK);
        goals[i] = (cw_crowd_goal){&targets[i], 1, 0};
    }
    cw_agent_config agent = cw_agent_config_default();
    agent.speed = 1.3;
    assert_int_equal(cw_crowd_add_journey(world->crowd, goals, 9, &agent.journey), CW_OK);
    assert_int_equal(crowd_fill(world, &agent, 0.4, 0.4, 2.7, 30, 0.65, 85), 85);
}

TEST(sixteen_blocks_depend_little_on_the_step) {
    static const double steps[] = {0.02, 0.05, 0.1, 0.2};
    double least = INFINITY, most = 0;
    for (int i = 0; i < 4; i++) {
        OWNED(crowd_world) world;
        blocks(&world, steps[i], 1);
        double time = run_out(&world, "16 blocks", steps[i], 250);
        printf("16 blocks, step %g: %g s\n", steps[i], time);
        least = fmin(least, time);
        most = fmax(most, time);
    }
    assert_true(most < 1.1 * least);
}

TEST(opposite_streams_pass_a_corridor) {
    for (uint64_t seed = 1; seed <= 3; seed++) {
        OWNED(crowd_world) world = {.context = context};
        cw_crowd_config config = cw_crowd_config_default();
        config.seed = seed;
        crowd_rectangle(&world, CW_RING_OUTER, 0, 0, 30, 4);
        crowd_build(&world, &config);
        cw_agent_config agent = cw_agent_config_default();
        agent.speed = 1.3;
        agent.journey = crowd_journey_over(&world, (cw_vec2){29, 0}, (cw_vec2){29, 4});
        assert_int_equal(crowd_fill(&world, &agent, 1, 0.4, 9, 3.7, 0.75, 50), 50);
        agent.journey = crowd_journey_over(&world, (cw_vec2){1, 0}, (cw_vec2){1, 4});
        assert_int_equal(crowd_fill(&world, &agent, 21, 0.4, 29, 3.7, 0.75, 50), 50);
        double time = run_out(&world, "corridor", 0.05, 90);
        printf("corridor, seed %d: %g s\n", (int)seed, time);
    }
}

/// Dense corners, walked round and round for 10,000 substeps.
TEST(a_dense_corner_walks_on_for_ten_thousand_steps) {
    OWNED(crowd_world) world;
    CROWD_BOXES(&world, NULL, 1, {0, 0, 10, 10}, {2.5, 2.5, 7.5, 7.5});
    static const cw_vec2 corners[] = {{1.25, 1.25}, {8.75, 1.25}, {8.75, 8.75}, {1.25, 8.75}};
    uint32_t targets[4];
    cw_crowd_goal goals[400];
    for (int i = 0; i < 4; i++) {
        cw_vec3 point = {corners[i].x, corners[i].y, 0};
        cw_crowd_target target = {CW_TARGET_POINT, &point, 1, 1.8}; // nobody passes it by
        assert_int_equal(cw_crowd_add_target(world.crowd, &target, &targets[i]), CW_OK);
    }
    for (int i = 0; i < 400; i++) {
        goals[i] = (cw_crowd_goal){&targets[i % 4], 1, 0};
    }
    // Each side of the ring begins with its own corner, so that all walk the same way round.
    static const double sides[][4] = {
        {0.3, 0.3, 7, 2.3}, {7.7, 0.3, 9.7, 7}, {3, 7.7, 9.7, 9.7}, {0.3, 3, 2.3, 9.7}};
    uint32_t count = 0;
    for (int i = 0; i < 4; i++) {
        cw_agent_config agent = cw_agent_config_default();
        assert_ok(cw_crowd_add_journey(world.crowd, goals + (i + 1) % 4, 396, &agent.journey));
        count += crowd_fill(&world, &agent, sides[i][0], sides[i][1], sides[i][2], sides[i][3],
                            0.62, 32);
    }
    for (int i = 0; i < 10000; i++) {
        assert_int_equal(cw_crowd_step(world.crowd, 0.05), CW_OK);
        if (i % 100 == 0 && cw_crowd_validate(context, world.crowd, false) != CW_OK) {
            fail_msg("step %d: %s", i, cw_context_message(context));
        }
        uint32_t events;
        const cw_crowd_event *event = cw_crowd_events(world.crowd, &events);
        for (uint32_t k = 0; k < events; k++) {
            assert_int_not_equal(event[k].kind, CW_EVENT_STUCK);
        }
    }
    cw_crowd_agents view = crowd_view(world.crowd);
    assert_int_equal(view.count, count);
    uint32_t fewest = UINT32_MAX;
    for (uint32_t i = 0; i < view.count; i++) {
        fewest = view.goal[i] < fewest ? view.goal[i] : fewest;
    }
    printf("%u agents, at least %u corners each\n", count, fewest);
    assert_true(fewest > 10);
}

TEST_GROUP(make_context, free_context);
