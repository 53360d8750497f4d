/// The machine that benchmarks run on.
#define _POSIX_C_SOURCE 200809L
#include "bench.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/// The processor by name, where the system tells it.
static void processor_name(char *text, size_t size) {
    snprintf(text, size, "unknown processor");
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[512];
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && colon != NULL) {
            line[strcspn(line, "\n")] = '\0';
            snprintf(text, size, "%s", colon + 1 + strspn(colon + 1, " "));
            break;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
}

void cw_bench_machine(char *text, size_t size) {
    char processor[128];
    processor_name(processor, sizeof processor);
    struct utsname system;
    bool known = uname(&system) == 0;
    snprintf(text, size, "%s, %ld cores, %s %s, compiler %s", processor,
             sysconf(_SC_NPROCESSORS_ONLN), known ? system.sysname : "unknown system",
             known ? system.release : "", __VERSION__);
}
