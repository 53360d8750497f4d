/// The ways from everywhere to a goal, for one radius: a search backwards over the free parts of
/// portals.
///
/// A node is a part of a portal, crossed in one direction. From the goals on, nearest first, the
/// parts through which a cell can be entered get their way from the part through which it is left,
/// if both are joined inside the cell (cw_clearance_joined). Of each way one place is kept where it
/// crosses the part, and the root: the last place up to which the disc can go straight on from
/// there. So ways are pulled tight as they grow: from the next part straight to the root, if a cast
/// of the disc says so, else round the end of the part. Where a disc cannot go straight inside one
/// cell, it goes round the corner that stops it, or steps off both portals; else a search tells the
/// length. So every length is that of a way that a disc can walk: never shorter than the shortest,
/// and longer only as one way is kept for each part, not one for each point of it.
///
/// A way through a cell is first hoped to be straight, and tried by casts when nothing else is
/// nearer.
///
/// Cost: a few operations for each pair of parts of a cell, and a few casts for each part.
#include "crowd/crowd.h"
#include "geom/angle.h"
#include "path/local/cast.h"
#include "path/ready/heap.h"

/// Metres by which a cast may cut walls, so that who starts at the end of a free part goes:
/// rounding.
static const double CAST_SLACK = 1e-7;
/// Metres: places that are one.
static const double SAME_PLACE = 1e-9;
/// The cosine of the largest angle by which a way turns round one corner without a search.
static const double LEAST_COSINE = -0.7;
/// Radii by which a way may be longer than hoped for: what is not shorter by more than that than
/// another, by hope, is not looked at. In a grid of streets very many ways are equally long.
static const double HOPE_RADII = 6;
/// Metres by which the ends of a search may be moved: rounding.
static const double END_REACH = 1e-6;

/// In the heap: a part whose way is known, not a hop.
static const uint32_t TRIED = 0x80000000;

/// Where a way leads from the place where it crosses a part.
typedef struct root {
    cw_vec2 at;
    double rest;       ///< metres from there to the goal
    uint32_t cells[2]; ///< that it lies in
} root;

/// A way through a cell that is not tried yet.
typedef struct hop {
    uint32_t part, exit; ///< through which the cell is entered, and left
} hop;

typedef struct spread {
    cw_crowd *crowd;
    cw_route_table *table;
    cw_crowd_portal *portals; ///< of the table
    uint32_t *after;          ///< of the table
    uint32_t *twin;           ///< per part: the same part, crossed the other way, or CW_NONE
    root *roots;              ///< per part
    bool *done;               ///< per part
    double *hope;             ///< per part: how long its way is at most, if nothing is in the way
    CW_ARRAY(hop) hops;       ///< that wait in the heap
    cw_heap heap;
    cw_query *query; ///< made when it is needed
} spread;

/// Lists the free parts of all portals, cell by cell.
static cw_status list_parts(cw_crowd *crowd, cw_route_table *table) {
    const cw_clearance *clearance = &crowd->clearance;
    CW_TRY(CW_ALLOCATE(crowd->context, table->cell_first, (size_t)crowd->mesh.cell_count + 1));
    table->cells = crowd->mesh.cell_count;
    for (uint32_t c = 0; c < table->cells; c++) {
        table->cell_first[c + 1] =
            table->cell_first[c] + cw_clearance_joined(clearance, c, table->radius, NULL, 0);
    }
    uint32_t count = table->cell_first[table->cells];
    CW_TRY(CW_ALLOCATE(crowd->context, table->parts, count));
    table->part_count = count;
    CW_TRY(CW_ALLOCATE(crowd->context, table->cross, count));
    CW_TRY(CW_ALLOCATE(crowd->context, table->goal, count));
    for (uint32_t c = 0; c < table->cells; c++) {
        uint32_t first = table->cell_first[c], room = table->cell_first[c + 1] - first;
        if (room > 0) {
            cw_clearance_joined(clearance, c, table->radius, table->parts + first, room);
        }
    }
    CW_TRY(cw_pool_take(crowd, count + table->goal_count + 1, &table->first));
    table->count = count + table->goal_count + 1; // never empty
    return CW_OK;
}

static void set_portal(const spread *s, uint32_t i) {
    const cw_navmesh *mesh = &s->crowd->mesh;
    const cw_joined_interval *part = &s->table->parts[i];
    cw_vec2 from = cw_clearance_from(&s->crowd->clearance, part->edge);
    cw_vec2 along = cw_clearance_along(mesh, part->edge);
    s->portals[i] = (cw_crowd_portal){cw_vec2_along(from, part->part.from, along),
                                      cw_vec2_along(from, part->part.to, along), part->edge,
                                      mesh->edge_cell[mesh->edge_twin[part->edge]], INFINITY};
    s->after[i] = CW_NONE;
}

/// Finds the parts of an edge: returns how many, from `first` on.
static uint32_t parts_of(const cw_route_table *table, uint32_t cell, uint32_t edge,
                         uint32_t *first) {
    uint32_t i = table->cell_first[cell], end = table->cell_first[cell + 1], count = 0;
    while (i < end && table->parts[i].edge != edge) {
        i++;
    }
    *first = i;
    while (i < end && table->parts[i].edge == edge) {
        i++;
        count++;
    }
    return count;
}

/// The parts of the two edges of a portal come in opposite orders.
static void join_twins(const spread *s, uint32_t i) {
    const cw_route_table *table = s->table;
    const cw_navmesh *mesh = &s->crowd->mesh;
    uint32_t edge = table->parts[i].edge, first, other;
    uint32_t count = parts_of(table, mesh->edge_cell[edge], edge, &first);
    uint32_t others = parts_of(table, s->portals[i].cell, mesh->edge_twin[edge], &other);
    s->twin[i] = count == others ? other + (count - 1 - (i - first)) : CW_NONE;
}

/// The portals at which ways end: the segment of a target, or its place.
static void set_ends(const spread *s) {
    const cw_route_table *table = s->table;
    for (uint32_t i = table->part_count; i < table->count; i++) {
        s->after[i] = CW_NONE;
        s->portals[i] = (cw_crowd_portal){.edge = CW_NONE, .cell = CW_NONE, .rest = INFINITY};
        if (i == table->part_count + table->goal_count) {
            return; // the spare one
        }
        const cw_route_goal *goal = &table->goals[i - table->part_count];
        const cw_aim_target *target = &s->crowd->targets.items[goal->target];
        cw_vec2 at = goal->place.position;
        s->portals[i] = (cw_crowd_portal){at, at, CW_NONE, goal->place.cell, 0};
        if (target->kind == CW_TARGET_SEGMENT) { // from any side, see cw_crowd_facing()
            cw_crowd_add_segment(s->crowd, at, target, goal->place, table->radius, &s->portals[i]);
        }
    }
}

static cw_cast cast_to(const spread *s, uint32_t cell, cw_vec2 from, cw_vec2 to) {
    cw_vec2 normal;
    return cw_cast_disc(&s->crowd->clearance, cell, from, to, s->table->radius - CAST_SLACK,
                        &normal);
}

/// Whether the disc can go straight from a place in a cell to a root; if not, `stop` is where it
/// ends.
static bool is_straight(const spread *s, uint32_t cell, cw_vec2 from, const root *to,
                        cw_cast *stop) {
    if (cw_vec2_distance(from, to->at) < SAME_PLACE) {
        *stop = (cw_cast){.cell = cell};
        return cell == to->cells[0] || cell == to->cells[1];
    }
    *stop = cast_to(s, cell, from, to->at);
    return !stop->hit && (stop->cell == to->cells[0] || stop->cell == to->cells[1]);
}

/// The length of the way round a corner that stops the disc; INFINITY when there is more in the
/// way. The tangents at both ends of the arc meet where the disc goes instead, to see that nothing
/// is.
static double round_corner(const spread *s, uint32_t cell, cw_vec2 from, const root *to,
                           cw_vec2 corner) {
    double radius = s->table->radius;
    cw_vec2 a = cw_vec2_sub(from, corner), b = cw_vec2_sub(to->at, corner);
    double far_a = cw_most(cw_vec2_length(a), radius), far_b = cw_most(cw_vec2_length(b), radius);
    cw_vec2 turn_a = {radius / far_a, sqrt(1 - radius / far_a * (radius / far_a))};
    cw_vec2 turn_b = {radius / far_b, sqrt(1 - radius / far_b * (radius / far_b))};
    double side = cw_vec2_cross(a, b) > 0 ? 1 : -1;
    cw_vec2 left = {a.x * turn_a.x - side * a.y * turn_a.y, a.y * turn_a.x + side * a.x * turn_a.y};
    cw_vec2 right = {b.x * turn_b.x + side * b.y * turn_b.y,
                     b.y * turn_b.x - side * b.x * turn_b.y};
    double most = cw_vec2_length(left), other = cw_vec2_length(right);
    left = (cw_vec2){left.x / most, left.y / most};
    right = (cw_vec2){right.x / other, right.y / other};
    double cosine = cw_vec2_dot(left, right), sine = side * cw_vec2_cross(left, right);
    if (!(cosine > LEAST_COSINE) || !(sine > 0)) {
        return INFINITY;
    }
    cw_vec2 meet = cw_vec2_along(corner, radius / (1 + cosine), cw_vec2_add(left, right));
    cw_cast first = cast_to(s, cell, from, meet);
    cw_cast second;
    if (first.hit || !is_straight(s, first.cell, meet, to, &second)) {
        return INFINITY;
    }
    return far_a * turn_a.y + far_b * turn_b.y + radius * cw_unit_angle(cosine, sine);
}

/// A place in a cell, some way off one of its portals.
static cw_vec2 place_off(const spread *s, uint32_t part, cw_vec2 at, double depth) {
    cw_vec2 along = cw_clearance_along(&s->crowd->mesh, s->table->parts[part].edge);
    return cw_vec2_along(at, depth, (cw_vec2){along.y, -along.x});
}

/// The length of a way through a cell from a part to a root on its exit, with corners beside both:
/// straight into the cell by the radius, along, and straight out; INFINITY when that is not free.
static double step_off(const spread *s, uint32_t part, cw_vec2 from, uint32_t exit,
                       const root *to) {
    if (exit >= s->table->part_count) {
        return INFINITY;
    }
    uint32_t cell = s->portals[part].cell;
    cw_vec2 a = place_off(s, part, from, s->table->radius);
    cw_vec2 b = place_off(s, exit, to->at, -s->table->radius);
    cw_cast first = cast_to(s, cell, from, a), last;
    if (first.hit) {
        return INFINITY;
    }
    cw_cast middle = cast_to(s, first.cell, a, b);
    if (middle.hit || !is_straight(s, middle.cell, b, to, &last)) {
        return INFINITY;
    }
    return cw_vec2_distance(from, a) + cw_vec2_distance(a, b) + cw_vec2_distance(b, to->at);
}

/// The length of a way between two places of a cell; INFINITY when there is none.
static cw_status measure(spread *s, uint32_t cell, cw_vec2 from, cw_vec2 to, double *length) {
    cw_crowd *crowd = s->crowd;
    if (s->query == NULL) {
        CW_TRY(cw_query_create(crowd->context, &crowd->clearance, &s->query));
    }
    cw_vec3 goal = {to.x, to.y, cw_crowd_height(crowd, cell, to)};
    cw_path_request request = cw_path_request_default();
    request.start = (cw_vec3){from.x, from.y, cw_crowd_height(crowd, cell, from)};
    request.goals = &goal;
    request.goal_count = 1;
    request.radius = s->table->radius;
    request.length_only = true;
    request.reach = END_REACH;
    request.links = CW_LINKS_NONE;
    cw_path path;
    CW_TRY(cw_query_begin(s->query, &request, &path));
    while (path.status == CW_PATH_RUNNING) {
        CW_TRY(cw_query_step(s->query, UINT32_MAX, &path));
    }
    *length = path.status == CW_PATH_FOUND ? path.length : INFINITY;
    return CW_OK;
}

/// Takes a way from a part if it is the shortest so far.
static cw_status offer(spread *s, uint32_t part, uint32_t after, uint32_t goal, cw_vec2 cross,
                       double rest, root to) {
    if (!(rest < s->portals[part].rest)) {
        return CW_OK;
    }
    s->portals[part].rest = rest;
    s->after[part] = s->table->first + after;
    s->table->goal[part] = goal;
    s->table->cross[part] = cross;
    s->roots[part] = to;
    return cw_heap_push(s->crowd->context, &s->heap, (cw_heap_item){rest, part | TRIED});
}

/// Offers a part the way through the cell behind it to a place there, and on.
static cw_status offer_through(spread *s, uint32_t part, uint32_t after, uint32_t goal,
                               const root *to) {
    uint32_t cell = s->portals[part].cell;
    cw_vec2 cross = cw_portal_nearest(&s->portals[part], to->at);
    double length = cw_vec2_distance(cross, to->at);
    if (!(to->rest + length < s->portals[part].rest)) {
        return CW_OK;
    }
    cw_cast stop;
    if (is_straight(s, cell, cross, to, &stop)) {
        return offer(s, part, after, goal, cross, to->rest + length, *to);
    }
    length = stop.hit ? round_corner(s, cell, cross, to, stop.touched) : INFINITY;
    length = length < INFINITY ? length : step_off(s, part, cross, after, to);
    if (!(length < INFINITY)) {
        CW_TRY(measure(s, cell, cross, to->at, &length));
    }
    double rest = to->rest + length;
    root here = {cross, rest, {s->crowd->mesh.edge_cell[s->portals[part].edge], cell}};
    return offer(s, part, after, goal, cross, rest, here);
}

/// Where the straight line between two places crosses a portal; false beside its usable part, and
/// then the end of it that is nearest.
static bool cross_portal(const cw_crowd_portal *portal, cw_vec2 from, cw_vec2 to, cw_vec2 *at) {
    cw_vec2 side = cw_vec2_sub(portal->left, portal->right);
    double before = cw_vec2_cross(side, cw_vec2_sub(from, portal->right));
    double behind = cw_vec2_cross(side, cw_vec2_sub(to, portal->right));
    *at = portal->right;
    if (!(before > behind)) {
        return false;
    }
    cw_vec2 cut = cw_vec2_along(from, before / (before - behind), cw_vec2_sub(to, from));
    double along = cw_vec2_dot(side, cw_vec2_sub(cut, portal->right));
    bool inside = along >= 0 && along <= cw_vec2_dot(side, side);
    *at = inside ? cut : along < 0 ? portal->right : portal->left;
    return inside;
}

/// A way through an exit as straight as can be.
typedef struct line {
    cw_vec2 cross, bend; ///< where it enters; the end of the exit that it goes round
    bool through;        ///< it is straight
    double length;       ///< to the goal: no way is shorter
    double round;        ///< from the bend on
} line;

static line line_through(const spread *s, uint32_t part, uint32_t exit) {
    const cw_crowd_portal *in = &s->portals[part];
    const root *far = &s->roots[exit];
    line l = {.cross = cw_portal_nearest(in, far->at)};
    l.through = cross_portal(&s->portals[exit], l.cross, far->at, &l.bend);
    l.round = cw_vec2_distance(l.bend, far->at) + far->rest;
    l.length = l.through ? cw_vec2_distance(l.cross, far->at) + far->rest
                         : l.round + cw_vec2_distance(l.bend, cw_portal_nearest(in, l.bend));
    l.length = cw_most(l.length, s->portals[exit].rest);
    return l;
}

/// Finds the way of a hop: straight, or round the end of the exit, or over where its own way
/// crosses it.
static cw_status try_hop(spread *s, uint32_t part, uint32_t exit) {
    const cw_crowd_portal *in = &s->portals[part], *out = &s->portals[exit];
    const root *far = &s->roots[exit];
    uint32_t cell = in->cell, goal = s->table->goal[exit];
    line l = line_through(s, part, exit);
    cw_cast stop;
    if (l.through && is_straight(s, cell, l.cross, far, &stop)) {
        return offer(s, part, exit, goal, l.cross, l.length, *far);
    }
    root near = {s->table->cross[exit], out->rest, {cell, out->cell}};
    double other = near.rest + cw_vec2_distance(near.at, cw_portal_nearest(in, near.at));
    if (!l.through && l.length < other && is_straight(s, out->cell, l.bend, far, &stop)) {
        near = (root){l.bend, cw_most(l.round, out->rest), {cell, out->cell}};
    }
    cw_vec2 cross = cw_portal_nearest(in, near.at), bend;
    if (cross_portal(out, cross, far->at, &bend) && is_straight(s, cell, cross, far, &stop)) {
        double length = cw_vec2_distance(cross, far->at) + far->rest;
        return offer(s, part, exit, goal, cross, cw_most(length, out->rest), *far);
    }
    return offer_through(s, part, exit, goal, &near);
}

/// Ways through the cells of the goals.
static cw_status begin(spread *s) {
    const cw_route_table *table = s->table;
    for (uint32_t g = 0; g < table->goal_count; g++) {
        const cw_route_goal *goal = &table->goals[g];
        uint32_t cell = goal->place.cell;
        if (cell == CW_NONE || goal->summit == CW_NONE) {
            continue;
        }
        root end = {goal->place.position, 0, {cell, cell}};
        for (uint32_t i = table->cell_first[cell]; i < table->cell_first[cell + 1]; i++) {
            uint32_t part = s->twin[i];
            if (part != CW_NONE && cw_part_joins(&s->crowd->clearance, cell, table->radius,
                                                 &table->parts[i], goal->summit)) {
                CW_TRY(offer_through(s, part, table->part_count + g, g, &end));
            }
        }
    }
    return CW_OK;
}

/// Puts a hop into the heap, if it is worth trying.
static cw_status add_hop(spread *s, uint32_t part, uint32_t exit) {
    double length = line_through(s, part, exit).length;
    if (!(length < s->portals[part].rest && length < s->hope[part])) {
        return CW_OK;
    }
    s->hope[part] = cw_least(s->hope[part], length + HOPE_RADII * s->table->radius);
    cw_heap_item item = {length, s->hops.count};
    CW_TRY(CW_ARRAY_PUSH(s->crowd->context, &s->hops, (hop){part, exit}));
    return cw_heap_push(s->crowd->context, &s->heap, item);
}

static cw_status settle(spread *s, uint32_t exit) {
    const cw_route_table *table = s->table;
    uint32_t cell = s->crowd->mesh.edge_cell[table->parts[exit].edge];
    s->done[exit] = true;
    s->crowd->stats.expansions++;
    for (uint32_t i = table->cell_first[cell]; i < table->cell_first[cell + 1]; i++) {
        uint32_t part = s->twin[i];
        if (i != exit && part != CW_NONE && !s->done[part] &&
            table->parts[i].group == table->parts[exit].group) {
            CW_TRY(add_hop(s, part, exit));
        }
    }
    return CW_OK;
}

static cw_status advance(spread *s) {
    cw_heap_item item = cw_heap_pop(&s->heap);
    if (item.node & TRIED) {
        uint32_t part = item.node & ~TRIED;
        return s->done[part] ? CW_OK : settle(s, part);
    }
    hop next = s->hops.items[item.node];
    bool better = !s->done[next.part] && item.key < s->portals[next.part].rest;
    return better ? try_hop(s, next.part, next.exit) : CW_OK;
}

static cw_status run(spread *s) {
    cw_context *context = s->crowd->context;
    uint32_t count = s->table->part_count;
    CW_TRY(CW_ALLOCATE(context, s->twin, count));
    CW_TRY(CW_ALLOCATE(context, s->roots, count));
    CW_TRY(CW_ALLOCATE(context, s->done, count));
    CW_TRY(CW_ALLOCATE(context, s->hope, count));
    for (uint32_t i = 0; i < count; i++) {
        set_portal(s, i);
        s->hope[i] = INFINITY;
    }
    for (uint32_t i = 0; i < count; i++) {
        join_twins(s, i);
    }
    set_ends(s);
    CW_TRY(begin(s));
    while (s->heap.count > 0) {
        CW_TRY(advance(s));
    }
    return CW_OK;
}

cw_status cw_crowd_spread(cw_crowd *crowd, cw_route_table *table) {
    CW_TRY(list_parts(crowd, table));
    spread s = {.crowd = crowd,
                .table = table,
                .portals = crowd->pool.portals.items + table->first,
                .after = crowd->pool.after.items + table->first};
    cw_status status = run(&s);
    crowd->stats.searches++;
    CW_RELEASE(crowd->context, s.twin, table->part_count);
    CW_RELEASE(crowd->context, s.roots, table->part_count);
    CW_RELEASE(crowd->context, s.done, table->part_count);
    CW_RELEASE(crowd->context, s.hope, table->part_count);
    CW_ARRAY_FREE(crowd->context, &s.hops);
    CW_ARRAY_FREE(crowd->context, &s.heap);
    cw_query_free(s.query);
    return status;
}
