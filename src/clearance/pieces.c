/// The free parts of a portal as its pieces tell: each piece has one nearest wall or corner and
/// rises or falls all the way, so that the place where its clearance is the radius is one formula
/// for all (clearway/clearance.h). A portal with one summit has one free part, which begins in the
/// first piece that rises to the radius and ends in the last one that falls to it; nothing else is
/// worked out. Of other portals all pieces are passed in order, and free parts that go on from one
/// piece to the next are joined. Ends are rounded towards the blocked side. Nothing is allocated.
#include "clearance/gates.h"

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
    if (radius <= fabs(piece->slope.b)) {
        return from; /* all of a rising piece is free */
    }
    return cw_least(cw_most(cw_slope_at(&piece->slope, radius, margin), from), piece->to);
}

/// Takes the free part of a piece.
static void pass(const cw_portal_piece *piece, double from, double radius, output *out) {
    if (piece->slope.s > 0) {
        if (piece->height > radius) {
            take(out, crossing(piece, from, radius, CW_END_MARGIN), piece->to);
        }
    } else if (piece->height >= radius) {
        take(out, from, piece->to);
    } else {
        take(out, from, crossing(piece, from, radius, -CW_END_MARGIN));
    }
}

/// The start of the only free part: where the clearance has risen to the radius.
static double find_start(const cw_portal_piece *pieces, uint32_t last, double radius) {
    if (pieces[0].slope.s <= 0 && crossing(&pieces[0], 0, radius, -CW_END_MARGIN) > 0) {
        return 0; /* it only falls */
    }
    uint32_t i = 0;
    while (i < last && pieces[i].height < radius) {
        i++;
    }
    return crossing(&pieces[i], i > 0 ? pieces[i - 1].to : 0, radius, CW_END_MARGIN);
}

/// The end of the only free part, looked for from the end of the portal.
static double find_end(const cw_portal_piece *pieces, uint32_t last, double radius) {
    if (pieces[last].height >= radius) {
        return pieces[last].to;
    }
    uint32_t i = last;
    while (i > 0 && pieces[i - 1].height < radius) {
        i--;
    }
    return crossing(&pieces[i], i > 0 ? pieces[i - 1].to : 0, radius, -CW_END_MARGIN);
}

/// The answer for a portal with one summit.
static uint32_t narrow(const cw_portal *portal, cw_piece_range pieces, double radius, double start,
                       cw_interval *intervals, uint32_t capacity) {
    double from = find_start(pieces.items, pieces.count - 1, radius);
    double to = find_end(pieces.items, pieces.count - 1, radius);
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

/// The answer for a portal with several summits.
static uint32_t pass_all(const cw_portal *portal, cw_piece_range pieces, double radius,
                         double start, cw_interval *intervals, uint32_t capacity) {
    output out = {.intervals = intervals,
                  .capacity = capacity,
                  .reversed = portal->reversed,
                  .start = start,
                  .length = portal->length};
    for (uint32_t i = 0; i < pieces.count; i++) {
        uint32_t k = out.reversed ? pieces.count - 1 - i : i;
        pass(&pieces.items[k], k == 0 ? 0 : pieces.items[k - 1].to, radius, &out);
    }
    flush(&out);
    return out.count;
}

uint32_t cw_pieces_free(const cw_portal *portal, cw_piece_range pieces, double radius, double start,
                        cw_interval *intervals, uint32_t capacity) {
    return portal->single ? narrow(portal, pieces, radius, start, intervals, capacity)
                          : pass_all(portal, pieces, radius, start, intervals, capacity);
}
