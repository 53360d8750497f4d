/// From the goal node of a search to legs and portals.
///
/// Going back from the goal, the roots give the legs (a segment into each root, an arc around it)
/// and the nodes give the portals. A node also knows its root: its portal is crossed on the arc
/// around that root, if the path leaves the arc behind the portal, or else on the segment that
/// leaves the arc. So each portal has its leg, whatever the lines of other portals do. The path of
/// a point has no arcs.
#include "path/point/sides.h"
#include "path/ready/angle.h"
#include "path/result/result.h"

/// What is collected from the goal back to the start.
typedef struct collector {
    cw_query *query;
    uint32_t node;                    ///< at hand
    uint32_t first_leg, first_portal; ///< legs and portals that were there before
} collector;

cw_status cw_query_add_leg(cw_query *query, cw_vec2 from, cw_vec2 to, const cw_root *around,
                           bool *added) {
    cw_path_leg leg = {.from = {from.x, from.y, 0}, .to = {to.x, to.y, 0}};
    *added = cw_vec2_distance(from, to) >= CW_SHORTEST_LEG;
    if (!*added) {
        return CW_OK;
    }
    if (around != NULL) {
        leg.arc = true;
        leg.ccw = around->hand > 0;
        leg.center = around->center;
    }
    return CW_ARRAY_PUSH(query->context, &query->legs, leg);
}

/// Adds a portal that is crossed on the leg that was added last; if that was left out, it is all in
/// one place, where the leg behind it starts. Until all are collected, legs are counted from the
/// goal.
static inline cw_status add_portal(const collector *back, uint32_t edge, bool left_out) {
    cw_query *query = back->query;
    cw_portal_leg crossing = {edge, query->legs.count - back->first_leg, left_out};
    return CW_ARRAY_PUSH(query->context, &query->portal_legs, crossing);
}

/// Whether the portal of a node is crossed on the arc around its root, which the path leaves in a
/// direction: there the arc has not come as far as that.
static bool is_on_arc(const cw_root *root, const cw_node *node, cw_vec2 leaving) {
    return node->arc && cw_turn_on(root->along, root->hand > 0 ? node->left : node->right,
                                   root->hand) < cw_turn_on(root->along, leaving, root->hand);
}

/// Adds the portals of a root, up to the first that is crossed on its arc, or all.
static cw_status collect_portals(collector *back, uint32_t root_index, const cw_vec2 *leaving,
                                 bool left_out) {
    const cw_path_search *search = &back->query->search;
    const cw_root *root = &search->disc.roots.items[root_index];
    while (back->node != CW_NONE) {
        const cw_node *node = &search->disc.nodes.items[back->node];
        if (node->root != root_index || (leaving != NULL && is_on_arc(root, node, *leaving))) {
            break;
        }
        if (node->kind == CW_NODE_EDGE) {
            CW_TRY(add_portal(back, search->mesh.sides[node->entry].twin, left_out));
        }
        back->node = node->parent;
    }
    return CW_OK;
}

/// Collects the way of a disc.
static cw_status collect_disc(collector *back) {
    cw_query *query = back->query;
    const cw_path_search *search = &query->search;
    const cw_node *goal = &search->disc.nodes.items[search->found];
    const cw_root *last = &search->disc.roots.items[goal->root];
    bool added;
    cw_vec2 to = goal->low, leaving = goal->right;
    cw_vec2 from = cw_tangent_leaving(last->center, last->signed_radius, leaving).at;
    back->node = search->found;
    for (uint32_t i = goal->root; i != CW_NONE; i = search->disc.roots.items[i].parent) {
        const cw_root *root = &search->disc.roots.items[i];
        if (root->hand == 0) {
            from = root->at;
        }
        CW_TRY(cw_query_add_leg(query, from, to, NULL, &added));
        CW_TRY(collect_portals(back, i, &leaving, !added));
        if (root->hand != 0) {
            CW_TRY(cw_query_add_leg(query, root->at, from, root, &added));
        }
        CW_TRY(collect_portals(back, i, NULL, !added));
        to = root->at;
        from = root->from;
        leaving = root->along;
    }
    return CW_OK;
}

/// A corner where a leg of a point ends; where areas have costs, a walk along the legs gives it its
/// height.
static cw_vec3 corner_at(const cw_query *query, const cw_point_root *root) {
    if (root->end == CW_NONE || query->request.cell_area != NULL) {
        return (cw_vec3){root->at.x, root->at.y, 0};
    }
    const uint32_t *vertices = query->clearance->mesh->edge_vertex;
    return cw_query_vertex_at(query, vertices[cw_point_edge(&query->search, root->end)]);
}

/// How many portals of a corridor lie before the first one of a path, or before its goal (CW_NONE):
/// the start lies on them.
static uint32_t steps_before(const cw_path_search *search, uint32_t edge, uint32_t goal) {
    const uint32_t *cells = search->clearance->mesh->edge_cell;
    uint32_t cell = edge == CW_NONE ? search->goals.items[goal].cell : cells[edge], steps = 0;
    if (search->in_corridor && cell != cw_path_search_corridor_cell(search)) {
        while (steps < search->corridor_count && search->corridor[steps] != edge) {
            steps++;
        }
    }
    return steps;
}

/// Collects the way of a point. A goal at a corner, or at the start, is no way from there; nor is a
/// corner at the start.
static cw_status collect_point(collector *back) {
    cw_query *query = back->query;
    const cw_path_search *search = &query->search;
    const cw_point_node *nodes = search->points.nodes.items;
    const cw_point_node *goal = &nodes[search->points.found];
    cw_vec2 to = search->goals.items[goal->door].position;
    cw_vec3 end = {to.x, to.y, 0};
    uint32_t node = goal->parent;
    for (uint32_t i = goal->root; i != CW_NONE;) {
        const cw_point_root *root = cw_point_root_at(search, i);
        bool inner = i != goal->root && root->parent != CW_NONE;
        bool added = inner || cw_vec2_distance(root->at, to) >= CW_SHORTEST_LEG;
        if (added) {
            cw_path_leg leg = {.from = {root->at.x, root->at.y, 0}, .to = end};
            CW_TRY(CW_ARRAY_PUSH(query->context, &query->legs, leg));
        }
        for (; node != CW_NONE && nodes[node].root == i; node = nodes[node].parent) {
            if (cw_point_is_portal(search, &nodes[node])) {
                CW_TRY(add_portal(back, search->mesh.points.doors[nodes[node].door].edge, !added));
            }
        }
        to = root->at;
        end = corner_at(query, root);
        i = root->parent;
    }
    uint32_t count = query->portal_legs.count;
    uint32_t first =
        count > back->first_portal ? query->portal_legs.items[count - 1].edge : CW_NONE;
    for (uint32_t i = steps_before(search, first, goal->door); i-- > 0;) {
        CW_TRY(add_portal(back, search->corridor[i], true));
    }
    return CW_OK;
}

/// Turns what was collected round, so that it goes from the start of the search to its goal.
static void turn_round(const collector *back) {
    cw_query *query = back->query;
    cw_path_leg *legs = query->legs.items;
    cw_portal_leg *portal_legs = query->portal_legs.items;
    cw_turn_round(legs, sizeof *legs, back->first_leg, query->legs.count);
    for (uint32_t i = back->first_leg + 1; i < query->legs.count; i++) {
        legs[i].from = legs[i - 1].to;
    }
    cw_turn_round(portal_legs, sizeof *portal_legs, back->first_portal, query->portal_legs.count);
    for (uint32_t i = back->first_portal; i < query->portal_legs.count; i++) {
        portal_legs[i].leg = query->legs.count - portal_legs[i].leg;
    }
}

cw_status cw_query_collect_way(cw_query *query, bool turned) {
    collector back = {query, CW_NONE, query->legs.count, query->portals.count};
    CW_TRY(query->search.points.used ? collect_point(&back) : collect_disc(&back));
    if (turned) {
        turn_round(&back);
    }
    uint32_t count = query->portal_legs.count;
    CW_TRY(CW_ARRAY_RESERVE(query->context, &query->portals, count));
    for (uint32_t i = back.first_portal; i < count; i++) {
        query->portals.items[i].edge = query->portal_legs.items[i].edge;
    }
    query->portals.count = count;
    return CW_OK;
}
