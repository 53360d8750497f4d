/// What every agent wants to do next; reads the state after the last substep only, so that agents
/// may be handled in any order.
///
/// Walls and neighbours become half planes of velocities, the goal a segment of velocities, and a
/// program picks the velocity (program.c). Where that has no solution, those who have less far to
/// go have the right of way: who has it over me is avoided by me alone, over whom I have it is left
/// to avoid me. Where even that has none, half planes of others are violated as little as possible.
/// A small constant turn to the right, which fades beside a wall on that side, resolves symmetric
/// meetings and makes lanes. Who is stuck against somebody with right of way backs off (yield.c).
#include "crowd/steer/steer.h"

/// Radians by which people turn to their side, and metres before a wall over which that fades.
static const double TURN = 0.1, TURN_FADE = 0.5;
/// The same for who meets somebody: it goes along the wall on its side, so that lanes form where
/// two fit beside each other.
static const double KEEP_TURN = 1.2, KEEP_FADE = 0.1;
/// Walls beside which it fades: the least cosine between the side and the way to the wall. A wall
/// that is touched counts wherever it lies to that side: who turns against a jamb ahead of him does
/// not get round it.
static const double BESIDE = 0.3;
/// Seconds in which overlapping discs try to part, at least: no burst of speed.
static const double PART_TIME = 0.25;
/// Metres by which bodies overlap that have to part.
static const double OVERLAP = 1e-5;
/// Metres: centers closer than this have no direction; one is drawn from the serial numbers.
static const double COINCIDENT = 1e-7;
/// Agents of one range.
enum { GRAIN = 128 };

/// A made up way between two whose centers coincide, opposite for the two.
static cw_vec2 way_drawn(const cw_crowd *crowd, uint64_t own, uint64_t other) {
    bool lower = own < other;
    double x = 2 * cw_crowd_unit(crowd->config.seed, lower ? own : other, lower ? other : own) - 1;
    double y = sqrt(1 - x * x), sign = lower ? COINCIDENT : -COINCIDENT;
    return (cw_vec2){sign * x, sign * y};
}

/// The neighbours that can be seen, and the ways to them; sets whether one of them overlaps.
static void see(const cw_crowd *crowd, cw_scene_view *view) {
    const cw_crowd_grid *grid = &crowd->grid;
    const uint32_t *near = grid->near + (size_t)view->place * crowd->config.neighbours;
    cw_walker *walker = view->walker;
    uint32_t count = 0;
    double deepest = 0;
    for (uint32_t i = 0; i < walker->near_count; i++) {
        const cw_crowd_body *other = &grid->bodies[near[i]];
        cw_vec2 way = {other->x - walker->at.x, other->y - walker->at.y};
        if (fabs(way.x) <= COINCIDENT && fabs(way.y) <= COINCIDENT) {
            way = way_drawn(crowd, view->body->serial, other->serial);
        }
        double square = cw_vec2_dot(way, way), radii = walker->radius + other->radius;
        if (view->wall_count == 0 || !cw_walls_hide(view->walls, view->wall_count, way, square)) {
            view->near[count] = near[i];
            view->ways[count++] = way;
            deepest = cw_most(deepest, radii * radii - square);
        }
    }
    view->near_count = count;
    walker->overlaps = deepest > OVERLAP * walker->radius;
}

/// Whether nobody is near enough to hold an agent up.
static bool is_alone(const cw_crowd *crowd, const cw_scene_view *view) {
    bool alone = true;
    for (uint32_t i = 0; i < view->near_count && alone; i++) {
        double radii = view->walker->radius + crowd->grid.bodies[view->near[i]].radius;
        alone = cw_vec2_length(view->ways[i]) > radii + CW_PRESSED;
    }
    return alone;
}

/// Turns a wish to the side.
static void turn_aside(const cw_crowd *crowd, cw_scene_view *view) {
    bool right_hand = crowd->config.side == CW_SIDE_RIGHT;
    cw_wish *wish = &view->wish;
    cw_vec2 way = cw_vec2_along(wish->from, wish->zeta, cw_vec2_sub(wish->to, wish->from));
    double speed = cw_vec2_length(way);
    if (crowd->config.side == CW_SIDE_NONE || !(speed > 0)) {
        return;
    }
    bool meets = cw_meets(crowd, view, way);
    double turn = meets ? KEEP_TURN : TURN, fade = meets ? KEEP_FADE : TURN_FADE;
    double sign = right_hand ? -1 : 1, weight = 1;
    cw_vec2 side = {-sign * way.y / speed, sign * way.x / speed};
    for (uint32_t i = 0; i < view->wall_count; i++) {
        const cw_crowd_wall *wall = &view->walls[i];
        double room = wall->distance - view->walker->radius;
        if (-cw_vec2_dot(wall->normal, side) > (room < CW_TOUCHING ? 0 : BESIDE)) {
            weight = cw_least(weight, cw_most(room, 0) / fade);
        }
    }
    if (weight > 0) {
        bool point = wish->from.x == wish->to.x && wish->from.y == wish->to.y;
        cw_vec2 by = cw_turn_of(sign * turn * weight);
        wish->from = cw_turned_by(wish->from, by);
        wish->to = point ? wish->from : cw_turned_by(wish->to, by);
    }
}

/// The half plane of a share of what has to change.
static inline cw_line line_of(const cw_walker *walker, const cw_avoidance *avoid, double share) {
    return (cw_line){avoid->normal,
                     cw_vec2_dot(avoid->normal, walker->velocity) + share * avoid->change};
}

/// The half planes of others with right of way; returns how many.
static uint32_t add_ordered_lines(const cw_crowd *crowd, const cw_scene_view *view,
                                  const cw_avoidance *avoidances, cw_line *lines) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < view->near_count; i++) {
        const cw_crowd_body *other = &crowd->grid.bodies[view->near[i]];
        if (!cw_goes_first(view->body, other)) {
            double share = cw_goes_first(other, view->body) ? 1 : 0.5;
            lines[count++] = line_of(view->walker, &avoidances[i], share);
        }
    }
    return count;
}

static cw_vec2 avoid_all(const cw_crowd *crowd, const cw_scene_view *view, double dt) {
    cw_line lines[CW_MOST_WALLS + CW_MOST_NEIGHBOURS];
    cw_avoidance avoidances[CW_MOST_NEIGHBOURS];
    cw_walker *walker = view->walker;
    double part_time = cw_most(dt, PART_TIME), most = walker->max_speed;
    uint32_t hard = cw_walls_lines(view->walls, view->wall_count, walker, crowd->config.tau_wall,
                                   part_time, lines);
    double share = cw_crowd_stands(view->body->state) ? 1 : 0.5;
    for (uint32_t i = 0; i < view->near_count; i++) {
        const cw_crowd_body *other = &crowd->grid.bodies[view->near[i]];
        cw_vec2 relative = cw_vec2_sub(walker->velocity, (cw_vec2){other->vx, other->vy});
        avoidances[i] = cw_avoid(view->ways[i], relative, walker->radius + other->radius,
                                 crowd->config.tau, part_time);
        lines[hard + i] = line_of(walker, &avoidances[i], share);
    }
    uint32_t count = hard + view->near_count;
    cw_vec2 velocity;
    uint32_t failed = cw_program_solve(lines, count, most, &view->wish, &velocity);
    if (failed == count) {
        return velocity;
    }
    count = hard + add_ordered_lines(crowd, view, avoidances, lines + hard);
    failed = cw_program_solve(lines, count, most, &view->wish, &velocity);
    walker->trouble = failed < count ? 2 : 1;
    if (failed < count) {
        cw_program_relax(lines, count, hard, failed, most, &velocity);
    }
    return velocity;
}

/// The speed law: as fast as the room ahead allows within a time gap.
static cw_vec2 keep_gap(const cw_crowd *crowd, const cw_scene_view *view, cw_vec2 velocity) {
    double gap = view->walker->time_gap, speed = gap > 0 ? cw_vec2_length(velocity) : 0;
    if (!(speed > 0)) {
        return velocity;
    }
    cw_vec2 direction = {velocity.x / speed, velocity.y / speed};
    double most = cw_most(cw_room_ahead(crowd, view, direction), 0) / gap;
    return most < speed ? (cw_vec2){direction.x * most, direction.y * most} : velocity;
}

/// Whether somebody is held up though nobody here goes before him: two may hold each other off
/// before a door for good, or its jambs one that just fits.
static bool leads_blocked(const cw_crowd *crowd, const cw_scene_view *view) {
    return cw_stands_blocked(view->walker) && cw_leads(crowd, view, false);
}

/// Who makes way walks as in ORCA whatever his model: the others stop behind whom they back into.
static cw_vec2 decide_by_model(const cw_crowd *crowd, cw_scene_view *view) {
    double dt = crowd->dt;
    bool hard = crowd->config.contact == CW_CONTACT_HARD;
    bool yields = (hard || view->walker->model <= CW_MODEL_ORCA) && cw_yield(crowd, view);
    if (yields || view->walker->home != CW_NONE) {
        return avoid_all(crowd, view, dt);
    }
    switch (cw_steers_as(view->walker)) {
    case CW_MODEL_WAY_POINTS: return cw_rules_decide(crowd, view, dt);
    case CW_MODEL_COLLISION_FREE_SPEED:
        // Its speed is 0 when bodies overlap, or when it stands: they would never part.
        return view->walker->overlaps || !(view->wish.speed > 0) || leads_blocked(crowd, view)
                   ? avoid_all(crowd, view, dt)
                   : cw_free_speed_decide(crowd, view);
    default: return keep_gap(crowd, view, avoid_all(crowd, view, dt));
    }
}

static void decide(cw_crowd *crowd, uint32_t place) {
    cw_scene_view view; // not cleared: most of it is hardly ever used
    cw_walker *walker = &crowd->grid.walkers[place];
    view.place = place;
    view.walker = walker;
    view.body = &crowd->grid.bodies[place];
    walker->trouble = 0;
    cw_grid_find_neighbours(crowd, place);
    const uint32_t *near = crowd->grid.near + (size_t)place * crowd->config.neighbours;
    for (uint32_t i = 0; i < walker->near_count; i++) {
        __builtin_prefetch(&crowd->grid.bodies[near[i]]); // while walls are gathered
    }
    view.wall_count = cw_walls_gather(crowd, walker, view.walls);
    see(crowd, &view);
    walker->jammed = walker->idle && cw_leads(crowd, &view, true);
    walker->lost = walker->idle && is_alone(crowd, &view);
    view.wish = cw_goal_wish(crowd, place);
    walker->wish =
        cw_vec2_along(view.wish.from, view.wish.zeta, cw_vec2_sub(view.wish.to, view.wish.from));
    if (view.body->state != CW_AGENT_LED || view.near_count > 0) {
        turn_aside(crowd, &view);
    }
    cw_vec2 velocity = decide_by_model(crowd, &view);
    double speed = cw_vec2_length(velocity), most = walker->max_speed;
    if (speed > most) { // by rounding
        velocity = (cw_vec2){velocity.x * most / speed, velocity.y * most / speed};
    }
    walker->chosen = velocity;
}

static cw_status decide_range(cw_context *context, void *user, uint32_t begin, uint32_t end) {
    (void)context;
    cw_crowd *crowd = user;
    for (uint32_t place = begin; place < end; place++) {
        if (crowd->grid.bodies[place].index != CW_NONE) {
            decide(crowd, place);
        }
    }
    return CW_OK;
}

cw_status cw_crowd_decide_all(cw_crowd *crowd) {
    crowd->tide = cw_tide_at(crowd->time);
    return cw_crowd_share(crowd, crowd->grid.count, GRAIN, decide_range, crowd);
}
