/// Why there is no path, in words.
#include "answer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Digits that tell any two numbers apart.
enum { MOST_DIGITS = 17 };

/// Decimals that tell any two places apart that differ by more than rounding: picometres.
enum { MOST_DECIMALS = 12 };

/// "(12.40, 3.10)", with the height where floors have different ones.
static void write_place_with(const cw_answer *answer, cw_vec3 point, int decimals, char *text,
                             size_t size) {
    if (answer->mesh->locator.level) {
        snprintf(text, size, "(%.*f, %.*f)", decimals, point.x, decimals, point.y);
    } else {
        snprintf(text, size, "(%.*f, %.*f, %.*f)", decimals, point.x, decimals, point.y, decimals,
                 point.z);
    }
}

static void write_place(const cw_answer *answer, cw_vec3 point, char *text, size_t size) {
    write_place_with(answer, point, answer->decimals, text, size);
}

/// Two places, with as many decimals as it takes to tell them apart.
static void write_places(const cw_answer *answer, cw_vec3 a, cw_vec3 b, char first[CW_ANSWER_PLACE],
                         char second[CW_ANSWER_PLACE]) {
    for (int decimals = answer->decimals; decimals <= MOST_DECIMALS; decimals++) {
        write_place_with(answer, a, decimals, first, CW_ANSWER_PLACE);
        write_place_with(answer, b, decimals, second, CW_ANSWER_PLACE);
        if (strcmp(first, second) != 0) {
            return;
        }
    }
    write_place(answer, a, first, CW_ANSWER_PLACE);
    write_place(answer, b, second, CW_ANSWER_PLACE);
}

static uint32_t goal_index(const cw_answer *answer) {
    return answer->path.goal_index < answer->request.goal_count ? answer->path.goal_index : 0;
}

static bool blames_start(const cw_answer *answer) {
    return answer->path.status == CW_PATH_START_OFF_MESH ||
           answer->path.status == CW_PATH_START_TOO_TIGHT;
}

cw_vec3 cw_answer_blamed_end(const cw_answer *answer) {
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
    char place[CW_ANSWER_PLACE], other[CW_ANSWER_PLACE], radius[CW_ANSWER_NUMBER];
    char reason[CW_ANSWER_PLACE + CW_ANSWER_NUMBER];
    char away[CW_ANSWER_NUMBER], wall[CW_ANSWER_NUMBER];
    if (answer->nearest.place.cell == CW_NONE) {
        write_place(answer, cw_answer_blamed_end(answer), place, sizeof place);
    } else {
        write_places(answer, cw_answer_blamed_end(answer), answer->nearest.point, place, other);
    }
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

/// Whether some areas must not be entered: then these may part what is one island.
static bool forbids(const cw_path_request *request) {
    for (uint32_t i = 0; request->area_cost != NULL && i < request->area_count; i++) {
        if (isinf(request->area_cost[i])) {
            return true;
        }
    }
    return false;
}

static void explain_islands(cw_answer *answer) {
    char from[CW_ANSWER_PLACE], to[CW_ANSWER_PLACE];
    write_places(answer, answer->request.start, answer->request.goals[goal_index(answer)], from,
                 to);
    if (forbids(&answer->request)) {
        snprintf(answer->why, sizeof answer->why,
                 "no way leads from the start %s to the goal %s without a forbidden area", from,
                 to);
    } else if (answer->request.goal_count > 1) {
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
    cw_vec2 plan = gate->position;
    cw_vec3 point = {plan.x, plan.y, 0};
    if (gate->cell < answer->mesh->cell_count) {
        point.z = cw_navmesh_height(answer->mesh, gate->cell, plan);
    }
    char place[CW_ANSWER_PLACE], radius[CW_ANSWER_NUMBER], widest[CW_ANSWER_NUMBER];
    write_place(answer, point, place, sizeof place);
    cw_answer_metres(answer->request.radius, radius, sizeof radius);
    cw_answer_fitting(answer, gate->radius, widest, sizeof widest);
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

void cw_answer_explain(cw_answer *answer) {
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
