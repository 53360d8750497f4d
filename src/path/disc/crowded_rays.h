/// Rays in crowded cells (ready/crowded_cell.h): the obstacles of a fan are found by trees.
#ifndef CW_PATH_DISC_CROWDED_RAYS_H
#define CW_PATH_DISC_CROWDED_RAYS_H

#include "path/disc/disc_search.h"
#include "path/ready/crowded_cell.h"

/// Whether the obstacles of the fan at hand throng, with dents or without: there are many, and what
/// follows finds them.
static inline bool cw_fan_is_crowded(const cw_fan *fan) {
    return fan->search->disc.obstacles.count >= CW_CROWDED &&
           cw_crowded_in(fan->search, fan->cell) != NULL;
}

/// Whether none of the obstacles of a fan but `except` stops a ray between two depths.
bool cw_crowded_lets_through(const cw_fan *fan, const cw_tangent *ray, double from, double to,
                             const cw_obstacle *except);

/// The disc of the fan at hand that has a place in the list of its cell, or NULL.
const cw_obstacle *cw_crowded_obstacle(const cw_path_search *search, uint32_t near);

/// Some of the obstacles of a fan, in their order.
typedef struct cw_some_obstacles {
    const cw_obstacle *items;
    uint32_t count;
} cw_some_obstacles;

/// Those that lie between the rays to the ends of a part of an exit, and no farther than `reach`
/// beyond them, and maybe some others: first discs, then walls of dents. They hold until the next
/// are gathered.
cw_some_obstacles cw_crowded_gather(const cw_fan *fan, const cw_exit_part *part, double reach);

#endif
