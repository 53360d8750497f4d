/// Making sights: straight ways from corner to corner, each with the radii it is
/// good for (clearway/sights.h).
///
/// The disc that moves along a tangent of two circles sweeps a strip that is free and convex, with
/// both corners on its border, so a point at one corner sees the other one. Rays of points
/// therefore find all pairs of corners that any disc can go between, and all cells that it can see
/// from them.
///
/// A pair has four vistas, by the hands on which the two corners are passed. On the same hand the
/// strip lies beside the line from corner to corner, and its direction does not depend on the
/// radius. On different hands it lies across that line, turned by the angle whose sine is twice the
/// radius over the distance. A strip grows with the radius, but for its rounded ends: where these
/// lie is known to be free up to half the gaps of the corners. So up to there a vista is free for
/// all radii below a critical one, which the first corner sets that the growing strip meets. Where
/// it lies follows from that corner alone:
///
///       same hand                     different hands
///       a ----------- b               a .         the line from a to p, or from p to b, is the
///                                        `--- b   border of the strip: the sine of its angle
///           p          r = |p, ab| / 2     p      with ab is 2 r / |ab|
///
/// The critical radius is found from above: the straight way of a disc is followed through the
/// cells; a corner in its way gives a smaller radius, for which the way is followed again.
#include "path/ready/crowded_cell.h"
#include "path/sights/explore.h"
#include "path/sights/trace.h"
#include <float.h>
#include <stdlib.h>

/// Most ways that are followed for one vista; beyond, what is in its way is looked at when it is
/// needed.
#define MOST_WALKS 64

/// Most cells that are passed for the vistas of one bend, the nearest first; what is in the way of
/// those beyond is looked at when it is needed.
/// Where corners stand in a row, as along a thousand steps, each sees all others past all between.
#define MOST_CELLS 16384

/// Most vistas that the corners may have together, to judge by how many corners each sees: some 1.2
/// GB, and a third of that in rows of corners. Corners for which there is no room are closed.
#define MOST_VISTAS (UINT32_C(1) << 24)

/// Metres by which a critical radius may be off.
#define SAME_RADIUS (8 * CW_GRAZE)

/// Metres: between corners that are closer there is no direction that means anything.
#define SAME_CORNER CW_SURE

/// Two circles, by the hands on which they are passed.
typedef struct pair {
    uint32_t from, to; ///< bends
    cw_vec2 center;    ///< of the first
    cw_vec2 other;     ///< of the second
    cw_vec2 along;     ///< from one to the other, unit
    double distance;
} pair;

/// A corner that is seen.
typedef struct neighbor {
    double distance;
    uint32_t corner;
} neighbor;

/// The work on all corners.
typedef struct vista_work {
    cw_path_search *search;
    cw_sights *sights;
    uint32_t *seen_first;         ///< per corner: where its list starts in seen.corners
    cw_explorer seen;             ///< what each one sees
    CW_ARRAY(neighbor) neighbors; ///< the corners that the one at hand sees, the nearest first
    uint32_t passed;              ///< cells, for the vistas of the bend at hand
} vista_work;

static bool changes_hand(const pair *two) {
    return (two->from ^ two->to) % 2 == 1;
}

/// The radius up to which a corner is not in the way of a pair. What lies before the first or
/// behind the second is a matter of their gaps.
static double limit_of(const pair *two, cw_vec2 corner) {
    cw_vec2 v = cw_vec2_sub(corner, two->center);
    double depth = cw_vec2_dot(two->along, v);
    double side = cw_bend_hand(two->from) * cw_vec2_cross(two->along, v);
    if (!changes_hand(two)) {
        bool beside = side < -CW_GRAZE && depth > 0 && depth < two->distance;
        return beside ? -side / 2 : INFINITY;
    }
    double ahead = side > 0 ? depth : two->distance - depth;
    return ahead > 0 ? two->distance / 2 * fabs(side) / sqrt(side * side + ahead * ahead)
                     : INFINITY;
}

/// The part of a ray in a cell.
typedef struct stage {
    const cw_tangent *ray;
    uint32_t cell;
    double from, to; ///< depths
} stage;

/// The least radius for which a corner is in the way; infinite for none.
static inline double limit_by(const cw_path_search *search, const pair *two, const stage *here,
                              const cw_near_corner *near) {
    double radius = search->radius, side = cw_tangent_side(here->ray, near->position);
    if (fabs(side) >= radius || near->corner == two->from / 2 || near->corner == two->to / 2) {
        return INFINITY;
    }
    double depth = cw_tangent_depth(here->ray, near->position);
    double half = sqrt(radius * radius - side * side);
    return depth + half > here->from && depth - half < here->to ? limit_of(two, near->position)
                                                                : INFINITY;
}

/// The least radius for which a corner near the cell is in the way; infinite for none.
static double limit_in_cell(const cw_path_search *search, const pair *two, const stage *here) {
    const cw_clearance *clearance = search->clearance;
    const uint32_t *first = &clearance->near_corner_first[here->cell];
    double least = INFINITY;
    for (uint32_t i = first[0]; i < first[1]; i++) {
        const cw_near_corner *near = &clearance->near_corners[i];
        if (near->distance > search->radius) {
            break;
        }
        least = cw_least(least, limit_by(search, two, here, near));
    }
    return least;
}

/// Where the corners are that may be in the way of a pair. Those in line with both, on the same
/// hand, are not: without them, a pair in a row passes the row at once.
static cw_strip way_of(const cw_path_search *search, const cw_crowded_cell *crowded,
                       const pair *two, const stage *here) {
    cw_strip way =
        cw_crowded_beside(crowded, here->ray, search->radius + CW_GRAZE, here->from, here->to);
    double clear = search->radius - CW_GRAZE / 2;
    if (!changes_hand(two) && two->from % 2 == 0) {
        way.left = clear;
    } else if (!changes_hand(two)) {
        way.right = -clear;
    }
    return way;
}

/// The least radius for which a corner near a crowded cell is in the way; infinite for none. A pair
/// that no disc can go between need not be looked at further.
static double limit_in_crowded(const cw_path_search *search, const cw_crowded_cell *crowded,
                               const pair *two, const stage *here) {
    const cw_clearance *clearance = search->clearance;
    const cw_near_corner *near = &clearance->near_corners[clearance->near_corner_first[here->cell]];
    const cw_strip way = way_of(search, crowded, two, here);
    double least = INFINITY;
    uint32_t at = 0;
    const cw_box_node *leaf;
    while (least > CW_LEAST_ANY / 2 &&
           (leaf = cw_crowded_next(&crowded->corners, &way, &at)) != NULL) {
        for (uint32_t i = leaf->begin; i < leaf->end; i++) {
            const cw_near_corner *one = &near[crowded->corners.items.items[i].item];
            if (one->distance <= search->radius) {
                least = cw_least(least, limit_by(search, two, here, one));
            }
        }
    }
    return least;
}

uint32_t cw_bend_cell(const cw_path_search *search, const cw_sights *sights, uint32_t corner,
                      cw_vec2 place) {
    uint32_t best = CW_NONE;
    double deepest = -CW_GRAZE;
    for (uint32_t i = sights->near_first[corner]; i < sights->near_first[corner + 1]; i++) {
        double inside = cw_path_search_inside(search, sights->near_cells[i], place);
        if (inside >= deepest &&
            cw_corner_counts(search->clearance, sights->near_items[i], place)) {
            deepest = inside;
            best = sights->near_cells[i];
        }
    }
    return best;
}

/// Whether a ray ends in a cell, on the circle of a corner that it comes to, after a length. Above
/// and below other floors it may end where the corner is in plan, on another floor.
static bool ends_at(const cw_path_search *search, uint32_t corner, uint32_t cell,
                    const cw_tangent *ray, double length) {
    cw_vec2 end = cw_vec2_along(ray->at, length, ray->along);
    return (!search->mesh.dented[cell] ||
            cw_path_search_inside_hull(search, cell, end) >= -CW_GRAZE) &&
           (search->mesh.flat || cw_trace_is_near(search, corner, cell, end));
}

/// Follows the way of a disc between a pair: the radius for which nothing is in the way that was
/// met first, or the same radius when nothing is. Negative when it cannot be told.
static double walk_between(vista_work *work, const pair *two) {
    const cw_path_search *search = work->search;
    double radius = search->radius, length, from = 0;
    cw_tangent ray;
    if (work->passed >= MOST_CELLS ||
        !cw_tangent_between(two->center, cw_bend_hand(two->from) * radius, two->other,
                            cw_bend_hand(two->to) * radius, &ray, &length)) {
        return -1;
    }
    uint32_t cell = cw_bend_cell(search, work->sights, two->from / 2, ray.at), entry = CW_NONE;
    while (cell != CW_NONE && cw_path_search_is_convex(search, cell) && work->passed < MOST_CELLS) {
        work->passed++;
        cw_way_out out = cw_trace_way_out(search, cell, entry, &ray);
        double to = cw_least(out.depth, length);
        const stage here = {&ray, cell, from, to};
        const cw_crowded_cell *crowded = cw_crowded_in(search, cell);
        double limit = crowded == NULL ? limit_in_cell(search, two, &here)
                                       : limit_in_crowded(search, crowded, two, &here);
        if (limit < radius) {
            return limit;
        }
        if (to == length) {
            return ends_at(search, two->to / 2, cell, &ray, length) ? radius : -1;
        }
        const cw_mesh_side *side = &search->mesh.sides[out.edge];
        if (side->twin == CW_NONE) {
            limit = cw_least(limit_of(two, side->from),
                             limit_of(two, search->mesh.sides[side->next].from));
            return limit < radius ? limit : -1;
        }
        if (!cw_trace_is_clear(search, &out, &ray)) {
            return -1;
        }
        cell = side->behind;
        entry = side->twin;
        from = out.depth;
    }
    return -1;
}

/// Finds the radii between which nothing is known to be in the way of a pair, below `most`.
static void find_critical(vista_work *work, const pair *two, cw_vista *vista, double least,
                          double most) {
    const cw_outlook *outlooks = work->sights->outlooks;
    double radius = cw_least(cw_least(outlooks[two->from].reach, outlooks[two->to].reach), most);
    least = cw_most(least, CW_LEAST_ANY);
    vista->most = (float)(most + SAME_RADIUS) * (1 + FLT_EPSILON);
    for (uint32_t i = 0; i < MOST_WALKS && radius >= least; i++) {
        cw_path_search_set_radius(work->search, radius);
        double limit = walk_between(work, two);
        if (limit < 0) {
            return;
        }
        if (limit == radius) {
            vista->sure = (float)(radius - SAME_RADIUS) * (1 - FLT_EPSILON);
            return;
        }
        radius = limit;
        vista->most = (float)(radius + SAME_RADIUS) * (1 + FLT_EPSILON);
    }
}

/// The sine of the angle between two directions; 1 from a quarter turn on.
static double sine_between(cw_vec2 a, cw_vec2 b) {
    return cw_vec2_dot(a, b) > 0 ? fabs(cw_vec2_cross(a, b)) : 1;
}

/// The sines between which the direction of a pair may turn, away from the line between the
/// corners.
typedef struct turn_range {
    double least, most;
} turn_range;

/// An end of a bend.
typedef struct bend_end {
    cw_vec2 along;  ///< of a path there
    double slack;   ///< angle by which it may cut into the wall
    double outside; ///< how far a turn lies beyond it
} bend_end;

/// How far the direction of a pair may turn for a path to leave the first bend, further round than
/// at `turn`; or, when `back` is set, to come to the second, less far round.
static turn_range range_at(const vista_work *work, uint32_t bend, cw_vec2 along, double turn,
                           bool back) {
    const cw_outlook *outlook = &work->sights->outlooks[bend];
    cw_vec2 opposite = work->sights->outlooks[cw_bend_back(bend)].first;
    bend_end before = {outlook->first, outlook->first_slack, -turn};
    bend_end behind = {{-opposite.x, -opposite.y}, outlook->last_slack, turn - outlook->whole};
    if (back) { /* the other way round, what is behind comes first */
        bend_end swap = before;
        before = behind;
        behind = swap;
    }
    if (behind.outside > behind.slack || before.outside > CW_HALF_PI) {
        return (turn_range){INFINITY, 0};
    }
    return (turn_range){
        before.outside > before.slack ? sine_between(along, before.along) - before.slack : 0,
        behind.outside > 0 ? behind.slack
        : behind.outside < -CW_HALF_PI
            ? 1
            : cw_least(sine_between(along, behind.along) + behind.slack, 1)};
}

/// Adds the vista of a pair, if there is one, on which a path leaves the first bend at a turn, and
/// in the given range.
static cw_status add_vista(vista_work *work, const pair *two, double leaves, turn_range first) {
    const cw_outlook *outlook = &work->sights->outlooks[two->to];
    bool turns = changes_hand(two);
    if (first.least > first.most || (!turns && first.least > 0)) {
        return CW_OK;
    }
    cw_vista vista = {
        .along = two->along, .distance = two->distance, .bend = two->to, .leaves = leaves};
    // A disc that passes from the other hand comes less far round, and never before the first.
    vista.arrives = cw_bend_turn(outlook, two->to, two->along);
    turn_range second = outlook->open ? range_at(work, two->to, two->along, vista.arrives, true)
                                      : (turn_range){0, 1}; /* that is looked at then */
    double low = cw_most(first.least, second.least), high = cw_least(first.most, second.most);
    if (low > high || (!turns && low > 0)) {
        return CW_OK;
    }
    double least = turns ? two->distance / 2 * low : 0;
    double most = turns ? two->distance / 2 * high : FLT_MAX / 2;
    vista.least = (float)least * (1 - FLT_EPSILON);
    if (most >= cw_most(least, CW_LEAST_ANY)) {
        find_critical(work, two, &vista, least, most);
    }
    return vista.most < cw_most(vista.least, CW_LEAST_ANY)
               ? CW_OK
               : CW_ARRAY_PUSH(work->sights->context, &work->sights->vistas, vista);
}

static int compare(double a, double b) {
    return (a > b) - (a < b);
}

/// The order of the vistas of a bend, for qsort.
static int in_order(const void *a, const void *b) {
    const cw_vista *one = a, *other = b;
    bool late = one->least > 0, other_late = other->least > 0;
    if (late != other_late) {
        return late ? 1 : -1;
    }
    int order = late ? compare(one->least, other->least) : compare(other->most, one->most);
    return order != 0 ? order : compare(one->bend, other->bend);
}

/// The order of neighbors, for qsort.
static int nearest_first(const void *a, const void *b) {
    const neighbor *one = a, *other = b;
    int order = compare(one->distance, other->distance);
    return order != 0 ? order : compare(one->corner, other->corner);
}

/// Lists the corners that a corner sees.
static cw_status list_neighbors(vista_work *work, uint32_t corner) {
    const cw_corner *corners = work->sights->clearance->corners;
    work->neighbors.count = 0;
    for (uint32_t i = work->seen_first[corner]; i < work->seen_first[corner + 1]; i++) {
        uint32_t other = work->seen.corners.items[i];
        double distance = cw_vec2_distance(corners[corner].position, corners[other].position);
        CW_TRY(
            CW_ARRAY_PUSH(work->sights->context, &work->neighbors, ((neighbor){distance, other})));
    }
    if (work->neighbors.count > 1) {
        qsort(work->neighbors.items, work->neighbors.count, sizeof(neighbor), nearest_first);
    }
    return CW_OK;
}

/// Adds the vistas of a bend to the neighbors of its corner.
static cw_status add_vistas(vista_work *work, uint32_t bend) {
    cw_sights *sights = work->sights;
    const cw_corner *corners = sights->clearance->corners;
    cw_outlook *outlook = &sights->outlooks[bend];
    outlook->sight_first = sights->vistas.count;
    work->passed = 0;
    for (uint32_t i = 0; i < work->neighbors.count; i++) {
        uint32_t other = work->neighbors.items[i].corner;
        double distance = work->neighbors.items[i].distance; /* not zero: close_bends() */
        cw_vec2 from = corners[bend / 2].position, to = corners[other].position;
        cw_vec2 v = cw_vec2_sub(to, from);
        cw_vec2 along = {v.x / distance, v.y / distance};
        /* a disc that passes to the other hand leaves up to a quarter further round */
        double leaves = cw_bend_turn_from(outlook, bend, along, CW_HALF_PI + CW_NO_TURN);
        turn_range first = range_at(work, bend, along, leaves, false);
        for (uint32_t k = 0; k < 2; k++) {
            CW_TRY(add_vista(work, &(pair){bend, 2 * other + k, from, to, along, distance}, leaves,
                             first));
        }
    }
    uint32_t first = outlook->sight_first, count = sights->vistas.count - first;
    for (uint32_t i = 0; i < count; i++) {
        outlook->late_count += sights->vistas.items[first + i].least > 0;
    }
    if (count > 1) {
        qsort(&sights->vistas.items[first], count, sizeof(cw_vista), in_order);
    }
    outlook->sight_count = count - outlook->late_count;
    return CW_OK;
}

/// Looks around from a corner: which corners and cells a point sees there. When that is too much,
/// or cannot be told, it is closed and counts as seeing nothing.
static cw_status look_from(vista_work *work, uint32_t index) {
    cw_sights *sights = work->sights;
    cw_outlook *outlooks = &sights->outlooks[2 * index];
    uint32_t first = sights->cells.count;
    bool all;
    CW_TRY(cw_explorer_look_from(work->search, index, &work->seen, &all));
    if (all) {
        outlooks[0].cell_first = outlooks[1].cell_first = first;
        outlooks[0].cell_count = outlooks[1].cell_count = sights->cells.count - first;
    } else {
        outlooks[0] = outlooks[1] = (cw_outlook){0};
        sights->murky = true;
        sights->cells.count = work->seen.doors.count = first;
        work->seen.corners.count = work->seen_first[index];
    }
    work->seen_first[index + 1] = work->seen.corners.count;
    return CW_OK;
}

/// How far round a bend goes, where no other wall is in the way.
static cw_outlook find_outlook(const cw_path_search *search, uint32_t bend) {
    const cw_mesh_cone *cone = &search->mesh.cones[bend / 2];
    cw_vec2 out = cw_heading(cone->out), back = cw_heading(cone->back);
    cw_vec2 from = bend % 2 == 0 ? out : back, to = bend % 2 == 0 ? back : out;
    double before = CW_GRAZE / cw_vec2_length(cone->out);
    double behind = CW_GRAZE / cw_vec2_length(cone->back);
    cw_outlook outlook = {.first = {-from.x, -from.y},
                          .first_slack = bend % 2 == 0 ? before : behind,
                          .last_slack = bend % 2 == 0 ? behind : before,
                          .reach = INFINITY};
    outlook.whole = cw_bend_turn(&outlook, bend, to);
    return outlook;
}

/// Tells the bends of a corner how far round they go, and up to which radius.
static void open_bends(vista_work *work, uint32_t corner) {
    const cw_mesh_cone *cone = &work->search->mesh.cones[corner];
    for (uint32_t bend = 2 * corner; bend < 2 * corner + 2 && !cone->wide && !cone->snapped;
         bend++) {
        cw_outlook *outlook = &work->sights->outlooks[bend];
        *outlook = find_outlook(work->search, bend);
        outlook->reach = cone->gap / 2 - SAME_RADIUS;
        outlook->open = true;
    }
}

/// Whether a corner sees another one where it is itself, above or below it: a floor that winds
/// around both has no direction between them.
static bool sees_itself(const vista_work *work, uint32_t corner) {
    const cw_corner *corners = work->sights->clearance->corners;
    for (uint32_t i = work->seen_first[corner]; i < work->seen_first[corner + 1]; i++) {
        cw_vec2 other = corners[work->seen.corners.items[i]].position;
        if (cw_vec2_distance(corners[corner].position, other) <= SAME_CORNER) {
            return true;
        }
    }
    return false;
}

/// Closes the corners whose vistas might be too many, or have no direction.
static void close_bends(vista_work *work) {
    uint64_t room = MOST_VISTAS;
    for (uint32_t i = 0; i < work->sights->clearance->corner_count; i++) {
        /* from two bends, to two of each */
        uint64_t need = 4 * (uint64_t)(work->seen_first[i + 1] - work->seen_first[i]);
        cw_outlook *outlooks = &work->sights->outlooks[2 * i];
        if (need > room || sees_itself(work, i)) {
            outlooks[0].open = outlooks[1].open = false;
            outlooks[0].reach = outlooks[1].reach = 0; /* no way to it is sure to be open */
        } else {
            room -= need;
        }
    }
}

static cw_status look_around(vista_work *work) {
    cw_sights *sights = work->sights;
    uint32_t corners = sights->clearance->corner_count;
    cw_path_search_set_radius(work->search, 0);
    for (uint32_t i = 0; i < corners; i++) {
        if (i % 256 == 0) {
            CW_TRY(cw_progress(sights->context, "sights", 0.5 * i / corners));
        }
        open_bends(work, i);
        CW_TRY(look_from(work, i));
    }
    close_bends(work);
    for (uint32_t i = 0; i < corners; i++) {
        if (i % 256 == 0) {
            CW_TRY(cw_progress(sights->context, "sights", 0.5 + 0.5 * i / corners));
        }
        if (sights->outlooks[2 * i].open) {
            CW_TRY(list_neighbors(work, i));
            CW_TRY(add_vistas(work, 2 * i));
            CW_TRY(add_vistas(work, 2 * i + 1));
        }
    }
    return cw_sights_list_openers(sights, work->seen.doors.items);
}

cw_status cw_sights_find_vistas(cw_path_search *search, cw_sights *sights) {
    vista_work work = {.search = search, .sights = sights, .seen.cells = &sights->cells};
    cw_context *context = sights->context;
    size_t corners = sights->clearance->corner_count;
    CW_TRY(cw_sights_list_near(sights));
    CW_TRY(CW_ALLOCATE(context, work.seen_first, corners + 1));
    cw_status status = CW_ALLOCATE(context, work.seen.noted, corners);
    if (status == CW_OK) {
        status = look_around(&work);
    }
    CW_RELEASE(context, work.seen_first, corners + 1);
    CW_RELEASE(context, work.seen.noted, corners);
    CW_ARRAY_FREE(context, &work.seen.doors);
    CW_ARRAY_FREE(context, &work.seen.corners);
    CW_ARRAY_FREE(context, &work.neighbors);
    return status;
}
