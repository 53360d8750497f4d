/// `clearway build`: a navigation mesh of a floor plan or of a 3D scene.
#include "command.h"

#include "files.h"
#include "kept.h"
#include "picture/shape.h"
#include "scene/areas.h"
#include "scene/links.h"
#include "scene/options.h"
#include "scene/report.h"
#include "standard.h"
#include "summary.h"
#include "text.h"

// clang-format off
static const cw_option options_table[] = {
    {.name = "output", .letter = 'o', .type = CW_OPTION_PATH, .placeholder = "MESH",
     .help = "where the mesh goes: .cwm, .json, .mesh, .obj, .glb, .nav, "
             ".bin (Detour) or .tres (Godot)"},
    CW_SHAPE_OPTIONS,
    CW_SCENE_OPTIONS,
    CW_LINK_OPTIONS,
    {.name = "workers", .type = CW_OPTION_INTEGER, .placeholder = "N", .unit = "threads",
     .low = 1, .high = 256, .fallback = "1",
     .help = "threads to use; the result does not depend on it"},
    CW_KEEP_OPTION,
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
    {"clearway build house.glb -o house.cwm",
     "the floors of a 3D scene, over steps and all storeys"},
    {"clearway build level.fbx -o level.cwm --exclude 'tree*' --from 0,0,0",
     "without the trees, and only what can be reached from the origin"},
    {"clearway build level.glb -o level.cwm --drop 3 --jump 1.5",
     "paths may drop 3 m and jump over gaps of 1.5 m"},
    {"clearway build town.wkt -o town.cwm --keep clearance",
     "with the tables for paths, which 'path' then need not make for each question"},
    {"clearway build ramp.obj --method floor --up z -o ramp.cwm --json",
     "triangles that are the floor themselves, z up; figures for a script"},
};

static cw_exit check_call(cw_session *session, const cw_options *options) {
    const char *input = options->arguments[0];
    const char *output = cw_options_get(options, "output")->text;
    if (output == NULL) {
        cw_options_complain("build", "say where the mesh goes: -o MESH");
        return CW_EXIT_USAGE;
    }
    if (cw_standard_is(output) && cw_options_given(options, "json")) {
        cw_options_complain("build", "stdout takes the mesh or the figures as JSON, not both");
        return CW_EXIT_USAGE;
    }
    cw_exit code = cw_files_check_output(session, output, input);
    if (code != CW_EXIT_DONE) {
        return code;
    }
    if (!cw_files_takes_mesh(output)) {
        cw_options_complain(
            "build",
            "\"%.200s\" is no mesh by its extension: .cwm, .json, .mesh, .obj, .glb, .nav, "
            ".bin, .tres",
            output);
        return CW_EXIT_USAGE;
    }
    if (cw_kept_refuses(options, output)) {
        return CW_EXIT_USAGE;
    }
    cw_content content = cw_files_content(input);
    if (content != CW_CONTENT_PLAN && content != CW_CONTENT_SCENE) {
        return cw_files_refuse_no_surface(session, input);
    }
    return cw_scene_refuses(options, input) || cw_links_refuses(options, input) ? CW_EXIT_USAGE
                                                                                : CW_EXIT_DONE;
}

static void tell(const cw_session *session, const cw_options *options, const cw_navmesh *mesh,
                 const cw_summary *summary, const cw_made_surface *made) {
    double seconds = made->seconds + mesh->stats.seconds;
    if (cw_options_given(options, "json")) {
        cw_cli_json json = {.stream = stdout};
        cw_cli_json_open_object(&json, NULL);
        cw_cli_json_text(&json, "input", options->arguments[0]);
        cw_cli_json_text(&json, "output", cw_options_get(options, "output")->text);
        cw_summary_json(&json, mesh, summary);
        if (made->extracted) {
            cw_scene_report_json(&json, made);
        }
        cw_cli_json_number(&json, "surface_seconds", made->seconds);
        cw_cli_json_number(&json, "cells_seconds", mesh->stats.seconds);
        cw_cli_json_number(&json, "seconds", seconds);
        cw_cli_json_close_object(&json);
        cw_cli_json_finish(&json);
    } else if (!session->quiet && !cw_standard_is(cw_options_get(options, "output")->text)) {
        cw_cli_text_arrow(stdout, options->arguments[0], cw_options_get(options, "output")->text);
        putc('\n', stdout);
        if (made->extracted) {
            cw_scene_report_print(stdout, made);
        }
        cw_summary_print(stdout, mesh, summary);
        cw_areas_print(stdout, mesh);
        cw_links_print(stdout, mesh);
        cw_summary_line(stdout, "seconds", "%.4g (surface %.4g, cells %.4g)", seconds,
                        made->seconds, mesh->stats.seconds);
    }
}

/// Builds the mesh of a surface, checks it, works its figures out and writes it: no file is written
/// that would be refused when it is read.
static cw_exit decompose(cw_session *session, const cw_options *options,
                         const cw_made_surface *made, cw_navmesh *mesh, cw_summary *summary) {
    cw_navmesh_config config = cw_shape_config(options, made->extracted, made->pixel);
    cw_status status = cw_navmesh_build(session->context, &made->surface, &config, mesh);
    if (status == CW_OK) {
        status = cw_links_make(session, options, made, mesh);
    }
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
    return cw_kept_write(session, options, mesh, cw_options_get(options, "output")->text);
}

/// Detour and Godot let the center of a character walk up to the walls.
static void warn_of_radius(cw_session *session, const cw_options *options) {
    cw_file_kind kind = cw_file_kind_of(cw_options_get(options, "output")->text);
    if ((kind == CW_FILE_DETOUR || kind == CW_FILE_GODOT) && !cw_options_given(options, "inset")) {
        cw_session_show();
        cw_session_warn(session,
                        "programs that read %s keep no distance from walls; for a radius "
                        "of M metres make the mesh of a plan with --inset M",
                        kind == CW_FILE_DETOUR ? ".bin" : ".tres");
    }
}

static cw_exit run(cw_session *session, const cw_options *options) {
    cw_made_surface made = {0};
    cw_navmesh mesh = {0};
    cw_summary summary = {0};
    cw_exit code = cw_scene_surface(session, options, options->arguments[0], &made);
    if (code == CW_EXIT_DONE) {
        code = decompose(session, options, &made, &mesh, &summary);
    }
    if (code == CW_EXIT_DONE) {
        tell(session, options, &mesh, &summary, &made);
    }
    if (code == CW_EXIT_DONE) {
        warn_of_radius(session, options);
    }
    if (code == CW_EXIT_DONE && made.extracted) {
        cw_session_show();
        cw_scene_report_warn(session, options, &made);
    }
    cw_navmesh_free(session->context, &mesh);
    cw_made_surface_free(session, &made);
    return code;
}

const cw_command cw_command_build = {
    .name = "build",
    .arguments = "INPUT -o MESH [options]",
    .summary = "make a navigation mesh of a floor plan or a 3D scene",
    .details =
        "Makes a navigation mesh: convex cells that cover the floor exactly, joined by portals.\n\n"
        "INPUT is a floor plan (.wkt, .geojson, .svg, .dat with one \"x y\" per line, .map of\n"
        "MovingAI, .yaml of ROS) or a 3D scene (.obj, .gltf, .glb, .ply, .stl, .fbx, .dae).\n"
        "Rings may cross, overlap, touch and turn either way; so may the faces of a scene, of\n"
        "which all is floor where one can stand and walk. MESH is .cwm (fast and compact), .json\n"
        "(readable), or an export: .mesh (polyanya), .nav (Menge), .bin (Detour), .tres (Godot),\n"
        ".obj, .glb. The figures of the mesh go to stdout.",
    CW_COMMAND_TABLES(options_table, examples),
    .argument_low = 1,
    .argument_high = 1,
    .check = check_call,
    .run = run,
};
