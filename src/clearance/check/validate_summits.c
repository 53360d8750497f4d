/// Summits and critical radii of portals, by samples along each portal.
///
/// A summit lies on its portal and has the clearance that it claims; no close neighbour of the
/// highest summit and no sample of the portal has more. (A summit too many, which rounding may put
/// on a slope, changes no answer.) Up to the critical radius only the ends matter, so at every
/// sample the clearance is that radius or the distance to the nearer end on a wall, whichever is
/// less. The cells on both sides of a portal must agree about it.
#include "clearance/check/validate.h"

enum { SAMPLES = 16 };

/// Share of a portal at which a summit is compared with its neighbours.
#define NEIGHBOR 1e-6
/// Metres by which a neighbour may rise above a summit: what rounding does to the place of a summit
/// on a slope, and the dips that do not divide one.
#define SUMMIT_SLACK 1e-9
/// Metres: lower summits are what rounding makes of the ends of portals, and harm nothing.
#define LOWEST_SUMMIT 1e-7

static cw_vec2 along_edge(const cw_clearance *clearance, uint32_t edge, double share) {
    cw_vec2 from = cw_clearance_from(clearance, edge);
    return cw_vec2_along(from, share, cw_vec2_sub(cw_clearance_to(clearance, edge), from));
}

/// Share of an edge at which a point of it lies, and how far off the edge it is.
static double share_of(const cw_clearance *clearance, uint32_t edge, cw_vec2 point, double *off) {
    cw_vec2 from = cw_clearance_from(clearance, edge);
    cw_vec2 along = cw_vec2_sub(cw_clearance_to(clearance, edge), from);
    double share = cw_vec2_dot(cw_vec2_sub(point, from), along) / cw_vec2_dot(along, along);
    *off = cw_vec2_distance(point, along_edge(clearance, edge, fmin(fmax(share, 0), 1)));
    return share;
}

static cw_status check_summit(cw_context *context, cw_eye *eye, uint32_t index) {
    const cw_clearance *clearance = eye->clearance;
    const cw_summit *summit = &clearance->summits[index];
    uint32_t cell = clearance->mesh->edge_cell[summit->edge];
    double off, seen, slack = cw_validate_slack(clearance, summit->position);
    double share = share_of(clearance, summit->edge, summit->position, &off);
    if (!(off <= slack)) {
        return CW_CLEARANCE_VIOLATED(context, "summits", "summit", index,
                                     "it lies %g m off its portal", off);
    }
    CW_TRY(cw_eye_distance(context, eye, cell, summit->position, &seen));
    if (!(fabs(seen - summit->clearance) <= slack)) {
        return CW_CLEARANCE_VIOLATED(context, "summits", "summit", index,
                                     "it claims %.12g m and has %.12g m", summit->clearance, seen);
    }
    bool highest = summit->clearance > LOWEST_SUMMIT * clearance->coarseness;
    for (uint32_t i = clearance->edge_summit_first[summit->edge];
         i < clearance->edge_summit_first[summit->edge + 1]; i++) {
        highest = highest && clearance->summits[i].clearance <= summit->clearance;
    }
    for (int side = -1; side <= 1 && highest; side += 2) {
        double beside = fmin(fmax(share + side * NEIGHBOR, 0), 1);
        CW_TRY(cw_eye_distance(context, eye, cell, along_edge(clearance, summit->edge, beside),
                               &seen));
        if (seen > summit->clearance + SUMMIT_SLACK * clearance->coarseness + slack) {
            return CW_CLEARANCE_VIOLATED(context, "summits", "summit", index,
                                         "there is more clearance beside it: %.12g m and %.12g m",
                                         summit->clearance, seen);
        }
    }
    return CW_OK;
}

/// Distance from a sample to the nearer end of its portal that is on a wall.
static double end_distance(const cw_eye *eye, uint32_t edge, cw_vec2 point) {
    const cw_clearance *clearance = eye->clearance;
    const cw_navmesh *mesh = clearance->mesh;
    uint32_t next = cw_navmesh_next(mesh, mesh->edge_cell[edge], edge);
    double distance = INFINITY;
    if (eye->on_wall[mesh->edge_vertex[edge]]) {
        distance = cw_vec2_distance(point, cw_clearance_from(clearance, edge));
    }
    if (eye->on_wall[mesh->edge_vertex[next]]) {
        distance = fmin(distance, cw_vec2_distance(point, cw_clearance_to(clearance, edge)));
    }
    return distance;
}

/// The cells on both sides of a portal know the walls near it.
static cw_status compare_sides(cw_context *context, const cw_clearance *clearance, uint32_t edge,
                               cw_vec2 point, double seen) {
    const cw_navmesh *mesh = clearance->mesh;
    uint32_t cells[2] = {mesh->edge_cell[edge], mesh->edge_cell[mesh->edge_twin[edge]]};
    for (int side = 0; side < 2; side++) {
        double found = cw_clearance_at(clearance, cells[side], point, NULL);
        if (!(fabs(found - seen) <= cw_validate_slack(clearance, point)) && found != seen) {
            return CW_CLEARANCE_VIOLATED(context, "nearest wall", "edge", edge,
                                         "cell %u gives %.12g m on it, where a wall is %.12g m "
                                         "away",
                                         cells[side], found, seen);
        }
    }
    return CW_OK;
}

static cw_status check_samples(cw_context *context, cw_eye *eye, uint32_t edge) {
    const cw_clearance *clearance = eye->clearance;
    double highest = 0, critical = clearance->portals[edge].critical;
    for (uint32_t i = clearance->edge_summit_first[edge];
         i < clearance->edge_summit_first[edge + 1]; i++) {
        highest = fmax(highest, clearance->summits[i].clearance);
    }
    for (int i = 1; i < SAMPLES; i++) {
        cw_vec2 point = along_edge(clearance, edge, (double)i / SAMPLES);
        double seen, slack = cw_validate_slack(clearance, point);
        CW_TRY(cw_eye_distance(context, eye, clearance->mesh->edge_cell[edge], point, &seen));
        CW_TRY(compare_sides(context, clearance, edge, point, seen));
        if (seen > highest + SUMMIT_SLACK * clearance->coarseness + slack) {
            return CW_CLEARANCE_VIOLATED(context, "summits", "edge", edge,
                                         "its highest summit has %.12g m, a sample %.12g m",
                                         highest, seen);
        }
        if (seen < fmin(critical, end_distance(eye, edge, point)) - slack) {
            return CW_CLEARANCE_VIOLATED(context, "critical radius", "edge", edge,
                                         "more than its ends matters at %.12g m, not from %.12g m",
                                         seen, critical);
        }
    }
    return CW_OK;
}

cw_status cw_validate_summits(cw_context *context, cw_eye *eye) {
    const cw_clearance *clearance = eye->clearance;
    const cw_navmesh *mesh = clearance->mesh;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        uint32_t twin = mesh->edge_twin[e];
        double critical = clearance->portals[e].critical;
        if (!(critical >= 0) ||
            critical != (twin == CW_NONE ? 0 : clearance->portals[twin].critical)) {
            return CW_CLEARANCE_VIOLATED(context, "critical radius", "edge", e,
                                         "%g m is no critical radius of it", critical);
        }
        if (twin != CW_NONE && e < twin) {
            CW_TRY(check_samples(context, eye, e));
        }
    }
    for (uint32_t i = 0; i < clearance->summit_count; i++) {
        CW_TRY(check_summit(context, eye, i));
    }
    return CW_OK;
}
