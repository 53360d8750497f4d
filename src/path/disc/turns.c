/// What a fan of rays sees inside its cell: goals, and corners to turn around. See disc_search.h.
///
/// A corner is turned around when a ray touches its circle inside the cell, unhindered, with both
/// walls of the corner on the circle's side of the ray, and a disc fits there. The tests come in
/// the order of their cost.
#include "path/disc/disc_search.h"
#include "path/ready/crowded_cell.h"

/// Whether a ray of a fan around an arc leaves it between its start and its end.
static inline bool leaves_arc(const cw_fan *fan, cw_vec2 along) {
    if (!fan->arc_inside) {
        return true;
    }
    cw_vec2 first = fan->root.hand > 0 ? fan->right.along : fan->left.along;
    cw_vec2 last = fan->arc.ray.along;
    double turn =
        fan->root.hand > 0 ? cw_turn_measure(first, along) : cw_turn_measure(along, first);
    double most = fan->root.hand > 0 ? cw_turn_measure(first, last) : cw_turn_measure(last, first);
    double slack = fan->search->disc.turn_slack;
    if (most > cw_turn_most(slack)) {
        most = 0; /* rounding has put the end before the start */
    }
    return turn <= most + slack || turn > 4 - slack;
}

/// Whether a ray gets to a point, `length` from where it leaves the root, inside the cell: nothing
/// but `except` may be in the way.
static inline bool gets_to(const cw_fan *fan, const cw_tangent *ray, double length,
                           const cw_obstacle *except) {
    const cw_path_search *search = fan->search;
    double from = cw_fan_entry_depth(fan, ray);
    if (length < from - CW_GRAZE) {
        return false;
    }
    if (!cw_path_search_is_convex(search, fan->cell)) {
        from = cw_fan_wall_depth(fan, ray);
    }
    if (search->disc.obstacles.count == 0) {
        return true;
    }
    return cw_fan_lets_through(fan, ray, from, length, except);
}

/// Whether a point lies behind an edge of the cell.
static inline bool is_behind(const cw_mesh_side *side, cw_vec2 point) {
    return cw_vec2_cross(side->along, cw_vec2_sub(point, side->from)) < -CW_GRAZE;
}

/// Whether a point lies inside the cell of a fan. Where a disc fits into its dents, that is behind
/// none of its portals.
static inline bool inside_cell(const cw_fan *fan, cw_vec2 point) {
    const cw_path_search *search = fan->search;
    if (cw_path_search_is_convex(search, fan->cell)) {
        return cw_path_search_inside(search, fan->cell, point) >= -CW_GRAZE;
    }
    const uint32_t *first = &search->mesh.door_first[fan->cell];
    for (uint32_t i = first[0]; i < first[1]; i++) {
        if (is_behind(&search->mesh.sides[search->mesh.doors[i].edge], point)) {
            return false;
        }
    }
    return true;
}

/// Whether a vector from a corner does not reach across a ray that touches its circle, by more than
/// CW_GRAZE.
static inline bool stays_behind(cw_vec2 end, cw_vec2 along, double hand) {
    return hand * cw_vec2_cross(along, end) >= -CW_GRAZE;
}

/// Whether a disc can turn around a corner with more than a full turn of floor between its walls. A
/// wall counts in its own cell, where that has no more than half a turn of floor at the corner:
/// there a ray that comes to the corner touches its circle less than half a turn from the wall.
static bool may_turn_in(const cw_path_search *search, uint32_t corner, uint32_t cell, cw_vec2 along,
                        double hand) {
    const cw_navmesh *mesh = search->clearance->mesh;
    const cw_corner *walls = &search->clearance->corners[corner];
    const cw_mesh_cone *cone = &search->mesh.cones[corner];
    uint32_t out = walls->outgoing, back = walls->incoming;
    if (mesh->edge_cell[out] == cell && cw_navmesh_turn(mesh, cell, out) >= 0 &&
        !stays_behind(cone->out, along, hand)) {
        return false;
    }
    return mesh->edge_cell[back] != cell || stays_behind(cone->back, along, hand) ||
           cw_navmesh_turn(mesh, cell, cw_navmesh_next(mesh, cell, back)) < 0;
}

bool cw_disc_may_turn(const cw_path_search *search, uint32_t corner, uint32_t cell, cw_vec2 along,
                      double hand) {
    const cw_mesh_cone *cone = &search->mesh.cones[corner];
    return cone->wide
               ? may_turn_in(search, corner, cell, along, hand)
               : stays_behind(cone->out, along, hand) && stays_behind(cone->back, along, hand);
}

/// The hands on which a fan may turn around a corner.
typedef struct open_hands {
    bool left, right; ///< with its circle on the left of the ray, on the right
} open_hands;

/// The hands on which the ends of a corner's walls do not surely reach across the ray that touches
/// its circle by more than a slack; most corners fall through here. With v from the center of the
/// root and k the difference of the signed radii, the direction of the ray is (l v + k (v.y, -v.x))
/// / |v|^2, see tangent.h.
static inline open_hands find_open_hands(const cw_mesh_cone *cone, cw_vec2 v, double left_k,
                                         double right_k, double slack) {
    double square = cw_vec2_dot(v, v), least = -slack * square;
    double left_l = sqrt(cw_most(square - left_k * left_k, 0));
    double right_l = sqrt(cw_most(square - right_k * right_k, 0));
    double out_cross = cw_vec2_cross(v, cone->out), out_dot = cw_vec2_dot(v, cone->out);
    double back_cross = cw_vec2_cross(v, cone->back), back_dot = cw_vec2_dot(v, cone->back);
    double left =
        cw_least(left_l * out_cross + left_k * out_dot, left_l * back_cross + left_k * back_dot);
    double right =
        cw_most(right_l * out_cross + right_k * out_dot, right_l * back_cross + right_k * back_dot);
    return (open_hands){(left >= least) | cone->wide, (-right >= least) | cone->wide};
}

/// Whether a place in the cell is nearer to a wall than a distance.
static bool is_too_near(const cw_fan *fan, cw_vec2 place, double distance) {
    const cw_path_search *search = fan->search;
    const cw_crowded_cell *crowded = cw_crowded_in(search, fan->cell);
    return crowded != NULL ? cw_crowded_is_near(search, crowded, fan->cell, place, distance)
                           : cw_clearance_at(search->clearance, fan->cell, place, NULL) < distance;
}

/// Tries a disc as a new root, passed with it on the given hand.
static cw_status try_turn(cw_fan *fan, const cw_obstacle *disc, double hand) {
    cw_path_search *search = fan->search;
    const cw_root *root = &fan->root;
    const cw_mesh_cone *cone = &search->mesh.cones[disc->corner];
    double radius = hand * search->radius, length;
    cw_tangent ray;
    if (!cw_tangent_between(root->center, root->signed_radius, disc->center, radius, &ray,
                            &length) ||
        !cw_disc_may_turn(search, disc->corner, fan->cell, ray.along, hand)) {
        return CW_OK;
    }
    cw_vec2 at = cw_tangent_leaving(disc->center, radius, ray.along).at;
    if (cw_fan_outside(fan, at) > CW_GRAZE || !leaves_arc(fan, ray.along) ||
        !inside_cell(fan, at) || !gets_to(fan, &ray, length, disc)) {
        return CW_OK;
    }
    if ((2 * search->radius > cone->gap || cone->wide) &&
        is_too_near(fan, at, search->radius - CW_GRAZE)) {
        return CW_OK;
    }
    return cw_disc_turn(fan, &ray, length, disc->corner, hand);
}

cw_status cw_fan_turn_at_corners(cw_fan *fan) {
    const cw_path_search *search = fan->search;
    const cw_vec2 center = fan->root.center;
    double left_k = search->radius - fan->root.signed_radius;
    double right_k = -search->radius - fan->root.signed_radius;
    for (uint32_t i = 0; i < search->disc.obstacles.count; i++) {
        const cw_obstacle *obstacle = &search->disc.obstacles.items[i];
        if (obstacle->corner == CW_NONE) {
            continue;
        }
        cw_vec2 v = cw_vec2_sub(obstacle->center, center);
        open_hands open = find_open_hands(&search->mesh.cones[obstacle->corner], v, left_k, right_k,
                                          2 * CW_GRAZE);
        if (open.left) {
            CW_TRY(try_turn(fan, obstacle, 1));
        }
        if (open.right) {
            CW_TRY(try_turn(fan, obstacle, -1));
        }
    }
    return CW_OK;
}

/// Whether a fan has a ray to a goal. The start goes straight to what is next to it.
static bool aims_at(const cw_fan *fan, cw_vec2 goal, cw_tangent *ray, double *length) {
    bool first = fan->entry == CW_NONE && fan->root.hand == 0; /* rays from it, in its cell */
    if (!cw_fan_ray_to(fan, goal, ray, length)) {
        *ray = (cw_tangent){fan->root.center, {1, 0}};
        *length = 0;
        return first && goal.x == fan->root.center.x && goal.y == fan->root.center.y;
    }
    return (first && *length < CW_NEXT_TO_ROOT) ||
           (cw_fan_outside(fan, goal) <= CW_GRAZE && leaves_arc(fan, ray->along));
}

cw_status cw_fan_reach_goal(cw_fan *fan, uint32_t index) {
    cw_path_search *search = fan->search;
    cw_vec2 goal = search->goals.items[index].position;
    cw_tangent ray;
    double length;
    if (!aims_at(fan, goal, &ray, &length) || (length > 0 && !gets_to(fan, &ray, length, NULL))) {
        return CW_OK;
    }
    cw_node node = {.estimate = cw_disc_length(&fan->root, ray.along, length),
                    .right = ray.along,
                    .low = goal,
                    .root = fan->root_index,
                    .parent = fan->node_index,
                    .cell = fan->cell,
                    .entry = CW_NONE,
                    .goal = index,
                    .steps = fan->steps,
                    .kind = CW_NODE_GOAL};
    return cw_disc_push_goal(search, &node);
}
