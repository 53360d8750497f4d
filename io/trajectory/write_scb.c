/// Trajectories for Menge: SCB version 2.1.
///
/// "2.1" and a NUL, the number of agents, the time between frames, the class of each agent; then
/// for each frame and agent x, y, angle and state as 32-bit floats, little-endian. Every agent is
/// in every frame: before it comes it stands where it will start, which is filled in when it does;
/// afterwards where it was last. The state is 1 while it is there, else 0.
#include "writer.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

enum { RECORD_SIZE = 16, HEADER_SIZE = 12, CLASS_SIZE = 4 };

typedef struct record {
    float x, y, angle, state;
} record;

/// What is known of all agents so far.
typedef struct places {
    record *records;
    uint8_t *seen; ///< per agent: it has come
} places;

static void put_word(cw_text *text, uint32_t word) {
    char bytes[4] = {(char)(word & 255), (char)(word >> 8 & 255), (char)(word >> 16 & 255),
                     (char)(word >> 24 & 255)};
    cw_text_bytes(text, bytes, sizeof bytes);
}

static void put_float(cw_text *text, float value) {
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    put_word(text, word);
}

static void encode(record value, char bytes[RECORD_SIZE]) {
    const float numbers[] = {value.x, value.y, value.angle, value.state};
    for (int i = 0; i < 4; i++) {
        uint32_t word;
        memcpy(&word, &numbers[i], sizeof word);
        for (int k = 0; k < 4; k++) {
            bytes[4 * i + k] = (char)(word >> (8 * k) & 255);
        }
    }
}

static cw_status scb_begin(cw_trajectory_writer *writer) {
    const cw_trajectory_header *header = &writer->header;
    uint32_t count = header->agent_count;
    places *own = cw_context_resize(writer->context, NULL, 0, sizeof *own);
    if (own == NULL) {
        return cw_name_fail(writer->context, writer->path, CW_ERROR_MEMORY, "out of memory");
    }
    *own = (places){0};
    writer->own = own;
    if (count > 0) {
        own->records = cw_context_resize(writer->context, NULL, 0, count * sizeof *own->records);
        own->seen = cw_context_resize(writer->context, NULL, 0, count);
        if (own->records == NULL || own->seen == NULL) {
            return cw_name_fail(writer->context, writer->path, CW_ERROR_MEMORY, "out of memory");
        }
        memset(own->seen, 0, count);
    }
    cw_text_bytes(&writer->text, "2.1", 4);
    put_word(&writer->text, count);
    put_float(&writer->text, (float)(1 / header->fps));
    for (uint32_t i = 0; i < count; i++) {
        put_word(&writer->text, header->agents[i].group);
        own->records[i] =
            (record){.x = (float)header->bounds.low.x, .y = (float)header->bounds.low.y};
    }
    return cw_trajectory_flush(writer);
}

/// Writes the place where an agent starts into the frames before.
static cw_status fill_before(cw_trajectory_writer *writer, uint32_t agent, uint32_t frame) {
    CW_IO_TRY(cw_trajectory_flush(writer));
    const places *own = writer->own;
    record waiting = own->records[agent];
    waiting.state = 0;
    uint32_t count = writer->header.agent_count;
    size_t base = HEADER_SIZE + (size_t)count * CLASS_SIZE;
    char bytes[RECORD_SIZE];
    encode(waiting, bytes);
    for (uint32_t i = 0; i < frame; i++) {
        off_t at = (off_t)(base + ((size_t)i * count + agent) * RECORD_SIZE);
        ssize_t put = pwrite(writer->descriptor, bytes, RECORD_SIZE, at);
        if (put != RECORD_SIZE) {
            return cw_name_fail(writer->context, writer->path, CW_ERROR_IO, "cannot write: %s",
                                strerror(errno));
        }
    }
    return CW_OK;
}

static cw_status scb_frame(cw_trajectory_writer *writer, const cw_frame *frame) {
    places *own = writer->own;
    for (uint32_t i = 0; i < writer->header.agent_count; i++) {
        own->records[i].state = 0;
    }
    for (uint32_t i = 0; i < frame->count; i++) {
        const cw_track_point *point = &frame->points[i];
        cw_vec2 facing = writer->facing[point->agent];
        own->records[point->agent] = (record){.x = (float)point->position.x,
                                              .y = (float)point->position.y,
                                              .angle = (float)atan2(facing.y, facing.x),
                                              .state = 1};
        if (own->seen[point->agent] == 0) {
            own->seen[point->agent] = 1;
            CW_IO_TRY(fill_before(writer, point->agent, frame->index));
        }
    }
    for (uint32_t i = 0; i < writer->header.agent_count; i++) {
        char bytes[RECORD_SIZE];
        encode(own->records[i], bytes);
        cw_text_bytes(&writer->text, bytes, RECORD_SIZE);
    }
    return writer->text.status;
}

static cw_status scb_end(cw_trajectory_writer *writer) {
    places *own = writer->own;
    if (own != NULL) {
        uint32_t count = writer->header.agent_count;
        cw_context_release(writer->context, own->records,
                           own->records != NULL ? count * sizeof *own->records : 0);
        cw_context_release(writer->context, own->seen, own->seen != NULL ? count : 0);
        cw_context_release(writer->context, own, sizeof *own);
    }
    return writer->text.status;
}

const cw_trajectory_format cw_trajectory_format_scb = {
    .extension = "scb", .stream = true, .begin = scb_begin, .frame = scb_frame, .end = scb_end};
