/// Stretches of a corridor that no taut path follows.
///
/// Taut paths turn around corners of the walls. In a mesh by others there are vertices on no wall,
/// and a corridor may turn there: around an area that is dear or may not be entered. There the path
/// gets a knot, and it is taut from one to the next. These knots are where the shortest path of a
/// point through the usable parts of the portals bends at such a vertex (Lee and Preparata:
/// Euclidean shortest paths in the presence of rectilinear barriers, 1984; the funnel).
#include "path/request/request.h"

/// The usable part of a portal of the corridor.
typedef struct passage {
    cw_vec2 ends[2]; ///< right and left
    bool loose[2];   ///< the end is a vertex that lies on no wall
} passage;

static passage find_passage(const cw_query *query, uint32_t index) {
    const cw_clearance *clearance = query->clearance;
    uint32_t edge = query->corridor.edges.items[index];
    const cw_mesh_side *side = &query->search.mesh.sides[edge];
    cw_vec2 place = query->corridor.places.items[index];
    double at = cw_vec2_dot(side->along, cw_vec2_sub(place, side->from));
    cw_interval best;
    if (!cw_corridor_part(clearance, edge, query->request.radius, at, &best)) {
        best = (cw_interval){at, at};
    }
    return (passage){{cw_vec2_along(side->from, best.from, side->along),
                      cw_vec2_along(side->from, best.to, side->along)},
                     {best.from <= 0 && !clearance->portals[edge].wall_from,
                      best.to >= side->length && !clearance->portals[edge].wall_to}};
}

/// The funnel of straight ways from an apex through the passages so far.
typedef struct funnel {
    cw_vec2 apex;
    cw_vec2 ends[2];     ///< right and left
    uint32_t portals[2]; ///< where these are
    bool loose[2];
} funnel;

/// Narrows a funnel on one side to the end of a passage; false when it would turn inside out: then
/// the way bends on the other side.
static bool narrow(funnel *view, const passage *next, uint32_t portal, int left) {
    double sign = left ? -1 : 1;
    cw_vec2 v = cw_vec2_sub(next->ends[left], view->apex);
    if (sign * cw_vec2_cross(cw_vec2_sub(view->ends[left], view->apex), v) < 0) {
        return true; /* wider than it is */
    }
    if (sign * cw_vec2_cross(cw_vec2_sub(view->ends[!left], view->apex), v) > 0) {
        return false;
    }
    view->ends[left] = next->ends[left];
    view->portals[left] = portal;
    view->loose[left] = next->loose[left];
    return true;
}

static funnel open_funnel(const cw_query *query, cw_vec2 apex, uint32_t portal) {
    passage first = find_passage(query, portal);
    return (funnel){
        apex, {first.ends[0], first.ends[1]}, {portal, portal}, {first.loose[0], first.loose[1]}};
}

/// Adds the knots of the bends of a stretch, in walking order.
static cw_status find_bends(cw_query *query, cw_vec2 from, uint32_t first, cw_knot last,
                            bool *bends) {
    funnel view = open_funnel(query, from, first);
    passage end = {{last.at, last.at}, {false, false}};
    for (uint32_t i = first + 1; i <= last.portal; i++) {
        passage next = i < last.portal ? find_passage(query, i) : end;
        bool right = narrow(&view, &next, i, 0), left = right && narrow(&view, &next, i, 1);
        if (right && left) {
            continue;
        }
        *bends = true;
        int side = right ? 0 : 1; /* where the way bends */
        i = view.portals[side];
        if (view.loose[side]) {
            cw_knot knot = {view.ends[side], i};
            CW_TRY(CW_ARRAY_PUSH(query->context, &query->knots, knot));
        }
        if (i + 1 >= last.portal) {
            break;
        }
        view = open_funnel(query, view.ends[side], ++i);
    }
    return CW_OK;
}

cw_status cw_query_tie_knots(cw_query *query, cw_vec2 from, uint32_t first, cw_knot knot,
                             bool *bends) {
    uint32_t before = query->knots.count;
    *bends = false;
    if (first < knot.portal) {
        CW_TRY(find_bends(query, from, first, knot, bends));
    }
    cw_turn_round(query->knots.items, sizeof *query->knots.items, before, query->knots.count);
    return CW_OK;
}
