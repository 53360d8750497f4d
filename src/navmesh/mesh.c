/// A finished mesh: completing it, and giving it back.
///
/// Phases of completing:
///   1. edge_cell by the offsets;
///   2. islands: cells joined through portals (union-find, the lowest cell is the root), numbered
///      in the order of their lowest cells;
///   3. holes by Euler's formula. Cells are discs, so the Euler characteristic of the floor is
///      V - E + F over topological vertices, one per fan of corners. A fan at the border has one
///      wall leaving it, so border vertices and walls cancel and what remains is (closed fans) -
///      portals + cells. An island with h holes has characteristic 1 - h;
///   4. area and wall length, from the exact points;
///   5. the depth of dents (relaxation.c);
///   6. the locator (locate.c).
///
/// Cost: linear, but for the union-find, which is within a logarithm of it.
#include "base/sets.h"
#include "navmesh/navmesh.h"

#include <math.h>

int cw_navmesh_turn(const cw_navmesh *mesh, uint32_t cell, uint32_t edge) {
    cw_point here = cw_navmesh_point(mesh, edge);
    cw_point in = cw_point_sub(here, cw_navmesh_point(mesh, cw_navmesh_previous(mesh, cell, edge)));
    cw_point out = cw_point_sub(cw_navmesh_point(mesh, cw_navmesh_next(mesh, cell, edge)), here);
    int turn = cw_turn(in, out);
    return turn == 0 && cw_dot(in, out) < 0 ? -1 : turn;
}

double cw_navmesh_fine_step(const cw_navmesh *mesh) {
    return ldexp(mesh->lattice.step, -CW_LATTICE_FINE_BITS);
}

uint32_t cw_navmesh_largest_degree(const cw_navmesh *mesh) {
    uint32_t largest = 0;
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        uint32_t degree = cw_navmesh_degree(mesh, c);
        largest = degree > largest ? degree : largest;
    }
    return largest;
}

void cw_sum_add(cw_sum *sum, double value) {
    double total = sum->total + value;
    sum->error += fabs(sum->total) >= fabs(value) ? (sum->total - total) + value
                                                  : (value - total) + sum->total;
    sum->total = total;
}

double cw_sum_value(const cw_sum *sum) {
    return sum->total + sum->error;
}

static cw_status number_edges(cw_context *context, cw_navmesh *mesh) {
    CW_TRY(CW_ALLOCATE(context, mesh->edge_cell, mesh->edge_count));
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        for (uint32_t e = mesh->cell_first[c]; e < mesh->cell_first[c + 1]; e++) {
            mesh->edge_cell[e] = c;
        }
    }
    return CW_OK;
}

static cw_status number_islands(cw_context *context, cw_navmesh *mesh) {
    CW_TRY(CW_ALLOCATE(context, mesh->cell_island, mesh->cell_count));
    uint32_t *parent = mesh->cell_island;
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        parent[c] = c;
    }
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        if (mesh->edge_twin[e] != CW_NONE) {
            uint32_t a = cw_find_root(parent, mesh->edge_cell[e]);
            uint32_t b = cw_find_root(parent, mesh->edge_cell[mesh->edge_twin[e]]);
            parent[a > b ? a : b] = a < b ? a : b;
        }
    }
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        parent[c] = cw_find_root(parent, c);
    }
    mesh->island_count = 0;
    for (uint32_t c = 0; c < mesh->cell_count; c++) { // a root stands before the cells it has
        mesh->cell_island[c] = parent[c] == c ? mesh->island_count++ : mesh->cell_island[parent[c]];
    }
    return CW_OK;
}

/// Turns counter-clockwise around the start of an edge, marking corners, until a wall or a marked
/// corner; true when the corners close around the vertex.
static bool fan_closes(const cw_navmesh *mesh, uint32_t first, uint8_t *seen) {
    uint32_t edge = first;
    do {
        seen[edge] = 1;
        edge = mesh->edge_twin[cw_navmesh_previous(mesh, mesh->edge_cell[edge], edge)];
    } while (edge != CW_NONE && !seen[edge]);
    return edge == first;
}

static cw_status count_holes(cw_context *context, cw_navmesh *mesh) {
    uint8_t *seen;
    CW_TRY(CW_ALLOCATE(context, seen, mesh->edge_count));
    int64_t closed = 0, sides = 0;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        sides += mesh->edge_twin[e] != CW_NONE;
        closed += !seen[e] && fan_closes(mesh, e, seen);
    }
    CW_RELEASE(context, seen, mesh->edge_count);
    int64_t holes = (int64_t)mesh->island_count - (closed - sides / 2 + mesh->cell_count);
    if (holes < 0) {
        return cw_fail(context, CW_ERROR_INVALID,
                       "invariant euler violated: the cells close up to a surface without walls");
    }
    mesh->stats.portals = (uint32_t)(sides / 2);
    mesh->stats.holes = (uint32_t)holes;
    return CW_OK;
}

/// Twice the area of a cell in fine steps. Wraps around only for shapes that are no cells.
static cw_wide twice_area(const cw_navmesh *mesh, uint32_t cell) {
    cw_point base = cw_navmesh_point(mesh, mesh->cell_first[cell]);
    cw_unsigned_wide sum = 0;
    for (uint32_t e = mesh->cell_first[cell] + 1; e + 1 < mesh->cell_first[cell + 1]; e++) {
        sum += (cw_unsigned_wide)cw_cross(cw_point_sub(cw_navmesh_point(mesh, e), base),
                                          cw_point_sub(cw_navmesh_point(mesh, e + 1), base));
    }
    return (cw_wide)sum;
}

static void measure(cw_navmesh *mesh) {
    double fine = cw_navmesh_fine_step(mesh);
    cw_sum area = {0}, length = {0};
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        cw_sum_add(&area, cw_wide_double(twice_area(mesh, c)));
    }
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        if (mesh->edge_twin[e] == CW_NONE) {
            uint32_t next = cw_navmesh_next(mesh, mesh->edge_cell[e], e);
            cw_point along = cw_point_sub(cw_navmesh_point(mesh, next), cw_navmesh_point(mesh, e));
            double x = (double)along.x, y = (double)along.y;
            cw_sum_add(&length, sqrt(x * x + y * y));
        }
    }
    mesh->stats.area = 0.5 * cw_sum_value(&area) * fine * fine;
    mesh->stats.wall_length = cw_sum_value(&length) * fine;
}

cw_status cw_navmesh_finish(cw_context *context, cw_navmesh *mesh) {
    CW_TRY(number_edges(context, mesh));
    CW_TRY(number_islands(context, mesh));
    CW_TRY(count_holes(context, mesh));
    measure(mesh);
    CW_TRY(cw_navmesh_measure_relaxation(context, mesh, &mesh->stats.relaxation_depth));
    return cw_locator_make(context, mesh);
}

void cw_navmesh_free(cw_context *context, cw_navmesh *mesh) {
    CW_RELEASE(context, mesh->positions, mesh->vertex_count);
    CW_RELEASE(context, mesh->points, mesh->vertex_count);
    CW_RELEASE(context, mesh->cell_first, (size_t)mesh->cell_count + 1);
    CW_RELEASE(context, mesh->cell_island, mesh->cell_count);
    CW_RELEASE(context, mesh->edge_vertex, mesh->edge_count);
    CW_RELEASE(context, mesh->edge_twin, mesh->edge_count);
    CW_RELEASE(context, mesh->edge_cell, mesh->edge_count);
    CW_RELEASE(context, mesh->cell_triangle_first, (size_t)mesh->cell_count + 1);
    CW_RELEASE(context, mesh->triangles, (size_t)mesh->triangle_count * 3);
    CW_RELEASE(context, mesh->links, mesh->link_count);
    cw_locator_free(context, &mesh->locator);
    *mesh = (cw_navmesh){0};
}
