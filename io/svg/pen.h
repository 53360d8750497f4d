/// The outlines of SVG shapes: paths, curves and arcs become points of the plan.
#ifndef CW_IO_SVG_PEN_H
#define CW_IO_SVG_PEN_H

#include "../source.h"

/// (x, y) becomes (a x + c y + e, b x + d y + f).
typedef struct cw_affine {
    double a, b, c, d, e, f;
} cw_affine;

/// What `transform` does, in front of another; false where the text is none.
bool cw_affine_parse(const char *text, cw_affine before, cw_affine *result);

/// A line of points; the closing point is not repeated.
typedef struct cw_stroke {
    uint32_t first, count;
    bool closed;
} cw_stroke;

/// Outlines being drawn, in metres.
typedef struct cw_pen {
    cw_context *context;
    cw_affine to_plan;
    cw_vec2 *points;
    size_t point_count, point_capacity;
    cw_stroke *strokes;
    size_t stroke_count, stroke_capacity;
    cw_vec2 start, at, handle; ///< in the units of the file: of the stroke, now, last control point
    char last;                 ///< the last command
    const char *reason;        ///< why drawing failed, or NULL
    cw_status status;
} cw_pen;

void cw_pen_reset(cw_pen *pen, cw_affine to_plan);
void cw_pen_free(cw_pen *pen);

/// Begins a stroke, goes on straight, closes it.
void cw_pen_move(cw_pen *pen, cw_vec2 to);
void cw_pen_line(cw_pen *pen, cw_vec2 to);
void cw_pen_close(cw_pen *pen);
void cw_pen_arc(cw_pen *pen, cw_vec2 radii, double turn, bool large, bool sweep, cw_vec2 to);
/// The text of a path's `d`. False after a mistake in it; what came before is drawn.
bool cw_pen_path(cw_pen *pen, const char *text);
/// The text of `points`. False after a mistake in it.
bool cw_pen_points(cw_pen *pen, const char *text);

/// Takes a number off a text, after blanks and a comma; false where there is none.
bool cw_svg_number(const char **text, double *value);

#endif
