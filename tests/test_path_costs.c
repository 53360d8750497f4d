/// Costs of areas.
#include "path_setup.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static void costs_of_one_change_nothing(void **state) {
    (void)state;
    for (uint64_t number = 0; number < 22; number++) {
        path_world world;
        cw_random random = {number + 9};
        if (!path_world_random(number, 40, &world)) {
            continue;
        }
        uint8_t *areas = calloc(world.floor.mesh.cell_count, 1);
        assert_non_null(areas);
        static const double ones[] = {1};
        for (uint32_t i = 0; i < 8; i++) {
            path_spot a = path_spot_random(&world.floor, &random);
            path_spot b = path_spot_random(&world.floor, &random);
            cw_path_request request = path_ask(&a.world, &b.world, path_radius_random(&random) / 4);
            request.method = CW_PATH_CORRIDOR;
            cw_path path;
            path_must_find(&world, &request, &path);
            uint64_t plain = path_hash(&path);
            request.cell_area = areas;
            request.area_cost = ones;
            request.area_count = 1;
            path_must_find(&world, &request, &path);
            path_assert_near(path.cost, path.length, 1e-9); // a sum over cells rounds otherwise
            path.cost = path.length;
            if (path_hash(&path) != plain) {
                path_describe(&world, request.radius, &a, &b, "costs of one change the path");
                fail();
            }
        }
        free(areas);
        path_world_free(&world);
    }
}

/// A ring of four cells: the near way round is forbidden, or dear.
static void costs_lead_round_dear_and_forbidden_areas(void **state) {
    (void)state;
    static const cw_vec2 outer[] = {{0, 0}, {20, 0}, {20, 20}, {0, 20}};
    static const cw_vec2 block[] = {{5, 5}, {15, 5}, {15, 15}, {5, 15}};
    cw_plan plan = {0};
    path_world world;
    assert_int_equal(cw_plan_add(path_context, &plan, CW_RING_OUTER, 0, outer, 4), CW_OK);
    assert_int_equal(cw_plan_add(path_context, &plan, CW_RING_OBSTACLE, 0, block, 4), CW_OK);
    path_world_of_plan(&plan, &world);
    uint8_t areas[64] = {0};
    cw_vec3 start = {2, 6, 0}, goal = {18, 6, 0}, below = {10, 2, 0};
    uint32_t dear = cw_navmesh_locate(&world.floor.mesh, below);
    assert_true(world.floor.mesh.cell_count <= 64);
    assert_int_not_equal(dear, cw_navmesh_locate(&world.floor.mesh, start));
    assert_int_not_equal(dear, cw_navmesh_locate(&world.floor.mesh, goal));
    areas[dear] = 1;
    cw_path_request request = path_ask(&start, &goal, 0.5);
    cw_path path;
    path_must_find(&world, &request, &path);
    double direct = path.length;
    request.cell_area = areas;
    request.area_count = 2;
    const double costs[][2] = {{1, 1.01}, {1, 1000}, {1, INFINITY}};
    for (int i = 0; i < 3; i++) {
        request.area_cost = costs[i];
        path_must_find(&world, &request, &path);
        assert_int_equal(path.status, CW_PATH_FOUND);
        assert_int_equal(path.guarantee, CW_PATH_CORRIDOR);
        bool enters = false;
        for (uint32_t k = 0; k < path.cell_count; k++) {
            enters |= path.cells[k] == dear;
        }
        assert_int_equal(enters, i == 0);
        if (i == 0) {
            path_assert_near(path.length, direct, 1e-6);
            assert_true(path.cost > path.length && path.cost <= 1.01 * path.length);
        } else {
            assert_true(path.length > direct + 1);
            path_assert_near(path.cost, path.length, 1e-9);
        }
    }
    request.goals = &below; // where everything is forbidden
    path_must_find(&world, &request, &path);
    assert_int_not_equal(path.status, CW_PATH_FOUND);
    request.start = below; // but the start's own cell may be left
    request.goals = &goal;
    path_must_find(&world, &request, &path);
    assert_int_equal(path.status, CW_PATH_FOUND);
    path_world_free(&world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_of_one_change_nothing),
        cmocka_unit_test(costs_lead_round_dear_and_forbidden_areas),
    };
    return cmocka_run_group_tests(tests, path_set_up, path_tear_down);
}
