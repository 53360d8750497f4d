/// The path of a point that was found on the lattice: its legs, portals and cells, right from the
/// nodes of that search. Where areas have costs it is told by nodes of a search with rays instead
/// (point/result.c), since the walk along it is the same for all paths.
#include "path/point/sides.h"
#include "path/result/result.h"

/// Makes room for the parts of a path to a goal node, and gives them their number.
static cw_status make_room(cw_query *query, const cw_point_node *goal) {
    const cw_path_search *search = &query->search;
    const cw_points *points = &search->points;
    uint32_t portals = 0, legs = 0;
    for (uint32_t i = goal->parent; i != CW_NONE; i = points->nodes.items[i].parent) {
        portals += cw_point_is_portal(search, &points->nodes.items[i]);
    }
    for (uint32_t i = goal->root; i != CW_NONE; i = points->roots.items[i].parent) {
        legs++;
    }
    CW_TRY(CW_ARRAY_RESERVE(query->context, &query->portals, portals));
    CW_TRY(CW_ARRAY_RESERVE(query->context, &query->cells, (size_t)portals + 1));
    CW_TRY(CW_ARRAY_RESERVE(query->context, &query->legs, legs));
    query->portals.count = portals;
    query->cells.count = portals + 1;
    query->legs.count = legs;
    return CW_OK;
}

/// A point can use all of a portal.
static cw_path_portal portal_of(const cw_query *query, uint32_t edge) {
    const uint32_t *vertices = query->clearance->mesh->edge_vertex;
    cw_vec3 right = cw_query_vertex_at(query, vertices[edge]);
    cw_vec3 left = cw_query_vertex_at(query, vertices[query->search.mesh.sides[edge].next]);
    return (cw_path_portal){edge, right, left, {right, left}};
}

static void tell_portals(cw_query *query, const cw_point_node *goal) {
    const cw_path_search *search = &query->search;
    uint32_t at = query->portals.count;
    query->cells.items[0] = search->goals.items[goal->door].cell;
    for (uint32_t i = goal->parent; i != CW_NONE; i = search->points.nodes.items[i].parent) {
        const cw_point_node *node = &search->points.nodes.items[i];
        if (cw_point_is_portal(search, node)) {
            uint32_t edge = search->mesh.points.doors[node->door].edge;
            query->cells.items[at--] = search->mesh.sides[edge].behind;
            query->portals.items[at] = portal_of(query, edge);
            query->cells.items[at] = query->clearance->mesh->edge_cell[edge];
        }
    }
}

/// Where legs end; where they start is told when all is in walking order.
static void tell_legs(cw_query *query, const cw_point_node *goal) {
    const cw_path_search *search = &query->search;
    const uint32_t *vertices = query->clearance->mesh->edge_vertex;
    uint32_t at = query->legs.count;
    cw_vec2 end = search->goals.items[goal->door].position;
    cw_vec3 to = {end.x, end.y, 0}; /* the goal, which is told by itself */
    for (uint32_t i = goal->root; i != CW_NONE; i = cw_point_root_at(search, i)->parent) {
        const cw_point_root *root = cw_point_root_at(search, i);
        query->legs.items[--at] = (cw_path_leg){.to = to};
        if (root->end != CW_NONE) {
            to = cw_query_vertex_at(query, vertices[cw_point_edge(search, root->end)]);
        }
    }
    // A goal at a corner, or at the start, is no way from there.
    query->legs.count -=
        cw_vec2_distance(cw_point_root_at(search, goal->root)->at, end) < CW_SHORTEST_LEG;
}

cw_status cw_query_tell_points(cw_query *query) {
    const cw_points *points = &query->search.points;
    const cw_point_node *goal = &points->nodes.items[points->found];
    CW_TRY(make_room(query, goal));
    tell_portals(query, goal);
    tell_legs(query, goal);
    query->path.cost = query->path.length;
    return CW_OK;
}
