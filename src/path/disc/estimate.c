/// Estimates: the length to the root, and the least that is left from there to a goal. Without
/// goals, as when it is asked how far things are, the length to the nearest point at hand.
#include "path/disc/disc_search.h"
#include "path/ready/angle.h"

double cw_disc_length(const cw_root *root, cw_vec2 along, double length) {
    if (root->signed_radius == 0) {
        return root->length + length;
    }
    return root->length +
           fabs(root->signed_radius) * cw_unit_turn_between(root->along, along, root->hand) +
           length;
}

/// The way from a root, around it and straight on, to a point.
static double way_around(const cw_root *root, cw_vec2 point) {
    cw_tangent ray;
    double length;
    if (root->signed_radius == 0 ||
        !cw_tangent_between(root->center, root->signed_radius, point, 0, &ray, &length)) {
        return root->length + cw_vec2_distance(root->at, point);
    }
    return cw_disc_length(root, ray.along, length);
}

double cw_disc_way_to(const cw_path_search *search, const cw_node *node, cw_vec2 point) {
    return way_around(&search->disc.roots.items[node->root], point);
}

/// The shortest way of an edge node over its part of the portal to a goal, straight on behind the
/// portal. A goal on this side of the portal is as far as its mirror image.
static inline double way_over(const cw_root *root, const cw_exit_part *part, const cw_node *node,
                              cw_vec2 goal) {
    const cw_mesh_side *exit = part->side;
    if (!node->sound) {
        return root->length + cw_vec2_distance(root->at, goal);
    }
    double before = cw_vec2_cross(exit->along, cw_vec2_sub(goal, exit->from));
    cw_vec2 image = before <= 0 ? goal : cw_vec2_along(goal, -2 * before, cw_left(exit->along));
    if (cw_tangent_side(&part->right, image) < 0) {
        return node->low_length + cw_vec2_distance(node->low, goal);
    }
    if (cw_tangent_side(&part->left, image) > 0) {
        return node->high_length + cw_vec2_distance(node->high, goal);
    }
    return way_around(root, image);
}

/// The way of a root to a goal: it leaves its circle forward only.
static double way_on(const cw_root *root, cw_vec2 goal) {
    double inward = root->hand * cw_vec2_cross(root->along, cw_vec2_sub(goal, root->at));
    return inward > 0 ? way_around(root, goal) : root->length + cw_vec2_distance(root->at, goal);
}

/// The shortest way of an edge node to its part of the portal. Lengths are convex along it: where
/// no ray meets it at a right angle, the shortest way leads to an end.
static double way_to_part(const cw_root *root, const cw_exit_part *part, const cw_node *node) {
    const cw_mesh_side *exit = part->side;
    cw_vec2 out = {exit->along.y, -exit->along.x};
    cw_tangent ray = cw_tangent_leaving(root->center, root->signed_radius, out);
    cw_vec2 offset = cw_vec2_sub(ray.at, exit->from);
    double s = cw_vec2_dot(exit->along, offset), depth = cw_vec2_cross(exit->along, offset);
    if (s < part->low || s > part->high || depth < 0) {
        return cw_least(node->low_length, node->high_length);
    }
    return cw_disc_length(root, out, depth);
}

/// Gives what is left from a root on its weight (Pohl: Heuristic search viewed as path finding in a
/// graph, 1970). The path found is no longer than the weight times the shortest: a node on the
/// shortest path is always there, and its estimate is no more than that.
static double weigh(const cw_path_search *search, const cw_root *root, double estimate) {
    return root->length + search->weight * (estimate - root->length);
}

double cw_disc_estimate_edge(const cw_path_search *search, const cw_node *node,
                             const cw_exit_part *part) {
    const cw_root *root = &search->disc.roots.items[node->root];
    if (search->goals.count == 0) {
        return way_to_part(root, part, node);
    }
    double least = INFINITY;
    for (uint32_t i = 0; i < search->goals.count; i++) {
        least = cw_least(least, way_over(root, part, node, search->goals.items[i].position));
    }
    return weigh(search, root, least);
}

double cw_disc_estimate_root(const cw_path_search *search, const cw_root *root) {
    double least = search->goals.count == 0 ? root->length : INFINITY;
    for (uint32_t i = 0; i < search->goals.count; i++) {
        least = cw_least(least, way_on(root, search->goals.items[i].position));
    }
    return weigh(search, root, least);
}
