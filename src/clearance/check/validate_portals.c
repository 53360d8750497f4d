/// The pieces and bands of portals, and the free parts that follow from them.
///
/// Pieces cover their portal in order, and both edges of it share them. Bands do not overlap, are
/// made of slopes of their portal's pieces, and at both ends of their range of radii the free part
/// ends where the clearance is the radius. At every sample point of a portal a disc that is a
/// little smaller than the clearance there may stand, and one that is a little larger may not,
/// whichever edge is asked.
#include "clearance/check/validate.h"

enum { SAMPLES = 16, MOST_PARTS = 32 };

/// A portal and its twin tell the same, apart from the direction.
static bool is_mirror(const cw_portal *portal, const cw_portal *twin) {
    return portal->length == twin->length && portal->highest == twin->highest &&
           portal->band_first == twin->band_first && portal->band_count == twin->band_count &&
           portal->single == twin->single && !portal->reversed && twin->reversed &&
           portal->wall_from == twin->wall_to && portal->wall_to == twin->wall_from;
}

/// Pieces are there, follow each other, and end where the portal does.
static bool are_pieces(const cw_clearance *clearance, uint32_t edge) {
    double last = 0;
    uint32_t twin = clearance->mesh->edge_twin[edge];
    if (clearance->edge_piece_first[twin] != clearance->edge_piece_first[twin + 1]) {
        return false;
    }
    for (uint32_t i = clearance->edge_piece_first[edge]; i < clearance->edge_piece_first[edge + 1];
         i++) {
        const cw_portal_piece *piece = &clearance->portal_pieces[i];
        if (!(piece->to >= last) || !(piece->height >= 0)) {
            return false;
        }
        last = piece->to;
    }
    return last == clearance->portals[edge].length;
}

/// True if a piece of an edge has this slope.
static bool has_slope(const cw_clearance *clearance, uint32_t edge, const cw_slope *slope) {
    for (uint32_t i = clearance->edge_piece_first[edge]; i < clearance->edge_piece_first[edge + 1];
         i++) {
        const cw_slope *own = &clearance->portal_pieces[i].slope;
        if (own->a == slope->a && own->b == slope->b && own->s == slope->s) {
            return true;
        }
    }
    return false;
}

/// Bands are there, from the largest radii to the smallest, with slopes of the portal.
static bool are_bands(const cw_clearance *clearance, uint32_t edge) {
    const cw_portal *portal = &clearance->portals[edge];
    uint64_t end = (uint64_t)portal->band_first + portal->band_count;
    if (end > clearance->portal_band_count) {
        return false;
    }
    double last = portal->highest;
    for (uint32_t i = portal->band_first; i < end; i++) {
        const cw_portal_band *band = &clearance->portal_bands[i];
        if (!(band->high <= last && band->low < band->high && band->low >= 0) ||
            !has_slope(clearance, edge, &band->sides[0]) ||
            !has_slope(clearance, edge, &band->sides[1])) {
            return false;
        }
        last = band->low;
    }
    return true;
}

static cw_status check_pieces(cw_context *context, const cw_eye *eye, uint32_t edge) {
    const cw_clearance *clearance = eye->clearance;
    const cw_navmesh *mesh = clearance->mesh;
    const cw_portal *portal = &clearance->portals[edge];
    uint32_t next = cw_navmesh_next(mesh, mesh->edge_cell[edge], edge);
    double length =
        cw_vec2_distance(cw_clearance_from(clearance, edge), cw_clearance_to(clearance, edge));
    if (portal->length != length || portal->wall_from != eye->on_wall[mesh->edge_vertex[edge]] ||
        portal->wall_to != eye->on_wall[mesh->edge_vertex[next]] ||
        !is_mirror(portal, &clearance->portals[mesh->edge_twin[edge]])) {
        return CW_CLEARANCE_VIOLATED(context, "portals", "edge", edge,
                                     "%g m from wall %u to wall %u is not what it is, or not what "
                                     "its twin is",
                                     portal->length, portal->wall_from, portal->wall_to);
    }
    if (!are_pieces(clearance, edge)) {
        return CW_CLEARANCE_VIOLATED(context, "portals", "edge", edge,
                                     "its pieces do not cover its %g m", portal->length);
    }
    if (!are_bands(clearance, edge)) {
        return CW_CLEARANCE_VIOLATED(context, "bands", "edge", edge,
                                     "its %u bands are not in order or not of its pieces",
                                     portal->band_count);
    }
    return CW_OK;
}

/// The clearance is a radius where a slope says so.
static cw_status check_slope(cw_context *context, cw_eye *eye, uint32_t edge, const cw_slope *slope,
                             double radius) {
    const cw_clearance *clearance = eye->clearance;
    cw_vec2 from = cw_clearance_from(clearance, edge), to = cw_clearance_to(clearance, edge);
    double x = slope->a + slope->s * sqrt((radius - fabs(slope->b)) * (radius + slope->b)), seen;
    cw_vec2 point = cw_vec2_along(from, x / clearance->portals[edge].length, cw_vec2_sub(to, from));
    CW_TRY(cw_eye_distance(context, eye, clearance->mesh->edge_cell[edge], point, &seen));
    if (!(fabs(seen - radius) <= 2 * cw_validate_slack(clearance, point))) {
        return CW_CLEARANCE_VIOLATED(context, "bands", "edge", edge,
                                     "at %.12g m the walls are %.12g m away, not %.12g m", x, seen,
                                     radius);
    }
    return CW_OK;
}

static cw_status check_bands(cw_context *context, cw_eye *eye, uint32_t edge) {
    const cw_portal *portal = &eye->clearance->portals[edge];
    for (uint32_t i = 0; i < portal->band_count; i++) {
        const cw_portal_band *band = &eye->clearance->portal_bands[portal->band_first + i];
        for (int side = 0; side < 2; side++) {
            CW_TRY(check_slope(context, eye, edge, &band->sides[side], band->low));
            CW_TRY(check_slope(context, eye, edge, &band->sides[side], band->high));
        }
    }
    return CW_OK;
}

/// Whether a disc may stand at x, as the free parts tell.
static bool is_free(const cw_clearance *clearance, uint32_t edge, double x, double radius) {
    cw_interval parts[MOST_PARTS];
    uint32_t count = cw_clearance_portal(clearance, edge, radius, parts, MOST_PARTS);
    for (uint32_t i = 0; i < count && i < MOST_PARTS; i++) {
        if (x >= parts[i].from && x <= parts[i].to) {
            return true;
        }
    }
    return false;
}

static cw_status check_free(cw_context *context, const cw_clearance *clearance, uint32_t edge,
                            double x, double seen, double slack) {
    if (seen > slack && !is_free(clearance, edge, x, seen - slack)) {
        return CW_CLEARANCE_VIOLATED(context, "free parts", "edge", edge,
                                     "a disc of %.12g m may not stand at %.12g m, which is %.12g m "
                                     "from the walls",
                                     seen - slack, x, seen);
    }
    if (is_free(clearance, edge, x, seen + slack)) {
        return CW_CLEARANCE_VIOLATED(context, "free parts", "edge", edge,
                                     "a disc of %.12g m may stand at %.12g m, which is %.12g m "
                                     "from the walls",
                                     seen + slack, x, seen);
    }
    return CW_OK;
}

static cw_status check_samples(cw_context *context, cw_eye *eye, uint32_t edge) {
    const cw_clearance *clearance = eye->clearance;
    const cw_navmesh *mesh = clearance->mesh;
    cw_vec2 from = cw_clearance_from(clearance, edge), to = cw_clearance_to(clearance, edge);
    double length = clearance->portals[edge].length;
    for (int i = 1; i < SAMPLES; i++) {
        double share = (double)i / SAMPLES, seen;
        cw_vec2 point = cw_vec2_along(from, share, cw_vec2_sub(to, from));
        CW_TRY(cw_eye_distance(context, eye, mesh->edge_cell[edge], point, &seen));
        double x = share * length, slack = 2 * cw_validate_slack(clearance, point);
        CW_TRY(check_free(context, clearance, edge, x, seen, slack));
        CW_TRY(check_free(context, clearance, mesh->edge_twin[edge], length - x, seen, slack));
    }
    return CW_OK;
}

cw_status cw_validate_portals(cw_context *context, cw_eye *eye) {
    const cw_navmesh *mesh = eye->clearance->mesh;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        uint32_t twin = mesh->edge_twin[e];
        if (twin != CW_NONE && e < twin) {
            CW_TRY(check_pieces(context, eye, e));
            CW_TRY(check_bands(context, eye, e));
            CW_TRY(check_samples(context, eye, e));
        }
    }
    return CW_OK;
}
