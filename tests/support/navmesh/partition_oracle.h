/// Slow and plain ways to know what a partition should be, without the code under test.
#ifndef CW_TESTS_PARTITION_ORACLE_H
#define CW_TESTS_PARTITION_ORACLE_H

#include "navmesh/carve/partition.h"

/// Most diagonals that partition_oracle_solve can choose from.
enum { ORACLE_DIAGONAL_LIMIT = 64 };

/// The interior angle at a corner, in radians; may exceed a full turn.
double partition_oracle_angle(const cw_partition_window *window, uint32_t corner);

/// True when the two corners may be joined by a diagonal. Every triangulation edge that separates
/// them must be crossed by the line between them, on its inside and the right way round.
bool partition_oracle_allows(const cw_partition_window *window, uint32_t from, uint32_t to);

/// Tries all sets of allowed diagonals that do not cross. False when none resolves every corner.
/// Angles are sums of doubles: coordinates must be small integers.
bool partition_oracle_solve(const cw_partition_window *window, uint32_t *count, double *length);

/// Checks a result of any size: allowed diagonals, no crossing, every piece convex by exact signs.
/// NULL when all is well, else what is wrong.
const char *partition_oracle_check(const cw_partition_window *window,
                                   const cw_partition_result *result);

#endif
