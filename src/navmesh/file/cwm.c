/// What saving and loading have in common: the sections and the checksum.
#include "navmesh/file/cwm.h"

typedef struct section_layout {
    const char *name;
    uint32_t stride;
} section_layout;

static const section_layout SECTIONS[CW_CWM_SECTION_COUNT] = {
    [CW_CWM_LATTICE] = {"lattice", 24},     [CW_CWM_STATS] = {"stats", 32},
    [CW_CWM_VERTICES] = {"vertices", 40},   [CW_CWM_CELLS] = {"cells", 4},
    [CW_CWM_EDGES] = {"edges", 8},          [CW_CWM_CELL_TRIANGLES] = {"cell triangles", 4},
    [CW_CWM_TRIANGLES] = {"triangles", 12}, [CW_CWM_LINKS] = {"links", 112},
    [CW_CWM_AREAS] = {"areas", 1},
};

const char *cw_cwm_section_name(cw_cwm_section section) {
    return SECTIONS[section].name;
}

uint32_t cw_cwm_stride(cw_cwm_section section) {
    return SECTIONS[section].stride;
}

/// Continues a CRC-32 with the reflected polynomial 0xedb88320, four bits at a time.
static uint32_t crc_continue(uint32_t crc, const uint8_t *bytes, size_t size) {
    static const uint32_t NIBBLES[16] = {
        0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
        0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
        0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
    };
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        crc = crc >> 4 ^ NIBBLES[crc & 15];
        crc = crc >> 4 ^ NIBBLES[crc & 15];
    }
    return crc;
}

uint32_t cw_cwm_checksum(const uint8_t *bytes, size_t size) {
    uint32_t crc = crc_continue(UINT32_MAX, bytes, CW_CWM_AT_CHECKSUM);
    return ~crc_continue(crc, bytes + CW_CWM_HEADER_SIZE, size - CW_CWM_HEADER_SIZE);
}
