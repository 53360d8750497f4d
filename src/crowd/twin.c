/// The twin of a mesh: the same cells with the origin of the lattice at 0.
///
/// Whatever is asked of the twin takes and gives local coordinates, so that nothing of a crowd is
/// ever rounded to the plan's. It shares all arrays with the mesh but the positions of vertices,
/// and the grids over triangles, which are in plan coordinates.
#include "crowd/crowd.h"

static cw_status copy_positions(cw_crowd *crowd, const cw_clearance *clearance, cw_navmesh *twin) {
    const cw_navmesh *mesh = clearance->mesh;
    twin->positions = NULL;
    CW_TRY(CW_ALLOCATE(crowd->context, twin->positions, mesh->vertex_count));
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        cw_vec2 at = clearance->points[v];
        twin->positions[v] = (cw_vec3){at.x, at.y, mesh->positions[v].z};
    }
    return CW_OK;
}

static cw_status fill_twin(cw_crowd *crowd, const cw_clearance *clearance, cw_navmesh *twin) {
    *twin = *clearance->mesh;
    twin->lattice.origin_x = 0;
    twin->lattice.origin_y = 0;
    twin->locator.facets = (cw_facets){0};
    CW_TRY(copy_positions(crowd, clearance, twin));
    if (clearance->mesh->locator.facets.grids != NULL) {
        return cw_facets_make(crowd->context, twin, &twin->locator.facets);
    }
    return CW_OK;
}

static void empty_twin(cw_crowd *crowd, cw_navmesh *twin) {
    CW_RELEASE(crowd->context, twin->positions, twin->vertex_count);
    cw_facets_free(crowd->context, &twin->locator.facets);
    *twin = (cw_navmesh){0};
}

void cw_crowd_free_twin(cw_crowd *crowd) {
    cw_query_free(crowd->query);
    crowd->query = NULL;
    cw_slabs_free(crowd->context, &crowd->slabs);
    empty_twin(crowd, &crowd->mesh);
}

/// Frees the query of the place before, which looks into its tables once more.
static void free_old_query(cw_crowd *crowd, cw_navmesh old, cw_clearance old_tables) {
    cw_navmesh mesh = crowd->mesh;
    cw_clearance tables = crowd->clearance;
    crowd->mesh = old;
    crowd->clearance = old_tables;
    cw_query_free(crowd->query);
    crowd->mesh = mesh;
    crowd->clearance = tables;
}

cw_status cw_crowd_make_twin(cw_crowd *crowd, const cw_clearance *clearance) {
    cw_navmesh twin = {0}, old = crowd->mesh;
    cw_clearance old_tables = crowd->clearance;
    cw_query *query = NULL;
    cw_slabs slabs = {0};
    cw_status status = fill_twin(crowd, clearance, &twin);
    crowd->mesh = twin;
    crowd->clearance = *clearance;
    crowd->clearance.mesh = &crowd->mesh; // stays where it is, as the query wants it
    if (status == CW_OK) {
        status = cw_query_create(crowd->context, &crowd->clearance, &query);
    }
    if (status == CW_OK) {
        status = cw_slabs_build(crowd->context, &crowd->clearance, &slabs);
    }
    if (status != CW_OK) {
        cw_query_free(query);
        empty_twin(crowd, &crowd->mesh);
        crowd->mesh = old;
        crowd->clearance = old_tables;
        return status;
    }
    free_old_query(crowd, old, old_tables);
    empty_twin(crowd, &old);
    crowd->query = query;
    crowd->search.reserved = false;
    cw_slabs_free(crowd->context, &crowd->slabs);
    crowd->slabs = slabs;
    crowd->source = clearance;
    crowd->level = clearance->mesh->locator.level;
    crowd->level_z = crowd->level && twin.vertex_count > 0 ? twin.positions[0].z : 0;
    return CW_OK;
}

double cw_crowd_height(const cw_crowd *crowd, uint32_t cell, cw_vec2 at) {
    return crowd->level ? crowd->level_z : cw_navmesh_height(&crowd->mesh, cell, at);
}

cw_vec3 cw_crowd_local(const cw_crowd *crowd, cw_vec3 plan) {
    cw_vec2 at = cw_clearance_local(crowd->source->mesh, (cw_vec2){plan.x, plan.y});
    return (cw_vec3){at.x, at.y, plan.z};
}

cw_vec3 cw_crowd_plan(const cw_crowd *crowd, cw_vec3 local) {
    cw_vec2 at = cw_clearance_plan(crowd->source->mesh, (cw_vec2){local.x, local.y});
    return (cw_vec3){at.x, at.y, local.z};
}
