/// Floor plans from the maps of ROS: a `.yaml` that names an image, and the image (`.pgm`).
///
///   image: map.pgm / resolution: 0.05 / origin: [-10.0, -10.0, 0.0] / negate: 0
///   occupied_thresh: 0.65 / free_thresh: 0.25
///
/// A square of the image is free where (highest - value) / highest, or value / highest where it is
/// negated, is below free_thresh; what is unknown is no floor. `origin` is the place of the lowest
/// left corner and the turn of the map in radians. Other keys are skipped.
#include "../number.h"
#include "plan/plan_reader.h"
#include "trace.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Longest path of an image, and the threshold that ROS takes where none is given.
enum { PATH_SIZE = 4096 };
static const double DEFAULT_FREE = 0.25;
/// Range of a resolution, in metres.
static const double FINEST = 1e-6, COARSEST = 1e4;

/// What the `.yaml` says.
typedef struct ros_map {
    cw_span image, mode;
    double resolution, free_below;
    bool has_resolution;
    double origin[3];
    uint32_t origin_count;
    bool negate;
} ros_map;

static cw_span trim(cw_span span) {
    while (span.size > 0 && strchr(" \t\"'", span.text[0]) != NULL) {
        span.text++;
        span.size--;
    }
    while (span.size > 0 && strchr(" \t\"'", span.text[span.size - 1]) != NULL) {
        span.size--;
    }
    return span;
}

static cw_status read_number(const cw_source *source, cw_span word, double *value) {
    const char *reason;
    word = trim(word);
    if (!cw_number_parse(word.text, word.size, value, &reason)) {
        return cw_source_fail(source, word.text, CW_ERROR_FORMAT, "\"%s\" is no number",
                              cw_span_quote(word).text);
    }
    return CW_OK;
}

/// One of the numbers of `origin`.
static cw_status read_origin(const cw_source *source, cw_span word, ros_map *map) {
    if (map->origin_count == 3) {
        return cw_source_fail(source, word.text, CW_ERROR_FORMAT,
                              "the origin has more than three numbers");
    }
    return read_number(source, word, &map->origin[map->origin_count++]);
}

/// "[x, y, yaw]".
static cw_status read_list(const cw_source *source, cw_span list, ros_map *map) {
    const char *end = list.text + list.size;
    if (list.size < 2 || list.text[0] != '[' || end[-1] != ']') {
        return cw_source_fail(source, list.text, CW_ERROR_FORMAT, "the origin is not [x, y, yaw]");
    }
    for (const char *at = list.text + 1; at < end;) {
        const char *comma = at;
        while (comma < end - 1 && *comma != ',') {
            comma++;
        }
        CW_IO_TRY(read_origin(source, (cw_span){at, (size_t)(comma - at)}, map));
        at = comma + 1;
    }
    return CW_OK;
}

static cw_status read_pair(const cw_source *source, cw_span key, cw_span value, ros_map *map) {
    double number = 0;
    if (cw_span_is(key, "image")) {
        map->image = trim(value);
    } else if (cw_span_is(key, "mode")) {
        map->mode = trim(value);
    } else if (cw_span_is(key, "resolution")) {
        map->has_resolution = true;
        return read_number(source, value, &map->resolution);
    } else if (cw_span_is(key, "free_thresh")) {
        return read_number(source, value, &map->free_below);
    } else if (cw_span_is(key, "negate")) {
        bool word = cw_span_is(trim(value), "true") || cw_span_is(trim(value), "false");
        number = cw_span_is(trim(value), "true");
        CW_IO_TRY(word ? CW_OK : read_number(source, value, &number));
        map->negate = number != 0;
    } else if (cw_span_is(key, "origin") && trim(value).size > 0) {
        return read_list(source, trim(value), map);
    }
    return CW_OK;
}

/// Lines "key: value", and "- value" below a key without one.
static cw_status read_lines(const cw_source *source, ros_map *map) {
    cw_span rest = {source->text, source->size}, line, key = {source->text, 0};
    cw_status status = CW_OK;
    while (status == CW_OK && cw_source_line(source, &rest, &line, &status)) {
        const char *comment = memchr(line.text, '#', line.size);
        line.size = comment != NULL ? (size_t)(comment - line.text) : line.size;
        line = trim(line);
        const char *colon = line.size > 0 ? memchr(line.text, ':', line.size) : NULL;
        if (line.size > 1 && line.text[0] == '-' && line.text[1] == ' ') {
            if (cw_span_is(key, "origin")) {
                status = read_origin(source, (cw_span){line.text + 2, line.size - 2}, map);
            }
        } else if (colon != NULL) {
            key = trim((cw_span){line.text, (size_t)(colon - line.text)});
            status =
                read_pair(source, key,
                          (cw_span){colon + 1, (size_t)(line.text + line.size - colon - 1)}, map);
        } else if (line.size > 0 && !cw_span_is(line, "---")) {
            status =
                cw_source_fail(source, line.text, CW_ERROR_FORMAT, "not a line \"key: value\"");
        }
    }
    return status;
}

static cw_status check_map(const cw_source *source, const ros_map *map) {
    const char *missing = map->image.size == 0    ? "image"
                          : !map->has_resolution  ? "resolution"
                          : map->origin_count < 2 ? "origin"
                                                  : NULL;
    if (missing != NULL) {
        return cw_source_fail(source, NULL, CW_ERROR_FORMAT,
                              "a map of ROS has image, resolution and origin; there is no %s",
                              missing);
    }
    if (!(map->resolution >= FINEST && map->resolution <= COARSEST)) {
        return cw_source_fail(source, NULL, CW_ERROR_INPUT,
                              "the resolution is %g m, not from 1e-06 to 10000", map->resolution);
    }
    for (uint32_t i = 0; i < 3; i++) {
        if (!(fabs(map->origin[i]) <= CW_COORDINATE_LIMIT)) {
            return cw_source_fail(source, NULL, CW_ERROR_INPUT, "the origin is out of range");
        }
    }
    if (map->mode.size > 0 && cw_span_is(map->mode, "raw")) {
        return cw_source_fail(source, map->mode.text, CW_ERROR_INPUT,
                              "maps of mode raw are not read; trinary and scale are");
    }
    return CW_OK;
}

// --- the image -----------------------------------------------------------------------------------

/// An image being read.
typedef struct picture {
    const uint8_t *at, *end;
    uint32_t highest;
    bool text; ///< P2: values are written out
} picture;

static bool is_blank(uint8_t byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/// The next number behind blanks and comments; false where there is none, or it is too large.
static bool next_number(picture *image, uint32_t *value) {
    while (image->at < image->end && (is_blank(*image->at) || *image->at == '#')) {
        if (*image->at == '#') {
            while (image->at < image->end && *image->at != '\n') {
                image->at++;
            }
        } else {
            image->at++;
        }
    }
    const uint8_t *first = image->at;
    for (*value = 0; image->at < image->end && *image->at >= '0' && *image->at <= '9';
         image->at++) {
        *value = *value * 10 + (uint32_t)(*image->at - '0');
        if (*value > CW_IO_VERTEX_LIMIT) {
            return false;
        }
    }
    return image->at > first;
}

static cw_status read_header(cw_context *context, const char *path, picture *image, cw_grid *grid) {
    bool good = image->end - image->at > 2 && image->at[0] == 'P' &&
                (image->at[1] == '5' || image->at[1] == '2');
    if (!good) {
        return cw_name_fail(context, path, CW_ERROR_FORMAT,
                            "is no .pgm (P5 or P2), which a map of ROS names");
    }
    image->text = image->at[1] == '2';
    image->at += 2;
    if (!next_number(image, &grid->width) || !next_number(image, &grid->height) ||
        !next_number(image, &image->highest) || grid->width == 0 || grid->height == 0 ||
        image->highest == 0 || image->highest > UINT16_MAX) {
        return cw_name_fail(context, path, CW_ERROR_FORMAT,
                            "width, height and highest value of the image are no such numbers");
    }
    if ((size_t)grid->width * grid->height > CW_IO_VERTEX_LIMIT) {
        return cw_name_fail(context, path, CW_ERROR_LIMIT, "more than 16777216 squares");
    }
    size_t squares = (size_t)grid->width * grid->height, bytes = image->highest > 255 ? 2 : 1;
    image->at += image->text ? 0 : 1; // one blank before the values
    if (image->at > image->end || (size_t)(image->end - image->at) < squares * bytes) {
        return cw_name_fail(context, path, CW_ERROR_FORMAT, "the image ends before its last row");
    }
    return CW_OK;
}

static bool next_value(picture *image, uint32_t *value) {
    if (image->text) {
        return next_number(image, value);
    }
    *value = *image->at++;
    if (image->highest > 255) {
        *value = *value << 8 | *image->at++;
    }
    return true;
}

static cw_status read_squares(cw_context *context, const char *path, const ros_map *map,
                              picture *image, cw_grid *grid) {
    size_t squares = (size_t)grid->width * grid->height;
    for (size_t i = 0; i < squares; i++) {
        uint32_t value;
        if (!next_value(image, &value) || value > image->highest) {
            return cw_name_fail(context, path, CW_ERROR_FORMAT,
                                "a value of the image is missing or above its highest");
        }
        double dark = (double)(map->negate ? value : image->highest - value) / image->highest;
        grid->free[i] = dark < map->free_below;
    }
    return CW_OK;
}

static cw_status trace_image(cw_context *context, const char *path, const ros_map *map,
                             picture *image, cw_plan *plan) {
    cw_grid grid = {.size = map->resolution};
    CW_IO_TRY(read_header(context, path, image, &grid));
    size_t squares = (size_t)grid.width * grid.height;
    grid.free = cw_context_resize(context, NULL, 0, squares);
    if (grid.free == NULL) {
        return cw_name_fail(context, path, CW_ERROR_MEMORY, "out of memory");
    }
    cw_status status = read_squares(context, path, map, image, &grid);
    if (status == CW_OK) {
        status = cw_grid_trace(context, &grid, plan);
        status = status == CW_OK ? CW_OK : cw_name_failure(context, path, status);
    }
    cw_context_release(context, grid.free, squares);
    return status;
}

/// Turns the plan and moves it to the origin of the map.
static void place(const ros_map *map, cw_plan *plan) {
    double c = map->origin[2] == 0 ? 1 : cos(map->origin[2]);
    double s = map->origin[2] == 0 ? 0 : sin(map->origin[2]);
    for (uint32_t i = 0; i < plan->point_count; i++) {
        cw_vec2 p = plan->points[i];
        plan->points[i] =
            (cw_vec2){map->origin[0] + (c * p.x - s * p.y), map->origin[1] + (s * p.x + c * p.y)};
    }
}

/// The path of the image: beside the `.yaml`, unless it begins at the root.
static bool image_path(const char *yaml, cw_span image, char path[PATH_SIZE]) {
    const char *slash = strrchr(yaml, '/');
    int folder = image.text[0] == '/' || slash == NULL ? 0 : (int)(slash + 1 - yaml);
    int size = snprintf(path, PATH_SIZE, "%.*s%.*s", folder, yaml, (int)image.size, image.text);
    return size > 0 && size < PATH_SIZE;
}

cw_status cw_plan_read_ros(const cw_source *source, cw_plan *plan) {
    ros_map map = {.free_below = DEFAULT_FREE};
    char path[PATH_SIZE];
    uint8_t *bytes;
    size_t size;
    CW_IO_TRY(read_lines(source, &map));
    CW_IO_TRY(check_map(source, &map));
    if (map.image.size >= PATH_SIZE || !image_path(source->name, map.image, path)) {
        return cw_source_fail(source, map.image.text, CW_ERROR_LIMIT,
                              "the path of the image is too long");
    }
    CW_IO_TRY(cw_file_read(source->context, path, &bytes, &size));
    picture image = {.at = bytes, .end = size > 0 ? bytes + size : bytes};
    cw_status status = trace_image(source->context, path, &map, &image, plan);
    cw_context_release(source->context, bytes, size);
    if (status == CW_OK) {
        place(&map, plan);
    }
    return status;
}
