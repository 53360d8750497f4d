/// Floor plans from the grids of path research (MovingAI, `.map`): Sturtevant, "Benchmarks for
/// grid-based pathfinding", 2012.
///
///   type octile / height H / width W / map, then H rows of W letters
///
/// A square is a metre. `.`, `G` and `S` are free; `@`, `O`, `T` and `W` are not (trees and water
/// block, as for ground units there). The first row is the highest: square (column, row) of the
/// file has its middle at (column + 0.5, H - row - 0.5).
#include "plan/plan_reader.h"
#include "trace.h"

#include <string.h>

/// Reads "WORD number", or "WORD word" where `value` is NULL.
static cw_status read_header(const cw_source *source, cw_span *rest, const char *word,
                             uint32_t *value) {
    cw_span line = {source->text, 0}, found, text;
    cw_status status = CW_OK;
    if (!cw_source_line(source, rest, &line, &status)) {
        return status != CW_OK ? status
                               : cw_source_fail(source, NULL, CW_ERROR_FORMAT,
                                                "ends before the line \"%s\"", word);
    }
    cw_span words = line;
    if (!cw_span_word(&words, &found) || !cw_span_is(found, word)) {
        return cw_source_fail(source, line.text, CW_ERROR_FORMAT, "not the line \"%s\"", word);
    }
    if (value == NULL) {
        return CW_OK;
    }
    if (!cw_span_word(&words, &text)) {
        return cw_source_fail(source, line.text, CW_ERROR_FORMAT, "no number behind \"%s\"", word);
    }
    CW_IO_TRY(cw_source_count(source, text, word, CW_IO_VERTEX_LIMIT + 1, value));
    if (*value == 0) {
        return cw_source_fail(source, line.text, CW_ERROR_INPUT, "the %s is 0", word);
    }
    return CW_OK;
}

static cw_status read_row(const cw_source *source, cw_span line, uint32_t width, uint8_t *row) {
    if (line.size != width) {
        return cw_source_fail(source, line.text, CW_ERROR_FORMAT, "a row of %zu squares, not %u",
                              line.size, width);
    }
    for (uint32_t i = 0; i < width; i++) {
        char letter = line.text[i];
        row[i] = strchr(".GS", letter) != NULL;
        if (row[i] == 0 && strchr("@OTW", letter) == NULL) {
            cw_span one = {line.text + i, 1};
            return cw_source_fail_column(source, line.text + i, CW_ERROR_FORMAT,
                                         "'%s' is none of . G S @ O T W", cw_span_quote(one).text);
        }
    }
    return CW_OK;
}

static cw_status read_rows(const cw_source *source, cw_span rest, cw_grid *grid) {
    cw_status status = CW_OK;
    for (uint32_t y = 0; y < grid->height; y++) {
        cw_span line;
        if (!cw_source_line(source, &rest, &line, &status)) {
            return status != CW_OK ? status
                                   : cw_source_fail(source, NULL, CW_ERROR_FORMAT,
                                                    "%u rows, not %u", y, grid->height);
        }
        CW_IO_TRY(read_row(source, line, grid->width, grid->free + (size_t)y * grid->width));
    }
    cw_span line;
    while (cw_source_line(source, &rest, &line, &status)) {
        if (line.size > 0) {
            return cw_source_fail(source, line.text, CW_ERROR_FORMAT,
                                  "a row more than the %u that the file says", grid->height);
        }
    }
    return status;
}

cw_status cw_plan_read_map(const cw_source *source, cw_plan *plan) {
    cw_span rest = {source->text, source->size};
    cw_grid grid = {.size = 1};
    CW_IO_TRY(read_header(source, &rest, "type", NULL));
    CW_IO_TRY(read_header(source, &rest, "height", &grid.height));
    CW_IO_TRY(read_header(source, &rest, "width", &grid.width));
    CW_IO_TRY(read_header(source, &rest, "map", NULL));
    size_t squares = (size_t)grid.width * grid.height;
    if (squares > CW_IO_VERTEX_LIMIT) {
        return cw_source_fail(source, NULL, CW_ERROR_LIMIT, "more than 16777216 squares");
    }
    if (squares > rest.size) {
        return cw_source_fail(source, NULL, CW_ERROR_FORMAT,
                              "%u rows of %u squares do not fit "
                              "into the rest of the file",
                              grid.height, grid.width);
    }
    grid.free = cw_context_resize(source->context, NULL, 0, squares);
    if (grid.free == NULL) {
        return cw_source_fail(source, NULL, CW_ERROR_MEMORY, "out of memory");
    }
    cw_status status = read_rows(source, rest, &grid);
    if (status == CW_OK) {
        status = cw_grid_trace(source->context, &grid, plan);
        status = status == CW_OK ? CW_OK : cw_name_failure(source->context, source->name, status);
    }
    cw_context_release(source->context, grid.free, squares);
    return status;
}
