/// A look at Well-Known Text before GEOS sees it.
///
/// GEOS reads WKT by recursion, takes "nan" and hexadecimal numbers, ignores what follows the first
/// geometry and does not say where an error is. So the text is first walked token by token. What
/// may follow a token depends on the token before it and on how deep in brackets the numbers of the
/// current geometry stand (POLYGON: two deep); a geometry that ends leaves the collection around
/// it. Text that passes has balanced brackets at most DEPTH_LIMIT deep, points of two to four
/// finite numbers inside the coordinate range, and rings and lines with enough points. One pass, no
/// memory.
#include "wkt_scan.h"

#include "clearway/io.h"
#include "number.h"

#include <math.h>
#include <string.h>
#include <strings.h>

enum {
    DEPTH_LIMIT = 64,
    FEWEST_ORDINATES = 2, ///< x y
    MOST_ORDINATES = 4    ///< x y z m
};

typedef enum token_kind {
    TOKEN_END,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_COMMA,
    TOKEN_NUMBER,
    TOKEN_TYPE,  ///< the name of a geometry
    TOKEN_FLAG,  ///< Z, M or ZM
    TOKEN_EMPTY, ///< the word EMPTY
    TOKEN_OTHER
} token_kind;

/// A geometry a plan can hold.
typedef struct geometry_type {
    const char *name;
    uint32_t levels; ///< brackets around its points; 0 for a collection
    uint32_t fewest; ///< different points in a run of points
} geometry_type;

static const geometry_type types[] = {
    {"GEOMETRYCOLLECTION", 0, 0},
    {"POLYGON", 2, 3},
    {"MULTIPOLYGON", 3, 3},
    {"LINESTRING", 1, 2},
    {"LINEARRING", 1, 3},
    {"MULTILINESTRING", 2, 2},
    {"POINT", 1, 1},
    {"MULTIPOINT", 2, 1},
};
static const geometry_type *const collection = &types[0];

/// Where the walk stands inside one geometry.
typedef struct walk {
    cw_wkt_scan *scan;
    token_kind before;         ///< the last token
    const geometry_type *type; ///< of the innermost geometry that is not complete
    uint32_t base;             ///< brackets around that geometry
    uint32_t depth;            ///< brackets around the current token
    uint32_t ordinates;        ///< numbers of the current point
    uint32_t run;              ///< points of the current ring or line
    const char *run_start;
    const char *type_start; ///< the name of that geometry
    cw_vec2 first, last;    ///< points of the current run
} walk;

static bool ends_word(char c) {
    return strchr("(),; \t\r\n", c) != NULL;
}

static bool is_word(cw_span word, const char *name) {
    return word.size == strlen(name) && strncasecmp(word.text, name, word.size) == 0;
}

static const geometry_type *type_named(cw_span word) {
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (is_word(word, types[i].name)) {
            return &types[i];
        }
    }
    return NULL;
}

static token_kind kind_of(cw_span token) {
    char c = token.text[0];
    if (c == '(') {
        return TOKEN_OPEN;
    }
    if (c == ')') {
        return TOKEN_CLOSE;
    }
    if (c == ',') {
        return TOKEN_COMMA;
    }
    if ((c >= '0' && c <= '9') || strchr("+-.", c) != NULL) {
        return TOKEN_NUMBER;
    }
    if (is_word(token, "Z") || is_word(token, "M") || is_word(token, "ZM")) {
        return TOKEN_FLAG;
    }
    if (is_word(token, "EMPTY")) {
        return TOKEN_EMPTY;
    }
    return type_named(token) != NULL ? TOKEN_TYPE : TOKEN_OTHER;
}

static void skip_blanks(cw_wkt_scan *scan) {
    const char *end = scan->source->text + scan->source->size;
    while (scan->at < end && strchr(" \t\r\n", *scan->at) != NULL) {
        scan->at++;
    }
}

/// Databases end a geometry with a semicolon.
static void skip_semicolon(cw_wkt_scan *scan) {
    skip_blanks(scan);
    if (scan->at < scan->source->text + scan->source->size && *scan->at == ';') {
        scan->at++;
    }
}

static token_kind next_token(cw_wkt_scan *scan, cw_span *token) {
    const char *end = scan->source->text + scan->source->size;
    skip_blanks(scan);
    *token = (cw_span){scan->at, 0};
    if (scan->at == end) {
        return TOKEN_END;
    }
    do {
        scan->at++;
    } while (scan->at < end && !ends_word(*token->text) && !ends_word(*scan->at));
    token->size = (size_t)(scan->at - token->text);
    return kind_of(*token);
}

static cw_status fail_at(const walk *w, cw_span token, cw_status status, const char *reason) {
    return cw_source_fail_column(w->scan->source, token.text, status, "%s", reason);
}

static cw_status unexpected(const walk *w, token_kind kind, cw_span token) {
    static const char *const expected[] = {
        [TOKEN_END] = "a geometry such as POLYGON",
        [TOKEN_OPEN] = "a number, a geometry or '('",
        [TOKEN_CLOSE] = "',' or ')'",
        [TOKEN_COMMA] = "a number, a geometry or '('",
        [TOKEN_NUMBER] = "a number, ',' or ')'",
        [TOKEN_TYPE] = "'(' or EMPTY",
        [TOKEN_FLAG] = "'(' or EMPTY",
        [TOKEN_EMPTY] = "',' or ')'",
    };
    // The end of the text has no line of its own: the last byte stands for it.
    const char *end = w->scan->source->text + w->scan->source->size;
    const char *place = token.text < end ? token.text : end - 1;
    bool found = kind != TOKEN_END;
    return cw_source_fail_column(w->scan->source, place, CW_ERROR_FORMAT,
                                 "expected %s, found %s%s%s", expected[w->before],
                                 found ? "'" : "the end of the text",
                                 found ? cw_span_quote(token).text : "", found ? "'" : "");
}

static cw_status refuse_word(const walk *w, cw_span token) {
    bool starts = w->before == TOKEN_END || w->type->levels == 0;
    return cw_source_fail_column(
        w->scan->source, token.text, CW_ERROR_FORMAT, "%s '%s'",
        starts ? "unknown geometry" : "not a decimal number:", cw_span_quote(token).text);
}

static cw_status take_number(walk *w, cw_span token) {
    const char *reason;
    double value;
    if (!cw_number_parse(token.text, token.size, &value, &reason)) {
        return cw_source_fail_column(w->scan->source, token.text, CW_ERROR_FORMAT, "%s: '%s'",
                                     reason, cw_span_quote(token).text);
    }
    if (w->ordinates < FEWEST_ORDINATES && fabs(value) > CW_COORDINATE_LIMIT) {
        return cw_source_fail_column(w->scan->source, token.text, CW_ERROR_INPUT,
                                     "coordinate out of range: %s is beyond %g m",
                                     cw_span_quote(token).text, CW_COORDINATE_LIMIT);
    }
    if (w->ordinates == MOST_ORDINATES) {
        return fail_at(w, token, CW_ERROR_FORMAT, "a point has at most 4 numbers");
    }
    if (w->ordinates < FEWEST_ORDINATES) {
        *(w->ordinates == 0 ? &w->last.x : &w->last.y) = value;
    }
    if (w->ordinates == 1 && w->run == 0) {
        w->first = w->last;
    }
    w->ordinates++;
    return CW_OK;
}

/// Completes the point before a ',' or ')'.
static cw_status end_point(walk *w, cw_span token) {
    if (w->ordinates < FEWEST_ORDINATES) {
        return fail_at(w, token, CW_ERROR_FORMAT, "a point needs at least 2 numbers");
    }
    w->ordinates = 0;
    w->run++;
    if (++w->scan->points > CW_IO_VERTEX_LIMIT) {
        return fail_at(w, token, CW_ERROR_LIMIT, "more than 16777216 points");
    }
    return CW_OK;
}

/// Writes over a part of the text that GEOS gets to see.
static void blank(const walk *w, const char *from, const char *end, const char *word) {
    char *at = w->scan->copy + (from - w->scan->source->text);
    memset(at, ' ', (size_t)(end - from));
    memcpy(at, word, strlen(word));
}

/// Leaves a ring or line of too few points out, with a warning.
static void skip_run(const walk *w, bool ring, const char *end) {
    cw_source_fail_column(w->scan->source, w->run_start, CW_ERROR_INPUT,
                          ring ? "a ring needs at least 3 points"
                               : "a line needs at least 2 points");
    cw_source_skip(w->scan->source);
    bool alone = w->type->levels == 1;
    blank(w, alone ? w->type_start : w->run_start, end, alone ? "POINT EMPTY" : "EMPTY");
}

/// Completes the ring or line before a ')'.
static cw_status end_run(walk *w) {
    bool ring = w->type->fewest > 2;
    bool closed = ring && w->run > 1 && w->first.x == w->last.x && w->first.y == w->last.y;
    if (w->run - (closed ? 1 : 0) < w->type->fewest) {
        skip_run(w, ring, w->scan->at);
    }
    if (++w->scan->rings > CW_IO_RING_LIMIT) {
        return cw_source_fail_column(w->scan->source, w->run_start, CW_ERROR_LIMIT,
                                     "more than 1048576 rings");
    }
    w->run = 0;
    return CW_OK;
}

/// A complete geometry leaves its points behind: what follows belongs to the collection around it.
static void end_geometry(walk *w) {
    if (w->depth == w->base) {
        w->type = collection;
        w->base = 0;
    }
}

static cw_status take_open(walk *w, cw_span token) {
    if (w->depth == DEPTH_LIMIT) {
        return fail_at(w, token, CW_ERROR_LIMIT, "brackets nested deeper than 64 levels");
    }
    w->depth++;
    w->run_start = token.text;
    return CW_OK;
}

static cw_status take_close(walk *w, cw_span token) {
    cw_status status = CW_OK;
    if (w->before == TOKEN_NUMBER) {
        status = end_point(w, token);
        status = status == CW_OK ? end_run(w) : status;
    }
    w->depth--;
    end_geometry(w);
    return status;
}

static void take_type(walk *w, cw_span token) {
    w->type = type_named(token);
    w->type_start = token.text;
    w->base = w->depth;
    if (w->type->fewest == 1) {
        cw_source_fail_column(w->scan->source, token.text, CW_ERROR_INPUT,
                              "a %s is neither floor nor wall; a plan takes polygons, lines and "
                              "collections of them",
                              cw_span_quote(token).text);
        cw_source_skip(w->scan->source);
    }
}

/// Whether a token may stand here.
static bool is_allowed(const walk *w, token_kind kind) {
    uint32_t level = w->depth - w->base;
    bool starts = w->before == TOKEN_OPEN || w->before == TOKEN_COMMA;
    bool named = w->before == TOKEN_TYPE || w->before == TOKEN_FLAG;
    bool in_collection = w->type->levels == 0;
    switch (kind) {
    case TOKEN_OPEN: return named || (starts && !in_collection && level < w->type->levels);
    case TOKEN_NUMBER:
        // The points of a MULTIPOINT may stand in brackets of their own or not.
        return w->before == TOKEN_NUMBER ||
               (starts && !in_collection &&
                (level == w->type->levels || (w->type->fewest == 1 && level == 1)));
    case TOKEN_TYPE: return w->before == TOKEN_END || (starts && in_collection);
    case TOKEN_FLAG: return w->before == TOKEN_TYPE;
    case TOKEN_EMPTY: return named || (starts && !in_collection && level < w->type->levels);
    case TOKEN_COMMA:
    case TOKEN_CLOSE:
        return w->depth > 0 &&
               (w->before == TOKEN_NUMBER || w->before == TOKEN_CLOSE || w->before == TOKEN_EMPTY);
    default: return false;
    }
}

static cw_status take(walk *w, token_kind kind, cw_span token) {
    switch (kind) {
    case TOKEN_OPEN: return take_open(w, token);
    case TOKEN_CLOSE: return take_close(w, token);
    case TOKEN_NUMBER: return take_number(w, token);
    case TOKEN_COMMA: return w->before == TOKEN_NUMBER ? end_point(w, token) : CW_OK;
    case TOKEN_TYPE: take_type(w, token); return CW_OK;
    case TOKEN_EMPTY: end_geometry(w); return CW_OK;
    default: return CW_OK;
    }
}

/// Databases put "SRID=4326;" before a geometry; it says where on Earth the plan lies.
static void skip_reference(cw_wkt_scan *scan) {
    const char *end = scan->source->text + scan->source->size;
    skip_blanks(scan);
    if (end - scan->at < 5 || strncasecmp(scan->at, "SRID=", 5) != 0) {
        return;
    }
    const char *at = scan->at + 5;
    while (at < end && *at >= '0' && *at <= '9') {
        at++;
    }
    if (at > scan->at + 5 && at < end && *at == ';') {
        scan->at = at + 1;
    }
}

cw_status cw_wkt_scan_next(cw_wkt_scan *scan, cw_span *geometry) {
    walk w = {.scan = scan, .before = TOKEN_END, .type = collection};
    cw_span token;
    *geometry = (cw_span){NULL, 0};
    skip_reference(scan);
    do {
        token_kind kind = next_token(scan, &token);
        if (kind == TOKEN_END && w.before == TOKEN_END) {
            return CW_OK;
        }
        if (kind == TOKEN_OTHER) {
            return refuse_word(&w, token);
        }
        if (!is_allowed(&w, kind)) {
            return unexpected(&w, kind, token);
        }
        geometry->text = w.before == TOKEN_END ? token.text : geometry->text;
        CW_IO_TRY(take(&w, kind, token));
        w.before = kind;
    } while (w.depth > 0 || (w.before != TOKEN_CLOSE && w.before != TOKEN_EMPTY));
    geometry->size = (size_t)(scan->at - geometry->text);
    skip_semicolon(scan);
    return CW_OK;
}
