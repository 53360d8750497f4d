/// Where the circle around a corner is free, and where the rays of its two bends start: part of
/// making sights.
///
/// Up to half the corner's gap the whole arc between the normals of its walls is free. Beyond,
/// other walls may cut it. A free part then ends at the normal of a wall, or where the circle meets
/// the circle of another corner or the strip along another wall. All these places are tried; from
/// one that is free, the arc is followed both ways to where the part ends. One part is enough:
/// where there are more, the search goes from cell to cell.
#include "path/sights/explore.h"

/// Radians by which places on a circle are told apart.
#define SAME_TURN 1e-7

/// The bend of a corner that is passed on the left: turns are told along it. Those of the other one
/// run from its end back.
#define LEFT_BEND(corner) (2 * (corner))

/// The wall along which a path comes to a bend.
static uint32_t first_wall(const cw_clearance *clearance, uint32_t bend) {
    const cw_corner *corner = &clearance->corners[bend / 2];
    return bend % 2 == 0 ? corner->outgoing : corner->incoming;
}

/// Metres within which twice the radius is the gap of a corner: whether the disc can pass there is
/// too close to call.
#define SAME_GAP (8 * CW_GRAZE)

/// Whether it can be told where the circle of a corner is free: its walls have directions, with
/// less than a full turn of floor between them.
static bool has_turns(const cw_taut *search, uint32_t corner) {
    const cw_taut_cone *cone = &search->cones[corner];
    return !cone->wide && !cone->snapped && fabs(2 * search->radius - cone->gap) > SAME_GAP;
}

/// Whether a disc can go all the way round a corner.
static bool is_all_free(const cw_taut *search, uint32_t corner) {
    return 2 * search->radius <= search->cones[corner].gap;
}

cw_outlook cw_bend_outlook(const cw_taut *search, uint32_t bend) {
    const cw_taut_cone *cone = &search->cones[bend / 2];
    cw_vec2 out = cw_unit(cone->out), back = cw_unit(cone->back);
    cw_vec2 from = bend % 2 == 0 ? out : back, to = bend % 2 == 0 ? back : out;
    double before = CW_GRAZE / cw_vec2_length(cone->out);
    double behind = CW_GRAZE / cw_vec2_length(cone->back);
    cw_outlook outlook = {.first = {-from.x, -from.y},
                          .first_slack = bend % 2 == 0 ? before : behind,
                          .last_slack = bend % 2 == 0 ? behind : before,
                          .reach = INFINITY};
    outlook.whole = outlook.high = cw_bend_turn(&outlook, bend, to);
    return outlook;
}

/// The ray of a path that comes along the wall to a bend.
static cw_tangent first_ray(const cw_sights *sights, uint32_t bend) {
    cw_vec2 center = sights->clearance->corners[bend / 2].position;
    double signed_radius = cw_bend_hand(bend) * sights->radius;
    return cw_tangent_leaving(center, signed_radius, sights->outlooks[bend].first);
}

cw_root cw_bend_root(const cw_taut *search, uint32_t bend, const cw_tangent *ray) {
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

static cw_tangent turn_round(const cw_tangent *ray) {
    return (cw_tangent){ray->at, {-ray->along.x, -ray->along.y}};
}

/// A place on the circle of a corner, in a cell.
typedef struct place {
    cw_vec2 at;
    uint32_t cell; ///< CW_NONE for none
    double inside; ///< how far inside of the cell it lies
} place;

/// What is known of a corner while it is looked at from one cell after the other.
typedef struct scout {
    place ends[2];    ///< where paths along its walls touch it: those of its left and right bend
    place free;       ///< a free place, the deepest in a cell
    double low, high; ///< turns of the first and the last free place that was found
    bool unsure;      ///< a cell is dented: places there are not told
} scout;

/// Takes a place when it lies deeper in its cell than the one that is known: behind the tip of a
/// needle, a point is hardly outside of it.
static void take(place *known, place other) {
    if (known->cell == CW_NONE || other.inside > known->inside) {
        *known = other;
    }
}

/// The work on all corners.
typedef struct lookout_work {
    const cw_taut *search;
    cw_sights *sights;
    cw_lookouts *lookouts;
    scout *scouts; ///< per corner
} lookout_work;

/// Looks whether the ends of the arc of a corner that is free all the way lie in a cell. The hull
/// of a dented cell has floor on both sides of its walls; there, only the wall's own cell is taken.
static void try_ends(lookout_work *work, uint32_t corner, uint32_t cell) {
    const cw_clearance *clearance = work->sights->clearance;
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t bend = LEFT_BEND(corner) + i;
        cw_vec2 at = first_ray(work->sights, bend).at;
        double inside = cw_taut_inside(work->search, cell, at);
        bool sure = cw_taut_is_convex(work->search, cell) ||
                    clearance->mesh->edge_cell[first_wall(clearance, bend)] == cell;
        if (inside >= -CW_GRAZE && sure) {
            take(&work->scouts[corner].ends[i], (place){at, cell, inside});
        }
    }
}

/// Looks whether a place on the circle of a corner is on its arc, in a cell, and free.
static void try_place(lookout_work *work, uint32_t corner, uint32_t cell, cw_vec2 at) {
    const cw_sights *sights = work->sights;
    scout *known = &work->scouts[corner];
    const cw_outlook *outlook = &sights->outlooks[LEFT_BEND(corner)];
    cw_vec2 center = sights->clearance->corners[corner].position;
    cw_vec2 along = {(at.y - center.y) * -1 / sights->radius, (at.x - center.x) / sights->radius};
    double turn = cw_bend_turn(outlook, LEFT_BEND(corner), along);
    double inside = cw_taut_inside(work->search, cell, at);
    if (turn > outlook->high + work->search->turn_slack || inside < -CW_GRAZE ||
        cw_clearance_at(sights->clearance, cell, at, NULL) < sights->radius - CW_GRAZE) {
        return;
    }
    known->low = cw_least(known->low, turn);
    known->high = cw_most(known->high, turn);
    take(&known->free, (place){at, cell, inside});
}

/// Tries the places where the circle of a corner meets that of another.
static void try_circle(lookout_work *work, uint32_t corner, uint32_t cell, cw_vec2 other) {
    double radius = work->sights->radius;
    cw_vec2 center = work->sights->clearance->corners[corner].position;
    cw_vec2 v = cw_vec2_sub(other, center);
    double square = cw_vec2_dot(v, v), off = radius * radius - square / 4;
    if (off <= 0 || square == 0) {
        return;
    }
    cw_vec2 middle = cw_vec2_along(center, 0.5, v);
    double scale = sqrt(off / square);
    try_place(work, corner, cell, cw_vec2_along(middle, scale, cw_left(v)));
    try_place(work, corner, cell, cw_vec2_along(middle, -scale, cw_left(v)));
}

/// Tries the places where the circle of a corner meets the strip along a wall.
static void try_strip(lookout_work *work, uint32_t corner, uint32_t cell,
                      const cw_near_wall *wall) {
    double radius = work->sights->radius;
    cw_vec2 center = work->sights->clearance->corners[corner].position;
    cw_vec2 u = cw_vec2_sub(center, wall->from);
    double middle = cw_vec2_dot(u, wall->along);
    double off = cw_vec2_cross(wall->along, u) - radius, square = radius * radius - off * off;
    if (square < 0) {
        return;
    }
    cw_vec2 edge = cw_vec2_along(wall->from, radius, cw_left(wall->along));
    try_place(work, corner, cell, cw_vec2_along(edge, middle - sqrt(square), wall->along));
    try_place(work, corner, cell, cw_vec2_along(edge, middle + sqrt(square), wall->along));
}

/// Tries all places in a cell where a free part of the circle of a corner may end.
static void try_cuts(lookout_work *work, uint32_t corner_index, uint32_t cell) {
    const cw_clearance *clearance = work->sights->clearance;
    const cw_corner *corner = &clearance->corners[corner_index];
    double radius = work->sights->radius;
    work->scouts[corner_index].unsure |= !cw_taut_is_convex(work->search, cell);
    try_place(work, corner_index, cell, first_ray(work->sights, LEFT_BEND(corner_index)).at);
    try_place(work, corner_index, cell, first_ray(work->sights, LEFT_BEND(corner_index) + 1).at);
    for (uint32_t i = clearance->near_corner_first[cell];
         i < clearance->near_corner_first[cell + 1]; i++) {
        const cw_near_corner *near = &clearance->near_corners[i];
        if (near->corner != corner_index && near->distance <= radius) {
            try_circle(work, corner_index, cell, near->position);
        }
    }
    for (uint32_t i = clearance->near_wall_first[cell]; i < clearance->near_wall_first[cell + 1];
         i++) {
        const cw_near_wall *wall = &clearance->near_walls[i];
        if (wall->edge != corner->incoming && wall->edge != corner->outgoing &&
            wall->distance <= radius) {
            try_strip(work, corner_index, cell, wall);
        }
    }
}

/// Looks at the corners of all cells.
static void scout_cells(lookout_work *work) {
    const cw_clearance *clearance = work->sights->clearance;
    for (uint32_t c = 0; c < clearance->mesh->cell_count; c++) {
        for (uint32_t i = clearance->near_corner_first[c]; i < clearance->near_corner_first[c + 1];
             i++) {
            const cw_near_corner *near = &clearance->near_corners[i];
            if (near->distance > work->sights->radius || !has_turns(work->search, near->corner)) {
                continue;
            }
            if (is_all_free(work->search, near->corner)) {
                try_ends(work, near->corner, c);
            } else {
                try_cuts(work, near->corner, c);
            }
        }
    }
}

/// Follows the arc of a root from a cell as far as it goes.
static void follow_arc(const cw_taut *search, const cw_root *root, uint32_t *cell,
                       cw_tangent *ray) {
    uint32_t entry = CW_NONE;
    for (uint32_t i = 0; i < search->clearance->mesh->cell_count; i++) {
        cw_arc_end end = cw_taut_arc(search, root, ray, *cell, entry);
        *ray = end.ray;
        if (end.exit == CW_NONE) {
            return;
        }
        entry = search->sides[end.exit].twin;
        *cell = search->sides[end.exit].behind;
    }
}

cw_tangent cw_arc_follow(const cw_taut *search, uint32_t bend, uint32_t cell,
                         const cw_tangent *first) {
    cw_tangent ray = *first;
    cw_root root = cw_bend_root(search, bend, &ray);
    follow_arc(search, &root, &cell, &ray);
    return ray;
}

/// Lists a bend with the ray where its part begins.
static cw_status list(lookout_work *work, uint32_t bend, uint32_t cell, cw_tangent ray) {
    return CW_ARRAY_PUSH(work->sights->context, work->lookouts, (cw_lookout){bend, cell, ray});
}

/// Lists the bends of a corner that is free all the way.
static cw_status list_ends(lookout_work *work, uint32_t corner) {
    for (uint32_t i = 0; i < 2; i++) {
        const place *end = &work->scouts[corner].ends[i];
        if (end->cell != CW_NONE) {
            uint32_t bend = LEFT_BEND(corner) + i;
            CW_TRY(list(work, bend, end->cell, first_ray(work->sights, bend)));
        }
    }
    return CW_OK;
}

/// Lists the bends of a corner of whose circle other walls leave a part.
static cw_status list_part(lookout_work *work, uint32_t corner) {
    const scout *known = &work->scouts[corner];
    cw_outlook *left = &work->sights->outlooks[LEFT_BEND(corner)], *right = left + 1;
    double radius = work->sights->radius, whole = left->whole;
    cw_vec2 center = work->sights->clearance->corners[corner].position;
    cw_vec2 v = cw_vec2_sub(known->free.at, center);
    cw_tangent back, ahead = {known->free.at, {-v.y / radius, v.x / radius}};
    back = turn_round(&ahead);
    uint32_t first_cell = known->free.cell, last_cell = known->free.cell;
    cw_root root = cw_bend_root(work->search, LEFT_BEND(corner), &ahead);
    follow_arc(work->search, &root, &last_cell, &ahead);
    root = cw_bend_root(work->search, LEFT_BEND(corner) + 1, &back);
    follow_arc(work->search, &root, &first_cell, &back);
    cw_tangent first = turn_round(&back), last = turn_round(&ahead);
    left->low = cw_bend_turn(left, LEFT_BEND(corner), first.along);
    left->high = cw_bend_turn(left, LEFT_BEND(corner), ahead.along);
    right->low = cw_most(whole - left->high, 0);
    right->high = whole - left->low;
    left->split = known->low < left->low - SAME_TURN || known->high > left->high + SAME_TURN;
    CW_TRY(list(work, LEFT_BEND(corner), first_cell, first));
    return list(work, LEFT_BEND(corner) + 1, last_cell, last);
}

static cw_status list_corner(lookout_work *work, uint32_t corner) {
    cw_outlook *left = &work->sights->outlooks[LEFT_BEND(corner)];
    const scout *known = &work->scouts[corner];
    if (!has_turns(work->search, corner) || known->unsure) {
        return CW_OK;
    }
    if (is_all_free(work->search, corner)) {
        return list_ends(work, corner);
    }
    left->dead = known->free.cell == CW_NONE;
    return left->dead ? CW_OK : list_part(work, corner);
}

static cw_status find_all(lookout_work *work) {
    for (uint32_t i = 0; i < work->sights->clearance->corner_count; i++) {
        place none = {.cell = CW_NONE};
        work->scouts[i] = (scout){{none, none}, none, INFINITY, -INFINITY, false};
        if (has_turns(work->search, i)) {
            work->sights->outlooks[LEFT_BEND(i)] = cw_bend_outlook(work->search, LEFT_BEND(i));
            work->sights->outlooks[LEFT_BEND(i) + 1] =
                cw_bend_outlook(work->search, LEFT_BEND(i) + 1);
        }
    }
    scout_cells(work);
    for (uint32_t i = 0; i < work->sights->clearance->corner_count; i++) {
        CW_TRY(list_corner(work, i));
    }
    return CW_OK;
}

cw_status cw_sights_find_lookouts(const cw_taut *search, cw_sights *sights, cw_lookouts *lookouts) {
    lookout_work work = {.search = search, .sights = sights, .lookouts = lookouts};
    size_t corners = sights->clearance->corner_count;
    CW_TRY(CW_ALLOCATE(sights->context, work.scouts, corners));
    cw_status status = find_all(&work);
    CW_RELEASE(sights->context, work.scouts, corners);
    return status;
}
