/// What a program can ask the library that it has loaded.
#include "clearway/clearway.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void the_version_is_that_of_the_header(void **state) {
    (void)state;
    assert_string_equal(cw_version(), CW_VERSION);
}

static void sizes_are_those_of_the_header(void **state) {
    (void)state;
    assert_int_equal(cw_size_of("cw_navmesh"), sizeof(cw_navmesh));
    assert_int_equal(cw_size_of("cw_path"), sizeof(cw_path));
    assert_int_equal(cw_size_of("cw_path_request"), sizeof(cw_path_request));
    assert_int_equal(cw_size_of("cw_vec2"), 2 * sizeof(double));
    assert_int_equal(cw_size_of("cw_nothing"), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_version_is_that_of_the_header),
        cmocka_unit_test(sizes_are_those_of_the_header),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
