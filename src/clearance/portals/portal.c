/// The free parts of a portal for a radius. Up to the portal's critical radius only its ends
/// matter; at its highest summit nothing is left. In between, a band of the portal (band.c) nearly
/// always has the two formulas that tell where its only free part begins and ends, so that little
/// memory is read and there is little that a processor has to guess. Which way the edge runs is no
/// condition but a sign, since it would be guessed wrong every other time. What no band tells, in
/// the main several free parts, the pieces do (pieces.c). Nothing is allocated; who wants all
/// parts, however many, gets some at a time.
#include "clearance/portals/portal.h"

/// The answer where only the ends of the portal matter.
static uint32_t shorten(const cw_portal *portal, double radius, cw_interval *intervals,
                        uint32_t capacity) {
    double margin = radius > 0 ? radius : 0;
    cw_interval part = {portal->wall_from ? margin : 0,
                        portal->wall_to ? portal->length - margin : portal->length};
    return part.from < part.to ? cw_give_part(part, intervals, capacity) : 0;
}

/// The answer for the radii of a band.
static uint32_t span(const cw_portal *portal, const cw_portal_band *band, double radius,
                     double margin, cw_interval *intervals, uint32_t capacity) {
    static const double directions[] = {1, -1};
    double sign = directions[portal->reversed], shift = portal->reversed * portal->length;
    margin *= sign;
    cw_interval part = {shift + sign * cw_slope_at(&band->sides[portal->reversed], radius, margin),
                        shift +
                            sign * cw_slope_at(&band->sides[!portal->reversed], radius, -margin)};
    return cw_give_part(part, intervals, capacity);
}

uint32_t cw_clearance_portal(const cw_clearance *clearance, uint32_t edge, double radius,
                             cw_interval *intervals, uint32_t capacity) {
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
            return span(portal, band, radius, CW_END_MARGIN * clearance->coarseness, intervals,
                        capacity);
        }
    }
    return cw_pieces_free(portal, cw_pieces_of_edge(clearance, edge), radius, intervals, capacity);
}

void cw_parts_begin(cw_parts *parts, const cw_clearance *clearance, uint32_t edge, double radius) {
    parts->clearance = clearance;
    parts->edge = edge;
    parts->radius = radius;
    parts->left = cw_clearance_portal(clearance, edge, radius, parts->found, CW_PARTS_AT_ONCE);
    parts->next = 0;
}

/// Finds the next parts where there are more: in the pieces, since bands tell of one.
static void go_on(cw_parts *parts) {
    double end = parts->found[CW_PARTS_AT_ONCE - 1].to;
    cw_pieces_go_on(&parts->clearance->portals[parts->edge],
                    cw_pieces_of_edge(parts->clearance, parts->edge), parts->radius, end,
                    parts->found, CW_PARTS_AT_ONCE);
    parts->left -= CW_PARTS_AT_ONCE;
    parts->next = 0;
}

bool cw_parts_next(cw_parts *parts, cw_interval *part) {
    if (parts->next == CW_PARTS_AT_ONCE && parts->left > CW_PARTS_AT_ONCE) {
        go_on(parts);
    }
    if (parts->next == parts->left) {
        return false;
    }
    *part = parts->found[parts->next++];
    return true;
}

bool cw_parts_nearest(const cw_clearance *clearance, uint32_t edge, double radius, double at,
                      cw_interval *part) {
    cw_parts parts;
    cw_parts_begin(&parts, clearance, edge, radius);
    if (parts.left == 1) { /* most have one */
        *part = parts.found[0];
        return true;
    }
    cw_interval next;
    double least = INFINITY;
    while (cw_parts_next(&parts, &next) && cw_part_distance(next, at) < least) {
        least = cw_part_distance(next, at);
        *part = next;
    }
    return least < INFINITY;
}
