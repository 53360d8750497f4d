/// Every file of tests/hostile is refused in the words of tests/hostile/expected.txt, and nothing
/// is left behind. A file that once broke a reader goes into that folder.
#include "io_files.h"
#include "test.h"
#include "test_owned.h"

#include <dirent.h>

static const char folder[] = CW_SOURCE_DIR "/tests/hostile";

static cw_status read_any(const char *path) {
    cw_status status;
    switch (cw_file_kind_of(path)) {
    case CW_FILE_WKT:
    case CW_FILE_GEOJSON:
    case CW_FILE_DAT: {
        OWNED(cw_plan) plan;
        status = cw_plan_read(context, path, &plan);
        return status;
    }
    case CW_FILE_OBJ: {
        OWNED(cw_surface) surface;
        status = cw_surface_read_obj(context, path, true, NULL, &surface);
        return status;
    }
    default: {
        OWNED(cw_navmesh) mesh;
        status = cw_navmesh_read(context, path, &mesh);
        return status;
    }
    }
}

static void check_refused(const char *name, const char *part) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (read_any(path) == CW_OK) {
        fail_msg("%s is accepted", name);
    }
    const char *message = cw_context_message(context);
    cw_assert_contains(message, name);
    cw_assert_contains(message, ": error: ");
    cw_assert_contains(message, part);
    assert_null(strchr(message, '\n'));
}

TEST(every_hostile_file_is_refused_in_the_expected_words) {
    char path[1024];
    snprintf(path, sizeof path, "%s/expected.txt", folder);
    size_t size;
    OWNED_HANDLE(char) text = cw_raw_read(path, &size);
    int files = cw_folder_count(folder) - 1, listed = 0;
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        char *blank = strchr(line, ' ');
        if (line[0] != '#') {
            assert_non_null(blank);
            *blank = '\0';
            check_refused(line, blank + 1);
            listed++;
        }
    }
    assert_int_equal(listed, files);
}

TEST_EACH(make_counted_context, free_counted_context);
