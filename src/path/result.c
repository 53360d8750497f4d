/// From the goal node of a search to a path: its legs, its cells and portals, heights and cost.
///
/// Going back from the goal, the roots give the legs (a segment into each root, an arc around it)
/// and the nodes give the portals. Then the legs are walked once from portal to portal: a portal is
/// crossed on the first leg that ends behind its line, since up to there the path is in the convex
/// cell before it. That tells in which cell each leg ends, hence its height, and how long the path
/// is in each cell, hence its cost.
#include "path/angle.h"
#include "path/query.h"

/// Legs shorter than this many metres are left out.
#define SHORTEST_LEG 1e-12

/// Metres by which a crossing may miss the interval that the search had on a portal.
#define SEEN_SLACK 1e-9

static cw_vec2 plan(cw_vec3 p) {
    return (cw_vec2){p.x, p.y};
}

/// Adds a leg between local positions. Leg ends are local until the walk has made them world
/// positions with heights.
static cw_status add_leg(cw_query *query, cw_vec2 from, cw_vec2 to, const cw_root *around) {
    cw_path_leg leg = {.from = {from.x, from.y, 0}, .to = {to.x, to.y, 0}};
    if (cw_vec2_distance(from, to) < SHORTEST_LEG) {
        return CW_OK;
    }
    if (around != NULL) {
        leg.arc = true;
        leg.ccw = around->hand > 0;
        leg.center = around->center;
    }
    return CW_ARRAY_PUSH(query->context, &query->legs, leg);
}

/// Whether the search began so far beside the start, on a wall or at a vertex (around.c), that the
/// way there is a leg of its own. To a goal right next to it there is a straight way.
static bool starts_beside(const cw_query *query, const cw_node *goal) {
    cw_vec2 start = query->origin;
    bool next = goal->root == 0 && cw_vec2_distance(start, goal->low) < CW_NEXT_TO_ROOT;
    return !next && cw_vec2_distance(start, query->taut.roots.items[0].at) > CW_GRAZE;
}

/// Adds the legs from the goal back to the start, then turned round.
static cw_status collect_legs(cw_query *query, const cw_node *goal) {
    const cw_taut *taut = &query->taut;
    const cw_root *last = &taut->roots.items[goal->root];
    bool beside = starts_beside(query, goal);
    cw_vec2 to = goal->low;
    cw_vec2 from = cw_tangent_leaving(last->center, last->signed_radius, goal->right).at;
    uint32_t first = query->legs.count;
    for (uint32_t i = goal->root; i != CW_NONE; i = taut->roots.items[i].parent) {
        const cw_root *root = &taut->roots.items[i];
        if (root->hand == 0 || taut->radius == 0) {
            from = i == 0 && !beside ? query->origin : root->at;
        }
        CW_TRY(add_leg(query, from, to, NULL));
        if (root->hand != 0) {
            CW_TRY(add_leg(query, root->at, from, root));
        }
        to = root->at;
        from = root->from;
    }
    if (beside) {
        CW_TRY(add_leg(query, query->origin, to, NULL));
    }
    cw_path_leg *legs = query->legs.items;
    for (uint32_t i = first, j = query->legs.count; i + 1 < j; i++) {
        cw_path_leg swap = legs[i];
        legs[i] = legs[--j];
        legs[j] = swap;
    }
    for (uint32_t i = first + 1; i < query->legs.count; i++) {
        legs[i].from = legs[i - 1].to;
    }
    return CW_OK;
}

/// The first node of a path.
static const cw_node *first_node(const cw_taut *taut, uint32_t goal_node) {
    const cw_node *node = &taut->nodes.items[goal_node];
    while (node->parent != CW_NONE) {
        node = &taut->nodes.items[node->parent];
    }
    return node;
}

/// Whether the nodes of a path lead back to the start; over sights they do not.
static bool has_all_nodes(const cw_taut *taut, uint32_t goal_node) {
    const cw_node *node = first_node(taut, goal_node);
    return node->kind != CW_NODE_GOAL && taut->roots.items[node->root].parent == CW_NONE;
}

/// How many portals of the corridor lie before the first node of a path.
static uint32_t first_step(const cw_taut *taut, uint32_t goal_node) {
    return taut->in_corridor ? first_node(taut, goal_node)->steps : 0;
}

/// The cell in which a path begins, to judge by its nodes.
static uint32_t first_cell(const cw_query *query, uint32_t goal_node) {
    const cw_taut *taut = &query->taut;
    if (query->portals.count > 0) {
        return query->clearance->mesh->edge_cell[query->portals.items[0].edge];
    }
    return taut->nodes.items[goal_node].cell;
}

/// The cells of a path from its portals.
static cw_status collect_cells(cw_query *query, uint32_t start) {
    const cw_navmesh *mesh = query->clearance->mesh;
    uint32_t count = query->portals.count;
    CW_TRY(CW_ARRAY_RESERVE(query->context, &query->cells, (size_t)count + 1));
    query->cells.items[0] = start;
    query->cells.count = count + 1;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t twin = mesh->edge_twin[query->portals.items[i].edge];
        query->cells.items[i + 1] = mesh->edge_cell[twin];
    }
    return CW_OK;
}

/// Adds a portal with the interval that the search had on it, which `usable` keeps for now.
static cw_status add_portal(cw_query *query, uint32_t edge, cw_vec2 low, cw_vec2 high) {
    cw_path_portal portal = {.edge = edge, .usable = {{low.x, low.y, 0}, {high.x, high.y, 0}}};
    return CW_ARRAY_PUSH(query->context, &query->portals, portal);
}

/// Adds the portals from the goal back to the start, then turned round.
static cw_status collect_portals(cw_query *query, uint32_t goal_node) {
    const cw_taut *taut = &query->taut;
    uint32_t first = query->portals.count;
    for (uint32_t i = goal_node; i != CW_NONE; i = taut->nodes.items[i].parent) {
        const cw_node *node = &taut->nodes.items[i];
        if (node->kind == CW_NODE_EDGE) {
            CW_TRY(add_portal(query, taut->sides[node->entry].twin, node->low, node->high));
        }
    }
    // A search may begin behind the first portals of a corridor, where its start lies on them.
    for (uint32_t i = first_step(taut, goal_node); i-- > 0;) {
        CW_TRY(add_portal(query, taut->corridor[i], query->origin, query->origin));
    }
    cw_path_portal *portals = query->portals.items;
    for (uint32_t i = first, j = query->portals.count; i + 1 < j; i++) {
        cw_path_portal swap = portals[i];
        portals[i] = portals[--j];
        portals[j] = swap;
    }
    return CW_OK;
}

/// A walk along the legs.
typedef struct walker {
    cw_query *query;
    uint32_t leg;
    cw_vec2 at;
    uint32_t cell;
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
    const cw_path_request *request = &walk->query->request;
    const cw_path_leg *leg = &walk->query->legs.items[walk->leg];
    double cost =
        request->cell_area == NULL ? 1 : request->area_cost[request->cell_area[walk->cell]];
    walk->cost +=
        (isinf(cost) ? 1 : cost) * leg_length(leg, walk->at, to, walk->query->taut.radius);
    walk->at = to;
}

static cw_vec3 lift(const cw_query *query, uint32_t cell, cw_vec2 local) {
    const cw_navmesh *mesh = query->clearance->mesh;
    cw_vec2 at = cw_clearance_plan(mesh, local);
    double z = query->taut.flat ? mesh->positions[0].z : cw_navmesh_height(mesh, cell, at);
    return (cw_vec3){at.x, at.y, z};
}

/// Walks to the end of the leg at hand, which gets its place in the world there.
static void end_leg(walker *walk) {
    cw_path_leg *leg = &walk->query->legs.items[walk->leg];
    walk_to(walk, plan(leg->to));
    leg->to = lift(walk->query, walk->cell, plan(leg->to));
    walk->leg++;
}

/// Where an arc goes out through the line of a portal: of the two crossings of its circle, the one
/// where it comes from the left of the line.
static cw_vec2 cross_arc(const cw_path_leg *leg, cw_vec2 a, cw_vec2 along, double radius) {
    cw_vec2 u = cw_vec2_sub(leg->center, a);
    double middle = cw_vec2_dot(u, along), off = cw_vec2_cross(along, u);
    double half = sqrt(cw_most(radius * radius - off * off, 0));
    return cw_vec2_along(a, leg->ccw ? middle - half : middle + half, along);
}

/// Whether an arc that ends before the line of a portal has gone out through it and come back: the
/// crossing lies on it, and where the search saw the path cross.
static bool bulges_out(const walker *walk, const cw_path_leg *leg, cw_vec2 a, cw_vec2 along,
                       const cw_path_portal *portal) {
    double radius = walk->query->taut.radius;
    if (!leg->arc || fabs(cw_vec2_cross(along, cw_vec2_sub(leg->center, a))) > radius) {
        return false;
    }
    cw_vec2 at = cross_arc(leg, a, along, radius);
    double s = cw_vec2_dot(along, cw_vec2_sub(at, a));
    double low = cw_vec2_dot(along, cw_vec2_sub(plan(portal->usable[0]), a));
    double high = cw_vec2_dot(along, cw_vec2_sub(plan(portal->usable[1]), a));
    return s >= low - SEEN_SLACK && s <= high + SEEN_SLACK &&
           leg_length(leg, walk->at, at, radius) <=
               leg_length(leg, walk->at, plan(leg->to), radius);
}

/// A vertex of the mesh where it exactly is: on the lattice.
static cw_vec3 vertex_at(const cw_query *query, uint32_t vertex) {
    const cw_clearance *clearance = query->clearance;
    cw_vec2 at = cw_clearance_plan(clearance->mesh, clearance->points[vertex]);
    return (cw_vec3){at.x, at.y, clearance->mesh->positions[vertex].z};
}

/// The part of a portal around the crossing that the radius can use.
static void find_usable(const cw_query *query, cw_path_portal *portal, double at, double length) {
    const cw_navmesh *mesh = query->clearance->mesh;
    cw_interval best = {at, at};
    if (query->request.radius == 0) {
        best = (cw_interval){0, length}; /* a point can use all of it */
    } else if (cw_parts_nearest(query->clearance, portal->edge, query->request.radius, at, &best)) {
        best = (cw_interval){cw_least(best.from, at), cw_most(best.to, at)};
    }
    uint32_t next = query->taut.sides[portal->edge].next;
    portal->right = vertex_at(query, mesh->edge_vertex[portal->edge]);
    portal->left = vertex_at(query, mesh->edge_vertex[next]);
    cw_vec3 a = portal->right, b = portal->left;
    double ends[2] = {best.from / length, best.to / length};
    for (int i = 0; i < 2; i++) {
        portal->usable[i] = (cw_vec3){a.x + ends[i] * (b.x - a.x), a.y + ends[i] * (b.y - a.y),
                                      a.z + ends[i] * (b.z - a.z)};
    }
}

/// Whether a leg that ends at a point crosses a portal: the end lies behind its line, or on it
/// where the search saw the path cross. Other portals may lie on the same line.
static bool ends_behind(cw_vec2 end, cw_vec2 a, cw_vec2 along, const cw_path_portal *portal) {
    cw_vec2 u = cw_vec2_sub(end, a);
    double side = cw_vec2_cross(along, u), s = cw_vec2_dot(along, u);
    double low = cw_vec2_dot(along, cw_vec2_sub(plan(portal->usable[0]), a));
    double high = cw_vec2_dot(along, cw_vec2_sub(plan(portal->usable[1]), a));
    return side < -CW_GRAZE ||
           (side <= CW_GRAZE && s >= low - SEEN_SLACK && s <= high + SEEN_SLACK);
}

/// Walks to a portal and through it.
static void cross_portal(walker *walk, cw_path_portal *portal) {
    cw_query *query = walk->query;
    const cw_taut_side *side = &query->taut.sides[portal->edge];
    cw_vec2 a = side->from, along = side->along;
    double length = side->length;
    while (walk->leg + 1 < query->legs.count) {
        const cw_path_leg *leg = &query->legs.items[walk->leg];
        if (ends_behind(plan(leg->to), a, along, portal) ||
            bulges_out(walk, leg, a, along, portal)) {
            break;
        }
        end_leg(walk);
    }
    cw_vec2 at = walk->at;
    if (walk->leg < query->legs.count) {
        const cw_path_leg *leg = &query->legs.items[walk->leg];
        cw_vec2 to = plan(leg->to);
        double before = cw_vec2_cross(along, cw_vec2_sub(at, a));
        double behind = cw_vec2_cross(along, cw_vec2_sub(to, a));
        if (leg->arc) {
            at = cross_arc(leg, a, along, query->taut.radius);
        } else if (before > behind && before > 0) {
            double share = cw_least(before / (before - behind), 1);
            at = cw_vec2_along(at, share, cw_vec2_sub(to, at));
        }
        walk_to(walk, at);
    }
    double s = cw_vec2_dot(along, cw_vec2_sub(at, a));
    find_usable(query, portal, cw_least(cw_most(s, 0), length), length);
    walk->cell = side->behind;
}

/// Walks the whole path; afterwards legs and portals are in world positions, but for where legs
/// start.
static void walk_legs(cw_query *query) {
    walker walk = {.query = query, .at = query->start.position, .cell = query->cells.items[0]};
    for (uint32_t i = 0; i < query->portals.count; i++) {
        cross_portal(&walk, &query->portals.items[i]);
    }
    while (walk.leg < query->legs.count) {
        end_leg(&walk);
    }
    query->path.cost = query->request.cell_area == NULL ? query->path.length : walk.cost;
}

/// By how much a path is longer from the start itself than from where the search began.
static double correct_start(const cw_query *query, const cw_node *goal) {
    const cw_root *roots = query->taut.roots.items;
    uint32_t root = goal->root;
    cw_vec2 to = goal->low;
    if (query->origin.x == roots[0].at.x && query->origin.y == roots[0].at.y) {
        return 0;
    }
    if (starts_beside(query, goal)) {
        return cw_vec2_distance(query->origin, roots[0].at);
    }
    for (; roots[root].parent != CW_NONE; root = roots[root].parent) {
        to = roots[root].at;
    }
    return cw_vec2_distance(query->origin, to) - cw_vec2_distance(roots[root].at, to);
}

cw_status cw_query_keep_stretch(cw_query *query, const cw_knot *knot) {
    const cw_node *goal = &query->taut.nodes.items[query->taut.found];
    cw_taut_widen(&query->taut, query->radius);
    CW_TRY(collect_legs(query, goal));
    CW_TRY(collect_portals(query, query->taut.found));
    query->stretched += goal->estimate + correct_start(query, goal);
    return add_portal(query, query->corridor.edges.items[knot->portal], knot->at, knot->at);
}

/// The same for a path that was found over sights, where nodes do not tell the portals.
static cw_status trace_legs(cw_query *query, const cw_node *goal, bool *told) {
    const cw_taut *taut = &query->taut;
    cw_trace *trace = &query->trace;
    CW_TRY(cw_trace_path(taut, goal, query->start.cell, trace, told));
    query->cells.count = 0;
    CW_TRY(CW_ARRAY_RESERVE(query->context, &query->portals, trace->steps.count));
    query->portals.count = trace->steps.count;
    for (uint32_t i = 0; i < trace->steps.count; i++) {
        cw_path_portal *portal = &query->portals.items[i];
        portal->edge = trace->steps.items[i].edge;
        const cw_taut_side *side = &taut->sides[portal->edge];
        double s = cw_vec2_dot(side->along, cw_vec2_sub(trace->steps.items[i].at, side->from));
        find_usable(query, portal, cw_least(cw_most(s, 0), side->length), side->length);
    }
    query->legs.count = 0;
    cw_vec2 from = query->start.position;
    if (starts_beside(query, goal)) {
        cw_vec2 beside = taut->roots.items[0].at;
        CW_TRY(add_leg(query, from, beside, NULL));
        query->legs.items[0].to = lift(query, query->start.cell, beside);
        from = beside;
    }
    for (uint32_t i = 0; i < trace->ends.count; i++) {
        const cw_trace_end *end = &trace->ends.items[i];
        uint32_t before = query->legs.count;
        const cw_root *around = end->root == CW_NONE ? NULL : &taut->roots.items[end->root];
        CW_TRY(add_leg(query, from, end->place.position, around));
        from = end->place.position;
        if (query->legs.count > before) {
            query->legs.items[before].to = lift(query, end->place.cell, from);
        }
    }
    return collect_cells(query, query->start.cell);
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

/// Where the path ends: at the goal as it was asked for, unless that had to be moved.
static void report_goal(cw_query *query, const cw_goal *goal) {
    cw_vec3 asked = query->request.goals[goal->index];
    cw_vec3 at = lift(query, goal->cell, goal->position);
    cw_vec2 local = cw_clearance_local(query->clearance->mesh, plan(asked));
    bool moved = local.x != goal->position.x || local.y != goal->position.y;
    query->path.goal = moved ? at : (cw_vec3){asked.x, asked.y, at.z};
}

/// Finds the legs, portals and cells of the path; `told` is false when they cannot be told.
static cw_status find_way(cw_query *query, bool *told) {
    uint32_t found = query->taut.found;
    const cw_node *node = &query->taut.nodes.items[found];
    if (has_all_nodes(&query->taut, found)) {
        CW_TRY(collect_legs(query, node));
        CW_TRY(collect_portals(query, found));
        CW_TRY(collect_cells(query, first_cell(query, found)));
        walk_legs(query);
    } else {
        CW_TRY(trace_legs(query, node, told));
    }
    finish_legs(query);
    return CW_OK;
}

static void give_arrays(cw_query *query) {
    cw_path *path = &query->path;
    path->cells = query->cells.items;
    path->cell_count = query->cells.count;
    path->portals = query->portals.items;
    path->portal_count = query->portals.count;
    path->legs = query->legs.items;
    path->leg_count = query->legs.count;
}

cw_status cw_query_report(cw_query *query, bool *told) {
    cw_path *path = &query->path;
    const cw_node *node = &query->taut.nodes.items[query->taut.found];
    const cw_goal *goal = &query->taut.goals.items[node->goal];
    bool with_costs = query->request.cell_area != NULL;
    *told = true;
    cw_taut_widen(&query->taut, query->radius);
    path->length = path->cost = query->stretched + node->estimate + correct_start(query, node);
    path->goal_index = goal->index;
    if (!query->partial) {
        report_goal(query, goal);
    }
    if (!query->request.length_only || with_costs) {
        CW_TRY(find_way(query, told));
    }
    if (!query->request.length_only) {
        give_arrays(query);
    }
    return CW_OK;
}
