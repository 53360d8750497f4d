/// Going from bend to bend over sights (clearway/sights.h).
///
/// The ways to bends wait in the same heap as the nodes of the search. The estimate of a way is the
/// length of the path that goes on around the bend straight to the goal. So when the bend sees the
/// goal that way, no other path can be shorter.
#include "path/sights.h"
#include "path/trace.h"

/// Lengths that differ by less than this many metres, or this share, are the same.
#define SAME_LENGTH 1e-11
#define SAME_SHARE 1e-13

/// Whether a way to a bend makes another one, which arrives at a turn after a length, needless: the
/// bend can be walked round.
static inline bool is_better(const cw_bend_node *way, double length, double arrives,
                             double radius) {
    double slack = SAME_LENGTH + SAME_SHARE * length;
    return way->length + radius * fabs(way->arrives - arrives) <= length + slack;
}

static cw_sight *sight_of(const cw_taut *search, const cw_bend_node *way) {
    return way->sight < CW_FIRST_SIGHT ? &search->sights->sights.items[way->sight]
                                       : &search->first_sights.items[way->sight - CW_FIRST_SIGHT];
}

/// The root of a path that comes over a sight.
static cw_root make_root(const cw_taut *search, const cw_sight *sight, double length,
                         uint32_t parent) {
    const cw_root *before = &search->roots.items[parent];
    double hand = cw_bend_hand(sight->bend);
    return (cw_root){.center = search->clearance->corners[sight->bend / 2].position,
                     .hand = hand,
                     .signed_radius = hand * search->radius,
                     .at = sight->to,
                     .along = sight->along,
                     .from =
                         cw_tangent_leaving(before->center, before->signed_radius, sight->along).at,
                     .length = length,
                     .corner = sight->bend / 2,
                     .parent = parent};
}

/// No more than what is left from a bend to a goal: around the circle, as far as that is in the
/// way, by the chord, and straight on.
static double least_around(const cw_taut *search, const cw_sight *sight, cw_vec2 goal) {
    double signed_radius = cw_bend_hand(sight->bend) * search->radius, length;
    cw_vec2 v = cw_vec2_sub(goal, sight->to);
    cw_vec2 center = cw_vec2_along(sight->to, signed_radius, cw_left(sight->along));
    cw_tangent ray;
    if (signed_radius * cw_vec2_cross(sight->along, v) <= 0 ||
        !cw_tangent_between(center, signed_radius, goal, 0, &ray, &length)) {
        return cw_vec2_length(v);
    }
    return cw_vec2_distance(sight->to, ray.at) + length;
}

/// No more than the length of a path over a sight to a goal, with what is left on its weight. What
/// lies beyond the horizon of the heap in a straight line is not looked at more closely.
static double estimate(const cw_taut *search, const cw_sight *sight, double length) {
    double straight = INFINITY, around = INFINITY;
    for (uint32_t i = 0; i < search->goals.count; i++) {
        cw_vec2 goal = search->goals.items[i].position;
        straight = cw_least(straight, cw_vec2_distance(sight->to, goal));
    }
    if (length + search->weight * straight > search->horizon) {
        return length + search->weight * straight;
    }
    for (uint32_t i = 0; i < search->goals.count; i++) {
        around = cw_least(around, least_around(search, sight, search->goals.items[i].position));
    }
    return length + search->weight * around;
}

/// Whether a better way to a bend is known, among those found after way `index`, or CW_NONE for
/// all.
static inline bool is_late(const cw_taut *search, uint32_t bend, const cw_bend_node *way,
                           uint32_t index) {
    const cw_bend_last *last = &search->lasts[bend];
    uint32_t other = last->stamp == search->stamp ? last->node : CW_NONE;
    for (; other != index && other != CW_NONE; other = search->bends.items[other].before) {
        if (is_better(&search->bends.items[other], way->length, way->arrives, search->radius)) {
            return true;
        }
    }
    return false;
}

/// Puts a way to a bend in the row of those that are known.
static inline void note(cw_taut *search, uint32_t bend, uint32_t index) {
    cw_bend_last *last = &search->lasts[bend];
    search->bends.items[index].before = last->stamp == search->stamp ? last->node : CW_NONE;
    *last = (cw_bend_last){search->stamp, index};
}

/// Adds a way to a bend, unless a better one is known.
static inline cw_status push(cw_taut *search, const cw_sight *sight, cw_bend_node way) {
    if (is_late(search, sight->bend, &way, CW_NONE)) {
        return CW_OK;
    }
    double key = estimate(search, sight, way.length);
    if (key >= search->best) {
        return CW_OK;
    }
    uint32_t index = search->bends.count;
    CW_TRY(CW_ARRAY_PUSH(search->context, &search->bends, way));
    if (sight->cell != CW_NONE) {
        note(search, sight->bend, index);
    }
    return cw_taut_wait(search, (cw_heap_item){key, CW_BEND_NODE + index});
}

cw_status cw_bends_push(cw_taut *search, const cw_sight *sight, double length, uint32_t root) {
    uint32_t index = CW_FIRST_SIGHT + search->first_sights.count;
    CW_TRY(CW_ARRAY_PUSH(search->context, &search->first_sights, *sight));
    return push(search, sight, (cw_bend_node){length, sight->arrives, index, root, CW_NONE});
}

/// Whether a bend sees some of a cell. Halves the list without branches, which could not be
/// foreseen.
static bool sees_cell(const cw_sights *sights, const cw_outlook *outlook, uint32_t cell) {
    const uint32_t *cells = &sights->cells.items[outlook->cell_first];
    uint32_t count = outlook->cell_count;
    while (count > 1) {
        uint32_t half = count / 2;
        cells += cells[half] <= cell ? half : 0;
        count -= half;
    }
    return count == 1 && *cells == cell;
}

/// Adds a goal that is seen from a root.
static cw_status add_goal(cw_taut *search, uint32_t root, uint32_t index, cw_vec2 along,
                          double length) {
    const cw_goal *goal = &search->goals.items[index];
    cw_node node = {.estimate = length,
                    .right = along,
                    .low = goal->position,
                    .root = root,
                    .parent = CW_NONE,
                    .cell = goal->cell,
                    .entry = CW_NONE,
                    .goal = index,
                    .kind = CW_NODE_GOAL};
    return cw_taut_push_goal(search, &node);
}

/// Whether a goal, in its cell, sees where a ray to it starts.
static cw_sureness sees_back(const cw_taut *search, const cw_goal *goal, const cw_tangent *ray,
                             double length, uint32_t corner, uint32_t *end) {
    cw_tangent back = {goal->position, {-ray->along.x, -ray->along.y}};
    return cw_trace_ray(search, &back, length, goal->cell, corner, end);
}

/// A bend that is being expanded.
typedef struct bend_view {
    cw_taut *search;
    const cw_sight *sight; ///< over which the path comes
    const cw_outlook *outlook;
    double length; ///< of the path up to it
    uint32_t root;
    bool unsure; ///< whether a goal is seen cannot be told here
} bend_view;

static cw_status reach_goal(bend_view *here, uint32_t index) {
    cw_taut *search = here->search;
    const cw_goal *goal = &search->goals.items[index];
    const cw_root *root = &search->roots.items[here->root];
    cw_tangent ray;
    double length, slack = search->turn_slack;
    if (!sees_cell(search->sights, here->outlook, goal->cell)) {
        return CW_OK;
    }
    if (!cw_tangent_between(root->center, root->signed_radius, goal->position, 0, &ray, &length)) {
        here->unsure = true; /* the goal is at the corner */
        return CW_OK;
    }
    double turn = cw_bend_turn(here->outlook, here->sight->bend, ray.along);
    double total = root->length + search->radius * cw_most(turn - here->sight->arrives, 0) + length;
    double over = cw_most(here->sight->arrives - turn, turn - here->outlook->high) - slack;
    if (over * length > 4 * CW_GRAZE || total >= search->best) {
        return CW_OK;
    }
    if (over > 0) {
        here->unsure = true; /* by rounding, before the arc or behind it */
        return CW_OK;
    }
    uint32_t end;
    cw_sureness sees = sees_back(search, goal, &ray, length, root->corner, &end);
    if (sees == CW_UNSURE || (sees == CW_SURELY && !cw_trace_is_near(search, root->corner, end))) {
        here->unsure = true;
        return CW_OK;
    }
    return sees == CW_SURELY ? add_goal(search, here->root, index, ray.along, total) : CW_OK;
}

/// Adds the root of a closed bend.
static cw_status add_closed(const bend_view *here, const cw_sight *sight, double length) {
    cw_root root = make_root(here->search, sight, length, here->root);
    cw_node node = {.parent = CW_NONE, .cell = sight->cell, .entry = CW_NONE};
    return cw_taut_add_root(here->search, &root, &node);
}

/// Adds the ways over the sights of a bend.
static cw_status follow_sights(const bend_view *here) {
    cw_taut *search = here->search;
    double earliest = here->sight->arrives - search->turn_slack;
    const cw_sight *sights = search->sights->sights.items;
    uint32_t first = here->outlook->sight_first, end = first + here->outlook->sight_count;
    for (uint32_t i = first; i < end && sights[i].leaves >= earliest; i++) {
        double turn = cw_most(sights[i].leaves - here->sight->arrives, 0);
        double length = here->length + search->radius * turn + sights[i].length;
        CW_TRY(sights[i].arrives < 0
                   ? add_closed(here, &sights[i], length)
                   : push(search, &sights[i],
                          (cw_bend_node){length, sights[i].arrives, i, here->root, CW_NONE}));
    }
    return CW_OK;
}

/// Leaves a root to the search from cell to cell.
static cw_status search_on(const bend_view *here) {
    cw_node node = {.estimate =
                        cw_taut_estimate_root(here->search, &here->search->roots.items[here->root]),
                    .root = here->root,
                    .parent = CW_NONE,
                    .cell = here->sight->cell,
                    .entry = CW_NONE,
                    .kind = CW_NODE_ROOT};
    return cw_taut_add(here->search, &node);
}

/// Looks whether the start sees a bend; where that cannot be told, its rays will.
static cw_status look_at_bend(cw_taut *search, cw_sight *sight, bool *sees) {
    uint32_t corner = sight->bend / 2;
    cw_tangent ray = {search->roots.items[0].center, sight->along};
    cw_sureness sure =
        cw_trace_ray(search, &ray, sight->length, search->around.items[0], corner, &sight->cell);
    *sees = sure == CW_SURELY && cw_trace_is_near(search, corner, sight->cell);
    return *sees || sure == CW_SURELY_NOT ? CW_OK : cw_taut_fan_out(search);
}

cw_status cw_bends_expand(cw_taut *search, uint32_t index) {
    cw_bend_node way = search->bends.items[index];
    cw_sight *sight = sight_of(search, &way);
    bool seen = sight->cell != CW_NONE;
    if (is_late(search, sight->bend, &way, seen ? index : CW_NONE)) {
        return CW_OK;
    }
    if (!seen) {
        CW_TRY(look_at_bend(search, sight, &seen));
        if (!seen) {
            return CW_OK;
        }
        note(search, sight->bend, index);
    }
    search->expansions++;
    bend_view here = {
        search, sight, &search->sights->outlooks[sight->bend], way.length, search->roots.count,
        false};
    CW_TRY(CW_ARRAY_PUSH(search->context, &search->roots,
                         make_root(search, sight, way.length, way.root)));
    for (uint32_t i = 0; i < search->goals.count; i++) {
        CW_TRY(reach_goal(&here, i));
    }
    if (here.unsure) {
        CW_TRY(search_on(&here));
    }
    return follow_sights(&here);
}

/// Looks whether the start sees a goal; false when that cannot be told.
static cw_status look_at_goal(cw_taut *search, uint32_t index, bool *told) {
    const cw_goal *goal = &search->goals.items[index];
    cw_vec2 start = search->roots.items[0].center;
    cw_tangent ray;
    double length;
    uint32_t end;
    *told = cw_tangent_between(start, 0, goal->position, 0, &ray, &length);
    if (!*told) {
        return CW_OK; /* the start is the goal */
    }
    cw_sureness sees = sees_back(search, goal, &ray, length, CW_NONE, &end);
    *told = sees == CW_SURELY_NOT || (sees == CW_SURELY && cw_cells_contain(&search->around, end));
    return *told && sees == CW_SURELY ? add_goal(search, 0, index, ray.along, length) : CW_OK;
}

/// No more than the length of a path from the start over an opener to a goal, with what is left on
/// its weight: straight to the circle, and on from its nearest point.
static double least_over(const cw_taut *search, uint32_t bend) {
    cw_vec2 center = search->clearance->corners[bend / 2].position;
    cw_vec2 v = cw_vec2_sub(center, search->roots.items[0].center);
    double radius = search->radius, left = INFINITY;
    double way = sqrt(cw_most(cw_vec2_dot(v, v) - radius * radius, 0));
    for (uint32_t i = 0; i < search->goals.count; i++) {
        left = cw_least(left, cw_vec2_distance(center, search->goals.items[i].position));
    }
    return way + search->weight * cw_most(left - radius, 0);
}

/// Whether a path from the start can come to a bend at any turn: not when the start lies in front
/// of the line along the wall where it would come first, or behind the one where it would come
/// last.
static bool may_come_to(const cw_taut *search, uint32_t bend) {
    const cw_outlook *outlook = &search->sights->outlooks[bend];
    const cw_outlook *back = &search->sights->outlooks[cw_bend_back(bend)];
    cw_vec2 center = search->clearance->corners[bend / 2].position;
    cw_vec2 v = cw_vec2_sub(search->roots.items[0].center, center);
    double hand = cw_bend_hand(bend), reach = search->radius + CW_GRAZE;
    return cw_most(hand * cw_vec2_cross(outlook->first, v), hand * cw_vec2_cross(back->first, v)) <=
           reach;
}

/// Opens the bends that a path from a cell can come to first, or lets them wait.
static cw_status open_from(cw_taut *search, uint32_t cell) {
    const cw_sights *sights = search->sights;
    for (uint32_t k = sights->opener_first[cell]; k < sights->opener_first[cell + 1]; k++) {
        if (!may_come_to(search, sights->openers[k])) {
            continue;
        }
        double key = least_over(search, sights->openers[k]);
        if (key > search->horizon) {
            CW_TRY(cw_taut_wait(search, (cw_heap_item){key, CW_OPENER_NODE + k}));
        } else {
            CW_TRY(cw_bends_open(search, k));
        }
    }
    return CW_OK;
}

/// Whether the start sees the nearest goal: no path is shorter than the straight one.
static bool sees_nearest(const cw_taut *search) {
    for (uint32_t i = 0; i < search->goals.count; i++) {
        cw_vec2 goal = search->goals.items[i].position;
        if (cw_vec2_distance(search->roots.items[0].center, goal) < search->best) {
            return false;
        }
    }
    return true;
}

cw_status cw_bends_begin(cw_taut *search, bool *begun) {
    *begun = true;
    for (uint32_t i = 0; i < search->around.count; i++) {
        *begun = *begun && !search->sights->murky[search->around.items[i]];
    }
    for (uint32_t i = 0; i < search->goals.count && *begun; i++) {
        CW_TRY(look_at_goal(search, i, begun));
    }
    for (uint32_t i = 0; i < search->around.count && *begun && !sees_nearest(search); i++) {
        CW_TRY(open_from(search, search->around.items[i]));
    }
    return CW_OK;
}

cw_status cw_bends_open(cw_taut *search, uint32_t opener) {
    uint32_t bend = search->sights->openers[opener];
    cw_vec2 center = search->clearance->corners[bend / 2].position;
    double signed_radius = cw_bend_hand(bend) * search->radius;
    cw_tangent ray;
    cw_sight sight = {.bend = bend, .cell = CW_NONE};
    if (!cw_tangent_between(search->roots.items[0].center, 0, center, signed_radius, &ray,
                            &sight.length) ||
        (search->radius == 0 && sight.length <= CW_AT_CORNER)) {
        return cw_taut_fan_out(search);
    }
    sight.along = ray.along;
    sight.to = cw_tangent_leaving(center, signed_radius, ray.along).at;
    sight.arrives = cw_bend_arrival(search->sights, bend, ray.along);
    return sight.arrives < 0 ? CW_OK : cw_bends_push(search, &sight, sight.length, 0);
}
