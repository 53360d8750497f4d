/// Cutting one polygon into triangles.
#ifndef CW_IO_FACE_H
#define CW_IO_FACE_H

#include "clearway/base.h"

/// Most corners of a polygon that is not fanned: the general way takes time with the cube of it.
#define CW_FACE_LIMIT 256

/// Cuts a polygon of `count` >= 3 corners into count - 2 triangles of corner numbers with the
/// orientation of the polygon. `triangles` has room for 3 * (count - 2); `scratch` for `count`.
/// Where that cannot be done *reason says why, in words: the polygon crosses itself
/// (CW_ERROR_INPUT), or it is large and not convex (CW_ERROR_LIMIT).
cw_status cw_face_cut(const cw_vec2 *corners, uint32_t count, uint32_t *triangles,
                      uint32_t *scratch, const char **reason);

#endif
