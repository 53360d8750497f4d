/// Shared by the tests of files: a folder that goes away, an allocator that gives out, and checks
/// of messages.
#ifndef CW_TEST_IO_FILES_H
#define CW_TEST_IO_FILES_H

#include "check.h"
#include "clearway/clearway.h"
#include "clearway/io.h"
#include "failing_allocator.h"
#include "test_context.h"

/// The context of a test keeps books between these two, which are for TEST_EACH(), and every block
/// has to come back.
int make_counted_context(void **state);
int free_counted_context(void **state);

/// Something that may lack memory and cleans up after itself; `user` is passed on.
typedef cw_status cw_memory_task(cw_context *context, void *user);
/// Does it, with the 1st, 2nd, ... request for memory failing, until it succeeds: each failure has
/// to be CW_ERROR_MEMORY and to leave nothing behind. Returns how many requests it takes.
size_t cw_assert_survives(cw_memory_task *task, void *user);

/// A plain context.
cw_context *cw_test_context(void);

/// Makes a new folder under /tmp; fits any buffer of 64 bytes.
void cw_folder_make(char folder[64]);
/// Removes the files in a folder and the folder itself.
void cw_folder_remove(const char *folder);
/// How many files a folder has, hidden ones too.
int cw_folder_count(const char *folder);

/// A folder for all tests of a file, for TEST_GROUP(); and the path of a file in it, which the
/// fourth call after this one overwrites.
extern char cw_test_folder[64];
int cw_test_folder_make(void **state);
int cw_test_folder_remove(void **state);
const char *cw_test_path(const char *name);

/// Writes a file without any of the code under test.
void cw_raw_write(const char *path, const void *bytes, size_t size);
/// Reads a file without any of the code under test, with a NUL behind it; free it with free().
char *cw_raw_read(const char *path, size_t *size);

/// Fails the test unless `text` contains `part`; shows both.
void cw_assert_contains(const char *text, const char *part);

/// Parses bytes that are no good plan: the message must name the file "bad" and contain `part`, the
/// plan must be zeroed and no memory left.
void cw_refuse_plan(cw_file_kind kind, const char *text, size_t size, const char *part);

/// `count` times one text between two others; free it with free().
char *cw_repeat(const char *before, const char *text, size_t count, const char *after);

#endif
