/// Whether a disc can go between two places: by what is known of its cells, else by the widest way.
#include "clearance/ways/widest.h"

cw_status cw_clearance_reaches_using(cw_context *context, const cw_clearance *clearance,
                                     cw_widest_scratch *scratch, cw_place from, cw_place to,
                                     double radius, bool *reaches, cw_gate *gate) {
    const cw_navmesh *mesh = clearance->mesh;
    *reaches = from.cell != CW_NONE && to.cell != CW_NONE &&
               mesh->cell_island[from.cell] == mesh->cell_island[to.cell];
    if (*reaches && radius <= 0) {
        return CW_OK;
    }
    if (*reaches && cw_clearance_decide(clearance, from, to, radius, reaches) &&
        (*reaches || gate == NULL)) {
        return CW_OK;
    }
    cw_gate found;
    *reaches = false;
    CW_TRY(cw_clearance_widest_using(context, clearance, scratch, from, to, &found));
    *reaches = found.radius >= radius - cw_straight_slack(clearance);
    if (!*reaches && gate != NULL) {
        *gate = found;
    }
    return CW_OK;
}
