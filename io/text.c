/// Text being written; see text.h. Grows by doubling, so that n bytes cost O(n).
#include "text.h"

#include "clearway/io.h"
#include "number.h"
#include "source.h"

#include <string.h>

enum { FIRST_CAPACITY = 1 << 16 };

static bool grow(cw_text *text, size_t size) {
    size_t capacity = text->capacity < FIRST_CAPACITY ? FIRST_CAPACITY : text->capacity * 2;
    capacity = capacity < text->size + size ? text->size + size : capacity;
    char *moved = cw_context_resize(text->context, text->bytes, text->capacity, capacity);
    if (moved == NULL) {
        text->status =
            cw_context_fail(text->context, CW_ERROR_MEMORY, "out of memory: %zu bytes", capacity);
        return false;
    }
    text->bytes = moved;
    text->capacity = capacity;
    return true;
}

void cw_text_bytes(cw_text *text, const char *bytes, size_t size) {
    if (text->status == CW_OK && (size <= text->capacity - text->size || grow(text, size))) {
        memcpy(text->bytes + text->size, bytes, size);
        text->size += size;
    }
}

void cw_text_string(cw_text *text, const char *string) {
    cw_text_bytes(text, string, strlen(string));
}

void cw_text_number(cw_text *text, double value) {
    char buffer[CW_NUMBER_SIZE];
    cw_text_bytes(text, buffer, cw_number_print(value, buffer));
}

void cw_text_integer(cw_text *text, int64_t value) {
    char buffer[CW_NUMBER_SIZE];
    cw_text_bytes(text, buffer, cw_number_print_integer(value, buffer));
}

void cw_text_index(cw_text *text, uint32_t value) {
    cw_text_integer(text, value == CW_NONE ? -1 : (int64_t)value);
}

void cw_text_quoted(cw_text *text, const char *string) {
    static const char digits[] = "0123456789abcdef";
    cw_text_string(text, "\"");
    for (const char *at = string; *at != '\0'; at++) {
        unsigned char c = (unsigned char)*at;
        if (c < 0x20 || c == '<' || c == '>' || c == '&' || c == '"' || c == '\\') {
            char escape[6] = {'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]};
            cw_text_bytes(text, escape, sizeof escape);
        } else {
            cw_text_bytes(text, at, 1);
        }
    }
    cw_text_string(text, "\"");
}

cw_status cw_text_save(cw_text *text, const char *path) {
    cw_status status = text->status == CW_OK
                           ? cw_file_write(text->context, path, text->bytes, text->size)
                           : cw_name_failure(text->context, path, text->status);
    cw_context_release(text->context, text->bytes, text->capacity);
    *text = (cw_text){.context = text->context};
    return status;
}
