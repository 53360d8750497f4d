/// What every test reads: cmocka, which asks for the headers before it, and the rest of libc.
#ifndef CW_TESTS_CHECK_H
#define CW_TESTS_CHECK_H

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PI 3.14159265358979323846

/// Fails the test unless a call returns CW_OK; shows in words what it returns.
#define assert_ok(call) check_ok((int)(call), __FILE__, __LINE__)
void check_ok(int status, const char *file, int line);

/// Fails the test unless a call returns this error and the message of the context contains a text.
#define assert_refused(call, error, says) check_error((int)(call), error, says, __FILE__, __LINE__)
void check_error(int status, int error, const char *says, const char *file, int line);

#endif
