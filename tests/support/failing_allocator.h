/// An allocator that counts what is alive and can refuse the nth request, to prove that code
/// survives a lack of memory without a leak.
///
///   failing_allocator memory = {0};
///   cw_context_config config = failing_allocator_config(&memory);
///   ... make a context, do something once, then for n = 1, 2, ...
///   failing_allocator_fail_at(&memory, n);
///   ... do it again; stop when it no longer fails
///   failing_allocator_fail_at(&memory, 0);
#ifndef CW_TESTS_FAILING_ALLOCATOR_H
#define CW_TESTS_FAILING_ALLOCATOR_H

#include "clearway/base.h"

typedef struct failing_allocator {
    size_t live_bytes;  ///< handed out and not given back
    size_t live_blocks; ///< likewise
    size_t peak_bytes;  ///< most that were alive at once
    size_t requests;    ///< since the last failing_allocator_fail_at
    size_t fail_at;     ///< number of the request that is refused, 0 for none
    size_t wrong_sizes; ///< blocks given back or resized with a size that was not theirs
} failing_allocator;

/// A config whose allocator keeps its books in `memory`, which must outlive the context.
cw_context_config failing_allocator_config(failing_allocator *memory);

/// A context over an allocator that keeps its books in `memory`.
cw_context *cw_counted_context(failing_allocator *memory);
/// Frees the context and checks that every block came back with its size.
void cw_counted_end(failing_allocator *memory, cw_context *context);

/// Refuses the nth request for memory from now on, and only that one; 0 refuses none.
void failing_allocator_fail_at(failing_allocator *memory, size_t nth);

/// A context of which one request after the other is refused:
///
///   tight_memory tight;
///   tight_open(&tight);
///   while (tight_next(&tight)) {
///       tight_tried(&tight, work(tight.context)); // what was made is freed again before this
///   }
///   tight_close(&tight, 10);
///
/// Ends when the work no longer fails; may then be done with other work.
typedef struct tight_memory {
    failing_allocator memory;
    cw_context *context;
    size_t before;    ///< bytes that were alive when the work began
    size_t tries;     ///< of this work
    size_t refused;   ///< requests of all work
    cw_status status; ///< of the last try
} tight_memory;

void tight_open(tight_memory *tight);
bool tight_next(tight_memory *tight);
/// Fails the running test unless the try went well or lacked memory, and nothing of it is alive.
void tight_tried(tight_memory *tight, cw_status status);
/// Frees the context. Fails the running test unless that many requests were refused.
void tight_close(tight_memory *tight, size_t refused);

#endif
