/// Small facts of cells.
#include "navmesh/navmesh.h"

#include <math.h>

int cw_navmesh_turn(const cw_navmesh *mesh, uint32_t cell, uint32_t edge) {
    cw_point here = cw_navmesh_point(mesh, edge);
    cw_point in = cw_point_sub(here, cw_navmesh_point(mesh, cw_navmesh_previous(mesh, cell, edge)));
    cw_point out = cw_point_sub(cw_navmesh_point(mesh, cw_navmesh_next(mesh, cell, edge)), here);
    int turn = cw_turn(in, out);
    return turn == 0 && cw_dot(in, out) < 0 ? -1 : turn;
}

double cw_navmesh_fine_step(const cw_navmesh *mesh) {
    return ldexp(mesh->lattice.step, -CW_LATTICE_FINE_BITS);
}

uint32_t cw_navmesh_largest_degree(const cw_navmesh *mesh) {
    uint32_t largest = 0;
    for (uint32_t c = 0; c < mesh->cell_count; c++) {
        uint32_t degree = cw_navmesh_degree(mesh, c);
        largest = degree > largest ? degree : largest;
    }
    return largest;
}
