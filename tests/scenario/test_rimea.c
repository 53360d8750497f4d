/// Tests of the RiMEA guideline (4.1.1) at its widths, with its criteria where they apply; every
/// frame is checked as well. Tests 4 and 16 are the fundamental diagrams. With CW_LONG_TESTS set in
/// the environment the large ones run with all their people.
#include "made.h"
#include "run_check.h"
#include "test.h"
#include "test_owned.h"

/// Metres: the gap at the ends of boxes that stand against a wall.
static const double E = 0.001;

static bool is_long(void) {
    return getenv("CW_LONG_TESTS") != NULL;
}

/// A group that walks from a region to others, one after the other, as people do.
static cw_scenario_group *add_people(run_world *world, uint32_t count, uint32_t from,
                                     const uint32_t *goals, uint32_t goal_count) {
    cw_scenario *scenario = &world->scenario;
    if (scenario->model_count == 0) {
        cw_scenario_model people = {.type = CW_MODEL_WAY_PORTALS, .time_gap = 0.5, .spread = 0.5};
        assert_int_equal(cw_scenario_add_model(context, scenario, "people", &people), CW_OK);
    }
    cw_scenario_group group = cw_scenario_group_default();
    group.count = count;
    group.region = from;
    group.radius = cw_distribution_constant(0.18);
    group.goal_first = scenario->goal_count;
    group.goal_count = goal_count;
    for (uint32_t i = 0; i < goal_count; i++) {
        assert_int_equal(cw_scenario_add_goal(context, scenario, &goals[i], 1), CW_OK);
    }
    assert_int_equal(cw_scenario_add_group(context, scenario, "people", &group), CW_OK);
    return &scenario->groups[scenario->group_count - 1];
}

static uint32_t add_segment(run_world *world, const char *name, double x0, double y0, double x1,
                            double y1) {
    const cw_vec3 ends[] = {{x0, y0, 0}, {x1, y1, 0}};
    assert_ok(
        cw_scenario_add_region(context, &world->scenario, name, CW_TARGET_SEGMENT, ends, 2, 0));
    return world->scenario.region_count - 1;
}

/// Runs it, checks that everybody arrives, and gives the last arrival.
static double run_all(run_world *world) {
    cw_metrics_summary sum = run_world_run(world, NULL);
    assert_int_equal(sum.arrived, sum.agents);
    assert_int_equal(sum.collisions + sum.wall_collisions, 0);
    run_world_free(world);
    return sum.time_last;
}

TEST(test_1_a_walker_keeps_its_speed) {
    static const double corridor[][4] = {{0, 0, 40.4, 2}};
    run_world world;
    run_world_make(&world, context, corridor, 1);
    uint32_t start = run_world_region(&world, "start", 0.19, 0.5, 0.21, 1.5);
    uint32_t end = add_segment(&world, "end", 40.2, 0, 40.2, 2);
    add_people(&world, 1, start, &end, 1)->speed = cw_distribution_constant(1.33);
    double time = run_all(&world);
    assert_true(time >= 26 && time <= 34);
}

TEST(test_5_everybody_starts_at_its_own_time) {
    static const double room[][4] = {{0, 0, 9, 5}, {8, E, 8.2, 2}, {8, 3, 8.2, 5 - E}};
    OWNED(run_world) world;
    run_world_make(&world, context, room, 3);
    uint32_t start = run_world_region(&world, "room", 0, 0, 8, 5);
    uint32_t goals[] = {start, add_segment(&world, "exit", 8.8, 0, 8.8, 5)};
    add_people(&world, 10, start, goals, 2)->wait =
        (cw_distribution){CW_DISTRIBUTION_UNIFORM, 10, 100, -INFINITY, INFINITY};
    OWNED(cw_trajectory) run = {0};
    cw_metrics_summary sum = run_world_run(&world, &run);
    assert_int_equal(sum.arrived, 10);
    double first = INFINITY, last = 0;
    for (uint32_t agent = 0; agent < 10; agent++) {
        double left = -1;
        cw_vec3 origin = {0, 0, 0};
        for (uint32_t i = 0, frame = 0; i < run.point_count && left < 0; i++) {
            while (i >= run.frame_first[frame + 1]) {
                frame++;
            }
            const cw_track_point *point = &run.points[i];
            if (point->agent == agent) {
                origin = frame == 0 ? point->position : origin;
                double way = hypot(point->position.x - origin.x, point->position.y - origin.y);
                left = way > 0.5 ? frame / run.fps : -1;
            }
        }
        assert_true(left > 10 && left < 101.5);
        first = fmin(first, left);
        last = fmax(last, left);
    }
    assert_true(first < 40 && last > 70); // ten of U(10, 100)
}

TEST(test_6_twenty_get_round_the_corner) {
    static const double corner[][4] = {{0, 0, 12, 12}, {E - 0.002, 2, 10, 12.001}};
    run_world world;
    run_world_make(&world, context, corner, 2);
    uint32_t start = run_world_region(&world, "start", 0, 0, 6, 2);
    uint32_t end = add_segment(&world, "end", 10, 11.5, 12, 11.5);
    add_people(&world, 20, start, &end, 1);
    assert_true(run_all(&world) < 40);
}

TEST(test_7_speeds_are_those_of_the_people) {
    static const double hall[][4] = {{0, 0, 40, 60}};
    OWNED(run_world) world;
    run_world_make(&world, context, hall, 1);
    uint32_t start = run_world_region(&world, "start", 0, 0, 1, 60);
    uint32_t end = add_segment(&world, "end", 39, 0, 39, 60);
    cw_scenario_group *group = add_people(&world, 50, start, &end, 1);
    group->speed = (cw_distribution){CW_DISTRIBUTION_NORMAL, 1.5, 0.3, 0.7, 2.3};
    group->start = (cw_distribution){CW_DISTRIBUTION_UNIFORM, 0, 60, -INFINITY, INFINITY};
    OWNED(cw_trajectory) run = {0};
    cw_metrics_summary sum = run_world_run(&world, &run);
    assert_int_equal(sum.arrived, 50);
    double mean = 0, square = 0, walked = 0;
    for (uint32_t i = 0; i < 50; i++) {
        const cw_track_agent *agent = &run.agents[i];
        double speed = agent->walked / (agent->end - agent->start);
        mean += agent->speed / 50;
        square += agent->speed * agent->speed / 50;
        walked += speed / agent->speed / 50;
        assert_true(speed > 0.8 * agent->speed && speed < 1.05 * agent->speed);
    }
    double deviation = sqrt(square - mean * mean);
    assert_true(fabs(mean - 1.5) < 3 * 0.3 / sqrt(50) && deviation > 0.2 && deviation < 0.4);
    assert_true(walked > 0.97 && walked < 1.02); // alone, everybody walks as it likes to
}

/// The time to leave 20 by 20 m by doors of 1 m that lie 2 m from its corners.
static double leave_hall(uint32_t people, bool four) {
    static const double hall[][4] = {
        {0, -1, 20, 21},     {-E, -1 - E, 2, 0},  {3, -1 - E, 17, 0},      {18, -1 - E, 20 + E, 0},
        {-E, 20, 2, 21 + E}, {3, 20, 17, 21 + E}, {18, 20, 20 + E, 21 + E}};
    run_world world;
    run_world_make(&world, context, hall, 7);
    uint32_t start = run_world_region(&world, "hall", 0, 0, 20, 20);
    uint32_t doors[] = {
        add_segment(&world, "a", 2, -0.7, 3, -0.7), add_segment(&world, "b", 17, -0.7, 18, -0.7),
        add_segment(&world, "c", 2, 20.7, 3, 20.7), add_segment(&world, "d", 17, 20.7, 18, 20.7)};
    cw_scenario *scenario = &world.scenario;
    add_people(&world, people, start, NULL, 0);
    scenario->groups[0].goal_count = 1;
    scenario->duration = 2000;
    assert_int_equal(cw_scenario_add_goal(context, scenario, doors, four ? 4 : 2), CW_OK);
    return run_all(&world);
}

TEST(test_9_half_the_doors_take_twice_the_time) {
    uint32_t people = is_long() ? 1000 : 200;
    double four = leave_hall(people, true), two = leave_hall(people, false);
    assert_true(two > 1.6 * four && two < 2.4 * four);
}

TEST(test_10_everybody_takes_the_exit_that_is_its_own) {
    // A corridor between two rows of six rooms with doors of 0.9 m; exits at its two ends.
    double plan[40][4] = {{0, 0, 24, 12}};
    uint32_t boxes = 1;
    for (uint32_t row = 0; row < 2; row++) {
        double y = row == 0 ? 4.8 : 7;
        for (uint32_t i = 0; i < 6; i++) {
            double x = 4.0 * i, door = x + 1.6;
            double wall[3][4] = {
                {x + (i == 0 ? -E : 0), y, door, y + 0.2},
                {door + 0.9, y, x + 4 + (i == 5 ? E : 0), y + 0.2},
                {x + 4 - 0.1, row == 0 ? -E : 7.1, x + 4 + 0.1, row == 0 ? 4.9 : 12 + E}};
            memcpy(plan[boxes], wall[0], sizeof wall[0]);
            memcpy(plan[boxes + 1], wall[1], sizeof wall[1]);
            memcpy(plan[boxes + 2], wall[2], sizeof wall[2]);
            boxes += i < 5 ? 3 : 2;
        }
    }
    OWNED(run_world) world;
    run_world_make(&world, context, (const double(*)[4])plan, boxes);
    uint32_t main_exit = add_segment(&world, "main exit", 0.3, 5, 0.3, 7);
    uint32_t second_exit = add_segment(&world, "secondary exit", 23.7, 5, 23.7, 7);
    bool to_main[12];
    for (uint32_t i = 0; i < 12; i++) {
        double x = 4.0 * (i % 6), y = i < 6 ? 7.2 : 0;
        uint32_t room = run_world_region(&world, "room", x + 0.2, y, x + 3.8, y + 4.6);
        to_main[i] = i % 6 < 4;
        add_people(&world, i == 0 ? 1 : 2, room, to_main[i] ? &main_exit : &second_exit, 1);
    }
    OWNED(cw_trajectory) run = {0};
    cw_metrics_summary sum = run_world_run(&world, &run);
    assert_true(sum.agents == 23 && sum.arrived == 23);
    double last[23];
    for (uint32_t i = 0; i < run.point_count; i++) {
        last[run.points[i].agent] = run.points[i].position.x;
    }
    for (uint32_t i = 0; i < 23; i++) {
        assert_true(to_main[run.agents[i].group] ? last[i] < 0.6 : last[i] > 23.4);
    }
}

/// 30 by 20 m with two doors of 1 m on the right; everybody stands before the lower one.
TEST(test_11_people_leave_a_queue_for_another_exit) {
    static const double hall[][4] = {
        {0, 0, 31, 20}, {30, -E, 31 + E, 4.5}, {30, 5.5, 31 + E, 14.5}, {30, 15.5, 31 + E, 20 + E}};
    OWNED(run_world) world;
    run_world_make(&world, context, hall, 4);
    uint32_t start = run_world_region(&world, "start", 14, 0, 29, 9);
    uint32_t doors[] = {add_segment(&world, "lower", 30.7, 4.5, 30.7, 5.5),
                        add_segment(&world, "upper", 30.7, 14.5, 30.7, 15.5)};
    add_people(&world, is_long() ? 250 : 100, start, NULL, 0);
    world.scenario.groups[0].goal_count = 1;
    world.scenario.duration = 600;
    assert_int_equal(cw_scenario_add_goal(context, &world.scenario, doors, 2), CW_OK);
    OWNED(cw_trajectory) run = {0};
    cw_metrics_summary sum = run_world_run(&world, &run);
    assert_int_equal(sum.arrived, sum.agents);
    double last_y[250];
    uint32_t upper = 0;
    for (uint32_t i = 0; i < run.point_count; i++) {
        last_y[run.points[i].agent] = run.points[i].position.y;
    }
    for (uint32_t i = 0; i < sum.agents; i++) {
        upper += last_y[i] > 10; // for all of them the lower door is nearer
    }
    print_message("%u of %u leave by the farther exit, the last after %g s\n", upper, sum.agents,
                  sum.time_last);
    assert_true(upper > sum.agents / 5 && upper < sum.agents / 2);
}

/// The time of 150 people from a room of 10 by 10 m through a passage to a line `beyond` it.
static double pass(double width, double length, double beyond) {
    double right = 10 + length;
    const double rooms[][4] = {
        {0, 0, right + 12, 10}, {10, -E, right, 5 - width / 2}, {10, 5 + width / 2, right, 10 + E}};
    run_world world;
    run_world_make(&world, context, rooms, 3);
    uint32_t start = run_world_region(&world, "room", 0, 0, 10, 10);
    double x = right + beyond;
    uint32_t end = add_segment(&world, "end", x, beyond > 0 ? 0 : 5 - width / 2, x,
                               beyond > 0 ? 10 : 5 + width / 2);
    add_people(&world, is_long() ? 150 : 60, start, &end, 1);
    world.scenario.duration = 1000;
    return run_all(&world);
}

TEST(test_12_bottlenecks_by_length_and_width) {
    assert_true(pass(1, 5, 1) > pass(1, 0.2, 1));
    double narrow = pass(0.8, 1, 1), middle = pass(1, 1, 1), wide = pass(1.2, 1, 1);
    assert_true(narrow > middle && middle > wide);
    // The farther the line behind it, the later, by the way that is left and not much more.
    double near = pass(1, 1, 0), far = pass(1, 1, 10);
    assert_true(far > near && far < near + 10 / 1.34 + 5);
}

TEST(test_12_the_second_of_two_bottlenecks_is_no_slower) {
    static const double rooms[][4] = {{0, 0, 32, 10},
                                      {10, -E, 11, 4.5},
                                      {10, 5.5, 11, 10 + E},
                                      {21, -E, 22, 4.5},
                                      {21, 5.5, 22, 10 + E}};
    OWNED(run_world) world;
    run_world_make(&world, context, rooms, 5);
    uint32_t start = run_world_region(&world, "room", 0, 0, 10, 10);
    uint32_t end = add_segment(&world, "end", 30, 0, 30, 10);
    add_people(&world, is_long() ? 150 : 60, start, &end, 1);
    world.scenario.duration = 1000;
    OWNED(cw_trajectory) run = {0};
    cw_metrics_summary sum = run_world_run(&world, &run);
    assert_int_equal(sum.arrived, sum.agents);
    double first[2] = {INFINITY, INFINITY}, last[2] = {0, 0};
    bool passed[150][2] = {0};
    for (uint32_t frame = 0; frame < run.frame_count; frame++) {
        for (uint32_t i = run.frame_first[frame]; i < run.frame_first[frame + 1]; i++) {
            for (uint32_t k = 0; k < 2; k++) {
                bool *done = &passed[run.points[i].agent][k];
                if (!*done && run.points[i].position.x > (k == 0 ? 11 : 22)) {
                    *done = true;
                    first[k] = fmin(first[k], frame / run.fps);
                    last[k] = frame / run.fps;
                }
            }
        }
    }
    double flow[2];
    for (uint32_t k = 0; k < 2; k++) {
        flow[k] = (sum.agents - 1) / (last[k] - first[k]);
    }
    assert_true(flow[1] > 0.9 * flow[0]);
}

/// The time of a crowd along a straight corridor of 20 m width.
static double walk_straight(uint32_t people, double length) {
    const double corridor[][4] = {{0, 0, length + 4, 20}};
    run_world world;
    run_world_make(&world, context, corridor, 1);
    uint32_t start = run_world_region(&world, "start", 0, 0, 12, 20);
    uint32_t end = add_segment(&world, "end", length, 0, length, 20);
    add_people(&world, people, start, &end, 1);
    return run_all(&world);
}

TEST(test_15_a_crowd_round_a_corner) {
    // 34 m along and 30 m up; between the straight ways of the inner and of the outer wall.
    static const double corner[][4] = {{0, 0, 34, 54}, {-E, 20, 14, 54 + E}};
    uint32_t people = is_long() ? 500 : 120;
    run_world world;
    run_world_make(&world, context, corner, 2);
    uint32_t start = run_world_region(&world, "start", 0, 0, 12, 20);
    uint32_t end = add_segment(&world, "end", 14, 50, 34, 50);
    add_people(&world, people, start, &end, 1);
    double bent = run_all(&world);
    double inner = walk_straight(people, 44), outer = walk_straight(people, 75.4);
    assert_true(bent > inner && bent < outer);
}

/// The mean speed in single file on a ring, people per metre.
static double file_speed(double density, double time_gap) {
    enum { SIDES = 64 };
    const double pi = 3.14159265358979323846, radius = 5, half = 0.34;
    OWNED(run_world) world = {.context = context, .scenario = cw_scenario_default()};
    for (uint32_t ring = 0; ring < 2; ring++) {
        cw_vec2 points[SIDES];
        for (uint32_t i = 0; i < SIDES; i++) {
            double angle = 2 * pi * i / SIDES, r = ring == 0 ? radius + half : radius - half;
            points[i] = (cw_vec2){r * cos(angle), r * sin(angle)};
        }
        put_ring(context, &world.plan, ring == 0 ? CW_RING_OUTER : CW_RING_HOLE, points, SIDES);
    }
    world.mesh = mesh_of_plan(context, &world.plan, NULL);
    assert_int_equal(cw_clearance_build(context, &world.mesh, &world.clearance), CW_OK);
    cw_scenario_model people = {.type = CW_MODEL_WAY_PORTALS, .time_gap = time_gap};
    assert_int_equal(cw_scenario_add_model(context, &world.scenario, "people", &people), CW_OK);
    uint32_t gates[4], count = (uint32_t)(density * 2 * pi * radius + 0.5);
    for (uint32_t i = 0; i < 4; i++) {
        double x = cos(pi / 2 * i), y = sin(pi / 2 * i);
        gates[i] = add_segment(&world, "gate", 4.6 * x, 4.6 * y, 5.4 * x, 5.4 * y);
    }
    for (uint32_t i = 0; i < count; i++) { // each is a group of its own, with gates in its order
        double angle = 2 * pi * i / count;
        uint32_t goals[16], quarter = (uint32_t)(4.0 * i / count);
        for (uint32_t k = 0; k < 16; k++) {
            goals[k] = gates[(quarter + 1 + k) % 4];
        }
        cw_vec3 place = {radius * cos(angle), radius * sin(angle), 0};
        cw_scenario_group *group = add_people(&world, 1, CW_NONE, goals, 16);
        group->position_first = world.scenario.point_count;
        group->position_count = 1;
        assert_int_equal(cw_scenario_add_points(context, &world.scenario, &place, 1), CW_OK);
    }
    world.scenario.duration = 40;
    cw_metrics_summary sum = run_world_run(&world, NULL);
    return sum.speed_mean;
}

TEST(test_16_single_file_within_the_envelope) {
    // People per metre, and the speeds of the slowest and of the fastest tenth.
    static const double envelope[][3] = {
        {0.5, 0.71, 1.39}, {1.1, 0.32, 0.84}, {1.5, 0.11, 0.49}, {2.1, 0.035, 0.27}};
    for (uint32_t i = 0; i < 4; i++) {
        double speed = file_speed(envelope[i][0], 0.7);
        print_message("single file, %g people/m: %.3f m/s\n", envelope[i][0], speed);
        assert_true(speed > envelope[i][1] && speed < envelope[i][2]);
    }
}

TEST_GROUP(make_context, free_context);
