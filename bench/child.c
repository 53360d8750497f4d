/// Measuring in a child process. The child sends one sample through a pipe and ends; a child that
/// dies without one (the system may have taken its memory) counts as out of memory.
#define _POSIX_C_SOURCE 200809L
#include "child.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static cw_status measure_scene(cw_context *context, const cw_bench_job *job,
                               cw_bench_result *result) {
    cw_plan plan = {0};
    cw_status status = cw_scene_make(context, &job->scene, &plan);
    if (status == CW_OK) {
        status = cw_bench_measure(context, &plan, NULL, job->warm_ups, job->runs, result, NULL);
    }
    cw_plan_free(context, &plan);
    return status;
}

static void run_job(cw_bench_report *report, const cw_bench_job *job, cw_bench_sample *sample) {
    cw_context *context = NULL;
    sample->status = cw_bench_open(report, &context);
    if (sample->status == CW_OK) {
        sample->status = measure_scene(context, job, &sample->result);
        snprintf(sample->message, sizeof sample->message, "%s", cw_context_message(context));
    }
    cw_context_free(context);
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) == 0) {
        sample->peak_bytes = (double)usage.ru_maxrss * 1024; // Linux counts in KiB.
    }
}

/// The child's whole life.
static _Noreturn void live(cw_bench_report *report, const cw_bench_job *job, int pipe_end) {
    cw_bench_sample sample;
    memset(&sample, 0, sizeof sample);
    run_job(report, job, &sample);
    ssize_t sent = write(pipe_end, &sample, sizeof sample);
    _exit(sent == (ssize_t)sizeof sample ? 0 : 1);
}

/// Reads a sample; false when the child ended without one or the run is stopped.
static bool receive(cw_bench_report *report, int pipe_end, cw_bench_sample *sample) {
    size_t got = 0;
    while (got < sizeof *sample) {
        ssize_t part = read(pipe_end, (char *)sample + got, sizeof *sample - got);
        if (part < 0 && errno == EINTR && !report->stopped()) {
            continue;
        }
        if (part <= 0) {
            return false;
        }
        got += (size_t)part;
    }
    return true;
}

cw_status cw_bench_run_child(cw_bench_report *report, const cw_bench_job *job,
                             cw_bench_sample *sample) {
    int ends[2];
    fflush(stdout);
    pid_t child = pipe(ends) == 0 ? fork() : -1;
    if (child < 0) {
        snprintf(report->message, sizeof report->message, "no child process: %s", strerror(errno));
        return CW_ERROR_INTERNAL;
    }
    if (child == 0) {
        close(ends[0]);
        live(report, job, ends[1]);
    }
    close(ends[1]);
    bool received = receive(report, ends[0], sample);
    close(ends[0]);
    if (!received) {
        kill(child, SIGKILL);
    }
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
    }
    if (report->stopped()) {
        return CW_ERROR_CANCELLED;
    }
    if (!received) {
        snprintf(report->message, sizeof report->message, "the measuring process died");
        return CW_ERROR_MEMORY;
    }
    snprintf(report->message, sizeof report->message, "%s", sample->message);
    return sample->status;
}
