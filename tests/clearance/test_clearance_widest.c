/// Widest ways against rasters of points, against each other, and against those of meshes of the
/// same floor made in other ways, which must agree to the last nanometre.
#include "clearance/ways/widest.h"
#include "clearance_floors.h"
#include "test.h"
#include "test_owned.h"

static void check_raster(const floor_tables *f, uint32_t index, oracle_mesh kind) {
    if (kind != ORACLE_EFFORT_1 && kind != ORACLE_RELAXED) {
        return;
    }
    cw_random random = {index};
    oracle_raster raster = oracle_raster_mesh(&f->tables, 110);
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t from = cw_random_below(&random, raster.columns * raster.rows);
        uint32_t to = cw_random_below(&random, raster.columns * raster.rows);
        if (raster.values[from] <= 0 || raster.values[to] <= 0) {
            continue;
        }
        cw_vec2 a = {raster.low.x + from % raster.columns * raster.step,
                     raster.low.y + from / raster.columns * raster.step};
        cw_vec2 b = {raster.low.x + to % raster.columns * raster.step,
                     raster.low.y + to / raster.columns * raster.step};
        double found = floor_widest(f, a, b).radius,
               expected = oracle_raster_widest(&raster, from, to);
        assert_true(found > expected - 0.75 * raster.step || expected < raster.step);
        assert_true(found < expected + 0.75 * raster.step || found < raster.step);
    }
    oracle_raster_free(&raster);
}

TEST(the_widest_way_is_that_of_a_raster) {
    floor_on_all(context, CW_SCENE_FAMILY_COUNT, 60, check_raster);
}

TEST(meshes_of_one_floor_have_the_same_widest_ways) {
    for (uint32_t i = 0; i < 2 * CW_SCENE_FAMILY_COUNT; i++) {
        OWNED(cw_surface) surface = oracle_surface(context, i, 100);
        if (surface.triangle_count == 0) {
            continue;
        }
        floor_tables f[ORACLE_MESH_COUNT];
        for (uint32_t k = 0; k < ORACLE_MESH_COUNT; k++) {
            floor_make(&f[k], context, &surface, (oracle_mesh)k);
        }
        cw_random random = {i};
        for (uint32_t n = 0; n < 60; n++) {
            cw_vec2 p[2];
            uint32_t cell = 0;
            for (uint32_t k = 0; k < 2; k++) { /* every fourth pair in one cell */
                cell = n % 4 == 0 && k == 1 ? cell : cw_random_below(&random, f[4].mesh.cell_count);
                p[k] = oracle_point_in_cell(&f[4].tables, cell, cw_random_unit(&random),
                                            cw_random_unit(&random));
            }
            double expected = floor_widest(&f[4], p[0], p[1]).radius;
            for (uint32_t k = 0; k < ORACLE_MESH_COUNT; k++) {
                double found = floor_widest(&f[k], p[0], p[1]).radius;
                if (fabs(found - expected) > 1e-9) {
                    fail_msg("scene %u, %s: (%g, %g) to (%g, %g): %.12g, not %.12g", i,
                             oracle_mesh_name((oracle_mesh)k), p[0].x, p[0].y, p[1].x, p[1].y,
                             found, expected);
                }
                assert_true(fabs(floor_widest(&f[k], p[1], p[0]).radius - found) < 1e-10);
            }
        }
        for (uint32_t k = 0; k < ORACLE_MESH_COUNT; k++) {
            floor_free(&f[k]);
        }
    }
}

/// Of three ways between three places, the two narrowest are equally wide.
static void check_transitive(const floor_tables *f, uint32_t index, oracle_mesh kind) {
    (void)kind;
    cw_random random = {index};
    for (uint32_t n = 0; n < 20; n++) {
        cw_place places[3];
        double widths[3], tight = INFINITY;
        for (uint32_t k = 0; k < 3; k++) {
            places[k].cell = cw_random_below(&random, f->mesh.cell_count);
            places[k].position = oracle_point_in_cell(
                &f->tables, places[k].cell, cw_random_unit(&random), cw_random_unit(&random));
            if (!oracle_in_cell(&f->tables, places[k].cell, places[k].position)) {
                return;
            }
        }
        for (uint32_t k = 0; k < 3; k++) {
            cw_gate gate;
            assert_ok(
                cw_clearance_widest(context, &f->tables, places[k], places[(k + 1) % 3], &gate));
            widths[k] = gate.radius;
            tight = fmin(tight, gate.radius);
        }
        uint32_t equal = 0;
        for (uint32_t k = 0; k < 3; k++) {
            equal += widths[k] < tight + 1e-9;
        }
        assert_true(equal >= 2);
    }
}

TEST(the_widest_ways_between_three_places_fit_together) {
    floor_on_all(context, CW_SCENE_FAMILY_COUNT, 90, check_transitive);
    floor_on_small(context, check_transitive);
}

/// Both cells of a portal tell the same about points on it, and summits what the tree tells.
static void check_portal_places(const floor_tables *f, uint32_t index, oracle_mesh kind) {
    cw_random random = {index};
    for (uint32_t n = 0; n < 20 && f->tables.summit_count > 0; n++) {
        cw_place at[2][2]; /* [end][cell] */
        for (uint32_t k = 0; k < 2; k++) {
            const cw_summit *summit =
                &f->tables.summits[cw_random_below(&random, f->tables.summit_count)];
            double x = cw_random_unit(&random) * oracle_edge_length(&f->tables, summit->edge);
            cw_vec2 p =
                n % 2 == 0 ? summit->position : oracle_edge_point(&f->tables, summit->edge, x);
            at[k][0] = (cw_place){f->mesh.edge_cell[summit->edge], p};
            at[k][1] = (cw_place){f->mesh.edge_cell[f->mesh.edge_twin[summit->edge]], p};
        }
        cw_gate gates[4];
        for (uint32_t k = 0; k < 4; k++) {
            assert_ok(
                cw_clearance_widest(context, &f->tables, at[0][k / 2], at[1][k % 2], &gates[k]));
            if (fabs(gates[k].radius - gates[0].radius) > 1e-9 && gates[k].radius > FLOOR_NOISE) {
                fail_msg("scene %u, %s: %.12g and %.12g", index, oracle_mesh_name(kind),
                         gates[0].radius, gates[k].radius);
            }
        }
    }
}

TEST(places_on_portals_belong_to_both_cells) {
    floor_on_all(context, 2 * CW_SCENE_FAMILY_COUNT, 90, check_portal_places);
}

/// Reaching is what the widest way says, at any radius.
static void check_reaching(const floor_tables *f, uint32_t index, oracle_mesh kind) {
    (void)kind;
    cw_random random = {index};
    cw_widest_scratch scratch;
    memset(&scratch, 0, sizeof scratch);
    for (uint32_t n = 0; n < 40; n++) {
        cw_place places[2];
        uint32_t cell = 0;
        for (uint32_t k = 0; k < 2; k++) { /* every fourth pair in one cell */
            cell = n % 4 == 0 && k == 1 ? cell : cw_random_below(&random, f->mesh.cell_count);
            places[k] =
                (cw_place){cell, oracle_point_in_cell(&f->tables, cell, cw_random_unit(&random),
                                                      cw_random_unit(&random))};
        }
        cw_gate widest_gate, gate = {0};
        assert_ok(cw_clearance_widest(context, &f->tables, places[0], places[1], &widest_gate));
        cw_place beyond = {f->mesh.cell_count, places[0].position};
        assert_int_equal(cw_clearance_widest(context, &f->tables, beyond, places[1], &gate),
                         CW_ERROR_ARGUMENT);
        double radii[] = {widest_gate.radius - 1e-9, widest_gate.radius + 1e-9,
                          0.5 * widest_gate.radius, 1.01 * widest_gate.radius + 1e-6};
        for (uint32_t k = 0; k < 4 && widest_gate.radius > FLOOR_NOISE; k++) {
            bool reaches;
            assert_ok(cw_clearance_reaches_using(context, &f->tables, &scratch, places[0],
                                                 places[1], radii[k], &reaches, &gate));
            assert_true(reaches == (k % 2 == 0));
            assert_true(reaches || gate.radius == widest_gate.radius);
        }
    }
    cw_widest_scratch_free(context, &scratch);
}

TEST(reaching_at_a_radius_is_a_widest_way_of_as_much) {
    floor_on_all(context, 2 * CW_SCENE_FAMILY_COUNT, 90, check_reaching);
}

/// A spiral ramp and a bridge: walls above and below do not count, whatever the cells.
TEST(floors_above_each_other_do_not_mix) {
    for (uint32_t scene = 0; scene < 2; scene++) {
        OWNED(cw_scene_triangles) triangles;
        assert_ok(scene == 0 ? cw_scene_ramp(context, 3, 16, &triangles)
                             : cw_scene_bridge(context, &triangles));
        OWNED(cw_surface) surface;
        assert_ok(cw_surface_from_triangles(context, triangles.positions, triangles.position_count,
                                            triangles.corners, triangles.triangle_count, NULL,
                                            &surface));
        floor_tables f[2];
        floor_make(&f[0], context, &surface, ORACLE_TRIANGLES);
        floor_make(&f[1], context, &surface, ORACLE_EFFORT_1);
        cw_random random = {scene};
        for (uint32_t n = 0; n < 300; n++) {
            cw_place at[2][2];
            for (uint32_t k = 0; k < 2; k++) {
                uint32_t cell = cw_random_below(&random, f[0].mesh.cell_count);
                cw_vec2 p = oracle_point_in_cell(&f[0].tables, cell, cw_random_unit(&random),
                                                 cw_random_unit(&random));
                cw_vec2 plan = cw_clearance_plan(&f[0].mesh, p);
                cw_vec3 point = {plan.x, plan.y, cw_navmesh_height(&f[0].mesh, cell, plan)};
                at[0][k] = (cw_place){cell, p};
                at[1][k] = (cw_place){cw_navmesh_locate(&f[1].mesh, point), p};
            }
            cw_gate gates[2];
            for (uint32_t m = 0; m < 2; m++) {
                assert_ok(
                    cw_clearance_widest(context, &f[m].tables, at[m][0], at[m][1], &gates[m]));
            }
            assert_true(fabs(gates[0].radius - gates[1].radius) < 1e-9);
        }
        floor_free(&f[0]);
        floor_free(&f[1]);
    }
}

TEST_GROUP(make_context, free_context);
