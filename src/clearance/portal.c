/// The free parts of a portal for a radius. Up to the portal's critical radius only its ends
/// matter, and one line of memory answers; at its highest summit nothing is left. In between, the
/// pieces of the portal tell: each has one nearest wall or corner and rises or falls all the way,
/// so that the place where its clearance is the radius is one formula for all
/// (clearway/clearance.h). A portal with one summit, as nearly all are, has one free part, which
/// begins in the first piece that rises to the radius and ends in the last one that falls to it;
/// nothing else is worked out. Of other portals all pieces are passed in order, and free parts that
/// go on from one piece to the next are joined. Ends are rounded towards the blocked side. Nothing
/// is allocated.
#include "clearance/gates.h"

/// Metres by which ends are moved towards the free side of what blocks: above the rounding of
/// positions in plans of some kilometres, far below CW_CLEARANCE_TOLERANCE.
#define END_MARGIN 1e-11

enum { FIRST_FEW = 3 }; /* pieces; most portals have no more on either side of their summit */

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

/// Where the clearance of a piece that begins at `from` is a radius, moved by a margin; an end of
/// the piece where that lies outside.
static double crossing(const cw_portal_piece *piece, double from, double radius, double margin) {
    double above = radius - fabs(piece->b);
    if (above <= 0) {
        return from; /* all of a rising piece is free */
    }
    double root = sqrt(above * (radius + piece->b));
    double x = piece->a + piece->s * root + margin;
    return cw_least(cw_most(x, from), piece->to);
}

/// Takes the free part of a piece.
static void pass(const cw_portal_piece *piece, double from, double radius, output *out) {
    if (piece->s > 0) {
        if (piece->height > radius) {
            take(out, crossing(piece, from, radius, END_MARGIN), piece->to);
        }
    } else if (piece->height >= radius) {
        take(out, from, piece->to);
    } else {
        take(out, from, crossing(piece, from, radius, -END_MARGIN));
    }
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

/// How many of at most `most` pieces in a row, from index `first` on, end below a radius. The first
/// few are counted without asking whether to go on: a processor would guess it wrong as often as
/// not.
static uint32_t count_lower(const cw_portal_piece *pieces, uint32_t first, int step, uint32_t most,
                            double radius) {
    uint32_t count = 0, lower = 1, at = first;
    for (uint32_t i = 0; i < FIRST_FEW && i < most; i++, at += (uint32_t)step) {
        lower &= pieces[at].height < radius;
        count += lower;
    }
    while (count >= FIRST_FEW && count < most && pieces[at].height < radius) {
        count++;
        at += (uint32_t)step;
    }
    return count;
}

/// The start of the only free part: where the clearance has risen to the radius.
static double find_start(const cw_portal_piece *pieces, uint32_t last, double radius) {
    if (pieces[0].s <= 0 && crossing(&pieces[0], 0, radius, -END_MARGIN) > 0) {
        return 0; /* it only falls */
    }
    uint32_t i = count_lower(pieces, 0, 1, last, radius);
    return crossing(&pieces[i], i > 0 ? pieces[i - 1].to : 0, radius, END_MARGIN);
}

/// The end of the only free part, looked for from the end of the portal.
static double find_end(const cw_portal_piece *pieces, uint32_t last, double radius) {
    if (pieces[last].height >= radius) {
        return pieces[last].to;
    }
    uint32_t i = last - count_lower(pieces, last - 1, -1, last, radius);
    return crossing(&pieces[i], i > 0 ? pieces[i - 1].to : 0, radius, -END_MARGIN);
}

/// The answer for a portal with one summit.
static uint32_t narrow(const cw_portal *portal, const cw_portal_piece *pieces, double radius,
                       double start, cw_interval *intervals, uint32_t capacity) {
    uint32_t last = portal->piece_count - 1u;
    double from = find_start(pieces, last, radius), to = find_end(pieces, last, radius);
    cw_interval part = {from, to};
    if (portal->reversed) {
        part = (cw_interval){portal->length - to, portal->length - from};
    }
    if (!(from < to && part.from >= start)) {
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
    if (portal->single) {
        return narrow(portal, pieces, radius, start, intervals, capacity);
    }
    output out = {.intervals = intervals,
                  .capacity = capacity,
                  .reversed = portal->reversed,
                  .start = start,
                  .length = portal->length};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = out.reversed ? count - 1 - i : i;
        pass(&pieces[k], k == 0 ? 0 : pieces[k - 1].to, radius, &out);
    }
    flush(&out);
    return out.count;
}

uint32_t cw_clearance_portal(const cw_clearance *clearance, uint32_t edge, double radius,
                             cw_interval *intervals, uint32_t capacity) {
    return cw_clearance_portal_from(clearance, edge, radius, 0, intervals, capacity);
}
