/// Points where parts of the floor touch, as start and as goal: on grids whose solid squares meet
/// in corners, all ends are corners, and lengths are those of a visibility graph in whole numbers.
///
///   CW_PATH_FIRST=1000 CW_PATH_CASES=5000 tests/test_path_sides
#include "made.h"
#include "path_setup.h"
#include "test.h"
#include "test_owned.h"
#include "visibility.h"

/// Metres: vertices are rounded to the lattice.
#define SAME_LENGTH 1e-7

enum { SIZE = 7, NODES = (SIZE + 1) * (SIZE + 1) };

typedef struct touching_grid {
    double square; ///< metres: 1, or one whose multiples lie beside the lattice
    bool solid[SIZE][SIZE];
    bool sees[NODES][NODES];
} touching_grid;

static bool is_free(const touching_grid *grid, int x, int y) {
    return x >= 0 && y >= 0 && x < SIZE && y < SIZE && !grid->solid[y][x];
}

/// The free squares around a grid point, a bit for each in turn.
static int free_around(const touching_grid *grid, int x, int y) {
    return is_free(grid, x - 1, y - 1) | is_free(grid, x, y - 1) << 1 | is_free(grid, x, y) << 2 |
           is_free(grid, x - 1, y) << 3;
}

/// Whether two solid squares meet in a grid point, and nothing passes between them.
static bool is_pinched(const touching_grid *grid, int x, int y) {
    int around = free_around(grid, x, y);
    return around == 5 || around == 10;
}

/// Whether a short piece of a segment, around (x, y) / scale, lies on floor.
static bool on_floor(const touching_grid *grid, int x, int y, int scale) {
    int column = x / scale, row = y / scale;
    return is_free(grid, column, row) || (x % scale == 0 && is_free(grid, column - 1, row)) ||
           (y % scale == 0 && is_free(grid, column, row - 1));
}

/// Whether the segment between two grid points lies on floor: in steps so small that each piece
/// between lines of the grid has a step inside of it.
static bool looks(const touching_grid *grid, const int *a, const int *b) {
    int dx = b[0] - a[0], dy = b[1] - a[1];
    int steps = 4 * (dx != 0 ? abs(dx) : 1) * (dy != 0 ? abs(dy) : 1);
    for (int i = 1; i < steps; i++) {
        int x = a[0] * steps + i * dx, y = a[1] * steps + i * dy;
        bool corner = x % steps == 0 && y % steps == 0;
        if (corner ? is_pinched(grid, x / steps, y / steps) ||
                         free_around(grid, x / steps, y / steps) == 0
                   : !on_floor(grid, x, y, steps)) {
            return false;
        }
    }
    return true;
}

static void draw_grid(touching_grid *grid, cw_random *random, cw_plan *plan) {
    uint32_t share = 2 + cw_random_below(random, 4);
    double square = grid->square = cw_random_below(random, 2) == 0 ? 1 : 0.1, size = SIZE * square;
    put_box(context, plan, CW_RING_OUTER, 0, 0, size, size);
    for (int i = 0; i < SIZE * SIZE; i++) {
        int x = i % SIZE, y = i / SIZE;
        grid->solid[y][x] = cw_random_below(random, 10) < share;
        double left = x * square, right = (x + 1) * square;
        double low = y * square, high = (y + 1) * square;
        cw_vec2 ring[] = {{left, low}, {left, high}, {right, high}, {right, low}};
        if (grid->solid[y][x]) {
            put_ring(context, plan, CW_RING_OBSTACLE, ring, 4);
        }
    }
    for (int i = 0; i < NODES; i++) {
        for (int j = 0; j < i; j++) {
            int a[] = {i % (SIZE + 1), i / (SIZE + 1)}, b[] = {j % (SIZE + 1), j / (SIZE + 1)};
            bool floor = free_around(grid, a[0], a[1]) != 0 && free_around(grid, b[0], b[1]) != 0;
            grid->sees[i][j] = grid->sees[j][i] = floor && looks(grid, a, b);
        }
    }
}

/// What the points see of each other from a start. No path goes on where squares meet.
typedef struct sight {
    const touching_grid *grid;
    uint32_t start;
} sight;

static bool goes_on(const void *user, uint32_t from, uint32_t to) {
    const sight *all = user;
    return all->grid->sees[from][to] &&
           (from == all->start ||
            !is_pinched(all->grid, (int)from % (SIZE + 1), (int)from / (SIZE + 1)));
}

/// Lengths of the shortest paths from a grid point to all others.
static void find_lengths(const touching_grid *grid, int from, double *lengths) {
    cw_vec2 points[NODES];
    sight all = {grid, (uint32_t)from};
    for (uint32_t i = 0; i < NODES; i++) {
        points[i] = (cw_vec2){i % (SIZE + 1), i / (SIZE + 1)};
    }
    visible_lengths(points, NODES, all.start, goes_on, &all, lengths);
}

static cw_vec3 place_of(const touching_grid *grid, int node) {
    int column = node % (SIZE + 1), row = node / (SIZE + 1);
    return (cw_vec3){column * grid->square, row * grid->square, 0};
}

/// Asks for the path to the nearest of some goals, in one go and in slices.
static void must_be_shortest(path_world *world, const touching_grid *grid, int from, const int *to,
                             uint32_t count, const double *lengths) {
    cw_vec3 goals[2] = {place_of(grid, to[0]), place_of(grid, to[count - 1])};
    cw_path_request request = cw_path_request_default();
    request.start = place_of(grid, from);
    request.goals = goals;
    request.goal_count = count;
    double length = grid->square * fmin(lengths[to[0]], lengths[to[count - 1]]);
    for (int sliced = 0; sliced < 2; sliced++) {
        cw_path path;
        if (sliced) {
            assert_int_equal(cw_query_begin(world->query, &request, &path), CW_OK);
            while (path.status == CW_PATH_RUNNING) {
                assert_int_equal(cw_query_step(world->query, 1, &path), CW_OK);
            }
        } else {
            assert_int_equal(cw_query_find(world->query, &request, &path), CW_OK);
        }
        bool found = path.status == CW_PATH_FOUND;
        if (found != isfinite(length) || (found && !(fabs(path.length - length) <= SAME_LENGTH))) {
            fail_msg("%s: (%g, %g) to (%g, %g): %s, %.12g m, true is %.12g", world->floor.name,
                     request.start.x, request.start.y, goals[0].x, goals[0].y,
                     cw_path_status_string(path.status), path.length, length);
        }
        if (found) {
            assert_true(fabs(grid->square * lengths[to[path.goal_index]] - length) <= SAME_LENGTH);
            path_must_be_good(world, &path, request.start, goals[path.goal_index]);
        }
    }
    bool reachable = reachable_by(world->query, request.start, goals[0], 0);
    assert_int_equal(reachable, isfinite(lengths[to[0]]));
}

/// One on the floor; of two, one where squares meet.
static int draw_end(const touching_grid *grid, cw_random *random) {
    bool pinched = cw_random_below(random, 2) == 0;
    int node, x, y, tries = 0;
    do {
        node = (int)cw_random_below(random, NODES);
        x = node % (SIZE + 1);
        y = node / (SIZE + 1);
    } while (free_around(grid, x, y) == 0 || (pinched && !is_pinched(grid, x, y) && ++tries < 99));
    return node;
}

TEST(ends_where_obstacles_touch_belong_to_all_sides) {
    uint64_t first = path_number_from("CW_PATH_FIRST", 0);
    uint64_t count = path_number_from("CW_PATH_CASES", 150);
    for (uint64_t number = first; number < first + count; number++) {
        cw_random random = {number * 0x9e3779b97f4a7c15u + 1};
        touching_grid grid = {0};
        cw_plan plan = {0};
        OWNED(path_world) world;
        double lengths[NODES];
        draw_grid(&grid, &random, &plan);
        path_world_of_plan(&plan, &world);
        snprintf(world.floor.name, sizeof world.floor.name, "grid %u", (unsigned)number);
        for (uint32_t i = 0; i < 12; i++) {
            int from = draw_end(&grid, &random);
            int to[] = {draw_end(&grid, &random), draw_end(&grid, &random)};
            find_lengths(&grid, from, lengths);
            must_be_shortest(&world, &grid, from, to, 1 + i % 2, lengths);
        }
    }
}

TEST_GROUP(make_context, free_context);
