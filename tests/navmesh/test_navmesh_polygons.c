/// Meshes made of somebody else's polygons: what is joined, what is taken, what is refused.
#include "failing_allocator.h"
#include "made.h"
#include "small_meshes.h"
#include "test.h"
#include "test_owned.h"

static void assert_near(double value, double expected, double slack) {
    if (!(fabs(value - expected) <= slack)) {
        fail_msg("%.17g is not %.17g", value, expected);
    }
}

static void expect_refused(const cw_polygons *polygons, cw_status status, const char *part) {
    static const cw_navmesh empty;
    cw_navmesh mesh;
    memset(&mesh, 0xa5, sizeof mesh);
    assert_int_equal(cw_navmesh_from_polygons(context, polygons, &mesh), status);
    if (strstr(cw_context_message(context), part) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", cw_context_message(context), part);
    }
    assert_null(mesh.positions);
    assert_int_equal(mesh.cell_count, empty.cell_count);
    assert_null(mesh.locator.bucket_first);
}

// --- polygons of others --------------------------------------------------------------------------

static const cw_vec3 pair_positions[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0},
                                         {0, 1, 0}, {2, 0, 0}, {2, 1, 0}};
static const uint32_t pair_first[] = {0, 4, 8};
static const uint32_t pair_vertices[] = {0, 1, 2, 3, 1, 4, 5, 2};

static cw_polygons pair_polygons(void) {
    return (cw_polygons){.vertex_count = 6,
                         .positions = pair_positions,
                         .cell_count = 2,
                         .cell_first = pair_first,
                         .edge_vertex = pair_vertices};
}

TEST(given_neighbours_are_joined_and_others_stay_walls) {
    cw_polygons polygons = pair_polygons();
    const uint32_t joined[] = {CW_NONE, 1, CW_NONE, CW_NONE, CW_NONE, CW_NONE, CW_NONE, 0};
    const uint32_t apart[] = {CW_NONE, CW_NONE, CW_NONE, CW_NONE,
                              CW_NONE, CW_NONE, CW_NONE, CW_NONE};
    polygons.edge_neighbor = joined;
    cw_navmesh mesh = mesh_of_polygons(context, &polygons);
    assert_int_equal(mesh.edge_twin[1], 7);
    assert_int_equal(mesh.edge_twin[7], 1);
    cw_navmesh_free(context, &mesh);
    polygons.edge_neighbor = apart;
    mesh = mesh_of_polygons(context, &polygons);
    assert_int_equal(mesh.stats.portals, 0);
    assert_int_equal(mesh.island_count, 2);
    cw_navmesh_free(context, &mesh);
}

TEST(missing_arrays_are_refused) {
    cw_polygons polygons = pair_polygons();
    polygons.link_count = 1;
    expect_refused(&polygons, CW_ERROR_ARGUMENT, "an array of the cells is missing");
    polygons = pair_polygons();
    polygons.cell_triangle_first = pair_first;
    expect_refused(&polygons, CW_ERROR_ARGUMENT, "an array of the cells is missing");
}

TEST(wrong_neighbours_are_named) {
    const struct {
        uint32_t neighbors[8];
        const char *part;
    } cases[] = {
        {{CW_NONE, 2, CW_NONE, CW_NONE, CW_NONE, CW_NONE, CW_NONE, 0}, "does not exist"},
        {{CW_NONE, 0, CW_NONE, CW_NONE, CW_NONE, CW_NONE, CW_NONE, 0}, "its own neighbour"},
        {{CW_NONE, 1, CW_NONE, CW_NONE, CW_NONE, CW_NONE, CW_NONE, CW_NONE},
         "cell 0, edge 1 from (1, 0) to (1, 1): the neighbour has no such edge"},
        {{CW_NONE, CW_NONE, 1, CW_NONE, CW_NONE, CW_NONE, CW_NONE, 0}, "no such edge"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cw_polygons polygons = pair_polygons();
        polygons.edge_neighbor = cases[i].neighbors;
        expect_refused(&polygons, CW_ERROR_INVALID, cases[i].part);
    }
}

TEST(vertices_that_are_not_shared_join_by_place) {
    const cw_vec3 positions[] = {{0, 0, 0},   {1, 0, -0.0}, {1, 1, -2}, {0, 1, 0},
                                 {1, 0, 0.0}, {2, 0, 0},    {2, 1, 0},  {1, 1, -2}};
    const uint32_t vertices[] = {0, 1, 2, 3, 4, 5, 6, 7};
    cw_polygons polygons = pair_polygons();
    polygons.vertex_count = 8;
    polygons.positions = positions;
    polygons.edge_vertex = vertices;
    OWNED(cw_navmesh) mesh = mesh_of_polygons(context, &polygons);
    assert_int_equal(mesh.stats.portals, 1);
}

TEST(edges_of_too_many_cells_are_refused) {
    const uint32_t twice[] = {0, 1, 2, 3, 0, 1, 2, 3};
    cw_polygons polygons = pair_polygons();
    polygons.edge_vertex = twice;
    expect_refused(&polygons, CW_ERROR_INVALID, "the same side");
    const uint32_t first[] = {0, 4, 8, 12};
    const uint32_t thrice[] = {0, 1, 2, 3, 1, 4, 5, 2, 1, 4, 5, 2};
    polygons.cell_count = 3;
    polygons.cell_first = first;
    polygons.edge_vertex = thrice;
    expect_refused(&polygons, CW_ERROR_INVALID, "more than two cells");
}

/// Cell 0 has one long edge where cells 1 and 2 have one each.
TEST(an_edge_that_faces_a_part_of_a_longer_one_is_refused) {
    const cw_vec3 positions[] = {{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {0, 2, 0},
                                 {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {2, 2, 0}};
    const uint32_t first[] = {0, 4, 8, 12};
    const uint32_t vertices[] = {0, 1, 2, 3, 1, 4, 5, 6, 6, 5, 7, 2};
    const uint32_t neighbors[] = {CW_NONE, 1, CW_NONE, CW_NONE, CW_NONE, CW_NONE,
                                  2,       0, 1,       CW_NONE, CW_NONE, 0};
    cw_polygons polygons = {.vertex_count = 8,
                            .positions = positions,
                            .cell_count = 3,
                            .cell_first = first,
                            .edge_vertex = vertices,
                            .edge_neighbor = neighbors};
    expect_refused(&polygons, CW_ERROR_INVALID, "no such edge");
    polygons.edge_neighbor = NULL; // without portals it is a fine mesh of two islands
    OWNED(cw_navmesh) mesh = mesh_of_polygons(context, &polygons);
    assert_int_equal(mesh.island_count, 2);
}

TEST(clockwise_cells_are_refused) {
    const uint32_t vertices[] = {0, 1, 2, 3, 2, 5, 4, 1};
    cw_polygons polygons = pair_polygons();
    polygons.edge_vertex = vertices;
    expect_refused(&polygons, CW_ERROR_INVALID, "the same side");
    const uint32_t alone[] = {3, 2, 1, 0};
    polygons.cell_count = 1;
    polygons.edge_vertex = alone;
    expect_refused(&polygons, CW_ERROR_INVALID, "at cell 0: it runs clockwise");
}

TEST(unusable_numbers_are_refused) {
    cw_vec3 positions[6];
    uint32_t vertices[8], first[3];
    cw_polygons polygons = pair_polygons();
    polygons.positions = memcpy(positions, pair_positions, sizeof positions);
    polygons.edge_vertex = memcpy(vertices, pair_vertices, sizeof vertices);
    polygons.cell_first = memcpy(first, pair_first, sizeof first);
    const double bad[] = {NAN, INFINITY, -INFINITY, 1e300, -2.2e7};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        positions[5].x = bad[i];
        expect_refused(&polygons, CW_ERROR_INPUT, "vertex 5");
        positions[5] = pair_positions[5];
        positions[0].z = bad[i];
        expect_refused(&polygons, CW_ERROR_INPUT, "vertex 0");
        positions[0] = pair_positions[0];
    }
    vertices[6] = 6;
    expect_refused(&polygons, CW_ERROR_INVALID, "cell 1: vertex 6 of 6");
    vertices[6] = pair_vertices[6];
    first[1] = 9;
    expect_refused(&polygons, CW_ERROR_INVALID, "out of order");
    first[1] = 4;
    first[0] = 1;
    expect_refused(&polygons, CW_ERROR_INVALID, "out of order");
    first[0] = 0;
    first[1] = 2;
    expect_refused(&polygons, CW_ERROR_INVALID, "degree violated at cell 0");
    first[1] = 4;
    polygons.cell_count = 0;
    expect_refused(&polygons, CW_ERROR_INPUT, "no cells");
}

TEST(bad_options_are_refused) {
    const cw_lattice lattice = {0, 0, 0.25}, odd = {0, 0, 0.3}, none = {0, 0, 0};
    cw_point points[6]; // right for a step of 1
    for (int i = 0; i < 6; i++) {
        points[i].x = (int64_t)pair_positions[i].x << CW_LATTICE_FINE_BITS;
        points[i].y = (int64_t)pair_positions[i].y << CW_LATTICE_FINE_BITS;
    }
    cw_polygons polygons = pair_polygons();
    polygons.relaxation = -1;
    expect_refused(&polygons, CW_ERROR_ARGUMENT, "relaxation");
    polygons.relaxation = NAN;
    expect_refused(&polygons, CW_ERROR_ARGUMENT, "relaxation");
    polygons.relaxation = 0;
    polygons.points = points;
    expect_refused(&polygons, CW_ERROR_ARGUMENT, "lattice");
    polygons.lattice = &lattice;
    expect_refused(&polygons, CW_ERROR_INVALID, "position");
    polygons.lattice = &odd;
    expect_refused(&polygons, CW_ERROR_INVALID, "lattice");
    polygons.points = NULL;
    expect_refused(&polygons, CW_ERROR_ARGUMENT, "step");
    polygons.lattice = &none;
    expect_refused(&polygons, CW_ERROR_ARGUMENT, "step");
}

TEST(a_given_lattice_is_used) {
    const cw_lattice lattice = {-16, -16, 0.25};
    cw_polygons polygons = pair_polygons();
    polygons.lattice = &lattice;
    OWNED(cw_navmesh) mesh, again;
    mesh = mesh_of_polygons(context, &polygons);
    assert_true(mesh.lattice.step == 0.25 && mesh.lattice.origin_x == -16);
    assert_true(mesh.points[4].x == (int64_t)72 << CW_LATTICE_FINE_BITS);
    polygons.points = mesh.points;
    polygons.lattice = &mesh.lattice;
    again = mesh_of_polygons(context, &polygons);
    assert_true(cw_navmesh_hash(&mesh) == cw_navmesh_hash(&again));
}

/// A side with a vertex in its middle, off by `off` metres, as a wall or as two portals.
static cw_status side_with_dent(double off, bool portals, double relaxation, cw_navmesh *mesh) {
    const cw_vec3 positions[] = {{0, 0, 0},       {4, 0, 0},  {4, 4, 0}, {0, 4, 0},
                                 {4 - off, 2, 0}, {8, -1, 0}, {8, 2, 0}, {8, 5, 0}};
    const uint32_t first[] = {0, 5, 9, 13};
    const uint32_t vertices[] = {0, 1, 4, 2, 3, 1, 5, 6, 4, 4, 6, 7, 2};
    cw_polygons polygons = {.vertex_count = 8,
                            .positions = positions,
                            .cell_count = portals ? 3 : 1,
                            .cell_first = first,
                            .edge_vertex = vertices,
                            .relaxation = relaxation};
    return cw_navmesh_from_polygons(context, &polygons, mesh);
}

TEST(dents_from_rounding_are_taken_with_walls_and_portals) {
    cw_navmesh mesh;
    for (int portals = 0; portals < 2; portals++) {
        assert_int_equal(side_with_dent(0, portals, 0, &mesh), CW_OK);
        double step = mesh.lattice.step;
        assert_true(mesh.stats.relaxation_depth == 0);
        cw_navmesh_free(context, &mesh);
        assert_int_equal(side_with_dent(1.9 * step, portals, 0, &mesh), CW_OK);
        assert_near(mesh.stats.relaxation_depth, 1.9 * step, step / 100);
        cw_navmesh_free(context, &mesh);
        assert_refused(side_with_dent(3 * step, portals, 0, &mesh), CW_ERROR_INVALID,
                       "convexity violated at cell 0");
    }
}

TEST(deeper_dents_need_leave_and_hold_walls_only) {
    cw_navmesh mesh;
    assert_int_equal(side_with_dent(0.25, false, 0, &mesh), CW_ERROR_INVALID);
    assert_int_equal(side_with_dent(0.25, false, 0.2, &mesh), CW_ERROR_INVALID);
    assert_int_equal(side_with_dent(0.25, false, 0.25, &mesh), CW_OK);
    assert_near(mesh.stats.relaxation_depth, 0.25, 1e-6);
    cw_navmesh_free(context, &mesh);
    assert_refused(side_with_dent(0.25, true, 0.25, &mesh), CW_ERROR_INVALID, "portal");
}

/// Coordinates of single precision at 1 km: dents of 60 micrometres, 64 times the finest step.
TEST(single_precision_needs_a_lattice_to_match) {
    const double off = 6e-5;
    const cw_vec3 positions[] = {
        {0, 0, 0}, {1000, 0, 0}, {1000 - off, 300, 0}, {1000, 1000, 0}, {0, 1000, 0}};
    const uint32_t first[] = {0, 5}, vertices[] = {0, 1, 2, 3, 4};
    cw_polygons polygons = polygons_of(5, positions, 1, first, vertices);
    expect_refused(&polygons, CW_ERROR_INVALID, "convexity");
    const cw_lattice lattice = {-1, -1, ldexp(1, -14)};
    polygons.lattice = &lattice;
    OWNED(cw_navmesh) mesh = mesh_of_polygons(context, &polygons);
}

/// Two cells on the two sides of a wall without thickness, with different vertices on it.
TEST(rounding_across_a_thin_wall_is_no_overlap) {
    const cw_vec3 positions[] = {{0, 0, 0},  {3, 1, 0},  {3, 4, 0},       {0, 4, 0},
                                 {0, -4, 0}, {3, -4, 0}, {1, 1.0 / 3, 0}, {2, 2.0 / 3, 0}};
    const uint32_t first[] = {0, 4, 10}, vertices[] = {0, 1, 2, 3, 4, 5, 1, 7, 6, 0};
    cw_polygons polygons = polygons_of(8, positions, 2, first, vertices);
    OWNED(cw_navmesh) mesh = mesh_of_polygons(context, &polygons);
    assert_int_equal(mesh.stats.portals, 0);
}

TEST(memory_that_runs_out_is_reported_and_not_leaked) {
    for (uint32_t kind = 0; kind < SMALL_MESH_COUNT; kind++) {
        cw_polygons polygons = small_mesh_polygons(kind);
        tight_memory tight;
        tight_open(&tight);
        while (tight_next(&tight)) {
            cw_navmesh mesh;
            cw_status status = cw_navmesh_from_polygons(tight.context, &polygons, &mesh);
            cw_navmesh_free(tight.context, &mesh);
            tight_tried(&tight, status);
        }
        tight_close(&tight, 1);
    }
}

TEST_GROUP(make_context, free_context);
