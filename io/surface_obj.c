/// Walkable triangles from Wavefront `.obj`.
///
/// Only `v` and `f` mean something here; the other statements of the format are skipped, and no
/// other file (mtllib) is ever opened. Lines are read one by one, so that every message has a line.
/// Faces refer to vertices above them. Cost is linear, but for large faces that are not convex.
#include "clearway/io.h"
#include "face.h"
#include "grow.h"
#include "source.h"

#include <math.h>
#include <string.h>

/// A scene being read.
typedef struct reading {
    const cw_source *source;
    bool up_is_y;
    cw_vec3 *positions;
    uint32_t position_count;
    uint32_t *corners; ///< 3 per triangle
    uint32_t triangle_count;
    bool has_faces; ///< though perhaps none that is left
    uint32_t *face; ///< vertices of the face being read
    cw_vec2 *flat;  ///< their positions in the plane of the face
    uint32_t *pieces, *scratch;
    uint32_t face_count;
    size_t position_capacity, corner_capacity;
    size_t face_capacity, flat_capacity, piece_capacity, scratch_capacity;
} reading;

static cw_status no_memory(const reading *r) {
    return cw_source_fail(r->source, NULL, CW_ERROR_MEMORY, "out of memory");
}

/// Statements that are skipped: other attributes, grouping, materials, lines, curves, display.
static bool is_skipped(cw_span keyword) {
    static const char *const words[] = {
        "vt",       "vn",       "vp",     "g",          "o",         "s",      "usemtl",
        "mtllib",   "l",        "p",      "mg",         "usemap",    "maplib", "deg",
        "bmat",     "step",     "cstype", "curv",       "curv2",     "surf",   "parm",
        "trim",     "hole",     "scrv",   "sp",         "end",       "con",    "bevel",
        "c_interp", "d_interp", "lod",    "shadow_obj", "trace_obj", "ctech",  "stech",
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (cw_span_is(keyword, words[i])) {
            return true;
        }
    }
    return false;
}

/// Reads "v x y z", which may be followed by a weight or a colour.
static cw_status read_vertex(reading *r, cw_span keyword, cw_span rest) {
    double numbers[3] = {0, 0, 0}, ignored;
    uint32_t count = 0;
    for (cw_span word; cw_span_word(&rest, &word); count++) {
        CW_IO_TRY(cw_source_coordinate(r->source, word, count < 3 ? &numbers[count] : &ignored));
    }
    if (count < 3 || count > 7) {
        return cw_source_fail(r->source, keyword.text, CW_ERROR_FORMAT,
                              "a vertex has 3 coordinates, found %u numbers", count);
    }
    if (r->position_count == CW_IO_VERTEX_LIMIT) {
        return cw_source_fail(r->source, keyword.text, CW_ERROR_LIMIT, "more than %u vertices",
                              CW_IO_VERTEX_LIMIT);
    }
    if (!CW_GROW(r->source->context, r->positions, r->position_capacity,
                 (size_t)r->position_count + 1)) {
        return no_memory(r);
    }
    // 0 - z, so that 0 does not become -0.
    r->positions[r->position_count++] = r->up_is_y
                                            ? (cw_vec3){numbers[0], 0.0 - numbers[2], numbers[1]}
                                            : (cw_vec3){numbers[0], numbers[1], numbers[2]};
    return CW_OK;
}

/// The value of "12" or "-3"; 0 for anything else, which no index is.
static int64_t index_value(cw_span word) {
    bool negative = word.size > 0 && word.text[0] == '-';
    int64_t value = 0;
    size_t start = negative ? 1 : 0;
    if (word.size == start || word.size - start > 10) {
        return 0;
    }
    for (size_t i = start; i < word.size; i++) {
        if (word.text[i] < '0' || word.text[i] > '9') {
            return 0;
        }
        value = value * 10 + (word.text[i] - '0');
    }
    return negative ? -value : value;
}

/// Splits "v", "v/t", "v//n" or "v/t/n" and gives the vertex; the others are only looked at.
static bool split_corner(cw_span word, cw_span *vertex) {
    int parts = 0;
    for (size_t start = 0; start <= word.size; parts++) {
        size_t end = start;
        while (end < word.size && word.text[end] != '/') {
            end++;
        }
        cw_span part = {word.text + start, end - start};
        bool empty_texture = parts == 1 && part.size == 0 && end < word.size;
        if (parts == 3 || (index_value(part) == 0 && !empty_texture)) {
            return false;
        }
        *vertex = parts == 0 ? part : *vertex;
        start = end + 1;
    }
    return true;
}

static cw_status read_corner(reading *r, cw_span word) {
    cw_span part;
    if (!split_corner(word, &part)) {
        return cw_source_fail(r->source, word.text, CW_ERROR_FORMAT,
                              "'%s' is not a corner: v, v/t, v//n or v/t/n, counted from 1",
                              cw_span_quote(word).text);
    }
    int64_t index = index_value(part);
    int64_t vertex = index < 0 ? r->position_count + index : index - 1;
    if (vertex < 0 || vertex >= r->position_count) {
        return cw_source_fail(r->source, word.text, CW_ERROR_INPUT,
                              "vertex %lld does not exist; there are %u above this line",
                              (long long)index, r->position_count);
    }
    if (!CW_GROW(r->source->context, r->face, r->face_capacity, (size_t)r->face_count + 1)) {
        return no_memory(r);
    }
    r->face[r->face_count++] = (uint32_t)vertex;
    return CW_OK;
}

/// Lays the face into the plane of two axes that it is seen best in (Newell's normal), so that a
/// steep face is not taken for one that crosses itself.
static void flatten_face(const reading *r) {
    double x = 0, y = 0, z = 0;
    cw_vec3 origin = r->positions[r->face[0]];
    for (uint32_t i = 0; i < r->face_count; i++) {
        cw_vec3 a = r->positions[r->face[i]], b = r->positions[r->face[(i + 1) % r->face_count]];
        x += (a.y - b.y) * (a.z + b.z - 2 * origin.z);
        y += (a.z - b.z) * (a.x + b.x - 2 * origin.x);
        z += (a.x - b.x) * (a.y + b.y - 2 * origin.y);
    }
    bool from_above = fabs(z) >= fabs(x) && fabs(z) >= fabs(y);
    for (uint32_t i = 0; i < r->face_count; i++) {
        cw_vec3 p = r->positions[r->face[i]];
        r->flat[i] = from_above           ? (cw_vec2){p.x, p.y}
                     : fabs(x) >= fabs(y) ? (cw_vec2){p.y, p.z}
                                          : (cw_vec2){p.z, p.x};
    }
}

/// Cuts the face that was read into triangles. Triangles with a vertex twice are no floor.
static cw_status add_face(reading *r, cw_span keyword) {
    cw_context *context = r->source->context;
    uint32_t count = r->face_count - 2;
    if (count > CW_IO_VERTEX_LIMIT - r->triangle_count) {
        return cw_source_fail(r->source, keyword.text, CW_ERROR_LIMIT, "more than %u triangles",
                              CW_IO_VERTEX_LIMIT);
    }
    size_t needed = ((size_t)r->triangle_count + count) * 3;
    if (!CW_GROW(context, r->corners, r->corner_capacity, needed) ||
        !CW_GROW(context, r->flat, r->flat_capacity, r->face_count) ||
        !CW_GROW(context, r->pieces, r->piece_capacity, 3 * (size_t)count) ||
        !CW_GROW(context, r->scratch, r->scratch_capacity, r->face_count)) {
        return no_memory(r);
    }
    flatten_face(r);
    const char *reason;
    cw_status status = cw_face_cut(r->flat, r->face_count, r->pieces, r->scratch, &reason);
    if (status != CW_OK) {
        return cw_source_fail(r->source, keyword.text, status, "%s", reason);
    }
    for (uint32_t t = 0; t < count; t++) {
        const uint32_t *piece = &r->pieces[3 * (size_t)t];
        uint32_t a = r->face[piece[0]], b = r->face[piece[1]], c = r->face[piece[2]];
        if (a != b && b != c && c != a) {
            uint32_t *out = &r->corners[3 * (size_t)r->triangle_count++];
            out[0] = a;
            out[1] = b;
            out[2] = c;
        }
    }
    return CW_OK;
}

static cw_status read_face(reading *r, cw_span keyword, cw_span rest) {
    r->face_count = 0;
    for (cw_span word; cw_span_word(&rest, &word);) {
        CW_IO_TRY(read_corner(r, word));
    }
    if (r->face_count < 3) {
        return cw_source_fail(r->source, keyword.text, CW_ERROR_FORMAT,
                              "a face needs at least 3 corners, found %u", r->face_count);
    }
    r->has_faces = true;
    return add_face(r, keyword);
}

static cw_status read_line(reading *r, cw_span line) {
    const char *comment = memchr(line.text, '#', line.size);
    cw_span rest = {line.text, comment != NULL ? (size_t)(comment - line.text) : line.size};
    cw_span keyword;
    if (!cw_span_word(&rest, &keyword) || is_skipped(keyword)) {
        return CW_OK;
    }
    if (cw_span_is(keyword, "v")) {
        return read_vertex(r, keyword, rest);
    }
    if (cw_span_is(keyword, "f")) {
        return read_face(r, keyword, rest);
    }
    return cw_source_fail(r->source, keyword.text, CW_ERROR_FORMAT, "unknown statement '%s'",
                          cw_span_quote(keyword).text);
}

static cw_status read_lines(reading *r) {
    cw_span rest = {r->source->text, r->source->size}, line;
    cw_status status = CW_OK;
    while (status == CW_OK && cw_source_line(r->source, &rest, &line, &status)) {
        status = read_line(r, line);
    }
    if (status == CW_OK && r->triangle_count == 0) {
        return cw_source_fail(r->source, NULL, CW_ERROR_INPUT,
                              r->has_faces
                                  ? "no walkable area: no face has three different vertices"
                                  : "empty input: no faces");
    }
    return status;
}

static void free_reading(cw_context *context, reading *r) {
    CW_GROWN_FREE(context, r->positions, r->position_capacity);
    CW_GROWN_FREE(context, r->corners, r->corner_capacity);
    CW_GROWN_FREE(context, r->face, r->face_capacity);
    CW_GROWN_FREE(context, r->flat, r->flat_capacity);
    CW_GROWN_FREE(context, r->pieces, r->piece_capacity);
    CW_GROWN_FREE(context, r->scratch, r->scratch_capacity);
}

cw_status cw_surface_parse_obj(cw_context *context, const char *name, const char *text, size_t size,
                               bool up_is_y, const cw_surface_config *config, cw_surface *surface) {
    *surface = (cw_surface){0};
    cw_source source;
    CW_IO_TRY(cw_source_open(&source, context, name, text, size));
    reading r = {.source = &source, .up_is_y = up_is_y};
    cw_status status = read_lines(&r);
    if (status == CW_OK) {
        status = cw_surface_from_triangles(context, r.positions, r.position_count, r.corners,
                                           r.triangle_count, config, surface);
        status = status == CW_OK ? CW_OK : cw_name_failure(context, name, status);
    }
    free_reading(context, &r);
    return status;
}

cw_status cw_surface_read_obj(cw_context *context, const char *path, bool up_is_y,
                              const cw_surface_config *config, cw_surface *surface) {
    *surface = (cw_surface){0};
    uint8_t *bytes;
    size_t size;
    cw_status status = cw_file_read(context, path, &bytes, &size);
    if (status == CW_OK) {
        status = cw_surface_parse_obj(context, path, (const char *)bytes, size, up_is_y, config,
                                      surface);
        cw_context_release(context, bytes, size);
    }
    return status;
}
