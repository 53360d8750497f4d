/// A* over a roadmap (Hart, Nilsson and Raphael, 1968): what every search shares, and the search
/// over all lanes of a space. A lane never costs less than its length, so the straight line to the
/// goal is never more than the way there.
#include "roadmap/routing.h"

#include <math.h>

void cw_lane_search_begin(cw_roadmap_query *query) {
    query->round++;
    query->heap.count = 0;
}

/// At least what it costs from a node to the goal: the straight line.
static double ahead(const cw_roadmap_query *query, uint32_t node) {
    return node < query->node_count ? cw_vec2_distance(query->points[node], query->goal.point) : 0;
}

cw_status cw_lane_search_reach(cw_roadmap_query *query, uint32_t node, double distance,
                               cw_came came) {
    if (query->reached[node] == query->round && !(distance < query->distance[node])) {
        return CW_OK;
    }
    query->reached[node] = query->round;
    query->distance[node] = distance;
    query->came[node] = came;
    query->key[node] = distance + ahead(query, node);
    return cw_heap_push(query->context, &query->heap, (cw_heap_item){query->key[node], node});
}

uint32_t cw_lane_search_next(cw_roadmap_query *query) {
    while (query->heap.count > 0) {
        cw_heap_item item = cw_heap_pop(&query->heap);
        // What was reached again on a shorter way lies in the heap once more.
        if (item.key == query->key[item.node]) {
            query->expansions++;
            return item.node;
        }
    }
    return CW_NONE;
}

/// Along an edge from one share to another.
static double part_cost(const cw_roadmap_query *query, uint32_t edge, double from, double to) {
    double part = to - from;
    return part >= 0 ? part * cw_lane_cost(query, 2 * edge)
                     : -part * cw_lane_cost(query, 2 * edge + 1);
}

cw_status cw_lane_search_leave(cw_roadmap_query *query) {
    uint32_t begin = query->node_count, end = begin + 1;
    cw_terminal start = query->start, goal = query->goal;
    if (start.node != CW_NONE) {
        return cw_lane_search_reach(query, start.node, 0, (cw_came){begin, CW_NONE, CW_NONE, 0});
    }
    const cw_roadmap_edge *edge = &query->roadmap->edges[start.edge];
    uint32_t lane = 2 * start.edge;
    CW_TRY(cw_lane_search_reach(query, edge->to, part_cost(query, start.edge, start.share, 1),
                                (cw_came){begin, CW_NONE, lane, 0}));
    CW_TRY(cw_lane_search_reach(query, edge->from, part_cost(query, start.edge, start.share, 0),
                                (cw_came){begin, CW_NONE, lane + 1, 0}));
    if (goal.node == CW_NONE && goal.edge == start.edge) {
        double cost = part_cost(query, start.edge, start.share, goal.share);
        lane += goal.share < start.share ? 1 : 0;
        return cw_lane_search_reach(query, end, cost, (cw_came){begin, CW_NONE, lane, 0});
    }
    return CW_OK;
}

cw_status cw_lane_search_arrive(cw_roadmap_query *query, uint32_t node) {
    cw_terminal goal = query->goal;
    uint32_t end = query->node_count + 1;
    double so_far = query->distance[node];
    if (goal.node != CW_NONE) {
        return goal.node != node
                   ? CW_OK
                   : cw_lane_search_reach(query, end, so_far, (cw_came){node, CW_NONE, CW_NONE, 0});
    }
    const cw_roadmap_edge *edge = &query->roadmap->edges[goal.edge];
    if (edge->from == node) {
        CW_TRY(cw_lane_search_reach(query, end, so_far + part_cost(query, goal.edge, 0, goal.share),
                                    (cw_came){node, CW_NONE, 2 * goal.edge, 0}));
    }
    if (edge->to == node) {
        CW_TRY(cw_lane_search_reach(query, end, so_far + part_cost(query, goal.edge, 1, goal.share),
                                    (cw_came){node, CW_NONE, 2 * goal.edge + 1, 0}));
    }
    return CW_OK;
}

/// The lanes of a step of the search, last first.
static cw_status trace_step(cw_roadmap_query *query, const cw_came *came, cw_lanes *lanes) {
    if (came->chain == CW_NONE) {
        return came->begin == CW_NONE ? CW_OK : CW_ARRAY_PUSH(query->context, lanes, came->begin);
    }
    const uint32_t *all = query->chain_lanes.items + query->chains.items[came->chain].first;
    for (uint32_t i = came->end; i > came->begin; i--) {
        CW_TRY(CW_ARRAY_PUSH(query->context, lanes, all[i - 1]));
    }
    for (uint32_t i = came->end; i < came->begin; i++) {
        CW_TRY(CW_ARRAY_PUSH(query->context, lanes, all[i] ^ 1));
    }
    return CW_OK;
}

cw_status cw_lane_search_trace(cw_roadmap_query *query, cw_lanes *lanes) {
    uint32_t first = lanes->count;
    for (uint32_t at = query->node_count + 1; at != query->node_count; at = query->came[at].node) {
        CW_TRY(trace_step(query, &query->came[at], lanes));
    }
    for (uint32_t i = first, k = lanes->count; i + 1 < k; i++) {
        uint32_t lane = lanes->items[--k];
        lanes->items[k] = lanes->items[i];
        lanes->items[i] = lane;
    }
    return CW_OK;
}

static double step_cost(const cw_roadmap_query *query, const cw_roadmap_step *step) {
    if (query->weight == CW_ROADMAP_DENSITY && query->traffic != NULL) {
        return step->length * query->traffic->crowded[step->street];
    }
    return cw_lane_cost(query, step->lane);
}

cw_status cw_lane_search_space(cw_roadmap_query *query, uint32_t space, bool *found) {
    double clearance = query->radius - CW_EXACT_FIT;
    *found = false;
    cw_lane_search_begin(query);
    CW_TRY(cw_lane_search_leave(query));
    for (uint32_t node = cw_lane_search_next(query); node != CW_NONE;
         node = cw_lane_search_next(query)) {
        if (node > query->node_count) {
            *found = true;
            return CW_OK;
        }
        CW_TRY(cw_lane_search_arrive(query, node));
        for (uint32_t k = query->step_first[node]; k < query->step_first[node + 1]; k++) {
            const cw_roadmap_step *step = &query->steps[k];
            if (step->space == space && step->clearance >= clearance) {
                CW_TRY(cw_lane_search_reach(query, step->to,
                                            query->distance[node] + step_cost(query, step),
                                            (cw_came){node, CW_NONE, step->lane, 0}));
            }
        }
    }
    return CW_OK;
}
