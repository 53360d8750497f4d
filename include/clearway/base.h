/// \file base.h
/// Status codes, the context (allocator, log, progress, workers) and small vectors.
///
/// Numbers and data may be anything: what cannot be used gives a status and a message. Pointers may
/// be NULL only where a comment says so, and functions that return no status take only cells,
/// edges and agents that exist; builds without NDEBUG assert that.
#ifndef CLEARWAY_BASE_H
#define CLEARWAY_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32)
#define CW_API
#else
#define CW_API __attribute__((visibility("default")))
#endif

/// No such index. Every 32-bit index of the library uses this one value for "none".
#define CW_NONE UINT32_MAX

/// Largest magnitude of a plan coordinate or height that is accepted, in metres.
#define CW_COORDINATE_LIMIT 2.1e7

/// The result of a call. Zero is success; outputs are zeroed on failure.
typedef enum cw_status {
    CW_OK = 0,
    CW_ERROR_ARGUMENT,  ///< a value of the call or of its config is out of its documented range
    CW_ERROR_MEMORY,    ///< the allocator gave nothing
    CW_ERROR_INPUT,     ///< the data cannot be used: not finite, out of range, nothing walkable
    CW_ERROR_LIMIT,     ///< the data is larger than a limit; the message names the limit
    CW_ERROR_FORMAT,    ///< bytes or text do not follow the file format
    CW_ERROR_INVALID,   ///< a structure breaks one of its invariants; the message says which
    CW_ERROR_CANCELLED, ///< the progress callback asked to stop
    CW_ERROR_IO,        ///< a file could not be read or written
    CW_ERROR_INTERNAL,  ///< a broken promise inside the library: please report it
} cw_status;

/// A short description of a status, never NULL.
CW_API const char *cw_status_string(cw_status status);

/// A point or direction in plan, in metres.
typedef struct cw_vec2 {
    double x, y;
} cw_vec2;

/// A point in space, in metres; z is up.
typedef struct cw_vec3 {
    double x, y, z;
} cw_vec3;

/// Where memory comes from. `resize` behaves like realloc, and frees when new_size is 0. With more
/// than one worker it is called from several threads at once.
typedef struct cw_allocator {
    void *user;
    void *(*resize)(void *user, void *memory, size_t old_size, size_t new_size);
} cw_allocator;

/// How a context is made. Start from cw_context_config_default().
typedef struct cw_context_config {
    /// Allocator; with a NULL `resize` the C library's is used.
    cw_allocator allocator;
    /// Called with each warning, in words; may be NULL.
    void (*log)(void *user, const char *message);
    /// Called now and then by long operations with the name of the stage and the share done in
    /// [0, 1]; returning false stops the operation with CW_ERROR_CANCELLED. May be NULL.
    bool (*progress)(void *user, const char *stage, double fraction);
    /// Passed to `log` and `progress`.
    void *user;
    /// Threads that may be used, 1 to 256. Results do not depend on it. They are made when they are
    /// first needed, sleep in between, and end with the context.
    uint32_t workers;
} cw_context_config;

/// One worker, the C library's allocator, no callbacks.
CW_API cw_context_config cw_context_config_default(void);

/// Carries allocator, callbacks, workers and the last message. One context per thread.
typedef struct cw_context cw_context;

/// Makes a context; `config` may be NULL for the defaults.
CW_API cw_status cw_context_create(const cw_context_config *config, cw_context **context);

/// Frees a context; NULL is fine.
CW_API void cw_context_free(cw_context *context);

/// The reason of the last failure in words, or "" if there was none. Never NULL.
CW_API const char *cw_context_message(const cw_context *context);

/// Frees a block that a function of this library handed out (for example saved bytes).
CW_API void cw_context_release(cw_context *context, void *memory, size_t size);

/// Memory from the context's allocator, for code that stands beside this library (libclearway-io):
/// behaves like realloc from `old_size` to `new_size` > 0 bytes; NULL when there is none. Give it
/// back with cw_context_release().
CW_API void *cw_context_resize(cw_context *context, void *memory, size_t old_size, size_t new_size);

/// Sends a warning, printf style, to the context's log; for code that stands beside this library.
CW_API void cw_context_warn(cw_context *context, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/// Tells the progress callback the name of a stage and the share done in [0, 1]; CW_ERROR_CANCELLED
/// when it asks to stop. For code that stands beside this library.
CW_API cw_status cw_context_progress(cw_context *context, const char *stage, double fraction);

/// Leaves the reason of a failure, printf style, as the context's message and returns `status`.
CW_API cw_status cw_context_fail(cw_context *context, cw_status status, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

#ifdef __cplusplus
}
#endif

#endif
