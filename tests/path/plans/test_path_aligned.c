/// Points among shapes whose corners lie on a grid, turned by any angle and made smaller, so that
/// corners lie beside the lattice and what was in line is so but for nanometres. On meshes without
/// dents and with deep ones, there and back, and to the nearest of several goals, paths are as long
/// as a visibility graph in whole numbers says. Blocks that are not turned have their corners on
/// the lattice: straight ways run exactly through corners, along walls and along portals.
///
///   CW_ALIGNED_FIRST=1000 CW_ALIGNED_PLANS=5000 tests/test_path_aligned     more plans
#include "made.h"
#include "path_setup.h"
#include "test.h"
#include "test_owned.h"
#include "visibility.h"

/// Squares of the grid along a side, and steps of whole numbers along a square.
enum { SIZE = 9, STEPS = 4, SIDE = SIZE * STEPS };
enum { MOST_SHAPES = 25, MOST_CORNERS = 4, GOALS = 3, MOST_POINTS = 4 * MOST_SHAPES + 1 + GOALS };
enum { MESHES = 3, QUESTIONS = 6, MOST_PORTALS = 200 };

/// Metres, as a share of a square, by which a path may differ in length: corners are rounded to the
/// lattice, and points may cut them by nanometres.
static const double ROUNDED = 1e-6;

typedef struct spot {
    int x, y;
} spot;

/// A convex shape, or a wall without thickness between two corners.
typedef struct shape {
    spot corners[MOST_CORNERS];
    int count;
} shape;

typedef struct grid {
    shape shapes[MOST_SHAPES];
    int count;
} grid;

/// A shape in a square of the grid, from its low corner.
static shape draw_shape(cw_random *random, int x, int y) {
    static const shape kinds[] = {{{{0, 0}, {4, 0}, {0, 4}}, 3},
                                  {{{2, 0}, {4, 2}, {2, 4}, {0, 2}}, 4},
                                  {{{0, 0}, {4, 4}}, 2},
                                  {{{0, 2}, {4, 2}}, 2},
                                  {{{2, 0}, {2, 4}}, 2}};
    shape made = kinds[cw_random_below(random, 5)];
    for (int i = 0; i < made.count; i++) {
        made.corners[i].x += STEPS * x;
        made.corners[i].y += STEPS * y;
    }
    return made;
}

/// A block of some squares.
static shape draw_block(int x, int y, int width, int depth) {
    int left = STEPS * x, low = STEPS * y;
    int right = left + STEPS * width, high = low + STEPS * depth;
    return (shape){{{left, low}, {right, low}, {right, high}, {left, high}}, 4};
}

/// Whether some squares, and those around them, are free; takes them if so.
static bool take(bool taken[SIZE][SIZE], int x, int y, int width, int depth) {
    bool free = x + width < SIZE && y + depth < SIZE;
    for (int i = 0; free && i < (width + 2) * (depth + 2); i++) {
        free = !taken[y - 1 + i / (width + 2)][x - 1 + i % (width + 2)];
    }
    for (int i = 0; free && i < width * depth; i++) {
        taken[y + i / width][x + i % width] = true;
    }
    return free;
}

/// Shapes and blocks, or blocks alone, of which no two touch each other, or the border.
static grid draw_grid(cw_random *random, bool blocks) {
    bool taken[SIZE][SIZE] = {{false}};
    grid made = {.count = 0};
    uint32_t tries = 5 + cw_random_below(random, 60);
    for (uint32_t i = 0; i < tries; i++) {
        int x = 1 + (int)cw_random_below(random, SIZE - 2);
        int y = 1 + (int)cw_random_below(random, SIZE - 2);
        bool block = blocks || cw_random_below(random, 3) == 0;
        int width = block ? 1 + (int)cw_random_below(random, 4) : 1;
        int depth = block ? 1 + (int)cw_random_below(random, 3) : 1;
        if (take(taken, x, y, width, depth)) {
            made.shapes[made.count++] =
                block ? draw_block(x, y, width, depth) : draw_shape(random, x, y);
        }
    }
    return made;
}

static int sign(int value) {
    return (value > 0) - (value < 0);
}

static int side_of(spot a, spot b, spot p) {
    return sign((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x));
}

/// Whether a segment crosses a wall without thickness from one side to the other. At its ends it
/// may pass.
static bool crosses(spot a, spot b, const shape *wall) {
    spot c = wall->corners[0], d = wall->corners[1];
    return side_of(a, b, c) * side_of(a, b, d) < 0 && side_of(c, d, a) * side_of(c, d, b) < 0;
}

/// Whether a segment runs through the inside of a convex shape: the shape has corners on both sides
/// of it, and no side of the shape has all of the segment on its outside.
static bool enters(spot a, spot b, const shape *solid) {
    bool left = false, right = false, apart = false;
    for (int i = 0; i < solid->count; i++) {
        spot c = solid->corners[i], d = solid->corners[(i + 1) % solid->count];
        left = left || side_of(a, b, c) > 0;
        right = right || side_of(a, b, c) < 0;
        apart = apart || (side_of(c, d, a) <= 0 && side_of(c, d, b) <= 0);
    }
    return left && right && !apart;
}

static bool sees(const grid *plan, spot a, spot b) {
    bool free = true;
    for (int i = 0; i < plan->count && free; i++) {
        const shape *at = &plan->shapes[i];
        free = at->count == 2 ? !crosses(a, b, at) : !enters(a, b, at);
    }
    return free;
}

/// Whether a place is on the floor, and on no wall but those of blocks where these count.
static bool is_inside(const grid *plan, spot p, bool walls) {
    bool inside = walls || (p.x > 0 && p.y > 0 && p.x < SIDE && p.y < SIDE);
    for (int i = 0; i < plan->count && inside; i++) {
        const shape *at = &plan->shapes[i];
        bool outside = false;
        for (int k = 0; k < at->count; k++) {
            spot c = at->corners[k], d = at->corners[(k + 1) % at->count];
            bool within = (p.x - c.x) * (p.x - d.x) + (p.y - c.y) * (p.y - d.y) <= 0;
            outside = outside || (at->count == 2 ? side_of(c, d, p) != 0 || !within
                                                 : side_of(c, d, p) < walls);
        }
        inside = outside;
    }
    return inside;
}

static bool is_corner(const grid *plan, spot p) {
    for (int i = 0; i < plan->count; i++) {
        for (int k = 0; k < plan->shapes[i].count; k++) {
            if (plan->shapes[i].corners[k].x == p.x && plan->shapes[i].corners[k].y == p.y) {
                return true;
            }
        }
    }
    return false;
}

/// Where a grid is put: turned, and with squares of a size.
typedef struct placement {
    double cosine, sine; ///< times the length of a step
    double square;
    double rounded; ///< metres by which a path may differ in length
    bool exact;     ///< corners lie on the lattice
} placement;

static placement draw_placement(cw_random *random) {
    static const double squares[] = {0.1, 0.3, 0.7, 1, 1.1, 2.4};
    double square = squares[cw_random_below(random, 6)];
    double angle = cw_random_below(random, 3) ? cw_random_range(random, 0, 2 * PI) : 0;
    return (placement){square / STEPS * cos(angle), square / STEPS * sin(angle), square,
                       ROUNDED * square, false};
}

static const placement on_lattice = {1.0 / STEPS, 0, 1, 1e-9, true};

/// A place on half and quarter lines of the grid: inside the floor, or at a corner; on the lattice
/// one on whole lines, on walls as well.
static spot draw_end(const grid *plan, bool exact, cw_random *random) {
    for (;;) {
        spot p = {(int)cw_random_below(random, SIDE + 1), (int)cw_random_below(random, SIDE + 1)};
        int coarse = exact ? STEPS : cw_random_below(random, 2) ? 2 : 1;
        p = (spot){p.x / coarse * coarse, p.y / coarse * coarse};
        if (is_inside(plan, p, exact) || is_corner(plan, p)) {
            return p;
        }
    }
}

/// A plan, and the points that see each other there: goals, the start, all corners.
typedef struct view {
    const grid *plan;
    spot points[MOST_POINTS];
} view;

static bool see_each_other(const void *user, uint32_t from, uint32_t to) {
    const view *all = user;
    return sees(all->plan, all->points[from], all->points[to]);
}

/// Lengths of the shortest paths from a start to some goals.
static void measure(const grid *plan, spot start, const spot goals[GOALS], double lengths[GOALS]) {
    view all = {.plan = plan};
    cw_vec2 points[MOST_POINTS];
    double length[MOST_POINTS];
    uint32_t count = 0;
    for (int i = 0; i < GOALS; i++) {
        all.points[count++] = goals[i];
    }
    all.points[count++] = start;
    for (int i = 0; i < plan->count; i++) {
        for (int k = 0; k < plan->shapes[i].count; k++) {
            all.points[count++] = plan->shapes[i].corners[k];
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        points[i] = (cw_vec2){all.points[i].x, all.points[i].y};
    }
    visible_lengths(points, count, GOALS, see_each_other, &all, length);
    memcpy(lengths, length, GOALS * sizeof *lengths);
}

static cw_vec2 put(const placement *where, spot p) {
    return (cw_vec2){where->cosine * p.x - where->sine * p.y,
                     where->sine * p.x + where->cosine * p.y};
}

static cw_vec3 put_high(const placement *where, spot p) {
    cw_vec2 plan = put(where, p);
    return (cw_vec3){plan.x, plan.y, 0};
}

static void add(cw_plan *plan, const placement *where, cw_ring_kind kind, const shape *at) {
    cw_vec2 points[MOST_CORNERS];
    for (int i = 0; i < at->count; i++) {
        points[i] = put(where, at->corners[i]);
    }
    uint32_t count = (uint32_t)at->count;
    put_ring(context, plan, kind, points, count);
}

static void make_world(const grid *drawn, const placement *where, uint32_t mesh, path_world *made) {
    static const shape border = {{{0, 0}, {SIDE, 0}, {SIDE, SIDE}, {0, SIDE}}, 4};
    cw_plan plan = {0};
    add(&plan, where, CW_RING_OUTER, &border);
    for (int i = 0; i < drawn->count; i++) {
        const shape *at = &drawn->shapes[i];
        add(&plan, where, at->count == 2 ? CW_RING_BARRIER : CW_RING_OBSTACLE, at);
    }
    cw_navmesh_config config = cw_navmesh_config_default();
    config.effort = mesh == 0 ? 0 : 1;
    if (mesh == 2) {
        config.alpha = PI / 2;
        config.turn = 2 * PI;
        config.tau = SIZE * where->square;
    }
    path_floor floor;
    path_floor_of_plan(context, &plan, &config, &floor);
    path_world_make(&floor, made);
}

typedef struct tally {
    uint64_t answers, wrong;
    uint64_t single, expansions; ///< of questions with one goal
} tally;

/// Counts an answer; shows the first wrong one. A corner that an end stands at may have been
/// rounded across it.
static void judge(path_world *world, cw_path_request *request, double length,
                  const placement *where, tally *sum) {
    request->reach = where->exact ? 0 : where->rounded;
    cw_path path = path_must_find(world, request);
    sum->answers++;
    sum->single += request->goal_count == 1;
    sum->expansions += request->goal_count == 1 ? path.expansions : 0;
    if (path.status == CW_PATH_FOUND && fabs(path.length - length) <= where->rounded) {
        if (where->exact) {
            path_must_be_good(world, &path, request->start, request->goals[path.goal_index]);
        }
    } else if (sum->wrong++ == 0) {
        print_message("%s: (%.17g, %.17g) to the nearest of %u, (%.17g, %.17g): %.12g m, true is "
                      "%.12g\n",
                      world->floor.name, request->start.x, request->start.y, request->goal_count,
                      request->goals[0].x, request->goals[0].y, path.length, length);
    }
}

/// Asks for the way to each goal, there and back, and for that to the nearest.
static void ask(path_world *world, const grid *drawn, const placement *where, uint64_t number,
                tally *sum) {
    cw_random random = {number * 0x9e3779b97f4a7c15u + 5};
    double step = where->square / STEPS;
    for (uint32_t i = 0; i < QUESTIONS; i++) {
        spot start = draw_end(drawn, where->exact, &random), goals[GOALS];
        cw_vec3 from = put_high(where, start), to[GOALS];
        for (int k = 0; k < GOALS; k++) {
            goals[k] = draw_end(drawn, where->exact, &random);
            to[k] = put_high(where, goals[k]);
        }
        double lengths[GOALS], nearest = INFINITY;
        measure(drawn, start, goals, lengths);
        for (int k = 0; k < GOALS; k++) {
            cw_path_request there = path_ask(&from, &to[k], 0), back = path_ask(&to[k], &from, 0);
            judge(world, &there, step * lengths[k], where, sum);
            judge(world, &back, step * lengths[k], where, sum);
            nearest = fmin(nearest, step * lengths[k]);
        }
        cw_path_request all = path_ask(&from, to, 0);
        all.goal_count = GOALS;
        judge(world, &all, nearest, where, sum);
    }
}

static void try_plan(uint64_t number, bool exact, tally *sum) {
    cw_random random = {number * 0x9e3779b97f4a7c15u + 3};
    grid drawn = draw_grid(&random, exact);
    placement where = exact ? on_lattice : draw_placement(&random);
    uint64_t before = sum->wrong;
    for (uint32_t mesh = exact ? 1 : 0; mesh < (exact ? 2 : MESHES); mesh++) {
        OWNED(path_world) world;
        make_world(&drawn, &where, mesh, &world);
        snprintf(world.floor.name, sizeof world.floor.name, "mesh %u", mesh);
        ask(&world, &drawn, &where, number, sum);
    }
    if (sum->wrong > before) {
        print_message("plan %llu\n", (unsigned long long)number);
    }
}

static tally try_plans(bool exact) {
    tally sum = {0};
    uint64_t first = path_number_from("CW_ALIGNED_FIRST", 0);
    uint64_t count = path_number_from("CW_ALIGNED_PLANS", 400);
    for (uint64_t number = first; number < first + count; number++) {
        try_plan(number, exact, &sum);
    }
    if (sum.wrong > 0) {
        fail_msg("%llu of %llu answers are wrong", (unsigned long long)sum.wrong,
                 (unsigned long long)sum.answers);
    }
    return sum;
}

TEST(paths_among_aligned_shapes_are_the_shortest_on_all_meshes) {
    try_plans(false);
}

TEST(straight_ways_through_corners_and_along_walls_are_seen) {
    tally sum = try_plans(true);
    print_message("expansions %.2f\n", (double)sum.expansions / (double)sum.single);
    // What is in line must not multiply the ways that are looked at.
    assert_true(sum.expansions < 2 * sum.single);
}

TEST_GROUP(make_context, free_context);
