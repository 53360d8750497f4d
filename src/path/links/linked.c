/// Paths that may cross links: the phases of a request, see linked.h.
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
    CW_ARRAY_FREE(context, &linked->cells);
    CW_ARRAY_FREE(context, &linked->portals);
    CW_ARRAY_FREE(context, &linked->legs);
    CW_ARRAY_FREE(context, &linked->links);
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
           CW_ARRAY_BYTES(&linked->cells) + CW_ARRAY_BYTES(&linked->portals) +
           CW_ARRAY_BYTES(&linked->legs) + CW_ARRAY_BYTES(&linked->links);
}

/// Starts the walk without links.
static cw_status begin_plain(cw_linked *linked, cw_linked_phase phase) {
    linked->phase = phase;
    linked->running = true;
    return cw_linked_walk(linked, &linked->request);
}

/// Whether links may help: not where an end is no good, and only if there is a cost to save.
static bool may_help(const cw_linked *linked) {
    switch (linked->inner_path.status) {
    case CW_PATH_FOUND: return linked->inner_path.cost > 0;
    case CW_PATH_PARTIAL:
    case CW_PATH_DISCONNECTED:
    case CW_PATH_BLOCKED: return true;
    default: return linked->request.goal_count > 1;
    }
}

static bool start_is_bad(const cw_linked *linked) {
    return linked->inner_path.status == CW_PATH_START_OFF_MESH ||
           linked->inner_path.status == CW_PATH_START_TOO_TIGHT;
}

/// Ends with the walk without links, which the inner query holds.
static void end_plain(cw_linked *linked) {
    uint32_t work = linked->work;
    linked->path = linked->inner_path;
    linked->path.expansions += work;
    linked->phase = CW_LINKED_DONE;
}

/// Looks for links behind the walk without them.
static cw_status take_plain(cw_linked *linked) {
    if (start_is_bad(linked) || !may_help(linked)) {
        end_plain(linked);
        return CW_OK;
    }
    CW_TRY(cw_linked_place(linked, linked->request.radius, linked->wanted));
    if (linked->places.count == 0) {
        end_plain(linked);
        return CW_OK;
    }
    linked->most = linked->inner_path.status == CW_PATH_FOUND ? linked->inner_path.cost : INFINITY;
    linked->work += linked->inner_path.expansions;
    linked->phase = CW_LINKED_SEARCH;
    return cw_linked_search_begin(linked);
}

/// Tells the sequence that was found, or walks without links.
static cw_status end_search(cw_linked *linked) {
    if (linked->found != CW_NONE) {
        CW_TRY(cw_linked_route(linked));
        linked->phase = CW_LINKED_TELL;
        return cw_linked_tell_next(linked);
    }
    if (linked->searched > 0) {
        return begin_plain(linked, CW_LINKED_AGAIN);
    }
    linked->work -= linked->inner_path.expansions;
    end_plain(linked);
    return CW_OK;
}

/// Goes on after a walk of the inner query.
static cw_status take(cw_linked *linked) {
    bool done;
    switch (linked->phase) {
    case CW_LINKED_DONE: return CW_OK;
    case CW_LINKED_PLAIN:
        CW_TRY(take_plain(linked));
        if (linked->phase != CW_LINKED_SEARCH) {
            return CW_OK;
        }
        break;
    case CW_LINKED_SEARCH: CW_TRY(cw_linked_search_take(linked)); break;
    case CW_LINKED_TELL:
        CW_TRY(cw_linked_tell_take(linked));
        if (linked->told <= linked->route.count) {
            return cw_linked_tell_next(linked);
        }
        cw_linked_tell_all(linked);
        return CW_OK;
    case CW_LINKED_AGAIN: end_plain(linked); return CW_OK;
    }
    CW_TRY(cw_linked_search_on(linked, &done));
    return done ? end_search(linked) : CW_OK;
}

/// Works until the budget is used up or all is done.
static cw_status work(cw_linked *linked, uint32_t budget) {
    do {
        uint32_t before = linked->inner_path.expansions;
        if (linked->running && linked->inner_path.status == CW_PATH_RUNNING) {
            CW_TRY(cw_linked_walk_on(linked, budget));
        }
        if (linked->inner_path.status == CW_PATH_RUNNING) {
            return CW_OK;
        }
        uint32_t used = linked->inner_path.expansions - before + 1;
        budget = budget > used ? budget - used : 0;
        linked->running = false;
        CW_TRY(take(linked));
    } while (linked->phase != CW_LINKED_DONE && budget > 0);
    return CW_OK;
}

static cw_status finish(cw_query *query, cw_status status, cw_path *path) {
    cw_linked *linked = query->linked;
    if (status != CW_OK) {
        query->crosses = false; /* there is nothing to go on with */
        query->phase = CW_QUERY_IDLE;
        *path = (cw_path){.status = CW_PATH_FAILED};
        return status;
    }
    if (linked->phase == CW_LINKED_DONE) {
        *path = linked->path;
        return CW_OK;
    }
    *path = (cw_path){.status = CW_PATH_RUNNING,
                      .radius = linked->request.radius,
                      .start = linked->request.start,
                      .asked_start = linked->request.start,
                      .goal = linked->request.goals[0],
                      .asked_goal = linked->request.goals[0],
                      .expansions = linked->work + linked->inner_path.expansions,
                      .mesh_version = query->tables->mesh_version,
                      .gate = {.cell = CW_NONE, .walls = {CW_NONE, CW_NONE}}};
    return CW_OK;
}

static cw_status begin(cw_query *query, const cw_path_request *request) {
    cw_linked *linked = query->linked;
    uint32_t kinds = request->links;
    linked->request = *request;
    linked->request.links = CW_LINKS_NONE;
    linked->work = linked->searched = linked->told = 0;
    linked->reusable = request->cell_area == NULL && !(request->slack > 0);
    if ((kinds & ~CW_LINKS_ALL) != 0) {
        return cw_fail(query->context, CW_ERROR_ARGUMENT, "links: there are no such kinds: %u",
                       kinds & ~CW_LINKS_ALL);
    }
    linked->wanted = kinds;
    return begin_plain(linked, CW_LINKED_PLAIN);
}

cw_status cw_linked_begin(cw_query *query, const cw_path_request *request, cw_path *path) {
    return finish(query, begin(query, request), path);
}

cw_status cw_linked_step(cw_query *query, uint32_t budget, cw_path *path) {
    cw_linked *linked = query->linked;
    return finish(query, linked->phase == CW_LINKED_DONE ? CW_OK : work(linked, budget), path);
}

cw_status cw_linked_find(cw_query *query, const cw_path_request *request, cw_path *path) {
    cw_status status = begin(query, request);
    while (status == CW_OK && query->linked->phase != CW_LINKED_DONE) {
        status = work(query->linked, UINT32_MAX);
    }
    return finish(query, status, path);
}
