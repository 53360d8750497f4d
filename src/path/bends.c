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

/// Whether a way to a bend makes another one, `length` long, needless: the bend can be walked round.
static inline bool is_better(const cw_bend_best *best, double length, double arrives,
                             double radius) {
    double slack = SAME_LENGTH + SAME_SHARE * length;
    return best->length + radius * fabs(best->arrives - arrives) <= length + slack;
}

static const cw_sight *sight_of(const cw_taut *search, const cw_bend_node *way) {
    return way->sight < CW_FIRST_SIGHT
               ? &search->sights->sights.items[way->sight]
               : &search->first_sights.items[way->sight - CW_FIRST_SIGHT];
}

/// The root of a path that comes over a sight.
static cw_root make_root(const cw_taut *search, const cw_sight *sight, double length,
                         uint32_t parent) {
    const cw_root *before = &search->roots.items[parent];
    double hand = cw_bend_hand(sight->bend);
    return (cw_root){
        .center = search->clearance->corners[sight->bend / 2].position,
        .hand = hand,
        .signed_radius = hand * search->radius,
        .at = sight->to,
        .along = sight->along,
        .from = cw_tangent_leaving(before->center, before->signed_radius, sight->along).at,
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

/// Adds a way to a bend, unless a better one is known.
static inline cw_status push(cw_taut *search, const cw_sight *sight, cw_bend_node way) {
    cw_bend_best *best = &search->bests[sight->bend];
    bool first = best->stamp != search->stamp;
    if (!first && is_better(best, way.length, sight->arrives, search->radius)) {
        return CW_OK;
    }
    double key = estimate(search, sight, way.length);
    if (key >= search->best) {
        return CW_OK;
    }
    uint32_t index = search->bends.count;
    cw_bend_best own = {way.length, sight->arrives, search->stamp, index};
    if (first || is_better(&own, best->length, best->arrives, search->radius)) {
        *best = own;
    }
    CW_TRY(CW_ARRAY_PUSH(search->context, &search->bends, way));
    return cw_taut_wait(search, (cw_heap_item){key, CW_BEND_NODE + index});
}

cw_status cw_bends_push(cw_taut *search, const cw_sight *sight, double length, uint32_t root) {
    uint32_t index = CW_FIRST_SIGHT + search->first_sights.count;
    CW_TRY(CW_ARRAY_PUSH(search->context, &search->first_sights, *sight));
    return push(search, sight, (cw_bend_node){length, index, root});
}

/// Whether a bend sees some of a cell.
static bool sees_cell(const cw_sights *sights, const cw_outlook *outlook, uint32_t cell) {
    const uint32_t *cells = &sights->cells.items[outlook->cell_first];
    uint32_t low = 0, high = outlook->cell_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (cells[middle] < cell) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < outlook->cell_count && cells[low] == cell;
}

/// A bend that is being expanded.
typedef struct bend {
    cw_taut *search;
    cw_sight sight; ///< over which the path comes
    const cw_outlook *outlook;
    cw_root root;
    uint32_t root_index;
    bool unsure; ///< whether a goal is seen cannot be told here
} bend;

/// Adds a goal that a bend sees on a ray that leaves it at a turn.
static cw_status add_goal(bend *here, uint32_t index, cw_vec2 along, double length) {
    cw_taut *search = here->search;
    const cw_goal *goal = &search->goals.items[index];
    cw_node node = {.estimate = length,
                    .right = along,
                    .low = goal->position,
                    .root = here->root_index,
                    .parent = CW_NONE,
                    .cell = goal->cell,
                    .entry = CW_NONE,
                    .goal = index,
                    .kind = CW_NODE_GOAL};
    return cw_taut_push_goal(search, &node);
}

static cw_status reach_goal(bend *here, uint32_t index) {
    cw_taut *search = here->search;
    const cw_goal *goal = &search->goals.items[index];
    const cw_root *root = &here->root;
    cw_tangent ray;
    double length, slack = cw_turn_slack(search->radius);
    if (!sees_cell(search->sights, here->outlook, goal->cell)) {
        return CW_OK;
    }
    if (!cw_tangent_between(root->center, root->signed_radius, goal->position, 0, &ray, &length)) {
        here->unsure = true; /* the goal is at the corner */
        return CW_OK;
    }
    double turn = cw_bend_turn(here->outlook, here->sight.bend, ray.along);
    double total = root->length + search->radius * cw_most(turn - here->sight.arrives, 0) + length;
    if (turn < here->sight.arrives - slack || turn > here->outlook->high + slack ||
        total >= search->best) {
        return CW_OK;
    }
    cw_sureness sees = cw_trace_sees(search, root, &ray, length, goal);
    here->unsure = here->unsure || sees == CW_UNSURE;
    return sees == CW_SURELY ? add_goal(here, index, ray.along, total) : CW_OK;
}

/// Adds the root of a closed bend.
static cw_status add_closed(const bend *here, const cw_sight *sight, double length) {
    cw_root root = make_root(here->search, sight, length, here->root_index);
    cw_node node = {.parent = CW_NONE, .cell = sight->cell, .entry = CW_NONE};
    return cw_taut_add_root(here->search, &root, &node);
}

/// Adds the ways over the sights of a bend.
static cw_status follow_sights(const bend *here) {
    cw_taut *search = here->search;
    double earliest = here->sight.arrives - cw_turn_slack(search->radius);
    const cw_sight *sights = search->sights->sights.items;
    uint32_t first = here->outlook->sight_first, end = first + here->outlook->sight_count;
    for (uint32_t i = first; i < end && sights[i].leaves >= earliest; i++) {
        double turn = cw_most(sights[i].leaves - here->sight.arrives, 0);
        double length = here->root.length + search->radius * turn + sights[i].length;
        CW_TRY(sights[i].arrives < 0
                   ? add_closed(here, &sights[i], length)
                   : push(search, &sights[i], (cw_bend_node){length, i, here->root_index}));
    }
    return CW_OK;
}

/// Leaves a root to the search from cell to cell.
static cw_status search_on(const bend *here) {
    cw_node node = {.estimate = cw_taut_estimate_root(here->search, &here->root),
                    .root = here->root_index,
                    .parent = CW_NONE,
                    .cell = here->sight.cell,
                    .entry = CW_NONE,
                    .kind = CW_NODE_ROOT};
    return cw_taut_add(here->search, &node);
}

cw_status cw_bends_expand(cw_taut *search, uint32_t index) {
    cw_bend_node way = search->bends.items[index];
    bend here = {.search = search, .sight = *sight_of(search, &way)};
    const cw_bend_best *best = &search->bests[here.sight.bend];
    if (best->node != index && is_better(best, way.length, here.sight.arrives, search->radius)) {
        return CW_OK;
    }
    search->expansions++;
    here.outlook = &search->sights->outlooks[here.sight.bend];
    here.root = make_root(search, &here.sight, way.length, way.root);
    here.root_index = search->roots.count;
    CW_TRY(CW_ARRAY_PUSH(search->context, &search->roots, here.root));
    for (uint32_t i = 0; i < search->goals.count; i++) {
        CW_TRY(reach_goal(&here, i));
    }
    if (here.unsure) {
        CW_TRY(search_on(&here));
    }
    return follow_sights(&here);
}
