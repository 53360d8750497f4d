/// The example plan: one floor of an office building, in metres.
///
/// A main house of 34 by 28 metres around an atrium, with the entrance and a lobby in the south, a
/// core of stairs and lifts in the west and a conference room in the east; its southern half bends
/// smoothly into a slanted wing with an open-plan office. The floor is one polygon: its outer ring
/// is the inner face of the facade with the forecourt, its holes are walls, pillars and furniture.
///
/// Walls stand against each other without overlapping, and every number is a sum of small powers of
/// two, so that where they meet, they meet exactly, also in the wing: its axes (7, 4) / 8 and
/// (-4, 7) / 8 stand at right angles, turn by 29.7 degrees and stretch lengths by 0.8 % only.
#include "sketch.h"

/// Thickness of partitions, of the walls of the core and of the facade, metres.
#define THIN 0.1875
#define THICK 0.25
#define FACADE 0.375
/// Width of doors, metres.
#define DOOR 1.0
/// Corners of round pillars and round tables.
#define PILLAR_SIDES 24
#define TABLE_SIDES 12
/// Points computed from angles are rounded to this, metres.
#define ROUNDING (1.0 / 128)
/// Most points of one ring, and most doors of one wall.
#define MAX_RING 64
#define MAX_DOORS 8
/// The turn of the wing: tangent 4 / 7, radians.
#define BEND 0.51914611424652292
/// The bend runs around this point.
#define BEND_X 34.0
#define BEND_Y 20.0

/// A wall along one axis: from `from` to `to`, from `at` to `at + thickness` across, with doors
/// that begin at the given places; a zero ends them.
typedef struct wall {
    double at, from, to, thickness;
    double doors[MAX_DOORS];
} wall;

/// A solid rectangle: a desk, a counter, a cupboard.
typedef struct box {
    double x0, y0, x1, y1;
} box;

/// A solid ellipse: a pillar, a table.
typedef struct disc {
    double x, y, half_width, half_height;
    uint32_t sides;
} disc;

/// A solid bow around (x, y), from one angle to another, in radians: a bench, a counter.
typedef struct bow {
    double x, y, inner, outer, from, to;
    uint32_t steps;
} bow;

/// What stands in one part of the house, in the frame of that part.
typedef struct part {
    cw_vec2 origin, axis; ///< of the frame; the second axis stands left of the first
    const wall *walls_across, *walls_up;
    const box *boxes;
    const disc *discs;
    const bow *bows;
    uint32_t across_count, up_count, box_count, disc_count, bow_count;
} part;

#define COUNT(table) (uint32_t)(sizeof(table) / sizeof((table)[0]))

/// Walls of the main house that run west to east: y, x, x, thickness, doors.
static const wall main_across[] = {
    {5.5, 0, 13.1875, THIN, {3, 4.75, 9.125}}, // south offices
    {5.5, 24.8125, 34, THIN, {28, 29.75}},     // south meeting rooms
    {8, 0, 5.1875, THIN, {0}},                 // west offices
    {11.9375, 0, 5, THIN, {0}},
    {15.875, 0, 5, THIN, {0}},
    {19.8125, 0, 5.1875, THIN, {0}},
    {8, 7.25, 12.25, THICK, {0}}, // core: stairs, lifts, pantry
    {9.90625, 8.75, 11, THIN, {0}},
    {11.75, 7.25, 12.25, THICK, {0}},
    {14.125, 10, 12.25, THICK, {0}},
    {16.5, 7.25, 12.25, THICK, {0}},
    {19.75, 7.25, 12.25, THICK, {9.25}},
    {13.8125, 25.6875, 34, THIN, {0}}, // conference room
    {19.8125, 25.6875, 34, THIN, {32.5}},
    {22.3125, 0, 34, THIN, {5.25, 9, 11.1875, 16.5, 18.6875, 24.5, 26.6875, 32.5}}, // north rooms
    {26.0625, 7.1875, 10.5, THIN, {7.4375, 9.25}},                                  // toilets
    {26.0625, 10.6875, 14, THIN, {10.9375, 12.75}},
};

/// Walls of the main house that run south to north: x, y, y, thickness, doors.
static const wall main_up[] = {
    {4.25, 0, 5.5, THIN, {0}}, // south offices
    {8.625, 0, 5.5, THIN, {0}},
    {13, 0, 5.5, THIN, {0}},
    {24.8125, 0, 5.5, THIN, {0}}, // south meeting rooms
    {29.3125, 0, 5.5, THIN, {0}},
    {33.8125, 0, 5.5, THIN, {0}},
    {5, 8.1875, 19.8125, THIN, {10.5, 12.5, 18.375}}, // west offices
    {7, 8, 20, THICK, {14.5}},                        // core
    {9.75, 12, 16.5, THICK, {0}},
    {12.25, 8, 20, THICK, {8.5, 12.5625, 14.9375}},
    {25.5, 13.8125, 20, THIN, {15.5}}, // conference room
    {7, 22.5, 28, THIN, {0}},          // north rooms
    {10.5, 22.5, 28, THIN, {0}},
    {14, 22.5, 28, THIN, {0}},
    {18, 22.5, 28, THIN, {0}},
    {22, 22.5, 28, THIN, {0}},
    {26, 22.5, 28, THIN, {0}},
    {8.75, 26.25, 28, THIN, {0}}, // toilets
    {12.25, 26.25, 28, THIN, {0}},
};

// One piece of furniture per line.
// clang-format off
static const box main_boxes[] = {
    {18.75, -FACADE, 19.25, 0},       // post of the entrance
    {1.25, 1.75, 3, 2.5},             // desks in the south
    {5.75, 1.75, 7.5, 2.5},
    {10, 1.75, 11.75, 2.5},
    {26, 2, 28.25, 3.25},             // table of the first meeting room
    {1.5, 9.25, 2.25, 11},            // desks in the west
    {1.5, 13.125, 2.25, 14.875},
    {1.5, 17, 2.25, 18.75},
    {15.25, 25.25, 17, 26},           // desks in the north
    {19.25, 25.25, 21, 26},
    {23.25, 25.25, 25, 26},
    {27, 24, 29.5, 24.75},            // tables of the project room
    {30.5, 24, 33, 24.75},
    {27, 25.75, 29.5, 26.5},
    {30.5, 25.75, 33, 26.5},
    {13.1875, 1.25, 14, 4.25},        // sofas in the lobby
    {24, 1.25, 24.8125, 4.25},
    {26.5, 13.1875, 33, 13.8125},     // kitchen and bar of the cafe
    {27.5, 11.25, 31.5, 12},
    {9, 12.5, 9.75, 15.5},            // server racks
    {7.25, 16.75, 11, 17.375},        // pantry
    {10, 23.25, 10.5, 25.25},         // wash basins
    {10.6875, 23.25, 11.1875, 25.25},
};

static const disc main_discs[] = {
    {15.5, 2.75, 0.375, 0.375, PILLAR_SIDES},   // lobby
    {22.5, 2.75, 0.375, 0.375, PILLAR_SIDES},
    {15.5, 8, 0.375, 0.375, PILLAR_SIDES},      // around the atrium
    {22.5, 8, 0.375, 0.375, PILLAR_SIDES},
    {15.5, 20, 0.375, 0.375, PILLAR_SIDES},
    {22.5, 20, 0.375, 0.375, PILLAR_SIDES},
    {37, 8.5, 0.375, 0.375, PILLAR_SIDES},      // the bend
    {38.25, 5.25, 0.375, 0.375, TABLE_SIDES},   // tables in the bend
    {40.75, 6.25, 0.375, 0.375, TABLE_SIDES},
    {27, 9.5, 0.5, 0.5, TABLE_SIDES},           // cafe
    {29.25, 9, 0.5, 0.5, TABLE_SIDES},
    {31.5, 9.5, 0.5, 0.5, TABLE_SIDES},
    {33.5, 10.75, 0.5, 0.5, TABLE_SIDES},
    {31.625, 2.625, 0.875, 0.875, TABLE_SIDES}, // second meeting room
    {3.5, 25.25, 2.25, 0.875, 16},              // board room
    {29.875, 17, 2.75, 1.125, 20},              // conference room
};
// clang-format on

static const bow main_bows[] = {
    {19, 7.25, 1.25, 1.875, CW_FULL_TURN / 2, CW_FULL_TURN, 8}, // reception
    {BEND_X, BEND_Y, 9, 9.75, CW_FULL_TURN * 0.75 + 0.1, CW_FULL_TURN * 0.75 + BEND - 0.1, 4},
    {BEND_X, BEND_Y, 16.5, 17.25, CW_FULL_TURN * 0.75 + 0.1, CW_FULL_TURN * 0.75 + BEND - 0.1, 6},
};

/// The wing: 22 metres long and 14 wide.
static const wall wing_across[] = {
    {2.6875, 15.9375, 22, THIN, {0}}, // southern rooms
    {5.5625, 15.75, 22, THIN, {16.5}},
    {6.90625, 20, 21.25, THIN, {0}}, // stairs
    {8.25, 15.75, 22, THIN, {16.5}}, // northern room
};

static const wall wing_up[] = {
    {15.75, 0, 5.5625, THIN, {0.875}},
    {18.75, 5.75, 8.25, THIN, {6.5}},
    {15.75, 8.4375, 14, THIN, {0}},
};

// clang-format off
static const box wing_boxes[] = {
    {2, 1.25, 3.5, 4.75},         // groups of desks
    {5.5, 1.25, 7, 4.75},
    {9, 1.25, 10.5, 4.75},
    {12.5, 1.25, 14, 4.75},
    {2, 9.25, 3.5, 12.75},
    {5.5, 9.25, 7, 12.75},
    {9, 9.25, 10.5, 12.75},
    {12.5, 9.25, 14, 12.75},
    {18.25, 1, 20.75, 1.75},      // tables of the rooms
    {18.25, 3.875, 20.75, 4.625},
};
// clang-format on

static const disc wing_discs[] = {
    {4.5, 5.75, 0.25, 0.25, 16},   {8, 5.75, 0.25, 0.25, 16}, {11.5, 5.75, 0.25, 0.25, 16},
    {4.5, 8.25, 0.25, 0.25, 16},   {8, 8.25, 0.25, 0.25, 16}, {11.5, 8.25, 0.25, 0.25, 16},
    {19, 11.25, 1.875, 0.875, 16},
};

static const part main_house = {
    .origin = {0, 0},
    .axis = {1, 0},
    .walls_across = main_across,
    .walls_up = main_up,
    .boxes = main_boxes,
    .discs = main_discs,
    .bows = main_bows,
    .across_count = COUNT(main_across),
    .up_count = COUNT(main_up),
    .box_count = COUNT(main_boxes),
    .disc_count = COUNT(main_discs),
    .bow_count = COUNT(main_bows),
};

static const part wing = {
    .origin = {44, 2.5},
    .axis = {0.875, 0.5},
    .walls_across = wing_across,
    .walls_up = wing_up,
    .boxes = wing_boxes,
    .discs = wing_discs,
    .across_count = COUNT(wing_across),
    .up_count = COUNT(wing_up),
    .box_count = COUNT(wing_boxes),
    .disc_count = COUNT(wing_discs),
};

/// A ring being drawn in the frame of a part.
typedef struct ring {
    const part *frame;
    cw_vec2 points[MAX_RING];
    uint32_t count;
} ring;

static void put(ring *outline, double x, double y) {
    cw_vec2 origin = outline->frame->origin;
    cw_vec2 turned = cw_turn_vector(outline->frame->axis, (cw_vec2){x, y});
    outline->points[outline->count++] = (cw_vec2){origin.x + turned.x, origin.y + turned.y};
}

static double rounded(double value) {
    return (double)(int64_t)(value / ROUNDING + (value < 0 ? -0.5 : 0.5)) * ROUNDING;
}

/// A point of an ellipse around (x, y).
static void put_round(ring *outline, double x, double y, cw_vec2 radius, double angle) {
    cw_vec2 way = cw_unit_vector(angle);
    put(outline, rounded(x + radius.x * way.x), rounded(y + radius.y * way.y));
}

static cw_status add_hole(cw_sketch *sketch, const ring *outline) {
    return cw_sketch_ring(sketch, CW_RING_HOLE, 0, outline->points, outline->count);
}

static cw_status add_box(cw_sketch *sketch, const part *frame, box solid) {
    ring outline = {.frame = frame};
    put(&outline, solid.x0, solid.y0);
    put(&outline, solid.x1, solid.y0);
    put(&outline, solid.x1, solid.y1);
    put(&outline, solid.x0, solid.y1);
    return add_hole(sketch, &outline);
}

/// One piece of a wall.
static cw_status add_piece(cw_sketch *sketch, const part *frame, const wall *whole, bool up,
                           double from, double to) {
    double low = whole->at, high = whole->at + whole->thickness;
    box piece = up ? (box){low, from, high, to} : (box){from, low, to, high};
    return add_box(sketch, frame, piece);
}

static cw_status add_wall(cw_sketch *sketch, const part *frame, const wall *whole, bool up) {
    double from = whole->from;
    for (uint32_t i = 0; i < MAX_DOORS && whole->doors[i] > 0; i++) {
        CW_SCENE_TRY(add_piece(sketch, frame, whole, up, from, whole->doors[i]));
        from = whole->doors[i] + DOOR;
    }
    return add_piece(sketch, frame, whole, up, from, whole->to);
}

static cw_status add_disc(cw_sketch *sketch, const part *frame, const disc *solid) {
    ring outline = {.frame = frame};
    cw_vec2 radius = {solid->half_width, solid->half_height};
    for (uint32_t i = 0; i < solid->sides; i++) {
        put_round(&outline, solid->x, solid->y, radius, CW_FULL_TURN * i / solid->sides);
    }
    return add_hole(sketch, &outline);
}

static cw_status add_bow(cw_sketch *sketch, const part *frame, const bow *solid) {
    ring outline = {.frame = frame};
    cw_vec2 outer = {solid->outer, solid->outer}, inner = {solid->inner, solid->inner};
    double step = (solid->to - solid->from) / solid->steps;
    for (uint32_t i = 0; i <= solid->steps; i++) {
        put_round(&outline, solid->x, solid->y, outer, solid->from + step * i);
    }
    for (uint32_t i = solid->steps + 1; i-- > 0;) {
        put_round(&outline, solid->x, solid->y, inner, solid->from + step * i);
    }
    return add_hole(sketch, &outline);
}

static cw_status furnish(cw_sketch *sketch, const part *frame) {
    for (uint32_t i = 0; i < frame->across_count; i++) {
        CW_SCENE_TRY(add_wall(sketch, frame, &frame->walls_across[i], false));
    }
    for (uint32_t i = 0; i < frame->up_count; i++) {
        CW_SCENE_TRY(add_wall(sketch, frame, &frame->walls_up[i], true));
    }
    for (uint32_t i = 0; i < frame->box_count; i++) {
        CW_SCENE_TRY(add_box(sketch, frame, frame->boxes[i]));
    }
    for (uint32_t i = 0; i < frame->disc_count; i++) {
        CW_SCENE_TRY(add_disc(sketch, frame, &frame->discs[i]));
    }
    for (uint32_t i = 0; i < frame->bow_count; i++) {
        CW_SCENE_TRY(add_bow(sketch, frame, &frame->bows[i]));
    }
    return CW_OK;
}

/// The inner steps of an arc around the centre of the bend, from one radius to another.
static void put_bend(ring *outline, double from_radius, double to_radius, bool outward,
                     uint32_t steps) {
    for (uint32_t i = 1; i < steps; i++) {
        double share = (double)i / steps, radius = from_radius + (to_radius - from_radius) * share;
        double angle = CW_FULL_TURN * 0.75 + BEND * (outward ? share : 1 - share);
        put_round(outline, BEND_X, BEND_Y, (cw_vec2){radius, radius}, angle);
    }
}

/// The facade from inside, counter-clockwise, with the forecourt outside the entrance.
static cw_status add_facade(cw_sketch *sketch) {
    ring outline = {.frame = &main_house};
    put(&outline, 0, 0);
    put(&outline, 17.5625, 0);
    put(&outline, 17.5625, -FACADE);
    for (uint32_t i = 0; i <= 12; i++) {
        put_round(&outline, 19, -FACADE, (cw_vec2){5, 4}, CW_FULL_TURN * (12 + i) / 24);
    }
    put(&outline, 20.4375, -FACADE);
    put(&outline, 20.4375, 0);
    put(&outline, 34, 0);
    put_bend(&outline, 20, 20.15625, true, 6);
    outline.frame = &wing;
    put(&outline, 0, 0);
    put(&outline, 22, 0);
    put(&outline, 22, 14);
    put(&outline, 0, 14);
    outline.frame = &main_house;
    put_bend(&outline, 6.046875, 6, false, 3);
    put(&outline, 34, 14);
    put(&outline, 34, 28);
    put(&outline, 0, 28);
    return cw_sketch_ring(sketch, CW_RING_OUTER, 0, outline.points, outline.count);
}

/// The opening to the floors below: a rectangle with round corners.
static cw_status add_atrium(cw_sketch *sketch) {
    static const cw_vec2 centers[4] = {{21, 15.25}, {17, 15.25}, {17, 12.75}, {21, 12.75}};
    ring outline = {.frame = &main_house};
    for (uint32_t corner = 0; corner < 4; corner++) {
        for (uint32_t i = 0; i <= 4; i++) {
            double angle = CW_FULL_TURN * (4 * corner + i) / 16;
            put_round(&outline, centers[corner].x, centers[corner].y, (cw_vec2){2.25, 2.25}, angle);
        }
    }
    return add_hole(sketch, &outline);
}

cw_status cw_scene_office(cw_context *context, cw_plan *plan) {
    *plan = (cw_plan){0};
    cw_sketch sketch = {.context = context, .plan = plan};
    cw_status status = add_facade(&sketch);
    status = status == CW_OK ? add_atrium(&sketch) : status;
    status = status == CW_OK ? furnish(&sketch, &main_house) : status;
    status = status == CW_OK ? furnish(&sketch, &wing) : status;
    if (status != CW_OK) {
        cw_plan_free(context, plan);
    }
    return status;
}
