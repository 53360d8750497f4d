/// Where rays leave cells. Most are told by the portals of a cell alone; what is too close to call
/// is left to the search, which looks on both sides.
#include "path/ready/crowded_cell.h"
#include "path/sights/sights.h"
#include "path/sights/trace.h"

/// Sine of the angle between a ray and an edge below which the ray runs along the edge.
#define ALONG_EDGE 1e-9

/// Where a ray leaves a cell through an edge.
static inline cw_way_out leave_by(const cw_path_search *search, uint32_t edge,
                                  const cw_tangent *ray) {
    const cw_mesh_side *side = &search->mesh.sides[edge];
    cw_vec2 v = cw_vec2_sub(side->from, ray->at);
    double scale = 1 / cw_vec2_cross(ray->along, side->along);
    return (cw_way_out){edge, cw_vec2_cross(v, side->along) * scale,
                        cw_vec2_cross(v, ray->along) * scale};
}

cw_way_out cw_trace_by_any(const cw_path_search *search, uint32_t cell, uint32_t entry,
                           const cw_tangent *ray) {
    uint32_t first = cw_navmesh_cell_begin(search->clearance->mesh, cell);
    uint32_t limit = cw_navmesh_cell_end(search->clearance->mesh, cell);
    cw_way_out out = {CW_NONE, INFINITY, 0};
    for (uint32_t e = first; e < limit; e++) {
        const cw_mesh_side *side = &search->mesh.sides[e];
        if (e == entry || side->twin == CW_NONE ||
            cw_vec2_cross(ray->along, side->along) <= ALONG_EDGE) {
            continue;
        }
        cw_way_out other = leave_by(search, e, ray);
        if (other.depth < out.depth && other.s > -CW_CLOSE && other.s < side->length + CW_CLOSE) {
            out = other;
        }
    }
    return out;
}

bool cw_trace_is_clear(const cw_path_search *search, const cw_way_out *out, const cw_tangent *ray) {
    return cw_vec2_cross(ray->along, search->mesh.sides[out->edge].along) > CW_ALONG_ENTRY &&
           out->s > CW_CLOSE && out->s < search->mesh.sides[out->edge].length - CW_CLOSE;
}

/// Where a ray that came in through `entry` leaves a convex cell: through the edge that starts on
/// its right and ends on its left.
static cw_way_out leave_convex(const cw_path_search *search, uint32_t cell, uint32_t entry,
                               const cw_tangent *ray) {
    const cw_mesh_side *sides = search->mesh.sides;
    uint32_t count = cw_navmesh_cell_end(search->clearance->mesh, cell);
    uint32_t e = cw_navmesh_cell_begin(search->clearance->mesh, cell);
    count -= e;
    const cw_crowded_cell *crowded = cw_crowded_in(search, cell);
    uint32_t sure = crowded == NULL ? CW_NONE : cw_crowded_way_out(search, crowded, cell, ray);
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

cw_sureness cw_trace_by_door(const cw_path_search *search, uint32_t cell, uint32_t entry,
                             const cw_tangent *ray, cw_way_out *out) {
    bool beside = true;
    for (uint32_t i = search->mesh.door_first[cell]; i < search->mesh.door_first[cell + 1]; i++) {
        const cw_mesh_door *door = &search->mesh.doors[i];
        double right = cw_tangent_side(ray, door->from), left = cw_tangent_side(ray, door->to);
        if ((right < 0) & (left > 0) & (door->edge != entry)) {
            *out = leave_by(search, door->edge, ray);
            return cw_trace_is_clear(search, out, ray) ? CW_SURELY : CW_UNSURE;
        }
        beside &= (right > CW_CLOSE) | (left < -CW_CLOSE) | (door->edge == entry);
    }
    return beside ? CW_SURELY_NOT : CW_UNSURE;
}

cw_way_out cw_trace_way_out(const cw_path_search *search, uint32_t cell, uint32_t entry,
                            const cw_tangent *ray) {
    return search->mesh.dented[cell] ? cw_trace_by_any(search, cell, entry, ray)
                                     : leave_convex(search, cell, entry, ray);
}
