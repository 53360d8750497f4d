/// Asking for a path, and for what is around its ends where there is none.
#include "answer.h"

/// The nearest place with room for the disc, for an end that has none.
static cw_status find_room(cw_answer *answer) {
    cw_vec3 end = cw_answer_blamed_end(answer);
    cw_path_status status = answer->path.status;
    if (status == CW_PATH_START_TOO_TIGHT || status == CW_PATH_GOAL_TOO_TIGHT) {
        cw_vec2 touched;
        cw_status asked = cw_query_wall(answer->query, end, &answer->wall, &touched);
        if (asked != CW_OK) {
            return asked;
        }
    }
    double farther_than_any = 4 * CW_COORDINATE_LIMIT;
    return cw_query_nearest(answer->query, end, answer->request.radius, farther_than_any,
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
        cw_answer_explain(answer);
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
    answer->decimals = cw_answer_decimals(answer->mesh);
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
        cw_answer_explain(answer);
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
