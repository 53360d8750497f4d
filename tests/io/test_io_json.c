/// What is JSON and what is not, after the cases of the JSON parsing test suite (n_ are no JSON, y_
/// are); and the limits on size and depth. Tried through the reader of GeoJSON.
#include "io_cases.h"
#include "io_files.h"
#include "test.h"
#include "test_owned.h"

static void refuse(const char *text, const char *part) {
    cw_refuse_plan(CW_FILE_GEOJSON, text, strlen(text), part);
}

static void refuse_repeated(const char *before, const char *text, size_t count, const char *after,
                            const char *part) {
    OWNED_HANDLE(char) all = cw_repeat(before, text, count, after);
    refuse(all, part);
}

TEST(what_is_no_json_is_refused_with_its_line) {
    io_cases cases = io_cases_open("no_json");
    while (io_cases_next(&cases)) {
        refuse(cases.fields[0], ": error: column ");
        refuse(cases.fields[0], ": JSON: ");
    }
    refuse("{\n\"type\":\n\"Polygon\",,\n}", "bad:3: error: column 11: JSON: ");
}

/// Refused as a plan, not as JSON.
TEST(odd_json_is_still_json) {
    io_cases cases = io_cases_open("odd_json");
    while (io_cases_next(&cases)) {
        refuse(cases.fields[0], "bad: error: not a GeoJSON object");
    }
}

TEST(depth_is_limited_before_anything_recurses) {
    refuse_repeated("", "[", 100000, "", "bad:1: error: column 65: nested deeper than 64 levels");
    refuse_repeated("", "[", 65, "", "nested deeper than 64 levels");
    refuse_repeated("", "[", 64, "", "JSON: ");
    refuse_repeated("", "{\"a\":", 70, "", "nested deeper than 64 levels");
    refuse_repeated("[\"", "[", 100, "\"]", "not a GeoJSON object");
    refuse_repeated("[\"\\\"", "[", 100, "\"]", "not a GeoJSON object");
}

TEST(the_length_of_numbers_is_limited) {
    refuse_repeated("[", "1", 10000000, "]", "bad:1: error: column 2: number or word longer than");
    refuse_repeated("[0.", "1", 1022, "]", "not a GeoJSON object");
    refuse_repeated("[0.", "1", 1023, "]", "number or word longer than 1024 characters");
    refuse_repeated("[\"", "1", 10000, "\"]", "not a GeoJSON object");
}
