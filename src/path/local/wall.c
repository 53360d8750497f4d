/// How far the nearest wall is.
#include "path/local/local.h"

cw_status cw_query_wall(cw_query *query, cw_vec3 point, double *distance, cw_vec2 *nearest) {
    CW_ASSERT(query != NULL && distance != NULL);
    *distance = 0;
    if (nearest != NULL) {
        *nearest = (cw_vec2){0, 0};
    }
    cw_place place;
    CW_TRY(cw_query_must_find_place(query, point, &place));
    cw_vec2 touched = place.position;
    *distance = cw_clearance_at(query->clearance, place.cell, place.position, &touched);
    if (nearest != NULL) {
        *nearest = cw_clearance_plan(query->clearance->mesh, touched);
    }
    return CW_OK;
}
