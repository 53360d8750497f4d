/// Long ways: a comb whose teeth stand from both sides, and spirals.
///
/// The comb is one ring without holes. Rows of teeth lie above each other; between two rows stands
/// a wall that leaves a way around its free end, on the left and on the right in turn, so that the
/// floor winds through all rows and the plan stays about square:
///
///      +---.---.---+
///      | |   |   | |        teeth hang and stand in turn
///      |  =========+        a wall between two rows, free at its left end
///      | .   .   . |
///      |   |   |   |
///      +-----------+
///
/// A spiral of more than a few hundred turns would be mostly length, so larger requests give
/// several spirals side by side, each an island of its own.
#include "sketch.h"

/// Teeth stand this far apart, metres.
#define TOOTH_PITCH 2.0
#define ROW_HEIGHT 8.0
#define ROW_WALL 0.4
/// From the side walls to the first tooth, and the way around the free end of a wall, metres.
#define ROW_MARGIN 3.0
#define ROW_PASSAGE 2.0

#define SPIRAL_PITCH 2.5
/// Vertices of the largest spiral.
#define SPIRAL_LIMIT 2000

/// The ring of a comb being traced counter-clockwise.
typedef struct comb {
    cw_random *random;
    cw_vec2 *points;
    uint32_t count;
    uint32_t teeth, rows; ///< teeth of a row, from below and above in turn; rows
    double width;         ///< metres
} comb;

static void comb_point(comb *ring, double x, double y) {
    ring->points[ring->count++] = (cw_vec2){x, y};
}

/// Tooth `index` of a row, on a wall at height `y` that is traced from left to right under standing
/// teeth and from right to left above hanging ones.
static void add_tooth(comb *ring, uint32_t index, double y, bool stands) {
    double middle = ROW_MARGIN + index * TOOTH_PITCH;
    double half = cw_random_range(ring->random, 0.1, 0.4);
    double length = cw_random_range(ring->random, 0.5, 0.85) * ROW_HEIGHT;
    double first = stands ? middle - half : middle + half;
    double second = stands ? middle + half : middle - half;
    double tip = stands ? y + length : y - length;
    comb_point(ring, first, y);
    comb_point(ring, first, tip);
    comb_point(ring, second, tip);
    comb_point(ring, second, y);
}

/// Teeth that stand on a wall, left to right: those with an even number.
static void add_standing_teeth(comb *ring, double y) {
    for (uint32_t i = 0; i < ring->teeth; i += 2) {
        add_tooth(ring, i, y, true);
    }
}

/// Teeth that hang from a wall, right to left: those with an odd number.
static void add_hanging_teeth(comb *ring, double y) {
    for (uint32_t i = ring->teeth; i-- > 0;) {
        if (i % 2 == 1) {
            add_tooth(ring, i, y, false);
        }
    }
}

static void trace_comb(comb *ring) {
    double half = ROW_WALL / 2, top = ring->rows * ROW_HEIGHT;
    comb_point(ring, 0, 0);
    add_standing_teeth(ring, 0);
    comb_point(ring, ring->width, 0);
    for (uint32_t wall = 1; wall < ring->rows; wall += 2) {
        double y = wall * ROW_HEIGHT;
        comb_point(ring, ring->width, y - half);
        add_hanging_teeth(ring, y - half);
        comb_point(ring, ROW_PASSAGE, y - half);
        comb_point(ring, ROW_PASSAGE, y + half);
        add_standing_teeth(ring, y + half);
        comb_point(ring, ring->width, y + half);
    }
    comb_point(ring, ring->width, top);
    add_hanging_teeth(ring, top);
    comb_point(ring, 0, top);
    for (uint32_t wall = (ring->rows - 1) / 2 * 2; wall > 0; wall -= 2) {
        double y = wall * ROW_HEIGHT;
        comb_point(ring, 0, y + half);
        add_standing_teeth(ring, y + half);
        comb_point(ring, ring->width - ROW_PASSAGE, y + half);
        comb_point(ring, ring->width - ROW_PASSAGE, y - half);
        add_hanging_teeth(ring, y - half);
        comb_point(ring, 0, y - half);
    }
}

cw_status cw_sketch_comb(cw_sketch *sketch) {
    uint32_t teeth = (sketch->vertices - 4) / 4;
    uint32_t rows = cw_floor_root(teeth / 4);
    rows = rows > 0 ? rows : 1;
    comb ring = {.random = &sketch->random, .teeth = (teeth + rows / 2) / rows, .rows = rows};
    ring.width = 2 * ROW_MARGIN + (ring.teeth - 1) * TOOTH_PITCH;
    uint32_t most = 4 * rows * (ring.teeth + 1); // a row brings its teeth and a wall's four corners
    ring.points = cw_sketch_allocate(sketch, most, sizeof *ring.points);
    if (ring.points == NULL) {
        return CW_ERROR_MEMORY;
    }
    trace_comb(&ring);
    cw_status status = cw_sketch_ring(sketch, CW_RING_OUTER, 0, ring.points, ring.count);
    cw_sketch_release(sketch, ring.points, most, sizeof *ring.points);
    return status;
}

cw_status cw_sketch_spirals(cw_sketch *sketch) {
    uint32_t spirals = (sketch->vertices + SPIRAL_LIMIT - 1) / SPIRAL_LIMIT;
    uint32_t legs = (sketch->vertices / spirals - 2) / 2;
    uint32_t columns = cw_grid_columns(spirals);
    double cell = SPIRAL_PITCH * (legs / 2 + 3);
    cw_vec2 points[SPIRAL_LIMIT + 2];
    for (uint32_t index = 0; index < spirals; index++) {
        double width = SPIRAL_PITCH * cw_random_range(&sketch->random, 0.5, 0.9);
        cw_vec2 center = {(index % columns + 0.5) * cell, (index / columns + 0.5) * cell};
        cw_sketch_spiral(center, SPIRAL_PITCH, width, legs, points);
        CW_SCENE_TRY(cw_sketch_ring(sketch, CW_RING_OUTER, index, points, 2 * legs + 2));
    }
    return CW_OK;
}
