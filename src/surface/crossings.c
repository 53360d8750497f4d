/// Where the sides of a plan cross before they are rounded.
///
/// An arrangement knows which sides meet at the vertices that it made. Of the sides of a vertex
/// each is crossed with the first and with the one before it: all of them go through one vertex
/// already, so these crossings are enough to find it again. Sides that only cross because of
/// rounding have no crossing here. Cost: linear in the sides at the vertices, except for sorting
/// them.
#include "geom/lattice.h"
#include "geom/vectors.h"
#include "surface/arrange.h"

#include <stdlib.h>

/// A side of a ring, from the lower of its ends.
typedef struct plan_side {
    cw_vec2 low, high; ///< places in coarse steps
} plan_side;

typedef CW_ARRAY(plan_side) plan_sides;

static int compare_places(cw_vec2 a, cw_vec2 b) {
    if (a.x != b.x) {
        return a.x < b.x ? -1 : 1;
    }
    return (a.y > b.y) - (a.y < b.y);
}

static int compare_sides(const void *a, const void *b) {
    const plan_side *p = a, *q = b;
    int order = compare_places(p->low, q->low);
    return order != 0 ? order : compare_places(p->high, q->high);
}

static plan_side side_of(const cw_plan *plan, const cw_lattice *lattice,
                         const cw_contribution *contribution) {
    const cw_ring *ring = &plan->rings[contribution->ring];
    uint32_t from = contribution->side, to = from + 1;
    to = to < ring->first + ring->count ? to : ring->first;
    cw_vec2 a = cw_lattice_place(lattice, plan->points[from]);
    cw_vec2 b = cw_lattice_place(lattice, plan->points[to]);
    return compare_places(a, b) < 0 ? (plan_side){a, b} : (plan_side){b, a};
}

/// Lists the sides at a vertex in the order of their places, each once.
static cw_status list_sides(cw_context *context, const cw_plan *plan, const cw_lattice *lattice,
                            const cw_arrangement *arrangement, uint32_t vertex, plan_sides *sides) {
    const cw_trimesh *mesh = &arrangement->mesh;
    uint32_t first = mesh->vertex_edge[vertex], h = first, count = 0;
    sides->count = 0;
    do {
        uint32_t label = mesh->edges[h];
        uint32_t item = label == 0 ? CW_NONE : arrangement->edges.items[label - 1];
        for (; item != CW_NONE; item = arrangement->contributions.items[item].next) {
            plan_side side = side_of(plan, lattice, &arrangement->contributions.items[item]);
            CW_TRY(CW_ARRAY_PUSH(context, sides, side));
        }
        h = cw_rotate(mesh, h);
    } while (h != first);
    if (sides->count > 0) {
        qsort(sides->items, sides->count, sizeof *sides->items, compare_sides);
    }
    for (uint32_t i = 0; i < sides->count; i++) {
        if (count == 0 || compare_sides(&sides->items[count - 1], &sides->items[i]) != 0) {
            sides->items[count++] = sides->items[i];
        }
    }
    sides->count = count;
    return CW_OK;
}

/// Adds the place where two sides cross, ends excluded.
static cw_status add_crossing(cw_context *context, const plan_side *a, const plan_side *b,
                              cw_crossings *found) {
    cw_vec2 along = cw_vec2_sub(a->high, a->low), other = cw_vec2_sub(b->high, b->low);
    cw_vec2 apart = cw_vec2_sub(b->low, a->low);
    double turn = cw_vec2_cross(along, other), s = cw_vec2_cross(apart, other),
           t = cw_vec2_cross(apart, along);
    if (turn < 0) {
        turn = -turn;
        s = -s;
        t = -t;
    }
    if (!(s > 0 && s < turn && t > 0 && t < turn)) {
        return CW_OK;
    }
    cw_vec2 place = {a->low.x + s / turn * along.x, a->low.y + s / turn * along.y};
    return CW_ARRAY_PUSH(context, found, place);
}

static cw_status find_at(cw_context *context, const plan_sides *sides, cw_crossings *found) {
    for (uint32_t i = 1; i < sides->count; i++) {
        CW_TRY(add_crossing(context, &sides->items[i - 1], &sides->items[i], found));
        if (i > 1) {
            CW_TRY(add_crossing(context, &sides->items[0], &sides->items[i], found));
        }
    }
    return CW_OK;
}

cw_status cw_crossings_find(cw_context *context, const cw_plan *plan, const cw_lattice *lattice,
                            const cw_arrangement *arrangement, uint32_t first,
                            cw_crossings *found) {
    plan_sides sides = {0};
    cw_status status = CW_OK;
    for (uint32_t v = first; v < arrangement->mesh.vertex_count && status == CW_OK; v++) {
        status = list_sides(context, plan, lattice, arrangement, v, &sides);
        status = status != CW_OK ? status : find_at(context, &sides, found);
    }
    CW_ARRAY_FREE(context, &sides);
    return status;
}
