/// The lower envelope of the distances of features along a segment (envelope.c).
#ifndef CW_CLEARANCE_PORTALS_ENVELOPE_H
#define CW_CLEARANCE_PORTALS_ENVELOPE_H

#include "clearance/near/features.h"

/// Distance from a place to a feature as a function of the position x along a segment, in metres
/// from its start.
typedef struct cw_curve {
    uint32_t feature;
    bool is_wall;
    double from, to; ///< where on the segment it counts
    /// Corner: the foot of the corner on the segment's line, and its distance from that line. Wall:
    /// the distance at x = 0, its slope, and the slope of the foot along the wall.
    double a, b, c;
} cw_curve;

/// Squared distance at x.
static inline double cw_curve_at(const cw_curve *curve, double x) {
    if (curve->is_wall) {
        double distance = curve->a + curve->b * x;
        return distance > 0 ? distance * distance : 0;
    }
    return (x - curve->a) * (x - curve->a) + curve->b * curve->b;
}

/// Where in from .. to the distance is least.
static inline double cw_curve_lowest(const cw_curve *curve, double from, double to) {
    if (curve->is_wall) {
        return curve->b >= 0 ? from : to;
    }
    return curve->a < from ? from : curve->a > to ? to : curve->a;
}

/// A part of a segment with one nearest feature.
typedef struct cw_piece {
    double from, to;
    double high;    ///< the highest squared distance on it, which is at one of its ends
    uint32_t curve; ///< CW_NONE where no feature counts
} cw_piece;

/// Most pieces of a block: those that are passed over together where nothing can change them.
enum { CW_PIECE_BLOCK = 24 };

/// Pieces that follow each other, while an envelope is made.
typedef struct cw_piece_block {
    double from;
    double high;           ///< the highest of its pieces
    uint32_t first, count; ///< in the list of pieces, where each block has its own room
} cw_piece_block;

/// The nearest feature of every point of a segment.
typedef struct cw_envelope {
    cw_vec2 origin, direction;
    double length;
    double coarseness; ///< of the tables
    CW_ARRAY(cw_curve) curves;
    CW_ARRAY(cw_piece) pieces; ///< along the segment, without gaps
    CW_ARRAY(cw_piece_block) blocks;
    CW_ARRAY(cw_piece) spare;
    uint64_t steps;  ///< features and pieces looked at, all in all, as in cw_flood
    bool restricted; ///< only the features in `near` were looked at: no other is within the bound
    cw_indices near;
} cw_envelope;

/// The curves of a feature along the segment of an envelope (curve.c): returns their number, 0
/// where it counts nowhere on it.
uint32_t cw_curves_make(const cw_envelope *envelope, const cw_features *features, uint32_t index,
                        cw_curve curves[2]);
/// The positions, at most two, where two features are equally near; they may lie anywhere.
uint32_t cw_curves_cross(const cw_curve *f, const cw_curve *g, double *roots);

/// `bound`: no point of the segment is further than this from the walls; INFINITY when not known.
cw_status cw_envelope_build(cw_context *context, const cw_features *features, cw_vec2 from,
                            cw_vec2 to, double bound, cw_envelope *envelope);
void cw_envelope_free(cw_context *context, cw_envelope *envelope);
/// Memory held, in bytes; likewise below.
size_t cw_envelope_bytes(const cw_envelope *envelope);

/// Positions of the summits of an envelope, in order along it (envelope_summits.c).
typedef CW_ARRAY(double) cw_positions;
cw_status cw_envelope_summits(cw_context *context, const cw_envelope *envelope,
                              cw_positions *positions);

#endif
