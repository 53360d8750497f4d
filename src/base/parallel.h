/// The one parallel primitive: a loop over index ranges.
#ifndef CW_BASE_PARALLEL_H
#define CW_BASE_PARALLEL_H

#include "base/memory.h"

/// Handles items begin .. end - 1. The context is the worker's own; each range writes only its own
/// results.
typedef cw_status cw_range_task(cw_context *context, void *user, uint32_t begin, uint32_t end);

/// Runs a task over ranges of `grain` items that cover 0 .. count - 1, on up to the context's
/// number of workers. Range i begins at i * grain whatever the number of workers. The calling
/// thread reports progress under the name of the stage, and the loop ends early when the report
/// asks for it. Returns the failure of the lowest range that failed.
cw_status cw_parallel_for(cw_context *context, const char *stage, uint32_t count, uint32_t grain,
                          cw_range_task *task, void *user);

#endif
