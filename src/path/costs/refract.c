/// Where a path that goes straight through each cell crosses the portals of a corridor to cost
/// least: by Snell's law, as light is refracted where it is slowed down.
///
/// The cost is a convex function of the places on the portals. Newton's method with bounds: places
/// that push against the end of their part are held there, the others take the step at which the
/// quadratic that fits best is least, a system with three diagonals; where that does not make the
/// way cheaper, a half of it, and so on (Bertsekas: Projected Newton methods, 1982). Legs of no
/// length have no direction; a hair is added to each, so that places that meet move together.
///
/// Cost: a few rounds, each in proportion to the number of portals.
#include "path/costs/corridor.h"

/// Rounds at the most, and the share of the cost that a round has to save for another one.
enum { ROUNDS = 24, HALVINGS = 3 };
#define WORTHWHILE 1e-6

/// The hair, as a share of the mean leg.
#define HAIR 1e-4

/// Hairs within which a bead lies next to a bound.
#define NEAR_BOUND 2

/// Added to second derivatives, as a share of the largest that there can be: those along a portal
/// that the path runs along are none. It grows while steps make nothing cheaper (Levenberg and
/// Marquardt), up to the most, and shrinks again.
#define LEAST_STIFFNESS 1e-6
#define MOST_STIFFNESS 1e-1
#define STIFFER 32

/// The way at hand.
typedef struct strand {
    cw_bead *beads;
    uint32_t count;
    cw_vec2 start, goal;
    double last_cost; ///< per metre, behind the last bead
    double hair;      ///< metres
    double stiffness;
} strand;

static cw_vec2 place_of(const strand *way, uint32_t i, double share) {
    const cw_bead *bead = &way->beads[i];
    double s = cw_least(cw_most(bead->s + share * bead->step, bead->low), bead->high);
    return cw_vec2_along(bead->from, s, bead->along);
}

/// What the way costs after a share of the steps.
static double measure(const strand *way, double share) {
    cw_vec2 at = way->start;
    double cost = 0;
    for (uint32_t i = 0; i <= way->count; i++) {
        cw_vec2 next = i < way->count ? place_of(way, i, share) : way->goal;
        cw_vec2 v = cw_vec2_sub(next, at);
        double per_metre = i < way->count ? way->beads[i].cost : way->last_cost;
        cost += per_metre * sqrt(cw_vec2_dot(v, v) + way->hair * way->hair);
        at = next;
    }
    return cost;
}

/// Adds what the leg before bead i, or before the goal, has to do with the derivatives.
static void derive_leg(strand *way, uint32_t i, cw_vec2 from, cw_vec2 to) {
    cw_bead *before = i > 0 ? &way->beads[i - 1] : NULL;
    cw_bead *after = i < way->count ? &way->beads[i] : NULL;
    double per_metre = after != NULL ? after->cost : way->last_cost;
    cw_vec2 v = cw_vec2_sub(to, from);
    double length = sqrt(cw_vec2_dot(v, v) + way->hair * way->hair);
    double bend = per_metre / length;
    double before_along = before != NULL ? cw_vec2_dot(v, before->along) / length : 0;
    double after_along = after != NULL ? cw_vec2_dot(v, after->along) / length : 0;
    if (before != NULL) {
        before->slope -= per_metre * before_along;
        before->own += bend * (1 - before_along * before_along);
    }
    if (after != NULL) {
        after->slope = per_metre * after_along;
        after->own = bend * (1 - after_along * after_along);
        after->next = 0;
    }
    if (before != NULL && after != NULL) {
        before->next =
            bend * (before_along * after_along - cw_vec2_dot(before->along, after->along));
    }
}

static void derive(strand *way) {
    cw_vec2 at = way->start;
    for (uint32_t i = 0; i <= way->count; i++) {
        cw_vec2 next = i < way->count ? place_of(way, i, 0) : way->goal;
        derive_leg(way, i, at, next);
        at = next;
    }
    for (uint32_t i = 0; i < way->count; i++) {
        cw_bead *bead = &way->beads[i];
        bead->held = (bead->s <= bead->low && bead->slope >= 0) ||
                     (bead->s >= bead->high && bead->slope <= 0);
        bead->own += way->stiffness * bead->cost / way->hair;
    }
}

/// Finds the steps: elimination from the first to the last, and back.
static void solve(strand *way) {
    cw_bead *beads = way->beads;
    for (uint32_t i = 0; i < way->count; i++) {
        cw_bead *bead = &beads[i];
        bool joined = i > 0 && !bead->held && !beads[i - 1].held;
        double share = joined ? beads[i - 1].next / beads[i - 1].own : 0;
        bead->own -= joined ? share * beads[i - 1].next : 0;
        bead->step = bead->held ? 0 : -bead->slope - (joined ? share * beads[i - 1].step : 0);
    }
    for (uint32_t i = way->count; i-- > 0;) {
        cw_bead *bead = &beads[i];
        bool joined = i + 1 < way->count && !bead->held && !beads[i + 1].held;
        double rest = bead->step - (joined ? bead->next * beads[i + 1].step : 0);
        bead->step = bead->held ? 0 : rest / bead->own;
    }
}

/// Moves the beads by as much of their steps as makes the way cheaper; gives what it then costs.
static double move(strand *way, double cost) {
    double share = 1, moved = measure(way, share);
    for (int i = 0; i < HALVINGS && moved >= cost; i++) {
        share /= 2;
        moved = measure(way, share);
    }
    if (moved >= cost) {
        return cost;
    }
    for (uint32_t i = 0; i < way->count; i++) {
        cw_bead *bead = &way->beads[i];
        bead->s = cw_least(cw_most(bead->s + share * bead->step, bead->low), bead->high);
    }
    return moved;
}

/// What the way costs between two beads, from the one before `first` to the one at `end`.
static double measure_part(const strand *way, uint32_t first, uint32_t end) {
    cw_vec2 at = first > 0 ? place_of(way, first - 1, 0) : way->start;
    double cost = 0;
    for (uint32_t i = first; i <= end; i++) {
        cw_vec2 next = i < way->count ? place_of(way, i, 0) : way->goal;
        cost += (i < way->count ? way->beads[i].cost : way->last_cost) * cw_vec2_distance(at, next);
        at = next;
    }
    return cost;
}

/// Whether a bead lies next to a bound, which is then put into `step`, from where it is.
static bool is_near_bound(const strand *way, cw_bead *bead) {
    double low = bead->low - bead->s, high = bead->high - bead->s;
    bead->step = -low < high ? low : high;
    return fabs(bead->step) <= NEAR_BOUND * way->hair;
}

/// Puts beads next to a bound there, those that follow each other at once, unless that costs more:
/// the hair keeps them off corners that the way bends around.
static void settle_at_bounds(strand *way) {
    for (uint32_t first = 0, end; first < way->count; first = end + 1) {
        end = first;
        while (end < way->count && is_near_bound(way, &way->beads[end])) {
            end++;
        }
        double before = measure_part(way, first, end);
        for (uint32_t i = first; i < end; i++) {
            way->beads[i].s += way->beads[i].step;
        }
        bool dearer = measure_part(way, first, end) > before;
        for (uint32_t i = first; i < end && dearer; i++) {
            way->beads[i].s -= way->beads[i].step;
        }
    }
}

/// Lets beads go as far as vertices on no wall. A disc touches nothing there, and may go right
/// there, as a point does: where the way bends at such a vertex, the beads of all its portals meet.
static void loosen_bounds(strand *way) {
    for (uint32_t i = 0; i < way->count; i++) {
        way->beads[i].low -= way->beads[i].loose_low;
        way->beads[i].high += way->beads[i].loose_high;
    }
}

/// Gives a bead the bounds of a usable part of its portal.
static void bound_bead(const cw_corridor_task *task, uint32_t edge, cw_interval part,
                       cw_bead *bead) {
    const cw_portal *portal = &task->clearance->portals[edge];
    double inset =
        task->request->radius > 0 ? cw_least(CW_KNOT_INSET, (part.to - part.from) / 4) : 0;
    bool is_loose_low = part.from <= 0 && !portal->wall_from;
    bool is_loose_high = part.to >= task->sides[edge].length && !portal->wall_to;
    bead->low = part.from + inset;
    bead->high = part.to - inset;
    bead->loose_low = is_loose_low ? inset : 0;
    bead->loose_high = is_loose_high ? inset : 0;
}

/// The portals of a corridor with their usable parts.
static cw_status string_beads(cw_corridor *corridor, const cw_corridor_task *task) {
    uint32_t count = corridor->edges.count;
    CW_TRY(CW_ARRAY_RESERVE(task->context, &corridor->beads, count));
    for (uint32_t i = 0; i < count; i++) {
        uint32_t edge = corridor->edges.items[i];
        const cw_mesh_side *side = &task->sides[edge];
        cw_vec2 place = corridor->places.items[i];
        double at = cw_vec2_dot(side->along, cw_vec2_sub(place, side->from));
        uint32_t cell = task->clearance->mesh->edge_cell[edge];
        cw_interval part;
        if (!cw_corridor_part(task->clearance, edge, task->request->radius, at, &part)) {
            part = (cw_interval){at, at};
        }
        cw_bead *bead = &corridor->beads.items[i];
        *bead = (cw_bead){.from = side->from,
                          .along = side->along,
                          .cost = i == 0 ? cw_area_leaving_cost(task->request, cell)
                                         : cw_area_cost(task->request, cell)};
        bound_bead(task, edge, part, bead);
        bead->s = cw_least(cw_most(at, bead->low), bead->high);
    }
    return CW_OK;
}

cw_status cw_corridor_refract(cw_corridor *corridor, const cw_corridor_task *task,
                              const cw_goal *goal, double *cost) {
    CW_TRY(string_beads(corridor, task));
    uint32_t count = corridor->edges.count;
    strand way = {.beads = corridor->beads.items,
                  .count = count,
                  .start = task->start.position,
                  .goal = goal->position,
                  .last_cost = count == 0 ? cw_area_leaving_cost(task->request, goal->cell)
                                          : cw_area_cost(task->request, goal->cell)};
    double total = measure(&way, 0);
    way.hair = HAIR * total / (count + 1);
    total = measure(&way, 0);
    way.stiffness = LEAST_STIFFNESS;
    for (int round = 0; round < ROUNDS && way.stiffness <= MOST_STIFFNESS; round++) {
        derive(&way);
        solve(&way);
        double before = total;
        total = move(&way, total);
        if (total < before && total >= before - WORTHWHILE * before) {
            break;
        }
        way.stiffness = total < before ? cw_most(way.stiffness / STIFFER, LEAST_STIFFNESS)
                                       : way.stiffness * STIFFER;
    }
    loosen_bounds(&way);
    settle_at_bounds(&way);
    *cost = measure_part(&way, 0, count);
    for (uint32_t i = 0; i < count; i++) {
        corridor->places.items[i] = place_of(&way, i, 0);
    }
    return CW_OK;
}
