/// The boundary of a set of faces as loops of half-edges.
#ifndef CW_DRAW_OUTLINE_H
#define CW_DRAW_OUTLINE_H

#include "base/memory.h"
#include "draw/levels.h"
#include "draw/pen.h"

/// Loops of half-edges with the faces on their left, and their start points.
typedef struct cw_draw_outline {
    CW_ARRAY(uint32_t) edges;
    CW_ARRAY(cw_vec2) points;  ///< the start of each half-edge
    CW_ARRAY(uint32_t) first;  ///< loop_count + 1 offsets
    CW_ARRAY(cw_vec2) scratch; ///< one line while it is collected
    uint8_t *seen;             ///< half-edges that are in a loop
    uint32_t seen_count;
} cw_draw_outline;

/// Collects the boundary of the faces of one level: walls, and edges to faces of other levels.
cw_status cw_draw_outline_make(cw_context *context, const cw_draw_net *net,
                               const cw_draw_levels *levels, uint32_t level,
                               cw_draw_outline *outline);

/// Fills what the loops enclose.
void cw_draw_outline_fill(const cw_draw_outline *outline, const cw_draw_sink *sink,
                          const cw_draw_style *style);

/// Draws a rim outside the walls of all levels; what they cover is painted later. Leaves the
/// outline ready for the first level.
cw_status cw_draw_outline_rims(cw_context *context, const cw_draw_net *net,
                               const cw_draw_levels *levels, cw_draw_outline *outline,
                               const cw_draw_sink *sink, const cw_draw_pen *pen);

/// Draws what lies under the floor of a level: the holes of the lowest one, the shadow that an
/// upper one casts on what it covers.
cw_status cw_draw_outline_ground(cw_context *context, const cw_draw_net *net,
                                 cw_draw_outline *outline, uint32_t level, const cw_draw_sink *sink,
                                 const cw_draw_pen *pen);

/// Draws the walls of the loops, each run of walls as one line; a loop of walls alone closes.
cw_status cw_draw_outline_walls(cw_context *context, const cw_draw_net *net,
                                cw_draw_outline *outline, const cw_draw_sink *sink,
                                const cw_draw_style *style);

/// Draws a dot at the start of each wall.
void cw_draw_outline_corners(const cw_draw_net *net, const cw_draw_outline *outline,
                             const cw_draw_sink *sink, const cw_draw_pen *pen);

/// Frees an outline; safe on a zeroed struct and safe twice.
void cw_draw_outline_free(cw_context *context, cw_draw_outline *outline);

#endif
