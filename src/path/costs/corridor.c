/// What a search for a cheap way starts from: from where goals are reached.
#include "path/costs/corridor.h"

void cw_corridor_land(cw_corridor *corridor, double cost, uint32_t post, uint32_t goal) {
    if (cost < corridor->goal_ways.items[goal].cost) {
        corridor->goal_ways.items[goal] = (cw_goal_way){cost, post};
    }
    corridor->best = cw_least(corridor->best, cost);
}

cw_status cw_corridor_find_landings(cw_corridor *corridor, const cw_corridor_task *task) {
    corridor->landings.count = 0;
    for (uint32_t g = 0; g < task->goal_count; g++) {
        cw_place goal = {task->goals[g].cell, task->goals[g].position};
        CW_TRY(cw_joined_place(task, goal, &corridor->joined));
        for (uint32_t i = 0; i < corridor->joined.count; i++) {
            cw_landing landing = {corridor->joined.items[i].summit, g};
            CW_TRY(CW_ARRAY_PUSH(task->context, &corridor->landings, landing));
        }
        bool direct = false;
        if (goal.cell == task->start.cell) {
            CW_TRY(cw_joined_directly(task, task->start, goal, &direct));
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
    CW_ARRAY_FREE(context, &corridor->landings);
    CW_ARRAY_FREE(context, &corridor->joined);
    CW_ARRAY_FREE(context, &corridor->edges);
    CW_ARRAY_FREE(context, &corridor->places);
}
