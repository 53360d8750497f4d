/// Paths of a point past walls in line, nooks, dents of relaxed cells, ends of portals that
/// snapping has moved, and ends that lie exactly on walls: where a search is misled most easily.
#include "made.h"
#include "path_setup.h"
#include "test.h"
#include "test_owned.h"

enum { MOST_RINGS = 3, MOST_POINTS = 8 };

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

static void make_world(const ring *rings, uint32_t count, relaxation relaxed, path_world *made) {
    cw_plan plan = {0};
    put_box(context, &plan, CW_RING_OUTER, 0, 0, 15, 15);
    for (uint32_t i = 0; i < count && rings[i].count > 0; i++) {
        put_ring(context, &plan, rings[i].kind, rings[i].points, rings[i].count);
    }
    cw_navmesh_config config = cw_navmesh_config_default();
    config.alpha = relaxed.alpha;
    config.tau = relaxed.tau;
    config.turn = relaxed.turn > 0 ? relaxed.turn : config.turn;
    config.effort = relaxed.effort;
    path_floor floor;
    path_floor_of_plan(context, &plan, &config, &floor);
    path_world_make(&floor, made);
}

/// The first leg leads to the corner and not past it on the wrong side.
TEST(a_start_on_a_wall_next_to_a_corner_does_not_cut_it) {
    const ring hole = {CW_RING_HOLE, 4, {{5, 5}, {10, 5}, {10, 10}, {5, 10}}};
    OWNED(path_world) world;
    make_world(&hole, 1, deep, &world);
    for (double off = 2e-9; off < 1e-6; off *= 2) {
        cw_vec3 start = {10 - off, 10, 0}, goal = {13, 9, 0};
        cw_path path = path_world_find(&world, start, goal, 0);
        assert_int_equal(path.status, CW_PATH_FOUND);
        assert_int_equal(path.leg_count, 2);
        assert_true(fabs(path.legs[0].to.x - 10) < 1e-9 && fabs(path.legs[0].to.y - 10) < 1e-9);
        assert_true(fabs(path.length - off - hypot(3, 1)) < 1e-9);
    }
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
    cw_path path = path_world_find(world, from, to, 0);
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

TEST(relaxed_cells_change_no_path_of_a_point) {
    static const double depths[] = {0.5, 2, 1000};
    cw_random random = {1};
    uint32_t found = 0;
    for (uint32_t i = 0; i < 1500; i++) {
        ring rings[MOST_RINGS] = {random_ring(&random), random_ring(&random), random_ring(&random)};
        uint32_t count = 1 + cw_random_below(&random, MOST_RINGS);
        relaxation relaxed = {.alpha = 0.75 * cw_random_below(&random, 3),
                              .tau = depths[cw_random_below(&random, 3)],
                              .turn = 3};
        OWNED(path_world) strict_world, relaxed_world;
        make_world(rings, count, strict, &strict_world);
        make_world(rings, count, relaxed, &relaxed_world);
        found += check_pairs(&relaxed_world, &strict_world, &random, i);
    }
    assert_true(found > 15000);
}

/// Corners and ends in decimals, none of which is a lattice point: on the lattice the tip of the
/// diamond, the corners of the box and both ends are in line but for two nanometres.
TEST(corners_in_line_but_for_nanometres_hide_nothing) {
    static const cw_vec2 box[] = {{3.3, 6.6}, {4.4, 6.6}, {4.4, 7.7}, {3.3, 7.7}};
    static const cw_vec2 diamond[] = {{4.95, 5.5}, {5.5, 6.05}, {4.95, 6.6}, {4.4, 6.05}};
    static const cw_vec2 barrier[] = {{0, 2.75}, {1.1, 2.75}};
    cw_plan plan = {0};
    OWNED(path_world) world;
    put_box(context, &plan, CW_RING_OUTER, 0, 0, 7.7, 7.7);
    put_ring(context, &plan, CW_RING_OBSTACLE, box, 4);
    put_ring(context, &plan, CW_RING_OBSTACLE, diamond, 4);
    put_ring(context, &plan, CW_RING_BARRIER, barrier, 2);
    path_world_of_plan(&plan, &world);
    for (int i = -40; i <= 40; i++) {
        cw_vec3 west = {1.65, 6.6 + 1e-10 * i, 0}, east = {5.5, 6.6, 0};
        double there = path_world_find(&world, west, east, 0).length;
        double back = path_world_find(&world, east, west, 0).length;
        assert_true(fabs(there - 3.85) < 1e-8 && fabs(back - 3.85) < 1e-8);
    }
}

TEST_GROUP(make_context, free_context);
