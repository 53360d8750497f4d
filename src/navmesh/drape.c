/// Draping the terrain over the cells.
///
/// The decomposition knows only walls; hills and valleys are put back here. Phases, for each cell:
/// 1 its convex outline; 2 the terrain triangles under it (ground.c); 3 each of them is cut to the
/// outline (Sutherland and Hodgman, "Reentrant polygon clipping", 1974); 4 a cell where all of it
/// lies in one plane needs no triangles, others get what was cut.
///
/// Which triangles lie under a cell is decided exactly. The cuts are made in double, with places
/// counted in steps of the lattice from a corner of the cell: rounding is then far below a step,
/// and stays inside the box of the cell. Heights decide nothing.
#include "navmesh/drape.h"
#include "geom/lattice.h"
#include "navmesh/ground.h"
#include "navmesh/hull.h"

#include <math.h>
#include <string.h>

/// A floor this even is flat, in metres: single-precision models are this noisy at the size of a
/// building.
static const double FLAT_TOLERANCE = 1e-6;

/// A corner of a piece of terrain.
typedef struct spot {
    double x, y;     ///< coarse steps from the base of the cell at hand
    double z;        ///< metres
    uint32_t vertex; ///< of the terrain, or CW_NONE where a cut made it
} spot;
typedef CW_ARRAY(spot) spot_list;

typedef struct piece {
    uint32_t first, count; ///< corners in draper.corners
} piece;

typedef struct draper {
    cw_context *context;
    cw_navmesh *mesh;
    cw_ground ground;
    cw_hull_maker hull;
    cw_point base;             ///< first corner of the cell at hand
    CW_ARRAY(cw_vec2) outline; ///< convex outline of the cell at hand, in steps from the base
    CW_ARRAY(uint32_t) rim;    ///< its vertices
    cw_vec2 low, high;         ///< its box
    spot_list polygon, clipped;
    spot_list corners; ///< of all pieces of the cell at hand
    CW_ARRAY(piece) pieces;
    CW_ARRAY(cw_vec3) positions; ///< of the vertices that the mesh gets
    CW_ARRAY(cw_point) points;
    CW_ARRAY(uint32_t) triangles;
} draper;

static double side_of(cw_vec2 a, cw_vec2 b, double x, double y) {
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

/// A point in steps from the base.
static cw_vec2 to_steps(const draper *state, cw_point point) {
    return (cw_vec2){(double)(point.x - state->base.x) / (double)CW_COARSE_UNIT,
                     (double)(point.y - state->base.y) / (double)CW_COARSE_UNIT};
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
    return CW_ARRAY_PUSH(state->context, &state->outline, p);
}

/// The convex outline of a cell: its corners without those that stand back or in a side.
static cw_status make_outline(draper *state, uint32_t cell) {
    const cw_navmesh *mesh = state->mesh;
    uint32_t first = mesh->cell_first[cell];
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
        for (uint32_t e = first; e < mesh->cell_first[cell + 1]; e++) {
            if (cw_navmesh_turn(mesh, cell, e) > 0) {
                CW_TRY(add_corner(state, e));
            }
        }
    }
    return CW_OK;
}

/// Cuts state->polygon by the left side of a-b.
static cw_status clip_by(draper *state, cw_vec2 a, cw_vec2 b) {
    state->clipped.count = 0;
    for (uint32_t i = 0; i < state->polygon.count; i++) {
        spot p = state->polygon.items[i];
        spot q = state->polygon.items[(i + 1) % state->polygon.count];
        double p_side = side_of(a, b, p.x, p.y), q_side = side_of(a, b, q.x, q.y);
        if (p_side >= 0) {
            CW_TRY(CW_ARRAY_PUSH(state->context, &state->clipped, p));
        }
        if ((p_side > 0 && q_side < 0) || (p_side < 0 && q_side > 0)) {
            double t = p_side / (p_side - q_side);
            spot cut = {p.x + t * (q.x - p.x), p.y + t * (q.y - p.y), p.z + t * (q.z - p.z),
                        CW_NONE};
            CW_TRY(CW_ARRAY_PUSH(state->context, &state->clipped, cut));
        }
    }
    spot_list swap = state->polygon;
    state->polygon = state->clipped;
    state->clipped = swap;
    return CW_OK;
}

/// At the sharp end of a thin cell two sides are nearly parallel, and rounding could carry a corner
/// of a piece far along them: never out of the box of the cell.
static spot keep_in_box(const draper *state, spot corner) {
    double x = fmin(fmax(corner.x, state->low.x), state->high.x);
    double y = fmin(fmax(corner.y, state->low.y), state->high.y);
    bool moved = x != corner.x || y != corner.y;
    return (spot){x, y, corner.z, moved ? CW_NONE : corner.vertex};
}

/// Keeps the part of a terrain triangle inside the cell.
static cw_status cut_triangle(draper *state, uint32_t triangle) {
    const cw_terrain *terrain = state->ground.terrain;
    state->polygon.count = 0;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t vertex = terrain->corners[3 * triangle + k];
        cw_vec2 p = to_steps(state, state->ground.points[vertex]);
        spot corner = {p.x, p.y, terrain->positions[vertex].z, vertex};
        CW_TRY(CW_ARRAY_PUSH(state->context, &state->polygon, corner));
    }
    for (uint32_t i = 0; i < state->outline.count && state->polygon.count > 0; i++) {
        CW_TRY(clip_by(state, state->outline.items[i],
                       state->outline.items[(i + 1) % state->outline.count]));
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
        return state->ground.terrain->positions[corner->vertex];
    }
    cw_vec2 plan =
        cw_lattice_to_plan(&state->mesh->lattice, from_steps(state, corner->x, corner->y));
    return (cw_vec3){plan.x, plan.y, corner->z};
}

static cw_point point_of(const draper *state, const spot *corner) {
    return corner->vertex != CW_NONE ? state->ground.points[corner->vertex]
                                     : from_steps(state, corner->x, corner->y);
}

/// The area of a cell in square steps. Exact but for the last rounding: in thin cells the terms
/// cancel.
static double measure_area(const draper *state, uint32_t cell) {
    const cw_navmesh *mesh = state->mesh;
    cw_unsigned_wide twice = 0; /* partial sums may wrap */
    for (uint32_t e = mesh->cell_first[cell]; e < mesh->cell_first[cell + 1]; e++) {
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
        cw_vec2 a = state->outline.items[i];
        cw_vec2 b = state->outline.items[(i + 1) % state->outline.count];
        length += sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
    }
    return length;
}

/// Whether a cell is as thin as rounding. Its corners then define no plane: given a hair off, as
/// they are, they could lie in a steep one.
static bool is_thin(const draper *state, uint32_t cell) {
    return measure_area(state, cell) <= CW_NOISE_STEPS * 0.5 * measure_border(state);
}

/// Whether the corners of a cell all have one height.
static bool has_one_height(const cw_navmesh *mesh, uint32_t cell) {
    double z = mesh->positions[mesh->edge_vertex[mesh->cell_first[cell]]].z;
    for (uint32_t e = mesh->cell_first[cell]; e < mesh->cell_first[cell + 1]; e++) {
        if (mesh->positions[mesh->edge_vertex[e]].z != z) {
            return false;
        }
    }
    return true;
}

/// Whether the corners of a cell say all about its heights.
static bool is_flat(const draper *state, uint32_t cell) {
    if (!has_one_height(state->mesh, cell) && is_thin(state, cell)) {
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

/// The vertex at a corner of a piece, new or one that this cell has added since `from`.
static cw_status vertex_for(draper *state, const spot *corner, uint32_t from, uint32_t *vertex) {
    cw_point point = point_of(state, corner);
    for (uint32_t i = from; i < state->points.count; i++) {
        if (cw_point_equal(state->points.items[i], point) &&
            state->positions.items[i].z == corner->z) {
            *vertex = state->mesh->vertex_count + i;
            return CW_OK;
        }
    }
    *vertex = state->mesh->vertex_count + state->points.count;
    CW_TRY(CW_ARRAY_PUSH(state->context, &state->points, point));
    return CW_ARRAY_PUSH(state->context, &state->positions, position_of(state, corner));
}

static cw_status add_triangles(draper *state) {
    uint32_t from = state->positions.count;
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
                CW_TRY(vertex_for(state, fan[c], from, &vertex));
                CW_TRY(CW_ARRAY_PUSH(state->context, &state->triangles, vertex));
            }
        }
    }
    return CW_OK;
}

/// The triangles of a cell of which rounding of the cuts took all away: it is far thinner than a
/// step, and its corners are all there is of it.
static cw_status add_rim(draper *state) {
    for (uint32_t i = 1; i + 1 < state->rim.count; i++) {
        CW_TRY(CW_ARRAY_PUSH(state->context, &state->triangles, state->rim.items[0]));
        CW_TRY(CW_ARRAY_PUSH(state->context, &state->triangles, state->rim.items[i]));
        CW_TRY(CW_ARRAY_PUSH(state->context, &state->triangles, state->rim.items[i + 1]));
    }
    return CW_OK;
}

/// Cuts the terrain to one cell; appends its triangles if it is not flat.
static cw_status drape_cell(draper *state, uint32_t cell) {
    CW_TRY(make_outline(state, cell));
    CW_TRY(cw_ground_flood(&state->ground, cell));
    state->pieces.count = 0;
    state->corners.count = 0;
    for (uint32_t i = 0; i < state->ground.triangles.count; i++) {
        CW_TRY(cut_triangle(state, state->ground.triangles.items[i]));
    }
    if (is_flat(state, cell)) {
        return CW_OK;
    }
    uint32_t before = state->triangles.count;
    CW_TRY(add_triangles(state));
    return state->triangles.count > before ? CW_OK : add_rim(state);
}

/// The triangles of each cell stand where the cell was done; puts them in the order of the cells.
static cw_status order_triangles(draper *state, const uint32_t *begin, const uint32_t *end) {
    cw_navmesh *mesh = state->mesh;
    uint32_t *ordered = NULL, next = 0;
    CW_TRY(CW_ALLOCATE(state->context, ordered, state->triangles.count));
    cw_status status =
        CW_ALLOCATE(state->context, mesh->cell_triangle_first, (size_t)mesh->cell_count + 1);
    if (status != CW_OK) {
        CW_RELEASE(state->context, ordered, state->triangles.count);
        return status;
    }
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        mesh->cell_triangle_first[c] = next / 3;
        size_t count = end[c] - begin[c];
        if (count > 0) {
            memcpy(ordered + next, state->triangles.items + begin[c], count * sizeof *ordered);
        }
        next += (uint32_t)count;
    }
    mesh->cell_triangle_first[mesh->cell_count] = next / 3;
    mesh->triangles = ordered;
    mesh->triangle_count = next / 3;
    return CW_OK;
}

static cw_status add_vertices(draper *state) {
    cw_navmesh *mesh = state->mesh;
    uint32_t before = mesh->vertex_count, added = state->positions.count, after = before + added;
    CW_TRY(CW_RESIZE(state->context, mesh->positions, before, after));
    cw_status status = CW_RESIZE(state->context, mesh->points, before, after);
    if (status != CW_OK) {
        (void)CW_RESIZE(state->context, mesh->positions, after, before);
        return status;
    }
    if (added > 0) {
        memcpy(mesh->positions + before, state->positions.items, added * sizeof *mesh->positions);
        memcpy(mesh->points + before, state->points.items, added * sizeof *mesh->points);
    }
    mesh->vertex_count = after;
    return CW_OK;
}

static cw_status drape_all(draper *state, uint32_t *begin, uint32_t *end) {
    for (uint32_t i = 0; i < state->ground.queue.count; i++) {
        uint32_t cell = state->ground.queue.items[i];
        begin[cell] = state->triangles.count;
        CW_TRY(drape_cell(state, cell));
        end[cell] = state->triangles.count;
    }
    if (state->ground.queue.count != state->mesh->cell_count) {
        return cw_fail(state->context, CW_ERROR_INTERNAL, "%u of %u cells have no terrain",
                       state->mesh->cell_count - state->ground.queue.count,
                       state->mesh->cell_count);
    }
    if (state->triangles.count == 0) {
        return CW_OK;
    }
    CW_TRY(order_triangles(state, begin, end));
    return add_vertices(state);
}

static void free_draper(draper *state) {
    cw_context *context = state->context;
    cw_ground_free(&state->ground);
    cw_hull_maker_free(context, &state->hull);
    CW_ARRAY_FREE(context, &state->outline);
    CW_ARRAY_FREE(context, &state->rim);
    CW_ARRAY_FREE(context, &state->polygon);
    CW_ARRAY_FREE(context, &state->clipped);
    CW_ARRAY_FREE(context, &state->corners);
    CW_ARRAY_FREE(context, &state->pieces);
    CW_ARRAY_FREE(context, &state->positions);
    CW_ARRAY_FREE(context, &state->points);
    CW_ARRAY_FREE(context, &state->triangles);
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
    draper state = {.context = context, .mesh = mesh};
    uint32_t *begin = NULL, *end = NULL;
    cw_status status = cw_ground_begin(context, surface, mesh, cell_terrain, &state.ground);
    status = status != CW_OK ? status : cw_hull_maker_create(context, mesh, &state.hull);
    status = status != CW_OK ? status : CW_ALLOCATE(context, begin, mesh->cell_count);
    status = status != CW_OK ? status : CW_ALLOCATE(context, end, mesh->cell_count);
    if (status == CW_OK) {
        status = drape_all(&state, begin, end);
    }
    CW_RELEASE(context, begin, mesh->cell_count);
    CW_RELEASE(context, end, mesh->cell_count);
    free_draper(&state);
    return status;
}
