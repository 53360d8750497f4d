/// Writing trajectories: the choice of a format, and files that grow while a run goes on.
///
/// A run may take hours and be stopped at any time, so files are written in place and not through a
/// temporary name: bytes are collected for a simulated second and then written in one call, so that
/// a run that is killed leaves whole lines.
#include "writer.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static const cw_trajectory_format *const formats[] = {
    &cw_trajectory_format_sqlite, &cw_trajectory_format_csv,  &cw_trajectory_format_txt,
    &cw_trajectory_format_scb,    &cw_trajectory_format_html,
};

/// Bytes that wait at most, whatever the time that passes.
static const size_t WAIT_LIMIT = (size_t)8 << 20;

static const cw_trajectory_format *format_of(const char *path) {
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot != NULL && i < sizeof formats / sizeof formats[0]; i++) {
        if (strcasecmp(dot + 1, formats[i]->extension) == 0) {
            return formats[i];
        }
    }
    return NULL;
}

bool cw_trajectory_takes(const char *path) {
    return format_of(path) != NULL;
}

static cw_status fail_write(cw_trajectory_writer *writer, int reason) {
    return cw_name_fail(writer->context, writer->path, CW_ERROR_IO, "cannot write: %s",
                        strerror(reason));
}

cw_status cw_trajectory_flush(cw_trajectory_writer *writer) {
    cw_text *text = &writer->text;
    if (text->status != CW_OK) {
        return cw_name_failure(writer->context, writer->path, text->status);
    }
    for (size_t done = 0; done < text->size;) {
        ssize_t put = write(writer->descriptor, text->bytes + done, text->size - done);
        if (put < 0 && errno != EINTR) {
            return fail_write(writer, errno);
        }
        done += put > 0 ? (size_t)put : 0;
    }
    text->size = 0;
    return CW_OK;
}

/// Removes what an earlier run left under this name; links and devices are refused.
static cw_status clear_target(cw_trajectory_writer *writer) {
    struct stat about;
    if (lstat(writer->path, &about) != 0) {
        return errno == ENOENT ? CW_OK : fail_write(writer, errno);
    }
    if (!S_ISREG(about.st_mode)) {
        return cw_name_fail(writer->context, writer->path, CW_ERROR_IO,
                            "cannot write: it is not a regular file");
    }
    return unlink(writer->path) == 0 ? CW_OK : fail_write(writer, errno);
}

static cw_status open_stream(cw_trajectory_writer *writer) {
    if (!writer->format->stream) {
        return CW_OK;
    }
    writer->descriptor =
        open(writer->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
    return writer->descriptor >= 0 ? CW_OK : fail_write(writer, errno);
}

static void release(cw_trajectory_writer *writer) {
    cw_context *context = writer->context;
    cw_context_release(context, writer->text.bytes, writer->text.capacity);
    cw_context_release(context, writer->facing,
                       writer->header.agent_count * sizeof *writer->facing);
    cw_context_release(context, writer->path, writer->path_size);
    cw_context_release(context, writer, sizeof *writer);
}

static cw_status prepare(cw_trajectory_writer *writer, const char *path) {
    cw_context *context = writer->context;
    uint32_t count = writer->header.agent_count;
    writer->path_size = strlen(path) + 1;
    writer->path = cw_context_resize(context, NULL, 0, writer->path_size);
    if (writer->path == NULL) {
        writer->path_size = 0;
        return cw_name_fail(context, path, CW_ERROR_MEMORY, "out of memory");
    }
    memcpy(writer->path, path, writer->path_size);
    if (count > 0) {
        writer->facing = cw_context_resize(context, NULL, 0, count * sizeof *writer->facing);
        if (writer->facing == NULL) {
            writer->header.agent_count = 0;
            return cw_name_fail(context, path, CW_ERROR_MEMORY, "out of memory");
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        writer->facing[i] = (cw_vec2){1, 0};
    }
    return CW_OK;
}

cw_status cw_trajectory_begin(cw_context *context, const char *path,
                              const cw_trajectory_header *header, cw_trajectory_writer **writer) {
    *writer = NULL;
    const cw_trajectory_format *format = format_of(path);
    if (format == NULL) {
        return cw_name_fail(context, path, CW_ERROR_ARGUMENT,
                            "a trajectory is written as .sqlite, .csv, .txt, .scb or .html");
    }
    cw_trajectory_writer *made = cw_context_resize(context, NULL, 0, sizeof *made);
    if (made == NULL) {
        return cw_name_fail(context, path, CW_ERROR_MEMORY, "out of memory");
    }
    *made = (cw_trajectory_writer){.context = context,
                                   .format = format,
                                   .header = *header,
                                   .descriptor = -1,
                                   .text = {.context = context}};
    cw_status status = prepare(made, path);
    status = status == CW_OK ? clear_target(made) : status;
    status = status == CW_OK ? open_stream(made) : status;
    if (status != CW_OK) {
        release(made);
        return status;
    }
    status = format->begin(made);
    if (status != CW_OK) {
        format->end(made);
        if (made->descriptor >= 0) {
            close(made->descriptor);
        }
        release(made);
        return status;
    }
    *writer = made;
    return CW_OK;
}

/// Who stands looks where he last went.
static void turn(cw_trajectory_writer *writer, const cw_frame *frame) {
    for (uint32_t i = 0; i < frame->count; i++) {
        const cw_track_point *point = &frame->points[i];
        double square =
            point->velocity.x * point->velocity.x + point->velocity.y * point->velocity.y;
        if (square > 0) {
            double length = sqrt(square);
            writer->facing[point->agent] =
                (cw_vec2){point->velocity.x / length, point->velocity.y / length};
        }
    }
}

cw_status cw_trajectory_write(cw_trajectory_writer *writer, const cw_frame *frame) {
    turn(writer, frame);
    CW_IO_TRY(writer->format->frame(writer, frame));
    writer->frame_count = frame->index + 1;
    uint32_t second = writer->header.fps > 1 ? (uint32_t)(writer->header.fps + 0.5) : 1;
    bool due = writer->frame_count % second == 0 || writer->text.size > WAIT_LIMIT;
    return writer->format->stream && due ? cw_trajectory_flush(writer) : CW_OK;
}

cw_status cw_trajectory_end(cw_trajectory_writer *writer) {
    if (writer == NULL) {
        return CW_OK;
    }
    cw_status status = writer->format->end(writer);
    if (writer->format->stream) {
        cw_status flushed = status == CW_OK ? cw_trajectory_flush(writer) : status;
        status = flushed;
        if (close(writer->descriptor) != 0 && status == CW_OK) {
            status = fail_write(writer, errno);
        }
    }
    release(writer);
    return status;
}
