/// The sides of a plan's rings as an arrangement on the lattice.
///
/// Phases: 1 the points move to the lattice and are triangulated; 2 every side, made into a chain
/// where corners lie on it (geom/touch.c), is laid into the triangulation (snap rounding in
/// geom/arrangement.c); 3 where sides cross, both is done once more with the crossings as corners.
///
/// Why twice: rounded sides cross a step or more beside the place where the sides of the input do.
/// Where three of these meet in one point, each two would meet in another, and between them might
/// be left a hole of some nanometres in a floor that they cover together: a pillar in open space.
/// As corners, crossings stand where they were before rounding, and whatever touches them there
/// goes through them.
#include "surface/arrange.h"

#include "geom/lattice.h"
#include "geom/touch.h"

#include <float.h>
#include <math.h>
#include <string.h>

/// Things touch in the input that are this share of a coarse step apart, or less. Below a half, so
/// that it only asks for what the pixels of the arrangement ask for, but before rounding.
static const double TOUCH_STEPS = 0.125;
/// And so many units in the last place of the largest coordinate more: the ends of a side and a
/// corner on it are each rounded to doubles, in two axes, some of them twice.
static const double TOUCH_UNITS = 4;

/// The points of a plan, and the crossings of its sides behind them.
typedef struct all_points {
    const cw_plan *plan;
    const cw_lattice *lattice;
    const cw_crossings *crossings;
    uint32_t count;
    uint32_t *vertex_of;     ///< per point
    uint32_t crossing_limit; ///< of the sides
} all_points;

static cw_vec2 place_of(const all_points *all, uint32_t i) {
    uint32_t given = all->plan->point_count;
    return i < given ? cw_lattice_place(all->lattice, all->plan->points[i])
                     : all->crossings->items[i - given];
}

/// How far apart things may be in the input that are meant to touch, in coarse steps.
static double touch_tolerance(const all_points *all) {
    double magnitude = 0;
    for (uint32_t i = 0; i < all->plan->point_count; i++) {
        cw_vec2 p = all->plan->points[i];
        magnitude = fmax(magnitude, fmax(fabs(p.x), fabs(p.y)));
    }
    int exponent;
    frexp(magnitude, &exponent);
    return TOUCH_STEPS + TOUCH_UNITS * ldexp(1.0, exponent - DBL_MANT_DIG) / all->lattice->step;
}

/// Triangulates the rounded points, and prepares to find what touched before rounding. A plan that
/// lies on the lattice was not rounded.
static cw_status triangulate(cw_context *context, const all_points *all, cw_trimesh *mesh,
                             cw_touches *touches) {
    cw_point *coarse = NULL;
    cw_vec2 *places = NULL;
    bool rounded = false;
    cw_status status = CW_ALLOCATE(context, coarse, all->count);
    status = status != CW_OK ? status : CW_ALLOCATE(context, places, all->count);
    for (uint32_t i = 0; i < all->count && status == CW_OK; i++) {
        cw_vec2 place = places[i] = place_of(all, i);
        double x = floor(place.x + 0.5), y = floor(place.y + 0.5);
        coarse[i] = (cw_point){(int64_t)x, (int64_t)y};
        rounded = rounded || place.x != x || place.y != y;
    }
    if (status == CW_OK) {
        status = cw_delaunay_build(context, coarse, all->count, mesh, all->vertex_of);
    }
    CW_RELEASE(context, coarse, all->count);
    if (status != CW_OK || !rounded) {
        CW_RELEASE(context, places, all->count);
        return status;
    }
    return cw_touches_prepare(context, mesh, places, all->count, touch_tolerance(all),
                              all->vertex_of, touches);
}

/// Puts a side on the work list, cut at the corners that lie on it.
static cw_status add_side(cw_context *context, cw_touches *touches, const uint32_t *vertex_of,
                          uint32_t from, uint32_t to, uint32_t ring, cw_arrangement *arrangement) {
    CW_TRY(cw_touches_find(context, touches, from, to));
    uint32_t next = vertex_of[to];
    for (uint32_t i = touches->found.count; i-- > 0;) {
        uint32_t via = touches->found.items[i].vertex;
        CW_TRY(cw_arrangement_add(context, arrangement, via, next, ring, from));
        next = via;
    }
    return cw_arrangement_add(context, arrangement, vertex_of[from], next, ring, from);
}

static cw_status add_rings(cw_context *context, const all_points *all, cw_touches *touches,
                           cw_arrangement *arrangement) {
    const cw_plan *plan = all->plan;
    const uint32_t *vertex_of = all->vertex_of;
    size_t segments = (size_t)all->count;
    CW_TRY(CW_ARRAY_RESERVE(context, &arrangement->contributions, segments));
    CW_TRY(CW_ARRAY_RESERVE(context, &arrangement->work, segments));
    CW_TRY(CW_ARRAY_RESERVE(context, &arrangement->edges, segments));
    /* The work list is a stack: adding backwards takes the rings in their own order. */
    for (uint32_t r = plan->ring_count; r-- > 0;) {
        const cw_ring *ring = &plan->rings[r];
        uint32_t first = ring->first, last = first + ring->count - 1;
        if (ring->kind != CW_RING_BARRIER && ring->count > 0) {
            CW_TRY(add_side(context, touches, vertex_of, last, first, r, arrangement));
        }
        for (uint32_t i = ring->count; i-- > 1;) {
            uint32_t from = first + i - 1;
            CW_TRY(add_side(context, touches, vertex_of, from, from + 1, r, arrangement));
        }
    }
    return CW_OK;
}

/// Lets the arrangement have as many pieces of sides as the limit allows: a crossing cuts two.
static void limit_pieces(const all_points *all, cw_arrangement *arrangement) {
    uint64_t pieces = all->plan->point_count + 2 * (uint64_t)all->crossing_limit;
    arrangement->piece_limit = pieces < CW_NONE ? (uint32_t)pieces : CW_NONE;
}

/// Says that there are more crossings than the limit, in the caller's words.
static cw_status refuse_crossings(cw_context *context, const all_points *all,
                                  const cw_arrangement *arrangement) {
    uint32_t count = all->plan->point_count, made = arrangement->contributions.count;
    return cw_fail(context, CW_ERROR_LIMIT,
                   "the sides of the plan cross or overlap each other more often than the limit "
                   "allows: after %u cuts %u pieces of its %u sides are still to come, and the "
                   "limit is %u crossings (crossing_limit; --crossings N)",
                   (made - count) / 2, arrangement->work.count, count, all->crossing_limit);
}

/// Phases 1 and 2. `made` receives the number of the first vertex that is no point.
static cw_status lay_sides(cw_context *context, const all_points *all, cw_arrangement *arrangement,
                           uint32_t *made) {
    cw_touches touches = {0};
    cw_status status = triangulate(context, all, &arrangement->mesh, &touches);
    *made = arrangement->mesh.vertex_count;
    status = status != CW_OK ? status : cw_progress(context, "arranging walls", 0);
    limit_pieces(all, arrangement);
    status = status != CW_OK ? status : add_rings(context, all, &touches, arrangement);
    cw_touches_free(context, &touches);
    status = status != CW_OK ? status : cw_arrangement_settle(context, arrangement);
    return status == CW_ERROR_LIMIT && arrangement->too_many
               ? refuse_crossings(context, all, arrangement)
               : status;
}

/// Phase 3.
static cw_status lay_with_crossings(cw_context *context, const cw_plan *plan,
                                    const cw_lattice *lattice, const cw_crossings *crossings,
                                    uint32_t limit, cw_arrangement *arrangement,
                                    uint32_t *vertex_of) {
    uint32_t made, given = plan->point_count;
    if (crossings->count >= CW_NONE - given) {
        return cw_fail(context, CW_ERROR_LIMIT, "the sides of the plan cross too often");
    }
    all_points all = {plan, lattice, crossings, given + crossings->count, NULL, limit};
    CW_TRY(CW_ALLOCATE(context, all.vertex_of, all.count));
    cw_arrangement_free(context, arrangement);
    cw_status status = lay_sides(context, &all, arrangement, &made);
    memcpy(vertex_of, all.vertex_of, (size_t)given * sizeof *vertex_of);
    CW_RELEASE(context, all.vertex_of, all.count);
    return status;
}

cw_status cw_plan_arrange(cw_context *context, const cw_plan *plan, const cw_lattice *lattice,
                          uint32_t crossing_limit, cw_arrangement *arrangement,
                          uint32_t *vertex_of) {
    cw_crossings crossings = {0};
    uint32_t made;
    all_points given = {plan, lattice, &crossings, plan->point_count, vertex_of, crossing_limit};
    CW_TRY(lay_sides(context, &given, arrangement, &made));
    cw_status status = cw_crossings_find(context, plan, lattice, arrangement, made, &crossings);
    if (status == CW_OK && crossings.count > 0) {
        status = lay_with_crossings(context, plan, lattice, &crossings, crossing_limit, arrangement,
                                    vertex_of);
    }
    CW_ARRAY_FREE(context, &crossings);
    return status;
}
