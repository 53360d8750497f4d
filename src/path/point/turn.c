/// Turns of points around corners.
///
/// A corner at the end of a portal is a new root if both its walls lie on the far side of the line
/// to it, and no way that was found before makes this one needless. Then the pieces around the
/// corner are looked at, from the line on, as far as the wall.
#include "path/point/sides.h"

/// Whether both walls of a corner lie on the outside of a turn there, or on the line to it: only
/// then is a path around it taut. With more than a full turn of floor that cannot be told.
static bool may_turn(const cw_path_search *search, const cw_point_turn *path, uint32_t index) {
    const cw_point_corner *corner = &search->mesh.points.corners[index];
    double hand = path->to_left ? 1 : -1;
    double out = hand * cw_vec2_cross(path->way, corner->out);
    double back = hand * cw_vec2_cross(path->way, corner->back);
    double least = cw_least(out, back), behind = path->line.root == 0 ? CW_POINT_BEHIND : 0;
    double doubt = search->mesh.points.doubt + behind * (fabs(path->way.x) + fabs(path->way.y));
    if (corner->wide || fabs(least) > doubt) {
        return corner->wide || least > 0;
    }
    uint32_t ends[2] = {corner->out_edge, corner->back_edge};
    return (out > doubt || hand * cw_points_side(search, path->line, ends[0], behind) >= 0) &&
           (back > doubt || hand * cw_points_side(search, path->line, ends[1], behind) >= 0);
}

/// Whether a path that came to a corner by no more on the same hand sees all that another one sees
/// as well: the turn goes on to the wall, and that one begins sooner, which with more than a full
/// turn of floor cannot be told. From one root, a corner is come to first in the piece where
/// the turn begins, and again in those behind it.
static bool begins_sooner(const cw_path_search *search, const cw_point_turn *path,
                          const cw_point_root *root, uint32_t corner) {
    if (root->parent == path->line.root) {
        return true;
    }
    bool wide = search->mesh.points.corners[corner].wide;
    cw_vec2 first = cw_vec2_sub(path->at, cw_point_root_at(search, root->parent)->at);
    double turn = cw_vec2_cross(first, path->way);
    return !wide && (path->to_left ? turn : -turn) >= 0 && cw_vec2_dot(first, path->way) > 0;
}

/// Whether a path has come to a corner by less; or by no more on the same hand, and sees as much.
static inline bool is_known(cw_path_search *search, const cw_point_turn *path, uint32_t index) {
    const cw_point_arrival *corner = cw_point_arrival_at(search, index);
    double same = cw_same_length(path->length);
    if (corner->reached < path->length - same - CW_POINT_TOO_SHORT) {
        return true;
    }
    uint32_t known = corner->root[!path->to_left];
    return known != CW_NONE && cw_point_root_at(search, known)->length <= path->length + same &&
           begins_sooner(search, path, cw_point_root_at(search, known), index);
}

/// Makes the root that is added next the best turn around a corner. Of equally long ones the last
/// is better, but where there is more than a full turn of floor: there, directions do not tell
/// which sees more.
static void note_turn(cw_path_search *search, const cw_point_turn *path, uint32_t index) {
    cw_point_arrival *corner = cw_point_arrival_at(search, index);
    uint32_t *known = &corner->root[!path->to_left];
    if (*known != CW_NONE) {
        cw_point_root *root = &search->points.roots.items[*known];
        root->outdone = !search->mesh.points.corners[index].wide ||
                        path->length < root->length - cw_same_length(root->length);
    }
    *known = search->points.roots.count;
}

/// On which sides of the line of a turn a door begins and ends, and whether it lies in line with
/// the corner.
typedef struct glance {
    int from, to;
    bool flat;
} glance;

/// From the products of the line with the ways to its ends, and of these.
static glance look_closely(const cw_path_search *search, const cw_point_turn *turn, uint32_t door,
                           double start, double end, double width) {
    cw_point_ruler along = {turn->line, search->mesh.points.doubt, 0};
    cw_point_ruler to_from = {{turn->root, 2 * door}, search->mesh.points.doubt, 0};
    return (glance){cw_points_tell_side(search, &along, 2 * door, start),
                    cw_points_tell_side(search, &along, 2 * door + 1, end),
                    cw_points_tell_side(search, &to_from, 2 * door + 1, width) == 0};
}

/// A door is seen if it lies on the inside of the line on which the path comes, in part, or on it;
/// or where its piece lies behind that line. A corner may stand out by less than CW_GRAZE, and hide
/// a floor behind it all the same: so the line counts exactly, even from the start, as far as
/// doubles tell. An end on such a line may lie inside by less, and what is behind it by more.
cw_status cw_points_look_around(cw_path_search *search, const cw_point_turn *turn, uint32_t index) {
    const cw_point_door *door = &search->mesh.points.doors[index];
    cw_vec2 from = cw_vec2_sub(door->from, turn->at), to = cw_vec2_sub(door->to, turn->at);
    double start = cw_vec2_cross(turn->way, from), end = cw_vec2_cross(turn->way, to);
    double width = cw_vec2_cross(from, to), doubt = search->mesh.points.doubt;
    bool to_left = turn->to_left;
    glance seen = {start > 0 ? 1 : -1, end > 0 ? 1 : -1, false};
    if (!((fabs(start) > doubt) & (fabs(end) > doubt) & (fabs(width) > doubt))) {
        uint32_t corner = cw_point_root_at(search, turn->root)->end;
        if (cw_points_same_end(search, 2 * index, door->from, corner, turn->at) ||
            cw_points_same_end(search, 2 * index + 1, door->to, corner, turn->at)) {
            return CW_OK; /* at the corner: there the turn goes on */
        }
        seen = look_closely(search, turn, index, start, end, width);
    }
    bool inside = to_left ? (seen.from > 0) | (seen.to > 0) : (seen.from < 0) | (seen.to < 0);
    bool on_line = turn->line.root == 0 ? (seen.from == 0) | (seen.to == 0)
                                        : (seen.from == 0) & (seen.to == 0);
    if (!(turn->behind | inside | on_line) || !cw_point_leads_on(search, door)) {
        return CW_OK;
    }
    bool cut = !turn->behind && (to_left ? seen.from < 0 : seen.to > 0);
    bool right_end = !(cut & to_left), left_end = !cut | to_left;
    cw_point_node *node;
    CW_TRY(cw_points_next(search, &node));
    node->right_way = *(right_end ? &from : &turn->way);
    node->left_way = *(left_end ? &to : &turn->way);
    node->right = right_end ? (cw_point_line){turn->root, 2 * index} : turn->line;
    node->left = left_end ? (cw_point_line){turn->root, 2 * index + 1} : turn->line;
    node->root = turn->root;
    node->parent = turn->parent;
    node->door = index;
    node->kind = CW_POINT_PORTAL;
    node->right_end = right_end;
    node->left_end = left_end;
    node->flat = seen.flat;
    return cw_points_see(search, node);
}

/// Whether a turn has come around to where the line goes on when it leaves a piece through a door
/// at the corner: that door ends on the inside of the line, or on it. Back on the line, it lies
/// behind a piece on the inside, since a piece takes no more than half a turn.
static bool comes_around(const cw_path_search *search, const cw_point_turn *turn, uint32_t next) {
    uint32_t edge = cw_point_edge(search, 2 * next + !turn->to_left);
    int side = cw_points_side(search, turn->line, edge, 0);
    return (turn->to_left ? side : -side) >= 0;
}

/// The door at the corner through which a turn leaves the piece behind a door, or CW_NONE at the
/// wall.
static uint32_t next_door(const cw_point_door *entered, bool to_left) {
    uint32_t first = entered->first, end = first + entered->count, twin = entered->twin;
    if (to_left) {
        return !entered->left_on ? CW_NONE : twin > first ? twin - 1 : end - 1;
    }
    return !entered->right_on ? CW_NONE : twin + 1 < end ? twin + 1 : first;
}

/// Looks around in the piece behind a door that has been turned through.
static cw_status look_into(cw_path_search *search, const cw_point_turn *turn,
                           const cw_point_door *entered) {
    CW_TRY(cw_points_see_goals(search, entered->first, turn->root, turn->parent));
    for (uint32_t i = 0; i < entered->count; i++) {
        CW_TRY(cw_points_look_around(search, turn, entered->first + i));
    }
    return CW_OK;
}

cw_status cw_points_put_off(cw_path_search *search, const cw_point_turn *turn, uint32_t entered) {
    cw_point_node *node;
    CW_TRY(cw_points_next(search, &node));
    *node = (cw_point_node){.right_way = turn->way,
                            .right = turn->line,
                            .root = turn->root,
                            .parent = turn->parent,
                            .door = entered,
                            .kind = CW_POINT_TURN};
    return cw_points_add(search, turn->length + cw_points_way_on(search, turn->at));
}

/// Turns up to the wall, which may be more than a half turn. The portals on the way are nodes of
/// the path, but are not looked through by themselves.
cw_status cw_points_turn_on(cw_path_search *search, uint32_t index, bool *uncut) {
    const cw_point_door *doors = search->mesh.points.doors;
    cw_point_node node = search->points.nodes.items[index];
    const cw_point_root *root = cw_point_root_at(search, node.root);
    cw_point_turn turn = {.to_left = root->hand > 0,
                          .root = node.root,
                          .parent = index,
                          .line = node.right,
                          .at = root->at,
                          .way = node.right_way,
                          .length = root->length};
    uint32_t most = search->mesh.points.pieces.count;
    uint32_t next = next_door(&doors[node.door], turn.to_left);
    for (uint32_t i = 0;
         i < most && next != CW_NONE && !*uncut && cw_point_is_open(search, &doors[next]); i++) {
        turn.behind = turn.behind || comes_around(search, &turn, next);
        cw_point_node crossed = {.root = turn.root,
                                 .parent = turn.parent,
                                 .door = next,
                                 .right_end = true,
                                 .left_end = true};
        turn.parent = search->points.nodes.count;
        CW_TRY(CW_ARRAY_PUSH(search->context, &search->points.nodes, crossed));
        *uncut = doors[next].uncut;
        CW_TRY(*uncut ? CW_OK : look_into(search, &turn, &doors[next]));
        next = next_door(&doors[next], turn.to_left);
    }
    return CW_OK;
}

/// Whether a root is at the corner of a turn already.
static bool stands_at(const cw_path_search *search, uint32_t root, const cw_point_turn *turn) {
    const cw_point_root *from = cw_point_root_at(search, root);
    return from->end == CW_NONE
               ? cw_points_same(from->at, turn->at)
               : cw_points_same_end(search, from->end, from->at, turn->line.end, turn->at);
}

cw_status cw_points_open(cw_path_search *search, const cw_point_node *node, uint32_t index,
                         cw_point_turn *turn) {
    const cw_point_door *door = &search->mesh.points.doors[node->door];
    bool to_left = turn->to_left;
    uint32_t corner = to_left ? door->left_corner : door->right_corner;
    turn->state = CW_POINT_CLOSED;
    turn->at = to_left ? door->to : door->from;
    turn->way = to_left ? node->left_way : node->right_way;
    turn->line = to_left ? node->left : node->right;
    if (is_known(search, turn, corner) || stands_at(search, node->root, turn) ||
        !may_turn(search, turn, corner) ||
        turn->length + cw_points_way_on(search, turn->at) >= search->best) {
        return CW_OK;
    }
    turn->state = CW_POINT_OPEN;
    turn->behind = false;
    turn->parent = index;
    turn->root = search->points.roots.count;
    cw_point_root root = {.at = turn->at,
                          .length = turn->length,
                          .end = turn->line.end,
                          .parent = node->root,
                          .hand = to_left ? 1 : -1};
    CW_TRY(CW_ARRAY_RESERVE(search->context, &search->points.roots, (size_t)turn->root + 1));
    note_turn(search, turn, corner);
    search->points.roots.items[search->points.roots.count++] = root;
    return node->flat ? cw_points_see_goals(search, door->first, turn->root, index) : CW_OK;
}
