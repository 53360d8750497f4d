/// Shared routes: tables against plain searches on halls, pillars, floors above each other and
/// cells with dents, for every kind of target; everybody starts at once and arrives; bytes do not
/// depend on workers; the place may be exchanged.
#include "crowd/crowd.h"
#include "crowd_world.h"
#include "made.h"
#include "test.h"
#include "test_owned.h"

/// A hall of 20 x 14 m with random boxes and triangles, and a wall with a door.
static void plan_hall(crowd_world *world) {
    crowd_rectangle(world, CW_RING_OUTER, 0, 0, 20, 14);
    for (int i = 0; i < 9; i++) {
        double x = crowd_draw(0, 20), y = crowd_draw(0, 14), size = crowd_draw(0.2, 2);
        const cw_vec2 ring[] = {{x, y}, {x + size, y + 0.3}, {x + 0.4, y + size}};
        if (i % 2 == 0) {
            crowd_rectangle(world, CW_RING_OBSTACLE, x, y, x + crowd_draw(0.1, 3), y + size);
        } else {
            put_ring(context, &world->plan, CW_RING_OBSTACLE, ring, 3);
        }
    }
    crowd_rectangle(world, CW_RING_OBSTACLE, 9, -1, 9.5, 6);
    crowd_rectangle(world, CW_RING_OBSTACLE, 9, 7, 9.5, 15);
}

/// A hall, a ramp beside it, and a gallery 3 m above the hall.
static void surface_with_gallery(crowd_world *world) {
    const cw_vec3 corners[] = {{0, 0, 0},  {20, 0, 0},  {20, 4, 0}, {0, 4, 0},
                               {0, 8, 0},  {20, 8, 0},  {34, 0, 3}, {34, 4, 3},
                               {34, 8, 3}, {2, 4.5, 3}, {2, 8, 3},  {34, 4.5, 3}};
    const uint32_t triangles[] = {0, 1, 2, 0, 2, 3,  3, 2, 5, 3,  5, 4,  1, 6,
                                  7, 1, 7, 2, 9, 11, 8, 9, 8, 10, 7, 11, 9};
    assert_ok(cw_surface_from_triangles(context, corners, 12, triangles, 9, NULL, &world->surface));
}

enum { HALLS = 12, PILLARS = HALLS, GALLERY, DENTS, PLACES };

static void make_place(crowd_world *world, int place, bool shared) {
    *world = (crowd_world){.context = context};
    cw_navmesh_config config = cw_navmesh_config_default();
    if (place == GALLERY) {
        surface_with_gallery(world);
    } else {
        if (place < HALLS) {
            plan_hall(world);
        } else {
            crowd_pillars(world);
        }
        assert_int_equal(cw_surface_from_plan(context, &world->plan, NULL, &world->surface), CW_OK);
    }
    config.alpha = place == DENTS || place % 3 == 2 ? 1.5 : 0;
    config.tau = config.alpha > 0 ? 0.3 : 0;
    assert_int_equal(cw_navmesh_build(context, &world->surface, &config, &world->mesh), CW_OK);
    assert_int_equal(cw_clearance_build(context, &world->mesh, &world->clearance), CW_OK);
    cw_crowd_config crowd = cw_crowd_config_default();
    crowd.shared_routes = shared;
    assert_int_equal(cw_crowd_create(context, &world->clearance, &crowd, &world->crowd), CW_OK);
}

/// A target of a kind around a place where a disc can stand.
static uint32_t add_target(crowd_world *world, cw_query *query, int kind) {
    uint64_t places = (uint64_t)crowd_draw(1, 1e9);
    uint32_t index = CW_NONE;
    cw_vec3 at = random_of(query, &places, 0.4);
    cw_vec3 points[4] = {at, {at.x + 0.7, at.y + 0.2, at.z}, {at.x + 0.6, at.y + 1, at.z}};
    cw_crowd_target target = {(cw_crowd_target_kind)kind, points, (uint32_t)kind + 1, 0};
    assert_int_equal(cw_crowd_add_target(world->crowd, &target, &index), CW_OK);
    return index;
}

/// A journey with one goal: one target of each kind in turn, or the nearest of three.
static uint32_t add_journey(crowd_world *world, int kind) {
    uint32_t targets[3], journey;
    OWNED_HANDLE(cw_query) query = query_of(context, &world->clearance);
    uint32_t count = kind < 3 ? 1 : 3;
    for (uint32_t i = 0; i < count; i++) {
        targets[i] = add_target(world, query, kind < 3 ? kind : (int)i);
    }
    cw_crowd_goal goal = {targets, count, 0};
    assert_int_equal(cw_crowd_add_journey(world->crowd, &goal, 1, &journey), CW_OK);
    return journey;
}

/// The length of the shortest path from a place of a table to the nearest of its goals; INFINITY
/// when there is none.
static double shortest(const cw_crowd *crowd, cw_query *query, const cw_route_table *table,
                       uint32_t part) {
    cw_vec3 goals[4096];
    uint32_t count = 0, cell = crowd->mesh.edge_cell[table->parts[part].edge];
    for (uint32_t i = 0; i < table->goal_count && count < 4096; i++) {
        cw_place place = table->goals[i].place;
        goals[count++] = (cw_vec3){place.position.x, place.position.y,
                                   cw_crowd_height(crowd, place.cell, place.position)};
    }
    const cw_crowd_portal *portal = &crowd->pool.portals.items[table->first + part];
    bool known = portal->rest < INFINITY;
    cw_vec2 at = known ? table->cross[part] : portal->right;
    cw_path_request request = cw_path_request_default();
    request.start = (cw_vec3){at.x, at.y, cw_crowd_height(crowd, cell, at)};
    request.goals = goals;
    request.goal_count = count;
    request.radius = table->radius - 1e-9;
    request.reach = 1e-6;
    cw_path path = path_asked(query, &request);
    return path.status == CW_PATH_FOUND ? path.length : INFINITY;
}

typedef struct sums {
    uint32_t parts, closed;
    double all, best, worst;
} sums;

/// The same part of a portal, crossed the other way.
static uint32_t other_way(const cw_crowd *crowd, const cw_route_table *table, uint32_t part) {
    const cw_crowd_portal *portals = crowd->pool.portals.items + table->first;
    uint32_t cell = portals[part].cell;
    for (uint32_t i = table->cell_first[cell]; i < table->cell_first[cell + 1]; i++) {
        if (table->parts[i].edge == crowd->mesh.edge_twin[table->parts[part].edge] &&
            cw_vec2_distance(portals[i].right, portals[part].left) < 1e-6) {
            return i;
        }
    }
    fail_msg("part %u has no twin", part);
    return CW_NONE;
}

/// No way of a table is shorter than the shortest; of the two directions of a portal one is not
/// much longer; and there is a way where there is a path.
static void check_table(const cw_crowd *crowd, const cw_route_table *table, sums *s) {
    const cw_crowd_portal *portals = crowd->pool.portals.items + table->first;
    OWNED_HANDLE(cw_query) query = query_of(context, &crowd->clearance);
    for (uint32_t i = 0; i < table->part_count; i++) {
        double rest = portals[i].rest, least = shortest(crowd, query, table, i);
        assert_true(rest >= least - 1e-6);
        uint32_t other = other_way(crowd, table, i);
        if (!(rest < INFINITY)) {
            s->closed++;
            assert_true(portals[other].rest < INFINITY || !(least < INFINITY));
            continue;
        }
        uint32_t after = crowd->pool.after.items[table->first + i] - table->first;
        assert_true(after < table->count && portals[after].rest <= rest);
        if (rest <= portals[other].rest) { // who is here goes this way
            s->parts++;
            s->all += rest;
            s->best += least;
            s->worst = fmax(s->worst, rest / (least + 1));
        }
    }
}

TEST(tables_agree_with_plain_searches) {
    sums s = {0};
    for (int place = 0; place < PLACES; place++) {
        OWNED(crowd_world) world;
        make_place(&world, place, true);
        for (int kind = 0; kind < 4; kind++) {
            cw_agent_config config = cw_agent_config_default();
            config.radius = kind % 2 ? 0.197 : crowd_draw(0.1, 0.4);
            config.journey = add_journey(&world, kind);
            cw_agent agent;
            uint64_t places = 5;
            uint32_t table;
            OWNED_HANDLE(cw_query) query = query_of(context, &world.clearance);
            assert_ok(cw_query_random(query, &places, config.radius, &config.position));
            assert_int_equal(cw_crowd_add(world.crowd, &config, &agent), CW_OK);
            uint32_t index = cw_crowd_find(world.crowd, agent);
            assert_int_equal(cw_crowd_table_of(world.crowd, index, CW_NONE, &table), CW_OK);
            check_table(world.crowd, &world.crowd->tables.items[table], &s);
        }
    }
    printf("%u parts, %u closed, %.4f times the shortest, at worst %.3f\n", s.parts, s.closed,
           s.all / s.best, s.worst);
    assert_true(s.parts > 1000);
    assert_true(s.all < 1.08 * s.best);
    assert_true(s.worst < 1.5); // and a metre
}

/// Adds people at random places; gives how many found room.
static uint32_t add_people(crowd_world *world, uint32_t journey, uint32_t count) {
    uint64_t places = 7;
    uint32_t added = 0;
    OWNED_HANDLE(cw_query) query = query_of(context, &world->clearance);
    for (uint32_t i = 0; i < count; i++) {
        cw_agent_config config = cw_agent_config_default();
        cw_agent agent;
        config.radius = 0.1 + 0.0137 * (i % 7);
        config.journey = journey;
        if (cw_query_random(query, &places, config.radius, &config.position) == CW_OK &&
            cw_crowd_has_room(world->crowd, config.position, config.radius)) {
            added += cw_crowd_add(world->crowd, &config, &agent) == CW_OK;
        }
    }
    return added;
}

/// How many of those who are there can reach their goal: plain searches, by another crowd.
static uint32_t count_reachable(cw_crowd *crowd) {
    assert_int_equal(cw_crowd_step(crowd, 0.01), CW_OK);
    cw_crowd_agents view = crowd_view(crowd);
    uint32_t count = 0, events;
    for (uint32_t i = 0; i < view.count; i++) {
        count += view.state[i] == CW_AGENT_WALKING;
    }
    const cw_crowd_event *event = cw_crowd_events(crowd, &events);
    for (uint32_t i = 0; i < events; i++) {
        count += event[i].kind == CW_EVENT_ARRIVED;
    }
    return count;
}

/// In every place, to every kind of target: who can get there walks from the first substep on, and
/// arrives.
TEST(everybody_starts_at_once_and_arrives) {
    for (int place = 0; place < PLACES; place++) {
        crowd_world world[2];
        uint32_t added[2], walking[2], journey;
        uint64_t before = crowd_seed;
        for (int shared = 0; shared < 2; shared++) {
            crowd_seed = before; // the same place and target
            make_place(&world[shared], place, shared);
            journey = add_journey(&world[shared], place % 4);
            added[shared] = add_people(&world[shared], journey, 60);
            walking[shared] = count_reachable(world[shared].crowd);
        }
        assert_int_equal(added[0], added[1]);
        assert_int_equal(walking[0], walking[1]);
        uint32_t arrived = crowd_run(&world[1], 0.2, 200, true);
        cw_crowd_agents view = crowd_view(world[1].crowd);
        uint32_t gone = added[1] - view.count;
        if (gone != walking[1]) {
            fail_msg("place %d: %u of %u, %u arrived", place, gone, walking[1], arrived);
        }
        crowd_free(&world[0]);
        crowd_free(&world[1]);
    }
}

/// A street grid with 3,000 people, four exits and a place that is exchanged on the way.
static uint64_t run_city(uint32_t workers) {
    cw_context_config config = cw_context_config_default();
    config.workers = workers;
    crowd_world world[2] = {{0}, {0}};
    cw_context *own;
    assert_int_equal(cw_context_create(&config, &own), CW_OK);
    cw_crowd_config crowd = cw_crowd_config_default();
    crowd.shared_routes = true;
    crowd.max_substep = 0.1;
    for (int w = 0; w < 2; w++) {
        world[w].context = own;
        crowd_rectangle(&world[w], CW_RING_OUTER, 0, 0, 93, 93);
        for (int i = 0; i < 100; i++) {
            double x = 3 + 9 * (i % 10), y = 3 + 9 * (double)(i / 10);
            crowd_rectangle(&world[w], CW_RING_OBSTACLE, x, y, x + 6, y + (w == 1 ? 6.5 : 6));
        }
        crowd_build(&world[w], &crowd);
    }
    uint32_t exits[4], journey;
    for (int i = 0; i < 4; i++) {
        cw_vec3 point = {i % 2 ? 91.5 : 1.5, i / 2 ? 91.5 : 1.5, 0};
        cw_crowd_target target = {CW_TARGET_POINT, &point, 1, 1.2};
        assert_int_equal(cw_crowd_add_target(world[0].crowd, &target, &exits[i]), CW_OK);
    }
    cw_crowd_goal goal = {exits, 4, 0};
    assert_int_equal(cw_crowd_add_journey(world[0].crowd, &goal, 1, &journey), CW_OK);
    cw_agent_config person = cw_agent_config_default();
    person.journey = journey;
    uint32_t count = crowd_fill(&world[0], &person, 0.6, 0.6, 92, 92, 0.9, 3000);
    assert_int_equal(count, 3000);
    cw_crowd_agents view;
    for (int i = 0; i < 60; i++) {
        assert_int_equal(cw_crowd_step(world[0].crowd, 0.1), CW_OK);
        cw_crowd_view(world[0].crowd, &view);
        uint32_t pushed = 0; // around a corner in this very step, who has moved all the same
        for (uint32_t k = 0; k < view.count && (i == 0 || i == 30); k++) {
            bool walks = view.state[k] == CW_AGENT_WALKING;
            assert_true(walks || hypot(view.vx[k], view.vy[k]) > 0.1 * view.speed[k]);
            pushed += !walks;
        }
        assert_true(pushed <= (i == 0 ? 0 : 3)); // of 3000: all have a way
        if (i == 29) {
            assert_int_equal(cw_crowd_set_place(world[0].crowd, &world[1].clearance, NULL), CW_OK);
        }
    }
    assert_int_equal(cw_crowd_validate(own, world[0].crowd, false), CW_OK);
    assert_true(cw_crowd_get_stats(world[0].crowd).searches < 20);
    uint64_t hash = cw_crowd_hash(world[0].crowd);
    crowd_free(&world[0]);
    crowd_free(&world[1]);
    cw_context_free(own);
    return hash;
}

TEST(workers_do_not_matter) {
    uint64_t one = run_city(1);
    assert_true(one == run_city(2));
    assert_true(one == run_city(7));
}

/// People alone in a hall with pillars walk hardly farther on shared routes than on their own.
TEST(ways_are_nearly_as_short) {
    double walked[2] = {0, 0};
    for (int shared = 0; shared < 2; shared++) {
        OWNED(crowd_world) world;
        cw_crowd_config config = cw_crowd_config_default();
        config.shared_routes = shared;
        config.contact = CW_CONTACT_SOFT; // and blind: nobody is in anybody's way
        config.sight = 0.001;
        world = (crowd_world){.context = context};
        crowd_pillars(&world);
        crowd_build(&world, &config);
        uint32_t journey = crowd_journey_over(&world, (cw_vec2){30, 7}, (cw_vec2){30, 9});
        uint32_t added = add_people(&world, journey, 200), arrived = 0;
        for (int i = 0; i < 600; i++) {
            assert_int_equal(cw_crowd_step(world.crowd, 0.1), CW_OK);
            uint32_t count;
            const cw_crowd_event *events = cw_crowd_events(world.crowd, &count);
            for (uint32_t k = 0; k < count; k++) {
                walked[shared] += events[k].kind == CW_EVENT_ARRIVED ? events[k].walked : 0;
                arrived += events[k].kind == CW_EVENT_ARRIVED;
            }
        }
        assert_int_equal(arrived, added);
    }
    printf("walked %.1f m alone, %.1f m on shared routes\n", walked[0], walked[1]);
    assert_true(walked[1] < 1.03 * walked[0]);
}

TEST_GROUP(make_context, free_context);
