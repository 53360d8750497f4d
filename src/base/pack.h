/// Tables as little-endian bytes. One walk over the numbers of a table does it all: it counts the
/// bytes, writes them, or reads them, so that writing and reading cannot differ. Nothing is read
/// that is not there: behind the end all numbers are 0, and the pack is broken.
#ifndef CW_BASE_PACK_H
#define CW_BASE_PACK_H

#include "base/memory.h"

#include <string.h>

typedef struct cw_pack {
    cw_context *context;
    const uint8_t *in; ///< where the next byte is read, or NULL
    uint8_t *out;      ///< where the next byte is written, or NULL
    size_t size;       ///< bytes that are left to read, or counted and written so far
    bool broken;       ///< more was read than there is
} cw_pack;

static inline uint32_t cw_get_u32(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static inline uint64_t cw_get_u64(const uint8_t *at) {
    return (uint64_t)cw_get_u32(at) | (uint64_t)cw_get_u32(at + 4) << 32;
}

static inline void cw_put_bytes(uint8_t *at, uint64_t value, int count) {
    for (int i = 0; i < count; i++) {
        at[i] = (uint8_t)(value >> (8 * i));
    }
}

/// Whether the next bytes can be read; otherwise counts them as written.
static inline bool cw_pack_reads(cw_pack *pack, size_t bytes) {
    if (pack->in == NULL) {
        pack->size += bytes;
        return false;
    }
    pack->broken = pack->broken || pack->size < bytes;
    return true;
}

static inline void cw_pack_u32(cw_pack *pack, uint32_t *value) {
    if (cw_pack_reads(pack, 4)) {
        *value = pack->broken ? 0 : cw_get_u32(pack->in);
        pack->in += pack->broken ? 0 : 4;
        pack->size -= pack->broken ? 0 : 4;
    } else if (pack->out != NULL) {
        cw_put_bytes(pack->out, *value, 4);
        pack->out += 4;
    }
}

static inline void cw_pack_u64(cw_pack *pack, uint64_t *value) {
    if (cw_pack_reads(pack, 8)) {
        *value = pack->broken ? 0 : cw_get_u64(pack->in);
        pack->in += pack->broken ? 0 : 8;
        pack->size -= pack->broken ? 0 : 8;
    } else if (pack->out != NULL) {
        cw_put_bytes(pack->out, *value, 8);
        pack->out += 8;
    }
}

static inline void cw_pack_f64(cw_pack *pack, double *value) {
    uint64_t bits;
    memcpy(&bits, value, sizeof bits);
    cw_pack_u64(pack, &bits);
    memcpy(value, &bits, sizeof bits);
}

static inline void cw_pack_f32(cw_pack *pack, float *value) {
    uint32_t bits;
    memcpy(&bits, value, sizeof bits);
    cw_pack_u32(pack, &bits);
    memcpy(value, &bits, sizeof bits);
}

/// Reading: a block for `count` items of which each takes `bytes` bytes of the pack or more. The
/// count is held against the bytes that are left.
static inline cw_status cw_pack_block(cw_pack *pack, void **block, uint32_t count, size_t item,
                                      size_t bytes) {
    if (pack->in == NULL) {
        return CW_OK;
    }
    if (pack->broken || count > pack->size / bytes) {
        return cw_fail(pack->context, CW_ERROR_FORMAT, "%u items in %zu bytes", count, pack->size);
    }
    return cw_allocate(pack->context, block, count, item);
}

/// The typed form: `pointer` is an lvalue of type T*.
#define CW_PACK_BLOCK(pack, pointer, count, bytes) \
    cw_pack_block((pack), (void **)&(pointer), (count), sizeof *(pointer), (bytes))

/// Offsets, kept as the number of items of each of `count` owners; their sum fits 32 bits.
static inline cw_status cw_pack_offsets(cw_pack *pack, uint32_t **first, uint32_t count) {
    if (pack->in != NULL) {
        if (pack->broken || count > pack->size / 4) {
            return cw_fail(pack->context, CW_ERROR_FORMAT, "%u items in %zu bytes", count,
                           pack->size);
        }
        CW_TRY(cw_allocate(pack->context, (void **)first, (size_t)count + 1, sizeof **first));
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t items = (*first)[i + 1] - (*first)[i];
        cw_pack_u32(pack, &items);
        if (items >= CW_NONE - (*first)[i]) {
            return cw_fail(pack->context, CW_ERROR_FORMAT, "%u items of %u owners", items, count);
        }
        (*first)[i + 1] = (*first)[i] + items;
    }
    return CW_OK;
}

#endif
