/// Scenes whose walkable surface is known, against that and against both oracles.
#include "scene_checks.h"
#include "test.h"
#include "test_context.h"
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

TEST_GROUP(make_context, free_context);
