/// Navigation meshes as binary glTF 2.0, coloured by cell, for looking at them in other programs.
///
/// One mesh of triangles: those of cells that are not flat, flat cells cut into triangles. Vertices
/// are single precision, so they are counted from the first vertex of the mesh, where the node
/// stands; y is up, (x, y, z) becomes (x, z, -y). Every cell has vertices of its own in its colour:
/// the first of seven that no neighbour before it has.
#include "../face.h"
#include "../grow.h"
#include "navmesh/navmesh_writer.h"

#include <stdio.h>
#include <string.h>

enum { COLORS = 7, HEADER = 12, CHUNK = 8 };

/// Red, green, blue, as in pictures.
static const uint8_t palette[COLORS][4] = {
    {243, 205, 156, 255}, {160, 231, 238, 255}, {223, 199, 211, 255}, {206, 223, 194, 255},
    {253, 237, 174, 255}, {179, 211, 247, 255}, {221, 244, 242, 255},
};

/// A mesh being written.
typedef struct glb {
    cw_context *context;
    const cw_navmesh *mesh;
    uint8_t *colors; ///< per cell
    size_t color_capacity;
    cw_text positions, tints, indices;
    uint32_t vertex_count, index_count;
    float low[3], high[3];
    cw_vec2 *flat; ///< scratch: one cell
    uint32_t *pieces, *scratch;
    size_t flat_capacity, piece_capacity, scratch_capacity;
} glb;

static void choose_colors(glb *out) {
    const cw_navmesh *mesh = out->mesh;
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        bool used[COLORS] = {false};
        for (uint32_t e = cw_navmesh_cell_begin(mesh, c); e < cw_navmesh_cell_end(mesh, c); e++) {
            uint32_t other = cw_edge_neighbor(mesh, e);
            if (other != CW_NONE && other < c) {
                used[out->colors[other]] = true;
            }
        }
        uint8_t color = (uint8_t)(c % COLORS);
        for (int i = 0; i < COLORS && used[color]; i++) {
            color = (uint8_t)((color + 1) % COLORS);
        }
        out->colors[c] = color;
    }
}

static void write_word(cw_text *text, uint32_t word) {
    const uint8_t bytes[4] = {(uint8_t)word, (uint8_t)(word >> 8), (uint8_t)(word >> 16),
                              (uint8_t)(word >> 24)};
    cw_text_bytes(text, (const char *)bytes, 4);
}

static void write_vertex(glb *out, cw_vec3 p, uint32_t cell) {
    cw_vec3 o = out->mesh->positions[0];
    const float place[3] = {(float)(p.x - o.x), (float)(p.z - o.z), (float)(o.y - p.y)};
    for (int k = 0; k < 3; k++) {
        uint32_t bits;
        memcpy(&bits, &place[k], sizeof bits);
        write_word(&out->positions, bits);
        bool first = out->vertex_count == 0;
        out->low[k] = first || place[k] < out->low[k] ? place[k] : out->low[k];
        out->high[k] = first || place[k] > out->high[k] ? place[k] : out->high[k];
    }
    cw_text_bytes(&out->tints, (const char *)palette[out->colors[cell]], 4);
    out->vertex_count++;
}

static void write_index(glb *out, uint32_t index) {
    write_word(&out->indices, index);
    out->index_count++;
}

/// Cuts a flat cell; one that cannot be cut (rounding may cross its border) becomes a fan.
static bool write_flat(glb *out, uint32_t cell) {
    const cw_navmesh *mesh = out->mesh;
    uint32_t first = cw_navmesh_cell_begin(mesh, cell), count = cw_navmesh_degree(mesh, cell);
    if (!CW_GROW(out->context, out->flat, out->flat_capacity, count) ||
        !CW_GROW(out->context, out->pieces, out->piece_capacity, 3 * (size_t)count) ||
        !CW_GROW(out->context, out->scratch, out->scratch_capacity, count)) {
        return false;
    }
    uint32_t base = out->vertex_count;
    for (uint32_t i = 0; i < count; i++) {
        cw_vec3 p = mesh->positions[mesh->edge_vertex[first + i]];
        p.z = cw_navmesh_height(mesh, cell, (cw_vec2){p.x, p.y});
        out->flat[i] = (cw_vec2){p.x, p.y};
        write_vertex(out, p, cell);
    }
    const char *reason;
    bool cut = cw_face_cut(out->flat, count, out->pieces, out->scratch, &reason) == CW_OK;
    for (uint32_t t = 0; t + 2 < count; t++) {
        const uint32_t fan[3] = {0, t + 1, t + 2};
        const uint32_t *piece = cut ? &out->pieces[3 * (size_t)t] : fan;
        for (int k = 0; k < 3; k++) {
            write_index(out, base + piece[k]);
        }
    }
    return true;
}

static bool write_cell(glb *out, uint32_t cell) {
    const cw_navmesh *mesh = out->mesh;
    uint32_t first = 0, end = 0;
    if (mesh->cell_triangle_first != NULL) {
        first = mesh->cell_triangle_first[cell];
        end = mesh->cell_triangle_first[cell + 1];
    }
    for (size_t i = 3 * (size_t)first; i < 3 * (size_t)end; i++) {
        write_index(out, out->vertex_count);
        write_vertex(out, mesh->positions[mesh->triangles[i]], cell);
    }
    return first < end || write_flat(out, cell);
}

static void write_triple(cw_text *json, const char *key, const float *values) {
    cw_text_string(json, key);
    for (int k = 0; k < 3; k++) {
        cw_text_string(json, k > 0 ? "," : "[");
        cw_text_number(json, (double)values[k]);
    }
    cw_text_string(json, "]");
}

static void write_json(const glb *out, cw_text *json) {
    char text[640];
    cw_vec3 o = out->mesh->positions[0];
    size_t places = out->positions.size, tints = out->tints.size, indices = out->indices.size;
    cw_text_string(json, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Clearway\"},\"scene\":0,"
                         "\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"name\":\"navmesh\",\"mesh\":0,"
                         "\"translation\":[");
    cw_text_number(json, o.x);
    cw_text_string(json, ",");
    cw_text_number(json, o.z);
    cw_text_string(json, ",");
    cw_text_number(json, 0.0 - o.y);
    cw_text_string(json,
                   "]}],\"meshes\":[{\"name\":\"navmesh\",\"primitives\":[{\"attributes\":{"
                   "\"POSITION\":0,\"COLOR_0\":1},\"indices\":2,\"material\":0}]}],"
                   "\"materials\":[{\"name\":\"cells\",\"doubleSided\":true,"
                   "\"pbrMetallicRoughness\":{\"metallicFactor\":0,\"roughnessFactor\":1}}],");
    snprintf(
        text, sizeof text,
        "\"buffers\":[{\"byteLength\":%zu}],\"bufferViews\":[{\"buffer\":0,\"byteOffset\":0,"
        "\"byteLength\":%zu,\"target\":34962},{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":"
        "%zu,\"target\":34962},{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu,\"target\":"
        "34963}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":%u,\"type\":"
        "\"VEC3\",",
        places + tints + indices, places, places, tints, places + tints, indices,
        out->vertex_count);
    cw_text_string(json, text);
    write_triple(json, "\"min\":", out->low);
    write_triple(json, ",\"max\":", out->high);
    snprintf(text, sizeof text,
             "},{\"bufferView\":1,\"componentType\":5121,\"normalized\":true,\"count\":%u,\"type\":"
             "\"VEC4\"},{\"bufferView\":2,\"componentType\":5125,\"count\":%u,\"type\":\"SCALAR\"}"
             "]}",
             out->vertex_count, out->index_count);
    cw_text_string(json, text);
    while (json->size % 4 != 0 && json->status == CW_OK) {
        cw_text_string(json, " ");
    }
}

static void write_file(glb *out, cw_text *json, cw_text *text) {
    size_t binary = out->positions.size + out->tints.size + out->indices.size;
    size_t size = HEADER + CHUNK + json->size + CHUNK + binary;
    if (size > UINT32_MAX) {
        text->status = CW_ERROR_LIMIT;
        return;
    }
    const uint32_t words[] = {0x46546c67, 2, (uint32_t)size, (uint32_t)json->size, 0x4e4f534a};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        write_word(text, words[i]);
    }
    cw_text_bytes(text, json->bytes, json->size);
    write_word(text, (uint32_t)binary);
    write_word(text, 0x004e4942);
    cw_text_bytes(text, out->positions.bytes, out->positions.size);
    cw_text_bytes(text, out->tints.bytes, out->tints.size);
    cw_text_bytes(text, out->indices.bytes, out->indices.size);
}

static void free_text(cw_text *text) {
    cw_context_release(text->context, text->bytes, text->capacity);
}

void cw_navmesh_write_glb(const cw_navmesh *mesh, cw_text *text) {
    cw_context *context = text->context;
    glb out = {.context = context,
               .mesh = mesh,
               .positions = {.context = context},
               .tints = {.context = context},
               .indices = {.context = context}};
    cw_text json = {.context = context};
    bool room = CW_GROW(context, out.colors, out.color_capacity, mesh->cell_count);
    if (room) {
        choose_colors(&out);
    }
    for (uint32_t c = 0; c < mesh->cell_count && room; c++) {
        room = write_cell(&out, c);
    }
    if (room) {
        write_json(&out, &json);
    }
    const cw_text *parts[] = {&out.positions, &out.tints, &out.indices, &json};
    for (int i = 0; i < 4; i++) {
        room = room && parts[i]->status == CW_OK;
    }
    if (room) {
        write_file(&out, &json, text);
    } else {
        text->status = CW_ERROR_MEMORY;
    }
    free_text(&out.positions);
    free_text(&out.tints);
    free_text(&out.indices);
    free_text(&json);
    CW_GROWN_FREE(context, out.colors, out.color_capacity);
    CW_GROWN_FREE(context, out.flat, out.flat_capacity);
    CW_GROWN_FREE(context, out.pieces, out.piece_capacity);
    CW_GROWN_FREE(context, out.scratch, out.scratch_capacity);
}
