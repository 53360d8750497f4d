/// A second program for the fewest portals of a simple polygon, slower and simpler than the one in
/// the library and written without its code. It also knows corners that may stay as they are.
#ifndef CW_TESTS_FEWEST_ORACLE_H
#define CW_TESTS_FEWEST_ORACLE_H

#include "navmesh/carve/partition.h"

/// The fewest portals after which no sector of a notch is wider than half a turn. `notch` tells for
/// each corner of the window whether it is one: corners that are not may keep any angle. The window
/// has no hidden corners and its first corner is plain. UINT32_MAX when there is no solution.
uint32_t fewest_oracle_solve(const cw_partition_window *window, const bool *notch);

#endif
