/// SVG files made smaller and the same every time.
///
/// Cairo writes six decimals of a 1/72 inch and a letter before every point, and numbers the
/// surfaces of a process. Here the paths (attributes d="…") keep two decimals, a thousandth of the
/// thinnest line that is seen, and leave out the letter `L` where it is understood; the number of
/// the surface goes. This halves the file of a large plan. It is done in place, as nothing gets
/// longer. Cost: one pass.
#include "picture.h"

#include <string.h>

/// What is being rewritten: everything before `out` is done, everything from `in` on is to come.
typedef struct rewriter {
    const char *in, *end;
    char *out;
} rewriter;

static void put(rewriter *work, char byte) {
    *work->out++ = byte;
}

static bool is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

/// Puts the hundredths of a number: .07, .5, or nothing.
static void put_hundredths(rewriter *work, unsigned hundredths) {
    if (hundredths > 0) {
        put(work, '.');
        put(work, (char)('0' + hundredths / 10));
    }
    if (hundredths % 10 > 0) {
        put(work, (char)('0' + hundredths % 10));
    }
}

static void put_integer(rewriter *work, unsigned long long value) {
    char digits[24];
    size_t count = 0;
    do {
        digits[count++] = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    while (count > 0) {
        put(work, digits[--count]);
    }
}

/// Rounds a number to two decimals. Page coordinates are far below a million, so nothing overflows.
static void shorten_number(rewriter *work) {
    bool negative = *work->in == '-';
    work->in += negative;
    unsigned long long hundredths = 0;
    while (work->in < work->end && is_digit(*work->in)) {
        hundredths = hundredths * 10 + (unsigned long long)(*work->in++ - '0');
    }
    hundredths *= 100;
    if (work->in < work->end && *work->in == '.') {
        ++work->in;
        unsigned place = 100;
        unsigned thousandths = 0;
        for (; work->in < work->end && is_digit(*work->in); ++work->in, place /= 10) {
            thousandths += (unsigned)(*work->in - '0') * place;
        }
        hundredths += (thousandths + 5) / 10;
    }
    if (negative && hundredths > 0) {
        put(work, '-');
    }
    put_integer(work, hundredths / 100);
    put_hundredths(work, (unsigned)(hundredths % 100));
}

/// Rewrites the data of a path up to the quote that ends it. Points are pairs of numbers; a letter
/// stays unless it is an L that follows a point of M or L.
static void shorten_path(rewriter *work) {
    char command = '\0';
    bool blank = false; // a blank waits to be put before the next number
    while (work->in < work->end && *work->in != '"') {
        char byte = *work->in;
        if (is_digit(byte) || byte == '-') {
            if (blank) {
                put(work, ' ');
            }
            shorten_number(work);
            blank = true;
        } else {
            ++work->in;
            bool understood = byte == 'L' && (command == 'M' || command == 'L');
            if (byte != ' ' && !understood) {
                put(work, byte);
                blank = false;
            }
            command = byte != ' ' ? byte : command;
        }
    }
}

static bool starts_with(const rewriter *work, const char *text) {
    size_t size = strlen(text);
    return (size_t)(work->end - work->in) > size && memcmp(work->in, text, size) == 0;
}

void cw_picture_shorten_svg(cw_text *bytes) {
    static const char path_data[] = " d=\"";
    static const char group[] = "<g id=\"surface";
    rewriter work = {bytes->bytes, bytes->bytes + bytes->size, bytes->bytes};
    while (work.in < work.end) {
        if (starts_with(&work, path_data)) {
            memmove(work.out, work.in, sizeof path_data - 1);
            work.in += sizeof path_data - 1;
            work.out += sizeof path_data - 1;
            shorten_path(&work);
        } else if (starts_with(&work, group)) {
            work.in += sizeof group - 1;
            while (work.in < work.end && *work.in != '>') {
                ++work.in;
            }
            put(&work, '<');
            put(&work, 'g');
        } else {
            put(&work, *work.in++);
        }
    }
    bytes->size = (size_t)(work.out - bytes->bytes);
}
