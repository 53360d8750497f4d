/// Steering along a path: the dynamic way point (thesis, section 7.4).
///
/// From a position on the way to a portal, an agent heads for the goal when the straight line to it
/// goes through the usable part of every portal that is still ahead, in order; else for its own
/// projection on the usable part of the next portal, so that agents side by side keep side by side;
/// and where that projection misses the usable part, for the end farther away, which leads in a
/// better curve around the corner than the near one.
#include "clearance/clearance.h"
#include "clearway/path.h"

static cw_vec2 plan(cw_vec3 p) {
    return (cw_vec2){p.x, p.y};
}

static cw_vec3 between(cw_vec3 a, cw_vec3 b, double t) {
    return (cw_vec3){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z)};
}

/// Whether the segment from a position to the goal goes through the usable part of a portal.
static bool goes_through(cw_vec2 from, cw_vec2 goal, const cw_path_portal *portal) {
    cw_vec2 right = plan(portal->usable[0]), left = plan(portal->usable[1]);
    cw_vec2 way = cw_vec2_sub(goal, from);
    cw_vec2 side = cw_vec2_sub(plan(portal->left), plan(portal->right));
    double before = cw_vec2_cross(side, cw_vec2_sub(from, plan(portal->right)));
    double behind = cw_vec2_cross(side, cw_vec2_sub(goal, plan(portal->right)));
    double slack = CW_CLEARANCE_TOLERANCE * cw_vec2_length(way);
    return before >= -CW_CLEARANCE_TOLERANCE * cw_vec2_length(side) &&
           behind <= CW_CLEARANCE_TOLERANCE * cw_vec2_length(side) &&
           cw_vec2_cross(way, cw_vec2_sub(right, from)) <= slack &&
           cw_vec2_cross(way, cw_vec2_sub(left, from)) >= -slack;
}

cw_vec3 cw_path_way_point(const cw_path *path, uint32_t index, cw_vec3 position) {
    CW_ASSERT(path != NULL);
    bool visible = true;
    for (uint32_t i = index; i < path->portal_count && visible; i++) {
        visible = goes_through(plan(position), plan(path->goal), &path->portals[i]);
    }
    if (visible) {
        return path->goal;
    }
    const cw_path_portal *portal = &path->portals[index];
    cw_vec3 right = portal->usable[0], left = portal->usable[1];
    cw_vec2 side = cw_vec2_sub(plan(left), plan(right));
    cw_vec2 from_right = cw_vec2_sub(plan(position), plan(right));
    double square = cw_vec2_dot(side, side);
    double t = square > 0 ? cw_vec2_dot(from_right, side) / square : 0;
    if (t >= 0 && t <= 1) {
        return between(right, left, t);
    }
    return t < 0 ? left : right;
}
