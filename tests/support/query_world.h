/// Meshes with tables and a query object for tests of queries, and slow answers to the same
/// questions. The oracles for level meshes know only the walls, and nothing of cells or tables.
#ifndef CW_TESTS_QUERY_WORLD_H
#define CW_TESTS_QUERY_WORLD_H

#include "clearway/path.h"
#include "failing_allocator.h"
#include "scenes.h"
#include "small_meshes.h"

typedef struct query_world {
    failing_allocator memory;
    cw_context *context;
    cw_navmesh mesh;
    cw_clearance clearance;
    cw_query *query;
    double low_x, low_y, high_x, high_y; ///< box of the mesh
} query_world;

/// Each fails the running test when it cannot be made; free with query_world_free().
void query_world_small(query_world *world, small_mesh kind);
void query_world_polygons(query_world *world, const cw_polygons *polygons);
/// A plan of a family; relaxed with `alpha` above 0.
void query_world_plan(query_world *world, cw_scene_family family, uint32_t vertices, uint64_t seed,
                      double alpha);
typedef enum query_terrain { QUERY_RAMP = 0, QUERY_BRIDGE, QUERY_HILLS } query_terrain;
void query_world_terrain(query_world *world, query_terrain terrain);
/// Frees everything and checks that nothing is left.
void query_world_free(query_world *world);

/// A point of the box of the mesh widened by `margin`, at height 0.
cw_vec3 query_world_point(const query_world *world, cw_random *random, double margin);

/// Plan distance to the nearest wall of all.
double oracle_wall(const cw_navmesh *mesh, cw_vec2 point);
/// How far a point or a disc gets from `from` towards `to`; the whole length when nothing stops it.
/// `margin` receives by how much the answer hangs on the radius: below 1e-7 it may be either way.
double oracle_ray(const cw_navmesh *mesh, cw_vec2 from, cw_vec2 to, double radius, double *margin);
/// Distance to the nearest place of a level mesh for a disc; INFINITY when there is none.
double oracle_nearest(const cw_navmesh *mesh, cw_vec3 point, double radius);
/// Distance to the nearest point of any mesh, for a point; all cells are looked at.
double oracle_nearest_in_space(const cw_navmesh *mesh, cw_vec3 point);

#endif
