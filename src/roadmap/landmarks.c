/// Landmarks: distances over level 0 from a few junctions far from each other. By the inequality of
/// triangles, what the distances of two places from a landmark differ by is never more than the
/// way between them, and often far more than the straight line (A. V. Goldberg and C. Harrelson,
/// Computing the shortest path: A* search meets graph theory, 2005). People only make ways longer,
/// and radii only take some away, so that one table serves all searches.
#include "roadmap/routing.h"

#include <math.h>

static cw_status number_junctions(cw_roadmap_query *query) {
    CW_TRY(CW_ALLOCATE(query->context, query->junction, query->node_count));
    for (uint32_t i = 0; i < query->node_count; i++) {
        bool ends = query->chain_first[i + 1] > query->chain_first[i];
        query->junction[i] = ends ? query->junction_count++ : CW_NONE;
    }
    return CW_OK;
}

/// Distances of all junctions from a node (Dijkstra, 1959), into column `column`; the others stay
/// infinite.
static cw_status measure_from(cw_roadmap_query *query, uint32_t node, uint32_t column) {
    query->heap.count = 0;
    query->landmarks[query->junction[node]].from[column] = 0;
    CW_TRY(cw_heap_push(query->context, &query->heap, (cw_heap_item){0, node}));
    while (query->heap.count > 0) {
        cw_heap_item item = cw_heap_pop(&query->heap);
        if (item.key > query->landmarks[query->junction[item.node]].from[column]) {
            continue;
        }
        for (uint32_t k = query->chain_first[item.node]; k < query->chain_first[item.node + 1];
             k++) {
            uint32_t end = query->chain_ends[k];
            const cw_roadmap_chain *chain = &query->chains.items[end / 2];
            uint32_t other = chain->ends[1 - end % 2];
            double *known = &query->landmarks[query->junction[other]].from[column];
            double distance = item.key + chain->length;
            if (distance < *known) {
                *known = distance;
                CW_TRY(cw_heap_push(query->context, &query->heap, (cw_heap_item){distance, other}));
            }
        }
    }
    return CW_OK;
}

/// The junction that is farthest from the landmarks so far; in a part of the floor without one,
/// any.
static uint32_t farthest(const cw_roadmap_query *query, uint32_t columns) {
    uint32_t best = CW_NONE;
    double most = -1;
    for (uint32_t i = 0; i < query->node_count; i++) {
        double nearest = INFINITY;
        for (uint32_t k = 0; query->junction[i] != CW_NONE && k < columns; k++) {
            nearest = fmin(nearest, query->landmarks[query->junction[i]].from[k]);
        }
        if (query->junction[i] != CW_NONE && nearest > most) {
            most = nearest;
            best = i;
        }
    }
    return best;
}

cw_status cw_roadmap_find_landmarks(cw_roadmap_query *query) {
    CW_TRY(number_junctions(query));
    CW_TRY(CW_ALLOCATE(query->context, query->landmarks, query->junction_count));
    for (uint32_t i = 0; i < query->junction_count; i++) {
        for (uint32_t k = 0; k < CW_LANDMARKS; k++) {
            query->landmarks[i].from[k] = INFINITY;
        }
    }
    for (uint32_t k = 0; k < CW_LANDMARKS && query->junction_count > 0; k++) {
        CW_TRY(measure_from(query, farthest(query, k), k));
    }
    query->heap.count = 0;
    return CW_OK;
}

static void lower(cw_landmark_row *row, const cw_landmark_row *from, double length) {
    for (uint32_t k = 0; k < CW_LANDMARKS; k++) {
        row->from[k] = fmin(row->from[k], from->from[k] + length);
    }
}

/// Lowers the row of a place to the distances by way of a node that is `length` away from it.
static void reach_over(const cw_roadmap_query *query, uint32_t node, double length,
                       cw_landmark_row *row) {
    const cw_roadmap *roadmap = query->roadmap;
    while (query->parent[node] != CW_NONE) { // the only way to the core
        const cw_roadmap_edge *edge = &roadmap->edges[query->parent[node]];
        length += query->lengths[query->parent[node]];
        node = edge->from == node ? edge->to : edge->from;
    }
    if (query->node_chain[node] == CW_NONE) {
        if (query->junction[node] != CW_NONE) {
            lower(row, &query->landmarks[query->junction[node]], length);
        }
        return;
    }
    const cw_roadmap_chain *chain = &query->chains.items[query->node_chain[node]];
    double before = 0;
    for (uint32_t i = 0; i < query->node_place[node]; i++) {
        before += query->lengths[query->chain_lanes.items[chain->first + i] / 2];
    }
    lower(row, &query->landmarks[query->junction[chain->ends[0]]], length + before);
    lower(row, &query->landmarks[query->junction[chain->ends[1]]], length + chain->length - before);
}

static cw_landmark_row row_of(const cw_roadmap_query *query, cw_terminal at) {
    cw_landmark_row row;
    for (uint32_t k = 0; k < CW_LANDMARKS; k++) {
        row.from[k] = INFINITY;
    }
    if (at.node != CW_NONE) {
        reach_over(query, at.node, 0, &row);
    } else {
        const cw_roadmap_edge *edge = &query->roadmap->edges[at.edge];
        reach_over(query, edge->from, at.share * query->lengths[at.edge], &row);
        reach_over(query, edge->to, (1 - at.share) * query->lengths[at.edge], &row);
    }
    return row;
}

void cw_roadmap_guide(cw_roadmap_query *query) {
    cw_landmark_row start = row_of(query, query->start), goal = row_of(query, query->goal);
    double apart[CW_LANDMARKS];
    for (uint32_t k = 0; k < CW_LANDMARKS; k++) {
        apart[k] = fabs(start.from[k] - goal.from[k]);
        apart[k] = isnan(apart[k]) ? 0 : apart[k]; // neither is reached
    }
    for (uint32_t i = 0; i < CW_GUIDES; i++) {
        uint32_t best = 0;
        for (uint32_t k = 1; k < CW_LANDMARKS; k++) {
            best = apart[k] > apart[best] ? k : best;
        }
        query->guides[i] = best;
        query->goal_from[i] = goal.from[best];
        apart[best] = -1;
    }
    query->guided = query->junction_count > 0;
}
