/// Sending a fan of rays through one exit of its cell: see taut.h for the method.
///
/// An exit is looked at from its right end to its left end, which is the direction of the edge.
/// First it is cut to the part between the bounding rays. On that part each obstacle shadows one
/// interval, since obstacles are convex: where its shadow begins, a ray touches the obstacle, or
/// the obstacle's circle crosses the exit. The rays leave between the shadows.
#include "path/taut.h"

/// Metres by which rounding may exchange the ends of a part.
#define ROUNDING 1e-12

/// Sine of the angle between a ray and an exit below which the ray runs along the exit.
#define PARALLEL 1e-12

/// Metres: vertices this close to each other are the work of snapping.
#define NEXT_TO 1e-7

/// Length of the path up to where a ray leaves the root.
static double start_of(const cw_fan *fan, cw_vec2 along) {
    if (along.x == fan->right.along.x && along.y == fan->right.along.y) {
        return fan->right_start;
    }
    if (along.x == fan->left.along.x && along.y == fan->left.along.y) {
        return fan->left_start;
    }
    return cw_taut_length(&fan->root, along, 0);
}

/// Adds the node behind a part of an exit.
static cw_status leave(const cw_fan *fan, const cw_exit_part *part, bool arc) {
    cw_node node = {.estimate = 0,
                    .right = part->right.along,
                    .left = part->left.along,
                    .right_start = start_of(fan, part->right.along),
                    .left_start = start_of(fan, part->left.along),
                    .low = cw_exit_point(part, part->low),
                    .high = cw_exit_point(part, part->high),
                    .root = fan->node.root,
                    .parent = fan->node_index,
                    .cell = part->side->behind,
                    .entry = part->side->twin,
                    .goal = CW_NONE,
                    .steps = fan->node.steps + 1,
                    .kind = CW_NODE_EDGE,
                    .arc = arc};
    return cw_taut_push_edge(fan->search, &node, part);
}

/// Leaves between the shadows, which are sorted.
static cw_status leave_between(const cw_fan *fan, const cw_exit_part *part) {
    const cw_taut *search = fan->search;
    cw_exit_part piece = *part;
    bool arc_low = part->arc && fan->root.hand < 0, arc_high = part->arc && fan->root.hand > 0;
    for (uint32_t i = 0; i < search->shadows.count; i++) {
        const cw_shadow *shadow = &search->shadows.items[i];
        piece.high = shadow->low;
        piece.left = shadow->right;
        if (piece.high - piece.low > fan->least) {
            CW_TRY(leave(fan, &piece, arc_low));
        }
        if (shadow->high > piece.low) {
            piece.low = shadow->high;
            piece.right = shadow->left;
            arc_low = false;
        }
        if (piece.low >= part->high) {
            return CW_OK;
        }
    }
    piece.high = part->high;
    piece.left = part->left;
    bool arc = arc_low || arc_high;
    return piece.high - piece.low >= fan->least || arc ? leave(fan, &piece, arc) : CW_OK;
}

/// Collects the shadows on a part, sorted by where they begin.
static cw_status shade(const cw_fan *fan, const cw_exit_part *part) {
    cw_taut *search = fan->search;
    const cw_obstacle *obstacles = search->obstacles.items;
    CW_TRY(CW_ARRAY_RESERVE(search->context, &search->shadows, search->obstacles.count));
    cw_shadow *shadows = search->shadows.items;
    uint32_t count = 0;
    for (uint32_t i = 0; i < search->obstacles.count; i++) {
        cw_shadow shadow;
        if (!cw_fan_cast(fan, part, &obstacles[i], &shadow)) {
            continue;
        }
        uint32_t at = count++;
        for (; at > 0 && shadow.low < shadows[at - 1].low; at--) {
            shadows[at] = shadows[at - 1];
        }
        shadows[at] = shadow;
    }
    search->shadows.count = count;
    return leave_between(fan, part);
}

/// The ray to one end of an exit that no bounding ray cuts off. An end inside the root's own circle
/// is moved out of it; an end at the start itself is seen along the exit; one next to a corner, for
/// a point, tells nothing of the direction, so the bounding ray stays.
static bool aim(const cw_fan *fan, cw_exit_part *part, bool high) {
    double *s = high ? &part->high : &part->low, length, first, second;
    cw_tangent *ray = high ? &part->left : &part->right;
    if (cw_fan_ray_to(fan, cw_exit_point(part, *s), ray, &length)) {
        if (length < NEXT_TO && fan->search->radius == 0 && !fan->open) {
            *ray = high ? fan->left : fan->right;
        }
        return true;
    }
    if (fan->root.corner == CW_NONE || fan->search->radius == 0) {
        double sign = high ? 1 : -1;
        cw_vec2 along = part->side->along;
        *ray = (cw_tangent){fan->root.center, {sign * along.x, sign * along.y}};
        return true;
    }
    if (!cw_exit_meets_circle(part->side, fan->root.center, fan->search->radius, &first, &second)) {
        return false;
    }
    *s = high ? first : second;
    return cw_fan_ray_to(fan, cw_exit_point(part, *s), ray, &length);
}

/// Ends a part where the arc goes out. A point that turns at a vertex goes out there and nowhere
/// else.
static void end_at_arc(const cw_fan *fan, cw_exit_part *part, bool *cut_low, bool *cut_high) {
    double s = cw_vec2_dot(cw_vec2_sub(fan->arc.ray.at, part->side->from), part->side->along);
    bool point = fan->search->radius == 0;
    s = cw_least(cw_most(s, 0), part->side->length);
    if (fan->root.hand > 0 || point) {
        part->high = s;
        part->low = cw_least(part->low, s);
        *cut_high = true;
    }
    if (fan->root.hand < 0 || point) {
        part->low = s;
        part->high = cw_most(part->high, s);
        *cut_low = true;
    }
}

/// Where a bounding ray cuts an exit: metres from its start, or infinite. `out` is where a ray that
/// does not go out cuts it; one along the exit cuts off all of it or nothing.
static double cut_at(const cw_tangent *ray, const cw_taut_side *side, double out) {
    double facing = cw_vec2_cross(ray->along, side->along);
    if (facing > PARALLEL) {
        return -cw_tangent_side(ray, side->from) / facing;
    }
    if (facing < -PARALLEL) {
        return out;
    }
    return cw_vec2_dot(ray->along, side->along) > 0 ? INFINITY : -INFINITY;
}

/// Whether no ray of a fan goes out through an exit, when neither of its bounding rays does: around
/// an arc it may still turn through all directions in which rays go out.
static bool turns_away(const cw_fan *fan, const cw_taut_side *side) {
    if (!fan->arc_inside) {
        return true;
    }
    cw_vec2 out = {side->along.y, -side->along.x};
    double turn = cw_turn_measure(fan->right.along, fan->left.along);
    return turn > cw_turn_most(fan->search->radius) ||
           cw_turn_measure(fan->right.along, out) > turn;
}

/// Cuts an exit to the part between the bounding rays; false when nothing is left.
static bool cut(const cw_fan *fan, cw_exit_part *part) {
    const cw_taut_side *side = part->side;
    bool cut_low = false, cut_high = false;
    part->low = 0;
    part->high = side->length;
    if (!fan->open) {
        part->right = fan->right;
        part->left = fan->left;
        double low = cut_at(&fan->right, side, -INFINITY);
        double high = cut_at(&fan->left, side, INFINITY);
        if (low == -INFINITY && high == INFINITY && !part->arc && turns_away(fan, side)) {
            return false;
        }
        cut_low = low > 0;
        cut_high = high < side->length;
        part->low = cut_low ? low : 0;
        part->high = cut_high ? high : side->length;
    }
    if (part->arc) {
        end_at_arc(fan, part, &cut_low, &cut_high);
    }
    if (part->low > part->high && fan->least == 0 && part->low < part->high + ROUNDING) {
        part->low = part->high;
    }
    if (!(part->high - part->low >= fan->least) && !part->arc) {
        return false;
    }
    return (cut_low || aim(fan, part, false)) && (cut_high || aim(fan, part, true)) &&
           (part->high - part->low >= fan->least || part->arc);
}

cw_status cw_fan_take_exit(cw_fan *fan, uint32_t edge) {
    const cw_taut *search = fan->search;
    cw_exit_part part; /* not cleared: it is large, and cut() fills it */
    part.side = &search->sides[edge];
    part.arc = fan->arc_inside && fan->arc.exit == edge;
    if (!cut(fan, &part)) {
        return CW_OK;
    }
    if (search->obstacles.count == 0 || (search->radius == 0 && !search->dented[fan->cell])) {
        return leave(fan, &part, part.arc);
    }
    return shade(fan, &part);
}
