/// The shadow that an obstacle casts on an exit: see taut.h for the method.
///
/// Obstacles are convex, so each shadows one interval of an exit: where its shadow begins, a ray
/// touches the obstacle, or the obstacle's circle crosses the exit.
#include "path/taut.h"

bool cw_exit_meets_circle(const cw_taut_side *side, cw_vec2 center, double radius, double *first,
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
static bool shadow_end(const cw_fan *fan, const cw_exit_part *part, const cw_obstacle *disc,
                       double hand, double *s, cw_tangent *ray) {
    const cw_touch *touch = &disc->touches[hand < 0];
    double length, first, second;
    if (touch->exists && is_before(part->side, touch->at)) {
        *ray = touch->ray;
        *s = cw_exit_cross(ray, part->side);
        if (isfinite(*s)) {
            return true;
        }
    }
    if (!cw_exit_meets_circle(part->side, disc->center, fan->search->radius, &first, &second)) {
        return false;
    }
    *s = hand > 0 ? first : second;
    return cw_fan_ray_to(fan, cw_exit_point(part, *s), ray, &length);
}

/// The ray to the end of a wall; false where the end lies inside the root's circle, or at the root
/// of a point, where no direction leads to it.
static bool ray_to_end(const cw_fan *fan, cw_vec2 end, cw_tangent *ray) {
    double length;
    return cw_fan_ray_to(fan, end, ray, &length) && length > CW_GRAZE;
}

/// The shadow of a wall lies between the rays to its ends.
static bool wall_shadow(const cw_fan *fan, const cw_exit_part *part, const cw_obstacle *wall,
                        cw_shadow *shadow) {
    const cw_taut_side *side = part->side;
    cw_tangent right, left;
    if (!ray_to_end(fan, wall->center, &right) || !ray_to_end(fan, wall->to, &left)) {
        return false;
    }
    if (cw_vec2_cross(right.along, left.along) < 0) {
        cw_tangent swap = right;
        right = left;
        left = swap;
    }
    bool right_faces = cw_vec2_cross(right.along, side->along) > 0;
    bool left_faces = cw_vec2_cross(left.along, side->along) > 0;
    *shadow = (cw_shadow){right_faces ? cw_exit_cross(&right, side) : -INFINITY,
                          left_faces ? cw_exit_cross(&left, side) : INFINITY, right, left};
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
static bool stands_between(const cw_fan *fan, const cw_exit_part *part, const cw_obstacle *obstacle,
                           const cw_shadow *shadow) {
    cw_tangent middle;
    double length;
    double from = cw_most(shadow->low, part->low), to = cw_least(shadow->high, part->high);
    return from < to &&
           cw_fan_ray_to(fan, cw_exit_point(part, (from + to) / 2), &middle, &length) &&
           cw_fan_stops(fan, obstacle, &middle, cw_fan_entry_depth(fan, &middle), length);
}

/// The shadow of a disc on the part at hand; false when there is none.
static bool cast_disc(const cw_fan *fan, const cw_exit_part *part, const cw_obstacle *disc,
                      cw_shadow *shadow) {
    double inner = fan->search->radius - CW_GRAZE;
    double right_side = cw_tangent_side(&part->right, disc->center);
    double left_side = cw_tangent_side(&part->left, disc->center);
    if ((right_side <= -inner) | (left_side >= inner)) {
        return false;
    }
    bool right =
        stops_end(fan, &part->right, cw_exit_point(part, part->low), disc->center, right_side);
    bool left =
        stops_end(fan, &part->left, cw_exit_point(part, part->high), disc->center, left_side);
    bool low = !right && shadow_end(fan, part, disc, 1, &shadow->low, &shadow->right);
    bool high = !left && shadow_end(fan, part, disc, -1, &shadow->high, &shadow->left);
    shadow->low = low ? shadow->low : -INFINITY;
    shadow->high = high ? shadow->high : INFINITY;
    return right || left || (low && high && stands_between(fan, part, disc, shadow));
}

/// Whether an obstacle stops the rays to the two ends of a part.
static void stops_ends(const cw_fan *fan, const cw_exit_part *part, const cw_obstacle *obstacle,
                       bool stops[2]) {
    stops[0] = cw_fan_stops(fan, obstacle, &part->right, cw_fan_entry_depth(fan, &part->right),
                            cw_tangent_depth(&part->right, cw_exit_point(part, part->low)));
    stops[1] = cw_fan_stops(fan, obstacle, &part->left, cw_fan_entry_depth(fan, &part->left),
                            cw_tangent_depth(&part->left, cw_exit_point(part, part->high)));
}

/// A corner is in the way of a point only when all rays go to the solid between its walls: a single
/// ray, or next to it. Of wider fans the walls leave nothing there.
static bool cast_corner(const cw_fan *fan, const cw_exit_part *part, const cw_obstacle *corner,
                        cw_shadow *shadow) {
    bool stops[2];
    stops_ends(fan, part, corner, stops);
    shadow->low = -INFINITY;
    shadow->high = INFINITY;
    return stops[0] && stops[1];
}

/// The shadow of a wall of which one end lies inside the root's circle, where no ray touches it: it
/// begins at the end of the part that is stopped, and ends at the ray to the other end of the wall.
static bool cast_half_wall(const cw_fan *fan, const cw_exit_part *part, const cw_obstacle *wall,
                           const bool stops[2], cw_shadow *shadow) {
    cw_tangent *ray = stops[0] ? &shadow->left : &shadow->right;
    if (stops[0] == stops[1] ||
        (!ray_to_end(fan, wall->to, ray) && !ray_to_end(fan, wall->center, ray))) {
        return false;
    }
    shadow->low = stops[0] ? -INFINITY : cw_exit_cross(ray, part->side);
    shadow->high = stops[0] ? cw_exit_cross(ray, part->side) : INFINITY;
    return true;
}

/// The shadow of a wall.
static bool cast_wall(const cw_fan *fan, const cw_exit_part *part, const cw_obstacle *wall,
                      cw_shadow *shadow) {
    bool stops[2];
    stops_ends(fan, part, wall, stops);
    if (!(stops[0] && stops[1]) && !wall_shadow(fan, part, wall, shadow)) {
        return cast_half_wall(fan, part, wall, stops, shadow);
    }
    shadow->low = stops[0] ? -INFINITY : shadow->low;
    shadow->high = stops[1] ? INFINITY : shadow->high;
    return stops[0] || stops[1] || stands_between(fan, part, wall, shadow);
}

bool cw_fan_cast(const cw_fan *fan, const cw_exit_part *part, const cw_obstacle *obstacle,
                 cw_shadow *shadow) {
    if (obstacle->corner == CW_NONE) {
        return cast_wall(fan, part, obstacle, shadow);
    }
    return fan->search->radius == 0 ? cast_corner(fan, part, obstacle, shadow)
                                    : cast_disc(fan, part, obstacle, shadow);
}
