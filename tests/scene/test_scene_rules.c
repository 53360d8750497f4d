/// The rules one by one, the filters, the report, refusals; and that nothing but the geometry
/// matters: not the order of faces or corners, not the number of workers, not where the scene is.
#include "failing_allocator.h"
#include "scene_checks.h"
#include "test.h"
#include "test_owned.h"

static cw_extraction_report extract(const cw_scene *scene, const cw_extraction_config *config) {
    OWNED(cw_surface) surface;
    cw_extraction_report report;
    extract_and_validate(scene, config, &surface, &report);
    return report;
}

TEST(a_step_is_walked_over_up_to_its_height) {
    for (int centimetres = 0; centimetres <= 60; centimetres += 10) {
        OWNED(cw_scene) scene = {0};
        cw_extraction_config config = strict_config();
        scene_floor(&scene, 0, 0, 2, 2, 0);
        scene_floor(&scene, 2, 0, 2, 2, centimetres / 100.0);
        cw_extraction_report report = extract(&scene, &config);
        assert_int_equal(report.component_count, centimetres <= 40 ? 1 : 2);
        assert_int_equal(report.step_count > 0, centimetres > 0 && centimetres <= 40);
    }
}

TEST(a_ramp_beside_a_floor_is_joined_up_to_a_step) {
    OWNED(cw_scene) scene = {0};
    cw_extraction_config config = strict_config();
    scene_floor(&scene, 0, 0, 4, 2, 0);
    /* Rises from 0 to 2 m beside the floor: 0.4 m are reached after 0.8 m. */
    scene_quad(&scene, (cw_vec3){0, 2, 0}, (cw_vec3){4, 2, 2}, (cw_vec3){4, 4, 2},
               (cw_vec3){0, 4, 0});
    cw_extraction_report report = extract(&scene, &config);
    assert_int_equal(report.component_count, 1);
    assert_true(fabs(report.step_length - 0.8) < 1e-5);
    assert_true(fabs(report.area - 16) < 1e-5);
}

/// The upper edge of a ramp that rounding puts a step of the lattice over the edge of a platform:
/// both are at one height there, and the overlap belongs to one of them.
TEST(a_ramp_that_overlaps_a_platform_by_rounding_is_joined) {
    OWNED(cw_scene) scene = {0};
    cw_extraction_config config = strict_config();
    scene_quad(&scene, (cw_vec3){-0.821323896, -4.16238238, 1},
               (cw_vec3){4.16238238, -0.821323896, 1}, (cw_vec3){0.821323896, 4.16238238, 1},
               (cw_vec3){-4.16238238, 0.821323896, 1});
    scene_quad(&scene, (cw_vec3){-0.00392031991, -3.61439801, 1},
               (cw_vec3){2.223452, -6.93686886, -0.5}, (cw_vec3){5.57235112, -4.69177912, -0.5},
               (cw_vec3){3.3449788, -1.36930827, 1});
    cw_extraction_report report = extract(&scene, &config);
    assert_int_equal(report.component_count, 1);
}

/// A number with so many digits behind the point, as modelling tools write it.
static double rounded(double value, int digits) {
    double power = pow(10, digits);
    return floor(value * power + 0.5) / power;
}

typedef struct turned {
    double cosine, sine;
    int digits;
} turned;

static cw_vec3 turned_place(turned frame, double along, double across, double z) {
    return (cw_vec3){rounded(along * frame.cosine - across * frame.sine, frame.digits),
                     rounded(along * frame.sine + across * frame.cosine, frame.digits),
                     rounded(z, frame.digits)};
}

/// A platform of 6 by 6 m, and a ramp of 4 by 2 `half` m from its edge downwards.
static void add_platform_with_ramp(cw_scene *scene, turned frame, double half) {
    scene_quad(scene, turned_place(frame, -3, -3, 1), turned_place(frame, 3, -3, 1),
               turned_place(frame, 3, 3, 1), turned_place(frame, -3, 3, 1));
    scene_quad(scene, turned_place(frame, 3, -half, 1), turned_place(frame, 7, -half, -0.5),
               turned_place(frame, 7, half, -0.5), turned_place(frame, 3, half, 1));
}

/// Length in plan of the sides of a surface that have no neighbour.
static double outline_of(const cw_surface *surface) {
    double sum = 0;
    for (uint32_t h = 0; h < 3 * surface->triangle_count; h++) {
        if (surface->twins[h] == CW_NONE) {
            uint32_t next = h % 3 == 2 ? h - 2 : h + 1;
            cw_vec3 a = surface->positions[surface->corners[h]],
                    b = surface->positions[surface->corners[next]];
            sum += hypot(b.x - a.x, b.y - a.y);
        }
    }
    return sum;
}

/// Whatever the angle and the rounding, a ramp is joined along the whole edge that it was laid
/// against: its corners miss the edge, or are over it, by less or more than a step of the lattice.
TEST(a_ramp_at_an_odd_angle_is_joined_along_the_whole_edge) {
    for (int i = 0; i < 300; i++) {
        OWNED(cw_scene) scene = {0};
        OWNED(cw_surface) surface;
        cw_extraction_report report;
        cw_extraction_config config = cw_extraction_config_default();
        turned frame = {cos(0.7 * i), sin(0.7 * i), 4 + i % 6};
        add_platform_with_ramp(&scene, frame, 0.5 + 0.007 * i);
        extract_and_validate(&scene, &config, &surface, &report);
        double outline = outline_of(&surface);
        if (report.component_count != 1 || fabs(outline - (24 + 2 * 4)) > 2e-3) {
            fail_msg("ramp %d: %u parts, outline of %.9g m", i, report.component_count, outline);
        }
    }
}

/// Two ramps side by side against a block, with four decimals: portals end on its edge a hundredth
/// of a step from the corners of the ramps, and cells get sides as short as that.
TEST(sides_far_shorter_than_a_step_do_not_cut_heights_off) {
    static const cw_vec3 BLOCK[8] = {{13.4543, 4.7841, 0.2866}, {20.8842, 5.7754, 0.2866},
                                     {20.3552, 9.7403, 0.2866}, {12.9253, 8.749, 0.2866},
                                     {13.4543, 4.7841, 1.9764}, {20.8842, 5.7754, 1.9764},
                                     {20.3552, 9.7403, 1.9764}, {12.9253, 8.749, 1.9764}};
    static const cw_vec3 RAMPS[6] = {{16.4191, 2.0688, 0.4866}, {17.1151, 2.1617, 0.4866},
                                     {17.6696, 2.2357, 0.4866}, {15.1767, 5.0139, 1.9764},
                                     {15.8727, 5.1068, 1.9764}, {16.4272, 5.1808, 1.9764}};
    OWNED(cw_scene) scene = {0};
    cw_extraction_config config = cw_extraction_config_default();
    scene_quad(&scene, (cw_vec3){8.6973, -4.9303, 0.4866}, (cw_vec3){28.0217, -2.352, 0.4866},
               (cw_vec3){25.6412, 15.4899, 0.4866}, (cw_vec3){6.3168, 12.9116, 0.4866});
    scene_quad(&scene, BLOCK[4], BLOCK[5], BLOCK[6], BLOCK[7]);
    for (int i = 0; i < 4; i++) {
        int k = (i + 1) % 4;
        scene_quad(&scene, BLOCK[i], BLOCK[k], BLOCK[4 + k], BLOCK[4 + i]);
    }
    scene_quad(&scene, RAMPS[0], RAMPS[1], RAMPS[4], RAMPS[3]);
    scene_quad(&scene, RAMPS[1], RAMPS[2], RAMPS[5], RAMPS[4]);
    assert_int_equal(extract(&scene, &config).component_count, 1);
}

/// A crack of 0.2 mm between a platform and its ramp is bridged at any height, also where the
/// ground is less than two steps below: nobody steps down into a crack.
TEST(a_crack_is_bridged_whatever_is_below_it) {
    for (int i = 0; i < 20; i++) {
        double height = 0.35 + 0.08 * i;
        OWNED(cw_scene) scene = {0};
        cw_extraction_config config = cw_extraction_config_default();
        scene_floor(&scene, -5, -5, 10, 5, 0);
        scene_floor(&scene, -3, -3, 0, 3, height);
        scene_quad(&scene, (cw_vec3){0.0002, -1, height}, (cw_vec3){6, -1, 0}, (cw_vec3){6, 1, 0},
                   (cw_vec3){0.0002, 1, height});
        OWNED(cw_surface) surface;
        cw_extraction_report report;
        extract_and_validate(&scene, &config, &surface, &report);
        if (report.component_count != 1) {
            fail_msg("%g m high: %u parts", height, report.component_count);
        }
    }
}

/// Two slabs with a crack between them, the one a step above the ground, the other more: one walks
/// from the one to the other, and the strip of ground in the crack makes no wall.
TEST(a_crack_a_step_above_the_ground_makes_no_wall) {
    OWNED(cw_scene) scene = {0};
    OWNED(cw_surface) surface;
    cw_extraction_report report;
    cw_extraction_config config = cw_extraction_config_default();
    scene_floor(&scene, -5, -5, 15, 10, 0);
    scene_floor(&scene, 0, 0, 2, 2, 0.35);
    scene_floor(&scene, 2.0005, 0, 2, 2, 0.44);
    extract_and_validate(&scene, &config, &surface, &report);
    assert_int_equal(report.component_count, 1);
    /* The ground, and three sides of the upper slab, each seen from above and from below. */
    assert_true(fabs(outline_of(&surface) - (50 + 2 * 6)) < 0.01);
}

TEST(headroom_is_exactly_the_height) {
    static const double heights[] = {1.5, 1.999, 2, 2.001};
    for (int i = 0; i < 4; i++) {
        OWNED(cw_scene) scene = {0};
        cw_extraction_config config = strict_config();
        scene_floor(&scene, 0, 0, 4, 4, 0);
        scene_floor(&scene, 1, 1, 2, 2, heights[i]);
        cw_extraction_report report = extract(&scene, &config);
        assert_true(fabs(report.area - (heights[i] < 2 ? 16 : 20)) < 1e-5);
    }
}

TEST(a_slope_is_floor_up_to_its_angle) {
    for (int steep = 0; steep < 2; steep++) {
        OWNED(cw_scene) scene = {0};
        cw_extraction_config config = strict_config();
        double rise = steep ? 2.001 : 2;
        scene_floor(&scene, -2, 0, 2, 2, 0);
        scene_quad(&scene, (cw_vec3){0, 0, 0}, (cw_vec3){2, 0, rise}, (cw_vec3){2, 2, rise},
                   (cw_vec3){0, 2, 0});
        cw_extraction_report report = extract(&scene, &config);
        assert_int_equal(report.steep_count, steep ? 2 : 0);
        assert_true(fabs(report.area - (steep ? 4 : 8)) < 1e-5);
    }
}

/// Three corners in one line get an area by rounding, and such a face lies in every plane through
/// the line. The ramp that meets the floor there still takes its headroom.
TEST(a_sliver_does_not_join_two_planes) {
    static const double places[4][3][3] = {{{3, 2, 0}, {4, 3, 0}, {2, 1, 0}},
                                           {{3, 2, 0}, {1, 4, 2}, {1, 0, 0}},
                                           {{1, 2, 0}, {4, 3, 0}, {0, 4, 0}},
                                           {{3, 2, 0}, {2, 3, 0}, {2, 2, 0}}};
    OWNED(cw_scene) scene = {0};
    OWNED(cw_surface) surface;
    cw_extraction_report report;
    cw_extraction_config config = strict_config();
    config.height = 1;
    config.step = 0.3;
    for (int t = 0; t < 4; t++) {
        cw_vec3 p[3];
        for (int k = 0; k < 3; k++) {
            p[k] =
                (cw_vec3){0.37 * places[t][k][0], 0.37 * places[t][k][1], 0.37 * places[t][k][2]};
        }
        const uint32_t corners[3] = {0, 1, 2};
        uint32_t first = 0;
        assert_int_equal(cw_scene_add_positions(context, &scene, p, 3, &first), CW_OK);
        assert_ok(cw_scene_add_triangles(context, &scene, CW_NONE, corners, 1, first));
    }
    extract_and_validate(&scene, &config, &surface, &report);
    assert_as_defined(&scene, &config, &surface, 3000, 1000);
}

/// The single precision that most files have.
static cw_vec3 narrowed(double x, double y, double z) {
    return (cw_vec3){(double)(float)x, (double)(float)y, (double)(float)z};
}

/// Ramps of 45 degrees and ceilings at a walker's height, in decimals: lattice and files round
/// them.
TEST(exact_fits_fit_in_decimals) {
    OWNED(cw_scene) scene = {0};
    cw_extraction_config config = strict_config();
    for (int i = 0; i < 60; i++) {
        double x = 0.7 * i, z = 0.37 * (i * 7 % 60), run = 0.31 + 0.07 * i, y = 6 * i;
        scene_quad(&scene, narrowed(x, y, z), narrowed(x + run, y, z + run),
                   narrowed(x + run, y + 1, z + run), narrowed(x, y + 1, z));
        scene_quad(&scene, narrowed(x, y + 2, z), narrowed(x + 1, y + 2, z),
                   narrowed(x + 1, y + 3, z), narrowed(x, y + 3, z));
        double top = z + config.height;
        scene_quad(&scene, narrowed(x, y + 2, top), narrowed(x, y + 3, top),
                   narrowed(x + 1, y + 3, top), narrowed(x + 1, y + 2, top));
    }
    cw_extraction_report report = extract(&scene, &config);
    assert_int_equal(report.steep_count, 0);
    assert_int_equal(report.component_count, 120);
}

TEST(faces_that_look_down_carry_only_when_asked) {
    cw_scene scene = {0};
    cw_extraction_config config = strict_config();
    scene_floor(&scene, 0, 0, 2, 2, 0);
    scene_quad(&scene, (cw_vec3){2, 0, 0}, (cw_vec3){2, 2, 0}, (cw_vec3){4, 2, 0},
               (cw_vec3){4, 0, 0});
    assert_true(fabs(extract(&scene, &config).area - 4) < 1e-6);
    config.both_sides = true;
    cw_extraction_report report = extract(&scene, &config);
    assert_true(fabs(report.area - 8) < 1e-6);
    assert_int_equal(report.component_count, 1);
    cw_scene_free(context, &scene);
    cw_surface surface;
    config.both_sides = false;
    scene_quad(&scene, (cw_vec3){2, 0, 0}, (cw_vec3){2, 2, 0}, (cw_vec3){4, 2, 0},
               (cw_vec3){4, 0, 0});
    assert_int_equal(cw_surface_from_scene(context, &scene, &config, &surface, NULL),
                     CW_ERROR_INPUT);
    assert_non_null(strstr(cw_context_message(context), "2 look down"));
    cw_scene_free(context, &scene);
}

TEST(islands_are_dropped_and_counted) {
    OWNED(cw_scene) scene = {0};
    cw_extraction_config config = strict_config();
    scene_floor(&scene, 0, 0, 2, 2, 0);
    scene_floor(&scene, 5, 0, 0.5, 0.5, 0);
    scene_floor(&scene, 7, 0, 1, 1, 0);
    config.min_island = 0.5;
    cw_extraction_report report = extract(&scene, &config);
    assert_int_equal(report.component_count, 2);
    assert_int_equal(report.dropped_count, 1);
    assert_true(fabs(report.dropped_area - 0.25) < 1e-6);
    cw_vec3 seed = {5.25, 0.25, 0.5};
    config.from = &seed;
    config.from_count = 1;
    report = extract(&scene, &config);
    assert_int_equal(report.component_count, 1);
    assert_int_equal(report.unreached_count, 2);
    assert_true(fabs(report.area - 0.25) < 1e-6);
}

/// The top of a moulding has area enough, and is no place to stand.
TEST(narrow_islands_are_dropped) {
    OWNED(cw_scene) scene = {0};
    cw_extraction_config config = strict_config();
    scene_floor(&scene, 0, 0, 2, 2, 0);
    scene_floor(&scene, 5, 0, 8, 0.09, 0);
    scene_floor(&scene, 5, 5, 8, 0.2, 0);
    scene_floor(&scene, 0.5, 2, 0.05, 4, 0); /* narrow, but joined */
    config.min_width = 0.1;
    cw_extraction_report report = extract(&scene, &config);
    assert_int_equal(report.component_count, 2);
    assert_int_equal(report.dropped_count, 1);
    assert_true(fabs(report.dropped_area - 0.72) < 1e-6);
    assert_true(fabs(report.area - 4 - 1.6 - 0.2) < 1e-6);
}

/// Where cracks cross, bridges leave a hole as wide as the cracks; a wire of that width stays.
TEST(crossings_of_cracks_are_closed) {
    OWNED(cw_scene) scene = {0};
    cw_extraction_config config = strict_config();
    for (int i = 0; i < 4; i++) {
        scene_floor(&scene, 1.0005 * (i % 2), 1.0005 * (i / 2), 1, 1, 0);
    }
    config.gap = 0.001;
    cw_extraction_report report = extract(&scene, &config);
    assert_true(fabs(report.area - 2.0005 * 2.0005) < 1e-6);
    assert_int_equal(report.filled_count, 1);
}

/// Sums the areas of triangles, or the lengths of stretches, of one kind.
static double sum_marks(const cw_extraction_marks *marks, cw_extraction_mark_kind kind) {
    double sum = 0;
    for (uint32_t i = 0; i < marks->count; i++) {
        const cw_vec3 *c = marks->items[i].corners;
        double x = c[1].x - c[0].x, y = c[1].y - c[0].y;
        double area = fabs(x * (c[2].y - c[0].y) - y * (c[2].x - c[0].x)) / 2;
        if (marks->items[i].kind == kind) {
            sum += kind >= CW_MARK_STEP ? sqrt(x * x + y * y) : area;
        }
    }
    return sum;
}

TEST(what_was_done_is_told_where) {
    OWNED(cw_scene) scene = {0};
    cw_extraction_config config = cw_extraction_config_default();
    cw_extraction_marks marks;
    scene_floor(&scene, 0, 0, 2, 2, 0);
    scene_floor(&scene, 2, 0, 2, 2, 0.3);    /* a step of 2 m */
    scene_floor(&scene, 0, 2.0005, 2, 2, 0); /* a crack of 2 m */
    scene_floor(&scene, 9, 0, 0.5, 0.5, 0);  /* too small */
    scene_quad(&scene, (cw_vec3){0, 1, 0}, (cw_vec3){1, 1, 0}, (cw_vec3){1, 1, 1},
               (cw_vec3){0, 1, 1}); /* a wall of 1 m */
    cw_extraction_report report = extract(&scene, &config);
    assert_int_equal(cw_extraction_trace(context, &scene, &config, &marks), CW_OK);
    assert_true(fabs(sum_marks(&marks, CW_MARK_DROPPED) - 0.25) < 1e-6);
    assert_true(fabs(sum_marks(&marks, CW_MARK_DROPPED) - report.dropped_area) < 1e-9);
    assert_true(fabs(sum_marks(&marks, CW_MARK_BRIDGED) - 0.001) < 1e-6);
    assert_true(fabs(sum_marks(&marks, CW_MARK_STEP) - report.step_length) < 1e-9);
    assert_true(fabs(sum_marks(&marks, CW_MARK_BARRIER) - 1) < 1e-6);
    assert_true(sum_marks(&marks, CW_MARK_FILLED) == 0);
    cw_extraction_marks_free(context, &marks);
    const cw_vec3 from = {1, 0.5, 0};
    config.from = &from;
    config.from_count = 1;
    assert_int_equal(cw_extraction_trace(context, &scene, &config, &marks), CW_OK);
    assert_true(fabs(sum_marks(&marks, CW_MARK_UNREACHED) - 0.25) < 1e-6);
    cw_extraction_marks_free(context, &marks);
}

TEST(holes_are_filled_when_asked) {
    OWNED(cw_scene) scene = {0};
    cw_extraction_config config = cw_extraction_config_default();
    /* A tilted floor with a post of 0.4 m x 0.5 m in it, and a well of 1 m x 1 m. */
    scene_quad(&scene, (cw_vec3){0, 0, 0}, (cw_vec3){8, 0, 0.8}, (cw_vec3){8, 8, 0.8},
               (cw_vec3){0, 8, 0});
    scene_floor(&scene, 2, 2, 0.4, 0.5, 1.5);
    scene_floor(&scene, 5, 5, 1, 1, 1.5);
    cw_extraction_report report = extract(&scene, &config);
    assert_true(fabs(report.area - 63.8) < 1e-5);
    assert_int_equal(report.filled_count, 0);
    config.min_hole = 0.5;
    report = extract(&scene, &config);
    assert_int_equal(report.filled_count, 1);
    assert_true(fabs(report.filled_area - 0.2) < 1e-5);
    assert_true(fabs(report.area - 64) < 1e-5);
    config.min_hole = 5;
    report = extract(&scene, &config);
    assert_int_equal(report.filled_count, 2);
    assert_true(fabs(report.area - 65) < 1e-5);
}

TEST(objects_may_be_left_out) {
    cw_scene scene = {0};
    cw_extraction_config config = strict_config();
    scene_floor(&scene, 0, 0, 4, 4, 0);
    uint32_t object, first = scene.triangle_count;
    assert_int_equal(cw_scene_add_object(context, &scene, "slab", 7, &object), CW_OK);
    scene_floor(&scene, 1, 1, 2, 2, 1);
    scene.triangle_object[first] = scene.triangle_object[first + 1] = object;
    assert_true(fabs(extract(&scene, &config).area - 16) < 1e-5);
    scene.objects[object].left_out = true;
    cw_extraction_report report = extract(&scene, &config);
    assert_int_equal(report.left_out_count, 2);
    assert_int_equal(report.face_count, 2);
    assert_int_equal(report.component_count, 1);
    assert_string_equal(scene.objects[object].name, "slab");
    cw_scene_free(context, &scene);
    cw_scene_free(context, &scene);
}

TEST(what_cannot_be_used_is_refused_with_the_reason) {
    OWNED(cw_scene) scene = {0};
    cw_surface surface;
    cw_extraction_config config = strict_config();
    assert_int_equal(cw_surface_from_scene(context, &scene, &config, &surface, NULL),
                     CW_ERROR_INPUT);
    scene_floor(&scene, 0, 0, 4, 4, 0);
    config.step = 1;
    assert_int_equal(cw_surface_from_scene(context, &scene, &config, &surface, NULL),
                     CW_ERROR_ARGUMENT);
    assert_non_null(strstr(cw_context_message(context), "half of the height"));
    static const struct {
        size_t offset;
        double value;
    } wrong[] = {{offsetof(cw_extraction_config, height), 0},
                 {offsetof(cw_extraction_config, height), NAN},
                 {offsetof(cw_extraction_config, step), -0.1},
                 {offsetof(cw_extraction_config, slope), 1.6},
                 {offsetof(cw_extraction_config, gap), 0.06},
                 {offsetof(cw_extraction_config, min_island), -1}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        config = strict_config();
        memcpy((char *)&config + wrong[i].offset, &wrong[i].value, sizeof(double));
        assert_int_equal(cw_surface_from_scene(context, &scene, &config, &surface, NULL),
                         CW_ERROR_ARGUMENT);
    }
    config = strict_config();
    cw_vec3 seed = {50, 0, 0};
    config.from = &seed;
    config.from_count = 1;
    assert_int_equal(cw_surface_from_scene(context, &scene, &config, &surface, NULL),
                     CW_ERROR_INPUT);
    assert_non_null(strstr(cw_context_message(context), "to start from"));
    config.from = NULL;
    assert_int_equal(cw_surface_from_scene(context, &scene, &config, &surface, NULL),
                     CW_ERROR_ARGUMENT);
    config = strict_config();
    config.min_island = 100;
    assert_int_equal(cw_surface_from_scene(context, &scene, &config, &surface, NULL),
                     CW_ERROR_INPUT);
    config.lattice.step = 0x1p-40;
    assert_int_not_equal(cw_surface_from_scene(context, &scene, &config, &surface, NULL), CW_OK);
    scene.positions[0].z = INFINITY;
    assert_int_equal(cw_surface_from_scene(context, &scene, NULL, &surface, NULL), CW_ERROR_INPUT);
    scene.positions[0].z = 0;
    scene.corners[0] = 99;
    assert_int_equal(cw_surface_from_scene(context, &scene, NULL, &surface, NULL), CW_ERROR_INPUT);
}

/// Whether two surfaces are the same but for where their lattices begin.
static void assert_same(const cw_surface *a, const cw_surface *b) {
    assert_int_equal(a->triangle_count, b->triangle_count);
    assert_int_equal(a->vertex_count, b->vertex_count);
    assert_int_equal(a->terrain.triangle_count, b->terrain.triangle_count);
    assert_memory_equal(a->points, b->points, a->vertex_count * sizeof *a->points);
    assert_memory_equal(a->corners, b->corners, 3 * a->triangle_count * sizeof *a->corners);
    assert_memory_equal(a->twins, b->twins, 3 * a->triangle_count * sizeof *a->twins);
    assert_memory_equal(a->terrain.corners, b->terrain.corners,
                        3 * a->terrain.triangle_count * sizeof *a->terrain.corners);
    assert_memory_equal(a->terrain.twins, b->terrain.twins,
                        3 * a->terrain.triangle_count * sizeof *a->terrain.twins);
}

static void make_mixed(cw_scene *scene) {
    assert_int_equal(cw_scene_boxes(context, 12, 14, 4, scene), CW_OK);
    assert_int_equal(cw_scene_tiles(context, 12, 0, 4, scene), CW_OK);
    assert_int_equal(cw_scene_stair(context, CW_STAIR_CRACKED, 0.3, scene), CW_OK);
    assert_int_equal(cw_scene_soup(context, 40, 12, 5, 4, scene), CW_OK);
}

TEST(the_order_of_faces_does_not_matter) {
    for (uint64_t seed = 1; seed <= 5; seed++) {
        OWNED(cw_scene) scene = {0};
        OWNED(cw_surface) first, second;
        make_mixed(&scene);
        assert_int_equal(cw_surface_from_scene(context, &scene, NULL, &first, NULL), CW_OK);
        scene_shuffle(&scene, seed);
        assert_int_equal(cw_surface_from_scene(context, &scene, NULL, &second, NULL), CW_OK);
        assert_same(&first, &second);
    }
}

TEST(a_scene_moved_by_whole_steps_is_the_same) {
    OWNED(cw_scene) scene = {0};
    OWNED(cw_surface) first, second;
    make_mixed(&scene);
    /* Places that are doubles far from the origin too. */
    for (uint32_t i = 0; i < scene.position_count; i++) {
        cw_vec3 *p = &scene.positions[i];
        *p = (cw_vec3){floor(p->x * 0x1p20) * 0x1p-20, floor(p->y * 0x1p20) * 0x1p-20,
                       floor(p->z * 0x1p20) * 0x1p-20};
    }
    cw_extraction_config config = cw_extraction_config_default();
    assert_int_equal(cw_surface_from_scene(context, &scene, &config, &first, NULL), CW_OK);
    for (uint32_t i = 0; i < scene.position_count; i++) {
        scene.positions[i].x += 4096;
        scene.positions[i].y -= 1000;
        scene.positions[i].z += 512.5;
    }
    config.lattice = (cw_surface_config){first.lattice.step, first.lattice.origin_x + 4096,
                                         first.lattice.origin_y - 1000, 0};
    assert_int_equal(cw_surface_from_scene(context, &scene, &config, &second, NULL), CW_OK);
    assert_same(&first, &second);
}

TEST(workers_do_not_change_a_byte) {
    OWNED(cw_scene) scene = {0};
    cw_surface first, second;
    make_mixed(&scene);
    assert_int_equal(cw_surface_from_scene(context, &scene, NULL, &first, NULL), CW_OK);
    for (uint32_t workers = 2; workers <= 7; workers += 5) {
        cw_context_config config = cw_context_config_default();
        cw_context *many;
        config.workers = workers;
        assert_int_equal(cw_context_create(&config, &many), CW_OK);
        assert_int_equal(cw_surface_from_scene(many, &scene, NULL, &second, NULL), CW_OK);
        assert_same(&first, &second);
        assert_memory_equal(first.positions, second.positions,
                            first.vertex_count * sizeof *first.positions);
        cw_surface_free(many, &second);
        cw_context_free(many);
    }
    cw_surface_free(context, &first);
}

static bool stop_later(void *user, const char *stage, double fraction) {
    (void)stage;
    (void)fraction;
    int *left = user;
    return (*left)-- > 0;
}

TEST(an_extraction_can_be_stopped_anywhere) {
    OWNED(cw_scene) scene = {0};
    make_mixed(&scene);
    bool done = false;
    for (int calls = 0; !done; calls++) {
        int left = calls;
        cw_context_config config = cw_context_config_default();
        cw_context *own;
        cw_surface surface;
        config.progress = stop_later;
        config.user = &left;
        assert_int_equal(cw_context_create(&config, &own), CW_OK);
        cw_status status = cw_surface_from_scene(own, &scene, NULL, &surface, NULL);
        assert_true(status == CW_OK || status == CW_ERROR_CANCELLED);
        done = status == CW_OK;
        cw_surface_free(own, &surface);
        cw_context_free(own);
    }
}

TEST(a_lack_of_memory_is_told_and_nothing_is_lost) {
    cw_extraction_config config = cw_extraction_config_default();
    tight_memory tight;
    tight_open(&tight);
    config.min_hole = 50; // and holes are filled
    while (tight_next(&tight)) {
        cw_scene scene = {0};
        cw_surface surface = {0};
        cw_status status = cw_scene_stair(tight.context, CW_STAIR_CRACKED, 0.3, &scene);
        status = status != CW_OK ? status : cw_scene_boxes(tight.context, 1, 6, 1, &scene);
        status = status != CW_OK
                     ? status
                     : cw_surface_from_scene(tight.context, &scene, &config, &surface, NULL);
        cw_surface_free(tight.context, &surface);
        cw_scene_free(tight.context, &scene);
        tight_tried(&tight, status);
    }
    tight_close(&tight, 100);
}

TEST_GROUP(make_context, free_context);
