/// The layout of `.cwm` files, shared by saving and loading. docs/cwm.md describes it for others.
#ifndef CW_NAVMESH_FILE_CWM_H
#define CW_NAVMESH_FILE_CWM_H

#include <stddef.h>
#include <stdint.h>

/// First bytes of a file; the line ends show when a transfer has changed them.
#define CW_CWM_MAGIC "CWMESH\r\n"

enum {
    CW_CWM_MAGIC_SIZE = 8,
    CW_CWM_VERSION = 1,
    CW_CWM_BYTE_ORDER = 0x01020304, ///< reads as 0x04030201 where the byte order is wrong

    /// Offsets in the header.
    CW_CWM_AT_VERSION = 8,
    CW_CWM_AT_BYTE_ORDER = 12,
    CW_CWM_AT_SIZE = 16,
    CW_CWM_AT_SECTION_COUNT = 24,
    CW_CWM_AT_CHECKSUM = 28,
    CW_CWM_HEADER_SIZE = 32,

    /// An entry of the section table: id, stride, offset, count.
    CW_CWM_ENTRY_SIZE = 24,
    CW_CWM_ALIGNMENT = 8,

    CW_CWM_OWN_IDS = 10, ///< ids up to here are the mesh's
};

/// Sections, in the order of the file; some may have no items. Areas are there only where cells
/// have area types, names only where these have names, all others always.
typedef enum cw_cwm_section {
    CW_CWM_LATTICE = 0,
    CW_CWM_STATS,
    CW_CWM_VERTICES,
    CW_CWM_CELLS,
    CW_CWM_EDGES,
    CW_CWM_CELL_TRIANGLES,
    CW_CWM_TRIANGLES,
    CW_CWM_LINKS,
    CW_CWM_AREAS,
    CW_CWM_NAMES,
    CW_CWM_SECTION_COUNT
} cw_cwm_section;

/// Name of a section in messages.
const char *cw_cwm_section_name(cw_cwm_section section);

/// Bytes per item of a section.
uint32_t cw_cwm_stride(cw_cwm_section section);

/// The checksum of a file: CRC-32 (ISO 3309) of all bytes but the four that hold it. `size` is at
/// least the header's.
uint32_t cw_cwm_checksum(const uint8_t *bytes, size_t size);

#endif
