/// `clearway roadmap`: a graph over all of the floor, with lanes and true clearance.
#include "command.h"

#include "files.h"
#include "json.h"
#include "scene/options.h"
#include "standard.h"
#include "text.h"

#include <errno.h>
#include <string.h>

// clang-format off
static const cw_option options_table[] = {
    {.name = "output", .letter = 'o', .type = CW_OPTION_PATH, .placeholder = "ROADMAP",
     .help = "where the roadmap goes: .json, .graphml, .geojson, .dot or .txt (Menge)"},
    {.name = "spacing", .type = CW_OPTION_NUMBER, .placeholder = "M", .unit = "metres",
     .low = 0.01, .high = 1e6, .fallback = "0.7", .help = "between lanes"},
    {.name = "levels", .type = CW_OPTION_INTEGER, .placeholder = "N",
     .low = 0, .high = 65535, .fallback = "65535",
     .help = "most lanes from a wall; 0 for the skeleton alone"},
    {.name = "miter", .type = CW_OPTION_NUMBER, .placeholder = "S",
     .low = 0, .high = 1e6, .fallback = "1.2",
     .help = "how far ahead of its walls a corner may run before it is capped, 1.001 or more; "
             "0 for no caps"},
    {.name = "rungs", .type = CW_OPTION_NUMBER, .placeholder = "M", .unit = "metres",
     .low = 0.01, .high = 1e6, .help = "also ways from lane to lane, so far apart along a wall"},
    {.name = "faces", .type = CW_OPTION_FLAG, .help = "also the face of each wall, in a .json"},
    CW_SCENE_OPTIONS,
    CW_JSON_OPTION("figures as JSON on stdout"),
    CW_QUIET_OPTION("no words, warnings or progress; errors still show"),
};
// clang-format on

static const cw_example examples[] = {
    {"clearway roadmap office.wkt -o roadmap.json", "the skeleton and lanes 0.7 m apart"},
    {"clearway roadmap office.wkt -o graph.graphml --levels 0", "the skeleton alone, for networkx"},
    {"clearway draw roadmap.json -o roadmap.png", "see it"},
};

static cw_exit check_call(cw_session *session, const cw_options *options) {
    const char *input = options->arguments[0];
    const char *output = cw_options_get(options, "output")->text;
    double miter = cw_options_get(options, "miter")->number;
    if (output == NULL) {
        cw_options_complain("roadmap", "say where the roadmap goes: -o ROADMAP");
        return CW_EXIT_USAGE;
    }
    cw_exit code = cw_files_check_output(session, output, input);
    if (code != CW_EXIT_DONE) {
        return code;
    }
    if (cw_standard_is(output) && cw_options_given(options, "json")) {
        cw_options_complain("roadmap", "stdout takes the roadmap or the figures as JSON, not both");
        return CW_EXIT_USAGE;
    }
    if (!cw_standard_is(output) && !cw_roadmap_writable(output)) {
        cw_options_complain("roadmap",
                            "\"%.200s\" is no roadmap by its extension: .json, .graphml, .geojson, "
                            ".dot, .txt",
                            output);
        return CW_EXIT_USAGE;
    }
    if (cw_options_given(options, "faces") && !cw_standard_is(output) &&
        cw_file_kind_of(output) != CW_FILE_JSON) {
        cw_options_complain("roadmap", "--faces counts for a .json");
        return CW_EXIT_USAGE;
    }
    if (miter != 0 && miter < 1.001) {
        cw_options_complain("roadmap", "--miter takes 0, or 1.001 to 1e6");
        return CW_EXIT_USAGE;
    }
    cw_content content = cw_files_content(input);
    if (content != CW_CONTENT_PLAN && content != CW_CONTENT_SCENE) {
        return cw_files_refuse_no_surface(session, input);
    }
    return cw_scene_refuses(options, input) ? CW_EXIT_USAGE : CW_EXIT_DONE;
}

static cw_status build(cw_session *session, const cw_options *options, const cw_surface *surface,
                       cw_roadmap *roadmap) {
    cw_skeleton_config shape = {.miter = cw_options_get(options, "miter")->number};
    cw_roadmap_config config = {.spacing = cw_options_get(options, "spacing")->number,
                                .levels = (uint32_t)cw_options_get(options, "levels")->number};
    if (cw_options_given(options, "rungs")) {
        config.rungs = cw_options_get(options, "rungs")->number;
    }
    cw_skeleton skeleton = {0};
    cw_navmesh mesh = {0};
    cw_clearance clearance = {0};
    cw_status status = cw_skeleton_build(session->context, surface, &shape, &skeleton);
    status = status != CW_OK ? status : cw_navmesh_build(session->context, surface, NULL, &mesh);
    status = status != CW_OK ? status : cw_clearance_build(session->context, &mesh, &clearance);
    status = status != CW_OK
                 ? status
                 : cw_roadmap_build(session->context, &skeleton, &clearance, &config, roadmap);
    cw_clearance_free(session->context, &clearance);
    cw_navmesh_free(session->context, &mesh);
    cw_skeleton_free(session->context, &skeleton);
    return status;
}

static void tell(const cw_session *session, const cw_options *options, const cw_roadmap *roadmap) {
    uint32_t ridges = 0, doors = 0;
    for (uint32_t i = 0; i < roadmap->edge_count - roadmap->rung_count; i++) {
        ridges += roadmap->edges[i].level == 0;
    }
    for (uint32_t i = 0; i < roadmap->node_count; i++) {
        doors += roadmap->nodes[i].door;
    }
    const char *output = cw_options_get(options, "output")->text;
    if (cw_options_given(options, "json")) {
        cw_cli_json json = {.stream = stdout};
        cw_cli_json_open_object(&json, NULL);
        cw_cli_json_text(&json, "input", options->arguments[0]);
        cw_cli_json_text(&json, "output", output);
        cw_cli_json_number(&json, "walls", roadmap->wall_count);
        cw_cli_json_number(&json, "nodes", roadmap->node_count);
        cw_cli_json_number(&json, "edges", roadmap->edge_count - roadmap->rung_count);
        cw_cli_json_number(&json, "level_0_edges", ridges);
        cw_cli_json_number(&json, "rungs", roadmap->rung_count);
        cw_cli_json_number(&json, "spaces", roadmap->space_count);
        cw_cli_json_number(&json, "doors", doors);
        cw_cli_json_number(&json, "seconds", roadmap->seconds);
        cw_cli_json_close_object(&json);
        cw_cli_json_finish(&json);
    } else if (!session->quiet && !cw_standard_is(output)) {
        cw_cli_text_arrow(stdout, options->arguments[0], output);
        printf(
            ": %u nodes, %u edges of level 0, %u of lanes, %u rung%s, %u space%s with %u door%s, "
            "%.4g s\n",
            roadmap->node_count, ridges, roadmap->edge_count - ridges - roadmap->rung_count,
            roadmap->rung_count, cw_cli_text_plural(roadmap->rung_count), roadmap->space_count,
            cw_cli_text_plural(roadmap->space_count), doors, cw_cli_text_plural(doors),
            roadmap->seconds);
    }
}

/// Writes the roadmap to its file, or to stdout as JSON.
static cw_exit write_out(cw_session *session, const cw_options *options,
                         const cw_roadmap *roadmap) {
    const char *output = cw_options_get(options, "output")->text;
    bool faces = cw_options_given(options, "faces"), standard = cw_standard_is(output);
    char path[4096];
    if (standard && !cw_standard_open(".json", path, sizeof path)) {
        return cw_session_refuse(session, CW_EXIT_INPUT, "stdout", "%s", strerror(errno));
    }
    cw_status status = cw_roadmap_write(session->context, roadmap, faces, standard ? path : output);
    cw_exit code = cw_session_outcome(session, status, standard ? "stdout" : output);
    cw_exit copied = standard ? cw_standard_close(session, path, code == CW_EXIT_DONE) : code;
    return code != CW_EXIT_DONE ? code : copied;
}

static cw_exit run(cw_session *session, const cw_options *options) {
    const char *input = options->arguments[0];
    cw_made_surface made = {0};
    cw_roadmap roadmap = {0};
    cw_exit code = cw_scene_surface(session, options, input, &made);
    if (code == CW_EXIT_DONE) {
        code = cw_session_outcome(session, build(session, options, &made.surface, &roadmap), input);
    }
    if (code == CW_EXIT_DONE) {
        code = cw_session_checkpoint(session);
    }
    if (code == CW_EXIT_DONE) {
        code = write_out(session, options, &roadmap);
    }
    if (code == CW_EXIT_DONE) {
        tell(session, options, &roadmap);
    }
    cw_roadmap_free(session->context, &roadmap);
    cw_made_surface_free(session, &made);
    return code;
}

const cw_command cw_command_roadmap = {
    .name = "roadmap",
    .arguments = "INPUT -o ROADMAP [options]",
    .summary = "make a graph over all of the floor, with lanes",
    .details =
        "Makes a roadmap: the straight skeleton of the floor, and lanes beside it at equal\n"
        "distances from the walls where there is room, each edge with its true clearance.\n\n"
        "INPUT is a floor plan (.wkt, .geojson, .svg, ...) or a 3D scene (.obj, .glb, ...).\n"
        "ROADMAP is .json, which 'clearway draw' shows, .graphml, .geojson, .dot, or .txt for\n"
        "Menge.",
    CW_COMMAND_TABLES(options_table, examples),
    .argument_low = 1,
    .argument_high = 1,
    .check = check_call,
    .run = run,
};
