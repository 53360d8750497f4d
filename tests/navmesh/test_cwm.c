/// `.cwm` files: what is saved comes back, and whatever else is loaded fails or is valid.
#include "failing_allocator.h"
#include "navmesh/file/cwm.h"
#include "scene_floors.h"
#include "small_meshes.h"
#include "test.h"
#include "test_owned.h"

typedef struct saved {
    uint8_t *bytes;
    size_t size;
} saved;

/// A small mesh with figures to save.
static cw_navmesh make_small(cw_context *with, small_mesh kind) {
    cw_navmesh mesh = small_mesh_make(with, kind);
    mesh.stats.notches = small_mesh_reflex(kind);
    mesh.stats.dropped = small_mesh_reflex(kind) / 2;
    mesh.stats.two_portal = 2;
    mesh.stats.fallbacks = 1;
    mesh.stats.mutual = 7;
    mesh.stats.seconds = 0.5;
    return mesh;
}

static saved save_small(cw_context *with, small_mesh kind) {
    cw_navmesh mesh = make_small(with, kind);
    saved file;
    assert_int_equal(cw_navmesh_save(with, &mesh, &file.bytes, &file.size), CW_OK);
    cw_navmesh_free(with, &mesh);
    return file;
}

static void release(cw_context *with, saved *file) {
    cw_context_release(with, file->bytes, file->size);
}

static uint32_t get_u32(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static void put(uint8_t *at, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; i++) {
        at[i] = (uint8_t)(value >> (8 * i));
    }
}

static void fix_checksum(saved *file) {
    put(file->bytes + CW_CWM_AT_CHECKSUM, cw_cwm_checksum(file->bytes, file->size), 4);
}

/// Loads; what loads has to be valid and to save as the same bytes.
static cw_status load(cw_context *with, const uint8_t *bytes, size_t size) {
    cw_navmesh mesh;
    memset(&mesh, 0xa5, sizeof mesh);
    cw_status status = cw_navmesh_load(with, bytes, size, &mesh);
    if (status == CW_OK) {
        saved again;
        assert_int_equal(cw_navmesh_validate(with, &mesh), CW_OK);
        assert_int_equal(cw_navmesh_save(with, &mesh, &again.bytes, &again.size), CW_OK);
        assert_int_equal(again.size, size);
        assert_memory_equal(again.bytes, bytes, size);
        release(with, &again);
    } else {
        assert_true(status == CW_ERROR_FORMAT || status == CW_ERROR_INVALID);
        assert_true(strlen(cw_context_message(with)) > 0);
        assert_null(mesh.positions);
        assert_null(mesh.locator.bucket_first);
        assert_int_equal(mesh.cell_count, 0);
    }
    cw_navmesh_free(with, &mesh);
    return status;
}

static void expect_refused(cw_context *with, const saved *file, const char *part) {
    assert_int_not_equal(load(with, file->bytes, file->size), CW_OK);
    if (strstr(cw_context_message(with), part) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", cw_context_message(with), part);
    }
}

/// Changes a few bytes, puts the checksum right, and expects the complaint; then changes them back.
static void expect_refused_at(cw_context *with, saved *file, size_t at, uint64_t value, int bytes,
                              const char *part) {
    uint8_t before[8];
    memcpy(before, file->bytes + at, (size_t)bytes);
    put(file->bytes + at, value, bytes);
    fix_checksum(file);
    expect_refused(with, file, part);
    memcpy(file->bytes + at, before, (size_t)bytes);
    fix_checksum(file);
}

/// Where the table describes a section, and where its items are.
static size_t entry_at(cw_cwm_section section) {
    return CW_CWM_HEADER_SIZE + (size_t)section * CW_CWM_ENTRY_SIZE;
}

static size_t item_at(const saved *file, cw_cwm_section section, size_t item) {
    return get_u32(file->bytes + entry_at(section) + 8) + item * cw_cwm_stride(section);
}

// --- round trips ---------------------------------------------------------------------------------

static void expect_round_trip(cw_context *with, const cw_navmesh *mesh) {
    saved file;
    cw_navmesh again;
    assert_int_equal(cw_navmesh_save(with, mesh, &file.bytes, &file.size), CW_OK);
    assert_int_equal(load(with, file.bytes, file.size), CW_OK);
    assert_int_equal(cw_navmesh_load(with, file.bytes, file.size, &again), CW_OK);
    assert_true(cw_navmesh_hash(mesh) == cw_navmesh_hash(&again));
    assert_true(again.stats.seconds == 0);
    assert_int_equal(again.stats.notches, mesh->stats.notches);
    assert_int_equal(again.stats.dropped, mesh->stats.dropped);
    assert_int_equal(again.stats.two_portal, mesh->stats.two_portal);
    assert_int_equal(again.stats.fallbacks, mesh->stats.fallbacks);
    assert_int_equal(again.stats.mutual, mesh->stats.mutual);
    assert_int_equal(again.stats.portals, mesh->stats.portals);
    assert_int_equal(again.stats.holes, mesh->stats.holes);
    assert_true(again.stats.area == mesh->stats.area);
    assert_true(again.stats.relaxation_depth == mesh->stats.relaxation_depth);
    assert_int_equal(again.triangle_count, mesh->triangle_count);
    assert_int_equal(again.link_count, mesh->link_count);
    if (mesh->link_count > 0) {
        assert_memory_equal(again.links, mesh->links, mesh->link_count * sizeof *mesh->links);
    }
    cw_navmesh_free(with, &again);
    release(with, &file);
}

TEST(small_meshes_come_back) {
    for (uint32_t kind = 0; kind < SMALL_MESH_COUNT; kind++) {
        OWNED(cw_navmesh) mesh = make_small(context, kind);
        expect_round_trip(context, &mesh);
    }
}

TEST(a_mesh_without_cells_is_not_saved) {
    cw_navmesh mesh = {0};
    uint8_t *bytes;
    size_t size;
    assert_int_equal(cw_navmesh_save(context, &mesh, &bytes, &size), CW_ERROR_INPUT);
    assert_null(bytes);
}

TEST(built_meshes_come_back) {
    for (uint32_t family = 0; family < CW_SCENE_FAMILY_COUNT; family++) {
        cw_scene_config scene = cw_scene_config_default();
        scene.family = family;
        scene.vertices = 300;
        cw_navmesh_config config = cw_navmesh_config_default();
        config.tau = family % 2 ? 0 : 0.3;
        OWNED(cw_navmesh) mesh = configured_mesh(context, &scene, &config);
        expect_round_trip(context, &mesh);
    }
}

TEST(any_alignment_will_do) {
    saved file = save_small(context, SMALL_HILL);
    uint8_t *room = malloc(file.size + 8);
    assert_non_null(room);
    for (size_t shift = 0; shift < 8; shift++) {
        memcpy(room + shift, file.bytes, file.size);
        assert_int_equal(load(context, room + shift, file.size), CW_OK);
    }
    free(room);
    release(context, &file);
}

/// The corpus of the fuzzer holds the small meshes as they have to be saved on every machine. With
/// CLEARWAY_WRITE_CORPUS in the environment the files are written.
TEST(the_bytes_are_those_of_the_corpus) {
    for (uint32_t kind = 0; kind < SMALL_MESH_COUNT; kind++) {
        saved file = save_small(context, kind);
        char path[1024];
        snprintf(path, sizeof path, "%s/fuzz/corpus/cwm/%s.cwm", CW_SOURCE_DIR,
                 small_mesh_name(kind));
        bool write = getenv("CLEARWAY_WRITE_CORPUS") != NULL;
        FILE *stream = fopen(path, write ? "wb" : "rb");
        if (stream == NULL) {
            fail_msg("cannot open %s", path);
        }
        if (write) {
            assert_int_equal(fwrite(file.bytes, 1, file.size, stream), file.size);
        } else {
            uint8_t stored[4096];
            assert_int_equal(fread(stored, 1, sizeof stored, stream), file.size);
            assert_memory_equal(stored, file.bytes, file.size);
        }
        assert_int_equal(fclose(stream), 0);
        release(context, &file);
    }
}

// --- broken files --------------------------------------------------------------------------------

TEST(every_prefix_is_refused) {
    for (uint32_t kind = 0; kind < SMALL_MESH_COUNT; kind++) {
        saved file = save_small(context, kind);
        for (size_t size = 0; size < file.size; size++) {
            uint8_t *prefix = malloc(size > 0 ? size : 1); // of its exact size: reading on is seen
            assert_non_null(prefix);
            memcpy(prefix, file.bytes, size);
            assert_int_equal(load(context, prefix, size), CW_ERROR_FORMAT);
            free(prefix);
        }
        release(context, &file);
    }
}

/// Prefixes whose header says that they are whole.
TEST(every_prefix_with_a_fitting_header_is_refused) {
    saved file = save_small(context, SMALL_HILL);
    for (size_t size = CW_CWM_HEADER_SIZE; size < file.size; size++) {
        saved prefix = {malloc(size), size};
        assert_non_null(prefix.bytes);
        memcpy(prefix.bytes, file.bytes, size);
        put(prefix.bytes + CW_CWM_AT_SIZE, size, 8);
        fix_checksum(&prefix);
        assert_int_equal(load(context, prefix.bytes, size), CW_ERROR_FORMAT);
        free(prefix.bytes);
    }
    release(context, &file);
}

TEST(every_flipped_bit_is_refused) {
    for (uint32_t kind = 0; kind < SMALL_MESH_COUNT; kind++) {
        saved file = save_small(context, kind);
        for (size_t bit = 0; bit < 8 * file.size; bit++) {
            file.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
            assert_int_equal(load(context, file.bytes, file.size), CW_ERROR_FORMAT);
            file.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
        release(context, &file);
    }
}

/// Every bit and every byte, with the checksum put right: what loads is valid.
TEST(changed_bytes_with_a_right_checksum_fail_or_are_valid) {
    uint32_t loaded = 0;
    for (uint32_t kind = 0; kind < SMALL_MESH_COUNT; kind++) {
        saved file = save_small(context, kind);
        for (size_t at = 0; at < file.size; at++) {
            uint8_t before = file.bytes[at];
            const uint8_t values[] = {0x00, 0xff, (uint8_t)(before + 1), (uint8_t)(before - 1),
                                      0x7f, 0x80, before ^ 0x01,         before ^ 0x40};
            for (size_t i = 0; i < sizeof values; i++) {
                file.bytes[at] = values[i];
                if (at < CW_CWM_AT_CHECKSUM || at >= CW_CWM_HEADER_SIZE) {
                    fix_checksum(&file);
                }
                loaded += load(context, file.bytes, file.size) == CW_OK;
                file.bytes[at] = before;
            }
        }
        release(context, &file);
    }
    assert_true(loaded > 0); // how often the fallback was needed may be anything
}

TEST(hostile_headers_are_named) {
    saved file = save_small(context, SMALL_HILL);
    expect_refused_at(context, &file, 0, 'X', 1, "CWMESH");
    expect_refused_at(context, &file, CW_CWM_AT_VERSION, 2, 4, "version 2");
    expect_refused_at(context, &file, CW_CWM_AT_VERSION, 0, 4, "version 0");
    expect_refused_at(context, &file, CW_CWM_AT_BYTE_ORDER, 0x04030201, 4, "byte order");
    expect_refused_at(context, &file, CW_CWM_AT_SIZE, file.size + 1, 8, "size");
    expect_refused_at(context, &file, CW_CWM_AT_SIZE, UINT64_MAX, 8, "size");
    expect_refused_at(context, &file, CW_CWM_AT_SECTION_COUNT, 0, 4, "section table");
    expect_refused_at(context, &file, CW_CWM_AT_SECTION_COUNT, UINT32_MAX, 4, "section table");
    file.bytes[CW_CWM_AT_CHECKSUM] ^= 1;
    expect_refused(context, &file, "checksum");
    file.bytes[CW_CWM_AT_CHECKSUM] ^= 1;
    const saved none = {NULL, 0};
    expect_refused(context, &none, "empty input");
    release(context, &file);
}

TEST(hostile_sections_are_named) {
    saved file = save_small(context, SMALL_HILL);
    const uint64_t wrong[] = {UINT32_MAX,     (uint64_t)UINT32_MAX + 1, UINT64_MAX,
                              UINT64_MAX - 7, (uint64_t)1 << 63,        UINT64_MAX / 40 + 1};
    for (uint32_t s = 0; s < CW_CWM_AREAS; s++) { // a hill has no area types
        const char *name = cw_cwm_section_name(s);
        for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
            expect_refused_at(context, &file, entry_at(s) + 16, wrong[i], 8, name);
            expect_refused_at(context, &file, entry_at(s) + 8, wrong[i], 8, name);
        }
        uint64_t offset = item_at(&file, s, 0);
        expect_refused_at(context, &file, entry_at(s) + 8, offset - 8, 8, name); // overlaps
        expect_refused_at(context, &file, entry_at(s) + 8, offset + 8, 8, name); // leaves a gap
        expect_refused_at(context, &file, entry_at(s), 99, 4, "section table");
        expect_refused_at(context, &file, entry_at(s) + 4, 0, 4, "section table");
    }
    release(context, &file);
}

/// No bytes at all where the table says there are items, and the other way round.
TEST(counts_that_do_not_fit_each_other_are_named) {
    saved file = save_small(context, SMALL_HILL);
    size_t cells = item_at(&file, CW_CWM_CELLS, 0);
    expect_refused_at(context, &file, cells, 5, 4, "section cells");
    expect_refused_at(context, &file, cells, 3, 4, "section cells: the cells have 7 of 8 items");
    expect_refused_at(context, &file, cells, UINT32_MAX, 4, "section cells: cell 0 has 4294967295");
    size_t triangles = item_at(&file, CW_CWM_CELL_TRIANGLES, 0);
    expect_refused_at(context, &file, triangles, 3, 4, "section cell triangles");
    expect_refused_at(context, &file, triangles, 9, 4, "section cell triangles");
    expect_refused_at(context, &file, entry_at(CW_CWM_CELL_TRIANGLES) + 16, 1, 8,
                      "section cell triangles: count 1 for 2 cells");
    release(context, &file);
}

TEST(bytes_after_the_end_are_refused) {
    saved file = save_small(context, SMALL_SQUARE);
    saved longer = {calloc(file.size + 8, 1), file.size + 8};
    assert_non_null(longer.bytes);
    memcpy(longer.bytes, file.bytes, file.size);
    expect_refused(context, &longer, "size");
    put(longer.bytes + CW_CWM_AT_SIZE, longer.size, 8);
    fix_checksum(&longer);
    expect_refused(context, &longer, "8 bytes after the last section");
    free(longer.bytes);
    release(context, &file);
}

/// A file with one more section, of `size` bytes in items of `stride`.
static saved with_section(const saved *file, uint32_t id, uint32_t stride, uint32_t size) {
    size_t table = CW_CWM_HEADER_SIZE + CW_CWM_AREAS * CW_CWM_ENTRY_SIZE;
    size_t padded = (size + 7u) / 8 * 8;
    saved made = {calloc(file->size + CW_CWM_ENTRY_SIZE + padded, 1),
                  file->size + CW_CWM_ENTRY_SIZE + padded};
    assert_non_null(made.bytes);
    memcpy(made.bytes, file->bytes, table);
    memcpy(made.bytes + table + CW_CWM_ENTRY_SIZE, file->bytes + table, file->size - table);
    for (uint32_t s = 0; s < CW_CWM_AREAS; s++) {
        uint8_t *offset = made.bytes + CW_CWM_HEADER_SIZE + s * CW_CWM_ENTRY_SIZE + 8;
        put(offset, get_u32(offset) + CW_CWM_ENTRY_SIZE, 8);
    }
    put(made.bytes + table, id, 4);
    put(made.bytes + table + 4, stride, 4);
    put(made.bytes + table + 8, file->size + CW_CWM_ENTRY_SIZE, 8);
    put(made.bytes + table + 16, stride == 0 ? size : size / stride, 8);
    memset(made.bytes + file->size + CW_CWM_ENTRY_SIZE, 0x5a, size);
    put(made.bytes + CW_CWM_AT_SECTION_COUNT, CW_CWM_AREAS + 1, 4);
    put(made.bytes + CW_CWM_AT_SIZE, made.size, 8);
    fix_checksum(&made);
    return made;
}

TEST(optional_sections_are_passed_over) {
    saved file = save_small(context, SMALL_RING);
    saved more = with_section(&file, 70000, 3, 33), again;
    OWNED(cw_navmesh) mesh;
    assert_int_equal(cw_navmesh_load(context, more.bytes, more.size, &mesh), CW_OK);
    assert_int_equal(cw_navmesh_save(context, &mesh, &again.bytes, &again.size), CW_OK);
    assert_int_equal(again.size, file.size);
    assert_memory_equal(again.bytes, file.bytes, file.size);
    release(context, &again);
    size_t entry = CW_CWM_HEADER_SIZE + CW_CWM_AREAS * CW_CWM_ENTRY_SIZE;
    expect_refused_at(context, &more, entry, 8, 4, "optional section");
    expect_refused_at(context, &more, entry + 4, 0, 4, "optional section");
    expect_refused_at(context, &more, entry + 8, 0, 8, "optional section");
    expect_refused_at(context, &more, entry + 8, UINT64_MAX - 7, 8, "optional section");
    expect_refused_at(context, &more, entry + 16, UINT64_MAX, 8, "optional section");
    expect_refused_at(context, &more, entry + 16, 10, 8, "optional");
    free(more.bytes);
    release(context, &file);
}

TEST(hostile_contents_are_named) {
    saved file = save_small(context, SMALL_HILL);
    size_t edges = item_at(&file, CW_CWM_EDGES, 0), vertices = item_at(&file, CW_CWM_VERTICES, 0);
    const uint32_t beyond[] = {7, 8, UINT32_MAX, INT32_MAX, (uint32_t)INT32_MAX + 1};
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        expect_refused_at(context, &file, edges, beyond[i], 4, "vertex index violated at cell 0");
        expect_refused_at(context, &file, item_at(&file, CW_CWM_TRIANGLES, 0) + 4, beyond[i], 4,
                          "vertex index violated at cell 0");
    }
    expect_refused_at(context, &file, edges + 4, 8, 4, "twin index violated at cell 0");
    expect_refused_at(context, &file, edges + 4, 5, 4, "adjacency violated at cell 0");
    const uint64_t numbers[] = {0x7ff8000000000000, 0x7ff0000000000000, 0xfff0000000000000,
                                0x7e37e43c8800759c /* 1e300 */};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        expect_refused_at(context, &file, vertices, numbers[i], 8, "finite");
        expect_refused_at(context, &file, vertices + 16, numbers[i], 8, "finite");
        expect_refused_at(context, &file, item_at(&file, CW_CWM_LATTICE, 0), numbers[i], 8,
                          "lattice");
        expect_refused_at(context, &file, item_at(&file, CW_CWM_LATTICE, 0) + 16, numbers[i], 8,
                          "lattice");
        expect_refused_at(context, &file, item_at(&file, CW_CWM_STATS, 0) + 24, numbers[i], 8,
                          "relaxation");
    }
    const uint64_t places[] = {UINT64_MAX, (uint64_t)1 << 63, INT64_MAX, (uint64_t)1 << 61};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        expect_refused_at(context, &file, vertices + 24, places[i], 8, "lattice");
    }
    expect_refused_at(context, &file, item_at(&file, CW_CWM_STATS, 0) + 20, 1, 4, "reserved");
    release(context, &file);
}

TEST(hostile_links_are_named) {
    saved file = save_small(context, SMALL_LINKS);
    size_t link = item_at(&file, CW_CWM_LINKS, 1);
    expect_refused_at(context, &file, link, 3, 4, "link 1 is of kind 3");
    expect_refused_at(context, &file, link, UINT32_MAX, 4, "link 1 is of kind");
    expect_refused_at(context, &file, link + 4, 2, 4, "link 1 joins cells 2 and 0");
    expect_refused_at(context, &file, link + 12, 0xbf800000, 4, "link 1 costs -1");
    expect_refused_at(context, &file, link + 12, 0x7fc00000, 4, "link 1 costs");
    expect_refused_at(context, &file, link + 16, 0x7ff8000000000000, 8, "finite");
    release(context, &file);
}

/// Swaps two bytes ranges of a file.
static void swap(uint8_t *a, uint8_t *b, size_t size) {
    for (size_t i = 0; i < size; i++) {
        uint8_t byte = a[i];
        a[i] = b[i];
        b[i] = byte;
    }
}

TEST(cells_that_are_not_convex_or_clockwise_are_named) {
    saved file = save_small(context, SMALL_SQUARE);
    uint8_t *edges = file.bytes + item_at(&file, CW_CWM_EDGES, 0);
    swap(edges + 8, edges + 24, 4);
    fix_checksum(&file);
    expect_refused(context, &file, "invariant orientation violated at cell 0: it runs clockwise");
    release(context, &file);
    // The dent is there, but the file says that there are none.
    file = save_small(context, SMALL_DENT);
    expect_refused_at(context, &file, item_at(&file, CW_CWM_STATS, 0) + 24, 0, 8,
                      "invariant convexity violated at cell 0: it turns right at (3, 2.75)");
    release(context, &file);
}

/// A file of some kilobytes that promises billions must not make the loader ask for billions.
TEST(memory_is_proportional_to_the_bytes) {
    failing_allocator memory;
    cw_context *tight = cw_counted_context(&memory);
    saved file = save_small(tight, SMALL_GRID);
    memory.peak_bytes = memory.live_bytes;
    for (uint32_t s = 0; s < CW_CWM_SECTION_COUNT; s++) {
        for (uint64_t count = 1; count != 0; count *= 2) {
            uint8_t before[8];
            memcpy(before, file.bytes + entry_at(s) + 16, 8);
            put(file.bytes + entry_at(s) + 16, count, 8);
            fix_checksum(&file);
            load(tight, file.bytes, file.size);
            memcpy(file.bytes + entry_at(s) + 16, before, 8);
        }
    }
    assert_true(memory.peak_bytes < 64 * file.size);
    release(tight, &file);
    cw_context_free(tight);
}

TEST(memory_that_runs_out_is_reported_and_not_leaked) {
    for (uint32_t kind = 0; kind < SMALL_MESH_COUNT; kind++) {
        tight_memory tight;
        saved file;
        tight_open(&tight);
        cw_navmesh mesh = make_small(tight.context, kind);
        while (tight_next(&tight)) {
            cw_status status = cw_navmesh_save(tight.context, &mesh, &file.bytes, &file.size);
            assert_true(status == CW_OK || file.bytes == NULL);
            release(tight.context, &file);
            tight_tried(&tight, status);
        }
        file = save_small(tight.context, kind);
        while (tight_next(&tight)) {
            cw_navmesh again;
            cw_status status = cw_navmesh_load(tight.context, file.bytes, file.size, &again);
            cw_navmesh_free(tight.context, &again);
            tight_tried(&tight, status);
        }
        cw_navmesh_free(tight.context, &mesh);
        release(tight.context, &file);
        tight_close(&tight, 2);
    }
}

/// The check value of CRC-32: that of the digits 1 to 9 is 0xcbf43926.
TEST(the_checksum_is_crc_32) {
    uint8_t bytes[CW_CWM_HEADER_SIZE] = {0};
    uint32_t crc = UINT32_MAX;
    for (int i = 0; i < CW_CWM_AT_CHECKSUM; i++) {
        bytes[i] = (uint8_t)("123456789"[i % 9]);
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) {
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
        }
        assert_true(i != 8 || ~crc == 0xcbf43926);
    }
    assert_true(cw_cwm_checksum(bytes, sizeof bytes) == (uint32_t)~crc);
}

TEST_GROUP(make_context, free_context);
