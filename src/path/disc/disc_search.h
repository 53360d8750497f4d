/// The search for shortest disc paths: its nodes and its state.
///
/// The method is Polyanya (Cui, Harabor, Grastien: Compromise-free pathfinding on a navigation
/// mesh, 2017) with circles for corners. A path of a disc of radius r is a point's path that keeps
/// out of the open discs of radius r around the corners of the walls; it runs straight between the
/// circles it turns around. A root is such a circle with the side on which it is passed, entered at
/// one point; the rays that leave it tangentially, further and further round, sweep the floor
/// without crossing each other. A node is a root and an interval of a portal that its rays reach.
///
/// Straight rays need to look at corners only: a ray that comes too close to the inside of a wall
/// can leave that strip only through the disc of a corner, or ends at the wall. Arcs look at walls
/// too.
///
/// Expanding a node sends its rays through one cell (expand.c):
///   1. while the rays leave an arc that runs on inside the cell, the arc is followed (arc.c);
///   2. a goal or a circle that is touched inside the cell is reached; the circle is a new root
///      (turns.c);
///   3. the circles near the cell shadow parts of the exits (shadow.c); what is left are the
///      successors (exits.c).
/// The estimate (estimate.c) is the length to the root, plus the way from there around it, through
/// the interval and straight on to the goal: never too long, so the first goal that is taken from
/// the heap is nearest. What is longer than a path that is known is cut off (portal_bounds.c).
#ifndef CW_PATH_DISC_DISC_SEARCH_H
#define CW_PATH_DISC_DISC_SEARCH_H

#include "path/ready/search.h"

/// Where an arc ends in a cell.
typedef struct cw_arc_end {
    cw_tangent ray; ///< the last ray that leaves it
    uint32_t exit;  ///< portal through which it goes on, or CW_NONE
} cw_arc_end;

/// A bounding ray, as seen from the center of the root.
typedef struct cw_bound {
    cw_vec2 along;
    double offset; ///< of the center, to the left of the ray
} cw_bound;

/// The fan of rays of the node at hand, in one cell.
typedef struct cw_fan {
    cw_path_search *search;
    uint32_t node_index;
    uint32_t root_index;
    uint32_t steps; ///< portals crossed
    cw_root root;
    uint32_t cell;
    uint32_t entry; ///< edge of the cell, or CW_NONE
    bool open;      ///< not bounded: rays from the start in its cell, where it stands on no wall
    cw_tangent right, left;
    double right_start, left_start; ///< lengths of the path up to where they leave the root
    /// The bounding rays for comparing with points. The last ray of an arc bounds only what lies
    /// ahead of it, so it lets everything pass.
    cw_bound right_bound, left_bound;
    bool arc_inside; ///< an arc is followed in this cell
    cw_arc_end arc;  ///< where it ends
    double least;    ///< shortest part of an exit that is followed, in metres
} cw_fan;

/// The part of an exit at hand, with the rays to its ends.
typedef struct cw_exit_part {
    const cw_mesh_side *side;
    double low, high; ///< metres from the start of the edge
    cw_tangent right, left;
    bool arc; ///< the arc goes out at one end of it
    /// Corners at the right and the left end of the exit whose discs are cut off already.
    uint32_t right_corner, left_corner;
} cw_exit_part;

/// Adds an edge node, without its estimate, to the heap; the part is that of the exit it comes
/// through. The node stands behind the others already:
/// search->disc.nodes.items[search->disc.nodes.count].
cw_status cw_disc_push_edge(cw_path_search *search, cw_node *node, const cw_exit_part *part);
/// Adds a goal node, whose estimate is its length, unless a shorter one is known. With a slack,
/// paths that come back to where they have been are passed over.
cw_status cw_disc_push_goal(cw_path_search *search, const cw_node *node);

/// Adds a root that a fan reaches by a ray, and its node, unless the corner was reached better
/// before.
cw_status cw_disc_turn(const cw_fan *fan, const cw_tangent *ray, double length, uint32_t corner,
                       double hand);

/// Adds a node whose estimate is known to the heap (queue.c).
cw_status cw_disc_add(cw_path_search *search, const cw_node *node);
/// Of what was put off, from a number on, moves what is not beyond the horizon to the heap.
cw_status cw_path_search_draw_near(cw_path_search *search, uint32_t first);
/// Adds a root that is reached by a fan or a sight, and its node, unless the corner was reached
/// better before; sets the rival of the root.
cw_status cw_disc_add_root(cw_path_search *search, cw_root *root, const cw_entrance *where);

/// Sends out the rays of the start, unless that has been done (start.c).
cw_status cw_disc_begin(cw_path_search *search);
/// Whether arrivals at a corner after so many portals of a corridor are as good as each other.
bool cw_disc_same_stay(const cw_path_search *search, uint32_t steps, uint32_t other);

/// Length of the path to a point on the ray `tangent` from a root, `length` behind where it leaves.
double cw_disc_length(const cw_root *root, cw_vec2 along, double length);

/// Goes on from a node, the best of all that wait: sends its rays through its cell. `over` when it
/// is a goal, which then is search->found (expand.c).
cw_status cw_disc_step(cw_path_search *search, uint32_t index, bool *over);

/// Reaches a goal in the cell of a fan, and the corners that it sees there (turns.c).
cw_status cw_fan_reach_goal(cw_fan *fan, uint32_t goal);
cw_status cw_fan_turn_at_corners(cw_fan *fan);

static inline cw_vec2 cw_exit_point(const cw_exit_part *part, double s) {
    return cw_vec2_along(part->side->from, s, part->side->along);
}

/// Where a ray crosses the line of an exit, in metres from its start; infinite for rays that do not
/// go out there.
static inline double cw_exit_cross(const cw_tangent *ray, const cw_mesh_side *side) {
    double facing = cw_vec2_cross(ray->along, side->along);
    if (facing <= 0) {
        return cw_vec2_dot(ray->along, side->along) > 0 ? INFINITY : -INFINITY;
    }
    return cw_vec2_cross(ray->along, cw_vec2_sub(ray->at, side->from)) / facing;
}

/// Where the shadow of the disc around a center ends on an exit, and the ray there, on the side
/// where it is passed with the disc on the given hand (1: disc left, so the right end of the
/// shadow); false when it has no such end (shadow.c).
bool cw_fan_shadow_end(const cw_fan *fan, const cw_mesh_side *side, cw_vec2 center, double hand,
                       double *s, cw_tangent *ray);

/// Collects the shadows on the part of an exit at hand, sorted by where they begin (shadow.c).
cw_status cw_fan_shade(const cw_fan *fan, const cw_exit_part *part);

/// Sends a fan through an exit of its cell (exits.c).
cw_status cw_fan_take_exit(cw_fan *fan, uint32_t edge);

/// Metres: a ray that crosses a portal this close to its root tells nothing of directions there.
#define CW_NEXT_TO_ROOT CW_SURE

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

/// No more than the length of a path to the nearest goal over an edge node, or over a root, with
/// what is left on its weight (estimate.c).
double cw_disc_estimate_edge(const cw_path_search *search, const cw_node *node,
                             const cw_exit_part *part);
double cw_disc_estimate_root(const cw_path_search *search, const cw_root *root);
/// The length of the path over an edge node to a point of its part of the portal.
double cw_disc_way_to(const cw_path_search *search, const cw_node *node, cw_vec2 point);

/// Whether the path to a goal node surely comes back to where it has been (loops.c).
bool cw_disc_loops(const cw_path_search *search, const cw_node *goal);

/// Whether a disc that comes to a corner in a cell, in a direction on a hand, can turn
/// around it: no wall of the corner reaches across the ray (turns.c).
bool cw_disc_may_turn(const cw_path_search *search, uint32_t corner, uint32_t cell, cw_vec2 along,
                      double hand);

/// Whether an obstacle stops a ray between two depths (stops.c).
bool cw_fan_stops(const cw_fan *fan, const cw_obstacle *obstacle, const cw_tangent *ray,
                  double from, double to);
/// Whether no obstacle of a fan but `except` does.
bool cw_fan_lets_through(const cw_fan *fan, const cw_tangent *ray, double from, double to,
                         const cw_obstacle *except);

/// Sine of the angle between a ray and the entry below which the ray runs along the entry, and
/// where it crosses it means nothing.
#define CW_ALONG_ENTRY 1e-6

/// Depth at which a ray comes into the cell of a fan.
static inline double cw_fan_entry_depth(const cw_fan *fan, const cw_tangent *ray) {
    if (fan->entry == CW_NONE) {
        return 0;
    }
    const cw_mesh_side *entry = &fan->search->mesh.sides[fan->entry];
    double facing = cw_vec2_cross(entry->along, ray->along);
    if (facing < CW_ALONG_ENTRY) {
        return 0;
    }
    return cw_most(cw_vec2_cross(entry->along, cw_vec2_sub(entry->from, ray->at)) / facing, 0);
}

/// Depth from which on the walls of the cell of a fan count for a ray: where it comes in, and no
/// later than the farther end of the entry.
static inline double cw_fan_wall_depth(const cw_fan *fan, const cw_tangent *ray) {
    double depth = cw_fan_entry_depth(fan, ray);
    if (depth == 0) {
        return 0;
    }
    const cw_mesh_side *entry = &fan->search->mesh.sides[fan->entry];
    double from = cw_tangent_depth(ray, entry->from);
    double to = cw_tangent_depth(ray, fan->search->mesh.sides[entry->next].from);
    return cw_least(depth, cw_most(cw_most(from, to), 0));
}

/// The ray from the root of a fan to a point.
static inline bool cw_fan_ray_to(const cw_fan *fan, cw_vec2 point, cw_tangent *ray,
                                 double *length) {
    return cw_tangent_between(fan->root.center, fan->root.signed_radius, point, 0, ray, length);
}

/// How far a point lies outside of the bounding rays of a fan; negative inside.
static inline double cw_fan_outside(const cw_fan *fan, cw_vec2 point) {
    const cw_bound *right = &fan->right_bound, *left = &fan->left_bound;
    cw_vec2 v = cw_vec2_sub(point, fan->root.center);
    return cw_most(-(cw_vec2_cross(right->along, v) + right->offset),
                   cw_vec2_cross(left->along, v) + left->offset);
}

/// Follows the arc of a root inside a cell, from the ray `from` on (arc.c). Through `entry` it does
/// not go on.
cw_arc_end cw_disc_arc(const cw_path_search *search, const cw_root *root, const cw_tangent *from,
                       uint32_t cell, uint32_t entry);
/// Follows the arc of a root that meets no wall until it is left in a direction: only portals are
/// looked at, and where it goes out through none, it ends with that direction.
cw_arc_end cw_disc_arc_out(const cw_path_search *search, const cw_root *root,
                           const cw_tangent *from, cw_vec2 leaving, uint32_t cell, uint32_t entry);

#endif
