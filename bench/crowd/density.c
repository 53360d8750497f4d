/// Experiment: how fast people walk in density (the fundamental diagram).
///
/// A ring corridor of 3 m, everybody walks round; the mean speed of all. Held against Weidmann,
/// "Transporttechnik der Fussgaenger", 1993: v = 1.34 (1 - exp(-1.913 (1/density - 1/5.4))).
#include "crowd/runs.h"
#include "picture/chart.h"

#include <math.h>
#include <stdio.h>

enum { DENSITIES = 7, MODELS = 4, WEIDMANN = 60 };
static const double densities[DENSITIES] = {0.5, 1, 1.5, 2, 2.5, 3, 4};
/// Square metres of the ring, which is a polygon of 48 sides.
static const double RING_AREA = 122.2;
/// The range in which speeds are held against Weidmann, and percent by which they may differ.
static const double HELD_TO = 2, LIMIT = 25;

static const struct model {
    const char *name;
    cw_model type;
    double time_gap;
} models[MODELS] = {{"way-portals, gap 0.5 s", CW_MODEL_WAY_PORTALS, 0.5},
                    {"way-portals, gap 0.7 s", CW_MODEL_WAY_PORTALS, 0.7},
                    {"collision-free speed", CW_MODEL_COLLISION_FREE_SPEED, 1},
                    {"way-portals, no gap", CW_MODEL_WAY_PORTALS, 0}};

static double weidmann(double density) {
    return 1.34 * (1 - exp(-1.913 * (1 / density - 1 / 5.4)));
}

static cw_status draw(cw_bench_report *report, cw_context *context,
                      cw_vec2 points[MODELS][DENSITIES], uint32_t count) {
    cw_vec2 law[WEIDMANN];
    for (uint32_t i = 0; i < WEIDMANN; i++) {
        double density = 0.3 + 4.2 * i / (WEIDMANN - 1);
        law[i] = (cw_vec2){density, weidmann(density)};
    }
    cw_chart_curve curves[MODELS + 1];
    for (uint32_t m = 0; m < MODELS; m++) {
        curves[m] =
            (cw_chart_curve){models[m].name, cw_chart_color(m), false, true, points[m], count};
    }
    curves[MODELS] =
        (cw_chart_curve){"Weidmann 1993", cw_chart_color(MODELS), true, false, law, WEIDMANN};
    cw_chart chart = {
        .title = "Speed by density",
        .x = {.label = "people per square metre", .low = 0, .high = 4.5, .step = 0.5},
        .y = {.label = "metres per second", .low = 0, .high = 1.5, .step = 0.25},
        .curves = curves,
        .curve_count = MODELS + 1,
    };
    return cw_chart_write(context, &chart, report->chart);
}

static cw_status measure_model(cw_bench_report *report, cw_stage *stage, const struct model *model,
                               cw_vec2 *points, uint32_t *count) {
    cw_status status = CW_OK;
    *count = 0;
    for (uint32_t i = 0; i < DENSITIES && status == CW_OK; i += report->quick ? 3 : 1) {
        cw_run_result result;
        uint32_t agents = (uint32_t)(densities[i] * RING_AREA + 0.5);
        cw_stage_set_count(stage, agents);
        cw_stage_set_model(stage, model->type, CW_GOAL_BY_MODEL);
        stage->scenario.models[0].time_gap = model->time_gap;
        status = cw_stage_run(report, stage, report->quick ? 1 : CW_RUN_SEEDS, 20, &result);
        double density = agents / RING_AREA;
        double speed = result.speed, law = weidmann(density);
        bool held =
            model->time_gap > 0 && model->type == CW_MODEL_WAY_PORTALS && densities[i] <= HELD_TO;
        char name[48], note[40];
        snprintf(name, sizeof name, "%.26s, %.1f/m2", model->name, densities[i]);
        snprintf(note, sizeof note, "Weidmann: %.2f", law);
        if (status == CW_OK) {
            cw_bench_tell(report, name, "speed", speed, "m/s", INFINITY, note);
            cw_bench_tell(report, name, "beside Weidmann", fabs(speed / law - 1) * 100, "%",
                          held ? LIMIT : INFINITY, NULL);
            points[(*count)++] = (cw_vec2){density, speed};
        }
    }
    return status;
}

cw_status cw_bench_crowd_density(cw_bench_report *report, cw_context *context) {
    cw_stage stage;
    cw_vec2 points[MODELS][DENSITIES];
    uint32_t count = 0;
    cw_status status = cw_stage_open(context, "ring", &stage);
    for (uint32_t m = 0; m < MODELS && status == CW_OK; m++) {
        status = measure_model(report, &stage, &models[m], points[m], &count);
    }
    cw_stage_close(&stage);
    return status == CW_OK && report->chart != NULL ? draw(report, context, points, count) : status;
}
