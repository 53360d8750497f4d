/// The answer to a path query in words.
#include "answer.h"

#include "summary.h"
#include "text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void print_title(FILE *stream, const char *file, const cw_answer *answer) {
    char radius[CW_ANSWER_NUMBER], length[CW_ANSWER_NUMBER];
    cw_answer_metres(answer->request.radius, radius, sizeof radius);
    cw_answer_length(answer, answer->path.length, length, sizeof length);
    cw_cli_text_print(stream, file);
    fprintf(stream, ": %s of %s for a radius of %s\n",
            cw_answer_found(answer) ? "a path" : "a part of a path", length, radius);
}

/// Digits of coordinates and of the widest radius, and those that tell any two numbers apart.
enum { FEWEST_DIGITS = 9, FEWEST_WIDTH_DIGITS = 6, MOST_DIGITS = 17 };

/// "12.4, 3.1", with the height where floors have different ones.
static void write_place(const cw_answer *answer, cw_vec3 point, int digits,
                        char text[CW_ANSWER_PLACE]) {
    if (answer->mesh->locator.level) {
        snprintf(text, CW_ANSWER_PLACE, "%.*g, %.*g", digits, point.x, digits, point.y);
    } else {
        snprintf(text, CW_ANSWER_PLACE, "%.*g, %.*g, %.*g", digits, point.x, digits, point.y,
                 digits, point.z);
    }
}

/// Two places, with as many digits as it takes to tell them apart where they are `apart` metres
/// from each other, if that is more than rounding.
static void write_places(const cw_answer *answer, cw_vec3 a, cw_vec3 b, double apart,
                         char first[CW_ANSWER_PLACE], char second[CW_ANSWER_PLACE]) {
    int digits = FEWEST_DIGITS;
    do {
        write_place(answer, a, digits, first);
        write_place(answer, b, digits, second);
    } while (apart > CW_CLEARANCE_TOLERANCE && strcmp(first, second) == 0 &&
             ++digits <= MOST_DIGITS);
}

static double plan_distance(cw_vec3 a, cw_vec3 b) {
    return hypot(a.x - b.x, a.y - b.y);
}

/// An end of the path, and what was asked for where that is another place.
static void print_end(FILE *stream, const char *label, const cw_answer *answer, cw_vec3 point,
                      cw_vec3 asked) {
    char place[CW_ANSWER_PLACE], wanted[CW_ANSWER_PLACE];
    double moved = plan_distance(point, asked);
    write_places(answer, point, asked, moved, place, wanted);
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
    double left = plan_distance(end, goal);
    write_places(answer, end, goal, left, place, wanted);
    cw_answer_length(answer, left, away, sizeof away);
    cw_summary_line(stream, "to", "%s; from there, the goal %s is %s away in a straight line",
                    place, wanted, away);
}

static bool is_at(cw_vec2 place, cw_vec3 end) {
    return plan_distance((cw_vec3){place.x, place.y, 0}, end) <= CW_CLEARANCE_TOLERANCE;
}

/// The widest radius that could go, with as many digits as tell it from the one that was asked for
/// and keep it on its side of that.
static void write_widest(const cw_answer *answer, char *text, size_t size) {
    double widest = answer->gap.radius, radius = answer->request.radius;
    if (!cw_answer_found(answer) && widest > 0 && widest < radius) {
        cw_answer_fitting(answer, widest, text, size);
        return;
    }
    double most_error = fmax(fabs(widest - radius) / 2, CW_CLEARANCE_TOLERANCE);
    for (int digits = FEWEST_WIDTH_DIGITS; digits <= MOST_DIGITS; digits++) {
        snprintf(text, size, "%.*g m", digits, widest);
        if (fabs(strtod(text, NULL) - widest) <= most_error) {
            return;
        }
    }
}

static void print_widest(FILE *stream, const cw_answer *answer) {
    if (!answer->has_gap) {
        return;
    }
    cw_vec2 place = answer->gap.position;
    char where[96], widest[CW_ANSWER_NUMBER];
    write_widest(answer, widest, sizeof widest);
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
    cw_summary_line(stream, "widest", "%s could go %s; narrowest at %s", widest, to, where);
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
    if (!answer->mesh->locator.level) {
        cw_summary_line(stream, "along the floor", "%.9g m", cw_answer_surface_length(answer));
    }
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
    if (path->link_count > 0) {
        cw_summary_line(stream, "links", "%u, which count as %.9g m; cost in all %.9g m",
                        path->link_count, path->link_cost, path->cost);
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
