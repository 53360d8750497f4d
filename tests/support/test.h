/// The main of a test file: it runs each TEST(name) { ... } of the file, in their order.
#ifndef CW_TESTS_TEST_H
#define CW_TESTS_TEST_H

#include "check.h"

enum { MOST_TESTS = 64 };

static struct CMUnitTest test_list[MOST_TESTS];
static size_t test_count;
static CMFixtureFunction test_group_make, test_group_free, test_each_make, test_each_free;
static const char *test_needs;

static void test_add(const char *title, CMUnitTestFunction run) {
    if (test_count == MOST_TESTS) {
        abort();
    }
    test_list[test_count++] = (struct CMUnitTest){.name = title, .test_func = run};
}

/// A test. Its name says what holds.
#define TEST(test)                                              \
    static void test(void **state __attribute__((unused)));     \
    __attribute__((constructor)) static void add_##test(void) { \
        test_add(#test, test);                                  \
    }                                                           \
    static void test(void **state __attribute__((unused)))

/// At the end of a file: what comes before and after all of its tests,
#define TEST_GROUP(make, free) \
    static CMFixtureFunction test_group_make = (make), test_group_free = (free)
/// or before and after each.
#define TEST_EACH(make, free) \
    static CMFixtureFunction test_each_make = (make), test_each_free = (free)

/// A file of others without which all tests of the file are skipped.
#define TEST_NEEDS(path) static const char *test_needs = (path)

int main(void) {
    FILE *needed = test_needs != NULL ? fopen(test_needs, "r") : NULL;
    if (test_needs != NULL && needed == NULL) {
        print_message("skipped: %s is not there\n", test_needs);
        return 77;
    }
    if (needed != NULL) {
        (void)fclose(needed);
    }
    for (size_t i = 0; i < test_count; i++) {
        test_list[i].setup_func = test_each_make;
        test_list[i].teardown_func = test_each_free;
    }
    return _cmocka_run_group_tests("tests", test_list, test_count, test_group_make,
                                   test_group_free);
}

#endif
