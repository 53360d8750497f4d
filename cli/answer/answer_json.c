/// The answer to a path query as JSON.
#include "answer.h"

static void write_point(cw_cli_json *json, const char *key, cw_vec3 point) {
    cw_cli_json_row(json, key, (const double[]){point.x, point.y, point.z}, 3);
}

static void write_plan(cw_cli_json *json, const char *key, cw_vec2 point) {
    cw_cli_json_row(json, key, (const double[]){point.x, point.y}, 2);
}

static void write_cells(cw_cli_json *json, const cw_path *path) {
    cw_cli_json_open_array(json, "cells");
    for (uint32_t i = 0; i < path->cell_count; i++) {
        cw_cli_json_count(json, NULL, path->cells[i]);
    }
    cw_cli_json_close_array(json);
}

static void write_portals(cw_cli_json *json, const cw_path *path) {
    cw_cli_json_open_array(json, "portals");
    for (uint32_t i = 0; i < path->portal_count; i++) {
        const cw_path_portal *portal = &path->portals[i];
        cw_cli_json_open_object(json, NULL);
        write_point(json, "from", portal->right);
        write_point(json, "to", portal->left);
        cw_cli_json_open_array(json, "usable");
        write_point(json, NULL, portal->usable[0]);
        write_point(json, NULL, portal->usable[1]);
        cw_cli_json_close_array(json);
        cw_cli_json_close_object(json);
    }
    cw_cli_json_close_array(json);
}

static void write_points(cw_cli_json *json, const cw_path *path) {
    cw_cli_json_open_array(json, "points");
    write_point(json, NULL, path->start);
    for (uint32_t i = 0; i < path->leg_count; i++) {
        write_point(json, NULL, path->legs[i].to);
    }
    cw_cli_json_close_array(json);
}

/// Leg i runs from point i to point i + 1.
static void write_legs(cw_cli_json *json, const cw_path *path) {
    cw_cli_json_open_array(json, "legs");
    for (uint32_t i = 0; i < path->leg_count; i++) {
        const cw_path_leg *leg = &path->legs[i];
        cw_cli_json_open_object(json, NULL);
        write_point(json, "from", leg->from);
        write_point(json, "to", leg->to);
        if (leg->arc) {
            cw_cli_json_open_object(json, "arc");
            write_plan(json, "center", leg->center);
            cw_cli_json_flag(json, "ccw", leg->ccw);
            cw_cli_json_close_object(json);
        }
        if (leg->link) {
            cw_cli_json_flag(json, "link", true);
        }
        cw_cli_json_close_object(json);
    }
    cw_cli_json_close_array(json);
}

static void write_links(cw_cli_json *json, const cw_answer *answer) {
    static const char *const words[] = {"step", "drop", "jump"};
    const cw_path *path = &answer->path;
    cw_cli_json_number(json, "cost", path->cost);
    cw_cli_json_open_array(json, "links");
    for (uint32_t i = 0; i < path->link_count; i++) {
        const cw_path_link *crossed = &path->links[i];
        const cw_path_leg *leg = &path->legs[crossed->leg];
        cw_cli_json_open_object(json, NULL);
        cw_cli_json_count(json, "link", crossed->link);
        cw_cli_json_text(json, "kind", words[answer->mesh->links[crossed->link].kind]);
        cw_cli_json_flag(json, "backward", crossed->backward);
        cw_cli_json_number(json, "cost", crossed->cost);
        cw_cli_json_count(json, "leg", crossed->leg);
        write_point(json, "from", leg->from);
        write_point(json, "to", leg->to);
        cw_cli_json_close_object(json);
    }
    cw_cli_json_close_array(json);
}

static const char *guarantee_word(const cw_path *path) {
    if (path->slack > 0) {
        return "slack";
    }
    return path->guarantee == CW_PATH_SHORTEST ? "shortest" : "corridor";
}

const char *cw_answer_status_word(cw_path_status status) {
    switch (status) {
    case CW_PATH_FOUND: return "found";
    case CW_PATH_PARTIAL: return "partial";
    case CW_PATH_RUNNING: return "running";
    case CW_PATH_START_OFF_MESH: return "start_off_mesh";
    case CW_PATH_GOAL_OFF_MESH: return "goal_off_mesh";
    case CW_PATH_START_TOO_TIGHT: return "start_too_tight";
    case CW_PATH_GOAL_TOO_TIGHT: return "goal_too_tight";
    case CW_PATH_DISCONNECTED: return "disconnected";
    case CW_PATH_BLOCKED: return "blocked";
    case CW_PATH_FAILED: return "failed";
    }
    return "";
}

/// What is known beside the path: the widest radius, the gap that limits it, a place with room.
static void write_surroundings(cw_cli_json *json, const cw_answer *answer) {
    if (answer->has_gap) {
        cw_cli_json_number(json, "widest", answer->gap.radius);
        write_plan(json, "gap", answer->gap.position);
    }
    if (answer->nearest.place.cell != CW_NONE) {
        write_point(json, "nearest", answer->nearest.point);
    }
}

void cw_answer_json(cw_cli_json *json, const cw_answer *answer) {
    const cw_path *path = &answer->path;
    cw_cli_json_open_object(json, NULL);
    cw_cli_json_flag(json, "found", cw_answer_found(answer));
    if (!cw_answer_found(answer)) {
        cw_cli_json_text(json, "why", answer->why);
    }
    cw_cli_json_text(json, "status", cw_answer_status_word(path->status));
    if (!cw_answer_has_path(answer)) {
        cw_cli_json_number(json, "radius", answer->request.radius);
    } else {
        cw_cli_json_number(json, "length", path->length);
        cw_cli_json_number(json, "surface_length", cw_answer_surface_length(answer));
        cw_cli_json_number(json, "radius", path->radius);
        cw_cli_json_text(json, "guarantee", guarantee_word(path));
        if (path->slack > 0) {
            cw_cli_json_number(json, "slack", path->slack);
        }
        cw_cli_json_count(json, "goal", path->goal_index);
        write_cells(json, path);
        write_portals(json, path);
        write_points(json, path);
        write_legs(json, path);
        write_links(json, answer);
        cw_cli_json_count(json, "expansions", path->expansions);
    }
    write_surroundings(json, answer);
    cw_cli_json_close_object(json);
}
