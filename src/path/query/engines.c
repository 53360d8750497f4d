/// Running a search: on the lattice for points, over sights where there are any, else with rays.
/// All of them wait in one heap.
#include "path/query/engines.h"
#include "path/disc/nodes.h"
#include "path/point/point_search.h"
#include "path/sights/sights.h"

#include <string.h>

/// How far the horizon lies behind the first estimate, as a share of it.
#define FIRST_STRIDE 0.02

static void clear(void *items, size_t count, size_t size) {
    if (items != NULL) {
        memset(items, 0, count * size);
    }
}

/// Clears all that is stamped: the stamps have been used up.
static void clear_stamps(cw_path_search *search) {
    cw_disc_state *disc = &search->disc;
    cw_points *points = &search->points;
    cw_bend_last *lasts = search->over_sights.lasts;
    size_t edges = search->clearance->mesh->edge_count;
    clear(disc->arrivals, disc->arrival_count, sizeof *disc->arrivals);
    clear(disc->known_slots, edges, sizeof *disc->known_slots);
    clear(lasts, disc->arrival_count, sizeof *lasts);
    clear(points->arrivals, search->clearance->corner_count, sizeof *points->arrivals);
    clear(points->touched, 2 * (size_t)search->mesh.points.door_count, sizeof *points->touched);
    clear(points->opened, edges, sizeof *points->opened);
}

/// Forgets all that was found, and what was known of corners and portals.
static void forget(cw_path_search *search) {
    search->disc.nodes.count = search->disc.roots.count = search->heap.count =
        search->over_sights.bends.count = 0;
    search->over_sights.own_sights.count = 0;
    search->far.count = search->disc.known.count = 0;
    search->held.node = CW_NONE;
    search->best = INFINITY;
    search->found = CW_NONE;
    if (++search->stamp == 0) {
        clear_stamps(search);
        search->stamp = 1;
    }
}

/// Puts the horizon behind the estimate of the start. Without goals, or with one right above or
/// below the start, that is 0 and no measure for strides: then nothing lies behind the horizon.
static void set_horizon(cw_path_search *search, double estimate) {
    search->stride = estimate > 0 ? FIRST_STRIDE * estimate : INFINITY;
    search->horizon = estimate + search->stride;
}

/// Starts the search in the cells around the start: on the lattice, over sights, or with rays.
static cw_status begin_at(cw_path_search *search, cw_vec2 start) {
    forget(search);
    if (search->points.used) {
        const cw_goal *goal = search->goals.items;
        set_horizon(search, search->goals.count > 0 ? cw_vec2_distance(start, goal->position) : 0);
        return cw_points_begin(search, start, search->around.items[0]);
    }
    cw_root root = {
        .center = start, .at = start, .from = start, .corner = CW_NONE, .parent = CW_NONE};
    CW_TRY(CW_ARRAY_PUSH(search->context, &search->disc.roots, root));
    set_horizon(search, cw_disc_estimate_root(search, &root));
    search->disc.fanned = false;
    bool begun = false;
    if (search->sights != NULL) {
        CW_TRY(cw_bends_begin(search, &begun));
    }
    return begun ? CW_OK : cw_disc_begin(search);
}

/// Starts the search over sights, or with rays. What the lattice cannot tell of a point, the least
/// disc finds.
static cw_status begin_off_lattice(cw_path_search *search, cw_vec2 start, uint32_t cell) {
    search->points.used = false;
    if (search->radius == 0) {
        cw_path_search_set_radius(search, CW_SMALLEST_RADIUS);
    }
    CW_TRY(cw_path_search_find_around(search, start, cell, &search->around));
    return begin_at(search, start);
}

cw_status cw_path_search_begin(cw_path_search *search, cw_vec2 start, uint32_t cell) {
    search->expansions = 0;
    search->on_turn = search->sights == NULL ? NULL : cw_bends_take_turn;
    search->around.count = 0;
    CW_TRY(CW_ARRAY_PUSH(search->context, &search->around, cell));
    search->points.used = cw_points_suit(search, cell);
    return search->points.used ? begin_at(search, start) : begin_off_lattice(search, start, cell);
}

/// Moves the horizon of an empty heap behind the nearest of what lies beyond it. Each move is four
/// times as far as the one before.
static cw_status move_horizon(cw_path_search *search) {
    const cw_heap *far = &search->far;
    double nearest = INFINITY;
    for (uint32_t i = 0; i < far->count; i++) {
        nearest = cw_least(nearest, far->items[i].key);
    }
    search->horizon = nearest + search->stride;
    search->stride *= 4;
    return cw_path_search_draw_near(search, 0);
}

/// Takes the best node of all; CW_NONE when there are no more.
static cw_status take_best(cw_path_search *search, uint32_t *node) {
    cw_heap_item held = search->held;
    search->held.node = CW_NONE;
    if (held.node != CW_NONE && held.key <= search->horizon) {
        bool best = search->heap.count == 0 || cw_heap_before(held, search->heap.items[0]);
        *node = best ? held.node : cw_heap_exchange(&search->heap, held).node;
        return CW_OK;
    }
    if (held.node != CW_NONE) {
        CW_TRY(cw_path_search_put_off(search, held));
    }
    if (search->heap.count == 0 && search->far.count > 0) {
        CW_TRY(move_horizon(search));
    }
    *node = search->heap.count > 0 ? cw_heap_pop(&search->heap).node : CW_NONE;
    return CW_OK;
}

/// Goes on with the search on the lattice. Where that ends without an answer, rays begin anew.
static cw_status step_on_lattice(cw_path_search *search, uint32_t index, bool *done) {
    bool over = true;
    if (index != CW_NONE) {
        CW_TRY(cw_points_step(search, index, &over));
    }
    if (!over) {
        return CW_OK;
    }
    *done = search->found != CW_NONE || search->points.barred || search->goals.count == 0;
    return *done ? CW_OK
                 : begin_off_lattice(search, cw_point_root_at(search, 0)->at,
                                     search->around.items[0]);
}

cw_status cw_path_search_step(cw_path_search *search, uint32_t budget, bool *done) {
    *done = false;
    for (uint32_t i = 0; i < budget && !*done; i++) {
        uint32_t index;
        CW_TRY(take_best(search, &index));
        if (search->points.used) {
            CW_TRY(step_on_lattice(search, index, done));
        } else if (index == CW_NONE) {
            *done = true;
        } else if (index >= CW_OPENER_NODE) {
            CW_TRY(cw_bends_step(search, index));
        } else {
            CW_TRY(cw_disc_step(search, index, done));
        }
    }
    return CW_OK;
}
