/// The first steps of a search over sights: whether the start sees the goal, and the bends that it
/// may come to first (sights.h).
#include "path/views.h"

/// Whether a path from the start, which lies at v from a corner, can come to a bend there at any
/// turn: not when the start lies in front of the line along the wall where it would come first, or
/// behind the one where it would come last. With `either`, whether it can come to one of the two
/// bends of the corner.
static inline bool may_come_to(const cw_face *face, cw_vec2 v, uint32_t bend, double reach,
                               bool either) {
    double hand = cw_bend_hand(bend);
    double a = hand * cw_vec2_cross(face->left, v), b = hand * cw_vec2_cross(face->right, v);
    return (cw_most(a, b) <= reach) | (either & (cw_least(a, b) >= -reach));
}

/// Metres that the start may lie in front of a wall and touch it.
static inline double reach_of(const cw_taut *search) {
    return search->radius + CW_GRAZE;
}

/// No more than the way from the circle around an opener to a goal.
static inline double least_behind(const cw_taut *search, cw_vec2 center) {
    double left = INFINITY;
    for (uint32_t i = 0; i < search->goals.count; i++) {
        left = cw_least(left, cw_vec2_distance(center, search->goals.items[i].position));
    }
    return search->weight * cw_most(left - search->radius, 0);
}

/// Opens the bends that a path from a cell can come to first, or lets them wait. What waits is
/// written in any case and counted if it does, since which openers do cannot be foreseen.
static cw_status open_from(cw_taut *search, uint32_t cell) {
    const cw_sights *sights = search->sights;
    uint32_t first = sights->opener_first[cell], end = sights->opener_first[cell + 1];
    bool both = cw_sees_any(search);
    double reach = reach_of(search), square = search->radius * search->radius;
    cw_vec2 start = search->roots.items[0].center;
    CW_TRY(
        CW_ARRAY_RESERVE(search->context, &search->far, (size_t)search->far.count + end - first));
    for (uint32_t k = first; k < end; k++) {
        uint32_t bend = sights->openers[k];
        const cw_face *face = &sights->faces[bend / 2];
        cw_vec2 v = cw_vec2_sub(start, face->position);
        bool comes = may_come_to(face, v, bend, reach, both);
        // Straight to the circle, and on from its nearest point.
        double way = sqrt(cw_most(cw_vec2_dot(v, v) - square, 0));
        double key = way + least_behind(search, face->position);
        search->far.items[search->far.count] = (cw_heap_item){key, CW_OPENER_NODE + k};
        search->far.count += comes & (key > search->horizon);
        if (comes & (key <= search->horizon)) {
            CW_TRY(cw_bends_open(search, k));
            CW_TRY(CW_ARRAY_RESERVE(search->context, &search->far,
                                    (size_t)search->far.count + end - k));
        }
    }
    return CW_OK;
}

/// Whether the start sees the nearest goal: no path is shorter than the straight one.
static bool sees_nearest(const cw_taut *search) {
    for (uint32_t i = 0; i < search->goals.count; i++) {
        cw_vec2 goal = search->goals.items[i].position;
        if (cw_vec2_distance(search->roots.items[0].center, goal) < search->best) {
            return false;
        }
    }
    return true;
}

cw_status cw_bends_begin(cw_taut *search, bool *begun) {
    if (cw_sees_any(search)) {
        cw_views_renew(search);
    }
    *begun = true;
    for (uint32_t i = 0; i < search->around.count; i++) {
        *begun = *begun && !search->sights->murky[search->around.items[i]];
    }
    for (uint32_t i = 0; i < search->goals.count && *begun; i++) {
        CW_TRY(cw_bends_look_at_goal(search, i, begun));
    }
    for (uint32_t i = 0; i < search->around.count && *begun && !sees_nearest(search); i++) {
        CW_TRY(open_from(search, search->around.items[i]));
    }
    return CW_OK;
}

/// Adds the way from the start to a bend, if it is free. Few that are opened are never needed, and
/// most are not free: it is looked along at once.
static cw_status open_bend(cw_taut *search, uint32_t bend) {
    cw_vec2 center = search->sights->faces[bend / 2].position;
    double signed_radius = cw_bend_hand(bend) * search->radius;
    cw_tangent ray;
    cw_sight sight = {.bend = bend, .cell = CW_NONE};
    if (!cw_tangent_between(search->roots.items[0].center, 0, center, signed_radius, &ray,
                            &sight.length) ||
        (search->radius == 0 && sight.length <= CW_AT_CORNER)) {
        return cw_taut_fan_out(search);
    }
    sight.along = ray.along;
    sight.to = cw_tangent_leaving(center, signed_radius, ray.along).at;
    return cw_bends_look_at(search, &sight);
}

cw_status cw_bends_open(cw_taut *search, uint32_t opener) {
    uint32_t bend = search->sights->openers[opener];
    if (!cw_sees_any(search)) {
        return open_bend(search, bend);
    }
    const cw_face *face = &search->sights->faces[bend / 2];
    cw_vec2 v = cw_vec2_sub(search->roots.items[0].center, face->position);
    for (uint32_t i = 0; i < 2; i++) {
        if (may_come_to(face, v, bend ^ i, reach_of(search), false)) {
            CW_TRY(open_bend(search, bend ^ i));
        }
    }
    return CW_OK;
}
