/// The gaps of corners (gaps.c).
#ifndef CW_PATH_READY_GAPS_H
#define CW_PATH_READY_GAPS_H

#include "path/ready/sides.h"

/// Measures the gaps of all corners, which are INFINITY at first; `pairs` (may be NULL)
/// receives how many pairs of features were looked at: what tests hold against the lists.
cw_status cw_mesh_measure_gaps(cw_context *context, const cw_clearance *clearance,
                               cw_mesh_cone *cones, uint64_t *pairs);

#endif
