/// What a fan of rays sees inside its cell: goals, and corners to turn around. See taut.h.
///
/// A corner is turned around when a ray touches its circle inside the cell, unhindered, with both
/// walls of the corner on the circle's side of the ray, and a disc fits there. The tests come in
/// the order of their cost.
#include "path/taut.h"

/// Whether a ray that touches an end of a wall at a depth is behind the wall's line when it ends.
static bool ends_behind(const cw_tangent *ray, double to, const cw_obstacle *wall) {
    cw_vec2 end = cw_vec2_along(ray->at, to, ray->along);
    cw_vec2 side = cw_unit(cw_vec2_sub(wall->to, wall->center));
    return cw_vec2_cross(side, cw_vec2_sub(end, wall->center)) < -CW_GRAZE;
}

/// Whether a ray goes through a wall from the floor on its left. A ray that touches an end goes
/// through when the wall ends in a nook, where there is solid on both sides of the wall's line.
static bool crosses_wall(const cw_tangent *ray, double from, double to, const cw_obstacle *wall) {
    cw_vec2 side = cw_vec2_sub(wall->to, wall->center);
    double facing = cw_vec2_cross(ray->along, side);
    double a = cw_tangent_side(ray, wall->center), b = cw_tangent_side(ray, wall->to);
    if (facing <= 0 || a > CW_GRAZE || b < -CW_GRAZE) {
        return false;
    }
    double depth;
    if (a < -CW_GRAZE && b > CW_GRAZE) {
        depth = cw_vec2_cross(cw_vec2_sub(wall->center, ray->at), side) / facing;
    } else if (b > CW_GRAZE || a < -CW_GRAZE) {
        bool at_start = b > CW_GRAZE;
        depth = cw_tangent_depth(ray, at_start ? wall->center : wall->to);
        bool comes_in = depth <= from + CW_GRAZE;
        bool closed = at_start ? !wall->open_from || (wall->entry_from && comes_in)
                               : !wall->open_to || (wall->entry_to && comes_in);
        if (!closed || !ends_behind(ray, to, wall)) {
            return false;
        }
    } else {
        return false;
    }
    return depth > from - CW_GRAZE && depth < to - CW_GRAZE;
}

bool cw_taut_enters(const cw_taut *search, uint32_t corner, cw_vec2 along) {
    const cw_taut_cone *cone = &search->cones[corner];
    return !cone->wide && cw_vec2_cross(along, cone->out) > CW_GRAZE &&
           cw_vec2_cross(along, cone->back) < -CW_GRAZE;
}

/// Whether a point's ray goes into the solid at a corner.
static bool meets_corner(const cw_fan *fan, const cw_tangent *ray, double from, double to,
                         const cw_obstacle *obstacle) {
    double depth = cw_tangent_depth(ray, obstacle->center);
    return fabs(cw_tangent_side(ray, obstacle->center)) <= CW_GRAZE && depth > from - CW_GRAZE &&
           depth < to - CW_GRAZE && cw_taut_enters(fan->search, obstacle->corner, ray->along);
}

bool cw_fan_stops(const cw_fan *fan, const cw_obstacle *obstacle, const cw_tangent *ray,
                  double from, double to) {
    if (obstacle->corner == CW_NONE) {
        return crosses_wall(ray, from, to, obstacle);
    }
    return fan->search->radius == 0
               ? meets_corner(fan, ray, from, to, obstacle)
               : cw_tangent_hits(ray, from, to, obstacle->center, fan->search->radius);
}

/// Whether a ray of a fan around an arc leaves it between its start and its end.
static bool leaves_arc(const cw_fan *fan, cw_vec2 along) {
    if (!fan->arc_inside) {
        return true;
    }
    cw_vec2 first = fan->root.hand > 0 ? fan->right.along : fan->left.along;
    cw_vec2 last = fan->arc.ray.along;
    double turn =
        fan->root.hand > 0 ? cw_turn_measure(first, along) : cw_turn_measure(along, first);
    double most = fan->root.hand > 0 ? cw_turn_measure(first, last) : cw_turn_measure(last, first);
    double slack = cw_turn_slack(fan->search->radius);
    return turn <= most + slack || turn > 4 - slack;
}

/// Whether a ray gets to a point, `length` from where it leaves the root, inside the cell: nothing
/// but `except` may be in the way.
static bool gets_to(const cw_fan *fan, const cw_tangent *ray, double length,
                    const cw_obstacle *except) {
    const cw_taut *search = fan->search;
    double from = cw_fan_entry_depth(fan, ray);
    if (length < from - CW_GRAZE) {
        return false;
    }
    if (search->radius == 0 && !search->dented[fan->cell]) {
        return true;
    }
    for (uint32_t i = 0; i < search->obstacles.count; i++) {
        const cw_obstacle *obstacle = &search->obstacles.items[i];
        if (obstacle != except && cw_fan_stops(fan, obstacle, ray, from, length)) {
            return false;
        }
    }
    return true;
}

static bool inside_cell(const cw_fan *fan, cw_vec2 point) {
    const cw_taut *search = fan->search;
    const uint32_t *first = &search->clearance->mesh->cell_first[fan->cell];
    for (uint32_t e = first[0]; e < first[1]; e++) {
        const cw_taut_side *side = &search->sides[e];
        if (cw_vec2_cross(side->along, cw_vec2_sub(point, side->from)) < -CW_GRAZE &&
            !(search->dented[fan->cell] && side->twin == CW_NONE)) {
            return false;
        }
    }
    return true;
}

/// Whether a vector from a corner does not reach across a ray that touches its circle, by more than
/// CW_GRAZE.
static bool stays_behind(cw_vec2 end, cw_vec2 along, double hand) {
    return hand * cw_vec2_cross(along, end) >= -CW_GRAZE;
}

/// The same of all the short walls at a corner.
static bool all_stay_behind(const cw_taut *search, uint32_t corner, cw_vec2 along, double hand) {
    for (int incoming = 0; incoming < 2; incoming++) {
        cw_vec2 ends[CW_SNAPPED_WALLS];
        uint32_t count = cw_taut_wall_ends(search->clearance, corner, incoming, ends);
        for (uint32_t i = 0; i < count; i++) {
            if (!stays_behind(ends[i], along, hand)) {
                return false;
            }
        }
    }
    return true;
}

/// Whether a fan may touch a circle with the corner on the given hand: the ends of its walls may
/// not reach across the ray. Most circles fall through here.
static bool may_touch(const cw_fan *fan, const cw_obstacle *disc, double hand) {
    const cw_touch *touch = &disc->touches[hand < 0];
    const cw_taut_cone *cone = &fan->search->cones[disc->corner];
    if (!touch->exists) {
        return false;
    }
    cw_vec2 along = touch->ray.along;
    bool outermost = cone->wide || (stays_behind(cone->out, along, hand) &&
                                    stays_behind(cone->back, along, hand));
    if (!outermost || cw_fan_outside(fan, touch->at) > CW_GRAZE) {
        return false;
    }
    return !cone->snapped || cone->wide || all_stay_behind(fan->search, disc->corner, along, hand);
}

/// Whether an arrival at a corner is surely no better than the one that is known.
static bool is_late(const cw_fan *fan, uint32_t corner, double hand, cw_vec2 at, double gap) {
    const cw_taut *search = fan->search;
    const cw_arrival *arrival = &search->arrivals[2 * corner + (hand < 0)];
    if (arrival->stamp != search->stamp || 2 * search->radius > gap) {
        return false;
    }
    const cw_root *known = &search->roots.items[arrival->root];
    if (!cw_taut_same_stay(search, corner, known->steps, fan->node.steps)) {
        return false;
    }
    return known->length + CW_HALF_PI * cw_vec2_distance(known->at, at) <=
           fan->root.length + cw_vec2_distance(fan->root.at, at);
}

/// Tries an obstacle as a new root, passed with it on the given hand.
static cw_status try_turn(cw_fan *fan, const cw_obstacle *obstacle, double hand) {
    cw_taut *search = fan->search;
    const cw_touch *touch = &obstacle->touches[hand < 0];
    const cw_taut_cone *cone = &search->cones[obstacle->corner];
    if (!leaves_arc(fan, touch->ray.along) ||
        is_late(fan, obstacle->corner, hand, touch->at, cone->gap) ||
        !gets_to(fan, &touch->ray, touch->length, obstacle)) {
        return CW_OK;
    }
    if (search->radius > 0 && !inside_cell(fan, touch->at)) {
        return CW_OK;
    }
    if ((2 * search->radius > cone->gap || cone->wide) &&
        cw_clearance_at(search->clearance, fan->cell, touch->at, NULL) <
            search->radius - CW_GRAZE) {
        return CW_OK;
    }
    return cw_taut_turn(fan, &touch->ray, touch->length, obstacle->corner, hand);
}

cw_status cw_fan_turn_at_corners(cw_fan *fan) {
    const cw_taut *search = fan->search;
    for (uint32_t i = 0; i < search->obstacles.count; i++) {
        const cw_obstacle *obstacle = &search->obstacles.items[i];
        if (obstacle->corner == CW_NONE) {
            continue;
        }
        if (may_touch(fan, obstacle, 1)) {
            CW_TRY(try_turn(fan, obstacle, 1));
        }
        if (may_touch(fan, obstacle, -1)) {
            CW_TRY(try_turn(fan, obstacle, -1));
        }
    }
    return CW_OK;
}

static cw_status reach_goal(cw_fan *fan, uint32_t index) {
    cw_taut *search = fan->search;
    cw_vec2 goal = search->goals.items[index].position;
    cw_tangent ray = {fan->root.center, {1, 0}};
    double length = 0;
    bool here = fan->root.signed_radius == 0 && goal.x == fan->root.center.x &&
                goal.y == fan->root.center.y;
    if (!here &&
        (!cw_fan_ray_to(fan, goal, &ray, &length) || cw_fan_outside(fan, goal) > CW_GRAZE ||
         !leaves_arc(fan, ray.along) || !gets_to(fan, &ray, length, NULL))) {
        return CW_OK;
    }
    cw_node node = {.estimate = cw_taut_length(&fan->root, ray.along, length),
                    .right = ray.along,
                    .low = goal,
                    .root = fan->node.root,
                    .parent = fan->node_index,
                    .cell = fan->cell,
                    .entry = CW_NONE,
                    .goal = index,
                    .steps = fan->node.steps,
                    .kind = CW_NODE_GOAL};
    return cw_taut_push_goal(search, &node);
}

cw_status cw_fan_reach_goals(cw_fan *fan) {
    const cw_taut *search = fan->search;
    if (search->in_corridor && fan->node.steps < search->corridor_count) {
        return CW_OK;
    }
    for (uint32_t i = 0; i < search->goals.count; i++) {
        if (search->goals.items[i].cell == fan->cell) {
            CW_TRY(reach_goal(fan, i));
        }
    }
    return CW_OK;
}
