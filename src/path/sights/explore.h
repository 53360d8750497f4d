/// Making sights: rays of points are sent out from the corners, without a goal.
///   1. which corners and cells each corner sees (look.c);
///   2. for which radii two corners see each other (build.c);
///   3. which bends a path can come to first (first_bends.c).
#ifndef CW_PATH_SIGHTS_EXPLORE_H
#define CW_PATH_SIGHTS_EXPLORE_H

#include "path/ready/box_tree.h"
#include "path/sights/sights.h"

/// A single ray of a point in a cell.
typedef struct cw_lone_ray {
    cw_vec2 along;
    uint32_t cell;
} cw_lone_ray;

#define CW_LONE_RAYS 16

/// What is seen so far from one place.
typedef struct cw_explorer {
    cw_cells cells;   ///< by number
    cw_cells doors;   ///< of each cell: the edge of it through which all rays come, or CW_NONE
    cw_cells around;  ///< where the rays start
    cw_finds corners; ///< by number
    /// Some of the single rays that came into cells.
    cw_lone_ray rays[CW_LONE_RAYS];
    uint32_t ray_count;
} cw_explorer;

/// Lists the opposites of the bends that see each cell. Doors are those of the cells that are seen.
cw_status cw_sights_list_openers(cw_sights *sights, const uint32_t *doors);

/// Lists the cells to which each corner matters (build.c).
cw_status cw_sights_list_near(cw_sights *sights);

/// Copies what openers are chosen by (sights.c).
cw_status cw_sights_copy_faces(cw_sights *sights);

/// Finds what corners see of each other.
cw_status cw_sights_find_vistas(cw_taut *search, cw_sights *sights);

/// How far round a bend goes, where no other wall is in the way.
cw_outlook cw_bend_outlook(const cw_taut *search, uint32_t bend);

/// Sends the rays of a point at a corner out; `all` is false when they see too much, or what they
/// see cannot be told.
cw_status cw_explorer_look_from(cw_taut *search, const cw_corner *corner, bool *all);

/// Sends the rays of a root out from cells, as far as they go; `all` is false when they see too
/// much (look.c).
cw_status cw_explorer_send_out(cw_taut *search, const cw_root *root, const cw_cells *around,
                               bool *all);

/// Notes a circle that the rays touch, instead of turning there: a cw_turn_taker (look.c).
cw_status cw_explorer_take_turn(const cw_fan *fan, const cw_tangent *ray, double length,
                                uint32_t corner, double hand, bool *taken);

#endif
