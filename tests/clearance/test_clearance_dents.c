/// Widest ways on meshes with dents, against chains of walls (chain_oracle.h), which know of no
/// cells: there and back, by the tables and by a search, with a path that agrees.
///
///   CW_DENTS_FIRST=0 CW_DENTS_PLANS=100000 tests/test_clearance_dents     more plans
#include "chain_oracle.h"
#include "clearance/check/validate.h"
#include "clearance_floors.h"
#include "failing_allocator.h"
#include "made.h"
#include "path_cases.h"
#include "test.h"
#include "test_owned.h"

/// Side of the square floor, metres.
#define SIDE 15.0

enum { RELAXED_MESHES = 4, PAIRS = 16, MOST_CORNERS = 9 };

static cw_navmesh_config relaxed_config(uint32_t index) {
    static const double ALPHAS[RELAXED_MESHES] = {30, 70, 70, 90};
    static const double TAUS[RELAXED_MESHES] = {0.5, 5, 5, 100};
    cw_navmesh_config config = cw_navmesh_config_default();
    config.alpha = ALPHAS[index] * PI / 180;
    config.tau = TAUS[index];
    config.turn = (index == 0 ? 45 : 172) * PI / 180;
    config.effort = index % 2;
    return config;
}

/// A hall above a passage of 1 m, with a dent in the wall between them:
///
///     15  +----------------------------+
///         |                            |
///         |                            |
///      2  |             _-+_           |
///         |        _-'      '_         |
///      1  +.....+-------------+........+
///         |                            |
///      0  +----------------------------+
///         0     3         9  10       15
///
/// The wall along y = 0 is 1 m away from the hall on both sides of the dent.
static cw_polygons hall_above_passage(void) {
    static const cw_vec3 positions[] = {{0, 0, 0}, {15, 0, 0}, {15, 1, 0},  {10, 1, 0}, {3, 1, 0},
                                        {0, 1, 0}, {9, 2, 0},  {15, 15, 0}, {0, 15, 0}, {5, 1, 0}};
    static const uint32_t first[] = {0, 7, 14};
    static const uint32_t vertices[] = {8, 5, 4, 6, 3, 2, 7, 0, 1, 2, 3, 9, 4, 5};
    return (cw_polygons){.vertex_count = 10,
                         .positions = positions,
                         .cell_count = 2,
                         .cell_first = first,
                         .edge_vertex = vertices,
                         .relaxation = 1};
}

TEST(a_wall_on_both_sides_of_a_dent_closes_no_way_between_them) {
    cw_polygons polygons = hall_above_passage();
    OWNED(floor_tables) f;
    floor_make_polygons(&f, context, &polygons);
    assert_int_equal(cw_clearance_validate(context, &f.tables), CW_OK);
    OWNED_HANDLE(cw_query) query = query_of(context, &f.tables);
    cw_vec3 ends[] = {{2.079, 3.86, 0}, {11.288, 1.228, 0}};
    for (uint32_t i = 0; i < 2; i++) {
        cw_gate gate = widest_of(query, ends[i], ends[1 - i]);
        assert_true(fabs(gate.radius - 1.228) < 1e-6); /* the room of one of the ends */
        bool reachable = reachable_by(query, ends[i], ends[1 - i], 1.1);
        assert_true(reachable);
    }
}

/// The last stage of the validator by itself: the others would find the wrong gate before it.
TEST(a_wrong_gate_of_a_dented_cell_does_not_pass) {
    cw_polygons polygons = hall_above_passage();
    OWNED(floor_tables) f;
    floor_make_polygons(&f, context, &polygons);
    cw_eye eye;
    assert_int_equal(cw_eye_init(context, &f.tables, &eye), CW_OK);
    assert_int_equal(cw_validate_ways(context, &eye), CW_OK);
    cw_gate *gate = &f.tables.cell_gates[f.tables.cell_gate_first[0]].gate;
    double radius = gate->radius;
    gate->radius = 0.9 * radius;
    assert_int_equal(cw_validate_ways(context, &eye), CW_ERROR_INVALID);
    gate->radius = radius;
    assert_int_equal(cw_validate_ways(context, &eye), CW_OK);
    cw_eye_free(context, &eye);
}

TEST(any_allocation_may_fail_in_a_dented_cell) {
    cw_polygons polygons = hall_above_passage();
    OWNED(floor_tables) f;
    floor_make_polygons(&f, context, &polygons);
    tight_memory tight;
    tight_open(&tight);
    cw_place from = oracle_place(&f.mesh, cw_clearance_local(&f.mesh, (cw_vec2){2.079, 3.86}));
    cw_place to = oracle_place(&f.mesh, cw_clearance_local(&f.mesh, (cw_vec2){11.288, 1.228}));
    while (tight_next(&tight)) {
        cw_gate gate;
        cw_status status = cw_clearance_widest(tight.context, &f.tables, from, to, &gate);
        assert_true(status == CW_OK || gate.radius == 0);
        tight_tried(&tight, status);
    }
    while (tight_next(&tight)) {
        tight_tried(&tight, cw_clearance_validate(tight.context, &f.tables));
    }
    tight_close(&tight, 1);
}

/// Ramps that pass over themselves, relaxed: walls of the floor below do not count.
TEST(cells_of_ramps_with_dents_pass) {
    uint32_t dented = 0;
    for (uint32_t sides = 5; sides < 15; sides += 3) {
        OWNED(cw_scene_triangles) scene;
        OWNED(cw_surface) surface;
        assert_int_equal(cw_scene_ramp(context, 3, sides, &scene), CW_OK);
        assert_ok(cw_surface_from_triangles(context, scene.positions, scene.position_count,
                                            scene.corners, scene.triangle_count, NULL, &surface));
        for (uint32_t i = 0; i < RELAXED_MESHES; i++) {
            cw_navmesh_config config = relaxed_config(i);
            OWNED(floor_tables) f = {.context = context};
            assert_int_equal(cw_navmesh_build(context, &surface, &config, &f.mesh), CW_OK);
            assert_int_equal(cw_clearance_build(context, &f.mesh, &f.tables), CW_OK);
            assert_int_equal(cw_clearance_validate(context, &f.tables), CW_OK);
            dented += f.mesh.stats.relaxation_depth > 0.01;
        }
    }
    assert_true(dented > 0);
}

static void add_square(cw_plan *plan) {
    put_box(context, plan, CW_RING_OUTER, 0, 0, SIDE, SIDE);
}

/// Ledges along two walls of a square, each with some tips that are ignored: walls behind a ledge
/// are seen on both sides of its dents.
static void add_ledges(cw_random *random, cw_plan *plan) {
    add_square(plan);
    uint32_t count = 1 + cw_random_below(random, 2);
    double slant = cw_random_below(random, 2) * 0.2;
    for (uint32_t i = 0; i < count; i++) {
        double height = cw_random_range(random, 0.3, 2);
        double from = cw_random_range(random, 0.3, 6), to = cw_random_range(random, 8, 14.7);
        cw_vec2 points[MOST_CORNERS] = {
            {from, height + slant * cw_random_range(random, -1, 1)},
            {to, height + slant * cw_random_range(random, -1, 1)},
        };
        uint32_t tips = 1 + cw_random_below(random, 3);
        for (uint32_t k = 0; k < tips; k++) {
            double share = (k + cw_random_range(random, 0.1, 0.9)) / tips;
            points[2 + k] =
                (cw_vec2){to - (to - from) * share, height + cw_random_range(random, 0.1, 2)};
        }
        for (uint32_t k = 0; k < 2 + tips && i == 1; k++) {
            points[k] = (cw_vec2){SIDE - points[k].x, SIDE - points[k].y};
        }
        put_ring(context, plan, CW_RING_OBSTACLE, points, 2 + tips);
    }
}

/// Polygons with corners on a grid, in a square.
static void add_grid(cw_random *random, cw_plan *plan) {
    add_square(plan);
    uint32_t count = 1 + cw_random_below(random, 3);
    for (uint32_t i = 0; i < count; i++) {
        cw_vec2 points[MOST_CORNERS];
        uint32_t corners = 3 + cw_random_below(random, 5);
        for (uint32_t k = 0; k < corners; k++) {
            points[k] = (cw_vec2){cw_random_below(random, 16), cw_random_below(random, 16)};
        }
        put_ring(context, plan, CW_RING_OBSTACLE, points, corners);
    }
}

/// Overlapping stars, and stars cut out of them.
static void add_stars(cw_random *random, cw_plan *plan) {
    uint32_t floors = 2 + cw_random_below(random, 3), obstacles = cw_random_below(random, 4);
    for (uint32_t i = 0; i < floors + obstacles; i++) {
        cw_vec2 points[MOST_CORNERS];
        uint32_t count = 4 + cw_random_below(random, MOST_CORNERS - 3);
        double x = cw_random_range(random, 5, 10), y = cw_random_range(random, 5, 10);
        for (uint32_t k = 0; k < count; k++) {
            double angle = 2 * PI * (k + cw_random_range(random, 0, 0.8)) / count;
            double reach =
                i < floors ? cw_random_range(random, 2, 5) : cw_random_range(random, 0.3, 1.5);
            points[k] = (cw_vec2){x + reach * cos(angle), y + reach * sin(angle)};
        }
        assert_ok(cw_plan_add(context, plan, i < floors ? CW_RING_OUTER : CW_RING_OBSTACLE,
                              i < floors ? i : floors, points, count));
    }
}

/// A random place on a mesh; every other one near the ledges.
static cw_vec3 random_place(const cw_navmesh *mesh, cw_random *random) {
    cw_vec3 place;
    do {
        double high = cw_random_below(random, 2) == 0 ? SIDE : 4;
        place = (cw_vec3){cw_random_range(random, 0, SIDE), cw_random_range(random, 0, high), 0};
    } while (cw_navmesh_locate(mesh, place) == CW_NONE);
    return place;
}

static bool is_expected(double found, double expected) {
    return fabs(fmax(found, 0) - expected) < 1e-9 || expected < FLOOR_NOISE;
}

/// Whether a path is found just below the widest way and not just above it.
static bool has_path_up_to(cw_query *query, cw_vec3 from, cw_vec3 to, double widest) {
    for (int side = -1; side <= 1; side += 2) {
        cw_path_request request =
            path_ask(&from, &to, widest * (1 + side * 1e-6) + (side > 0 ? 2 * CW_EXACT_FIT : 0));
        cw_path path = path_asked(query, &request);
        if ((path.status == CW_PATH_FOUND) != (side < 0)) {
            return false;
        }
    }
    return true;
}

/// False when an answer for one pair of places is wrong.
static bool check_pair(cw_query *query, const chain_walls *walls, const cw_navmesh *mesh,
                       const cw_vec3 ends[2]) {
    cw_vec2 local[2];
    for (uint32_t i = 0; i < 2; i++) {
        local[i] = cw_clearance_local(mesh, (cw_vec2){ends[i].x, ends[i].y});
    }
    double expected = chain_widest(walls, local[0], local[1]);
    for (uint32_t i = 0; i < 2; i++) {
        cw_gate told = widest_of(query, ends[i], ends[1 - i]);
        if (!is_expected(told.radius, expected)) {
            print_error("(%.17g, %.17g) to (%.17g, %.17g): %.12g, not %.12g\n", ends[i].x,
                        ends[i].y, ends[1 - i].x, ends[1 - i].y, told.radius, expected);
            return false;
        }
    }
    if (expected > 1e-3 && !has_path_up_to(query, ends[0], ends[1], expected)) {
        print_error("(%.17g, %.17g) to (%.17g, %.17g): no path up to %.12g\n", ends[0].x, ends[0].y,
                    ends[1].x, ends[1].y, expected);
        return false;
    }
    return true;
}

static uint32_t check_mesh(const cw_surface *surface, const chain_walls *walls, uint32_t index,
                           cw_random *random) {
    cw_navmesh_config config = relaxed_config(index);
    OWNED(floor_tables) f = {.context = context};
    assert_int_equal(cw_navmesh_build(context, surface, &config, &f.mesh), CW_OK);
    assert_int_equal(cw_clearance_build(context, &f.mesh, &f.tables), CW_OK);
    assert_ok(cw_clearance_validate(context, &f.tables));
    OWNED_HANDLE(cw_query) query = query_of(context, &f.tables);
    uint32_t bad = 0;
    for (uint32_t i = 0; i < PAIRS; i++) {
        cw_vec3 ends[2] = {random_place(&f.mesh, random), random_place(&f.mesh, random)};
        bad += !check_pair(query, walls, &f.mesh, ends);
    }
    return bad;
}

/// The number of wrong answers on the meshes of one plan; every other plan has ledges.
static uint32_t check_plan(uint64_t number) {
    cw_random random = {number * 2 + 1};
    OWNED(cw_plan) plan = {0};
    cw_surface surface;
    if (number % 2 == 0) {
        add_ledges(&random, &plan);
    } else if (number % 4 == 1) {
        add_grid(&random, &plan);
    } else {
        add_stars(&random, &plan);
    }
    uint32_t bad = 0;
    if (cw_surface_from_plan(context, &plan, NULL, &surface) == CW_OK) {
        chain_walls walls = chain_walls_of(&surface);
        for (uint32_t i = 0; i < RELAXED_MESHES; i++) {
            bad += check_mesh(&surface, &walls, i, &random);
        }
        chain_walls_free(&walls);
        cw_surface_free(context, &surface);
    }
    return bad;
}

TEST(widest_ways_in_relaxed_cells_are_those_of_the_walls) {
    uint64_t first = path_number_from("CW_DENTS_FIRST", 0);
    uint64_t count = path_number_from("CW_DENTS_PLANS", 500), all = 0;
    for (uint64_t i = first; i < first + count; i++) {
        uint32_t bad = check_plan(i);
        if (bad > 0) {
            print_error("plan %llu: %u wrong\n", (unsigned long long)i, bad);
        }
        all += bad;
    }
    assert_int_equal(all, 0);
}

TEST_GROUP(make_context, free_context);
