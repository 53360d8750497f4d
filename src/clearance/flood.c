/// Where a corner or a wall may be the nearest wall: straight-line visibility over the mesh.
///
/// A corner looks along rays from itself, a wall along rays perpendicular to itself, both only
/// where they can be nearest: a corner in the cone between the normals of its two walls, a wall
/// straight in front. From cell to cell the rays go through a window, a part of a portal, which is
/// cut
///   1. by the rays through the window before (what hides the rest is nearer than what it hides);
///   2. where a wall is known to be nearer: every vertex has an upper bound of its distance to the
///      walls (0 on a wall), so a point x of a portal with the end q is no further than
///      bound(q) + |xq| from a wall. Where that is less than the distance along the ray, it stays
///      so behind the window, since both grow by at most the same length.
/// So each feature reaches little more than its own region of the Voronoi diagram of the walls, and
/// nothing on a floor that it does not see.
///
/// A window is bounded by two rays, kept as the direction of what bounds them (a wall's normal, a
/// vertex) and not as points where they meet a portal: so rays suffer the rounding of one
/// subtraction, however many cells they pass and however close to the corner they start, and rays
/// that graze a vertex, or run along a portal, are told from a fan that is merely narrow. What such
/// rays see is within the slack of the features beside them (CW_SLAB_SLACK), so they end.
///
/// Bounds of vertices that touch no wall (of meshes by others) are lengths of ways along edges,
/// relaxed in at most BOUND_ROUNDS rounds: a bound that is too large costs time only.
///
/// Cost: the number of windows, in practice a small multiple of the cells. Large cells have their
/// edges in boxes (edges.c): a feature does not look at each of a thousand portals.
#include "clearance/near.h"

/// Metres by which a window is kept wider than computed where a nearer wall cuts it, and by which
/// its distance is taken less; far above rounding, far below any use.
#define CUT_SLACK 1e-9

/// Fans of less than this angle (its sine), and beams of less than this width in metres, are
/// rounding: above that of directions and positions in plans of some kilometres. A fan this narrow
/// is no wider than CW_SLAB_SLACK up to 1 km from its corner.
#define FAN_ANGLE 1e-13
#define BEAM_WIDTH 1e-11

#define BOUND_ROUNDS 64

/// A feature that looks around.
typedef struct viewer {
    cw_vec2 origin; ///< the corner, or the start of the wall
    cw_point lattice_origin;
    cw_vec2 along;  ///< of a wall: unit vector along it
    cw_vec2 normal; ///< of a wall: unit vector into the floor
    bool wall;
    uint32_t feature;
} viewer;

static bool has_inner_vertices(const cw_flood *flood) {
    for (uint32_t v = 0; v < flood->clearance->mesh->vertex_count; v++) {
        if (flood->bounds[v] > 0) {
            return true;
        }
    }
    return false;
}

static bool relax_bounds(cw_flood *flood) {
    const cw_clearance *clearance = flood->clearance;
    const cw_navmesh *mesh = clearance->mesh;
    bool changed = false;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        uint32_t from = mesh->edge_vertex[e];
        uint32_t to = mesh->edge_vertex[cw_navmesh_next(mesh, mesh->edge_cell[e], e)];
        double length = cw_vec2_distance(clearance->points[from], clearance->points[to]);
        if (flood->bounds[to] + length < flood->bounds[from]) {
            flood->bounds[from] = flood->bounds[to] + length;
            changed = true;
        }
        if (flood->bounds[from] + length < flood->bounds[to]) {
            flood->bounds[to] = flood->bounds[from] + length;
            changed = true;
        }
    }
    return changed;
}

cw_status cw_flood_init(cw_context *context, const cw_clearance *clearance, cw_flood *flood) {
    const cw_navmesh *mesh = clearance->mesh;
    *flood = (cw_flood){.clearance = clearance, .step = cw_navmesh_fine_step(mesh)};
    CW_TRY(CW_ALLOCATE(context, flood->bounds, mesh->vertex_count));
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        flood->bounds[v] = INFINITY;
    }
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        if (mesh->edge_twin[e] == CW_NONE) {
            flood->bounds[mesh->edge_vertex[e]] = 0;
            flood->bounds[mesh->edge_vertex[cw_navmesh_next(mesh, mesh->edge_cell[e], e)]] = 0;
        }
    }
    if (has_inner_vertices(flood)) {
        for (uint32_t round = 0; round < BOUND_ROUNDS && relax_bounds(flood); round++) {
        }
    }
    return cw_flood_index(context, flood);
}

void cw_flood_free(cw_context *context, cw_flood *flood) {
    if (flood->clearance != NULL) {
        CW_RELEASE(context, flood->bounds, flood->clearance->mesh->vertex_count);
        cw_flood_index_free(context, flood);
    }
    CW_ARRAY_FREE(context, &flood->stack);
}

/// A part of an edge, in metres from its start.
typedef struct span {
    double low, high;
} span;

/// Keeps the part of a span where a linear function with values f0 and f1 at the ends of an edge of
/// the given length is not negative.
static void keep(span *part, double f0, double f1, double length) {
    if (f0 >= 0 && f1 >= 0) {
        return;
    }
    if (f0 < 0 && f1 < 0) {
        part->high = -INFINITY;
    } else if (f0 < 0) {
        part->low = cw_most(part->low, length * (f0 / (f0 - f1)));
    } else {
        part->high = cw_least(part->high, length * (f0 / (f0 - f1)));
    }
}

/// The ray on which a point lies whose way from the feature's origin is `u`: of a corner, `u`
/// itself; of a wall, how far along the wall it starts.
static cw_vec2 ray_of(const viewer *eye, cw_vec2 u) {
    return eye->wall ? (cw_vec2){cw_vec2_dot(u, eye->along), 0} : u;
}

/// The ray to the start of an edge. The difference of lattice points has no error, so that vertices
/// which are one in doubles still are seen in the right direction.
static cw_vec2 ray_to(const cw_flood *flood, const viewer *eye, uint32_t edge) {
    cw_point u = cw_point_sub(cw_navmesh_point(flood->clearance->mesh, edge), eye->lattice_origin);
    return ray_of(eye, (cw_vec2){(double)u.x * flood->step, (double)u.y * flood->step});
}

/// How far `ray` lies left of `other`: 0 where they are one, negative to the right.
static double left_of(const viewer *eye, cw_vec2 ray, cw_vec2 other) {
    return eye->wall ? other.x - ray.x : cw_vec2_cross(other, ray);
}

/// Whether there is more than rounding between two rays.
static bool is_open(const viewer *eye, cw_vec2 right, cw_vec2 left) {
    double between = left_of(eye, left, right);
    if (eye->wall) {
        return between > BEAM_WIDTH;
    }
    return between > 0 && between * between > FAN_ANGLE * FAN_ANGLE * cw_vec2_dot(right, right) *
                                                  cw_vec2_dot(left, left);
}

/// Whether a corner lies on a portal, between its ends: in relaxed meshes portals may graze
/// corners.
static bool is_on_portal(const viewer *eye, cw_vec2 right, cw_vec2 left) {
    return !eye->wall && cw_vec2_dot(right, left) < 0 &&
           fabs(left_of(eye, left, right)) <= BEAM_WIDTH * cw_vec2_distance(left, right);
}

/// The window of a corner on the portal `exit` into the cell behind it. All rays meet the portal in
/// the corner itself, so there is no part of the portal to cut, and nothing is nearer there.
static bool look_across(const cw_flood *flood, const viewer *eye, const cw_window *before,
                        uint32_t exit, cw_vec2 right, cw_vec2 left, cw_window *after) {
    cw_vec2 across = {left.y - right.y, right.x - left.x};
    bool right_is_in = before->bounded && cw_vec2_dot(before->right, across) > 0;
    bool left_is_in = before->bounded && cw_vec2_dot(before->left, across) > 0;
    if (before->bounded && !right_is_in && !left_is_in &&
        (left_of(eye, across, before->right) <= 0 || left_of(eye, before->left, across) <= 0)) {
        return false;
    }
    *after = (cw_window){.entry = flood->clearance->mesh->edge_twin[exit],
                         .bounded = true,
                         .right = right_is_in ? before->right : right,
                         .left = left_is_in ? before->left : left,
                         .distance = CW_LEAST_DISTANCE};
    return is_open(eye, after->right, after->left) ||
           cw_vec2_dot(after->right, after->left) < 0; /* half a turn */
}

/// How far from the end q of an edge, into the direction `along`, walls near q are nearer than the
/// feature: the set where depth(x) >= bound + |xq| is a run from q. Nearer by rounding does not
/// count: along a portal at right angles to a wall, its end on the wall is as near as the wall.
static double dominated(const viewer *eye, cw_vec2 q, cw_vec2 along, double bound) {
    cw_vec2 u = cw_vec2_sub(q, eye->origin);
    bound += BEAM_WIDTH;
    if (eye->wall) {
        double excess = cw_vec2_dot(u, eye->normal) - bound;
        double rate = 1 - cw_vec2_dot(along, eye->normal);
        return excess <= 0 ? 0 : rate <= 0 ? INFINITY : excess / rate;
    }
    double excess = cw_vec2_dot(u, u) - bound * bound;
    double rate = 2 * (bound - cw_vec2_dot(along, u));
    return !(excess > 0) ? 0 : rate <= 0 ? INFINITY : excess / rate;
}

static double depth(const viewer *eye, cw_vec2 x) {
    cw_vec2 u = cw_vec2_sub(x, eye->origin);
    return eye->wall ? cw_vec2_dot(u, eye->normal) : cw_vec2_length(u);
}

/// The smallest distance from the feature to a part of an edge.
static double part_distance(const viewer *eye, cw_vec2 right, cw_vec2 left) {
    double nearest = cw_least(depth(eye, right), depth(eye, left));
    if (!eye->wall) {
        cw_vec2 side = cw_vec2_sub(left, right), u = cw_vec2_sub(eye->origin, right);
        double t = cw_vec2_dot(u, side), all = cw_vec2_dot(side, side);
        if (t > 0 && t < all) {
            nearest = cw_least(nearest, fabs(cw_vec2_cross(side, u)) / sqrt(all));
        }
    }
    return cw_most(nearest - CUT_SLACK, CW_LEAST_DISTANCE);
}

/// The part of edge `exit` through which the rays of a window into its cell go on, as a window of
/// the next cell.
static bool look_through(const cw_flood *flood, const viewer *eye, const cw_window *before,
                         uint32_t exit, cw_window *after) {
    const cw_clearance *clearance = flood->clearance;
    const cw_navmesh *mesh = clearance->mesh;
    uint32_t next = cw_navmesh_next(mesh, mesh->edge_cell[exit], exit);
    cw_vec2 a = cw_clearance_from(clearance, exit), b = cw_clearance_from(clearance, next);
    cw_vec2 right = ray_to(flood, eye, exit), left = ray_to(flood, eye, next);
    if (is_on_portal(eye, right, left)) {
        return look_across(flood, eye, before, exit, right, left, after);
    }
    if (!is_open(eye, right, left)) {
        return false; /* seen from its end, or from behind */
    }
    double right_a = 0, right_b = 0, left_a = 0, left_b = 0;
    if (before->bounded) {
        right_a = left_of(eye, right, before->right);
        right_b = left_of(eye, left, before->right);
        left_a = left_of(eye, before->left, right);
        left_b = left_of(eye, before->left, left);
        if ((right_a < 0 && right_b < 0) || (left_a < 0 && left_b < 0)) {
            return false;
        }
    }
    cw_vec2 side = cw_vec2_sub(b, a);
    double length = cw_vec2_length(side);
    cw_vec2 along = {side.x / length, side.y / length}, against = {-along.x, -along.y};
    span part = {0, length};
    keep(&part, right_a, right_b, length);
    keep(&part, left_a, left_b, length);
    double low = dominated(eye, a, along, flood->bounds[mesh->edge_vertex[exit]]);
    double high = length - dominated(eye, b, against, flood->bounds[mesh->edge_vertex[next]]);
    /* A corner a nanometre in front of a portal sees less of it than a double can tell: whether its
     * rays are open is left to the rays. */
    if (low >= high || low >= part.high || part.low >= high) {
        return false;
    }
    if (low - CUT_SLACK > part.low) {
        part.low = low - CUT_SLACK;
        right = ray_of(eye, cw_vec2_along(cw_vec2_sub(a, eye->origin), part.low, along));
    } else if (right_a < 0) {
        right = before->right;
    }
    if (high + CUT_SLACK < part.high) {
        part.high = high + CUT_SLACK;
        left = ray_of(eye, cw_vec2_along(cw_vec2_sub(a, eye->origin), part.high, along));
    } else if (left_b < 0) {
        left = before->left;
    }
    *after = (cw_window){.entry = mesh->edge_twin[exit],
                         .bounded = true,
                         .right = right,
                         .left = left,
                         .distance = part_distance(eye, cw_vec2_along(a, part.low, along),
                                                   cw_vec2_along(a, part.high, along))};
    return is_open(eye, right, left);
}

/// Whether an edge is a portal to look through: not where the view comes from, nor at the vertex
/// `skip`.
static inline bool is_ahead(const cw_navmesh *mesh, const cw_window *window, uint32_t cell,
                            uint32_t edge, uint32_t skip) {
    return edge != window->entry && mesh->edge_twin[edge] != CW_NONE &&
           mesh->edge_vertex[edge] != skip &&
           mesh->edge_vertex[cw_navmesh_next(mesh, cell, edge)] != skip;
}

/// Looks through those portals of a cell, of the edges begin .. end - 1, that are not at `skip`.
static cw_status look_along(cw_context *context, cw_flood *flood, const viewer *eye,
                            const cw_window *window, uint32_t cell, uint32_t begin, uint32_t end,
                            uint32_t skip) {
    const cw_navmesh *mesh = flood->clearance->mesh;
    flood->steps += end - begin;
    for (uint32_t e = begin; e < end; e++) {
        cw_window after;
        if (is_ahead(mesh, window, cell, e, skip) && look_through(flood, eye, window, e, &after)) {
            CW_TRY(CW_ARRAY_PUSH(context, &flood->stack, after));
        }
    }
    return CW_OK;
}

/// The part of a box that lies furthest along a direction.
static cw_vec2 furthest(const cw_box *box, double x, double y) {
    return (cw_vec2){x > 0 ? box->high.x : box->low.x, y > 0 ? box->high.y : box->low.y};
}

/// The least distance from the feature to a box; of a wall, from its line.
static double box_depth(const viewer *eye, const cw_box *box) {
    return eye->wall ? depth(eye, furthest(box, -eye->normal.x, -eye->normal.y))
                     : sqrt(cw_box_square(box, eye->origin));
}

/// Whether all of a box lies beside a window, by more than rounding.
static bool is_beside(const viewer *eye, const cw_window *window, const cw_box *box) {
    cw_vec2 right = window->right, left = window->left, along = eye->along;
    if (eye->wall) {
        cw_vec2 low = cw_vec2_sub(furthest(box, -along.x, -along.y), eye->origin);
        cw_vec2 high = cw_vec2_sub(furthest(box, along.x, along.y), eye->origin);
        return cw_vec2_dot(low, along) > right.x + CUT_SLACK ||
               cw_vec2_dot(high, along) < left.x - CUT_SLACK;
    }
    cw_vec2 leftmost = cw_vec2_sub(furthest(box, -right.y, right.x), eye->origin);
    cw_vec2 rightmost = cw_vec2_sub(furthest(box, left.y, -left.x), eye->origin);
    return cw_vec2_cross(right, leftmost) < -CUT_SLACK * (fabs(right.x) + fabs(right.y)) ||
           cw_vec2_cross(rightmost, left) < -CUT_SLACK * (fabs(left.x) + fabs(left.y));
}

/// Looks around in a large cell: only into those boxes of edges where look_through() may find
/// something.
static cw_status look_into_boxes(cw_context *context, cw_flood *flood, const viewer *eye,
                                 const cw_window *window, uint32_t cell, uint32_t skip) {
    const cw_cell_edges *edges = &flood->large[flood->cell_large[cell]];
    uint32_t first = flood->clearance->mesh->cell_first[cell];
    for (uint32_t i = 0; i < edges->tree.nodes.count;) {
        const cw_box_node *node = &edges->tree.nodes.items[i];
        if (box_depth(eye, &node->box) > edges->spans[i] * (1 + CUT_SLACK) + CUT_SLACK ||
            (window->bounded && is_beside(eye, window, &node->box))) {
            i = node->skip;
            continue;
        }
        if (node->skip == i + 1) {
            CW_TRY(look_along(context, flood, eye, window, cell, first + node->begin,
                              first + node->end, skip));
        }
        i++;
    }
    return CW_OK;
}

/// Looks through all portals of a cell but those at `skip`, a vertex, or CW_NONE.
static cw_status look_around(cw_context *context, cw_flood *flood, const viewer *eye,
                             const cw_window *window, uint32_t cell, uint32_t skip) {
    const cw_navmesh *mesh = flood->clearance->mesh;
    if (flood->cell_large[cell] != CW_NONE) {
        return look_into_boxes(context, flood, eye, window, cell, skip);
    }
    return look_along(context, flood, eye, window, cell, mesh->cell_first[cell],
                      mesh->cell_first[cell + 1], skip);
}

/// Lets a feature look around from one of its own cells, through `first`, and on until no window is
/// left. Portals at the vertex `skip` lead to the next cell of the same corner.
static cw_status spread(cw_context *context, cw_flood *flood, const viewer *eye,
                        const cw_window *first, uint32_t cell, uint32_t skip,
                        cw_sightings *sightings) {
    const cw_navmesh *mesh = flood->clearance->mesh;
    cw_sighting own = {cell, CW_NONE, eye->feature, 0};
    CW_TRY(CW_ARRAY_PUSH(context, sightings, own));
    CW_TRY(look_around(context, flood, eye, first, cell, skip));
    while (flood->stack.count > 0) {
        cw_window window = flood->stack.items[--flood->stack.count];
        cell = mesh->edge_cell[window.entry];
        cw_sighting sighting = {cell, window.entry, eye->feature, window.distance};
        CW_TRY(CW_ARRAY_PUSH(context, sightings, sighting));
        CW_TRY(look_around(context, flood, eye, &window, cell, CW_NONE));
    }
    return CW_OK;
}

cw_status cw_flood_corner(cw_context *context, cw_flood *flood, uint32_t corner_index,
                          cw_sightings *sightings) {
    const cw_clearance *clearance = flood->clearance;
    const cw_navmesh *mesh = clearance->mesh;
    const cw_corner *corner = &clearance->corners[corner_index];
    viewer eye = {.origin = corner->position,
                  .lattice_origin = cw_navmesh_point(mesh, corner->outgoing),
                  .feature = corner_index};
    cw_vec2 out = cw_clearance_along(mesh, corner->outgoing);
    cw_vec2 in = cw_clearance_along(mesh, corner->incoming);
    cw_window cone = {.entry = CW_NONE,
                      .bounded = !corner->wide,
                      .right = {-out.y, out.x},
                      .left = {-in.y, in.x}};
    uint32_t edge = corner->outgoing;
    for (;;) {
        uint32_t cell = mesh->edge_cell[edge];
        CW_TRY(spread(context, flood, &eye, &cone, cell, corner->vertex, sightings));
        uint32_t previous = cw_navmesh_previous(mesh, cell, edge);
        edge = mesh->edge_twin[previous];
        if (edge == CW_NONE) {
            return CW_OK;
        }
    }
}

cw_status cw_flood_wall(cw_context *context, cw_flood *flood, uint32_t edge,
                        cw_sightings *sightings) {
    const cw_clearance *clearance = flood->clearance;
    const cw_navmesh *mesh = clearance->mesh;
    uint32_t cell = mesh->edge_cell[edge];
    cw_vec2 along = cw_clearance_along(mesh, edge);
    viewer eye = {.origin = cw_clearance_from(clearance, edge),
                  .lattice_origin = cw_navmesh_point(mesh, edge),
                  .along = along,
                  .normal = {-along.y, along.x},
                  .wall = true,
                  .feature = edge};
    cw_window strip = {.entry = CW_NONE,
                       .bounded = true,
                       .right = ray_to(flood, &eye, cw_navmesh_next(mesh, cell, edge))};
    return spread(context, flood, &eye, &strip, cell, CW_NONE, sightings);
}
