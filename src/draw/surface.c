/// Drawing the walkable surface between the plan and the mesh.
///
/// Phases: which triangles lie over which; then, from low to high, the floor, its triangulation and
/// its walls; then, on top, the areas of interest and the notches. Cost: linear in the triangles,
/// and in what each notch sees of its area of interest.
#include "draw/floors.h"
#include "draw/parts/cone.h"

#include <math.h>

/// How far areas of interest are shown: this many times the mean wall, at most so many millimetres.
static const double REACH_WALLS = 0.6;
static const double LONGEST_REACH = 9;

/// Areas of interest are left out of a drawing where they would reach less than this many
/// millimetres, and single ones where they would be a speck on their notch.
static const double SHORTEST_REACH = 0.8;
static const double SHORTEST_OWN_REACH = 0.3;

/// Opacity of the parts that must not hide what is below them.
static const double CONE_OPACITY = 0.20;
static const double CONE_EDGE_OPACITY = 0.55;
static const double TRIANGLE_OPACITY = 0.55;

/// How far the drawn arc of an area of interest may be off, in millimetres.
static const double CONE_SMOOTHNESS = 0.02;

/// No area of interest reaches farther than this many times the longer wall at its notch, or those
/// of a round pillar would hide it.
static const double REACH_OWN_WALLS = 2;

/// Radius of a notch, in radii of a corner; its rim and the length of wall it may take, in radii.
static const double NOTCH_SIZE = 1.2;
static const double NOTCH_RIM = 0.2;
static const double NOTCH_ROOM = 0.45;

/// A rim thinner than this, in millimetres, is left out: it would not be seen.
static const double THINNEST_RIM = 0.03;

/// Notches at short walls are smaller, but not lost.
enum { MAX_HALVINGS = 2 };

typedef struct surface_drawing {
    const cw_surface *surface;
    const cw_draw_config *config;
    cw_draw_canvas canvas;
    cw_draw_cone cone;
    cw_notch *notches;
    uint32_t notch_count;
    double reach; ///< of areas of interest, metres
} surface_drawing;

cw_draw_bounds cw_draw_surface_bounds(const cw_surface *surface) {
    cw_draw_bounds bounds = {{0, 0}, {0, 0}};
    bool empty = true;
    for (uint32_t i = 0; i < surface->vertex_count; ++i) {
        cw_draw_bounds_add(&bounds, &empty, surface->positions[i].x, surface->positions[i].y);
    }
    return bounds;
}

/// Chooses line widths by the walls; the triangulation is allowed to be dense.
static void choose_sizes(surface_drawing *drawing) {
    uint32_t wall_count;
    double length = cw_draw_net_wall_length(&drawing->canvas.net, &wall_count);
    drawing->canvas.pen =
        cw_draw_pen_make(drawing->canvas.sink, cw_draw_surface_bounds(drawing->surface), length);
    double mean = wall_count > 0 ? length / wall_count * drawing->canvas.pen.scale : 0;
    drawing->reach = fmin(LONGEST_REACH, mean * REACH_WALLS) / drawing->canvas.pen.scale;
}

/// Draws open edges and portals of a level once each, with the higher of the two triangles.
static void draw_edges(const surface_drawing *drawing, uint32_t level, cw_edge_kind kind,
                       const cw_draw_style *style) {
    const cw_draw_net *net = &drawing->canvas.net;
    for (uint32_t i = drawing->canvas.levels.first[level];
         i < drawing->canvas.levels.first[level + 1]; ++i) {
        uint32_t first = 3 * drawing->canvas.levels.faces[i];
        for (uint32_t edge = first; edge < first + 3; ++edge) {
            if (drawing->surface->edges[edge] == kind &&
                cw_draw_levels_own(&drawing->canvas.levels, net, level, edge)) {
                cw_draw_segment(drawing->canvas.sink, cw_draw_net_start(net, edge),
                                cw_draw_net_end(net, edge), style);
            }
        }
    }
}

static cw_status draw_level(surface_drawing *drawing, uint32_t level) {
    const cw_draw_pen *pen = &drawing->canvas.pen;
    CW_TRY(cw_draw_canvas_level(&drawing->canvas, level));
    cw_draw_canvas_fill(&drawing->canvas, level);
    if (drawing->config->triangles) {
        cw_color faint = cw_draw_faded(cw_draw_ink, TRIANGLE_OPACITY);
        cw_draw_style hairline = cw_draw_stroke(faint, pen->hairline, 0);
        draw_edges(drawing, level, CW_EDGE_OPEN, &hairline);
    }
    if (drawing->config->portals) {
        cw_draw_style portal = cw_draw_stroke(cw_draw_ink, pen->portal, pen->dash);
        draw_edges(drawing, level, CW_EDGE_PORTAL, &portal);
    }
    return cw_draw_canvas_walls(&drawing->canvas, drawing->config->vertices);
}

/// Lengths of the two walls at a notch, in metres: the shorter and the longer one.
static void measure_walls(const surface_drawing *drawing, uint32_t vertex, double *shorter,
                          double *longer) {
    const cw_draw_net *net = &drawing->canvas.net;
    uint32_t leaving = drawing->surface->vertex_wall[vertex];
    uint32_t arriving = cw_draw_net_previous(net, leaving);
    for (uint32_t step = 0; net->twin[arriving] != CW_NONE && step < net->face_count; ++step) {
        arriving = cw_draw_net_previous(net, net->twin[arriving]);
    }
    double a = cw_draw_net_edge_length(net, leaving);
    double b = cw_draw_net_edge_length(net, arriving);
    *shorter = fmin(a, b);
    *longer = fmax(a, b);
}

static cw_status draw_cones(surface_drawing *drawing) {
    cw_draw_style style = cw_draw_fill(cw_draw_faded(cw_draw_accent, CONE_OPACITY));
    style.stroke = cw_draw_faded(cw_draw_accent, CONE_EDGE_OPACITY);
    style.width = drawing->canvas.pen.hairline;
    for (uint32_t i = 0; i < drawing->notch_count; ++i) {
        cw_draw_cone *cone = &drawing->cone;
        double shorter, longer;
        measure_walls(drawing, drawing->notches[i].vertex, &shorter, &longer);
        double reach = fmin(drawing->reach, longer * REACH_OWN_WALLS);
        if (reach * drawing->canvas.pen.scale < SHORTEST_OWN_REACH) {
            continue;
        }
        CW_TRY(cw_draw_cone_make(drawing->canvas.context, drawing->surface, &drawing->notches[i],
                                 reach, CONE_SMOOTHNESS / drawing->canvas.pen.scale, cone));
        if (cone->points.count > 2) {
            cw_draw_polygon(drawing->canvas.sink, cone->points.items, cone->points.count, &style);
        }
    }
    return CW_OK;
}

/// How often the size of a notch is halved to leave room between it and the next corner.
static uint32_t notch_halvings(const surface_drawing *drawing, uint32_t notch, double radius) {
    double shorter, longer;
    measure_walls(drawing, drawing->notches[notch].vertex, &shorter, &longer);
    double room = shorter * drawing->canvas.pen.scale * NOTCH_ROOM;
    uint32_t halvings = 0;
    while (halvings < MAX_HALVINGS && radius > room) {
        radius /= 2;
        ++halvings;
    }
    return halvings;
}

/// Draws the notches, those of one size together.
static void draw_notches(const surface_drawing *drawing) {
    cw_draw_style style = cw_draw_fill(cw_draw_accent);
    double largest = drawing->canvas.pen.dot * NOTCH_SIZE;
    for (uint32_t halvings = 0; halvings <= MAX_HALVINGS; ++halvings) {
        double radius = ldexp(largest, -(int)halvings);
        style.width = radius * NOTCH_RIM;
        style.stroke = cw_draw_faded(cw_draw_paper, style.width >= THINNEST_RIM ? 1 : 0);
        for (uint32_t i = 0; i < drawing->notch_count; ++i) {
            if (notch_halvings(drawing, i, largest) == halvings) {
                cw_vec3 position = drawing->surface->positions[drawing->notches[i].vertex];
                cw_draw_dot(drawing->canvas.sink, (cw_vec2){position.x, position.y}, radius,
                            &style);
            }
        }
    }
}

static cw_status draw(surface_drawing *drawing) {
    cw_draw_canvas *canvas = &drawing->canvas;
    choose_sizes(drawing);
    CW_TRY(cw_draw_canvas_begin(canvas));
    for (uint32_t level = 0; level < canvas->levels.level_count; ++level) {
        CW_TRY(draw_level(drawing, level));
    }
    if (drawing->config->notches || drawing->config->areas_of_interest) {
        CW_TRY(cw_navmesh_notches(canvas->context, drawing->surface, NULL, &drawing->notches,
                                  &drawing->notch_count));
    }
    bool legible = drawing->reach * canvas->pen.scale >= SHORTEST_REACH;
    if (drawing->config->areas_of_interest && legible) {
        CW_TRY(draw_cones(drawing));
    }
    if (drawing->config->notches) {
        draw_notches(drawing);
    }
    return CW_OK;
}

cw_status cw_draw_surface(cw_context *context, const cw_surface *surface,
                          const cw_draw_config *config, const cw_draw_sink *sink) {
    CW_ASSERT(context != NULL && surface != NULL && sink != NULL);
    cw_draw_config chosen = config != NULL ? *config : cw_draw_config_default();
    surface_drawing drawing = {
        .surface = surface,
        .config = &chosen,
        .canvas = {.context = context, .sink = sink, .net = cw_draw_net_of_surface(surface)},
    };
    cw_status status = draw(&drawing);
    cw_draw_canvas_free(&drawing.canvas);
    cw_draw_cone_free(context, &drawing.cone);
    CW_RELEASE(context, drawing.notches, drawing.notch_count);
    return status;
}
