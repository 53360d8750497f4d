/// Contests. The clock is the monotonic one, which costs some 30 ns to read where CPU time costs a
/// system call; interruptions do not survive taking the best of several rounds.
#define _POSIX_C_SOURCE 200809L
#include "contest.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

/// Readings of which the cost of reading the clock is taken.
enum { CLOCK_READINGS = 1000 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int compare_numbers(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/// What a pair of readings costs at least, in seconds.
static double clock_cost(void) {
    double best = INFINITY;
    for (uint32_t i = 0; i < CLOCK_READINGS; i++) {
        double start = now();
        double taken = now() - start;
        best = taken < best ? taken : best;
    }
    return best;
}

/// The spread of `count` > 0 values, which get sorted.
static cw_bench_spread spread_of(double *values, uint32_t count) {
    qsort(values, count, sizeof *values, compare_numbers);
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        sum += values[i];
    }
    return (cw_bench_spread){
        .mean = sum / count,
        .median = (values[(count - 1) / 2] + values[count / 2]) / 2,
        .p99 = values[(uint32_t)((uint64_t)(count - 1) * 99 / 100)],
    };
}

/// One round of one contender.
static void ask_all(const cw_bench_contender *contender, uint32_t questions, double cost,
                    double *best) {
    for (uint32_t i = 0; i < questions; i++) {
        double start = now();
        contender->answer(contender->user, i);
        double taken = now() - start - cost;
        taken = taken > 0 ? taken : 0;
        best[i] = taken < best[i] ? taken : best[i];
    }
}

bool cw_bench_contest(cw_bench_contender *contenders, uint32_t contender_count, uint32_t questions,
                      uint32_t rounds, bool (*stopped)(void)) {
    size_t count = (size_t)contender_count * questions;
    double *best = count > 0 ? malloc(count * sizeof *best) : NULL;
    if (best == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        best[i] = INFINITY;
    }
    double cost = clock_cost();
    bool stop = false;
    for (uint32_t k = 0; k < rounds * contender_count && !stop; k++) {
        uint32_t c = k % contender_count;
        ask_all(&contenders[c], questions, cost, best + (size_t)c * questions);
        stop = stopped != NULL && stopped();
    }
    for (uint32_t c = 0; c < contender_count && !stop; c++) {
        contenders[c].spread = spread_of(best + (size_t)c * questions, questions);
    }
    free(best);
    return !stop;
}
