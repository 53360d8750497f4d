/// Drawing a navigation mesh.
///
/// Phases: a colour for each cell; which cells lie over which; then, from low to high, the cells by
/// colour (so that a sink can join those alike), portals, walls, corners and numbers of each level;
/// links last. An upper floor lets through a little of what it covers, and its walls cast a shadow
/// on it. Cost: linear in the edges, besides that of the levels.
#include "clearway/edges.h"
#include "draw/floors.h"
#include "draw/parts/coloring.h"
#include "draw/parts/label.h"

#include <math.h>
#include <stdio.h>

/// Width of the line that covers the seam between two cells, in portal widths.
static const double SEAM_WIDTH = 0.5;

static const double PORTAL_OPACITY = 0.85;

/// Of pale drawings: how much of a colour is left, and of a portal.
static const double PALE_SHARE = 0.4;
static const double PALE_PORTAL_OPACITY = 0.3;

static const cw_color LINK_COLOR = {0.36, 0.22, 0.58, 1};

typedef struct mesh_drawing {
    const cw_navmesh *mesh;
    const cw_draw_config *config;
    cw_draw_canvas canvas;
    cw_draw_labeler labeler;
    uint32_t *colors; ///< per cell
    uint32_t color_count;
    CW_ARRAY(cw_vec2) points;
} mesh_drawing;

cw_draw_config cw_draw_config_default(void) {
    return (cw_draw_config){
        .cells = true,
        .portals = true,
        .triangles = true,
        .notches = true,
        .areas_of_interest = true,
    };
}

cw_draw_bounds cw_draw_navmesh_bounds(const cw_navmesh *mesh) {
    cw_draw_bounds bounds = {{0, 0}, {0, 0}};
    bool empty = true;
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        cw_draw_bounds_add(&bounds, &empty, mesh->positions[i].x, mesh->positions[i].y);
    }
    return bounds;
}

static cw_status choose_colors(mesh_drawing *drawing) {
    uint32_t count = drawing->mesh->cell_count;
    CW_TRY(CW_ALLOCATE(drawing->canvas.context, drawing->colors, count));
    CW_TRY(cw_draw_color_faces(drawing->canvas.context, &drawing->canvas.net, drawing->colors));
    for (uint32_t cell = 0; cell < count; ++cell) {
        uint32_t needed = drawing->colors[cell] + 1;
        drawing->color_count = needed > drawing->color_count ? needed : drawing->color_count;
    }
    return CW_OK;
}

static cw_status draw_cell(mesh_drawing *drawing, uint32_t cell, const cw_draw_style *style) {
    uint32_t first = cw_navmesh_cell_begin(drawing->mesh, cell);
    uint32_t count = cw_navmesh_degree(drawing->mesh, cell);
    drawing->points.count = 0;
    CW_TRY(CW_ARRAY_RESERVE(drawing->canvas.context, &drawing->points, count));
    for (uint32_t i = 0; i < count; ++i) {
        drawing->points.items[drawing->points.count++] =
            cw_draw_net_start(&drawing->canvas.net, first + i);
    }
    cw_draw_polygon(drawing->canvas.sink, drawing->points.items, count, style);
    return CW_OK;
}

/// Colour number `color`, mixed with paper in a pale drawing.
static cw_color cell_color(const mesh_drawing *drawing, uint32_t color) {
    cw_color full = cw_draw_palette(color);
    double share = drawing->config->pale ? PALE_SHARE : 1;
    return (cw_color){1 - (1 - full.red) * share, 1 - (1 - full.green) * share,
                      1 - (1 - full.blue) * share, full.alpha};
}

/// The fill of a cell. On the lowest level a line of the same colour covers the seams that
/// smoothed edges leave; an upper level is translucent, where such a line would show.
static cw_draw_style cell_style(const mesh_drawing *drawing, uint32_t level, uint32_t color) {
    cw_draw_style style = cw_draw_fill(cw_draw_floor_color(cell_color(drawing, color), level));
    if (level == 0) {
        style.stroke = style.fill;
        style.width = drawing->canvas.pen.portal * SEAM_WIDTH;
    }
    return style;
}

static cw_status draw_cells(mesh_drawing *drawing, uint32_t level) {
    const cw_draw_levels *levels = &drawing->canvas.levels;
    for (uint32_t color = 0; color < drawing->color_count; ++color) {
        cw_draw_style style = cell_style(drawing, level, color);
        for (uint32_t i = levels->first[level]; i < levels->first[level + 1]; ++i) {
            if (drawing->colors[levels->faces[i]] == color) {
                CW_TRY(draw_cell(drawing, levels->faces[i], &style));
            }
        }
    }
    return CW_OK;
}

/// Draws the portals of a level once each, with the higher of the two cells.
static void draw_portals(const mesh_drawing *drawing, uint32_t level) {
    const cw_draw_net *net = &drawing->canvas.net;
    double opacity = drawing->config->pale ? PALE_PORTAL_OPACITY : PORTAL_OPACITY;
    cw_draw_style style = cw_draw_stroke(cw_draw_faded(cw_draw_ink, opacity),
                                         drawing->canvas.pen.portal, drawing->canvas.pen.dash);
    for (uint32_t i = drawing->canvas.levels.first[level];
         i < drawing->canvas.levels.first[level + 1]; ++i) {
        uint32_t end = cw_draw_net_first(net, drawing->canvas.levels.faces[i] + 1);
        uint32_t edge = cw_draw_net_first(net, drawing->canvas.levels.faces[i]);
        for (; edge < end; ++edge) {
            if (cw_draw_levels_own(&drawing->canvas.levels, net, level, edge)) {
                cw_draw_segment(drawing->canvas.sink, cw_draw_net_start(net, edge),
                                cw_draw_net_end(net, edge), &style);
            }
        }
    }
}

/// Whether a position lies in a cell, seen from above.
static bool cell_contains(const cw_draw_net *net, uint32_t cell, cw_vec2 position) {
    uint32_t end = cw_draw_net_first(net, cell + 1);
    for (uint32_t edge = cw_draw_net_first(net, cell); edge < end; ++edge) {
        cw_vec2 a = cw_draw_net_start(net, edge), b = cw_draw_net_end(net, edge);
        if ((b.x - a.x) * (position.y - a.y) - (b.y - a.y) * (position.x - a.x) < 0) {
            return false;
        }
    }
    return true;
}

/// Whether a cell of a higher level lies over a cell at a position. Looks at all of them: numbers
/// are few, as only legible ones are drawn.
static bool is_covered(const void *owner, uint32_t cell, cw_vec2 position) {
    const mesh_drawing *drawing = owner;
    const cw_draw_levels *levels = &drawing->canvas.levels;
    for (uint32_t i = levels->first[levels->level[cell] + 1]; i < levels->face_count; ++i) {
        if (cell_contains(&drawing->canvas.net, levels->faces[i], position)) {
            return true;
        }
    }
    return false;
}

static cw_status draw_labels(mesh_drawing *drawing, uint32_t level) {
    drawing->labeler.owner = drawing;
    drawing->labeler.covered = is_covered;
    for (uint32_t i = drawing->canvas.levels.first[level];
         i < drawing->canvas.levels.first[level + 1]; ++i) {
        uint32_t cell = drawing->canvas.levels.faces[i];
        char number[16];
        int digits = snprintf(number, sizeof number, "%u", (unsigned)cell);
        cw_vec2 center;
        double height;
        CW_TRY(cw_draw_label_place(drawing->canvas.context, &drawing->canvas.net, cell,
                                   (uint32_t)digits, &drawing->canvas.pen, &drawing->labeler,
                                   &center, &height));
        if (height > 0) {
            cw_draw_text(drawing->canvas.sink, center, height, number, cw_draw_ink);
        }
    }
    return CW_OK;
}

static cw_status draw_level(mesh_drawing *drawing, uint32_t level) {
    const cw_draw_config *config = drawing->config;
    CW_TRY(cw_draw_canvas_level(&drawing->canvas, level));
    if (config->cells) {
        CW_TRY(draw_cells(drawing, level));
    } else {
        cw_draw_canvas_fill(&drawing->canvas, level);
    }
    if (config->portals) {
        draw_portals(drawing, level);
    }
    CW_TRY(cw_draw_canvas_walls(&drawing->canvas, config->vertices));
    return config->labels ? draw_labels(drawing, level) : CW_OK;
}

/// A floor below the one that is shown: its outline, for orientation.
static cw_status draw_below(mesh_drawing *drawing, uint32_t level) {
    CW_TRY(cw_draw_canvas_level(&drawing->canvas, level));
    cw_draw_canvas_fill(&drawing->canvas, level);
    return CW_OK;
}

static cw_vec2 middle_of(const cw_vec3 edge[2]) {
    return (cw_vec2){(edge[0].x + edge[1].x) / 2, (edge[0].y + edge[1].y) / 2};
}

/// Draws both edges of each link and the way between them; a dot stands where a one-way link ends.
static void draw_links(const mesh_drawing *drawing) {
    cw_draw_style solid = cw_draw_stroke(LINK_COLOR, drawing->canvas.pen.portal * 1.5, 0);
    cw_draw_style dashed =
        cw_draw_stroke(LINK_COLOR, drawing->canvas.pen.portal, drawing->canvas.pen.dash / 2);
    cw_draw_style end = cw_draw_fill(LINK_COLOR);
    for (uint32_t i = 0; i < drawing->mesh->link_count; ++i) {
        const cw_link *link = &drawing->mesh->links[i];
        cw_vec2 from[2] = {{link->from_edge[0].x, link->from_edge[0].y},
                           {link->from_edge[1].x, link->from_edge[1].y}};
        cw_vec2 to[2] = {{link->to_edge[0].x, link->to_edge[0].y},
                         {link->to_edge[1].x, link->to_edge[1].y}};
        cw_draw_line(drawing->canvas.sink, from, 2, &solid);
        cw_draw_line(drawing->canvas.sink, to, 2, &solid);
        cw_draw_segment(drawing->canvas.sink, middle_of(link->from_edge), middle_of(link->to_edge),
                        &dashed);
        if (link->kind != CW_LINK_STEP) {
            cw_draw_dot(drawing->canvas.sink, middle_of(link->to_edge), drawing->canvas.pen.dot,
                        &end);
        }
    }
}

static cw_status draw(mesh_drawing *drawing) {
    cw_draw_canvas *canvas = &drawing->canvas;
    canvas->pen = cw_draw_pen_make(canvas->sink, cw_draw_navmesh_bounds(drawing->mesh),
                                   cw_draw_net_length(&canvas->net));
    CW_TRY(choose_colors(drawing));
    CW_TRY(cw_draw_canvas_begin(canvas));
    uint32_t only = drawing->config->floor;
    for (uint32_t level = 0; level < canvas->levels.level_count; ++level) {
        if (only == 0 || level + 1 == only) {
            CW_TRY(draw_level(drawing, level));
        } else if (level + 1 < only) {
            CW_TRY(draw_below(drawing, level));
        }
    }
    if (drawing->config->portals && only == 0) {
        draw_links(drawing);
    }
    return CW_OK;
}

cw_status cw_draw_navmesh(cw_context *context, const cw_navmesh *mesh, const cw_draw_config *config,
                          const cw_draw_sink *sink) {
    CW_ASSERT(context != NULL && mesh != NULL && sink != NULL);
    cw_draw_config chosen = config != NULL ? *config : cw_draw_config_default();
    mesh_drawing drawing = {
        .mesh = mesh,
        .config = &chosen,
        .canvas = {.context = context, .sink = sink, .net = cw_draw_net_of_mesh(mesh)},
    };
    cw_status status = draw(&drawing);
    cw_draw_canvas_free(&drawing.canvas);
    cw_draw_labeler_free(context, &drawing.labeler);
    CW_RELEASE(context, drawing.colors, mesh->cell_count);
    CW_ARRAY_FREE(context, &drawing.points);
    return status;
}
