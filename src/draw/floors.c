/// Floors and their outlines.
///
/// A half-edge is boundary where nothing, or a face of another level, lies behind it. The boundary
/// goes on from its end with the next half-edge of the face; where that is not boundary, with the
/// next one of the face behind it, and so on around the corner. Every boundary half-edge follows
/// exactly one other, so the loops close by themselves. Cost: linear in the edges of the level.
#include "draw/floors.h"

#include <math.h>
#include <string.h>

/// How dark the shadow of an upper floor is.
static const double SHADOW_OPACITY = 0.15;

static bool is_boundary(const cw_draw_canvas *canvas, uint32_t level, uint32_t edge) {
    uint32_t twin = canvas->net.twin[edge];
    return twin == CW_NONE || canvas->levels.level[cw_draw_net_face(&canvas->net, twin)] != level;
}

static uint32_t next_boundary(const cw_draw_canvas *canvas, uint32_t level, uint32_t edge) {
    edge = cw_draw_net_next(&canvas->net, edge);
    while (!is_boundary(canvas, level, edge)) {
        edge = cw_draw_net_next(&canvas->net, canvas->net.twin[edge]);
    }
    return edge;
}

static cw_status collect_loop(cw_draw_canvas *canvas, uint32_t level, uint32_t edge) {
    cw_draw_outline *outline = &canvas->outline;
    while (!outline->seen[edge]) {
        outline->seen[edge] = 1;
        cw_vec2 start = cw_draw_net_start(&canvas->net, edge);
        CW_TRY(CW_ARRAY_PUSH(canvas->context, &outline->edges, edge));
        CW_TRY(CW_ARRAY_PUSH(canvas->context, &outline->points, start));
        edge = next_boundary(canvas, level, edge);
    }
    return CW_ARRAY_PUSH(canvas->context, &outline->first, outline->edges.count);
}

/// Collects the boundary of the faces of one level.
static cw_status make_outline(cw_draw_canvas *canvas, uint32_t level) {
    const cw_draw_net *net = &canvas->net;
    const cw_draw_levels *levels = &canvas->levels;
    cw_draw_outline *outline = &canvas->outline;
    if (outline->seen == NULL) {
        CW_TRY(CW_ALLOCATE(canvas->context, outline->seen, net->edge_count));
        outline->seen_count = net->edge_count;
    }
    outline->edges.count = 0;
    outline->points.count = 0;
    outline->first.count = 0;
    CW_TRY(CW_ARRAY_PUSH(canvas->context, &outline->first, 0));
    for (uint32_t i = levels->first[level]; i < levels->first[level + 1]; ++i) {
        uint32_t face = levels->faces[i];
        uint32_t end = cw_draw_net_first(net, face + 1);
        for (uint32_t edge = cw_draw_net_first(net, face); edge < end; ++edge) {
            if (!outline->seen[edge] && is_boundary(canvas, level, edge)) {
                CW_TRY(collect_loop(canvas, level, edge));
            }
        }
    }
    return CW_OK;
}

static uint32_t loop_count(const cw_draw_outline *outline) {
    return outline->first.count - 1;
}

/// Whether a loop, of walls alone, runs around something that stands in the floor.
static bool is_hole(const cw_draw_canvas *canvas, uint32_t loop) {
    const cw_draw_outline *outline = &canvas->outline;
    uint32_t first = outline->first.items[loop], end = outline->first.items[loop + 1];
    for (uint32_t i = first; i < end; ++i) {
        if (canvas->net.twin[outline->edges.items[i]] != CW_NONE) {
            return false;
        }
    }
    return cw_draw_loop_area(&outline->points.items[first], end - first) < 0;
}

static void fill_holes(const cw_draw_canvas *canvas) {
    const cw_draw_outline *outline = &canvas->outline;
    cw_draw_style style = cw_draw_fill(cw_draw_obstacle);
    for (uint32_t loop = 0; loop < loop_count(outline); ++loop) {
        uint32_t first = outline->first.items[loop];
        if (is_hole(canvas, loop)) {
            cw_draw_polygon(canvas->sink, &outline->points.items[first],
                            outline->first.items[loop + 1] - first, &style);
        }
    }
}

/// Moves an end of a line towards its neighbour; false where the line has no such length.
static bool shorten(cw_vec2 *end, cw_vec2 neighbor, double length) {
    double whole = hypot(neighbor.x - end->x, neighbor.y - end->y);
    if (whole > length) {
        end->x += (neighbor.x - end->x) * (length / whole);
        end->y += (neighbor.y - end->y) * (length / whole);
    }
    return whole > length;
}

/// Draws the line collected in `scratch` and starts a new one. An open line is shorter by
/// `end_length` metres at both ends, so that a wide one with round ends does not reach into the
/// floor beyond; where it has no such length, it is left out.
static void finish_line(cw_draw_canvas *canvas, double end_length, const cw_draw_style *style) {
    cw_vec2 *points = canvas->outline.scratch.items;
    uint32_t count = canvas->outline.scratch.count;
    canvas->outline.scratch.count = 0;
    if (count == 0) {
        return;
    }
    bool closed = points[0].x == points[count - 1].x && points[0].y == points[count - 1].y;
    if (end_length == 0 || closed ||
        (shorten(&points[0], points[1], end_length) &&
         shorten(&points[count - 1], points[count - 2], end_length))) {
        cw_draw_line(canvas->sink, points, count, style);
    }
}

/// Draws the runs of walls of a loop. Starts after an edge that is none, if there is one, so that
/// no run is cut in two.
static cw_status draw_loop_walls(cw_draw_canvas *canvas, uint32_t loop, double end_length,
                                 const cw_draw_style *style) {
    const cw_draw_net *net = &canvas->net;
    cw_draw_outline *outline = &canvas->outline;
    uint32_t first = outline->first.items[loop];
    uint32_t count = outline->first.items[loop + 1] - first;
    const uint32_t *edges = &outline->edges.items[first];
    uint32_t start = 0;
    while (start < count && net->twin[edges[start]] == CW_NONE) {
        ++start;
    }
    outline->scratch.count = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t edge = edges[(start + i) % count];
        if (net->twin[edge] != CW_NONE) {
            finish_line(canvas, end_length, style);
            continue;
        }
        if (outline->scratch.count == 0) {
            CW_TRY(CW_ARRAY_PUSH(canvas->context, &outline->scratch, cw_draw_net_start(net, edge)));
        }
        CW_TRY(CW_ARRAY_PUSH(canvas->context, &outline->scratch, cw_draw_net_end(net, edge)));
    }
    finish_line(canvas, end_length, style);
    return CW_OK;
}

/// Draws a wide line along the walls of the loops, of which the half outside the floor will be
/// seen. Holes of the lowest level are left out, as they are filled.
static cw_status draw_border(cw_draw_canvas *canvas, uint32_t level, cw_color color,
                             double end_length) {
    cw_draw_style style = cw_draw_stroke(color, 2 * canvas->pen.rim, 0);
    for (uint32_t loop = 0; loop < loop_count(&canvas->outline); ++loop) {
        if (level > 0 || !is_hole(canvas, loop)) {
            CW_TRY(draw_loop_walls(canvas, loop, end_length, &style));
        }
    }
    return CW_OK;
}

cw_status cw_draw_canvas_begin(cw_draw_canvas *canvas) {
    CW_TRY(cw_draw_levels_make(canvas->context, &canvas->net, &canvas->levels));
    for (uint32_t level = 0; level < canvas->levels.level_count; ++level) {
        CW_TRY(make_outline(canvas, level));
        CW_TRY(draw_border(canvas, level, cw_draw_obstacle, 0));
    }
    if (canvas->outline.seen != NULL) {
        memset(canvas->outline.seen, 0, canvas->outline.seen_count);
    }
    return CW_OK;
}

cw_status cw_draw_canvas_level(cw_draw_canvas *canvas, uint32_t level) {
    CW_TRY(make_outline(canvas, level));
    if (level > 0) {
        cw_color shadow = cw_draw_faded(cw_draw_ink, SHADOW_OPACITY);
        return draw_border(canvas, level, shadow, canvas->pen.rim / canvas->pen.scale);
    }
    fill_holes(canvas);
    return CW_OK;
}

void cw_draw_canvas_fill(const cw_draw_canvas *canvas, uint32_t level) {
    const cw_draw_outline *outline = &canvas->outline;
    cw_draw_style style = cw_draw_fill(cw_draw_floor_color(cw_draw_floor, level));
    cw_draw_area(canvas->sink, outline->points.items, outline->first.items, loop_count(outline),
                 &style);
}

/// Draws a dot at the start of each wall.
static void draw_corners(const cw_draw_canvas *canvas) {
    const cw_draw_outline *outline = &canvas->outline;
    cw_draw_style style = cw_draw_fill(cw_draw_ink);
    for (uint32_t i = 0; i < outline->edges.count; ++i) {
        if (canvas->net.twin[outline->edges.items[i]] == CW_NONE) {
            cw_draw_dot(canvas->sink, outline->points.items[i], canvas->pen.dot, &style);
        }
    }
}

cw_status cw_draw_canvas_walls(cw_draw_canvas *canvas, bool corners) {
    cw_draw_style style = cw_draw_stroke(cw_draw_ink, canvas->pen.wall, 0);
    for (uint32_t loop = 0; loop < loop_count(&canvas->outline); ++loop) {
        CW_TRY(draw_loop_walls(canvas, loop, 0, &style));
    }
    if (corners) {
        draw_corners(canvas);
    }
    return CW_OK;
}

void cw_draw_canvas_free(cw_draw_canvas *canvas) {
    cw_context *context = canvas->context;
    cw_draw_outline *outline = &canvas->outline;
    cw_draw_levels_free(context, &canvas->levels);
    CW_ARRAY_FREE(context, &outline->edges);
    CW_ARRAY_FREE(context, &outline->points);
    CW_ARRAY_FREE(context, &outline->first);
    CW_ARRAY_FREE(context, &outline->scratch);
    CW_RELEASE(context, outline->seen, outline->seen_count);
    *outline = (cw_draw_outline){0};
}
