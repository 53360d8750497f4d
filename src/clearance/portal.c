/// The free parts of a portal for a radius. Up to the portal's critical radius only its ends
/// matter, and one line of memory answers; at its highest summit nothing is left. In between, the
/// pieces of the portal with one nearest wall or corner each are passed in
/// order; in each the points within the radius form an interval in closed form. Parts that go on
/// from one piece to the next are joined, ends at walls are rounded towards the blocked side.
/// Nothing is allocated and nothing searched.
#include "clearance/gates.h"

/// Metres by which ends are moved towards the free side of what blocks: above the rounding of
/// positions in plans of some kilometres, far below CW_CLEARANCE_TOLERANCE.
#define END_MARGIN 1e-11

/// Parts that are being written.
typedef struct output {
    cw_interval *intervals;
    uint32_t capacity, count;
    cw_interval part; ///< the last one, which may still grow
    bool open;        ///< there is one
    bool reversed;
    double start, length;
} output;

static void flush(output *out) {
    if (out->open && out->part.from >= out->start) {
        if (out->count < out->capacity) {
            out->intervals[out->count] = out->part;
        }
        out->count++;
    }
    out->open = false;
}

/// Takes a free part of a piece, in the direction of the lower edge.
static void take(output *out, double from, double to) {
    if (!(to > from)) {
        return;
    }
    cw_interval part = {from, to};
    if (out->reversed) {
        part = (cw_interval){out->length - to, out->length - from};
    }
    if (out->open && part.from <= out->part.to) {
        out->part.to = part.to;
        return;
    }
    flush(out);
    out->part = part;
    out->open = true;
}

/// The free parts of a piece from .. to around what a corner blocks.
static void pass_corner(const cw_portal_piece *piece, double from, double to, double radius,
                        output *out) {
    double square = (radius - piece->b) * (radius + piece->b);
    if (square <= 0) {
        take(out, from, to);
        return;
    }
    double half = sqrt(square) + END_MARGIN;
    double low = piece->a - half < to ? piece->a - half : to;
    double high = piece->a + half > from ? piece->a + half : from;
    take(out, out->reversed ? high : from, out->reversed ? to : low);
    take(out, out->reversed ? from : high, out->reversed ? low : to);
}

static void pass_wall(const cw_portal_piece *piece, double from, double to, double radius,
                      output *out) {
    if (piece->a + piece->b * (piece->b < 0 ? to : from) < radius) { /* blocked at its low end */
        if (piece->a + piece->b * (piece->b < 0 ? from : to) <= radius) {
            return;
        }
        double at = (radius - piece->a) / piece->b;
        if (piece->b > 0) {
            from = at + END_MARGIN > from ? at + END_MARGIN : from;
        } else {
            to = at - END_MARGIN < to ? at - END_MARGIN : to;
        }
    }
    take(out, from, to);
}

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

uint32_t cw_clearance_portal_from(const cw_clearance *clearance, uint32_t edge, double radius,
                                  double start, cw_interval *intervals, uint32_t capacity) {
    const cw_portal *portal = &clearance->portals[edge];
    CW_ASSERT(edge < clearance->mesh->edge_count && portal->piece_count > 0);
    if (radius <= portal->critical || radius <= 0) {
        return shorten(portal, radius, intervals, capacity);
    }
    if (radius >= portal->highest) {
        return 0;
    }
    uint32_t count = portal->piece_count;
    const cw_portal_piece *pieces = clearance->portal_pieces + portal->piece_first;
    output out = {.intervals = intervals,
                  .capacity = capacity,
                  .reversed = clearance->mesh->edge_twin[edge] < edge,
                  .start = start,
                  .length = portal->length};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = out.reversed ? count - 1 - i : i;
        double from = k == 0 ? 0 : pieces[k - 1].to;
        if (pieces[k].wall) {
            pass_wall(&pieces[k], from, pieces[k].to, radius, &out);
        } else {
            pass_corner(&pieces[k], from, pieces[k].to, radius, &out);
        }
    }
    flush(&out);
    return out.count;
}

uint32_t cw_clearance_portal(const cw_clearance *clearance, uint32_t edge, double radius,
                             cw_interval *intervals, uint32_t capacity) {
    return cw_clearance_portal_from(clearance, edge, radius, 0, intervals, capacity);
}
