/// What stops a ray: discs around corners, and walls of dents.
#include "path/disc/disc_search.h"
#include "path/ready/crowded_cell.h"

/// Metres by which a ray may miss the end of a wall in a nook and still meet it there: more than
/// CW_GRAZE, by which it may have crossed the other wall of the nook.
#define IN_NOOK (2 * CW_GRAZE)

/// Whether a ray is behind a wall's line when it ends.
static bool ends_behind(const cw_tangent *ray, double to, const cw_obstacle *wall) {
    cw_vec2 end = cw_vec2_along(ray->at, to, ray->along);
    cw_vec2 side = cw_heading(cw_vec2_sub(wall->to, wall->center));
    return cw_vec2_cross(side, cw_vec2_sub(end, wall->center)) < -CW_GRAZE;
}

/// Whether a ray goes through a wall from the floor on its left. A ray that touches an end goes
/// through when the wall ends in a nook, where there is solid on both sides of the wall's line; but
/// not when it runs along the wall.
static bool crosses_wall(const cw_tangent *ray, double from, double to, const cw_obstacle *wall) {
    cw_vec2 side = cw_vec2_sub(wall->to, wall->center);
    double facing = cw_vec2_cross(ray->along, side);
    double a = cw_tangent_side(ray, wall->center), b = cw_tangent_side(ray, wall->to);
    if (facing <= 0 || a > (wall->open_from ? CW_GRAZE : IN_NOOK) ||
        b < -(wall->open_to ? CW_GRAZE : IN_NOOK)) {
        return false;
    }
    bool right = a<-CW_GRAZE, left = b> CW_GRAZE; /* its start, and its end, clear of the ray */
    if ((!right && !left) || (!right && wall->open_from) || (!left && wall->open_to) ||
        b - a <= CW_GRAZE) {
        return false;
    }
    double depth = a < 0 && b > 0 ? cw_vec2_cross(cw_vec2_sub(wall->center, ray->at), side) / facing
                                  : cw_tangent_depth(ray, left ? wall->center : wall->to);
    return depth > from - CW_GRAZE && depth < to - CW_GRAZE && ends_behind(ray, to, wall);
}

bool cw_fan_stops(const cw_fan *fan, const cw_obstacle *obstacle, const cw_tangent *ray,
                  double from, double to) {
    if (obstacle->corner == CW_NONE) {
        return crosses_wall(ray, from, to, obstacle);
    }
    return cw_tangent_hits(ray, from, to, obstacle->center, fan->search->radius);
}

/// Whether no obstacle but `except` stops a ray between two depths.
static bool all_let_through(const cw_fan *fan, const cw_tangent *ray, double from, double to,
                            const cw_obstacle *except) {
    const cw_path_search *search = fan->search;
    const cw_obstacle *end = &search->disc.obstacles.items[search->disc.obstacles.count];
    for (const cw_obstacle *obstacle = search->disc.obstacles.items; obstacle < end; obstacle++) {
        if (obstacle != except && cw_fan_stops(fan, obstacle, ray, from, to)) {
            return false;
        }
    }
    return true;
}

/// The disc of a fan that has a place in the list of its cell, or NULL.
static const cw_obstacle *disc_of(const cw_path_search *search, uint32_t near) {
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

/// Whether one of the discs in a strip, other than `except`, stops a ray.
static bool discs_stop(const cw_fan *fan, const cw_box_tree *corners, const cw_strip *strip,
                       const cw_tangent *ray, double from, double to, const cw_obstacle *except) {
    const cw_box_node *leaf;
    for (uint32_t at = 0; (leaf = cw_crowded_next(corners, strip, &at)) != NULL;) {
        for (uint32_t i = leaf->begin; i < leaf->end; i++) {
            const cw_obstacle *disc = disc_of(fan->search, corners->items.items[i].item);
            if (disc != NULL && disc != except && cw_fan_stops(fan, disc, ray, from, to)) {
                return true;
            }
        }
    }
    return false;
}

/// Whether one of the walls of the cell in a strip stops a ray. They stand behind all discs.
static bool walls_stop(const cw_fan *fan, const cw_box_tree *own, const cw_strip *strip,
                       const cw_tangent *ray, double from, double to) {
    const cw_path_search *search = fan->search;
    const cw_obstacle *end = &search->disc.obstacles.items[search->disc.obstacles.count];
    const cw_obstacle *walls = end - own->items.count;
    const cw_box_node *leaf;
    for (uint32_t at = 0; (leaf = cw_crowded_next(own, strip, &at)) != NULL;) {
        for (uint32_t i = leaf->begin; i < leaf->end; i++) {
            if (cw_fan_stops(fan, &walls[own->items.items[i].item], ray, from, to)) {
                return true;
            }
        }
    }
    return false;
}

/// Whether no obstacle but `except` stops a ray in a crowded cell. What a ray has to cut of a disc
/// to be stopped, CW_GRAZE, is more than rounding can make of a ray that touches it. Walls are in
/// the way of rays that pass them by a little more than CW_GRAZE.
static bool crowd_lets_through(const cw_fan *fan, const cw_crowded_cell *crowded,
                               const cw_tangent *ray, double from, double to,
                               const cw_obstacle *except) {
    double reach = cw_most(fan->search->radius - CW_GRAZE / 2, CW_WALL_REACH);
    const cw_strip discs = cw_crowded_beside(crowded, ray, reach, from, to);
    const cw_strip walls = cw_crowded_beside(crowded, ray, CW_WALL_REACH, from, to);
    return !discs_stop(fan, &crowded->corners, &discs, ray, from, to, except) &&
           (cw_path_search_is_convex(fan->search, fan->cell) ||
            !walls_stop(fan, &crowded->own, &walls, ray, from, to));
}

bool cw_fan_lets_through(const cw_fan *fan, const cw_tangent *ray, double from, double to,
                         const cw_obstacle *except) {
    const cw_crowded_cell *crowded = fan->search->disc.obstacles.count < CW_CROWDED
                                         ? NULL
                                         : cw_crowded_in(fan->search, fan->cell);
    return crowded != NULL ? crowd_lets_through(fan, crowded, ray, from, to, except)
                           : all_let_through(fan, ray, from, to, except);
}
