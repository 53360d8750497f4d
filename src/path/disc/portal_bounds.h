/// What is known of the paths to a portal, and what is surely longer.
#ifndef CW_PATH_DISC_PORTAL_BOUNDS_H
#define CW_PATH_DISC_PORTAL_BOUNDS_H

#include "path/disc/disc_search.h"

/// Metres by which the end of a part may miss its ray.
#define CW_OFF_RAY CW_CLEARANCE_TOLERANCE

/// Measures the paths to the ends of an edge node, whose bounding rays leave its root at two
/// points. Where a ray runs along the portal, or starts at it, its crossing means nothing, and the
/// node is not compared with others.
static inline void cw_node_measure(cw_node *node, cw_vec2 right_at, cw_vec2 left_at) {
    cw_vec2 low = cw_vec2_sub(node->low, right_at), high = cw_vec2_sub(node->high, left_at);
    double low_way = cw_vec2_length(low), low_depth = cw_vec2_dot(node->right, low);
    double high_way = cw_vec2_length(high), high_depth = cw_vec2_dot(node->left, high);
    node->low_length = node->right_start + low_way;
    node->high_length = node->left_start + high_way;
    node->sound = (low_depth > CW_NEXT_TO_ROOT) & (low_way - low_depth < CW_OFF_RAY) &
                  (high_depth > CW_NEXT_TO_ROOT) & (high_way - high_depth < CW_OFF_RAY);
}

/// Cuts an edge node down to where it is not surely longer than the nodes that were expanded before
/// it, and makes known what is left; false when that is nothing (portal_bounds.c). There has to be
/// room for one more portal in search->disc.known.
bool cw_disc_compare(cw_path_search *search, cw_node *node);

#endif
