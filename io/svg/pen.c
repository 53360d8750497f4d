/// Outlines of SVG shapes.
///
/// Points go through the transform before curves are divided, so that a curve is as smooth in the
/// plan as in any other drawing: chords stay within a centimetre. Arcs become cubic curves of at
/// most a quarter turn each, after the conversion of SVG 1.1, appendix F.6.
#include "pen.h"

#include "../grow.h"
#include "../number.h"
#include "clearway/io.h"

#include <math.h>
#include <string.h>

/// Metres by which a chord may leave its curve, and most chords of one curve.
static const double FLATNESS = 0.01;
enum { MOST_CHORDS = 256 };
static const double QUARTER = 1.57079632679489662, DEGREE = 3.14159265358979323846 / 180;

// --- numbers -------------------------------------------------------------------------------------

static const char *skip_gap(const char *text) {
    text += strspn(text, " \t\r\n");
    if (*text == ',') {
        text++;
    }
    return text + strspn(text, " \t\r\n");
}

bool cw_svg_number(const char **text, double *value) {
    const char *first = skip_gap(*text), *at = first, *reason;
    at += *at == '+' || *at == '-' ? 1 : 0;
    at += strspn(at, "0123456789");
    if (*at == '.') {
        at += 1 + strspn(at + 1, "0123456789");
    }
    if (*at == 'e' || *at == 'E') {
        const char *power = at + 1 + (at[1] == '+' || at[1] == '-' ? 1 : 0);
        size_t digits = strspn(power, "0123456789");
        at = digits > 0 ? power + digits : at;
    }
    if (at == first || !cw_number_parse(first, (size_t)(at - first), value, &reason)) {
        return false;
    }
    *text = at;
    return true;
}

static bool read_numbers(const char **text, double *values, int count) {
    for (int i = 0; i < count; i++) {
        if (!cw_svg_number(text, &values[i])) {
            return false;
        }
    }
    return true;
}

// --- transforms ----------------------------------------------------------------------------------

static cw_affine multiply(cw_affine m, cw_affine n) {
    return (cw_affine){m.a * n.a + m.c * n.b,       m.b * n.a + m.d * n.b,
                       m.a * n.c + m.c * n.d,       m.b * n.c + m.d * n.d,
                       m.a * n.e + m.c * n.f + m.e, m.b * n.e + m.d * n.f + m.f};
}

static cw_vec2 apply(cw_affine m, cw_vec2 p) {
    return (cw_vec2){m.a * p.x + m.c * p.y + m.e, m.b * p.x + m.d * p.y + m.f};
}

static cw_affine turned(double degrees, double x, double y) {
    double c = cos(degrees * DEGREE), s = sin(degrees * DEGREE);
    return (cw_affine){c, s, -s, c, x - c * x + s * y, y - s * x - c * y};
}

/// One of the functions of a transform, with its numbers; false where there is no such one.
static bool make_transform(const char *name, size_t size, const double *v, int count,
                           cw_affine *made) {
    cw_span word = {name, size};
    if (cw_span_is(word, "matrix") && count == 6) {
        *made = (cw_affine){v[0], v[1], v[2], v[3], v[4], v[5]};
    } else if (cw_span_is(word, "translate") && (count == 1 || count == 2)) {
        *made = (cw_affine){1, 0, 0, 1, v[0], count == 2 ? v[1] : 0};
    } else if (cw_span_is(word, "scale") && (count == 1 || count == 2)) {
        *made = (cw_affine){v[0], 0, 0, count == 2 ? v[1] : v[0], 0, 0};
    } else if (cw_span_is(word, "rotate") && (count == 1 || count == 3)) {
        *made = turned(v[0], count == 3 ? v[1] : 0, count == 3 ? v[2] : 0);
    } else if (cw_span_is(word, "skewX") && count == 1) {
        *made = (cw_affine){1, 0, tan(v[0] * DEGREE), 1, 0, 0};
    } else if (cw_span_is(word, "skewY") && count == 1) {
        *made = (cw_affine){1, tan(v[0] * DEGREE), 0, 1, 0, 0};
    } else {
        return false;
    }
    return true;
}

bool cw_affine_parse(const char *text, cw_affine before, cw_affine *result) {
    *result = before;
    for (text = skip_gap(text); *text != '\0'; text = skip_gap(text)) {
        double values[6];
        int count = 0;
        size_t size = strcspn(text, " \t\r\n(");
        const char *name = text;
        cw_affine made;
        text += size + strspn(text + size, " \t\r\n");
        if (*text++ != '(') {
            return false;
        }
        while (count < 6 && cw_svg_number(&text, &values[count])) {
            count++;
        }
        text = skip_gap(text);
        if (*text++ != ')' || !make_transform(name, size, values, count, &made)) {
            return false;
        }
        *result = multiply(*result, made);
    }
    return true;
}

// --- drawing -------------------------------------------------------------------------------------

void cw_pen_reset(cw_pen *pen, cw_affine to_plan) {
    pen->to_plan = to_plan;
    pen->point_count = pen->stroke_count = 0;
    pen->start = pen->at = pen->handle = (cw_vec2){0, 0};
    pen->last = 0;
    pen->reason = NULL;
    pen->status = CW_OK;
}

void cw_pen_free(cw_pen *pen) {
    CW_GROWN_FREE(pen->context, pen->points, pen->point_capacity);
    CW_GROWN_FREE(pen->context, pen->strokes, pen->stroke_capacity);
}

static void fail(cw_pen *pen, cw_status status, const char *reason) {
    if (pen->status == CW_OK) {
        pen->status = status;
        pen->reason = reason;
    }
}

/// Adds a point of the plan to the last stroke; a point twice in a row counts once.
static void add_point(cw_pen *pen, cw_vec2 p) {
    if (pen->status != CW_OK) {
        return;
    }
    cw_stroke *stroke = &pen->strokes[pen->stroke_count - 1];
    const cw_vec2 *last = stroke->count > 0 ? &pen->points[pen->point_count - 1] : NULL;
    if (last != NULL && last->x == p.x && last->y == p.y) {
        return;
    }
    if (!(fabs(p.x) <= CW_COORDINATE_LIMIT && fabs(p.y) <= CW_COORDINATE_LIMIT)) {
        fail(pen, CW_ERROR_INPUT, "a coordinate is farther than 21,000 km from the origin");
    } else if (pen->point_count >= CW_IO_VERTEX_LIMIT) {
        fail(pen, CW_ERROR_LIMIT, "more than 16777216 points");
    } else if (!CW_GROW(pen->context, pen->points, pen->point_capacity, pen->point_count + 1)) {
        fail(pen, CW_ERROR_MEMORY, "out of memory");
    } else {
        pen->points[pen->point_count++] = p;
        stroke->count++;
    }
}

void cw_pen_move(cw_pen *pen, cw_vec2 to) {
    pen->start = pen->at = to;
    if (pen->status != CW_OK) {
        return;
    }
    if (!CW_GROW(pen->context, pen->strokes, pen->stroke_capacity, pen->stroke_count + 1)) {
        fail(pen, CW_ERROR_MEMORY, "out of memory");
        return;
    }
    pen->strokes[pen->stroke_count++] = (cw_stroke){.first = (uint32_t)pen->point_count};
    add_point(pen, apply(pen->to_plan, to));
}

/// What follows a closed stroke without a move begins where that began.
static void need_stroke(cw_pen *pen) {
    if (pen->stroke_count == 0 || pen->strokes[pen->stroke_count - 1].closed) {
        cw_pen_move(pen, pen->at);
    }
}

void cw_pen_line(cw_pen *pen, cw_vec2 to) {
    need_stroke(pen);
    add_point(pen, apply(pen->to_plan, to));
    pen->at = to;
}

void cw_pen_close(cw_pen *pen) {
    pen->at = pen->start;
    if (pen->status != CW_OK || pen->stroke_count == 0) {
        return;
    }
    cw_stroke *stroke = &pen->strokes[pen->stroke_count - 1];
    stroke->closed = true;
    const cw_vec2 *points = pen->points + stroke->first;
    if (stroke->count > 1 && points[0].x == points[stroke->count - 1].x &&
        points[0].y == points[stroke->count - 1].y) {
        stroke->count--;
        pen->point_count--;
    }
}

static double bend(cw_vec2 a, cw_vec2 b, cw_vec2 c) {
    return hypot(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y);
}

/// A cubic curve, and an arc of an ellipse (radii, turn in degrees, the longer one, clockwise).
static void curve_to(cw_pen *pen, cw_vec2 first, cw_vec2 second, cw_vec2 to) {
    need_stroke(pen);
    cw_vec2 p0 = apply(pen->to_plan, pen->at), p1 = apply(pen->to_plan, first);
    cw_vec2 p2 = apply(pen->to_plan, second), p3 = apply(pen->to_plan, to);
    double chords = ceil(sqrt(0.75 * fmax(bend(p0, p1, p2), bend(p1, p2, p3)) / FLATNESS));
    int count = chords >= 1 && chords <= MOST_CHORDS ? (int)chords : chords < 1 ? 1 : MOST_CHORDS;
    for (int i = 1; i < count; i++) {
        double t = (double)i / count, s = 1 - t;
        double a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
        add_point(pen, (cw_vec2){a * p0.x + b * p1.x + c * p2.x + d * p3.x,
                                 a * p0.y + b * p1.y + c * p2.y + d * p3.y});
    }
    add_point(pen, p3);
    pen->at = to;
    pen->handle = second;
}

/// The pieces of an arc, each of at most a quarter turn.
static void draw_turn(cw_pen *pen, cw_affine ellipse, double from, double turn, cw_vec2 to) {
    double quarters = fabs(turn) / QUARTER - 1e-9;
    int count = quarters > 1 ? (int)ceil(quarters) : 1; // radii of 1e200 turn by no number
    double step = turn / count, reach = 4.0 / 3.0 * tan(step / 4);
    for (int i = 0; i < count; i++) {
        double a = from + i * step, b = a + step;
        cw_vec2 first = {cos(a) - reach * sin(a), sin(a) + reach * cos(a)};
        cw_vec2 second = {cos(b) + reach * sin(b), sin(b) - reach * cos(b)};
        cw_vec2 end = i + 1 < count ? apply(ellipse, (cw_vec2){cos(b), sin(b)}) : to;
        curve_to(pen, apply(ellipse, first), apply(ellipse, second), end);
    }
}

void cw_pen_arc(cw_pen *pen, cw_vec2 radii, double turn, bool large, bool sweep, cw_vec2 to) {
    double rx = fabs(radii.x), ry = fabs(radii.y);
    cw_vec2 from = pen->at;
    if (!(rx > 0) || !(ry > 0) || (from.x == to.x && from.y == to.y)) {
        cw_pen_line(pen, to);
        return;
    }
    double c = cos(turn * DEGREE), s = sin(turn * DEGREE);
    double hx = (from.x - to.x) / 2, hy = (from.y - to.y) / 2;
    double x = (c * hx + s * hy) / rx, y = (c * hy - s * hx) / ry, square = x * x + y * y;
    if (square > 1) { // radii that are too small grow
        rx *= sqrt(square);
        ry *= sqrt(square);
        x /= sqrt(square);
        y /= sqrt(square);
        square = 1;
    }
    // The middle of the unit circle through (x, y) and (-x, -y).
    double away = sqrt(fmax(0, 1 / square - 1)) * (large == sweep ? -1 : 1);
    double mx = away * y, my = -away * x;
    double first = atan2(y - my, x - mx), last = atan2(-y - my, -x - mx), angle = last - first;
    angle += sweep && angle < 0 ? 4 * QUARTER : 0;
    angle -= !sweep && angle > 0 ? 4 * QUARTER : 0;
    cw_affine ellipse = {c * rx, s * rx, -s * ry, c * ry, 0, 0};
    cw_vec2 middle = apply(ellipse, (cw_vec2){mx, my});
    ellipse.e = (from.x + to.x) / 2 + middle.x;
    ellipse.f = (from.y + to.y) / 2 + middle.y;
    draw_turn(pen, ellipse, first, angle, to);
}

// --- paths ---------------------------------------------------------------------------------------

/// Numbers that a command takes; -1 where there is no such command.
static int count_of(char command) {
    switch (command | 0x20) {
    case 'm':
    case 'l':
    case 't': return 2;
    case 'h':
    case 'v': return 1;
    case 'c': return 6;
    case 's':
    case 'q': return 4;
    case 'a': return 7;
    case 'z': return 0;
    default: return -1;
    }
}

/// The mirror image of the last control point, where the last command had one of that kind.
static cw_vec2 mirrored(const cw_pen *pen, char one, char other) {
    char last = (char)(pen->last | 0x20);
    bool smooth = pen->last != 0 && (last == one || last == other);
    return smooth ? (cw_vec2){2 * pen->at.x - pen->handle.x, 2 * pen->at.y - pen->handle.y}
                  : pen->at;
}

/// A quadratic curve, raised to a cubic one.
static void draw_quadratic(cw_pen *pen, cw_vec2 handle, cw_vec2 to) {
    cw_vec2 from = pen->at;
    cw_vec2 first = {from.x + 2 * (handle.x - from.x) / 3, from.y + 2 * (handle.y - from.y) / 3};
    cw_vec2 second = {to.x + 2 * (handle.x - to.x) / 3, to.y + 2 * (handle.y - to.y) / 3};
    curve_to(pen, first, second, to);
    pen->handle = handle;
}

static void draw_command(cw_pen *pen, char command, const double *v) {
    cw_vec2 from = (command & 0x20) ? pen->at : (cw_vec2){0, 0};
#define PAIR(i) ((cw_vec2){from.x + v[i], from.y + v[(i) + 1]})
    switch (command | 0x20) {
    case 'm': cw_pen_move(pen, PAIR(0)); break;
    case 'l': cw_pen_line(pen, PAIR(0)); break;
    case 'h': cw_pen_line(pen, (cw_vec2){from.x + v[0], pen->at.y}); break;
    case 'v': cw_pen_line(pen, (cw_vec2){pen->at.x, from.y + v[0]}); break;
    case 'c': curve_to(pen, PAIR(0), PAIR(2), PAIR(4)); break;
    case 's': curve_to(pen, mirrored(pen, 'c', 's'), PAIR(0), PAIR(2)); break;
    case 'q': draw_quadratic(pen, PAIR(0), PAIR(2)); break;
    case 't': draw_quadratic(pen, mirrored(pen, 'q', 't'), PAIR(0)); break;
    case 'a': cw_pen_arc(pen, (cw_vec2){v[0], v[1]}, v[2], v[3] != 0, v[4] != 0, PAIR(5)); break;
    default: cw_pen_close(pen); break;
    }
#undef PAIR
    pen->last = command;
}

/// The flags of an arc are one digit each and may stand without blanks.
static bool read_flag(const char **text, double *value) {
    const char *at = skip_gap(*text);
    if (*at != '0' && *at != '1') {
        return false;
    }
    *value = *at - '0';
    *text = at + 1;
    return true;
}

static bool read_values(const char **text, char command, int count, double *values) {
    if ((command | 0x20) != 'a') {
        return read_numbers(text, values, count);
    }
    return read_numbers(text, values, 3) && read_flag(text, &values[3]) &&
           read_flag(text, &values[4]) && read_numbers(text, values + 5, 2);
}

bool cw_pen_path(cw_pen *pen, const char *text) {
    char command = 0;
    for (text = skip_gap(text); *text != '\0'; text = skip_gap(text)) {
        double values[7];
        bool letter = (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z');
        if (letter) {
            command = *text++;
        } else if (command == 0 || count_of(command) == 0) {
            return false;
        }
        int count = count_of(command);
        bool begun = pen->stroke_count > 0 || (command | 0x20) == 'm';
        if (count < 0 || !begun || !read_values(&text, command, count, values)) {
            return false;
        }
        draw_command(pen, command, values);
        command = command == 'M' ? 'L' : command == 'm' ? 'l' : command;
    }
    return true;
}

bool cw_pen_points(cw_pen *pen, const char *text) {
    for (bool first = true; *skip_gap(text) != '\0'; first = false) {
        double v[2];
        if (!read_numbers(&text, v, 2)) {
            return false;
        }
        if (first) {
            cw_pen_move(pen, (cw_vec2){v[0], v[1]});
        } else {
            cw_pen_line(pen, (cw_vec2){v[0], v[1]});
        }
    }
    return true;
}
