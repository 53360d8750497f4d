/// \file edges.h
/// The edges of a cell of a navigation mesh. They are numbered through, counter-clockwise: code
/// that goes over them need not know how the mesh keeps where those of a cell begin.
#ifndef CLEARWAY_EDGES_H
#define CLEARWAY_EDGES_H

#include "clearway/navmesh.h"

/// The edges of a cell are those from cw_navmesh_cell_begin() on, before cw_navmesh_cell_end().
static inline uint32_t cw_navmesh_cell_begin(const cw_navmesh *mesh, uint32_t cell) {
    return mesh->cell_first[cell];
}

static inline uint32_t cw_navmesh_cell_end(const cw_navmesh *mesh, uint32_t cell) {
    return mesh->cell_first[cell + 1];
}

/// How many edges a cell has.
static inline uint32_t cw_navmesh_degree(const cw_navmesh *mesh, uint32_t cell) {
    return cw_navmesh_cell_end(mesh, cell) - cw_navmesh_cell_begin(mesh, cell);
}

/// The edge of a cell that starts where an edge of it ends.
static inline uint32_t cw_navmesh_next(const cw_navmesh *mesh, uint32_t cell, uint32_t edge) {
    return edge + 1 < cw_navmesh_cell_end(mesh, cell) ? edge + 1
                                                      : cw_navmesh_cell_begin(mesh, cell);
}

/// The edge of a cell that ends where an edge of it starts.
static inline uint32_t cw_navmesh_previous(const cw_navmesh *mesh, uint32_t cell, uint32_t edge) {
    return edge > cw_navmesh_cell_begin(mesh, cell) ? edge - 1
                                                    : cw_navmesh_cell_end(mesh, cell) - 1;
}

#endif
