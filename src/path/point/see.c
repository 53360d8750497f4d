/// What the search for points adds: what a root sees through portals, and goals.
///
/// A goal behind a portal is reached at once. The piece there is convex, so the path through the
/// part of the portal that is seen goes straight to the goal, or around the corner at one of its
/// ends. No shortest path to that goal leaves the piece again, so unless there are others, the
/// portal itself need not wait.
#include "path/point/sides.h"

/// An end of the part of a door that a root sees: that of the door, or where a line crosses it.
static cw_vec2 seen_end(const cw_point_root *root, const cw_point_node *node,
                        const cw_point_door *door, bool left) {
    if (left ? node->left_end : node->right_end) {
        return left ? door->to : door->from;
    }
    cw_vec2 way = left ? node->left_way : node->right_way;
    double from = cw_vec2_cross(way, cw_vec2_sub(door->from, root->at));
    double to = cw_vec2_cross(way, cw_vec2_sub(door->to, root->at));
    double share = from / (from - to);
    share = share > 0 ? cw_least(share, 1) : 0; /* where it is no number, too */
    return cw_vec2_along(door->from, share, cw_vec2_sub(door->to, door->from));
}

/// The length of a way from a root over a place to the goal.
static double length_over(const cw_point_root *root, cw_vec2 place, cw_vec2 goal) {
    return root->length + cw_vec2_distance(root->at, place) + cw_vec2_distance(place, goal);
}

/// No more than the length of a path over the part of a portal that is seen to a goal, straight on
/// behind it. A goal on this side is as far as its image.
static inline double way_over(const cw_point_root *root, const cw_point_node *node,
                              const cw_point_door *door, cw_vec2 goal) {
    cw_vec2 along = cw_vec2_sub(door->to, door->from);
    double before = cw_vec2_cross(along, cw_vec2_sub(goal, door->from));
    if (before > 0) {
        goal = cw_vec2_along(goal, -2 * before * door->inverse_square, cw_left(along));
    }
    cw_vec2 straight = cw_vec2_sub(goal, root->at);
    if (cw_vec2_cross(node->right_way, straight) < 0) {
        return length_over(root, seen_end(root, node, door, false), goal);
    }
    if (cw_vec2_cross(node->left_way, straight) > 0) {
        return length_over(root, seen_end(root, node, door, true), goal);
    }
    return root->length + cw_vec2_length(straight);
}

double cw_points_way_to(const cw_path_search *search, const cw_point_node *node) {
    const cw_point_root *root = cw_point_root_at(search, node->root);
    const cw_point_door *door = &search->mesh.points.doors[node->door];
    cw_vec2 right = seen_end(root, node, door, false), left = seen_end(root, node, door, true);
    cw_vec2 along = cw_vec2_sub(left, right);
    double share = cw_vec2_dot(along, cw_vec2_sub(root->at, right)) / cw_vec2_dot(along, along);
    cw_vec2 place = share >= 1  ? left
                    : share > 0 ? cw_vec2_along(right, share, along)
                                : right; /* where it is no number, too */
    return root->length + cw_vec2_distance(root->at, place);
}

/// No more than the length of a path over the part of a portal that is seen to the nearest goal.
static inline double estimate(const cw_path_search *search, const cw_point_node *node,
                              const cw_point_door *door) {
    const cw_point_root *root = cw_point_root_at(search, node->root);
    double least = way_over(root, node, door, search->goals.items[0].position);
    for (uint32_t i = 1; search->points.many && i < search->goals.count; i++) {
        least = cw_least(least, way_over(root, node, door, search->goals.items[i].position));
    }
    return least;
}

/// Adds a goal that a root sees, unless a shorter path is known.
static cw_status see_goal(cw_path_search *search, uint32_t goal, uint32_t root, uint32_t parent) {
    const cw_point_root *from = cw_point_root_at(search, root);
    double length = from->length + cw_vec2_distance(from->at, search->goals.items[goal].position);
    if (length >= search->best) {
        return CW_OK;
    }
    search->best = length;
    cw_point_node *node;
    CW_TRY(cw_points_next(search, &node));
    *node = (cw_point_node){.root = root, .parent = parent, .door = goal, .kind = CW_POINT_GOAL};
    return cw_points_add(search, length);
}

cw_status cw_points_see_goals(cw_path_search *search, uint32_t first, uint32_t root,
                              uint32_t parent) {
    for (uint32_t i = 0; i < search->points.goals.count; i++) {
        cw_point_goal goal = search->points.goals.items[i];
        if (goal.first == first) {
            CW_TRY(see_goal(search, goal.goal, root, parent));
        }
    }
    return CW_OK;
}

/// How far left of a line through the root of a node a point lies, in metres.
static double left_of(const cw_path_search *search, const cw_point_node *node, cw_point_line line,
                      cw_vec2 point) {
    cw_vec2 root = cw_point_root_at(search, node->root)->at;
    return cw_vec2_cross(cw_points_along(search, line), cw_vec2_sub(point, root));
}

/// Whether a goal in the piece behind a portal in line with its root is seen: behind the nearer
/// end.
static bool sees_along(const cw_path_search *search, const cw_point_node *node, cw_vec2 goal) {
    if (left_of(search, node, node->right, goal) < -CW_GRAZE ||
        left_of(search, node, node->left, goal) > CW_GRAZE) {
        return false;
    }
    cw_vec2 root = cw_point_root_at(search, node->root)->at;
    const cw_point_door *door = &search->mesh.points.doors[node->door];
    double from = cw_vec2_distance(root, door->from), to = cw_vec2_distance(root, door->to);
    cw_vec2 near = from < to ? door->from : door->to;
    cw_vec2 way = cw_vec2_sub(near, root);
    return cw_vec2_dot(way, cw_vec2_sub(goal, near)) >= -CW_GRAZE * cw_least(from, to);
}

/// Adds the path around the corner at an end of a portal to a goal in the piece behind it, if it is
/// seen up to that end.
static cw_status bend_to_goal(cw_path_search *search, const cw_point_node *node, uint32_t index,
                              uint32_t goal, bool to_left) {
    const cw_point_door *door = &search->mesh.points.doors[node->door];
    if (!(to_left ? node->left_end : node->right_end) ||
        (to_left ? door->left_corner : door->right_corner) == CW_NONE) {
        return CW_OK;
    }
    const cw_point_root *before = cw_point_root_at(search, node->root);
    cw_vec2 at = to_left ? door->to : door->from;
    double length = before->length + cw_vec2_distance(before->at, at);
    if (length + cw_vec2_distance(at, search->goals.items[goal].position) >= search->best) {
        return CW_OK;
    }
    uint32_t root = search->points.roots.count;
    cw_point_root bend = {.at = at,
                          .length = length,
                          .end = 2 * node->door + to_left,
                          .parent = node->root,
                          .hand = to_left ? 1 : -1};
    CW_TRY(CW_ARRAY_PUSH(search->context, &search->points.roots, bend));
    return see_goal(search, goal, root, index);
}

/// Metres by which a goal behind a portal may lie beyond one of the lines of a node and is seen all
/// the same. Where the portal is seen up to a wall that does not turn away there, nothing of the
/// piece behind it lies beyond that line, so the goal stands behind the wall by what rounding makes
/// of a place on it. Lines from the start may miss that end by CW_GRAZE.
static double leeway(const cw_path_search *search, const cw_point_node *node, bool left,
                     cw_vec2 goal) {
    const cw_point_door *door = &search->mesh.points.doors[node->door];
    bool to_wall = left ? node->left_end && !door->left_on && door->left_corner == CW_NONE
                        : node->right_end && !door->right_on && door->right_corner == CW_NONE;
    if (!to_wall) {
        return CW_GRAZE;
    }
    if ((left ? node->left : node->right).root != 0) {
        return INFINITY;
    }
    cw_vec2 start = cw_point_root_at(search, 0)->at;
    double way = cw_vec2_distance(start, goal);
    double part = cw_vec2_distance(start, left ? door->to : door->from);
    return CW_CLEARANCE_TOLERANCE + CW_GRAZE * (part < way ? way / part : 1);
}

/// Adds the path through a portal to a goal in the piece behind it: straight, or around the corner
/// at an end; through a portal in line with its root only if the goal is seen.
static cw_status reach_goal(cw_path_search *search, const cw_point_node *node, uint32_t index,
                            uint32_t goal) {
    cw_vec2 at = search->goals.items[goal].position;
    if (node->flat) {
        return sees_along(search, node, at) ? see_goal(search, goal, node->root, index) : CW_OK;
    }
    if (left_of(search, node, node->right, at) < -leeway(search, node, false, at)) {
        return bend_to_goal(search, node, index, goal, false);
    }
    if (left_of(search, node, node->left, at) > leeway(search, node, true, at)) {
        return bend_to_goal(search, node, index, goal, true);
    }
    return see_goal(search, goal, node->root, index);
}

cw_status cw_points_reach_goals(cw_path_search *search, const cw_point_node *node, uint32_t index) {
    cw_point_node through = *node; /* nodes move when others are added */
    uint32_t first = search->mesh.points.doors[through.door].first;
    for (uint32_t i = 0; i < search->points.goals.count; i++) {
        cw_point_goal goal = search->points.goals.items[i];
        if (goal.first == first) {
            CW_TRY(reach_goal(search, &through, index, goal.goal));
        }
    }
    return CW_OK;
}

cw_status cw_points_see(cw_path_search *search, const cw_point_node *node) {
    const cw_point_door *door = &search->mesh.points.doors[node->door];
    double length =
        search->goals.count > 0 ? estimate(search, node, door) : cw_points_way_to(search, node);
    if (length >= search->best) {
        return CW_OK;
    }
    uint32_t index = search->points.nodes.count++;
    if (!node->flat && cw_points_hold_goal(search, door->first)) {
        CW_TRY(cw_points_reach_goals(search, node, index));
        if (!search->points.many) {
            return CW_OK;
        }
    }
    return cw_path_search_wait(search, (cw_heap_item){length, index});
}
