/// Cells in which corners or edges throng: see crowded_cell.h.
#include "path/ready/crowded_cell.h"
#include "clearance/near/features.h"
#include <stdlib.h>

/// Where a corner or a wall near a cell belongs along its border.
typedef struct berth {
    uint32_t edge; ///< where it is, or through which it is seen
    bool own;      ///< it is on the border itself
    cw_stem stem;
} berth;

/// The work on one cell.
typedef struct throng_work {
    const cw_mesh_tables *tables;
    uint32_t cell;
    CW_ARRAY(berth) berths;
    CW_ARRAY(cw_stem) stems;
    uint32_t *edge_of; ///< per vertex of the cell: an edge of it that starts there
} throng_work;

/// First those on the border, then those behind it, each along it.
static int along_border(const void *a, const void *b) {
    const berth *one = a, *other = b;
    if (one->own != other->own) {
        return one->own ? -1 : 1;
    }
    return one->edge != other->edge
               ? (one->edge > other->edge ? 1 : -1)
               : (one->stem.number > other->stem.number) - (one->stem.number < other->stem.number);
}

/// Where one of the corners near a cell belongs, or one of the walls: by its place in the table.
typedef berth berth_of(const throng_work *work, uint32_t index);

static berth berth_of_corner(const throng_work *work, uint32_t index) {
    const cw_clearance *clearance = work->tables->clearance;
    const cw_near_corner *near = &clearance->near_corners[index];
    bool own = near->entry == CW_NONE;
    uint32_t vertex = clearance->corners[near->corner].vertex;
    return (berth){.edge = own ? work->edge_of[vertex] : near->entry,
                   .own = own,
                   .stem = {.from = near->position, .to = near->position}};
}

static berth berth_of_wall(const throng_work *work, uint32_t index) {
    const cw_near_wall *near = &work->tables->clearance->near_walls[index];
    bool own = near->entry == CW_NONE;
    return (berth){.edge = own ? near->edge : near->entry,
                   .own = own,
                   .stem = {.from = near->from, .to = near->to}};
}

/// Makes the tree of the corners near the cell, or of the walls; `firsts` has where those of each
/// cell begin in their table.
static cw_status plant(throng_work *work, const uint32_t *firsts, berth_of *find, cw_grove *grove) {
    cw_context *context = work->tables->context;
    uint32_t first = firsts[work->cell], end = firsts[work->cell + 1];
    work->berths.count = work->stems.count = 0;
    for (uint32_t i = first; i < end; i++) {
        berth one = find(work, i);
        one.stem.number = i - first;
        CW_TRY(CW_ARRAY_PUSH(context, &work->berths, one));
    }
    if (work->berths.count > 1) {
        qsort(work->berths.items, work->berths.count, sizeof *work->berths.items, along_border);
    }
    for (uint32_t i = 0; i < work->berths.count; i++) {
        CW_TRY(CW_ARRAY_PUSH(context, &work->stems, work->berths.items[i].stem));
    }
    return cw_grove_make(context, work->stems.items, work->stems.count, grove);
}

/// Makes the tree of the walls of a cell with dents.
static cw_status plant_own(throng_work *work, cw_grove *grove) {
    const cw_mesh_tables *tables = work->tables;
    uint32_t first = cw_navmesh_cell_begin(tables->clearance->mesh, work->cell);
    uint32_t limit = cw_navmesh_cell_end(tables->clearance->mesh, work->cell);
    work->stems.count = 0;
    for (uint32_t e = first; e < limit; e++) {
        const cw_taut_side *side = &tables->sides[e];
        cw_stem one = {side->from, tables->sides[side->next].from, work->stems.count};
        if (side->twin == CW_NONE) {
            CW_TRY(CW_ARRAY_PUSH(tables->context, &work->stems, one));
        }
    }
    return cw_grove_make(tables->context, work->stems.items, work->stems.count, grove);
}

/// Measures the bearings of the vertices, and lists the lines that edges lie on.
static cw_status survey(const throng_work *work, cw_throng *throng) {
    const cw_navmesh *mesh = work->tables->clearance->mesh;
    uint32_t first = cw_navmesh_cell_begin(mesh, work->cell),
             count = cw_navmesh_cell_end(mesh, work->cell) - first;
    const cw_taut_side *sides = &work->tables->sides[first];
    throng->edge_count = count;
    CW_TRY(CW_ALLOCATE(work->tables->context, throng->bearings, count));
    CW_TRY(CW_ALLOCATE(work->tables->context, throng->lines, count));
    for (uint32_t i = 0; i < count; i++) {
        throng->middle = cw_vec2_along(throng->middle, 1.0 / count, sides[i].from);
        if (cw_navmesh_turn(mesh, work->cell, first + i) != 0) {
            throng->lines[throng->line_count++] = first + i;
        }
    }
    cw_vec2 start = cw_vec2_sub(sides->from, throng->middle);
    throng->in_order = true;
    for (uint32_t i = 1; i < count; i++) {
        throng->bearings[i] = cw_turn_measure(start, cw_vec2_sub(sides[i].from, throng->middle));
        throng->in_order &= throng->bearings[i] >= throng->bearings[i - 1];
    }
    return CW_OK;
}

static cw_status make_throng(throng_work *work, cw_throng *throng) {
    const cw_clearance *clearance = work->tables->clearance;
    const cw_navmesh *mesh = clearance->mesh;
    for (uint32_t e = cw_navmesh_cell_begin(mesh, work->cell);
         e < cw_navmesh_cell_end(mesh, work->cell); e++) {
        work->edge_of[mesh->edge_vertex[e]] = e;
    }
    CW_TRY(plant(work, clearance->near_corner_first, berth_of_corner, &throng->corners));
    CW_TRY(plant(work, clearance->near_wall_first, berth_of_wall, &throng->walls));
    return work->tables->dented[work->cell] ? plant_own(work, &throng->own) : survey(work, throng);
}

/// Numbers the cells that have throngs.
static uint32_t number_throngs(cw_mesh_tables *tables) {
    const cw_clearance *clearance = tables->clearance;
    uint32_t count = 0;
    for (uint32_t c = 0; c < clearance->mesh->cell_count; c++) {
        uint32_t corners = clearance->near_corner_first[c + 1] - clearance->near_corner_first[c];
        uint32_t edges =
            cw_navmesh_cell_end(clearance->mesh, c) - cw_navmesh_cell_begin(clearance->mesh, c);
        bool many = corners >= CW_THRONG || edges >= CW_THRONG;
        tables->throng_of[c] = many ? count++ : CW_NONE;
    }
    return count;
}

static cw_status make_throngs(cw_mesh_tables *tables, throng_work *work) {
    CW_TRY(CW_ALLOCATE(tables->context, tables->throngs, tables->throng_count));
    CW_TRY(CW_ALLOCATE(tables->context, work->edge_of, tables->clearance->mesh->vertex_count));
    for (uint32_t c = 0; c < tables->clearance->mesh->cell_count; c++) {
        if (tables->throng_of[c] != CW_NONE) {
            work->cell = c;
            CW_TRY(make_throng(work, &tables->throngs[tables->throng_of[c]]));
        }
    }
    return CW_OK;
}

cw_status cw_throngs_create(cw_mesh_tables *tables) {
    cw_context *context = tables->context;
    CW_TRY(CW_ALLOCATE(context, tables->throng_of, tables->clearance->mesh->cell_count));
    tables->throng_count = number_throngs(tables);
    if (tables->throng_count == 0) {
        return CW_OK;
    }
    throng_work work = {.tables = tables};
    cw_status status = make_throngs(tables, &work);
    CW_RELEASE(context, work.edge_of,
               work.edge_of == NULL ? 0 : tables->clearance->mesh->vertex_count);
    CW_ARRAY_FREE(context, &work.berths);
    CW_ARRAY_FREE(context, &work.stems);
    return status;
}

cw_status cw_throngs_make_room(cw_taut *search) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < search->mesh.throng_count; i++) {
        const cw_throng *throng = &search->mesh.throngs[i];
        uint32_t all = throng->corners.count + throng->own.count;
        most = all > most ? all : most;
    }
    if (most == 0) {
        return CW_OK;
    }
    CW_TRY(CW_ALLOCATE(search->context, search->disc.finds, 1));
    CW_TRY(cw_finds_create(search->context, most, search->disc.finds));
    return CW_ALLOCATE(search->context, search->disc.gathered, most);
}

void cw_throngs_leave_room(cw_taut *search) {
    if (search->disc.finds != NULL) {
        CW_RELEASE(search->context, search->disc.gathered,
                   search->disc.gathered == NULL ? 0 : search->disc.finds->capacity);
        cw_finds_free(search->context, search->disc.finds);
        CW_RELEASE(search->context, search->disc.finds, 1);
    }
}

void cw_throngs_free(cw_mesh_tables *tables) {
    cw_context *context = tables->context;
    for (uint32_t i = 0; i < tables->throng_count && tables->throngs != NULL; i++) {
        cw_throng *throng = &tables->throngs[i];
        cw_grove_free(context, &throng->corners);
        cw_grove_free(context, &throng->walls);
        cw_grove_free(context, &throng->own);
        CW_RELEASE(context, throng->bearings, throng->bearings == NULL ? 0 : throng->edge_count);
        CW_RELEASE(context, throng->lines, throng->lines == NULL ? 0 : throng->edge_count);
    }
    CW_RELEASE(context, tables->throngs, tables->throngs == NULL ? 0 : tables->throng_count);
    CW_RELEASE(context, tables->throng_of,
               tables->throng_of == NULL ? 0 : tables->clearance->mesh->cell_count);
}

size_t cw_throngs_room_bytes(const cw_taut *search) {
    const cw_finds *finds = search->disc.finds;
    return finds == NULL ? 0
                         : sizeof *finds + cw_finds_bytes(finds) +
                               finds->capacity * sizeof *search->disc.gathered;
}

size_t cw_throngs_bytes(const cw_mesh_tables *tables) {
    size_t bytes = tables->clearance->mesh->cell_count * sizeof *tables->throng_of;
    for (uint32_t i = 0; i < tables->throng_count; i++) {
        const cw_throng *throng = &tables->throngs[i];
        bytes += sizeof *throng + cw_grove_bytes(&throng->corners) +
                 cw_grove_bytes(&throng->walls) + cw_grove_bytes(&throng->own) +
                 throng->edge_count * (sizeof *throng->bearings + sizeof *throng->lines);
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
bool cw_throng_contains(const cw_taut *search, uint32_t cell, cw_vec2 point, bool *told) {
    const cw_throng *throng = cw_throng_of(search, cell);
    const cw_taut_side *sides =
        &search->mesh.sides[cw_navmesh_cell_begin(search->clearance->mesh, cell)];
    double bearing = cw_turn_measure(cw_vec2_sub(sides->from, throng->middle),
                                     cw_vec2_sub(point, throng->middle));
    uint32_t next = first_above(throng->bearings, throng->edge_count, bearing);
    const cw_taut_side *side = &sides[next == 0 ? 0 : next - 1];
    double inside = cw_vec2_cross(side->along, cw_vec2_sub(point, side->from));
    *told = throng->in_order && fabs(inside) > CW_GRAZE;
    return inside > 0;
}

/// The start of the first line of a border that points in a direction, or further round, as a place
/// in the cell.
static uint32_t first_heading(const cw_taut *search, const cw_throng *throng, uint32_t first,
                              cw_vec2 along) {
    cw_vec2 start = search->mesh.sides[throng->lines[0]].along;
    double turn = cw_turn_measure(start, along);
    uint32_t low = 0, high = throng->line_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (cw_turn_measure(start, search->mesh.sides[throng->lines[middle]].along) >= turn) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return throng->lines[low < throng->line_count ? low : 0] - first;
}

/// Where edges begin to point ahead, the border is farthest on the right of the ray, and where they
/// begin to point back, on its left. Between these, it goes over from right to left once.
uint32_t cw_throng_way_out(const cw_taut *search, const cw_throng *throng, uint32_t cell,
                           const cw_tangent *ray) {
    uint32_t first = cw_navmesh_cell_begin(search->clearance->mesh, cell),
             count = throng->edge_count;
    const cw_taut_side *sides = &search->mesh.sides[first];
    cw_vec2 back = {-ray->along.x, -ray->along.y};
    uint32_t right = first_heading(search, throng, first, ray->along);
    uint32_t left = first_heading(search, throng, first, back);
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

/// Whether a place is nearer to a corner of a throng than a distance.
static bool is_near_corner(const cw_taut *search, const cw_throng *throng, uint32_t cell,
                           cw_vec2 place, double distance) {
    const cw_clearance *clearance = search->clearance;
    const cw_near_corner *near = &clearance->near_corners[clearance->near_corner_first[cell]];
    uint32_t at = 0;
    const cw_grove_box *box;
    while ((box = cw_grove_next_near(&throng->corners, place, distance, &at)) != NULL) {
        for (uint32_t i = box->first; i < box->end; i++) {
            cw_vec2 corner = near[throng->corners.numbers[i]].position;
            if (cw_vec2_distance(place, corner) < distance) {
                return true;
            }
        }
    }
    return false;
}

/// The same for walls.
static bool is_near_wall(const cw_taut *search, const cw_throng *throng, uint32_t cell,
                         cw_vec2 place, double distance) {
    cw_features features = {.cell = cell, .behind = cw_behind_slack(search->clearance)};
    uint32_t at = 0;
    const cw_grove_box *box;
    while ((box = cw_grove_next_near(&throng->walls, place,
                                     distance + cw_slab_slack(search->clearance), &at)) != NULL) {
        for (uint32_t i = box->first; i < box->end; i++) {
            cw_indices one = {.items = &throng->walls.numbers[i], .count = 1};
            if (cw_clearance_at_some(search->clearance, &features, &one, place) < distance) {
                return true;
            }
        }
    }
    return false;
}

bool cw_throng_is_near(const cw_taut *search, const cw_throng *throng, uint32_t cell, cw_vec2 place,
                       double distance) {
    return is_near_corner(search, throng, cell, place, distance) ||
           is_near_wall(search, throng, cell, place, distance);
}
