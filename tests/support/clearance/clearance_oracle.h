/// Clearance the slow way: distances to all walls of a flat mesh, and rasters of points instead of
/// gates. Meshes of one plan made in different ways must give the same answers.
#ifndef CW_TESTS_CLEARANCE_ORACLE_H
#define CW_TESTS_CLEARANCE_ORACLE_H

#include "clearway/clearance.h"

/// Distance from a local position to the nearest wall edge of the mesh, whatever is between them;
/// on a floor without overlaps that is the distance along the surface.
double oracle_clearance(const cw_clearance *tables, cw_vec2 position);

/// The point of an edge `x` metres from its start, and the length of the edge.
cw_vec2 oracle_edge_point(const cw_clearance *tables, uint32_t edge, double x);
double oracle_edge_length(const cw_clearance *tables, uint32_t edge);

/// True when x lies in one of the parts, each made longer by `margin` at its ends.
bool oracle_in_parts(const cw_interval *parts, uint32_t count, double x, double margin);

/// The place of a local position on a flat mesh.
cw_place oracle_place(const cw_navmesh *mesh, cw_vec2 local);

/// The surface of scene number `index`: families in turn, every other round rotated. Empty where a
/// tangle cancels out.
cw_surface oracle_surface(cw_context *context, uint32_t index, uint32_t vertices);

/// Meshes of one surface, all with the same lattice.
typedef enum oracle_mesh {
    ORACLE_EFFORT_0 = 0,
    ORACLE_EFFORT_1,
    ORACLE_EFFORT_2,
    ORACLE_RELAXED,   ///< alpha and tau above 0
    ORACLE_TRIANGLES, ///< the triangles of the surface
    ORACLE_FANNED,    ///< the same with a vertex inside of some of them
    ORACLE_MESH_COUNT
} oracle_mesh;
const char *oracle_mesh_name(oracle_mesh kind);
cw_status oracle_mesh_make(cw_context *context, const cw_surface *surface, oracle_mesh kind,
                           cw_navmesh *mesh);

/// True when a local position lies in a cell or on its border.
bool oracle_in_cell(const cw_clearance *tables, uint32_t cell, cw_vec2 position);
/// A position inside a cell.
cw_vec2 oracle_point_in_cell(const cw_clearance *tables, uint32_t cell, double u, double v);

/// A square raster of points with the clearance of each, negative for points that do not count.
typedef struct oracle_raster {
    uint32_t columns, rows;
    cw_vec2 low; ///< local position of the first point
    double step;
    double *values;
} oracle_raster;

/// A raster over a cell, by oracle_clearance of points inside it; or over all of a flat mesh.
oracle_raster oracle_raster_cell(const cw_clearance *tables, uint32_t cell, uint32_t size);
oracle_raster oracle_raster_mesh(const cw_clearance *tables, uint32_t size);
void oracle_raster_free(oracle_raster *raster);

/// Labels the points of value >= radius that are joined by steps in eight directions, from 0 on;
/// UINT32_MAX for the others. `labels` has room for every point.
void oracle_raster_label(const oracle_raster *raster, double radius, uint32_t *labels);
/// The largest value of a point within 0.8 steps of a position, and its index.
uint32_t oracle_raster_nearest(const oracle_raster *raster, cw_vec2 position);
/// The largest value at which two points are joined; -1 when they never are.
double oracle_raster_widest(const oracle_raster *raster, uint32_t from, uint32_t to);

#endif
