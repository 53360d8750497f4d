/// Starting a search of a query: with which sights, in which corridor, under which costs.
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
