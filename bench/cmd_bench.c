/// `clearway bench`: measures, and says whether the limits are met.
#include "command.h"

#include "json.h"
#include "text.h"

#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
static const cw_option options_table[] = {
    {.name = "data", .type = CW_OPTION_PATH, .placeholder = "DIR",
     .fallback = "../shared/data",
     .help = "folder with polygons/, navmeshes/, queries/ and meshes/ of others; left out where "
             "they are not"},
    {.name = "chart", .type = CW_OPTION_PATH, .placeholder = "FILE",
     .help = "draw the figure of one benchmark (shrink, reach, donut or density) as .svg, .png or "
             ".pdf"},
    {.name = "quick", .type = CW_OPTION_FLAG,
     .help = "a first look at the last eight: smaller scenes, fewer questions"},
    CW_JSON_OPTION("figures as JSON on stdout"),
};
// clang-format on

static const cw_example examples[] = {
    {"clearway bench", "everything; takes some minutes"},
    {"clearway bench locate", "one benchmark"},
    {"clearway bench reach --chart reach.svg", "and its figure"},
    {"clearway bench cells --json | jq '.rows[] | select(.met == false)'",
     "what is not met, for a script"},
};

/// How rows are shown.
typedef struct gathered {
    bool json;
    cw_cli_json writer;
    const char *running; ///< benchmark whose heading was printed
} gathered;

static void print_row(void *user, const cw_bench_row *row) {
    gathered *all = user;
    if (all->running != row->benchmark) {
        printf("\n%s\n", row->benchmark);
        all->running = row->benchmark;
    }
    bool whole = row->value == floor(row->value);
    printf("  %-31s %-36s %9.*f", row->subject, row->quantity, whole ? 0 : 3, row->value);
    if (isfinite(row->limit)) {
        printf(" %-2s  at most %-6.5g %s", row->unit, row->limit, row->met ? "met" : "not met");
    } else {
        printf(" %s", row->unit);
    }
    if (row->note != NULL) {
        printf("  (%s)", row->note);
    }
    putc('\n', stdout);
    fflush(stdout);
}

static void write_row(void *user, const cw_bench_row *row) {
    cw_cli_json *json = &((gathered *)user)->writer;
    cw_cli_json_open_object(json, NULL);
    cw_cli_json_text(json, "benchmark", row->benchmark);
    cw_cli_json_text(json, "subject", row->subject);
    cw_cli_json_text(json, "quantity", row->quantity);
    cw_cli_json_number(json, "value", row->value);
    cw_cli_json_text(json, "unit", row->unit);
    if (isfinite(row->limit)) {
        cw_cli_json_number(json, "limit", row->limit);
        cw_cli_json_flag(json, "met", row->met);
    } else {
        cw_cli_json_null(json, "limit");
        cw_cli_json_null(json, "met");
    }
    cw_cli_json_text(json, "note", row->note);
    cw_cli_json_close_object(json);
}

static void tell_skip(void *user, const char *message) {
    (void)user;
    fputs("clearway bench: ", stderr);
    cw_cli_text_print(stderr, message);
    putc('\n', stderr);
}

static bool is_stopped(void) {
    return cw_session_interrupted() != 0;
}

static bool is_chosen(const cw_options *options, const char *name) {
    bool chosen = options->argument_count == 0;
    for (uint32_t i = 0; i < options->argument_count; i++) {
        chosen = chosen || strcmp(options->arguments[i], name) == 0;
    }
    return chosen;
}

/// The benchmark of a name, or the end of the table.
static const cw_bench *find_bench(const char *name) {
    const cw_bench *bench = cw_benches;
    while (bench->name != NULL && strcmp(bench->name, name) != 0) {
        bench++;
    }
    return bench;
}

/// Whether every name is one of the table; says which is not.
static bool names_exist(const cw_options *options) {
    for (uint32_t i = 0; i < options->argument_count; i++) {
        if (find_bench(options->arguments[i])->name == NULL) {
            cw_options_complain(
                "bench", "there is no benchmark \"%.200s\"; there are:", options->arguments[i]);
            for (const cw_bench *bench = cw_benches; bench->name != NULL; bench++) {
                fprintf(stderr, "  %-9s %s\n", bench->name, bench->summary);
            }
            return false;
        }
    }
    return true;
}

/// Whether a chart is asked of one benchmark that draws; complains where not.
static bool chart_fits(const cw_options *options) {
    if (!cw_options_given(options, "chart")) {
        return true;
    }
    if (options->argument_count != 1 || !find_bench(options->arguments[0])->draws) {
        cw_options_complain(
            "bench", "--chart takes one benchmark that draws: shrink, reach, donut or density");
        return false;
    }
    return true;
}

static cw_status run_all(const cw_options *options, cw_bench_report *report) {
    cw_status status = CW_OK;
    for (const cw_bench *bench = cw_benches; bench->name != NULL && status == CW_OK; bench++) {
        if (is_chosen(options, bench->name)) {
            report->benchmark = bench->name;
            status = bench->run(report);
        }
    }
    return status;
}

static cw_exit fail(cw_session *session, const cw_bench_report *report, cw_status status) {
    if (status == CW_ERROR_CANCELLED) {
        return cw_session_fail(session, status, report->benchmark);
    }
    fflush(stdout);
    return cw_session_refuse(session, CW_EXIT_INTERNAL, report->benchmark, "%s",
                             report->message[0] != '\0' ? report->message
                                                        : cw_status_string(status));
}

static cw_exit check_call(cw_session *session, const cw_options *options) {
    (void)session;
    return names_exist(options) && chart_fits(options) ? CW_EXIT_DONE : CW_EXIT_USAGE;
}

static cw_exit run(cw_session *session, const cw_options *options) {
    gathered all = {.json = cw_options_given(options, "json"), .writer = {.stream = stdout}};
    cw_bench_report report = {
        .data = cw_options_get(options, "data")->text,
        .chart = cw_options_get(options, "chart")->text,
        .quick = cw_options_given(options, "quick"),
        .user = &all,
        .row = all.json ? write_row : print_row,
        .skip = tell_skip,
        .stopped = is_stopped,
    };
    char machine[512];
    cw_bench_machine(machine, sizeof machine);
    if (all.json) {
        cw_cli_json_open_object(&all.writer, NULL);
        cw_cli_json_text(&all.writer, "machine", machine);
        cw_cli_json_open_array(&all.writer, "rows");
    } else {
        printf("machine: %s\n", machine);
    }
    cw_status status = run_all(options, &report);
    if (all.json) {
        cw_cli_json_close_array(&all.writer);
        cw_cli_json_close_object(&all.writer);
        cw_cli_json_finish(&all.writer);
    }
    return status == CW_OK ? CW_EXIT_DONE : fail(session, &report, status);
}

const cw_command cw_command_bench = {
    .name = "bench",
    .arguments = "[NAME...] [--quick] [--chart FILE] [--json]",
    .summary = "measure speed, memory and cell counts",
    .details =
        "Measures on scenes made in code, and says which limits are met. NAME is one of\n"
        "  build      plan to mesh: time and memory, files aside, one worker\n"
        "  cells      how few cells, at each effort\n"
        "  locate     which cell a point is in\n"
        "  clearance  the clearance tables: time, memory, free parts of portals\n"
        "  shrink     exact against simple shrinking of portals; draws a figure\n"
        "  reach      how much of a scene each radius can reach; draws a figure\n"
        "  path       paths: mean, median and the slowest hundredth; beside a plain Polyanya\n"
        "  detour     paths beside Detour, as ratios; in builds that found librecast\n"
        "  query      rays, nearest points and other questions\n"
        "  scene      3D scenes: extraction and cells, beside Recast where it was found\n"
        "  roadmap    skeletons, roadmaps and routes; a town with 1000 people\n"
        "  crowd      crowds: time and memory per agent; the experiments of papers\n"
        "  donut      collisions and flow in a ring of people; draws a figure\n"
        "  density    how fast people walk in density, beside Weidmann; draws a figure\n"
        "Times are medians; limits are held against CPU time. The exit code is 0 when all was\n"
        "measured, whether or not the limits are met.",
    CW_COMMAND_TABLES(options_table, examples),
    .argument_low = 0,
    .argument_high = 64,
    .check = check_call,
    .run = run,
};
