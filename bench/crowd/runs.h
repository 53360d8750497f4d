/// Runs of scenarios for benchmarks: the scenarios of examples/crowd, carried by the program, with
/// models, numbers of agents, steps and seeds exchanged.
#ifndef CW_BENCH_CROWD_RUNS_H
#define CW_BENCH_CROWD_RUNS_H

#include "measure.h"

/// Seeds over which variants are compared.
enum { CW_RUN_SEEDS = 5 };

/// A scenario with its place.
typedef struct cw_stage {
    cw_context *context;
    cw_scenario scenario;
    cw_navmesh mesh;
    cw_clearance clearance;
} cw_stage;

/// Opens a scenario of examples/crowd by its name without ".json".
cw_status cw_stage_open(cw_context *context, const char *name, cw_stage *stage);
void cw_stage_close(cw_stage *stage);

/// What a run, or the mean of some runs, came to.
typedef struct cw_run_result {
    double runs;
    double agents, arrived, stuck;
    double last;                ///< seconds of the last arrival
    double space;               ///< square metres used
    double pairs;               ///< of bodies that overlap, in a frame
    double wall_hits;           ///< moves that a wall stopped, per agent and second
    double wall_touches;        ///< agents at a wall, in a frame
    double speed;               ///< metres per second, mean of those who walk
    double crossings;           ///< of a measured line, per second
    double step_time;           ///< microseconds of CPU per agent and substep
    double last_low, last_high; ///< over the runs
} cw_run_result;

/// Runs a scenario once per seed (1, 2, ...) and gives the mean. Frames before `from` seconds are
/// not counted. CW_ERROR_CANCELLED when the report says stop.
cw_status cw_stage_run(cw_bench_report *report, cw_stage *stage, uint32_t seeds, double from,
                       cw_run_result *mean);

/// Shares `count` agents out among the groups.
void cw_stage_set_count(cw_stage *stage, uint32_t count);
/// Gives all models a type and a rule for goals.
void cw_stage_set_model(cw_stage *stage, cw_model type, cw_goal_rule rule);
/// A step, cut into parts of at most `substep`, with 10 frames a second or as many as it allows.
void cw_stage_set_step(cw_stage *stage, double step, double substep);

/// The experiments, one file each.
cw_status cw_bench_crowd_steps(cw_bench_report *report, cw_context *context);
cw_status cw_bench_crowd_goals(cw_bench_report *report, cw_context *context);
cw_status cw_bench_crowd_donut(cw_bench_report *report, cw_context *context);
cw_status cw_bench_crowd_density(cw_bench_report *report, cw_context *context);

#endif
