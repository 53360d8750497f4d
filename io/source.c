/// Text being read; see source.h. Lines are counted only when a message needs one.
#include "source.h"

#include "clearway/io.h"
#include "number.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    NAME_SIZE = 256,   ///< of a name in a message; a longer one keeps its end
    REASON_SIZE = 256, ///< together they fit the context's message
    QUOTE_CUT = 32     ///< characters of a quoted span
};

/// Copies text for a message: control characters as \xNN, so that a name cannot move the cursor.
static void make_printable(const char *text, size_t size, bool keep_utf8, char *out, size_t room) {
    size_t count = 0;
    for (size_t i = 0; i < size && count + 5 < room; i++) {
        unsigned char byte = (unsigned char)text[i];
        bool control = byte < 0x20 || byte == 0x7f;
        // U+0080 to U+009F are control characters too.
        bool control_next = byte == 0xc2 && i + 1 < size && (unsigned char)text[i + 1] < 0xa0;
        if (control || control_next || (byte >= 0x80 && !keep_utf8)) {
            count += (size_t)snprintf(out + count, room - count, "\\x%02x", byte);
        } else {
            out[count++] = text[i];
        }
    }
    out[count] = '\0';
}

static void printable_name(const char *name, char out[NAME_SIZE]) {
    size_t size = strlen(name);
    size_t cut = size > NAME_SIZE - 8 ? size - (NAME_SIZE - 8) : 0;
    size_t dots = cut > 0 ? 3 : 0;
    memcpy(out, "...", dots);
    make_printable(name + cut, size - cut, true, out + dots, NAME_SIZE - dots);
}

static size_t line_of(const cw_source *source, const char *place, size_t *column) {
    size_t line = 1;
    const char *start = source->text;
    for (const char *at = source->text; at < place; at++) {
        bool carriage = *at == '\r' && (at + 1 == source->text + source->size || at[1] != '\n');
        if (*at == '\n' || carriage) {
            line++;
            start = at + 1;
        }
    }
    *column = (size_t)(place - start) + 1;
    return line;
}

cw_status cw_source_fail(const cw_source *source, const char *place, cw_status status,
                         const char *format, ...) {
    char reason[REASON_SIZE], name[NAME_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    printable_name(source->name, name);
    if (place == NULL) {
        return cw_context_fail(source->context, status, "%s: error: %s", name, reason);
    }
    size_t column;
    size_t line = line_of(source, place, &column);
    return cw_context_fail(source->context, status, "%s:%zu: error: %s", name, line, reason);
}

cw_status cw_source_fail_column(const cw_source *source, const char *place, cw_status status,
                                const char *format, ...) {
    char reason[REASON_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    size_t column;
    line_of(source, place, &column);
    return cw_source_fail(source, place, status, "column %zu: %s", column, reason);
}

cw_status cw_name_fail(cw_context *context, const char *name, cw_status status, const char *format,
                       ...) {
    char reason[REASON_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    cw_source source = {.context = context, .name = name};
    return cw_source_fail(&source, NULL, status, "%s", reason);
}

cw_status cw_name_failure(cw_context *context, const char *name, cw_status status) {
    // Copied first: the message is printed into the place it comes from.
    char reason[REASON_SIZE];
    snprintf(reason, sizeof reason, "%s", cw_context_message(context));
    return cw_name_fail(context, name, status, "%s",
                        reason[0] != '\0' ? reason : cw_status_string(status));
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_utf16(const unsigned char *bytes, size_t size) {
    if (size < 2) {
        return false;
    }
    bool marked = (bytes[0] == 0xff && bytes[1] == 0xfe) || (bytes[0] == 0xfe && bytes[1] == 0xff);
    bool unmarked = (bytes[0] == 0) != (bytes[1] == 0) && size % 2 == 0;
    return marked || unmarked;
}

cw_status cw_source_open(cw_source *source, cw_context *context, const char *name, const char *text,
                         size_t size) {
    *source = (cw_source){.context = context, .name = name, .text = text, .size = size};
    if (size > 0 && is_utf16((const unsigned char *)text, size)) {
        return cw_source_fail(source, NULL, CW_ERROR_FORMAT,
                              "the text is UTF-16; save it as UTF-8");
    }
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        source->text += 3;
        source->size -= 3;
    }
    size_t blanks = 0;
    while (blanks < source->size && is_blank(source->text[blanks])) {
        blanks++;
    }
    if (blanks == source->size) {
        return cw_source_fail(source, NULL, CW_ERROR_INPUT, "empty input");
    }
    const char *zero = memchr(source->text, '\0', source->size);
    if (zero != NULL) {
        return cw_source_fail(source, zero, CW_ERROR_FORMAT, "the text contains a NUL byte");
    }
    return CW_OK;
}

bool cw_source_line(const cw_source *source, cw_span *rest, cw_span *line, cw_status *status) {
    *status = CW_OK;
    if (rest->size == 0) {
        return false;
    }
    size_t size = 0;
    while (size < rest->size && rest->text[size] != '\n' && rest->text[size] != '\r') {
        if (++size > CW_LINE_LIMIT) {
            *status = cw_source_fail(source, rest->text, CW_ERROR_LIMIT,
                                     "line longer than %zu bytes", CW_LINE_LIMIT);
            return false;
        }
    }
    *line = (cw_span){rest->text, size};
    size_t end = 0;
    if (size < rest->size) {
        bool pair = rest->text[size] == '\r' && size + 1 < rest->size && //
                    rest->text[size + 1] == '\n';
        end = pair ? 2 : 1;
    }
    rest->text += size + end;
    rest->size -= size + end;
    return true;
}

bool cw_span_word(cw_span *rest, cw_span *word) {
    size_t start = 0;
    while (start < rest->size && is_blank(rest->text[start])) {
        start++;
    }
    size_t end = start;
    while (end < rest->size && !is_blank(rest->text[end])) {
        end++;
    }
    *word = (cw_span){rest->text + start, end - start};
    rest->text += end;
    rest->size -= end;
    return word->size > 0;
}

bool cw_span_is(cw_span span, const char *word) {
    return strlen(word) == span.size && memcmp(span.text, word, span.size) == 0;
}

cw_quote cw_span_quote(cw_span span) {
    cw_quote quote;
    size_t size = span.size < QUOTE_CUT ? span.size : QUOTE_CUT;
    make_printable(span.text, size, false, quote.text, sizeof quote.text - 3);
    if (size < span.size) {
        memcpy(quote.text + strlen(quote.text), "...", 4);
    }
    return quote;
}

cw_status cw_source_coordinate(const cw_source *source, cw_span word, double *value) {
    return cw_source_length(source, word, 1, value);
}

cw_status cw_source_length(const cw_source *source, cw_span word, double unit, double *value) {
    const char *reason;
    if (!cw_number_parse(word.text, word.size, value, &reason)) {
        return cw_source_fail(source, word.text, CW_ERROR_FORMAT, "%s: '%s'", reason,
                              cw_span_quote(word).text);
    }
    if (fabs(*value * unit) > CW_COORDINATE_LIMIT) {
        return cw_source_fail(source, word.text, CW_ERROR_INPUT,
                              "coordinate out of range: %s is beyond %g m",
                              cw_span_quote(word).text, CW_COORDINATE_LIMIT);
    }
    return CW_OK;
}

cw_status cw_source_count(const cw_source *source, cw_span word, const char *what, uint32_t limit,
                          uint32_t *value) {
    uint64_t number = 0;
    bool digits = word.size > 0;
    for (size_t i = 0; i < word.size && digits; i++) {
        digits = word.text[i] >= '0' && word.text[i] <= '9';
        // Stops growing where it is out of range anyway.
        number = number > UINT32_MAX ? number : number * 10 + (uint64_t)(word.text[i] - '0');
    }
    if (!digits) {
        return cw_source_fail(source, word.text, CW_ERROR_FORMAT, "%s: '%s' is not a whole number",
                              what, cw_span_quote(word).text);
    }
    if (number >= limit) {
        return cw_source_fail(source, word.text, CW_ERROR_INPUT, "%s %s is not below %u", what,
                              cw_span_quote(word).text, limit);
    }
    *value = (uint32_t)number;
    return CW_OK;
}

void cw_source_skip(const cw_source *source) {
    static const char mark[] = "error: "; // what is skipped is none
    cw_skipped *skipped = source->skipped;
    uint32_t number = skipped->count++;
    if (number < CW_SKIPPED_TOLD) {
        const char *message = cw_context_message(source->context), *at = strstr(message, mark);
        int before = at == NULL ? 0 : (int)(at - message);
        snprintf(skipped->words[number], sizeof skipped->words[number], "%.*s%s", before, message,
                 at == NULL ? message : at + strlen(mark));
    }
}

void cw_source_tell_skipped(const cw_source *source) {
    uint32_t count = source->skipped->count;
    for (uint32_t i = 0; i < count && i < CW_SKIPPED_TOLD; i++) {
        bool last = i + 1 == CW_SKIPPED_TOLD && count > CW_SKIPPED_TOLD;
        cw_context_warn(source->context, "%s; skipped%s", source->skipped->words[i],
                        last ? ", as others that are not told" : "");
    }
}
