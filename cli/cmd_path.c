/// `clearway path`: the shortest way of a disc between two points of a mesh, or why there is none.
#include "command.h"

#include "answer/answer.h"
#include "files.h"
#include "kept.h"
#include "picture/picture.h"
#include "queries/queries.h"
#include "scene/areas.h"
#include "standard.h"
#include "summary.h"

#include <stdlib.h>

/// Words of --links, and the kinds that they stand for.
static const char *const link_words[] = {"all", "none", "steps", "drops", "jumps", NULL};
static const uint32_t link_kinds[] = {CW_LINKS_ALL, CW_LINKS_NONE, CW_LINK_BIT(CW_LINK_STEP),
                                      CW_LINK_BIT(CW_LINK_DROP), CW_LINK_BIT(CW_LINK_JUMP)};

// clang-format off
static const cw_option options_table[] = {
    {.name = "from", .type = CW_OPTION_POINT, .placeholder = "x,y[,z]",
     .low = -CW_COORDINATE_LIMIT, .high = CW_COORDINATE_LIMIT,
     .help = "where the path starts; without z, on the lowest floor there"},
    {.name = "to", .type = CW_OPTION_POINT, .placeholder = "x,y[,z]",
     .low = -CW_COORDINATE_LIMIT, .high = CW_COORDINATE_LIMIT, .many = true,
     .help = "where it ends; given several times, the nearest by way is taken"},
    {.name = "radius", .type = CW_OPTION_NUMBER, .placeholder = "M", .unit = "metres",
     .low = 0, .high = CW_COORDINATE_LIMIT, .many = true,
     .help = "the distance that is kept from every wall; given several times, there is a path for "
             "each"},
    {.name = "slack", .type = CW_OPTION_NUMBER, .placeholder = "SHARE",
     .low = 0, .high = 10, .fallback = "0",
     .help = "how much longer than the shortest the path may be: 0.02 is two in a hundred; more "
             "than 0 is quicker to find"},
    {.name = "reach", .type = CW_OPTION_NUMBER, .placeholder = "M", .unit = "metres",
     .low = 0, .high = CW_COORDINATE_LIMIT, .fallback = "0",
     .help = "how far start and goal may be moved to a place with room"},
    {.name = "cost", .type = CW_OPTION_PATH, .placeholder = "AREA=F", .many = true,
     .help = "a metre in an area, by its number or name (see info), counts as F metres, 1 or more; "
             "inf: it is not entered. The path is then the cheapest, nearly"},
    {.name = "links", .type = CW_OPTION_CHOICE, .placeholder = "KIND", .choices = link_words,
     .fallback = "all",
     .help = "which links of the mesh may be crossed: all, none, or only steps, drops or jumps"},
    {.name = "partial", .type = CW_OPTION_FLAG,
     .help = "where the goal cannot be reached, go as near to it as possible, or to the first of "
             "several (the exit code is still 3)"},
    {.name = "queries", .type = CW_OPTION_PATH, .placeholder = "FILE",
     .help = "answer many questions: CSV with a header (from_x, from_y, to_x, to_y, and perhaps "
             "from_z, to_z, radius, id) or lines of JSON ({\"from\": [x, y], \"to\": [x, y], "
             "\"radius\": r}), or a .scen of MovingAI, whose optima then stand beside the lengths; - for "
             "stdin. Answers come in the same form and order"},
    {.name = "workers", .type = CW_OPTION_INTEGER, .placeholder = "N", .unit = "threads",
     .low = 1, .high = 256, .fallback = "1",
     .help = "threads to use for --queries; the answers do not depend on it"},
    {.name = "output", .letter = 'o', .type = CW_OPTION_PATH, .placeholder = "PICTURE",
     .help = "a picture of the path, or of the gap that is too narrow: .svg, .png or .pdf"},
    CW_JSON_OPTION("the path as JSON on stdout"),
    CW_VIEW_OPTIONS,
    CW_PICTURE_OPTIONS,
    CW_QUIET_OPTION("no words"),
};
// clang-format on

static const cw_example examples[] = {
    {"clearway path office.cwm --from 19,2 --to 3.5,23.3 --radius 0.4",
     "the shortest way of a disc of 0.4 m"},
    {"clearway path office.cwm --from 19,2 --to 3.5,23.3 --radius 0.4 --json | jq .length",
     "one figure for a script"},
    {"clearway path office.cwm --from 19,2 --to 3.5,23.3 --radius 0.6",
     "where a larger disc gets stuck, and how large it may be"},
    {"clearway path office.cwm --from 29,15 --to 18,-3 --to 56.8,14.7 --radius 0.3",
     "the nearest of two exits"},
    {"clearway path office.cwm --queries trips.csv --radius 0.3 --workers 4 > ways.csv",
     "thousands of questions in one run"},
    {"clearway path office.cwm --from 24.4,18.5 --to 32.6,12.1 --radius 0.3 --radius 0.9 -o "
     "ways.png",
     "two characters of different size in one picture"},
};

/// Everything that one run holds.
typedef struct query_run {
    cw_kept kept;
    cw_navmesh mesh;
    cw_clearance clearance;
    cw_vec3 goals[CW_OPTION_MANY_LIMIT];
    cw_path_request request; ///< all but the radius
    cw_area_costs costs;
    cw_answer answers[CW_OPTION_MANY_LIMIT];
    cw_path paths[CW_OPTION_MANY_LIMIT]; ///< those of the answers
    uint32_t count;
    bool slanted; ///< the picture
    cw_draw_view view;
} query_run;

static void query_run_free(cw_session *session, query_run *made) {
    cw_context *context = session->context;
    for (uint32_t i = 0; i < made->count; i++) {
        cw_answer_free(&made->answers[i]);
    }
    cw_clearance_free(context, &made->clearance);
    cw_navmesh_free(context, &made->mesh);
    cw_kept_free(session, &made->kept);
    free(made);
}

/// Whether nothing was given that has no meaning for many questions; says what has none.
static cw_exit check_queries(const cw_options *options) {
    static const char *const unfit[] = {"from",    "to",   "output", "json",      "view",
                                        "azimuth", "tilt", "width",  "resolution"};
    for (uint32_t i = 0; i < CW_COUNT_OF(unfit); i++) {
        if (cw_options_given(options, unfit[i])) {
            cw_options_complain("path", "--%s has no meaning with --queries", unfit[i]);
            return CW_EXIT_USAGE;
        }
    }
    if (cw_options_count(options, "radius") > 1) {
        cw_options_complain("path", "one --radius is enough for --queries");
        return CW_EXIT_USAGE;
    }
    if (cw_standard_is(options->arguments[0]) &&
        cw_standard_is(cw_options_get(options, "queries")->text)) {
        cw_options_complain("path", "stdin holds the mesh or the questions, not both");
        return CW_EXIT_USAGE;
    }
    return CW_EXIT_DONE;
}

static cw_exit check_call(cw_session *session, const cw_options *options) {
    static const struct {
        const char *name, *missing;
    } needed[] = {
        {"from", "say where the path starts: --from x,y"},
        {"to", "say where the path ends: --to x,y"},
        {"radius", "say how much room is needed: --radius M"},
    };
    bool many = cw_options_given(options, "queries");
    cw_area_costs costs;
    if (!cw_area_costs_read(options, NULL, &costs)) {
        return CW_EXIT_USAGE;
    }
    if (many) {
        return check_queries(options);
    }
    for (uint32_t i = 0; i < CW_COUNT_OF(needed); i++) {
        if (!cw_options_given(options, needed[i].name)) {
            cw_options_complain("path", "%s", needed[i].missing);
            return CW_EXIT_USAGE;
        }
    }
    const char *output = cw_options_get(options, "output")->text;
    if (cw_options_choice(options, "view") == CW_VIEW_FLOORS) {
        cw_options_complain("path", "--view floors has no meaning here: a path may change floors");
        return CW_EXIT_USAGE;
    }
    if (cw_cli_view_refuses(options)) {
        return CW_EXIT_USAGE;
    }
    if (output == NULL) {
        return cw_cli_picture_unasked(options) ? CW_EXIT_DONE : CW_EXIT_USAGE;
    }
    if (cw_standard_is(output) && cw_options_given(options, "json")) {
        cw_options_complain("path", "stdout takes the picture or the path as JSON, not both");
        return CW_EXIT_USAGE;
    }
    return cw_cli_picture_check(session, output, options->arguments[0]);
}

/// The point that was given; without z it lies on the lowest floor.
static cw_vec3 point_of(const cw_navmesh *mesh, const cw_option_value *value) {
    cw_vec3 point = {value->point[0], value->point[1], -CW_COORDINATE_LIMIT};
    if (value->point_count == 3) {
        point.z = value->point[2];
        return point;
    }
    point.z = cw_navmesh_lowest(mesh, (cw_vec2){point.x, point.y});
    return point;
}

static cw_exit load(cw_session *session, const cw_options *options, query_run *made) {
    const char *input = options->arguments[0];
    cw_exit code = cw_kept_read(session, input, &made->mesh, &made->kept);
    if (code != CW_EXIT_DONE) {
        return code;
    }
    if (cw_options_given(options, "cost") && made->mesh.cell_area == NULL) {
        cw_session_warn(session, "--cost changes nothing: the mesh has no area types");
    }
    if (!cw_area_costs_read(options, &made->mesh, &made->costs)) {
        return CW_EXIT_USAGE;
    }
    cw_status status = cw_kept_clearance(session, &made->kept, &made->mesh, &made->clearance);
    return cw_session_outcome(session, status, input);
}

/// What is the same for all questions.
static void prepare_shared(const cw_options *options, query_run *made) {
    made->request = cw_path_request_default();
    made->request.partial = cw_options_given(options, "partial");
    made->request.reach = cw_options_number(options, "reach");
    made->request.slack = cw_options_number(options, "slack");
    made->request.links = link_kinds[cw_options_choice(options, "links")];
    if (cw_options_given(options, "cost")) {
        made->request.area_cost = made->costs.per_metre;
        made->request.area_count = CW_COUNT_OF(made->costs.per_metre);
    }
}

static void prepare_request(const cw_options *options, query_run *made) {
    prepare_shared(options, made);
    made->request.start = point_of(&made->mesh, cw_options_get(options, "from"));
    made->request.goal_count = cw_options_count(options, "to");
    made->request.goals = made->goals;
    for (uint32_t i = 0; i < made->request.goal_count; i++) {
        made->goals[i] = point_of(&made->mesh, cw_options_repeat(options, "to", i));
    }
}

static cw_exit ask(cw_session *session, const cw_options *options, query_run *made) {
    uint32_t count = cw_options_count(options, "radius");
    for (uint32_t i = 0; i < count; i++) {
        made->request.radius = cw_options_repeat(options, "radius", i)->number;
        made->count = i + 1;
        cw_status status =
            cw_answer_ask(session->context, &made->clearance, &made->request, &made->answers[i]);
        if (status != CW_OK) {
            return cw_session_fail(session, status, options->arguments[0]);
        }
        made->paths[i] = made->answers[i].path;
    }
    return cw_session_checkpoint(session);
}

/// The usable parts of portals are shown for one path; those of several would cover each other.
static cw_status paint(cw_context *context, const void *subject, const cw_draw_sink *sink) {
    const query_run *made = subject;
    if (made->slanted) {
        return cw_draw_slanted(context, &made->mesh, made->paths, made->count, &made->view, sink);
    }
    cw_draw_path_config config = cw_draw_path_config_default();
    config.cells = config.portals = made->count == 1;
    return cw_draw_path(context, &made->mesh, made->paths, made->count, &config, sink);
}

static cw_exit draw(cw_session *session, const cw_options *options, query_run *made) {
    const char *output = cw_options_get(options, "output")->text;
    if (output == NULL) {
        return CW_EXIT_DONE;
    }
    made->slanted = cw_options_choice(options, "view") == CW_VIEW_SLANTED;
    made->view = cw_cli_view(options);
    cw_draw_bounds bounds = made->slanted
                                ? cw_draw_slanted_bounds(&made->mesh, &made->view)
                                : cw_draw_path_bounds(&made->mesh, made->paths, made->count);
    return cw_cli_picture_write(session, options, output, options->arguments[0], bounds, paint,
                                made);
}

static void tell_json(const query_run *made) {
    cw_cli_json json = {.stream = stdout};
    if (made->count == 1) {
        cw_answer_json(&json, &made->answers[0]);
    } else {
        cw_cli_json_open_object(&json, NULL);
        cw_cli_json_open_array(&json, "paths");
        for (uint32_t i = 0; i < made->count; i++) {
            cw_answer_json(&json, &made->answers[i]);
        }
        cw_cli_json_close_array(&json);
        cw_cli_json_close_object(&json);
    }
    cw_cli_json_finish(&json);
}

static void tell_words(const cw_options *options, const query_run *made) {
    const char *output = cw_options_get(options, "output")->text;
    if (made->count == 1) {
        cw_answer_print(stdout, options->arguments[0], &made->answers[0]);
    } else {
        cw_answer_print_table(stdout, options->arguments[0], made->answers, made->count);
    }
    if (output != NULL) {
        cw_summary_name(stdout, "picture", output);
    }
}

static void tell(cw_session *session, const cw_options *options, const query_run *made) {
    if (cw_options_given(options, "json")) {
        tell_json(made);
    } else if (!session->quiet && !cw_standard_is(cw_options_get(options, "output")->text)) {
        tell_words(options, made);
    }
    cw_session_show();
}

/// Says why, for each radius that does not get there.
static cw_exit judge(cw_session *session, const cw_options *options, const query_run *made) {
    cw_exit code = CW_EXIT_DONE;
    for (uint32_t i = 0; i < made->count; i++) {
        if (!cw_answer_found(&made->answers[i])) {
            code = cw_session_refuse(session, CW_EXIT_NO_PATH, options->arguments[0], "%s",
                                     made->answers[i].why);
        }
    }
    return code;
}

static cw_exit run_query(cw_session *session, const cw_options *options, query_run *made) {
    cw_exit code = load(session, options, made);
    if (code == CW_EXIT_DONE && cw_options_given(options, "queries")) {
        bool given = cw_options_count(options, "radius") > 0;
        prepare_shared(options, made);
        return cw_queries_run(session, options, &made->kept, &made->clearance, &made->request,
                              given ? cw_options_repeat(options, "radius", 0)->number : -1);
    }
    if (code == CW_EXIT_DONE) {
        prepare_request(options, made);
        code = ask(session, options, made);
    }
    if (code == CW_EXIT_DONE) {
        code = draw(session, options, made);
    }
    if (code == CW_EXIT_DONE) {
        tell(session, options, made);
        code = judge(session, options, made);
    }
    return code;
}

static cw_exit run(cw_session *session, const cw_options *options) {
    query_run *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return cw_session_refuse(session, CW_EXIT_INTERNAL, options->arguments[0], "out of memory");
    }
    cw_exit code = run_query(session, options, made);
    query_run_free(session, made);
    return code;
}

const cw_command cw_command_path = {
    .name = "path",
    .arguments = "MESH --from x,y[,z] --to x,y[,z] --radius M [options] | MESH --queries FILE",
    .summary = "find the shortest path for a radius",
    .details =
        "Finds the shortest path of a disc on a mesh (.cwm, .json, .mesh): one that keeps its\n"
        "radius from every wall, made of segments and of arcs around corners. The mesh is made\n"
        "for no radius; any will do. Where there is no path, the exit code is 3, and the reason\n"
        "says what is in the way and how large a radius would fit.",
    CW_COMMAND_TABLES(options_table, examples),
    .argument_low = 1,
    .argument_high = 1,
    .check = check_call,
    .run = run,
};
