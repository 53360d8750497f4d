/// Following straight rays from cell to cell where it is known which way they go: whether a bend,
/// or the start, sees a goal or a corner. Whatever is too close to call is left to the search,
/// which looks on both sides.
#include "path/sights/trace.h"
#include "path/sights/sights.h"

/// Whether discs around the corners of a cell, but those at its ends, stop a ray between two
/// depths.
static cw_sureness is_free(const cw_path_search *search, cw_trace_ends ends, uint32_t cell,
                           const cw_tangent *ray, double from, double to) {
    const cw_clearance *clearance = search->clearance;
    double radius = search->radius;
    for (uint32_t i = clearance->near_corner_first[cell];
         i < clearance->near_corner_first[cell + 1]; i++) {
        const cw_near_corner *near = &clearance->near_corners[i];
        if (near->distance > radius) {
            break;
        }
        double side = fabs(cw_tangent_side(ray, near->position));
        if (side > radius + CW_CLOSE || near->corner == ends.to || near->corner == ends.from) {
            continue;
        }
        double depth = cw_tangent_depth(ray, near->position);
        double half = sqrt(cw_most(radius * radius - side * side, 0));
        if (depth + half < from - CW_CLOSE || depth - half > to + CW_CLOSE) {
            continue;
        }
        bool inside = depth + half > from + CW_CLOSE && depth - half < to - CW_CLOSE;
        return side < radius - CW_CLOSE && inside ? CW_SURELY_NOT : CW_UNSURE;
    }
    return CW_SURELY;
}

bool cw_trace_is_near(const cw_path_search *search, uint32_t corner, uint32_t cell, cw_vec2 place) {
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

/// Whether a ray leaves a cell with dents, or ends in its hull, where its portals alone tell that
/// it `leaves` or not. Rounding leaves portals a little inside of the hull, so that a ray may go
/// out through one and come back: it leaves by the first.
static cw_sureness leave_hull(const cw_path_search *search, uint32_t cell, uint32_t entry,
                              const cw_tangent *ray, double length, cw_sureness leaves,
                              const cw_way_out *out) {
    if (leaves == CW_SURELY) {
        return cw_trace_by_any(search, cell, entry, ray).edge == out->edge ? CW_SURELY : CW_UNSURE;
    }
    double inside =
        cw_path_search_inside_hull(search, cell, cw_vec2_along(ray->at, length, ray->along));
    return leaves == CW_UNSURE || fabs(inside) <= CW_CLOSE ? CW_UNSURE
           : inside > 0                                    ? CW_SURELY
                                                           : CW_SURELY_NOT;
}

/// Where a ray leaves a cell, unless it ends there after a length; `told` is CW_SURELY_NOT where a
/// wall is in its way, and CW_UNSURE where it leaves too close to a vertex to tell.
static cw_way_out leave_or_end(const cw_path_search *search, uint32_t cell, uint32_t entry,
                               const cw_tangent *ray, double length, cw_sureness *told) {
    cw_way_out out = {CW_NONE, INFINITY, 0};
    cw_sureness leaves = cw_trace_by_door(search, cell, entry, ray, &out);
    *told = CW_SURELY;
    if (search->mesh.dented[cell]) {
        *told = leave_hull(search, cell, entry, ray, length, leaves, &out);
        return leaves == CW_SURELY ? out : (cw_way_out){CW_NONE, INFINITY, 0};
    }
    if (leaves == CW_SURELY) {
        return out;
    }
    double inside = cw_path_search_inside(search, cell, cw_vec2_along(ray->at, length, ray->along));
    if (inside > CW_CLOSE) {
        return (cw_way_out){CW_NONE, INFINITY, 0};
    }
    if (leaves == CW_SURELY_NOT && inside < -CW_CLOSE) {
        *told = CW_SURELY_NOT;
        return out;
    }
    out = cw_trace_way_out(search, cell, entry, ray);
    if (out.depth <= length - CW_CLOSE) {
        *told = !cw_trace_is_clear(search, &out, ray)          ? CW_UNSURE
                : search->mesh.sides[out.edge].twin == CW_NONE ? CW_SURELY_NOT
                                                               : CW_SURELY;
    }
    return out;
}

cw_sureness cw_trace_ray(const cw_path_search *search, const cw_tangent *ray, double length,
                         uint32_t cell, cw_trace_ends ends, uint32_t *end) {
    uint32_t entry = CW_NONE;
    double from = 0;
    for (uint32_t i = 0;
         i < search->clearance->mesh->cell_count && cw_path_search_is_convex(search, cell); i++) {
        cw_sureness told;
        cw_way_out out = leave_or_end(search, cell, entry, ray, length, &told);
        if (told != CW_SURELY) {
            return told;
        }
        bool last = out.depth > length - CW_CLOSE;
        cw_sureness free = is_free(search, ends, cell, ray, from, last ? length : out.depth);
        if (last || free != CW_SURELY) {
            *end = cell;
            return free;
        }
        const cw_mesh_side *side = &search->mesh.sides[out.edge];
        cell = side->behind;
        entry = side->twin;
        from = out.depth;
    }
    return CW_UNSURE;
}
