/// The shortest path of a point.
///
/// The method is Polyanya (Cui, Harabor, Grastien: Compromise-free pathfinding on a navigation
/// mesh, 2017). A node is a root and the part of a portal that it sees. Such a part lies between
/// two lines, each through a root and a vertex; so which portals the root sees behind it is told by
/// the side of such a line on which a vertex lies, for three points of the lattice, exactly
/// (sides.h). No path is missed because a corner lies on a line by a hair, however large the
/// plan or small the cell.
///
/// Cells with dents are cut into convex pieces first (ready.c), so behind each door, be it a
/// portal or a cut, lies a convex piece of floor. Expanding a node sends its lines through one:
///   1. the portals between them are seen in turn (see.c);
///   2. where the portal is seen up to its end, and that is a corner with its walls on the far side
///      of the line to it, the path turns there, and sees what lies around the corner, from the
///      line on, as far as the wall (turn.c).
/// Each corner knows the shortest path that has come to it, on whatever way: a node whose portal is
/// come to by less around one of its ends is left alone. The first goal that is taken is nearest,
/// since nothing is estimated too long.
///
/// The start and the goals are no lattice points. A vertex within CW_GRAZE of a line from the start
/// lies on it, and a goal as near as that behind a line is seen: rays may cross a wall by as much.
#include "path/point/sides.h"

/// A node that is looked through.
typedef struct view {
    cw_point_node node;
    cw_vec2 root;
    double right_doubt, left_doubt; ///< see cw_point_doubt()
    uint32_t index;                 ///< of the node
    cw_point_turn right, left;      ///< around the corners at the ends of its portal
} view;

/// Cross products of the ways along the lines of a node with those from its root to the right and
/// the left end of a door.
typedef struct products {
    double right_from, right_to, left_from, left_to;
} products;

/// What is seen of a door.
typedef struct glimpse {
    bool seen;
    bool right_end, left_end, flat;
    bool touched; ///< only one end is seen, or both in line
} glimpse;

/// What is seen of a door next to a line. The portal itself bounds what is seen, and behind a
/// vertex left of the right line all are. Of a door on one of the lines only the ends are seen, at
/// which a path may turn.
///
/// What is known of a line from the start is that it comes within CW_GRAZE of some vertices. So an
/// end on such a line is seen: behind it, what lies between the two lines may be as wide as one
/// likes. A line from a vertex through an end turns there exactly, and needs no such care.
static glimpse look_closely(const cw_path_search *search, const view *through, uint32_t index,
                            const products *sides) {
    const cw_point_door *door = &search->mesh.points.doors[index];
    const cw_point_node *node = &through->node;
    const cw_point_door *entered = &search->mesh.points.doors[node->door];
    bool last =
        cw_points_same_end(search, 2 * index + 1, door->to, 2 * node->door + 1, entered->to);
    cw_point_ruler on_right = {node->right, through->right_doubt, CW_GRAZE};
    cw_point_ruler on_left = {node->left, through->left_doubt, CW_GRAZE};
    int right = cw_points_tell_side(search, &on_right, 2 * index, sides->right_from);
    int left = cw_points_tell_side(search, &on_left, 2 * index, sides->left_from);
    int next_right = last || right > 0
                         ? 1
                         : cw_points_tell_side(search, &on_right, 2 * index + 1, sides->right_to);
    int next_left = last ? !node->left_end
                         : cw_points_tell_side(search, &on_left, 2 * index + 1, sides->left_to);
    bool flat =
        next_right >= 0 && ((right == 0 && next_right == 0) || (left == 0 && next_left == 0));
    bool between = next_right > 0 && left < 0;
    bool touched = next_right >= (node->right.root != 0) && left <= -(node->left.root != 0);
    return (glimpse){.seen = flat || touched,
                     .right_end = right >= 0,
                     .left_end = next_left <= 0,
                     .flat = flat,
                     .touched = flat || !between};
}

/// Looks at a door around the corner at an end of the portal, if a path may turn there.
static inline cw_status look_beyond(cw_path_search *search, const view *through,
                                    cw_point_turn *turn, uint32_t index) {
    if (turn->state == CW_POINT_UNASKED) {
        CW_TRY(cw_points_open(search, &through->node, through->index, turn));
    }
    return turn->state == CW_POINT_OPEN ? cw_points_look_around(search, turn, index) : CW_OK;
}

/// Whether a ray along a line from the start has touched the end of a door before that this one
/// touches. Along a row of vertices in line with the start, there are as many ways for it as there
/// are sides to pass them on. Behind a corner that the line goes through there are few, but in
/// cells of nanometres it might go round and round.
static bool is_touched_again(cw_path_search *search, const view *through, uint32_t index,
                             glimpse part) {
    const cw_point_node *node = &through->node;
    if (!part.touched) {
        return false;
    }
    if (node->root == 0) {
        uint32_t *mark = &search->points.touched[2 * index + !part.right_end];
        bool again = *mark == search->stamp;
        *mark = search->stamp;
        return again;
    }
    while (node->door != index && node->parent != CW_NONE) {
        node = &search->points.nodes.items[node->parent];
        if (node->root != through->node.root) {
            return false;
        }
    }
    return node->door == index;
}

/// Adds the part of a door that is seen, with the ways to its ends, if it may lead to the goal.
static inline cw_status look_at_part(cw_path_search *search, const view *through, uint32_t index,
                                     glimpse part, cw_vec2 from, cw_vec2 to) {
    const cw_point_node *node = &through->node;
    if (!part.seen || !cw_point_leads_on(search, &search->mesh.points.doors[index]) ||
        is_touched_again(search, through, index, part)) {
        return CW_OK;
    }
    cw_point_node *next;
    CW_TRY(cw_points_next(search, &next));
    next->right_way = *(part.right_end ? &from : &node->right_way);
    next->left_way = *(part.left_end ? &to : &node->left_way);
    next->right = part.right_end ? (cw_point_line){node->root, 2 * index} : node->right;
    next->left = part.left_end ? (cw_point_line){node->root, 2 * index + 1} : node->left;
    next->root = node->root;
    next->parent = through->index;
    next->door = index;
    next->kind = CW_POINT_PORTAL;
    next->right_end = part.right_end;
    next->left_end = part.left_end;
    next->flat = part.flat;
    return cw_points_see(search, next);
}

/// Looks at a door of the piece behind a portal that does not surely lie beyond one of the lines:
/// at what lies between them, and around the corners at the ends of the portal at what does not.
/// All products are made before anything is decided, and most decisions are one: that none of them
/// is in doubt.
static cw_status look_between(cw_path_search *search, view *through, uint32_t index, cw_vec2 from,
                              cw_vec2 to, double right_to, double left_from) {
    const cw_point_node *node = &through->node;
    products sides = {cw_vec2_cross(node->right_way, from), right_to, left_from,
                      cw_vec2_cross(node->left_way, to)};
    double right_doubt = through->right_doubt, left_doubt = through->left_doubt;
    bool at_right = node->right_end &
                    cw_points_same_end(search, 2 * index, from, node->right.end, node->right_way);
    bool at_left = node->left_end &
                   cw_points_same_end(search, 2 * index + 1, to, node->left.end, node->left_way);
    bool sure = (right_to > right_doubt) & (left_from < -left_doubt) &
                (at_right | (fabs(sides.right_from) > right_doubt)) &
                (at_left | (fabs(sides.left_to) > left_doubt));
    glimpse part = {.seen = true,
                    .right_end = at_right | (sides.right_from > 0),
                    .left_end = at_left | (sides.left_to < 0)};
    if (!sure) {
        part = look_closely(search, through, index, &sides);
    }
    CW_TRY(look_at_part(search, through, index, part, from, to));
    if (!at_right & (sides.right_from <= right_doubt)) {
        CW_TRY(look_beyond(search, through, &through->right, index));
    }
    bool goes_left = !at_left & (sides.left_to >= -left_doubt);
    return goes_left ? look_beyond(search, through, &through->left, index) : CW_OK;
}

/// Looks at a door of the piece behind a portal. `over` when what is left of it is not seen.
static inline cw_status look_at(cw_path_search *search, view *through, uint32_t index, bool *over) {
    const cw_point_door *door = &search->mesh.points.doors[index];
    cw_vec2 from = cw_vec2_sub(door->from, through->root);
    cw_vec2 to = cw_vec2_sub(door->to, through->root);
    double right_to = cw_vec2_cross(through->node.right_way, to);
    double left_from = cw_vec2_cross(through->node.left_way, from);
    if (right_to < -through->right_doubt) {
        return look_beyond(search, through, &through->right, index);
    }
    if (left_from > through->left_doubt) {
        CW_TRY(look_beyond(search, through, &through->left, index));
        *over = through->left.state == CW_POINT_CLOSED;
        return CW_OK;
    }
    return look_between(search, through, index, from, to, right_to, left_from);
}

/// Looks through a portal at the doors of the piece behind it, from its right end to its left end.
static cw_status look_at_doors(cw_path_search *search, view *through,
                               const cw_point_door *entered) {
    uint32_t end = entered->first + entered->count;
    bool over = false;
    for (uint32_t at = entered->twin + 1; !over; at++) {
        at = at < end ? at : entered->first;
        if (at == entered->twin) {
            break;
        }
        CW_TRY(look_at(search, through, at, &over));
    }
    return CW_OK;
}

/// Looks along a portal all but in line with the start at a door of the piece behind it: a ray may
/// go on to it.
static cw_status look_along(cw_path_search *search, const view *through, uint32_t index) {
    const cw_point_door *door = &search->mesh.points.doors[index];
    const cw_point_node *node = &through->node;
    cw_vec2 from = cw_vec2_sub(door->from, through->root);
    cw_vec2 to = cw_vec2_sub(door->to, through->root);
    products sides = {cw_vec2_cross(node->right_way, from), cw_vec2_cross(node->right_way, to),
                      cw_vec2_cross(node->left_way, from), cw_vec2_cross(node->left_way, to)};
    return look_at_part(search, through, index, look_closely(search, through, index, &sides), from,
                        to);
}

/// Looks around the ends of a portal in line with the root at the doors of the piece behind it.
static cw_status look_past(cw_path_search *search, view *through, const cw_point_door *entered) {
    CW_TRY(cw_points_reach_goals(search, &through->node, through->index));
    bool stands_on = cw_points_lie_on(search, through->node.door, through->root);
    for (uint32_t i = 0; i < entered->count; i++) {
        uint32_t door = entered->first + i;
        if (door == entered->twin) {
            continue;
        }
        if (through->node.root == 0 && !stands_on) {
            CW_TRY(look_along(search, through, door));
        }
        CW_TRY(look_beyond(search, through, &through->right, door));
        CW_TRY(look_beyond(search, through, &through->left, door));
    }
    return CW_OK;
}

/// Puts off what is left of a turn behind the piece that has been looked at.
static inline cw_status turn_later(cw_path_search *search, view *through, cw_point_turn *turn,
                                   bool goes_on) {
    if (turn->state == CW_POINT_UNASKED && (goes_on || through->node.flat)) {
        CW_TRY(cw_points_open(search, &through->node, through->index, turn));
    }
    return turn->state == CW_POINT_OPEN && goes_on
               ? cw_points_put_off(search, turn, through->node.door)
               : CW_OK;
}

/// Notes that a path comes to an end of a portal, if that is a corner; gives the length of the
/// shortest one that does, as far as it is known.
static inline double come_to(cw_path_search *search, uint32_t corner, double length, bool comes) {
    if (corner == CW_NONE) {
        return INFINITY;
    }
    cw_point_arrival *at = cw_point_arrival_at(search, corner);
    static const double unless[2] = {INFINITY, 0}; /* no branch, which could not be foreseen */
    double known = at->reached;
    at->reached = cw_least(known, length + unless[comes]);
    return known;
}

/// Whether each place on the portal of a node is come to by less around one of its ends. Along the
/// portal, the way from an end grows by its length, that from the root by no more: so that is so
/// where it is for the other end. Notes that its ends are come to.
static inline bool is_roundabout(cw_path_search *search, view *through, const cw_point_door *door) {
    const cw_point_node *node = &through->node;
    double before = cw_point_root_at(search, node->root)->length;
    double right = before + cw_vec2_distance(through->root, door->from);
    double left = before + cw_vec2_distance(through->root, door->to);
    double over_right = come_to(search, door->right_corner, right, node->right_end);
    double over_left = come_to(search, door->left_corner, left, node->left_end);
    double width = cw_vec2_distance(door->from, door->to);
    through->right.length = right;
    through->left.length = left;
    return over_right + width < left - cw_same_length(left) - CW_POINT_TOO_SHORT ||
           over_left + width < right - cw_same_length(right) - CW_POINT_TOO_SHORT;
}

/// Looks through a portal into the piece behind it.
static cw_status look_through(cw_path_search *search, uint32_t index) {
    const cw_point_node *node = &search->points.nodes.items[index];
    const cw_point_door *door = &search->mesh.points.doors[node->door];
    view through;
    through.node = *node;
    through.root = cw_point_root_at(search, node->root)->at;
    through.right_doubt = cw_point_doubt(search, node->right, node->right_way);
    through.left_doubt = cw_point_doubt(search, node->left, node->left_way);
    through.index = index;
    bool turns = !search->points.straight;
    bool may_right = turns & node->right_end & (door->right_corner != CW_NONE);
    bool may_left = turns & node->left_end & (door->left_corner != CW_NONE);
    through.right.state = may_right ? CW_POINT_UNASKED : CW_POINT_CLOSED;
    through.left.state = may_left ? CW_POINT_UNASKED : CW_POINT_CLOSED;
    through.right.to_left = false;
    through.left.to_left = true;
    if (is_roundabout(search, &through, door)) {
        return CW_OK;
    }
    CW_TRY(through.node.flat ? look_past(search, &through, door)
                             : look_at_doors(search, &through, door));
    CW_TRY(turn_later(search, &through, &through.right, door->right_on));
    return turn_later(search, &through, &through.left, door->left_on);
}

/// Ends the search with a goal, for which there is a node as for discs.
static cw_status take_goal(cw_path_search *search, uint32_t index) {
    uint32_t number = search->points.nodes.items[index].door;
    const cw_goal *goal = &search->goals.items[number];
    cw_node node = {.estimate = search->best,
                    .low = goal->position,
                    .parent = CW_NONE,
                    .cell = goal->cell,
                    .entry = CW_NONE,
                    .goal = number,
                    .kind = CW_NODE_GOAL};
    search->points.found = index;
    search->found = search->disc.nodes.count;
    return CW_ARRAY_PUSH(search->context, &search->disc.nodes, node);
}

cw_status cw_points_step(cw_path_search *search, uint32_t index, bool *over) {
    const cw_point_node *node = &search->points.nodes.items[index];
    if (node->kind == CW_POINT_GOAL) {
        *over = true;
        return take_goal(search, index);
    }
    search->expansions++;
    *over = false;
    if (cw_point_root_at(search, node->root)->outdone) {
        return CW_OK;
    }
    if (node->kind == CW_POINT_TURN) {
        return cw_points_turn_on(search, index, over);
    }
    *over = search->mesh.points.doors[node->door].uncut;
    return *over ? CW_OK : look_through(search, index);
}

cw_status cw_points_see_all(cw_path_search *search, cw_vec2 start, uint32_t cell, uint32_t most,
                            bool *all) {
    const cw_points *points = &search->points;
    bool uncut = cw_points_is_uncut(&search->mesh, cell);
    search->stamp++; /* once per corner: it does not come round */
    search->points.straight = true;
    search->best = search->horizon = INFINITY;
    CW_TRY(cw_points_begin(search, start, cell));
    for (uint32_t i = 0; i < points->nodes.count && points->nodes.count <= most && !uncut; i++) {
        search->heap.count = 0; /* in any order: nothing waits */
        search->held.node = CW_NONE;
        CW_TRY(cw_points_step(search, i, &uncut));
    }
    *all = points->nodes.count <= most && !uncut;
    return CW_OK;
}
