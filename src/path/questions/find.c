/// Paths, asked for in one call or by and by: over links where there are any.
#include "path/links/linked.h"

/// Where a path without links has been found, or that there is none, looks for one over links.
static cw_status follow(cw_query *query) {
    return query->phase == CW_QUERY_DONE && query->crosses ? cw_linked_begin(query) : CW_OK;
}

static cw_status begin(cw_query *query, const cw_path_request *request) {
    CW_TRY(cw_linked_prepare(query, request));
    CW_TRY(cw_query_begin_request(query, request));
    return follow(query);
}

static cw_status step(cw_query *query, uint32_t budget) {
    if (query->phase == CW_QUERY_LINKS) {
        return cw_linked_step(query, budget);
    }
    CW_TRY(cw_query_step_request(query, budget));
    return follow(query);
}

cw_status cw_query_begin(cw_query *query, const cw_path_request *request, cw_path *path) {
    CW_ASSERT(query != NULL && request != NULL && path != NULL);
    return cw_query_finish(query, begin(query, request), path);
}

cw_status cw_query_step(cw_query *query, uint32_t budget, cw_path *path) {
    CW_ASSERT(query != NULL && path != NULL);
    return cw_query_finish(query, step(query, budget), path);
}

cw_status cw_query_find(cw_query *query, const cw_path_request *request, cw_path *path) {
    CW_ASSERT(query != NULL && request != NULL && path != NULL);
    cw_status status = begin(query, request);
    while (status == CW_OK && query->phase != CW_QUERY_DONE) {
        status = step(query, UINT32_MAX);
    }
    return cw_query_finish(query, status, path);
}
