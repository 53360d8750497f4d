/// Detour with its buffers, behind the C interface of recast.h. The mesh comes from
/// recast_mesh.cpp.
#include "recast.h"

#include "recast_mesh.hpp"

#include <cmath>

namespace {

constexpr int longest_path = 2048; // polygons, and corners
constexpr float near_box[3] = {0.5f, 2.0f, 0.5f};

} // namespace

struct cw_recast {
    RecastMesh mesh;
    dtQueryFilter filter;
    dtPolyRef path[longest_path];
    float straight[3 * longest_path];
    int corners = 0;
};

namespace {

/// Exceptions end here: the callers are C.
cw_recast *bake(const RecastScene &scene, const cw_recast_settings &settings) {
    std::unique_ptr<cw_recast> made(new cw_recast);
    made->mesh = bake_recast_mesh(scene, settings);
    return made->mesh ? made.release() : nullptr;
}

RecastScene scene_of_level(const cw_recast_level &level) {
    RecastScene scene;
    scene.floor.positions.assign(level.positions, level.positions + 3 * level.vertex_count);
    scene.floor.corners.assign(level.corners, level.corners + 3 * level.triangle_count);
    scene.level = false;
    return scene;
}

} // namespace

bool cw_recast_is_here(void) {
    return true;
}

cw_recast *cw_recast_bake_surface(const cw_surface *surface, const cw_recast_settings *settings) {
    try {
        return bake(recast_scene_of(*surface), *settings);
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

cw_recast *cw_recast_bake_level(const cw_recast_level *level, const cw_recast_settings *settings) {
    try {
        return bake(scene_of_level(*level), *settings);
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

bool cw_recast_bake_tiles(const cw_recast_level *level, const cw_recast_settings *settings,
                          uint32_t tile, cw_recast_tiles *result) {
    try {
        return bake_recast_tiles(scene_of_level(*level), *settings, static_cast<int>(tile),
                                 *result);
    } catch (const std::bad_alloc &) {
        return false;
    }
}

void cw_recast_free(cw_recast *baked) {
    delete baked;
}

double cw_recast_seconds(const cw_recast *baked) {
    return baked->mesh.seconds;
}

double cw_recast_peak(const cw_recast *baked) {
    return static_cast<double>(baked->mesh.peak);
}

void cw_recast_polygons(const cw_recast *baked, cw_polygons *polygons, cw_vec3 *origin) {
    const RecastPolygons &own = baked->mesh.polygons;
    *polygons = cw_polygons{};
    polygons->vertex_count = static_cast<uint32_t>(own.positions.size());
    polygons->positions = own.positions.data();
    polygons->cell_count = baked->mesh.count();
    polygons->cell_first = own.first.data();
    polygons->edge_vertex = own.corners.data();
    polygons->edge_neighbor = own.neighbors.data();
    *origin = own.origin;
}

bool cw_recast_locate(cw_recast *baked, cw_vec3 point, cw_recast_place *place) {
    float nearest[3];
    bool over = false;
    dtPolyRef polygon = 0;
    to_detour(point, place->position);
    baked->mesh.query->findNearestPoly(place->position, near_box, &baked->filter, &polygon, nearest,
                                       &over);
    place->polygon = polygon;
    return polygon != 0 && over;
}

double cw_recast_find(cw_recast *baked, const cw_recast_place *start, const cw_recast_place *goal) {
    int polygons = 0;
    dtPolyRef from = static_cast<dtPolyRef>(start->polygon);
    dtPolyRef to = static_cast<dtPolyRef>(goal->polygon);
    baked->corners = 0;
    dtStatus status =
        baked->mesh.query->findPath(from, to, start->position, goal->position, &baked->filter,
                                    baked->path, &polygons, longest_path);
    if (dtStatusFailed(status) || polygons == 0 || baked->path[polygons - 1] != to) {
        return INFINITY;
    }
    baked->mesh.query->findStraightPath(start->position, goal->position, baked->path, polygons,
                                        baked->straight, nullptr, nullptr, &baked->corners,
                                        longest_path);
    double length = 0;
    for (int i = 1; i < baked->corners; i++) {
        const float *a = baked->straight + 3 * (i - 1), *b = baked->straight + 3 * i;
        length += std::hypot(static_cast<double>(b[0] - a[0]), static_cast<double>(b[2] - a[2]));
    }
    return length;
}

uint32_t cw_recast_corner_count(const cw_recast *baked) {
    return static_cast<uint32_t>(baked->corners);
}

cw_vec3 cw_recast_corner(const cw_recast *baked, uint32_t index) {
    return from_detour(baked->straight + 3 * static_cast<size_t>(index));
}
