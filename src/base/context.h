/// The inside of a context, for the parallel loop.
#ifndef CW_BASE_CONTEXT_H
#define CW_BASE_CONTEXT_H

#include "base/crew.h"

enum { CW_MESSAGE_SIZE = 512 };

struct cw_context {
    cw_context_config config;
    char message[CW_MESSAGE_SIZE];
    cw_crew *crew; ///< of its loops; NULL until one needs it
};

/// A context for another thread: the same allocator and log, no progress calls, one worker.
cw_context cw_context_copy(const cw_context *context);

#endif
