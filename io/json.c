/// JSON files; see json.h.
///
/// jansson parses by recursion and builds a tree of small blocks, so a scan goes first that follows
/// brackets and strings only: it bounds depth and memory whatever the text holds, and leaves every
/// question of syntax to jansson. One pass, no memory.
#include "json.h"

#include "clearway/io.h"
#include "number.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    DEPTH_LIMIT = 64,
    PLACE_SIZE = 128, ///< of a place in a message; a longer one keeps its end
    REASON_SIZE = 128,
    VALUE_LIMIT = 64 << 20 ///< values of a document; a value takes about 50 bytes of memory
};

/// The byte after a string that starts at `at`; the end of the text when it does not end.
static const char *skip_string(const char *at, const char *end) {
    for (at++; at < end && *at != '"'; at++) {
        if (*at == '\\') {
            at++;
        }
    }
    return at < end ? at + 1 : end;
}

/// The byte after the token at `at`: a string, a number or word, or one other character.
static const char *skip_token(const char *at, const char *end) {
    if (*at == '"') {
        return skip_string(at, end);
    }
    const char *start = at;
    while (at < end && strchr("[]{},:\" \t\r\n", *at) == NULL) {
        at++;
    }
    return at > start ? at : start + 1;
}

static cw_status check_limits(const cw_source *source) {
    const char *end = source->text + source->size;
    size_t depth = 0, values = 0;
    const char *next;
    for (const char *at = source->text; at < end; at = next) {
        next = skip_token(at, end);
        if (*at == '[' || *at == '{') {
            depth++;
        } else if (*at == ']' || *at == '}') {
            depth -= depth > 0 ? 1 : 0;
        }
        values += strchr("]},: \t\r\n", *at) == NULL ? 1 : 0;
        if (depth > DEPTH_LIMIT) {
            return cw_source_fail_column(source, at, CW_ERROR_LIMIT, "nested deeper than %d levels",
                                         DEPTH_LIMIT);
        }
        if (*at != '"' && next - at > CW_NUMBER_LENGTH_LIMIT) {
            return cw_source_fail_column(source, at, CW_ERROR_LIMIT,
                                         "number or word longer than %d characters",
                                         CW_NUMBER_LENGTH_LIMIT);
        }
        if (values > VALUE_LIMIT) {
            return cw_source_fail(source, at, CW_ERROR_LIMIT, "more than %d values", VALUE_LIMIT);
        }
    }
    return CW_OK;
}

cw_status cw_json_load(const cw_source *source, json_t **root) {
    *root = NULL;
    CW_IO_TRY(check_limits(source));
    json_error_t error;
    // Any value is parsed, so that a lone number is called "not an object" and not a syntax error.
    size_t flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL;
    *root = json_loadb(source->text, source->size, flags, &error);
    if (*root != NULL) {
        return CW_OK;
    }
    // Often jansson says nothing at all when memory is short.
    if (json_error_code(&error) == json_error_out_of_memory || error.text[0] == '\0') {
        return cw_source_fail(source, NULL, CW_ERROR_MEMORY, "out of memory");
    }
    // jansson may quote the file: what is printable of it is kept.
    size_t cut = 0;
    while (error.text[cut] >= ' ' && error.text[cut] <= '~') {
        cut++;
    }
    size_t place = error.position > 0 ? (size_t)error.position - 1 : 0;
    place = place < source->size ? place : source->size - 1;
    return cw_source_fail_column(source, source->text + place, CW_ERROR_FORMAT, "JSON: %.*s%s",
                                 (int)cut, error.text, error.text[cut] != '\0' ? "..." : "");
}

/// Writes a place from its end backwards, so that the innermost part is kept.
static const char *describe_place(const cw_json_place *place, char buffer[PLACE_SIZE]) {
    char *start = buffer + PLACE_SIZE - 1;
    *start = '\0';
    for (; place != NULL && (place->key != NULL || place->parent != NULL); place = place->parent) {
        char part[PLACE_SIZE];
        const cw_json_place *parent = place->parent;
        bool first = parent == NULL || (parent->key == NULL && parent->parent == NULL);
        int size = place->key != NULL
                       ? snprintf(part, sizeof part, "%s%s", first ? "" : ".", place->key)
                       : snprintf(part, sizeof part, "[%zu]", place->index);
        if (size < 0 || size >= PLACE_SIZE || start - buffer < size + 3) {
            start -= 3;
            memcpy(start, "...", 3);
            break;
        }
        start -= size;
        memcpy(start, part, (size_t)size);
    }
    return start;
}

cw_status cw_json_fail(const cw_source *source, const cw_json_place *place, cw_status status,
                       const char *format, ...) {
    char reason[REASON_SIZE], buffer[PLACE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    const char *where = describe_place(place, buffer);
    return cw_source_fail(source, NULL, status, "%s%s%s", where, where[0] != '\0' ? ": " : "",
                          reason);
}

/// What stands where a number should; NULL is a member that is not there.
static const char *kind_of(const json_t *value) {
    if (value == NULL) {
        return "nothing";
    }
    switch (json_typeof(value)) {
    case JSON_OBJECT: return "an object";
    case JSON_ARRAY: return "an array";
    case JSON_STRING: return "a string";
    case JSON_TRUE: return "true";
    case JSON_FALSE: return "false";
    default: return "null";
    }
}

cw_status cw_json_number(const cw_source *source, const cw_json_place *place, const json_t *value,
                         double *number) {
    *number = json_number_value(value);
    if (!json_is_number(value)) {
        return cw_json_fail(source, place, CW_ERROR_FORMAT, "%s, not a number", kind_of(value));
    }
    // jansson refuses what overflows where it parses, and JSON has no word for infinity.
    return CW_OK;
}

cw_status cw_json_coordinate(const cw_source *source, const cw_json_place *place,
                             const json_t *value, double *coordinate) {
    cw_status status = cw_json_number(source, place, value, coordinate);
    if (status == CW_OK && fabs(*coordinate) > CW_COORDINATE_LIMIT) {
        return cw_json_fail(source, place, CW_ERROR_INPUT,
                            "coordinate out of range: %g is beyond %g m", *coordinate,
                            CW_COORDINATE_LIMIT);
    }
    return status;
}

cw_status cw_json_integer(const cw_source *source, const cw_json_place *place, const json_t *value,
                          int64_t low, int64_t high, int64_t *integer) {
    if (!json_is_integer(value)) {
        return cw_json_fail(source, place, CW_ERROR_FORMAT, "not a whole number");
    }
    *integer = json_integer_value(value);
    if (*integer < low || *integer > high) {
        return cw_json_fail(source, place, CW_ERROR_INPUT, "%lld is not in %lld to %lld",
                            (long long)*integer, (long long)low, (long long)high);
    }
    return CW_OK;
}

cw_status cw_json_array(const cw_source *source, const cw_json_place *place, const json_t *object,
                        const char *key, const json_t **array) {
    *array = json_object_get(object, key);
    cw_json_place member = {.parent = place, .key = key};
    if (*array == NULL) {
        return cw_json_fail(source, place, CW_ERROR_FORMAT, "no member \"%s\"", key);
    }
    if (!json_is_array(*array)) {
        return cw_json_fail(source, &member, CW_ERROR_FORMAT, "not an array");
    }
    return CW_OK;
}
