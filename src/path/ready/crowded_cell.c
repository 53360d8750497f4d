/// Crowded cells: see crowded_cell.h.
#include "path/ready/crowded_cell.h"
#include "clearance/near/features.h"
#include <stdlib.h>

/// Where a corner or a wall near a cell belongs along its border.
typedef struct berth {
    uint32_t edge; ///< where it is, or through which it is seen
    bool own;      ///< it is on the border itself
    cw_obb_item place;
} berth;

/// The work on one cell.
typedef struct crowded_work {
    const cw_mesh_tables *tables;
    uint32_t cell;
    CW_ARRAY(berth) berths;
    CW_ARRAY(cw_obb_item) places;
    uint32_t *edge_of; ///< per vertex of the cell: an edge of it that starts there
} crowded_work;

/// First those on the border, then those behind it, each along it.
static int along_border(const void *a, const void *b) {
    const berth *one = a, *other = b;
    if (one->own != other->own) {
        return one->own ? -1 : 1;
    }
    return one->edge != other->edge ? (one->edge > other->edge ? 1 : -1)
                                    : (one->place.number > other->place.number) -
                                          (one->place.number < other->place.number);
}

/// Where one of the corners near a cell belongs, or one of the walls: by its place in the table.
typedef berth berth_of(const crowded_work *work, uint32_t index);

static berth berth_of_corner(const crowded_work *work, uint32_t index) {
    const cw_clearance *clearance = work->tables->clearance;
    const cw_near_corner *near = &clearance->near_corners[index];
    bool own = near->entry == CW_NONE;
    uint32_t vertex = clearance->corners[near->corner].vertex;
    return (berth){.edge = own ? work->edge_of[vertex] : near->entry,
                   .own = own,
                   .place = {.from = near->position, .to = near->position}};
}

static berth berth_of_wall(const crowded_work *work, uint32_t index) {
    const cw_near_wall *near = &work->tables->clearance->near_walls[index];
    bool own = near->entry == CW_NONE;
    return (berth){.edge = own ? near->edge : near->entry,
                   .own = own,
                   .place = {.from = near->from, .to = near->to}};
}

/// Makes the tree of the corners near the cell, or of the walls; `firsts` has where those of each
/// cell begin in their table.
static cw_status make_tree(crowded_work *work, const uint32_t *firsts, berth_of *find,
                           cw_obb_tree *tree) {
    cw_context *context = work->tables->context;
    uint32_t first = firsts[work->cell], end = firsts[work->cell + 1];
    work->berths.count = work->places.count = 0;
    for (uint32_t i = first; i < end; i++) {
        berth one = find(work, i);
        one.place.number = i - first;
        CW_TRY(CW_ARRAY_PUSH(context, &work->berths, one));
    }
    if (work->berths.count > 1) {
        qsort(work->berths.items, work->berths.count, sizeof *work->berths.items, along_border);
    }
    for (uint32_t i = 0; i < work->berths.count; i++) {
        CW_TRY(CW_ARRAY_PUSH(context, &work->places, work->berths.items[i].place));
    }
    return cw_obb_tree_make(context, work->places.items, work->places.count, tree);
}

/// Makes the tree of the walls of a cell with dents.
static cw_status make_own_tree(crowded_work *work, cw_obb_tree *tree) {
    const cw_mesh_tables *tables = work->tables;
    uint32_t first = cw_navmesh_cell_begin(tables->clearance->mesh, work->cell);
    uint32_t limit = cw_navmesh_cell_end(tables->clearance->mesh, work->cell);
    work->places.count = 0;
    for (uint32_t e = first; e < limit; e++) {
        const cw_mesh_side *side = &tables->sides[e];
        cw_obb_item one = {side->from, tables->sides[side->next].from, work->places.count};
        if (side->twin == CW_NONE) {
            CW_TRY(CW_ARRAY_PUSH(tables->context, &work->places, one));
        }
    }
    return cw_obb_tree_make(tables->context, work->places.items, work->places.count, tree);
}

/// Measures the bearings of the vertices, and lists the lines that edges lie on.
static cw_status survey(const crowded_work *work, cw_crowded_cell *crowded) {
    const cw_navmesh *mesh = work->tables->clearance->mesh;
    uint32_t first = cw_navmesh_cell_begin(mesh, work->cell),
             count = cw_navmesh_cell_end(mesh, work->cell) - first;
    const cw_mesh_side *sides = &work->tables->sides[first];
    crowded->edge_count = count;
    CW_TRY(CW_ALLOCATE(work->tables->context, crowded->bearings, count));
    CW_TRY(CW_ALLOCATE(work->tables->context, crowded->lines, count));
    for (uint32_t i = 0; i < count; i++) {
        crowded->middle = cw_vec2_along(crowded->middle, 1.0 / count, sides[i].from);
        if (cw_navmesh_turn(mesh, work->cell, first + i) != 0) {
            crowded->lines[crowded->line_count++] = first + i;
        }
    }
    cw_vec2 start = cw_vec2_sub(sides->from, crowded->middle);
    crowded->in_order = true;
    for (uint32_t i = 1; i < count; i++) {
        crowded->bearings[i] = cw_turn_measure(start, cw_vec2_sub(sides[i].from, crowded->middle));
        crowded->in_order &= crowded->bearings[i] >= crowded->bearings[i - 1];
    }
    return CW_OK;
}

static cw_status make_crowded(crowded_work *work, cw_crowded_cell *crowded) {
    const cw_clearance *clearance = work->tables->clearance;
    const cw_navmesh *mesh = clearance->mesh;
    for (uint32_t e = cw_navmesh_cell_begin(mesh, work->cell);
         e < cw_navmesh_cell_end(mesh, work->cell); e++) {
        work->edge_of[mesh->edge_vertex[e]] = e;
    }
    CW_TRY(make_tree(work, clearance->near_corner_first, berth_of_corner, &crowded->corners));
    CW_TRY(make_tree(work, clearance->near_wall_first, berth_of_wall, &crowded->walls));
    return work->tables->dented[work->cell] ? make_own_tree(work, &crowded->own)
                                            : survey(work, crowded);
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
    CW_TRY(CW_ALLOCATE(tables->context, work->edge_of, tables->clearance->mesh->vertex_count));
    for (uint32_t c = 0; c < tables->clearance->mesh->cell_count; c++) {
        if (tables->crowded_of[c] != CW_NONE) {
            work->cell = c;
            CW_TRY(make_crowded(work, &tables->crowded_cells[tables->crowded_of[c]]));
        }
    }
    return CW_OK;
}

cw_status cw_crowded_cells_create(cw_mesh_tables *tables) {
    cw_context *context = tables->context;
    CW_TRY(CW_ALLOCATE(context, tables->crowded_of, tables->clearance->mesh->cell_count));
    tables->crowded_count = number_crowded_cells(tables);
    if (tables->crowded_count == 0) {
        return CW_OK;
    }
    crowded_work work = {.tables = tables};
    cw_status status = make_crowded_cells(tables, &work);
    CW_RELEASE(context, work.edge_of,
               work.edge_of == NULL ? 0 : tables->clearance->mesh->vertex_count);
    CW_ARRAY_FREE(context, &work.berths);
    CW_ARRAY_FREE(context, &work.places);
    return status;
}

cw_status cw_crowded_cells_make_room(cw_path_search *search) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < search->mesh.crowded_count; i++) {
        const cw_crowded_cell *crowded = &search->mesh.crowded_cells[i];
        uint32_t all = crowded->corners.count + crowded->own.count;
        most = all > most ? all : most;
    }
    if (most == 0) {
        return CW_OK;
    }
    CW_TRY(CW_ALLOCATE(search->context, search->disc.finds, 1));
    CW_TRY(cw_marks_create(search->context, most, search->disc.finds));
    return CW_ALLOCATE(search->context, search->disc.gathered, most);
}

void cw_crowded_cells_leave_room(cw_path_search *search) {
    if (search->disc.finds != NULL) {
        CW_RELEASE(search->context, search->disc.gathered,
                   search->disc.gathered == NULL ? 0 : search->disc.finds->capacity);
        cw_marks_free(search->context, search->disc.finds);
        CW_RELEASE(search->context, search->disc.finds, 1);
    }
}

void cw_crowded_cells_free(cw_mesh_tables *tables) {
    cw_context *context = tables->context;
    for (uint32_t i = 0; i < tables->crowded_count && tables->crowded_cells != NULL; i++) {
        cw_crowded_cell *crowded = &tables->crowded_cells[i];
        cw_obb_tree_free(context, &crowded->corners);
        cw_obb_tree_free(context, &crowded->walls);
        cw_obb_tree_free(context, &crowded->own);
        CW_RELEASE(context, crowded->bearings, crowded->bearings == NULL ? 0 : crowded->edge_count);
        CW_RELEASE(context, crowded->lines, crowded->lines == NULL ? 0 : crowded->edge_count);
    }
    CW_RELEASE(context, tables->crowded_cells,
               tables->crowded_cells == NULL ? 0 : tables->crowded_count);
    CW_RELEASE(context, tables->crowded_of,
               tables->crowded_of == NULL ? 0 : tables->clearance->mesh->cell_count);
}

size_t cw_crowded_cells_room_bytes(const cw_path_search *search) {
    const cw_marks *finds = search->disc.finds;
    return finds == NULL ? 0
                         : sizeof *finds + cw_marks_bytes(finds) +
                               finds->capacity * sizeof *search->disc.gathered;
}

size_t cw_crowded_cells_bytes(const cw_mesh_tables *tables) {
    size_t bytes = tables->clearance->mesh->cell_count * sizeof *tables->crowded_of;
    for (uint32_t i = 0; i < tables->crowded_count; i++) {
        const cw_crowded_cell *crowded = &tables->crowded_cells[i];
        bytes += sizeof *crowded + cw_obb_tree_bytes(&crowded->corners) +
                 cw_obb_tree_bytes(&crowded->walls) + cw_obb_tree_bytes(&crowded->own) +
                 crowded->edge_count * (sizeof *crowded->bearings + sizeof *crowded->lines);
    }
    return bytes;
}

cw_area cw_area_beside(const cw_tangent *ray, double reach, double from, double to) {
    return (cw_area){{{ray->at, cw_left(ray->along), -reach, reach},
                      {ray->at, ray->along, from - reach, to + reach}}};
}

/// The first of some numbers in order that is more than another; their count for none.
static uint32_t first_above(const double *numbers, uint32_t count, double number) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (numbers[middle] > number) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

/// Seen from the middle of the cell, a point lies before one edge, or behind it: a point before it
/// is behind no other one either.
bool cw_crowded_contains(const cw_path_search *search, uint32_t cell, cw_vec2 point, bool *told) {
    const cw_crowded_cell *crowded = cw_crowded_of(search, cell);
    const cw_mesh_side *sides =
        &search->mesh.sides[cw_navmesh_cell_begin(search->clearance->mesh, cell)];
    double bearing = cw_turn_measure(cw_vec2_sub(sides->from, crowded->middle),
                                     cw_vec2_sub(point, crowded->middle));
    uint32_t next = first_above(crowded->bearings, crowded->edge_count, bearing);
    const cw_mesh_side *side = &sides[next == 0 ? 0 : next - 1];
    double inside = cw_vec2_cross(side->along, cw_vec2_sub(point, side->from));
    *told = crowded->in_order && fabs(inside) > CW_GRAZE;
    return inside > 0;
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

/// Whether a place is nearer to a corner of a crowded cell than a distance.
static bool is_near_corner(const cw_path_search *search, const cw_crowded_cell *crowded,
                           uint32_t cell, cw_vec2 place, double distance) {
    const cw_clearance *clearance = search->clearance;
    const cw_near_corner *near = &clearance->near_corners[clearance->near_corner_first[cell]];
    uint32_t at = 0;
    const cw_obb *box;
    while ((box = cw_obb_tree_next_near(&crowded->corners, place, distance, &at)) != NULL) {
        for (uint32_t i = box->first; i < box->end; i++) {
            cw_vec2 corner = near[crowded->corners.numbers[i]].position;
            if (cw_vec2_distance(place, corner) < distance) {
                return true;
            }
        }
    }
    return false;
}

/// The same for walls.
static bool is_near_wall(const cw_path_search *search, const cw_crowded_cell *crowded,
                         uint32_t cell, cw_vec2 place, double distance) {
    cw_features features = {.cell = cell, .behind = cw_behind_slack(search->clearance)};
    uint32_t at = 0;
    const cw_obb *box;
    while ((box = cw_obb_tree_next_near(&crowded->walls, place,
                                        distance + cw_slab_slack(search->clearance), &at)) !=
           NULL) {
        for (uint32_t i = box->first; i < box->end; i++) {
            cw_indices one = {.items = &crowded->walls.numbers[i], .count = 1};
            if (cw_clearance_at_some(search->clearance, &features, &one, place) < distance) {
                return true;
            }
        }
    }
    return false;
}

bool cw_crowded_is_near(const cw_path_search *search, const cw_crowded_cell *crowded, uint32_t cell,
                        cw_vec2 place, double distance) {
    return is_near_corner(search, crowded, cell, place, distance) ||
           is_near_wall(search, crowded, cell, place, distance);
}
