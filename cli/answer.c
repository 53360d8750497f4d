/// Asking for a path, and why there is none.
///
/// What is said about a radius that does not fit has to hold when it is tried: the widest radius is
/// rounded down.
#include "answer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Decimals of lengths: a centimetre, and at most the tolerance of the answers.
enum { FEWEST_DECIMALS = 2, MOST_DECIMALS = 9, MOST_DIGITS = 17 };

/// Share of the last decimal by which a number may be told as more than it is.
#define MOST_SLACK 0.1

enum { NUMBER_SIZE = 48, PLACE_SIZE = 128 };

/// Fewest decimals that give the number back.
static int decimals_of(double value) {
    char text[64];
    int decimals = FEWEST_DECIMALS;
    for (; decimals < MOST_DECIMALS; decimals++) {
        snprintf(text, sizeof text, "%.*f", decimals, value);
        if (strtod(text, NULL) == value) {
            break;
        }
    }
    return decimals;
}

void cw_answer_metres(double length, char *text, size_t size) {
    if (length > 0 && length < pow(10, -MOST_DECIMALS)) {
        snprintf(text, size, "%.3g m", length);
    } else {
        snprintf(text, size, "%.*f m", decimals_of(length), length);
    }
}

/// A length rounded down to a number of decimals, where `slack` more counts as reached.
static double round_down(double length, double slack, int decimals) {
    double unit = pow(10, decimals);
    return floor((length + slack) * unit) / unit;
}

/// A radius that fits, rounded down to one decimal more than the one that does not. Walls stand on
/// the lattice, so a door of 0.9 m may be a step narrower, and 0.45 m is what people expect to
/// read; where that very radius was refused, or nothing is left of it, there are more decimals. The
/// step is not to be seen in them.
static void write_fitting(const cw_answer *answer, double fitting, char *text, size_t size) {
    double refused = answer->request.radius;
    int decimals = decimals_of(refused) + 1;
    double slack = fmin(2 * answer->mesh->lattice.step + CW_CLEARANCE_TOLERANCE,
                        MOST_SLACK * pow(10, -decimals));
    double rounded = round_down(fitting, slack, decimals);
    for (; decimals <= MOST_DECIMALS && !(rounded > 0 && rounded < refused); decimals++) {
        rounded = round_down(fitting, 0, decimals);
    }
    cw_answer_metres(rounded > 0 && rounded < refused ? rounded : fitting, text, size);
}

/// Decimals that tell the places of a mesh apart: at least a hundredth of its size.
static int decimals_on(const cw_navmesh *mesh) {
    double size = 0;
    for (uint32_t i = 1; i < mesh->vertex_count; i++) {
        size = fmax(size, fabs(mesh->positions[i].x - mesh->positions[0].x));
        size = fmax(size, fabs(mesh->positions[i].y - mesh->positions[0].y));
    }
    int decimals = FEWEST_DECIMALS;
    for (; decimals < MOST_DECIMALS && size < 1; decimals++) {
        size *= 10;
    }
    return decimals;
}

void cw_answer_length(const cw_answer *answer, double length, char *text, size_t size) {
    if (length > 0 && length < pow(10, -answer->decimals)) {
        snprintf(text, size, "%.3g m", length);
    } else {
        snprintf(text, size, "%.*f m", answer->decimals, length);
    }
}

/// "(12.40, 3.10)", with the height where floors have different ones.
static void write_place(const cw_answer *answer, cw_vec3 point, char *text, size_t size) {
    int decimals = answer->decimals;
    if (answer->mesh->locator.level) {
        snprintf(text, size, "(%.*f, %.*f)", decimals, point.x, decimals, point.y);
    } else {
        snprintf(text, size, "(%.*f, %.*f, %.*f)", decimals, point.x, decimals, point.y, decimals,
                 point.z);
    }
}

static uint32_t goal_index(const cw_answer *answer) {
    return answer->path.goal_index < answer->request.goal_count ? answer->path.goal_index : 0;
}

static bool blames_start(const cw_answer *answer) {
    return answer->path.status == CW_PATH_START_OFF_MESH ||
           answer->path.status == CW_PATH_START_TOO_TIGHT;
}

/// The end of the path that a status speaks of.
static cw_vec3 blamed_end(const cw_answer *answer) {
    return blames_start(answer) ? answer->request.start : answer->request.goals[goal_index(answer)];
}

/// How far a wall is from an end that is too close to it, with as many digits as tell it from the
/// radius.
static void write_wall(const cw_answer *answer, char *text, size_t size) {
    for (int digits = 4; digits <= MOST_DIGITS; digits++) {
        snprintf(text, size, "%.*g m", digits, answer->wall);
        if (strtod(text, NULL) < answer->request.radius) {
            return;
        }
    }
}

static void explain_end(cw_answer *answer) {
    bool start = blames_start(answer);
    bool off = answer->path.status == CW_PATH_START_OFF_MESH ||
               answer->path.status == CW_PATH_GOAL_OFF_MESH;
    char place[PLACE_SIZE], other[PLACE_SIZE], radius[NUMBER_SIZE];
    char reason[PLACE_SIZE + NUMBER_SIZE];
    char away[NUMBER_SIZE], wall[NUMBER_SIZE];
    write_place(answer, blamed_end(answer), place, sizeof place);
    write_place(answer, answer->nearest.point, other, sizeof other);
    cw_answer_metres(answer->request.radius, radius, sizeof radius);
    cw_answer_length(answer, answer->nearest.distance, away, sizeof away);
    if (off) {
        snprintf(reason, sizeof reason, "is off the mesh");
    } else {
        write_wall(answer, wall, sizeof wall);
        snprintf(reason, sizeof reason, "is %s from a wall, too close for a radius of %s", wall,
                 radius);
    }
    if (answer->nearest.place.cell == CW_NONE) {
        snprintf(answer->why, sizeof answer->why,
                 "the %s %s %s; nowhere on the mesh is there room for a radius of %s",
                 start ? "start" : "goal", place, reason, radius);
    } else {
        snprintf(answer->why, sizeof answer->why,
                 "the %s %s %s; the nearest place with room is %s, %s away",
                 start ? "start" : "goal", place, reason, other, away);
    }
}

static void explain_islands(cw_answer *answer) {
    char from[PLACE_SIZE], to[PLACE_SIZE];
    write_place(answer, answer->request.start, from, sizeof from);
    write_place(answer, answer->request.goals[goal_index(answer)], to, sizeof to);
    if (answer->request.goal_count > 1) {
        snprintf(answer->why, sizeof answer->why,
                 "the start %s is on another island of the mesh: not even a point can go there",
                 from);
    } else {
        snprintf(answer->why, sizeof answer->why,
                 "the start %s and the goal %s are on different islands of the mesh: not even a "
                 "point can go there",
                 from, to);
    }
}

static void explain_gap(cw_answer *answer) {
    const cw_gate *gate = &answer->gap;
    cw_vec2 plan = cw_clearance_plan(answer->mesh, gate->position);
    cw_vec3 point = {plan.x, plan.y, 0};
    if (gate->cell < answer->mesh->cell_count) {
        point.z = cw_navmesh_height(answer->mesh, gate->cell, plan);
    }
    char place[PLACE_SIZE], radius[NUMBER_SIZE], widest[NUMBER_SIZE];
    write_place(answer, point, place, sizeof place);
    cw_answer_metres(answer->request.radius, radius, sizeof radius);
    write_fitting(answer, gate->radius, widest, sizeof widest);
    snprintf(answer->why, sizeof answer->why,
             "a radius of %s does not fit through the gap at %s; the widest that does is %s",
             radius, place, widest);
}

/// What is said of one goal is said of several: the one that comes nearest to being reached, or the
/// first.
static void explain_several(cw_answer *answer) {
    char none[64];
    snprintf(none, sizeof none,
             "none of the %u goals can be reached: ", answer->request.goal_count);
    size_t begin = strlen(none), room = sizeof answer->why - begin - 1;
    memmove(answer->why + begin, answer->why, room);
    memcpy(answer->why, none, begin);
    answer->why[sizeof answer->why - 1] = '\0';
}

static void explain(cw_answer *answer) {
    switch (answer->path.status) {
    case CW_PATH_FOUND: answer->why[0] = '\0'; break;
    case CW_PATH_START_OFF_MESH:
    case CW_PATH_GOAL_OFF_MESH:
    case CW_PATH_START_TOO_TIGHT:
    case CW_PATH_GOAL_TOO_TIGHT: explain_end(answer); break;
    case CW_PATH_DISCONNECTED: explain_islands(answer); break;
    case CW_PATH_BLOCKED: explain_gap(answer); break;
    case CW_PATH_PARTIAL:
    case CW_PATH_RUNNING:
    case CW_PATH_FAILED:
        snprintf(answer->why, sizeof answer->why, "%s", cw_path_status_string(answer->path.status));
        break;
    }
    if (answer->request.goal_count > 1 && !cw_answer_found(answer) && !blames_start(answer)) {
        explain_several(answer);
    }
}

/// The nearest place with room for the disc, for an end that has none.
static cw_status find_room(cw_answer *answer) {
    cw_vec3 end = blamed_end(answer);
    cw_path_status status = answer->path.status;
    if (status == CW_PATH_START_TOO_TIGHT || status == CW_PATH_GOAL_TOO_TIGHT) {
        cw_vec2 touched;
        cw_status asked = cw_query_wall(answer->query, end, &answer->wall, &touched);
        if (asked != CW_OK) {
            return asked;
        }
    }
    return cw_query_nearest(answer->query, end, answer->request.radius, CW_COORDINATE_LIMIT,
                            &answer->nearest);
}

/// The widest way between both ends of a path, or between the ends that were asked for.
static cw_status find_gap(cw_answer *answer) {
    const cw_path *path = &answer->path;
    if (path->status == CW_PATH_BLOCKED) {
        answer->gap = path->gate;
        answer->has_gap = true;
        return CW_OK;
    }
    cw_status status = cw_query_widest(answer->query, path->start, path->goal, &answer->gap);
    answer->has_gap = status == CW_OK && answer->gap.radius >= 0;
    return status;
}

static cw_status look_around(cw_answer *answer) {
    switch (answer->path.status) {
    case CW_PATH_FOUND:
    case CW_PATH_BLOCKED: return find_gap(answer);
    case CW_PATH_START_OFF_MESH:
    case CW_PATH_GOAL_OFF_MESH:
    case CW_PATH_START_TOO_TIGHT:
    case CW_PATH_GOAL_TOO_TIGHT: return find_room(answer);
    case CW_PATH_PARTIAL:
    case CW_PATH_RUNNING:
    case CW_PATH_FAILED:
    case CW_PATH_DISCONNECTED: break;
    }
    return CW_OK;
}

/// Why a partial path ends where it does: what the same query says without leave to stop short. Its
/// answer takes the place of the path, so the path is found once more.
static cw_status explain_partial(cw_answer *answer) {
    cw_path_request whole = answer->request;
    whole.partial = false;
    cw_status status = cw_query_find(answer->query, &whole, &answer->path);
    if (status == CW_OK) {
        status = look_around(answer);
    }
    if (status == CW_OK) {
        explain(answer);
        cw_gate gate = answer->path.gate;
        status = cw_query_find(answer->query, &answer->request, &answer->path);
        answer->path.gate = gate;
    }
    return status;
}

cw_status cw_answer_ask(cw_context *context, const cw_clearance *clearance,
                        const cw_path_request *request, cw_answer *answer) {
    *answer = (cw_answer){.mesh = clearance->mesh, .request = *request};
    answer->nearest.place.cell = CW_NONE;
    answer->decimals = decimals_on(answer->mesh);
    cw_status status = cw_query_create(context, clearance, &answer->query);
    if (status == CW_OK) {
        status = cw_query_find(answer->query, request, &answer->path);
    }
    if (status != CW_OK) {
        return status;
    }
    if (answer->path.status == CW_PATH_PARTIAL) {
        return explain_partial(answer);
    }
    status = look_around(answer);
    if (status == CW_OK) {
        explain(answer);
    }
    return status;
}

void cw_answer_free(cw_answer *answer) {
    cw_query_free(answer->query);
    answer->query = NULL;
}

bool cw_answer_found(const cw_answer *answer) {
    return answer->path.status == CW_PATH_FOUND;
}

bool cw_answer_has_path(const cw_answer *answer) {
    return cw_answer_found(answer) || answer->path.status == CW_PATH_PARTIAL;
}

uint32_t cw_answer_arc_count(const cw_path *path) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < path->leg_count; i++) {
        count += path->legs[i].arc ? 1 : 0;
    }
    return count;
}

const char *cw_answer_guarantee(const cw_path *path) {
    if (path->slack > 0) {
        return "slack";
    }
    return path->guarantee == CW_PATH_SHORTEST ? "shortest" : "corridor";
}
