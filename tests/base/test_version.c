/// What a program can ask the library that it has loaded.
#include "clearway/clearway.h"
#include "test.h"

TEST(the_version_is_that_of_the_header) {
    assert_string_equal(cw_version(), CW_VERSION);
}

TEST(sizes_are_those_of_the_header) {
    assert_int_equal(cw_size_of("cw_navmesh"), sizeof(cw_navmesh));
    assert_int_equal(cw_size_of("cw_path"), sizeof(cw_path));
    assert_int_equal(cw_size_of("cw_path_request"), sizeof(cw_path_request));
    assert_int_equal(cw_size_of("cw_vec2"), 2 * sizeof(double));
    assert_int_equal(cw_size_of("cw_nothing"), 0);
}
