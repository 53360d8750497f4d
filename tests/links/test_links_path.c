/// Paths over links: the cheapest over all sequences, by trying all of them; directions, radii,
/// kinds, costs, slices, and a lack of memory.
#include "failing_allocator.h"
#include "made.h"
#include "test.h"
#include "test_owned.h"

typedef struct world {
    cw_navmesh mesh;
    cw_clearance clearance;
    cw_query *query;
} world;

static void add_box(cw_plan *plan, cw_ring_kind kind, double x, double y, double w, double h) {
    put_box(context, plan, kind, x, y, x + w, y + h);
}

static void make_world(cw_plan *plan, const cw_link_given *links, uint32_t count, world *made) {
    *made = (world){0};
    made->mesh = mesh_of_plan(context, plan, NULL);
    cw_status status = cw_navmesh_add_links(context, &made->mesh, links, count);
    assert_ok(status);
    assert_int_equal(cw_navmesh_validate(context, &made->mesh), CW_OK);
    assert_int_equal(cw_clearance_build(context, &made->mesh, &made->clearance), CW_OK);
    assert_int_equal(cw_query_create(context, &made->clearance, &made->query), CW_OK);
    cw_plan_free(context, plan);
}

static void free_world(world *made) {
    cw_query_free(made->query);
    cw_clearance_free(context, &made->clearance);
    cw_navmesh_free(context, &made->mesh);
}

static cw_link_given point_link(cw_link_kind kind, double x, double y, double u, double v,
                                double cost) {
    cw_link_given link = {.kind = kind, .cost = cost};
    link.from[0] = link.from[1] = (cw_vec3){x, y, 0};
    link.to[0] = link.to[1] = (cw_vec3){u, v, 0};
    return link;
}

static cw_path_request ask(const cw_vec3 *start, const cw_vec3 *goal, double radius) {
    return path_ask(start, goal, radius);
}

static cw_path find(world *w, const cw_path_request *request) {
    return path_asked(w->query, request);
}

/// Legs follow each other, cells and portals alternate, and the sums are what they should be.
static void check_parts(const world *w, const cw_path *path) {
    double length = 0, link_cost = 0;
    uint32_t link = 0;
    assert_int_equal(path->portal_count + 1, path->cell_count);
    for (uint32_t i = 0; i < path->leg_count; i++) {
        const cw_path_leg *leg = &path->legs[i];
        if (i > 0) {
            assert_true(fabs(leg->from.x - path->legs[i - 1].to.x) < 1e-9);
            assert_true(fabs(leg->from.y - path->legs[i - 1].to.y) < 1e-9);
        }
        if (leg->link) {
            assert_true(link < path->link_count && path->links[link].leg == i);
            const cw_path_link *crossed = &path->links[link++];
            assert_int_equal(path->portals[crossed->portal].edge, CW_NONE);
            assert_true(!crossed->backward || w->mesh.links[crossed->link].kind == CW_LINK_STEP);
            link_cost += crossed->cost;
        }
        if (!leg->arc) {
            length += hypot(leg->to.x - leg->from.x, leg->to.y - leg->from.y);
        } else {
            double r = hypot(leg->from.x - leg->center.x, leg->from.y - leg->center.y);
            double a = atan2(leg->from.y - leg->center.y, leg->from.x - leg->center.x);
            double b = atan2(leg->to.y - leg->center.y, leg->to.x - leg->center.x);
            double turn = leg->ccw ? b - a : a - b;
            length += r * (turn < -1e-9 ? turn + 2 * 3.14159265358979323846 : turn);
        }
    }
    assert_int_equal(link, path->link_count);
    assert_true(fabs(link_cost - path->link_cost) < 1e-9);
    assert_true(fabs(length - path->length) < 1e-6);
}

/// The cheapest way from a place to the goal that crosses links which are not used yet, each at
/// most once: all of them are tried.
static double brute(world *w, cw_vec3 from, cw_vec3 goal, double radius, uint32_t used) {
    cw_path_request request = ask(&from, &goal, radius);
    request.links = CW_LINKS_NONE;
    cw_path path = find(w, &request);
    double best = path.status == CW_PATH_FOUND ? path.length : INFINITY;
    for (uint32_t i = 0; i < w->mesh.link_count; i++) {
        const cw_link *link = &w->mesh.links[i];
        for (int back = 0; back <= (link->kind == CW_LINK_STEP) && !(used >> i & 1); back++) {
            cw_vec3 off = back ? link->to_edge[0] : link->from_edge[0];
            cw_vec3 land = back ? link->from_edge[0] : link->to_edge[0];
            request.goals = &off;
            path = find(w, &request);
            if (path.status == CW_PATH_FOUND) {
                double cost = link->cost > 0 ? (double)link->cost
                                             : sqrt((land.x - off.x) * (land.x - off.x) +
                                                    (land.y - off.y) * (land.y - off.y));
                best =
                    fmin(best, path.length + cost + brute(w, land, goal, radius, used | 1u << i));
            }
        }
    }
    return best;
}

static double uniform(uint64_t *seed, double low, double high) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(*seed >> 11) / 9007199254740992.0;
}

/// Four rooms in a row, of which the first two are joined by a door, with a pillar each.
static void make_rooms(cw_plan *plan) {
    for (int i = 0; i < 4; i++) {
        add_box(plan, CW_RING_OUTER, 12 * i, 0, 10, 8);
        add_box(plan, CW_RING_OBSTACLE, 12 * i + 4, 3, 2, 2);
    }
    add_box(plan, CW_RING_OUTER, 10, 3, 2, 1.2);
}

/// A place with room in a room.
static void place_in(uint64_t *seed, uint32_t room, double *x, double *y) {
    *x = 12.0 * room + uniform(seed, 0.8, 3.2) + (uniform(seed, 0, 1) < 0.5 ? 6 : 0);
    *y = uniform(seed, 0.8, 7.2);
}

TEST(a_path_is_the_cheapest_over_all_sequences_of_links) {
    uint32_t crossed[5] = {0}, none = 0;
    for (uint64_t number = 0; number < 60; number++) {
        uint64_t seed = number + 1;
        cw_plan plan = {0};
        cw_link_given links[4];
        world w;
        make_rooms(&plan);
        for (int i = 0; i < 4; i++) {
            double a[4], cost = uniform(&seed, 0, 1) < 0.5 ? 0 : uniform(&seed, 0.1, 20);
            uint32_t from = (uint32_t)uniform(&seed, 0, 4), to = (uint32_t)uniform(&seed, 0, 3);
            cw_link_kind kind = (cw_link_kind)(uint32_t)uniform(&seed, 0, 3);
            place_in(&seed, from, &a[0], &a[1]);
            place_in(&seed, to >= from ? to + 1 : to, &a[2], &a[3]);
            links[i] = point_link(kind, a[0], a[1], a[2], a[3], cost);
        }
        make_world(&plan, links, 4, &w);
        for (int q = 0; q < 4; q++) {
            cw_vec3 start = {0}, goal = {0};
            double radius = q % 2 == 0 ? 0 : uniform(&seed, 0.1, 0.7);
            place_in(&seed, (uint32_t)uniform(&seed, 0, 4), &start.x, &start.y);
            place_in(&seed, (uint32_t)uniform(&seed, 0, 4), &goal.x, &goal.y);
            double best = brute(&w, start, goal, radius, 0);
            cw_path_request request = ask(&start, &goal, radius);
            cw_path path = find(&w, &request);
            if (isinf(best)) {
                assert_int_not_equal(path.status, CW_PATH_FOUND);
                none++;
                continue;
            }
            assert_int_equal(path.status, CW_PATH_FOUND);
            assert_true(fabs(path.cost - best) < 1e-6);
            assert_int_equal(path.guarantee, CW_PATH_SHORTEST);
            check_parts(&w, &path);
            crossed[path.link_count]++;
            /* Once more, in slices, and with only the length. */
            cw_path slices;
            assert_int_equal(cw_query_begin(w.query, &request, &slices), CW_OK);
            while (slices.status == CW_PATH_RUNNING) {
                assert_int_equal(cw_query_step(w.query, 3, &slices), CW_OK);
            }
            assert_true(slices.cost == path.cost && slices.length == path.length);
            request.length_only = true;
            cw_path only = find(&w, &request);
            assert_true(only.length == slices.length && only.leg_count == 0);
        }
        free_world(&w);
    }
    assert_true(none > 20 && crossed[0] > 20 && crossed[1] > 20 && crossed[2] > 5);
}

TEST(directions_and_kinds_are_kept) {
    for (int kind = 0; kind < 3; kind++) {
        cw_plan plan = {0};
        world w;
        cw_vec3 west = {1, 1, 0}, east = {25, 1, 0};
        make_rooms(&plan);
        cw_link_given link = point_link((cw_link_kind)kind, 21, 4, 25, 4, 0);
        make_world(&plan, &link, 1, &w);
        cw_path_request request = ask(&west, &east, 0.3);
        assert_int_equal(find(&w, &request).status, CW_PATH_FOUND);
        request.links = CW_LINKS_ALL & ~CW_LINK_BIT(kind);
        assert_int_equal(find(&w, &request).status, CW_PATH_DISCONNECTED);
        request = ask(&east, &west, 0.3);
        cw_path back = find(&w, &request);
        assert_int_equal(back.status, kind == CW_LINK_STEP ? CW_PATH_FOUND : CW_PATH_DISCONNECTED);
        if (kind == CW_LINK_STEP) {
            assert_true(back.links[0].backward);
        }
        request.links = 8;
        cw_path path;
        assert_int_equal(cw_query_find(w.query, &request, &path), CW_ERROR_ARGUMENT);
        free_world(&w);
    }
}

/// Two floors 1 m apart; the link over the gap is 1 m wide, along the walls.
static void wide_link(world *w) {
    cw_plan plan = {0};
    cw_link_given link = {
        .kind = CW_LINK_JUMP, .from = {{4, 1.5, 0}, {4, 2.5, 0}}, .to = {{5, 1.5, 0}, {5, 2.5, 0}}};
    add_box(&plan, CW_RING_OUTER, 0, 0, 4, 4);
    add_box(&plan, CW_RING_OUTER, 5, 0, 4, 4);
    make_world(&plan, &link, 1, w);
}

TEST(a_link_is_crossed_by_discs_that_are_no_wider) {
    static const struct {
        double radius;
        bool passes;
    } cases[] = {{0, true}, {0.3, true}, {0.499, true}, {0.5, true}, {0.5001, false}, {1, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        world w;
        cw_vec3 west = {1.2, 2, 0}, east = {7.8, 2, 0};
        wide_link(&w);
        cw_path_request request = ask(&west, &east, cases[i].radius);
        cw_path path = find(&w, &request);
        assert_int_equal(path.status, cases[i].passes ? CW_PATH_FOUND : CW_PATH_DISCONNECTED);
        if (cases[i].passes) { /* it takes off and lands a radius from the edges */
            const cw_path_leg *leg = &path.legs[path.links[0].leg];
            assert_true(fabs(leg->from.x - (4 - cases[i].radius)) < 2e-6);
            assert_true(fabs(leg->to.x - (5 + cases[i].radius)) < 2e-6);
            assert_true(fabs(path.length - 6.6) < 0.05);
            check_parts(&w, &path);
        }
        free_world(&w);
    }
}

TEST(a_dear_link_is_left_alone) {
    for (int dear = 0; dear < 2; dear++) {
        cw_plan plan = {0};
        world w;
        cw_vec3 start = {9, 7, 0}, goal = {13, 7, 0};
        make_rooms(&plan);
        cw_link_given link = point_link(CW_LINK_JUMP, 9.5, 7, 12.5, 7, dear ? 30 : 0);
        make_world(&plan, &link, 1, &w);
        cw_path_request request = ask(&start, &goal, 0.2);
        cw_path path = find(&w, &request);
        assert_int_equal(path.status, CW_PATH_FOUND);
        assert_int_equal(path.link_count, dear ? 0 : 1);
        assert_true(dear ? path.length > 8 && path.leg_count > 2 : fabs(path.length - 4) < 1e-9);
        free_world(&w);
    }
}

TEST(the_cheapest_goal_may_lie_behind_a_link) {
    cw_plan plan = {0};
    world w;
    cw_vec3 start = {1, 1, 0}, goals[3] = {{100, 100, 0}, {9, 7, 0}, {25, 1, 0}};
    make_rooms(&plan);
    cw_link_given link = point_link(CW_LINK_DROP, 1, 2, 25, 2, 1);
    make_world(&plan, &link, 1, &w);
    cw_path_request request = ask(&start, goals, 0.2);
    request.goal_count = 3;
    cw_path path = find(&w, &request);
    assert_int_equal(path.status, CW_PATH_FOUND);
    assert_int_equal(path.goal_index, 2);
    assert_true(fabs(path.cost - 3) < 1e-6);
    goals[0] = (cw_vec3){200, 0, 0};
    request.goal_count = 1;
    assert_int_equal(find(&w, &request).status, CW_PATH_GOAL_OFF_MESH);
    free_world(&w);
}

TEST(forbidden_areas_are_not_landed_in) {
    cw_plan plan = {0};
    world w;
    uint8_t areas[64] = {0};
    double costs[2] = {1, INFINITY};
    cw_vec3 start = {1, 1, 0}, goal = {37, 1, 0};
    make_rooms(&plan);
    cw_link_given links[2] = {point_link(CW_LINK_JUMP, 1, 2, 25, 2, 1),
                              point_link(CW_LINK_JUMP, 25, 3, 37, 2, 1)};
    make_world(&plan, links, 2, &w);
    cw_path_request request = ask(&start, &goal, 0);
    request.cell_area = areas;
    request.area_cost = costs;
    request.area_count = 2;
    assert_true(w.mesh.cell_count < 64);
    assert_int_equal(find(&w, &request).link_count, 2);
    for (uint32_t c = 0; c < w.mesh.cell_count; c++) {
        areas[c] = w.mesh.cell_island[c] ==
                   w.mesh.cell_island[cw_navmesh_locate(&w.mesh, (cw_vec3){25, 2, 0})];
    }
    assert_int_not_equal(find(&w, &request).status, CW_PATH_FOUND);
    free_world(&w);
}

TEST(links_off_the_mesh_are_refused) {
    cw_plan plan = {0};
    world w;
    make_rooms(&plan);
    make_world(&plan, NULL, 0, &w);
    cw_link_given good = point_link(CW_LINK_JUMP, 1, 1, 25, 1, 0);
    struct {
        cw_link_given link;
        const char *words;
    } cases[] = {
        {point_link(CW_LINK_JUMP, 11, 7, 25, 1, 0), "from (11, 7, 0) is off the mesh"},
        {point_link(CW_LINK_JUMP, 1, 1, 5, 4, 0), "to (5, 4, 0) is off the mesh"},
        {point_link(CW_LINK_JUMP, 1, 1, 1.1, 1, 0), "in one cell"},
        {point_link(CW_LINK_JUMP, 1, 1, 25, 1, -1), "cost of -1"},
        {point_link(CW_LINK_JUMP, 1, 1, 25, 1, NAN), "cost of"},
        {point_link(CW_LINK_JUMP, NAN, 1, 25, 1, 0), "not finite"},
        {point_link((cw_link_kind)3, 1, 1, 25, 1, 0), "no kind 3"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cw_link_given both[2] = {good, cases[i].link};
        assert_refused(cw_navmesh_add_links(context, &w.mesh, both, 2), CW_ERROR_INPUT, "link 1");
        assert_non_null(strstr(cw_context_message(context), cases[i].words));
        assert_int_equal(w.mesh.link_count, 0);
    }
    good.to[0].z = good.to[1].z = 3;
    assert_refused(cw_navmesh_add_links(context, &w.mesh, &good, 1), CW_ERROR_INPUT,
                   "above or below");
    free_world(&w);
}

TEST(costs_are_kept_in_files) {
    cw_plan plan = {0};
    world w;
    make_rooms(&plan);
    cw_link_given link = point_link(CW_LINK_JUMP, 1, 1, 25, 1, 3.5);
    link.both_ways = true;
    make_world(&plan, &link, 1, &w);
    assert_int_equal(w.mesh.link_count, 2);
    uint8_t *bytes;
    size_t size;
    OWNED(cw_navmesh) again;
    assert_int_equal(cw_navmesh_save(context, &w.mesh, &bytes, &size), CW_OK);
    assert_int_equal(cw_navmesh_load(context, bytes, size, &again), CW_OK);
    assert_int_equal(again.link_count, 2);
    assert_true(again.links[1].cost == 3.5f && again.links[1].from == w.mesh.links[0].to);
    assert_true(cw_navmesh_hash(&again) == cw_navmesh_hash(&w.mesh));
    again.links[0].cost = -1;
    assert_int_equal(cw_navmesh_validate(context, &again), CW_ERROR_INVALID);
    cw_context_release(context, bytes, size);
    free_world(&w);
}

TEST(a_lack_of_memory_is_survived) {
    failing_allocator memory;
    cw_context *group = context;
    context = cw_counted_context(&memory);
    cw_plan plan = {0};
    world w;
    cw_vec3 start = {1, 1, 0}, goal = {25, 1, 0};
    make_rooms(&plan);
    cw_link_given link = point_link(CW_LINK_JUMP, 21, 4, 25, 4, 0);
    make_world(&plan, &link, 1, &w);
    cw_path_request request = ask(&start, &goal, 0.3);
    cw_status status = CW_ERROR_MEMORY;
    for (size_t n = 1; status != CW_OK; n++) {
        cw_path path;
        failing_allocator_fail_at(&memory, n);
        status = cw_query_find(w.query, &request, &path);
        assert_true(status == CW_OK ||
                    (status == CW_ERROR_MEMORY && path.status == CW_PATH_FAILED));
        failing_allocator_fail_at(&memory, 0);
        if (status != CW_OK) { /* what was begun cannot be gone on with */
            assert_int_equal(cw_query_step(w.query, 1, &path), CW_ERROR_ARGUMENT);
        }
        cw_query_free(w.query);
        assert_int_equal(cw_query_create(context, &w.clearance, &w.query), CW_OK);
    }
    assert_true(cw_query_bytes(w.query) > 0);
    free_world(&w);
    cw_counted_end(&memory, context);
    context = group;
}

TEST_GROUP(make_context, free_context);
