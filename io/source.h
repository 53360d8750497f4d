/// Text being read: what is checked of every text file, and messages that name file and line.
#ifndef CW_IO_SOURCE_H
#define CW_IO_SOURCE_H

#include "clearway/base.h"

/// Returns from the enclosing function when `call` fails.
#define CW_IO_TRY(call)                   \
    do {                                  \
        cw_status cw_try_status = (call); \
        if (cw_try_status != CW_OK) {     \
            return cw_try_status;         \
        }                                 \
    } while (0)

/// Longest line of a format that is read line by line, in bytes.
#define CW_LINE_LIMIT ((size_t)64 << 10)

/// What a reader left out, and why: reported when the rest can be used.
enum { CW_SKIPPED_TOLD = 10 };
typedef struct cw_skipped {
    uint32_t count;
    char words[CW_SKIPPED_TOLD][256]; ///< of the first ones
} cw_skipped;

/// A text in memory; `name` stands for the file in messages. The text does not end with a NUL.
typedef struct cw_source {
    cw_context *context;
    const char *name;
    const char *text;
    size_t size;
    cw_skipped *skipped; ///< what cw_source_skip() left out
} cw_source;

/// A piece of a source.
typedef struct cw_span {
    const char *text;
    size_t size;
} cw_span;

/// Opens a text: skips a UTF-8 byte order mark; refuses nothing but white space ("empty input"),
/// UTF-16 and NUL bytes.
cw_status cw_source_open(cw_source *source, cw_context *context, const char *name, const char *text,
                         size_t size);

/// Leaves "NAME:LINE: error: REASON" in the context, LINE being that of the byte `place`; without
/// ":LINE" where `place` is NULL. Returns `status`.
cw_status cw_source_fail(const cw_source *source, const char *place, cw_status status,
                         const char *format, ...) __attribute__((format(printf, 4, 5)));

/// cw_source_fail() with the column in front of the reason: "NAME:LINE: error: column N: REASON".
cw_status cw_source_fail_column(const cw_source *source, const char *place, cw_status status,
                                const char *format, ...) __attribute__((format(printf, 4, 5)));

/// Notes the failure that was just left in the context: what it is about is skipped.
void cw_source_skip(const cw_source *source);
/// Warns of what was skipped.
void cw_source_tell_skipped(const cw_source *source);

/// Puts the name of the file before the message that a function of libclearway left behind.
cw_status cw_name_failure(cw_context *context, const char *name, cw_status status);

/// "NAME: error: REASON" for a file that has no text yet.
cw_status cw_name_fail(cw_context *context, const char *name, cw_status status, const char *format,
                       ...) __attribute__((format(printf, 4, 5)));

/// Takes the next line off `rest`, without its end (LF, CR or CR LF); false when none is left. A
/// line longer than CW_LINE_LIMIT fails.
bool cw_source_line(const cw_source *source, cw_span *rest, cw_span *line, cw_status *status);

/// Takes the next word (no blanks or tabs) off a line; false when none is left.
bool cw_span_word(cw_span *rest, cw_span *word);

/// Whether a span is this word.
bool cw_span_is(cw_span span, const char *word);

/// A span for a message: printable, cut when long.
typedef struct cw_quote {
    char text[48];
} cw_quote;
cw_quote cw_span_quote(cw_span span);

/// A coordinate of a file: a finite decimal number of at most CW_COORDINATE_LIMIT.
cw_status cw_source_coordinate(const cw_source *source, cw_span word, double *value);
/// The same in a unit of so many metres; the value stays as it is in the file.
cw_status cw_source_length(const cw_source *source, cw_span word, double unit, double *value);

/// A non-negative integer below `limit`; `what` names it in messages.
cw_status cw_source_count(const cw_source *source, cw_span word, const char *what, uint32_t limit,
                          uint32_t *value);

#endif
