/// Where a disc can get from one place. See reach.c for the tests that are used: a place that is
/// joined with a summit of its cell can go where that summit can, and the merge tree knows that of
/// any two summits in constant time.
#include "path/places/reach_from.h"

/// Whether the summit of the first place and another one are joined.
static bool is_joined(const cw_reach_from *from, uint32_t summit) {
    const cw_clearance *clearance = from->clearance;
    if (from->summit == CW_NONE || clearance->summits[summit].clearance < from->radius) {
        return false;
    }
    return summit == from->summit ||
           clearance->straits[cw_clearance_strait(clearance, from->summit, summit)].radius >=
               from->radius - cw_straight_slack(from->clearance);
}

cw_status cw_reach_from_begin(cw_context *context, const cw_clearance *clearance,
                              cw_widest_scratch *scratch, cw_place place, double radius,
                              cw_reach_from *from) {
    *from = (cw_reach_from){.context = context,
                            .clearance = clearance,
                            .scratch = scratch,
                            .place = place,
                            .radius = radius,
                            .summit = CW_NONE};
    if (radius <= 0) {
        return CW_OK;
    }
    return cw_clearance_attach_using(context, clearance, scratch, place, radius, &from->summit);
}

bool cw_reach_from_enters(const cw_reach_from *from, uint32_t cell, uint32_t *first) {
    const cw_clearance *clearance = from->clearance;
    const cw_navmesh *mesh = clearance->mesh;
    *first = CW_NONE;
    if (from->radius <= 0) {
        return mesh->cell_island[cell] == mesh->cell_island[from->place.cell];
    }
    uint32_t end = from->summit == CW_NONE ? 0 : cw_navmesh_cell_end(mesh, cell);
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < end; e++) {
        if (clearance->portals[e].highest < from->radius || mesh->edge_twin[e] == CW_NONE) {
            continue;
        }
        cw_summit_range range = cw_summits_of_edge(clearance, e);
        for (uint32_t i = range.first; i < range.first + range.count; i++) {
            if (is_joined(from, i)) {
                *first = i;
                return true;
            }
        }
    }
    return cell == from->place.cell;
}

/// How much it takes to divide a cell, in tests by straight lines: as much as its walls.
static uint32_t work_to_divide(const cw_clearance *clearance, uint32_t cell) {
    return clearance->near_corner_first[cell + 1] - clearance->near_corner_first[cell] +
           clearance->near_wall_first[cell + 1] - clearance->near_wall_first[cell];
}

/// Whether a place is joined with one that could not be reached, by a straight line: cells have few
/// pockets, but a search tries many places in each of them.
static bool lies_with_refused(const cw_reach_from *from, cw_place place) {
    for (uint32_t i = 0; i < CW_REFUSED_PLACES && i < from->refused_count; i++) {
        const cw_place *refused = &from->refused[i];
        if (refused->cell == place.cell &&
            cw_clearance_is_straight(from->clearance, place.cell, refused->position, place.position,
                                     from->radius)) {
            return true;
        }
    }
    return false;
}

/// Whether a place can be reached, told by dividing its cell.
static cw_status divide_and_decide(cw_reach_from *from, cw_place place, bool *reaches) {
    if (place.cell == from->place.cell) {
        return cw_clearance_reaches_using(from->context, from->clearance, from->scratch,
                                          from->place, place, from->radius, reaches, NULL);
    }
    uint32_t summit;
    CW_TRY(cw_clearance_attach_using(from->context, from->clearance, from->scratch, place,
                                     from->radius, &summit));
    *reaches = summit != CW_NONE && is_joined(from, summit);
    return CW_OK;
}

cw_status cw_reach_from_gets_to(cw_reach_from *from, cw_place place, bool *reaches) {
    const cw_navmesh *mesh = from->clearance->mesh;
    if (from->radius <= 0) {
        *reaches = mesh->cell_island[place.cell] == mesh->cell_island[from->place.cell];
        return CW_OK;
    }
    bool own = place.cell == from->place.cell;
    bool straight =
        own && cw_clearance_is_straight(from->clearance, place.cell, from->place.position,
                                        place.position, from->radius);
    uint32_t summit = CW_NONE;
    cw_attached known =
        straight ? CW_ATTACHED : cw_clearance_attach(from->clearance, place, from->radius, &summit);
    *reaches = straight || (known == CW_ATTACHED && is_joined(from, summit));
    from->work++;
    if (known == CW_ATTACHED || (known == CW_ATTACHED_NOWHERE && !own) ||
        lies_with_refused(from, place)) {
        return CW_OK;
    }
    from->work += work_to_divide(from->clearance, place.cell);
    CW_TRY(divide_and_decide(from, place, reaches));
    if (!*reaches) {
        from->refused[from->refused_count++ % CW_REFUSED_PLACES] = place;
    }
    return CW_OK;
}
