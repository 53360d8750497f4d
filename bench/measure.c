/// What all benchmarks share. Times are medians, because the machines are shared; CPU time is what
/// limits are held against, because waiting for a busy core is not the program's doing.
#define _POSIX_C_SOURCE 200809L
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds_of(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

cw_bench_time cw_bench_now(void) {
    return (cw_bench_time){seconds_of(CLOCK_MONOTONIC), seconds_of(CLOCK_PROCESS_CPUTIME_ID)};
}

cw_bench_time cw_bench_since(cw_bench_time start) {
    cw_bench_time now = cw_bench_now();
    return (cw_bench_time){now.wall - start.wall, now.cpu - start.cpu};
}

static int compare_numbers(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

double cw_bench_median(double *values, uint32_t count) {
    qsort(values, count, sizeof *values, compare_numbers);
    return count % 2 == 1 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

static bool go_on(void *user, const char *stage, double fraction) {
    (void)stage;
    (void)fraction;
    return !((cw_bench_report *)user)->stopped();
}

cw_status cw_bench_open(cw_bench_report *report, cw_context **context) {
    cw_context_config config = cw_context_config_default();
    config.progress = go_on;
    config.user = report;
    return cw_context_create(&config, context);
}

cw_status cw_bench_run(cw_bench_report *report,
                       cw_status (*body)(cw_bench_report *report, cw_context *context)) {
    cw_context *context = NULL;
    cw_status status = cw_bench_open(report, &context);
    if (status != CW_OK) {
        return status;
    }
    status = body(report, context);
    if (status != CW_OK) {
        const char *reason = cw_context_message(context);
        snprintf(report->message, sizeof report->message, "%s",
                 reason[0] != '\0' ? reason : cw_status_string(status));
    }
    cw_context_free(context);
    return status;
}

/// One run: the surface and the cells.
static cw_status build_once(cw_context *context, const cw_plan *plan,
                            const cw_navmesh_config *config, cw_navmesh *mesh) {
    cw_surface surface = {0};
    cw_status status = cw_surface_from_plan(context, plan, NULL, &surface);
    if (status == CW_OK) {
        status = cw_navmesh_build(context, &surface, config, mesh);
    }
    cw_surface_free(context, &surface);
    return status;
}

cw_status cw_bench_measure(cw_context *context, const cw_plan *plan,
                           const cw_navmesh_config *config, uint32_t warm_ups, uint32_t runs,
                           cw_bench_result *result, cw_navmesh *mesh) {
    double wall[CW_BENCH_RUNS], cpu[CW_BENCH_RUNS];
    cw_status status = CW_OK;
    runs = runs > CW_BENCH_RUNS ? CW_BENCH_RUNS : runs;
    for (uint32_t i = 0; status == CW_OK && i < warm_ups + runs; i++) {
        cw_navmesh made = {0};
        cw_bench_time start = cw_bench_now();
        status = build_once(context, plan, config, &made);
        cw_bench_time taken = cw_bench_since(start);
        if (i >= warm_ups) {
            wall[i - warm_ups] = taken.wall;
            cpu[i - warm_ups] = taken.cpu;
        }
        result->cells = made.cell_count;
        result->notches = made.stats.notches;
        if (status == CW_OK && mesh != NULL && i + 1 == warm_ups + runs) {
            *mesh = made;
        } else {
            cw_navmesh_free(context, &made);
        }
    }
    if (status == CW_OK) {
        result->vertices = plan->point_count;
        result->time.wall = cw_bench_median(wall, runs);
        result->time.cpu = cw_bench_median(cpu, runs);
    }
    return status;
}

void cw_bench_tell(cw_bench_report *report, const char *subject, const char *quantity, double value,
                   const char *unit, double limit, const char *note) {
    cw_bench_row row = {
        .benchmark = report->benchmark,
        .quantity = quantity,
        .value = value,
        .unit = unit,
        .limit = limit,
        .met = value <= limit,
        .note = note,
    };
    snprintf(row.subject, sizeof row.subject, "%s", subject);
    report->row(report->user, &row);
}
