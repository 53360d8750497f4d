/// Shared by the methods of the seeds (clearway/shrink.h): they work on plan positions, as those
/// who made them did, not on local ones.
#ifndef CW_CLEARANCE_SEEDS_SHRINK_H
#define CW_CLEARANCE_SEEDS_SHRINK_H

#include "clearance/clearance.h"
#include "clearway/shrink.h"

/// Plan position of the start of an edge.
static inline cw_vec2 cw_shrink_from(const cw_navmesh *mesh, uint32_t edge) {
    cw_vec3 position = mesh->positions[mesh->edge_vertex[edge]];
    return (cw_vec2){position.x, position.y};
}

/// Plan position of its end.
static inline cw_vec2 cw_shrink_to(const cw_navmesh *mesh, uint32_t edge) {
    return cw_shrink_from(mesh, cw_navmesh_next(mesh, mesh->edge_cell[edge], edge));
}

#endif
