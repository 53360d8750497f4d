/// What the WebAssembly module needs beside libclearway: a context whose warnings and progress
/// reach the host.
///
/// A host outside cannot hand in function pointers, so the callbacks of the context are two imports
/// of the module `clearway`:
///   log(text)                  a warning; a NUL-terminated UTF-8 text in the memory of the module
///   progress(stage, fraction)  a name and a share in [0, 1]; 0 stops the operation
#include "clearway/clearway.h"

/// The name under which the host finds the function.
#define HOST(name) __attribute__((import_module("clearway"), import_name(name)))

/// How far ahead of its walls a corner may run before it is capped, as in the command.
static const double ROADMAP_MITER = 1.2;

HOST("log") void host_log(const char *message);
HOST("progress") int32_t host_progress(const char *stage, double fraction);

cw_status cw_web_context_create(cw_context **context);
const char *cw_web_version(void);
cw_status cw_web_roadmap(cw_context *context, const cw_surface *surface,
                         const cw_clearance *clearance, double spacing, cw_roadmap *roadmap);

static void pass_log(void *user, const char *message) {
    (void)user;
    host_log(message);
}

static bool pass_progress(void *user, const char *stage, double fraction) {
    (void)user;
    return host_progress(stage, fraction) != 0;
}

/// Makes a context whose log and progress are the imports.
cw_status cw_web_context_create(cw_context **context) {
    cw_context_config config = cw_context_config_default();
    config.log = pass_log;
    config.progress = pass_progress;
    return cw_context_create(&config, context);
}

/// The version of the library, as in clearway.h.
const char *cw_web_version(void) {
    return CW_VERSION;
}

/// Makes the roadmap of a surface whose mesh has this clearance: skeleton and lanes in one call.
cw_status cw_web_roadmap(cw_context *context, const cw_surface *surface,
                         const cw_clearance *clearance, double spacing, cw_roadmap *roadmap) {
    cw_roadmap_config config = cw_roadmap_config_default();
    config.spacing = spacing;
    cw_skeleton_config shape = {.miter = ROADMAP_MITER};
    cw_skeleton skeleton;
    cw_status status = cw_skeleton_build(context, surface, &shape, &skeleton);
    if (status == CW_OK) {
        status = cw_roadmap_build(context, &skeleton, clearance, &config, roadmap);
    }
    cw_skeleton_free(context, &skeleton);
    return status;
}
