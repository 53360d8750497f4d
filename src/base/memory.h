/// Memory of a context: blocks, growable arrays, and the messages of failures.
#ifndef CW_BASE_MEMORY_H
#define CW_BASE_MEMORY_H

#include "clearway/base.h"

#include <assert.h>

/// A call that breaks a documented precondition.
#define CW_ASSERT(condition) assert(condition)

/// Returns from the enclosing function when `call` fails.
#define CW_TRY(call)                      \
    do {                                  \
        cw_status cw_try_status = (call); \
        if (cw_try_status != CW_OK) {     \
            return cw_try_status;         \
        }                                 \
    } while (0)

/// Writes a message into the context and returns `status`.
cw_status cw_fail(cw_context *context, cw_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Puts what a failure is about before the words of the context; returns `status`.
cw_status cw_fail_in(cw_context *context, cw_status status, const char *about);

/// Sends a warning to the log callback.
void cw_log(cw_context *context, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Tells the progress callback; CW_ERROR_CANCELLED when it asks to stop.
cw_status cw_progress(cw_context *context, const char *stage, double fraction);

/// Resizes a block of count items; keeps *memory on failure. Checks count * item_size for overflow.
cw_status cw_resize(cw_context *context, void **memory, size_t old_count, size_t new_count,
                    size_t item_size);

/// A zeroed block of count items into *memory; NULL when count is 0.
cw_status cw_allocate(cw_context *context, void **memory, size_t count, size_t item_size);

/// Makes room for at least `needed` items in a growable array.
cw_status cw_reserve(cw_context *context, void **memory, uint32_t *capacity, size_t needed,
                     size_t item_size);

/// Typed forms: `pointer` is an lvalue of type T*.
#define CW_RESIZE(context, pointer, old_count, new_count) \
    cw_resize((context), (void **)&(pointer), (old_count), (new_count), sizeof *(pointer))
#define CW_ALLOCATE(context, pointer, count) \
    cw_allocate((context), (void **)&(pointer), (count), sizeof *(pointer))
#define CW_RESERVE(context, pointer, capacity, needed) \
    ((size_t)(needed) <= (capacity)                    \
         ? CW_OK                                       \
         : cw_reserve((context), (void **)&(pointer), &(capacity), (needed), sizeof *(pointer)))
/// Frees a block of count items and clears the pointer.
#define CW_RELEASE(context, pointer, count)                                            \
    do {                                                                               \
        cw_context_release((context), (pointer), (size_t)(count) * sizeof *(pointer)); \
        (pointer) = NULL;                                                              \
    } while (0)

/// A growable array of T: CW_ARRAY(uint32_t) list = {0};
#define CW_ARRAY(type)     \
    struct {               \
        type *items;       \
        uint32_t count;    \
        uint32_t capacity; \
    }
#define CW_ARRAY_RESERVE(context, array, needed) \
    CW_RESERVE((context), (array)->items, (array)->capacity, (needed))
#define CW_ARRAY_FREE(context, array)                             \
    do {                                                          \
        CW_RELEASE((context), (array)->items, (array)->capacity); \
        (array)->count = 0;                                       \
        (array)->capacity = 0;                                    \
    } while (0)
/// Memory held by an array, in bytes.
#define CW_ARRAY_BYTES(array) ((array)->capacity * sizeof *(array)->items)
/// Appends a value; evaluates to a status.
#define CW_ARRAY_PUSH(context, array, ...)                                     \
    (CW_ARRAY_RESERVE((context), (array), (size_t)(array)->count + 1) == CW_OK \
         ? ((array)->items[(array)->count++] = (__VA_ARGS__), CW_OK)           \
         : CW_ERROR_MEMORY)

/// Seconds of a monotonic clock.
double cw_clock(void);

/// Threads a context may use.
uint32_t cw_workers(const cw_context *context);

#endif
