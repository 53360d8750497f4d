/// Shortest paths over points of which each two see each other or do not.
#ifndef CW_TESTS_VISIBILITY_H
#define CW_TESTS_VISIBILITY_H

#include "clearway/base.h"

/// Whether a path may go straight from one point to another; asked only where that is shorter.
typedef bool visibility(const void *user, uint32_t from, uint32_t to);

/// The lengths of the shortest paths from a point to all, infinite where there is none (Dijkstra).
void visible_lengths(const cw_vec2 *points, uint32_t count, uint32_t from, visibility *sees,
                     const void *user, double *lengths);

#endif
