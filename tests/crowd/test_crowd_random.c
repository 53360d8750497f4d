/// The guarantees in random places with random crowds: every size from 5 cm to 1 m, up to 10 m/s,
/// steps of 0.01 to 0.2 s, doors as wide as a body, agents that overlap when they are added, that
/// are removed and sent elsewhere on the way, floors above each other, places far from the origin,
/// and places that are exchanged. Seeds tell which case failed; CW_LONG_TESTS runs many more.
#include "crowd_world.h"
#include "made.h"
#include "test.h"
#include "test_owned.h"

enum { MOST = 160, JOURNEYS = 8, SHORT_CASES = 60, LONG_CASES = 3000 };
static const double ENTERED = 1e-6;

static int pick(int count) {
    return (int)crowd_draw(0, count);
}

/// A hall with boxes, triangles and a wall with a door; `door` 0 for no wall.
static void random_hall(crowd_world *world, cw_vec2 shift, double door) {
    double x = shift.x, y = shift.y;
    crowd_rectangle(world, CW_RING_OUTER, x, y, x + 20, y + 14);
    for (int i = pick(10); i > 0; i--) {
        double left = x + crowd_draw(0, 20), bottom = y + crowd_draw(0, 14),
               size = crowd_draw(0.1, 2);
        if (pick(2)) {
            crowd_rectangle(world, CW_RING_OBSTACLE, left, bottom, left + crowd_draw(0.02, 3),
                            bottom + size);
        } else {
            const cw_vec2 ring[] = {
                {left, bottom}, {left + size, bottom + 0.3}, {left + 0.4, bottom + size}};
            cw_plan_add(world->context, &world->plan, CW_RING_OBSTACLE, 0, ring, 3);
        }
    }
    if (door > 0) {
        double wall = x + crowd_draw(5, 15), thick = crowd_draw(0.01, 1),
               middle = y + crowd_draw(3, 11);
        crowd_rectangle(world, CW_RING_OBSTACLE, wall, y - 1, wall + thick, middle - door / 2);
        crowd_rectangle(world, CW_RING_OBSTACLE, wall, middle + door / 2, wall + thick, y + 15);
    }
    assert_int_equal(cw_surface_from_plan(context, &world->plan, NULL, &world->surface), CW_OK);
}

/// A hall, a ramp beside it, and a gallery 3 m above the hall.
static void ramp_hall(crowd_world *world, cw_vec2 shift) {
    double x = shift.x, y = shift.y, h = 3;
    const cw_vec3 corners[] = {{x, y, 0},           {x + 20, y, 0},     {x + 20, y + 4, 0},
                               {x, y + 4, 0},       {x, y + 8, 0},      {x + 20, y + 8, 0},
                               {x + 34, y, h},      {x + 34, y + 4, h}, {x + 34, y + 8, h},
                               {x + 2, y + 4.5, h}, {x + 2, y + 8, h},  {x + 34, y + 4.5, h}};
    const uint32_t triangles[] = {0, 1, 2, 0, 2, 3,  3, 2, 5, 3,  5, 4,  1, 6,
                                  7, 1, 7, 2, 9, 11, 8, 9, 8, 10, 7, 11, 9};
    assert_ok(cw_surface_from_triangles(context, corners, 12, triangles, 9, NULL, &world->surface));
}

static void make_place(crowd_world *world, cw_vec2 shift, double door, bool floors) {
    *world = (crowd_world){.context = context};
    if (floors) {
        ramp_hall(world, shift);
    } else {
        random_hall(world, shift, door);
    }
    assert_int_equal(cw_navmesh_build(context, &world->surface, NULL, &world->mesh), CW_OK);
    assert_int_equal(cw_clearance_build(context, &world->mesh, &world->clearance), CW_OK);
}

typedef struct random_case {
    uint64_t seed;
    crowd_world place, other;
    uint32_t journeys[JOURNEYS], journey_count;
    cw_agent agents[MOST];
    uint32_t count;
    double smallest, largest, fastest, dt;
    bool overlaps, exchanged;
    bool apart[MOST][MOST]; ///< they were apart once
} random_case;

/// An agent of any kind somewhere.
static void add_random(random_case *c, cw_query *query, uint64_t *places) {
    cw_agent_config config = cw_agent_config_default();
    config.radius = pick(4)   ? crowd_draw(c->smallest, c->largest)
                    : pick(2) ? c->smallest
                              : c->largest;
    if (cw_query_random(query, places, config.radius, &config.position) != CW_OK) {
        return;
    }
    if (c->overlaps && c->count > 0 && pick(3) == 0) { // on top of somebody, exactly
        uint32_t on = cw_crowd_find(c->place.crowd, c->agents[pick((int)c->count)]);
        config.position = on == CW_NONE ? config.position : cw_crowd_position(c->place.crowd, on);
    }
    config.speed = crowd_draw(0.1, c->fastest);
    config.max_speed = fmin(10, config.speed * crowd_draw(1, 1.5));
    config.model = (cw_model)pick(4);
    config.goal_rule = pick(3) ? CW_GOAL_BY_MODEL : (cw_goal_rule)pick(3);
    config.at_end = (cw_at_end)pick(2);
    config.time_gap = pick(3) ? 0 : 0.5;
    config.spread = pick(2) ? 0 : crowd_draw(0, 1);
    config.start_time = pick(3) ? 0 : crowd_draw(0, 3);
    config.journey =
        c->journey_count > 0 && pick(5) ? c->journeys[pick((int)c->journey_count)] : CW_NONE;
    cw_agent *agent = &c->agents[c->count];
    if (cw_crowd_add(c->place.crowd, &config, agent) == CW_OK) {
        c->count++;
        if (config.journey == CW_NONE) {
            cw_vec2 way = {crowd_draw(-c->fastest, c->fastest),
                           crowd_draw(-c->fastest, c->fastest)};
            assert_int_equal(cw_crowd_set_velocity(c->place.crowd, *agent, way), CW_OK);
        }
    }
}

static void fill(random_case *c) {
    uint64_t places = c->seed;
    OWNED_HANDLE(cw_query) query = query_of(context, &c->place.clearance);
    for (int i = 0; i < JOURNEYS; i++) {
        cw_vec3 at;
        uint32_t target;
        if (cw_query_random(query, &places, c->smallest, &at) == CW_OK &&
            cw_crowd_add_target(c->place.crowd,
                                &(cw_crowd_target){CW_TARGET_POINT, &at, 1, crowd_draw(0.1, 1)},
                                &target) == CW_OK) {
            const cw_crowd_goal goal = {&target, 1, pick(2) ? 0 : crowd_draw(0, 2)};
            assert_ok(
                cw_crowd_add_journey(c->place.crowd, &goal, 1, &c->journeys[c->journey_count++]));
        }
    }
    for (int i = 20 + pick(MOST - 20); i > 0; i--) {
        add_random(c, query, &places);
    }
}

/// No two that were apart overlap.
static void check_pairs(random_case *c) {
    cw_crowd_agents view = crowd_view(c->place.crowd);
    uint32_t index[MOST];
    for (uint32_t i = 0; i < c->count; i++) {
        index[i] = cw_crowd_find(c->place.crowd, c->agents[i]);
    }
    for (uint32_t i = 0; i < c->count; i++) {
        for (uint32_t j = i + 1; j < c->count; j++) {
            uint32_t a = index[i], b = index[j];
            if (a == CW_NONE || b == CW_NONE || view.state[a] == CW_AGENT_OUTSIDE ||
                view.state[b] == CW_AGENT_OUTSIDE || fabs(view.z[a] - view.z[b]) >= 1.8) {
                continue;
            }
            double gap = hypot(view.x[a] - view.x[b], view.y[a] - view.y[b]) - view.radius[a] -
                         view.radius[b];
            if (c->apart[i][j] && gap < -ENTERED) {
                fail_msg("seed %u: agents %u and %u overlap by %g m", (unsigned)c->seed, i, j,
                         -gap);
            }
            c->apart[i][j] |= gap >= 0;
        }
    }
}

static void disturb(random_case *c, int step) {
    if (c->exchanged && step == 40) {
        assert_int_equal(cw_crowd_set_place(c->place.crowd, &c->other.clearance, NULL), CW_OK);
        memset(c->apart, 0, sizeof c->apart); // who was moved may overlap
    }
    if (c->count > 0 && pick(10) == 0) {
        cw_crowd_remove(c->place.crowd, c->agents[pick((int)c->count)]);
    }
    if (c->count > 0 && c->journey_count > 0 && pick(10) == 0) {
        cw_crowd_set_journey(c->place.crowd, c->agents[pick((int)c->count)],
                             c->journeys[pick((int)c->journey_count)]);
    }
}

static void run_case(uint64_t seed) {
    static random_case c;
    static const double substeps[] = {0.01, 0.02, 0.05, 0.1, 0.2};
    crowd_seed = seed * 0x9e3779b97f4a7c15u + 77;
    c = (random_case){.seed = seed};
    c.smallest = pick(2) ? 0.05 : 0.2;
    c.largest = pick(2) ? 0.3 : 1;
    c.fastest = pick(3) ? crowd_draw(1, 4) : 10;
    c.overlaps = pick(3) == 0;
    c.exchanged = pick(3) == 0;
    const double doors[] = {0, 0.5, 1, 2 * c.smallest, 2 * c.largest};
    cw_vec2 shift = pick(3) ? (cw_vec2){0, 0} : (cw_vec2){pick(2) ? 9.9e6 : -9.9e6, -9.8e6};
    bool floors = pick(5) == 0;
    make_place(&c.place, shift, doors[pick(5)], floors);
    make_place(&c.other, shift, doors[pick(5)], floors);
    cw_crowd_config config = cw_crowd_config_default();
    config.seed = seed;
    config.max_substep = substeps[pick(5)];
    config.shared_routes = pick(3) == 0;
    config.neighbours = pick(3) ? 10 : 1 + (uint32_t)pick(16);
    c.dt = pick(2) ? config.max_substep : crowd_draw(0.01, 0.2);
    assert_int_equal(cw_crowd_create(context, &c.place.clearance, &config, &c.place.crowd), CW_OK);
    fill(&c);
    for (int step = 0; step < 80; step++) {
        disturb(&c, step);
        assert_int_equal(cw_crowd_step(c.place.crowd, c.dt), CW_OK);
        if (cw_crowd_validate(context, c.place.crowd, true) != CW_OK) {
            fail_msg("seed %u: %s", (unsigned)seed, cw_context_message(context));
        }
        check_pairs(&c);
    }
    crowd_free(&c.place);
    crowd_free(&c.other);
}

TEST(random_crowds_enter_nothing) {
    uint64_t cases = getenv("CW_LONG_TESTS") != NULL ? LONG_CASES : SHORT_CASES;
    for (uint64_t seed = 1; seed <= cases; seed++) {
        run_case(seed);
    }
}

/// One walker of each model, alone, to a segment that crosses cells and walls anywhere; tells how
/// many do not come there though they can.
static uint32_t walk_to_segment(uint64_t seed) {
    OWNED(crowd_world) world;
    crowd_seed = seed * 0x9e3779b97f4a7c15u + 77;
    make_place(&world, (cw_vec2){0, 0}, 0, false);
    cw_vec3 from, middle;
    uint64_t places = seed;
    OWNED_HANDLE(cw_query) query = query_of(context, &world.clearance);
    assert_int_equal(cw_query_random(query, &places, 0.25, &from), CW_OK);
    assert_int_equal(cw_query_random(query, &places, 0.25, &middle), CW_OK);
    bool there = false;
    assert_int_equal(cw_query_reachable(query, from, middle, 0.25, &there), CW_OK);
    double angle = crowd_draw(0, 3.14), half = crowd_draw(0.5, 4);
    cw_vec2 way = {half * cos(angle), half * sin(angle)};
    uint32_t lost = 0;
    for (int m = 0; there && m < 4; m++) {
        assert_int_equal(cw_crowd_create(context, &world.clearance, NULL, &world.crowd), CW_OK);
        cw_agent_config config = cw_agent_config_default();
        config.radius = 0.2;
        config.model = (cw_model)m;
        config.journey = crowd_journey_over(&world, (cw_vec2){middle.x - way.x, middle.y - way.y},
                                            (cw_vec2){middle.x + way.x, middle.y + way.y});
        crowd_add(&world, &config, from.x, from.y);
        lost += crowd_run(&world, 0.2, 60, false) == 0;
        cw_crowd_free(world.crowd);
        world.crowd = NULL;
    }
    return lost;
}

TEST(lone_walkers_come_to_any_segment) {
    uint32_t lost = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        lost += walk_to_segment(seed);
    }
    // A segment in a pocket that a center cannot enter, and a way point that changes to and fro.
    lost += walk_to_segment(13214) + walk_to_segment(17559);
    assert_int_equal(lost, 0);
}

TEST_GROUP(make_context, free_context);
