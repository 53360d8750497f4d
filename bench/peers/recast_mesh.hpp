/// A Recast/Detour navigation mesh, baked for one radius: what recast.cpp asks.
#pragma once

#include "recast.h"

#include <DetourNavMesh.h>
#include <DetourNavMeshQuery.h>

#include <memory>
#include <vector>

/// Triangles as Recast takes them: y up.
struct RecastTriangles {
    std::vector<float> positions;
    std::vector<int> corners;

    void add(const cw_vec3 &a, const cw_vec3 &b, const cw_vec3 &c);
    int count() const {
        return static_cast<int>(corners.size() / 3);
    }
    int vertex_count() const {
        return static_cast<int>(positions.size() / 3);
    }
};

/// What is baked.
struct RecastScene {
    RecastTriangles floor, walls;
    bool level = true; ///< one flat floor: no ledges to look for
};

struct DetourDelete {
    void operator()(dtNavMesh *mesh) const {
        dtFreeNavMesh(mesh);
    }
    void operator()(dtNavMeshQuery *query) const {
        dtFreeNavMeshQuery(query);
    }
};

/// Detour's polygons in whole voxels, so that they can be taken over exactly.
struct RecastPolygons {
    std::vector<cw_vec3> positions; ///< z up; x and y are whole numbers
    std::vector<uint32_t> first, corners, neighbors;
    cw_vec3 origin{}; ///< where the zero of the voxels lies, metres, z up
};

struct RecastMesh {
    std::unique_ptr<dtNavMesh, DetourDelete> mesh;
    std::unique_ptr<dtNavMeshQuery, DetourDelete> query;
    RecastPolygons polygons;
    double seconds = 0; ///< CPU time from triangles to mesh
    size_t peak = 0;    ///< bytes that Recast held at most on the way

    explicit operator bool() const {
        return query != nullptr;
    }
    uint32_t count() const {
        return static_cast<uint32_t>(polygons.first.size()) - 1;
    }
};

/// Detour has y up: the plan's y becomes -z.
inline void to_detour(const cw_vec3 &point, float *position) {
    position[0] = static_cast<float>(point.x);
    position[1] = static_cast<float>(point.z);
    position[2] = static_cast<float>(-point.y);
}

inline cw_vec3 from_detour(const float *position) {
    return {static_cast<double>(position[0]), -static_cast<double>(position[2]),
            static_cast<double>(position[1])};
}

/// The floor of a surface, with walls of two metres along its borders as a level would have them.
RecastScene recast_scene_of(const cw_surface &surface);

/// Bakes a scene. An empty mesh where Recast gives up.
RecastMesh bake_recast_mesh(const RecastScene &scene, const cw_recast_settings &settings);

/// Builds a scene tile by tile, as Recast's sample for large scenes (Sample_TileMesh) does. False
/// where Recast gives up.
bool bake_recast_tiles(const RecastScene &scene, const cw_recast_settings &settings, int tile,
                       cw_recast_tiles &result);
