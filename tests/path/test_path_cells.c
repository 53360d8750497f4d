/// The cells of a path: a path may come through a cell twice (thesis, figure 7.23).
#include "made.h"
#include "path_setup.h"
#include "query_world.h"
#include "test.h"
#include "test_owned.h"

/// A block of 2 x 2 m stands on a strip of 10 x 1 m, in a room of 10 x 6 m:
///
///      +-----------------------+ 6
///      |           2           |
///      +-------+-------+-------+ 3
///      |   1   | block |   3   |
///      +-------+-------+-------+ 1
///      |           0           |
///      +-----------------------+ 0
///      0       4       6       10
static const cw_vec3 positions[] = {{0, 0, 0},  {10, 0, 0}, {10, 1, 0}, {6, 1, 0},
                                    {4, 1, 0},  {0, 1, 0},  {4, 3, 0},  {0, 3, 0},
                                    {10, 3, 0}, {6, 3, 0},  {10, 6, 0}, {0, 6, 0}};
static const uint32_t cell_first[] = {0, 6, 10, 16, 20};
static const uint32_t edge_vertex[] = {0, 1, 2, 3, 4,  5,  // the strip
                                       5, 4, 6, 7,         // left of the block
                                       7, 6, 9, 8, 10, 11, // above it
                                       3, 2, 8, 9};        // right of it

static cw_path find(query_world *made, double radius) {
    static const cw_vec3 start = {1, 0.7, 0}, goal = {9, 0.7, 0};
    cw_polygons polygons =
        polygons_of(sizeof positions / sizeof *positions, positions, 4, cell_first, edge_vertex);
    query_world_polygons(made, &polygons);
    cw_path_request request = path_ask(&start, &goal, radius);
    cw_path path = path_asked(made->query, &request);
    assert_int_equal(path.status, CW_PATH_FOUND);
    return path;
}

TEST(a_small_disc_stays_in_its_cell) {
    OWNED(query_world) made;
    cw_path path = find(&made, 0.2);
    assert_int_equal(path.cell_count, 1);
    assert_true(fabs(path.length - 8) < 1e-12);
}

/// Too large for the gap of 1 m under the block, a disc goes round it and comes back to the cell it
/// started in.
TEST(a_large_disc_leaves_its_cell_and_comes_back) {
    OWNED(query_world) made;
    double radius = 0.6;
    cw_path path = find(&made, radius);
    static const uint32_t cells[] = {0, 1, 2, 3, 0};
    assert_int_equal(path.cell_count, 5);
    for (uint32_t i = 0; i < 5; i++) {
        assert_int_equal(path.cells[i], cells[i]);
    }
    // The tangent from (1, 0.7) to the circle around (4, 3), which stays right of it, is the
    // way to its center turned left; the disc then turns back to the level.
    double dx = 3, dy = 2.3, way = sqrt(dx * dx + dy * dy);
    double turn = atan2(dy, dx) + asin(radius / way);
    double half = sqrt(way * way - radius * radius) + radius * turn;
    assert_true(fabs(path.length - (2 * half + 2)) < 1e-9);
}
