/// Outlines of levels.
///
/// A half-edge is boundary where nothing, or a face of another level, lies behind it. The boundary
/// goes on from its end with the next half-edge of the face; where that is not boundary, with the
/// next one of the face behind it, and so on around the corner. Every boundary half-edge follows
/// exactly one other, so the loops close by themselves. Cost: linear in the edges of the level.
#include "draw/outline.h"

#include <math.h>
#include <string.h>

/// How dark the shadow of an upper floor is.
static const double SHADOW_OPACITY = 0.15;

static bool is_boundary(const cw_draw_net *net, const cw_draw_levels *levels, uint32_t level,
                        uint32_t edge) {
    uint32_t twin = net->twin[edge];
    return twin == CW_NONE || levels->level[cw_draw_net_face(net, twin)] != level;
}

static uint32_t next_boundary(const cw_draw_net *net, const cw_draw_levels *levels, uint32_t level,
                              uint32_t edge) {
    edge = cw_draw_net_next(net, edge);
    while (!is_boundary(net, levels, level, edge)) {
        edge = cw_draw_net_next(net, net->twin[edge]);
    }
    return edge;
}

static cw_status collect_loop(cw_context *context, const cw_draw_net *net,
                              const cw_draw_levels *levels, uint32_t level, uint32_t edge,
                              cw_draw_outline *outline) {
    while (!outline->seen[edge]) {
        outline->seen[edge] = 1;
        CW_TRY(CW_ARRAY_PUSH(context, &outline->edges, edge));
        CW_TRY(CW_ARRAY_PUSH(context, &outline->points, cw_draw_net_start(net, edge)));
        edge = next_boundary(net, levels, level, edge);
    }
    return CW_ARRAY_PUSH(context, &outline->first, outline->edges.count);
}

cw_status cw_draw_outline_make(cw_context *context, const cw_draw_net *net,
                               const cw_draw_levels *levels, uint32_t level,
                               cw_draw_outline *outline) {
    if (outline->seen == NULL) {
        CW_TRY(CW_ALLOCATE(context, outline->seen, net->edge_count));
        outline->seen_count = net->edge_count;
    }
    outline->edges.count = 0;
    outline->points.count = 0;
    outline->first.count = 0;
    CW_TRY(CW_ARRAY_PUSH(context, &outline->first, 0));
    for (uint32_t i = levels->first[level]; i < levels->first[level + 1]; ++i) {
        uint32_t face = levels->faces[i];
        uint32_t end = cw_draw_net_first(net, face + 1);
        for (uint32_t edge = cw_draw_net_first(net, face); edge < end; ++edge) {
            if (!outline->seen[edge] && is_boundary(net, levels, level, edge)) {
                CW_TRY(collect_loop(context, net, levels, level, edge, outline));
            }
        }
    }
    return CW_OK;
}

void cw_draw_outline_fill(const cw_draw_outline *outline, const cw_draw_sink *sink,
                          const cw_draw_style *style) {
    cw_draw_area(sink, outline->points.items, outline->first.items, outline->first.count - 1,
                 style);
}

/// Twice the signed area of a loop: negative where it runs around a hole.
static double loop_area(const cw_vec2 *points, uint32_t count) {
    double area = 0;
    for (uint32_t i = 2; i < count; ++i) {
        cw_vec2 a = points[i - 1], b = points[i], o = points[0];
        area += (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
    }
    return area;
}

/// Whether a loop, of walls alone, runs around something that stands in the floor.
static bool is_hole(const cw_draw_net *net, const cw_draw_outline *outline, uint32_t loop) {
    uint32_t first = outline->first.items[loop], end = outline->first.items[loop + 1];
    for (uint32_t i = first; i < end; ++i) {
        if (net->twin[outline->edges.items[i]] != CW_NONE) {
            return false;
        }
    }
    return loop_area(&outline->points.items[first], end - first) < 0;
}

static void fill_hole(const cw_draw_outline *outline, uint32_t loop, const cw_draw_sink *sink,
                      const cw_draw_style *style) {
    uint32_t first = outline->first.items[loop];
    uint32_t range[2] = {0, outline->first.items[loop + 1] - first};
    cw_draw_area(sink, &outline->points.items[first], range, 1, style);
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
static void finish_line(cw_draw_outline *outline, double end_length, const cw_draw_sink *sink,
                        const cw_draw_style *style) {
    cw_vec2 *points = outline->scratch.items;
    uint32_t count = outline->scratch.count;
    outline->scratch.count = 0;
    if (count == 0) {
        return;
    }
    bool closed = points[0].x == points[count - 1].x && points[0].y == points[count - 1].y;
    if (end_length == 0 || closed ||
        (shorten(&points[0], points[1], end_length) &&
         shorten(&points[count - 1], points[count - 2], end_length))) {
        cw_draw_line(sink, points, count, style);
    }
}

/// Draws the runs of walls of a loop. Starts after an edge that is none, if there is one, so that
/// no run is cut in two.
static cw_status draw_loop_walls(cw_context *context, const cw_draw_net *net,
                                 cw_draw_outline *outline, uint32_t loop, double end_length,
                                 const cw_draw_sink *sink, const cw_draw_style *style) {
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
            finish_line(outline, end_length, sink, style);
            continue;
        }
        if (outline->scratch.count == 0) {
            CW_TRY(CW_ARRAY_PUSH(context, &outline->scratch, cw_draw_net_start(net, edge)));
        }
        CW_TRY(CW_ARRAY_PUSH(context, &outline->scratch, cw_draw_net_end(net, edge)));
    }
    finish_line(outline, end_length, sink, style);
    return CW_OK;
}

cw_status cw_draw_outline_walls(cw_context *context, const cw_draw_net *net,
                                cw_draw_outline *outline, const cw_draw_sink *sink,
                                const cw_draw_style *style) {
    for (uint32_t loop = 0; loop + 1 < outline->first.count; ++loop) {
        CW_TRY(draw_loop_walls(context, net, outline, loop, 0, sink, style));
    }
    return CW_OK;
}

/// Draws a wide line along the walls of the loops, of which the half outside the floor will be
/// seen. Holes of the lowest level are left out, as they are filled.
static cw_status draw_border(cw_context *context, const cw_draw_net *net, cw_draw_outline *outline,
                             uint32_t level, cw_color color, double end_length,
                             const cw_draw_sink *sink, const cw_draw_pen *pen) {
    cw_draw_style style = cw_draw_stroke(color, 2 * pen->rim, 0);
    for (uint32_t loop = 0; loop + 1 < outline->first.count; ++loop) {
        if (level > 0 || !is_hole(net, outline, loop)) {
            CW_TRY(draw_loop_walls(context, net, outline, loop, end_length, sink, &style));
        }
    }
    return CW_OK;
}

cw_status cw_draw_outline_rims(cw_context *context, const cw_draw_net *net,
                               const cw_draw_levels *levels, cw_draw_outline *outline,
                               const cw_draw_sink *sink, const cw_draw_pen *pen) {
    for (uint32_t level = 0; level < levels->level_count; ++level) {
        CW_TRY(cw_draw_outline_make(context, net, levels, level, outline));
        CW_TRY(draw_border(context, net, outline, level, cw_draw_obstacle, 0, sink, pen));
    }
    if (outline->seen != NULL) {
        memset(outline->seen, 0, outline->seen_count);
    }
    return CW_OK;
}

cw_status cw_draw_outline_ground(cw_context *context, const cw_draw_net *net,
                                 cw_draw_outline *outline, uint32_t level, const cw_draw_sink *sink,
                                 const cw_draw_pen *pen) {
    cw_color shadow = cw_draw_faded(cw_draw_ink, SHADOW_OPACITY);
    cw_draw_style hole = cw_draw_fill(cw_draw_obstacle);
    if (level > 0) {
        double end_length = pen->rim / pen->scale;
        return draw_border(context, net, outline, level, shadow, end_length, sink, pen);
    }
    for (uint32_t loop = 0; loop + 1 < outline->first.count; ++loop) {
        if (is_hole(net, outline, loop)) {
            fill_hole(outline, loop, sink, &hole);
        }
    }
    return CW_OK;
}

void cw_draw_outline_corners(const cw_draw_net *net, const cw_draw_outline *outline,
                             const cw_draw_sink *sink, const cw_draw_pen *pen) {
    cw_draw_style style = cw_draw_fill(cw_draw_ink);
    for (uint32_t i = 0; i < outline->edges.count; ++i) {
        if (net->twin[outline->edges.items[i]] == CW_NONE) {
            cw_draw_dot(sink, outline->points.items[i], pen->dot, &style);
        }
    }
}

void cw_draw_outline_free(cw_context *context, cw_draw_outline *outline) {
    CW_ARRAY_FREE(context, &outline->edges);
    CW_ARRAY_FREE(context, &outline->points);
    CW_ARRAY_FREE(context, &outline->first);
    CW_ARRAY_FREE(context, &outline->scratch);
    CW_RELEASE(context, outline->seen, outline->seen_count);
    *outline = (cw_draw_outline){0};
}
