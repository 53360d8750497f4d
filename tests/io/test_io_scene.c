/// 3D scenes from files: every format gives the same house, its names, its place and its size;
/// files that are no good are refused with a sentence, and no memory stays behind.
#include "io_cases.h"
#include "io_files.h"
#include "test.h"
#include "test_owned.h"

#include <assimp/cexport.h>
#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <unistd.h>

static const char house[] = CW_SOURCE_DIR "/examples/house.obj";

/// What two files of one scene have in common.
typedef struct measure {
    double area; ///< of all triangles, in space
    cw_vec3 low, high;
    uint32_t triangles;
} measure;

static measure measure_scene(const cw_scene *scene) {
    measure m = {0, {INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, 0};
    for (uint32_t t = 0; t < scene->triangle_count; t++) {
        const uint32_t *corner = scene->corners + 3 * (size_t)t;
        cw_vec3 a = scene->positions[corner[0]], b = scene->positions[corner[1]];
        cw_vec3 c = scene->positions[corner[2]];
        double x = (b.y - a.y) * (c.z - a.z) - (b.z - a.z) * (c.y - a.y);
        double y = (b.z - a.z) * (c.x - a.x) - (b.x - a.x) * (c.z - a.z);
        double z = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        m.area += 0.5 * sqrt(x * x + y * y + z * z);
        m.low = (cw_vec3){fmin(m.low.x, a.x), fmin(m.low.y, a.y), fmin(m.low.z, a.z)};
        m.high = (cw_vec3){fmax(m.high.x, a.x), fmax(m.high.y, a.y), fmax(m.high.z, a.z)};
    }
    m.triangles = scene->triangle_count;
    return m;
}

static cw_scene read_scene(const char *path, cw_scene_up up) {
    cw_scene_read_config config = cw_scene_read_config_default();
    config.up = up;
    cw_scene scene;
    assert_ok(cw_scene_read(context, path, &config, &scene));
    return scene;
}

static bool has_object(const cw_scene *scene, const char *name) {
    for (uint32_t i = 0; i < scene->object_count; i++) {
        if (strcmp(scene->objects[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/// Assimp's exporters write the house in every format; what is read back is the house.
TEST(every_format_gives_the_same_house) {
    static const struct {
        const char *format, *file;
        cw_scene_up up;
        bool named;
        double scale; ///< of the exporter's unit
    } formats[] = {
        {"gltf2", "house.gltf", CW_SCENE_UP_FILE, true, 1},
        {"glb2", "house.glb", CW_SCENE_UP_FILE, true, 1},
        {"collada", "house.dae", CW_SCENE_UP_FILE, true, 1},
        {"ply", "house.ply", CW_SCENE_UP_Y, false, 1},
        {"plyb", "houseb.ply", CW_SCENE_UP_Y, false, 1},
        {"stl", "house.stl", CW_SCENE_UP_Y, false, 1},
        {"stlb", "houseb.stl", CW_SCENE_UP_Y, false, 1},
        {"fbxa", "house.fbx", CW_SCENE_UP_FILE, true, 0.01},
    };
    const struct aiScene *source = aiImportFile(house, aiProcess_Triangulate);
    assert_non_null(source);
    OWNED(cw_scene) ours = read_scene(house, CW_SCENE_UP_FILE);
    measure wanted = measure_scene(&ours);
    assert_true(has_object(&ours, "slab_1.west"));
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        const char *path = cw_test_path(formats[i].file);
        assert_int_equal(aiExportScene(source, formats[i].format, path, 0), aiReturn_SUCCESS);
        OWNED(cw_scene) scene = read_scene(path, formats[i].up);
        measure found = measure_scene(&scene);
        double scale = formats[i].scale;
        assert_int_equal(found.triangles, wanted.triangles);
        assert_true(fabs(found.area - wanted.area * scale * scale) < 1e-3 * found.area);
        assert_true(fabs(found.low.x - wanted.low.x * scale) < 1e-4);
        assert_true(fabs(found.low.y - wanted.low.y * scale) < 1e-4);
        assert_true(fabs(found.high.z - wanted.high.z * scale) < 1e-4);
        if (formats[i].named) {
            assert_true(has_object(&scene, "slab_1.west") || has_object(&scene, "slab_1_west"));
        }
    }
    aiReleaseImport(source);
}

/// Puts another number behind a name in the text of an `.fbx`, in place of a 1.
static void set_property(char *text, const char *name, char digit) {
    char *place = strstr(text, name);
    assert_non_null(place);
    place = strchr(strstr(place, "\"\","), '1');
    assert_non_null(place);
    *place = digit;
}

/// The unit of an `.fbx` does not round its coordinates, and z is up where it says so.
TEST(an_fbx_says_its_unit_and_what_is_up) {
    const struct aiScene *source = aiImportFile(house, aiProcess_Triangulate);
    char path[256];
    snprintf(path, sizeof path, "%s", cw_test_path("units.fbx"));
    assert_int_equal(aiExportScene(source, "fbxa", path, 0), aiReturn_SUCCESS);
    aiReleaseImport(source);
    cw_scene_read_config config = cw_scene_read_config_default();
    config.scale = 100;
    cw_scene scene;
    assert_int_equal(cw_scene_read(context, path, &config, &scene), CW_OK);
    for (uint32_t i = 0; i < scene.position_count; i++) {
        cw_vec3 p = scene.positions[i];
        assert_true(fabs(p.x - (double)(float)p.x) <= 1e-15 * fabs(p.x));
        assert_true(fabs(p.z - (double)(float)p.z) <= 1e-15 * fabs(p.z));
    }
    measure wanted = measure_scene(&scene);
    cw_scene_free(context, &scene);
    size_t size;
    OWNED_HANDLE(char) text = cw_raw_read(path, &size);
    text = realloc(text, size + 1);
    assert_non_null(text);
    text[size] = '\0';
    set_property(text, "\"UpAxis\"", '2');
    set_property(text, "\"UnitScaleFactor\"", '2');
    cw_raw_write(path, text, size);
    assert_int_equal(cw_scene_read(context, path, &config, &scene), CW_OK);
    measure found = measure_scene(&scene);
    assert_true(fabs(found.low.y - 2 * wanted.low.z) < 1e-9);
    assert_true(fabs(found.high.z + 2 * wanted.low.y) < 1e-9);
    cw_scene_free(context, &scene);
}

/// One mesh used by two nodes, one of them below another, moved, turned, scaled and mirrored.
TEST(nodes_place_their_meshes_as_often_as_they_are_used) {
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0,1]}],"
        "\"nodes\":[{\"mesh\":0,\"name\":\"first\"},"
        "{\"name\":\"group\",\"translation\":[10,0,0],\"children\":[2]},"
        "{\"mesh\":0,\"name\":\"second\",\"scale\":[-2,1,2]}],"
        "\"buffers\":[{\"byteLength\":36,\"uri\":\"data:application/octet-stream;base64,"
        "AAAAAAAAAAAAAAAAAABAQAAAAAAAAAAAAAAAAAAAAAAAAEDA\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]}";
    const char *path = cw_test_path("nodes.gltf");
    cw_raw_write(path, text, sizeof text - 1);
    OWNED(cw_scene) scene = read_scene(path, CW_SCENE_UP_FILE);
    assert_int_equal(scene.triangle_count, 2);
    assert_int_equal(scene.object_count, 2);
    assert_string_equal(scene.objects[0].name, "first");
    assert_string_equal(scene.objects[1].name, "second");
    measure m = measure_scene(&scene);
    assert_true(fabs(m.area - (4.5 + 18)) < 1e-6);
    for (uint32_t t = 0; t < 2; t++) {
        const uint32_t *corner = scene.corners + 3 * (size_t)t;
        cw_vec3 a = scene.positions[corner[0]], b = scene.positions[corner[1]];
        cw_vec3 c = scene.positions[corner[2]];
        assert_true((b.x - a.x) * (c.y - a.y) > (b.y - a.y) * (c.x - a.x)); /* looks up */
        double farthest = fmax(a.x, fmax(b.x, c.x)), nearest = fmin(a.x, fmin(b.x, c.x));
        assert_true(fabs(farthest - (t == 0 ? 3 : 10)) < 1e-6);
        assert_true(fabs(nearest - (t == 0 ? 0 : 4)) < 1e-6);
    }
    char whole_numbers[sizeof text];
    memcpy(whole_numbers, text, sizeof text);
    strstr(whole_numbers, "5126")[3] = '5';
    const char *other = cw_test_path("whole.gltf");
    cw_raw_write(other, whole_numbers, sizeof text - 1);
    cw_scene none;
    assert_refused(cw_scene_read(context, other, NULL, &none), CW_ERROR_FORMAT,
                   "positions have to be VEC3 of floats");
}

/// An L of 75 square metres; `nodes` are those of its scene, 0 the first, and `more` is put into
/// its primitive.
static void write_ell(const char *path, const char *nodes, const char *more, const char *sparse,
                      int index_type) {
    char text[2048];
    int size = snprintf(
        text, sizeof text,
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":1,\"scenes\":[{\"nodes\":[]},{\"nodes\":[0]}],"
        "\"nodes\":[%s],\"skins\":[{\"joints\":[0]}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"mode\":1},"
        "{\"attributes\":{\"POSITION\":0},\"indices\":1%s}]}],"
        "\"buffers\":[{\"byteLength\":84,\"uri\":\"data:application/octet-stream;base64,"
        "AAAAAAAAAAAAAAAAAAAgQQAAAAAAAAAAAAAgQQAAAAAAAKDAAACgQAAAAAAAAKDAAACgQAAAAAAAACDB"
        "AAAAAAAAAAAAACDBAAECAAIDAAMEAAQF\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":72},"
        "{\"buffer\":0,\"byteOffset\":72,\"byteLength\":12}],\"accessors\":["
        "{\"bufferView\":0,\"componentType\":5126,\"count\":6,\"type\":\"VEC3\"%s},"
        "{\"bufferView\":1,\"componentType\":%d,\"count\":%d,\"type\":\"SCALAR\"}]}",
        nodes, more, sparse, index_type, index_type == 5121 ? 12 : 6);
    assert_true(size < (int)sizeof text);
    cw_raw_write(path, text, (size_t)size);
}

/// Of glTF only what can be walked on counts, and it stands where all transforms put it.
TEST(a_gltf_is_placed_and_all_else_left_alone) {
    static const struct {
        const char *nodes, *more;
        double area;
        const char *says; ///< where it is refused
        int index_type;
        const char *sparse; ///< of the positions
    } cases[] = {
        {"{\"mesh\":0}", "", 75, NULL, 5121, ""},
        {"{\"mesh\":0,\"skin\":0}", ",\"targets\":[{\"POSITION\":0}]", 75, NULL, 5121, ""},
        {"{\"mesh\":0}", ",\"extensions\":{\"KHR_draco_mesh_compression\":{}}", 75, NULL, 5121, ""},
        {"{\"mesh\":0,\"scale\":[-1,1,1]}", "", 75, NULL, 5121, ""},
        {"{\"matrix\":[2,0,0,0, 0,1,0,0, 0,0,2,0, 9,0,0,1],\"children\":[1]},"
         "{\"rotation\":[0,0.6,0,0.8],\"mesh\":0,\"children\":[2]},"
         "{\"mesh\":0,\"translation\":[0,5,0],\"scale\":[0.5,1,-0.5]}",
         "", 375, NULL, 5121, ""},
        {"{\"mesh\":0}", ",\"mode\":0", 0, "it has no faces", 5121, ""},
        {"{\"mesh\":0}", "", 0, "an index is of no vertex", 5123, ""},
        {"{\"mesh\":0}", "", 0, "whole numbers without sign", 5122, ""},
        {"{\"mesh\":1}", "", 0, "nodes[0].mesh", 5121, ""},
        /* Corner 1, indexed by byte 73 of the buffer, at the place of corner 2: 50 square metres.
         */
        {"{\"mesh\":0}", "", 50, NULL, 5121,
         ",\"sparse\":{\"count\":1,\"indices\":{\"bufferView\":1,\"byteOffset\":1,"
         "\"componentType\":5121},\"values\":{\"bufferView\":0,\"byteOffset\":24}}"},
        {"{\"mesh\":0}", "", 0, "a sparse index is of no element", 5121,
         ",\"sparse\":{\"count\":1,\"indices\":{\"bufferView\":0,\"byteOffset\":14,"
         "\"componentType\":5121},\"values\":{\"bufferView\":0}}"},
        {"{\"mesh\":0}", "", 0, "accessors[0].sparse.values: it ends", 5121,
         ",\"sparse\":{\"count\":1,\"indices\":{\"bufferView\":0,"
         "\"componentType\":5121},\"values\":{\"bufferView\":1,\"byteOffset\":4}}"},
    };
    char path[256];
    snprintf(path, sizeof path, "%s", cw_test_path("ell.gltf"));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        OWNED(cw_scene) scene;
        write_ell(path, cases[i].nodes, cases[i].more, cases[i].sparse, cases[i].index_type);
        if (cases[i].says != NULL) {
            assert_true(cw_scene_read(context, path, NULL, &scene) != CW_OK);
            cw_assert_contains(cw_context_message(context), cases[i].says);
            continue;
        }
        scene = read_scene(path, CW_SCENE_UP_FILE);
        OWNED(cw_surface) surface = {0};
        cw_extraction_report report;
        assert_int_equal(cw_surface_from_scene(context, &scene, NULL, &surface, &report), CW_OK);
        assert_true(fabs(report.area - cases[i].area) < 1e-5); /* the lattice */
    }
}

/// A file of 50 kilobytes that uses a mesh of 2100 primitives 2100 times would take minutes or
/// more.
TEST(a_gltf_that_uses_its_meshes_too_often_is_refused) {
    enum { TIMES = 2100, ROOM = 1 << 17 };
    char *text = calloc(1, ROOM);
    assert_non_null(text);
    size_t size = 0;
#define ADD(...) size += (size_t)snprintf(text + size, ROOM - size, __VA_ARGS__)
    ADD("{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0");
    for (int i = 1; i < TIMES; i++) {
        ADD(",%d", i);
    }
    ADD("]}],\"nodes\":[{\"mesh\":0}");
    for (int i = 1; i < TIMES; i++) {
        ADD(",{\"mesh\":0}");
    }
    ADD("],\"meshes\":[{\"primitives\":[{}");
    for (int i = 1; i < TIMES; i++) {
        ADD(",{}");
    }
    ADD("]}]}");
#undef ADD
    assert_true(size < ROOM - 1);
    const char *path = cw_test_path("often.gltf");
    cw_raw_write(path, text, size);
    free(text);
    cw_scene scene;
    assert_refused(cw_scene_read(context, path, NULL, &scene), CW_ERROR_LIMIT,
                   "used more than 4194304 times");
}

/// Objects of a `.dae` have the names that one sees in the modelling tool, not ids.
TEST(a_dae_is_known_by_the_names_of_its_nodes) {
    static const char text[] =
        "<COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' version='1.4.1'>"
        "<asset><unit meter='0.5'/><up_axis>Z_UP</up_axis></asset><library_geometries>"
        "<geometry id='g'><mesh><source id='s'><float_array id='a' count='9'>0 0 0 6 0 0 0 6 0"
        "</float_array><technique_common><accessor source='#a' count='3' stride='3'>"
        "<param name='X' type='float'/><param name='Y' type='float'/><param name='Z' type='float'/>"
        "</accessor></technique_common></source><vertices id='v'>"
        "<input semantic='POSITION' source='#s'/></vertices><triangles count='1'>"
        "<input semantic='VERTEX' source='#v' offset='0'/><p>0 1 2</p></triangles></mesh>"
        "</geometry></library_geometries><library_visual_scenes><visual_scene id='all'>"
        "<node id='ID1' name='ground'><instance_geometry url='#g'/></node>"
        "<node name='roof'><scale>-1 1 1</scale><instance_geometry url='#g'/></node>"
        "</visual_scene></library_visual_scenes>"
        "<scene><instance_visual_scene url='#all'/></scene></COLLADA>";
    const char *path = cw_test_path("names.dae");
    cw_raw_write(path, text, sizeof text - 1);
    OWNED(cw_scene) scene = read_scene(path, CW_SCENE_UP_FILE);
    assert_int_equal(scene.object_count, 2);
    assert_true(has_object(&scene, "ground") && has_object(&scene, "roof"));
    measure m = measure_scene(&scene);
    assert_float_equal(m.area, 9, 1e-6);
    assert_float_equal(m.high.z, 0, 1e-6);
}

TEST(objects_are_picked_by_patterns) {
    static const char *const walls[] = {"wall_0*", "slab_?"};
    static const char *const south[] = {"*south"};
    cw_scene_read_config config = cw_scene_read_config_default();
    config.include = (cw_scene_patterns){walls, 2};
    config.exclude = (cw_scene_patterns){south, 1};
    cw_scene scene;
    assert_int_equal(cw_scene_read(context, house, &config, &scene), CW_OK);
    for (uint32_t i = 0; i < scene.object_count; i++) {
        const char *name = scene.objects[i].name;
        bool wanted = (strncmp(name, "wall_0", 6) == 0 || strcmp(name, "slab_0") == 0) &&
                      strstr(name, "south") == NULL;
        assert_int_equal(scene.objects[i].left_out, !wanted);
    }
    cw_scene_free(context, &scene);
    static const char *const wrong[] = {"nobody"};
    config.include = (cw_scene_patterns){wrong, 1};
    assert_int_equal(cw_scene_read(context, house, &config, &scene), CW_ERROR_INPUT);
    cw_assert_contains(cw_context_message(context), "no object fits the pattern \"nobody\"");
    config = cw_scene_read_config_default();
    config.scale = 0;
    assert_int_equal(cw_scene_read(context, house, &config, &scene), CW_ERROR_ARGUMENT);
    assert_int_equal(cw_scene_read(context, "plan.wkt", NULL, &scene), CW_ERROR_ARGUMENT);
}

TEST(an_obj_in_millimetres_may_lie_far_away) {
    static const char text[] = "v 1e9 2e9 0\nv 1.000001e9 2e9 0\nv 1e9 2.000001e9 0\nf 1 2 3\n";
    const char *path = cw_test_path("far.obj");
    cw_raw_write(path, text, sizeof text - 1);
    cw_scene_read_config config = cw_scene_read_config_default();
    config.scale = 0.001;
    OWNED(cw_scene) scene;
    assert_int_equal(cw_scene_read(context, path, &config, &scene), CW_OK);
    assert_float_equal(measure_scene(&scene).low.x, 1e6, 1e-6);
    OWNED(cw_scene) metres;
    assert_int_equal(cw_scene_read(context, path, NULL, &metres), CW_ERROR_INPUT);
    cw_assert_contains(cw_context_message(context), "far.obj:1: error: coordinate out of range");
}

/// Reads a file that is cut off, or has a byte changed; whatever comes of it, memory is given back.
static void try_bytes(const char *path, const char *bytes, size_t size) {
    cw_raw_write(path, bytes, size);
    OWNED(cw_scene) scene;
    cw_status status = cw_scene_read(context, path, NULL, &scene);
    if (status != CW_OK) {
        cw_assert_contains(cw_context_message(context), "error: ");
        assert_null(scene.positions);
    }
}

TEST(damaged_files_are_refused_or_read) {
    static const char *const names[] = {"small.glb", "small.gltf"};
    char source[256];
    snprintf(source, sizeof source, "%s", cw_test_path("nodes.gltf"));
    const struct aiScene *scene = aiImportFile(source, 0);
    assert_non_null(scene);
    for (int f = 0; f < 2; f++) {
        char path[256];
        snprintf(path, sizeof path, "%s", cw_test_path(names[f]));
        assert_int_equal(aiExportScene(scene, f == 0 ? "glb2" : "gltf2", path, 0),
                         aiReturn_SUCCESS);
        size_t size;
        OWNED_HANDLE(char) bytes = cw_raw_read(path, &size);
        for (size_t cut = 0; cut < size; cut += 1 + size / 150) {
            try_bytes(path, bytes, cut);
        }
        for (size_t i = 0; i < size; i += 1 + size / 300) {
            char kept = bytes[i];
            bytes[i] = (char)(kept ^ 0x15);
            try_bytes(path, bytes, size);
            bytes[i] = kept;
        }
    }
    aiReleaseImport(scene);
}

static cw_status read_house(cw_context *with, void *user) {
    cw_scene scene;
    cw_status status = cw_scene_read(with, user, NULL, &scene);
    cw_scene_free(with, &scene);
    return status;
}

TEST(a_lack_of_memory_leaves_nothing_behind) {
    char path[256];
    snprintf(path, sizeof path, "%s", cw_test_path("nodes.gltf"));
    assert_true(cw_assert_survives(read_house, path) > 5);
    static const char text[] = "o a\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\ng b\nf 1 2 3\n";
    snprintf(path, sizeof path, "%s", cw_test_path("small.obj"));
    cw_raw_write(path, text, sizeof text - 1);
    assert_true(cw_assert_survives(read_house, path) > 5);
}

/// A buffer beside the file is read; one elsewhere, or behind a link, is not.
TEST(only_files_beside_a_scene_are_read) {
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
        "\"nodes\":[{\"mesh\":0}],\"buffers\":[{\"byteLength\":36,\"uri\":\"%s\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]}";
    static const float places[9] = {0, 0, 0, 3, 0, 0, 0, 0, -3};
    static const char *const wrong[] = {"../places.bin", "./places.bin",     "/tmp/places.bin",
                                        "missing.bin",   "C:\\\\places.bin", "a%2fb",
                                        "%2e%2e",        "places%00.bin",    "places%2"};
    char written[1024], path[256];
    snprintf(path, sizeof path, "%s", cw_test_path("buffer.gltf"));
    cw_raw_write(cw_test_path("places.bin"), places, sizeof places);
    int size = 0;
    cw_scene scene;
    for (size_t i = 0; i < 2; i++) {
        size = snprintf(written, sizeof written, text, i == 0 ? "places.bin" : "%70lac%65s.bin");
        cw_raw_write(path, written, (size_t)size);
        scene = read_scene(path, CW_SCENE_UP_FILE);
        assert_int_equal(scene.triangle_count, 1);
        cw_scene_free(context, &scene);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        size = snprintf(written, sizeof written, text, wrong[i]);
        cw_raw_write(path, written, (size_t)size);
        assert_refused(cw_scene_read(context, path, NULL, &scene), CW_ERROR_FORMAT,
                       "neither in the file nor");
    }
}

/// Three names of one file of 2 GiB, which has no blocks on the disk, are more than is read.
TEST(buffers_of_more_than_a_glb_can_hold_are_refused) {
    static const char text[] = "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{}],\"buffers\":["
                               "{\"byteLength\":1,\"uri\":\"large.bin\"},"
                               "{\"byteLength\":1,\"uri\":\"large.bin\"},"
                               "{\"byteLength\":1,\"uri\":\"large.bin\"}]}";
    char path[256];
    snprintf(path, sizeof path, "%s", cw_test_path("large.gltf"));
    cw_raw_write(path, text, sizeof text - 1);
    cw_raw_write(cw_test_path("large.bin"), "", 1);
    assert_int_equal(truncate(cw_test_path("large.bin"), (off_t)1 << 31), 0);
    cw_scene scene;
    assert_refused(cw_scene_read(context, path, NULL, &scene), CW_ERROR_LIMIT,
                   "buffers[2]: with it, the buffers have more");
    cw_raw_write(cw_test_path("large.bin"), "", 1);
}

/// What Assimp hangs or aborts on is refused before it sees it.
TEST(what_assimp_cannot_bear_is_refused) {
    char path[256], *deep = calloc(1, 4000 * 6 + 1);
    cw_scene scene;
    io_cases cases = io_cases_open("scene");
    while (io_cases_next(&cases)) {
        snprintf(path, sizeof path, "%s", cw_test_path(cases.fields[0]));
        cw_raw_write(path, cases.fields[1], strlen(cases.fields[1]));
        assert_refused(cw_scene_read(context, path, NULL, &scene), CW_ERROR_FORMAT,
                       cases.fields[2]);
    }
    for (size_t i = 0; i < 4000; i++) {
        memcpy(deep + 6 * i, "<node>", 6);
    }
    snprintf(path, sizeof path, "%s", cw_test_path("deep.dae"));
    cw_raw_write(path, deep, strlen(deep));
    assert_int_equal(cw_scene_read(context, path, NULL, &scene), CW_ERROR_LIMIT);
    free(deep);
}

#define PLY(form, faces)                                                           \
    "ply\nformat " form " 1.0\ncomment made here\nelement vertex 3\n"              \
    "property double x\nproperty uchar red\nproperty double y\nproperty float z\n" \
    "element face " faces                                                          \
    "\nproperty list uchar int vertex_indices\nproperty list uchar float t\n"      \
    "element edge 1\nproperty int a\nend_header\n"
#define VERTICES "0.1 7 0 0\n3 7 0 0\n\n0 7 2 -0\n"

/// A `.ply` may have more than positions and corners; positions are read as they stand.
TEST(a_ply_is_read_whatever_else_it_has) {
    const char *text = PLY("ascii", "2") VERTICES "3 0 1 2 0\n2 0 1 1 0.5\n5\n";
    OWNED(cw_scene) scene;
    char path[256];
    snprintf(path, sizeof path, "%s", cw_test_path("more.ply"));
    cw_raw_write(path, text, strlen(text));
    assert_int_equal(cw_scene_read(context, path, NULL, &scene), CW_OK);
    assert_int_equal(scene.triangle_count, 1);
    assert_true(scene.positions[0].x == 0.1);
}

/// Counts, indices and types of a `.ply` are checked, and memory follows the file.
TEST(a_ply_that_is_wrong_is_refused) {
    static const struct {
        const char *text, *says;
    } cases[] = {
        {PLY("ascii", "1") "0 7 0 0\n3 7 0\n", "wrong.ply:16: error: vertex 1: fewer"},
        {PLY("ascii", "1") "0 7 0 0 9\n", "wrong.ply:15: error: vertex 0: more values"},
        {PLY("ascii", "1") VERTICES "3 0 1 3 0\n5\n", "face 0: a vertex of it does not exist"},
        {PLY("ascii", "1") VERTICES "-3 0 1 2 0\n5\n", "not a count"},
        {PLY("ascii", "1") VERTICES "3 0 1 2 4000000000 1\n5\n", "fewer values"},
        {PLY("ascii", "4000000000") VERTICES "3 0 1 2 0\n", "face 1: the file ends here"},
        {PLY("binary_little_endian", "4000000000") "0123456789", "vertex 0: the file ends here"},
        {PLY("binary", "1"), "wrong.ply:2: error: the format is not ascii"},
        {"ply\nformat ascii 1.0\nelement vertex 1\nproperty list float int x\n", "whole number"},
        {"ply\nformat ascii 1.0\nelement vertex 1\nproperty int x\nproperty int x\n", "second"},
        {"ply\nformat ascii 1.0\nelement vertex 1\nproperty int x\nend_header\n", "x, y and z"},
        {"ply\nend_header\n", "unknown statement"},
        {"ply\nformat ascii 1.0\n", "no end"},
        {"plx\n", "first line"},
    };
    cw_scene scene;
    char path[256];
    snprintf(path, sizeof path, "%s", cw_test_path("wrong.ply"));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cw_raw_write(path, cases[i].text, strlen(cases[i].text));
        assert_refused(cw_scene_read(context, path, NULL, &scene), CW_ERROR_FORMAT, cases[i].says);
    }
}

TEST_GROUP(cw_test_folder_make, cw_test_folder_remove);
TEST_EACH(make_counted_context, free_counted_context);
