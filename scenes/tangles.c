/// Rings in any relation: crossing, overlapping, touching, repeated, nested, of both orientations.
///
/// Rings of up to a few metres are thrown on a square whose area grows with their number, so that
/// each meets a bounded number of others, whatever the size. Half of them have corners on a grid of
/// half metres: these share corners, edges and lines with each other. Some repeat an earlier ring,
/// as it is, reversed, begun at another corner, or shrunk towards one of its corners.
#include "sketch.h"

#include <math.h>

/// Corners of the largest ring.
#define MAX_CORNERS 24
/// Floor per vertex of the square, square metres.
#define AREA_PER_VERTEX 2.0
/// The grid that half of the rings are drawn on, metres.
#define SNAP 0.5
/// The square begins here, metres.
#define MARGIN 4.0

/// A ring being drawn, inside the box from `low` with the given size.
typedef struct scribble {
    cw_vec2 points[MAX_CORNERS];
    uint32_t count;
    cw_vec2 low;
    cw_vec2 size;
} scribble;

static cw_vec2 random_point(cw_random *random, const scribble *ring) {
    double x = cw_random_range(random, ring->low.x, ring->low.x + ring->size.x);
    double y = cw_random_range(random, ring->low.y, ring->low.y + ring->size.y);
    return (cw_vec2){x, y};
}

/// Random points in random order.
static void draw_zigzag(cw_random *random, scribble *ring) {
    ring->count = 3 + cw_random_below(random, 8);
    for (uint32_t i = 0; i < ring->count; i++) {
        ring->points[i] = random_point(random, ring);
    }
}

static void draw_box(cw_random *random, scribble *ring) {
    (void)random;
    cw_vec2 low = ring->low, high = {low.x + ring->size.x, low.y + ring->size.y};
    ring->count = 4;
    ring->points[0] = low;
    ring->points[1] = (cw_vec2){high.x, low.y};
    ring->points[2] = high;
    ring->points[3] = (cw_vec2){low.x, high.y};
}

/// Two loops of opposite orientation that share a crossing.
static void draw_eight(cw_random *random, scribble *ring) {
    draw_box(random, ring);
    cw_vec2 kept = ring->points[1];
    ring->points[1] = ring->points[2];
    ring->points[2] = kept;
}

/// A box with a spike: out to a point and back the same way, from one of its corners.
static void draw_spike(cw_random *random, scribble *ring) {
    draw_box(random, ring);
    ring->points[4] = random_point(random, ring);
    ring->points[5] = ring->points[3];
    ring->count = 6;
}

/// A star polygon: its middle lies inside two or three times.
static void draw_star(cw_random *random, scribble *ring) {
    uint32_t tips = 5 + 2 * cw_random_below(random, 3);
    uint32_t step = 2 + cw_random_below(random, 2);
    double phase = cw_random_range(random, 0, CW_FULL_TURN);
    cw_vec2 center = {ring->low.x + ring->size.x / 2, ring->low.y + ring->size.y / 2};
    cw_vec2 round[MAX_CORNERS];
    cw_sketch_circle(center, (ring->size.x + ring->size.y) / 4, phase, tips, round);
    step = tips % step == 0 ? 2 : step;
    ring->count = tips;
    for (uint32_t i = 0; i < tips; i++) {
        ring->points[i] = round[i * step % tips];
    }
}

static void draw_round(cw_random *random, scribble *ring) {
    ring->count = 8 + cw_random_below(random, MAX_CORNERS - 8);
    double phase = cw_random_range(random, 0, CW_FULL_TURN);
    cw_vec2 center = {ring->low.x + ring->size.x / 2, ring->low.y + ring->size.y / 2};
    cw_sketch_circle(center, (ring->size.x + ring->size.y) / 4, phase, ring->count, ring->points);
}

static void draw_new(cw_random *random, double side, scribble *ring) {
    static void (*const kinds[])(cw_random *, scribble *) = {
        draw_zigzag, draw_box, draw_box, draw_eight, draw_spike, draw_star, draw_round};
    ring->size.x = cw_random_range(random, 1, 8);
    ring->size.y = cw_random_range(random, 1, 8);
    // Every other ring lies near the one before, so that it has something to cut.
    bool near = cw_random_below(random, 2) == 0;
    ring->low.x = near ? ring->low.x : cw_random_range(random, MARGIN, side + MARGIN);
    ring->low.y = near ? ring->low.y : cw_random_range(random, MARGIN, side + MARGIN);
    ring->low.x += cw_random_range(random, -1, 1);
    ring->low.y += cw_random_range(random, -1, 1);
    uint32_t kind = cw_random_below(random, sizeof kinds / sizeof kinds[0]);
    kinds[kind](random, ring);
    if (cw_random_below(random, 2) == 0) {
        for (uint32_t i = 0; i < ring->count; i++) {
            ring->points[i].x = (double)(int64_t)(ring->points[i].x / SNAP) * SNAP;
            ring->points[i].y = (double)(int64_t)(ring->points[i].y / SNAP) * SNAP;
        }
    }
}

/// One of the last rings again, begun at another corner, perhaps shrunk towards it.
static void draw_again(cw_random *random, const cw_plan *plan, scribble *ring) {
    uint32_t back = cw_random_below(random, plan->ring_count < 8 ? plan->ring_count : 8);
    const cw_ring *earlier = &plan->rings[plan->ring_count - 1 - back];
    const cw_vec2 *points = plan->points + earlier->first;
    uint32_t start = cw_random_below(random, earlier->count);
    double shrink = cw_random_below(random, 2) == 0 ? 0.5 : 1;
    ring->count = earlier->count;
    for (uint32_t i = 0; i < earlier->count; i++) {
        cw_vec2 point = points[(start + i) % earlier->count];
        ring->points[i].x = points[start].x + shrink * (point.x - points[start].x);
        ring->points[i].y = points[start].y + shrink * (point.y - points[start].y);
    }
}

static void reverse(scribble *ring) {
    for (uint32_t i = 0, j = ring->count - 1; i < j; i++, j--) {
        cw_vec2 kept = ring->points[i];
        ring->points[i] = ring->points[j];
        ring->points[j] = kept;
    }
}

/// Gives a ring its meaning: half of them are floor, mostly of a new polygon.
static cw_status add_scribble(cw_sketch *sketch, const scribble *ring, uint32_t *polygon_count) {
    static const cw_ring_kind kinds[10] = {
        CW_RING_OUTER, CW_RING_OUTER, CW_RING_OUTER,    CW_RING_OUTER,    CW_RING_OUTER,
        CW_RING_HOLE,  CW_RING_HOLE,  CW_RING_OBSTACLE, CW_RING_OBSTACLE, CW_RING_BARRIER};
    cw_ring_kind kind = kinds[cw_random_below(&sketch->random, 10)];
    if (kind == CW_RING_OUTER && cw_random_below(&sketch->random, 3) > 0) {
        *polygon_count += 1;
    }
    uint32_t recent = *polygon_count < 4 ? *polygon_count : 4;
    uint32_t polygon = *polygon_count - 1;
    if (kind == CW_RING_HOLE) {
        polygon -= cw_random_below(&sketch->random, recent);
    }
    return cw_sketch_ring(sketch, kind, polygon, ring->points, ring->count);
}

cw_status cw_sketch_tangle(cw_sketch *sketch) {
    double side = sqrt(AREA_PER_VERTEX * sketch->vertices);
    scribble ring = {.low = {MARGIN, MARGIN}, .size = {side / 2, side}};
    uint32_t polygon_count = 1;
    draw_box(&sketch->random, &ring);
    CW_SCENE_TRY(cw_sketch_ring(sketch, CW_RING_OUTER, 0, ring.points, ring.count));
    while (sketch->plan->point_count + 3 <= sketch->vertices) {
        // The first ring, the floor under the left half of all others, is not repeated.
        if (sketch->plan->ring_count > 8 && cw_random_below(&sketch->random, 5) == 0) {
            draw_again(&sketch->random, sketch->plan, &ring);
        } else {
            draw_new(&sketch->random, side, &ring);
        }
        if (cw_random_below(&sketch->random, 2) == 0) {
            reverse(&ring);
        }
        CW_SCENE_TRY(add_scribble(sketch, &ring, &polygon_count));
    }
    return CW_OK;
}
