/// Trajectories as text: CSV with everything, and the table that PedPy reads.
///
/// Both are sorted by time, then id. Numbers are as short as they read back exactly.
#include "writer.h"

#include <string.h>

// --- CSV -----------------------------------------------------------------------------------------

/// A field; in quotes where it has to be.
static void put_field(cw_text *text, const char *field) {
    if (strpbrk(field, ",\"\r\n") == NULL) {
        cw_text_string(text, field);
        return;
    }
    cw_text_string(text, "\"");
    for (const char *at = field; *at != '\0'; at++) {
        cw_text_bytes(text, at, 1);
        if (*at == '"') {
            cw_text_bytes(text, at, 1);
        }
    }
    cw_text_string(text, "\"");
}

static cw_status csv_begin(cw_trajectory_writer *writer) {
    cw_text_string(&writer->text, "id,t,x,y,z,vx,vy,radius,group\n");
    return cw_trajectory_flush(writer);
}

static cw_status csv_frame(cw_trajectory_writer *writer, const cw_frame *frame) {
    cw_text *text = &writer->text;
    for (uint32_t i = 0; i < frame->count; i++) {
        const cw_track_point *point = &frame->points[i];
        const cw_track_agent *agent = &writer->header.agents[point->agent];
        const double numbers[] = {frame->time,       point->position.x, point->position.y,
                                  point->position.z, point->velocity.x, point->velocity.y,
                                  agent->radius};
        cw_text_integer(text, agent->id);
        for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
            cw_text_string(text, ",");
            cw_text_number(text, numbers[k]);
        }
        cw_text_string(text, ",");
        put_field(text, cw_names_get(writer->header.groups, agent->group));
        cw_text_string(text, "\n");
    }
    return text->status;
}

static cw_status text_end(cw_trajectory_writer *writer) {
    return writer->text.status;
}

const cw_trajectory_format cw_trajectory_format_csv = {
    .extension = "csv", .stream = true, .begin = csv_begin, .frame = csv_frame, .end = text_end};

// --- PedPy ---------------------------------------------------------------------------------------

/// A line of a comment: a title may have line ends of its own, which become blanks.
static void put_comment(cw_text *text, const char *label, const char *words) {
    cw_text_string(text, label);
    for (const char *at = words; *at != '\0'; at++) {
        cw_text_bytes(text, *at == '\n' || *at == '\r' ? " " : at, 1);
    }
    cw_text_string(text, "\n");
}

static cw_status txt_begin(cw_trajectory_writer *writer) {
    const cw_trajectory_header *header = &writer->header;
    cw_text *text = &writer->text;
    if (header->title != NULL) {
        put_comment(text, "# description: ", header->title);
    }
    cw_text_string(text, "# framerate: ");
    cw_text_number(text, header->fps);
    cw_text_string(text, "\n");
    if (header->wkt != NULL) {
        put_comment(text, "# geometry: ", header->wkt);
    }
    cw_text_string(text, "# id frame x/m y/m z/m\n");
    return cw_trajectory_flush(writer);
}

static cw_status txt_frame(cw_trajectory_writer *writer, const cw_frame *frame) {
    cw_text *text = &writer->text;
    for (uint32_t i = 0; i < frame->count; i++) {
        const cw_track_point *point = &frame->points[i];
        const double numbers[] = {point->position.x, point->position.y, point->position.z};
        cw_text_integer(text, writer->header.agents[point->agent].id);
        cw_text_string(text, " ");
        cw_text_integer(text, frame->index);
        for (size_t k = 0; k < 3; k++) {
            cw_text_string(text, " ");
            cw_text_number(text, numbers[k]);
        }
        cw_text_string(text, "\n");
    }
    return text->status;
}

const cw_trajectory_format cw_trajectory_format_txt = {
    .extension = "txt", .stream = true, .begin = txt_begin, .frame = txt_frame, .end = text_end};
