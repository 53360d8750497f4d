/// Numbers of runs, against frames whose numbers are known; random numbers against their laws;
/// elementary functions against libm.
#include "base/elementary.h"
#include "run_check.h"
#include "test.h"
#include "test_owned.h"

TEST(elementary_functions_agree_with_libm) {
    for (int i = 1; i < 20000; i++) {
        double x = exp((i - 10000) * 0.07);
        if (x > 0 && isfinite(x)) {
            assert_true(fabs(cw_logarithm(x) - log(x)) <= 4e-16 * fmax(1, fabs(log(x))));
        }
        double y = (i - 10000) * 0.07;
        assert_true(fabs(cw_exponential(y) - exp(y)) <= 1e-15 * exp(y) || exp(y) == INFINITY);
        double share = i / 20000.0;
        assert_true(fabs(cw_cos_turn(share) - cos(share * 6.283185307179586)) < 2e-15);
    }
    assert_true(cw_exponential(1000) == INFINITY && cw_exponential(-1000) == 0);
}

TEST(distributions_have_their_means) {
    static const struct {
        cw_distribution law;
        double mean, deviation;
    } cases[] = {
        {{CW_DISTRIBUTION_CONSTANT, 3, 0, -INFINITY, INFINITY}, 3, 0},
        {{CW_DISTRIBUTION_UNIFORM, 2, 4, -INFINITY, INFINITY}, 3, 0.57735},
        {{CW_DISTRIBUTION_NORMAL, 1, 0.5, -INFINITY, INFINITY}, 1, 0.5},
        {{CW_DISTRIBUTION_LOGNORMAL, 0, 0.25, -INFINITY, INFINITY}, 1.03174, 0.26202},
        {{CW_DISTRIBUTION_GAMMA, 4, 0.5, -INFINITY, INFINITY}, 2, 1},
        {{CW_DISTRIBUTION_GAMMA, 0.5, 2, -INFINITY, INFINITY}, 1, 1.41421},
        {{CW_DISTRIBUTION_WEIBULL, 2, 1, -INFINITY, INFINITY}, 0.88623, 0.46325},
    };
    enum { COUNT = 40000 };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double sum = 0, squares = 0;
        for (uint64_t k = 1; k <= COUNT; k++) {
            double value = cw_distribution_draw(&cases[i].law, 7, k, 1);
            sum += value;
            squares += value * value;
        }
        double mean = sum / COUNT, deviation = sqrt(fmax(0, squares / COUNT - mean * mean));
        assert_true(fabs(mean - cases[i].mean) < 0.03);
        assert_true(fabs(deviation - cases[i].deviation) < 0.03);
    }
}

TEST(bounds_are_drawn_again_and_not_clamped) {
    cw_distribution law = {CW_DISTRIBUTION_NORMAL, 0, 1, -0.5, 0.5};
    uint32_t at_bounds = 0;
    for (uint64_t k = 1; k <= 2000; k++) {
        double value = cw_distribution_draw(&law, 1, k, 2);
        assert_true(value >= -0.5 && value <= 0.5);
        at_bounds += fabs(value) == 0.5 ? 1 : 0;
    }
    assert_int_equal(at_bounds, 0);
    cw_distribution never = {CW_DISTRIBUTION_CONSTANT, 5, 0, 0, 1};
    assert_true(cw_distribution_draw(&never, 1, 1, 1) == 1);
    assert_null(cw_distribution_name((cw_distribution_kind)6));
}

TEST(known_frames_have_known_numbers) {
    static const double boxes[][4] = {{0, 0, 10, 10}};
    OWNED(run_world) world;
    run_world_make(&world, context, boxes, 1);
    uint32_t square = run_world_region(&world, "square", 0, 0, 4, 4);
    cw_scenario_measure line = {.is_line = true, .line = {{5, 0, 0}, {5, 2, 0}}};
    cw_scenario_measure area = {.region = square};
    assert_int_equal(cw_scenario_add_measure(context, &world.scenario, "line", &line), CW_OK);
    assert_int_equal(cw_scenario_add_measure(context, &world.scenario, "area", &area), CW_OK);
    OWNED_HANDLE(cw_metrics) metrics = NULL;
    assert_ok(cw_metrics_create(context, &world.scenario, &world.clearance, 1, &metrics));
    // Two walk to the right across the line, apart by 0.39: they overlap by 0.01, or 5 %.
    cw_track_agent agents[3] = {
        {.id = 1, .radius = 0.2, .speed = 1, .max_speed = 1, .end = 9, .shortest = 8},
        {.id = 2, .radius = 0.2, .speed = 1, .max_speed = 1, .end = -1},
        {.id = 3, .radius = 0.2, .start = INFINITY}};
    for (uint32_t i = 0; i < 10; i++) {
        cw_track_point points[2] = {
            {.agent = 0, .cell = CW_NONE, .position = {0.5 + i, 1, 0}, .velocity = {1, 0}},
            {.agent = 1, .cell = CW_NONE, .position = {0.5 + i, 1.39, 0}, .velocity = {1, 0}}};
        cw_frame frame = {.index = i, .time = i, .points = points, .count = 2};
        assert_int_equal(cw_metrics_add(metrics, &frame, agents, 3), CW_OK);
    }
    agents[0].outcome = CW_OUTCOME_ARRIVED;
    cw_metrics_summary sum;
    assert_int_equal(cw_metrics_result(metrics, agents, 3, &sum), CW_OK);
    assert_int_equal(sum.collisions, 10);
    assert_int_equal(sum.contacts, 10);
    assert_true(fabs(sum.deepest_overlap - 0.01) < 1e-9);
    assert_true(fabs(sum.collision_rate - 0.5) < 1e-9);
    assert_int_equal(sum.wall_contacts, 0);
    assert_int_equal(sum.started, 2);
    assert_int_equal(sum.present, 1);
    assert_int_equal(sum.arrived, 1);
    assert_true(fabs(sum.walked_mean - 9) < 1e-9 && fabs(sum.path_ratio - 9.0 / 8) < 1e-9);
    assert_true(fabs(sum.delay_mean - 1) < 1e-9 && fabs(sum.fastest_excess) < 1e-9);
    assert_int_equal(sum.measure_count, 2);
    assert_int_equal(sum.measures[0].backward, 2);
    assert_int_equal(sum.measures[0].forward, 0);
    assert_true(sum.measures[0].width == 2 && sum.measures[0].first == 5);
    // In frames 0 to 3 two are in the square of 16 m².
    assert_true(fabs(sum.measures[1].density - 4 * 2 / (10.0 * 16)) < 1e-9);
    assert_true(fabs(sum.measures[1].density_most - 2 / 16.0) < 1e-9 && sum.measures[1].speed == 1);
    // Each place uses 4 by 4 squares of 0.1 m (0.3 m touch four), in two rows that overlap none.
    assert_true(sum.space > 20 * 0.09 && sum.space < 20 * 0.17);
    assert_int_equal(sum.arrivals_per_second[9], 1);
    assert_int_equal(sum.collisions_per_second[3], 1);
    assert_int_equal(sum.present_per_second[9], 2);
    agents[1] = (cw_track_agent){.id = 2, .outcome = CW_OUTCOME_ARRIVED, .end = 4};
    assert_int_equal(cw_metrics_result(metrics, agents, 3, &sum), CW_OK);
    assert_true(sum.time_median == 6.5); // of an even number, the middle of the middle two
    cw_metrics_free(NULL);
}

TEST(walls_and_discs_are_measured) {
    static const double boxes[][4] = {{0, 0, 10, 10}};
    OWNED(run_world) world;
    run_world_make(&world, context, boxes, 1);
    cw_vec3 center = {5, 5, 0};
    assert_ok(
        cw_scenario_add_region(context, &world.scenario, "disc", CW_TARGET_POINT, &center, 1, 2));
    cw_scenario_measure area = {.region = 0};
    assert_int_equal(cw_scenario_add_measure(context, &world.scenario, "disc", &area), CW_OK);
    OWNED_HANDLE(cw_metrics) metrics = NULL;
    assert_ok(cw_metrics_create(context, &world.scenario, &world.clearance, 10, &metrics));
    cw_track_agent agents[] = {{.id = 1, .radius = 0.2}, {.id = 2, .radius = 0.2}};
    cw_track_point points[] = {{.agent = 0, .cell = CW_NONE, .position = {0.19, 5, 0}},
                               {.agent = 1, .cell = CW_NONE, .position = {5, 5, 0}}};
    cw_frame frame = {.points = points, .count = 2};
    assert_int_equal(cw_metrics_add(metrics, &frame, agents, 2), CW_OK);
    cw_metrics_summary sum;
    assert_int_equal(cw_metrics_result(metrics, agents, 2, &sum), CW_OK);
    assert_int_equal(sum.wall_contacts, 1);
    assert_int_equal(sum.wall_collisions, 1);
    assert_true(fabs(sum.deepest_wall - 0.01) < 1e-6);
    assert_true(fabs(sum.measures[0].density - 1 / (4 * 3.14159265)) < 1e-6);
}

TEST(trajectories_complete_what_files_do_not_tell) {
    OWNED(cw_trajectory) run = {.fps = 2};
    cw_track_agent agents[] = {{.id = 1}, {.id = 4}};
    cw_names groups = {0};
    assert_int_equal(cw_names_add(context, &groups, "a"), CW_OK);
    assert_int_equal(cw_names_find(&groups, "a"), 0);
    assert_int_equal(cw_names_find(&groups, "b"), CW_NONE);
    assert_string_equal(cw_names_get(&groups, 9), "");
    assert_int_equal(cw_trajectory_set_agents(context, &run, &groups, agents, 2), CW_OK);
    for (uint32_t i = 0; i < 4; i++) {
        cw_track_point points[] = {{.agent = 0, .position = {i, 0, 0}},
                                   {.agent = 1, .position = {0, 2.0 * i, 0}}};
        cw_frame frame = {.index = i, .points = points, .count = i < 2 ? 2 : 1};
        assert_int_equal(cw_trajectory_add(context, &run, &frame), CW_OK);
    }
    cw_frame late = {.index = 5};
    assert_int_equal(cw_trajectory_add(context, &run, &late), CW_ERROR_ARGUMENT);
    cw_metrics *metrics;
    assert_int_equal(cw_metrics_create(context, NULL, NULL, 0, &metrics), CW_ERROR_ARGUMENT);
    cw_trajectory_complete(&run, true, true);
    cw_frame middle = cw_trajectory_frame(&run, 1);
    assert_true(middle.time == 0.5 && middle.points[0].velocity.x == 2);
    assert_true(middle.points[1].velocity.y == 4);
    assert_int_equal(run.agents[0].outcome, CW_OUTCOME_PRESENT);
    assert_int_equal(run.agents[1].outcome, CW_OUTCOME_ARRIVED);
    assert_true(run.agents[1].end == 0.5 && run.agents[0].end < run.agents[0].start);
    cw_outcome outcome;
    assert_true(cw_outcome_from_name("stuck", &outcome) && outcome == CW_OUTCOME_STUCK);
    assert_false(cw_outcome_from_name("lost", &outcome));
    assert_string_equal(cw_outcome_name((cw_outcome)9), "unknown");
    cw_names_free(context, &groups);
}

TEST_GROUP(make_context, free_context);
