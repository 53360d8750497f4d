/// Sampling: layers, one floor, seeds, snapping, soups; what is refused; and what never matters:
/// the order of faces, the number of workers, a lack of memory.
#include "failing_allocator.h"
#include "made.h"
#include "scene_checks.h"
#include "surface_match.h"
#include "test.h"
#include "test_owned.h"

/// Rough ground: humps of 10 cm every 40 cm, nowhere as steep as a floor may be.
static void make_rough_ground(cw_scene *scene) {
    enum { SIDE = 49 };
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        uint32_t x = i % SIDE, y = i / SIDE, first;
        cw_vec3 p = {0.2 * x, 0.2 * y, 0.1 * ((x + y) % 2)};
        assert_ok(cw_scene_add_positions(context, scene, &p, 1, &first));
    }
    for (uint32_t i = 0; i < (SIDE - 1) * (SIDE - 1); i++) {
        uint32_t a = i / (SIDE - 1) * SIDE + i % (SIDE - 1);
        uint32_t corners[6] = {a, a + 1, a + SIDE + 1, a, a + SIDE + 1, a + SIDE};
        assert_ok(cw_scene_add_triangles(context, scene, CW_NONE, corners, 2, 0));
    }
}

TEST(rough_ground_under_coarse_pixels_has_no_steps) {
    OWNED(cw_scene) scene = {0};
    OWNED(cw_surface) surface = {0};
    cw_extraction_report report;
    cw_layers_config config = cw_layers_config_default();
    config.pixel = 0.3;
    make_rough_ground(&scene);
    assert_ok(cw_surface_sample_scene(context, &scene, NULL, &config, &surface, &report));
    assert_int_equal(report.step_count, 0);
    assert_int_equal(report.component_count, 1);
    assert_true(fabs(report.area / (9.6 * 9.6) - 1) < 0.005);
}

/// A house: a floor of 10 m x 6 m, and over half of it a roof at 3 m.
static void make_house(cw_scene *scene) {
    scene_floor(scene, 0, 0, 10, 6, 0);
    scene_floor(scene, 0, 0, 5, 6, 3);
}

TEST(a_floor_over_another_is_a_layer_of_its_own) {
    OWNED(cw_scene) scene = {0};
    cw_layers layers;
    cw_extraction_report report;
    make_house(&scene);
    assert_ok(cw_layers_from_scene(context, &scene, NULL, NULL, &layers, &report));
    assert_ok(cw_layers_validate(context, &layers, 2, 0.4));
    assert_int_equal(layers.layer_count, 2);
    assert_int_equal(layers.layer_samples[0], 6000);
    assert_int_equal(layers.layer_samples[1], 3000);
    assert_int_equal(report.component_count, 2);
    cw_layers_free(context, &layers);
    cw_layers_free(context, &layers);
}

TEST(a_spiral_is_cut_into_layers_about_as_long_as_a_turn) {
    OWNED(cw_scene) scene = {0};
    OWNED(cw_scene_triangles) spiral;
    OWNED(cw_layers) layers;
    uint32_t first;
    assert_int_equal(cw_scene_ramp(context, 5, 24, &spiral), CW_OK);
    assert_ok(
        cw_scene_add_positions(context, &scene, spiral.positions, spiral.position_count, &first));
    assert_ok(cw_scene_add_triangles(context, &scene, CW_NONE, spiral.corners,
                                     spiral.triangle_count, first));
    assert_ok(cw_layers_from_scene(context, &scene, NULL, NULL, &layers, NULL));
    assert_ok(cw_layers_validate(context, &layers, 2, 0.4));
    /* Each layer ends a pixel before it would be over itself, so five turns take six. */
    assert_int_equal(layers.layer_count, 6);
}

/// Ground, and over it a slanted ramp whose sides go down to it: where the ramp is high enough to
/// stand under, three floors end in one line.
static void make_ramp_with_sides(cw_scene *scene) {
    static const double u[6] = {0, 12, 12, 0, 12, 12}, v[6] = {-1, -1, 1, 1, -1, 1},
                        z[6] = {0, 4, 4, 0, 0, 0};
    static const uint32_t corners[15] = {0, 1, 2, 0, 2, 3, 0, 4, 1, 3, 2, 5, 4, 5, 2};
    cw_vec3 p[6];
    uint32_t first;
    for (int k = 0; k < 6; k++) {
        p[k] = (cw_vec3){0.96 * u[k] - 0.28 * v[k] - 6, 0.28 * u[k] + 0.96 * v[k] - 2, z[k]};
    }
    scene_floor(scene, -10, -10, 20, 20, 0);
    assert_ok(cw_scene_add_positions(context, scene, p, 6, &first));
    assert_ok(cw_scene_add_triangles(context, scene, CW_NONE, corners, 5, first));
}

TEST(a_slanted_border_of_three_floors_has_no_stairs) {
    OWNED(cw_scene) scene = {0};
    OWNED(cw_surface) surface = {0};
    make_ramp_with_sides(&scene);
    assert_ok(cw_surface_sample_scene(context, &scene, NULL, NULL, &surface, NULL));
    assert_ok(cw_surface_validate(context, &surface));
    OWNED(cw_navmesh) mesh = mesh_of_surface(context, &surface, NULL);
    assert_true(mesh.cell_count <= 20);
}

TEST(doubled_faces_count_once_and_left_out_ones_not) {
    OWNED(cw_scene) scene = {0};
    OWNED(cw_layers) layers;
    cw_extraction_report report;
    uint32_t object, first, corners[3] = {0, 1, 2};
    static const cw_vec3 tent[3] = {{1, 1, 1}, {3, 1, 1}, {1, 3, 1}};
    make_house(&scene);
    assert_ok(cw_scene_add_triangles(context, &scene, CW_NONE, scene.corners, 1, 0));
    assert_ok(cw_scene_add_object(context, &scene, "tent", 0, &object));
    scene.objects[object].left_out = true;
    assert_ok(cw_scene_add_positions(context, &scene, tent, 3, &first));
    assert_ok(cw_scene_add_triangles(context, &scene, object, corners, 1, first));
    assert_ok(cw_layers_from_scene(context, &scene, NULL, NULL, &layers, &report));
    assert_int_equal(report.doubled_count, 1);
    assert_int_equal(report.left_out_count, 1);
    assert_int_equal(layers.sample_count, 9000);
}

/// The area of a scene by sampling, with validators.
static double sampled_area(const cw_scene *scene, const cw_extraction_config *extraction,
                           const cw_layers_config *config, cw_extraction_report *report) {
    OWNED(cw_surface) surface;
    assert_ok(cw_surface_sample_scene(context, scene, extraction, config, &surface, report));
    assert_ok(cw_surface_validate(context, &surface));
    OWNED(cw_navmesh) mesh = mesh_of_surface(context, &surface, NULL);
    assert_ok(cw_navmesh_validate(context, &mesh));
    return cw_surface_area(&surface);
}

TEST(depth_takes_the_floor_of_the_seed_or_the_highest) {
    OWNED(cw_scene) scene = {0};
    cw_vec3 seed = {1, 1, 0};
    cw_extraction_config extraction = cw_extraction_config_default();
    cw_layers_config config = cw_layers_config_default();
    config.single = true;
    make_house(&scene);
    /* From above: the roof, and the floor beside it. */
    assert_float_equal(sampled_area(&scene, &extraction, &config, NULL), 60, 0.01);
    /* Below the ceiling: the floor, under the roof too. */
    config.ceiling = 2.5;
    assert_float_equal(sampled_area(&scene, &extraction, &config, NULL), 60, 0.01);
    OWNED(cw_surface) surface;
    assert_ok(cw_surface_sample_scene(context, &scene, &extraction, &config, &surface, NULL));
    for (uint32_t v = 0; v < surface.terrain.vertex_count; v++) {
        assert_float_equal(surface.terrain.positions[v].z, 0, 1e-6);
    }
    /* From a seed: what it reaches. */
    config.ceiling = INFINITY;
    extraction.from = &seed;
    extraction.from_count = 1;
    assert_float_equal(sampled_area(&scene, &extraction, &config, NULL), 60, 0.01);
    seed.z = 3;
    assert_float_equal(sampled_area(&scene, &extraction, &config, NULL), 30, 0.01);
    /* All floors of a seed. */
    cw_extraction_report report;
    config.single = false;
    assert_float_equal(sampled_area(&scene, &extraction, &config, &report), 30, 0.01);
    assert_int_equal(report.unreached_count, 1);
    assert_float_equal(report.unreached_area, 60, 0.01);
}

TEST(a_crack_that_splits_the_exact_floor_is_walked_over) {
    OWNED(cw_scene) scene = {0};
    OWNED(cw_surface) surface;
    cw_extraction_report exact, sampled;
    cw_extraction_config extraction = strict_config();
    assert_int_equal(cw_scene_stair(context, CW_STAIR_CRACKED, 0.3, &scene), CW_OK);
    assert_ok(cw_surface_from_scene(context, &scene, &extraction, &surface, &exact));
    double area = sampled_area(&scene, &extraction, NULL, &sampled);
    assert_true(exact.component_count > 10);
    assert_int_equal(sampled.component_count, 1);
    assert_true(fabs(area / exact.area - 1) < 0.006);
}

TEST(snapping_puts_borders_on_edges) {
    OWNED(cw_scene) scene = {0};
    cw_extraction_config extraction = cw_extraction_config_default();
    cw_layers_config config = cw_layers_config_default();
    OWNED(cw_surface) exact, coarse, snapped;
    assert_int_equal(cw_scene_boxes(context, 5, 20, 2, &scene), CW_OK);
    config.pixel = 0.25;
    assert_ok(cw_surface_from_scene(context, &scene, &extraction, &exact, NULL));
    assert_ok(cw_surface_sample_scene(context, &scene, &extraction, &config, &coarse, NULL));
    config.snap = true;
    assert_ok(cw_surface_sample_scene(context, &scene, &extraction, &config, &snapped, NULL));
    assert_ok(cw_surface_validate(context, &snapped));
    surface_match before = match_surfaces(&coarse, &exact, config.pixel, extraction.step);
    surface_match after = match_surfaces(&snapped, &exact, config.pixel, extraction.step);
    assert_true(after.mean_border < 0.4 * before.mean_border);
}

TEST(soups_give_valid_surfaces_or_none) {
    static const double pixels[4] = {0.1, 0.3, 0.5, 1};
    uint32_t made = 0;
    for (uint64_t seed = 1; seed <= 160; seed++) {
        OWNED(cw_scene) scene = {0};
        cw_extraction_config extraction = strict_config();
        cw_layers_config config = cw_layers_config_default();
        OWNED(cw_surface) surface = {0};
        OWNED(cw_navmesh) mesh = {0};
        extraction.solids = seed % 2 == 0;
        extraction.small_rises = seed % 3 == 0;
        extraction.both_sides = seed % 5 == 0;
        extraction.gap = seed % 7 == 0 ? 0.05 : 0;
        config.pixel = pixels[seed % 4];
        config.snap = seed % 6 == 0;
        config.single = seed % 11 == 0;
        assert_ok(cw_scene_soup(context, 8 + (uint32_t)(seed % 4) * 10, 8, (uint32_t)(seed % 5) + 1,
                                seed, &scene));
        cw_status status =
            cw_surface_sample_scene(context, &scene, &extraction, &config, &surface, NULL);
        if (status != CW_ERROR_INPUT) {
            status = status != CW_OK ? status : cw_surface_validate(context, &surface);
            status = status != CW_OK ? status : cw_navmesh_build(context, &surface, NULL, &mesh);
            status = status != CW_OK ? status : cw_navmesh_validate(context, &mesh);
            if (status != CW_OK) {
                fail_msg("soup %u: %s: %s", (unsigned)seed, cw_status_string(status),
                         cw_context_message(context));
            }
            made++;
        }
    }
    assert_true(made > 100);
}

static void make_mixed(cw_context *own, cw_scene *scene) {
    assert_int_equal(cw_scene_boxes(own, 12, 14, 4, scene), CW_OK);
    assert_int_equal(cw_scene_stair(own, CW_STAIR_CRACKED, 0.3, scene), CW_OK);
    assert_int_equal(cw_scene_soup(own, 40, 12, 5, 4, scene), CW_OK);
}

static void assert_same(const cw_surface *a, const cw_surface *b) {
    assert_int_equal(a->vertex_count, b->vertex_count);
    assert_int_equal(a->triangle_count, b->triangle_count);
    assert_int_equal(a->terrain.triangle_count, b->terrain.triangle_count);
    assert_memory_equal(a->points, b->points, a->vertex_count * sizeof *a->points);
    assert_memory_equal(a->corners, b->corners, 3 * a->triangle_count * sizeof *a->corners);
    assert_memory_equal(a->twins, b->twins, 3 * a->triangle_count * sizeof *a->twins);
    assert_memory_equal(a->terrain.positions, b->terrain.positions,
                        a->terrain.vertex_count * sizeof *a->terrain.positions);
}

TEST(neither_workers_nor_the_order_of_faces_change_a_byte) {
    OWNED(cw_scene) scene = {0};
    cw_surface first, second;
    make_mixed(context, &scene);
    assert_ok(cw_surface_sample_scene(context, &scene, NULL, NULL, &first, NULL));
    for (uint32_t workers = 2; workers <= 7; workers += 5) {
        cw_context_config config = cw_context_config_default();
        cw_context *many;
        config.workers = workers;
        assert_int_equal(cw_context_create(&config, &many), CW_OK);
        assert_ok(cw_surface_sample_scene(many, &scene, NULL, NULL, &second, NULL));
        assert_same(&first, &second);
        cw_surface_free(many, &second);
        cw_context_free(many);
    }
    scene_shuffle(&scene, 9);
    assert_ok(cw_surface_sample_scene(context, &scene, NULL, NULL, &second, NULL));
    assert_same(&first, &second);
    cw_surface_free(context, &first);
    cw_surface_free(context, &second);
}

static bool stop_later(void *user, const char *stage, double fraction) {
    int *left = user;
    assert_non_null(stage);
    assert_true(fraction >= 0 && fraction <= 1);
    return (*left)-- > 0;
}

TEST(sampling_can_be_stopped_anywhere) {
    OWNED(cw_scene) scene = {0};
    int calls = 0;
    make_mixed(context, &scene);
    for (bool done = false; !done; calls++) {
        int left = calls;
        cw_context_config config = cw_context_config_default();
        cw_context *stopped;
        cw_surface surface;
        config.progress = stop_later;
        config.user = &left;
        assert_int_equal(cw_context_create(&config, &stopped), CW_OK);
        cw_status status = cw_surface_sample_scene(stopped, &scene, NULL, NULL, &surface, NULL);
        assert_true(status == CW_OK || status == CW_ERROR_CANCELLED);
        done = status == CW_OK;
        cw_surface_free(stopped, &surface);
        cw_context_free(stopped);
    }
    assert_true(calls > 10);
}

TEST(a_lack_of_memory_is_told_and_nothing_is_lost) {
    cw_layers_config layers = cw_layers_config_default();
    cw_vec3 seed = {1, 1, 0};
    tight_memory tight;
    tight_open(&tight);
    layers.pixel = 0.25;
    for (int single = 0; single < 2; single++) {
        cw_extraction_config extraction = cw_extraction_config_default();
        layers.single = single != 0;
        layers.snap = single == 0;
        extraction.from = &seed;
        extraction.from_count = layers.single ? 1 : 0;
        while (tight_next(&tight)) {
            cw_scene scene = {0};
            cw_surface surface = {0};
            cw_status status = cw_scene_stair(tight.context, CW_STAIR_TILTED, 0.3, &scene);
            status = status != CW_OK ? status : cw_scene_boxes(tight.context, 3, 6, 1, &scene);
            status = status != CW_OK ? status
                                     : cw_surface_sample_scene(tight.context, &scene, &extraction,
                                                               &layers, &surface, NULL);
            cw_surface_free(tight.context, &surface);
            cw_scene_free(tight.context, &scene);
            tight_tried(&tight, status);
        }
    }
    tight_close(&tight, 100);
}

static void refuse(const cw_scene *scene, const cw_extraction_config *extraction,
                   const cw_layers_config *config, cw_status expected, const char *words) {
    cw_surface surface;
    assert_int_equal(cw_surface_sample_scene(context, scene, extraction, config, &surface, NULL),
                     expected);
    if (strstr(cw_context_message(context), words) == NULL) {
        fail_msg("'%s' does not say '%s'", cw_context_message(context), words);
    }
    assert_null(surface.points);
    cw_layers layers = {.width = 1, .height = 1};
    if (expected == CW_ERROR_ARGUMENT) {
        assert_int_equal(
            cw_surface_from_layers(context, &layers, extraction, config, &surface, NULL), expected);
    }
}

TEST(what_cannot_be_used_is_refused_with_the_reason) {
    OWNED(cw_scene) scene = {0}, empty = {0}, far = {0};
    cw_vec3 seed = {100, 100, 0};
    cw_layers_config good = cw_layers_config_default(), bad;
    cw_extraction_config extraction = cw_extraction_config_default();
    make_house(&scene);
    static const double wrong[] = {0, -1, 101, NAN};
    for (int i = 0; i < 4; i++) {
        bad = good;
        bad.pixel = wrong[i];
        refuse(&scene, NULL, &bad, CW_ERROR_ARGUMENT, "pixel is");
        bad = good;
        bad.height_error = wrong[i];
        refuse(&scene, NULL, &bad, CW_ERROR_ARGUMENT, "height_error is");
        bad = good;
        bad.pixel_error = i == 0 ? 4.1 : wrong[i];
        refuse(&scene, NULL, &bad, CW_ERROR_ARGUMENT, "pixel_error is");
    }
    bad = good;
    bad.ceiling = NAN;
    refuse(&scene, NULL, &bad, CW_ERROR_ARGUMENT, "ceiling");
    extraction.step = 1;
    refuse(&scene, &extraction, &good, CW_ERROR_ARGUMENT, "step");
    extraction = cw_extraction_config_default();
    extraction.from = &seed;
    extraction.from_count = 1;
    refuse(&scene, &extraction, &good, CW_ERROR_INPUT, "(100, 100, 0) to start from is not within");
    bad = good;
    bad.single = true;
    refuse(&scene, &extraction, &bad, CW_ERROR_INPUT, "(100, 100, 0) to start from is not within");
    bad.ceiling = -1;
    refuse(&scene, NULL, &bad, CW_ERROR_INPUT, "no walkable area");
    refuse(&empty, NULL, &good, CW_ERROR_INPUT, "");
    extraction = cw_extraction_config_default();
    extraction.min_island = 1000;
    refuse(&scene, &extraction, &good, CW_ERROR_INPUT, "1000 square metres");
    scene_floor(&far, 0, 0, 1e6, 1e6, 0);
    refuse(&far, NULL, &good, CW_ERROR_LIMIT, "columns");
    bad = good;
    bad.pixel = 0.001;
    refuse(&far, NULL, &bad, CW_ERROR_LIMIT, "too small");
}

/// Breaks layers in one way after the other; the validator names each.
TEST(the_validator_finds_what_is_broken) {
    OWNED(cw_scene) scene = {0};
    OWNED(cw_layers) layers;
    make_house(&scene);
    assert_ok(cw_layers_from_scene(context, &scene, NULL, NULL, &layers, NULL));
    assert_ok(cw_layers_validate(context, &layers, 2, 0.4));
    assert_int_equal(cw_layers_validate(context, &layers, 3.5, 0.4), CW_ERROR_INVALID);
    cw_sample *sample = &layers.samples[layers.sample_count / 2], kept = *sample;
    struct {
        cw_sample changed;
        const char *words;
    } cases[] = {{kept, "says"},
                 {kept, "of its neighbours"},
                 {kept, "more than a step"},
                 {kept, "was dropped"},
                 {kept, "in layer"}};
    cases[0].changed.column++;
    cases[1].changed.next[1] = 0;
    cases[2].changed.z += (int32_t)(0.5 / layers.lattice.step);
    cases[3].changed.layer = CW_NONE;
    cases[4].changed.layer = 7;
    for (size_t i = 0; i < 5; i++) {
        *sample = cases[i].changed;
        assert_int_equal(cw_layers_validate(context, &layers, 2, 0.4), CW_ERROR_INVALID);
        if (strstr(cw_context_message(context), cases[i].words) == NULL) {
            fail_msg("'%s' does not say '%s'", cw_context_message(context), cases[i].words);
        }
        *sample = kept;
    }
    layers.layer_samples[0]++;
    assert_int_equal(cw_layers_validate(context, &layers, 2, 0.4), CW_ERROR_INVALID);
    layers.layer_samples[0]--;
    layers.column_first[0]++;
    assert_int_equal(cw_layers_validate(context, &layers, 2, 0.4), CW_ERROR_INVALID);
    layers.column_first[0]--;
    layers.pixel++;
    assert_int_equal(cw_layers_validate(context, &layers, 2, 0.4), CW_ERROR_INVALID);
    layers.pixel--;
    assert_ok(cw_layers_validate(context, &layers, 2, 0.4));
}

TEST_GROUP(make_context, free_context);
