/// Meetings that other simulators get wrong (exact symmetry, fast agents, spawning, far from the
/// origin).
#include "clearway/io.h"
#include "crowd_world.h"
#include "made.h"
#include "test.h"
#include "test_owned.h"

static void hall(crowd_world *world, double size, const cw_crowd_config *config) {
    *world = (crowd_world){.context = context};
    crowd_rectangle(world, CW_RING_OUTER, 0, 0, size, size);
    crowd_build(world, config);
}

/// Agents on a circle, each to the opposite side.
static double meet_on_circle(cw_model model, int count, double radius) {
    OWNED(crowd_world) world;
    double middle = radius + 3;
    hall(&world, 2 * middle, NULL);
    cw_agent_config config = cw_agent_config_default();
    config.model = model;
    config.radius = 0.25;
    for (int i = 0; i < count; i++) {
        double angle = 2 * 3.14159265358979323846 * i / count;
        double x = radius * cos(angle), y = radius * sin(angle);
        x = fabs(x) < 1e-12 ? 0 : x;
        y = fabs(y) < 1e-12 ? 0 : y;
        config.journey = crowd_journey_to_point(&world, middle - x, middle - y, 0);
        crowd_add(&world, &config, middle + x, middle + y);
    }
    uint32_t arrived = crowd_run(&world, 0.05, 120, false);
    double time = cw_crowd_time(world.crowd);
    if (arrived != (uint32_t)count) {
        fail_msg("%u of %d on a circle arrive, %s", arrived, count, cw_model_name(model));
    }
    return time;
}

TEST(exact_symmetry_resolves) {
    static const int counts[] = {2, 4, 8, 24, 50};
    for (int m = 0; m < 4; m++) {
        for (int i = 0; i < 5; i++) {
            double radius = counts[i] < 50 ? 10 : 12;
            double time = meet_on_circle((cw_model)m, counts[i], radius);
            double free = 2 * radius / 1.34;
            printf("%s: %d meet, %g s (free %g)\n", cw_model_name((cw_model)m), counts[i], time,
                   free);
            assert_true(time < 2.5 * free);
        }
    }
}

/// Runs until all have arrived, in some seconds at the most.
static void must_arrive(crowd_world *world, const char *who, uint32_t count, double step,
                        double seconds) {
    uint32_t arrived = crowd_run(world, step, seconds, false);
    printf("%s, steps of %g s: %u of %u, %g s\n", who, step, arrived, count,
           cw_crowd_time(world->crowd));
    assert_int_equal(arrived, count);
}

/// A door exactly as wide as the people who come to it from all sides.
TEST(a_door_of_their_width_lets_everybody_pass) {
    static const double steps[] = {0.05, 0.2};
    for (int m = 0; m < 8; m++) {
        OWNED(crowd_world) world;
        CROWD_BOXES(&world, NULL, 3, {0, 0, 10, 10}, {10, 4.75, 10.3, 5.25}, {10.3, 0, 20, 10});
        cw_agent_config config = cw_agent_config_default();
        config.radius = 0.25;
        config.model = (cw_model)(m / 2);
        config.journey = crowd_journey_over(&world, (cw_vec2){17, 0}, (cw_vec2){17, 10});
        assert_int_equal(crowd_fill(&world, &config, 6, 1, 9.5, 9, 2, 10), 10);
        must_arrive(&world, cw_model_name(config.model), 10, steps[m % 2], 200);
    }
}

/// Streams that meet in a passage too narrow for two: one of them has to go back.
TEST(opposite_streams_pass_a_narrow_passage) {
    for (int m = 0; m < 4; m++) {
        OWNED(crowd_world) world;
        CROWD_BOXES(&world, NULL, 3, {0, 0, 10, 10}, {10, 4.42, 12, 5.58}, {12, 0, 22, 10});
        cw_agent_config config = cw_agent_config_default();
        config.radius = 0.25;
        config.model = m < 3 ? (cw_model)m : CW_MODEL_WAY_PORTALS;
        config.time_gap = m < 3 ? 0 : 0.5;
        config.journey = crowd_journey_over(&world, (cw_vec2){21, 0}, (cw_vec2){21, 10});
        assert_int_equal(crowd_fill(&world, &config, 1, 1, 9, 9, 0.9, 25), 25);
        config.journey = crowd_journey_over(&world, (cw_vec2){1, 0}, (cw_vec2){1, 10});
        assert_int_equal(crowd_fill(&world, &config, 13, 1, 21, 9, 0.9, 25), 25);
        must_arrive(&world, cw_model_name(config.model), 50, 0.05, 200);
    }
}

/// Two halls and a zigzag of 1.3 m with eight legs between them.
static void zigzag(crowd_world *world, const cw_crowd_config *config) {
    *world = (crowd_world){.context = context};
    crowd_rectangle(world, CW_RING_OUTER, -8, -4, 0, 4);
    crowd_rectangle(world, CW_RING_OUTER, 24, -4, 32, 4);
    for (int i = 0; i < 8; i++) {
        double x = 3 * i, from = i % 2 ? 3 : 0, to = 3 - from;
        const cw_vec2 leg[] = {
            {x, from - 1.5}, {x + 3, to - 1.5}, {x + 3, to + 0.3}, {x, from + 0.3}};
        assert_int_equal(cw_plan_add(context, &world->plan, CW_RING_OUTER, 0, leg, 4), CW_OK);
    }
    crowd_build(world, config);
}

/// Streams that meet in a zigzag, where headings turn and two fit beside each other.
TEST(opposite_streams_pass_a_zigzag_in_lanes) {
    for (int m = 0; m < 5; m++) {
        OWNED(crowd_world) world;
        zigzag(&world, NULL);
        cw_agent_config config = cw_agent_config_default();
        config.model = m < 4 ? (cw_model)m : CW_MODEL_WAY_PORTALS;
        config.time_gap = m < 4 ? 0 : 0.5;
        config.journey = crowd_journey_over(&world, (cw_vec2){31, -4}, (cw_vec2){31, 4});
        assert_int_equal(crowd_fill(&world, &config, -7.5, -3.5, -1, 3.5, 1, 20), 20);
        config.journey = crowd_journey_over(&world, (cw_vec2){-7.8, -4}, (cw_vec2){-7.8, 4});
        assert_int_equal(crowd_fill(&world, &config, 25.3, -3.5, 31, 3.5, 0.9, 20), 20);
        must_arrive(&world, cw_model_name(config.model), 40, 0.05, 100);
    }
}

/// Where the large ones do not fit beside each other, one stream turns round and leaves again.
TEST(streams_of_unlike_sizes_turn_round_in_a_zigzag) {
    for (int m = 0; m < 4; m++) {
        OWNED(crowd_world) world;
        zigzag(&world, NULL);
        cw_agent_config config = cw_agent_config_default();
        config.model = (cw_model)m;
        uint32_t to_right = crowd_journey_over(&world, (cw_vec2){31, -4}, (cw_vec2){31, 4});
        uint32_t to_left = crowd_journey_over(&world, (cw_vec2){-7.8, -4}, (cw_vec2){-7.8, 4});
        for (int i = 0; i < 40; i++) {
            int k = i % 20;
            config.radius = 0.15 + 0.05 * (k % 5);
            config.journey = i < 20 ? to_right : to_left;
            crowd_add(&world, &config, (i < 20 ? -7.4 : 25.2) + k % 6, -3.5 + (double)(k / 6));
        }
        must_arrive(&world, cw_model_name(config.model), 40, 0.05, 300);
    }
}

/// Who has turned round arrives at its own goal alone, also while it waits for the path back, and
/// when the place is exchanged meanwhile.
TEST(whoever_turned_round_arrives_at_its_own_goal) {
    cw_crowd_config crowd = cw_crowd_config_default();
    crowd.path_budget = 60;
    OWNED(crowd_world) world;
    zigzag(&world, &crowd);
    cw_agent_config config = cw_agent_config_default();
    uint32_t right = crowd_journey_over(&world, (cw_vec2){31, -4}, (cw_vec2){31, 4});
    uint32_t left = crowd_journey_over(&world, (cw_vec2){-7.8, -4}, (cw_vec2){-7.8, 4});
    for (int i = 0; i < 40; i++) {
        config.radius = 0.15 + 0.05 * (i % 5);
        config.journey = i < 20 ? right : left;
        config.group = (uint16_t)(i < 20);
        crowd_add(&world, &config, (i < 20 ? -7.4 : 25.2) + i % 20 % 6,
                  -3.5 + (double)(i % 20 / 6));
    }
    for (int step = 1; step <= 6000; step++) {
        assert_int_equal(cw_crowd_step(world.crowd, 0.05), CW_OK);
        uint32_t count;
        const cw_crowd_event *events = cw_crowd_events(world.crowd, &count);
        for (uint32_t i = 0; i < count; i++) {
            if (events[i].kind == CW_EVENT_ARRIVED) {
                assert_true(events[i].position.x > 12 ? events[i].group == 1
                                                      : events[i].group == 0);
            }
        }
        if (step % 1500 == 0) {
            assert_int_equal(cw_crowd_set_place(world.crowd, &world.clearance, NULL), CW_OK);
        }
    }
}

/// Who sees no farther than its own radius still makes way for whom it touches.
TEST(whoever_is_touched_is_seen) {
    cw_crowd_config crowd = cw_crowd_config_default();
    crowd.sight = 0.2;
    OWNED(crowd_world) world;
    CROWD_BOXES(&world, &crowd, 3, {0, 0, 10, 10}, {10, 4.5, 10.3, 5.5}, {10.3, 0, 20, 10});
    cw_agent_config config = cw_agent_config_default();
    config.journey = crowd_journey_over(&world, (cw_vec2){17, 0}, (cw_vec2){17, 10});
    assert_int_equal(crowd_fill(&world, &config, 3, 1, 9.5, 9, 0.8, 60), 60);
    assert_int_equal(crowd_run(&world, 0.05, 120, false), 60);
}

/// A funnel before a passage of 0.8 m, in which people of different sizes make arches.
TEST(arches_dissolve_in_every_model) {
    static const cw_vec2 floor[] = {{0, 0},   {8, 0},   {12, 4.6}, {14, 4.6}, {14, 0}, {22, 0},
                                    {22, 10}, {14, 10}, {14, 5.4}, {12, 5.4}, {8, 10}, {0, 10}};
    for (int m = 0; m < 4; m++) {
        OWNED(crowd_world) world = {.context = context};
        put_ring(context, &world.plan, CW_RING_OUTER, floor, 12);
        crowd_build(&world, NULL);
        cw_agent_config config = cw_agent_config_default();
        config.model = (cw_model)m;
        config.journey = crowd_journey_over(&world, (cw_vec2){17, 0}, (cw_vec2){17, 10});
        for (int i = 0; i < 48; i++) {
            config.radius = 0.15 + 0.05 * (i * 7 % 5);
            crowd_add(&world, &config, 1 + 0.9 * (i / 6), 1.5 + 1.2 * (i % 6));
        }
        must_arrive(&world, cw_model_name(config.model), 48, 0.05, 200);
    }
}

/// Somebody who just fits through a bend is held against the wall there by small people who go the
/// same way, and who have the right of way over it or over each other.
TEST(unlike_sizes_do_not_jam_a_bend) {
    static const cw_vec2 floor[] = {{0, 0},   {10, 0},  {10, 2.9},  {0.9, 2.9},
                                    {0.9, 3}, {10, 3},  {10, 3.9},  {0, 3.9},
                                    {0, 2},   {9.1, 2}, {9.1, 1.9}, {0, 1.9}};
    for (int m = 0; m < 4; m++) {
        OWNED(crowd_world) world = {.context = context};
        put_ring(context, &world.plan, CW_RING_OUTER, floor, 12);
        crowd_build(&world, NULL);
        cw_agent_config config = cw_agent_config_default();
        config.model = (cw_model)m;
        config.speed = 1.3;
        config.radius = 0.44;
        config.journey = crowd_journey_over(&world, (cw_vec2){10, 3}, (cw_vec2){10, 3.9});
        crowd_add(&world, &config, 8, 0.95);
        for (int i = 0; i < 14; i++) {
            config.radius = 0.1 + 0.03 * (i * 3 % 5);
            config.speed = 0.9 + 0.1 * (i * 5 % 7);
            crowd_add(&world, &config, 1 + 0.8 * (i / 2), i % 2 == 0 ? 0.4 : 1.4);
        }
        must_arrive(&world, cw_model_name(config.model), 15, 0.05, 200);
    }
}

/// People who steer by rules leave a long passage backwards together.
TEST(streams_steered_by_rules_pass_a_long_passage) {
    OWNED(crowd_world) world;
    CROWD_BOXES(&world, NULL, 3, {0, 0, 6, 8}, {6, 3.5, 22, 4.5}, {22, 0, 28, 8});
    cw_agent_config config = cw_agent_config_default();
    config.radius = 0.25;
    config.model = CW_MODEL_WAY_POINTS;
    config.journey = crowd_journey_over(&world, (cw_vec2){27, 0}, (cw_vec2){27, 8});
    assert_int_equal(crowd_fill(&world, &config, 1, 1, 5.5, 7, 0.9, 20), 20);
    config.journey = crowd_journey_over(&world, (cw_vec2){1, 0}, (cw_vec2){1, 8});
    assert_int_equal(crowd_fill(&world, &config, 23, 1, 27.5, 7, 0.9, 20), 20);
    must_arrive(&world, "way-points", 40, 0.05, 250);
}

/// Who stands flat against a corner goes around it, though the turn to the right leads to and fro
/// over the portal there.
TEST(a_corner_is_left_on_the_way_to_the_goal) {
    OWNED(crowd_world) world;
    CROWD_BOXES(&world, NULL, 1, {0, 0, 14, 10}, {3, 0.001, 3.4, 8.6}, {7, 1.4, 7.4, 9.999},
                {11, 0.001, 11.4, 8.6});
    cw_agent_config config = cw_agent_config_default();
    config.radius = 0.25;
    config.speed = 0.72;
    config.model = CW_MODEL_WAY_POINTS;
    config.journey = crowd_journey_to_point(&world, 2.2, 8, 0.5);
    crowd_add(&world, &config, 7.6503, 1.4025);
    assert_int_equal(crowd_run(&world, 0.05, 60, false), 1);
}

TEST(a_jamb_is_left_when_the_way_turns_right_behind_it) {
    OWNED(crowd_world) world = {.context = context};
    assert_ok(cw_plan_read(context, CW_SOURCE_DIR "/examples/office.wkt", &world.plan));
    crowd_build(&world, NULL);
    cw_agent_config config = cw_agent_config_default();
    config.radius = 0.25;
    config.journey = crowd_journey_to_point(&world, 12.75, 18, 1);
    for (int i = 0; i < 48; i++) { // alone, one after the other
        config.model = (cw_model)(i % 4);
        config.speed = 0.4 + 0.02 * (i / 4);
        crowd_add(&world, &config, 9.25 + 0.03 * (i / 4), 19.125);
        if (crowd_run(&world, 0.02, cw_crowd_time(world.crowd) + 60, false) != 1) {
            fail_msg("case %d does not arrive", i);
        }
    }
}

TEST(led_agents_meet_head_on) {
    OWNED(crowd_world) world;
    hall(&world, 20, NULL);
    cw_agent_config config = cw_agent_config_default();
    cw_agent a = crowd_add(&world, &config, 4, 10), b = crowd_add(&world, &config, 16, 10);
    for (int i = 0; i < 200; i++) {
        cw_vec3 at = cw_crowd_position(world.crowd, cw_crowd_find(world.crowd, a));
        cw_vec3 bt = cw_crowd_position(world.crowd, cw_crowd_find(world.crowd, b));
        double da = hypot(16 - at.x, 10 - at.y), db = hypot(4 - bt.x, 10 - bt.y);
        cw_crowd_set_velocity(world.crowd, a, (cw_vec2){(16 - at.x) / da, (10 - at.y) / da});
        cw_crowd_set_velocity(world.crowd, b, (cw_vec2){(4 - bt.x) / db, (10 - bt.y) / db});
        assert_int_equal(cw_crowd_step(world.crowd, 0.1), CW_OK);
        assert_int_equal(cw_crowd_validate(context, world.crowd, false), CW_OK);
    }
    cw_vec3 at = cw_crowd_position(world.crowd, cw_crowd_find(world.crowd, a));
    assert_true(hypot(16 - at.x, 10 - at.y) < 0.5);
}

TEST(an_obstacle_on_the_line_is_walked_around) {
    OWNED(crowd_world) world;
    CROWD_BOXES(&world, NULL, 1, {0, 0, 20, 10}, {9, 4, 11, 6});
    cw_agent_config config = cw_agent_config_default();
    for (int m = 0; m < 4; m++) {
        config.model = (cw_model)m;
        config.start_time = 20 * m;
        config.journey = crowd_journey_to_point(&world, 18, 5, 0.3);
        crowd_add(&world, &config, 2, 5);
    }
    assert_int_equal(crowd_run(&world, 0.1, 120, false), 4);
}

TEST(fast_agents_and_long_steps_miss_nothing) {
    static const double steps[] = {0.2, 1, 10};
    for (int s = 0; s < 3; s++) {
        OWNED(crowd_world) world = {.context = context};
        crowd_two_rooms(&world, 1, (cw_vec2){0, 0});
        crowd_build(&world, NULL);
        cw_agent_config config = cw_agent_config_default();
        config.speed = 10;
        config.max_speed = 10;
        config.journey = crowd_journey_over(&world, (cw_vec2){15, 0}, (cw_vec2){15, 10});
        crowd_fill(&world, &config, 1, 1, 9, 9, 1, 20);
        assert_int_equal(crowd_run(&world, steps[s], 60, false), 20);
    }
}

TEST(those_who_stay_gather_around_a_point) {
    for (int m = 0; m < 4; m++) {
        OWNED(crowd_world) world;
        hall(&world, 12, NULL);
        cw_agent_config config = cw_agent_config_default();
        config.model = (cw_model)m;
        config.at_end = CW_AT_END_STAY;
        config.journey = crowd_journey_to_point(&world, 6, 6, 0);
        crowd_fill(&world, &config, 1, 1, 11, 3, 0.8, 30);
        assert_int_equal(crowd_run(&world, 0.1, 60, false), 30);
    }
}

TEST(who_stands_in_the_way_yields) {
    OWNED(crowd_world) world;
    CROWD_BOXES(&world, NULL, 1, {0, 0, 20, 2});
    cw_agent_config config = cw_agent_config_default();
    config.at_end = CW_AT_END_STAY;
    config.journey = crowd_journey_to_point(&world, 10, 1, 0.1);
    crowd_add(&world, &config, 9, 1);
    config.at_end = CW_AT_END_LEAVE;
    config.journey = crowd_journey_to_point(&world, 18, 1, 0.3);
    config.radius = 0.4;
    crowd_add(&world, &config, 2, 1);
    crowd_run(&world, 0.1, 30, false);
    cw_crowd_agents view = crowd_view(world.crowd);
    assert_int_equal(view.count, 1);
}

TEST(places_off_the_floor_are_refused_with_a_better_one) {
    OWNED(crowd_world) world = {.context = context};
    crowd_two_rooms(&world, 1, (cw_vec2){100, 200});
    crowd_build(&world, NULL);
    cw_agent_config config = cw_agent_config_default();
    cw_agent agent;
    config.serial = 77;
    config.position = (cw_vec3){90, 205, 0};
    assert_refused(cw_crowd_add(world.crowd, &config, &agent), CW_ERROR_INPUT, "agent 77");
    assert_non_null(strstr(cw_context_message(context), "(100.2, 205, 0)"));
    config.position = (cw_vec3){100.1, 205, 0};
    assert_refused(cw_crowd_add(world.crowd, &config, &agent), CW_ERROR_INPUT, "closer to a wall");
    config.radius = 6;
    assert_refused(cw_crowd_add(world.crowd, &config, &agent), CW_ERROR_INPUT, "no place for it");
    assert_int_equal(agent.generation, 0);
}

TEST_GROUP(make_context, free_context);
