#include "io_files.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static failing_allocator books;

int make_counted_context(void **state) {
    (void)state;
    context = cw_counted_context(&books);
    return 0;
}

int free_counted_context(void **state) {
    (void)state;
    cw_counted_end(&books, context);
    return 0;
}

size_t cw_assert_survives(cw_memory_task *task, void *user) {
    for (size_t nth = 1;; nth++) {
        failing_allocator memory;
        cw_context *with = cw_counted_context(&memory);
        failing_allocator_fail_at(&memory, nth);
        cw_status status = task(with, user);
        bool refused = memory.requests >= nth;
        if (status != CW_OK || !refused) {
            assert_int_equal(status, refused ? CW_ERROR_MEMORY : CW_OK);
        }
        if (status == CW_ERROR_MEMORY) {
            cw_assert_contains(cw_context_message(with), "memory");
        }
        cw_counted_end(&memory, with);
        if (!refused) {
            return nth - 1;
        }
    }
}

cw_context *cw_test_context(void) {
    cw_context *with;
    assert_int_equal(cw_context_create(NULL, &with), CW_OK);
    return with;
}

void cw_folder_make(char folder[64]) {
    strcpy(folder, "/tmp/clearway-test-XXXXXX");
    assert_non_null(mkdtemp(folder));
}

/// Calls remove() on the files of a folder, or just counts them.
static int walk_folder(const char *folder, bool remove_files) {
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    int count = 0;
    for (struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            char path[1024];
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            count++;
            if (remove_files) {
                assert_int_equal(remove(path), 0);
            }
        }
    }
    closedir(directory);
    return count;
}

void cw_folder_remove(const char *folder) {
    walk_folder(folder, true);
    assert_int_equal(rmdir(folder), 0);
}

int cw_folder_count(const char *folder) {
    return walk_folder(folder, false);
}

char cw_test_folder[64];

int cw_test_folder_make(void **state) {
    (void)state;
    cw_folder_make(cw_test_folder);
    return 0;
}

int cw_test_folder_remove(void **state) {
    (void)state;
    cw_folder_remove(cw_test_folder);
    return 0;
}

const char *cw_test_path(const char *name) {
    static char paths[4][512];
    static uint32_t next;
    next = (next + 1) % 4;
    snprintf(paths[next], sizeof paths[next], "%s/%s", cw_test_folder, name);
    return paths[next];
}

void cw_raw_write(const char *path, const void *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

char *cw_raw_read(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long end = ftell(file);
    assert_true(end >= 0);
    rewind(file);
    char *bytes = malloc((size_t)end + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, (size_t)end, file), end);
    bytes[end] = '\0';
    fclose(file);
    *size = (size_t)end;
    return bytes;
}

void cw_assert_contains(const char *text, const char *part) {
    if (strstr(text, part) == NULL) {
        fail_msg("expected \"%s\" in \"%s\"", part, text);
    }
}

void cw_refuse_plan(cw_file_kind kind, const char *text, size_t size, const char *part) {
    failing_allocator memory;
    cw_context *with = cw_counted_context(&memory);
    cw_plan plan;
    memset(&plan, 1, sizeof plan);
    if (cw_plan_parse(with, kind, "bad", text, size, &plan) == CW_OK) {
        fail_msg("accepted \"%.60s\", expected \"%s\"", text, part);
    }
    assert_null(plan.points);
    assert_null(plan.rings);
    assert_int_equal(plan.ring_count, 0);
    assert_memory_equal(cw_context_message(with), "bad:", 4);
    cw_assert_contains(cw_context_message(with), ": error: ");
    cw_assert_contains(cw_context_message(with), part);
    assert_null(strchr(cw_context_message(with), '\n'));
    cw_counted_end(&memory, with);
}

char *cw_repeat(const char *before, const char *text, size_t count, const char *after) {
    size_t size = strlen(text), front = strlen(before);
    char *all = malloc(front + size * count + strlen(after) + 1);
    assert_non_null(all);
    memcpy(all, before, front);
    for (size_t i = 0; i < count; i++) {
        memcpy(all + front + i * size, text, size);
    }
    strcpy(all + front + size * count, after);
    return all;
}
