/// From the goal node of a search to a path: its legs, its cells and portals, heights and cost.
///
/// Legs and portals are collected (collect.c), each portal with the leg on which it is crossed.
/// Then the legs are walked once from portal to portal. That tells in which cell each leg ends,
/// hence its height, and how long the path is in each cell, hence its cost.
#include "path/result/result.h"
#include "path/ready/angle.h"

/// Whether the nodes of a path lead back to the start; over sights they do not.
static bool has_all_nodes(const cw_path_search *search, uint32_t goal_node) {
    const cw_node *node = &search->disc.nodes.items[goal_node];
    while (node->parent != CW_NONE) {
        node = &search->disc.nodes.items[node->parent];
    }
    return node->kind != CW_NODE_GOAL && search->disc.roots.items[node->root].parent == CW_NONE;
}

/// The cell in which a path begins, to judge by its nodes.
static uint32_t first_cell(const cw_query *query, uint32_t goal_node) {
    const cw_path_search *search = &query->search;
    if (query->portals.count > 0) {
        return query->clearance->mesh->edge_cell[query->portals.items[0].edge];
    }
    return search->disc.nodes.items[goal_node].cell;
}

/// The cells of a path from its portals.
static cw_status collect_cells(cw_query *query, uint32_t start) {
    const cw_mesh_side *sides = query->search.mesh.sides;
    uint32_t count = query->portals.count;
    CW_TRY(CW_ARRAY_RESERVE(query->context, &query->cells, (size_t)count + 1));
    query->cells.items[0] = start;
    query->cells.count = count + 1;
    for (uint32_t i = 0; i < count; i++) {
        query->cells.items[i + 1] = sides[query->portals.items[i].edge].behind;
    }
    return CW_OK;
}

/// A walk along the legs.
typedef struct walker {
    cw_query *query;
    uint32_t leg, portal; ///< that come next
    cw_vec2 at;
    double cost;
} walker;

/// Length of the way along a leg between two points of it.
static double leg_length(const cw_path_leg *leg, cw_vec2 from, cw_vec2 to, double radius) {
    if (!leg->arc) {
        return cw_vec2_distance(from, to);
    }
    return radius * cw_turn_between(cw_vec2_sub(from, leg->center), cw_vec2_sub(to, leg->center),
                                    leg->ccw ? 1 : -1);
}

static void walk_to(walker *walk, cw_vec2 to) {
    const cw_query *query = walk->query;
    const cw_path_request *request = &query->request;
    if (request->cell_area != NULL) {
        const cw_path_leg *leg = &query->legs.items[walk->leg];
        uint32_t cell = query->cells.items[walk->portal];
        double cost = request->area_cost[request->cell_area[cell]];
        walk->cost +=
            (isinf(cost) ? 1 : cost) * leg_length(leg, walk->at, to, query->search.radius);
    }
    walk->at = to;
}

static cw_vec3 lift(const cw_query *query, uint32_t cell, cw_vec2 local) {
    const cw_navmesh *mesh = query->clearance->mesh;
    cw_vec2 at = cw_clearance_plan(mesh, local);
    double z = query->search.mesh.flat ? mesh->positions[0].z : cw_navmesh_height(mesh, cell, at);
    return (cw_vec3){at.x, at.y, z};
}

/// How far a point lies inside of the portals of the path around one of its cells, by its number;
/// negative outside.
static double between_portals(const cw_query *query, uint32_t cell, cw_vec2 point) {
    double inside = INFINITY;
    if (cell > 0) {
        const cw_mesh_side *in = &query->search.mesh.sides[query->portals.items[cell - 1].edge];
        inside = -cw_vec2_cross(in->along, cw_vec2_sub(point, in->from));
    }
    if (cell < query->portals.count) {
        const cw_mesh_side *out = &query->search.mesh.sides[query->portals.items[cell].edge];
        inside = cw_least(inside, cw_vec2_cross(out->along, cw_vec2_sub(point, out->from)));
    }
    return inside;
}

/// Metres by which a point may lie behind the portal that it should be before: where a segment
/// touches a circle right next to a portal, a hair more or less of radius puts the touch on its
/// other side.
#define NEXT_TO_PORTAL (1e5 * CW_CLEARANCE_TOLERANCE)

/// The cell of the path that a point lies in, the one at hand or one next to it.
static uint32_t cell_next_to(const walker *walk, cw_vec2 point) {
    const cw_query *query = walk->query;
    const uint32_t *cells = query->cells.items;
    uint32_t i = walk->portal;
    if (query->search.mesh.flat || between_portals(query, i, point) >= 0) {
        return cells[i];
    }
    double inside = cw_path_search_inside(&query->search, cells[i], point);
    for (int step = -1; step <= 1; step += 2) {
        while (step < 0 ? i > 0 : i < query->portals.count) {
            uint32_t next = step < 0 ? i - 1 : i + 1;
            const cw_path_portal *portal = &query->portals.items[step < 0 ? i - 1 : i];
            const cw_mesh_side *side = &query->search.mesh.sides[portal->edge];
            double there = cw_path_search_inside(&query->search, cells[next], point);
            if (!(there > inside) || !cw_mesh_side_within(side, point, NEXT_TO_PORTAL)) {
                break;
            }
            inside = there;
            i = next;
        }
    }
    return cells[i];
}

/// Walks to the end of the leg at hand, which gets its place in the world there.
static void end_leg(walker *walk) {
    cw_path_leg *leg = &walk->query->legs.items[walk->leg];
    cw_vec2 to = cw_query_plan(leg->to);
    walk_to(walk, to);
    leg->to = lift(walk->query, cell_next_to(walk, to), to);
    walk->leg++;
}

/// Where an arc goes out through the line of a portal: of the two crossings of its circle, the one
/// where it comes from the left of the line; but on what is left of the arc.
static cw_vec2 cross_arc(const walker *walk, const cw_path_leg *leg, const cw_mesh_side *side) {
    double radius = walk->query->search.radius, hand = leg->ccw ? 1 : -1;
    cw_vec2 u = cw_vec2_sub(leg->center, side->from), end = cw_query_plan(leg->to);
    double middle = cw_vec2_dot(u, side->along), off = cw_vec2_cross(side->along, u);
    double half = sqrt(cw_most(radius * radius - off * off, 0));
    cw_vec2 at = cw_vec2_along(side->from, middle - hand * half, side->along);
    cw_vec2 start = cw_vec2_sub(walk->at, leg->center);
    double rest = cw_turn_on(start, cw_vec2_sub(end, leg->center), hand);
    double turn = cw_turn_on(start, cw_vec2_sub(at, leg->center), hand);
    return turn <= rest ? at : turn - rest < 4 - turn ? end : walk->at;
}

/// Metres by which a segment that runs along the line of a portal may be off it.
#define ALONG_PORTAL CW_CLEARANCE_TOLERANCE

/// Where a segment goes out through the line of a portal. One that runs along that line, as along a
/// wall next to the portal, crosses where it comes to the portal itself.
static cw_vec2 cross_segment(const walker *walk, const cw_path_leg *leg, const cw_mesh_side *side) {
    cw_vec2 to = cw_query_plan(leg->to), way = cw_vec2_sub(to, walk->at);
    cw_vec2 here = cw_vec2_sub(walk->at, side->from), there = cw_vec2_sub(to, side->from);
    double before = cw_vec2_cross(side->along, here), behind = cw_vec2_cross(side->along, there);
    double share = before > behind && before > 0 ? cw_least(before / (before - behind), 1) : 0;
    if (fabs(before) <= ALONG_PORTAL && fabs(behind) <= ALONG_PORTAL) {
        double s = cw_vec2_dot(side->along, here), run = cw_vec2_dot(side->along, there) - s;
        double gap = cw_least(cw_most(s, 0), side->length) - s;
        share = gap * run > 0 ? cw_least(gap / run, 1) : 0;
    }
    return cw_vec2_along(walk->at, share, way);
}

/// The summit of a portal with room for the radius that is nearest to a place; the place itself
/// where there is none.
static double nearest_summit(const cw_query *query, uint32_t edge, double at, double least_room) {
    const cw_clearance *clearance = query->clearance;
    const cw_mesh_side *side = &query->search.mesh.sides[edge];
    cw_summit_range range = cw_summits_of_edge(clearance, edge);
    double nearest = INFINITY;
    for (uint32_t i = range.first; i < range.first + range.count; i++) {
        const cw_summit *summit = &clearance->summits[i];
        double s = cw_vec2_dot(side->along, cw_vec2_sub(summit->position, side->from));
        if (summit->clearance >= least_room && fabs(s - at) < fabs(nearest - at)) {
            nearest = s;
        }
    }
    return isinf(nearest) ? at : nearest;
}

/// The part of a portal that the radius can use: the free part around the crossing, and the
/// crossing itself, which may lie outside by as much as radii are compared with. Where a gap just
/// lets the radius through, next to a portal, the crossing may have been taken for the end of a leg
/// that stops short of the portal: there is no room where that is on the portal, and it does not
/// count.
static cw_interval usable_part(const cw_query *query, uint32_t edge, double at) {
    const cw_clearance *clearance = query->clearance;
    const cw_mesh_side *side = &query->search.mesh.sides[edge];
    double radius = query->request.radius;
    double least_room = radius - CW_CLEARANCE_TOLERANCE * clearance->coarseness;
    cw_interval part;
    bool any = cw_parts_nearest(clearance, edge, radius, at, &part);
    if (any && cw_part_distance(part, at) == 0) {
        return part;
    }
    bool has_room = cw_clearance_has_room(clearance, clearance->mesh->edge_cell[edge],
                                          cw_vec2_along(side->from, at, side->along), least_room);
    if (!any) {
        at = has_room ? at : nearest_summit(query, edge, at, least_room);
        return (cw_interval){at, at};
    }
    return has_room ? (cw_interval){cw_least(part.from, at), cw_most(part.to, at)} : part;
}

/// Gives a portal its ends; a point can use all of it.
static inline void find_ends(const cw_query *query, cw_path_portal *portal) {
    const uint32_t *vertices = query->clearance->mesh->edge_vertex;
    cw_vec3 right = cw_query_vertex_at(query, vertices[portal->edge]);
    cw_vec3 left = cw_query_vertex_at(query, vertices[query->search.mesh.sides[portal->edge].next]);
    *portal = (cw_path_portal){portal->edge, right, left, {right, left}};
}

/// Finds the ends of a portal that is crossed at a place, and of its usable part.
static void find_usable(const cw_query *query, cw_path_portal *portal, cw_vec2 place) {
    find_ends(query, portal);
    if (query->request.radius == 0) {
        return;
    }
    const cw_mesh_side *side = &query->search.mesh.sides[portal->edge];
    double at = cw_vec2_dot(side->along, cw_vec2_sub(place, side->from));
    cw_interval best = usable_part(query, portal->edge, cw_least(cw_most(at, 0), side->length));
    double ends[2] = {best.from / side->length, best.to / side->length};
    cw_vec3 a = portal->right, b = portal->left;
    for (int i = 0; i < 2; i++) {
        portal->usable[i] = (cw_vec3){a.x + ends[i] * (b.x - a.x), a.y + ends[i] * (b.y - a.y),
                                      a.z + ends[i] * (b.z - a.z)};
    }
}

/// Walks to the next portal and through it.
static void cross_portal(walker *walk) {
    cw_query *query = walk->query;
    cw_path_portal *portal = &query->portals.items[walk->portal];
    cw_portal_leg crossing = query->portal_legs.items[walk->portal];
    const cw_mesh_side *side = &query->search.mesh.sides[portal->edge];
    while (walk->leg < crossing.leg) {
        end_leg(walk);
    }
    if (!crossing.at_start) {
        const cw_path_leg *leg = &query->legs.items[walk->leg];
        walk_to(walk, leg->arc ? cross_arc(walk, leg, side) : cross_segment(walk, leg, side));
    }
    find_usable(query, portal, walk->at);
    walk->portal++;
}

/// Makes legs that are in order end where the next one has its end, which was its start so far.
static void turn_legs(cw_query *query) {
    cw_path_leg *legs = query->legs.items;
    for (uint32_t i = 0; i < query->legs.count; i++) {
        legs[i].ccw = legs[i].arc && !legs[i].ccw;
        if (i + 1 < query->legs.count) {
            legs[i].to = legs[i + 1].to;
        }
    }
}

/// Makes portals as they are seen from their other sides.
static void turn_portals(cw_query *query) {
    for (uint32_t i = 0; i < query->portals.count; i++) {
        cw_path_portal *portal = &query->portals.items[i];
        *portal = (cw_path_portal){.edge = query->search.mesh.sides[portal->edge].twin,
                                   .right = portal->left,
                                   .left = portal->right,
                                   .usable = {portal->usable[1], portal->usable[0]}};
    }
}

/// Turns the parts of a path round that was found from its goal to its start.
static void turn_way(cw_query *query) {
    cw_turn_round(query->legs.items, sizeof *query->legs.items, 0, query->legs.count);
    cw_turn_round(query->portals.items, sizeof *query->portals.items, 0, query->portals.count);
    turn_legs(query);
    turn_portals(query);
    cw_turn_round(query->cells.items, sizeof *query->cells.items, 0, query->cells.count);
}

/// Gives the legs and portals of a point's path, which are in walking order, their ends.
static void find_all_ends(cw_query *query) {
    for (uint32_t i = 0; i < query->portals.count; i++) {
        find_ends(query, &query->portals.items[i]);
    }
    if (query->backward) {
        turn_legs(query);
        turn_portals(query);
    }
}

/// Walks the whole path; afterwards legs and portals are in world positions, but for where legs
/// start.
static void walk_legs(cw_query *query) {
    walker walk = {.query = query, .at = cw_query_first(query).position};
    while (walk.portal < query->portals.count) {
        cross_portal(&walk);
    }
    while (walk.leg < query->legs.count) {
        end_leg(&walk);
    }
    query->path.cost = query->request.cell_area == NULL ? query->path.length : walk.cost;
}

void cw_query_clear_way(cw_query *query) {
    query->knots.count = query->legs.count = 0;
    query->portals.count = query->portal_legs.count = 0;
    query->stretched = 0;
}

/// Crosses the portal of a knot, if it has one: the next stretch starts on it.
static cw_status cross_at_knot(cw_query *query, const cw_knot *knot) {
    if (knot->portal >= query->corridor.edges.count) {
        return CW_OK;
    }
    cw_path_portal portal = {.edge = query->corridor.edges.items[knot->portal]};
    cw_portal_leg crossing = {portal.edge, query->legs.count, true};
    CW_TRY(CW_ARRAY_PUSH(query->context, &query->portal_legs, crossing));
    return CW_ARRAY_PUSH(query->context, &query->portals, portal);
}

cw_status cw_query_keep_stretch(cw_query *query, const cw_knot *knot) {
    const cw_node *goal = &query->search.disc.nodes.items[query->search.found];
    uint32_t seam = query->legs.count;
    cw_disc_widen(&query->search, query->radius);
    CW_TRY(cw_query_collect_way(query, true));
    query->stretched += goal->estimate;
    cw_query_close_seam(query, seam);
    return cross_at_knot(query, knot);
}

cw_status cw_query_keep_straight(cw_query *query, cw_vec2 from, const cw_knot *knot) {
    bool added;
    CW_TRY(cw_query_add_leg(query, from, knot->at, NULL, &added));
    query->stretched += cw_vec2_distance(from, knot->at);
    return cross_at_knot(query, knot);
}

/// Finds legs, portals and cells of a path that was found over sights, where nodes do not tell
/// them: its legs are followed from cell to cell. `told` is false where that is too close to call.
static cw_status trace_legs(cw_query *query, const cw_node *goal, bool *told) {
    const cw_path_search *search = &query->search;
    cw_trace *trace = &query->trace;
    cw_place first = cw_query_first(query);
    CW_TRY(cw_trace_path(search, goal, first.cell, trace, told));
    query->cells.count = 0;
    CW_TRY(CW_ARRAY_RESERVE(query->context, &query->portals, trace->steps.count));
    query->portals.count = trace->steps.count;
    for (uint32_t i = 0; i < trace->steps.count; i++) {
        cw_path_portal *portal = &query->portals.items[i];
        portal->edge = trace->steps.items[i].edge;
        find_usable(query, portal, trace->steps.items[i].at);
    }
    query->legs.count = 0;
    bool added;
    cw_vec2 from = first.position;
    for (uint32_t i = 0; i < trace->ends.count; i++) {
        const cw_trace_end *end = &trace->ends.items[i];
        const cw_root *around = end->root == CW_NONE ? NULL : &search->disc.roots.items[end->root];
        CW_TRY(cw_query_add_leg(query, from, end->place.position, around, &added));
        from = end->place.position;
        if (added) {
            query->legs.items[query->legs.count - 1].to = lift(query, end->place.cell, from);
        }
    }
    return collect_cells(query, first.cell);
}

/// Gives the legs their starts and centers in the world.
static void finish_legs(cw_query *query) {
    cw_path_leg *legs = query->legs.items;
    for (uint32_t i = 0; i < query->legs.count; i++) {
        legs[i].from = i == 0 ? query->path.start : legs[i - 1].to;
        if (legs[i].arc) {
            legs[i].center = cw_clearance_plan(query->clearance->mesh, legs[i].center);
        }
    }
    if (query->legs.count > 0) {
        legs[query->legs.count - 1].to = query->path.goal;
    }
}

/// Which goal the path reaches, and where it ends: at the goal as it was asked for, unless that had
/// to be moved, or another place stands in for it.
static void report_goal(cw_query *query, const cw_goal *reached) {
    query->path.goal_index = reached->index;
    if (query->partial) {
        return;
    }
    cw_vec3 asked = query->request.goals[reached->index];
    cw_place goal = query->backward ? query->goal : (cw_place){reached->cell, reached->position};
    cw_vec3 at = lift(query, goal.cell, goal.position);
    cw_vec2 local = cw_clearance_local(query->clearance->mesh, cw_query_plan(asked));
    bool moved = local.x != goal.position.x || local.y != goal.position.y;
    query->path.goal = moved ? at : (cw_vec3){asked.x, asked.y, at.z};
}

/// Finds the legs, portals and cells of the path; `told` is false when they cannot be told.
static cw_status find_way(cw_query *query, bool *told) {
    uint32_t found = query->search.found;
    const cw_node *node = &query->search.disc.nodes.items[found];
    bool points = query->search.points.used;
    bool plain = points && query->request.cell_area == NULL;
    if (plain) {
        CW_TRY(cw_query_collect_way(query, !query->backward));
        find_all_ends(query);
        CW_TRY(collect_cells(query, first_cell(query, found)));
    } else if (points || has_all_nodes(&query->search, found)) {
        CW_TRY(cw_query_collect_way(query, true));
        CW_TRY(collect_cells(query, first_cell(query, found)));
        walk_legs(query);
    } else {
        CW_TRY(trace_legs(query, node, told));
    }
    if (query->backward && *told && !plain) {
        turn_way(query);
    }
    finish_legs(query);
    return CW_OK;
}

/// Lets the path have its parts, unless only its length is wanted.
static void give_parts(cw_query *query) {
    if (!query->request.length_only) {
        cw_kept_path parts = {query->cells, query->portals, query->legs, query->path};
        cw_kept_path_give(&parts, &query->path);
    }
}

cw_status cw_query_report_stretches(cw_query *query, const cw_goal *goal) {
    query->path.length = query->stretched;
    report_goal(query, goal);
    CW_TRY(collect_cells(query, query->start.cell));
    walk_legs(query);
    finish_legs(query);
    give_parts(query);
    return CW_OK;
}

cw_status cw_query_report(cw_query *query, bool *told) {
    cw_path *path = &query->path;
    const cw_node *node = &query->search.disc.nodes.items[query->search.found];
    bool with_costs = query->request.cell_area != NULL;
    *told = true;
    cw_disc_widen(&query->search, query->radius);
    path->length = path->cost = node->estimate;
    report_goal(query, &query->search.goals.items[node->goal]);
    if (!query->request.length_only || with_costs) {
        CW_TRY(find_way(query, told));
    }
    give_parts(query);
    return CW_OK;
}
