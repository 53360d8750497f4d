/// Starting a search of a query: with which sights, in which corridor, under which costs.
#include "path/query/query.h"

/// The sights for the radius at hand, or NULL. Points need none.
const cw_sights *cw_query_choose_sights(const cw_query *query) {
    return query->plain || query->request.radius < CW_LEAST_ANY ? NULL : query->sights;
}

cw_corridor_task cw_query_task(cw_query *query) {
    return (cw_corridor_task){.context = query->context,
                              .clearance = query->clearance,
                              .scratch = &query->widest,
                              .request = &query->request,
                              .start = query->start,
                              .goals = query->taut.goals.items,
                              .goal_count = query->taut.goals.count,
                              .sides = query->taut.mesh.sides,
                              .door_first = query->taut.mesh.door_first,
                              .doors = query->taut.mesh.doors};
}

cw_status cw_query_begin_from(cw_query *query, cw_place from, bool in_corridor, uint32_t first,
                              uint32_t end) {
    cw_taut *taut = &query->taut;
    taut->sights = in_corridor ? NULL : cw_query_choose_sights(query);
    cw_taut_set_radius(taut, query->request.radius);
    query->path.slack = query->path.guarantee == CW_PATH_SHORTEST ? query->request.slack : 0;
    taut->weight = 1 + query->path.slack;
    taut->corridor = end > first ? &query->corridor.edges.items[first] : NULL;
    taut->corridor_count = end - first;
    taut->in_corridor = in_corridor;
    taut->cell_area = query->forbids ? query->request.cell_area : NULL;
    taut->area_cost = query->request.area_cost;
    taut->plain_costs = query->request.cell_area == NULL;
    query->phase = CW_QUERY_TAUT;
    return cw_taut_begin(taut, from.position, from.cell);
}
