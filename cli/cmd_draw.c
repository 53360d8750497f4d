/// `clearway draw`: a picture of a mesh, or of any stage on the way from a plan to one.
#include "command.h"

#include "files.h"
#include "picture.h"
#include "shape.h"
#include "text.h"

/// Words of --stage and their order.
static const char *const stage_words[] = {"plan", "surface", "cells", NULL};
typedef enum stage { STAGE_PLAN = 0, STAGE_SURFACE, STAGE_CELLS } stage;

// clang-format off
static const cw_option options_table[] = {
    {.name = "output", .letter = 'o', .type = CW_OPTION_PATH, .placeholder = "PICTURE",
     .help = "where the picture goes: .svg, .png or .pdf"},
    {.name = "stage", .type = CW_OPTION_CHOICE, .placeholder = "NAME", .choices = stage_words,
     .help = "of a plan: plan (its rings, unless given), surface (triangles, notches and their "
             "areas of interest) or cells (the mesh); of an .obj: surface or cells"},
    {.name = "clearance", .type = CW_OPTION_FLAG,
     .help = "of cells: how large a disc can cross them from portal to portal, as colour"},
    {.name = "labels", .type = CW_OPTION_FLAG, .help = "the number of each cell"},
    {.name = "vertices", .type = CW_OPTION_FLAG, .help = "wall corners as dots"},
    {.name = "no-cells", .type = CW_OPTION_FLAG, .help = "no colours in the cells"},
    {.name = "no-portals", .type = CW_OPTION_FLAG, .help = "no portals"},
    {.name = "no-triangles", .type = CW_OPTION_FLAG, .help = "no triangles of the surface"},
    {.name = "no-notches", .type = CW_OPTION_FLAG, .help = "no notches of the surface"},
    {.name = "no-areas", .type = CW_OPTION_FLAG, .help = "no areas of interest of the notches"},
    CW_PICTURE_OPTIONS,
    CW_SHAPE_OPTIONS,
    CW_UP_OPTION,
    CW_QUIET_OPTION("no words"),
};
// clang-format on

static const cw_example examples[] = {
    {"clearway draw office.cwm -o office.svg", "a mesh: its cells in colours, its portals dashed"},
    {"clearway draw office.wkt -o plan.png", "the rings of a plan"},
    {"clearway draw office.wkt --stage surface -o surface.pdf",
     "triangles, notches and areas of interest"},
    {"clearway draw office.wkt --stage cells --labels -o cells.png --width 400",
     "build and draw at once, with numbers, large"},
    {"clearway draw office.cwm --clearance -o clearance.png",
     "where there is room, and where it is narrow"},
};

/// What is drawn: one of the three, by stage.
typedef struct subject {
    stage stage;
    cw_plan plan;
    cw_surface surface;
    cw_navmesh mesh;
    bool shows_clearance;
    cw_clearance clearance;
    cw_draw_config config;
} subject;

static void subject_free(cw_context *context, subject *drawn) {
    cw_plan_free(context, &drawn->plan);
    cw_surface_free(context, &drawn->surface);
    cw_clearance_free(context, &drawn->clearance);
    cw_navmesh_free(context, &drawn->mesh);
}

static cw_exit check_output(cw_session *session, const cw_options *options) {
    const char *input = options->arguments[0];
    const char *output = cw_options_get(options, "output")->text;
    if (output == NULL) {
        cw_options_complain("draw", "say where the picture goes: -o PICTURE");
        return CW_EXIT_USAGE;
    }
    return cw_cli_picture_check(session, output, input);
}

/// The first stage that an input has.
static stage first_stage(const char *input) {
    cw_content content = cw_files_content(input);
    return content == CW_CONTENT_PLAN   ? STAGE_PLAN
           : content == CW_CONTENT_MESH ? STAGE_CELLS
                                        : STAGE_SURFACE;
}

/// The stage that is drawn: the first, unless another is asked for.
static stage chosen_stage(const cw_options *options) {
    bool given = cw_options_given(options, "stage");
    return given ? (stage)cw_options_choice(options, "stage") : first_stage(options->arguments[0]);
}

/// Refuses what cannot be drawn, and a stage that the input does not have.
static cw_exit check_stage(cw_session *session, const cw_options *options) {
    const char *input = options->arguments[0];
    cw_content content = cw_files_content(input);
    if (content != CW_CONTENT_PLAN && content != CW_CONTENT_MESH &&
        content != CW_CONTENT_TRIANGLES) {
        return cw_files_refuse_input(
            session, input,
            "a mesh (.cwm, .json, .mesh), a plan (.wkt, .geojson, .dat) or "
            "walkable triangles (.obj)");
    }
    stage chosen = chosen_stage(options);
    if (chosen < first_stage(input)) {
        cw_options_complain("draw", "%s has no stage \"%s\"",
                            content == CW_CONTENT_MESH ? "a mesh" : "an .obj", stage_words[chosen]);
        return CW_EXIT_USAGE;
    }
    return CW_EXIT_DONE;
}

/// Whether an option of the builder was given although nothing is built; says so.
static bool refuses_shape(const cw_options *options, stage chosen) {
    static const char *const names[] = {"alpha", "tau", "turn", "effort"};
    bool builds =
        chosen == STAGE_CELLS && cw_files_content(options->arguments[0]) != CW_CONTENT_MESH;
    for (uint32_t i = 0; !builds && i < CW_COUNT_OF(names); i++) {
        if (cw_options_given(options, names[i])) {
            cw_options_complain("draw", "--%s has no meaning here: it counts for --stage cells",
                                names[i]);
            return true;
        }
    }
    return false;
}

/// --clearance shows a mesh, and leaves no room for what else meshes show.
static bool refuses_clearance(const cw_options *options, stage chosen) {
    static const char *const names[] = {"labels", "vertices", "no-cells", "no-portals"};
    if (!cw_options_given(options, "clearance")) {
        return false;
    }
    if (chosen != STAGE_CELLS) {
        cw_options_complain("draw", "--clearance has no meaning here: it counts for --stage cells");
        return true;
    }
    for (uint32_t i = 0; i < CW_COUNT_OF(names); i++) {
        if (cw_options_given(options, names[i])) {
            cw_options_complain("draw", "--%s has no meaning together with --clearance", names[i]);
            return true;
        }
    }
    return false;
}

/// Whether a part was asked for, or left out, that the stage does not have; says so.
static bool refuses_parts(const cw_options *options, stage chosen) {
    static const struct {
        const char *name;
        bool surface, cells; ///< stages that have it; a plan has none
    } parts[] = {{"labels", false, true},       {"vertices", true, true},
                 {"no-cells", false, true},     {"no-portals", false, true},
                 {"no-triangles", true, false}, {"no-notches", true, false},
                 {"no-areas", true, false}};
    for (uint32_t i = 0; i < CW_COUNT_OF(parts); i++) {
        bool has = (chosen == STAGE_SURFACE && parts[i].surface) ||
                   (chosen == STAGE_CELLS && parts[i].cells);
        if (!has && cw_options_given(options, parts[i].name)) {
            cw_options_complain("draw", "--%s has no meaning here: it counts for --stage %s%s%s",
                                parts[i].name, parts[i].surface ? "surface" : "",
                                parts[i].surface && parts[i].cells ? " and " : "",
                                parts[i].cells ? "cells" : "");
            return true;
        }
    }
    return false;
}

static bool refuses_up(const cw_options *options) {
    bool refused = cw_options_given(options, "up") &&
                   cw_files_content(options->arguments[0]) != CW_CONTENT_TRIANGLES;
    if (refused) {
        cw_options_complain("draw", "--up has no meaning here: it counts for an .obj");
    }
    return refused;
}

static cw_exit check_call(cw_session *session, const cw_options *options) {
    cw_exit code = check_output(session, options);
    if (code == CW_EXIT_DONE) {
        code = check_stage(session, options);
    }
    if (code != CW_EXIT_DONE) {
        return code;
    }
    stage chosen = chosen_stage(options);
    bool refused = refuses_shape(options, chosen) || refuses_clearance(options, chosen) ||
                   refuses_parts(options, chosen) || refuses_up(options);
    return refused ? CW_EXIT_USAGE : CW_EXIT_DONE;
}

static cw_exit load_shape(cw_session *session, const cw_options *options, subject *drawn) {
    const char *input = options->arguments[0];
    cw_status status = CW_OK;
    if (cw_files_content(input) == CW_CONTENT_MESH) {
        return cw_files_read_mesh(session, input, &drawn->mesh);
    }
    if (drawn->stage == STAGE_PLAN) {
        status = cw_plan_read(session->context, input, &drawn->plan);
        return cw_session_outcome(session, status, input);
    }
    bool up_is_y = cw_options_choice(options, "up") == CW_UP_Y;
    cw_exit code = cw_files_read_surface(session, input, up_is_y, &drawn->surface, NULL);
    if (code == CW_EXIT_DONE && drawn->stage == STAGE_CELLS) {
        cw_navmesh_config config = cw_shape_config(options);
        status = cw_navmesh_build(session->context, &drawn->surface, &config, &drawn->mesh);
        code = cw_session_outcome(session, status, input);
    }
    return code;
}

static cw_exit load(cw_session *session, const cw_options *options, subject *drawn) {
    cw_exit code = load_shape(session, options, drawn);
    if (code == CW_EXIT_DONE && drawn->shows_clearance) {
        cw_status status = cw_clearance_build(session->context, &drawn->mesh, &drawn->clearance);
        code = cw_session_outcome(session, status, options->arguments[0]);
    }
    return code;
}

static cw_draw_config draw_config(const cw_options *options) {
    cw_draw_config config = cw_draw_config_default();
    config.labels = config.labels || cw_options_given(options, "labels");
    config.vertices = config.vertices || cw_options_given(options, "vertices");
    config.cells = config.cells && !cw_options_given(options, "no-cells");
    config.portals = config.portals && !cw_options_given(options, "no-portals");
    config.triangles = config.triangles && !cw_options_given(options, "no-triangles");
    config.notches = config.notches && !cw_options_given(options, "no-notches");
    config.areas_of_interest = config.areas_of_interest && !cw_options_given(options, "no-areas");
    return config;
}

static cw_draw_bounds bounds_of(const subject *drawn) {
    switch (drawn->stage) {
    case STAGE_PLAN: return cw_draw_plan_bounds(&drawn->plan);
    case STAGE_SURFACE: return cw_draw_surface_bounds(&drawn->surface);
    case STAGE_CELLS: break;
    }
    if (drawn->shows_clearance) {
        return cw_draw_clearance_bounds(&drawn->mesh);
    }
    return cw_draw_navmesh_bounds(&drawn->mesh);
}

static cw_status paint(cw_context *context, const void *user, const cw_draw_sink *sink) {
    const subject *drawn = user;
    switch (drawn->stage) {
    case STAGE_PLAN: return cw_draw_plan(context, &drawn->plan, sink);
    case STAGE_SURFACE: return cw_draw_surface(context, &drawn->surface, &drawn->config, sink);
    case STAGE_CELLS: break;
    }
    if (drawn->shows_clearance) {
        return cw_draw_clearance(context, &drawn->clearance, sink);
    }
    return cw_draw_navmesh(context, &drawn->mesh, &drawn->config, sink);
}

static void tell_count(uint32_t count, const char *noun) {
    printf(": %u %s%s\n", count, noun, cw_cli_text_plural(count));
}

static void tell(const cw_options *options, const subject *drawn) {
    cw_cli_text_arrow(stdout, options->arguments[0], cw_options_get(options, "output")->text);
    switch (drawn->stage) {
    case STAGE_PLAN: tell_count(drawn->plan.ring_count, "ring"); break;
    case STAGE_SURFACE: tell_count(drawn->surface.triangle_count, "triangle"); break;
    case STAGE_CELLS: tell_count(drawn->mesh.cell_count, "cell"); break;
    }
}

static cw_exit run(cw_session *session, const cw_options *options) {
    subject drawn = {.stage = chosen_stage(options),
                     .shows_clearance = cw_options_given(options, "clearance"),
                     .config = draw_config(options)};
    cw_exit code = load(session, options, &drawn);
    if (code == CW_EXIT_DONE) {
        code = cw_cli_picture_write(session, options, cw_options_get(options, "output")->text,
                                    options->arguments[0], bounds_of(&drawn), paint, &drawn);
    }
    if (code == CW_EXIT_DONE && !session->quiet) {
        tell(options, &drawn);
    }
    subject_free(session->context, &drawn);
    return code;
}

const cw_command cw_command_draw = {
    .name = "draw",
    .arguments = "MESH|PLAN -o PICTURE [options]",
    .summary = "draw a mesh, a plan, or a stage in between",
    .details =
        "Draws a mesh (.cwm, .json, .mesh) or a plan (.wkt, .geojson, .dat, or walkable\n"
        "triangles in .obj) as .svg, .png or .pdf. --stage shows how a plan becomes a mesh.\n"
        "The options that shape cells count for --stage cells. --clearance shows the largest\n"
        "radius that can go from each portal of a cell to each other.",
    CW_COMMAND_TABLES(options_table, examples),
    .argument_low = 1,
    .argument_high = 1,
    .check = check_call,
    .run = run,
};
