/// Experiments about what agents head for.
///
/// Space: Curtis, Snape and Manocha, "Way portals", 2012, figures 2 and 3 and table 1: agents that
/// head for a segment use more of the floor than agents that head for a point, at little more cost.
/// Cross: the thesis, figure 7.19: collisions with way points at the middle of portals against
/// dynamic ones. Cells made the worst way: figures 7.20 and 7.21: collisions with walls where
/// portals are shrunk exactly, simply, or walked through in the middle.
#include "crowd/runs.h"

#include <math.h>
#include <stdio.h>

static uint32_t seeds_of(const cw_bench_report *report) {
    return report->quick ? 1 : CW_RUN_SEEDS;
}

static cw_status measure_space(cw_bench_report *report, cw_context *context) {
    static const char *const names[] = {"16-blocks", "infinity", "dungeon"};
    static const char *const notes[] = {"paper: more", "paper: much more", NULL};
    static const char *const costs[] = {"paper: 1.17", "paper: 1.38", "paper: 1.14"};
    cw_status status = CW_OK;
    for (uint32_t i = 0; i < 3 && status == CW_OK; i++) {
        cw_stage stage;
        cw_run_result segment, point;
        status = cw_stage_open(context, names[i], &stage);
        if (status != CW_OK) {
            return status;
        }
        status = cw_stage_run(report, &stage, seeds_of(report), 0, &segment);
        cw_stage_set_model(&stage, CW_MODEL_ORCA, CW_GOAL_BY_MODEL);
        if (status == CW_OK) {
            status = cw_stage_run(report, &stage, seeds_of(report), 0, &point);
        }
        cw_stage_close(&stage);
        if (status == CW_OK) {
            cw_bench_tell(report, names[i], "space used, point goals", point.space, "m2", INFINITY,
                          NULL);
            cw_bench_tell(report, names[i], "space used, segment goals", segment.space, "m2",
                          INFINITY, NULL);
            cw_bench_tell(report, names[i], "space, segment over point",
                          segment.space / point.space, "times", INFINITY, notes[i]);
            cw_bench_tell(report, names[i], "time of a step, segment over point",
                          segment.step_time / point.step_time, "times", INFINITY, costs[i]);
        }
    }
    return status;
}

static cw_status measure_cross(cw_bench_report *report, cw_context *context) {
    cw_stage stage;
    cw_status status = cw_stage_open(context, "cross", &stage);
    if (status != CW_OK) {
        return status;
    }
    for (uint32_t count = 50; count <= 250 && status == CW_OK; count += report->quick ? 200 : 50) {
        cw_run_result result[2];
        cw_stage_set_count(&stage, count);
        for (uint32_t k = 0; k < 2 && status == CW_OK; k++) {
            cw_stage_set_model(&stage, CW_MODEL_WAY_POINTS,
                               k == 0 ? CW_GOAL_BY_MODEL : CW_GOAL_PORTAL_CENTERS);
            status = cw_stage_run(report, &stage, seeds_of(report), 0, &result[k]);
        }
        if (status == CW_OK) {
            char name[40];
            snprintf(name, sizeof name, "cross, %u agents", count);
            cw_bench_tell(report, name, "overlapping pairs, dynamic way points", result[0].pairs,
                          "", INFINITY, NULL);
            cw_bench_tell(report, name, "overlapping pairs, portal centers", result[1].pairs, "",
                          INFINITY, count >= 125 && count <= 225 ? "thesis: more" : NULL);
        }
    }
    cw_stage_close(&stage);
    return status;
}

static cw_status measure_bad_cells(cw_bench_report *report, cw_context *context) {
    static const struct variant {
        const char *name;
        cw_goal_rule rule;
    } variants[] = {{"wall hits, exact portals", CW_GOAL_BY_MODEL},
                    {"wall hits, portal centers", CW_GOAL_PORTAL_CENTERS},
                    {"wall hits, simply shrunk portals", CW_GOAL_SIMPLE_SHRINK}};
    static const uint32_t counts[] = {10, 20, 40, 80};
    cw_stage stage;
    cw_status status = cw_stage_open(context, "ill-conditioned", &stage);
    for (uint32_t i = 0; i < 4 && status == CW_OK; i += report->quick ? 3 : 1) {
        cw_stage_set_count(&stage, counts[i]);
        for (uint32_t k = 0; k < 3 && status == CW_OK; k++) {
            cw_run_result result;
            char name[40];
            cw_stage_set_model(&stage, CW_MODEL_WAY_POINTS, variants[k].rule);
            status = cw_stage_run(report, &stage, seeds_of(report), 0, &result);
            snprintf(name, sizeof name, "ill-conditioned cells, %u agents", counts[i]);
            cw_bench_tell(report, name, variants[k].name, result.wall_hits, "/agent/s", INFINITY,
                          k == 0   ? "thesis: fewest"
                          : k == 2 ? "thesis: most"
                                   : NULL);
            cw_bench_tell(report, name, "agents that did not arrive",
                          result.agents - result.arrived, "", INFINITY, NULL);
        }
    }
    cw_stage_close(&stage);
    return status;
}

cw_status cw_bench_crowd_goals(cw_bench_report *report, cw_context *context) {
    cw_status status = measure_space(report, context);
    status = status == CW_OK ? measure_cross(report, context) : status;
    return status == CW_OK ? measure_bad_cells(report, context) : status;
}
