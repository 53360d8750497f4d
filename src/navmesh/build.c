/// Building a mesh: carving it, then checking what is not exact by construction.
#include "base/parallel.h"
#include "navmesh/carve/carver.h"
#include "navmesh/check/validate.h"

#include <string.h>

/// A surface of triangles may pass above itself, but not through itself: what stands at such a
/// place has two cells. Plans have no overlaps.
static cw_status refuse_overlap(cw_context *context, const cw_navmesh *mesh) {
    cw_overlap overlap;
    CW_TRY(cw_navmesh_find_overlap(context, mesh, &overlap));
    if (overlap.cell == CW_NONE) {
        return CW_OK;
    }
    return cw_fail(context, CW_ERROR_INPUT,
                   "two floors of the same height overlap around (%.9g, %.9g)", overlap.place.x,
                   overlap.place.y);
}

/// Terrain is cut to the cells in double, where all else is exact. So what came of it is checked
/// here: a mesh that could not be loaded again is no result.
static cw_status check_terrain(cw_context *context, void *user, uint32_t begin, uint32_t end) {
    const cw_navmesh *mesh = user;
    for (uint32_t i = begin; i < end; i++) {
        CW_TRY(i == 0 ? cw_validate_heights(context, mesh) : refuse_overlap(context, mesh));
    }
    return CW_OK;
}

static cw_status build(cw_context *context, const cw_surface *surface,
                       const cw_navmesh_config *config, cw_navmesh *mesh) {
    CW_TRY(cw_navmesh_carve(context, surface, config, mesh));
    return surface->terrain.triangle_count > 0
               ? cw_parallel_for(context, "checking heights", 2, 1, check_terrain, mesh)
               : CW_OK;
}

cw_status cw_navmesh_build(cw_context *context, const cw_surface *surface,
                           const cw_navmesh_config *config, cw_navmesh *mesh) {
    cw_navmesh_config chosen = config != NULL ? *config : cw_navmesh_config_default();
    memset(mesh, 0, sizeof *mesh);
    double start = cw_clock();
    cw_status status = build(context, surface, &chosen, mesh);
    if (status != CW_OK) {
        cw_navmesh_free(context, mesh);
        return status;
    }
    mesh->stats.seconds = cw_clock() - start;
    return CW_OK;
}
