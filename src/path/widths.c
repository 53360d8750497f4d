/// The widest way between two places by a search, to compare the merge tree with.
///
/// As Dijkstra's, but with widths instead of lengths: the widest summit that was not yet looked at
/// offers what is left of its width to the summits of the cells on its two sides, until there are
/// no more. The widest way to a place is then the best over the summits of its cell.
///
/// Cost: the summits that are joined with the start, times those of a cell.
#include "path/query.h"

/// Offers a width to a summit.
static cw_status widen(cw_query *query, uint32_t summit, double radius) {
    cw_crossing *best = &query->widths.crossings[summit];
    if (best->stamp == query->widths.stamp && best->cost >= radius) {
        return CW_OK;
    }
    *best = (cw_crossing){.stamp = query->widths.stamp, .cost = radius};
    return cw_heap_push(query->context, &query->widths.heap, (cw_heap_item){-radius, summit});
}

/// Spreads a summit's width through one of its two cells, and along its portal.
static cw_status spread_width(cw_query *query, uint32_t summit, uint32_t edge, double radius) {
    const cw_clearance *clearance = query->clearance;
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
            CW_TRY(widen(query, other, width));
        }
    }
    return CW_OK;
}

/// Widths of the ways from a place to the summits of its cell, offered to the search.
static cw_status widen_from(cw_query *query, cw_place place) {
    cw_widest_scratch *scratch = &query->widest;
    CW_TRY(cw_attach_points(query->context, query->clearance, place.cell, &place.position, 1,
                            scratch));
    CW_TRY(cw_attach_spread(query->context, 0, scratch));
    for (uint32_t i = 0; i < scratch->summits.count; i++) {
        if (scratch->summits.items[i] != CW_NONE && scratch->widths.items[i] >= 0) {
            CW_TRY(widen(query, scratch->summits.items[i], scratch->widths.items[i]));
        }
    }
    return CW_OK;
}

static cw_status search_widths(cw_query *query, cw_place from) {
    const cw_clearance *clearance = query->clearance;
    cw_corridor *widths = &query->widths;
    CW_TRY(cw_corridor_reserve(query->context, widths, clearance));
    CW_TRY(widen_from(query, from));
    while (widths->heap.count > 0) {
        cw_heap_item item = cw_heap_pop(&widths->heap);
        cw_crossing *crossing = &widths->crossings[item.node];
        if (!crossing->closed) {
            crossing->closed = true;
            uint32_t edge = clearance->summits[item.node].edge;
            CW_TRY(spread_width(query, item.node, edge, -item.key));
            CW_TRY(spread_width(query, item.node, clearance->mesh->edge_twin[edge], -item.key));
        }
    }
    return CW_OK;
}

static const cw_gate NO_WAY = {.radius = -1, .cell = CW_NONE, .walls = {CW_NONE, CW_NONE}};

static cw_status search_between(cw_query *query, cw_place a, cw_place b, cw_gate *gate) {
    const cw_navmesh *mesh = query->clearance->mesh;
    *gate = NO_WAY;
    if (mesh->cell_island[a.cell] != mesh->cell_island[b.cell]) {
        return CW_OK;
    }
    CW_TRY(search_widths(query, a));
    cw_vec2 points[2] = {b.position, a.position};
    cw_widest_scratch *scratch = &query->widest;
    CW_TRY(cw_attach_points(query->context, query->clearance, b.cell, points,
                            a.cell == b.cell ? 2 : 1, scratch));
    CW_TRY(cw_attach_spread(query->context, 0, scratch));
    double radius = a.cell == b.cell ? scratch->widths.items[1] : 0;
    for (uint32_t i = 0; i < scratch->summits.count; i++) {
        uint32_t summit = scratch->summits.items[i];
        if (summit != CW_NONE && query->widths.crossings[summit].stamp == query->widths.stamp) {
            radius =
                fmax(radius, fmin(scratch->widths.items[i], query->widths.crossings[summit].cost));
        }
    }
    gate->radius = fmax(radius, 0);
    gate->cell = b.cell;
    gate->position = b.position;
    return CW_OK;
}

cw_status cw_query_widest_search(cw_query *query, cw_vec3 from, cw_vec3 to, cw_gate *gate) {
    CW_ASSERT(query != NULL && gate != NULL);
    cw_place a = {.cell = CW_NONE}, b = {.cell = CW_NONE};
    *gate = NO_WAY;
    CW_TRY(cw_query_find_place(query, from, &a));
    CW_TRY(cw_query_find_place(query, to, &b));
    if (a.cell == CW_NONE || b.cell == CW_NONE) {
        return CW_OK;
    }
    CW_TRY(cw_query_widest_of_sides(query, from, to, a, b, search_between, gate));
    cw_query_tell_gate(query, gate);
    return CW_OK;
}
