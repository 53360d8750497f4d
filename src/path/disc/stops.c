/// What stops a ray: discs around corners, and walls of dents.
#include "path/disc/disc_search.h"

/// Metres by which a ray may miss the end of a wall in a nook and still meet it there: more than
/// CW_GRAZE, by which it may have crossed the other wall of the nook.
#define IN_NOOK (2 * CW_GRAZE)

/// Whether a ray is behind a wall's line when it ends.
static bool ends_behind(const cw_tangent *ray, double to, const cw_obstacle *wall) {
    cw_vec2 end = cw_vec2_along(ray->at, to, ray->along);
    cw_vec2 side = cw_unit(cw_vec2_sub(wall->to, wall->center));
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
