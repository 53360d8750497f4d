/// Points where parts of the floor touch: vertices that two obstacles share. Such a point belongs
/// to each of the parts, and no way leads from one to another there. A goal stands in all of them
/// at once. From a start in several, there is a search from each, and the best of their paths is
/// told. Only points come as close to walls as that.
#include "navmesh/navmesh.h"
#include "path/query/query.h"

/// Adds the cells that a point can be left into from one that it lies in.
static cw_status add_around(cw_query *query, cw_vec2 point, uint32_t cell, cw_cells *cells) {
    CW_TRY(cw_path_search_find_around(&query->search, point, cell, &query->around));
    for (uint32_t i = 0; i < query->around.count; i++) {
        CW_TRY(CW_ARRAY_PUSH(query->context, cells, query->around.items[i]));
    }
    return CW_OK;
}

cw_status cw_query_find_sides(cw_query *query, cw_vec3 point, cw_place place, cw_sides *sides) {
    const cw_navmesh *mesh = query->clearance->mesh;
    cw_point vertex;
    sides->cells.count = 0;
    if (!cw_navmesh_vertex_at(mesh, point, &vertex)) {
        return CW_OK;
    }
    sides->position = cw_clearance_local(mesh, cw_lattice_to_plan(&mesh->lattice, vertex));
    query->seen.count = 0;
    CW_TRY(add_around(query, sides->position, place.cell, &query->seen));
    for (uint32_t cell = cw_navmesh_next_at(mesh, vertex, place.cell, CW_NONE); cell != CW_NONE;
         cell = cw_navmesh_next_at(mesh, vertex, place.cell, cell)) {
        if (!cw_cells_contain(&query->seen, cell)) {
            CW_TRY(CW_ARRAY_PUSH(query->context, &sides->cells, cell));
            CW_TRY(add_around(query, sides->position, cell, &query->seen));
        }
    }
    return CW_OK;
}

/// How good the end of a search is: less is better.
static int rank(cw_path_status status) {
    return status == CW_PATH_FOUND     ? 0
           : status == CW_PATH_PARTIAL ? 1
           : status == CW_PATH_BLOCKED ? 2
                                       : 3;
}

/// How far the end of a path is from the goal.
static double short_by(const cw_path *path) {
    return hypot(path->goal.x - path->asked_goal.x, path->goal.y - path->asked_goal.y);
}

/// Whether a path is better than the one that was found from another side.
static bool is_better(const cw_path *path, const cw_path *other) {
    if (rank(path->status) != rank(other->status)) {
        return rank(path->status) < rank(other->status);
    }
    if (path->status == CW_PATH_PARTIAL && short_by(path) != short_by(other)) {
        return short_by(path) < short_by(other);
    }
    return path->status == CW_PATH_BLOCKED ? path->gate.radius > other->gate.radius
                                           : path->cost < other->cost;
}

void cw_query_exchange(cw_query *query, cw_kept_path *kept) {
    cw_kept_path other = *kept;
    *kept = (cw_kept_path){query->cells, query->portals, query->legs, query->path};
    query->cells = other.cells;
    query->portals = other.portals;
    query->legs = other.legs;
    query->path = other.path;
}

bool cw_query_next_side(cw_query *query) {
    if (query->sides_tried > 0 && !is_better(&query->path, &query->aside.path)) {
        cw_query_exchange(query, &query->aside);
    }
    if (query->sides_tried == query->start_sides.cells.count) {
        return false;
    }
    query->aside.path = query->path;
    cw_query_exchange(query, &query->aside);
    query->start = cw_side_place(&query->start_sides, query->sides_tried++);
    return true;
}

cw_status cw_query_join_sides(cw_query *query, cw_vec3 from, cw_vec3 to, cw_place a, cw_place b,
                              bool *joined, cw_gate *gate) {
    const uint32_t *islands = query->clearance->mesh->cell_island;
    cw_sides *starts = &query->start_sides, *goals = &query->goal_sides;
    CW_TRY(cw_query_find_sides(query, from, a, starts));
    CW_TRY(cw_query_find_sides(query, to, b, goals));
    uint32_t goal_count = goals->cells.count + 1, pairs = (starts->cells.count + 1) * goal_count;
    *joined = false;
    for (uint32_t i = 0; i < pairs; i++) {
        uint32_t s = i / goal_count, g = i % goal_count;
        cw_place start = s == 0 ? a : cw_side_place(starts, s - 1);
        cw_place goal = g == 0 ? b : cw_side_place(goals, g - 1);
        *joined = *joined || islands[start.cell] == islands[goal.cell];
        if (gate != NULL) {
            cw_gate found;
            CW_TRY(cw_clearance_widest_using(query->context, query->clearance, &query->widest,
                                             start, goal, &found));
            *gate = i == 0 || found.radius > gate->radius ? found : *gate;
        }
    }
    return CW_OK;
}
