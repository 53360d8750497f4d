/// Measuring in a process of its own, so that peak memory is that of the one measurement.
#ifndef CW_BENCH_CHILD_H
#define CW_BENCH_CHILD_H

#include "measure.h"

/// What is measured: a scene, and how often.
typedef struct cw_bench_job {
    cw_scene_config scene;
    uint32_t warm_ups, runs;
} cw_bench_job;

/// What came back.
typedef struct cw_bench_sample {
    cw_status status;
    cw_bench_result result;
    double peak_bytes; ///< largest resident memory of the process, the plan included
    char message[160];
} cw_bench_sample;

/// Runs a job in a child process and waits for it.
cw_status cw_bench_run_child(cw_bench_report *report, const cw_bench_job *job,
                             cw_bench_sample *sample);

#endif
