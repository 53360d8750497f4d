/// Angles between directions of a path.
#ifndef CW_PATH_ANGLE_H
#define CW_PATH_ANGLE_H

#include "clearance/clearance.h"
#include "geom/angle.h"

/// The turn from one direction to another, to the left for a positive hand, to the right for a
/// negative one, in [0, 2 pi). A turn just short of a full one is rounding, and counts as none.
static inline double cw_turn_between(cw_vec2 from, cw_vec2 to, double hand) {
    double angle = cw_angle(cw_vec2_dot(from, to), hand * cw_vec2_cross(from, to));
    return angle >= 0 ? angle : angle > -1e-9 ? 0 : angle + 2 * CW_PI;
}

#endif
