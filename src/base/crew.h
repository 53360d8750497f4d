/// Threads that sleep until there is work.
#ifndef CW_BASE_CREW_H
#define CW_BASE_CREW_H

#include "clearway/base.h"

/// Belongs to one calling thread.
typedef struct cw_crew cw_crew;

/// Takes pieces of shared work until there is none left.
typedef void cw_crew_task(void *user);

/// A crew without threads as yet; NULL when there is no memory, or no threads on this platform.
cw_crew *cw_crew_create(const cw_allocator *allocator);

/// Wakes up to `helpers` threads, makes those that are missing, and returns at once. Who wakes
/// early enough runs the task. NULL is fine.
void cw_crew_begin(cw_crew *crew, uint32_t helpers, cw_crew_task *task, void *user);
/// To be called when no work is left to take: waits for those who have begun, and only for them.
void cw_crew_end(cw_crew *crew);

/// Ends the threads; NULL is fine.
void cw_crew_free(cw_crew *crew);

#endif
