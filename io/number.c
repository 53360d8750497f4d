/// Decimal numbers without a locale.
///
/// Reading: the grammar is checked here; a number of up to 19 digits below 2^53 with a power of ten
/// up to 22 is one exact multiplication or division (Clinger, "How to read floating point numbers
/// accurately", 1990). Anything longer goes to strtod as "DIGITSeEXPONENT", a form without a
/// decimal point, which means the same in every locale.
///
/// Printing: a double of middling size is m / 2^s with m < 2^53. For k = 0, 1, 2, ... decimals the
/// nearest decimal q / 10^k is found in 128-bit integers; the first one closer to the double than
/// half its spacing reads back as that double, and no shorter one does. Every coordinate above a
/// millimetre takes this way; the rest goes through printf, whose decimal point is then put right.
#include "number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

enum {
    MANTISSA_BITS = 53,
    EXACT_DIGITS = 19,    ///< that always fit 64 bits
    EXACT_POWER = 22,     ///< 10^22 is the largest power of ten that is a double
    EXPONENT_CAP = 99999, ///< beyond any double, and safe to add the number of digits to
    MOST_DECIMALS = 20    ///< m * 10^20 < 2^120; enough for 17 digits down to 2^-10
};

/// A number taken apart: digits without point and leading zeros, times a power of ten.
typedef struct decimal {
    bool negative;
    char digits[CW_NUMBER_LENGTH_LIMIT + 1];
    int count;
    int exponent;
} decimal;

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Takes a run of digits; those after the point lower the exponent. Returns how many there were.
static size_t take_digits(const char **at, const char *end, decimal *number, bool fraction) {
    const char *start = *at;
    while (*at < end && is_digit(**at)) {
        if (number->count > 0 || **at != '0') {
            number->digits[number->count++] = **at;
        }
        number->exponent -= fraction ? 1 : 0;
        ++*at;
    }
    return (size_t)(*at - start);
}

static bool take_exponent(const char **at, const char *end, decimal *number) {
    ++*at;
    bool negative = *at < end && **at == '-';
    if (*at < end && (**at == '-' || **at == '+')) {
        ++*at;
    }
    int exponent = 0;
    const char *start = *at;
    while (*at < end && is_digit(**at)) {
        exponent = exponent < EXPONENT_CAP ? exponent * 10 + (**at - '0') : EXPONENT_CAP;
        ++*at;
    }
    number->exponent += negative ? -exponent : exponent;
    return *at > start;
}

static bool take_apart(const char *token, const char *end, decimal *number) {
    number->count = 0;
    number->exponent = 0;
    number->negative = token < end && *token == '-';
    if (token < end && (*token == '-' || *token == '+')) {
        token++;
    }
    size_t seen = take_digits(&token, end, number, false);
    if (token < end && *token == '.') {
        token++;
        seen += take_digits(&token, end, number, true);
    }
    if (seen == 0) {
        return false;
    }
    if (token < end && (*token == 'e' || *token == 'E')) {
        return take_exponent(&token, end, number) && token == end;
    }
    return token == end;
}

static double magnitude_of(decimal *number) {
    static const double powers[EXACT_POWER + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (number->count <= EXACT_DIGITS && abs(number->exponent) <= EXACT_POWER) {
        uint64_t mantissa = 0;
        for (int i = 0; i < number->count; i++) {
            mantissa = mantissa * 10 + (uint64_t)(number->digits[i] - '0');
        }
        if (mantissa <= (uint64_t)1 << MANTISSA_BITS) {
            return number->exponent < 0 ? (double)mantissa / powers[-number->exponent]
                                        : (double)mantissa * powers[number->exponent];
        }
    }
    if (number->count == 0) {
        return 0;
    }
    char text[CW_NUMBER_LENGTH_LIMIT + CW_NUMBER_SIZE];
    snprintf(text, sizeof text, "%.*se%d", number->count, number->digits, number->exponent);
    return strtod(text, NULL);
}

bool cw_number_parse(const char *token, size_t size, double *value, const char **reason) {
    decimal number;
    *value = 0;
    if (size > CW_NUMBER_LENGTH_LIMIT) {
        *reason = "number longer than 1024 characters";
        return false;
    }
    if (!take_apart(token, token + size, &number)) {
        *reason = "not a decimal number";
        return false;
    }
    double magnitude = magnitude_of(&number);
    if (!isfinite(magnitude)) {
        *reason = "number out of range";
        return false;
    }
    *value = number.negative ? -magnitude : magnitude;
    return true;
}

/// Writes `digits` with `decimals` of them behind the point. Returns the length.
static size_t print_digits(uint64_t digits, int decimals, char *buffer) {
    char reversed[CW_NUMBER_SIZE];
    size_t count = 0;
    for (int place = 0; digits > 0 || place <= decimals; place++) {
        if (place == decimals && decimals > 0) {
            reversed[count++] = '.';
        }
        reversed[count++] = (char)('0' + digits % 10);
        digits /= 10;
    }
    for (size_t i = 0; i < count; i++) {
        buffer[i] = reversed[count - 1 - i];
    }
    buffer[count] = '\0';
    return count;
}

/// The shortest decimal of a double in [2^-10, 2^24).
static size_t print_middling(double magnitude, char *buffer) {
    int exponent;
    uint64_t mantissa = (uint64_t)ldexp(frexp(magnitude, &exponent), MANTISSA_BITS);
    int shift = MANTISSA_BITS - exponent;
    // Below a power of two doubles lie twice as dense, so only half the distance is safe there.
    unsigned parts = mantissa == (uint64_t)1 << (MANTISSA_BITS - 1) ? 4 : 2;
    wide power = 1;
    for (int decimals = 0; decimals < MOST_DECIMALS; decimals++, power *= 10) {
        wide scaled = power * mantissa;
        wide digits = (scaled + ((wide)1 << (shift - 1))) >> shift;
        wide back = digits << shift;
        wide error = back > scaled ? back - scaled : scaled - back;
        if (parts * error < power) {
            return print_digits((uint64_t)digits, decimals, buffer);
        }
    }
    wide digits = (power * mantissa + ((wide)1 << (shift - 1))) >> shift;
    return print_digits((uint64_t)digits, MOST_DECIMALS, buffer);
}

/// printf's shortest form that reads back, with the locale's decimal point made a point.
static size_t print_any(double magnitude, char *buffer) {
    for (int precision = 15;; precision++) {
        char text[CW_NUMBER_SIZE + 8];
        snprintf(text, sizeof text, "%.*g", precision, magnitude);
        size_t count = 0;
        for (const char *at = text; *at != '\0' && count + 2 < CW_NUMBER_SIZE; at++) {
            bool plain = is_digit(*at) || strchr("e+-", *at) != NULL;
            if (plain || (count > 0 && buffer[count - 1] != '.')) {
                buffer[count++] = plain ? *at : '.';
            }
        }
        buffer[count] = '\0';
        double back;
        const char *reason;
        if (precision == 17 ||
            (cw_number_parse(buffer, count, &back, &reason) && back == magnitude)) {
            return count;
        }
    }
}

size_t cw_number_print(double value, char buffer[CW_NUMBER_SIZE]) {
    size_t sign = signbit(value) ? 1 : 0;
    buffer[0] = '-';
    double magnitude = fabs(value);
    if (magnitude == 0) {
        // With a point, since "-0" is an integer to readers of JSON, and those have one zero.
        return sign + print_digits(0, sign > 0 ? 1 : 0, buffer + sign);
    }
    bool middling = magnitude >= 0x1p-10 && magnitude < 0x1p24;
    char *digits = buffer + sign;
    return sign + (middling ? print_middling(magnitude, digits) : print_any(magnitude, digits));
}

size_t cw_number_print_integer(int64_t value, char buffer[CW_NUMBER_SIZE]) {
    size_t sign = value < 0 ? 1 : 0;
    buffer[0] = '-';
    uint64_t magnitude = value < 0 ? (uint64_t)0 - (uint64_t)value : (uint64_t)value;
    return sign + print_digits(magnitude, 0, buffer + sign);
}
