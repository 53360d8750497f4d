/// On which side of a line from a root a vertex lies, for three points of the lattice.
///
/// Cross products in doubles tell, but where they are smaller than what surely is more than their
/// rounding: a bound for the whole mesh, so that the common case takes one comparison. The rest is
/// decided in integers (sides.c).
#ifndef CW_PATH_POINT_SIDES_H
#define CW_PATH_POINT_SIDES_H

#include "path/point/point_search.h"

/// How far a cross product of two vectors between vertices may be off, in units of the largest
/// coordinate times the sum of their coordinates: two roundings for each vector, two for the
/// products, and as much again. Between any two vertices that sum is no more than CW_POINT_LONGEST
/// times the largest coordinate.
#define CW_POINT_ROUNDING 0x1p-49
#define CW_POINT_LONGEST 4

/// Metres by which the start may stand behind the walls of a cell that it is let into: it may be
/// beside the end of a portal by CW_GRAZE, along it and across.
#define CW_POINT_BEHIND (2 * CW_GRAZE)

/// Metres by which a path that passes such walls may be too short for what is compared with it.
#define CW_POINT_TOO_SHORT (2 * CW_POINT_BEHIND)

/// Up to where cross products with the way along a line do not tell the side. A vertex within
/// CW_GRAZE of a line from the start lies on it.
static inline double cw_point_doubt(const cw_path_search *search, cw_point_line line, cw_vec2 way) {
    double graze = line.root == 0 ? CW_GRAZE : 0;
    return search->mesh.points.doubt + graze * (fabs(way.x) + fabs(way.y));
}

static inline bool cw_points_same(cw_vec2 a, cw_vec2 b) {
    return (a.x == b.x) & (a.y == b.y);
}

/// The edge that starts at an end of a door.
static inline uint32_t cw_point_edge(const cw_path_search *search, uint32_t end) {
    return search->mesh.points.ends[end];
}

/// Whether two ends of doors, which lie at two places or in two directions from one, are one
/// vertex. On the lattice vertices may be closer to each other than doubles are.
static inline bool cw_points_same_end(const cw_path_search *search, uint32_t one, cw_vec2 place,
                                      uint32_t other, cw_vec2 other_place) {
    if (!cw_points_same(place, other_place) || !search->mesh.points.crowded) {
        return cw_points_same(place, other_place);
    }
    const uint32_t *vertices = search->clearance->mesh->edge_vertex;
    return vertices[cw_point_edge(search, one)] == vertices[cw_point_edge(search, other)];
}

/// The corner at an end of a door.
static inline uint32_t cw_point_corner_of(const cw_path_search *search, uint32_t end) {
    const cw_point_door *door = &search->mesh.points.doors[end / 2];
    return end % 2 == 0 ? door->right_corner : door->left_corner;
}

/// Whether the path goes through a portal of the mesh at a node.
static inline bool cw_point_is_portal(const cw_path_search *search, const cw_point_node *node) {
    return node->kind == CW_POINT_PORTAL && search->mesh.points.doors[node->door].edge != CW_NONE;
}

/// Whether a portal may be taken where some may not: in a corridor, its own in their direction; and
/// none into an area that may not be entered.
bool cw_point_is_allowed(const cw_path_search *search, uint32_t edge);

/// Whether a door may be taken: cuts always.
static inline bool cw_point_is_open(const cw_path_search *search, const cw_point_door *door) {
    return !search->points.barred || door->edge == CW_NONE ||
           cw_point_is_allowed(search, door->edge);
}

/// Whether a door may lead to the goal.
static inline bool cw_point_leads_on(const cw_path_search *search, const cw_point_door *door) {
    return (!door->bridge || !cw_path_search_leads_away(search, &search->mesh.sides[door->edge])) &&
           cw_point_is_open(search, door);
}

/// The best ways to a corner, as far as the search has found them.
static inline cw_point_arrival *cw_point_arrival_at(cw_path_search *search, uint32_t index) {
    cw_point_arrival *arrival = &search->points.arrivals[index];
    if (arrival->stamp != search->stamp) {
        arrival->stamp = search->stamp;
        arrival->reached = INFINITY;
        arrival->root[0] = arrival->root[1] = CW_NONE;
    }
    return arrival;
}

/// No more than the way from a place to the nearest goal; none where there is no goal.
static inline double cw_points_way_on(const cw_path_search *search, cw_vec2 place) {
    if (search->goals.count == 0) {
        return 0;
    }
    double way = cw_vec2_distance(place, search->goals.items[0].position);
    for (uint32_t i = 1; search->points.many && i < search->goals.count; i++) {
        way = cw_least(way, cw_vec2_distance(place, search->goals.items[i].position));
    }
    return way;
}

/// Where a node that is added next stands.
static inline cw_status cw_points_next(cw_path_search *search, cw_point_node **node) {
    CW_TRY(CW_ARRAY_RESERVE(search->context, &search->points.nodes,
                            (size_t)search->points.nodes.count + 1));
    *node = &search->points.nodes.items[search->points.nodes.count];
    return CW_OK;
}

/// Adds that node to those that wait.
static inline cw_status cw_points_add(cw_path_search *search, double estimate) {
    return cw_path_search_wait(search, (cw_heap_item){estimate, search->points.nodes.count++});
}

/// Whether a goal lies in a piece, given by its doors. A goal has several pieces only where it lies
/// on the border between them.
static inline bool cw_points_hold_goal(const cw_path_search *search, uint32_t first) {
    bool holds = search->points.goal_first == first;
    for (uint32_t i = 1; i < search->points.goals.count; i++) {
        holds |= search->points.goals.items[i].first == first;
    }
    return holds;
}

/// The side of a line on which the vertex lies where an edge starts: 1 left, 0 on it, -1 right. Of
/// a line from the start, vertices lie on it within so many metres.
int cw_points_side(const cw_path_search *search, cw_point_line line, uint32_t edge, double graze);

/// The direction of a line. Between vertices it comes from the lattice: in doubles, the way from
/// one to another that is nanometres away has none to speak of.
cw_vec2 cw_points_along(const cw_path_search *search, cw_point_line line);

/// A line, up to where cross products with it do not tell the side, and metres within which
/// vertices lie on it.
typedef struct cw_point_ruler {
    cw_point_line line;
    double doubt, graze;
} cw_point_ruler;

/// The side of a line on which an end of a door lies, as cw_points_side() tells it, from the cross
/// product where that does.
static inline int cw_points_tell_side(const cw_path_search *search, const cw_point_ruler *ruler,
                                      uint32_t end, double product) {
    return fabs(product) > ruler->doubt
               ? (product > 0 ? 1 : -1)
               : cw_points_side(search, ruler->line, cw_point_edge(search, end), ruler->graze);
}

#endif
