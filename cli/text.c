/// Text in and out of the command.
///
/// Out: names of files come from outside, and a terminal obeys escape sequences, so whatever is
/// printed goes through one function that shows such characters instead of sending them.
/// In: the command never calls setlocale(), so strtod() works in the "C" locale; the grammar is
/// checked first, because strtod() also takes hexadecimal numbers, "nan", "inf" and leading blanks.
#include "text.h"

#include <stdlib.h>
#include <string.h>

enum { ESCAPED_SIZE = 16 };

static size_t sequence_length(unsigned char lead) {
    if (lead < 0x80) {
        return 1;
    }
    if (lead >= 0xc2 && lead < 0xe0) {
        return 2;
    }
    if (lead >= 0xe0 && lead < 0xf0) {
        return 3;
    }
    return lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
}

size_t cw_cli_text_decode(const char *text, uint32_t *code) {
    static const uint32_t smallest[5] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *bytes = (const unsigned char *)text;
    size_t length = sequence_length(bytes[0]);
    if (bytes[0] == 0 || length == 0) {
        return 0;
    }
    uint32_t value = length == 1 ? bytes[0] : bytes[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xc0) != 0x80) {
            return 0;
        }
        value = value << 6 | (bytes[i] & 0x3fu);
    }
    if (value < smallest[length] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000)) {
        return 0;
    }
    *code = value;
    return length;
}

static bool is_harmless(uint32_t code) {
    bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
    bool direction = code == 0x061c || code == 0x200e || code == 0x200f ||
                     (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
    bool line = code == 0x2028 || code == 0x2029;
    return !control && !direction && !line;
}

/// Writes the visible form of the next character into `shown` and returns the bytes it used.
static size_t show_character(const char *text, char shown[ESCAPED_SIZE]) {
    uint32_t code = 0;
    size_t length = cw_cli_text_decode(text, &code);
    if (length == 0) {
        snprintf(shown, ESCAPED_SIZE, "\\x%02x", (unsigned)(unsigned char)text[0]);
        return 1;
    }
    if (is_harmless(code)) {
        memcpy(shown, text, length);
        shown[length] = '\0';
    } else if (code < 0x100) {
        snprintf(shown, ESCAPED_SIZE, "\\x%02x", (unsigned)code);
    } else {
        snprintf(shown, ESCAPED_SIZE, "\\u{%04x}", (unsigned)code);
    }
    return length;
}

void cw_cli_text_print(FILE *stream, const char *text) {
    char shown[ESCAPED_SIZE];
    while (*text != '\0') {
        text += show_character(text, shown);
        fputs(shown, stream);
    }
}

void cw_cli_text_arrow(FILE *stream, const char *from, const char *to) {
    cw_cli_text_print(stream, from);
    fputs(" -> ", stream);
    cw_cli_text_print(stream, to);
}

const char *cw_cli_text_plural(uint32_t count) {
    return count == 1 ? "" : "s";
}

static const char *skip_digits(const char *text) {
    while (*text >= '0' && *text <= '9') {
        text++;
    }
    return text;
}

static const char *skip_sign(const char *text) {
    return *text == '+' || *text == '-' ? text + 1 : text;
}

/// Sign, digits with at most one point and at least one digit, exponent; then the end.
static bool is_decimal(const char *text) {
    const char *whole = skip_sign(text);
    const char *at = skip_digits(whole);
    ptrdiff_t digits = at - whole;
    if (*at == '.') {
        const char *fraction = at + 1;
        at = skip_digits(fraction);
        digits += at - fraction;
    }
    if (digits > 0 && (*at == 'e' || *at == 'E')) {
        const char *exponent = skip_sign(at + 1);
        at = skip_digits(exponent);
        digits = at - exponent;
    }
    return digits > 0 && *at == '\0';
}

bool cw_cli_text_number(const char *text, double *value) {
    if (!is_decimal(text)) {
        return false;
    }
    *value = strtod(text, NULL) + 0.0; // -0 is 0
    return true;
}

bool cw_cli_text_integer(const char *text, int64_t *value) {
    const char *digits = skip_sign(text);
    if (*digits == '\0' || *skip_digits(digits) != '\0') {
        return false;
    }
    *value = strtoll(text, NULL, 10);
    return true;
}
