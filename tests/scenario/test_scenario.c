/// Scenarios at work: who comes when and where, who arrives, what every frame promises.
#include "run_check.h"
#include "test.h"
#include "test_owned.h"

/// Two rooms of 10 by 10 m and a door of 1.2 m.
static const double two_rooms[][4] = {
    {0, 0, 20.2, 10}, {10, 0.001, 10.2, 4.4}, {10, 5.6, 10.2, 9.999}};

/// The rooms, or a hall of their size, with a region at each end; gives that on the right.
static uint32_t make_rooms(run_world *world, uint32_t boxes, uint32_t *left) {
    run_world_make(world, context, two_rooms, boxes);
    *left = run_world_region(world, "left", 0, 0, 5, 10);
    return run_world_region(world, "right", 15, 0, 20, 10);
}

static void add_group(run_world *world, const char *name, uint32_t count, uint32_t region,
                      uint32_t goal, cw_at_end at_end) {
    cw_scenario_group group = cw_scenario_group_default();
    group.count = count;
    group.region = region;
    group.model = CW_NONE;
    group.at_end = at_end;
    if (goal != CW_NONE) {
        group.goal_first = world->scenario.goal_count;
        group.goal_count = 1;
        assert_int_equal(cw_scenario_add_goal(context, &world->scenario, &goal, 1), CW_OK);
    }
    assert_int_equal(cw_scenario_add_group(context, &world->scenario, name, &group), CW_OK);
}

/// The first group starts at places, some each second, and in no region.
static void start_at(run_world *world, const cw_vec3 *places, uint32_t count, double rate) {
    cw_scenario_group *group = &world->scenario.groups[0];
    group->region = CW_NONE;
    group->position_first = world->scenario.point_count;
    group->position_count = count;
    group->rate = rate;
    assert_ok(cw_scenario_add_points(context, &world->scenario, places, count));
}

TEST(everybody_goes_through_the_door) {
    OWNED(run_world) world;
    run_world_make(&world, context, two_rooms, 3);
    uint32_t left = run_world_region(&world, "left", 0, 0, 10, 10);
    uint32_t right = run_world_region(&world, "right", 17, 0, 20.2, 10);
    add_group(&world, "walkers", 40, left, right, CW_AT_END_LEAVE);
    cw_scenario_measure door = {.is_line = true, .line = {{10.1, 5.6, 0}, {10.1, 4.4, 0}}};
    assert_int_equal(cw_scenario_add_measure(context, &world.scenario, "door", &door), CW_OK);
    OWNED(cw_trajectory) first = {0}, second = {0};
    cw_metrics_summary sum = run_world_run(&world, &first);
    assert_int_equal(sum.arrived, 40);
    assert_int_equal(sum.collisions, 0);
    assert_int_equal(sum.wall_collisions, 0);
    assert_true(sum.path_ratio >= 0.95 && sum.path_ratio < 1.5);
    assert_true(sum.delay_mean > -2 && sum.time_last < 60);
    assert_true(sum.space > 20 && sum.space_share < 1);
    // The same scenario gives the same bytes.
    run_world_run(&world, &second);
    assert_int_equal(first.point_count, second.point_count);
    assert_memory_equal(first.points, second.points, first.point_count * sizeof *first.points);
    // Whoever arrives is in its goal, or a frame away from it.
    double last[40] = {0};
    for (uint32_t i = 0; i < first.point_count; i++) {
        last[first.points[i].agent] = first.points[i].position.x;
    }
    for (uint32_t i = 0; i < 40; i++) {
        assert_true(first.agents[i].end > first.agents[i].start);
        assert_true(last[i] > 17 - first.agents[i].max_speed / first.fps);
    }
}

/// Each is in every frame from its start to its arrival, and in no other.
static void check_presence(const cw_trajectory *run, uint32_t agent_count) {
    for (uint32_t agent = 0; agent < agent_count; agent++) {
        for (uint32_t f = 0; f < run->frame_count; f++) {
            cw_frame frame = cw_trajectory_frame(run, f);
            bool there = false;
            for (uint32_t i = 0; i < frame.count; i++) {
                there = there || frame.points[i].agent == agent;
            }
            double time = f / run->fps;
            bool due =
                time >= run->agents[agent].start - 1e-9 && time <= run->agents[agent].end + 1e-9;
            assert_true(there == due);
        }
    }
}

TEST(agents_come_at_their_times) {
    OWNED(run_world) world;
    uint32_t left, right = make_rooms(&world, 1, &left);
    add_group(&world, "late", 8, left, right, CW_AT_END_LEAVE);
    world.scenario.groups[0].start =
        (cw_distribution){CW_DISTRIBUTION_UNIFORM, 2, 12, -INFINITY, INFINITY};
    add_group(&world, "one by one", 5, left, right, CW_AT_END_LEAVE);
    world.scenario.groups[1].rate = 0.5;
    OWNED(cw_trajectory) run = {0};
    cw_metrics_summary sum = run_world_run(&world, &run);
    assert_int_equal(sum.arrived, 13);
    for (uint32_t i = 0; i < 8; i++) {
        assert_true(run.agents[i].start >= 2 && run.agents[i].start < 12.1);
    }
    for (uint32_t i = 0; i < 5; i++) {
        assert_true(fabs(run.agents[8 + i].start - 2.0 * i) < 1e-9);
    }
    check_presence(&run, 13);
}

TEST(who_comes_is_in_the_frame_of_its_start) {
    OWNED(run_world) world;
    run_world_make(&world, context, two_rooms, 1);
    uint32_t gate = run_world_region(&world, "gate", 1, 4, 2.2, 5.2);
    uint32_t right = run_world_region(&world, "right", 15, 0, 20, 10);
    add_group(&world, "through a gate", 60, gate, right, CW_AT_END_LEAVE);
    world.scenario.groups[0].rate = 20; // few of the places that are drawn are free
    OWNED(cw_trajectory) run = {0};
    cw_metrics_summary sum = run_world_run(&world, &run);
    assert_int_equal(sum.arrived, 60);
    check_presence(&run, 60);
}

TEST(nobody_comes_where_the_frame_shows_who_leaves) {
    OWNED(run_world) world;
    run_world_make(&world, context, two_rooms, 1);
    uint32_t beside = run_world_region(&world, "beside", 1.25, 4, 3, 6);
    add_group(&world, "short", 40, 0, beside, CW_AT_END_LEAVE);
    cw_vec3 place = {1, 5, 0};
    start_at(&world, &place, 1, 50);
    OWNED(cw_trajectory) run = {0};
    cw_metrics_summary sum = run_world_run(&world, &run); // looks for overlaps
    assert_int_equal(sum.arrived, 40);
    check_presence(&run, 40);
}

TEST(positions_are_taken_in_turn_when_there_is_room) {
    OWNED(run_world) world;
    run_world_make(&world, context, two_rooms, 1);
    uint32_t right = run_world_region(&world, "right", 15, 0, 20, 10);
    add_group(&world, "queue", 12, 0, right, CW_AT_END_LEAVE);
    cw_vec3 places[] = {{1, 5, 0}, {1, 7, 0}};
    start_at(&world, places, 2, 50);
    OWNED(cw_trajectory) run = {0};
    cw_metrics_summary sum = run_world_run(&world, &run);
    assert_int_equal(sum.arrived, 12);
    assert_true(run.agents[11].start > 1); // 12 bodies cannot stand in two places at once
}

static void expect_refused(run_world *world, const char *why) {
    cw_simulation *simulation = NULL;
    assert_int_equal(
        cw_simulation_create(context, &world->scenario, &world->clearance, &simulation),
        CW_ERROR_INPUT);
    assert_null(simulation);
    assert_non_null(strstr(cw_context_message(context), why));
}

TEST(who_comes_later_needs_a_place_too) {
    OWNED(run_world) world;
    run_world_make(&world, context, two_rooms, 1);
    uint32_t right = run_world_region(&world, "right", 15, 0, 20, 10);
    uint32_t outside = run_world_region(&world, "outside", 30, 0, 40, 10);
    add_group(&world, "late", 3, outside, right, CW_AT_END_LEAVE);
    cw_scenario_group *group = &world.scenario.groups[0];
    group->start = cw_distribution_constant(5);
    expect_refused(&world, "groups[0].region: the region \"outside\" has no place for agent 1");
    cw_vec3 places[] = {{1, 5, 0}, {0.1, 7, 0}};
    group->start = cw_distribution_constant(0);
    start_at(&world, places, 2, 1);
    expect_refused(&world, "groups[0].positions[1]: is off the floor, or closer to a wall");
    group->radius = cw_distribution_constant(0.1); // touches the wall
    cw_metrics_summary sum = run_world_run(&world, NULL);
    assert_int_equal(sum.arrived, 3);
}

TEST(nobody_is_faster_than_the_maximum_that_was_given) {
    OWNED(run_world) world;
    uint32_t left, right = make_rooms(&world, 1, &left);
    add_group(&world, "slow", 5, left, right, CW_AT_END_LEAVE);
    world.scenario.groups[0].speed = cw_distribution_constant(1.3);
    world.scenario.groups[0].max_speed = cw_distribution_constant(0.9);
    world.scenario.groups[0].max_speed_is_factor = false;
    OWNED(cw_trajectory) run = {0};
    cw_metrics_summary sum = run_world_run(&world, &run);
    assert_int_equal(sum.arrived, 5);
    for (uint32_t i = 0; i < 5; i++) {
        const cw_track_agent *agent = &run.agents[i];
        assert_true(agent->max_speed == 0.9 && agent->speed == 0.9);
        assert_true(agent->walked <= 0.9 * (agent->end - agent->start) + 1e-9);
    }
}

TEST(a_region_too_small_says_how_many_fit) {
    OWNED(run_world) world;
    run_world_make(&world, context, two_rooms, 1);
    uint32_t corner = run_world_region(&world, "corner", 0, 0, 2, 2);
    add_group(&world, "crowd", 100, corner, CW_NONE, CW_AT_END_STAY);
    cw_simulation *simulation = NULL;
    assert_int_equal(cw_simulation_create(context, &world.scenario, &world.clearance, &simulation),
                     CW_ERROR_INPUT);
    assert_null(simulation);
    const char *message = cw_context_message(context);
    assert_non_null(strstr(message, "groups[0].count: the region \"corner\" is too small for 100"));
    const char *fit = strstr(message, ": ");
    assert_non_null(fit);
    assert_non_null(strstr(message, " fit"));
}

TEST(who_stays_stands_and_who_has_no_way_is_stuck) {
    static const double boxes[][4] = {{0, 0, 20, 10}, {10, 0, 10.2, 10}};
    OWNED(run_world) world;
    run_world_make(&world, context, boxes, 2);
    uint32_t left = run_world_region(&world, "left", 0, 0, 5, 10);
    uint32_t near = run_world_region(&world, "near", 6, 0, 10, 10);
    uint32_t far = run_world_region(&world, "far", 15, 0, 20, 10);
    add_group(&world, "stay", 5, left, near, CW_AT_END_STAY);
    add_group(&world, "lost", 3, left, far, CW_AT_END_LEAVE);
    add_group(&world, "statues", 2, left, CW_NONE, CW_AT_END_STAY);
    world.scenario.duration = 30;
    cw_metrics_summary sum = run_world_run(&world, NULL);
    assert_int_equal(sum.arrived, 5);
    assert_int_equal(sum.stuck, 3);
    assert_int_equal(sum.present, 2);
    assert_true(sum.duration < 29); // everybody stands, so the run ends
}

TEST(waiting_at_a_goal_takes_its_time) {
    OWNED(run_world) world;
    run_world_make(&world, context, two_rooms, 1);
    uint32_t left = run_world_region(&world, "left", 0, 0, 3, 10);
    uint32_t right = run_world_region(&world, "right", 17, 0, 20, 10);
    cw_vec3 kiosk = {10, 5, 0};
    assert_ok(
        cw_scenario_add_region(context, &world.scenario, "kiosk", CW_TARGET_POINT, &kiosk, 1, 2));
    uint32_t stops[] = {world.scenario.region_count - 1, right};
    for (int spread = 0; spread < 2; spread++) {
        add_group(&world, "guests", 3, left, stops[0], CW_AT_END_LEAVE);
        cw_scenario_group *group = &world.scenario.groups[world.scenario.group_count - 1];
        group->goal_count = 2;
        group->wait = spread ? (cw_distribution){CW_DISTRIBUTION_UNIFORM, 8, 9, 0, INFINITY}
                             : cw_distribution_constant(8);
        assert_int_equal(cw_scenario_add_goal(context, &world.scenario, &stops[1], 1), CW_OK);
    }
    OWNED(cw_trajectory) run = {0};
    cw_metrics_summary sum = run_world_run(&world, &run);
    assert_int_equal(sum.arrived, 6);
    for (uint32_t i = 0; i < run.agent_count; i++) {
        assert_true(run.agents[i].end - run.agents[i].start > 8 + 14 / 1.75);
    }
}

/// Who keeps a gap in time to those ahead does not stop before those who come against him: 50 each
/// way in a corridor of 4 by 40 m.
TEST(streams_that_keep_a_gap_pass_each_other) {
    static const double corridor[][4] = {{0, 0, 40, 4}};
    OWNED(run_world) world;
    run_world_make(&world, context, corridor, 1);
    uint32_t left = run_world_region(&world, "left", 0, 0, 12, 4);
    uint32_t right = run_world_region(&world, "right", 28, 0, 40, 4);
    uint32_t first = run_world_region(&world, "first end", 0, 0, 2, 4);
    uint32_t last = run_world_region(&world, "last end", 38, 0, 40, 4);
    cw_scenario_model model = {.time_gap = 0.5};
    assert_int_equal(cw_scenario_add_model(context, &world.scenario, "people", &model), CW_OK);
    add_group(&world, "to the right", 50, left, last, CW_AT_END_LEAVE);
    add_group(&world, "to the left", 50, right, first, CW_AT_END_LEAVE);
    for (int i = 0; i < 2; i++) {
        cw_scenario_group *group = &world.scenario.groups[i];
        group->model = 0;
        group->radius = (cw_distribution){CW_DISTRIBUTION_UNIFORM, 0.2, 0.25, -INFINITY, INFINITY};
        group->speed = cw_distribution_constant(1.3);
    }
    double sum = 0;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        world.scenario.seed = seed;
        cw_metrics_summary result = run_world_run(&world, NULL);
        assert_int_equal(result.arrived, 100);
        sum += result.time_last;
    }
    printf("streams: %g s\n", sum / 3);
    assert_true(sum / 3 < 79);
}

TEST(members_start_on_segments_and_discs_too) {
    OWNED(run_world) world;
    run_world_make(&world, context, two_rooms, 1);
    cw_vec3 line[] = {{1, 1, 0}, {1, 9, 0}}, center = {5, 5, 0};
    assert_ok(
        cw_scenario_add_region(context, &world.scenario, "line", CW_TARGET_SEGMENT, line, 2, 0));
    assert_ok(
        cw_scenario_add_region(context, &world.scenario, "disc", CW_TARGET_POINT, &center, 1, 1.5));
    uint32_t right = run_world_region(&world, "right", 15, 0, 20, 10);
    add_group(&world, "row", 6, 0, right, CW_AT_END_LEAVE);
    add_group(&world, "ring", 6, 1, right, CW_AT_END_LEAVE);
    cw_scenario_model model = {.type = CW_MODEL_ORCA, .spread = 0};
    assert_int_equal(cw_scenario_add_model(context, &world.scenario, "m", &model), CW_OK);
    world.scenario.groups[0].model = 0;
    OWNED(cw_trajectory) run = {0};
    run_world_run(&world, &run);
    cw_frame frame = cw_trajectory_frame(&run, 0);
    assert_int_equal(frame.count, 12);
    for (uint32_t i = 0; i < 12; i++) {
        cw_vec3 at = frame.points[i].position;
        assert_true(i < 6 ? at.x == 1 : hypot(at.x - 5, at.y - 5) <= 1.5);
    }
}

/// Breaks one thing of a good scenario.
typedef void breaker(cw_scenario *scenario);
#define BREAK(what, ...)                       \
    static void break_##what(cw_scenario *s) { \
        __VA_ARGS__;                           \
    }
BREAK(step, s->step = 0)
BREAK(fps, s->fps = NAN)
BREAK(duration, s->duration = -1)
BREAK(radius, s->groups[0].radius.a = 0)
BREAK(kind, s->groups[0].radius.kind = (cw_distribution_kind)9)
BREAK(normal, s->groups[0].radius = (cw_distribution){CW_DISTRIBUTION_NORMAL, 0.2, -1, 0, 1})
BREAK(gamma, s->groups[0].speed = (cw_distribution){CW_DISTRIBUTION_GAMMA, 0, 1, 0, 1})
BREAK(uniform, s->groups[0].start = (cw_distribution){CW_DISTRIBUTION_UNIFORM, 3, 1, 0, 10})
BREAK(bounds, s->groups[0].wait = (cw_distribution){CW_DISTRIBUTION_UNIFORM, 1, 2, 5, 4})
BREAK(rate, s->groups[0].rate = -1)
BREAK(model, s->groups[0].model = 7)
BREAK(region, s->groups[0].region = 9)
BREAK(start, s->groups[0].region = CW_NONE)
BREAK(goal, s->groups[0].goal_count = 9)
BREAK(goal_region, s->goal_regions[0] = 9)
BREAK(point, s->points[0].x = 1e9)
BREAK(count, s->regions[0].point_count = 2)
BREAK(reach, s->regions[0].radius = -1)
BREAK(gap, s->models[0].time_gap = 100)
BREAK(spread, s->models[0].spread = 2)
BREAK(many, s->groups[0].count = 2000000000)
BREAK(measure, s->measures[0].region = 9)

TEST(every_wrong_field_is_named) {
    static const struct {
        breaker *breaks;
        const char *says;
    } cases[] = {{break_step, "step: must be 0.001 to 1"},
                 {break_fps, "record.fps: must be"},
                 {break_duration, "duration: must be above 0"},
                 {break_radius, "groups[0].radius: must be 0.01 to 100"},
                 {break_kind, "groups[0].radius: there is no such distribution"},
                 {break_normal, "groups[0].radius.normal[1]: must be 0 or more"},
                 {break_gamma, "groups[0].speed.gamma[0]: must be above 0"},
                 {break_uniform, "groups[0].start.uniform[1]: must not be below 3"},
                 {break_bounds, "groups[0].wait.min: must not be above max"},
                 {break_rate, "groups[0].rate: must be 0 to 1000"},
                 {break_model, "groups[0].model: there is no such model"},
                 {break_region, "groups[0].region: there is no such region"},
                 {break_start, "groups[0]: needs a region or positions"},
                 {break_goal, "groups[0].goals: there is no such goal"},
                 {break_goal_region, "a goal names a region that is not there"},
                 {break_point, "a coordinate is beyond"},
                 {break_count, "regions.left: needs 3 points or more"},
                 {break_reach, "regions.left.radius: must be 0 or more"},
                 {break_gap, "models.m.time_gap: must be 0 to 60"},
                 {break_spread, "models.m.spread: must be 0 to 1"},
                 {break_many, "groups: more than 10000000 agents"},
                 {break_measure, "measure[0].region: must be a polygon"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        OWNED(run_world) world;
        uint32_t left, right = make_rooms(&world, 1, &left);
        add_group(&world, "g", 1, left, right, CW_AT_END_LEAVE);
        cw_scenario_model model = {.type = CW_MODEL_ORCA};
        assert_int_equal(cw_scenario_add_model(context, &world.scenario, "m", &model), CW_OK);
        cw_scenario_measure measure = {.region = left};
        assert_int_equal(cw_scenario_add_measure(context, &world.scenario, "a", &measure), CW_OK);
        assert_int_equal(cw_scenario_check(context, &world.scenario), CW_OK);
        cases[i].breaks(&world.scenario);
        assert_int_not_equal(cw_scenario_check(context, &world.scenario), CW_OK);
        if (strstr(cw_context_message(context), cases[i].says) == NULL) {
            fail_msg("said \"%s\", not \"%s\"", cw_context_message(context), cases[i].says);
        }
    }
}

TEST(a_goal_beside_the_floor_is_named) {
    OWNED(run_world) world;
    run_world_make(&world, context, two_rooms, 1);
    uint32_t left = run_world_region(&world, "left", 0, 0, 5, 10);
    uint32_t moon = run_world_region(&world, "moon", 115, 0, 120, 10);
    add_group(&world, "g", 1, left, moon, CW_AT_END_LEAVE);
    expect_refused(&world, "regions.moon");
}

/// A distribution without bounds may draw what no crowd takes.
TEST(a_body_too_small_is_named) {
    OWNED(run_world) world;
    run_world_make(&world, context, two_rooms, 1);
    uint32_t left = run_world_region(&world, "left", 0, 0, 5, 10);
    add_group(&world, "g", 20, left, left, CW_AT_END_LEAVE);
    world.scenario.groups[0].radius = (cw_distribution){
        .kind = CW_DISTRIBUTION_NORMAL, .a = 0.02, .b = 0.02, .low = -INFINITY, .high = INFINITY};
    expect_refused(&world, "groups[0].radius: ");
    assert_non_null(strstr(cw_context_message(context), "was drawn"));
}

TEST_GROUP(make_context, free_context);
