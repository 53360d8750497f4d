/// Ways of asking for the same paths.
#include "asker.h"

#include <math.h>

cw_status cw_bench_sighted_make(const cw_bench_ground *ground, cw_bench_sighted *made) {
    *made = (cw_bench_sighted){0};
    cw_bench_time start = cw_bench_now();
    cw_status status = cw_sights_build_any(ground->context, &ground->clearance, &made->sights);
    made->seconds = cw_bench_since(start).cpu;
    return status == CW_OK ? cw_bench_sighted_query(ground, made, &made->query) : status;
}

cw_status cw_bench_sighted_query(const cw_bench_ground *ground, const cw_bench_sighted *with,
                                 cw_query **query) {
    const cw_sights *used = with->sights;
    cw_status status = cw_query_create(ground->context, &ground->clearance, query);
    return status == CW_OK ? cw_query_use_sights(*query, &used, 1) : status;
}

void cw_bench_sighted_free(cw_bench_sighted *made) {
    cw_query_free(made->query);
    cw_sights_free(made->sights);
    *made = (cw_bench_sighted){0};
}

cw_bench_asker cw_bench_asker_make(cw_query *query, double radius, const cw_bench_pair *asked) {
    cw_bench_asker made = {.query = query,
                           .request = cw_path_request_default(),
                           .asked = asked,
                           .radius = radius,
                           .turns = 1};
    made.request.goal_count = 1;
    return made;
}

double cw_bench_asker_find(cw_bench_asker *asker, uint32_t question) {
    cw_path path;
    asker->request.start = asker->asked[question].start;
    asker->request.goals = &asker->asked[question].goal;
    asker->request.radius = asker->radius - asker->step * (question % asker->turns);
    cw_status status = cw_query_find(asker->query, &asker->request, &path);
    return status == CW_OK && path.status == CW_PATH_FOUND ? path.length : (double)INFINITY;
}

static void answer(void *user, uint32_t question) {
    cw_bench_asker_find(user, question);
}

cw_bench_contender cw_bench_asker_contender(cw_bench_asker *asker) {
    return (cw_bench_contender){.user = asker, .answer = answer};
}
