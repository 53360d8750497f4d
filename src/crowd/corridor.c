/// The corridor of an agent: the portals on its way, kept when the search that found them is long
/// forgotten.
///
/// How far it is from a portal to the goal is measured along the path where it crosses the portal's
/// line: in the cell before it, which is convex, the path is on this side of the line, and then it
/// is not.
#include "crowd/crowd.h"
#include "geom/angle.h"
#include "path/disc/fit.h"
#include "path/local/cast.h"

/// Metres by which a body may be away from a wall that it goes to: places serve a class of radii.
static const double OFF_WALL = 0.011;

static double leg_length(const cw_path_leg *leg) {
    cw_vec2 from = cw_crowd_flat(leg->from), to = cw_crowd_flat(leg->to);
    if (!leg->arc) {
        return cw_vec2_distance(from, to);
    }
    from = cw_vec2_sub(from, leg->center);
    to = cw_vec2_sub(to, leg->center);
    double turn = cw_angle(cw_vec2_dot(from, to), cw_vec2_cross(from, to));
    turn = leg->ccw ? turn : -turn;
    return cw_vec2_length(from) * (turn < 0 ? turn + 2 * CW_PI : turn);
}

/// A place on the legs of a path.
typedef struct progress {
    uint32_t leg;
    double done; ///< metres up to the start of that leg
} progress;

/// How far along the path it crosses the line from `right` to `left`; arcs count as their chords.
static double cross_at(const cw_path *path, cw_vec2 right, cw_vec2 left, progress *at) {
    cw_vec2 side = cw_vec2_sub(left, right);
    for (; at->leg < path->leg_count; at->leg++) {
        const cw_path_leg *leg = &path->legs[at->leg];
        double from = cw_vec2_cross(side, cw_vec2_sub(cw_crowd_flat(leg->from), right));
        double to = cw_vec2_cross(side, cw_vec2_sub(cw_crowd_flat(leg->to), right));
        if (to < 0) {
            double share = from > 0 ? from / (from - to) : 0;
            return at->done + share * leg_length(leg);
        }
        at->done += leg_length(leg);
    }
    return at->done;
}

/// The ends of a portal for an agent; by the simple rule, all but the radius at both ends.
static void set_ends(const cw_path_portal *portal, bool simple, double radius,
                     cw_crowd_portal *made) {
    made->right = cw_crowd_flat(portal->usable[0]);
    made->left = cw_crowd_flat(portal->usable[1]);
    if (simple) {
        cw_vec2 right = cw_crowd_flat(portal->right), left = cw_crowd_flat(portal->left);
        cw_vec2 side = cw_vec2_sub(left, right);
        double length = cw_vec2_length(side);
        double margin = length > 2 * radius ? radius / length : 0.5;
        made->right = cw_vec2_along(right, margin, side);
        made->left = cw_vec2_along(right, 1 - margin, side);
    }
}

/// Cuts the way from a place on a segment to its end where it leaves a cell by a portal: from there
/// on it lies on another way, and who was led there would have to come back.
static cw_vec2 end_in_cell(const cw_crowd *crowd, uint32_t cell, cw_vec2 foot, cw_vec2 end) {
    const cw_navmesh *mesh = &crowd->mesh;
    uint32_t first = cw_navmesh_cell_begin(mesh, cell), last = cw_navmesh_cell_end(mesh, cell);
    for (uint32_t e = first; e < last; e++) {
        if (mesh->edge_twin[e] == CW_NONE) {
            continue;
        }
        cw_vec2 from = crowd->clearance.points[mesh->edge_vertex[e]];
        cw_vec2 to = crowd->clearance.points[mesh->edge_vertex[e + 1 < last ? e + 1 : first]];
        cw_vec2 side = cw_vec2_sub(to, from);
        double inside = cw_vec2_cross(side, cw_vec2_sub(foot, from));
        double beyond = cw_vec2_cross(side, cw_vec2_sub(end, from));
        if (inside >= 0 && beyond < 0) {
            end = cw_vec2_along(foot, inside / (inside - beyond), cw_vec2_sub(end, foot));
        }
    }
    return end;
}

/// The end of a segment in the cell of a goal on it or beside it, or where the body is stopped by a
/// wall before.
static cw_vec2 end_of(const cw_crowd *crowd, cw_place goal, cw_vec2 foot, cw_vec2 end,
                      double radius) {
    end = end_in_cell(crowd, goal.cell, foot, end);
    cw_vec2 way = cw_vec2_sub(end, foot), normal;
    double length = cw_vec2_length(way);
    cw_cast cast =
        cw_cast_disc(&crowd->clearance, goal.cell, goal.position, cw_vec2_add(goal.position, way),
                     cw_fit_least(&crowd->mesh, radius), &normal);
    return cast.hit && length > 0 ? cw_vec2_along(foot, cast.distance / length, way) : end;
}

/// Whether a body touches walls all along a portal.
static bool follows_wall(const cw_crowd *crowd, const cw_crowd_portal *portal, double radius) {
    double most = 0;
    cw_vec2 side = cw_vec2_sub(portal->left, portal->right);
    for (int i = 0; i < 3; i++) {
        cw_vec2 at = cw_vec2_along(portal->right, 0.5 * i, side);
        most = cw_most(most, cw_clearance_at(&crowd->clearance, portal->cell, at, NULL));
    }
    return most < radius + OFF_WALL;
}

void cw_crowd_add_segment(const cw_crowd *crowd, cw_vec2 from, const cw_aim_target *target,
                          cw_place goal, double radius, cw_crowd_portal *made) {
    const cw_vec3 *ends = crowd->target_points.items + target->first;
    cw_vec2 a = cw_crowd_flat(ends[0]), b = cw_crowd_flat(ends[1]);
    bool turned = cw_vec2_cross(cw_vec2_sub(b, a), cw_vec2_sub(from, a)) < 0;
    cw_vec2 right = turned ? b : a, left = turned ? a : b;
    cw_vec2 side = cw_vec2_sub(left, right);
    double length = cw_vec2_length(side), margin = length > 2 * radius ? radius / length : 0.5;
    *made = (cw_crowd_portal){cw_vec2_along(right, margin, side),
                              cw_vec2_along(right, 1 - margin, side), CW_NONE, goal.cell, 0};
    cw_vec2 foot = cw_portal_nearest(made, goal.position);
    cw_vec2 off = cw_vec2_sub(goal.position, foot), at = goal.position;
    cw_crowd_portal before = *made;
    before.right = end_of(crowd, goal, at, cw_vec2_add(right, off), radius);
    before.left = end_of(crowd, goal, at, cw_vec2_add(left, off), radius);
    made->right = end_of(crowd, goal, foot, made->right, radius);
    made->left = end_of(crowd, goal, foot, made->left, radius);
    if (cw_vec2_length(off) > OFF_WALL && follows_wall(crowd, &before, radius)) {
        *made = before; // a segment on a wall is touched from all along it
    }
}

cw_status cw_crowd_keep_path(cw_crowd *crowd, uint32_t index, const cw_path *path,
                             uint32_t target) {
    cw_crowd_columns *agents = &crowd->agents;
    const cw_aim_target *aim = &crowd->targets.items[target];
    bool segment = aim->kind == CW_TARGET_SEGMENT;
    bool simple = agents->goal_rule[index] == CW_GOAL_SIMPLE_SHRINK;
    uint32_t count = path->portal_count + segment, first;
    CW_TRY(cw_pool_take(crowd, count > 0 ? count : 1, &first));
    cw_crowd_portal *portals = crowd->pool.portals.items + first;
    progress at = {0, 0};
    for (uint32_t i = 0; i < path->portal_count; i++) {
        const cw_path_portal *portal = &path->portals[i];
        set_ends(portal, simple, agents->radius[index], &portals[i]);
        portals[i].edge = portal->edge;
        portals[i].cell = crowd->mesh.edge_cell[crowd->mesh.edge_twin[portal->edge]];
        double done =
            cross_at(path, cw_crowd_flat(portal->right), cw_crowd_flat(portal->left), &at);
        portals[i].rest = path->length > done ? path->length - done : 0;
    }
    if (segment) {
        const cw_path_leg *last = path->leg_count > 0 ? &path->legs[path->leg_count - 1] : NULL;
        cw_place goal = {path->cells[path->cell_count - 1], cw_crowd_flat(path->goal)};
        cw_crowd_add_segment(crowd, cw_crowd_flat(last != NULL ? last->from : path->start), aim,
                             goal, agents->radius[index], &portals[count - 1]);
    }
    cw_crowd_release_path(crowd, index);
    agents->path_first[index] = first;
    agents->path_count[index] = count > 0 ? count : 1;
    agents->portal[index] = 0;
    if (count == 0) { // the path lies in one cell: a block without a portal
        agents->portal[index] = 1;
        portals[0] = (cw_crowd_portal){cw_crowd_flat(path->goal), cw_crowd_flat(path->goal),
                                       CW_NONE, path->cells[0], 0};
    }
    agents->goal_x[index] = path->goal.x;
    agents->goal_y[index] = path->goal.y;
    return CW_OK;
}
