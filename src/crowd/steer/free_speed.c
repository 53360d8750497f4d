/// The collision-free speed model: Tordeux, Chraibi and Seyfried, "Collision-free speed model for
/// pedestrian dynamics", 2016, with the values of JuPedSim.
///
/// The direction is that of the goal, bent away from others and walls by exponentials of the gap;
/// the speed is what the room ahead allows within a time gap.
#include "base/elementary.h"
#include "crowd/steer/steer.h"

/// Strength and range in metres of the repulsion by others and by walls; seconds of a time gap that
/// was not given.
static const double STRENGTH = 8, RANGE = 0.1, WALL_STRENGTH = 5, WALL_RANGE = 0.02, TIME_GAP = 1;
/// Exponents below this give nothing worth a sum, and above the other no more.
static const double LEAST_EXPONENT = -40, MOST_EXPONENT = 8;

double cw_room_ahead(const cw_crowd *crowd, const cw_scene_view *view, cw_vec2 direction) {
    double room = INFINITY;
    for (uint32_t i = 0; i < view->near_count; i++) {
        const cw_crowd_body *other = &crowd->grid.bodies[view->near[i]];
        cw_vec2 way = view->ways[i];
        double radii = view->walker->radius + other->radius;
        // A gap in time is kept to whom one follows; who comes against one is walked around, where
        // the model does.
        bool against = view->walker->model != CW_MODEL_COLLISION_FREE_SPEED &&
                       direction.x * other->wish_x + direction.y * other->wish_y < 0;
        if (!other->backs && !against && cw_vec2_dot(direction, way) >= 0 &&
            fabs(cw_vec2_cross(direction, way)) <= radii) {
            room = cw_least(room, cw_vec2_length(way) - radii);
        }
    }
    return room;
}

static double force(double exponent) {
    return exponent < LEAST_EXPONENT ? 0 : cw_exponential(cw_least(exponent, MOST_EXPONENT));
}

cw_vec2 cw_free_speed_decide(const cw_crowd *crowd, const cw_scene_view *view) {
    cw_vec2 wish = cw_vec2_along(view->wish.from, view->wish.zeta,
                                 cw_vec2_sub(view->wish.to, view->wish.from));
    cw_vec2 e = cw_unit(wish);
    for (uint32_t i = 0; i < view->near_count; i++) {
        cw_vec2 way = view->ways[i];
        double distance = cw_vec2_length(way),
               radii = view->walker->radius + crowd->grid.bodies[view->near[i]].radius;
        double push = STRENGTH * force((radii - distance) / RANGE);
        e = cw_vec2_along(e, -push / distance, way);
    }
    for (uint32_t i = 0; i < view->wall_count; i++) { // a wall stops, and pushes nobody back
        double gap = view->walls[i].distance - view->walker->radius;
        double into = -cw_vec2_dot(e, view->walls[i].normal);
        double push = cw_least(WALL_STRENGTH * force(-gap / WALL_RANGE), cw_most(into, 0));
        e = cw_vec2_along(e, push, view->walls[i].normal);
    }
    e = cw_unit(e);
    double gap = view->walker->time_gap;
    double room = cw_most(cw_room_ahead(crowd, view, e), 0) / (gap > 0 ? gap : TIME_GAP);
    double speed = cw_least(room, view->wish.speed);
    return (cw_vec2){e.x * speed, e.y * speed};
}
