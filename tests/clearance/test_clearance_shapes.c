/// Clearance of shapes for which it is known: tips, niches, spikes, doors, one cell, islands.
#include "clearance_floors.h"
#include "made.h"
#include "small_meshes.h"
#include "test.h"
#include "test_owned.h"

/// Two sliver cells on both sides of a portal, whose tips face each other across it: each cell by
/// itself seems to leave 5 m, the gap between the tips is 1 m wide.
TEST(a_gap_between_tips_across_a_portal_is_seen) {
    cw_vec3 positions[] = {{0, 0, 0},  {0, 10, 0},  {-0.5, 5, 0}, {0.5, 5, 0},
                           {-9, 0, 0}, {-9, 10, 0}, {9, 0, 0},    {9, 10, 0}};
    /* six cells: the outer ones lead to the slivers below and above the tips */
    uint32_t first[] = {0, 3, 6, 9, 12, 15, 18};
    uint32_t vertices[] = {0, 1, 2, 0, 3, 1, 0, 2, 4, 1, 5, 2, 0, 6, 3, 1, 3, 7};
    cw_polygons polygons = polygons_of(8, positions, 6, first, vertices);
    OWNED(floor_tables) f;
    floor_make_polygons(&f, context, &polygons);
    cw_vec2 below = cw_clearance_local(&f.mesh, (cw_vec2){0, 2.5});
    cw_vec2 above = cw_clearance_local(&f.mesh, (cw_vec2){0, 7.5});
    cw_gate gate = floor_widest(&f, below, above);
    assert_true(fabs(gate.radius - 0.5) < 1e-9);
    cw_vec2 plan = cw_clearance_plan(&f.mesh, gate.position);
    assert_true(fabs(plan.x) < 1e-6 && fabs(plan.y - 5) < 1e-6);
}

/// A tip 2 m from a wall, and half way between them a portal along the wall: the tip is nearest to
/// it at no more than a point.
TEST(a_gap_whose_middle_lies_on_a_portal_is_seen) {
    cw_vec3 positions[] = {{0, 0, 0}, {1, 0, 0}, {1, 10, 0}, {0, 10, 0}, {2, 5, 0},
                           {9, 0, 0}, {9, 5, 0}, {9, 6, 0},  {9, 10, 0}};
    /* a strip along the wall, a triangle up to the tip, the rooms below and above the tip */
    uint32_t first[] = {0, 4, 7, 11, 15};
    uint32_t vertices[] = {0, 1, 2, 3, 1, 4, 2, 1, 5, 6, 4, 4, 7, 8, 2};
    cw_polygons polygons = polygons_of(9, positions, 4, first, vertices);
    OWNED(floor_tables) f;
    floor_make_polygons(&f, context, &polygons);
    cw_gate gate = floor_widest(&f, cw_clearance_local(&f.mesh, (cw_vec2){5, 2.5}),
                                cw_clearance_local(&f.mesh, (cw_vec2){5, 8}));
    assert_true(fabs(gate.radius - 1) < 1e-9);
    cw_vec2 plan = cw_clearance_plan(&f.mesh, gate.position);
    assert_true(fabs(plan.x - 1) < 1e-6 && fabs(plan.y - 5) < 1e-6);
}

/// A wall parallel to a portal at less than the radius blocks its middle.
TEST(a_thin_niche_behind_a_portal_leaves_two_parts) {
    cw_vec3 positions[] = {{0, 0, 0}, {10, 0, 0},   {10, 8, 0},
                           {0, 8, 0}, {8, -0.5, 0}, {2, -0.5, 0}};
    uint32_t first[] = {0, 4, 8}, vertices[] = {0, 1, 2, 3, 0, 5, 4, 1};
    cw_polygons polygons = polygons_of(6, positions, 2, first, vertices);
    OWNED(floor_tables) f;
    floor_make_polygons(&f, context, &polygons);
    cw_interval parts[4];
    assert_int_equal(cw_clearance_portal(&f.tables, 0, 0.45, parts, 4), 1);
    assert_int_equal(cw_clearance_portal(&f.tables, 0, 0.55, parts, 4), 0);
    floor_sample_portal(&f.tables, 0, 0.45);
    floor_sample_portal(&f.tables, 0, 0.2);
    floor_sample_portal(&f.tables, 7, 0.3);
}

/// A spike behind a side portal reaches over the portal with a circle.
TEST(a_spike_behind_another_portal_cuts_the_portal) {
    cw_vec2 outer[] = {{0, 0}, {12, 0}, {12, 6}, {7, 6}, {6, 4.5}, {5, 6}, {0, 6}};
    OWNED(floor_tables) f;
    floor_make_plan(&f, context, outer, 7);
    for (uint32_t e = 0; e < f.mesh.edge_count; e++) {
        for (double r = 0.1; r < 3 && f.mesh.edge_twin[e] != CW_NONE; r += 0.3) {
            floor_sample_portal(&f.tables, e, r);
        }
    }
    cw_gate gate = floor_widest(&f, cw_clearance_local(&f.mesh, (cw_vec2){3, 3}),
                                cw_clearance_local(&f.mesh, (cw_vec2){9, 3}));
    assert_true(fabs(gate.radius - 2.25) < 1e-9);
}

TEST(a_door_is_half_as_wide_for_a_radius) {
    cw_vec2 outer[] = {{0, 0}, {4, 0},    {4, 1.5},    {4.25, 1.5}, {4.25, 0}, {9, 0},
                       {9, 4}, {4.25, 4}, {4.25, 2.5}, {4, 2.5},    {4, 4},    {0, 4}};
    OWNED(floor_tables) f;
    floor_make_plan(&f, context, outer, 12);
    cw_vec2 a = cw_clearance_local(&f.mesh, (cw_vec2){2, 2});
    cw_vec2 b = cw_clearance_local(&f.mesh, (cw_vec2){6, 2});
    cw_gate gate = floor_widest(&f, a, b);
    assert_true(fabs(gate.radius - 0.5) < 1e-9);
    assert_true(gate.walls[0] != CW_NONE && gate.cell < f.mesh.cell_count);
    cw_vec2 corner = cw_clearance_local(&f.mesh, (cw_vec2){0.25, 3});
    gate = floor_widest(&f, corner, b); /* the place itself is the limit */
    assert_true(fabs(gate.radius - 0.25) < 1e-9 && gate.position.x == corner.x);
    assert_true(f.mesh.edge_twin[gate.walls[0]] == CW_NONE);
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

TEST(of_equal_doors_the_one_on_the_way_is_named) {
    enum { ROOMS = 9 };
    cw_vec2 ring[22 * ROOMS];
    OWNED(floor_tables) f;
    floor_make_plan(&f, context, ring, ring_of_rooms(ROOMS, ring));
    for (uint32_t i = 0; i < 4 * ROOMS * ROOMS; i++) {
        uint32_t a = i / (2 * ROOMS), b = i % (2 * ROOMS);
        double ax = 5.0 * (a / 2) + 2.5, bx = 5.0 * (b / 2) + 2.5;
        double a_side = a % 2 == 0 ? -1 : 1, b_side = b % 2 == 0 ? -1 : 1;
        cw_vec2 from = cw_clearance_local(&f.mesh, (cw_vec2){ax + 1.25 * -a_side, 5.625 * a_side});
        cw_vec2 to = cw_clearance_local(&f.mesh, (cw_vec2){bx + 1.25 * -b_side, 5.625 * b_side});
        cw_vec2 corridor = cw_clearance_local(&f.mesh, (cw_vec2){bx, 0});
        cw_gate gate = floor_widest(&f, from, corridor);
        assert_true(fabs(gate.radius - 0.5) < 1e-9 && is_door(&f, &gate, ax, a_side));
        if (a != b) {
            gate = floor_widest(&f, from, to);
            assert_true(fabs(gate.radius - 0.5) < 1e-9);
            assert_true(is_door(&f, &gate, ax, a_side) || is_door(&f, &gate, bx, b_side));
        }
    }
}

/// A single cell has no portal, two cells have a portal but no gate.
TEST(one_or_two_cells_have_tables_too) {
    cw_vec2 outer[] = {{0, 0}, {4, 0}, {4, 2}, {2, 2}, {2, 4}, {0, 4}};
    floor_tables f;
    for (uint32_t k = 0; k < 2; k++) {
        floor_make_plan(&f, context, outer, k == 0 ? 3 : 6);
        assert_int_equal(f.mesh.cell_count, k + 1);
        cw_vec2 a = cw_clearance_local(&f.mesh, (cw_vec2){3, 0.5});
        cw_vec2 b = cw_clearance_local(&f.mesh, (cw_vec2){3.5, 1});
        assert_true(fabs(floor_widest(&f, a, a).radius - oracle_clearance(&f.tables, a)) < 1e-12);
        assert_true(fabs(floor_widest(&f, a, b).radius - 0.5) < 1e-9 || k == 0);
        floor_free(&f);
    }
}

TEST(different_islands_have_no_way) {
    cw_polygons polygons = small_mesh_polygons(SMALL_ISLANDS);
    OWNED(floor_tables) f;
    floor_make_polygons(&f, context, &polygons);
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
}

static void check_bytes(const floor_tables *f, uint32_t index, oracle_mesh kind) {
    (void)index;
    (void)kind;
    assert_true(cw_clearance_bytes(&f->tables) > 0);
}

TEST(small_meshes_have_tables) {
    floor_on_small(context, check_bytes);
}

TEST_GROUP(make_context, free_context);
