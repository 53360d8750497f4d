/// Floor plans from drawings (`.svg`), read with expat.
///
/// A unit of the drawing is a metre; y points up here, and the lower edge of the page is y = 0.
/// What a shape means is the first word of its data-kind, class, inkscape:label or id, or of the
/// group it is in: floor, hole, obstacle, barrier or wall. Without such a word a filled shape is
/// floor, and one that is only drawn is a barrier. A wall that is filled is an obstacle. A straight
/// line cannot be filled, so it is a barrier even where nothing says fill="none". Of one shape, an
/// outline inside another is a hole in it. What is hidden, in <defs> or used by reference is left
/// out.
#include "pen.h"
#include "plan/plan_reader.h"
#include "sheet.h"

#include <expat.h>
#include <math.h>
#include <string.h>
#include <strings.h>

/// Elements inside each other, and bytes that are handed over at a time.
enum { MOST_DEPTH = 256, PIECE = 1 << 20 };

typedef enum meaning { BY_LOOK = 0, FLOOR, HOLE, OBSTACLE, BARRIER, WALL } meaning;
static const char *const meaning_words[] = {"", "floor", "hole", "obstacle", "barrier", "wall"};
enum { MEANING_COUNT = sizeof meaning_words / sizeof *meaning_words };

/// What an element hands down to those in it.
typedef struct level {
    cw_affine to_plan;
    meaning means;
    bool filled, hidden;
} level;

typedef struct drawing {
    const cw_source *source;
    XML_Parser parser;
    cw_plan_reader *reader;
    cw_pen pen;
    cw_sheet sheet;
    double looked;        ///< bytes of the sheet that were looked through
    double tests;         ///< of points against sides
    double width, height; ///< of the page
    bool in_style;
    level levels[MOST_DEPTH];
    uint32_t depth;
    bool is_svg;
    cw_status status; ///< of the first failure; its message is in the context
} drawing;

static void fail(drawing *d, cw_status status, const char *reason) {
    if (d->status == CW_OK) {
        XML_Index at = XML_GetCurrentByteIndex(d->parser);
        const char *place = at >= 0 && (size_t)at < d->source->size ? d->source->text + at : NULL;
        d->status = cw_source_fail(d->source, place, status, "%s", reason);
        XML_StopParser(d->parser, XML_FALSE);
    }
}

// --- attributes ----------------------------------------------------------------------------------

static const char *find(const char **attributes, const char *name) {
    for (; attributes[0] != NULL; attributes += 2) {
        if (strcmp(attributes[0], name) == 0) {
            return attributes[1];
        }
    }
    return NULL;
}

/// A length; its unit does not count, the drawing is in metres. A percentage is one of `whole`.
static double length_in(const char **attributes, const char *name, double fallback, double whole) {
    const char *text = find(attributes, name);
    double value;
    if (text == NULL || !cw_svg_number(&text, &value)) {
        return fallback;
    }
    return *text == '%' ? value / 100 * whole : value;
}

static double length_of(const char **attributes, const char *name, double fallback) {
    return length_in(attributes, name, fallback, 100);
}

/// The meaning that a text begins with: "floor", "wall-3", "obstacles".
static meaning meaning_of(const char *text) {
    for (; text != NULL && *text != '\0'; text += strspn(text, " ")) {
        for (int i = 1; i < MEANING_COUNT; i++) {
            size_t size = strlen(meaning_words[i]);
            bool same = strncasecmp(text, meaning_words[i], size) == 0;
            char next = same ? text[size + (text[size] == 's')] : 'x';
            bool letter = (next | 0x20) >= 'a' && (next | 0x20) <= 'z';
            if (!letter) {
                return (meaning)i;
            }
        }
        text += strcspn(text, " ");
    }
    return BY_LOOK;
}

/// Most bytes of style sheets that are looked through for all elements together: seconds.
static const double MOST_LOOKED = 4e9;

static cw_look look_of(drawing *d, const char *element, const char **attributes) {
    cw_look look = {find(attributes, "fill"), find(attributes, "display"),
                    find(attributes, "visibility")};
    d->looked += (double)d->sheet.size;
    if (d->looked > MOST_LOOKED) {
        fail(d, CW_ERROR_LIMIT, "too many shapes for so long a style sheet");
        return look;
    }
    cw_sheet_apply(&d->sheet, element, find(attributes, "class"), find(attributes, "id"), &look);
    const char *style = find(attributes, "style");
    if (style != NULL) {
        cw_look_declare(&look, style);
    }
    return look;
}

static level enter(drawing *d, const char *element, const char **attributes, level outer) {
    static const char *const names[] = {"data-kind", "class", "inkscape:label", "id"};
    level made = outer;
    const char *transform = find(attributes, "transform");
    if (transform != NULL && !cw_affine_parse(transform, outer.to_plan, &made.to_plan)) {
        fail(d, CW_ERROR_FORMAT, "the transform is none");
    }
    meaning means = BY_LOOK;
    for (size_t i = 0; i < sizeof names / sizeof *names && means == BY_LOOK; i++) {
        means = meaning_of(find(attributes, names[i]));
    }
    made.means = means != BY_LOOK ? means : outer.means;
    cw_look look = look_of(d, element, attributes);
    bool none = cw_look_is(look.fill, "none") || cw_look_is(look.fill, "transparent");
    made.filled = look.fill != NULL ? !none : outer.filled;
    made.hidden =
        outer.hidden || cw_look_is(look.display, "none") || cw_look_is(look.visibility, "hidden");
    return made;
}

// --- shapes --------------------------------------------------------------------------------------

static void draw_round(cw_pen *pen, double x, double y, double rx, double ry) {
    if (rx > 0 && ry > 0) {
        cw_vec2 radii = {rx, ry};
        cw_pen_move(pen, (cw_vec2){x + rx, y});
        cw_pen_arc(pen, radii, 0, false, true, (cw_vec2){x - rx, y});
        cw_pen_arc(pen, radii, 0, false, true, (cw_vec2){x + rx, y});
        cw_pen_close(pen);
    }
}

/// A box, which may be told in percents of a page of this width and height.
static void draw_box(cw_pen *pen, const char **attributes, double page_w, double page_h) {
    double x = length_in(attributes, "x", 0, page_w), y = length_in(attributes, "y", 0, page_h);
    double w = length_in(attributes, "width", 0, page_w);
    double h = length_in(attributes, "height", 0, page_h);
    double rx = length_of(attributes, "rx", -1), ry = length_of(attributes, "ry", rx);
    rx = fmin(fmax(rx < 0 ? ry : rx, 0), w / 2);
    ry = fmin(fmax(ry, 0), h / 2);
    if (!(w > 0) || !(h > 0)) {
        return;
    }
    // Each corner: where the side before it ends, and where the one behind it begins.
    const cw_vec2 ends[] = {{x + w - rx, y}, {x + w, y + h - ry}, {x + rx, y + h}, {x, y + ry}};
    const cw_vec2 begins[] = {{x + w, y + ry}, {x + w - rx, y + h}, {x, y + h - ry}, {x + rx, y}};
    cw_pen_move(pen, begins[3]);
    for (int i = 0; i < 4; i++) {
        cw_pen_line(pen, ends[i]);
        cw_pen_arc(pen, (cw_vec2){rx, ry}, 0, false, true, begins[i]);
    }
    cw_pen_close(pen);
}

static void draw_segment(cw_pen *pen, const char **attributes) {
    cw_pen_move(pen, (cw_vec2){length_of(attributes, "x1", 0), length_of(attributes, "y1", 0)});
    cw_pen_line(pen, (cw_vec2){length_of(attributes, "x2", 0), length_of(attributes, "y2", 0)});
}

/// Draws an element; false where it is no shape. *mistaken tells of an outline that breaks off.
static bool draw(drawing *d, const char *name, const char **attributes, bool *mistaken) {
    cw_pen *pen = &d->pen;
    const char *text = find(attributes, strcmp(name, "path") == 0 ? "d" : "points");
    double x = length_of(attributes, "cx", 0), y = length_of(attributes, "cy", 0);
    if (strcmp(name, "path") == 0) {
        *mistaken = text != NULL && !cw_pen_path(pen, text);
    } else if (strcmp(name, "polygon") == 0 || strcmp(name, "polyline") == 0) {
        *mistaken = text != NULL && !cw_pen_points(pen, text);
        if (name[4] == 'g' && pen->stroke_count > 0) {
            cw_pen_close(pen);
        }
    } else if (strcmp(name, "rect") == 0) {
        draw_box(pen, attributes, d->width, d->height);
    } else if (strcmp(name, "circle") == 0) {
        double r = length_of(attributes, "r", 0);
        draw_round(pen, x, y, r, r);
    } else if (strcmp(name, "ellipse") == 0) {
        draw_round(pen, x, y, length_of(attributes, "rx", 0), length_of(attributes, "ry", 0));
    } else if (strcmp(name, "line") == 0) {
        draw_segment(pen, attributes);
    } else {
        return false;
    }
    return true;
}

// --- into the plan -------------------------------------------------------------------------------

static bool lies_in(const cw_vec2 *ring, uint32_t count, cw_vec2 p) {
    bool inside = false;
    for (uint32_t i = 0, k = count - 1; i < count; k = i++) {
        cw_vec2 a = ring[i], b = ring[k];
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * ((p.y - a.y) / (b.y - a.y))) {
            inside = !inside;
        }
    }
    return inside;
}

/// Most tests of one point against one side that a drawing may take: a second or so.
static const double MOST_TESTS = 1e8;

/// What is known of a stroke besides its points.
typedef struct outline {
    cw_vec2 low, high;
    uint32_t depth; ///< how many other strokes of the shape are around it
} outline;

static void find_box(const cw_pen *pen, uint32_t stroke, outline *made) {
    const cw_vec2 *points = pen->points + pen->strokes[stroke].first;
    *made = (outline){points[0], points[0], 0};
    for (uint32_t i = 1; i < pen->strokes[stroke].count; i++) {
        made->low = (cw_vec2){fmin(made->low.x, points[i].x), fmin(made->low.y, points[i].y)};
        made->high = (cw_vec2){fmax(made->high.x, points[i].x), fmax(made->high.y, points[i].y)};
    }
}

/// Counts work; false once a drawing takes too much of it.
static bool afford(drawing *d, double tests) {
    d->tests += tests;
    if (d->tests > MOST_TESTS) {
        fail(d, CW_ERROR_LIMIT, "one shape of too many outlines; cut it into several");
    }
    return d->status == CW_OK;
}

/// Whether a stroke lies in another one of its shape.
static bool is_within(drawing *d, const outline *outlines, uint32_t stroke, uint32_t outer) {
    const cw_stroke *around = &d->pen.strokes[outer];
    cw_vec2 p = d->pen.points[d->pen.strokes[stroke].first];
    cw_vec2 low = outlines[outer].low, high = outlines[outer].high;
    return stroke != outer && around->count > 2 && p.x >= low.x && p.x <= high.x && p.y >= low.y &&
           p.y <= high.y && afford(d, around->count) &&
           lies_in(d->pen.points + around->first, around->count, p);
}

/// Whether a stroke is a hole of another one, straight inside it.
static bool is_hole(drawing *d, const outline *outlines, uint32_t stroke, uint32_t outer) {
    return d->pen.strokes[stroke].count > 2 &&
           outlines[stroke].depth == outlines[outer].depth + 1 &&
           is_within(d, outlines, stroke, outer);
}

static void add_stroke(drawing *d, const cw_stroke *stroke, cw_ring_kind kind) {
    cw_plan_reader *reader = d->reader;
    const char *reason;
    bool closes = stroke->closed && kind == CW_RING_BARRIER;
    size_t count = (size_t)stroke->count + closes;
    cw_status status = cw_plan_reader_reserve(reader, count, &reason);
    if (status == CW_OK) {
        memcpy(reader->points, d->pen.points + stroke->first,
               stroke->count * sizeof *reader->points);
        if (closes) {
            reader->points[stroke->count] = reader->points[0];
        }
        reader->point_count = (uint32_t)count;
        status = cw_plan_reader_add(reader, kind, &reason);
    }
    if (status != CW_OK) {
        fail(d, status, reason);
    }
}

static bool turns_left(const cw_vec2 *ring, uint32_t count) {
    double twice = 0;
    for (uint32_t i = 0, k = count - 1; i < count; k = i++) {
        twice += (ring[k].x - ring[0].x) * (ring[i].y - ring[0].y) -
                 (ring[i].x - ring[0].x) * (ring[k].y - ring[0].y);
    }
    return twice > 0;
}

/// Takes a hole out of the ring that is being read: a slit without width leads from the nearest
/// corner to the hole, around it the other way, and back. The slit is no wall, whatever it crosses:
/// the same lies on both sides of it.
static void cut_hole(cw_plan_reader *reader, const cw_vec2 *hole, uint32_t count) {
    cw_vec2 *ring = reader->points;
    uint32_t corners = reader->point_count, near = 0;
    bool turn = turns_left(ring, corners) == turns_left(hole, count);
    for (uint32_t i = 1; i < corners; i++) {
        bool nearer = hypot(ring[i].x - hole->x, ring[i].y - hole->y) <
                      hypot(ring[near].x - hole->x, ring[near].y - hole->y);
        near = nearer ? i : near;
    }
    cw_vec2 *cut = ring + near + 1;
    memmove(cut + count + 2, cut, (corners - near - 1) * sizeof *ring);
    for (uint32_t i = 0; i <= count; i++) {
        cut[i] = hole[turn ? (count - i) % count : i % count];
    }
    cut[count + 1] = ring[near];
    reader->point_count += count + 2;
}

/// Adds one outline as an obstacle, without the holes in it.
static void add_obstacle(drawing *d, const outline *outlines, uint32_t outer) {
    const cw_pen *pen = &d->pen;
    cw_plan_reader *reader = d->reader;
    const char *reason;
    cw_status status =
        cw_plan_reader_reserve(reader, pen->point_count + 2 * pen->stroke_count, &reason);
    if (status == CW_OK) {
        const cw_stroke *stroke = &pen->strokes[outer];
        memcpy(reader->points, pen->points + stroke->first, stroke->count * sizeof *reader->points);
        reader->point_count = (uint32_t)stroke->count;
        for (uint32_t k = 0; k < pen->stroke_count; k++) {
            const cw_stroke *hole = &pen->strokes[k];
            if (is_hole(d, outlines, k, outer) && afford(d, reader->point_count)) {
                cut_hole(reader, pen->points + hole->first, (uint32_t)hole->count);
            }
        }
        status = cw_plan_reader_add(reader, CW_RING_OBSTACLE, &reason);
    }
    if (status != CW_OK) {
        fail(d, status, reason);
    }
}

static void add_floor(drawing *d, const outline *outlines, uint32_t outer) {
    add_stroke(d, &d->pen.strokes[outer], CW_RING_OUTER);
    for (uint32_t k = 0; k < d->pen.stroke_count && d->status == CW_OK; k++) {
        if (is_hole(d, outlines, k, outer)) {
            add_stroke(d, &d->pen.strokes[k], CW_RING_HOLE);
        }
    }
}

/// A floor or an obstacle for each outline around which an even count of others is, with the next
/// ones inside it as its holes.
static void add_areas(drawing *d, meaning means) {
    const cw_pen *pen = &d->pen;
    outline *outlines = NULL;
    uint32_t count = (uint32_t)pen->stroke_count;
    size_t capacity = 0;
    if (count > 0 && !CW_GROW(pen->context, outlines, capacity, count)) {
        fail(d, CW_ERROR_MEMORY, "out of memory");
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        find_box(pen, i, &outlines[i]);
    }
    for (uint32_t i = 0; i < count && count > 1 && afford(d, 0.1 * count); i++) {
        for (uint32_t k = 0; k < count; k++) {
            outlines[i].depth += is_within(d, outlines, i, k);
        }
    }
    for (uint32_t i = 0; i < count && d->status == CW_OK; i++) {
        if (pen->strokes[i].count > 2 && outlines[i].depth % 2 == 0) {
            means == FLOOR ? add_floor(d, outlines, i) : add_obstacle(d, outlines, i);
        }
    }
    CW_GROWN_FREE(pen->context, outlines, capacity);
}

/// The straight lines of a shape, which no fill can be seen of, or all of its outlines.
static void add_barriers(drawing *d, bool only_lines) {
    for (uint32_t i = 0; i < d->pen.stroke_count && d->status == CW_OK; i++) {
        const cw_stroke *stroke = &d->pen.strokes[i];
        if (stroke->count > 1 && (stroke->count == 2 || !only_lines)) {
            add_stroke(d, stroke, CW_RING_BARRIER);
        }
    }
}

static void add_shape(drawing *d, const level *now) {
    meaning means = now->means;
    bool by_look = means == BY_LOOK || means == WALL;
    means = means == BY_LOOK ? (now->filled ? FLOOR : BARRIER) : means;
    means = means == WALL ? (now->filled ? OBSTACLE : BARRIER) : means;
    if (means == BARRIER || by_look) {
        add_barriers(d, means != BARRIER);
    }
    if (means != BARRIER) {
        add_areas(d, means);
    }
}

// --- elements ------------------------------------------------------------------------------------

/// Elements whose content is not on the page.
static bool is_aside(const char *name) {
    static const char *const names[] = {"defs",   "clipPath", "mask",   "pattern", "symbol",
                                        "marker", "style",    "script", "metadata"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/// Turns the page: its lower edge is y = 0.
static void set_page(drawing *d, const char **attributes, level *now) {
    const char *box = find(attributes, "viewBox");
    double v[4] = {0, 0, length_of(attributes, "width", 0), length_of(attributes, "height", 0)};
    for (int i = 0; box != NULL && i < 4; i++) {
        if (!cw_svg_number(&box, &v[i])) {
            fail(d, CW_ERROR_FORMAT, "the viewBox is not four numbers");
            return;
        }
    }
    d->width = v[2];
    d->height = v[3];
    now->to_plan = (cw_affine){1, 0, 0, -1, -v[0], v[1] + v[3]};
}

/// The name without its prefix.
static const char *local_name(const char *name) {
    const char *colon = strrchr(name, ':');
    return colon != NULL ? colon + 1 : name;
}

static void XMLCALL begin(void *user, const XML_Char *full, const XML_Char **attributes) {
    drawing *d = user;
    const char *name = local_name(full);
    if (d->status != CW_OK) {
        return;
    }
    if (d->depth + 1 >= MOST_DEPTH) {
        fail(d, CW_ERROR_LIMIT, "more than 256 elements inside each other");
        return;
    }
    if (d->depth == 0 && strcmp(name, "svg") != 0) {
        fail(d, CW_ERROR_FORMAT, "is no SVG: it does not begin with <svg>");
        return;
    }
    level now = enter(d, name, attributes, d->levels[d->depth]);
    d->in_style = strcmp(name, "style") == 0;
    if (d->depth == 0) {
        set_page(d, attributes, &now);
        now.means = BY_LOOK; // the name of a file is not what it shows
    }
    now.hidden = now.hidden || is_aside(name);
    d->levels[++d->depth] = now;
    bool mistaken = false;
    cw_pen_reset(&d->pen, now.to_plan);
    if (now.hidden || d->status != CW_OK || !draw(d, name, attributes, &mistaken)) {
        return;
    }
    if (d->pen.status != CW_OK) {
        fail(d, d->pen.status, d->pen.reason);
    } else if (mistaken) {
        fail(d, CW_ERROR_FORMAT, "the outline of a shape breaks off");
    } else {
        add_shape(d, &now);
    }
}

static void XMLCALL end(void *user, const XML_Char *name) {
    drawing *d = user;
    (void)name;
    d->in_style = false;
    d->depth -= d->depth > 0 ? 1 : 0;
}

static void XMLCALL take_text(void *user, const XML_Char *text, int size) {
    drawing *d = user;
    if (d->in_style && d->status == CW_OK && !cw_sheet_add(&d->sheet, text, (size_t)size)) {
        fail(d, CW_ERROR_MEMORY, "out of memory");
    }
}

static cw_status parse(drawing *d) {
    for (size_t at = 0; at < d->source->size && d->status == CW_OK;) {
        size_t size = d->source->size - at < PIECE ? d->source->size - at : PIECE;
        bool last = at + size == d->source->size;
        enum XML_Status done = XML_Parse(d->parser, d->source->text + at, (int)size, last);
        if (done != XML_STATUS_OK && d->status == CW_OK) {
            fail(d,
                 XML_GetErrorCode(d->parser) == XML_ERROR_NO_MEMORY ? CW_ERROR_MEMORY
                                                                    : CW_ERROR_FORMAT,
                 XML_ErrorString(XML_GetErrorCode(d->parser)));
        }
        at += size;
    }
    return d->status;
}

cw_status cw_plan_read_svg(const cw_source *source, cw_plan *plan) {
    cw_plan_reader reader = {.source = source, .plan = plan};
    drawing *d = cw_context_resize(source->context, NULL, 0, sizeof *d);
    XML_Parser parser = d != NULL ? XML_ParserCreate(NULL) : NULL;
    if (parser == NULL) {
        cw_context_release(source->context, d, sizeof *d);
        return cw_source_fail(source, NULL, CW_ERROR_MEMORY, "out of memory");
    }
    *d = (drawing){.source = source, .parser = parser, .reader = &reader};
    d->pen.context = d->sheet.context = source->context;
    d->levels[0] = (level){.to_plan = {1, 0, 0, 1, 0, 0}, .filled = true};
    XML_SetUserData(parser, d);
    XML_SetElementHandler(parser, begin, end);
    XML_SetCharacterDataHandler(parser, take_text);
    cw_status status = parse(d);
    XML_ParserFree(parser);
    if (status == CW_OK && plan->ring_count > 0 && reader.polygon_count == 0) {
        status =
            cw_source_fail(source, NULL, CW_ERROR_INPUT,
                           "no shape is floor: fill the rooms, or call a shape floor (class or "
                           "id); lines are walls");
    }
    cw_pen_free(&d->pen);
    cw_sheet_free(&d->sheet);
    cw_plan_reader_free(&reader);
    cw_context_release(source->context, d, sizeof *d);
    return status;
}
