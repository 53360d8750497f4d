/// What a notch sees of its area of interest.
#ifndef CW_DRAW_PARTS_CONE_H
#define CW_DRAW_PARTS_CONE_H

#include "base/memory.h"
#include "draw/parts/net.h"

/// An edge still to be looked through, with the rays between which it is seen.
typedef struct cw_draw_window {
    uint32_t edge;
    cw_vec2 right, left;
} cw_draw_window;

/// The outline of a cone, and room for finding it, kept from one notch to the next.
typedef struct cw_draw_cone {
    CW_ARRAY(cw_vec2) points; ///< counter-clockwise, the notch first
    CW_ARRAY(cw_draw_window) windows;
} cw_draw_cone;

/// Finds the part of a notch's area of interest that it sees within `reach` metres; its arc is
/// off by at most `smoothness` metres. Left without points where the notch has no area of interest.
cw_status cw_draw_cone_make(cw_context *context, const cw_surface *surface, const cw_notch *notch,
                            double reach, double smoothness, cw_draw_cone *cone);

/// Frees a cone; safe on a zeroed struct and safe twice.
void cw_draw_cone_free(cw_context *context, cw_draw_cone *cone);

#endif
