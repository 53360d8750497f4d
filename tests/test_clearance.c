/// Clearance tables against slow versions of every answer: sampled portals, rasters of points, and
/// meshes of the same floor made in other ways, which must agree to the last nanometre.
#include "clearance/gates.h"
#include "clearance_oracle.h"
#include "scenes.h"
#include "small_meshes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Metres: two lattice steps of these plans; below, clearance is what rounding left of a wall.
static const double NOISE = 3e-7;

static cw_context *context;

static int make_context(void **state) {
    (void)state;
    return cw_context_create(NULL, &context) == CW_OK ? 0 : -1;
}

static int free_context(void **state) {
    (void)state;
    cw_context_free(context);
    return 0;
}

// --- meshes to look at

typedef struct floor_tables {
    cw_navmesh mesh;
    cw_clearance tables;
} floor_tables;

static void make_tables(floor_tables *f, const cw_surface *surface, oracle_mesh kind) {
    if (oracle_mesh_make(context, surface, kind, &f->mesh) != CW_OK ||
        cw_clearance_build(context, &f->mesh, &f->tables) != CW_OK) {
        fail_msg("%s: %s", oracle_mesh_name(kind), cw_context_message(context));
    }
}

static void free_tables(floor_tables *f) {
    cw_clearance_free(context, &f->tables);
    cw_navmesh_free(context, &f->mesh);
}

/// Tables of a plan: rings of whole or half metres.
static void make_plan_tables(floor_tables *f, const cw_vec2 *outer, uint32_t count,
                             const cw_vec2 *hole, uint32_t hole_count) {
    cw_plan plan = {0};
    cw_surface surface;
    assert_int_equal(cw_plan_add(context, &plan, CW_RING_OUTER, 0, outer, count), CW_OK);
    if (hole_count > 0) {
        assert_int_equal(cw_plan_add(context, &plan, CW_RING_HOLE, 0, hole, hole_count), CW_OK);
    }
    assert_int_equal(cw_surface_from_plan(context, &plan, NULL, &surface), CW_OK);
    make_tables(f, &surface, ORACLE_EFFORT_1);
    cw_surface_free(context, &surface);
    cw_plan_free(context, &plan);
}

static void make_polygon_tables(floor_tables *f, const cw_polygons *polygons) {
    if (cw_navmesh_from_polygons(context, polygons, &f->mesh) != CW_OK ||
        cw_clearance_build(context, &f->mesh, &f->tables) != CW_OK) {
        fail_msg("%s", cw_context_message(context));
    }
}

static cw_gate widest(const floor_tables *f, cw_vec2 from, cw_vec2 to) {
    cw_gate gate;
    assert_int_equal(cw_clearance_widest(context, &f->tables, oracle_place(&f->mesh, from),
                                         oracle_place(&f->mesh, to), &gate),
                     CW_OK);
    return gate;
}

/// Runs a check on every family, with every kind of mesh.
static void on_all_floors(uint32_t scenes, uint32_t vertices,
                          void (*check)(const floor_tables *f, uint32_t index, oracle_mesh kind)) {
    for (uint32_t i = 0; i < scenes; i++) {
        cw_surface surface = oracle_surface(context, i, vertices);
        for (uint32_t k = 0; surface.triangle_count > 0 && k < ORACLE_MESH_COUNT; k++) {
            floor_tables f;
            make_tables(&f, &surface, (oracle_mesh)k);
            check(&f, i, (oracle_mesh)k);
            free_tables(&f);
        }
        cw_surface_free(context, &surface);
    }
}

// --- distance

static void check_distance(const floor_tables *f, uint32_t index, oracle_mesh kind) {
    cw_random random = {index};
    for (uint32_t i = 0; i < 100; i++) {
        uint32_t cell = cw_random_below(&random, f->mesh.cell_count);
        cw_vec2 p = oracle_point_in_cell(&f->tables, cell, cw_random_unit(&random),
                                         cw_random_unit(&random));
        if (!oracle_in_cell(&f->tables, cell, p)) {
            continue; /* in a dent */
        }
        cw_vec2 nearest;
        double d = cw_clearance_at(&f->tables, cell, p, &nearest);
        double expected = oracle_clearance(&f->tables, p);
        if (fabs(d - expected) > 1e-9) {
            fail_msg("scene %u, %s, cell %u at (%g, %g): %.12g, not %.12g", index,
                     oracle_mesh_name(kind), cell, p.x, p.y, d, expected);
        }
        assert_true(fabs(hypot(nearest.x - p.x, nearest.y - p.y) - d) < 1e-9);
    }
}

static void the_distance_to_the_nearest_wall_is_that_of_all_walls(void **state) {
    (void)state;
    on_all_floors(CW_SCENE_FAMILY_COUNT, 90, check_distance);
}

// --- portals

/// Samples a portal at a radius; points whose clearance is too near to the radius do not count.
static void sample_portal(const cw_clearance *tables, uint32_t edge, double radius) {
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

static void check_portals(const floor_tables *f, uint32_t index, oracle_mesh kind) {
    (void)kind;
    cw_random random = {index};
    for (uint32_t i = 0; i < 60; i++) {
        uint32_t edge = cw_random_below(&random, f->mesh.edge_count);
        if (f->mesh.edge_twin[edge] == CW_NONE) {
            continue;
        }
        double critical = f->tables.portals[edge].critical;
        double most = 0.7 * oracle_edge_length(&f->tables, edge);
        sample_portal(&f->tables, edge, cw_random_range(&random, 0, most));
        sample_portal(&f->tables, edge, 0.999 * critical);
        sample_portal(&f->tables, edge, 1.001 * critical + 1e-6);
        sample_portal(&f->tables, edge, 0);
        assert_true(critical == f->tables.portals[f->mesh.edge_twin[edge]].critical);
    }
}

static void free_parts_of_portals_are_those_of_sampled_points(void **state) {
    (void)state;
    on_all_floors(CW_SCENE_FAMILY_COUNT, 90, check_portals);
}

/// Both edges of a portal tell the same parts.
static void check_mirror(const floor_tables *f, uint32_t index, oracle_mesh kind) {
    (void)kind;
    cw_random random = {index};
    for (uint32_t e = 0; e < f->mesh.edge_count; e++) {
        uint32_t twin = f->mesh.edge_twin[e];
        if (twin == CW_NONE || twin < e) {
            continue;
        }
        double length = oracle_edge_length(&f->tables, e),
               radius = cw_random_range(&random, 0, length);
        cw_interval parts[16], mirror[16];
        uint32_t count = cw_clearance_portal(&f->tables, e, radius, parts, 16);
        assert_int_equal(cw_clearance_portal(&f->tables, twin, radius, mirror, 16), count);
        for (uint32_t i = 0; i < count && count <= 16; i++) {
            assert_true(fabs(parts[i].from - (length - mirror[count - 1 - i].to)) < 1e-12 * length);
            assert_true(fabs(parts[i].to - (length - mirror[count - 1 - i].from)) < 1e-12 * length);
        }
    }
}

static void both_sides_of_a_portal_have_the_same_free_parts(void **state) {
    (void)state;
    on_all_floors(CW_SCENE_FAMILY_COUNT, 60, check_mirror);
}

// --- summits

static void check_summits(const floor_tables *f, uint32_t index, oracle_mesh kind) {
    cw_random random = {index};
    const cw_clearance *tables = &f->tables;
    for (uint32_t e = 0; e < f->mesh.edge_count; e++) {
        uint32_t first = tables->edge_summit_first[e], end = tables->edge_summit_first[e + 1];
        bool lower = f->mesh.edge_twin[e] != CW_NONE && f->mesh.edge_twin[e] > e;
        assert_true(lower ? end > first : end == first);
        double length = lower ? oracle_edge_length(tables, e) : 0, last = -1;
        for (uint32_t i = first; i < end; i++) {
            const cw_summit *summit = &tables->summits[i];
            cw_vec2 start = oracle_edge_point(tables, e, 0);
            double at = hypot(summit->position.x - start.x, summit->position.y - start.y);
            assert_true(summit->edge == e && at > last);
            last = at;
            assert_true(fabs(summit->clearance - oracle_clearance(tables, summit->position)) <
                        1e-9);
            for (int k = -1; k <= 1; k += 2) { /* nothing beside it is higher */
                double x = fmin(fmax(at + k * 1e-4 * length, 0), length);
                double beside = oracle_clearance(tables, oracle_edge_point(tables, e, x));
                if (beside > summit->clearance + 1e-9 && summit->clearance > NOISE) {
                    fail_msg("scene %u, %s, edge %u: %.12g at %.12g, %.12g at %.12g of %g", index,
                             oracle_mesh_name(kind), e, summit->clearance, at, beside, x, length);
                }
            }
        }
        cw_interval parts[16];
        double radius = cw_random_range(&random, 0, 0.6 * length);
        uint32_t count = lower ? cw_clearance_portal(tables, e, radius, parts, 16) : 0, above = 0;
        for (uint32_t i = first; i < end; i++) {
            above += tables->summits[i].clearance >= radius;
        }
        assert_true(count <= above + 1); /* every part has a summit of its own */
    }
}

static void summits_are_the_highest_points_around_them(void **state) {
    (void)state;
    on_all_floors(CW_SCENE_FAMILY_COUNT, 60, check_summits);
}

// --- inside a cell

/// Compares groups with a raster of the cell, at radii above and below by more than a step.
static void compare_groups(const floor_tables *f, uint32_t cell, double radius) {
    enum { MOST = 64 };
    cw_joined_interval parts[MOST];
    uint32_t count = cw_clearance_joined(&f->tables, cell, radius, parts, MOST);
    oracle_raster raster = oracle_raster_cell(&f->tables, cell, 80);
    size_t size = (size_t)raster.columns * raster.rows;
    uint32_t *wide = malloc(size * sizeof *wide), *narrow = malloc(size * sizeof *narrow);
    oracle_raster_label(&raster, radius + 1.5 * raster.step, wide);
    oracle_raster_label(&raster, fmax(radius - 1.5 * raster.step, 0), narrow);
    for (uint32_t i = 0; i < count && count <= MOST; i++) {
        for (uint32_t j = 0; j < i; j++) {
            cw_interval a = parts[i].part, b = parts[j].part;
            uint32_t p = oracle_raster_nearest(
                &raster, oracle_edge_point(&f->tables, parts[i].edge, (a.from + a.to) / 2));
            uint32_t q = oracle_raster_nearest(
                &raster, oracle_edge_point(&f->tables, parts[j].edge, (b.from + b.to) / 2));
            if (p == UINT32_MAX || q == UINT32_MAX) {
                continue;
            }
            if (parts[i].group != parts[j].group) {
                assert_true(wide[p] == UINT32_MAX || wide[p] != wide[q]);
            } else if (radius > 1.5 * raster.step) {
                assert_true(narrow[p] == UINT32_MAX || narrow[q] == UINT32_MAX ||
                            narrow[p] == narrow[q]);
            }
        }
    }
    free(wide);
    free(narrow);
    oracle_raster_free(&raster);
}

static void check_groups(const floor_tables *f, uint32_t index, oracle_mesh kind) {
    (void)kind;
    cw_random random = {index};
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t cell = cw_random_below(&random, f->mesh.cell_count);
        compare_groups(f, cell, cw_random_range(&random, 0, 1));
    }
}

static void parts_of_a_cell_are_joined_as_on_a_raster(void **state) {
    (void)state;
    on_all_floors(CW_SCENE_FAMILY_COUNT, 60, check_groups);
}

/// The critical radius of a cross is where groups fall apart.
static void check_crosses(const floor_tables *f, uint32_t index, oracle_mesh kind) {
    enum { MOST = 64 };
    for (uint32_t entry = 0; entry < f->mesh.edge_count; entry++) {
        uint32_t cell = f->mesh.edge_cell[entry];
        for (uint32_t exit = f->mesh.cell_first[cell]; exit < entry; exit++) {
            if (f->mesh.edge_twin[entry] == CW_NONE || f->mesh.edge_twin[exit] == CW_NONE) {
                continue;
            }
            cw_gate gate;
            double critical = cw_clearance_cross(&f->tables, entry, exit, &gate);
            assert_true(critical == cw_clearance_cross(&f->tables, exit, entry, NULL));
            assert_true(gate.radius == critical && critical >= 0);
            for (int side = -1; side <= 1; side += 2) {
                double radius = critical + side * 1e-7;
                cw_joined_interval parts[MOST];
                uint32_t count = cw_clearance_joined(&f->tables, cell, radius, parts, MOST);
                bool joined = false;
                for (uint32_t i = 0; i < count * count && count <= MOST; i++) {
                    joined |= parts[i / count].edge == entry && parts[i % count].edge == exit &&
                              parts[i / count].group == parts[i % count].group;
                }
                if (count <= MOST && critical > 1e-6 && joined != (side < 0)) {
                    fail_msg("scene %u, %s, cell %u, cross %u-%u of %.12g", index,
                             oracle_mesh_name(kind), cell, entry, exit, critical);
                }
            }
        }
    }
}

static void crosses_are_open_below_their_critical_radius_only(void **state) {
    (void)state;
    on_all_floors(CW_SCENE_FAMILY_COUNT, 60, check_crosses);
}

// --- the widest way

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
        double found = widest(f, a, b).radius, expected = oracle_raster_widest(&raster, from, to);
        assert_true(found > expected - 0.75 * raster.step || expected < raster.step);
        assert_true(found < expected + 0.75 * raster.step || found < raster.step);
    }
    oracle_raster_free(&raster);
}

static void the_widest_way_is_that_of_a_raster(void **state) {
    (void)state;
    on_all_floors(CW_SCENE_FAMILY_COUNT, 60, check_raster);
}

static void meshes_of_one_floor_have_the_same_widest_ways(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 2 * CW_SCENE_FAMILY_COUNT; i++) {
        cw_surface surface = oracle_surface(context, i, 100);
        if (surface.triangle_count == 0) {
            continue;
        }
        floor_tables f[ORACLE_MESH_COUNT];
        for (uint32_t k = 0; k < ORACLE_MESH_COUNT; k++) {
            make_tables(&f[k], &surface, (oracle_mesh)k);
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
            double expected = widest(&f[4], p[0], p[1]).radius;
            for (uint32_t k = 0; k < ORACLE_MESH_COUNT; k++) {
                double found = widest(&f[k], p[0], p[1]).radius;
                if (fabs(found - expected) > 1e-9) {
                    fail_msg("scene %u, %s: (%g, %g) to (%g, %g): %.12g, not %.12g", i,
                             oracle_mesh_name((oracle_mesh)k), p[0].x, p[0].y, p[1].x, p[1].y,
                             found, expected);
                }
                assert_true(fabs(widest(&f[k], p[1], p[0]).radius - found) < 1e-10);
            }
        }
        for (uint32_t k = 0; k < ORACLE_MESH_COUNT; k++) {
            free_tables(&f[k]);
        }
        cw_surface_free(context, &surface);
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
            assert_int_equal(
                cw_clearance_widest(context, &f->tables, places[k], places[(k + 1) % 3], &gate),
                CW_OK);
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

static void the_widest_ways_between_three_places_fit_together(void **state) {
    (void)state;
    on_all_floors(CW_SCENE_FAMILY_COUNT, 90, check_transitive);
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
            assert_int_equal(
                cw_clearance_widest(context, &f->tables, at[0][k / 2], at[1][k % 2], &gates[k]),
                CW_OK);
            if (fabs(gates[k].radius - gates[0].radius) > 1e-9 && gates[k].radius > NOISE) {
                fail_msg("scene %u, %s: %.12g and %.12g", index, oracle_mesh_name(kind),
                         gates[0].radius, gates[k].radius);
            }
        }
    }
}

static void places_on_portals_belong_to_both_cells(void **state) {
    (void)state;
    on_all_floors(2 * CW_SCENE_FAMILY_COUNT, 90, check_portal_places);
}

// --- known shapes

/// Two sliver cells on both sides of a portal, whose tips face each other across it: each cell by
/// itself seems to leave 5 m, the gap between the tips is 1 m wide.
static void a_gap_between_tips_across_a_portal_is_seen(void **state) {
    (void)state;
    cw_vec3 positions[] = {{0, 0, 0},  {0, 10, 0},  {-0.5, 5, 0}, {0.5, 5, 0},
                           {-9, 0, 0}, {-9, 10, 0}, {9, 0, 0},    {9, 10, 0}};
    /* six cells: the outer ones lead to the slivers below and above the tips */
    uint32_t first[] = {0, 3, 6, 9, 12, 15, 18};
    uint32_t vertices[] = {0, 1, 2, 0, 3, 1, 0, 2, 4, 1, 5, 2, 0, 6, 3, 1, 3, 7};
    cw_polygons polygons = {.vertex_count = 8,
                            .positions = positions,
                            .cell_count = 6,
                            .cell_first = first,
                            .edge_vertex = vertices};
    floor_tables f;
    make_polygon_tables(&f, &polygons);
    cw_vec2 below = cw_clearance_local(&f.mesh, (cw_vec2){0, 2.5});
    cw_vec2 above = cw_clearance_local(&f.mesh, (cw_vec2){0, 7.5});
    cw_gate gate = widest(&f, below, above);
    assert_true(fabs(gate.radius - 0.5) < 1e-9);
    cw_vec2 plan = cw_clearance_plan(&f.mesh, gate.position);
    assert_true(fabs(plan.x) < 1e-6 && fabs(plan.y - 5) < 1e-6);
    free_tables(&f);
}

/// A wall parallel to a portal at less than the radius blocks its middle.
static void a_thin_niche_behind_a_portal_leaves_two_parts(void **state) {
    (void)state;
    cw_vec3 positions[] = {{0, 0, 0}, {10, 0, 0},   {10, 8, 0},
                           {0, 8, 0}, {8, -0.5, 0}, {2, -0.5, 0}};
    uint32_t first[] = {0, 4, 8}, vertices[] = {0, 1, 2, 3, 0, 5, 4, 1};
    cw_polygons polygons = {.vertex_count = 6,
                            .positions = positions,
                            .cell_count = 2,
                            .cell_first = first,
                            .edge_vertex = vertices};
    floor_tables f;
    make_polygon_tables(&f, &polygons);
    cw_interval parts[4];
    assert_int_equal(cw_clearance_portal(&f.tables, 0, 0.45, parts, 4), 1);
    assert_int_equal(cw_clearance_portal(&f.tables, 0, 0.55, parts, 4), 0);
    sample_portal(&f.tables, 0, 0.45);
    sample_portal(&f.tables, 0, 0.2);
    sample_portal(&f.tables, 7, 0.3);
    free_tables(&f);
}

/// A spike behind a side portal reaches over the portal with a circle.
static void a_spike_behind_another_portal_cuts_the_portal(void **state) {
    (void)state;
    cw_vec2 outer[] = {{0, 0}, {12, 0}, {12, 6}, {7, 6}, {6, 4.5}, {5, 6}, {0, 6}};
    floor_tables f;
    make_plan_tables(&f, outer, 7, NULL, 0);
    for (uint32_t e = 0; e < f.mesh.edge_count; e++) {
        for (double r = 0.1; r < 3 && f.mesh.edge_twin[e] != CW_NONE; r += 0.3) {
            sample_portal(&f.tables, e, r);
        }
    }
    cw_gate gate = widest(&f, cw_clearance_local(&f.mesh, (cw_vec2){3, 3}),
                          cw_clearance_local(&f.mesh, (cw_vec2){9, 3}));
    assert_true(fabs(gate.radius - 2.25) < 1e-9);
    free_tables(&f);
}

static void a_door_is_half_as_wide_for_a_radius(void **state) {
    (void)state;
    cw_vec2 outer[] = {{0, 0}, {4, 0},    {4, 1.5},    {4.25, 1.5}, {4.25, 0}, {9, 0},
                       {9, 4}, {4.25, 4}, {4.25, 2.5}, {4, 2.5},    {4, 4},    {0, 4}};
    floor_tables f;
    make_plan_tables(&f, outer, 12, NULL, 0);
    cw_vec2 a = cw_clearance_local(&f.mesh, (cw_vec2){2, 2});
    cw_vec2 b = cw_clearance_local(&f.mesh, (cw_vec2){6, 2});
    cw_gate gate = widest(&f, a, b);
    assert_true(fabs(gate.radius - 0.5) < 1e-9);
    assert_true(gate.walls[0] != CW_NONE && gate.cell < f.mesh.cell_count);
    cw_vec2 corner = cw_clearance_local(&f.mesh, (cw_vec2){0.25, 3});
    gate = widest(&f, corner, b); /* the place itself is the limit */
    assert_true(fabs(gate.radius - 0.25) < 1e-9 && gate.position.x == corner.x);
    assert_true(f.mesh.edge_twin[gate.walls[0]] == CW_NONE);
    free_tables(&f);
}

/// A corridor with rooms around a corner on both sides, all behind doors of the same width: 1 m at
/// x = 5 k + 2.5.
static uint32_t ring_of_rooms(uint32_t rooms, cw_vec2 *ring) {
    uint32_t count = 0;
    for (uint32_t k = 0; k < 2 * rooms; k++) {
        double side = k < rooms ? -1 : 1, x = k < rooms ? 5.0 * k : 5.0 * (2 * rooms - 1 - k);
        double from = k < rooms ? x : x + 5, sign = k < rooms ? 1 : -1;
        cw_vec2 room[] = {{2, 1.5},     {2, 2},       {0.25, 2}, {0.25, 7}, {4.75, 7},
                          {4.75, 4.25}, {3.25, 4.25}, {3.25, 2}, {3, 2},    {3, 1.5}};
        ring[count++] = (cw_vec2){from, side * 1.5};
        for (uint32_t i = 0; i < 10; i++) {
            ring[count++] = (cw_vec2){from + sign * room[i].x, side * room[i].y};
        }
    }
    return count;
}

static bool is_door(const floor_tables *f, const cw_gate *gate, double x, double side) {
    cw_vec2 at = cw_clearance_plan(&f->mesh, gate->position);
    return fabs(at.x - x) < 0.6 && at.y * side > 1.2 && at.y * side < 2.3;
}

static void of_equal_doors_the_one_on_the_way_is_named(void **state) {
    (void)state;
    enum { ROOMS = 9 };
    cw_vec2 ring[22 * ROOMS];
    floor_tables f;
    make_plan_tables(&f, ring, ring_of_rooms(ROOMS, ring), NULL, 0);
    for (uint32_t i = 0; i < 4 * ROOMS * ROOMS; i++) {
        uint32_t a = i / (2 * ROOMS), b = i % (2 * ROOMS);
        double ax = 5.0 * (a / 2) + 2.5, bx = 5.0 * (b / 2) + 2.5;
        double a_side = a % 2 == 0 ? -1 : 1, b_side = b % 2 == 0 ? -1 : 1;
        cw_vec2 from = cw_clearance_local(&f.mesh, (cw_vec2){ax + 1.25 * -a_side, 5.625 * a_side});
        cw_vec2 to = cw_clearance_local(&f.mesh, (cw_vec2){bx + 1.25 * -b_side, 5.625 * b_side});
        cw_vec2 corridor = cw_clearance_local(&f.mesh, (cw_vec2){bx, 0});
        cw_gate gate = widest(&f, from, corridor);
        assert_true(fabs(gate.radius - 0.5) < 1e-9 && is_door(&f, &gate, ax, a_side));
        if (a != b) {
            gate = widest(&f, from, to);
            assert_true(fabs(gate.radius - 0.5) < 1e-9);
            assert_true(is_door(&f, &gate, ax, a_side) || is_door(&f, &gate, bx, b_side));
        }
    }
    free_tables(&f);
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
        assert_int_equal(
            cw_clearance_widest(context, &f->tables, places[0], places[1], &widest_gate), CW_OK);
        double radii[] = {widest_gate.radius - 1e-9, widest_gate.radius + 1e-9,
                          0.5 * widest_gate.radius, 1.01 * widest_gate.radius + 1e-6};
        for (uint32_t k = 0; k < 4 && widest_gate.radius > NOISE; k++) {
            bool reaches;
            assert_int_equal(cw_clearance_reaches_using(context, &f->tables, &scratch, places[0],
                                                        places[1], radii[k], &reaches, &gate),
                             CW_OK);
            assert_true(reaches == (k % 2 == 0));
            assert_true(reaches || gate.radius == widest_gate.radius);
        }
    }
    cw_widest_scratch_free(context, &scratch);
}

static void reaching_at_a_radius_is_a_widest_way_of_as_much(void **state) {
    (void)state;
    on_all_floors(2 * CW_SCENE_FAMILY_COUNT, 90, check_reaching);
}

/// A single cell has no portal, two cells have a portal but no gate.
static void one_or_two_cells_have_tables_too(void **state) {
    (void)state;
    cw_vec2 outer[] = {{0, 0}, {4, 0}, {4, 2}, {2, 2}, {2, 4}, {0, 4}};
    floor_tables f;
    for (uint32_t k = 0; k < 2; k++) {
        make_plan_tables(&f, outer, k == 0 ? 3 : 6, NULL, 0);
        assert_int_equal(f.mesh.cell_count, k + 1);
        cw_vec2 a = cw_clearance_local(&f.mesh, (cw_vec2){3, 0.5});
        cw_vec2 b = cw_clearance_local(&f.mesh, (cw_vec2){3.5, 1});
        assert_true(fabs(widest(&f, a, a).radius - oracle_clearance(&f.tables, a)) < 1e-12);
        assert_true(fabs(widest(&f, a, b).radius - 0.5) < 1e-9 || k == 0);
        free_tables(&f);
    }
}

static void different_islands_have_no_way(void **state) {
    (void)state;
    cw_polygons polygons = small_mesh_polygons(SMALL_ISLANDS);
    floor_tables f;
    make_polygon_tables(&f, &polygons);
    cw_gate gate;
    cw_place places[2];
    for (uint32_t c = 0; c < 2; c++) {
        places[c] = (cw_place){c, oracle_point_in_cell(&f.tables, c, 0.3, 0.4)};
    }
    assert_int_equal(cw_clearance_widest(context, &f.tables, places[0], places[1], &gate), CW_OK);
    assert_true(gate.radius == -1);
    places[1].cell = CW_NONE;
    assert_int_equal(cw_clearance_widest(context, &f.tables, places[0], places[1], &gate), CW_OK);
    assert_true(gate.radius == -1);
    free_tables(&f);
}

static void small_meshes_have_tables(void **state) {
    (void)state;
    for (uint32_t k = 0; k < SMALL_MESH_COUNT; k++) {
        cw_polygons polygons = small_mesh_polygons((small_mesh)k);
        floor_tables f;
        make_polygon_tables(&f, &polygons);
        assert_true(cw_clearance_bytes(&f.tables) > 0);
        check_mirror(&f, k, ORACLE_TRIANGLES);
        check_crosses(&f, k, ORACLE_TRIANGLES);
        check_transitive(&f, k, ORACLE_TRIANGLES);
        free_tables(&f);
    }
}

/// A spiral ramp and a bridge: walls above and below do not count, whatever the cells.
static void floors_above_each_other_do_not_mix(void **state) {
    (void)state;
    for (uint32_t scene = 0; scene < 2; scene++) {
        cw_scene_triangles triangles;
        assert_int_equal(scene == 0 ? cw_scene_ramp(context, 3, 16, &triangles)
                                    : cw_scene_bridge(context, &triangles),
                         CW_OK);
        cw_surface surface;
        assert_int_equal(cw_surface_from_triangles(context, triangles.positions,
                                                   triangles.position_count, triangles.corners,
                                                   triangles.triangle_count, NULL, &surface),
                         CW_OK);
        floor_tables f[2];
        make_tables(&f[0], &surface, ORACLE_TRIANGLES);
        make_tables(&f[1], &surface, ORACLE_EFFORT_1);
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
                assert_int_equal(
                    cw_clearance_widest(context, &f[m].tables, at[m][0], at[m][1], &gates[m]),
                    CW_OK);
            }
            assert_true(fabs(gates[0].radius - gates[1].radius) < 1e-9);
        }
        free_tables(&f[0]);
        free_tables(&f[1]);
        cw_surface_free(context, &surface);
        cw_scene_triangles_free(context, &triangles);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_distance_to_the_nearest_wall_is_that_of_all_walls),
        cmocka_unit_test(free_parts_of_portals_are_those_of_sampled_points),
        cmocka_unit_test(both_sides_of_a_portal_have_the_same_free_parts),
        cmocka_unit_test(summits_are_the_highest_points_around_them),
        cmocka_unit_test(parts_of_a_cell_are_joined_as_on_a_raster),
        cmocka_unit_test(crosses_are_open_below_their_critical_radius_only),
        cmocka_unit_test(the_widest_way_is_that_of_a_raster),
        cmocka_unit_test(meshes_of_one_floor_have_the_same_widest_ways),
        cmocka_unit_test(the_widest_ways_between_three_places_fit_together),
        cmocka_unit_test(places_on_portals_belong_to_both_cells),
        cmocka_unit_test(a_gap_between_tips_across_a_portal_is_seen),
        cmocka_unit_test(a_thin_niche_behind_a_portal_leaves_two_parts),
        cmocka_unit_test(a_spike_behind_another_portal_cuts_the_portal),
        cmocka_unit_test(a_door_is_half_as_wide_for_a_radius),
        cmocka_unit_test(of_equal_doors_the_one_on_the_way_is_named),
        cmocka_unit_test(reaching_at_a_radius_is_a_widest_way_of_as_much),
        cmocka_unit_test(one_or_two_cells_have_tables_too),
        cmocka_unit_test(different_islands_have_no_way),
        cmocka_unit_test(small_meshes_have_tables),
        cmocka_unit_test(floors_above_each_other_do_not_mix),
    };
    return cmocka_run_group_tests_name("clearance", tests, make_context, free_context);
}
