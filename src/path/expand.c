/// Expanding a node: opening its fan of rays in the cell, collecting what is in the way, and
/// sending the rays on. See taut.h for the method.
#include "path/taut.h"

/// Metres: parts of an exit shorter than this are not followed, unless an arc goes through: they
/// come from rays that graze the end of the exit. A narrow fan is followed in any case: it may come
/// from a corner of hardly more than 180 degrees, behind which the next such corner waits.
#define SHORTEST_PART 1e-12

/// Sine of the angle between the bounding rays of a narrow fan.
#define NARROW 1e-5

static cw_status collect_walls(cw_fan *fan) {
    cw_taut *search = fan->search;
    const cw_navmesh *mesh = search->clearance->mesh;
    for (uint32_t e = mesh->cell_first[fan->cell]; e < mesh->cell_first[fan->cell + 1]; e++) {
        const cw_taut_side *side = &search->sides[e];
        if (side->twin == CW_NONE) {
            cw_obstacle obstacle = {.center = side->from,
                                    .to = cw_vec2_along(side->from, side->length, side->along),
                                    .corner = CW_NONE};
            CW_TRY(CW_ARRAY_PUSH(search->context, &search->obstacles, obstacle));
        }
    }
    return CW_OK;
}

/// Whether a bounding ray touches a circle, if at all, before it comes into the cell: there the
/// path has turned around it or not. `side` is how far the center lies outside of the ray.
static bool is_passed(const cw_tangent *ray, double entry_depth, double side, double radius,
                      cw_vec2 center) {
    return side > radius - CW_GRAZE && cw_tangent_depth(ray, center) < entry_depth - CW_GRAZE;
}

/// The obstacles of the cell that may stop rays of this fan.
static cw_status collect(cw_fan *fan) {
    cw_taut *search = fan->search;
    const cw_clearance *clearance = search->clearance;
    uint32_t begin = clearance->near_corner_first[fan->cell];
    uint32_t end = clearance->near_corner_first[fan->cell + 1];
    // The last ray of an arc bounds only what lies ahead of it, so it is not asked.
    bool ask_right = !fan->open && (!fan->arc_inside || fan->root.hand > 0);
    bool ask_left = !fan->open && (!fan->arc_inside || fan->root.hand < 0);
    double radius = search->radius;
    double right_entry = cw_fan_entry_depth(fan, &fan->right);
    double left_entry = cw_fan_entry_depth(fan, &fan->left);
    search->obstacles.count = 0;
    CW_TRY(CW_ARRAY_RESERVE(search->context, &search->obstacles, end - begin));
    for (uint32_t i = begin; i < end; i++) {
        const cw_near_corner *near = &clearance->near_corners[i];
        cw_vec2 center = near->position;
        if (near->distance > radius) {
            break;
        }
        double right = ask_right ? -cw_tangent_side(&fan->right, center) : -INFINITY;
        double left = ask_left ? cw_tangent_side(&fan->left, center) : -INFINITY;
        // One branch for all, since none of them alone can be foreseen.
        bool skip = (right > radius + CW_GRAZE) | (left > radius + CW_GRAZE) |
                    (near->corner == fan->root.corner) | (radius == 0 && near->entry != CW_NONE);
        if (skip || is_passed(&fan->right, right_entry, right, radius, center) ||
            is_passed(&fan->left, left_entry, left, radius, center)) {
            continue;
        }
        cw_obstacle *obstacle = &search->obstacles.items[search->obstacles.count++];
        obstacle->center = center;
        obstacle->corner = near->corner;
    }
    return search->dented[fan->cell] ? collect_walls(fan) : CW_OK;
}

/// Opens the fan of a node in its cell: the bounding rays, and the arc where there is one.
static void open_fan(cw_fan *fan) {
    const cw_node *node = &fan->node;
    const cw_root *root = &fan->root;
    fan->open = node->kind == CW_NODE_ROOT && root->hand == 0;
    fan->arc_inside = root->hand != 0 && (node->kind == CW_NODE_ROOT || node->arc);
    if (node->kind == CW_NODE_ROOT) {
        fan->right = fan->left = (cw_tangent){root->at, root->along};
    } else {
        fan->right = cw_tangent_leaving(root->center, root->signed_radius, node->right);
        fan->left = cw_tangent_leaving(root->center, root->signed_radius, node->left);
    }
    if (fan->arc_inside) {
        cw_tangent *last = root->hand > 0 ? &fan->left : &fan->right;
        fan->arc = cw_taut_arc(fan->search, root, last, fan->cell, fan->entry);
        *last = fan->arc.ray;
    }
    bool narrow = !fan->open && fabs(cw_vec2_cross(fan->right.along, fan->left.along)) < NARROW &&
                  cw_vec2_dot(fan->right.along, fan->left.along) > 0;
    fan->least = narrow ? 0 : SHORTEST_PART;
}

/// Whether a bridge leads away from all goals.
static bool leads_away(const cw_taut *search, const cw_taut_side *side) {
    for (uint32_t i = 0; i < search->goals.count; i++) {
        uint32_t time = search->times[search->goals.items[i].cell];
        if ((time >= side->low && time <= side->high) == (side->bridge > 0)) {
            return false;
        }
    }
    return true;
}

/// Whether an exit may not be taken, though it lies between the bounding rays.
static bool is_barred(const cw_fan *fan, uint32_t edge, const cw_taut_side *side) {
    const cw_taut *search = fan->search;
    uint32_t steps = fan->node.steps;
    if (search->in_corridor &&
        (steps >= search->corridor_count || search->corridor[steps] != edge)) {
        return true;
    }
    if (side->bridge != 0 && !side->splits && leads_away(search, side)) {
        return true;
    }
    return search->cell_area != NULL && isinf(search->area_cost[search->cell_area[side->behind]]);
}

/// Whether a whole exit lies outside of the bounding rays, or is none.
static bool skip_exit(const cw_fan *fan, uint32_t edge, const cw_taut_side *side) {
    bool back =
        (edge == fan->entry) & !(side->splits & fan->arc_inside & (fan->search->radius > 0));
    bool bounded = !fan->open & !fan->arc_inside;
    // Both bounding rays start behind the entry, so an exit right of the right one has its left end
    // there, and an exit left of the left one its right end. One branch for all.
    cw_vec2 to = cw_vec2_along(side->from, side->length, side->along);
    bool right = cw_tangent_side(&fan->right, to) < -CW_GRAZE;
    bool left = cw_tangent_side(&fan->left, side->from) > CW_GRAZE;
    return back | (side->twin == CW_NONE) | (bounded & (right | left));
}

cw_status cw_taut_expand(cw_taut *search, uint32_t node_index) {
    // Nodes and roots move when their arrays grow, so the fan has copies.
    cw_fan fan;
    fan.search = search;
    fan.node = search->nodes.items[node_index];
    fan.node_index = node_index;
    fan.root = search->roots.items[fan.node.root];
    fan.cell = fan.node.cell;
    fan.entry = fan.node.entry;
    open_fan(&fan);
    CW_TRY(collect(&fan));
    CW_TRY(cw_fan_reach_goals(&fan));
    CW_TRY(cw_fan_turn_at_corners(&fan));
    const uint32_t *first = &search->clearance->mesh->cell_first[fan.cell];
    for (uint32_t e = first[0]; e < first[1]; e++) {
        const cw_taut_side *side = &search->sides[e];
        if (!skip_exit(&fan, e, side) && !is_barred(&fan, e, side)) {
            CW_TRY(cw_fan_take_exit(&fan, e));
        }
    }
    return CW_OK;
}
