/// Experiment: how much the last arrival depends on the step.
///
/// Curtis, Snape and Manocha, "Way portals", 2012, table 2: three scenes at five steps. The
/// crowd cuts a step into parts of at most 0.05 s; the same is told for steps that are not cut.
/// Figure 6 has the rate of collisions by step; for that, bodies are soft.
#include "crowd/runs.h"

#include <math.h>
#include <stdio.h>

enum { STEPS = 5, SCENES = 3 };
static const double steps[STEPS] = {0.01, 0.02, 0.05, 0.1, 0.2};
/// Percent by which the last arrival may vary over the steps.
static const double SPREAD_LIMIT = 10;

static const struct scene {
    const char *name;
    const char *notes[STEPS]; ///< the paper's last arrivals
    const char *spread;
} scenes[SCENES] = {
    {"16-blocks", {"104.6", "105.4", "107.7", "110.3", "114.8"}, "paper: 10 %"},
    {"infinity", {"210.7", "211.4", "212.3", "214.0", "215.6"}, "paper: 2.3 %"},
    {"dungeon", {"138.0", "137.8", "138.7", "140.3", "139.8"}, "paper: 1.8 %"},
};

/// The least and largest of some values.
typedef struct range {
    double low, high;
} range;

static void widen(range *all, double value) {
    all->low = fmin(all->low, value);
    all->high = fmax(all->high, value);
}

static void tell(cw_bench_report *report, const struct scene *scene, uint32_t i, double cut,
                 double whole, double pairs) {
    char name[40], note[40];
    snprintf(name, sizeof name, "%s, step %g s", scene->name, steps[i]);
    snprintf(note, sizeof note, "paper: %s", scene->notes[i]);
    cw_bench_tell(report, name, "last arrival", cut, "s", INFINITY, note);
    cw_bench_tell(report, name, "last arrival, steps not cut", whole, "s", INFINITY, NULL);
    cw_bench_tell(report, name, "pairs that overlap, soft, not cut", pairs, "", INFINITY, NULL);
}

static cw_status measure_scene(cw_bench_report *report, cw_stage *stage,
                               const struct scene *scene) {
    range cut_range = {INFINITY, 0}, whole_range = {INFINITY, 0};
    double missing = 0, substep = stage->scenario.crowd.max_substep;
    uint32_t seeds = report->quick ? 1 : CW_RUN_SEEDS;
    for (uint32_t i = report->quick ? 2 : 0; i < STEPS; i++) {
        cw_run_result cut, whole, soft;
        cw_stage_set_step(stage, steps[i], substep);
        stage->scenario.crowd.contact = CW_CONTACT_HARD;
        cw_status status = cw_stage_run(report, stage, seeds, 0, &cut);
        cw_stage_set_step(stage, steps[i], steps[i]);
        whole = cut;
        if (status == CW_OK && steps[i] > substep) {
            status = cw_stage_run(report, stage, seeds, 0, &whole);
        }
        stage->scenario.crowd.contact = CW_CONTACT_SOFT;
        if (status == CW_OK) {
            status = cw_stage_run(report, stage, 1, 0, &soft);
        }
        if (status != CW_OK) {
            return status;
        }
        tell(report, scene, i, cut.last, whole.last, soft.pairs);
        widen(&cut_range, cut.last);
        widen(&whole_range, whole.last);
        missing += cut.agents - cut.arrived + whole.agents - whole.arrived;
    }
    cw_bench_tell(report, scene->name, "last arrival varies by",
                  (cut_range.high / cut_range.low - 1) * 100, "%", SPREAD_LIMIT, scene->spread);
    cw_bench_tell(report, scene->name, "and by, steps not cut",
                  (whole_range.high / whole_range.low - 1) * 100, "%", INFINITY, NULL);
    cw_bench_tell(report, scene->name, "agents that did not arrive", missing, "", 0, NULL);
    return CW_OK;
}

cw_status cw_bench_crowd_steps(cw_bench_report *report, cw_context *context) {
    cw_status status = CW_OK;
    for (uint32_t i = 0; i < SCENES && status == CW_OK; i++) {
        cw_stage stage;
        status = cw_stage_open(context, scenes[i].name, &stage);
        if (status == CW_OK) {
            status = measure_scene(report, &stage, &scenes[i]);
            cw_stage_close(&stage);
        }
    }
    return status;
}
