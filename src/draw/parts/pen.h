/// Colours, line widths and calls into a sink whose callbacks may be NULL.
#ifndef CW_DRAW_PARTS_PEN_H
#define CW_DRAW_PARTS_PEN_H

#include "clearway/draw.h"

/// Colours of cells before they repeat in a darker shade.
#define CW_DRAW_PALETTE_SIZE 7

/// Sizes that suit one drawing; millimetres on the picture where nothing else is said.
typedef struct cw_draw_pen {
    double scale;    ///< millimetres per metre of plan
    double wall;     ///< width of a wall
    double portal;   ///< width of a portal
    double hairline; ///< width of an edge that only supports
    double dash;     ///< dash length of a portal
    double dot;      ///< radius of a corner
    double rim;      ///< width of what sets a floor apart outside its walls
    double gap;      ///< mean distance between neighbouring lines
} cw_draw_pen;

/// Chooses the sizes for a drawing of a box with `length` metres of lines in it: lines get thinner
/// where they stand close together.
cw_draw_pen cw_draw_pen_make(const cw_draw_sink *sink, cw_draw_bounds bounds, double length);

/// The fill of colour number `color`; every number gives another colour.
cw_color cw_draw_palette(uint32_t color);

extern const cw_color cw_draw_ink;      ///< walls and numbers
extern const cw_color cw_draw_floor;    ///< floor without cells
extern const cw_color cw_draw_obstacle; ///< what stands inside the floor
extern const cw_color cw_draw_paper;    ///< the page
extern const cw_color cw_draw_accent;   ///< notches

/// The opaque colour at a share, from 0 to 1, of the way along a scale of `last` + 1 colours.
cw_color cw_draw_on_scale(const cw_color *scale, uint32_t last, double share);

/// A colour made more transparent.
cw_color cw_draw_faded(cw_color color, double alpha);

/// The fill of a floor on a level: one that lies over others lets them through a little.
cw_color cw_draw_floor_color(cw_color color, uint32_t level);

/// A style that only fills, and one that only draws a line.
cw_draw_style cw_draw_fill(cw_color color);
cw_draw_style cw_draw_stroke(cw_color color, double width, double dash);

void cw_draw_area(const cw_draw_sink *sink, const cw_vec2 *points, const uint32_t *first,
                  uint32_t loop_count, const cw_draw_style *style);
/// An area of one loop.
void cw_draw_polygon(const cw_draw_sink *sink, const cw_vec2 *points, uint32_t count,
                     const cw_draw_style *style);
void cw_draw_line(const cw_draw_sink *sink, const cw_vec2 *points, uint32_t count,
                  const cw_draw_style *style);
void cw_draw_segment(const cw_draw_sink *sink, cw_vec2 from, cw_vec2 to,
                     const cw_draw_style *style);
void cw_draw_dot(const cw_draw_sink *sink, cw_vec2 center, double radius,
                 const cw_draw_style *style);
void cw_draw_text(const cw_draw_sink *sink, cw_vec2 center, double height, const char *text,
                  cw_color color);

/// Grows a box to hold a point; points that are not finite are left out.
void cw_draw_bounds_add(cw_draw_bounds *bounds, bool *empty, double x, double y);

#endif
