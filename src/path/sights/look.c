/// What is seen from a place: the rays of a bend, or of a point at a corner, are sent out through
/// all the cells they reach, without a goal.
#include "path/sights/explore.h"

/// Most parts of portals that are looked through from one place. A bend that looks through more is
/// closed.
#define MOST_PARTS 4096

/// Puts a number into a list.
static cw_status insert(cw_context *context, cw_cells *list, uint32_t at, uint32_t number) {
    CW_TRY(CW_ARRAY_PUSH(context, list, number));
    for (uint32_t i = list->count - 1; i > at; i--) {
        list->items[i] = list->items[i - 1];
    }
    list->items[at] = number;
    return CW_OK;
}

/// Where a number stands in a sorted list, or belongs.
static uint32_t place_of(const cw_cells *list, uint32_t number, bool *there) {
    uint32_t at = list->count;
    while (at > 0 && list->items[at - 1] >= number) {
        at--;
    }
    *there = at < list->count && list->items[at] == number;
    return at;
}

/// Adds a cell that rays come into through an edge of it, or CW_NONE where they start.
static cw_status note_cell(cw_taut *search, uint32_t cell, uint32_t door) {
    cw_explorer *explorer = search->explorer;
    bool there;
    uint32_t at = place_of(&explorer->cells, cell, &there);
    if (there) {
        uint32_t *known = &explorer->doors.items[at];
        *known = *known == door ? door : CW_NONE;
        return CW_OK;
    }
    CW_TRY(insert(search->context, &explorer->cells, at, cell));
    return insert(search->context, &explorer->doors, at, door);
}

/// Adds the corners that the rays of the last expansion came by.
static void note_corners(cw_taut *search) {
    for (uint32_t i = 0; i < search->obstacles.count; i++) {
        if (search->obstacles.items[i].corner != CW_NONE) {
            cw_finds_mark(&search->explorer->corners, search->obstacles.items[i].corner);
        }
    }
}

/// Whether two rays from one point are the same, by rounding.
static bool is_same_ray(cw_vec2 a, cw_vec2 b) {
    return fabs(cw_vec2_cross(a, b)) <= CW_PARALLEL && cw_vec2_dot(a, b) > 0;
}

/// Whether a node has a single ray of a point, and that ray has come into its cell before. A point
/// in line with a row of portals looks along it through each of them, and behind them all it sees
/// the same.
static bool came_before(cw_explorer *explorer, const cw_node *node) {
    if (node->kind != CW_NODE_EDGE || !is_same_ray(node->right, node->left)) {
        return false;
    }
    for (uint32_t i = 0; i < explorer->ray_count; i++) {
        const cw_lone_ray *ray = &explorer->rays[i];
        if (ray->cell == node->cell && is_same_ray(ray->along, node->right)) {
            return true;
        }
    }
    if (explorer->ray_count < CW_LONE_RAYS) {
        explorer->rays[explorer->ray_count++] = (cw_lone_ray){node->right, node->cell};
    }
    return false;
}

/// Sends the rays of a node through its cell, and notes what they come by.
static cw_status explore_node(cw_taut *search, uint32_t index) {
    const cw_node *node = &search->nodes.items[index];
    CW_TRY(note_cell(search, node->cell, node->entry));
    if (came_before(search->explorer, node)) {
        return CW_OK;
    }
    CW_TRY(cw_taut_expand(search, index));
    note_corners(search);
    return CW_OK;
}

/// Adds the node of the root at hand in a cell; of a point on walls of a dented one, those of the
/// sectors between them.
static cw_status start_in(cw_taut *search, uint32_t cell) {
    bool on_wall = false;
    if (search->dented[cell] && search->roots.items[0].hand == 0) {
        CW_TRY(cw_taut_add_sectors(search, cell, 0, &on_wall));
    }
    cw_node node = {.parent = CW_NONE, .cell = cell, .entry = CW_NONE, .kind = CW_NODE_ROOT};
    return on_wall ? CW_OK : CW_ARRAY_PUSH(search->context, &search->nodes, node);
}

cw_status cw_explorer_send_out(cw_taut *search, const cw_root *root, const cw_cells *around,
                               bool *all) {
    cw_explorer *explorer = search->explorer;
    search->nodes.count = search->roots.count = 0;
    explorer->ray_count = 0;
    explorer->cells.count = explorer->doors.count = 0;
    CW_TRY(CW_ARRAY_PUSH(search->context, &search->roots, *root));
    for (uint32_t i = 0; i < around->count; i++) {
        CW_TRY(start_in(search, around->items[i]));
    }
    *all = true;
    for (uint32_t i = 0; i < search->nodes.count && *all; i++) {
        CW_TRY(explore_node(search, i));
        *all = search->nodes.count <= MOST_PARTS;
    }
    cw_finds_list(&explorer->corners);
    return CW_OK;
}

cw_status cw_explorer_look_from(cw_taut *search, const cw_corner *corner, bool *all) {
    cw_cells *around = &search->explorer->around;
    uint32_t cell = search->clearance->mesh->edge_cell[corner->outgoing];
    cw_root root = {.center = corner->position,
                    .at = corner->position,
                    .from = corner->position,
                    .corner = CW_NONE,
                    .parent = CW_NONE};
    CW_TRY(cw_taut_find_around(search, corner->position, cell, around));
    return cw_explorer_send_out(search, &root, around, all);
}

cw_status cw_explorer_take_turn(const cw_fan *fan, const cw_tangent *ray, double length,
                                uint32_t corner, double hand, bool *taken) {
    (void)fan, (void)ray, (void)length, (void)corner, (void)hand;
    *taken = true;
    return CW_OK;
}
