/// Offsets, indices and order of the tables, and that copies equal what they copy. Everything that
/// the other checks rely on.
#include "clearance/check/validate.h"

/// By which unit vectors may be off: rounding.
#define DIRECTION_ERROR 1e-15

static bool same(cw_vec2 a, cw_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

static bool sound(double value) {
    return isfinite(value) && value >= 0;
}

/// Offsets start at 0 and never fall.
static cw_status check_offsets(cw_context *context, const char *name, const uint32_t *first,
                               uint32_t count) {
    if (first == NULL || first[0] != 0) {
        return cw_fail(context, CW_ERROR_INVALID,
                       "invariant offsets violated: %s does not start "
                       "at 0",
                       name);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (first[i + 1] < first[i]) {
            return cw_fail(context, CW_ERROR_INVALID,
                           "invariant offsets violated at %s[%u]: %u follows %u", name, i + 1,
                           first[i + 1], first[i]);
        }
    }
    return CW_OK;
}

static cw_status check_points(cw_context *context, const cw_clearance *clearance) {
    const cw_navmesh *mesh = clearance->mesh;
    double step = cw_navmesh_fine_step(mesh);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        cw_vec2 point = {(double)mesh->points[v].x * step, (double)mesh->points[v].y * step};
        if (!same(point, clearance->points[v])) {
            return CW_CLEARANCE_VIOLATED(context, "points", "vertex", v, "it stands at (%g, %g)",
                                         clearance->points[v].x, clearance->points[v].y);
        }
    }
    return CW_OK;
}

/// The coarseness is a power of two, and the least that is enough.
static cw_status check_coarseness(cw_context *context, const cw_clearance *clearance) {
    double farthest = 0, coarseness = clearance->coarseness;
    for (uint32_t v = 0; v < clearance->mesh->vertex_count; v++) {
        farthest = fmax(farthest, fmax(clearance->points[v].x, clearance->points[v].y));
    }
    int exponent;
    if (!(coarseness >= 1) || frexp(coarseness, &exponent) != 0.5 ||
        farthest > coarseness * CW_CLEARANCE_REACH ||
        (coarseness > 1 && farthest <= coarseness / 2 * CW_CLEARANCE_REACH)) {
        return cw_fail(context, CW_ERROR_INVALID,
                       "invariant coarseness violated: %g, where the mesh reaches %g m", coarseness,
                       farthest);
    }
    return CW_OK;
}

static bool is_wall(const cw_navmesh *mesh, uint32_t edge) {
    return edge < mesh->edge_count && mesh->edge_twin[edge] == CW_NONE;
}

static cw_status check_corners(cw_context *context, const cw_clearance *clearance) {
    const cw_navmesh *mesh = clearance->mesh;
    for (uint32_t i = 0; i < clearance->corner_count; i++) {
        const cw_corner *corner = &clearance->corners[i];
        if (corner->vertex >= mesh->vertex_count || !is_wall(mesh, corner->incoming) ||
            !is_wall(mesh, corner->outgoing)) {
            return CW_CLEARANCE_VIOLATED(context, "corners", "corner", i,
                                         "vertex %u and edges %u, %u are no corner of walls",
                                         corner->vertex, corner->incoming, corner->outgoing);
        }
        uint32_t cell = mesh->edge_cell[corner->incoming];
        uint32_t arrives = mesh->edge_vertex[cw_navmesh_next(mesh, cell, corner->incoming)];
        if (!same(corner->position, clearance->points[corner->vertex]) ||
            !same(corner->position, clearance->points[arrives]) ||
            !same(corner->position, cw_clearance_from(clearance, corner->outgoing))) {
            return CW_CLEARANCE_VIOLATED(
                context, "corners", "corner", i, "its walls %u and %u do not meet at (%g, %g)",
                corner->incoming, corner->outgoing, corner->position.x, corner->position.y);
        }
    }
    return CW_OK;
}

/// An entry is a portal of the cell, or none.
static bool is_entry(const cw_navmesh *mesh, uint32_t cell, uint32_t entry) {
    return entry == CW_NONE || (entry < mesh->edge_count && mesh->edge_cell[entry] == cell &&
                                mesh->edge_twin[entry] != CW_NONE);
}

static cw_status check_near_corners(cw_context *context, const cw_clearance *clearance,
                                    uint32_t cell) {
    double last = 0;
    for (uint32_t i = clearance->near_corner_first[cell];
         i < clearance->near_corner_first[cell + 1]; i++) {
        const cw_near_corner *near = &clearance->near_corners[i];
        if (near->corner >= clearance->corner_count ||
            !is_entry(clearance->mesh, cell, near->entry) ||
            !same(near->position, clearance->corners[near->corner].position)) {
            return CW_CLEARANCE_VIOLATED(context, "near corners", "cell", cell,
                                         "entry %u names corner %u seen through edge %u", i,
                                         near->corner, near->entry);
        }
        if (!sound(near->distance) || near->distance < last) {
            return CW_CLEARANCE_VIOLATED(context, "order of lists", "cell", cell,
                                         "corner %u with %g m follows %g m", near->corner,
                                         near->distance, last);
        }
        last = near->distance;
    }
    return CW_OK;
}

/// True for the unit vector along an edge, as its lattice points have it.
static bool is_along(const cw_navmesh *mesh, uint32_t edge, cw_vec2 along) {
    cw_point from = cw_navmesh_point(mesh, edge);
    cw_point to = cw_navmesh_point(mesh, cw_navmesh_next(mesh, mesh->edge_cell[edge], edge));
    cw_vec2 side = {(double)(to.x - from.x), (double)(to.y - from.y)};
    double length = cw_vec2_length(side);
    return fabs(cw_vec2_cross(along, side)) <= DIRECTION_ERROR * length &&
           fabs(cw_vec2_dot(along, side) - length) <= DIRECTION_ERROR * length;
}

/// Whether a near wall is its edge, or what is seen of it through an entry.
static bool is_of_edge(const cw_clearance *clearance, const cw_near_wall *near) {
    cw_vec2 from = cw_clearance_from(clearance, near->edge);
    cw_vec2 to = cw_clearance_to(clearance, near->edge);
    if (near->entry == CW_NONE) {
        return same(near->from, from) && same(near->to, to);
    }
    double slack = cw_validate_slack(clearance, from), low = cw_vec2_dot(near->along, from);
    double start = cw_vec2_dot(near->along, near->from), end = cw_vec2_dot(near->along, near->to);
    return cw_segment_distance(near->from, from, to) <= slack &&
           cw_segment_distance(near->to, from, to) <= slack && start >= low - slack && end > start;
}

static cw_status check_near_walls(cw_context *context, const cw_clearance *clearance,
                                  uint32_t cell) {
    double last = 0;
    for (uint32_t i = clearance->near_wall_first[cell]; i < clearance->near_wall_first[cell + 1];
         i++) {
        const cw_near_wall *near = &clearance->near_walls[i];
        if (!is_wall(clearance->mesh, near->edge) ||
            !is_entry(clearance->mesh, cell, near->entry) || !is_of_edge(clearance, near) ||
            !is_along(clearance->mesh, near->edge, near->along)) {
            return CW_CLEARANCE_VIOLATED(context, "near walls", "cell", cell,
                                         "entry %u names wall %u seen through edge %u", i,
                                         near->edge, near->entry);
        }
        if (!sound(near->distance) || near->distance < last) {
            return CW_CLEARANCE_VIOLATED(context, "order of lists", "cell", cell,
                                         "wall %u with %g m follows %g m", near->edge,
                                         near->distance, last);
        }
        last = near->distance;
    }
    return CW_OK;
}

/// Summits belong to the lower edge of a portal.
static cw_status check_summits(cw_context *context, const cw_clearance *clearance) {
    const cw_navmesh *mesh = clearance->mesh;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        uint32_t twin = mesh->edge_twin[e];
        uint32_t first = clearance->edge_summit_first[e], end = clearance->edge_summit_first[e + 1];
        bool carrier = twin != CW_NONE && e < twin;
        if (end > clearance->summit_count || carrier != (first < end)) {
            return CW_CLEARANCE_VIOLATED(context, "summits", "edge", e, "it has summits %u to %u",
                                         first, end);
        }
        for (uint32_t i = first; i < end; i++) {
            const cw_summit *summit = &clearance->summits[i];
            if (summit->edge != e || !sound(summit->clearance)) {
                return CW_CLEARANCE_VIOLATED(context, "summits", "summit", i,
                                             "it names edge %u with %g m", summit->edge,
                                             summit->clearance);
            }
        }
    }
    if (clearance->edge_summit_first[mesh->edge_count] != clearance->summit_count) {
        return cw_fail(context, CW_ERROR_INVALID,
                       "invariant summits violated: %u are counted, edges have %u",
                       clearance->summit_count, clearance->edge_summit_first[mesh->edge_count]);
    }
    return CW_OK;
}

cw_status cw_validate_clearance_indices(cw_context *context, const cw_clearance *clearance) {
    const cw_navmesh *mesh = clearance->mesh;
    uint32_t cells = mesh->cell_count;
    CW_TRY(check_offsets(context, "near_corner_first", clearance->near_corner_first, cells));
    CW_TRY(check_offsets(context, "near_wall_first", clearance->near_wall_first, cells));
    CW_TRY(check_offsets(context, "cell_gate_first", clearance->cell_gate_first, cells));
    CW_TRY(check_offsets(context, "edge_summit_first", clearance->edge_summit_first,
                         mesh->edge_count));
    CW_TRY(
        check_offsets(context, "edge_piece_first", clearance->edge_piece_first, mesh->edge_count));
    CW_TRY(check_points(context, clearance));
    CW_TRY(check_coarseness(context, clearance));
    CW_TRY(check_corners(context, clearance));
    for (uint32_t cell = 0; cell < cells; cell++) {
        CW_TRY(check_near_corners(context, clearance, cell));
        CW_TRY(check_near_walls(context, clearance, cell));
    }
    return check_summits(context, clearance);
}
