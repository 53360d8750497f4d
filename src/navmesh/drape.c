/// Draping the terrain over the cells.
///
/// The decomposition knows only walls; hills and valleys are put back here. From a terrain triangle
/// at one of its walls (or, for a cell without walls, under a portal to a cell that is done) a cell
/// floods over the terrain through every edge that runs through it, and cuts each triangle to its
/// own convex outline (Sutherland and Hodgman 1974). So floors above each other never mix: only
/// shared edges lead from triangle to triangle. A cell where all of it lies in one plane needs no
/// triangles. In double: heights decide nothing.
#include "navmesh/drape.h"
#include "base/memory.h"
#include "geom/lattice.h"
#include "geom/predicates.h"
#include "navmesh/navmesh.h"

#include <math.h>
#include <string.h>

/// A floor this even is flat, in metres: single-precision models are this noisy at the size of a
/// building.
static const double FLAT_TOLERANCE = 1e-6;
/// Pieces below this share of their cell are rounding noise of the cut.
static const double PIECE_NOISE = 1e-12;
/// Part of the area of a cell that its pieces may miss without a closer look.
static const double MISSED_AREA = 1e-7;
/// A portal runs along an edge of the terrain that is this near, in parts of its length.
static const double ALONG_EDGE = 1e-9;

typedef CW_ARRAY(cw_vec3) vertex_list;

typedef struct piece {
    uint32_t first, count; ///< corners in draper.corners
} piece;

typedef struct draper {
    cw_context *context;
    const cw_terrain *terrain;
    cw_navmesh *mesh;
    uint32_t *seed;            ///< per cell: a terrain triangle, or CW_NONE
    uint32_t *way_in;          ///< per cell: the edge by which its seed touches it, or CW_NONE
    uint32_t *stamp;           ///< per terrain triangle: 1 + the last cell that flooded it
    CW_ARRAY(uint32_t) queue;  ///< cells with a seed, in the order in which they are done
    CW_ARRAY(uint32_t) flood;  ///< terrain triangles of the cell at hand
    CW_ARRAY(cw_vec2) outline; ///< convex outline of the cell at hand
    double inset;              ///< metres that an edge has to be inside of it to lead on
    vertex_list polygon, clipped;
    vertex_list corners; ///< of all pieces of the cell at hand
    CW_ARRAY(piece) pieces;
    vertex_list added; ///< vertices that the mesh gets
    CW_ARRAY(uint32_t) triangles;
} draper;

static double side_of(cw_vec2 a, cw_vec2 b, double x, double y) {
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

static cw_vec2 edge_start(const cw_navmesh *mesh, uint32_t edge) {
    cw_vec3 p = mesh->positions[mesh->edge_vertex[edge]];
    return (cw_vec2){p.x, p.y};
}

/// The convex outline of a cell: its corners without those that stand back. Starts at the leftmost
/// one.
static cw_status make_outline(draper *state, uint32_t cell) {
    const cw_navmesh *mesh = state->mesh;
    uint32_t first = mesh->cell_first[cell], count = mesh->cell_first[cell + 1] - first, start = 0;
    for (uint32_t i = 1; i < count; i++) {
        cw_vec2 p = edge_start(mesh, first + i), q = edge_start(mesh, first + start);
        start = p.x < q.x || (p.x == q.x && p.y < q.y) ? i : start;
    }
    state->outline.count = 0;
    for (uint32_t i = 0; i <= count; i++) {
        cw_vec2 p = edge_start(mesh, first + (start + i) % count);
        while (state->outline.count >= 2) {
            cw_vec2 *top = state->outline.items + state->outline.count - 1;
            if (side_of(top[-1], top[0], p.x, p.y) > 0) {
                break;
            }
            state->outline.count--;
        }
        if (i < count) {
            CW_TRY(CW_ARRAY_PUSH(state->context, &state->outline, p));
        }
    }
    return CW_OK;
}

/// Cuts state->polygon by the left side of a-b.
static cw_status clip_by(draper *state, cw_vec2 a, cw_vec2 b) {
    state->clipped.count = 0;
    for (uint32_t i = 0; i < state->polygon.count; i++) {
        cw_vec3 p = state->polygon.items[i];
        cw_vec3 q = state->polygon.items[(i + 1) % state->polygon.count];
        double p_side = side_of(a, b, p.x, p.y), q_side = side_of(a, b, q.x, q.y);
        if (p_side >= 0) {
            CW_TRY(CW_ARRAY_PUSH(state->context, &state->clipped, p));
        }
        if ((p_side > 0 && q_side < 0) || (p_side < 0 && q_side > 0)) {
            double t = p_side / (p_side - q_side);
            cw_vec3 cut = {p.x + t * (q.x - p.x), p.y + t * (q.y - p.y), p.z + t * (q.z - p.z)};
            CW_TRY(CW_ARRAY_PUSH(state->context, &state->clipped, cut));
        }
    }
    vertex_list swap = state->polygon;
    state->polygon = state->clipped;
    state->clipped = swap;
    return CW_OK;
}

static double polygon_area(const cw_vec3 *corner, uint32_t count) {
    double area = 0;
    for (uint32_t i = 1; i + 1 < count; i++) {
        cw_vec3 a = corner[0], b = corner[i], c = corner[i + 1];
        area += 0.5 * ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
    }
    return area;
}

static double outline_area(const draper *state) {
    double area = 0;
    for (uint32_t i = 1; i + 1 < state->outline.count; i++) {
        cw_vec2 *p = state->outline.items;
        area += 0.5 * side_of(p[0], p[i], p[i + 1].x, p[i + 1].y);
    }
    return area;
}

/// Keeps the part of a terrain triangle inside the cell.
static cw_status cut_triangle(draper *state, uint32_t triangle, double least_area) {
    state->polygon.count = 0;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t vertex = state->terrain->corners[3 * triangle + k];
        CW_TRY(CW_ARRAY_PUSH(state->context, &state->polygon, state->terrain->positions[vertex]));
    }
    for (uint32_t i = 0; i < state->outline.count && state->polygon.count > 0; i++) {
        CW_TRY(clip_by(state, state->outline.items[i],
                       state->outline.items[(i + 1) % state->outline.count]));
    }
    if (polygon_area(state->polygon.items, state->polygon.count) <= least_area) {
        return CW_OK;
    }
    CW_TRY(CW_ARRAY_PUSH(state->context, &state->pieces,
                         (piece){state->corners.count, state->polygon.count}));
    for (uint32_t i = 0; i < state->polygon.count; i++) {
        CW_TRY(CW_ARRAY_PUSH(state->context, &state->corners, state->polygon.items[i]));
    }
    return CW_OK;
}

/// True when more than a point of a terrain edge lies well inside the outline.
static bool edge_enters(const draper *state, uint32_t half_edge) {
    const cw_terrain *terrain = state->terrain;
    uint32_t next = half_edge % 3 == 2 ? half_edge - 2 : half_edge + 1;
    cw_vec3 p = terrain->positions[terrain->corners[half_edge]];
    cw_vec3 q = terrain->positions[terrain->corners[next]];
    double low = 0, high = 1;
    for (uint32_t i = 0; i < state->outline.count; i++) {
        cw_vec2 a = state->outline.items[i];
        cw_vec2 b = state->outline.items[(i + 1) % state->outline.count];
        double inset = state->inset * (fabs(b.x - a.x) + fabs(b.y - a.y));
        double p_side = side_of(a, b, p.x, p.y) - inset, q_side = side_of(a, b, q.x, q.y) - inset;
        if (p_side <= 0 && q_side <= 0) {
            return false;
        }
        if (p_side < 0) {
            low = fmax(low, p_side / (p_side - q_side));
        } else if (q_side < 0) {
            high = fmin(high, p_side / (p_side - q_side));
        }
    }
    return low < high;
}

static cw_status flood_from(draper *state, uint32_t cell) {
    state->flood.count = 0;
    state->stamp[state->seed[cell]] = cell + 1;
    CW_TRY(CW_ARRAY_PUSH(state->context, &state->flood, state->seed[cell]));
    for (uint32_t i = 0; i < state->flood.count; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t half_edge = 3 * state->flood.items[i] + k;
            uint32_t twin = state->terrain->twins[half_edge];
            if (twin != CW_NONE && state->stamp[twin / 3] != cell + 1 &&
                (half_edge == state->way_in[cell] || edge_enters(state, half_edge))) {
                state->stamp[twin / 3] = cell + 1;
                CW_TRY(CW_ARRAY_PUSH(state->context, &state->flood, twin / 3));
            }
        }
    }
    return CW_OK;
}

static bool is_flat(const draper *state, uint32_t cell) {
    for (uint32_t i = 0; i < state->corners.count; i++) {
        cw_vec3 p = state->corners.items[i];
        double plane = cw_navmesh_height(state->mesh, cell, (cw_vec2){p.x, p.y});
        if (!(fabs(p.z - plane) <= FLAT_TOLERANCE)) {
            return false;
        }
    }
    return true;
}

/// The vertex at a place, new or one that this cell has added since `from`.
static cw_status vertex_for(draper *state, cw_vec3 place, uint32_t from, uint32_t *vertex) {
    for (uint32_t i = from; i < state->added.count; i++) {
        cw_vec3 p = state->added.items[i];
        if (p.x == place.x && p.y == place.y && p.z == place.z) {
            *vertex = state->mesh->vertex_count + i;
            return CW_OK;
        }
    }
    *vertex = state->mesh->vertex_count + state->added.count;
    return CW_ARRAY_PUSH(state->context, &state->added, place);
}

/// Counter-clockwise where it counts: on the lattice, to which cuts are rounded.
static bool keeps_its_sense(const draper *state, const cw_vec3 *corner) {
    cw_point on_lattice[3];
    for (int k = 0; k < 3; k++) {
        cw_lattice_from_plan(&state->mesh->lattice, (cw_vec2){corner[k].x, corner[k].y},
                             &on_lattice[k]);
    }
    return cw_orient(on_lattice[0], on_lattice[1], on_lattice[2]) > 0;
}

static cw_status add_triangles(draper *state) {
    uint32_t from = state->added.count;
    for (uint32_t i = 0; i < state->pieces.count; i++) {
        piece part = state->pieces.items[i];
        const cw_vec3 *corner = state->corners.items + part.first;
        for (uint32_t k = 1; k + 1 < part.count; k++) {
            cw_vec3 fan[3] = {corner[0], corner[k], corner[k + 1]};
            if (!keeps_its_sense(state, fan)) {
                continue;
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

/// How far a terrain triangle reaches around a plan position, and the edge that is nearest to it.
static double reach_around(const cw_terrain *terrain, uint32_t triangle, cw_vec2 position,
                           uint32_t *nearest) {
    double reach = INFINITY;
    for (uint32_t k = 0; k < 3; k++) {
        cw_vec3 a = terrain->positions[terrain->corners[3 * triangle + k]];
        cw_vec3 b = terrain->positions[terrain->corners[3 * triangle + (k + 1) % 3]];
        double length = sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
        double side = side_of((cw_vec2){a.x, a.y}, (cw_vec2){b.x, b.y}, position.x, position.y);
        if (side / length < reach) {
            reach = side / length;
            *nearest = 3 * triangle + k;
        }
    }
    return reach;
}

/// Seeds a cell under the middle of a portal of the cell at hand, with the triangle that reaches
/// farthest around it. Where the portal runs along an edge of the terrain, that triangle lies on
/// this side of it: its edge is then the way in.
static cw_status seed_under(draper *state, uint32_t cell, cw_vec2 a, cw_vec2 b) {
    cw_vec2 middle = {0.5 * (a.x + b.x), 0.5 * (a.y + b.y)};
    double best = -INFINITY;
    for (uint32_t i = 0; i < state->flood.count; i++) {
        uint32_t nearest = CW_NONE;
        double reach = reach_around(state->terrain, state->flood.items[i], middle, &nearest);
        if (reach > best) {
            best = reach;
            state->seed[cell] = state->flood.items[i];
            state->way_in[cell] = nearest;
        }
    }
    if (best > ALONG_EDGE * (fabs(b.x - a.x) + fabs(b.y - a.y))) {
        state->way_in[cell] = CW_NONE;
    }
    return CW_ARRAY_PUSH(state->context, &state->queue, cell);
}

/// Gives the neighbours of a cell that have no seed one under the portal.
static cw_status seed_neighbours(draper *state, uint32_t cell) {
    cw_navmesh *mesh = state->mesh;
    for (uint32_t e = mesh->cell_first[cell]; e < mesh->cell_first[cell + 1]; e++) {
        uint32_t twin = mesh->edge_twin[e];
        if (twin != CW_NONE && state->seed[mesh->edge_cell[twin]] == CW_NONE) {
            CW_TRY(seed_under(state, mesh->edge_cell[twin], edge_start(mesh, e),
                              edge_start(mesh, twin)));
        }
    }
    return CW_OK;
}

static double cell_area(const cw_navmesh *mesh, uint32_t cell) {
    uint32_t first = mesh->cell_first[cell], end = mesh->cell_first[cell + 1];
    cw_vec2 origin = edge_start(mesh, first);
    double area = 0;
    for (uint32_t e = first + 1; e + 1 < end; e++) {
        cw_vec2 p = edge_start(mesh, e), q = edge_start(mesh, e + 1);
        area += 0.5 * side_of(origin, p, q.x, q.y);
    }
    return area;
}

/// Cuts the terrain to the outline; edges lead on that are an inset inside of it. Tells by how much
/// the pieces miss the area of the cell.
static cw_status cut_terrain(draper *state, uint32_t cell, double inset, double *miss) {
    for (uint32_t i = 0; i < state->flood.count; i++) {
        state->stamp[state->flood.items[i]] = 0;
    }
    state->inset = inset;
    CW_TRY(flood_from(state, cell));
    state->pieces.count = 0;
    state->corners.count = 0;
    double least = PIECE_NOISE * outline_area(state), covered = 0;
    for (uint32_t i = 0; i < state->flood.count; i++) {
        CW_TRY(cut_triangle(state, state->flood.items[i], least));
    }
    for (uint32_t i = 0; i < state->pieces.count; i++) {
        piece part = state->pieces.items[i];
        covered += polygon_area(state->corners.items + part.first, part.count);
    }
    *miss = fabs(covered - cell_area(state->mesh, cell));
    return CW_OK;
}

/// Cuts the terrain to one cell; appends its triangles if it is not flat. Ignored corners let the
/// outline reach over walls by the noise of the lattice, and what lies there may be another floor;
/// then only edges lead on that are well inside.
static cw_status drape_cell(draper *state, uint32_t cell) {
    double miss, other, inset = 2 * CW_NOISE_STEPS * state->mesh->lattice.step;
    CW_TRY(make_outline(state, cell));
    state->flood.count = 0;
    CW_TRY(cut_terrain(state, cell, 0, &miss));
    if (miss > MISSED_AREA * outline_area(state)) {
        CW_TRY(cut_terrain(state, cell, inset, &other));
        if (other >= miss) {
            CW_TRY(cut_terrain(state, cell, 0, &miss));
        }
    }
    if (!is_flat(state, cell)) {
        CW_TRY(add_triangles(state));
    }
    return CW_OK;
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
    uint32_t before = mesh->vertex_count, after = before + state->added.count;
    CW_TRY(CW_RESIZE(state->context, mesh->positions, before, after));
    cw_status status = CW_RESIZE(state->context, mesh->points, before, after);
    if (status != CW_OK) {
        (void)CW_RESIZE(state->context, mesh->positions, after, before);
        return status;
    }
    for (uint32_t i = 0; i < state->added.count; i++) {
        cw_vec3 p = state->added.items[i];
        mesh->positions[before + i] = p;
        cw_lattice_from_plan(&mesh->lattice, (cw_vec2){p.x, p.y}, &mesh->points[before + i]);
    }
    mesh->vertex_count = after;
    return CW_OK;
}

static cw_status drape_all(draper *state, const uint32_t *cell_terrain, uint32_t *begin,
                           uint32_t *end) {
    for (uint32_t c = 0; c < state->mesh->cell_count; c++) {
        state->seed[c] = cell_terrain[c];
        state->way_in[c] = CW_NONE;
        if (cell_terrain[c] != CW_NONE) {
            CW_TRY(CW_ARRAY_PUSH(state->context, &state->queue, c));
        }
    }
    for (uint32_t i = 0; i < state->queue.count; i++) {
        uint32_t cell = state->queue.items[i];
        begin[cell] = state->triangles.count;
        CW_TRY(drape_cell(state, cell));
        end[cell] = state->triangles.count;
        CW_TRY(seed_neighbours(state, cell));
    }
    if (state->triangles.count == 0) {
        return CW_OK;
    }
    CW_TRY(order_triangles(state, begin, end));
    return add_vertices(state);
}

static void free_draper(draper *state, uint32_t *begin, uint32_t *end) {
    cw_context *context = state->context;
    CW_RELEASE(context, begin, state->mesh->cell_count);
    CW_RELEASE(context, end, state->mesh->cell_count);
    CW_RELEASE(context, state->seed, state->mesh->cell_count);
    CW_RELEASE(context, state->way_in, state->mesh->cell_count);
    CW_RELEASE(context, state->stamp, state->terrain->triangle_count);
    CW_ARRAY_FREE(context, &state->queue);
    CW_ARRAY_FREE(context, &state->flood);
    CW_ARRAY_FREE(context, &state->outline);
    CW_ARRAY_FREE(context, &state->polygon);
    CW_ARRAY_FREE(context, &state->clipped);
    CW_ARRAY_FREE(context, &state->corners);
    CW_ARRAY_FREE(context, &state->pieces);
    CW_ARRAY_FREE(context, &state->added);
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
    draper state = {.context = context, .terrain = &surface->terrain, .mesh = mesh};
    uint32_t *begin = NULL, *end = NULL;
    cw_status status = CW_ALLOCATE(context, state.seed, mesh->cell_count);
    status = status != CW_OK ? status : CW_ALLOCATE(context, state.way_in, mesh->cell_count);
    status = status != CW_OK ? status : CW_ALLOCATE(context, begin, mesh->cell_count);
    status = status != CW_OK ? status : CW_ALLOCATE(context, end, mesh->cell_count);
    status = status != CW_OK ? status
                             : CW_ALLOCATE(context, state.stamp, surface->terrain.triangle_count);
    if (status == CW_OK) {
        status = drape_all(&state, cell_terrain, begin, end);
    }
    free_draper(&state, begin, end);
    return status;
}
