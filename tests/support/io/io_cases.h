/// Texts that readers take or refuse, as data: tests/cases/io/NAME.txt. Each line is a case of one
/// to three fields, parted by tabs; in them \n, \r, \t, \\ and \xHH are what they are in C. #
/// begins a comment.
#ifndef CW_TEST_IO_CASES_H
#define CW_TEST_IO_CASES_H

#include <stdbool.h>
#include <stdio.h>

enum { IO_CASE_FIELDS = 3, IO_CASE_LINE = 4096 };

typedef struct io_cases {
    FILE *file;
    unsigned count; ///< of cases so far
    char line[IO_CASE_LINE];
    const char *fields[IO_CASE_FIELDS]; ///< of the current case; NULL behind the last
} io_cases;

/// Opens a list; the test fails where there is none.
io_cases io_cases_open(const char *name);
/// Reads the next case; false at the end, where the list is closed. The test fails where it is
/// empty.
bool io_cases_next(io_cases *cases);

#endif
