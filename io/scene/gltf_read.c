/// The triangles of a glTF document that has been checked (gltf_check.c).
///
/// Phases: 1 buffers: the chunk of a `.glb`, base64 text, or files beside the scene; 2 nodes from
/// the roots of the scene down, without recursion; each mesh is placed by the transforms above it,
/// in doubles, as often as it is used, and its faces are turned where these mirror it. Of a mesh
/// only positions and indices are looked at; points and lines are left out.
#include "gltf.h"
#include "transform.h"

#include "../grow.h"
#include "../source.h"

#include <math.h>
#include <string.h>

enum {
    PATH_SIZE = 4096,
    VISIT_LIMIT = 1 << 22, ///< nodes and primitives, as often as they are used: seconds
    NAME_LIMIT = 256,      ///< bytes of the name of a mesh that nodes are given
};

/// What `mode` says of a primitive.
enum { MODE_TRIANGLES = 4, MODE_STRIP = 5 };
/// Kinds of indices.
enum { BYTE_INDEX = 5121, SHORT_INDEX = 5123 };

typedef struct buffer {
    const uint8_t *bytes;
    uint8_t *owned; ///< or NULL
    size_t size, owned_size;
} buffer;

/// A node to visit.
typedef struct visit {
    size_t node;
    cw_transform above;
} visit;

typedef struct reading {
    const cw_gltf *file;
    cw_scene *scene;
    buffer *buffers;
    size_t buffer_count;
    size_t visits;
    visit *stack;
    size_t stack_count, stack_capacity;
    cw_vec3 *places; ///< of one primitive
    size_t place_capacity;
    uint32_t *corners; ///< of one primitive
    size_t corner_capacity;
} reading;

/// Bytes of an accessor.
typedef struct elements {
    const uint8_t *bytes;
    size_t count, stride;
    size_t width; ///< bytes of one number
} elements;

static cw_status no_memory(const reading *state) {
    return cw_name_fail(state->file->context, state->file->path, CW_ERROR_MEMORY, "out of memory");
}

static const json_t *entry(const reading *state, const char *list, size_t index) {
    return json_array_get(json_object_get(state->file->root, list), index);
}

/// A whole number that has been checked.
static size_t whole(const json_t *object, const char *key, size_t fallback) {
    const json_t *number = json_object_get(object, key);
    return number != NULL ? (size_t)json_integer_value(number) : fallback;
}

// --- buffers -------------------------------------------------------------------------------------

static uint32_t digit_of(char d) {
    return d >= 'A' && d <= 'Z'   ? (uint32_t)(d - 'A')
           : d >= 'a' && d <= 'z' ? (uint32_t)(d - 'a') + 26
           : d >= '0' && d <= '9' ? (uint32_t)(d - '0') + 52
           : d == '+'             ? 62
           : d == '/'             ? 63
                                  : 0;
}

/// Decodes base64 whose length and digits have been checked.
static cw_status decode(const reading *state, const char *text, buffer *to) {
    size_t length = strlen(text), size = 0;
    to->owned = cw_context_resize(state->file->context, NULL, 0, length / 4 * 3 + 1);
    if (to->owned == NULL) {
        return no_memory(state);
    }
    to->owned_size = length / 4 * 3 + 1;
    for (size_t i = 0; i + 3 < length; i += 4) {
        uint32_t word = digit_of(text[i]) << 18 | digit_of(text[i + 1]) << 12 |
                        digit_of(text[i + 2]) << 6 | digit_of(text[i + 3]);
        for (int k = 0; k < 3; k++) {
            to->owned[size++] = (uint8_t)(word >> (16 - 8 * k));
        }
    }
    to->size = size;
    return CW_OK;
}

static cw_status open_buffer(const reading *state, size_t index, buffer *to) {
    const json_t *source = entry(state, "buffers", index);
    const char *uri = json_string_value(json_object_get(source, "uri"));
    char path[PATH_SIZE];
    if (uri == NULL) {
        to->bytes = state->file->binary;
        to->size = state->file->binary_size;
    } else if (strncmp(uri, "data:", 5) == 0) {
        CW_IO_TRY(decode(state, strstr(uri, ";base64,") + 8, to));
        to->bytes = to->owned;
    } else if (cw_gltf_beside(state->file->path, uri, path, sizeof path)) {
        CW_IO_TRY(cw_file_read(state->file->context, path, &to->owned, &to->size));
        to->owned_size = to->size;
        to->bytes = to->owned;
    }
    if (to->bytes == NULL || to->size < whole(source, "byteLength", 0)) {
        return cw_name_fail(state->file->context, state->file->path, CW_ERROR_FORMAT,
                            "buffers[%zu]: it has become shorter", index);
    }
    return CW_OK;
}

static cw_status open_buffers(reading *state) {
    state->buffer_count = json_array_size(json_object_get(state->file->root, "buffers"));
    size_t size = (state->buffer_count + 1) * sizeof *state->buffers;
    state->buffers = cw_context_resize(state->file->context, NULL, 0, size);
    if (state->buffers == NULL) {
        return no_memory(state);
    }
    memset(state->buffers, 0, size);
    cw_status status = CW_OK;
    for (size_t i = 0; i < state->buffer_count && status == CW_OK; i++) {
        status = open_buffer(state, i, &state->buffers[i]);
    }
    return status;
}

static void close_buffers(const reading *state) {
    for (size_t i = 0; state->buffers != NULL && i < state->buffer_count; i++) {
        cw_context_release(state->file->context, state->buffers[i].owned,
                           state->buffers[i].owned_size);
    }
    size_t size = (state->buffer_count + 1) * sizeof *state->buffers;
    cw_context_release(state->file->context, state->buffers, state->buffers != NULL ? size : 0);
}

/// `count` elements of so many numbers, where a part of an accessor says; NULL bytes where it has
/// no view.
static elements open_part(const reading *state, const json_t *part, size_t count, size_t kind,
                          size_t parts) {
    size_t width = kind == BYTE_INDEX ? 1 : kind == SHORT_INDEX ? 2 : 4;
    elements found = {NULL, count, parts * width, width};
    const json_t *number = json_object_get(part, "bufferView");
    if (number != NULL) {
        const json_t *view = entry(state, "bufferViews", (size_t)json_integer_value(number));
        const buffer *from = &state->buffers[whole(view, "buffer", 0)];
        found.bytes = from->bytes + whole(view, "byteOffset", 0) + whole(part, "byteOffset", 0);
        found.stride = whole(view, "byteStride", parts * width);
    }
    return found;
}

/// The elements of an accessor, which lie in their buffer.
static elements open_elements(const reading *state, const json_t *accessor, size_t parts) {
    return open_part(state, accessor, whole(accessor, "count", 0),
                     whole(accessor, "componentType", 0), parts);
}

static uint32_t read_number(const uint8_t *bytes, size_t size) {
    uint32_t value = 0;
    for (size_t i = 0; i < size; i++) {
        value |= (uint32_t)bytes[i] << (8 * i);
    }
    return value;
}

// --- transforms ----------------------------------------------------------------------------------

/// Numbers of a node that have been checked; `numbers` keeps its values where the key is missing.
static bool read_numbers(const json_t *node, const char *key, size_t count, double *numbers) {
    const json_t *list = json_object_get(node, key);
    for (size_t i = 0; list != NULL && i < count; i++) {
        numbers[i] = json_number_value(json_array_get(list, i));
    }
    return list != NULL;
}

/// The transform of a node: its matrix, by columns, or its scale, then its rotation, a quaternion,
/// then its translation.
static cw_transform transform_of(const json_t *node) {
    double m[16], move[3] = {0, 0, 0}, q[4] = {0, 0, 0, 1}, size[3] = {1, 1, 1};
    cw_transform made;
    if (read_numbers(node, "matrix", 16, m)) {
        for (int i = 0; i < 12; i++) {
            made.rows[i / 4][i % 4] = m[4 * (i % 4) + i / 4];
        }
        return made;
    }
    read_numbers(node, "translation", 3, move);
    read_numbers(node, "rotation", 4, q);
    read_numbers(node, "scale", 3, size);
    double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    double s = square > 0 ? 2 / square : 0;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            double sign = (k - i + 3) % 3 == 1 ? -1 : 1;
            double turned = i == k ? 1 - s * (square - q[3] * q[3] - q[i] * q[i])
                                   : s * (q[i] * q[k] + sign * q[3 - i - k] * q[3]);
            made.rows[i][k] = turned * size[k];
        }
        made.rows[i][3] = move[i];
    }
    return made;
}

// --- meshes --------------------------------------------------------------------------------------

/// Counts what is gone through: a short file may use the same nodes and meshes again and again.
static cw_status count_visits(reading *state, size_t count) {
    state->visits += count;
    return state->visits <= VISIT_LIMIT
               ? CW_OK
               : cw_name_fail(state->file->context, state->file->path, CW_ERROR_LIMIT,
                              "its nodes and primitives are used more than %d times", VISIT_LIMIT);
}

static cw_status fail_primitive(const reading *state, size_t mesh, size_t primitive,
                                const char *reason) {
    return cw_name_fail(state->file->context, state->file->path, CW_ERROR_FORMAT,
                        "meshes[%zu].primitives[%zu]: %s", mesh, primitive, reason);
}

static cw_vec3 read_place(const elements *positions, size_t index, const cw_transform *t) {
    float p[3];
    for (size_t k = 0; k < 3; k++) {
        uint32_t bits = read_number(positions->bytes + index * positions->stride + 4 * k, 4);
        memcpy(&p[k], &bits, sizeof p[k]);
    }
    return cw_transform_place(t, (cw_vec3){(double)p[0], (double)p[1], (double)p[2]});
}

/// Puts the places that a sparse accessor replaces; false where one does not exist.
static bool replace_places(reading *state, const json_t *sparse, size_t places,
                           const cw_transform *t) {
    const json_t *list = json_object_get(sparse, "indices");
    size_t count = whole(sparse, "count", 0);
    elements indices = open_part(state, list, count, whole(list, "componentType", 0), 1);
    elements values = open_part(state, json_object_get(sparse, "values"), count, 0, 3);
    for (size_t i = 0; i < count; i++) {
        size_t place = read_number(indices.bytes + i * indices.stride, indices.width);
        if (place >= places) {
            return false;
        }
        state->places[place] = read_place(&values, i, t);
    }
    return true;
}

/// Adds the positions of a primitive to the scene.
static cw_status place_vertices(reading *state, const elements *positions, const json_t *sparse,
                                const cw_transform *t, uint32_t *first) {
    const cw_gltf *file = state->file;
    if (positions->count > CW_IO_VERTEX_LIMIT - state->scene->position_count) {
        return cw_name_fail(file->context, file->path, CW_ERROR_LIMIT, "more than %u vertices",
                            CW_IO_VERTEX_LIMIT);
    }
    if (!CW_GROW(file->context, state->places, state->place_capacity, positions->count)) {
        return no_memory(state);
    }
    for (size_t i = 0; i < positions->count; i++) {
        state->places[i] = read_place(positions, i, t);
    }
    if (sparse != NULL && !replace_places(state, sparse, positions->count, t)) {
        return cw_name_fail(file->context, file->path, CW_ERROR_FORMAT,
                            "a sparse index is of no element");
    }
    cw_status status = cw_scene_add_positions(file->context, state->scene, state->places,
                                              (uint32_t)positions->count, first);
    return status == CW_OK ? CW_OK : no_memory(state);
}

/// The corners of triangle `t` of a primitive, as places in its list of corners.
static void corners_of(size_t mode, size_t t, size_t corners[3]) {
    corners[0] = mode == MODE_TRIANGLES ? 3 * t : mode == MODE_STRIP ? t : 0;
    corners[1] = mode == MODE_TRIANGLES ? 3 * t + 1 : mode == MODE_STRIP ? t + 1 + t % 2 : t + 1;
    corners[2] = mode == MODE_TRIANGLES ? 3 * t + 2 : mode == MODE_STRIP ? t + 2 - t % 2 : t + 2;
}

/// Writes the corners of all triangles; false where one names a vertex that does not exist.
static bool list_corners(reading *state, const elements *indices, size_t mode, size_t triangles,
                         size_t vertices, bool mirrored) {
    for (size_t t = 0; t < triangles; t++) {
        size_t places[3];
        corners_of(mode, t, places);
        for (size_t k = 0; k < 3; k++) {
            size_t place = places[mirrored ? 2 - k : k];
            size_t vertex =
                indices->bytes != NULL
                    ? read_number(indices->bytes + place * indices->stride, indices->width)
                    : place;
            if (vertex >= vertices) {
                return false;
            }
            state->corners[3 * t + k] = (uint32_t)vertex;
        }
    }
    return true;
}

static cw_status add_primitive(reading *state, size_t mesh, size_t index, const json_t *primitive,
                               const cw_transform *t, uint32_t object) {
    const cw_gltf *file = state->file;
    size_t mode = whole(primitive, "mode", MODE_TRIANGLES);
    const json_t *position = json_object_get(json_object_get(primitive, "attributes"), "POSITION");
    const json_t *list = json_object_get(primitive, "indices");
    if (mode < MODE_TRIANGLES || position == NULL) {
        return CW_OK;
    }
    const json_t *places = entry(state, "accessors", (size_t)json_integer_value(position));
    elements positions = open_elements(state, places, 3);
    elements indices = {NULL, positions.count, 0, 0};
    bool sparse = false;
    if (list != NULL) {
        const json_t *accessor = entry(state, "accessors", (size_t)json_integer_value(list));
        indices = open_elements(state, accessor, 1);
        sparse = json_object_get(accessor, "sparse") != NULL;
    }
    if (positions.bytes == NULL || (list != NULL && (indices.bytes == NULL || sparse))) {
        return fail_primitive(state, mesh, index,
                              "its positions or indices have no bytes of their own; neither "
                              "compression nor sparse indices are supported");
    }
    size_t corners = indices.count;
    size_t triangles = mode == MODE_TRIANGLES ? corners / 3 : corners < 3 ? 0 : corners - 2;
    if (triangles > CW_IO_VERTEX_LIMIT - state->scene->triangle_count) {
        return cw_name_fail(file->context, file->path, CW_ERROR_LIMIT, "more than %u triangles",
                            CW_IO_VERTEX_LIMIT);
    }
    if (triangles == 0) {
        return CW_OK;
    }
    uint32_t first;
    CW_IO_TRY(place_vertices(state, &positions, json_object_get(places, "sparse"), t, &first));
    if (!CW_GROW(file->context, state->corners, state->corner_capacity, 3 * triangles)) {
        return no_memory(state);
    }
    if (!list_corners(state, &indices, mode, triangles, positions.count, cw_transform_mirrors(t))) {
        return fail_primitive(state, mesh, index, "an index is of no vertex");
    }
    cw_status status = cw_scene_add_triangles(file->context, state->scene, object, state->corners,
                                              (uint32_t)triangles, first);
    return status == CW_OK ? CW_OK : no_memory(state);
}

static cw_status add_mesh(reading *state, const json_t *node, const cw_transform *t) {
    size_t mesh = whole(node, "mesh", 0), index;
    const json_t *source = entry(state, "meshes", mesh);
    const char *name = json_string_value(json_object_get(node, "name"));
    const char *other = json_string_value(json_object_get(source, "name"));
    const json_t *primitives = json_object_get(source, "primitives");
    json_t *primitive;
    uint32_t object;
    CW_IO_TRY(count_visits(state, json_array_size(primitives)));
    other = other != NULL && strlen(other) <= NAME_LIMIT ? other : NULL;
    if (cw_scene_add_object(state->file->context, state->scene, name != NULL ? name : other, 0,
                            &object) != CW_OK) {
        return no_memory(state);
    }
    json_array_foreach((json_t *)primitives, index, primitive) {
        CW_IO_TRY(add_primitive(state, mesh, index, primitive, t, object));
    }
    return CW_OK;
}

// --- nodes ---------------------------------------------------------------------------------------

/// Puts the nodes of a list on the stack, the first on top.
static cw_status push_nodes(reading *state, const json_t *list, const cw_transform *above) {
    size_t count = json_array_size(list);
    CW_IO_TRY(count_visits(state, count));
    if (!CW_GROW(state->file->context, state->stack, state->stack_capacity,
                 state->stack_count + count)) {
        return no_memory(state);
    }
    for (size_t i = count; i-- > 0;) {
        size_t node = (size_t)json_integer_value(json_array_get(list, i));
        state->stack[state->stack_count++] = (visit){node, *above};
    }
    return CW_OK;
}

static cw_status walk_nodes(reading *state) {
    const cw_transform same = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    const json_t *scene = entry(state, "scenes", whole(state->file->root, "scene", 0));
    CW_IO_TRY(push_nodes(state, json_object_get(scene, "nodes"), &same));
    while (state->stack_count > 0) {
        visit here = state->stack[--state->stack_count];
        const json_t *node = entry(state, "nodes", here.node);
        cw_transform own = transform_of(node), t = cw_transform_multiply(&here.above, &own);
        if (json_object_get(node, "mesh") != NULL) {
            CW_IO_TRY(add_mesh(state, node, &t));
        }
        CW_IO_TRY(push_nodes(state, json_object_get(node, "children"), &t));
    }
    if (state->scene->triangle_count == 0) {
        return cw_name_fail(state->file->context, state->file->path, CW_ERROR_INPUT,
                            "empty input: it has no faces");
    }
    return CW_OK;
}

cw_status cw_gltf_read(const cw_gltf *file, cw_scene *scene) {
    reading state = {.file = file, .scene = scene};
    cw_status status = open_buffers(&state);
    status = status == CW_OK ? walk_nodes(&state) : status;
    CW_GROWN_FREE(file->context, state.stack, state.stack_capacity);
    CW_GROWN_FREE(file->context, state.places, state.place_capacity);
    CW_GROWN_FREE(file->context, state.corners, state.corner_capacity);
    close_buffers(&state);
    return status;
}
