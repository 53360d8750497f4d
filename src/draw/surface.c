/// Drawing the walkable surface between the plan and the mesh.
///
/// Phases: which triangles lie over which; then, from low to high, the floor, its triangulation and
/// its walls; then, on top, the areas of interest and the notches. Cost: linear in the triangles,
/// and in what each notch sees of its area of interest.
#include "draw/cone.h"
#include "draw/outline.h"

#include <math.h>

/// How far areas of interest are shown: this many times the mean wall, within these millimetres.
static const double REACH_WALLS = 0.8;
static const double SHORTEST_REACH = 0.5;
static const double LONGEST_REACH = 9;

/// Opacity of the parts that must not hide what is below them.
static const double CONE_OPACITY = 0.20;
static const double CONE_EDGE_OPACITY = 0.55;
static const double TRIANGLE_OPACITY = 0.55;
static const double UPPER_FLOOR_OPACITY = 0.86;

/// Width of the paper-coloured line beside the walls of an upper floor, in wall widths.
static const double HALO_WIDTH = 5;

/// Radius of a notch, in radii of a corner.
static const double NOTCH_SIZE = 1.25;

typedef struct surface_drawing {
    cw_context *context;
    const cw_surface *surface;
    const cw_draw_config *config;
    const cw_draw_sink *sink;
    cw_draw_net net;
    cw_draw_pen pen;
    cw_draw_levels levels;
    cw_draw_outline outline;
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
    double length = cw_draw_net_wall_length(&drawing->net, &wall_count);
    drawing->pen =
        cw_draw_pen_make(drawing->sink, cw_draw_surface_bounds(drawing->surface), length);
    double mean = wall_count > 0 ? length / wall_count * drawing->pen.scale : 0;
    double reach = fmin(LONGEST_REACH, fmax(SHORTEST_REACH, mean * REACH_WALLS));
    drawing->reach = reach / drawing->pen.scale;
}

/// Draws open edges and portals of a level once each, with the higher of the two triangles.
static void draw_edges(const surface_drawing *drawing, uint32_t level, cw_edge_kind kind,
                       const cw_draw_style *style) {
    const cw_draw_net *net = &drawing->net;
    for (uint32_t i = drawing->levels.first[level]; i < drawing->levels.first[level + 1]; ++i) {
        uint32_t first = 3 * drawing->levels.faces[i];
        for (uint32_t edge = first; edge < first + 3; ++edge) {
            uint32_t twin = net->twin[edge];
            if (twin == CW_NONE || drawing->surface->edges[edge] != kind) {
                continue;
            }
            uint32_t other = drawing->levels.level[twin / 3];
            if (other < level || (other == level && edge < twin)) {
                cw_draw_segment(drawing->sink, cw_draw_net_start(net, edge),
                                cw_draw_net_end(net, edge), style);
            }
        }
    }
}

static void draw_corners(const surface_drawing *drawing) {
    cw_draw_style style = cw_draw_fill(cw_draw_ink);
    const cw_draw_outline *outline = &drawing->outline;
    for (uint32_t i = 0; i < outline->edges.count; ++i) {
        if (drawing->net.twin[outline->edges.items[i]] == CW_NONE) {
            cw_draw_dot(drawing->sink, outline->points.items[i], drawing->pen.dot, &style);
        }
    }
}

static cw_status draw_level(surface_drawing *drawing, uint32_t level) {
    const cw_draw_pen *pen = &drawing->pen;
    cw_draw_style floor =
        cw_draw_fill(cw_draw_faded(cw_draw_floor, level > 0 ? UPPER_FLOOR_OPACITY : 1));
    cw_draw_style halo = cw_draw_stroke(cw_draw_paper, pen->wall * HALO_WIDTH, 0);
    cw_draw_style obstacle = cw_draw_fill(cw_draw_obstacle);
    cw_draw_style wall = cw_draw_stroke(cw_draw_ink, pen->wall, 0);
    cw_draw_style hairline =
        cw_draw_stroke(cw_draw_faded(cw_draw_ink, TRIANGLE_OPACITY), pen->hairline, 0);
    cw_draw_style portal = cw_draw_stroke(cw_draw_ink, pen->portal, pen->dash);
    cw_draw_outline *outline = &drawing->outline;
    CW_TRY(cw_draw_outline_make(drawing->context, &drawing->net, &drawing->levels, level, outline));
    if (level > 0) {
        CW_TRY(
            cw_draw_outline_walls(drawing->context, &drawing->net, outline, drawing->sink, &halo));
    } else {
        cw_draw_outline_holes(&drawing->net, outline, drawing->sink, &obstacle);
    }
    cw_draw_outline_fill(outline, drawing->sink, &floor);
    if (drawing->config->triangles) {
        draw_edges(drawing, level, CW_EDGE_OPEN, &hairline);
    }
    if (drawing->config->portals) {
        draw_edges(drawing, level, CW_EDGE_PORTAL, &portal);
    }
    CW_TRY(cw_draw_outline_walls(drawing->context, &drawing->net, outline, drawing->sink, &wall));
    if (drawing->config->vertices) {
        draw_corners(drawing);
    }
    return CW_OK;
}

static cw_status draw_cones(surface_drawing *drawing) {
    cw_draw_style style = cw_draw_fill(cw_draw_faded(cw_draw_accent, CONE_OPACITY));
    style.stroke = cw_draw_faded(cw_draw_accent, CONE_EDGE_OPACITY);
    style.width = drawing->pen.hairline;
    for (uint32_t i = 0; i < drawing->notch_count; ++i) {
        cw_draw_cone *cone = &drawing->cone;
        CW_TRY(cw_draw_cone_make(drawing->context, drawing->surface, &drawing->notches[i],
                                 drawing->reach, cone));
        if (cone->points.count > 2) {
            uint32_t first[2] = {0, cone->points.count};
            cw_draw_area(drawing->sink, cone->points.items, first, 1, &style);
        }
    }
    return CW_OK;
}

static void draw_notches(const surface_drawing *drawing) {
    cw_draw_style style = cw_draw_fill(cw_draw_accent);
    style.stroke = cw_draw_paper;
    style.width = drawing->pen.hairline;
    for (uint32_t i = 0; i < drawing->notch_count; ++i) {
        cw_vec3 position = drawing->surface->positions[drawing->notches[i].vertex];
        cw_draw_dot(drawing->sink, (cw_vec2){position.x, position.y}, drawing->pen.dot * NOTCH_SIZE,
                    &style);
    }
}

static cw_status draw(surface_drawing *drawing) {
    choose_sizes(drawing);
    CW_TRY(cw_draw_levels_make(drawing->context, &drawing->net, &drawing->levels));
    for (uint32_t level = 0; level < drawing->levels.level_count; ++level) {
        CW_TRY(draw_level(drawing, level));
    }
    if (drawing->config->notches || drawing->config->areas_of_interest) {
        CW_TRY(cw_navmesh_notches(drawing->context, drawing->surface, NULL, &drawing->notches,
                                  &drawing->notch_count));
    }
    if (drawing->config->areas_of_interest) {
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
        .context = context,
        .surface = surface,
        .config = &chosen,
        .sink = sink,
        .net = cw_draw_net_of_surface(surface),
    };
    cw_status status = draw(&drawing);
    cw_draw_levels_free(context, &drawing.levels);
    cw_draw_outline_free(context, &drawing.outline);
    cw_draw_cone_free(context, &drawing.cone);
    CW_RELEASE(context, drawing.notches, drawing.notch_count);
    return status;
}
