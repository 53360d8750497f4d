/// Text that came from outside (names, messages) and how it may be shown.
#ifndef CW_CLI_TEXT_H
#define CW_CLI_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// One character of UTF-8 text: its length in bytes and its code, or 0 where the bytes are not
/// UTF-8 (or the text ends).
size_t cw_cli_text_decode(const char *text, uint32_t *code);

/// Writes text to a terminal or log: control characters, bytes that are not UTF-8 and marks that
/// change the writing direction come out as \xNN or \u{NNNN}.
void cw_cli_text_print(FILE *stream, const char *text);

/// Writes "FROM -> TO", two names.
void cw_cli_text_arrow(FILE *stream, const char *from, const char *to);

/// The ending of a noun: "1 cell", "2 cells".
const char *cw_cli_text_plural(uint32_t count);

/// Reads a whole text as a decimal number: digits, an optional point and exponent, a point as the
/// only decimal mark. False for anything else ("", "nan", "0x10", "1,5", " 1"). A number too large
/// for a double becomes infinite.
bool cw_cli_text_number(const char *text, double *value);

/// Reads a whole text as a decimal whole number; false for anything else. Beyond 64 bits the
/// nearest end of the range is given.
bool cw_cli_text_integer(const char *text, int64_t *value);

#endif
