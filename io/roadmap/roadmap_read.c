/// Roadmaps as `.json`, version 1: reading. Everything is checked; what the file does not tell
/// (cells, widths) is left out or worked out anew.
#include "clearway/io.h"
#include "json.h"

#include <math.h>
#include <string.h>

typedef struct reading {
    const cw_source *source;
    cw_roadmap *roadmap;
} reading;

static void *allocate(const reading *r, size_t count, size_t size) {
    void *memory = cw_context_resize(r->source->context, NULL, 0, count > 0 ? count * size : 1);
    if (memory != NULL) {
        memset(memory, 0, count * size);
    }
    return memory;
}

static cw_status read_number(const reading *r, const cw_json_place *place, const json_t *object,
                             const char *key, double low, double *value) {
    cw_json_place here = {.parent = place, .key = key};
    CW_IO_TRY(cw_json_number(r->source, &here, json_object_get(object, key), value));
    return *value >= low
               ? CW_OK
               : cw_json_fail(r->source, &here, CW_ERROR_FORMAT, "must not be below %g", low);
}

static cw_status read_index(const reading *r, const cw_json_place *place, const json_t *object,
                            const char *key, int64_t low, uint32_t count, uint32_t *value) {
    cw_json_place here = {.parent = place, .key = key};
    int64_t integer = 0;
    CW_IO_TRY(cw_json_integer(r->source, &here, json_object_get(object, key), low,
                              (int64_t)count - 1, &integer));
    *value = integer < 0 ? CW_NONE : (uint32_t)integer;
    return CW_OK;
}

static cw_status read_position(const reading *r, const cw_json_place *place, const json_t *object,
                               const char *key, cw_vec3 *position) {
    cw_json_place here = {.parent = place, .key = key};
    const json_t *array = NULL;
    CW_IO_TRY(cw_json_array(r->source, place, object, key, &array));
    if (json_array_size(array) != 3) {
        return cw_json_fail(r->source, &here, CW_ERROR_FORMAT, "a position has three numbers");
    }
    double *parts[3] = {&position->x, &position->y, &position->z};
    for (size_t i = 0; i < 3; i++) {
        cw_json_place item = {.parent = &here, .index = i};
        CW_IO_TRY(cw_json_coordinate(r->source, &item, json_array_get(array, i), parts[i]));
    }
    return CW_OK;
}

/// The members of an array of objects; `place` becomes that of the array.
static cw_status open_list(const reading *r, const json_t *root, cw_json_place *place,
                           const char *key, const json_t **array, uint32_t *count) {
    *place = (cw_json_place){.key = key};
    CW_IO_TRY(cw_json_array(r->source, NULL, root, key, array));
    if (json_array_size(*array) > CW_IO_VERTEX_LIMIT) {
        return cw_json_fail(r->source, place, CW_ERROR_LIMIT, "more than %u entries",
                            CW_IO_VERTEX_LIMIT);
    }
    *count = (uint32_t)json_array_size(*array);
    return CW_OK;
}

static cw_status read_walls(const reading *r, const json_t *root) {
    cw_json_place list;
    const json_t *array = NULL;
    cw_roadmap *roadmap = r->roadmap;
    uint32_t count = 0;
    CW_IO_TRY(open_list(r, root, &list, "walls", &array, &count));
    roadmap->walls = allocate(r, count, sizeof *roadmap->walls);
    if (roadmap->walls == NULL) {
        return CW_ERROR_MEMORY;
    }
    roadmap->wall_count = count;
    for (uint32_t i = 0; i < count; i++) {
        cw_json_place place = {.parent = &list, .index = i};
        const json_t *object = json_array_get(array, i);
        cw_roadmap_wall *wall = &roadmap->walls[i];
        CW_IO_TRY(read_position(r, &place, object, "from", &wall->from));
        CW_IO_TRY(read_position(r, &place, object, "to", &wall->to));
        wall->cap = json_is_true(json_object_get(object, "cap"));
        const json_t *direction = NULL;
        CW_IO_TRY(cw_json_array(r->source, &place, object, "direction", &direction));
        cw_json_place here = {.parent = &place, .key = "direction"};
        CW_IO_TRY(cw_json_number(r->source, &here, json_array_get(direction, 0), &wall->along.x));
        CW_IO_TRY(cw_json_number(r->source, &here, json_array_get(direction, 1), &wall->along.y));
    }
    return CW_OK;
}

static cw_status read_nodes(const reading *r, const json_t *root) {
    static const char *const kinds[] = {"corner", "event", "level"};
    cw_json_place list;
    const json_t *array = NULL;
    cw_roadmap *roadmap = r->roadmap;
    uint32_t count = 0;
    CW_IO_TRY(open_list(r, root, &list, "nodes", &array, &count));
    roadmap->nodes = allocate(r, count, sizeof *roadmap->nodes);
    if (roadmap->nodes == NULL) {
        return CW_ERROR_MEMORY;
    }
    roadmap->node_count = count;
    for (uint32_t i = 0; i < count; i++) {
        cw_json_place place = {.parent = &list, .index = i};
        const json_t *object = json_array_get(array, i);
        cw_roadmap_node *node = &roadmap->nodes[i];
        node->cell = CW_NONE;
        CW_IO_TRY(read_position(r, &place, object, "position", &node->position));
        CW_IO_TRY(read_number(r, &place, object, "offset", 0, &node->offset));
        CW_IO_TRY(read_number(r, &place, object, "clearance", 0, &node->clearance));
        const char *word = json_string_value(json_object_get(object, "kind"));
        uint8_t kind = 0;
        while (kind < 3 && (word == NULL || strcmp(word, kinds[kind]) != 0)) {
            kind++;
        }
        if (kind == 3) {
            return cw_json_fail(r->source, &place, CW_ERROR_FORMAT,
                                "kind must be corner, event or level");
        }
        node->kind = kind;
    }
    return CW_OK;
}

static cw_status read_edge(const reading *r, const cw_json_place *place, const json_t *object,
                           cw_roadmap_edge *edge) {
    const cw_roadmap *roadmap = r->roadmap;
    uint32_t level = 0;
    CW_IO_TRY(read_index(r, place, object, "from", 0, roadmap->node_count, &edge->from));
    CW_IO_TRY(read_index(r, place, object, "to", 0, roadmap->node_count, &edge->to));
    CW_IO_TRY(read_index(r, place, object, "left", 0, roadmap->wall_count, &edge->left));
    CW_IO_TRY(read_index(r, place, object, "right", -1, roadmap->wall_count, &edge->right));
    CW_IO_TRY(read_index(r, place, object, "space", -1, CW_IO_VERTEX_LIMIT, &edge->space));
    CW_IO_TRY(read_index(r, place, object, "level", 0, UINT16_MAX, &level));
    CW_IO_TRY(read_number(r, place, object, "length", 0, &edge->length));
    CW_IO_TRY(read_number(r, place, object, "clearance", 0, &edge->clearance));
    edge->level = (uint16_t)level;
    edge->flags = json_is_true(json_object_get(object, "leaf")) ? CW_ROADMAP_LEAF : 0;
    return CW_OK;
}

/// Widths and doors, which the file does not tell.
static void complete(cw_roadmap *roadmap) {
    for (uint32_t i = 0; i < roadmap->edge_count; i++) {
        cw_roadmap_edge *edge = &roadmap->edges[i];
        cw_roadmap_node *from = &roadmap->nodes[edge->from], *to = &roadmap->nodes[edge->to];
        bool outside = edge->space == CW_NONE;
        double share = edge->level == 1 && edge->flags == 0 ? 1.5 : 1; // the first reaches its wall
        edge->width = outside ? from->offset + to->offset : share * roadmap->spacing;
        if (outside && (edge->flags & CW_ROADMAP_LEAF) == 0) {
            from->door |= from->offset >= roadmap->spacing - CW_ROADMAP_TIE;
            to->door |= to->offset >= roadmap->spacing - CW_ROADMAP_TIE;
        }
        if (!outside && edge->space >= roadmap->space_count) {
            roadmap->space_count = edge->space + 1;
        }
    }
}

/// A rung, of which the file tells the ends alone: it lies in the space of its ends, and has the
/// room of the nearer one.
static cw_status read_rung(const reading *r, const cw_json_place *place, const json_t *object,
                           cw_roadmap_edge *edge) {
    const cw_roadmap *roadmap = r->roadmap;
    CW_IO_TRY(read_index(r, place, object, "from", 0, roadmap->node_count, &edge->from));
    CW_IO_TRY(read_index(r, place, object, "to", 0, roadmap->node_count, &edge->to));
    const cw_roadmap_node *from = &roadmap->nodes[edge->from], *to = &roadmap->nodes[edge->to];
    double level = floor(fmin(from->offset, to->offset) / roadmap->spacing + 0.5);
    edge->left = edge->right = edge->space = CW_NONE;
    edge->level = (uint16_t)fmin(fmax(level, 1), UINT16_MAX);
    edge->flags = CW_ROADMAP_RUNG;
    edge->length = hypot(to->position.x - from->position.x, to->position.y - from->position.y);
    edge->clearance = fmin(from->offset, to->offset);
    return CW_OK;
}

/// Gives rungs the space of the lanes that they join.
static cw_status join_rungs(const reading *r) {
    cw_roadmap *roadmap = r->roadmap;
    CW_IO_TRY(cw_roadmap_connect(r->source->context, roadmap));
    for (uint32_t i = roadmap->edge_count - roadmap->rung_count; i < roadmap->edge_count; i++) {
        cw_roadmap_edge *rung = &roadmap->edges[i];
        for (uint32_t k = roadmap->node_first[rung->from]; k < roadmap->node_first[rung->from + 1];
             k++) {
            const cw_roadmap_edge *lane = &roadmap->edges[roadmap->adjacent[k]];
            rung->space = lane->space != CW_NONE ? lane->space : rung->space;
            rung->left = lane->level > 0 && lane->left != CW_NONE ? lane->left : rung->left;
        }
    }
    return CW_OK;
}

static cw_status read_edges(const reading *r, const json_t *root) {
    cw_json_place list, rungs = {.key = "rungs"};
    const json_t *array = NULL, *rung_array = json_object_get(root, "rungs");
    cw_roadmap *roadmap = r->roadmap;
    uint32_t count = 0, rung_count = 0;
    CW_IO_TRY(open_list(r, root, &list, "edges", &array, &count));
    if (rung_array != NULL) {
        CW_IO_TRY(open_list(r, root, &rungs, "rungs", &rung_array, &rung_count));
    }
    roadmap->edges = allocate(r, (size_t)count + rung_count, sizeof *roadmap->edges);
    if (roadmap->edges == NULL) {
        return CW_ERROR_MEMORY;
    }
    roadmap->edge_count = count + rung_count;
    roadmap->rung_count = rung_count;
    for (uint32_t i = 0; i < rung_count; i++) {
        cw_json_place place = {.parent = &rungs, .index = i};
        CW_IO_TRY(read_rung(r, &place, json_array_get(rung_array, i), &roadmap->edges[count + i]));
    }
    for (uint32_t i = 0; i < count; i++) {
        cw_json_place place = {.parent = &list, .index = i};
        CW_IO_TRY(read_edge(r, &place, json_array_get(array, i), &roadmap->edges[i]));
    }
    CW_IO_TRY(join_rungs(r));
    complete(roadmap);
    return CW_OK;
}

static cw_status read_document(const reading *r, const json_t *root) {
    const char *format = json_string_value(json_object_get(root, "format"));
    int64_t version = 0;
    if (format == NULL || strcmp(format, "clearway-roadmap") != 0) {
        return cw_json_fail(r->source, NULL, CW_ERROR_FORMAT, "this is no clearway-roadmap");
    }
    cw_json_place place = {.key = "version"};
    CW_IO_TRY(cw_json_integer(r->source, &place, json_object_get(root, "version"), 1, 1, &version));
    CW_IO_TRY(read_number(r, NULL, root, "spacing", 0.01, &r->roadmap->spacing));
    CW_IO_TRY(read_number(r, NULL, root, "miter", 0, &r->roadmap->miter));
    CW_IO_TRY(read_walls(r, root));
    CW_IO_TRY(read_nodes(r, root));
    return read_edges(r, root);
}

cw_status cw_roadmap_parse(cw_context *context, const char *name, const char *text, size_t size,
                           cw_roadmap *roadmap) {
    cw_source source;
    json_t *root = NULL;
    memset(roadmap, 0, sizeof *roadmap);
    CW_IO_TRY(cw_source_open(&source, context, name, text, size));
    CW_IO_TRY(cw_json_load(&source, &root));
    reading r = {&source, roadmap};
    cw_status status = read_document(&r, root);
    json_decref(root);
    if (status != CW_OK) {
        cw_roadmap_free(context, roadmap);
    }
    return status;
}

cw_status cw_roadmap_read(cw_context *context, const char *path, cw_roadmap *roadmap) {
    uint8_t *bytes = NULL;
    size_t size = 0;
    memset(roadmap, 0, sizeof *roadmap);
    CW_IO_TRY(cw_file_read(context, path, &bytes, &size));
    cw_status status = cw_roadmap_parse(context, path, (const char *)bytes, size, roadmap);
    cw_context_release(context, bytes, size);
    return status;
}
