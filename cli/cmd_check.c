/// `clearway check`: every invariant of a mesh, and that it covers its input.
///
/// A file that does not follow its format is bad input (exit 1). A file that does, but whose mesh
/// breaks an invariant, is a failed check (exit 4): reading finds some of those already.
#include "command.h"

#include "files.h"
#include "json.h"
#include "kept.h"
#include "scene/options.h"
#include "text.h"

#include <string.h>

// clang-format off
static const cw_option options_table[] = {
    {.name = "against", .type = CW_OPTION_PATH, .placeholder = "INPUT",
     .help = "also compare with the plan or 3D scene that the mesh was made of"},
    CW_SCENE_OPTIONS,
    CW_JSON_OPTION("the outcome as JSON on stdout"),
    CW_QUIET_OPTION("no words, only the exit code"),
};
// clang-format on

static const cw_example examples[] = {
    {"clearway check office.cwm", "every invariant of the mesh"},
    {"clearway check office.cwm --against office.wkt",
     "and that it covers the floor of the plan, no more and no less"},
    {"clearway check -q theirs.mesh && echo fine", "in a script, on anybody's mesh"},
};

/// What cw_navmesh_validate proves.
static const char *const mesh_checks[] = {
    "every index points to something that exists, every number is finite and in range",
    "every cell runs counter-clockwise",
    "every cell is convex by exact arithmetic, but for the wall corners it says it ignores",
    "every portal is the same from both sides, and cells lie on opposite sides of it",
    "the cells around a vertex do not turn past each other",
    "islands are what can be reached; cells = portals + Euler characteristic",
    "the triangles of a cell that is not flat cover the cell",
    "area, walls and counts are what the file says",
    "no two cells of one floor overlap",
};

/// What cw_navmesh_validate_against proves.
static const char *const input_checks[] = {
    "the area is exactly that of the input on their lattice",
    "the walls are as long as those of the input",
    "the Euler characteristic is that of the input",
    "every wall stands where one of the input does, and the other way round",
};

static void write_checks(cw_cli_json *json, const char *key, const char *const *checks,
                         uint32_t count) {
    cw_cli_json_open_array(json, key);
    for (uint32_t i = 0; i < count; i++) {
        cw_cli_json_text(json, NULL, checks[i]);
    }
    cw_cli_json_close_array(json);
}

/// What is printed of a mesh that passed.
typedef struct outcome {
    cw_kept kept;
    cw_navmesh mesh;
    uint32_t tables; ///< that are kept beside the mesh
    double step; ///< metres: the coarser of the lattices of mesh and input, 0 where none was read
} outcome;

/// What cw_kept_check proves.
static const char *const table_checks[] = {
    "the tables kept beside the mesh are those that it gives, to the last bit",
};

static void tell_json(const cw_options *options, const outcome *found, const char *violation) {
    const char *against = cw_options_get(options, "against")->text;
    cw_cli_json json = {.stream = stdout};
    cw_cli_json_open_object(&json, NULL);
    cw_cli_json_text(&json, "file", options->arguments[0]);
    cw_cli_json_text(&json, "against", against);
    cw_cli_json_flag(&json, "ok", violation == NULL);
    cw_cli_json_text(&json, "violation", violation);
    if (violation == NULL) {
        write_checks(&json, "checked", mesh_checks, CW_COUNT_OF(mesh_checks));
        cw_cli_json_count(&json, "tables", found->tables);
        if (against != NULL) {
            write_checks(&json, "compared", input_checks, CW_COUNT_OF(input_checks));
            cw_cli_json_number(&json, "compared_up_to", found->step);
        }
    }
    cw_cli_json_close_object(&json);
    cw_cli_json_finish(&json);
}

static void tell_words(const cw_options *options, const outcome *found) {
    const cw_navmesh *mesh = &found->mesh;
    const char *against = cw_options_get(options, "against")->text;
    cw_cli_text_print(stdout, options->arguments[0]);
    printf(": %u cell%s, every check passed\n", mesh->cell_count,
           cw_cli_text_plural(mesh->cell_count));
    for (uint32_t i = 0; i < CW_COUNT_OF(mesh_checks); i++) {
        printf("  ok  %s\n", mesh_checks[i]);
    }
    for (uint32_t i = 0; found->tables > 0 && i < CW_COUNT_OF(table_checks); i++) {
        printf("  ok  %s\n", table_checks[i]);
    }
    for (uint32_t i = 0; against != NULL && i < CW_COUNT_OF(input_checks); i++) {
        printf("  ok  %s\n", input_checks[i]);
    }
    if (against != NULL) {
        printf("  compared up to the lattice step of %.3g m: smaller things do not show\n",
               found->step);
    }
    if (mesh->stats.dropped > 0) {
        printf("  ignored notches: %u, at most %.6g m deep\n", mesh->stats.dropped,
               mesh->stats.relaxation_depth);
    }
}

/// Tells a failure: a broken invariant is a failed check, anything else an error of its own kind.
static cw_exit fail(cw_session *session, const cw_options *options, cw_status status,
                    const char *path) {
    if (status == CW_ERROR_INVALID && cw_options_given(options, "json")) {
        static const char mark[] = ": error: ";
        const char *message = cw_context_message(session->context);
        const char *reason = strstr(message, mark);
        tell_json(options, NULL, reason != NULL ? reason + strlen(mark) : message);
    }
    cw_exit code = cw_session_fail(session, status, path);
    return status == CW_ERROR_INVALID ? CW_EXIT_CHECK : code;
}

static cw_exit compare(cw_session *session, const cw_options *options, outcome *found) {
    const cw_navmesh *mesh = &found->mesh;
    const char *against = cw_options_get(options, "against")->text;
    cw_made_surface made = {0};
    cw_exit code = cw_scene_surface(session, options, against, &made);
    if (code == CW_EXIT_DONE) {
        double step = made.surface.lattice.step;
        found->step = step > mesh->lattice.step ? step : mesh->lattice.step;
        cw_status status = cw_navmesh_validate_against(session->context, mesh, &made.surface);
        if (status != CW_OK) {
            code = fail(session, options, status, options->arguments[0]);
        }
    }
    cw_made_surface_free(session, &made);
    return code;
}

static cw_exit check_call(cw_session *session, const cw_options *options) {
    (void)session;
    const char *against = cw_options_get(options, "against")->text;
    bool refused = against == NULL ? cw_scene_unasked(options, "--against a 3D scene")
                                   : cw_scene_refuses(options, against);
    return refused ? CW_EXIT_USAGE : CW_EXIT_DONE;
}

static cw_exit check(cw_session *session, const cw_options *options, outcome *found) {
    cw_navmesh *mesh = &found->mesh;
    const char *path = options->arguments[0];
    if (cw_files_content(path) != CW_CONTENT_MESH) {
        return cw_files_refuse_no_mesh(session, path);
    }
    cw_status status = cw_kept_load(session, path, mesh, &found->kept);
    if (status == CW_OK) {
        status = cw_navmesh_validate(session->context, mesh);
    }
    if (status == CW_OK) {
        status = cw_kept_check(session, &found->kept, mesh, &found->tables);
    }
    if (status != CW_OK) {
        return fail(session, options, status, path);
    }
    bool compares = cw_options_given(options, "against");
    return compares ? compare(session, options, found) : CW_EXIT_DONE;
}

static cw_exit run(cw_session *session, const cw_options *options) {
    outcome found = {0};
    cw_exit code = check(session, options, &found);
    if (code == CW_EXIT_DONE && cw_options_given(options, "json")) {
        tell_json(options, &found, NULL);
    } else if (code == CW_EXIT_DONE && !session->quiet) {
        tell_words(options, &found);
    }
    cw_navmesh_free(session->context, &found.mesh);
    cw_kept_free(session, &found.kept);
    return code;
}

const cw_command cw_command_check = {
    .name = "check",
    .arguments = "MESH [--against INPUT] [--json]",
    .summary = "prove that a mesh keeps its promises",
    .details =
        "Checks every invariant of a mesh (.cwm, .json, .mesh) with code that the builder does\n"
        "not share, and says which were checked. At the first violation it says what and\n"
        "where, and ends with exit code 4; a file that cannot be read gives 1.",
    CW_COMMAND_TABLES(options_table, examples),
    .argument_low = 1,
    .argument_high = 1,
    .check = check_call,
    .run = run,
};
