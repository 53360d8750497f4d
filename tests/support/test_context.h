/// The context of a group of tests.
#ifndef CW_TESTS_TEST_CONTEXT_H
#define CW_TESTS_TEST_CONTEXT_H

#include "clearway/clearway.h"

/// There between make_context() and free_context(), which are for cmocka_run_group_tests().
extern cw_context *context;
int make_context(void **state);
int free_context(void **state);

#endif
