/// Convex pieces of cells with dents. A polygon that is cut along diagonals into triangles that all
/// turn left is covered by them once: so that every piece turns left everywhere, and that pieces
/// and cuts make one tree, is all there is to check.
///
///   CW_PIECES_FIRST=0 CW_PIECES_PLANS=100000 tests/test_pieces     more plans
#include "made.h"
#include "navmesh/mesh/hull.h"
#include "navmesh/mesh/pieces.h"
#include "path_cases.h"
#include "path_setup.h"
#include "small_meshes.h"
#include "test.h"
#include "test_owned.h"

#include <time.h>

typedef struct tally {
    uint64_t cells, dents, pieces, uncut;
} tally;

static cw_point start_of(const cw_cutter *cutter, uint32_t side) {
    return cw_navmesh_point(cutter->mesh, cutter->sides[side].start);
}

/// A piece turns left, or goes straight on, at each vertex; gives twice its area.
static cw_wide check_piece(const cw_cutter *cutter, uint32_t piece) {
    const cw_piece_side *sides = cutter->sides;
    uint32_t first = cutter->first[piece], side = first, lefts = 0;
    cw_wide area = 0;
    do {
        uint32_t next = sides[side].next;
        assert_int_equal(sides[side].piece, piece);
        assert_int_equal(sides[next].previous, side);
        cw_point a = start_of(cutter, side), b = start_of(cutter, next);
        cw_point in = cw_point_sub(b, a);
        cw_point out = cw_point_sub(start_of(cutter, sides[next].next), b);
        int turn = cw_turn(in, out);
        assert_true(turn > 0 || (turn == 0 && cw_dot(in, out) > 0));
        lefts += turn > 0;
        cw_point origin = start_of(cutter, first);
        area += cw_cross(cw_point_sub(a, origin), cw_point_sub(b, origin));
        side = next;
    } while (side != first);
    assert_true(lefts >= 3 && area > 0);
    return area;
}

/// Each cut has two sides that run against each other in two pieces; gives how many cuts there are.
static uint32_t check_cuts(const cw_cutter *cutter) {
    const cw_piece_side *sides = cutter->sides;
    uint32_t count = 0;
    for (uint32_t i = cutter->degree; i < cutter->side_count; i++) {
        uint32_t twin = sides[i].twin;
        assert_int_equal(sides[twin].twin, i);
        assert_int_equal(sides[i].piece == CW_NONE, sides[twin].piece == CW_NONE);
        if (sides[i].piece != CW_NONE) {
            assert_int_not_equal(sides[i].piece, sides[twin].piece);
            assert_int_equal(sides[i].start, sides[sides[twin].next].start);
            assert_int_equal(sides[twin].start, sides[sides[i].next].start);
            count++;
        }
    }
    return count / 2;
}

static cw_wide area_of(const cw_navmesh *mesh, uint32_t cell) {
    uint32_t first = mesh->cell_first[cell], end = mesh->cell_first[cell + 1];
    cw_point origin = cw_navmesh_point(mesh, first);
    cw_wide area = 0;
    for (uint32_t e = first; e < end; e++) {
        area +=
            cw_cross(cw_point_sub(cw_navmesh_point(mesh, e), origin),
                     cw_point_sub(cw_navmesh_point(mesh, cw_navmesh_next(mesh, cell, e)), origin));
    }
    return area;
}

static void check_cell(cw_cutter *cutter, uint32_t cell, tally *sum) {
    const cw_navmesh *mesh = cutter->mesh;
    uint32_t dents = 0, degree = cw_navmesh_degree(mesh, cell);
    for (uint32_t e = mesh->cell_first[cell]; e < mesh->cell_first[cell + 1]; e++) {
        dents += cw_navmesh_turn(mesh, cell, e) < 0;
    }
    sum->cells++;
    sum->dents += dents;
    if (!cw_cutter_cut(cutter, cell)) {
        sum->uncut++;
        return;
    }
    cw_wide area = 0;
    for (uint32_t i = 0; i < cutter->piece_count; i++) {
        area += check_piece(cutter, i);
    }
    for (uint32_t i = 0; i < degree; i++) { /* its edges are the first sides */
        assert_int_equal(cutter->sides[i].start, mesh->cell_first[cell] + i);
        assert_int_equal(cutter->sides[i].twin, CW_NONE);
        assert_int_not_equal(cutter->sides[i].piece, CW_NONE);
    }
    assert_true(area == area_of(mesh, cell));
    assert_int_equal(check_cuts(cutter), cutter->piece_count - 1);
    // Of the cuts at a dent, two are needed at the most.
    assert_true(cutter->piece_count <= 2 * dents + 1);
    sum->pieces += cutter->piece_count;
}

static void check_mesh(const cw_navmesh *mesh, tally *sum) {
    cw_cutter cutter;
    assert_int_equal(cw_cutter_create(context, mesh, &cutter), CW_OK);
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        if (cw_navmesh_has_dent(mesh, c)) {
            check_cell(&cutter, c, sum);
        }
    }
    cw_cutter_free(context, &cutter);
}

/// Makes a mesh with deep dents of a plan, which is freed; false when there is no floor.
static bool make_relaxed(cw_plan *plan, cw_navmesh *mesh) {
    cw_navmesh_config config = cw_navmesh_config_default();
    config.alpha = PI / 2;
    config.turn = 2 * PI;
    config.tau = 100;
    OWNED(cw_surface) surface;
    bool made = cw_surface_from_plan(context, plan, NULL, &surface) == CW_OK &&
                cw_navmesh_build(context, &surface, &config, mesh) == CW_OK;
    cw_plan_free(context, plan);
    return made;
}

/// A floor of stars with holes and walls without thickness.
static void add_ring(cw_random *random, cw_plan *plan, cw_ring_kind kind, uint32_t polygon) {
    cw_vec2 points[12];
    uint32_t count =
        kind == CW_RING_BARRIER ? 2 + cw_random_below(random, 3) : 3 + cw_random_below(random, 10);
    bool whole = cw_random_below(random, 2); /* whole numbers: much is in line */
    double x = cw_random_range(random, 2, 10), y = cw_random_range(random, 2, 10);
    double size = kind == CW_RING_OUTER ? 6 : 2;
    for (uint32_t i = 0; i < count; i++) {
        double angle = 2 * PI * (i + cw_random_range(random, 0, 0.8)) / count;
        double reach = size * cw_random_range(random, 0.2, 1);
        points[i] = (cw_vec2){x + reach * cos(angle), y + reach * sin(angle)};
        if (whole) {
            points[i] = (cw_vec2){round(points[i].x), round(points[i].y)};
        }
    }
    assert_int_equal(cw_plan_add(context, plan, kind, polygon, points, count), CW_OK);
}

static bool make_mesh(uint64_t number, cw_navmesh *mesh) {
    cw_random random = {number * 2 + 1};
    cw_plan plan = {0};
    add_ring(&random, &plan, CW_RING_OUTER, 0);
    add_ring(&random, &plan, CW_RING_OUTER, 1);
    for (uint32_t i = 0; i < 6; i++) {
        add_ring(&random, &plan, cw_random_below(&random, 2) ? CW_RING_BARRIER : CW_RING_OBSTACLE,
                 2);
    }
    return make_relaxed(&plan, mesh);
}

TEST(cells_with_dents_are_cut_into_convex_pieces) {
    tally sum = {0};
    uint64_t first = path_number_from("CW_PIECES_FIRST", 0);
    uint64_t count = path_number_from("CW_PIECES_PLANS", 2000);
    for (uint64_t i = first; i < first + count; i++) {
        cw_navmesh mesh;
        if (make_mesh(i, &mesh)) {
            check_mesh(&mesh, &sum);
            cw_navmesh_free(context, &mesh);
        }
    }
    print_message("%llu cells with %llu dents: %llu pieces, %llu cells not cut\n",
                  (unsigned long long)sum.cells, (unsigned long long)sum.dents,
                  (unsigned long long)sum.pieces, (unsigned long long)sum.uncut);
    assert_true(sum.cells > count);
    assert_int_equal(sum.uncut, 0);
}

TEST(a_wall_without_thickness_is_cut_around) {
    const small_mesh kinds[] = {SMALL_DENT, SMALL_SLIT};
    for (uint32_t i = 0; i < 2; i++) {
        tally sum = {0};
        OWNED(cw_navmesh) mesh = small_mesh_make(context, kinds[i]);
        check_mesh(&mesh, &sum);
        assert_int_equal(sum.cells, 1);
        assert_int_equal(sum.uncut, 0);
    }
}

/// One cell: a hall with waves along both walls.
TEST(many_dents_are_cut_in_little_time) {
    enum { WAVES = 4000, COUNT = 4 * WAVES + 2 };
    cw_vec2 *ring = calloc(COUNT, sizeof *ring);
    uint32_t count = 0;
    for (uint32_t i = 0; i <= 2 * WAVES; i++) {
        ring[count++] = (cw_vec2){i * 0.5, i % 2 * 0.0625};
    }
    for (uint32_t i = 2 * WAVES + 1; i-- > 0;) {
        ring[count++] = (cw_vec2){i * 0.5, 4 - i % 2 * 0.0625};
    }
    cw_plan plan = {0};
    put_ring(context, &plan, CW_RING_OUTER, ring, count);
    OWNED(cw_navmesh) mesh;
    assert_true(make_relaxed(&plan, &mesh));
    clock_t began = clock();
    tally sum = {0};
    check_mesh(&mesh, &sum);
    double spent = (double)(clock() - began) / CLOCKS_PER_SEC;
    print_message("%llu dents in %llu cells: %.3f s\n", (unsigned long long)sum.dents,
                  (unsigned long long)sum.cells, spent);
    assert_int_equal(sum.uncut, 0);
    assert_true(sum.dents >= 2 * WAVES - 2);
    assert_true(spent < 5); /* if all vertices were looked at for each, it would be minutes */
    free(ring);
}

TEST_GROUP(make_context, free_context);
