/// Drawing a run over its plan: the ways of all agents, or a map of how places were used.
///
/// Maps are squares of 0.2 m, smoothed for density by a window of 1 m², shown in bands of colour;
/// neighbours of one band in a row are one rectangle, so that a picture stays small.
#include "base/memory.h"
#include "draw/parts/legend.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double SQUARE = 0.2;       ///< metres
static const double WINDOW_SECONDS = 5; ///< over which density is taken
enum { WINDOW_REACH = 2, BANDS = 16 };  ///< squares each way around one: 5 x 5 are 1 m²
static const double LEGEND_HEIGHT = 9;  ///< units
static const double SQUARE_LIMIT = 4e7; ///< squares of a map; larger places get larger ones
static const double PATH_WIDTH = 0.045; ///< metres of a way, so that crowded places get dark
static const double OVERLAP = 1.03;     ///< of squares, so that no seam shows between rows
static const double THINNEST = 0.1;     ///< millimetres

/// A map over the box of a plan.
typedef struct map {
    cw_vec2 low;
    double square;
    uint32_t columns, rows;
    double *values;
} map;

typedef struct run_drawing {
    cw_context *context;
    const cw_plan *plan;
    const cw_trajectory *run;
    const cw_draw_sink *sink;
    cw_draw_bounds box;
    cw_draw_pen pen;
} run_drawing;

static cw_color group_color(uint32_t group) {
    static const cw_color colors[] = {
        {0.18, 0.44, 0.87, 1}, {0.88, 0.44, 0.17, 1}, {0.12, 0.62, 0.45, 1}, {0.69, 0.28, 0.62, 1},
        {0.78, 0.60, 0.06, 1}, {0.35, 0.37, 0.84, 1}, {0.82, 0.27, 0.35, 1}, {0.22, 0.59, 0.66, 1},
    };
    return colors[group % (sizeof colors / sizeof colors[0])];
}

/// Light yellow to dark violet, as printed heat maps have them.
static cw_color heat(double share) {
    static const cw_color stops[] = {{0.99, 0.93, 0.72, 1},
                                     {0.98, 0.73, 0.42, 1},
                                     {0.92, 0.45, 0.33, 1},
                                     {0.69, 0.23, 0.40, 1},
                                     {0.35, 0.13, 0.38, 1}};
    return cw_draw_on_scale(stops, 4, fmin(fmax(share, 0), 0.9999));
}

static cw_draw_bounds inner_bounds(const cw_plan *plan, const cw_trajectory *run) {
    if (plan->point_count > 0) {
        return cw_draw_plan_bounds(plan);
    }
    cw_draw_bounds box = {{0, 0}, {0, 0}};
    bool empty = true;
    for (uint32_t i = 0; i < run->point_count; i++) {
        cw_draw_bounds_add(&box, &empty, run->points[i].position.x, run->points[i].position.y);
    }
    return box;
}

cw_draw_bounds cw_draw_run_bounds(const cw_plan *plan, const cw_trajectory *run) {
    return cw_draw_legend_bounds(inner_bounds(plan, run), 0, LEGEND_HEIGHT);
}

// --- paths ---------------------------------------------------------------------------------------

/// The frames after each other in which an agent is, as one line.
static cw_status draw_way(run_drawing *at, cw_vec2 *points, uint32_t count, uint32_t group) {
    double width = fmax(THINNEST, PATH_WIDTH * at->pen.scale);
    cw_draw_style style = cw_draw_stroke(cw_draw_faded(group_color(group), 0.45), width, 0);
    if (count > 1) {
        cw_draw_line(at->sink, points, count, &style);
    }
    if (count > 0) {
        cw_draw_style start = cw_draw_fill(group_color(group));
        cw_draw_dot(at->sink, points[0], fmax(0.25, 0.09 * at->pen.scale), &start);
    }
    return CW_OK;
}

/// Agent by agent: points are counted, then collected.
static cw_status draw_ways(run_drawing *at) {
    const cw_trajectory *run = at->run;
    uint32_t *first = NULL;
    cw_vec2 *points = NULL;
    cw_status status = CW_ALLOCATE(at->context, first, (size_t)run->agent_count + 1);
    status = status == CW_OK ? CW_ALLOCATE(at->context, points, run->point_count) : status;
    for (uint32_t i = 0; status == CW_OK && i < run->point_count; i++) {
        first[run->points[i].agent + 1]++;
    }
    for (uint32_t i = 0; status == CW_OK && i < run->agent_count; i++) {
        first[i + 1] += first[i];
    }
    for (uint32_t i = 0; status == CW_OK && i < run->point_count; i++) {
        const cw_track_point *point = &run->points[i];
        points[first[point->agent]++] = (cw_vec2){point->position.x, point->position.y};
    }
    for (uint32_t i = 0, from = 0; status == CW_OK && i < run->agent_count; i++) {
        status = draw_way(at, points + from, first[i] - from, run->agents[i].group);
        from = first[i];
    }
    CW_RELEASE(at->context, points, points != NULL ? run->point_count : 0);
    CW_RELEASE(at->context, first, first != NULL ? (size_t)run->agent_count + 1 : 0);
    return status;
}

static void draw_groups(const run_drawing *at) {
    cw_draw_legend legend = cw_draw_legend_make(at->box, at->pen.scale);
    double x = 2;
    for (uint32_t i = 0; i < at->run->groups.count; i++) {
        char text[96];
        uint32_t members = 0;
        for (uint32_t k = 0; k < at->run->agent_count; k++) {
            members += at->run->agents[k].group == i ? 1 : 0;
        }
        const char *name = cw_names_get(&at->run->groups, i);
        snprintf(text, sizeof text, "%.60s (%u)", name[0] != '\0' ? name : "everybody", members);
        cw_draw_style dot = cw_draw_fill(group_color(i));
        cw_draw_dot(at->sink, cw_draw_legend_point(&legend, x, 5), 0.45 * legend.text_height, &dot);
        cw_draw_legend_text(&legend, at->sink, cw_draw_legend_point(&legend, x + 2.5, 5), text);
        x += cw_draw_legend_width(text) + 9;
    }
}

// --- maps ----------------------------------------------------------------------------------------

static cw_status map_make(const run_drawing *at, map *made) {
    double width = at->box.high.x - at->box.low.x, height = at->box.high.y - at->box.low.y;
    double square = SQUARE;
    while ((width / square + 2) * (height / square + 2) > SQUARE_LIMIT) {
        square *= 2;
    }
    *made = (map){.low = at->box.low,
                  .square = square,
                  .columns = (uint32_t)(width / square) + 2,
                  .rows = (uint32_t)(height / square) + 2};
    return CW_ALLOCATE(at->context, made->values, (size_t)made->columns * made->rows);
}

static void map_free(const run_drawing *at, map *made) {
    size_t count = made->values != NULL ? (size_t)made->columns * made->rows : 0;
    CW_RELEASE(at->context, made->values, count);
}

/// The square of a place; false beside the map.
static bool square_of(const map *made, cw_vec3 at, size_t *index) {
    double column = floor((at.x - made->low.x) / made->square);
    double row = floor((at.y - made->low.y) / made->square);
    if (!(column >= 0 && row >= 0 && column < made->columns && row < made->rows)) {
        return false;
    }
    *index = (size_t)row * made->columns + (size_t)column;
    return true;
}

/// How many agents passed each square: each counts when it enters one.
static cw_status map_use(const run_drawing *at, map *made) {
    size_t *last = NULL;
    CW_TRY(CW_ALLOCATE(at->context, last, at->run->agent_count));
    for (uint32_t i = 0; i < at->run->point_count; i++) {
        const cw_track_point *point = &at->run->points[i];
        size_t index;
        if (square_of(made, point->position, &index) && last[point->agent] != index + 1) {
            made->values[index] += 1;
            last[point->agent] = index + 1;
        }
    }
    CW_RELEASE(at->context, last, at->run->agent_count);
    return CW_OK;
}

/// Mean of a window around each square into `most`, where it is higher; clears the counts.
static void take_window(const map *counts, map *most, double frames) {
    for (uint32_t row = 0; row < counts->rows; row++) {
        for (uint32_t column = 0; column < counts->columns; column++) {
            double sum = 0;
            uint32_t squares = 0;
            for (int dy = -WINDOW_REACH; dy <= WINDOW_REACH; dy++) {
                for (int dx = -WINDOW_REACH; dx <= WINDOW_REACH; dx++) {
                    int64_t x = (int64_t)column + dx, y = (int64_t)row + dy;
                    if (x >= 0 && y >= 0 && x < counts->columns && y < counts->rows) {
                        sum += counts->values[(size_t)y * counts->columns + (size_t)x];
                    }
                    squares++;
                }
            }
            double density = sum / (frames * squares * counts->square * counts->square);
            double *kept = &most->values[(size_t)row * most->columns + column];
            *kept = density > *kept ? density : *kept;
        }
    }
    memset(counts->values, 0, (size_t)counts->columns * counts->rows * sizeof *counts->values);
}

static cw_status map_density(const run_drawing *at, map *made) {
    const cw_trajectory *run = at->run;
    map counts = {0};
    CW_TRY(map_make(at, &counts));
    double most = fmax(1, (double)run->frame_count);
    uint32_t window = (uint32_t)fmin(most, fmax(1, WINDOW_SECONDS * run->fps));
    for (uint32_t frame = 0; frame < run->frame_count; frame++) {
        cw_frame all = cw_trajectory_frame(run, frame);
        for (uint32_t i = 0; i < all.count; i++) {
            size_t index;
            if (square_of(&counts, all.points[i].position, &index)) {
                counts.values[index] += 1;
            }
        }
        if ((frame + 1) % window == 0 || frame + 1 == run->frame_count) {
            take_window(&counts, made, frame % window + 1);
        }
    }
    map_free(at, &counts);
    return CW_OK;
}

static double map_highest(const map *made) {
    double highest = 0;
    for (size_t i = 0; i < (size_t)made->columns * made->rows; i++) {
        highest = fmax(highest, made->values[i]);
    }
    return highest;
}

static int band_of(double value, double highest) {
    return value > 0 ? (int)fmin(BANDS - 1, value / highest * BANDS) : -1;
}

static void draw_map(const run_drawing *at, const map *made, double highest) {
    for (uint32_t row = 0; row < made->rows; row++) {
        const double *values = made->values + (size_t)row * made->columns;
        for (uint32_t from = 0, to; from < made->columns; from = to) {
            int band = band_of(values[from], highest);
            for (to = from + 1; to < made->columns && band_of(values[to], highest) == band; to++) {
            }
            if (band < 0) {
                continue;
            }
            double left = made->low.x + from * made->square,
                   right = made->low.x + to * made->square;
            double low = made->low.y + row * made->square, high = low + made->square * OVERLAP;
            cw_vec2 corners[] = {{left, low}, {right, low}, {right, high}, {left, high}};
            cw_draw_style style = cw_draw_fill(heat((band + 0.5) / BANDS));
            cw_draw_polygon(at->sink, corners, 4, &style);
        }
    }
}

static void draw_scale(const run_drawing *at, double highest, const char *unit) {
    cw_draw_legend legend = cw_draw_legend_make(at->box, at->pen.scale);
    double left = 2, width = 60;
    for (int i = 0; i < BANDS; i++) {
        cw_vec2 corners[] = {cw_draw_legend_point(&legend, left + i * width / BANDS, 5.5),
                             cw_draw_legend_point(&legend, left + (i + 1) * width / BANDS, 5.5),
                             cw_draw_legend_point(&legend, left + (i + 1) * width / BANDS, 3),
                             cw_draw_legend_point(&legend, left + i * width / BANDS, 3)};
        cw_draw_style style = cw_draw_fill(heat((i + 0.5) / BANDS));
        cw_draw_polygon(at->sink, corners, 4, &style);
    }
    char text[96];
    snprintf(text, sizeof text, "0 to %.3g %s", highest, unit);
    cw_draw_legend_text(&legend, at->sink, cw_draw_legend_point(&legend, left + width + 3, 4.3),
                        text);
}

/// The walls over what was painted.
static void draw_walls(const run_drawing *at) {
    cw_draw_style wall = cw_draw_stroke(cw_draw_ink, at->pen.wall, 0);
    for (uint32_t i = 0; i < at->plan->ring_count; i++) {
        const cw_ring *ring = &at->plan->rings[i];
        const cw_vec2 *points = at->plan->points + ring->first;
        if (ring->count > 1 && ring->kind != CW_RING_ZONE) {
            cw_draw_line(at->sink, points, ring->count, &wall);
            if (ring->kind != CW_RING_BARRIER) {
                cw_draw_segment(at->sink, points[ring->count - 1], points[0], &wall);
            }
        }
    }
}

static cw_status draw_use(run_drawing *at, bool density) {
    map made = {0};
    cw_status status = map_make(at, &made);
    if (status == CW_OK) {
        status = density ? map_density(at, &made) : map_use(at, &made);
    }
    if (status == CW_OK) {
        double highest = map_highest(&made);
        draw_map(at, &made, highest);
        draw_walls(at);
        draw_scale(at, highest,
                   density ? "people per square metre, highest mean of 5 s"
                           : "agents passed each 0.2 m square");
    }
    map_free(at, &made);
    return status;
}

cw_status cw_draw_run(cw_context *context, const cw_plan *plan, const cw_trajectory *run,
                      cw_draw_run_kind kind, const cw_draw_sink *sink) {
    run_drawing at = {
        .context = context, .plan = plan, .run = run, .sink = sink, .box = inner_bounds(plan, run)};
    at.pen = cw_draw_pen_make(sink, at.box, 0);
    CW_TRY(cw_draw_plan(context, plan, sink));
    if (kind != CW_DRAW_RUN_PATHS) {
        return draw_use(&at, kind == CW_DRAW_RUN_DENSITY);
    }
    CW_TRY(draw_ways(&at));
    draw_groups(&at);
    return CW_OK;
}
