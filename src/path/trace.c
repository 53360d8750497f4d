/// Following rays and arcs from cell to cell where it is known which way they go: for a goal that a
/// bend may see, and for the portals of a path that was found over sights. Whatever is too close to
/// call is left to the search, which looks on both sides.
#include "path/trace.h"
#include "path/angle.h"
#include "path/throng.h"

/// Metres within which a crossing or a touch is too close to call: more than CW_GRAZE.
#define CLOSE (4 * CW_GRAZE)

/// Sine of the angle between a ray and an edge below which the ray runs along the edge.
#define ALONG 1e-9

double cw_taut_inside(const cw_taut *search, uint32_t cell, cw_vec2 point) {
    const uint32_t *first = &search->clearance->mesh->cell_first[cell];
    double inside = INFINITY;
    if (search->dented[cell]) {
        return cw_taut_inside_hull(search, cell, point);
    }
    const cw_throng *throng = cw_throng_of(search, cell);
    for (uint32_t i = 0; throng != NULL && i < throng->line_count; i++) {
        const cw_taut_side *side = &search->sides[throng->lines[i]];
        inside = cw_least(inside, cw_vec2_cross(side->along, cw_vec2_sub(point, side->from)));
    }
    for (uint32_t e = first[0]; e < first[1] && throng == NULL; e++) {
        const cw_taut_side *side = &search->sides[e];
        inside = cw_least(inside, cw_vec2_cross(side->along, cw_vec2_sub(point, side->from)));
    }
    return inside;
}

/// Where a ray leaves a cell through an edge.
static inline cw_way_out leave_by(const cw_taut *search, uint32_t edge, const cw_tangent *ray) {
    const cw_taut_side *side = &search->sides[edge];
    cw_vec2 v = cw_vec2_sub(side->from, ray->at);
    double scale = 1 / cw_vec2_cross(ray->along, side->along);
    return (cw_way_out){edge, cw_vec2_cross(v, side->along) * scale,
                        cw_vec2_cross(v, ray->along) * scale};
}

/// Where a ray leaves a cell, edge by edge: where it may run along an edge, or where the walls of a
/// dented cell are to be passed over.
static cw_way_out leave_any(const cw_taut *search, uint32_t cell, uint32_t entry,
                            const cw_tangent *ray) {
    const uint32_t *first = &search->clearance->mesh->cell_first[cell];
    cw_way_out out = {CW_NONE, INFINITY, 0};
    for (uint32_t e = first[0]; e < first[1]; e++) {
        const cw_taut_side *side = &search->sides[e];
        if (e == entry || (search->dented[cell] && side->twin == CW_NONE) ||
            cw_vec2_cross(ray->along, side->along) <= ALONG) {
            continue;
        }
        cw_way_out other = leave_by(search, e, ray);
        if (other.depth < out.depth && other.s > -CLOSE && other.s < side->length + CLOSE) {
            out = other;
        }
    }
    return out;
}

bool cw_trace_is_clear(const cw_taut *search, const cw_way_out *out, const cw_tangent *ray) {
    return cw_vec2_cross(ray->along, search->sides[out->edge].along) > CW_ALONG_ENTRY &&
           out->s > CLOSE && out->s < search->sides[out->edge].length - CLOSE;
}

/// Where a ray that came in through `entry` leaves a convex cell: through the edge that starts on
/// its right and ends on its left.
static cw_way_out leave_convex(const cw_taut *search, uint32_t cell, uint32_t entry,
                               const cw_tangent *ray) {
    const cw_taut_side *sides = search->sides;
    uint32_t count = search->clearance->mesh->cell_first[cell + 1];
    uint32_t e = search->clearance->mesh->cell_first[cell];
    count -= e;
    const cw_throng *throng = cw_throng_of(search, cell);
    uint32_t sure = throng == NULL ? CW_NONE : cw_throng_way_out(search, throng, cell, ray);
    if (sure != CW_NONE && sure != entry) {
        return leave_by(search, sure, ray);
    }
    // Behind the entry, vertices lie right of the ray until one lies left of it.
    e = entry == CW_NONE ? e : sides[entry].next;
    bool right = cw_tangent_side(ray, sides[e].from) <= 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t next = sides[e].next;
        bool next_right = cw_tangent_side(ray, sides[next].from) <= 0;
        if (right && !next_right && e != entry) {
            return leave_by(search, e, ray);
        }
        right = next_right;
        e = next;
    }
    return (cw_way_out){CW_NONE, INFINITY, 0};
}

/// Whether a point's ray passes well beside the portals of a cell, or gets to the ends of portals
/// that it passes closer no sooner than after a length.
static bool ends_before_doors(const cw_taut *search, uint32_t cell, uint32_t entry,
                              const cw_tangent *ray, double length) {
    bool beside = search->radius == 0;
    for (uint32_t i = search->door_first[cell]; i < search->door_first[cell + 1] && beside; i++) {
        const cw_taut_door *door = &search->doors[i];
        double right = cw_tangent_side(ray, door->from), left = cw_tangent_side(ray, door->to);
        bool from = fabs(right) > CLOSE || cw_tangent_depth(ray, door->from) >= length - CLOSE;
        bool to = fabs(left) > CLOSE || cw_tangent_depth(ray, door->to) >= length - CLOSE;
        beside = right > CLOSE || left < -CLOSE || door->edge == entry || (from && to);
    }
    return beside;
}

/// Whether a ray leaves a convex cell through a portal before it ends, told by the portals alone:
/// it does where it clearly goes out through one of them, and surely does not where it passes well
/// beside them all, or ends at them.
static inline cw_sureness leave_by_door(const cw_taut *search, uint32_t cell, uint32_t entry,
                                        const cw_tangent *ray, double length, cw_way_out *out) {
    bool beside = true;
    for (uint32_t i = search->door_first[cell]; i < search->door_first[cell + 1]; i++) {
        const cw_taut_door *door = &search->doors[i];
        double right = cw_tangent_side(ray, door->from), left = cw_tangent_side(ray, door->to);
        if ((right < 0) & (left > 0) & (door->edge != entry)) {
            *out = leave_by(search, door->edge, ray);
            return cw_trace_is_clear(search, out, ray) ? CW_SURELY : CW_UNSURE;
        }
        beside &= (right > CLOSE) | (left < -CLOSE) | (door->edge == entry);
    }
    return beside || ends_before_doors(search, cell, entry, ray, length) ? CW_SURELY_NOT
                                                                         : CW_UNSURE;
}

/// The ray of a point may run through vertices and along edges: what is not clear is looked at edge
/// by edge.
cw_way_out cw_trace_way_out(const cw_taut *search, uint32_t cell, uint32_t entry,
                            const cw_tangent *ray) {
    if (search->dented[cell]) {
        return leave_any(search, cell, entry, ray);
    }
    cw_way_out out = leave_convex(search, cell, entry, ray);
    bool told = search->radius > 0 || (out.edge != CW_NONE && cw_trace_is_clear(search, &out, ray));
    return told ? out : leave_any(search, cell, entry, ray);
}

/// Whether a ray goes out at an end of an edge.
static bool is_at_end(const cw_taut *search, const cw_way_out *out) {
    return out->s <= CLOSE || out->s >= search->sides[out->edge].length - CLOSE;
}

/// Whether discs around the corners of a cell, but those at its ends, stop a ray between two
/// depths.
static cw_sureness is_free(const cw_taut *search, cw_trace_ends ends, uint32_t cell,
                           const cw_tangent *ray, double from, double to) {
    const cw_clearance *clearance = search->clearance;
    double radius = search->radius;
    if (radius == 0) {
        return CW_SURELY; /* the cell is convex */
    }
    for (uint32_t i = clearance->near_corner_first[cell];
         i < clearance->near_corner_first[cell + 1]; i++) {
        const cw_near_corner *near = &clearance->near_corners[i];
        if (near->distance > radius) {
            break;
        }
        double side = fabs(cw_tangent_side(ray, near->position));
        if (side > radius + CLOSE || near->corner == ends.to || near->corner == ends.from) {
            continue;
        }
        double depth = cw_tangent_depth(ray, near->position);
        double half = sqrt(cw_most(radius * radius - side * side, 0));
        if (depth + half < from - CLOSE || depth - half > to + CLOSE) {
            continue;
        }
        bool inside = depth + half > from + CLOSE && depth - half < to - CLOSE;
        return side < radius - CLOSE && inside ? CW_SURELY_NOT : CW_UNSURE;
    }
    return CW_SURELY;
}

bool cw_trace_is_near(const cw_taut *search, uint32_t corner, uint32_t cell, cw_vec2 place) {
    const cw_clearance *clearance = search->clearance;
    for (uint32_t i = clearance->near_corner_first[cell];
         i < clearance->near_corner_first[cell + 1]; i++) {
        const cw_near_corner *near = &clearance->near_corners[i];
        if (near->corner == corner && near->distance <= search->radius &&
            cw_corner_counts(clearance, i, place)) {
            return true;
        }
    }
    return false;
}

/// How far a point lies inside of a convex cell; negative outside.
static double depth_in_convex(const cw_taut *search, uint32_t cell, cw_vec2 point) {
    const uint32_t *first = &search->clearance->mesh->cell_first[cell];
    const cw_taut_side *side = &search->sides[first[0]], *end = &search->sides[first[1]];
    double inside = INFINITY;
    for (; side < end; side++) {
        inside = cw_least(inside, cw_vec2_cross(side->along, cw_vec2_sub(point, side->from)));
    }
    return inside;
}

/// Whether a ray leaves a cell with dents, or ends in its hull, where its portals alone tell that
/// it `leaves` or not. Rounding leaves portals a little inside of the hull, so that a ray may go
/// out through one and come back: it leaves by the first.
static cw_sureness leave_hull(const cw_taut *search, uint32_t cell, uint32_t entry,
                              const cw_tangent *ray, double length, cw_sureness leaves,
                              const cw_way_out *out) {
    if (leaves == CW_SURELY) {
        return leave_any(search, cell, entry, ray).edge == out->edge ? CW_SURELY : CW_UNSURE;
    }
    double inside = cw_taut_inside_hull(search, cell, cw_vec2_along(ray->at, length, ray->along));
    return leaves == CW_UNSURE || fabs(inside) <= CLOSE ? CW_UNSURE
           : inside > 0                                 ? CW_SURELY
                                                        : CW_SURELY_NOT;
}

/// Where a ray leaves a cell, unless it ends there after a length; `told` is CW_SURELY_NOT where a
/// wall is in its way, and CW_UNSURE where it leaves too close to a vertex to tell.
static cw_way_out leave_or_end(const cw_taut *search, uint32_t cell, uint32_t entry,
                               const cw_tangent *ray, double length, cw_sureness *told) {
    cw_way_out out = {CW_NONE, INFINITY, 0};
    cw_sureness leaves = leave_by_door(search, cell, entry, ray, length, &out);
    *told = CW_SURELY;
    if (search->dented[cell]) {
        *told = leave_hull(search, cell, entry, ray, length, leaves, &out);
        return leaves == CW_SURELY ? out : (cw_way_out){CW_NONE, INFINITY, 0};
    }
    if (leaves == CW_SURELY) {
        return out;
    }
    double inside = depth_in_convex(search, cell, cw_vec2_along(ray->at, length, ray->along));
    bool at_vertex = search->radius == 0 && leaves == CW_SURELY_NOT && inside >= -CLOSE;
    if (inside > CLOSE || at_vertex) {
        return (cw_way_out){CW_NONE, INFINITY, 0};
    }
    if (leaves == CW_SURELY_NOT && inside < -CLOSE) {
        *told = CW_SURELY_NOT;
        return out;
    }
    out = cw_trace_way_out(search, cell, entry, ray);
    if (out.depth <= length - CLOSE) {
        *told = !cw_trace_is_clear(search, &out, ray)     ? CW_UNSURE
                : search->sides[out.edge].twin == CW_NONE ? CW_SURELY_NOT
                                                          : CW_SURELY;
    }
    return out;
}

cw_sureness cw_trace_ray(const cw_taut *search, const cw_tangent *ray, double length, uint32_t cell,
                         cw_trace_ends ends, uint32_t *end) {
    uint32_t entry = CW_NONE;
    double from = 0;
    for (uint32_t i = 0; i < search->clearance->mesh->cell_count && cw_taut_is_convex(search, cell);
         i++) {
        cw_sureness told;
        cw_way_out out = leave_or_end(search, cell, entry, ray, length, &told);
        if (told != CW_SURELY) {
            return told;
        }
        bool last = out.depth > length - CLOSE;
        cw_sureness free = is_free(search, ends, cell, ray, from, last ? length : out.depth);
        if (last || free != CW_SURELY) {
            *end = cell;
            return free;
        }
        const cw_taut_side *side = &search->sides[out.edge];
        cell = side->behind;
        entry = side->twin;
        from = out.depth;
    }
    return CW_UNSURE;
}

/// A walk along a path.
typedef struct tracer {
    const cw_taut *search;
    cw_trace *trace;
    uint32_t cell, entry;
    bool sure;
} tracer;

static cw_status cross(tracer *walk, uint32_t edge, cw_vec2 at) {
    const cw_taut_side *side = &walk->search->sides[edge];
    walk->cell = side->behind;
    walk->entry = side->twin;
    return CW_ARRAY_PUSH(walk->search->context, &walk->trace->steps, (cw_trace_step){edge, at});
}

/// The edge of a cell that starts at a vertex, or CW_NONE.
static uint32_t edge_at(const cw_navmesh *mesh, uint32_t cell, uint32_t vertex) {
    for (uint32_t e = mesh->cell_first[cell]; e < mesh->cell_first[cell + 1]; e++) {
        if (mesh->edge_vertex[e] == vertex) {
            return e;
        }
    }
    return CW_NONE;
}

/// Turns from cell to cell around a vertex, to one side, until a direction leads into the cell at
/// hand; false at a wall.
static cw_status turn_at_vertex(tracer *walk, uint32_t vertex, cw_vec2 along, bool left,
                                bool *turned) {
    const cw_taut *search = walk->search;
    const cw_navmesh *mesh = search->clearance->mesh;
    *turned = false;
    for (uint32_t i = 0; i < mesh->cell_count; i++) {
        uint32_t out = edge_at(mesh, walk->cell, vertex);
        if (out == CW_NONE || search->dented[walk->cell]) {
            return CW_OK;
        }
        uint32_t in = cw_navmesh_previous(mesh, walk->cell, out);
        if (cw_vec2_cross(search->sides[out].along, along) >= -ALONG &&
            cw_vec2_cross(search->sides[in].along, along) >= -ALONG) {
            *turned = true;
            return CW_OK;
        }
        uint32_t portal = left ? in : out;
        if (search->sides[portal].twin == CW_NONE) {
            return CW_OK;
        }
        CW_TRY(cross(walk, portal, search->sides[out].from));
    }
    return CW_OK;
}

/// Goes on along the ray of a point that leaves a cell at a vertex: around the vertex on one side
/// or on the other, with the fewest portals.
static cw_status pass_vertex(tracer *walk, const cw_tangent *ray, const cw_way_out *out) {
    const cw_taut_side *side = &walk->search->sides[out->edge];
    const uint32_t *vertices = walk->search->clearance->mesh->edge_vertex;
    uint32_t vertex = vertices[out->s < side->length / 2 ? out->edge : side->next];
    uint32_t *count = &walk->trace->steps.count, kept = *count, portals[2];
    tracer before = *walk;
    bool turned;
    for (int i = 0; i < 2; i++) {
        CW_TRY(turn_at_vertex(walk, vertex, ray->along, i == 0, &turned));
        portals[i] = turned && *count > kept ? *count - kept : CW_NONE;
        *walk = before;
        *count = kept;
    }
    if (portals[0] == CW_NONE && portals[1] == CW_NONE) {
        walk->sure = false;
        return CW_OK;
    }
    CW_TRY(turn_at_vertex(walk, vertex, ray->along, portals[0] <= portals[1], &turned));
    walk->entry = CW_NONE;
    return CW_OK;
}

/// Where a ray that meets no wall leaves the cell at hand, if it does before it ends. It leaves a
/// convex cell somewhere, unless it begins at the border and leads away: false.
static bool follow_in_cell(const tracer *walk, const cw_tangent *ray, double length,
                           cw_way_out *out) {
    const cw_taut *search = walk->search;
    bool dented = search->dented[walk->cell];
    *out = (cw_way_out){CW_NONE, INFINITY, 0};
    if (!dented && leave_by_door(search, walk->cell, walk->entry, ray, length, out) != CW_UNSURE) {
        return true;
    }
    *out = cw_trace_way_out(search, walk->cell, walk->entry, ray);
    return dented || out->edge != CW_NONE;
}

/// Follows a ray for a length.
static cw_status follow_ray(tracer *walk, const cw_tangent *ray, double length) {
    const cw_taut *search = walk->search;
    for (uint32_t i = 0; i < search->clearance->mesh->cell_count; i++) {
        cw_way_out out;
        if (!follow_in_cell(walk, ray, length, &out)) {
            break;
        }
        if (out.depth > length - CW_GRAZE) {
            return CW_OK;
        }
        if (search->radius == 0 && !cw_trace_is_clear(search, &out, ray) &&
            is_at_end(search, &out)) {
            CW_TRY(pass_vertex(walk, ray, &out));
            if (!walk->sure) {
                return CW_OK;
            }
            continue;
        }
        if (search->sides[out.edge].twin == CW_NONE || !cw_trace_is_clear(search, &out, ray)) {
            break;
        }
        CW_TRY(cross(walk, out.edge, cw_vec2_along(ray->at, out.depth, ray->along)));
    }
    walk->sure = false;
    return CW_OK;
}

/// Whether two points lie in front of all portals of a cell.
static bool holds_both(const cw_taut *search, uint32_t cell, cw_vec2 a, cw_vec2 b) {
    bool holds = true;
    for (uint32_t i = search->door_first[cell]; i < search->door_first[cell + 1]; i++) {
        const cw_taut_side *side = &search->sides[search->doors[i].edge];
        double least = cw_least(cw_vec2_cross(side->along, cw_vec2_sub(a, side->from)),
                                cw_vec2_cross(side->along, cw_vec2_sub(b, side->from)));
        holds &= least > 0;
    }
    return holds;
}

/// Whether the arc of a root, which meets no wall, surely stays in a convex cell: its end lies in
/// front of the portals, and so does the point where the tangents at its two ends meet.
static bool stays_inside(const cw_taut *search, uint32_t cell, const cw_root *root,
                         cw_vec2 leaving) {
    double dot = cw_vec2_dot(root->along, leaving), cross = cw_vec2_cross(root->along, leaving);
    if (root->hand * cross < 0 || dot < 0 || !cw_taut_is_convex(search, cell)) {
        return false;
    }
    double way = search->radius * fabs(cross) / (1 + dot);
    cw_vec2 tip = cw_vec2_along(root->at, way, root->along);
    return holds_both(search, cell, tip, cw_vec2_along(tip, way, leaving));
}

/// Turns at the corner of a root like a point; false when that cannot be told, for want of a
/// direction.
static cw_status turn_at_corner(tracer *walk, const cw_root *root, cw_vec2 leaving, bool *turned) {
    const cw_taut *search = walk->search;
    const cw_taut_cone *cone = &search->cones[root->corner];
    uint32_t kept = walk->trace->steps.count;
    tracer before = *walk;
    *turned = false;
    if (cone->snapped) {
        return CW_OK;
    }
    uint32_t vertex = search->clearance->corners[root->corner].vertex;
    CW_TRY(turn_at_vertex(walk, vertex, leaving, root->hand > 0, turned));
    if (!*turned) {
        *walk = before;
        walk->trace->steps.count = kept;
    }
    return CW_OK;
}

/// Follows the arc of a root to the direction in which it leaves. Where there is more than a full
/// turn of floor, a direction does not tell how far round that is.
static cw_status follow_arc(tracer *walk, const cw_root *root, cw_vec2 leaving) {
    const cw_taut *search = walk->search;
    bool turned = false;
    if (search->cones[root->corner].wide) {
        walk->sure = false;
        return CW_OK;
    }
    if (search->radius == 0) {
        CW_TRY(turn_at_corner(walk, root, leaving, &turned));
    }
    if (turned) {
        return CW_OK;
    }
    if (search->radius > 0 && stays_inside(search, walk->cell, root, leaving)) {
        return CW_OK;
    }
    double turn = cw_turn_on(root->along, leaving, root->hand);
    cw_tangent at = {root->at, root->along};
    for (uint32_t i = 0; i < search->clearance->mesh->cell_count; i++) {
        cw_arc_end end = cw_taut_arc(search, root, &at, walk->cell, walk->entry);
        if (cw_turn_on(root->along, end.ray.along, root->hand) >= turn) {
            return CW_OK;
        }
        if (end.exit == CW_NONE) {
            break;
        }
        CW_TRY(cross(walk, end.exit, end.ray.at));
        at = end.ray;
    }
    walk->sure = false;
    return CW_OK;
}

/// Notes where a segment ends, or the arc of a root.
static cw_status end_at(tracer *walk, cw_vec2 at, uint32_t root) {
    cw_trace_end end = {{walk->cell, at}, root};
    return CW_ARRAY_PUSH(walk->search->context, &walk->trace->ends, end);
}

/// The way from a root to the next one, or to the goal.
static cw_status follow_leg(tracer *walk, uint32_t root_index, cw_vec2 along, cw_vec2 to) {
    const cw_root *root = &walk->search->roots.items[root_index];
    cw_tangent ray = cw_tangent_leaving(root->center, root->signed_radius, along);
    if (root->hand != 0) {
        CW_TRY(follow_arc(walk, root, along));
        CW_TRY(end_at(walk, ray.at, root_index));
        walk->entry = CW_NONE; /* having turned, it may go back through it */
    }
    if (walk->sure) {
        CW_TRY(follow_ray(walk, &ray, cw_tangent_depth(&ray, to)));
    }
    return end_at(walk, to, CW_NONE);
}

/// Whether a goal lies in a cell too.
static bool is_goal_cell(const cw_taut *search, const cw_node *goal, uint32_t cell) {
    for (uint32_t i = 0; i < search->goals.count; i++) {
        const cw_goal *other = &search->goals.items[i];
        if (other->cell == cell && other->index == search->goals.items[goal->goal].index) {
            return true;
        }
    }
    return false;
}

cw_status cw_trace_path(const cw_taut *search, const cw_node *goal, uint32_t cell, cw_trace *trace,
                        bool *sure) {
    tracer walk = {.search = search, .trace = trace, .cell = cell, .entry = CW_NONE, .sure = true};
    trace->steps.count = trace->ends.count = 0;
    trace->roots.count = 0;
    const cw_root *roots = search->roots.items;
    for (uint32_t i = goal->root; i != CW_NONE; i = roots[i].parent) {
        CW_TRY(CW_ARRAY_PUSH(search->context, &trace->roots, i));
    }
    for (uint32_t i = trace->roots.count; i-- > 0 && walk.sure;) {
        const cw_root *next = i > 0 ? &roots[trace->roots.items[i - 1]] : NULL;
        CW_TRY(follow_leg(&walk, trace->roots.items[i], next != NULL ? next->along : goal->right,
                          next != NULL ? next->at : goal->low));
    }
    *sure = walk.sure && is_goal_cell(search, goal, walk.cell);
    return CW_OK;
}
