/// Any bytes as a `.cwm` file: what loads has to be valid, to answer questions, and to save as the
/// same bytes. Tables that are kept beside the mesh are loaded too, and asked for paths. Since few
/// inputs have a right checksum, it is put right first for inputs that have room for a header,
/// unless their last bit is set; and so are the hashes of tables.
#include "clearway/edges.h"
#include "clearway/sights.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECTION_COUNT = 24, CHECKSUM = 28, HEADER = 32 };

/// CRC-32 of all bytes but the four that hold it.
static uint32_t checksum(const uint8_t *data, size_t size) {
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        if (i < CHECKSUM || i >= HEADER) {
            crc ^= data[i];
            for (int bit = 0; bit < 8; bit++) {
                crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
            }
        }
    }
    return ~crc;
}

static void require(int condition) {
    if (!condition) {
        abort();
    }
}

/// Puts the hash of tables right that a message tells.
static int set_right(cw_context *context, uint8_t *bytes) {
    unsigned long long hash;
    const char *mark = strstr(cw_context_message(context), "should be 0x");
    if (mark == NULL || sscanf(mark, "should be 0x%llx", &hash) != 1) {
        return 0;
    }
    for (int i = 0; i < 8; i++) {
        bytes[16 + i] = (uint8_t)(hash >> (8 * i));
    }
    return 1;
}

/// Asks for ways between the first corners of cells; tables that lie may tell anything.
static void ask(cw_context *context, const cw_clearance *clearance, const cw_sights *sights) {
    const cw_navmesh *mesh = clearance->mesh;
    cw_query *query;
    if (cw_query_create(context, clearance, &query) != CW_OK) {
        return;
    }
    require(cw_query_use_sights(query, &sights, sights != NULL) == CW_OK);
    for (uint32_t c = 0; c < mesh->cell_count && c < 8; c++) {
        cw_path_request request = cw_path_request_default();
        cw_path path;
        cw_vec3 goal = mesh->positions[mesh->edge_vertex[cw_navmesh_cell_begin(mesh, c)]];
        request.start = mesh->positions[mesh->edge_vertex[0]];
        request.goals = &goal;
        request.goal_count = 1;
        request.radius = 0.1 * c;
        request.reach = 1;
        cw_query_find(query, &request, &path);
    }
    cw_query_free(query);
}

static cw_status load_clearance(cw_context *context, const cw_navmesh *mesh, uint8_t *bytes,
                                size_t size, cw_clearance *clearance) {
    cw_status status = cw_clearance_load(context, mesh, bytes, size, clearance);
    return status != CW_OK && set_right(context, bytes)
               ? cw_clearance_load(context, mesh, bytes, size, clearance)
               : status;
}

static cw_status load_sights(cw_context *context, const cw_clearance *clearance, uint8_t *bytes,
                             size_t size, cw_sights **sights) {
    cw_status status = cw_sights_load(context, clearance, bytes, size, sights);
    return status != CW_OK && set_right(context, bytes)
               ? cw_sights_load(context, clearance, bytes, size, sights)
               : status;
}

/// Loads the tables that are kept beside a mesh; true when there are any.
static int use_tables(cw_context *context, const cw_navmesh *mesh, uint8_t *data, size_t size) {
    cw_section kept = cw_navmesh_section(data, size, CW_SECTION_CLEARANCE);
    cw_section seen = cw_navmesh_section(data, size, CW_SECTION_SIGHTS);
    cw_clearance clearance;
    cw_sights *sights = NULL;
    if (kept.size == 0) {
        return 0;
    }
    if (load_clearance(context, mesh, data + (kept.bytes - data), kept.size, &clearance) == CW_OK) {
        uint8_t *bytes = seen.size == 0 ? data : data + (seen.bytes - data);
        load_sights(context, &clearance, bytes, seen.size, &sights);
        ask(context, &clearance, sights);
        cw_sights_free(sights);
        cw_clearance_free(context, &clearance);
    }
    return 1;
}

static void use(cw_context *context, const cw_navmesh *mesh, const uint8_t *data, size_t size) {
    require(cw_navmesh_validate(context, mesh) == CW_OK);
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        cw_vec3 corner = mesh->positions[mesh->edge_vertex[cw_navmesh_cell_begin(mesh, c)]];
        uint32_t found = cw_navmesh_locate(mesh, corner);
        require(found == CW_NONE || found < mesh->cell_count);
        cw_navmesh_height(mesh, c, (cw_vec2){corner.x, corner.y});
    }
    uint8_t *bytes;
    size_t saved;
    if (cw_navmesh_save(context, mesh, &bytes, &saved) == CW_OK) {
        int more =
            memcmp(bytes + SECTION_COUNT, data + SECTION_COUNT, 4) != 0; // sections of others
        require(more || (saved == size && memcmp(bytes, data, size) == 0));
        cw_context_release(context, bytes, saved);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cw_context *context;
    uint8_t *copy = malloc(size > 0 ? size : 1);
    if (copy == NULL || cw_context_create(NULL, &context) != CW_OK) {
        free(copy);
        return 0;
    }
    memcpy(copy, data, size);
    if (size >= HEADER && (data[size - 1] & 1) == 0) {
        uint32_t crc = checksum(copy, size);
        for (int i = 0; i < 4; i++) {
            copy[CHECKSUM + i] = (uint8_t)(crc >> (8 * i));
        }
    }
    cw_navmesh mesh;
    if (cw_navmesh_load(context, copy, size, &mesh) == CW_OK) {
        if (!use_tables(context, &mesh, copy, size)) {
            use(context, &mesh, copy, size);
        }
        cw_navmesh_free(context, &mesh);
    }
    cw_context_free(context);
    free(copy);
    return 0;
}
