/// The widest way between two places by a search, to compare the merge tree with.
///
/// As Dijkstra's, but with widths instead of lengths: the widest summit that was not yet looked at
/// offers what is left of its width to the summits of the cells on its two sides, until there are
/// no more. The widest way to a place is then the best over the summits of its cell.
#include "widest_search.h"

#include "path/local/local.h"

#include <stdlib.h>

typedef struct widest_search {
    cw_query *query;
    double *widths; ///< per summit
    bool *closed;
    cw_heap heap;
} widest_search;

/// Offers a width to a summit.
static cw_status widen(widest_search *search, uint32_t summit, double radius) {
    if (search->widths[summit] >= radius) {
        return CW_OK;
    }
    search->widths[summit] = radius;
    search->closed[summit] = false;
    return cw_heap_push(search->query->context, &search->heap, (cw_heap_item){-radius, summit});
}

/// Spreads a summit's width through one of its two cells, and along its portal.
static cw_status spread_width(widest_search *search, uint32_t summit, uint32_t edge,
                              double radius) {
    const cw_clearance *clearance = search->query->clearance;
    const cw_navmesh *mesh = clearance->mesh;
    uint32_t cell = mesh->edge_cell[edge], number = 0;
    uint32_t here = cw_summit_number(clearance, cell, summit);
    for (uint32_t e = mesh->cell_first[cell]; e < mesh->cell_first[cell + 1]; e++) {
        cw_summit_range range = cw_summits_of_edge(clearance, e);
        for (uint32_t n = 0; n < range.count; n++, number++) {
            uint32_t other = cw_summit_along(range, n);
            const cw_cell_gate *gate = cw_gate_between(clearance, cell, here, number);
            double width = fmin(radius, clearance->summits[other].clearance);
            width = gate == NULL ? width : fmin(width, gate->gate.radius);
            CW_TRY(widen(search, other, width));
        }
    }
    return CW_OK;
}

/// Widths of the ways from a place to the summits of its cell, offered to the search.
static cw_status widen_from(widest_search *search, cw_place place) {
    cw_widest_scratch *scratch = &search->query->widest;
    CW_TRY(cw_attach_points(search->query->context, search->query->clearance, place.cell,
                            &place.position, 1, scratch));
    CW_TRY(cw_attach_spread(search->query->context, 0, scratch));
    for (uint32_t i = 0; i < scratch->summits.count; i++) {
        if (scratch->summits.items[i] != CW_NONE && scratch->widths.items[i] >= 0) {
            CW_TRY(widen(search, scratch->summits.items[i], scratch->widths.items[i]));
        }
    }
    return CW_OK;
}

static cw_status search_widths(widest_search *search, cw_place from) {
    const cw_clearance *clearance = search->query->clearance;
    for (uint32_t i = 0; i < clearance->summit_count; i++) {
        search->widths[i] = -1;
        search->closed[i] = false;
    }
    CW_TRY(widen_from(search, from));
    while (search->heap.count > 0) {
        cw_heap_item item = cw_heap_pop(&search->heap);
        if (!search->closed[item.node]) {
            search->closed[item.node] = true;
            uint32_t edge = clearance->summits[item.node].edge;
            CW_TRY(spread_width(search, item.node, edge, -item.key));
            CW_TRY(spread_width(search, item.node, clearance->mesh->edge_twin[edge], -item.key));
        }
    }
    return CW_OK;
}

static const cw_gate NO_WAY = {.radius = -1, .cell = CW_NONE, .walls = {CW_NONE, CW_NONE}};

static cw_status search_between(widest_search *search, cw_place a, cw_place b, cw_gate *gate) {
    const cw_navmesh *mesh = search->query->clearance->mesh;
    *gate = NO_WAY;
    if (mesh->cell_island[a.cell] != mesh->cell_island[b.cell]) {
        return CW_OK;
    }
    CW_TRY(search_widths(search, a));
    cw_vec2 points[2] = {b.position, a.position};
    cw_widest_scratch *scratch = &search->query->widest;
    CW_TRY(cw_attach_points(search->query->context, search->query->clearance, b.cell, points,
                            a.cell == b.cell ? 2 : 1, scratch));
    CW_TRY(cw_attach_spread(search->query->context, 0, scratch));
    double radius = a.cell == b.cell ? scratch->widths.items[1] : 0;
    for (uint32_t i = 0; i < scratch->summits.count; i++) {
        uint32_t summit = scratch->summits.items[i];
        if (summit != CW_NONE) {
            radius = fmax(radius, fmin(scratch->widths.items[i], search->widths[summit]));
        }
    }
    gate->radius = fmax(radius, 0);
    gate->cell = b.cell;
    gate->position = b.position;
    return CW_OK;
}

/// Where a point stands, or right next to it where rounding took it off the floor, as for paths.
static cw_status find_end(cw_query *query, cw_vec3 point, cw_place *place) {
    CW_TRY(cw_query_find_place(query, point, place));
    if (place->cell == CW_NONE) {
        cw_nearest nearest;
        CW_TRY(cw_query_nudge_to_room(query, point, CW_NONE, 0, &nearest));
        *place = nearest.place;
    }
    return CW_OK;
}

static cw_status search_all_sides(widest_search *search, cw_vec3 from, cw_vec3 to, cw_gate *gate) {
    cw_query *query = search->query;
    cw_place starts[2], goals[2];
    CW_TRY(find_end(query, from, &starts[0]));
    CW_TRY(find_end(query, to, &goals[0]));
    if (starts[0].cell == CW_NONE || goals[0].cell == CW_NONE) {
        return CW_OK;
    }
    CW_TRY(cw_query_find_sides(query, from, starts[0], &query->start_sides));
    CW_TRY(cw_query_find_sides(query, to, goals[0], &query->goal_sides));
    for (uint32_t s = 0; s <= query->start_sides.cells.count; s++) {
        for (uint32_t g = 0; g <= query->goal_sides.cells.count; g++) {
            starts[1] = s == 0 ? starts[0] : cw_side_place(&query->start_sides, s - 1);
            goals[1] = g == 0 ? goals[0] : cw_side_place(&query->goal_sides, g - 1);
            cw_gate found;
            CW_TRY(search_between(search, starts[1], goals[1], &found));
            *gate = found.radius > gate->radius ? found : *gate;
        }
    }
    cw_query_tell_gate(query, gate);
    return CW_OK;
}

cw_status widest_by_search(cw_query *query, cw_vec3 from, cw_vec3 to, cw_gate *gate) {
    uint32_t summits = query->clearance->summit_count;
    widest_search search = {.query = query,
                            .widths = malloc((summits + 1) * sizeof(double)),
                            .closed = malloc(summits + 1)};
    *gate = NO_WAY;
    cw_status status = CW_ERROR_MEMORY;
    if (search.widths != NULL && search.closed != NULL) {
        status = search_all_sides(&search, from, to, gate);
    }
    CW_ARRAY_FREE(query->context, &search.heap);
    free(search.widths);
    free(search.closed);
    return status;
}
