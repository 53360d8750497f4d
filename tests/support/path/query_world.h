/// Meshes with tables and a query object, for tests of queries.
#ifndef CW_TESTS_QUERY_WORLD_H
#define CW_TESTS_QUERY_WORLD_H

#include "clearway/path.h"
#include "failing_allocator.h"
#include "path_cases.h"
#include "query_oracle.h"
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
#define query_world_drop query_world_free

/// A point of the box of the mesh widened by `margin`, at height 0.
cw_vec3 query_world_point(const query_world *world, cw_random *random, double margin);

/// A random place of a level mesh; false when none was found.
bool query_world_place(query_world *world, cw_random *random, cw_vec3 *point);

/// Calls a check with plans of every family, with convex and with relaxed cells.
void query_world_for_plans(void (*check)(query_world *world, cw_random *random), uint32_t vertices,
                           uint64_t seeds);

/// Each asks; the status of the call must be CW_OK.
cw_nearest query_world_nearest(query_world *world, cw_vec3 point, double radius, double reach);
cw_ray query_world_ray(query_world *world, cw_vec3 from, cw_vec2 to, double radius);

#endif
