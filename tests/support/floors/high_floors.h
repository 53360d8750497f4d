/// Seeded floors with heights, for tests: hills with gaps, car parks, furnished storeys joined by
/// ramps, spirals. Most are turned by an arbitrary angle, so that no corner lies on the lattice and
/// straight walls are straight only up to rounding; some lie far from the origin.
#ifndef CW_TESTS_HIGH_FLOORS_H
#define CW_TESTS_HIGH_FLOORS_H

#include "scenes.h"

typedef enum high_floor {
    HIGH_HILLS,     ///< a grid of rough ground with gaps, its corners moved by much or by a hair
    HIGH_CAR_PARK,  ///< storeys of a grid with gaps, one ramp from each to the next
    HIGH_FURNISHED, ///< storeys with pillars, tables and thin walls; ramps with a landing
    HIGH_ROUGH,     ///< one furnished storey on rough ground of many small triangles
    HIGH_SPIRAL,    ///< a spiral of several turns, with gaps
    HIGH_GALLERY,   ///< a hall, and a ramp right beside it that leads to a gallery above
    HIGH_FLOOR_COUNT
} high_floor;

/// The same seed makes the same floor; to be freed with cw_scene_triangles_free(). False for the
/// few seeds whose furniture leaves no floor.
bool high_floor_make(cw_context *context, high_floor kind, uint64_t seed,
                     cw_scene_triangles *scene);

#endif
