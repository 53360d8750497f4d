/// Making sights, and what they hold (clearway/sights.h).
#include "path/sights/explore.h"

cw_status cw_sights_copy_faces(cw_sights *sights) {
    uint32_t corners = sights->clearance->corner_count;
    CW_TRY(CW_ALLOCATE(sights->context, sights->faces, corners));
    for (uint32_t i = 0; i < corners; i++) {
        const cw_outlook *left = &sights->outlooks[2 * i], *right = left + 1;
        sights->faces[i] =
            (cw_face){sights->clearance->corners[i].position, left->first, right->first};
    }
    return CW_OK;
}

static cw_status fill(cw_sights *sights) {
    cw_context *context = sights->context;
    size_t bends = 2 * (size_t)sights->clearance->corner_count;
    cw_mesh_tables tables;
    cw_path_search search = {0};
    CW_TRY(CW_ALLOCATE(context, sights->outlooks, bends));
    cw_status status = cw_mesh_tables_make(context, sights->clearance, &tables);
    if (status == CW_OK) {
        status = cw_path_search_create(context, &tables, &search);
    }
    if (status == CW_OK) {
        status = cw_sights_find_vistas(&search, sights);
    }
    if (status == CW_OK) {
        status = cw_sights_copy_faces(sights);
    }
    cw_path_search_free(&search);
    cw_mesh_tables_free(&tables);
    return status;
}

cw_status cw_sights_build_any(cw_context *context, const cw_clearance *clearance,
                              cw_sights **sights) {
    CW_ASSERT(context != NULL && clearance != NULL && sights != NULL);
    *sights = NULL;
    if (clearance->mesh == NULL || clearance->mesh->cell_count == 0) {
        return cw_fail(context, CW_ERROR_INPUT, "the clearance tables are empty");
    }
    cw_sights *made;
    CW_TRY(CW_ALLOCATE(context, made, 1));
    made->context = context;
    made->clearance = clearance;
    cw_status status = fill(made);
    if (status != CW_OK) {
        cw_sights_free(made);
        return status;
    }
    *sights = made;
    return CW_OK;
}

/// How many cells are listed for corners.
static uint32_t near_count(const cw_sights *sights) {
    return sights->clearance->near_corner_first[sights->clearance->mesh->cell_count];
}

void cw_sights_free(cw_sights *sights) {
    if (sights == NULL) {
        return;
    }
    cw_context *context = sights->context;
    uint32_t corners = sights->clearance->corner_count;
    CW_RELEASE(context, sights->outlooks, 2 * (size_t)corners);
    CW_RELEASE(context, sights->openers, sights->opener_count);
    CW_ARRAY_FREE(context, &sights->vistas);
    CW_ARRAY_FREE(context, &sights->cells);
    CW_RELEASE(context, sights->near_first, (size_t)corners + 1);
    CW_RELEASE(context, sights->near_cells, near_count(sights));
    CW_RELEASE(context, sights->near_items, near_count(sights));
    CW_RELEASE(context, sights->faces, corners);
    CW_RELEASE(context, sights->opener_first, (size_t)sights->clearance->mesh->cell_count + 1);
    CW_RELEASE(context, sights, 1);
}

uint32_t cw_sights_count(const cw_sights *sights) {
    return sights->vistas.count;
}

size_t cw_sights_bytes(const cw_sights *sights) {
    return sizeof *sights +
           (size_t)sights->clearance->corner_count * (2 * sizeof(cw_outlook) + sizeof(cw_face)) +
           CW_ARRAY_BYTES(&sights->vistas) + CW_ARRAY_BYTES(&sights->cells) +
           2 * near_count(sights) * sizeof *sights->near_cells +
           (sights->clearance->corner_count + (size_t)1) * sizeof *sights->near_first +
           (sights->clearance->mesh->cell_count + (size_t)1) * sizeof *sights->opener_first +
           sights->opener_count * sizeof *sights->openers;
}
