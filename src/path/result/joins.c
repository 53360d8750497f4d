/// Where two stretches of a path meet at a knot that a disc passes on its way around one corner.
///
/// Such a knot lies CW_KNOT_INSET off the circle around the corner, so a stretch ends with a
/// straight leg off the circle to the knot, and the next one begins with a straight leg back to it:
/// two legs of a fifth of a millimetre, and a turn at the knot. Nothing but the inset leads there.
/// The two arcs become one, and the portal of the knot is crossed on it. With an inset of d the
/// path gets shorter by 1.9 d sqrt(d / r), which is 6e-11 m for a radius r of 1 m.
///
/// Cost: in proportion to the portals of the two stretches.
#include "path/ready/angle.h"
#include "path/result/result.h"

/// Legs at a seam: an arc, two segments that meet at the knot, an arc.
enum { SEAM_LEGS = 4 };

static double turn_along(const cw_path_leg *arc, cw_vec3 from, cw_vec3 to) {
    return cw_turn_between(cw_vec2_sub(cw_query_plan(from), arc->center),
                           cw_vec2_sub(cw_query_plan(to), arc->center), arc->ccw ? 1 : -1);
}

/// Whether the legs at a seam go around one corner, past a knot that is next to the circle.
static bool is_around_corner(const cw_query *query, const cw_path_leg *legs) {
    const cw_path_leg *before = &legs[0], *behind = &legs[3];
    if (!before->arc || legs[1].arc || legs[2].arc || !behind->arc || before->ccw != behind->ccw ||
        before->center.x != behind->center.x || before->center.y != behind->center.y) {
        return false;
    }
    double off = cw_vec2_distance(cw_query_plan(legs[1].to), before->center) - query->search.radius;
    double turn = turn_along(before, before->from, before->to) +
                  turn_along(before, before->to, behind->from) +
                  turn_along(before, behind->from, behind->to);
    return off <= 2 * CW_KNOT_INSET && turn < 2 * CW_PI - CW_NO_TURN;
}

/// Counts legs anew from `first` on, where four have become one.
static void renumber(cw_query *query, uint32_t first) {
    for (uint32_t i = query->portal_legs.count; i-- > 0;) {
        cw_portal_leg *crossing = &query->portal_legs.items[i];
        if (crossing->leg <= first) {
            break;
        }
        bool inside = crossing->leg < first + SEAM_LEGS;
        crossing->leg = inside ? first : crossing->leg - (SEAM_LEGS - 1);
        crossing->at_start = !inside && crossing->at_start;
    }
}

void cw_query_close_seam(cw_query *query, uint32_t seam) {
    if (seam < SEAM_LEGS / 2 || query->legs.count < seam + SEAM_LEGS / 2) {
        return;
    }
    uint32_t first = seam - SEAM_LEGS / 2;
    cw_path_leg *legs = &query->legs.items[first];
    if (!is_around_corner(query, legs)) {
        return;
    }
    cw_vec2 knot = cw_query_plan(legs[1].to);
    query->stretched += query->search.radius * turn_along(legs, legs[0].to, legs[3].from) -
                        cw_vec2_distance(cw_query_plan(legs[0].to), knot) -
                        cw_vec2_distance(knot, cw_query_plan(legs[2].to));
    legs[0].to = legs[3].to;
    query->legs.count -= SEAM_LEGS - 1;
    for (uint32_t i = first + 1; i < query->legs.count; i++) {
        query->legs.items[i] = query->legs.items[i + SEAM_LEGS - 1];
    }
    renumber(query, first);
}
