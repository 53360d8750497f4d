/// Paths that may cross links: what comes behind the path without them, see linked.h.
#include "path/links/linked.h"

bool cw_linked_wanted(const cw_query *query, const cw_path_request *request) {
    return (request->links & CW_LINKS_ALL) != 0 && query->clearance->mesh->link_count > 0;
}

void cw_linked_free(cw_query *query) {
    cw_linked *linked = query->linked;
    if (linked == NULL) {
        return;
    }
    cw_context *context = query->context;
    CW_ARRAY_FREE(context, &linked->places);
    CW_RELEASE(context, linked->known, (size_t)linked->extent * linked->extent);
    CW_ARRAY_FREE(context, &linked->nodes);
    CW_ARRAY_FREE(context, &linked->options);
    CW_ARRAY_FREE(context, &linked->heap);
    CW_ARRAY_FREE(context, &linked->route);
    CW_ARRAY_FREE(context, &linked->links);
    CW_ARRAY_FREE(context, &linked->way.cells);
    CW_ARRAY_FREE(context, &linked->way.portals);
    CW_ARRAY_FREE(context, &linked->way.legs);
    CW_RELEASE(context, query->linked, 1);
}

size_t cw_linked_bytes(const cw_query *query) {
    const cw_linked *linked = query->linked;
    if (linked == NULL) {
        return 0;
    }
    return sizeof *linked + CW_ARRAY_BYTES(&linked->places) +
           (size_t)linked->extent * linked->extent * sizeof *linked->known +
           CW_ARRAY_BYTES(&linked->nodes) + CW_ARRAY_BYTES(&linked->options) +
           CW_ARRAY_BYTES(&linked->heap) + CW_ARRAY_BYTES(&linked->route) +
           CW_ARRAY_BYTES(&linked->links) + CW_ARRAY_BYTES(&linked->way.cells) +
           CW_ARRAY_BYTES(&linked->way.portals) + CW_ARRAY_BYTES(&linked->way.legs);
}

/// Whether links may help: not where an end is no good, and only if there is a cost to save.
static bool may_help(const cw_query *query) {
    switch (query->path.status) {
    case CW_PATH_FOUND: return query->path.cost > 0;
    case CW_PATH_PARTIAL:
    case CW_PATH_DISCONNECTED:
    case CW_PATH_BLOCKED: return true;
    case CW_PATH_GOAL_OFF_MESH:
    case CW_PATH_GOAL_TOO_TIGHT: return query->linked->request.goal_count > 1;
    default: return false;
    }
}

/// Goes on with the search, until a walk is needed; then with the pieces of what it found.
static cw_status go_on(cw_query *query) {
    cw_linked *linked = query->linked;
    bool done = linked->telling;
    CW_TRY(done ? CW_OK : cw_linked_search_on(linked, &done));
    if (done && !linked->telling && linked->found != CW_NONE) {
        CW_TRY(cw_linked_route(linked));
        linked->telling = true;
    }
    if (linked->telling && linked->told <= linked->route.count) {
        return cw_linked_tell_next(linked);
    }
    if (linked->telling) {
        query->path = linked->way.path;
        cw_kept_path_give(&linked->way, &query->path);
        query->path.links = linked->links.items;
        query->path.link_count = linked->links.count;
        query->path.goal_index = linked->found - linked->places.count;
    }
    query->phase = done ? CW_QUERY_DONE : CW_QUERY_LINKS;
    return CW_OK;
}

cw_status cw_linked_begin(cw_query *query) {
    cw_linked *linked = query->linked;
    query->crosses = false;
    if (!may_help(query)) {
        return CW_OK;
    }
    CW_TRY(cw_linked_place(linked, linked->request.radius, linked->request.links));
    if (linked->places.count == 0) {
        return CW_OK;
    }
    linked->telling = false;
    linked->told = 0;
    query->phase = CW_QUERY_LINKS;
    double most = query->path.status == CW_PATH_FOUND ? query->path.cost : INFINITY;
    CW_TRY(cw_linked_search_begin(linked, most));
    return go_on(query);
}

cw_status cw_linked_step(cw_query *query, uint32_t budget) {
    cw_linked *linked = query->linked;
    while (query->phase == CW_QUERY_LINKS && budget > 0) {
        uint32_t before = linked->walk.expansions;
        if (linked->walk.status == CW_PATH_RUNNING) {
            CW_TRY(cw_query_finish(linked->inner, cw_query_step_request(linked->inner, budget),
                                   &linked->walk));
        }
        if (linked->walk.status == CW_PATH_RUNNING) {
            return CW_OK;
        }
        uint32_t used = linked->walk.expansions - before + 1;
        budget = budget > used ? budget - used : 0;
        query->link_work += linked->walk.expansions;
        CW_TRY(linked->telling ? cw_linked_tell_take(linked) : cw_linked_search_take(linked));
        CW_TRY(go_on(query));
    }
    return CW_OK;
}
