/// Colours and line widths.
///
/// Widths follow from how much ink a drawing needs: with L millimetres of lines on A square
/// millimetres, neighbouring lines are about A / L apart. Widths are their full size while that gap
/// is wide and shrink with it, so that a plan of four walls and one of a hundred thousand are both
/// legible. The length of single edges would mislead: one round pillar has many short ones.
#include "draw/parts/pen.h"

#include <math.h>
#include <stddef.h>

/// Width that is assumed for a picture of unknown scale, in millimetres: the default page without
/// its margins.
static const double ASSUMED_WIDTH = 190;

/// Sizes of an uncrowded drawing in millimetres, as on a printed plan.
static const double WALL_WIDTH = 0.38;
static const double PORTAL_WIDTH = 0.22;
static const double HAIRLINE_WIDTH = 0.09;
static const double DASH_LENGTH = 1.1;
static const double DOT_RADIUS = 0.45;
static const double RIM_WIDTH = 1.6;

/// Gap between lines in millimetres from which on sizes are full, and the smallest share of it.
static const double ROOMY_GAP = 5;
static const double SMALLEST_SHARE = 0.06;

const cw_color cw_draw_ink = {0.16, 0.18, 0.22, 1};
const cw_color cw_draw_floor = {0.985, 0.955, 0.875, 1};
const cw_color cw_draw_obstacle = {0.905, 0.890, 0.865, 1};
const cw_color cw_draw_paper = {1, 1, 1, 1};
const cw_color cw_draw_accent = {0.80, 0.16, 0.18, 1};

/// Pastels of different hue and lightness, chosen so that each pair stays apart for red-green and
/// blue-yellow colour-blind eyes too, and dark lines stay visible on all of them.
static const cw_color PALETTE[CW_DRAW_PALETTE_SIZE] = {
    {0.710, 0.825, 0.966, 1}, // sky
    {0.986, 0.929, 0.679, 1}, // butter
    {0.805, 0.875, 0.761, 1}, // sage
    {0.942, 0.801, 0.612, 1}, // apricot
    {0.868, 0.781, 0.825, 1}, // mauve
    {0.862, 0.960, 0.946, 1}, // mist
    {0.622, 0.902, 0.935, 1}, // aqua
};

/// How much of itself an upper floor shows, so that what it covers is still guessed.
static const double UPPER_FLOOR_OPACITY = 0.86;

/// Each round through the palette is darker by this factor.
static const double NEXT_SHADE = 0.88;

cw_color cw_draw_palette(uint32_t color) {
    cw_color shade = PALETTE[color % CW_DRAW_PALETTE_SIZE];
    double factor = pow(NEXT_SHADE, color / CW_DRAW_PALETTE_SIZE);
    return (cw_color){shade.red * factor, shade.green * factor, shade.blue * factor, 1};
}

cw_color cw_draw_on_scale(const cw_color *scale, uint32_t last, double share) {
    double at = share * last;
    uint32_t step = at < last ? (uint32_t)at : last - 1;
    double t = at - step;
    cw_color a = scale[step], b = scale[step + 1];
    return (cw_color){a.red + t * (b.red - a.red), a.green + t * (b.green - a.green),
                      a.blue + t * (b.blue - a.blue), 1};
}

cw_color cw_draw_faded(cw_color color, double alpha) {
    return (cw_color){color.red, color.green, color.blue, color.alpha * alpha};
}

cw_color cw_draw_floor_color(cw_color color, uint32_t level) {
    return level > 0 ? cw_draw_faded(color, UPPER_FLOOR_OPACITY) : color;
}

cw_draw_pen cw_draw_pen_make(const cw_draw_sink *sink, cw_draw_bounds bounds, double length) {
    double width = bounds.high.x - bounds.low.x;
    double height = bounds.high.y - bounds.low.y;
    double longest = fmax(width, height);
    cw_draw_pen pen = {.scale = sink->scale};
    if (!(pen.scale > 0)) {
        pen.scale = longest > 0 ? ASSUMED_WIDTH / (width > 0 ? width : height) : 1;
    }
    // A box without width or height still has room beside its lines.
    double area = fmax(width, longest / 10) * fmax(height, longest / 10);
    pen.gap = length > 0 ? area / length * pen.scale : ROOMY_GAP;
    double share = fmin(1, fmax(SMALLEST_SHARE, pen.gap / ROOMY_GAP));
    pen.wall = WALL_WIDTH * share;
    pen.portal = PORTAL_WIDTH * share;
    pen.hairline = HAIRLINE_WIDTH * share;
    pen.dash = DASH_LENGTH * share;
    pen.dot = DOT_RADIUS * share;
    // What surrounds everything may stay wider: it has no neighbours on its outer side.
    pen.rim = RIM_WIDTH * sqrt(share);
    return pen;
}

cw_draw_style cw_draw_fill(cw_color color) {
    return (cw_draw_style){.fill = color};
}

cw_draw_style cw_draw_stroke(cw_color color, double width, double dash) {
    return (cw_draw_style){.stroke = color, .width = width, .dash = dash};
}

void cw_draw_area(const cw_draw_sink *sink, const cw_vec2 *points, const uint32_t *first,
                  uint32_t loop_count, const cw_draw_style *style) {
    if (sink->area != NULL && loop_count > 0) {
        sink->area(sink->user, points, first, loop_count, style);
    }
}

void cw_draw_polygon(const cw_draw_sink *sink, const cw_vec2 *points, uint32_t count,
                     const cw_draw_style *style) {
    uint32_t range[2] = {0, count};
    cw_draw_area(sink, points, range, 1, style);
}

void cw_draw_line(const cw_draw_sink *sink, const cw_vec2 *points, uint32_t count,
                  const cw_draw_style *style) {
    if (sink->line != NULL && count > 0) {
        sink->line(sink->user, points, count, style);
    }
}

void cw_draw_segment(const cw_draw_sink *sink, cw_vec2 from, cw_vec2 to,
                     const cw_draw_style *style) {
    cw_vec2 points[2] = {from, to};
    cw_draw_line(sink, points, 2, style);
}

void cw_draw_dot(const cw_draw_sink *sink, cw_vec2 center, double radius,
                 const cw_draw_style *style) {
    if (sink->dot != NULL) {
        sink->dot(sink->user, center, radius, style);
    }
}

void cw_draw_text(const cw_draw_sink *sink, cw_vec2 center, double height, const char *text,
                  cw_color color) {
    if (sink->text != NULL) {
        sink->text(sink->user, center, height, text, color);
    }
}

void cw_draw_bounds_add(cw_draw_bounds *bounds, bool *empty, double x, double y) {
    if (!isfinite(x) || !isfinite(y)) {
        return;
    }
    if (*empty) {
        bounds->low = bounds->high = (cw_vec2){x, y};
        *empty = false;
    }
    bounds->low.x = fmin(bounds->low.x, x);
    bounds->low.y = fmin(bounds->low.y, y);
    bounds->high.x = fmax(bounds->high.x, x);
    bounds->high.y = fmax(bounds->high.y, y);
}
