/// Polygons by others, which lie beside the repository.
#ifndef CW_TESTS_SHARED_POLYGONS_H
#define CW_TESTS_SHARED_POLYGONS_H

#include "clearway/base.h"

/// Reads up to `limit` corners of a polygon ("bird") and returns how many there are. Skips the test
/// with a message where the file is missing.
uint32_t shared_polygon_read(const char *name, cw_vec2 *points, uint32_t limit);

#endif
