/// Loops over ranges: each index once, by threads that stay with the context.
#include "base/parallel.h"
#include "test.h"

#include <pthread.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { COUNT = 1000, GRAIN = 7, LOOPS = 50, WORKERS = 4 };

static pthread_key_t key;
static uint32_t ended; ///< threads that have come to their end

static void note_end(void *value) {
    (void)value;
    __atomic_add_fetch(&ended, 1, __ATOMIC_SEQ_CST);
}

static cw_context *context_of(uint32_t workers) {
    cw_context_config config = cw_context_config_default();
    config.workers = workers;
    cw_context *context = NULL;
    assert_int_equal(cw_context_create(&config, &context), CW_OK);
    return context;
}

/// Counts each index; slow enough that all threads take part.
static cw_status count_range(cw_context *context, void *user, uint32_t begin, uint32_t end) {
    (void)context;
    uint32_t *counts = user;
    pthread_setspecific(key, counts);
    for (uint32_t i = begin; i < end; i++) {
        counts[i]++;
    }
    nanosleep(&(struct timespec){.tv_nsec = 10000}, NULL);
    return CW_OK;
}

static void loop(cw_context *context, uint32_t count) {
    uint32_t counts[COUNT + 1] = {0};
    assert_ok(cw_parallel_for(context, "counting", count, GRAIN, count_range, counts));
    for (uint32_t i = 0; i <= COUNT; i++) {
        assert_int_equal(counts[i], i < count);
    }
}

TEST(every_index_comes_once_for_any_number_of_workers) {
    assert_int_equal(pthread_key_create(&key, NULL), 0);
    for (uint32_t workers = 1; workers <= 9; workers += 2) {
        cw_context *context = context_of(workers);
        loop(context, COUNT);
        loop(context, 0);
        loop(context, 1);
        loop(context, GRAIN + 1);
        cw_context_free(context);
    }
    pthread_key_delete(key);
}

TEST(threads_stay_from_loop_to_loop_and_end_with_the_context) {
    assert_int_equal(pthread_key_create(&key, note_end), 0);
    ended = 0;
    cw_context *context = context_of(WORKERS);
    for (int i = 0; i < LOOPS; i++) {
        loop(context, COUNT);
    }
    assert_int_equal(__atomic_load_n(&ended, __ATOMIC_SEQ_CST), 0);
    cw_context_free(context);
    uint32_t helpers = __atomic_load_n(&ended, __ATOMIC_SEQ_CST);
    assert_true(helpers > 0 && helpers < WORKERS);
    pthread_key_delete(key);
}

/// Fails from a range on, of which the lowest is told.
static cw_status fail_late(cw_context *context, void *user, uint32_t begin, uint32_t end) {
    (void)user;
    (void)end;
    return begin < 10 * GRAIN ? CW_OK : cw_fail(context, CW_ERROR_LIMIT, "range at %u", begin);
}

TEST(the_lowest_failure_is_told_and_the_next_loop_goes_well) {
    assert_int_equal(pthread_key_create(&key, NULL), 0);
    cw_context *context = context_of(WORKERS);
    for (int i = 0; i < LOOPS; i++) {
        assert_int_equal(cw_parallel_for(context, "failing", COUNT, GRAIN, fail_late, NULL),
                         CW_ERROR_LIMIT);
        assert_string_equal(cw_context_message(context), "range at 70");
        loop(context, COUNT);
    }
    cw_context_free(context);
    pthread_key_delete(key);
}

TEST(a_child_of_a_fork_goes_on_without_the_threads) {
    assert_int_equal(pthread_key_create(&key, NULL), 0);
    cw_context *context = context_of(WORKERS);
    loop(context, COUNT);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(60); // a thread that is not there would be waited for
        loop(context, COUNT);
        cw_context_free(context);
        _exit(0);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    loop(context, COUNT);
    cw_context_free(context);
    pthread_key_delete(key);
}
