/// The answer to a path query in words.
#include "answer.h"

#include "summary.h"
#include "text.h"

#include <math.h>

static void print_title(FILE *stream, const char *file, const cw_answer *answer) {
    char radius[CW_ANSWER_NUMBER], length[CW_ANSWER_NUMBER];
    cw_answer_metres(answer->request.radius, radius, sizeof radius);
    cw_answer_length(answer, answer->path.length, length, sizeof length);
    cw_cli_text_print(stream, file);
    fprintf(stream, ": %s of %s for a radius of %s\n",
            cw_answer_found(answer) ? "a path" : "a part of a path", length, radius);
}

/// "12.4, 3.1", with the height where floors have different ones.
static void write_place(const cw_answer *answer, cw_vec3 point, char text[CW_ANSWER_PLACE]) {
    if (answer->mesh->locator.level) {
        snprintf(text, CW_ANSWER_PLACE, "%.9g, %.9g", point.x, point.y);
    } else {
        snprintf(text, CW_ANSWER_PLACE, "%.9g, %.9g, %.9g", point.x, point.y, point.z);
    }
}

static double plan_distance(cw_vec3 a, cw_vec3 b) {
    return hypot(a.x - b.x, a.y - b.y);
}

/// An end of the path, and what was asked for where that is another place.
static void print_end(FILE *stream, const char *label, const cw_answer *answer, cw_vec3 point,
                      cw_vec3 asked) {
    char place[CW_ANSWER_PLACE], wanted[CW_ANSWER_PLACE];
    double moved = plan_distance(point, asked);
    write_place(answer, point, place);
    write_place(answer, asked, wanted);
    if (moved > CW_CLEARANCE_TOLERANCE) {
        cw_summary_line(stream, label, "%s, moved %.4g m from %s", place, moved, wanted);
    } else {
        cw_summary_line(stream, label, "%s", place);
    }
}

/// Where a path ends that does not reach its goal.
static void print_short_end(FILE *stream, const cw_answer *answer) {
    char place[CW_ANSWER_PLACE], wanted[CW_ANSWER_PLACE], away[CW_ANSWER_NUMBER];
    cw_vec3 end = answer->path.goal, goal = answer->request.goals[0];
    write_place(answer, end, place);
    write_place(answer, goal, wanted);
    cw_answer_length(answer, plan_distance(end, goal), away, sizeof away);
    cw_summary_line(stream, "to", "%s; from there, the goal %s is %s away in a straight line",
                    place, wanted, away);
}

static bool is_at(cw_vec2 place, cw_vec3 end) {
    return plan_distance((cw_vec3){place.x, place.y, 0}, end) <= CW_CLEARANCE_TOLERANCE;
}

static void print_widest(FILE *stream, const cw_answer *answer) {
    if (!answer->has_gap) {
        return;
    }
    cw_vec2 place = cw_clearance_plan(answer->mesh, answer->gap.position);
    char where[96];
    if (is_at(place, answer->path.start)) {
        snprintf(where, sizeof where, "the start");
    } else if (is_at(place, answer->path.goal)) {
        snprintf(where, sizeof where, "the goal");
    } else {
        snprintf(where, sizeof where, "(%.*f, %.*f)", answer->decimals, place.x, answer->decimals,
                 place.y);
    }
    const char *to = cw_answer_found(answer)          ? "between these points"
                     : answer->request.goal_count > 1 ? "to one of the goals"
                                                      : "to the goal";
    cw_summary_line(stream, "widest", "%.6g m could go %s; narrowest at %s", answer->gap.radius, to,
                    where);
}

/// How many legs of a path are arcs.
static uint32_t count_arcs(const cw_path *path) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < path->leg_count; i++) {
        count += path->legs[i].arc ? 1 : 0;
    }
    return count;
}

void cw_answer_print(FILE *stream, const char *file, const cw_answer *answer) {
    const cw_path *path = &answer->path;
    if (!cw_answer_has_path(answer)) {
        return;
    }
    print_title(stream, file, answer);
    cw_summary_line(stream, "length", "%.9g m", path->length);
    cw_summary_line(stream, "radius", "%.9g m", path->radius);
    if (path->slack > 0) {
        cw_summary_line(stream, "guarantee", "slack: at most %.6g %% longer than the shortest",
                        100 * path->slack);
    } else {
        cw_summary_line(stream, "guarantee", "%s",
                        path->guarantee == CW_PATH_SHORTEST
                            ? "shortest: no path of this radius is shorter"
                            : "corridor: the shortest through these cells");
    }
    print_end(stream, "from", answer, path->start, answer->request.start);
    if (cw_answer_found(answer)) {
        print_end(stream, "to", answer, path->goal, answer->request.goals[path->goal_index]);
    } else {
        print_short_end(stream, answer);
    }
    if (answer->request.goal_count > 1 && cw_answer_found(answer)) {
        cw_summary_line(stream, "goal", "%u of %u", path->goal_index + 1,
                        answer->request.goal_count);
    }
    cw_summary_line(stream, "cells", "%u", path->cell_count);
    cw_summary_line(stream, "legs", "%u, of which %u turn around corners", path->leg_count,
                    count_arcs(path));
    print_widest(stream, answer);
}

void cw_answer_print_table(FILE *stream, const char *file, const cw_answer *answers,
                           uint32_t count) {
    cw_cli_text_print(stream, file);
    fprintf(stream, ": %u characters\n", count);
    fprintf(stream, "%12s %12s %8s %8s %8s\n", "radius", "length", "cells", "legs", "arcs");
    for (uint32_t i = 0; i < count; i++) {
        const cw_path *path = &answers[i].path;
        char radius[CW_ANSWER_NUMBER], length[CW_ANSWER_NUMBER];
        cw_answer_metres(answers[i].request.radius, radius, sizeof radius);
        fprintf(stream, "%12s", radius);
        if (cw_answer_has_path(&answers[i])) {
            cw_answer_length(&answers[i], path->length, length, sizeof length);
            fprintf(stream, " %12s %8u %8u %8u%s\n", length, path->cell_count, path->leg_count,
                    count_arcs(path), cw_answer_found(&answers[i]) ? "" : "  part of the way");
        } else {
            fprintf(stream, " %12s\n", "no path");
        }
    }
    print_widest(stream, &answers[0]);
}
