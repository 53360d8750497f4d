/// Floor plans in files: what each format means, what is refused and in which words, and that what
/// is written reads back.
#include "io_cases.h"
#include "io_files.h"
#include "test.h"
#include "test_owned.h"

#include <jansson.h>

static const char *const ring_names[] = {[CW_RING_OUTER] = "outer",
                                         [CW_RING_HOLE] = "hole",
                                         [CW_RING_OBSTACLE] = "obstacle",
                                         [CW_RING_BARRIER] = "barrier"};

/// Compares the rings of a plan with a text: kind, polygon and points of each.
static void check_rings(const cw_plan *plan, const char *rings) {
    char found[512] = "";
    for (uint32_t i = 0, first = 0, used = 0; i < plan->ring_count; i++) {
        const cw_ring *ring = &plan->rings[i];
        used +=
            (uint32_t)snprintf(found + used, sizeof found - used, "%s%s %u %u", i > 0 ? ", " : "",
                               ring_names[ring->kind], ring->polygon, ring->count);
        assert_int_equal(ring->first, first);
        first += ring->count;
    }
    assert_string_equal(found, rings);
}

/// Parses a text that must be good and checks its rings.
static void accept(cw_file_kind kind, const char *text, const char *rings) {
    OWNED(cw_plan) plan;
    assert_ok(cw_plan_parse(context, kind, "good", text, strlen(text), &plan));
    check_rings(&plan, rings);
}

static void refuse(cw_file_kind kind, const char *text, const char *part) {
    cw_refuse_plan(kind, text, strlen(text), part);
}

static const cw_file_kind kinds[] = {CW_FILE_WKT, CW_FILE_GEOJSON, CW_FILE_DAT};

// --- every format --------------------------------------------------------------------------------

TEST(nothing_is_called_empty_input) {
    for (int k = 0; k < 3; k++) {
        refuse(kinds[k], "", "bad: error: empty input");
        refuse(kinds[k], "\n", "bad: error: empty input");
        refuse(kinds[k], " \t\r\n\r\n ", "bad: error: empty input");
        refuse(kinds[k], "\xef\xbb\xbf", "bad: error: empty input");
        refuse(kinds[k], "\xef\xbb\xbf\n", "bad: error: empty input");
        refuse(kinds[k], "x", "bad:1: error: ");
    }
    refuse(CW_FILE_WKT, "POLYGON EMPTY", "empty input");
    refuse(CW_FILE_WKT, "GEOMETRYCOLLECTION(POLYGON EMPTY, LINESTRING EMPTY)", "empty input");
    refuse(CW_FILE_WKT, "MULTIPOLYGON(EMPTY)", "empty input");
    refuse(CW_FILE_GEOJSON, "{\"type\":\"Polygon\",\"coordinates\":[]}", "empty input");
    refuse(CW_FILE_GEOJSON, "{\"type\":\"FeatureCollection\",\"features\":[]}", "empty input");
    refuse(CW_FILE_DAT, "# nothing\n\n", "empty input");
}

TEST(other_encodings_are_refused) {
    for (int k = 0; k < 3; k++) {
        cw_refuse_plan(kinds[k],
                       "\xff\xfe"
                       "0\0 \0",
                       6, "UTF-16");
        cw_refuse_plan(kinds[k],
                       "\xfe\xff\0"
                       "0\0 ",
                       6, "UTF-16");
        cw_refuse_plan(kinds[k], "0\0 \0", 4, "UTF-16");
        cw_refuse_plan(kinds[k], "0 0\n1 0\n\0", 9, "bad:3: error: the text contains a NUL byte");
    }
}

TEST(good_plans_are_read) {
    io_cases cases = io_cases_open("good_plans");
    while (io_cases_next(&cases)) {
        accept(cases.fields[0][0] == 'w'   ? CW_FILE_WKT
               : cases.fields[0][0] == 'g' ? CW_FILE_GEOJSON
                                           : CW_FILE_DAT,
               cases.fields[1], cases.fields[2]);
    }
}

/// The lists of what no reader of plans takes.
TEST(bad_plans_are_refused_with_the_place) {
    static const struct {
        const char *name;
        cw_file_kind kind;
    } lists[] = {{"wkt", CW_FILE_WKT},
                 {"geojson", CW_FILE_GEOJSON},
                 {"dat", CW_FILE_DAT},
                 {"map", CW_FILE_MAP},
                 {"svg", CW_FILE_SVG}};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        io_cases cases = io_cases_open(lists[i].name);
        while (io_cases_next(&cases)) {
            refuse(lists[i].kind, cases.fields[0], cases.fields[1]);
        }
    }
}

TEST(an_unknown_kind_is_refused) {
    refuse(CW_FILE_JSON, "{}",
           "a plan is read from .wkt, .geojson, .dat, .map, .yaml (ROS) or .svg");
    cw_plan plan = {0};
    assert_refused(cw_plan_read(context, "plan.txt", &plan), CW_ERROR_ARGUMENT,
                   "plan.txt: error: a plan is read from");
    assert_refused(cw_plan_write(context, &plan, "plan.svg"), CW_ERROR_ARGUMENT,
                   "plan.svg: error: a plan is written as");
}

// --- WKT -----------------------------------------------------------------------------------------

static void refuse_repeated(cw_file_kind kind, const char *before, const char *text, size_t count,
                            const char *after, const char *part) {
    OWNED_HANDLE(char) all = cw_repeat(before, text, count, after);
    refuse(kind, all, part);
}

TEST(deep_wkt_is_refused_before_anything_recurses) {
    refuse_repeated(CW_FILE_WKT, "POLYGON", "(", 10000, "", "expected");
    refuse_repeated(CW_FILE_WKT, "", "GEOMETRYCOLLECTION(", 10000, "",
                    "brackets nested deeper than 64 levels");
    refuse_repeated(CW_FILE_WKT, "POLYGON((0 ", "1", 100000, "", "longer than 1024 characters");
    OWNED_HANDLE(char) all = cw_repeat("", "GEOMETRYCOLLECTION(", 62, "POLYGON((0 0,1 0,1 1,0 0))");
    OWNED_HANDLE(char) closed = cw_repeat(all, ")", 62, "");
    accept(CW_FILE_WKT, closed, "outer 0 3");
}

TEST(too_many_rings_are_refused) {
    refuse_repeated(CW_FILE_WKT, "MULTILINESTRING(", "(0 0,1 1),", CW_IO_RING_LIMIT, "(0 0,1 1))",
                    "more than 1048576 rings");
}

#define SQUARE "[[[0,0],[4,0],[4,4],[0,4],[0,0]]]"

// --- .dat ----------------------------------------------------------------------------------------

TEST(long_lines_and_numbers_of_dat_are_refused) {
    refuse_repeated(CW_FILE_DAT, "0 0\n", " ", 100000, "\n",
                    "bad:2: error: line longer than 65536");
    refuse_repeated(CW_FILE_DAT, "0 0\n0.", "1", 1100, " 1\n",
                    "bad:2: error: number longer than 1024");
}

TEST(numbers_are_read_to_the_last_bit) {
    static const char *const numbers[] = {
        "0.1",
        "0.30000000000000004",
        "123456.789012345678901234567890",
        "9007199254740993e-10",
        "4.9406564584124654e-324",
        "2.2250738585072011e-308",
        "0.1e-6",
        "00001.50",
        "1e-22",
        "1e-23",
        "9999999.9999999981374",
        "5e-324",
        "0.000000000000000000000000000000000000000001e42",
        "8.5070591730234615865843651857942052864e-32",
        "-0",
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        char text[256];
        snprintf(text, sizeof text, "%s 0\n4 0\n4 4\n", numbers[i]);
        OWNED(cw_plan) plan;
        assert_ok(cw_plan_parse(context, CW_FILE_DAT, "n", text, strlen(text), &plan));
        double expected = strtod(numbers[i], NULL);
        assert_memory_equal(&plan.points[0].x, &expected, sizeof expected);
    }
}

// --- writing -------------------------------------------------------------------------------------

static void check_same_plan(const cw_plan *a, const cw_plan *b) {
    assert_int_equal(a->ring_count, b->ring_count);
    assert_int_equal(a->point_count, b->point_count);
    assert_memory_equal(a->points, b->points, a->point_count * sizeof *a->points);
    for (uint32_t i = 0; i < a->ring_count; i++) {
        assert_int_equal(a->rings[i].kind, b->rings[i].kind);
        assert_int_equal(a->rings[i].first, b->rings[i].first);
        assert_int_equal(a->rings[i].count, b->rings[i].count);
        assert_int_equal(a->rings[i].polygon, b->rings[i].polygon);
    }
}

static void write_and_read(const cw_plan *plan, const char *extension, cw_plan *back) {
    char folder[64], path[128];
    cw_folder_make(folder);
    snprintf(path, sizeof path, "%s/plan.%s", folder, extension);
    if (cw_plan_write(context, plan, path) != CW_OK || cw_plan_read(context, path, back) != CW_OK) {
        fail_msg("%s", cw_context_message(context));
    }
    assert_int_equal(cw_folder_count(folder), 1);
    cw_folder_remove(folder);
}

/// A plan with everything in it, in the order that files have.
static void make_rich_plan(cw_context *with, cw_plan *plan) {
    static const cw_vec2 ring[] = {{0.1, 1.0 / 3}, {7, 0}, {7, 7e-5}, {-0.0, 1e7}, {-1e-9, 2}};
    static const cw_vec2 wall[] = {{1, 1}, {0.1 + 0.2, 2}, {1, 1}};
    *plan = (cw_plan){0};
    cw_plan_add(with, plan, CW_RING_OUTER, 0, ring, 5);
    cw_plan_add(with, plan, CW_RING_HOLE, 0, ring, 4);
    cw_plan_add(with, plan, CW_RING_HOLE, 0, ring + 1, 3);
    cw_plan_add(with, plan, CW_RING_OUTER, 1, ring, 3);
    cw_plan_add(with, plan, CW_RING_OBSTACLE, 0, ring, 5);
    cw_plan_add(with, plan, CW_RING_BARRIER, 0, wall, 3);
    cw_plan_add(with, plan, CW_RING_OBSTACLE, 0, ring + 2, 3);
    cw_plan_add(with, plan, CW_RING_BARRIER, 0, wall, 2);
}

TEST(geojson_keeps_a_plan_to_the_last_bit) {
    OWNED(cw_plan) plan, back;
    make_rich_plan(context, &plan);
    write_and_read(&plan, "geojson", &back);
    check_same_plan(&plan, &back);
}

TEST(wkt_turns_obstacles_into_holes_of_every_polygon) {
    OWNED(cw_plan) plan, back;
    make_rich_plan(context, &plan);
    write_and_read(&plan, "wkt", &back);
    check_rings(&back, "outer 0 5, hole 0 4, hole 0 3, hole 0 5, hole 0 3, outer 1 3, hole 1 5, "
                       "hole 1 3, barrier 0 3, barrier 0 2");
}

TEST(a_polygon_of_several_outer_rings_becomes_several) {
    static const cw_vec2 ring[] = {{0, 0}, {1, 0}, {1, 1}, {0, 0}};
    OWNED(cw_plan) plan = {0};
    cw_plan_add(context, &plan, CW_RING_HOLE, 7, ring, 4);
    cw_plan_add(context, &plan, CW_RING_OUTER, 7, ring, 4);
    cw_plan_add(context, &plan, CW_RING_OUTER, 7, ring, 3);
    cw_plan_add(context, &plan, CW_RING_OUTER, 3, ring, 3);
    cw_plan_add(context, &plan, CW_RING_HOLE, 5, ring, 3);
    cw_plan_add(context, &plan, CW_RING_HOLE, 3, ring, 2);
    static const char *const extensions[] = {"wkt", "geojson"};
    for (int i = 0; i < 2; i++) {
        OWNED(cw_plan) back;
        write_and_read(&plan, extensions[i], &back);
        check_rings(&back, "outer 0 3, outer 1 3, hole 1 3, outer 2 3, hole 2 3");
    }
}

TEST(scenes_survive_every_format) {
    for (int family = 0; family < CW_SCENE_FAMILY_COUNT; family++) {
        cw_scene_config config = cw_scene_config_default();
        config.family = (cw_scene_family)family;
        config.vertices = 200;
        config.rotation = 0.3;
        cw_plan plan, once, twice;
        assert_int_equal(cw_scene_make(context, &config, &plan), CW_OK);
        write_and_read(&plan, "geojson", &once);
        write_and_read(&once, "geojson", &twice);
        check_same_plan(&once, &twice);
        cw_plan_free(context, &twice);
        cw_plan_free(context, &once);
        write_and_read(&plan, "wkt", &once);
        write_and_read(&once, "wkt", &twice);
        check_same_plan(&once, &twice);
        if (plan.ring_count == 1) {
            OWNED(cw_plan) dat;
            write_and_read(&plan, "dat", &dat);
            check_same_plan(&plan, &dat);
        }
        cw_plan_free(context, &twice);
        cw_plan_free(context, &once);
        cw_plan_free(context, &plan);
    }
}

TEST(what_a_format_cannot_hold_is_not_written) {
    char folder[64], path[128];
    cw_folder_make(folder);
    cw_plan plan;
    make_rich_plan(context, &plan);
    snprintf(path, sizeof path, "%s/plan.dat", folder);
    assert_refused(cw_plan_write(context, &plan, path), CW_ERROR_INPUT,
                   "a .dat holds one outer ring");
    cw_plan_free(context, &plan);
    snprintf(path, sizeof path, "%s/plan.wkt", folder);
    assert_refused(cw_plan_write(context, &plan, path), CW_ERROR_INPUT, "the plan has no floor");
    static const cw_vec2 ring[] = {{0, 0}, {1, 0}, {1, 1}};
    for (uint32_t i = 0; i < 2000; i++) {
        cw_plan_add(context, &plan, i % 2 == 0 ? CW_RING_OUTER : CW_RING_HOLE, 0, ring, 3);
    }
    cw_plan_add(context, &plan, CW_RING_OBSTACLE, 0, ring, 3);
    for (uint32_t i = 0; i < 100; i++) {
        cw_plan_add(context, &plan, CW_RING_OBSTACLE, 0, ring, 3);
    }
    assert_refused(cw_plan_write(context, &plan, path), CW_ERROR_LIMIT, "more than 1048576 rings");
    cw_plan_free(context, &plan);
    assert_int_equal(cw_folder_count(folder), 0);
    cw_folder_remove(folder);
}

// --- memory --------------------------------------------------------------------------------------

typedef struct text_of_kind {
    cw_file_kind kind;
    const char *text;
} text_of_kind;

static cw_status parse_task(cw_context *with, void *user) {
    const text_of_kind *input = user;
    cw_plan plan;
    cw_status status =
        cw_plan_parse(with, input->kind, "m", input->text, strlen(input->text), &plan);
    assert_true(status == CW_OK || plan.rings == NULL);
    cw_plan_free(with, &plan);
    return status;
}

static cw_status write_task(cw_context *with, void *user) {
    char path[128];
    snprintf(path, sizeof path, "%s/plan.geojson", (const char *)user);
    cw_context *other = cw_test_context();
    cw_plan plan;
    make_rich_plan(other, &plan);
    cw_status status = cw_plan_write(with, &plan, path);
    cw_plan_free(other, &plan);
    cw_context_free(other);
    return status;
}

TEST(a_lack_of_memory_is_survived) {
    text_of_kind inputs[] = {
        {CW_FILE_WKT, "POLYGON((0 0,4 0,4 4,0 4,0 0),(1 1,1 2,2 1,1 1))\nLINESTRING(0 0,1 1)"},
        {CW_FILE_GEOJSON, "{\"type\":\"Polygon\",\"coordinates\":" SQUARE "}"},
        {CW_FILE_DAT, "0 0\n4 0\n4 4\n"},
    };
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        assert_true(cw_assert_survives(parse_task, &inputs[i]) >= 3);
    }
    char folder[64];
    cw_folder_make(folder);
    assert_true(cw_assert_survives(write_task, folder) >= 2);
    cw_folder_remove(folder);
}

static long jansson_left;

static void *jansson_malloc(size_t size) {
    return jansson_left-- > 0 ? malloc(size) : NULL;
}

TEST(a_lack_of_memory_inside_jansson_is_survived) {
    text_of_kind input = {CW_FILE_GEOJSON, "{\"type\":\"Polygon\",\"coordinates\":" SQUARE "}"};
    json_set_alloc_funcs(jansson_malloc, free);
    cw_status status = CW_ERROR_MEMORY;
    for (long n = 0; n < 1000 && status != CW_OK; n++) {
        jansson_left = n;
        // jansson does not always say that it was memory that it lacked.
        status = parse_task(context, &input);
    }
    json_set_alloc_funcs(malloc, free);
    assert_int_equal(status, CW_OK);
}

TEST_EACH(make_counted_context, free_counted_context);
