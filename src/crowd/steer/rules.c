/// Steering by rules, as in the thesis (7.5) after HiDAC: Pelechano, Allbeck and Badler,
/// "Controlling individual agents in high-density crowd simulation", 2007.
///
/// The direction to the way point is bent by who is ahead (sideways, more for who comes against
/// me) and by walls ahead; who is right behind somebody going the same way mostly stops; bodies
/// that nearly touch push each other apart. The sum is followed with a little inertia.
#include "crowd/steer/steer.h"

/// Metres within which others ahead count, beside two radii; weights for the same way and against.
static const double VIEW = 2, SAME_WAY = 1.2, AGAINST = 2.4;
/// Metres from a wall within which it bends the way; share of its normal.
static const double WALL_VIEW = 0.5, WALL_NORMAL = 0.5;
/// Metres and cosine within which somebody ahead stops me, and how often of all half seconds.
static const double STOP_GAP = 0.15, STOP_COSINE = 0.8, STOP_OFTEN = 0.75, STOP_TIME = 0.5;
/// Metres at which bodies begin to push, and how much less so beside walls; per second.
static const double PUSH_GAP = 0.05, PUSH_BESIDE_WALL = 0.3, PUSH_RATE = 4;
/// Seconds of inertia.
static const double INERTIA = 0.2;

/// The part of a direction perpendicular to another.
static cw_vec2 aside(cw_vec2 direction, cw_vec2 from) {
    return cw_vec2_along(direction, -cw_vec2_dot(direction, from), from);
}

typedef struct rules {
    cw_vec2 force, push;
    bool stop;
} rules;

static void heed(const cw_crowd *crowd, const cw_scene_view *view, uint32_t i, cw_vec2 ahead,
                 rules *r) {
    const cw_crowd_body *other = &crowd->grid.bodies[view->near[i]];
    cw_vec2 way = view->ways[i], to = cw_unit(way);
    double distance = cw_vec2_length(way), radii = view->walker->radius + other->radius;
    double cosine = cw_vec2_dot(to, ahead), reach = VIEW + 2 * view->walker->radius;
    cw_vec2 his = {other->vx, other->vy};
    bool same = cw_vec2_dot(his, ahead) >= 0;
    if (cosine > 0 && distance < reach) {
        double near = (reach - distance) / reach;
        cw_vec2 side = cw_unit(aside(ahead, to));
        if (side.x == 0 && side.y == 0) {
            side = (cw_vec2){to.y, -to.x}; // exactly ahead: to the right
        }
        r->force = cw_vec2_along(r->force, near * near * (same ? SAME_WAY : AGAINST), side);
    }
    if (cosine > STOP_COSINE && distance - radii < STOP_GAP && same) {
        uint64_t half = (uint64_t)(crowd->time / STOP_TIME);
        r->stop |= cw_crowd_unit(crowd->config.seed, view->body->serial, half) < STOP_OFTEN;
    }
    double deep = radii + PUSH_GAP - distance;
    if (deep > 0) {
        r->push = cw_vec2_along(r->push, -deep, to);
    }
}

static void heed_wall(const cw_scene_view *view, const cw_crowd_wall *wall, cw_vec2 ahead,
                      rules *r) {
    double gap = wall->distance - view->walker->radius, facing = -cw_vec2_dot(wall->normal, ahead);
    if (gap >= WALL_VIEW || facing <= 0) {
        return;
    }
    double near = 1 - cw_most(gap, 0) / WALL_VIEW;
    cw_vec2 along = cw_unit(aside(ahead, wall->normal));
    r->force = cw_vec2_along(r->force, near * facing, along);
    r->force = cw_vec2_along(r->force, near * facing * WALL_NORMAL, wall->normal);
}

cw_vec2 cw_rules_decide(const cw_crowd *crowd, const cw_scene_view *view, double dt) {
    cw_vec2 wish = cw_vec2_along(view->wish.from, view->wish.zeta,
                                 cw_vec2_sub(view->wish.to, view->wish.from));
    cw_vec2 ahead = cw_unit(wish),
            straight = cw_unit(view->walker->wish); // before the turn to a side
    double speed = cw_vec2_length(wish);
    rules r = {ahead, {0, 0}, false};
    bool beside = false;
    for (uint32_t i = 0; i < view->near_count; i++) {
        heed(crowd, view, i, ahead, &r);
    }
    for (uint32_t i = 0; i < view->wall_count; i++) {
        heed_wall(view, &view->walls[i], straight, &r);
        beside |= view->walls[i].distance - view->walker->radius < PUSH_GAP;
    }
    cw_vec2 direction = cw_unit(r.force);
    speed = r.stop ? 0 : speed;
    double push = PUSH_RATE * (beside ? PUSH_BESIDE_WALL : 1);
    cw_vec2 v = {direction.x * speed + push * r.push.x, direction.y * speed + push * r.push.y};
    double share = cw_least(dt / INERTIA, 1);
    return cw_vec2_along(view->walker->velocity, share, cw_vec2_sub(v, view->walker->velocity));
}
