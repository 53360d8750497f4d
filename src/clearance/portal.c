/// The free parts of a portal for a radius. Up to the portal's critical radius only its ends
/// matter; at its highest summit nothing is left. In between, a band of the portal (band.c) nearly
/// always has the two formulas that tell where its only free part begins and ends, so that little
/// memory is read and there is little that a processor has to guess. Which way the edge runs is no
/// condition but a sign, since it would be guessed wrong every other time. What no band tells, in
/// the main several free parts, the pieces do (pieces.c). Nothing is allocated.
#include "clearance/gates.h"

/// The answer where only the ends of the portal matter.
static uint32_t shorten(const cw_portal *portal, double radius, cw_interval *intervals,
                        uint32_t capacity) {
    double margin = radius > 0 ? radius : 0;
    cw_interval part = {portal->wall_from ? margin : 0,
                        portal->wall_to ? portal->length - margin : portal->length};
    if (part.from >= part.to) {
        return 0;
    }
    if (capacity > 0) {
        intervals[0] = part;
    }
    return 1;
}

/// The answer for the radii of a band.
static uint32_t span(const cw_portal *portal, const cw_portal_band *band, double radius,
                     double start, cw_interval *intervals, uint32_t capacity) {
    static const double directions[] = {1, -1};
    double sign = directions[portal->reversed], shift = portal->reversed * portal->length;
    double margin = sign * CW_END_MARGIN;
    cw_interval part = {shift + sign * cw_slope_at(&band->sides[portal->reversed], radius, margin),
                        shift +
                            sign * cw_slope_at(&band->sides[!portal->reversed], radius, -margin)};
    if (part.from < start) {
        return 0;
    }
    if (capacity > 0) {
        intervals[0] = part;
    }
    return 1;
}

uint32_t cw_clearance_portal_from(const cw_clearance *clearance, uint32_t edge, double radius,
                                  double start, cw_interval *intervals, uint32_t capacity) {
    const cw_portal *portal = &clearance->portals[edge];
    CW_ASSERT(edge < clearance->mesh->edge_count && clearance->mesh->edge_twin[edge] != CW_NONE);
    if (radius <= portal->critical || radius <= 0) {
        return shorten(portal, radius, intervals, capacity);
    }
    if (radius >= portal->highest) {
        return 0;
    }
    for (uint32_t i = 0; i < portal->band_count; i++) {
        const cw_portal_band *band = &clearance->portal_bands[portal->band_first + i];
        if (radius > band->low && radius <= band->high) {
            return span(portal, band, radius, start, intervals, capacity);
        }
    }
    return cw_pieces_free(portal, cw_pieces_of_edge(clearance, edge), radius, start, intervals,
                          capacity);
}

uint32_t cw_clearance_portal(const cw_clearance *clearance, uint32_t edge, double radius,
                             cw_interval *intervals, uint32_t capacity) {
    return cw_clearance_portal_from(clearance, edge, radius, 0, intervals, capacity);
}
