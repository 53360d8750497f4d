/// Paths where areas have costs.
///
/// Phases:
///   1. the shortest path that enters no forbidden area, whatever it costs (request.c): nothing
///   dearer
///      is accepted, so that costs never make a path worse;
///   2. the cheapest way over posts that costs less (cost_search.c);
///   3. where exactly it crosses portals (refract.c);
///   4. the path along it (cost_legs.c), and what it costs as it is; the cheaper one is told.
/// A path that lies in the cheapest areas all the way is the cheapest, and ends the search at 1.
#include "path/request/request.h"

/// The share by which rounding may make a path in the cheapest areas cost more than its length.
#define ROUNDING 1e-12

/// The share by which a way over posts may cost more than the path that is known: it gets cheaper
/// when its crossings are moved.
#define MARGIN 0.05

/// Whether a path that was found among all is as cheap as one can be.
static bool is_cheapest(const cw_query *query) {
    double least = INFINITY;
    for (uint32_t i = 0; i < query->request.area_count; i++) {
        least = cw_least(least, query->request.area_cost[i]);
    }
    return !query->forbids && query->path.cost <= least * query->path.length * (1 + ROUNDING);
}

cw_status cw_query_end_plain(cw_query *query) {
    double most = INFINITY;
    query->corridor.expansions += query->search.expansions;
    query->search.expansions = 0;
    if (query->search.found != CW_NONE) {
        bool told;
        CW_TRY(cw_query_report(query, &told));
        query->priced = true;
        if (is_cheapest(query)) {
            query->phase = CW_QUERY_SETTLED;
            return CW_OK;
        }
        most = query->path.cost;
        query->kept.path = query->path;
        cw_query_exchange(query, &query->kept);
        query->path = query->kept.path;
    }
    query->phase = CW_QUERY_CHEAPEST;
    cw_corridor_task task = cw_query_task(query);
    return cw_cost_search_begin(&query->corridor, &task, most * (1 + MARGIN));
}

/// The cheapest of the goals when crossings have been moved, with its corridor; CW_NONE when none
/// costs less than the path that is known.
static cw_status choose_goal(cw_query *query, uint32_t *chosen) {
    cw_corridor *corridor = &query->corridor;
    const cw_goal *goals = query->search.goals.items;
    cw_corridor_task task = cw_query_task(query);
    double best = query->priced ? query->kept.path.cost : INFINITY, cost;
    uint32_t last = CW_NONE;
    *chosen = CW_NONE;
    for (uint32_t i = 0; i < query->search.goals.count; i++) {
        double rough = corridor->goal_ways.items[i].cost;
        if (rough <= corridor->most && !isinf(rough)) {
            CW_TRY(cw_cost_search_trace(corridor, &task, i));
            CW_TRY(cw_corridor_refract(corridor, &task, &goals[i], &cost));
            last = i;
            *chosen = cost < best ? i : *chosen;
            best = cw_least(best, cost);
        }
    }
    if (*chosen != last && *chosen != CW_NONE) {
        CW_TRY(cw_cost_search_trace(corridor, &task, *chosen));
        CW_TRY(cw_corridor_refract(corridor, &task, &goals[*chosen], &cost));
    }
    return CW_OK;
}

cw_status cw_query_end_cheap(cw_query *query) {
    uint32_t chosen;
    CW_TRY(choose_goal(query, &chosen));
    if (chosen == CW_NONE) {
        cw_query_settle(query);
        return CW_OK;
    }
    query->search.goals.items[0] = query->search.goals.items[chosen];
    query->search.goals.count = 1;
    return cw_query_begin_stretches(query);
}
