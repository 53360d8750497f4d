/// Random places: on the mesh, with room for the disc, uniform by area, and the same for the same
/// seed.
#include "made.h"
#include "query_world.h"
#include "test.h"
#include "test_owned.h"

/// Throws points and compares how many fall into each square of a grid with the area there, found
/// by counting the points of a fine raster that have room.
static void check_uniform(query_world *world, double radius, int draws) {
    enum { SIDE = 6, FINE = 60 };
    double area[SIDE * SIDE] = {0}, total = 0, counts[SIDE * SIDE] = {0};
    double width = world->high_x - world->low_x, height = world->high_y - world->low_y;
    for (int i = 0; i < SIDE * FINE * SIDE * FINE; i++) {
        int column = i % (SIDE * FINE), row = i / (SIDE * FINE);
        cw_vec3 p = {world->low_x + width * (column + 0.5) / (SIDE * FINE),
                     world->low_y + height * (row + 0.5) / (SIDE * FINE), 0};
        uint32_t cell = cw_navmesh_locate(&world->mesh, p);
        if (cell != CW_NONE &&
            cw_clearance_at(&world->clearance, cell,
                            cw_clearance_local(&world->mesh, (cw_vec2){p.x, p.y}),
                            NULL) >= radius) {
            area[row / FINE * SIDE + column / FINE] += 1;
            total += 1;
        }
    }
    uint64_t seed = 42;
    for (int i = 0; i < draws; i++) {
        cw_vec3 p = random_of(world->query, &seed, radius);
        int column = (int)fmin((p.x - world->low_x) / width * SIDE, SIDE - 1);
        int row = (int)fmin((p.y - world->low_y) / height * SIDE, SIDE - 1);
        counts[row * SIDE + column] += 1;
    }
    double square = 0, freedom = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        double expected = draws * area[i] / total;
        if (expected > 20) {
            square += (counts[i] - expected) * (counts[i] - expected) / expected;
            freedom += 1;
        }
    }
    // Wilson and Hilferty: six standard deviations, and one more in a hundred for the raster.
    double spread = 2 / (9 * freedom), bar = 1 - spread + 6 * sqrt(spread);
    assert_true(freedom > 3);
    assert_true(square < 1.01 * freedom * bar * bar * bar + 0.0005 * draws);
}

TEST(random_points_are_uniform_by_area) {
    static const cw_scene_family FAMILIES[] = {CW_SCENE_RECT, CW_SCENE_CIRCLE, CW_SCENE_SIMPLE};
    for (int i = 0; i < 6; i++) {
        OWNED(query_world) world;
        query_world_plan(&world, FAMILIES[i / 2], 80, 5, i % 2 == 0 ? 0 : 0.4);
        check_uniform(&world, 0, 20000);
        check_uniform(&world, 0.3, 20000);
    }
}

TEST(random_points_of_dented_and_slit_cells_are_uniform) {
    query_world world;
    query_world_small(&world, SMALL_DENT);
    check_uniform(&world, 0, 20000);
    check_uniform(&world, 0.4, 20000);
    query_world_free(&world);
    query_world_small(&world, SMALL_SLIT);
    check_uniform(&world, 0, 20000);
    check_uniform(&world, 0.4, 20000);
    query_world_free(&world);
}

/// A dented passage across has a thousandth of the area of its box, and as much as a room beside
/// it.
TEST(random_points_of_a_thin_dented_cell_are_as_many_as_its_area) {
    static const cw_vec3 positions[] = {{0, 0, 0},          {49.99, 50.01, 0}, {100, 100, 0},
                                        {99.94, 100.06, 0}, {-0.06, 0.06, 0},  {20, 0, 0},
                                        {31, 0, 0},         {31, 1, 0},        {20, 1, 0}};
    static const uint32_t first[] = {0, 5, 9}, vertices[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    const cw_polygons polygons = {.vertex_count = 9,
                                  .positions = positions,
                                  .cell_count = 2,
                                  .cell_first = first,
                                  .edge_vertex = vertices,
                                  .relaxation = 1};
    OWNED(query_world) world;
    query_world_polygons(&world, &polygons);
    uint64_t seed = 5;
    double passage = 0;
    for (int i = 0; i < 4000; i++) {
        cw_vec3 p = random_of(world.query, &seed, 0);
        passage += cw_navmesh_locate(&world.mesh, p) == 0;
    }
    path_assert_near(passage, 2000, 200); // six standard deviations
}

TEST(random_points_of_a_radius_that_hardly_fits_are_found_and_uniform) {
    OWNED(query_world) world;
    query_world_small(&world, SMALL_GRID);
    uint64_t seed = 3;
    double left = 0, low = 0;
    for (int i = 0; i < 2000; i++) { // a square of 0.004 by 0.004 in the middle
        cw_vec3 p = random_of(world.query, &seed, 1.498);
        assert_true(fabs(p.x - 1.5) <= 0.002 && fabs(p.y - 1.5) <= 0.002);
        left += p.x < 1.5;
        low += p.y < 1.5;
    }
    path_assert_near(left, 1000, 150);
    path_assert_near(low, 1000, 150);
    cw_vec3 p = {1, 2, 3};
    assert_int_equal(cw_query_random(world.query, &seed, 1.51, &p), CW_ERROR_LIMIT);
    assert_true(p.x == 0 && p.y == 0 && p.z == 0);
}

TEST(the_same_seed_gives_the_same_points_on_the_mesh) {
    for (int terrain = 0; terrain <= QUERY_HILLS; terrain++) {
        OWNED(query_world) world;
        query_world_terrain(&world, (query_terrain)terrain);
        uint64_t seed = 77, again = 77;
        OWNED_HANDLE(cw_query) other;
        assert_int_equal(cw_query_create(world.context, &world.clearance, &other), CW_OK);
        for (int i = 0; i < 200; i++) {
            cw_vec3 p, q;
            assert_int_equal(cw_query_random(world.query, &seed, 0.25, &p), CW_OK);
            assert_int_equal(cw_query_random(other, &again, 0.25, &q), CW_OK);
            assert_memory_equal(&p, &q, sizeof p);
            uint32_t cell = cw_navmesh_locate(&world.mesh, p);
            assert_int_not_equal(cell, CW_NONE);
            path_assert_near(cw_navmesh_height(&world.mesh, cell, (cw_vec2){p.x, p.y}), p.z, 1e-9);
            double distance;
            assert_int_equal(cw_query_wall(world.query, p, &distance, NULL), CW_OK);
            assert_true(distance >= 0.25 - 1e-9);
        }
    }
}
