/// Floors from scenes, plans and cells.
#include "clearance_floors.h"
#include "check.h"
#include "made.h"

#include "small_meshes.h"

void floor_make(floor_tables *f, cw_context *context, const cw_surface *surface, oracle_mesh kind) {
    f->context = context;
    if (oracle_mesh_make(context, surface, kind, &f->mesh) != CW_OK ||
        cw_clearance_build(context, &f->mesh, &f->tables) != CW_OK) {
        fail_msg("%s: %s", oracle_mesh_name(kind), cw_context_message(context));
    }
}

void floor_make_plan(floor_tables *f, cw_context *context, const cw_vec2 *ring, uint32_t count) {
    cw_plan plan = {0};
    put_ring(context, &plan, CW_RING_OUTER, ring, count);
    cw_surface surface = surface_of_plan(context, &plan);
    floor_make(f, context, &surface, ORACLE_EFFORT_1);
    cw_surface_free(context, &surface);
    cw_plan_free(context, &plan);
}

void floor_make_polygons(floor_tables *f, cw_context *context, const cw_polygons *polygons) {
    f->context = context;
    if (cw_navmesh_from_polygons(context, polygons, &f->mesh) != CW_OK ||
        cw_clearance_build(context, &f->mesh, &f->tables) != CW_OK) {
        fail_msg("%s", cw_context_message(context));
    }
}

void floor_free(floor_tables *f) {
    cw_clearance_free(f->context, &f->tables);
    cw_navmesh_free(f->context, &f->mesh);
}

cw_gate floor_widest(const floor_tables *f, cw_vec2 from, cw_vec2 to) {
    cw_gate gate;
    assert_ok(cw_clearance_widest(f->context, &f->tables, oracle_place(&f->mesh, from),
                                  oracle_place(&f->mesh, to), &gate));
    return gate;
}

void floor_on_all(cw_context *context, uint32_t scenes, uint32_t vertices, floor_check *check) {
    for (uint32_t i = 0; i < scenes; i++) {
        cw_surface surface = oracle_surface(context, i, vertices);
        for (uint32_t k = 0; surface.triangle_count > 0 && k < ORACLE_MESH_COUNT; k++) {
            floor_tables f;
            floor_make(&f, context, &surface, (oracle_mesh)k);
            check(&f, i, (oracle_mesh)k);
            floor_free(&f);
        }
        cw_surface_free(context, &surface);
    }
}

void floor_on_small(cw_context *context, floor_check *check) {
    for (uint32_t k = 0; k < SMALL_MESH_COUNT; k++) {
        cw_polygons polygons = small_mesh_polygons((small_mesh)k);
        floor_tables f;
        floor_make_polygons(&f, context, &polygons);
        check(&f, k, ORACLE_TRIANGLES);
        floor_free(&f);
    }
}

void floor_sample_portal(const cw_clearance *tables, uint32_t edge, double radius) {
    enum { MOST = 32, SAMPLES = 24 };
    cw_interval parts[MOST];
    uint32_t count = cw_clearance_portal(tables, edge, radius, parts, MOST);
    assert_true(count <= MOST);
    double length = oracle_edge_length(tables, edge);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(parts[i].from >= 0 && parts[i].from < parts[i].to);
        assert_true(parts[i].to <= length * (1 + 1e-12));
        assert_true(i == 0 || parts[i].from > parts[i - 1].to);
        for (uint32_t k = 0; k < 2; k++) { /* the ends themselves are free */
            cw_vec2 p = oracle_edge_point(tables, edge, k == 0 ? parts[i].from : parts[i].to);
            assert_true(oracle_clearance(tables, p) >= radius - CW_CLEARANCE_TOLERANCE);
        }
    }
    for (uint32_t i = 0; i <= SAMPLES; i++) {
        double x = length * i / SAMPLES;
        double d = oracle_clearance(tables, oracle_edge_point(tables, edge, x));
        if (d > radius + 1e-9) {
            assert_true(oracle_in_parts(parts, count, x, 1e-9));
        } else if (d < radius - 1e-9) {
            assert_false(oracle_in_parts(parts, count, x, -1e-9));
        }
    }
}
