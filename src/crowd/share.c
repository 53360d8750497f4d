/// Work over ranges of agents, on several threads where there are many.
#include "base/context.h"
#include "crowd/crowd.h"

/// Agents below which one thread is quicker than several.
enum { FEW_AGENTS = 1024 };

cw_status cw_crowd_share(cw_crowd *crowd, uint32_t count, uint32_t grain, cw_range_task *task,
                         void *user) {
    if (crowd->grid.count < FEW_AGENTS || cw_workers(crowd->context) == 1) {
        return task(crowd->context, user, 0, count);
    }
    cw_context *context = crowd->context;
    bool (*progress)(void *, const char *, double) = context->config.progress;
    context->config.progress = NULL; // a step cannot be stopped halfway
    cw_status status = cw_parallel_for(context, "crowd", count, grain, task, user);
    context->config.progress = progress;
    return status;
}
