/// Where the search for points begins: which questions it answers, in which pieces the start and
/// the goals lie, and what the start sees there.
#include "path/point/sides.h"

/// The cell in which the search begins, for a start that was found in a cell.
static uint32_t first_cell(const cw_path_search *search, uint32_t cell) {
    return search->in_corridor ? cw_path_search_corridor_cell(search) : cell;
}

bool cw_points_suit(const cw_path_search *search, uint32_t cell) {
    bool suits =
        search->radius == 0 && !cw_points_is_uncut(&search->mesh, first_cell(search, cell));
    for (uint32_t i = 0; i < search->goals.count && suits; i++) {
        suits = !cw_points_is_uncut(&search->mesh, search->goals.items[i].cell);
    }
    return suits;
}

/// Adds what the start sees through a door of a piece that it lies in, unless it stands at its end.
/// Where it all but stands on the door, it sees its ends.
static cw_status look_out(cw_path_search *search, cw_vec2 start, uint32_t index) {
    const cw_point_door *door = &search->mesh.points.doors[index];
    if (!cw_point_leads_on(search, door) || cw_points_same(door->from, start) ||
        cw_points_same(door->to, start)) {
        return CW_OK;
    }
    cw_point_node *node;
    CW_TRY(cw_points_next(search, &node));
    *node = (cw_point_node){.right_way = cw_vec2_sub(door->from, start),
                            .left_way = cw_vec2_sub(door->to, start),
                            .right = {0, 2 * index},
                            .left = {0, 2 * index + 1},
                            .parent = CW_NONE,
                            .door = index,
                            .right_end = true,
                            .left_end = true,
                            .flat = cw_points_before(search, index, start) <= CW_GRAZE};
    return cw_points_see(search, node);
}

/// The entry of a goal, of which one is given, for a cell.
static uint32_t entry_in(const cw_path_search *search, uint32_t goal, uint32_t cell) {
    const cw_goal *goals = search->goals.items;
    for (uint32_t i = goal; i < search->goals.count && goals[i].index == goals[goal].index; i++) {
        if (goals[i].cell == cell) {
            return i;
        }
    }
    return goal;
}

/// Finds the pieces that the goals lie in.
static cw_status place_goals(cw_path_search *search) {
    cw_points *points = &search->points;
    const cw_goal *goals = search->goals.items;
    points->goals.count = 0;
    for (uint32_t i = 0; i < search->goals.count; i++) {
        if (i > 0 && goals[i].further) {
            continue;
        }
        // Of a goal on portals, the cells behind them follow; but not of a knot in a corridor.
        bool on_portal =
            search->in_corridor || (i + 1 < search->goals.count && goals[i + 1].further);
        CW_TRY(cw_points_find_pieces(search, goals[i].cell, goals[i].position, on_portal));
        for (uint32_t k = 0; k < points->around.count; k++) {
            cw_point_doors piece = points->around.items[k];
            cw_point_goal placed = {piece.first, entry_in(search, i, piece.cell)};
            CW_TRY(CW_ARRAY_PUSH(search->context, &points->goals, placed));
        }
    }
    bool any = search->goals.count > 0;
    points->goal_first = any ? points->goals.items[0].first : CW_NONE;
    points->many = any && goals[0].index != goals[search->goals.count - 1].index;
    return CW_OK;
}

/// Looks out of a piece that the start lies in, unless the goal lies there too.
static cw_status look_out_of(cw_path_search *search, cw_vec2 start, cw_point_doors piece) {
    CW_TRY(cw_points_see_goals(search, piece.first, 0, CW_NONE));
    bool there = !search->points.many && cw_points_hold_goal(search, piece.first);
    for (uint32_t i = 0; i < piece.count && !there; i++) {
        CW_TRY(look_out(search, start, piece.first + i));
    }
    return CW_OK;
}

cw_status cw_points_begin(cw_path_search *search, cw_vec2 start, uint32_t cell) {
    cw_points *points = &search->points;
    points->roots.count = points->nodes.count = 0;
    points->barred = search->in_corridor;
    for (uint32_t i = 0; i < search->corridor_count && search->in_corridor; i++) {
        points->opened[search->corridor[i]] = search->stamp;
    }
    cw_point_root root = {.at = start, .end = CW_NONE, .parent = CW_NONE};
    CW_TRY(CW_ARRAY_PUSH(search->context, &points->roots, root));
    CW_TRY(place_goals(search));
    CW_TRY(cw_points_find_pieces(search, first_cell(search, cell), start, true));
    points->barred = points->barred || search->cell_area != NULL; /* the start may be anywhere */
    for (uint32_t i = 0; i < points->around.count; i++) {
        CW_TRY(look_out_of(search, start, points->around.items[i]));
    }
    return CW_OK;
}
