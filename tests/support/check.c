#include "check.h"
#include "test_context.h"

void check_ok(int status, const char *file, int line) {
    if (status != CW_OK) {
        const char *message = context != NULL ? cw_context_message(context) : "";
        print_error("%s: %s\n", cw_status_string((cw_status)status), message);
        _fail(file, line);
    }
}

void check_error(int status, int error, const char *says, const char *file, int line) {
    const char *message = cw_context_message(context);
    if (status != error || strstr(message, says) == NULL) {
        print_error("%s: %s, not \"%s\"\n", cw_status_string((cw_status)status), message, says);
        _fail(file, line);
    }
}
