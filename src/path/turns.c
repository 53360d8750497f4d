/// What a fan of rays sees inside its cell: goals, and corners to turn around. See taut.h.
///
/// A corner is turned around when a ray touches its circle inside the cell, unhindered, with both
/// walls of the corner on the circle's side of the ray, and a disc fits there. The tests come in
/// the order of their cost.
#include "path/taut.h"

/// Turn measures within this much of each other are the same direction.
#define SAME_TURN 1e-9

/// Whether a ray goes through a wall from the floor on its left. One that starts on the wall does
/// not.
static bool crosses_wall(const cw_tangent *ray, double from, double to,
                         const cw_obstacle *obstacle) {
    cw_vec2 side = cw_vec2_sub(obstacle->to, obstacle->center);
    double facing = cw_vec2_cross(ray->along, side);
    double a = cw_tangent_side(ray, obstacle->center), b = cw_tangent_side(ray, obstacle->to);
    if (facing <= 0 || (a <= CW_GRAZE && b <= CW_GRAZE) || (a >= -CW_GRAZE && b >= -CW_GRAZE)) {
        return false;
    }
    double depth = cw_vec2_cross(cw_vec2_sub(obstacle->center, ray->at), side) / facing;
    return depth > from - CW_GRAZE && depth < to - CW_GRAZE;
}

bool cw_fan_stops(const cw_fan *fan, const cw_obstacle *obstacle, const cw_tangent *ray,
                  double from, double to) {
    return obstacle->corner == CW_NONE
               ? crosses_wall(ray, from, to, obstacle)
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
    return turn <= most + SAME_TURN || turn > 4 - SAME_TURN;
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

/// Whether a point does not reach across the ray from one circle to another, by more than CW_GRAZE,
/// where the ray touches the second one: the sign of left(along) . end, with left(along) =
/// (l * left(v) + k * v) / |v|^2 (see tangent.h). Only its sign is asked, so no root is taken.
static bool stays_behind(cw_vec2 end, cw_vec2 v, double k, double rest, double square,
                         double hand) {
    double a = hand * cw_vec2_cross(v, end), b = hand * k * cw_vec2_dot(v, end) + CW_GRAZE * square;
    if (a >= 0) {
        return b >= 0 || rest * a * a >= b * b;
    }
    return b > 0 && b * b >= rest * a * a;
}

/// Whether a circle can be touched by a ray with the corner on the given hand: the ends of its
/// walls may not reach across the ray.
static bool is_outermost(const cw_taut *search, uint32_t corner, cw_vec2 v, double k, double rest,
                         double square, double hand) {
    const cw_taut_cone *cone = &search->cones[corner];
    if (cone->wide) {
        return true;
    }
    if (!stays_behind(cone->out, v, k, rest, square, hand) ||
        !stays_behind(cone->back, v, k, rest, square, hand)) {
        return false;
    }
    for (int incoming = 0; incoming < 2 && cone->snapped; incoming++) {
        cw_vec2 ends[CW_SNAPPED_WALLS];
        uint32_t count = cw_taut_wall_ends(search->clearance, corner, incoming, ends);
        for (uint32_t i = 0; i < count; i++) {
            if (!stays_behind(ends[i], v, k, rest, square, hand)) {
                return false;
            }
        }
    }
    return true;
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
    const cw_taut_cone *cone = &search->cones[obstacle->corner];
    double s = hand * search->radius, k = s - fan->root.signed_radius;
    cw_vec2 v = cw_vec2_sub(obstacle->center, fan->root.center);
    double square = cw_vec2_dot(v, v), rest = square - k * k, length;
    if (rest > 0 && !is_outermost(search, obstacle->corner, v, k, rest, square, hand)) {
        return CW_OK;
    }
    cw_tangent ray;
    if (!cw_tangent_between(fan->root.center, fan->root.signed_radius, obstacle->center, s, &ray,
                            &length)) {
        return CW_OK;
    }
    cw_vec2 at = cw_vec2_along(obstacle->center, -s, cw_left(ray.along));
    if (cw_fan_outside(fan, at, 0) || !leaves_arc(fan, ray.along) ||
        is_late(fan, obstacle->corner, hand, at, cone->gap) ||
        !gets_to(fan, &ray, length, obstacle)) {
        return CW_OK;
    }
    if (search->radius > 0 && !inside_cell(fan, at)) {
        return CW_OK;
    }
    if ((2 * search->radius > cone->gap || cone->wide) &&
        cw_clearance_at(search->clearance, fan->cell, at, NULL) < search->radius - CW_GRAZE) {
        return CW_OK;
    }
    return cw_taut_turn(fan, &ray, length, obstacle->corner, hand);
}

cw_status cw_fan_turn_at_corners(cw_fan *fan) {
    const cw_taut *search = fan->search;
    for (uint32_t i = 0; i < search->obstacles.count; i++) {
        if (search->obstacles.items[i].corner != CW_NONE) {
            CW_TRY(try_turn(fan, &search->obstacles.items[i], 1));
            CW_TRY(try_turn(fan, &search->obstacles.items[i], -1));
        }
    }
    return CW_OK;
}

static cw_status reach_goal(cw_fan *fan, uint32_t index) {
    cw_taut *search = fan->search;
    cw_vec2 goal = search->goals.items[index].position;
    cw_tangent ray = {fan->root.center, {1, 0}};
    double length = 0;
    bool here = fan->root.hand == 0 && goal.x == fan->root.center.x && goal.y == fan->root.center.y;
    if (!here && (!cw_fan_ray_to(fan, goal, &ray, &length) || cw_fan_outside(fan, goal, 0) ||
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
    return cw_taut_push(search, &node);
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
