/// The walls around an agent, and what they forbid.
///
/// The lists of the clearance tables hold, for each cell, the walls and corners that are nearest to
/// some point of it, in order of their distance to the cell. Those of the own cell and of the next
/// on the way are looked through. The nearest wall is always among them; farther ones may be
/// missing, so what is made of them is for comfort, and the move (move.c) for safety.
#include "crowd/steer/steer.h"

/// Metres beyond the way of the avoidance time that walls are gathered.
static const double EXTRA_REACH = 0.5;
/// Metres that a disc may come nearer than its radius as far as these lines are concerned. A door
/// of just the width of a disc could not be passed otherwise; the move stops at the wall itself.
static const double LINE_SLACK = 1e-3;

/// A wall or corner of a list.
typedef struct found {
    double distance; ///< metres
    uint32_t at;     ///< in the list of near walls or near corners
    uint32_t id;     ///< edge or corner
    bool corner;
} found;

typedef struct gathering {
    const cw_clearance *clearance;
    cw_vec2 at;
    found list[CW_MOST_WALLS];
    uint32_t count;
    double reach; ///< nothing farther is wanted
    bool again;   ///< what is found may be there already
} gathering;

static bool is_listed(const gathering *g, uint32_t id, bool corner) {
    for (uint32_t i = 0; i < g->count; i++) {
        if (g->list[i].id == id && g->list[i].corner == corner) {
            return true;
        }
    }
    return false;
}

static inline void insert(gathering *g, double distance, uint32_t at, uint32_t id, bool corner) {
    if (g->again && is_listed(g, id, corner)) {
        return;
    }
    uint32_t i = g->count < CW_MOST_WALLS ? g->count++ : CW_MOST_WALLS - 1;
    for (; i > 0 && g->list[i - 1].distance > distance; i--) {
        g->list[i] = g->list[i - 1];
    }
    g->list[i] = (found){distance, at, id, corner};
    if (g->count == CW_MOST_WALLS) {
        g->reach = g->list[CW_MOST_WALLS - 1].distance;
    }
}

static void gather_corners(gathering *g, uint32_t cell) {
    const cw_clearance *clearance = g->clearance;
    uint32_t end = clearance->near_corner_first[cell + 1];
    for (uint32_t i = clearance->near_corner_first[cell]; i < end; i++) {
        const cw_near_corner *near = &clearance->near_corners[i];
        if (near->distance >= g->reach) {
            return;
        }
        cw_vec2 out = cw_vec2_sub(g->at, near->position);
        double square = cw_vec2_dot(out, out);
        if (square < g->reach * g->reach && cw_corner_counts(clearance, i, g->at)) {
            insert(g, sqrt(square), i, near->corner, true);
        }
    }
}

static void gather_walls(gathering *g, uint32_t cell) {
    const cw_clearance *clearance = g->clearance;
    double behind = -cw_behind_slack(clearance), slack = cw_slab_slack(clearance);
    uint32_t end = clearance->near_wall_first[cell + 1];
    for (uint32_t i = clearance->near_wall_first[cell]; i < end; i++) {
        const cw_near_wall *near = &clearance->near_walls[i];
        if (near->distance >= g->reach) {
            return;
        }
        cw_vec2 out = cw_vec2_sub(g->at, near->from);
        double height = cw_vec2_cross(near->along, out);
        if (height < g->reach && height >= behind && cw_vec2_dot(near->along, out) >= -slack &&
            cw_vec2_dot(near->along, cw_vec2_sub(near->to, g->at)) >= -slack) {
            insert(g, cw_most(height, 0), i, near->edge, false);
        }
    }
}

/// All that is wanted to know of what was found.
static cw_crowd_wall look_at(const gathering *g, const found *one) {
    if (one->corner) {
        cw_vec2 out = cw_vec2_sub(g->at, g->clearance->near_corners[one->at].position);
        double d = one->distance;
        return (cw_crowd_wall){d > 0 ? (cw_vec2){out.x / d, out.y / d} : (cw_vec2){1, 0}, d, 0, 0,
                               true};
    }
    const cw_near_wall *near = &g->clearance->near_walls[one->at];
    return (cw_crowd_wall){{-near->along.y, near->along.x},
                           one->distance,
                           cw_vec2_dot(near->along, cw_vec2_sub(g->at, near->from)),
                           cw_vec2_dot(near->along, cw_vec2_sub(near->to, g->at)),
                           false};
}

uint32_t cw_walls_gather(const cw_crowd *crowd, cw_walker *walker,
                         cw_crowd_wall walls[CW_MOST_WALLS]) {
    double reach = walker->radius + walker->max_speed * crowd->config.tau_wall + EXTRA_REACH;
    gathering g;
    g.clearance = &crowd->clearance;
    g.at = walker->at;
    g.count = 0;
    g.reach = reach;
    g.again = false;
    gather_corners(&g, walker->cell);
    gather_walls(&g, walker->cell);
    walker->wall = g.count > 0 ? g.list[0].distance : reach;
    if (walker->portal_at != CW_NONE && walker->portal.cell != walker->cell) {
        g.again = true;
        gather_corners(&g, walker->portal.cell);
        gather_walls(&g, walker->portal.cell);
    }
    for (uint32_t i = 0; i < g.count; i++) {
        walls[i] = look_at(&g, &g.list[i]);
    }
    return g.count;
}

bool cw_walls_hide(const cw_crowd_wall *walls, uint32_t count, cw_vec2 way, double square) {
    for (uint32_t i = 0; i < count && walls[i].distance * walls[i].distance < square; i++) {
        const cw_crowd_wall *wall = &walls[i];
        double fall = -cw_vec2_dot(way, wall->normal);
        if (wall->corner || fall <= wall->distance) {
            continue;
        }
        double along = cw_vec2_cross(way, wall->normal) * wall->distance / fall;
        if (along >= -wall->before && along <= wall->after) {
            return true;
        }
    }
    return false;
}

uint32_t cw_walls_lines(const cw_crowd_wall *walls, uint32_t count, const cw_walker *walker,
                        double tau, double part_time, cw_line *lines) {
    uint32_t made = 0;
    for (uint32_t i = 0; i < count; i++) {
        const cw_crowd_wall *wall = &walls[i];
        double gap = wall->distance - walker->radius + LINE_SLACK;
        if (gap >= tau * walker->max_speed) {
            break; // they come in order of distance
        }
        if (!wall->corner) {
            lines[made++] = (cw_line){wall->normal, cw_least(-gap / tau, 0)};
            continue;
        }
        cw_vec2 way = {-wall->normal.x * wall->distance, -wall->normal.y * wall->distance};
        cw_avoidance avoid =
            cw_avoid(way, walker->velocity, walker->radius - LINE_SLACK, tau, part_time);
        double c = cw_vec2_dot(avoid.normal, walker->velocity) + avoid.change;
        lines[made++] = (cw_line){avoid.normal, cw_least(c, 0)};
    }
    return made;
}
