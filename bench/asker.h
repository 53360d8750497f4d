/// Ways of asking for the same paths: without sights and with them.
#ifndef CW_BENCH_ASKER_H
#define CW_BENCH_ASKER_H

#include "contest.h"
#include "ground.h"

/// The ends of a path.
typedef struct cw_bench_pair {
    cw_vec3 start, goal;
} cw_bench_pair;

/// A query that uses sights, and what they cost.
typedef struct cw_bench_sighted {
    cw_sights *sights;
    cw_query *query;
    double seconds; ///< CPU time to make them
} cw_bench_sighted;

/// Makes sights; to be freed also after a failure.
cw_status cw_bench_sighted_make(const cw_bench_ground *ground, cw_bench_sighted *made);
/// Makes one more query that uses the same sights.
cw_status cw_bench_sighted_query(const cw_bench_ground *ground, const cw_bench_sighted *with,
                                 cw_query **query);
void cw_bench_sighted_free(cw_bench_sighted *made);

/// One way of asking. The radius of question i is that of the request less (i % turns) * step.
typedef struct cw_bench_asker {
    cw_query *query;
    cw_path_request request;
    const cw_bench_pair *asked;
    double radius, step;
    uint32_t turns;
} cw_bench_asker;

/// A way of asking for paths of one radius.
cw_bench_asker cw_bench_asker_make(cw_query *query, double radius, const cw_bench_pair *asked);
/// Asks one question: the length of the path, or infinity where there is none.
double cw_bench_asker_find(cw_bench_asker *asker, uint32_t question);
/// The asker as a contender.
cw_bench_contender cw_bench_asker_contender(cw_bench_asker *asker);

#endif
