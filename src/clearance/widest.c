/// The widest way between two places, without a search.
///
/// A place is attached to the summit of its cell to which the widest way leads; any other summit of
/// the cell with a way as wide is joined with it by a way through the place, so that the one serves
/// for all. Between two summits the merge tree tells the narrowest strait. Most places reach a
/// summit, or each other, in a straight line on which nothing is nearer than at its ends; only
/// where that fails is the cell divided (attach.c).
#include "clearance/gates.h"

#include <string.h>

/// Metres: what a straight line may come nearer to a wall than the clearance of its ends; rounding.
#define STRAIGHT_SLACK 1e-11

enum { STRAIGHT_TRIES = 8 }; /* summits that are tried in a straight line */

/// A place with what is around it.
typedef struct station {
    cw_place place;
    double clearance;
    uint32_t edge;   ///< the nearest wall
    uint32_t summit; ///< the one it is attached to, or CW_NONE
    cw_gate gate;    ///< what limits the way there
} station;

static double corner_to_segment(cw_vec2 u, cw_vec2 a, cw_vec2 along, double length) {
    double t = cw_vec2_dot(cw_vec2_sub(u, a), along);
    t = t < 0 ? 0 : t > length ? length : t;
    return cw_vec2_distance(u, cw_vec2_along(a, t, along));
}

static double wall_to_segment(const cw_near_wall *wall, cw_vec2 a, cw_vec2 along, double length,
                              double behind) {
    cw_vec2 direction = cw_vec2_sub(wall->to, wall->from), offset = cw_vec2_sub(a, wall->from);
    double wall_length = cw_vec2_length(direction), from = 0, to = length;
    direction = (cw_vec2){direction.x / wall_length, direction.y / wall_length};
    double distance = cw_vec2_cross(direction, offset), slope = cw_vec2_cross(direction, along);
    if (!cw_clip_linear(cw_vec2_dot(direction, offset), cw_vec2_dot(direction, along),
                        -CW_SLAB_SLACK, wall_length + CW_SLAB_SLACK, &from, &to) ||
        !cw_clip_linear(distance, slope, -behind, INFINITY, &from, &to)) {
        return INFINITY;
    }
    return distance + slope * (slope > 0 ? from : to);
}

/// True when the straight line between two points of a cell keeps a radius from every wall.
static bool is_straight(const cw_clearance *clearance, uint32_t cell, cw_vec2 a, cw_vec2 b,
                        double radius) {
    cw_vec2 along = cw_vec2_sub(b, a);
    double length = cw_vec2_length(along), behind = cw_behind_slack(clearance);
    along = length > 0 ? (cw_vec2){along.x / length, along.y / length} : (cw_vec2){1, 0};
    radius -= STRAIGHT_SLACK;
    for (uint32_t i = clearance->near_corner_first[cell];
         i < clearance->near_corner_first[cell + 1] && clearance->near_corners[i].distance < radius;
         i++) {
        if (corner_to_segment(clearance->near_corners[i].position, a, along, length) < radius) {
            return false;
        }
    }
    for (uint32_t i = clearance->near_wall_first[cell];
         i < clearance->near_wall_first[cell + 1] && clearance->near_walls[i].distance < radius;
         i++) {
        if (wall_to_segment(&clearance->near_walls[i], a, along, length, behind) < radius) {
            return false;
        }
    }
    const cw_navmesh *mesh = clearance->mesh;
    for (uint32_t e = mesh->cell_first[cell]; e < mesh->cell_first[cell + 1]; e++) {
        if (corner_to_segment(cw_clearance_from(clearance, e), a, along, length) < radius &&
            cw_wall_before(mesh, e) != CW_NONE) {
            return false;
        }
    }
    return true;
}

/// The gate that a place itself is.
static cw_gate gate_at(const station *here) {
    return (cw_gate){
        here->clearance, here->place.position, here->place.cell, {here->edge, CW_NONE}};
}

static station station_at(const cw_clearance *clearance, cw_place place) {
    station here = {.place = place, .summit = CW_NONE};
    here.clearance = cw_clearance_nearest(clearance, place.cell, place.position, NULL, &here.edge);
    here.gate = (cw_gate){-1, place.position, place.cell, {CW_NONE, CW_NONE}};
    return here;
}

/// Attaches a place to a summit in a straight line, if that is as wide as any way can be: as wide
/// as the place, or as the highest summit of the cell.
static bool attach_straight(const cw_clearance *clearance, station *here) {
    const cw_navmesh *mesh = clearance->mesh;
    uint32_t cell = here->place.cell, highest = CW_NONE, tries = 0;
    for (uint32_t e = mesh->cell_first[cell]; e < mesh->cell_first[cell + 1]; e++) {
        cw_summit_range range = cw_summits_of_edge(clearance, e);
        for (uint32_t i = range.first; i < range.first + range.count; i++) {
            const cw_summit *summit = &clearance->summits[i];
            if (highest == CW_NONE || summit->clearance > clearance->summits[highest].clearance) {
                highest = i;
            }
            if (summit->clearance >= here->clearance && tries++ < STRAIGHT_TRIES &&
                is_straight(clearance, cell, here->place.position, summit->position,
                            here->clearance)) {
                here->summit = i;
                here->gate = gate_at(here);
                return true;
            }
        }
    }
    if (highest == CW_NONE) {
        return true; /* no summit to attach to */
    }
    const cw_summit *summit = &clearance->summits[highest];
    if (summit->clearance < here->clearance &&
        is_straight(clearance, cell, here->place.position, summit->position, summit->clearance)) {
        uint32_t edge;
        cw_clearance_nearest(clearance, cell, summit->position, NULL, &edge);
        here->summit = highest;
        here->gate = (cw_gate){summit->clearance, summit->position, cell, {edge, CW_NONE}};
        return true;
    }
    return false;
}

/// Chooses the summit with the widest way, from widths that have spread from the place's node.
static void attach_widest(const cw_widest_scratch *scratch, station *here) {
    double best = -1;
    for (uint32_t i = 0; i < scratch->summits.count; i++) {
        if (scratch->summits.items[i] != CW_NONE && scratch->widths.items[i] > best) {
            best = scratch->widths.items[i];
            here->summit = scratch->summits.items[i];
            here->gate = scratch->ways.items[scratch->limits.items[i]].gate;
        }
    }
}

static cw_status attach(cw_context *context, const cw_clearance *clearance,
                        cw_widest_scratch *scratch, station *here) {
    if (attach_straight(clearance, here)) {
        return CW_OK;
    }
    CW_TRY(
        cw_attach_points(context, clearance, here->place.cell, &here->place.position, 1, scratch));
    CW_TRY(cw_attach_spread(context, 0, scratch));
    attach_widest(scratch, here);
    return CW_OK;
}

/// The widest way that leaves the cells of both places: over their summits.
static cw_gate way_over_summits(const cw_clearance *clearance, const station *from,
                                const station *to) {
    if (from->summit == CW_NONE || to->summit == CW_NONE) {
        return (cw_gate){-1, {0, 0}, CW_NONE, {CW_NONE, CW_NONE}};
    }
    cw_gate limit = from->gate.radius <= to->gate.radius ? from->gate : to->gate;
    if (from->summit != to->summit) {
        const cw_gate *strait =
            &clearance->straits[cw_clearance_strait(clearance, from->summit, to->summit)];
        limit = strait->radius < limit.radius ? *strait : limit;
    }
    return limit;
}

/// Two places in one cell: the better of the way inside and the way around.
static cw_status widest_in_cell(cw_context *context, const cw_clearance *clearance,
                                cw_widest_scratch *scratch, station *from, station *to,
                                cw_gate *gate) {
    cw_vec2 points[2] = {from->place.position, to->place.position};
    CW_TRY(cw_attach_points(context, clearance, from->place.cell, points, 2, scratch));
    CW_TRY(cw_attach_spread(context, 1, scratch));
    attach_widest(scratch, to);
    CW_TRY(cw_attach_spread(context, 0, scratch));
    attach_widest(scratch, from);
    *gate = way_over_summits(clearance, from, to);
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
    station a = station_at(clearance, from), b = station_at(clearance, to);
    const station *tighter = a.clearance <= b.clearance ? &a : &b;
    cw_gate limit = gate_at(tighter), way = limit;
    if (from.cell != to.cell) {
        CW_TRY(attach(context, clearance, scratch, &a));
        CW_TRY(attach(context, clearance, scratch, &b));
        way = way_over_summits(clearance, &a, &b);
    } else if (!is_straight(clearance, from.cell, from.position, to.position, limit.radius)) {
        CW_TRY(widest_in_cell(context, clearance, scratch, &a, &b, &way));
    }
    *gate = way.radius < limit.radius - STRAIGHT_SLACK ? way : limit;
    gate->radius = fmax(gate->radius, 0);
    return CW_OK;
}

cw_status cw_clearance_widest(cw_context *context, const cw_clearance *clearance, cw_place from,
                              cw_place to, cw_gate *gate) {
    CW_ASSERT(context != NULL && clearance != NULL && gate != NULL);
    cw_widest_scratch scratch;
    memset(&scratch, 0, sizeof scratch);
    cw_status status = cw_clearance_widest_using(context, clearance, &scratch, from, to, gate);
    cw_widest_scratch_free(context, &scratch);
    if (status != CW_OK) {
        *gate = (cw_gate){0};
    }
    return status;
}
