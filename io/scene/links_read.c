/// Links that people give by hand, as JSON; the format is in docs/files.md.
#include "clearway/io.h"

#include "../grow.h"
#include "../json.h"

#include <string.h>

static cw_status read_point(const cw_source *source, const cw_json_place *place,
                            const json_t *value, cw_vec3 *point) {
    double *parts[3] = {&point->x, &point->y, &point->z};
    if (!json_is_array(value) || json_array_size(value) != 3) {
        return cw_json_fail(source, place, CW_ERROR_FORMAT, "not a position of 3 numbers");
    }
    for (size_t i = 0; i < 3; i++) {
        cw_json_place inner = {.parent = place, .index = i};
        CW_IO_TRY(cw_json_coordinate(source, &inner, json_array_get(value, i), parts[i]));
    }
    return CW_OK;
}

/// A position, or two of them.
static cw_status read_end(const cw_source *source, const cw_json_place *place, const json_t *link,
                          const char *key, cw_vec3 ends[2]) {
    cw_json_place inner = {.parent = place, .key = key};
    const json_t *value = json_object_get(link, key);
    if (json_is_array(value) && json_array_size(value) == 2) {
        for (size_t i = 0; i < 2; i++) {
            cw_json_place third = {.parent = &inner, .index = i};
            CW_IO_TRY(read_point(source, &third, json_array_get(value, i), &ends[i]));
        }
        return CW_OK;
    }
    if (!json_is_array(value) || json_array_size(value) != 3) {
        return cw_json_fail(source, &inner, CW_ERROR_FORMAT,
                            "neither a position of 3 numbers nor two of them");
    }
    CW_IO_TRY(read_point(source, &inner, value, &ends[0]));
    ends[1] = ends[0];
    return CW_OK;
}

static cw_status read_kind(const cw_source *source, const cw_json_place *place, const json_t *link,
                           cw_link_kind *kind) {
    static const char *const words[] = {"step", "drop", "jump"};
    const char *word = json_string_value(json_object_get(link, "kind"));
    for (int i = 0; word != NULL && i < 3; i++) {
        if (strcmp(word, words[i]) == 0) {
            *kind = (cw_link_kind)i;
            return CW_OK;
        }
    }
    cw_json_place inner = {.parent = place, .key = "kind"};
    return cw_json_fail(source, &inner, CW_ERROR_FORMAT, "not one of step, drop, jump");
}

static cw_status read_link(const cw_source *source, const cw_json_place *place, const json_t *link,
                           cw_link_given *out) {
    *out = (cw_link_given){0};
    if (!json_is_object(link)) {
        return cw_json_fail(source, place, CW_ERROR_FORMAT, "not an object");
    }
    CW_IO_TRY(read_kind(source, place, link, &out->kind));
    CW_IO_TRY(read_end(source, place, link, "from", out->from));
    CW_IO_TRY(read_end(source, place, link, "to", out->to));
    const json_t *cost = json_object_get(link, "cost"), *both = json_object_get(link, "both_ways");
    cw_json_place inner = {.parent = place, .key = "cost"};
    if (cost != NULL) {
        CW_IO_TRY(cw_json_coordinate(source, &inner, cost, &out->cost));
        if (out->cost < 0) {
            return cw_json_fail(source, &inner, CW_ERROR_FORMAT, "it has to be 0 or more");
        }
    }
    inner.key = "both_ways";
    if (both != NULL && !json_is_boolean(both)) {
        return cw_json_fail(source, &inner, CW_ERROR_FORMAT, "neither true nor false");
    }
    out->both_ways = json_is_true(both);
    return CW_OK;
}

static cw_status read_all(const cw_source *source, const json_t *root, cw_link_given **links,
                          uint32_t *count) {
    const json_t *list;
    CW_IO_TRY(cw_json_array(source, NULL, root, "links", &list));
    size_t size = json_array_size(list), capacity = 0;
    cw_json_place place = {.key = "links"};
    if (size > UINT32_MAX / 2) {
        return cw_json_fail(source, &place, CW_ERROR_LIMIT, "too many links");
    }
    if (size > 0 && !CW_GROW(source->context, *links, capacity, size)) {
        return cw_json_fail(source, &place, CW_ERROR_MEMORY, "out of memory");
    }
    cw_status status = CW_OK;
    for (size_t i = 0; i < size && status == CW_OK; i++) {
        cw_json_place inner = {.parent = &place, .index = i};
        status = read_link(source, &inner, json_array_get(list, i), &(*links)[i]);
    }
    *count = (uint32_t)size;
    return status;
}

/// To be given back with cw_context_release(context, *links, *count * sizeof **links).
static cw_status parse(cw_context *context, const char *name, const char *text, size_t size,
                       cw_link_given **links, uint32_t *count) {
    cw_source source;
    json_t *root;
    *links = NULL;
    *count = 0;
    CW_IO_TRY(cw_source_open(&source, context, name, text, size));
    CW_IO_TRY(cw_json_load(&source, &root));
    cw_status status = read_all(&source, root, links, count);
    json_decref(root);
    if (status != CW_OK) {
        cw_context_release(context, *links, *count * sizeof **links);
        *links = NULL;
        *count = 0;
    }
    return status;
}

cw_status cw_links_read(cw_context *context, const char *path, cw_navmesh *mesh) {
    uint8_t *bytes;
    size_t size;
    cw_link_given *links;
    uint32_t count;
    CW_IO_TRY(cw_file_read(context, path, &bytes, &size));
    cw_status status = parse(context, path, (const char *)bytes, size, &links, &count);
    cw_context_release(context, bytes, size);
    CW_IO_TRY(status);
    status = cw_navmesh_add_links(context, mesh, links, count);
    cw_context_release(context, links, count * sizeof *links);
    return status != CW_OK ? cw_name_failure(context, path, status) : CW_OK;
}
