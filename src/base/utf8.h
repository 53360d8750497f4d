/// Whether text is UTF-8.
#ifndef CW_BASE_UTF8_H
#define CW_BASE_UTF8_H

#include <stdbool.h>
#include <stdint.h>

/// Bytes of the character that begins here, 0 where none does: not the shortest form, a surrogate,
/// beyond U+10FFFF, or cut off. The text ends with a zero.
static inline uint32_t cw_utf8_size(const char *text) {
    const uint8_t *byte = (const uint8_t *)text;
    uint32_t size = byte[0] < 0x80 ? 1 : byte[0] < 0xc2 ? 0 : byte[0] < 0xe0 ? 2 : 3;
    size = byte[0] < 0xf0 ? size : byte[0] < 0xf5 ? 4 : 0;
    for (uint32_t i = 1; i < size; i++) {
        if (byte[i] < 0x80 || byte[i] > 0xbf) {
            return 0;
        }
    }
    bool longer = (byte[0] == 0xe0 && byte[1] < 0xa0) || (byte[0] == 0xf0 && byte[1] < 0x90);
    bool surrogate = byte[0] == 0xed && byte[1] > 0x9f;
    bool beyond = byte[0] == 0xf4 && byte[1] > 0x8f;
    return longer || surrogate || beyond ? 0 : size;
}

static inline bool cw_utf8_is(const char *text) {
    uint32_t size = 1;
    for (; *text != '\0' && size > 0; text += size) {
        size = cw_utf8_size(text);
    }
    return size > 0;
}

#endif
