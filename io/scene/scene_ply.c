/// Faces from `.ply`, as text and binary.
///
/// The head says which elements come, and of what they are made (ply_head.c). Those of vertices and
/// faces are kept, all others are read over. Every count is met by bytes of the file before
/// anything is made of it, so memory and time follow the size of the file whatever it says. A line
/// of a text holds one element.
#include "maker.h"
#include "ply_head.h"

#include "../number.h"

#include <string.h>

typedef struct reading {
    const cw_source *source;
    cw_scene_maker maker;
    cw_ply_head head;
    cw_span rest;
    cw_span line; ///< what is left of the current element, in a text
    uint32_t vertex_count;
    const cw_ply_element *element;
    uint32_t number; ///< of the current element, from 0
} reading;

static cw_status refuse(const reading *r, cw_status status, const char *words) {
    bool text = r->head.form == CW_PLY_ASCII;
    return cw_source_fail(r->source, text ? r->line.text : NULL, status, "%s %u: %s",
                          cw_span_quote(r->element->name).text, r->number, words);
}

static double decode(const uint8_t *bytes, cw_ply_type type, bool big) {
    uint32_t size = cw_ply_size(type);
    uint64_t bits = 0;
    for (uint32_t i = 0; i < size; i++) {
        bits |= (uint64_t)bytes[big ? size - 1 - i : i] << (8 * i);
    }
    float narrow;
    double wide;
    uint32_t low = (uint32_t)bits;
    memcpy(&narrow, &low, sizeof narrow);
    memcpy(&wide, &bits, sizeof wide);
    switch (type) {
    case CW_PLY_CHAR: return (int8_t)bits;
    case CW_PLY_SHORT: return (int16_t)bits;
    case CW_PLY_INT: return (int32_t)low;
    case CW_PLY_FLOAT: return (double)narrow;
    case CW_PLY_DOUBLE: return wide;
    default: return (double)bits;
    }
}

/// Takes the next value of the current element; where nobody wants it, `value` is NULL.
static cw_status take(reading *r, cw_ply_type type, double *value) {
    if (r->head.form == CW_PLY_ASCII) {
        cw_span word;
        if (!cw_span_word(&r->line, &word)) {
            return refuse(r, CW_ERROR_FORMAT, "fewer values than its head and its lists say");
        }
        const char *reason = "";
        bool fine = value == NULL || cw_number_parse(word.text, word.size, value, &reason);
        return fine ? CW_OK
                    : cw_source_fail(r->source, word.text, CW_ERROR_FORMAT, "'%s' %s",
                                     cw_span_quote(word).text, reason);
    }
    uint32_t size = cw_ply_size(type);
    if (r->rest.size < size) {
        return refuse(r, CW_ERROR_FORMAT, "the file ends here");
    }
    if (value != NULL) {
        *value = decode((const uint8_t *)r->rest.text, type, r->head.form == CW_PLY_BIG);
    }
    r->rest = (cw_span){r->rest.text + size, r->rest.size - size};
    return CW_OK;
}

/// A whole number below `limit`.
static cw_status take_index(reading *r, cw_ply_type type, uint32_t limit, const char *words,
                            uint32_t *index) {
    double value = 0;
    CW_IO_TRY(take(r, type, &value));
    if (!(value >= 0 && value < limit && value == (double)(uint32_t)value)) {
        return refuse(r, CW_ERROR_FORMAT, words);
    }
    *index = (uint32_t)value;
    return CW_OK;
}

static cw_status read_list(reading *r, const cw_ply_property *property) {
    uint32_t count, corner;
    CW_IO_TRY(take_index(r, property->count_type, CW_NONE, "the length of a list is not a count",
                         &count));
    for (uint32_t i = 0; i < count; i++) {
        if (property->use != CW_PLY_CORNERS) {
            CW_IO_TRY(take(r, property->type, NULL));
            continue;
        }
        CW_IO_TRY(take_index(r, property->type, r->vertex_count, "a vertex of it does not exist",
                             &corner));
        if (!cw_scene_maker_corner(&r->maker, corner)) {
            return refuse(r, CW_ERROR_MEMORY, "out of memory");
        }
    }
    return CW_OK;
}

static cw_status read_properties(reading *r, cw_vec3 *position) {
    for (uint32_t i = 0; i < r->element->property_count; i++) {
        const cw_ply_property *property = &r->head.properties[r->element->first + i];
        cw_ply_use use = property->use;
        double *value = use == CW_PLY_X   ? &position->x
                        : use == CW_PLY_Y ? &position->y
                        : use == CW_PLY_Z ? &position->z
                                          : NULL;
        CW_IO_TRY(property->count_type != CW_PLY_NONE ? read_list(r, property)
                                                      : take(r, property->type, value));
    }
    cw_span word;
    if (r->head.form == CW_PLY_ASCII && cw_span_word(&r->line, &word)) {
        return refuse(r, CW_ERROR_FORMAT, "more values than its head and its lists say");
    }
    return CW_OK;
}

/// Makes something of the element that was just read.
static cw_status keep(reading *r, cw_vec3 position) {
    cw_scene *scene = r->maker.scene;
    if (r->element->is_vertex) {
        cw_status status = cw_scene_add_positions(r->source->context, scene, &position, 1, NULL);
        return status == CW_OK ? CW_OK : refuse(r, CW_ERROR_MEMORY, "out of memory");
    }
    if (!r->element->is_face || r->maker.face_count < 3) {
        return CW_OK;
    }
    const char *reason = "";
    cw_status status = cw_scene_maker_face(&r->maker, CW_NONE, &reason);
    return status == CW_OK ? CW_OK : refuse(r, status, reason);
}

/// The next line that is not blank.
static cw_status next_line(reading *r) {
    cw_span line, word;
    cw_status status;
    while (cw_source_line(r->source, &r->rest, &line, &status)) {
        cw_span copy = line;
        if (cw_span_word(&copy, &word)) {
            r->line = line;
            return CW_OK;
        }
    }
    r->line = r->rest;
    return status != CW_OK ? status : refuse(r, CW_ERROR_FORMAT, "the file ends here");
}

/// Elements between two reports of progress.
enum { ELEMENTS_PER_REPORT = 4096 };

static cw_status read_element(reading *r) {
    if (r->element->is_vertex) {
        if (r->element->count > CW_IO_VERTEX_LIMIT) {
            return cw_source_fail(r->source, NULL, CW_ERROR_LIMIT, "more than %u vertices",
                                  CW_IO_VERTEX_LIMIT);
        }
        r->vertex_count = r->element->count;
    }
    // Without properties there is nothing in the file to read.
    for (r->number = 0; r->element->property_count > 0 && r->number < r->element->count;
         r->number++) {
        cw_vec3 position = {0, 0, 0};
        r->maker.face_count = 0;
        if (r->head.form == CW_PLY_ASCII) {
            CW_IO_TRY(next_line(r));
        }
        CW_IO_TRY(read_properties(r, &position));
        CW_IO_TRY(keep(r, position));
        if (r->number % ELEMENTS_PER_REPORT == 0) {
            double share = 1 - (double)r->rest.size / (double)r->source->size;
            CW_IO_TRY(cw_context_progress(r->source->context, "reading", share));
        }
    }
    return CW_OK;
}

static cw_status read_elements(reading *r) {
    CW_IO_TRY(cw_ply_head_read(r->source, &r->rest, &r->head));
    for (uint32_t i = 0; i < r->head.element_count; i++) {
        r->element = &r->head.elements[i];
        CW_IO_TRY(read_element(r));
    }
    return r->maker.scene->triangle_count > 0
               ? CW_OK
               : cw_source_fail(r->source, NULL, CW_ERROR_INPUT, "empty input: it has no faces");
}

cw_status cw_scene_parse_ply(cw_context *context, const char *path, const uint8_t *bytes,
                             size_t size, cw_scene *scene) {
    if (size == 0) {
        return cw_name_fail(context, path, CW_ERROR_INPUT, "empty input");
    }
    cw_source source = {
        .context = context, .name = path, .text = (const char *)bytes, .size = size};
    reading r = {.source = &source,
                 .maker = {.context = context, .scene = scene, .lenient = true},
                 .rest = {source.text, size}};
    cw_status status = read_elements(&r);
    cw_scene_maker_free(&r.maker);
    return status;
}
