/// The plans and floors in examples/: the library makes a sound mesh of each, and those that are
/// scenes made in code hold what the code makes. A file that differs is left in /tmp as it should
/// be. (The office is compared in test_scenes.c; the tangle is drawn by hand.)
#include "io_files.h"
#include "made.h"
#include "test.h"
#include "test_owned.h"

/// Coordinates of the example plans are multiples of 1 / ROUND metres, to be read by people.
enum { ROUND = 1024 };

static double rounded(double number) {
    return floor(number * ROUND + 0.5) / ROUND;
}

static cw_plan make_plan(cw_scene_family family, uint32_t vertices, uint64_t seed) {
    cw_scene_config config = cw_scene_config_default();
    config.family = family;
    config.vertices = vertices;
    config.seed = seed;
    cw_plan plan = plan_of_scene(context, &config);
    for (uint32_t i = 0; i < plan.point_count; i++) {
        plan.points[i] = (cw_vec2){rounded(plan.points[i].x), rounded(plan.points[i].y)};
    }
    return plan;
}

/// Compares examples/NAME with a text; leaves the text in /tmp where they differ.
static void compare_example(const char *name, const char *expected, size_t size) {
    char path[256];
    snprintf(path, sizeof path, "%s/examples/%s", CW_SOURCE_DIR, name);
    FILE *file = fopen(path, "rb");
    char *found = calloc(size + 2, 1);
    size_t length = file != NULL ? fread(found, 1, size + 1, file) : 0;
    if (file != NULL) {
        fclose(file);
    }
    bool same = length == size && memcmp(found, expected, size) == 0;
    free(found);
    if (!same) {
        snprintf(path, sizeof path, "/tmp/%s", name);
        cw_raw_write(path, expected, size);
        print_message("examples/%s differs: the scene as it is now is %s\n", name, path);
    }
    assert_true(same);
}

static void compare_plan(const char *name, const cw_plan *plan) {
    char folder[64], path[128];
    cw_folder_make(folder);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(cw_plan_write(context, plan, path), CW_OK);
    size_t size;
    OWNED_HANDLE(char) expected = cw_raw_read(path, &size);
    cw_folder_remove(folder);
    compare_example(name, expected, size);
}

/// The text of an .obj, y up. Adding 0 turns -0 into 0.
static char *obj_text(const cw_scene_triangles *scene, const char *title, size_t *size) {
    char *text = NULL;
    FILE *file = open_memstream(&text, size);
    fprintf(file, "# %s\n", title);
    for (uint32_t i = 0; i < scene->position_count; i++) {
        cw_vec3 p = scene->positions[i];
        fprintf(file, "v %.6g %.6g %.6g\n", p.x + 0.0, p.z + 0.0, -p.y + 0.0);
    }
    for (uint32_t t = 0; t < scene->triangle_count; t++) {
        const uint32_t *corner = scene->corners + (size_t)3 * t;
        fprintf(file, "f %u %u %u\n", corner[0] + 1, corner[1] + 1, corner[2] + 1);
    }
    fclose(file);
    return text;
}

static void compare_triangles(const char *name, const char *title, cw_scene_triangles *scene) {
    size_t size;
    OWNED_HANDLE(char) expected = obj_text(scene, title, &size);
    cw_scene_triangles_free(context, scene);
    compare_example(name, expected, size);
}

TEST(example_files_are_the_scenes_they_are_named_after) {
    OWNED(cw_plan) plan = make_plan(CW_SCENE_CIRCLE, 300, 3);
    compare_plan("pillars.wkt", &plan);
    cw_scene_triangles scene;
    assert_int_equal(cw_scene_ramp(context, 3, 24, &scene), CW_OK);
    compare_triangles("ramp.obj", "A spiral ramp of three turns; metres, y up.", &scene);
    assert_int_equal(cw_scene_bridge(context, &scene), CW_OK);
    compare_triangles("bridge.obj", "A bridge over the floor it stands on; metres, y up.", &scene);
}

/// Builds and checks examples/NAME at every effort. The Euler characteristic of its floor is cells
/// minus portals.
static void build_example(const char *name, uint32_t islands, int characteristic) {
    char path[256];
    snprintf(path, sizeof path, "%s/examples/%s", CW_SOURCE_DIR, name);
    OWNED(cw_surface) surface;
    if (cw_file_kind_of(path) == CW_FILE_OBJ) {
        assert_int_equal(cw_surface_read_obj(context, path, true, NULL, &surface), CW_OK);
    } else {
        OWNED(cw_plan) plan;
        assert_int_equal(cw_plan_read(context, path, &plan), CW_OK);
        assert_int_equal(cw_surface_from_plan(context, &plan, NULL, &surface), CW_OK);
    }
    assert_int_equal(cw_surface_validate(context, &surface), CW_OK);
    for (uint32_t effort = 0; effort <= 2; effort++) {
        cw_navmesh_config config = cw_navmesh_config_default();
        config.effort = effort;
        OWNED(cw_navmesh) mesh = mesh_of_surface(context, &surface, &config);
        assert_int_equal(cw_navmesh_validate(context, &mesh), CW_OK);
        assert_int_equal(cw_navmesh_validate_against(context, &mesh, &surface), CW_OK);
        assert_int_equal(mesh.island_count, islands);
        assert_int_equal((int)mesh.cell_count - (int)mesh.stats.portals, characteristic);
    }
}

TEST(every_example_becomes_a_sound_mesh) {
    build_example("office.wkt", 1, 1 - 58);
    build_example("pillars.wkt", 1, 1 - 13);
    build_example("tangle.geojson", 2, 2 - 3);
    build_example("ramp.obj", 1, 1);
    build_example("bridge.obj", 1, 0);
}

TEST_GROUP(make_context, free_context);
