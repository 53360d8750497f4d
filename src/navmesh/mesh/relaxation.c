/// The depth of dents: how far the cells of a mesh are from convex.
#include "navmesh/mesh/hull.h"

cw_status cw_navmesh_measure_relaxation(cw_context *context, const cw_navmesh *mesh,
                                        double *depth) {
    cw_hull_maker maker;
    cw_status status = cw_hull_maker_create(context, mesh, &maker);
    *depth = 0;
    for (uint32_t c = 0; status == CW_OK && c < mesh->cell_count; c++) {
        if (cw_navmesh_has_dent(mesh, c)) {
            cw_hull_make(&maker, c);
            double deep = cw_hull_depth(&maker);
            *depth = deep > *depth ? deep : *depth;
        }
    }
    cw_hull_maker_free(context, &maker);
    return status;
}
