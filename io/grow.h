/// Blocks that grow while a file is read.
#ifndef CW_IO_GROW_H
#define CW_IO_GROW_H

#include "clearway/base.h"

/// Makes room for at least `needed` items, at most doubling; false when there is no memory.
bool cw_grow(cw_context *context, void **items, size_t *capacity, size_t needed, size_t item_size);

/// cw_grow() for an lvalue `items` of type T* and its capacity, a size_t.
#define CW_GROW(context, items, capacity, needed) \
    cw_grow((context), (void **)&(items), &(capacity), (needed), sizeof *(items))

/// Frees such a block.
#define CW_GROWN_FREE(context, items, capacity) \
    cw_context_release((context), (items), (capacity) * sizeof *(items))

#endif
