/// Picture files: made whole or not at all, the same bytes every time, for any box and any shape.
#include "clearway/io.h"
#include "failing_allocator.h"
#include "made.h"
#include "small_meshes.h"
#include "test.h"
#include "test_owned.h"

#include <cairo.h>
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/clearway-picture-XXXXXX";
static const char *const EXTENSIONS[] = {"svg", "png", "pdf"};
static const char *const BEGINNINGS[] = {"<?xml", "\x89PNG\r\n\x1a\n", "%PDF-"};
static const cw_draw_bounds BOX = {{-2, -1}, {4, 3}};

static const char *path_of(const char *name) {
    static char paths[4][256];
    static int next;
    next = (next + 1) % 4;
    snprintf(paths[next], sizeof paths[next], "%s/%s", folder, name);
    return paths[next];
}

static uint32_t files_in_folder(void) {
    DIR *open = opendir(folder);
    uint32_t count = 0;
    for (struct dirent *entry = readdir(open); entry != NULL; entry = readdir(open)) {
        count += entry->d_name[0] != '.' || strlen(entry->d_name) > 2;
    }
    closedir(open);
    return count;
}

/// One of everything that a sink takes, with coordinates times `size` around `at`.
static void draw_everything(const cw_draw_sink *sink, cw_vec2 at, double size) {
    cw_vec2 star[] = {{0, 0}, {2, 0}, {0.3, 1.2}, {1, -0.7}, {1.7, 1.2}};
    cw_vec2 loops[] = {{-1, -1}, {3, -1}, {3, 2}, {-1, 2}, {0, 0}, {0, 1}, {1, 1}};
    for (int i = 0; i < 7; ++i) {
        loops[i] = (cw_vec2){at.x + loops[i].x * size, at.y + loops[i].y * size};
    }
    for (int i = 0; i < 5; ++i) {
        star[i] = (cw_vec2){at.x + star[i].x * size, at.y + star[i].y * size};
    }
    uint32_t two[] = {0, 4, 7}, one[] = {0, 4}, triangle[] = {4, 7}, five[] = {0, 5};
    cw_draw_style solid = {{0.8, 0.9, 1, 1}, {0.2, 0.2, 0.3, 1}, 0.4, 0};
    cw_draw_style glass = {{0.9, 0.2, 0.2, 0.3}, {0, 0, 0, 0}, 0, 0};
    cw_draw_style dashed = {{0, 0, 0, 0}, {0, 0, 0, 0.8}, 0.3, 1};
    cw_color ink = {0.1, 0.1, 0.1, 1};
    sink->area(sink->user, loops, two, 2, &solid);
    sink->area(sink->user, loops, one, 1, &solid);
    sink->area(sink->user, loops, triangle, 1, &solid);
    sink->area(sink->user, star, five, 1, &glass);
    sink->line(sink->user, star, 5, &dashed);
    sink->line(sink->user, loops, 7, &solid);
    sink->dot(sink->user, star[1], 0.7, &solid);
    sink->dot(sink->user, star[2], 0.7, &solid);
    sink->text(sink->user, star[0], 3, "Room 12: 3.5 m", ink);
    sink->text(sink->user, star[3], 3, "\xc3\xa9\xff", ink);
}

static cw_status make_picture(cw_context *with, const char *path, cw_draw_bounds bounds,
                              const cw_picture_config *config) {
    cw_picture *picture;
    cw_draw_sink sink;
    cw_status status = cw_picture_begin(with, path, bounds, config, &picture, &sink);
    if (status != CW_OK) {
        assert_null(picture);
        assert_null(sink.area);
        return status;
    }
    double size = fmax(bounds.high.x - bounds.low.x, bounds.high.y - bounds.low.y) / 4;
    draw_everything(&sink, bounds.low, size > 0 ? size : 1);
    draw_everything(&sink, bounds.low, size * 50); // reaches beyond the page
    return cw_picture_end(with, picture);
}

TEST(pictures_are_files_of_their_kind) {
    for (int i = 0; i < 3; ++i) {
        char name[16];
        snprintf(name, sizeof name, "a.%s", EXTENSIONS[i]);
        assert_int_equal(make_picture(context, path_of(name), BOX, NULL), CW_OK);
        uint8_t *bytes;
        size_t size;
        assert_int_equal(cw_file_read(context, path_of(name), &bytes, &size), CW_OK);
        assert_true(size > 500 && size < 200000);
        assert_memory_equal(bytes, BEGINNINGS[i], strlen(BEGINNINGS[i]));
        cw_context_release(context, bytes, size);
        unlink(path_of(name));
    }
    assert_int_equal(files_in_folder(), 0);
}

TEST(the_same_picture_has_the_same_bytes) {
    uint8_t *bytes[2];
    size_t size[2];
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 2; ++k) {
            char name[16];
            snprintf(name, sizeof name, "%d.%s", k, EXTENSIONS[i]);
            assert_int_equal(make_picture(context, path_of(name), BOX, NULL), CW_OK);
            assert_int_equal(cw_file_read(context, path_of(name), &bytes[k], &size[k]), CW_OK);
            unlink(path_of(name));
        }
        assert_int_equal(size[0], size[1]);
        assert_memory_equal(bytes[0], bytes[1], size[0]);
        cw_context_release(context, bytes[0], size[0]);
        cw_context_release(context, bytes[1], size[1]);
    }
}

/// Whether `text` occurs in a file.
static bool file_contains(const char *path, const char *text) {
    uint8_t *bytes;
    size_t size, length = strlen(text);
    assert_int_equal(cw_file_read(context, path, &bytes, &size), CW_OK);
    bool found = false;
    for (size_t i = 0; i + length <= size && !found; ++i) {
        found = memcmp(bytes + i, text, length) == 0;
    }
    cw_context_release(context, bytes, size);
    return found;
}

TEST(files_carry_no_dates_and_no_numbers_of_the_process) {
    assert_int_equal(make_picture(context, path_of("a.pdf"), BOX, NULL), CW_OK);
    assert_false(file_contains(path_of("a.pdf"), "Date"));
    assert_int_equal(make_picture(context, path_of("a.svg"), BOX, NULL), CW_OK);
    assert_false(file_contains(path_of("a.svg"), "surface"));
    assert_true(file_contains(path_of("a.svg"), "</svg>"));
    unlink(path_of("a.pdf"));
    unlink(path_of("a.svg"));
}

/// Height in pixels, from the head of a PNG.
static uint32_t png_height(const char *path) {
    uint8_t *bytes;
    size_t size;
    assert_int_equal(cw_file_read(context, path, &bytes, &size), CW_OK);
    assert_true(size > 24);
    uint32_t height = (uint32_t)bytes[22] << 8 | bytes[23];
    cw_context_release(context, bytes, size);
    return height;
}

TEST(a_picture_without_a_scale_bar_has_no_room_for_one) {
    cw_picture_config config = cw_picture_config_default();
    assert_int_equal(make_picture(context, path_of("a.png"), BOX, &config), CW_OK);
    uint32_t with_bar = png_height(path_of("a.png"));
    config.no_scale_bar = true;
    assert_int_equal(make_picture(context, path_of("a.png"), BOX, &config), CW_OK);
    // A gap of 3.2 mm and letters of 2 mm, at 8 pixels per millimetre.
    assert_in_range(with_bar - png_height(path_of("a.png")), 41, 42);
    unlink(path_of("a.png"));
}

TEST(a_text_is_as_wide_as_its_letters) {
    assert_true(cw_picture_text_width("") == 0);
    assert_true(cw_picture_text_width("i") < cw_picture_text_width("m"));
    assert_true(cw_picture_text_width("00") > 2 * cw_picture_text_width("0"));
}

TEST(a_dropped_picture_leaves_nothing) {
    for (int i = 0; i < 3; ++i) {
        char name[16];
        snprintf(name, sizeof name, "a.%s", EXTENSIONS[i]);
        cw_picture *picture;
        cw_draw_sink sink;
        assert_ok(cw_picture_begin(context, path_of(name), BOX, NULL, &picture, &sink));
        draw_everything(&sink, BOX.low, 1);
        cw_picture_abort(context, picture);
        assert_int_equal(files_in_folder(), 0);
    }
    cw_picture_abort(context, NULL);
}

TEST(a_path_that_cannot_be_written_is_reported) {
    assert_int_equal(mkdir(path_of("taken.svg"), 0777), 0);
    assert_refused(make_picture(context, path_of("taken.svg"), BOX, NULL), CW_ERROR_IO,
                   "taken.svg: error: ");
    assert_int_equal(rmdir(path_of("taken.svg")), 0);
    assert_int_equal(make_picture(context, path_of("none/a.png"), BOX, NULL), CW_ERROR_IO);
    assert_int_equal(mkdir(path_of("locked"), 0555), 0);
    if (geteuid() != 0) {
        assert_int_equal(make_picture(context, path_of("locked/a.png"), BOX, NULL), CW_ERROR_IO);
    }
    assert_int_equal(rmdir(path_of("locked")), 0);
    assert_int_equal(files_in_folder(), 0);
}

TEST(an_old_picture_stays_when_the_new_one_fails) {
    const char *path = path_of("keep.svg");
    assert_int_equal(cw_file_write(context, path, "old", 3), CW_OK);
    cw_picture *picture;
    cw_draw_sink sink;
    assert_int_equal(cw_picture_begin(context, path, BOX, NULL, &picture, &sink), CW_OK);
    draw_everything(&sink, BOX.low, 1);
    cw_picture_abort(context, picture);
    assert_true(file_contains(path, "old"));
    unlink(path);
}

TEST(only_pictures_are_drawn) {
    static const char *const names[] = {"a.gif", "a", "svg", ".svg", "a.wkt", "a.svg.cwm"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        assert_refused(make_picture(context, path_of(names[i]), BOX, NULL), CW_ERROR_ARGUMENT,
                       ".svg, .png or .pdf");
    }
    assert_int_equal(files_in_folder(), 0);
}

static void check_refused(cw_picture_config config, const char *field) {
    assert_refused(make_picture(context, path_of("a.svg"), BOX, &config), CW_ERROR_ARGUMENT, field);
}

TEST(a_config_out_of_range_is_refused_by_name) {
    static const double wrong[] = {0, -1, 1e308, -1e308, NAN, INFINITY};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        cw_picture_config config = cw_picture_config_default();
        config.width = wrong[i];
        check_refused(config, "width");
        config = cw_picture_config_default();
        config.resolution = wrong[i];
        check_refused(config, "resolution");
        config = cw_picture_config_default();
        config.margin = wrong[i];
        if (wrong[i] != 0) {
            check_refused(config, "margin");
        }
    }
    check_refused((cw_picture_config){19.9, 1, 8, false}, "width");
    check_refused((cw_picture_config){2000.1, 1, 8, false}, "width");
    check_refused((cw_picture_config){100, 26, 8, false}, "margin");
    check_refused((cw_picture_config){100, 5, 0.9, false}, "resolution");
    check_refused((cw_picture_config){100, 5, 40.1, false}, "resolution");
}

TEST(a_box_that_is_none_is_refused) {
    cw_draw_bounds wrong[] = {{{1, 0}, {0, 1}},
                              {{0, 1}, {1, 0}},
                              {{NAN, 0}, {1, 1}},
                              {{0, 0}, {INFINITY, 1}},
                              {{-1e308, 0}, {1e308, 1}}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        assert_int_equal(make_picture(context, path_of("a.svg"), wrong[i], NULL),
                         CW_ERROR_ARGUMENT);
        assert_non_null(strstr(cw_context_message(context), "bounds"));
    }
}

TEST(any_box_gives_a_picture) {
    cw_draw_bounds boxes[] = {
        {{0, 0}, {0, 0}},          {{3, 4}, {3, 4}},           {{3, 0}, {3, 9}},
        {{0, 2}, {8, 2}},          {{-1e7, -1e7}, {1e7, 1e7}}, {{0, 0}, {1e-6, 1e-6}},
        {{1e7, 1e7}, {1e7, 1e7}},  {{0, 0}, {1e-320, 0}},      {{0, 0}, {1e300, 1e300}},
        {{0, 0}, {1, 1e6}},        {{0, 0}, {1e6, 1}},         {{-1e7, 0}, {-1e7 + 1e-3, 1e-3}},
        {{0, 0}, {0.0123, 0.004}}, {{0, 0}, {0.3, 0.2}},       {{0, 0}, {40000, 20000}},
    };
    cw_picture_config config = {60, 2, 2, false};
    for (size_t i = 0; i < sizeof boxes / sizeof *boxes; ++i) {
        for (int k = 0; k < 3; ++k) {
            char name[16];
            snprintf(name, sizeof name, "a.%s", EXTENSIONS[k]);
            assert_int_equal(make_picture(context, path_of(name), boxes[i], &config), CW_OK);
            unlink(path_of(name));
        }
    }
}

TEST(a_picture_has_the_width_and_resolution_asked_for) {
    cw_picture_config config = {80, 3, 5, false};
    const char *path = path_of("a.png");
    assert_int_equal(make_picture(context, path, BOX, &config), CW_OK);
    cairo_surface_t *image = cairo_image_surface_create_from_png(path);
    assert_int_equal(cairo_image_surface_get_width(image), 400);
    // 74 mm for 6 m by 4 m, and below it the scale bar.
    double height = 74 * 4.0 / 6 + 2 * 3 + (3.2 + 2) * sqrt(80.0 / 200);
    assert_int_equal(cairo_image_surface_get_height(image), (int)ceil(height * 5));
    cairo_surface_destroy(image);
    // A tower is not drawn as a strip of any length.
    assert_ok(make_picture(context, path, (cw_draw_bounds){{0, 0}, {1, 1e5}}, &config));
    image = cairo_image_surface_create_from_png(path);
    assert_int_equal(cairo_image_surface_get_width(image), 400);
    assert_true(cairo_image_surface_get_height(image) < 900);
    cairo_surface_destroy(image);
    unlink(path);
}

TEST(a_picture_of_too_many_pixels_is_refused) {
    cw_picture_config config = {2000, 5, 40, false};
    assert_refused(make_picture(context, path_of("a.png"), BOX, &config), CW_ERROR_LIMIT, "pixels");
    assert_int_equal(make_picture(context, path_of("a.svg"), BOX, &config), CW_OK);
    unlink(path_of("a.svg"));
}

/// The colour of a PNG at a share of its width and height.
static uint32_t pixel_at(cairo_surface_t *image, double x, double y) {
    int column = (int)(x * cairo_image_surface_get_width(image));
    int row = (int)(y * cairo_image_surface_get_height(image));
    const unsigned char *data = cairo_image_surface_get_data(image);
    uint32_t pixel;
    memcpy(&pixel, data + row * cairo_image_surface_get_stride(image) + 4 * column, 4);
    return pixel & 0xFFFFFF;
}

TEST(y_points_up_and_areas_are_even_odd) {
    const char *path = path_of("a.png");
    cw_draw_bounds box = {{0, 0}, {4, 4}};
    cw_picture_config config = {100, 0, 4, false};
    cw_picture *picture;
    cw_draw_sink sink;
    assert_int_equal(cw_picture_begin(context, path, box, &config, &picture, &sink), CW_OK);
    cw_vec2 points[] = {{0, 0}, {4, 0}, {4, 2}, {0, 2}, {1, 0.5}, {1, 1.5}, {3, 1.5}, {3, 0.5}};
    uint32_t first[] = {0, 4, 8};
    cw_draw_style red = {{1, 0, 0, 1}, {0, 0, 0, 0}, 0, 0};
    sink.area(sink.user, points, first, 2, &red);
    assert_int_equal(cw_picture_end(context, picture), CW_OK);
    cairo_surface_t *image = cairo_image_surface_create_from_png(path);
    double plan = 100 / (100 + 5.2 * sqrt(0.5)); // the share of the page above the scale bar
    assert_int_equal(pixel_at(image, 0.5, 0.25 * plan), 0xFFFFFF);
    assert_int_equal(pixel_at(image, 0.1, 0.75 * plan), 0xFF0000);
    assert_int_equal(pixel_at(image, 0.5, 0.75 * plan), 0xFFFFFF);
    cairo_surface_destroy(image);
    unlink(path);
}

TEST(joined_areas_look_like_single_ones) {
    const char *path = path_of("a.png");
    cw_draw_bounds box = {{0, 0}, {4, 4}};
    cw_picture_config config = {100, 0, 4, false};
    cw_picture *picture;
    cw_draw_sink sink;
    assert_int_equal(cw_picture_begin(context, path, box, &config, &picture, &sink), CW_OK);
    // Two squares that overlap, one clockwise, and a pentagram, whose middle stays empty.
    cw_vec2 squares[] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}, {1, 1}, {1, 3}, {3, 3}, {3, 1}};
    uint32_t left[] = {0, 4}, right[] = {4, 8}, star[] = {0, 5};
    cw_draw_style blue = {{0, 0, 1, 1}, {0, 0, 0, 0}, 0, 0};
    sink.area(sink.user, squares, left, 1, &blue);
    sink.area(sink.user, squares, right, 1, &blue);
    cw_vec2 tips[5];
    for (int i = 0; i < 5; ++i) {
        tips[i] = (cw_vec2){3 + 0.9 * sin(i * 2.51327), 3 + 0.9 * cos(i * 2.51327)};
    }
    cw_draw_style green = {{0, 1, 0, 1}, {0, 0, 0, 0}, 0, 0};
    sink.area(sink.user, tips, star, 1, &green);
    assert_int_equal(cw_picture_end(context, picture), CW_OK);
    cairo_surface_t *image = cairo_image_surface_create_from_png(path);
    double plan = 100 / (100 + 5.2 * sqrt(0.5));
    assert_int_equal(pixel_at(image, 1.5 / 4, (1 - 1.5 / 4) * plan), 0x0000FF);
    assert_int_equal(pixel_at(image, 0.5 / 4, (1 - 0.5 / 4) * plan), 0x0000FF);
    assert_int_equal(pixel_at(image, 3.2 / 4, (1 - 3.1 / 4) * plan), 0xFFFFFF);
    assert_int_equal(pixel_at(image, 3.0 / 4, (1 - 3.6 / 4) * plan), 0x00FF00);
    cairo_surface_destroy(image);
    unlink(path);
}

TEST(what_reaches_far_beyond_the_page_is_cut) {
    const char *path = path_of("a.png");
    cw_draw_bounds box = {{0, 0}, {1e-3, 1e-3}};
    cw_picture_config config = {100, 0, 4, false};
    cw_picture *picture;
    cw_draw_sink sink;
    assert_int_equal(cw_picture_begin(context, path, box, &config, &picture, &sink), CW_OK);
    cw_vec2 half[] = {{-1e7, -1e7}, {1e7, -1e7}, {1e7, 0.5e-3}, {-1e7, 0.5e-3}};
    cw_vec2 away[] = {{1e6, 1e6}, {2e6, 1e6}, {2e6, 2e6}};
    cw_vec2 broken[] = {{0, 0}, {NAN, 1}, {INFINITY, 2}, {1e308, 1e308}};
    cw_vec2 zigzag[] = {{-5, 0.9e-3}, {5, 0.9e-3}, {9, 9}, {0.5e-3, 0.7e-3}, {0.6e-3, 0.7e-3}};
    uint32_t four[] = {0, 4}, three[] = {0, 3};
    cw_draw_style red = {{1, 0, 0, 1}, {0, 0, 0, 0}, 0, 0};
    cw_draw_style line = {{0, 0, 0, 0}, {0, 0, 1, 1}, 2, 0};
    sink.area(sink.user, half, four, 1, &red);
    sink.area(sink.user, away, three, 1, &red);
    sink.area(sink.user, broken, four, 1, &red);
    sink.line(sink.user, broken, 4, &line);
    sink.line(sink.user, zigzag, 5, &line);
    sink.dot(sink.user, away[0], 1, &red);
    sink.dot(sink.user, broken[1], 1, &red);
    sink.text(sink.user, away[0], 1, "away", red.fill);
    assert_int_equal(cw_picture_end(context, picture), CW_OK);
    cairo_surface_t *image = cairo_image_surface_create_from_png(path);
    double plan = 100 / (100 + 5.2 * sqrt(0.5));
    assert_int_equal(pixel_at(image, 0.2, 0.3 * plan), 0xFFFFFF);
    assert_int_equal(pixel_at(image, 0.5, 0.7 * plan), 0xFF0000);
    assert_int_equal(pixel_at(image, 0.2, 0.1 * plan), 0x0000FF);
    cairo_surface_destroy(image);
    unlink(path);
}

TEST(a_picture_survives_a_lack_of_memory) {
    failing_allocator memory;
    cw_context *poor = cw_counted_context(&memory);
    size_t blocks = memory.live_blocks;
    for (int i = 0; i < 3; ++i) {
        char name[16];
        snprintf(name, sizeof name, "a.%s", EXTENSIONS[i]);
        cw_status status = CW_ERROR_MEMORY;
        for (size_t nth = 1; status != CW_OK; ++nth) {
            failing_allocator_fail_at(&memory, nth);
            status = make_picture(poor, path_of(name), BOX, NULL);
            assert_true(status == CW_OK || status == CW_ERROR_MEMORY);
            assert_int_equal(memory.live_blocks, blocks);
            assert_int_equal(files_in_folder(), status == CW_OK ? 1 : 0);
        }
        unlink(path_of(name));
    }
    assert_int_equal(memory.wrong_sizes, 0);
    cw_context_free(poor);
}

TEST(every_small_mesh_makes_a_picture) {
    for (small_mesh kind = 0; kind < SMALL_MESH_COUNT; ++kind) {
        cw_polygons polygons = small_mesh_polygons(kind);
        OWNED(cw_navmesh) mesh;
        cw_picture *picture;
        cw_draw_sink sink;
        cw_draw_config config = {true, true, true, true, true, true, true, false, 0};
        const char *path = path_of("mesh.svg");
        mesh = mesh_of_polygons(context, &polygons);
        assert_ok(
            cw_picture_begin(context, path, cw_draw_navmesh_bounds(&mesh), NULL, &picture, &sink));
        assert_true(sink.scale > 0);
        assert_int_equal(cw_draw_navmesh(context, &mesh, &config, &sink), CW_OK);
        assert_int_equal(cw_picture_end(context, picture), CW_OK);
        assert_true(file_contains(path, "</svg>"));
        unlink(path);
    }
}

static int set_up(void **state) {
    (void)state;
    return mkdtemp(folder) != NULL && cw_context_create(NULL, &context) == CW_OK ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    cw_context_free(context);
    return rmdir(folder);
}

TEST_GROUP(set_up, tear_down);
