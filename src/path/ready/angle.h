/// Angles between directions of a path.
#ifndef CW_PATH_READY_ANGLE_H
#define CW_PATH_READY_ANGLE_H

#include "clearance/clearance.h"
#include "geom/angle.h"
#include "path/ready/tangent.h"

/// Radians: a ray may leave an arc this much before it begins, when rounding puts both on the
/// border of a cell (CW_GRAZE on a circle of CW_SMALLEST_RADIUS). No shortest path turns nearly
/// full circle.
#define CW_NO_TURN 0.1

/// A turn by an angle in [0, 2 pi). One just short of a full turn is rounding, and counts as none.
static inline double cw_turn_by(double angle) {
    return angle >= 0 ? angle : angle > -CW_NO_TURN ? 0 : angle + 2 * CW_PI;
}

/// The turn from one direction to another, to the left for a positive hand, to the right for a
/// negative one.
static inline double cw_turn_between(cw_vec2 from, cw_vec2 to, double hand) {
    return cw_turn_by(cw_angle(cw_vec2_dot(from, to), hand * cw_vec2_cross(from, to)));
}

/// The turn from one unit vector to another, on a hand as above.
static inline double cw_unit_turn_between(cw_vec2 from, cw_vec2 to, double hand) {
    return cw_turn_by(cw_unit_angle(cw_vec2_dot(from, to), hand * cw_vec2_cross(from, to)));
}

/// The measure of the turn from one direction to another on a hand, see cw_turn_measure; none for
/// one just short of a full turn.
static inline double cw_turn_on(cw_vec2 from, cw_vec2 to, double hand) {
    double measure = hand > 0 ? cw_turn_measure(from, to) : cw_turn_measure(to, from);
    return measure < 4 - CW_NO_TURN ? measure : 0;
}

#endif
