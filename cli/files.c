/// Files of the command line.
///
/// Output is checked before any work is done: a build of minutes must not end in "permission
/// denied". Writing itself is safe in libclearway-io (a temporary file, renamed when complete);
/// what is checked here besides is what renaming must not replace: links, devices, and the input.
#define _POSIX_C_SOURCE 200809L
#include "files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

cw_content cw_files_content(const char *path) {
    switch (cw_file_kind_of(path)) {
    case CW_FILE_WKT:
    case CW_FILE_GEOJSON:
    case CW_FILE_DAT: return CW_CONTENT_PLAN;
    case CW_FILE_CWM:
    case CW_FILE_JSON:
    case CW_FILE_MESH: return CW_CONTENT_MESH;
    case CW_FILE_OBJ: return CW_CONTENT_TRIANGLES;
    case CW_FILE_NAV: return CW_CONTENT_EXPORT;
    case CW_FILE_SVG:
    case CW_FILE_PNG:
    case CW_FILE_PDF: return CW_CONTENT_PICTURE;
    case CW_FILE_UNKNOWN: break;
    }
    return CW_CONTENT_UNKNOWN;
}

cw_exit cw_files_refuse_input(cw_session *session, const char *path, const char *wanted) {
    struct stat facts;
    if (stat(path, &facts) != 0) {
        return cw_session_refuse(session, CW_EXIT_INPUT, path, "%s", strerror(errno));
    }
    if (S_ISDIR(facts.st_mode)) {
        return cw_session_refuse(session, CW_EXIT_INPUT, path, "is a folder; wanted is %s", wanted);
    }
    return cw_session_refuse(session, CW_EXIT_INPUT, path,
                             "cannot be read here by its extension; wanted is %s", wanted);
}

cw_exit cw_files_refuse_no_mesh(cw_session *session, const char *path) {
    cw_content content = cw_files_content(path);
    bool buildable = content == CW_CONTENT_PLAN || content == CW_CONTENT_TRIANGLES;
    return cw_files_refuse_input(
        session, path,
        buildable ? "a mesh (.cwm, .json, .mesh), which 'clearway build' makes of this"
                  : "a mesh (.cwm, .json, .mesh)");
}

cw_exit cw_files_refuse_no_surface(cw_session *session, const char *path) {
    return cw_files_refuse_input(session, path,
                                 "a plan (.wkt, .geojson, .dat) or walkable triangles (.obj)");
}

bool cw_files_takes_mesh(const char *path) {
    cw_content content = cw_files_content(path);
    return content == CW_CONTENT_MESH || content == CW_CONTENT_TRIANGLES ||
           content == CW_CONTENT_EXPORT;
}

/// The folder of a path, in memory of its own.
static char *folder_of(const char *path) {
    const char *slash = strrchr(path, '/');
    if (slash == NULL) {
        return strdup(".");
    }
    return slash == path ? strdup("/") : strndup(path, (size_t)(slash - path));
}

static cw_exit check_folder(cw_session *session, const char *output) {
    char *folder = folder_of(output);
    if (folder == NULL) {
        return cw_session_refuse(session, CW_EXIT_INTERNAL, output, "out of memory");
    }
    bool writable = access(folder, W_OK | X_OK) == 0;
    int reason = errno;
    free(folder);
    if (!writable) {
        return cw_session_refuse(session, CW_EXIT_INPUT, output, "its folder cannot be written: %s",
                                 strerror(reason));
    }
    return CW_EXIT_DONE;
}

static const char *unfit_kind(mode_t mode) {
    if (S_ISDIR(mode)) {
        return "a folder";
    }
    if (S_ISLNK(mode)) {
        return "a symbolic link, which is not followed";
    }
    return S_ISREG(mode) ? NULL : "not a plain file";
}

cw_exit cw_files_check_output(cw_session *session, const char *output, const char *input) {
    struct stat source, target;
    if (lstat(output, &target) != 0) {
        if (errno != ENOENT) {
            return cw_session_refuse(session, CW_EXIT_INPUT, output, "%s", strerror(errno));
        }
        return check_folder(session, output);
    }
    const char *unfit = unfit_kind(target.st_mode);
    if (unfit != NULL) {
        return cw_session_refuse(session, CW_EXIT_INPUT, output,
                                 "cannot be written, because it is %s", unfit);
    }
    if (stat(input, &source) == 0 && source.st_dev == target.st_dev &&
        source.st_ino == target.st_ino) {
        return cw_session_refuse(session, CW_EXIT_INPUT, output,
                                 "is the input, which is not overwritten");
    }
    return check_folder(session, output);
}

static cw_exit read_plan_surface(cw_session *session, const char *path, cw_surface *surface,
                                 double *seconds) {
    cw_plan plan = {0};
    cw_status status = cw_plan_read(session->context, path, &plan);
    double started = cw_session_clock();
    if (status == CW_OK) {
        status = cw_surface_from_plan(session->context, &plan, NULL, surface);
    }
    *seconds = cw_session_clock() - started;
    cw_plan_free(session->context, &plan);
    return cw_session_outcome(session, status, path);
}

cw_exit cw_files_read_surface(cw_session *session, const char *path, bool up_is_y,
                              cw_surface *surface, double *seconds) {
    double ignored = 0;
    double *taken = seconds != NULL ? seconds : &ignored;
    cw_content content = cw_files_content(path);
    if (content == CW_CONTENT_PLAN) {
        return read_plan_surface(session, path, surface, taken);
    }
    if (content != CW_CONTENT_TRIANGLES) {
        return cw_files_refuse_no_surface(session, path);
    }
    double started = cw_session_clock();
    cw_status status = cw_surface_read_obj(session->context, path, up_is_y, NULL, surface);
    *taken = cw_session_clock() - started;
    return cw_session_outcome(session, status, path);
}

cw_exit cw_files_read_mesh(cw_session *session, const char *path, cw_navmesh *mesh) {
    if (cw_files_content(path) != CW_CONTENT_MESH) {
        return cw_files_refuse_no_mesh(session, path);
    }
    cw_status status = cw_navmesh_read(session->context, path, mesh);
    return cw_session_outcome(session, status, path);
}

/// Lattice steps that dents may be deep which rounding leaves in convex cells.
static const double ROUNDING_STEPS = 2.0;

/// Polyanya and Menge take cells for convex, and the walls of a dent for floor.
static void warn_of_dents(cw_session *session, const cw_navmesh *mesh, const char *path) {
    cw_file_kind kind = cw_file_kind_of(path);
    double depth = mesh->stats.relaxation_depth;
    if ((kind == CW_FILE_MESH || kind == CW_FILE_NAV) &&
        depth > ROUNDING_STEPS * mesh->lattice.step) {
        cw_session_warn(session,
                        "programs that read %s take cells for convex, but these have dents of up "
                        "to %.3g m; without --alpha, --tau and --turn they have none",
                        kind == CW_FILE_MESH ? ".mesh" : ".nav", depth);
    }
}

cw_exit cw_files_write_mesh(cw_session *session, const cw_navmesh *mesh, const char *path) {
    cw_status status = cw_navmesh_write(session->context, mesh, path);
    if (status == CW_OK) {
        warn_of_dents(session, mesh, path);
    }
    return cw_session_outcome(session, status, path);
}
