/// Paths, asked for in one call or by and by: over links where there are any.
#include "path/links/linked.h"

/// Gets ready for a request: where it may cross links, there is a query that walks between them.
static cw_status prepare(cw_query *query, const cw_path_request *request) {
    query->crosses = cw_linked_wanted(query, request);
    if (!query->crosses) {
        return CW_OK;
    }
    if (query->linked == NULL) {
        CW_TRY(CW_ALLOCATE(query->context, query->linked, 1));
    }
    cw_linked *linked = query->linked;
    linked->request = *request;
    linked->reusable = request->cell_area == NULL && !(request->slack > 0);
    if (linked->inner != NULL) {
        return CW_OK;
    }
    CW_TRY(cw_query_create_with(query->context, query->tables, &linked->inner));
    return cw_query_use_sights(linked->inner, &query->sights, query->sights != NULL);
}

/// Where a path without links has been found, or that there is none, looks for one over links.
static cw_status follow(cw_query *query) {
    return query->phase == CW_QUERY_DONE && query->crosses ? cw_linked_begin(query) : CW_OK;
}

static cw_status begin(cw_query *query, const cw_path_request *request) {
    CW_TRY(prepare(query, request));
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
