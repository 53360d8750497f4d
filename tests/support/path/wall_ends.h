/// The points on the walls of a simple polygon at which portals may have to end: a set that is
/// finite and enough for the fewest portals. docs/decisions/0006 has the proof.
///
/// A portal that ends inside a wall can be moved along the wall, clockwise seen from its notch,
/// together with the portals it meets there, until it would leave the area of interest of a notch.
/// That area begins where a line that comes from a corner through the notch goes on to the wall.
#ifndef CW_TESTS_WALL_ENDS_H
#define CW_TESTS_WALL_ENDS_H

#include "partition_shapes.h"

enum { WALL_END_LIMIT = 16384 };

/// Where a line from a corner through a reflex corner in its sight goes on to meet a wall.
typedef struct wall_end {
    uint32_t wall; ///< the corner that the wall leaves
    int64_t part;  ///< how far along, rounded down, of CW_COARSE_UNIT; strictly inside the wall
    bool exact;    ///< nothing was lost by rounding
    bool begins;   ///< an area of interest begins here; if not, one ends or sight is limited
} wall_end;

/// The ends that portals may need.
typedef struct wall_ends {
    uint32_t count;
    wall_end items[WALL_END_LIMIT]; ///< by wall, then along it
} wall_ends;

/// Finds all of them. The corners are in coarse steps, counter-clockwise. Aborts when there are too
/// many.
void wall_ends_find(wall_ends *ends, const cw_point *corners, uint32_t count);

/// True when rounding up where areas of interest begin, to a point of the fine lattice, passes no
/// limit and no corner, so that the lattice has room for every solution.
bool wall_ends_have_room(const wall_ends *ends);

/// Makes the polygon and gives it the points, rounded up, where areas of interest begin. Each wall
/// gets `parts - 1` more points at equal distances. Returns how many points there are.
uint32_t wall_ends_apply(const wall_ends *ends, const cw_point *corners, uint32_t count,
                         uint32_t parts, partition_shape *shape);

#endif
