/// Where a number fits into a cell.
#ifndef CW_DRAW_PARTS_LABEL_H
#define CW_DRAW_PARTS_LABEL_H

#include "base/memory.h"
#include "draw/parts/net.h"
#include "draw/parts/pen.h"

/// A half-plane that a label keeps to: its room at (x, y) is a x + b y + c.
typedef struct cw_draw_limit {
    double a, b, c;
} cw_draw_limit;

/// What labels have in common, and room for the search, kept from one cell to the next.
typedef struct cw_draw_labeler {
    const void *owner; ///< passed to `covered`
    /// Whether something lies over a face at a plan position; may be NULL.
    bool (*covered)(const void *owner, uint32_t face, cw_vec2 position);
    CW_ARRAY(cw_draw_limit) limits;
} cw_draw_labeler;

/// Places a label of `digits` characters inside a convex face: *height in millimetres is 0 where no
/// legible size fits, or where the label would not be seen.
cw_status cw_draw_label_place(cw_context *context, const cw_draw_net *net, uint32_t face,
                              uint32_t digits, const cw_draw_pen *pen, cw_draw_labeler *labeler,
                              cw_vec2 *center, double *height);

/// Frees a labeler; safe on a zeroed struct and safe twice.
void cw_draw_labeler_free(cw_context *context, cw_draw_labeler *labeler);

#endif
