/// The way of a point that was found on the lattice: its legs and portals, right from the nodes of
/// that search. The roots give the legs, and a node knows by its root on which leg its portal is
/// crossed.
#include "path/point/sides.h"
#include "path/result/result.h"

/// What a way consists of, beside the legs and portals that were there before.
typedef struct way {
    const cw_point_node *goal;
    uint32_t roots;
    uint32_t steps;   ///< portals of the corridor before the first node: the start lies on them
    uint32_t portals; ///< with those
    bool skips_first, skips_last; ///< legs that are too short
} way;

/// How many portals of a corridor lie before the first one of a path, or before its goal (CW_NONE).
static uint32_t steps_before(const cw_path_search *search, uint32_t edge, uint32_t cell) {
    const uint32_t *cells = search->clearance->mesh->edge_cell;
    if (!search->in_corridor ||
        (edge == CW_NONE ? cell : cells[edge]) == cw_path_search_corridor_cell(search)) {
        return 0;
    }
    uint32_t steps = 0;
    while (steps < search->corridor_count && search->corridor[steps] != edge) {
        steps++;
    }
    return steps;
}

static way measure_way(const cw_path_search *search) {
    const cw_points *points = &search->points;
    way told = {.goal = &points->nodes.items[points->found]};
    const cw_goal *goal = &search->goals.items[told.goal->door];
    uint32_t first = CW_NONE, next = CW_NONE;
    for (uint32_t i = told.goal->parent; i != CW_NONE; i = points->nodes.items[i].parent) {
        if (cw_point_is_portal(search, &points->nodes.items[i])) {
            first = search->mesh.points.doors[points->nodes.items[i].door].edge;
            told.portals++;
        }
    }
    for (uint32_t i = told.goal->root; i != CW_NONE; i = cw_point_root_at(search, i)->parent) {
        next = cw_point_root_at(search, i)->parent == 0 ? i : next;
        told.roots++;
    }
    told.steps = steps_before(search, first, goal->cell);
    told.portals += told.steps;
    // A goal at a corner, or at the start, is no way from there; nor is a corner at the start.
    cw_vec2 last = cw_point_root_at(search, told.goal->root)->at;
    told.skips_last = cw_vec2_distance(last, goal->position) < CW_SHORTEST_LEG;
    told.skips_first = next == CW_NONE
                           ? told.skips_last
                           : cw_vec2_distance(cw_point_root_at(search, 0)->at,
                                              cw_point_root_at(search, next)->at) < CW_SHORTEST_LEG;
    return told;
}

/// Makes room for a way behind what is there already.
static cw_status make_room(cw_query *query, const way *told) {
    size_t portals = (size_t)query->portals.count + told->portals;
    CW_TRY(CW_ARRAY_RESERVE(query->context, &query->portals, portals));
    CW_TRY(CW_ARRAY_RESERVE(query->context, &query->portal_legs, portals));
    CW_TRY(CW_ARRAY_RESERVE(query->context, &query->legs, (size_t)query->legs.count + told->roots));
    query->portals.count = query->portal_legs.count = (uint32_t)portals;
    query->legs.count += told->roots - told->skips_last - (told->roots > 1 && told->skips_first);
    return CW_OK;
}

/// Where a leg ends at a corner: where areas have costs, a walk along the legs gives it its height.
static cw_vec3 corner_at(const cw_query *query, const cw_point_root *root) {
    uint32_t vertex =
        root->end == CW_NONE || query->request.cell_area != NULL
            ? CW_NONE
            : query->clearance->mesh->edge_vertex[cw_point_edge(&query->search, root->end)];
    return vertex == CW_NONE ? (cw_vec3){root->at.x, root->at.y, 0}
                             : cw_query_vertex_at(query, vertex);
}

/// Puts a portal at its place, and on which leg it is crossed: of a path that was found from its
/// goal, which has no costs, that is not asked for.
static void put_portal(cw_query *query, uint32_t at, uint32_t edge, uint32_t leg, bool left_out) {
    query->portals.items[at].edge = edge;
    if (query->request.cell_area != NULL) {
        query->portal_legs.items[at] = (cw_portal_leg){edge, leg, left_out};
    }
}

cw_status cw_query_tell_points(cw_query *query) {
    const cw_path_search *search = &query->search;
    const cw_point_node *nodes = search->points.nodes.items;
    way told = measure_way(search);
    uint32_t first_leg = query->legs.count, first = query->portals.count;
    CW_TRY(make_room(query, &told));
    bool back = query->backward; /* from what the search calls its goal, in walking order */
    uint32_t at = back ? first : query->portals.count, last_leg = query->legs.count - 1;
    uint32_t node = told.goal->parent, index = told.goal->root;
    cw_vec2 end = search->goals.items[told.goal->door].position;
    cw_vec3 to = {end.x, end.y, 0};
    for (uint32_t i = told.roots; i-- > 0;) {
        const cw_point_root *root = cw_point_root_at(search, index);
        bool left_out = i == 0 ? told.skips_first : i + 1 == told.roots && told.skips_last;
        uint32_t leg = first_leg + i - (i > 0 && told.skips_first);
        cw_vec3 from = corner_at(query, root);
        if (!left_out && back) {
            query->legs.items[last_leg - leg] = (cw_path_leg){.to = from};
        } else if (!left_out) {
            query->legs.items[leg] = (cw_path_leg){.from = from, .to = to};
        }
        for (; node != CW_NONE && nodes[node].root == index; node = nodes[node].parent) {
            if (cw_point_is_portal(search, &nodes[node])) {
                uint32_t edge = search->mesh.points.doors[nodes[node].door].edge;
                put_portal(query, back ? at++ : --at, edge, leg, left_out);
            }
        }
        to = from;
        index = root->parent;
    }
    while (!back && at-- > first) {
        put_portal(query, at, search->corridor[at - first], first_leg, true);
    }
    return CW_OK;
}
