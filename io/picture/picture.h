/// A picture while it is drawn: the page, the shapes that wait to be painted, and their helpers.
#ifndef CW_IO_PICTURE_H
#define CW_IO_PICTURE_H

#include "clearway/io.h"

#include "text.h"

#include <cairo.h>

/// Points that grow; a failure is kept in the picture.
typedef struct cw_picture_points {
    cw_vec2 *items;
    size_t count, capacity;
} cw_picture_points;

/// A rectangle of the page in device units.
typedef struct cw_picture_window {
    cw_vec2 low, high;
} cw_picture_window;

/// What kind of shapes wait in cairo's path.
typedef enum cw_picture_shape {
    CW_PICTURE_NOTHING = 0,
    CW_PICTURE_AREA,   ///< one area, even-odd
    CW_PICTURE_CONVEX, ///< convex areas that may be painted as one
    CW_PICTURE_LINE,
    CW_PICTURE_DOT,
    CW_PICTURE_TEXT,
} cw_picture_shape;

struct cw_picture {
    cw_context *context;
    char *path;
    size_t path_size;
    cw_file_kind kind;
    cairo_surface_t *surface;
    cairo_t *cairo;
    cw_text bytes;    ///< the file
    cw_status status; ///< the first failure

    double unit;              ///< device units per millimetre
    double page_width;        ///< millimetres
    double page_height;       ///< millimetres
    double margin;            ///< millimetres
    bool scale_bar;           ///< whether there is one below the plan
    double scale;             ///< millimetres per metre of plan
    cw_vec2 plan_origin;      ///< the plan point that is drawn at page_origin
    cw_vec2 page_origin;      ///< millimetres from the lower left of the page
    cw_picture_window window; ///< what is kept of shapes that leave the page

    cw_picture_shape shape;        ///< what waits in the path
    cw_draw_style style;           ///< its style
    double radius;                 ///< of the dots, in millimetres
    size_t waiting;                ///< points in the path
    cw_picture_points loop, other; ///< the current shape in device units, and room to clip it
};

/// A page position in millimetres (y up) in device units (y down).
static inline cw_vec2 cw_picture_device(const cw_picture *picture, cw_vec2 page) {
    return (cw_vec2){page.x * picture->unit, (picture->page_height - page.y) * picture->unit};
}

/// Room for `needed` points; false after a failure, which the picture keeps.
bool cw_picture_reserve(cw_picture *picture, cw_picture_points *points, size_t needed);

/// Puts a shape, in device units, into picture->loop cut to the window; false where nothing is
/// left.
bool cw_picture_clip_loop(cw_picture *picture);
/// Cuts a segment to a window; false where nothing is left.
bool cw_picture_clip_segment(const cw_picture_window *window, cw_vec2 *from, cw_vec2 *to);
/// Whether all points lie in a window.
bool cw_picture_inside(const cw_picture_window *window, const cw_vec2 *points, size_t count);

/// The callbacks of a picture's sink.
void cw_picture_fill_sink(cw_picture *picture, cw_draw_sink *sink);

/// Paints what waits.
void cw_picture_flush(cw_picture *picture);
/// A solid line between page positions in millimetres.
void cw_picture_page_line(cw_picture *picture, const cw_vec2 *points, size_t count, cw_color color,
                          double width);
/// A text centred at a page position; digits are `height` millimetres high.
void cw_picture_page_text(cw_picture *picture, cw_vec2 center, double height, const char *text,
                          cw_color color);

/// Makes the paths of an SVG shorter and takes out what differs from one picture to the next.
void cw_picture_shorten_svg(cw_text *bytes);

/// Width of a line in the built-in letters, per height of a digit.
#define CW_PICTURE_TEXT_STROKE 0.115

/// Adds the strokes of a text to a path: its left end at (x, y) on the base line, y down.
void cw_picture_text_path(cairo_t *cairo, double x, double y, double height, const char *text);

#endif
