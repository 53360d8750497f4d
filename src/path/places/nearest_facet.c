/// The nearest place for a disc in one facet.
///
/// The free part of a facet (see facet.h) is a closed region bounded by its sides, lines at the
/// radius from walls and circles of the radius around corners. The point of it nearest to another
/// is that point's projection on the plane, or its projection on one of these curves, or a place
/// where two of them meet. All of these are tried; one that is nearer than the best so far is
/// tested for clearance. Distances are those in space: on a slope, where a circle of the plan is an
/// ellipse of the plane, the projections on it are found by bisection.
///
/// A line counts only beside its wall, so far apart curves do not meet where it matters.
///
/// Cost: with k curves near a cell k^2 pairs, of which few are tested. In a large cell that is
/// much, so the search can stop behind any of them and go on later.
#include "path/places/nearest.h"

/// Metres by which a candidate may miss the radius or the facet, times the coarseness of the
/// tables: candidates lie on the border of the free part, and this is far above their rounding and
/// below CW_CLEARANCE_TOLERANCE.
static const double CANDIDATE_ERROR = CW_APART;
/// Metres by which boxes of curves are larger than what counts of them, times the coarseness.
static const double BOX_SLACK = CW_SURE;
/// Coarse steps of the lattice by which height triangles may miss the outline of their cell.
static const double TRIANGLE_STEPS = 2 * CW_NOISE_STEPS;
enum {
    BISECTIONS = 56, /* a double has no more digits */
    /* As much as a cell that is passed over: */
    CURVES_PER_WORK = 8, /* that are collected */
    SIDES_PER_WORK = 64, /* of a facet, for each candidate that is tested */
    PAIRS_PER_WORK = 512 /* of curves, most of which do not meet */
};

/// Square of the distance in space to the floor of a facet at a plan position.
static double square_at(const cw_nearest_search *s, cw_vec2 x) {
    cw_vec2 y = cw_vec2_sub(x, s->point);
    double z = s->rise + cw_vec2_dot(s->facet.slope, y);
    return cw_vec2_dot(y, y) + z * z;
}

/// The projection of the point on the plane of a facet.
static cw_vec2 project_on_plane(const cw_nearest_search *s) {
    cw_vec2 slope = s->facet.slope;
    return cw_vec2_along(s->point, -s->rise / (1 + cw_vec2_dot(slope, slope)), slope);
}

/// How far along a line (unit direction in plan) its point nearest in space is.
static double project_on_line(const cw_nearest_search *s, cw_vec2 origin, cw_vec2 direction) {
    cw_vec2 w = cw_vec2_sub(origin, s->point);
    double z = s->rise + cw_vec2_dot(s->facet.slope, w);
    double climb = cw_vec2_dot(s->facet.slope, direction);
    return -(cw_vec2_dot(w, direction) + z * climb) / (1 + climb * climb);
}

/// Whether a place of the cell at hand would be better than what was found.
static bool improves(const cw_nearest_search *s, double square) {
    if (s->place.cell == CW_NONE) {
        return square <= s->best;
    }
    return square < s->best || (square == s->best && s->cell < s->place.cell);
}

static void keep(cw_nearest_search *s, cw_vec2 x, double square) {
    s->best = square;
    s->place = (cw_place){s->cell, x};
}

static double candidate_error(const cw_nearest_search *s) {
    return CANDIDATE_ERROR * s->clearance->coarseness;
}

/// True for a position in a facet. One that misses it by no more than a rounding error is moved to
/// its border; one that misses it by no more than `slack` counts too, but stays where it is.
static bool put_inside(const cw_nearest_search *s, const cw_facet *facet, double slack,
                       cw_vec2 *x) {
    cw_vec2 border;
    if (cw_facet_contains(facet, *x)) {
        return true;
    }
    double error = candidate_error(s), most = fmax(slack, error);
    double distance = cw_facet_border(facet, *x, most, &border);
    if (distance <= error) {
        *x = border;
    }
    return distance <= most;
}

bool cw_nearest_allows(cw_nearest_search *s, cw_place place) {
    bool allowed = s->from == NULL;
    if (s->status == CW_OK && !allowed) {
        uint32_t before = s->from->work;
        s->status = cw_reach_from_gets_to(s->from, place, &allowed);
        s->work += s->from->work - before;
    }
    return s->status == CW_OK && allowed;
}

/// Whether a point of a wall that was in the way of another candidate is surely in the way of this
/// one: then it has no clearance, if it is in the cell at all.
static bool is_blocked_again(const cw_nearest_search *s, cw_vec2 x) {
    double reach = s->radius - 3 * candidate_error(s);
    for (uint32_t i = 0; i < CW_BLOCKERS && i < s->blocker_count; i++) {
        cw_vec2 way = cw_vec2_sub(x, s->blockers[i]);
        if (reach > 0 && cw_vec2_dot(way, way) < reach * reach) {
            return true;
        }
    }
    return false;
}

/// Takes a candidate if it is better than what was found, on the facet, and free.
static void try_candidate(cw_nearest_search *s, cw_vec2 x) {
    double square = square_at(s, x);
    if (!improves(s, square) || cw_box_square(&s->box, x) > 0 || is_blocked_again(s, x)) {
        return;
    }
    s->work += s->facet.count / SIDES_PER_WORK;
    double error = candidate_error(s);
    if (!put_inside(s, &s->facet, s->slack, &x) || !put_inside(s, &s->outline, error, &x)) {
        return;
    }
    cw_vec2 wall;
    if (s->radius > 0 && !(cw_clearance_at(s->clearance, s->cell, x, &wall) >= s->radius - error)) {
        s->blockers[s->blocker_count++ % CW_BLOCKERS] = wall;
        return;
    }
    if (!cw_nearest_allows(s, (cw_place){s->cell, x})) {
        return;
    }
    keep(s, x, square);
}

/// The nearest point of a whole facet, free or not, and the square of its distance.
static cw_vec2 nearest_of_facet(const cw_nearest_search *s, double *square) {
    const cw_facet *facet = &s->facet;
    cw_vec2 best = project_on_plane(s);
    *square = square_at(s, best);
    if (cw_facet_contains(facet, best)) {
        return best;
    }
    *square = INFINITY;
    cw_vec2 a = cw_facet_corner(facet, facet->count - 1);
    for (uint32_t i = 0; i < facet->count; i++) {
        cw_vec2 b = cw_facet_corner(facet, i), side = cw_vec2_sub(b, a);
        double length = cw_vec2_length(side);
        cw_vec2 direction = {side.x / length, side.y / length};
        double along = project_on_line(s, a, direction);
        cw_vec2 x = !(along > 0) ? a : along >= length ? b : cw_vec2_along(a, along, direction);
        double candidate = square_at(s, x);
        if (candidate < *square) {
            *square = candidate;
            best = x;
        }
        a = b;
    }
    return best;
}

/// The side from one point to another, with a unit direction, moved to the left.
static cw_status add_line(cw_nearest_search *s, cw_vec2 from, cw_vec2 to, cw_vec2 direction,
                          double offset) {
    cw_vec2 left = {-direction.y, direction.x};
    cw_vec2 a = cw_vec2_along(from, offset, left), b = cw_vec2_along(to, offset, left);
    cw_scratch_curve curve = {
        .origin = a,
        .direction = direction,
        .box = cw_box_wider(cw_box_of(a, b), BOX_SLACK * s->clearance->coarseness)};
    double along = project_on_line(s, curve.origin, direction);
    curve.bound = square_at(s, cw_vec2_along(curve.origin, along, direction));
    return CW_ARRAY_PUSH(s->context, &s->scratch->curves, curve);
}

static cw_status add_circle(cw_nearest_search *s, cw_vec2 center) {
    double gap = cw_vec2_distance(center, s->point) - s->radius,
           reach = s->radius + BOX_SLACK * s->clearance->coarseness;
    cw_scratch_curve curve = {.origin = center,
                              .radius = s->radius,
                              .bound = gap * gap,
                              .box = cw_box_wider((cw_box){center, center}, reach)};
    return CW_ARRAY_PUSH(s->context, &s->scratch->curves, curve);
}

/// The lines of the sides of a facet.
static cw_status add_sides(cw_nearest_search *s, const cw_facet *facet) {
    for (uint32_t i = 0; i < facet->count; i++) {
        cw_vec2 from = cw_facet_corner(facet, i);
        cw_vec2 to = cw_facet_corner(facet, i + 1 < facet->count ? i + 1 : 0);
        cw_vec2 side = cw_vec2_sub(to, from);
        double length = cw_vec2_length(side);
        CW_TRY(add_line(s, from, to, (cw_vec2){side.x / length, side.y / length}, 0));
    }
    return CW_OK;
}

/// The curves that bound the free part of a facet: its sides, those of its cell, and what is near
/// the cell.
static cw_status collect_curves(cw_nearest_search *s) {
    const cw_clearance *clearance = s->clearance;
    const cw_facet *facet = &s->facet;
    s->scratch->curves.count = 0;
    CW_TRY(add_sides(s, facet));
    if (facet->vertices != s->outline.vertices) {
        CW_TRY(add_sides(s, &s->outline));
    }
    uint32_t end = clearance->near_wall_first[facet->cell + 1];
    for (uint32_t i = clearance->near_wall_first[facet->cell]; i < end; i++) {
        const cw_near_wall *wall = &clearance->near_walls[i];
        if (!(wall->distance < s->radius)) {
            break;
        }
        CW_TRY(add_line(s, wall->from, wall->to, wall->along, s->radius));
    }
    end = clearance->near_corner_first[facet->cell + 1];
    for (uint32_t i = clearance->near_corner_first[facet->cell]; i < end; i++) {
        const cw_near_corner *corner = &clearance->near_corners[i];
        if (!(corner->distance < s->radius)) {
            break;
        }
        CW_TRY(add_circle(s, corner->position));
    }
    return CW_OK;
}

/// Half the derivative of the square of the distance along a circle, counter-clockwise, where
/// `out` is the unit direction from the center.
static double slope_on_circle(const cw_nearest_search *s, const cw_scratch_curve *circle,
                              cw_vec2 out) {
    cw_vec2 y = cw_vec2_sub(cw_vec2_along(circle->origin, circle->radius, out), s->point);
    cw_vec2 tangent = {-out.y, out.x};
    double z = s->rise + cw_vec2_dot(s->facet.slope, y);
    return cw_vec2_dot(y, tangent) + z * cw_vec2_dot(s->facet.slope, tangent);
}

static cw_vec2 middle_direction(cw_vec2 a, cw_vec2 b) {
    cw_vec2 sum = cw_vec2_add(a, b);
    double length = cw_vec2_length(sum);
    return (cw_vec2){sum.x / length, sum.y / length};
}

/// Tries the local minima of the distance on an arc from `from` counter-clockwise to `to`, which is
/// halved `depth` times.
static void try_arc(cw_nearest_search *s, const cw_scratch_curve *circle, cw_vec2 from, cw_vec2 to,
                    int depth) {
    cw_vec2 middle = middle_direction(from, to);
    if (depth > 0) {
        try_arc(s, circle, from, middle, depth - 1);
        try_arc(s, circle, middle, to, depth - 1);
        return;
    }
    if (!(slope_on_circle(s, circle, from) <= 0 && slope_on_circle(s, circle, to) >= 0)) {
        return;
    }
    for (int i = 0; i < BISECTIONS; i++) {
        if (slope_on_circle(s, circle, middle) < 0) {
            from = middle;
        } else {
            to = middle;
        }
        middle = middle_direction(from, to);
    }
    try_candidate(s, cw_vec2_along(circle->origin, circle->radius, middle));
}

static void try_circle(cw_nearest_search *s, const cw_scratch_curve *circle) {
    static const cw_vec2 QUARTERS[5] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
    if (s->facet.slope.x == 0 && s->facet.slope.y == 0) {
        cw_vec2 out = cw_vec2_sub(s->point, circle->origin);
        double length = cw_vec2_length(out);
        out = length > 0 ? (cw_vec2){out.x / length, out.y / length} : (cw_vec2){1, 0};
        try_candidate(s, cw_vec2_along(circle->origin, circle->radius, out));
        return;
    }
    for (int i = 0; i < 4; i++) {
        try_arc(s, circle, QUARTERS[i], QUARTERS[i + 1], 2);
    }
}

/// Tries the projection of the point on a curve.
static void try_projection(cw_nearest_search *s, const cw_scratch_curve *curve) {
    if (curve->bound > s->best) {
        return;
    }
    if (curve->radius > 0) {
        try_circle(s, curve);
    } else {
        double along = project_on_line(s, curve->origin, curve->direction);
        try_candidate(s, cw_vec2_along(curve->origin, along, curve->direction));
    }
}

/// Tries the projections on the curves that are left; false when the limit is reached before.
static bool try_projections(cw_nearest_search *s, uint64_t limit) {
    while (s->projected < s->scratch->curves.count) {
        if (s->work >= limit) {
            return false;
        }
        try_projection(s, &s->scratch->curves.items[s->projected++]);
    }
    return true;
}

/// Tries the two points at `half` on both sides of a middle; a square of `half` that is a little
/// below 0 is a touch.
static void try_pair(cw_nearest_search *s, cw_vec2 middle, cw_vec2 direction, double square) {
    if (square < -candidate_error(s) * s->radius) {
        return;
    }
    double half = sqrt(fmax(square, 0));
    try_candidate(s, cw_vec2_along(middle, half, direction));
    try_candidate(s, cw_vec2_along(middle, -half, direction));
}

/// Tries the places where two curves meet. Circles all have the same radius.
static void try_meeting(cw_nearest_search *s, const cw_scratch_curve *a,
                        const cw_scratch_curve *b) {
    cw_vec2 between = cw_vec2_sub(b->origin, a->origin);
    if (a->radius > 0) { // lines come before circles, so b is a circle too
        double gap = cw_vec2_length(between);
        if (gap > 0) {
            cw_vec2 across = {-between.y / gap, between.x / gap};
            try_pair(s, cw_vec2_along(a->origin, 0.5, between), across,
                     a->radius * a->radius - gap * gap / 4);
        }
    } else if (b->radius > 0) {
        double side = cw_vec2_cross(a->direction, between);
        cw_vec2 foot = cw_vec2_along(a->origin, cw_vec2_dot(a->direction, between), a->direction);
        try_pair(s, foot, a->direction, b->radius * b->radius - side * side);
    } else {
        double turn = cw_vec2_cross(a->direction, b->direction);
        if (fabs(turn) > CW_PARALLEL) {
            double along = cw_vec2_cross(between, b->direction) / turn;
            try_candidate(s, cw_vec2_along(a->origin, along, a->direction));
        }
    }
}

/// Tries where the first curve of a pair meets the others that are left; false when the limit is
/// reached before.
static bool try_meetings_of(cw_nearest_search *s, const cw_scratch_curve *one, uint64_t limit) {
    const cw_scratch_curve *curves = s->scratch->curves.items;
    while (s->other < s->scratch->curves.count && one->bound <= s->best) {
        if (s->work >= limit) {
            return false;
        }
        const cw_scratch_curve *other = &curves[s->other++];
        if (other->bound <= s->best && cw_boxes_meet(&one->box, &other->box)) {
            try_meeting(s, one, other);
        }
    }
    return true;
}

/// Tries where all pairs of curves that are left meet; false when the limit is reached before.
static bool try_meetings(cw_nearest_search *s, uint64_t limit) {
    uint32_t count = s->scratch->curves.count;
    while (s->one < count) {
        if (!try_meetings_of(s, &s->scratch->curves.items[s->one], limit)) {
            return false;
        }
        s->work += (count - s->one) / PAIRS_PER_WORK;
        s->one++;
        s->other = s->one + 1;
    }
    return true;
}

/// Looks at the nearest point of a facet, and tells whether its curves have to be looked at.
static bool try_nearest(cw_nearest_search *s) {
    double square;
    cw_vec2 nearest = nearest_of_facet(s, &square);
    if (!improves(s, square)) {
        return false;
    }
    if (!(s->radius > 0)) {
        if (cw_nearest_allows(s, (cw_place){s->cell, nearest})) {
            keep(s, nearest, square);
        }
        return false;
    }
    try_candidate(s, nearest);
    return !(s->place.cell == s->cell && s->best <= square);
}

cw_status cw_nearest_enter_facet(cw_nearest_search *s, const cw_facet *facet) {
    bool whole = facet->vertices == s->outline.vertices;
    s->facet = *facet;
    s->rise = cw_facet_height(facet, s->point) - s->height;
    s->slack = whole ? candidate_error(s) : TRIANGLE_STEPS * s->clearance->mesh->lattice.step;
    s->box = cw_box_wider(cw_facet_box(facet), s->slack + BOX_SLACK * s->clearance->coarseness);
    s->blocker_count = 0;
    s->scratch->curves.count = 0;
    s->projected = s->one = 0;
    s->other = 1;
    if (try_nearest(s)) {
        CW_TRY(collect_curves(s));
        s->work += s->scratch->curves.count / CURVES_PER_WORK;
    }
    return s->status;
}

bool cw_nearest_search_facet(cw_nearest_search *s, uint64_t limit) {
    return try_projections(s, limit) && try_meetings(s, limit);
}
