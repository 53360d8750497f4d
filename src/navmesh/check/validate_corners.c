/// The corners of the walls: whether they were rounded, and how many are reflex.
///
/// Every reflex corner of a floor is a notch or was dropped by relaxation, and in a mesh whose
/// cells are convex nothing else is a notch. A relaxed cell may have a notch at any wall corner: a
/// portal that ends at an ignored one can make it a notch. Meshes of other tools come without
/// counts, that is with zeros. How often a notch took two portals, a mutual one or the fallback,
/// tells of the making, and no mesh shows it.
///
/// Cost: linear.
#include "navmesh/check/validate.h"

/// The wall that arrives where a wall leaves: the last side of the fan between them.
static uint32_t wall_before(const cw_navmesh *mesh, uint32_t wall) {
    uint32_t edge = wall, side;
    do {
        side = cw_navmesh_previous(mesh, mesh->edge_cell[edge], edge);
        edge = mesh->edge_twin[side];
    } while (edge != CW_NONE);
    return side;
}

bool cw_walls_unrounded(const cw_navmesh *mesh) {
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        cw_point here = cw_navmesh_point(mesh, e);
        bool coarse = (here.x | here.y) % ((int64_t)1 << CW_LATTICE_FINE_BITS) == 0;
        if (coarse || mesh->edge_twin[e] != CW_NONE) { // a border vertex is judged at its wall
            continue;
        }
        cw_point before = cw_navmesh_point(mesh, wall_before(mesh, e));
        cw_point after = cw_navmesh_point(mesh, cw_navmesh_next(mesh, mesh->edge_cell[e], e));
        if (!same_direction(vector_to(before, here), vector_to(here, after))) {
            return false;
        }
    }
    return true;
}

/// True when the floor turns by more than half a circle where a wall leaves. Taken side by side,
/// no step of the fan is more than half a turn but where one cell has the whole corner, so the
/// first side beyond half a turn is on the right of the wall or along it.
static bool is_reflex(const cw_navmesh *mesh, uint32_t wall) {
    cw_point here = cw_navmesh_point(mesh, wall);
    uint32_t cell = mesh->edge_cell[wall], edge = wall;
    cw_point along = vector_to(here, cw_navmesh_point(mesh, cw_navmesh_next(mesh, cell, wall)));
    do {
        uint32_t side = cw_navmesh_previous(mesh, mesh->edge_cell[edge], edge);
        cw_point spoke = vector_to(here, cw_navmesh_point(mesh, side));
        if (wedge(along, spoke) < 0 || same_direction(along, spoke)) {
            return true;
        }
        edge = mesh->edge_twin[side];
    } while (edge != CW_NONE);
    return false;
}

cw_status cw_validate_notches(cw_context *context, const cw_navmesh *mesh) {
    const cw_navmesh_stats *stats = &mesh->stats;
    uint64_t corners = 0, reflex = 0, told = (uint64_t)stats->notches + stats->dropped;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        if (mesh->edge_twin[e] == CW_NONE) {
            corners++;
            reflex += is_reflex(mesh, e);
        }
    }
    bool unrounded = cw_walls_unrounded(mesh);
    uint64_t most = unrounded && stats->relaxation_depth == 0 ? reflex : corners;
    uint64_t fewest = unrounded && told > 0 ? reflex : 0;
    if (told < fewest || stats->notches > most || stats->dropped > (unrounded ? reflex : corners)) {
        return CW_VIOLATED(context, "notches",
                           "%llu of %llu wall corners are reflex, and stats say %u notches and %u "
                           "dropped",
                           (unsigned long long)reflex, (unsigned long long)corners, stats->notches,
                           stats->dropped);
    }
    return CW_OK;
}
