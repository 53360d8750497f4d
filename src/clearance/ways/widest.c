/// The widest way between two places, without a search.
///
/// A place is attached to the summits of its cell to which the widest way leads: to more than one
/// where ways are equally wide. Any of them serves for the radius, since a way through the place
/// joins them; but only one that lies towards the other place tells the gate that is in the way.
/// Between two summits the merge tree tells the narrowest strait, and the widest of these, of equal
/// ones that of the lowest rank, is on the way. Most places reach a summit, or each other, in
/// straight lines on which nothing is nearer than at their ends (reach.c), and gates tell what lies
/// behind that summit; only where that fails is the cell divided (attach.c).
#include "clearance/ways/widest.h"

#include <string.h>

/// A place with what is around it.
typedef struct station {
    cw_place place;
    double clearance;
    uint32_t edge;  ///< the nearest wall
    uint32_t index; ///< of its list of attachments
} station;

/// The gate that a place itself is.
static cw_gate gate_at(const station *here) {
    return (cw_gate){
        here->clearance, here->place.position, here->place.cell, {here->edge, CW_NONE}};
}

static station station_at(const cw_clearance *clearance, cw_place place, uint32_t index) {
    station here = {.place = place, .index = index};
    here.clearance = cw_clearance_nearest(clearance, place.cell, place.position, NULL, &here.edge);
    return here;
}

/// Attaches a place to a summit that is as high as itself, by a way as wide as itself.
static cw_status attach_level(cw_context *context, const cw_clearance *clearance,
                              cw_widest_scratch *scratch, const station *here) {
    cw_attachment attachment = {.gate = gate_at(here)};
    if (cw_clearance_attach(clearance, here->place, here->clearance, &attachment.summit) !=
        CW_ATTACHED) {
        return CW_OK;
    }
    return CW_ARRAY_PUSH(context, &scratch->attachments[here->index], attachment);
}

/// The highest clearance of a summit of a cell.
static double highest_summit(const cw_clearance *clearance, uint32_t cell) {
    const cw_navmesh *mesh = clearance->mesh;
    double highest = 0;
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        highest = cw_most(highest, clearance->portals[e].highest);
    }
    return highest;
}

/// Attaches a place to a summit by a way as wide as the summit is high.
static cw_status attach_summit(cw_context *context, const cw_clearance *clearance,
                               cw_widest_scratch *scratch, const station *here, uint32_t index) {
    const cw_summit *summit = &clearance->summits[index];
    uint32_t cell = here->place.cell, edge;
    cw_clearance_nearest(clearance, cell, summit->position, NULL, &edge);
    cw_attachment attachment = {index,
                                {summit->clearance, summit->position, cell, {edge, CW_NONE}}};
    return CW_ARRAY_PUSH(context, &scratch->attachments[here->index], attachment);
}

/// Attaches a place to the highest summits of its cell, all of them lower than itself: no way to
/// another summit can be wider. It is enough to find a way to one of them; gates tell which others
/// it leads to. To none, where that is not found soon.
static cw_status attach_highest(cw_context *context, const cw_clearance *clearance,
                                cw_widest_scratch *scratch, const station *here) {
    const cw_navmesh *mesh = clearance->mesh;
    uint32_t cell = here->place.cell, found;
    double radius = highest_summit(clearance, cell) - cw_straight_slack(clearance);
    if (radius >= here->clearance ||
        cw_clearance_attach(clearance, here->place, radius, &found) != CW_ATTACHED) {
        return CW_OK;
    }
    uint32_t found_number = cw_summit_number(clearance, cell, found), number = 0;
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        cw_summit_range range = cw_summits_of_edge(clearance, e);
        for (uint32_t n = 0; n < range.count; n++, number++) {
            uint32_t summit = cw_summit_along(range, n);
            if (clearance->summits[summit].clearance >= radius &&
                cw_are_joined(clearance, cell, found_number, number, radius)) {
                CW_TRY(attach_summit(context, clearance, scratch, here, summit));
            }
        }
    }
    return CW_OK;
}

/// Attaches a place to the summits with the widest way, from widths that have spread from its node.
static cw_status attach_widest(cw_context *context, const cw_clearance *clearance,
                               cw_widest_scratch *scratch, const station *here) {
    double best = -1;
    for (uint32_t i = 0; i < scratch->summits.count; i++) {
        if (scratch->summits.items[i] != CW_NONE) {
            best = fmax(best, scratch->widths.items[i]);
        }
    }
    for (uint32_t i = 0; i < scratch->summits.count && best >= 0; i++) {
        if (scratch->summits.items[i] != CW_NONE &&
            scratch->widths.items[i] >= best - cw_straight_slack(clearance)) {
            cw_attachment attachment = {scratch->summits.items[i],
                                        scratch->ways.items[scratch->limits.items[i]].gate};
            CW_TRY(CW_ARRAY_PUSH(context, &scratch->attachments[here->index], attachment));
        }
    }
    return CW_OK;
}

static bool has_summits(const cw_clearance *clearance, uint32_t cell) {
    const cw_navmesh *mesh = clearance->mesh;
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        if (mesh->edge_twin[e] != CW_NONE) {
            return true;
        }
    }
    return false;
}

static cw_status attach(cw_context *context, const cw_clearance *clearance,
                        cw_widest_scratch *scratch, const station *here) {
    scratch->attachments[here->index].count = 0;
    if (!has_summits(clearance, here->place.cell)) {
        return CW_OK;
    }
    CW_TRY(attach_level(context, clearance, scratch, here));
    if (scratch->attachments[here->index].count == 0) {
        CW_TRY(attach_highest(context, clearance, scratch, here));
    }
    if (scratch->attachments[here->index].count > 0) {
        return CW_OK;
    }
    CW_TRY(
        cw_attach_points(context, clearance, here->place.cell, &here->place.position, 1, scratch));
    CW_TRY(cw_attach_spread(context, 0, scratch));
    return attach_widest(context, clearance, scratch, here);
}

/// The strait between two summits, or NULL when they are one.
static const cw_gate *strait_between(const cw_clearance *clearance, uint32_t a, uint32_t b) {
    return a == b ? NULL : &clearance->straits[cw_clearance_strait(clearance, a, b)];
}

/// True when the way over one strait is to be preferred to that over another: it is wider, or of
/// lower rank.
static bool is_better(const cw_clearance *clearance, const cw_gate *strait, const cw_gate *other) {
    if (strait == NULL || other == NULL) {
        return strait == NULL && other != NULL;
    }
    return clearance->strait_rank[strait - clearance->straits] <
           clearance->strait_rank[other - clearance->straits];
}

/// Chooses the attachment of a place that lies best for a summit of the other place.
static const cw_attachment *choose(const cw_clearance *clearance, const cw_widest_scratch *scratch,
                                   uint32_t index, uint32_t summit) {
    const cw_attachment *list = scratch->attachments[index].items, *best = &list[0];
    const cw_gate *strait = strait_between(clearance, best->summit, summit);
    for (uint32_t i = 1; i < scratch->attachments[index].count; i++) {
        const cw_gate *other = strait_between(clearance, list[i].summit, summit);
        if (is_better(clearance, other, strait)) {
            best = &list[i];
            strait = other;
        }
    }
    return best;
}

/// The widest way that leaves the cells of both places: over their summits.
static cw_gate way_over_summits(const cw_clearance *clearance, const cw_widest_scratch *scratch) {
    if (scratch->attachments[0].count == 0 || scratch->attachments[1].count == 0) {
        return (cw_gate){-1, {0, 0}, CW_NONE, {CW_NONE, CW_NONE}};
    }
    const cw_attachment *from = &scratch->attachments[0].items[0], *to;
    to = choose(clearance, scratch, 1, from->summit);
    from = choose(clearance, scratch, 0, to->summit);
    to = choose(clearance, scratch, 1, from->summit);
    cw_gate limit = from->gate.radius <= to->gate.radius ? from->gate : to->gate;
    const cw_gate *strait = strait_between(clearance, from->summit, to->summit);
    /* of equals the strait: a gate to a summit may lie beside the way */
    return strait != NULL && strait->radius <= limit.radius + cw_straight_slack(clearance) ? *strait
                                                                                           : limit;
}

/// Two places in one cell: the better of the way inside and the way around.
static cw_status widest_in_cell(cw_context *context, const cw_clearance *clearance,
                                cw_widest_scratch *scratch, const station *from, const station *to,
                                cw_gate *gate) {
    cw_vec2 points[2] = {from->place.position, to->place.position};
    scratch->attachments[0].count = scratch->attachments[1].count = 0;
    CW_TRY(cw_attach_points(context, clearance, from->place.cell, points, 2, scratch));
    CW_TRY(cw_attach_spread(context, 1, scratch));
    CW_TRY(attach_widest(context, clearance, scratch, to));
    CW_TRY(cw_attach_spread(context, 0, scratch));
    CW_TRY(attach_widest(context, clearance, scratch, from));
    *gate = way_over_summits(clearance, scratch);
    if (scratch->widths.items[1] > gate->radius) {
        *gate = scratch->ways.items[scratch->limits.items[1]].gate;
    }
    return CW_OK;
}

cw_status cw_clearance_widest_using(cw_context *context, const cw_clearance *clearance,
                                    cw_widest_scratch *scratch, cw_place from, cw_place to,
                                    cw_gate *gate) {
    const cw_navmesh *mesh = clearance->mesh;
    *gate = (cw_gate){-1, from.position, from.cell, {CW_NONE, CW_NONE}};
    if (from.cell == CW_NONE || to.cell == CW_NONE ||
        mesh->cell_island[from.cell] != mesh->cell_island[to.cell]) {
        return CW_OK;
    }
    station a = station_at(clearance, from, 0), b = station_at(clearance, to, 1);
    cw_gate limit = gate_at(a.clearance <= b.clearance ? &a : &b), way = limit;
    bool as_wide;
    if (from.cell != to.cell) {
        CW_TRY(attach(context, clearance, scratch, &a));
        CW_TRY(attach(context, clearance, scratch, &b));
        way = way_over_summits(clearance, scratch);
    } else if (!cw_clearance_decide(clearance, from, to, limit.radius, &as_wide) || !as_wide) {
        CW_TRY(widest_in_cell(context, clearance, scratch, &a, &b, &way));
    }
    *gate = way.radius < limit.radius - cw_straight_slack(clearance) ? way : limit;
    gate->radius = fmax(gate->radius, 0);
    return CW_OK;
}

cw_status cw_clearance_widest(cw_context *context, const cw_clearance *clearance, cw_place from,
                              cw_place to, cw_gate *gate) {
    CW_ASSERT(context != NULL && clearance != NULL && gate != NULL);
    *gate = (cw_gate){0};
    uint32_t cells = clearance->mesh == NULL ? 0 : clearance->mesh->cell_count;
    if ((from.cell >= cells && from.cell != CW_NONE) || (to.cell >= cells && to.cell != CW_NONE)) {
        return cw_fail(context, CW_ERROR_ARGUMENT, "a place is in a cell that does not exist");
    }
    cw_widest_scratch scratch;
    memset(&scratch, 0, sizeof scratch);
    cw_status status = cw_clearance_widest_using(context, clearance, &scratch, from, to, gate);
    cw_widest_scratch_free(context, &scratch);
    if (status != CW_OK) {
        *gate = (cw_gate){0};
    }
    return status;
}
