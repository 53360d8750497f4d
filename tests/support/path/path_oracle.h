/// What is true about paths on a floor plan, found from its walls alone: no cells, no portals, no
/// tables. Only for meshes that do not overlap themselves in plan; path_sheet.h does those as well.
/// Positions are metres from the origin of the mesh's lattice.
#ifndef CW_TESTS_PATH_ORACLE_H
#define CW_TESTS_PATH_ORACLE_H

#include "clearway/navmesh.h"
#include "tangents.h"

typedef struct oracle_wall {
    cw_vec2 from, to; ///< the floor is on the left
} oracle_wall;

typedef struct oracle_plane {
    oracle_wall *walls;
    uint32_t wall_count;
    cw_vec2 low, high; ///< corners of the box around the walls
} oracle_plane;

/// The exact position of a lattice point, as metres from the origin, rounded once.
cw_vec2 oracle_local(const cw_lattice *lattice, cw_point point);
cw_vec2 oracle_to_local(const cw_navmesh *mesh, cw_vec3 world);

void oracle_plane_make(const cw_navmesh *mesh, oracle_plane *plane);
void oracle_plane_free(oracle_plane *plane);

/// Distance to the nearest wall.
double oracle_wall_distance(const oracle_plane *plane, cw_vec2 place);
/// True when the place is on the floor.
bool oracle_on_floor(const oracle_plane *plane, cw_vec2 place);
/// Distance of a segment or arc from the nearest wall.
double oracle_piece_clearance(const oracle_plane *plane, const plane_piece *piece);

/// A grid of places with their distance from the walls, negative off the floor.
typedef struct path_raster {
    cw_vec2 low;
    double step;
    uint32_t columns, rows;
    double *distance;
    uint32_t *label; ///< scratch
} path_raster;

void path_raster_make(const oracle_plane *plane, uint32_t across, path_raster *raster);
void path_raster_free(path_raster *raster);
#define path_raster_drop path_raster_free
/// A place of the floor is at most this far from a place of the grid, and no place between two
/// joined places of the grid is further from both.
double path_raster_error(const path_raster *raster);
/// Marks what can be reached from a place over grid places with at least this distance from the
/// walls; false when the grid place at `from` has less.
bool path_raster_flood(path_raster *raster, cw_vec2 from, double distance);
/// True when the flood came to a place.
bool path_raster_reached(const path_raster *raster, cw_vec2 place);
/// Distance from a place to the nearest place of the flood.
double path_raster_nearest(const path_raster *raster, cw_vec2 place);

/// All tangents between circles of a radius > 0 around all wall corners. Many questions can be
/// asked of one.
typedef struct oracle_tangents {
    const oracle_plane *plane;
    tangent_graph graph;
} oracle_tangents;

void oracle_tangents_make(const oracle_plane *plane, double radius, oracle_tangents *tangents);
void oracle_tangents_free(oracle_tangents *tangents);
/// Length of the shortest path of the disc; infinite when there is none.
double oracle_tangents_shortest(oracle_tangents *tangents, cw_vec2 start, cw_vec2 goal);

#endif
