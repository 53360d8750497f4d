/// An upper bound of the distance of each vertex to the nearest wall along the surface: 0 on a
/// wall, and for vertices that touch none (of meshes by others) lengths of ways along edges,
/// relaxed in at most BOUND_ROUNDS rounds. A bound that is too large costs time only.
#include "clearance/near/near.h"

enum { BOUND_ROUNDS = 64 };

static bool has_inner_vertices(const cw_flood *flood) {
    for (uint32_t v = 0; v < flood->clearance->mesh->vertex_count; v++) {
        if (flood->bounds[v] > 0) {
            return true;
        }
    }
    return false;
}

static bool relax_bounds(cw_flood *flood) {
    const cw_clearance *clearance = flood->clearance;
    const cw_navmesh *mesh = clearance->mesh;
    bool changed = false;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        uint32_t from = mesh->edge_vertex[e];
        uint32_t to = mesh->edge_vertex[cw_navmesh_next(mesh, mesh->edge_cell[e], e)];
        double length = cw_vec2_distance(clearance->points[from], clearance->points[to]);
        if (flood->bounds[to] + length < flood->bounds[from]) {
            flood->bounds[from] = flood->bounds[to] + length;
            changed = true;
        }
        if (flood->bounds[from] + length < flood->bounds[to]) {
            flood->bounds[to] = flood->bounds[from] + length;
            changed = true;
        }
    }
    return changed;
}

cw_status cw_flood_bound(cw_context *context, cw_flood *flood) {
    const cw_navmesh *mesh = flood->clearance->mesh;
    CW_TRY(CW_ALLOCATE(context, flood->bounds, mesh->vertex_count));
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        flood->bounds[v] = INFINITY;
    }
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        if (mesh->edge_twin[e] == CW_NONE) {
            flood->bounds[mesh->edge_vertex[e]] = 0;
            flood->bounds[mesh->edge_vertex[cw_navmesh_next(mesh, mesh->edge_cell[e], e)]] = 0;
        }
    }
    if (has_inner_vertices(flood)) {
        for (uint32_t round = 0; round < BOUND_ROUNDS && relax_bounds(flood); round++) {
        }
    }
    return CW_OK;
}
