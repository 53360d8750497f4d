/// Comparing an edge node with what was expanded through its portal before: see known.c.
#include "path/taut.h"

/// Share of a portal part that has to be needless before it is cut.
#define WORTH_CUTTING 0.1

/// Metres: a ray that crosses a portal this close to its root tells nothing of directions there.
#define NEXT_TO 1e-6

/// Metres by which the end of a part may miss its ray.
#define OFF_RAY 1e-9

cw_taut_reach cw_taut_reach_of(const cw_node *node, const cw_exit_part *part) {
    double right_way = cw_vec2_distance(part->right.at, node->low);
    double left_way = cw_vec2_distance(part->left.at, node->high);
    double right_depth = cw_tangent_depth(&part->right, node->low);
    double left_depth = cw_tangent_depth(&part->left, node->high);
    cw_vec2 along = part->side->along;
    return (cw_taut_reach){
        .part = {.s = {part->low, part->high},
                 .length = {node->right_start + right_way, node->left_start + left_way}},
        .slope = {cw_vec2_dot(node->right, along), cw_vec2_dot(node->left, along)},
        .sound = (right_depth > NEXT_TO) & (right_way - right_depth < OFF_RAY) &
                 (left_depth > NEXT_TO) & (left_way - left_depth < OFF_RAY) &
                 (part->low <= part->high)};
}

/// Moves one end of an edge node along its portal, and its ray with it.
static void move_end(const cw_root *root, cw_node *node, cw_exit_part *part, bool high, double s) {
    cw_vec2 point = cw_vec2_along(part->side->from, s, part->side->along);
    cw_tangent ray;
    double length;
    if (!cw_tangent_between(root->center, root->signed_radius, point, 0, &ray, &length) ||
        length < NEXT_TO) {
        return;
    }
    double start = cw_taut_length(root, ray.along, 0);
    if (high) {
        node->high = point;
        node->left = ray.along;
        node->left_start = start;
        part->high = s;
        part->left = ray;
    } else {
        node->low = point;
        node->right = ray.along;
        node->right_start = start;
        part->low = s;
        part->right = ray;
    }
    // An arc that goes out at this end is reached on a shorter path too.
    node->arc = node->arc && (root->hand > 0) != high;
}

/// Cuts an edge node down to where no known path is surely shorter; false when nothing is left.
static bool narrow(const cw_taut *search, cw_node *node, cw_exit_part *part, cw_taut_reach *reach) {
    double s[2] = {part->low, part->high};
    if (!cw_taut_trim(search, (uint32_t)(part->side - search->sides), reach, s)) {
        return false;
    }
    double worth = WORTH_CUTTING * (part->high - part->low);
    bool low = s[0] > part->low + worth, high = s[1] < part->high - worth;
    const cw_root *root = &search->roots.items[node->root];
    if (low) {
        move_end(root, node, part, false, s[0]);
    }
    if (high) {
        move_end(root, node, part, true, s[1]);
    }
    if (low || high) {
        *reach = cw_taut_reach_of(node, part);
    }
    return true;
}

bool cw_taut_compare(cw_taut *search, cw_node *node) {
    if (search->in_corridor) {
        return true;
    }
    const cw_root *root = &search->roots.items[node->root];
    uint32_t edge = search->sides[node->entry].twin;
    const cw_taut_side *exit = &search->sides[edge];
    cw_exit_part part = {.side = exit,
                         .low = cw_vec2_dot(cw_vec2_sub(node->low, exit->from), exit->along),
                         .high = cw_vec2_dot(cw_vec2_sub(node->high, exit->from), exit->along),
                         .right =
                             cw_tangent_leaving(root->center, root->signed_radius, node->right),
                         .left = cw_tangent_leaving(root->center, root->signed_radius, node->left)};
    cw_taut_reach reach = cw_taut_reach_of(node, &part);
    if (reach.sound && !narrow(search, node, &part, &reach)) {
        return false;
    }
    if (reach.sound) {
        cw_taut_learn(search, edge, &reach.part);
    }
    return true;
}
