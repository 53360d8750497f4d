/// The cheapest sequence of links, see linked.h.
///
/// Invariant: an option on the heap counts at most what it really costs, with the rest of the way
/// counted as a straight line at the least cost of a metre. So the first goal that is settled is
/// reached at the least cost, and whatever reaches `most` is not worth looking at.
#include "path/links/linked.h"

cw_status cw_linked_walk(cw_linked *linked, uint32_t from, uint32_t to, bool length_only) {
    cw_path_request walk = linked->request;
    walk.start = cw_linked_start(linked, from);
    walk.goals = cw_linked_end(linked, to);
    walk.goal_count = 1;
    walk.partial = false;
    walk.length_only = length_only;
    return cw_query_finish(linked->inner, cw_query_begin_request(linked->inner, &walk),
                           &linked->walk);
}

/// The least that the rest of the way costs from a node on. Goals may be moved within reach.
static double rest_of(const cw_linked *linked, uint32_t node) {
    if (cw_linked_is_goal(linked, node)) {
        return 0;
    }
    double least = INFINITY;
    for (uint32_t i = 0; i < linked->request.goal_count; i++) {
        double away = cw_linked_distance(linked->places.items[node].land, linked->request.goals[i]);
        least = cw_least(least, away - linked->request.reach);
    }
    return linked->scale * cw_most(least, 0);
}

static cw_status push(cw_linked *linked, cw_linked_option option) {
    double key = option.cost + rest_of(linked, option.to);
    if (!(key < linked->most) || !(option.cost < linked->nodes.items[option.to].cost)) {
        return CW_OK;
    }
    cw_context *context = linked->inner->context;
    CW_TRY(CW_ARRAY_PUSH(context, &linked->options, option));
    return cw_heap_push(context, &linked->heap, (cw_heap_item){key, linked->options.count - 1});
}

/// Whether one may not land at a place: a walk could leave the area that it begins in.
static bool forbidden(const cw_linked *linked, uint32_t to) {
    const cw_path_request *request = &linked->request;
    return request->cell_area != NULL && !cw_linked_is_goal(linked, to) &&
           isinf(request->area_cost[request->cell_area[linked->places.items[to].land_cell]]);
}

/// Whether a walk may lead from one node to a place at all.
static bool may_walk(const cw_linked *linked, uint32_t from, uint32_t to) {
    if (forbidden(linked, to)) {
        return false;
    }
    return from == CW_NONE || cw_linked_is_goal(linked, to) ||
           linked->places.items[from].land_island == linked->places.items[to].off_island;
}

/// The least that a walk and what comes behind it can cost. Ends may be moved within reach.
static double least_of(const cw_linked *linked, uint32_t from, uint32_t to) {
    bool goal = cw_linked_is_goal(linked, to);
    double moved = (from == CW_NONE) + (double)goal;
    double straight = cw_linked_distance(cw_linked_start(linked, from), *cw_linked_end(linked, to));
    double away = straight - moved * linked->request.reach;
    return cw_most(away, 0) + (goal ? 0 : linked->places.items[to].cost);
}

/// Adds options for all that can be walked to from a place, or from the start (CW_NONE).
static cw_status push_all(cw_linked *linked, uint32_t from) {
    double cost = from == CW_NONE ? 0 : linked->nodes.items[from].cost;
    for (uint32_t to = 0; to < linked->nodes.count; to++) {
        bool direct =
            from == CW_NONE && cw_linked_is_goal(linked, to); /* that is the walk without links */
        if (!linked->nodes.items[to].settled && !direct && may_walk(linked, from, to)) {
            CW_TRY(push(linked,
                        (cw_linked_option){from, to, cost + least_of(linked, from, to), false}));
        }
    }
    return CW_OK;
}

cw_status cw_linked_search_begin(cw_linked *linked, double most) {
    cw_context *context = linked->inner->context;
    uint32_t count = linked->places.count + linked->request.goal_count;
    linked->nodes.count = linked->options.count = linked->heap.count = 0;
    linked->found = CW_NONE;
    linked->most = most;
    for (uint32_t i = 0; i < count; i++) {
        cw_linked_node node = {INFINITY, CW_NONE, false};
        CW_TRY(CW_ARRAY_PUSH(context, &linked->nodes, node));
    }
    return push_all(linked, CW_NONE);
}

/// The place of a walk in `known`, or NULL.
static double *known_walk(const cw_linked *linked, uint32_t from, uint32_t to) {
    bool kept = linked->reusable && linked->known != NULL && from != CW_NONE &&
                !cw_linked_is_goal(linked, to);
    return kept ? &linked->known[(size_t)from * linked->extent + to] : NULL;
}

/// Puts an option on the heap again, now that its walk is known.
static cw_status push_exact(cw_linked *linked, uint32_t from, uint32_t to, double walk) {
    double before = from == CW_NONE ? 0 : linked->nodes.items[from].cost;
    double own = cw_linked_is_goal(linked, to) ? 0 : linked->places.items[to].cost;
    double cost = before + walk + own;
    CW_TRY(push(linked, (cw_linked_option){from, to, cost, true}));
    cw_linked_node *node = &linked->nodes.items[to];
    if (cost < node->cost && cost + rest_of(linked, to) < linked->most) {
        node->cost = cost;
        node->before = from;
    }
    return CW_OK;
}

cw_status cw_linked_search_take(cw_linked *linked) {
    cw_linked_option option = linked->options.items[linked->option];
    cw_path_status status = linked->walk.status;
    double walk = status == CW_PATH_FOUND ? linked->walk.cost : INFINITY;
    double *known = known_walk(linked, option.from, option.to);
    if (known != NULL) {
        *known = walk;
    }
    if (status == CW_PATH_GOAL_OFF_MESH || status == CW_PATH_GOAL_TOO_TIGHT) {
        linked->nodes.items[option.to].settled = true; /* wherever one comes from */
    }
    return push_exact(linked, option.from, option.to, walk);
}

cw_status cw_linked_search_on(cw_linked *linked, bool *done) {
    *done = false;
    while (linked->heap.count > 0) {
        uint32_t index = cw_heap_pop(&linked->heap).node;
        cw_linked_option option = linked->options.items[index];
        cw_linked_node *node = &linked->nodes.items[option.to];
        if (node->settled || option.cost > node->cost) {
            continue;
        }
        if (!option.exact) {
            const double *known = known_walk(linked, option.from, option.to);
            if (known == NULL || *known < 0) {
                linked->option = index;
                return cw_linked_walk(linked, option.from, option.to, true);
            }
            CW_TRY(push_exact(linked, option.from, option.to, *known));
            continue;
        }
        node->settled = true;
        if (cw_linked_is_goal(linked, option.to)) {
            linked->found = option.to;
            break;
        }
        CW_TRY(push_all(linked, option.to));
    }
    *done = true;
    return CW_OK;
}

cw_status cw_linked_route(cw_linked *linked) {
    linked->route.count = 0;
    uint32_t at = linked->nodes.items[linked->found].before;
    while (at != CW_NONE) {
        CW_TRY(CW_ARRAY_PUSH(linked->inner->context, &linked->route, at));
        at = linked->nodes.items[at].before;
    }
    cw_turn_round(linked->route.items, sizeof *linked->route.items, 0, linked->route.count);
    return CW_OK;
}
