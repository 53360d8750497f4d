/// Clocks, medians, and one timed run from a plan to a mesh: what all benchmarks share.
#ifndef CW_BENCH_MEASURE_H
#define CW_BENCH_MEASURE_H

#include "bench.h"

/// Most runs of which a median is taken.
enum { CW_BENCH_RUNS = 15 };

/// Seconds of wall clock and of CPU time of this process.
typedef struct cw_bench_time {
    double wall, cpu;
} cw_bench_time;

cw_bench_time cw_bench_now(void);
cw_bench_time cw_bench_since(cw_bench_time start);

/// The middle value; `values` get sorted.
double cw_bench_median(double *values, uint32_t count);

/// Makes a context with one worker that gives up when the report says so.
cw_status cw_bench_open(cw_bench_report *report, cw_context **context);

/// Runs a benchmark with such a context, and notes in the report why it failed.
cw_status cw_bench_run(cw_bench_report *report,
                       cw_status (*body)(cw_bench_report *report, cw_context *context));

/// What runs from a plan to a mesh came to.
typedef struct cw_bench_result {
    cw_bench_time time; ///< medians
    uint32_t vertices, cells, notches;
} cw_bench_result;

/// Builds the mesh of a plan `runs` times after `warm_ups` untimed runs: surface and cells, files
/// aside. The last mesh is kept where `mesh` is not NULL.
cw_status cw_bench_measure(cw_context *context, const cw_plan *plan,
                           const cw_navmesh_config *config, uint32_t warm_ups, uint32_t runs,
                           cw_bench_result *result, cw_navmesh *mesh);

/// Reports a figure with a limit, or without one for INFINITY.
void cw_bench_tell(cw_bench_report *report, const char *subject, const char *quantity, double value,
                   const char *unit, double limit, const char *note);

#endif
