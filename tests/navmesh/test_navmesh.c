/// Finished meshes: located in, measured, hashed; compared with brute force.
#include "made.h"
#include "navmesh/navmesh.h"
#include "scene_floors.h"
#include "small_meshes.h"
#include "test.h"
#include "test_owned.h"

static void assert_near(double value, double expected, double slack) {
    if (!(fabs(value - expected) <= slack)) {
        fail_msg("%.17g is not %.17g", value, expected);
    }
}

// --- an oracle for locating: every cell, by winding number, exactly ------------------------------

static int exact_side(cw_point a, cw_point b, cw_point c) {
    __extension__ __int128 cross =
        (__extension__(__int128)(b.x - a.x)) * (c.y - a.y) - (__int128)(b.y - a.y) * (c.x - a.x);
    return (cross > 0) - (cross < 0);
}

static bool oracle_contains(const cw_navmesh *mesh, uint32_t cell, cw_point q) {
    int winding = 0;
    for (uint32_t e = mesh->cell_first[cell]; e < mesh->cell_first[cell + 1]; e++) {
        uint32_t next = cw_navmesh_next(mesh, cell, e);
        cw_point a = mesh->points[mesh->edge_vertex[e]], b = mesh->points[mesh->edge_vertex[next]];
        int side = exact_side(a, b, q);
        if (side == 0 && q.x >= (a.x < b.x ? a.x : b.x) && q.x <= (a.x < b.x ? b.x : a.x) &&
            q.y >= (a.y < b.y ? a.y : b.y) && q.y <= (a.y < b.y ? b.y : a.y)) {
            return true;
        }
        winding += a.y <= q.y && b.y > q.y && side > 0;
        winding -= b.y <= q.y && a.y > q.y && side < 0;
    }
    return winding != 0;
}

static uint32_t oracle_locate(const cw_navmesh *mesh, cw_vec3 point) {
    cw_point q;
    uint32_t found = CW_NONE;
    double nearest = INFINITY;
    if (!cw_lattice_from_plan(&mesh->lattice, (cw_vec2){point.x, point.y}, &q)) {
        return CW_NONE;
    }
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        if (oracle_contains(mesh, c, q)) {
            double gap = fabs(cw_navmesh_height(mesh, c, (cw_vec2){point.x, point.y}) - point.z);
            if (gap < nearest) {
                nearest = gap;
                found = c;
            }
        }
    }
    return found;
}

static void compare_with_oracle(const cw_navmesh *mesh, cw_vec3 point) {
    uint32_t found = cw_navmesh_locate(mesh, point), expected = oracle_locate(mesh, point);
    if (found != expected) {
        fail_msg("(%.17g, %.17g, %g) is in cell %u, not %u", point.x, point.y, point.z, expected,
                 found);
    }
}

/// Random points over the box and around it, every vertex, and points on and beside every edge.
static void compare_everywhere(const cw_navmesh *mesh, uint32_t random_points) {
    cw_vec3 low = mesh->positions[0], high = low;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        cw_vec3 p = mesh->positions[mesh->edge_vertex[e]];
        low = (cw_vec3){fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z)};
        high = (cw_vec3){fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z)};
    }
    cw_random random = {5};
    for (uint32_t i = 0; i < random_points; i++) {
        compare_with_oracle(mesh, (cw_vec3){cw_random_range(&random, low.x - 0.2, high.x + 0.2),
                                            cw_random_range(&random, low.y - 0.2, high.y + 0.2),
                                            cw_random_range(&random, low.z - 1, high.z + 1)});
    }
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        cw_vec3 a = mesh->positions[mesh->edge_vertex[e]];
        cw_vec3 b =
            mesh->positions[mesh->edge_vertex[cw_navmesh_next(mesh, mesh->edge_cell[e], e)]];
        double t = cw_random_unit(&random);
        cw_vec3 middle = {(a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2};
        compare_with_oracle(mesh, a);
        compare_with_oracle(mesh, middle);
        compare_with_oracle(mesh, (cw_vec3){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z});
        compare_with_oracle(mesh, (cw_vec3){nextafter(middle.x, -1e9), middle.y, middle.z});
        compare_with_oracle(mesh, (cw_vec3){middle.x, nextafter(middle.y, 1e9), middle.z});
    }
}

// --- locating ------------------------------------------------------------------------------------

TEST(small_meshes_are_located_in_like_by_brute_force) {
    for (uint32_t kind = 0; kind < SMALL_MESH_COUNT; kind++) {
        OWNED(cw_navmesh) mesh = small_mesh_make(context, kind);
        compare_everywhere(&mesh, 3000);
    }
}

TEST(built_meshes_are_located_in_like_by_brute_force) {
    for (uint32_t family = 0; family < CW_SCENE_FAMILY_COUNT; family++) {
        cw_scene_config scene = cw_scene_config_default();
        scene.family = family;
        scene.vertices = 200;
        scene.rotation = family % 2 ? 0.3 : 0;
        cw_navmesh_config config = cw_navmesh_config_default();
        config.tau = family % 3 ? 0 : 0.2;
        config.alpha = family % 3 ? 0 : 0.2;
        OWNED(cw_navmesh) mesh = configured_mesh(context, &scene, &config);
        compare_everywhere(&mesh, 1000);
    }
}

TEST(a_point_on_a_shared_edge_is_in_the_lower_cell) {
    OWNED(cw_navmesh) mesh = small_mesh_make(context, SMALL_GRID);
    assert_int_equal(cw_navmesh_locate(&mesh, (cw_vec3){1, 0.5, 0}), 0);
    assert_int_equal(cw_navmesh_locate(&mesh, (cw_vec3){1, 1, 0}), 0);
    assert_int_equal(cw_navmesh_locate(&mesh, (cw_vec3){2, 2, 0}), 4);
    assert_int_equal(cw_navmesh_locate(&mesh, (cw_vec3){3, 3, 0}), 7);
}

/// B41: the wrong one of stacked floors was found.
TEST(of_two_floors_the_nearer_one_is_found) {
    OWNED(cw_navmesh) mesh = small_mesh_make(context, SMALL_FLOORS);
    assert_int_equal(cw_navmesh_locate(&mesh, (cw_vec3){3, 3, 1.4}), 0);
    assert_int_equal(cw_navmesh_locate(&mesh, (cw_vec3){3, 3, 1.5}), 0);
    assert_int_equal(cw_navmesh_locate(&mesh, (cw_vec3){3, 3, 1.6}), 1);
    assert_int_equal(cw_navmesh_locate(&mesh, (cw_vec3){1, 1, 9}), 0);
    assert_int_equal(cw_navmesh_locate(&mesh, (cw_vec3){5, 5, -9}), 1);
    assert_int_equal(cw_navmesh_locate(&mesh, (cw_vec3){3, 3, NAN}), 0);
}

TEST(points_off_the_mesh_and_not_finite_are_in_no_cell) {
    OWNED(cw_navmesh) mesh = small_mesh_make(context, SMALL_RING), none = {0};
    const cw_vec3 points[] = {{1.5, 1.5, 0}, {-1, 0, 0},       {4, 1, 0},         {1e300, 0, 0},
                              {NAN, 1, 0},   {INFINITY, 1, 0}, {1, -INFINITY, 0}, {0.5, NAN, 0}};
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        assert_int_equal(cw_navmesh_locate(&mesh, points[i]), CW_NONE);
        assert_int_equal(cw_navmesh_locate(&none, points[i]), CW_NONE);
    }
    assert_true(isnan(cw_navmesh_height(&mesh, CW_NONE, (cw_vec2){0.5, 0.5})));
}

/// Diagonal strips: the grid is of little help, and its lists have to stay short all the same.
TEST(long_thin_cells_keep_the_locator_small) {
    enum { STRIPS = 3000 };
    cw_vec3 *positions = malloc((STRIPS + 1) * 2 * sizeof *positions);
    uint32_t *first = malloc((STRIPS + 1) * sizeof *first);
    uint32_t *vertices = malloc(STRIPS * 4 * sizeof *vertices);
    assert_non_null(positions);
    assert_non_null(first);
    assert_non_null(vertices);
    for (uint32_t i = 0; i <= STRIPS; i++) {
        positions[2 * i] = (cw_vec3){0.5 * i, 0, 0};
        positions[2 * i + 1] = (cw_vec3){0.5 * i + 1500, 1500, 0};
        first[i] = 4 * i;
    }
    for (uint32_t i = 0; i < STRIPS; i++) {
        const uint32_t corners[] = {2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1};
        memcpy(&vertices[4 * i], corners, sizeof corners);
    }
    cw_polygons polygons = polygons_of(2 * STRIPS + 2, positions, STRIPS, first, vertices);
    OWNED(cw_navmesh) mesh = mesh_of_polygons(context, &polygons);
    assert_true(mesh.locator.bucket_cell_count <= 8 * mesh.edge_count);
    cw_random random = {9};
    for (int i = 0; i < 300; i++) {
        compare_with_oracle(&mesh, (cw_vec3){cw_random_range(&random, 0, 3000),
                                             cw_random_range(&random, 0, 1500), 0});
    }
    free(positions);
    free(first);
    free(vertices);
}

/// All of the mesh within one coarse step: the quick test is always in doubt.
TEST(a_mesh_smaller_than_a_coarse_step_is_located_in) {
    const cw_lattice lattice = {0, 0, 1};
    const cw_point points[] = {{1 << 20, 1 << 20}, {1 << 21, 1 << 20}, {1 << 21, 1 << 21},
                               {1 << 20, 1 << 21}, {3 << 20, 1 << 20}, {3 << 20, 1 << 21}};
    cw_vec3 positions[6];
    for (int i = 0; i < 6; i++) {
        cw_vec2 plan = cw_lattice_to_plan(&lattice, points[i]);
        positions[i] = (cw_vec3){plan.x, plan.y, 0};
    }
    const uint32_t first[] = {0, 4, 8}, vertices[] = {0, 1, 2, 3, 1, 4, 5, 2};
    cw_polygons polygons = {.vertex_count = 6,
                            .positions = positions,
                            .cell_count = 2,
                            .cell_first = first,
                            .edge_vertex = vertices,
                            .points = points,
                            .lattice = &lattice};
    OWNED(cw_navmesh) mesh = mesh_of_polygons(context, &polygons);
    cw_random random = {3};
    for (int i = 0; i < 2000; i++) {
        compare_with_oracle(&mesh, (cw_vec3){cw_random_range(&random, 0, 0.002),
                                             cw_random_range(&random, 0, 0.0015), 0});
    }
}

// --- heights -------------------------------------------------------------------------------------

TEST(heights_follow_planes_and_triangles) {
    cw_navmesh mesh = small_mesh_make(context, SMALL_HILL);
    assert_near(cw_navmesh_height(&mesh, 0, (cw_vec2){2, 2}), 1, 1e-12);
    assert_near(cw_navmesh_height(&mesh, 0, (cw_vec2){1, 2}), 0.5, 1e-12);
    assert_near(cw_navmesh_height(&mesh, 0, (cw_vec2){2, 3.5}), 0.25, 1e-12);
    assert_near(cw_navmesh_height(&mesh, 0, (cw_vec2){4, 4}), 0, 1e-12);
    assert_near(cw_navmesh_height(&mesh, 1, (cw_vec2){6, 1}), 1, 1e-12);
    cw_navmesh_free(context, &mesh);
    mesh = small_mesh_make(context, SMALL_FLOORS);
    assert_near(cw_navmesh_height(&mesh, 2, (cw_vec2){7, 5}), 2.25, 1e-12);
    assert_near(cw_navmesh_height(&mesh, 1, (cw_vec2){3, 3}), 3, 1e-12);
    cw_navmesh_free(context, &mesh);
}

/// The height of the triangle whose least weight at a position is the largest, of all of a cell but
/// slivers: in those, weights are what rounding makes them.
static double oracle_height(const cw_navmesh *mesh, uint32_t cell, cw_vec2 p, double *most) {
    double height = NAN;
    *most = -INFINITY;
    for (uint32_t t = mesh->cell_triangle_first[cell]; t < mesh->cell_triangle_first[cell + 1];
         t++) {
        const uint32_t *corner = &mesh->triangles[3 * (size_t)t];
        cw_vec3 a = mesh->positions[corner[0]], b = mesh->positions[corner[1]];
        cw_vec3 c = mesh->positions[corner[2]];
        double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        double v = ((p.x - a.x) * (c.y - a.y) - (p.y - a.y) * (c.x - a.x)) / area;
        double w = ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / area;
        double least = fmin(fmin(v, w), 1 - v - w);
        double sides = pow(hypot(b.x - a.x, b.y - a.y), 2) + pow(hypot(c.x - a.x, c.y - a.y), 2);
        if (least > *most && area > 1e-8 * sides) {
            *most = least;
            height = a.z + v * (b.z - a.z) + w * (c.z - a.z);
        }
    }
    return height;
}

static void compare_heights(const cw_navmesh *mesh, uint32_t cell, cw_random *random) {
    uint32_t first = mesh->cell_triangle_first[cell], end = mesh->cell_triangle_first[cell + 1];
    for (uint32_t i = 0; i < 200 && first < end; i++) {
        const uint32_t *corner =
            &mesh->triangles[3 * (size_t)(first + cw_random_below(random, end - first))];
        cw_vec3 a = mesh->positions[corner[0]], b = mesh->positions[corner[1]];
        cw_vec3 c = mesh->positions[corner[2]];
        // inside, on an edge, at a corner, and a little outside
        double v = i % 4 == 2 ? 0 : cw_random_range(random, i % 4 == 3 ? -0.2 : 0, 1);
        double w = i % 4 == 0 ? (1 - v) * cw_random_unit(random) : i % 4 == 1 ? 1 - v : 0;
        cw_vec2 p = {a.x + v * (b.x - a.x) + w * (c.x - a.x),
                     a.y + v * (b.y - a.y) + w * (c.y - a.y)};
        double least, expected = oracle_height(mesh, cell, p, &least);
        if (least > -1e-6) { /* else the position is off the cell */
            assert_near(cw_navmesh_height(mesh, cell, p), expected, 1e-12);
        }
    }
}

/// Cells with few triangles and with many, which have grids over them.
TEST(heights_on_terrain_are_those_of_the_triangle_under_the_point) {
    cw_random random = {11};
    uint32_t grids = 0;
    for (uint32_t i = 0; i < 12; i++) {
        OWNED(cw_scene_triangles) scene;
        assert_ok(i % 4 == 0 ? cw_scene_ramp(context, 2, 16 + i, &scene)
                             : cw_scene_hills(context, 4 + 3 * i, i, &scene));
        cw_navmesh mesh = mesh_of_triangles(context, scene.positions, scene.position_count,
                                            scene.corners, scene.triangle_count, NULL);
        for (uint32_t c = 0; c < mesh.cell_count && mesh.cell_triangle_first != NULL; c++) {
            compare_heights(&mesh, c, &random);
            grids += mesh.locator.facets.grids[c].columns > 1;
        }
        compare_everywhere(&mesh, 1000);
        cw_navmesh_free(context, &mesh);
    }
    assert_true(grids >= 20);
}

// --- what a finished mesh knows ------------------------------------------------------------------

TEST(counts_and_measures_are_right) {
    const struct {
        uint32_t islands, holes, portals;
        double area, walls, depth;
    } expected[SMALL_MESH_COUNT] = {
        [SMALL_SQUARE] = {1, 0, 0, 4, 8, 0},
        [SMALL_GRID] = {1, 0, 12, 9, 12, 0},
        [SMALL_RING] = {1, 1, 8, 8, 16, 0},
        [SMALL_ISLANDS] = {2, 0, 0, 3, 6 + 2 * sqrt(5), 0},
        [SMALL_FLOORS] = {2, 0, 1, 48, 40, 0},
        [SMALL_DENT] = {1, 0, 1, 23.25, 20 + 2 * sqrt(1.0625), 0.25},
        [SMALL_SLIT] = {1, 0, 0, 16, 18, 1},
        [SMALL_HILL] = {1, 0, 1, 32, 24, 0},
        [SMALL_LINKS] = {2, 0, 0, 2, 8, 0},
    };
    for (uint32_t kind = 0; kind < SMALL_MESH_COUNT; kind++) {
        cw_navmesh mesh = small_mesh_make(context, kind);
        assert_int_equal(mesh.island_count, expected[kind].islands);
        assert_int_equal(mesh.stats.holes, expected[kind].holes);
        assert_int_equal(mesh.stats.portals, expected[kind].portals);
        assert_near(mesh.stats.area, expected[kind].area, 1e-9);
        assert_near(mesh.stats.wall_length, expected[kind].walls, 1e-9);
        assert_near(mesh.stats.relaxation_depth, expected[kind].depth, 1e-9);
        cw_navmesh_free(context, &mesh);
        cw_navmesh_free(context, &mesh);
    }
}

TEST(islands_are_numbered_by_their_lowest_cell) {
    OWNED(cw_navmesh) mesh = small_mesh_make(context, SMALL_FLOORS);
    assert_int_equal(mesh.cell_island[0], 0);
    assert_int_equal(mesh.cell_island[1], 1);
    assert_int_equal(mesh.cell_island[2], 1);
}

TEST(a_closed_surface_is_refused) {
    cw_vec3 positions[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    cw_point points[] = {{0, 0}, {1 << 20, 0}, {0, 1 << 20}};
    uint32_t first[] = {0, 3, 6}, vertices[] = {0, 1, 2, 1, 0, 2}, twins[] = {3, 5, 4, 0, 2, 1};
    cw_navmesh mesh = {.lattice = {0, 0, 1},
                       .vertex_count = 3,
                       .positions = positions,
                       .points = points,
                       .cell_count = 2,
                       .cell_first = first,
                       .edge_count = 6,
                       .edge_vertex = vertices,
                       .edge_twin = twins};
    assert_refused(cw_navmesh_finish(context, &mesh), CW_ERROR_INVALID, "euler");
    mesh.positions = NULL;
    mesh.points = NULL;
    mesh.cell_first = mesh.edge_vertex = mesh.edge_twin = NULL;
    cw_navmesh_free(context, &mesh);
}

TEST(the_hash_sees_everything_but_the_time) {
    cw_navmesh mesh = small_mesh_make(context, SMALL_HILL);
    uint64_t hash = cw_navmesh_hash(&mesh);
    mesh.stats.seconds = 17;
    assert_true(cw_navmesh_hash(&mesh) == hash);
    mesh.stats.mutual++;
    assert_true(cw_navmesh_hash(&mesh) != hash);
    mesh.stats.mutual--;
    mesh.positions[4].z = 1.5;
    assert_true(cw_navmesh_hash(&mesh) != hash);
    mesh.positions[4].z = 1;
    mesh.points[0].x++;
    assert_true(cw_navmesh_hash(&mesh) != hash);
    mesh.points[0].x--;
    mesh.cell_island[1] = 7;
    assert_true(cw_navmesh_hash(&mesh) != hash);
    mesh.cell_island[1] = 0;
    assert_true(cw_navmesh_hash(&mesh) == hash);
    cw_navmesh_free(context, &mesh);
    (void)cw_navmesh_hash(&mesh);
}

// --- meshes of other tools -----------------------------------------------------------------------

/// Reads a polyanya mesh, version 2; false when the file is not there.
static bool read_polyanya(const char *path, cw_polygons *polygons) {
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return false;
    }
    unsigned vertex_count, cell_count;
    assert_int_equal(fscanf(file, "mesh 2 %u %u", &vertex_count, &cell_count), 2);
    cw_vec3 *positions = calloc(vertex_count, sizeof *positions);
    uint32_t *first = calloc(cell_count + 1, sizeof *first);
    uint32_t *vertices = calloc((size_t)cell_count * 64, sizeof *vertices);
    uint32_t *neighbors = calloc((size_t)cell_count * 64, sizeof *neighbors);
    assert_true(positions && first && vertices && neighbors);
    for (unsigned v = 0; v < vertex_count; v++) {
        int count, ignored;
        assert_int_equal(fscanf(file, "%lf %lf %d", &positions[v].x, &positions[v].y, &count), 3);
        while (count-- > 0) {
            assert_int_equal(fscanf(file, "%d", &ignored), 1);
        }
    }
    for (unsigned c = 0; c < cell_count; c++) {
        unsigned count;
        int neighbor;
        assert_int_equal(fscanf(file, "%u", &count), 1);
        assert_true(count <= 64);
        for (unsigned k = 0; k < count; k++) {
            assert_int_equal(fscanf(file, "%u", &vertices[first[c] + k]), 1);
        }
        for (unsigned k = 0; k < count; k++) { // the edge that ends at vertex k
            assert_int_equal(fscanf(file, "%d", &neighbor), 1);
            neighbors[first[c] + (k + count - 1) % count] =
                neighbor < 0 ? CW_NONE : (uint32_t)neighbor;
        }
        first[c + 1] = first[c] + count;
    }
    fclose(file);
    *polygons = (cw_polygons){.vertex_count = vertex_count,
                              .positions = positions,
                              .cell_count = cell_count,
                              .cell_first = first,
                              .edge_vertex = vertices,
                              .edge_neighbor = neighbors};
    return true;
}

static void free_polygons(cw_polygons *polygons) {
    free((void *)(uintptr_t)polygons->positions);
    free((void *)(uintptr_t)polygons->cell_first);
    free((void *)(uintptr_t)polygons->edge_vertex);
    free((void *)(uintptr_t)polygons->edge_neighbor);
}

TEST(the_arena_as_triangles_and_merged_is_the_same_floor) {
    cw_polygons triangles, merged;
    if (!read_polyanya(CW_SHARED_DATA "/navmeshes/arena.mesh", &triangles) ||
        !read_polyanya(CW_SHARED_DATA "/navmeshes/arena-merged.mesh", &merged)) {
        print_message("skipped: no %s/navmeshes\n", CW_SHARED_DATA);
        skip();
    }
    OWNED(cw_navmesh) a, b;
    a = mesh_of_polygons(context, &triangles);
    b = mesh_of_polygons(context, &merged);
    assert_true(a.stats.area == b.stats.area);
    assert_int_equal(a.stats.holes, b.stats.holes);
    assert_int_equal(a.island_count, b.island_count);
    assert_near(a.stats.wall_length, b.stats.wall_length, 1e-9);
    compare_everywhere(&a, 2000);
    compare_everywhere(&b, 2000);
    cw_random random = {11};
    for (int i = 0; i < 2000; i++) {
        cw_vec3 p = {cw_random_range(&random, 0, 50), cw_random_range(&random, 0, 50), 0};
        assert_true((cw_navmesh_locate(&a, p) == CW_NONE) == (cw_navmesh_locate(&b, p) == CW_NONE));
    }
    free_polygons(&triangles);
    free_polygons(&merged);
}

TEST_GROUP(make_context, free_context);
