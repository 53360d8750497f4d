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

/// Whether a way to a bend of some length makes another one needless: the bend can be walked round.
static bool is_better(const cw_taut *search, double length, double arrives, double other,
                      double other_arrives) {
    double slack = SAME_LENGTH + SAME_SHARE * other;
    return length + search->radius * fabs(arrives - other_arrives) <= other + slack;
}

/// The root of a path that comes to a bend.
static cw_root make_root(const cw_taut *search, const cw_bend_node *way) {
    const cw_root *before = &search->roots.items[way->root];
    double hand = cw_bend_hand(way->bend);
    return (cw_root){.center = search->clearance->corners[way->bend / 2].position,
                     .hand = hand,
                     .signed_radius = hand * search->radius,
                     .at = way->to,
                     .along = way->along,
                     .from = cw_tangent_leaving(before->center, before->signed_radius, way->along)
                                 .at,
                     .length = way->length,
                     .corner = way->bend / 2,
                     .parent = way->root};
}

/// No more than what is left from a bend to a goal: around the circle, as far as that is in the
/// way, by the chord, and straight on.
static double least_to(const cw_taut *search, const cw_bend_node *way, cw_vec2 goal) {
    double signed_radius = cw_bend_hand(way->bend) * search->radius, length;
    cw_vec2 v = cw_vec2_sub(goal, way->to);
    cw_vec2 center = cw_vec2_along(way->to, signed_radius, cw_left(way->along));
    cw_tangent ray;
    if (signed_radius * cw_vec2_cross(way->along, v) <= 0 ||
        !cw_tangent_between(center, signed_radius, goal, 0, &ray, &length)) {
        return cw_vec2_length(v);
    }
    return cw_vec2_distance(way->to, ray.at) + length;
}

static double estimate(const cw_taut *search, const cw_bend_node *way) {
    double least = INFINITY;
    for (uint32_t i = 0; i < search->goals.count; i++) {
        least = cw_least(least, least_to(search, way, search->goals.items[i].position));
    }
    return way->length + search->weight * least;
}

cw_status cw_bends_push(cw_taut *search, const cw_bend_node *way) {
    cw_bend_best *best = &search->bests[way->bend];
    uint32_t index = search->bends.count;
    bool first = best->stamp != search->stamp;
    if (!first && is_better(search, best->length, best->arrives, way->length, way->arrives)) {
        return CW_OK;
    }
    double key = estimate(search, way);
    if (key >= search->best) {
        return CW_OK;
    }
    if (first || is_better(search, way->length, way->arrives, best->length, best->arrives)) {
        *best = (cw_bend_best){way->length, way->arrives, search->stamp, index};
    }
    CW_TRY(CW_ARRAY_PUSH(search->context, &search->bends, *way));
    return cw_taut_wait(search, (cw_heap_item){key, CW_BEND_NODE + index});
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
    cw_bend_node way;
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
    double turn = cw_bend_turn(here->outlook, here->way.bend, ray.along);
    double total = root->length + search->radius * cw_most(turn - here->way.arrives, 0) + length;
    if (turn < here->way.arrives - slack || turn > here->outlook->high + slack ||
        total >= search->best) {
        return CW_OK;
    }
    cw_sureness sees = cw_trace_sees(search, root, &ray, length, goal);
    here->unsure = here->unsure || sees == CW_UNSURE;
    return sees == CW_SURELY ? add_goal(here, index, ray.along, total) : CW_OK;
}

/// Adds the way over a sight.
static cw_status follow(const bend *here, const cw_sight *sight) {
    cw_taut *search = here->search;
    double turn = cw_most(sight->leaves - here->way.arrives, 0);
    cw_bend_node way = {.length = here->way.length + search->radius * turn + sight->length,
                        .arrives = sight->arrives,
                        .along = sight->along,
                        .to = sight->to,
                        .bend = sight->bend,
                        .root = here->root_index,
                        .cell = sight->cell};
    if (sight->arrives >= 0) {
        return cw_bends_push(search, &way);
    }
    cw_root root = make_root(search, &way);
    cw_node node = {.parent = CW_NONE, .cell = sight->cell, .entry = CW_NONE};
    return cw_taut_add_root(search, &root, &node);
}

/// Leaves a root to the search from cell to cell.
static cw_status search_on(const bend *here) {
    cw_node node = {.estimate = cw_taut_estimate_root(here->search, &here->root),
                    .root = here->root_index,
                    .parent = CW_NONE,
                    .cell = here->way.cell,
                    .entry = CW_NONE,
                    .kind = CW_NODE_ROOT};
    return cw_taut_add(here->search, &node);
}

cw_status cw_bends_expand(cw_taut *search, uint32_t index) {
    bend here = {.search = search, .way = search->bends.items[index]};
    const cw_bend_best *best = &search->bests[here.way.bend];
    if (best->node != index && is_better(search, best->length, best->arrives, here.way.length,
                                         here.way.arrives)) {
        return CW_OK;
    }
    search->expansions++;
    const cw_sights *sights = search->sights;
    here.outlook = &sights->outlooks[here.way.bend];
    here.root = make_root(search, &here.way);
    here.root_index = search->roots.count;
    CW_TRY(CW_ARRAY_PUSH(search->context, &search->roots, here.root));
    for (uint32_t i = 0; i < search->goals.count; i++) {
        CW_TRY(reach_goal(&here, i));
    }
    if (here.unsure) {
        CW_TRY(search_on(&here));
    }
    double earliest = here.way.arrives - cw_turn_slack(search->radius);
    const cw_sight *sight = &sights->sights.items[here.outlook->sight_first];
    const cw_sight *end = sight + here.outlook->sight_count;
    for (; sight < end && sight->leaves >= earliest; sight++) {
        CW_TRY(follow(&here, sight));
    }
    return CW_OK;
}
