/// Where a disc can get from one place. See reach.c for the tests that are used: a place that is
/// joined with a summit of its cell can go where that summit can, and the merge tree knows that of
/// any two summits in constant time.
#include "path/places/reach_from.h"

/// Whether the anchor's summit and another one are joined.
static bool is_joined(const cw_anchor *anchor, uint32_t summit) {
    const cw_clearance *clearance = anchor->clearance;
    if (anchor->summit == CW_NONE || clearance->summits[summit].clearance < anchor->radius) {
        return false;
    }
    return summit == anchor->summit ||
           clearance->straits[cw_clearance_strait(clearance, anchor->summit, summit)].radius >=
               anchor->radius - cw_straight_slack(anchor->clearance);
}

cw_status cw_anchor_drop(cw_context *context, const cw_clearance *clearance,
                         cw_widest_scratch *scratch, cw_place place, double radius,
                         cw_anchor *anchor) {
    *anchor = (cw_anchor){.context = context,
                          .clearance = clearance,
                          .scratch = scratch,
                          .place = place,
                          .radius = radius,
                          .summit = CW_NONE};
    if (radius <= 0) {
        return CW_OK;
    }
    return cw_clearance_attach_using(context, clearance, scratch, place, radius, &anchor->summit);
}

bool cw_anchor_enters(const cw_anchor *anchor, uint32_t cell, uint32_t *first) {
    const cw_clearance *clearance = anchor->clearance;
    const cw_navmesh *mesh = clearance->mesh;
    *first = CW_NONE;
    if (anchor->radius <= 0) {
        return mesh->cell_island[cell] == mesh->cell_island[anchor->place.cell];
    }
    uint32_t end = anchor->summit == CW_NONE ? 0 : cw_navmesh_cell_end(mesh, cell);
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < end; e++) {
        if (clearance->portals[e].highest < anchor->radius || mesh->edge_twin[e] == CW_NONE) {
            continue;
        }
        cw_summit_range range = cw_summits_of_edge(clearance, e);
        for (uint32_t i = range.first; i < range.first + range.count; i++) {
            if (is_joined(anchor, i)) {
                *first = i;
                return true;
            }
        }
    }
    return cell == anchor->place.cell;
}

/// How much it takes to divide a cell, in tests by straight lines: as much as its walls.
static uint32_t work_to_divide(const cw_clearance *clearance, uint32_t cell) {
    return clearance->near_corner_first[cell + 1] - clearance->near_corner_first[cell] +
           clearance->near_wall_first[cell + 1] - clearance->near_wall_first[cell];
}

/// Whether a place is joined with one that could not be reached, by a straight line: cells have few
/// pockets, but a search tries many places in each of them.
static bool lies_with_refused(const cw_anchor *anchor, cw_place place) {
    for (uint32_t i = 0; i < CW_REFUSED_PLACES && i < anchor->refused_count; i++) {
        const cw_place *refused = &anchor->refused[i];
        if (refused->cell == place.cell &&
            cw_clearance_is_straight(anchor->clearance, place.cell, refused->position,
                                     place.position, anchor->radius)) {
            return true;
        }
    }
    return false;
}

/// Whether a place is joined with the anchor, by dividing the cell of the place.
static cw_status divide_and_decide(cw_anchor *anchor, cw_place place, bool *reaches) {
    if (place.cell == anchor->place.cell) {
        return cw_clearance_reaches_using(anchor->context, anchor->clearance, anchor->scratch,
                                          anchor->place, place, anchor->radius, reaches, NULL);
    }
    uint32_t summit;
    CW_TRY(cw_clearance_attach_using(anchor->context, anchor->clearance, anchor->scratch, place,
                                     anchor->radius, &summit));
    *reaches = summit != CW_NONE && is_joined(anchor, summit);
    return CW_OK;
}

cw_status cw_anchor_reaches(cw_anchor *anchor, cw_place place, bool *reaches) {
    const cw_navmesh *mesh = anchor->clearance->mesh;
    if (anchor->radius <= 0) {
        *reaches = mesh->cell_island[place.cell] == mesh->cell_island[anchor->place.cell];
        return CW_OK;
    }
    bool own = place.cell == anchor->place.cell;
    bool straight =
        own && cw_clearance_is_straight(anchor->clearance, place.cell, anchor->place.position,
                                        place.position, anchor->radius);
    uint32_t summit = CW_NONE;
    cw_attached known =
        straight ? CW_ATTACHED
                 : cw_clearance_attach(anchor->clearance, place, anchor->radius, &summit);
    *reaches = straight || (known == CW_ATTACHED && is_joined(anchor, summit));
    anchor->work++;
    if (known == CW_ATTACHED || (known == CW_ATTACHED_NOWHERE && !own) ||
        lies_with_refused(anchor, place)) {
        return CW_OK;
    }
    anchor->work += work_to_divide(anchor->clearance, place.cell);
    CW_TRY(divide_and_decide(anchor, place, reaches));
    if (!*reaches) {
        anchor->refused[anchor->refused_count++ % CW_REFUSED_PLACES] = place;
    }
    return CW_OK;
}
