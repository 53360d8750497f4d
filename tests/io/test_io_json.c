/// What is JSON and what is not, after the cases of the JSON parsing test suite (n_ are no JSON, y_
/// are); and the limits on size and depth. Tried through the reader of GeoJSON.
#include "io_files.h"
#include "test.h"

static void refuse(const char *text, const char *part) {
    cw_refuse_plan(CW_FILE_GEOJSON, text, strlen(text), part);
}

static void refuse_repeated(const char *before, const char *text, size_t count, const char *after,
                            const char *part) {
    char *all = cw_repeat(before, text, count, after);
    refuse(all, part);
    free(all);
}

// clang-format off
static const char *const no_json[] = {
    // arrays
    "[1 true]", "[a\xc3\xa5]", "[\"\":1]", "[\"\"],", "[,1]", "[1,,2]", "[\"x\",,]", "[\"x\"]]", "[\"\",]",
    "[\"x\"", "[x", "[3[4]]", "[\xff]", "[1:2]", "[,]", "[-]", "[   , \"\"]", "[\"a\",\n4\n,1,", "[1,]",
    "[1,,]", "[\"a\"\f]", "[*]", "[\"\"", "[1,", "[1,\n1\n,1", "[{}", "[fals]", "[nul]", "[tru]",
    // numbers
    "[++1234]", "[+1]", "[+Inf]", "[-01]", "[-1.0.]", "[-2.]", "[-NaN]", "[.-1]", "[.2e-3]", "[0.1.2]",
    "[0.3e+]", "[0.3e]", "[0.e1]", "[0e+]", "[0e]", "[1.0e+]", "[1.0e-]", "[1.0e]", "[1 000.0]", "[1eE2]",
    "[2.e+3]", "[2.e3]", "[9.e+]", "[Inf]", "[NaN]", "[\xef\xbc\x91]", "[1+2]", "[0x1]", "[0x42]",
    "[Infinity]", "[0e+-1]", "[-123.123foo]", "[-Infinity]", "[-foo]", "[- 1]", "[-012]", "[-.123]",
    "[-1x]", "[1ea]", "[1e\xe5]", "[1.]", "[.123]", "[1.2a-3]", "[1.8011670033376514H-308]", "[012]",
    "[1e400]", "[-1e+9999]", "[100000000000000000000]",
    // objects
    "[\"x\", truth]", "{[: \"x\"}\n", "{\"x\", null}", "{\"x\"::\"b\"}", "{\"a\":\"a\" 123}", "{key: 'value'}",
    "{\"a\" b}", "{:\"b\"}", "{\"a\" \"b\"}", "{\"a\":", "{\"a\"", "{1:1}", "{9999E9999:1}",
    "{null:null,null:null}", "{\"id\":0,,,,,}", "{'a':0}", "{\"id\":0,}", "{\"a\":\"b\"}/**/",
    "{\"a\":\"b\"}/**//", "{\"a\":\"b\"}//", "{\"a\":\"b\",,\"c\":\"d\"}", "{a: \"b\"}", "{\"a\":\"a",
    "{ \"foo\" : \"bar\", \"a\" }", "{\"a\":\"b\"}#", "{\"type\":\"Polygon\",\"type\":\"Polygon\"}",
    // strings
    "[\"\\uD800\\\"]", "[\"\\uD800\\u\"]", "[\"\\uD800\\u1\"]", "[\"\\uD800\\u1x\"]", "[\xc3\xa9]", "[\"\\x00\"]",
    "[\"\\\\\\\"]", "[\"\\\t\"]", "[\"\\\xf0\x9f\x8c\x80\"]", "[\"\\\"]", "[\"\\u00A\"]", "[\"\\uD834\\uDd\"]",
    "[\"\\uD800\\uD800\\x\"]", "[\"\\a\"]", "[\"\\uqqqq\"]", "[\"\\\xe5\"]", "[\\u0020\"asd\"]", "[\\n]", "\"",
    "['single quote']", "abc", "[\"\\", "[\"new\nline\"]", "[\"\t\"]", "\"\\UA66D\"", "\"\"x",
    "[\"\xed\xa0\x80\"]", "[\"\xc0\xaf\"]", "[\"\xf4\xbf\xbf\xbf\"]", "[\"\xff\"]", "[\"\\uDADA\"]", "[\"\\uDd1ea\"]",
    "[\"\\uD800\\n\"]",
    // structure
    "<.>", "[<null>]", "[1]x", "[1]]", "[\"asd]", "a\xc3\xa5", "[True]", "1]", "{\"x\": true,", "[][]", "]",
    "{]", "\xef\xbb{}", "\xe5", "[", "{\"a\":1", "{{", "{\"a\":/*comment*/\"b\"}", "{\"\":{\"\":{\"\":", "[\"a",
    "*", "{\"a\":\"b\"}#{}", "[\\u000A\"\"]", "[1", "[ false, nul", "[ true, fals", "[ false, tru",
    "{\"asd\":\"asd\"", "\xc3\xa5", "[\xe2\x81\xa0]",
};

static const char *const odd_json[] = {
    "[[]   ]", "[\"\"]", "[]", "[\"a\"]", "[false]", "[null, 1, \"1\", {}]", "[null]", "[1\n]", " [1]",
    "[1,null,null,null,2]", "[2] ", "[123e65]", "[0e+1]", "[0e1]", "[ 4]",
    "[-0.000000000000000000000000000000000000000000000000000000000000000000000000000001]", "[20e1]", "[-0]",
    "[-123]", "[1E22]", "[1E-2]", "[1E+2]", "[123e45]", "[123.456e78]", "[1e-2]", "[123]",
    "{\"asd\":\"sdf\", \"dfg\":\"fgh\"}", "{}", "{\"\":0}", "{ \"min\": -1.0e+28, \"max\": 1.0e+28 }",
    "{\"title\":\"\\u041f\\u043e\"}", "{\n\"a\": \"b\"\n}", "[\"\\u0060\\u012a\\u12AB\"]",
    "[\"\\uD801\\udc37\"]", "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]", "[\"\\\\u0000\"]", "[\"\\\"\"]",
    "[\"a/*b*/c/*d//e\"]", "[\"\\\\a\"]", "[\"\\\\n\"]", "[\"\\u0012\"]", "[\"\\uFFFF\"]", "[ \"asd\"]",
    "[\"\xf4\x8f\xbf\xbf\"]", "[\"\xef\xbf\xbf\"]", "[\"\\u0000\"]", "[\"\\u002c\"]", "[\"\xcf\x80\"]", "[\"asd \"]",
    "\" \"", "[\"\\uD834\\uDd1e\"]", "[\"\\u0821\"]", "[\"\\u0123\"]", "[\"\xe2\x80\xa8\"]",
    "[\"\\u0061\\u30af\\u30EA\\u30b9\"]", "[\"new\\u000Aline\"]", "[\"\177\"]", "[\"\\uDBFF\\uDFFE\"]",
    "[\"\\u200B\"]", "[\"\\u0022\"]", "[\"\xe2\x82\xac\xf0\x9d\x84\x9e\"]", "[\"a\177a\"]", "false", "42", "-0.1",
    "null", "\"asd\"", "true", "\"\"", "[\"a\"]\n", "[true]", " [] ",
};
// clang-format on

TEST(what_is_no_json_is_refused_with_its_line) {
    for (size_t i = 0; i < sizeof no_json / sizeof no_json[0]; i++) {
        refuse(no_json[i], ": error: column ");
        refuse(no_json[i], ": JSON: ");
    }
    refuse("{\n\"type\":\n\"Polygon\",,\n}", "bad:3: error: column 11: JSON: ");
}

/// Refused as a plan, not as JSON.
TEST(odd_json_is_still_json) {
    for (size_t i = 0; i < sizeof odd_json / sizeof odd_json[0]; i++) {
        refuse(odd_json[i], "bad: error: not a GeoJSON object");
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
