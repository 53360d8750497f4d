/// How many cases a test of random cases tries.
#ifndef CW_TESTS_SAMPLE_H
#define CW_TESTS_SAMPLE_H

#include <stdint.h>

/// The first part of `count` cases that CW_SAMPLE in the environment asks for: all when it is not
/// set or 1, a quarter when it is 4. At least one of some.
uint64_t sample_of(uint64_t count);
/// The number in an environment variable; without it, sample_of(count).
uint64_t sample_or(const char *name, uint64_t count);

#endif
