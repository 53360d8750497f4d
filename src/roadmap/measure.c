/// True clearance of nodes and edges: offsets are distances to fronts, which corners cut short, so
/// there may be more room than they say, and never less.
///
/// An edge is walked from cell to cell; in each, its part there is measured against the walls and
/// corners that matter to the cell, which hold the nearest wall of every point.
#include "geom/vectors.h"
#include "roadmap/roadmap.h"

static cw_vec2 point_on(cw_vec2 from, cw_vec2 to, double share) {
    return (cw_vec2){from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
}

/// Distance between two segments.
static double segment_distance(cw_vec2 a, cw_vec2 b, cw_vec2 c, cw_vec2 d) {
    cw_vec2 u = cw_vec2_sub(b, a), v = cw_vec2_sub(d, c), w = cw_vec2_sub(c, a);
    double sine = cw_vec2_cross(u, v);
    if (sine != 0) {
        double s = cw_vec2_cross(w, v) / sine, t = cw_vec2_cross(w, u) / sine;
        if (s >= 0 && s <= 1 && t >= 0 && t <= 1) {
            return 0;
        }
    }
    double near = fmin(cw_segment_distance(a, c, d), cw_segment_distance(b, c, d));
    return fmin(near, fmin(cw_segment_distance(c, a, b), cw_segment_distance(d, a, b)));
}

/// Distance of a segment inside a cell from the nearest wall.
static double cell_distance(const cw_clearance *clearance, uint32_t cell, cw_vec2 a, cw_vec2 b) {
    double least = INFINITY;
    for (uint32_t i = clearance->near_wall_first[cell]; i < clearance->near_wall_first[cell + 1];
         i++) {
        const cw_near_wall *wall = &clearance->near_walls[i];
        least = fmin(least, segment_distance(a, b, wall->from, wall->to));
    }
    for (uint32_t i = clearance->near_corner_first[cell];
         i < clearance->near_corner_first[cell + 1]; i++) {
        least = fmin(least, cw_segment_distance(clearance->near_corners[i].position, a, b));
    }
    // Corners may count in a part of the cell only, so ends are asked for as well.
    double at_a = cw_clearance_at(clearance, cell, a, NULL);
    double at_b = cw_clearance_at(clearance, cell, b, NULL);
    return clearance->near_views != NULL && least == INFINITY ? fmin(at_a, at_b)
                                                              : fmin(least, fmin(at_a, at_b));
}

double cw_roadmap_walk_clearance(const cw_clearance *clearance, uint32_t cell, cw_vec2 from,
                                 cw_vec2 to) {
    double least = INFINITY, begin = 0, end;
    uint32_t entry = CW_NONE, out;
    for (uint32_t passed = 0; passed <= clearance->mesh->cell_count; passed++) {
        out = cw_roadmap_leave(clearance, cell, entry, from, to, &end);
        end = end < begin ? begin : end;
        least = fmin(least, cell_distance(clearance, cell, point_on(from, to, begin),
                                          point_on(from, to, end)));
        if (out == CW_NONE) {
            break;
        }
        entry = clearance->mesh->edge_twin[out];
        cell = clearance->mesh->edge_cell[entry];
        begin = end;
    }
    return least;
}

static cw_vec2 local_of(const cw_roadmap_building *building, const cw_roadmap_node *node) {
    return cw_clearance_local(building->clearance->mesh,
                              (cw_vec2){node->position.x, node->position.y});
}

cw_status cw_roadmap_measure(cw_roadmap_building *building) {
    const cw_clearance *clearance = building->clearance;
    for (uint32_t i = 0; i < building->nodes.count; i++) {
        cw_roadmap_node *node = &building->nodes.items[i];
        node->cell = cw_navmesh_locate(clearance->mesh, node->position);
        if (node->kind == CW_ROADMAP_CORNER || node->cell == CW_NONE) {
            node->clearance = node->offset;
            continue;
        }
        cw_vec2 plan = {node->position.x, node->position.y};
        node->position.z = cw_navmesh_height(clearance->mesh, node->cell, plan);
        double free = cw_clearance_at(clearance, node->cell, local_of(building, node), NULL);
        node->clearance = free > node->offset ? free : node->offset;
    }
    for (uint32_t i = 0; i < building->edges.count; i++) {
        cw_roadmap_edge *edge = &building->edges.items[i];
        const cw_roadmap_node *from = &building->nodes.items[edge->from];
        const cw_roadmap_node *to = &building->nodes.items[edge->to];
        double least = fmin(from->offset, to->offset), ends = fmin(from->clearance, to->clearance);
        if ((edge->flags & CW_ROADMAP_LEAF) == 0 && from->cell != CW_NONE) {
            double free = cw_roadmap_walk_clearance(clearance, from->cell, local_of(building, from),
                                                    local_of(building, to));
            edge->clearance = fmax(least, fmin(free, ends));
        }
    }
    return CW_OK;
}
