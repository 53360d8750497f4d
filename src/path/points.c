/// The shortest path of a point, in cells without dents.
///
/// The method is Polyanya (Cui, Harabor, Grastien: Compromise-free pathfinding on a navigation
/// mesh, 2017). A node is a root and the part of a portal that it sees. Such a part lies between
/// two lines, each through a root and a vertex; so which edges the root sees behind the portal is
/// told by the side of such a line on which a vertex lies, for three points of the lattice,
/// exactly. No path is missed because a corner lies on a line by a hair, however large the plan or
/// small the cell.
///
/// Expanding a node sends its lines through one cell:
///   1. a goal between them is reached;
///   2. the edges between them are seen in turn;
///   3. where the portal is seen up to its end, and that is a corner with its walls on the far side
///      of the line to it, the path may turn there. A turn waits with what is left from the corner
///      straight to the goal. When it is taken, the cells around the corner are looked at, from the
///      line on, as far as the wall.
/// The first goal that is taken is nearest, since nothing is estimated too long.
///
/// The start and the goals are no lattice points. A vertex within CW_GRAZE of a line from the start
/// lies on it, and a goal as near as that behind a line is seen: rays may cross a wall by as much.
#include "path/points.h"
#include "path/pivot.h"
#include "path/shortest.h"
#include "path/sights.h"

/// Lengths to a corner that differ by less than this many metres, or this share, are the same.
#define SAME_LENGTH 1e-11
#define SAME_SHARE 1e-13

/// How far a cross product of two vectors between vertices may be off, in units of the rounding of
/// the largest coordinate times the sum of their coordinates: two for each vector, two for the
/// products, and as much again. Between any two vertices that sum is no more than four times the
/// largest coordinate.
#define CROSS_ERROR 0x1p-49
#define LONGEST 4

/// A line that vertices are compared with.
typedef struct ruler {
    cw_point_line line;
    cw_vec2 from, through, way;
    double doubt; ///< cross products up to this may be on it
    bool from_start;
} ruler;

/// Up to where the cross product of a way and another one, both between vertices, may have the
/// wrong sign, or counts as 0 where the way comes from the start.
static inline double doubt_of(const cw_taut *search, cw_vec2 way, double graze) {
    double size = fabs(way.x) + fabs(way.y) + LONGEST * search->extent;
    return cw_most(search->points.error * size, graze);
}

/// Of a line from the start, vertices lie on it within so many metres.
static inline ruler ruler_along(const cw_taut *search, cw_point_line line, double graze) {
    const cw_point_root *root = cw_point_root_at(search, line.root);
    cw_vec2 through = search->sides[line.edge].from, way = cw_vec2_sub(through, root->at);
    bool from_start = root->edge == CW_NONE;
    return (ruler){.line = line,
                   .from = root->at,
                   .through = through,
                   .way = way,
                   .doubt = doubt_of(search, way, from_start ? graze * cw_vec2_length(way) : 0),
                   .from_start = from_start};
}

/// On which side of a line the vertex lies where an edge starts, where doubles cannot tell.
static int side_exactly(const cw_taut *search, const ruler *along, uint32_t edge) {
    const cw_navmesh *mesh = search->clearance->mesh;
    const cw_point_root *root = cw_point_root_at(search, along->line.root);
    cw_vec2 point = search->sides[edge].from;
    bool same = point.x == along->through.x && point.y == along->through.y;
    return same || along->from_start
               ? 0
               : cw_orient(cw_navmesh_point(mesh, root->edge),
                           cw_navmesh_point(mesh, along->line.edge), cw_navmesh_point(mesh, edge));
}

/// On which side of a line the vertex lies where an edge starts: 1 left, 0 on it, -1 right.
static inline int side_of(const cw_taut *search, const ruler *along, uint32_t edge) {
    cw_vec2 v = cw_vec2_sub(search->sides[edge].from, along->from);
    double cross = cw_vec2_cross(along->way, v);
    if (fabs(cross) > along->doubt) {
        return cross > 0 ? 1 : -1;
    }
    return side_exactly(search, along, edge);
}

/// How far left of a line a point lies, in metres.
static double left_of(const cw_taut *search, cw_point_line line, cw_vec2 point) {
    cw_vec2 from = cw_point_root_at(search, line.root)->at;
    cw_vec2 u = cw_vec2_sub(search->sides[line.edge].from, from);
    return cw_vec2_cross(u, cw_vec2_sub(point, from)) / cw_vec2_length(u);
}

/// Where a line crosses an edge.
static cw_vec2 crossing(const cw_taut *search, cw_point_line line, const cw_taut_side *side) {
    cw_vec2 from = cw_point_root_at(search, line.root)->at;
    cw_vec2 u = cw_vec2_sub(search->sides[line.edge].from, from);
    double s = cw_vec2_cross(u, cw_vec2_sub(from, side->from)) / cw_vec2_cross(u, side->along);
    s = s > 0 ? cw_least(s, side->length) : 0; /* where it is no number, too */
    return cw_vec2_along(side->from, s, side->along);
}

static cw_status add(cw_taut *search, const cw_point_node *node, double estimate) {
    cw_heap_item item = {estimate, search->points.nodes.count};
    CW_TRY(CW_ARRAY_PUSH(search->context, &search->points.nodes, *node));
    return cw_taut_wait(search, item);
}

/// No more than the length of a path over a part of a portal, from its right end `low` to its left
/// end `high`, to the goal, straight on behind it. A goal on this side is as far as its image.
static double estimate(const cw_taut *search, uint32_t root_index, const cw_taut_side *side,
                       cw_vec2 low, cw_vec2 high) {
    const cw_point_root *root = cw_point_root_at(search, root_index);
    cw_vec2 goal = search->goals.items[0].position;
    double before = cw_vec2_cross(side->along, cw_vec2_sub(goal, side->from));
    goal = before <= 0 ? goal : cw_vec2_along(goal, -2 * before, cw_left(side->along));
    cw_vec2 v = cw_vec2_sub(goal, root->at);
    cw_vec2 right = cw_vec2_sub(low, root->at), left = cw_vec2_sub(high, root->at);
    if (cw_vec2_cross(right, v) < 0) {
        return root->length + cw_vec2_length(right) + cw_vec2_distance(low, goal);
    }
    if (cw_vec2_cross(left, v) > 0) {
        return root->length + cw_vec2_length(left) + cw_vec2_distance(high, goal);
    }
    return root->length + cw_vec2_length(v);
}

/// Whether an edge is a portal that may lead to the goal.
static inline bool leads_on(const cw_taut *search, uint32_t edge) {
    const cw_taut_side *side = &search->sides[edge];
    return side->twin != CW_NONE && (side->bridge == 0 || !cw_taut_leads_away(search, side));
}

/// Whether a goal in the cell behind a portal is seen through it. Along the portal it is only where
/// it lies behind the nearer end.
static bool sees_through(const cw_taut *search, const cw_point_node *node, cw_vec2 goal) {
    if (left_of(search, node->right, goal) < -CW_GRAZE ||
        left_of(search, node->left, goal) > CW_GRAZE) {
        return false;
    }
    if (!node->flat) {
        return true;
    }
    cw_vec2 root = cw_point_root_at(search, node->root)->at;
    const cw_taut_side *side = &search->sides[node->edge];
    double from = cw_vec2_distance(root, side->from);
    double to = cw_vec2_distance(root, search->sides[side->next].from);
    cw_vec2 near = from < to ? side->from : search->sides[side->next].from;
    cw_vec2 way = cw_vec2_sub(near, root);
    return cw_vec2_dot(way, cw_vec2_sub(goal, near)) >= -CW_GRAZE * cw_least(from, to);
}

/// Adds a goal that a root sees, unless a shorter path is known.
static cw_status see_goal(cw_taut *search, uint32_t goal, uint32_t root, uint32_t parent) {
    const cw_point_root *from = cw_point_root_at(search, root);
    double length = from->length + cw_vec2_distance(from->at, search->goals.items[goal].position);
    if (length >= search->best) {
        return CW_OK;
    }
    search->best = length;
    cw_point_node node = {.root = root, .parent = parent, .goal = goal, .kind = CW_POINT_GOAL};
    return add(search, &node, length);
}

/// Adds the goals in a cell that a root sees through the portal of a node, or right there (NULL).
static inline cw_status see_goals(cw_taut *search, uint32_t cell, uint32_t root, uint32_t parent,
                                  const cw_point_node *through) {
    for (uint32_t i = 0; i < search->goals.count; i++) {
        const cw_goal *goal = &search->goals.items[i];
        if (goal->cell == cell &&
            (through == NULL || sees_through(search, through, goal->position))) {
            CW_TRY(see_goal(search, i, root, parent));
        }
    }
    return CW_OK;
}

/// Whether a goal lies in a cell.
static inline bool holds_goal(const cw_taut *search, uint32_t cell) {
    bool holds = false;
    for (uint32_t i = 0; i < search->goals.count; i++) {
        holds |= search->goals.items[i].cell == cell;
    }
    return holds;
}

/// Adds the path around the corner at an end of a portal to a goal in the cell behind it, if it is
/// seen up to that end.
static cw_status bend_to_goal(cw_taut *search, const cw_point_node *node, uint32_t index,
                              bool to_left) {
    const cw_taut_side *sides = search->sides;
    uint32_t twin = sides[node->edge].twin, edge = to_left ? twin : sides[twin].next;
    if (!(to_left ? node->left_end : node->right_end) || sides[edge].corner == CW_NONE) {
        return CW_OK;
    }
    const cw_point_root *before = cw_point_root_at(search, node->root);
    cw_vec2 at = sides[edge].from;
    double length = before->length + cw_vec2_distance(before->at, at);
    if (length + cw_vec2_distance(at, search->goals.items[0].position) >= search->best) {
        return CW_OK;
    }
    uint32_t root = search->points.roots.count;
    cw_point_root bend = {at, length, to_left ? 1 : -1, edge, node->root};
    CW_TRY(CW_ARRAY_PUSH(search->context, &search->points.roots, bend));
    return see_goal(search, 0, root, index);
}

/// Adds the path through a portal to the goal in the cell behind it: straight, or around the corner
/// at an end. No shortest path leaves that cell again, so the portal itself need not wait.
static cw_status reach_goal(cw_taut *search, const cw_point_node *node) {
    cw_vec2 goal = search->goals.items[0].position;
    double right = left_of(search, node->right, goal), left = left_of(search, node->left, goal);
    uint32_t index = search->points.nodes.count;
    CW_TRY(CW_ARRAY_PUSH(search->context, &search->points.nodes, *node));
    if (right < -CW_GRAZE || left > CW_GRAZE) {
        return bend_to_goal(search, node, index, left > CW_GRAZE);
    }
    return see_goal(search, 0, node->root, index);
}

/// Adds what a root sees through a portal.
static cw_status see(cw_taut *search, const cw_point_node *node) {
    const cw_taut_side *side = &search->sides[node->edge];
    cw_vec2 low = node->right_end ? side->from : crossing(search, node->right, side);
    cw_vec2 high =
        node->left_end ? search->sides[side->next].from : crossing(search, node->left, side);
    double length = estimate(search, node->root, side, low, high);
    if (length >= search->best) {
        return CW_OK;
    }
    bool last = !node->flat && holds_goal(search, side->behind);
    return last ? reach_goal(search, node) : add(search, node, length);
}

/// Whether both walls of a corner lie on the outside of a turn there, or on the line to it: only
/// then is a path around it taut. With more than a full turn of floor that cannot be told.
static bool may_turn(const cw_taut *search, uint32_t corner, cw_point_line line, double length,
                     int hand) {
    const cw_taut_cone *cone = &search->cones[corner];
    const cw_corner *at = &search->clearance->corners[corner];
    cw_vec2 way = cw_vec2_sub(at->position, cw_point_root_at(search, line.root)->at);
    double doubt = doubt_of(search, way, CW_GRAZE * length);
    double out = hand * cw_vec2_cross(way, cone->out), back = hand * cw_vec2_cross(way, cone->back);
    double least = cw_least(out, back);
    if (cone->wide || fabs(least) > doubt) {
        return cone->wide || least > 0;
    }
    ruler along = ruler_along(search, line, CW_GRAZE);
    return hand * side_of(search, &along, search->sides[at->outgoing].next) >= 0 &&
           hand * side_of(search, &along, at->incoming) >= 0;
}

/// The turns at a corner on a hand, of which the best is known.
static cw_arrival *arrival_of(const cw_taut *search, uint32_t corner, double hand) {
    return &search->arrivals[2 * corner + (hand < 0)];
}

/// How much two lengths may differ that are the same.
static inline double same_length(double length) {
    return SAME_LENGTH + SAME_SHARE * length;
}

/// Whether a path has come to a corner by less, on either hand; or by no more on the same hand,
/// from where it sees all that a path from `before` sees as well: the turn goes on to the wall, and
/// that one begins sooner, which with more than a full turn of floor cannot be told. From one root,
/// a corner is come to first in the cell where the turn begins, and again in cells behind it.
static bool is_known(const cw_taut *search, uint32_t corner, double hand, double length,
                     uint32_t before) {
    double same = same_length(length);
    bool wide = search->cones[corner].wide;
    cw_vec2 at = search->clearance->corners[corner].position;
    for (int i = -1; i <= 1; i += 2) {
        const cw_arrival *known = arrival_of(search, corner, i);
        if (known->stamp != search->stamp) {
            continue;
        }
        const cw_point_root *root = cw_point_root_at(search, known->root);
        if (root->length < length - same) {
            return true;
        }
        cw_vec2 first = cw_vec2_sub(at, cw_point_root_at(search, root->parent)->at);
        cw_vec2 along = cw_vec2_sub(at, cw_point_root_at(search, before)->at);
        bool sooner =
            !wide && hand * cw_vec2_cross(first, along) >= 0 && cw_vec2_dot(first, along) > 0;
        if (i * hand > 0 && root->length <= length + same && (sooner || root->parent == before)) {
            return true;
        }
    }
    return false;
}

/// Adds a turn at the vertex where an edge of the cell starts that a node leads to, if it is a
/// corner.
static cw_status turn_at(cw_taut *search, uint32_t index, uint32_t edge, int hand) {
    uint32_t corner = search->sides[edge].corner;
    if (corner == CW_NONE) {
        return CW_OK;
    }
    uint32_t before = search->points.nodes.items[index].root;
    cw_point_line line = {before, edge};
    cw_vec2 at = search->sides[edge].from;
    double way = cw_vec2_distance(cw_point_root_at(search, before)->at, at);
    double length = cw_point_root_at(search, before)->length + way;
    double left = cw_vec2_distance(at, search->goals.items[0].position);
    if (way == 0 || length + left >= search->best ||
        is_known(search, corner, hand, length, before) ||
        !may_turn(search, corner, line, way, hand)) {
        return CW_OK;
    }
    uint32_t root = search->points.roots.count;
    *arrival_of(search, corner, hand) = (cw_arrival){search->stamp, root};
    CW_TRY(CW_ARRAY_PUSH(search->context, &search->points.roots,
                         ((cw_point_root){at, length, hand, edge, before})));
    cw_point_node node = {
        .right = line, .root = root, .parent = index, .edge = edge, .kind = CW_POINT_TURN};
    return add(search, &node, length + left);
}

/// Looks through a portal at the edges of the cell behind it. From the right end of the portal to
/// its left end, they first come to the right line, and then to the left one.
static cw_status look_at_edges(cw_taut *search, uint32_t index, const cw_point_node *node) {
    const cw_taut_side *sides = search->sides;
    ruler on_right = ruler_along(search, node->right, CW_GRAZE);
    ruler on_left = ruler_along(search, node->left, CW_GRAZE);
    uint32_t entry = sides[node->edge].twin, next;
    int right = node->right_end ? 0 : -1, left = -1, next_right, next_left;
    for (uint32_t e = sides[entry].next; e != entry && left <= 0;
         e = next, right = next_right, left = next_left) {
        next = sides[e].next;
        bool last = next == entry;
        next_right = last || right > 0 ? 1 : side_of(search, &on_right, next);
        next_left = last ? !node->left_end : next_right < 0 ? -1 : side_of(search, &on_left, next);
        // Of an edge on one of the lines only the ends are seen, at which a path may turn.
        bool flat = (right == 0 && next_right == 0) || (left == 0 && next_left == 0);
        if ((flat || (next_right > 0 && left < 0)) && leads_on(search, e)) {
            cw_point_line from = {node->root, e}, to = {node->root, next};
            CW_TRY(see(search, &(cw_point_node){.right = right >= 0 ? from : node->right,
                                                .left = next_left <= 0 ? to : node->left,
                                                .root = node->root,
                                                .parent = index,
                                                .edge = e,
                                                .right_end = right >= 0,
                                                .left_end = next_left <= 0,
                                                .flat = flat}));
        }
    }
    return CW_OK;
}

/// Looks through a portal into the cell behind it.
static cw_status look_through(cw_taut *search, uint32_t index) {
    cw_point_node node = search->points.nodes.items[index];
    const cw_taut_side *side = &search->sides[node.edge];
    CW_TRY(see_goals(search, side->behind, node.root, index, &node));
    if (!node.flat) {
        CW_TRY(look_at_edges(search, index, &node));
    }
    if (node.right_end) {
        CW_TRY(turn_at(search, index, search->sides[side->twin].next, -1));
    }
    return node.left_end ? turn_at(search, index, side->twin, 1) : CW_OK;
}

/// Whether the vertex where an edge starts lies ahead of the corner of a turn, on the line on which
/// the path comes to it.
static bool lies_ahead(const cw_taut *search, const cw_point_node *turn, uint32_t edge) {
    cw_vec2 corner = cw_point_root_at(search, turn->root)->at;
    cw_vec2 way = cw_vec2_sub(corner, cw_point_root_at(search, turn->right.root)->at);
    return cw_vec2_dot(way, cw_vec2_sub(search->sides[edge].from, corner)) > 0;
}

/// A turn around a corner, from cell to cell.
typedef struct sweep {
    cw_pivot at;
    ruler along; ///< the line on which the path comes to the corner
    bool to_left;
    bool inside; ///< the cell at hand lies, in part, on the inside of that line
    bool behind; ///< it lies behind it: the turn has come around to where the line goes on
} sweep;

/// Looks from the corner of a turn at the edges of a cell that do not meet there, as far as they
/// lie on the inside of the line on which the path comes, or on it; at all of them where the cell
/// lies behind that line.
static cw_status look_around_in(cw_taut *search, const cw_point_node *turn, uint32_t parent,
                                sweep *around) {
    const cw_pivot *at = &around->at;
    bool to_left = around->to_left;
    const cw_taut_side *sides = search->sides;
    uint32_t e = sides[at->out].next;
    int side = side_of(search, &around->along, e);
    around->inside = side != 0 && (side > 0) == to_left;
    for (; e != at->in; e = sides[e].next) {
        uint32_t next = sides[e].next;
        int next_side = side_of(search, &around->along, next);
        bool inside = to_left ? side > 0 || next_side > 0 : side < 0 || next_side < 0;
        bool on_line = side == 0 && next_side == 0;
        around->inside = around->inside || inside;
        if ((around->behind || inside || on_line) && leads_on(search, e)) {
            bool cut = !around->behind && (to_left ? side < 0 : next_side > 0);
            cw_point_line from = {turn->root, e}, to = {turn->root, next};
            ruler to_from = ruler_along(search, from, 0);
            CW_TRY(see(search, &(cw_point_node){.right = to_left && cut ? turn->right : from,
                                                .left = !to_left && cut ? turn->right : to,
                                                .root = turn->root,
                                                .parent = parent,
                                                .edge = e,
                                                .right_end = !(to_left && cut),
                                                .left_end = to_left || !cut,
                                                .flat = side_of(search, &to_from, next) == 0}));
        }
        side = next_side;
    }
    return CW_OK;
}

/// The side of the line on which the edge at the corner ends through which a turn goes on to the
/// next cell: 1 inside of it, or on it, ahead; 0 back on it; -1 outside.
static int side_of_end(const cw_taut *search, const cw_point_node *turn, const sweep *around) {
    uint32_t end = around->to_left ? around->at.in : search->sides[around->at.out].next;
    int side = side_of(search, &around->along, end);
    return side == 0 ? lies_ahead(search, turn, end) : around->to_left ? side : -side;
}

/// Whether a better way to the corner of a turn has been found since it was added. Of equally long
/// ones the last is better, but where there is more than a full turn of floor: there, directions do
/// not tell which sees more.
static bool is_outdone(const cw_taut *search, const cw_point_node *turn) {
    const cw_point_root *root = cw_point_root_at(search, turn->root);
    uint32_t corner = search->sides[turn->edge].corner;
    uint32_t last = arrival_of(search, corner, root->hand)->root;
    return last != turn->root &&
           (!search->cones[corner].wide ||
            cw_point_root_at(search, last)->length < root->length - same_length(root->length));
}

/// Turns around a corner, from cell to cell up to the wall, which may be more than a half turn.
/// Cells that end before the line goes on are passed over. The portals on the way are nodes of the
/// path, but are not looked through by themselves.
static cw_status turn(cw_taut *search, uint32_t index, bool *dented) {
    cw_point_node node = search->points.nodes.items[index];
    if (is_outdone(search, &node)) {
        return CW_OK;
    }
    // A corner may stand out by less than CW_GRAZE, and hide a floor behind it all the same.
    sweep around = {.to_left = cw_point_root_at(search, node.root)->hand > 0,
                    .along = ruler_along(search, node.right, 0)};
    *dented = !cw_pivot_begin(search, node.edge, &around.at);
    for (uint32_t i = 0, parent = index; i <= search->clearance->mesh->cell_count && !*dented;
         i++) {
        CW_TRY(see_goals(search, around.at.cell, node.root, parent, NULL));
        int side = side_of_end(search, &node, &around);
        if (around.behind || side >= 0) {
            CW_TRY(look_around_in(search, &node, parent, &around));
        }
        uint32_t portal = cw_pivot_edge(&around.at, around.to_left);
        if (search->sides[portal].twin == CW_NONE) {
            break;
        }
        around.behind = around.behind || side > 0 || (side == 0 && around.inside);
        *dented = !cw_pivot_move(search, &around.at, around.to_left);
        cw_point_node crossed = {
            .root = node.root, .parent = parent, .edge = portal, .kind = CW_POINT_PORTAL};
        parent = search->points.nodes.count;
        CW_TRY(CW_ARRAY_PUSH(search->context, &search->points.nodes, crossed));
    }
    return CW_OK;
}

bool cw_points_suit(const cw_taut *search, cw_vec2 start) {
    bool suits = search->radius == 0 && search->goals.count > 0 && search->sights == NULL &&
                 search->explorer == NULL && !search->in_corridor && search->cell_area == NULL &&
                 search->weight == 1;
    const cw_navmesh *mesh = search->clearance->mesh;
    for (uint32_t i = 0; i < search->goals.count && suits; i++) {
        const cw_goal *goal = &search->goals.items[i];
        suits = goal->index == search->goals.items[0].index && !search->dented[goal->cell];
    }
    for (uint32_t i = 0; i < search->around.count && suits; i++) {
        uint32_t cell = search->around.items[i];
        suits = !search->dented[cell];
        for (uint32_t e = mesh->cell_first[cell]; e < mesh->cell_first[cell + 1] && suits; e++) {
            // Right next to a vertex, rounding decides in which direction it lies.
            cw_vec2 v = cw_vec2_sub(search->sides[e].from, start);
            double square = cw_vec2_dot(v, v);
            suits = square == 0 || square > CW_AT_CORNER * CW_AT_CORNER;
        }
    }
    return suits;
}

cw_status cw_points_begin(cw_taut *search, cw_vec2 start) {
    cw_points *points = &search->points;
    points->roots.count = points->nodes.count = 0;
    points->error = CROSS_ERROR * search->extent;
    cw_point_root root = {.at = start, .edge = CW_NONE, .parent = CW_NONE};
    CW_TRY(CW_ARRAY_PUSH(search->context, &points->roots, root));
    for (uint32_t i = 0; i < search->around.count; i++) {
        uint32_t cell = search->around.items[i];
        CW_TRY(see_goals(search, cell, 0, CW_NONE, NULL));
        for (uint32_t k = search->door_first[cell]; k < search->door_first[cell + 1]; k++) {
            uint32_t e = search->doors[k].edge, next = search->sides[e].next;
            const cw_taut_side *side = &search->sides[e];
            double before = cw_vec2_cross(side->along, cw_vec2_sub(start, side->from));
            if (leads_on(search, e) && !cw_taut_lies_within(side, start, CW_GRAZE)) {
                CW_TRY(see(search, &(cw_point_node){.right = {0, e},
                                                    .left = {0, next},
                                                    .parent = CW_NONE,
                                                    .edge = e,
                                                    .right_end = true,
                                                    .left_end = true,
                                                    .flat = before <= CW_GRAZE}));
            }
        }
    }
    return CW_OK;
}

cw_status cw_points_expand(cw_taut *search, uint32_t index, bool *over) {
    const cw_point_node *node = &search->points.nodes.items[index];
    bool dented = false;
    *over = node->kind == CW_POINT_GOAL;
    if (*over) {
        return cw_points_tell(search, node);
    }
    if (node->kind == CW_POINT_TURN) {
        CW_TRY(turn(search, index, &dented));
    } else {
        dented = search->dented[search->sides[node->edge].behind];
        CW_TRY(dented ? CW_OK : look_through(search, index));
    }
    *over = dented;
    search->expansions++;
    return CW_OK;
}
