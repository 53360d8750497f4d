/// Rays in crowded cells: see crowded_rays.h.
#include "path/disc/crowded_rays.h"

/// What lies left of a ray and right of another, and no farther than `reach` beyond them.
static cw_area area_between(const cw_tangent *right, const cw_tangent *left, double reach) {
    return (cw_area){{{right->at, cw_left(right->along), -reach, INFINITY},
                      {left->at, cw_left(left->along), -INFINITY, reach}}};
}

const cw_obstacle *cw_crowded_obstacle(const cw_path_search *search, uint32_t near) {
    const cw_obstacle *obstacles = search->disc.obstacles.items;
    uint32_t low = 0, high = search->disc.obstacles.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (obstacles[middle].near < near) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < search->disc.obstacles.count && obstacles[low].near == near ? &obstacles[low]
                                                                             : NULL;
}

/// The walls of the cell of a fan that are obstacles: none where the disc fits into no dent.
static const cw_obb_tree *own_walls(const cw_fan *fan) {
    static const cw_obb_tree none = {.count = 0};
    return cw_path_search_is_convex(fan->search, fan->cell)
               ? &none
               : &cw_crowded_in(fan->search, fan->cell)->own;
}

/// One of them; they stand behind all discs.
static const cw_obstacle *own_obstacle(const cw_fan *fan, uint32_t number) {
    uint32_t discs = fan->search->disc.obstacles.count - own_walls(fan)->count;
    return &fan->search->disc.obstacles.items[discs + number];
}

/// Whether one of the discs in an area, other than `except`, stops a ray.
static bool discs_stop(const cw_fan *fan, const cw_area *area, const cw_tangent *ray, double from,
                       double to, const cw_obstacle *except) {
    const cw_obb_tree *corners = &cw_crowded_in(fan->search, fan->cell)->corners;
    uint32_t at = 0;
    const cw_obb *box;
    while ((box = cw_obb_tree_next(corners, area, &at)) != NULL) {
        for (uint32_t i = box->first; i < box->end; i++) {
            const cw_obstacle *disc = cw_crowded_obstacle(fan->search, corners->numbers[i]);
            if (disc != NULL && disc != except && cw_fan_stops(fan, disc, ray, from, to)) {
                return true;
            }
        }
    }
    return false;
}

/// Whether one of the walls of the cell in an area stops a ray.
static bool walls_stop(const cw_fan *fan, const cw_area *area, const cw_tangent *ray, double from,
                       double to) {
    const cw_obb_tree *walls = own_walls(fan);
    uint32_t at = 0;
    const cw_obb *box;
    while ((box = cw_obb_tree_next(walls, area, &at)) != NULL) {
        for (uint32_t i = box->first; i < box->end; i++) {
            if (cw_fan_stops(fan, own_obstacle(fan, walls->numbers[i]), ray, from, to)) {
                return true;
            }
        }
    }
    return false;
}

/// What a ray has to cut of a disc to be stopped, CW_GRAZE, is more than rounding can make of a ray
/// that touches it. Walls are in the way of rays that pass them by a little more than CW_GRAZE.
bool cw_crowded_lets_through(const cw_fan *fan, const cw_tangent *ray, double from, double to,
                             const cw_obstacle *except) {
    double reach = cw_most(fan->search->radius - CW_GRAZE / 2, CW_WALL_REACH);
    cw_area near_discs = cw_area_beside(ray, reach, from, to);
    cw_area near_walls = cw_area_beside(ray, CW_WALL_REACH, from, to);
    return !discs_stop(fan, &near_discs, ray, from, to, except) &&
           !walls_stop(fan, &near_walls, ray, from, to);
}

cw_some_obstacles cw_crowded_gather(const cw_fan *fan, const cw_exit_part *part, double reach) {
    const cw_path_search *search = fan->search;
    cw_marks *finds = search->disc.finds;
    cw_some_obstacles some = {search->disc.gathered, 0};
    cw_area area = area_between(&part->right, &part->left, reach);
    cw_obb_tree_find(&cw_crowded_in(search, fan->cell)->corners, &area, finds);
    for (uint32_t i = 0; i < finds->count; i++) {
        const cw_obstacle *disc = cw_crowded_obstacle(search, finds->numbers[i]);
        if (disc != NULL) {
            search->disc.gathered[some.count++] = *disc;
        }
    }
    cw_obb_tree_find(own_walls(fan), &area, finds);
    for (uint32_t i = 0; i < finds->count; i++) {
        search->disc.gathered[some.count++] = *own_obstacle(fan, finds->numbers[i]);
    }
    return some;
}
