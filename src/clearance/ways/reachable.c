/// Whether a disc can go between two places, or to a summit of its cell: by what is known of its
/// cells, else by the widest way.
#include "clearance/ways/widest.h"

cw_status cw_clearance_attach_using(cw_context *context, const cw_clearance *clearance,
                                    cw_widest_scratch *scratch, cw_place place, double radius,
                                    uint32_t *summit) {
    cw_attached known = cw_clearance_attach(clearance, place, radius, summit);
    *summit = known == CW_ATTACHED ? *summit : CW_NONE;
    if (known != CW_ATTACHED_NOT_KNOWN) {
        return CW_OK;
    }
    CW_TRY(cw_attach_points(context, clearance, place.cell, &place.position, 1, scratch));
    CW_TRY(cw_attach_spread(context, 0, scratch));
    double widest = radius - cw_straight_slack(clearance);
    for (uint32_t i = 0; i < scratch->summits.count; i++) {
        if (scratch->summits.items[i] != CW_NONE && scratch->widths.items[i] >= widest) {
            *summit = scratch->summits.items[i];
            widest = scratch->widths.items[i];
        }
    }
    return CW_OK;
}

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
