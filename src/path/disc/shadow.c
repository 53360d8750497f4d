/// The shadow that an obstacle casts on an exit: see disc_search.h for the method.
///
/// Obstacles are convex, so each shadows one interval of an exit: where its shadow begins, a ray
/// touches the obstacle, or the obstacle's circle crosses the exit.
#include "path/disc/disc_search.h"

/// Whether a point does not lie behind an exit.
static inline bool is_before(const cw_mesh_side *side, cw_vec2 point) {
    return cw_vec2_cross(side->along, cw_vec2_sub(point, side->from)) >= -CW_GRAZE;
}

bool cw_fan_shadow_end(const cw_fan *fan, const cw_mesh_side *side, cw_vec2 center, double hand,
                       double *s, cw_tangent *ray) {
    double length, meets[2], radius = hand * fan->search->radius;
    const cw_root *root = &fan->root;
    bool touches =
        cw_tangent_between(root->center, root->signed_radius, center, radius, ray, &length);
    if (touches && is_before(side, cw_tangent_leaving(center, radius, ray->along).at)) {
        *s = cw_exit_cross(ray, side);
        if (isfinite(*s)) {
            return true;
        }
    }
    if (!cw_line_meets_circle(side->from, side->along, center, fan->search->radius, meets)) {
        return false;
    }
    *s = meets[hand < 0];
    cw_tangent crossing;
    if (!cw_fan_ray_to(fan, cw_vec2_along(side->from, *s, side->along), &crossing, &length)) {
        return false;
    }
    // The disc is touched behind the exit, so the ray to where its circle crosses the exit goes
    // into it; next to the root, rounding may have turned it away from the disc.
    if (!touches || hand * cw_vec2_cross(ray->along, crossing.along) >= 0) {
        *ray = crossing;
    }
    return true;
}

/// The ray to the end of a wall; false where the end lies inside the root's circle, or at the
/// start, where no direction leads to it.
static bool ray_to_end(const cw_fan *fan, cw_vec2 end, cw_tangent *ray) {
    double length;
    return cw_fan_ray_to(fan, end, ray, &length) && length > CW_GRAZE;
}

/// The shadow of a wall lies between the rays to its ends.
static bool wall_shadow(const cw_fan *fan, const cw_exit_part *part, const cw_obstacle *wall,
                        cw_shadow *shadow) {
    const cw_mesh_side *side = part->side;
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
static inline bool stops_end(const cw_fan *fan, const cw_tangent *ray, cw_vec2 end, cw_vec2 center,
                             double side) {
    double radius = fan->search->radius;
    return fabs(side) < radius - CW_GRAZE &&
           cw_tangent_hits(ray, cw_fan_entry_depth(fan, ray), cw_tangent_depth(ray, end), center,
                           radius);
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
           cw_fan_stops(fan, obstacle, &middle, cw_fan_wall_depth(fan, &middle), length);
}

/// The shadow of a disc on the part at hand; false when there is none. `right_side` and `left_side`
/// tell where its center lies from the rays to the two ends.
static inline bool cast_disc(const cw_fan *fan, const cw_exit_part *part, const cw_obstacle *disc,
                             double right_side, double left_side, cw_shadow *shadow) {
    // The part ends at its shadow already; it may still stand before the other end.
    bool cut_right = disc->corner == part->right_corner,
         cut_left = disc->corner == part->left_corner;
    bool right = !cut_right && stops_end(fan, &part->right, cw_exit_point(part, part->low),
                                         disc->center, right_side);
    bool left = !cut_left && stops_end(fan, &part->left, cw_exit_point(part, part->high),
                                       disc->center, left_side);
    if (cut_right || cut_left) {
        shadow->low = -INFINITY;
        shadow->high = INFINITY;
        return right || left;
    }
    bool low =
        !right && cw_fan_shadow_end(fan, part->side, disc->center, 1, &shadow->low, &shadow->right);
    bool high =
        !left && cw_fan_shadow_end(fan, part->side, disc->center, -1, &shadow->high, &shadow->left);
    shadow->low = low ? shadow->low : -INFINITY;
    shadow->high = high ? shadow->high : INFINITY;
    return right || left || (low && high && stands_between(fan, part, disc, shadow));
}

/// Whether an obstacle stops the rays to the two ends of a part.
static void stops_ends(const cw_fan *fan, const cw_exit_part *part, const cw_obstacle *obstacle,
                       bool stops[2]) {
    stops[0] = cw_fan_stops(fan, obstacle, &part->right, cw_fan_wall_depth(fan, &part->right),
                            cw_tangent_depth(&part->right, cw_exit_point(part, part->low)));
    stops[1] = cw_fan_stops(fan, obstacle, &part->left, cw_fan_wall_depth(fan, &part->left),
                            cw_tangent_depth(&part->left, cw_exit_point(part, part->high)));
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

/// Adds a shadow where it belongs among the others.
static inline void insert(cw_path_search *search, const cw_shadow *shadow) {
    cw_shadow *shadows = search->disc.shadows.items;
    uint32_t at = search->disc.shadows.count++;
    for (; at > 0 && shadow->low < shadows[at - 1].low; at--) {
        shadows[at] = shadows[at - 1];
    }
    shadows[at] = *shadow;
}

/// Discs that are looked at in one go.
#define PICKED 32

/// Collects the shadows of some discs: those that do not stand aside by `inner` are picked, all of
/// them before the first is looked at, since which are cannot be foreseen.
static inline void shade_by_some(const cw_fan *fan, const cw_exit_part *part,
                                 const cw_obstacle *discs, uint32_t count, double inner) {
    const cw_tangent right = part->right, left = part->left;
    uint32_t picked[PICKED], picks = 0;
    for (uint32_t i = 0; i < count; i++) {
        double right_side = cw_tangent_side(&right, discs[i].center);
        double left_side = cw_tangent_side(&left, discs[i].center);
        bool aside = (right_side <= -inner) | (left_side >= inner);
        picked[picks] = i;
        picks += (discs[i].corner != CW_NONE) & !aside;
    }
    cw_shadow shadow;
    for (uint32_t i = 0; i < picks; i++) {
        const cw_obstacle *disc = &discs[picked[i]];
        if (cast_disc(fan, part, disc, cw_tangent_side(&right, disc->center),
                      cw_tangent_side(&left, disc->center), &shadow)) {
            insert(fan->search, &shadow);
        }
    }
}

/// Collects the shadows of discs. Most stand aside of the rays to the ends of the part; but where
/// these turn by more than a quarter around an arc, rays on one side begin beyond the other one.
static void shade_by_discs(const cw_fan *fan, const cw_exit_part *part) {
    const cw_path_search *search = fan->search;
    uint32_t count = search->disc.obstacles.count;
    double turn = cw_vec2_dot(part->right.along, part->left.along);
    double inner = turn < 0 ? INFINITY : search->radius - CW_GRAZE;
    for (uint32_t i = 0; i < count; i += PICKED) {
        const cw_obstacle *some = &search->disc.obstacles.items[i];
        shade_by_some(fan, part, some, count - i < PICKED ? count - i : PICKED, inner);
    }
}

/// Collects the shadows of walls.
static void shade_by_walls(const cw_fan *fan, const cw_exit_part *part) {
    cw_path_search *search = fan->search;
    cw_shadow shadow;
    for (uint32_t i = 0; i < search->disc.obstacles.count; i++) {
        const cw_obstacle *obstacle = &search->disc.obstacles.items[i];
        if (obstacle->corner == CW_NONE && cast_wall(fan, part, obstacle, &shadow)) {
            insert(search, &shadow);
        }
    }
}

cw_status cw_fan_shade(const cw_fan *fan, const cw_exit_part *part) {
    cw_path_search *search = fan->search;
    CW_TRY(CW_ARRAY_RESERVE(search->context, &search->disc.shadows, search->disc.obstacles.count));
    search->disc.shadows.count = 0;
    shade_by_discs(fan, part);
    if (!cw_path_search_is_convex(search, fan->cell)) {
        shade_by_walls(fan, part);
    }
    return CW_OK;
}
