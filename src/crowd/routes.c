/// Routes that agents share.
///
/// The first agent of a cell that goes to a goal searches its path, for a radius that is rounded up
/// to a class; later ones in that cell and class get a copy of its corridor. So the searches go
/// with the cells in which people start, not with the people. The corridor is the shortest for the
/// first of them, and nearly so for the others.
#include "crowd/crowd.h"

/// Metres: radii in one class share their routes.
static const double RADIUS_CLASS = 0.01;

double cw_crowd_route_radius(double radius) {
    double larger = ceil(radius / RADIUS_CLASS) * RADIUS_CLASS;
    return larger > radius ? larger : radius;
}

uint32_t cw_crowd_stop_of(const cw_crowd *crowd, uint32_t index) {
    const cw_crowd_columns *agents = &crowd->agents;
    return crowd->journeys.items[agents->journey[index]].first + agents->goal[index];
}

void cw_crowd_forget_routes(cw_crowd *crowd) {
    for (uint32_t i = 0; i < crowd->routes.count; i++) {
        cw_pool_give(crowd, crowd->routes.items[i].first, crowd->routes.items[i].count);
    }
    crowd->routes.count = 0;
    CW_RELEASE(crowd->context, crowd->route_first, crowd->route_cells);
    crowd->route_cells = 0;
}

/// The route of an agent's cell, goal and class, or NULL.
static const cw_route *find_route(const cw_crowd *crowd, uint32_t index) {
    if (crowd->route_cells == 0) {
        return NULL;
    }
    uint32_t stop = cw_crowd_stop_of(crowd, index);
    double radius = cw_crowd_route_radius(crowd->agents.radius[index]);
    uint32_t at = crowd->route_first[crowd->agents.cell[index]];
    while (at != CW_NONE &&
           (crowd->routes.items[at].stop != stop || crowd->routes.items[at].radius != radius)) {
        at = crowd->routes.items[at].next;
    }
    return at == CW_NONE ? NULL : &crowd->routes.items[at];
}

static void copy_portals(cw_crowd *crowd, uint32_t from, uint32_t to, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        crowd->pool.portals.items[to + i] = crowd->pool.portals.items[from + i];
    }
}

cw_status cw_crowd_take_route(cw_crowd *crowd, uint32_t index, bool *taken) {
    cw_crowd_columns *agents = &crowd->agents;
    const cw_route *route = find_route(crowd, index);
    *taken = false;
    if (route == NULL) {
        return CW_OK;
    }
    uint32_t first;
    CW_TRY(cw_pool_take(crowd, route->count, &first));
    copy_portals(crowd, route->first, first, route->count);
    cw_crowd_release_path(crowd, index);
    agents->path_first[index] = first;
    agents->path_count[index] = route->count;
    agents->portal[index] = 0;
    agents->goal_x[index] = route->goal.x;
    agents->goal_y[index] = route->goal.y;
    cw_crowd_send(crowd, index, route->target, route->length);
    *taken = true;
    return CW_OK;
}

cw_status cw_crowd_make_route(cw_crowd *crowd, uint32_t index, double radius, double length) {
    const cw_crowd_columns *agents = &crowd->agents;
    cw_context *context = crowd->context;
    if (crowd->route_cells == 0) {
        CW_TRY(CW_ALLOCATE(context, crowd->route_first, crowd->mesh.cell_count));
        crowd->route_cells = crowd->mesh.cell_count;
        for (uint32_t c = 0; c < crowd->route_cells; c++) {
            crowd->route_first[c] = CW_NONE;
        }
    }
    if (agents->portal[index] > 0) {
        return CW_OK; // within one cell: found at once anyway
    }
    uint32_t first, count = agents->path_count[index], cell = agents->cell[index];
    CW_TRY(CW_ARRAY_RESERVE(context, &crowd->routes, (size_t)crowd->routes.count + 1));
    CW_TRY(cw_pool_take(crowd, count, &first));
    copy_portals(crowd, agents->path_first[index], first, count);
    crowd->routes.items[crowd->routes.count] =
        (cw_route){.next = crowd->route_first[cell],
                   .stop = cw_crowd_stop_of(crowd, index),
                   .target = agents->target[index],
                   .first = first,
                   .count = count,
                   .radius = radius,
                   .length = length,
                   .goal = {agents->goal_x[index], agents->goal_y[index]}};
    crowd->route_first[cell] = crowd->routes.count++;
    return CW_OK;
}
