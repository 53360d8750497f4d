/// Cells being read from a file; see cells.h.
#include "cells.h"

cw_status cw_cells_to_navmesh(const cw_cells *cells, const char *name, cw_navmesh *mesh) {
    cw_polygons polygons = {
        .vertex_count = cells->vertex_count,
        .positions = cells->positions,
        .cell_count = cells->cell_count,
        .cell_first = cells->cell_first,
        .edge_vertex = cells->edge_vertex,
        .edge_neighbor = cells->edge_neighbor,
        .points = cells->points,
        .lattice = cells->lattice.step > 0 ? &cells->lattice : NULL,
        .cell_triangle_first = cells->triangle_first,
        .triangles = cells->triangles,
        .links = cells->links,
        .link_count = cells->link_count,
        .relaxation = cells->relaxation,
    };
    cw_status status = cw_navmesh_from_polygons(cells->context, &polygons, mesh);
    return status == CW_OK ? CW_OK : cw_name_failure(cells->context, name, status);
}

void cw_cells_free(cw_cells *cells) {
    cw_context *context = cells->context;
    CW_GROWN_FREE(context, cells->positions, cells->position_capacity);
    CW_GROWN_FREE(context, cells->points, cells->point_capacity);
    CW_GROWN_FREE(context, cells->cell_first, cells->first_capacity);
    CW_GROWN_FREE(context, cells->edge_vertex, cells->vertex_capacity);
    CW_GROWN_FREE(context, cells->edge_neighbor, cells->neighbor_capacity);
    CW_GROWN_FREE(context, cells->triangle_first, cells->triangle_first_capacity);
    CW_GROWN_FREE(context, cells->triangles, cells->triangle_capacity);
    CW_GROWN_FREE(context, cells->links, cells->link_capacity);
    *cells = (cw_cells){.context = context};
}
