/// Blocks that grow; see grow.h.
#include "grow.h"

bool cw_grow(cw_context *context, void **items, size_t *capacity, size_t needed, size_t item_size) {
    if (needed <= *capacity) {
        return true;
    }
    size_t grown = *capacity * 2 < needed ? needed : *capacity * 2;
    size_t size;
    if (__builtin_mul_overflow(grown, item_size, &size)) {
        return false;
    }
    void *moved = cw_context_resize(context, *items, *capacity * item_size, size);
    if (moved == NULL) {
        return false;
    }
    *items = moved;
    *capacity = grown;
    return true;
}
