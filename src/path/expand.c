/// Sending the rays of a node through one cell: see taut.h for the method.
///
/// The rays of a node lie between a right and a left bounding ray; all rays from the start are not
/// bounded in its own cell. An exit is looked at from its right end to its left end, which is the
/// direction of the edge. On it, each obstacle shadows one interval, since obstacles are convex:
/// where its shadow begins, a ray touches the obstacle, or the obstacle's circle crosses the exit.
#include "path/taut.h"

/// Metres: parts of an exit shorter than this are not followed, unless an arc goes through: they
/// come from rays that graze the end of the exit. A narrow fan is followed in any case: it may come
/// from a corner of hardly more than 180 degrees, behind which the next such corner waits.
#define SHORTEST_PART 1e-12

/// Sine of the angle between the bounding rays of a narrow fan.
#define NARROW 1e-5

/// The fan of rays of the node at hand.
typedef struct fan {
    cw_taut *search;
    const cw_node *node;
    uint32_t node_index;
    cw_root root;
    bool open; ///< not bounded: rays from the start in its cell
    cw_tangent right, left;
    cw_arc_end arc;                  ///< of a root or of a node that follows one
    bool arc_inside;                 ///< an arc is followed in this cell
    double least;                    ///< shortest part of an exit that is followed, in metres
    cw_vec2 entry_from, entry_along; ///< the entry, when there is one
    uint32_t cell, entry;
} fan;

/// An exit as seen from the cell, with the part of it at hand.
typedef struct exit_side {
    uint32_t edge;
    cw_vec2 from, along;
    double length;
    double low, high; ///< metres from `from`
    cw_tangent right, left;
    bool arc; ///< the arc goes out at `low` or `high`
} exit_side;

static cw_vec2 exit_point(const exit_side *side, double s) {
    return cw_vec2_along(side->from, s, side->along);
}

/// Where a ray crosses the line of an exit, in metres from its start; infinite for rays that do not
/// go out there.
static double cross_exit(const cw_tangent *ray, const exit_side *side) {
    double facing = cw_vec2_cross(ray->along, side->along);
    if (facing <= 0) {
        return cw_vec2_dot(ray->along, side->along) > 0 ? INFINITY : -INFINITY;
    }
    return cw_vec2_cross(ray->along, cw_vec2_sub(ray->at, side->from)) / facing;
}

/// Depth at which a ray comes into the cell.
static double entry_depth(const fan *rays, const cw_tangent *ray) {
    if (rays->entry == CW_NONE) {
        return 0;
    }
    double facing = cw_vec2_cross(rays->entry_along, ray->along);
    if (facing <= 0) {
        return 0;
    }
    double depth =
        cw_vec2_cross(rays->entry_along, cw_vec2_sub(rays->entry_from, ray->at)) / facing;
    return fmax(depth, 0);
}

/// The ray from the root to a point.
static bool ray_to(const fan *rays, cw_vec2 point, cw_tangent *ray, double *length) {
    return cw_tangent_between(rays->root.center, rays->root.signed_radius, point, 0, ray, length);
}

static bool crosses_wall(const cw_tangent *ray, double from, double to,
                         const cw_obstacle *obstacle) {
    cw_vec2 side = cw_vec2_sub(obstacle->to, obstacle->center);
    double facing = cw_vec2_cross(ray->along, side);
    double a = cw_tangent_side(ray, obstacle->center), b = cw_tangent_side(ray, obstacle->to);
    if (fmax(a, b) <= CW_GRAZE || fmin(a, b) >= -CW_GRAZE) {
        return false;
    }
    double depth = cw_vec2_cross(cw_vec2_sub(obstacle->center, ray->at), side) / facing;
    return depth > from - CW_GRAZE && depth < to - CW_GRAZE;
}

static bool stops(const fan *rays, const cw_obstacle *obstacle, const cw_tangent *ray, double from,
                  double to) {
    return obstacle->corner == CW_NONE
               ? crosses_wall(ray, from, to, obstacle)
               : cw_tangent_hits(ray, from, to, obstacle->center, rays->search->radius);
}

/// Whether a point lies outside of the bounding rays by more than a distance. The last ray of an
/// arc bounds only what lies ahead of it, so it is not asked.
static bool outside(const fan *rays, cw_vec2 point, double distance) {
    if (rays->open) {
        return false;
    }
    bool right = !rays->arc_inside || rays->root.hand > 0;
    bool left = !rays->arc_inside || rays->root.hand < 0;
    return (right && cw_tangent_side(&rays->right, point) < -distance - CW_GRAZE) ||
           (left && cw_tangent_side(&rays->left, point) > distance + CW_GRAZE);
}

/// The obstacles of the cell that may stop rays of this fan.
static cw_status collect(fan *rays) {
    cw_taut *search = rays->search;
    const cw_clearance *clearance = search->clearance;
    search->obstacles.count = 0;
    uint32_t end = clearance->near_corner_first[rays->cell + 1];
    for (uint32_t i = clearance->near_corner_first[rays->cell]; i < end; i++) {
        const cw_near_corner *near = &clearance->near_corners[i];
        if (near->distance > search->radius) {
            break;
        }
        if (near->corner == rays->root.corner || outside(rays, near->position, search->radius)) {
            continue;
        }
        cw_obstacle obstacle = {.center = near->position, .corner = near->corner};
        CW_TRY(CW_ARRAY_PUSH(search->context, &search->obstacles, obstacle));
    }
    if (search->dented[rays->cell]) {
        const cw_navmesh *mesh = clearance->mesh;
        for (uint32_t e = mesh->cell_first[rays->cell]; e < mesh->cell_first[rays->cell + 1]; e++) {
            if (mesh->edge_twin[e] == CW_NONE) {
                cw_obstacle obstacle = {.center = cw_clearance_from(clearance, e),
                                        .to = cw_clearance_to(clearance, e),
                                        .corner = CW_NONE};
                CW_TRY(CW_ARRAY_PUSH(search->context, &search->obstacles, obstacle));
            }
        }
    }
    return CW_OK;
}

/// The points where the circle of an obstacle crosses the line of an exit.
static bool circle_on_exit(const exit_side *side, cw_vec2 center, double radius, double *first,
                           double *second) {
    cw_vec2 u = cw_vec2_sub(center, side->from);
    double off = cw_vec2_cross(side->along, u), middle = cw_vec2_dot(u, side->along);
    double square = radius * radius - off * off;
    if (square <= 0) {
        return false;
    }
    double half = sqrt(square);
    *first = middle - half;
    *second = middle + half;
    return true;
}

/// Where the shadow of a disc ends on an exit, on the side where it is passed with the disc on the
/// given hand (1: disc left, so the right end of the shadow).
static bool shadow_end(const fan *rays, const exit_side *side, cw_vec2 center, double hand,
                       double *s, cw_tangent *ray) {
    double radius = rays->search->radius, length;
    if (cw_tangent_between(rays->root.center, rays->root.signed_radius, center, hand * radius, ray,
                           &length)) {
        *s = cross_exit(ray, side);
        if (isfinite(*s) && length <= cw_tangent_depth(ray, exit_point(side, *s)) + CW_GRAZE) {
            return true;
        }
    }
    double first, second;
    if (!circle_on_exit(side, center, radius, &first, &second)) {
        return false;
    }
    *s = hand > 0 ? first : second;
    return ray_to(rays, exit_point(side, *s), ray, &length);
}

/// The two ends of the shadow of a wall: the rays to its ends.
static bool wall_shadow(const fan *rays, const exit_side *side, const cw_obstacle *wall,
                        cw_shadow *shadow) {
    double length;
    cw_tangent right, left;
    if (!ray_to(rays, wall->center, &right, &length) || !ray_to(rays, wall->to, &left, &length)) {
        return false;
    }
    if (cw_vec2_cross(right.along, left.along) < 0) {
        cw_tangent swap = right;
        right = left;
        left = swap;
    }
    bool right_faces = cw_vec2_cross(right.along, side->along) > 0;
    bool left_faces = cw_vec2_cross(left.along, side->along) > 0;
    *shadow = (cw_shadow){right_faces ? cross_exit(&right, side) : -INFINITY,
                          left_faces ? cross_exit(&left, side) : INFINITY, right, left};
    return right_faces || left_faces;
}

static bool disc_shadow(const fan *rays, const exit_side *side, const cw_obstacle *disc,
                        bool right_is_hit, bool left_is_hit, cw_shadow *shadow) {
    bool right =
        right_is_hit || shadow_end(rays, side, disc->center, 1, &shadow->low, &shadow->right);
    bool left =
        left_is_hit || shadow_end(rays, side, disc->center, -1, &shadow->high, &shadow->left);
    if (!right) {
        shadow->low = -INFINITY;
    }
    if (!left) {
        shadow->high = INFINITY;
    }
    return right && left ? true : right_is_hit || left_is_hit;
}

/// The shadow of an obstacle on the part of an exit at hand; false when there is none.
static bool cast(const fan *rays, const exit_side *side, const cw_obstacle *obstacle,
                 cw_shadow *shadow) {
    bool disc = obstacle->corner != CW_NONE;
    double radius = disc ? rays->search->radius : 0;
    cw_vec2 low = exit_point(side, side->low), high = exit_point(side, side->high);
    if (disc && (cw_tangent_side(&side->right, obstacle->center) <= -radius + CW_GRAZE ||
                 cw_tangent_side(&side->left, obstacle->center) >= radius - CW_GRAZE)) {
        return false;
    }
    bool right = stops(rays, obstacle, &side->right, entry_depth(rays, &side->right),
                       cw_tangent_depth(&side->right, low));
    bool left = stops(rays, obstacle, &side->left, entry_depth(rays, &side->left),
                      cw_tangent_depth(&side->left, high));
    if (right && left) {
        shadow->low = -INFINITY;
        shadow->high = INFINITY;
        return true;
    }
    if (!(disc ? disc_shadow(rays, side, obstacle, right, left, shadow)
               : wall_shadow(rays, side, obstacle, shadow))) {
        return false;
    }
    shadow->low = right ? -INFINITY : shadow->low;
    shadow->high = left ? INFINITY : shadow->high;
    if (right || left) {
        return true;
    }
    // Neither end is hit: the obstacle may stand between, or before the entry, or behind the exit.
    cw_tangent middle;
    double length, from = fmax(shadow->low, side->low), to = fmin(shadow->high, side->high);
    return from < to && ray_to(rays, exit_point(side, (from + to) / 2), &middle, &length) &&
           stops(rays, obstacle, &middle, entry_depth(rays, &middle), length);
}

/// Adds the node behind a part of an exit.
static cw_status leave(const fan *rays, const exit_side *side, bool arc) {
    cw_node node = {.right = side->right,
                    .left = side->left,
                    .low = exit_point(side, side->low),
                    .high = exit_point(side, side->high),
                    .root = rays->node->root,
                    .parent = rays->node_index,
                    .entry = rays->search->clearance->mesh->edge_twin[side->edge],
                    .steps = rays->node->steps + 1,
                    .kind = CW_NODE_EDGE,
                    .arc = arc};
    node.cell = rays->search->clearance->mesh->edge_cell[node.entry];
    return cw_taut_push(rays->search, &node);
}

/// Adds the nodes behind the parts of an exit between the shadows, which are sorted.
static cw_status leave_between(const fan *rays, const exit_side *side) {
    cw_taut *search = rays->search;
    exit_side part = *side;
    bool arc_low = side->arc && rays->root.hand < 0, arc_high = side->arc && rays->root.hand > 0;
    for (uint32_t i = 0; i < search->shadows.count; i++) {
        const cw_shadow *shadow = &search->shadows.items[i];
        part.high = shadow->low;
        part.left = shadow->right;
        if (part.high - part.low > rays->least) {
            CW_TRY(leave(rays, &part, arc_low));
        }
        if (shadow->high > part.low) {
            part.low = shadow->high;
            part.right = shadow->left;
            arc_low = false;
        }
        if (part.low >= side->high) {
            return CW_OK;
        }
    }
    part.high = side->high;
    part.left = side->left;
    bool arc = arc_low || arc_high;
    return part.high - part.low >= rays->least || arc ? leave(rays, &part, arc) : CW_OK;
}

static cw_status shade(const fan *rays, const exit_side *side) {
    cw_taut *search = rays->search;
    search->shadows.count = 0;
    for (uint32_t i = 0; i < search->obstacles.count; i++) {
        cw_shadow shadow;
        const cw_obstacle *obstacle = &search->obstacles.items[i];
        if ((search->radius == 0 && obstacle->corner != CW_NONE) ||
            !cast(rays, side, obstacle, &shadow)) {
            continue;
        }
        CW_TRY(CW_ARRAY_PUSH(search->context, &search->shadows, shadow));
        cw_shadow *items = search->shadows.items;
        for (uint32_t j = search->shadows.count - 1; j > 0 && items[j].low < items[j - 1].low;
             j--) {
            cw_shadow swap = items[j];
            items[j] = items[j - 1];
            items[j - 1] = swap;
        }
    }
    return leave_between(rays, side);
}

/// The ray to one end of an exit, when no bounding ray cuts it there. An end inside the root's own
/// circle is moved out of it; an end at the start itself is seen along the exit.
static bool bound_end(const fan *rays, exit_side *side, bool high) {
    double *s = high ? &side->high : &side->low, length, first, second;
    cw_tangent *ray = high ? &side->left : &side->right;
    if (ray_to(rays, exit_point(side, *s), ray, &length)) {
        return true;
    }
    if (rays->root.corner == CW_NONE || rays->search->radius == 0) {
        double sign = high ? 1 : -1;
        *ray = (cw_tangent){rays->root.center, {sign * side->along.x, sign * side->along.y}};
        return true;
    }
    if (!circle_on_exit(side, rays->root.center, rays->search->radius, &first, &second)) {
        return false;
    }
    *s = high ? first : second;
    return ray_to(rays, exit_point(side, *s), ray, &length);
}

/// Cuts an exit to the part between the bounding rays; false when nothing is left.
static bool bound_exit(const fan *rays, exit_side *side) {
    bool cut_low = false, cut_high = false;
    side->low = 0;
    side->high = side->length;
    side->arc = rays->arc_inside && rays->arc.exit == side->edge;
    if (!rays->open) {
        bool right_faces = cw_vec2_cross(rays->right.along, side->along) >= 0;
        bool left_faces = cw_vec2_cross(rays->left.along, side->along) >= 0;
        if (!right_faces && !left_faces && !side->arc) {
            return false;
        }
        double low = right_faces ? cross_exit(&rays->right, side) : -INFINITY;
        double high = left_faces ? cross_exit(&rays->left, side) : INFINITY;
        cut_low = low > 0;
        cut_high = high < side->length;
        side->low = cut_low ? low : 0;
        side->high = cut_high ? high : side->length;
    }
    side->right = rays->right;
    side->left = rays->left;
    if (side->arc) {
        double s = cw_vec2_dot(cw_vec2_sub(rays->arc.ray.at, side->from), side->along);
        s = fmin(fmax(s, 0), side->length);
        if (rays->root.hand > 0) {
            side->high = s;
            side->low = fmin(side->low, s);
            cut_high = true;
        } else {
            side->low = s;
            side->high = fmax(side->high, s);
            cut_low = true;
        }
    }
    if (side->low > side->high && rays->least == 0 && side->low < side->high + SHORTEST_PART) {
        side->low = side->high;
    }
    if (!(side->high - side->low >= rays->least) && !side->arc) {
        return false;
    }
    return (cut_low || bound_end(rays, side, false)) && (cut_high || bound_end(rays, side, true)) &&
           (side->high - side->low >= rays->least || side->arc);
}

static cw_status take_exit(const fan *rays, uint32_t edge) {
    const cw_clearance *clearance = rays->search->clearance;
    exit_side side = {.edge = edge, .from = cw_clearance_from(clearance, edge)};
    cw_vec2 span = cw_vec2_sub(cw_clearance_to(clearance, edge), side.from);
    side.length = cw_vec2_length(span);
    side.along = (cw_vec2){span.x / side.length, span.y / side.length};
    return bound_exit(rays, &side) ? shade(rays, &side) : CW_OK;
}

/// Whether an exit may be worth taking at all.
static bool may_take(const fan *rays, uint32_t edge) {
    const cw_taut *search = rays->search;
    if (edge == rays->entry || search->clearance->mesh->edge_twin[edge] == CW_NONE) {
        return false;
    }
    uint32_t steps = rays->node->steps;
    return !search->in_corridor ||
           (steps < search->corridor_count && search->corridor[steps] == edge);
}

/// Whether a ray of a fan around an arc leaves it between its start and its end.
static bool leaves_arc(const fan *rays, cw_vec2 along) {
    if (rays->root.hand == 0 || !rays->arc_inside) {
        return true;
    }
    cw_vec2 first = rays->root.hand > 0 ? rays->right.along : rays->left.along;
    cw_vec2 last = rays->arc.ray.along;
    double turn =
        rays->root.hand > 0 ? cw_turn_measure(first, along) : cw_turn_measure(along, first);
    double most = rays->root.hand > 0 ? cw_turn_measure(first, last) : cw_turn_measure(last, first);
    return turn <= most + 1e-9 || turn > 4 - 1e-9;
}

/// Whether a point that a ray comes to, `length` from where it leaves the root, is seen: between
/// the bounding rays, inside the cell, with nothing before it.
static bool sees(const fan *rays, const cw_tangent *ray, double length, cw_vec2 point,
                 const cw_obstacle *except) {
    if (outside(rays, point, 0) || !leaves_arc(rays, ray->along)) {
        return false;
    }
    double from = entry_depth(rays, ray);
    if (length < from - CW_GRAZE) {
        return false;
    }
    const cw_taut *search = rays->search;
    for (uint32_t i = 0; i < search->obstacles.count; i++) {
        const cw_obstacle *obstacle = &search->obstacles.items[i];
        if (obstacle != except && stops(rays, obstacle, ray, from, length)) {
            return false;
        }
    }
    return true;
}

static bool inside_cell(const fan *rays, cw_vec2 point) {
    const cw_clearance *clearance = rays->search->clearance;
    const cw_navmesh *mesh = clearance->mesh;
    for (uint32_t e = mesh->cell_first[rays->cell]; e < mesh->cell_first[rays->cell + 1]; e++) {
        cw_vec2 a = cw_clearance_from(clearance, e), b = cw_clearance_to(clearance, e);
        cw_vec2 side = cw_vec2_sub(b, a), u = cw_vec2_sub(point, a);
        double cross = cw_vec2_cross(side, u);
        if (cross < 0 && cross * cross > CW_GRAZE * CW_GRAZE * cw_vec2_dot(side, side) &&
            !(rays->search->dented[rays->cell] && mesh->edge_twin[e] == CW_NONE)) {
            return false;
        }
    }
    return true;
}

/// Whether a disc that touches a corner fits there: the corner is nearest, and the rest is a radius
/// away.
static bool touches(const fan *rays, const cw_corner *corner, cw_vec2 at, cw_vec2 along,
                    double hand) {
    const cw_taut *search = rays->search;
    const cw_clearance *clearance = search->clearance;
    cw_vec2 inward = cw_left(along);
    if (!corner->wide) {
        cw_vec2 out = cw_vec2_sub(cw_clearance_to(clearance, corner->outgoing), corner->position);
        cw_vec2 back =
            cw_vec2_sub(cw_clearance_from(clearance, corner->incoming), corner->position);
        double slack = 1e-9;
        if (hand * cw_vec2_dot(inward, out) < -slack * cw_vec2_length(out) ||
            hand * cw_vec2_dot(inward, back) < -slack * cw_vec2_length(back)) {
            return false;
        }
    }
    if (2 * search->radius <= corner->gap && !corner->wide) {
        return true;
    }
    return cw_clearance_at(clearance, rays->cell, at, NULL) >= search->radius - CW_GRAZE;
}

/// Tries an obstacle as a new root, passed with it on the given hand.
static cw_status try_turn(const fan *rays, const cw_obstacle *obstacle, double hand) {
    cw_taut *search = rays->search;
    double s = hand * search->radius, length;
    cw_tangent ray;
    if (!cw_tangent_between(rays->root.center, rays->root.signed_radius, obstacle->center, s, &ray,
                            &length)) {
        return CW_OK;
    }
    cw_vec2 at = cw_vec2_along(obstacle->center, -s, cw_left(ray.along));
    const cw_corner *corner = &search->clearance->corners[obstacle->corner];
    if (!sees(rays, &ray, length, at, obstacle) || !inside_cell(rays, at) ||
        !touches(rays, corner, at, ray.along, hand)) {
        return CW_OK;
    }
    cw_node parent = *rays->node;
    parent.cell = rays->cell;
    parent.parent = rays->node_index;
    return cw_taut_turn(search, &parent, &ray, length, obstacle->corner, hand);
}

static cw_status turn_at_corners(const fan *rays) {
    const cw_taut *search = rays->search;
    for (uint32_t i = 0; i < search->obstacles.count; i++) {
        const cw_obstacle obstacle = search->obstacles.items[i];
        if (obstacle.corner != CW_NONE) {
            CW_TRY(try_turn(rays, &search->obstacles.items[i], 1));
            CW_TRY(try_turn(rays, &search->obstacles.items[i], -1));
        }
    }
    return CW_OK;
}

static cw_status reach_goals(const fan *rays) {
    cw_taut *search = rays->search;
    if (search->in_corridor && rays->node->steps < search->corridor_count) {
        return CW_OK;
    }
    for (uint32_t i = 0; i < search->goals.count; i++) {
        const cw_goal *goal = &search->goals.items[i];
        cw_tangent ray = {rays->root.center, {1, 0}};
        double length = 0;
        if (goal->cell != rays->cell) {
            continue;
        }
        bool here = rays->root.hand == 0 && goal->position.x == rays->root.center.x &&
                    goal->position.y == rays->root.center.y;
        if (!here && (!ray_to(rays, goal->position, &ray, &length) ||
                      !sees(rays, &ray, length, goal->position, NULL))) {
            continue;
        }
        cw_node node = {.estimate = cw_taut_length(&rays->root, ray.along, length),
                        .right = ray,
                        .low = goal->position,
                        .root = rays->node->root,
                        .parent = rays->node_index,
                        .cell = rays->cell,
                        .entry = CW_NONE,
                        .goal = i,
                        .steps = rays->node->steps,
                        .kind = CW_NODE_GOAL};
        CW_TRY(cw_taut_push(search, &node));
    }
    return CW_OK;
}

/// The bounding rays of a node in its cell.
static void open_fan(fan *rays) {
    const cw_node *node = rays->node;
    const cw_root *root = &rays->root;
    rays->open = node->kind == CW_NODE_ROOT && root->hand == 0;
    rays->right = node->right;
    rays->left = node->left;
    rays->arc_inside = root->hand != 0 && (node->kind == CW_NODE_ROOT || node->arc);
    if (node->kind == CW_NODE_ROOT) {
        rays->right = rays->left = (cw_tangent){root->at, root->along};
    }
    if (rays->arc_inside) {
        const cw_tangent *from = root->hand > 0 ? &rays->left : &rays->right;
        rays->arc = cw_taut_arc(rays->search, root, from, rays->cell, rays->entry);
        *(root->hand > 0 ? &rays->left : &rays->right) = rays->arc.ray;
    }
    bool narrow = !rays->open &&
                  fabs(cw_vec2_cross(rays->right.along, rays->left.along)) < NARROW &&
                  cw_vec2_dot(rays->right.along, rays->left.along) > 0;
    rays->least = narrow ? 0 : SHORTEST_PART;
    if (rays->entry != CW_NONE) {
        const cw_clearance *clearance = rays->search->clearance;
        cw_vec2 from = cw_clearance_from(clearance, rays->entry);
        cw_vec2 span = cw_vec2_sub(cw_clearance_to(clearance, rays->entry), from);
        double length = cw_vec2_length(span);
        rays->entry_from = from;
        rays->entry_along = (cw_vec2){span.x / length, span.y / length};
    }
}

cw_status cw_taut_expand(cw_taut *search, uint32_t node_index) {
    // Nodes and roots move when their arrays grow, so the fan works on copies.
    cw_node node = search->nodes.items[node_index];
    fan rays = {.search = search,
                .node = &node,
                .node_index = node_index,
                .root = search->roots.items[node.root],
                .cell = node.cell,
                .entry = node.entry};
    const cw_navmesh *mesh = search->clearance->mesh;
    open_fan(&rays);
    CW_TRY(collect(&rays));
    CW_TRY(reach_goals(&rays));
    CW_TRY(turn_at_corners(&rays));
    for (uint32_t e = mesh->cell_first[rays.cell]; e < mesh->cell_first[rays.cell + 1]; e++) {
        if (may_take(&rays, e)) {
            CW_TRY(take_exit(&rays, e));
        }
    }
    return CW_OK;
}
