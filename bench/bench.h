/// Benchmarks: a table of them, and the rows of figures they give. They print nothing.
#ifndef CW_BENCH_H
#define CW_BENCH_H

#include "clearway/io.h"
#include "scenes.h"

/// One measured figure.
typedef struct cw_bench_row {
    const char *benchmark;
    char subject[40];     ///< what was measured: "rect 10k", "bird, effort 2"
    const char *quantity; ///< "CPU time", "cells"
    double value;
    const char *unit; ///< "" for a pure number
    double limit;     ///< the largest value that is good enough; infinite where there is none
    bool met;         ///< value <= limit
    const char *note; ///< figures of others to compare with; may be NULL
} cw_bench_row;

/// Where a benchmark reports to.
typedef struct cw_bench_report {
    const char *benchmark; ///< the name of the running one
    const char *data;      ///< folder with the data of others, which may be missing
    const char *chart;     ///< picture to draw, for benchmarks that draw; or NULL
    bool quick;            ///< a first look: fewer questions, smaller scenes
    void *user;
    void (*row)(void *user, const cw_bench_row *row);
    void (*skip)(void *user, const char *message); ///< a part that was left out, and why
    bool (*stopped)(void);                         ///< whether to give up
    char message[256];                             ///< why a benchmark failed
} cw_bench_report;

/// A benchmark of the table.
typedef struct cw_bench {
    const char *name;
    const char *summary;
    cw_status (*run)(cw_bench_report *report);
    bool draws; ///< makes a chart when asked to
} cw_bench;

/// The table; closed by an entry without a name.
extern const cw_bench cw_benches[];

cw_status cw_bench_build(cw_bench_report *report);
cw_status cw_bench_cells(cw_bench_report *report);
cw_status cw_bench_locate(cw_bench_report *report);
cw_status cw_bench_clearance(cw_bench_report *report);
cw_status cw_bench_shrink(cw_bench_report *report);
cw_status cw_bench_reach(cw_bench_report *report);
cw_status cw_bench_path(cw_bench_report *report);
cw_status cw_bench_detour(cw_bench_report *report);
cw_status cw_bench_query(cw_bench_report *report);
cw_status cw_bench_extraction(cw_bench_report *report);
cw_status cw_bench_roadmap(cw_bench_report *report);
cw_status cw_bench_crowd(cw_bench_report *report);
cw_status cw_bench_donut(cw_bench_report *report);
cw_status cw_bench_density(cw_bench_report *report);

/// The machine and the compiler in one line.
void cw_bench_machine(char *text, size_t size);

#endif
