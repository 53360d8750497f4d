/// The definition of walkable, straight from the triangles in doubles, slow and obvious; and what
/// it says against a surface: along vertical lines, and along short steps.
#ifndef CW_TESTS_SCENE_ORACLE_H
#define CW_TESTS_SCENE_ORACLE_H

#include "clearway/clearway.h"

typedef struct scene_oracle scene_oracle;

/// Keeps pointers to neither. Bridges and filters are not part of the definition.
scene_oracle *scene_oracle_make(const cw_scene *scene, const cw_extraction_config *config);
void scene_oracle_free(scene_oracle *oracle);

/// Heights at which a walker can stand over a place, lowest first, each once; at most `most`.
uint32_t scene_oracle_floors(const scene_oracle *oracle, double x, double y, double *heights,
                             uint32_t most);

typedef struct oracle_count {
    uint32_t asked, skipped;
    uint32_t missing; ///< lines: floors the surface lacks; steps: walls it lacks
    uint32_t extra;   ///< lines: floors that are none; steps: walls that are none
    double worst;     ///< largest difference of heights, metres
    double x, y, z;   ///< where the last of them is
} oracle_count;

/// Vertical lines at random places against the terrain of a surface.
oracle_count scene_oracle_lines(const scene_oracle *oracle, const cw_surface *surface,
                                uint32_t count, uint64_t seed);
/// Short steps from random places.
oracle_count scene_oracle_steps(const scene_oracle *oracle, const cw_surface *surface,
                                uint32_t count, double length, uint64_t seed);

/// Sides of the terrain without twin of which an end lies strictly inside such a side of the other
/// direction, less than a walker's height above or below it: there the chains of two faces do not
/// fit.
uint32_t scene_count_misfits(const cw_surface *surface, double height);

#endif
