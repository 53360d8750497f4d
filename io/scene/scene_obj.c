/// Faces from Wavefront `.obj`.
///
/// `v` and `f` give the triangles, `o` and `g` the names of the objects they belong to: that of the
/// object, of the group, or "object/group" where there are both. The other statements of the format
/// are skipped, and no other file (mtllib) is ever opened. Lines are read one by one, so that every
/// message has a line. Faces refer to vertices above them. Cost is linear, apart from large faces
/// that are not convex.
#include "maker.h"

#include "../grow.h"
#include "../source.h"

#include <stdio.h>
#include <string.h>

enum { NAME_LIMIT = 255 }; ///< bytes of a name that are kept

/// A scene being read.
typedef struct reading {
    const cw_source *source;
    double unit; ///< metres
    cw_scene_maker maker;
    bool has_faces;                                     ///< though perhaps none that is left
    char object[NAME_LIMIT + 1], group[NAME_LIMIT + 1]; ///< names in force
    uint32_t current; ///< the object of the faces that come, or CW_NONE when none is made yet
    /// Objects by name: a hash table with open addressing, at most half full.
    uint32_t *slots;
    uint32_t slot_count; ///< a power of two
} reading;

static cw_status no_memory(const reading *r) {
    return cw_source_fail(r->source, NULL, CW_ERROR_MEMORY, "out of memory");
}

/// Statements that are skipped: other attributes, grouping, materials, lines, curves, display.
static bool is_skipped(cw_span keyword) {
    static const char *const words[] = {
        "vt",     "vn",         "vp",        "s",      "usemtl", "mtllib",   "l",
        "p",      "mg",         "usemap",    "maplib", "deg",    "bmat",     "step",
        "cstype", "curv",       "curv2",     "surf",   "parm",   "trim",     "hole",
        "scrv",   "sp",         "end",       "con",    "bevel",  "c_interp", "d_interp",
        "lod",    "shadow_obj", "trace_obj", "ctech",  "stech",
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
        CW_IO_TRY(
            cw_source_length(r->source, word, r->unit, count < 3 ? &numbers[count] : &ignored));
    }
    if (count < 3 || count > 7) {
        return cw_source_fail(r->source, keyword.text, CW_ERROR_FORMAT,
                              "a vertex has 3 coordinates, found %u numbers", count);
    }
    if (r->maker.scene->position_count == CW_IO_VERTEX_LIMIT) {
        return cw_source_fail(r->source, keyword.text, CW_ERROR_LIMIT, "more than %u vertices",
                              CW_IO_VERTEX_LIMIT);
    }
    cw_vec3 position = {numbers[0], numbers[1], numbers[2]};
    cw_status status =
        cw_scene_add_positions(r->source->context, r->maker.scene, &position, 1, NULL);
    return status == CW_OK ? CW_OK : no_memory(r);
}

/// Keeps the words after "o" or "g" as a name; the faces that come belong to another object.
static void read_name(reading *r, cw_span rest, char *name) {
    while (rest.size > 0 && (rest.text[0] == ' ' || rest.text[0] == '\t')) {
        rest = (cw_span){rest.text + 1, rest.size - 1};
    }
    while (rest.size > 0 && (rest.text[rest.size - 1] == ' ' || rest.text[rest.size - 1] == '\t')) {
        rest.size--;
    }
    size_t size = rest.size < NAME_LIMIT ? rest.size : NAME_LIMIT;
    memcpy(name, rest.text, size);
    name[size] = '\0';
    r->current = CW_NONE;
}

/// The slot of a name: that of its object, or the empty one where it belongs (FNV-1a).
static uint32_t *find_slot(const reading *r, const char *name) {
    uint32_t hash = 2166136261u;
    for (const char *c = name; *c != '\0'; c++) {
        hash = (hash ^ (uint8_t)*c) * 16777619u;
    }
    for (uint32_t i = hash;; i++) {
        uint32_t *slot = &r->slots[i & (r->slot_count - 1)];
        if (*slot == CW_NONE || strcmp(r->maker.scene->objects[*slot].name, name) == 0) {
            return slot;
        }
    }
}

/// Doubles the table where it is half full.
static cw_status grow_slots(reading *r) {
    const cw_scene *scene = r->maker.scene;
    if (2 * (size_t)scene->object_count < r->slot_count) {
        return CW_OK;
    }
    size_t capacity = 0, count = r->slot_count > 0 ? 2 * (size_t)r->slot_count : 64;
    uint32_t *slots = NULL;
    if (!CW_GROW(r->source->context, slots, capacity, count)) {
        return no_memory(r);
    }
    CW_GROWN_FREE(r->source->context, r->slots, r->slot_count);
    r->slots = slots;
    r->slot_count = (uint32_t)capacity;
    memset(slots, 0xff, capacity * sizeof *slots); // CW_NONE
    for (uint32_t i = 0; i < scene->object_count; i++) {
        *find_slot(r, scene->objects[i].name) = i;
    }
    return CW_OK;
}

/// Makes the object of the names in force, or finds it.
static cw_status find_object(reading *r) {
    char name[2 * NAME_LIMIT + 2];
    bool both = r->object[0] != '\0' && r->group[0] != '\0';
    snprintf(name, sizeof name, "%s%s%s", r->object, both ? "/" : "", r->group);
    CW_IO_TRY(grow_slots(r));
    uint32_t *slot = find_slot(r, name);
    if (*slot == CW_NONE &&
        cw_scene_add_object(r->source->context, r->maker.scene, name, 0, slot) != CW_OK) {
        return no_memory(r);
    }
    r->current = *slot;
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
    int64_t vertex = index < 0 ? r->maker.scene->position_count + index : index - 1;
    if (vertex < 0 || vertex >= r->maker.scene->position_count) {
        return cw_source_fail(r->source, word.text, CW_ERROR_INPUT,
                              "vertex %lld does not exist; there are %u above this line",
                              (long long)index, r->maker.scene->position_count);
    }
    return cw_scene_maker_corner(&r->maker, (uint32_t)vertex) ? CW_OK : no_memory(r);
}

static cw_status read_face(reading *r, cw_span keyword, cw_span rest) {
    r->maker.face_count = 0;
    for (cw_span word; cw_span_word(&rest, &word);) {
        CW_IO_TRY(read_corner(r, word));
    }
    if (r->maker.face_count < 3) {
        return cw_source_fail(r->source, keyword.text, CW_ERROR_FORMAT,
                              "a face needs at least 3 corners, found %u", r->maker.face_count);
    }
    r->has_faces = true;
    if (r->current == CW_NONE) {
        CW_IO_TRY(find_object(r));
    }
    const char *reason = "";
    cw_status status = cw_scene_maker_face(&r->maker, r->current, &reason);
    return status == CW_OK ? CW_OK : cw_source_fail(r->source, keyword.text, status, "%s", reason);
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
    if (cw_span_is(keyword, "o") || cw_span_is(keyword, "g")) {
        read_name(r, rest, keyword.text[0] == 'o' ? r->object : r->group);
        return CW_OK;
    }
    return cw_source_fail(r->source, keyword.text, CW_ERROR_FORMAT, "unknown statement '%s'",
                          cw_span_quote(keyword).text);
}

/// Lines between two reports of progress.
enum { LINES_PER_REPORT = 4096 };

static cw_status read_lines(reading *r) {
    cw_span rest = {r->source->text, r->source->size}, line;
    cw_status status = CW_OK;
    for (uint32_t number = 0; status == CW_OK && cw_source_line(r->source, &rest, &line, &status);
         number++) {
        status = read_line(r, line);
        if (status == CW_OK && number % LINES_PER_REPORT == 0) {
            double share = 1 - (double)rest.size / (double)r->source->size;
            status = cw_context_progress(r->source->context, "reading", share);
        }
    }
    if (status == CW_OK && r->maker.scene->triangle_count == 0) {
        return cw_source_fail(r->source, NULL, CW_ERROR_INPUT,
                              r->has_faces
                                  ? "no walkable area: no face has three different vertices"
                                  : "empty input: no faces");
    }
    return status;
}

cw_status cw_scene_parse_obj_text(cw_context *context, const char *name, const char *text,
                                  size_t size, double unit, bool lenient, cw_scene *scene) {
    cw_source source;
    CW_IO_TRY(cw_source_open(&source, context, name, text, size));
    reading r = {.source = &source,
                 .unit = unit,
                 .maker = {.context = context, .scene = scene, .lenient = lenient},
                 .current = CW_NONE};
    cw_status status = read_lines(&r);
    CW_GROWN_FREE(context, r.slots, r.slot_count);
    cw_scene_maker_free(&r.maker);
    return status;
}

void cw_scene_warn_of_floor(cw_context *context, const char *name, const cw_scene *scene) {
    uint32_t down = 0, steep = 0;
    for (uint32_t t = 0; t < scene->triangle_count; t++) {
        const uint32_t *corner = &scene->corners[3 * (size_t)t];
        cw_vec3 a = scene->positions[corner[0]], b = scene->positions[corner[1]];
        cw_vec3 c = scene->positions[corner[2]];
        cw_vec3 u = {b.x - a.x, b.y - a.y, b.z - a.z}, v = {c.x - a.x, c.y - a.y, c.z - a.z};
        double x = u.y * v.z - u.z * v.y, y = u.z * v.x - u.x * v.z, z = u.x * v.y - u.y * v.x;
        down += z < 0;
        // Steeper than 60 degrees: the normal rises less than half of its length.
        steep += z * z < 0.25 * (x * x + y * y + z * z);
    }
    if (down > 0) {
        cw_context_warn(context,
                        "%s: %u of %u triangles look down; they are taken as floor all the same "
                        "(is the right axis up?)",
                        name, down, scene->triangle_count);
    }
    if (steep > 0) {
        cw_context_warn(context,
                        "%s: %u of %u triangles are steeper than 60 degrees; they are taken as "
                        "floor all the same",
                        name, steep, scene->triangle_count);
    }
}

cw_status cw_surface_parse_obj(cw_context *context, const char *name, const char *text, size_t size,
                               bool up_is_y, const cw_surface_config *config, cw_surface *surface) {
    *surface = (cw_surface){0};
    cw_scene scene = {0};
    cw_status status = cw_scene_parse_obj_text(context, name, text, size, 1, false, &scene);
    if (status == CW_OK && up_is_y) {
        cw_scene_turn_up(&scene);
    }
    if (status == CW_OK) {
        cw_scene_warn_of_floor(context, name, &scene);
        status = cw_surface_from_triangles(context, scene.positions, scene.position_count,
                                           scene.corners, scene.triangle_count, config, surface);
        status = status == CW_OK ? CW_OK : cw_name_failure(context, name, status);
    }
    cw_scene_free(context, &scene);
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
