/// Experiment: collisions and flow in a ring, way points at the middle of portals against dynamic
/// ones.
///
/// The thesis, 7.6 and figure 7.18: 25 to 225 agents that walk round in one direction; 22 % more
/// flow with 200. Its bodies and speeds are not known: 0.25 m and 1.3 m/s are ours.
#include "crowd/runs.h"
#include "picture/chart.h"

#include <math.h>
#include <stdio.h>

enum { COUNTS = 9, COUNT_STEP = 25 };

typedef struct curves {
    cw_vec2 dynamic[COUNTS], centers[COUNTS];
    uint32_t count;
} curves;

static cw_status draw(cw_bench_report *report, cw_context *context, const curves *all) {
    double high = 1;
    for (uint32_t i = 0; i < all->count; i++) {
        high = fmax(high, fmax(all->dynamic[i].y, all->centers[i].y));
    }
    double step = pow(10, floor(log10(high)));
    const cw_chart_curve lines[] = {
        {"dynamic way points", cw_chart_color(0), false, true, all->dynamic, all->count},
        {"middle of portals", cw_chart_color(1), false, true, all->centers, all->count}};
    cw_chart chart = {
        .title = "Donut: bodies that overlap, by the number of agents",
        .x = {.label = "agents", .low = 0, .high = COUNTS * COUNT_STEP, .step = 25},
        .y = {.label = "overlapping pairs at a moment",
              .low = 0,
              .high = ceil(high / step) * step,
              .step = step},
        .curves = lines,
        .curve_count = 2,
    };
    return cw_chart_write(context, &chart, report->chart);
}

static void tell(cw_bench_report *report, uint32_t count, const cw_run_result *dynamic,
                 const cw_run_result *centers) {
    char name[40];
    snprintf(name, sizeof name, "donut, %u agents", count);
    cw_bench_tell(report, name, "overlapping pairs, dynamic way points", dynamic->pairs, "",
                  INFINITY, count <= 100 ? "thesis: almost 0" : NULL);
    cw_bench_tell(report, name, "overlapping pairs, portal centers", centers->pairs, "", INFINITY,
                  count > 100 && count <= 175 ? "thesis: much higher" : NULL);
    cw_bench_tell(report, name, "flow with dynamic way points", dynamic->crossings, "/s", INFINITY,
                  NULL);
    cw_bench_tell(report, name, "more flow than with centers",
                  (dynamic->crossings / centers->crossings - 1) * 100, "%", INFINITY,
                  count == 200 ? "thesis: 22 %" : NULL);
}

cw_status cw_bench_crowd_donut(cw_bench_report *report, cw_context *context) {
    cw_stage stage;
    curves all = {.count = 0};
    cw_status status = cw_stage_open(context, "donut", &stage);
    uint32_t seeds = report->quick ? 1 : CW_RUN_SEEDS;
    for (uint32_t i = 0; i < COUNTS && status == CW_OK; i += report->quick ? 7 : 1) {
        cw_run_result result[2];
        uint32_t count = (i + 1) * COUNT_STEP;
        cw_stage_set_count(&stage, count);
        for (uint32_t k = 0; k < 2 && status == CW_OK; k++) {
            cw_stage_set_model(&stage, CW_MODEL_WAY_POINTS,
                               k == 0 ? CW_GOAL_BY_MODEL : CW_GOAL_PORTAL_CENTERS);
            status = cw_stage_run(report, &stage, seeds, 5, &result[k]);
        }
        if (status == CW_OK) {
            all.dynamic[all.count] = (cw_vec2){count, result[0].pairs};
            all.centers[all.count++] = (cw_vec2){count, result[1].pairs};
            tell(report, count, &result[0], &result[1]);
        }
    }
    cw_stage_close(&stage);
    return status == CW_OK && report->chart != NULL ? draw(report, context, &all) : status;
}
