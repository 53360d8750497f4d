/// A writer of JSON text. Errors of the stream are looked at once, when the command ends.
#include "json.h"

#include "text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

void cw_cli_json_quote(FILE *stream, const char *text) {
    if (text == NULL) {
        fputs("null", stream);
        return;
    }
    putc('"', stream);
    while (*text != '\0') {
        uint32_t code = 0;
        size_t length = cw_cli_text_decode(text, &code);
        if (length == 0) {
            fputs("\\ufffd", stream);
            length = 1;
        } else if (code == '"' || code == '\\') {
            fprintf(stream, "\\%c", (int)code);
        } else if (code < 0x20 || (code >= 0x7f && code < 0xa0)) {
            fprintf(stream, "\\u%04x", (unsigned)code);
        } else {
            fwrite(text, 1, length, stream);
        }
        text += length;
    }
    putc('"', stream);
}

/// Comma, line break and key before a value.
static void begin_value(cw_cli_json *json, const char *key) {
    if (json->filled[json->depth]) {
        putc(',', json->stream);
    }
    json->filled[json->depth] = true;
    if (json->depth > 0) {
        fprintf(json->stream, "\n%*s", (int)(2 * json->depth), "");
    }
    if (key != NULL) {
        cw_cli_json_quote(json->stream, key);
        fputs(": ", json->stream);
    }
}

static void open_nested(cw_cli_json *json, const char *key, char bracket) {
    begin_value(json, key);
    putc(bracket, json->stream);
    if (json->depth < CW_CLI_JSON_DEPTH) {
        json->depth++;
    }
    json->filled[json->depth] = false;
}

static void close_nested(cw_cli_json *json, char bracket) {
    bool filled = json->filled[json->depth];
    json->depth--;
    if (filled) {
        fprintf(json->stream, "\n%*s", (int)(2 * json->depth), "");
    }
    putc(bracket, json->stream);
}

/// Whether some text was ended; scripts that asked for JSON get some, also after a failure.
static bool finished;

void cw_cli_json_open_object(cw_cli_json *json, const char *key) {
    bool top = json->depth == 0;
    open_nested(json, key, '{');
    if (top) {
        cw_cli_json_count(json, "version", CW_CLI_JSON_VERSION);
    }
}

void cw_cli_json_close_object(cw_cli_json *json) {
    close_nested(json, '}');
}

void cw_cli_json_open_array(cw_cli_json *json, const char *key) {
    open_nested(json, key, '[');
}

void cw_cli_json_close_array(cw_cli_json *json) {
    close_nested(json, ']');
}

void cw_cli_json_text(cw_cli_json *json, const char *key, const char *text) {
    begin_value(json, key);
    cw_cli_json_quote(json->stream, text);
}

void cw_cli_json_print(FILE *stream, double value) {
    if (!isfinite(value)) {
        fputs("null", stream);
        return;
    }
    char digits[40];
    for (int precision = 15; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, value);
        if (strtod(digits, NULL) == value) {
            break;
        }
    }
    fputs(digits, stream);
}

void cw_cli_json_number(cw_cli_json *json, const char *key, double value) {
    begin_value(json, key);
    cw_cli_json_print(json->stream, value);
}

void cw_cli_json_row(cw_cli_json *json, const char *key, const double *values, uint32_t count) {
    begin_value(json, key);
    putc('[', json->stream);
    for (uint32_t i = 0; i < count; i++) {
        fputs(i > 0 ? ", " : "", json->stream);
        cw_cli_json_print(json->stream, values[i]);
    }
    putc(']', json->stream);
}

void cw_cli_json_count(cw_cli_json *json, const char *key, uint64_t value) {
    begin_value(json, key);
    fprintf(json->stream, "%" PRIu64, value);
}

void cw_cli_json_flag(cw_cli_json *json, const char *key, bool value) {
    begin_value(json, key);
    fputs(value ? "true" : "false", json->stream);
}

void cw_cli_json_null(cw_cli_json *json, const char *key) {
    begin_value(json, key);
    fputs("null", json->stream);
}

void cw_cli_json_finish(cw_cli_json *json) {
    putc('\n', json->stream);
    finished = true;
}

/// The last failure that was reported in words.
static struct {
    char file[512], message[1024];
    bool has_file, known;
} failure;

void cw_cli_json_note(const char *file, const char *message) {
    failure.known = true;
    failure.has_file = file != NULL;
    snprintf(failure.file, sizeof failure.file, "%s", file != NULL ? file : "");
    snprintf(failure.message, sizeof failure.message, "%s", message);
}

void cw_cli_json_fail(int code) {
    if (finished || !failure.known) {
        return;
    }
    cw_cli_json json = {.stream = stdout};
    cw_cli_json_open_object(&json, NULL);
    cw_cli_json_open_object(&json, "error");
    cw_cli_json_count(&json, "exit", (uint64_t)code);
    cw_cli_json_text(&json, "file", failure.has_file ? failure.file : NULL);
    cw_cli_json_text(&json, "message", failure.message);
    cw_cli_json_close_object(&json);
    cw_cli_json_close_object(&json);
    cw_cli_json_finish(&json);
}
