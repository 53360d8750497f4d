/// Windows for tests of the partition: random polygons with their triangulation.
#ifndef CW_TESTS_PARTITION_SHAPES_H
#define CW_TESTS_PARTITION_SHAPES_H

#include "navmesh/carve/partition.h"
#include "scenes.h"

enum { SHAPE_CORNER_LIMIT = 8192 };

/// A polygon and its triangles; corners are always numbered round the ring.
typedef struct partition_shape {
    uint32_t corner_count, triangle_count;
    cw_partition_corner corners[SHAPE_CORNER_LIMIT];
    uint32_t triangle_corners[3 * SHAPE_CORNER_LIMIT];
    uint32_t triangle_twins[3 * SHAPE_CORNER_LIMIT];
} partition_shape;

/// Every random point is a multiple of this, so that several Steiner corners find room on each
/// edge.
enum { SHAPE_UNIT = 1728 };

/// Grows a polygon triangle by triangle on a small grid, which makes collinear corners, walls that
/// touch and walls without thickness common. Unless `embedded`, it may overlap itself.
void partition_shape_grow(partition_shape *shape, cw_random *random, uint32_t corner_count,
                          uint32_t grid, bool embedded);

/// Triangulates a simple polygon; false when it is not one.
bool partition_shape_clip_ears(partition_shape *shape, const cw_point *points, uint32_t count);

/// Puts a corner on the wall that leaves corner `from`; later corners are renumbered.
void partition_shape_split_wall(partition_shape *shape, uint32_t from, cw_partition_corner corner);

/// Puts a Steiner corner on a random wall, which may have some already.
void partition_shape_add_steiner(partition_shape *shape, cw_random *random);

/// Hides each corner between half a turn and a full one with the given chance.
void partition_shape_hide(partition_shape *shape, cw_random *random, double chance);

/// Renumbers the corners so that the one with number `by` becomes number 0.
void partition_shape_rotate(partition_shape *shape, uint32_t by);

cw_partition_window partition_shape_window(const partition_shape *shape);

#endif
