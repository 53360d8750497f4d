/// What saving and loading have in common: the sections and the checksum.
#include "navmesh/file/cwm.h"

#include "base/pack.h"

typedef struct section_layout {
    const char *name;
    uint32_t stride;
} section_layout;

static const section_layout SECTIONS[CW_CWM_SECTION_COUNT] = {
    [CW_CWM_LATTICE] = {"lattice", 24},     [CW_CWM_STATS] = {"stats", 32},
    [CW_CWM_VERTICES] = {"vertices", 40},   [CW_CWM_CELLS] = {"cells", 4},
    [CW_CWM_EDGES] = {"edges", 8},          [CW_CWM_CELL_TRIANGLES] = {"cell triangles", 4},
    [CW_CWM_TRIANGLES] = {"triangles", 12}, [CW_CWM_LINKS] = {"links", 112},
    [CW_CWM_AREAS] = {"areas", 1},          [CW_CWM_NAMES] = {"names", 64},
};

const char *cw_cwm_section_name(cw_cwm_section section) {
    return SECTIONS[section].name;
}

uint32_t cw_cwm_stride(cw_cwm_section section) {
    return SECTIONS[section].stride;
}

/// Tables of the CRC-32 with the reflected polynomial 0xedb88320: row k tells what a byte does that
/// k other bytes follow. So eight bytes at a time are looked up side by side ("slicing by eight",
/// Kounavis and Berry, 2005): tables beside a mesh are many times as large as the mesh.
typedef struct crc_tables {
    uint32_t rows[8][256];
} crc_tables;

static void crc_make(crc_tables *tables) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t crc = i;
        for (int bit = 0; bit < 8; bit++) {
            crc = (crc & 1) != 0 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
        }
        tables->rows[0][i] = crc;
    }
    for (uint32_t k = 1; k < 8; k++) {
        for (uint32_t i = 0; i < 256; i++) {
            uint32_t before = tables->rows[k - 1][i];
            tables->rows[k][i] = before >> 8 ^ tables->rows[0][before & 255];
        }
    }
}

static uint32_t crc_continue(const crc_tables *tables, uint32_t crc, const uint8_t *bytes,
                             size_t size) {
    const uint32_t(*rows)[256] = tables->rows;
    for (; size >= 8; bytes += 8, size -= 8) {
        uint32_t low = crc ^ cw_get_u32(bytes), high = cw_get_u32(bytes + 4);
        crc = rows[7][low & 255] ^ rows[6][low >> 8 & 255] ^ rows[5][low >> 16 & 255] ^
              rows[4][low >> 24] ^ rows[3][high & 255] ^ rows[2][high >> 8 & 255] ^
              rows[1][high >> 16 & 255] ^ rows[0][high >> 24];
    }
    for (; size > 0; bytes++, size--) {
        crc = crc >> 8 ^ rows[0][(crc ^ *bytes) & 255];
    }
    return crc;
}

uint32_t cw_cwm_checksum(const uint8_t *bytes, size_t size) {
    crc_tables tables;
    crc_make(&tables);
    uint32_t crc = crc_continue(&tables, UINT32_MAX, bytes, CW_CWM_AT_CHECKSUM);
    return ~crc_continue(&tables, crc, bytes + CW_CWM_HEADER_SIZE, size - CW_CWM_HEADER_SIZE);
}
