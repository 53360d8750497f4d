/// `clearway build`: a navigation mesh of a floor plan or of walkable triangles.
#include "command.h"

#include "files.h"
#include "shape.h"
#include "summary.h"
#include "text.h"

/// Words of --method and their order.
static const char *const method_words[] = {"auto", "plan", "exact", "layers", NULL};
typedef enum method { METHOD_AUTO = 0, METHOD_PLAN, METHOD_EXACT, METHOD_LAYERS } method;

// clang-format off
static const cw_option options_table[] = {
    {.name = "output", .letter = 'o', .type = CW_OPTION_PATH, .placeholder = "MESH",
     .help = "where the mesh goes: .cwm, .json, .mesh, .obj or .nav"},
    CW_SHAPE_OPTIONS,
    {.name = "method", .type = CW_OPTION_CHOICE, .placeholder = "NAME", .choices = method_words,
     .fallback = "auto",
     .help = "how floor is found: plan (from a plan), exact (the triangles of an .obj are the "
             "floor), layers (not offered yet), auto (by the input)"},
    CW_UP_OPTION,
    {.name = "height", .type = CW_OPTION_NUMBER, .placeholder = "M", .unit = "metres",
     .low = 0, .high = 1000,
     .help = "head room of a 3D scene; refused for plans and for triangles that are the floor"},
    {.name = "step", .type = CW_OPTION_NUMBER, .placeholder = "M", .unit = "metres",
     .low = 0, .high = 1000,
     .help = "highest step of a 3D scene; refused likewise"},
    {.name = "slope", .type = CW_OPTION_NUMBER, .placeholder = "DEG", .unit = "degrees",
     .low = 0, .high = 90,
     .help = "steepest floor of a 3D scene; refused likewise"},
    {.name = "from", .type = CW_OPTION_POINT, .placeholder = "x,y,z", .low = -1e7, .high = 1e7,
     .help = "a point on the floor of a 3D scene that has to be reached; refused likewise"},
    {.name = "workers", .type = CW_OPTION_INTEGER, .placeholder = "N", .unit = "threads",
     .low = 1, .high = 256, .fallback = "1",
     .help = "threads to use; the result does not depend on it"},
    CW_JSON_OPTION("figures as JSON on stdout"),
    CW_QUIET_OPTION("no words, warnings or progress; errors still show"),
};
// clang-format on

static const cw_example examples[] = {
    {"clearway build office.wkt -o office.cwm", "the mesh of a floor plan, with convex cells"},
    {"clearway build cave.dat -o cave.json --alpha 5",
     "fewer cells: corners of up to 185 degrees count as straight"},
    {"clearway build city.geojson -o city.cwm --tau 0.2 --effort 2",
     "fewer still: dents of up to 20 cm in walls are ignored, and the search goes on longer"},
    {"clearway build ramp.obj --up z -o ramp.cwm --json",
     "walkable triangles with heights, z up; figures for a script"},
};

/// Whether an option that belongs to 3D scenes was given; says that it has no meaning.
static bool refuses_scene_options(const cw_options *options, cw_content content) {
    static const char *const names[] = {"height", "step", "slope", "from", "up"};
    bool plan = content == CW_CONTENT_PLAN;
    for (uint32_t i = 0; i < CW_COUNT_OF(names) - (plan ? 0 : 1); i++) {
        if (cw_options_given(options, names[i])) {
            cw_options_complain("build", "--%s has no meaning for %s", names[i],
                                plan ? "a floor plan"
                                     : "an .obj, whose triangles are taken as the floor");
            return true;
        }
    }
    return false;
}

/// Whether the method is not offered for the input; says so.
static bool refuses_method(const cw_options *options, cw_content content) {
    method chosen = (method)cw_options_choice(options, "method");
    method offered = content == CW_CONTENT_PLAN ? METHOD_PLAN : METHOD_EXACT;
    if (chosen == METHOD_AUTO || chosen == offered) {
        return false;
    }
    if (chosen == METHOD_LAYERS) {
        cw_options_complain("build", "--method layers is not offered yet");
    } else {
        cw_options_complain(
            "build", "--method %s is not offered for %s; it takes auto or %s", method_words[chosen],
            content == CW_CONTENT_PLAN ? "a floor plan" : "an .obj", method_words[offered]);
    }
    return true;
}

static cw_exit check_call(cw_session *session, const cw_options *options) {
    const char *input = options->arguments[0];
    const char *output = cw_options_get(options, "output")->text;
    if (output == NULL) {
        cw_options_complain("build", "say where the mesh goes: -o MESH");
        return CW_EXIT_USAGE;
    }
    cw_exit code = cw_files_check_output(session, output, input);
    if (code != CW_EXIT_DONE) {
        return code;
    }
    if (!cw_files_takes_mesh(output)) {
        cw_options_complain(
            "build", "\"%.200s\" is no mesh by its extension: .cwm, .json, .mesh, .obj, .nav",
            output);
        return CW_EXIT_USAGE;
    }
    cw_content content = cw_files_content(input);
    if (content != CW_CONTENT_PLAN && content != CW_CONTENT_TRIANGLES) {
        return cw_files_refuse_no_surface(session, input);
    }
    bool refused = refuses_scene_options(options, content) || refuses_method(options, content);
    return refused ? CW_EXIT_USAGE : CW_EXIT_DONE;
}

static void tell(const cw_session *session, const cw_options *options, const cw_navmesh *mesh,
                 const cw_summary *summary, double surface_seconds) {
    double seconds = surface_seconds + mesh->stats.seconds;
    if (cw_options_given(options, "json")) {
        cw_cli_json json = {.stream = stdout};
        cw_cli_json_open_object(&json, NULL);
        cw_cli_json_text(&json, "input", options->arguments[0]);
        cw_cli_json_text(&json, "output", cw_options_get(options, "output")->text);
        cw_summary_json(&json, mesh, summary);
        cw_cli_json_number(&json, "surface_seconds", surface_seconds);
        cw_cli_json_number(&json, "cells_seconds", mesh->stats.seconds);
        cw_cli_json_number(&json, "seconds", seconds);
        cw_cli_json_close_object(&json);
        cw_cli_json_finish(&json);
    } else if (!session->quiet) {
        cw_cli_text_arrow(stdout, options->arguments[0], cw_options_get(options, "output")->text);
        putc('\n', stdout);
        cw_summary_print(stdout, mesh, summary);
        cw_summary_line(stdout, "seconds", "%.4g (surface %.4g, cells %.4g)", seconds,
                        surface_seconds, mesh->stats.seconds);
    }
}

/// Builds the mesh of a surface, checks it, works its figures out and writes it: no file is written
/// that would be refused when it is read.
static cw_exit decompose(cw_session *session, const cw_options *options, const cw_surface *surface,
                         cw_navmesh *mesh, cw_summary *summary) {
    cw_navmesh_config config = cw_shape_config(options);
    cw_status status = cw_navmesh_build(session->context, surface, &config, mesh);
    if (status == CW_OK) {
        status = cw_navmesh_validate(session->context, mesh);
    }
    if (status == CW_OK) {
        status = cw_summary_make(mesh, summary);
    }
    if (status != CW_OK) {
        return cw_session_fail(session, status, options->arguments[0]);
    }
    cw_exit code = cw_session_checkpoint(session);
    if (code != CW_EXIT_DONE) {
        return code;
    }
    return cw_files_write_mesh(session, mesh, cw_options_get(options, "output")->text);
}

static cw_exit run(cw_session *session, const cw_options *options) {
    cw_surface surface = {0};
    cw_navmesh mesh = {0};
    cw_summary summary = {0};
    double surface_seconds = 0;
    bool up_is_y = cw_options_choice(options, "up") == CW_UP_Y;
    cw_exit code =
        cw_files_read_surface(session, options->arguments[0], up_is_y, &surface, &surface_seconds);
    if (code == CW_EXIT_DONE) {
        code = decompose(session, options, &surface, &mesh, &summary);
    }
    if (code == CW_EXIT_DONE) {
        tell(session, options, &mesh, &summary, surface_seconds);
    }
    cw_navmesh_free(session->context, &mesh);
    cw_surface_free(session->context, &surface);
    return code;
}

const cw_command cw_command_build = {
    .name = "build",
    .arguments = "INPUT -o MESH [options]",
    .summary = "make a navigation mesh of a floor plan",
    .details =
        "Makes a navigation mesh: convex cells that cover the floor exactly, joined by portals.\n\n"
        "INPUT is a floor plan (.wkt, .geojson, or .dat with one \"x y\" per line), or an .obj\n"
        "whose triangles are the walkable floor. Rings may cross, overlap, touch and turn either\n"
        "way. MESH is .cwm (fast and compact), .json (readable), or an export: .mesh (polyanya),\n"
        ".nav (Menge), .obj. The figures of the mesh go to stdout.",
    CW_COMMAND_TABLES(options_table, examples),
    .argument_low = 1,
    .argument_high = 1,
    .check = check_call,
    .run = run,
};
