/// Pictures of layers: every pixel is filled once, in the frame of its layer, and is counted.
#include "recording_sink.h"
#include "test.h"
#include "test_owned.h"

/// The area of the rectangles of a call, and whether all of them are inside a box.
static double filled(const recorded_call *call, cw_draw_bounds bounds) {
    double sum = 0;
    assert_int_equal(call->count, 4 * call->loop_count);
    for (uint32_t i = 0; i < call->count; i += 4) {
        const cw_vec2 *p = call->points + i;
        sum += (p[2].x - p[0].x) * (p[2].y - p[0].y);
        assert_true(p[0].x >= bounds.low.x - 1e-9 && p[2].x <= bounds.high.x + 1e-9);
        assert_true(p[0].y >= bounds.low.y - 1e-9 && p[2].y <= bounds.high.y + 1e-9);
    }
    return sum;
}

TEST(each_layer_has_its_pixels_and_words) {
    OWNED(cw_scene) scene = {0};
    OWNED(cw_layers) layers;
    recording record = {0};
    assert_int_equal(cw_scene_storeys(context, 3, 9, &scene), CW_OK);
    assert_int_equal(cw_layers_from_scene(context, &scene, NULL, NULL, &layers, NULL), CW_OK);
    cw_draw_bounds bounds = cw_draw_layers_bounds(&layers);
    double pixel = layers.pixel * layers.lattice.step;
    for (int scaled = 0; scaled < 2; scaled++) {
        cw_draw_sink sink = recording_sink(&record, scaled ? 5 : 0);
        assert_int_equal(cw_draw_layers(context, &layers, &sink), CW_OK);
        assert_int_equal(recording_count(&record, RECORDED_AREA), layers.layer_count);
        assert_int_equal(recording_count(&record, RECORDED_TEXT), layers.layer_count);
        uint32_t layer = 0;
        for (uint32_t i = 0; i < record.count; i++) {
            if (record.calls[i].kind == RECORDED_AREA) {
                double area = layers.layer_samples[layer] * pixel * pixel;
                assert_true(fabs(filled(&record.calls[i], bounds) - area) < 1e-6);
            } else if (record.calls[i].kind == RECORDED_TEXT) {
                char words[64];
                snprintf(words, sizeof words, "%u: %u pixels", layer + 1,
                         layers.layer_samples[layer]);
                assert_non_null(strstr(record.calls[i].text, words));
                layer++;
            }
        }
        recording_clear(&record);
    }
}

TEST_GROUP(make_context, free_context);
