/// What is constant for a mesh, made once and read by all searches.
#ifndef CW_PATH_READY_TABLES_H
#define CW_PATH_READY_TABLES_H

#include "path/ready/points.h"
#include "path/ready/sides.h"

typedef struct cw_mesh_tables {
    const cw_clearance *clearance;
    cw_context *context;
    double extent;   ///< the largest coordinate of the mesh
    double rounding; ///< metres by which rounding may exchange the ends of a part of an exit
    uint8_t *dented; ///< per cell: walls of the cell stand inside its hull
    cw_mesh_hulls hulls;
    cw_mesh_side *sides; ///< per edge of the mesh
    /// The portals of cell c: doors[door_first[c]] .. [door_first[c + 1] - 1].
    uint32_t *door_first;
    cw_mesh_door *doors;
    cw_mesh_cone *cones; ///< per corner
    uint32_t *times;     ///< per cell: when a walk through the whole mesh first came to it
    bool flat;           ///< the whole mesh has one height
    /// Cells in which corners or edges throng (crowded_cell.h).
    uint32_t *crowded_of; ///< per cell, or CW_NONE
    struct cw_crowded_cell *crowded_cells;
    uint32_t crowded_count;
    cw_point_tables points;
} cw_mesh_tables;

/// Makes edges, doors and corners ready, and gives them back (prepare.c).
cw_status cw_mesh_make_edges(cw_mesh_tables *tables);
void cw_mesh_free_edges(cw_mesh_tables *tables);
size_t cw_mesh_edges_bytes(const cw_mesh_tables *tables);

/// Finds out which cells have dents, and makes their hulls (dents.c).
cw_status cw_mesh_make_hulls(cw_mesh_tables *tables);
void cw_mesh_free_hulls(cw_mesh_tables *tables);
size_t cw_mesh_hulls_bytes(const cw_mesh_tables *tables);

/// Measures the gaps of all corners, which are INFINITY at first; `pairs` (may be NULL) receives
/// how many pairs of features were looked at: what tests hold against the lists (gaps.c).
cw_status cw_mesh_measure_gaps(cw_mesh_tables *tables, uint64_t *pairs);

/// Marks the bridges among the sides (bridges.c).
cw_status cw_mesh_find_bridges(cw_mesh_tables *tables);

#endif
