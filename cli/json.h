/// A writer of JSON text: objects and arrays opened and closed in order, commas by itself.
#ifndef CW_CLI_JSON_H
#define CW_CLI_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/// Deepest nesting that is written.
enum { CW_CLI_JSON_DEPTH = 8 };

/// Where the text goes and how deep it is. Start from {.stream = stdout}.
typedef struct cw_cli_json {
    FILE *stream;
    uint32_t depth;
    bool filled[CW_CLI_JSON_DEPTH + 1]; ///< per depth: something was written there
} cw_cli_json;

/// `key` is NULL inside arrays and at the top.
void cw_cli_json_open_object(cw_cli_json *json, const char *key);
void cw_cli_json_close_object(cw_cli_json *json);
void cw_cli_json_open_array(cw_cli_json *json, const char *key);
void cw_cli_json_close_array(cw_cli_json *json);
/// Bytes that are not UTF-8 become U+FFFD; NULL becomes null.
void cw_cli_json_text(cw_cli_json *json, const char *key, const char *text);
/// The shortest digits that give the same number back; not finite becomes null.
void cw_cli_json_number(cw_cli_json *json, const char *key, double value);
/// Numbers in one line: [1, 2, 3].
void cw_cli_json_row(cw_cli_json *json, const char *key, const double *values, uint32_t count);
void cw_cli_json_count(cw_cli_json *json, const char *key, uint64_t value);
void cw_cli_json_flag(cw_cli_json *json, const char *key, bool value);
void cw_cli_json_null(cw_cli_json *json, const char *key);
/// Ends the text with a newline.
void cw_cli_json_finish(cw_cli_json *json);

#endif
