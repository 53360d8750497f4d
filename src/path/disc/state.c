/// The tables of a mesh, and what a search holds of its own beside them.
#include "path/disc/nodes.h"
#include "path/point/point_search.h"
#include "path/ready/crowded_cell.h"
#include "path/ready/tables.h"

cw_status cw_taut_make_tables(cw_context *context, const cw_clearance *clearance, cw_taut *search) {
    *search = (cw_taut){.clearance = clearance, .context = context};
    CW_TRY(cw_taut_make_edges(search));
    CW_TRY(cw_points_create(search));
    return cw_throngs_create(search);
}

void cw_taut_free_tables(cw_taut *search) {
    if (search->clearance == NULL) {
        return;
    }
    cw_taut_free_edges(search);
    cw_throngs_free(search);
    cw_points_free(search);
    *search = (cw_taut){0};
}

size_t cw_taut_tables_bytes(const cw_taut *search) {
    return cw_taut_edges_bytes(search) + cw_throngs_bytes(search) + cw_points_bytes(search);
}

static cw_status make_state(cw_taut *search) {
    const cw_clearance *clearance = search->clearance;
    uint32_t corners = clearance->corner_count;
    CW_TRY(CW_ALLOCATE(search->context, search->arrivals, (size_t)corners * 2));
    search->arrival_count = corners * 2;
    CW_TRY(CW_ALLOCATE(search->context, search->known_slots, clearance->mesh->edge_count));
    CW_TRY(cw_points_make_state(search));
    return cw_throngs_make_room(search);
}

cw_status cw_taut_begin_use(cw_context *context, const cw_taut *tables, cw_taut *search) {
    *search = *tables;
    search->context = context;
    search->weight = 1;
    cw_status status = make_state(search);
    if (status != CW_OK) {
        cw_taut_end_use(search);
    }
    return status;
}

void cw_taut_end_use(cw_taut *search) {
    if (search->clearance == NULL) {
        return;
    }
    cw_context *context = search->context;
    CW_ARRAY_FREE(context, &search->goals);
    CW_ARRAY_FREE(context, &search->nodes);
    CW_ARRAY_FREE(context, &search->roots);
    CW_ARRAY_FREE(context, &search->heap);
    CW_ARRAY_FREE(context, &search->far);
    CW_ARRAY_FREE(context, &search->around);
    cw_points_free_state(search);
    CW_ARRAY_FREE(context, &search->obstacles);
    CW_ARRAY_FREE(context, &search->shadows);
    cw_throngs_leave_room(search);
    CW_RELEASE(context, search->arrivals, search->arrival_count);
    CW_RELEASE(context, search->known_slots, search->clearance->mesh->edge_count);
    CW_ARRAY_FREE(context, &search->known);
    *search = (cw_taut){0};
}

size_t cw_taut_state_bytes(const cw_taut *search) {
    if (search->clearance == NULL) {
        return 0;
    }
    return CW_ARRAY_BYTES(&search->goals) + CW_ARRAY_BYTES(&search->nodes) +
           CW_ARRAY_BYTES(&search->roots) + CW_ARRAY_BYTES(&search->heap) +
           CW_ARRAY_BYTES(&search->far) + CW_ARRAY_BYTES(&search->around) +
           cw_points_state_bytes(search) + CW_ARRAY_BYTES(&search->obstacles) +
           CW_ARRAY_BYTES(&search->shadows) + cw_throngs_room_bytes(search) +
           search->arrival_count * sizeof *search->arrivals +
           search->clearance->mesh->edge_count * sizeof *search->known_slots +
           CW_ARRAY_BYTES(&search->known);
}
