/// Feeds files to a fuzz harness without libFuzzer: every file named, and every file in a folder
/// named, in the order of their names. So a corpus is tried in every test run, with any compiler.
///
///   replay FILE-OR-FOLDER...
#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PATH_SIZE = 4096 };

static void stop(const char *path) {
    fprintf(stderr, "replay: %s: %s\n", path, strerror(errno));
    exit(1);
}

/// Gives each input a block of its exact size, so that reading past its end is seen.
static void replay_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        stop(path);
    }
    long size = ftell(file);
    if (size < 0 || fseek(file, 0, SEEK_SET) != 0) {
        stop(path);
    }
    uint8_t *data = malloc(size > 0 ? (size_t)size : 1);
    if (data == NULL || fread(data, 1, (size_t)size, file) != (size_t)size) {
        stop(path);
    }
    fclose(file);
    // Named before the call: a crash leaves the name on the last line.
    fprintf(stderr, "%s\n", path);
    LLVMFuzzerTestOneInput(data, (size_t)size);
    free(data);
}

static int replay_folder(const char *folder) {
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort);
    if (count < 0) {
        stop(folder);
    }
    int replayed = 0;
    for (int i = 0; i < count; i++) {
        if (entries[i]->d_name[0] != '.') {
            char path[PATH_SIZE];
            snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
            replay_file(path);
            replayed++;
        }
        free(entries[i]);
    }
    free(entries);
    return replayed;
}

static int is_folder(const char *path) {
    DIR *folder = opendir(path);
    return folder != NULL && closedir(folder) == 0;
}

int main(int argument_count, char **arguments) {
    int replayed = 0;
    for (int i = 1; i < argument_count; i++) {
        if (is_folder(arguments[i])) {
            replayed += replay_folder(arguments[i]);
        } else {
            replay_file(arguments[i]);
            replayed++;
        }
    }
    printf("replayed %d inputs\n", replayed);
    return replayed > 0 ? 0 : 1;
}
