/// The portals of a path that was found over sights: its legs are followed once from cell to cell.
/// Whatever is too close to call is left to the search, which looks on both sides.
#include "path/ready/angle.h"
#include "path/sights/trace.h"

/// A walk along a path.
typedef struct tracer {
    const cw_path_search *search;
    cw_trace *trace;
    uint32_t cell, entry;
    bool sure;
} tracer;

static cw_status cross(tracer *walk, uint32_t edge, cw_vec2 at) {
    const cw_mesh_side *side = &walk->search->mesh.sides[edge];
    walk->cell = side->behind;
    walk->entry = side->twin;
    return CW_ARRAY_PUSH(walk->search->context, &walk->trace->steps, (cw_trace_step){edge, at});
}

/// Where a ray that meets no wall leaves the cell at hand, if it does. It leaves a convex cell
/// somewhere, unless it begins at the border and leads away: false.
static bool follow_in_cell(const tracer *walk, const cw_tangent *ray, cw_way_out *out) {
    const cw_path_search *search = walk->search;
    bool dented = search->mesh.dented[walk->cell];
    *out = (cw_way_out){CW_NONE, INFINITY, 0};
    cw_sureness leaves =
        dented ? CW_UNSURE : cw_trace_by_door(search, walk->cell, walk->entry, ray, out);
    if (leaves != CW_UNSURE) {
        return true;
    }
    *out = cw_trace_way_out(search, walk->cell, walk->entry, ray);
    return dented || out->edge != CW_NONE;
}

/// Follows a ray for a length.
static cw_status follow_ray(tracer *walk, const cw_tangent *ray, double length) {
    const cw_path_search *search = walk->search;
    for (uint32_t i = 0; i < search->clearance->mesh->cell_count; i++) {
        cw_way_out out;
        if (!follow_in_cell(walk, ray, &out)) {
            break;
        }
        if (out.depth > length - CW_GRAZE) {
            return CW_OK;
        }
        if (search->mesh.sides[out.edge].twin == CW_NONE || !cw_trace_is_clear(search, &out, ray)) {
            break;
        }
        CW_TRY(cross(walk, out.edge, cw_vec2_along(ray->at, out.depth, ray->along)));
    }
    walk->sure = false;
    return CW_OK;
}

/// Follows the arc of a root to the direction in which it leaves. Where there is more than a full
/// turn of floor, a direction does not tell how far round that is.
static cw_status follow_arc(tracer *walk, const cw_root *root, cw_vec2 leaving) {
    const cw_path_search *search = walk->search;
    if (search->mesh.cones[root->corner].wide) {
        walk->sure = false;
        return CW_OK;
    }
    double turn = cw_turn_on(root->along, leaving, root->hand);
    cw_tangent at = {root->at, root->along};
    for (uint32_t i = 0; i < search->clearance->mesh->cell_count; i++) {
        cw_arc_end end = cw_disc_arc_out(search, root, &at, leaving, walk->cell, walk->entry);
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
    const cw_root *root = &walk->search->disc.roots.items[root_index];
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
static bool is_goal_cell(const cw_path_search *search, const cw_node *goal, uint32_t cell) {
    for (uint32_t i = 0; i < search->goals.count; i++) {
        const cw_goal *other = &search->goals.items[i];
        if (other->cell == cell && other->index == search->goals.items[goal->goal].index) {
            return true;
        }
    }
    return false;
}

cw_status cw_trace_path(const cw_path_search *search, const cw_node *goal, uint32_t cell,
                        cw_trace *trace, bool *sure) {
    tracer walk = {.search = search, .trace = trace, .cell = cell, .entry = CW_NONE, .sure = true};
    trace->steps.count = trace->ends.count = 0;
    trace->roots.count = 0;
    const cw_root *roots = search->disc.roots.items;
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
