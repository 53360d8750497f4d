/// `clearway convert`: the same mesh or plan in another format.
#include "command.h"

#include "files.h"
#include "text.h"

static const cw_option options_table[] = {
    CW_QUIET_OPTION("no words"),
};

static const cw_example examples[] = {
    {"clearway convert office.cwm office.json", "a mesh that people and scripts can read"},
    {"clearway convert arena.mesh arena.cwm", "a mesh made by another tool"},
    {"clearway convert office.cwm office.nav", "a mesh for Menge"},
    {"clearway convert site.geojson site.wkt", "a plan, its rings as they are"},
};

static cw_exit check_call(cw_session *session, const cw_options *options) {
    const char *input = options->arguments[0], *output = options->arguments[1];
    cw_exit code = cw_files_check_output(session, output, input);
    if (code != CW_EXIT_DONE) {
        return code;
    }
    cw_content content = cw_files_content(input);
    if (content == CW_CONTENT_TRIANGLES) {
        return cw_files_refuse_input(session, input,
                                     "a mesh or a plan ('clearway build' makes a mesh of an .obj)");
    }
    if (content != CW_CONTENT_PLAN && content != CW_CONTENT_MESH) {
        return cw_files_refuse_input(
            session, input, "a mesh (.cwm, .json, .mesh) or a plan (.wkt, .geojson, .dat)");
    }
    bool plan = content == CW_CONTENT_PLAN;
    bool fits = plan ? cw_files_content(output) == CW_CONTENT_PLAN : cw_files_takes_mesh(output);
    if (!fits) {
        const char *wanted = plan ? "a plan becomes .wkt, .geojson or .dat"
                                  : "a mesh becomes .cwm, .json, .mesh, .obj or .nav";
        cw_options_complain("convert", "cannot write \"%.200s\": %s", output, wanted);
        return CW_EXIT_USAGE;
    }
    return CW_EXIT_DONE;
}

static cw_exit convert_plan(cw_session *session, const char *input, const char *output) {
    cw_plan plan = {0};
    const char *place = input;
    cw_status status = cw_plan_read(session->context, input, &plan);
    cw_exit code = status == CW_OK ? cw_session_checkpoint(session) : CW_EXIT_DONE;
    if (status == CW_OK && code == CW_EXIT_DONE) {
        place = output;
        status = cw_plan_write(session->context, &plan, output);
    }
    if (status != CW_OK) {
        code = cw_session_fail(session, status, place);
    }
    if (code == CW_EXIT_DONE && !session->quiet) {
        cw_cli_text_arrow(stdout, input, output);
        printf(": %u ring%s, %u points\n", plan.ring_count, cw_cli_text_plural(plan.ring_count),
               plan.point_count);
    }
    cw_plan_free(session->context, &plan);
    return code;
}

static cw_exit convert_mesh(cw_session *session, const char *input, const char *output) {
    cw_navmesh mesh = {0};
    cw_exit code = cw_files_read_mesh(session, input, &mesh);
    if (code == CW_EXIT_DONE) {
        code = cw_session_checkpoint(session);
    }
    if (code == CW_EXIT_DONE) {
        code = cw_files_write_mesh(session, &mesh, output);
    }
    if (code == CW_EXIT_DONE && !session->quiet) {
        cw_cli_text_arrow(stdout, input, output);
        printf(": %u cell%s\n", mesh.cell_count, cw_cli_text_plural(mesh.cell_count));
    }
    cw_navmesh_free(session->context, &mesh);
    return code;
}

static cw_exit run(cw_session *session, const cw_options *options) {
    const char *input = options->arguments[0], *output = options->arguments[1];
    return cw_files_content(input) == CW_CONTENT_PLAN ? convert_plan(session, input, output)
                                                      : convert_mesh(session, input, output);
}

const cw_command cw_command_convert = {
    .name = "convert",
    .arguments = "IN OUT",
    .summary = "write a mesh or a plan in another format",
    .details =
        "Meshes are read as .cwm, .json and .mesh (polyanya), and written as those and as .obj\n"
        "and .nav (Menge). Plans are read and written as .wkt, .geojson and .dat (one ring).\n"
        "The input is never overwritten.",
    CW_COMMAND_TABLES(options_table, examples),
    .argument_low = 2,
    .argument_high = 2,
    .check = check_call,
    .run = run,
};
