/// Draping the terrain over the cells.
///
/// The decomposition knows only walls; hills and valleys are put back here. Phases, for each cell:
/// 1 the terrain triangles under it (ground.c); 2 its convex outline; 3 each of them is cut to the
/// outline (Sutherland and Hodgman, "Reentrant polygon clipping", 1974); 4 a cell where all of it
/// lies in one plane needs no triangles, others get what was cut.
///
/// Which triangles lie under a cell is decided exactly. The cuts are made in double, with places
/// counted in steps of the lattice from a corner of the cell: rounding is then far below a step,
/// and stays inside the box of the cell. Heights decide nothing.
#include "navmesh/ground/drape.h"
#include "base/parallel.h"
#include "geom/lattice.h"
#include "geom/order.h"
#include "navmesh/ground/ground.h"
#include "navmesh/mesh/hull.h"

#include <math.h>
#include <string.h>

/// A floor this even is flat, in metres: single-precision models are this noisy at the size of a
/// building.
static const double FLAT_TOLERANCE = 1e-6;

/// Tasks that cells are divided into, each of which has a number per terrain triangle; and cells
/// that are worth a task.
enum { MOST_TASKS = 32, LEAST_CELLS = 256 };

/// A corner of a piece of terrain.
typedef struct spot {
    double x, y;     ///< coarse steps from the base of the current cell
    double z;        ///< metres
    uint32_t vertex; ///< of the terrain, or CW_NONE where a cut made it
} spot;
typedef CW_ARRAY(spot) spot_list;

typedef struct piece {
    uint32_t first, count; ///< corners in draper.corners
} piece;

/// What some cells came to, one after the other.
typedef struct drapery {
    CW_ARRAY(cw_vec3) positions; ///< of the vertices that the mesh gets
    CW_ARRAY(cw_point) points;
    CW_ARRAY(uint32_t) triangles;
    CW_ARRAY(cw_ground_seed) seeds; ///< for cells without one
} drapery;

/// Draping all cells.
typedef struct draping {
    cw_context *context;
    cw_navmesh *mesh;
    cw_ground ground;
    uint32_t first;        ///< place in the queue from which on cells are in work
    uint32_t grain;        ///< cells that one task takes
    uint32_t *begin, *end; ///< per cell: its triangles, counted from those of its task, then of all
    drapery *parts;        ///< per task
    drapery all;
} draping;

/// A side of the outline, in steps. The direction is not that between two places from the base,
/// which are rounded: of a side far shorter than a step that would point anywhere.
typedef struct side {
    cw_vec2 from; ///< from the base
    cw_vec2 along;
} side;

/// Draping one cell after the other.
typedef struct draper {
    cw_context *context;
    const cw_navmesh *mesh;
    cw_ground_flood flood;
    cw_hull_maker hull;
    cw_point base;          ///< first corner of the current cell
    CW_ARRAY(side) outline; ///< convex outline of the current cell
    CW_ARRAY(uint32_t) rim; ///< its vertices
    cw_vec2 low, high;      ///< its box
    spot_list polygon, clipped;
    CW_ARRAY(double) sides; ///< per corner of the polygon, while it is cut
    spot_list corners;      ///< of all pieces of the current cell
    CW_ARRAY(piece) pieces;
    CW_ARRAY(uint32_t) table; ///< vertices that the current cell has added, by place
    drapery *made;
} draper;

static double side_of(const side *s, double x, double y) {
    return s->along.x * (y - s->from.y) - s->along.y * (x - s->from.x);
}

static cw_vec2 difference(cw_point a, cw_point b) {
    return (cw_vec2){(double)(b.x - a.x) / (double)CW_COARSE_UNIT,
                     (double)(b.y - a.y) / (double)CW_COARSE_UNIT};
}

/// A point in steps from the base.
static cw_vec2 to_steps(const draper *state, cw_point point) {
    return difference(state->base, point);
}

/// The nearest point of the fine lattice.
static cw_point from_steps(const draper *state, double x, double y) {
    return (cw_point){state->base.x + (int64_t)floor(x * (double)CW_COARSE_UNIT + 0.5),
                      state->base.y + (int64_t)floor(y * (double)CW_COARSE_UNIT + 0.5)};
}

/// Appends a corner to the outline and widens its box.
static cw_status add_corner(draper *state, uint32_t edge) {
    cw_vec2 p = to_steps(state, cw_navmesh_point(state->mesh, edge));
    state->low = (cw_vec2){fmin(state->low.x, p.x), fmin(state->low.y, p.y)};
    state->high = (cw_vec2){fmax(state->high.x, p.x), fmax(state->high.y, p.y)};
    CW_TRY(CW_ARRAY_PUSH(state->context, &state->rim, state->mesh->edge_vertex[edge]));
    return CW_ARRAY_PUSH(state->context, &state->outline, (side){.from = p});
}

/// The convex outline of a cell: its corners without those that stand back or in a side.
static cw_status make_outline(draper *state, uint32_t cell) {
    const cw_navmesh *mesh = state->mesh;
    uint32_t first = cw_navmesh_cell_begin(mesh, cell);
    state->base = cw_navmesh_point(mesh, first);
    state->outline.count = 0;
    state->rim.count = 0;
    state->low = state->high = (cw_vec2){0, 0};
    if (cw_navmesh_has_dent(mesh, cell)) {
        cw_hull_make(&state->hull, cell);
        for (uint32_t i = 0; i + 1 < state->hull.hull_count; i++) {
            CW_TRY(add_corner(state, first + state->hull.hull[i]));
        }
    } else {
        for (uint32_t e = first; e < cw_navmesh_cell_end(mesh, cell); e++) {
            if (cw_navmesh_turn(mesh, cell, e) > 0) {
                CW_TRY(add_corner(state, e));
            }
        }
    }
    for (uint32_t i = 0; i < state->rim.count; i++) {
        cw_point a = mesh->points[state->rim.items[i]],
                 b = mesh->points[state->rim.items[i + 1 < state->rim.count ? i + 1 : 0]];
        state->outline.items[i].along = difference(a, b);
    }
    return CW_OK;
}

/// On which side of a line the corners of the polygon lie; false when none is on the right.
static cw_status find_sides(draper *state, const side *line, bool *cuts) {
    CW_TRY(CW_ARRAY_RESERVE(state->context, &state->sides, state->polygon.count));
    *cuts = false;
    for (uint32_t i = 0; i < state->polygon.count; i++) {
        double left = side_of(line, state->polygon.items[i].x, state->polygon.items[i].y);
        state->sides.items[i] = left;
        *cuts = *cuts || left < 0;
    }
    return CW_OK;
}

/// Cuts state->polygon by the left side of a line.
static cw_status clip_by(draper *state, const side *line) {
    bool cuts;
    CW_TRY(find_sides(state, line, &cuts));
    if (!cuts) {
        return CW_OK;
    }
    state->clipped.count = 0;
    for (uint32_t i = 0; i < state->polygon.count; i++) {
        uint32_t next = i + 1 < state->polygon.count ? i + 1 : 0;
        const spot *p = &state->polygon.items[i], *q = &state->polygon.items[next];
        double p_side = state->sides.items[i], q_side = state->sides.items[next];
        if (p_side >= 0) {
            CW_TRY(CW_ARRAY_PUSH(state->context, &state->clipped, *p));
        }
        if ((p_side > 0 && q_side < 0) || (p_side < 0 && q_side > 0)) {
            double t = p_side / (p_side - q_side);
            spot cut = {p->x + t * (q->x - p->x), p->y + t * (q->y - p->y),
                        p->z + t * (q->z - p->z), CW_NONE};
            CW_TRY(CW_ARRAY_PUSH(state->context, &state->clipped, cut));
        }
    }
    spot_list swap = state->polygon;
    state->polygon = state->clipped;
    state->clipped = swap;
    return CW_OK;
}

static double clamp(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}

/// At the sharp end of a thin cell two sides are nearly parallel, and rounding could carry a corner
/// of a piece far along them: never out of the box of the cell.
static spot keep_in_box(const draper *state, spot corner) {
    double x = clamp(corner.x, state->low.x, state->high.x);
    double y = clamp(corner.y, state->low.y, state->high.y);
    bool moved = x != corner.x || y != corner.y;
    return (spot){x, y, corner.z, moved ? CW_NONE : corner.vertex};
}

/// Keeps the part of a terrain triangle inside the cell.
static cw_status cut_triangle(draper *state, uint32_t triangle) {
    const cw_terrain *terrain = state->flood.ground->terrain;
    state->polygon.count = 0;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t vertex = terrain->corners[3 * triangle + k];
        cw_vec2 p = to_steps(state, state->flood.ground->points[vertex]);
        spot corner = {p.x, p.y, terrain->positions[vertex].z, vertex};
        CW_TRY(CW_ARRAY_PUSH(state->context, &state->polygon, corner));
    }
    for (uint32_t i = 0; i < state->outline.count && state->polygon.count > 0; i++) {
        CW_TRY(clip_by(state, &state->outline.items[i]));
    }
    CW_TRY(CW_ARRAY_PUSH(state->context, &state->pieces,
                         (piece){state->corners.count, state->polygon.count}));
    for (uint32_t i = 0; i < state->polygon.count; i++) {
        CW_TRY(CW_ARRAY_PUSH(state->context, &state->corners,
                             keep_in_box(state, state->polygon.items[i])));
    }
    return CW_OK;
}

/// Where a corner of a piece lies: corners of the terrain have the place that the caller gave.
static cw_vec3 position_of(const draper *state, const spot *corner) {
    if (corner->vertex != CW_NONE) {
        return state->flood.ground->terrain->positions[corner->vertex];
    }
    cw_vec2 plan =
        cw_lattice_to_plan(&state->mesh->lattice, from_steps(state, corner->x, corner->y));
    return (cw_vec3){plan.x, plan.y, corner->z};
}

static cw_point point_of(const draper *state, const spot *corner) {
    return corner->vertex != CW_NONE ? state->flood.ground->points[corner->vertex]
                                     : from_steps(state, corner->x, corner->y);
}

/// The area of a cell in square steps. Exact except for the last rounding: in thin cells the terms
/// cancel.
static double measure_area(const draper *state, uint32_t cell) {
    const cw_navmesh *mesh = state->mesh;
    cw_unsigned_wide twice = 0; /* partial sums may wrap */
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        cw_point a = cw_navmesh_point(mesh, e);
        cw_point b = cw_navmesh_point(mesh, cw_navmesh_next(mesh, cell, e));
        twice +=
            (cw_unsigned_wide)cw_cross(cw_point_sub(a, state->base), cw_point_sub(b, state->base));
    }
    return ldexp(cw_wide_double((cw_wide)twice), -2 * CW_LATTICE_FINE_BITS - 1);
}

/// The length of the outline in steps.
static double measure_border(const draper *state) {
    double length = 0;
    for (uint32_t i = 0; i < state->outline.count; i++) {
        cw_vec2 along = state->outline.items[i].along;
        length += sqrt(along.x * along.x + along.y * along.y);
    }
    return length;
}

/// Whether a cell is as thin as rounding. Its corners then define no plane: given a hair off, as
/// they are, they could lie in a steep one.
static bool is_thin(const draper *state, uint32_t cell) {
    return measure_area(state, cell) <= CW_NOISE_STEPS * 0.5 * measure_border(state);
}

/// Whether the corners of a cell say all about its heights.
static bool is_flat(const draper *state, uint32_t cell) {
    if (!cw_navmesh_is_level(state->mesh, cell) && is_thin(state, cell)) {
        return false;
    }
    for (uint32_t i = 0; i < state->corners.count; i++) {
        cw_vec3 p = position_of(state, &state->corners.items[i]);
        double plane = cw_navmesh_height(state->mesh, cell, (cw_vec2){p.x, p.y});
        if (!(fabs(p.z - plane) <= FLAT_TOLERANCE)) {
            return false;
        }
    }
    return true;
}

/// Empties the table of the vertices of a cell; it has room for all corners of its pieces.
static cw_status clear_table(draper *state) {
    uint32_t size = 16;
    while (size < 2 * (uint64_t)state->corners.count) {
        size *= 2;
    }
    CW_TRY(CW_ARRAY_RESERVE(state->context, &state->table, size));
    memset(state->table.items, 0xff, size * sizeof *state->table.items);
    state->table.count = size;
    return CW_OK;
}

/// The vertex at a corner of a piece, new or one that this cell has added already.
static cw_status vertex_for(draper *state, const spot *corner, uint32_t *vertex) {
    cw_point point = point_of(state, corner);
    uint32_t mask = state->table.count - 1;
    uint32_t slot = (uint32_t)cw_mix((uint64_t)point.x ^ cw_mix((uint64_t)point.y)) & mask;
    for (; state->table.items[slot] != CW_NONE; slot = (slot + 1) & mask) {
        uint32_t i = state->table.items[slot];
        if (cw_point_equal(state->made->points.items[i], point) &&
            state->made->positions.items[i].z == corner->z) {
            *vertex = state->mesh->vertex_count + i;
            return CW_OK;
        }
    }
    state->table.items[slot] = state->made->points.count;
    *vertex = state->mesh->vertex_count + state->made->points.count;
    CW_TRY(CW_ARRAY_PUSH(state->context, &state->made->points, point));
    return CW_ARRAY_PUSH(state->context, &state->made->positions, position_of(state, corner));
}

static cw_status add_triangles(draper *state) {
    CW_TRY(clear_table(state));
    for (uint32_t i = 0; i < state->pieces.count; i++) {
        piece part = state->pieces.items[i];
        const spot *corner = state->corners.items + part.first;
        for (uint32_t k = 1; k + 1 < part.count; k++) {
            const spot *fan[3] = {&corner[0], &corner[k], &corner[k + 1]};
            if (cw_orient(point_of(state, fan[0]), point_of(state, fan[1]),
                          point_of(state, fan[2])) <= 0) {
                continue; /* rounding of the cuts took it away */
            }
            for (int c = 0; c < 3; c++) {
                uint32_t vertex;
                CW_TRY(vertex_for(state, fan[c], &vertex));
                CW_TRY(CW_ARRAY_PUSH(state->context, &state->made->triangles, vertex));
            }
        }
    }
    return CW_OK;
}

/// The triangles of a cell of which rounding of the cuts took all away: it is far thinner than a
/// step, and its corners are all there is of it.
static cw_status add_rim(draper *state) {
    for (uint32_t i = 1; i + 1 < state->rim.count; i++) {
        CW_TRY(CW_ARRAY_PUSH(state->context, &state->made->triangles, state->rim.items[0]));
        CW_TRY(CW_ARRAY_PUSH(state->context, &state->made->triangles, state->rim.items[i]));
        CW_TRY(CW_ARRAY_PUSH(state->context, &state->made->triangles, state->rim.items[i + 1]));
    }
    return CW_OK;
}

/// Cuts the terrain to one cell; appends its triangles if it is not flat.
static cw_status drape_cell(draper *state, uint32_t cell) {
    CW_TRY(cw_ground_flood_cell(&state->flood, cell));
    CW_TRY(make_outline(state, cell));
    state->pieces.count = 0;
    state->corners.count = 0;
    for (uint32_t i = 0; i < state->flood.triangles.count; i++) {
        CW_TRY(cut_triangle(state, state->flood.triangles.items[i]));
    }
    if (is_flat(state, cell)) {
        return CW_OK;
    }
    uint32_t before = state->made->triangles.count;
    CW_TRY(add_triangles(state));
    return state->made->triangles.count > before ? CW_OK : add_rim(state);
}

static void free_draper(draper *state) {
    cw_context *context = state->context;
    cw_ground_flood_free(&state->flood);
    cw_hull_maker_free(context, &state->hull);
    CW_ARRAY_FREE(context, &state->outline);
    CW_ARRAY_FREE(context, &state->rim);
    CW_ARRAY_FREE(context, &state->polygon);
    CW_ARRAY_FREE(context, &state->clipped);
    CW_ARRAY_FREE(context, &state->corners);
    CW_ARRAY_FREE(context, &state->pieces);
    CW_ARRAY_FREE(context, &state->table);
    CW_ARRAY_FREE(context, &state->sides);
}

static void free_drapery(cw_context *context, drapery *part) {
    CW_ARRAY_FREE(context, &part->positions);
    CW_ARRAY_FREE(context, &part->points);
    CW_ARRAY_FREE(context, &part->triangles);
    CW_ARRAY_FREE(context, &part->seeds);
}

/// Drapes some cells of the queue.
static cw_status drape_range(cw_context *context, void *user, uint32_t begin, uint32_t end) {
    draping *all = user;
    drapery *made = &all->parts[begin / all->grain];
    draper state = {.context = context, .mesh = all->mesh, .made = made};
    cw_status status = cw_ground_flood_begin(context, &all->ground, &state.flood);
    status = status != CW_OK ? status : cw_hull_maker_create(context, all->mesh, &state.hull);
    for (uint32_t i = begin; i < end && status == CW_OK; i++) {
        uint32_t cell = all->ground.queue.items[all->first + i];
        all->begin[cell] = made->triangles.count;
        status = drape_cell(&state, cell);
        all->end[cell] = made->triangles.count;
    }
    made->seeds.items = state.flood.seeds.items;
    made->seeds.count = state.flood.seeds.count;
    made->seeds.capacity = state.flood.seeds.capacity;
    state.flood.seeds.items = NULL;
    state.flood.seeds.capacity = 0;
    free_draper(&state);
    return status;
}

/// Appends what a task made: numbers of its vertices and places of its triangles go up.
static cw_status take_part(draping *all, const drapery *part, uint32_t first, uint32_t end) {
    cw_context *context = all->context;
    drapery *to = &all->all;
    uint32_t vertices = to->positions.count, triangles = to->triangles.count;
    uint32_t added = part->positions.count, corners = part->triangles.count;
    CW_TRY(CW_ARRAY_RESERVE(context, &to->positions, (size_t)vertices + added));
    CW_TRY(CW_ARRAY_RESERVE(context, &to->points, (size_t)vertices + added));
    CW_TRY(CW_ARRAY_RESERVE(context, &to->triangles, (size_t)triangles + corners));
    for (uint32_t i = 0; i < added; i++) {
        to->positions.items[vertices + i] = part->positions.items[i];
        to->points.items[vertices + i] = part->points.items[i];
    }
    for (uint32_t i = 0; i < corners; i++) {
        uint32_t vertex = part->triangles.items[i];
        to->triangles.items[triangles + i] =
            vertex < all->mesh->vertex_count ? vertex : vertex + vertices;
    }
    to->positions.count = to->points.count = vertices + added;
    to->triangles.count = triangles + corners;
    for (uint32_t i = first; i < end; i++) {
        uint32_t cell = all->ground.queue.items[i];
        all->begin[cell] += triangles;
        all->end[cell] += triangles;
    }
    return cw_ground_sow(&all->ground, part->seeds.items, part->seeds.count);
}

/// Drapes the cells that have got a seed, and takes what was made in the order of the queue: so
/// results do not depend on who makes them.
static cw_status drape_queue(draping *all) {
    uint32_t count = all->ground.queue.count - all->first;
    uint32_t grain = (count + MOST_TASKS - 1) / MOST_TASKS;
    all->grain = grain < LEAST_CELLS ? LEAST_CELLS : grain;
    uint32_t tasks = (count + all->grain - 1) / all->grain, first = all->first;
    CW_TRY(CW_ALLOCATE(all->context, all->parts, tasks));
    cw_status status =
        cw_parallel_for(all->context, "draping cells", count, all->grain, drape_range, all);
    for (uint32_t i = 0; i < tasks; i++) {
        uint32_t begin = first + i * all->grain, end = first + count;
        end = end - begin < all->grain ? end : begin + all->grain;
        status = status != CW_OK ? status : take_part(all, &all->parts[i], begin, end);
        free_drapery(all->context, &all->parts[i]);
    }
    CW_RELEASE(all->context, all->parts, tasks);
    all->first += count;
    return status;
}

/// The triangles of each cell stand where the cell was done; puts them in the order of the cells.
static cw_status order_triangles(const draping *all) {
    cw_navmesh *mesh = all->mesh;
    uint32_t *ordered = NULL, next = 0;
    CW_TRY(CW_ALLOCATE(all->context, ordered, all->all.triangles.count));
    cw_status status =
        CW_ALLOCATE(all->context, mesh->cell_triangle_first, (size_t)mesh->cell_count + 1);
    if (status != CW_OK) {
        CW_RELEASE(all->context, ordered, all->all.triangles.count);
        return status;
    }
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        mesh->cell_triangle_first[c] = next / 3;
        size_t count = all->end[c] - all->begin[c];
        if (count > 0) {
            memcpy(ordered + next, all->all.triangles.items + all->begin[c],
                   count * sizeof *ordered);
        }
        next += (uint32_t)count;
    }
    mesh->cell_triangle_first[mesh->cell_count] = next / 3;
    mesh->triangles = ordered;
    mesh->triangle_count = next / 3;
    return CW_OK;
}

static cw_status add_vertices(const draping *all) {
    cw_navmesh *mesh = all->mesh;
    uint32_t before = mesh->vertex_count, added = all->all.positions.count, after = before + added;
    CW_TRY(CW_RESIZE(all->context, mesh->positions, before, after));
    cw_status status = CW_RESIZE(all->context, mesh->points, before, after);
    if (status != CW_OK) {
        (void)CW_RESIZE(all->context, mesh->positions, after, before);
        return status;
    }
    if (added > 0) {
        memcpy(mesh->positions + before, all->all.positions.items, added * sizeof *mesh->positions);
        memcpy(mesh->points + before, all->all.points.items, added * sizeof *mesh->points);
    }
    mesh->vertex_count = after;
    return CW_OK;
}

static cw_status drape_all(draping *all) {
    while (all->first < all->ground.queue.count) {
        CW_TRY(drape_queue(all));
    }
    if (all->first != all->mesh->cell_count) {
        return cw_fail(all->context, CW_ERROR_INTERNAL, "%u of %u cells have no terrain",
                       all->mesh->cell_count - all->first, all->mesh->cell_count);
    }
    if (all->all.triangles.count == 0) {
        return CW_OK;
    }
    CW_TRY(order_triangles(all));
    return add_vertices(all);
}

/// True when all of the terrain lies at one height, as most floors of buildings do.
static bool is_level(const cw_terrain *terrain) {
    double low = INFINITY, high = -INFINITY;
    for (uint32_t v = 0; v < terrain->vertex_count; v++) {
        low = fmin(low, terrain->positions[v].z);
        high = fmax(high, terrain->positions[v].z);
    }
    return high - low <= FLAT_TOLERANCE;
}

cw_status cw_cells_drape(cw_context *context, const cw_surface *surface,
                         const uint32_t *cell_terrain, cw_navmesh *mesh) {
    if (surface->terrain.triangle_count == 0 || is_level(&surface->terrain)) {
        return CW_OK;
    }
    draping all = {.context = context, .mesh = mesh};
    cw_status status = cw_ground_begin(context, surface, mesh, cell_terrain, &all.ground);
    status = status != CW_OK ? status : CW_ALLOCATE(context, all.begin, mesh->cell_count);
    status = status != CW_OK ? status : CW_ALLOCATE(context, all.end, mesh->cell_count);
    if (status == CW_OK) {
        status = drape_all(&all);
    }
    CW_RELEASE(context, all.begin, mesh->cell_count);
    CW_RELEASE(context, all.end, mesh->cell_count);
    cw_ground_free(&all.ground);
    free_drapery(context, &all.all);
    return status;
}
