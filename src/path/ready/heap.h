/// A binary heap of numbered items, least key first; of equal keys the later number, which in a
/// search is the deeper one.
#ifndef CW_PATH_READY_HEAP_H
#define CW_PATH_READY_HEAP_H

#include "base/memory.h"

typedef struct cw_heap_item {
    double key;
    uint32_t node;
} cw_heap_item;

typedef CW_ARRAY(cw_heap_item) cw_heap;

/// Without a branch that could not be foreseen: keys are hardly ever equal.
static inline bool cw_heap_before(cw_heap_item a, cw_heap_item b) {
    bool before = a.key < b.key;
    return a.key == b.key ? a.node > b.node : before;
}

static inline cw_status cw_heap_push(cw_context *context, cw_heap *heap, cw_heap_item item) {
    CW_TRY(CW_ARRAY_PUSH(context, heap, item));
    cw_heap_item *items = heap->items;
    uint32_t i = heap->count - 1;
    while (i > 0 && cw_heap_before(item, items[(i - 1) / 2])) {
        items[i] = items[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    items[i] = item;
    return CW_OK;
}

/// Puts an item into the top of a heap, or below it.
static inline void cw_heap_sink(cw_heap *heap, cw_heap_item item) {
    cw_heap_item *items = heap->items;
    uint32_t count = heap->count, i = 0;
    for (uint32_t child = 1; child < count; child = 2 * i + 1) {
        child += child + 1 < count && cw_heap_before(items[child + 1], items[child]);
        if (!cw_heap_before(items[child], item)) {
            break;
        }
        items[i] = items[child];
        i = child;
    }
    items[i] = item;
}

/// Takes the least item of a heap that is not empty.
static inline cw_heap_item cw_heap_pop(cw_heap *heap) {
    cw_heap_item top = heap->items[0];
    cw_heap_sink(heap, heap->items[--heap->count]);
    return top;
}

/// Takes the least item of a heap that is not empty, and puts in another one, which is not less. A
/// new one of a search seldom sinks far.
static inline cw_heap_item cw_heap_exchange(cw_heap *heap, cw_heap_item item) {
    cw_heap_item top = heap->items[0];
    cw_heap_sink(heap, item);
    return top;
}

#endif
