/// The same crowd gives the same bytes: for any number of workers, in whatever order agents were
/// added, and wherever the plan lies.
#include "crowd_world.h"
#include "test.h"

enum { COUNT = 1200, STEPS = 60 };

/// Both directions through a hall with boxes, all models; added forwards, backwards or shuffled.
static uint64_t run(uint32_t workers, int order, cw_vec2 shift) {
    cw_context_config config = cw_context_config_default();
    config.workers = workers;
    crowd_world world = {0};
    assert_int_equal(cw_context_create(&config, &world.context), CW_OK);
    crowd_rectangle(&world, CW_RING_OUTER, shift.x, shift.y, shift.x + 64, shift.y + 32);
    for (int i = 0; i < 12; i++) {
        double x = shift.x + 10 + 8 * (i % 6), y = shift.y + 8 + 12 * (double)(i / 6);
        crowd_rectangle(&world, CW_RING_OBSTACLE, x, y, x + 2.5, y + 3.25);
    }
    crowd_build(&world, NULL);
    uint32_t east = crowd_journey_over(&world, (cw_vec2){shift.x + 62, shift.y},
                                       (cw_vec2){shift.x + 62, shift.y + 32});
    uint32_t west = crowd_journey_to_point(&world, shift.x + 2, shift.y + 16, 2);
    for (int i = 0; i < COUNT; i++) {
        int k = order == 0 ? i : order == 1 ? COUNT - 1 - i : (i * 7 + 3) % COUNT;
        cw_agent_config agent = cw_agent_config_default();
        agent.serial = (uint64_t)(k + 1);
        agent.model = (cw_model)(k % 4);
        agent.radius = 0.15 + 0.01 * (k % 11);
        agent.speed = 1 + 0.05 * (k % 13);
        agent.spread = k % 3 ? 0 : 0.5;
        agent.time_gap = k % 5 ? 0 : 0.5;
        agent.journey = k % 2 ? east : west;
        agent.position =
            (cw_vec3){shift.x + 0.75 + 1.25 * (k % 49), shift.y + 1.25 * (k / 49) + 0.75, 0};
        cw_agent handle;
        cw_crowd_add(world.crowd, &agent, &handle); // those on a box are refused, always the same
    }
    for (int i = 0; i < STEPS; i++) {
        assert_int_equal(cw_crowd_step(world.crowd, 0.1), CW_OK);
    }
    uint64_t hash = cw_crowd_hash(world.crowd);
    cw_crowd_agents view = crowd_view(world.crowd);
    assert_true(view.count > 1000);
    crowd_free(&world);
    cw_context_free(world.context);
    return hash;
}

TEST(workers_do_not_matter) {
    uint64_t one = run(1, 0, (cw_vec2){0, 0});
    assert_true(one == run(2, 0, (cw_vec2){0, 0}));
    assert_true(one == run(7, 0, (cw_vec2){0, 0}));
}

TEST(the_order_of_adding_does_not_matter) {
    uint64_t forwards = run(1, 0, (cw_vec2){0, 0});
    assert_true(forwards == run(1, 1, (cw_vec2){0, 0}));
    assert_true(forwards == run(1, 2, (cw_vec2){0, 0}));
}

TEST(the_place_of_the_plan_does_not_matter) {
    uint64_t here = run(1, 0, (cw_vec2){0, 0});
    assert_true(here == run(1, 0, (cw_vec2){1e7, -1e7}));
    assert_true(here == run(1, 0, (cw_vec2){-123456, 7654321}));
}
