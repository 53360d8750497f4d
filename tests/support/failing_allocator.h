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

/// Refuses the nth request for memory from now on, and only that one; 0 refuses none.
void failing_allocator_fail_at(failing_allocator *memory, size_t nth);

#endif
