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

/// Whether a point does not lie behind an exit.
static bool is_before(const cw_taut_side *side, cw_vec2 point) {
    return cw_vec2_cross(side->along, cw_vec2_sub(point, side->from)) >= -CW_GRAZE;
}

/// Where the shadow of a disc ends on an exit, on the side where it is passed with the disc on the
/// given hand (1: disc left, so the right end of the shadow).
static bool shadow_end(const cw_fan *fan, const exit_part *part, const cw_obstacle *disc,
                       double hand, double *s, cw_tangent *ray) {
    const cw_touch *touch = &disc->touches[hand < 0];
    double length, first, second;
    if (touch->exists && is_before(part->side, touch->at)) {
        *ray = touch->ray;
        *s = cross_exit(ray, part->side);
        if (isfinite(*s)) {
            return true;
        }
    }
    if (!circle_on_exit(part->side, disc->center, fan->search->radius, &first, &second)) {
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

/// Whether a disc stops the ray to one end of a part, `side` of whose line its center lies.
static bool stops_end(const cw_fan *fan, const cw_tangent *ray, cw_vec2 end, cw_vec2 center,
                      double side) {
    double inner = fan->search->radius - CW_GRAZE;
    if (fabs(side) >= inner) {
        return false;
    }
    double depth = cw_tangent_depth(ray, center), half = sqrt(inner * inner - side * side);
    return depth - half < cw_tangent_depth(ray, end) - CW_GRAZE &&
           depth + half > cw_fan_entry_depth(fan, ray) + CW_GRAZE;
}

/// Whether an obstacle that stops neither end of a part stands between them: it may also stand
/// before the entry, or behind the exit.
static bool stands_between(const cw_fan *fan, const exit_part *part, const cw_obstacle *obstacle,
                           const cw_shadow *shadow) {
    cw_tangent middle;
    double length;
    double from = cw_most(shadow->low, part->low), to = cw_least(shadow->high, part->high);
    return from < to && cw_fan_ray_to(fan, point_at(part, (from + to) / 2), &middle, &length) &&
           cw_fan_stops(fan, obstacle, &middle, cw_fan_entry_depth(fan, &middle), length);
}

/// The shadow of a disc on the part at hand; false when there is none.
static bool cast_disc(const cw_fan *fan, const exit_part *part, const cw_obstacle *disc,
                      cw_shadow *shadow) {
    double inner = fan->search->radius - CW_GRAZE;
    double right_side = cw_tangent_side(&part->right, disc->center);
    double left_side = cw_tangent_side(&part->left, disc->center);
    if ((right_side <= -inner) | (left_side >= inner)) {
        return false;
    }
    bool right = stops_end(fan, &part->right, point_at(part, part->low), disc->center, right_side);
    bool left = stops_end(fan, &part->left, point_at(part, part->high), disc->center, left_side);
    bool low = !right && shadow_end(fan, part, disc, 1, &shadow->low, &shadow->right);
    bool high = !left && shadow_end(fan, part, disc, -1, &shadow->high, &shadow->left);
    shadow->low = low ? shadow->low : -INFINITY;
    shadow->high = high ? shadow->high : INFINITY;
    return right || left || (low && high && stands_between(fan, part, disc, shadow));
}

/// Whether an obstacle stops the rays to the two ends of a part.
static void stops_ends(const cw_fan *fan, const exit_part *part, const cw_obstacle *obstacle,
                       bool stops[2]) {
    stops[0] = cw_fan_stops(fan, obstacle, &part->right, cw_fan_entry_depth(fan, &part->right),
                            cw_tangent_depth(&part->right, point_at(part, part->low)));
    stops[1] = cw_fan_stops(fan, obstacle, &part->left, cw_fan_entry_depth(fan, &part->left),
                            cw_tangent_depth(&part->left, point_at(part, part->high)));
}

/// A corner is in the way of a point only when all rays go to the solid between its walls: a single
/// ray, or next to it. Of wider fans the walls leave nothing there.
static bool cast_corner(const cw_fan *fan, const exit_part *part, const cw_obstacle *corner,
                        cw_shadow *shadow) {
    bool stops[2];
    stops_ends(fan, part, corner, stops);
    shadow->low = -INFINITY;
    shadow->high = INFINITY;
    return stops[0] && stops[1];
}

/// The shadow of a wall.
static bool cast_wall(const cw_fan *fan, const exit_part *part, const cw_obstacle *wall,
                      cw_shadow *shadow) {
    bool stops[2];
    stops_ends(fan, part, wall, stops);
    if (!(stops[0] && stops[1]) && !wall_shadow(fan, part, wall, shadow)) {
        return false;
    }
    shadow->low = stops[0] ? -INFINITY : shadow->low;
    shadow->high = stops[1] ? INFINITY : shadow->high;
    return stops[0] || stops[1] || stands_between(fan, part, wall, shadow);
}

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
static cw_status leave(const cw_fan *fan, const exit_part *part, bool arc) {
    cw_node node = {.right = part->right.along,
                    .left = part->left.along,
                    .right_start = start_of(fan, part->right.along),
                    .left_start = start_of(fan, part->left.along),
                    .low = point_at(part, part->low),
                    .high = point_at(part, part->high),
                    .root = fan->node.root,
                    .parent = fan->node_index,
                    .cell = part->side->behind,
                    .entry = part->side->twin,
                    .steps = fan->node.steps + 1,
                    .kind = CW_NODE_EDGE,
                    .arc = arc};
    cw_crossing_part crossing = {part->side, part->low, part->high, part->right, part->left};
    return cw_taut_push_edge(fan->search, &node, &crossing);
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
static cw_status shade(const cw_fan *fan, const exit_part *part) {
    cw_taut *search = fan->search;
    const cw_obstacle *obstacles = search->obstacles.items;
    CW_TRY(CW_ARRAY_RESERVE(search->context, &search->shadows, search->obstacles.count));
    cw_shadow *shadows = search->shadows.items;
    uint32_t count = 0;
    for (uint32_t i = 0; i < search->obstacles.count; i++) {
        cw_shadow shadow;
        bool cast = obstacles[i].corner == CW_NONE ? cast_wall(fan, part, &obstacles[i], &shadow)
                    : search->radius == 0          ? cast_corner(fan, part, &obstacles[i], &shadow)
                                                   : cast_disc(fan, part, &obstacles[i], &shadow);
        if (!cast) {
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
        double right_faces = cw_vec2_cross(fan->right.along, side->along);
        double left_faces = cw_vec2_cross(fan->left.along, side->along);
        if (right_faces < 0 && left_faces < 0 && !part->arc) {
            return false;
        }
        part->right = fan->right;
        part->left = fan->left;
        cut_low = right_faces >= 0 && cw_tangent_side(&fan->right, side->from) < 0;
        if (cut_low) {
            part->low = cross_exit(&fan->right, side);
        }
        cut_high =
            left_faces >= 0 && -cw_tangent_side(&fan->left, side->from) < left_faces * side->length;
        if (cut_high) {
            part->high = cross_exit(&fan->left, side);
        }
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
