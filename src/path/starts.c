/// The first steps of a search over sights: whether the start sees the goal, and the bends that it
/// may come to first (sights.h).
#include "path/views.h"

/// No more than the length of a path from the start over an opener to a goal, with what is left on
/// its weight: straight to the circle, and on from its nearest point.
static double least_over(const cw_taut *search, uint32_t bend) {
    cw_vec2 center = search->sights->faces[bend / 2].position;
    cw_vec2 v = cw_vec2_sub(center, search->roots.items[0].center);
    double radius = search->radius, left = INFINITY;
    double way = sqrt(cw_most(cw_vec2_dot(v, v) - radius * radius, 0));
    for (uint32_t i = 0; i < search->goals.count; i++) {
        left = cw_least(left, cw_vec2_distance(center, search->goals.items[i].position));
    }
    return way + search->weight * cw_most(left - radius, 0);
}

/// Whether a path from the start can come to a bend at any turn: not when the start lies in front
/// of the line along the wall where it would come first, or behind the one where it would come
/// last.
static inline bool may_come_to(const cw_taut *search, uint32_t bend, bool either) {
    const cw_face *face = &search->sights->faces[bend / 2];
    cw_vec2 v = cw_vec2_sub(search->roots.items[0].center, face->position);
    double hand = cw_bend_hand(bend), reach = search->radius + CW_GRAZE;
    double a = hand * cw_vec2_cross(face->left, v), b = hand * cw_vec2_cross(face->right, v);
    return cw_most(a, b) <= reach || (either && cw_least(a, b) >= -reach);
}

/// Opens the bends that a path from a cell can come to first, or lets them wait.
static cw_status open_from(cw_taut *search, uint32_t cell) {
    const cw_sights *sights = search->sights;
    bool both = cw_sees_any(search);
    for (uint32_t k = sights->opener_first[cell]; k < sights->opener_first[cell + 1]; k++) {
        if (!may_come_to(search, sights->openers[k], both)) {
            continue;
        }
        double key = least_over(search, sights->openers[k]);
        if (key > search->horizon) {
            CW_TRY(cw_taut_put_off(search, (cw_heap_item){key, CW_OPENER_NODE + k}));
        } else {
            CW_TRY(cw_bends_open(search, k));
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

/// Adds the way from the start to a bend, which is looked along when it is its turn.
static cw_status open_bend(cw_taut *search, uint32_t bend) {
    cw_vec2 center = search->clearance->corners[bend / 2].position;
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
    sight.arrives = cw_bend_arrival(search, search->sights, bend, ray.along);
    bool comes =
        sight.arrives >= 0 ||
        (cw_sees_any(search) && !cw_bend_is_open(search, &search->sights->outlooks[bend]) &&
         cw_taut_may_turn(search, bend / 2, ray.along, cw_bend_hand(bend)));
    return comes ? cw_bends_push(search, &sight, sight.length, 0) : CW_OK;
}

cw_status cw_bends_open(cw_taut *search, uint32_t opener) {
    uint32_t bend = search->sights->openers[opener];
    if (!cw_sees_any(search)) {
        return open_bend(search, bend);
    }
    for (uint32_t i = 0; i < 2; i++) {
        if (may_come_to(search, bend ^ i, false)) {
            CW_TRY(open_bend(search, bend ^ i));
        }
    }
    return CW_OK;
}
