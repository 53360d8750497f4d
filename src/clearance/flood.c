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
/// nothing on a floor that it does not see. Cuts leave CUT_SLACK, so that rounding loses nothing.
///
/// Bounds of vertices that touch no wall (of meshes by others) are lengths of ways along edges,
/// relaxed in at most BOUND_ROUNDS rounds: a bound that is too large costs time only.
///
/// Cost: the number of windows, in practice a small multiple of the cells.
#include "clearance/near.h"

/// Metres by which windows are kept wider than computed; far above rounding, far below any use.
#define CUT_SLACK 1e-9

/// Metres: rays that graze an edge go through a window of no width but that slack, and no further.
#define BEAM_WIDTH (4 * CUT_SLACK)

#define BOUND_ROUNDS 64

/// What the rays of a feature look like: a linear side function per ray.
typedef struct viewer {
    cw_vec2 origin;    ///< the corner, or the start of the wall
    cw_vec2 along;     ///< of a wall: unit vector along it
    cw_vec2 normal;    ///< of a wall: unit vector into the floor
    cw_vec2 out, back; ///< of a corner: unit vectors along its two walls, away from it
    bool wall;
    bool cone; ///< of a corner: the cone of normals bounds it
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
    *flood = (cw_flood){.clearance = clearance};
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
    return CW_OK;
}

void cw_flood_free(cw_context *context, cw_flood *flood) {
    if (flood->clearance != NULL) {
        CW_RELEASE(context, flood->bounds, flood->clearance->mesh->vertex_count);
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
        part->low = fmax(part->low, length * (f0 / (f0 - f1)) - CUT_SLACK);
    } else {
        part->high = fmin(part->high, length * (f0 / (f0 - f1)) + CUT_SLACK);
    }
}

/// Keeps the part of the edge a-b between the rays through the ends of a window.
static void keep_window(const viewer *eye, const cw_window *window, cw_vec2 a, cw_vec2 b,
                        double length, span *part) {
    if (eye->wall) {
        double ta = cw_vec2_dot(a, eye->along), tb = cw_vec2_dot(b, eye->along);
        double right = cw_vec2_dot(window->right, eye->along);
        double left = cw_vec2_dot(window->left, eye->along);
        keep(part, right - ta, right - tb, length);
        keep(part, ta - left, tb - left, length);
    } else {
        cw_vec2 right = cw_vec2_sub(window->right, eye->origin);
        cw_vec2 left = cw_vec2_sub(window->left, eye->origin);
        cw_vec2 ua = cw_vec2_sub(a, eye->origin), ub = cw_vec2_sub(b, eye->origin);
        keep(part, cw_vec2_cross(right, ua), cw_vec2_cross(right, ub), length);
        keep(part, cw_vec2_cross(ua, left), cw_vec2_cross(ub, left), length);
    }
}

/// Keeps the part of an edge that lies in front of the feature: see the file comment.
static void keep_front(const viewer *eye, cw_vec2 a, cw_vec2 b, double length, double wall_length,
                       span *part) {
    cw_vec2 ua = cw_vec2_sub(a, eye->origin), ub = cw_vec2_sub(b, eye->origin);
    if (eye->wall) {
        double ta = cw_vec2_dot(ua, eye->along), tb = cw_vec2_dot(ub, eye->along);
        keep(part, wall_length - ta, wall_length - tb, length);
        keep(part, ta, tb, length);
    } else if (eye->cone) {
        keep(part, -cw_vec2_dot(ua, eye->out), -cw_vec2_dot(ub, eye->out), length);
        keep(part, -cw_vec2_dot(ua, eye->back), -cw_vec2_dot(ub, eye->back), length);
    }
}

/// How far from the end q of an edge, into the direction `along`, walls near q are nearer than the
/// feature: the set where depth(x) >= bound + |xq| is a run from q.
static double dominated(const viewer *eye, cw_vec2 q, cw_vec2 along, double bound) {
    cw_vec2 u = cw_vec2_sub(q, eye->origin);
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

/// How wide the rays through a window are, at its far end.
static double width(const viewer *eye, const cw_window *window) {
    if (eye->wall) {
        return cw_vec2_dot(cw_vec2_sub(window->right, window->left), eye->along);
    }
    cw_vec2 right = cw_vec2_sub(window->right, eye->origin);
    cw_vec2 left = cw_vec2_sub(window->left, eye->origin);
    double near = fmin(cw_vec2_length(right), cw_vec2_length(left));
    return near > 0 ? cw_vec2_cross(right, left) / near : INFINITY;
}

/// The smallest distance from the feature to a window.
static double window_distance(const viewer *eye, const cw_window *window) {
    double nearest = fmin(depth(eye, window->right), depth(eye, window->left));
    if (!eye->wall) {
        cw_vec2 side = cw_vec2_sub(window->left, window->right);
        cw_vec2 u = cw_vec2_sub(eye->origin, window->right);
        double t = cw_vec2_dot(u, side), all = cw_vec2_dot(side, side);
        if (t > 0 && t < all) {
            nearest = fmin(nearest, fabs(cw_vec2_cross(side, u)) / sqrt(all));
        }
    }
    return fmax(nearest, 0);
}

/// The part of edge `exit` through which rays from its cell go on, as a window of the next cell.
/// `before` is the window into this cell, or NULL in a cell of the feature itself.
static bool look_through(const cw_flood *flood, const viewer *eye, const cw_window *before,
                         uint32_t exit, double wall_length, cw_window *after) {
    const cw_clearance *clearance = flood->clearance;
    const cw_navmesh *mesh = clearance->mesh;
    uint32_t twin = mesh->edge_twin[exit];
    uint32_t next = cw_navmesh_next(mesh, mesh->edge_cell[exit], exit);
    cw_vec2 a = cw_clearance_from(clearance, exit), b = cw_clearance_from(clearance, next);
    cw_vec2 side = cw_vec2_sub(b, a);
    double length = cw_vec2_length(side);
    cw_vec2 along = {side.x / length, side.y / length};
    cw_vec2 against = {-along.x, -along.y};
    span part = {0, length};
    if (before != NULL) {
        keep_window(eye, before, a, b, length, &part);
    } else {
        keep_front(eye, a, b, length, wall_length, &part);
    }
    double low = dominated(eye, a, along, flood->bounds[mesh->edge_vertex[exit]]);
    double high = dominated(eye, b, against, flood->bounds[mesh->edge_vertex[next]]);
    part.low = fmax(part.low, low - CUT_SLACK);
    part.high = fmin(part.high, length - high + CUT_SLACK);
    if (!(part.low < part.high)) {
        return false;
    }
    *after =
        (cw_window){twin, cw_vec2_along(a, part.low, along), cw_vec2_along(a, part.high, along)};
    return width(eye, after) > BEAM_WIDTH;
}

/// Follows the windows on the stack until all are done.
static cw_status spread(cw_context *context, cw_flood *flood, const viewer *eye,
                        cw_sightings *sightings) {
    const cw_navmesh *mesh = flood->clearance->mesh;
    while (flood->stack.count > 0) {
        cw_window window = flood->stack.items[--flood->stack.count];
        uint32_t cell = mesh->edge_cell[window.entry];
        cw_sighting sighting = {cell, window.entry, eye->feature, window_distance(eye, &window)};
        CW_TRY(CW_ARRAY_PUSH(context, sightings, sighting));
        for (uint32_t e = mesh->cell_first[cell]; e < mesh->cell_first[cell + 1]; e++) {
            cw_window after;
            if (e != window.entry && mesh->edge_twin[e] != CW_NONE &&
                look_through(flood, eye, &window, e, 0, &after)) {
                CW_TRY(CW_ARRAY_PUSH(context, &flood->stack, after));
            }
        }
    }
    return CW_OK;
}

/// Starts rays in a cell of the feature itself. Edges that end or start at `skip` lead to the next
/// cell of the same corner.
static cw_status start(cw_context *context, cw_flood *flood, const viewer *eye, uint32_t cell,
                       uint32_t skip, double wall_length, cw_sightings *sightings) {
    const cw_navmesh *mesh = flood->clearance->mesh;
    cw_sighting own = {cell, CW_NONE, eye->feature, 0};
    CW_TRY(CW_ARRAY_PUSH(context, sightings, own));
    for (uint32_t e = mesh->cell_first[cell]; e < mesh->cell_first[cell + 1]; e++) {
        cw_window after;
        if (mesh->edge_twin[e] != CW_NONE && mesh->edge_vertex[e] != skip &&
            mesh->edge_vertex[cw_navmesh_next(mesh, cell, e)] != skip &&
            look_through(flood, eye, NULL, e, wall_length, &after)) {
            CW_TRY(CW_ARRAY_PUSH(context, &flood->stack, after));
        }
    }
    return spread(context, flood, eye, sightings);
}

static cw_vec2 unit(cw_vec2 v) {
    double length = cw_vec2_length(v);
    return (cw_vec2){v.x / length, v.y / length};
}

cw_status cw_flood_corner(cw_context *context, cw_flood *flood, uint32_t corner_index,
                          cw_sightings *sightings) {
    const cw_clearance *clearance = flood->clearance;
    const cw_navmesh *mesh = clearance->mesh;
    const cw_corner *corner = &clearance->corners[corner_index];
    viewer eye = {
        .origin = corner->position,
        .out = unit(cw_vec2_sub(cw_clearance_to(clearance, corner->outgoing), corner->position)),
        .back = unit(cw_vec2_sub(cw_clearance_from(clearance, corner->incoming), corner->position)),
        .cone = !corner->wide,
        .feature = corner_index};
    uint32_t edge = corner->outgoing;
    for (;;) {
        uint32_t cell = mesh->edge_cell[edge];
        CW_TRY(start(context, flood, &eye, cell, corner->vertex, 0, sightings));
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
    cw_vec2 from = cw_clearance_from(clearance, edge), to = cw_clearance_to(clearance, edge);
    cw_vec2 along = unit(cw_vec2_sub(to, from));
    viewer eye = {.origin = from,
                  .along = along,
                  .normal = {-along.y, along.x},
                  .wall = true,
                  .feature = edge};
    return start(context, flood, &eye, clearance->mesh->edge_cell[edge], CW_NONE,
                 cw_vec2_distance(from, to), sightings);
}
