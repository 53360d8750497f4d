/// The first steps of a search over sights: whether the start sees the goal, and the bends that it
/// may come to first (sights.h).
#include "path/sights/at_radius.h"

/// Whether a path from the start, which lies at v from a corner, can come to a bend there at any
/// turn: not when the start lies in front of the line along the wall where it would come first, or
/// behind the one where it would come last.
static inline bool may_come_to(const cw_face *face, cw_vec2 v, uint32_t bend, double reach) {
    double hand = cw_bend_hand(bend);
    return cw_most(hand * cw_vec2_cross(face->left, v), hand * cw_vec2_cross(face->right, v)) <=
           reach;
}

/// Whether a path from the start, which lies at v from a corner, can come to one of its two bends.
static inline bool may_come_to_either(const cw_face *face, cw_vec2 v, double reach) {
    double a = cw_vec2_cross(face->left, v), b = cw_vec2_cross(face->right, v);
    bool left = cw_most(a, b) <= reach, right = cw_least(a, b) >= -reach;
    return left | right;
}

/// What the start sees through a door of its cell: what lies between the directions to its ends.
typedef struct window {
    cw_vec2 right, left; ///< from the start to the ends; zero where everything is seen
} window;

static window window_of(const cw_path_search *search, uint32_t door) {
    if (door == CW_NONE) {
        return (window){{0, 0}, {0, 0}};
    }
    const cw_mesh_side *side = &search->mesh.sides[door];
    cw_vec2 start = search->disc.roots.items[0].center;
    return (window){cw_vec2_sub(side->from, start),
                    cw_vec2_sub(search->mesh.sides[side->next].from, start)};
}

/// Whether a corner, which lies back along v, may be seen through a window.
static inline bool may_be_seen(const window *through, cw_vec2 v) {
    double slack = 4 * CW_GRAZE * (fabs(v.x) + fabs(v.y));
    return cw_most(cw_vec2_cross(through->right, v), cw_vec2_cross(v, through->left)) <= slack;
}

/// Lists the openers from a number on, as long as they are seen through the same door, that a path
/// from the start may come to. Each is written and then counted or not, since which are cannot be
/// foreseen. Returns how many, and the number behind the last.
static inline uint32_t list_through(const cw_path_search *search, uint32_t *next, uint32_t end,
                                    cw_heap_item *items) {
    const cw_opener *openers = search->sights->openers;
    const cw_face *faces = search->sights->faces;
    cw_vec2 start = search->disc.roots.items[0].center;
    double reach = search->radius + CW_GRAZE;
    uint32_t k = *next, door = openers[k].door, count = 0;
    window through = window_of(search, door);
    for (; k < end && openers[k].door == door; k++) {
        const cw_face *face = &faces[openers[k].bend / 2];
        cw_vec2 v = cw_vec2_sub(start, face->position);
        items[count].node = CW_OPENER_NODE + k;
        uint32_t seen = may_be_seen(&through, v), reached = may_come_to_either(face, v, reach);
        count += seen & reached;
    }
    *next = k;
    return count;
}

/// Lists the openers of a cell that a path from the start may come to. Returns how many.
static uint32_t list_openers(const cw_path_search *search, uint32_t cell, cw_heap_item *items) {
    uint32_t k = search->sights->opener_first[cell], end = search->sights->opener_first[cell + 1];
    uint32_t count = 0;
    while (k < end) {
        count += list_through(search, &k, end, &items[count]);
    }
    return count;
}

/// No more than the length of a path from the start over an opener to a goal, with what is left on
/// its weight: straight to the circle, and on from its nearest point.
static double least_over(const cw_path_search *search, uint32_t opener) {
    const cw_sights *sights = search->sights;
    cw_vec2 center = sights->faces[sights->openers[opener].bend / 2].position;
    cw_vec2 v = cw_vec2_sub(center, search->disc.roots.items[0].center);
    double radius = search->radius, left = INFINITY;
    double way = sqrt(cw_most(cw_vec2_dot(v, v) - radius * radius, 0));
    for (uint32_t i = 0; i < search->goals.count; i++) {
        left = cw_least(left, cw_vec2_distance(center, search->goals.items[i].position));
    }
    return way + search->weight * cw_most(left - radius, 0);
}

/// Lets the bends wait that a path from a cell can come to first.
static cw_status wait_for_openers(cw_path_search *search, uint32_t cell) {
    const uint32_t *first = &search->sights->opener_first[cell];
    uint32_t before = search->far.count;
    if (first[0] == first[1]) {
        return CW_OK; /* there may be no openers at all, and no room for them */
    }
    CW_TRY(CW_ARRAY_RESERVE(search->context, &search->far, (size_t)before + first[1] - first[0]));
    search->far.count += list_openers(search, cell, &search->far.items[before]);
    for (uint32_t i = before; i < search->far.count; i++) {
        cw_heap_item *item = &search->far.items[i];
        item->key = least_over(search, item->node - CW_OPENER_NODE);
    }
    return cw_path_search_draw_near(search, before);
}

/// Whether the start sees the nearest goal: no path is shorter than the straight one.
static bool sees_nearest(const cw_path_search *search) {
    for (uint32_t i = 0; i < search->goals.count; i++) {
        cw_vec2 goal = search->goals.items[i].position;
        if (cw_vec2_distance(search->disc.roots.items[0].center, goal) < search->best) {
            return false;
        }
    }
    return true;
}

cw_status cw_bends_begin(cw_path_search *search, bool *begun) {
    CW_TRY(cw_views_begin(search));
    *begun = !search->sights->murky;
    for (uint32_t i = 0; i < search->around.count; i++) {
        uint32_t cell = search->around.items[i];
        *begun = *begun && cw_path_search_is_convex(search, cell);
    }
    for (uint32_t i = 0; i < search->goals.count && *begun; i++) {
        CW_TRY(cw_bends_look_at_goal(search, i, begun));
    }
    for (uint32_t i = 0; i < search->around.count && *begun && !sees_nearest(search); i++) {
        CW_TRY(wait_for_openers(search, search->around.items[i]));
    }
    return CW_OK;
}

/// Adds the way from the start to a bend, if it is free. Few that are opened are never needed, and
/// most are not free: it is looked along at once.
static cw_status open_bend(cw_path_search *search, uint32_t bend) {
    cw_vec2 center = search->sights->faces[bend / 2].position;
    double signed_radius = cw_bend_hand(bend) * search->radius;
    cw_tangent ray;
    cw_sight sight = {.bend = bend, .cell = CW_NONE};
    if (!cw_tangent_between(search->disc.roots.items[0].center, 0, center, signed_radius, &ray,
                            &sight.length)) {
        return cw_disc_begin(search);
    }
    sight.along = ray.along;
    sight.to = cw_tangent_leaving(center, signed_radius, ray.along).at;
    return cw_bends_look_at(search, &sight);
}

/// Looks whether the start sees one of its openers.
static cw_status open_opener(cw_path_search *search, uint32_t opener) {
    uint32_t bend = search->sights->openers[opener].bend;
    const cw_face *face = &search->sights->faces[bend / 2];
    cw_vec2 v = cw_vec2_sub(search->disc.roots.items[0].center, face->position);
    for (uint32_t i = 0; i < 2; i++) {
        if (may_come_to(face, v, bend ^ i, search->radius + CW_GRAZE)) {
            CW_TRY(open_bend(search, bend ^ i));
        }
    }
    return CW_OK;
}

cw_status cw_bends_step(cw_path_search *search, uint32_t index) {
    return index >= CW_BEND_NODE ? cw_bends_expand(search, index - CW_BEND_NODE)
                                 : open_opener(search, index - CW_OPENER_NODE);
}
