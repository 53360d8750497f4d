/// Angles from vectors with the basic operations only, so that they are the same bytes on every
/// machine.
#ifndef CW_GEOM_ANGLE_H
#define CW_GEOM_ANGLE_H

#include "clearway/lattice.h"

#define CW_PI 3.14159265358979323846

/// The angle of the vector (x, y) in (-pi, pi], within a few units in the last place.
double cw_angle(double x, double y);

/// The angle of a vector of length 1, in half the time: divisions take most of it.
double cw_unit_angle(double x, double y);

/// The counter-clockwise turn from direction u to direction v, in (-pi, pi].
double cw_turn_angle(cw_point u, cw_point v);

#endif
