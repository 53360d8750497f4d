/// Navigation meshes in files: `.json` to the last bit, what is refused and in which words, and
/// what holds for every format. The formats of others are in test_io_exports.c.
#include "io_cases.h"
#include "io_meshes.h"
#include "test.h"
#include "test_owned.h"

// --- .json ---------------------------------------------------------------------------------------

/// Everything that a mesh holds is the same, the timing too.
static void check_same_mesh(const cw_navmesh *a, const cw_navmesh *b) {
    assert_int_equal(a->vertex_count, b->vertex_count);
    assert_int_equal(a->cell_count, b->cell_count);
    assert_int_equal(a->edge_count, b->edge_count);
    assert_int_equal(a->triangle_count, b->triangle_count);
    assert_int_equal(a->link_count, b->link_count);
    assert_memory_equal(a->positions, b->positions, a->vertex_count * sizeof *a->positions);
    assert_memory_equal(a->points, b->points, a->vertex_count * sizeof *a->points);
    assert_memory_equal(a->edge_twin, b->edge_twin, a->edge_count * sizeof *a->edge_twin);
    assert_memory_equal(&a->stats, &b->stats, sizeof a->stats);
    assert_memory_equal(&a->lattice, &b->lattice, sizeof a->lattice);
    assert_true(cw_navmesh_hash(a) == cw_navmesh_hash(b));
}

static void check_round_trip(const cw_navmesh *mesh) {
    size_t size, again_size;
    OWNED_HANDLE(char) text = cw_written(context, mesh, "json", &size);
    OWNED(cw_navmesh) back;
    cw_parse_mesh(context, CW_FILE_JSON, text, size, &back);
    check_same_mesh(mesh, &back);
    OWNED_HANDLE(char) again = cw_written(context, &back, "json", &again_size);
    assert_string_equal(text, again);
}

TEST(json_keeps_small_meshes_to_the_last_bit) {
    for (int kind = 0; kind < SMALL_MESH_COUNT; kind++) {
        OWNED(cw_navmesh) mesh;
        cw_make_small(context, (small_mesh)kind, &mesh);
        mesh.stats.notches = small_mesh_reflex((small_mesh)kind);
        mesh.stats.dropped = small_mesh_reflex((small_mesh)kind) / 2;
        mesh.stats.two_portal = 5;
        mesh.stats.fallbacks = 4;
        mesh.stats.mutual = 3;
        mesh.stats.seconds = 0.1;
        check_round_trip(&mesh);
    }
}

TEST(json_keeps_built_meshes_to_the_last_bit) {
    for (int family = 0; family < CW_SCENE_FAMILY_COUNT; family++) {
        for (int relaxed = 0; relaxed < 2; relaxed++) {
            OWNED(cw_navmesh) mesh;
            cw_build_scene(context, family, 300, relaxed * 0.3, &mesh);
            check_round_trip(&mesh);
        }
    }
}

static const char pair_json[] =
    "{\"format\":\"clearway-navmesh\",\"version\":1,\"up\":\"z\",\n"
    "\"vertices\":[[0,0,0],[1,0,0],[2,0,0],[0,1,0],[1,1,0],[2,1,0]],\n"
    "\"cells\":[{\"vertices\":[0,1,4,3],\"neighbors\":[-1,1,-1,-1]},\n"
    "{\"vertices\":[1,2,5,4],\"neighbors\":[-1,-1,-1,0]}],\n"
    "\"links\":[{\"kind\":\"jump\",\"from\":0,\"to\":1,\"from_edge\":[[0,0,0],[0,1,0]],"
    "\"to_edge\":[[2,0,0],[2,1,0]]}],\n"
    "\"stats\":{\"fallbacks\":3,\"holes\":0,\"portals\":1,\"cells\":2,\"area\":2,\"seconds\":0.5}}"
    "\n";

TEST(json_without_lattice_is_read) {
    cw_navmesh mesh;
    cw_parse_mesh(context, CW_FILE_JSON, pair_json, strlen(pair_json), &mesh);
    assert_int_equal(mesh.cell_count, 2);
    assert_int_equal(mesh.edge_twin[1], 7);
    assert_int_equal(mesh.stats.fallbacks, 3);
    assert_int_equal(mesh.stats.portals, 1);
    assert_true(mesh.stats.area == 2 && mesh.stats.seconds == 0.5);
    assert_int_equal(mesh.link_count, 1);
    assert_int_equal(mesh.links[0].kind, CW_LINK_JUMP);
    assert_true(mesh.links[0].to_edge[1].x == 2);
    cw_navmesh_free(context, &mesh);
    static const char bare[] = "{\"format\":\"clearway-navmesh\",\"version\":1,"
                               "\"vertices\":[[0,0,0],[1,0,0],[1,1,0],[0,1,0],[2,0,0]],"
                               "\"cells\":[{\"vertices\":[0,1,2,3]},{\"vertices\":[1,4,2]}]}";
    cw_parse_mesh(context, CW_FILE_JSON, bare, strlen(bare), &mesh);
    assert_int_equal(mesh.stats.portals, 1);
    cw_navmesh_free(context, &mesh);
}

TEST(bad_json_meshes_are_refused_with_the_place) {
    io_cases cases = io_cases_open("mesh_json");
    while (io_cases_next(&cases)) {
        cw_refuse_edited_mesh(CW_FILE_JSON, pair_json, cases.fields[0], cases.fields[1],
                              cases.fields[2]);
    }
    cw_refuse_mesh(CW_FILE_JSON, "[]", 2, "bad: error: not an object");
}

TEST(no_prefix_of_a_text_is_a_mesh) {
    OWNED(cw_navmesh) mesh;
    cw_make_small(context, SMALL_HILL, &mesh);
    static const cw_file_kind kinds[] = {CW_FILE_JSON, CW_FILE_MESH};
    static const char *const extensions[] = {"json", "mesh"};
    for (int k = 0; k < 2; k++) {
        size_t size;
        OWNED_HANDLE(char) text = cw_written(context, &mesh, extensions[k], &size);
        // The last word of a .mesh can lose digits and still be a number.
        for (size_t end = 0; end + 2 < size; end++) {
            char *part = malloc(end + 1); // its own block, so that reading past its end is seen
            memcpy(part, text, end);
            cw_refuse_mesh(kinds[k], part, end, "bad:");
            free(part);
        }
    }
}

TEST(a_changed_byte_gives_an_error_or_a_valid_mesh) {
    cw_navmesh mesh, other;
    cw_make_small(context, SMALL_LINKS, &mesh);
    static const cw_file_kind kinds[] = {CW_FILE_JSON, CW_FILE_MESH};
    static const char *const extensions[] = {"json", "mesh"};
    static const char changes[] = "09-.,[e\" \n\xff";
    for (int k = 0; k < 2; k++) {
        size_t size;
        OWNED_HANDLE(char) text = cw_written(context, &mesh, extensions[k], &size);
        for (size_t i = 0; i < size; i++) {
            char old = text[i];
            for (const char *change = changes; *change != '\0'; change++) {
                text[i] = *change;
                if (cw_navmesh_parse(context, kinds[k], "m", (uint8_t *)text, size, &other) ==
                    CW_OK) {
                    assert_int_equal(cw_navmesh_validate(context, &other), CW_OK);
                }
                cw_navmesh_free(context, &other);
            }
            text[i] = old;
        }
    }
    cw_navmesh_free(context, &mesh);
}

// --- every format --------------------------------------------------------------------------------

TEST(cwm_is_read_and_written) {
    OWNED(cw_navmesh) mesh, back;
    cw_make_pair(context, &mesh);
    size_t size;
    char *bytes = cw_written(context, &mesh, "cwm", &size);
    cw_parse_mesh(context, CW_FILE_CWM, bytes, size, &back);
    assert_true(cw_navmesh_hash(&mesh) == cw_navmesh_hash(&back));
    bytes[size / 2] ^= 1;
    cw_refuse_mesh(CW_FILE_CWM, bytes, size, "bad: error: ");
    free(bytes);
    cw_refuse_mesh(CW_FILE_CWM, "", 0, "bad: error: empty input");
    cw_refuse_mesh(CW_FILE_CWM, "\n", 1, "bad: error: ");
}

TEST(nothing_is_called_empty_input) {
    static const cw_file_kind kinds[] = {CW_FILE_JSON, CW_FILE_MESH};
    for (int k = 0; k < 2; k++) {
        cw_refuse_mesh(kinds[k], "", 0, "bad: error: empty input");
        cw_refuse_mesh(kinds[k], "\n", 1, "bad: error: empty input");
        cw_refuse_mesh(kinds[k], "\xef\xbb\xbf", 3, "bad: error: empty input");
        cw_refuse_mesh(kinds[k], "\xff\xfe{\0}\0", 6, "UTF-16");
        cw_refuse_mesh(kinds[k], "mesh 2\0", 7, "bad:1: error: the text contains a NUL byte");
    }
    cw_refuse_mesh(CW_FILE_OBJ, "v", 1, "a mesh is read from .cwm, .json or .mesh");
    cw_navmesh mesh = {0};
    assert_int_equal(cw_navmesh_read(context, "m.nav", &mesh), CW_ERROR_ARGUMENT);
    assert_refused(cw_navmesh_write(context, &mesh, "m.wkt"), CW_ERROR_ARGUMENT,
                   "m.wkt: error: a mesh is written as");
    assert_int_equal(cw_navmesh_write(context, &mesh, "m.cwm"), CW_ERROR_INPUT);
    assert_refused(cw_navmesh_write(context, &mesh, "m.glb"), CW_ERROR_INPUT,
                   "m.glb: error: the mesh has no cells");
    assert_int_equal(cw_navmesh_read(context, "/nowhere/m.json", &mesh), CW_ERROR_IO);
}

typedef struct parse_input {
    cw_file_kind kind;
    const char *text;
} parse_input;

static cw_status parse_task(cw_context *with, void *user) {
    const parse_input *input = user;
    cw_navmesh mesh;
    cw_status status = cw_navmesh_parse(with, input->kind, "m", (const uint8_t *)input->text,
                                        strlen(input->text), &mesh);
    cw_navmesh_free(with, &mesh);
    return status;
}

static cw_status write_task(cw_context *with, void *user) {
    cw_context *other = cw_test_context();
    cw_navmesh mesh;
    cw_make_small(other, SMALL_HILL, &mesh);
    cw_status status = cw_navmesh_write(with, &mesh, user);
    cw_navmesh_free(other, &mesh);
    cw_context_free(other);
    return status;
}

TEST(a_lack_of_memory_is_survived) {
    static const char pair_mesh[] = "mesh 2 6 2 0 0 2 0 -1 1 0 3 1 0 -1 2 0 2 1 -1 0 1 2 0 -1 "
                                    "1 1 3 0 1 -1 2 1 2 1 -1 4 0 1 4 3 -1 -1 1 -1 "
                                    "4 1 2 5 4 0 -1 -1 -1";
    parse_input inputs[] = {{CW_FILE_JSON, pair_json}, {CW_FILE_MESH, pair_mesh}};
    for (int i = 0; i < 2; i++) {
        assert_true(cw_assert_survives(parse_task, &inputs[i]) >= 5);
    }
    static const char *const extensions[] = {"json", "mesh", "obj", "nav", "cwm"};
    for (int i = 0; i < 5; i++) {
        char folder[64], path[128];
        cw_folder_make(folder);
        snprintf(path, sizeof path, "%s/m.%s", folder, extensions[i]);
        assert_true(cw_assert_survives(write_task, path) >= 1);
        assert_int_equal(cw_folder_count(folder), 1);
        cw_folder_remove(folder);
    }
}

TEST_EACH(make_counted_context, free_counted_context);
