/// Scratch of the queries: stamps instead of cleared flags, so that a visit costs what it visits;
/// and giving all of it back.
#include "path/places/scratch.h"

#include <string.h>

cw_status cw_walk_reserve(cw_context *context, cw_walk *walk, const cw_navmesh *mesh) {
    if (walk->cell_capacity < mesh->cell_count) {
        CW_RELEASE(context, walk->cell_stamps, walk->cell_capacity);
        walk->cell_capacity = 0;
        CW_TRY(CW_ALLOCATE(context, walk->cell_stamps, mesh->cell_count));
        walk->cell_capacity = mesh->cell_count;
    }
    if (++walk->stamp == 0) { /* all stamps have been used */
        memset(walk->cell_stamps, 0, walk->cell_capacity * sizeof *walk->cell_stamps);
        walk->stamp = 1;
    }
    return CW_OK;
}

void cw_walk_free(cw_context *context, cw_walk *walk) {
    CW_RELEASE(context, walk->cell_stamps, walk->cell_capacity);
    CW_RELEASE(context, walk->areas, walk->area_capacity);
    CW_ARRAY_FREE(context, &walk->curves);
    CW_ARRAY_FREE(context, &walk->cover);
    CW_ARRAY_FREE(context, &walk->cover_work);
    *walk = (cw_walk){0};
}

size_t cw_walk_bytes(const cw_walk *walk) {
    return walk->cell_capacity * sizeof *walk->cell_stamps +
           walk->area_capacity * sizeof *walk->areas +
           walk->curves.capacity * sizeof *walk->curves.items +
           walk->cover.capacity * sizeof *walk->cover.items +
           walk->cover_work.capacity * sizeof *walk->cover_work.items;
}
