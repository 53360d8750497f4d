/// How far the nearest wall is.
#include "clearance/clearance.h"
#include "path/query/query.h"

cw_status cw_query_wall(cw_query *query, cw_vec3 point, double *distance, cw_vec2 *nearest) {
    CW_ASSERT(query != NULL && distance != NULL);
    *distance = 0;
    if (nearest != NULL) {
        *nearest = (cw_vec2){0, 0};
    }
    if (!cw_walk_finite(point)) {
        return cw_fail(query->context, CW_ERROR_ARGUMENT, "the point has to be finite");
    }
    const cw_navmesh *mesh = query->clearance->mesh;
    uint32_t cell = cw_navmesh_locate(mesh, point);
    if (cell == CW_NONE) {
        return cw_fail(query->context, CW_ERROR_INPUT, "the point is off the mesh");
    }
    cw_vec2 local = cw_clearance_local(mesh, (cw_vec2){point.x, point.y}), touched = local;
    *distance = cw_clearance_at(query->clearance, cell, local, &touched);
    if (nearest != NULL) {
        *nearest = cw_clearance_plan(mesh, touched);
    }
    return CW_OK;
}
