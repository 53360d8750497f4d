/// Expanding a node: opening its fan of rays in the cell, collecting what is in the way, and
/// sending the rays on. See disc_search.h for the method.
#include "path/disc/nodes.h"

/// Metres: parts of an exit shorter than this are not followed, unless an arc goes through: they
/// come from rays that graze the end of the exit. A narrow fan is followed in any case: it may come
/// from a corner of hardly more than 180 degrees, behind which the next such corner waits.
#define SHORTEST_PART CW_ROUNDED

/// Sine of the angle between the bounding rays of a narrow fan.
#define NARROW 1e-5

/// Whether the corner between two sides of a cell is no dent. A point that is there sees no more of
/// the cell than what lies between the two sides, whatever the floor around the vertex is.
static bool is_convex(const cw_mesh_side *before, const cw_mesh_side *behind) {
    return cw_vec2_cross(before->along, behind->along) >= 0;
}

/// The walls of a dent. A ray may pass through the end of one that is a corner; where the cell has
/// no dent there, it could only leave the cell.
static cw_status collect_walls(cw_fan *fan) {
    cw_path_search *search = fan->search;
    uint32_t first = cw_navmesh_cell_begin(search->clearance->mesh, fan->cell);
    uint32_t limit = cw_navmesh_cell_end(search->clearance->mesh, fan->cell);
    const cw_mesh_side *before = &search->mesh.sides[limit - 1];
    for (uint32_t e = first; e < limit; before = &search->mesh.sides[e++]) {
        const cw_mesh_side *side = &search->mesh.sides[e],
                           *behind = &search->mesh.sides[side->next];
        if (side->twin != CW_NONE) {
            continue;
        }
        cw_obstacle obstacle = {.center = side->from,
                                .to = cw_vec2_along(side->from, side->length, side->along),
                                .corner = CW_NONE,
                                .open_from = side->corner_from && !is_convex(before, side),
                                .open_to = side->corner_to && !is_convex(side, behind),
                                .near = CW_NONE};
        CW_TRY(CW_ARRAY_PUSH(search->context, &search->disc.obstacles, obstacle));
    }
    return CW_OK;
}

/// Whether a disc may stop rays of a fan: it is not outside of its bounding rays. Without branches,
/// which could not be foreseen.
static inline bool may_stop(const cw_fan *fan, const cw_near_corner *near, double reach) {
    return (cw_fan_outside(fan, near->position) <= reach) & (near->corner != fan->root.corner);
}

/// The discs of the cell that may stop rays of this fan.
static cw_status collect_discs(cw_fan *fan) {
    cw_path_search *search = fan->search;
    const cw_clearance *clearance = search->clearance;
    const uint32_t *first = &clearance->near_corner_first[fan->cell];
    if (first[0] == first[1]) {
        search->disc.obstacles.count = 0;
        return CW_OK; // a mesh may have no corners at all, and no list of them
    }
    const cw_near_corner *near = &clearance->near_corners[first[0]];
    const cw_near_corner *end = &clearance->near_corners[first[1]];
    const cw_fan bounds = *fan; /* a copy, which nothing that is written can change */
    double radius = search->radius, reach = radius + CW_GRAZE;
    CW_TRY(CW_ARRAY_RESERVE(search->context, &search->disc.obstacles, (size_t)(end - near)));
    cw_obstacle *obstacle = search->disc.obstacles.items;
    // Each is written and then counted or not.
    for (uint32_t i = 0; near < end && near->distance <= radius; near++, i++) {
        obstacle->center = near->position;
        obstacle->corner = near->corner;
        obstacle->near = i;
        obstacle += may_stop(&bounds, near, reach);
    }
    search->disc.obstacles.count = (uint32_t)(obstacle - search->disc.obstacles.items);
    return CW_OK;
}

/// The obstacles of the cell that may stop rays of this fan.
static cw_status collect(cw_fan *fan) {
    CW_TRY(collect_discs(fan));
    return cw_path_search_is_convex(fan->search, fan->cell) ? CW_OK : collect_walls(fan);
}

/// Opens the fan of a node in its cell: the bounding rays, and the arc where there is one.
static inline void open_fan(cw_fan *fan, const cw_node *node) {
    const cw_root *root = &fan->root;
    fan->open = node->kind == CW_NODE_ROOT && root->hand == 0;
    fan->arc_inside = root->hand != 0 && (node->kind == CW_NODE_ROOT || node->arc);
    if (node->kind == CW_NODE_ROOT) {
        fan->right = fan->left = (cw_tangent){root->at, root->along};
        fan->right_start = fan->left_start = root->length;
    } else {
        fan->right = cw_tangent_leaving(root->center, root->signed_radius, node->right);
        fan->left = cw_tangent_leaving(root->center, root->signed_radius, node->left);
        fan->right_start = node->right_start;
        fan->left_start = node->left_start;
    }
    if (fan->arc_inside) {
        cw_tangent *last = root->hand > 0 ? &fan->left : &fan->right;
        fan->arc = cw_disc_arc(fan->search, root, last, fan->cell, fan->entry);
        *last = fan->arc.ray;
        *(root->hand > 0 ? &fan->left_start : &fan->right_start) =
            cw_disc_length(root, last->along, 0);
    }
    bool bounds_right = !fan->open && (!fan->arc_inside || root->hand > 0);
    bool bounds_left = !fan->open && (!fan->arc_inside || root->hand < 0);
    fan->right_bound = bounds_right ? (cw_bound){fan->right.along, root->signed_radius}
                                    : (cw_bound){{0, 0}, INFINITY};
    fan->left_bound = bounds_left ? (cw_bound){fan->left.along, root->signed_radius}
                                  : (cw_bound){{0, 0}, -INFINITY};
    bool narrow = !fan->open && fabs(cw_vec2_cross(fan->right.along, fan->left.along)) < NARROW &&
                  cw_vec2_dot(fan->right.along, fan->left.along) > 0;
    fan->least = narrow ? 0 : SHORTEST_PART;
}

/// Whether an exit may not be taken, though it lies between the bounding rays.
static inline bool is_barred(const cw_fan *fan, uint32_t edge, const cw_mesh_side *side) {
    const cw_path_search *search = fan->search;
    uint32_t steps = fan->steps;
    if (search->in_corridor &&
        (steps >= search->corridor_count || search->corridor[steps] != edge)) {
        return true;
    }
    if (side->bridge != 0 && !side->splits && cw_path_search_leads_away(search, side)) {
        return true;
    }
    return search->cell_area != NULL && isinf(search->area_cost[search->cell_area[side->behind]]);
}

/// Portals that are looked at in one go.
#define PICKED 32

/// Whether a fan may reach a portal of its cell: not all of it is outside of one of the bounding
/// rays.
static inline bool may_reach(const cw_fan *fan, const cw_mesh_door *door) {
    const cw_bound *right = &fan->right_bound, *left = &fan->left_bound;
    cw_vec2 from = cw_vec2_sub(door->from, fan->root.center);
    cw_vec2 to = cw_vec2_sub(door->to, fan->root.center);
    bool to_right = cw_vec2_cross(right->along, to) + right->offset < -CW_GRAZE;
    bool from_left = cw_vec2_cross(left->along, from) + left->offset > CW_GRAZE;
    bool from_right = cw_vec2_cross(right->along, from) + right->offset < -CW_GRAZE;
    bool to_left = cw_vec2_cross(left->along, to) + left->offset > CW_GRAZE;
    bool outside = (from_right & to_right) | (from_left & to_left);
    bool arc = fan->arc_inside & (fan->arc.exit == door->edge);
    return arc | !outside;
}

/// Whether a fan may leave through its entry: only an arc can come back, if that splits.
static inline bool may_go_back(const cw_fan *fan) {
    return fan->entry != CW_NONE && fan->search->mesh.sides[fan->entry].splits && fan->arc_inside;
}

/// Leaves the cell through some of its portals. Those that may be reached are picked before the
/// first is taken, since which are cannot be foreseen.
static inline cw_status leave_through(cw_fan *fan, const cw_mesh_door *doors, uint32_t count) {
    const cw_mesh_side *sides = fan->search->mesh.sides;
    bool back = may_go_back(fan);
    uint32_t picked[PICKED], picks = 0;
    for (uint32_t i = 0; i < count; i++) {
        picked[picks] = doors[i].edge;
        picks += may_reach(fan, &doors[i]) & (back | (doors[i].edge != fan->entry));
    }
    for (uint32_t i = 0; i < picks; i++) {
        if (!is_barred(fan, picked[i], &sides[picked[i]])) {
            CW_TRY(cw_fan_take_exit(fan, picked[i]));
        }
    }
    return CW_OK;
}

/// Leaves the cell of a fan.
static cw_status leave_cell(cw_fan *fan) {
    const cw_path_search *search = fan->search;
    uint32_t end = search->mesh.door_first[fan->cell + 1];
    for (uint32_t i = search->mesh.door_first[fan->cell]; i < end; i += PICKED) {
        CW_TRY(leave_through(fan, &search->mesh.doors[i], end - i < PICKED ? end - i : PICKED));
    }
    return CW_OK;
}

/// Reaches the goals in the cell of a fan.
static inline cw_status reach_goals(cw_fan *fan) {
    const cw_path_search *search = fan->search;
    for (uint32_t i = 0; i < search->goals.count; i++) {
        if (search->goals.items[i].cell == fan->cell &&
            !(search->in_corridor && fan->steps < search->corridor_count)) {
            CW_TRY(cw_fan_reach_goal(fan, i));
        }
    }
    return CW_OK;
}

/// Whether no path is shorter than the one that is known: none is shorter than the estimate of the
/// node at hand, the least of all.
static inline bool is_nearest(const cw_path_search *search, uint32_t node_index) {
    double least = search->disc.nodes.items[node_index].estimate;
    return search->best <= least + cw_same_length(least);
}

/// Sends the rays of a node through its cell.
static cw_status expand(cw_path_search *search, uint32_t node_index) {
    const cw_node *node = &search->disc.nodes.items[node_index];
    cw_fan fan;
    fan.search = search;
    fan.node_index = node_index;
    fan.root_index = node->root;
    fan.steps = node->steps;
    fan.root = search->disc.roots.items[node->root]; // a copy: roots move when their array grows
    fan.cell = node->cell;
    fan.entry = node->entry;
    open_fan(&fan, node);
    CW_TRY(collect(&fan));
    CW_TRY(reach_goals(&fan));
    if (is_nearest(search, node_index)) {
        return CW_OK;
    }
    CW_TRY(cw_fan_turn_at_corners(&fan));
    return leave_cell(&fan);
}

/// Whether a node, of an edge or a root, has become needless since it was added.
static bool outdated(cw_path_search *search, cw_node *node) {
    const cw_root *root = &search->disc.roots.items[node->root];
    if (node->kind == CW_NODE_EDGE && !cw_disc_compare(search, node)) {
        return true;
    }
    return root->corner != CW_NONE && cw_disc_is_beaten(search, root, node->root + 1);
}

cw_status cw_disc_step(cw_path_search *search, uint32_t index, bool *over) {
    cw_node *node = &search->disc.nodes.items[index];
    *over = node->kind == CW_NODE_GOAL;
    if (*over) {
        search->found = index;
        return CW_OK;
    }
    CW_TRY(CW_ARRAY_RESERVE(search->context, &search->disc.known,
                            (size_t)search->disc.known.count + 1));
    if (outdated(search, node)) {
        return CW_OK;
    }
    CW_TRY(expand(search, index));
    search->expansions++;
    return CW_OK;
}
