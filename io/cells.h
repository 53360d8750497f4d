/// Cells being read from a file: growable arrays that become a cw_polygons.
#ifndef CW_IO_CELLS_H
#define CW_IO_CELLS_H

#include "clearway/io.h"
#include "grow.h"
#include "source.h"

/// Start from {.context = context}.
typedef struct cw_cells {
    cw_context *context;
    uint32_t vertex_count;
    cw_vec3 *positions;
    cw_point *points; ///< NULL when the file has no exact points
    size_t position_capacity, point_capacity;
    uint32_t cell_count;
    uint32_t *cell_first;
    size_t first_capacity;
    uint32_t edge_count;
    uint32_t *edge_vertex, *edge_neighbor; ///< edge_neighbor is NULL when the file has none
    size_t vertex_capacity, neighbor_capacity;
    uint32_t *triangle_first; ///< NULL when no cell has triangles
    uint32_t *triangles;
    size_t triangle_first_capacity, triangle_capacity;
    cw_link *links;
    uint32_t link_count;
    size_t link_capacity;
    cw_lattice lattice; ///< of the points, or the one to use; step 0 leaves it to the library
    double relaxation;
} cw_cells;

/// Makes the mesh; chooses lattice and points unless the file has them. A failure is named
/// after the file.
cw_status cw_cells_to_navmesh(const cw_cells *cells, const char *name, cw_navmesh *mesh);

void cw_cells_free(cw_cells *cells);

/// The formats that are read. Each leaves a complete message and a zeroed mesh on failure.
cw_status cw_navmesh_read_json(const cw_source *source, cw_navmesh *mesh);
cw_status cw_navmesh_read_mesh(const cw_source *source, cw_navmesh *mesh);

#endif
