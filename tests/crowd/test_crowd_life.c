/// Agents come, go, wait, change their minds; the place changes under them; memory runs out.
#include "crowd_world.h"
#include "failing_allocator.h"
#include "test.h"
#include "test_owned.h"

/// Agents that several workers share.
enum { MANY = 1300 };

static uint32_t count_events(crowd_world *world, cw_crowd_event_kind kind) {
    uint32_t count, found = 0;
    const cw_crowd_event *events = cw_crowd_events(world->crowd, &count);
    for (uint32_t i = 0; i < count; i++) {
        found += events[i].kind == kind;
    }
    return found;
}

static void hall(crowd_world *world) {
    *world = (crowd_world){.context = context};
    crowd_rectangle(world, CW_RING_OUTER, 0, 0, 20, 10);
    crowd_build(world, NULL);
}

TEST(handles_outlive_nobody) {
    OWNED(crowd_world) world;
    hall(&world);
    cw_agent_config config = cw_agent_config_default();
    cw_agent a = crowd_add(&world, &config, 2, 5), b = crowd_add(&world, &config, 4, 5);
    assert_int_equal(cw_crowd_find(world.crowd, a), 0);
    assert_int_equal(cw_crowd_find(world.crowd, b), 1);
    assert_int_equal(cw_crowd_remove(world.crowd, a), CW_OK);
    assert_int_equal(count_events(&world, CW_EVENT_REMOVED), 1);
    assert_int_equal(cw_crowd_find(world.crowd, a), CW_NONE);
    assert_int_equal(cw_crowd_find(world.crowd, b), 0);
    assert_int_equal(cw_crowd_remove(world.crowd, a), CW_ERROR_ARGUMENT);
    assert_int_equal(cw_crowd_set_velocity(world.crowd, a, (cw_vec2){1, 0}), CW_ERROR_ARGUMENT);
    cw_agent c = crowd_add(&world, &config, 6, 5);
    assert_int_equal(c.slot, a.slot);
    assert_int_not_equal(c.generation, a.generation);
    assert_int_equal(cw_crowd_find(world.crowd, a), CW_NONE);
    assert_int_equal(cw_crowd_find(world.crowd, (cw_agent){0}), CW_NONE);
    assert_int_equal(cw_crowd_validate(context, world.crowd, false), CW_OK);
}

/// Whether the portals of a corridor lead from a cell through portals of the mesh, each part fits a
/// disc within its portal, and the way that is left gets shorter. On a shared route the goal is
/// last.
static void check_corridor(const crowd_world *world, const cw_crowd_portal *portals, uint32_t count,
                           uint32_t cell, double radius, double rest) {
    const cw_navmesh *mesh = &world->mesh;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t edge = portals[i].edge;
        if (edge == CW_NONE) {
            assert_int_equal(i + 1, count);
            assert_int_equal(portals[i].cell, cell);
            assert_true(portals[i].rest == 0);
            return;
        }
        assert_true(edge < mesh->edge_count && mesh->edge_twin[edge] != CW_NONE);
        assert_int_equal(mesh->edge_cell[edge], cell);
        cell = mesh->edge_cell[mesh->edge_twin[edge]];
        assert_int_equal(portals[i].cell, cell);
        assert_true(portals[i].rest <= rest + 1e-9);
        rest = portals[i].rest;
        cw_vec2 right = cw_clearance_plan(mesh, portals[i].right);
        cw_vec2 left = cw_clearance_plan(mesh, portals[i].left);
        cw_vec3 to = mesh->positions[mesh->edge_vertex[edge]];
        cw_vec3 from = mesh->positions[mesh->edge_vertex[mesh->edge_twin[edge]]];
        double whole = hypot(from.x - to.x, from.y - to.y);
        assert_true(hypot(right.x - left.x, right.y - left.y) <= whole - 2 * radius + 1e-6);
    }
}

/// Walks an agent through a door. Its corridor is at any time the end of the one it began with,
/// whatever is searched for others in between.
static void walk_corridor(bool shared) {
    enum { MOST = 16 };
    OWNED(crowd_world) world = {.context = context};
    crowd_two_rooms(&world, 1.5, (cw_vec2){1000, 2000});
    crowd_rectangle(&world, CW_RING_OBSTACLE, 1014, 1999, 1014.5, 2006);
    cw_crowd_config crowd = cw_crowd_config_default();
    crowd.shared_routes = shared;
    crowd_build(&world, &crowd);
    cw_agent_config config = cw_agent_config_default();
    config.journey = crowd_journey_to_point(&world, 1018, 2003, 0.2);
    cw_agent agent = crowd_add(&world, &config, 1002, 2004);
    config.journey = CW_NONE;
    cw_agent idle = crowd_add(&world, &config, 1005, 2009);
    cw_vec2 goal;
    uint32_t count = 7, seen = 0;
    assert_null(cw_crowd_corridor(world.crowd, cw_crowd_find(world.crowd, idle), &count, &goal));
    assert_int_equal(count, 0);
    cw_crowd_portal first[MOST];
    while (cw_crowd_step(world.crowd, 0.1) == CW_OK && cw_crowd_find(world.crowd, agent) == 0) {
        assert_true(cw_crowd_time(world.crowd) < 60);
        cw_crowd_agents view = crowd_view(world.crowd);
        const cw_crowd_portal *portals = cw_crowd_corridor(world.crowd, 0, &count, &goal);
        goal = cw_clearance_plan(&world.mesh, goal);
        assert_true(hypot(goal.x - 1018, goal.y - 2003) < 0.21);
        if (seen == 0) {
            assert_in_range(count, 1, MOST);
            memcpy(first, portals, count * sizeof *portals);
            seen = count;
            config.journey = crowd_journey_to_point(&world, 1001, 2001, 0.2);
            crowd_add(&world, &config, 1019, 2009);
        }
        assert_true(count <= seen);
        check_corridor(&world, portals, count, view.cell[0], view.radius[0], view.shortest[0]);
        assert_true(count == 0 ||
                    memcmp(portals, first + seen - count, count * sizeof *portals) == 0);
        uint32_t last = view.count - 1, theirs; // whoever was added
        portals = cw_crowd_corridor(world.crowd, last, &theirs, &goal);
        check_corridor(&world, portals, theirs, view.cell[last], view.radius[last], INFINITY);
    }
    assert_int_equal(count, shared);
}

TEST(corridors_outlive_their_search) {
    walk_corridor(false);
    walk_corridor(true);
}

TEST(journeys_have_stops_and_waits) {
    OWNED(crowd_world) world;
    hall(&world);
    uint32_t targets[3], journey;
    const cw_vec3 points[] = {{10, 2, 0}, {18, 8, 0}, {2, 8, 0}};
    for (int i = 0; i < 3; i++) {
        cw_crowd_target target = {CW_TARGET_POINT, &points[i], 1, 0.3};
        assert_int_equal(cw_crowd_add_target(world.crowd, &target, &targets[i]), CW_OK);
    }
    cw_crowd_goal goals[] = {{&targets[0], 1, 4}, {&targets[1], 2, 0}}; // then the nearer of two
    assert_int_equal(cw_crowd_add_journey(world.crowd, goals, 2, &journey), CW_OK);
    cw_agent_config config = cw_agent_config_default();
    config.journey = journey;
    config.start_time = 1;
    config.speed = 1;
    crowd_add(&world, &config, 8, 2);
    cw_crowd_agents view = crowd_view(world.crowd);
    assert_int_equal(view.state[0], CW_AGENT_OUTSIDE);
    double reached = 0, arrived = 0, started = 0;
    uint32_t which = CW_NONE;
    for (int i = 0; i < 400 && arrived == 0; i++) {
        assert_int_equal(cw_crowd_step(world.crowd, 0.05), CW_OK);
        uint32_t count;
        const cw_crowd_event *events = cw_crowd_events(world.crowd, &count);
        for (uint32_t k = 0; k < count; k++) {
            started = events[k].kind == CW_EVENT_STARTED ? events[k].time : started;
            reached = events[k].kind == CW_EVENT_REACHED ? events[k].time : reached;
            arrived = events[k].kind == CW_EVENT_ARRIVED ? events[k].time : arrived;
            which = events[k].kind == CW_EVENT_ARRIVED ? events[k].target : which;
        }
    }
    assert_true(fabs(started - 1) < 0.051);
    assert_true(fabs(reached - (1 + 1.7)) < 0.2);           // 2 m less 0.3 at 1 m/s
    assert_true(fabs(arrived - (reached + 4 + 9.7)) < 0.5); // both are 10 m away
    assert_true(which == targets[1] || which == targets[2]);
}

TEST(an_agent_begins_with_its_velocity) {
    OWNED(crowd_world) world;
    hall(&world);
    cw_agent_config config = cw_agent_config_default();
    config.velocity = (cw_vec2){0.75, -0.5};
    crowd_add(&world, &config, 5, 5);
    cw_crowd_agents view = crowd_view(world.crowd);
    assert_true(view.vx[0] == 0.75 && view.vy[0] == -0.5);
    cw_agent refused;
    config.velocity.y = NAN;
    assert_int_equal(cw_crowd_add(world.crowd, &config, &refused), CW_ERROR_ARGUMENT);
    config.velocity = (cw_vec2){300, 0};
    assert_refused(cw_crowd_add(world.crowd, &config, &refused), CW_ERROR_ARGUMENT, "velocity.x");
}

TEST(nobody_is_too_fast_between_two_steps) {
    OWNED(crowd_world) world = {.context = context};
    crowd_two_rooms(&world, 1.25, (cw_vec2){0, 0});
    crowd_build(&world, NULL);
    cw_agent_config config = cw_agent_config_default();
    config.velocity = (cw_vec2){30, 40};
    cw_agent agent = crowd_add(&world, &config, 5, 5);
    cw_crowd_agents view = crowd_view(world.crowd);
    assert_float_equal(hypot(view.vx[0], view.vy[0]), view.max_speed[0], 1e-12);
    assert_int_equal(cw_crowd_set_velocity(world.crowd, agent, (cw_vec2){1, 0}), CW_OK);
    assert_int_equal(cw_crowd_step(world.crowd, 1), CW_OK);
    config.speed = 0.25;
    config.model = CW_MODEL_ORCA;
    assert_int_equal(cw_crowd_set_model(world.crowd, agent, &config), CW_OK);
    cw_crowd_view(world.crowd, &view);
    assert_true(view.speed[0] == 0.25 && view.model[0] == CW_MODEL_ORCA);
    assert_true(hypot(view.vx[0], view.vy[0]) <= view.max_speed[0] + 1e-12);
    assert_int_equal(cw_crowd_validate(context, world.crowd, false), CW_OK);
}

TEST(who_finds_no_room_waits_outside) {
    OWNED(crowd_world) world;
    hall(&world);
    cw_agent_config config = cw_agent_config_default();
    config.journey = crowd_journey_over(&world, (cw_vec2){18, 0}, (cw_vec2){18, 10});
    config.wait_for_room = true;
    for (int i = 0; i < 10; i++) {
        crowd_add(&world, &config, 2, 5);
    }
    assert_int_equal(crowd_run(&world, 0.1, 60, false), 10); // never an overlap
}

TEST(a_goal_on_another_island_is_reported) {
    OWNED(crowd_world) world = {.context = context};
    crowd_rectangle(&world, CW_RING_OUTER, 0, 0, 8, 8);
    const cw_vec2 other[] = {{10, 0}, {18, 0}, {18, 8}, {10, 8}};
    assert_int_equal(cw_plan_add(context, &world.plan, CW_RING_OUTER, 1, other, 4), CW_OK);
    crowd_build(&world, NULL);
    cw_agent_config config = cw_agent_config_default();
    config.journey = crowd_journey_to_point(&world, 14, 4, 0.5);
    cw_agent agent = crowd_add(&world, &config, 4, 4);
    assert_int_equal(cw_crowd_step(world.crowd, 0.1), CW_OK);
    assert_int_equal(count_events(&world, CW_EVENT_NO_WAY), 1);
    // Another journey helps.
    uint32_t near = crowd_journey_into(&world, 6, 0, 8, 8);
    assert_int_equal(cw_crowd_set_journey(world.crowd, agent, near), CW_OK);
    assert_int_equal(crowd_run(&world, 0.1, 20, false), 1);
}

/// Walks from one place to a segment whose middle crosses a corridor and whose ends lie behind its
/// walls.
static void walk_to_long_segment(cw_model model, bool shared, cw_vec2 from) {
    OWNED(crowd_world) world = {.context = context};
    crowd_rectangle(&world, CW_RING_OUTER, 0, -8, 14, 2);
    crowd_rectangle(&world, CW_RING_OBSTACLE, -1, -9, 6, 0);
    crowd_rectangle(&world, CW_RING_OBSTACLE, 8, -9, 15, 0);
    cw_crowd_config crowd = cw_crowd_config_default();
    crowd.shared_routes = shared;
    crowd_build(&world, &crowd);
    cw_agent_config config = cw_agent_config_default();
    config.model = model;
    config.journey = crowd_journey_over(&world, (cw_vec2){3.75, -1.25}, (cw_vec2){1, 4.75});
    crowd_add(&world, &config, from.x, from.y);
    if (crowd_run(&world, 0.1, 60, false) != 1) {
        cw_crowd_agents view = crowd_view(world.crowd);
        fail_msg("model %d stands at (%g, %g)", (int)model, view.x[0], view.y[0]);
    }
}

TEST(a_segment_that_goes_on_behind_walls_is_reached) {
    static const cw_vec2 starts[] = {{6.5, -5.75}, {7.5, -0.5}, {13, 0.5}, {0.5, 1.5}};
    for (int i = 0; i < 32; i++) {
        walk_to_long_segment((cw_model)(i % 4), i / 4 % 2 == 1, starts[i / 8]);
    }
}

/// A room of 3 to 8 walls with a pillar, and a part of one wall that is its exit.
static void room_with_exit(crowd_world *world, cw_vec2 size, bool whole, cw_vec2 exit[2]) {
    cw_vec2 ring[8];
    uint32_t count = 3 + (uint32_t)crowd_draw(0, 6);
    double turn = crowd_draw(0, 6.28);
    for (uint32_t i = 0; i < count; i++) {
        double a = turn + 6.283185307 * (i + crowd_draw(0, 0.5)) / count;
        ring[i] = (cw_vec2){size.x * cos(a), size.y * sin(a)};
    }
    assert_ok(cw_plan_add(context, &world->plan, CW_RING_OUTER, 0, ring, count));
    double x = crowd_draw(-1, 1), y = crowd_draw(-1, 1), half = crowd_draw(0.2, 0.8);
    crowd_rectangle(world, CW_RING_OBSTACLE, x - half, y - half, x + half, y + half);
    crowd_build(world, NULL);
    uint32_t wall = (uint32_t)crowd_draw(0, count);
    cw_vec2 a = ring[wall], b = ring[(wall + 1) % count];
    double length = hypot(b.x - a.x, b.y - a.y), width = fmin(length, crowd_draw(0.5, 5));
    double from = whole ? 0 : crowd_draw(0, length - width), to = whole ? length : from + width;
    exit[0] = (cw_vec2){a.x + (b.x - a.x) * from / length, a.y + (b.y - a.y) * from / length};
    exit[1] = (cw_vec2){a.x + (b.x - a.x) * to / length, a.y + (b.y - a.y) * to / length};
}

/// Walks alone to an exit; gives the seconds that takes and the sharpest turn, in radians per 0.1
/// s, of the last metre.
static double walk_to_exit(crowd_world *world, cw_vec2 size, const cw_vec2 exit[2],
                           cw_agent_config config, double *sharpest) {
    cw_agent agent;
    config.journey = crowd_journey_over(world, exit[0], exit[1]);
    do {
        config.position = (cw_vec3){crowd_draw(-size.x, size.x), crowd_draw(-size.y, size.y), 0};
    } while (cw_crowd_add(world->crowd, &config, &agent) != CW_OK);
    cw_vec2 side = {exit[1].x - exit[0].x, exit[1].y - exit[0].y}, way = {0, 0};
    cw_vec2 at = {config.position.x, config.position.y};
    for (int i = 1; i <= 600; i++) {
        assert_ok(cw_crowd_step(world->crowd, 0.1));
        if (cw_crowd_find(world->crowd, agent) == CW_NONE) {
            return 0.1 * i;
        }
        cw_vec3 now = cw_crowd_position(world->crowd, 0);
        cw_vec2 next = {now.x - at.x, now.y - at.y};
        at = (cw_vec2){now.x, now.y};
        double t = (side.x * (at.x - exit[0].x) + side.y * (at.y - exit[0].y)) /
                   (side.x * side.x + side.y * side.y);
        t = fmin(fmax(t, 0), 1);
        double room =
            hypot(at.x - exit[0].x - t * side.x, at.y - exit[0].y - t * side.y) - config.radius;
        if (room < 1 && hypot(way.x, way.y) > 0) { // not before it starts
            double turn = atan2(way.x * next.y - way.y * next.x, way.x * next.x + way.y * next.y);
            *sharpest = fmax(*sharpest, fabs(turn));
        }
        way = next;
    }
    fail_msg("model %d stands at (%g, %g)", (int)config.model, at.x, at.y);
    return INFINITY;
}

TEST(who_goes_to_an_exit_on_a_wall_walks_straight) {
    // Degrees: 45, and 60 in collision-free speed, which knows no slower walk and slides along the
    // wall on the last centimetres.
    enum { EXITS = 200 };
    // Seconds on the mean, as long as with arcs of directions up to the wall, in which 159 of 200
    // shook.
    static const double most[] = {4.951, 4.955, 4.8545, 4.2805};
    double sums[4] = {0};
    crowd_seed = 88172645463325252u;
    for (int i = 0; i < EXITS; i++) {
        cw_vec2 exit[2], size = {crowd_draw(4, 10), crowd_draw(4, 10)};
        OWNED(crowd_world) world = {.context = context};
        room_with_exit(&world, size, i % 4 == 0, exit);
        cw_agent_config config = cw_agent_config_default();
        config.radius = crowd_draw(0.1, 0.4);
        uint64_t start = crowd_seed;
        for (int model = 0; model < 4; model++) {
            double sharpest = 0;
            crowd_seed = start;
            config.model = (cw_model)model;
            sums[model] += walk_to_exit(&world, size, exit, config, &sharpest);
            if (sharpest > (model == CW_MODEL_COLLISION_FREE_SPEED ? 1.05 : 0.785)) {
                fail_msg("exit %d, model %d: a turn of %g radians", i, model, sharpest);
            }
        }
    }
    for (int model = 0; model < 4; model++) {
        assert_true(sums[model] / EXITS < most[model] + 1e-6);
    }
}

TEST(the_place_is_exchanged_under_the_crowd) {
    crowd_world one = {.context = context}, two = {.context = context};
    crowd_two_rooms(&one, 1.5, (cw_vec2){0, 0});
    crowd_build(&one, NULL);
    // The door is elsewhere, a box stands in the first room, and the plan reaches further.
    crowd_rectangle(&two, CW_RING_OUTER, -2, -1, 20.25, 10);
    crowd_rectangle(&two, CW_RING_OBSTACLE, 10, -2, 10.25, 1);
    crowd_rectangle(&two, CW_RING_OBSTACLE, 10, 2, 10.25, 11);
    crowd_rectangle(&two, CW_RING_OBSTACLE, 3, 3, 6, 6);
    crowd_build(&two, NULL);
    cw_agent_config config = cw_agent_config_default();
    config.journey = crowd_journey_to_point(&one, 18, 8, 0.5);
    assert_int_equal(crowd_fill(&one, &config, 1, 1, 8, 8, 1, 40), 40);
    uint32_t arrived = 0, moved = 0;
    for (int i = 0; i < 20; i++) {
        assert_int_equal(cw_crowd_step(one.crowd, 0.1), CW_OK);
    }
    assert_int_equal(cw_crowd_set_place(one.crowd, &two.clearance, &moved), CW_OK);
    assert_true(moved > 0 && moved < 40);
    assert_int_equal(count_events(&one, CW_EVENT_MOVED), moved);
    assert_int_equal(cw_crowd_validate(context, one.crowd, true), CW_OK);
    arrived = crowd_run(&one, 0.1, 10, true);
    arrived += crowd_run(&one, 0.1, 120, false);
    assert_int_equal(arrived, 40);
    crowd_free(&one);
    crowd_free(&two);
}

/// A hall under another: agents of one floor do not see those of the other.
TEST(floors_do_not_meet) {
    const cw_vec3 corners[] = {{0, 0, 0}, {20, 0, 0}, {20, 4, 0}, {0, 4, 0},
                               {0, 0, 3}, {20, 0, 3}, {20, 4, 3}, {0, 4, 3}};
    const uint32_t triangles[] = {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7};
    OWNED(crowd_world) world = {.context = context};
    assert_ok(cw_surface_from_triangles(context, corners, 8, triangles, 4, NULL, &world.surface));
    assert_int_equal(cw_navmesh_build(context, &world.surface, NULL, &world.mesh), CW_OK);
    assert_int_equal(cw_clearance_build(context, &world.mesh, &world.clearance), CW_OK);
    assert_int_equal(cw_crowd_create(context, &world.clearance, NULL, &world.crowd), CW_OK);
    cw_agent handles[2];
    for (int floor = 0; floor < 2; floor++) {
        cw_agent_config config = cw_agent_config_default();
        config.position = (cw_vec3){floor ? 16 : 4, 2, 3.0 * floor};
        assert_int_equal(cw_crowd_add(world.crowd, &config, &handles[floor]), CW_OK);
        cw_crowd_set_velocity(world.crowd, handles[floor], (cw_vec2){floor ? -1 : 1, 0});
    }
    for (int i = 0; i < 100; i++) {
        assert_int_equal(cw_crowd_step(world.crowd, 0.1), CW_OK);
        assert_int_equal(cw_crowd_validate(context, world.crowd, false), CW_OK);
        cw_vec3 low = cw_crowd_position(world.crowd, 0), high = cw_crowd_position(world.crowd, 1);
        assert_true(low.y == 2 && high.y == 2 && low.z == 0 && high.z == 3); // straight on
    }
}

TEST(nobody_reacts_through_a_wall) {
    OWNED(crowd_world) world;
    CROWD_BOXES(&world, NULL, 1, {0, 0, 20, 6}, {2, 2.9, 18, 3.1});
    cw_agent_config config = cw_agent_config_default();
    cw_agent a = crowd_add(&world, &config, 4, 2.4), b = crowd_add(&world, &config, 16, 3.6);
    cw_crowd_set_velocity(world.crowd, a, (cw_vec2){1, 0});
    cw_crowd_set_velocity(world.crowd, b, (cw_vec2){-1, 0});
    for (int i = 0; i < 110; i++) {
        assert_int_equal(cw_crowd_step(world.crowd, 0.1), CW_OK);
        cw_vec3 at = cw_crowd_position(world.crowd, 0), bt = cw_crowd_position(world.crowd, 1);
        assert_true(fabs(at.y - 2.4) < 1e-9 && fabs(bt.y - 3.6) < 1e-9);
    }
}

/// Searches and the mean length of the way of 400 people who leave a hall with pillars.
static void leave_by_routes(bool shared, uint64_t *searches, double *mean) {
    OWNED(crowd_world) world = {.context = context};
    crowd_pillars(&world);
    cw_crowd_config crowd = cw_crowd_config_default();
    crowd.shared_routes = shared;
    crowd_build(&world, &crowd);
    cw_agent_config config = cw_agent_config_default();
    config.radius = 0.15;
    config.journey = crowd_journey_over(&world, (cw_vec2){30, 7}, (cw_vec2){30, 9});
    uint32_t count = crowd_fill(&world, &config, 0.5, 0.5, 29, 15.5, 0.7, 400);
    assert_true(count > 200);
    assert_int_equal(cw_crowd_step(world.crowd, 0.05), CW_OK);
    *searches = cw_crowd_get_stats(world.crowd).searches;
    cw_crowd_agents view = crowd_view(world.crowd);
    *mean = 0;
    for (uint32_t i = 0; i < view.count; i++) {
        assert_int_equal(view.state[i], CW_AGENT_WALKING);
        *mean += view.remaining[i] / view.count;
    }
    assert_int_equal(crowd_run(&world, 0.2, 240, false), count);
}

TEST(shared_routes_take_few_searches) {
    uint64_t own, shared;
    double own_mean, shared_mean;
    leave_by_routes(false, &own, &own_mean);
    leave_by_routes(true, &shared, &shared_mean);
    printf("searches %d and %d, mean way %g and %g m\n", (int)own, (int)shared, own_mean,
           shared_mean);
    assert_true(shared < own / 2);
    assert_true(shared_mean < 1.1 * own_mean);
}

TEST(wrong_numbers_are_refused_by_name) {
    OWNED(crowd_world) world;
    hall(&world);
    cw_crowd *crowd = NULL;
    cw_crowd_config config = cw_crowd_config_default();
    config.neighbours = 17;
    assert_int_equal(cw_crowd_create(context, &world.clearance, &config, &crowd),
                     CW_ERROR_ARGUMENT);
    assert_non_null(strstr(cw_context_message(context), "neighbours"));
    assert_null(crowd);
    config = cw_crowd_config_default();
    config.max_substep = 0.0001;
    assert_int_equal(cw_crowd_create(context, &world.clearance, &config, &crowd),
                     CW_ERROR_ARGUMENT);
    const cw_clearance empty = {0};
    assert_int_equal(cw_crowd_create(context, &empty, NULL, &crowd), CW_ERROR_INPUT);
    assert_int_equal(cw_crowd_set_place(world.crowd, &empty, NULL), CW_ERROR_INPUT);
    uint32_t portals;
    cw_vec2 place;
    assert_null(cw_crowd_corridor(world.crowd, 0, &portals, &place));
    assert_true(portals == 0 && isnan(place.x) && isnan(cw_crowd_position(world.crowd, 0).x));
    cw_agent_config agent = cw_agent_config_default();
    cw_agent handle;
    agent.position = (cw_vec3){5, 5, 0};
    agent.radius = 0;
    assert_int_equal(cw_crowd_add(world.crowd, &agent, &handle), CW_ERROR_ARGUMENT);
    agent = cw_agent_config_default();
    agent.position = (cw_vec3){5, NAN, 0};
    assert_int_equal(cw_crowd_add(world.crowd, &agent, &handle), CW_ERROR_ARGUMENT);
    agent.position = (cw_vec3){5, 5, 0};
    agent.journey = 3;
    assert_int_equal(cw_crowd_add(world.crowd, &agent, &handle), CW_ERROR_ARGUMENT);
    agent.journey = CW_NONE;
    agent.serial = 9;
    assert_int_equal(cw_crowd_add(world.crowd, &agent, &handle), CW_OK);
    assert_int_equal(cw_crowd_add(world.crowd, &agent, &handle), CW_ERROR_ARGUMENT);
    const cw_vec3 far = {100, 100, 0};
    cw_crowd_target target = {CW_TARGET_POINT, &far, 1, 0};
    uint32_t index;
    assert_int_equal(cw_crowd_add_target(world.crowd, &target, &index), CW_ERROR_INPUT);
    target.point_count = 2;
    assert_int_equal(cw_crowd_add_target(world.crowd, &target, &index), CW_ERROR_ARGUMENT);
    assert_int_equal(cw_crowd_add_journey(world.crowd, NULL, 0, &index), CW_ERROR_ARGUMENT);
    uint32_t none = 7;
    cw_crowd_goal goal = {&none, 1, 0};
    assert_int_equal(cw_crowd_add_journey(world.crowd, &goal, 1, &index), CW_ERROR_ARGUMENT);
    assert_int_equal(cw_crowd_step(world.crowd, 0), CW_ERROR_ARGUMENT);
    assert_int_equal(cw_crowd_step(world.crowd, NAN), CW_ERROR_ARGUMENT);
    assert_int_equal(cw_crowd_step(world.crowd, INFINITY), CW_ERROR_ARGUMENT);
    cw_model model;
    assert_true(cw_model_from_name("orca", &model) && model == CW_MODEL_ORCA);
    assert_false(cw_model_from_name("boids", &model));
    assert_string_equal(cw_model_name((cw_model)77), "unknown");
}

/// Makes a crowd and lets it walk; the first failure ends it.
static cw_status walk_a_little(crowd_world *world) {
    cw_status status = cw_crowd_create(world->context, &world->clearance, NULL, &world->crowd);
    const cw_vec3 exit[] = {{18, 2, 0}, {18, 8, 0}};
    cw_crowd_target target = {CW_TARGET_SEGMENT, exit, 2, 0};
    uint32_t index = 0;
    status = status == CW_OK ? cw_crowd_add_target(world->crowd, &target, &index) : status;
    cw_agent_config config = cw_agent_config_default();
    cw_crowd_goal goal = {&index, 1, 0};
    status =
        status == CW_OK ? cw_crowd_add_journey(world->crowd, &goal, 1, &config.journey) : status;
    for (int i = 0; i < 20 && status == CW_OK; i++) {
        cw_agent agent;
        config.position = (cw_vec3){2 + i % 5, 2 + i / 5, 0};
        status = cw_crowd_add(world->crowd, &config, &agent);
    }
    for (int i = 0; i < 5 && status == CW_OK; i++) {
        status = cw_crowd_step(world->crowd, 0.1);
    }
    status = status == CW_OK ? cw_crowd_set_place(world->crowd, &world->clearance, NULL) : status;
    status = status == CW_OK ? cw_crowd_step(world->crowd, 0.1) : status;
    status = status == CW_OK ? cw_crowd_validate(world->context, world->crowd, false) : status;
    cw_crowd_free(world->crowd);
    world->crowd = NULL;
    return status;
}

TEST(a_lack_of_memory_is_survived) {
    tight_memory tight;
    tight_open(&tight);
    crowd_world world = {.context = tight.context};
    crowd_two_rooms(&world, 1, (cw_vec2){0, 0});
    crowd_build(&world, NULL);
    cw_crowd_free(world.crowd);
    while (tight_next(&tight)) {
        tight_tried(&tight, walk_a_little(&world));
    }
    crowd_free(&world);
    tight_close(&tight, 19);
}

TEST(nothing_is_allocated_once_everybody_walks) {
    failing_allocator memory;
    crowd_world world = {.context = cw_counted_context(&memory)};
    crowd_two_rooms(&world, 1.2, (cw_vec2){0, 0});
    crowd_build(&world, NULL);
    cw_agent_config agent = cw_agent_config_default();
    agent.journey = crowd_journey_to_point(&world, 18, 5, 1);
    crowd_fill(&world, &agent, 1, 1, 9, 9, 0.9, 60);
    crowd_run(&world, 0.1, 5, false);
    failing_allocator_fail_at(&memory, 0); // counts from here
    for (int i = 0; i < 150; i++) {
        assert_int_equal(cw_crowd_step(world.crowd, 0.1), CW_OK);
    }
    assert_int_equal(memory.requests, 0);
    assert_true(cw_crowd_bytes(world.crowd) > 60 * 400);
    crowd_free(&world);
    cw_context_free(world.context);
}

/// Led agents in a hall, so many that workers share them.
static void fill_hall(crowd_world *world, uint32_t workers, failing_allocator *memory) {
    cw_context_config config = failing_allocator_config(memory);
    config.workers = workers;
    *world = (crowd_world){0};
    assert_int_equal(cw_context_create(&config, &world->context), CW_OK);
    crowd_rectangle(world, CW_RING_OUTER, 0, 0, 60, 60);
    crowd_build(world, NULL);
    cw_agent_config agent = cw_agent_config_default();
    assert_int_equal(crowd_fill(world, &agent, 1, 1, 59, 59, 1.5, MANY), MANY);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(cw_crowd_step(world->crowd, 0.1), CW_OK);
    }
}

TEST(workers_allocate_nothing_once_they_are_there) {
    failing_allocator memory = {0};
    crowd_world world;
    fill_hall(&world, 3, &memory);
    failing_allocator_fail_at(&memory, 0); // counts from here
    for (int i = 0; i < 20; i++) {
        assert_int_equal(cw_crowd_step(world.crowd, 0.1), CW_OK);
    }
    assert_int_equal(memory.requests, 0);
    crowd_free(&world);
    cw_counted_end(&memory, world.context);
}

TEST(handles_hold_when_many_leave_at_once) {
    for (uint32_t workers = 1; workers <= 4; workers += 3) {
        failing_allocator memory = {0};
        crowd_world world;
        fill_hall(&world, workers, &memory);
        static cw_agent handles[MANY];
        static uint64_t serials[MANY];
        static double places[MANY];
        cw_crowd_agents view = crowd_view(world.crowd);
        for (uint32_t i = 0; i < MANY; i++) {
            handles[i] = view.agent[i];
            serials[i] = view.serial[i];
            places[i] = view.x[i];
        }
        for (uint32_t i = 5; i < MANY; i += 3) {
            assert_int_equal(cw_crowd_remove(world.crowd, handles[i]), CW_OK);
        }
        cw_crowd_view(world.crowd, &view);
        for (uint32_t i = 0; i < MANY; i++) {
            uint32_t at = cw_crowd_find(world.crowd, handles[i]);
            bool left = i >= 5 && i % 3 == 2;
            assert_true(left ? at == CW_NONE
                             : view.serial[at] == serials[i] && view.x[at] == places[i]);
        }
        assert_int_equal(cw_crowd_step(world.crowd, 0.1), CW_OK);
        assert_int_equal(cw_crowd_validate(world.context, world.crowd, false), CW_OK);
        crowd_free(&world);
        cw_context_free(world.context);
    }
}

TEST(who_walks_beside_a_wall_is_not_cast) {
    OWNED(crowd_world) world;
    CROWD_BOXES(&world, NULL, 1, {0, 0, 200, 3});
    cw_agent_config config = cw_agent_config_default();
    cw_agent agent = crowd_add(&world, &config, 1, config.radius + 1e-3);
    assert_int_equal(cw_crowd_set_velocity(world.crowd, agent, (cw_vec2){1, 0}), CW_OK);
    for (int i = 0; i < 100; i++) {
        assert_int_equal(cw_crowd_step(world.crowd, 0.05), CW_OK);
    }
    cw_crowd_stats stats = cw_crowd_get_stats(world.crowd);
    cw_crowd_agents view = crowd_view(world.crowd);
    assert_true(view.walked[0] > 4.9);
    assert_int_equal(stats.agent_steps, 100);
    assert_int_equal(stats.casts, 0);
}

TEST_GROUP(make_context, free_context);
