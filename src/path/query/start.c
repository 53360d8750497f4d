/// Starting a search of a query: under which costs, in which corridor, and from which end.
///
/// The shortest path is the same from either end, but a search spreads far more from an open hall
/// with many corners than from a small room at the other end. So it begins at the end whose cell
/// has to do with fewer corners, and a path that was found from its goal is turned round.
#include "path/query/engines.h"
#include "path/query/query.h"

cw_corridor_task cw_query_task(cw_query *query) {
    return (cw_corridor_task){.context = query->context,
                              .clearance = query->clearance,
                              .scratch = &query->widest,
                              .request = &query->request,
                              .start = query->start,
                              .goals = query->search.goals.items,
                              .goal_count = query->search.goals.count,
                              .sides = query->search.mesh.sides,
                              .door_first = query->search.mesh.door_first,
                              .doors = query->search.mesh.doors};
}

cw_status cw_query_begin_from(cw_query *query, cw_place from, bool in_corridor, uint32_t first,
                              uint32_t end) {
    cw_path_search *search = &query->search;
    search->sights = in_corridor ? NULL : cw_query_choose_sights(query);
    cw_path_search_set_radius(search, query->request.radius);
    query->path.slack = query->path.guarantee == CW_PATH_SHORTEST ? query->request.slack : 0;
    search->weight = 1 + query->path.slack;
    search->corridor = end > first ? &query->corridor.edges.items[first] : NULL;
    search->corridor_count = end - first;
    search->in_corridor = in_corridor;
    search->cell_area = query->forbids ? query->request.cell_area : NULL;
    search->area_cost = query->request.area_cost;
    query->phase = CW_QUERY_SHORTEST;
    return cw_path_search_begin(search, from.position, from.cell);
}

/// How many corners a search that begins in a cell has to do with: over sights (may be NULL) those
/// that a path from there may come to first, and the most there are where these are not known.
static uint32_t count_corners(const cw_query *query, const cw_sights *sights, uint32_t cell) {
    if (sights == NULL) {
        const uint32_t *first = &query->clearance->near_corner_first[cell];
        return first[1] - first[0];
    }
    bool known =
        !sights->murky && cw_path_search_is_convex_for(&query->search, cell, query->request.radius);
    return known ? sights->opener_first[cell + 1] - sights->opener_first[cell] : UINT32_MAX;
}

bool cw_query_goes_back(const cw_query *query, const cw_sights *sights) {
    return query->request.goal_count == 1 && !query->goal_is_shared && !query->partial &&
           count_corners(query, sights, query->goal.cell) <
               count_corners(query, sights, query->start.cell);
}
