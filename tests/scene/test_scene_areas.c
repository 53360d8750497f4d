/// Area types of objects: cells are of one type each, exactly, and paths know what they cost.
#include "made.h"
#include "navmesh/file/cwm.h"
#include "scene_checks.h"
#include "test.h"
#include "test_owned.h"

static void add_quad(cw_scene *scene, uint32_t object, const cw_vec3 corners[4]) {
    uint32_t first;
    static const uint32_t triangles[6] = {0, 1, 2, 0, 2, 3};
    assert_ok(cw_scene_add_positions(context, scene, corners, 4, &first));
    assert_ok(cw_scene_add_triangles(context, scene, object, triangles, 2, first));
}

static void add_floor(cw_scene *scene, uint32_t area, double left, double bottom, double right,
                      double top, double z) {
    uint32_t object;
    assert_ok(cw_scene_add_object(context, scene, "", area, &object));
    add_quad(scene, object,
             (cw_vec3[4]){{left, bottom, z}, {right, bottom, z}, {right, top, z}, {left, top, z}});
}

/// Square metres in plan of each type: of the terrain, and of the cells.
static void measure_types(const cw_surface *surface, const cw_navmesh *mesh, double terrain[4],
                          double cells[4]) {
    const cw_terrain *ground = &surface->terrain;
    for (uint32_t t = 0; t < ground->triangle_count; t++) {
        cw_vec3 a = ground->positions[ground->corners[3 * t]],
                b = ground->positions[ground->corners[3 * t + 1]],
                c = ground->positions[ground->corners[3 * t + 2]];
        uint8_t type = ground->areas != NULL ? ground->areas[t] : 0;
        terrain[type] += 0.5 * ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
    }
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        uint32_t first = mesh->cell_first[c], end = mesh->cell_first[c + 1];
        uint8_t type = mesh->cell_area != NULL ? mesh->cell_area[c] : 0;
        for (uint32_t e = first; e < end; e++) {
            cw_vec3 a = mesh->positions[mesh->edge_vertex[e]];
            cw_vec3 b = mesh->positions[mesh->edge_vertex[e + 1 < end ? e + 1 : first]];
            cells[type] += 0.5 * (a.x * b.y - a.y * b.x);
        }
    }
}

static void build(const cw_scene *scene, const cw_extraction_config *config,
                  const cw_navmesh_config *shape, cw_surface *surface, cw_navmesh *mesh) {
    assert_ok(cw_surface_from_scene(context, scene, config, surface, NULL));
    assert_ok(cw_surface_validate(context, surface));
    assert_ok(cw_navmesh_build(context, surface, shape, mesh));
    assert_ok(cw_navmesh_validate(context, mesh));
    assert_ok(cw_navmesh_validate_against(context, mesh, surface));
}

static void assert_types(const cw_surface *surface, const cw_navmesh *mesh) {
    double terrain[4] = {0}, cells[4] = {0};
    measure_types(surface, mesh, terrain, cells);
    for (uint32_t i = 0; i < 4; i++) {
        if (fabs(terrain[i] - cells[i]) > 1e-5 * (1 + terrain[i])) {
            fail_msg("type %u: %.9g square metres in cells of %.9g", i, cells[i], terrain[i]);
        }
    }
}

/// A yard with a pool at the same height in its middle, and a pavement a step above it.
static void make_yard(cw_scene *scene) {
    add_floor(scene, 0, 0, 0, 20, 20, 0);
    add_floor(scene, 1, 6, 4, 13, 16, 0);
    add_floor(scene, 2, 16, 2, 19, 18, 0.15);
}

static double path_cost(const cw_clearance *clearance, const double *costs, double radius,
                        double *length) {
    cw_vec3 goal = {18, 10, 0.15};
    cw_path_request request = path_ask(&(cw_vec3){1, 10, 0}, &goal, radius);
    request.area_cost = costs;
    request.area_count = costs != NULL ? 3 : 0;
    OWNED_HANDLE(cw_query) query = query_of(context, clearance);
    cw_path path = path_asked(query, &request);
    assert_int_equal(path.status, CW_PATH_FOUND);
    *length = path.length;
    return path.cost;
}

TEST(floors_of_one_object_are_cells_of_one_type) {
    OWNED(cw_scene) scene = {0};
    OWNED(cw_surface) surface;
    OWNED(cw_navmesh) mesh;
    make_yard(&scene);
    build(&scene, NULL, NULL, &surface, &mesh);
    assert_types(&surface, &mesh);
    double terrain[4] = {0}, cells[4] = {0};
    measure_types(&surface, &mesh, terrain, cells);
    assert_float_equal(cells[1], 84, 1e-6);
    assert_float_equal(cells[2], 48, 1e-6);
    uint32_t pool = cw_navmesh_locate(&mesh, (cw_vec3){10, 10, 0});
    uint32_t pavement = cw_navmesh_locate(&mesh, (cw_vec3){17, 10, 0});
    assert_int_equal(mesh.cell_area[pool], 1);
    assert_int_equal(mesh.cell_area[pavement], 2);
    assert_float_equal(cw_navmesh_height(&mesh, pavement, (cw_vec2){16.01, 3}), 0.15, 1e-9);
    assert_int_equal(mesh.island_count, 1);
}

TEST(paths_go_around_what_costs_too_much) {
    OWNED(cw_scene) scene = {0};
    OWNED(cw_surface) surface;
    OWNED(cw_navmesh) mesh;
    double length;
    make_yard(&scene);
    build(&scene, NULL, NULL, &surface, &mesh);
    OWNED(cw_clearance) clearance = clearance_of(context, &mesh);
    assert_float_equal(path_cost(&clearance, NULL, 0.3, &length), 17, 1e-9);
    assert_float_equal(path_cost(&clearance, (double[3]){1, 1.1, 1}, 0.3, &length), 17.7, 1e-6);
    assert_float_equal(length, 17, 1e-6);
    double around = sqrt(61) + 7 + sqrt(61);
    assert_float_equal(path_cost(&clearance, (double[3]){1, HUGE_VAL, 1}, 0, &length), around,
                       1e-3);
    assert_true(path_cost(&clearance, (double[3]){1, 1, 4}, 0.3, &length) > 22);
}

TEST(types_are_saved) {
    OWNED(cw_scene) scene = {0};
    OWNED(cw_surface) surface;
    cw_navmesh mesh, again;
    uint8_t *bytes;
    size_t size;
    make_yard(&scene);
    build(&scene, NULL, NULL, &surface, &mesh);
    assert_ok(cw_navmesh_save(context, &mesh, &bytes, &size));
    assert_ok(cw_navmesh_load(context, bytes, size, &again));
    assert_int_equal(cw_navmesh_hash(&mesh), cw_navmesh_hash(&again));
    assert_memory_equal(mesh.cell_area, again.cell_area, mesh.cell_count);
    again.cell_area[0] ^= 1;
    assert_int_not_equal(cw_navmesh_hash(&mesh), cw_navmesh_hash(&again));
    bytes[CW_CWM_HEADER_SIZE + CW_CWM_AREAS * CW_CWM_ENTRY_SIZE + 16]--;
    uint32_t checksum = cw_cwm_checksum(bytes, size);
    for (int i = 0; i < 4; i++) {
        bytes[CW_CWM_AT_CHECKSUM + i] = (uint8_t)(checksum >> (8 * i));
    }
    cw_navmesh_free(context, &again);
    assert_int_equal(cw_navmesh_load(context, bytes, size, &again), CW_ERROR_FORMAT);
    cw_context_release(context, bytes, size);
    cw_navmesh_free(context, &again);
    cw_navmesh_free(context, &mesh);
}

static double shortest(const cw_navmesh *mesh, cw_vec3 from, cw_vec3 to, double radius) {
    cw_path_request request = path_ask(&from, &to, radius);
    OWNED(cw_clearance) clearance = clearance_of(context, mesh);
    OWNED_HANDLE(cw_query) query = query_of(context, &clearance);
    cw_path path = path_asked(query, &request);
    return path.status == CW_PATH_FOUND ? path.length : -1;
}

/// A cell's middle on its floor.
static cw_vec3 middle_of(const cw_navmesh *mesh, uint32_t cell) {
    cw_vec2 sum = {0, 0};
    uint32_t first = mesh->cell_first[cell], end = mesh->cell_first[cell + 1];
    for (uint32_t e = first; e < end; e++) {
        sum.x += mesh->positions[mesh->edge_vertex[e]].x / (end - first);
        sum.y += mesh->positions[mesh->edge_vertex[e]].y / (end - first);
    }
    return (cw_vec3){sum.x, sum.y, cw_navmesh_height(mesh, cell, sum)};
}

/// Soups whose triangles belong to four objects: meshes with types hold, and nothing but the
/// cells is other than without.
static void check_soup(uint64_t seed, uint32_t faces, uint32_t height) {
    OWNED(cw_scene) scene = {0};
    cw_surface surface, plain_surface;
    cw_navmesh mesh, plain;
    cw_extraction_config config = strict_config();
    cw_navmesh_config shape = cw_navmesh_config_default();
    shape.alpha = seed % 2 == 0 ? 0.1745 : 0;
    shape.tau = seed % 2 == 0 ? 0.1 : 0;
    assert_ok(cw_scene_soup(context, faces, 8, height, seed, &scene));
    for (uint32_t i = 0; i < 4; i++) {
        assert_ok(cw_scene_add_object(context, &scene, "", 0, NULL));
    }
    uint32_t objects = scene.object_count - 4;
    for (uint32_t t = 0; t < scene.triangle_count; t++) {
        scene.triangle_object[t] = objects + (t * 7 + (uint32_t)seed) % 4;
    }
    if (cw_surface_from_scene(context, &scene, &config, &surface, NULL) == CW_OK) {
        cw_surface_free(context, &surface);
        build(&scene, &config, &shape, &plain_surface, &plain);
        for (uint32_t i = 0; i < 4; i++) {
            scene.objects[objects + i].area = i;
        }
        build(&scene, &config, &shape, &surface, &mesh);
        assert_types(&surface, &mesh);
        cw_vec3 from = middle_of(&plain, 0), to = middle_of(&plain, plain.cell_count / 2);
        for (double radius = 0; radius < 0.3; radius += 0.2) {
            double before = shortest(&plain, from, to, radius),
                   after = shortest(&mesh, from, to, radius);
            if (fabs(before - after) > 1e-6) {
                fail_msg("soup %u, radius %g: %.9g m, with types %.9g m", (unsigned)seed, radius,
                         before, after);
            }
        }
        cw_navmesh_free(context, &plain);
        cw_navmesh_free(context, &mesh);
        cw_surface_free(context, &plain_surface);
        cw_surface_free(context, &surface);
    }
}

TEST(types_change_nothing_but_the_cells) {
    uint64_t soups = getenv("CW_LONG_TESTS") != NULL ? 1000 : 20;
    for (uint64_t seed = 1; seed <= soups; seed++) {
        check_soup(seed, 12, 0);
        check_soup(seed, 20, 1);
        check_soup(seed, 12, 4);
    }
}

TEST(a_type_above_255_is_refused) {
    OWNED(cw_scene) scene = {0};
    cw_surface surface;
    add_floor(&scene, 256, 0, 0, 1, 1, 0);
    assert_int_equal(cw_surface_from_scene(context, &scene, NULL, &surface, NULL), CW_ERROR_INPUT);
}

TEST_GROUP(make_context, free_context);
