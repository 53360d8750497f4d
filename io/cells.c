/// Cells being read from a file; see cells.h.
#include "cells.h"

bool cw_grow(cw_context *context, void **items, size_t *capacity, size_t needed, size_t item_size) {
    if (needed <= *capacity) {
        return true;
    }
    size_t grown = *capacity * 2 < needed ? needed : *capacity * 2;
    size_t size;
    if (__builtin_mul_overflow(grown, item_size, &size)) {
        return false;
    }
    void *moved = cw_context_resize(context, *items, *capacity * item_size, size);
    if (moved == NULL) {
        return false;
    }
    *items = moved;
    *capacity = grown;
    return true;
}

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
    cw_context_release(context, cells->positions,
                       cells->position_capacity * sizeof *cells->positions);
    cw_context_release(context, cells->points, cells->point_capacity * sizeof *cells->points);
    cw_context_release(context, cells->cell_first,
                       cells->first_capacity * sizeof *cells->cell_first);
    cw_context_release(context, cells->edge_vertex,
                       cells->vertex_capacity * sizeof *cells->edge_vertex);
    cw_context_release(context, cells->edge_neighbor,
                       cells->neighbor_capacity * sizeof *cells->edge_neighbor);
    cw_context_release(context, cells->triangle_first,
                       cells->triangle_first_capacity * sizeof *cells->triangle_first);
    cw_context_release(context, cells->triangles,
                       cells->triangle_capacity * sizeof *cells->triangles);
    cw_context_release(context, cells->links, cells->link_capacity * sizeof *cells->links);
    *cells = (cw_cells){.context = context};
}
