#include "io_cases.h"
#include "check.h"

io_cases io_cases_open(const char *name) {
    char path[1024];
    snprintf(path, sizeof path, "%s/tests/cases/io/%s.txt", CW_SOURCE_DIR, name);
    io_cases cases = {.file = fopen(path, "r")};
    assert_non_null(cases.file);
    return cases;
}

/// Puts in place of each escape what it stands for.
static void unescape(char *text) {
    static const char letters[] = "nrt\\", bytes[] = "\n\r\t\\";
    char *to = text;
    for (const char *from = text; *from != '\0'; from++) {
        unsigned byte = (unsigned char)*from;
        if (*from == '\\') {
            const char *letter = strchr(letters, *++from);
            if (*from == 'x') {
                assert_int_equal(sscanf(from + 1, "%2x", &byte), 1);
                from += 2;
            } else {
                assert_true(letter != NULL && *letter != '\0');
                byte = (unsigned char)bytes[letter - letters];
            }
        }
        *to++ = (char)byte;
    }
    *to = '\0';
}

static void split(io_cases *cases) {
    char *field = cases->line;
    for (int i = 0; i < IO_CASE_FIELDS; i++) {
        char *tab = field != NULL ? strchr(field, '\t') : NULL;
        cases->fields[i] = field;
        if (tab != NULL) {
            *tab = '\0';
        }
        if (field != NULL) {
            unescape(field);
        }
        field = tab != NULL ? tab + 1 : NULL;
    }
    assert_null(field);
}

bool io_cases_next(io_cases *cases) {
    do {
        if (fgets(cases->line, sizeof cases->line, cases->file) == NULL) {
            fclose(cases->file);
            assert_true(cases->count > 0);
            return false;
        }
        char *end = strchr(cases->line, '\n');
        assert_non_null(end);
        *end = '\0';
    } while (cases->line[0] == '#');
    split(cases);
    cases->count++;
    return true;
}
