/// Paths of a point past walls in line, nooks, dents of relaxed cells, ends of portals that
/// snapping has moved, and ends that lie exactly on walls: where a search is misled most easily.
#include "path_setup.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { MOST_RINGS = 3, MOST_POINTS = 8, MOST_PLACES = 6 };

/// Metres by which lengths may differ: a start on a wall may be moved to its end.
#define SAME_LENGTH 1e-6

typedef struct ring {
    cw_ring_kind kind;
    uint32_t count;
    cw_vec2 points[MOST_POINTS];
} ring;

/// How a mesh is relaxed; see cw_navmesh_config.
typedef struct relaxation {
    double alpha, tau, turn;
    uint32_t effort;
} relaxation;

static const relaxation strict = {0};
static const relaxation deep = {.alpha = 0.4, .tau = 1000, .turn = 3};
static const relaxation steep = {.alpha = 1.5, .tau = 2, .turn = 3};

/// A square of 15 m with rings in it, and the shortest way over the places of a list.
typedef struct zero_case {
    const char *name;
    relaxation relaxed;
    ring rings[MOST_RINGS];
    cw_vec2 way[MOST_PLACES];
    uint32_t places;
} zero_case;

static void make_world(const ring *rings, uint32_t count, relaxation relaxed, path_world *made) {
    static const cw_vec2 square[] = {{0, 0}, {15, 0}, {15, 15}, {0, 15}};
    cw_plan plan = {0};
    assert_int_equal(cw_plan_add(path_context, &plan, CW_RING_OUTER, 0, square, 4), CW_OK);
    for (uint32_t i = 0; i < count && rings[i].count > 0; i++) {
        assert_int_equal(
            cw_plan_add(path_context, &plan, rings[i].kind, 0, rings[i].points, rings[i].count),
            CW_OK);
    }
    cw_navmesh_config config = cw_navmesh_config_default();
    config.alpha = relaxed.alpha;
    config.tau = relaxed.tau;
    config.turn = relaxed.turn > 0 ? relaxed.turn : config.turn;
    config.effort = relaxed.effort;
    path_floor floor;
    path_floor_of_plan(path_context, &plan, &config, &floor);
    path_world_make(&floor, made);
}

static double length_of(const zero_case *known) {
    double length = 0;
    for (uint32_t i = 1; i < known->places; i++) {
        length += plane_distance(known->way[i - 1], known->way[i]);
    }
    return length;
}

static void check_way(path_world *world, const zero_case *known, cw_vec2 from, cw_vec2 to) {
    cw_vec3 start = {from.x, from.y, 0}, goal = {to.x, to.y, 0};
    cw_path path = path_world_find(world, start, goal, 0, CW_PATH_SHORTEST);
    double expected = length_of(known);
    if (path.status != CW_PATH_FOUND || fabs(path.length - expected) > SAME_LENGTH) {
        fail_msg("%s, (%.9g, %.9g) to (%.9g, %.9g): %s, %.12g m instead of %.12g m", known->name,
                 from.x, from.y, to.x, to.y, cw_path_status_string(path.status), path.length,
                 expected);
    }
}

static void check_cases(const zero_case *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        path_world world;
        cw_vec2 start = cases[i].way[0], goal = cases[i].way[cases[i].places - 1];
        make_world(cases[i].rings, MOST_RINGS, cases[i].relaxed, &world);
        check_way(&world, &cases[i], start, goal);
        check_way(&world, &cases[i], goal, start);
        path_world_free(&world);
    }
}

#define CHECK_CASES(cases) check_cases(cases, sizeof(cases) / sizeof *(cases))

// --- What rays may pass --------------------------------------------------------------------------

/// Where two walls cross, a wall goes on in line behind the nook, on the other side of the solid.
static void a_ray_along_a_wall_ends_in_the_nook_where_another_wall_crosses_it(void **state) {
    (void)state;
    const zero_case cases[] = {
        {.name = "from a corner",
         .relaxed = steep,
         .rings = {{CW_RING_HOLE, 4, {{11, 14}, {10, 14}, {0, 5}, {5, 13}}}},
         .way = {{3.25, 37.0 / 3}, {5, 13}, {10, 14}, {11, 14}, {4.0 / 3, 5.5}},
         .places = 5},
        {.name = "between an obstacle and a hole",
         .relaxed = deep,
         .rings = {{CW_RING_OBSTACLE, 2, {{13, 2}, {2, 12}}},
                   {CW_RING_HOLE, 4, {{2, 6}, {9, 0}, {4, 12}, {7, 14}}}},
         .way = {{2.5, 4}, {2, 6}, {4, 12}, {7, 14}, {7, 10.25}},
         .places = 5},
        {.name = "a sliver of rays that hides the others",
         .relaxed = steep,
         .rings = {{CW_RING_OBSTACLE, 4, {{13, 1}, {11, 3}, {1, 0}, {7, 2}}}},
         .way = {{13.0 / 3, 1.5}, {11, 3}, {15, 0.25}},
         .places = 3},
    };
    CHECK_CASES(cases);
}

static void a_ray_leaves_a_cell_at_a_corner_where_the_cell_has_no_dent(void **state) {
    (void)state;
    const zero_case cases[] = {
        {.name = "from a start on a portal",
         .relaxed = steep,
         .rings = {{CW_RING_HOLE, 6, {{13, 6}, {11, 7}, {0, 1}, {4, 6}, {3, 6}, {9, 9}}}},
         .way = {{2.5, 6}, {9, 9}, {13, 6}, {8.25, 1.0 / 3}},
         .places = 4},
    };
    CHECK_CASES(cases);
}

/// From (12, 0), moved off its walls, the way to (0, 2) would lead over (6, 1) and through solid.
static void no_ray_slips_between_the_shadows_of_two_walls_of_a_corner(void **state) {
    (void)state;
    const zero_case cases[] = {
        {.name = "the tip of a dent",
         .relaxed = {.alpha = 0.4, .tau = 1000, .turn = 3, .effort = 1},
         .rings = {{CW_RING_OBSTACLE, 6, {{5, 1}, {11, 3}, {6, 1}, {5, 1}, {9, 3}, {2, 2}}},
                   {CW_RING_HOLE,
                    8,
                    {{12, 0}, {14, 1}, {8, 1}, {0, 3}, {11, 3}, {9, 3}, {2, 2}, {6, 2}}}},
         .way = {{12, 0}, {5, 1}, {0, 1.9999999995343387}},
         .places = 3},
    };
    CHECK_CASES(cases);
}

// --- Ends of portals beside a corner -------------------------------------------------------------

/// Snapping leaves the end of a portal a few lattice steps beside the corner that it starts from.
static void a_path_turns_at_a_corner_next_to_the_end_of_a_portal(void **state) {
    (void)state;
    const zero_case cases[] = {
        {.name = "the corner lies before the entry by rounding",
         .relaxed = deep,
         .rings = {{CW_RING_HOLE, 5, {{9, 3}, {12, 1}, {2, 1}, {3, 0}, {13, 3}}}},
         .way = {{11, 0.25}, {12, 1}, {13, 3}, {9, 3}, {1.0 / 3, 1.5}},
         .places = 5},
        {.name = "the corner lies on the portal",
         .relaxed = {.alpha = 1.5, .tau = 1000, .turn = 3},
         .rings = {{CW_RING_BARRIER, 4, {{14, 11}, {9, 2}, {14, 10}, {5, 1}}}},
         .way = {{9.5, 13}, {14, 11}, {14, 10}, {13, 6}},
         .places = 4},
        {.name = "so does this one",
         .relaxed = deep,
         .rings = {{CW_RING_BARRIER, 5, {{4, 8}, {11, 6}, {8, 13}, {8, 0}, {11, 3}}}},
         .way = {{34.0 / 3, 1.0 / 3}, {11, 6}, {8, 13}, {4, 8}, {5.5, 5.25}},
         .places = 5},
        {.name = "half a turn of rays goes out there",
         .relaxed = {.alpha = 1.5, .tau = 1000, .turn = 3, .effort = 1},
         .rings = {{CW_RING_OBSTACLE, 6, {{5, 0}, {1, 3}, {0, 3}, {7, 0}, {4, 1}, {11, 1}}},
                   {CW_RING_BARRIER, 2, {{11, 3}, {12, 8}}}},
         .way = {{9.25, 0.5}, {11, 1}, {14.25, 10.0 / 3}},
         .places = 3},
    };
    CHECK_CASES(cases);
}

// --- Ends on walls -------------------------------------------------------------------------------

static void a_goal_on_a_wall_is_reached_from_the_floor_of_its_cell_only(void **state) {
    (void)state;
    const zero_case cases[] = {
        {.name = "not along the other side, before the portal in line with it begins",
         .relaxed = strict,
         .rings = {{CW_RING_OBSTACLE, 2, {{12, 13}, {0, 7}}},
                   {CW_RING_BARRIER, 3, {{2, 5}, {4, 14}, {1, 14}}}},
         .way = {{19.0 / 3, 12.5}, {4, 14}, {1, 14}, {3, 14}},
         .places = 4},
        {.name = "nor from a portal that lies behind",
         .relaxed = strict,
         .rings = {{CW_RING_OBSTACLE, 3, {{1, 2}, {10, 3}, {5, 0}}},
                   {CW_RING_BARRIER, 3, {{9, 7}, {1, 13}, {1, 4}}}},
         .way = {{1, 11.25}, {9, 7}, {3.5, 13}},
         .places = 3},
    };
    CHECK_CASES(cases);
}

static void ends_on_bends_of_a_thin_wall_are_on_both_sides_of_it(void **state) {
    (void)state;
    const zero_case cases[] = {
        {.name = "along the wall between two bends",
         .relaxed = strict,
         .rings = {{CW_RING_BARRIER, 4, {{3, 14}, {12, 11}, {11, 6}, {1, 11}}}},
         .way = {{11, 6}, {12, 11}},
         .places = 2},
    };
    CHECK_CASES(cases);
}

static void a_start_on_a_wall_sees_the_floor_of_its_cell(void **state) {
    (void)state;
    const zero_case cases[] = {
        {.name = "at the end of a wall between cells with dents and without",
         .relaxed = {.tau = 1000, .turn = 3},
         .rings = {{CW_RING_BARRIER, 6, {{3, 3}, {14, 3}, {15, 1}, {8, 0}, {3, 1}, {6, 0}}}},
         .way = {{3, 3}, {3, 5}},
         .places = 2},
        {.name = "at a corner",
         .relaxed = {.tau = 0.5},
         .rings = {{CW_RING_OBSTACLE, 3, {{2, 10}, {3, 3}, {2, 3}}},
                   {CW_RING_HOLE, 3, {{2, 11}, {3, 11}, {13, 5}}}},
         .way = {{2, 11}, {5, 11.25}},
         .places = 2},
        {.name = "along the wall to its end",
         .relaxed = {.alpha = 0.4},
         .rings = {{CW_RING_OBSTACLE, 3, {{4, 6}, {3, 9}, {8, 0}}}},
         .way = {{6, 3}, {8, 0}},
         .places = 2},
        {.name = "past the end of a portal that is nanometres away",
         .relaxed = strict,
         .rings = {{CW_RING_HOLE, 3, {{13, 2}, {14, 0}, {15, 0}}},
                   {CW_RING_BARRIER, 2, {{7, 8}, {9, 3}}},
                   {CW_RING_OBSTACLE, 3, {{4, 1}, {13, 10}, {0, 2}}}},
         .way = {{9, 6}, {13, 10}, {0, 12}},
         .places = 3},
        {.name = "beside a wall of nanometres that ends in a nook",
         .relaxed = strict,
         .rings = {{CW_RING_OBSTACLE, 3, {{6, 5}, {2, 7}, {3, 0}}},
                   {CW_RING_HOLE, 2, {{15, 8}, {0, 6}}}},
         .way = {{2.5789473652839661, 6.710526317358017}, {6, 5}, {15, 0}},
         .places = 3},
        {.name = "over a corner that snapping has bent",
         .relaxed = strict,
         .rings = {{CW_RING_OBSTACLE, 3, {{0, 1}, {7, 2}, {12, 3}}},
                   {CW_RING_OBSTACLE,
                    7,
                    {{3, 14}, {13, 2}, {8, 4}, {8, 13}, {8, 7}, {14, 7}, {10, 4}}}},
         .way = {{8.0024999999850994, 7.9969999999999999}, {3, 14}},
         .places = 2},
    };
    CHECK_CASES(cases);
}

static void ends_nanometres_from_a_corner_see_no_more_than_the_corner_does(void **state) {
    (void)state;
    const zero_case cases[] = {
        {.name = "before the end of a portal",
         .relaxed = {.alpha = 1.5, .tau = 1000, .turn = 3, .effort = 1},
         .rings = {{CW_RING_BARRIER, 3, {{14, 2}, {3, 3}, {11, 0}}}},
         .way = {{14.000000000982288, 1.9999999998126188}, {3, 3}, {1e-8, 0}},
         .places = 3},
        {.name = "past the beginning of a wall",
         .relaxed = {.tau = 2, .turn = 3},
         .rings = {{CW_RING_BARRIER,
                    7,
                    {{8, 0}, {12, 2}, {15, 1}, {14, 1}, {14, 3}, {9, 3}, {1, 0}}}},
         .way = {{8.9999999992796909, 3.0000000006936531}, {14, 3}, {15, 1}},
         .places = 3},
        {.name = "in a nook",
         .relaxed = steep,
         .rings = {{CW_RING_HOLE, 5, {{13, 2}, {6, 1}, {11, 2}, {13, 3}, {7, 3}}},
                   {CW_RING_OBSTACLE, 4, {{4, 11}, {5, 11}, {1, 9}, {0, 9}}}},
         .way = {{8.944271909999159e-09, 9.0000000044721364}, {4, 11}, {13.2, 15}},
         .places = 3},
        {.name = "and no less",
         .relaxed = {.alpha = 1.5, .tau = 1000},
         .rings = {{CW_RING_HOLE, 3, {{6, 4}, {6, 5}, {7, 13}}}},
         .way = {{7.0000000002208633, 13.000000001987768}, {3.25, 2}},
         .places = 2},
    };
    CHECK_CASES(cases);
}

/// Barriers around a triangle. One of them ends on another, which goes through two more; none of
/// these crossings is a lattice point.
static void a_barrier_that_ends_on_another_leaves_no_gap_though_others_cross_it(void **state) {
    (void)state;
    const ring rings[] = {{CW_RING_BARRIER, 2, {{12, 0}, {5, 2}}},
                          {CW_RING_BARRIER, 6, {{12, 3}, {6, 2}, {2, 1}, {14, 2}, {7, 1}, {14, 2}}},
                          {CW_RING_BARRIER, 6, {{2, 2}, {9, 2}, {5, 0}, {0, 2}, {5, 1}, {11, 0}}}};
    const relaxation relaxed[] = {{0}, {.alpha = 1.5, .tau = 1000}};
    for (uint32_t i = 0; i < 2; i++) {
        path_world world;
        make_world(rings, 3, relaxed[i], &world);
        cw_vec3 below = {7.6, 1, 0}, inside = {7.4, 1.15, 0};
        cw_path path = path_world_find(&world, below, inside, 0, CW_PATH_SHORTEST);
        assert_int_equal(path.status, CW_PATH_DISCONNECTED);
        path_world_free(&world);
    }
}

/// The first leg leads to the corner and not past it on the wrong side.
static void a_start_on_a_wall_next_to_a_corner_does_not_cut_it(void **state) {
    (void)state;
    const ring hole = {CW_RING_HOLE, 4, {{5, 5}, {10, 5}, {10, 10}, {5, 10}}};
    path_world world;
    make_world(&hole, 1, deep, &world);
    for (double off = 2e-9; off < 1e-6; off *= 2) {
        cw_vec3 start = {10 - off, 10, 0}, goal = {13, 9, 0};
        cw_path path = path_world_find(&world, start, goal, 0, CW_PATH_SHORTEST);
        assert_int_equal(path.status, CW_PATH_FOUND);
        assert_int_equal(path.leg_count, 2);
        assert_true(fabs(path.legs[0].to.x - 10) < 1e-9 && fabs(path.legs[0].to.y - 10) < 1e-9);
        assert_true(fabs(path.length - off - hypot(3, 1)) < 1e-9);
    }
    path_world_free(&world);
}

static void a_start_on_a_portal_in_line_with_a_wall_takes_the_right_side_of_it(void **state) {
    (void)state;
    const zero_case cases[] = {
        {.name = "over the tip of a wall without thickness",
         .relaxed = strict,
         .rings = {{CW_RING_BARRIER,
                    7,
                    {{12, 8}, {11, 8}, {10, 8}, {9, 8}, {10, 1}, {11, 1}, {0, 7}}}},
         .way = {{14.724, 7.9999999983087182}, {12, 8}, {9, 8}, {7.25, 4.5}},
         .places = 4},
    };
    CHECK_CASES(cases);
}

// --- Random plans --------------------------------------------------------------------------------

/// Rings on a grid, so that walls in line, touching and crossing are frequent.
static ring random_ring(cw_random *random) {
    static const cw_ring_kind kinds[] = {CW_RING_HOLE, CW_RING_OBSTACLE, CW_RING_BARRIER};
    ring made = {kinds[cw_random_below(random, 3)], 2 + cw_random_below(random, 7), {{0, 0}}};
    for (uint32_t i = 0; i < made.count; i++) {
        made.points[i].x = cw_random_below(random, 16);
        made.points[i].y = cw_random_below(random, cw_random_below(random, 2) == 0 ? 16 : 4);
    }
    return made;
}

/// A vertex of a mesh, a place on an edge of it, or any place.
static cw_vec3 random_end(const cw_navmesh *mesh, cw_random *random) {
    uint32_t cell = cw_random_below(random, mesh->cell_count), first = mesh->cell_first[cell];
    uint32_t count = mesh->cell_first[cell + 1] - first, i = cw_random_below(random, count);
    cw_vec3 a = mesh->positions[mesh->edge_vertex[first + i]];
    cw_vec3 b = mesh->positions[mesh->edge_vertex[first + (i + 1) % count]];
    double share = 0.001 * cw_random_below(random, 1000);
    switch (cw_random_below(random, 3)) {
    case 0: return a;
    case 1: return (cw_vec3){a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), 0};
    default:
        return (cw_vec3){0.25 * cw_random_below(random, 60), 0.25 * cw_random_below(random, 60), 0};
    }
}

static double shortest(path_world *world, cw_vec3 from, cw_vec3 to) {
    cw_path path = path_world_find(world, from, to, 0, CW_PATH_SHORTEST);
    return path.status == CW_PATH_FOUND ? path.length : INFINITY;
}

static bool differ(double a, double b) {
    return a != b && !(fabs(a - b) <= SAME_LENGTH);
}

/// The way back is as long, and between places off the walls the cells do not matter.
static uint32_t check_pairs(path_world *relaxed, path_world *plain, cw_random *random,
                            uint32_t number) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < 20; i++) {
        const cw_navmesh *mesh = &relaxed->floor.mesh;
        cw_vec3 from = random_end(mesh, random), to = random_end(mesh, random);
        path_spot a = path_spot_at(&relaxed->floor, from), b = path_spot_at(&relaxed->floor, to);
        if (a.cell == CW_NONE || b.cell == CW_NONE) {
            continue;
        }
        double there = shortest(relaxed, from, to), back = shortest(relaxed, to, from);
        bool inside = fmin(path_floor_wall_distance(&relaxed->floor, &a),
                           path_floor_wall_distance(&relaxed->floor, &b)) > 1e-6;
        double other = inside ? shortest(plain, from, to) : there;
        if (differ(there, back) || differ(there, other)) {
            path_describe(relaxed, 0, &a, &b, "another length");
            fail_msg("plan %u: there %.12g, back %.12g, on the strict mesh %.12g", number, there,
                     back, other);
        }
        found += isfinite(there) ? 1 : 0;
    }
    return found;
}

static void relaxed_cells_change_no_path_of_a_point(void **state) {
    (void)state;
    static const double depths[] = {0.5, 2, 1000};
    cw_random random = {1};
    uint32_t found = 0;
    for (uint32_t i = 0; i < 1500; i++) {
        ring rings[MOST_RINGS] = {random_ring(&random), random_ring(&random), random_ring(&random)};
        uint32_t count = 1 + cw_random_below(&random, MOST_RINGS);
        relaxation relaxed = {.alpha = 0.75 * cw_random_below(&random, 3),
                              .tau = depths[cw_random_below(&random, 3)],
                              .turn = 3};
        path_world strict_world, relaxed_world;
        make_world(rings, count, strict, &strict_world);
        make_world(rings, count, relaxed, &relaxed_world);
        found += check_pairs(&relaxed_world, &strict_world, &random, i);
        path_world_free(&relaxed_world);
        path_world_free(&strict_world);
    }
    assert_true(found > 15000);
}

/// Corners and ends in decimals, none of which is a lattice point: on the lattice the tip of the
/// diamond, the corners of the box and both ends are in line but for two nanometres.
static void corners_in_line_but_for_nanometres_hide_nothing(void **state) {
    (void)state;
    static const cw_vec2 floor[] = {{0, 0}, {7.7, 0}, {7.7, 7.7}, {0, 7.7}};
    static const cw_vec2 box[] = {{3.3, 6.6}, {4.4, 6.6}, {4.4, 7.7}, {3.3, 7.7}};
    static const cw_vec2 diamond[] = {{4.95, 5.5}, {5.5, 6.05}, {4.95, 6.6}, {4.4, 6.05}};
    static const cw_vec2 barrier[] = {{0, 2.75}, {1.1, 2.75}};
    cw_plan plan = {0};
    path_world world;
    assert_int_equal(cw_plan_add(path_context, &plan, CW_RING_OUTER, 0, floor, 4), CW_OK);
    assert_int_equal(cw_plan_add(path_context, &plan, CW_RING_OBSTACLE, 0, box, 4), CW_OK);
    assert_int_equal(cw_plan_add(path_context, &plan, CW_RING_OBSTACLE, 0, diamond, 4), CW_OK);
    assert_int_equal(cw_plan_add(path_context, &plan, CW_RING_BARRIER, 0, barrier, 2), CW_OK);
    path_world_of_plan(&plan, &world);
    for (int i = -40; i <= 40; i++) {
        cw_vec3 west = {1.65, 6.6 + 1e-10 * i, 0}, east = {5.5, 6.6, 0};
        double there = path_world_find(&world, west, east, 0, CW_PATH_SHORTEST).length;
        double back = path_world_find(&world, east, west, 0, CW_PATH_SHORTEST).length;
        assert_true(fabs(there - 3.85) < 1e-8 && fabs(back - 3.85) < 1e-8);
    }
    path_world_free(&world);
}

/// A point's path between two places of a plan that is cut into triangles, there and back, is as
/// long as brute force says.
static void check_triangles(uint64_t number, uint32_t vertices, const cw_vec3 ends[2]) {
    path_floor plan, floor;
    path_world world;
    assert_true(path_floor_random(path_context, number, vertices, &plan));
    path_floor_triangulated(&plan, &floor);
    path_floor_free(&plan);
    path_world_make(&floor, &world);
    path_spot start = path_spot_at(&world.floor, ends[0]);
    path_spot goal = path_spot_at(&world.floor, ends[1]);
    double length = path_floor_shortest(&world.floor, 0, &start, &goal);
    for (uint32_t i = 0; i < 2; i++) {
        cw_path path = path_world_find(&world, ends[i], ends[1 - i], 0, CW_PATH_SHORTEST);
        assert_int_equal(path.status, CW_PATH_FOUND);
        path_assert_near(path.length, length, 1e-9);
    }
    path_world_free(&world);
}

/// Of three vertices all but in line, one of which is rounded: the cell at which a point turns may
/// be turned over.
static void a_point_turns_in_a_needle_that_rounding_turns_over(void **state) {
    (void)state;
    const cw_vec3 one[2] = {{1.1125939993068741, -14.934713992065305, 0}, {3.4, -10, 0}};
    const cw_vec3 other[2] = {{2.2774532313597646, -2.383379259642723, 0},
                              {-8.351399868006613, -14.872454426828472, 0}};
    check_triangles(213, 89, one);
    check_triangles(246, 68, other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ray_along_a_wall_ends_in_the_nook_where_another_wall_crosses_it),
        cmocka_unit_test(a_ray_leaves_a_cell_at_a_corner_where_the_cell_has_no_dent),
        cmocka_unit_test(no_ray_slips_between_the_shadows_of_two_walls_of_a_corner),
        cmocka_unit_test(a_path_turns_at_a_corner_next_to_the_end_of_a_portal),
        cmocka_unit_test(a_goal_on_a_wall_is_reached_from_the_floor_of_its_cell_only),
        cmocka_unit_test(ends_on_bends_of_a_thin_wall_are_on_both_sides_of_it),
        cmocka_unit_test(a_start_on_a_wall_sees_the_floor_of_its_cell),
        cmocka_unit_test(ends_nanometres_from_a_corner_see_no_more_than_the_corner_does),
        cmocka_unit_test(a_barrier_that_ends_on_another_leaves_no_gap_though_others_cross_it),
        cmocka_unit_test(a_start_on_a_wall_next_to_a_corner_does_not_cut_it),
        cmocka_unit_test(a_start_on_a_portal_in_line_with_a_wall_takes_the_right_side_of_it),
        cmocka_unit_test(corners_in_line_but_for_nanometres_hide_nothing),
        cmocka_unit_test(relaxed_cells_change_no_path_of_a_point),
        cmocka_unit_test(a_point_turns_in_a_needle_that_rounding_turns_over),
    };
    return cmocka_run_group_tests(tests, path_set_up, path_tear_down);
}
