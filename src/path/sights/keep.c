/// Sights as bytes, for files.
///
/// Kept are the outlooks of bends, the vistas, and the openers of cells; what else there is follows
/// from these and from the clearance tables, and is made again. Layout: version, whether they are
/// murky, hash of the tables, hash of what follows; then the lists (docs/cwm.md).
///
/// Loading: the header; the hash of the bytes; the lists, nothing taken that is not there; indices
/// and numbers, so that whatever the bytes say nothing can go astray. Cost: linear.
#include "base/pack.h"
#include "geom/order.h"
#include "path/sights/explore.h"

/// To be raised when the same tables give other sights than before, or the layout changes.
enum { VERSION = 2 };

/// Bytes of an item.
enum { OUTLOOK_SIZE = 88, VISTA_SIZE = 56, OPENER_SIZE = 8 };

enum { HEADER_SIZE = 24 };

static void pack_vector(cw_pack *pack, cw_vec2 *vector) {
    cw_pack_f64(pack, &vector->x);
    cw_pack_f64(pack, &vector->y);
}

static void pack_outlook(cw_pack *pack, cw_outlook *outlook) {
    uint32_t flags = outlook->open ? 1u : 0;
    double low = 0, high = outlook->whole; /* the layout has room for a part of it */
    pack_vector(pack, &outlook->first);
    cw_pack_f64(pack, &low);
    cw_pack_f64(pack, &high);
    cw_pack_f64(pack, &outlook->whole);
    cw_pack_f64(pack, &outlook->first_slack);
    cw_pack_f64(pack, &outlook->last_slack);
    cw_pack_f64(pack, &outlook->reach);
    cw_pack_u32(pack, &outlook->sight_first);
    cw_pack_u32(pack, &outlook->sight_count);
    cw_pack_u32(pack, &outlook->late_count);
    cw_pack_u32(pack, &outlook->cell_first);
    cw_pack_u32(pack, &outlook->cell_count);
    cw_pack_u32(pack, &flags);
    outlook->open = (flags & 1) != 0;
}

static void pack_vista(cw_pack *pack, cw_vista *vista) {
    pack_vector(pack, &vista->along);
    cw_pack_f64(pack, &vista->distance);
    cw_pack_f64(pack, &vista->leaves);
    cw_pack_f64(pack, &vista->arrives);
    cw_pack_f32(pack, &vista->least);
    cw_pack_f32(pack, &vista->sure);
    cw_pack_f32(pack, &vista->most);
    cw_pack_u32(pack, &vista->bend);
}

/// What bends see: other bends, and cells.
static cw_status pack_seen(cw_pack *pack, cw_sights *sights) {
    uint32_t vistas = sights->vistas.count, cells = sights->cells.count;
    cw_pack_u32(pack, &vistas);
    CW_TRY(CW_PACK_BLOCK(pack, sights->vistas.items, vistas, VISTA_SIZE));
    if (pack->in != NULL) {
        sights->vistas.count = sights->vistas.capacity = vistas;
    }
    for (uint32_t i = 0; i < vistas; i++) {
        pack_vista(pack, &sights->vistas.items[i]);
    }
    cw_pack_u32(pack, &cells);
    CW_TRY(CW_PACK_BLOCK(pack, sights->cells.items, cells, sizeof(uint32_t)));
    if (pack->in != NULL) {
        sights->cells.count = sights->cells.capacity = cells;
    }
    for (uint32_t i = 0; i < cells; i++) {
        cw_pack_u32(pack, &sights->cells.items[i]);
    }
    return CW_OK;
}

static cw_status pack_lists(cw_pack *pack, cw_sights *sights) {
    const cw_navmesh *mesh = sights->clearance->mesh;
    uint32_t bends = 2 * sights->clearance->corner_count;
    CW_TRY(CW_PACK_BLOCK(pack, sights->outlooks, bends, OUTLOOK_SIZE));
    for (uint32_t i = 0; i < bends; i++) {
        pack_outlook(pack, &sights->outlooks[i]);
    }
    CW_TRY(pack_seen(pack, sights));
    CW_TRY(cw_pack_offsets(pack, &sights->opener_first, mesh->cell_count));
    uint32_t openers = sights->opener_first[mesh->cell_count];
    CW_TRY(CW_PACK_BLOCK(pack, sights->openers, openers, OPENER_SIZE));
    sights->opener_count = openers;
    for (uint32_t i = 0; i < openers; i++) {
        cw_pack_u32(pack, &sights->openers[i].bend);
        cw_pack_u32(pack, &sights->openers[i].door);
    }
    return CW_OK;
}

/// What stands before the lists.
typedef struct header {
    uint32_t version, murky;
    uint64_t tables, lists; ///< hashes
} header;

static void pack_header(cw_pack *pack, header *head) {
    cw_pack_u32(pack, &head->version);
    cw_pack_u32(pack, &head->murky);
    cw_pack_u64(pack, &head->tables);
    cw_pack_u64(pack, &head->lists);
}

static uint64_t hash_of(const uint8_t *bytes, size_t size) {
    uint64_t hash = size;
    for (; size >= 8; bytes += 8, size -= 8) {
        hash = cw_mix(hash ^ cw_get_u64(bytes));
    }
    for (; size > 0; bytes++, size--) {
        hash = cw_mix(hash ^ *bytes);
    }
    return hash;
}

cw_status cw_sights_save(cw_context *context, const cw_sights *sights, uint8_t **bytes,
                         size_t *size) {
    CW_ASSERT(context != NULL && sights != NULL && bytes != NULL && size != NULL);
    *bytes = NULL;
    *size = 0;
    cw_sights lists = *sights; /* packing only reads it, as it does not read bytes */
    header head = {VERSION, lists.murky, cw_clearance_hash(lists.clearance), 0};
    cw_pack count = {.context = context, .size = HEADER_SIZE};
    CW_TRY(pack_lists(&count, &lists));
    uint8_t *made;
    CW_TRY(CW_ALLOCATE(context, made, count.size));
    cw_pack pack = {.context = context, .out = made + HEADER_SIZE};
    (void)pack_lists(&pack, &lists); /* as when it was counted */
    head.lists = hash_of(made + HEADER_SIZE, count.size - HEADER_SIZE);
    pack.out = made;
    pack_header(&pack, &head);
    *bytes = made;
    *size = count.size;
    return CW_OK;
}

static bool is_outlook(const cw_sights *sights, const cw_outlook *outlook) {
    uint64_t end =
        (uint64_t)outlook->sight_first + outlook->sight_count + (uint64_t)outlook->late_count;
    uint64_t cell_end = (uint64_t)outlook->cell_first + outlook->cell_count;
    return end <= sights->vistas.count && cell_end <= sights->cells.count &&
           isfinite(outlook->first.x) && isfinite(outlook->first.y) && isfinite(outlook->whole) &&
           isfinite(outlook->first_slack) && isfinite(outlook->last_slack) &&
           !isnan(outlook->reach);
}

static bool is_vista(const cw_vista *vista, uint32_t bends) {
    return vista->bend < bends && isfinite(vista->along.x) && isfinite(vista->along.y) &&
           isfinite(vista->distance) && vista->distance > 0 && isfinite(vista->leaves) &&
           isfinite(vista->arrives) && !isnan(vista->least) && !isnan(vista->sure) &&
           !isnan(vista->most);
}

static cw_status check_lists(const cw_sights *sights) {
    uint32_t bends = 2 * sights->clearance->corner_count;
    uint32_t edges = sights->clearance->mesh->edge_count;
    for (uint32_t i = 0; i < bends; i++) {
        if (!is_outlook(sights, &sights->outlooks[i])) {
            return cw_fail(sights->context, CW_ERROR_INVALID, "bend %u has no such sights", i);
        }
    }
    for (uint32_t i = 0; i < sights->vistas.count; i++) {
        if (!is_vista(&sights->vistas.items[i], bends)) {
            return cw_fail(sights->context, CW_ERROR_INVALID, "way %u leads nowhere", i);
        }
    }
    for (uint32_t i = 0; i < sights->cells.count; i++) {
        if (sights->cells.items[i] >= sights->clearance->mesh->cell_count) {
            return cw_fail(sights->context, CW_ERROR_INVALID, "cell %u does not exist",
                           sights->cells.items[i]);
        }
    }
    for (uint32_t i = 0; i < sights->opener_count; i++) {
        const cw_opener *opener = &sights->openers[i];
        if (opener->bend >= bends || (opener->door != CW_NONE && opener->door >= edges)) {
            return cw_fail(sights->context, CW_ERROR_INVALID, "opener %u is no bend", i);
        }
    }
    return CW_OK;
}

static cw_status read_sights(cw_pack *pack, cw_sights *sights) {
    cw_context *context = pack->context;
    header head = {0};
    pack_header(pack, &head);
    if (pack->broken || head.version != VERSION || head.murky > 1) {
        return cw_fail(context, CW_ERROR_INPUT, "version %u is not known, only %u", head.version,
                       (unsigned)VERSION);
    }
    if (head.tables != cw_clearance_hash(sights->clearance)) {
        return cw_fail(context, CW_ERROR_FORMAT, "they are of another mesh");
    }
    uint64_t hash = hash_of(pack->in, pack->size);
    if (head.lists != hash) {
        return cw_fail(context, CW_ERROR_FORMAT, "hash 0x%016llx should be 0x%016llx",
                       (unsigned long long)head.lists, (unsigned long long)hash);
    }
    CW_TRY(pack_lists(pack, sights));
    if (pack->broken || pack->size != 0) {
        return cw_fail(context, CW_ERROR_FORMAT, "they end %s",
                       pack->broken ? "too early" : "before their bytes do");
    }
    CW_TRY(check_lists(sights));
    sights->murky = head.murky != 0;
    CW_TRY(cw_sights_list_near(sights));
    return cw_sights_copy_faces(sights);
}

cw_status cw_sights_load(cw_context *context, const cw_clearance *clearance, const uint8_t *bytes,
                         size_t size, cw_sights **sights) {
    CW_ASSERT(context != NULL && clearance != NULL && sights != NULL);
    CW_ASSERT(bytes != NULL || size == 0);
    *sights = NULL;
    if (clearance->mesh == NULL || size == 0) {
        return cw_fail(context, CW_ERROR_INPUT, "sights: there are none");
    }
    cw_sights *made;
    CW_TRY(CW_ALLOCATE(context, made, 1));
    made->context = context;
    made->clearance = clearance;
    cw_pack pack = {.context = context, .in = bytes, .size = size};
    cw_status status = read_sights(&pack, made);
    if (status != CW_OK) {
        cw_sights_free(made);
        return cw_fail_in(context, status, "sights");
    }
    *sights = made;
    return CW_OK;
}
