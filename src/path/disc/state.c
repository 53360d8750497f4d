/// The tables of a mesh, and what a search holds of its own beside them.
#include "path/disc/nodes.h"
#include "path/point/point_search.h"
#include "path/ready/crowded_cell.h"
#include "path/ready/tables.h"

cw_status cw_mesh_tables_make(cw_context *context, const cw_clearance *clearance,
                              cw_mesh_tables *tables) {
    *tables = (cw_mesh_tables){.clearance = clearance, .context = context};
    CW_TRY(cw_mesh_make_edges(tables));
    CW_TRY(cw_points_create(tables));
    return cw_crowded_cells_create(tables);
}

void cw_mesh_tables_free(cw_mesh_tables *tables) {
    if (tables->clearance == NULL) {
        return;
    }
    cw_mesh_free_edges(tables);
    cw_crowded_cells_free(tables);
    cw_points_free(tables);
    *tables = (cw_mesh_tables){0};
}

size_t cw_mesh_tables_bytes(const cw_mesh_tables *tables) {
    return cw_mesh_edges_bytes(tables) + cw_crowded_cells_bytes(tables) + cw_points_bytes(tables);
}

static cw_status make_state(cw_path_search *search) {
    const cw_clearance *clearance = search->clearance;
    uint32_t corners = clearance->corner_count;
    CW_TRY(CW_ALLOCATE(search->context, search->disc.arrivals, (size_t)corners * 2));
    search->disc.arrival_count = corners * 2;
    CW_TRY(CW_ALLOCATE(search->context, search->disc.known_slots, clearance->mesh->edge_count));
    return cw_points_make_state(search);
}

cw_status cw_path_search_create(cw_context *context, const cw_mesh_tables *tables,
                                cw_path_search *search) {
    *search = (cw_path_search){
        .clearance = tables->clearance, .context = context, .mesh = *tables, .weight = 1};
    cw_status status = make_state(search);
    if (status != CW_OK) {
        cw_path_search_free(search);
    }
    return status;
}

void cw_path_search_free(cw_path_search *search) {
    if (search->clearance == NULL) {
        return;
    }
    cw_context *context = search->context;
    CW_ARRAY_FREE(context, &search->goals);
    CW_ARRAY_FREE(context, &search->disc.nodes);
    CW_ARRAY_FREE(context, &search->disc.roots);
    CW_ARRAY_FREE(context, &search->heap);
    CW_ARRAY_FREE(context, &search->far);
    CW_ARRAY_FREE(context, &search->around);
    cw_points_free_state(search);
    CW_ARRAY_FREE(context, &search->disc.obstacles);
    CW_ARRAY_FREE(context, &search->disc.shadows);
    CW_RELEASE(context, search->disc.arrivals, search->disc.arrival_count);
    CW_RELEASE(context, search->disc.known_slots, search->clearance->mesh->edge_count);
    CW_ARRAY_FREE(context, &search->disc.known);
    *search = (cw_path_search){0};
}

size_t cw_path_search_bytes(const cw_path_search *search) {
    if (search->clearance == NULL) {
        return 0;
    }
    return CW_ARRAY_BYTES(&search->goals) + CW_ARRAY_BYTES(&search->disc.nodes) +
           CW_ARRAY_BYTES(&search->disc.roots) + CW_ARRAY_BYTES(&search->heap) +
           CW_ARRAY_BYTES(&search->far) + CW_ARRAY_BYTES(&search->around) +
           cw_points_state_bytes(search) + CW_ARRAY_BYTES(&search->disc.obstacles) +
           CW_ARRAY_BYTES(&search->disc.shadows) +
           search->disc.arrival_count * sizeof *search->disc.arrivals +
           search->clearance->mesh->edge_count * sizeof *search->disc.known_slots +
           CW_ARRAY_BYTES(&search->disc.known);
}
