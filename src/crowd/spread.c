/// The ways from everywhere to a goal, for one radius: a search backwards over the free parts of
/// portals.
///
/// A node is a part of a portal, crossed in one direction. From the goals on, nearest first, the
/// parts through which a cell can be entered get their way from the part through which it is left,
/// if both are joined inside the cell (cw_clearance_joined). Of each way one place is kept where it
/// crosses the part, and the root: the last place up to which the disc can go straight on from
/// there. So ways are pulled tight as they grow: from the next part straight to the root, if a cast
/// of the disc says so, else round the end of the part. Where a disc cannot go straight inside one
/// cell, a search tells the length. So every length is that of a way that a disc can walk: never
/// shorter than the shortest, and longer only as one way is kept for each part, not one for each
/// point of it.
///
/// Cost: a few casts for each pair of parts of a cell.
#include "crowd/crowd.h"
#include "path/disc/cast.h"
#include "path/ready/heap.h"

/// Metres by which a cast may cut walls, so that who starts at the end of a free part goes:
/// rounding.
static const double CAST_SLACK = 1e-7;
/// Metres: places that are one.
static const double SAME_PLACE = 1e-9;
/// Metres by which the ends of a search may be moved: rounding.
static const double END_REACH = 1e-6;

/// Where a way leads from the place where it crosses a part.
typedef struct root {
    cw_vec2 at;
    double rest;       ///< metres from there to the goal
    uint32_t cells[2]; ///< that it lies in
} root;

typedef struct spread {
    cw_crowd *crowd;
    cw_route_table *table;
    cw_crowd_portal *portals; ///< of the table
    uint32_t *after;          ///< of the table
    uint32_t *twin;           ///< per part: the same part, crossed the other way, or CW_NONE
    root *roots;              ///< per part
    bool *done;               ///< per part
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
        uint32_t first = table->cell_first[c];
        cw_clearance_joined(clearance, c, table->radius, table->parts + first,
                            table->cell_first[c + 1] - first);
    }
    CW_TRY(cw_pool_take(crowd, count + 2 * table->goal_count + 1, &table->first));
    table->count = count + 2 * table->goal_count + 1; // never empty
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

/// The portals at which ways end: the segment of a target from either side, or its place.
static void set_ends(const spread *s) {
    const cw_route_table *table = s->table;
    for (uint32_t i = table->part_count; i < table->count; i++) {
        uint32_t number = i - table->part_count;
        s->after[i] = CW_NONE;
        s->portals[i] = (cw_crowd_portal){.edge = CW_NONE, .cell = CW_NONE, .rest = INFINITY};
        if (number == 2 * table->goal_count) {
            return; // the spare one
        }
        const cw_route_goal *goal = &table->goals[number / 2];
        const cw_aim_target *target = &s->crowd->targets.items[goal->target];
        cw_vec2 at = goal->place.position;
        s->portals[i] = (cw_crowd_portal){at, at, CW_NONE, goal->place.cell, 0};
        if (target->kind == CW_TARGET_SEGMENT) {
            const cw_vec3 *ends = s->crowd->target_points.items + target->first;
            double sign = number % 2 == 0 ? 1 : -1; // a position on that side
            cw_vec2 from = {ends[0].x - sign * (ends[1].y - ends[0].y),
                            ends[0].y + sign * (ends[1].x - ends[0].x)};
            cw_crowd_add_segment(s->crowd, from, target, goal->place.cell, table->radius,
                                 &s->portals[i]);
        }
    }
}

uint32_t cw_crowd_route_end(const cw_crowd *crowd, const cw_route_table *table, uint32_t goal,
                            cw_vec2 from) {
    const cw_aim_target *target = &crowd->targets.items[table->goals[goal].target];
    uint32_t side = 0;
    if (target->kind == CW_TARGET_SEGMENT) {
        const cw_vec3 *ends = crowd->target_points.items + target->first;
        cw_vec2 right = {ends[0].x, ends[0].y}, left = {ends[1].x, ends[1].y};
        side = cw_vec2_cross(cw_vec2_sub(left, right), cw_vec2_sub(from, right)) < 0;
    }
    return table->part_count + 2 * goal + side;
}

/// Whether the disc can go straight from a place in a cell to a root.
static bool is_straight(const spread *s, uint32_t cell, cw_vec2 from, const root *to) {
    cw_vec2 normal;
    if (cw_vec2_distance(from, to->at) < SAME_PLACE) {
        return cell == to->cells[0] || cell == to->cells[1];
    }
    cw_cast cast = cw_cast_disc(&s->crowd->clearance, cell, from, to->at,
                                s->table->radius - CAST_SLACK, &normal);
    return !cast.hit && (cast.cell == to->cells[0] || cast.cell == to->cells[1]);
}

/// The shortest way between two places of a cell that is not straight; INFINITY when there is none.
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
    return cw_heap_push(s->crowd->context, &s->heap, (cw_heap_item){rest, part});
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
    if (is_straight(s, cell, cross, to)) {
        return offer(s, part, after, goal, cross, to->rest + length, *to);
    }
    CW_TRY(measure(s, cell, cross, to->at, &length));
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

/// Offers a part through which a cell is entered the way on through one through which it is left.
static cw_status relax(spread *s, uint32_t part, uint32_t exit) {
    const cw_crowd_portal *out = &s->portals[exit];
    const root *far = &s->roots[exit];
    uint32_t cell = s->portals[part].cell, goal = s->table->goal[exit];
    cw_vec2 cross = cw_portal_nearest(&s->portals[part], far->at), bend;
    bool through = cross_portal(out, cross, far->at, &bend);
    double straight = cw_most(cw_vec2_distance(cross, far->at) + far->rest, out->rest);
    if (!(straight < s->portals[part].rest)) {
        return CW_OK; // nothing is shorter
    }
    if (through && is_straight(s, cell, cross, far)) {
        return offer(s, part, exit, goal, cross, straight, *far);
    }
    root near = {s->table->cross[exit], out->rest, {cell, out->cell}};
    if (!through) { // tight round the end, if that is straight
        root end = {bend, cw_vec2_distance(bend, far->at) + far->rest, {cell, out->cell}};
        double all = end.rest + cw_vec2_distance(bend, cw_portal_nearest(&s->portals[part], bend));
        double other =
            near.rest + cw_vec2_distance(near.at, cw_portal_nearest(&s->portals[part], near.at));
        near = all < other && is_straight(s, out->cell, bend, far) ? end : near;
    }
    cross = cw_portal_nearest(&s->portals[part], near.at);
    straight = cw_most(cw_vec2_distance(cross, far->at) + far->rest, out->rest);
    if (straight < s->portals[part].rest && cross_portal(out, cross, far->at, &bend) &&
        is_straight(s, cell, cross, far)) {
        return offer(s, part, exit, goal, cross, straight, *far);
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
                uint32_t after = cw_crowd_route_end(s->crowd, table, g,
                                                    cw_portal_nearest(&s->portals[part], end.at));
                CW_TRY(offer_through(s, part, after, g, &end));
            }
        }
    }
    return CW_OK;
}

static cw_status settle(spread *s, uint32_t exit) {
    const cw_route_table *table = s->table;
    uint32_t cell = s->crowd->mesh.edge_cell[table->parts[exit].edge];
    s->done[exit] = true;
    for (uint32_t i = table->cell_first[cell]; i < table->cell_first[cell + 1]; i++) {
        uint32_t part = s->twin[i];
        if (i != exit && part != CW_NONE && !s->done[part] &&
            table->parts[i].group == table->parts[exit].group) {
            CW_TRY(relax(s, part, exit));
        }
    }
    return CW_OK;
}

static cw_status run(spread *s) {
    cw_context *context = s->crowd->context;
    uint32_t count = s->table->part_count;
    CW_TRY(CW_ALLOCATE(context, s->twin, count));
    CW_TRY(CW_ALLOCATE(context, s->roots, count));
    CW_TRY(CW_ALLOCATE(context, s->done, count));
    for (uint32_t i = 0; i < count; i++) {
        set_portal(s, i);
    }
    for (uint32_t i = 0; i < count; i++) {
        join_twins(s, i);
    }
    set_ends(s);
    CW_TRY(begin(s));
    while (s->heap.count > 0) {
        uint32_t next = cw_heap_pop(&s->heap).node;
        if (!s->done[next]) {
            s->crowd->stats.expansions++;
            CW_TRY(settle(s, next));
        }
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
    CW_ARRAY_FREE(crowd->context, &s.heap);
    cw_query_free(s.query);
    return status;
}
