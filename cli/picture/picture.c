/// Pictures that commands write.
#include "picture.h"

#include "files.h"
#include "standard.h"

const char *const cw_view_words[] = {"above", "floors", "slanted", NULL};

bool cw_cli_view_refuses(const cw_options *options) {
    static const char *const names[] = {"azimuth", "tilt"};
    bool slanted = cw_options_choice(options, "view") == CW_VIEW_SLANTED;
    for (int i = 0; i < 2 && !slanted; i++) {
        if (cw_options_given(options, names[i])) {
            cw_options_complain(options->command,
                                "--%s has no meaning here: it counts for --view slanted", names[i]);
            return true;
        }
    }
    return false;
}

cw_draw_view cw_cli_view(const cw_options *options) {
    const double radians_per_degree = 3.14159265358979323846 / 180;
    cw_draw_view view = cw_draw_view_default();
    view.azimuth = cw_options_number(options, "azimuth") * radians_per_degree;
    view.tilt = cw_options_number(options, "tilt") * radians_per_degree;
    return view;
}

bool cw_cli_picture_unasked(const cw_options *options) {
    static const char *const names[] = {"width", "resolution", "view"};
    for (uint32_t i = 0; i < 3; i++) {
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
    if (code == CW_EXIT_DONE && !cw_standard_is(output) &&
        cw_files_content(output) != CW_CONTENT_PICTURE && cw_file_kind_of(output) != CW_FILE_SVG) {
        cw_options_complain(session->command,
                            "\"%.200s\" is no picture by its extension: .svg, .png, .pdf", output);
        return CW_EXIT_USAGE;
    }
    return code;
}

static cw_exit write_file(cw_session *session, const cw_options *options, const char *output,
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

cw_exit cw_cli_picture_write(cw_session *session, const cw_options *options, const char *output,
                             const char *input, cw_draw_bounds bounds, cw_paint paint,
                             const void *subject) {
    char path[4096];
    if (!cw_standard_is(output)) {
        return write_file(session, options, output, input, bounds, paint, subject);
    }
    if (!cw_standard_open(".svg", path, sizeof path)) {
        return cw_session_refuse(session, CW_EXIT_INPUT, "stdout", "no temporary file to be had");
    }
    cw_exit code = write_file(session, options, path, input, bounds, paint, subject);
    cw_exit copied = cw_standard_close(session, path, code == CW_EXIT_DONE);
    return code != CW_EXIT_DONE ? code : copied;
}
