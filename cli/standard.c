/// The standard streams as files.
///
/// Stdin has no extension, so its first bytes decide its format: "CWMESH" begins a .cwm, "mesh"
/// a .mesh, a brace a GeoJSON, or a mesh as JSON where "cells" or "vertices" come before any
/// "type"; "v " or a comment an .obj, a number a .dat, and everything else is WKT. What goes to
/// stdout is written to a temporary file first, as formats are written to files, and copied when it
/// is complete.
#define _DEFAULT_SOURCE
#include "standard.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// What was read from stdin. The process has one stdin, and so one of these.
static struct {
    uint8_t *bytes;
    size_t size;
    int error;
    bool read, too_large;
} input;

bool cw_standard_is(const char *path) {
    return path != NULL && strcmp(path, "-") == 0;
}

static void fill_input(void) {
    size_t capacity = 0;
    input.read = true;
    while (!feof(stdin) && input.error == 0) {
        if (input.size == capacity) {
            capacity = capacity > 0 ? 2 * capacity : 1 << 16;
            uint8_t *larger = realloc(input.bytes, capacity + 1);
            if (larger == NULL) {
                input.error = ENOMEM;
                return;
            }
            input.bytes = larger;
        }
        input.size += fread(input.bytes + input.size, 1, capacity - input.size, stdin);
        input.error = ferror(stdin) ? EIO : 0;
        input.too_large = input.size > CW_IO_FILE_LIMIT;
        if (input.too_large) {
            return;
        }
    }
    if (input.bytes != NULL) {
        input.bytes[input.size] = 0;
    }
}

static bool starts_with(const char *text, const char *word) {
    return strncmp(text, word, strlen(word)) == 0;
}

cw_file_kind cw_standard_kind(void) {
    if (!input.read) {
        fill_input();
    }
    const char *text = input.bytes != NULL ? (const char *)input.bytes : "";
    while (isspace((unsigned char)*text)) {
        text++;
    }
    if (*text == '{') {
        const char *type = strstr(text, "\"type\""), *cells = strstr(text, "\"cells\"");
        return cells != NULL && (type == NULL || cells < type) ? CW_FILE_JSON : CW_FILE_GEOJSON;
    }
    if (starts_with(text, "CWMESH") || starts_with(text, "mesh")) {
        return text[0] == 'C' ? CW_FILE_CWM : CW_FILE_MESH;
    }
    if (starts_with(text, "v ") || starts_with(text, "#") || starts_with(text, "o ")) {
        return CW_FILE_OBJ;
    }
    return isdigit((unsigned char)*text) || *text == '-' ? CW_FILE_DAT : CW_FILE_WKT;
}

cw_status cw_standard_read(cw_context *context, const uint8_t **bytes, size_t *size) {
    if (!input.read) {
        fill_input();
    }
    if (input.too_large) {
        return cw_context_fail(context, CW_ERROR_LIMIT, "stdin: error: more than %zu bytes",
                               CW_IO_FILE_LIMIT);
    }
    if (input.error != 0) {
        return cw_context_fail(context, CW_ERROR_IO, "stdin: error: %s", strerror(input.error));
    }
    *bytes = input.bytes;
    *size = input.size;
    return CW_OK;
}

bool cw_standard_open(const char *extension, char *path, size_t size) {
    const char *folder = getenv("TMPDIR");
    int length = snprintf(path, size, "%s/clearway-XXXXXX%s",
                          folder != NULL && folder[0] != '\0' ? folder : "/tmp", extension);
    if (length < 0 || (size_t)length >= size) {
        return false;
    }
    int file = mkstemps(path, (int)strlen(extension));
    return file >= 0 && close(file) == 0;
}

cw_exit cw_standard_close(cw_session *session, const char *path, bool copy) {
    char block[1 << 14];
    FILE *file = copy ? fopen(path, "rb") : NULL;
    bool good = !copy || file != NULL;
    for (size_t got; file != NULL && (got = fread(block, 1, sizeof block, file)) > 0;) {
        if (fwrite(block, 1, got, stdout) < got) {
            cw_session_note_failure(errno);
            break;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    unlink(path);
    return good ? CW_EXIT_DONE
                : cw_session_refuse(session, CW_EXIT_INPUT, "stdout", "%s", strerror(errno));
}
