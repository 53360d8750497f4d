/// Sectors: the angles between consecutive walls and portals around a vertex, measured exactly.
///
/// An angle is followed triangle by triangle, and only its half turns are counted.
#include "geom/half_turns.h"
#include "navmesh/carve/carver.h"

static cw_point towards(const cw_carver *carver, uint32_t from, uint32_t to) {
    return cw_point_sub(carver->mesh.points[to], carver->mesh.points[from]);
}

uint32_t cw_run_end(const cw_carver *carver, uint32_t wall) {
    const cw_trimesh *mesh = &carver->mesh;
    uint32_t from = cw_origin(mesh, wall), vertex = cw_target(mesh, wall);
    while (cw_is_transparent(carver, vertex) && vertex != from) {
        vertex = cw_target(mesh, mesh->vertex_edge[vertex]);
    }
    return vertex;
}

/// Where the chord from a vertex along the wall that leaves it ends. Most runs bend into the floor,
/// and it is the end of the run; an ignored corner that stands outside the chord, which happens
/// once a portal ends inside a run, is a corner after all. So the chord is the side of the convex
/// hull: the direction farthest clockwise.
static uint32_t chord_end(const cw_carver *carver, uint32_t wall) {
    const cw_trimesh *mesh = &carver->mesh;
    uint32_t from = cw_origin(mesh, wall), vertex = cw_target(mesh, wall), best = vertex;
    while (cw_is_transparent(carver, vertex) && vertex != from) {
        vertex = cw_target(mesh, mesh->vertex_edge[vertex]);
        if (cw_turn(towards(carver, from, best), towards(carver, from, vertex)) <= 0) {
            best = vertex;
        }
    }
    return best;
}

/// The wall half-edge that enters a vertex: the end of its fan.
static uint32_t entering_wall(const cw_trimesh *mesh, uint32_t vertex) {
    uint32_t h = mesh->vertex_edge[vertex], previous = cw_previous(h);
    while (mesh->twins[previous] != CW_NONE) {
        previous = cw_previous(mesh->twins[previous]);
    }
    return previous;
}

uint32_t cw_run_begin(const cw_carver *carver, uint32_t wall) {
    const cw_trimesh *mesh = &carver->mesh;
    uint32_t to = cw_target(mesh, wall), vertex = cw_origin(mesh, wall);
    while (cw_is_transparent(carver, vertex) && vertex != to) {
        vertex = cw_origin(mesh, entering_wall(mesh, vertex));
    }
    return vertex;
}

/// Where the chord along the wall that enters a vertex begins: the direction farthest
/// counter-clockwise.
static uint32_t chord_begin(const cw_carver *carver, uint32_t wall) {
    const cw_trimesh *mesh = &carver->mesh;
    uint32_t to = cw_target(mesh, wall), vertex = cw_origin(mesh, wall), best = vertex;
    while (cw_is_transparent(carver, vertex) && vertex != to) {
        vertex = cw_origin(mesh, entering_wall(mesh, vertex));
        if (cw_turn(towards(carver, to, best), towards(carver, to, vertex)) >= 0) {
            best = vertex;
        }
    }
    return best;
}

cw_sector cw_sector_at(const cw_carver *carver, uint32_t first) {
    const cw_trimesh *mesh = &carver->mesh;
    uint32_t vertex = cw_origin(mesh, first);
    /* Without ignored corners a chord has the direction of its wall. */
    bool from_wall = carver->relaxed && mesh->edges[first] == CW_EDGE_WALL;
    uint32_t begin = from_wall ? chord_end(carver, first) : cw_target(mesh, first);
    cw_sector sector = {.first = first, .begin = towards(carver, vertex, begin)};
    cw_half_turns turns = {.first = sector.begin};
    if (begin != cw_target(mesh, first)) {
        cw_half_turns_to(&turns, towards(carver, vertex, cw_target(mesh, first)));
    }
    uint32_t h = first, last = cw_previous(h);
    for (;; h = mesh->twins[last], last = cw_previous(h)) {
        cw_half_turns_to(&turns, towards(carver, vertex, cw_origin(mesh, last)));
        if (mesh->edges[last] != CW_EDGE_OPEN) {
            break;
        }
    }
    sector.last = last;
    bool to_wall = carver->relaxed && mesh->edges[last] == CW_EDGE_WALL;
    uint32_t end = to_wall ? chord_begin(carver, last) : cw_origin(mesh, last);
    sector.end = towards(carver, vertex, end);
    if (end != cw_origin(mesh, last)) {
        cw_half_turns_to(&turns, sector.end);
    }
    sector.excess = turns.exact ? turns.count - 1 : turns.count;
    return sector;
}

bool cw_notch_at(const cw_carver *carver, uint32_t vertex, cw_sector *sector) {
    if (carver->corners.items[vertex].convex || cw_is_transparent(carver, vertex)) {
        return false;
    }
    uint32_t first = carver->mesh.vertex_edge[vertex];
    while (first != CW_NONE) {
        *sector = cw_sector_at(carver, first);
        if (sector->excess > 0) {
            return true;
        }
        first = cw_sector_after(carver, sector);
    }
    return false;
}

/// True when a direction lies strictly in the triangle of a half-edge at its origin, or along it.
static bool sees(const cw_carver *carver, uint32_t half_edge, cw_point direction) {
    const cw_trimesh *mesh = &carver->mesh;
    uint32_t vertex = cw_origin(mesh, half_edge);
    cw_point right = towards(carver, vertex, cw_target(mesh, half_edge));
    int side = cw_turn(right, direction);
    return (side > 0 &&
            cw_turn(direction, towards(carver, vertex, cw_apex(mesh, half_edge))) > 0) ||
           (side == 0 && cw_dot(right, direction) > 0);
}

bool cw_sector_towards(const cw_carver *carver, uint32_t vertex, cw_point direction,
                       cw_sector *sector) {
    const cw_trimesh *mesh = &carver->mesh;
    uint32_t hard = mesh->vertex_edge[vertex], found = CW_NONE;
    for (uint32_t h = hard; h != CW_NONE; h = cw_rotate(mesh, h)) {
        hard = mesh->edges[h] != CW_EDGE_OPEN ? h : hard;
        if (sees(carver, h, direction)) {
            if (found != CW_NONE) {
                return false;
            }
            found = hard;
        }
    }
    if (found == CW_NONE) {
        return false;
    }
    *sector = cw_sector_at(carver, found);
    return true;
}

bool cw_in_interest(const cw_sector *sector, cw_point direction) {
    if (sector->excess != 1) {
        return false;
    }
    /* The cone runs from -end counter-clockwise to -begin. */
    int from_right = cw_turn(direction, sector->end), to_left = cw_turn(sector->begin, direction);
    if (from_right < 0 || to_left < 0) {
        return false;
    }
    return from_right > 0 || to_left > 0 || cw_dot(sector->begin, direction) < 0;
}
