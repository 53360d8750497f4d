/// A plan without floor leaves nothing to build on, and every step after it says so.
#include "made.h"
#include "test.h"
#include "test_owned.h"

TEST(building_refuses_the_surface_of_a_plan_without_floor) {
    static const cw_vec2 line[] = {{0, 0}, {1, 0}, {2, 0}};
    OWNED(cw_plan) plan = {0};
    cw_surface surface;
    OWNED(cw_navmesh) mesh;
    cw_notch *notches;
    uint32_t count;
    put_ring(context, &plan, CW_RING_OUTER, line, 3);
    assert_int_equal(cw_surface_from_plan(context, &plan, NULL, &surface), CW_ERROR_INPUT);
    assert_int_equal(cw_navmesh_build(context, &surface, NULL, &mesh), CW_ERROR_INPUT);
    assert_string_equal(cw_context_message(context), "no walkable area");
    assert_null(mesh.cell_first);
    assert_int_equal(cw_navmesh_notches(context, &surface, NULL, &notches, &count), CW_ERROR_INPUT);
}

TEST(tables_of_a_mesh_without_cells_are_refused) {
    cw_navmesh mesh = {0};
    OWNED(cw_clearance) clearance;
    assert_refused(cw_clearance_build(context, &mesh, &clearance), CW_ERROR_INPUT, "no cells");
    assert_null(clearance.mesh);
}

TEST(queries_and_sights_of_empty_tables_are_refused) {
    cw_navmesh mesh = {0};
    cw_clearance empty[2] = {{0}, {.mesh = &mesh}};
    cw_query *query;
    cw_sights *sights;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(cw_query_create(context, &empty[i], &query), CW_ERROR_INPUT);
        assert_null(query);
        assert_int_equal(cw_sights_build_any(context, &empty[i], &sights), CW_ERROR_INPUT);
        assert_null(sights);
    }
}

TEST_GROUP(make_context, free_context);
