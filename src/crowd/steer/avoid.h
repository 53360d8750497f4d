/// How to avoid a disc: the half plane of velocities of optimal reciprocal collision avoidance.
#ifndef CW_CROWD_AVOID_H
#define CW_CROWD_AVOID_H

#include "clearance/clearance.h"

/// The velocities v with normal . v >= c.
typedef struct cw_line {
    cw_vec2 normal; ///< unit
    double c;
} cw_line;

/// How a velocity would have to change so as not to meet a disc within a time: along `normal`, by
/// `change` at least; the own share of it makes a half plane.
typedef struct cw_avoidance {
    cw_vec2 normal;
    double change;
} cw_avoidance;

/// Optimal reciprocal collision avoidance (van den Berg, Guy, Lin and Manocha, "Reciprocal n-body
/// collision avoidance", 2011) of a disc at `way`, with a relative velocity, and the sum of both
/// radii. `part_time` is the time to part when they overlap.
static inline cw_avoidance cw_avoid(cw_vec2 way, cw_vec2 relative, double radii, double tau,
                                    double part_time) {
    double square = cw_vec2_dot(way, way), touch = radii * radii;
    bool apart = square > touch;
    double inverse = 1 / (apart ? tau : part_time);
    cw_vec2 w = cw_vec2_along(relative, -inverse, way);
    double along = cw_vec2_dot(w, way), length = cw_vec2_length(w);
    if (!apart || (along < 0 && along * along > touch * length * length)) {
        // Onto the circle at the near end of the cone.
        cw_vec2 unit = length > 0 ? (cw_vec2){w.x / length, w.y / length} : (cw_vec2){1, 0};
        return (cw_avoidance){unit, radii * inverse - length};
    }
    // Onto a leg of the cone; exactly ahead, both take the left one and pass each other.
    double leg = sqrt(square - touch);
    cw_vec2 direction;
    if (cw_vec2_cross(way, w) >= 0) {
        direction = (cw_vec2){(way.x * leg - way.y * radii) / square,
                              (way.x * radii + way.y * leg) / square};
    } else {
        direction = (cw_vec2){-(way.x * leg + way.y * radii) / square,
                              -(-way.x * radii + way.y * leg) / square};
    }
    cw_vec2 normal = {-direction.y, direction.x};
    return (cw_avoidance){normal, -cw_vec2_dot(relative, normal)};
}

#endif
