/// Everything that is nearly or exactly degenerate, one case per room.
///
/// Rooms of eight by eight metres stand in a grid without space between them, each a polygon of its
/// own, so that neighbours share a side. Every room shows one case, chosen at random; numbers that
/// do not matter for it are random too. Linear time: a room has a bounded number of vertices.
#include "sketch.h"

/// Side of a room, metres.
#define ROOM 8.0
/// Vertices of a room on average: this makes the grid about square.
#define AVERAGE_VERTICES 25
/// How far points of a nearly straight chain leave the line, metres.
#define CHAIN_NOISE 1e-9
/// Points of a nearly straight chain.
#define CHAIN_POINTS 10

/// A room being furnished.
typedef struct room {
    cw_sketch *sketch;
    cw_vec2 low;
    uint32_t polygon;
} room;

/// A number in [low, high) that is a multiple of 1/16, so that contacts are exact.
static double round_number(room *in, double low, double high) {
    double value = cw_random_range(&in->sketch->random, low, high);
    return (double)(int64_t)(value * 16) / 16;
}

/// Adds a ring whose points count from the room's corner.
static cw_status add(room *in, cw_ring_kind kind, const cw_vec2 *points, uint32_t count) {
    cw_vec2 moved[4 * CHAIN_POINTS];
    for (uint32_t i = 0; i < count; i++) {
        moved[i] = (cw_vec2){in->low.x + points[i].x, in->low.y + points[i].y};
    }
    return cw_sketch_ring(in->sketch, kind, in->polygon, moved, count);
}

static cw_status add_box(room *in, cw_ring_kind kind, double x0, double y0, double x1, double y1) {
    cw_vec2 corners[4] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
    return add(in, kind, corners, 4);
}

static cw_status add_floor(room *in) {
    return add_box(in, CW_RING_OUTER, 0, 0, ROOM, ROOM);
}

/// Points from (x0, y) to (x1, y), all but the first off the line by a nanometre.
static void draw_chain(room *in, double x0, double x1, double y, cw_vec2 *points) {
    for (uint32_t i = 0; i < CHAIN_POINTS; i++) {
        double noise = i > 0 ? cw_random_range(&in->sketch->random, -CHAIN_NOISE, CHAIN_NOISE) : 0;
        points[i] = (cw_vec2){x0 + (x1 - x0) * i / CHAIN_POINTS, y + noise};
    }
}

/// The side shared with the room below, and both sides of a hole, are nearly straight.
static cw_status make_chains(room *in) {
    cw_vec2 floor[CHAIN_POINTS + 3], hole[2 * CHAIN_POINTS];
    draw_chain(in, 0, ROOM, 0, floor);
    floor[CHAIN_POINTS] = (cw_vec2){ROOM, 0};
    floor[CHAIN_POINTS + 1] = (cw_vec2){ROOM, ROOM};
    floor[CHAIN_POINTS + 2] = (cw_vec2){0, ROOM};
    CW_SCENE_TRY(add(in, CW_RING_OUTER, floor, CHAIN_POINTS + 3));
    double y = round_number(in, 2, 4);
    draw_chain(in, 1, 7, y, hole);
    draw_chain(in, 7, 1, y + 1.5, hole + CHAIN_POINTS);
    return add(in, CW_RING_HOLE, hole, 2 * CHAIN_POINTS);
}

/// Thin triangles: a millimetre, a micrometre and a nanometre wide.
static cw_status make_needles(room *in) {
    static const double widths[3] = {1e-3, 1e-6, 1e-9};
    CW_SCENE_TRY(add_floor(in));
    for (uint32_t i = 0; i < 3; i++) {
        double x = cw_random_range(&in->sketch->random, 1, 3);
        double y = 1 + 2 * i + cw_random_range(&in->sketch->random, 0, 0.5);
        double rise = cw_random_range(&in->sketch->random, 0, 1);
        cw_vec2 needle[3] = {{x, y}, {x + 4, y + rise}, {x, y + widths[i]}};
        CW_SCENE_TRY(add(in, i == 1 ? CW_RING_OBSTACLE : CW_RING_HOLE, needle, 3));
    }
    return CW_OK;
}

/// Holes that share a corner, a part of a side, a whole side, and a corner with a side.
static cw_status make_touching_holes(room *in) {
    CW_SCENE_TRY(add_floor(in));
    double x = round_number(in, 2.5, 3.5), y = round_number(in, 2.5, 3.5);
    CW_SCENE_TRY(add_box(in, CW_RING_HOLE, 1, 1, x, y));
    CW_SCENE_TRY(add_box(in, CW_RING_HOLE, x, y, 5, 5));
    CW_SCENE_TRY(add_box(in, CW_RING_HOLE, 5, 4, 6, 6));
    CW_SCENE_TRY(add_box(in, CW_RING_HOLE, 6, 4, 7, 6));
    cw_vec2 triangle[3] = {{4.5, 5}, {4, 7}, {2, 7}};
    return add(in, CW_RING_HOLE, triangle, 3);
}

/// Holes that touch the walls in a point and along a side, fill a corner, or stick out.
static cw_status make_holes_on_walls(room *in) {
    CW_SCENE_TRY(add_floor(in));
    double at = round_number(in, 3, 4);
    cw_vec2 tip[3] = {{0, at}, {1.5, at - 0.5}, {1.5, at + 0.5}};
    CW_SCENE_TRY(add(in, CW_RING_HOLE, tip, 3));
    CW_SCENE_TRY(add_box(in, CW_RING_HOLE, at, 0, at + 1, 1.5));
    CW_SCENE_TRY(add_box(in, CW_RING_HOLE, 6.5, 0, ROOM, 1));
    CW_SCENE_TRY(add_box(in, CW_RING_HOLE, 6, at, 9, at + 1));
    return add_box(in, CW_RING_OBSTACLE, 2, 6.5, 3, ROOM);
}

/// Walls without thickness: alone, on a wall, across each other, along a side, around a place.
static cw_status make_barriers(room *in) {
    CW_SCENE_TRY(add_floor(in));
    double at = round_number(in, 2, 3);
    cw_vec2 alone[3] = {{1, 1}, {at, 1.5}, {at, 2.5}};
    cw_vec2 standing[2] = {{0, 4}, {at, 4}};
    cw_vec2 first[2] = {{4, 1}, {7, 3}}, second[2] = {{4, 3}, {7, 1}};
    cw_vec2 along[2] = {{1, ROOM}, {4, ROOM}};
    cw_vec2 around[5] = {{5, 5}, {6, 5}, {6, 6}, {5, 6}, {5, 5}};
    CW_SCENE_TRY(add(in, CW_RING_BARRIER, alone, 3));
    CW_SCENE_TRY(add(in, CW_RING_BARRIER, standing, 2));
    CW_SCENE_TRY(add(in, CW_RING_BARRIER, first, 2));
    CW_SCENE_TRY(add(in, CW_RING_BARRIER, second, 2));
    CW_SCENE_TRY(add(in, CW_RING_BARRIER, along, 2));
    return add(in, CW_RING_BARRIER, around, 5);
}

/// Points given several times, a closing point, and a spike.
static cw_status make_duplicates(room *in) {
    CW_SCENE_TRY(add_floor(in));
    CW_SCENE_TRY(add_floor(in));
    double x = round_number(in, 4, 6);
    cw_vec2 repeated[10] = {{1, 1}, {1, 1}, {x, 1}, {x, 1}, {x, 1},
                            {x, 3}, {1, 3}, {1, 3}, {1, 1}, {1, 1}};
    cw_vec2 spiked[7] = {{2, 5}, {5, 5}, {5, 6}, {7, 7}, {5, 6}, {2, 6}, {2, 5}};
    CW_SCENE_TRY(add(in, CW_RING_HOLE, repeated, 10));
    CW_SCENE_TRY(add(in, CW_RING_HOLE, repeated, 10));
    return add(in, CW_RING_HOLE, spiked, 7);
}

/// A spiral of wall with a narrow way between its arms.
static cw_status make_spiral(room *in) {
    CW_SCENE_TRY(add_floor(in));
    cw_vec2 spiral[24];
    double width = cw_random_range(&in->sketch->random, 0.3, 0.99);
    cw_sketch_spiral((cw_vec2){4, 4}, 1, width, 11, spiral);
    return add(in, CW_RING_HOLE, spiral, 24);
}

/// Corners on the sides of other rings, at places that binary numbers can and cannot name, and
/// rings inside rings that share a part of their sides.
static cw_status make_points_on_edges(room *in) {
    CW_SCENE_TRY(add_floor(in));
    double third = 1 + 4.0 / 3, slope = round_number(in, 0.5, 2);
    cw_vec2 slanted[4] = {{1, 1}, {5, 1 + slope}, {5, 4}, {1, 4}};
    cw_vec2 below[3] = {{third, 1 + slope / 3}, {2, 0.25}, {3, 0.5}};
    cw_vec2 above[3] = {{3, 4}, {4, 6}, {2, 6}};
    CW_SCENE_TRY(add(in, CW_RING_HOLE, slanted, 4));
    CW_SCENE_TRY(add(in, CW_RING_HOLE, below, 3));
    CW_SCENE_TRY(add(in, CW_RING_HOLE, above, 3));
    CW_SCENE_TRY(add_box(in, CW_RING_HOLE, 3, 3, 5, 4));
    return add_box(in, CW_RING_HOLE, 4, 3.5, 5, 4);
}

/// Rings of a micrometre and less, without area, and of fewer than three points.
static cw_status make_tiny_rings(room *in) {
    CW_SCENE_TRY(add_floor(in));
    double x = cw_random_range(&in->sketch->random, 1, 6);
    CW_SCENE_TRY(add_box(in, CW_RING_HOLE, x, 1, x + 1e-6, 1 + 1e-6));
    CW_SCENE_TRY(add_box(in, CW_RING_OBSTACLE, x, 2, x + 1e-8, 2 + 1e-8));
    cw_vec2 line[4] = {{1, 3}, {3, 3}, {6, 3}, {2, 3}};
    cw_vec2 point[3] = {{x, 5}, {x, 5}, {x, 5}};
    CW_SCENE_TRY(add(in, CW_RING_HOLE, line, 4));
    CW_SCENE_TRY(add(in, CW_RING_OBSTACLE, line, 2));
    CW_SCENE_TRY(add(in, CW_RING_OUTER, line + 1, 2));
    CW_SCENE_TRY(add(in, CW_RING_HOLE, point, 3));
    CW_SCENE_TRY(add(in, CW_RING_HOLE, point, 1));
    CW_SCENE_TRY(add(in, CW_RING_BARRIER, point, 1));
    CW_SCENE_TRY(add(in, CW_RING_BARRIER, point, 2));
    return add(in, CW_RING_HOLE, point, 0);
}

cw_status cw_sketch_degenerate(cw_sketch *sketch) {
    static cw_status (*const cases[])(room *) = {
        make_chains,     make_needles, make_touching_holes,  make_holes_on_walls, make_barriers,
        make_duplicates, make_spiral,  make_points_on_edges, make_tiny_rings};
    uint32_t columns = cw_grid_columns(sketch->vertices / AVERAGE_VERTICES + 1);
    for (uint32_t index = 0; sketch->plan->point_count < sketch->vertices; index++) {
        room in = {.sketch = sketch,
                   .low = {index % columns * ROOM, index / columns * ROOM},
                   .polygon = index};
        uint32_t chosen = cw_random_below(&sketch->random, sizeof cases / sizeof cases[0]);
        CW_SCENE_TRY(cases[chosen](&in));
    }
    return CW_OK;
}
