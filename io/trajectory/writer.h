/// A trajectory file being written: what the formats share.
#ifndef CW_IO_TRAJECTORY_WRITER_H
#define CW_IO_TRAJECTORY_WRITER_H

#include "clearway/io.h"
#include "source.h"
#include "text.h"

typedef struct cw_trajectory_format cw_trajectory_format;

struct cw_trajectory_writer {
    cw_context *context;
    const cw_trajectory_format *format;
    cw_trajectory_header header;
    char *path;
    size_t path_size;
    uint32_t frame_count; ///< written so far
    cw_vec2 *facing;      ///< per agent: the unit direction it went last
    int descriptor;       ///< of formats that are streams of bytes; -1 for none
    cw_text text;         ///< bytes that wait to be written
    void *own;            ///< what the format needs besides
};

/// The functions of a format. `end` is called once, also after a failure, and releases `own`.
struct cw_trajectory_format {
    const char *extension;
    bool stream; ///< `text` goes to a file, once a simulated second
    cw_status (*begin)(cw_trajectory_writer *writer);
    cw_status (*frame)(cw_trajectory_writer *writer, const cw_frame *frame);
    cw_status (*end)(cw_trajectory_writer *writer);
};

extern const cw_trajectory_format cw_trajectory_format_csv;
extern const cw_trajectory_format cw_trajectory_format_txt;
extern const cw_trajectory_format cw_trajectory_format_scb;
extern const cw_trajectory_format cw_trajectory_format_sqlite;
extern const cw_trajectory_format cw_trajectory_format_html;

/// Sends the bytes that wait to the file.
cw_status cw_trajectory_flush(cw_trajectory_writer *writer);

#endif
