/// Whether a disc of a given radius can go between two places: the question of every path query,
/// answered without dividing cells wherever that can be.
///
/// A place that reaches a summit of its cell in one or two straight lines, at the radius, is in one
/// part of the free space with it. Two such summits and the strait between them decide, either way.
/// Only where a place reaches none of the nearest summits of its cell like that is the widest way
/// looked for (widest.c); so it is where there is no way, to tell what is in the way.
#include "clearance/ways/widest.h"

/// Summits that are tried, the nearest ones.
enum { STRAIGHT_TRIES = 8 };

/// Whether a corner keeps a radius from a segment.
static bool corner_is_clear(cw_vec2 u, cw_vec2 a, cw_vec2 along, double length, double radius) {
    cw_vec2 offset = cw_vec2_sub(u, a);
    double t = cw_vec2_dot(offset, along);
    offset = cw_vec2_along(offset, -(t < 0 ? 0 : t > length ? length : t), along);
    return cw_vec2_dot(offset, offset) >= radius * radius;
}

/// The distance of a wall from the part of a segment in front of it, or just behind it.
static double wall_to_segment(const cw_near_wall *wall, cw_vec2 a, cw_vec2 along, double length,
                              double behind, double slack) {
    cw_vec2 offset = cw_vec2_sub(a, wall->from);
    double distance = cw_vec2_cross(wall->along, offset);
    double slope = cw_vec2_cross(wall->along, along);
    double wall_length = cw_vec2_dot(wall->along, cw_vec2_sub(wall->to, wall->from));
    double from = 0, to = length;
    if (!cw_clip_linear(cw_vec2_dot(wall->along, offset), cw_vec2_dot(wall->along, along), -slack,
                        wall_length + slack, &from, &to) ||
        !cw_clip_linear(distance, slope, -behind, INFINITY, &from, &to)) {
        return INFINITY;
    }
    double at_from = distance + slope * from, at_to = distance + slope * to;
    return (at_from < 0) != (at_to < 0) ? 0 : cw_least(fabs(at_from), fabs(at_to));
}

/// Whether a wall keeps a radius from a segment. Most do with both ends of it, and need no more.
static bool wall_is_clear(const cw_near_wall *wall, cw_vec2 a, cw_vec2 b, cw_vec2 along,
                          double length, double behind, double slack, double radius) {
    double at_a = cw_vec2_cross(wall->along, cw_vec2_sub(a, wall->from));
    double at_b = cw_vec2_cross(wall->along, cw_vec2_sub(b, wall->from));
    return (at_a >= radius && at_b >= radius) ||
           wall_to_segment(wall, a, along, length, behind, slack) >= radius;
}

bool cw_clearance_is_straight(const cw_clearance *clearance, uint32_t cell, cw_vec2 a, cw_vec2 b,
                              double radius) {
    cw_vec2 along = cw_vec2_sub(b, a);
    double length = cw_vec2_length(along), behind = cw_behind_slack(clearance);
    double slack = cw_slab_slack(clearance);
    along = length > 0 ? (cw_vec2){along.x / length, along.y / length} : (cw_vec2){1, 0};
    radius -= cw_straight_slack(clearance);
    for (uint32_t i = clearance->near_corner_first[cell];
         i < clearance->near_corner_first[cell + 1] && clearance->near_corners[i].distance < radius;
         i++) {
        if (!corner_is_clear(clearance->near_corners[i].position, a, along, length, radius)) {
            return false;
        }
    }
    for (uint32_t i = clearance->near_wall_first[cell];
         i < clearance->near_wall_first[cell + 1] && clearance->near_walls[i].distance < radius;
         i++) {
        if (!wall_is_clear(&clearance->near_walls[i], a, b, along, length, behind, slack, radius)) {
            return false;
        }
    }
    return true;
}

/// A summit that may be tried.
typedef struct candidate {
    double square; ///< of its distance
    uint32_t summit;
} candidate;

/// Puts a summit into a list of at most STRAIGHT_TRIES, nearest first, if it is near enough.
static void offer_candidate(candidate item, candidate *list, uint32_t *count) {
    if (*count == STRAIGHT_TRIES && list[*count - 1].square <= item.square) {
        return;
    }
    uint32_t at = *count < STRAIGHT_TRIES ? (*count)++ : *count - 1;
    for (; at > 0 && list[at - 1].square > item.square; at--) {
        list[at] = list[at - 1];
    }
    list[at] = item;
}

/// The nearest summits of a cell that have the room, nearest first; returns how many.
static uint32_t find_candidates(const cw_clearance *clearance, cw_place place, double radius,
                                candidate *list) {
    const cw_navmesh *mesh = clearance->mesh;
    uint32_t count = 0;
    for (uint32_t e = cw_navmesh_cell_begin(mesh, place.cell);
         e < cw_navmesh_cell_end(mesh, place.cell); e++) {
        if (clearance->portals[e].highest < radius || mesh->edge_twin[e] == CW_NONE) {
            continue;
        }
        cw_summit_range range = cw_summits_of_edge(clearance, e);
        for (uint32_t i = range.first; i < range.first + range.count; i++) {
            cw_vec2 offset = cw_vec2_sub(clearance->summits[i].position, place.position);
            if (clearance->summits[i].clearance >= radius) {
                candidate item = {cw_vec2_dot(offset, offset), i};
                offer_candidate(item, list, &count);
            }
        }
    }
    return count;
}

/// Whether a point lies in a cell, by its edges. Dents of relaxed cells may be taken either way:
/// lines through them meet their walls.
static bool is_inside(const cw_clearance *clearance, uint32_t cell, cw_vec2 point) {
    const cw_navmesh *mesh = clearance->mesh;
    cw_vec2 a = cw_clearance_from(clearance, cw_navmesh_cell_end(mesh, cell) - 1);
    for (uint32_t e = cw_navmesh_cell_begin(mesh, cell); e < cw_navmesh_cell_end(mesh, cell); e++) {
        cw_vec2 b = cw_clearance_from(clearance, e);
        if (cw_vec2_cross(cw_vec2_sub(b, a), cw_vec2_sub(point, a)) < 0) {
            return false;
        }
        a = b;
    }
    return true;
}

/// Whether a place reaches a summit in a straight line.
static bool is_straight(const cw_clearance *clearance, cw_place place, uint32_t summit,
                        double radius) {
    return cw_clearance_is_straight(clearance, place.cell, place.position,
                                    clearance->summits[summit].position, radius);
}

/// Whether a place reaches a summit at a right angle to its portal, after a straight line to there:
/// the way from a corridor through a door at its side.
static bool is_bent(const cw_clearance *clearance, cw_place place, uint32_t summit_index,
                    double radius) {
    const cw_summit *summit = &clearance->summits[summit_index];
    cw_vec2 along = cw_clearance_along(clearance->mesh, summit->edge);
    double t = cw_vec2_dot(along, cw_vec2_sub(summit->position, place.position));
    cw_vec2 bend = cw_vec2_along(place.position, t, along);
    return cw_clearance_is_straight(clearance, place.cell, place.position, bend, radius) &&
           cw_clearance_is_straight(clearance, place.cell, bend, summit->position, radius) &&
           is_inside(clearance, place.cell, bend);
}

cw_attached cw_clearance_attach(const cw_clearance *clearance, cw_place place, double radius,
                                uint32_t *summit) {
    candidate list[STRAIGHT_TRIES];
    uint32_t count = find_candidates(clearance, place, radius, list);
    for (uint32_t i = 0; i < count; i++) {
        *summit = list[i].summit;
        if (is_straight(clearance, place, *summit, radius)) {
            return CW_ATTACHED;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        *summit = list[i].summit;
        if (is_bent(clearance, place, *summit, radius)) {
            return CW_ATTACHED;
        }
    }
    return count == 0 ? CW_ATTACHED_NOWHERE : CW_ATTACHED_NOT_KNOWN;
}

bool cw_clearance_decide(const cw_clearance *clearance, cw_place from, cw_place to, double radius,
                         bool *reaches) {
    if (from.cell == to.cell &&
        cw_clearance_is_straight(clearance, from.cell, from.position, to.position, radius)) {
        *reaches = true;
        return true;
    }
    uint32_t a, b;
    cw_attached first = cw_clearance_attach(clearance, from, radius, &a);
    if (first == CW_ATTACHED_NOT_KNOWN) {
        return false;
    }
    cw_attached second = cw_clearance_attach(clearance, to, radius, &b);
    if (first == CW_ATTACHED && second == CW_ATTACHED) {
        *reaches = a == b || clearance->straits[cw_clearance_strait(clearance, a, b)].radius >=
                                 radius - cw_straight_slack(clearance);
        return true;
    }
    *reaches = false;
    return from.cell != to.cell && (first == CW_ATTACHED_NOWHERE || second == CW_ATTACHED_NOWHERE);
}
