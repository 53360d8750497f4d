/// Sending a fan of rays through one exit of its cell: see taut.h for the method.
///
/// An exit is looked at from its right end to its left end, which is the direction of the edge.
/// First it is cut to the part between the bounding rays. On that part each obstacle shadows one
/// interval, since obstacles are convex: where its shadow begins, a ray touches the obstacle, or
/// the obstacle's circle crosses the exit. The rays leave between the shadows.
#include "path/disc/crowded_rays.h"

/// Sine of the angle between the rays at the two ends of a sliver.
#define SLIVER 1e-5

/// Metres: vertices this close to each other are the work of snapping.
#define NEXT_TO (CW_SURE / 10)

/// Length of the path up to where a ray leaves the root.
static inline double start_of(const cw_fan *fan, cw_vec2 along) {
    if (along.x == fan->right.along.x && along.y == fan->right.along.y) {
        return fan->right_start;
    }
    if (along.x == fan->left.along.x && along.y == fan->left.along.y) {
        return fan->left_start;
    }
    return cw_taut_length(&fan->root, along, 0);
}

/// Whether a part of an exit is too short to be followed. Seen by a point from close by, it may be
/// short and wide.
static inline bool is_too_short(const cw_fan *fan, const cw_exit_part *part) {
    double width = part->high - part->low;
    if (width >= fan->least || fan->search->radius > 0) {
        return !(width >= fan->least);
    }
    double distance = cw_vec2_distance(fan->root.center, cw_exit_point(part, part->low));
    return !(width > 0 && width >= fan->least * distance);
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
static inline void fetch_behind(const cw_taut *search, const cw_taut_side *exit) {
    const cw_clearance *clearance = search->clearance;
    uintptr_t side = clearance->mesh->cell_first[exit->behind];
    uintptr_t corner = clearance->near_corner_first[exit->behind];
    fetch((uintptr_t)search->sides + side * sizeof *search->sides, FETCHED_SIDES);
    fetch((uintptr_t)clearance->near_corners + corner * sizeof *clearance->near_corners,
          FETCHED_CORNERS);
    fetch((uintptr_t)&search->known_slots[exit - search->sides], CACHE_LINE);
}

/// Adds the node behind a part of an exit, whose rays come from a root.
static inline cw_status add_node(const cw_fan *fan, const cw_exit_part *part, uint32_t root,
                                 bool arc) {
    cw_taut *search = fan->search;
    fetch_behind(search, part->side);
    CW_TRY(CW_ARRAY_RESERVE(search->context, &search->nodes, (size_t)search->nodes.count + 1));
    cw_node *node = &search->nodes.items[search->nodes.count];
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
    return cw_taut_push_edge(search, node, part);
}

/// Whether the arc of a fan has gone round a part of a corner with more than a full turn of floor.
/// Directions tell how far round it is only for less than a full turn, and a fan has its rays in
/// less than half a turn, of which the arc may take all in the next cell.
static inline bool winds(const cw_fan *fan) {
    const cw_root *root = &fan->root;
    cw_vec2 along = fan->arc.ray.along;
    return fan->search->cones[root->corner].wide &&
           (root->hand > 0 ? cw_turn_measure(root->along, along)
                           : cw_turn_measure(along, root->along)) > fan->search->turn_slack;
}

/// Leaves along an arc that winds: it goes on behind the exit as the arc of a root of its own, and
/// the rays that have left it go on as before.
static cw_status leave_winding(const cw_fan *fan, const cw_exit_part *part) {
    cw_taut *search = fan->search;
    uint32_t index = search->roots.count;
    const cw_tangent *ray = &fan->arc.ray;
    cw_root root = fan->root;
    root.at = root.from = ray->at;
    root.along = ray->along;
    root.length = cw_taut_length(&fan->root, ray->along, 0);
    root.parent = fan->root_index;
    root.rival = CW_NONE;
    root.steps = fan->steps + 1;
    CW_TRY(CW_ARRAY_PUSH(search->context, &search->roots, root));
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

/// Whether a part of an exit is a sliver between two shadows of which a wall stops the rays: those
/// that graze the end of a wall in a nook are in no shadow, but go into the wall that meets it
/// there.
static bool is_shut_sliver(const cw_fan *fan, const cw_exit_part *part) {
    const cw_taut *search = fan->search;
    cw_tangent middle;
    double length;
    if (search->radius > 0 || fabs(cw_vec2_cross(part->right.along, part->left.along)) > SLIVER ||
        !cw_fan_ray_to(fan, cw_exit_point(part, (part->low + part->high) / 2), &middle, &length)) {
        return false;
    }
    double from = cw_fan_wall_depth(fan, &middle);
    if (cw_fan_throngs(fan)) {
        return !cw_throng_lets_through(fan, &middle, from, length, NULL);
    }
    bool shut = false;
    for (uint32_t i = 0; i < search->obstacles.count && !shut; i++) {
        shut = cw_fan_stops(fan, &search->obstacles.items[i], &middle, from, length);
    }
    return shut;
}

/// Leaves between the shadows, which are sorted.
static cw_status leave_between(const cw_fan *fan, const cw_exit_part *part) {
    const cw_taut *search = fan->search;
    cw_exit_part piece = *part;
    bool arc_low = part->arc && fan->root.hand < 0, arc_high = part->arc && fan->root.hand > 0;
    for (uint32_t i = 0; i < search->shadows.count; i++) {
        const cw_shadow *shadow = &search->shadows.items[i];
        piece.high = shadow->low;
        piece.left = shadow->right;
        if (piece.high - piece.low > fan->least && (arc_low || !is_shut_sliver(fan, &piece))) {
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

/// The ray along an exit to its left end, or to its right end.
static inline cw_tangent ray_along(const cw_fan *fan, const cw_taut_side *exit, bool left) {
    double sign = left ? 1 : -1;
    return (cw_tangent){fan->root.center, {sign * exit->along.x, sign * exit->along.y}};
}

/// A ray on one side of a fan, if it goes out through an exit; else the last one that does.
static inline cw_tangent going_out(const cw_fan *fan, const cw_taut_side *exit, cw_tangent ray,
                                   bool left) {
    return cw_vec2_cross(ray.along, exit->along) > 0 ? ray : ray_along(fan, exit, left);
}

/// The last ray of a point past an end of an exit near its root: the one that passes the end by
/// CW_GRAZE, or right next to a corner, the bounding ray.
static cw_tangent ray_past(const cw_fan *fan, const cw_taut_side *exit, const cw_tangent *to_end,
                           double length, bool left) {
    const cw_tangent *bound = left ? &fan->left : &fan->right;
    if (!cw_fan_is_first(fan) && length < NEXT_TO) {
        return going_out(fan, exit, *bound, left);
    }
    if (length <= CW_GRAZE) {
        return ray_along(fan, exit, left);
    }
    cw_vec2 end = {length * to_end->along.x, length * to_end->along.y};
    cw_tangent ray = {fan->root.center, cw_taut_last_along(end, left ? 1 : -1)};
    double inside = cw_vec2_cross(bound->along, ray.along);
    return going_out(fan, exit, !fan->open && (left ? inside > 0 : inside < 0) ? *bound : ray,
                     left);
}

/// The ray to one end of an exit that no bounding ray cuts off. An end inside the root's own circle
/// is moved out of it; an end at the root itself is seen along the exit; one next to it, for a
/// point, tells nothing of the direction.
static inline bool aim(const cw_fan *fan, cw_exit_part *part, bool high) {
    double *s = high ? &part->high : &part->low, length, first, second;
    cw_tangent *ray = high ? &part->left : &part->right;
    if (cw_fan_ray_to(fan, cw_exit_point(part, *s), ray, &length)) {
        if (length < fan->search->near_root && fan->search->radius == 0) {
            *ray = ray_past(fan, part->side, ray, length, high);
        }
        return true;
    }
    if (fan->root.corner == CW_NONE || fan->search->radius == 0) {
        *ray = ray_along(fan, part->side, high);
        return true;
    }
    if (!cw_exit_meets_circle(part->side, fan->root.center, fan->search->radius, &first, &second)) {
        return false;
    }
    *s = high ? first : second;
    return cw_fan_ray_to(fan, cw_exit_point(part, *s), ray, &length);
}

/// Ends a part at the shadow of the disc around the corner that stands at one end of the exit, if
/// there is one; false when nothing is left of it. `corner` receives the corner.
static inline bool end_at_disc(const cw_fan *fan, cw_exit_part *part, bool high, uint32_t *corner) {
    const cw_taut_side *side = high ? &fan->search->sides[part->side->next] : part->side;
    if (side->corner == CW_NONE || side->corner == fan->root.corner || part->arc ||
        fan->search->radius == 0 || cw_fan_outside(fan, side->from) > 0) {
        return aim(fan, part, high);
    }
    *corner = side->corner;
    return cw_fan_shadow_end(fan, part->side, side->from, high ? 1 : -1,
                             high ? &part->high : &part->low, high ? &part->left : &part->right);
}

/// Ends a part where the arc goes out. A point that turns at a vertex goes out there and nowhere
/// else.
static void end_at_arc(const cw_fan *fan, cw_exit_part *part, bool *cut_low, bool *cut_high) {
    double s = cw_vec2_dot(cw_vec2_sub(fan->arc.ray.at, part->side->from), part->side->along);
    bool point = fan->search->radius == 0;
    s = cw_least(cw_most(s, 0), part->side->length);
    if (fan->root.hand > 0 || point) {
        part->high = s;
        part->low = cw_least(part->low, s);
        *cut_high = true;
    }
    if (fan->root.hand < 0 || point) {
        part->low = s;
        part->high = cw_most(part->high, s);
        *cut_low = true;
    }
}

/// Where a bounding ray cuts an exit: metres from its start, or infinite. `out` is where a ray that
/// does not go out cuts it; one along the exit cuts off all of it or nothing.
static inline double cut_at(const cw_tangent *ray, const cw_taut_side *side, double out) {
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
static bool turns_away(const cw_fan *fan, const cw_taut_side *side) {
    if (!fan->arc_inside) {
        return true;
    }
    cw_vec2 out = {side->along.y, -side->along.x};
    double turn = cw_turn_measure(fan->right.along, fan->left.along);
    return turn > cw_turn_most(fan->search->turn_slack) ||
           cw_turn_measure(fan->right.along, out) > turn;
}

/// Whether a point that turns at a corner stands on an exit, next to its end: snapping may leave
/// the end of a portal a few lattice steps beside the corner. Then all rays that go out do so right
/// there, and where they cross the exit means nothing.
static bool stands_on(const cw_fan *fan, const cw_taut_side *side) {
    if (!fan->arc_inside || fan->search->radius > 0) {
        return false;
    }
    const cw_clearance *clearance = fan->search->clearance;
    const uint32_t *vertices = clearance->mesh->edge_vertex;
    uint32_t vertex = clearance->corners[fan->root.corner].vertex;
    if (vertices[side - fan->search->sides] == vertex || vertices[side->next] == vertex) {
        return false;
    }
    cw_vec2 v = cw_vec2_sub(fan->root.center, side->from);
    double s = cw_vec2_dot(v, side->along);
    return fabs(cw_vec2_cross(side->along, v)) <= CW_GRAZE && s >= 0 && s <= side->length;
}

/// Cuts an exit to the point where the root stands.
static bool cut_to_root(const cw_fan *fan, cw_exit_part *part) {
    if (!stands_on(fan, part->side)) {
        return false;
    }
    part->low = part->high =
        cw_vec2_dot(cw_vec2_sub(fan->root.center, part->side->from), part->side->along);
    part->right = going_out(fan, part->side, fan->right, false);
    part->left = going_out(fan, part->side, fan->left, true);
    part->right_corner = part->left_corner = CW_NONE;
    return true;
}

/// Cuts an exit to the part between the bounding rays; false when nothing is left.
static inline bool cut(const cw_fan *fan, cw_exit_part *part) {
    const cw_taut_side *side = part->side;
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
    } else if (fan->search->radius == 0 && cw_taut_lies_within(side, fan->root.at, CW_GRAZE)) {
        return false; /* the start is in the cell behind, too */
    }
    if (part->arc) {
        end_at_arc(fan, part, &cut_low, &cut_high);
    }
    if (part->low > part->high && fan->least == 0 &&
        part->low < part->high + fan->search->rounding) {
        part->low = part->high;
    }
    if (is_too_short(fan, part) && !part->arc) {
        return cut_to_root(fan, part);
    }
    part->right_corner = part->left_corner = CW_NONE;
    return (cut_low || end_at_disc(fan, part, false, &part->right_corner)) &&
           (cut_high || end_at_disc(fan, part, true, &part->left_corner)) &&
           (!is_too_short(fan, part) || part->arc);
}

cw_status cw_fan_take_exit(cw_fan *fan, uint32_t edge) {
    const cw_taut *search = fan->search;
    cw_exit_part part; /* not cleared: it is large, and cut() fills it */
    part.side = &search->sides[edge];
    part.arc = fan->arc_inside && fan->arc.exit == edge;
    if (!cut(fan, &part)) {
        return CW_OK;
    }
    // A point that turns at a vertex of the exit is there: nothing lies between.
    if (search->obstacles.count == 0 ||
        (search->radius == 0 && (part.arc || !search->dented[fan->cell]))) {
        return leave(fan, &part, part.arc);
    }
    CW_TRY(cw_fan_shade(fan, &part));
    return search->shadows.count == 0 ? leave(fan, &part, part.arc) : leave_between(fan, &part);
}
