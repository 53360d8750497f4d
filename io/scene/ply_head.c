/// The head of a `.ply`: lines of text from "ply" to "end_header".
#include "ply_head.h"

#include <string.h>

static cw_ply_type type_of(cw_span word) {
    static const char *const names[][2] = {
        {"char", "int8"}, {"uchar", "uint8"}, {"short", "int16"},   {"ushort", "uint16"},
        {"int", "int32"}, {"uint", "uint32"}, {"float", "float32"}, {"double", "float64"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (cw_span_is(word, names[i][0]) || cw_span_is(word, names[i][1])) {
            return (cw_ply_type)(CW_PLY_CHAR + i);
        }
    }
    return CW_PLY_NONE;
}

uint32_t cw_ply_size(cw_ply_type type) {
    static const uint8_t sizes[] = {0, 1, 1, 2, 2, 4, 4, 4, 8};
    return sizes[type];
}

static cw_status read_form(const cw_source *source, cw_span rest, cw_ply_head *head) {
    static const char *const names[] = {"ascii", "binary_little_endian", "binary_big_endian"};
    cw_span word = {rest.text, 0}, version = {rest.text, 0};
    cw_span_word(&rest, &word);
    cw_span_word(&rest, &version);
    for (int i = 0; i < 3; i++) {
        if (cw_span_is(word, names[i]) && cw_span_is(version, "1.0")) {
            head->form = (cw_ply_form)i;
            return CW_OK;
        }
    }
    return cw_source_fail(source, word.text, CW_ERROR_FORMAT,
                          "the format is not ascii, binary_little_endian or binary_big_endian 1.0");
}

static cw_status read_element(const cw_source *source, cw_span rest, cw_ply_head *head) {
    cw_span name, count;
    if (!cw_span_word(&rest, &name) || !cw_span_word(&rest, &count)) {
        return cw_source_fail(source, rest.text, CW_ERROR_FORMAT,
                              "an element has a name and a count");
    }
    if (head->element_count == CW_PLY_ELEMENT_LIMIT) {
        return cw_source_fail(source, name.text, CW_ERROR_LIMIT, "more than %d elements",
                              CW_PLY_ELEMENT_LIMIT);
    }
    cw_ply_element *element = &head->elements[head->element_count++];
    *element = (cw_ply_element){.is_vertex = cw_span_is(name, "vertex"),
                                .is_face = cw_span_is(name, "face"),
                                .name = name,
                                .first = head->property_count};
    return cw_source_count(source, count, "the count", CW_NONE, &element->count);
}

static cw_ply_use use_of(const cw_ply_element *element, cw_span name, bool is_list) {
    if (element->is_face && is_list) {
        bool corners = cw_span_is(name, "vertex_indices") || cw_span_is(name, "vertex_index");
        return corners ? CW_PLY_CORNERS : CW_PLY_SKIP;
    }
    return !element->is_vertex || is_list ? CW_PLY_SKIP
           : cw_span_is(name, "x")        ? CW_PLY_X
           : cw_span_is(name, "y")        ? CW_PLY_Y
           : cw_span_is(name, "z")        ? CW_PLY_Z
                                          : CW_PLY_SKIP;
}

static cw_status read_property(const cw_source *source, cw_span rest, cw_ply_head *head) {
    if (head->element_count == 0) {
        return cw_source_fail(source, rest.text, CW_ERROR_FORMAT, "a property of no element");
    }
    cw_span word = {rest.text, 0}, name = {rest.text, 0};
    cw_ply_property property = {CW_PLY_NONE, CW_PLY_NONE, CW_PLY_SKIP};
    cw_span_word(&rest, &word);
    bool is_list = cw_span_is(word, "list");
    if (is_list && cw_span_word(&rest, &word)) {
        property.count_type = type_of(word);
        cw_span_word(&rest, &word);
    }
    property.type = type_of(word);
    bool counts = !is_list || (property.count_type != CW_PLY_NONE && //
                               property.count_type < CW_PLY_FLOAT);
    if (property.type == CW_PLY_NONE || !counts || !cw_span_word(&rest, &name)) {
        return cw_source_fail(
            source, word.text, CW_ERROR_FORMAT,
            "a property has a type and a name, and a list a whole number in front "
            "of them, not '%s'",
            cw_span_quote(word).text);
    }
    if (head->property_count == CW_PLY_PROPERTY_LIMIT) {
        return cw_source_fail(source, word.text, CW_ERROR_LIMIT, "more than %d properties",
                              CW_PLY_PROPERTY_LIMIT);
    }
    cw_ply_element *element = &head->elements[head->element_count - 1];
    property.use = use_of(element, name, is_list);
    for (uint32_t i = element->first; i < head->property_count; i++) {
        if (property.use != CW_PLY_SKIP && head->properties[i].use == property.use) {
            return cw_source_fail(source, name.text, CW_ERROR_FORMAT, "a second property '%s'",
                                  cw_span_quote(name).text);
        }
    }
    head->properties[head->property_count++] = property;
    element->property_count++;
    return CW_OK;
}

static cw_status read_line(const cw_source *source, cw_span line, cw_ply_head *head) {
    cw_span word;
    if (!cw_span_word(&line, &word) || cw_span_is(word, "comment") ||
        cw_span_is(word, "obj_info")) {
        return CW_OK;
    }
    if (cw_span_is(word, "format")) {
        return read_form(source, line, head);
    }
    if (cw_span_is(word, "element")) {
        return read_element(source, line, head);
    }
    if (cw_span_is(word, "property")) {
        return read_property(source, line, head);
    }
    return cw_source_fail(source, word.text, CW_ERROR_FORMAT, "unknown statement '%s'",
                          cw_span_quote(word).text);
}

/// Whether the elements are one of vertices with x, y and z, and behind it one of faces.
static cw_status check_elements(const cw_source *source, const cw_ply_head *head) {
    uint32_t found = 0, vertices = 0, faces = 0;
    for (uint32_t i = 0; i < head->element_count; i++) {
        const cw_ply_element *element = &head->elements[i];
        vertices += element->is_vertex;
        faces += element->is_face && vertices == 1;
        for (uint32_t k = 0; k < element->property_count; k++) {
            found |= 1u << head->properties[element->first + k].use;
        }
    }
    bool placed = (found >> CW_PLY_X & 7) == 7;
    if (vertices != 1 || !placed) {
        return cw_source_fail(source, NULL, CW_ERROR_FORMAT,
                              "it does not have one element vertex with x, y and z");
    }
    if (faces != 1 || (found >> CW_PLY_CORNERS & 1) == 0) {
        return cw_source_fail(source, NULL, CW_ERROR_INPUT,
                              "empty input: it has no faces: no element face with a list "
                              "vertex_indices behind the vertices");
    }
    return CW_OK;
}

cw_status cw_ply_head_read(const cw_source *source, cw_span *rest, cw_ply_head *head) {
    *head = (cw_ply_head){0};
    cw_span line;
    cw_status status;
    bool first = true, formed = false;
    while (cw_source_line(source, rest, &line, &status)) {
        if (first && !cw_span_is(line, "ply")) {
            return cw_source_fail(source, line.text, CW_ERROR_FORMAT,
                                  "its first line is not \"ply\"");
        }
        if (cw_span_is(line, "end_header") && formed) {
            return check_elements(source, head);
        }
        if (!first) {
            CW_IO_TRY(read_line(source, line, head));
        }
        formed = formed || (line.size > 6 && memcmp(line.text, "format", 6) == 0);
        first = false;
    }
    return status != CW_OK ? status
                           : cw_source_fail(source, NULL, CW_ERROR_FORMAT, "its header has no end");
}
