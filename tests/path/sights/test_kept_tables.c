/// Clearance tables and sights as bytes: what was kept is what is built, to the bit, and so are the
/// answers; whatever else the bytes say is refused in a sentence or does no harm.
#include "clearance_meshes.h"
#include "clearance_oracle.h"
#include "failing_allocator.h"
#include "high_floors.h"
#include "made.h"
#include "test.h"
#include "test_owned.h"

/// A mesh with its tables, and these as bytes.
typedef struct kept {
    cw_navmesh mesh;
    cw_clearance clearance;
    cw_sights *sights;
    uint8_t *clearance_bytes, *sights_bytes;
    size_t clearance_size, sights_size;
} kept;

static void keep(cw_context *with, kept *made) {
    assert_int_equal(cw_clearance_build(with, &made->mesh, &made->clearance), CW_OK);
    assert_int_equal(cw_sights_build_any(with, &made->clearance, &made->sights), CW_OK);
    assert_ok(
        cw_clearance_save(with, &made->clearance, &made->clearance_bytes, &made->clearance_size));
    assert_ok(cw_sights_save(with, made->sights, &made->sights_bytes, &made->sights_size));
}

static void keep_family(cw_context *with, uint32_t family, uint32_t vertices, oracle_mesh kind,
                        kept *made) {
    cw_surface surface = oracle_surface(with, family, vertices);
    assert_int_equal(oracle_mesh_make(with, &surface, kind, &made->mesh), CW_OK);
    cw_surface_free(with, &surface);
    keep(with, made);
}

static void release(cw_context *with, kept *made) {
    cw_context_release(with, made->clearance_bytes, made->clearance_size);
    cw_context_release(with, made->sights_bytes, made->sights_size);
    cw_sights_free(made->sights);
    cw_clearance_free(with, &made->clearance);
    cw_navmesh_free(with, &made->mesh);
}

/// A point of the mesh, by a number.
static cw_vec3 point_of(const cw_navmesh *mesh, uint32_t number) {
    uint32_t cell = number % mesh->cell_count, count = 0;
    cw_vec3 sum = {0, 0, 0};
    for (uint32_t e = mesh->cell_first[cell]; e < mesh->cell_first[cell + 1]; e++, count++) {
        cw_vec3 at = mesh->positions[mesh->edge_vertex[e]];
        sum = (cw_vec3){sum.x + at.x, sum.y + at.y, sum.z + at.z};
    }
    return (cw_vec3){sum.x / count, sum.y / count, sum.z / count};
}

/// A hash of the answers to some questions; those of lying tables only have to end.
static uint64_t ask(cw_context *with, const cw_clearance *clearance, const cw_sights *sights) {
    uint64_t hash = 1;
    OWNED_HANDLE(cw_query) query;
    assert_int_equal(cw_query_create(with, clearance, &query), CW_OK);
    assert_ok(cw_query_use_sights(query, sights == NULL ? NULL : &sights, sights != NULL));
    for (uint32_t i = 0; i < 24; i++) {
        cw_path_request request = cw_path_request_default();
        cw_vec3 goal = point_of(clearance->mesh, 7 * i + 3);
        cw_path path;
        request.start = point_of(clearance->mesh, 31 * i);
        request.goals = &goal;
        request.goal_count = 1;
        request.radius = 0.05 * (i % 6);
        if (cw_query_find(query, &request, &path) == CW_OK) {
            const double numbers[] = {path.length, path.cost, (double)path.status};
            for (uint32_t k = 0; k < 3; k++) {
                uint64_t bits;
                memcpy(&bits, &numbers[k], sizeof bits);
                hash = (hash ^ bits) * UINT64_C(0x9e3779b97f4a7c15);
            }
        }
    }
    return hash;
}

/// Loads what was kept; all of it and the answers have to be those of the tables that were built.
static void assert_comes_back(const kept *made) {
    OWNED(cw_clearance) clearance;
    OWNED_HANDLE(cw_sights) sights = NULL;
    uint8_t *again;
    size_t size;
    if (cw_clearance_load(context, &made->mesh, made->clearance_bytes, made->clearance_size,
                          &clearance) != CW_OK ||
        cw_sights_load(context, &clearance, made->sights_bytes, made->sights_size, &sights) !=
            CW_OK) {
        fail_msg("%s", cw_context_message(context));
    }
    assert_true(cw_clearance_hash(&clearance) == cw_clearance_hash(&made->clearance));
    assert_int_equal(cw_clearance_bytes(&clearance), cw_clearance_bytes(&made->clearance));
    assert_int_equal(cw_sights_count(sights), cw_sights_count(made->sights));
    assert_int_equal(cw_clearance_save(context, &clearance, &again, &size), CW_OK);
    assert_int_equal(size, made->clearance_size);
    assert_memory_equal(again, made->clearance_bytes, size);
    cw_context_release(context, again, size);
    assert_int_equal(cw_sights_save(context, sights, &again, &size), CW_OK);
    assert_int_equal(size, made->sights_size);
    assert_memory_equal(again, made->sights_bytes, size);
    cw_context_release(context, again, size);
    assert_true(ask(context, &clearance, NULL) == ask(context, &made->clearance, NULL));
    assert_true(ask(context, &clearance, sights) == ask(context, &made->clearance, made->sights));
}

TEST(tables_of_every_family_come_back_to_the_bit) {
    static const oracle_mesh kinds[] = {ORACLE_EFFORT_1, ORACLE_RELAXED, ORACLE_TRIANGLES};
    for (uint32_t family = 0; family < CW_SCENE_FAMILY_COUNT; family++) {
        for (uint32_t i = 0; i < 3; i++) {
            kept made;
            keep_family(context, family, 120, kinds[i], &made);
            assert_comes_back(&made);
            release(context, &made);
        }
    }
    for (clearance_mesh kind = 0; kind < CLEARANCE_MESH_COUNT; kind++) {
        cw_polygons polygons = clearance_mesh_polygons(kind);
        kept made = {0};
        made.mesh = mesh_of_polygons(context, &polygons);
        keep(context, &made);
        assert_comes_back(&made);
        release(context, &made);
    }
}

/// Where floors lie above each other, corners have views and walls count in part.
TEST(tables_of_floors_above_floors_come_back_to_the_bit) {
    uint32_t with_views = 0;
    for (high_floor kind = 0; kind < HIGH_FLOOR_COUNT; kind++) {
        OWNED(cw_scene_triangles) scene;
        kept made = {0};
        if (!high_floor_make(context, kind, 3, &scene)) {
            continue;
        }
        made.mesh = mesh_of_triangles(context, scene.positions, scene.position_count, scene.corners,
                                      scene.triangle_count, NULL);
        keep(context, &made);
        with_views += made.clearance.near_views != NULL;
        assert_comes_back(&made);
        release(context, &made);
    }
    assert_true(with_views > 0);
}

TEST(tables_of_another_mesh_are_refused) {
    kept one;
    keep_family(context, CW_SCENE_ROOMS, 60, ORACLE_EFFORT_1, &one);
    kept other;
    keep_family(context, CW_SCENE_ROOMS, 200, ORACLE_EFFORT_1, &other);
    cw_clearance clearance;
    cw_sights *sights;
    assert_int_equal(cw_clearance_load(context, &other.mesh, one.clearance_bytes,
                                       one.clearance_size, &clearance),
                     CW_ERROR_FORMAT);
    assert_string_equal(cw_context_message(context), "clearance tables: they are of another mesh");
    assert_int_equal(
        cw_sights_load(context, &other.clearance, one.sights_bytes, one.sights_size, &sights),
        CW_ERROR_FORMAT);
    assert_string_equal(cw_context_message(context), "sights: they are of another mesh");
    assert_int_equal(cw_clearance_load(context, &one.mesh, NULL, 0, &clearance), CW_ERROR_INPUT);
    assert_int_equal(cw_sights_load(context, &one.clearance, NULL, 0, &sights), CW_ERROR_INPUT);
    release(context, &other);
    release(context, &one);
}

/// Loads bytes that are not what was saved, which has to fail with a sentence.
static void assert_not_loaded(const kept *made, bool of_sights, const uint8_t *bytes, size_t size) {
    cw_clearance clearance;
    cw_sights *sights;
    cw_status status = of_sights ? cw_sights_load(context, &made->clearance, bytes, size, &sights)
                                 : cw_clearance_load(context, &made->mesh, bytes, size, &clearance);
    assert_true(status == CW_ERROR_FORMAT || status == CW_ERROR_INVALID ||
                status == CW_ERROR_INPUT);
    assert_true(strlen(cw_context_message(context)) > strlen("sights: "));
}

TEST(every_byte_counts_and_so_does_every_cut) {
    kept made;
    keep_family(context, CW_SCENE_ROOMS, 24, ORACLE_EFFORT_1, &made);
    for (int of_sights = 0; of_sights < 2; of_sights++) {
        uint8_t *bytes = of_sights ? made.sights_bytes : made.clearance_bytes;
        size_t size = of_sights ? made.sights_size : made.clearance_size;
        for (size_t i = 0; i < size; i++) {
            bytes[i] ^= (uint8_t)(1 << i % 8);
            assert_not_loaded(&made, of_sights, bytes, size);
            bytes[i] ^= (uint8_t)(1 << i % 8);
        }
        for (size_t cut = 0; cut < size; cut += 1 + cut / 64) {
            assert_not_loaded(&made, of_sights, bytes, cut);
        }
    }
    assert_comes_back(&made);
    release(context, &made);
}

/// Puts the hash right that a message tells, as someone would who means to deceive.
static bool set_right(uint8_t *bytes) {
    unsigned long long hash;
    const char *mark = strstr(cw_context_message(context), "should be 0x");
    if (mark == NULL || sscanf(mark, "should be 0x%llx", &hash) != 1) {
        return false;
    }
    for (int i = 0; i < 8; i++) {
        bytes[16 + i] = (uint8_t)(hash >> (8 * i));
    }
    return true;
}

/// Loads clearance tables that lie with a right hash, and asks them.
static bool lie_about_clearance(const kept *made, uint8_t *bytes) {
    cw_clearance clearance;
    cw_status status =
        cw_clearance_load(context, &made->mesh, bytes, made->clearance_size, &clearance);
    if (status != CW_OK && set_right(bytes)) {
        status = cw_clearance_load(context, &made->mesh, bytes, made->clearance_size, &clearance);
    }
    if (status == CW_OK) {
        ask(context, &clearance, NULL);
        cw_clearance_free(context, &clearance);
    }
    return status == CW_OK;
}

static bool lie_about_sights(const kept *made, uint8_t *bytes) {
    cw_sights *sights;
    cw_status status = cw_sights_load(context, &made->clearance, bytes, made->sights_size, &sights);
    if (status != CW_OK && set_right(bytes)) {
        status = cw_sights_load(context, &made->clearance, bytes, made->sights_size, &sights);
    }
    if (status == CW_OK) {
        ask(context, &made->clearance, sights);
        cw_sights_free(sights);
    }
    return status == CW_OK;
}

static uint64_t draw(uint64_t *seed) {
    *seed += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = (*seed ^ *seed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    return z ^ z >> 31;
}

/// Answers may then be wrong, as those of a mesh with other walls would be; nothing goes astray.
TEST(lies_with_a_right_hash_do_no_harm) {
    const char *more = getenv("CW_LIES");
    uint32_t lies = more != NULL ? (uint32_t)strtoul(more, NULL, 10) : 300, believed = 0;
    uint64_t seed = 1;
    for (uint32_t family = 0; family < CW_SCENE_FAMILY_COUNT; family += 3) {
        kept made;
        keep_family(context, family, 40, ORACLE_EFFORT_1, &made);
        size_t most =
            made.clearance_size > made.sights_size ? made.clearance_size : made.sights_size;
        uint8_t *bytes = malloc(most);
        for (uint32_t i = 0; i < lies; i++) {
            bool of_sights = i % 2 == 1;
            size_t size = of_sights ? made.sights_size : made.clearance_size;
            memcpy(bytes, of_sights ? made.sights_bytes : made.clearance_bytes, size);
            for (uint64_t k = 0; k <= draw(&seed) % 3; k++) {
                bytes[24 + draw(&seed) % (size - 24)] = (uint8_t)draw(&seed);
            }
            believed +=
                of_sights ? lie_about_sights(&made, bytes) : lie_about_clearance(&made, bytes);
        }
        free(bytes);
        release(context, &made);
    }
    assert_true(believed > lies / 2); /* otherwise nothing was tried */
}

TEST(memory_that_runs_out_is_reported_and_not_leaked) {
    tight_memory tight;
    kept made;
    tight_open(&tight);
    keep_family(tight.context, CW_SCENE_ROOMS, 40, ORACLE_EFFORT_1, &made);
    while (tight_next(&tight)) {
        cw_clearance clearance;
        cw_sights *sights = NULL;
        cw_status status = cw_clearance_load(tight.context, &made.mesh, made.clearance_bytes,
                                             made.clearance_size, &clearance);
        if (status == CW_OK) {
            status = cw_sights_load(tight.context, &clearance, made.sights_bytes, made.sights_size,
                                    &sights);
        }
        cw_sights_free(sights);
        cw_clearance_free(tight.context, &clearance);
        tight_tried(&tight, status);
    }
    release(tight.context, &made);
    tight_close(&tight, 2);
}

/// A file holds the tables beside the mesh; who does not know them reads the mesh.
TEST(a_file_holds_tables_beside_the_mesh) {
    kept made;
    keep_family(context, CW_SCENE_ROOMS, 60, ORACLE_EFFORT_1, &made);
    const cw_section sections[] = {
        {CW_SECTION_CLEARANCE, made.clearance_bytes, made.clearance_size},
        {CW_SECTION_SIGHTS, made.sights_bytes, made.sights_size},
        {70000, (const uint8_t *)"mine", 4}};
    uint8_t *file;
    size_t size;
    cw_navmesh mesh;
    assert_int_equal(cw_navmesh_save_with(context, &made.mesh, sections, 3, &file, &size), CW_OK);
    assert_int_equal(cw_navmesh_load(context, file, size, &mesh), CW_OK);
    assert_true(cw_navmesh_hash(&mesh) == cw_navmesh_hash(&made.mesh));
    for (uint32_t i = 0; i < 3; i++) {
        cw_section found = cw_navmesh_section(file, size, sections[i].id);
        assert_int_equal(found.size, sections[i].size);
        assert_memory_equal(found.bytes, sections[i].bytes, found.size);
    }
    assert_int_equal(cw_navmesh_section(file, size, 13).size, 0);
    cw_navmesh_free(context, &mesh);
    cw_context_release(context, file, size);
    const cw_section backwards[] = {sections[1], sections[0]};
    assert_int_equal(cw_navmesh_save_with(context, &made.mesh, backwards, 2, &file, &size),
                     CW_ERROR_ARGUMENT);
    const cw_section own[] = {{9, sections[0].bytes, 4}};
    assert_int_equal(cw_navmesh_save_with(context, &made.mesh, own, 1, &file, &size),
                     CW_ERROR_ARGUMENT);
    release(context, &made);
}

TEST_GROUP(make_context, free_context);
