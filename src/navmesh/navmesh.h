/// Shared by the sources of the finished mesh: walking its edges, summing, and the stages that
/// complete and check a mesh.
#ifndef CW_NAVMESH_NAVMESH_H
#define CW_NAVMESH_NAVMESH_H

#include "base/memory.h"
#include "clearway/edges.h"
#include "geom/predicates.h"

/// Unsigned 128-bit integer, for sums that may wrap around without harm.
__extension__ typedef unsigned __int128 cw_unsigned_wide;

/// Deepest dent, in coarse steps, that rounding to the lattice alone can put into a straight side:
/// a vertex moves by up to 0.71 steps and so do the ends of the side it stood on; the rest is for
/// the rounding of the source. Such dents are no concavity, and portals may run through them.
#define CW_NOISE_STEPS 2

/// Coordinates of mesh points are below this value.
#define CW_POINT_LIMIT ((int64_t)1 << (CW_LATTICE_COARSE_BITS + CW_LATTICE_FINE_BITS))

/// The next edge that starts where an edge does, turning left; CW_NONE behind a wall.
static inline uint32_t cw_navmesh_around(const cw_navmesh *mesh, uint32_t edge) {
    return mesh->edge_twin[cw_navmesh_previous(mesh, mesh->edge_cell[edge], edge)];
}

/// The wall that starts where a wall ends.
static inline uint32_t cw_navmesh_next_wall(const cw_navmesh *mesh, uint32_t wall) {
    uint32_t edge = cw_navmesh_next(mesh, mesh->edge_cell[wall], wall);
    while (mesh->edge_twin[edge] != CW_NONE) {
        uint32_t twin = mesh->edge_twin[edge];
        edge = cw_navmesh_next(mesh, mesh->edge_cell[twin], twin);
    }
    return edge;
}

/// The wall that ends where a wall starts.
static inline uint32_t cw_navmesh_previous_wall(const cw_navmesh *mesh, uint32_t wall) {
    uint32_t edge = cw_navmesh_previous(mesh, mesh->edge_cell[wall], wall);
    while (mesh->edge_twin[edge] != CW_NONE) {
        uint32_t twin = mesh->edge_twin[edge];
        edge = cw_navmesh_previous(mesh, mesh->edge_cell[twin], twin);
    }
    return edge;
}

/// Where an edge starts.
static inline cw_point cw_navmesh_point(const cw_navmesh *mesh, uint32_t edge) {
    return mesh->points[mesh->edge_vertex[edge]];
}

/// How a cell turns at the start of an edge: 1 left, 0 straight on, -1 right or straight back.
int cw_navmesh_turn(const cw_navmesh *mesh, uint32_t cell, uint32_t edge);

/// Metres in one fine lattice step.
double cw_navmesh_fine_step(const cw_navmesh *mesh);

/// Most edges of any cell.
uint32_t cw_navmesh_largest_degree(const cw_navmesh *mesh);

/// A sum of doubles that carries its rounding error along (Neumaier, 1974).
typedef struct cw_sum {
    double total, error;
} cw_sum;

void cw_sum_add(cw_sum *sum, double value);
double cw_sum_value(const cw_sum *sum);

/// Makes edge_cell from cell_first.
cw_status cw_navmesh_number_edges(cw_context *context, cw_navmesh *mesh);

/// Completes a mesh that has lattice, positions, points, cell_first, edge_vertex and edge_twin (and
/// triangles and links where it has any): makes edge_cell, cell_island and the locator, and fills
/// island_count and the measured fields of stats (holes, portals, area, wall_length,
/// relaxation_depth). The indices must be sound; the shapes need not be. On failure the mesh still
/// belongs to the caller, to be freed.
cw_status cw_navmesh_finish(cw_context *context, cw_navmesh *mesh);

/// The deepest dent of any cell, in metres: how far a vertex lies from the edge of the convex hull
/// that it stands behind.
cw_status cw_navmesh_measure_relaxation(cw_context *context, const cw_navmesh *mesh, double *depth);

/// Twice the area of a sliver, as a share of the squares of its sides: rounding changes weights in
/// larger ones by less than 1e-7.
#define CW_SLIVER 1e-8

/// Whether all corners of a cell have one height.
bool cw_navmesh_is_level(const cw_navmesh *mesh, uint32_t cell);

/// Whether a triangle is so thin that its corners define no plane, by twice its area and two sides.
static inline bool cw_is_sliver(double area, cw_vec2 b, cw_vec2 c) {
    return !(area > CW_SLIVER * (b.x * b.x + b.y * b.y + c.x * c.x + c.y * c.y));
}

/// The heights between which the floor of a cell lies.
cw_height_range cw_navmesh_measure_heights(const cw_navmesh *mesh, uint32_t cell);

/// Makes the grids over the triangles of cells.
cw_status cw_facets_make(cw_context *context, const cw_navmesh *mesh, cw_facets *facets);
void cw_facets_free(cw_context *context, cw_facets *facets);

/// Triangles of a cell, by number.
typedef struct cw_facet_list {
    const uint32_t *triangles; ///< NULL when the cell has no grid
    uint32_t count;
} cw_facet_list;

/// The triangles of a cell that may have a position inside.
cw_facet_list cw_facets_at(const cw_facets *facets, uint32_t cell, cw_vec2 position);

/// Whether a cell has a grid over its triangles; those with few have none.
static inline bool cw_facets_have_grid(const cw_facets *facets, uint32_t cell) {
    return facets->grids != NULL && facets->grids[cell].columns > 0;
}

/// Buckets of a grid: columns left .. right in rows bottom .. top.
typedef struct cw_facet_reach {
    uint32_t left, right, bottom, top;
} cw_facet_reach;

/// The buckets of a cell with a grid that a box reaches into: they list every triangle whose box
/// meets it.
cw_facet_reach cw_facets_reach(const cw_facets *facets, uint32_t cell, cw_vec2 low, cw_vec2 high);

/// The triangles in one of these buckets.
cw_facet_list cw_facets_in(const cw_facets *facets, uint32_t cell, uint32_t column, uint32_t row);

/// The vertex of the mesh that a point on the mesh is, except for the rounding of vertices to the
/// lattice; false when it is none.
bool cw_navmesh_vertex_at(const cw_navmesh *mesh, cw_vec3 point, cw_point *vertex);
/// The next cell behind `after` (CW_NONE for the first) that contains a vertex, at the same height
/// as the cell `at`, which is not listed again; CW_NONE when there is none.
uint32_t cw_navmesh_next_at(const cw_navmesh *mesh, cw_point vertex, uint32_t at, uint32_t after);

/// Makes the locator; the mesh must have none.
cw_status cw_locator_make(cw_context *context, cw_navmesh *mesh);
void cw_locator_free(cw_context *context, cw_locator *locator);

/// The line of a grid with `count` of them in which a place lies, or the nearest one.
static inline uint32_t cw_grid_line(double place, uint32_t count) {
    if (!(place > 0)) {
        return 0;
    }
    return place >= (double)count ? count - 1 : (uint32_t)place;
}

/// The bucket that lists every cell which contains a lattice point.
uint32_t cw_locator_bucket(const cw_locator *locator, cw_point point);

/// Area in square metres and length of walls in metres of what is on the lattice (mesh.c).
void cw_navmesh_lattice_measures(const cw_navmesh *mesh, double *lattice_area,
                                 double *lattice_length);

/// Checks that every offset and index of a mesh is in range, twins are paired, coordinates are
/// finite and on the lattice: all that cw_navmesh_finish relies on.
cw_status cw_navmesh_check_indices(cw_context *context, const cw_navmesh *mesh);

/// Two cells that overlap in plan where their floors have the same height.
typedef struct cw_overlap {
    uint32_t cell, other; ///< CW_NONE when no two cells do
    cw_vec2 place;        ///< in the middle of what they have in common, in metres
} cw_overlap;

/// Looks for two cells of one floor that overlap, in a mesh that is sound otherwise.
cw_status cw_navmesh_find_overlap(cw_context *context, const cw_navmesh *mesh, cw_overlap *overlap);

/// Marks the cells that lie above or below another one in plan; `stacked` has a value per cell, all
/// false before. In a sound mesh of one height there are none.
cw_status cw_navmesh_mark_stacked(cw_context *context, const cw_navmesh *mesh, bool *stacked);

#endif
