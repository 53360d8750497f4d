/// A sink that remembers every call, to be looked at afterwards.
#ifndef CW_TESTS_RECORDING_SINK_H
#define CW_TESTS_RECORDING_SINK_H

#include "clearway/draw.h"

typedef enum recorded_kind {
    RECORDED_AREA,
    RECORDED_LINE,
    RECORDED_DOT,
    RECORDED_TEXT,
} recorded_kind;

typedef struct recorded_call {
    recorded_kind kind;
    cw_draw_style style; ///< of a text only the colour, as stroke
    cw_vec2 *points;     ///< all loops of an area one after the other; one point of a dot or text
    uint32_t count;
    uint32_t loop_count; ///< of an area
    double size;         ///< radius of a dot or height of a text
    char text[64];
} recorded_call;

typedef struct recording {
    recorded_call *calls;
    uint32_t count, capacity;
} recording;

/// A sink that writes into `record`, which starts zeroed; `scale` as in cw_draw_sink.
cw_draw_sink recording_sink(recording *record, double scale);

/// The number of calls of one kind.
uint32_t recording_count(const recording *record, recorded_kind kind);

/// Whether a text begins with `start`.
bool recording_has_text(const recording *record, const char *start);

/// Length in metres of what a line covers.
double recorded_length(const recorded_call *call);

/// Forgets everything.
void recording_clear(recording *record);
#define recording_drop recording_clear

#endif
