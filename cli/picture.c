/// Pictures that commands write.
#include "picture.h"

#include "files.h"

bool cw_cli_picture_unasked(const cw_options *options) {
    static const char *const names[] = {"width", "resolution"};
    for (uint32_t i = 0; i < 2; i++) {
        if (cw_options_given(options, names[i])) {
            cw_options_complain(options->command, "--%s has no meaning without -o PICTURE",
                                names[i]);
            return false;
        }
    }
    return true;
}

cw_exit cw_cli_picture_check(cw_session *session, const char *output, const char *input) {
    cw_exit code = cw_files_check_output(session, output, input);
    if (code == CW_EXIT_DONE && cw_files_content(output) != CW_CONTENT_PICTURE) {
        cw_options_complain(session->command,
                            "\"%.200s\" is no picture by its extension: .svg, .png, .pdf", output);
        return CW_EXIT_USAGE;
    }
    return code;
}

cw_exit cw_cli_picture_write(cw_session *session, const cw_options *options, const char *output,
                             const char *input, cw_draw_bounds bounds, cw_paint paint,
                             const void *subject) {
    cw_picture_config config = cw_picture_config_default();
    config.width = cw_options_number(options, "width");
    config.resolution = cw_options_number(options, "resolution");
    cw_picture *picture = NULL;
    cw_draw_sink sink = {0};
    cw_status status = cw_picture_begin(session->context, output, bounds, &config, &picture, &sink);
    if (status != CW_OK) {
        return cw_session_fail(session, status, output);
    }
    status = paint(session->context, subject, &sink);
    if (status != CW_OK) {
        cw_picture_abort(session->context, picture);
        return cw_session_fail(session, status, input);
    }
    cw_exit code = cw_session_checkpoint(session);
    if (code != CW_EXIT_DONE) {
        cw_picture_abort(session->context, picture);
        return code;
    }
    status = cw_picture_end(session->context, picture);
    return cw_session_outcome(session, status, output);
}
