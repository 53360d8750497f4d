/// Reading trajectories: rows of any order become frames and agents.
#include "read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/// Frames of a file at most; beyond it a wrong frame number would ask for all the memory.
enum { FRAME_LIMIT = 1 << 24 };

/// Frames per second at most, and seconds per frame.
static const double RATE_LIMIT = 1e6;

cw_status cw_trajectory_rows_add(cw_trajectory_rows *rows, const cw_trajectory_row *row) {
    if (row->frame < 0 || row->frame >= FRAME_LIMIT) {
        return cw_name_fail(rows->context, rows->name, CW_ERROR_LIMIT,
                            "frame %lld is not in 0 to %d", (long long)row->frame, FRAME_LIMIT - 1);
    }
    if (row->id < 0 || row->id >= CW_NONE) {
        return cw_name_fail(rows->context, rows->name, CW_ERROR_LIMIT,
                            "id %lld is not in 0 to 4294967294", (long long)row->id);
    }
    const double numbers[] = {row->position.x, row->position.y, row->position.z, row->velocity.x,
                              row->velocity.y};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (!(fabs(numbers[i]) <= CW_COORDINATE_LIMIT)) {
            return cw_name_fail(rows->context, rows->name, CW_ERROR_LIMIT,
                                "agent %lld in frame %lld: %g is beyond the limit of %g",
                                (long long)row->id, (long long)row->frame, numbers[i],
                                CW_COORDINATE_LIMIT);
        }
    }
    if (rows->count + 1 >= CW_NONE ||
        !CW_GROW(rows->context, rows->items, rows->capacity, rows->count + 1)) {
        return cw_name_fail(rows->context, rows->name, CW_ERROR_MEMORY, "out of memory");
    }
    rows->items[rows->count++] = *row;
    rows->frame_count = row->frame >= rows->frame_count ? row->frame + 1 : rows->frame_count;
    return CW_OK;
}

static void free_rows(cw_trajectory_rows *rows) {
    CW_GROWN_FREE(rows->context, rows->items, rows->capacity);
    CW_GROWN_FREE(rows->context, rows->agents, rows->agent_capacity);
    cw_names_free(rows->context, &rows->groups);
}

cw_status cw_trajectory_copy_text(cw_context *context, const char *text, size_t size, char **copy) {
    *copy = cw_context_resize(context, NULL, 0, size + 1);
    if (*copy == NULL) {
        return cw_context_fail(context, CW_ERROR_MEMORY, "out of memory: %zu bytes", size + 1);
    }
    memcpy(*copy, text, size);
    (*copy)[size] = '\0';
    return CW_OK;
}

static int compare_rows(const void *left, const void *right) {
    const cw_trajectory_row *a = left, *b = right;
    if (a->frame != b->frame) {
        return a->frame < b->frame ? -1 : 1;
    }
    return a->id < b->id ? -1 : a->id > b->id;
}

static int compare_agents(const void *left, const void *right) {
    const cw_track_agent *a = left, *b = right;
    return a->id < b->id ? -1 : a->id > b->id;
}

/// Agents of rows: each id once, in order.
static cw_status collect_agents(cw_trajectory_rows *rows) {
    if (rows->count == 0) {
        return CW_OK;
    }
    if (!CW_GROW(rows->context, rows->agents, rows->agent_capacity, rows->count)) {
        return cw_name_fail(rows->context, rows->name, CW_ERROR_MEMORY, "out of memory");
    }
    for (size_t i = 0; i < rows->count; i++) {
        const cw_trajectory_row *row = &rows->items[i];
        rows->agents[i] = (cw_track_agent){
            .id = (uint32_t)row->id, .group = row->group, .model = CW_NONE, .radius = row->radius};
    }
    qsort(rows->agents, rows->count, sizeof *rows->agents, compare_agents);
    for (size_t i = 0; i < rows->count; i++) {
        if (rows->agent_count == 0 ||
            rows->agents[rows->agent_count - 1].id != rows->agents[i].id) {
            rows->agents[rows->agent_count++] = rows->agents[i];
        }
    }
    return CW_OK;
}

static cw_status check_radii(const cw_trajectory_rows *rows) {
    for (size_t i = 0; i < rows->agent_count; i++) {
        double radius = rows->agents[i].radius;
        if (!(radius >= 0 && radius <= CW_COORDINATE_LIMIT)) {
            return cw_name_fail(rows->context, rows->name, CW_ERROR_LIMIT,
                                "agent %u: the radius %g is not in 0 to %g", rows->agents[i].id,
                                radius, CW_COORDINATE_LIMIT);
        }
    }
    return CW_OK;
}

static cw_status place_row(cw_trajectory_rows *rows, size_t index, cw_track_point *point) {
    const cw_trajectory_row *row = &rows->items[index];
    if (index > 0 && compare_rows(row - 1, row) == 0) {
        return cw_name_fail(rows->context, rows->name, CW_ERROR_FORMAT,
                            "agent %lld is twice in frame %lld", (long long)row->id,
                            (long long)row->frame);
    }
    cw_track_agent key = {.id = (uint32_t)row->id};
    const cw_track_agent *agent =
        bsearch(&key, rows->agents, rows->agent_count, sizeof key, compare_agents);
    if (agent == NULL) {
        return cw_name_fail(rows->context, rows->name, CW_ERROR_FORMAT,
                            "agent %lld is in no row of the table agents", (long long)row->id);
    }
    *point = (cw_track_point){.agent = (uint32_t)(agent - rows->agents),
                              .cell = CW_NONE,
                              .position = row->position,
                              .velocity = row->velocity};
    return CW_OK;
}

static cw_status add_frames(cw_trajectory_rows *rows, cw_trajectory *trajectory,
                            cw_track_point *points) {
    size_t at = 0;
    for (uint32_t frame = 0; frame < (uint32_t)rows->frame_count; frame++) {
        size_t first = at;
        for (; at < rows->count && rows->items[at].frame == frame; at++) {
            CW_IO_TRY(place_row(rows, at, &points[at]));
        }
        cw_frame all = {.index = frame, .points = points + first, .count = (uint32_t)(at - first)};
        CW_IO_TRY(cw_trajectory_add(rows->context, trajectory, &all));
    }
    return CW_OK;
}

static cw_status assemble(cw_trajectory_rows *rows, cw_trajectory *trajectory) {
    if (rows->groups.count == 0) {
        CW_IO_TRY(cw_names_add(rows->context, &rows->groups, ""));
    }
    if (rows->count > 0) {
        qsort(rows->items, rows->count, sizeof *rows->items, compare_rows);
    }
    bool told = rows->agent_count > 0;
    if (told) {
        qsort(rows->agents, rows->agent_count, sizeof *rows->agents, compare_agents);
    } else {
        CW_IO_TRY(collect_agents(rows));
    }
    CW_IO_TRY(check_radii(rows));
    if (!(rows->fps > 1 / RATE_LIMIT && rows->fps < RATE_LIMIT)) {
        return cw_name_fail(rows->context, rows->name, CW_ERROR_LIMIT,
                            "%g frames per second are not in %g to %g", rows->fps, 1 / RATE_LIMIT,
                            RATE_LIMIT);
    }
    trajectory->fps = rows->fps;
    trajectory->level = true;
    for (size_t i = 1; i < rows->count; i++) {
        trajectory->level =
            trajectory->level && rows->items[i].position.z == rows->items[0].position.z;
    }
    size_t size = (rows->count + 1) * sizeof(cw_track_point);
    cw_track_point *points = cw_context_resize(rows->context, NULL, 0, size);
    if (points == NULL) {
        return cw_name_fail(rows->context, rows->name, CW_ERROR_MEMORY, "out of memory");
    }
    cw_status status = cw_trajectory_set_agents(rows->context, trajectory, &rows->groups,
                                                rows->agents, (uint32_t)rows->agent_count);
    status = status == CW_OK ? add_frames(rows, trajectory, points) : status;
    cw_context_release(rows->context, points, size);
    if (status == CW_OK && (!told || !rows->has_velocity)) {
        cw_trajectory_complete(trajectory, !rows->has_velocity, !told);
    }
    return status;
}

static bool has_extension(const char *path, const char *extension) {
    const char *dot = strrchr(path, '.');
    return dot != NULL && strcasecmp(dot + 1, extension) == 0;
}

static cw_status read_text(cw_trajectory_rows *rows, const char *text, size_t size, char **wkt) {
    cw_source source;
    CW_IO_TRY(cw_source_open(&source, rows->context, rows->name, text, size));
    return has_extension(rows->name, "csv") ? cw_trajectory_read_csv(rows, &source)
                                            : cw_trajectory_read_txt(rows, &source, wkt);
}

static cw_status read_rows(cw_trajectory_rows *rows, const char *path, char **wkt) {
    if (has_extension(path, "sqlite")) {
        return cw_trajectory_read_sqlite(rows, path, wkt);
    }
    if (!has_extension(path, "csv") && !has_extension(path, "txt")) {
        return cw_name_fail(rows->context, path, CW_ERROR_ARGUMENT,
                            "a trajectory is read from .sqlite, .csv or .txt");
    }
    uint8_t *bytes;
    size_t size;
    CW_IO_TRY(cw_file_read(rows->context, path, &bytes, &size));
    cw_status status = read_text(rows, (const char *)bytes, size, wkt);
    cw_context_release(rows->context, bytes, size);
    return status;
}

/// Rows become a trajectory, or everything is given back.
static cw_status finish(cw_trajectory_rows *rows, cw_status status, char *floor,
                        cw_trajectory *trajectory, char **wkt) {
    cw_context *context = rows->context;
    status = status == CW_OK ? assemble(rows, trajectory) : status;
    free_rows(rows);
    if (status != CW_OK) {
        cw_trajectory_free(context, trajectory);
    }
    if (floor != NULL && (wkt == NULL || status != CW_OK)) {
        cw_context_release(context, floor, strlen(floor) + 1);
        floor = NULL;
    }
    if (wkt != NULL) {
        *wkt = floor;
    }
    return status;
}

cw_status cw_trajectory_read(cw_context *context, const char *path, cw_trajectory *trajectory,
                             char **wkt) {
    *trajectory = (cw_trajectory){0};
    char *floor = NULL;
    cw_trajectory_rows rows = {.context = context, .name = path};
    cw_status status = read_rows(&rows, path, &floor);
    return finish(&rows, status, floor, trajectory, wkt);
}

cw_status cw_trajectory_parse(cw_context *context, const char *name, const char *text, size_t size,
                              cw_trajectory *trajectory, char **wkt) {
    *trajectory = (cw_trajectory){0};
    char *floor = NULL;
    cw_trajectory_rows rows = {.context = context, .name = name};
    cw_status status = read_text(&rows, text, size, &floor);
    return finish(&rows, status, floor, trajectory, wkt);
}
