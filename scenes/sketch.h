/// What the makers of scenes share. Inside scenes/ only.
///
/// Every machine has to give the same bytes, so makers compute with + - * / and sqrt alone, take
/// sines from cw_unit_vector, and never draw two random numbers in one expression, whose order C
/// leaves open.
#ifndef CW_SCENES_SKETCH_H
#define CW_SCENES_SKETCH_H

#include "scenes.h"

/// A full turn in radians.
#define CW_FULL_TURN 6.283185307179586477

/// Returns from the enclosing function when `call` fails.
#define CW_SCENE_TRY(call)                  \
    do {                                    \
        cw_status cw_scene_status = (call); \
        if (cw_scene_status != CW_OK) {     \
            return cw_scene_status;         \
        }                                   \
    } while (0)

/// A plan being made.
typedef struct cw_sketch {
    cw_context *context;
    cw_plan *plan;
    cw_random random;
    uint32_t vertices; ///< about how many are asked for
} cw_sketch;

/// (cos, sin) of an angle in radians, exact to about 2^-52; |angle| below 1e6.
cw_vec2 cw_unit_vector(double angle);

/// A vector turned by the angle whose (cos, sin) is `turn`.
cw_vec2 cw_turn_vector(cw_vec2 turn, cw_vec2 vector);

/// Largest integer whose square is at most `value`.
uint32_t cw_floor_root(uint32_t value);

/// Columns of the squarest grid with at least `count` places.
uint32_t cw_grid_columns(uint32_t count);

/// A block of count items from the context's memory, or NULL with the reason in its message.
void *cw_sketch_allocate(cw_sketch *sketch, size_t count, size_t item_size);

/// Gives a block of count items back; NULL is fine.
void cw_sketch_release(cw_sketch *sketch, void *memory, size_t count, size_t item_size);

/// Adds a closed ring.
cw_status cw_sketch_ring(cw_sketch *sketch, cw_ring_kind kind, uint32_t polygon,
                         const cw_vec2 *points, uint32_t count);

/// Adds the axis-parallel rectangle between two corners, counter-clockwise.
cw_status cw_sketch_box(cw_sketch *sketch, cw_ring_kind kind, uint32_t polygon, cw_vec2 low,
                        cw_vec2 high);

/// Corners of a regular polygon, counter-clockwise, the first in the direction `phase`.
void cw_sketch_circle(cw_vec2 center, double radius, double phase, uint32_t count, cw_vec2 *points);

/// The outline of a band of `width` along a rectangular spiral of `legs` legs, which starts at
/// `center` and turns left; arms lie `pitch` apart. Writes 2 * legs + 2 points.
void cw_sketch_spiral(cw_vec2 center, double pitch, double width, uint32_t legs, cw_vec2 *points);

/// One maker per family.
cw_status cw_sketch_rects(cw_sketch *sketch);
cw_status cw_sketch_mix(cw_sketch *sketch);
cw_status cw_sketch_stars(cw_sketch *sketch);
cw_status cw_sketch_circles(cw_sketch *sketch);
cw_status cw_sketch_maze(cw_sketch *sketch);
cw_status cw_sketch_rooms(cw_sketch *sketch);
cw_status cw_sketch_comb(cw_sketch *sketch);
cw_status cw_sketch_spirals(cw_sketch *sketch);
cw_status cw_sketch_simple(cw_sketch *sketch);
cw_status cw_sketch_tangle(cw_sketch *sketch);
cw_status cw_sketch_degenerate(cw_sketch *sketch);

#endif
