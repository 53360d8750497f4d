/// The floors of a mesh side by side.
///
/// Every floor is drawn by itself into a sink that moves what it is given to its place in a row.
#include "base/memory.h"
#include "draw/levels.h"
#include "draw/parts/pen.h"

#include <math.h>

/// Between two floors, as a share of the width of one.
static const double GAP_SHARE = 0.06;

/// A sink that moves points along x.
typedef struct moving_sink {
    cw_context *context;
    const cw_draw_sink *sink;
    double offset;
    CW_ARRAY(cw_vec2) points;
    bool failed; ///< no memory for points
} moving_sink;

static bool move_points(moving_sink *moving, const cw_vec2 *points, uint32_t count) {
    moving->points.count = 0;
    if (CW_ARRAY_RESERVE(moving->context, &moving->points, count) != CW_OK) {
        moving->failed = true;
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        moving->points.items[i] = (cw_vec2){points[i].x + moving->offset, points[i].y};
    }
    return true;
}

static void move_area(void *user, const cw_vec2 *points, const uint32_t *first, uint32_t loop_count,
                      const cw_draw_style *style) {
    moving_sink *moving = user;
    if (move_points(moving, points, first[loop_count])) {
        cw_draw_area(moving->sink, moving->points.items, first, loop_count, style);
    }
}

static void move_line(void *user, const cw_vec2 *points, uint32_t count,
                      const cw_draw_style *style) {
    moving_sink *moving = user;
    if (move_points(moving, points, count)) {
        cw_draw_line(moving->sink, moving->points.items, count, style);
    }
}

static void move_dot(void *user, cw_vec2 center, double radius, const cw_draw_style *style) {
    const moving_sink *moving = user;
    cw_draw_dot(moving->sink, (cw_vec2){center.x + moving->offset, center.y}, radius, style);
}

static void move_text(void *user, cw_vec2 center, double height, const char *text, cw_color color) {
    const moving_sink *moving = user;
    cw_draw_text(moving->sink, (cw_vec2){center.x + moving->offset, center.y}, height, text, color);
}

cw_status cw_draw_floor_count(cw_context *context, const cw_navmesh *mesh, uint32_t *count) {
    cw_draw_net net = cw_draw_net_of_mesh(mesh);
    cw_draw_levels levels = {0};
    cw_status status = cw_draw_levels_make(context, &net, &levels);
    *count = status == CW_OK ? levels.level_count : 0;
    cw_draw_levels_free(context, &levels);
    return status;
}

static double distance_between(cw_draw_bounds one) {
    return (one.high.x - one.low.x) * (1 + GAP_SHARE);
}

cw_status cw_draw_side_by_side_bounds(cw_context *context, const cw_navmesh *mesh,
                                      cw_draw_bounds *bounds) {
    uint32_t count;
    CW_TRY(cw_draw_floor_count(context, mesh, &count));
    *bounds = cw_draw_navmesh_bounds(mesh);
    bounds->high.x += distance_between(*bounds) * (count > 0 ? count - 1 : 0);
    return CW_OK;
}

cw_status cw_draw_side_by_side(cw_context *context, const cw_navmesh *mesh,
                               const cw_draw_config *config, const cw_draw_sink *sink) {
    cw_draw_config chosen = config != NULL ? *config : cw_draw_config_default();
    uint32_t count;
    CW_TRY(cw_draw_floor_count(context, mesh, &count));
    moving_sink moving = {.context = context, .sink = sink};
    cw_draw_sink moved = {.user = &moving,
                          .area = move_area,
                          .line = move_line,
                          .dot = move_dot,
                          .text = move_text,
                          .scale = sink->scale};
    cw_status status = CW_OK;
    for (uint32_t i = 0; i < count && status == CW_OK; i++) {
        moving.offset = distance_between(cw_draw_navmesh_bounds(mesh)) * i;
        chosen.floor = i + 1;
        status = cw_draw_navmesh(context, mesh, &chosen, &moved);
    }
    CW_ARRAY_FREE(context, &moving.points);
    return status == CW_OK && moving.failed ? CW_ERROR_MEMORY : status;
}
