/// What a disc covers on its way along a path.
#ifndef CW_DRAW_PARTS_SWEEP_H
#define CW_DRAW_PARTS_SWEEP_H

#include "draw/parts/curve.h"
#include "draw/parts/pen.h"

/// One piece of the swept area: a range of points, and the box around them.
typedef struct cw_draw_piece {
    uint32_t first, end;
    cw_vec2 low, high;
} cw_draw_piece;

/// The swept area of a path, made again for each path.
typedef struct cw_draw_sweep {
    cw_draw_curve points; ///< of all pieces
    CW_ARRAY(cw_draw_piece) pieces;
    CW_ARRAY(uint32_t) first;  ///< offsets for one call of the sink
    cw_draw_curve left, right; ///< the two sides in walking order, round ends aside
} cw_draw_sweep;

/// Cuts the swept area into pieces; chords of round parts stay within `error` metres.
cw_status cw_draw_sweep_make(cw_context *context, const cw_path *path, double error,
                             cw_draw_sweep *sweep);

/// Fills the pieces. Pieces that do not overlap are one area; where a path passes over or under
/// itself another area begins, and what both cover is darker.
cw_status cw_draw_sweep_fill(cw_context *context, cw_draw_sweep *sweep, double radius,
                             const cw_draw_sink *sink, const cw_draw_style *style);

/// Frees a sweep; safe on a zeroed struct and safe twice.
void cw_draw_sweep_free(cw_context *context, cw_draw_sweep *sweep);

#endif
