/// Reading floor plans: what the formats share, and the choice between them.
#include "plan_reader.h"

#include "geo/degrees.h"

enum { FEWEST_RING_POINTS = 3, FEWEST_BARRIER_POINTS = 2 };

cw_status cw_plan_reader_reserve(cw_plan_reader *reader, size_t needed, const char **reason) {
    if (needed <= reader->point_capacity) {
        return CW_OK;
    }
    if (needed > CW_IO_VERTEX_LIMIT - reader->plan->point_count) {
        *reason = "more than 16777216 points";
        return CW_ERROR_LIMIT;
    }
    if (!CW_GROW(reader->source->context, reader->points, reader->point_capacity, needed)) {
        *reason = "out of memory";
        return CW_ERROR_MEMORY;
    }
    return CW_OK;
}

cw_status cw_plan_reader_add(cw_plan_reader *reader, cw_ring_kind kind, const char **reason) {
    const cw_vec2 *points = reader->points;
    uint32_t count = reader->point_count;
    reader->point_count = 0;
    bool open = kind == CW_RING_BARRIER;
    if (!open && count > 1 && points[0].x == points[count - 1].x &&
        points[0].y == points[count - 1].y) {
        count--;
    }
    if (count < (open ? FEWEST_BARRIER_POINTS : FEWEST_RING_POINTS)) {
        *reason = open ? "a line needs at least 2 points" : "a ring needs at least 3 points";
        return CW_ERROR_INPUT;
    }
    if (reader->plan->ring_count >= CW_IO_RING_LIMIT) {
        *reason = "more than 1048576 rings";
        return CW_ERROR_LIMIT;
    }
    if (count > CW_IO_VERTEX_LIMIT - reader->plan->point_count) {
        *reason = "more than 16777216 points";
        return CW_ERROR_LIMIT;
    }
    if (kind == CW_RING_HOLE && reader->polygon_count == 0) {
        *reason = "a hole comes before any floor";
        return CW_ERROR_INPUT;
    }
    reader->polygon_count += kind == CW_RING_OUTER ? 1 : 0;
    uint32_t polygon = kind == CW_RING_ZONE                            ? reader->area
                       : kind == CW_RING_OUTER || kind == CW_RING_HOLE ? reader->polygon_count - 1
                                                                       : 0;
    *reason = "out of memory";
    return cw_plan_add(reader->source->context, reader->plan, kind, polygon, points, count);
}

void cw_plan_reader_free(cw_plan_reader *reader) {
    CW_GROWN_FREE(reader->source->context, reader->points, reader->point_capacity);
    reader->points = NULL;
    reader->point_capacity = 0;
}

static bool is_plan(cw_file_kind kind) {
    return kind == CW_FILE_WKT || kind == CW_FILE_GEOJSON || kind == CW_FILE_DAT ||
           kind == CW_FILE_MAP || kind == CW_FILE_SVG || kind == CW_FILE_ROS;
}

static cw_status read_kind(const cw_source *source, cw_file_kind kind, cw_plan *plan) {
    switch (kind) {
    case CW_FILE_WKT: return cw_plan_read_wkt(source, plan);
    case CW_FILE_GEOJSON: return cw_plan_read_geojson(source, plan);
    case CW_FILE_MAP: return cw_plan_read_map(source, plan);
    case CW_FILE_SVG: return cw_plan_read_svg(source, plan);
    case CW_FILE_ROS: return cw_plan_read_ros(source, plan);
    default: return cw_plan_read_dat(source, plan);
    }
}

static cw_status parse(cw_context *context, cw_file_kind kind, const char *name, const char *text,
                       size_t size, bool degrees, cw_plan *plan) {
    *plan = (cw_plan){0};
    cw_source source;
    cw_skipped skipped = {0};
    cw_status status = CW_OK;
    if (!is_plan(kind)) {
        return cw_name_fail(context, name, CW_ERROR_ARGUMENT,
                            "a plan is read from .wkt, .geojson, .dat, .map, .yaml (ROS) or .svg");
    }
    status = cw_source_open(&source, context, name, text, size);
    if (status == CW_OK) {
        source.skipped = &skipped;
        status = read_kind(&source, kind, plan);
    }
    if (status == CW_OK && plan->ring_count == 0 && skipped.count > 0) {
        status = CW_ERROR_INPUT; /* the message is that of what was skipped last */
    } else if (status == CW_OK && plan->ring_count == 0) {
        status =
            cw_source_fail(&source, NULL, CW_ERROR_INPUT, "empty input: no rings and no lines");
    } else if (status == CW_OK) {
        cw_source_tell_skipped(&source);
    }
    if (status == CW_OK && degrees) {
        status = cw_degrees_project(&source, plan);
    } else if (status == CW_OK && kind == CW_FILE_GEOJSON) {
        status = cw_degrees_refuse(&source, plan);
    }
    if (status != CW_OK) {
        cw_plan_free(context, plan);
    }
    return status;
}

cw_status cw_plan_parse(cw_context *context, cw_file_kind kind, const char *name, const char *text,
                        size_t size, cw_plan *plan) {
    return parse(context, kind, name, text, size, false, plan);
}

cw_status cw_plan_parse_degrees(cw_context *context, cw_file_kind kind, const char *name,
                                const char *text, size_t size, cw_plan *plan) {
    return parse(context, kind, name, text, size, true, plan);
}

static cw_status read(cw_context *context, const char *path, bool degrees, cw_plan *plan) {
    *plan = (cw_plan){0};
    cw_file_kind kind = cw_file_kind_of(path);
    if (!is_plan(kind)) {
        return parse(context, kind, path, NULL, 0, degrees, plan);
    }
    uint8_t *bytes;
    size_t size;
    cw_status status = cw_file_read(context, path, &bytes, &size);
    if (status == CW_OK) {
        status = parse(context, kind, path, (const char *)bytes, size, degrees, plan);
        cw_context_release(context, bytes, size);
    }
    return status;
}

cw_status cw_plan_read(cw_context *context, const char *path, cw_plan *plan) {
    return read(context, path, false, plan);
}

cw_status cw_plan_read_degrees(cw_context *context, const char *path, cw_plan *plan) {
    return read(context, path, true, plan);
}
