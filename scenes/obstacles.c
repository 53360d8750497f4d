/// Obstacles on a square floor: rectangles, convex polygons, stars and round pillars.
///
/// The floor is a grid of square cells. Each obstacle is drawn around the origin at any size,
/// scaled to cover a random share of a cell, shrunk where it would come too near the cell's border,
/// and moved by a random part of the room that is left. So obstacles never touch, in linear time.
/// Cells that are too many are left free at random (selection sampling, Knuth 3.4.2 S).
#include "sketch.h"

#include <math.h>

/// Corners of the largest obstacle.
#define MAX_CORNERS 28
/// Side of the box that an obstacle must fit in, over the side of its cell.
#define MAX_EXTENT 0.94
/// Floor per vertex, square metres: about what furnished rooms have.
#define AREA_PER_VERTEX 4.0

typedef struct shape {
    cw_vec2 points[MAX_CORNERS];
    uint32_t count;
} shape;

/// What stands on the floor.
typedef struct crop {
    /// Writes a simple polygon around the origin, counter-clockwise.
    void (*make)(cw_random *random, shape *made);
    uint32_t average_corners;
    double min_cover, max_cover; ///< share of its cell that an obstacle covers, if it fits
} crop;

/// A regular grid that takes `wanted` obstacles.
typedef struct grid {
    uint32_t columns, rows, wanted;
    double cell; ///< metres
} grid;

static void make_rect(cw_random *random, shape *made) {
    double aspect = cw_random_range(random, 0.25, 1);
    cw_vec2 turn = cw_unit_vector(cw_random_range(random, 0, CW_FULL_TURN));
    static const cw_vec2 corners[4] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    made->count = 4;
    for (uint32_t i = 0; i < 4; i++) {
        made->points[i] = cw_turn_vector(turn, (cw_vec2){corners[i].x, corners[i].y * aspect});
    }
}

/// Corners lie on an ellipse, one in each of `count` equal sectors: strictly convex, never flat.
static void make_convex(cw_random *random, shape *made) {
    made->count = 3 + cw_random_below(random, 7);
    double aspect = cw_random_range(random, 0.55, 1);
    cw_vec2 turn = cw_unit_vector(cw_random_range(random, 0, CW_FULL_TURN));
    for (uint32_t i = 0; i < made->count; i++) {
        double sector = i + cw_random_range(random, 0.15, 0.85);
        cw_vec2 round = cw_unit_vector(sector * (CW_FULL_TURN / made->count));
        made->points[i] = cw_turn_vector(turn, (cw_vec2){round.x, round.y * aspect});
    }
}

/// Tips and dents take turns; a dent stays well below the line between its tips.
static void make_star(cw_random *random, shape *made) {
    uint32_t tips = 5 + cw_random_below(random, 3);
    double phase = cw_random_range(random, 0, CW_FULL_TURN);
    made->count = 2 * tips;
    for (uint32_t i = 0; i < made->count; i++) {
        double sector = i + cw_random_range(random, -0.2, 0.2);
        bool tip = i % 2 == 0;
        double radius = cw_random_range(random, tip ? 0.8 : 0.43, tip ? 1 : 0.58);
        cw_vec2 direction = cw_unit_vector(phase + sector * (CW_FULL_TURN / made->count));
        made->points[i] = (cw_vec2){radius * direction.x, radius * direction.y};
    }
}

static void make_circle(cw_random *random, shape *made) {
    made->count = 20 + cw_random_below(random, 9);
    double phase = cw_random_range(random, 0, CW_FULL_TURN);
    cw_sketch_circle((cw_vec2){0, 0}, 1, phase, made->count, made->points);
}

static double shape_area(const shape *made) {
    double twice = 0;
    for (uint32_t i = 0, j = made->count - 1; i < made->count; j = i++) {
        twice += made->points[j].x * made->points[i].y - made->points[i].x * made->points[j].y;
    }
    return twice / 2;
}

static void shape_bounds(const shape *made, cw_vec2 *low, cw_vec2 *high) {
    *low = *high = made->points[0];
    for (uint32_t i = 1; i < made->count; i++) {
        cw_vec2 point = made->points[i];
        low->x = point.x < low->x ? point.x : low->x;
        low->y = point.y < low->y ? point.y : low->y;
        high->x = point.x > high->x ? point.x : high->x;
        high->y = point.y > high->y ? point.y : high->y;
    }
}

/// Scales a shape to its cover and moves it into the cell whose lower left corner is `cell_low`.
static void place_in_cell(cw_random *random, shape *made, double cover, cw_vec2 cell_low,
                          double cell) {
    cw_vec2 low, high;
    shape_bounds(made, &low, &high);
    double widest = high.x - low.x > high.y - low.y ? high.x - low.x : high.y - low.y;
    double scale = cell * sqrt(cover / shape_area(made));
    double largest = cell * MAX_EXTENT / widest;
    scale = scale < largest ? scale : largest;
    double margin = cell * (1 - MAX_EXTENT) / 2;
    double room = cell * MAX_EXTENT;
    double shift_x = cw_random_unit(random) * (room - scale * (high.x - low.x));
    double shift_y = cw_random_unit(random) * (room - scale * (high.y - low.y));
    for (uint32_t i = 0; i < made->count; i++) {
        cw_vec2 *point = &made->points[i];
        point->x = cell_low.x + margin + shift_x + scale * (point->x - low.x);
        point->y = cell_low.y + margin + shift_y + scale * (point->y - low.y);
    }
}

static grid grid_for(uint32_t vertices, uint32_t average_corners) {
    uint32_t wanted = (vertices + average_corners / 2) / average_corners;
    wanted = wanted > 0 ? wanted : 1;
    uint32_t columns = cw_grid_columns(wanted);
    return (grid){.columns = columns,
                  .rows = (wanted + columns - 1) / columns,
                  .wanted = wanted,
                  .cell = sqrt(AREA_PER_VERTEX * average_corners)};
}

static cw_status scatter(cw_sketch *sketch, const crop *planted) {
    grid cells = grid_for(sketch->vertices, planted->average_corners);
    cw_vec2 size = {cells.columns * cells.cell, cells.rows * cells.cell};
    CW_SCENE_TRY(cw_sketch_box(sketch, CW_RING_OUTER, 0, (cw_vec2){0, 0}, size));
    uint32_t left = cells.columns * cells.rows, wanted = cells.wanted;
    for (uint32_t index = 0; left > 0; index++, left--) {
        if (cw_random_below(&sketch->random, left) >= wanted) {
            continue;
        }
        wanted -= 1;
        cw_vec2 low = {index % cells.columns * cells.cell, index / cells.columns * cells.cell};
        shape made;
        planted->make(&sketch->random, &made);
        double cover = cw_random_range(&sketch->random, planted->min_cover, planted->max_cover);
        place_in_cell(&sketch->random, &made, cover, low, cells.cell);
        CW_SCENE_TRY(cw_sketch_ring(sketch, CW_RING_HOLE, 0, made.points, made.count));
    }
    return CW_OK;
}

// Polygons stand far enough apart that a corner has several neighbours to be joined with; pillars
// stand closer, since it is the gap between two of them that matters.

cw_status cw_sketch_rects(cw_sketch *sketch) {
    return scatter(sketch, &(crop){make_rect, 4, 0.07, 0.16});
}

cw_status cw_sketch_mix(cw_sketch *sketch) {
    return scatter(sketch, &(crop){make_convex, 6, 0.07, 0.16});
}

cw_status cw_sketch_stars(cw_sketch *sketch) {
    return scatter(sketch, &(crop){make_star, 12, 0.07, 0.16});
}

cw_status cw_sketch_circles(cw_sketch *sketch) {
    return scatter(sketch, &(crop){make_circle, 24, 0.45, 0.65});
}
