/// The gap that blocked a query: the widest disc that passes it, the one that was asked for, and
/// the width between the walls.
#include "draw/path/path.h"

#include <math.h>
#include <stdio.h>

/// Millimetres on the picture: the marks of a gap, its text, and the air around that.
static const double GAP_WIDTH = 0.4;
static const double GAP_DASH = 0.9;
static const double TEXT_HEIGHT = 2.2;
static const double TEXT_AIR = 0.8;

static const double PAPER_OPACITY = 0.88;

/// The point of a wall that is nearest to a plan position.
static cw_vec2 nearest_on_wall(const cw_navmesh *mesh, uint32_t wall, cw_vec2 position) {
    cw_draw_net net = cw_draw_net_of_mesh(mesh);
    cw_vec2 from = cw_draw_net_start(&net, wall);
    double length;
    cw_vec2 way = cw_draw_direction(from, cw_draw_net_end(&net, wall), &length);
    double along = (position.x - from.x) * way.x + (position.y - from.y) * way.y;
    return cw_vec2_along(from, fmin(length, fmax(0, along)), way);
}

/// The line across a gap, from wall to wall; its direction into *across.
static void draw_line(const cw_path_drawing *drawing, const cw_gate *gate, cw_vec2 position,
                      cw_vec2 *across) {
    *across = (cw_vec2){1, 0};
    if (gate->walls[0] >= drawing->mesh->edge_count ||
        gate->walls[1] >= drawing->mesh->edge_count) {
        return;
    }
    cw_vec2 from = nearest_on_wall(drawing->mesh, gate->walls[0], position);
    cw_vec2 to = nearest_on_wall(drawing->mesh, gate->walls[1], position);
    cw_vec2 way = cw_draw_direction(from, to, NULL);
    *across = way.x != 0 || way.y != 0 ? way : *across;
    cw_draw_style style = cw_draw_stroke(cw_draw_accent, GAP_WIDTH, 0);
    cw_draw_segment(drawing->sink, from, to, &style);
    double tick = 2 * GAP_WIDTH / drawing->scale;
    cw_vec2 along = {-across->y, across->x};
    cw_draw_segment(drawing->sink, cw_vec2_along(from, -tick, along),
                    cw_vec2_along(from, tick, along), &style);
    cw_draw_segment(drawing->sink, cw_vec2_along(to, -tick, along), cw_vec2_along(to, tick, along),
                    &style);
}

/// A text on a piece of paper, beside a disc: below it where the gap runs left to right, else on
/// its right.
static void draw_label(const cw_path_drawing *drawing, cw_vec2 center, double radius,
                       cw_vec2 across, const char *text) {
    double half = (cw_draw_text_width(text) * TEXT_HEIGHT / 2 + TEXT_AIR) / drawing->scale;
    double rise = (TEXT_HEIGHT / 2 + TEXT_AIR) / drawing->scale, air = TEXT_AIR / drawing->scale;
    bool below = fabs(across.x) > fabs(across.y);
    if (below) {
        center.y -= radius + rise + air;
    } else {
        center.x += radius + half + air;
    }
    cw_vec2 box[4] = {{center.x - half, center.y - rise},
                      {center.x + half, center.y - rise},
                      {center.x + half, center.y + rise},
                      {center.x - half, center.y + rise}};
    cw_draw_style paper = cw_draw_fill(cw_draw_faded(cw_draw_paper, PAPER_OPACITY));
    cw_draw_polygon(drawing->sink, box, 4, &paper);
    cw_draw_text(drawing->sink, center, TEXT_HEIGHT, text, cw_draw_accent);
}

cw_status cw_draw_path_gap(cw_path_drawing *drawing, uint32_t index) {
    const cw_path *path = &drawing->paths[index];
    if (path->status != CW_PATH_BLOCKED && path->status != CW_PATH_PARTIAL) {
        return CW_OK;
    }
    const cw_gate *gate = &path->gate;
    if (gate->cell == CW_NONE || !(gate->radius >= 0) || !(path->radius > gate->radius)) {
        return CW_OK;
    }
    cw_vec2 position = gate->position;
    cw_draw_style passes = cw_draw_fill(cw_draw_faded(cw_draw_accent, CW_DRAW_SWEPT_OPACITY));
    CW_TRY(cw_draw_path_circle(drawing, position, gate->radius, &passes));
    cw_draw_style asked = cw_draw_stroke(cw_draw_accent, GAP_WIDTH, GAP_DASH);
    CW_TRY(cw_draw_path_circle(drawing, position, path->radius, &asked));
    cw_vec2 across;
    draw_line(drawing, gate, position, &across);
    char width[32], text[48];
    cw_draw_metres(2 * gate->radius, width, sizeof width);
    snprintf(text, sizeof text, "%s wide", width);
    draw_label(drawing, position, path->radius, across, text);
    return CW_OK;
}
