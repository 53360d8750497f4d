/// Text being written: a block that grows. A failure is kept until the end, so that writers need no
/// checks on the way.
#ifndef CW_IO_TEXT_H
#define CW_IO_TEXT_H

#include "clearway/base.h"

/// Start from {.context = context}.
typedef struct cw_text {
    cw_context *context;
    char *bytes;
    size_t size, capacity;
    cw_status status; ///< the first failure
} cw_text;

void cw_text_bytes(cw_text *text, const char *bytes, size_t size);
void cw_text_string(cw_text *text, const char *string);
/// The shortest decimal that reads back as the same double.
void cw_text_number(cw_text *text, double value);
void cw_text_integer(cw_text *text, int64_t value);
/// An index; CW_NONE is written as -1.
void cw_text_index(cw_text *text, uint32_t value);

/// A JSON string, which is safe inside a script element of HTML, too. `string` is UTF-8.
void cw_text_quoted(cw_text *text, const char *string);

/// Writes the text to a file, if nothing failed before, and frees it in every case.
cw_status cw_text_save(cw_text *text, const char *path);

#endif
