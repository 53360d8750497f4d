/// Recast and Detour (Debian's librecast) behind plain C: a mesh baked for one radius, and Detour's
/// findPath and findStraightPath on it. In recast.cpp, which is C++; where librecast was not found,
/// and in the installed command, recast_none.c stands in for it.
#ifndef CW_BENCH_RECAST_H
#define CW_BENCH_RECAST_H

#include "clearway/navmesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Whether this program has librecast. Without it nothing can be baked.
bool cw_recast_is_here(void);

/// How a scene is baked. Recast knows whole voxels only, so the radius should be a multiple of the
/// voxel.
typedef struct cw_recast_settings {
    double voxel;  ///< side of a voxel, metres
    double radius; ///< by which the floor is eroded, metres
} cw_recast_settings;

/// Triangles of a level, y up as Recast takes them.
typedef struct cw_recast_level {
    float *positions; ///< 3 numbers per vertex
    int *corners;     ///< 3 vertices per triangle
    uint32_t vertex_count, triangle_count;
} cw_recast_level;

/// A baked mesh with its query.
typedef struct cw_recast cw_recast;

/// Bakes the floor of a surface, with walls of two metres along its borders as a level would have
/// them. NULL where Recast gives up.
cw_recast *cw_recast_bake_surface(const cw_surface *surface, const cw_recast_settings *settings);
/// Bakes a level. NULL where Recast gives up.
cw_recast *cw_recast_bake_level(const cw_recast_level *level, const cw_recast_settings *settings);
void cw_recast_free(cw_recast *baked);

/// What baking in tiles came to.
typedef struct cw_recast_tiles {
    double seconds; ///< CPU time from triangles to mesh
    double peak;    ///< bytes that Recast held at most on that way, beside the triangles
    uint32_t tiles, polygons;
} cw_recast_tiles;

/// Bakes a level in square tiles of so many voxels, one after the other, and joins them to a mesh,
/// which is dropped. False where Recast gives up.
bool cw_recast_bake_tiles(const cw_recast_level *level, const cw_recast_settings *settings,
                          uint32_t tile, cw_recast_tiles *result);

/// CPU seconds from triangles to mesh.
double cw_recast_seconds(const cw_recast *baked);
/// Bytes that Recast held at most on that way, beside the triangles.
double cw_recast_peak(const cw_recast *baked);

/// Detour's polygons in whole voxels, z up, so that they can be taken over exactly: metres = origin
/// + voxel * position. They belong to the mesh.
void cw_recast_polygons(const cw_recast *baked, cw_polygons *polygons, cw_vec3 *origin);

/// A place on the mesh, as Detour is told it.
typedef struct cw_recast_place {
    float position[3]; ///< y up
    uint64_t polygon;
} cw_recast_place;

/// Whether a point, z up and in metres, stands on a polygon (findNearestPoly); gives the place.
bool cw_recast_locate(cw_recast *baked, cw_vec3 point, cw_recast_place *place);

/// findPath + findStraightPath: the length in plan, in metres, or infinity where there is no full
/// path.
double cw_recast_find(cw_recast *baked, const cw_recast_place *start, const cw_recast_place *goal);

/// How many corners the path has that was found last, and where one lies, z up.
uint32_t cw_recast_corner_count(const cw_recast *baked);
cw_vec3 cw_recast_corner(const cw_recast *baked, uint32_t index);

#ifdef __cplusplus
}
#endif

#endif
