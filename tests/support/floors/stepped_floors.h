/// Floors with steps made by hand: quadrilaterals with heights of their own, joined where their
/// edges are the same in plan and their heights close enough.
#ifndef CW_TESTS_STEPPED_FLOORS_H
#define CW_TESTS_STEPPED_FLOORS_H

#include "clearway/clearway.h"

/// A floor of four corners, counter-clockwise in plan. The lattice is an eighth of a millimetre.
typedef struct stepped_quad {
    cw_vec3 corners[4];
} stepped_quad;

/// Makes the surface of some floors; edges whose heights differ by at most `step` at both ends are
/// joined. Ends the test where that fails.
cw_surface make_stepped(const stepped_quad *quads, uint32_t count, double step);

/// A stair along x, from 0: a landing of 2 m, `treads` of 0.3 m each 0.17 m higher than the one
/// before, a landing of 2 m; `width` wide. Writes treads + 2 floors.
void list_stair(stepped_quad *quads, uint32_t treads, double width);

#endif
