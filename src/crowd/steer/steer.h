/// What a velocity is decided with: walls around an agent, half planes of velocities, programs over
/// them, and the goal.
#ifndef CW_CROWD_STEER_H
#define CW_CROWD_STEER_H

#include "crowd/crowd.h"
#include "crowd/steer/avoid.h"

/// A wall or corner near an agent.
typedef struct cw_crowd_wall {
    cw_vec2 normal;       ///< unit, from it to the agent
    double distance;      ///< metres from the center
    double before, after; ///< of a wall: metres from its start to the foot, and on to its end
    bool corner;
} cw_crowd_wall;

/// The nearest walls and corners of a walker, nearest first. Also sets its distance to the nearest.
uint32_t cw_walls_gather(const cw_crowd *crowd, cw_walker *walker,
                         cw_crowd_wall walls[CW_MOST_WALLS]);
/// Whether one of these walls stands between the agent and another position, at `square` metres
/// squared.
bool cw_walls_hide(const cw_crowd_wall *walls, uint32_t count, cw_vec2 way, double square);

/// The half planes of the walls that can be reached within a time; all of them allow velocity 0.
/// Returns how many there are.
uint32_t cw_walls_lines(const cw_crowd_wall *walls, uint32_t count, const cw_walker *walker,
                        double tau, double part_time, cw_line *lines);

/// What velocity is wished for: a point, or any of a segment with a preferred place on it.
typedef struct cw_wish {
    cw_vec2 from, to; ///< equal for a point
    double zeta;      ///< preferred, 0 at `from`, 1 at `to`
    double speed;     ///< to which a velocity on the segment is scaled
} cw_wish;

/// The velocity nearest to a wish that satisfies all half planes and is no faster than `most`.
/// Returns `count`, or the first half plane that cannot be satisfied; the velocity then satisfies
/// those before it.
uint32_t cw_program_solve(const cw_line *lines, uint32_t count, double most, const cw_wish *wish,
                          cw_vec2 *velocity);
/// Goes on after a failure: violates the half planes from `hard` on by as little as possible, and
/// those before it not at all.
void cw_program_relax(const cw_line *lines, uint32_t count, uint32_t hard, uint32_t failed,
                      double most, cw_vec2 *velocity);

/// What the agent at a place of the order would like to do if it were alone.
cw_wish cw_goal_wish(const cw_crowd *crowd, uint32_t place);
/// Metres left to the goal.
double cw_goal_remaining(const cw_crowd *crowd, uint32_t index);

/// A vector of length 1, or 0 for none.
static inline cw_vec2 cw_unit(cw_vec2 v) {
    double length = cw_vec2_length(v);
    return length > 0 ? (cw_vec2){v.x / length, v.y / length} : (cw_vec2){0, 0};
}

/// Cosine and sine of an angle in radians, |angle| <= pi.
cw_vec2 cw_turn_of(double angle);
/// A vector turned to the left by such an angle.
static inline cw_vec2 cw_turned_by(cw_vec2 v, cw_vec2 turn) {
    return (cw_vec2){v.x * turn.x - v.y * turn.y, v.x * turn.y + v.y * turn.x};
}
static inline cw_vec2 cw_turned(cw_vec2 v, double angle) {
    return cw_turned_by(v, cw_turn_of(angle));
}

/// What the neighbourhood of an agent looks like when it decides.
typedef struct cw_scene_view {
    uint32_t place;    ///< in the order of the grid
    cw_walker *walker; ///< itself
    const cw_crowd_body *body;
    uint32_t near_count; ///< others in sight
    uint32_t near[CW_MOST_NEIGHBOURS];
    cw_vec2 ways[CW_MOST_NEIGHBOURS]; ///< to them
    uint32_t wall_count;
    cw_crowd_wall walls[CW_MOST_WALLS];
    cw_wish wish;
} cw_scene_view;

/// The model of a walker. Who is held up for long though nobody is near heads for the next bend as
/// in ORCA, which holds up nobody for good who is alone; so does who has turned round.
static inline cw_model cw_steers_as(const cw_walker *walker) {
    return walker->lost || walker->home != CW_NONE ? CW_MODEL_ORCA : (cw_model)walker->model;
}

/// Metres of a gap that counts as touching, and up to which who backs off is still pressed.
#define CW_TOUCHING 0.02
#define CW_PRESSED 0.3

/// Who makes way (yield.c): whether somebody has the right of way over another who goes the same
/// way; the direction of the tide at a time; and, where somebody has to make way, his wish.
bool cw_goes_first(const cw_crowd_body *other, const cw_crowd_body *body);
cw_vec2 cw_tide_at(double time);
/// Metres of a gap that counts as touching; in collision-free speed people hardly touch anybody.
static inline double cw_touching(uint8_t model) {
    return model == CW_MODEL_COLLISION_FREE_SPEED ? CW_PRESSED : CW_TOUCHING;
}
bool cw_stands_blocked(const cw_walker *walker); ///< for a while already
/// Whether nobody that it sees has the right of way over an agent, or nobody but who is jammed.
bool cw_leads(const cw_crowd *crowd, const cw_scene_view *view, bool but_jammed);
/// Whether somebody comes against an agent that goes in a direction beside a wall.
bool cw_meets(const cw_crowd *crowd, const cw_scene_view *view, cw_vec2 wish);
bool cw_yield(const cw_crowd *crowd, cw_scene_view *view);

/// The other models (rules.c, free_speed.c).
cw_vec2 cw_rules_decide(const cw_crowd *crowd, const cw_scene_view *view, double dt);
cw_vec2 cw_free_speed_decide(const cw_crowd *crowd, const cw_scene_view *view);
/// The room ahead in a direction until somebody is touched; INFINITY when nobody is in front.
double cw_room_ahead(const cw_crowd *crowd, const cw_scene_view *view, cw_vec2 direction);

#endif
