/// Widest ways inside cells with dents, by another method than the gates (region_gates.c).
///
/// At radius r the floor of a cell is left by what is nearer to a wall than r, and by what lies
/// outside the cell. Both together are a union of convex sets and the outside; two places of the
/// cell are apart in it exactly if a closed chain of these runs around one of them and not around
/// the other, so that the line between the places crosses it an odd number of times. Two walls are
/// linked from half their distance on, where the middle between them lies in the cell; a wall and
/// the outside from their distance on, once for each side of the cell. So with all links, narrowest
/// first, joined one after the other (union-find that knows the parity of the way to the root), the
/// widest way ends with the first link that closes a chain which is crossed an odd number of times.
/// Links that no wall is near enough for, since it lies on another floor, do not count.
///
/// Compared with this are the gates between the summits of a cell, and the ways from points inside
/// it to each other and to the summits. Cells without dents are not looked at, nor cells with very
/// many walls.
#include "clearance/check/validate.h"
#include "clearance/ways/widest.h"
#include "geom/predicates.h"

#include <stdlib.h>

/// Metres by which radii may differ.
#define RADIUS_SLACK 2e-9

/// Metres that samples keep from the border of the cell.
#define BORDER_MARGIN 1e-6

/// The golden section: no two multiples of it have nearly the same fraction.
#define GOLDEN 0.61803398874989485

enum { MOST_OBSTACLES = 48, OUTSIDE = 0 /* as a node; the obstacles follow */ };

/// Where samples lie beside a portal, as shares of its length: along it, and into the cell.
static const double ALONG[] = {0.1, 0.4, 0.6, 0.9}, INTO[] = {0.02, 0.1, 0.35, 1.2};

/// A wall, or a corner: then both ends are one.
typedef struct obstacle {
    cw_vec2 ends[2];
    uint32_t feature;
    bool is_wall;
} obstacle;

/// Two nodes that overlap from a radius on.
typedef struct link {
    double radius;
    uint32_t nodes[2];
    cw_vec2 ends[2]; ///< where the way from one to the other leaves the first and meets the second
    uint32_t side;   ///< of the cell, where a node is the outside
} link;

/// A place in the cell that ways are asked for.
typedef struct place {
    cw_vec2 position;
    double room;   ///< distance to the nearest wall
    uint32_t side; ///< of the cell, that a summit lies on, or CW_NONE
} place;

/// A cell with dents.
typedef struct dented {
    cw_context *context;
    cw_eye *eye;
    uint32_t cell, side_count;
    cw_vec2 middle; ///< of its vertices, roughly
    CW_ARRAY(obstacle) obstacles;
    CW_ARRAY(link) links;
    CW_ARRAY(place) summits; ///< in the order of the border
    CW_ARRAY(place) samples;
    CW_ARRAY(uint32_t) parents; ///< per node
    CW_ARRAY(bool) odd;         ///< per node: the parity of the way to its parent
    CW_ARRAY(bool) passed;      ///< per side: the parity of the border before it
    cw_widest_scratch scratch;
} dented;

static cw_vec2 side_from(const dented *d, uint32_t side) {
    const cw_clearance *clearance = d->eye->clearance;
    return cw_clearance_from(clearance, cw_navmesh_cell_begin(clearance->mesh, d->cell) + side);
}

static cw_vec2 side_to(const dented *d, uint32_t side) {
    const cw_clearance *clearance = d->eye->clearance;
    return cw_clearance_to(clearance, cw_navmesh_cell_begin(clearance->mesh, d->cell) + side);
}

/// The point of a segment that is nearest to another point.
static cw_vec2 nearest_on(cw_vec2 from, cw_vec2 to, cw_vec2 point) {
    cw_vec2 along = cw_vec2_sub(to, from);
    double t = cw_vec2_dot(cw_vec2_sub(point, from), along), all = cw_vec2_dot(along, along);
    return t <= 0 ? from : t >= all ? to : cw_vec2_along(from, t / all, along);
}

/// Whether a cell has a dent that is more than rounding.
static bool has_dent(const cw_clearance *clearance, uint32_t cell) {
    const cw_navmesh *mesh = clearance->mesh;
    double noise = CW_NOISE_STEPS * mesh->lattice.step;
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        uint32_t previous = cw_navmesh_previous(mesh, cell, e),
                 next = cw_navmesh_next(mesh, cell, e);
        if (cw_orient(cw_navmesh_point(mesh, previous), cw_navmesh_point(mesh, e),
                      cw_navmesh_point(mesh, next)) < 0) {
            cw_vec2 tip = cw_clearance_from(clearance, e);
            cw_vec2 chord = nearest_on(cw_clearance_from(clearance, previous),
                                       cw_clearance_from(clearance, next), tip);
            if (cw_vec2_distance(tip, chord) > noise) {
                return true;
            }
        }
    }
    return false;
}

/// Whether a point lies in the cell, and no nearer to its border than a margin; with a negative
/// margin, or no further outside.
static bool is_inside(const dented *d, cw_vec2 point, double margin) {
    bool inside = false;
    double least = INFINITY;
    for (uint32_t i = 0; i < d->side_count; i++) {
        cw_vec2 a = side_from(d, i), b = side_to(d, i);
        least = cw_least(least, cw_vec2_distance(point, nearest_on(a, b, point)));
        if ((a.y > point.y) != (b.y > point.y)) {
            double turn = cw_vec2_cross(cw_vec2_sub(b, a), cw_vec2_sub(point, a));
            inside ^= (turn > 0) == (b.y > a.y);
        }
    }
    return inside ? least >= margin : margin < 0 && least <= -margin;
}

// --- links --------------------------------------------------------------------------------------

static cw_status add_obstacle(dented *d, obstacle item) {
    for (uint32_t i = 0; i < d->obstacles.count; i++) {
        if (d->obstacles.items[i].is_wall == item.is_wall &&
            d->obstacles.items[i].feature == item.feature) {
            return CW_OK; /* seen through another portal */
        }
    }
    return CW_ARRAY_PUSH(d->context, &d->obstacles, item);
}

static cw_status collect_obstacles(dented *d) {
    const cw_clearance *tables = d->eye->clearance;
    d->obstacles.count = 0;
    for (uint32_t i = tables->near_corner_first[d->cell];
         i < tables->near_corner_first[d->cell + 1]; i++) {
        const cw_near_corner *near = &tables->near_corners[i];
        obstacle item = {{near->position, near->position}, near->corner, false};
        CW_TRY(add_obstacle(d, item));
    }
    for (uint32_t i = tables->near_wall_first[d->cell]; i < tables->near_wall_first[d->cell + 1];
         i++) {
        const cw_near_wall *near = &tables->near_walls[i];
        obstacle item = {{near->from, near->to}, near->edge, true};
        CW_TRY(add_obstacle(d, item));
    }
    return CW_OK;
}

/// The nearest places of two segments that do not cross: at one of them a segment ends.
static double find_nearest(const cw_vec2 *a, const cw_vec2 *b, cw_vec2 ends[2]) {
    double best = INFINITY;
    for (uint32_t i = 0; i < 4; i++) {
        bool of_a = i < 2;
        cw_vec2 end = (of_a ? a : b)[i % 2];
        cw_vec2 other = of_a ? nearest_on(b[0], b[1], end) : nearest_on(a[0], a[1], end);
        double distance = cw_vec2_distance(end, other);
        if (distance < best) {
            best = distance;
            ends[0] = of_a ? end : other;
            ends[1] = of_a ? other : end;
        }
    }
    return best;
}

/// Adds a link if a wall is as near as that to the place where its nodes meet.
static cw_status add_link(dented *d, cw_vec2 meeting, link item) {
    double seen;
    CW_TRY(cw_eye_distance(d->context, d->eye, d->cell, meeting, &seen));
    if (seen > item.radius + cw_validate_slack(d->eye->clearance, meeting)) {
        return CW_OK;
    }
    return CW_ARRAY_PUSH(d->context, &d->links, item);
}

/// Links an obstacle with the outside, at every side of the cell, and with the obstacles behind it.
static cw_status link_obstacle(dented *d, uint32_t index, double most) {
    const cw_vec2 *own = d->obstacles.items[index].ends;
    for (uint32_t i = 0; i < d->side_count; i++) {
        cw_vec2 side[2] = {side_from(d, i), side_to(d, i)};
        link item = {.nodes = {index + 1, OUTSIDE}, .side = i};
        item.radius = find_nearest(own, side, item.ends);
        if (item.radius < most) {
            CW_TRY(add_link(d, item.ends[1], item));
        }
    }
    for (uint32_t i = index + 1; i < d->obstacles.count; i++) {
        link item = {.nodes = {index + 1, i + 1}, .side = CW_NONE};
        item.radius = find_nearest(own, d->obstacles.items[i].ends, item.ends) / 2;
        cw_vec2 middle = cw_vec2_along(item.ends[0], 0.5, cw_vec2_sub(item.ends[1], item.ends[0]));
        if (item.radius < most &&
            is_inside(d, middle, -CW_CLEARANCE_TOLERANCE * d->eye->clearance->coarseness)) {
            CW_TRY(add_link(d, middle, item));
        }
    }
    return CW_OK;
}

static int by_radius(const void *left, const void *right) {
    const link *a = left, *b = right;
    return (a->radius > b->radius) - (a->radius < b->radius);
}

/// Links of all radii that are less than the room at some place.
static cw_status collect_links(dented *d) {
    double most = 0;
    for (uint32_t i = 0; i < d->summits.count; i++) {
        most = cw_most(most, d->summits.items[i].room);
    }
    for (uint32_t i = 0; i < d->samples.count; i++) {
        most = cw_most(most, d->samples.items[i].room);
    }
    d->links.count = 0;
    for (uint32_t i = 0; i < d->obstacles.count; i++) {
        CW_TRY(link_obstacle(d, i, most));
    }
    if (d->links.count > 0) {
        qsort(d->links.items, d->links.count, sizeof *d->links.items, by_radius);
    }
    return CW_OK;
}

// --- chains -------------------------------------------------------------------------------------

static bool is_left(cw_vec2 a, cw_vec2 b, cw_vec2 point) {
    return cw_vec2_cross(cw_vec2_sub(b, a), cw_vec2_sub(point, a)) > 0;
}

static bool segments_cross(cw_vec2 from, cw_vec2 to, cw_vec2 a, cw_vec2 b) {
    return is_left(from, to, a) != is_left(from, to, b) && is_left(a, b, from) != is_left(a, b, to);
}

/// Whether the line between two places crosses a segment an odd number of times. It goes over a
/// point in the middle, so that it does not run along a portal.
static bool crosses(const dented *d, const place *from, const place *to, cw_vec2 a, cw_vec2 b) {
    return segments_cross(from->position, d->middle, a, b) !=
           segments_cross(d->middle, to->position, a, b);
}

/// Whether that line crosses a side, up to some point of it, an odd number of times. The border
/// runs outside of the summits on it, so the line between two places does not cross the sides that
/// these lie on.
static bool crosses_border(const dented *d, const place *from, const place *to, uint32_t side,
                           cw_vec2 end) {
    return side != from->side && side != to->side && crosses(d, from, to, side_from(d, side), end);
}

/// The parity of the way over a link: from the start of an obstacle to that of another, or along
/// the border to its beginning.
static bool is_odd(const dented *d, const place *from, const place *to, const link *over) {
    bool odd = crosses(d, from, to, d->obstacles.items[over->nodes[0] - 1].ends[0], over->ends[0]) ^
               crosses(d, from, to, over->ends[0], over->ends[1]);
    if (over->nodes[1] != OUTSIDE) {
        return odd ^
               crosses(d, from, to, over->ends[1], d->obstacles.items[over->nodes[1] - 1].ends[0]);
    }
    return odd ^ d->passed.items[over->side] ^
           crosses_border(d, from, to, over->side, over->ends[1]);
}

static cw_status prepare_chains(dented *d, const place *from, const place *to) {
    uint32_t nodes = d->obstacles.count + 1;
    CW_TRY(CW_ARRAY_RESERVE(d->context, &d->parents, nodes));
    CW_TRY(CW_ARRAY_RESERVE(d->context, &d->odd, nodes));
    CW_TRY(CW_ARRAY_RESERVE(d->context, &d->passed, d->side_count));
    for (uint32_t i = 0; i < nodes; i++) {
        d->parents.items[i] = i;
        d->odd.items[i] = false;
    }
    bool odd = false;
    for (uint32_t i = 0; i < d->side_count; i++) {
        d->passed.items[i] = odd;
        odd ^= crosses_border(d, from, to, i, side_to(d, i));
    }
    return CW_OK;
}

static uint32_t find_root(const dented *d, uint32_t node, bool *odd) {
    while (d->parents.items[node] != node) {
        *odd ^= d->odd.items[node];
        node = d->parents.items[node];
    }
    return node;
}

/// The widest way between two places of the cell inside it.
static cw_status find_widest(dented *d, const place *from, const place *to, double *radius) {
    *radius = cw_least(from->room, to->room);
    CW_TRY(prepare_chains(d, from, to));
    for (uint32_t i = 0; i < d->links.count; i++) {
        const link *over = &d->links.items[i];
        if (over->radius >= *radius - CW_CLEARANCE_TOLERANCE * d->eye->clearance->coarseness) {
            return CW_OK;
        }
        bool odd = is_odd(d, from, to, over);
        uint32_t a = find_root(d, over->nodes[0], &odd), b = find_root(d, over->nodes[1], &odd);
        if (a != b) {
            d->parents.items[b] = a;
            d->odd.items[b] = odd;
        } else if (odd) {
            *radius = over->radius;
            return CW_OK;
        }
    }
    return CW_OK;
}

/// Compares a way that the tables tell with that of the chains.
static cw_status compare(dented *d, const char *what, const place *from, const place *to,
                         double told) {
    double expected, room = cw_least(from->room, to->room);
    CW_TRY(find_widest(d, from, to, &expected));
    double slack = RADIUS_SLACK * d->eye->clearance->coarseness +
                   cw_validate_slack(d->eye->clearance, from->position);
    if (fabs(cw_least(told, room) - expected) <= slack) {
        return CW_OK;
    }
    cw_vec2 a = cw_clearance_plan(d->eye->clearance->mesh, from->position);
    cw_vec2 b = cw_clearance_plan(d->eye->clearance->mesh, to->position);
    return CW_CLEARANCE_VIOLATED(d->context, "ways", "cell", d->cell,
                                 "from (%.12g, %.12g) to (%.12g, %.12g), %s, %.12g m is told, "
                                 "and %.12g m can go",
                                 a.x, a.y, b.x, b.y, what, cw_least(told, room), expected);
}

// --- places -------------------------------------------------------------------------------------

static cw_status add_place(dented *d, cw_vec2 position, uint32_t side, bool is_summit) {
    place item = {.position = position, .side = side};
    CW_TRY(cw_eye_distance(d->context, d->eye, d->cell, position, &item.room));
    return is_summit ? CW_ARRAY_PUSH(d->context, &d->summits, item)
                     : CW_ARRAY_PUSH(d->context, &d->samples, item);
}

static cw_status collect_summits(dented *d) {
    const cw_clearance *clearance = d->eye->clearance;
    d->summits.count = 0;
    for (uint32_t i = 0; i < d->side_count; i++) {
        uint32_t edge = cw_navmesh_cell_begin(clearance->mesh, d->cell) + i;
        for (uint32_t n = 0; n < cw_validate_summit_count(clearance, edge); n++) {
            uint32_t summit = cw_validate_summit(clearance, edge, n);
            CW_TRY(add_place(d, clearance->summits[summit].position, i, true));
        }
    }
    return CW_OK;
}

/// Places beside the portals of the cell.
static cw_status collect_samples(dented *d) {
    const cw_navmesh *mesh = d->eye->clearance->mesh;
    d->samples.count = 0;
    for (uint32_t i = 0; i < d->side_count; i++) {
        if (mesh->edge_twin[cw_navmesh_cell_begin(mesh, d->cell) + i] == CW_NONE) {
            continue;
        }
        cw_vec2 from = side_from(d, i), along = cw_vec2_sub(side_to(d, i), from);
        for (uint32_t k = 0; k < sizeof ALONG / sizeof *ALONG; k++) {
            cw_vec2 on = cw_vec2_along(from, ALONG[k], along);
            for (uint32_t n = 0; n < sizeof INTO / sizeof *INTO; n++) {
                cw_vec2 point = cw_vec2_along(on, INTO[n], (cw_vec2){-along.y, along.x});
                if (is_inside(d, point, BORDER_MARGIN)) {
                    CW_TRY(add_place(d, point, CW_NONE, false));
                }
            }
        }
    }
    return CW_OK;
}

// --- checks -------------------------------------------------------------------------------------

/// The narrowest gate between two summits of a cell, by their numbers; arc i follows summit i.
static double narrowest_gate(const cw_clearance *clearance, uint32_t cell, uint32_t low,
                             uint32_t high) {
    double radius = INFINITY;
    for (uint32_t i = clearance->cell_gate_first[cell]; i < clearance->cell_gate_first[cell + 1];
         i++) {
        const cw_cell_gate *gate = &clearance->cell_gates[i];
        bool first = gate->arcs[0] >= low && gate->arcs[0] < high;
        bool second = gate->arcs[1] >= low && gate->arcs[1] < high;
        radius = first != second ? cw_least(radius, gate->gate.radius) : radius;
    }
    return radius;
}

static cw_status check_summits(dented *d) {
    for (uint32_t i = 1; i < d->summits.count; i++) {
        double told = narrowest_gate(d->eye->clearance, d->cell, 0, i);
        CW_TRY(compare(d, "by gates", &d->summits.items[0], &d->summits.items[i], told));
    }
    return CW_OK;
}

/// The ways that are reported from one sample to another and to all summits. Nodes of summits
/// follow those of the two points in the order of the border.
static cw_status check_samples(dented *d, const place *from, const place *to) {
    cw_vec2 points[2] = {from->position, to->position};
    CW_TRY(cw_attach_points(d->context, d->eye->clearance, d->cell, points, 2, &d->scratch));
    CW_TRY(cw_attach_spread(d->context, 0, &d->scratch));
    const double *widths = d->scratch.widths.items;
    for (uint32_t i = 0; i < d->summits.count; i++) {
        CW_TRY(compare(d, "to a summit", from, &d->summits.items[i], widths[2 + i]));
    }
    return compare(d, "inside", from, to, widths[1]);
}

/// A point among the vertices of a cell, which are given odd weights: on the very middle of them
/// there may be a wall or a corner, and what runs up to it is neither crossed nor not.
static cw_vec2 find_middle(const dented *d) {
    cw_vec2 sum = {0, 0};
    double weights = 0;
    for (uint32_t i = 0; i < d->side_count; i++) {
        double turns = i * GOLDEN, weight = 1 + (turns - floor(turns));
        sum = cw_vec2_along(sum, weight, side_from(d, i));
        weights += weight;
    }
    return (cw_vec2){sum.x / weights, sum.y / weights};
}

/// Each sample with another one, once as the first to divide the cell and once as the second.
static cw_status check_cell(dented *d, uint32_t cell) {
    const cw_navmesh *mesh = d->eye->clearance->mesh;
    d->cell = cell;
    d->side_count = cw_navmesh_degree(mesh, cell);
    d->middle = find_middle(d);
    CW_TRY(collect_obstacles(d));
    if (d->obstacles.count > MOST_OBSTACLES) {
        return CW_OK;
    }
    CW_TRY(collect_summits(d));
    CW_TRY(collect_samples(d));
    CW_TRY(collect_links(d));
    CW_TRY(check_summits(d));
    for (uint32_t i = 0, count = d->samples.count; i < count; i++) {
        uint32_t other = (i + count / 2) % count;
        CW_TRY(check_samples(d, &d->samples.items[i], &d->samples.items[other]));
    }
    return CW_OK;
}

cw_status cw_validate_ways(cw_context *context, cw_eye *eye) {
    dented d = {.context = context, .eye = eye};
    cw_status status = CW_OK;
    for (uint32_t cell = 0; cell < eye->clearance->mesh->cell_count && status == CW_OK; cell++) {
        if (has_dent(eye->clearance, cell)) {
            status = check_cell(&d, cell);
        }
    }
    CW_ARRAY_FREE(context, &d.obstacles);
    CW_ARRAY_FREE(context, &d.links);
    CW_ARRAY_FREE(context, &d.summits);
    CW_ARRAY_FREE(context, &d.samples);
    CW_ARRAY_FREE(context, &d.parents);
    CW_ARRAY_FREE(context, &d.odd);
    CW_ARRAY_FREE(context, &d.passed);
    cw_widest_scratch_free(context, &d.scratch);
    return status;
}
