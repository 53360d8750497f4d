#include "test_context.h"

cw_context *context;

int make_context(void **state) {
    (void)state;
    return cw_context_create(NULL, &context) == CW_OK ? 0 : -1;
}

int free_context(void **state) {
    (void)state;
    cw_context_free(context);
    return 0;
}
