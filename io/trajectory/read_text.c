/// Trajectories from text: CSV as it is written here, and PedPy's table.
///
/// A last line without its end is what a killed run left behind, and is dropped.
#include "read.h"

#include "number.h"

#include <math.h>
#include <string.h>

/// Longest field of a line, bytes.
enum { FIELD_SIZE = 1024 };

/// Whole numbers are exact below this.
static const double WHOLE_LIMIT = 9e15;

/// Shares of a frame by which a time may miss it: times are printed to be read back exactly, so
/// only files of others come near this.
static const double TIME_TOLERANCE = 0.01;

/// Reads a number; `place` is where its line stands in the source, as a word freed of its quotes
/// lies elsewhere.
static cw_status read_number(const cw_source *source, const char *place, cw_span word,
                             double *value) {
    const char *reason = NULL;
    if (cw_number_parse(word.text, word.size, value, &reason)) {
        return CW_OK;
    }
    return cw_source_fail(source, place, CW_ERROR_FORMAT, "\"%s\": %s", cw_span_quote(word).text,
                          reason);
}

/// Whether a line is complete: the text goes on after it.
static bool is_whole(const cw_source *source, cw_span line) {
    return line.text + line.size < source->text + source->size;
}

// --- CSV -----------------------------------------------------------------------------------------

enum { COLUMN_COUNT = 9 };
static const char csv_header[] = "id,t,x,y,z,vx,vy,radius,group";

/// Takes a field off a line, quotes removed.
static bool take_field(cw_span *rest, cw_span *field, char buffer[FIELD_SIZE]) {
    size_t size = 0, at = 0;
    bool quoted = rest->size > 0 && rest->text[0] == '"';
    at += quoted ? 1 : 0;
    for (; at < rest->size && size < FIELD_SIZE; at++) {
        char c = rest->text[at];
        bool twice = quoted && c == '"' && at + 1 < rest->size && rest->text[at + 1] == '"';
        if ((quoted && c == '"' && !twice) || (!quoted && c == ',')) {
            break;
        }
        at += twice ? 1 : 0;
        buffer[size++] = c;
    }
    if (size == FIELD_SIZE) {
        return false;
    }
    buffer[size] = '\0';
    at += quoted && at < rest->size ? 1 : 0;
    *field = quoted ? (cw_span){buffer, size} : (cw_span){rest->text, size};
    at += at < rest->size ? 1 : 0;
    *rest = (cw_span){rest->text + at, rest->size - at};
    return true;
}

static cw_status find_group(cw_trajectory_rows *rows, const char *name, uint32_t *group) {
    *group = cw_names_find(&rows->groups, name);
    if (*group == CW_NONE) {
        *group = rows->groups.count;
        return cw_names_add(rows->context, &rows->groups, name);
    }
    return CW_OK;
}

/// One line; the time is kept in `time`, since frames are known only when all times are.
static cw_status read_csv_line(cw_trajectory_rows *rows, const cw_source *source, cw_span line,
                               cw_trajectory_row *row, double *time) {
    double values[COLUMN_COUNT - 1];
    char buffer[FIELD_SIZE];
    cw_span rest = line, field;
    for (int i = 0; i < COLUMN_COUNT - 1; i++) {
        if (!take_field(&rest, &field, buffer)) {
            return cw_source_fail(source, line.text, CW_ERROR_FORMAT, "a field is too long");
        }
        CW_IO_TRY(read_number(source, line.text, field, &values[i]));
    }
    if (!take_field(&rest, &field, buffer)) {
        return cw_source_fail(source, line.text, CW_ERROR_FORMAT, "a field is too long");
    }
    if (!(values[0] >= 0 && values[0] < WHOLE_LIMIT) || values[0] != floor(values[0])) {
        return cw_source_fail(source, line.text, CW_ERROR_FORMAT, "the id is not a whole number");
    }
    *time = values[1];
    *row = (cw_trajectory_row){.id = (int64_t)values[0],
                               .position = {values[2], values[3], values[4]},
                               .velocity = {values[5], values[6]},
                               .radius = values[7]};
    return find_group(rows, buffer, &row->group);
}

/// The least time between two rows is a frame: rows are sorted by time.
static cw_status number_frames(cw_trajectory_rows *rows, const cw_source *source,
                               const double *times) {
    double least = INFINITY;
    for (size_t i = 1; i < rows->count; i++) {
        double step = times[i] - times[i - 1];
        if (step < 0) {
            return cw_source_fail(source, NULL, CW_ERROR_FORMAT, "times fall after %g s",
                                  times[i - 1]);
        }
        least = step > 0 && step < least ? step : least;
    }
    double fps = isfinite(least) ? 1 / least : 1;
    double whole = round(fps);
    rows->fps = whole > 0 && fabs(fps - whole) < TIME_TOLERANCE * whole ? whole : fps;
    for (size_t i = 0; i < rows->count; i++) {
        double frame = round(times[i] * rows->fps);
        if (frame < 0 || frame > INT32_MAX || fabs(frame - times[i] * rows->fps) > TIME_TOLERANCE) {
            return cw_source_fail(source, NULL, CW_ERROR_FORMAT,
                                  "%g s is no frame at %g frames per second", times[i], rows->fps);
        }
        rows->items[i].frame = (int64_t)frame;
        rows->frame_count = rows->items[i].frame >= rows->frame_count ? rows->items[i].frame + 1
                                                                      : rows->frame_count;
    }
    return CW_OK;
}

static cw_status read_csv_lines(cw_trajectory_rows *rows, const cw_source *source, cw_span rest,
                                double **times, size_t *capacity) {
    cw_span line;
    cw_status status = CW_OK;
    while (cw_source_line(source, &rest, &line, &status)) {
        if (line.size == 0 || !is_whole(source, line)) {
            continue;
        }
        cw_trajectory_row row;
        if (!CW_GROW(rows->context, *times, *capacity, rows->count + 1)) {
            return cw_name_fail(rows->context, rows->name, CW_ERROR_MEMORY, "out of memory");
        }
        CW_IO_TRY(read_csv_line(rows, source, line, &row, &(*times)[rows->count]));
        CW_IO_TRY(cw_trajectory_rows_add(rows, &row));
    }
    return status;
}

cw_status cw_trajectory_read_csv(cw_trajectory_rows *rows, const cw_source *source) {
    cw_span rest = {source->text, source->size}, line = {0};
    cw_status status = CW_OK;
    if (!cw_source_line(source, &rest, &line, &status) || !cw_span_is(line, csv_header)) {
        return status != CW_OK ? status
                               : cw_source_fail(source, source->text, CW_ERROR_FORMAT,
                                                "the first line is not \"%s\"", csv_header);
    }
    rows->has_velocity = true;
    double *times = NULL;
    size_t capacity = 0;
    status = read_csv_lines(rows, source, rest, &times, &capacity);
    rows->frame_count = 0;
    status = status == CW_OK ? number_frames(rows, source, times) : status;
    CW_GROWN_FREE(rows->context, times, capacity);
    return status;
}

// --- PedPy ---------------------------------------------------------------------------------------

/// Words of the header: the frame rate, the unit, the floor where it is written out.
static cw_status read_comment(cw_trajectory_rows *rows, const cw_source *source, cw_span line,
                              double *unit, char **wkt) {
    char text[FIELD_SIZE];
    size_t size = line.size < FIELD_SIZE - 1 ? line.size : FIELD_SIZE - 1;
    memcpy(text, line.text, size);
    text[size] = '\0';
    const char *rate = strstr(text, "framerate");
    if (rate != NULL) {
        rate += strcspn(rate, "0123456789");
        cw_span word = {line.text + (rate - text), strspn(rate, "0123456789.")};
        CW_IO_TRY(read_number(source, line.text, word, &rows->fps));
    }
    if (strstr(text, "x/cm") != NULL || strstr(text, "in cm") != NULL) {
        *unit = 0.01;
    }
    const char *floor = strstr(text, "geometry: ");
    const char *polygon = floor != NULL ? strstr(floor, "POLYGON") : NULL;
    if (polygon != NULL && *wkt == NULL) {
        const char *start = floor + strlen("geometry: ");
        size_t skip = (size_t)(start - text);
        return cw_trajectory_copy_text(rows->context, line.text + skip, line.size - skip, wkt);
    }
    return CW_OK;
}

static cw_status read_txt_line(cw_trajectory_rows *rows, const cw_source *source, cw_span line,
                               double unit) {
    double values[5] = {0};
    cw_span rest = line, word;
    int count = 0;
    for (; count < 5 && cw_span_word(&rest, &word); count++) {
        CW_IO_TRY(read_number(source, line.text, word, &values[count]));
    }
    if (count == 0) {
        return CW_OK;
    }
    if (count < 4 || fabs(values[0]) > INT32_MAX || fabs(values[1]) > INT32_MAX) {
        return cw_source_fail(source, line.text, CW_ERROR_FORMAT, "not \"id frame x y [z]\"");
    }
    cw_trajectory_row row = {.id = (int64_t)values[0],
                             .frame = (int64_t)values[1],
                             .position = {values[2] * unit, values[3] * unit, values[4] * unit}};
    return cw_trajectory_rows_add(rows, &row);
}

/// The next line, of any length: a floor may be long.
static bool next_line(cw_span *rest, cw_span *line) {
    if (rest->size == 0) {
        return false;
    }
    const char *end = memchr(rest->text, '\n', rest->size);
    size_t size = end != NULL ? (size_t)(end - rest->text) : rest->size;
    *line = (cw_span){rest->text, size};
    size_t taken = end != NULL ? size + 1 : size;
    *rest = (cw_span){rest->text + taken, rest->size - taken};
    return true;
}

cw_status cw_trajectory_read_txt(cw_trajectory_rows *rows, const cw_source *source, char **wkt) {
    cw_span rest = {source->text, source->size}, line;
    double unit = 1;
    while (next_line(&rest, &line)) {
        if (line.size > 0 && line.text[0] == '#') {
            CW_IO_TRY(read_comment(rows, source, line, &unit, wkt));
        } else if (is_whole(source, line)) {
            line.size -= line.size > 0 && line.text[line.size - 1] == '\r' ? 1 : 0;
            CW_IO_TRY(read_txt_line(rows, source, line, unit));
        }
    }
    if (!(rows->fps > 0)) {
        return cw_source_fail(source, NULL, CW_ERROR_FORMAT,
                              "no comment with \"framerate: NUMBER\"");
    }
    return CW_OK;
}
