/// Going from bend to bend over sights (clearway/sights.h).
///
/// The ways to bends wait in the same heap as the nodes of the search. The estimate of a way is the
/// length of the path that goes on around the bend straight to the goal. So when the bend sees the
/// goal that way, no other path can be shorter.
#include "path/sights/at_radius.h"
#include "path/sights/trace.h"

/// Whether a way to a bend makes another one needless: the bend, or its part, can be walked round.
static inline bool is_better(const cw_bend_node *way, const cw_bend_node *other, double radius) {
    double slack = cw_same_length(other->length);
    return way->length + radius * fabs(way->arrives - other->arrives) <= other->length + slack &&
           way->part == other->part;
}

static cw_sight *sight_of(const cw_path_search *search, const cw_bend_node *way) {
    if (way->sight >= CW_OWN_SIGHT) {
        return &search->over_sights.own_sights.items[way->sight - CW_OWN_SIGHT];
    }
    return &search->over_sights.views.sights.items[way->sight];
}

/// The root of a path that comes over a sight.
static cw_root make_root(const cw_path_search *search, const cw_sight *sight, double length,
                         uint32_t parent) {
    const cw_root *before = &search->disc.roots.items[parent];
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
static double least_around(const cw_path_search *search, const cw_sight *sight, cw_vec2 goal) {
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
static double estimate(const cw_path_search *search, const cw_sight *sight, double length) {
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
static inline bool is_late(const cw_path_search *search, uint32_t bend, const cw_bend_node *way,
                           uint32_t index) {
    const cw_bend_last *last = &search->over_sights.lasts[bend];
    uint32_t other = last->stamp == search->stamp ? last->node : CW_NONE;
    for (; other != index && other != CW_NONE;
         other = search->over_sights.bends.items[other].before) {
        if (is_better(&search->over_sights.bends.items[other], way, search->radius)) {
            return true;
        }
    }
    return false;
}

/// Puts a way to a bend in the row of those that are known.
static inline void note(cw_path_search *search, uint32_t bend, uint32_t index) {
    cw_bend_last *last = &search->over_sights.lasts[bend];
    search->over_sights.bends.items[index].before =
        last->stamp == search->stamp ? last->node : CW_NONE;
    *last = (cw_bend_last){search->stamp, index};
}

/// Whether a way leads to a closed bend.
static inline bool is_closed(const cw_bend_node *way) {
    return way->arrives < 0;
}

/// Whether it is known from the start that a way is free: whatever is found out later must not
/// change what a path is compared with.
static inline bool is_sure(const cw_bend_node *way, const cw_sight *sight) {
    return way->sight < CW_OWN_SIGHT ? sight->cell == CW_SOMEWHERE : sight->cell != CW_NONE;
}

/// Adds a way to a bend, unless a better one is known.
static inline cw_status push(cw_path_search *search, const cw_sight *sight,
                             const cw_bend_node *way) {
    if (!is_closed(way) && is_late(search, sight->bend, way, CW_NONE)) {
        return CW_OK;
    }
    double key = estimate(search, sight, way->length);
    if (key >= search->best) {
        return CW_OK;
    }
    uint32_t index = search->over_sights.bends.count;
    CW_TRY(CW_ARRAY_PUSH(search->context, &search->over_sights.bends, *way));
    if (way->sight >= CW_OWN_SIGHT) {
        CW_TRY(CW_ARRAY_PUSH(search->context, &search->over_sights.own_sights, *sight));
    }
    if (is_sure(way, sight) && !is_closed(way)) {
        note(search, sight->bend, index);
    }
    return cw_path_search_wait(search, (cw_heap_item){key, CW_BEND_NODE + index});
}

/// Adds the way from a root over a sight that is none of a bend's, `length` long in all, unless a
/// better one is known.
static cw_status push_own(cw_path_search *search, const cw_sight *sight, double length,
                          uint32_t root) {
    uint32_t index = CW_OWN_SIGHT + search->over_sights.own_sights.count;
    return push(search, sight,
                &(cw_bend_node){length, sight->arrives, index, root, CW_NONE, CW_NONE});
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
static cw_status add_goal(cw_path_search *search, uint32_t root, uint32_t index, cw_vec2 along,
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
    return cw_disc_push_goal(search, &node);
}

/// Whether a goal, in its cell, sees where a ray to it starts.
static cw_sureness sees_back(const cw_path_search *search, const cw_goal *goal,
                             const cw_tangent *ray, double length, uint32_t corner, uint32_t *end) {
    cw_tangent back = {goal->position, {-ray->along.x, -ray->along.y}};
    return cw_trace_ray(search, &back, length, goal->cell, (cw_trace_ends){CW_NONE, corner}, end);
}

/// A bend that is being expanded.
typedef struct bend_view {
    cw_path_search *search;
    const cw_outlook *outlook;
    uint32_t bend;
    double arrives; ///< the turn where the path comes to it
    double high;    ///< the turn up to which it is open
    uint32_t root;
    bool unsure; ///< whether a goal is seen cannot be told here
} bend_view;

static cw_status reach_goal(bend_view *here, uint32_t index) {
    cw_path_search *search = here->search;
    const cw_goal *goal = &search->goals.items[index];
    const cw_root *root = &search->disc.roots.items[here->root];
    cw_tangent ray;
    double length, slack = search->disc.turn_slack;
    if (!sees_cell(search->sights, here->outlook, goal->cell)) {
        return CW_OK;
    }
    if (!cw_tangent_between(root->center, root->signed_radius, goal->position, 0, &ray, &length)) {
        here->unsure = true; /* the goal is at the corner */
        return CW_OK;
    }
    double before = -root->hand * cw_vec2_cross(root->along, ray.along);
    if (before > slack + 4 * CW_GRAZE / length || root->length + length >= search->best) {
        return CW_OK; /* it lies back, or too far */
    }
    double turn = cw_bend_turn(here->outlook, here->bend, ray.along);
    double total = root->length + search->radius * cw_most(turn - here->arrives, 0) + length;
    double over = cw_most(here->arrives - turn, turn - here->high) - slack;
    if (over * length > 4 * CW_GRAZE || total >= search->best) {
        return CW_OK;
    }
    if (over > 0) {
        here->unsure = true; /* by rounding, before the arc or behind it */
        return CW_OK;
    }
    uint32_t end;
    cw_sureness sees = sees_back(search, goal, &ray, length, root->corner, &end);
    if (sees == CW_UNSURE ||
        (sees == CW_SURELY && !cw_trace_is_near(search, root->corner, end, ray.at))) {
        here->unsure = true;
        return CW_OK;
    }
    return sees == CW_SURELY ? add_goal(search, here->root, index, ray.along, total) : CW_OK;
}

/// Adds the root of a closed bend.
static cw_status add_closed(cw_path_search *search, const cw_sight *sight, double length,
                            uint32_t parent) {
    cw_root root = make_root(search, sight, length, parent);
    cw_entrance where = {CW_NONE, sight->cell, CW_NONE, 0};
    return cw_disc_add_root(search, &root, &where);
}

/// Adds the ways over what a bend sees at the radius at hand.
static cw_status follow_view(const bend_view *here) {
    cw_path_search *search = here->search;
    double start = search->disc.roots.items[here->root].length, slack = search->disc.turn_slack;
    double last = cw_part_last(search, here->outlook, here->high);
    cw_bend_view view;
    cw_turns turns = {here->arrives - slack, last};
    CW_TRY(cw_views_see(search, here->bend, turns, &view));
    for (uint32_t i = view.first; i < view.first + view.count; i++) {
        const cw_sight *sight = &search->over_sights.views.sights.items[i];
        if (sight->leaves < turns.low) {
            break;
        }
        if (sight->leaves > last || sight->cell == CW_NOWHERE) {
            continue;
        }
        double length = start + search->radius * cw_most(sight->leaves - here->arrives, 0);
        bool open = sight->cell == CW_SOMEWHERE ||
                    cw_bend_is_open(search, &search->sights->outlooks[sight->bend]);
        cw_bend_node way = {.length = length + sight->length,
                            .arrives = open ? sight->arrives : -1,
                            .sight = i,
                            .root = here->root,
                            .before = CW_NONE,
                            .part = CW_NONE};
        CW_TRY(push(search, sight, &way));
    }
    return CW_OK;
}

/// Leaves a root to the search from cell to cell, in its cell; where that is not known, it is found
/// first.
static cw_status leave(cw_path_search *search, uint32_t index, uint32_t cell) {
    cw_root *root = &search->disc.roots.items[index];
    if (root->left) {
        return CW_OK;
    }
    root->left = true;
    if (cell == CW_SOMEWHERE) {
        cell = cw_bend_cell(search, search->sights, root->corner, root->at);
    }
    if (cell == CW_NONE) {
        return cw_disc_begin(search);
    }
    cw_node node = {.estimate = cw_disc_estimate_root(search, root),
                    .root = index,
                    .parent = CW_NONE,
                    .cell = cell,
                    .entry = CW_NONE,
                    .kind = CW_NODE_ROOT};
    return cw_disc_add(search, &node);
}

/// Whether a disc that comes over a sight to a closed bend can turn there.
static bool touches(const cw_path_search *search, const cw_sight *sight) {
    return cw_disc_may_turn(search, sight->bend / 2, sight->cell, sight->along,
                            cw_bend_hand(sight->bend)) &&
           cw_clearance_at(search->clearance, sight->cell, sight->to, NULL) >=
               search->radius - CW_GRAZE;
}

cw_status cw_bends_look_at(cw_path_search *search, cw_sight *sight) {
    cw_vec2 start = search->disc.roots.items[0].center;
    const cw_outlook *outlook = &search->sights->outlooks[sight->bend];
    uint32_t corner = sight->bend / 2, end;
    cw_sureness sees =
        cw_trace_ray(search, &(cw_tangent){start, sight->along}, sight->length,
                     search->around.items[0], (cw_trace_ends){CW_NONE, corner}, &end);
    if (sees == CW_SURELY_NOT) {
        return CW_OK;
    }
    if (sees == CW_UNSURE || !cw_trace_is_near(search, corner, end, sight->to)) {
        return cw_disc_begin(search);
    }
    sight->cell = end;
    sight->arrives = cw_bend_arrival(search, search->sights, sight->bend, sight->along);
    bool comes =
        sight->arrives >= 0 || (!cw_bend_is_open(search, outlook) && touches(search, sight));
    return comes ? push_own(search, sight, sight->length, 0) : CW_OK;
}

/// Looks whether the way over a sight of a bend is free; where that cannot be told, the rays of the
/// bend will.
static cw_status look_along(cw_path_search *search, const cw_bend_node *way, cw_sight *sight,
                            bool *sees) {
    const cw_root *root = &search->disc.roots.items[way->root];
    cw_tangent ray = cw_tangent_leaving(root->center, root->signed_radius, sight->along);
    uint32_t corner = sight->bend / 2, end;
    uint32_t cell = cw_bend_cell(search, search->sights, root->corner, ray.at);
    cw_sureness sure = cell == CW_NONE ? CW_UNSURE
                                       : cw_trace_ray(search, &ray, sight->length, cell,
                                                      (cw_trace_ends){root->corner, corner}, &end);
    *sees = sure == CW_SURELY && cw_trace_is_near(search, corner, end, sight->to);
    if (*sees) {
        sight->cell = end;
        *sees = !is_closed(way) || touches(search, sight);
    }
    if (sure == CW_SURELY_NOT || (sure == CW_SURELY && !*sees && sight->cell != CW_NONE)) {
        sight->cell = CW_NOWHERE;
        return CW_OK;
    }
    return *sees ? CW_OK : leave(search, way->root, CW_SOMEWHERE);
}

/// Goes on from an open bend, or from the open part of one.
static cw_status expand_open(cw_path_search *search, const cw_bend_node *way,
                             const cw_sight *sight) {
    bend_view here = {.search = search,
                      .outlook = &search->sights->outlooks[sight->bend],
                      .bend = sight->bend,
                      .arrives = way->arrives,
                      .high = cw_views_high(search, sight->bend, way->part),
                      .root = search->disc.roots.count};
    CW_TRY(CW_ARRAY_PUSH(search->context, &search->disc.roots,
                         make_root(search, sight, way->length, way->root)));
    for (uint32_t i = 0; i < search->goals.count; i++) {
        CW_TRY(reach_goal(&here, i));
    }
    if (here.unsure) {
        CW_TRY(leave(search, here.root, sight->cell));
    }
    return follow_view(&here);
}

/// Comes to a closed bend, which may turn out to be open in part; then false in `comes` where a
/// better way is known.
static cw_status come_to_closed(cw_path_search *search, cw_bend_node *way, const cw_sight *sight,
                                bool *comes) {
    double turn = cw_bend_turn(&search->sights->outlooks[sight->bend], sight->bend, sight->along);
    cw_arrived there = cw_views_arrive(search, sight->bend, turn);
    if (there.turn < 0) {
        CW_TRY(cw_views_find_part(search, sight));
        there = cw_views_arrive(search, sight->bend, turn);
    }
    way->arrives = there.turn;
    way->part = there.part;
    *comes = is_closed(way) || !is_late(search, sight->bend, way, CW_NONE);
    return CW_OK;
}

cw_status cw_bends_expand(cw_path_search *search, uint32_t index) {
    cw_bend_node *way = &search->over_sights.bends.items[index];
    cw_sight *own = sight_of(search, way);
    bool goes = own->cell != CW_NONE && own->cell != CW_NOWHERE;
    bool noted = is_sure(way, own) && !is_closed(way);
    if (!is_closed(way) && is_late(search, own->bend, way, noted ? index : CW_NONE)) {
        return CW_OK;
    }
    if (own->cell == CW_NONE) {
        CW_TRY(look_along(search, way, own, &goes));
    }
    if (goes && is_closed(way)) {
        CW_TRY(come_to_closed(search, way, own, &goes));
    }
    if (!goes) {
        return CW_OK;
    }
    if (!noted && !is_closed(way)) {
        note(search, own->bend, index);
    }
    search->expansions++;
    cw_bend_node known = *way; /* copies: these move when their arrays grow */
    cw_sight sight = *own;
    return is_closed(&known) ? add_closed(search, &sight, known.length, known.root)
                             : expand_open(search, &known, &sight);
}

cw_status cw_bends_look_at_goal(cw_path_search *search, uint32_t index, bool *told) {
    const cw_goal *goal = &search->goals.items[index];
    cw_vec2 start = search->disc.roots.items[0].center;
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

cw_status cw_bends_take_turn(const cw_fan *fan, const cw_tangent *ray, double length,
                             uint32_t corner, double hand, bool *taken) {
    cw_path_search *search = fan->search;
    cw_sight sight = {.along = ray->along,
                      .to = cw_vec2_along(ray->at, length, ray->along),
                      .length = length,
                      .bend = cw_bend_of(corner, hand),
                      .cell = fan->cell};
    sight.arrives = cw_bend_arrival(search, search->sights, sight.bend, ray->along);
    *taken = sight.arrives >= 0;
    double total = cw_disc_length(&fan->root, ray->along, length);
    return *taken ? push_own(search, &sight, total, fan->root_index) : CW_OK;
}
