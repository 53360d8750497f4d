/// Whole files in and out.
///
/// Reading uses read(2) only: a file that shrinks while it is read gives fewer bytes, never a
/// signal. Regular files and pipes are read; directories and devices are refused, since a device
/// such as /dev/zero has no end. A named pipe that nobody writes to counts as empty after a second.
///
/// Writing goes to a new file beside the target, which is renamed over it when every byte is on
/// disk. So the target is either the old file or the whole new one. A symbolic link as target is
/// refused: following it could write anywhere, and replacing it silently would surprise its owner.
/// Whatever appears in between is replaced by the rename, never followed.
#include "clearway/io.h"

#include "source.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PATH_SIZE = 4096,         ///< longest path that is written to, as on Linux
    FIRST_READ = 1 << 16,     ///< bytes of room where the size is not known before
    PIPE_PATIENCE = 100,      ///< looks for a writer of a pipe
    PIPE_PAUSE = 10,          ///< milliseconds between them
    TEMPORARY_NAME = 64,      ///< room for the name of the temporary file
    TEMPORARY_ATTEMPTS = 1000 ///< names tried for the temporary file
};

static const struct {
    const char *extension;
    cw_file_kind kind;
} kinds[] = {
    {"wkt", CW_FILE_WKT},    {"geojson", CW_FILE_GEOJSON}, {"dat", CW_FILE_DAT},
    {"cwm", CW_FILE_CWM},    {"json", CW_FILE_JSON},       {"mesh", CW_FILE_MESH},
    {"obj", CW_FILE_OBJ},    {"nav", CW_FILE_NAV},         {"svg", CW_FILE_SVG},
    {"png", CW_FILE_PNG},    {"pdf", CW_FILE_PDF},         {"gltf", CW_FILE_GLTF},
    {"glb", CW_FILE_GLB},    {"ply", CW_FILE_PLY},         {"stl", CW_FILE_STL},
    {"fbx", CW_FILE_FBX},    {"dae", CW_FILE_DAE},         {"bin", CW_FILE_DETOUR},
    {"tres", CW_FILE_GODOT}, {"map", CW_FILE_MAP},         {"yaml", CW_FILE_ROS},
    {"yml", CW_FILE_ROS},
};

cw_file_kind cw_file_kind_of(const char *path) {
    const char *slash = strrchr(path, '/');
    const char *base = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(base, '.');
    if (dot == NULL || dot == base) {
        return CW_FILE_UNKNOWN;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcasecmp(dot + 1, kinds[i].extension) == 0) {
            return kinds[i].kind;
        }
    }
    return CW_FILE_UNKNOWN;
}

bool cw_file_is_scene(cw_file_kind kind) {
    return kind == CW_FILE_OBJ || (kind >= CW_FILE_GLTF && kind <= CW_FILE_DAE);
}

// --- reading -------------------------------------------------------------------------------------

/// A block being filled.
typedef struct filling {
    uint8_t *bytes;
    size_t size, capacity;
} filling;

static cw_status resize_filling(cw_context *context, const char *path, filling *file,
                                size_t capacity) {
    if (capacity == 0) {
        cw_context_release(context, file->bytes, file->capacity);
        *file = (filling){0};
        return CW_OK;
    }
    uint8_t *moved = cw_context_resize(context, file->bytes, file->capacity, capacity);
    if (moved == NULL) {
        return cw_name_fail(context, path, CW_ERROR_MEMORY, "out of memory: %zu bytes", capacity);
    }
    file->bytes = moved;
    file->capacity = capacity;
    return CW_OK;
}

static cw_status too_large(cw_context *context, const char *path) {
    return cw_name_fail(context, path, CW_ERROR_LIMIT, "larger than the limit of %zu MiB",
                        CW_IO_FILE_LIMIT >> 20);
}

static cw_status check_readable(cw_context *context, const char *path, int descriptor,
                                struct stat *about) {
    if (fstat(descriptor, about) != 0) {
        return cw_name_fail(context, path, CW_ERROR_IO, "cannot read: %s", strerror(errno));
    }
    if (S_ISDIR(about->st_mode)) {
        return cw_name_fail(context, path, CW_ERROR_IO, "is a directory");
    }
    if (!S_ISREG(about->st_mode) && !S_ISFIFO(about->st_mode)) {
        return cw_name_fail(context, path, CW_ERROR_IO, "is neither a regular file nor a pipe");
    }
    if (S_ISREG(about->st_mode) && about->st_size > (off_t)CW_IO_FILE_LIMIT) {
        return too_large(context, path);
    }
    return CW_OK;
}

/// Waits a moment for a pipe to have a writer or bytes. Opening did not block, so that a pipe
/// without a writer cannot hang the program; from here on reading blocks as usual.
static void settle_pipe(int descriptor, filling *file) {
    for (int i = 0; i < PIPE_PATIENCE; i++) {
        ssize_t got = read(descriptor, file->bytes, file->capacity);
        if (got > 0) {
            file->size = (size_t)got;
            break;
        }
        if (got < 0 && errno != EINTR) {
            // EAGAIN: there is a writer, however slow. Other errors come again below.
            break;
        }
        poll(NULL, 0, PIPE_PAUSE);
    }
    int flags = fcntl(descriptor, F_GETFL);
    if (flags >= 0) {
        fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK);
    }
}

static cw_status read_rest(cw_context *context, const char *path, int descriptor, filling *file) {
    for (;;) {
        if (file->size == file->capacity) {
            if (file->size > CW_IO_FILE_LIMIT) {
                return too_large(context, path);
            }
            size_t doubled = file->capacity * 2;
            doubled = doubled > CW_IO_FILE_LIMIT ? CW_IO_FILE_LIMIT + 1 : doubled;
            CW_IO_TRY(resize_filling(context, path, file, doubled));
        }
        ssize_t got = read(descriptor, file->bytes + file->size, file->capacity - file->size);
        if (got == 0) {
            return CW_OK;
        }
        if (got < 0 && errno != EINTR) {
            return cw_name_fail(context, path, CW_ERROR_IO, "cannot read: %s", strerror(errno));
        }
        file->size += got > 0 ? (size_t)got : 0;
    }
}

static cw_status read_open(cw_context *context, const char *path, int descriptor, filling *file) {
    struct stat about;
    CW_IO_TRY(check_readable(context, path, descriptor, &about));
    // One byte more than the file has, so that its end is seen without growing.
    bool sized = S_ISREG(about.st_mode) && about.st_size > 0;
    size_t room = sized ? (size_t)about.st_size + 1 : FIRST_READ;
    cw_status status = resize_filling(context, path, file, room);
    if (status == CW_OK && S_ISFIFO(about.st_mode)) {
        settle_pipe(descriptor, file);
    }
    if (status == CW_OK) {
        status = read_rest(context, path, descriptor, file);
    }
    if (status == CW_OK) {
        status = resize_filling(context, path, file, file->size);
    }
    return status;
}

cw_status cw_file_read(cw_context *context, const char *path, uint8_t **bytes, size_t *size) {
    *bytes = NULL;
    *size = 0;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0) {
        return cw_name_fail(context, path, CW_ERROR_IO, "cannot open: %s", strerror(errno));
    }
    filling file = {0};
    cw_status status = read_open(context, path, descriptor, &file);
    close(descriptor);
    if (status != CW_OK) {
        cw_context_release(context, file.bytes, file.capacity);
        return status;
    }
    *bytes = file.bytes;
    *size = file.size;
    return CW_OK;
}

// --- writing -------------------------------------------------------------------------------------

/// Refuses what a rename must not replace. `mode` is that of the file to be replaced, or 0.
static cw_status check_target(cw_context *context, const char *path, mode_t *mode) {
    struct stat about;
    *mode = 0;
    if (lstat(path, &about) != 0) {
        // A missing target is fine; a missing folder is reported by the temporary file.
        return CW_OK;
    }
    const char *reason = NULL;
    if (S_ISDIR(about.st_mode)) {
        reason = "is a directory";
    } else if (S_ISLNK(about.st_mode)) {
        reason = "is a symbolic link, which output never follows; name its target or remove it";
    } else if (!S_ISREG(about.st_mode)) {
        reason = "is not a regular file";
    }
    if (reason != NULL) {
        return cw_name_fail(context, path, CW_ERROR_IO, "%s", reason);
    }
    *mode = about.st_mode & 07777;
    return CW_OK;
}

/// Creates a file of its own beside the target. The name does not grow with the target's, so that
/// it is never too long. Returns the descriptor, or -1 with errno set.
static int create_temporary(const char *path, char *temporary, size_t room) {
    const char *slash = strrchr(path, '/');
    int folder = slash != NULL ? (int)(slash - path) + 1 : 0;
    for (unsigned i = 0; i < TEMPORARY_ATTEMPTS; i++) {
        snprintf(temporary, room, "%.*s.clearway-%ld-%u.tmp", folder, path, (long)getpid(), i);
        int descriptor =
            open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (descriptor >= 0 || errno != EEXIST) {
            return descriptor;
        }
    }
    return -1;
}

/// Every byte on disk, or false with errno set. Closes the descriptor in every case.
static bool fill_and_close(int descriptor, mode_t mode, const char *bytes, size_t size) {
    bool done = mode == 0 || fchmod(descriptor, mode) == 0;
    while (done && size > 0) {
        ssize_t put = write(descriptor, bytes, size);
        if (put < 0 && errno != EINTR) {
            done = false;
        } else if (put > 0) {
            bytes += put;
            size -= (size_t)put;
        }
    }
    // Some file systems have no fsync and say EINVAL; what they keep is kept by close.
    done = done && (fsync(descriptor) == 0 || errno == EINVAL);
    int reason = errno;
    if (close(descriptor) != 0) {
        return false;
    }
    errno = reason;
    return done;
}

/// Makes the rename itself last through a power cut, where the system can; the file is complete
/// either way.
static void sync_folder(const char *temporary) {
    char folder[PATH_SIZE + TEMPORARY_NAME];
    const char *slash = strrchr(temporary, '/');
    int size = slash != NULL ? (int)(slash - temporary) + 1 : 0;
    snprintf(folder, sizeof folder, "%.*s", size, temporary);
    int descriptor = open(size > 0 ? folder : ".", O_RDONLY | O_CLOEXEC | O_DIRECTORY);
    if (descriptor >= 0) {
        fsync(descriptor);
        close(descriptor);
    }
}

cw_status cw_file_write(cw_context *context, const char *path, const void *bytes, size_t size) {
    char temporary[PATH_SIZE + TEMPORARY_NAME];
    if (strlen(path) >= PATH_SIZE) {
        return cw_name_fail(context, path, CW_ERROR_IO, "cannot write: the path is too long");
    }
    mode_t mode;
    CW_IO_TRY(check_target(context, path, &mode));
    int descriptor = create_temporary(path, temporary, sizeof temporary);
    if (descriptor < 0) {
        return cw_name_fail(context, path, CW_ERROR_IO, "cannot write: %s", strerror(errno));
    }
    if (!fill_and_close(descriptor, mode, bytes, size) || rename(temporary, path) != 0) {
        int reason = errno;
        unlink(temporary);
        return cw_name_fail(context, path, CW_ERROR_IO, "cannot write: %s", strerror(reason));
    }
    sync_folder(temporary);
    return CW_OK;
}
