/// The query object: making it, giving it back, and the answers that need no search.
#include "path/links/linked.h"
#include "path/local/local.h"
#include "path/ready/crowded_cell.h"
#include "path/sights/at_radius.h"

cw_status cw_path_tables_create(cw_context *context, const cw_clearance *clearance,
                                cw_path_tables **tables) {
    CW_ASSERT(context != NULL && clearance != NULL && tables != NULL);
    *tables = NULL;
    if (clearance->mesh == NULL || clearance->mesh->cell_count == 0) {
        return cw_fail(context, CW_ERROR_INPUT, "the clearance tables are empty");
    }
    cw_path_tables *made;
    CW_TRY(CW_ALLOCATE(context, made, 1));
    cw_status status = cw_mesh_tables_make(context, clearance, &made->mesh);
    status = status != CW_OK ? status : cw_fits_list(context, clearance, &made->fits);
    made->mesh_version = cw_navmesh_hash(clearance->mesh);
    if (status != CW_OK) {
        cw_path_tables_free(made);
        return status;
    }
    *tables = made;
    return CW_OK;
}

void cw_path_tables_free(cw_path_tables *tables) {
    if (tables == NULL) {
        return;
    }
    cw_context *context = tables->mesh.context;
    CW_ARRAY_FREE(context, &tables->fits);
    cw_mesh_tables_free(&tables->mesh);
    CW_RELEASE(context, tables, 1);
}

size_t cw_path_tables_bytes(const cw_path_tables *tables) {
    return sizeof *tables + cw_mesh_tables_bytes(&tables->mesh) + CW_ARRAY_BYTES(&tables->fits);
}

cw_status cw_query_create_with(cw_context *context, const cw_path_tables *tables,
                               cw_query **query) {
    CW_ASSERT(context != NULL && tables != NULL && query != NULL);
    *query = NULL;
    cw_query *made;
    CW_TRY(CW_ALLOCATE(context, made, 1));
    made->context = context;
    made->clearance = tables->mesh.clearance;
    made->tables = tables;
    cw_status status = cw_path_search_create(context, &tables->mesh, &made->search);
    if (status != CW_OK) {
        cw_query_free(made);
        return status;
    }
    *query = made;
    return CW_OK;
}

cw_status cw_query_create(cw_context *context, const cw_clearance *clearance, cw_query **query) {
    CW_ASSERT(query != NULL);
    *query = NULL;
    cw_path_tables *tables;
    CW_TRY(cw_path_tables_create(context, clearance, &tables));
    cw_status status = cw_query_create_with(context, tables, query);
    if (status != CW_OK) {
        cw_path_tables_free(tables);
        return status;
    }
    (*query)->own_tables = tables;
    return CW_OK;
}

// clang-format off
/// Each of the growable arrays of a query, so that none is forgotten.
#define EACH_ARRAY(DO)                                                                  \
    DO(around) DO(seen) DO(start_sides.cells) DO(goal_sides.cells) DO(entered) DO(queue) \
    DO(cells) DO(portals) DO(portal_legs) DO(legs) DO(knots)                            \
    DO(trace.steps) DO(trace.ends) DO(trace.roots)                                      \
    DO(aside.cells) DO(aside.portals) DO(aside.legs)                                    \
    DO(kept.cells) DO(kept.portals) DO(kept.legs)
// clang-format on
#define FREE_ARRAY(array) CW_ARRAY_FREE(context, &query->array);
#define ADD_BYTES(array) +CW_ARRAY_BYTES(&query->array)

void cw_query_free(cw_query *query) {
    if (query == NULL) {
        return;
    }
    cw_context *context = query->context;
    if (query->linked != NULL) {
        cw_query_free(query->linked->inner);
    }
    cw_linked_free(query);
    cw_scratch_free(context, &query->scratch);
    cw_scratch_free(context, &query->nearest_scratch);
    cw_path_search_free(&query->flood);
    CW_RELEASE(context, query->ways, query->ways == NULL ? 0 : query->clearance->mesh->cell_count);
    cw_views_free(&query->search);
    cw_path_search_free(&query->search);
    cw_corridor_free(context, &query->corridor);
    cw_widest_scratch_free(context, &query->widest);
    EACH_ARRAY(FREE_ARRAY)
    cw_path_tables_free(query->own_tables);
    CW_RELEASE(context, query, 1);
}

cw_status cw_query_use_sights(cw_query *query, const cw_sights *const *sights, uint32_t count) {
    CW_ASSERT(query != NULL && (sights != NULL || count == 0));
    cw_path_search *search = &query->search;
    query->phase = CW_QUERY_IDLE;
    for (uint32_t i = 0; i < count; i++) {
        if (sights[i]->clearance != query->clearance) {
            return cw_fail(query->context, CW_ERROR_ARGUMENT,
                           "the sights were made from other clearance tables");
        }
    }
    if (count > 0 && search->over_sights.lasts == NULL) {
        CW_TRY(CW_ALLOCATE(query->context, search->over_sights.lasts, search->disc.arrival_count));
    }
    query->sights = count > 0 ? sights[count - 1] : NULL;
    search->over_sights.views.source = NULL; /* others may come to lie where those were */
    cw_query *inner = query->linked == NULL ? NULL : query->linked->inner;
    return inner == NULL ? CW_OK : cw_query_use_sights(inner, sights, count);
}

static size_t corridor_bytes(const cw_corridor *corridor) {
    return CW_ARRAY_BYTES(&corridor->heap) + CW_ARRAY_BYTES(&corridor->edges) +
           CW_ARRAY_BYTES(&corridor->places) +
           corridor->row_count * (sizeof *corridor->rows + CW_POSTS * sizeof *corridor->posts) +
           CW_ARRAY_BYTES(&corridor->beads) + CW_ARRAY_BYTES(&corridor->goal_ways);
}

size_t cw_query_bytes(const cw_query *query) {
    const cw_query *inner = query->linked == NULL ? NULL : query->linked->inner;
    return sizeof *query + cw_scratch_bytes(&query->scratch) +
           cw_scratch_bytes(&query->nearest_scratch) +
           (query->own_tables == NULL ? 0 : cw_path_tables_bytes(query->own_tables)) +
           cw_path_search_bytes(&query->search) + cw_views_bytes(&query->search) +
           cw_path_search_bytes(&query->flood) +
           (query->ways == NULL ? 0 : query->clearance->mesh->cell_count * sizeof *query->ways) +
           corridor_bytes(&query->corridor) +
           cw_widest_scratch_bytes(&query->widest) EACH_ARRAY(ADD_BYTES) + cw_linked_bytes(query) +
           (inner == NULL ? 0 : cw_query_bytes(inner));
}

const char *cw_path_status_string(cw_path_status status) {
    switch (status) {
    case CW_PATH_FOUND: return "found";
    case CW_PATH_PARTIAL:
        return "the goal cannot be reached; the path ends as near to it as possible";
    case CW_PATH_RUNNING: return "not finished";
    case CW_PATH_START_OFF_MESH: return "the start is off the mesh";
    case CW_PATH_GOAL_OFF_MESH: return "the goal is off the mesh";
    case CW_PATH_START_TOO_TIGHT: return "the start is too close to a wall";
    case CW_PATH_GOAL_TOO_TIGHT: return "the goal is too close to a wall";
    case CW_PATH_DISCONNECTED: return "no way leads there";
    case CW_PATH_BLOCKED: return "the radius does not fit";
    case CW_PATH_FAILED: return "there is no answer";
    }
    return "unknown";
}

cw_status cw_query_widest(cw_query *query, cw_vec3 from, cw_vec3 to, cw_gate *gate) {
    CW_ASSERT(query != NULL && gate != NULL);
    cw_nearest a, b;
    bool on_mesh;
    double point = 0;
    *gate = (cw_gate){.radius = -1, .cell = CW_NONE, .walls = {CW_NONE, CW_NONE}};
    CW_TRY(cw_query_find_room(query, from, 0, &point, &a, &on_mesh));
    CW_TRY(cw_query_find_room(query, to, 0, &point, &b, &on_mesh));
    if (a.place.cell == CW_NONE || b.place.cell == CW_NONE) {
        return CW_OK;
    }
    bool joined;
    CW_TRY(cw_query_join_sides(query, from, to, a.place, b.place, &joined, gate));
    cw_query_tell_gate(query, gate);
    return CW_OK;
}

cw_status cw_query_reachable(cw_query *query, cw_vec3 from, cw_vec3 to, double radius,
                             bool *reachable) {
    CW_ASSERT(query != NULL && reachable != NULL);
    *reachable = false;
    if (!isfinite(radius) || radius < 0) {
        return cw_fail(query->context, CW_ERROR_ARGUMENT,
                       "the radius has to be finite and not negative");
    }
    cw_nearest a, b;
    bool on_mesh;
    double least;
    radius = cw_query_fit(query, radius < CW_SMALLEST_RADIUS ? 0 : radius, &least);
    CW_TRY(cw_query_find_room(query, from, least, &radius, &a, &on_mesh));
    CW_TRY(cw_query_find_room(query, to, least, &radius, &b, &on_mesh));
    if (a.place.cell == CW_NONE || b.place.cell == CW_NONE) {
        return CW_OK;
    }
    if (!(radius > CW_FITS)) { /* only points may stand where parts of the floor touch */
        return cw_query_join_sides(query, from, to, a.place, b.place, reachable, NULL);
    }
    return cw_clearance_reaches_using(query->context, query->clearance, &query->widest, a.place,
                                      b.place, least - CW_FITS, reachable, NULL);
}
