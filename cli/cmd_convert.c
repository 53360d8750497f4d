/// `clearway convert`: the same mesh or plan in another format.
#include "command.h"

#include "files.h"
#include "kept.h"
#include "standard.h"
#include "text.h"

#include "clearway/skeleton.h"

#include <math.h>

// clang-format off
static const cw_option options_table[] = {
    {.name = "inset", .type = CW_OPTION_NUMBER, .placeholder = "M", .unit = "metres",
     .low = 0, .high = 1e6,
     .help = "of a plan: what is left of the floor when its walls move inwards, with mitred "
             "corners"},
    {.name = "slope", .type = CW_OPTION_NUMBER, .placeholder = "DEG", .unit = "degrees",
     .low = 0.01, .high = 89.9,
     .help = "of a plan: the roof over its floor, as .obj"},
    CW_KEEP_OPTION,
    CW_QUIET_OPTION("no words"),
};
// clang-format on

static const cw_example examples[] = {
    {"clearway convert office.cwm office.json", "a mesh that people and scripts can read"},
    {"clearway convert arena.mesh arena.cwm", "a mesh made by another tool"},
    {"clearway convert office.cwm office.nav", "a mesh for Menge"},
    {"clearway convert site.geojson site.wkt", "a plan, its rings as they are"},
    {"clearway convert site.wkt inner.wkt --inset 0.3",
     "where the centre of a robot may be, with mitred corners"},
    {"clearway convert house.wkt roof.obj --slope 35", "a hip roof over a plan"},
};

/// Options that count for plans only, and not together; says what is wrong.
static bool refuses_options(const cw_options *options, bool plan) {
    bool inset = cw_options_given(options, "inset"), slope = cw_options_given(options, "slope");
    if (inset && slope) {
        cw_options_complain("convert", "--inset and --slope have no meaning together");
    } else if ((inset || slope) && !plan) {
        cw_options_complain("convert", "--%s counts for a plan", inset ? "inset" : "slope");
    } else {
        return false;
    }
    return true;
}

static cw_exit check_call(cw_session *session, const cw_options *options) {
    const char *input = options->arguments[0], *output = options->arguments[1];
    cw_exit code = cw_files_check_output(session, output, input);
    if (code != CW_EXIT_DONE) {
        return code;
    }
    cw_content content = cw_files_content(input);
    if (content == CW_CONTENT_SCENE) {
        return cw_files_refuse_input(
            session, input, "a mesh or a plan ('clearway build' makes a mesh of a 3D scene)");
    }
    if (content != CW_CONTENT_PLAN && content != CW_CONTENT_MESH) {
        return cw_files_refuse_input(
            session, input,
            "a mesh (.cwm, .json, .mesh) or a plan (.wkt, .geojson, .dat, .map, .yaml, .svg)");
    }
    bool plan = content == CW_CONTENT_PLAN;
    if (plan && cw_options_given(options, "keep")) {
        cw_options_complain("convert", "--keep counts for a mesh");
        return CW_EXIT_USAGE;
    }
    if (refuses_options(options, plan) || cw_kept_refuses(options, output)) {
        return CW_EXIT_USAGE;
    }
    if (plan && cw_options_given(options, "slope")) {
        if (cw_file_kind_of(output) == CW_FILE_OBJ) {
            return CW_EXIT_DONE;
        }
        cw_options_complain("convert", "a roof goes to an .obj");
        return CW_EXIT_USAGE;
    }
    bool fits = cw_standard_is(output) ||
                (plan ? cw_files_content(output) == CW_CONTENT_PLAN : cw_files_takes_mesh(output));
    if (!fits) {
        const char *wanted =
            plan ? "a plan becomes .wkt, .geojson or .dat"
                 : "a mesh becomes .cwm, .json, .mesh, .obj, .glb, .nav, .bin or .tres";
        cw_options_complain("convert", "cannot write \"%.200s\": %s", output, wanted);
        return CW_EXIT_USAGE;
    }
    return CW_EXIT_DONE;
}

static cw_exit convert_plan(cw_session *session, const char *input, const char *output) {
    cw_plan plan = {0};
    cw_status status = cw_files_read_plan(session, input, false, &plan);
    cw_exit code =
        status == CW_OK ? cw_session_checkpoint(session) : cw_session_fail(session, status, input);
    if (code == CW_EXIT_DONE) {
        code = cw_files_write_plan(session, &plan, output);
    }
    if (code == CW_EXIT_DONE && !session->quiet && !cw_standard_is(output)) {
        cw_cli_text_arrow(stdout, input, output);
        printf(": %u ring%s, %u points\n", plan.ring_count, cw_cli_text_plural(plan.ring_count),
               plan.point_count);
    }
    cw_plan_free(session->context, &plan);
    return code;
}

/// The skeleton of a plan, without caps.
static cw_exit make_skeleton(cw_session *session, const char *input, cw_skeleton *skeleton) {
    cw_plan plan = {0};
    cw_surface surface = {0};
    cw_status status = cw_files_read_plan(session, input, false, &plan);
    if (status == CW_OK) {
        status = cw_surface_from_plan(session->context, &plan, NULL, &surface);
    }
    if (status == CW_OK) {
        status = cw_skeleton_build(session->context, &surface, NULL, skeleton);
    }
    cw_surface_free(session->context, &surface);
    cw_plan_free(session->context, &plan);
    cw_exit code = cw_session_outcome(session, status, input);
    return code == CW_EXIT_DONE ? cw_session_checkpoint(session) : code;
}

static cw_exit convert_inset(cw_session *session, const cw_options *options) {
    const char *input = options->arguments[0], *output = options->arguments[1];
    double distance = cw_options_get(options, "inset")->number;
    cw_skeleton skeleton = {0};
    cw_plan plan = {0};
    cw_exit code = make_skeleton(session, input, &skeleton);
    if (code == CW_EXIT_DONE) {
        cw_status status = cw_skeleton_offset(session->context, &skeleton, distance, &plan);
        code = cw_session_outcome(session, status, input);
    }
    if (code == CW_EXIT_DONE && plan.ring_count == 0) {
        code = cw_session_refuse(session, CW_EXIT_INPUT, input, "nothing is left %g m from walls",
                                 distance);
    }
    if (code == CW_EXIT_DONE) {
        code = cw_files_write_plan(session, &plan, output);
    }
    if (code == CW_EXIT_DONE && !session->quiet) {
        cw_cli_text_arrow(stdout, input, output);
        printf(": %u ring%s, %u points\n", plan.ring_count, cw_cli_text_plural(plan.ring_count),
               plan.point_count);
    }
    cw_plan_free(session->context, &plan);
    cw_skeleton_free(session->context, &skeleton);
    return code;
}

static cw_exit convert_roof(cw_session *session, const cw_options *options) {
    const char *input = options->arguments[0], *output = options->arguments[1];
    double rise = tan(cw_options_get(options, "slope")->number * (3.14159265358979323846 / 180));
    cw_skeleton skeleton = {0};
    cw_exit code = make_skeleton(session, input, &skeleton);
    if (code == CW_EXIT_DONE) {
        cw_status status = cw_skeleton_write_roof(session->context, &skeleton, rise, output);
        code = cw_session_outcome(session, status, output);
    }
    if (code == CW_EXIT_DONE && !session->quiet) {
        cw_cli_text_arrow(stdout, input, output);
        printf(": %u face%s\n", skeleton.wall_count, cw_cli_text_plural(skeleton.wall_count));
    }
    cw_skeleton_free(session->context, &skeleton);
    return code;
}

static cw_exit convert_mesh(cw_session *session, const cw_options *options) {
    const char *input = options->arguments[0], *output = options->arguments[1];
    cw_navmesh mesh = {0};
    cw_exit code = cw_files_read_mesh(session, input, &mesh);
    if (code == CW_EXIT_DONE) {
        code = cw_session_checkpoint(session);
    }
    if (code == CW_EXIT_DONE) {
        code = cw_kept_write(session, options, &mesh, output);
    }
    if (code == CW_EXIT_DONE && !session->quiet && !cw_standard_is(output)) {
        cw_cli_text_arrow(stdout, input, output);
        printf(": %u cell%s\n", mesh.cell_count, cw_cli_text_plural(mesh.cell_count));
    }
    cw_navmesh_free(session->context, &mesh);
    return code;
}

static cw_exit run(cw_session *session, const cw_options *options) {
    const char *input = options->arguments[0], *output = options->arguments[1];
    if (cw_options_given(options, "inset") && cw_options_get(options, "inset")->number > 0) {
        return convert_inset(session, options);
    }
    if (cw_options_given(options, "slope")) {
        return convert_roof(session, options);
    }
    return cw_files_content(input) == CW_CONTENT_PLAN ? convert_plan(session, input, output)
                                                      : convert_mesh(session, options);
}

const cw_command cw_command_convert = {
    .name = "convert",
    .arguments = "IN OUT",
    .summary = "write a mesh or a plan in another format",
    .details =
        "Meshes are read as .cwm, .json and .mesh (polyanya), and written as those and as .obj,\n"
        ".glb, .nav (Menge), .bin (Detour) and .tres (Godot). Plans are read as .wkt,\n"
        ".geojson, .dat, .svg, .map (MovingAI) and .yaml (ROS), and written as .wkt, .geojson and\n"
        ".dat (one ring). --inset makes another plan of one, --slope a roof (.obj). The input is\n"
        "never overwritten.",
    CW_COMMAND_TABLES(options_table, examples),
    .argument_low = 2,
    .argument_high = 2,
    .check = check_call,
    .run = run,
};
