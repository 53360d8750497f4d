/// Threads that sleep until there is work.
///
/// They are made when they are first wanted, and end with the crew. The caller works as well and
/// never waits for a thread that has not begun: where other programs keep the processors busy, work
/// takes no longer than it would without a crew.
#include "base/crew.h"

#ifdef CW_THREADS
#include <pthread.h>
#include <unistd.h>

enum { MOST_THREADS = 64 };

struct cw_crew {
    cw_allocator allocator;
    pid_t process; ///< after a fork the child has no threads but its own
    pthread_mutex_t lock;
    pthread_cond_t called, done;
    cw_crew_task *task;
    void *user;
    uint32_t wanted; ///< threads that may still begin
    uint32_t busy;
    bool over;
    uint32_t count;
    pthread_t threads[MOST_THREADS];
};

static void *serve(void *argument) {
    cw_crew *crew = argument;
    pthread_mutex_lock(&crew->lock);
    while (!crew->over) {
        if (crew->wanted == 0) {
            pthread_cond_wait(&crew->called, &crew->lock);
            continue;
        }
        crew->wanted--;
        crew->busy++;
        pthread_mutex_unlock(&crew->lock);
        crew->task(crew->user);
        pthread_mutex_lock(&crew->lock);
        crew->wanted = 0; // it found nothing left to take
        if (--crew->busy == 0) {
            pthread_cond_signal(&crew->done);
        }
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

/// The lock and its conditions, all or none.
static bool make_lock(cw_crew *crew) {
    if (pthread_mutex_init(&crew->lock, NULL) != 0) {
        return false;
    }
    if (pthread_cond_init(&crew->called, NULL) == 0) {
        if (pthread_cond_init(&crew->done, NULL) == 0) {
            return true;
        }
        pthread_cond_destroy(&crew->called);
    }
    pthread_mutex_destroy(&crew->lock);
    return false;
}

static void release(cw_crew *crew) {
    cw_allocator allocator = crew->allocator;
    allocator.resize(allocator.user, crew, sizeof *crew, 0);
}

cw_crew *cw_crew_create(const cw_allocator *allocator) {
    cw_crew *crew = allocator->resize(allocator->user, NULL, 0, sizeof *crew);
    if (crew != NULL) {
        *crew = (cw_crew){.allocator = *allocator, .process = getpid()};
        if (!make_lock(crew)) {
            release(crew);
            crew = NULL;
        }
    }
    return crew;
}

static bool is_inherited(const cw_crew *crew) {
    return crew->process != getpid();
}

void cw_crew_begin(cw_crew *crew, uint32_t helpers, cw_crew_task *task, void *user) {
    if (crew == NULL || is_inherited(crew)) {
        return;
    }
    while (crew->count < helpers && crew->count < MOST_THREADS &&
           pthread_create(&crew->threads[crew->count], NULL, serve, crew) == 0) {
        crew->count++;
    }
    pthread_mutex_lock(&crew->lock);
    crew->task = task;
    crew->user = user;
    crew->wanted = helpers;
    pthread_mutex_unlock(&crew->lock);
    for (uint32_t i = 0; i < helpers && i < crew->count; i++) {
        pthread_cond_signal(&crew->called);
    }
}

void cw_crew_end(cw_crew *crew) {
    if (crew == NULL || is_inherited(crew)) {
        return;
    }
    pthread_mutex_lock(&crew->lock);
    crew->wanted = 0;
    while (crew->busy > 0) {
        pthread_cond_wait(&crew->done, &crew->lock);
    }
    pthread_mutex_unlock(&crew->lock);
}

void cw_crew_free(cw_crew *crew) {
    if (crew == NULL) {
        return;
    }
    if (!is_inherited(crew)) {
        pthread_mutex_lock(&crew->lock);
        crew->over = true;
        pthread_cond_broadcast(&crew->called);
        pthread_mutex_unlock(&crew->lock);
        while (crew->count > 0) {
            pthread_join(crew->threads[--crew->count], NULL);
        }
        pthread_cond_destroy(&crew->done);
        pthread_cond_destroy(&crew->called);
        pthread_mutex_destroy(&crew->lock);
    }
    release(crew);
}

#else

cw_crew *cw_crew_create(const cw_allocator *allocator) {
    (void)allocator;
    return NULL;
}

void cw_crew_begin(cw_crew *crew, uint32_t helpers, cw_crew_task *task, void *user) {
    (void)crew;
    (void)helpers;
    (void)task;
    (void)user;
}

void cw_crew_end(cw_crew *crew) {
    (void)crew;
}

void cw_crew_free(cw_crew *crew) {
    (void)crew;
}

#endif
