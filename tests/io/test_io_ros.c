/// Maps of ROS: a .yaml and the image that it names.
#include "io_cases.h"
#include "io_meshes.h"
#include "made.h"
#include "test.h"
#include "test_owned.h"

static const char yaml[] = "image: map.pgm\nresolution: 0.5\norigin: [-1.0, 2.0, 0.0]\n"
                           "negate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n";
/// 4 by 3 squares: free but for a wall (0), and a square that is not known (205).
static const uint8_t squares[] = {254, 254, 254, 254, 254, 0, 205, 254, 254, 254, 254, 254};

static void write_image(const char *header, const void *bytes, size_t size) {
    char data[256];
    size_t used = (size_t)snprintf(data, sizeof data, "%s", header);
    memcpy(data + used, bytes, size);
    cw_raw_write(cw_test_path("map.pgm"), data, used + size);
}

static cw_status read_map(cw_context *with, const char *text, cw_plan *plan) {
    const char *path = cw_test_path("map.yaml");
    cw_raw_write(path, text, strlen(text));
    return cw_plan_read(with, path, plan);
}

/// Whether the point is on the floor of a map.
static double area_of(const char *text, cw_vec2 point, bool *inside) {
    OWNED(cw_plan) plan;
    assert_ok(read_map(context, text, &plan));
    OWNED(cw_navmesh) mesh = mesh_of_plan(context, &plan, NULL);
    *inside = cw_navmesh_locate(&mesh, (cw_vec3){point.x, point.y, 0}) != CW_NONE;
    return mesh.stats.area;
}

TEST(free_squares_are_floor_at_the_place_of_the_map) {
    bool inside;
    write_image("P5\n# made by a robot\n4 3\n255\n", squares, sizeof squares);
    assert_true(area_of(yaml, (cw_vec2){-0.75, 2.25}, &inside) == 10 * 0.25);
    assert_true(inside);
    area_of(yaml, (cw_vec2){-0.25, 2.75}, &inside); // the wall
    assert_false(inside);
    area_of(yaml, (cw_vec2){0.25, 2.75}, &inside); // not known
    assert_false(inside);
    static const char turned[] =
        "image: 'map.pgm'  # turned\nresolution: 0.5\norigin:\n  - -1.0\n"
        "  - 2.0\n  - 1.5707963267948966\nfree_thresh: 0.196\nmode: trinary\n";
    assert_true(fabs(area_of(turned, (cw_vec2){-1.25, 2.25}, &inside) - 2.5) < 1e-6);
    assert_true(inside);
    area_of(turned, (cw_vec2){-1.75, 2.75}, &inside); // the wall, turned to the left
    assert_false(inside);
}

TEST(other_images_mean_the_same) {
    bool inside;
    uint8_t wide[24];
    for (int i = 0; i < 12; i++) {
        wide[2 * i] = squares[i];
        wide[2 * i + 1] = 0;
    }
    write_image("P5 4 3 65535\n", wide, sizeof wide);
    assert_true(area_of(yaml, (cw_vec2){-0.25, 2.75}, &inside) == 2.5 && !inside);
    static const char text[] = "254 254 254 254 254 0 205 254 254 254 254 254";
    write_image("P2\n4 3\n255\n", text, sizeof text - 1);
    assert_true(area_of(yaml, (cw_vec2){-0.25, 2.75}, &inside) == 2.5 && !inside);
    static const char negated[] =
        "image: map.pgm\nresolution: 0.5\norigin: [-1, 2, 0]\nnegate: 1\n";
    static const char by_word[] =
        "image: map.pgm\nresolution: 0.5\norigin: [-1, 2, 0]\nnegate: true # as in ROS 2\n";
    assert_true(area_of(negated, (cw_vec2){-0.25, 2.75}, &inside) == 0.25 && inside);
    assert_true(area_of(by_word, (cw_vec2){-0.25, 2.75}, &inside) == 0.25 && inside);
}

static void refuse(const char *text, const char *reason) {
    cw_plan plan;
    assert_int_not_equal(read_map(context, text, &plan), CW_OK);
    cw_assert_contains(cw_context_message(context), reason);
    assert_int_equal(plan.ring_count, 0);
}

TEST(bad_maps_are_refused_with_the_reason) {
    write_image("P5 4 3 255\n", squares, sizeof squares);
    io_cases cases = io_cases_open("ros");
    while (io_cases_next(&cases)) {
        refuse(cases.fields[0], cases.fields[1]);
    }
}

TEST(bad_images_are_refused_with_the_reason) {
    static const struct {
        const char *header, *reason;
        size_t size;
    } bad[] = {
        {"", "is no .pgm", 0},
        {"P6 4 3 255\n", "is no .pgm", 12},
        {"\x89PNG\r\n", "is no .pgm", 12},
        {"P5 4 x 255\n", "no such numbers", 12},
        {"P5 0 3 255\n", "no such numbers", 12},
        {"P5 4 3 0\n", "no such numbers", 12},
        {"P5 4 3 99999\n", "no such numbers", 12},
        {"P5 99999999999 3 255\n", "no such numbers", 12},
        {"P5 9000 9000 255\n", "more than 16777216 squares", 12},
        {"P5 4 3 255\n", "ends before its last row", 11},
        {"P5 4 3 65535\n", "ends before its last row", 12},
        {"P5 4 3 200\n", "above its highest", 12},
        {"P2 4 3 255\n1 2 3 4 5 6 7 8 9 10 300 12", "above its highest", 0},
        {"P2 4 3 255\n1 2 3 4 5 6 7 8 9 10 11      ", "missing", 0},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        write_image(bad[i].header, squares, bad[i].size);
        refuse(yaml, bad[i].reason);
    }
    uint8_t dark[12] = {0};
    write_image("P5 4 3 255\n", dark, sizeof dark);
    refuse(yaml, "empty input");
}

static cw_status read_small(cw_context *with, void *user __attribute__((unused))) {
    cw_plan plan;
    cw_status status = read_map(with, yaml, &plan);
    cw_plan_free(with, &plan);
    return status;
}

TEST(lack_of_memory_is_survived) {
    write_image("P5 4 3 255\n", squares, sizeof squares);
    assert_true(cw_assert_survives(read_small, NULL) > 5);
}

TEST_GROUP(cw_test_folder_make, cw_test_folder_remove);
TEST_EACH(make_counted_context, free_counted_context);
