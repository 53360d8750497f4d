/// Rows of thousands of pillars along one cell: what that cell costs is bounded.
#include "made.h"
#include "test.h"
#include "test_owned.h"

#include <time.h>

/// CPU seconds that the cells of a hall with a row of triangles take.
static double row_seconds(uint32_t count) {
    const cw_vec2 hall[4] = {{-1, -1}, {count + 1.0, -1}, {count + 1.0, 2}, {-1, 2}};
    OWNED(cw_plan) plan = {0};
    put_ring(context, &plan, CW_RING_OUTER, hall, 4);
    for (uint32_t i = 0; i < count; i++) {
        const cw_vec2 pillar[3] = {{i, 0}, {i + 0.4, 1}, {i + 0.8, 0}};
        put_ring(context, &plan, CW_RING_HOLE, pillar, 3);
    }
    OWNED(cw_surface) surface = surface_of_plan(context, &plan);
    clock_t before = clock();
    OWNED(cw_navmesh) mesh = mesh_of_surface(context, &surface, NULL);
    double seconds = (double)(clock() - before) / CLOCKS_PER_SEC;
    assert_true(mesh.cell_count <= count + 8);
    return seconds;
}

/// Twice the triangles took 75 times as long where each window walked around the hall for nothing.
TEST(twice_the_pillars_do_not_take_many_times_as_long) {
    double half = row_seconds(10000), whole = row_seconds(20000);
    assert_true(whole < 40 * half);
}

TEST_GROUP(make_context, free_context);
