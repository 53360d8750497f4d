/// Floors: the boundary of each level as loops of half-edges, and what all floors have in common,
/// whether they are cells of a mesh or triangles of a surface.
#ifndef CW_DRAW_FLOORS_H
#define CW_DRAW_FLOORS_H

#include "base/memory.h"
#include "draw/levels.h"
#include "draw/parts/pen.h"

/// Loops of half-edges with the faces of a level on their left, and their start points.
typedef struct cw_draw_outline {
    CW_ARRAY(uint32_t) edges;
    CW_ARRAY(cw_vec2) points;  ///< the start of each half-edge
    CW_ARRAY(uint32_t) first;  ///< loop_count + 1 offsets
    CW_ARRAY(cw_vec2) scratch; ///< one line while it is collected
    uint8_t *seen;             ///< half-edges that are in a loop
    uint32_t seen_count;
} cw_draw_outline;

/// What floors are drawn on, and with. Start with context, sink, net and pen.
typedef struct cw_draw_canvas {
    cw_context *context;
    const cw_draw_sink *sink;
    cw_draw_net net;
    cw_draw_pen pen;
    cw_draw_levels levels;
    cw_draw_outline outline; ///< of the current level
} cw_draw_canvas;

/// Finds the levels, and draws a rim outside the walls of all of them: what they cover is painted
/// later.
cw_status cw_draw_canvas_begin(cw_draw_canvas *canvas);

/// Comes to a level: collects its boundary, which are walls and edges to faces of other levels, and
/// draws what lies under its floor: the holes of the lowest one, the shadow that an upper one casts
/// on what it covers. Levels come in order.
cw_status cw_draw_canvas_level(cw_draw_canvas *canvas, uint32_t level);

/// Fills the floor of the current level.
void cw_draw_canvas_fill(const cw_draw_canvas *canvas, uint32_t level);

/// Draws the walls of the current level, each run of walls as one line; a loop of walls alone
/// closes. With `corners`, a dot at the start of each wall.
cw_status cw_draw_canvas_walls(cw_draw_canvas *canvas, bool corners);

/// Frees levels and outline; safe on a zeroed struct and safe twice.
void cw_draw_canvas_free(cw_draw_canvas *canvas);

#endif
