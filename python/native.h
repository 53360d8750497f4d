/// \file native.h
/// What the Python package asks for many points in one call, without the interpreter in between.
#ifndef CLEARWAY_PYTHON_NATIVE_H
#define CLEARWAY_PYTHON_NATIVE_H

#include "clearway/crowd.h"
#include "clearway/path.h"

/// Gives `count` points without z their heights, by cw_navmesh_lowest().
void cw_native_heights(const cw_navmesh *mesh, cw_vec3 *points, uint32_t count);

/// Puts points onto the floor that is nearest in height; those off the mesh stay.
void cw_native_drape(const cw_navmesh *mesh, cw_vec3 *points, uint32_t count);

/// The cell of each point, -1 off the mesh.
void cw_native_locate(const cw_navmesh *mesh, const cw_vec3 *points, uint32_t count,
                      int64_t *cells);

/// The distance of each point to the nearest wall in metres, NaN off the mesh.
cw_status cw_native_clearance(cw_query *query, const cw_navmesh *mesh, const cw_vec3 *points,
                              uint32_t count, double *distances);

/// The length of the shortest path of each pair in metres, NaN where there is none.
cw_status cw_native_lengths(cw_query *query, const cw_vec3 *starts, const cw_vec3 *goals,
                            const double *radii, uint32_t count, double reach, double *lengths);

/// `count` random points; `seed` is read and advanced.
cw_status cw_native_sample(cw_query *query, uint64_t *seed, double radius, cw_vec3 *points,
                           uint32_t count);

/// The crowd as it stands, a row per agent of cw_crowd_view(): plan positions, velocities. Each
/// array has room for `count` agents; how many there are is returned.
uint32_t cw_native_crowd_state(cw_crowd *crowd, uint32_t count, cw_vec3 *positions,
                               cw_vec2 *velocities, uint64_t *serials, uint8_t *states);

#endif
