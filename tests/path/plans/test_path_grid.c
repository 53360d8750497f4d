/// Points on plans whose corners and ends all lie on a grid, so that straight ways run through
/// corners, along walls and along portals. The shortest paths are compared, there and back, with a
/// visibility graph that is decided in whole numbers. Then the grids are turned and made smaller,
/// so that corners lie beside the lattice, and what was in line is so by nanometres only.
///
///   CW_PATH_FIRST=1000 CW_PATH_CASES=5000 tests/test_path_grid
#include "path_setup.h"
#include "test.h"
#include "visibility.h"

enum { SIZE = 12, MOST_BLOCKS = 14, MOST_POINTS = 4 * MOST_BLOCKS + 4 };

/// Squares of the grid that are solid; those that touch are one solid, also over a corner.
typedef struct grid_plan {
    bool solid[SIZE][SIZE];
    int points[MOST_POINTS][2]; ///< corners of solids, then the start and the goal
    uint32_t count;
} grid_plan;

static bool is_solid(const grid_plan *plan, int x, int y) {
    return x < 0 || y < 0 || x >= SIZE || y >= SIZE || plan->solid[y][x];
}

/// Solid blocks that leave two squares between each other and the border, so that none touch.
static void draw_blocks(grid_plan *grid, cw_random *random, cw_plan *plan) {
    *grid = (grid_plan){0};
    cw_vec2 border[] = {{0, 0}, {SIZE, 0}, {SIZE, SIZE}, {0, SIZE}};
    assert_int_equal(cw_plan_add(path_context, plan, CW_RING_OUTER, 0, border, 4), CW_OK);
    for (uint32_t i = 0; i < MOST_BLOCKS; i++) {
        int width = 1 + (int)cw_random_below(random, 4),
            height = 1 + (int)cw_random_below(random, 3);
        int x0 = (int)cw_random_below(random, SIZE), y0 = (int)cw_random_below(random, SIZE);
        bool free = true;
        for (int y = y0 - 1; y <= y0 + height; y++) {
            for (int x = x0 - 1; x <= x0 + width; x++) {
                free = free && !is_solid(grid, x, y);
            }
        }
        if (!free) {
            continue;
        }
        for (int k = 0; k < width * height; k++) {
            grid->solid[y0 + k / width][x0 + k % width] = true;
        }
        int x1 = x0 + width, y1 = y0 + height;
        cw_vec2 ring[] = {{x0, y0}, {x0, y1}, {x1, y1}, {x1, y0}};
        assert_int_equal(cw_plan_add(path_context, plan, CW_RING_HOLE, 0, ring, 4), CW_OK);
        for (int k = 0; k < 4; k++) {
            grid->points[grid->count][0] = (int)ring[k].x;
            grid->points[grid->count++][1] = (int)ring[k].y;
        }
    }
}

static int sign(int value) {
    return (value > 0) - (value < 0);
}

static int side_of(const int *a, const int *b, int x, int y) {
    return sign((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]));
}

/// Whether the segment between two grid points runs through the inside of a square: corners of it
/// lie on both sides of the line, and the segment does not end before or behind it.
static bool cuts(const int *a, const int *b, int x, int y) {
    int low = 0, high = 0;
    for (int k = 0; k < 4; k++) {
        int side = side_of(a, b, x + k % 2, y + k / 2);
        low |= side < 0;
        high |= side > 0;
    }
    bool apart = (a[0] <= x && b[0] <= x) || (a[0] >= x + 1 && b[0] >= x + 1) ||
                 (a[1] <= y && b[1] <= y) || (a[1] >= y + 1 && b[1] >= y + 1);
    return low && high && !apart;
}

/// Whether a segment along a line of the grid runs between two solid squares.
static bool runs_inside(const grid_plan *plan, const int *a, const int *b) {
    int dx = sign(b[0] - a[0]), dy = sign(b[1] - a[1]);
    if (dx != 0 && dy != 0) {
        return false;
    }
    for (int x = a[0], y = a[1]; x != b[0] || y != b[1]; x += dx, y += dy) {
        int left = x - (dx < 0), low = y - (dy < 0); /* of the square ahead, on the far side */
        if (is_solid(plan, left, low) && is_solid(plan, left - (dx == 0), low - (dy == 0))) {
            return true;
        }
    }
    return false;
}

/// Whether two grid points see each other: no solid square is cut, and along a line of the grid not
/// both sides are solid.
static bool sees(const grid_plan *plan, const int *a, const int *b) {
    if (runs_inside(plan, a, b)) {
        return false;
    }
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            if (plan->solid[y][x] && cuts(a, b, x, y)) {
                return false;
            }
        }
    }
    return true;
}

static bool see_each_other(const void *user, uint32_t from, uint32_t to) {
    const grid_plan *plan = user;
    return sees(plan, plan->points[from], plan->points[to]);
}

/// Length of the shortest path from the last but one point to the last.
static double shortest(const grid_plan *plan) {
    cw_vec2 points[MOST_POINTS];
    double lengths[MOST_POINTS];
    for (uint32_t i = 0; i < plan->count; i++) {
        points[i] = (cw_vec2){plan->points[i][0], plan->points[i][1]};
    }
    visible_lengths(points, plan->count, plan->count - 2, see_each_other, plan, lengths);
    return lengths[plan->count - 1];
}

/// A grid point on the floor: inside, on a wall, or at a corner.
static void draw_end(const grid_plan *plan, cw_random *random, int *point) {
    do {
        point[0] = (int)cw_random_below(random, SIZE + 1);
        point[1] = (int)cw_random_below(random, SIZE + 1);
    } while (is_solid(plan, point[0] - 1, point[1] - 1) && is_solid(plan, point[0], point[1] - 1) &&
             is_solid(plan, point[0] - 1, point[1]) && is_solid(plan, point[0], point[1]));
}

/// Asks for the path between the last two points, there and back, and compares its length.
static void must_be_shortest(path_world *world, const grid_plan *grid, double length,
                             uint64_t *expansions) {
    for (uint32_t back = 0; back < 2; back++) {
        const int *a = grid->points[grid->count - 2 + back],
                  *b = grid->points[grid->count - 1 - back];
        cw_vec3 start = {a[0], a[1], 0}, goal = {b[0], b[1], 0};
        cw_path path = path_world_find(world, start, goal, 0);
        *expansions += path.expansions;
        if (path.status != CW_PATH_FOUND || !(fabs(path.length - length) <= 1e-9)) {
            fail_msg("%s: (%d, %d) to (%d, %d) has %.12g m, true is %.12g: %s", world->floor.name,
                     a[0], a[1], b[0], b[1], path.length, length,
                     cw_path_status_string(path.status));
        }
        path_must_be_good(world, &path, start, goal);
    }
}

static void try_grid(uint64_t number, uint64_t *expansions) {
    cw_random random = {number * 0x9e3779b97f4a7c15u + 1};
    cw_plan plan = {0};
    grid_plan grid;
    path_world world;
    draw_blocks(&grid, &random, &plan);
    path_world_of_plan(&plan, &world);
    snprintf(world.floor.name, sizeof world.floor.name, "grid %u", (unsigned)number);
    grid.count += 2;
    for (uint32_t i = 0; i < 12; i++) {
        draw_end(&grid, &random, grid.points[grid.count - 2]);
        draw_end(&grid, &random, grid.points[grid.count - 1]);
        must_be_shortest(&world, &grid, shortest(&grid), expansions);
    }
    path_world_free(&world);
}

TEST(straight_ways_through_corners_and_along_walls_are_seen) {
    uint64_t expansions = 0;
    uint64_t first = path_number_from("CW_PATH_FIRST", 0);
    uint64_t count = path_number_from("CW_PATH_CASES", 400);
    for (uint64_t number = first; number < first + count; number++) {
        try_grid(number, &expansions);
    }
    print_message("expansions %.1f\n", (double)expansions / (double)(24 * count));
    // What is in line must not multiply the ways that are looked at.
    assert_true(expansions < 2 * 24 * count);
}

TEST_GROUP(path_set_up, path_tear_down);
