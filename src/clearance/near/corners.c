/// Corners of the walls: where the floor takes more than 180 degrees.
///
/// Every wall edge starts at a vertex; turning from it through the floor, cell by cell, one comes
/// to the wall that ends there. The angle on the way is more than 180 degrees as soon as a
/// direction lies right of the first, or straight along it again. Signs are exact.
#include "clearance/near/near.h"
#include "geom/half_turns.h"

static cw_point direction(const cw_navmesh *mesh, uint32_t edge) {
    uint32_t next = cw_navmesh_next(mesh, mesh->edge_cell[edge], edge);
    return cw_point_sub(cw_navmesh_point(mesh, next), cw_navmesh_point(mesh, edge));
}

static cw_point back(cw_point p) {
    return (cw_point){-p.x, -p.y};
}

/// Whether the turn to the left from u to v is more than 180 degrees (a full turn included).
static bool more_than_half(cw_point u, cw_point v) {
    int turn = cw_turn(u, v);
    return turn < 0 || (turn == 0 && cw_dot(u, v) > 0);
}

/// Turns through the floor from the wall edge `outgoing`; gives the wall that ends at its start.
static bool is_corner(const cw_navmesh *mesh, uint32_t outgoing, uint32_t *incoming) {
    cw_point first = direction(mesh, outgoing), here = first;
    bool more = false;
    uint32_t edge = outgoing;
    for (;;) {
        uint32_t previous = cw_navmesh_previous(mesh, mesh->edge_cell[edge], edge);
        cw_point next = back(direction(mesh, previous));
        more = more || more_than_half(here, next) || more_than_half(first, next);
        here = next;
        edge = mesh->edge_twin[previous];
        if (edge == CW_NONE) {
            *incoming = previous;
            return more;
        }
    }
}

/// Whether a direction lies left of another by more than rounding can put it there: the end of the
/// shorter one lies off the line of the longer one. The two sides of a wall without thickness may
/// cross by a rounding, where portals end on them.
static bool is_clearly_left(cw_vec2 here, cw_vec2 of, double slack) {
    double longer = sqrt(cw_most(cw_vec2_dot(of, of), cw_vec2_dot(here, here)));
    return cw_vec2_cross(of, here) > slack * longer;
}

uint32_t cw_corner_wall_ends(const cw_clearance *clearance, const cw_corner *corner, bool incoming,
                             cw_vec2 ends[CW_SNAPPED_WALLS]) {
    uint32_t wall = incoming ? corner->incoming : corner->outgoing, count = 0;
    double within = cw_snapped_within(clearance);
    while (count < CW_SNAPPED_WALLS) {
        cw_vec2 end =
            incoming ? cw_clearance_from(clearance, wall) : cw_clearance_to(clearance, wall);
        ends[count] = cw_vec2_sub(end, corner->position);
        if (cw_vec2_length(ends[count++]) >= within) {
            break;
        }
        wall = incoming ? cw_navmesh_previous_wall(clearance->mesh, wall)
                        : cw_navmesh_next_wall(clearance->mesh, wall);
    }
    return count;
}

/// From a corner along its walls to the first end whose direction is not the work of rounding.
static cw_vec2 way_along(const cw_clearance *clearance, const cw_corner *corner, bool incoming) {
    cw_vec2 ends[CW_SNAPPED_WALLS];
    return ends[cw_corner_wall_ends(clearance, corner, incoming, ends) - 1];
}

/// Whether the floor around a corner takes more than a full turn.
static bool more_than_a_turn(const cw_clearance *clearance, const cw_corner *corner) {
    const cw_navmesh *mesh = clearance->mesh;
    cw_half_turns turns = {.first = direction(mesh, corner->outgoing)};
    cw_point here = turns.first;
    for (uint32_t edge = corner->outgoing; edge != CW_NONE;) {
        uint32_t previous = cw_navmesh_previous(mesh, mesh->edge_cell[edge], edge);
        cw_point next = back(direction(mesh, previous));
        if (more_than_half(here, next)) { /* around a dent */
            cw_half_turns_to(&turns, back(here));
        }
        cw_half_turns_to(&turns, next);
        here = next;
        edge = mesh->edge_twin[previous];
    }
    cw_vec2 out = way_along(clearance, corner, false), in = way_along(clearance, corner, true);
    double slack = CW_CLEARANCE_TOLERANCE * clearance->coarseness;
    double within = cw_snapped_within(clearance);
    if (cw_vec2_length(out) < within || cw_vec2_length(in) < within) {
        return true; /* a loop of a few steps, without direction: it may be a fold of the floor */
    }
    return turns.count > 2 ||
           (turns.count == 2 && (cw_vec2_dot(out, in) < 0 || is_clearly_left(in, out, slack)));
}

cw_status cw_clearance_find_corners(cw_context *context, cw_clearance *clearance) {
    const cw_navmesh *mesh = clearance->mesh;
    CW_ARRAY(cw_corner) corners = {0};
    cw_status status = CW_OK;
    for (uint32_t e = 0; e < mesh->edge_count && status == CW_OK; e++) {
        uint32_t incoming;
        if (mesh->edge_twin[e] == CW_NONE && is_corner(mesh, e, &incoming)) {
            cw_corner corner = {.position = cw_clearance_from(clearance, e),
                                .vertex = mesh->edge_vertex[e],
                                .incoming = incoming,
                                .outgoing = e};
            corner.wide = more_than_a_turn(clearance, &corner);
            status = CW_ARRAY_PUSH(context, &corners, corner);
        }
    }
    if (status == CW_OK) {
        status = CW_RESIZE(context, corners.items, corners.capacity, corners.count);
        corners.capacity = status == CW_OK ? corners.count : corners.capacity;
    }
    if (status != CW_OK) {
        CW_ARRAY_FREE(context, &corners);
        return status;
    }
    clearance->corners = corners.items;
    clearance->corner_count = corners.count;
    return CW_OK;
}
