/// Paths, asked for in one call or by and by: over links where there are any.
#include "path/links/linked.h"

/// Makes the query that walks between links.
static cw_status make_inner(cw_query *query) {
    if (query->linked == NULL) {
        CW_TRY(CW_ALLOCATE(query->context, query->linked, 1));
    }
    if (query->linked->inner != NULL) {
        return CW_OK;
    }
    CW_TRY(cw_query_create_with(query->context, query->tables, &query->linked->inner));
    return cw_query_use_sights(query->linked->inner, &query->sights, query->sights != NULL);
}

/// Whether a request may cross links; then there is a query that walks between them.
static cw_status look_for_links(cw_query *query, const cw_path_request *request, cw_path *path) {
    query->crosses = cw_linked_wanted(query, request);
    cw_status status = query->crosses ? make_inner(query) : CW_OK;
    if (status != CW_OK) {
        query->crosses = false;
        query->phase = CW_QUERY_IDLE;
        *path = (cw_path){.status = CW_PATH_FAILED};
    }
    return status;
}

cw_status cw_query_begin(cw_query *query, const cw_path_request *request, cw_path *path) {
    CW_ASSERT(query != NULL && request != NULL && path != NULL);
    CW_TRY(look_for_links(query, request, path));
    if (query->crosses) {
        return cw_linked_begin(query, request, path);
    }
    return cw_query_finish(query, cw_query_begin_request(query, request), path);
}

cw_status cw_query_step(cw_query *query, uint32_t budget, cw_path *path) {
    CW_ASSERT(query != NULL && path != NULL);
    if (query->crosses) {
        return cw_linked_step(query, budget, path);
    }
    return cw_query_finish(query, cw_query_step_request(query, budget), path);
}

cw_status cw_query_find(cw_query *query, const cw_path_request *request, cw_path *path) {
    CW_ASSERT(query != NULL && request != NULL && path != NULL);
    CW_TRY(look_for_links(query, request, path));
    if (query->crosses) {
        return cw_linked_find(query, request, path);
    }
    cw_status status = cw_query_begin_request(query, request);
    while (status == CW_OK && query->path.status == CW_PATH_RUNNING) {
        status = cw_query_step_request(query, UINT32_MAX);
    }
    return cw_query_finish(query, status, path);
}
