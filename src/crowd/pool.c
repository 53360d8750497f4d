/// The pool of portals that ways consist of.
///
/// Blocks have sizes that are powers of two; blocks that are given back are used again, so that a
/// crowd that walks allocates nothing.
#include "crowd/crowd.h"

void cw_pool_init(cw_portal_pool *pool) {
    for (int i = 0; i < CW_POOL_CLASSES; i++) {
        pool->free_first[i] = CW_NONE;
    }
}

static uint32_t class_of(uint32_t count) {
    uint32_t size_class = 0;
    while (((uint32_t)1 << size_class) < count) {
        size_class++;
    }
    return size_class;
}

/// The portals of a corridor follow each other.
static void chain(cw_portal_pool *pool, uint32_t first, uint32_t count) {
    for (uint32_t i = first; i < first + count; i++) {
        pool->after.items[i] = i + 1 < first + count ? i + 1 : CW_NONE;
    }
}

cw_status cw_pool_take(cw_crowd *crowd, uint32_t count, uint32_t *first) {
    cw_portal_pool *pool = &crowd->pool;
    uint32_t size_class = class_of(count);
    *first = pool->free_first[size_class];
    if (*first != CW_NONE) {
        pool->free_first[size_class] = pool->portals.items[*first].edge;
        chain(pool, *first, count);
        return CW_OK;
    }
    size_t needed = pool->portals.count + ((size_t)1 << size_class);
    CW_TRY(CW_ARRAY_RESERVE(crowd->context, &pool->portals, needed));
    CW_TRY(CW_ARRAY_RESERVE(crowd->context, &pool->after, needed));
    *first = pool->portals.count;
    pool->portals.count = (uint32_t)needed;
    pool->after.count = (uint32_t)needed;
    chain(pool, *first, count);
    return CW_OK;
}

void cw_pool_give(cw_crowd *crowd, uint32_t first, uint32_t count) {
    cw_portal_pool *pool = &crowd->pool;
    uint32_t size_class = class_of(count);
    pool->portals.items[first].edge = pool->free_first[size_class];
    pool->free_first[size_class] = first;
}
