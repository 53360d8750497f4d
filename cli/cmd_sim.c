/// `clearway sim`: runs a scenario and writes where everybody was.
#include "command.h"

#include "files.h"
#include "run_report.h"
#include "standard.h"
#include "text.h"

#include <errno.h>
#include <math.h>
#include <string.h>

// clang-format off
static const cw_option options_table[] = {
    {.name = "output", .letter = 'o', .type = CW_OPTION_PATH, .placeholder = "TRAJECTORY",
     .help = "where the run goes: .sqlite (JuPedSim, PedPy), .csv, .txt (PedPy), .scb (Menge) or "
             ".html (a player)"},
    {.name = "seed", .type = CW_OPTION_INTEGER, .placeholder = "N", .low = 0, .high = 9e15,
     .help = "another seed than the scenario's"},
    {.name = "workers", .type = CW_OPTION_INTEGER, .placeholder = "N", .low = 1, .high = 256,
     .fallback = "1", .help = "threads; the result does not depend on it"},
    CW_JSON_OPTION("the figures as JSON on stdout"),
    CW_QUIET_OPTION("no words, no progress bar"),
};
// clang-format on

static const cw_example examples[] = {
    {"clearway sim office.json -o run.sqlite", "run a scenario; PedPy and JuPedSim open the file"},
    {"clearway sim office.json -o run.html", "one page that plays the run in any browser"},
    {"clearway sim station.zip -o run.csv --json", "a scenario of the JuPedSim web app"},
};

/// One run and all it holds.
typedef struct run_state {
    cw_scenario scenario;
    cw_navmesh mesh;
    cw_clearance clearance;
    cw_simulation *simulation;
    cw_metrics *metrics;
    cw_trajectory_writer *writer;
    char *title;
    char name[256]; ///< of the scenario, where it has no title; the writer keeps it
    char *wkt;
    size_t wkt_size;
    bool interrupted;
    double seconds;     ///< taken by the run
    const char *output; ///< where it is written to: for stdout, a file that is copied there
} run_state;

static void run_free(cw_context *context, run_state *state) {
    cw_metrics_free(state->metrics);
    cw_simulation_free(state->simulation);
    cw_clearance_free(context, &state->clearance);
    cw_navmesh_free(context, &state->mesh);
    cw_scenario_free(context, &state->scenario);
    cw_context_release(context, state->wkt, state->wkt_size);
    cw_context_release(context, state->title, state->title != NULL ? strlen(state->title) + 1 : 0);
}

static cw_exit check_call(cw_session *session, const cw_options *options) {
    const char *output = cw_options_get(options, "output")->text;
    if (output == NULL) {
        cw_options_complain("sim", "say where the run goes: -o TRAJECTORY");
        return CW_EXIT_USAGE;
    }
    if (cw_standard_is(output) && cw_options_given(options, "json")) {
        cw_options_complain("sim", "stdout takes the run or its figures as JSON, not both");
        return CW_EXIT_USAGE;
    }
    if (!cw_standard_is(output) && !cw_trajectory_takes(output)) {
        cw_options_complain("sim",
                            "\"%.200s\" is no trajectory by its extension: .sqlite, .csv, .txt, "
                            ".scb, .html",
                            output);
        return CW_EXIT_USAGE;
    }
    const char *input = options->arguments[0];
    cw_content content = cw_standard_is(input) ? CW_CONTENT_UNKNOWN : cw_files_content(input);
    if (content != CW_CONTENT_UNKNOWN && cw_file_kind_of(input) != CW_FILE_JSON) {
        return cw_files_refuse_input(session, input, "a scenario (.json, .zip of JuPedSim)");
    }
    return cw_files_check_output(session, output, input);
}

/// The name of a file without folder and extension.
static void base_name(const char *path, char *name, size_t size) {
    const char *slash = strrchr(path, '/');
    const char *start = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(start, '.');
    size_t length = dot != NULL && dot > start ? (size_t)(dot - start) : strlen(start);
    snprintf(name, size, "%.*s", (int)length, start);
}

/// Reads the scenario; from stdin, its place is looked for where the command runs.
static cw_status read_scenario(cw_session *session, const char *path, run_state *state) {
    const uint8_t *bytes;
    size_t size;
    if (!cw_standard_is(path)) {
        return cw_scenario_read(session->context, path, &state->scenario, &state->mesh,
                                &state->title);
    }
    cw_status status = cw_standard_read(session->context, &bytes, &size);
    return status != CW_OK ? status
                           : cw_scenario_open(session->context, "stdin",
                                              bytes != NULL ? (const char *)bytes : "", size,
                                              &state->scenario, &state->mesh, &state->title);
}

static cw_status prepare(cw_session *session, const cw_options *options, run_state *state) {
    cw_context *context = session->context;
    cw_status status = read_scenario(session, options->arguments[0], state);
    if (status == CW_OK && cw_options_given(options, "seed")) {
        state->scenario.seed = (uint64_t)cw_options_number(options, "seed");
    }
    if (status == CW_OK) {
        status = cw_clearance_build(context, &state->mesh, &state->clearance);
    }
    if (status == CW_OK) {
        status = cw_navmesh_wkt(context, &state->mesh, &state->wkt, &state->wkt_size);
    }
    if (status == CW_OK) {
        status =
            cw_simulation_create(context, &state->scenario, &state->clearance, &state->simulation);
    }
    if (status == CW_OK) {
        status = cw_metrics_create(context, &state->scenario, &state->clearance,
                                   state->scenario.fps, &state->metrics);
    }
    return status;
}

static cw_status open_writer(cw_session *session, const cw_options *options, run_state *state) {
    const char *input = options->arguments[0];
    base_name(cw_standard_is(input) ? "stdin" : input, state->name, sizeof state->name);
    cw_trajectory_header header = {.fps = state->scenario.fps,
                                   .title = state->title != NULL ? state->title : state->name,
                                   .wkt = state->wkt,
                                   .bounds = cw_draw_navmesh_bounds(&state->mesh),
                                   .level = state->mesh.locator.level,
                                   .groups = &state->scenario.group_names};
    header.agents = cw_simulation_agents(state->simulation, &header.agent_count);
    return cw_trajectory_begin(session->context, state->output, &header, &state->writer);
}

/// Tells how far the run is; false when a signal asks to stop.
static bool go_on(cw_session *session, const run_state *state) {
    cw_simulation_progress now = cw_simulation_state(state->simulation);
    uint32_t left = now.to_come + now.present - now.standing;
    uint32_t all = left + now.arrived;
    double by_time = now.time / state->scenario.duration;
    double by_agents = all > 0 ? (double)now.arrived / all : 1;
    double share = fmax(by_time, by_agents);
    double spent = cw_session_clock() - session->bar.started;
    char words[64];
    snprintf(words, sizeof words, "%.0f s, %u left, ~%.0f s", now.time, left,
             share > 0 ? spent * (1 - share) / share : 0);
    return cw_session_tell(session, words, share);
}

static cw_status walk(cw_session *session, run_state *state) {
    double started = cw_session_clock();
    cw_frame frame;
    bool done = false;
    cw_status status = CW_OK;
    while (status == CW_OK && !done && !state->interrupted) {
        status = cw_simulation_next(state->simulation, &frame, &done);
        uint32_t count;
        const cw_track_agent *agents = cw_simulation_agents(state->simulation, &count);
        if (status == CW_OK && !done) {
            status = cw_metrics_add(state->metrics, &frame, agents, count);
        }
        if (status == CW_OK && !done) {
            status = cw_trajectory_write(state->writer, &frame);
        }
        state->interrupted = !go_on(session, state);
    }
    state->seconds = cw_session_clock() - started;
    return status;
}

static cw_exit report(cw_session *session, const cw_options *options, const run_state *state) {
    uint32_t count;
    const cw_track_agent *agents = cw_simulation_agents(state->simulation, &count);
    cw_metrics_summary summary;
    cw_status status = cw_metrics_result(state->metrics, agents, count, &summary);
    if (status != CW_OK) {
        return cw_session_fail(session, status, options->arguments[0]);
    }
    cw_run_facts facts = {.scenario = &state->scenario,
                          .input = options->arguments[0],
                          .output = cw_options_get(options, "output")->text,
                          .interrupted = state->interrupted,
                          .seconds = state->seconds,
                          .routing = cw_crowd_get_routing(cw_simulation_crowd(state->simulation))};
    if (cw_options_given(options, "json")) {
        cw_run_report_json(&facts, &summary);
    } else if (!session->quiet && !cw_standard_is(facts.output)) {
        cw_run_report_words(&facts, &summary);
    }
    return CW_EXIT_DONE;
}

static cw_exit run_scenario(cw_session *session, const cw_options *options, run_state *state) {
    const char *input = options->arguments[0], *output = cw_options_get(options, "output")->text;
    cw_status status = prepare(session, options, state);
    if (status != CW_OK) {
        return cw_session_fail(session, status, input);
    }
    status = open_writer(session, options, state);
    if (status != CW_OK) {
        return cw_session_fail(session, status, output);
    }
    cw_status walked = walk(session, state);
    char message[512];
    snprintf(message, sizeof message, "%s", cw_context_message(session->context));
    cw_status closed = cw_trajectory_end(state->writer);
    if (walked != CW_OK && walked != CW_ERROR_CANCELLED) {
        cw_context_fail(session->context, walked, "%s", message);
        return cw_session_fail(session, walked, input);
    }
    if (closed != CW_OK) {
        return cw_session_fail(session, closed, output);
    }
    state->interrupted = state->interrupted || walked == CW_ERROR_CANCELLED;
    cw_session_hide_bar(session);
    cw_exit code = report(session, options, state);
    return code == CW_EXIT_DONE ? cw_session_checkpoint(session) : code;
}

static cw_exit run(cw_session *session, const cw_options *options) {
    run_state state = {0};
    const char *output = cw_options_get(options, "output")->text;
    bool standard = cw_standard_is(output);
    char path[4096];
    if (standard && !cw_standard_open(".csv", path, sizeof path)) {
        return cw_session_refuse(session, CW_EXIT_INPUT, "stdout", "%s", strerror(errno));
    }
    state.output = standard ? path : output;
    cw_exit code = run_scenario(session, options, &state);
    if (standard) {
        cw_exit copied = cw_standard_close(session, path, code == CW_EXIT_DONE);
        code = code != CW_EXIT_DONE ? code : copied;
    }
    run_free(session->context, &state);
    return code;
}

const cw_command cw_command_sim = {
    .name = "sim",
    .arguments = "SCENARIO -o TRAJECTORY [options]",
    .summary = "run a crowd and write where everybody was",
    .details =
        "Runs a scenario: groups of agents with sizes, speeds and goals in a place (.json, as in\n"
        "docs/scenario.md, or a .zip of the JuPedSim web app). Writes the trajectories as the run\n"
        "goes: a run that is stopped leaves a readable file. The figures of the run are printed "
        "at\n"
        "its end. A scenario from stdin (-) names its place from where the command runs. The same\n"
        "scenario gives the same bytes every time.",
    CW_COMMAND_TABLES(options_table, examples),
    .argument_low = 1,
    .argument_high = 1,
    .check = check_call,
    .run = run,
};
