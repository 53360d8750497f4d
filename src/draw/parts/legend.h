/// The strip below a plan that explains what its colours mean.
#ifndef CW_DRAW_PARTS_LEGEND_H
#define CW_DRAW_PARTS_LEGEND_H

#include "draw/parts/net.h"
#include "draw/parts/pen.h"

/// Where a legend goes. Its sizes follow the plan: a unit is a millimetre on a page 190 mm wide.
typedef struct cw_draw_legend {
    double unit;         ///< metres of plan
    double left, top;    ///< of the strip, plan metres
    double width;        ///< plan metres
    double text_height;  ///< millimetres on the picture
    double units_across; ///< `width` in units
} cw_draw_legend;

/// The box of a plan with a strip of `height` units below it, and at least `width` units wide.
cw_draw_bounds cw_draw_legend_bounds(cw_draw_bounds plan, double width, double height);

cw_draw_legend cw_draw_legend_make(cw_draw_bounds plan, double scale);

/// A point of the strip: units to the right of its left end and below the plan.
cw_vec2 cw_draw_legend_point(const cw_draw_legend *legend, double right, double down);

/// A text that begins at a point.
void cw_draw_legend_text(const cw_draw_legend *legend, const cw_draw_sink *sink, cw_vec2 start,
                         const char *text);

/// The width of a text in units, about.
double cw_draw_legend_width(const char *text);

/// The width of a text per height of its digits, about.
double cw_draw_text_width(const char *text);

/// A length as people write it: two decimals, or three where they are needed; more of small ones.
void cw_draw_metres(double length, char *text, size_t size);

#endif
