/// Drawing a plan as the caller gave it, before anything is cleaned.
///
/// Phases: floors, one area for each polygon; obstacles over them; then the lines of all rings, and
/// the barriers last, thicker. Rings are filled even-odd, so a ring that crosses itself shows where
/// it does.
#include "base/memory.h"
#include "draw/parts/pen.h"

#include <math.h>
#include <stdlib.h>

/// Barriers have no thickness of their own and would be lost among the outlines.
static const double BARRIER_WIDTH = 1.6;

typedef struct ranked_ring {
    uint32_t polygon, ring;
} ranked_ring;

typedef struct plan_drawing {
    cw_context *context;
    const cw_plan *plan;
    const cw_draw_sink *sink;
    ranked_ring *floors; ///< outer rings and holes by polygon
    uint32_t floor_count;
    CW_ARRAY(cw_vec2) points;
    CW_ARRAY(uint32_t) first;
} plan_drawing;

cw_draw_bounds cw_draw_plan_bounds(const cw_plan *plan) {
    cw_draw_bounds bounds = {{0, 0}, {0, 0}};
    bool empty = true;
    for (uint32_t i = 0; i < plan->point_count; ++i) {
        cw_draw_bounds_add(&bounds, &empty, plan->points[i].x, plan->points[i].y);
    }
    return bounds;
}

/// Length of all rings in metres, as far as it is finite.
static double ring_length(const cw_plan *plan) {
    double length = 0;
    for (uint32_t i = 0; i < plan->ring_count; ++i) {
        const cw_vec2 *points = &plan->points[plan->rings[i].first];
        for (uint32_t k = 1; k < plan->rings[i].count; ++k) {
            double step = hypot(points[k].x - points[k - 1].x, points[k].y - points[k - 1].y);
            length += isfinite(step) ? step : 0;
        }
    }
    return length;
}

static int compare_ranked(const void *left, const void *right) {
    const ranked_ring *a = left, *b = right;
    if (a->polygon != b->polygon) {
        return a->polygon < b->polygon ? -1 : 1;
    }
    return a->ring < b->ring ? -1 : a->ring > b->ring;
}

static cw_status rank_floors(plan_drawing *drawing) {
    const cw_plan *plan = drawing->plan;
    CW_TRY(CW_ALLOCATE(drawing->context, drawing->floors, plan->ring_count));
    for (uint32_t i = 0; i < plan->ring_count; ++i) {
        cw_ring ring = plan->rings[i];
        if (ring.kind == CW_RING_OUTER || ring.kind == CW_RING_HOLE) {
            drawing->floors[drawing->floor_count++] = (ranked_ring){ring.polygon, i};
        }
    }
    if (drawing->floor_count > 0) {
        qsort(drawing->floors, drawing->floor_count, sizeof *drawing->floors, compare_ranked);
    }
    return CW_OK;
}

static cw_status add_loop(plan_drawing *drawing, cw_ring ring) {
    cw_context *context = drawing->context;
    const cw_vec2 *points = &drawing->plan->points[ring.first];
    size_t needed = (size_t)drawing->points.count + ring.count + 1;
    CW_TRY(CW_ARRAY_RESERVE(context, &drawing->points, needed));
    for (uint32_t i = 0; i < ring.count; ++i) {
        drawing->points.items[drawing->points.count++] = points[i];
    }
    return CW_ARRAY_PUSH(context, &drawing->first, drawing->points.count);
}

static cw_status start_area(plan_drawing *drawing) {
    drawing->points.count = 0;
    drawing->first.count = 0;
    return CW_ARRAY_PUSH(drawing->context, &drawing->first, 0);
}

static void finish_area(plan_drawing *drawing, const cw_draw_style *style) {
    cw_draw_area(drawing->sink, drawing->points.items, drawing->first.items,
                 drawing->first.count - 1, style);
}

static cw_status fill_floors(plan_drawing *drawing) {
    cw_draw_style style = cw_draw_fill(cw_draw_floor);
    for (uint32_t i = 0; i < drawing->floor_count;) {
        uint32_t polygon = drawing->floors[i].polygon;
        CW_TRY(start_area(drawing));
        for (; i < drawing->floor_count && drawing->floors[i].polygon == polygon; ++i) {
            CW_TRY(add_loop(drawing, drawing->plan->rings[drawing->floors[i].ring]));
        }
        finish_area(drawing, &style);
    }
    return CW_OK;
}

static cw_status fill_obstacles(plan_drawing *drawing) {
    cw_draw_style style = cw_draw_fill(cw_draw_obstacle);
    for (uint32_t i = 0; i < drawing->plan->ring_count; ++i) {
        if (drawing->plan->rings[i].kind == CW_RING_OBSTACLE) {
            CW_TRY(start_area(drawing));
            CW_TRY(add_loop(drawing, drawing->plan->rings[i]));
            finish_area(drawing, &style);
        }
    }
    return CW_OK;
}

static bool is_closed(const cw_vec2 *points, uint32_t count) {
    return points[0].x == points[count - 1].x && points[0].y == points[count - 1].y;
}

/// Draws the rings of kinds `first` to `last` as lines; all but barriers end where they start.
static cw_status draw_lines(plan_drawing *drawing, cw_ring_kind first, cw_ring_kind last,
                            const cw_draw_style *style) {
    for (uint32_t i = 0; i < drawing->plan->ring_count; ++i) {
        cw_ring ring = drawing->plan->rings[i];
        if (ring.kind < first || ring.kind > last || ring.count == 0) {
            continue;
        }
        CW_TRY(start_area(drawing));
        CW_TRY(add_loop(drawing, ring));
        bool closes = ring.kind != CW_RING_BARRIER;
        if (closes && !is_closed(drawing->points.items, drawing->points.count)) {
            CW_TRY(CW_ARRAY_PUSH(drawing->context, &drawing->points, drawing->points.items[0]));
        }
        cw_draw_line(drawing->sink, drawing->points.items, drawing->points.count, style);
    }
    return CW_OK;
}

static cw_status draw(plan_drawing *drawing) {
    const cw_plan *plan = drawing->plan;
    cw_draw_pen pen = cw_draw_pen_make(drawing->sink, cw_draw_plan_bounds(plan), ring_length(plan));
    cw_draw_style wall = cw_draw_stroke(cw_draw_ink, pen.wall, 0);
    cw_draw_style barrier = cw_draw_stroke(cw_draw_ink, pen.wall * BARRIER_WIDTH, 0);
    cw_draw_style zone = cw_draw_stroke(cw_draw_ink, pen.wall / 2, 4 * pen.wall);
    CW_TRY(rank_floors(drawing));
    CW_TRY(fill_floors(drawing));
    CW_TRY(fill_obstacles(drawing));
    CW_TRY(draw_lines(drawing, CW_RING_ZONE, CW_RING_ZONE, &zone));
    CW_TRY(draw_lines(drawing, CW_RING_OUTER, CW_RING_OBSTACLE, &wall));
    return draw_lines(drawing, CW_RING_BARRIER, CW_RING_BARRIER, &barrier);
}

cw_status cw_draw_plan(cw_context *context, const cw_plan *plan, const cw_draw_sink *sink) {
    CW_ASSERT(context != NULL && plan != NULL && sink != NULL);
    plan_drawing drawing = {.context = context, .plan = plan, .sink = sink};
    cw_status status = draw(&drawing);
    CW_RELEASE(context, drawing.floors, plan->ring_count);
    CW_ARRAY_FREE(context, &drawing.points);
    CW_ARRAY_FREE(context, &drawing.first);
    return status;
}
