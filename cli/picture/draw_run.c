/// Pictures of a run: over its plan, or as a chart over time; or the page that plays it.
#include "draw_run.h"

#include "chart.h"
#include "clearway/metrics.h"
#include "files.h"
#include "picture.h"
#include "text.h"

#include <math.h>
#include <string.h>
#include <strings.h>

const char *const cw_draw_run_words[] = {"paths", "use", "density", "flow", "collisions", NULL};
typedef enum subject_kind {
    WHAT_PATHS = 0,
    WHAT_USE,
    WHAT_DENSITY,
    WHAT_FLOW,
    WHAT_COLLISIONS
} subject_kind;

/// What is drawn.
typedef struct run_subject {
    cw_trajectory run;
    cw_plan plan;
    char *wkt;
    subject_kind what;
} run_subject;

static bool has_extension(const char *path, const char *extension) {
    const char *dot = strrchr(path, '.');
    return dot != NULL && strcasecmp(dot + 1, extension) == 0;
}

bool cw_draw_run_takes(const char *path) {
    return has_extension(path, "sqlite") || has_extension(path, "csv") ||
           has_extension(path, "txt");
}

cw_exit cw_draw_run_check(cw_session *session, const cw_options *options) {
    const char *input = options->arguments[0];
    const char *output = cw_options_get(options, "output")->text;
    if (output == NULL) {
        cw_options_complain("draw", "say where the picture goes: -o PICTURE");
        return CW_EXIT_USAGE;
    }
    if (!has_extension(output, "html")) {
        return cw_cli_picture_check(session, output, input);
    }
    if (cw_options_given(options, "what")) {
        cw_options_complain("draw", "--what has no meaning here: a page plays the whole run");
        return CW_EXIT_USAGE;
    }
    return cw_files_check_output(session, output, input);
}

static cw_status read_place(cw_context *context, const char *path, char **wkt, cw_plan *plan) {
    size_t size = 0;
    cw_status status = CW_OK;
    if (cw_files_content(path) == CW_CONTENT_PLAN) {
        // The floor that is left of the plan, as files have it.
        cw_surface surface = {0};
        cw_navmesh mesh = {0};
        status = cw_plan_read(context, path, plan);
        status = status == CW_OK ? cw_surface_from_plan(context, plan, NULL, &surface) : status;
        status = status == CW_OK ? cw_navmesh_build(context, &surface, NULL, &mesh) : status;
        status = status == CW_OK ? cw_navmesh_wkt(context, &mesh, wkt, &size) : status;
        cw_navmesh_free(context, &mesh);
        cw_surface_free(context, &surface);
        return status;
    }
    cw_navmesh mesh = {0};
    status = cw_navmesh_read(context, path, &mesh);
    status = status == CW_OK ? cw_navmesh_wkt(context, &mesh, wkt, &size) : status;
    cw_navmesh_free(context, &mesh);
    return status == CW_OK ? cw_plan_parse(context, CW_FILE_WKT, path, *wkt, strlen(*wkt), plan)
                           : status;
}

static cw_exit load(cw_session *session, const cw_options *options, run_subject *subject) {
    cw_context *context = session->context;
    const char *input = options->arguments[0];
    const char *place = cw_options_get(options, "place")->text;
    cw_status status = cw_trajectory_read(context, input, &subject->run, &subject->wkt);
    if (status == CW_OK && place != NULL) {
        cw_context_release(context, subject->wkt,
                           subject->wkt != NULL ? strlen(subject->wkt) + 1 : 0);
        subject->wkt = NULL;
        status = read_place(context, place, &subject->wkt, &subject->plan);
    } else if (status == CW_OK && subject->wkt != NULL) {
        status = cw_plan_parse(context, CW_FILE_WKT, input, subject->wkt, strlen(subject->wkt),
                               &subject->plan);
    }
    if (status == CW_OK && subject->wkt == NULL) {
        cw_session_warn(session, "the file has no plan; --place MESH|PLAN gives one");
    }
    return cw_session_outcome(session, status, input);
}

// --- charts over time ----------------------------------------------------------------------------

/// A step between ticks that gives about five of them: 1, 2 or 5 times a power of ten.
static double tick_step(double range) {
    double step = pow(10, floor(log10(range / 5)));
    static const double factors[] = {1, 2, 5, 10};
    for (int i = 0; i < 4; i++) {
        if (range / (step * factors[i]) <= 6) {
            return step * factors[i];
        }
    }
    return step * 10;
}

static double highest_of(const cw_vec2 *points, uint32_t count) {
    double highest = 0;
    for (uint32_t i = 0; i < count; i++) {
        highest = fmax(highest, points[i].y);
    }
    return highest;
}

/// Counts per second, gathered so that they fit a chart, as a rate per second.
static uint32_t rates(const uint32_t *counts, uint32_t count, uint32_t least, cw_vec2 *points) {
    uint32_t width = count / (CW_CHART_POINTS - 1) + 1;
    width = width < least ? least : width;
    uint32_t made = 0;
    for (uint32_t i = 0; i < count; i += width) {
        double sum = 0;
        uint32_t taken = 0;
        for (uint32_t k = i; k < i + width && k < count; k++, taken++) {
            sum += counts[k];
        }
        points[made++] = (cw_vec2){i + taken / 2.0, sum / taken};
    }
    return made;
}

static cw_status draw_chart(cw_context *context, const cw_metrics_summary *sum, subject_kind what,
                            const char *output) {
    cw_vec2 points[CW_CHART_POINTS];
    bool flow = what == WHAT_FLOW;
    uint32_t least = flow ? 5 : 1; // seconds: single arrivals are no flow
    uint32_t count = rates(flow ? sum->arrivals_per_second : sum->collisions_per_second,
                           sum->second_count, least, points);
    double highest = highest_of(points, count), seconds = fmax(1, sum->second_count);
    cw_chart_curve curve = {
        .color = cw_chart_color(flow ? 0 : 1), .points = points, .count = count};
    highest = highest > 0 ? highest : 1;
    double step = tick_step(highest);
    cw_chart chart = {
        .title = flow ? "Flow over time" : "Collisions over time",
        .x = {.label = "seconds", .high = seconds, .step = tick_step(seconds)},
        .y = {.label = flow ? "arrivals per second, mean of 5 s" : "pair-frames per second",
              .high = step * ceil(highest / step * (1 + 1e-9)),
              .step = step},
        .curves = &curve,
        .curve_count = 1};
    return cw_chart_write(context, &chart, output);
}

static cw_exit write_chart(cw_session *session, const run_subject *subject, const char *input,
                           const char *output) {
    cw_metrics *metrics = NULL;
    cw_metrics_summary sum;
    const cw_trajectory *run = &subject->run;
    cw_status status = cw_metrics_create(session->context, NULL, NULL, run->fps, &metrics);
    for (uint32_t i = 0; status == CW_OK && i < run->frame_count; i++) {
        cw_frame frame = cw_trajectory_frame(run, i);
        status = cw_metrics_add(metrics, &frame, run->agents, run->agent_count);
    }
    if (status == CW_OK) {
        status = cw_metrics_result(metrics, run->agents, run->agent_count, &sum);
    }
    if (status != CW_OK) {
        cw_metrics_free(metrics);
        return cw_session_fail(session, status, input);
    }
    status = draw_chart(session->context, &sum, subject->what, output);
    cw_metrics_free(metrics);
    return cw_session_outcome(session, status, output);
}

// --- all together --------------------------------------------------------------------------------

static cw_status paint(cw_context *context, const void *user, const cw_draw_sink *sink) {
    const run_subject *subject = user;
    return cw_draw_run(context, &subject->plan, &subject->run, (cw_draw_run_kind)subject->what,
                       sink);
}

static cw_exit write_page(cw_session *session, const run_subject *subject, const char *input,
                          const char *output) {
    const char *slash = strrchr(input, '/');
    uint32_t every = 1;
    cw_status status = cw_trajectory_write_html(session->context, &subject->run, subject->wkt,
                                                slash != NULL ? slash + 1 : input, output, &every);
    if (status == CW_OK && every > 1) {
        cw_session_warn(session, "every %uth frame was kept, so that the page stays below 50 MB",
                        every);
    }
    return cw_session_outcome(session, status, output);
}

cw_exit cw_draw_run_do(cw_session *session, const cw_options *options) {
    const char *input = options->arguments[0];
    const char *output = cw_options_get(options, "output")->text;
    run_subject subject = {.what = (subject_kind)cw_options_choice(options, "what")};
    cw_exit code = load(session, options, &subject);
    if (code == CW_EXIT_DONE && has_extension(output, "html")) {
        code = write_page(session, &subject, input, output);
    } else if (code == CW_EXIT_DONE && subject.what >= WHAT_FLOW) {
        code = write_chart(session, &subject, input, output);
    } else if (code == CW_EXIT_DONE) {
        code =
            cw_cli_picture_write(session, options, output, input,
                                 cw_draw_run_bounds(&subject.plan, &subject.run), paint, &subject);
    }
    if (code == CW_EXIT_DONE && !session->quiet) {
        cw_cli_text_arrow(stdout, input, output);
        printf(": %u agent%s, %u frame%s\n", subject.run.agent_count,
               cw_cli_text_plural(subject.run.agent_count), subject.run.frame_count,
               cw_cli_text_plural(subject.run.frame_count));
    }
    cw_context_release(session->context, subject.wkt,
                       subject.wkt != NULL ? strlen(subject.wkt) + 1 : 0);
    cw_plan_free(session->context, &subject.plan);
    cw_trajectory_free(session->context, &subject.run);
    return code;
}
