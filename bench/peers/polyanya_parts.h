/// What the two halves of Polyanya share: polyanya_mesh.c makes a mesh ready, polyanya.c searches.
#ifndef CW_BENCH_POLYANYA_PARTS_H
#define CW_BENCH_POLYANYA_PARTS_H

#include "polyanya.h"

/// A portal as seen by who leaves a cell through it. The portals of a cell follow each other
/// counter-clockwise, so those after the one entered by go from the right to the left. Fills one
/// line of the cache with all that entering the cell behind it takes.
typedef struct cw_polyanya_portal {
    cw_vec2 right, left;                ///< its ends
    double inverse_square;              ///< 1 / squared length
    uint32_t right_corner, left_corner; ///< the vertices there, or CW_NONE where no path bends
    uint32_t cell;                      ///< behind it
    uint32_t twin;                      ///< this portal in that cell's list
    uint32_t first;                     ///< that cell's portals
    uint32_t last : 31;                 ///< one past them
    uint32_t dead_end : 1;              ///< that cell leads nowhere else
} cw_polyanya_portal;

/// What a mesh is made ready to.
typedef struct cw_polyanya_mesh {
    cw_polyanya_portal *portals;
    uint32_t portal_count;
    uint32_t *cell_first; ///< per cell and one more: its portals
    /// Per cell of a dead end: the cell that leads out of it, else CW_NONE.
    uint32_t *way_out;
} cw_polyanya_mesh;

/// To be freed also after a failure.
cw_status cw_polyanya_mesh_make(const cw_navmesh *mesh, cw_polyanya_mesh *made);
void cw_polyanya_mesh_free(cw_polyanya_mesh *made);

/// Where a vertex lies in plan. On the lattice: there what ends on a wall is on it, where caller's
/// coordinates may be off by half a step and an epsilon would have to be as large.
static inline cw_vec2 cw_polyanya_place(const cw_navmesh *mesh, uint32_t vertex) {
    return cw_lattice_to_plan(&mesh->lattice, mesh->points[vertex]);
}

static inline double cw_polyanya_cross(cw_vec2 a, cw_vec2 b) {
    return a.x * b.y - a.y * b.x;
}

static inline cw_vec2 cw_polyanya_from(cw_vec2 a, cw_vec2 b) {
    return (cw_vec2){b.x - a.x, b.y - a.y};
}

#endif
