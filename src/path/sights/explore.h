/// Making sights: sending the rays of bends out without a goal.
///   1. where bends are free, and where their rays start (lookouts.c);
///   2. what they see (sights.c);
///   3. which bends a path can come to first (openers.c).
/// For any radius, rays of points tell which corners see each other (vistas.c).
#ifndef CW_PATH_SIGHTS_EXPLORE_H
#define CW_PATH_SIGHTS_EXPLORE_H

#include "path/ready/box_tree.h"
#include "path/sights/sights.h"

/// A sight that was found, and where it leaves its bend.
typedef struct cw_departure {
    double leaves;
    uint32_t sight;
} cw_departure;

/// A single ray of a point in a cell.
typedef struct cw_lone_ray {
    cw_vec2 along;
    uint32_t cell;
} cw_lone_ray;

#define CW_LONE_RAYS 16

/// What is seen so far from one place.
typedef struct cw_explorer {
    CW_ARRAY(cw_sight) found;
    uint32_t most;     ///< sights that may be found
    uint32_t sending;  ///< the number of this place
    uint32_t *touched; ///< per bend: the last place from which its circle was touched, or 0
    CW_ARRAY(cw_departure) departures;
    cw_cells cells;     ///< by number
    cw_cells doors;     ///< of each cell: the edge of it through which all rays come, or CW_NONE
    cw_cells around;    ///< where the rays start
    bool lists_corners; ///< instead of circles that are touched, corners are listed
    cw_finds corners;   ///< by number
    /// While corners are listed: some of the single rays that came into cells.
    cw_lone_ray rays[CW_LONE_RAYS];
    uint32_t ray_count;
} cw_explorer;

/// A bend whose rays are to be sent out, and the first of them.
typedef struct cw_lookout {
    uint32_t bend, cell;
    cw_tangent ray;
} cw_lookout;

typedef CW_ARRAY(cw_lookout) cw_lookouts;

/// Fills the outlooks but for what is seen, and lists where to look out from.
cw_status cw_sights_find_lookouts(const cw_taut *search, cw_sights *sights, cw_lookouts *lookouts);

/// Finds the bends that paths from each cell can come to first.
cw_status cw_sights_find_openers(cw_taut *search, cw_sights *sights);

/// Lists the opposites of the bends that see each cell, and makes room for murky ones. Doors are
/// those of the cells that are seen; NULL for none.
cw_status cw_sights_list_openers(cw_sights *sights, const uint32_t *doors);

/// For any radius: lists the cells to which each corner matters (build.c).
cw_status cw_sights_list_near(cw_sights *sights);

/// Copies what openers are chosen by (sights.c).
cw_status cw_sights_copy_faces(cw_sights *sights);

/// Finds what corners see of each other, for any radius.
cw_status cw_sights_find_vistas(cw_taut *search, cw_sights *sights);

/// How far round a bend goes, where no other wall is in the way.
cw_outlook cw_bend_outlook(const cw_taut *search, uint32_t bend);

/// The root of a path that comes to a bend on a ray.
cw_root cw_bend_root(const cw_taut *search, uint32_t bend, const cw_tangent *ray);

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
