/// Times of single calls: several contenders answer the same questions in turn, and each keeps its
/// best time for each question. Also read by the peer programs, which are C++.
#ifndef CW_BENCH_CONTEST_H
#define CW_BENCH_CONTEST_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How the times of many questions spread, in seconds.
typedef struct cw_bench_spread {
    double mean, median, p99;
} cw_bench_spread;

/// One that answers questions 0 .. count - 1.
typedef struct cw_bench_contender {
    void *user;
    void (*answer)(void *user, uint32_t question);
    cw_bench_spread spread; ///< the result
} cw_bench_contender;

/// Every round asks every contender all questions in order; the best of all rounds counts for each
/// question, because the machine is shared. What reading the clock costs is taken off. False when
/// `stopped` said so or memory ran out; `stopped` may be NULL.
bool cw_bench_contest(cw_bench_contender *contenders, uint32_t contender_count, uint32_t questions,
                      uint32_t rounds, bool (*stopped)(void));

#ifdef __cplusplus
}
#endif

#endif
