/// Where a corner or a wall may be the nearest wall: straight-line visibility over the mesh.
///
/// A corner looks along rays from itself, a wall along rays perpendicular to itself, both only
/// where they can be nearest: a corner in the cone between the normals of its two walls, a wall
/// straight in front. From cell to cell the rays go through a window, a part of a portal, which is
/// cut
///   1. by the rays through the window before (what hides the rest is nearer than what it hides);
///   2. where a wall is known to be nearer: every vertex has an upper bound of its distance to the
///      walls (bounds.c), so a point x of a portal with the end q is no further than
///      bound(q) + |xq| from a wall. Where that is less than the distance along the ray, it stays
///      so behind the window, since both grow by at most the same length.
/// So each feature reaches little more than its own region of the Voronoi diagram of the walls, and
/// nothing on a floor that it does not see.
///
/// Where floors lie above each other, a cell may look at two of them side by side, through
/// different portals, and what it sees of one through its own portal is not there for what looks at
/// the other. So features on such floors count in a cell in the view of the window alone; elsewhere
/// the view makes no difference, as what is outside of it has something nearer.
///
/// A window is bounded by two rays, kept as the direction of what bounds them (a wall's normal, a
/// vertex) and not as points where they meet a portal: so rays suffer the rounding of one
/// subtraction, however many cells they pass and however close to the corner they start, and rays
/// that graze a vertex, or run along a portal, are distinguished from a fan that is merely narrow.
/// What such rays see is within the slack of the features beside them (CW_SLAB_SLACK), so they end.
///
/// Cells of others may have dents of a few steps in runs of portals. A ray along such a run leaves
/// and enters the same two cells again and again, and a cell with a dent also shows portals that
/// lie behind the window. So a feature looks through no part of a portal twice: a window within
/// one that it has looked through shows nothing new. Rays of windows end at vertices, or where
/// bounds cut a portal; there are finitely many, so that the flood ends on any mesh.
///
/// Cost: the number of windows, in practice a small multiple of the cells. Large cells have their
/// edges in boxes (edges.c): a feature does not look at each of a thousand portals.
#include "clearance/near/near.h"

/// Metres by which a window is kept wider than computed where a nearer wall cuts it, and by which
/// its distance is taken less; far above rounding, far below any use.
#define CUT_SLACK CW_CLEARANCE_TOLERANCE

/// Fans of less than this angle (its sine), and beams of less than this width in metres, are
/// rounding: above that of directions, and of positions within CW_CLEARANCE_REACH. A fan this
/// narrow is no wider than CW_SLAB_SLACK up to 1 km from its corner.
#define FAN_ANGLE 1e-13
#define BEAM_WIDTH CW_PLACED

/// A feature that looks around.
typedef struct viewer {
    cw_vec2 origin; ///< the corner, or the start of the wall
    cw_point lattice_origin;
    cw_vec2 along;     ///< of a wall: unit vector along it
    cw_vec2 normal;    ///< of a wall: unit vector into the floor
    double coarseness; ///< of the tables
    bool wall;
    bool stacked; ///< another floor lies above or below it
    uint32_t feature;
} viewer;

cw_status cw_flood_init(cw_context *context, const cw_clearance *clearance, cw_flood *flood) {
    *flood = (cw_flood){.clearance = clearance, .step = cw_navmesh_fine_step(clearance->mesh)};
    CW_TRY(CW_ALLOCATE(context, flood->stacked, clearance->mesh->cell_count));
    CW_TRY(CW_ALLOCATE(context, flood->entry_passed, clearance->mesh->edge_count));
    for (uint32_t e = 0; e < clearance->mesh->edge_count; e++) {
        flood->entry_passed[e] = CW_NONE;
    }
    CW_TRY(cw_navmesh_mark_stacked(context, clearance->mesh, flood->stacked));
    CW_TRY(cw_flood_bound(context, flood));
    return cw_flood_index(context, flood);
}

void cw_flood_free(cw_context *context, cw_flood *flood) {
    if (flood->clearance != NULL) {
        CW_RELEASE(context, flood->bounds, flood->clearance->mesh->vertex_count);
        CW_RELEASE(context, flood->stacked, flood->clearance->mesh->cell_count);
        CW_RELEASE(context, flood->entry_passed, flood->clearance->mesh->edge_count);
        cw_flood_index_free(context, flood);
    }
    CW_ARRAY_FREE(context, &flood->stack);
    CW_ARRAY_FREE(context, &flood->passed);
    CW_ARRAY_FREE(context, &flood->views);
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
        return between > BEAM_WIDTH * eye->coarseness;
    }
    return between > 0 && between * between > FAN_ANGLE * FAN_ANGLE * cw_vec2_dot(right, right) *
                                                  cw_vec2_dot(left, left);
}

/// Whether a corner lies on a portal, between its ends: in relaxed meshes portals may graze
/// corners.
static bool is_on_portal(const viewer *eye, cw_vec2 right, cw_vec2 left) {
    return !eye->wall && cw_vec2_dot(right, left) < 0 &&
           fabs(left_of(eye, left, right)) <=
               BEAM_WIDTH * eye->coarseness * cw_vec2_distance(left, right);
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
    bound += BEAM_WIDTH * eye->coarseness;
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
    return cw_most(nearest - CUT_SLACK * eye->coarseness, CW_LEAST_DISTANCE);
}

/// What a feature sees of a portal.
typedef struct glimpse {
    cw_vec2 from, along; ///< the start of the portal, and the unit vector along it
    double length;
    span part;           ///< of the portal, that is seen
    cw_vec2 right, left; ///< the rays that bound it
} glimpse;

/// Measures a portal and cuts it by the rays of a window; `right` and `left` are the rays to its
/// ends so far. False where all of it lies outside of a ray.
static bool cut_by_rays(const viewer *eye, const cw_window *window, cw_vec2 from, cw_vec2 to,
                        glimpse *seen) {
    double right_a = 0, right_b = 0, left_a = 0, left_b = 0;
    if (window->bounded) {
        right_a = left_of(eye, seen->right, window->right);
        right_b = left_of(eye, seen->left, window->right);
        left_a = left_of(eye, window->left, seen->right);
        left_b = left_of(eye, window->left, seen->left);
        if ((right_a < 0 && right_b < 0) || (left_a < 0 && left_b < 0)) {
            return false;
        }
    }
    cw_vec2 side = cw_vec2_sub(to, from);
    seen->from = from;
    seen->length = cw_vec2_length(side);
    seen->along = (cw_vec2){side.x / seen->length, side.y / seen->length};
    seen->part = (span){0, seen->length};
    keep(&seen->part, right_a, right_b, seen->length);
    keep(&seen->part, left_a, left_b, seen->length);
    seen->right = right_a < 0 ? window->right : seen->right;
    seen->left = left_b < 0 ? window->left : seen->left;
    return true;
}

/// The ray to a point of the portal.
static cw_vec2 ray_at(const viewer *eye, const glimpse *seen, double t) {
    return ray_of(eye, cw_vec2_along(cw_vec2_sub(seen->from, eye->origin), t, seen->along));
}

/// Cuts what is seen of a portal where walls near its ends are nearer; false where nothing is left.
/// A corner a nanometre in front of a portal sees less of it than a double can tell: whether its
/// rays are open is left to the rays.
static bool cut_by_bounds(const viewer *eye, cw_vec2 to, double bound_from, double bound_to,
                          glimpse *seen) {
    cw_vec2 against = {-seen->along.x, -seen->along.y};
    span *part = &seen->part;
    double low = dominated(eye, seen->from, seen->along, bound_from);
    double high = seen->length - dominated(eye, to, against, bound_to);
    double slack = CUT_SLACK * eye->coarseness;
    if (low >= high || low >= part->high || part->low >= high) {
        return false;
    }
    if (low - slack > part->low) {
        part->low = low - slack;
        seen->right = ray_at(eye, seen, part->low);
    }
    if (high + slack < part->high) {
        part->high = high + slack;
        seen->left = ray_at(eye, seen, part->high);
    }
    return true;
}

/// The part of edge `exit` through which the rays of a window into its cell go on, as a window of
/// the next cell.
static bool look_through(const cw_flood *flood, const viewer *eye, const cw_window *before,
                         uint32_t exit, cw_window *after) {
    const cw_clearance *clearance = flood->clearance;
    const cw_navmesh *mesh = clearance->mesh;
    uint32_t next = cw_navmesh_next(mesh, mesh->edge_cell[exit], exit);
    glimpse seen = {.right = ray_to(flood, eye, exit), .left = ray_to(flood, eye, next)};
    if (is_on_portal(eye, seen.right, seen.left)) {
        return look_across(flood, eye, before, exit, seen.right, seen.left, after);
    }
    cw_vec2 from = cw_clearance_from(clearance, exit), to = cw_clearance_from(clearance, next);
    if (!is_open(eye, seen.right, seen.left) || /* seen from its end, or from behind */
        !cut_by_rays(eye, before, from, to, &seen) ||
        !cut_by_bounds(eye, to, flood->bounds[mesh->edge_vertex[exit]],
                       flood->bounds[mesh->edge_vertex[next]], &seen)) {
        return false;
    }
    *after =
        (cw_window){.entry = mesh->edge_twin[exit],
                    .bounded = true,
                    .right = seen.right,
                    .left = seen.left,
                    .distance = part_distance(eye, cw_vec2_along(from, seen.part.low, seen.along),
                                              cw_vec2_along(from, seen.part.high, seen.along))};
    return is_open(eye, seen.right, seen.left);
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

/// The least distance from the feature to a box; of a wall, from its line.
static double box_depth(const viewer *eye, const cw_box *box) {
    return eye->wall ? depth(eye, cw_box_least(box, eye->normal))
                     : sqrt(cw_box_square(box, eye->origin));
}

/// Whether all of a box lies beside a window, by more than rounding.
static bool is_beside(const viewer *eye, const cw_window *window, const cw_box *box) {
    cw_vec2 right = window->right, left = window->left, along = eye->along;
    double slack = CUT_SLACK * eye->coarseness;
    if (eye->wall) {
        cw_vec2 low = cw_vec2_sub(cw_box_least(box, along), eye->origin);
        cw_vec2 high = cw_vec2_sub(cw_box_most(box, along), eye->origin);
        return cw_vec2_dot(low, along) > right.x + slack ||
               cw_vec2_dot(high, along) < left.x - slack;
    }
    cw_vec2 leftmost = cw_vec2_sub(cw_box_most(box, (cw_vec2){-right.y, right.x}), eye->origin);
    cw_vec2 rightmost = cw_vec2_sub(cw_box_most(box, (cw_vec2){left.y, -left.x}), eye->origin);
    return cw_vec2_cross(right, leftmost) < -slack * (fabs(right.x) + fabs(right.y)) ||
           cw_vec2_cross(rightmost, left) < -slack * (fabs(left.x) + fabs(left.y));
}

/// Looks around in a large cell: only into those boxes of edges where look_through() may find
/// something.
static cw_status look_into_boxes(cw_context *context, cw_flood *flood, const viewer *eye,
                                 const cw_window *window, uint32_t cell, uint32_t skip) {
    const cw_cell_edges *edges = &flood->large[flood->cell_large[cell]];
    uint32_t first = cw_navmesh_cell_begin(flood->clearance->mesh, cell);
    for (uint32_t i = 0; i < edges->tree.nodes.count;) {
        const cw_box_node *node = &edges->tree.nodes.items[i];
        if (box_depth(eye, &node->box) >
                edges->spans[i] * (1 + CUT_SLACK) + CUT_SLACK * eye->coarseness ||
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
    return look_along(context, flood, eye, window, cell, cw_navmesh_cell_begin(mesh, cell),
                      cw_navmesh_cell_end(mesh, cell), skip);
}

/// Notes that a feature is seen through a window.
static cw_status note(cw_context *context, cw_flood *flood, const viewer *eye,
                      const cw_window *window, cw_sightings *sightings) {
    cw_sighting sighting = {flood->clearance->mesh->edge_cell[window->entry], window->entry,
                            eye->feature, CW_NONE, window->distance};
    if (eye->stacked) {
        cw_near_view view = {window->right, window->left};
        sighting.view = flood->views.count;
        CW_TRY(CW_ARRAY_PUSH(context, &flood->views, view));
    }
    return CW_ARRAY_PUSH(context, sightings, sighting);
}

/// Whether a feature has looked through all of a window before, except for rounding.
static bool has_passed(const cw_flood *flood, const viewer *eye, const cw_window *window) {
    for (uint32_t i = flood->entry_passed[window->entry]; i != CW_NONE;
         i = flood->passed.items[i].next) {
        const cw_window *old = &flood->passed.items[i].window;
        if (!is_open(eye, window->right, old->right) && !is_open(eye, old->left, window->left)) {
            return true;
        }
    }
    return false;
}

static cw_status remember(cw_context *context, cw_flood *flood, const cw_window *window) {
    uint32_t *last = &flood->entry_passed[window->entry];
    CW_TRY(CW_ARRAY_PUSH(context, &flood->passed, (cw_passed_window){*window, *last}));
    *last = flood->passed.count - 1;
    return CW_OK;
}

/// For the next feature.
static void forget(cw_flood *flood) {
    for (uint32_t i = 0; i < flood->passed.count; i++) {
        flood->entry_passed[flood->passed.items[i].window.entry] = CW_NONE;
    }
    flood->passed.count = 0;
}

/// Lets a feature look around from one of its own cells, through `first`, and on until no window is
/// left. Portals at the vertex `skip` lead to the next cell of the same corner.
static cw_status spread(cw_context *context, cw_flood *flood, const viewer *eye,
                        const cw_window *first, uint32_t cell, uint32_t skip,
                        cw_sightings *sightings) {
    const cw_navmesh *mesh = flood->clearance->mesh;
    cw_sighting own = {cell, CW_NONE, eye->feature, CW_NONE, 0};
    CW_TRY(CW_ARRAY_PUSH(context, sightings, own));
    CW_TRY(look_around(context, flood, eye, first, cell, skip));
    while (flood->stack.count > 0) {
        cw_window window = flood->stack.items[--flood->stack.count];
        if (has_passed(flood, eye, &window)) {
            continue;
        }
        CW_TRY(remember(context, flood, &window));
        CW_TRY(note(context, flood, eye, &window, sightings));
        CW_TRY(look_around(context, flood, eye, &window, mesh->edge_cell[window.entry], CW_NONE));
    }
    forget(flood);
    return CW_OK;
}

/// Whether one of the cells around a corner lies above or below another cell.
static bool is_stacked(const cw_flood *flood, const cw_corner *corner) {
    const cw_navmesh *mesh = flood->clearance->mesh;
    for (uint32_t edge = corner->outgoing; edge != CW_NONE;) {
        uint32_t cell = mesh->edge_cell[edge];
        if (flood->stacked[cell]) {
            return true;
        }
        edge = mesh->edge_twin[cw_navmesh_previous(mesh, cell, edge)];
    }
    return false;
}

cw_status cw_flood_corner(cw_context *context, cw_flood *flood, uint32_t corner_index,
                          cw_sightings *sightings) {
    const cw_clearance *clearance = flood->clearance;
    const cw_navmesh *mesh = clearance->mesh;
    const cw_corner *corner = &clearance->corners[corner_index];
    viewer eye = {.origin = corner->position,
                  .lattice_origin = cw_navmesh_point(mesh, corner->outgoing),
                  .coarseness = clearance->coarseness,
                  .stacked = is_stacked(flood, corner),
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
                  .coarseness = clearance->coarseness,
                  .wall = true,
                  .stacked = flood->stacked[cell],
                  .feature = edge};
    cw_window strip = {.entry = CW_NONE,
                       .bounded = true,
                       .right = ray_to(flood, &eye, cw_navmesh_next(mesh, cell, edge))};
    return spread(context, flood, &eye, &strip, cell, CW_NONE, sightings);
}
