/// Decimal numbers in text: the same in every locale, and the same double after a round trip.
#ifndef CW_IO_NUMBER_H
#define CW_IO_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Longest number that is read, in characters. A double needs at most 767 digits to be told from
/// every other, so nothing sensible is longer.
#define CW_NUMBER_LENGTH_LIMIT 1024

/// Room for any printed double or 64-bit integer, with its final NUL.
#define CW_NUMBER_SIZE 32

/// Reads all of `token` as a decimal number: sign, digits, point, exponent. Hexadecimal numbers,
/// "nan", "inf" and what overflows a double are refused; then *reason says why, in words.
bool cw_number_parse(const char *token, size_t size, double *value, const char **reason);

/// Prints the shortest decimal that reads back as the same double. Returns its length.
size_t cw_number_print(double value, char buffer[CW_NUMBER_SIZE]);

/// Prints an integer. Returns its length.
size_t cw_number_print_integer(int64_t value, char buffer[CW_NUMBER_SIZE]);

#endif
