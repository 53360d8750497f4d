/// Any bytes as a `.cwm` file: what loads has to be valid, to answer questions, and to save as the
/// same bytes. Since few inputs have a right checksum, it is put right first for inputs that have
/// room for a header, unless their last bit is set.
#include "clearway/navmesh.h"

#include <stdlib.h>
#include <string.h>

enum { CHECKSUM = 28, HEADER = 32 };

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

static void use(cw_context *context, const cw_navmesh *mesh, const uint8_t *data, size_t size) {
    require(cw_navmesh_validate(context, mesh) == CW_OK);
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        cw_vec3 corner = mesh->positions[mesh->edge_vertex[mesh->cell_first[c]]];
        uint32_t found = cw_navmesh_locate(mesh, corner);
        require(found == CW_NONE || found < mesh->cell_count);
        cw_navmesh_height(mesh, c, (cw_vec2){corner.x, corner.y});
    }
    uint8_t *bytes;
    size_t saved;
    if (cw_navmesh_save(context, mesh, &bytes, &saved) == CW_OK) {
        require(saved == size && memcmp(bytes, data, size) == 0);
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
        use(context, &mesh, copy, size);
        cw_navmesh_free(context, &mesh);
    }
    cw_context_free(context);
    free(copy);
    return 0;
}
