/// A disc that is cast along the surface from a known cell, in local coordinates (ray.c): for many
/// short moves, of which each begins where the last one ended.
#ifndef CW_PATH_LOCAL_CAST_H
#define CW_PATH_LOCAL_CAST_H

#include "clearway/clearance.h"

/// Where a cast ends.
typedef struct cw_cast {
    bool hit;
    double distance; ///< metres from the start
    uint32_t cell;   ///< where it ends
    cw_vec2 touched; ///< local: the point of the wall, when hit
    uint32_t wall;   ///< the wall edge, when hit
} cw_cast;

/// Walks from a place in a cell straight to another local position. A disc that starts closer to a
/// wall than its radius, by less than a tolerance or even by more, may go away from it but not
/// nearer. `normal` receives the unit vector from the wall to the center, when hit. For tables
/// whose lattice has its origin at 0 nothing is rounded on the way.
cw_cast cw_cast_disc(const cw_clearance *clearance, uint32_t cell, cw_vec2 from, cw_vec2 to,
                     double radius, cw_vec2 *normal);

#endif
