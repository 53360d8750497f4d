/// Scenes whose walkable surface is known, against that and against both oracles; and cracks.
#include "scene_checks.h"
#include "test.h"
#include "test_owned.h"

/// Square metres by which an area may differ from the known one: borders are within a step of the
/// lattice of where they should be.
#define AREA_SLACK 1e-4

static const double STAIR_AREA =
    CW_STAIR_WIDTH * (2 * CW_STAIR_LANDING + CW_STAIR_TREADS * CW_STAIR_TREAD);

static void check_stair(cw_stair_kind kind, double angle) {
    OWNED(cw_scene) scene = {0};
    OWNED(cw_surface) surface;
    cw_extraction_report report;
    cw_extraction_config config = strict_config();
    config.gap = kind == CW_STAIR_CRACKED ? 0.002 : 0;
    assert_int_equal(cw_scene_stair(context, kind, angle, &scene), CW_OK);
    extract_and_validate(&scene, &config, &surface, &report);
    if (report.component_count != 1 || fabs(report.area - STAIR_AREA) > AREA_SLACK) {
        fail_msg("stair of kind %d turned by %g: %u parts, %.6f of %.6f square metres", kind, angle,
                 report.component_count, report.area, STAIR_AREA);
    }
    if (kind != CW_STAIR_CRACKED) {
        assert_as_defined(&scene, &config, &surface, 3000, 2000);
        assert_int_equal(scene_count_misfits(&surface, config.height), 0);
    }
}

TEST(a_stair_is_one_floor_however_it_is_built) {
    for (int kind = 0; kind < CW_STAIR_KIND_COUNT; kind++) {
        check_stair((cw_stair_kind)kind, 0);
        check_stair((cw_stair_kind)kind, 0.5);
    }
}

TEST(tiles_in_one_plane_are_one_floor) {
    for (int tilted = 0; tilted < 2; tilted++) {
        OWNED(cw_scene) scene = {0};
        OWNED(cw_surface) surface;
        cw_extraction_report report;
        cw_extraction_config config = strict_config();
        assert_int_equal(cw_scene_tiles(context, 40, tilted ? 0.3 : 0, 5, &scene), CW_OK);
        extract_and_validate(&scene, &config, &surface, &report);
        assert_int_equal(report.component_count, 1);
        assert_as_defined(&scene, &config, &surface, 5000, 2000);
        assert_int_equal(scene_count_misfits(&surface, config.height), 0);
    }
}

TEST(a_ramp_comes_up_through_a_floor) {
    OWNED(cw_scene) scene = {0};
    OWNED(cw_surface) surface;
    cw_extraction_report report;
    cw_extraction_config config = strict_config();
    assert_int_equal(cw_scene_ramp_through(context, &scene), CW_OK);
    extract_and_validate(&scene, &config, &surface, &report);
    /* The floor, less what the ramp (from 0 to 2 m above it: 4 m x 2 m), the low slab and the table
       cover; the ramp above the floor, both slabs and the table. */
    double area = 144 - 8 - 6 - 2 + 12 + 6 + 6 + 2;
    assert_true(fabs(report.area - area) < AREA_SLACK);
    assert_int_equal(report.component_count, 4);
    assert_as_defined(&scene, &config, &surface, 8000, 4000);
}

TEST(a_thin_wall_bars_the_way_by_its_height) {
    OWNED(cw_scene) scene = {0};
    OWNED(cw_surface) surface;
    cw_extraction_report report;
    cw_extraction_config config = strict_config();
    assert_int_equal(cw_scene_thin_walls(context, &scene), CW_OK);
    extract_and_validate(&scene, &config, &surface, &report);
    assert_true(fabs(report.area - 400) < AREA_SLACK);
    assert_true(fabs(report.barrier_length - 8 * 1.5) < AREA_SLACK);
    assert_int_equal(report.component_count, 1);
    assert_as_defined(&scene, &config, &surface, 4000, 40000);
}

/// A side of a fence: rows of corners anywhere on one upright plane, so that rounding moves each to
/// one side of it or the other.
static void add_fence(cw_scene *scene, cw_vec2 a, cw_vec2 b, bool single, cw_random *random) {
    enum { COLUMNS = 7, ROWS = 4 };
    cw_vec3 corners[ROWS * COLUMNS];
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        int row = i / COLUMNS, column = i % COLUMNS;
        bool end = column == 0 || column == COLUMNS - 1;
        double u = (column + (end ? 0 : cw_random_range(random, -0.4, 0.4))) / (COLUMNS - 1);
        double z = row + (row == 0 ? 0 : cw_random_range(random, -0.4, 0.4));
        corners[i] = (cw_vec3){a.x + (b.x - a.x) * u, a.y + (b.y - a.y) * u, 0.8 * z};
        if (single) {
            corners[i] = (cw_vec3){(float)corners[i].x, (float)corners[i].y, (float)corners[i].z};
        }
    }
    uint32_t first;
    assert_int_equal(cw_scene_add_positions(context, scene, corners, ROWS * COLUMNS, &first),
                     CW_OK);
    for (uint32_t i = 0; i + COLUMNS < ROWS * COLUMNS; i++) {
        uint32_t faces[6] = {i, i + 1, i + COLUMNS, i + 1, i + COLUMNS + 1, i + COLUMNS};
        if ((i + 1) % COLUMNS != 0) {
            assert_int_equal(cw_scene_add_triangles(context, scene, CW_NONE, faces, 2, first),
                             CW_OK);
        }
    }
}

TEST(a_fence_without_thickness_has_no_gaps) {
    for (uint64_t seed = 1; seed <= 40; seed++) {
        OWNED(cw_scene) scene = {0};
        OWNED(cw_surface) surface;
        cw_extraction_report report;
        cw_extraction_config config = cw_extraction_config_default();
        cw_random random = {seed};
        double radius = cw_random_range(&random, 3, 30), turn = cw_random_range(&random, 0, 6);
        cw_vec3 floor[4] = {{-40, -40, 0}, {40, -40, 0}, {40, 40, 0}, {-40, 40, 0}};
        uint32_t first, faces[6] = {0, 1, 2, 0, 2, 3}, sides = 3 + (uint32_t)seed % 4;
        assert_int_equal(cw_scene_add_positions(context, &scene, floor, 4, &first), CW_OK);
        assert_int_equal(cw_scene_add_triangles(context, &scene, CW_NONE, faces, 2, first), CW_OK);
        for (uint32_t k = 0; k < sides; k++) {
            double from = turn + 2 * 3.14159265358979 * k / sides;
            double to = turn + 2 * 3.14159265358979 * ((k + 1) % sides) / sides;
            add_fence(&scene, (cw_vec2){radius * cos(from), radius * sin(from)},
                      (cw_vec2){radius * cos(to), radius * sin(to)}, seed % 2 == 0, &random);
        }
        extract_and_validate(&scene, &config, &surface, &report);
        if (report.component_count != 2) {
            fail_msg("fence %u: %u parts", (unsigned)seed, report.component_count);
        }
    }
}

/// A corner one step of the lattice beside the plane of a wall: both of the sides that run along it
/// may be equally long, and the wall stands on them all the same.
TEST(a_wall_with_a_corner_one_step_off_has_no_gap) {
    for (int i = 0; i < 9; i++) {
        OWNED(cw_scene) scene = {0};
        OWNED(cw_surface) surface;
        cw_extraction_report report;
        cw_extraction_config config = cw_extraction_config_default();
        double d = 0x1p-26;
        cw_vec3 places[10] = {{0, -1, 0},  {10, -1, 0},
                              {10, 10, 0}, {0, 10, 0},
                              {5, -1, 4},  {5, -1, 0},
                              {5, 0, 0},   {5, 10, 0},
                              {5, 10, 4},  {5 + d * (i % 3 - 1), d * (i / 3 - 1), 4}};
        uint32_t first, faces[18] = {0, 1, 2, 0, 2, 3, 4, 5, 9, 9, 5, 6, 9, 6, 7, 9, 7, 8};
        assert_int_equal(cw_scene_add_positions(context, &scene, places, 10, &first), CW_OK);
        assert_int_equal(cw_scene_add_triangles(context, &scene, CW_NONE, faces, 6, first), CW_OK);
        extract_and_validate(&scene, &config, &surface, &report);
        assert_int_equal(report.component_count, 2);
    }
}

/// Walls two to three steps of the lattice wide in plan, which rounding pinches here and there.
TEST(a_wall_wider_than_two_steps_has_no_gap) {
    static const cw_vec3 places[10] = {{7.3903947549620028, -3.2606848001347983, 0},
                                       {-3.1029170293622794, 7.4580095138645106, 0},
                                       {-7.3903947549620028, 3.2606848001347983, 0},
                                       {3.1029170293622794, -7.4580095138645106, 0},
                                       {5.596432951639617, -5.7166369376639761, 0},
                                       {-1.6081457491644946, 1.6426866190255505, 0},
                                       {-5.596432951639617, 5.7166369525651373, 0},
                                       {5.5964329814419393, -5.7166369227628149, 4},
                                       {-0.94151257390093812, 0.96173504097578055, 4},
                                       {-5.5964329963431005, 5.7166369227628149, 4}};
    static const uint32_t faces[18] = {4, 5, 8, 4, 8, 7, 0, 1, 2, 0, 2, 3, 6, 9, 8, 5, 6, 8};
    OWNED(cw_scene) scene = {0};
    OWNED(cw_surface) surface;
    cw_extraction_report report;
    cw_extraction_config config = cw_extraction_config_default();
    uint32_t first;
    assert_int_equal(cw_scene_add_positions(context, &scene, places, 10, &first), CW_OK);
    assert_int_equal(cw_scene_add_triangles(context, &scene, CW_NONE, faces, 6, first), CW_OK);
    extract_and_validate(&scene, &config, &surface, &report);
    assert_int_equal(report.component_count, 2);
}

static void check_boxes(bool solids) {
    OWNED(cw_scene) scene = {0};
    OWNED(cw_surface) surface;
    cw_extraction_report report;
    cw_extraction_config config = strict_config();
    config.solids = solids;
    assert_int_equal(cw_scene_boxes(context, 60, 25, 3, &scene), CW_OK);
    extract_and_validate(&scene, &config, &surface, &report);
    assert_int_equal(report.closed_shell_count, 60);
    assert_int_equal(report.open_shell_count, 1);
    assert_as_defined(&scene, &config, &surface, 10000, 10000);
    assert_int_equal(scene_count_misfits(&surface, config.height), 0);
}

TEST(boxes_pushed_through_a_floor_are_obstacles) {
    check_boxes(true);
    check_boxes(false);
}

TEST(storeys_do_not_know_of_each_other) {
    OWNED(cw_scene) scene = {0};
    OWNED(cw_surface) surface;
    cw_extraction_report report;
    cw_extraction_config config = strict_config();
    assert_int_equal(cw_scene_storeys(context, 5, 9, &scene), CW_OK);
    extract_and_validate(&scene, &config, &surface, &report);
    assert_as_defined(&scene, &config, &surface, 5000, 3000);
}

/// Where a piece of floor is laid.
typedef struct site {
    double turn; ///< radians
    double far;  ///< metres from the origin
} site;

/// Adds a floor with four corners, counter-clockwise; (x, y) is turned and moved, and rounded as a
/// file with single precision does.
static void add_piece(cw_scene *scene, site at, const cw_vec3 corners[4]) {
    static const uint32_t indices[6] = {0, 1, 2, 0, 2, 3};
    double c = cos(at.turn), s = sin(at.turn);
    cw_vec3 places[4];
    uint32_t first;
    for (int k = 0; k < 4; k++) {
        cw_vec3 p = corners[k];
        places[k].x = (double)(float)(c * p.x - s * p.y + at.far);
        places[k].y = (double)(float)(s * p.x + c * p.y - at.far);
        places[k].z = (double)(float)p.z;
    }
    assert_int_equal(cw_scene_add_positions(context, scene, places, 4, &first), CW_OK);
    assert_int_equal(cw_scene_add_triangles(context, scene, CW_NONE, indices, 2, first), CW_OK);
}

/// 16 tiles with cracks of a width between them, every second row shifted, rising along x and y.
static void check_tiles(site at, double crack, double shift, double rise) {
    OWNED(cw_scene) scene = {0};
    OWNED(cw_surface) surface;
    cw_extraction_report report;
    cw_extraction_config config = strict_config();
    config.gap = 0.001;
    for (int i = 0; i < 16; i++) {
        double y = i / 4, x = i % 4 + (i / 4 % 2) * shift, z = rise * (i % 4 + y), side = 1 - crack;
        add_piece(
            &scene, at,
            (cw_vec3[4]){{x, y, z}, {x + side, y, z}, {x + side, y + side, z}, {x, y + side, z}});
    }
    extract_and_validate(&scene, &config, &surface, &report);
    if (report.component_count != 1 || count_borders(&surface) != 1) {
        fail_msg("cracks of %g m, turned by %g, %g m away, shifted by %g, rising %g: %u parts, %u "
                 "borders",
                 crack, at.turn, at.far, shift, rise, report.component_count,
                 count_borders(&surface));
    }
}

/// Cracks up to the gap, and as wide as it, which rounding makes wider, are closed: also where they
/// cross, between floors that are more than a step apart in all.
TEST(tiles_with_cracks_are_one_floor_without_holes) {
    static const site sites[] = {{0, 0}, {0.7, 0}, {0, 40}, {2.3, 40}};
    for (size_t i = 0; i < sizeof sites / sizeof *sites; i++) {
        for (int half = 1; half <= 2; half++) {
            check_tiles(sites[i], 0.0005 * half, 0, 0);
            check_tiles(sites[i], 0.0005 * half, 0.37, 0);
            check_tiles(sites[i], 0.0005 * half, 0, 0.17);
            check_tiles(sites[i], 0.0005 * half, 0, 0.3);
            check_tiles(sites[i], 0.0005 * half, 0.37, 0.1);
        }
    }
}

/// Two floors along a crack that may open and rise; the first is cut into pieces. The second begins
/// and ends at `from` and `to` along the first, which goes from 0 to 3.
typedef struct crack {
    double from, to;
    double width[2], rise[2]; ///< at both ends of the second floor
} crack;

/// Along how much of the crack a walker can step over it at all, and along how much of that it is
/// narrow enough; in thousandths of a metre.
static void measure_crack(const crack *between, double gap, double step, int *low, int *narrow) {
    *low = *narrow = 0;
    for (int i = 0; i < 3000; i++) {
        double share = (i / 1000.0 - between->from) / (between->to - between->from);
        double width = between->width[0] + share * (between->width[1] - between->width[0]);
        double rise = between->rise[0] + share * (between->rise[1] - between->rise[0]);
        bool beside = share >= 0 && share <= 1 && fabs(rise) <= step;
        *low += beside;
        *narrow += beside && width <= gap;
    }
}

static void check_crack(const crack *between, site at, int pieces) {
    OWNED(cw_scene) scene = {0};
    OWNED(cw_surface) surface;
    cw_extraction_report report;
    cw_extraction_config config = strict_config();
    int low, narrow;
    config.gap = 0.01;
    for (int i = 0; i < pieces; i++) {
        double a = 3.0 * i / pieces, b = 3.0 * (i + 1) / pieces;
        add_piece(&scene, at, (cw_vec3[4]){{a, -2, 0}, {b, -2, 0}, {b, 0, 0}, {a, 0, 0}});
    }
    const double *wide = between->width, *rise = between->rise;
    add_piece(&scene, at,
              (cw_vec3[4]){{between->from, wide[0], rise[0]},
                           {between->to, wide[1], rise[1]},
                           {between->to, 2, rise[1]},
                           {between->from, 2, rise[0]}});
    extract_and_validate(&scene, &config, &surface, &report);
    measure_crack(between, config.gap + 2e-5, config.step + 1e-6, &low, &narrow);
    bool joined = report.component_count == 1;
    if ((joined && narrow == 0) || (!joined && narrow > 10 && narrow > 0.55 * low)) {
        fail_msg("crack from %g to %g, %g to %g wide, rising from %g to %g, %d pieces: %u parts",
                 between->from, between->to, wide[0], wide[1], rise[0], rise[1], pieces,
                 report.component_count);
    }
}

/// A crack is a way only where it is no wider than the gap and rises no more than a step, and is
/// one if most of what a walker could step over is narrow enough.
TEST(cracks_are_ways_where_they_are_narrow_and_low) {
    for (uint64_t seed = 1; seed <= 200; seed++) {
        cw_random random = {seed};
        crack between = {.from = cw_random_range(&random, -1, 1)};
        between.to = between.from + cw_random_range(&random, 2, 4);
        between.width[0] = cw_random_range(&random, 0, 0.02);
        between.width[1] = seed % 2 ? between.width[0] : cw_random_range(&random, 0, 0.02);
        between.rise[0] = cw_random_range(&random, -0.8, 0.8);
        between.rise[1] = seed % 3 ? between.rise[0] : cw_random_range(&random, -0.8, 0.8);
        site at = {cw_random_range(&random, 0, 6), 10};
        check_crack(&between, at, 1 + (int)(seed % 3));
    }
}

TEST_GROUP(make_context, free_context);
