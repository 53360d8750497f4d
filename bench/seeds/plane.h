/// The plane as the methods of the seeds see it: positions of the plan, in doubles.
#ifndef CW_BENCH_SEEDS_PLANE_H
#define CW_BENCH_SEEDS_PLANE_H

#include "clearway/edges.h"
#include "seeds/shrink.h"

#include <math.h>

static inline cw_vec2 seed_minus(cw_vec2 a, cw_vec2 b) {
    return (cw_vec2){a.x - b.x, a.y - b.y};
}

static inline cw_vec2 seed_along(cw_vec2 from, double by, cw_vec2 along) {
    return (cw_vec2){from.x + by * along.x, from.y + by * along.y};
}

static inline double seed_dot(cw_vec2 a, cw_vec2 b) {
    return a.x * b.x + a.y * b.y;
}

static inline double seed_cross(cw_vec2 a, cw_vec2 b) {
    return a.x * b.y - a.y * b.x;
}

static inline double seed_length(cw_vec2 v) {
    return sqrt(seed_dot(v, v));
}

static inline double seed_distance(cw_vec2 a, cw_vec2 b) {
    return seed_length(seed_minus(a, b));
}

/// From a point to the nearest point of a segment.
static inline double seed_segment_distance(cw_vec2 point, cw_vec2 from, cw_vec2 to) {
    cw_vec2 side = seed_minus(to, from);
    double square = seed_dot(side, side);
    double share = square > 0 ? seed_dot(seed_minus(point, from), side) / square : 0;
    return seed_distance(point, seed_along(from, fmin(fmax(share, 0), 1), side));
}

/// The next edge of the same cell, counter-clockwise.
static inline uint32_t seed_next(const cw_navmesh *mesh, uint32_t edge) {
    uint32_t cell = mesh->edge_cell[edge];
    return cw_navmesh_next(mesh, cell, edge);
}

/// Where an edge starts.
static inline cw_vec2 seed_from(const cw_navmesh *mesh, uint32_t edge) {
    cw_vec3 position = mesh->positions[mesh->edge_vertex[edge]];
    return (cw_vec2){position.x, position.y};
}

/// Where it ends.
static inline cw_vec2 seed_to(const cw_navmesh *mesh, uint32_t edge) {
    return seed_from(mesh, seed_next(mesh, edge));
}

#endif
