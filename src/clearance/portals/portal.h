/// What is known along a portal: its summits, its pieces, and the parts of it that are free.
#ifndef CW_CLEARANCE_PORTALS_PORTAL_H
#define CW_CLEARANCE_PORTALS_PORTAL_H

#include "clearance/clearance.h"

/// Summits of a portal, in the order along the lower of its edges.
typedef struct cw_summit_range {
    uint32_t first, count;
    bool reversed; ///< the edge asked for runs the other way
} cw_summit_range;
cw_summit_range cw_summits_of_edge(const cw_clearance *clearance, uint32_t edge);
/// The nth summit along the edge that was asked for.
static inline uint32_t cw_summit_along(cw_summit_range range, uint32_t n) {
    return range.reversed ? range.first + range.count - 1 - n : range.first + n;
}

/// Tells the higher edge of a portal what the lower one knows.
static inline void cw_portal_tell_twin(cw_clearance *clearance, uint32_t edge) {
    const cw_portal *portal = &clearance->portals[edge];
    cw_portal *other = &clearance->portals[clearance->mesh->edge_twin[edge]];
    other->length = portal->length;
    other->critical = portal->critical;
    other->highest = portal->highest;
    other->single = portal->single;
    other->reversed = true;
}

/// Pieces of a portal, in the direction of the lower of its edges.
typedef struct cw_piece_range {
    const cw_portal_piece *items;
    uint32_t count;
    double margin; ///< CW_END_MARGIN times the coarseness of the tables
} cw_piece_range;
/// Where a piece begins: where the one before it ends.
static inline double cw_piece_begin(const cw_portal_piece *pieces, uint32_t i) {
    return i > 0 ? pieces[i - 1].to : 0;
}
/// The pieces along the portal that an edge belongs to.
cw_piece_range cw_pieces_of_edge(const cw_clearance *clearance, uint32_t edge);

/// Metres by which ends of free parts are moved towards the free side of what blocks: above the
/// rounding of positions, far below CW_CLEARANCE_TOLERANCE.
#define CW_END_MARGIN CW_PLACED

/// Where a slope reaches a radius of at least |b|, moved by a margin.
static inline double cw_slope_at(const cw_slope *slope, double radius, double margin) {
    double root = sqrt((radius - fabs(slope->b)) * (radius + slope->b));
    return slope->a + slope->s * root + margin;
}

/// Writes the only free part of a portal if there is room; returns how many free parts there are.
static inline uint32_t cw_give_part(cw_interval part, cw_interval *intervals, uint32_t capacity) {
    if (capacity > 0) {
        intervals[0] = part;
    }
    return 1;
}

/// The free parts of a portal as its pieces tell, for radii from its critical one to its highest
/// clearance; otherwise as cw_clearance_portal.
uint32_t cw_pieces_free(const cw_portal *portal, cw_piece_range pieces, double radius,
                        cw_interval *intervals, uint32_t capacity);
/// Writes the next ones behind the end of a free part, as many as there is room for.
void cw_pieces_go_on(const cw_portal *portal, cw_piece_range pieces, double radius, double end,
                     cw_interval *intervals, uint32_t capacity);

enum { CW_PARTS_AT_ONCE = 16 };

/// The free parts of a portal in order, however many there are, without memory for all of them.
typedef struct cw_parts {
    const cw_clearance *clearance;
    uint32_t edge;
    double radius;
    cw_interval found[CW_PARTS_AT_ONCE];
    uint32_t left; ///< how many there are from the first of these on
    uint32_t next; ///< the one of these that is given next
} cw_parts;

/// Starts at the first of the free parts.
void cw_parts_begin(cw_parts *parts, const cw_clearance *clearance, uint32_t edge, double radius);
/// Gives the next one; false when there is none.
bool cw_parts_next(cw_parts *parts, cw_interval *part);

/// Metres from a place on a portal to a part of it; 0 inside.
static inline double cw_part_distance(cw_interval part, double at) {
    return cw_most(cw_most(part.from - at, at - part.to), 0);
}

/// The free part of a portal around a place, given in metres from the start of the edge, or else
/// the nearest to it, the first of two; false when there is none.
bool cw_parts_nearest(const cw_clearance *clearance, uint32_t edge, double radius, double at,
                      cw_interval *part);

#endif
