/// Who makes way.
///
/// Among people who go the same way, those with less far to go have the right of way; who stands
/// still against one of them steps back for a moment, which dissolves arches in front of doors.
///
/// Who meets somebody between walls keeps to its side, so that streams pass each other in lanes
/// wherever two bodies fit. Where only one does they block each other for good if nobody goes back.
/// For some seconds at a time those have the right of way whose targets lie farthest in one
/// direction, that of the *tide*; then in the next, nearly opposite one. Targets do not turn where
/// a passage does, so a stream has it from one end to the other. Who stands still near a wall
/// against somebody who comes with the tide backs off while it is pressed, and at once so does who
/// stands behind it: a whole queue leaves a passage together. In the open there is no tide but for
/// those who steer by rules, who would stand there too.
///
/// Who came no nearer to its goal for long though it backed off *turns round*: it walks to the
/// target of those who press it, as one of them who lets the others go first, and whoever is in
/// the same plight and meets it within a metre turns, too. So a stream leaves a winding passage by
/// its portals, however long that is. When nobody is behind it for whom it turned, or the tide has
/// turned, it goes its own way again.
///
/// A body that just fits may be held against a wall by small ones, and hold them off as well: no
/// right of way helps then. Who came no nearer to its goal for long, and sees nobody go before it
/// but such people, is *jammed*, and backs off from whoever has drawn the better lot.
#include "crowd/steer/steer.h"
#include "geom/angle.h"

/// Seconds of standing still after which somebody yields, for how long, and at what part of the
/// speed.
static const double STILL_TIME = 1, YIELD_TIME = 1, YIELD_SPEED = 0.5;
/// The least sine between a direction and the way to a wall beside it.
static const double BESIDE = 0.7;
/// Seconds for which somebody stays turned round when nobody is behind him any more; metres of a
/// gap within which whoever meets him turns, too.
static const double TURNED_TIME = 3, TURN_GAP = 1;
/// Seconds for which a lot counts between people in a jam.
static const double LOT_TIME = 6;
/// Metres of a gap, and cosine, within which somebody who comes against one is met.
static const double MEET_GAP = 1.5, MEET_COSINE = 0.7;
/// Seconds for which the tide has a direction, and turns from one to the next: the golden
/// angle, so that each is nearly opposite to the last and all come up equally often.
static const double TIDE_TIME = 40, TIDE_TURN = 0.38196601125010515;

bool cw_stands_blocked(const cw_walker *walker) {
    return walker->still > STILL_TIME;
}

cw_vec2 cw_tide_at(double time) {
    double turns = floor(time / TIDE_TIME) * TIDE_TURN;
    return cw_turn_of((2 * (turns - floor(turns)) - 1) * CW_PI);
}

/// Whether two have the same target or the same next portal.
static bool go_together(const cw_crowd_body *a, const cw_crowd_body *b) {
    return (a->target != CW_NONE && a->target == b->target) ||
           (a->edge != CW_NONE && a->edge == b->edge);
}

bool cw_goes_first(const cw_crowd_body *other, const cw_crowd_body *body) {
    bool stands = cw_crowd_stands(body->state), other_stands = cw_crowd_stands(other->state);
    if (stands || other_stands) {
        return stands && !other_stands;
    }
    if (go_together(body, other) && other->turned != body->turned) {
        return body->turned; // it came to make way
    }
    return go_together(body, other) &&
           (other->remaining < body->remaining ||
            (other->remaining == body->remaining && other->serial < body->serial));
}

bool cw_leads(const cw_crowd *crowd, const cw_scene_view *view, bool but_jammed) {
    bool leads = true;
    for (uint32_t i = 0; i < view->near_count && leads; i++) {
        const cw_crowd_body *other = &crowd->grid.bodies[view->near[i]];
        leads = (but_jammed && other->jammed) || !cw_goes_first(other, view->body);
    }
    return leads;
}

/// Whether a way leads about in a direction.
static bool is_ahead(cw_vec2 way, cw_vec2 direction) {
    double along = cw_vec2_dot(way, direction);
    return along > 0 && along * along > MEET_COSINE * MEET_COSINE * cw_vec2_dot(way, way) *
                                            cw_vec2_dot(direction, direction);
}

bool cw_meets(const cw_crowd *crowd, const cw_scene_view *view, cw_vec2 wish) {
    bool walks = view->body->state == CW_AGENT_WALKING && view->wall_count > 0, meets = false;
    for (uint32_t i = 0; walks && i < view->near_count && !meets; i++) {
        const cw_crowd_body *other = &crowd->grid.bodies[view->near[i]];
        cw_vec2 way = view->ways[i], back = {-way.x, -way.y}, his = {other->wish_x, other->wish_y};
        double reach = view->walker->radius + other->radius + MEET_GAP;
        meets = other->target != view->body->target && cw_vec2_dot(his, wish) < 0 &&
                cw_vec2_dot(way, way) < reach * reach && is_ahead(way, wish) &&
                is_ahead(back, his) && other->state == CW_AGENT_WALKING;
    }
    return meets;
}

/// How far in the direction of the tide a target lies; a ghost may have any.
static double tide_of(const cw_crowd *crowd, uint32_t target) {
    if (target >= crowd->targets.count) {
        return 0;
    }
    const cw_aim_target *aim = &crowd->targets.items[target];
    const cw_vec3 *points = crowd->target_points.items + aim->first;
    const cw_vec3 *last = &points[aim->count / 2];
    return cw_vec2_dot(crowd->tide, (cw_vec2){points->x + last->x, points->y + last->y});
}

/// Whether those who go to one target have the tide before those who go to another.
static bool with_tide(const cw_crowd *crowd, uint32_t target, uint32_t other) {
    double first = tide_of(crowd, target), second = tide_of(crowd, other);
    return first > second || (first == second && target > other);
}

/// Whether another draws the better one of the lots that are drawn anew now and then.
static bool draws_first(const cw_crowd *crowd, uint64_t other, uint64_t own) {
    uint64_t turn = (uint64_t)(crowd->time / LOT_TIME);
    return cw_crowd_unit(crowd->config.seed, other, turn) >
           cw_crowd_unit(crowd->config.seed, own, turn);
}

/// Whether somebody comes against me with the tide, or backs off towards me from such people, or
/// stands in my way in a jam and has drawn the better lot.
static bool presses(const cw_crowd *crowd, const cw_scene_view *view, const cw_crowd_body *other,
                    cw_vec2 way) {
    const cw_crowd_body *body = view->body;
    const cw_walker *walker = view->walker;
    if (body->state != CW_AGENT_WALKING || other->state != CW_AGENT_WALKING) {
        return false;
    }
    cw_vec2 own = {body->wish_x, body->wish_y}, his = {other->wish_x, other->wish_y};
    if (cw_vec2_dot(own, his) >= 0 || go_together(body, other)) {
        return other->backs || (walker->jammed && cw_vec2_dot(cw_vec2_sub(own, his), way) > 0 &&
                                draws_first(crowd, other->serial, body->serial));
    }
    // In the open most walk around others.
    bool around = walker->model != CW_MODEL_WAY_POINTS && !(walker->time_gap > 0);
    return !(around && view->wall_count == 0) && !other->backs &&
           with_tide(crowd, other->target, body->target);
}

/// Whether walls are near on both sides of a direction.
static bool is_narrow(const cw_scene_view *view, cw_vec2 direction) {
    bool right = false, left = false;
    double beside = BESIDE * cw_vec2_length(direction);
    for (uint32_t i = 0; i < view->wall_count; i++) {
        double side = cw_vec2_cross(direction, view->walls[i].normal);
        right |= side > beside;
        left |= side < -beside;
    }
    return right && left;
}

/// Whether I turn round before somebody at a gap, who comes against me with the tide in a narrow
/// place, or has turned round himself: I came no nearer for long, so to step back did not help.
static bool turns(const cw_crowd *crowd, const cw_scene_view *view, const cw_crowd_body *other,
                  double gap, bool backs) {
    const cw_crowd_body *body = view->body;
    const cw_walker *walker = view->walker;
    cw_vec2 own = {body->wish_x, body->wish_y}, his = {other->wish_x, other->wish_y};
    double reach = other->turned ? TURN_GAP : backs ? CW_PRESSED : cw_touching(walker->model);
    bool pressed = other->turned || ((backs || cw_stands_blocked(walker)) && is_narrow(view, own));
    return walker->idle && gap < reach && pressed && other->state == CW_AGENT_WALKING &&
           cw_vec2_dot(own, his) < 0 && !go_together(body, other) &&
           other->target != walker->home && other->target < crowd->targets.count &&
           with_tide(crowd, other->target, body->target);
}

/// Who has turned round goes on while somebody is behind him for whom he did, or who has to go on.
static void stay_turned(const cw_crowd *crowd, const cw_scene_view *view) {
    const cw_crowd_body *body = view->body;
    cw_walker *walker = view->walker;
    for (uint32_t i = 0; i < view->near_count; i++) {
        const cw_crowd_body *other = &crowd->grid.bodies[view->near[i]];
        double gap = cw_vec2_length(view->ways[i]) - walker->radius - other->radius;
        if (gap < CW_PRESSED && other->target == body->target && other->state == CW_AGENT_WALKING &&
            other->remaining > body->remaining) {
            double until = other->turned ? other->turned_until : crowd->time + TURNED_TIME;
            walker->turned_until = cw_most(walker->turned_until, until);
        }
    }
    if (with_tide(crowd, walker->home, body->target)) {
        walker->turned_until = crowd->time;
    }
}

/// Whether I have to make way for somebody at a gap, from now on or still; `backs` tells whether it
/// is for people who come against me.
static bool makes_way(const cw_crowd *crowd, const cw_scene_view *view, const cw_crowd_body *other,
                      cw_vec2 way, double gap, bool *backs) {
    bool already = *backs, still = cw_stands_blocked(view->walker);
    *backs = gap < (already ? CW_PRESSED : cw_touching(view->walker->model)) &&
             (already || still || other->backs) && presses(crowd, view, other, way);
    return *backs || (still && !already && gap < CW_TOUCHING && cw_goes_first(other, view->body));
}

/// Looks for somebody to make way for.
static void look_around(const cw_crowd *crowd, const cw_scene_view *view) {
    cw_walker *walker = view->walker;
    bool already = walker->flags & CW_FLAG_BACKS, blocked = cw_stands_blocked(walker);
    walker->flags &= (uint8_t)~CW_FLAG_BACKS;
    for (uint32_t i = 0; i < view->near_count; i++) {
        const cw_crowd_body *other = &crowd->grid.bodies[view->near[i]];
        if (!already && !blocked && !other->backs && !other->turned) {
            continue;
        }
        cw_vec2 way = view->ways[i];
        double distance = cw_vec2_length(way), gap = distance - walker->radius - other->radius;
        bool backs = already;
        if (turns(crowd, view, other, gap, already)) {
            walker->turn_to = other->target;
            walker->turned_until = crowd->time + TURNED_TIME;
            walker->still = 0;
            return;
        }
        if (makes_way(crowd, view, other, way, gap, &backs)) {
            walker->yield = (cw_vec2){-way.x / distance, -way.y / distance};
            walker->yield_until = crowd->time + YIELD_TIME;
            walker->still = 0;
            walker->flags |= backs ? CW_FLAG_BACKS : 0;
            return;
        }
    }
}

bool cw_yield(const cw_crowd *crowd, cw_scene_view *view) {
    cw_walker *walker = view->walker;
    if (view->body->state == CW_AGENT_LED) {
        return false; // it goes where its caller says
    }
    if (walker->home != CW_NONE) {
        stay_turned(crowd, view);
    }
    if (walker->yield_until <= crowd->time) {
        look_around(crowd, view);
    }
    bool yields = walker->yield_until > crowd->time;
    if (yields) {
        double speed = YIELD_SPEED * walker->speed;
        cw_vec2 v = {walker->yield.x * speed, walker->yield.y * speed};
        view->wish = (cw_wish){v, v, 0, speed};
    }
    return yields;
}
