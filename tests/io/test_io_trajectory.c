/// Trajectory files: the formats agree with each other and with what was written; damaged files are
/// refused in words.
#include "io_cases.h"
#include "io_files.h"
#include "test.h"
#include "test_owned.h"

#include <sqlite3.h>

enum { AGENTS = 4, FRAMES = 25 };
static const char floor_text[] = "POLYGON ((0 0, 10 0, 10 8, 0 8, 0 0))";

/// A little run: three walk, the third comes late, the fourth never; heights where wanted.
typedef struct little_run {
    cw_names groups;
    cw_track_agent agents[AGENTS];
    cw_trajectory_header header;
} little_run;

static void run_make(little_run *run, bool level) {
    *run = (little_run){0};
    assert_int_equal(cw_names_add(context, &run->groups, "guests, \"loud\""), CW_OK);
    assert_int_equal(cw_names_add(context, &run->groups, "staff"), CW_OK);
    for (uint32_t i = 0; i < AGENTS; i++) {
        run->agents[i] = (cw_track_agent){.id = i + 1,
                                          .group = i % 2,
                                          .model = CW_MODEL_ORCA,
                                          .radius = 0.2 + 0.01 * i,
                                          .speed = 1.1,
                                          .max_speed = 1.5,
                                          .start = i == 2 ? 0.5 : 0,
                                          .end = -1};
    }
    run->header = (cw_trajectory_header){.fps = 10,
                                         .title = "a run\nin two lines",
                                         .wkt = floor_text,
                                         .bounds = {{0, 0}, {10, 8}},
                                         .level = level,
                                         .groups = &run->groups,
                                         .agents = run->agents,
                                         .agent_count = AGENTS};
}

static void little_run_drop(little_run *run) {
    cw_names_free(context, &run->groups);
}

static cw_track_point point_at(uint32_t agent, uint32_t frame, bool level) {
    double t = frame / 10.0;
    return (cw_track_point){
        .agent = agent,
        .cell = CW_NONE,
        .position = {1 + agent + t / 3, 1 + agent * 0.7 - t * 0.1, level ? 0 : t / 7},
        .velocity = {1.0 / 3, -0.1}};
}

/// The frames of the run into a writer; stops before `until`.
static cw_status write_frames(cw_trajectory_writer *writer, little_run *run, uint32_t until) {
    cw_status status = CW_OK;
    for (uint32_t f = 0; f < until && status == CW_OK; f++) {
        cw_track_point points[AGENTS];
        uint32_t count = 0, changed[] = {0, 1, 2}, changes = 0;
        for (uint32_t i = 0; i < 3; i++) {
            bool there = i != 2 || f >= 5;
            if (there && !(i == 0 && f > 20)) {
                points[count++] = point_at(i, f, run->header.level);
            }
        }
        changes = f == 0 ? 2 : 0;
        if (f == 5 || f == 21) {
            changed[0] = f == 5 ? 2 : 0;
            changes = 1;
        }
        if (f == 21) {
            run->agents[0].outcome = CW_OUTCOME_ARRIVED;
            run->agents[0].end = 2;
        }
        cw_frame frame = {.index = f,
                          .time = f / 10.0,
                          .points = points,
                          .count = count,
                          .changed = changed,
                          .changed_count = changes};
        status = cw_trajectory_write(writer, &frame);
    }
    return status;
}

/// Makes a run and writes it; gives the path of its file.
static const char *write_run(little_run *run, bool level, const char *name) {
    const char *path = cw_test_path(name);
    run_make(run, level);
    cw_trajectory_writer *writer = NULL;
    assert_int_equal(cw_trajectory_begin(context, path, &run->header, &writer), CW_OK);
    assert_int_equal(write_frames(writer, run, FRAMES), CW_OK);
    assert_int_equal(cw_trajectory_end(writer), CW_OK);
    return path;
}

static void check_read(const char *path, bool level, bool has_wkt) {
    OWNED(cw_trajectory) read;
    char *wkt = NULL;
    assert_ok(cw_trajectory_read(context, path, &read, &wkt));
    assert_true(read.fps == 10);
    assert_int_equal(read.frame_count, FRAMES);
    assert_int_equal(read.agent_count, 3);
    assert_true(read.level == level);
    for (uint32_t f = 0; f < FRAMES; f++) {
        cw_frame frame = cw_trajectory_frame(&read, f);
        for (uint32_t i = 0; i < frame.count; i++) {
            uint32_t agent = read.agents[frame.points[i].agent].id - 1;
            cw_track_point told = point_at(agent, f, level);
            assert_memory_equal(&frame.points[i].position, &told.position, sizeof told.position);
            assert_true(fabs(frame.points[i].velocity.x - told.velocity.x) < 1e-9);
        }
    }
    assert_true((wkt != NULL) == has_wkt);
    if (wkt != NULL) {
        assert_string_equal(wkt, floor_text);
        cw_context_release(context, wkt, strlen(wkt) + 1);
    }
}

TEST(what_is_written_is_read_back) {
    static const char *const names[] = {"run.sqlite", "run.csv", "run.txt"};
    for (int level = 0; level < 2; level++) {
        for (int i = 0; i < 3; i++) {
            OWNED(little_run) run;
            check_read(write_run(&run, level, names[i]), level, i != 1);
        }
    }
}

TEST(sqlite_has_the_tables_of_jupedsim) {
    OWNED(little_run) run;
    const char *path = write_run(&run, true, "run.sqlite");
    static const struct {
        const char *sql, *value;
    } cases[] = {
        {"SELECT value FROM metadata WHERE key = 'version'", "2"},
        {"SELECT value FROM metadata WHERE key = 'fps'", "10.0"},
        {"SELECT value FROM metadata WHERE key = 'xmax'", "10.0"},
        {"SELECT COUNT(*) FROM frame_data", "25"},
        {"SELECT COUNT(*) FROM trajectory_data", "66"},
        {"SELECT wkt FROM geometry", "POLYGON ((0 0, 10 0, 10 8, 0 8, 0 0))"},
        {"SELECT COUNT(*) FROM frame_data JOIN geometry ON geometry_hash = hash", "25"},
        {"SELECT group_concat(name) FROM (SELECT name FROM sqlite_master WHERE type = 'table' "
         "ORDER BY name)",
         "agents,frame_data,geometry,metadata,trajectory_data"},
        {"SELECT outcome || ' ' || \"end\" || ' ' || model || ' ' || \"group\" FROM agents WHERE "
         "id = 1",
         "arrived 2.0 orca guests, \"loud\""},
        {"SELECT outcome || coalesce(\"end\", ' open') FROM agents WHERE id = 3", "present open"},
        {"SELECT COUNT(*) FROM agents", "3"},
        {"SELECT COUNT(*) FROM trajectory_data WHERE abs(ori_x * ori_x + ori_y * ori_y - 1) > 1e-9",
         "0"},
        {"SELECT group_concat(name) FROM pragma_table_info('trajectory_data')",
         "frame,id,pos_x,pos_y,ori_x,ori_y"},
    };
    sqlite3 *file = NULL;
    assert_int_equal(sqlite3_open_v2(path, &file, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        sqlite3_stmt *query = NULL;
        assert_int_equal(sqlite3_prepare_v2(file, cases[i].sql, -1, &query, NULL), SQLITE_OK);
        assert_int_equal(sqlite3_step(query), SQLITE_ROW);
        assert_string_equal((const char *)sqlite3_column_text(query, 0), cases[i].value);
        sqlite3_finalize(query);
    }
    sqlite3_close(file);
}

static float float_at(const char *bytes, size_t at) {
    float value;
    memcpy(&value, bytes + at, sizeof value);
    return value;
}

TEST(scb_holds_everybody_in_every_frame) {
    OWNED(little_run) run;
    const char *path = write_run(&run, true, "run.scb");
    size_t size;
    OWNED_HANDLE(char) bytes = (char *)cw_raw_read(path, &size);
    size_t head = 4 + 4 + 4 + 4 * AGENTS;
    assert_int_equal(size, head + (size_t)FRAMES * AGENTS * 16);
    assert_memory_equal(bytes, "2.1\0\4\0\0\0", 8);
    assert_true(float_at(bytes, 8) == 0.1f);
    for (uint32_t f = 0; f < FRAMES; f++) {
        for (uint32_t i = 0; i < AGENTS; i++) {
            size_t at = head + ((size_t)f * AGENTS + i) * 16;
            bool there = i < 3 && (i != 2 || f >= 5) && !(i == 0 && f > 20);
            assert_true(float_at(bytes, at + 12) == (there ? 1.0f : 0.0f));
            uint32_t shown = i == 2 && f < 5 ? 5 : i == 0 && f > 20 ? 20 : f;
            cw_vec3 told = point_at(i, shown, true).position;
            float x = i == 3 ? 0 : (float)told.x, y = i == 3 ? 0 : (float)told.y;
            assert_true(float_at(bytes, at) == x && float_at(bytes, at + 4) == y);
        }
    }
}

TEST(a_page_holds_the_run) {
    OWNED(little_run) run;
    const char *path = write_run(&run, true, "run.html");
    size_t size;
    OWNED_HANDLE(char) page = (char *)cw_raw_read(path, &size);
    assert_non_null(strstr(page, "\"frames\":25"));
    assert_non_null(strstr(page, "guests, \\u0022loud\\u0022"));
    assert_non_null(strstr(page, "\"plan\":[[[0,0,10,0,10,8,0,8]]]"));
    assert_non_null(strstr(page, "id=\"positions\""));
    assert_null(strstr(page, "<!--clearway-run-->"));
    assert_null(strstr(page, "src=\"http"));
}

TEST(a_run_that_is_cut_off_is_read_up_to_there) {
    static const char *const names[] = {"run.sqlite", "run.csv", "run.txt"};
    for (int i = 0; i < 3; i++) {
        OWNED(little_run) run;
        run_make(&run, true);
        const char *path = cw_test_path(names[i]);
        char copied[32];
        snprintf(copied, sizeof copied, "copy-%s", names[i]);
        const char *copy = cw_test_path(copied);
        cw_trajectory_writer *writer = NULL;
        assert_int_equal(cw_trajectory_begin(context, path, &run.header, &writer), CW_OK);
        assert_int_equal(write_frames(writer, &run, 17), CW_OK);
        // What is on disk at this moment is all that a killed process leaves.
        size_t size;
        char *bytes = (char *)cw_raw_read(path, &size);
        cw_raw_write(copy, bytes, size);
        free(bytes);
        OWNED(cw_trajectory) read;
        assert_int_equal(cw_trajectory_read(context, copy, &read, NULL), CW_OK);
        assert_true(read.frame_count >= 10 && read.frame_count <= 17);
        assert_int_equal(cw_trajectory_end(writer), CW_OK);
    }
}

TEST(damaged_files_are_refused_in_words) {
    io_cases cases = io_cases_open("trajectory");
    while (io_cases_next(&cases)) {
        const char *path = cw_test_path(cases.fields[0]);
        cw_raw_write(path, cases.fields[1], strlen(cases.fields[1]));
        cw_trajectory read;
        assert_int_not_equal(cw_trajectory_read(context, path, &read, NULL), CW_OK);
        cw_assert_contains(cw_context_message(context), cases.fields[2]);
    }
}

TEST(centimetres_become_metres) {
    const char *path = cw_test_path("run.txt");
    static const char text[] = "# framerate: 16.00\n# id frame x/cm y/cm z/cm\n3 0 100 250 0\n";
    cw_raw_write(path, text, strlen(text));
    OWNED(cw_trajectory) read;
    assert_int_equal(cw_trajectory_read(context, path, &read, NULL), CW_OK);
    assert_true(read.fps == 16 && read.points[0].position.y == 2.5);
    assert_int_equal(read.agents[0].id, 3);
}

static cw_status write_somewhere(cw_context *with, void *user) {
    little_run run;
    const char *path = user;
    run = (little_run){0};
    cw_status status = cw_names_add(with, &run.groups, "g");
    run.header = (cw_trajectory_header){.fps = 10,
                                        .wkt = floor_text,
                                        .groups = &run.groups,
                                        .agents = run.agents,
                                        .agent_count = 4};
    cw_trajectory_writer *writer = NULL;
    status = status == CW_OK ? cw_trajectory_begin(with, path, &run.header, &writer) : status;
    status = status == CW_OK ? write_frames(writer, &run, 12) : status;
    cw_status ended = cw_trajectory_end(writer);
    cw_names_free(with, &run.groups);
    return status != CW_OK ? status : ended;
}

TEST(writers_survive_a_lack_of_memory) {
    static const char *const names[] = {"m.sqlite", "m.csv", "m.txt", "m.scb", "m.html"};
    for (int i = 0; i < 5; i++) {
        const char *path = cw_test_path(names[i]);
        cw_assert_survives(write_somewhere, (void *)path);
    }
}

TEST(what_cannot_be_written_is_refused) {
    OWNED(little_run) run;
    run_make(&run, true);
    cw_trajectory_writer *writer = NULL;
    assert_int_equal(cw_trajectory_begin(context, "run.avi", &run.header, &writer),
                     CW_ERROR_ARGUMENT);
    assert_int_equal(cw_trajectory_begin(context, "/no/such/run.csv", &run.header, &writer),
                     CW_ERROR_IO);
    assert_int_equal(cw_trajectory_begin(context, "/no/such/run.sqlite", &run.header, &writer),
                     CW_ERROR_IO);
    assert_false(cw_trajectory_takes("run"));
    assert_int_equal(cw_trajectory_end(NULL), CW_OK);
}

TEST_GROUP(cw_test_folder_make, cw_test_folder_remove);
TEST_EACH(make_counted_context, free_counted_context);
