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
               const std::vector<int> &corners, rcHeightfield &field) {
    int count = static_cast<int>(corners.size() / 3);
    std::vector<unsigned char> areas(static_cast<size_t>(count), 0);
    rcMarkWalkableTriangles(&context, config.walkableSlopeAngle, triangles.positions.data(),
                            triangles.vertex_count(), corners.data(), count, areas.data());
    return rcRasterizeTriangles(&context, triangles.positions.data(), triangles.vertex_count(),
                                corners.data(), areas.data(), count, field, config.walkableClimb);
}

/// The eroded floor with its regions, of the triangles of `scene.floor` that `corners` names.
Compact grow_regions(rcContext &context, const rcConfig &config, const RecastScene &scene,
                     const std::vector<int> &corners) {
    Field field(rcAllocHeightfield());
    Compact compact(rcAllocCompactHeightfield());
    bool good = rcCreateHeightfield(&context, *field, config.width, config.height, config.bmin,
                                    config.bmax, config.cs, config.ch) &&
                rasterize(context, config, scene.floor, corners, *field) &&
                rasterize(context, config, scene.walls, scene.walls.corners, *field);
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
           rcBuildRegions(&context, *compact, config.borderSize, config.minRegionArea,
                          config.mergeRegionArea);
    return good ? std::move(compact) : nullptr;
}

bool make_polygons(rcContext &context, const rcConfig &config, rcCompactHeightfield &compact,
                   rcPolyMesh &polygons) {
    Contours contours(rcAllocContourSet());
    return rcBuildContours(&context, compact, config.maxSimplificationError, config.maxEdgeLen,
                           *contours) &&
           rcBuildPolyMesh(&context, *contours, config.maxVertsPerPoly, polygons);
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

/// Detour's data of Recast's polygons, those of a tile; owned by the caller (dtFree).
unsigned char *pack(const rcConfig &config, const cw_recast_settings &settings,
                    rcPolyMesh &polygons, int tile_x, int tile_y, int *size) {
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
    params.tileX = tile_x;
    params.tileY = tile_y;
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

/// A scene in square tiles of `side` voxels. A tile is built with a border around it, as wide as
/// what decides about its own voxels.
struct Tiling {
    rcConfig whole = {};
    int side = 0, columns = 0, rows = 0;
    std::vector<std::vector<int>> corners; ///< of the triangles that meet a tile with its border

    int count() const {
        return columns * rows;
    }
    rcConfig config_of(int column, int row) const;
    void sort_triangles(const RecastTriangles &triangles);
};

rcConfig Tiling::config_of(int column, int row) const {
    rcConfig config = whole;
    float reach = static_cast<float>(config.borderSize) * config.cs;
    float metres = static_cast<float>(side) * config.cs;
    config.width = config.height = side + 2 * config.borderSize;
    config.bmin[0] = whole.bmin[0] + static_cast<float>(column) * metres - reach;
    config.bmin[2] = whole.bmin[2] + static_cast<float>(row) * metres - reach;
    config.bmax[0] = config.bmin[0] + static_cast<float>(config.width) * config.cs;
    config.bmax[2] = config.bmin[2] + static_cast<float>(config.height) * config.cs;
    return config;
}

void Tiling::sort_triangles(const RecastTriangles &triangles) {
    corners.assign(static_cast<size_t>(count()), {});
    float metres = static_cast<float>(side) * whole.cs;
    float reach = static_cast<float>(whole.borderSize + 1) * whole.cs;
    for (size_t t = 0; t < triangles.corners.size(); t += 3) {
        int low[2], high[2];
        for (int axis = 0; axis < 2; axis++) {
            float least = INFINITY, most = -INFINITY;
            for (size_t k = 0; k < 3; k++) {
                size_t place = 3 * static_cast<size_t>(triangles.corners[t + k]);
                float value = triangles.positions[place + (axis == 0 ? 0 : 2)];
                least = std::min(least, value);
                most = std::max(most, value);
            }
            float origin = whole.bmin[axis == 0 ? 0 : 2];
            int last = (axis == 0 ? columns : rows) - 1;
            low[axis] = std::max(0, static_cast<int>((least - reach - origin) / metres));
            high[axis] = std::min(last, static_cast<int>((most + reach - origin) / metres));
        }
        for (int row = low[1]; row <= high[1]; row++) {
            for (int column = low[0]; column <= high[0]; column++) {
                std::vector<int> &own = corners[static_cast<size_t>(row * columns + column)];
                own.insert(own.end(), &triangles.corners[t], &triangles.corners[t] + 3);
            }
        }
    }
}

Tiling tile_scene(const RecastScene &scene, const cw_recast_settings &settings, int side) {
    constexpr int beyond_radius = 3; // voxels, as in Recast's sample
    Tiling tiling;
    tiling.whole = config_for(scene, settings);
    tiling.whole.tileSize = side;
    tiling.whole.borderSize = tiling.whole.walkableRadius + beyond_radius;
    tiling.side = side;
    tiling.columns = (tiling.whole.width + side - 1) / side;
    tiling.rows = (tiling.whole.height + side - 1) / side;
    tiling.sort_triangles(scene.floor);
    return tiling;
}

/// An empty Detour mesh for so many tiles; a reference has 22 bits for a tile and its polygons.
std::unique_ptr<dtNavMesh, DetourDelete> empty_mesh(const Tiling &tiling) {
    constexpr int reference_bits = 22;
    int tile_bits = 1;
    while (1 << tile_bits < tiling.count()) {
        tile_bits++;
    }
    dtNavMeshParams params = {};
    std::copy(tiling.whole.bmin, tiling.whole.bmin + 3, params.orig);
    params.tileWidth = params.tileHeight = static_cast<float>(tiling.side) * tiling.whole.cs;
    params.maxTiles = 1 << tile_bits;
    params.maxPolys = 1 << (reference_bits - tile_bits);
    std::unique_ptr<dtNavMesh, DetourDelete> mesh(dtAllocNavMesh());
    bool good = tile_bits < reference_bits && dtStatusSucceed(mesh->init(&params));
    return good ? std::move(mesh) : nullptr;
}

/// Builds one tile and joins it with its neighbours. False where Recast gives up.
bool add_tile(rcContext &context, const RecastScene &scene, const cw_recast_settings &settings,
              const Tiling &tiling, int index, dtNavMesh &mesh, cw_recast_tiles &result) {
    int column = index % tiling.columns, row = index / tiling.columns, size = 0;
    rcConfig config = tiling.config_of(column, row);
    Polygons polygons(rcAllocPolyMesh());
    Compact compact =
        grow_regions(context, config, scene, tiling.corners[static_cast<size_t>(index)]);
    if (!compact || !make_polygons(context, config, *compact, *polygons)) {
        return false;
    }
    result.polygons += static_cast<uint32_t>(polygons->npolys);
    if (polygons->npolys == 0) {
        return true;
    }
    unsigned char *data = pack(config, settings, *polygons, column, row, &size);
    if (data == nullptr) {
        return false;
    }
    if (dtStatusFailed(mesh.addTile(data, size, DT_TILE_FREE_DATA, 0, nullptr))) {
        dtFree(data);
        return false;
    }
    return true;
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
    Compact compact = grow_regions(context, config, scene, scene.floor.corners);
    Polygons polygons(rcAllocPolyMesh());
    if (!compact || !make_polygons(context, config, *compact, *polygons)) {
        return made;
    }
    int size = 0;
    unsigned char *data = pack(config, settings, *polygons, 0, 0, &size);
    made.seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    made.peak = held.most - before;
    made.polygons = unpack(*polygons);
    if (data != nullptr) {
        open_mesh(data, size, made);
    }
    return made;
}

bool bake_recast_tiles(const RecastScene &scene, const cw_recast_settings &settings, int tile,
                       cw_recast_tiles &result) {
    result = {};
    rcAllocSetCustom(count_alloc, count_free);
    held.most = held.now;
    size_t before = held.now;
    std::clock_t start = std::clock();
    rcContext context(false);
    Tiling tiling = tile_scene(scene, settings, tile);
    std::unique_ptr<dtNavMesh, DetourDelete> mesh = empty_mesh(tiling);
    bool good = mesh != nullptr;
    for (int i = 0; i < tiling.count() && good; i++) {
        good = add_tile(context, scene, settings, tiling, i, *mesh, result);
    }
    result.seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    result.peak = static_cast<double>(held.most - before);
    result.tiles = static_cast<uint32_t>(tiling.count());
    return good;
}
