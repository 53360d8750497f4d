/// Calls are copied, as their points live only as long as the call.
#include "recording_sink.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static recorded_call *add(void *user, recorded_kind kind, const cw_vec2 *points, uint32_t count) {
    recording *record = user;
    if (record->count == record->capacity) {
        record->capacity = record->capacity * 2 + 64;
        record->calls = realloc(record->calls, record->capacity * sizeof *record->calls);
    }
    recorded_call *call = &record->calls[record->count++];
    *call = (recorded_call){.kind = kind, .count = count};
    call->points = malloc((count + 1) * sizeof *points);
    if (count > 0) {
        memcpy(call->points, points, count * sizeof *points);
    }
    return call;
}

static void record_area(void *user, const cw_vec2 *points, const uint32_t *first,
                        uint32_t loop_count, const cw_draw_style *style) {
    recorded_call *call = add(user, RECORDED_AREA, points + first[0], first[loop_count] - first[0]);
    call->loop_count = loop_count;
    call->style = *style;
}

static void record_line(void *user, const cw_vec2 *points, uint32_t count,
                        const cw_draw_style *style) {
    add(user, RECORDED_LINE, points, count)->style = *style;
}

static void record_dot(void *user, cw_vec2 center, double radius, const cw_draw_style *style) {
    recorded_call *call = add(user, RECORDED_DOT, &center, 1);
    call->size = radius;
    call->style = *style;
}

static void record_text(void *user, cw_vec2 center, double height, const char *text,
                        cw_color color) {
    recorded_call *call = add(user, RECORDED_TEXT, &center, 1);
    call->size = height;
    call->style.stroke = color;
    snprintf(call->text, sizeof call->text, "%s", text);
}

cw_draw_sink recording_sink(recording *record, double scale) {
    return (cw_draw_sink){
        .user = record,
        .area = record_area,
        .line = record_line,
        .dot = record_dot,
        .text = record_text,
        .scale = scale,
    };
}

uint32_t recording_count(const recording *record, recorded_kind kind) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < record->count; ++i) {
        count += record->calls[i].kind == kind;
    }
    return count;
}

bool recording_has_text(const recording *record, const char *start) {
    for (uint32_t i = 0; i < record->count; ++i) {
        if (record->calls[i].kind == RECORDED_TEXT &&
            strncmp(record->calls[i].text, start, strlen(start)) == 0) {
            return true;
        }
    }
    return false;
}

double recorded_length(const recorded_call *call) {
    double length = 0;
    for (uint32_t i = 1; i < call->count; ++i) {
        length += hypot(call->points[i].x - call->points[i - 1].x,
                        call->points[i].y - call->points[i - 1].y);
    }
    return length;
}

void recording_clear(recording *record) {
    for (uint32_t i = 0; i < record->count; ++i) {
        free(record->calls[i].points);
    }
    free(record->calls);
    *record = (recording){0};
}
