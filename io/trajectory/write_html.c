/// A player as a trajectory file: the run is kept in memory and written when it ends.
#include "writer.h"

static cw_status html_begin(cw_trajectory_writer *writer) {
    cw_trajectory *run = cw_context_resize(writer->context, NULL, 0, sizeof *run);
    if (run == NULL) {
        return cw_name_fail(writer->context, writer->path, CW_ERROR_MEMORY, "out of memory");
    }
    *run = (cw_trajectory){.fps = writer->header.fps, .level = writer->header.level};
    writer->own = run;
    return CW_OK;
}

static cw_status html_frame(cw_trajectory_writer *writer, const cw_frame *frame) {
    return cw_trajectory_add(writer->context, writer->own, frame);
}

static cw_status html_end(cw_trajectory_writer *writer) {
    cw_trajectory *run = writer->own;
    if (run == NULL) {
        return CW_OK;
    }
    const cw_trajectory_header *header = &writer->header;
    cw_status status = cw_trajectory_set_agents(writer->context, run, header->groups,
                                                header->agents, header->agent_count);
    if (status == CW_OK) {
        status = cw_trajectory_write_html(writer->context, run, header->wkt, header->title,
                                          writer->path, NULL);
    }
    cw_trajectory_free(writer->context, run);
    cw_context_release(writer->context, run, sizeof *run);
    writer->own = NULL;
    return status;
}

const cw_trajectory_format cw_trajectory_format_html = {
    .extension = "html", .begin = html_begin, .frame = html_frame, .end = html_end};
