/// A town of 500 by 500 metres for crowds: streets between blocks of houses, lanes between houses,
/// and squares.
///
/// Blocks lie on a grid of 50 m with streets of 6 to 10 m between them. A block is cut into houses,
/// with lanes of 2 to 4 m between some of them; a few blocks are squares with a monument, and one
/// is a market of four blocks. Some houses have a bay cut out of a corner.
#include "sketch.h"

/// Metres between the middles of streets, and blocks along a side.
#define PITCH 50.0
enum { BLOCKS = 10, MONUMENT_SIDES = 12 };

/// A number of whole sixteenths of a metre.
static double draw_width(cw_sketch *sketch, uint32_t low, uint32_t high) {
    return low + cw_random_below(&sketch->random, 16 * (high - low) + 1) / 16.0;
}

/// The next sixteenth below.
static double round_down(double value) {
    return (double)(uint32_t)(16 * value) / 16;
}

typedef struct span {
    double low, high;
} span;

/// A house; its corner `bay`, 0 to 3, is cut out where it is below 4.
static cw_status add_house(cw_sketch *sketch, span x, span y, uint32_t bay) {
    double w = round_down((x.high - x.low) * 0.4), h = round_down((y.high - y.low) * 0.4);
    cw_vec2 corners[4] = {{x.low, y.low}, {x.high, y.low}, {x.high, y.high}, {x.low, y.high}};
    static const double inwards[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    cw_vec2 points[6];
    uint32_t count = 0;
    for (uint32_t i = 0; i < 4; i++) {
        if (i != bay) {
            points[count++] = corners[i];
            continue;
        }
        cw_vec2 in = {corners[i].x + w * inwards[i][0], corners[i].y + h * inwards[i][1]};
        bool across = i % 2 == 0; // whether the side that comes in runs along y
        points[count++] = across ? (cw_vec2){corners[i].x, in.y} : (cw_vec2){in.x, corners[i].y};
        points[count++] = in;
        points[count++] = across ? (cw_vec2){in.x, corners[i].y} : (cw_vec2){corners[i].x, in.y};
    }
    return cw_sketch_ring(sketch, CW_RING_OBSTACLE, 0, points, count);
}

/// Cuts a side of a block into houses with a lane between them; gives how many.
static uint32_t cut_side(cw_sketch *sketch, span side, span parts[3]) {
    uint32_t count = 1 + cw_random_below(&sketch->random, 3);
    double length = round_down((side.high - side.low) / count);
    for (uint32_t i = 0; i < count; i++) {
        double lane = draw_width(sketch, 2, 4);
        parts[i].low = i == 0 ? side.low : side.low + i * length + lane / 2;
        lane = draw_width(sketch, 2, 4);
        parts[i].high = i + 1 == count ? side.high : side.low + (i + 1) * length - lane / 2;
    }
    return count;
}

static cw_status add_block(cw_sketch *sketch, span x, span y) {
    span columns[3], rows[3];
    uint32_t column_count = cut_side(sketch, x, columns), row_count = cut_side(sketch, y, rows);
    for (uint32_t i = 0; i < column_count * row_count; i++) {
        uint32_t bay = cw_random_below(&sketch->random, 8);
        CW_SCENE_TRY(add_house(sketch, columns[i % column_count], rows[i / column_count], bay));
    }
    return CW_OK;
}

static cw_status add_monument(cw_sketch *sketch, span x, span y) {
    cw_vec2 points[MONUMENT_SIDES];
    double radius = draw_width(sketch, 2, 4);
    cw_sketch_circle((cw_vec2){(x.low + x.high) / 2, (y.low + y.high) / 2}, radius, 0,
                     MONUMENT_SIDES, points);
    return cw_sketch_ring(sketch, CW_RING_OBSTACLE, 0, points, MONUMENT_SIDES);
}

/// From street to street, past half of each.
static span draw_side(cw_sketch *sketch, uint32_t index) {
    double before = draw_width(sketch, 3, 5);
    double after = draw_width(sketch, 3, 5);
    return (span){index * PITCH + before, (index + 1) * PITCH - after};
}

cw_status cw_scene_town(cw_context *context, uint64_t seed, cw_plan *plan) {
    cw_sketch sketch = {.context = context, .plan = plan, .random = {seed}};
    CW_SCENE_TRY(cw_sketch_box(&sketch, CW_RING_OUTER, 0, (cw_vec2){0, 0},
                               (cw_vec2){BLOCKS * PITCH, BLOCKS * PITCH}));
    for (uint32_t i = 0; i < BLOCKS * BLOCKS; i++) {
        uint32_t column = i % BLOCKS, row = i / BLOCKS;
        span x = draw_side(&sketch, column), y = draw_side(&sketch, row);
        bool market = column / 2 == 2 && row / 2 == 2;
        bool square = cw_random_below(&sketch.random, 12) == 0;
        if (square && !market) {
            CW_SCENE_TRY(add_monument(&sketch, x, y));
        } else if (!market) {
            CW_SCENE_TRY(add_block(&sketch, x, y));
        }
    }
    return CW_OK;
}
