/// What bends see at the radius at hand (sights.h).
///
/// Sights are made from vistas when a path comes to their bend for the first time at a radius, and
/// kept for a while (radius_cache.c). At a radius that is asked for once, only those are made that
/// a path can leave over. A circle that other walls cut may be free in parts; the part that a path
/// comes to is found by following the arc both ways.
#include "path/sights/at_radius.h"

#include <string.h>

/// The sight that a vista from a bend gives for the radius at hand.
static cw_sight see_along(const cw_path_search *search, uint32_t bend, const cw_vista *vista) {
    double radius = search->radius, hand = cw_bend_hand(bend);
    cw_vec2 center = search->clearance->corners[bend / 2].position, along = vista->along;
    cw_sight sight = {.along = along,
                      .length = vista->distance,
                      .leaves = vista->leaves,
                      .arrives = vista->arrives,
                      .bend = vista->bend,
                      .cell = radius <= vista->sure ? CW_SOMEWHERE : CW_NONE};
    double signed_radius = hand * radius;
    if ((bend ^ vista->bend) % 2 != 0) {
        double sine = 2 * radius / vista->distance, cosine = sqrt(cw_most(1 - sine * sine, 0));
        double turn = cw_angle(cosine, sine), side = hand * sine;
        sight.along =
            (cw_vec2){cosine * along.x - side * along.y, cosine * along.y + side * along.x};
        sight.length = vista->distance * cosine;
        sight.leaves += turn;
        sight.arrives -= turn;
        signed_radius = -signed_radius;
    }
    cw_vec2 other = cw_vec2_along(center, vista->distance, along);
    sight.to = cw_tangent_leaving(other, signed_radius, sight.along).at;
    sight.arrives = cw_most(sight.arrives, 0);
    return sight;
}

/// Adds a sight to those of the last bend, which are in order.
static cw_status insert_sight(cw_path_search *search, uint32_t first, cw_sight sight) {
    uint32_t count = search->over_sights.views.sights.count - first, at = count;
    CW_TRY(CW_ARRAY_RESERVE(search->context, &search->over_sights.views.sights,
                            (size_t)search->over_sights.views.sights.count + 1));
    cw_sight *own = &search->over_sights.views.sights.items[first];
    while (at > 0 && own[at - 1].leaves < sight.leaves) {
        at--;
    }
    memmove(&own[at + 1], &own[at], (count - at) * sizeof *own);
    own[at] = sight;
    search->over_sights.views.sights.count++;
    return CW_OK;
}

/// A little more than half a circle, far above rounding.
#define OVER_HALF (CW_PI * (1 + 1e-9))

/// Whether the sight of a vista may leave its bend at these turns. It turns by no more than a
/// quarter of a circle, times the sine of its angle.
static inline bool may_leave(uint32_t bend, const cw_vista *vista, double radius, cw_turns turns) {
    double turn = (bend ^ vista->bend) % 2 != 0 ? OVER_HALF * radius : 0;
    return vista->leaves <= turns.high && (turns.low - vista->leaves) * vista->distance <= turn;
}

/// Makes the sights of a bend for the radius at hand, that leave it at these turns.
static cw_status make_view(cw_path_search *search, uint32_t bend, cw_turns turns,
                           cw_bend_view *view) {
    const cw_outlook *outlook = &search->sights->outlooks[bend];
    const cw_vista *vistas = search->sights->vistas.items;
    double radius = search->radius;
    uint32_t first = search->over_sights.views.sights.count, i = outlook->sight_first;
    uint32_t late = i + outlook->sight_count, end = late + outlook->late_count;
    for (; i < late && vistas[i].most >= radius; i++) {
        if (may_leave(bend, &vistas[i], radius, turns)) {
            CW_TRY(insert_sight(search, first, see_along(search, bend, &vistas[i])));
        }
    }
    for (i = late; i < end && vistas[i].least <= radius; i++) {
        if (vistas[i].most >= radius && may_leave(bend, &vistas[i], radius, turns)) {
            CW_TRY(insert_sight(search, first, see_along(search, bend, &vistas[i])));
        }
    }
    view->first = first;
    view->count = search->over_sights.views.sights.count - first;
    return CW_OK;
}

/// What is known of a bend.
static cw_bend_view *view_of(cw_path_search *search, uint32_t bend) {
    const cw_radius_views *now = search->over_sights.views.now;
    cw_bend_view *view = &now->views[bend];
    if (view->stamp != now->stamp) {
        *view = (cw_bend_view){.stamp = now->stamp, .first = CW_NONE, .parts = CW_NONE};
    }
    return view;
}

cw_status cw_views_see(cw_path_search *search, uint32_t bend, cw_turns turns, cw_bend_view *view) {
    const cw_bend_views *views = &search->over_sights.views;
    cw_bend_view *known = view_of(search, bend);
    bool once = views->now->uses == 1 && views->now == &views->radii[CW_KEPT_RADII];
    if (known->first == CW_NONE && known->count == 0 && once) {
        known->count = 1;
        return make_view(search, bend, turns, view);
    }
    if (known->first == CW_NONE) {
        CW_TRY(make_view(search, bend, (cw_turns){-INFINITY, INFINITY}, known));
    }
    *view = *known;
    return CW_OK;
}

/// A part in turns of another bend of its corner: those of the right one run from its end back.
static cw_bend_part part_along(const cw_outlook *outlook, uint32_t bend, cw_bend_part part) {
    return bend % 2 == 0
               ? part
               : (cw_bend_part){outlook->whole - part.high, outlook->whole - part.low, part.next};
}

cw_arrived cw_views_arrive(cw_path_search *search, uint32_t bend, double turn) {
    const cw_outlook *outlook = &search->sights->outlooks[bend];
    if (cw_bend_is_open(search, outlook)) {
        return (cw_arrived){turn, CW_NONE};
    }
    for (uint32_t i = view_of(search, bend & ~1u)->parts; i != CW_NONE && outlook->open;
         i = search->over_sights.views.parts.items[i].next) {
        cw_bend_part part = part_along(outlook, bend, search->over_sights.views.parts.items[i]);
        double arrives = cw_part_arrival(search, outlook, part.low, part.high, turn);
        if (arrives >= 0) {
            return (cw_arrived){arrives, i};
        }
    }
    return (cw_arrived){-1, CW_NONE};
}

double cw_views_high(const cw_path_search *search, uint32_t bend, uint32_t part) {
    const cw_outlook *outlook = &search->sights->outlooks[bend];
    return part == CW_NONE
               ? outlook->whole
               : part_along(outlook, bend, search->over_sights.views.parts.items[part]).high;
}

/// The root of a path that comes to a bend on a ray.
static cw_root bend_root(const cw_path_search *search, uint32_t bend, const cw_tangent *ray) {
    double hand = cw_bend_hand(bend);
    return (cw_root){.center = search->clearance->corners[bend / 2].position,
                     .hand = hand,
                     .signed_radius = hand * search->radius,
                     .at = ray->at,
                     .along = ray->along,
                     .from = ray->at,
                     .corner = bend / 2,
                     .parent = CW_NONE};
}

/// The last ray of the arc around a bend that starts with a ray in a cell.
static cw_tangent follow_arc(const cw_path_search *search, uint32_t bend, uint32_t cell,
                             const cw_tangent *first) {
    cw_tangent ray = *first;
    const cw_root root = bend_root(search, bend, &ray);
    uint32_t entry = CW_NONE;
    for (uint32_t i = 0; i < search->clearance->mesh->cell_count; i++) {
        cw_arc_end end = cw_disc_arc(search, &root, &ray, cell, entry);
        ray = end.ray;
        if (end.exit == CW_NONE) {
            break;
        }
        entry = search->mesh.sides[end.exit].twin;
        cell = search->mesh.sides[end.exit].behind;
    }
    return ray;
}

cw_status cw_views_find_part(cw_path_search *search, const cw_sight *sight) {
    const cw_outlook *outlook = &search->sights->outlooks[sight->bend];
    uint32_t *first = &view_of(search, sight->bend & ~1u)->parts;
    uint32_t cell = cw_bend_cell(search, search->sights, sight->bend / 2, sight->to);
    if (!outlook->open || cell == CW_NONE || !cw_path_search_is_convex(search, cell)) {
        return CW_OK;
    }
    cw_tangent ahead = {sight->to, sight->along};
    cw_tangent back = {sight->to, {-sight->along.x, -sight->along.y}};
    ahead = follow_arc(search, sight->bend, cell, &ahead);
    back = follow_arc(search, cw_bend_back(sight->bend), cell, &back);
    cw_bend_part part = {
        .low = cw_bend_turn(outlook, sight->bend, (cw_vec2){-back.along.x, -back.along.y}),
        .high = cw_bend_turn(outlook, sight->bend, ahead.along)};
    part = part_along(outlook, sight->bend, part);
    for (uint32_t i = *first; i != CW_NONE; i = search->over_sights.views.parts.items[i].next) {
        const cw_bend_part *known = &search->over_sights.views.parts.items[i];
        if (fabs(known->low - part.low) + fabs(known->high - part.high) <=
            search->disc.turn_slack) {
            return CW_OK; /* too near to its end to be in it */
        }
    }
    part.next = *first;
    *first = search->over_sights.views.parts.count;
    return CW_ARRAY_PUSH(search->context, &search->over_sights.views.parts, part);
}
