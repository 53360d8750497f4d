/// Crowded cells: see crowded_cell.h.
#include "path/ready/crowded_cell.h"
#include "clearance/near/features.h"

/// A vector of the plan in the frame of a cell.
static cw_vec2 in_frame(const cw_crowded_cell *crowded, cw_vec2 v) {
    return (cw_vec2){cw_vec2_dot(crowded->axis, v), cw_vec2_cross(crowded->axis, v)};
}

/// The work on one cell.
typedef struct crowded_work {
    const cw_mesh_tables *tables;
    uint32_t cell;
    CW_ARRAY(cw_box) boxes;  ///< in the frame of the cell: as they are found, then in order
    CW_ARRAY(cw_keyed) keys; ///< by which they are put in order
} crowded_work;

/// Adds a wall, or a corner, which belongs to an edge of the border: that where it is, its `own`,
/// or the one through which it is seen.
static cw_status add(crowded_work *work, const cw_crowded_cell *crowded, bool own, uint32_t edge,
                     const cw_vec2 ends[2]) {
    cw_context *context = work->tables->context;
    cw_box box = cw_box_of(in_frame(crowded, cw_vec2_sub(ends[0], crowded->middle)),
                           in_frame(crowded, cw_vec2_sub(ends[1], crowded->middle)));
    cw_keyed key = {(uint64_t)!own << 32 | edge, work->boxes.count};
    CW_TRY(CW_ARRAY_PUSH(context, &work->keys, key));
    return CW_ARRAY_PUSH(context, &work->boxes, box);
}

/// The edge of the cell that starts at a corner of it.
static uint32_t edge_at(const crowded_work *work, uint32_t corner) {
    const cw_navmesh *mesh = work->tables->clearance->mesh;
    uint32_t edge = work->tables->clearance->corners[corner].outgoing;
    while (edge != CW_NONE && mesh->edge_cell[edge] != work->cell) {
        edge = cw_navmesh_around(mesh, edge);
    }
    return edge;
}

static cw_status add_corners(crowded_work *work, const cw_crowded_cell *crowded) {
    const cw_clearance *clearance = work->tables->clearance;
    const uint32_t *first = &clearance->near_corner_first[work->cell];
    for (uint32_t i = first[0]; i < first[1]; i++) {
        const cw_near_corner *near = &clearance->near_corners[i];
        bool own = near->entry == CW_NONE;
        CW_TRY(add(work, crowded, own, own ? edge_at(work, near->corner) : near->entry,
                   (cw_vec2[]){near->position, near->position}));
    }
    return CW_OK;
}

static cw_status add_walls(crowded_work *work, const cw_crowded_cell *crowded) {
    const cw_clearance *clearance = work->tables->clearance;
    const uint32_t *first = &clearance->near_wall_first[work->cell];
    for (uint32_t i = first[0]; i < first[1]; i++) {
        const cw_near_wall *near = &clearance->near_walls[i];
        bool own = near->entry == CW_NONE;
        CW_TRY(add(work, crowded, own, own ? near->edge : near->entry,
                   (cw_vec2[]){near->from, near->to}));
    }
    return CW_OK;
}

/// The walls of a cell with dents.
static cw_status add_own(crowded_work *work, const cw_crowded_cell *crowded) {
    const cw_mesh_tables *tables = work->tables;
    const cw_navmesh *mesh = tables->clearance->mesh;
    uint32_t end = tables->dented[work->cell] ? cw_navmesh_cell_end(mesh, work->cell) : 0;
    for (uint32_t e = cw_navmesh_cell_begin(mesh, work->cell); e < end; e++) {
        const cw_mesh_side *side = &tables->sides[e];
        if (side->twin == CW_NONE) {
            CW_TRY(add(work, crowded, true, e,
                       (cw_vec2[]){side->from, tables->sides[side->next].from}));
        }
    }
    return CW_OK;
}

/// Makes the tree of what is added by a function: first what is on the border, then what is behind
/// it, each along the border.
static cw_status make_tree(crowded_work *work, const cw_crowded_cell *crowded,
                           cw_status add_all(crowded_work *, const cw_crowded_cell *),
                           cw_box_tree *tree) {
    cw_context *context = work->tables->context;
    work->boxes.count = work->keys.count = 0;
    CW_TRY(add_all(work, crowded));
    uint32_t count = work->boxes.count;
    if (count == 0) {
        return CW_OK;
    }
    CW_TRY(CW_ARRAY_RESERVE(context, &work->boxes, 2 * (size_t)count));
    CW_TRY(CW_ARRAY_RESERVE(context, &work->keys, 2 * (size_t)count));
    cw_keyed_sort(work->keys.items, work->keys.items + count, count);
    for (uint32_t i = 0; i < count; i++) {
        work->boxes.items[count + i] = work->boxes.items[work->keys.items[i].item];
    }
    CW_TRY(cw_box_tree_chain(context, work->boxes.items + count, count, tree));
    for (uint32_t i = 0; i < count; i++) {
        tree->items.items[i].item = work->keys.items[i].item;
    }
    return CW_OK;
}

/// Lists the lines that edges lie on, and finds the frame.
static cw_status survey(const cw_mesh_tables *tables, uint32_t cell, cw_crowded_cell *crowded) {
    const cw_navmesh *mesh = tables->clearance->mesh;
    uint32_t first = cw_navmesh_cell_begin(mesh, cell);
    uint32_t count = cw_navmesh_cell_end(mesh, cell) - first;
    crowded->edge_count = count;
    CW_TRY(CW_ALLOCATE(tables->context, crowded->lines, count));
    for (uint32_t e = first; e < first + count; e++) {
        crowded->middle = cw_vec2_along(crowded->middle, 1.0 / count, tables->sides[e].from);
        if (cw_navmesh_turn(mesh, cell, e) != 0) {
            crowded->lines[crowded->line_count++] = e;
        }
    }
    cw_vec2 longest = {0, 0};
    for (uint32_t i = 0; i < crowded->line_count; i++) {
        uint32_t next = crowded->lines[i + 1 < crowded->line_count ? i + 1 : 0];
        cw_vec2 line = cw_vec2_sub(tables->sides[next].from, tables->sides[crowded->lines[i]].from);
        longest = cw_vec2_dot(line, line) > cw_vec2_dot(longest, longest) ? line : longest;
    }
    bool flat = longest.x == 0 && longest.y == 0; /* all of a cell without area */
    crowded->axis = flat ? (cw_vec2){1, 0} : cw_heading(longest);
    return CW_OK;
}

/// Numbers the cells that are crowded.
static uint32_t number_crowded_cells(cw_mesh_tables *tables) {
    const cw_clearance *clearance = tables->clearance;
    uint32_t count = 0;
    for (uint32_t c = 0; c < clearance->mesh->cell_count; c++) {
        uint32_t corners = clearance->near_corner_first[c + 1] - clearance->near_corner_first[c];
        uint32_t edges =
            cw_navmesh_cell_end(clearance->mesh, c) - cw_navmesh_cell_begin(clearance->mesh, c);
        bool many = corners >= CW_CROWDED || edges >= CW_CROWDED;
        tables->crowded_of[c] = many ? count++ : CW_NONE;
    }
    return count;
}

static cw_status make_crowded_cells(cw_mesh_tables *tables, crowded_work *work) {
    CW_TRY(CW_ALLOCATE(tables->context, tables->crowded_cells, tables->crowded_count));
    for (uint32_t c = 0; c < tables->clearance->mesh->cell_count; c++) {
        if (tables->crowded_of[c] != CW_NONE) {
            cw_crowded_cell *crowded = &tables->crowded_cells[tables->crowded_of[c]];
            CW_TRY(survey(tables, c, crowded));
            work->cell = c;
            CW_TRY(make_tree(work, crowded, add_corners, &crowded->corners));
            CW_TRY(make_tree(work, crowded, add_walls, &crowded->walls));
            CW_TRY(make_tree(work, crowded, add_own, &crowded->own));
        }
    }
    return CW_OK;
}

cw_status cw_crowded_cells_create(cw_mesh_tables *tables) {
    CW_TRY(CW_ALLOCATE(tables->context, tables->crowded_of, tables->clearance->mesh->cell_count));
    tables->crowded_count = number_crowded_cells(tables);
    crowded_work work = {.tables = tables};
    cw_status status = make_crowded_cells(tables, &work);
    CW_ARRAY_FREE(tables->context, &work.keys);
    CW_ARRAY_FREE(tables->context, &work.boxes);
    return status;
}

void cw_crowded_cells_free(cw_mesh_tables *tables) {
    cw_context *context = tables->context;
    for (uint32_t i = 0; i < tables->crowded_count && tables->crowded_cells != NULL; i++) {
        cw_crowded_cell *crowded = &tables->crowded_cells[i];
        cw_box_tree_free(context, &crowded->corners);
        cw_box_tree_free(context, &crowded->walls);
        cw_box_tree_free(context, &crowded->own);
        CW_RELEASE(context, crowded->lines, crowded->edge_count);
    }
    CW_RELEASE(context, tables->crowded_cells, tables->crowded_count);
    CW_RELEASE(context, tables->crowded_of, tables->clearance->mesh->cell_count);
}

size_t cw_crowded_cells_bytes(const cw_mesh_tables *tables) {
    size_t bytes = tables->clearance->mesh->cell_count * sizeof *tables->crowded_of;
    for (uint32_t i = 0; i < tables->crowded_count; i++) {
        const cw_crowded_cell *crowded = &tables->crowded_cells[i];
        bytes += sizeof *crowded + cw_box_tree_bytes(&crowded->corners) +
                 cw_box_tree_bytes(&crowded->walls) + cw_box_tree_bytes(&crowded->own) +
                 crowded->edge_count * sizeof *crowded->lines;
    }
    return bytes;
}

cw_strip cw_crowded_beside(const cw_crowded_cell *crowded, const cw_tangent *ray, double reach,
                           double from, double to) {
    cw_tangent turned = {in_frame(crowded, cw_vec2_sub(ray->at, crowded->middle)),
                         in_frame(crowded, ray->along)};
    return (cw_strip){turned, -reach, reach, from - reach, to + reach};
}

static inline bool may_meet(const cw_box *box, const cw_strip *strip) {
    cw_vec2 along = strip->ray.along;
    cw_vec2 middle = {(box->low.x + box->high.x) / 2, (box->low.y + box->high.y) / 2};
    double wide = (box->high.x - box->low.x) / 2, high = (box->high.y - box->low.y) / 2;
    double side = cw_tangent_side(&strip->ray, middle);
    double across = fabs(along.x) * high + fabs(along.y) * wide;
    double depth = cw_tangent_depth(&strip->ray, middle);
    double ahead = fabs(along.x) * wide + fabs(along.y) * high;
    return side + across >= strip->right && side - across <= strip->left &&
           depth + ahead >= strip->from && depth - ahead <= strip->to;
}

const cw_box_node *cw_crowded_next(const cw_box_tree *tree, const cw_strip *strip, uint32_t *at) {
    for (uint32_t i = *at; i < tree->nodes.count;) {
        const cw_box_node *node = &tree->nodes.items[i++];
        if (!may_meet(&node->box, strip)) {
            i = node->skip;
        } else if (i == node->skip) {
            *at = i;
            return node;
        }
    }
    return NULL;
}

/// The start of the first line of a border that points in a direction, or further round, as a place
/// in the cell.
static uint32_t first_heading(const cw_path_search *search, const cw_crowded_cell *crowded,
                              uint32_t first, cw_vec2 along) {
    cw_vec2 start = search->mesh.sides[crowded->lines[0]].along;
    double turn = cw_turn_measure(start, along);
    uint32_t low = 0, high = crowded->line_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (cw_turn_measure(start, search->mesh.sides[crowded->lines[middle]].along) >= turn) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return crowded->lines[low < crowded->line_count ? low : 0] - first;
}

/// Where edges begin to point ahead, the border is farthest on the right of the ray, and where they
/// begin to point back, on its left. Between these, it goes over from right to left once.
uint32_t cw_crowded_way_out(const cw_path_search *search, const cw_crowded_cell *crowded,
                            uint32_t cell, const cw_tangent *ray) {
    uint32_t first = cw_navmesh_cell_begin(search->clearance->mesh, cell),
             count = crowded->edge_count;
    const cw_mesh_side *sides = &search->mesh.sides[first];
    cw_vec2 back = {-ray->along.x, -ray->along.y};
    if (crowded->line_count == 0) {
        return CW_NONE;
    }
    uint32_t right = first_heading(search, crowded, first, ray->along);
    uint32_t left = first_heading(search, crowded, first, back);
    if (!(cw_tangent_side(ray, sides[right].from) <= 0 &&
          cw_tangent_side(ray, sides[left].from) > 0)) {
        return CW_NONE;
    }
    uint32_t low = 0, high = (left + count - right) % count; // on the right of the ray, on the left
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (cw_tangent_side(ray, sides[(right + middle) % count].from) <= 0) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return first + (right + low) % count;
}

/// How far in front of an edge a point lies.
static inline double in_front(const cw_mesh_side *side, cw_vec2 point) {
    return cw_vec2_cross(side->along, cw_vec2_sub(point, side->from));
}

double cw_path_search_inside(const cw_path_search *search, uint32_t cell, cw_vec2 point) {
    const cw_mesh_side *sides = search->mesh.sides;
    uint32_t limit = cw_navmesh_cell_end(search->clearance->mesh, cell);
    double inside = INFINITY;
    if (search->mesh.dented[cell]) {
        return cw_path_search_inside_hull(search, cell, point);
    }
    const cw_crowded_cell *crowded = cw_crowded_in(search, cell);
    for (uint32_t i = 0; crowded != NULL && i < crowded->line_count; i++) {
        inside = cw_least(inside, in_front(&sides[crowded->lines[i]], point));
    }
    for (uint32_t e = cw_navmesh_cell_begin(search->clearance->mesh, cell);
         e < limit && crowded == NULL; e++) {
        inside = cw_least(inside, in_front(&sides[e], point));
    }
    return inside;
}

/// Whether something in one of the trees is nearer to a place than a distance: a corner, or a wall.
/// Places in their lists are features of the cell.
static bool is_near(const cw_clearance *clearance, const cw_box_tree *tree,
                    const cw_features *features, const cw_strip *around, cw_vec2 place,
                    double distance) {
    const cw_box_node *leaf;
    for (uint32_t at = 0; (leaf = cw_crowded_next(tree, around, &at)) != NULL;) {
        for (uint32_t i = leaf->begin; i < leaf->end; i++) {
            const cw_indices one = {.items = &tree->items.items[i].item, .count = 1};
            if (cw_clearance_at_some(clearance, features, &one, place) < distance) {
                return true;
            }
        }
    }
    return false;
}

bool cw_crowded_is_near(const cw_path_search *search, const cw_crowded_cell *crowded, uint32_t cell,
                        cw_vec2 place, double distance) {
    const cw_clearance *clearance = search->clearance;
    const cw_tangent ray = {place, crowded->axis};
    const cw_strip around =
        cw_crowded_beside(crowded, &ray, distance + cw_slab_slack(clearance), 0, 0);
    cw_features corners = {.cell = cell, .corner_count = CW_NONE};
    cw_features walls = {.cell = cell, .behind = cw_behind_slack(clearance)};
    return is_near(clearance, &crowded->corners, &corners, &around, place, distance) ||
           is_near(clearance, &crowded->walls, &walls, &around, place, distance);
}
