/// Files of the command line.
///
/// Output is checked before any work is done: a build of minutes must not end in "permission
/// denied". Writing itself is safe in libclearway-io (a temporary file, renamed when complete);
/// what is checked here besides is what renaming must not replace: links, devices, and the input.
#define _POSIX_C_SOURCE 200809L
#include "files.h"

#include "standard.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

cw_content cw_files_content(const char *path) {
    switch (cw_standard_is(path) ? cw_standard_kind() : cw_file_kind_of(path)) {
    case CW_FILE_WKT:
    case CW_FILE_GEOJSON:
    case CW_FILE_DAT:
    case CW_FILE_MAP:
    case CW_FILE_ROS:
    case CW_FILE_SVG: return CW_CONTENT_PLAN; // as input; pictures ask for the kind
    case CW_FILE_CWM:
    case CW_FILE_JSON:
    case CW_FILE_MESH: return CW_CONTENT_MESH;
    case CW_FILE_OBJ:
    case CW_FILE_GLTF:
    case CW_FILE_GLB:
    case CW_FILE_PLY:
    case CW_FILE_STL:
    case CW_FILE_FBX:
    case CW_FILE_DAE: return CW_CONTENT_SCENE;
    case CW_FILE_NAV:
    case CW_FILE_DETOUR:
    case CW_FILE_GODOT: return CW_CONTENT_EXPORT;
    case CW_FILE_PNG:
    case CW_FILE_PDF: return CW_CONTENT_PICTURE;
    case CW_FILE_UNKNOWN: break;
    }
    return CW_CONTENT_UNKNOWN;
}

bool cw_files_is_roadmap(const char *path) {
    char words[128] = {0};
    struct stat facts; // what is read from a pipe is gone
    bool plain =
        cw_file_kind_of(path) == CW_FILE_JSON && stat(path, &facts) == 0 && S_ISREG(facts.st_mode);
    FILE *file = plain ? fopen(path, "rb") : NULL;
    if (file == NULL) {
        return false;
    }
    size_t count = fread(words, 1, sizeof words - 1, file);
    fclose(file);
    words[count] = 0;
    return strstr(words, "clearway-roadmap") != NULL;
}

cw_exit cw_files_refuse_input(cw_session *session, const char *path, const char *wanted) {
    struct stat facts;
    if (cw_standard_is(path)) {
        return cw_session_refuse(session, CW_EXIT_INPUT, "stdin", "wanted is %s", wanted);
    }
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
    bool buildable = content == CW_CONTENT_PLAN || content == CW_CONTENT_SCENE;
    return cw_files_refuse_input(
        session, path,
        buildable ? "a mesh (.cwm, .json, .mesh), which 'clearway build' makes of this"
                  : "a mesh (.cwm, .json, .mesh)");
}

/// What to do with files that people try as plans.
static const char *plan_hint(const char *path) {
    static const struct {
        const char *extension, *hint;
    } hints[] = {
        {".json", "; GeoJSON has to be named .geojson"},
        {".dxf", "; save the drawing as .svg, or as GeoJSON"},
        {".dwg", "; save the drawing as .svg, or as GeoJSON"},
        {".pgm", "; a map of ROS is read by its .yaml"},
        {".png", "; a map of ROS is read by its .yaml"},
    };
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot != NULL && i < sizeof hints / sizeof *hints; i++) {
        if (strcasecmp(dot, hints[i].extension) == 0) {
            return hints[i].hint;
        }
    }
    return "";
}

cw_exit cw_files_refuse_no_surface(cw_session *session, const char *path) {
    char wanted[256];
    snprintf(wanted, sizeof wanted,
             "a plan (.wkt, .geojson, .dat, .map, .yaml, .svg) or a 3D scene (.obj, .gltf, .glb, "
             ".ply, .stl, .fbx, .dae)%s",
             plan_hint(path));
    return cw_files_refuse_input(session, path, wanted);
}

bool cw_files_takes_mesh(const char *path) {
    if (cw_standard_is(path)) {
        return true;
    }
    cw_content content = cw_files_content(path);
    cw_file_kind kind = cw_file_kind_of(path);
    return content == CW_CONTENT_MESH || content == CW_CONTENT_EXPORT || kind == CW_FILE_OBJ ||
           kind == CW_FILE_GLB;
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
    if (cw_standard_is(output)) {
        return CW_EXIT_DONE;
    }
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

cw_status cw_files_read_plan(cw_session *session, const char *path, bool degrees, cw_plan *plan) {
    const uint8_t *bytes;
    size_t size;
    if (!cw_standard_is(path)) {
        return degrees ? cw_plan_read_degrees(session->context, path, plan)
                       : cw_plan_read(session->context, path, plan);
    }
    cw_status status = cw_standard_read(session->context, &bytes, &size);
    if (status != CW_OK) {
        return status;
    }
    return (degrees ? cw_plan_parse_degrees : cw_plan_parse)(
        session->context, cw_standard_kind(), "stdin", (const char *)bytes, size, plan);
}

cw_status cw_files_load_mesh(cw_session *session, const char *path, cw_navmesh *mesh) {
    const uint8_t *bytes;
    size_t size;
    if (!cw_standard_is(path)) {
        return cw_navmesh_read(session->context, path, mesh);
    }
    cw_status status = cw_standard_read(session->context, &bytes, &size);
    return status != CW_OK
               ? status
               : cw_navmesh_parse(session->context, cw_standard_kind(), "stdin", bytes, size, mesh);
}

cw_exit cw_files_read_mesh(cw_session *session, const char *path, cw_navmesh *mesh) {
    if (cw_files_content(path) != CW_CONTENT_MESH) {
        return cw_files_refuse_no_mesh(session, path);
    }
    cw_status status = cw_files_load_mesh(session, path, mesh);
    return cw_session_outcome(session, status, path);
}

/// Lattice steps that dents may be deep which rounding leaves in convex cells.
static const double ROUNDING_STEPS = 2.0;

/// The extension of a format whose programs take cells for convex, and the walls of a dent for
/// floor; NULL for others.
static const char *convex_format(cw_file_kind kind) {
    switch (kind) {
    case CW_FILE_MESH: return ".mesh";
    case CW_FILE_NAV: return ".nav";
    case CW_FILE_DETOUR: return ".bin";
    case CW_FILE_GODOT: return ".tres";
    default: return NULL;
    }
}

static void warn_of_dents(cw_session *session, const cw_navmesh *mesh, const char *path) {
    const char *format = convex_format(cw_file_kind_of(path));
    double depth = mesh->stats.relaxation_depth;
    if (format != NULL && depth > ROUNDING_STEPS * mesh->lattice.step) {
        cw_session_warn(session,
                        "programs that read %s take cells for convex, but these have dents of up "
                        "to %.3g m; without --alpha, --tau and --turn they have none",
                        format, depth);
    }
}

/// Writes to stdout what a writer of files makes of a structure.
static cw_exit write_standard(cw_session *session, const cw_navmesh *mesh, const cw_plan *plan,
                              const char *extension) {
    char path[4096];
    if (!cw_standard_open(extension, path, sizeof path)) {
        return cw_session_refuse(session, CW_EXIT_INPUT, "stdout", "%s", strerror(errno));
    }
    cw_status status = mesh != NULL ? cw_navmesh_write(session->context, mesh, path)
                                    : cw_plan_write(session->context, plan, path);
    cw_exit code = cw_session_outcome(session, status, "stdout");
    cw_exit copied = cw_standard_close(session, path, code == CW_EXIT_DONE);
    return code != CW_EXIT_DONE ? code : copied;
}

cw_exit cw_files_write_plan(cw_session *session, const cw_plan *plan, const char *path) {
    if (cw_standard_is(path)) {
        return write_standard(session, NULL, plan, ".wkt");
    }
    return cw_session_outcome(session, cw_plan_write(session->context, plan, path), path);
}

cw_exit cw_files_write_mesh(cw_session *session, const cw_navmesh *mesh, const char *path) {
    if (cw_standard_is(path)) {
        return write_standard(session, mesh, NULL, ".cwm");
    }
    cw_status status = cw_navmesh_write(session->context, mesh, path);
    if (status == CW_OK) {
        warn_of_dents(session, mesh, path);
    }
    return cw_session_outcome(session, status, path);
}
