/// From a surface to a Detour mesh, step by step as in Recast's own sample (Sample_SoloMesh): spans
/// of voxels, eroded floor, watershed regions, contours, polygons of up to six corners.
///
/// The floor goes in first and the walls after it: a wall that shares a voxel with the floor then
/// wins, as it does in a level. Ledges are not filtered and heights inside polygons are not
/// sampled, since the floor is flat and what is not floor is behind a wall.
#include "recast_mesh.hpp"

#include <DetourNavMeshBuilder.h>
#include <Recast.h>
#include <RecastAlloc.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace {

/// Sizes that matter little on a flat floor, metres; the rest as in Recast's sample.
constexpr float voxel_height = 0.2f;
constexpr float agent_height = 2.0f;
constexpr float agent_climb = 0.9f;
constexpr float wall_height = 2.0f;
constexpr float slope_degrees = 45.0f;
constexpr float longest_edge = 12.0f;        // metres
constexpr float simplification_error = 1.3f; // voxels
constexpr int smallest_region = 8;           // voxels along a side
constexpr int merged_region = 20;            // voxels along a side
constexpr int polygon_corners = 6;
constexpr unsigned short walkable_flag = 1;

template <typename Thing, void (*Free)(Thing *)> struct Deleter {
    void operator()(Thing *thing) const {
        Free(thing);
    }
};
template <typename Thing, void (*Free)(Thing *)>
using Owner = std::unique_ptr<Thing, Deleter<Thing, Free>>;

using Field = Owner<rcHeightfield, rcFreeHeightField>;
using Compact = Owner<rcCompactHeightfield, rcFreeCompactHeightfield>;
using Contours = Owner<rcContourSet, rcFreeContourSet>;
using Polygons = Owner<rcPolyMesh, rcFreePolyMesh>;

rcConfig config_for(const RecastScene &scene, const cw_recast_settings &settings) {
    rcConfig config = {};
    config.cs = static_cast<float>(settings.voxel);
    config.ch = voxel_height;
    config.walkableSlopeAngle = slope_degrees;
    config.walkableHeight = static_cast<int>(std::ceil(agent_height / config.ch));
    config.walkableClimb = static_cast<int>(std::floor(agent_climb / config.ch));
    config.walkableRadius = static_cast<int>(std::ceil(settings.radius / settings.voxel - 1e-6));
    config.maxEdgeLen = static_cast<int>(longest_edge / config.cs);
    config.maxSimplificationError = simplification_error;
    config.minRegionArea = smallest_region * smallest_region;
    config.mergeRegionArea = merged_region * merged_region;
    config.maxVertsPerPoly = polygon_corners;
    rcCalcBounds(scene.floor.positions.data(), scene.floor.vertex_count(), config.bmin,
                 config.bmax);
    config.bmin[1] -= 1;
    config.bmax[1] += wall_height + agent_height;
    rcCalcGridSize(config.bmin, config.bmax, config.cs, &config.width, &config.height);
    return config;
}

/// What Recast holds, and held at most. Each block knows its size, in front of what is handed out.
struct Held {
    size_t now = 0, most = 0;
} held;
constexpr size_t block_head = alignof(std::max_align_t);

void *count_alloc(size_t size, rcAllocHint) {
    char *block = static_cast<char *>(std::malloc(size + block_head));
    if (block == nullptr) {
        return nullptr;
    }
    std::memcpy(block, &size, sizeof size);
    held.now += size;
    held.most = std::max(held.most, held.now);
    return block + block_head;
}

void count_free(void *memory) {
    if (memory != nullptr) {
        char *block = static_cast<char *>(memory) - block_head;
        size_t size = 0;
        std::memcpy(&size, block, sizeof size);
        held.now -= size;
        std::free(block);
    }
}

bool rasterize(rcContext &context, const rcConfig &config, const RecastTriangles &triangles,
               rcHeightfield &field) {
    std::vector<unsigned char> areas(static_cast<size_t>(triangles.count()), 0);
    rcMarkWalkableTriangles(&context, config.walkableSlopeAngle, triangles.positions.data(),
                            triangles.vertex_count(), triangles.corners.data(), triangles.count(),
                            areas.data());
    return rcRasterizeTriangles(&context, triangles.positions.data(), triangles.vertex_count(),
                                triangles.corners.data(), areas.data(), triangles.count(), field,
                                config.walkableClimb);
}

/// The eroded floor with its regions.
Compact grow_regions(rcContext &context, const rcConfig &config, const RecastScene &scene) {
    Field field(rcAllocHeightfield());
    Compact compact(rcAllocCompactHeightfield());
    bool good = rcCreateHeightfield(&context, *field, config.width, config.height, config.bmin,
                                    config.bmax, config.cs, config.ch) &&
                rasterize(context, config, scene.floor, *field) &&
                rasterize(context, config, scene.walls, *field);
    if (!good) {
        return nullptr;
    }
    if (!scene.level) {
        rcFilterLowHangingWalkableObstacles(&context, config.walkableClimb, *field);
        rcFilterLedgeSpans(&context, config.walkableHeight, config.walkableClimb, *field);
    }
    rcFilterWalkableLowHeightSpans(&context, config.walkableHeight, *field);
    good = rcBuildCompactHeightfield(&context, config.walkableHeight, config.walkableClimb, *field,
                                     *compact) &&
           rcErodeWalkableArea(&context, config.walkableRadius, *compact) &&
           rcBuildDistanceField(&context, *compact) &&
           rcBuildRegions(&context, *compact, 0, config.minRegionArea, config.mergeRegionArea);
    return good ? std::move(compact) : nullptr;
}

/// The corners of polygons as Recast stores them: unused places are marked.
uint32_t corner_count(const rcPolyMesh &polygons, const unsigned short *polygon) {
    int count = 0;
    while (count < polygons.nvp && polygon[count] != RC_MESH_NULL_IDX) {
        count++;
    }
    return static_cast<uint32_t>(count);
}

/// Recast's polygons run clockwise seen from above with z for -y, that is, counter-clockwise here.
RecastPolygons unpack(const rcPolyMesh &polygons) {
    RecastPolygons made;
    made.origin = from_detour(polygons.bmin);
    double rise = static_cast<double>(polygons.ch / polygons.cs);
    for (int i = 0; i < polygons.nverts; i++) {
        const unsigned short *vertex = polygons.verts + 3 * i;
        made.positions.push_back(
            {static_cast<double>(vertex[0]), -static_cast<double>(vertex[2]), vertex[1] * rise});
    }
    made.first.push_back(0);
    for (int i = 0; i < polygons.npolys; i++) {
        const unsigned short *polygon = polygons.polys + 2 * i * polygons.nvp;
        uint32_t count = corner_count(polygons, polygon);
        for (uint32_t k = 0; k < count; k++) {
            unsigned short neighbor = polygon[static_cast<uint32_t>(polygons.nvp) + k];
            made.corners.push_back(polygon[k]);
            made.neighbors.push_back(neighbor == RC_MESH_NULL_IDX ? CW_NONE : neighbor);
        }
        made.first.push_back(static_cast<uint32_t>(made.corners.size()));
    }
    return made;
}

/// Detour's data of Recast's polygons; owned by the caller (dtFree).
unsigned char *pack(const rcConfig &config, const cw_recast_settings &settings,
                    rcPolyMesh &polygons, int *size) {
    for (int i = 0; i < polygons.npolys; i++) {
        polygons.flags[i] = walkable_flag;
        polygons.areas[i] = 0;
    }
    dtNavMeshCreateParams params = {};
    params.verts = polygons.verts;
    params.vertCount = polygons.nverts;
    params.polys = polygons.polys;
    params.polyAreas = polygons.areas;
    params.polyFlags = polygons.flags;
    params.polyCount = polygons.npolys;
    params.nvp = polygons.nvp;
    params.walkableHeight = agent_height;
    params.walkableRadius = static_cast<float>(settings.radius);
    params.walkableClimb = agent_climb;
    for (int i = 0; i < 3; i++) {
        params.bmin[i] = polygons.bmin[i];
        params.bmax[i] = polygons.bmax[i];
    }
    params.cs = config.cs;
    params.ch = config.ch;
    params.buildBvTree = true;
    unsigned char *data = nullptr;
    return dtCreateNavMeshData(&params, &data, size) ? data : nullptr;
}

/// A node pool that is large enough and no larger, because Detour clears it for every query.
int nodes_for(uint32_t polygons) {
    int nodes = 512;
    while (static_cast<uint32_t>(nodes) < 2 * polygons && nodes < 32768) {
        nodes *= 2;
    }
    return nodes;
}

void open_mesh(unsigned char *data, int size, RecastMesh &made) {
    made.mesh.reset(dtAllocNavMesh());
    if (dtStatusFailed(made.mesh->init(data, size, DT_TILE_FREE_DATA))) {
        dtFree(data);
        return;
    }
    std::unique_ptr<dtNavMeshQuery, DetourDelete> query(dtAllocNavMeshQuery());
    if (dtStatusSucceed(query->init(made.mesh.get(), nodes_for(made.count())))) {
        made.query = std::move(query);
    }
}

} // namespace

void RecastTriangles::add(const cw_vec3 &a, const cw_vec3 &b, const cw_vec3 &c) {
    for (const cw_vec3 *point : {&a, &b, &c}) {
        float position[3];
        to_detour(*point, position);
        corners.push_back(vertex_count());
        positions.insert(positions.end(), position, position + 3);
    }
}

RecastScene recast_scene_of(const cw_surface &surface) {
    RecastScene scene;
    for (uint32_t edge = 0; edge < 3 * surface.triangle_count; edge++) {
        const uint32_t *corner = surface.corners + edge / 3 * 3;
        if (edge % 3 == 0) {
            scene.floor.add(surface.positions[corner[0]], surface.positions[corner[1]],
                            surface.positions[corner[2]]);
        }
        if (surface.edges[edge] == CW_EDGE_WALL) {
            cw_vec3 from = surface.positions[corner[edge % 3]];
            cw_vec3 to = surface.positions[corner[(edge + 1) % 3]];
            cw_vec3 from_top = from, to_top = to;
            from_top.z += static_cast<double>(wall_height);
            to_top.z += static_cast<double>(wall_height);
            scene.walls.add(from, to, to_top);
            scene.walls.add(from, to_top, from_top);
        }
    }
    return scene;
}

RecastMesh bake_recast_mesh(const RecastScene &scene, const cw_recast_settings &settings) {
    RecastMesh made;
    rcAllocSetCustom(count_alloc, count_free);
    held.most = held.now;
    size_t before = held.now;
    std::clock_t start = std::clock();
    rcContext context(false);
    rcConfig config = config_for(scene, settings);
    Compact compact = grow_regions(context, config, scene);
    Contours contours(rcAllocContourSet());
    Polygons polygons(rcAllocPolyMesh());
    if (!compact ||
        !rcBuildContours(&context, *compact, config.maxSimplificationError, config.maxEdgeLen,
                         *contours) ||
        !rcBuildPolyMesh(&context, *contours, config.maxVertsPerPoly, *polygons)) {
        return made;
    }
    int size = 0;
    unsigned char *data = pack(config, settings, *polygons, &size);
    made.seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    made.peak = held.most - before;
    made.polygons = unpack(*polygons);
    if (data != nullptr) {
        open_mesh(data, size, made);
    }
    return made;
}
