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
///   4. area and wall length, from the positions;
///   5. the depth of dents (relaxation.c);
///   6. the locator (locate.c).
///
/// Cost: linear, except for the union-find, which is within a logarithm of it.
#include "base/parallel.h"
#include "base/sets.h"
#include "navmesh/navmesh.h"

#include <math.h>

void cw_sum_add(cw_sum *sum, double value) {
    double total = sum->total + value;
    sum->error += fabs(sum->total) >= fabs(value) ? (sum->total - total) + value
                                                  : (value - total) + sum->total;
    sum->total = total;
}

double cw_sum_value(const cw_sum *sum) {
    return sum->total + sum->error;
}

/// Fine steps by which a vertex may lie beside a straight wall that it was made on: each coordinate
/// is rounded by half a step.
static const double STRAIGHT_STEPS = 2;

cw_status cw_navmesh_number_edges(cw_context *context, cw_navmesh *mesh) {
    CW_TRY(CW_ALLOCATE(context, mesh->edge_cell, mesh->edge_count));
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        for (uint32_t e = cw_navmesh_cell_begin(mesh, c); e < cw_navmesh_cell_end(mesh, c); e++) {
            mesh->edge_cell[e] = c;
        }
    }
    return CW_OK;
}

static cw_status number_islands(cw_context *context, cw_navmesh *mesh) {
    CW_TRY(CW_ALLOCATE(context, mesh->cell_island, mesh->cell_count));
    uint32_t *parent = mesh->cell_island;
    cw_sets_begin(parent, mesh->cell_count);
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        if (mesh->edge_twin[e] != CW_NONE) {
            cw_sets_join(parent, mesh->edge_cell[e], mesh->edge_cell[mesh->edge_twin[e]]);
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
    cw_point base = cw_navmesh_point(mesh, cw_navmesh_cell_begin(mesh, cell));
    cw_unsigned_wide sum = 0;
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell) + 1;
         e + 1 < cw_navmesh_cell_end(mesh, cell); e++) {
        sum += (cw_unsigned_wide)cw_cross(cw_point_sub(cw_navmesh_point(mesh, e), base),
                                          cw_point_sub(cw_navmesh_point(mesh, e + 1), base));
    }
    return (cw_wide)sum;
}

void cw_navmesh_lattice_measures(const cw_navmesh *mesh, double *lattice_area,
                                 double *lattice_length) {
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
    *lattice_area = 0.5 * cw_sum_value(&area) * fine * fine;
    *lattice_length = cw_sum_value(&length) * fine;
}

static cw_vec2 span_of(const cw_navmesh *mesh, uint32_t wall) {
    uint32_t next = cw_navmesh_next(mesh, mesh->edge_cell[wall], wall);
    cw_point span = cw_point_sub(cw_navmesh_point(mesh, next), cw_navmesh_point(mesh, wall));
    return (cw_vec2){(double)span.x, (double)span.y};
}

/// Whether the builder put the start of a wall on a straight wall, for a portal to end there: such
/// a vertex has no coordinates of the caller's.
static bool is_made(const cw_navmesh *mesh, uint32_t wall) {
    uint32_t vertex = mesh->edge_vertex[wall];
    cw_vec2 place = cw_lattice_to_plan(&mesh->lattice, mesh->points[vertex]);
    if (place.x != mesh->positions[vertex].x || place.y != mesh->positions[vertex].y) {
        return false;
    }
    cw_vec2 in = span_of(mesh, cw_navmesh_previous_wall(mesh, wall)), out = span_of(mesh, wall);
    double x = in.x + out.x, y = in.y + out.y;
    return in.x * out.x + in.y * out.y > 0 &&
           fabs(in.x * out.y - in.y * out.x) <= STRAIGHT_STEPS * sqrt(x * x + y * y);
}

/// The figures that a caller sees are those of his coordinates, which a coarse lattice may be
/// millimetres beside: by Green's formula, over the walls from corner to corner.
static void measure(cw_navmesh *mesh) {
    cw_sum area = {0}, length = {0};
    cw_vec3 base = mesh->positions[mesh->edge_vertex[0]];
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        if (mesh->edge_twin[e] != CW_NONE || is_made(mesh, e)) {
            continue;
        }
        uint32_t end = cw_navmesh_next_wall(mesh, e);
        while (end != e && is_made(mesh, end)) {
            end = cw_navmesh_next_wall(mesh, end);
        }
        cw_vec3 a = mesh->positions[mesh->edge_vertex[e]];
        cw_vec3 b = mesh->positions[mesh->edge_vertex[end]];
        double x = b.x - a.x, y = b.y - a.y;
        cw_sum_add(&area, (a.x - base.x) * y - (a.y - base.y) * x);
        cw_sum_add(&length, sqrt(x * x + y * y));
    }
    mesh->stats.area = 0.5 * cw_sum_value(&area);
    mesh->stats.wall_length = cw_sum_value(&length);
}

/// Phases 2 to 5.
static cw_status find_measures(cw_context *context, cw_navmesh *mesh) {
    CW_TRY(number_islands(context, mesh));
    CW_TRY(count_holes(context, mesh));
    measure(mesh);
    return cw_navmesh_measure_relaxation(context, mesh, &mesh->stats.relaxation_depth);
}

/// Measures and locator have nothing in common but the cells.
static cw_status complete(cw_context *context, void *user, uint32_t begin, uint32_t end) {
    cw_navmesh *mesh = user;
    for (uint32_t i = begin; i < end; i++) {
        CW_TRY(i == 0 ? find_measures(context, mesh) : cw_locator_make(context, mesh));
    }
    return CW_OK;
}

cw_status cw_navmesh_finish(cw_context *context, cw_navmesh *mesh) {
    CW_TRY(cw_navmesh_number_edges(context, mesh));
    return cw_parallel_for(context, "completing the mesh", 2, 1, complete, mesh);
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
    CW_RELEASE(context, mesh->cell_area, mesh->cell_count);
    CW_RELEASE(context, mesh->area_names, mesh->area_name_count);
    cw_locator_free(context, &mesh->locator);
    *mesh = (cw_navmesh){0};
}
