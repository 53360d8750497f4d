/// Comparing an edge node with what was expanded through its portal before: see portal_bounds.c.
#include "path/disc/portal_bounds.h"

/// Share of a portal part that has to be needless before it is cut.
#define WORTH_CUTTING 0.1

/// The portal through which an edge node comes, as it was left.
static const cw_mesh_side *exit_of(const cw_path_search *search, const cw_node *node) {
    return &search->mesh.sides[search->mesh.sides[node->entry].twin];
}

/// How far the paths of an edge node reach along its portal.
static inline cw_portal_reach reach_of(const cw_node *node, const cw_mesh_side *exit) {
    return (cw_portal_reach){
        .part = {.s = {cw_vec2_dot(cw_vec2_sub(node->low, exit->from), exit->along),
                       cw_vec2_dot(cw_vec2_sub(node->high, exit->from), exit->along)},
                 .length = {node->low_length, node->high_length}},
        .slope = {cw_vec2_dot(node->right, exit->along), cw_vec2_dot(node->left, exit->along)}};
}

/// Moves one end of an edge node along its portal, and its ray with it.
static void move_end(const cw_root *root, cw_node *node, const cw_mesh_side *exit, bool high,
                     double s, cw_portal_reach *reach) {
    cw_vec2 point = cw_vec2_along(exit->from, s, exit->along);
    cw_tangent ray;
    double length;
    if (!cw_tangent_between(root->center, root->signed_radius, point, 0, &ray, &length) ||
        length < CW_NEXT_TO_ROOT) {
        return;
    }
    double start = cw_disc_length(root, ray.along, 0);
    if (high) {
        node->high = point;
        node->left = ray.along;
        node->left_start = start;
    } else {
        node->low = point;
        node->right = ray.along;
        node->right_start = start;
    }
    reach->part.s[high] = s;
    reach->slope[high] = cw_vec2_dot(ray.along, exit->along);
    // An arc that goes out at this end is reached on a shorter path too.
    node->arc = node->arc && (root->hand > 0) != high;
}

/// Cuts an edge node down to where no known path is surely shorter; false when nothing is left.
static bool narrow(const cw_path_search *search, cw_node *node, const cw_mesh_side *exit,
                   cw_portal_reach *reach) {
    double s[2] = {reach->part.s[0], reach->part.s[1]};
    if (!cw_portal_trim(search, (uint32_t)(exit - search->mesh.sides), reach, s)) {
        return false;
    }
    double worth = WORTH_CUTTING * (reach->part.s[1] - reach->part.s[0]);
    bool low = s[0] > reach->part.s[0] + worth, high = s[1] < reach->part.s[1] - worth;
    const cw_root *root = &search->disc.roots.items[node->root];
    if (low) {
        move_end(root, node, exit, false, s[0], reach);
    }
    if (high) {
        move_end(root, node, exit, true, s[1], reach);
    }
    if (low || high) {
        cw_node_measure(node, cw_tangent_leaving(root->center, root->signed_radius, node->right).at,
                        cw_tangent_leaving(root->center, root->signed_radius, node->left).at);
        reach->part.length[0] = node->low_length;
        reach->part.length[1] = node->high_length;
    }
    return true;
}

bool cw_disc_compare(cw_path_search *search, cw_node *node) {
    if (search->in_corridor || !node->sound) {
        return true;
    }
    const cw_mesh_side *exit = exit_of(search, node);
    cw_portal_reach reach = reach_of(node, exit);
    if (reach.part.s[0] > reach.part.s[1]) {
        return true;
    }
    if (!narrow(search, node, exit, &reach)) {
        return false;
    }
    if (node->sound && reach.part.s[0] <= reach.part.s[1]) {
        cw_portal_learn(search, (uint32_t)(exit - search->mesh.sides), &reach.part);
    }
    return true;
}
