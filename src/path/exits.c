/// Sending a fan of rays through one exit of its cell: see taut.h for the method.
///
/// An exit is looked at from its right end to its left end, which is the direction of the edge.
/// First it is cut to the part between the bounding rays. On that part each obstacle shadows one
/// interval, since obstacles are convex: where its shadow begins, a ray touches the obstacle, or
/// the obstacle's circle crosses the exit. The rays leave between the shadows.
#include "path/taut.h"

/// Metres by which rounding may exchange the ends of a part.
#define ROUNDING 1e-12

/// Metres: vertices this close to each other are the work of snapping.
#define NEXT_TO 1e-7

/// The part of an exit at hand, with the rays to its ends.
typedef struct exit_part {
    const cw_taut_side *side;
    double low, high; ///< metres from the start of the edge
    cw_tangent right, left;
    bool arc; ///< the arc goes out at one end of it
    /// Depths of the rays to its ends: where they come into the cell, and where they go out.
    double right_from, right_to, left_from, left_to;
} exit_part;

static cw_vec2 point_at(const exit_part *part, double s) {
    return cw_vec2_along(part->side->from, s, part->side->along);
}

/// Where a ray crosses the line of an exit, in metres from its start; infinite for rays that do not
/// go out there.
static double cross_exit(const cw_tangent *ray, const cw_taut_side *side) {
    double facing = cw_vec2_cross(ray->along, side->along);
    if (facing <= 0) {
        return cw_vec2_dot(ray->along, side->along) > 0 ? INFINITY : -INFINITY;
    }
    return cw_vec2_cross(ray->along, cw_vec2_sub(ray->at, side->from)) / facing;
}

/// The points where a circle of the radius around a center crosses the line of an exit.
static bool circle_on_exit(const cw_taut_side *side, cw_vec2 center, double radius, double *first,
                           double *second) {
    cw_vec2 u = cw_vec2_sub(center, side->from);
    double off = cw_vec2_cross(side->along, u), middle = cw_vec2_dot(u, side->along);
    double square = radius * radius - off * off;
    if (square <= 0) {
        return false;
    }
    double half = sqrt(square);
    *first = middle - half;
    *second = middle + half;
    return true;
}

/// Where the shadow of a disc ends on an exit, on the side where it is passed with the disc on the
/// given hand (1: disc left, so the right end of the shadow).
static bool shadow_end(const cw_fan *fan, const exit_part *part, cw_vec2 center, double hand,
                       double *s, cw_tangent *ray) {
    double radius = fan->search->radius, length, first, second;
    if (cw_tangent_between(fan->root.center, fan->root.signed_radius, center, hand * radius, ray,
                           &length)) {
        *s = cross_exit(ray, part->side);
        if (isfinite(*s) && length <= cw_tangent_depth(ray, point_at(part, *s)) + CW_GRAZE) {
            return true;
        }
    }
    if (!circle_on_exit(part->side, center, radius, &first, &second)) {
        return false;
    }
    *s = hand > 0 ? first : second;
    return cw_fan_ray_to(fan, point_at(part, *s), ray, &length);
}

/// The shadow of a wall lies between the rays to its ends.
static bool wall_shadow(const cw_fan *fan, const exit_part *part, const cw_obstacle *wall,
                        cw_shadow *shadow) {
    const cw_taut_side *side = part->side;
    double length;
    cw_tangent right, left;
    if (!cw_fan_ray_to(fan, wall->center, &right, &length) ||
        !cw_fan_ray_to(fan, wall->to, &left, &length)) {
        return false;
    }
    if (cw_vec2_cross(right.along, left.along) < 0) {
        cw_tangent swap = right;
        right = left;
        left = swap;
    }
    bool right_faces = cw_vec2_cross(right.along, side->along) > 0;
    bool left_faces = cw_vec2_cross(left.along, side->along) > 0;
    *shadow = (cw_shadow){right_faces ? cross_exit(&right, side) : -INFINITY,
                          left_faces ? cross_exit(&left, side) : INFINITY, right, left};
    return right_faces || left_faces;
}

/// The shadow of a disc; which of the rays to the ends of the part are stopped is known.
static bool disc_shadow(const cw_fan *fan, const exit_part *part, const cw_obstacle *disc,
                        bool right_stops, bool left_stops, cw_shadow *shadow) {
    bool right =
        !right_stops && shadow_end(fan, part, disc->center, 1, &shadow->low, &shadow->right);
    bool left =
        !left_stops && shadow_end(fan, part, disc->center, -1, &shadow->high, &shadow->left);
    if (!right) {
        shadow->low = -INFINITY;
    }
    if (!left) {
        shadow->high = INFINITY;
    }
    return right_stops || left_stops || (right && left);
}

/// The shadow of an obstacle on the part at hand; false when there is none.
static bool cast(const cw_fan *fan, const exit_part *part, const cw_obstacle *obstacle,
                 cw_shadow *shadow) {
    bool disc = obstacle->corner != CW_NONE;
    double radius = fan->search->radius;
    if (disc && (cw_tangent_side(&part->right, obstacle->center) <= -radius + CW_GRAZE ||
                 cw_tangent_side(&part->left, obstacle->center) >= radius - CW_GRAZE)) {
        return false;
    }
    bool right = cw_fan_stops(fan, obstacle, &part->right, part->right_from, part->right_to);
    bool left = cw_fan_stops(fan, obstacle, &part->left, part->left_from, part->left_to);
    if (right && left) {
        shadow->low = -INFINITY;
        shadow->high = INFINITY;
        return true;
    }
    if (!(disc ? disc_shadow(fan, part, obstacle, right, left, shadow)
               : wall_shadow(fan, part, obstacle, shadow))) {
        return false;
    }
    shadow->low = right ? -INFINITY : shadow->low;
    shadow->high = left ? INFINITY : shadow->high;
    if (right || left) {
        return true;
    }
    // Neither end is stopped: the obstacle may stand between, or before the entry, or behind.
    cw_tangent middle;
    double length;
    double from = shadow->low > part->low ? shadow->low : part->low;
    double to = shadow->high < part->high ? shadow->high : part->high;
    return from < to && cw_fan_ray_to(fan, point_at(part, (from + to) / 2), &middle, &length) &&
           cw_fan_stops(fan, obstacle, &middle, cw_fan_entry_depth(fan, &middle), length);
}

/// No less than the length of a path to a point of an exit, and no more than that of the path along
/// the ray `ray` to it. An arc is no longer than half of pi times its chord.
static double least_length(const cw_fan *fan, cw_vec2 point) {
    return fan->root.length + cw_vec2_distance(fan->root.at, point);
}

static double most_length(const cw_fan *fan, const cw_tangent *ray, cw_vec2 point) {
    double arc = fan->search->radius > 0 ? cw_vec2_distance(fan->root.at, ray->at) : 0;
    return fan->root.length + CW_HALF_PI * arc + cw_vec2_distance(ray->at, point);
}

/// Whether a part of an exit is reached on a shorter path.
static bool is_covered(const cw_fan *fan, const exit_part *part, cw_vec2 low, cw_vec2 high) {
    cw_taut *search = fan->search;
    if (search->in_corridor || (part->side->splits && search->radius > 0)) {
        return false;
    }
    cw_taut_reach reach = {
        .s = {part->low, part->high},
        .least = {least_length(fan, low), least_length(fan, high)},
        .most = {most_length(fan, &part->right, low), most_length(fan, &part->left, high)}};
    uint32_t edge = (uint32_t)(part->side - search->sides);
    if (cw_taut_is_covered(search, edge, &reach)) {
        return true;
    }
    cw_taut_learn(search, edge, &reach);
    return false;
}

/// Adds the node behind a part of an exit.
static cw_status leave(const cw_fan *fan, const exit_part *part, bool arc) {
    cw_vec2 low = point_at(part, part->low), high = point_at(part, part->high);
    if (is_covered(fan, part, low, high)) {
        return CW_OK;
    }
    cw_node node = {.right = part->right.along,
                    .left = part->left.along,
                    .low = low,
                    .high = high,
                    .root = fan->node.root,
                    .parent = fan->node_index,
                    .cell = part->side->behind,
                    .entry = part->side->twin,
                    .steps = fan->node.steps + 1,
                    .kind = CW_NODE_EDGE,
                    .arc = arc};
    return cw_taut_push(fan->search, &node);
}

/// Leaves between the shadows, which are sorted.
static cw_status leave_between(const cw_fan *fan, const exit_part *part) {
    const cw_taut *search = fan->search;
    exit_part piece = *part;
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
static cw_status shade(const cw_fan *fan, exit_part *part) {
    cw_taut *search = fan->search;
    search->shadows.count = 0;
    part->right_from = cw_fan_entry_depth(fan, &part->right);
    part->right_to = cw_tangent_depth(&part->right, point_at(part, part->low));
    part->left_from = cw_fan_entry_depth(fan, &part->left);
    part->left_to = cw_tangent_depth(&part->left, point_at(part, part->high));
    for (uint32_t i = 0; i < search->obstacles.count; i++) {
        cw_shadow shadow;
        const cw_obstacle *obstacle = &search->obstacles.items[i];
        if ((search->radius == 0 && obstacle->corner != CW_NONE) ||
            !cast(fan, part, obstacle, &shadow)) {
            continue;
        }
        CW_TRY(CW_ARRAY_PUSH(search->context, &search->shadows, shadow));
        cw_shadow *items = search->shadows.items;
        for (uint32_t j = search->shadows.count - 1; j > 0 && items[j].low < items[j - 1].low;
             j--) {
            cw_shadow swap = items[j];
            items[j] = items[j - 1];
            items[j - 1] = swap;
        }
    }
    return leave_between(fan, part);
}

/// The ray to one end of an exit that no bounding ray cuts off. An end inside the root's own circle
/// is moved out of it; an end at the start itself is seen along the exit; one next to a corner, for
/// a point, tells nothing of the direction, so the bounding ray stays.
static bool aim(const cw_fan *fan, exit_part *part, bool high) {
    double *s = high ? &part->high : &part->low, length, first, second;
    cw_tangent *ray = high ? &part->left : &part->right;
    if (cw_fan_ray_to(fan, point_at(part, *s), ray, &length)) {
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
    if (!circle_on_exit(part->side, fan->root.center, fan->search->radius, &first, &second)) {
        return false;
    }
    *s = high ? first : second;
    return cw_fan_ray_to(fan, point_at(part, *s), ray, &length);
}

/// Ends a part where the arc goes out.
static void end_at_arc(const cw_fan *fan, exit_part *part, bool *cut_low, bool *cut_high) {
    double s = cw_vec2_dot(cw_vec2_sub(fan->arc.ray.at, part->side->from), part->side->along);
    s = s < 0 ? 0 : s > part->side->length ? part->side->length : s;
    if (fan->root.hand > 0) {
        part->high = s;
        part->low = part->low < s ? part->low : s;
        *cut_high = true;
    } else {
        part->low = s;
        part->high = part->high > s ? part->high : s;
        *cut_low = true;
    }
}

/// Cuts an exit to the part between the bounding rays; false when nothing is left.
static bool cut(const cw_fan *fan, exit_part *part) {
    const cw_taut_side *side = part->side;
    bool cut_low = false, cut_high = false;
    part->low = 0;
    part->high = side->length;
    if (!fan->open) {
        bool right_faces = cw_vec2_cross(fan->right.along, side->along) >= 0;
        bool left_faces = cw_vec2_cross(fan->left.along, side->along) >= 0;
        if (!right_faces && !left_faces && !part->arc) {
            return false;
        }
        double low = right_faces ? cross_exit(&fan->right, side) : -INFINITY;
        double high = left_faces ? cross_exit(&fan->left, side) : INFINITY;
        cut_low = low > 0;
        cut_high = high < side->length;
        part->low = cut_low ? low : 0;
        part->high = cut_high ? high : side->length;
        part->right = fan->right;
        part->left = fan->left;
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
    exit_part part = {.side = &search->sides[edge],
                      .arc = fan->arc_inside && fan->arc.exit == edge};
    if (!cut(fan, &part)) {
        return CW_OK;
    }
    if (search->obstacles.count == 0 || (search->radius == 0 && !search->dented[fan->cell])) {
        return leave(fan, &part, part.arc);
    }
    return shade(fan, &part);
}
