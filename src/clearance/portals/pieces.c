/// The free parts of a portal as its pieces tell: each piece has one nearest wall or corner and
/// rises or falls all the way, so that the place where its clearance is the radius is one formula
/// for all (clearway/clearance.h). A portal with one summit has one free part, which begins in the
/// first piece that rises to the radius and ends in the last one that falls to it; nothing else is
/// worked out. Of other portals all pieces are passed in order, and free parts that go on from one
/// piece to the next are joined. Ends are moved into what is free, so that rounding leaves none of
/// them in what is blocked. Nothing is allocated.
#include "clearance/portals/portal.h"

/// Parts that are being written.
typedef struct output {
    cw_interval *intervals;
    uint32_t capacity, count;
    cw_interval part; ///< the last one, which may still grow
    bool open;        ///< there is one
    bool reversed;
    double start; ///< of what is asked for: parts that begin before are left out
    double length;
    double margin; ///< by which ends are moved
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
            take(out, crossing(piece, from, radius, out->margin), piece->to);
        }
    } else if (piece->height >= radius) {
        take(out, from, piece->to);
    } else {
        take(out, from, crossing(piece, from, radius, -out->margin));
    }
}

/// The start of the only free part: where the clearance has risen to the radius.
static double find_start(cw_piece_range all, double radius) {
    const cw_portal_piece *pieces = all.items;
    if (pieces[0].slope.s <= 0 && crossing(&pieces[0], 0, radius, -all.margin) > 0) {
        return 0; /* it only falls */
    }
    uint32_t i = 0;
    while (i < all.count - 1 && pieces[i].height < radius) {
        i++;
    }
    return crossing(&pieces[i], cw_piece_begin(pieces, i), radius, all.margin);
}

/// The end of the only free part, looked for from the end of the portal.
static double find_end(cw_piece_range all, double radius) {
    const cw_portal_piece *pieces = all.items;
    uint32_t last = all.count - 1;
    if (pieces[last].height >= radius) {
        return pieces[last].to;
    }
    uint32_t i = last;
    while (i > 0 && pieces[i - 1].height < radius) {
        i--;
    }
    return crossing(&pieces[i], cw_piece_begin(pieces, i), radius, -all.margin);
}

/// The answer for a portal with one summit.
static uint32_t narrow(const cw_portal *portal, cw_piece_range pieces, double radius,
                       cw_interval *intervals, uint32_t capacity) {
    double from = find_start(pieces, radius);
    double to = find_end(pieces, radius);
    cw_interval part = {from, to};
    if (portal->reversed) {
        part = (cw_interval){portal->length - to, portal->length - from};
    }
    return from < to ? cw_give_part(part, intervals, capacity) : 0;
}

/// Passes the nth piece in the order along the edge.
static void pass_nth(cw_piece_range pieces, uint32_t n, double radius, output *out) {
    uint32_t k = out->reversed ? pieces.count - 1 - n : n;
    pass(&pieces.items[k], cw_piece_begin(pieces.items, k), radius, out);
}

/// The answer for a portal with several summits.
static uint32_t pass_all(const cw_portal *portal, cw_piece_range pieces, double radius,
                         cw_interval *intervals, uint32_t capacity) {
    output out = {.intervals = intervals,
                  .capacity = capacity,
                  .reversed = portal->reversed,
                  .length = portal->length,
                  .margin = pieces.margin};
    for (uint32_t n = 0; n < pieces.count; n++) {
        pass_nth(pieces, n, radius, &out);
    }
    flush(&out);
    return out.count;
}

uint32_t cw_pieces_free(const cw_portal *portal, cw_piece_range pieces, double radius,
                        cw_interval *intervals, uint32_t capacity) {
    return portal->single ? narrow(portal, pieces, radius, intervals, capacity)
                          : pass_all(portal, pieces, radius, intervals, capacity);
}

/// The first piece, in the order along the edge, that ends behind the start of what is asked for.
static uint32_t piece_at_start(const output *out, cw_piece_range pieces) {
    uint32_t low = 0, high = pieces.count, last = pieces.count - 1;
    while (low < high) {
        uint32_t n = low + (high - low) / 2;
        double end = out->reversed ? out->length - cw_piece_begin(pieces.items, last - n)
                                   : pieces.items[n].to;
        if (end > out->start) {
            high = n;
        } else {
            low = n + 1;
        }
    }
    return low;
}

void cw_pieces_go_on(const cw_portal *portal, cw_piece_range pieces, double radius, double end,
                     cw_interval *intervals, uint32_t capacity) {
    output out = {.intervals = intervals,
                  .capacity = capacity,
                  .reversed = portal->reversed,
                  .start = end,
                  .length = portal->length,
                  .margin = pieces.margin};
    for (uint32_t n = piece_at_start(&out, pieces); n < pieces.count && out.count < capacity; n++) {
        pass_nth(pieces, n, radius, &out);
    }
    flush(&out);
}
