/// The structure of glTF 2.0 files, checked before they are read (gltf_read.c).
///
/// Order: 1 the frame of a `.glb`: magic, version, lengths, JSON first; the version; 2 extensions
/// that the file cannot do without; 3 buffers: as long as they say, and only beside the file; 4
/// buffer views inside their buffers; 5 accessors inside their views; 6 meshes: their accessors; 7
/// nodes: a forest of limited depth, with finite transforms. Linear.
#define _POSIX_C_SOURCE 200809L
#include "gltf.h"

#include "../json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum {
    PATH_SIZE = 4096,
    GLB_HEADER = 12,
    CHUNK_HEADER = 8,
    NODE_LIMIT = 1 << 20, ///< nodes of a file
    DEPTH_LIMIT = 256,    ///< nodes below each other
    LEAST_STRIDE = 4,
    MOST_STRIDE = 252,
};

static const uint32_t GLB_MAGIC = 0x46546c67, CHUNK_JSON = 0x4e4f534a, CHUNK_BIN = 0x004e4942;

/// Largest count and length that are believed before they are compared with what is there.
static const int64_t LENGTH_LIMIT = (int64_t)1 << 40;

/// Most bytes of all buffers, as many as a `.glb` can hold: a large file may be named many times.
static const int64_t BYTES_LIMIT = (int64_t)1 << 32;

typedef struct checking {
    cw_source source; ///< the JSON
    const char *path;
    const json_t *root;
    const uint8_t *binary; ///< the chunk behind the JSON, or NULL
    size_t binary_size;
    int64_t *bytes; ///< of all buffers so far
} checking;

static uint32_t read_word(const uint8_t *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

/// Finds the JSON and the binary chunk of a `.glb`.
static cw_status open_glb(checking *c, const uint8_t *bytes, size_t size) {
    cw_context *context = c->source.context;
    if (size < GLB_HEADER + CHUNK_HEADER || read_word(bytes) != GLB_MAGIC) {
        return cw_name_fail(context, c->path, CW_ERROR_FORMAT, "it does not begin as a .glb does");
    }
    if (read_word(bytes + 4) != 2 || read_word(bytes + 8) != size) {
        return cw_name_fail(context, c->path, CW_ERROR_FORMAT,
                            "version %u of %u bytes by its header; wanted is version 2 of %zu",
                            read_word(bytes + 4), read_word(bytes + 8), size);
    }
    for (size_t place = GLB_HEADER, index = 0; place < size; index++) {
        size_t left = size - place;
        size_t length = left >= CHUNK_HEADER ? read_word(bytes + place) : 0;
        uint32_t type = left >= CHUNK_HEADER ? read_word(bytes + place + 4) : 0;
        if (left < CHUNK_HEADER || length > left - CHUNK_HEADER || length % 4 != 0 ||
            (index == 0) != (type == CHUNK_JSON)) {
            return cw_name_fail(context, c->path, CW_ERROR_FORMAT,
                                "chunk %zu: %zu bytes of type %08x do not fit", index, length,
                                type);
        }
        place += CHUNK_HEADER;
        if (type == CHUNK_JSON) {
            CW_IO_TRY(
                cw_source_open(&c->source, context, c->path, (const char *)bytes + place, length));
        } else if (type == CHUNK_BIN && index == 1) {
            c->binary = bytes + place;
            c->binary_size = length;
        }
        place += length;
    }
    return CW_OK;
}

static cw_status check_extensions(const checking *c) {
    static const char *const known[] = {"KHR_materials_", "KHR_texture_transform",
                                        "KHR_lights_punctual"};
    const json_t *names = json_object_get(c->root, "extensionsRequired");
    size_t index;
    json_t *name;
    json_array_foreach(names, index, name) {
        const char *text = json_is_string(name) ? json_string_value(name) : "?";
        bool fine = false;
        for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
            fine |= strncmp(text, known[i], strlen(known[i])) == 0;
        }
        if (!fine) {
            return cw_name_fail(c->source.context, c->path, CW_ERROR_FORMAT,
                                "it needs the extension %.60s, which is not supported", text);
        }
    }
    return CW_OK;
}

static cw_status check_version(const checking *c) {
    const json_t *version = json_object_get(json_object_get(c->root, "asset"), "version");
    const char *text = json_is_string(version) ? json_string_value(version) : "none";
    if (strncmp(text, "2.", 2) != 0) {
        return cw_name_fail(c->source.context, c->path, CW_ERROR_FORMAT,
                            "it is of version %.20s of glTF; wanted is 2.0", text);
    }
    return CW_OK;
}

/// A list of the document; an empty one where there is none.
static const json_t *list_of(const checking *c, const char *key, size_t *count) {
    const json_t *list = json_object_get(c->root, key);
    *count = json_is_array(list) ? json_array_size(list) : 0;
    return list;
}

/// A whole number of an object: `fallback` where it is missing and that is allowed (>= 0).
static cw_status whole(const checking *c, const cw_json_place *place, const json_t *object,
                       const char *key, int64_t fallback, int64_t high, int64_t *value) {
    const json_t *number = json_object_get(object, key);
    cw_json_place inside = {.parent = place, .key = key};
    if (number == NULL && fallback >= 0) {
        *value = fallback;
        return CW_OK;
    }
    if (number == NULL) {
        return cw_json_fail(&c->source, &inside, CW_ERROR_FORMAT, "is missing");
    }
    return cw_json_integer(&c->source, &inside, number, 0, high, value);
}

/// An index into one of the lists of the document.
static cw_status index_of(const checking *c, const cw_json_place *place, const json_t *number,
                          const char *list, int64_t *index) {
    size_t count;
    list_of(c, list, &count);
    int64_t value = json_is_integer(number) ? json_integer_value(number) : -1;
    if (value < 0 || (uint64_t)value >= count) {
        return cw_json_fail(&c->source, place, CW_ERROR_FORMAT,
                            "there is no such entry among %zu %s", count, list);
    }
    *index = value;
    return CW_OK;
}

// --- buffers -------------------------------------------------------------------------------------

/// Bytes that a base64 text stands for, or -1.
static int64_t base64_size(const char *text) {
    size_t size = strlen(text), padding = 0;
    while (padding < 2 && padding < size && text[size - 1 - padding] == '=') {
        padding++;
    }
    for (size_t i = 0; i + padding < size; i++) {
        char d = text[i];
        bool digit = (d >= 'A' && d <= 'Z') || (d >= 'a' && d <= 'z') || (d >= '0' && d <= '9') ||
                     d == '+' || d == '/';
        if (!digit) {
            return -1;
        }
    }
    return size % 4 == 0 ? (int64_t)(size / 4 * 3 - padding) : -1;
}

static int hex_digit(char digit) {
    return digit >= '0' && digit <= '9'   ? digit - '0'
           : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10
           : digit >= 'A' && digit <= 'F' ? digit - 'A' + 10
                                          : -1;
}

/// Decodes %20 and the like in place; false where that is no name.
static bool decode_name(char *name) {
    char *to = name;
    for (const char *from = name; *from != '\0'; from++, to++) {
        *to = *from;
        if (*from == '%') {
            int high = hex_digit(from[1]), low = high >= 0 ? hex_digit(from[2]) : -1;
            if (low < 0 || 16 * high + low < ' ') {
                return false;
            }
            *to = (char)(16 * high + low);
            from += 2;
        }
    }
    *to = '\0';
    return true;
}

bool cw_gltf_beside(const char *scene, const char *name, char *path, size_t size) {
    const char *slash = strrchr(scene, '/');
    size_t folder = slash != NULL ? (size_t)(slash - scene) + 1 : 0;
    if (snprintf(path, size, "%.*s%s", (int)folder, scene, name) >= (int)size) {
        return false;
    }
    char *file = path + folder;
    return decode_name(file) && file[0] != '\0' && strpbrk(file, "/\\:|") == NULL &&
           strcmp(file, "..") != 0 && strcmp(file, ".") != 0;
}

/// Bytes of a file beside the scene, or -1.
static int64_t beside_size(const checking *c, const char *name) {
    char path[PATH_SIZE];
    struct stat facts;
    bool there = cw_gltf_beside(c->path, name, path, sizeof path) && lstat(path, &facts) == 0 &&
                 S_ISREG(facts.st_mode);
    return there ? (int64_t)facts.st_size : -1;
}

static cw_status check_buffer(const checking *c, const cw_json_place *place, const json_t *buffer) {
    int64_t length, there;
    CW_IO_TRY(whole(c, place, buffer, "byteLength", -1, LENGTH_LIMIT, &length));
    const json_t *uri = json_object_get(buffer, "uri");
    const char *text = json_is_string(uri) ? json_string_value(uri) : NULL;
    if (uri == NULL && c->binary != NULL && place->index == 0) {
        there = (int64_t)c->binary_size;
    } else if (text != NULL && strncmp(text, "data:", 5) == 0) {
        const char *comma = strstr(text, ";base64,");
        there = comma != NULL ? base64_size(comma + 8) : -1;
    } else {
        there = text != NULL ? beside_size(c, text) : -1;
    }
    bool names = there < 0 && text != NULL && strncmp(text, "data:", 5) != 0;
    if (there < 0) {
        cw_span name = {names ? text : "", names ? strlen(text) : 0};
        return cw_json_fail(&c->source, place, CW_ERROR_FORMAT,
                            "its bytes are neither in the file nor in a file beside it%s%s",
                            names ? ": " : "", names ? cw_span_quote(name).text : "");
    }
    if (there < length) {
        return cw_json_fail(&c->source, place, CW_ERROR_FORMAT, "it has %lld bytes, not %lld",
                            (long long)there, (long long)length);
    }
    *c->bytes += there;
    return *c->bytes <= BYTES_LIMIT ? CW_OK
                                    : cw_json_fail(&c->source, place, CW_ERROR_LIMIT,
                                                   "with it, the buffers have more than 4 GiB");
}

static cw_status check_view(const checking *c, const cw_json_place *place, const json_t *view) {
    int64_t buffer, offset, length, stride, whole_length;
    CW_IO_TRY(index_of(c, place, json_object_get(view, "buffer"), "buffers", &buffer));
    CW_IO_TRY(whole(c, place, view, "byteOffset", 0, LENGTH_LIMIT, &offset));
    CW_IO_TRY(whole(c, place, view, "byteLength", -1, LENGTH_LIMIT, &length));
    CW_IO_TRY(whole(c, place, view, "byteStride", LEAST_STRIDE, MOST_STRIDE, &stride));
    const json_t *buffers = json_object_get(c->root, "buffers");
    CW_IO_TRY(whole(c, place, json_array_get(buffers, (size_t)buffer), "byteLength", -1,
                    LENGTH_LIMIT, &whole_length));
    if (offset + length > whole_length || stride < LEAST_STRIDE) {
        return cw_json_fail(&c->source, place, CW_ERROR_FORMAT,
                            "bytes %lld to %lld of a buffer of %lld, %lld apart", (long long)offset,
                            (long long)(offset + length), (long long)whole_length,
                            (long long)stride);
    }
    return CW_OK;
}

/// Bytes of one element of an accessor; 0 for a type that does not exist.
static int64_t element_size(const json_t *accessor) {
    static const struct {
        const char *name;
        int64_t parts;
    } types[] = {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4},
                 {"MAT2", 4},   {"MAT3", 9}, {"MAT4", 16}};
    static const int64_t sizes[] = {1, 1, 2, 2, 0, 4, 4}; /* 5120 byte .. 5126 float */
    const json_t *type = json_object_get(accessor, "type");
    const json_t *component = json_object_get(accessor, "componentType");
    int64_t number = json_is_integer(component) ? json_integer_value(component) - 5120 : -1;
    for (size_t i = 0; json_is_string(type) && i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(json_string_value(type), types[i].name) == 0 && number >= 0 && number <= 6) {
            return types[i].parts * sizes[number];
        }
    }
    return 0;
}

/// `count` elements where a part of an accessor says: within its view.
static cw_status check_span(const checking *c, const cw_json_place *place, const json_t *part,
                            int64_t count, int64_t element) {
    int64_t offset, index, length, stride;
    CW_IO_TRY(whole(c, place, part, "byteOffset", 0, LENGTH_LIMIT, &offset));
    CW_IO_TRY(index_of(c, place, json_object_get(part, "bufferView"), "bufferViews", &index));
    const json_t *view = json_array_get(json_object_get(c->root, "bufferViews"), (size_t)index);
    CW_IO_TRY(whole(c, place, view, "byteLength", -1, LENGTH_LIMIT, &length));
    CW_IO_TRY(whole(c, place, view, "byteStride", element, LENGTH_LIMIT, &stride));
    int64_t end = offset + (count - 1) * stride + element;
    if (stride < element || end > length) {
        return cw_json_fail(&c->source, place, CW_ERROR_FORMAT,
                            "it ends at byte %lld of a view of %lld", (long long)end,
                            (long long)length);
    }
    return CW_OK;
}

/// Bytes of an index, or 0.
static int64_t index_size(const json_t *object) {
    json_int_t kind = json_integer_value(json_object_get(object, "componentType"));
    return kind == 5121 ? 1 : kind == 5123 ? 2 : kind == 5125 ? 4 : 0;
}

/// The elements that replace some of an accessor's.
static cw_status check_sparse(const checking *c, const cw_json_place *above, const json_t *sparse,
                              int64_t most, int64_t element) {
    cw_json_place place = {.parent = above, .key = "sparse"};
    cw_json_place at_indices = {.parent = &place, .key = "indices"};
    cw_json_place at_values = {.parent = &place, .key = "values"};
    const json_t *indices = json_object_get(sparse, "indices");
    int64_t count;
    CW_IO_TRY(whole(c, &place, sparse, "count", -1, most, &count));
    if (count == 0 || index_size(indices) == 0) {
        return cw_json_fail(&c->source, &place, CW_ERROR_FORMAT,
                            "it needs a count, and indices that are whole numbers without sign");
    }
    CW_IO_TRY(check_span(c, &at_indices, indices, count, index_size(indices)));
    return check_span(c, &at_values, json_object_get(sparse, "values"), count, element);
}

static cw_status check_accessor(const checking *c, const cw_json_place *place,
                                const json_t *accessor) {
    int64_t count, element = element_size(accessor);
    CW_IO_TRY(whole(c, place, accessor, "count", -1, CW_IO_VERTEX_LIMIT * (int64_t)3, &count));
    if (count == 0 || element == 0) {
        return cw_json_fail(&c->source, place, CW_ERROR_FORMAT, "%s",
                            count == 0 ? "it has no elements" : "its type does not exist");
    }
    const json_t *sparse = json_object_get(accessor, "sparse");
    if (sparse != NULL) {
        CW_IO_TRY(check_sparse(c, place, sparse, count, element));
    }
    /* Without a view all are zero. */
    return json_object_get(accessor, "bufferView") != NULL
               ? check_span(c, place, accessor, count, element)
               : CW_OK;
}

// --- meshes and nodes ----------------------------------------------------------------------------

static cw_status check_primitive(const checking *c, const cw_json_place *place,
                                 const json_t *primitive) {
    int64_t index, mode;
    CW_IO_TRY(whole(c, place, primitive, "mode", 4, 6, &mode));
    const json_t *attributes = json_object_get(primitive, "attributes");
    const char *key;
    json_t *accessor;
    json_object_foreach((json_t *)attributes, key, accessor) {
        cw_json_place inside = {.parent = place, .key = key};
        CW_IO_TRY(index_of(c, &inside, accessor, "accessors", &index));
        const json_t *found = json_array_get(json_object_get(c->root, "accessors"), (size_t)index);
        bool floats = json_integer_value(json_object_get(found, "componentType")) == 5126;
        if (strcmp(key, "POSITION") == 0 && (element_size(found) != 12 || !floats)) {
            return cw_json_fail(&c->source, &inside, CW_ERROR_FORMAT,
                                "positions have to be VEC3 of floats");
        }
    }
    const json_t *indices = json_object_get(primitive, "indices");
    if (indices == NULL) {
        return CW_OK;
    }
    CW_IO_TRY(index_of(c, place, indices, "accessors", &index));
    const json_t *found = json_array_get(json_object_get(c->root, "accessors"), (size_t)index);
    const char *type = json_string_value(json_object_get(found, "type"));
    if (strcmp(type, "SCALAR") != 0 || index_size(found) == 0) {
        return cw_json_fail(&c->source, place, CW_ERROR_FORMAT,
                            "indices have to be whole numbers without sign");
    }
    return CW_OK;
}

static cw_status check_mesh(const checking *c, const cw_json_place *place, const json_t *mesh) {
    const json_t *primitives;
    CW_IO_TRY(cw_json_array(&c->source, place, mesh, "primitives", &primitives));
    size_t index;
    json_t *primitive;
    cw_json_place list = {.parent = place, .key = "primitives"};
    json_array_foreach((json_t *)primitives, index, primitive) {
        cw_json_place inside = {.parent = &list, .index = index};
        CW_IO_TRY(check_primitive(c, &inside, primitive));
    }
    return CW_OK;
}

static cw_status check_transform(const checking *c, const cw_json_place *place,
                                 const json_t *node) {
    static const struct {
        const char *key;
        size_t count;
    } parts[] = {{"matrix", 16}, {"translation", 3}, {"rotation", 4}, {"scale", 3}};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const json_t *numbers = json_object_get(node, parts[i].key);
        cw_json_place inside = {.parent = place, .key = parts[i].key};
        if (numbers != NULL && json_array_size(numbers) != parts[i].count) {
            return cw_json_fail(&c->source, &inside, CW_ERROR_FORMAT, "it needs %zu numbers",
                                parts[i].count);
        }
        for (size_t k = 0; numbers != NULL && k < parts[i].count; k++) {
            cw_json_place entry = {.parent = &inside, .index = k};
            double ignored;
            CW_IO_TRY(cw_json_coordinate(&c->source, &entry, json_array_get(numbers, k), &ignored));
        }
    }
    return CW_OK;
}

/// Checks a node and notes it as parent of its children; `parents` has 1 + the parent or 0.
static cw_status check_node(const checking *c, const cw_json_place *place, const json_t *node,
                            uint32_t *parents) {
    int64_t index;
    CW_IO_TRY(check_transform(c, place, node));
    const json_t *mesh = json_object_get(node, "mesh");
    if (mesh != NULL) {
        cw_json_place inside = {.parent = place, .key = "mesh"};
        CW_IO_TRY(index_of(c, &inside, mesh, "meshes", &index));
    }
    size_t i;
    json_t *child;
    cw_json_place list = {.parent = place, .key = "children"};
    json_array_foreach(json_object_get(node, "children"), i, child) {
        cw_json_place inside = {.parent = &list, .index = i};
        CW_IO_TRY(index_of(c, &inside, child, "nodes", &index));
        if (parents[index] != 0) {
            return cw_json_fail(&c->source, &inside, CW_ERROR_FORMAT, "node %lld has two parents",
                                (long long)index);
        }
        parents[index] = (uint32_t)place->index + 1;
    }
    return CW_OK;
}

/// Walks up from every node, marking those that are known to end at a root of bounded depth.
static cw_status check_forest(const checking *c, const uint32_t *parents, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t depth = 0;
        for (uint32_t up = parents[i]; up != 0; up = parents[up - 1]) {
            if (++depth > DEPTH_LIMIT) {
                return cw_name_fail(c->source.context, c->path, CW_ERROR_FORMAT,
                                    "nodes[%zu]: more than %d nodes above it, or a circle", i,
                                    DEPTH_LIMIT);
            }
        }
    }
    return CW_OK;
}

typedef cw_status check_entry(const checking *c, const cw_json_place *place, const json_t *entry);

static cw_status check_list(const checking *c, const char *key, check_entry *check) {
    size_t count;
    const json_t *list = list_of(c, key, &count);
    cw_json_place place = {.key = key};
    for (size_t i = 0; i < count; i++) {
        cw_json_place inside = {.parent = &place, .index = i};
        CW_IO_TRY(check(c, &inside, json_array_get(list, i)));
    }
    return CW_OK;
}

static cw_status check_scene(const checking *c, const cw_json_place *place, const json_t *scene) {
    size_t i;
    json_t *node;
    int64_t index;
    json_array_foreach(json_object_get(scene, "nodes"), i, node) {
        CW_IO_TRY(index_of(c, place, node, "nodes", &index));
    }
    return CW_OK;
}

static cw_status check_nodes(const checking *c) {
    size_t count;
    const json_t *nodes = list_of(c, "nodes", &count);
    if (count > NODE_LIMIT) {
        return cw_name_fail(c->source.context, c->path, CW_ERROR_LIMIT, "more than %d nodes",
                            NODE_LIMIT);
    }
    size_t size = (count + 1) * sizeof(uint32_t);
    uint32_t *parents = cw_context_resize(c->source.context, NULL, 0, size);
    if (parents == NULL) {
        return cw_name_fail(c->source.context, c->path, CW_ERROR_MEMORY, "out of memory");
    }
    memset(parents, 0, size);
    cw_json_place place = {.key = "nodes"};
    cw_status status = CW_OK;
    for (size_t i = 0; i < count && status == CW_OK; i++) {
        cw_json_place inside = {.parent = &place, .index = i};
        status = check_node(c, &inside, json_array_get(nodes, i), parents);
    }
    status = status == CW_OK ? check_forest(c, parents, count) : status;
    cw_context_release(c->source.context, parents, size);
    return status == CW_OK ? check_list(c, "scenes", check_scene) : status;
}

/// Which scene is read: the one that the document names, or its first.
static cw_status check_choice(const checking *c) {
    size_t count;
    int64_t index;
    const json_t *choice = json_object_get(c->root, "scene");
    cw_json_place place = {.key = "scene"};
    list_of(c, "scenes", &count);
    if (count == 0) {
        return cw_name_fail(c->source.context, c->path, CW_ERROR_INPUT, "it has no scene");
    }
    return choice != NULL ? index_of(c, &place, choice, "scenes", &index) : CW_OK;
}

static cw_status check_document(const checking *c) {
    CW_IO_TRY(check_version(c));
    CW_IO_TRY(check_extensions(c));
    CW_IO_TRY(check_list(c, "buffers", check_buffer));
    CW_IO_TRY(check_list(c, "bufferViews", check_view));
    CW_IO_TRY(check_list(c, "accessors", check_accessor));
    CW_IO_TRY(check_list(c, "meshes", check_mesh));
    CW_IO_TRY(check_nodes(c));
    return check_choice(c);
}

cw_status cw_gltf_open(cw_context *context, const char *path, const uint8_t *bytes, size_t size,
                       cw_gltf *file) {
    int64_t buffer_bytes = 0;
    checking c = {.source = {.context = context}, .path = path, .bytes = &buffer_bytes};
    if (size == 0) {
        return cw_name_fail(context, path, CW_ERROR_INPUT, "empty input");
    }
    if (cw_file_kind_of(path) == CW_FILE_GLB) {
        CW_IO_TRY(open_glb(&c, bytes, size));
    } else {
        CW_IO_TRY(cw_source_open(&c.source, context, path, (const char *)bytes, size));
    }
    json_t *root = NULL;
    CW_IO_TRY(cw_json_load(&c.source, &root));
    c.root = root;
    cw_status status = check_document(&c);
    if (status != CW_OK) {
        json_decref(root);
        return status;
    }
    *file = (cw_gltf){context, path, root, c.binary, c.binary_size};
    return CW_OK;
}
