/// Scenes by sampling against the exact way: areas, floors, borders, heights, both validators.
#include "scene_checks.h"
#include "surface_match.h"
#include "test.h"
#include "test_owned.h"

/// What a scene may differ by.
typedef struct limits {
    double area;   ///< share
    double border; ///< pixels
} limits;

static const limits USUAL = {0.005, 1.5};
static void sample_and_validate(const cw_scene *scene, const cw_extraction_config *extraction,
                                const cw_layers_config *config, cw_surface *surface,
                                cw_extraction_report *report) {
    OWNED(cw_layers) layers;
    OWNED(cw_navmesh) mesh = {0};
    cw_status status = cw_layers_from_scene(context, scene, extraction, config, &layers, report);
    status = status != CW_OK
                 ? status
                 : cw_layers_validate(context, &layers, extraction->height, extraction->step);
    status = status != CW_OK
                 ? status
                 : cw_surface_from_layers(context, &layers, extraction, config, surface, report);
    status = status != CW_OK ? status : cw_surface_validate(context, surface);
    status = status != CW_OK ? status : cw_navmesh_build(context, surface, NULL, &mesh);
    status = status != CW_OK ? status : cw_navmesh_validate(context, &mesh);
    if (status != CW_OK) {
        fail_msg("%s: %s", cw_status_string(status), cw_context_message(context));
    }
}

/// Both ways, and what they may differ by.
static void check_with(const char *name, const cw_scene *scene, cw_extraction_config extraction,
                       cw_layers_config config, limits most) {
    OWNED(cw_surface) exact = {0}, sampled = {0};
    cw_extraction_report report;
    assert_int_equal(cw_surface_from_scene(context, scene, &extraction, &exact, NULL), CW_OK);
    sample_and_validate(scene, &extraction, &config, &sampled, &report);
    surface_match match = match_surfaces(&sampled, &exact, config.pixel, extraction.step);
    bool same = fabs(match.area / match.other_area - 1) <= most.area && match.same_parts &&
                match.mixed == 0 && match.border <= most.border * config.pixel &&
                match.height <= config.height_error + 1e-4 && match.missing == 0 &&
                match.between <= config.height_error + config.pixel;
    if (!same || getenv("CW_SHOW") != NULL) {
        print_message(
            "%s: area %.3f of %.3f (%+.2f %%), parts %u of %u, %u mixed, border %.2f "
            "pixels at (%g, %g, %g), heights %.4f at (%g, %g) and %.4f, %u of %u missing\n",
            name, match.area, match.other_area, 100 * (match.area / match.other_area - 1),
            match.parts, match.other_parts, match.mixed, match.border / config.pixel,
            match.border_x, match.border_y, match.border_z, match.height, match.height_x,
            match.height_y, match.between, match.missing, match.asked);
    }
    assert_true(same);
}

static void check(const char *name, const cw_scene *scene, limits most) {
    cw_extraction_config extraction = cw_extraction_config_default();
    extraction.min_island = extraction.min_width = 0;
    check_with(name, scene, extraction, cw_layers_config_default(), most);
}

TEST(stairs_of_all_kinds) {
    for (int kind = 0; kind < CW_STAIR_KIND_COUNT; kind++) {
        for (int turned = 0; turned < 2; turned++) {
            char name[64];
            OWNED(cw_scene) scene = {0};
            snprintf(name, sizeof name, "stair of kind %d, turned %d", kind, turned);
            assert_ok(cw_scene_stair(context, (cw_stair_kind)kind, turned ? 0.5 : 0, &scene));
            cw_extraction_config extraction = cw_extraction_config_default();
            extraction.gap = 0.002;
            check_with(name, &scene, extraction, cw_layers_config_default(), USUAL);
        }
    }
}

TEST(ramps_tiles_walls_and_boxes) {
    cw_scene scenes[6] = {0};
    static const char *const names[6] = {"tiles",      "tilted tiles", "ramp",
                                         "thin walls", "boxes",        "tall boxes"};
    assert_int_equal(cw_scene_tiles(context, 40, 0, 5, &scenes[0]), CW_OK);
    assert_int_equal(cw_scene_tiles(context, 40, 0.3, 5, &scenes[1]), CW_OK);
    assert_int_equal(cw_scene_ramp_through(context, &scenes[2]), CW_OK);
    assert_int_equal(cw_scene_thin_walls(context, &scenes[3]), CW_OK);
    assert_int_equal(cw_scene_boxes(context, 60, 25, 3, &scenes[4]), CW_OK);
    assert_int_equal(cw_scene_boxes(context, 40, 40, 5, &scenes[5]), CW_OK);
    for (int i = 0; i < 6; i++) {
        check(names[i], &scenes[i], USUAL);
        cw_scene_free(context, &scenes[i]);
    }
}

static void add_triangles(cw_scene_triangles *from, cw_scene *scene) {
    uint32_t first;
    assert_ok(
        cw_scene_add_positions(context, scene, from->positions, from->position_count, &first));
    assert_ok(cw_scene_add_triangles(context, scene, CW_NONE, from->corners, from->triangle_count,
                                     first));
    cw_scene_triangles_free(context, from);
}

TEST(floors_over_each_other) {
    cw_scene_triangles spiral, bridge, hills;
    cw_scene scenes[4] = {0};
    static const char *const names[4] = {"spiral", "bridge", "hills", "30 storeys"};
    assert_int_equal(cw_scene_ramp(context, 4, 24, &spiral), CW_OK);
    assert_int_equal(cw_scene_bridge(context, &bridge), CW_OK);
    assert_int_equal(cw_scene_hills(context, 24, 3, &hills), CW_OK);
    add_triangles(&spiral, &scenes[0]);
    add_triangles(&bridge, &scenes[1]);
    add_triangles(&hills, &scenes[2]);
    assert_int_equal(cw_scene_storeys(context, 30, 9, &scenes[3]), CW_OK);
    for (int i = 0; i < 4; i++) {
        check(names[i], &scenes[i], USUAL);
        cw_scene_free(context, &scenes[i]);
    }
}

TEST(a_cave) {
    OWNED(cw_scene) scene = {0};
    assert_int_equal(cw_scene_cave(context, 40, 0.5, 1, &scene), CW_OK);
    check("cave", &scene, USUAL);
}

TEST_GROUP(make_context, free_context);
