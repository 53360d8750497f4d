/// `clearway draw`: a picture of a mesh, or of any stage on the way from a plan to one.
#include "command.h"

#include "files.h"
#include "picture/draw_run.h"
#include "picture/picture.h"
#include "picture/shape.h"
#include "scene/options.h"
#include "standard.h"
#include "text.h"

/// Words of --stage and their order.
static const char *const stage_words[] = {"plan", "surface", "cells", NULL};
typedef enum stage {
    STAGE_PLAN = 0,
    STAGE_SURFACE,
    STAGE_CELLS,
    STAGE_ROADMAP,
    STAGE_LAYERS,
    STAGE_REPORT
} stage;

// clang-format off
static const cw_option options_table[] = {
    {.name = "output", .letter = 'o', .type = CW_OPTION_PATH, .placeholder = "PICTURE",
     .help = "where the picture goes: .svg, .png or .pdf; of a trajectory also .html, a page that "
             "plays it"},
    {.name = "what", .type = CW_OPTION_CHOICE, .placeholder = "NAME", .choices = cw_draw_run_words,
     .fallback = "paths",
     .help = "of a trajectory: paths, use (how many passed each place), density (the highest), or "
             "flow and collisions over time"},
    {.name = "place", .type = CW_OPTION_PATH, .placeholder = "MESH|PLAN",
     .help = "of a trajectory: where it happened, for files that do not hold it"},
    {.name = "stage", .type = CW_OPTION_CHOICE, .placeholder = "NAME", .choices = stage_words,
     .help = "of a plan: plan (its rings, the default), surface (triangles, notches and their "
             "areas of interest) or cells (the mesh); of a 3D scene: surface or cells"},
    {.name = "layers", .type = CW_OPTION_FLAG,
     .help = "of a 3D scene: the layers that --method layers or depth samples it into, each by "
             "itself, with its number of pixels"},
    {.name = "report", .type = CW_OPTION_FLAG,
     .help = "of a 3D scene: what was dropped, filled, bridged and joined, in colours"},
    {.name = "clearance", .type = CW_OPTION_FLAG,
     .help = "of cells: how large a disc can cross them from portal to portal, as colour"},
    {.name = "labels", .type = CW_OPTION_FLAG, .help = "the number of each cell"},
    {.name = "vertices", .type = CW_OPTION_FLAG, .help = "wall corners as dots"},
    {.name = "no-cells", .type = CW_OPTION_FLAG, .help = "no colours in the cells"},
    {.name = "no-portals", .type = CW_OPTION_FLAG, .help = "no portals"},
    {.name = "no-triangles", .type = CW_OPTION_FLAG, .help = "no triangles of the surface"},
    {.name = "no-notches", .type = CW_OPTION_FLAG, .help = "no notches of the surface"},
    {.name = "no-areas", .type = CW_OPTION_FLAG, .help = "no areas of interest of the notches"},
    CW_VIEW_OPTIONS,
    {.name = "floor", .type = CW_OPTION_INTEGER, .placeholder = "N", .low = 1, .high = 10000,
     .help = "of a mesh seen from above: only this floor, counted from the lowest"},
    CW_PICTURE_OPTIONS,
    CW_SHAPE_OPTIONS,
    CW_SCENE_OPTIONS,
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
    {"clearway draw house.cwm --view slanted -o house.png", "several floors from the side"},
    {"clearway draw house.cwm --view floors -o floors.png", "each of them by itself"},
    {"clearway draw house.glb --layers --pixel 0.2 -o layers.png",
     "what a 3D scene is sampled into, layer by layer"},
    {"clearway draw house.glb --report -o report.png",
     "which floors of a 3D scene were left out, and where it was mended"},
    {"clearway draw office.cwm --clearance -o clearance.png",
     "where there is room, and where it is narrow"},
    {"clearway draw run.sqlite -o run.html", "a page that plays a run, without a network"},
    {"clearway draw run.sqlite --what density -o density.png", "where it got crowded"},
};

/// What is drawn: one of the three, by stage.
typedef struct subject {
    stage stage;
    cw_plan plan;
    cw_made_surface made;
    cw_navmesh mesh;
    cw_roadmap roadmap;
    bool shows_clearance;
    cw_clearance clearance;
    cw_draw_config config;
    cw_view view;
    cw_draw_view slanted;
} subject;

static void subject_free(cw_context *context, subject *drawn) {
    cw_plan_free(context, &drawn->plan);
    cw_surface_free(context, &drawn->made.surface);
    cw_layers_free(context, &drawn->made.layers);
    cw_extraction_marks_free(context, &drawn->made.marks);
    cw_clearance_free(context, &drawn->clearance);
    cw_navmesh_free(context, &drawn->mesh);
    cw_roadmap_free(context, &drawn->roadmap);
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
    if (cw_files_is_roadmap(input)) {
        return STAGE_ROADMAP;
    }
    return content == CW_CONTENT_PLAN   ? STAGE_PLAN
           : content == CW_CONTENT_MESH ? STAGE_CELLS
                                        : STAGE_SURFACE;
}

/// The stage that is drawn: the first, unless another is asked for.
static stage chosen_stage(const cw_options *options) {
    if (cw_options_given(options, "layers")) {
        return STAGE_LAYERS;
    }
    if (cw_options_given(options, "report")) {
        return STAGE_REPORT;
    }
    bool given = cw_options_given(options, "stage");
    return given ? (stage)cw_options_choice(options, "stage") : first_stage(options->arguments[0]);
}

/// Refuses what cannot be drawn, and a stage that the input does not have.
static cw_exit check_stage(cw_session *session, const cw_options *options) {
    const char *input = options->arguments[0];
    cw_content content = cw_files_content(input);
    if (content != CW_CONTENT_PLAN && content != CW_CONTENT_MESH && content != CW_CONTENT_SCENE) {
        return cw_files_refuse_input(
            session, input,
            "a mesh (.cwm, .json, .mesh), a plan (.wkt, .geojson, .dat, .map, .yaml, .svg), a 3D "
            "scene (.obj, .gltf, "
            ".glb, .ply, .stl, .fbx, .dae) or a trajectory (.sqlite, .csv, .txt)");
    }
    static const char *const of_scenes[] = {"layers", "report"};
    for (uint32_t i = 0; i < CW_COUNT_OF(of_scenes) && content != CW_CONTENT_SCENE; i++) {
        if (cw_options_given(options, of_scenes[i])) {
            cw_options_complain("draw", "--%s has no meaning here: it counts for a 3D scene",
                                of_scenes[i]);
            return CW_EXIT_USAGE;
        }
    }
    stage chosen = chosen_stage(options);
    if (chosen < first_stage(input)) {
        cw_options_complain("draw", "%s has no stage \"%s\"",
                            first_stage(input) == STAGE_ROADMAP ? "a roadmap"
                            : content == CW_CONTENT_MESH        ? "a mesh"
                                                                : "a 3D scene",
                            stage_words[chosen]);
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

/// The report tells of the exact way to the surface, and is no stage.
static bool refuses_report(const cw_options *options) {
    if (!cw_options_given(options, "report")) {
        return false;
    }
    bool staged = cw_options_given(options, "stage");
    if (staged || cw_options_given(options, "layers")) {
        cw_options_complain("draw", "--%s has no meaning together with --report",
                            staged ? "stage" : "layers");
        return true;
    }
    if (cw_scene_method(options, options->arguments[0]) != CW_METHOD_EXACT) {
        cw_options_complain("draw", "--report has no meaning without --method exact");
        return true;
    }
    return false;
}

/// Layers are there only where a scene is sampled, and before any stage.
static bool refuses_layers(const cw_options *options, stage chosen) {
    cw_method method = cw_scene_method(options, options->arguments[0]);
    if (chosen != STAGE_LAYERS) {
        return false;
    }
    if (cw_options_given(options, "stage")) {
        cw_options_complain("draw", "--stage has no meaning together with --layers");
        return true;
    }
    if (method != CW_METHOD_LAYERS && method != CW_METHOD_DEPTH) {
        cw_options_complain("draw",
                            "--layers has no meaning without --method layers or --method depth");
        return true;
    }
    return false;
}

/// --view and --floor show cells, and --floor one view of them.
static bool refuses_view(const cw_options *options, stage chosen) {
    static const char *const flat[] = {"labels", "vertices", "no-cells", "clearance", "floor"};
    uint32_t view = cw_options_choice(options, "view");
    bool viewed = view != CW_VIEW_ABOVE || cw_options_given(options, "floor");
    if (viewed && chosen != STAGE_CELLS) {
        cw_options_complain("draw", "--%s has no meaning here: it counts for --stage cells",
                            view != CW_VIEW_ABOVE ? "view" : "floor");
        return true;
    }
    bool by_side = view == CW_VIEW_FLOORS;
    for (uint32_t i = by_side ? 3 : 0; view != CW_VIEW_ABOVE && i < CW_COUNT_OF(flat); i++) {
        if (cw_options_given(options, flat[i])) {
            cw_options_complain("draw", "--%s has no meaning together with --view %s", flat[i],
                                cw_view_words[view]);
            return true;
        }
    }
    if (cw_options_given(options, "floor") && cw_options_given(options, "clearance")) {
        cw_options_complain("draw", "--floor has no meaning together with --clearance");
        return true;
    }
    return cw_cli_view_refuses(options);
}

static bool refuses_scene(const cw_options *options) {
    const char *input = options->arguments[0];
    return cw_files_content(input) == CW_CONTENT_MESH ? cw_scene_unasked(options, "a 3D scene")
                                                      : cw_scene_refuses(options, input);
}

/// Whether an option of trajectories was given for something else; says so.
static bool refuses_run(const cw_options *options) {
    static const char *const names[] = {"what", "place"};
    for (uint32_t i = 0; i < CW_COUNT_OF(names); i++) {
        if (cw_options_given(options, names[i])) {
            cw_options_complain("draw", "--%s has no meaning here: it counts for trajectories",
                                names[i]);
            return true;
        }
    }
    return false;
}

static cw_exit check_call(cw_session *session, const cw_options *options) {
    if (cw_draw_run_takes(options->arguments[0])) {
        return cw_draw_run_check(session, options);
    }
    cw_exit code = check_output(session, options);
    if (code == CW_EXIT_DONE) {
        code = check_stage(session, options);
    }
    if (code != CW_EXIT_DONE) {
        return code;
    }
    stage chosen = chosen_stage(options);
    bool refused = refuses_report(options) || refuses_shape(options, chosen) ||
                   refuses_clearance(options, chosen) || refuses_parts(options, chosen) ||
                   refuses_scene(options) || refuses_layers(options, chosen) ||
                   refuses_view(options, chosen) || refuses_run(options);
    return refused ? CW_EXIT_USAGE : CW_EXIT_DONE;
}

static cw_exit load_shape(cw_session *session, const cw_options *options, subject *drawn) {
    const char *input = options->arguments[0];
    cw_status status = CW_OK;
    if (drawn->stage == STAGE_ROADMAP) {
        status = cw_roadmap_read(session->context, input, &drawn->roadmap);
        return cw_session_outcome(session, status, input);
    }
    if (cw_files_content(input) == CW_CONTENT_MESH) {
        return cw_files_read_mesh(session, input, &drawn->mesh);
    }
    if (drawn->stage == STAGE_PLAN) {
        bool degrees = cw_options_given(options, "degrees");
        status = cw_files_read_plan(session, input, degrees, &drawn->plan);
        return cw_session_outcome(session, status, input);
    }
    cw_exit code = cw_scene_surface(session, options, input, &drawn->made);
    if (code == CW_EXIT_DONE && drawn->stage == STAGE_CELLS) {
        cw_navmesh_config config =
            cw_shape_config(options, drawn->made.extracted, drawn->made.pixel);
        status = cw_navmesh_build(session->context, &drawn->made.surface, &config, &drawn->mesh);
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
    config.floor = (uint32_t)cw_options_number(options, "floor");
    config.areas_of_interest = config.areas_of_interest && !cw_options_given(options, "no-areas");
    return config;
}

/// The box of cells, in the view that is asked for.
static cw_status bounds_of_cells(cw_context *context, const subject *drawn,
                                 cw_draw_bounds *bounds) {
    if (drawn->view == CW_VIEW_FLOORS) {
        return cw_draw_side_by_side_bounds(context, &drawn->mesh, bounds);
    }
    *bounds = drawn->view == CW_VIEW_SLANTED ? cw_draw_slanted_bounds(&drawn->mesh, &drawn->slanted)
              : drawn->shows_clearance       ? cw_draw_clearance_bounds(&drawn->mesh)
                                             : cw_draw_navmesh_bounds(&drawn->mesh);
    return CW_OK;
}

static cw_status bounds_of(cw_context *context, const subject *drawn, cw_draw_bounds *bounds) {
    switch (drawn->stage) {
    case STAGE_PLAN: *bounds = cw_draw_plan_bounds(&drawn->plan); break;
    case STAGE_SURFACE: *bounds = cw_draw_surface_bounds(&drawn->made.surface); break;
    case STAGE_ROADMAP: *bounds = cw_draw_roadmap_bounds(&drawn->roadmap); break;
    case STAGE_LAYERS: *bounds = cw_draw_layers_bounds(&drawn->made.layers); break;
    case STAGE_REPORT:
        *bounds = cw_draw_extraction_bounds(&drawn->made.surface, &drawn->made.marks);
        break;
    case STAGE_CELLS: return bounds_of_cells(context, drawn, bounds);
    }
    return CW_OK;
}

static cw_status paint(cw_context *context, const void *user, const cw_draw_sink *sink) {
    const subject *drawn = user;
    switch (drawn->stage) {
    case STAGE_PLAN: return cw_draw_plan(context, &drawn->plan, sink);
    case STAGE_SURFACE: return cw_draw_surface(context, &drawn->made.surface, &drawn->config, sink);
    case STAGE_ROADMAP: return cw_draw_roadmap(context, &drawn->roadmap, sink);
    case STAGE_LAYERS: return cw_draw_layers(context, &drawn->made.layers, sink);
    case STAGE_REPORT:
        return cw_draw_extraction(context, &drawn->made.surface, &drawn->made.marks, sink);
    case STAGE_CELLS: break;
    }
    if (drawn->shows_clearance) {
        return cw_draw_clearance(context, &drawn->clearance, sink);
    }
    if (drawn->view == CW_VIEW_SLANTED) {
        return cw_draw_slanted(context, &drawn->mesh, NULL, 0, &drawn->slanted, sink);
    }
    if (drawn->view == CW_VIEW_FLOORS) {
        return cw_draw_side_by_side(context, &drawn->mesh, &drawn->config, sink);
    }
    return cw_draw_navmesh(context, &drawn->mesh, &drawn->config, sink);
}

static void tell_count(uint32_t count, const char *noun) {
    printf(": %u %s%s\n", count, noun, cw_cli_text_plural(count));
}

/// A line for each layer.
static void tell_layers(const cw_layers *layers) {
    double pixel = layers->pixel * layers->lattice.step;
    tell_count(layers->layer_count, "layer");
    for (uint32_t l = 0; l < layers->layer_count; l++) {
        uint32_t pixels = layers->layer_samples[l];
        printf("  %u: %u pixel%s, %.6g m2\n", l + 1, pixels, cw_cli_text_plural(pixels),
               pixels * pixel * pixel);
    }
    if (layers->layer_count > CW_DRAW_LAYERS_LIMIT) {
        printf("  the picture shows the first %d\n", CW_DRAW_LAYERS_LIMIT);
    }
}

static void tell(const cw_options *options, const subject *drawn) {
    cw_cli_text_arrow(stdout, options->arguments[0], cw_options_get(options, "output")->text);
    switch (drawn->stage) {
    case STAGE_PLAN: tell_count(drawn->plan.ring_count, "ring"); break;
    case STAGE_SURFACE: tell_count(drawn->made.surface.triangle_count, "triangle"); break;
    case STAGE_ROADMAP: tell_count(drawn->roadmap.edge_count, "edge"); break;
    case STAGE_LAYERS: tell_layers(&drawn->made.layers); break;
    case STAGE_REPORT: tell_count(drawn->made.marks.count, "mark"); break;
    case STAGE_CELLS: tell_count(drawn->mesh.cell_count, "cell"); break;
    }
}

/// Refuses a floor that the mesh does not have.
static cw_exit check_floor(cw_session *session, const cw_options *options, const subject *drawn) {
    if (drawn->config.floor == 0) {
        return CW_EXIT_DONE;
    }
    uint32_t count;
    cw_status status = cw_draw_floor_count(session->context, &drawn->mesh, &count);
    if (status != CW_OK) {
        return cw_session_fail(session, status, options->arguments[0]);
    }
    if (drawn->config.floor > count) {
        return cw_session_refuse(session, CW_EXIT_INPUT, options->arguments[0],
                                 "it has %u floor%s, so there is no floor %u", count,
                                 cw_cli_text_plural(count), drawn->config.floor);
    }
    return CW_EXIT_DONE;
}

static cw_exit run(cw_session *session, const cw_options *options) {
    if (cw_draw_run_takes(options->arguments[0])) {
        return cw_draw_run_do(session, options);
    }
    subject drawn = {.stage = chosen_stage(options),
                     .shows_clearance = cw_options_given(options, "clearance"),
                     .config = draw_config(options),
                     .view = (cw_view)cw_options_choice(options, "view"),
                     .slanted = cw_cli_view(options)};
    cw_draw_bounds bounds;
    cw_exit code = load(session, options, &drawn);
    drawn.slanted.portals = drawn.config.portals;
    if (code == CW_EXIT_DONE) {
        cw_status status = bounds_of(session->context, &drawn, &bounds);
        code = cw_session_outcome(session, status, options->arguments[0]);
    }
    if (code == CW_EXIT_DONE) {
        code = check_floor(session, options, &drawn);
    }
    if (code == CW_EXIT_DONE) {
        code = cw_cli_picture_write(session, options, cw_options_get(options, "output")->text,
                                    options->arguments[0], bounds, paint, &drawn);
    }
    if (code == CW_EXIT_DONE && !session->quiet &&
        !cw_standard_is(cw_options_get(options, "output")->text)) {
        tell(options, &drawn);
    }
    subject_free(session->context, &drawn);
    return code;
}

const cw_command cw_command_draw = {
    .name = "draw",
    .arguments = "MESH|PLAN|ROADMAP|TRAJECTORY -o PICTURE [options]",
    .summary = "draw a mesh, a plan, a stage in between, a roadmap or a run",
    .details =
        "Draws a mesh (.cwm, .json, .mesh) or a plan (.wkt, .geojson, .dat) or a 3D\n"
        "scene (.obj, .glb, ...) as .svg, .png or .pdf. --stage shows how a plan becomes a mesh.\n"
        "The options that shape cells count for --stage cells. --clearance shows the largest\n"
        "radius that can go from each portal of a cell to each other. A roadmap (.json) is drawn\n"
        "with level 0 coloured by clearance, fading lanes, thin edges to corners, and doors. A\n"
        "trajectory (.sqlite, .csv, .txt) is drawn over its plan, as a map or chart, or becomes a\n"
        "page that plays it.",
    CW_COMMAND_TABLES(options_table, examples),
    .argument_low = 1,
    .argument_high = 1,
    .check = check_call,
    .run = run,
};
