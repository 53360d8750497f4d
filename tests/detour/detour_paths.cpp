/// Detour itself loads `.bin` files and walks on them: the set is read as Recast's demo reads it,
/// random points lie in polygons, and paths exist where ours do and are no shorter.
#include "clearway/io.h"

extern "C" {
#include "scenes.h"
}

#include <DetourNavMesh.h>
#include <DetourNavMeshQuery.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr int most_polygons = 4096;
constexpr int most_nodes = 65535;
constexpr float slack = 1e-3f; // metres: single precision
constexpr int pairs = 60;      // per scene

struct SetHeader {
    int magic, version, tile_count;
    dtNavMeshParams params;
};

struct TileHeader {
    dtTileRef reference;
    int size;
};

void require(bool good, const std::string &what) {
    if (!good) {
        std::fprintf(stderr, "detour: %s\n", what.c_str());
        std::exit(1);
    }
}

dtNavMesh *load(const char *path) {
    std::FILE *file = std::fopen(path, "rb");
    require(file != nullptr, "no file");
    SetHeader set;
    TileHeader tile;
    require(std::fread(&set, sizeof set, 1, file) == 1 && set.magic == 0x4d534554 &&
                set.version == 1 && set.tile_count == 1,
            "the header of the set");
    require(std::fread(&tile, sizeof tile, 1, file) == 1 && tile.reference != 0, "tile header");
    auto *data = static_cast<unsigned char *>(dtAlloc(tile.size, DT_ALLOC_PERM));
    require(std::fread(data, static_cast<size_t>(tile.size), 1, file) == 1, "the tile");
    require(std::fgetc(file) == EOF, "bytes behind the tile");
    std::fclose(file);
    dtNavMesh *mesh = dtAllocNavMesh();
    require(dtStatusSucceed(mesh->init(&set.params)), "init");
    dtTileRef added = 0;
    require(
        dtStatusSucceed(mesh->addTile(data, tile.size, DT_TILE_FREE_DATA, tile.reference, &added)),
        "addTile");
    require(added == tile.reference, "the tile has another reference");
    return mesh;
}

void turn(cw_vec3 point, float *turned) {
    turned[0] = static_cast<float>(point.x);
    turned[1] = static_cast<float>(point.z);
    turned[2] = static_cast<float>(-point.y);
}

dtPolyRef find(const dtNavMeshQuery &query, cw_vec3 point, float *nearest) {
    const float around[3] = {0.01f, 0.5f, 0.01f};
    float turned[3];
    turn(point, turned);
    dtQueryFilter filter;
    dtPolyRef polygon = 0;
    query.findNearestPoly(turned, around, &filter, &polygon, nearest);
    return polygon;
}

/// The length of Detour's path, or -1.
double walk(dtNavMeshQuery &query, cw_vec3 from, cw_vec3 to) {
    float start[3], goal[3];
    dtPolyRef first = find(query, from, start), last = find(query, to, goal);
    require(first != 0 && last != 0, "a point of the floor lies in no polygon");
    std::vector<dtPolyRef> polygons(most_polygons);
    int count = 0;
    dtQueryFilter filter;
    query.findPath(first, last, start, goal, &filter, polygons.data(), &count, most_polygons);
    if (count == 0 || polygons[static_cast<size_t>(count - 1)] != last) {
        return -1;
    }
    std::vector<float> corners(3 * most_polygons);
    int corner_count = 0;
    query.findStraightPath(start, goal, polygons.data(), count, corners.data(), nullptr, nullptr,
                           &corner_count, most_polygons);
    double length = 0;
    for (int i = 3; i < 3 * corner_count; i += 3) {
        const float *a = &corners[static_cast<size_t>(i - 3)], *b = a + 3;
        length += std::hypot(static_cast<double>(b[0] - a[0]), static_cast<double>(b[2] - a[2]));
    }
    return length;
}

/// How often both find a way.
int compare(cw_context *context, const cw_navmesh &mesh, dtNavMeshQuery &theirs, uint64_t seed) {
    cw_clearance clearance;
    cw_query *ours = nullptr;
    require(cw_clearance_build(context, &mesh, &clearance) == CW_OK &&
                cw_query_create(context, &clearance, &ours) == CW_OK,
            "our tables");
    int found = 0;
    for (int i = 0; i < pairs; i++) {
        cw_vec3 from, to;
        require(cw_query_random(ours, &seed, 0.01, &from) == CW_OK &&
                    cw_query_random(ours, &seed, 0.01, &to) == CW_OK,
                "random points");
        cw_path_request request = cw_path_request_default();
        cw_path path;
        request.start = from;
        request.goals = &to;
        request.goal_count = 1;
        require(cw_query_find(ours, &request, &path) == CW_OK, "our path");
        double length = walk(theirs, from, to);
        require((path.status == CW_PATH_FOUND) == (length >= 0), "only one of us finds a way");
        require(length < 0 || length >= path.length - static_cast<double>(slack),
                "Detour's way of " + std::to_string(length) + " m is shorter than ours of " +
                    std::to_string(path.length));
        found += length >= 0;
    }
    cw_query_free(ours);
    cw_clearance_free(context, &clearance);
    return found;
}

int check_scene(cw_context *context, cw_scene_family family, const char *path) {
    cw_scene_config config = cw_scene_config_default();
    config.family = family;
    config.vertices = 400;
    config.seed = 7;
    cw_plan plan = {};
    cw_surface surface;
    cw_navmesh mesh;
    require(cw_scene_make(context, &config, &plan) == CW_OK &&
                cw_surface_from_plan(context, &plan, nullptr, &surface) == CW_OK &&
                cw_navmesh_build(context, &surface, nullptr, &mesh) == CW_OK,
            "our mesh");
    require(cw_navmesh_write(context, &mesh, path) == CW_OK, cw_context_message(context));
    dtNavMesh *loaded = load(path);
    dtNavMeshQuery *query = dtAllocNavMeshQuery();
    require(dtStatusSucceed(query->init(loaded, most_nodes)), "query");
    int found = compare(context, mesh, *query, config.seed);
    std::printf("%-8s %u cells, %d of %d pairs joined\n", cw_scene_family_name(family),
                mesh.cell_count, found, pairs);
    dtFreeNavMeshQuery(query);
    dtFreeNavMesh(loaded);
    cw_navmesh_free(context, &mesh);
    cw_surface_free(context, &surface);
    cw_plan_free(context, &plan);
    return found;
}

} // namespace

int main(int, char **arguments) {
    cw_context *context = nullptr;
    require(cw_context_create(nullptr, &context) == CW_OK, "context");
    std::string path = std::string(arguments[0]) + ".bin";
    int found = 0;
    for (cw_scene_family family :
         {CW_SCENE_RECT, CW_SCENE_STAR, CW_SCENE_CIRCLE, CW_SCENE_MAZE, CW_SCENE_ROOMS,
          CW_SCENE_COMB, CW_SCENE_SPIRAL, CW_SCENE_SIMPLE}) {
        found += check_scene(context, family, path.c_str());
    }
    std::remove(path.c_str());
    cw_context_free(context);
    require(found > 4 * pairs, "too few ways to compare");
    return 0;
}
