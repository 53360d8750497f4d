/// What a search for a cheap way starts from: how its ends are joined with the portals of their
/// cells, and with each other.
#include "path/costs/corridor.h"

cw_status cw_corridor_attach(const cw_corridor_task *task, cw_place place, uint32_t *number) {
    uint32_t summit;
    CW_TRY(cw_clearance_attach_using(task->context, task->clearance, task->scratch, place,
                                     task->request->radius, &summit));
    *number = summit == CW_NONE ? CW_NONE : cw_summit_number(task->clearance, place.cell, summit);
    return CW_OK;
}

/// Whether a disc can go between two places of a cell inside it.
static cw_status join_directly(const cw_corridor_task *task, cw_place a, cw_place b, bool *joined) {
    const cw_clearance *clearance = task->clearance;
    double radius = task->request->radius;
    *joined = cw_clearance_is_straight(clearance, a.cell, a.position, b.position, radius);
    if (*joined) {
        return CW_OK;
    }
    uint32_t from, to;
    if (cw_clearance_attach(clearance, a, radius, &from) == CW_ATTACHED &&
        cw_clearance_attach(clearance, b, radius, &to) == CW_ATTACHED) {
        from = cw_summit_number(clearance, a.cell, from);
        to = cw_summit_number(clearance, a.cell, to);
        *joined = cw_are_joined(clearance, a.cell, from, to, radius);
        return CW_OK;
    }
    cw_vec2 points[2] = {a.position, b.position};
    CW_TRY(cw_attach_points(task->context, clearance, a.cell, points, 2, task->scratch));
    CW_TRY(cw_attach_spread(task->context, 0, task->scratch));
    *joined = task->scratch->widths.items[1] >= radius;
    return CW_OK;
}

void cw_corridor_land(cw_corridor *corridor, double cost, uint32_t post, uint32_t goal) {
    cw_goal_way *way = &corridor->goal_ways.items[goal];
    if (cost < way->cost) {
        way->cost = cost;
        way->post = post;
    }
    corridor->best = cw_least(corridor->best, cost);
}

cw_status cw_corridor_find_landings(cw_corridor *corridor, const cw_corridor_task *task) {
    for (uint32_t g = 0; g < task->goal_count; g++) {
        cw_place goal = {task->goals[g].cell, task->goals[g].position};
        bool direct = false;
        CW_TRY(cw_corridor_attach(task, goal, &corridor->goal_ways.items[g].number));
        if (goal.cell == task->start.cell) {
            CW_TRY(join_directly(task, task->start, goal, &direct));
        }
        if (direct) {
            double way = cw_vec2_distance(task->start.position, goal.position);
            double cost = cw_area_leaving_cost(task->request, goal.cell);
            cw_corridor_land(corridor, way * cost, CW_NONE, g);
        }
    }
    return CW_OK;
}

void cw_corridor_free(cw_context *context, cw_corridor *corridor) {
    CW_RELEASE(context, corridor->posts, (size_t)CW_POSTS * corridor->row_count);
    CW_RELEASE(context, corridor->rows, corridor->row_count);
    CW_ARRAY_FREE(context, &corridor->beads);
    CW_ARRAY_FREE(context, &corridor->goal_ways);
    CW_ARRAY_FREE(context, &corridor->heap);
    CW_ARRAY_FREE(context, &corridor->edges);
    CW_ARRAY_FREE(context, &corridor->places);
}
