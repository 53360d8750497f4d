/// Where an agent would go if it were alone: an arc of directions through the next portal.
///
/// Curtis, Snape and Manocha, "Way portals: efficient multi-agent navigation with line-segment
/// goals", 2012, with the formulas corrected and without its cone lines, which freeze agents. The
/// usable part of the next portal is seen under an angle. A wide angle is cut around the preferred
/// direction, so that no direction on the chord is much slower than another; a narrow one is
/// widened as far as the detour stays small. The preferred direction is that of the funnel: the
/// straight line through as many portals as possible, to the end at which the cone of all straight
/// lines closes, or to the goal.
#include "crowd/steer/steer.h"
#include "geom/angle.h"

/// Speeds on the chord are at least 1 - 0.1 of those at its ends: the cosine of half the widest
/// arc, and that arc in radians.
static const double COS_HALF_MOST = 0.9, MOST_ARC = 0.9020536;
/// Metres walked before a detour is corrected, and how much longer a way may thereby become.
static const double DETOUR_AFTER = 1, DETOUR_FACTOR = 1.1;
/// Seconds after which the funnel is looked at anew.
static const double AIM_AGE = 0.25;
/// Portals that the funnel looks ahead.
enum { MOST_AHEAD = 32 };
/// Metres before a portal at which it is walked through straight; who stops on its line would never
/// leave the closed cell behind.
static const double AT_PORTAL = 1e-3, BEYOND = 0.05;
/// Metres before a wall that is the target within which arcs are no use: it leaves their ends only.
static const double AT_WALL = 1.5;
/// The own place in a portal is this share of its width away from both ends.
static const double OWN_MARGIN = 0.05;

/// Half of the angle by its series, and then twice of that: within 2e-12.
cw_vec2 cw_turn_of(double angle) {
    double a = angle / 4, z = a * a; // at most pi / 4
    double s =
        a + a * z *
                (-1. / 6 + z * (1. / 120 + z * (-1. / 5040 +
                                                z * (1. / 362880 + z * (-1. / 39916800 +
                                                                        z * (1. / 6227020800))))));
    double c =
        1 +
        z * (-1. / 2 +
             z * (1. / 24 +
                  z * (-1. / 720 + z * (1. / 40320 + z * (-1. / 3628800 + z * (1. / 479001600))))));
    for (int i = 0; i < 2; i++) {
        double twice = 2 * s * c;
        c = c * c - s * s;
        s = twice;
    }
    return (cw_vec2){c, s};
}

double cw_goal_remaining(const cw_crowd *crowd, uint32_t index) {
    const cw_crowd_columns *agents = &crowd->agents;
    cw_vec2 at = cw_crowd_at(crowd, index);
    if (agents->portal[index] >= agents->path_count[index]) {
        return cw_vec2_distance(at, (cw_vec2){agents->goal_x[index], agents->goal_y[index]});
    }
    const cw_crowd_portal *portal =
        crowd->pool.portals.items + agents->path_first[index] + agents->portal[index];
    return cw_vec2_distance(at, cw_portal_nearest(portal, at)) + portal->rest;
}

/// The cone of straight lines through the portals so far, seen from the agent.
typedef struct cone {
    cw_vec2 right, left; ///< from the agent to the ends that bound it
    bool open;           ///< nothing bounds it yet
} cone;

/// Narrows the cone by a portal; false when nothing is left, and `aim` is the end where it closed.
static bool narrow(cone *c, cw_vec2 right, cw_vec2 left, cw_vec2 *aim) {
    if (c->open) {
        *c = (cone){right, left, false};
        return true;
    }
    if (cw_vec2_cross(c->left, right) > 0) {
        *aim = c->left;
        return false;
    }
    if (cw_vec2_cross(c->right, left) < 0) {
        *aim = c->right;
        return false;
    }
    c->right = cw_vec2_cross(c->right, right) > 0 ? right : c->right;
    c->left = cw_vec2_cross(c->left, left) < 0 ? left : c->left;
    return true;
}

bool cw_crowd_ends_at(const cw_crowd *crowd, uint32_t portal) {
    const cw_crowd_portal *p = &crowd->pool.portals.items[portal];
    return p->edge == CW_NONE && crowd->pool.after.items[portal] == CW_NONE &&
           (p->right.x != p->left.x || p->right.y != p->left.y);
}

cw_crowd_portal cw_crowd_facing(const cw_crowd *crowd, uint32_t portal, cw_vec2 at) {
    cw_crowd_portal p = crowd->pool.portals.items[portal];
    bool behind = cw_vec2_cross(cw_vec2_sub(p.right, at), cw_vec2_sub(p.left, at)) < 0;
    if (behind && cw_crowd_ends_at(crowd, portal)) {
        return (cw_crowd_portal){p.left, p.right, p.edge, p.cell, p.rest};
    }
    return p;
}

/// Whether a way ends before a wall that is its target; who sees its end then aims for that wall.
static bool aims_at_wall(const cw_crowd *crowd, cw_walker *walker, uint32_t target, bool sees,
                         cw_vec2 end) {
    const cw_vec3 *ends = crowd->target_points.items + crowd->targets.items[target].first;
    cw_crowd_portal line = {.right = cw_crowd_flat(ends[0]), .left = cw_crowd_flat(ends[1])};
    cw_vec2 on = cw_portal_nearest(&line, end);
    bool wall = cw_vec2_distance(on, end) > AT_PORTAL;
    walker->aim = wall && sees ? on : walker->aim;
    return wall;
}

/// The point that an agent aims for: the funnel through the portals ahead.
static void take_aim(const cw_crowd *crowd, cw_walker *walker, uint32_t target) {
    cw_vec2 at = walker->at, aim = {0, 0}, goal = cw_vec2_sub(walker->goal, at);
    uint32_t next = walker->portal_at, last = CW_NONE;
    cone c = {.open = true};
    bool whole = true;
    for (uint32_t i = 0; next != CW_NONE && i < MOST_AHEAD && whole; i++) {
        if (walker->lost && cw_crowd_ends_at(crowd, next)) {
            next = CW_NONE; // on to the goal
            break;
        }
        last = next;
        next = crowd->pool.after.items[next];
        cw_crowd_portal portal = cw_crowd_facing(crowd, last, at);
        cw_vec2 right = cw_vec2_sub(portal.right, at), left = cw_vec2_sub(portal.left, at);
        if (c.open && cw_vec2_cross(right, left) <= 0) {
            continue; // on its line, about to cross it
        }
        whole = narrow(&c, right, left, &aim);
    }
    bool segment = last != CW_NONE && (next != CW_NONE || cw_crowd_ends_at(crowd, last));
    if (whole && segment) { // the last that was looked at
        goal = cw_vec2_sub(cw_portal_nearest(&crowd->pool.portals.items[last], at), at);
    }
    bool sees = whole && narrow(&c, goal, goal, &aim);
    walker->aim = cw_vec2_add(sees ? goal : aim, at);
    walker->aim_time = crowd->time;
    bool wall = whole && segment && next == CW_NONE && cw_vec2_length(goal) < AT_WALL &&
                aims_at_wall(crowd, walker, target, sees, cw_vec2_add(goal, at));
    uint8_t seen = wall || (sees && !segment) ? CW_FLAG_SEES_GOAL : 0;
    walker->flags = (uint8_t)((walker->flags & ~CW_FLAG_SEES_GOAL) | CW_FLAG_AIMED | seen);
}

static cw_wish point_wish(cw_vec2 direction, double speed) {
    cw_vec2 v = cw_unit(direction);
    v = (cw_vec2){v.x * speed, v.y * speed};
    return (cw_wish){v, v, 0, speed};
}

/// The direction in which a portal is crossed, not of unit length.
static cw_vec2 forward_of(const cw_crowd *crowd, const cw_crowd_portal *portal) {
    cw_vec2 side = cw_vec2_sub(portal->left, portal->right);
    if (portal->edge != CW_NONE) {
        side = cw_clearance_along(&crowd->mesh, portal->edge);
    }
    return cw_unit((cw_vec2){side.y, -side.x});
}

/// Cuts a wide arc around the preferred direction, or widens one that is far away.
static void fit_arc(cw_vec2 *right, cw_vec2 *left, cw_vec2 preferred, double distance) {
    double arc = cw_unit_angle(cw_vec2_dot(*right, *left), cw_vec2_cross(*right, *left));
    if (arc > MOST_ARC) {
        double extra = arc - MOST_ARC;
        double at = cw_unit_angle(cw_vec2_dot(*right, preferred), cw_vec2_cross(*right, preferred));
        double share = at < 0 ? (at < arc / 2 - CW_PI ? 1 : 0) : at > arc ? 1 : at / arc;
        *right = cw_turned(*right, extra * share);
        *left = cw_turned(*left, -extra * (1 - share));
        return;
    }
    if (distance <= 2 * DETOUR_AFTER / (1 + DETOUR_FACTOR)) {
        return;
    }
    double cosine =
        (2 * DETOUR_AFTER * DETOUR_FACTOR + distance - DETOUR_FACTOR * DETOUR_FACTOR * distance) /
        (2 * DETOUR_AFTER);
    cosine = cw_least(cw_most(cosine, COS_HALF_MOST), 1);
    double wider = 2 * cw_unit_angle(cosine, sqrt(1 - cosine * cosine));
    if (wider > arc) {
        *right = cw_turned(*right, -(wider - arc) / 2);
        *left = cw_turned(*left, (wider - arc) / 2);
    }
}

/// Where a direction meets the chord of an arc: 0 at its right end, 1 at its left.
static double place_on_chord(cw_vec2 right, cw_vec2 left, cw_vec2 direction) {
    double from_right = cw_vec2_cross(right, direction), to_left = cw_vec2_cross(direction, left);
    if (from_right <= 0 || to_left <= 0) {
        return cw_vec2_dot(direction, right) >= cw_vec2_dot(direction, left) ? 0 : 1;
    }
    return from_right / (from_right + to_left);
}

static cw_wish arc_wish(const cw_crowd *crowd, const cw_walker *walker, uint64_t serial) {
    const cw_crowd_portal *portal = &walker->portal;
    cw_vec2 at = walker->at, forward = forward_of(crowd, portal),
            near = cw_portal_nearest(portal, at);
    double depth = cw_vec2_dot(forward, cw_vec2_sub(portal->right, at)), speed = walker->speed;
    if (depth < AT_PORTAL) {
        return point_wish(cw_vec2_along(cw_vec2_sub(near, at), BEYOND, forward), speed);
    }
    cw_vec2 right = cw_unit(cw_vec2_sub(portal->right, at)),
            left = cw_unit(cw_vec2_sub(portal->left, at));
    cw_vec2 preferred = cw_unit(cw_vec2_sub(walker->aim, at)), own = preferred;
    double spread = walker->spread;
    if (spread > 0) {
        double t = OWN_MARGIN + (1 - 2 * OWN_MARGIN) * cw_crowd_unit(crowd->config.seed, serial, 1);
        cw_vec2 side = cw_vec2_sub(portal->left, portal->right);
        own = cw_unit(cw_vec2_sub(cw_vec2_along(portal->right, t, side), at));
    }
    fit_arc(&right, &left, preferred, cw_vec2_distance(near, at));
    double zeta = place_on_chord(right, left, preferred);
    if (spread > 0) {
        zeta += spread * (place_on_chord(right, left, own) - zeta);
    }
    return (cw_wish){
        {right.x * speed, right.y * speed}, {left.x * speed, left.y * speed}, zeta, speed};
}

/// The dynamic way point (thesis 7.4): the projection on the portal, or its far end.
static cw_vec2 way_point(const cw_crowd_portal *portal, cw_vec2 at) {
    cw_vec2 side = cw_vec2_sub(portal->left, portal->right);
    double square = cw_vec2_dot(side, side);
    double t = square > 0 ? cw_vec2_dot(side, cw_vec2_sub(at, portal->right)) / square : 0;
    return t < 0 ? portal->left : t > 1 ? portal->right : cw_vec2_along(portal->right, t, side);
}

/// Straight to a point of the next portal, and on through it.
static cw_wish toward(const cw_crowd *crowd, const cw_walker *walker, cw_vec2 point) {
    cw_vec2 way = cw_vec2_sub(point, walker->at);
    if (cw_vec2_length(way) < BEYOND) {
        way = cw_vec2_along(way, BEYOND, forward_of(crowd, &walker->portal));
    }
    return point_wish(way, walker->speed);
}

cw_wish cw_goal_wish(const cw_crowd *crowd, uint32_t place) {
    const cw_crowd_body *body = &crowd->grid.bodies[place];
    cw_walker *walker = &crowd->grid.walkers[place];
    if (body->state == CW_AGENT_LED) {
        double speed = cw_least(cw_vec2_length(walker->goal), walker->max_speed);
        return point_wish(walker->goal, speed);
    }
    if (body->state != CW_AGENT_WALKING) {
        return (cw_wish){0};
    }
    if (walker->portal_at != CW_NONE && walker->portal.edge == CW_NONE) {
        walker->portal = cw_crowd_facing(crowd, walker->portal_at, walker->at);
    }
    if (cw_steers_as(walker) == CW_MODEL_ORCA || !(walker->flags & CW_FLAG_AIMED) ||
        crowd->time - walker->aim_time > AIM_AGE) {
        take_aim(crowd, walker, body->target);
    }
    const cw_crowd_portal *portal = &walker->portal;
    bool centers = walker->goal_rule == CW_GOAL_PORTAL_CENTERS;
    if (walker->portal_at == CW_NONE || ((walker->flags & CW_FLAG_SEES_GOAL) && !centers)) {
        bool wall = crowd->targets.items[body->target].kind == CW_TARGET_SEGMENT;
        return wall && walker->portal_at != CW_NONE
                   ? toward(crowd, walker, walker->aim)
                   : point_wish(cw_vec2_sub(walker->goal, walker->at), walker->speed);
    }
    if (centers) {
        cw_vec2 side = cw_vec2_sub(portal->left, portal->right);
        return toward(crowd, walker, cw_vec2_along(portal->right, 0.5, side));
    }
    switch (cw_steers_as(walker)) {
    case CW_MODEL_ORCA: return toward(crowd, walker, walker->aim);
    case CW_MODEL_WAY_POINTS: return toward(crowd, walker, way_point(portal, walker->at));
    default: return arc_wish(crowd, walker, body->serial);
    }
}
