/// A writer of JSON text: objects and arrays opened and closed in order, commas by itself.
#ifndef CW_CLI_JSON_H
#define CW_CLI_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/// Deepest nesting that is written.
enum { CW_CLI_JSON_DEPTH = 8 };

/// Of all answers in JSON, which each begin with it: it grows when a member goes or changes its
/// meaning; new members may come without.
enum { CW_CLI_JSON_VERSION = 1 };

/// Where the text goes and how deep it is. Start from {.stream = stdout}.
typedef struct cw_cli_json {
    FILE *stream;
    uint32_t depth;
    bool filled[CW_CLI_JSON_DEPTH + 1]; ///< per depth: something was written there
} cw_cli_json;

/// Writes text in quotes; NULL becomes null.
void cw_cli_json_quote(FILE *stream, const char *text);

/// `key` is NULL inside arrays and at the top.
void cw_cli_json_open_object(cw_cli_json *json, const char *key);
void cw_cli_json_close_object(cw_cli_json *json);
void cw_cli_json_open_array(cw_cli_json *json, const char *key);
void cw_cli_json_close_array(cw_cli_json *json);
/// Bytes that are not UTF-8 become U+FFFD; NULL becomes null.
void cw_cli_json_text(cw_cli_json *json, const char *key, const char *text);
/// The shortest digits that give the same number back; not finite becomes null.
void cw_cli_json_print(FILE *stream, double value);
void cw_cli_json_number(cw_cli_json *json, const char *key, double value);
/// Numbers in one line: [1, 2, 3].
void cw_cli_json_row(cw_cli_json *json, const char *key, const double *values, uint32_t count);
void cw_cli_json_count(cw_cli_json *json, const char *key, uint64_t value);
void cw_cli_json_flag(cw_cli_json *json, const char *key, bool value);
void cw_cli_json_null(cw_cli_json *json, const char *key);
/// Ends the text with a newline.
void cw_cli_json_finish(cw_cli_json *json);
/// Keeps what failed, with the file it is about or NULL, for cw_cli_json_fail().
void cw_cli_json_note(const char *file, const char *message);
/// Writes what failed to stdout, for scripts that asked for JSON; nothing where they had some.
void cw_cli_json_fail(int code);

#endif
