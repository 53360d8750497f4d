/// Routes over a roadmap, in two steps, as M. Haciomeroglu, R. G. Laycock and A. M. Day have them
/// (2007): over level 0 to the goal, and through each large space on the way by all of its lanes,
/// from the place where the way enters it to the place where it leaves. Spaces that are larger than
/// the horizon are looked through near both ends of the way only; a crowd asks again on the way.
#include "roadmap/routing.h"

#include <string.h>

/// Metres to which the positions of nodes are rounded: a power of two near a micrometre. Where the
/// plan lies changes them by far less, and so nothing at all.
static const double ROUNDING = 0x1p-20;

/// How far before the goal lanes are looked at, of the horizon.
static const double NEAR_GOAL = 0.25;

cw_roadmap_request cw_roadmap_request_default(void) {
    return (cw_roadmap_request){
        .start = {CW_NONE, {0, 0}}, .goal = {CW_NONE, {0, 0}}, .horizon = 60};
}

static cw_status place_nodes(cw_roadmap_query *query) {
    const cw_roadmap *roadmap = query->roadmap;
    CW_TRY(CW_ALLOCATE(query->context, query->points, query->node_count));
    CW_TRY(CW_ALLOCATE(query->context, query->lengths, roadmap->edge_count));
    for (uint32_t i = 0; i < query->node_count; i++) {
        cw_vec3 at = roadmap->nodes[i].position;
        cw_vec2 local = cw_clearance_local(query->clearance->mesh, (cw_vec2){at.x, at.y});
        query->points[i] = (cw_vec2){floor(local.x / ROUNDING + 0.5) * ROUNDING,
                                     floor(local.y / ROUNDING + 0.5) * ROUNDING};
    }
    for (uint32_t i = 0; i < roadmap->edge_count; i++) {
        const cw_roadmap_edge *edge = &roadmap->edges[i];
        query->lengths[i] = cw_vec2_distance(query->points[edge->from], query->points[edge->to]);
    }
    return CW_OK;
}

static cw_status prepare(cw_roadmap_query *query) {
    cw_context *context = query->context;
    CW_TRY(place_nodes(query));
    CW_TRY(CW_ALLOCATE(context, query->distance, query->node_count + 2));
    CW_TRY(CW_ALLOCATE(context, query->key, query->node_count + 2));
    CW_TRY(CW_ALLOCATE(context, query->came, query->node_count + 2));
    CW_TRY(CW_ALLOCATE(context, query->reached, query->node_count + 2));
    CW_TRY(CW_ALLOCATE(context, query->goal_climb, query->node_count));
    CW_TRY(cw_roadmap_find_core(query));
    return cw_roadmap_list_cells(query);
}

cw_status cw_roadmap_query_create(cw_context *context, const cw_roadmap *roadmap,
                                  const cw_clearance *clearance, cw_roadmap_query **query) {
    CW_ASSERT(context != NULL && roadmap != NULL && clearance != NULL && query != NULL);
    *query = NULL;
    cw_roadmap_query *made = NULL;
    CW_TRY(CW_ALLOCATE(context, made, 1));
    made->context = context;
    made->roadmap = roadmap;
    made->clearance = clearance;
    made->node_count = roadmap->node_count;
    cw_status status = prepare(made);
    if (status != CW_OK) {
        cw_roadmap_query_free(made);
        return status;
    }
    *query = made;
    return CW_OK;
}

void cw_roadmap_query_free(cw_roadmap_query *query) {
    if (query == NULL) {
        return;
    }
    cw_context *context = query->context;
    uint32_t nodes = query->node_count, cells = query->clearance->mesh->cell_count;
    CW_RELEASE(context, query->points, nodes);
    CW_RELEASE(context, query->lengths, query->roadmap->edge_count);
    CW_RELEASE(context, query->distance, nodes + 2);
    CW_RELEASE(context, query->key, nodes + 2);
    CW_RELEASE(context, query->came, nodes + 2);
    CW_RELEASE(context, query->reached, nodes + 2);
    CW_RELEASE(context, query->goal_climb, nodes);
    CW_RELEASE(context, query->parent, nodes);
    CW_RELEASE(context, query->node_chain, nodes);
    CW_RELEASE(context, query->node_place, nodes);
    CW_RELEASE(context, query->chain_first, nodes + 1);
    CW_RELEASE(context, query->chain_ends, query->chain_end_count);
    CW_RELEASE(context, query->cell_first, cells + 1);
    CW_RELEASE(context, query->cell_edges, query->cell_edge_count);
    CW_RELEASE(context, query->crossing_first, query->roadmap->edge_count + 1);
    CW_RELEASE(context, query->crossings, query->crossing_count);
    CW_RELEASE(context, query->queue, cells);
    CW_RELEASE(context, query->cell_round, cells);
    CW_RELEASE(context, query->step_first, nodes + 1);
    CW_RELEASE(context, query->steps, query->step_count);
    CW_ARRAY_FREE(context, &query->chains);
    CW_ARRAY_FREE(context, &query->runs);
    CW_ARRAY_FREE(context, &query->chain_lanes);
    CW_ARRAY_FREE(context, &query->heap);
    CW_ARRAY_FREE(context, &query->lanes);
    CW_ARRAY_FREE(context, &query->piece);
    CW_ARRAY_FREE(context, &query->ways);
    CW_RELEASE(context, query, 1);
}

/// A way over level 0 that is gone through from its start, space by space.
typedef struct splice {
    const cw_lanes *ridges;
    uint32_t next;  ///< of them
    double done;    ///< metres of them
    double horizon; ///< metres
    cw_terminal from, to;
} splice;

static cw_terminal at_node(const cw_roadmap_query *query, uint32_t node) {
    return (cw_terminal){node, CW_NONE, 0, query->points[node]};
}

static cw_status copy_lanes(cw_roadmap_query *query, splice *s, uint32_t end) {
    for (; s->next < end; s->next++) {
        uint32_t lane = s->ridges->items[s->next];
        CW_TRY(CW_ARRAY_PUSH(query->context, &query->lanes, lane));
        s->done += query->lengths[lane / 2];
    }
    return CW_OK;
}

/// Replaces what comes up to `end` by the best way over all lanes of the space.
static cw_status refine(cw_roadmap_query *query, splice *s, uint32_t end, bool *found) {
    const cw_lanes *ridges = s->ridges;
    uint32_t first = ridges->items[s->next], last = ridges->items[end - 1];
    query->start = s->next == 0 ? s->from : at_node(query, cw_lane_start(query->roadmap, first));
    query->goal = end == ridges->count ? s->to : at_node(query, cw_lane_end(query->roadmap, last));
    CW_TRY(cw_lane_search_space(query, query->roadmap->edges[first / 2].space, found));
    if (!*found && s->next > 0 && end < ridges->count) {
        *found = true;
        return copy_lanes(query, s, end);
    }
    if (*found) {
        CW_TRY(cw_lane_search_trace(query, &query->lanes));
        for (; s->next < end; s->next++) {
            s->done += query->lengths[ridges->items[s->next] / 2];
        }
    }
    return CW_OK;
}

/// One space, from the next lane up to `end`: as far as the horizon, and near the goal, where it
/// only matters how the way comes to its lane: who walks asks again before.
static cw_status cross_space(cw_roadmap_query *query, splice *s, uint32_t end, bool *found) {
    const cw_lanes *ridges = s->ridges;
    uint32_t head = s->next, tail = end;
    double done = s->done, left = 0;
    while (head < end && (head == s->next || done < s->horizon) && s->done < s->horizon) {
        done += query->lengths[ridges->items[head++] / 2];
    }
    while (end == ridges->count && tail > head && (tail == end || left < NEAR_GOAL * s->horizon)) {
        left += query->lengths[ridges->items[--tail] / 2];
    }
    if (head >= tail) {
        return refine(query, s, end, found);
    }
    *found = true;
    if (head > s->next) {
        CW_TRY(refine(query, s, head, found));
    }
    if (*found) {
        CW_TRY(copy_lanes(query, s, tail));
    }
    return *found && tail < end ? refine(query, s, end, found) : CW_OK;
}

static cw_status splice_spaces(cw_roadmap_query *query, splice *s, bool *found) {
    *found = true;
    while (*found && s->next < s->ridges->count) {
        uint32_t space = query->roadmap->edges[s->ridges->items[s->next] / 2].space;
        uint32_t end = s->next + 1;
        while (end < s->ridges->count &&
               query->roadmap->edges[s->ridges->items[end] / 2].space == space) {
            end++;
        }
        CW_TRY(space == CW_NONE ? copy_lanes(query, s, end) : cross_space(query, s, end, found));
    }
    return CW_OK;
}

static bool is_on_ridge(const cw_roadmap *roadmap, uint32_t node) {
    bool ridge = roadmap->nodes[node].kind == CW_ROADMAP_LEVEL;
    for (uint32_t k = roadmap->node_first[node]; k < roadmap->node_first[node + 1] && !ridge; k++) {
        ridge = roadmap->edges[roadmap->adjacent[k]].level == 0;
    }
    return ridge;
}

/// Where a way over level 0 begins or ends: on the lane itself, whose ends lie there. A lane that
/// rungs have cut may have others.
static cw_terminal on_ridge(cw_roadmap_query *query, cw_place place, cw_terminal at) {
    const cw_roadmap_edge *edge = &query->roadmap->edges[at.edge];
    return is_on_ridge(query->roadmap, edge->from) && is_on_ridge(query->roadmap, edge->to)
               ? at
               : cw_roadmap_attach(query, place, edge->space, true, true);
}

/// The lanes of a route between two places on the roadmap.
static cw_status find_lanes(cw_roadmap_query *query, const cw_roadmap_request *request,
                            cw_terminal from, cw_terminal to, bool *found) {
    uint32_t space = query->roadmap->edges[from.edge].space;
    query->start = from;
    query->goal = to;
    if (space != CW_NONE && space == query->roadmap->edges[to.edge].space &&
        cw_vec2_distance(from.point, to.point) <= request->horizon) {
        CW_TRY(cw_lane_search_space(query, space, found));
        if (*found) {
            return cw_lane_search_trace(query, &query->lanes);
        }
    }
    query->start = on_ridge(query, request->start, from);
    query->goal = on_ridge(query, request->goal, to);
    if (query->start.edge == CW_NONE || query->goal.edge == CW_NONE) {
        return CW_OK;
    }
    CW_TRY(cw_lane_search_ridges(query, found));
    if (!*found) {
        return CW_OK;
    }
    query->piece.count = 0;
    CW_TRY(cw_lane_search_trace(query, &query->piece));
    splice s = {&query->piece, 0, 0, request->horizon, from, to};
    return splice_spaces(query, &s, found);
}

cw_status cw_roadmap_find(cw_roadmap_query *query, const cw_roadmap_request *request,
                          const cw_roadmap_traffic *traffic, cw_roadmap_route *route) {
    CW_ASSERT(query != NULL && request != NULL && route != NULL);
    memset(route, 0, sizeof *route);
    if (!(request->radius >= 0) || !(request->horizon > 0) ||
        (unsigned)request->weight > CW_ROADMAP_LENGTH) {
        return cw_fail(query->context, CW_ERROR_ARGUMENT,
                       "radius, horizon or weight of a route is out of range");
    }
    if (request->start.cell == CW_NONE || request->goal.cell == CW_NONE) {
        return CW_OK;
    }
    query->radius = request->radius;
    query->weight = request->weight;
    query->traffic = traffic;
    query->expansions = 0;
    query->lanes.count = 0;
    cw_terminal from = cw_roadmap_attach(query, request->start, CW_NONE, false, false);
    cw_terminal to = cw_roadmap_attach(query, request->goal, CW_NONE, false, false);
    if (from.edge == CW_NONE || to.edge == CW_NONE) {
        return CW_OK;
    }
    CW_TRY(find_lanes(query, request, from, to, &route->found));
    route->expansions = query->expansions;
    if (!route->found) {
        return CW_OK;
    }
    CW_TRY(cw_roadmap_list_ways(query, request, from, to, route));
    route->lanes = query->lanes.items;
    route->lane_count = query->lanes.count;
    route->ways = query->ways.items;
    route->way_count = query->ways.count;
    return CW_OK;
}
