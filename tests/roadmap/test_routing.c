/// Routing over roadmaps: costs against a search over all edges that looks at every node,
/// populations that add up, portals that lie beside their lane, and fallbacks.
#include "made.h"
#include "test.h"
#include "test_owned.h"

/// Metres per lane: positions of nodes are rounded to about a micrometre, and crowds make lanes up
/// to ten times as long.
#define SAME 1e-5

typedef struct world {
    cw_surface surface;
    cw_skeleton skeleton;
    cw_navmesh mesh;
    cw_clearance clearance;
    cw_roadmap roadmap;
    cw_roadmap_query *query;
    cw_query *paths;
    cw_roadmap_traffic traffic;
    uint64_t seed;
} world;

static void open_world(world *w, const cw_plan *plan, double spacing, double rungs) {
    *w = (world){.seed = 7};
    cw_skeleton_config shape = {.miter = 1.2};
    cw_roadmap_config config = cw_roadmap_config_default();
    config.spacing = spacing;
    config.rungs = rungs;
    assert_ok(cw_surface_from_plan(context, plan, NULL, &w->surface));
    assert_ok(cw_skeleton_build(context, &w->surface, &shape, &w->skeleton));
    assert_ok(cw_navmesh_build(context, &w->surface, NULL, &w->mesh));
    assert_ok(cw_clearance_build(context, &w->mesh, &w->clearance));
    assert_ok(cw_roadmap_build(context, &w->skeleton, &w->clearance, &config, &w->roadmap));
    assert_ok(cw_roadmap_query_create(context, &w->roadmap, &w->clearance, &w->query));
    assert_ok(cw_roadmap_traffic_create(context, &w->roadmap, &w->traffic));
    assert_ok(cw_query_create(context, &w->clearance, &w->paths));
}

static void close_world(world *w) {
    cw_query_free(w->paths);
    cw_roadmap_traffic_free(context, &w->traffic);
    cw_roadmap_traffic_free(context, &w->traffic);
    cw_roadmap_query_free(w->query);
    cw_roadmap_free(context, &w->roadmap);
    cw_clearance_free(context, &w->clearance);
    cw_navmesh_free(context, &w->mesh);
    cw_skeleton_free(context, &w->skeleton);
    cw_surface_free(context, &w->surface);
}

static uint32_t draw(world *w, uint32_t count) {
    w->seed = w->seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((w->seed >> 33) % count);
}

/// A place where a disc can stand.
static cw_place draw_place(world *w, double radius) {
    cw_vec3 at = random_of(w->paths, &w->seed, radius);
    return (cw_place){cw_navmesh_locate(&w->mesh, at),
                      cw_clearance_local(&w->mesh, (cw_vec2){at.x, at.y})};
}

static cw_place place_at(const world *w, double x, double y) {
    return (cw_place){cw_navmesh_locate(&w->mesh, (cw_vec3){x, y, 0}),
                      cw_clearance_local(&w->mesh, (cw_vec2){x, y})};
}

static void fill(world *w, uint32_t people) {
    for (uint32_t i = 0; i < people; i++) {
        cw_roadmap_move(&w->traffic, CW_NONE, draw(w, w->traffic.lane_count));
    }
    cw_roadmap_publish(&w->traffic);
}

/// The least costs from a place on an edge to all nodes, over edges of a space or (CW_NONE) of
/// level 0, by looking at every edge until nothing changes.
static void search_all(const world *w, const cw_roadmap_request *request, uint32_t edge,
                       double share, uint32_t space, double *costs) {
    const cw_roadmap *roadmap = &w->roadmap;
    for (uint32_t i = 0; i < roadmap->node_count; i++) {
        costs[i] = INFINITY;
    }
    const cw_roadmap_traffic *traffic = &w->traffic;
    costs[roadmap->edges[edge].to] =
        (1 - share) * cw_roadmap_cost(roadmap, traffic, request->weight, 2 * edge);
    costs[roadmap->edges[edge].from] =
        share * cw_roadmap_cost(roadmap, traffic, request->weight, 2 * edge + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < roadmap->edge_count; i++) {
            const cw_roadmap_edge *e = &roadmap->edges[i];
            if (e->clearance < request->radius - 1e-6 ||
                (space == CW_NONE ? e->level != 0 : e->space != space)) {
                continue;
            }
            double there =
                costs[e->from] + cw_roadmap_cost(roadmap, traffic, request->weight, 2 * i);
            double back =
                costs[e->to] + cw_roadmap_cost(roadmap, traffic, request->weight, 2 * i + 1);
            changed |= there < costs[e->to] - 1e-12 || back < costs[e->from] - 1e-12;
            costs[e->to] = fmin(costs[e->to], there);
            costs[e->from] = fmin(costs[e->from], back);
        }
    }
}

static double distance(cw_vec2 a, cw_vec2 b) {
    return hypot(b.x - a.x, b.y - a.y);
}

static cw_vec2 node_at(const world *w, uint32_t node) {
    cw_vec3 p = w->roadmap.nodes[node].position;
    return cw_clearance_local(&w->mesh, (cw_vec2){p.x, p.y});
}

/// The share of an edge that is nearest to a place, and how far it is.
static double foot_of(const world *w, uint32_t edge, cw_vec2 at, double *away) {
    cw_vec2 a = node_at(w, w->roadmap.edges[edge].from), b = node_at(w, w->roadmap.edges[edge].to);
    double x = b.x - a.x, y = b.y - a.y;
    double share = ((at.x - a.x) * x + (at.y - a.y) * y) / (x * x + y * y);
    share = fmax(0, fmin(1, share));
    *away = distance(at, (cw_vec2){a.x + share * x, a.y + share * y});
    return share;
}

/// Lanes follow each other, everybody fits, and nothing is cheaper between the first and the last.
static void check_route(world *w, const cw_roadmap_request *request, const cw_roadmap_route *route,
                        double *costs) {
    const cw_roadmap *roadmap = &w->roadmap;
    uint32_t first = route->lanes[0] / 2, last = route->lanes[route->lane_count - 1] / 2;
    bool one_space = roadmap->edges[first].space != CW_NONE, ridges = true;
    for (uint32_t i = 0; i < route->lane_count; i++) {
        uint32_t lane = route->lanes[i];
        const cw_roadmap_edge *edge = &roadmap->edges[lane / 2];
        assert_true(edge->clearance >= request->radius - 1e-6);
        one_space = one_space && edge->space == roadmap->edges[first].space;
        ridges = ridges && edge->level == 0 && edge->space == CW_NONE;
        if (i + 1 < route->lane_count) {
            uint32_t next = route->lanes[i + 1];
            uint32_t end = lane % 2 == 0 ? edge->to : edge->from;
            assert_int_equal(end, next % 2 == 0 ? roadmap->edges[next / 2].from
                                                : roadmap->edges[next / 2].to);
        }
    }
    double away_first, away_last;
    double from = foot_of(w, first, request->start.position, &away_first);
    double to = foot_of(w, last, request->goal.position, &away_last);
    bool within = distance(request->start.position, request->goal.position) < request->horizon / 2;
    if ((!ridges && !(one_space && within)) || first == last) {
        return;
    }
    search_all(w, request, first, from, ridges ? CW_NONE : roadmap->edges[first].space, costs);
    const cw_roadmap_edge *edge = &roadmap->edges[last];
    double least = fmin(
        costs[edge->from] + to * cw_roadmap_cost(roadmap, &w->traffic, request->weight, 2 * last),
        costs[edge->to] +
            (1 - to) * cw_roadmap_cost(roadmap, &w->traffic, request->weight, 2 * last + 1));
    assert_true(fabs(route->cost - away_first - away_last - least) <
                SAME * (route->lane_count + 1));
}

/// Portals lead from cell to cell, from the start's to the goal's, and both ends have room.
static void check_ways(const world *w, const cw_roadmap_request *request,
                       const cw_roadmap_route *route) {
    uint32_t cell = request->start.cell;
    double rest = route->length;
    for (uint32_t i = 0; i < route->way_count; i++) {
        const cw_roadmap_way *way = &route->ways[i];
        if (way->edge != CW_NONE) {
            assert_int_equal(w->mesh.edge_cell[way->edge], cell);
            cell = w->mesh.edge_cell[w->mesh.edge_twin[way->edge]];
        }
        assert_int_equal(way->cell, cell);
        assert_true(way->rest <= rest + 1e-9);
        rest = way->rest;
        cw_vec2 ends[2] = {way->right, way->left};
        for (int k = 0; k < 2; k++) {
            cw_vec2 plan = cw_clearance_plan(&w->mesh, ends[k]);
            uint32_t own = cw_navmesh_locate(&w->mesh, (cw_vec3){plan.x, plan.y, 0});
            assert_true(own != CW_NONE);
            double room = cw_clearance_at(&w->clearance, own, ends[k], NULL);
            assert_true(room >= request->radius - 1e-5);
        }
    }
    assert_true(route->length >= distance(request->start.position, request->goal.position) - 1e-5);
}

static void ask_many(world *w, double radius, uint32_t count, uint32_t *found,
                     uint32_t *on_ridges) {
    double *costs = test_calloc(w->roadmap.node_count, sizeof *costs);
    for (uint32_t i = 0; i < count; i++) {
        cw_roadmap_request request = cw_roadmap_request_default();
        request.start = draw_place(w, radius);
        request.goal = draw_place(w, radius);
        request.radius = radius;
        request.horizon = i % 3 == 0 ? 1000 : 5;
        request.weight = (cw_roadmap_weight)(i % 3);
        cw_roadmap_route route;
        assert_ok(cw_roadmap_find(w->query, &request, &w->traffic, &route));
        if (!route.found) {
            continue;
        }
        (*found)++;
        *on_ridges += w->roadmap.edges[route.lanes[0] / 2].space == CW_NONE;
        check_route(w, &request, &route, costs);
        check_ways(w, &request, &route);
    }
    test_free(costs);
}

TEST(routes_cost_no_more_than_by_a_search_over_everything) {
    uint32_t found = 0, on_ridges = 0, asked = 0;
    for (int family = 0; family < CW_SCENE_FAMILY_COUNT; family++) {
        for (uint32_t i = 0; i < 2; i++) {
            cw_scene_config config = cw_scene_config_default();
            config.family = (cw_scene_family)family;
            config.vertices = 100;
            config.seed = 20 + i;
            config.rotation = i * 0.3;
            world w;
            OWNED(cw_plan) plan = plan_of_scene(context, &config);
            open_world(&w, &plan, i == 0 ? 0.5 : 2, i == 0 ? 0 : 3);
            fill(&w, w.roadmap.edge_count);
            ask_many(&w, 0.02, 12, &found, &on_ridges);
            asked += 12;
            close_world(&w);
        }
    }
    assert_true(found > asked / 2);
    assert_true(on_ridges > 10 && on_ridges < found);
}

TEST(the_office_is_routed_for_everybody_who_fits) {
    OWNED(cw_plan) plan = {0};
    world w;
    uint32_t found = 0, on_ridges = 0;
    assert_ok(cw_scene_office(context, &plan));
    open_world(&w, &plan, 0.7, 0);
    fill(&w, 2000);
    ask_many(&w, 0.25, 60, &found, &on_ridges);
    assert_true(found > 50);
    close_world(&w);
}

TEST(populations_add_up_whatever_happens) {
    enum { PEOPLE = 300, STEPS = 4000 };
    uint32_t lanes[PEOPLE];
    OWNED(cw_plan) plan = {0};
    world w;
    assert_ok(cw_scene_office(context, &plan));
    open_world(&w, &plan, 0.7, 0);
    for (int i = 0; i < PEOPLE; i++) {
        lanes[i] = CW_NONE;
    }
    for (uint32_t step = 0; step < STEPS; step++) {
        uint32_t who = draw(&w, PEOPLE), on_map = 0, sum = 0;
        uint32_t next = draw(&w, 5) == 0 ? CW_NONE : draw(&w, w.traffic.lane_count);
        cw_roadmap_move(&w.traffic, lanes[who], next);
        lanes[who] = next;
        if (step % 50 == 0) {
            cw_roadmap_publish(&w.traffic);
            for (uint32_t i = 0; i < w.traffic.lane_count; i++) {
                sum += w.traffic.now[i];
                assert_int_equal(w.traffic.now[i], w.traffic.seen[i]);
            }
            for (int i = 0; i < PEOPLE; i++) {
                on_map += lanes[i] != CW_NONE;
            }
            assert_int_equal(sum, on_map);
            assert_int_equal(w.traffic.people, on_map);
        }
    }
    close_world(&w);
}

TEST(what_is_not_published_is_not_seen) {
    OWNED(cw_plan) plan = {0};
    cw_vec2 hall[4] = {{0, 0}, {20, 0}, {20, 4}, {0, 4}};
    world w;
    assert_ok(cw_plan_add(context, &plan, CW_RING_OUTER, 0, hall, 4));
    open_world(&w, &plan, 1, 0);
    double before = cw_roadmap_cost(&w.roadmap, &w.traffic, CW_ROADMAP_DENSITY, 0);
    assert_true(before == w.roadmap.edges[0].length);
    cw_roadmap_move(&w.traffic, CW_NONE, 0);
    assert_true(cw_roadmap_cost(&w.roadmap, &w.traffic, CW_ROADMAP_DENSITY, 0) == before);
    cw_roadmap_publish(&w.traffic);
    double same = cw_roadmap_cost(&w.roadmap, &w.traffic, CW_ROADMAP_DENSITY, 0);
    double against = cw_roadmap_cost(&w.roadmap, &w.traffic, CW_ROADMAP_DENSITY, 1);
    assert_true(same > before && fabs((against - before) - 2 * (same - before)) < 1e-12);
    assert_true(cw_roadmap_cost(&w.roadmap, &w.traffic, CW_ROADMAP_SEED, 0) == before);
    assert_true(cw_roadmap_cost(&w.roadmap, NULL, CW_ROADMAP_DENSITY, 0) == before);
    assert_string_equal(cw_roadmap_weight_name(CW_ROADMAP_SEED), "seed");
    assert_null(cw_roadmap_weight_name((cw_roadmap_weight)3));
    close_world(&w);
}

/// Two rooms beside each other with a wall between them that has a gap.
static void add_rooms(cw_plan *plan, double gap) {
    cw_vec2 outer[4] = {{0, 0}, {20, 0}, {20, 10}, {0, 10}};
    cw_vec2 low[4] = {{9, 0}, {9, 4}, {11, 4}, {11, 0}};
    cw_vec2 high[4] = {{9, 4 + gap}, {9, 10}, {11, 10}, {11, 4 + gap}};
    assert_ok(cw_plan_add(context, plan, CW_RING_OUTER, 0, outer, 4));
    assert_ok(cw_plan_add(context, plan, CW_RING_OBSTACLE, 0, low, 4));
    assert_ok(cw_plan_add(context, plan, CW_RING_OBSTACLE, 0, high, 4));
}

TEST(where_a_radius_has_no_way_the_roadmap_says_so) {
    OWNED(cw_plan) plan = {0};
    world w;
    add_rooms(&plan, 1);
    open_world(&w, &plan, 0.7, 0);
    cw_roadmap_request request = cw_roadmap_request_default();
    request.start = place_at(&w, 2, 5);
    request.goal = place_at(&w, 18, 5);
    cw_roadmap_route route;
    request.radius = 0.45;
    assert_ok(cw_roadmap_find(w.query, &request, NULL, &route));
    assert_true(route.found && route.way_count > 2);
    request.radius = 0.55;
    assert_ok(cw_roadmap_find(w.query, &request, NULL, &route));
    assert_false(route.found);
    request.start.cell = CW_NONE;
    assert_ok(cw_roadmap_find(w.query, &request, NULL, &route));
    assert_false(route.found);
    request.radius = -1;
    assert_int_equal(cw_roadmap_find(w.query, &request, NULL, &route), CW_ERROR_ARGUMENT);
    close_world(&w);
}

TEST(people_spread_over_lanes_and_directions_part) {
    enum { PEOPLE = 200 };
    OWNED(cw_plan) plan = {0};
    world w;
    cw_vec2 square[4] = {{0, 0}, {40, 0}, {40, 40}, {0, 40}};
    assert_ok(cw_plan_add(context, &plan, CW_RING_OUTER, 0, square, 4));
    open_world(&w, &plan, 1, 0);
    uint32_t lanes_used = 0, most = 0, least = 0;
    for (uint32_t i = 0; i < PEOPLE; i++) {
        cw_roadmap_request request = cw_roadmap_request_default();
        request.start = place_at(&w, i % 2 == 0 ? 3 : 37, 8);
        request.goal = place_at(&w, i % 2 == 0 ? 37 : 3, 8);
        request.radius = 0.25;
        cw_roadmap_route route;
        assert_ok(cw_roadmap_find(w.query, &request, &w.traffic, &route));
        assert_true(route.found);
        for (uint32_t k = 0; k < route.lane_count; k++) {
            cw_roadmap_move(&w.traffic, CW_NONE, route.lanes[k]);
        }
        cw_roadmap_publish(&w.traffic);
    }
    for (uint32_t i = 0; i < w.roadmap.edge_count; i++) {
        uint32_t there = w.traffic.now[2 * i], back = w.traffic.now[2 * i + 1];
        // The lanes that lead across; everybody comes and goes on those beside the other walls.
        bool lane =
            w.roadmap.edges[i].level > 0 && w.roadmap.walls[w.roadmap.edges[i].left].along.y == 0;
        lanes_used += lane && there + back > 0;
        most += lane ? (there > back ? there : back) : 0;
        least += lane ? (there > back ? back : there) : 0;
    }
    assert_true(lanes_used >= 6 && most == PEOPLE);
    assert_int_equal(least, 0);
    close_world(&w);
}

TEST(rungs_join_neighbouring_lanes) {
    OWNED(cw_plan) plan = {0};
    world w;
    cw_vec2 square[4] = {{0, 0}, {40, 0}, {40, 40}, {0, 40}};
    assert_ok(cw_plan_add(context, &plan, CW_RING_OUTER, 0, square, 4));
    open_world(&w, &plan, 1, 5);
    uint32_t first = w.roadmap.edge_count - w.roadmap.rung_count;
    assert_true(w.roadmap.rung_count > 100);
    for (uint32_t i = 0; i < w.roadmap.edge_count; i++) {
        const cw_roadmap_edge *e = &w.roadmap.edges[i];
        assert_int_equal((e->flags & CW_ROADMAP_RUNG) != 0, i >= first);
        if (i >= first) {
            assert_true(fabs(e->length - 1) < 1e-9);
            assert_true(e->clearance >= e->level - 1e-9 && e->space == 0);
            assert_true(fabs(w.roadmap.nodes[e->to].offset - e->level - 1) < 1e-9);
        }
    }
    close_world(&w);
}

/// A street of 4 m that turns every 30 m: nothing leads around those who come from the other end.
static void add_winding_street(cw_plan *plan) {
    enum { BENDS = 10 };
    cw_vec2 ring[2 * BENDS + 2];
    for (uint32_t i = 0; i <= BENDS; i++) {
        double y = i % 2 == 0 ? 0 : 10;
        ring[i] = (cw_vec2){30.0 * i, y};
        ring[2 * BENDS + 1 - i] = (cw_vec2){30.0 * i, y + 4};
    }
    assert_ok(cw_plan_add(context, plan, CW_RING_OUTER, 0, ring, 2 * BENDS + 2));
}

/// Two streams of people, one from each end of the street.
static void add_streams(cw_crowd *crowd, uint32_t people) {
    uint32_t targets[2], journeys[2];
    for (uint32_t i = 0; i < 2; i++) {
        cw_vec3 end = {i == 0 ? 298 : 2, 2, 0};
        cw_crowd_target point = {CW_TARGET_POINT, &end, 1, 1};
        assert_ok(cw_crowd_add_target(crowd, &point, &targets[i]));
        cw_crowd_goal stop = {&targets[i], 1, 0};
        assert_ok(cw_crowd_add_journey(crowd, &stop, 1, &journeys[i]));
    }
    for (uint32_t i = 0; i < people; i++) {
        cw_agent_config agent = cw_agent_config_default();
        double along = 5 + 0.7 * (i / 8);
        double across = 1 + 0.7 * (i / 2 % 4) + along / 3;
        cw_agent handle;
        agent.radius = 0.25;
        agent.position = (cw_vec3){i % 2 == 0 ? along : 300 - along, across, 0};
        agent.journey = journeys[i % 2];
        assert_ok(cw_crowd_add(crowd, &agent, &handle));
    }
}

TEST(nobody_looks_for_another_route_that_cannot_be_worth_it) {
    enum { PEOPLE = 40 };
    OWNED(cw_plan) plan = {0};
    world w;
    add_winding_street(&plan);
    open_world(&w, &plan, 10, 0);
    cw_crowd *crowd = NULL;
    assert_ok(cw_crowd_create(context, &w.clearance, NULL, &crowd));
    assert_ok(cw_crowd_use_roadmap(crowd, &w.roadmap, CW_ROADMAP_DENSITY));
    add_streams(crowd, PEOPLE);
    while (cw_crowd_time(crowd) < 130) { // they meet in the middle and walk past each other
        assert_ok(cw_crowd_step(crowd, 0.5));
    }
    cw_crowd_routing routing = cw_crowd_get_routing(crowd);
    assert_in_range(routing.searches, PEOPLE, PEOPLE + 4); // and some who were pushed aside
    assert_int_equal(routing.on_map, PEOPLE);
    cw_crowd_free(crowd);
    close_world(&w);
}

/// Lanes lead to a segment from anywhere; it is crossed from where one comes to it.
TEST(a_segment_at_the_end_of_lanes_is_crossed_at_once) {
    static const cw_vec2 hall[] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
    static const cw_vec3 ends[] = {{1, 1, 0}, {1, 9, 0}};
    OWNED(cw_plan) plan = {0};
    world w;
    assert_ok(cw_plan_add(context, &plan, CW_RING_OUTER, 0, hall, 4));
    open_world(&w, &plan, 0.7, 0);
    for (int m = 0; m < 4; m++) {
        cw_crowd *crowd = NULL;
        assert_ok(cw_crowd_create(context, &w.clearance, NULL, &crowd));
        assert_ok(cw_crowd_use_roadmap(crowd, &w.roadmap, CW_ROADMAP_DENSITY));
        cw_crowd_target target = {CW_TARGET_SEGMENT, ends, 2, 0};
        uint32_t index;
        cw_agent_config agent = cw_agent_config_default();
        cw_agent handle;
        agent.model = (cw_model)m;
        agent.position = (cw_vec3){2.07, 4.8, 0};
        assert_ok(cw_crowd_add_target(crowd, &target, &index));
        assert_ok(cw_crowd_add_journey(crowd, &(cw_crowd_goal){&index, 1, 0}, 1, &agent.journey));
        assert_ok(cw_crowd_add(crowd, &agent, &handle));
        assert_ok(cw_crowd_step(crowd, 2));
        assert_int_equal(cw_crowd_find(crowd, handle), CW_NONE);
        cw_crowd_free(crowd);
    }
    close_world(&w);
}

/// Seconds that 50 people take in sum to cross a hall of 500 pillars, on lanes or on paths.
static double cross_pillars(world *w, bool on_lanes) {
    enum { PEOPLE = 50 };
    cw_crowd *crowd = NULL;
    double sum = 0;
    w->seed = 1;
    assert_ok(cw_crowd_create(context, &w->clearance, NULL, &crowd));
    assert_ok(cw_crowd_use_roadmap(crowd, on_lanes ? &w->roadmap : NULL, CW_ROADMAP_DENSITY));
    for (uint32_t i = 0; i < PEOPLE; i++) {
        cw_agent_config agent = cw_agent_config_default();
        cw_agent handle;
        cw_vec3 goal;
        uint32_t target;
        do {
            assert_ok(cw_query_random(w->paths, &w->seed, 0.25, &agent.position));
            assert_ok(cw_query_random(w->paths, &w->seed, 0.25, &goal));
            cw_crowd_target point = {CW_TARGET_POINT, &goal, 1, 1};
            cw_crowd_goal stop = {&target, 1, 0};
            assert_ok(cw_crowd_add_target(crowd, &point, &target));
            assert_ok(cw_crowd_add_journey(crowd, &stop, 1, &agent.journey));
        } while (cw_crowd_add(crowd, &agent, &handle) != CW_OK); // on somebody else
    }
    cw_crowd_agents people;
    cw_crowd_view(crowd, &people);
    for (; people.count > 0 && cw_crowd_time(crowd) < 200; cw_crowd_view(crowd, &people)) {
        sum += 0.1 * people.count;
        assert_ok(cw_crowd_step(crowd, 0.1));
    }
    assert_int_equal(people.count, 0);
    cw_crowd_free(crowd);
    return sum;
}

/// Lanes between pillars are shorter than wide: ways across them would cross each other, and send
/// people to and fro.
TEST(nobody_walks_to_and_fro_among_pillars) {
    OWNED(cw_plan) plan = {0};
    world w = {.seed = 3};
    static const cw_vec2 hall[] = {{0, 0}, {64, 0}, {64, 52}, {0, 52}};
    assert_ok(cw_plan_add(context, &plan, CW_RING_OUTER, 0, hall, 4));
    for (int i = 0; i < 500; i++) {
        cw_vec2 ring[8];
        double x = 1.6 + 2.5 * (i % 25) + draw(&w, 1000) * 0.0008;
        double y = 1.6 + 2.5 * (i / 25) + draw(&w, 1000) * 0.0008;
        double radius = 0.25 + draw(&w, 1000) * 0.00035;
        for (int k = 0; k < 8; k++) {
            ring[k] = (cw_vec2){x + radius * cos(k * 0.785398), y + radius * sin(k * 0.785398)};
        }
        assert_ok(cw_plan_add(context, &plan, CW_RING_OBSTACLE, 0, ring, 8));
    }
    open_world(&w, &plan, 1.5, 0);
    double lanes = cross_pillars(&w, true), paths = cross_pillars(&w, false);
    if (lanes > 1.25 * paths) {
        fail_msg("%g s on lanes, %g s on paths", lanes, paths);
    }
    close_world(&w);
}

/// A route looks at all lanes for its first 60 m only; on the long ways of a town people look
/// again.
TEST(lanes_are_chosen_anew_on_a_long_way) {
    enum { PEOPLE = 200 };
    OWNED(cw_plan) plan = {0};
    world w;
    assert_ok(cw_scene_town(context, 1, &plan));
    open_world(&w, &plan, 1.5, 0);
    cw_crowd *crowd = NULL;
    assert_ok(cw_crowd_create(context, &w.clearance, NULL, &crowd));
    assert_ok(cw_crowd_use_roadmap(crowd, &w.roadmap, CW_ROADMAP_DENSITY));
    for (uint32_t i = 0; i < PEOPLE; i++) {
        cw_agent_config agent = cw_agent_config_default();
        cw_agent handle;
        uint32_t target;
        assert_ok(cw_query_random(w.paths, &w.seed, 0.3, &agent.position));
        cw_vec3 goal = random_of(w.paths, &w.seed, 0.3);
        cw_crowd_target point = {CW_TARGET_POINT, &goal, 1, 1};
        cw_crowd_goal stop = {&target, 1, 0};
        assert_ok(cw_crowd_add_target(crowd, &point, &target));
        assert_ok(cw_crowd_add_journey(crowd, &stop, 1, &agent.journey));
        assert_ok(cw_crowd_add(crowd, &agent, &handle));
    }
    while (cw_crowd_time(crowd) < 200) {
        assert_ok(cw_crowd_step(crowd, 0.5));
    }
    cw_crowd_routing routing = cw_crowd_get_routing(crowd);
    assert_true(routing.switches >= PEOPLE);
    cw_crowd_free(crowd);
    close_world(&w);
}

TEST_GROUP(make_context, free_context);
