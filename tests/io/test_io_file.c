/// Whole files: what is read, what is refused, and that a file is either the old one or the whole
/// new one.
#include "io_files.h"
#include "test.h"
#include "test_owned.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

TEST(the_extension_tells_what_a_file_holds) {
    assert_int_equal(cw_file_kind_of("a.wkt"), CW_FILE_WKT);
    assert_int_equal(cw_file_kind_of("a/b.c/plan.GeoJSON"), CW_FILE_GEOJSON);
    assert_int_equal(cw_file_kind_of("bird.dat"), CW_FILE_DAT);
    assert_int_equal(cw_file_kind_of("m.cwm"), CW_FILE_CWM);
    assert_int_equal(cw_file_kind_of("m.json"), CW_FILE_JSON);
    assert_int_equal(cw_file_kind_of("m.mesh"), CW_FILE_MESH);
    assert_int_equal(cw_file_kind_of("m.obj"), CW_FILE_OBJ);
    assert_int_equal(cw_file_kind_of("m.nav"), CW_FILE_NAV);
    assert_int_equal(cw_file_kind_of("p.svg"), CW_FILE_SVG);
    assert_int_equal(cw_file_kind_of("p.x.png"), CW_FILE_PNG);
    assert_int_equal(cw_file_kind_of("p.pdf"), CW_FILE_PDF);
    static const char *const unknown[] = {"",       "wkt",    ".wkt",    "a.",     "a.wk",
                                          "a.wktt", "x/.wkt", "a.wkt/b", "a.wkt/", "/"};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        assert_int_equal(cw_file_kind_of(unknown[i]), CW_FILE_UNKNOWN);
    }
}

TEST(bytes_come_back_as_they_were_written) {
    static const size_t sizes[] = {0, 1, 2, 65535, 65536, 65537, 1000000};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        uint8_t *bytes = malloc(sizes[i] + 1), *back;
        for (size_t k = 0; k < sizes[i]; k++) {
            bytes[k] = (uint8_t)(k * 31 + k / 256);
        }
        size_t size;
        assert_int_equal(cw_file_write(context, cw_test_path("f"), bytes, sizes[i]), CW_OK);
        assert_int_equal(cw_file_read(context, cw_test_path("f"), &back, &size), CW_OK);
        assert_int_equal(size, sizes[i]);
        assert_memory_equal(back, bytes, size);
        cw_context_release(context, back, size);
        free(bytes);
    }
    assert_int_equal(cw_folder_count(cw_test_folder), 1);
}

TEST(a_new_file_follows_the_umask_and_an_old_one_keeps_its_mode) {
    struct stat about;
    mode_t old = umask(027);
    assert_int_equal(cw_file_write(context, cw_test_path("f"), "a", 1), CW_OK);
    umask(old);
    assert_int_equal(stat(cw_test_path("f"), &about), 0);
    assert_int_equal(about.st_mode & 0777, 0640);
    assert_int_equal(chmod(cw_test_path("f"), 0604), 0);
    assert_int_equal(cw_file_write(context, cw_test_path("f"), "b", 1), CW_OK);
    assert_int_equal(stat(cw_test_path("f"), &about), 0);
    assert_int_equal(about.st_mode & 0777, 0604);
}

/// Reading `path` fails with a message that names it and says `part`.
static void refuse_reading(const char *path, cw_status expected, const char *part) {
    uint8_t *bytes = (uint8_t *)1;
    size_t size = 1;
    assert_int_equal(cw_file_read(context, path, &bytes, &size), expected);
    assert_null(bytes);
    assert_int_equal(size, 0);
    cw_assert_contains(cw_context_message(context), ": error: ");
    cw_assert_contains(cw_context_message(context), part);
}

TEST(what_is_no_file_is_not_read) {
    refuse_reading(cw_test_folder, CW_ERROR_IO, "is a directory");
    refuse_reading("/dev/zero", CW_ERROR_IO, "neither a regular file nor a pipe");
    refuse_reading("/dev/null", CW_ERROR_IO, "neither a regular file nor a pipe");
    refuse_reading(cw_test_path("missing"), CW_ERROR_IO, "No such file");
    refuse_reading("", CW_ERROR_IO, "cannot open");
}

TEST(a_file_larger_than_the_limit_is_refused_before_it_is_read) {
    int descriptor = open(cw_test_path("large"), O_WRONLY | O_CREAT, 0600);
    assert_int_equal(ftruncate(descriptor, (off_t)CW_IO_FILE_LIMIT + 1), 0);
    close(descriptor);
    refuse_reading(cw_test_path("large"), CW_ERROR_LIMIT, "limit of 512 MiB");
}

TEST(a_name_cannot_move_the_cursor) {
    refuse_reading("/nowhere/\033[2Jx\n", CW_ERROR_IO, "/nowhere/\\x1b[2Jx\\x0a: error: ");
    char name[2000];
    memset(name, 'a', sizeof name);
    strcpy(name + sizeof name - 5, ".wkt");
    refuse_reading(name, CW_ERROR_IO, "aaa.wkt: error: cannot open");
}

TEST(a_pipe_that_nobody_writes_to_is_empty) {
    char path[512];
    strcpy(path, cw_test_path("pipe.wkt"));
    assert_int_equal(mkfifo(path, 0600), 0);
    cw_plan plan;
    assert_refused(cw_plan_read(context, path, &plan), CW_ERROR_INPUT,
                   "pipe.wkt: error: empty input");
}

static void *write_slowly(void *path) {
    int descriptor = open(path, O_WRONLY);
    for (int i = 0; i < 3; i++) {
        struct timespec pause = {.tv_nsec = 50000000};
        nanosleep(&pause, NULL);
        char block[40000];
        memset(block, 'a' + i, sizeof block);
        if (write(descriptor, block, sizeof block) != sizeof block) {
            break;
        }
    }
    close(descriptor);
    return NULL;
}

TEST(a_slow_pipe_is_read_to_its_end) {
    char path[512];
    strcpy(path, cw_test_path("pipe"));
    assert_int_equal(mkfifo(path, 0600), 0);
    pthread_t writer;
    assert_int_equal(pthread_create(&writer, NULL, write_slowly, path), 0);
    uint8_t *bytes;
    size_t size;
    assert_int_equal(cw_file_read(context, path, &bytes, &size), CW_OK);
    pthread_join(writer, NULL);
    assert_int_equal(size, 120000);
    assert_int_equal(bytes[0], 'a');
    assert_int_equal(bytes[119999], 'c');
    cw_context_release(context, bytes, size);
}

/// Writing to `path` fails with a message that says `part`, and leaves `count` files in the folder.
static void refuse_writing(const char *path, const char *part, int count) {
    assert_refused(cw_file_write(context, path, "new", 3), CW_ERROR_IO, ": error: ");
    cw_assert_contains(cw_context_message(context), part);
    assert_int_equal(cw_folder_count(cw_test_folder), count);
}

TEST(what_is_no_file_is_not_replaced) {
    struct stat about;
    refuse_writing(cw_test_folder, "is a directory", 0);
    refuse_writing("/dev/full", "is not a regular file", 0);
    assert_int_equal(stat("/dev/full", &about), 0);
    assert_true(S_ISCHR(about.st_mode));
    refuse_writing(cw_test_path("missing/file"), "No such file", 0);
    refuse_writing("", "No such file", 0);
    refuse_writing(cw_test_path("name/"), "No such file", 0);
    char name[5000];
    memset(name, 'a', sizeof name);
    name[sizeof name - 1] = '\0';
    refuse_writing(name, "too long", 0);
    refuse_writing(cw_test_path(name + 4700), "too long", 0);
}

TEST(a_symbolic_link_is_neither_followed_nor_replaced) {
    cw_raw_write(cw_test_path("target"), "old", 3);
    char link[512];
    strcpy(link, cw_test_path("link"));
    assert_int_equal(symlink("target", link), 0);
    refuse_writing(link, "is a symbolic link", 2);
    size_t size;
    char *bytes = cw_raw_read(cw_test_path("target"), &size);
    assert_string_equal(bytes, "old");
    free(bytes);
    assert_int_equal(unlink(cw_test_path("target")), 0);
    refuse_writing(link, "is a symbolic link", 1);
}

TEST(a_disk_that_fills_leaves_the_old_file) {
    cw_raw_write(cw_test_path("f"), "old", 3);
    static uint8_t bytes[100000];
    struct rlimit old, small;
    getrlimit(RLIMIT_FSIZE, &old);
    small = old;
    small.rlim_cur = 5000;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    cw_status first = cw_file_write(context, cw_test_path("f"), bytes, sizeof bytes);
    cw_status second = cw_file_write(context, cw_test_path("g"), bytes, sizeof bytes);
    setrlimit(RLIMIT_FSIZE, &old);
    assert_int_equal(first, CW_ERROR_IO);
    assert_refused(second, CW_ERROR_IO, "g: error: cannot write: ");
    assert_int_equal(cw_folder_count(cw_test_folder), 1);
    size_t size;
    OWNED_HANDLE(char) left = cw_raw_read(cw_test_path("f"), &size);
    assert_string_equal(left, "old");
}

TEST(a_closed_folder_is_reported) {
    if (geteuid() == 0) {
        print_message("root may write everywhere\n");
        skip();
    }
    assert_int_equal(chmod(cw_test_folder, 0500), 0);
    refuse_writing(cw_test_path("f"), "Permission denied", 0);
    assert_int_equal(chmod(cw_test_folder, 0700), 0);
}

static cw_status read_the_file(cw_context *with, void *user) {
    (void)user;
    uint8_t *bytes;
    size_t size;
    cw_status status = cw_file_read(with, cw_test_path("f"), &bytes, &size);
    assert_true(status == CW_OK || (bytes == NULL && size == 0));
    cw_context_release(with, bytes, size);
    return status;
}

TEST(a_lack_of_memory_is_survived) {
    cw_raw_write(cw_test_path("f"), "some bytes", 10);
    assert_true(cw_assert_survives(read_the_file, NULL) >= 1);
}

TEST_EACH(cw_test_folder_make, cw_test_folder_remove);
TEST_GROUP(make_counted_context, free_counted_context);
