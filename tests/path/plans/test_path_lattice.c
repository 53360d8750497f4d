/// Streets between square blocks: paths that pass exactly through many corners of the mesh, one
/// after the other, where many portals end.
#include "made.h"
#include "path_setup.h"
#include "test.h"
#include "test_owned.h"
#include "visibility.h"

/// Blocks of 1 x 1 m stand at the even squares of a square of `size` x `size` m:
///
///      4  +---+---+---+---+
///         |   :   :   :   |
///      3  +---+---+---+---+
///         |###|   |###|   |
///      2  +---+---+---+---+
///         |   :   :   :   |
///      1  +---+---+---+---+
///         |###|   |###|   |
///      0  +---+---+---+---+
///         0   1   2   3   4
///
/// The line y = x - 1 passes from corner to corner and never through a block.
static bool is_block(uint32_t column, uint32_t row) {
    return column % 2 == 0 && row % 2 == 0;
}

/// Every square of the streets is a cell.
static void make_squares(uint32_t size, path_world *made) {
    uint32_t side = size + 1, cells = 0;
    cw_vec3 *positions = malloc((size_t)side * side * sizeof *positions);
    uint32_t *first = malloc(((size_t)size * size + 1) * sizeof *first);
    uint32_t *vertices = malloc((size_t)size * size * 4 * sizeof *vertices);
    assert_true(positions != NULL && first != NULL && vertices != NULL);
    for (uint32_t i = 0; i < side * side; i++) {
        positions[i] = (cw_vec3){i % side, i / side, 0};
    }
    for (uint32_t i = 0; i < size * size; i++) {
        uint32_t column = i % size, row = i / size, corner = row * side + column;
        if (!is_block(column, row)) {
            uint32_t ring[] = {corner, corner + 1, corner + side + 1, corner + side};
            memcpy(vertices + 4 * cells, ring, sizeof ring);
            first[cells] = 4 * cells;
            cells++;
        }
    }
    first[cells] = 4 * cells;
    cw_polygons polygons = polygons_of(side * side, positions, cells, first, vertices);
    path_world_of_polygons(&polygons, "streets of squares", made);
    free(positions);
    free(first);
    free(vertices);
}

/// The cells are those of the builder.
static void make_built(uint32_t size, path_world *made) {
    double end = size;
    cw_plan plan = {0};
    put_box(context, &plan, CW_RING_OUTER, 0, 0, end, end);
    for (uint32_t i = 0; i < size * size; i++) {
        double x = i % size, y = i / size;
        if (is_block(i % size, i / size)) {
            put_box(context, &plan, CW_RING_OBSTACLE, x, y, x + 1, y + 1);
        }
    }
    path_world_of_plan(&plan, made);
}

/// The cells are the triangles of an oracle: more portals for each corner.
static void make_triangles(uint32_t size, path_world *made) {
    OWNED(path_world) built;
    path_floor triangles;
    make_built(size, &built);
    path_floor_triangulated(&built.floor, &triangles);
    path_world_make(&triangles, made);
}

static void (*const makers[])(uint32_t size, path_world *made) = {make_squares, make_built,
                                                                  make_triangles};
enum { MAKERS = sizeof makers / sizeof *makers };

/// Size of the square that is compared with brute force.
enum { SIZE = 6 };

/// Whether a place is on a square of the streets or on its border.
static bool is_street(double x, double y) {
    bool found = false;
    for (uint32_t i = 0; i < SIZE * SIZE; i++) {
        uint32_t column = i % SIZE, row = i / SIZE;
        found |=
            !is_block(column, row) && x >= column && x <= column + 1 && y >= row && y <= row + 1;
    }
    return found;
}

/// Asks in a few slices of `budget` expansions, which have to be enough.
static cw_path find_within(path_world *world, const cw_path_request *request, uint32_t budget) {
    cw_path path;
    assert_int_equal(cw_query_begin(world->query, request, &path), CW_OK);
    for (int slice = 0; slice < 3 && path.status == CW_PATH_RUNNING; slice++) {
        assert_int_equal(cw_query_step(world->query, budget, &path), CW_OK);
    }
    if (path.status != CW_PATH_FOUND) {
        fail_msg("%s, (%g, %g) to (%g, %g): %s after %u expansions", world->floor.name,
                 request->start.x, request->start.y, request->goals[0].x, request->goals[0].y,
                 cw_path_status_string(path.status), budget);
    }
    return path;
}

/// A straight line is found, and its cost is linear: a few expansions for each
/// portal that it crosses, and each crossing of the mesh at most once.
static void check_line(path_world *world, cw_vec3 from, cw_vec3 to, bool few_crossings) {
    double length = hypot(to.x - from.x, to.y - from.y);
    cw_path_request request = path_ask(&from, &to, 0);
    cw_path path = find_within(world, &request, 5 * world->clearance.summit_count);
    path_assert_near(path.length, length, 1e-9);
    path_must_be_good(world, &path, from, to);
    uint32_t most = 5 * (path.portal_count + 1);
    if (!few_crossings) {
        most += 2 * world->clearance.summit_count;
    }
    if (path.expansions > most) {
        fail_msg("%s: %u expansions for %u portals", world->floor.name, path.expansions,
                 path.portal_count);
    }
}

/// Every corner on the way belongs to several cells of the corridor at once, and may be passed as
/// one of each: the ways to tell the same path must not multiply.
TEST(a_line_from_corner_to_corner_costs_no_more_than_its_length) {
    for (size_t k = 0; k < MAKERS; k++) {
        for (uint32_t size = 6; size <= 40; size += 17) {
            OWNED(path_world) world;
            double end = size;
            bool few = makers[k] != make_triangles;
            makers[k](size, &world);
            check_line(&world, (cw_vec3){1.5, 0.5, 0}, (cw_vec3){end - 0.5, end - 1.5, 0}, few);
            check_line(&world, (cw_vec3){end, end - 1, 0}, (cw_vec3){1, 0, 0}, few);
            check_line(&world, (cw_vec3){0, 1, 0}, (cw_vec3){end, 1, 0}, few);
            check_line(&world, (cw_vec3){end - 0.5, 2, 0}, (cw_vec3){0.5, 2, 0}, few);
        }
    }
}

/// Whether a segment goes through the inside of a block; those at the border of the square go on
/// beyond it.
static bool enters_block(uint32_t column, uint32_t row, cw_vec2 a, cw_vec2 b) {
    const double from[2] = {a.x, a.y}, way[2] = {b.x - a.x, b.y - a.y};
    const double begin[2] = {column > 0 ? column : -1.0, row > 0 ? row : -1.0};
    const double end[2] = {column + 1, row + 1};
    double low = 0, high = 1;
    for (int i = 0; i < 2; i++) {
        if (way[i] == 0 && (from[i] <= begin[i] || from[i] >= end[i])) {
            return false;
        }
        if (way[i] != 0) {
            double s = (begin[i] - from[i]) / way[i], t = (end[i] - from[i]) / way[i];
            low = fmax(low, fmin(s, t));
            high = fmin(high, fmax(s, t));
        }
    }
    return low < high - 1e-9;
}

static bool is_visible(const void *user, uint32_t from, uint32_t to) {
    const cw_vec2 *points = user;
    bool blocked = false;
    for (uint32_t i = 0; i < SIZE * SIZE; i++) {
        blocked |= is_block(i % SIZE, i / SIZE) &&
                   enters_block(i % SIZE, i / SIZE, points[from], points[to]);
    }
    return !blocked;
}

/// Length of the shortest way by visible points of the lattice.
static double brute_force(cw_vec2 from, cw_vec2 to) {
    enum { SIDE = SIZE + 1, COUNT = SIDE * SIDE + 2 };
    cw_vec2 points[COUNT] = {from, to};
    double lengths[COUNT];
    for (uint32_t i = 2; i < COUNT; i++) {
        points[i] = (cw_vec2){(i - 2) % SIDE, (i - 2) / SIDE};
    }
    visible_lengths(points, COUNT, 0, is_visible, points, lengths);
    return lengths[1];
}

/// From corners, walls, portals and street middles to each other: the shortest path is that of
/// brute force, and the one through a corridor is not shorter.
TEST(places_of_the_lattice_are_as_far_as_brute_force_says) {
    for (size_t k = 0; k < MAKERS; k++) {
        OWNED(path_world) world;
        makers[k](SIZE, &world);
        cw_random random = {k + 1};
        for (uint32_t i = 0; i < 300; i++) {
            double at[4];
            for (int n = 0; n < 4; n++) {
                at[n] = cw_random_below(&random, 2 * SIZE + 1) / 2.0;
            }
            if (!is_street(at[0], at[1]) || !is_street(at[2], at[3])) {
                continue;
            }
            cw_vec3 from = {at[0], at[1], 0}, to = {at[2], at[3], 0};
            double expected = brute_force((cw_vec2){at[0], at[1]}, (cw_vec2){at[2], at[3]});
            cw_path_request request = path_ask(&from, &to, 0);
            cw_path path = find_within(&world, &request, 5 * world.clearance.summit_count);
            path_must_be_good(&world, &path, from, to);
            path_assert_near(path.length, expected, 1e-9);
        }
    }
}

TEST_GROUP(make_context, free_context);
