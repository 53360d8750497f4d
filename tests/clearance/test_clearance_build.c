/// Building clearance tables: large cells, any number of workers, any lack of memory.
#include "clearance_oracle.h"
#include "failing_allocator.h"
#include "made.h"
#include "test.h"
#include "test_owned.h"

/// A round hall of one cell with thousands of walls, with niches behind some of them.
TEST(a_hall_with_thousands_of_walls_is_no_trouble) {
    enum { WALLS = 4000 };
    cw_vec2 *outer = malloc(3 * WALLS * sizeof *outer);
    uint32_t count = 0;
    for (uint32_t i = 0; i < WALLS; i++) {
        double angle = 6.283185307179586 * i / WALLS, radius = i % 20 < 2 ? 101 : 100;
        outer[count++] = (cw_vec2){radius * cos(angle), radius * sin(angle)};
    }
    OWNED(cw_plan) plan = {0};
    cw_gate gate;
    put_ring(context, &plan, CW_RING_OUTER, outer, count);
    OWNED(cw_navmesh) mesh = mesh_of_plan(context, &plan, NULL);
    OWNED(cw_clearance) tables = clearance_of(context, &mesh);
    cw_place from = oracle_place(&mesh, cw_clearance_local(&mesh, (cw_vec2){-90, 0}));
    cw_place to = oracle_place(&mesh, cw_clearance_local(&mesh, (cw_vec2){0, 80}));
    assert_int_equal(cw_clearance_widest(context, &tables, from, to, &gate), CW_OK);
    assert_true(gate.radius > 9 && gate.radius < 11);
    free(outer);
}

TEST(tables_do_not_depend_on_the_number_of_workers) {
    OWNED(cw_surface) surface = oracle_surface(context, 1, 3000);
    OWNED(cw_navmesh) mesh = mesh_of_surface(context, &surface, NULL);
    cw_clearance one, four;
    assert_int_equal(cw_clearance_build(context, &mesh, &one), CW_OK);
    cw_context_config config = cw_context_config_default();
    config.workers = 4;
    cw_context *crowd;
    assert_int_equal(cw_context_create(&config, &crowd), CW_OK);
    assert_int_equal(cw_clearance_build(crowd, &mesh, &four), CW_OK);
    assert_true(cw_clearance_hash(&one) == cw_clearance_hash(&four));
    cw_clearance_free(crowd, &four);
    cw_context_free(crowd);
    cw_clearance_free(context, &one);
}

TEST(any_allocation_may_fail) {
    tight_memory tight;
    tight_open(&tight);
    OWNED(cw_surface) surface = oracle_surface(context, 0, 60);
    OWNED(cw_navmesh) mesh = mesh_of_surface(context, &surface, NULL);
    OWNED(cw_clearance) whole = clearance_of(context, &mesh);
    while (tight_next(&tight)) {
        cw_clearance tables;
        cw_status status = cw_clearance_build(tight.context, &mesh, &tables);
        assert_true(status == CW_OK || tables.summits == NULL);
        cw_clearance_free(tight.context, &tables);
        tight_tried(&tight, status);
    }
    cw_place from = {0, oracle_point_in_cell(&whole, 0, 0.05, 0.9)};
    for (uint32_t cell = 0; cell < mesh.cell_count; cell++) {
        cw_place to = {cell, oracle_point_in_cell(&whole, cell, 0.93, 0.05)};
        while (tight_next(&tight)) {
            cw_gate gate;
            cw_status status = cw_clearance_widest(tight.context, &whole, from, to, &gate);
            assert_true(status == CW_OK || gate.radius == 0);
            tight_tried(&tight, status);
        }
    }
    tight_close(&tight, 1);
}

TEST_GROUP(make_context, free_context);
