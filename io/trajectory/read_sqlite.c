/// Trajectories of JuPedSim, versions 1 to 3, and what our own files hold besides.
#include "read.h"

#include "number.h"

#include <sqlite3.h>
#include <string.h>

typedef struct reading {
    cw_trajectory_rows *rows;
    sqlite3 *file;
} reading;

static cw_status fail(const reading *r) {
    return cw_name_fail(r->rows->context, r->rows->name, CW_ERROR_FORMAT, "SQLite: %s",
                        r->file != NULL ? sqlite3_errmsg(r->file) : "out of memory");
}

static bool has_table(const reading *r, const char *name) {
    sqlite3_stmt *query = NULL;
    bool found = false;
    if (sqlite3_prepare_v2(r->file, "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?",
                           -1, &query, NULL) == SQLITE_OK) {
        sqlite3_bind_text(query, 1, name, -1, SQLITE_STATIC);
        found = sqlite3_step(query) == SQLITE_ROW;
    }
    sqlite3_finalize(query);
    return found;
}

/// Runs a query and gives each row to `take`.
static cw_status each_row(const reading *r, const char *sql,
                          cw_status (*take)(const reading *r, sqlite3_stmt *row, void *user),
                          void *user) {
    sqlite3_stmt *query = NULL;
    cw_status status = CW_OK;
    if (sqlite3_prepare_v2(r->file, sql, -1, &query, NULL) != SQLITE_OK) {
        status = fail(r);
    }
    while (status == CW_OK) {
        int result = sqlite3_step(query);
        if (result == SQLITE_DONE) {
            break;
        }
        status = result == SQLITE_ROW ? take(r, query, user) : fail(r);
    }
    sqlite3_finalize(query);
    return status;
}

static const char *text_of(sqlite3_stmt *row, int column) {
    const char *text = (const char *)sqlite3_column_text(row, column);
    return text != NULL ? text : "";
}

static cw_status take_fps(const reading *r, sqlite3_stmt *row, void *user) {
    (void)user;
    const char *text = text_of(row, 0), *reason = NULL;
    if (!cw_number_parse(text, strlen(text), &r->rows->fps, &reason) || !(r->rows->fps > 0)) {
        return cw_name_fail(r->rows->context, r->rows->name, CW_ERROR_FORMAT,
                            "metadata: fps is \"%.40s\", not a number above 0", text);
    }
    return CW_OK;
}

static cw_status take_wkt(const reading *r, sqlite3_stmt *row, void *user) {
    char **wkt = user;
    const char *text = text_of(row, 0);
    bool empty = strstr(text, "EMPTY") != NULL;
    return *wkt == NULL && !empty
               ? cw_trajectory_copy_text(r->rows->context, text, strlen(text), wkt)
               : CW_OK;
}

static cw_status take_count(const reading *r, sqlite3_stmt *row, void *user) {
    (void)user;
    int64_t count = sqlite3_column_int64(row, 0);
    r->rows->frame_count =
        count > r->rows->frame_count && count < (1 << 24) ? count : r->rows->frame_count;
    return CW_OK;
}

static cw_status take_point(const reading *r, sqlite3_stmt *row, void *user) {
    (void)user;
    cw_trajectory_row point = {.frame = sqlite3_column_int64(row, 0),
                               .id = sqlite3_column_int64(row, 1),
                               .position = {sqlite3_column_double(row, 2),
                                            sqlite3_column_double(row, 3),
                                            sqlite3_column_double(row, 4)}};
    return cw_trajectory_rows_add(r->rows, &point);
}

static cw_status take_agent(const reading *r, sqlite3_stmt *row, void *user) {
    (void)user;
    cw_trajectory_rows *rows = r->rows;
    const char *group = text_of(row, 4);
    uint32_t number = cw_names_find(&rows->groups, group);
    if (number == CW_NONE) {
        number = rows->groups.count;
        CW_IO_TRY(cw_names_add(rows->context, &rows->groups, group));
    }
    if (!CW_GROW(rows->context, rows->agents, rows->agent_capacity, rows->agent_count + 1)) {
        return cw_name_fail(rows->context, rows->name, CW_ERROR_MEMORY, "out of memory");
    }
    cw_track_agent agent = {.id = (uint32_t)sqlite3_column_int64(row, 0),
                            .radius = sqlite3_column_double(row, 1),
                            .speed = sqlite3_column_double(row, 2),
                            .max_speed = sqlite3_column_double(row, 3),
                            .group = number,
                            .model = CW_NONE,
                            .start = sqlite3_column_double(row, 6)};
    cw_model model;
    if (cw_model_from_name(text_of(row, 5), &model)) {
        agent.model = (uint32_t)model;
    }
    bool ended = sqlite3_column_type(row, 7) != SQLITE_NULL;
    agent.end = ended ? sqlite3_column_double(row, 7) : agent.start - 1;
    cw_outcome_from_name(text_of(row, 8), &agent.outcome);
    rows->agents[rows->agent_count++] = agent;
    return CW_OK;
}

static cw_status take_nothing(const reading *r, sqlite3_stmt *row, void *user) {
    (void)r;
    (void)row;
    (void)user;
    return CW_OK;
}

static cw_status read_tables(const reading *r, char **wkt) {
    CW_IO_TRY(each_row(r, "SELECT COUNT(*) FROM sqlite_master", take_nothing, NULL));
    if (!has_table(r, "trajectory_data") || !has_table(r, "metadata")) {
        return cw_name_fail(r->rows->context, r->rows->name, CW_ERROR_FORMAT,
                            "no trajectory: there is no table %s",
                            has_table(r, "metadata") ? "trajectory_data" : "metadata");
    }
    CW_IO_TRY(each_row(r, "SELECT value FROM metadata WHERE key = 'fps'", take_fps, NULL));
    if (!(r->rows->fps > 0)) {
        return cw_name_fail(r->rows->context, r->rows->name, CW_ERROR_FORMAT,
                            "metadata: there is no fps");
    }
    if (has_table(r, "geometry")) {
        CW_IO_TRY(each_row(r, "SELECT wkt FROM geometry", take_wkt, wkt));
    }
    if (has_table(r, "agents")) {
        CW_IO_TRY(each_row(r,
                           "SELECT id, radius, speed, max_speed, \"group\", model, start, \"end\","
                           " outcome FROM agents ORDER BY id",
                           take_agent, NULL));
    }
    const char *points =
        has_table(r, "trajectory_z")
            ? "SELECT d.frame, d.id, pos_x, pos_y, pos_z FROM trajectory_data d LEFT JOIN"
              " trajectory_z z ON d.frame = z.frame AND d.id = z.id"
            : "SELECT frame, id, pos_x, pos_y, 0.0 FROM trajectory_data";
    CW_IO_TRY(each_row(r, points, take_point, NULL));
    return has_table(r, "frame_data")
               ? each_row(r, "SELECT COUNT(*) FROM frame_data", take_count, NULL)
               : CW_OK;
}

cw_status cw_trajectory_read_sqlite(cw_trajectory_rows *rows, const char *path, char **wkt) {
    reading r = {.rows = rows};
    cw_status status = CW_OK;
    // A run that was killed left a journal, which is played back when the file is opened to write.
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &r.file, flags, NULL) != SQLITE_OK) {
        status = cw_name_fail(rows->context, path, CW_ERROR_IO, "cannot read: %s",
                              r.file != NULL ? sqlite3_errmsg(r.file) : "out of memory");
    }
    status = status == CW_OK ? read_tables(&r, wkt) : status;
    sqlite3_close(r.file);
    return status;
}
