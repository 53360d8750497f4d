/// The context: allocator, callbacks, the last message; and the array helpers that use it.
#include "base/context.h"
#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_WORKERS = 256, FIRST_CAPACITY = 16 };

const char *cw_status_string(cw_status status) {
    switch (status) {
    case CW_OK: return "done";
    case CW_ERROR_ARGUMENT: return "a value is out of its range";
    case CW_ERROR_MEMORY: return "out of memory";
    case CW_ERROR_INPUT: return "the input cannot be used";
    case CW_ERROR_LIMIT: return "the input is larger than a limit";
    case CW_ERROR_FORMAT: return "the file does not follow its format";
    case CW_ERROR_INVALID: return "an invariant is broken";
    case CW_ERROR_CANCELLED: return "cancelled";
    case CW_ERROR_IO: return "a file could not be read or written";
    case CW_ERROR_INTERNAL: return "internal error";
    }
    return "unknown status";
}

static void *libc_resize(void *user, void *memory, size_t old_size, size_t new_size) {
    (void)user;
    (void)old_size;
    if (new_size == 0) {
        free(memory);
        return NULL;
    }
    return realloc(memory, new_size);
}

cw_context_config cw_context_config_default(void) {
    cw_context_config config = {.workers = 1};
    config.allocator.resize = libc_resize;
    return config;
}

cw_status cw_context_create(const cw_context_config *config, cw_context **context) {
    CW_ASSERT(context != NULL);
    *context = NULL;
    cw_context_config chosen = config != NULL ? *config : cw_context_config_default();
    if (chosen.allocator.resize == NULL) {
        chosen.allocator.resize = libc_resize;
    }
    if (chosen.workers < 1 || chosen.workers > MAX_WORKERS) {
        return CW_ERROR_ARGUMENT;
    }
    cw_context *made = chosen.allocator.resize(chosen.allocator.user, NULL, 0, sizeof *made);
    if (made == NULL) {
        return CW_ERROR_MEMORY;
    }
    *made = (cw_context){.config = chosen};
    *context = made;
    return CW_OK;
}

void cw_context_free(cw_context *context) {
    if (context != NULL) {
        cw_crew_free(context->crew);
        cw_allocator allocator = context->config.allocator;
        allocator.resize(allocator.user, context, sizeof *context, 0);
    }
}

cw_context cw_context_copy(const cw_context *context) {
    cw_context copy = {.config = context->config};
    copy.config.progress = NULL;
    copy.config.workers = 1;
    return copy;
}

const char *cw_context_message(const cw_context *context) {
    return context != NULL ? context->message : "";
}

void cw_context_release(cw_context *context, void *memory, size_t size) {
    if (memory != NULL) {
        cw_allocator allocator = context->config.allocator;
        allocator.resize(allocator.user, memory, size, 0);
    }
}

void *cw_context_resize(cw_context *context, void *memory, size_t old_size, size_t new_size) {
    cw_allocator allocator = context->config.allocator;
    return allocator.resize(allocator.user, memory, old_size, new_size);
}

cw_status cw_context_fail(cw_context *context, cw_status status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(context->message, CW_MESSAGE_SIZE, format, arguments);
    va_end(arguments);
    return status;
}

cw_status cw_fail(cw_context *context, cw_status status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(context->message, CW_MESSAGE_SIZE, format, arguments);
    va_end(arguments);
    return status;
}

cw_status cw_fail_in(cw_context *context, cw_status status, const char *about) {
    char reason[CW_MESSAGE_SIZE];
    memcpy(reason, context->message, sizeof reason);
    return cw_fail(context, status, "%s: %s", about, reason);
}

void cw_log(cw_context *context, const char *format, ...) {
    if (context->config.log != NULL) {
        char message[CW_MESSAGE_SIZE];
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(message, sizeof message, format, arguments);
        va_end(arguments);
        context->config.log(context->config.user, message);
    }
}

void cw_context_warn(cw_context *context, const char *format, ...) {
    char message[CW_MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    cw_log(context, "%s", message);
}

cw_status cw_context_progress(cw_context *context, const char *stage, double fraction) {
    return cw_progress(context, stage, fraction);
}

cw_status cw_progress(cw_context *context, const char *stage, double fraction) {
    if (context->config.progress != NULL &&
        !context->config.progress(context->config.user, stage, fraction)) {
        return cw_fail(context, CW_ERROR_CANCELLED, "cancelled during %s", stage);
    }
    return CW_OK;
}

cw_status cw_resize(cw_context *context, void **memory, size_t old_count, size_t new_count,
                    size_t item_size) {
    size_t size;
    if (__builtin_mul_overflow(new_count, item_size, &size)) {
        return cw_fail(context, CW_ERROR_MEMORY, "out of memory: %zu items of %zu bytes", new_count,
                       item_size);
    }
    cw_allocator allocator = context->config.allocator;
    void *moved = allocator.resize(allocator.user, *memory, old_count * item_size, size);
    if (moved == NULL && size > 0) {
        return cw_fail(context, CW_ERROR_MEMORY, "out of memory: %zu bytes", size);
    }
    *memory = moved;
    return CW_OK;
}

cw_status cw_allocate(cw_context *context, void **memory, size_t count, size_t item_size) {
    *memory = NULL;
    if (count > 0) {
        CW_TRY(cw_resize(context, memory, 0, count, item_size));
        memset(*memory, 0, count * item_size);
    }
    return CW_OK;
}

cw_status cw_reserve(cw_context *context, void **memory, uint32_t *capacity, size_t needed,
                     size_t item_size) {
    if (needed <= *capacity) {
        return CW_OK;
    }
    if (needed >= CW_NONE) {
        return cw_fail(context, CW_ERROR_LIMIT, "more than %u items", CW_NONE - 1);
    }
    size_t grown = (size_t)*capacity + *capacity / 2;
    grown = grown < FIRST_CAPACITY ? FIRST_CAPACITY : grown;
    grown = grown < needed ? needed : grown;
    grown = grown >= CW_NONE ? CW_NONE - 1 : grown;
    CW_TRY(cw_resize(context, memory, *capacity, grown, item_size));
    *capacity = (uint32_t)grown;
    return CW_OK;
}

double cw_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

uint32_t cw_workers(const cw_context *context) {
    return context->config.workers;
}
