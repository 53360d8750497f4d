/// Scratch of the queries: stamps instead of cleared flags, so that a visit costs what it visits;
/// and giving all of it back.
#include "path/places/scratch.h"

#include <string.h>

cw_status cw_scratch_reserve(cw_context *context, cw_scratch *scratch, const cw_navmesh *mesh) {
    if (scratch->cell_capacity < mesh->cell_count) {
        CW_RELEASE(context, scratch->cell_stamps, scratch->cell_capacity);
        scratch->cell_capacity = 0;
        CW_TRY(CW_ALLOCATE(context, scratch->cell_stamps, mesh->cell_count));
        scratch->cell_capacity = mesh->cell_count;
    }
    if (++scratch->stamp == 0) { /* all stamps have been used */
        memset(scratch->cell_stamps, 0, scratch->cell_capacity * sizeof *scratch->cell_stamps);
        scratch->stamp = 1;
    }
    return CW_OK;
}

void cw_scratch_free(cw_context *context, cw_scratch *scratch) {
    CW_RELEASE(context, scratch->cell_stamps, scratch->cell_capacity);
    CW_RELEASE(context, scratch->areas, scratch->area_capacity);
    CW_ARRAY_FREE(context, &scratch->curves);
    CW_ARRAY_FREE(context, &scratch->cover);
    CW_ARRAY_FREE(context, &scratch->cover_work);
    *scratch = (cw_scratch){0};
}

size_t cw_scratch_bytes(const cw_scratch *scratch) {
    return scratch->cell_capacity * sizeof *scratch->cell_stamps +
           scratch->area_capacity * sizeof *scratch->areas +
           scratch->curves.capacity * sizeof *scratch->curves.items +
           scratch->cover.capacity * sizeof *scratch->cover.items +
           scratch->cover_work.capacity * sizeof *scratch->cover_work.items;
}
