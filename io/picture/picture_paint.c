/// The sink of a picture: shapes go into cairo's path and are painted when the style changes.
///
/// Neighbouring calls of one style become one path, which keeps vector files of large plans small
/// and translucent lines even where they cross. Areas are joined only where that cannot change the
/// picture: opaque, one convex loop each, turned the same way and filled by winding, which is their
/// union. Everything else is painted on its own, even-odd.
#include "picture.h"

#include <string.h>

/// Most points of one path, so that viewers stay quick.
enum { WAITING_LIMIT = 1 << 14 };

/// Gap between dashes, per length of a dash.
static const double DASH_GAP = 0.75;

/// Corners sharper than this are cut: the length of the tip per line width.
static const double MITER_LIMIT = 4;

static void set_color(cairo_t *cairo, cw_color color) {
    cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha);
}

/// Prepares cairo for a line of the waiting style.
static void set_line(cw_picture *picture) {
    cairo_t *cairo = picture->cairo;
    const cw_draw_style *style = &picture->style;
    bool dashed = style->dash > 0;
    double dashes[2] = {style->dash * picture->unit, style->dash * DASH_GAP * picture->unit};
    cairo_set_dash(cairo, dashes, dashed ? 2 : 0, 0);
    cairo_set_line_width(cairo, style->width * picture->unit);
    cairo_set_line_cap(cairo, dashed ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
    bool crisp = picture->shape == CW_PICTURE_LINE;
    cairo_set_line_join(cairo, crisp ? CAIRO_LINE_JOIN_MITER : CAIRO_LINE_JOIN_ROUND);
    cairo_set_miter_limit(cairo, MITER_LIMIT);
    set_color(cairo, style->stroke);
}

static bool has_stroke(const cw_draw_style *style) {
    return style->stroke.alpha > 0 && style->width > 0;
}

static void paint_areas(cw_picture *picture) {
    cairo_t *cairo = picture->cairo;
    bool joined = picture->shape == CW_PICTURE_CONVEX;
    cairo_set_fill_rule(cairo, joined ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD);
    if (picture->style.fill.alpha > 0) {
        set_color(cairo, picture->style.fill);
        cairo_fill_preserve(cairo);
    }
    if (has_stroke(&picture->style)) {
        set_line(picture);
        cairo_stroke_preserve(cairo);
    }
}

/// Dots are lines without length and with round ends: the rim first, as a wider line.
static void paint_dots(cw_picture *picture) {
    cairo_t *cairo = picture->cairo;
    cairo_set_dash(cairo, NULL, 0, 0);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    if (has_stroke(&picture->style)) {
        double radius = picture->radius + picture->style.width;
        cairo_set_line_width(cairo, 2 * radius * picture->unit);
        set_color(cairo, picture->style.stroke);
        cairo_stroke_preserve(cairo);
    }
    cairo_set_line_width(cairo, 2 * picture->radius * picture->unit);
    set_color(cairo, picture->style.fill);
    cairo_stroke_preserve(cairo);
}

void cw_picture_flush(cw_picture *picture) {
    switch (picture->shape) {
    case CW_PICTURE_NOTHING: break;
    case CW_PICTURE_AREA:
    case CW_PICTURE_CONVEX: paint_areas(picture); break;
    case CW_PICTURE_DOT: paint_dots(picture); break;
    case CW_PICTURE_LINE:
    case CW_PICTURE_TEXT:
        set_line(picture);
        cairo_stroke_preserve(picture->cairo);
        break;
    }
    cairo_new_path(picture->cairo);
    picture->shape = CW_PICTURE_NOTHING;
    picture->waiting = 0;
}

static bool same_style(const cw_draw_style *a, const cw_draw_style *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

/// Makes the path ready for another shape: paints what waits unless it is of the same kind.
static void join(cw_picture *picture, cw_picture_shape shape, const cw_draw_style *style,
                 double radius, size_t points) {
    bool joins = picture->shape == shape && shape != CW_PICTURE_AREA &&
                 same_style(&picture->style, style) && picture->radius == radius &&
                 picture->waiting < WAITING_LIMIT;
    if (!joins) {
        cw_picture_flush(picture);
    }
    picture->shape = shape;
    picture->style = *style;
    picture->radius = radius;
    picture->waiting += points;
}

/// Puts plan points into picture->loop, in device units.
static bool load(cw_picture *picture, const cw_vec2 *points, size_t count) {
    if (!cw_picture_reserve(picture, &picture->loop, count)) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        cw_vec2 page = {
            picture->page_origin.x + (points[i].x - picture->plan_origin.x) * picture->scale,
            picture->page_origin.y + (points[i].y - picture->plan_origin.y) * picture->scale,
        };
        picture->loop.items[i] = cw_picture_device(picture, page);
    }
    picture->loop.count = count;
    return true;
}

// --- areas ---------------------------------------------------------------------------------------

/// Whether the current loop is convex; *area is its signed area, twice. A loop that turns one way
/// only is convex if it goes to and fro just once.
static bool is_convex(const cw_picture_points *loop, double *area) {
    const cw_vec2 *p = loop->items;
    size_t count = loop->count;
    size_t left = 0, right = 0, reversals = 0;
    double last_x = 0;
    *area = 0;
    for (size_t i = 0; i < 2 * count; ++i) {
        cw_vec2 a = p[i % count], b = p[(i + 1) % count], c = p[(i + 2) % count];
        double turn = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
        left += turn > 0;
        right += turn < 0;
        double x = b.x - a.x;
        reversals += i >= count && x * last_x < 0;
        last_x = x != 0 ? x : last_x;
        if (i < count) {
            *area += (a.x - p[0].x) * (b.y - p[0].y) - (a.y - p[0].y) * (b.x - p[0].x);
        }
    }
    return (left == 0 || right == 0) && reversals <= 2;
}

static void add_loop(cw_picture *picture, bool reversed) {
    const cw_vec2 *items = picture->loop.items;
    size_t count = picture->loop.count;
    for (size_t i = 0; i < count; ++i) {
        cw_vec2 point = items[reversed ? count - 1 - i : i];
        if (i == 0) {
            cairo_move_to(picture->cairo, point.x, point.y);
        } else {
            cairo_line_to(picture->cairo, point.x, point.y);
        }
    }
    cairo_close_path(picture->cairo);
}

static bool is_opaque(const cw_draw_style *style) {
    return style->fill.alpha >= 1 && (!has_stroke(style) || style->stroke.alpha >= 1);
}

/// An area of one loop, joined to others where that is the same.
static void paint_loop(cw_picture *picture, const cw_vec2 *points, size_t count,
                       const cw_draw_style *style) {
    if (!load(picture, points, count) || !cw_picture_clip_loop(picture)) {
        return;
    }
    double area = 0;
    bool convex = is_opaque(style) && is_convex(&picture->loop, &area);
    join(picture, convex ? CW_PICTURE_CONVEX : CW_PICTURE_AREA, style, 0, picture->loop.count);
    add_loop(picture, area < 0);
}

static void sink_area(void *user, const cw_vec2 *points, const uint32_t *first, uint32_t loop_count,
                      const cw_draw_style *style) {
    cw_picture *picture = user;
    if (loop_count == 1) {
        paint_loop(picture, points + first[0], first[1] - first[0], style);
        return;
    }
    join(picture, CW_PICTURE_AREA, style, 0, 0);
    for (uint32_t i = 0; i < loop_count; ++i) {
        if (load(picture, points + first[i], first[i + 1] - first[i]) &&
            cw_picture_clip_loop(picture)) {
            add_loop(picture, false);
        }
    }
    cw_picture_flush(picture);
}

// --- lines, dots and text ------------------------------------------------------------------------

/// Adds the parts of the current line that lie in the window.
static void add_clipped_line(cw_picture *picture) {
    const cw_picture_points *line = &picture->loop;
    bool open = false;
    for (size_t i = 0; i + 1 < line->count; ++i) {
        cw_vec2 from = line->items[i], to = line->items[i + 1];
        if (!cw_picture_clip_segment(&picture->window, &from, &to)) {
            open = false;
            continue;
        }
        if (!open || from.x != line->items[i].x || from.y != line->items[i].y) {
            cairo_move_to(picture->cairo, from.x, from.y);
        }
        cairo_line_to(picture->cairo, to.x, to.y);
        open = to.x == line->items[i + 1].x && to.y == line->items[i + 1].y;
    }
}

/// Adds the current line; one that ends where it starts is closed, so that it has no ends.
static void add_line(cw_picture *picture) {
    const cw_vec2 *items = picture->loop.items;
    size_t count = picture->loop.count;
    if (!cw_picture_inside(&picture->window, items, count)) {
        add_clipped_line(picture);
        return;
    }
    bool closed = count > 2 && items[0].x == items[count - 1].x && items[0].y == items[count - 1].y;
    cairo_move_to(picture->cairo, items[0].x, items[0].y);
    for (size_t i = 1; i < (closed ? count - 1 : count); ++i) {
        cairo_line_to(picture->cairo, items[i].x, items[i].y);
    }
    if (closed) {
        cairo_close_path(picture->cairo);
    }
}

static void sink_line(void *user, const cw_vec2 *points, uint32_t count,
                      const cw_draw_style *style) {
    cw_picture *picture = user;
    if (count > 1 && has_stroke(style) && load(picture, points, count)) {
        join(picture, CW_PICTURE_LINE, style, 0, count);
        add_line(picture);
    }
}

static void sink_dot(void *user, cw_vec2 center, double radius, const cw_draw_style *style) {
    cw_picture *picture = user;
    if (!(radius > 0) || !load(picture, &center, 1) ||
        !cw_picture_inside(&picture->window, picture->loop.items, 1)) {
        return;
    }
    cw_vec2 at = picture->loop.items[0];
    join(picture, CW_PICTURE_DOT, style, radius, 1);
    cairo_move_to(picture->cairo, at.x, at.y);
    cairo_line_to(picture->cairo, at.x, at.y);
}

/// A text centred at a point in device units.
static void add_text(cw_picture *picture, cw_vec2 center, double height, const char *text,
                     cw_color color) {
    double size = height * picture->unit;
    double width = cw_picture_text_width(text) * size;
    cw_draw_style style = {.stroke = color, .width = height * CW_PICTURE_TEXT_STROKE};
    join(picture, CW_PICTURE_TEXT, &style, 0, strlen(text));
    cw_picture_text_path(picture->cairo, center.x - width / 2, center.y + size / 2, size, text);
}

static void sink_text(void *user, cw_vec2 center, double height, const char *text, cw_color color) {
    cw_picture *picture = user;
    if (height > 0 && load(picture, &center, 1) &&
        cw_picture_inside(&picture->window, picture->loop.items, 1)) {
        add_text(picture, picture->loop.items[0], height, text, color);
    }
}

void cw_picture_page_line(cw_picture *picture, const cw_vec2 *points, size_t count, cw_color color,
                          double width) {
    if (!cw_picture_reserve(picture, &picture->loop, count)) {
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        picture->loop.items[i] = cw_picture_device(picture, points[i]);
    }
    picture->loop.count = count;
    cw_draw_style style = {.stroke = color, .width = width};
    join(picture, CW_PICTURE_LINE, &style, 0, count);
    add_line(picture);
}

void cw_picture_page_text(cw_picture *picture, cw_vec2 center, double height, const char *text,
                          cw_color color) {
    add_text(picture, cw_picture_device(picture, center), height, text, color);
}

void cw_picture_fill_sink(cw_picture *picture, cw_draw_sink *sink) {
    *sink = (cw_draw_sink){
        .user = picture,
        .area = sink_area,
        .line = sink_line,
        .dot = sink_dot,
        .text = sink_text,
        .scale = picture->scale,
    };
}
