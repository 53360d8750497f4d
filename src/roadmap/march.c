/// A straight walk over the cells of the mesh.
///
/// A cell lies on the left of all its portals. Its walls may have dents, so where a line leaves it
/// is asked of portals alone; a walk that stays on the floor never meets a wall.
#include "clearway/edges.h"
#include "geom/vectors.h"
#include "roadmap/roadmap.h"

/// The share of a walk at which it goes out through a portal, or 2. Where portals lie in one line,
/// the one that holds the crossing counts, give or take what an exact fit may miss.
static double crossing_of(const cw_clearance *clearance, uint32_t edge, cw_vec2 from, cw_vec2 to) {
    const cw_navmesh *mesh = clearance->mesh;
    uint32_t cell = mesh->edge_cell[edge];
    uint32_t next = cw_navmesh_next(mesh, cell, edge);
    cw_vec2 a = clearance->points[mesh->edge_vertex[edge]];
    cw_vec2 side = cw_vec2_sub(clearance->points[mesh->edge_vertex[next]], a);
    double ahead = cw_vec2_cross(side, cw_vec2_sub(from, a)),
           beyond = cw_vec2_cross(side, cw_vec2_sub(to, a));
    if (!(beyond < 0 && beyond < ahead)) {
        return 2;
    }
    double share = ahead <= 0 ? 0 : ahead / (ahead - beyond);
    cw_vec2 at = {from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
    double length = sqrt(side.x * side.x + side.y * side.y);
    cw_vec2 offset = cw_vec2_sub(at, a);
    double along = (offset.x * side.x + offset.y * side.y) / length;
    return along >= -CW_EXACT_FIT && along <= length + CW_EXACT_FIT ? share : 2;
}

uint32_t cw_roadmap_leave(const cw_clearance *clearance, uint32_t cell, uint32_t entry,
                          cw_vec2 from, cw_vec2 to, double *share) {
    const cw_navmesh *mesh = clearance->mesh;
    uint32_t out = CW_NONE;
    *share = 1;
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        if (e == entry || mesh->edge_twin[e] == CW_NONE) {
            continue;
        }
        double here = crossing_of(clearance, e, from, to);
        if (here < *share) {
            *share = here;
            out = e;
        }
    }
    return out;
}
