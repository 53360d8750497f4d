/// Sending a fan of rays through one exit of its cell: see disc_search.h for the method.
///
/// An exit is looked at from its right end to its left end, which is the direction of the edge.
/// First it is cut to the part between the bounding rays. On that part each obstacle shadows one
/// interval, since obstacles are convex: where its shadow begins, a ray touches the obstacle, or
/// the obstacle's circle crosses the exit. The rays leave between the shadows.
#include "path/disc/disc_search.h"

/// Length of the path up to where a ray leaves the root.
static inline double start_of(const cw_fan *fan, cw_vec2 along) {
    if (along.x == fan->right.along.x && along.y == fan->right.along.y) {
        return fan->right_start;
    }
    if (along.x == fan->left.along.x && along.y == fan->left.along.y) {
        return fan->left_start;
    }
    return cw_disc_length(&fan->root, along, 0);
}

/// Whether a part of an exit is too short to be followed.
static inline bool is_too_short(const cw_fan *fan, const cw_exit_part *part) {
    return !(part->high - part->low >= fan->least);
}

/// Bytes of a cell's edges, and of its near corners, that are fetched ahead: as many as most have.
#define FETCHED_SIDES 384
#define FETCHED_CORNERS 192
#define CACHE_LINE 64

/// Has memory fetched before it is needed. An address, since it may lie behind an array.
static inline void fetch(uintptr_t address, uint32_t bytes) {
    for (uint32_t i = 0; i < bytes; i += CACHE_LINE) {
        __builtin_prefetch((const void *)(address + i));
    }
}

/// Fetches what tells of an exit and of the cell behind it: often that is the next to be gone
/// through, and in a large mesh mostly far away.
static inline void fetch_behind(const cw_path_search *search, const cw_mesh_side *exit) {
    const cw_clearance *clearance = search->clearance;
    uintptr_t side = cw_navmesh_cell_begin(clearance->mesh, exit->behind);
    uintptr_t corner = clearance->near_corner_first[exit->behind];
    fetch((uintptr_t)search->mesh.sides + side * sizeof *search->mesh.sides, FETCHED_SIDES);
    fetch((uintptr_t)clearance->near_corners + corner * sizeof *clearance->near_corners,
          FETCHED_CORNERS);
    fetch((uintptr_t)&search->disc.known_slots[exit - search->mesh.sides], CACHE_LINE);
}

/// Adds the node behind a part of an exit, whose rays come from a root.
static inline cw_status add_node(const cw_fan *fan, const cw_exit_part *part, uint32_t root,
                                 bool arc) {
    cw_path_search *search = fan->search;
    fetch_behind(search, part->side);
    CW_TRY(CW_ARRAY_RESERVE(search->context, &search->disc.nodes,
                            (size_t)search->disc.nodes.count + 1));
    cw_node *node = &search->disc.nodes.items[search->disc.nodes.count];
    node->right = part->right.along;
    node->left = part->left.along;
    node->right_start = start_of(fan, part->right.along);
    node->left_start = start_of(fan, part->left.along);
    node->low = cw_exit_point(part, part->low);
    node->high = cw_exit_point(part, part->high);
    node->root = root;
    node->parent = fan->node_index;
    node->cell = part->side->behind;
    node->entry = part->side->twin;
    node->goal = CW_NONE;
    node->steps = fan->steps + 1;
    node->kind = CW_NODE_EDGE;
    node->arc = arc;
    return cw_disc_push_edge(search, node, part);
}

/// Whether the arc of a fan has gone round a part of a corner with more than a full turn of floor.
/// Directions tell how far round it is only for less than a full turn, and a fan has its rays in
/// less than half a turn, of which the arc may take all in the next cell.
static inline bool winds(const cw_fan *fan) {
    const cw_root *root = &fan->root;
    cw_vec2 along = fan->arc.ray.along;
    return fan->search->mesh.cones[root->corner].wide &&
           (root->hand > 0 ? cw_turn_measure(root->along, along)
                           : cw_turn_measure(along, root->along)) > fan->search->disc.turn_slack;
}

/// Leaves along an arc that winds: it goes on behind the exit as the arc of a root of its own, and
/// the rays that have left it go on as before.
static cw_status leave_winding(const cw_fan *fan, const cw_exit_part *part) {
    cw_path_search *search = fan->search;
    uint32_t index = search->disc.roots.count;
    const cw_tangent *ray = &fan->arc.ray;
    cw_root root = fan->root;
    root.at = root.from = ray->at;
    root.along = ray->along;
    root.length = cw_disc_length(&fan->root, ray->along, 0);
    root.parent = fan->root_index;
    root.rival = CW_NONE;
    root.steps = fan->steps + 1;
    CW_TRY(CW_ARRAY_PUSH(search->context, &search->disc.roots, root));
    if (!is_too_short(fan, part)) {
        CW_TRY(add_node(fan, part, fan->root_index, false));
    }
    cw_exit_part end = *part;
    if (root.hand > 0) {
        end.low = end.high;
        end.right = end.left;
    } else {
        end.high = end.low;
        end.left = end.right;
    }
    return add_node(fan, &end, index, true);
}

/// Leaves through a part of an exit, at one end of which the arc may go out.
static inline cw_status leave(const cw_fan *fan, const cw_exit_part *part, bool arc) {
    return arc && winds(fan) ? leave_winding(fan, part) : add_node(fan, part, fan->root_index, arc);
}

/// Leaves between the shadows, which are sorted.
static cw_status leave_between(const cw_fan *fan, const cw_exit_part *part) {
    const cw_path_search *search = fan->search;
    cw_exit_part piece = *part;
    bool arc_low = part->arc && fan->root.hand < 0, arc_high = part->arc && fan->root.hand > 0;
    for (uint32_t i = 0; i < search->disc.shadows.count; i++) {
        const cw_shadow *shadow = &search->disc.shadows.items[i];
        piece.high = shadow->low;
        piece.left = shadow->right;
        if (piece.high - piece.low > fan->least) {
            CW_TRY(leave(fan, &piece, arc_low));
        }
        if (shadow->high > piece.low) {
            piece.low = shadow->high;
            piece.right = shadow->left;
            arc_low = false;
        }
        if (piece.low >= part->high) {
            return CW_OK;
        }
    }
    piece.high = part->high;
    piece.left = part->left;
    bool arc = arc_low || arc_high;
    return !is_too_short(fan, &piece) || arc ? leave(fan, &piece, arc) : CW_OK;
}

/// The ray to one end of an exit that no bounding ray cuts off. An end inside the root's own circle
/// is moved out of it. An end at the start is seen along the exit in a corridor; else rays are sent
/// out into the cell behind the exit from the start itself (start.c), and those that went on
/// through the exit would go round and round the start.
static inline bool aim(const cw_fan *fan, cw_exit_part *part, bool high) {
    double *s = high ? &part->high : &part->low, length, meets[2];
    cw_tangent *ray = high ? &part->left : &part->right;
    if (cw_fan_ray_to(fan, cw_exit_point(part, *s), ray, &length)) {
        return true;
    }
    if (fan->root.corner == CW_NONE) {
        cw_vec2 along = part->side->along;
        *ray = (cw_tangent){fan->root.center, high ? along : (cw_vec2){-along.x, -along.y}};
        return fan->search->in_corridor;
    }
    if (!cw_line_meets_circle(part->side->from, part->side->along, fan->root.center,
                              fan->search->radius, meets)) {
        return false;
    }
    *s = meets[!high];
    return cw_fan_ray_to(fan, cw_exit_point(part, *s), ray, &length);
}

/// Ends a part at the shadow of the disc around the corner that stands at one end of the exit, if
/// there is one; false when nothing is left of it. `corner` receives the corner.
static inline bool end_at_disc(const cw_fan *fan, cw_exit_part *part, bool high, uint32_t *corner) {
    const cw_mesh_side *side = high ? &fan->search->mesh.sides[part->side->next] : part->side;
    if (side->corner == CW_NONE || side->corner == fan->root.corner || part->arc ||
        cw_fan_outside(fan, side->from) > 0) {
        return aim(fan, part, high);
    }
    *corner = side->corner;
    return cw_fan_shadow_end(fan, part->side, side->from, high ? 1 : -1,
                             high ? &part->high : &part->low, high ? &part->left : &part->right);
}

/// Ends a part where the arc goes out.
static void end_at_arc(const cw_fan *fan, cw_exit_part *part, bool *cut_low, bool *cut_high) {
    double s = cw_vec2_dot(cw_vec2_sub(fan->arc.ray.at, part->side->from), part->side->along);
    s = cw_least(cw_most(s, 0), part->side->length);
    if (fan->root.hand > 0) {
        part->high = s;
        part->low = cw_least(part->low, s);
        *cut_high = true;
    } else {
        part->low = s;
        part->high = cw_most(part->high, s);
        *cut_low = true;
    }
}

/// Where a bounding ray cuts an exit: metres from its start, or infinite. `out` is where a ray that
/// does not go out cuts it; one along the exit cuts off all of it or nothing.
static inline double cut_at(const cw_tangent *ray, const cw_mesh_side *side, double out) {
    double facing = cw_vec2_cross(ray->along, side->along);
    if (facing > CW_PARALLEL) {
        return -cw_tangent_side(ray, side->from) / facing;
    }
    if (facing < -CW_PARALLEL) {
        return out;
    }
    return cw_vec2_dot(ray->along, side->along) > 0 ? INFINITY : -INFINITY;
}

/// Whether no ray of a fan goes out through an exit, when neither of its bounding rays does: around
/// an arc it may still turn through all directions in which rays go out.
static bool turns_away(const cw_fan *fan, const cw_mesh_side *side) {
    if (!fan->arc_inside) {
        return true;
    }
    cw_vec2 out = {side->along.y, -side->along.x};
    double turn = cw_turn_measure(fan->right.along, fan->left.along);
    return turn > cw_turn_most(fan->search->disc.turn_slack) ||
           cw_turn_measure(fan->right.along, out) > turn;
}

/// Cuts an exit to the part between the bounding rays; false when nothing is left.
static inline bool cut(const cw_fan *fan, cw_exit_part *part) {
    const cw_mesh_side *side = part->side;
    bool cut_low = false, cut_high = false;
    part->low = 0;
    part->high = side->length;
    if (!fan->open) {
        part->right = fan->right;
        part->left = fan->left;
        double low = cut_at(&fan->right, side, -INFINITY);
        double high = cut_at(&fan->left, side, INFINITY);
        if (low == -INFINITY && high == INFINITY && !part->arc && turns_away(fan, side)) {
            return false;
        }
        cut_low = low > 0;
        cut_high = high < side->length;
        part->low = cut_low ? low : 0;
        part->high = cut_high ? high : side->length;
    }
    if (part->arc) {
        end_at_arc(fan, part, &cut_low, &cut_high);
    }
    if (part->low > part->high && fan->least == 0 &&
        part->low < part->high + fan->search->mesh.rounding) {
        part->low = part->high;
    }
    if (is_too_short(fan, part) && !part->arc) {
        return false;
    }
    part->right_corner = part->left_corner = CW_NONE;
    return (cut_low || end_at_disc(fan, part, false, &part->right_corner)) &&
           (cut_high || end_at_disc(fan, part, true, &part->left_corner)) &&
           (!is_too_short(fan, part) || part->arc);
}

cw_status cw_fan_take_exit(cw_fan *fan, uint32_t edge) {
    const cw_path_search *search = fan->search;
    cw_exit_part part; /* not cleared: it is large, and cut() fills it */
    part.side = &search->mesh.sides[edge];
    part.arc = fan->arc_inside && fan->arc.exit == edge;
    if (!cut(fan, &part)) {
        return CW_OK;
    }
    if (search->disc.obstacles.count == 0) {
        return leave(fan, &part, part.arc);
    }
    CW_TRY(cw_fan_shade(fan, &part));
    return search->disc.shadows.count == 0 ? leave(fan, &part, part.arc)
                                           : leave_between(fan, &part);
}
