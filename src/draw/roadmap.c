/// Drawing a roadmap: lanes first, so that level 0 and its colours stay on top.
#include "draw/parts/pen.h"

#include <math.h>

/// Colours of clearance from none to the most: dark red over yellow to blue-green.
static const cw_color SCALE[] = {
    {0.45, 0.02, 0.15, 1}, {0.84, 0.19, 0.15, 1}, {0.96, 0.55, 0.20, 1},
    {0.55, 0.72, 0.25, 1}, {0.10, 0.60, 0.55, 1}, {0.10, 0.35, 0.65, 1},
};
enum { SCALE_LAST = sizeof SCALE / sizeof *SCALE - 1 };

/// Metres of clearance at which the scale ends: more makes no difference to people.
static const double SCALE_END = 2.0;
/// Widths in millimetres.
static const double RIDGE = 0.45, LANE = 0.25, LEAF = 0.12, WALL = 0.5, DOOR = 0.8;
/// How opaque level 1 is, and how much of that each further level keeps.
static const double LANE_ALPHA = 0.95, FADE = 0.8, FAINTEST = 0.35;
static const cw_color LANE_COLOR = {0.45, 0.35, 0.75, 1};
static const cw_color LEAF_COLOR = {0.72, 0.72, 0.72, 1};
static const cw_color DOOR_COLOR = {0.85, 0.10, 0.45, 1};

static cw_vec2 flat(cw_vec3 position) {
    return (cw_vec2){position.x, position.y};
}

cw_draw_bounds cw_draw_roadmap_bounds(const cw_roadmap *roadmap) {
    cw_draw_bounds bounds = {{0, 0}, {0, 0}};
    bool empty = true;
    for (uint32_t i = 0; i < roadmap->wall_count; i++) {
        cw_draw_bounds_add(&bounds, &empty, roadmap->walls[i].from.x, roadmap->walls[i].from.y);
    }
    return bounds;
}

static cw_draw_style style_of(const cw_roadmap_edge *edge) {
    if (edge->level > 0) {
        double alpha = LANE_ALPHA;
        for (uint16_t i = 1; i < edge->level && alpha > FAINTEST; i++) {
            alpha *= FADE;
        }
        bool rung = (edge->flags & CW_ROADMAP_RUNG) != 0;
        return cw_draw_stroke(cw_draw_faded(LANE_COLOR, alpha), rung ? LEAF : LANE, 0);
    }
    bool leaf = (edge->flags & CW_ROADMAP_LEAF) != 0;
    return leaf ? cw_draw_stroke(LEAF_COLOR, LEAF, 0)
                : cw_draw_stroke(
                      cw_draw_on_scale(SCALE, SCALE_LAST, fmin(edge->clearance / SCALE_END, 1)),
                      RIDGE, 0);
}

/// Edges of one pass: 0 leaves, 1 lanes, 2 the rest.
static void draw_edges(const cw_roadmap *roadmap, const cw_draw_sink *sink, int pass) {
    for (uint32_t i = 0; i < roadmap->edge_count; i++) {
        const cw_roadmap_edge *edge = &roadmap->edges[i];
        bool leaf = (edge->flags & CW_ROADMAP_LEAF) != 0;
        if ((edge->level > 0 ? 1 : leaf ? 0 : 2) == pass) {
            cw_draw_style style = style_of(edge);
            cw_draw_segment(sink, flat(roadmap->nodes[edge->from].position),
                            flat(roadmap->nodes[edge->to].position), &style);
        }
    }
}

cw_status cw_draw_roadmap(cw_context *context, const cw_roadmap *roadmap,
                          const cw_draw_sink *sink) {
    (void)context;
    for (int pass = 0; pass < 3; pass++) {
        draw_edges(roadmap, sink, pass);
    }
    cw_draw_style wall = cw_draw_stroke(cw_draw_ink, WALL, 0);
    for (uint32_t i = 0; i < roadmap->wall_count; i++) {
        if (!roadmap->walls[i].cap) {
            cw_draw_segment(sink, flat(roadmap->walls[i].from), flat(roadmap->walls[i].to), &wall);
        }
    }
    cw_draw_style door = cw_draw_fill(DOOR_COLOR);
    for (uint32_t i = 0; i < roadmap->node_count; i++) {
        if (roadmap->nodes[i].door) {
            cw_draw_dot(sink, flat(roadmap->nodes[i].position), DOOR, &door);
        }
    }
    return CW_OK;
}
