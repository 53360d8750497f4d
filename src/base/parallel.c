/// Ranges are handed out by a shared counter; results do not depend on who takes which. Without
/// CW_THREADS, or with one worker, the same ranges run in order on the calling thread. The threads
/// belong to the context and sleep between loops.
#include "base/parallel.h"

#include "base/context.h"

#ifdef CW_THREADS
#include <pthread.h>
#endif

typedef struct job {
    cw_range_task *task;
    void *user;
    const char *stage;
    uint32_t count, grain;
    uint32_t next;         ///< next range to hand out
    uint32_t failed_range; ///< lowest range that failed, or CW_NONE
    cw_status status;
    cw_context *context;
#ifdef CW_THREADS
    pthread_mutex_t lock;
#endif
} job;

static void lock_job(job *work) {
#ifdef CW_THREADS
    pthread_mutex_lock(&work->lock);
#else
    (void)work;
#endif
}

static void unlock_job(job *work) {
#ifdef CW_THREADS
    pthread_mutex_unlock(&work->lock);
#else
    (void)work;
#endif
}

static uint32_t take_range(job *work) {
    lock_job(work);
    uint32_t ranges = (work->count + work->grain - 1) / work->grain;
    bool over = work->next >= ranges || work->failed_range != CW_NONE;
    uint32_t range = over ? CW_NONE : work->next++;
    unlock_job(work);
    return range;
}

static void note_failure(job *work, uint32_t range, cw_status status, const cw_context *worker) {
    lock_job(work);
    if (range < work->failed_range) {
        work->failed_range = range;
        work->status = status;
        cw_fail(work->context, status, "%s", cw_context_message(worker));
    }
    unlock_job(work);
}

/// Takes and runs the next range; false when there is none left.
static bool run_range(job *work, cw_context *own) {
    uint32_t range = take_range(work);
    if (range == CW_NONE) {
        return false;
    }
    uint32_t begin = range * work->grain;
    uint32_t end = work->count - begin < work->grain ? work->count : begin + work->grain;
    cw_status status = work->task(own, work->user, begin, end);
    if (status != CW_OK) {
        note_failure(work, range, status, own);
    }
    return true;
}

static void run_worker(void *user) {
    job *work = user;
    cw_context own = cw_context_copy(work->context);
    while (run_range(work, &own)) {
    }
}

/// The calling thread works too, and reports: the callbacks belong to it alone.
static void run_caller(job *work) {
    cw_context own = cw_context_copy(work->context);
    own.config.progress = work->context->config.progress;
    while (run_range(work, &own)) {
        lock_job(work);
        double share = (double)work->next * work->grain / work->count;
        unlock_job(work);
        cw_status status = cw_progress(&own, work->stage, share < 1 ? share : 1);
        if (status != CW_OK) {
            note_failure(work, 0, status, &own);
        }
    }
}

cw_status cw_parallel_for(cw_context *context, const char *stage, uint32_t count, uint32_t grain,
                          cw_range_task *task, void *user) {
    job work = {.task = task,
                .user = user,
                .stage = stage,
                .count = count,
                .grain = grain,
                .failed_range = CW_NONE,
                .status = CW_OK,
                .context = context};
#ifdef CW_THREADS
    if (pthread_mutex_init(&work.lock, NULL) != 0) {
        return cw_fail(context, CW_ERROR_MEMORY, "no lock could be made");
    }
#endif
    uint32_t ranges = (count + grain - 1) / grain, workers = cw_workers(context);
    uint32_t helpers = (ranges < workers ? ranges : workers) - (ranges > 0);
    if (helpers > 0 && context->crew == NULL) {
        context->crew = cw_crew_create(&context->config.allocator);
    }
    cw_crew_begin(context->crew, helpers, run_worker, &work);
    run_caller(&work);
    cw_crew_end(context->crew);
#ifdef CW_THREADS
    pthread_mutex_destroy(&work.lock);
#endif
    return work.status;
}
