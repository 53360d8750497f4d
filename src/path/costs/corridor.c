/// A* over cell crosses (thesis, section 7.7): a state is a portal part that is crossed into a
/// cell, so that a path may come through a cell twice. A part is named by its summit; a cross from
/// one summit to another is open for a radius when no narrower gate lies between them. Each
/// crossing is put where the straight way on to the goal would cross the usable part of the portal;
/// costs are lengths between crossings, the estimate is the straight distance. The way found need
/// not be the shortest; the path through its portals is then made exactly. Where areas have costs,
/// cheap.c takes its place.
#include "path/costs/corridor.h"

/// The edge through which a crossing leaves: crossing 2s leaves the cell of the lower edge.
static uint32_t leaving_edge(const cw_clearance *clearance, uint32_t crossing) {
    uint32_t edge = clearance->summits[crossing / 2].edge;
    return crossing % 2 == 0 ? edge : clearance->mesh->edge_twin[edge];
}

bool cw_corridor_part(const cw_corridor_task *task, uint32_t edge, const cw_summit *summit,
                      cw_interval *part) {
    double at = cw_vec2_distance(cw_clearance_from(task->clearance, edge), summit->position);
    return cw_parts_nearest(task->clearance, edge, task->request->radius, at, part) &&
           cw_part_distance(*part, at) <= CW_CLEARANCE_TOLERANCE;
}

/// Where the way from `from` towards `goal` should cross a part of a portal.
static cw_vec2 place_crossing(const cw_clearance *clearance, uint32_t edge, cw_interval part,
                              cw_vec2 from, cw_vec2 goal) {
    cw_vec2 a = cw_clearance_from(clearance, edge);
    cw_vec2 side = cw_vec2_sub(cw_clearance_to(clearance, edge), a);
    double length = cw_vec2_length(side);
    cw_vec2 along = {side.x / length, side.y / length};
    cw_vec2 u = cw_vec2_sub(from, a), v = cw_vec2_sub(goal, a);
    double du = fabs(cw_vec2_cross(along, u)), dv = fabs(cw_vec2_cross(along, v));
    double su = cw_vec2_dot(along, u), sv = cw_vec2_dot(along, v);
    double s = du + dv > 0 ? (su * dv + sv * du) / (du + dv) : su;
    return cw_vec2_along(a, fmin(fmax(s, part.from), part.to), along);
}

static cw_vec2 nearest_goal(const cw_corridor_task *task, cw_vec2 from, double *distance) {
    cw_vec2 nearest = task->goals[0].position;
    *distance = cw_vec2_distance(from, nearest);
    for (uint32_t i = 1; i < task->goal_count; i++) {
        double other = cw_vec2_distance(from, task->goals[i].position);
        if (other < *distance) {
            *distance = other;
            nearest = task->goals[i].position;
        }
    }
    return nearest;
}

/// Tries to go on to a summit of a cell from a point in it.
static cw_status cross(cw_corridor *corridor, const cw_corridor_task *task, cw_vec2 from,
                       double cost, uint32_t parent, uint32_t edge, uint32_t summit_index) {
    const cw_clearance *clearance = task->clearance;
    const cw_summit *summit = &clearance->summits[summit_index];
    cw_interval part;
    if (summit->clearance < task->request->radius || !cw_corridor_part(task, edge, summit, &part)) {
        return CW_OK;
    }
    uint32_t index = 2 * summit_index + (edge != summit->edge);
    cw_crossing *crossing = &corridor->crossings[index];
    double rest;
    cw_vec2 goal = nearest_goal(task, from, &rest);
    cw_vec2 at = place_crossing(clearance, edge, part, from, goal);
    double total = cost + cw_vec2_distance(from, at);
    if (crossing->stamp == corridor->stamp && (crossing->closed || crossing->cost <= total)) {
        return CW_OK;
    }
    *crossing = (cw_crossing){corridor->stamp, parent, total, at, false};
    nearest_goal(task, at, &rest);
    return total + rest < corridor->best
               ? cw_heap_push(task->context, &corridor->heap, (cw_heap_item){total + rest, index})
               : CW_OK;
}

void cw_corridor_land(cw_corridor *corridor, double cost, uint32_t crossing, uint32_t goal) {
    if (goal < corridor->goal_ways.count && cost < corridor->goal_ways.items[goal].cost) {
        corridor->goal_ways.items[goal] = (cw_goal_way){cost, crossing};
    }
    if (cost < corridor->best) {
        corridor->best = cost;
        corridor->best_crossing = crossing;
        corridor->best_goal = goal;
    }
}

/// Goals that can be reached from a summit by which their cell was entered.
static void land_from(cw_corridor *corridor, const cw_corridor_task *task, uint32_t index) {
    const cw_crossing *crossing = &corridor->crossings[index];
    const cw_navmesh *mesh = task->clearance->mesh;
    uint32_t edge = leaving_edge(task->clearance, index);
    uint32_t cell = mesh->edge_cell[mesh->edge_twin[edge]];
    for (uint32_t i = 0; i < corridor->landings.count; i++) {
        cw_landing landing = corridor->landings.items[i];
        const cw_goal *goal = &task->goals[landing.goal];
        if (landing.summit == index / 2 && goal->cell == cell) {
            double way = cw_vec2_distance(crossing->at, goal->position);
            cw_corridor_land(corridor, crossing->cost + way, index, landing.goal);
        }
    }
}

/// Goes from a crossing to every summit of the cell it enters.
static cw_status expand(cw_corridor *corridor, const cw_corridor_task *task, uint32_t index) {
    const cw_navmesh *mesh = task->clearance->mesh;
    cw_crossing crossing = corridor->crossings[index];
    uint32_t entry = mesh->edge_twin[leaving_edge(task->clearance, index)];
    CW_TRY(cw_joined_with(task, mesh->edge_cell[entry], index / 2, &corridor->joined));
    for (uint32_t i = 0; i < corridor->joined.count; i++) {
        cw_joined next = corridor->joined.items[i];
        if (next.summit != index / 2) {
            CW_TRY(
                cross(corridor, task, crossing.at, crossing.cost, index, next.edge, next.summit));
        }
    }
    return CW_OK;
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

static cw_status leave_start(cw_corridor *corridor, const cw_corridor_task *task) {
    CW_TRY(cw_joined_place(task, task->start, &corridor->joined));
    for (uint32_t i = 0; i < corridor->joined.count; i++) {
        cw_joined next = corridor->joined.items[i];
        CW_TRY(cross(corridor, task, task->start.position, 0, CW_NONE, next.edge, next.summit));
    }
    return CW_OK;
}

static cw_status trace(cw_corridor *corridor, const cw_corridor_task *task) {
    corridor->edges.count = corridor->places.count = 0;
    if (corridor->best_goal == CW_NONE) {
        return CW_OK;
    }
    uint32_t count = 0;
    for (uint32_t i = corridor->best_crossing; i != CW_NONE; i = corridor->crossings[i].parent) {
        count++;
    }
    CW_TRY(CW_ARRAY_RESERVE(task->context, &corridor->edges, count));
    CW_TRY(CW_ARRAY_RESERVE(task->context, &corridor->places, count));
    corridor->edges.count = corridor->places.count = count;
    for (uint32_t i = corridor->best_crossing; i != CW_NONE; i = corridor->crossings[i].parent) {
        corridor->edges.items[--count] = leaving_edge(task->clearance, i);
        corridor->places.items[count] = corridor->crossings[i].at;
    }
    return CW_OK;
}

cw_status cw_corridor_reserve(cw_context *context, cw_corridor *corridor,
                              const cw_clearance *clearance) {
    uint32_t count = 2 * clearance->summit_count;
    if (corridor->crossing_count < count) {
        CW_TRY(CW_ALLOCATE(context, corridor->crossings, count));
        corridor->crossing_count = count;
        corridor->stamp = 0;
    }
    if (++corridor->stamp == 0) {
        for (uint32_t i = 0; i < corridor->crossing_count; i++) {
            corridor->crossings[i].stamp = 0;
        }
        corridor->stamp = 1;
    }
    corridor->heap.count = 0;
    return CW_OK;
}

cw_status cw_corridor_begin(cw_corridor *corridor, const cw_corridor_task *task) {
    CW_TRY(cw_corridor_reserve(task->context, corridor, task->clearance));
    corridor->edges.count = corridor->goal_ways.count = 0;
    corridor->best = INFINITY;
    corridor->best_crossing = corridor->best_goal = CW_NONE;
    corridor->expansions = 0;
    CW_TRY(cw_corridor_find_landings(corridor, task));
    return leave_start(corridor, task);
}

cw_status cw_corridor_step(cw_corridor *corridor, const cw_corridor_task *task, uint32_t budget,
                           bool *done) {
    *done = false;
    for (uint32_t i = 0; i < budget; i++) {
        if (corridor->heap.count == 0 || corridor->heap.items[0].key >= corridor->best) {
            *done = true;
            return trace(corridor, task);
        }
        uint32_t index = cw_heap_pop(&corridor->heap).node;
        if (!corridor->crossings[index].closed) {
            corridor->crossings[index].closed = true;
            corridor->expansions++;
            land_from(corridor, task, index);
            CW_TRY(expand(corridor, task, index));
        }
    }
    return CW_OK;
}

void cw_corridor_free(cw_context *context, cw_corridor *corridor) {
    CW_RELEASE(context, corridor->crossings, corridor->crossing_count);
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
