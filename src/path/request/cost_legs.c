/// Following a corridor where areas have costs: from knot to knot, in stretches.
///
/// There is a knot on each portal between areas of different cost, where the path was found to
/// cross it (refract.c); it may bend there. In between it is taut: straight, where the stretch lies
/// in one cell and keeps its distance from walls, or else what the search for shortest paths finds
/// in that part of the corridor. A stretch that no taut path follows is divided where it bends at
/// vertices on no wall (cost_turns.c), or in the middle.
#include "path/request/request.h"

void cw_query_settle(cw_query *query) {
    query->phase = CW_QUERY_SETTLED;
    if (query->priced) {
        cw_query_exchange(query, &query->kept);
    }
}

/// Compares the path that was followed along the cheap way with the one that is kept.
static cw_status end_followed(cw_query *query) {
    CW_TRY(cw_query_report_stretches(query, &query->far_goal));
    if (query->priced && query->kept.path.cost <= query->path.cost) {
        cw_query_settle(query);
    }
    query->priced = true;
    query->phase = CW_QUERY_SETTLED;
    return CW_OK;
}

/// The cell of the corridor before a portal of it, or before the goal.
static uint32_t cell_before(const cw_query *query, uint32_t portal) {
    return portal == 0 ? query->start.cell
                       : query->search.mesh.sides[query->corridor.edges.items[portal - 1]].behind;
}

/// Where the stretch at hand begins.
static cw_place stretch_start(const cw_query *query) {
    uint32_t first = query->stretch_first;
    return (cw_place){cell_before(query, first),
                      first == 0 ? query->start.position : query->knotted};
}

/// Whether the way to a knot lies in one cell and is straight.
static bool is_straight(const cw_query *query, const cw_knot *knot) {
    cw_place from = stretch_start(query);
    return knot->portal == query->stretch_first && !query->search.mesh.dented[from.cell] &&
           cw_clearance_is_straight(query->clearance, from.cell, from.position, knot->at,
                                    query->request.radius);
}

/// Goes on behind a knot.
static void pass_knot(cw_query *query) {
    cw_knot knot = query->knots.items[--query->knots.count];
    query->knotted = knot.at;
    query->stretch_first = knot.portal + 1;
}

/// Goes on with the next stretch that needs a search, or ends the path.
static cw_status begin_stretch(cw_query *query) {
    while (query->knots.count > 0) {
        cw_knot knot = query->knots.items[query->knots.count - 1];
        cw_place from = stretch_start(query);
        if (!is_straight(query, &knot)) {
            cw_goal *goal = &query->search.goals.items[0];
            goal->position = knot.at;
            goal->cell = cell_before(query, knot.portal);
            return cw_query_begin_from(query, from, true, query->stretch_first, knot.portal);
        }
        CW_TRY(cw_query_keep_straight(query, from.position, &knot));
        pass_knot(query);
    }
    return end_followed(query);
}

/// Where the straight line between two points crosses a portal of the corridor.
static cw_vec2 cross_straight(const cw_query *query, cw_vec2 from, cw_vec2 to, uint32_t portal) {
    const cw_mesh_side *side = &query->search.mesh.sides[query->corridor.edges.items[portal]];
    double before = fabs(cw_vec2_cross(side->along, cw_vec2_sub(from, side->from)));
    double behind = fabs(cw_vec2_cross(side->along, cw_vec2_sub(to, side->from)));
    double share = before + behind > 0 ? before / (before + behind) : 0.5;
    cw_vec2 at = cw_vec2_along(from, share, cw_vec2_sub(to, from));
    double s = cw_vec2_dot(side->along, cw_vec2_sub(at, side->from));
    return cw_vec2_along(side->from, cw_least(cw_most(s, 0), side->length), side->along);
}

/// Divides a stretch that was not found: where it bends, or in the middle. Inside one cell that
/// ends the attempt.
static cw_status divide_stretch(cw_query *query, cw_knot knot) {
    uint32_t first = query->stretch_first, knots = query->knots.count;
    cw_vec2 from = stretch_start(query).position;
    if (knot.portal <= first) {
        cw_query_settle(query);
        return CW_OK;
    }
    bool bends;
    CW_TRY(cw_query_tie_knots(query, from, first, knot, &bends));
    if (query->knots.count == knots) {
        uint32_t middle = first + (knot.portal - first) / 2;
        cw_knot between = {bends ? query->corridor.places.items[middle]
                                 : cross_straight(query, from, knot.at, middle),
                           middle};
        CW_TRY(CW_ARRAY_PUSH(query->context, &query->knots, between));
    }
    return begin_stretch(query);
}

cw_status cw_query_begin_stretches(cw_query *query) {
    const cw_corridor *corridor = &query->corridor;
    cw_query_clear_way(query);
    query->far_goal = query->search.goals.items[0];
    query->stretch_first = 0;
    cw_knot goal = {query->far_goal.position, corridor->edges.count};
    CW_TRY(CW_ARRAY_PUSH(query->context, &query->knots, goal));
    for (uint32_t i = corridor->edges.count; i-- > 0;) {
        uint32_t before = cell_before(query, i), behind = cell_before(query, i + 1);
        if (cw_area_leaving_cost(&query->request, before) !=
            cw_area_leaving_cost(&query->request, behind)) {
            cw_knot knot = {corridor->places.items[i], i};
            CW_TRY(CW_ARRAY_PUSH(query->context, &query->knots, knot));
        }
    }
    return begin_stretch(query);
}

cw_status cw_query_end_stretch(cw_query *query) {
    cw_knot knot = query->knots.items[query->knots.count - 1];
    query->corridor.expansions += query->search.expansions;
    query->search.expansions = 0;
    if (query->search.found == CW_NONE) {
        return divide_stretch(query, knot);
    }
    CW_TRY(cw_query_keep_stretch(query, &knot));
    pass_knot(query);
    return begin_stretch(query);
}
