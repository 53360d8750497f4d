/// How cheap paths are where areas have costs: against a slow search over many points, against the
/// shortest path, and against formulas.
#include "cost_oracle.h"
#include "failing_allocator.h"
#include "made.h"
#include "path_setup.h"
#include "sample.h"
#include "test.h"
#include "test_owned.h"

enum { AREAS = 10, PAIRS = 8 };

static const double costs[AREAS] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

/// A plan whose cells have no dents, with an area for each cell.
typedef struct ground {
    path_world world;
    uint8_t *areas;
    cw_random random;
} ground;

static void ground_take(path_floor *floor, uint64_t seed, ground *made) {
    path_world_make(floor, &made->world);
    uint32_t cells = made->world.floor.mesh.cell_count;
    made->random = (cw_random){seed};
    made->areas = malloc(cells + 1);
    assert_non_null(made->areas);
    for (uint32_t c = 0; c < cells; c++) {
        made->areas[c] = (uint8_t)cw_random_below(&made->random, AREAS);
    }
}

/// False when nothing walkable is left of the plan.
static bool ground_make(uint64_t number, uint32_t vertices, ground *made) {
    cw_scene_config scene = cw_scene_config_default();
    scene.family = (cw_scene_family)(number % CW_SCENE_FAMILY_COUNT);
    scene.vertices = vertices;
    scene.seed = number;
    cw_surface surface;
    cw_plan plan = plan_of_scene(context, &scene);
    if (cw_surface_from_plan(context, &plan, NULL, &surface) != CW_OK) {
        cw_plan_free(context, &plan);
        return false;
    }
    cw_surface_free(context, &surface);
    path_floor floor;
    path_floor_of_plan(context, &plan, NULL, &floor);
    ground_take(&floor, number + 1, made);
    return true;
}

/// The same as triangles, strict or relaxed as it may be.
static bool ground_make_triangles(uint64_t number, uint32_t vertices, ground *made) {
    path_floor floor, triangles;
    if (!path_floor_random(context, number, vertices, &floor)) {
        return false;
    }
    path_floor_triangulated(&floor, &triangles);
    path_floor_free(&floor);
    ground_take(&triangles, number + 1, made);
    return true;
}

/// Squares of 1 m, some of which are two triangles, and a few of which are missing: most vertices
/// are on no wall.
static void ground_make_board(uint64_t number, ground *made) {
    enum { SIDE = 8, ROW = SIDE + 1 };
    static cw_vec3 positions[ROW * ROW];
    uint32_t firsts[2 * SIDE * SIDE + 1], vertices[6 * SIDE * SIDE], cells = 0, edges = 0;
    cw_random random = {number + 1};
    for (uint32_t i = 0; i < ROW * ROW; i++) {
        positions[i] = (cw_vec3){i % ROW, i / ROW, 0};
    }
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        uint32_t v = i / SIDE * ROW + i % SIDE, kind = cw_random_below(&random, 10);
        const uint32_t square[] = {v, v + 1, v + ROW + 1, v + ROW};
        uint32_t pieces = kind == 0 ? 0 : kind < 6 ? 2 : 1;
        for (uint32_t k = 0; k < pieces; k++) {
            firsts[cells++] = edges;
            for (uint32_t j = 0; j < 5 - pieces; j++) {
                vertices[edges++] = square[(j + 2 * k) % 4];
            }
        }
    }
    firsts[cells] = edges;
    cw_polygons polygons = polygons_of(ROW * ROW, positions, cells, firsts, vertices);
    path_floor floor;
    cw_navmesh mesh = mesh_of_polygons(context, &polygons);
    path_floor_take(context, &mesh, true, &floor);
    ground_take(&floor, number + 1, made);
}

static void ground_free(ground *made) {
    free(made->areas);
    path_world_free(&made->world);
}

static cw_path_request ground_ask(const ground *asked, const cw_vec3 *start, const cw_vec3 *goal,
                                  double radius) {
    cw_path_request request = path_ask(start, goal, radius);
    request.cell_area = asked->areas;
    request.area_cost = costs;
    request.area_count = AREAS;
    return request;
}

/// How much more paths cost than the oracle's.
typedef struct excess {
    double mean, most, least;
    uint32_t count;
} excess;

/// Asks on a plan; every path has to be one, and to cost what it says.
static void compare_on(ground *made, double radius, excess *found) {
    cost_oracle oracle;
    cost_oracle_make(&made->world, made->areas, costs, radius, 32, &oracle);
    for (int i = 0; i < PAIRS; i++) {
        path_spot a = path_spot_random(&made->world.floor, &made->random);
        path_spot b = path_spot_random(&made->world.floor, &made->random);
        cw_path_request request = ground_ask(made, &a.world, &b.world, radius);
        cw_path path = path_must_find(&made->world, &request);
        if (path.status != CW_PATH_FOUND) {
            continue;
        }
        const char *wrong = path_check_bent(&made->world.floor, &path, &a, b.world);
        if (wrong != NULL) {
            fail_msg("%s, pair %d: %s", made->world.floor.name, i, wrong);
        }
        cost_range range = cost_of_path(&made->world, made->areas, costs, &path);
        assert_true(path.cost > range.least - 2e-3 * range.least);
        assert_true(path.cost < range.most + 2e-3 * range.most);
        double ratio = path.cost / cost_oracle_cheapest(&oracle, &a, &b);
        found->most = fmax(found->most, ratio);
        found->least = fmin(found->least, ratio);
        found->mean += (ratio - found->mean) / ++found->count;
    }
    cost_oracle_free(&oracle);
}

/// Asks on many plans, or boards.
static excess compare(bool boards, double radius, uint64_t plans) {
    excess found = {0, 0, INFINITY, 0};
    for (uint64_t number = 0; number < plans; number++) {
        ground made;
        if (boards) {
            ground_make_board(number, &made);
        } else if (!ground_make(number, 50, &made)) {
            continue;
        }
        compare_on(&made, radius, &found);
        ground_free(&made);
    }
    print_message("radius %g: %u paths, cost %.5f of the oracle's, %.4f to %.4f\n", radius,
                  found.count, found.mean, found.least, found.most);
    return found;
}

TEST(a_point_pays_little_more_than_the_least) {
    excess found = compare(false, 0, path_number_from("CW_PLANS", 66));
    assert_true(found.count > sample_of(300));
    assert_true(found.mean < 1.001 && found.most < 1.05);
    assert_true(found.least > 0.98); // points of the oracle are 1/31 of a portal apart
}

/// The oracle cuts corners of discs, so these bounds are wider.
TEST(a_disc_pays_little_more_than_a_bound_below_the_least) {
    excess found = compare(false, 0.15, path_number_from("CW_PLANS", 66));
    assert_true(found.count > sample_of(150));
    assert_true(found.mean < 1.01 && found.most < 1.15);
    assert_true(found.least > 0.98);
}

TEST(a_path_bends_at_vertices_on_no_wall_too) {
    excess points = compare(true, 0, path_number_from("CW_PLANS", 8));
    assert_true(points.mean < 1.002 && points.most < 1.05 && points.least > 0.98);
    excess discs = compare(true, 0.15, path_number_from("CW_PLANS", 8));
    assert_true(discs.mean < 1.02 && discs.most < 1.15 && discs.least > 0.98);
}

/// Asks with costs and without. Where there are `flat` triangles, which have no inside, it cannot
/// be told by a place what it costs.
static void compare_with_shortest(ground *made, bool flat, uint32_t *count, uint32_t *cheaper) {
    for (int i = 0; i < PAIRS; i++) {
        path_spot a = path_spot_random(&made->world.floor, &made->random);
        path_spot b = path_spot_random(&made->world.floor, &made->random);
        double radius = i % 2 == 0 ? 0 : path_radius_random(&made->random) / 4;
        cw_path_request request = ground_ask(made, &a.world, &b.world, radius);
        cw_path path = path_must_find(&made->world, &request);
        cw_path_status status = path.status;
        double cost = path.cost;
        request.cell_area = NULL;
        path = path_must_find(&made->world, &request);
        assert_int_equal(path.status, status);
        if (status == CW_PATH_FOUND) {
            cost_range plain = cost_of_path(&made->world, made->areas, costs, &path);
            assert_true(cost < (flat ? plain.most : plain.least) * (1 + 2e-3) + 1e-6);
            *cheaper += cost < 0.99 * plain.least;
            ++*count;
        }
    }
}

TEST(no_path_costs_more_than_the_shortest) {
    uint32_t count = 0, cheaper = 0;
    for (uint64_t number = 0; number < path_number_from("CW_PLANS", 66); number++) {
        ground made;
        if (ground_make(number, 40, &made)) {
            compare_with_shortest(&made, false, &count, &cheaper);
            ground_free(&made);
        }
        if (ground_make_triangles(number, 40, &made)) {
            compare_with_shortest(&made, true, &count, &cheaper);
            ground_free(&made);
        }
    }
    print_message("%u paths, %u of them cheaper by 1 %%\n", count, cheaper);
    assert_true(count > sample_of(500) && cheaper > count / 4);
}

/// One request for all goals finds the goal that is cheapest when each is asked for.
TEST(the_cheapest_of_several_goals_is_found) {
    enum { GOALS = 6 };
    uint32_t count = 0, others = 0;
    double most = 1;
    // A share of so few cannot be taken of a sample: all plans, always.
    uint64_t plans = getenv("CW_PLANS") != NULL ? path_number_from("CW_PLANS", 66) : 66;
    for (uint64_t number = 0; number < plans; number++) {
        ground made;
        if (!ground_make(number, 50, &made)) {
            continue;
        }
        for (int i = 0; i < PAIRS; i++) {
            path_spot start = path_spot_random(&made.world.floor, &made.random);
            cw_vec3 goals[GOALS];
            double radius = i % 2 == 0 ? 0 : 0.1, best = INFINITY;
            uint32_t cheapest = CW_NONE;
            cw_path path;
            for (uint32_t g = 0; g < GOALS; g++) {
                goals[g] = path_spot_random(&made.world.floor, &made.random).world;
                cw_path_request one = ground_ask(&made, &start.world, &goals[g], radius);
                path = path_must_find(&made.world, &one);
                if (path.status == CW_PATH_FOUND && path.cost < best) {
                    best = path.cost;
                    cheapest = g;
                }
            }
            cw_path_request all = ground_ask(&made, &start.world, goals, radius);
            all.goal_count = GOALS;
            path = path_must_find(&made.world, &all);
            assert_int_equal(path.status == CW_PATH_FOUND, cheapest != CW_NONE);
            if (cheapest != CW_NONE) {
                count++;
                others += path.goal_index != cheapest;
                most = fmax(most, path.cost / best);
            }
        }
        ground_free(&made);
    }
    print_message("%u times: another goal %u times, %.5f times as dear at the most\n", count,
                  others, most);
    assert_true(count > 300 && others <= count / 200 && most < 1.02);
}

// --- Legs ----------------------------------------------------------------------------------------

/// Looks at paths of discs on a plan.
static void look_at_legs(ground *made, double radius,
                         void look(const cw_path *path, uint32_t counts[2]), uint32_t counts[2]) {
    for (int i = 0; i < PAIRS; i++) {
        path_spot a = path_spot_random(&made->world.floor, &made->random);
        path_spot b = path_spot_random(&made->world.floor, &made->random);
        cw_path_request request = ground_ask(made, &a.world, &b.world, radius);
        cw_path path = path_must_find(&made->world, &request);
        if (path.status == CW_PATH_FOUND) {
            const char *wrong = path_check_bent(&made->world.floor, &path, &a, b.world);
            if (wrong != NULL) {
                fail_msg("%s, pair %d: %s", made->world.floor.name, i, wrong);
            }
            look(&path, counts);
        }
    }
}

static double leg_chord(const cw_path_leg *leg) {
    return hypot(leg->to.x - leg->from.x, leg->to.y - leg->from.y);
}

/// All legs, and those shorter than a thousandth of a millimetre.
static void count_short(const cw_path *path, uint32_t counts[2]) {
    for (uint32_t i = 0; i < path->leg_count; i++) {
        counts[0]++;
        counts[1] += leg_chord(&path->legs[i]) < 1e-6;
    }
}

/// A disc touches nothing at vertices on no wall: the way around one bends right there, once.
TEST(a_disc_bends_at_a_vertex_on_no_wall_in_one_place) {
    uint32_t counts[2] = {0, 0};
    for (uint64_t number = 0; number < path_number_from("CW_PLANS", 66); number++) {
        ground made;
        ground_make_board(number, &made);
        look_at_legs(&made, number % 2 == 0 ? 0.15 : 0.3, count_short, counts);
        ground_free(&made);
    }
    print_message("%u of %u legs are short\n", counts[1], counts[0]);
    assert_true(counts[0] > sample_of(2000));
    assert_true(counts[1] <= counts[0] / 10000);
}

/// Whether two legs lead away from the circle around a corner and back to it, between two arcs.
static bool is_seam(const cw_path *path, const cw_path_leg *legs) {
    return legs[0].arc && !legs[1].arc && !legs[2].arc && legs[3].arc &&
           legs[0].ccw == legs[3].ccw &&
           hypot(legs[0].center.x - legs[3].center.x, legs[0].center.y - legs[3].center.y) == 0 &&
           leg_chord(&legs[1]) < 0.01 * path->radius && leg_chord(&legs[2]) < 0.01 * path->radius;
}

/// Arcs, and seams between two.
static void count_seams(const cw_path *path, uint32_t counts[2]) {
    for (uint32_t i = 0; i < path->leg_count; i++) {
        counts[0] += path->legs[i].arc;
        counts[1] += i + 3 < path->leg_count && is_seam(path, &path->legs[i]);
    }
}

TEST(an_arc_around_a_corner_is_not_left_where_costs_change) {
    uint32_t counts[2] = {0, 0};
    for (uint64_t number = 0; number < path_number_from("CW_PLANS", 66); number++) {
        ground made;
        if (ground_make(number, 50, &made)) {
            look_at_legs(&made, number % 2 == 0 ? 0.15 : 0.3, count_seams, counts);
            ground_free(&made);
        }
        if (ground_make_triangles(number, 50, &made)) {
            look_at_legs(&made, number % 2 == 0 ? 0.15 : 0.3, count_seams, counts);
            ground_free(&made);
        }
    }
    print_message("%u seams, %u arcs\n", counts[1], counts[0]);
    assert_true(counts[0] > sample_of(500));
    assert_int_equal(counts[1], 0);
}

// --- Formulas ------------------------------------------------------------------------------------

/// Two rectangles side by side, 20 m wide: up to y = 10, and from there on.
static void two_strips(path_world *made) {
    static const cw_vec3 positions[] = {{0, 0, 0},  {20, 0, 0},  {20, 10, 0},
                                        {0, 10, 0}, {20, 20, 0}, {0, 20, 0}};
    static const uint32_t firsts[] = {0, 4, 8}, vertices[] = {0, 1, 2, 3, 3, 2, 4, 5};
    cw_polygons polygons = polygons_of(6, positions, 2, firsts, vertices);
    path_world_of_polygons(&polygons, "two strips", made);
}

/// sin(a) / sin(b) = cost behind / cost before.
TEST(a_path_is_refracted_where_costs_change) {
    OWNED(path_world) world;
    two_strips(&world);
    static const uint8_t areas[] = {0, 1};
    static const double strips[][2] = {{1, 3}, {3, 1}, {1, 1.1}, {10, 1}, {2, 2}};
    const cw_vec3 start = {3, 4, 0}, goal = {16, 17, 0};
    for (int i = 0; i < 5; i++) {
        for (double radius = 0; radius < 1; radius += 0.4) {
            cw_path_request request = path_ask(&start, &goal, radius);
            request.cell_area = areas;
            request.area_cost = strips[i];
            request.area_count = 2;
            cw_path path = path_must_find(&world, &request);
            double low = 3, high = 16;
            for (int k = 0; k < 200; k++) {
                double x = (low + high) / 2;
                double before = strips[i][0] * (x - 3) / hypot(x - 3, 6);
                double behind = strips[i][1] * (16 - x) / hypot(16 - x, 7);
                *(before < behind ? &low : &high) = x;
            }
            double least = strips[i][0] * hypot(low - 3, 6) + strips[i][1] * hypot(16 - low, 7);
            path_assert_near(path.cost, least, 1e-7 * least);
            assert_int_equal(path.portal_count, 1);
            assert_int_equal(path.guarantee, CW_PATH_CORRIDOR);
            assert_int_equal(path.leg_count, i == 4 ? 1 : 2);
            path_assert_near(path.legs[0].to.x, i == 4 ? 16 : low, 1e-3);
        }
    }
}

/// From mud to mud it is cheaper to walk along the road beside it: there and back at the angle at
/// which light would be reflected.
TEST(a_path_goes_along_a_cheaper_area_and_back) {
    OWNED(path_world) world;
    two_strips(&world);
    static const uint8_t areas[] = {0, 1};
    static const double mud_and_road[] = {5, 1};
    const cw_vec3 start = {3, 9, 0}, goal = {17, 8.5, 0};
    for (double radius = 0; radius < 1; radius += 0.4) {
        cw_path_request request = path_ask(&start, &goal, radius);
        request.cell_area = areas;
        request.area_cost = mud_and_road;
        request.area_count = 2;
        cw_path path = path_must_find(&world, &request);
        double least = 14 + (1 + 1.5) * sqrt(5 * 5 - 1);
        path_assert_near(path.cost, least, 1e-6 * least);
        assert_int_equal(path.cell_count, 3);
        assert_int_equal(path.leg_count, 3);
    }
}

// --- The other promises --------------------------------------------------------------------------

/// Slices find the same path, and after a reserve nothing is allocated.
TEST(searches_with_costs_come_in_slices_and_need_no_memory) {
    for (uint64_t number = 0; number < 22; number++) {
        ground made;
        if (!ground_make(number, 50, &made)) {
            continue;
        }
        failing_allocator memory;
        cw_context *counted = cw_counted_context(&memory);
        cw_query *query = query_of(counted, &made.world.clearance);
        assert_int_equal(cw_query_reserve(query, 0), CW_OK);
        failing_allocator_fail_at(&memory, 0);
        for (int i = 0; i < PAIRS; i++) {
            path_spot a = path_spot_random(&made.world.floor, &made.random);
            path_spot b = path_spot_random(&made.world.floor, &made.random);
            cw_path_request request = ground_ask(&made, &a.world, &b.world, i % 2 == 0 ? 0 : 0.1);
            cw_path path = path_must_find(&made.world, &request);
            uint64_t whole = path_hash(&path);
            assert_int_equal(cw_query_begin(query, &request, &path), CW_OK);
            while (path.status == CW_PATH_RUNNING) {
                assert_int_equal(cw_query_step(query, 2, &path), CW_OK);
            }
            assert_true(path_hash(&path) == whole);
            request.length_only = true;
            double cost = path.cost;
            assert_int_equal(cw_query_find(query, &request, &path), CW_OK);
            assert_true(path.cost == cost && path.leg_count == 0);
        }
        assert_int_equal(memory.requests, 0);
        cw_query_free(query);
        cw_counted_end(&memory, counted);
        ground_free(&made);
    }
}

TEST_GROUP(make_context, free_context);
