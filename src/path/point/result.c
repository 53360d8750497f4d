/// The path that was found on the lattice, told by the roots and nodes of a search with rays: from
/// there on all paths are one. Without costs the goal is all there is to tell: the rest is told
/// right from the nodes on the lattice (point_legs.c), or not at all.
#include "path/point/sides.h"

/// Tells the roots of the path to a goal as those of a search with rays, and gives the last.
static cw_status tell_roots(cw_path_search *search, uint32_t last, uint32_t *told) {
    uint32_t count = 0;
    for (uint32_t i = last; i != CW_NONE; i = cw_point_root_at(search, i)->parent) {
        count++;
    }
    CW_TRY(CW_ARRAY_RESERVE(search->context, &search->disc.roots, count));
    search->disc.roots.count = count;
    *told = count - 1;
    for (uint32_t i = last; i != CW_NONE; i = cw_point_root_at(search, i)->parent) {
        const cw_point_root *root = cw_point_root_at(search, i);
        cw_root *to = &search->disc.roots.items[--count];
        *to = (cw_root){.center = root->at,
                        .hand = root->hand,
                        .at = root->at,
                        .from = root->at,
                        .length = root->length,
                        .corner = CW_NONE,
                        .parent = CW_NONE,
                        .rival = CW_NONE};
        if (root->parent != CW_NONE) {
            to->from = cw_point_root_at(search, root->parent)->at;
            to->along = cw_unit(cw_vec2_sub(to->at, to->from));
            to->corner = cw_point_corner_of(search, root->end);
            to->parent = count - 1;
        }
    }
    return CW_OK;
}

/// How many portals of a corridor lie before the first one of a path, or before its goal: those
/// that its start lies on. `edge` is that portal, or CW_NONE.
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

/// Tells the portals of the path to a goal node as nodes of a search with rays, which begin in the
/// first cell; their last root is `told`. Gives the number of the last.
static cw_status tell_portals(cw_path_search *search, const cw_point_node *goal, uint32_t told,
                              uint32_t *last) {
    uint32_t count = 1, root = goal->root, first = CW_NONE;
    for (uint32_t i = goal->parent; i != CW_NONE; i = search->points.nodes.items[i].parent) {
        count += cw_point_is_portal(search, &search->points.nodes.items[i]);
    }
    CW_TRY(CW_ARRAY_RESERVE(search->context, &search->disc.nodes, count));
    search->disc.nodes.count = count;
    *last = count - 1;
    for (uint32_t i = goal->parent; i != CW_NONE; i = search->points.nodes.items[i].parent) {
        const cw_point_node *step = &search->points.nodes.items[i];
        for (; root != step->root; told--) {
            root = cw_point_root_at(search, root)->parent;
        }
        if (cw_point_is_portal(search, step)) {
            first = search->mesh.points.doors[step->door].edge;
            const cw_mesh_side *side = &search->mesh.sides[first];
            count--;
            search->disc.nodes.items[count] = (cw_node){.root = told,
                                                        .parent = count - 1,
                                                        .cell = side->behind,
                                                        .entry = side->twin,
                                                        .goal = CW_NONE,
                                                        .kind = CW_NODE_EDGE};
        }
    }
    search->disc.nodes.items[0] =
        (cw_node){.parent = CW_NONE,
                  .cell = search->around.items[0],
                  .entry = CW_NONE,
                  .steps = steps_before(search, first, search->goals.items[goal->door].cell)};
    return CW_OK;
}

cw_status cw_points_tell(cw_path_search *search, const cw_point_node *found) {
    const cw_goal *goal = &search->goals.items[found->door];
    cw_node node = {.estimate = search->best,
                    .right = {1, 0},
                    .low = goal->position,
                    .cell = goal->cell,
                    .entry = CW_NONE,
                    .goal = found->door,
                    .kind = CW_NODE_GOAL};
    if (!search->plain_costs) {
        CW_TRY(tell_roots(search, found->root, &node.root));
        CW_TRY(tell_portals(search, found, node.root, &node.parent));
        cw_vec2 way = cw_vec2_sub(goal->position, search->disc.roots.items[node.root].at);
        node.right = way.x != 0 || way.y != 0 ? cw_unit(way) : node.right;
    }
    search->points.found = (uint32_t)(found - search->points.nodes.items);
    search->found = search->disc.nodes.count;
    return CW_ARRAY_PUSH(search->context, &search->disc.nodes, node);
}
