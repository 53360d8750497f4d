/// Meshes for tests of paths, with everything that the oracles need, from a number.
#ifndef CW_TESTS_PATH_CASES_H
#define CW_TESTS_PATH_CASES_H

#include "path_oracle.h"
#include "path_sheet.h"
#include "scenes.h"

/// A mesh, its walls and its triangles.
typedef struct path_floor {
    cw_context *context;
    cw_navmesh mesh;
    bool flat; ///< does not overlap itself: `plane` is the whole truth
    oracle_plane plane;
    sheet sheet;
    char name[200];
} path_floor;

/// A place on a floor: in the world, on the lattice, and where.
typedef struct path_spot {
    cw_vec3 world;
    cw_vec2 local;
    uint32_t cell, triangle;
} path_spot;

/// Takes a mesh over and makes the oracles' side of it.
void path_floor_take(cw_context *context, cw_navmesh *mesh, bool flat, path_floor *made);
void path_floor_free(path_floor *made);
#define path_floor_drop path_floor_free

/// Floor plan `number`: families in turn, about `vertices` vertices, strict or relaxed, turned or
/// not. False when nothing walkable is left of it.
bool path_floor_random(cw_context *context, uint64_t number, uint32_t vertices, path_floor *made);
/// The mesh of a plan; frees the plan.
void path_floor_of_plan(cw_context *context, cw_plan *plan, const cw_navmesh_config *config,
                        path_floor *made);
/// The mesh of triangles with heights; frees them.
void path_floor_of_triangles(cw_context *context, cw_scene_triangles *scene, path_floor *made);
/// Another floor as a mesh of the oracle's triangles, by way of cw_navmesh_from_polygons.
void path_floor_triangulated(const path_floor *other, path_floor *made);
/// A ramp of `turns` turns, `sides` quads each, between two radii: around a pole when `inner` is
/// small.
void path_floor_screw(cw_context *context, uint32_t turns, uint32_t sides, double inner,
                      double outer, path_floor *made);

/// A random place of a floor, uniform by area, not on the border of a triangle.
path_spot path_spot_random(const path_floor *floor, cw_random *random);
/// The place at a position in the world; cell CW_NONE when it is off the mesh.
path_spot path_spot_at(const path_floor *floor, cw_vec3 world);

/// Length of the shortest path, by the oracle that suits the floor.
double path_floor_shortest(path_floor *floor, double radius, const path_spot *start,
                           const path_spot *goal);
/// Distance to the nearest wall along the surface.
double path_floor_wall_distance(const path_floor *floor, const path_spot *spot);

/// Fails the running test unless two numbers are that near.
#define path_assert_near(a, b, tolerance) path_check_near(a, b, tolerance, __FILE__, __LINE__)
void path_check_near(double a, double b, double tolerance, const char *file, int line);

/// A number of cases from the environment, or another, of which CW_SAMPLE takes a part.
uint64_t path_number_from(const char *name, uint64_t otherwise);

#endif
