/// The search over level 0. From a start outside of the core the way to it is the only one, and the
/// goal's way is found beforehand; in the core, the search goes over chains from junction to
/// junction. It finds the same as a search over all edges of level 0.
#include "roadmap/routing.h"

/// The node towards the core, or CW_NONE.
static uint32_t parent_of(const cw_roadmap_query *query, uint32_t node) {
    uint32_t edge = query->parent[node];
    if (edge == CW_NONE) {
        return CW_NONE;
    }
    const cw_roadmap_edge *e = &query->roadmap->edges[edge];
    return e->from == node ? e->to : e->from;
}

/// Marks the way of a last node to the core; remembers where it comes out inside a chain.
static void climb_from_goal(cw_roadmap_query *query, uint32_t node, uint32_t *entry) {
    *entry = CW_NONE;
    while (node != CW_NONE && query->goal_climb[node] != query->round) {
        query->goal_climb[node] = query->round;
        *entry = query->node_chain[node] != CW_NONE ? node : CW_NONE;
        node = parent_of(query, node);
    }
}

static void prepare_goal(cw_roadmap_query *query) {
    cw_terminal goal = query->goal;
    const cw_roadmap_edge *edge = goal.node == CW_NONE ? &query->roadmap->edges[goal.edge] : NULL;
    query->entries[0] = query->entries[1] = CW_NONE;
    climb_from_goal(query, edge != NULL ? edge->from : goal.node, &query->entries[0]);
    if (edge != NULL) {
        climb_from_goal(query, edge->to, &query->entries[1]);
    }
    for (int i = 0; i < 2; i++) {
        uint32_t entry = query->entries[i];
        query->entry_chains[i] = entry == CW_NONE ? CW_NONE : query->node_chain[entry];
    }
}

/// What a whole chain costs; the disc fits.
static double whole_cost(const cw_roadmap_query *query, const cw_roadmap_chain *chain,
                         bool forward) {
    if (query->traffic == NULL || query->weight == CW_ROADMAP_LENGTH) {
        return chain->length;
    }
    double sum = 0;
    for (uint32_t i = chain->run_first; i < chain->run_first + chain->run_count; i++) {
        const cw_roadmap_run *run = &query->runs.items[i];
        sum += run->length * query->traffic->crowded[run->street ^ (forward ? 0 : 1)];
    }
    return sum;
}

/// What a chain costs between two places, in the direction that leads there; INFINITY where the
/// disc does not fit.
static double chain_cost(const cw_roadmap_query *query, const cw_roadmap_chain *chain,
                         uint32_t begin, uint32_t end) {
    const uint32_t *lanes = query->chain_lanes.items + chain->first;
    bool fits = chain->clearance >= query->radius - CW_EXACT_FIT;
    double sum = 0;
    uint32_t low = begin < end ? begin : end, high = begin < end ? end : begin;
    if (fits && low == 0 && high == chain->count && query->weight != CW_ROADMAP_SEED) {
        return whole_cost(query, chain, begin < end);
    }
    for (uint32_t i = low; i < high; i++) {
        uint32_t lane = begin < end ? lanes[i] : lanes[i] ^ 1;
        if (!fits && !cw_edge_fits(query, lane / 2)) {
            return INFINITY;
        }
        sum += cw_lane_cost(query, lane);
    }
    return sum;
}

/// Goes along a chain from one place to another; nothing is added up where the length alone shows
/// that the node there has been reached on a way no longer.
static cw_status go_to(cw_roadmap_query *query, uint32_t node, uint32_t number, uint32_t place,
                       uint32_t there, uint32_t other) {
    const cw_roadmap_chain *chain = &query->chains.items[number];
    double so_far = query->distance[node];
    double least =
        there - place == chain->count || place - there == chain->count ? chain->length : 0;
    if (query->reached[other] == query->round && query->distance[other] <= so_far + least) {
        return CW_OK;
    }
    double cost = chain_cost(query, chain, place, there);
    return cost < INFINITY ? cw_lane_search_reach(query, other, so_far + cost,
                                                  (cw_came){node, number, place, there})
                           : CW_OK;
}

/// Goes along a chain from a place, forwards or backwards, to its end and to what is on the way.
static cw_status go_along(cw_roadmap_query *query, uint32_t node, uint32_t number, uint32_t place,
                          bool forward) {
    const cw_roadmap_chain *chain = &query->chains.items[number];
    for (int i = 0; i < 2; i++) {
        uint32_t entry = query->entries[i];
        if (query->entry_chains[i] == number &&
            (forward ? query->node_place[entry] > place : query->node_place[entry] < place)) {
            CW_TRY(go_to(query, node, number, place, query->node_place[entry], entry));
        }
    }
    return go_to(query, node, number, place, forward ? chain->count : 0, chain->ends[forward]);
}

/// Over the edges between a node and those that hang on it: up, and down where the goal is.
static cw_status go_over_trees(cw_roadmap_query *query, uint32_t node) {
    const cw_roadmap *roadmap = query->roadmap;
    uint32_t up = query->parent[node];
    bool goal_is_below = query->goal_climb[node] == query->round;
    for (uint32_t k = roadmap->node_first[node]; k < roadmap->node_first[node + 1]; k++) {
        uint32_t edge = roadmap->adjacent[k];
        const cw_roadmap_edge *e = &roadmap->edges[edge];
        uint32_t other = e->from == node ? e->to : e->from;
        bool down = goal_is_below && query->parent[other] == edge &&
                    query->goal_climb[other] == query->round;
        if ((edge == up || down) && cw_edge_fits(query, edge)) {
            uint32_t lane = 2 * edge + (e->from == node ? 0 : 1);
            CW_TRY(cw_lane_search_reach(query, other,
                                        query->distance[node] + cw_lane_cost(query, lane),
                                        (cw_came){node, CW_NONE, lane, 0}));
        }
    }
    return CW_OK;
}

static cw_status go_on(cw_roadmap_query *query, uint32_t node) {
    uint32_t number = query->node_chain[node];
    if (query->parent[node] != CW_NONE || query->goal_climb[node] == query->round) {
        CW_TRY(go_over_trees(query, node));
    }
    if (number != CW_NONE) {
        CW_TRY(go_along(query, node, number, query->node_place[node], true));
        return go_along(query, node, number, query->node_place[node], false);
    }
    for (uint32_t k = query->chain_first[node]; k < query->chain_first[node + 1]; k++) {
        uint32_t end = query->chain_ends[k];
        uint32_t place = end % 2 == 0 ? 0 : query->chains.items[end / 2].count;
        CW_TRY(go_along(query, node, end / 2, place, end % 2 == 0));
    }
    return CW_OK;
}

cw_status cw_lane_search_ridges(cw_roadmap_query *query, bool *found) {
    *found = false;
    cw_lane_search_begin(query);
    prepare_goal(query);
    CW_TRY(cw_lane_search_leave(query));
    for (uint32_t node = cw_lane_search_next(query); node != CW_NONE;
         node = cw_lane_search_next(query)) {
        if (node > query->node_count) {
            *found = true;
            return CW_OK;
        }
        CW_TRY(cw_lane_search_arrive(query, node));
        CW_TRY(go_on(query, node));
    }
    return CW_OK;
}
