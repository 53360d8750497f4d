/// Floor plans as `.dat`: one ring, one "x y" per line. Blank lines and lines that start with '#'
/// are skipped.
#include "plan_reader.h"

static cw_status read_point(cw_plan_reader *reader, cw_span line) {
    cw_span first, second, third;
    cw_span rest = line;
    if (!cw_span_word(&rest, &first) || first.text[0] == '#') {
        return CW_OK;
    }
    if (!cw_span_word(&rest, &second) || cw_span_word(&rest, &third)) {
        return cw_source_fail(reader->source, line.text, CW_ERROR_FORMAT,
                              "expected two numbers, \"x y\"");
    }
    cw_vec2 point;
    CW_IO_TRY(cw_source_coordinate(reader->source, first, &point.x));
    CW_IO_TRY(cw_source_coordinate(reader->source, second, &point.y));
    const char *reason;
    cw_status status = cw_plan_reader_reserve(reader, (size_t)reader->point_count + 1, &reason);
    if (status != CW_OK) {
        return cw_source_fail(reader->source, line.text, status, "%s", reason);
    }
    reader->points[reader->point_count++] = point;
    return CW_OK;
}

cw_status cw_plan_read_dat(const cw_source *source, cw_plan *plan) {
    cw_plan_reader reader = {.source = source, .plan = plan};
    cw_span rest = {source->text, source->size}, line;
    cw_status status = CW_OK;
    const char *last = source->text;
    while (status == CW_OK && cw_source_line(source, &rest, &line, &status)) {
        status = read_point(&reader, line);
        last = line.text;
    }
    if (status == CW_OK && reader.point_count == 0) {
        status = cw_source_fail(source, NULL, CW_ERROR_INPUT, "empty input: no points");
    } else if (status == CW_OK) {
        const char *reason;
        status = cw_plan_reader_add(&reader, CW_RING_OUTER, &reason);
        if (status != CW_OK) {
            status = cw_source_fail(source, last, status, "%s", reason);
        }
    }
    cw_plan_reader_free(&reader);
    return status;
}
