/// Trajectories as JuPedSim writes them: SQLite, version 2, and what we know besides.
///
/// The four tables of JuPedSim; `agents` with what belongs to an agent for life; `trajectory_z`
/// where the floor is not level. One transaction holds a second of the run, and nothing is written
/// to the file before it is complete, so that a run that is killed leaves a readable file. The disk
/// is not waited for: a power cut may cost the file, the end of the process does not.
#include "writer.h"

#include "number.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef enum statement {
    INSERT_POINT = 0,
    INSERT_HEIGHT,
    INSERT_FRAME,
    INSERT_AGENT,
    STATEMENT_COUNT
} statement;

static const char *const statements[STATEMENT_COUNT] = {
    "INSERT INTO trajectory_data VALUES(?, ?, ?, ?, ?, ?)",
    "INSERT INTO trajectory_z VALUES(?, ?, ?)",
    "INSERT INTO frame_data VALUES(?, ?)",
    "INSERT OR REPLACE INTO agents VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
};

static const char schema[] =
    "PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA cache_spill = OFF;"
    "BEGIN;"
    "CREATE TABLE trajectory_data(frame INTEGER NOT NULL, id INTEGER NOT NULL,"
    " pos_x REAL NOT NULL, pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL);"
    "CREATE TABLE metadata(key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);"
    "CREATE TABLE geometry(hash INTEGER NOT NULL, wkt TEXT NOT NULL);"
    "CREATE UNIQUE INDEX geometry_hash ON geometry(hash);"
    "CREATE TABLE frame_data(frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);"
    "CREATE INDEX frame_id_idx ON trajectory_data(frame, id);"
    "CREATE TABLE agents(id INTEGER PRIMARY KEY, radius REAL, speed REAL, max_speed REAL,"
    " \"group\" TEXT, model TEXT, start REAL, \"end\" REAL, outcome TEXT);";

typedef struct database {
    sqlite3 *file;
    sqlite3_stmt *prepared[STATEMENT_COUNT];
    int64_t geometry;
} database;

static cw_status fail(cw_trajectory_writer *writer) {
    const database *own = writer->own;
    const char *reason = own->file != NULL ? sqlite3_errmsg(own->file) : "out of memory";
    return cw_name_fail(writer->context, writer->path, CW_ERROR_IO, "cannot write: SQLite: %s",
                        reason);
}

static cw_status execute(cw_trajectory_writer *writer, const char *sql) {
    const database *own = writer->own;
    return sqlite3_exec(own->file, sql, NULL, NULL, NULL) == SQLITE_OK ? CW_OK : fail(writer);
}

static cw_status run(cw_trajectory_writer *writer, sqlite3_stmt *prepared) {
    int result = sqlite3_step(prepared);
    cw_status status = result == SQLITE_DONE ? CW_OK : fail(writer);
    sqlite3_reset(prepared);
    return status;
}

/// Two values into a table of two columns, when the file is made.
static cw_status put_pair(cw_trajectory_writer *writer, const char *sql, const char *key,
                          int64_t number, const char *value) {
    const database *own = writer->own;
    sqlite3_stmt *prepared = NULL;
    if (sqlite3_prepare_v2(own->file, sql, -1, &prepared, NULL) != SQLITE_OK) {
        return fail(writer);
    }
    if (key != NULL) {
        sqlite3_bind_text(prepared, 1, key, -1, SQLITE_STATIC);
    } else {
        sqlite3_bind_int64(prepared, 1, number);
    }
    sqlite3_bind_text(prepared, 2, value, -1, SQLITE_STATIC);
    cw_status status = run(writer, prepared);
    sqlite3_finalize(prepared);
    return status;
}

/// JuPedSim prints numbers as Python does: 10.0.
static cw_status put_number(cw_trajectory_writer *writer, const char *key, double value) {
    char text[CW_NUMBER_SIZE + 2];
    size_t size = cw_number_print(value, text);
    text[size] = '\0';
    if (strpbrk(text, ".e") == NULL) {
        memcpy(text + size, ".0", 3);
    }
    return put_pair(writer, "INSERT INTO metadata VALUES(?, ?)", key, 0, text);
}

/// FNV-1a of the text: any number will do, as long as equal floors have equal ones.
static int64_t hash_of(const char *text) {
    uint64_t hash = 14695981039346656037u;
    for (; *text != '\0'; text++) {
        hash = (hash ^ (uint8_t)*text) * 1099511628211u;
    }
    return (int64_t)(hash >> 1);
}

static cw_status put_facts(cw_trajectory_writer *writer) {
    const cw_trajectory_header *header = &writer->header;
    database *own = writer->own;
    const char *wkt = header->wkt != NULL ? header->wkt : "POLYGON EMPTY";
    own->geometry = hash_of(wkt);
    CW_IO_TRY(put_pair(writer, "INSERT INTO metadata VALUES(?, ?)", "version", 0, "2"));
    CW_IO_TRY(put_number(writer, "fps", header->fps));
    CW_IO_TRY(put_number(writer, "xmin", header->bounds.low.x));
    CW_IO_TRY(put_number(writer, "xmax", header->bounds.high.x));
    CW_IO_TRY(put_number(writer, "ymin", header->bounds.low.y));
    CW_IO_TRY(put_number(writer, "ymax", header->bounds.high.y));
    return put_pair(writer, "INSERT INTO geometry VALUES(?, ?)", NULL, own->geometry, wkt);
}

static cw_status prepare_statements(cw_trajectory_writer *writer) {
    database *own = writer->own;
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        if (i == INSERT_HEIGHT && writer->header.level) {
            continue;
        }
        if (sqlite3_prepare_v3(own->file, statements[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &own->prepared[i], NULL) != SQLITE_OK) {
            return fail(writer);
        }
    }
    return CW_OK;
}

/// A journal that a killed run left behind would be played back into the new file.
static void remove_leftovers(const cw_trajectory_writer *writer) {
    static const char *const endings[] = {"-journal", "-wal", "-shm"};
    for (size_t i = 0; i < 3; i++) {
        char path[4096 + 16];
        if (snprintf(path, sizeof path, "%s%s", writer->path, endings[i]) < (int)sizeof path) {
            unlink(path);
        }
    }
}

static cw_status sqlite_begin(cw_trajectory_writer *writer) {
    database *own = cw_context_resize(writer->context, NULL, 0, sizeof *own);
    if (own == NULL) {
        return cw_name_fail(writer->context, writer->path, CW_ERROR_MEMORY, "out of memory");
    }
    *own = (database){0};
    writer->own = own;
    remove_leftovers(writer);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(writer->path, &own->file, flags, NULL) != SQLITE_OK) {
        return fail(writer);
    }
    CW_IO_TRY(execute(writer, schema));
    if (!writer->header.level) {
        CW_IO_TRY(execute(writer, "CREATE TABLE trajectory_z(frame INTEGER NOT NULL,"
                                  " id INTEGER NOT NULL, pos_z REAL NOT NULL);"
                                  "CREATE INDEX frame_id_z_idx ON trajectory_z(frame, id);"));
    }
    CW_IO_TRY(put_facts(writer));
    CW_IO_TRY(execute(writer, "COMMIT; BEGIN"));
    return prepare_statements(writer);
}

static void bind_text(sqlite3_stmt *prepared, int column, const char *text) {
    sqlite3_bind_text(prepared, column, text, -1, SQLITE_STATIC);
}

static cw_status put_agent(cw_trajectory_writer *writer, const cw_track_agent *agent) {
    const database *own = writer->own;
    sqlite3_stmt *row = own->prepared[INSERT_AGENT];
    sqlite3_bind_int64(row, 1, agent->id);
    sqlite3_bind_double(row, 2, agent->radius);
    sqlite3_bind_double(row, 3, agent->speed);
    sqlite3_bind_double(row, 4, agent->max_speed);
    bind_text(row, 5, cw_names_get(writer->header.groups, agent->group));
    bind_text(row, 6, agent->model != CW_NONE ? cw_model_name((cw_model)agent->model) : "");
    sqlite3_bind_double(row, 7, agent->start);
    if (agent->end >= agent->start) {
        sqlite3_bind_double(row, 8, agent->end);
    } else {
        sqlite3_bind_null(row, 8);
    }
    bind_text(row, 9, cw_outcome_name(agent->outcome));
    return run(writer, row);
}

static cw_status put_point(cw_trajectory_writer *writer, uint32_t frame,
                           const cw_track_point *point) {
    const database *own = writer->own;
    int64_t id = writer->header.agents[point->agent].id;
    sqlite3_stmt *row = own->prepared[INSERT_POINT];
    sqlite3_bind_int64(row, 1, frame);
    sqlite3_bind_int64(row, 2, id);
    sqlite3_bind_double(row, 3, point->position.x);
    sqlite3_bind_double(row, 4, point->position.y);
    sqlite3_bind_double(row, 5, writer->facing[point->agent].x);
    sqlite3_bind_double(row, 6, writer->facing[point->agent].y);
    CW_IO_TRY(run(writer, row));
    if (writer->header.level) {
        return CW_OK;
    }
    row = own->prepared[INSERT_HEIGHT];
    sqlite3_bind_int64(row, 1, frame);
    sqlite3_bind_int64(row, 2, id);
    sqlite3_bind_double(row, 3, point->position.z);
    return run(writer, row);
}

static cw_status sqlite_frame(cw_trajectory_writer *writer, const cw_frame *frame) {
    const database *own = writer->own;
    for (uint32_t i = 0; i < frame->changed_count; i++) {
        CW_IO_TRY(put_agent(writer, &writer->header.agents[frame->changed[i]]));
    }
    for (uint32_t i = 0; i < frame->count; i++) {
        CW_IO_TRY(put_point(writer, frame->index, &frame->points[i]));
    }
    sqlite3_stmt *row = own->prepared[INSERT_FRAME];
    sqlite3_bind_int64(row, 1, frame->index);
    sqlite3_bind_int64(row, 2, own->geometry);
    CW_IO_TRY(run(writer, row));
    uint32_t second = writer->header.fps > 1 ? (uint32_t)(writer->header.fps + 0.5) : 1;
    return (frame->index + 1) % second == 0 ? execute(writer, "COMMIT; BEGIN") : CW_OK;
}

static cw_status sqlite_end(cw_trajectory_writer *writer) {
    database *own = writer->own;
    if (own == NULL) {
        return CW_OK;
    }
    cw_status status = CW_OK;
    if (own->file != NULL && sqlite3_get_autocommit(own->file) == 0) {
        status = execute(writer, "COMMIT");
    }
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        sqlite3_finalize(own->prepared[i]);
    }
    if (sqlite3_close(own->file) != SQLITE_OK && status == CW_OK) {
        status = fail(writer);
    }
    cw_context_release(writer->context, own, sizeof *own);
    writer->own = NULL;
    return status;
}

const cw_trajectory_format cw_trajectory_format_sqlite = {
    .extension = "sqlite", .begin = sqlite_begin, .frame = sqlite_frame, .end = sqlite_end};
