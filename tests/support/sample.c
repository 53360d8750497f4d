#include "sample.h"

#include <stdlib.h>

uint64_t sample_of(uint64_t count) {
    const char *text = getenv("CW_SAMPLE");
    uint64_t part = text != NULL ? strtoull(text, NULL, 10) : 1;
    return part > 1 ? (count + part - 1) / part : count;
}

uint64_t sample_or(const char *name, uint64_t count) {
    const char *text = getenv(name);
    return text != NULL ? strtoull(text, NULL, 10) : sample_of(count);
}
